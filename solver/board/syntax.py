"""A board as it was written: lines and their parts with places, before any word of a game is looked up.

The text goes through grammar/board.lark; the JSON form gives the same :class:`Written`, so both are
checked by the same code afterwards.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import Malformed, Place
from ..language.scanning import parse, scanner
from ..language.tree import Node, Token, Tree
from ..notation.pack import join_abilities
from ..notation.slots import unescape
from ..terms import LARGEST, unquote

_READABLE = {
    "GAME": "the name of the game",
    "EDITION": "an edition",
    "ZONE": "a zone and a card",
    "WHO": "a name",
    "NAME": "a name",
    "STRING": '"a name"',
    "HIDDEN": "? xN",
    "ID": "#id",
    "STAMP": "@timestamp",
    "TIMES": "xN",
    "COST": "{cost}",
    "NUMBERS": "3/3",
    "TYPE_LINE": "<type line>",
    "TEXT": "[rules text]",
    "STATES": "(states)",
    "LBRACE": "{counters}",
    "KIND": "a kind of counter",
    "EQUAL": "=card",
    "PHRASE": "a phrase",
    "VALUES": "values",
    "__ANON_0": "-> target",
}
_TYPED = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "−": "-", "\u00a0": " ", "\t": " "})


#: The words that begin the statements about the turn.
WORDS = {"turn": ("turn", "ход")}

#: Characters that no board has.
ODD = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")

#: What goes on around the reading of a piece of a board that others can do without; it may take its fault.
Piece = AbstractContextManager[object, bool | None]
#: Nothing goes on: the first fault ends the reading.
FIRST_FAULT: Piece = nullcontext()


class Said(str):
    """A piece of a board as it was written, with its place."""

    __slots__ = ("place",)
    place: Place

    def __new__(cls, text: str, place: Place) -> Said:
        said = super().__new__(cls, text)
        said.place = place
        return said

    def cut(self, start: int, end: int | None = None) -> Said:
        """A part of it, without the spaces around, at its own place."""
        part = self[start:end]
        start += len(part) - len(part.lstrip())
        place = self.place
        column = place.column + start if place.line else place.column
        return Said(part.strip(), Place(place.file, place.line, column))


@dataclass
class WrittenObject:
    """An object line or a card line: its zone (none for a card), its name and its parts by kind."""

    zone: Said
    name: Said
    parts: dict[str, Said] = field(default_factory=dict)
    counters: tuple[tuple[Said, int], ...] = ()


@dataclass
class WrittenSide:
    """A player or team line with the lines under it."""

    name: Said
    values: list[Said] = field(default_factory=list)
    text: Said | None = None
    objects: list[WrittenObject] = field(default_factory=list)
    hidden: list[tuple[Said, int]] = field(default_factory=list)


@dataclass
class Written:
    """A whole board; ``phrases`` are the lines of other kinds by their first word.

    ``astray`` is the zone of the first line that stands under no player.
    """

    game: Said
    edition: Said | None = None
    teams: list[WrittenSide] = field(default_factory=list)
    cards: list[WrittenObject] = field(default_factory=list)
    players: list[WrittenSide] = field(default_factory=list)
    effects: list[tuple[Said | None, Said]] = field(default_factory=list)
    phrases: dict[str, list[Said]] = field(default_factory=dict)
    astray: Said | None = None


def read_file(path: str | Path) -> str:
    """The text of a board file; :class:`Malformed` if it is missing or not UTF-8."""
    try:
        return decode(Path(path).read_bytes(), str(path))
    except OSError as error:
        raise Malformed(f"cannot read the file: {error.strerror}", place=Place(str(path))) from None


def decode(data: bytes, file: str) -> str:
    """The text that bytes stand for; :class:`Malformed` at the first that is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raw = data[: error.start]
        place = Place(file, raw.count(b"\n") + 1, len(raw) - raw.rfind(b"\n"))
        found = f"byte 0x{data[error.start]:02x}"
        what = "the file is not UTF-8"
        raise Malformed(what, place=place, found=found, advice="save it as UTF-8") from None


