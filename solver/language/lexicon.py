"""The words of a game's rules text: which class a word belongs to, what it means, where a reading stops.

A grammar declares its word classes as terminals; the words themselves are plain lists beside it
(``grammar/<game>/*.toml``, design section 5). Here a text becomes the tokens its grammar can take next:
the longest match among the terminals the LALR state accepts, always of whole words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache

from ..nearest import like
from ..tables import files
from ..terms import Term, read, slug
from .automaton import Run, automaton
from .normal import card_table
from .tree import Node, Token
from .word_lists import word_lists
from .words import Word, parts, split

_MOST_EXPECTED = 8
#: The grammar file of a game that all its other grammar files build on.
SHARED = "noun_phrases"


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
    """The words of one game and the parser that reads them from one start rule of one of its grammars, the
    first of ``starts`` unless another is asked for.

    ``words`` are all word lists of the game; a word with several meanings makes several abilities.
    :meth:`pattern` finds a terminal in a text; of equally long matches the earlier wins: terminals with a
    priority, literals, listed words, open classes. Raises :class:`Malformed` for a game without word lists
    or grammar.
    """

    def __init__(self, game: str, file: str, starts: Sequence[str]) -> None:
        self.words = word_lists(game)
        shared = files("headjudge.grammar").joinpath(game, f"{SHARED}.lark")
        extra = shared.read_text("utf-8") if file != SHARED and shared.is_file() else ""
        self.automaton = automaton(f"{game}/{file}", starts, extra)
        terminals = self.automaton.terminals
        self.literals = {each.name: each.pattern for each in terminals if each.literal}
        classes = {each.name: each.pattern for each in terminals if not each.literal}
        listed: dict[str, tuple[str, ...]] = {name: (literal,) for name, literal in self.literals.items()}
        used = {symbol for production in self.automaton.productions for symbol in production.symbols}
        listed |= {name: self.words.words(name) for name in self.words if name in used and name not in listed}
        first = {t.name: classes[t.name] for t in terminals if t.priority > 0}
        self._sources: dict[str, str | tuple[str, ...]] = {**first, **listed, **classes}
        self._first = frozenset(first)
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name in listed:
            phrases = (parts(self.literals[name]),) if name in self.literals else self.words.parts(name)
            for phrase in phrases if name in used else ():
                self._phrases.setdefault(phrase[0], []).append((phrase, name))
        for entries in self._phrases.values():
            entries.sort(key=lambda entry: -len(entry[0]))
        self._open: dict[int, tuple[str, ...]] = {}

    def beginning_with(self, start: str) -> Lexicon:
        """The same words and grammar, read from another of its start rules."""
        other = copy(self)
        other.automaton = self.automaton._replace(start=start)
        return other

    def meaning(self, token: Token) -> tuple[Term, ...]:
        """What a token stands for: what its list says, a string for ``..._TEXT``, a number, or its slug."""
        if token.type in self.words:
            return self.words.meaning(token.type, token)
        if token.type == "QUOTED_TEXT":
            return (" ".join(token[1:-1].split()),)
        if token.type.endswith("_TEXT"):
            return (" ".join(token.split()),)
        return (read(slug(token)) if token[0].isalpha() else int(token),)

    def pattern(self, terminal: str) -> re.Pattern[str]:
        """What finds a terminal in a text, compiled when it is first asked for."""
        return _pattern(self._sources[terminal])

    @property
    def known_words(self) -> frozenset[str]:
        """Every word, folded, of the grammar's literals and lists."""
        return frozenset(word for entries in self._phrases.values() for parts, _ in entries for word in parts)

    def may_begin(self, word: Word) -> bool:
        """Whether a text may begin with a word: ``False`` only if none can that this grammar reads."""
        may_begin = self.automaton.may_begin
        if any(may_begin(name) for _, name in self._phrases.get(word.folded, ())):
            return True
        classes = (name for name, source in self._sources.items() if isinstance(source, str))
        return any(
            may_begin(name) and (name in self._first or self.pattern(name).match(word.folded))
            for name in classes
        )

    def parse(self, text: str) -> Node | Stop:
        """The one node of a whole text, or where reading stopped; only blanks are passed over."""
        return self.parse_part(text, split(text), 0, len(split(text)))

    def coming(self, text: str) -> tuple[str, ...]:
        """The words with which a text may go on; none if it cannot be the beginning of any."""
        words, place, run = split(text), 0, Run(self.automaton)
        while place < len(words):
            name, end = self._next(run, text, words, place, len(words))
            if not name or not run.take(Token(name, text[words[place].start : words[end - 1].end])):
                return ()
            place = end
        names = [name for name in self._sources if run.accepts(name)]
        literals = [self.literals[name] for name in names if name in self.literals]
        return (*literals, *(word for name in names if name in self.words for word in self.words.words(name)))

    def parse_part(self, text: str, words: Sequence[Word], first: int, last: int) -> Node | Stop:
        """The node of the words ``first`` to ``last`` (exclusive) of a text, or where reading stopped."""
        run = Run(self.automaton)
        place = first
        while place < last:
            name, end = self._next(run, text, words, place, last)
            if not name or not run.take(Token(name, text[words[place].start : words[end - 1].end])):
                break
            place = end
        else:
            if (node := run.end()) is not None:
                return node
        position = words[place].start if place < last else words[last - 1].end if last else 0
        return Stop(position, lambda: self._expected(run, word_at(text, position)))

    def _next(self, run: Run, text: str, words: Sequence[Word], place: int, last: int) -> tuple[str, int]:
        """The terminal that goes farthest from a word of those that can be taken, and the word after it."""
        found = self._matching(run.state, text, words, place, last)
        if len(found) < 2:
            return found[0] if found else ("", place)
        return next((each for each in found if run.accepts(each[0])), found[0])

    def _matching(
        self, state: int, text: str, words: Sequence[Word], place: int, last: int
    ) -> list[tuple[str, int]]:
        """The terminals found at a word that the automaton might take in a state, the preferred first."""
        accepted = self.automaton.states[state]
        found: list[tuple[str, int]] = []
        for phrase, name in self._phrases.get(words[place].folded, ()):
            stop = place + len(phrase)
            if name in accepted and stop <= last and are(words, place, phrase):
                found.append((name, stop))
        if state not in self._open:
            classes = (name for name, source in self._sources.items() if isinstance(source, str))
            self._open[state] = tuple(name for name in classes if name in accepted)
        for name in self._open[state]:
            match = self.pattern(name).match(text, words[place].start, words[last - 1].end)
            if not match:
                continue
            stop = _after(words, place, last, match.start() + len(match[0].rstrip()))
            if stop:
                found.insert(0 if name in self._first else len(found), (name, stop))
        return sorted(found, key=lambda each: (-each[1], each[0] not in self._first))

    def _expected(self, run: Run, found: str) -> tuple[str, ...]:
        """What the automaton accepts, in words: first those like the word found there, then by class.

        Terminals with a priority, which only look ahead, come last.
        """
        names = sorted((name for name in self._sources if run.accepts(name)), key=self._first.__contains__)
        literals = [self.literals[name] for name in names if name in self.literals]
        words = literals + [word for name in names if name in self.words for word in self.words.words(name)]
        near = like(found, words, 3)
        classes = [self._class_name(name) for name in names if name not in self.literals]
        return tuple(dict.fromkeys(near + classes + literals))

    def _class_name(self, terminal: str) -> str:
        """A word class as a person would call it, with its first word as an example."""
        name = terminal.strip("_").lower().replace("_", " ").removesuffix(" text")
        return f"{name} ({self.words.words(terminal)[0]})" if terminal in self.words else name


