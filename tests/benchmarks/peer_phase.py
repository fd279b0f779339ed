"""The peer: phase-python takes a described board as a game state, performs state-based actions and judges
declarations of blockers."""

from __future__ import annotations

import functools
import json
import multiprocessing
import statistics
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import phase

from .boards import Permanent
from .combat import Blocks, Fighter

LIBRARY = 60
#: Milliseconds after which an answer is not asked for again.
SLOW = 1000


def _card(name: str, types: str, subtype: str, **more: Any) -> dict[str, Any]:
    card: dict[str, Any] = {
        "name": name,
        "types": [types],
        "supertypes": [],
        "subtypes": [subtype],
        "type": types,
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
    return dict(phase.build_oracle_face(card | more, None))


def _face(name: str, numbers: tuple[int, int] | None, legendary: bool) -> dict[str, Any]:
    supertypes = ["Legendary"] * legendary + ["Basic"] * (not numbers)
    if not numbers:
        return _card(name, "Land", "Forest", supertypes=supertypes)
    power, toughness = map(str, numbers)
    return _card(
        name, "Creature", "Bear", supertypes=supertypes, power=power, toughness=toughness, manaCost="{G}"
    )


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


def _pass(game: Any) -> None:
    game.apply(_actor(game), next(action for action in game.actions() if action.kind == "PassPriority"))


def _started(engine: Any, cards: Sequence[Sequence[str]]) -> Any:
    """A game in its first main phase; the libraries hold these cards and Forests."""
    decks = [[*names, *["Forest"] * max(0, LIBRARY - len(names))] for names in cards]
    game = engine.new_game(player=decks[0], opponent=decks[1], seed=1, first_player=0, format="Standard")
    for _ in range(60):
        if game.waiting_for()["type"] == "MulliganDecision":
            keep = [action for action in game.actions() if "Keep" in json.dumps(action.to_dict())]
            game.apply(_actor(game), keep[0])
        elif game.phase != "PreCombatMain":
            _pass(game)
        else:
            break
    return game


def _put(state: dict[str, Any], player: str, name: str, **more: Any) -> int:
    """Move a card of a player onto the battlefield, where it has been since before the game; its number."""
    cards = state["players"]["AB".index(player)]
    zone, card = next(
        (zone, card)
        for zone in ("library", "hand")
        for card in cards[zone]
        if state["objects"][str(card)]["name"] == name
    )
    cards[zone].remove(card)
    state["objects"][str(card)] |= {"zone": "Battlefield", "entered_battlefield_turn": 0, **more}
    state["battlefield"].append(card)
    return int(card)


@functools.cache
def _prepared(board: tuple[Permanent, ...]) -> tuple[Any, str]:
    """A game in its first main phase whose libraries hold the board's cards, moved onto the battlefield."""
    kinds = {(_key(p), p.numbers, p.legendary) for p in board} | {("Forest", None, False)}
    engine = _engine(tuple(sorted(kinds, key=str)))
    game = _started(engine, [[_key(p) for p in board if p.player == player] for player in "AB"])
    exported = game.state()
    for permanent in board:
        more: dict[str, Any] = {"damage_marked": permanent.damage}
        if permanent.plus:
            more["counters"] = {"P1P1": permanent.plus, "M1M1": permanent.minus}
        _put(exported["state"], permanent.player, _key(permanent), **more)
    exported["state"]["layers_dirty"] = True
    return engine, json.dumps(exported)


def rule(board: list[Permanent]) -> Any:
    """Load the board and let the engine perform state-based actions; the state afterwards."""
    engine, exported = _prepared(tuple(board))
    game = engine.load_game(exported)
    _pass(game)
    return game.state()


def _fighter(creature: Fighter) -> dict[str, Any]:
    power, toughness = map(str, creature.numbers)
    colour = {"White": "W", "Black": "B", "Red": "R"}[creature.colour]
    keywords = [word.capitalize() for line in creature.lines if line[-1] != "." for word in line.split(", ")]
    face = _card(
        creature.name,
        "Creature",
        "Ogre",
        power=power,
        toughness=toughness,
        manaCost=f"{{{colour}}}",
        colors=[colour],
        colorIdentity=[colour],
        keywords=keywords,
        text="\n".join(creature.lines),
    )
    statics = sum(line[-1] == "." for line in creature.lines)
    if len(face.get("keywords", ())) != len(keywords) or len(face.get("static_abilities", ())) != statics:
        raise ValueError(f"the peer does not read the whole text of {creature}")
    return face


class Judge:
    """The peer's side: a game that waits for blockers, and its answer to any declaration of them."""

    def __init__(self, board: Sequence[Fighter]) -> None:
        faces = {creature.name.lower(): _fighter(creature) for creature in board}
        self.engine = phase.Engine.from_json(json.dumps({"forest": _face("Forest", None, False), **faces}))
        game = _started(self.engine, [[c.name for c in board if c.player == player] for player in "AB"])
        exported = game.state()
        self.numbers = [
            _put(exported["state"], creature.player, creature.name, summoning_sick=False)
            for creature in board
        ]
        exported["state"]["layers_dirty"] = True
        game = self.engine.load_game(json.dumps(exported))
        while game.waiting_for()["type"] != "DeclareAttackers":
            _pass(game)
        attackers = [number for number, c in zip(self.numbers, board, strict=True) if c.player == "A"]
        attacks = [[number, {"type": "Player", "data": 1}] for number in attackers]
        game.apply(0, {"type": "DeclareAttackers", "data": {"attacks": attacks, "bands": []}})
        while game.waiting_for()["type"] != "DeclareBlockers":
            if game.phase != "DeclareAttackers":
                raise ValueError("the peer leaves the declaration of blockers out, for no creature can block")
            _pass(game)
        self.exported = json.dumps(game.state())

    def load(self) -> Any:
        """The game, loaded anew."""
        return self.engine.load_game(self.exported)

    def judge(self, game: Any, blocks: Blocks) -> str:
        """Why the declaration is illegal; nothing if it is legal, and then ``game`` has gone on."""
        pairs = [[self.numbers[blocker], self.numbers[attacker]] for blocker, attacker in blocks]
        try:
            game.apply(1, {"type": "DeclareBlockers", "data": {"assignments": pairs}})
        except ValueError as refused:
            return str(refused)
        return ""

    def timed(self, blocks: Blocks, repeats: int) -> Answer:
        """The answer and the best of three medians in milliseconds; a slow answer is asked for only once."""
        loads, answers = [], []
        for _ in range(3 * repeats):
            start = time.perf_counter()
            game = self.load()
            loaded = time.perf_counter()
            why = self.judge(game, blocks)
            answers.append((time.perf_counter() - loaded) * 1000)
            loads.append((loaded - start) * 1000)
            if answers[-1] > SLOW:
                break
        rounds = range(0, len(loads), repeats)
        load, apply = (
            min(statistics.median(times[start : start + repeats]) for start in rounds)
            for times in (loads, answers)
        )
        return Answer(why, load, apply)


class Answer(NamedTuple):
    """What the peer says of a declaration (see :meth:`Judge.judge`), and how long loading and it took."""

    why: str
    load: float
    apply: float


def _serve(board: Sequence[Fighter], asked: Sequence[Blocks], repeats: int, answers: Connection) -> None:
    judge = Judge(board)
    answers.send(None)
    for blocks in asked:
        answers.send(judge.timed(blocks, repeats))


def answers(
    board: Sequence[Fighter], asked: Sequence[Blocks], repeats: int, seconds: float
) -> list[Answer | None]:
    """The peer's answers to declarations on a board; ``None`` from the first that takes too long.

    Its search cannot be interrupted, so that it runs in a process of its own.
    """
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(board, asked, repeats, sender), daemon=True)
    process.start()
    sender.close()
    found: list[Answer | None] = []
    try:
        receiver.recv()
        while len(found) < len(asked) and receiver.poll(seconds):
            found.append(receiver.recv())
    finally:
        process.kill()
        process.join()
    return found + [None] * (len(asked) - len(found))
