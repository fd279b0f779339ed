"""Descriptions of cards: type line, numbers and rules text, and the facts they become."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..errors import Malformed, Place
from ..language.reading import Reading
from ..nearest import did_you_mean
from ..notation.names import Unclear
from ..notation.pack import Notation, PackCard, rules_text
from ..notation.statements import with_statements
from ..notation.symbols import Unknown
from ..notation.texts import spoken_text
from ..terms import LARGEST, Fn, Term, quote, read, show, slug, unquote
from .syntax import Said, WrittenObject

if TYPE_CHECKING:
    from ..cards.store import StoredCard

_DASH = re.compile(r"\s*[—–]\s*|\s+--?\s+")
_WORD = r"""(?:"[^"]*"|[^\s"]+)(?!\S)|\S+"""
_SUBTYPE = re.compile(r"[^\W\d_](?:[\w'’-]| (?=[\w'’-]))*\Z")
_ODD_TYPES = "its type line has a word of no type or subtype"
_ODD_NUMBERS = "its numbers are no whole numbers"
_ODD_COST = "its cost has an unknown symbol"
_NUMBERS = re.compile(
    r"-?(?:\d{1,9}|\*)(?:[+-](?:\d{1,9}|\*))?(?:/-?(?:\d{1,9}|\*)(?:[+-](?:\d{1,9}|\*))?)?\Z"
)
#: Says that a card is known to have no cost.
NO_COST = "{}"
#: A row of symbols, or none, as grammar/board.lark has it.
COST = re.compile(r"\{\}|(?:\{(?!\d+/\d+\})(?:(?![a-zß-öø-ÿа-яё_])[\w/])+\})+")
_INTEGER = re.compile(r"-?\d+\Z")


@dataclass(frozen=True)
class Description:
    """What is printed on a card, in canonical words: ``3/3``, ``Bright Lamp — Small``, its text.

    ``printed`` says that the text is that of a real card, not one in the words of a board; ``unread`` are
    further lines of it that nobody may read. ``cost`` is a row of symbols, or :data:`NO_COST`; ``states`` is
    what else is printed on the card and holds for its objects unless their lines say otherwise; ``whole`` is
    the name of the card of which this is a part, if another part may be cast by itself.
    """

    name: str
    numbers: str = ""
    type_line: str = ""
    text: str = ""
    words: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    printed: bool = False
    unread: tuple[str, ...] = ()
    cost: str = ""
    states: str = ""
    whole: str = ""


def describe(
    written: WrittenObject, name: str, notation: Notation, base: Description | None = None
) -> Description | None:
    """The description on an object or card line, or ``None`` if it has no type line, numbers or cost.

    Numbers or a cost alone change those of ``base``, the card known under this name. Raises
    :class:`Malformed` for a word that is no type of the game and for a symbol that it does not have.
    """
    parts = written.parts
    numbers = str(parts.get("numbers", ""))
    for number in re.findall(r"\d+", numbers):
        if int(number[:12]) > LARGEST:
            raise Malformed("the number is out of range", place=parts["numbers"].place, found=number[:24])
    cost = checked_cost(parts["cost"], notation) if "cost" in parts else ""
    if "type_line" in parts:
        described = Description(name, numbers, text=parts.get("text", ""), cost=cost)
        return type_line(described, parts["type_line"], notation)
    if (numbers or cost) and base:
        if "text" in parts:
            base = replace(base, text=parts["text"], printed=False, unread=())
        return replace(base, numbers=numbers or base.numbers, cost=cost or base.cost)
    return None


def checked_cost(said: Said, notation: Notation) -> str:
    """A cost of which the game has every symbol; :class:`Malformed` at the first that it does not have."""
    if notation.symbols is None:
        what = "this game has no costs in symbols"
        raise Malformed(what, place=said.place, found=said)
    try:
        notation.symbols.spell(said)
    except Unknown as error:
        known = tuple(f"{{{symbol}}}" for symbol in notation.symbols.single)
        raise Malformed(
            str(error),
            place=said.cut(error.at).place,
            found=f"{{{error.symbol}}}",
            expected=("a number such as {2}", *known),
            advice=error.advice,
        ) from None
    return str(said)


def type_line(description: Description, said: Said, notation: Notation) -> Description:
    """The description with its type line read; the words before the dash are a closed list."""
    front, *rest = _DASH.split(said, maxsplit=1)
    words: list[str] = []
    for found in re.finditer(r"\S+", front):
        word = found[0].lower()
        if word not in notation.type_words or word in words:
            known = tuple(notation.type_words)
            raise Malformed(
                f"{found[0]} stands twice" if word in words else f"{found[0]} is no word of a type line",
                place=said.cut(found.start()).place,
                found=found[0],
                expected=tuple(each.capitalize() for each in known if each not in words),
                advice="" if word in words else did_you_mean(word, known) or "write subtypes after a dash",
            )
        words.append(word)
    subtypes: list[str] = []
    tail = said.cut(len(said) - len(rest[0])) if rest else Said("", said.place)
    for found in re.finditer(rf"(?i:{notation.long_subtypes}{_WORD})", tail):
        word = subtype(tail.cut(*found.span()), notation)
        if word in subtypes:
            raise Malformed(f"{found[0]} stands twice", place=tail.cut(found.start()).place, found=found[0])
        subtypes.append(word)
    shown = " ".join(word.capitalize() for word in words)
    if not words and not subtypes:
        known = tuple(each.capitalize() for each in notation.type_words)
        raise Malformed("the type line is empty", place=said.place, found="<>", expected=known)
    if rest and not subtypes:
        raise Malformed("a subtype is missing after the dash", place=said.place, expected=("a subtype",))
    if subtypes:
        shown = f"{shown} — {' '.join(show_subtype(read(each), notation) for each in subtypes)}".strip()
    return replace(description, type_line=shown, words=tuple(words), subtypes=tuple(subtypes))


def subtype(said: Said, notation: Notation) -> str:
    """The term of a subtype. Any word may be one, but what looks like a slip of a known one must be quoted.

    Raises :class:`Malformed` for a slip and for what is no word.
    """
    word = unquote(said)
    if not _SUBTYPE.match(word) or (" " in word and word == said and slug(word) not in notation.subtypes):
        raise Malformed(f"{said} is no subtype", place=said.place, found=said, expected=("a subtype",))
    if word == said and (meant := notation.subtype_meant(word)):
        advice = f"did you mean {meant}? an invented subtype stands in quotes: {quote(word)}"
        raise Malformed(f"{word} is no known subtype", place=said.place, found=word, advice=advice)
    return slug(word)


def show_subtype(term: Term, notation: Notation) -> str:
    """The inverse of :func:`subtype`; ``""`` for a term that it never gives."""
    text = show(term)
    if text in notation.subtypes:
        return notation.subtypes[text]
    word = term if isinstance(term, str) else text.replace("_", "-")
    if slug(word) != text or not _SUBTYPE.match(word) or (isinstance(term, Fn) and term.args):
        return ""
    word = "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
    return quote(word) if " " in word or notation.subtype_meant(word) else word


def from_pack(card: PackCard, notation: Notation) -> Description:
    """The description of a card that the rule pack knows."""
    where = Place(f"{notation.game}/cards.toml")
    cost = checked_cost(Said(card.cost, where), notation) if card.cost else ""
    plain = Description(card.name, card.numbers, text=card.text, cost=cost)
    return type_line(plain, Said(card.type_line, where), notation)


def odd_numbers(numbers: str) -> bool:
    """Whether numbers are none that a board can hold.

    >>> odd_numbers("1+*/3"), odd_numbers("2.5/3"), odd_numbers("+1/+1")
    (False, True, True)
    """
    return bool(numbers) and not _NUMBERS.match(numbers)


def is_cost(text: str, notation: Notation) -> bool:
    """Whether a text is a cost in symbols of the game."""
    try:
        return bool(notation.symbols and COST.fullmatch(text) and notation.symbols.spell(text) is not None)
    except Unknown:
        return False


def from_store(card: StoredCard, notation: Notation) -> Description:
    """The description of a card of the store; :class:`Malformed` for one that no board can describe."""
    front, *rest = _DASH.split(card.type_line, maxsplit=1)
    if odd_numbers(card.numbers):
        raise Malformed(_ODD_NUMBERS, found=card.numbers)
    if card.cost and notation.symbols and not is_cost(card.cost, notation):
        raise Malformed(_ODD_COST, found=card.cost)
    words = re.findall(rf"(?i:{notation.long_subtypes}{_WORD})", rest[0]) if rest else ()
    subtypes = [quote(word) if notation.subtype_meant(word) else word for word in dict.fromkeys(words)]
    line = f"{front} — {' '.join(subtypes)}" if subtypes else front
    plain = Description(
        card.name,
        card.numbers if "/" in card.numbers else "",
        text=card.text,
        printed=True,
        unread=tuple(filter(None, card.unread.split("\n"))),
        cost=card.cost,
        states=card.states,
        whole=card.whole if card.layout in notation.parts_cast_alone and card.whole != card.name else "",
    )
    return type_line(plain, Said(line, Place("the store of cards")), notation)


def unusable(card: StoredCard, notation: Notation) -> str:
    """Why no board can describe a card of the store, ``""`` if it can."""
    try:
        from_store(card, notation)
    except Malformed as error:
        return error.what if error.what in (_ODD_NUMBERS, _ODD_COST) else _ODD_TYPES
    return ""


def card_facts(key: str, card: Description, notation: Notation) -> list[str]:
    """The printed facts of a card under its key. A number printed as * gives none."""
    table, fill = notation.card, {"card": quote(key), "name": quote(card.name)}
    facts = [fact.format_map(fill) for fact in table["name"]]
    if card.cost:
        told = table.get("without_cost" if card.cost == NO_COST else "cost", ())
        facts += [fact.format_map(fill | {"cost": quote(card.cost)}) for fact in told]
    for fact, number in zip(table.get("numbers", ()), split_numbers(card.numbers), strict=False):
        if _INTEGER.match(number):
            facts.append(fact.format_map(fill | {"first": number, "second": number}))
    for word in card.words:
        facts += [f.format_map(fill) for f in notation.type_words[word] if "{self}" not in f]
    facts += [notation.subtype.format_map(fill | {"word": subtype}) for subtype in card.subtypes]
    unread = list(card.unread)
    if card.text:
        spoken = notation.is_spoken(card.words)
        reading = read_rules(notation, card.text, card.name, printed=card.printed, spoken=spoken)
        reading = with_statements(notation.game, card.text, card.name, reading)
        for ability in reading.abilities:
            if not ability.duration:
                term = own_name(str(ability.term), card.name, notation)
                facts += [f.format_map(fill | {"ability": term}) for f in table["ability"]]
            elif card.printed:  # what it does when it resolves; on a board it is an effect on the object
                unread.append(card.text[ability.start : ability.end])
        unread += [line.text for line in reading.unread]
    if card.whole:
        facts += [f.format_map(fill | {"text": quote(card.whole)}) for f in table.get("whole", ())]
    for line in unread:
        facts += [f.format_map(fill | {"text": quote(" ".join(line.split()))}) for f in table["unread"]]
    return list(dict.fromkeys(facts))


def predefined(facts: Iterable[str], notation: Notation) -> list[str]:
    """The printed facts of the cards of the pack that some fact speaks of making, and which term means which
    card (``made_as``)."""
    told = "\n".join(facts)
    found: list[str] = []
    for name, card in notation.cards.items():
        if card.made_as and card.made_as in told:
            fill = {"term": card.made_as, "card": quote(name)}
            found += [fact.format_map(fill) for fact in notation.card["made_as"]]
            found += card_facts(name, from_pack(card, notation), notation)
    return found


def own_name(term: str, name: str, notation: Notation) -> str:
    """An ability in which the card speaks of its own name, with that name: others may have it, too."""
    said, meant = notation.card.get("own_name", ("", ""))
    return term.replace(said, meant.format(name=quote(name))) if said else term


def read_rules(
    notation: Notation, text: str, name: str, *, printed: bool = False, spoken: bool = False
) -> Reading:
    """The abilities in a rules text, or in one that is ``spoken`` once and is gone; :class:`Malformed` at its
    place if it cannot be worked through."""
    try:
        return (spoken_text if spoken else rules_text)(notation.game, str(text), name, printed=printed)
    except Unclear as error:
        place = text.place if isinstance(text, Said) else None
        raise Malformed(str(error), place=place, found=text[:60]) from None


def split_numbers(numbers: str) -> list[str]:
    """The two numbers of ``3/3``, or nothing."""
    return numbers.split("/") if numbers else []


def own_facts(card: Description, notation: Notation) -> list[str]:
    """What the words of a type line say of the object itself: templates with ``{self}``."""
    return [fact for word in card.words for fact in notation.type_words[word] if "{self}" in fact]
