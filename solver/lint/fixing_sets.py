"""Fixes in the file of a set editor or in a card database, all else of which stays as it is.

Such a file has signs of its own between the words of a card. So each fix is tried where its words stand in
the part of the file that is the card, and kept where the card then reads as it should.
"""

from __future__ import annotations

import io
import re
import zipfile
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from xml.sax.saxutils import escape

from ..errors import HeadjudgeError, Place
from .design import Design
from .findings import Fix
from .from_card_database import database_cards
from .from_set_editor import SET, set_cards
from .outdated import fixed
from .written import WrittenCard

Fixes = tuple[WrittenCard, Sequence[Fix]]
_START_OF_ELEMENT, _END_OF_ELEMENT = "<card", "</card>"


def fixed_set(text: str, cards: Iterable[Fixes], file: str) -> tuple[str, list[tuple[WrittenCard, Fix]]]:
    """The text of a set or a card database with the fixes made in its cards, and those that were not.

    A fix is not made if its words do not stand together in the file.
    """
    left: list[tuple[WrittenCard, Fix]] = []
    groups = [list(group) for _, group in groupby(cards, lambda each: each[0].place)]
    for group in reversed(groups):
        if any(fixes for _, fixes in group):
            read = _reader(text, group[0][0].game, file)
            start, end = _span(text, group[0][0].place)
            region = text[start:end]
            for number, (card, fixes) in enumerate(group):
                for fix in reversed(fixes):
                    made = _made(region, number, fix, read)
                    region = region if made is None else made
                    left += [(card, fix)] if made is None else []
            text = text[:start] + region + text[end:]
    return text, left


def fixed_archive(data: bytes, text: str) -> bytes:
    """A set editor's archive with another text of its set; whatever else it holds stays, and the mark at the
    beginning of the set if it has one."""
    new = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(new, "w") as archive:
        for entry in old.infolist():
            inside = old.read(entry)
            if entry.filename == SET:
                inside = (BOM_UTF8 if inside.startswith(BOM_UTF8) else b"") + text.encode("utf-8")
            archive.writestr(entry, inside)
    return new.getvalue()


def _is_database(text: str) -> bool:
    return text.lstrip("\ufeff \t\r\n").startswith("<")


def _reader(text: str, game: str, file: str) -> Callable[[str], list[WrittenCard]]:
    """What reads the part of a file that is one card."""
    design = Design.load(game)
    if _is_database(text):
        root = design.written["card_database"]["root"]
        return lambda part: list(database_cards(f"<{root}>{part}</{root}>".encode(), design, file))
    return lambda part: list(set_cards(part, design, file))


def _span(text: str, place: Place) -> tuple[int, int]:
    """Where the part of a file that is one card begins and ends."""
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: place.line - 1]))
    if _is_database(text):
        start = text.index(_START_OF_ELEMENT, start + place.column - 1)
        return start, text.index(_END_OF_ELEMENT, start) + len(_END_OF_ELEMENT)
    end = start + len(lines[place.line - 1])
    for line in lines[place.line :]:
        if line.strip() and not line.startswith("\t"):
            break
        end += len(line)
    return start, end


def _made(region: str, number: int, fix: Fix, read: Callable[[str], list[WrittenCard]]) -> str | None:
    """The part of a file with one fix made in one of its cards; ``None`` if that is not possible."""
    try:
        before = read(region)
        card = before[number]
        value = fixed(card[fix.field], [fix])
        wanted = [each.printed for each in before]
        wanted[number] = {**card.printed, fix.field: value}
        for old, new in _spellings(card[fix.field][fix.start : fix.end], fix.text):
            for found in re.finditer(re.escape(old), region):
                changed = region[: found.start()] + new + region[found.end() :]
                if _printed(changed, read) == wanted:
                    return changed
    except (HeadjudgeError, IndexError):
        return None
    return None


def _printed(region: str, read: Callable[[str], list[WrittenCard]]) -> list[dict[str, str]] | None:
    try:
        return [dict(card.printed) for card in read(region)]
    except HeadjudgeError:
        return None


def _spellings(old: str, new: str) -> Iterator[tuple[str, str]]:
    """How the words of a fix may stand in a file: as they are, as XML has them, symbols without braces."""
    yield old, new
    yield escape(old), escape(new)
    yield re.sub("[{}]", "", old), re.sub("[{}]", "", new)
