"""Ability terms back to rules text: the grammar that reads a text also says it.

The rules of ``rules_text.lark`` are tried in their order, so the first of several phrases with one meaning
is the one that is printed. What is printed is read back as the same term (a property test holds it to that).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from ..errors import Malformed
from ..terms import Fn, Term, read, show
from .automaton import KEPT, Production
from .lexicon import lexicon

#: The word a terminal stands for that looks at what comes after it.
_BEFORE = re.compile(r"\\s\*\(\?:([\w, ]+)\(\?=")
#: What has to come after a terminal, at the end of its pattern.
_AFTER = re.compile(r"\(\?=[^()]*\)\)\Z")
_ARTICLE = re.compile(r"\ba$")
_SAME = {"keywords", "sentence"}
#: Names of rules that stand for no functor and may mean terms of any.
_ANY = ("about", "apply", "blank", "let")


class _Phrase:
    """A production as it is said: its symbols, and which of them stand for parts of the term."""

    def __init__(self, production: Production) -> None:
        self.symbols = production.symbols
        self.kept = [part == KEPT for part in production.parts]
        self.count = sum(self.kept)
        self.name = production.name
        alone = production.plain and self.count == 1
        self.transparent = self.name in _SAME or self.name == "quote" or alone
        functor, *order = re.split(r"_(?=\d)", self.name)
        self.functor = functor
        self.order = [order.index(str(place + 1)) for place in range(self.count)] if order else None

    def children(self, term: Term) -> Sequence[Term] | None:
        """The terms that the kept symbols must mean if the whole is to mean ``term``."""
        if self.transparent:
            return (term,) if self.count == 1 else None
        if self.name == "blank":
            return () if term == "" else None
        if not isinstance(term, Fn):
            return None
        if self.name == "about":
            return (term.args[0], Fn(term.name, term.args[1:])) if term.args else None
        if self.name == "apply":
            return (Fn(term.name), *term.args) if self.count == len(term.args) + 1 else None
        if self.functor != term.name or len(term.args) != self.count:
            return None
        return term.args if self.order is None else [term.args[place] for place in self.order]


class Wording:
    """How the terms of one game are said, beginning from one rule of one of its grammars."""

    def __init__(
        self,
        game: str,
        start: str,
        file: str = "rules_text",
        quoted: Callable[[Term], str | None] | None = None,
    ) -> None:
        self.start = start
        self.quoted = quoted or (lambda term: print_ability(game, show(term)))
        self.lexicon = lexicon(game, start, file)
        self.productions: dict[str, list[Production]] = defaultdict(list)
        for production in self.lexicon.automaton.productions:
            self.productions[production.origin].append(production)
        self._phrases: dict[str, list[_Phrase]] = {}
        self._fitting: dict[tuple[str, str], list[_Phrase]] = {}
        self._said: dict[tuple[str, Term], str | None] = {}

    def say(self, symbol: str, term: Term) -> str | None:
        """The first phrase of a symbol of the grammar that means the term."""
        key = symbol, term
        if key not in self._said:
            if symbol in self.productions:
                phrases = (self._say_phrase(phrase, term) for phrase in self._phrases_for(symbol, term))
                self._said[key] = next((phrase for phrase in phrases if phrase is not None), None)
            else:
                self._said[key] = self._say_token(symbol, term)
        return self._said[key]

    def _phrases_of(self, symbol: str) -> list[_Phrase]:
        """The phrases of a symbol; most of a grammar's are never asked for."""
        if symbol not in self._phrases:
            self._phrases[symbol] = [_Phrase(production) for production in self.productions[symbol]]
        return self._phrases[symbol]

    def _phrases_for(self, symbol: str, term: Term) -> Sequence[_Phrase]:
        """The phrases of a symbol that may mean a term, in their order."""
        functor = term.name if isinstance(term, Fn) else ""
        key = symbol, functor
        if key not in self._fitting:
            self._fitting[key] = [
                phrase
                for phrase in self._phrases_of(symbol)
                if phrase.transparent or phrase.functor in (functor, *_ANY)
            ]
        return self._fitting[key]

    def _say_phrase(self, phrase: _Phrase, term: Term) -> str | None:
        args = phrase.children(term)
        if args is None:
            return None
        if phrase.name == "quote":
            quoted = self.quoted(term)
            return None if quoted is None else f'"{quoted}"'
        rest, said = iter(args), []
        for symbol, kept in zip(phrase.symbols, phrase.kept, strict=True):
            word = self.say(symbol, next(rest)) if kept else self._say_word(symbol)
            if word is None:
                return None
            said.append(word)
        return _joined(said)

    def _say_word(self, symbol: str) -> str | None:
        """A word that stands for nothing: a literal, the first of its class, what a pattern begins with."""
        if symbol not in self.productions:
            seen = _BEFORE.match(self.lexicon.pattern(symbol).pattern)
            first = next(iter(self.lexicon.words.get(symbol, ())), seen and seen[1])
            return self.lexicon.literals.get(symbol, first)
        words = [self._say_word(part) for part in self.productions[symbol][0].symbols]
        return None if None in words else _joined([word for word in words if word])

    def _say_token(self, terminal: str, term: Term) -> str | None:
        """A term as a token of a class: the first word of the list, or a text its pattern takes whole."""
        if terminal in self.lexicon.words:
            return self.lexicon.words.saying(terminal, term)
        match term:
            case str() if terminal.endswith("_TEXT"):
                texts = [f'"{term}"' if terminal == "QUOTED_TEXT" else term]
            case int():
                texts = [f"{term}", f"{term:+d}"]
            case _:
                texts = [show(term)]
        alone = _alone(self.lexicon.pattern(terminal))
        return next((text for text in texts if alone.fullmatch(text)), None)


@cache
def _alone(pattern: re.Pattern[str]) -> re.Pattern[str]:
    """What finds a terminal, whatever comes after it."""
    return re.compile(_AFTER.sub(")", pattern.pattern), pattern.flags)


def _joined(words: Sequence[str]) -> str:
    """The words in one line, without blanks where none belong."""
    line = ""
    for word in words:
        if word:
            article = "n" if line.endswith("a") and word[0] in "aeiouAEIOU" and _ARTICLE.search(line) else ""
            close = not line or word[0] in ",/" or line.endswith(("/", "non-"))
            close |= word == "-" or (line[-1:] == "-" and line[-2:-1].isdigit())
            line += article + ("" if close else " ") + word
    return line


@cache
def _wording(game: str, start: str, file: str = "rules_text") -> Wording:
    return Wording(game, start, file)


@lru_cache(maxsize=65536)
def print_ability(game: str, term: str, duration: str | None = None) -> str:
    """The canonical text of an ability term; :func:`.read_text` gives the term back.

    A line that is ``stated(Statement, Text)`` is its text.
    Raises :class:`Malformed` for a term that has no wording in the game.
    """
    match read(term):
        case Fn("stated", (_, str(text))):
            return text
    for start in ("sentence", "described"):
        wording = _wording(game, start)
        said = wording.say(wording.start, read(term))
        lasting = wording.lexicon.words.saying("DURATION", read(duration)) if duration else ""
        if said is not None and lasting is not None:
            return f"{said} {lasting}".strip()
    found, advice = f"{term} {duration or ''}".strip(), f"add one to grammar/{game}/rules_text.lark"
    raise Malformed("this ability has no wording", found=found, advice=advice)
