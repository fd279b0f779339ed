"""Texts that are read sign by sign: what is looked for at a place depends on what the grammar can take there.

Of the terminals that can stand there the first that is found is taken: by priority, by the length it may
have, by the length of its pattern. So does Lark's contextual lexer; where nothing fits, Lark says why.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from .automaton import Automaton, Run, automaton
from .tree import Token, Tree

_Find = tuple[str, re.Pattern[str]]


class Scanner(NamedTuple):
    """A grammar that reads whole texts, with the patterns that may come in each of its states."""

    automaton: Automaton
    ignored: frozenset[str]
    coming: dict[int, tuple[_Find, ...]]

    def tree(self, text: str) -> Tree | None:
        """The tree of a text, or ``None`` if it cannot be read."""
        run, place = Run(self.automaton), 0
        while place < len(text):
            name, end = self._next(run.state, text, place)
            if end == place:
                return None
            if name not in self.ignored and not run.take(Token(name, text[place:end], place, end)):
                return None
            place = end
        node = run.end()
        return node if isinstance(node, Tree) else None

    def _next(self, state: int, text: str, place: int) -> tuple[str, int]:
        coming = self.coming.get(state)
        if coming is None:
            coming = self.coming[state] = self._may_come(state)
        for name, pattern in coming:
            if found := pattern.match(text, place):
                return name, found.end()
        return "", place

    def _may_come(self, state: int) -> tuple[_Find, ...]:
        accepted = {*self.automaton.states[state], *self.ignored}
        regexps = {each.name: each.regexp for each in self.automaton.terminals}
        return tuple((n, _pattern(regexps[n])) for n in self.automaton.sought if n in accepted)


@cache
def _pattern(regexp: str) -> re.Pattern[str]:
    return re.compile(regexp)


@lru_cache(maxsize=16)
def scanner(name: str, start: str) -> Scanner:
    """The scanner of ``grammar/<name>.lark``; :class:`headjudge.errors.Malformed` for a missing grammar."""
    made = automaton(name, (start,))
    return Scanner(made, frozenset(made.ignored), {})


def parse(name: str, start: str, text: str, file: str, readable: dict[str, str] | None = None) -> Tree:
    """The tree of a text; :class:`headjudge.errors.Malformed` says where it does not fit and what would."""
    tree = scanner(name, start).tree(text)
    if tree is None:
        from .grammars import refuse

        refuse(name, start, text, file, readable)
    return tree
