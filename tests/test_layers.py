"""The layers (613) on random boards: the solver against a plain fold that tries dependency out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from headjudge.board.model import Board
from headjudge.derivation.inspection import Inspection, inspect
from headjudge.derivation.rulebook import Rulebook
from headjudge.terms import quote, unquote
from hypothesis import HealthCheck, event, given, settings

from .independent.layer_boards import KEYWORDS, SUBTYPES, layered_board, layered_boards
from .independent.layers import EVERY_CREATURE_TYPE, KINDS, Piece, Resolved, settle


def examples(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many examples, however long each takes."""
    return settings(
        max_examples=number, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )


def expected(piece: Piece) -> dict[str, object]:
    """What the fold says of a permanent."""
    subtypes = piece.subtypes - {EVERY_CREATURE_TYPE}
    every = EVERY_CREATURE_TYPE in piece.subtypes
    creature = "creature" in piece.types
    return {
        "types": piece.types,
        "subtypes": {s for s in SUBTYPES if s in subtypes or (every and KINDS[s] == "creature")},
        "supertypes": piece.supertypes,
        "colors": piece.colors,
        "keywords": {keyword for keyword in KEYWORDS if ("keyword", keyword) in piece.abilities},
        "size": (piece.power, piece.toughness) if creature else None,
        "controller": {piece.controller},
    }


def found(inspection: Inspection) -> dict[str, object]:
    """What the solver says of it."""
    kinds: dict[str, set[str]] = {}
    for kind, value in inspection.traits:
        kinds.setdefault(kind, set()).add(value)
    subtypes = kinds.get("subtype", set())
    every = "every_creature_type" in subtypes
    size = (*kinds.get("power", ()), *kinds.get("toughness", ()))
    return {
        "types": kinds.get("type", set()),
        "subtypes": {s for s in SUBTYPES if s in subtypes or (every and KINDS[s] == "creature")},
        "supertypes": kinds.get("supertype", set()),
        "colors": kinds.get("color", set()) - {"colorless"},
        "keywords": kinds.get("ability", set()) & set(KEYWORDS),
        "size": tuple(map(int, size)) if size else None,
        "controller": {unquote(player) for player in kinds.get("controller", ())},
    }


def agree(pieces: list[Piece], resolved: list[Resolved]) -> None:
    text = layered_board(pieces, resolved)
    board = Board.parse(text)
    assert not [fact for fact in board.facts() if fact.startswith("unread(")], text
    settled = settle(pieces, resolved)
    rulebook = Rulebook.load("magic")
    inspections = inspect(rulebook, board.facts(), *map(quote, settled))
    event(f"{sum(len(inspection.layers) for inspection in inspections)} changes")
    for inspection, (name, piece) in zip(inspections, settled.items(), strict=True):
        assert found(inspection) == expected(piece), f"{name} on\n{text}"


@examples(150)
@given(layered_boards())
def test_an_object_is_what_the_independent_fold_makes_of_it(
    board: tuple[list[Piece], list[Resolved]],
) -> None:
    agree(*board)


@pytest.mark.long
@examples(2000)
@given(layered_boards(most=7))
def test_an_object_is_what_the_independent_fold_makes_of_it_at_length(
    board: tuple[list[Piece], list[Resolved]],
) -> None:
    agree(*board)
