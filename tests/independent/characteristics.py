"""What the objects on a table are, by the layers of rule 613, one layer after another."""

from __future__ import annotations

from dataclasses import dataclass, field

from .model import MINUS, PLUS, Ability, Printed, Quality, Table, Thing

# 205.1a: a subtype goes with the card type it belongs to.
BELONGS_TO = {
    "Aura": "enchantment",
    "Role": "enchantment",
    "Saga": "enchantment",
    "Equipment": "artifact",
    "Fortification": "artifact",
    "Siege": "battle",
}
NOBODY_KNOWS_IT = Printed("", frozenset({"creature"}), power=2, toughness=2)


@dataclass
class Seen:
    """The characteristics of one object after all layers."""

    thing: Thing
    name: str
    types: set[str]
    subtypes: set[str]
    supertypes: set[str]
    colors: set[str]
    abilities: list[Ability] = field(default_factory=list)
    power: int | None = None
    toughness: int | None = None

    def has(self, *ability: object) -> bool:
        """Whether it has exactly this ability."""
        return ability in self.abilities

    def values(self, kind: str) -> list[tuple]:
        """The arguments of all its abilities of a kind."""
        return [ability[1:] for ability in self.abilities if ability[0] == kind]


def copiable(thing: Thing) -> Printed:
    """Layer 1: the copiable values, those of a copy or of a face-down permanent (707.2, 708.2a)."""
    if thing.face_down and thing.zone == "battlefield":
        return NOBODY_KNOWS_IT
    return thing.copy or thing.printed


def opponents(table: Table, player: str) -> list[str]:
    """The players still in the game who are on another side (102.2, 102.3)."""
    team = table.seats[player].team
    return [
        name
        for name, seat in table.seats.items()
        if name != player and not seat.lost and not (team and seat.team == team)
    ]


def fits(table: Table, seen: dict[str, Seen], who: str, quality: Quality, you: str) -> bool:
    """Whether an object or a player is what a description says, ``you`` being its reader."""
    kind, *rest = quality
    if kind == "all":
        return all(fits(table, seen, who, part, you) for part in rest)
    if kind == "any":
        return any(fits(table, seen, who, part, you) for part in rest)
    if kind == "not":
        return not fits(table, seen, who, rest[0], you)
    if who in table.seats:
        return kind == "player" or (kind == "opponent" and who in opponents(table, you))
    thing = seen[who]
    if kind == "everything":
        return True
    if kind == "permanent":
        return thing.thing.zone == "battlefield"
    if kind == "type":
        return rest[0] in thing.types
    if kind == "color":
        return rest[0] in thing.colors
    if kind == "yours":
        return thing.thing.controller == you
    return False


def characteristics(table: Table) -> dict[str, Seen]:
    """The characteristics of every object. Phased-out permanents are left out (702.26b)."""
    seen: dict[str, Seen] = {}
    for id, thing in table.things.items():
        if thing.phased_out:
            continue
        card = copiable(thing)
        seen[id] = Seen(
            thing, card.name, set(card.types), set(card.subtypes), set(card.supertypes), set(card.colors)
        )
    _names_and_types(table, seen)
    _abilities(table, seen)
    _power_and_toughness(table, seen)
    return seen


def _names_and_types(table: Table, seen: dict[str, Seen]) -> None:
    """Layers 3 to 5; an Aura that has lost its abilities still says what its host is (613.6)."""
    for it in seen.values():
        host = seen.get(it.thing.attached)
        if host is None or it.thing.zone != "battlefield" or host.thing.zone != "battlefield":
            continue
        host.types |= {rest[0] for kind, *rest in copiable(it.thing).abilities if kind == "attached_is"}
    for kind, id, *rest in table.effects:
        if id not in seen:
            continue
        it = seen[id]
        if kind == "named":
            it.name = rest[0]
        elif kind == "adds_type":
            it.types.add(rest[0])
        elif kind == "removes_type":
            it.types.discard(rest[0])
            it.subtypes -= {sub for sub, of in BELONGS_TO.items() if of == rest[0]}
        elif kind == "not_legendary":
            it.supertypes.discard("legendary")
        elif kind == "color":
            it.colors = {rest[0]}
        elif kind == "colorless":
            it.colors = set()
    for it in seen.values():
        if it.thing.zone != "battlefield" or not it.thing.attached:
            continue
        if it.thing.bestowed:  # 702.103b
            it.types.discard("creature")
            it.types.add("enchantment")
            it.subtypes.add("Aura")
        if ("reconfigure",) in copiable(it.thing).abilities:  # 702.151b
            it.types.discard("creature")


