"""What an outcome makes of the board, in notation: the lines that are gone, and those that are new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .board import Board
from .board_printing import print_object
from .ruling import Ruling


@dataclass(frozen=True)
class Aftermath:
    """``changes`` are pairs of lines (before, after), "" where there was or is none; ``unsaid`` are the
    new facts that the notation has no words for."""

    board: Board
    changes: tuple[tuple[str, str], ...]
    unsaid: tuple[str, ...]


def aftermaths(ruling: Ruling) -> Iterator[Aftermath]:
    """Compare the board at the end of each outcome with the board that was described."""
    before = ruling.board.with_facts(ruling.board.facts())
    return (_aftermath(before, before.with_facts(outcome.state)) for outcome in ruling.outcomes)


def _aftermath(before: Board, after: Board) -> Aftermath:
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
