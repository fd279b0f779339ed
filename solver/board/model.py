"""A described board: its parts, its text, its JSON and its facts (section 4 of the design).

Everything in a board is kept as canonical notation, so two boards are equal if they print the same.
The facts are those with which the rules begin; script, questions and expectations are no facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import Place
from ..notation.names import Names
from ..notation.pack import Notation

if TYPE_CHECKING:
    from .cards import Description


@dataclass(frozen=True)
class Card:
    """A card that is described once, by name (and ``id`` if several cards share the name)."""

    name: str
    id: str = ""
    cost: str = ""
    numbers: str = ""
    type_line: str = ""
    text: str = ""


@dataclass(frozen=True)
class Object:
    """One object line. ``player`` controls it; ``owner`` is empty if that is the same player.

    ``named`` says that the id was written and is not just the name.
    """

    id: str
    name: str
    zone: str
    player: str
    named: bool = False
    cost: str = ""
    numbers: str = ""
    type_line: str = ""
    text: str = ""
    counters: tuple[tuple[str, int], ...] = ()
    states: tuple[str, ...] = ()
    target: str = ""
    copy: str = ""
    stamp: int | None = None
    owner: str = ""


@dataclass(frozen=True)
class Player:
    """A player line and the lines under it; ``hidden`` are zones with a number of unknown cards."""

    name: str
    values: tuple[str, ...] = ()
    text: str = ""
    objects: tuple[Object, ...] = ()
    hidden: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Team:
    """A team line."""

    name: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Effect:
    """An effect line: its phrase, and its id if that was written (``effect @3 ...``)."""

    text: str
    id: int | None = None


@dataclass(frozen=True)
class Step:
    """One instruction of the script: the phrases that happen at the same time, and their event terms."""

    text: str
    events: tuple[str, ...]
    place: Place = field(default=Place(), compare=False, repr=False)


@dataclass(frozen=True)
class Question:
    """One thing that is asked, and its term."""

    text: str
    term: str
    place: Place = field(default=Place(), compare=False, repr=False)


@dataclass(frozen=True)
class Claim:
    """One thing that is expected.

    ``quantifier`` is ``""`` (in every outcome), ``"no"`` (in none) or ``"sometimes"``; ``kind`` is one of
    event, result, trait, fact, choice, outcomes, nothing, nothing else, trigger, undecided, loop, refused,
    legal, illegal, may, may not, declarations; ``rule`` is the number that must be cited.
    """

    quantifier: str
    kind: str
    term: str
    rule: str | None
    text: str
    place: Place = field(default=Place(), compare=False, repr=False)


@dataclass(frozen=True)
class Expectation:
    """One expect line: the edition and the round it is about, and its claims."""

    claims: tuple[Claim, ...]
    under: str | None = None
    round: int | None = None
    place: Place = field(default=Place(), compare=False, repr=False)


@dataclass(frozen=True)
class Board:
    """A board as it was described. ``edition`` is empty if the board names none.

    ``stored`` are the cards that it names and that the store describes, and ``store`` is the receipt of that
    store, empty if it gave none.
    """

    game: str
    edition: str = ""
    variants: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()
    teams: tuple[Team, ...] = ()
    cards: tuple[Card, ...] = ()
    players: tuple[Player, ...] = ()
    effects: tuple[Effect, ...] = ()
    happened: tuple[str, ...] = ()
    script: tuple[Step, ...] = ()
    asks: tuple[Question, ...] = ()
    expects: tuple[Expectation, ...] = ()
    unexpressed: tuple[str, ...] = ()
    names: Names = field(default_factory=Names, compare=False, repr=False)
    initial: tuple[str, ...] = field(default=(), compare=False, repr=False)
    stored: Mapping[str, Description] = field(default_factory=dict, compare=False, repr=False)
    store: str = field(default="", compare=False, repr=False)

    @classmethod
    def parse(cls, text: str, file: str = "<text>", notation: Notation | None = None) -> Board:
        """The board a text describes. ``notation`` defaults to that of the game in its first line.

        Raises :class:`~headjudge.errors.Malformed` with line, column, what stood there and what was
        expected, for text that cannot be read and for a board that contradicts itself.
        """
        from .reading import read_board
        from .syntax import read_written

        return read_board(read_written(text, file), notation)

    def print(self) -> str:
        """The canonical text; ``Board.parse`` of it gives an equal board."""
        from .printing import print_board

        return print_board(self)

    __str__ = print

    @property
    def objects(self) -> tuple[Object, ...]:
        """All objects, in the order of the lines."""
        return tuple(thing for player in self.players for thing in player.objects)

    def facts(self) -> tuple[str, ...]:
        """All facts with which the rules begin, defaults included, each once, as clingo prints them."""
        return self.initial

    def with_facts(self, facts: Iterable[str]) -> Board:
        """The board that other facts describe, in the notation of this one; the inverse of :meth:`facts`.

        Script, questions and expectations are left behind. Facts that the notation cannot say stand in
        ``unexpressed``, but for what follows from the texts on the board.
        """
        from .from_facts import board_from_facts

        return board_from_facts(self, facts)

    def phrase_of(self, fact: str, section: str, letters: str = "") -> str | None:
        """The phrase of a section of the notation that states a fact, with objects as ``#id``.

        Of several the first that is written in ``letters``, a pattern for one letter (:meth:`Notation.load`).
        """
        return Notation.load(self.game, letters).frames.phrase_of(fact, section, self.names)

    def to_json(self) -> dict[str, Any]:
        """The board as JSON data; its schema is schema/board.schema.json."""
        from .interchange import board_to_json

        return board_to_json(self)

    @classmethod
    def from_json(cls, data: Any, file: str = "<json>") -> Board:
        """The board that JSON data describes; the inverse of :meth:`to_json`."""
        from .interchange import written_from_json
        from .reading import read_board

        return read_board(written_from_json(data, file))


def read_board(path: str | Path) -> Board:
    """The board in a file; :class:`~headjudge.errors.Malformed` if it is missing or not UTF-8."""
    from .syntax import read_file

    return Board.parse(read_file(path), str(path))
