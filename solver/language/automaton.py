"""The automaton of a text grammar: which token may come next, and the tree of those that came.

Lark makes it from the grammar. What is kept of it in the cache is plain numbers and words, which are there
many times sooner than Lark's own tables.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import Malformed
from ..tables import files, keep, kept
from .tree import Node, Token, Tree

if TYPE_CHECKING:
    from lark import Lark

#: What becomes of a part of a production in its tree: left out, kept, or its own parts put in its place.
LEFT_OUT, KEPT, OPENED = range(3)
_END = "$END"


class Production(NamedTuple):
    """A production of a grammar: a symbol, the symbols it is made of, and what becomes of each in the tree.

    ``name`` is what its tree is called; one that is ``plain`` and has one part only is that part.
    """

    origin: str
    name: str
    plain: bool
    symbols: tuple[str, ...]
    parts: tuple[int, ...]


class Terminal(NamedTuple):
    """A terminal of a grammar: its text, or the pattern of its texts; ``regexp`` finds them in a text."""

    name: str
    pattern: str
    literal: bool
    priority: int
    regexp: str


class Automaton(NamedTuple):
    """A grammar compiled from all its start rules, to be read from one of them.

    ``states`` say for each symbol that may come what then follows: a state, or, below zero, the production
    that is complete (-1 for the first). The productions of one symbol stand in the order of the grammar.
    ``sought`` are the terminals in the order in which Lark looks for them; the ``ignored`` stand anywhere.
    ``ends`` are the first and the last state of each start rule.
    """

    productions: Sequence[Production]
    terminals: Sequence[Terminal]
    states: Sequence[Mapping[str, int]]
    sought: Sequence[str]
    ignored: Sequence[str]
    ends: Mapping[str, tuple[int, int]]
    start: str

    @property
    def first(self) -> int:
        """The state before anything has been read."""
        return self.ends[self.start][0]

    @property
    def last(self) -> int:
        """The state in which all has been read."""
        return self.ends[self.start][1]

    def may_begin(self, terminal: str) -> bool:
        """Whether a text may begin with a terminal."""
        return terminal in self.states[self.first]


class Run:
    """An automaton on its way through a text."""

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = automaton
        self._path = [automaton.first]
        self._read: list[Node] = []

    @property
    def state(self) -> int:
        """Where the automaton stands."""
        return self._path[-1]

    def take(self, token: Token) -> bool:
        """Go on with a token; ``False`` if it cannot stand here."""
        state = self._completed(token.type)
        if state is not None:
            self._path.append(state)
            self._read.append(token)
        return state is not None

    def end(self) -> Node | None:
        """The node of what has been read, or ``None`` if the text cannot end here."""
        self._completed(_END)
        if self.state != self._automaton.last:
            return None
        (node,) = self._read
        return node

    def accepts(self, terminal: str) -> bool:
        """Whether a token of a kind could be taken here."""
        ahead = Run(self._automaton)
        ahead._path, ahead._read = [*self._path], [*self._read]
        return ahead._completed(terminal) is not None

    def _completed(self, terminal: str) -> int | None:
        """The state after a terminal, before which all productions it completes are put together."""
        states, path = self._automaton.states, self._path
        while (follows := states[path[-1]].get(terminal)) is not None and follows < 0:
            production = self._automaton.productions[-1 - follows]
            size = len(production.symbols)
            read = self._read[len(self._read) - size :]
            del path[len(path) - size :], self._read[len(self._read) - size :]
            self._read.append(_node(production, read))
            path.append(states[path[-1]][production.origin])
        return follows


def _node(production: Production, read: Sequence[Node]) -> Node:
    parts: list[Node] = []
    for part, what in zip(read, production.parts, strict=True):
        if what == KEPT:
            parts.append(part)
        elif what == OPENED:
            assert isinstance(part, Tree)
            parts += part.children
    return parts[0] if production.plain and len(parts) == 1 else Tree(production.name, parts)


def source(name: str) -> str:
    """The text of ``grammar/<name>.lark``. Raises :class:`Malformed` for a missing grammar."""
    try:
        return files("headjudge.grammar").joinpath(f"{name}.lark").read_text("utf-8")
    except FileNotFoundError:
        raise Malformed(f"there is no grammar {name}") from None


@lru_cache(maxsize=64)
def automaton(name: str, starts: Sequence[str], extra: str = "") -> Automaton:
    """The automaton of ``grammar/<name>.lark`` with ``extra`` grammar text after it, made for some start
    rules at once, to be read from the first of them.

    It is kept in the cache under a key made of all that it is made from. Raises
    :class:`headjudge.errors.Malformed` for a missing grammar.
    """
    text = source(name) + extra
    maker = files("headjudge.language").joinpath("automaton.py").read_text("utf-8")
    digest = hashlib.sha256("\0".join((maker, *starts, text)).encode()).hexdigest()[:24]
    if (plain := kept(f"automaton-{digest}")) is None:
        from .grammars import compiled

        plain = _plain(compiled(text, *starts), starts)
        keep(f"automaton-{digest}", plain)
    productions, terminals, states, sought, ignored, ends = plain
    return Automaton(
        [*map(Production._make, productions)],
        [*map(Terminal._make, terminals)],
        states,
        sought,
        ignored,
        ends,
        starts[0],
    )


def _plain(parser: Lark, starts: Sequence[str]) -> tuple[Any, ...]:
    """What an automaton is made of, in plain data."""
    rules = sorted(parser.rules, key=lambda rule: int(rule.order))
    number = {rule: place for place, rule in enumerate(rules)}
    table = parser.parse_interactive("", start=starts[0]).parser_state.parse_conf.parse_table
    names = {state: place for place, state in enumerate(table.states)}
    states = [
        {_name(symbol): -1 - number[to] if to in number else names[to] for symbol, (_, to) in row.items()}
        for row in table.states.values()
    ]
    terminals = [
        (_name(t.name), str(t.pattern.value), t.pattern.type == "str", t.priority, t.pattern.to_regexp())
        for t in parser.terminals
    ]
    sought = [_name(each.name) for each in sorted(parser.terminals, key=_rank)]
    ignored = [*map(_name, parser.ignore_tokens)]
    ends = {start: (names[table.start_states[start]], names[table.end_states[start]]) for start in starts}
    return [*map(_production, rules)], terminals, states, sought, ignored, ends


def _rank(terminal: Any) -> tuple[int, int, int, str]:
    """What Lark orders terminals by when it looks for them."""
    pattern = terminal.pattern
    return -terminal.priority, -pattern.max_width, -len(pattern.value), terminal.name


def _production(rule: Any) -> tuple[Any, ...]:
    name = _name(rule.alias or rule.options.template_source or rule.origin.name)
    symbols = tuple(_name(symbol.name) for symbol in rule.expansion)
    parts = tuple(_part(symbol, rule.options.keep_all_tokens) for symbol in rule.expansion)
    return _name(rule.origin.name), name, bool(rule.options.expand1 and not rule.alias), symbols, parts


def _name(token: str) -> str:
    """A name as a plain text, of which there is one in all tables."""
    return sys.intern(str(token))


def _part(symbol: Any, keep_all_tokens: bool) -> int:
    if symbol.is_term:
        return KEPT if keep_all_tokens or not symbol.filter_out else LEFT_OUT
    return OPENED if symbol.name.startswith("_") else KEPT
