"""The canonical text of a board; reading it gives an equal board."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from ..notation.names import show_name, show_side
from ..notation.pack import Notation
from ..notation.slots import escape, show_counter_kind
from ..terms import quote, read
from .model import Board, Card, Expectation, Object


def print_board(board: Board) -> str:
    """One line for each statement; equal objects without an id share a line."""
    return "\n".join(_lines(board)) + "\n"


def _lines(board: Board) -> Iterator[str]:
    yield " ".join(filter(None, (board.game, board.edition)))
    yield from (f"variant {variant}" for variant in board.variants)
    if board.turn:
        yield "  ".join(board.turn)
    for team in board.teams:
        yield "  ".join((f"team {show_side(team.name)}", *team.values))
    yield from map(_card, board.cards)
    for player in board.players:
        text = (f"[{escape(player.text)}]",) if player.text else ()
        yield "  ".join((f"player {show_side(player.name)}", *player.values, *text))
        for thing, count in _grouped(player.objects):
            yield "  " + print_object(thing, board, count)
        yield from (f"  {zone} ? x{number}" for zone, number in player.hidden)
    for effect in board.effects:
        yield f"effect @{effect.id} {effect.text}" if effect.id else f"effect {effect.text}"
    yield from (f"happened {text}" for text in board.happened)
    yield from (f"then {step.text}" for step in board.script)
    yield from (f"ask {question.text}" for question in board.asks)
    yield from (f"expect {print_expectation(each)}" for each in board.expects)


def print_expectation(expectation: Expectation) -> str:
    """The text of an expect line."""
    scope = [f"under {expectation.under}"] if expectation.under is not None else []
    scope += [f"round {expectation.round}"] if expectation.round is not None else []
    claims = "; ".join(claim.text for claim in expectation.claims)
    return f"{' '.join(scope)}: {claims}" if scope else claims


def _grouped(objects: Sequence[Object]) -> Iterator[tuple[Object, int]]:
    """Neighbours that differ in nothing but ids that follow from their name."""
    for _, group in groupby(objects, lambda it: it.id if it.named or it.stamp else replace(it, id="")):
        first, *others = group
        while len(others) >= 9999:
            yield first, 9999
            first, others = others[9998], others[9999:]
        yield first, 1 + len(others)


def _card(card: Card) -> str:
    return " ".join(filter(None, ("card", show_name(card.name), card.id and _id(card.id), *_described(card))))


def _described(thing: Card | Object) -> tuple[str, ...]:
    return (
        thing.cost,
        thing.numbers,
        thing.type_line and f"<{thing.type_line}>",
        thing.text and f"[{escape(thing.text)}]",
    )


def _id(ident: str) -> str:
    return f"#{ident}" if re.fullmatch(r"[\w-]+", ident) else f"#{quote(ident)}"


def print_object(thing: Object, board: Board, count: int = 1) -> str:
    """The line of an object, without indentation."""
    kinds = Notation.load(board.game).counter_kinds
    counters = ", ".join(f"{show_counter_kind(read(kind), kinds)} x{n}" for kind, n in thing.counters)
    parts = (
        thing.zone,
        show_name(thing.name),
        thing.named and _id(thing.id),
        *_described(thing),
        counters and f"{{{counters}}}",
        thing.states and f"({', '.join(thing.states)})",
        thing.target and f"-> {board.names.show('target', thing.target)}",
        thing.copy and f"={show_name(thing.copy)}",
        thing.stamp is not None and f"@{thing.stamp}",
        thing.owner and f"owner {show_side(thing.owner)}",
        count > 1 and f"x{count}",
    )
    return " ".join(part for part in parts if part)
