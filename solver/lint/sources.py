"""Written cards from a file or a text, whatever its form: the form is told by how it begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from ..cards.importing import Progress, games_of
from ..errors import Malformed, Place
from .design import Design, designed_games
from .from_card_database import database_cards
from .from_json import json_cards
from .from_plain import plain_cards
from .from_set_editor import is_set, set_cards, set_text
from .written import WrittenCard

_JSON = (b'{"', b"{ ", b"{\n", b"{\r", b"{}", b"[", b"\x1f\x8b", b"\xfd7zXZ")
_ARCHIVE, _XML = b"PK\x03\x04", b"<"
_HEAD = 4096
_SET = re.compile(r"\A\ufeff?mse[ _]version:", re.IGNORECASE)


def read_cards(
    source: str | Path, game: str = "", name: str = "", progress: Progress | None = None
) -> Iterator[WrittenCard]:
    """The cards in a file: plain text, a set, a card database, or what ``headjudge cards import`` takes.

    ``name`` is what a card is called of which the file holds only the text. Raises :class:`Malformed`,
    with the place, for a file that is missing, broken or of an unknown form.
    """
    file = str(source)
    try:
        with Path(file).open("rb") as stream:
            head = stream.read(_HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
        if head.startswith(_ARCHIVE) and is_set(file):
            yield from read_text(set_text(file), game, name, file, progress)
        elif head.startswith((_ARCHIVE, *_JSON)):
            yield from json_cards(file, game or _one(games_of(file), file), progress)
        else:
            yield from read_text(_decoded(Path(file).read_bytes(), file), game, name, file, progress)
    except OSError as error:
        raise Malformed(f"cannot read the file: {error.strerror}", place=Place(file)) from None


def read_text(
    text: str, game: str = "", name: str = "", file: str = "<text>", progress: Progress | None = None
) -> Iterator[WrittenCard]:
    """The cards in a text that is no JSON; as :func:`read_cards`."""
    design = Design.load(game or _one(games_of(text=text), file))
    if _SET.match(text) and "set_editor" in design.written:
        yield from set_cards(text, design, file, progress)
    elif text.lstrip().startswith(_XML.decode()) and "card_database" in design.written:
        yield from database_cards(text.encode(), design, file)
    elif text.lstrip().encode().startswith(_JSON):
        advice = "write it to a file, and name that"
        raise Malformed("JSON is read from files only", place=Place(file, 1, 1), advice=advice)
    else:
        yield from plain_cards(text, design, name, file)


def _decoded(data: bytes, file: str) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte 0x{data[error.start]:02x}"
        place, advice = Place(file, line, column), "save it as UTF-8"
        raise Malformed("the file is not UTF-8", place=place, found=found, advice=advice) from None


def _one(games: list[str], file: str) -> str:
    known = [game for game in games if game in designed_games()]
    if len(known) != 1:
        expected, advice = tuple(known) or designed_games(), "say --game GAME"
        raise Malformed("cards of which game?", place=Place(file), expected=expected, advice=advice)
    return known[0]
