"""From guessed facts to a board in notation, which can be read, ruled on, and kept as a test."""

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
    frames = Notation.load(game).frames
    lines = [str(board)]
    for events in script_of(given):
        phrases = [frames.phrase_of(event, "then", board.names) for event in events]
        if None in phrases:
            what = f"the notation of {game} cannot say a step of a script"
            raise NotCovered(what, found=", ".join(events))
        lines.append(f"then {'; '.join(filter(None, phrases))}\n")
    return Board.parse("".join(lines)) if len(lines) > 1 else board


def script_of(facts: Iterable[str]) -> list[tuple[str, ...]]:
    """The steps that guessed facts tell, each with its events: what is instructed or declared at one moment,
    or a whole script."""
    events, parts, kinds, steps = [], [], [], []
    for fact in facts:
        match read(fact):
            case Fn("instructed", (event,)):
                events.append(show(event))
            case Fn("declaring", (kind,)):
                kinds.append(show(kind))
            case Fn("worded", (part,)):
                parts.append(part)
            case Fn("scripted", (int(number), event)):
                steps.append((number, show(event)))
    events += (f"declare({kind},{show(Fn('', tuple(parts)))})" for kind in kinds)
    return [*([tuple(events)] if events else []), *((event,) for _, event in sorted(steps))]


def expecting(board: Board, lines: Iterable[str]) -> str:
    """The text of a board with expect lines, ready to be a test."""
    expected = "".join(f"expect {line}\n" for line in lines)
    return f"{replace(board, expects=())}{expected}"
