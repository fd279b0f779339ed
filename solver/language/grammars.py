"""The one place where Lark is used: to compile grammars, and to say why a text does not fit one."""

from __future__ import annotations

import gc
import hashlib
import logging
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import NoReturn

import lark
from lark import Lark
from lark.exceptions import GrammarError, UnexpectedInput, UnexpectedToken

from ..errors import Malformed, Place
from ..nearest import did_you_mean
from ..tables import cache_file
from .automaton import source

_CLOSING = {"(": ")", "[": "]", "{": "}", "<": ">", '"': '"'}
_NAMES = {"_NL": "end of line", "$END": "end of text"}


def compiled(text: str, *starts: str) -> Lark:
    """The LALR parser of a grammar text for its start rules, made anew; it is only fed tokens.

    Raises ``lark.exceptions.GrammarError`` for a conflict of any kind: Lark itself raises it only for two
    productions that end at the same place, and settles between going on and ending without a word.
    """
    with _conflicts_settled() as settled, _nothing_collected():
        parser = Lark(text, parser="lalr", lexer="basic", start=[*starts], maybe_placeholders=False)
    if settled:
        raise GrammarError(
            "\n".join([f"the grammar has conflicts, read from {', '.join(starts)}:", *settled])
        )
    return parser


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Without a search for cyclic garbage: Lark's tables all stay, and it takes a fifth of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def _conflicts_settled() -> Iterator[list[str]]:
    """The conflicts that Lark settles meanwhile: it tells of them in its log only."""
    settled: list[str] = []

    def hear(record: logging.LogRecord) -> bool:
        if "conflict" in record.msg:
            settled.append(record.getMessage())
        return False

    level = lark.logger.level
    lark.logger.addFilter(hear)
    lark.logger.setLevel(logging.DEBUG)
    try:
        yield settled
    finally:
        lark.logger.setLevel(level)
        lark.logger.removeFilter(hear)


def refuse(
    name: str, start: str, text: str, file: str = "<text>", readable: Mapping[str, str] | None = None
) -> NoReturn:
    """Say why a text cannot be read under a grammar: :class:`Malformed` with place, found and expected."""
    parser = _contextual(name, start)
    try:
        parser.parse(text)
    except UnexpectedInput as error:
        raise malformed(error, parser, text, file, readable) from None
    raise Malformed("this cannot be read", place=Place(file))


@lru_cache(maxsize=16)
def _contextual(name: str, start: str) -> Lark:
    """The parser of a grammar with a lexer of its own, kept on disk under a key made of its content."""
    text = source(name)
    key = f"{lark.__version__} {sys.version_info[:2]} {start}\n{text}"
    cache = cache_file(f"grammar-{hashlib.sha256(key.encode()).hexdigest()[:24]}") or False
    return Lark(text, parser="lalr", lexer="contextual", start=start, maybe_placeholders=False, cache=cache)


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
