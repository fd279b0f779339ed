"""Which rules a board can reach: only those are grounded (design section 3, "Speed").

A rule is reachable if every predicate of its positive body is on the board or in the head of a
reachable rule, and likewise every constant and functor that its body asks for. Atoms are made of
the words of facts, heads and comparisons and of nothing else, so an unreachable rule has no
instance: the slice gives exactly the atoms of the whole.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Sequence

from .ground import Rule


class Reach:
    """The reachable rules of a fixed rule list, for any set of board words.

    >>> from .ground import compile_rules
    >>> reach = Reach(compile_rules("lit(X) :- lamp(X), on(X). heard(X) :- bell(X).", "x.lp"))
    >>> [rule.head for rule in reach.rules(frozenset({"lamp", "on"}))]
    ['lit(X)']
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        self._rules = tuple(rules)
        self._asks: list[frozenset[str]] = []
        self._brings: list[frozenset[str]] = []
        self._waiting: dict[str, list[int]] = defaultdict(list)
        for index, rule in enumerate(self._rules):
            names = {need.partition("/")[0] for need in rule.needs} - {"in_force"}
            asks = frozenset({f"/{name}" for name in names} | set(rule.words) - {rule.clause})
            self._asks.append(asks)
            self._brings.append(frozenset({f"/{rule.signature.partition('/')[0]}"} | set(rule.head_words)))
            for ask in asks:
                self._waiting[ask].append(index)
        #: the words of a board that can matter here
        self.words = frozenset(ask.removeprefix("/") for asks in self._asks for ask in asks)

    @functools.cache  # noqa: B019  (lives as long as its rulebook)
    def rules(self, board_words: frozenset[str]) -> tuple[Rule, ...]:
        """The reachable rules, in order. ``board_words`` are the words of all facts, predicates included."""
        known = set(board_words) | {f"/{word}" for word in board_words}
        unmet = [len(asks - known) for asks in self._asks]
        ready = [index for index, count in enumerate(unmet) if count == 0]
        reached = set(ready)
        while ready:
            for word in self._brings[ready.pop()]:
                if word in known:
                    continue
                known.add(word)
                for index in self._waiting[word]:
                    unmet[index] -= 1
                    if unmet[index] == 0 and index not in reached:
                        reached.add(index)
                        ready.append(index)
        return tuple(rule for index, rule in enumerate(self._rules) if index in reached)

    @functools.cache  # noqa: B019
    def clauses(self, board_words: frozenset[str]) -> frozenset[str]:
        """The clauses that have a reachable rule."""
        return frozenset(rule.clause for rule in self.rules(board_words))

    @functools.cache  # noqa: B019
    def program(self, board_words: frozenset[str]) -> str:
        """The text of the reachable rules."""
        return "\n".join(rule.text for rule in self.rules(board_words))
