"""What may be written next at a place of a board: words that its line can go on with, ids, names, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lsprotocol.types import CompletionItemKind as Kind

from ..board.claims import Claims
from ..board.syntax import BEGINNINGS, Said, line_of_kind
from ..cards.store import Store, fold
from ..derivation import rulebook
from ..errors import HeadjudgeError, Place
from ..language.lexicon import lexicon
from ..notation.names import Names, show_name, show_side
from ..notation.pack import Notation, games
from .clauses import clauses_of
from .document import Document

_PARTIAL = re.compile(r"#?[\w'’/+.-]*\Z")
_OPEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\[[^\]\n]*\]|<[^>\n]*>|\{[^}\n]*\}|\([^)\n]*\)')
_CLOSED_NUMBER = re.compile(r"\d+(?:\.\d*[a-z]*)*\Z")
#: So many letters of a card's name are looked up in the store, and so many cards are offered.
_LETTERS, _MOST_CARDS = 3, 50
#: The frames whose phrases the lines of each kind are, and what divides them.
_SECTIONS = {
    "variant": ("variant", ";"),
    "turn": ("turn", ""),
    "player": ("player", ""),
    "team": ("team", ""),
    "effect": ("effect_line", ";"),
    "happened": ("happened", ";"),
    "then": ("then", ";"),
    "ask": ("ask", ";"),
}
#: What may stand before a claim of an expect line, and the frames that claims are read by.
_BEFORE_CLAIM = re.compile(
    r"(?:.*;)?\s*(?:(?:under\s+[\w.-]+|round\s+\d+)[,\s]*)*:?\s*(?:(?:no|sometimes)\s+)?", re.IGNORECASE
)
_BEFORE_DECLARATION = re.compile(r"(?:legal|illegal|may(?:\s+not)?)\s+", re.IGNORECASE)
_CLAIMED = ("event", "result", "trait")


class Offer(NamedTuple):
    """One thing that may be written; ``detail`` says what it is."""

    text: str
    kind: Kind
    detail: str = ""


class Offers(NamedTuple):
    """What may be written instead of a span; ``whole`` where nothing has been left out."""

    start: int
    end: int
    offers: list[Offer]
    whole: bool = True


def complete_board(document: Document, offset: int, names: Names) -> Offers | None:
    """What may be written at a place of a board whose individuals are these."""
    if document.marks.in_comment(offset):
        return None
    start, _ = document.places.line_at(offset)
    line = document.text[start:offset].removeprefix("\ufeff")
    partial = _PARTIAL.search(line)
    assert partial is not None  # it may be empty
    begun = offset - len(partial[0])
    before = line[: len(line) - len(partial[0])]
    if _is_header(document, start):
        return Offers(begun, offset, [*_of_header(before)])
    notation = document.notation
    if notation is None:
        return None
    if partial[0].startswith("#"):
        return Offers(begun, offset, [*_ids(document, offset)])
    found = list(dict.fromkeys(_offers(document, notation, before, partial[0], names)))
    if not before.strip() or line_of_kind(line) == "object":
        cards, more = _stored(notation, line)
        if cards:
            first = offset - len(cards[0])
            return Offers(first, offset, [*map(_card, cards[1:])], not more)
    return Offers(begun, offset, found)


def _is_header(document: Document, start: int) -> bool:
    before = document.text[:start].removeprefix("\ufeff").splitlines()
    return not any(line.partition("//")[0].strip() for line in before)


def _of_header(before: str) -> Iterator[Offer]:
    words = before.split()
    if not words:
        yield from (Offer(game, Kind.Module, Notation.load(game).title) for game in games())
    elif len(words) == 1 and words[0] in games():
        yield from (Offer(each, Kind.Value, "edition") for each in reversed(rulebook.editions(words[0])))


def _ids(document: Document, offset: int) -> Iterator[Offer]:
    """The ids of a board, with the line on which each stands."""
    idents = dict.fromkeys(
        each.ident for each in document.marks.mentions if not each.start < offset <= each.end
    )
    for ident in idents:
        home = document.marks.home(ident)
        assert home is not None
        start, end = document.places.line_at(home.start)
        shown = document.text[home.start : home.end]
        yield Offer(shown, Kind.Reference, " ".join(document.text[start:end].split()))


def _offers(
    document: Document, notation: Notation, before: str, partial: str, names: Names
) -> Iterator[Offer]:
    """What may stand after what is before it on its line."""
    kind, rest = line_of_kind(before), before.lstrip()
    if not rest:
        yield from _beginnings(notation)
        return
    inside = _OPEN.sub(lambda found: "_" * len(found[0]), before)
    opened = max(inside.rfind(sign) for sign in "[<{(")
    if opened >= 0 and kind in ("object", "card", "player", "team", "effect", "expect", "then", "ask"):
        yield from _inside(notation, inside[opened], before[opened + 1 :], names)
        return
    phrase = rest.split(maxsplit=1)[1] if len(rest.split(maxsplit=1)) > 1 else ""
    phrase += " " * (phrase != "" and before[-1:].isspace())
    match kind:
        case "object":
            end = phrase.rstrip()
            if not end or end.endswith("="):
                yield from (Offer(show_name(name), Kind.Class, "card") for name in names.ids["card"])
            elif end.endswith("->"):
                yield from _ids(document, -1)
                yield from _players(names)
            elif end.endswith("owner"):
                yield from _players(names)
        case "player" | "team":
            words = phrase.split(maxsplit=1)
            if words:
                yield from _next(document, notation, kind, words[1] if words[1:] else "", "", names)
        case "expect":
            yield from _of_expectation(document, notation, phrase, partial, names)
        case _ if kind in _SECTIONS:
            section, separator = _SECTIONS[kind]
            text = before.strip() + " " if kind == "turn" else phrase
            yield from _next(document, notation, section, text, separator, names)


def _beginnings(notation: Notation) -> Iterator[Offer]:
    """How a line may begin: in the letters in which the zones of the game are written, and in Latin ones."""
    zones = notation.vocabulary["zone"]
    yield from (Offer(zone, Kind.Folder, "zone") for zone in zones)
    latin = all(zone.isascii() for zone in zones)
    for kind, words in BEGINNINGS.items():
        yield from (Offer(word, Kind.Keyword, kind) for word in words if word.isascii() or not latin)


def _inside(notation: Notation, sign: str, text: str, names: Names) -> Iterator[Offer]:
    """What may stand inside a bracket that is open."""
    if sign == "[":
        yield from (Offer(word, Kind.Keyword, "text") for word in words_of_text(notation.game, text))
    elif sign == "<":
        if re.search(r"[—–]|\s--?\s", text):
            yield from (Offer(word, Kind.EnumMember, "subtype") for word in notation.subtypes.values())
        else:
            yield from (Offer(w.capitalize(), Kind.EnumMember, "type line") for w in notation.type_words)
    elif sign == "{":
        kinds = sorted(kind.replace("_", " ") for kind in notation.counter_kinds)
        yield from (Offer(kind, Kind.Unit, "counter") for kind in ("+1/+1", "-1/-1", *kinds))
    else:
        yield from _next(None, notation, "state", text, ",", names)


def words_of_text(game: str, text: str) -> tuple[str, ...]:
    """The words with which a rules text on a board may go on."""
    sentence = re.split(r"[;\n]|\.\s", text)[-1].lstrip()
    try:
        return lexicon(game, "sentence").coming(sentence)
    except HeadjudgeError:
        return ()


def _players(names: Names) -> Iterator[Offer]:
    return (Offer(show_side(name), Kind.Variable, "player") for name in names.ids["player"])


def _next(
    document: Document | None, notation: Notation, section: str, text: str, separator: str, names: Names
) -> Iterator[Offer]:
    """How a row of phrases may go on."""
    words, kinds = notation.frames.coming(section, text, names, separator)
    for kind in kinds:
        if kind in ("object", "target") and document:
            yield from _ids(document, -1)
        if kind in ("player", "target"):
            yield from _players(names)
        elif kind in ("team", "card", "name"):
            known = names.ids["team" if kind == "team" else "card"]
            yield from (Offer(show_name(name), Kind.Class, kind) for name in known)
        elif kind in notation.vocabulary:
            yield from (Offer(word, Kind.EnumMember, kind) for word in notation.vocabulary[kind])
        elif kind == "subtype":
            yield from (Offer(word, Kind.EnumMember, kind) for word in notation.subtypes.values())
        elif kind == "counter":
            yield from (
                Offer(word.replace("_", " "), Kind.Unit, kind) for word in sorted(notation.counter_kinds)
            )
    yield from (Offer(word, Kind.Keyword, section.replace("_", " ")) for word in words)


def _of_expectation(
    document: Document, notation: Notation, phrase: str, partial: str, names: Names
) -> Iterator[Offer]:
    """How an expectation may go on: by a claim, and after it by the number of a rule."""
    under = re.search(r"\bunder\s+([\w.-]+)", phrase, re.IGNORECASE)
    if re.search(r"\bunder\s+$", phrase, re.IGNORECASE):
        yield from (Offer(each, Kind.Value, "edition") for each in rulebook.editions(notation.game))
        return
    claim = phrase[_BEFORE_CLAIM.match(phrase).end() :]  # type: ignore[union-attr]
    book = document.rulebook(under[1] if under else "") if _is_claim(notation, claim, names) else None
    if book and (not partial or _CLOSED_NUMBER.match(partial)):
        for number, slugs in clauses_of(book).numbers.items():
            if number.startswith(partial):
                yield Offer(number, Kind.Constant, book.paraphrase(slugs[0]))
    if not claim.strip():
        forms = Claims(notation, names).expected()
        yield from (Offer(word, Kind.Keyword, "expectation") for word in forms)
        yield from _ids(document, -1)
        yield from _players(names)
    if declared := _BEFORE_DECLARATION.match(claim):
        section = "part" if claim.lower().startswith("may") else "declaration"
        yield from _next(document, notation, section, claim[declared.end() :], ";", names)
    for section in _CLAIMED if claim.strip() else ():
        if section in notation.frames.sections:
            yield from _next(document, notation, section, claim, ";", names)


def _is_claim(notation: Notation, claim: str, names: Names) -> bool:
    """Whether a claim is whole, so that only the number of its rule can follow."""
    try:
        Claims(notation, names).kind(Said(claim.strip(), Place()))
    except HeadjudgeError:
        return False
    return bool(claim.strip())


def _stored(notation: Notation, line: str) -> tuple[list[str], bool]:
    """What has been written of a card's name at the end of an object line, and the cards of the store that
    begin so; and whether there are more. Nothing if no name is being written there."""
    found = re.match(r"\s*\S+\s+(?:.*=\s*)?([^#<>\[\]{}()=@\"]+)\Z", line)
    if not found or len(found[1].strip()) < _LETTERS:
        return [], False
    try:
        store = Store.open(notation.game)
        if store is None:
            return [], False
        try:
            near = [name for name in store.near(found[1]) if fold(name).startswith(fold(found[1]))]
        finally:
            store.close()
    except HeadjudgeError:
        return [], False
    return ([found[1], *near[:_MOST_CARDS]] if near else []), len(near) > _MOST_CARDS


def _card(name: str) -> Offer:
    return Offer(name, Kind.Class, "card of the store")


def offered(offers: Iterable[Offer]) -> list[Offer]:
    """Each text once, as it was offered first."""
    first: dict[str, Offer] = {}
    for offer in offers:
        first.setdefault(offer.text, offer)
    return [*first.values()]
