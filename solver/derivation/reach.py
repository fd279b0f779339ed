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
from collections.abc import Sequence

from .ground import Rule

_IN_FORCE = re.compile(r"in_force\(\w+\); |; in_force\(\w+\)| :- in_force\(\w+\)(?=\.$)")

#: The predicates that the solver reads (rules/contract.lp).
READ = (
    "would/2", "ignored/2", "replaced/2", "instead/2", "happens/1", "choice/3", "option/3", "chosen/3",
    "turn_position/2", "set/2", "add/3", "begin/1", "end/1", "triggered/2", "illegal/3",
    "check_due/0", "receives_priority/1", "over/1", "wins/1", "loop_means/1", "contradiction/3",
    "missing/2", "caveat/2",
)  # fmt: skip


class Reach:
    """The reachable rules of a fixed rule list, for any set of board words.

    >>> from .ground import compile_rules
    >>> reach = Reach(compile_rules("lit(X) :- lamp(X), on(X). heard(X) :- bell(X).", "x.lp"))
    >>> [rule.head for rule in reach.reachable(frozenset({"lamp", "on"}))]
    ['lit(X)']
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)
        self._waiting: dict[str, list[int]] = defaultdict(list)
        for index, rule in enumerate(self._rules):
            for ask in rule.asks:
                self._waiting[ask].append(index)
        #: the words of a board that can matter here
        self.words = frozenset(ask.removeprefix("/") for ask in self._waiting)

    @functools.cache  # noqa: B019  (lives as long as its rulebook)
    def rules(self, board_words: frozenset[str]) -> tuple[Rule, ...]:
        """The reachable rules that lead to a reading, in order. ``board_words`` are the words of all facts,
        predicates included."""
        return self._leading_to_a_reading(self.reachable(board_words))

    @functools.cache  # noqa: B019
    def reachable(self, board_words: frozenset[str]) -> tuple[Rule, ...]:
        """All reachable rules, in order, those that nothing reads included (for why not and what if)."""
        known = set(board_words) | {f"/{word}" for word in board_words}
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

    @staticmethod
    def _leading_to_a_reading(rules: Sequence[Rule]) -> tuple[Rule, ...]:
        by_head: dict[str, list[Rule]] = defaultdict(list)
        for rule in rules:
            by_head[rule.signature].append(rule)
        used = set(READ)
        open_signatures = [signature for signature in READ if signature in by_head]
        while open_signatures:
            for rule in by_head[open_signatures.pop()]:
                fresh = {*rule.needs, *rule.absent} - used
                used |= fresh
                open_signatures += [signature for signature in fresh if signature in by_head]
        return tuple(rule for rule in rules if rule.signature in used)

    @functools.cache  # noqa: B019
    def predicates(self, board_words: frozenset[str]) -> frozenset[str]:
        """The names of the predicates that the reachable rules read."""
        rules = self.rules(board_words)
        return frozenset(need.partition("/")[0] for rule in rules for need in (*rule.needs, *rule.absent)) | {
            signature.partition("/")[0] for signature in READ
        }

    @functools.cache  # noqa: B019
    def clauses(self, board_words: frozenset[str]) -> frozenset[str]:
        """The clauses that have a reachable rule."""
        return frozenset(rule.clause for rule in self.rules(board_words))

    @functools.cache  # noqa: B019
    def program(self, board_words: frozenset[str]) -> str:
        """The text of the reachable rules. All of them are in force, so that premise is left out."""
        return "\n".join(_IN_FORCE.sub("", rule.text) for rule in self.rules(board_words))