def read_written(text: str, file: str = "<text>") -> Written:
    """The lines of a board text; :class:`Malformed` at the first character that fits no line."""
    text = typed(text)
    if odd := ODD.search(text):
        raise odd_character(text, odd, file)
    tree = parse("board", "start", text if text.endswith("\n") else text + "\n", file, _READABLE)
    return _Lines(text, file).board(tree)


def written_if_it_fits(text: str, file: str) -> Written | None:
    """The lines of a text in one typography, or ``None``: as :func:`read_written`, which says why not."""
    text = text if text.endswith("\n") else text + "\n"
    tree = scanner("board", "start").tree(text)
    try:
        return _Lines(text, file).board(tree) if tree else None
    except Malformed:
        return None


def typed(text: str) -> str:
    """The text in one typography, character for character: quotes, minus signs, spaces, line ends."""
    return unicodedata.normalize("NFC", text.removeprefix("\ufeff").replace("\r\n", "\n")).translate(_TYPED)


def odd_character(text: str, odd: re.Match[str], file: str) -> Malformed:
    """The error for a character of :data:`ODD`."""
    line, column = text.count("\n", 0, odd.start()) + 1, odd.start() - text.rfind("\n", 0, odd.start())
    name = f"U+{ord(odd[0]):04X}"
    return Malformed("a control character stands here", place=Place(file, line, column), found=name)


def line_of_kind(line: str) -> str:
    """What a line is by its first word: ``player``, ``expect``, ...; ``object`` if that is no such word.

    >>> line_of_kind("  player A"), line_of_kind("затем что-то"), line_of_kind("hall  Lamp #lamp")
    ('player', 'then', 'object')
    """
    word = line.split(maxsplit=1)[0].lower() if line.strip() else ""
    return _BEGINNINGS.get(word, "object" if word else "")


#: The words that begin the lines of each kind, in English and in Russian, as grammar/board.lark has them.
BEGINNINGS = {
    "variant": ("variant", "вариант"),
    **WORDS,
    "team": ("team", "команда"),
    "card": ("card", "карта"),
    "player": ("player", "игрок"),
    "effect": ("effect", "эффект"),
    "happened": ("happened", "случилось"),
    "then": ("then", "затем"),
    "ask": ("ask", "вопрос"),
    "expect": ("expect", "ожидается"),
}
_BEGINNINGS = {word: kind for kind, words in BEGINNINGS.items() for word in words}


