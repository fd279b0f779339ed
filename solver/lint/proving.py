"""Whether a board shows what the rules of a design folder find in a card.

A code with ``proof`` templates (``rules/<game>/design/findings_proved.toml``) is a finding only if the solver
rules one of them as its ``expect`` lines say; that board is shown with the finding and can be kept as a test.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import Template

from ..board.model import Board
from ..derivation.rulebook import editions
from ..errors import HeadjudgeError, Malformed, Place
from ..language.card_reading import read_card
from ..language.normal import REMINDER, SELF
from ..notation.names import show_name
from ..notation.pack import Notation
from ..notation.slots import escape
from ..report.expectations import check_board
from ..terms import quote, slug
from .findings import Finding
from .written import COST, STATS, TEXT, TYPE_LINE, WrittenCard

#: What the card is called on a board.
IDENT = "#new"
#: Between two boards of one proof.
_DIVIDER = re.compile(r"(?m)^---\n")
_DASH = re.compile(r"\s*[—–]\s*|\s+--?\s+")


class _Blanks(Template):
    """The text of a proof, with a blank for each printed field and each argument of the finding."""

    idpattern = r"[a-z0-9_]+"


def filled(template: str, blanks: Mapping[str, str]) -> str:
    """A template with its blanks (``$card``, ``$line``, ``$0``, any printed field) filled in."""
    return _Blanks(template).safe_substitute(blanks)


def described(card: WrittenCard, ident: str = IDENT) -> str:
    """A card as the line of a board describes it: name, id, cost, size, type line and text, without zone."""
    notation = Notation.load(card.game)
    parts = (
        show_name(card.name or "Untitled"),
        ident,
        card[COST] if notation.symbols else "",
        card[STATS],
        card[TYPE_LINE] and f"<{_type_line(card[TYPE_LINE], notation)}>",
        *(f"[{escape(line.strip())}]" for line in card[TEXT].splitlines() if line.strip()),
    )
    return " ".join(filter(None, parts))


def _type_line(printed: str, notation: Notation) -> str:
    """A printed type line as a board takes it: a subtype that looks like a slip of a known one in quotes."""
    front, *rest = _DASH.split(printed, maxsplit=1)
    found = re.findall(rf"(?i:{notation.long_subtypes}\S+)", rest[0]) if rest else []
    words = (quote(word) if notation.subtype_meant(word) else word for word in found)
    return f"{front} — {' '.join(words)}" if rest else front


def proved(finding: Finding) -> Finding | None:
    """The finding with the text of the boards that show it; nothing if none does.

    A code without templates needs no board.
    """
    if not finding.code.proof:
        return finding
    blanks = _blanks(finding)
    for template in finding.code.proof:
        text = filled(template, blanks).lstrip("\n")
        if all(map(_holds, _DIVIDER.split(text))):
            return replace(finding, proof=text)
    return None


def _blanks(finding: Finding) -> Mapping[str, str]:
    card = finding.card
    return {
        **card.printed,
        **{str(number): argument for number, argument in enumerate(finding.arguments)},
        "edition": _newest(card.game),
        "card": described(card),
        "line": escape(_line(finding)),
        "counterpart": described(finding.counterpart, "#other") if finding.counterpart else "",
    }


def _line(finding: Finding) -> str:
    """The line of text in which a finding stands, as boards name it: the card's name by its sign."""
    card = finding.card
    lines = read_card(card.game, card.text, card.name) if finding.field == TEXT else ()
    here = (line for line in lines if line.start <= finding.start < line.start + len(line.text) + 1)
    return next((_named_by_sign(line.text, card.name).removesuffix(".") for line in here), "")


def _named_by_sign(text: str, name: str) -> str:
    """A text with the sign for the card wherever its name stands; other words for the card stay."""
    text = REMINDER.sub("", text).strip()
    for called in filter(None, dict.fromkeys((name, name.partition(",")[0]))):
        text = re.sub(rf"(?<!\w){re.escape(called)}(?!\w)", SELF, text)
    return text


@cache
def _newest(game: str) -> str:
    return editions(game)[-1]


def _holds(text: str) -> bool:
    """Whether the solver rules a board as its expectations say. What it refuses to rule on shows nothing."""
    try:
        board = Board.parse(text, "the proof")
        return bool(board.expects) and not check_board(board)
    except HeadjudgeError:
        return False


def boards_of(finding: Finding) -> Iterator[str]:
    """The boards of a proof, each a file of its own."""
    for text in _DIVIDER.split(finding.proof or ""):
        if text.strip():
            yield text


def save_boards(folder: Path, findings: Iterable[Finding]) -> list[Path]:
    """Write the boards that prove findings into a folder, as examples that ``headjudge test`` passes.

    Raises :class:`Malformed` if they cannot be written.
    """
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for finding in findings:
            for number, text in enumerate(boards_of(finding), 1):
                name = re.sub(r"\W+", "-", slug(finding.card.name or "untitled")).strip("-")
                file = folder / f"{finding.code.code}-{name}-{finding.line}-{number}.board"
                file.write_text(f"// {finding.code.code}: {finding.message}\n{text}", encoding="utf-8")
                written.append(file)
    except OSError as error:
        what = f"the boards cannot be written: {error.strerror}"
        raise Malformed(what, place=Place(str(folder))) from None
    return written
