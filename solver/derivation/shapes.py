"""Shapes: what facts and the terms in them look like, whoever and however many they are about.

A term is described by its symbols. A symbol is a name with its number of arguments (``put/2``), one
symbol stands for every string and number; a place is an argument of a symbol (``put/2.1``, the second of
``put``). Which symbols may stand at which place is kept as one number for each place, a bit for each symbol.
The constant ``_`` of a shape stands for anything.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import count

from ..terms import Fn, Term, read

#: The symbol of strings and numbers.
VALUE = "*"
#: What stands at a place of which nothing is known.
ANYTHING = -1

_VALUE = re.compile(r'"(?:[^"\\]|\\.)*"|-?\b\d+')
_CONSTANT = re.compile(r"[a-z_]\w*+(?!\()")
_numbers: defaultdict[str, int] = defaultdict(count().__next__)


def bit(symbol: str) -> int:
    """The number of which only the bit of this symbol is set, for ``_`` every bit."""
    return ANYTHING if symbol == "_/0" else 1 << _numbers[symbol]


@functools.lru_cache(maxsize=1 << 16)
def shape_of(fact: str) -> str:
    """A fact with 0 for every string and number.

    >>> shape_of('zone("red box",pt(-1,2),shelf)')
    'zone(0,pt(0,0),shelf)'
    """
    return _VALUE.sub("0", fact)


def blurred(shape: str, constants: Collection[str]) -> str:
    """A shape with 0 for every constant but these.

    >>> blurred("zone(0,pt(0,0),shelf,floor)", {"shelf"})
    'zone(0,pt(0,0),shelf,0)'
    """
    name, bracket, rest = shape.partition("(")
    return (
        name
        + bracket
        + _CONSTANT.sub(lambda word: word[0] if word[0] in constants or word[0] == "_" else "0", rest)
    )


@functools.lru_cache(maxsize=1 << 14)
def contents(shape: str) -> tuple[str, tuple[tuple[str, int], ...]]:
    """The signature of a shape, and the bits of the symbols at its places.

    >>> signature, places = contents("zone(0,shelf)")
    >>> signature, places == (("zone/2.0", bit("*")), ("zone/2.1", bit("shelf/0")))
    ('zone/2', True)
    """
    fact = read(shape)
    assert isinstance(fact, Fn)
    return _symbol(fact), tuple((place, bit(symbol)) for place, symbol in _inside(fact))


def _symbol(term: Term) -> str:
    return f"{term.name}/{len(term.args)}" if isinstance(term, Fn) else VALUE


def _inside(term: Term) -> Iterator[tuple[str, str]]:
    if isinstance(term, Fn):
        for index, argument in enumerate(term.args):
            yield f"{_symbol(term)}.{index}", _symbol(argument)
            yield from _inside(argument)
