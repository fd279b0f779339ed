"""The facts of a written card for the rules of ``rules/<game>/design``.

    card(Card).  part_of(Card, "whole").  layout(Card, Layout).  printed(Card, Field, "text").
    word(Card, Field, Number, Word).  read(Card, Line).
    ability(Card, Line, Kind).  cost(Card, Line, Number, Term). ...  span(Card, Line, Role, Number, From, To).
    part(Card, Line, Role, Number, From, To)  the span, or the fact's own part of one that is a list.
    says(Card, Line, Role, Number, Term)  the term and each that stands in it.
    unread(Card, Line).  word(Card, unread(Line), Number, Word).  stopped(Card, Line, Number).

``Card`` is the number of the card in its batch, as text. A word is the constant of its letters, or a text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..language.card_reading import Fact, Line, asp, facts, read_card
from ..language.composition import Declined
from ..language.normal import REMINDER
from ..terms import Fn, Term, quote, show, slug
from .design import Design
from .written import WrittenCard

_SYMBOL = re.compile(r"\{[^{}]*\}")
_MEMBER = re.compile(r"[^\s,;](?:[^,;]*[^\s,;])?")
_WORD = re.compile(r"\{[^{}]*\}|[^\s,.:;{}]+|[,.:;]")


class ReadCard(NamedTuple):
    """A written card, its lines as they are read, and where its words stand: field (or line) and number."""

    card: WrittenCard
    lines: tuple[Line, ...]
    facts: tuple[str, ...]
    words: dict[tuple[str, int], tuple[str, int, int]]


def read_written(card: WrittenCard, design: Design, key: str) -> ReadCard:
    """Read a card and give its facts, in which it is called ``key``."""
    lines = read_card(design.game, card.text, card.name) if card.text else ()
    words: dict[tuple[str, int], tuple[str, int, int]] = {}
    return ReadCard(card, lines, tuple(_facts(card, lines, design, quote(key), key, words)), words)


def _facts(
    card: WrittenCard,
    lines: Sequence[Line],
    design: Design,
    name: str,
    key: str,
    words: dict[tuple[str, int], tuple[str, int, int]],
) -> Iterator[str]:
    yield f"card({name})"
    for field, value in card.printed.items():
        yield f"printed({name},{field},{quote(value)})"
        if pattern := design.words.get(field):
            for number, found in enumerate(pattern.finditer(value), 1):
                words[field, number] = field, *found.span()
                yield f"word({name},{field},{number},{slug(found[0])})"
                yield from _like(found[0], design)
    if card.whole:
        yield f"part_of({name},{quote(card.whole)})"
    if card.layout:
        yield f"layout({name},{slug(card.layout)})"
    for line in lines:
        if line.read:
            yield f"read({name},{line.number})"
            yield from (fact.removesuffix(".") for fact in asp(key, line))
            said = list(facts(line))
            for fact, (start, end) in zip(said, _parts(card.text, said), strict=True):
                yield f"part({name},{line.number},{fact.role},{fact.number},{start},{end})"
                place = f"{name},{line.number},{fact.role},{fact.number}"
                yield from (f"says({place},{term})" for term in dict.fromkeys(_within(fact.term)))
            continue
        yield f"unread({name},{line.number})"
        stop = stopped_at(line)[0]
        place = f"unread({line.number})"
        number = 0
        plain = REMINDER.sub(lambda reminder: " " * len(reminder[0]), line.text)
        for number, found in enumerate(_WORD.finditer(plain), 1):
            start = line.start + found.start()
            words[place, number] = "text", start, line.start + found.end()
            yield f"word({name},{place},{number},{slug(found[0])})"
            yield from _like(found[0], design)
            if start <= stop < line.start + found.end():
                yield f"stopped({name},{line.number},{number})"
        if stop >= line.start + len(plain.rstrip(" .")):
            yield f"stopped({name},{line.number},{number + 1})"


def _like(word: str, design: Design) -> Iterator[str]:
    """What a word looks like."""
    for name, pattern in design.like.items():
        if found := pattern.fullmatch(word):
            number = f",{found[1]}" if found.re.groups else ""
            yield f"like({name},{slug(word)}{number})"


def _parts(text: str, said: Sequence[Fact]) -> Iterator[tuple[int, int]]:
    """The span of each fact; where several share one that has as many members, each has its member."""
    sharing: dict[tuple[str, int, int], list[Fact]] = {}
    for fact in said:
        sharing.setdefault((fact.role, fact.start, fact.end), []).append(fact)
    for fact in said:
        together = sharing[fact.role, fact.start, fact.end]
        members = list(_MEMBER.finditer(text, fact.start, fact.end)) if len(together) > 1 else []
        if len(members) == len(together):
            yield members[together.index(fact)].span()
        else:
            yield fact.start, fact.end


def _within(term: Term) -> Iterator[str]:
    """A term and all that it is made of, apart from numbers; of a text the symbols that stand in it."""
    if isinstance(term, str):
        yield from map(slug, _SYMBOL.findall(term))
    if isinstance(term, Fn):
        if term.name:
            yield show(term)
        for arg in term.args:
            yield from _within(arg)


def stopped_at(line: Line) -> tuple[int, int]:
    """The span of the card's text at which a line that is not read stops: its word, or the line."""
    reading = line.reading
    if not isinstance(reading, Declined) or reading.ambiguous:
        start = line.start + len(line.text) - len(line.text.lstrip())
        return start, start + len(line.text.strip())
    start = line.normal.places[min(reading.position, len(line.normal.places) - 1)]
    end = line.normal.places[min(reading.position + len(reading.stopped_at), len(line.normal.places) - 1)]
    return line.start + start, line.start + max(start, end)
