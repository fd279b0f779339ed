"""Ground terms as clingo prints them: read, print, quote, and match against a pattern with slots.

A term is an ``int``, a quoted string (a Python ``str``) or a :class:`Fn`: a constant (no arguments),
a function, or a tuple (empty name). In patterns ``{name}`` is a slot. The
constant ``_`` stands where a value is not known.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from .errors import Malformed

#: No number on a board is larger, so that sums of a few stay within the 32 bits of clingo's integers.
LARGEST = 100_000_000

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|-?\d+|_*[a-z][\w\']*|_|\{\w+\}|[(),-]|$)')
_SLUG = re.compile(r"[a-z][a-z0-9_]*\Z", re.ASCII)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class Fn(NamedTuple):
    """A constant ``Fn("lit")``, a function ``Fn("pair", (1, 1))`` or a tuple ``Fn("", (1, 2))``."""

    name: str
    args: tuple[Term, ...] = ()

    def __str__(self) -> str:
        if not self.args and self.name:
            return self.name
        inside = ",".join(map(show, self.args))
        return (
            f"{self.name}({inside},)" if not self.name and len(self.args) == 1 else f"{self.name}({inside})"
        )


Term = int | str | Fn


def quote(text: str) -> str:
    r"""The clingo string for a text.

    >>> print(quote('Odd "name"'))
    "Odd \"name\""
    """
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def unquote(text: str) -> str:
    """The text inside a clingo string, the inverse of :func:`quote`; other text is returned as it is."""
    if not text.startswith('"'):
        return text
    return _ESCAPE.sub(lambda m: "\n" if m[1] == "n" else m[1], text[1:-1])


def show(term: Term) -> str:
    """The canonical text of a term, without spaces.

    >>> show(Fn("marks", ("lamp", Fn("pair", (1, 1)), 2)))
    'marks("lamp",pair(1,1),2)'
    """
    return quote(term) if isinstance(term, str) else str(term)


@lru_cache(maxsize=65536)
def read(text: str) -> Term:
    """The term a text stands for; :class:`Malformed` if it is none.

    >>> read('moved("lamp",-3)')
    Fn(name='moved', args=('lamp', -3))
    """
    term, end = _read(text, 0)
    if text[end:].strip():
        raise Malformed("this is not one term", found=text[end:], advice="write it as clingo prints it")
    return term


def _read(text: str, start: int) -> tuple[Term, int]:
    match = _TOKEN.match(text, start)
    token = match[1] if match else ""
    if not match or not token or token in "),-":
        raise Malformed("a term is missing", found=text[start:] or text, expected=("a term",))
    end = match.end()
    if token[0] == '"':
        return unquote(token), end
    if token[0].isdigit() or token[0] == "-":
        return int(token), end
    name = "" if token == "(" else token
    if name and not text.startswith("(", end):
        return Fn(name), end
    end += bool(name)
    args: list[Term] = []
    while not text.startswith(")", end):
        arg, end = _read(text, end)
        args.append(arg)
        if text.startswith(",", end):
            end += 1
        elif not text.startswith(")", end):
            raise Malformed("a bracket is not closed", found=text[end:] or text, expected=(",", ")"))
    return Fn(name, tuple(args)), end + 1


@lru_cache(maxsize=1 << 16)
def functor(fact: str) -> str:
    """The predicate of a fact: ``functor('score("A",2)')`` is ``score``."""
    return fact.partition("(")[0]


@lru_cache(maxsize=65536)
def slug(word: str) -> str:
    """The term for a word of an open list: a constant where it fits, else a string.

    >>> slug("Brass-Lamp"), slug("Keeper's"), slug("Лампа")
    ('brass_lamp', 'keepers', '"лампа"')
    """
    plain = unicodedata.normalize("NFC", " ".join(word.lower().split()))
    constant = plain.replace("'", "").replace("’", "").replace(" ", "_").replace("-", "_")
    return constant if _SLUG.match(constant) else quote(plain)


def unify(pattern: Term, term: Term, slots: dict[str, Term]) -> bool:
    """Whether a pattern fits a term; its slots are put into ``slots`` (as they are found)."""
    if isinstance(pattern, Fn):
        if pattern.name[:1] == "{":
            return slots.setdefault(pattern.name[1:-1], term) == term
        return (
            isinstance(term, Fn)
            and pattern.name == term.name
            and len(pattern.args) == len(term.args)
            and all(unify(p, t, slots) for p, t in zip(pattern.args, term.args, strict=True))
        )
    return type(pattern) is type(term) and pattern == term
