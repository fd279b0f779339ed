"""What state-based actions look for (704.5, 704.6), one function per rule, written from the rule text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .characteristics import Seen, characteristics, fits, opponents
from .model import MINUS, PLUS, Event, Table

Question = tuple[str, tuple]  # who answers, and what: ("A", ("keep", "Name"))
SECTORS = ("alpha", "beta", "gamma")
HEADS = "two_headed_giant"


@dataclass
class Check:
    """One check: what it finds before any choice. ``ask`` maps a question to its options."""

    table: Table
    seen: dict[str, Seen] = field(init=False)
    events: set[Event] = field(default_factory=set)
    ask: dict[Question, tuple[str, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seen = characteristics(self.table)
        for rule in RULES:
            rule(self)

    def permanents(self) -> Iterator[Seen]:
        """What is on the battlefield and phased in."""
        return (it for it in self.seen.values() if it.thing.zone == "battlefield")

    def creatures(self) -> Iterator[Seen]:
        """The creatures among them."""
        return (it for it in self.permanents() if "creature" in it.types)

    def cannot_lose(self, player: str) -> bool:
        """101.2: an effect says the player can't lose; in Two-Headed Giant it saves the team."""
        team = self.table.seats[player].team
        saved = {who for kind, who, *_ in self.table.effects if kind == "cant_lose"}
        mates = {
            n for n, seat in self.table.seats.items() if self.table.variant == HEADS and seat.team == team
        }
        return not saved.isdisjoint({player, *mates})


def _players_lose(check: Check) -> None:
    """704.5a-c, 704.6a-c."""
    table = check.table
    shared = table.variant == HEADS
    for name, seat in table.seats.items():
        if seat.lost or check.cannot_lose(name):
            continue
        lethal_commander = table.variant == "commander" and any(
            n >= 21 for n in seat.commander_damage.values()
        )
        if seat.drew_from_empty or lethal_commander or (not shared and (seat.life <= 0 or seat.poison >= 10)):
            check.events.add(("lose", name))
    for team, life in table.team_life.items() if shared else ():
        members = [name for name, seat in table.seats.items() if seat.team == team]
        alive = [name for name in members if not table.seats[name].lost]
        poison = table.team_poison[team] + sum(table.seats[name].poison for name in members)
        if alive and not check.cannot_lose(alive[0]) and (life <= 0 or poison >= 15):
            check.events.add(("lose_team", team))


def _strays_cease(check: Check) -> None:
    """704.5d-e."""
    for it in check.seen.values():
        thing = it.thing
        if (
            (thing.token and thing.zone != "battlefield")
            or (thing.spell_copy and thing.zone != "stack")
            or (thing.card_copy and thing.zone not in ("stack", "battlefield"))
        ):
            check.events.add(("cease", thing.id))


def indestructible(check: Check, id: str) -> bool:
    """702.12b, or an effect that says it can't be destroyed."""
    return check.seen[id].has("indestructible") or ("not_destroyed", id) in check.table.effects


def _creatures_die(check: Check) -> None:
    """704.5f-h, with 702.12b and effects that forbid destruction."""
    for it in check.creatures():
        assert it.toughness is not None
        if it.toughness <= 0:
            check.events.add(("put", it.thing.id, "graveyard"))
            continue
        lethal = it.thing.damage > 0 and it.thing.damage >= it.toughness
        if (lethal or it.thing.deathtouched) and not indestructible(check, it.thing.id):
            check.events.add(("destroy", it.thing.id))


def _planeswalkers_die(check: Check) -> None:
    """704.5i."""
    for it in check.permanents():
        if "planeswalker" in it.types and not it.thing.counters.get("loyalty"):
            check.events.add(("put", it.thing.id, "graveyard"))


def _legends(check: Check) -> None:
    """704.5j."""
    groups: dict[Question, list[str]] = {}
    for it in check.permanents():
        if "legendary" in it.supertypes and it.name:
            groups.setdefault((it.thing.controller, ("keep", it.name)), []).append(it.thing.id)
    check.ask |= {question: tuple(ids) for question, ids in groups.items() if len(ids) >= 2}