def lexicon(game: str, start: str, file: str = "rules_text") -> Lexicon:
    """The :class:`Lexicon` of a game for one start rule of one of its grammars, loaded once."""
    return _lexicon(game, start, file)


@cache
def _lexicon(game: str, start: str, file: str) -> Lexicon:
    starts = parts_read_by(game).get(file, ())
    if start not in starts:
        return Lexicon(game, file, (start,))
    if start != starts[0]:
        return lexicon(game, starts[0], file).beginning_with(start)
    return Lexicon(game, file, starts)


@cache
def parts_read_by(game: str) -> Mapping[str, Sequence[str]]:
    """The parts of a line that each grammar file of a game reads: its start rules; none for a game that has
    no grammar for whole lines."""
    read: dict[str, tuple[str, ...]] = {}
    try:
        parts_ = card_table(game, "lines")["parts"]
    except FileNotFoundError:
        return read
    for part, names in parts_.items():
        for name in names:
            read[name] = (*read.get(name, ()), part)
    return read


def are(words: Sequence[Word], place: int, parts: tuple[str, ...]) -> bool:
    """Whether the words from a place on, of which there are enough, are these."""
    return all(words[number].folded == part for number, part in enumerate(parts, place))


def _after(words: Sequence[Word], place: int, last: int, end: int) -> int:
    """The number of the word after those that end at a position; 0 if it is in the midst of a word."""
    while place < last and words[place].end < end:
        place += 1
    return place + 1 if place < last and words[place].end == end else 0


def word_at(text: str, position: int) -> str:
    """The word, number or sign at a position; ``""`` at the end.

    >>> word_at("gains flyng", 6)
    'flyng'
    """
    match = re.compile(r"\s*([\w'-]+|\S|)").match(text, position)
    return match[1] if match else ""


def _whole_words(*phrases: str) -> str:
    longest_first = sorted(phrases, key=len, reverse=True)
    alternatives = "|".join(r"\s+".join(map(re.escape, phrase.split())) for phrase in longest_first)
    return rf"(?:{alternatives})(?:(?<!\w)|(?!\w))"


@cache
def _pattern(source: str | tuple[str, ...]) -> re.Pattern[str]:
    pattern = source if isinstance(source, str) else _whole_words(*source)
    return re.compile(rf"\s*(?:{pattern})", re.IGNORECASE | re.DOTALL)
