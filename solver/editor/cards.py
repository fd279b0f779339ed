"""Written cards in an editor: what a sentence is read as, what may be written next, the outline."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol.types import CompletionItemKind as Kind
from lsprotocol.types import DocumentSymbol, SymbolKind

from ..derivation.rulebook import Rulebook
from ..language.card_reading import Line, facts, read_card
from ..language.composition import Declined, composition
from ..language.normal import normal
from ..lint import WrittenCard
from ..lint.written import COST, TEXT
from ..notation.pack import Notation
from ..terms import show
from .completing import Offer, Offers
from .document import Document
from .hovering import Hovered, concerning_said

_PARTIAL = re.compile(r"[\w'’+-]*\Z")
_DASH = re.compile(r"[—–]|\s--?\s")
#: So many letters of a word are needed before every word that cards use is offered.
_LETTERS = 2


def hover(document: Document, offset: int, language: str) -> Hovered | None:
    """The facts of the sentence at a place, and the rules that concern what is said there."""
    for card in document.cards[0]:
        start, end = document.span(card, TEXT, 0, len(card.text))
        if card.text and start <= offset <= end:
            return _line_said(document, card, offset, language)
    return None


def _line_said(document: Document, card: WrittenCard, offset: int, language: str) -> Hovered | None:
    for line in read_card(card.game, card.text, card.name):
        first, last = document.span(card, TEXT, line.start, line.start + len(line.text))
        if not first <= offset <= last:
            continue
        if not line.read:
            return first, last, _unread(line)
        told = [*facts(line)]
        here = [
            fact
            for fact in told
            if fact.number
            and (span := document.span(card, TEXT, fact.start, fact.end))[0] <= offset <= span[1]
        ]
        rows = [f"{fact.role if fact.number else 'kind'} {show(fact.term)}" for fact in told]
        said = ["```prolog\n" + "\n".join(rows) + "\n```"]
        said += concerning_said(Rulebook.load(card.game), language, [fact.term for fact in here or told])
        return first, last, "\n\n".join(said)
    return None


def _unread(line: Line) -> str:
    if not isinstance(line.reading, Declined):
        return f"not read: its facts say something else ({line.lost}): {line.said}"
    if line.reading.ambiguous:
        return "not read: it can be read in several ways"
    expected = line.reading.expected
    return f"not read: stopped at “{line.reading.stopped_at}”" + (
        f"\n\nexpected: {', '.join(expected)}" if expected else ""
    )


# ---- what may be written ----


def complete(document: Document, offset: int) -> Offers | None:
    """What may be written at a place of a card: words of its type line, or of its text."""
    game = document.game_of_cards
    if not game:
        return None
    start, _ = document.places.line_at(offset)
    line = document.text[start:offset]
    partial = _PARTIAL.search(line)
    assert partial is not None  # it may be empty
    before = line[: len(line) - len(partial[0])]
    above = _lines_above(document, start)
    if not above:
        return None
    of_type_line = len(above) == 1 or (len(above) == 2 and _is_cost(document, above[1]))
    offers = _of_type_line(game, before) if of_type_line else _of_text(game, before, partial[0])
    return Offers(offset - len(partial[0]), offset, list(dict.fromkeys(offers)))


def _lines_above(document: Document, start: int) -> list[str]:
    """The lines of a card above the one that starts here."""
    above = re.split(r"\n[^\S\n]*\n", "\n" + document.text[:start].replace("\r\n", "\n"))[-1]
    return [line for line in above.split("\n") if line.strip()]


def _is_cost(document: Document, line: str) -> bool:
    return any(card[COST] == line.strip() for card in document.cards[0])


def _of_type_line(game: str, before: str) -> Iterator[Offer]:
    notation = Notation.load(game)
    if _DASH.search(before):
        yield from (Offer(word, Kind.EnumMember, "subtype") for word in notation.subtypes.values())
    else:
        yield from (Offer(word.capitalize(), Kind.EnumMember, "type line") for word in notation.type_words)


def _of_text(game: str, before: str, partial: str) -> Iterator[Offer]:
    """What a line can go on with, and the words that begin with what has been written of one."""
    rows = composition(game)
    begun = normal(game, before).text
    reading = rows.read("printed_line", begun) if begun else None
    for word in reading.expected if isinstance(reading, Declined) else ():
        if "(" not in word:
            yield Offer(word, Kind.Keyword, "goes on")
    if len(partial) >= _LETTERS:
        words = sorted(word for word in rows.known_words if word.startswith(partial.casefold()))
        yield from (Offer(_as_begun(word, partial), Kind.Text, "word of cards") for word in words)


def _as_begun(word: str, partial: str) -> str:
    return word[:1].upper() + word[1:] if partial[0].isupper() else word


# ---- the outline ----


def outline(document: Document) -> list[DocumentSymbol]:
    """The cards, each with the lines of its text and what they are."""
    return [_card(document, card) for card in document.cards[0]]


def _card(document: Document, card: WrittenCard) -> DocumentSymbol:
    first = document.places.at(card.place)
    spans = [document.span(card, field, 0, len(value)) for field, value in card.printed.items()]
    name_end = document.places.line_at(first)[1]
    lines = read_card(card.game, card.text, card.name) if card.text else ()
    return DocumentSymbol(
        name=card.name or "?",
        detail=card["type_line"],
        kind=SymbolKind.Class,
        range=document.places.range(first, max([name_end, *(end for _, end in spans)])),
        selection_range=document.places.range(first, name_end),
        children=[_ability(document, card, line) for line in lines],
    )


def _ability(document: Document, card: WrittenCard, line: Line) -> DocumentSymbol:
    span = document.places.range(*document.span(card, TEXT, line.start, line.start + len(line.text)))
    return DocumentSymbol(
        name=" ".join(line.text.split()),
        detail=line.kind,
        kind=SymbolKind.Method,
        range=span,
        selection_range=span,
    )
