"""The lines of a card that cannot be read: the word at which reading stopped, and what could stand there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..language.card_reading import Line
from ..language.composition import Declined
from .card_facts import stopped_at
from .design import Design
from .findings import Finding
from .written import TEXT, WrittenCard

_MOST_EXPECTED = 6


def unread_lines(card: WrittenCard, lines: Sequence[Line], design: Design) -> Iterator[tuple[Line, Finding]]:
    """Each line that is not read, and what is to be said about it."""
    code = design.codes["unread"]
    for line in lines:
        if line.read:
            continue
        start, end = stopped_at(line)
        expected = line.reading.expected[:_MOST_EXPECTED] if isinstance(line.reading, Declined) else ()
        word = card.text[start:end] or "end of line"
        suggestion = f"expected {', '.join(expected)}" if expected else ""
        yield line, Finding(code, card, TEXT, start, end, code.message.format(word), suggestion)
