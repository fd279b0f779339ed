"""The layers (613) once more: effects applied one by one, and dependency found out by trying.

Written from the rule text and from nothing else. 613.8a is taken at its word: whether an effect depends on
another is seen by applying the other one to a copy of the table and looking whether the first then still
exists, has the same text, applies to the same things and does the same to each of them.

An ability is a tuple: ``("keyword", name)`` or ``("static", who, changes)``; ``who`` is ``("self",)``,
``("attached",)``, ``("each", quality)`` or ``("each_other", quality)``, and ``changes`` are tuples:
``("adds_type", t)``, ``("is_type", t)``, ``("adds_subtype", s)``, ``("is_subtype", s)``, ``("color", c)``,
``("colorless",)``, ``("has", ability)``, ``("loses", keyword)``, ``("loses_all",)``,
``("cant_have", keyword)``, ``("base", p, t)``, ``("gets", p, t)``, ``("switch",)``, ``("control", player)``,
``("you_control",)``, ``("reword", old, new)``. The keywords changeling
and devoid define their
object's own characteristics.

Qualities: ``("type", t)``, ``("subtype", s)``, ``("supertype", s)``, ``("color", c)``, ``("with", keyword)``,
``("without", keyword)``, ``("yours",)``, ``("not", q)``, ``("all", q, ...)``.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass, field

Ability = tuple
Quality = tuple
Change = tuple
Key = tuple

LAYERS = ("2", "3", "4", "5", "6", "7b", "7c", "7d")
LAYER_OF = {
    "control": "2",
    "you_control": "2",
    "reword": "3",
    "adds_type": "4",
    "is_type": "4",
    "adds_subtype": "4",
    "is_subtype": "4",
    "color": "5",
    "colorless": "5",
    "has": "6",
    "loses": "6",
    "loses_all": "6",
    "cant_have": "6",
    "base": "7b",
    "gets": "7c",
    "switch": "7d",
}
#: 205.3: which card types a subtype of the boards of this test can go with.
BASICS = ("plains", "island", "swamp", "mountain", "forest")
KINDS = {
    **dict.fromkeys((*BASICS, "desert"), "land"),
    **dict.fromkeys(("goblin", "wizard"), "creature"),
    "equipment": "artifact",
    "aura": "enchantment",
}
EVERY_CREATURE_TYPE = "every creature type"
DEFINING = {"changeling": "4", "devoid": "5"}


@dataclass
class Piece:
    """A permanent: what is printed on it to begin with, then what the layers have made of it."""

    name: str
    controller: str
    stamp: int
    types: set[str]
    subtypes: set[str] = field(default_factory=set)
    supertypes: set[str] = field(default_factory=set)
    colors: set[str] = field(default_factory=set)
    abilities: list[Ability] = field(default_factory=list)
    power: int = 0
    toughness: int = 0
    attached: str = ""
    barred: set[str] = field(default_factory=set)

    def can_be(self, subtype: str) -> bool:
        """Whether it has a card type that the subtype belongs to (205.3d)."""
        kind = KINDS.get(subtype, "creature")
        return kind in self.types or (kind == "creature" and "kindred" in self.types)


@dataclass(frozen=True)
class Resolved:
    """The effect of something that has resolved: on one permanent, in the order of the lines."""

    name: str
    changes: tuple[Change, ...]


@dataclass
class Effect:
    """A continuous effect: its key, its timestamp, of whom it speaks and what it does to them."""

    key: Key
    stamp: tuple[int, int]
    who: tuple
    changes: tuple[Change, ...]
    source: str = ""
    ability: Ability = ()
    defining: str = ""

    def layers(self) -> set[str]:
        """The layers in which it does something."""
        return {self.defining} if self.defining else {LAYER_OF[change[0]] for change in self.changes}


class Table:
    """The permanents, and what has been applied so far."""

    def __init__(self, pieces: Iterable[Piece], resolved: Iterable[Resolved]) -> None:
        self.pieces = {piece.name: piece for piece in pieces}
        self.resolved = tuple(resolved)
        self.started: dict[Key, tuple[str, ...]] = {}
        self.born: dict[Key, tuple[int, int]] = {}

    def effects(self) -> list[Effect]:
        """The effects that exist now (613.6: those that have started to apply are kept by the caller)."""
        found: list[Effect] = []
        for piece in self.pieces.values():
            for ability in dict.fromkeys(piece.abilities):
                key = ("ability", piece.name, ability)
                stamp = max((piece.stamp, 0), self.born.get(key, (0, 0)))
                if ability[0] == "static":
                    found.append(Effect(key, stamp, ability[1], ability[2], piece.name, ability))
                elif ability[1] in DEFINING:
                    layer = DEFINING[ability[1]]
                    found.append(Effect(key, stamp, ("self",), (), piece.name, ability, layer))
        for number, effect in enumerate(self.resolved, 1):
            fixed = ("fixed", effect.name)
            found.append(Effect(("resolved", number), (LATE, number), fixed, effect.changes))
        return found

    def meant(self, effect: Effect) -> tuple[str, ...]:
        """The things it applies to now (611.2c, 611.3a, 613.6)."""
        if effect.key in self.started:
            return self.started[effect.key]
        kind, *rest = effect.who
        if kind == "fixed":
            return (rest[0],)
        source = self.pieces[effect.source]
        if kind == "self":
            return (source.name,)
        if kind == "attached":
            return (source.attached,) if source.attached else ()
        others = (p for p in self.pieces.values() if kind == "each" or p is not source)
        return tuple(p.name for p in others if self.fits(p, rest[0], source.controller))

    def fits(self, piece: Piece, quality: Quality, you: str) -> bool:
        """Whether a permanent is what a description says."""
        kind, *rest = quality
        match kind:
            case "type":
                return rest[0] in piece.types
            case "subtype":
                every = EVERY_CREATURE_TYPE in piece.subtypes and KINDS[rest[0]] == "creature"
                return rest[0] in piece.subtypes or every
            case "supertype":
                return rest[0] in piece.supertypes
            case "color":
                return rest[0] in piece.colors
            case "with" | "without":
                return (("keyword", rest[0]) in piece.abilities) == (kind == "with")
            case "yours":
                return piece.controller == you
            case "not":
                return not self.fits(piece, rest[0], you)
            case "all":
                return all(self.fits(piece, part, you) for part in rest)
        raise ValueError(quality)

    def does(self, effect: Effect, layer: str, piece: Piece) -> list[Change]:
        """What it does in a layer to one of the things it applies to."""
        if effect.defining:
            return [("adds_subtype", EVERY_CREATURE_TYPE)] if layer == "4" else [("colorless",)]
        mine = [change for change in effect.changes if LAYER_OF[change[0]] == layer]
        if layer == "2":
            you = self.pieces[effect.source].controller if effect.source else ""
            return [("control", *change[1:]) if change[1:] else ("control", you) for change in mine]
        if layer == "3":
            return [(*change, _instances(piece, change[1])) for change in mine]
        brings = [change[1] for change in mine if change[0] in ("adds_type", "is_type")]
        done = []
        for change in mine:
            if change[0] in ("adds_subtype", "is_subtype"):
                kind = KINDS[change[1]]
                if not (piece.can_be(change[1]) or kind in brings):
                    continue
            if change[0] == "has" and change[1][-1] in piece.barred:
                continue
            done.append(change)
        return done

    def apply(self, effect: Effect, layer: str) -> None:
        """Apply what an effect does in a layer."""
        meant = self.meant(effect)
        self.started.setdefault(effect.key, meant)
        doings = [(self.pieces[name], self.does(effect, layer, self.pieces[name])) for name in meant]
        for piece, changes in doings:
            self._lose(piece, changes)
            self._gain(piece, changes, effect.stamp)

    def _lose(self, piece: Piece, changes: list[Change]) -> None:
        """What goes, before anything comes."""
        set_types = {change[1] for change in changes if change[0] == "is_type"}
        set_subtypes = {change[1] for change in changes if change[0] == "is_subtype"}
        was_land = "land" in piece.types
        if set_types:  # 205.1a
            coming = set_types | {change[1] for change in changes if change[0] == "adds_type"}
            gone = piece.types - coming
            kept = (piece.types - gone) | coming
            if gone:
                piece.subtypes = {s for s in piece.subtypes if _goes_with(s, kept)}
            piece.types -= gone
        for subtype in set_subtypes:  # 205.1a
            kind = KINDS[subtype]
            piece.subtypes = {
                s for s in piece.subtypes if KINDS.get(s, "creature") != kind or s in set_subtypes
            }
        if set_subtypes & set(BASICS) and was_land:  # 305.7
            piece.abilities.clear()
        for change in changes:
            if change[0] in ("color", "colorless"):
                piece.colors = set()
            elif change[0] == "loses_all":
                piece.abilities.clear()
            elif change[0] == "loses" or change[0] == "cant_have":
                piece.abilities = [a for a in piece.abilities if a != ("keyword", change[1])]

    def _gain(self, piece: Piece, changes: list[Change], stamp: tuple[int, int]) -> None:
        for change in changes:
            match change:
                case ("adds_type" | "is_type", kind):
                    piece.types.add(kind)
                case ("adds_subtype" | "is_subtype", subtype):
                    piece.subtypes.add(subtype)
                case ("control", player):
                    piece.controller = player
                case ("reword", old, new, _):  # 612.2: the words of its text and of its type line
                    piece.abilities = [_reworded(ability, old, new) for ability in piece.abilities]
                    if old in BASICS:
                        piece.subtypes = {new if subtype == old else subtype for subtype in piece.subtypes}
                case ("color", color):
                    piece.colors.add(color)
                case ("has", ability):
                    if ability not in piece.abilities:
                        piece.abilities.append(ability)
                        self.born[("ability", piece.name, ability)] = stamp  # 613.7a
                case ("cant_have", keyword):
                    piece.barred.add(keyword)
                case ("base", power, toughness):
                    piece.power, piece.toughness = power, toughness
                case ("gets", power, toughness):
                    piece.power += power
                    piece.toughness += toughness
                case ("switch",):
                    piece.power, piece.toughness = piece.toughness, piece.power


#: Resolved effects are described as newer than everything on the board.
LATE = 1 << 20


def _reworded(said: tuple, old: str, new: str) -> tuple:
    words = {old: new}
    return tuple(
        _reworded(part, old, new) if isinstance(part, tuple) else words.get(part, part) for part in said
    )


def _instances(piece: Piece, word: str) -> int:
    """How often a word stands in a text."""

    def count(said: tuple) -> int:
        return sum(count(part) if isinstance(part, tuple) else part == word for part in said)

    return sum(map(count, piece.abilities)) + (word in BASICS and word in piece.subtypes)


def _goes_with(subtype: str, types: set[str]) -> bool:
    kind = KINDS.get(subtype, "creature")
    return kind in types or (kind == "creature" and "kindred" in types)


def settle(pieces: Iterable[Piece], resolved: Iterable[Resolved]) -> dict[str, Piece]:
    """What every permanent is after all layers."""
    table = Table(copy.deepcopy(list(pieces)), resolved)
    running: dict[Key, Effect] = {}
    for layer in LAYERS:
        done: set[Key] = set()
        while waiting := _waiting(table, running, layer, done):
            effect = _next(table, waiting, layer)
            table.apply(effect, layer)
            running[effect.key] = effect
            done.add(effect.key)
    return table.pieces


def _waiting(table: Table, running: dict[Key, Effect], layer: str, done: set[Key]) -> list[Effect]:
    """The effects with something left to do in a layer; those that define characteristics first (613.3)."""
    there = {effect.key: effect for effect in table.effects()} | running
    left = [e for key, e in there.items() if layer in e.layers() and key not in done]
    return [effect for effect in left if effect.defining] or left


def _next(table: Table, waiting: list[Effect], layer: str) -> Effect:
    """The effect to apply next (613.7, 613.8b)."""
    needs = {e.key: {o.key for o in waiting if o is not e and _depends(table, e, o, layer)} for e in waiting}
    free = [e for e in waiting if all(e.key in _reached(needs, other) for other in needs[e.key])]
    return min(free, key=lambda effect: effect.stamp)


def _reached(needs: dict[Key, set[Key]], start: Key) -> set[Key]:
    """Everything an effect depends on, directly or through others."""
    found: set[Key] = set()
    open_ = [start]
    while open_:
        fresh = needs[open_.pop()] - found
        found |= fresh
        open_ += fresh
    return found


def _depends(table: Table, effect: Effect, other: Effect, layer: str) -> bool:
    """613.8a, by trying: would applying the other one change the existence of the effect, its text, what it
    applies to, or what it does to any of the things it applies to?"""
    tried = copy.deepcopy(table)
    tried.apply(other, layer)
    if effect.key not in table.started and effect.key not in {e.key for e in tried.effects()}:
        return True
    before, after = table.meant(effect), tried.meant(effect)
    if set(before) != set(after):
        return True
    return any(
        table.does(effect, layer, table.pieces[name]) != tried.does(effect, layer, tried.pieces[name])
        for name in before
    )
