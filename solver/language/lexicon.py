"""The words of a game's rules text: which class a word belongs to, what it means, where a reading stops.

A grammar declares its word classes as terminals; the words themselves are plain lists beside it
(``grammar/<game>/*.toml``, design section 5). Here a text becomes the tokens its grammar can take next:
the longest match among the terminals the LALR state accepts, always of whole words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ..errors import Malformed
from ..nearest import like
from ..tables import read_table
from ..terms import Term, read, slug
from .grammars import Token, Tree, UnexpectedInput, grammar

_MOST_EXPECTED = 8
_FIRST = re.compile(r"\s*(\w+|\S|)")


@dataclass(frozen=True)
class Stop:
    """Where a reading stopped."""

    position: int
    expected_here: Callable[[], tuple[str, ...]]

    @property
    def expected(self) -> tuple[str, ...]:
        """What could have stood there, in words: the likeliest first, eight at most."""
        return self.expected_here()[:_MOST_EXPECTED]


class Lexicon:
    """The words of one game and the parser that reads them from one start rule.

    ``words`` gives the meanings of each word of a class, in the order of the lists; a word with several
    meanings makes several abilities. :meth:`pattern` finds a terminal in a text; of equally long matches the
    earlier wins: terminals with a priority, literals, listed words, open classes. Raises
    :class:`Malformed` for a game without word lists or grammar.
    """

    def __init__(self, game: str, start: str) -> None:
        self.words = _word_lists(game)
        self.parser = grammar(f"{game}/rules_text", start, lexer="basic")  # it is only fed tokens
        terminals = self.parser.terminals
        self.literals = {t.name: str(t.pattern.value) for t in terminals if t.pattern.type == "str"}
        classes = {t.name: str(t.pattern.value) for t in terminals if t.pattern.type != "str"}
        listed: dict[str, tuple[str, ...]] = {name: (literal,) for name, literal in self.literals.items()}
        listed |= {name: tuple(words) for name, words in self.words.items()}
        first = {t.name: classes[t.name] for t in terminals if t.priority > 0}
        self._sources: dict[str, str | tuple[str, ...]] = {**first, **listed, **classes}
        self._beginnings = {name: frozenset(map(_first, phrases)) for name, phrases in listed.items()}
        self._meaning = {
            name: {_fold(word): meaning for word, meaning in words.items()}
            for name, words in self.words.items()
        }
        self._open: dict[int, tuple[str, ...]] = {}

    def meaning(self, token: Token) -> tuple[Term, ...]:
        """What a token stands for: what its list says, a string for ``..._TEXT``, a number, or its slug."""
        if token.type in self._meaning:
            return self._meaning[token.type][_fold(token)]
        if token.type == "QUOTED_TEXT":
            return (" ".join(token[1:-1].split()),)
        if token.type.endswith("_TEXT"):
            return (" ".join(token.split()),)
        return (read(slug(token)) if token[0].isalpha() else int(token),)

    def pattern(self, terminal: str) -> re.Pattern[str]:
        """What finds a terminal in a text, compiled when it is first asked for."""
        return _pattern(self._sources[terminal])

    def parse(self, text: str) -> Tree[Token] | Stop:
        """The one tree of a whole text, or where reading stopped; only blanks are passed over."""
        parser: Any = self.parser.parse_interactive("")
        text, position = text.rstrip(), 0
        try:
            while position < len(text):
                name, end = "", position
                for candidate in self._candidates(parser, text, position):
                    match = self.pattern(candidate).match(text, position)
                    if match and match.end() > end:
                        name, end = candidate, match.end()
                if not name:
                    break
                parser.feed_token(Token(name, text[position:end].strip()))
                position = end
            else:
                tree: Tree[Token] = parser.feed_eof()
                return tree
        except UnexpectedInput:
            pass
        return Stop(position, lambda: self._expected(parser, word_at(text, position)))

    def _candidates(self, parser: Any, text: str, position: int) -> Iterator[str]:
        """The terminals the parser's state has an action for and that may begin with the next word."""
        state = parser.parser_state.position
        if state not in self._open:
            choices = parser.choices()
            self._open[state] = tuple(name for name in self._sources if name in choices)
        word = _first(text, position)
        for name in self._open[state]:
            if name not in self._beginnings or word in self._beginnings[name]:
                yield name

    def _expected(self, parser: Any, found: str) -> tuple[str, ...]:
        """What the parser accepts, in words: first those like the word found there, then by class."""
        accepted = parser.accepts()
        names = [name for name in self._sources if name in accepted]
        literals = [self.literals[name] for name in names if name in self.literals]
        words = literals + [word for name in names for word in self.words.get(name, ())]
        near = like(found, words, 3)
        classes = [self._class_name(name) for name in names if name not in self.literals]
        return tuple(dict.fromkeys(near + classes + literals))

    def _class_name(self, terminal: str) -> str:
        """A word class as a person would call it, with its first word as an example."""
        name = terminal.strip("_").lower().replace("_", " ").removesuffix(" text")
        return f"{name} ({next(iter(self.words[terminal]))})" if terminal in self.words else name


@cache
def lexicon(game: str, start: str) -> Lexicon:
    """The :class:`Lexicon` of a game for one start rule, loaded once."""
    return Lexicon(game, start)


@cache
def _word_lists(game: str) -> dict[str, dict[str, tuple[Term, ...]]]:
    """The classes of ``grammar/<game>/*.toml``: the meanings of each word."""
    folder = files("headjudge.grammar").joinpath(game)
    lists = [file for file in folder.iterdir() if file.name.endswith(".toml")] if folder.is_dir() else []
    if not lists:
        raise Malformed(f"there are no word lists for {game}", advice=f"put them into grammar/{game}/*.toml")
    classes: dict[str, dict[str, tuple[Term, ...]]] = {}
    for file in sorted(lists, key=lambda file: file.name):
        for terminal, lines in read_table(file).items():
            classes.setdefault(terminal, {}).update(map(_entry, lines))
    return classes


def _first(text: str, position: int = 0) -> str:
    match = _FIRST.match(text, position)
    return _fold(match[1]) if match else ""


def word_at(text: str, position: int) -> str:
    """The word, number or sign at a position; ``""`` at the end.

    >>> word_at("gains flyng", 6)
    'flyng'
    """
    match = re.compile(r"\s*([\w'-]+|\S|)").match(text, position)
    return match[1] if match else ""


def _entry(line: str) -> tuple[str, tuple[Term, ...]]:
    """A line of a word list: ``red``, ``elves: elf`` or ``all colors: white blue``."""
    word, colon, meanings = line.rpartition(": ")
    return (word, tuple(map(read, meanings.split()))) if colon else (line, (read(slug(line.rstrip("!"))),))


def _whole_words(*phrases: str) -> str:
    longest_first = sorted(phrases, key=len, reverse=True)
    alternatives = "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in longest_first)
    return rf"(?:{alternatives})(?:(?<!\w)|(?!\w))"


@cache
def _pattern(source: str | tuple[str, ...]) -> re.Pattern[str]:
    pattern = source if isinstance(source, str) else _whole_words(*source)
    return re.compile(rf"\s*(?:{pattern})", re.IGNORECASE | re.DOTALL)


def _fold(word: str) -> str:
    return " ".join(word.casefold().split())
