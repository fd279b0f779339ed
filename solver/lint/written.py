"""A card as its designer wrote it: fields of text, and where each of them stands in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..errors import Place

NAME, COST, TYPE_LINE, TEXT, STATS = "name", "cost", "type_line", "text", "stats"


@dataclass(frozen=True)
class WrittenCard:
    """One card, or one part of a card, before anybody has read it.

    ``printed`` are its fields by name: ``name``, ``cost``, ``type_line``, ``text``, ``stats`` and those that
    the game adds (``rules/<game>/design/written.toml``); what it does not have is left out. ``place`` is
    where it stands in its file. ``places`` are line and column in the file at which each field begins, of a
    file that holds the card as plain text; elsewhere a place is counted within the field. ``whole`` names the
    card of which this is a part, ``layout`` is what its file says of its frame, if anything.
    """

    game: str
    printed: Mapping[str, str]
    place: Place = field(default_factory=Place)
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    whole: str = ""
    layout: str = ""

    def __getitem__(self, name: str) -> str:
        """What stands in a field; ``""`` if the card does not have it."""
        return self.printed.get(name, "")

    @property
    def name(self) -> str:
        """What it is called; ``""`` if nobody has said."""
        return self[NAME]

    @property
    def text(self) -> str:
        """Its rules text, one ability a line."""
        return self[TEXT]

    @property
    def source(self) -> str:
        """The file in which it stands."""
        return self.place.file

    def at(self, name: str, offset: int) -> tuple[int, int]:
        """Line and column (from 1) of a place in a field: in the file, or in the field if fields have no
        places."""
        before = self[name][:offset]
        down, last = before.count("\n"), len(before) - (before.rfind("\n") + 1)
        line, column = self.places.get(name, (1, 1))
        return line + down, last + (1 if down else column)