def _worlds(check: Check) -> None:
    """704.5k."""
    worlds = sorted(
        (it for it in check.permanents() if "world" in it.supertypes), key=lambda it: it.thing.stamp
    )
    for it in worlds[:-1]:
        check.events.add(("put", it.thing.id, "graveyard"))
    if len(worlds) >= 2 and worlds[-1].thing.stamp == worlds[-2].thing.stamp:
        check.events.add(("put", worlds[-1].thing.id, "graveyard"))


def _protected_from(check: Check, host: str, attachment: str) -> bool:
    """702.16c-d, n: protection from a quality of the attachment, unless it gives that and it spares it."""
    it = check.seen[attachment]
    if host in check.table.seats:
        abilities, you = list(check.table.seats[host].abilities), host
    elif host in check.seen:
        abilities, you = list(check.seen[host].abilities), check.seen[host].thing.controller
    else:
        return False
    for (given,) in it.values("attached_has") if it.has("spares_self") else ():
        if given in abilities:
            abilities.remove(given)
    qualities = [rest[0] for kind, *rest in abilities if kind == "protection"]
    return any(fits(check.table, check.seen, attachment, quality, you) for quality in qualities)


def _present(check: Check, host: str) -> bool:
    """Whether it is a permanent that exists or a player still in the game."""
    if host in check.table.seats:
        return not check.table.seats[host].lost
    return host in check.seen and check.seen[host].thing.zone == "battlefield"


def _forbidden(check: Check, host: str, how: str) -> bool:
    return host in check.seen and check.seen[host].has("cant_be", how)


def _attachments(check: Check) -> None:
    """704.5m-p, with 301.5-6, 303.4, 310.10, 702.16 and 702.103f."""
    for it in check.permanents():
        thing, host = it.thing, it.thing.attached
        creature = "creature" in it.types
        equipment, fortification = "Equipment" in it.subtypes, "Fortification" in it.subtypes
        if "Aura" in it.subtypes:
            enchants = it.values("enchant")
            illegal = (
                not host
                or host == thing.id
                or not _present(check, host)
                or not enchants
                or not all(fits(check.table, check.seen, host, q, thing.controller) for (q,) in enchants)
                or _protected_from(check, host, thing.id)
                or _forbidden(check, host, "enchanted")
            )
            if illegal:
                check.events.add(("unattach", thing.id) if thing.bestowed else ("put", thing.id, "graveyard"))
        if not host:
            continue
        host_types = check.seen[host].types if host in check.seen and _present(check, host) else set()
        if equipment and (
            "creature" not in host_types
            or host == thing.id
            or (creature and not it.has("reconfigure"))
            or _protected_from(check, host, thing.id)
            or _forbidden(check, host, "equipped")
        ):
            check.events.add(("unattach", thing.id))
        if fortification and (
            "land" not in host_types or host == thing.id or creature or _protected_from(check, host, thing.id)
        ):
            check.events.add(("unattach", thing.id))
        if creature or "battle" in it.types or not (equipment or fortification or "Aura" in it.subtypes):
            check.events.add(("unattach", thing.id))


def _counters(check: Check) -> None:
    """704.5q-r."""
    for it in check.permanents():
        counters = it.thing.counters
        pairs = min(counters.get(PLUS, 0), counters.get(MINUS, 0))
        if pairs:
            check.events.add(("remove_pairs", it.thing.id, pairs))
        for limit, kind in it.values("max_counters"):
            if counters.get(kind, 0) > limit:
                check.events.add(("remove_counters", it.thing.id, kind, counters[kind] - limit))


def _pending(check: Check, id: str) -> bool:
    """An ability of this source has triggered and not yet left the stack."""
    things = check.table.things
    return things[id].triggered or any(
        thing.source == id and thing.zone == "stack" for thing in things.values()
    )