class _Lines:
    """Goes through the tree of a board text."""

    def __init__(self, text: str, file: str) -> None:
        self.text, self.file, self.game = text, file, ""
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, token: Token) -> Place:
        line = bisect(self.starts, token.start)
        return Place(self.file, line, token.start - self.starts[line - 1] + 1)

    def said(self, part: Node) -> Said:
        token = _leaf(part)
        return Said(token.rstrip(), self.place(token))

    def named(self, part: Node) -> Said:
        token = _leaf(part)
        return Said(unquote(token) if token.startswith('"') else " ".join(token.split()), self.place(token))

    def board(self, tree: Tree) -> Written:
        header, *lines = (part for part in tree.children if isinstance(part, Tree))
        game, *edition = map(self.said, header.children)
        board = Written(game, edition[0] if edition else None)
        self.game = str(game)
        for line in lines:
            parts = line.children
            match line.data:
                case "statement":
                    word, phrase = _leaf(parts[0]), _leaf(parts[1])
                    begins = word.type.lower()
                    start = word if begins == "turn" else phrase
                    said = Said(self.text[start.start : phrase.end].rstrip(), self.place(start))
                    board.phrases.setdefault(begins, []).append(said)
                case "effect":
                    stamp = self.said(parts[1]).cut(1) if _leaf(parts[1]).type == "STAMP" else None
                    board.effects.append((stamp, self.said(parts[-1])))
                case "team" | "player":
                    (board.teams if line.data == "team" else board.players).append(self.side(parts))
                case "card":
                    board.cards.append(self.thing(parts))
                case "hidden" if board.players:
                    board.players[-1].hidden.append((self.said(parts[0]), self.times(_leaf(parts[1]))))
                case "object" if board.players:
                    board.players[-1].objects.append(self.thing(parts))
                case _:
                    board.astray = board.astray or self.said(parts[0])
        return board

    def side(self, parts: Sequence[Node]) -> WrittenSide:
        side = WrittenSide(self.named(parts[1]))
        for part in map(_leaf, parts[2:]):
            if part.type == "VALUES":
                side.values.append(self.said(part))
            else:
                side.text = self.rules_text(part, side.text)
        return side

    def times(self, token: Token) -> int:
        digits = token.lstrip("?x@ ")
        if len(digits) > 10 or int(digits) > LARGEST:
            raise Malformed("the number is out of range", place=self.place(token), found=digits[:24])
        return int(digits)

    def rules_text(self, token: Token, before: Said | None = None) -> Said:
        """The text in brackets, after what stands in brackets before it: every bracket begins a paragraph."""
        inside = Said(token, self.place(token)).cut(1, -1)
        text = self.paragraphs(unescape(inside).splitlines())
        return Said(self.followed(before, text), before.place) if before else Said(text, inside.place)

    def paragraphs(self, lines: Iterable[str]) -> str:
        """The paragraphs of a rules text on one line; what begins with a small letter goes on before it."""
        whole = ""
        for line in filter(None, (" ".join(each.split()) for each in lines)):
            whole = f"{whole} {line}" if whole and line[0].islower() else self.followed(whole, line)
        return whole

    def followed(self, text: str, paragraph: str) -> str:
        """A text with one more paragraph, parted as the game's texts part them."""
        return join_abilities(self.game, (text.removesuffix("."), paragraph)) if text else paragraph

    def thing(self, parts: Sequence[Node]) -> WrittenObject:
        name = _leaf(parts[1])
        thing = WrittenObject(self.said(parts[0]), self.named(name))
        if name[0].islower():
            raise Malformed(
                f"{name} cannot be a name here",
                place=self.place(name),
                found=name.partition(" ")[0],
                expected=("a name with a capital letter", "a number", '"a name"'),
                advice="begin the name of a card with a capital letter, or put it in quotes",
            )
        for part in parts[2:]:
            kind = str(part.data) if isinstance(part, Tree) else part.type.lower()
            token = _leaf(part, 0 if kind == "counters" else -1)
            if kind in thing.parts and kind not in ("text", "counters"):
                what = f"a second {kind.replace('_', ' ')} on this line"
                raise Malformed(what, place=self.place(token), found=str(token))
            if kind == "counters" and isinstance(part, Tree):
                thing.counters += tuple(
                    self.counter(each) for each in part.children if isinstance(each, Tree)
                )
                thing.parts.setdefault(kind, self.said(token))
            elif kind == "target" and token.startswith("#"):
                thing.parts[kind] = self.said(token)
            elif kind in ("target", "copy", "owner"):
                thing.parts[kind] = self.named(token)
            elif kind == "id":
                thing.parts[kind] = Said(unquote(token[1:]), self.place(token))
            elif kind == "text":
                thing.parts[kind] = self.rules_text(token, thing.parts.get(kind))
            elif kind in ("states", "type_line"):
                thing.parts[kind] = Said(token, self.place(token)).cut(1, -1)
            elif kind in ("times", "stamp"):
                thing.parts[kind] = Said(str(self.times(token)), self.place(token))
            else:
                thing.parts[kind] = self.said(token)
        return thing

    def counter(self, tree: Tree) -> tuple[Said, int]:
        kind, *times = map(_leaf, tree.children)
        return self.said(kind), self.times(times[0]) if times else 1


def _leaf(part: Node, child: int = -1) -> Token:
    """The only token of a part, or its last or first one."""
    while isinstance(part, Tree):
        part = part.children[child]
    return part
