"""What an outcome makes of the board, in notation: the lines that are gone, and those that are new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .board import Board
from .board_printing import print_object
from .ruling import Outcome, Ruling


@dataclass(frozen=True)
class Aftermath:
    """``changes`` are pairs of lines (before, after), "" where there was or is none; ``unsaid`` are the
    new facts that the notation has no words for."""

    board: Board
    changes: tuple[tuple[str, str], ...]
    unsaid: tuple[str, ...]


def described(ruling: Ruling) -> Board:
    """The board of a ruling as its facts alone would be written down."""
    return ruling.board.with_facts(ruling.board.facts())


def aftermath(before: Board, outcome: Outcome) -> Aftermath:
    """Compare the board at the end of an outcome with the board that was :func:`described`."""
    after = before.with_facts(outcome.state)
    old, new = dict(lines_of(before)), dict(lines_of(after))
    changed = [key for key in {**old, **new} if old.get(key) != new.get(key)]
    known = set(before.unexpressed)
    return Aftermath(
        board=after,
        changes=tuple((old.get(key, ""), new.get(key, "")) for key in changed),
        unsaid=tuple(fact for fact in after.unexpressed if fact not in known),
    )


def lines_of(board: Board) -> Iterator[tuple[tuple[str, str], str]]:
    """The lines of a board by what they are about; those of objects and hidden cards name their player."""
    for player in board.players:
        for thing in player.objects:
            yield ("object", thing.id), f"{player.name}: {print_object(thing, board)}"
        for zone, number in player.hidden:
            yield (player.name, zone), f"{player.name}: {zone} ? x{number}"
    for line in str(board).splitlines():
        if not line.startswith(" "):
            yield ("line", line.partition("  ")[0]), " ".join(line.split())
