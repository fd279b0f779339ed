"""A document as an editor has it open: one version of its text, and what is understood of it when needed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from ..board.faults import Examined, examine
from ..board.syntax import WrittenObject
from ..cards.importing import games_of
from ..derivation.rulebook import Rulebook
from ..errors import HeadjudgeError, Malformed, Place
from ..lint import Design, WrittenCard
from ..lint.design import designed_games
from ..lint.from_plain import plain_cards
from ..notation.names import Names
from ..notation.pack import Notation
from .marks import Marks, marks_of
from .places import Places

#: How the names of the files of boards and of cards end, and what editors may call their languages.
BOARDS, CARDS = (".board",), (".card", ".cards")
BOARD_LANGUAGE, CARD_LANGUAGE = "headjudge-board", "headjudge-card"


class Document:
    """One version of a text. What is understood of it is worked out once, when it is first asked for.

    A text is that of cards, or else of a board; whether it is either, its name or its language tells.
    """

    def __init__(self, uri: str, text: str, version: int | None = None, language: str = "") -> None:
        self.uri, self.text, self.version = uri, text, version
        self._examined: Examined | None = None
        name = uri.lower()
        self.is_of_cards = language == CARD_LANGUAGE or name.endswith(CARDS)
        self.is_ours = self.is_of_cards or language == BOARD_LANGUAGE or name.endswith(BOARDS)

    @property
    def name(self) -> str:
        """The name of its file."""
        return PurePosixPath(unquote(urlsplit(self.uri).path)).name or self.uri

    @cached_property
    def places(self) -> Places:
        """Its places."""
        return Places(self.text)

    @cached_property
    def marks(self) -> Marks:
        """The marks of a board."""
        return marks_of(self.text)

    def examine(self, going_on: Callable[[], object] = bool) -> Examined:
        """A board as far as it can be read, with all its faults. ``going_on`` may end the reading."""
        if self._examined is None:
            self._examined = examine(self.text, self.name, going_on)
        return self._examined

    @property
    def examined(self) -> Examined:
        """What :meth:`examine` gives."""
        return self.examine()

    @cached_property
    def _things(self) -> dict[int, WrittenObject]:
        """The objects and cards of a board by the lines on which they stand."""
        written = self.examined.written
        things = [thing for side in written.players for thing in side.objects] if written else []
        return {each.name.place.line: each for each in (*things, *(written.cards if written else ()))}

    def thing_at(self, offset: int) -> WrittenObject | None:
        """The object or card of a board on whose line an offset is."""
        return self._things.get(self.places.line_number(offset))

    @cached_property
    def game_of_cards(self) -> str:
        """The game of which these cards can be; ``""`` if it cannot be told."""
        fitting = [game for game in games_of(text=self.text) if game in designed_games()]
        return fitting[0] if len(fitting) == 1 else ""

    @cached_property
    def cards(self) -> tuple[list[WrittenCard], list[Malformed]]:
        """The cards that are written here, and what is no card."""
        cards: list[WrittenCard] = []
        faults: list[Malformed] = []
        if not self.game_of_cards:
            if self.text.strip():
                what = "of which game are these cards?"
                faults.append(Malformed(what, expected=designed_games(), advice="write a card's text"))
            return cards, faults
        design = Design.load(self.game_of_cards)
        for number, block in _blocks(self.text.removeprefix("\ufeff")):
            try:
                cards += (_down(card, number) for card in plain_cards(block, design, file=self.name))
            except Malformed as error:
                if error.place:
                    place = error.place
                    error.place = Place(place.file, place.line + number, place.column)
                faults.append(error)
        return cards, faults

    def span(self, card: WrittenCard, field: str, start: int, end: int) -> tuple[int, int]:
        """The span of the document for one of a field of a card."""
        first, last = (self.places.at(Place(self.name, *card.at(field, each))) for each in (start, end))
        return first, last

    @property
    def names(self) -> Names:
        """The individuals of a board."""
        return self.examined.board.names if self.examined.board else Names()

    @cached_property
    def header(self) -> tuple[str, str]:
        """The game and the edition in the first line of a board, known or not; ``""`` if there are none."""
        for line in self.text.removeprefix("\ufeff").splitlines():
            if words := line.partition("//")[0].split():
                return words[0], words[1] if words[1:] else ""
        return "", ""

    @cached_property
    def notation(self) -> Notation | None:
        """The notation of the game of a board; ``None`` if there is no such game."""
        try:
            return Notation.load(self.header[0])
        except HeadjudgeError:
            return None

    def rulebook(self, edition: str = "") -> Rulebook | None:
        """The rules under an edition, or that of the board; ``None`` if there are none."""
        try:
            return Rulebook.load(self.header[0], edition or self.header[1] or None)
        except HeadjudgeError:
            return None


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """The cards in a text, divided by blank lines: the number of lines before each, and its lines."""
    for found in re.finditer(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+", text):
        yield text.count("\n", 0, found.start()), found[0]


def _down(card: WrittenCard, lines: int) -> WrittenCard:
    """A card so many lines farther down in its file."""
    place = Place(card.place.file, card.place.line + lines, card.place.column)
    places = {field: (line + lines, column) for field, (line, column) in card.places.items()}
    return replace(card, place=place, places=places)
