"""What a card's text tells to do, as its rules need it: instructions in their order, and targets by number.

A text is one or several lines, divided by ``;``. Its instructions are counted through all lines; what is done
one thing after another is several instructions, and what stands around them (a condition, a permission) is a
head of each, with the number of the first instruction it stands around. Each phrase that names a target is
counted too, and stands in the instructions as ``target(Number)``. Which functors join, head and aim so, the
table ``[instructions]`` of ``grammar/<game>/cards/lines.toml`` says.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from ..terms import Fn, Term
from .card_reading import Line, facts, read_card
from .normal import card_table

#: A line of a text: it ends at ``;`` outside quotations, and before the mark of a mode.
_LINE = re.compile(r"""(?:"[^"]*"|[^;\n•"])+|•(?:"[^"]*"|[^;\n•"])+""")
_BULLET = "•"
#: What is followed, and what is said about following it; the latter is an effect too where it is said last.
_INSTRUCTING = ("effect", "proviso")


class _Tables(NamedTuple):
    """What functors mean for the order of instructions: those that join, that stand around one (and which
    of their arguments it is), that aim, and in which nothing aims."""

    sequence: frozenset[str]
    heads: Mapping[str, int]
    targets: frozenset[str]
    no_targets: frozenset[str]


@cache
def _tables(game: str) -> _Tables:
    table = card_table(game, "lines")["instructions"]
    return _Tables(
        frozenset(table["sequence"]),
        table["heads"],
        frozenset(table["targets"]),
        frozenset(table["no_targets"]),
    )


class Told(NamedTuple):
    """One thing a text tells: its role, its number among those of the role, the term.

    ``group`` is for a head the first instruction under it; for a mode, its number.
    """

    role: str
    number: int
    term: Term
    group: int = 0


@lru_cache(maxsize=4096)
def told(game: str, text: str) -> tuple[Told, ...]:
    """What a text tells, in its order; a line that cannot be read is told as ``unread``.

    Roles are ``kind`` (of each line), ``instruction``, ``head``, ``target``, ``mode`` (of an instruction),
    ``target_mode``, ``unread``, and those of :func:`.card_reading.facts` for all other parts (``cost``, ...).
    """
    return tuple(_Telling(game).lines(text))


class _Telling:
    """Counts through the lines of one text."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.table = _tables(game)
        self.instructions = self.targets = self.modes = self.line_number = 0
        self.others: dict[str, int] = {}

    def lines(self, text: str) -> Iterator[Told]:
        for piece in filter(None, map(str.strip, _LINE.findall(text))):
            for line in read_card(self.game, piece):
                self.line_number += 1
                self.modes += piece.startswith(_BULLET)
                if line.read:
                    yield from self.line(line, self.modes if piece.startswith(_BULLET) else 0)
                else:
                    yield Told("unread", self.line_number, line.text)

    def line(self, line: Line, mode: int) -> Iterator[Told]:
        yield Told("kind", self.line_number, Fn(line.kind))
        for fact in facts(line):
            if fact.role in _INSTRUCTING:
                first, aimed = self.instructions, self.targets
                yield from self.instruction(fact.term, ())
                if mode:
                    yield from (
                        Told("mode", n, Fn(""), mode) for n in range(first + 1, self.instructions + 1)
                    )
                    yield from (
                        Told("target_mode", n, Fn(""), mode) for n in range(aimed + 1, self.targets + 1)
                    )
            elif fact.role not in ("ability", "target"):
                self.others[fact.role] = self.others.get(fact.role, 0) + 1
                yield Told(fact.role, self.others[fact.role], fact.term)

    def instruction(self, term: Term, heads: tuple[tuple[int, Term], ...]) -> Iterator[Told]:
        """One act: what is joined in it one after the other, and what its heads stand around."""
        if isinstance(term, Fn) and term.name in self.table.sequence:
            for part in term.args:
                yield from self.instruction(part, heads)
        elif isinstance(term, Fn) and (place := self.table.heads.get(term.name)) is not None and term.args:
            under = term.args[place]
            around = tuple(arg for arg in term.args if arg is not under)
            head = Fn(term.name, around)
            yield from self.instruction(under, (*heads, (self.instructions + 1, head)))
        else:
            self.instructions += 1
            numbered = yield from self.aimed(term)
            yield Told("instruction", self.instructions, numbered)
            yield from (Told("head", self.instructions, head, group) for group, head in heads)

    def aimed(self, term: Term) -> Generator[Told, None, Term]:
        """The term with its targets by their numbers; each of them is told."""
        if not isinstance(term, Fn) or term.name in self.table.no_targets:
            return term
        if term.name in self.table.targets:
            self.targets += 1
            yield Told("target", self.targets, term)
            return Fn("target", (self.targets,))
        args = []
        for arg in term.args:
            args.append((yield from self.aimed(arg)))
        return Fn(term.name, tuple(args))
