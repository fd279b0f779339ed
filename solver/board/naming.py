"""Who and what there is on a written board: players, teams, cards and objects get their names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ..errors import Malformed
from ..nearest import did_you_mean
from ..notation.names import Names, Unclear
from ..notation.pack import Notation
from ..terms import quote, unquote
from .cards import Description, describe, from_pack, from_store
from .model import Object
from .syntax import FIRST_FAULT, Piece, Said, Written, WrittenObject

if TYPE_CHECKING:
    from ..cards.store import Store


@dataclass(frozen=True)
class Thing:
    """An object that has its name: the line it stands on, and the key of its card (empty if unknown)."""

    written: WrittenObject
    object: Object
    key: str
    described: bool


class Naming:
    """The individuals of one board. Raises :class:`Malformed` for two of one name and for unknown cards.

    ``piece`` is what goes on around the reading of each piece that the others can do without; where it takes
    the fault of a piece, the reading goes on with the next.
    """

    def __init__(
        self,
        written: Written,
        notation: Notation,
        stored: Mapping[str, Description],
        piece: Piece = FIRST_FAULT,
    ) -> None:
        self.written, self.notation = written, notation
        self.piece = piece
        self.names = Names()
        self.names.beyond = self._beyond
        self.stored = dict(stored)
        self.receipt = ""
        self.cards: dict[str, Description] = {}
        self._by_name: dict[str, str] = {}
        self._places: dict[str, Said] = {}
        self._next: dict[str, int] = {}
        if written.astray is not None:
            with self.piece:
                notation.zone(written.astray, written.astray.place)
                raise Malformed(
                    "this line stands under no player",
                    place=written.astray.place,
                    found=written.astray,
                    expected=("a player line before it",),
                    advice="write a line such as: player A, and the zones below it",
                )
        self._name_sides()
        self._describe_cards()
        self.things = [[*self._name_objects(str(side.name), side.objects)] for side in written.players]

    def _take(self, name: Said, what: str) -> None:
        """No two individuals share a name, whatever they are."""
        if other := self._places.get(name):
            raise Malformed(
                f"there are two {what} {name}",
                place=name.place,
                found=name,
                advice=f"give one of them another name or #id; the other is at {other.place}",
            )
        self._places[name] = name

    # ---- players and teams ----

    def _name_sides(self) -> None:
        for kind, sides in (("team", self.written.teams), ("player", self.written.players)):
            for side in sides:
                with self.piece:
                    self._take(side.name, "sides called")
                self.names.add(kind, str(side.name))
        frames = self.notation.frames.sections["player"]
        words = [frame.pieces[0] for frame in frames if "team" in dict(frame.slots()).values()]
        named = re.compile(
            rf"""\b(?:{"|".join(map(str, words))})\s+(?:"((?:\\.|[^"\\])*)"|([\w'’-]+))""", re.I
        )
        for said in (said for side in self.written.players for said in side.values if words):
            for quoted, word in named.findall(said):
                name = unquote(f'"{quoted}"') if quoted else word
                if name not in self.names.ids["team"]:
                    with self.piece:
                        self._take(Said(name, said.place), "sides called")
                    self.names.add("team", name)

    # ---- cards ----

    def _describe_cards(self) -> None:
        for name, card in self.notation.cards.items():
            for called in (name, *card.also):
                self.names.add("card", name, called)
        for written in self.written.cards:
            key = card_key(written.name, written.parts)
            with self.piece:
                described = describe(written, str(written.name), self.notation)
                if described is None:
                    raise Malformed(
                        f"the card {written.name} is not described",
                        place=written.name.place,
                        found=written.name,
                        expected=("<type line>",),
                    )
                self._new_card(key, described, written.name)
            self._at_least_named(key, written.name)
        for written in (thing for side in self.written.players for thing in side.objects):
            if "type_line" in written.parts and _fold(written.name) not in self._by_name:
                with self.piece:
                    described = describe(written, str(written.name), self.notation)
                    assert described is not None
                    self._new_card(str(written.name), described, written.name)
                self._at_least_named(str(written.name), written.name)

    def _at_least_named(self, key: str, said: Said) -> None:
        """A card of which the description has a fault is a card all the same."""
        if _fold(key) not in self._by_name:
            self._new_card(key, Description(str(said)), said)

    def _new_card(self, key: str, card: Description, said: Said) -> None:
        if _fold(key) in self._by_name:
            advice = "describe it once, or give one of them an #id"
            raise Malformed(f"the card {key} is described twice", place=said.place, found=key, advice=advice)
        self.cards[key] = card
        self._by_name[_fold(key)] = key
        self.names.add("card", key)

    def card_key(self, name: str) -> str:
        """The key of the card that a name means, on this board, in the pack or in the store; empty if there
        is none. Raises :class:`Malformed` for a name that the store refuses."""
        return self.known_key(name) or self._from_store(name)

    def known_key(self, name: str) -> str:
        """The key of the card that a name means without the store being asked; empty if there is none."""
        if key := self._by_name.get(_fold(name)):
            return key
        try:
            _, key = next(self.names.find(("card",), quote(name), 0))
        except Unclear:
            return ""
        if key not in self.cards:
            self.cards[key] = from_pack(self.notation.cards[key], self.notation)
            self._by_name[_fold(key)] = key
        return key

    def _from_store(self, name: str) -> str:
        """The key of a card of the store, which becomes known here; ``""`` if the store has none.

        A card of this board with the same name goes before it. Raises :class:`Malformed` for a name that
        the store refuses.
        """
        card = self.stored.get(name)
        if card is None and (store := self.store) is not None:
            try:
                found = store.card(name)
                card = from_store(found, self.notation) if found else None
            except Malformed as error:
                error.place = error.place or getattr(name, "place", None)
                raise
            self.receipt = store.receipt
        if card is None:
            return ""
        key = self._by_name.setdefault(_fold(card.name), card.name)
        if key not in self.cards:
            self.cards[key] = self.stored[key] = card
            self.names.add("card", key)
        self._by_name[_fold(name)] = key
        return key

    def _beyond(self, name: str) -> str:
        """The card of the store that a phrase names."""
        try:
            return self._by_name.get(_fold(name)) or self._from_store(name)
        except Malformed as error:
            raise Unclear(f"{error.what}: {error.found}", error.advice) from None

    @cached_property
    def store(self) -> Store | None:
        """The store of the game, opened when it is first needed; ``None`` if there is none."""
        from ..cards.store import Store

        return Store.open(self.notation.game)

    def close(self) -> None:
        """Let go of the store: what was read stays."""
        self.names.beyond = None
        if store := vars(self).get("store"):
            store.close()

    def unknown_card(self, said: Said) -> Malformed:
        """The error for a card that nothing describes, or that the store refuses."""
        try:
            self._from_store(said)
        except Malformed as error:
            return error
        if said.isdecimal():
            advice = f"cards nobody has looked at are written ? x{said}"
            return Malformed(f"{said} is no card", place=said.place, found=said, advice=advice)
        store = self.store
        known = [*self.names.known("card"), *(store.near(said) if store else ())]
        advice = did_you_mean(said, known, cutoff=75) or "describe it on its line or once on a card line:"
        return Malformed(
            f"unknown card {said}",
            place=said.place,
            found=said,
            expected=(
                f"a card of this board{', of the store' if store else ''} or of the rule pack",
                "<type line>",
            ),
            advice=f"{advice} write a <type line> after the name to describe it",
        )

    # ---- objects ----

    def _name_objects(self, player: str, lines: list[WrittenObject]) -> Iterator[Thing]:
        for written in lines:
            zone, times = next(iter(self.notation.vocabulary["zone"].values())), 1
            with self.piece:
                zone = self.notation.zone(written.zone, written.zone.place)
            with self.piece:
                times = _times(written)
            for _ in range(times):
                plain = self._free(str(written.name))
                given = written.parts.get("id")
                ident = str(given or plain)
                with self.piece:
                    self._take(given or Said(plain, written.name.place), "with the id")
                named = ident != plain
                key, own = "", None
                with self.piece:
                    key, own = self._card_of(written, ident)
                cost, numbers, type_line = (own.cost, own.numbers, own.type_line) if own else ("", "", "")
                text = str(written.parts.get("text", ""))
                thing = Object(ident, str(written.name), zone, player, named, cost, numbers, type_line, text)
                self.names.add("object", ident, thing.name, "" if named else thing.name)
                yield Thing(written, thing, key, own is not None)

    def _free(self, name: str) -> str:
        """The id of an object without one: its name, or the name with the first free number."""
        number = self._next.get(name, 1)
        while (ident := name if number == 1 else f"{name} {number}") in self._places:
            number += 1
        self._next[name] = number
        return ident

    def _card_of(self, written: WrittenObject, ident: str) -> tuple[str, Description | None]:
        """The key of an object's card and its own description, if it has one."""
        try:
            key = self.card_key(written.name)
        except Malformed:  # not every object needs a card
            key = ""
        base = self.cards[key] if key else None
        own = describe(written, base.name if base else str(written.name), self.notation, base)
        if own is not None and own != base:
            key = f"{own.name} #{ident}"
            self._new_card(key, own, written.name)
        return key, own


def card_key(name: str, parts: Mapping[str, Said]) -> str:
    """The key of the card on a card line: its name, with its ``#id`` if it has one."""
    return f"{name} #{parts['id']}" if "id" in parts else str(name)


def _times(written: WrittenObject) -> int:
    said = written.parts.get("times")
    number = int(said) if said else 1
    if said and (not 0 < number < 10000 or (number > 1 and "id" in written.parts)):
        what = (
            "one #id for several objects"
            if 0 < number < 10000
            else "so many objects cannot stand on one line"
        )
        raise Malformed(what, place=said.place, found=f"x{said}", expected=("x1 to x9999, without an #id",))
    return number


def _fold(name: str) -> str:
    return " ".join(name.casefold().split())