def _abilities(table: Table, seen: dict[str, Seen]) -> None:
    """Layer 6, in order of timestamps: permanents as they came, then the described effects."""
    for it in seen.values():
        it.abilities = list(copiable(it.thing).abilities)
        if it.thing.bestowed and it.thing.zone == "battlefield" and it.thing.attached:
            it.abilities.append(("enchant", ("type", "creature")))
    on_battlefield = [it for it in seen.values() if it.thing.zone == "battlefield"]
    muted = {id for kind, id, *_ in table.effects if kind == "loses_all"}
    muted |= {
        it.thing.attached for it in on_battlefield if ("attached_loses_all",) in copiable(it.thing).abilities
    }
    for source in sorted(on_battlefield, key=lambda it: it.thing.stamp):
        host = seen.get(source.thing.attached)
        for ability in copiable(source.thing).abilities:
            if host is not None and ability == ("attached_loses_all",):
                host.abilities.clear()
            if host is not None and ability[0] == "attached_has" and source.thing.id not in muted:
                host.abilities.append(ability[1])
    for kind, id, *rest in table.effects:
        if id not in seen:
            continue
        if kind == "gains":
            seen[id].abilities.append(rest[0])
        elif kind == "loses":
            seen[id].abilities = [ability for ability in seen[id].abilities if ability != rest[0]]
        elif kind == "loses_all":
            seen[id].abilities.clear()
    # A board does not tell when a keyword counter came (613.7c); like the pack, take it as the newest, save
    # for an effect that takes away just this keyword.
    for id, it in seen.items():
        if (
            it.thing.counters.get("indestructible")
            and ("loses", id, ("indestructible",)) not in table.effects
        ):
            it.abilities.append(("indestructible",))


def _power_and_toughness(table: Table, seen: dict[str, Seen]) -> None:
    """Layer 7; only creatures have power and toughness (208.3)."""
    for it in seen.values():
        card = copiable(it.thing)
        it.power, it.toughness = card.power, card.toughness
    for kind, id, *rest in table.effects:
        if kind == "base" and id in seen:
            seen[id].power, seen[id].toughness = rest
    changes: dict[str, list[tuple[int, int]]] = {id: [] for id in seen}
    for source in seen.values():
        for kind, number in source.thing.counters.items():
            if kind in (PLUS, MINUS):
                sign = 1 if kind == PLUS else -1
                changes[source.thing.id].append((sign * number, sign * number))
        if source.thing.zone != "battlefield":
            continue
        for kind, *rest in source.abilities:
            for target in seen.values():
                mine = target.thing.controller == source.thing.controller
                other = target is not source
                if target.thing.zone != "battlefield" or "creature" not in target.types:
                    continue
                if (
                    (kind == "attached_gets" and source.thing.attached == target.thing.id)
                    or (kind == "yours_get" and mine)
                    or (kind == "others_get" and mine and other)
                    or kind == "all_get"
                ):
                    changes[target.thing.id].append((rest[0], rest[1]))
    for kind, id, *rest in table.effects:
        if kind == "gets" and id in seen:
            changes[id].append((rest[0], rest[1]))
    for id, it in seen.items():
        if "creature" not in it.types:
            it.power = it.toughness = None
        elif it.power is not None and it.toughness is not None:
            it.power += sum(power for power, _ in changes[id])
            it.toughness += sum(toughness for _, toughness in changes[id])
