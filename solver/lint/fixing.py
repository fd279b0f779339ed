"""Put right what findings have a fix for: in the card, and in the file it was read from.

A fix never changes what a card says: all fixes of a line together must leave its meaning, or none is made
there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ..errors import Malformed, Place
from ..language.card_reading import read_card
from .findings import Finding, Fix
from .fixing_sets import fixed_archive, fixed_set
from .from_set_editor import is_set, set_text
from .outdated import fixed, keeps_meaning
from .written import TEXT, WrittenCard

_JSON = ("{", "[")


def fixes_of(card: WrittenCard, findings: Iterable[Finding]) -> list[Fix]:
    """The fixes that can be made in a card together, in the order of their places."""
    fixes: list[Fix] = []
    for fix in sorted({finding.fix for finding in findings if finding.fix}):
        if not fixes or fixes[-1].field != fix.field or fixes[-1].end <= fix.start:
            fixes.append(fix)
    for line in read_card(card.game, card.text, card.name) if card.text else ():
        if not keeps_meaning(card, fixes, line, card.game):
            end = line.start + len(line.text)
            fixes = [fix for fix in fixes if fix.field != TEXT or not line.start <= fix.start < end]
    return fixes


def fixed_card(card: WrittenCard, fixes: Sequence[Fix]) -> WrittenCard:
    """The card with the fixes made. Its places are those of before."""
    printed = {
        field: fixed(value, [fix for fix in fixes if fix.field == field])
        for field, value in card.printed.items()
    }
    return replace(card, printed=printed)


def fixed_file(
    text: str, cards: Sequence[tuple[WrittenCard, Sequence[Fix]]], file: str
) -> tuple[str, list[tuple[WrittenCard, Fix]]]:
    """The text of a file with the fixes made in the cards read from it, and those that cannot be made.

    Raises :class:`Malformed` for a JSON file in which a field cannot be found as it is written.
    """
    if text.lstrip("\ufeff \t\r\n").startswith(_JSON):
        return _fixed_json(text, cards, file), []
    if all(card.places for card, fixes in cards if fixes):
        return _fixed_text(text, cards), []
    return fixed_set(text, cards, file)


def _fixed_text(text: str, cards: Iterable[tuple[WrittenCard, Sequence[Fix]]]) -> str:
    starts = [0]
    for each in text.split("\n"):
        starts.append(starts[-1] + len(each) + 1)
    changes: list[Fix] = []
    for card, fixes in cards:
        for fix in fixes:
            (line, column), (last, end) = (card.at(fix.field, place) for place in (fix.start, fix.end))
            changes.append(Fix("", starts[line - 1] + column - 1, starts[last - 1] + end - 1, fix.text))
    return fixed(text, changes)


def _fixed_json(text: str, cards: Iterable[tuple[WrittenCard, Sequence[Fix]]], file: str) -> str:
    """The values are looked for as they are written: in the line of the card, or one card after the other."""
    lines = text.split("\n")
    done, rest = "", text
    for card, fixes in cards:
        if not fixes:
            continue
        if card.place.line:
            before, after = _fixed_value(lines[card.place.line - 1], card, fixes, file)
            lines[card.place.line - 1] = before + after
        else:
            before, rest = _fixed_value(rest, card, fixes, file)
            done += before
    return done + rest if done else "\n".join(lines)


def _fixed_value(text: str, card: WrittenCard, fixes: Sequence[Fix], file: str) -> tuple[str, str]:
    """A text with the fixes made in the first values that are those of a card, cut behind the last."""
    printed = fixed_card(card, fixes).printed
    done = ""
    fields = {fix.field: _found(text, card[fix.field]) for fix in fixes}
    for field in sorted(fields, key=lambda field: fields[field]):
        place = _found(text, card[field])
        if place < 0:
            what = f"the field {field} of {card.name} is not found as it is written"
            raise Malformed(what, place=Place(file), found=card[field][:60])
        old = next(each for each in _literals(card[field]) if text.startswith(each, place))
        new = json.dumps(printed[field], ensure_ascii=old.isascii() and "\\u" in old)
        done, text = done + text[:place] + new, text[place + len(old) :]
    return done, text


def _found(text: str, value: str) -> int:
    """Where a value stands first in a JSON text; -1 if it does not."""
    places = (text.find(literal) for literal in _literals(value))
    return min((place for place in places if place >= 0), default=-1)


def _literals(value: str) -> Iterator[str]:
    """The ways in which programs write a text as JSON."""
    for ascii_only in (False, True):
        literal = json.dumps(value, ensure_ascii=ascii_only)
        yield literal
        yield literal.replace("/", "\\/")


def write_fixed(
    file: str, cards: Sequence[tuple[WrittenCard, Sequence[Fix]]]
) -> tuple[list[tuple[WrittenCard, Fix]], list[tuple[WrittenCard, Fix]]]:
    """Write a file anew with the fixes made in its cards; gives the fixes, and those that cannot be made.

    Raises :class:`Malformed` for a file that is packed in another way than a set editor's, or that cannot be
    written.
    """
    wanted = [(card, fix) for card, fixes in cards for fix in fixes]
    left: list[tuple[WrittenCard, Fix]] = []
    if wanted:
        try:
            data = Path(file).read_bytes()
            archive = is_set(file)
            text, left = fixed_file(set_text(file) if archive else data.decode("utf-8"), cards, file)
            Path(file).write_bytes(fixed_archive(data, text) if archive else text.encode("utf-8"))
        except UnicodeDecodeError:
            what = "fixes are written to text, JSON, sets and card databases only, not to packed files"
            raise Malformed(what, place=Place(file), advice="unpack it first") from None
        except OSError as error:
            raise Malformed(f"the file cannot be written: {error.strerror}", place=Place(file)) from None
    return [each for each in wanted if each not in left], left
