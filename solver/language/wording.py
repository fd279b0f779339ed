"""Ability terms back to rules text: the grammar that reads a text also says it.

The rules of ``rules_text.lark`` are tried in their order, so the first of several phrases with one meaning
is the one that is printed. What is printed is read back as the same term (a property test holds it to that).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from ..errors import Malformed
from ..terms import Fn, Term, read, show
from .lexicon import lexicon

#: The word a terminal stands for that looks at what comes after it.
_BEFORE = re.compile(r"\\s\*\(\?:([\w,]+)\(\?=")
_SAME = {"keywords", "sentence"}


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
        self.rules: dict[str, list[Any]] = defaultdict(list)
        for rule in sorted(self.lexicon.parser.rules, key=lambda rule: int(rule.order)):
            self.rules[rule.origin.name].append(rule)
        self.words = {
            name: {meanings[0]: word for word, meanings in reversed(words.items()) if len(meanings) == 1}
            for name, words in self.lexicon.words.items()
        }

    def say(self, symbol: str, term: Term) -> str | None:
        """The first phrase of a symbol of the grammar that means the term."""
        if symbol not in self.rules:
            return self._say_token(symbol, term)
        phrases = (self._say_rule(rule, term) for rule in self.rules[symbol])
        return next((phrase for phrase in phrases if phrase is not None), None)

    def _say_rule(self, rule: Any, term: Term) -> str | None:
        kept = [not s.filter_out if s.is_term else s.name[0] != "_" for s in rule.expansion]
        args = _children(rule, sum(kept), term)
        if args is None:
            return None
        if rule.alias == "quote":
            quoted = self.quoted(term)
            return None if quoted is None else f'"{quoted}"'
        rest = iter(args)
        parts = zip(rule.expansion, kept, strict=True)
        return _joined([self.say(s.name, next(rest)) if keep else self._say_word(s) for s, keep in parts])

    def _say_word(self, symbol: Any) -> str | None:
        """A word that stands for nothing: a literal, the first of its class, what a pattern begins with."""
        if symbol.is_term:
            seen = _BEFORE.match(self.lexicon.pattern(symbol.name).pattern)
            first = next(iter(self.lexicon.words.get(symbol.name, ())), seen and seen[1])
            return self.lexicon.literals.get(symbol.name, first)
        return _joined([self._say_word(part) for part in self.rules[symbol.name][0].expansion])

    def _say_token(self, terminal: str, term: Term) -> str | None:
        """A term as a token of a class: the first word of the list, or a text its pattern takes whole."""
        if terminal in self.words:
            return self.words[terminal].get(term)
        match term:
            case str() if terminal.endswith("_TEXT"):
                texts = [f'"{term}"' if terminal == "QUOTED_TEXT" else term]
            case int():
                texts = [f"{term}", f"{term:+d}"]
            case _:
                texts = [show(term)]
        return next((text for text in texts if self.lexicon.pattern(terminal).fullmatch(text)), None)


def _joined(words: list[str | None]) -> str | None:
    """The words in one line, without blanks where none belong; nothing if one is missing."""
    line = ""
    for word in words:
        if word is None:
            return None
        if word:
            article = "n" if re.search(r"\ba$", line) and word[0] in "aeiouAEIOU" else ""
            close = not line or word[0] in ",/" or line.endswith(("/", "non-"))
            line += article + ("" if close else " ") + word
    return line


def _children(rule: Any, count: int, term: Term) -> list[Term] | None:
    """The terms that the kept children of a rule must mean if the whole is to mean ``term``."""
    name = rule.alias or rule.options.template_source or rule.origin.name
    if name in _SAME or (not rule.alias and rule.options.expand1 and count == 1) or name == "quote":
        return [term] if count == 1 else None
    if name == "blank":
        return [] if term == "" else None
    if not isinstance(term, Fn):
        return None
    args = list(term.args)
    if name == "about":
        return [args[0], Fn(term.name, tuple(args[1:]))] if args else None
    if name == "apply":
        return [Fn(term.name), *args] if count == len(args) + 1 else None
    functor, *order = re.split(r"_(?=\d)", name)
    if functor != term.name or len(args) != count:
        return None
    return [args[order.index(str(place + 1))] for place in range(count)] if order else args


@cache
def _wording(game: str, start: str, file: str = "rules_text") -> Wording:
    return Wording(game, start, file)


@lru_cache(maxsize=65536)
def print_ability(game: str, term: str, duration: str | None = None) -> str:
    """The canonical text of an ability term; :func:`.read_text` gives the term back.

    Raises :class:`Malformed` for a term that has no wording in the game.
    """
    for start in ("sentence", "described"):
        wording = _wording(game, start)
        said = wording.say(wording.start, read(term))
        lasting = wording.words["DURATION"].get(read(duration)) if duration else ""
        if said is not None and lasting is not None:
            return f"{said} {lasting}".strip()
    found, advice = f"{term} {duration or ''}".strip(), f"add one to grammar/{game}/rules_text.lark"
    raise Malformed("this ability has no wording", found=found, advice=advice)
