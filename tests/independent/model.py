"""The board as the independent checker sees it: plain Python, nothing shared with the solver.

Qualities are tuples: ``("type", "creature")``, ``("color", "red")``, ``("permanent",)``, ``("player",)``,
``("opponent",)``, ``("yours",)``, ``("everything",)``, ``("all", q, ...)``, ``("any", q, ...)``,
``("not", q)``.

Abilities are tuples too: ``("indestructible",)``, ``("enchant", q)``, ``("protection", q)``,
``("chapter", n)``, ``("max_counters", n, kind)``, ``("cant_be", "enchanted")``, ``("attached_gets", p, t)``,
``("attached_has", ability)``, ``("attached_loses_all",)``, ``("yours_get", p, t)``,
``("others_get", p, t)``, ``("all_get", p, t)``, ``("attached_is", type)``, ``("spares_self",)``,
``("umbra_armor",)``, ``("reconfigure",)``, ``("space_sculptor",)``, ``("engines",)``.

Effects, oldest first: ``("gets", id, p, t)``, ``("gains", id, ability)``, ``("loses", id, ability)``,
``("loses_all", id)``, ``("base", id, p, t)``, ``("adds_type", id, t)``, ``("removes_type", id, t)``,
``("color", id, c)``, ``("colorless", id)``, ``("not_legendary", id)``, ``("named", id, name)``,
``("cant_lose", player)``, ``("not_regenerated", id)``, ``("not_destroyed", id)``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

Ability = tuple
Quality = tuple
Effect = tuple
Event = tuple

PLUS, MINUS = "+1/+1", "-1/-1"


@dataclass(frozen=True)
class Printed:
    """What stands on a card."""

    name: str
    types: frozenset[str]
    subtypes: frozenset[str] = frozenset()
    supertypes: frozenset[str] = frozenset()
    colors: frozenset[str] = frozenset()
    power: int | None = None
    toughness: int | None = None
    abilities: tuple[Ability, ...] = ()


@dataclass
class Thing:
    """An object; what it is printed with, where it is and what is marked on it.

    Once what it was ``attacking`` has left combat it is attacking nothing, ``against`` the player whose
    planeswalker or battle that was.
    """

    id: str
    printed: Printed
    owner: str
    controller: str
    zone: str = "battlefield"
    stamp: int = 0
    copy: Printed | None = None
    token: bool = False
    spell_copy: bool = False
    card_copy: bool = False
    commander: bool = False
    counters: dict[str, int] = field(default_factory=dict)
    damage: int = 0
    deathtouched: bool = False
    tapped: bool = False
    phased_out: bool = False
    face_down: bool = False
    attached: str = ""
    attacking: str = ""
    against: str = ""
    shields: int = 0
    unregenerable: bool = False
    bestowed: bool = False
    protector: str = ""
    sector: str = ""
    arrived: bool = False
    triggered: bool = False
    source: str = ""
    on_last_room: bool = False

    def clone(self) -> Thing:
        """An independent copy."""
        return replace(self, counters=dict(self.counters))

    def forget(self) -> None:
        """400.7: after a change of zones it is a new object; only what it is printed on remains."""
        fresh = Thing(self.id, self.printed, self.owner, self.owner, self.zone, self.stamp)
        fresh.token, fresh.spell_copy = self.token, self.spell_copy
        fresh.card_copy, fresh.commander = self.card_copy, self.commander
        self.__dict__.update(fresh.__dict__)


@dataclass
class Seat:
    """A player."""

    name: str
    life: int = 20
    poison: int = 0
    team: str = ""
    speed: int | None = None
    drew_from_empty: bool = False
    commander_damage: dict[str, int] = field(default_factory=dict)
    lost: bool = False
    abilities: tuple[Ability, ...] = ()

    def clone(self) -> Seat:
        """An independent copy."""
        return replace(self, commander_damage=dict(self.commander_damage))


@dataclass
class Table:
    """The whole game; ``seats`` in turn order. ``team_life`` and ``team_poison`` are for shared totals."""

    seats: dict[str, Seat]
    things: dict[str, Thing]
    effects: list[Effect] = field(default_factory=list)
    variant: str = ""
    team_life: dict[str, int] = field(default_factory=dict)
    team_poison: dict[str, int] = field(default_factory=dict)
    planar_controller: str = ""

    def clone(self) -> Table:
        """An independent copy."""
        return Table(
            {name: seat.clone() for name, seat in self.seats.items()},
            {id: thing.clone() for id, thing in self.things.items()},
            list(self.effects),
            self.variant,
            dict(self.team_life),
            dict(self.team_poison),
            self.planar_controller,
        )
