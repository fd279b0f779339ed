"""Whether a cost can be paid (106, 107.4, 118.3, 119.4), by trying every way; what a cost makes of its card.

Written from the rule text. A cost is a row of symbols without braces, ``["2", "W/U", "R/P"]``; a unit is one
mana that somebody has or could add: the types it may be, as letters, and whether a snow source adds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

COLORS = "WUBRG"
TYPES = "WUBRGC"
LIFE_FOR_A_SYMBOL = 2


class Unit(NamedTuple):
    """One mana: the types that it may be, and whether it comes from a snow source."""

    types: frozenset[str]
    snow: bool = False


class Way(NamedTuple):
    """One way to pay a symbol: the mana it takes, each as the letters that are good for it (``S`` is snow),
    and the life."""

    mana: tuple[str, ...] = ()
    life: int = 0


def ways(symbol: str) -> list[Way]:
    """How one symbol of a cost is paid (107.4)."""
    if symbol.isdigit():
        return [Way((TYPES,) * int(symbol))]
    if symbol == "P":
        return [Way(life=LIFE_FOR_A_SYMBOL)]
    if len(symbol) == 1:
        return [Way((symbol,))]
    return [way for part in symbol.split("/") for way in ways(part)]


def payable(cost: Sequence[str], units: Sequence[Unit], life: int) -> bool:
    """Whether some choice of ways for the symbols and of mana for each of them pays a cost in full."""
    for chosen in product(*map(ways, cost)):
        paid = sum(way.life for way in chosen)
        if (paid == 0 or paid <= life) and _assign([m for way in chosen for m in way.mana], list(units)):
            return True
    return False


def _assign(needs: list[str], units: list[Unit]) -> bool:
    """Whether each need gets a unit of its own."""
    if not needs:
        return True
    if len(needs) > len(units):
        return False
    first, *rest = sorted(needs, key=len)
    tried = set()
    for at, unit in enumerate(units):
        good = unit.snow if first == "S" else bool(unit.types & set(first))
        if good and unit not in tried:
            tried.add(unit)
            if _assign(rest, units[:at] + units[at + 1 :]):
                return True
    return False


def colors(cost: Sequence[str]) -> set[str]:
    """The colors of an object with this mana cost (202.2)."""
    return {letter for symbol in cost for letter in symbol if letter in COLORS}


def mana_value(cost: Sequence[str], x: int = 0) -> int:
    """The mana value of an object with this mana cost (202.3); ``x`` is what was chosen for it."""
    total = 0
    for symbol in cost:
        parts = symbol.split("/")
        total += x if symbol == "X" else max(int(part) if part.isdigit() else part != "P" for part in parts)
    return total
