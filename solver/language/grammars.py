"""The one place where Lark is used: grammars by name, cached on disk, and its errors in our form."""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

import lark
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from ..errors import Malformed, Place
from ..nearest import did_you_mean
from ..tables import cache_folder

__all__ = ["VERSION", "Lark", "Token", "Tree", "compiled", "grammar", "malformed", "parse", "source"]

#: What the tables of a grammar depend on besides its text.
VERSION = f"{lark.__version__} {sys.version_info[:2]}"
_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">", '"': '"'}
_NAMES = {"_NL": "end of line", "$END": "end of text"}


def source(name: str) -> str:
    """The text of ``grammar/<name>.lark``. Raises :class:`Malformed` for a missing grammar."""
    try:
        return files("headjudge.grammar").joinpath(f"{name}.lark").read_text("utf-8")
    except FileNotFoundError:
        raise Malformed(f"there is no grammar {name}") from None


def compiled(text: str, start: str) -> Lark:
    """The LALR parser of a grammar text, made anew; it is only fed tokens."""
    return Lark(text, parser="lalr", lexer="basic", start=start, maybe_placeholders=False)


@lru_cache(maxsize=64)
def grammar(name: str, start: str) -> Lark:
    """The LALR parser of ``grammar/<name>.lark``.

    The tables are cached on disk under a key made of their content; where the cache cannot be
    written the grammar is simply built again. Raises :class:`Malformed` for a missing grammar.
    """
    text = source(name)
    cache = _cache_file(text, start)
    return Lark(text, parser="lalr", lexer="contextual", start=start, maybe_placeholders=False, cache=cache)


def _cache_file(text: str, start: str) -> str | bool:
    key = f"{VERSION} {start}\n{text}"
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    if not os.access(folder, os.W_OK):
        return False
    return str(folder / f"grammar-{hashlib.sha256(key.encode()).hexdigest()[:24]}")


def parse(
    name: str, start: str, text: str, file: str = "<text>", readable: Mapping[str, str] | None = None
) -> Tree[Token]:
    """The tree of a text under a grammar; :class:`Malformed` with place, found and expected.

    ``readable`` gives terminals the name under which an error lists them.
    """
    try:
        return grammar(name, start).parse(text)
    except UnexpectedInput as error:
        raise malformed(error, grammar(name, start), text, file, readable) from None


def malformed(
    error: UnexpectedInput,
    parser: Lark,
    text: str,
    file: str = "<text>",
    readable: Mapping[str, str] | None = None,
) -> Malformed:
    """A Lark error as :class:`Malformed`: where, what stood there and what could have stood there."""
    names = _NAMES | dict(readable or {})
    position = getattr(error, "pos_in_stream", None)
    if position is None or position < 0:
        position = len(text)
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    rest = text[position : position + 80].partition("\n")[0].strip()
    found = re.match(r"[#@(<\[{\"]?[\w'’-]+|\S+|", rest)
    word = found[0] if found else ""
    if isinstance(error, UnexpectedToken):
        allowed = error.accepts or error.expected
    else:
        allowed = getattr(error, "allowed", None) or set()
    expected = tuple(sorted({names.get(each) or _readable(parser, each) for each in allowed} - {""}))
    if not word:
        what = "the line ends too early" if position < len(text) else "the text ends too early"
    else:
        what = f"{word} cannot stand here"
    closing = _CLOSING.get(word[:1], "")
    if closing and closing not in text[position + 1 :].partition("\n")[0]:
        advice = f"close it with {closing}"
    else:
        advice = did_you_mean(word, expected) if word else ""
    place = Place(file, line, column)
    return Malformed(what, place=place, found=word or "end of line", expected=expected, advice=advice)


def _readable(parser: Lark, terminal: str) -> str:
    """A terminal as a person would call it: its own text, or its name in words."""
    if terminal.startswith("_") or terminal in parser.lexer_conf.ignore:
        return ""
    pattern = parser.get_terminal(terminal).pattern
    if pattern.type == "str":
        return pattern.value
    keyword = re.fullmatch(r"(?:\(\?i:)?([\w-]+?)(?:\(\?=.*\)|\\b)?\)?", pattern.value)
    return keyword[1] if keyword else terminal.lower().replace("_", " ")
