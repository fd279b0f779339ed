"""The phrases of a written board: each is read by the frames of its game, and what it states is kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from ..errors import Malformed
from ..notation.frames import Match
from ..notation.pack import Notation
from ..terms import Fn, read, show
from .cards import Description
from .naming import Naming
from .syntax import FIRST_FAULT, Piece, Said, Written

_Read = TypeVar("_Read")
#: What the parts of a row are divided by, and texts in quotes or brackets, in which nothing is divided.
_APART = re.compile(r'"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[,;]')


def _after(said: Said, separator: str, fault: Malformed) -> Said | None:
    """What stands after the next separator behind a fault of a row of phrases; ``None`` if there is none."""
    start = fault.place.column - said.place.column if fault.place else len(said)
    for found in _APART.finditer(said) if separator else ():
        if found[0] == separator and found.start() >= start:
            return said.cut(found.end()) or None
    return None


class Phrasing(Naming):
    """A board with its individuals, of which the phrases are read.

    ``facts`` are those stated so far, ``used`` the cards that the board speaks of.
    """

    def __init__(
        self,
        written: Written,
        notation: Notation,
        stored: Mapping[str, Description],
        piece: Piece = FIRST_FAULT,
    ) -> None:
        super().__init__(written, notation, stored, piece)
        self.facts: dict[str, None] = {}
        self.used: dict[str, None] = {}

    def state(self, facts: Iterable[str]) -> None:
        self.facts.update(dict.fromkeys(facts))

    def lines(self, kind: str) -> Sequence[Said]:
        return self.written.phrases.get(kind, ())

    def each(self, read_line: Callable[[Said], _Read], kind: str) -> tuple[_Read, ...]:
        """What the lines of a kind are, each read by itself."""
        found = []
        for said in self.lines(kind):
            with self.piece:
                found.append(read_line(said))
        return tuple(found)

    def read(self, section: str, said: Said, separator: str = "") -> tuple[Match, ...]:
        """The phrases of a line; cards that they name become part of the board."""
        try:
            matches = self.notation.frames.match_all(section, said, self.names, said.place, separator)
        except Malformed as fault:
            if rest := _after(said, separator, fault):
                with self.piece:
                    raise
                return self.read(section, rest, separator)
            raise
        for match in matches:
            for name, kind in match.frame.slots():
                if kind in ("card", "name") and (
                    key := self.known_key(str(read(match.values[name].terms[0])))
                ):
                    self.used[key] = None
        return matches

    def statements(self, section: str) -> list[Match]:
        """The statements of the whole board; none may be made twice."""
        matches: list[Match] = []
        for said in self.lines(section):
            with self.piece:
                for match in self.read(section, said):
                    by_word = isinstance(match.frame.pieces[0], str)
                    if any(m.text == match.text or (by_word and m.frame is match.frame) for m in matches):
                        what = f"{match.text}: this is said a second time"
                        raise Malformed(what, place=said.cut(match.start).place, found=match.text)
                    matches.append(match)
        self.state(fact for match in matches for fact in match.facts())
        return matches

    def stated(self, section: str, said: Said, separator: str, owner: str, seen: set[str]) -> tuple[str, ...]:
        """The phrases about one individual; a second number for the same thing is a contradiction."""
        matches = self.read(section, said, separator)
        for match in matches:
            for fact in match.facts(self=owner):
                term = read(fact)
                number = isinstance(term, Fn) and term.args and isinstance(term.args[-1], int)
                key = show(Fn(term.name, term.args[:-1])) if isinstance(term, Fn) and number else fact
                if key in seen:
                    what = f"{match.text}: this is said a second time"
                    raise Malformed(what, place=said.cut(match.start).place, found=match.text)
                seen.add(key)
                self.state((fact,))
        return tuple(match.text for match in matches)

    def once(
        self, match: Match, facts: Iterable[str], seen: dict[str, None], said: Said, advice: str = ""
    ) -> None:
        """Note what a phrase says; it would be lost if it had been said before."""
        for fact in facts:
            if fact in seen:
                what = f"{match.text}: this is said a second time"
                place = said.cut(match.start).place
                raise Malformed(what, place=place, found=match.text, advice=advice)
            seen[fact] = None
