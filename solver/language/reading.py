"""What becomes of a rules text: the abilities that were read in it, and the sentences that were not."""

from __future__ import annotations

from typing import Any, NamedTuple


class ReadAbility(NamedTuple):
    """One ability: its term, its duration (``None`` if it has none) and where it stands in the text."""

    term: str
    duration: str | None
    start: int
    end: int


class Unread(NamedTuple):
    """A sentence that could not be read: the word where reading stopped, and what could have stood there."""

    text: str
    start: int
    end: int
    stopped_at: str
    expected: tuple[str, ...]


class Reading(NamedTuple):
    """What a text says: the abilities that were read, and the sentences that were not."""

    abilities: tuple[ReadAbility, ...]
    unread: tuple[Unread, ...]

    def plain(self) -> tuple[Any, ...]:
        """The reading in plain data."""
        return tuple(map(tuple, self.abilities)), tuple(map(tuple, self.unread))

    @classmethod
    def of(cls, plain: tuple[Any, ...]) -> Reading:
        """The reading that :meth:`plain` data are."""
        abilities, unread = plain
        return cls(tuple(map(ReadAbility._make, abilities)), tuple(map(Unread._make, unread)))
