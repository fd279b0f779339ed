"""Which rules a board can reach: only those are grounded (design section 3, "Speed").

A rule is reachable if every predicate of its positive body is on the board or in the head of a
reachable rule, and likewise every constant and functor that its body asks for. Atoms are made of
the words of facts, heads and comparisons and of nothing else, so an unreachable rule has no
instance. Of the reachable rules only those are kept that lead to something the solver reads: the
slice gives exactly the rulings of the whole.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .ground import Rule

_IN_FORCE = re.compile(r"in_force\(\w+\); |; in_force\(\w+\)| :- in_force\(\w+\)(?=\.$)")

#: The predicates that the solver reads (rules/contract.lp).
READ = (
    "would/2", "ignored/2", "replaced/2", "instead/2", "happens/1", "choice/3", "option/3", "chosen/3",
    "turn_position/2", "set/2", "add/3", "begin/1", "end/1", "triggered/2", "illegal/3",
    "check_due/0", "receives_priority/1", "over/1", "wins/1", "loop_means/1", "contradiction/3",
    "missing/2", "caveat/2",
)  # fmt: skip


#: The predicates that the solver reads when a declaration is judged.
READ_OF_DECLARATION = (
    "declares/1", "considered/1", "declarer/2", "forbidden/3", "able/1", "broken/3", "required/3", "obeyed/1",
    "cost/3", "proposed/1", "illegal/3", "consequence/2", "contradiction/3", "missing/2", "caveat/2",
)  # fmt: skip

#: What an event or a choice begins with.
EVENTS = frozenset({"would/2", "asks/3"})


class Reach:
    """The reachable rules of a fixed rule list, for any set of board words.

    >>> from .ground import compile_rules
    >>> reach = Reach(compile_rules("lit(X) :- lamp(X), on(X). heard(X) :- bell(X).", "x.lp"))
    >>> [rule.head for rule in reach.reachable(frozenset({"lamp(", "on("}))]
    ['lit(X)']
    """

    def __init__(self, rules: Sequence[Rule], read: Sequence[str] = READ) -> None:
        self._rules = tuple(rules)
        self._read = tuple(read)
        self._waiting: dict[str, list[int]] = defaultdict(list)
        for index, rule in enumerate(self._rules):
            for ask in rule.asks:
                self._waiting[ask].append(index)
        #: the words of a board that can matter here
        names = {ask[1:] for ask in self._waiting if ask.startswith("/")}
        self.words = frozenset(self._waiting) | names | {f"{name}(" for name in names}

    @functools.cache  # noqa: B019  (lives as long as its rulebook)
    def rules(self, board_words: frozenset[str]) -> tuple[Rule, ...]:
        """The reachable rules that lead to a reading, in order. ``board_words`` are the words of all facts,
        predicates included."""
        return self._leading_to_a_reading(self.reachable(board_words))

    @functools.cache  # noqa: B019
    def reachable(self, board_words: frozenset[str]) -> tuple[Rule, ...]:
        """All reachable rules, in order, those that nothing reads included (for why not and what if)."""
        known = set(board_words) | {f"/{word.removesuffix('(')}" for word in board_words}
        unmet = [sum(ask not in known for ask in rule.asks) for rule in self._rules]
        ready = [index for index, count in enumerate(unmet) if count == 0]
        reached = set(ready)
        while ready:
            for word in self._rules[ready.pop()].brings:
                if word in known:
                    continue
                known.add(word)
                for index in self._waiting[word]:
                    unmet[index] -= 1
                    if unmet[index] == 0 and index not in reached:
                        reached.add(index)
                        ready.append(index)
        return tuple(self._rules[index] for index in sorted(reached))

    def _leading_to_a_reading(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        by_head: dict[str, list[Rule]] = defaultdict(list)
        for rule in rules:
            by_head[rule.signature].append(rule)
        used = set(self._read)
        open_signatures = [signature for signature in self._read if signature in by_head]
        while open_signatures:
            for rule in by_head[open_signatures.pop()]:
                fresh = {*rule.needs, *rule.absent} - used
                used |= fresh
                open_signatures += [signature for signature in fresh if signature in by_head]
        return tuple(rule for rule in rules if rule.signature in used)

    @functools.cache  # noqa: B019
    def in_force(self, board_words: frozenset[str]) -> tuple[str, ...]:
        """The facts that say of the reachable clauses that they are in force."""
        return tuple(f"in_force({c})" for c in sorted({r.clause for r in self.rules(board_words)} - {""}))

    @functools.cache  # noqa: B019
    def programs(self, board_words: frozenset[str]) -> tuple[Program, Program]:
        """The reachable rules in two programs: the conditions, and the consequences of what is wanted.

        Where nothing is wanted or asked the second has no instance and need not be grounded. If that
        cannot be seen from the rules, all of them are conditions.
        """
        rules = self.rules(board_words)
        later = _consequences(rules)
        conditions = [rule for rule in rules if rule not in later]
        return self._program(conditions), self._program([rule for rule in rules if rule in later])

    @functools.cache  # noqa: B019
    def program(self, board_words: frozenset[str]) -> Program:
        """The reachable rules in one program."""
        return self._program(self.rules(board_words))

    def _program(self, rules: Sequence[Rule]) -> Program:
        """The program of rules that are all in force, so that this premise is left out."""
        read = {*self._read, *(name for rule in rules for name in (*rule.needs, *rule.absent))}
        text = "\n".join(_IN_FORCE.sub("", rule.text) for rule in rules)
        return Program(text, frozenset(signature.partition("/")[0] for signature in read))


class Program(NamedTuple):
    """The text of some rules, and the names of the predicates that they read or that the solver reads."""

    text: str
    reads: frozenset[str]


def _consequences(rules: Sequence[Rule]) -> set[Rule]:
    """The rules that have no instance unless an event is wanted or a choice is asked for, with those
    that read what these give. None if one of them could speak to the solver without an event."""
    later: set[Rule] = set()
    given = set(EVENTS)
    while fresh := [r for r in rules if r not in later and (given & {*r.needs, *(set(r.absent) - EVENTS)})]:
        later.update(fresh)
        given.update(rule.signature for rule in fresh)
    giving: dict[str, list[Rule]] = defaultdict(list)
    for rule in rules:
        giving[rule.signature].append(rule)
    eventful = set(later)
    while idle := [rule for rule in eventful if not _needs_event(rule, giving, eventful)]:
        eventful.difference_update(idle)
    return set() if any(rule.signature in {*READ, *EVENTS} for rule in later - eventful) else later


def _needs_event(rule: Rule, giving: Mapping[str, Sequence[Rule]], eventful: set[Rule]) -> bool:
    """Whether some positive premise holds only if an event does."""
    if not EVENTS.isdisjoint(rule.needs):
        return True
    return any(need in giving and eventful.issuperset(giving[need]) for need in rule.needs)
