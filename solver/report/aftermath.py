"""What an outcome makes of the board, in notation: the lines that are gone, and those that are new."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..board.letters import in_letters
from ..board.model import Board
from ..board.printing import print_object
from ..derivation.ruling import Outcome
from ..notation.pack import Notation
from ..terms import functor, quote

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


@dataclass(frozen=True)
class Aftermath:
    """``changes`` are pairs of lines (before, after), "" where there was or is none; ``unsaid`` are the
    new facts that the notation has no words for."""

    changes: tuple[tuple[str, str], ...] = ()
    unsaid: tuple[str, ...] = ()


def aftermath(board: Board, outcome: Outcome, letters: str = "") -> Aftermath:
    """Compare the board at the end of an outcome with the board as it was described.

    ``letters`` are those in which lines are written where the notation has such words (:func:`in_letters`).

    Only what has changed is written down and compared, so a large board costs no more than its changes.
    """
    before, after = frozenset(board.facts()), outcome.state
    if before == after:
        return Aftermath()
    concerned = _Concerned(board, before, after)
    was, became = board.with_facts(concerned.of(before)), board.with_facts(concerned.of(after))
    unsaid = set(was.unexpressed)
    new_facts = tuple(fact for fact in became.unexpressed if fact not in unsaid)
    if letters:
        was, became = in_letters(was, letters), in_letters(became, letters)
    old, new = dict(lines_of(was)), dict(lines_of(became))
    changed = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    return Aftermath(
        changes=tuple((old.get(key, ""), new.get(key, "")) for key in changed),
        unsaid=new_facts,
    )


class _Concerned:
    """The facts that a comparison of two states needs: those about objects that changed, with their
    cards and what their lines name, and those about no object."""

    def __init__(self, board: Board, before: frozenset[str], after: frozenset[str]) -> None:
        notation = Notation.load(board.game)
        self._cards = {functor(fact) for facts in notation.card.values() for fact in facts}
        self._stamps = {functor(fact) for fact in notation.object.get("timestamp", ())}
        existence = {functor(fact) for fact in notation.object["object"]}
        self._objects = {quote(thing.id) for thing in board.objects}
        self._objects |= {_subject(fact) for fact in after if functor(fact) in existence}
        touched = self._mentioned(before ^ after, None) & self._objects
        self._shown = touched | self._mentioned(before | after, touched) & self._objects
        self._words = self._mentioned(before | after, self._shown)

    def of(self, facts: frozenset[str]) -> list[str]:
        """The facts of a state that the comparison needs; line order stands for timestamps."""
        return sorted(fact for fact in facts if self._wanted(fact))

    def _wanted(self, fact: str) -> bool:
        subject, name = _subject(fact), functor(fact)
        if name in self._cards:
            return subject in self._words
        return name not in self._stamps and self._objects.intersection(_STRING.findall(fact)) <= self._shown

    @staticmethod
    def _mentioned(facts: frozenset[str], subjects: set[str] | None) -> set[str]:
        return {
            text
            for fact in facts
            if subjects is None or _subject(fact) in subjects
            for text in _STRING.findall(fact)
        }


def _subject(fact: str) -> str:
    """The individual that a fact is about: its first argument, if that is a string."""
    match = _STRING.match(fact, fact.find("(") + 1)
    return match[0] if match else ""


def lines_of(board: Board) -> Iterator[tuple[tuple[str, str], str]]:
    """The lines of a board by what they are about; those of objects and hidden cards name their player."""
    for player in board.players:
        for thing in player.objects:
            yield ("object", thing.id), f"{player.name}: {print_object(thing, board)}"
        for zone, number in player.hidden:
            yield (player.name, zone), f"{player.name}: {zone} ? x{number}"
    for line in str(board).splitlines():
        if not line.startswith(" "):
            yield ("line", line.partition("  ")[0]), " ".join(line.split())