def _sagas_and_dungeons(check: Check) -> None:
    """704.5s-t."""
    for it in check.permanents():
        chapters = [number for (number,) in it.values("chapter")]
        done = bool(chapters) and it.thing.counters.get("lore", 0) >= max(chapters)
        if "Saga" in it.subtypes and done and not _pending(check, it.thing.id):
            check.events.add(("sacrifice", it.thing.id))
    for it in check.seen.values():
        if it.thing.on_last_room and it.thing.zone == "command" and not _pending(check, it.thing.id):
            check.events.add(("remove_from_game", it.thing.id))


def _sectors(check: Check) -> None:
    """704.5u. Those who control no space sculptor choose first; the answers do not depend on that."""
    if any(it.has("space_sculptor") for it in check.permanents()):
        for it in check.creatures():
            if not it.thing.sector:
                check.ask[it.thing.controller, ("sector", it.thing.id)] = SECTORS


def _battles(check: Check) -> None:
    """704.5v-y."""
    table = check.table
    attacked = {thing.attacking for thing in table.things.values()}
    for it in check.permanents():
        if "battle" not in it.types:
            continue
        thing, siege = it.thing, "Siege" in it.subtypes
        if not thing.counters.get("defense") and not (siege and _pending(check, thing.id)):
            check.events.add(("put", thing.id, "graveyard"))
        eligible = opponents(table, thing.controller) if siege else [thing.controller]
        has_protector = bool(thing.protector) and not table.seats[thing.protector].lost
        if has_protector and thing.protector in eligible:
            continue
        if not has_protector and thing.id in attacked:
            continue
        if eligible:
            check.ask[thing.controller, ("protector", thing.id)] = tuple(eligible)
        else:
            check.events.add(("put", thing.id, "graveyard"))


def _roles(check: Check) -> None:
    """704.5z."""
    groups: dict[tuple[str, str], list[Seen]] = {}
    for it in check.permanents():
        host = it.thing.attached
        if "Role" in it.subtypes and host in check.seen and _present(check, host):
            groups.setdefault((it.thing.controller, host), []).append(it)
    for roles in groups.values():
        for older in sorted(roles, key=lambda it: it.thing.stamp)[:-1]:
            check.events.add(("put", older.thing.id, "graveyard"))


def _engines(check: Check) -> None:
    """704.5aa."""
    for it in check.permanents():
        if it.has("engines") and check.table.seats[it.thing.controller].speed is None:
            check.events.add(("set_speed", it.thing.controller, 1))


def _commanders(check: Check) -> None:
    """704.6d."""
    for it in check.seen.values() if check.table.variant == "commander" else ():
        thing = it.thing
        if thing.commander and thing.arrived and thing.zone in ("graveyard", "exile"):
            check.ask[thing.owner, ("return_commander", thing.id)] = ("command", "stay")


def _schemes_and_phenomena(check: Check) -> None:
    """704.6e-f."""
    table = check.table
    face_up = [it for it in check.seen.values() if it.thing.zone == "command" and not it.thing.face_down]
    busy = any("scheme" in it.types and _pending(check, it.thing.id) for it in check.seen.values())
    for it in face_up:
        if (
            table.variant == "archenemy"
            and "scheme" in it.types
            and "ongoing" not in it.supertypes
            and not busy
        ):
            check.events.add(("put_scheme_away", it.thing.id))
        if table.variant == "planechase" and "phenomenon" in it.types and not _pending(check, it.thing.id):
            check.events.add(("planeswalk", table.planar_controller))


RULES = (
    _players_lose,
    _strays_cease,
    _creatures_die,
    _planeswalkers_die,
    _legends,
    _worlds,
    _attachments,
    _counters,
    _sagas_and_dungeons,
    _sectors,
    _battles,
    _roles,
    _engines,
    _commanders,
    _schemes_and_phenomena,
)
