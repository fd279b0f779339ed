"""A board state as a set of facts, and what one event's changes make of it (design section 2).

A fluent with a value is the fact with the value as its last argument: ``set(score("A"),3)`` makes
``score("A",3)`` the only fact of that fluent. All changes of one derivation are simultaneous.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ..errors import NotCovered
from ..terms import LARGEST, functor
from .ground import Grounding
from .rule import BrokenRules

State = frozenset[str]


@dataclass(frozen=True, slots=True)
class Changes:
    """What one derivation changes: sets, sums, and facts that begin and end."""

    sets: tuple[tuple[str, str], ...] = ()
    sums: tuple[tuple[str, int], ...] = ()
    begins: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.sets or self.sums or self.begins or self.ends)


def changes_of(grounding: Grounding) -> Changes:
    """Read the changes that a derivation wants.

    Raises :class:`BrokenRules` if two rules set one fluent to different values.
    """
    sets: dict[str, str] = {}
    for fluent, value in grounding.arguments("set", 2):
        if sets.setdefault(fluent, value) != value:
            raise BrokenRules(f"two rules set {fluent}: to {sets[fluent]} and to {value}")
    sums: dict[str, int] = {}
    for fluent, number, _ in grounding.arguments("add", 3):
        sums[fluent] = sums.get(fluent, 0) + int(number)
    return Changes(
        sets=tuple(sets.items()),
        sums=tuple(sums.items()),
        begins=tuple(argument for (argument,) in grounding.arguments("begin", 1)),
        ends=tuple(argument for (argument,) in grounding.arguments("end", 1)),
    )


def _prefix(fluent: str) -> str:
    return fluent[:-1] + "," if fluent.endswith(")") else fluent + "("


def apply(state: Iterable[str], changes: Changes, absent_at_zero: Collection[str] = ()) -> State:
    """The state after simultaneous changes: what ends goes first, then values change, then facts begin.

    Fluents in ``absent_at_zero`` cannot fall below 0 and are absent at 0. Raises NotCovered if a sum
    grows beyond what can be counted (:data:`LARGEST`).

    >>> sorted(apply(['score("A",3)', 'lit(x)'], Changes(sums=(('score("A")', -2),), ends=("lit(x)",))))
    ['score("A",1)']
    """
    facts = set(state)
    facts.difference_update(changes.ends)
    fluents = {_prefix(fluent): value for fluent, value in changes.sets}
    sums = {_prefix(fluent): number for fluent, number in changes.sums}
    touched = {functor(prefix) for prefix in (*fluents, *sums)}
    for fact in [fact for fact in facts if functor(fact) in touched]:
        prefix = fact[: _last_argument(fact)]
        if prefix in fluents:
            facts.discard(fact)
        elif prefix in sums:
            facts.discard(fact)
            fluents[prefix] = str(int(fact[len(prefix) : -1]) + sums.pop(prefix))
    for prefix, number in sums.items():
        fluents[prefix] = str(int(fluents.get(prefix, 0)) + number)
    for fluent, _ in changes.sums:
        if abs(int(fluents.get(_prefix(fluent), 0))) > LARGEST:
            what = f"a number grows beyond {LARGEST}"
            raise NotCovered(what, found=fluent, advice="begin with smaller numbers")
    for prefix, value in fluents.items():
        if functor(prefix) in absent_at_zero and int(value) <= 0:
            continue
        facts.add(f"{prefix}{value})")
    facts.update(changes.begins)
    return frozenset(facts)


def _last_argument(fact: str) -> int:
    """Where the last argument of a fact begins."""
    depth = 0
    quoted = False
    for index in range(len(fact) - 2, -1, -1):
        char = fact[index]
        if char == '"' and (index == 0 or fact[index - 1] != "\\"):
            quoted = not quoted
        elif quoted:
            continue
        elif char == ")":
            depth += 1
        elif char == "(":
            if depth == 0:
                return index + 1
            depth -= 1
        elif char == "," and depth == 0:
            return index + 1
    return len(fact)
