"""Costs in symbols, such as ``{2}{A/B}``, by the table ``[symbols]`` of a game's notation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Any

from ..nearest import did_you_mean
from ..terms import LARGEST, Fn, Term, quote, show
from .names import Names, Unclear
from .slots import Slot, Value

_SYMBOL = re.compile(r"\{([^{}]*)\}")
_WHOLE = re.compile(r"0|[1-9]\d{0,9}")
_ROW = re.compile(r"(?:\{[^{}\s\"]*\})+")
_QUOTED = re.compile(rf'"({_ROW.pattern})"')
_JOINED = re.compile(rf'"({_ROW.pattern} [^\s"{{}}]+ {_ROW.pattern})"')


@dataclass(frozen=True, eq=False)
class Symbols:
    """The symbols of a game.

    ``single`` maps a symbol to its term, ``whole`` is the term that whole numbers count. A symbol of several
    parts, divided by ``/``, fits the pattern ``several``; ``parts`` are the terms of its parts, ``either``
    joins two of them. ``units`` are the symbols of what can be had, ``fact`` says how often a cost has one,
    ``joined`` that a text joins costs by a word, and which.
    """

    single: Mapping[str, str]
    whole: str
    several: re.Pattern[str]
    parts: Mapping[str, str]
    either: str
    units: tuple[str, ...]
    fact: str
    joined: str

    @classmethod
    def of(cls, table: Mapping[str, Any]) -> Symbols:
        """The symbols in a table of notation.toml; ``KeyError`` if it lacks a part."""
        several = table["several"]
        return cls(
            single=table["single"],
            whole=str(table["whole"]),
            several=re.compile(several["pattern"]),
            parts=several["parts"],
            either=several["either"],
            units=tuple(table["units"]),
            fact=str(table["fact"]),
            joined=str(table["joined"]),
        )

    @cached_property
    def known(self) -> tuple[str, ...]:
        """All symbols but the whole numbers."""
        rows = (permutations(self.parts, length) for length in (2, 3))
        joined = ("/".join(row) for each in rows for row in each)
        return (*filter(self.several.fullmatch, joined), *self.single)

    def spell(self, cost: str) -> dict[str, int]:
        """The terms of the symbols of a cost, each with its number; ``{}`` has none.

        Raises :class:`Unknown` for a symbol that the game does not have.
        """
        spelled: dict[str, int] = {}
        for found in _SYMBOL.finditer(cost if cost != "{}" else ""):
            term, number = self._meaning(found[1], found.start())
            spelled[term] = spelled.get(term, 0) + number
            if spelled[term] > LARGEST:
                raise Unknown(found[1], found.start(), f"at most {LARGEST}")
        return spelled

    def _meaning(self, symbol: str, at: int) -> tuple[str, int]:
        if symbol in self.single:
            return self.single[symbol], 1
        if _WHOLE.fullmatch(symbol) and int(symbol) <= LARGEST:
            return self.whole, int(symbol)
        parts = symbol.split("/")
        if not self.several.fullmatch(symbol) or len(set(parts)) < len(parts):
            raise Unknown(symbol, at, did_you_mean(symbol, self.known))
        *before, term = (self.parts[part] for part in parts)
        for first in reversed(before):
            term = self.either.format(first=first, second=term)
        return term, 1

    def facts(self, facts: Iterable[str]) -> Iterator[str]:
        """How often each symbol stands in the costs that some facts speak of, as quoted texts.

        A text with an unknown symbol is no cost.
        """
        given = [fact for fact in facts if '"{' in fact]
        costs = {cost: None for fact in given for cost in _QUOTED.findall(fact)}
        for text in {text: None for fact in given for text in _JOINED.findall(fact)}:
            for row in _ROW.findall(text):
                costs[row] = None
                yield self.joined.format_map({"costs": quote(text), "cost": quote(row)})
        for cost in costs:
            yield from self._facts(cost)

    @lru_cache(maxsize=4096)  # noqa: B019  (lives as long as its game)
    def _facts(self, cost: str) -> tuple[str, ...]:
        try:
            spelled = self.spell(cost)
        except Unknown:
            return ()
        return tuple(
            self.fact.format_map({"cost": quote(cost), "symbol": symbol, "number": number})
            for symbol, number in spelled.items()
        )

    def show_units(self, units: Iterable[tuple[Term, Term]]) -> str:
        """A row of symbols for terms with numbers, in the order of the table; ``""`` for what has none."""
        numbers = {show(term): number for term, number in units}
        row = ""
        for symbol in self.units:
            number = numbers.pop(self.single[symbol], 0)
            if not isinstance(number, int) or not 0 <= number <= _MOST:
                return ""
            row += f"{{{symbol}}}" * number
        return "" if numbers else row

    def cost_slot(self) -> Slot:
        """The slot for a cost: its symbols as they stand, as a quoted text."""

        def read_cost(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
            if found := _ROW.match(text, start):
                self.spell(found[0])
                yield found.end(), Value((quote(found[0]),), found[0])

        def show_cost(term: Term, names: Names) -> str | None:
            return term if isinstance(term, str) and _ROW.fullmatch(term) and self._facts(term) else None

        expected = tuple(f"{{{symbol}}}" for symbol in self.single)
        return Slot(read_cost, show_cost, lambda names: expected)

    def units_slot(self) -> Slot:
        """The slot for what can be had: each term of a unit with its number, as two arguments of a fact."""
        expected = tuple(f"{{{symbol}}}" for symbol in self.units)

        def read_units(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
            if found := _ROW.match(text, start):
                for symbol in _SYMBOL.findall(found[0]):
                    if symbol not in self.units:
                        advice = f"write {', '.join(expected)}, once for each"
                        raise Unclear(f"{{{symbol}}} is nothing that one can have", advice)
                row = self.show_units((Fn(t), number) for t, number in self.spell(found[0]).items())
                yield found.end(), Value(tuple(f"{t},{n}" for t, n in self.spell(row).items()), row)

        return Slot(read_units, lambda term, names: None, lambda names: expected)


#: No board shows more units of one kind.
_MOST = 10_000


class Unknown(Unclear):
    """A symbol that the game does not have, and where it stands in the cost."""

    def __init__(self, symbol: str, at: int, advice: str) -> None:
        super().__init__(f"there is no symbol {{{symbol}}}", advice)
        self.symbol, self.at = symbol, at
