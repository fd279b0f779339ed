"""Cards from the files that ``headjudge cards import`` takes: fields, before any is read."""

from __future__ import annotations

from collections.abc import Iterator

from ..cards.importing import Progress, printed_fields
from .written import NAME, WrittenCard


def json_cards(file: str, game: str, progress: Progress | None = None) -> Iterator[WrittenCard]:
    """The cards and parts of cards in a file, in its order. Raises :class:`headjudge.errors.Malformed`."""
    for each in printed_fields(file, game, progress):
        whole = each.whole if each.whole != each.fields.get(NAME, "") else ""
        yield WrittenCard(game, each.fields, each.place, whole=whole, layout=each.layout)
