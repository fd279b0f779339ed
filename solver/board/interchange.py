"""A board as JSON data and back (schema/board.schema.json). Empty parts are left out."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from ..errors import Malformed, Place
from ..nearest import did_you_mean
from ..notation.pack import Notation
from ..notation.slots import show_counter_kind
from ..terms import LARGEST, quote, read
from .cards import COST
from .model import Board, Object
from .printing import print_expectation
from .syntax import Said, Written, WrittenObject, WrittenSide

_NUMBERS = re.compile(r"-?(?:\d+|\*)(?:[+-](?:\d+|\*))?/-?(?:\d+|\*)(?:[+-](?:\d+|\*))?\Z")
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_PHRASES = ("variants", "turn", "happened", "script", "asks", "expects")
_LINES = {"variants": "variant", "turn": "turn", "happened": "happened", "script": "then", "asks": "ask"}


def board_to_json(board: Board) -> dict[str, Any]:
    """The JSON data of a board; :func:`written_from_json` is the inverse."""
    kinds = Notation.load(board.game).counter_kinds
    data = {
        "game": board.game,
        "edition": board.edition,
        "variants": list(board.variants),
        "turn": list(board.turn),
        "teams": [_full({"name": team.name, "values": list(team.values)}) for team in board.teams],
        "cards": [_full(asdict(card)) for card in board.cards],
        "players": [
            _full(
                {
                    "name": player.name,
                    "values": list(player.values),
                    "text": player.text,
                    "objects": [_object(thing, kinds) for thing in player.objects],
                    "hidden": dict(player.hidden),
                }
            )
            for player in board.players
        ],
        "effects": [_full({"text": effect.text, "id": effect.id}) for effect in board.effects],
        "happened": list(board.happened),
        "script": [step.text for step in board.script],
        "asks": [question.text for question in board.asks],
        "expects": [print_expectation(each) for each in board.expects],
    }
    return _full(data)


def _full(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value not in ("", [], {}, None)}


def _object(thing: Object, kinds: Collection[str]) -> dict[str, Any]:
    data = asdict(thing) | {
        "id": thing.id if thing.named else "",
        "counters": {show_counter_kind(read(kind), kinds): number for kind, number in thing.counters},
        "states": list(thing.states),
    }
    del data["player"], data["named"]
    return _full(data)


def written_from_json(data: Any, file: str = "<json>") -> Written:
    """The lines that JSON data stands for. Raises :class:`Malformed` with the path of what is wrong."""
    return _Data(file).board(data)


class _Data:
    """Checks JSON data against the form of a board while taking it apart."""

    def __init__(self, file: str) -> None:
        self.file = file

    def wrong(self, path: str, found: Any, expected: str, advice: str = "") -> Malformed:
        where = Place(f"{self.file}: {path}" if path else self.file)
        return Malformed(
            "this is not a board", place=where, found=repr(found)[:60], expected=(expected,), advice=advice
        )

    def part(self, data: Any, path: str, known: str, required: str) -> dict[str, Any]:
        """An object with known keys, the required ones among them."""
        if not isinstance(data, dict):
            raise self.wrong(path, data, "an object")
        for key in data:
            if key not in known.split():
                raise self.wrong(path, key, ", ".join(known.split()), did_you_mean(str(key), known.split()))
        for key in required.split():
            if key not in data:
                raise self.wrong(path, data, f"the key {key}")
        return data

    def several(self, data: dict[str, Any], key: str, path: str) -> list[tuple[str, Any]]:
        found = data.get(key, [])
        if not isinstance(found, list):
            raise self.wrong(f"{path}{key}", found, "an array")
        return [(f"{path}{key}[{place}]", each) for place, each in enumerate(found)]

    def text(self, path: str, found: Any) -> Said:
        if not isinstance(found, str) or not found.strip() or _ODD.search(found):
            raise self.wrong(path, found, "a text in one line")
        return Said(" ".join(found.split()), Place(f"{self.file}: {path}"))

    def number(self, path: str, found: Any) -> int:
        if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found <= LARGEST:
            raise self.wrong(path, found, f"a whole number from 0 to {LARGEST}")
        return found

    def board(self, data: Any) -> Written:
        known = f"game edition teams cards players effects {' '.join(_PHRASES)}"
        data = self.part(data, "", known, "game")
        written = Written(self.text("game", data["game"]))
        if "edition" in data:
            written.edition = self.text("edition", data["edition"])
        for key in _PHRASES:
            lines = [self.text(*each) for each in self.several(data, key, "")]
            if lines:
                written.phrases[_LINES.get(key, "expect")] = lines
        for path, each in self.several(data, "effects", ""):
            effect = self.part(each, path, "text id", "text")
            ident = (
                Said(str(self.number(f"{path}.id", effect["id"])), Place(path)) if "id" in effect else None
            )
            written.effects.append((ident, self.text(f"{path}.text", effect["text"])))
        written.teams = [
            self.side(path, each, "name values") for path, each in self.several(data, "teams", "")
        ]
        for path, each in self.several(data, "cards", ""):
            card = self.part(each, path, "name id cost numbers type_line text", "name")
            written.cards.append(self.thing(path, card, Said("card", Place(path))))
        known = "name values text objects hidden"
        written.players = [self.side(path, each, known) for path, each in self.several(data, "players", "")]
        return written

    def side(self, path: str, data: Any, known: str) -> WrittenSide:
        data = self.part(data, path, known, "name")
        side = WrittenSide(self.text(f"{path}.name", data["name"]))
        side.values = [self.text(*each) for each in self.several(data, "values", f"{path}.")]
        if "text" in data:
            side.text = self.text(f"{path}.text", data["text"])
        known = "zone name id cost numbers type_line text counters states target copy stamp owner"
        for where, each in self.several(data, "objects", f"{path}."):
            thing = self.part(each, where, known, "zone name")
            side.objects.append(self.thing(where, thing, self.text(f"{where}.zone", thing["zone"])))
        side.hidden = self.counted(f"{path}.hidden", data.get("hidden", {}))
        return side

    def counted(self, path: str, data: Any) -> list[tuple[Said, int]]:
        if not isinstance(data, dict):
            raise self.wrong(path, data, "an object with a number for each key")
        return [(self.text(path, key), self.number(f"{path}.{key}", number)) for key, number in data.items()]

    def thing(self, path: str, data: dict[str, Any], zone: Said) -> WrittenObject:
        thing = WrittenObject(zone, self.text(f"{path}.name", data["name"]))
        for key in ("id", "cost", "numbers", "type_line", "text", "target", "copy", "owner"):
            if key in data:
                thing.parts[key] = self.text(f"{path}.{key}", data[key])
        if "cost" in data and not COST.fullmatch(data["cost"]):
            raise self.wrong(f"{path}.cost", data["cost"], "a row of symbols such as {2}{X}")
        if "numbers" in data and not _NUMBERS.match(data["numbers"]):
            raise self.wrong(f"{path}.numbers", data["numbers"], "numbers such as 3/3")
        if "target" in data:
            target = thing.parts["target"]
            thing.parts["target"] = Said(f"#{quote(target)}", target.place)
        if "stamp" in data:
            stamp = self.number(f"{path}.stamp", data["stamp"])
            thing.parts["stamp"] = Said(str(stamp), Place(f"{self.file}: {path}.stamp"))
        states = [self.text(*each) for each in self.several(data, "states", f"{path}.")]
        if states:
            thing.parts["states"] = Said(", ".join(states), states[0].place)
        thing.counters = tuple(self.counted(f"{path}.counters", data.get("counters", {})))
        return thing
