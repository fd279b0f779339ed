"""The words of a text, as grammars and word lists tell them apart."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_WORD = re.compile(r"""\{[^{}]*\}|"[^"]*"|'s\b|\d+|[^\W\d_]+(?:'(?!s\b)[^\W\d_]+)?|\S""", re.IGNORECASE)


class Word(NamedTuple):
    """A word, sign or quotation of a text, folded, and where it stands there."""

    folded: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def split(text: str) -> tuple[Word, ...]:
    """The words of a text: letters, numbers, single signs, symbols in braces and whole quotations.

    >>> [word.folded for word in split("Non-Lamp keeper's {2/W}")]
    ['non', '-', 'lamp', 'keeper', "'s", '{2/w}']
    """
    return tuple(Word(match[0].casefold(), *match.span()) for match in _WORD.finditer(text))


def parts(phrase: str) -> tuple[str, ...]:
    """The words of a phrase, folded, without their places."""
    return tuple(map(str.casefold, _WORD.findall(phrase)))


def fold(phrase: str) -> str:
    """One spelling of a phrase, whatever blanks stand between its words and signs.

    >>> fold("Lamp,  keeper"), fold("lamp, keeper")
    ('lamp , keeper', 'lamp , keeper')
    """
    return " ".join(parts(phrase))
