"""Descriptions of cards: type line, numbers and rules text, and the facts they become."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from .board_syntax import Said, WrittenObject
from .card_text import read_text
from .errors import Malformed, Place
from .grammars import did_you_mean
from .notation import Notation, PackCard
from .terms import quote, slug, unquote

_DASH = re.compile(r"\s*[—–]\s*|\s+--?\s+")
_SUBTYPE = re.compile(r"[^\W\d_][\w'’-]*\Z")
_INTEGER = re.compile(r"-?\d+\Z")
LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Description:
    """What is printed on a card, in canonical words: ``3/3``, ``Red Robot — Guard``, its text."""

    name: str
    numbers: str = ""
    type_line: str = ""
    text: str = ""
    words: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()


def describe(
    written: WrittenObject, name: str, notation: Notation, base: Description | None = None
) -> Description | None:
    """The description on an object or card line, or ``None`` if it has neither type line nor numbers.

    Numbers alone change those of ``base``, the card known under this name. Raises :class:`Malformed` for a
    word that is no type of the game.
    """
    parts = written.parts
    numbers = str(parts.get("numbers", ""))
    for number in re.findall(r"\d+", numbers):
        if int(number[:12]) > LARGEST:
            raise Malformed("the number is out of range", place=parts["numbers"].place, found=number[:24])
    if "type_line" in parts:
        return type_line(
            Description(name, numbers, text=str(parts.get("text", ""))), parts["type_line"], notation
        )
    if numbers and base:
        return replace(base, numbers=numbers, text=str(parts.get("text", base.text)))
    return None


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
    for found in _subtypes(rest[0] if rest else "", notation):
        word = slug(found[0])
        if not _SUBTYPE.match(found[0].replace(" ", "")) or word in subtypes:
            what = f"{found[0]} stands twice" if word in subtypes else f"{found[0]} is no subtype"
            place = said.cut(len(said) - len(rest[0]) + found.start()).place
            raise Malformed(what, place=place, found=found[0], expected=("a subtype",))
        subtypes.append(word)
    shown = " ".join(word.capitalize() for word in words)
    if not words and not subtypes:
        known = tuple(each.capitalize() for each in notation.type_words)
        raise Malformed("the type line is empty", place=said.place, found="<>", expected=known)
    if rest and not subtypes:
        raise Malformed("a subtype is missing after the dash", place=said.place, expected=("a subtype",))
    if subtypes:
        shown = f"{shown} — {' '.join(_show_subtype(each, notation) for each in subtypes)}".strip()
    return replace(description, type_line=shown, words=tuple(words), subtypes=tuple(subtypes))


def _subtypes(text: str, notation: Notation) -> list[re.Match[str]]:
    two = "".join(rf"{re.escape(each)}(?!\S)|" for each in notation.two_words)
    return list(re.finditer(rf"(?i:{two}\S+)", text))


def _show_subtype(term: str, notation: Notation) -> str:
    for words in notation.two_words:
        if slug(words) == term:
            return words
    text = unquote(term)
    return "-".join(part[:1].upper() + part[1:] for part in text.replace("_", "-").split("-"))


def from_pack(card: PackCard, notation: Notation) -> Description:
    """The description of a card that the rule pack knows."""
    plain = Description(card.name, card.numbers, text=card.text)
    return type_line(plain, Said(card.type_line, Place(f"{notation.game}/cards.toml")), notation)


def card_facts(key: str, card: Description, notation: Notation) -> list[str]:
    """The printed facts of a card under its key. A number printed as * gives none."""
    table, fill = notation.card, {"card": quote(key), "name": quote(card.name)}
    facts = [fact.format_map(fill) for fact in table["name"]]
    for fact, number in zip(table.get("numbers", ()), split_numbers(card.numbers), strict=False):
        if _INTEGER.match(number):
            facts.append(fact.format_map(fill | {"first": number, "second": number}))
    for word in card.words:
        facts += [f.format_map(fill) for f in notation.type_words[word] if "{self}" not in f]
    facts += [notation.subtype.format_map(fill | {"word": subtype}) for subtype in card.subtypes]
    if card.text:
        reading = read_text(notation.game, card.text, card.name)
        for ability in reading.abilities:
            if not ability.duration:  # else it is no printed ability but an effect on the object
                facts += [f.format_map(fill | {"ability": ability.term}) for f in table["ability"]]
        facts += [
            f.format_map(fill | {"text": quote(u.text)}) for u in reading.unread for f in table["unread"]
        ]
    return list(dict.fromkeys(facts))


def split_numbers(numbers: str) -> list[str]:
    """The two numbers of ``3/3``, or nothing."""
    return numbers.split("/") if numbers else []


def own_facts(card: Description, notation: Notation) -> list[str]:
    """What the words of a type line say of the object itself: templates with ``{self}``."""
    return [fact for word in card.words for fact in notation.type_words[word] if "{self}" in fact]
