"""The peer: phase-python takes a described board as a game state and performs state-based actions."""

from __future__ import annotations

import functools
import json
from typing import Any

import phase

from .boards import Permanent

LIBRARY = 60


def _face(name: str, numbers: tuple[int, int] | None, legendary: bool) -> dict[str, Any]:
    types = ["Creature"] if numbers else ["Land"]
    card: dict[str, Any] = {
        "name": name,
        "types": types,
        "supertypes": ["Legendary"] * legendary + ["Basic"] * (not numbers),
        "subtypes": ["Bear"] if numbers else ["Forest"],
        "type": " ".join(types),
        "text": "",
        "colors": [],
        "colorIdentity": [],
        "keywords": [],
        "layout": "normal",
        "legalities": {"standard": "Legal"},
        "manaValue": 0.0,
        "convertedManaCost": 0.0,
        "identifiers": {},
        "printings": [],
        "foreignData": [],
        "rulings": [],
        "purchaseUrls": {},
        "subsets": [],
    }
    if numbers:
        card |= {"power": str(numbers[0]), "toughness": str(numbers[1]), "manaCost": "{G}"}
    return dict(phase.build_oracle_face(card, None))


def _actor(game: Any) -> int:
    waiting = game.waiting_for().get("data") or {}
    if "pending" in waiting:
        return int(waiting["pending"][0]["player"])
    return int(waiting.get("player", game.priority_player()))


def _key(permanent: Permanent) -> str:
    if permanent.numbers is None:
        return "Forest"
    return f"{permanent.name} {permanent.numbers[0]} {permanent.numbers[1]}"


@functools.cache
def _engine(kinds: tuple[tuple[str, tuple[int, int] | None, bool], ...]) -> Any:
    faces = {name.lower(): _face(name, numbers, legendary) for name, numbers, legendary in kinds}
    return phase.Engine.from_json(json.dumps(faces))


@functools.cache
def _prepared(board: tuple[Permanent, ...]) -> tuple[Any, str]:
    """A game in its first main phase whose libraries hold the board's cards, moved onto the battlefield."""
    kinds = {(_key(p), p.numbers, p.legendary) for p in board} | {("Forest", None, False)}
    engine = _engine(tuple(sorted(kinds, key=str)))
    decks = [[_key(p) for p in board if p.player == player] for player in "AB"]
    decks = [deck + ["Forest"] * max(0, LIBRARY - len(deck)) for deck in decks]
    game = engine.new_game(player=decks[0], opponent=decks[1], seed=1, first_player=0, format="Standard")
    for _ in range(60):
        kind = game.waiting_for()["type"]
        if kind == "MulliganDecision":
            keep = [action for action in game.actions() if "Keep" in json.dumps(action.to_dict())]
            game.apply(_actor(game), keep[0])
        elif game.phase != "PreCombatMain":
            game.apply(_actor(game), next(a for a in game.actions() if a.kind == "PassPriority"))
        else:
            break
    exported = game.state()
    state = exported["state"]
    for permanent in board:
        cards = state["players"]["AB".index(permanent.player)]
        identity = next(
            (zone, card)
            for zone in ("library", "hand")
            for card in cards[zone]
            if state["objects"][str(card)]["name"] == _key(permanent)
        )
        cards[identity[0]].remove(identity[1])
        thing = state["objects"][str(identity[1])]
        thing |= {"zone": "Battlefield", "entered_battlefield_turn": 0, "damage_marked": permanent.damage}
        if permanent.plus:
            thing["counters"] = {"P1P1": permanent.plus, "M1M1": permanent.minus}
        state["battlefield"].append(identity[1])
    state["layers_dirty"] = True
    return engine, json.dumps(exported)


def rule(board: list[Permanent]) -> Any:
    """Load the board and let the engine perform state-based actions; the state afterwards."""
    engine, exported = _prepared(tuple(board))
    game = engine.load_game(exported)
    game.apply(_actor(game), next(a for a in game.actions() if a.kind == "PassPriority"))
    return game.state()
