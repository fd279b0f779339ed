"""Wordings of earlier years in a card's text, and those of today (``rules/<game>/design/wording.toml``).

A wording is reported only if the line, worded as today, means what it meant before or could not be read
before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from ..language.card_reading import Line, read_card
from ..language.composition import Reading
from ..language.normal import REMINDER
from ..tables import files, read_table
from ..terms import Term
from .design import Design
from .findings import Finding, Fix
from .written import TEXT, TYPE_LINE, WrittenCard

#: After these, and nothing, a sentence begins.
_BEFORE_SENTENCE = '.:—•"'
_Row = tuple[re.Pattern[str], str]


def outdated_wordings(card: WrittenCard, lines: Sequence[Line], design: Design) -> Iterator[Finding]:
    """What is worded in a card's lines as it was once, with the fix that words it as today."""
    rows = [*_rows(design.game), *_itself(card, design.game)]
    code = design.codes["outdated_wording"]
    for line in lines if rows else ():
        plain = REMINDER.sub(lambda reminder: "\0" * len(reminder[0]), line.text)
        taken: list[tuple[int, int]] = []
        for pattern, today in rows:
            for found in pattern.finditer(plain):
                start, end = found.span()
                if any(start < last and first < end for first, last in taken):
                    continue
                fix = _fix(card, line, start, end, found.expand(today))
                if keeps_meaning(card, [fix], line, design.game):
                    taken.append((start, end))
                    message = code.message.format(found[0])
                    yield Finding(
                        code, card, TEXT, line.start + start, line.start + end, message, fix.text, fix
                    )


def keeps_meaning(card: WrittenCard, fixes: Sequence[Fix], line: Line, game: str) -> bool:
    """Whether a line is read as before once the text is fixed, or could not be read before."""
    if not line.read:
        return True
    return meanings(read_card(game, fixed_line(card, fixes, line), card.name)) == meanings([line])


def fixed_line(card: WrittenCard, fixes: Sequence[Fix], line: Line) -> str:
    """A line of a card's text with the fixes made that are in it."""
    end = line.start + len(line.text)
    mine = [fix for fix in fixes if fix.field == TEXT and line.start <= fix.start < end]
    moved = sum(len(fix.text) - (fix.end - fix.start) for fix in mine)
    return fixed(card.text, mine)[line.start : end + moved]


def meanings(lines: Sequence[Line]) -> list[Term | None]:
    """What each line means; ``None`` for one that is not read."""
    return [each.reading.term if each.read and isinstance(each.reading, Reading) else None for each in lines]


def fixed(text: str, fixes: Sequence[Fix]) -> str:
    """A text with all fixes made; they do not overlap."""
    for fix in sorted(fixes, key=lambda fix: fix.start, reverse=True):
        text = text[: fix.start] + fix.text + text[fix.end :]
    return text


def _fix(card: WrittenCard, line: Line, start: int, end: int, today: str) -> Fix:
    """Write ``today`` in a place of a line; where nothing is written, the blank before goes too."""
    before = line.text[:start].rstrip()
    if not today and line.text[start - 1 : start] == " ":
        start -= 1
    if today and before[-1:] in _BEFORE_SENTENCE:
        today = today[0].upper() + today[1:]
    return Fix(TEXT, line.start + start, line.start + end, today)


@cache
def _table(game: str) -> Mapping[str, Any]:
    table = files("headjudge.rules").joinpath(game, "design", "wording.toml")
    return read_table(table) if table.is_file() else {}


@cache
def _rows(game: str) -> list[_Row]:
    rows = _table(game).get("earlier", ())
    return [(re.compile(rf"(?<![\w'-]){words}(?![\w'-])", re.IGNORECASE), today) for words, today in rows]


def _itself(card: WrittenCard, game: str) -> list[_Row]:
    """What set editors write for the card itself, and what the card is called in its text."""
    table = _table(game).get("itself")
    if table is None or not any(name in card.text for name in table["names"]):
        return []
    typed = card[TYPE_LINE].split()
    named = (kind.partition(": ") for kind in table["kinds"])
    kind = next((kind[2] or kind[0] for kind in named if kind[0] in typed), "card")
    called = card.name if table["by_name"] in typed else f"this {kind}"
    return [(re.compile(re.escape(name)), called.replace("\\", r"\\")) for name in table["names"]]
