"""Written cards from a file or a text, whatever its form: the form is told by how it begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from ..cards.importing import Progress, games_of
from ..errors import Malformed, Place
from .design import Design, designed_games
from .from_json import json_cards
from .from_plain import plain_cards
from .written import WrittenCard

_JSON = (b"{", b"[", b"\x1f\x8b", b"\xfd7zXZ", b"PK\x03\x04")
_HEAD = 4096


def read_cards(
    source: str | Path, game: str = "", name: str = "", progress: Progress | None = None
) -> Iterator[WrittenCard]:
    """The cards in a file: plain text, or JSON and JSON lines as ``headjudge cards import`` takes them.

    ``name`` is what a text calls its object that does not begin with a name. Raises :class:`Malformed`, with
    the place, for a file that is missing, broken or of an unknown form.
    """
    file = str(source)
    try:
        with Path(file).open("rb") as stream:
            head = stream.read(_HEAD).lstrip(b"\xef\xbb\xbf \t\r\n")
    except OSError as error:
        raise Malformed(f"cannot read the file: {error.strerror}", place=Place(file)) from None
    if head.startswith(_JSON):
        yield from json_cards(file, game or _one(games_of(file), file), progress)
        return
    try:
        text = Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Malformed("the file is not UTF-8", place=Place(file), advice="save it as UTF-8") from None
    yield from read_text(text, game, name, file)


def read_text(text: str, game: str = "", name: str = "", file: str = "<text>") -> Iterator[WrittenCard]:
    """The cards in a text that people wrote; as :func:`read_cards`."""
    design = Design.load(game or _one(games_of(text=text), file))
    yield from plain_cards(text, design, name, file)


def _one(games: list[str], file: str) -> str:
    known = [game for game in games if game in designed_games()]
    if len(known) != 1:
        expected = tuple(known) or designed_games()
        raise Malformed(
            "cards of which game?", place=Place(file), expected=expected, advice="say --game GAME"
        )
    return known[0]


#: What reads the cards of a file.
Reader = Callable[..., Iterator[WrittenCard]]
