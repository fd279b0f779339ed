"""From guessed facts to a board in notation: what a check has found can be read, ruled on, and kept as a test."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..board.model import Board
from ..derivation.rulebook import Pack
from ..errors import NotCovered
from ..notation.pack import Notation
from ..terms import Fn, functor, read, show
from .scope import TOLD

_TOLD = frozenset(signature.partition("/")[0] for signature in TOLD)


def board_of(pack: Pack, edition: str, facts: Iterable[str]) -> Board:
    """The board that guessed facts describe, with what they tell of a script as its first step.

    Raises NotCovered if the notation cannot say one of them: then it is no board that anybody could test.
    """
    game, given = pack.game, tuple(facts)
    stated = [fact for fact in given if functor(fact) not in _TOLD]
    board = Board.parse(f"{game} {edition}\n").with_facts(stated)
    if board.unexpressed:
        what = f"the notation of {game} cannot say what was guessed"
        raise NotCovered(what, found=", ".join(board.unexpressed))
    events = script_of(given)
    if not events:
        return board
    frames = Notation.load(game).frames
    phrases = [frames.phrase_of(event, "then", board.names) for event in events]
    if None in phrases:
        what = f"the notation of {game} cannot say a step of a script"
        raise NotCovered(what, found=", ".join(events))
    return Board.parse(f"{board}then {'; '.join(filter(None, phrases))}\n")


def script_of(facts: Iterable[str]) -> tuple[str, ...]:
    """The events of the step that guessed facts tell: what is instructed, or one declaration."""
    events, parts, kinds = [], [], []
    for fact in facts:
        match read(fact):
            case Fn("instructed", (event,)):
                events.append(show(event))
            case Fn("declaring", (kind,)):
                kinds.append(show(kind))
            case Fn("worded", (part,)):
                parts.append(part)
    return (*events, *(f"declare({kind},{show(Fn('', tuple(parts)))})" for kind in kinds))


def expecting(board: Board, lines: Iterable[str]) -> str:
    """The text of a board with expect lines, ready to be a test."""
    expected = "".join(f"expect {line}\n" for line in lines)
    return f"{replace(board, expects=())}{expected}"
