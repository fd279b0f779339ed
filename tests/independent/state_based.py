"""State-based actions (704) of the rules of 2026-08-07 in plain Python, written from the rule text.

One function per rule: each looks at the table and says which events it wants. ``outcomes`` repeats the
check until nothing happens, for every answer to every choice. No solver, no logic program, no pack.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from .characteristics import Seen, characteristics, fits, opponents
from .model import MINUS, PLUS, Event, Table

Question = tuple[str, tuple]  # who answers, and what: ("A", ("keep", "Name"))
Round = tuple[frozenset, frozenset[Event]]  # the answers to real choices, and all events
SECTORS = ("alpha", "beta", "gamma")
HEADS = "two_headed_giant"


@dataclass(frozen=True)
class Outcome:
    """One way it can end: its rounds, the result, and where everything is then (nowhere once it is over)."""

    rounds: tuple[Round, ...]
    result: tuple
    final: frozenset


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
        mates = {n for n, seat in self.table.seats.items() if self.table.variant == HEADS and seat.team == team}
        return not saved.isdisjoint({player, *mates})


def _players_lose(check: Check) -> None:
    """704.5a-c, 704.6a-c."""
    table = check.table
    shared = table.variant == HEADS
    for name, seat in table.seats.items():
        if seat.lost or check.cannot_lose(name):
            continue
        lethal_commander = table.variant == "commander" and any(n >= 21 for n in seat.commander_damage.values())
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


def _creatures_die(check: Check) -> None:
    """704.5f-h, with 702.12b and effects that forbid destruction."""
    for it in check.creatures():
        assert it.toughness is not None
        if it.toughness <= 0:
            check.events.add(("put", it.thing.id, "graveyard"))
            continue
        lethal = it.thing.damage > 0 and it.thing.damage >= it.toughness
        safe = it.has("indestructible") or ("not_destroyed", it.thing.id) in check.table.effects
        if (lethal or it.thing.deathtouched) and not safe:
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
    worlds = sorted((it for it in check.permanents() if "world" in it.supertypes), key=lambda it: it.thing.stamp)
    for it in worlds[:-1]:
        check.events.add(("put", it.thing.id, "graveyard"))
    if len(worlds) >= 2 and worlds[-1].thing.stamp == worlds[-2].thing.stamp:
        check.events.add(("put", worlds[-1].thing.id, "graveyard"))


def _protected_from(check: Check, host: str, attachment: str) -> bool:
    """702.16c-d, n: host has protection from a quality of the attachment, other than one it gives and that spares it."""
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
            "land" not in host_types
            or host == thing.id
            or creature
            or _protected_from(check, host, thing.id)
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
    return things[id].triggered or any(thing.source == id and thing.zone == "stack" for thing in things.values())


def _sagas_and_dungeons(check: Check) -> None:
    """704.5s-t."""
    for it in check.permanents():
        chapters = [number for (number,) in it.values("chapter")]
        if "Saga" in it.subtypes and chapters and it.thing.counters.get("lore", 0) >= max(chapters):
            if not _pending(check, it.thing.id):
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
    attacked = {it.thing.attacking for it in check.permanents()}
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
        if table.variant == "archenemy" and "scheme" in it.types and "ongoing" not in it.supertypes and not busy:
            check.events.add(("put_scheme_away", it.thing.id))
        if table.variant == "planechase" and "phenomenon" in it.types and not _pending(check, it.thing.id):
            check.events.add(("planeswalk", table.planar_controller))


RULES = (
    _players_lose, _strays_cease, _creatures_die, _planeswalkers_die, _legends, _worlds, _attachments, _counters,
    _sagas_and_dungeons, _sectors, _battles, _roles, _engines, _commanders, _schemes_and_phenomena,
)  # fmt: skip


def _replacements(check: Check) -> None:
    """Turn each destruction into the choice among its replacements (614.8, 616.1, 701.19, 702.89)."""
    for event in [event for event in check.events if event[0] == "destroy"]:
        it = check.seen[event[1]]
        thing = it.thing
        effects: list[tuple] = []
        forbidden = thing.unregenerable or ("not_regenerated", thing.id) in check.table.effects
        if thing.shields and not forbidden:
            effects.append(("regeneration", thing.id))
        for other in check.permanents():
            if other.thing.attached == thing.id and other.has("umbra_armor"):
                effects.append(("umbra", other.thing.id))
        if effects:
            check.ask[thing.controller, ("replacement", event)] = tuple(effects)


def _answered(check: Check, answers: dict[Question, object]) -> set[Event]:
    """The events of the check once every choice is made."""
    events = set(check.events)
    for question, answer in answers.items():
        kind, what = question[1]
        if kind == "keep":
            events |= {("put", legend, "graveyard") for legend in check.ask[question] if legend != answer}
        elif kind == "sector":
            events.add(("set_sector", what, answer))
        elif kind == "protector":
            events.add(("set_protector", what, answer))
        elif kind == "return_commander" and answer == "command":
            events.add(("put", what, "command"))
        elif kind == "replacement":
            events.discard(what)
            effect, id = answer
            events.add(("regenerate", id) if effect == "regeneration" else ("spend_umbra", what[1], id))
    return events


def _perform(check: Check, events: frozenset[Event]) -> Table:
    """The table after all events at once; what was true since the last check is forgotten."""
    table = check.table.clone()
    for seat in table.seats.values():
        seat.drew_from_empty = False
    for thing in table.things.values():
        thing.deathtouched = thing.arrived = False
        if thing.zone == "battlefield" and not thing.attached:
            thing.bestowed = False
        if thing.sector and not any(it.has("space_sculptor") for it in check.permanents()):
            thing.sector = ""
    moving: dict[str, str] = {}
    losing: set[str] = set()
    for kind, who, *rest in events:
        thing = table.things.get(who)
        if kind == "lose":
            losing.add(who)
            if table.variant == HEADS:
                losing |= {n for n, seat in table.seats.items() if seat.team == table.seats[who].team}
        elif kind == "lose_team":
            losing |= {name for name, seat in table.seats.items() if seat.team == who}
        elif kind == "put":
            moving[who] = rest[0]
        elif kind in ("destroy", "sacrifice"):
            moving[who] = "graveyard"
        elif kind in ("cease", "remove_from_game"):
            del table.things[who]
        elif kind == "unattach":
            thing.attached, thing.bestowed = "", False
        elif kind == "remove_pairs":
            for counter in (PLUS, MINUS):
                thing.counters[counter] -= rest[0]
        elif kind == "remove_counters":
            thing.counters[rest[0]] -= rest[1]
        elif kind == "set_sector":
            thing.sector = rest[0]
        elif kind == "set_protector":
            thing.protector = rest[0]
        elif kind == "set_speed":
            table.seats[who].speed = rest[0]
        elif kind == "regenerate":
            thing.shields -= 1
            thing.damage, thing.tapped, thing.attacking = 0, True, ""
        elif kind == "spend_umbra":
            thing.damage = 0
            if not check.seen[rest[0]].has("indestructible"):
                moving[rest[0]] = "graveyard"
        elif kind == "put_scheme_away":
            thing.face_down = True
        elif kind == "planeswalk":
            for it in table.things.values():
                if it.zone == "command" and it.printed.types & {"phenomenon", "plane"}:
                    it.face_down = True
        else:
            raise AssertionError(kind)
    for id, zone in moving.items():
        if id in table.things:
            _move(table, id, zone)
    for name in losing:
        table.seats[name].lost = True
    for id in [id for id, thing in table.things.items() if table.seats[thing.owner].lost]:
        del table.things[id]
    for thing in table.things.values():
        if table.seats[thing.controller].lost:
            thing.controller = thing.owner
        if thing.attached and thing.attached not in table.things and thing.attached not in table.seats:
            thing.attached = ""
        if thing.attacking and thing.attacking not in table.things and thing.attacking not in table.seats:
            thing.attacking = ""
    table.effects = [e for e in table.effects if e[1] in table.things or e[1] in table.seats]
    return table


def _move(table: Table, id: str, zone: str) -> None:
    thing = table.things[id]
    if zone == "graveyard" and thing.counters.get("finality"):  # 122.1h
        zone = "exile"
    thing.zone = zone
    thing.forget()
    thing.arrived = thing.commander and zone in ("graveyard", "exile")
    for other in table.things.values():
        if other.attached == id:
            other.attached = ""
        if other.attacking == id:
            other.attacking = ""
    table.effects = [effect for effect in table.effects if effect[1] != id]


def result_of(table: Table) -> tuple:
    """104.2a, 104.2c, 104.4a: ``("win", side)``, ``("draw",)`` or ``()`` if the game goes on."""
    sides = {seat.team or name for name, seat in table.seats.items()}
    left = {seat.team or name for name, seat in table.seats.items() if not seat.lost}
    if not left:
        return ("draw",)
    return ("win", *left) if len(left) == 1 < len(sides) else ()


def final_of(table: Table) -> frozenset:
    """What can be seen on the table, as tuples."""
    found: set[tuple] = set()
    for id, thing in table.things.items():
        found.add(("zone", id, thing.zone))
        found.add(("controller", id, thing.controller))
        found |= {("counters", id, kind, number) for kind, number in thing.counters.items() if number}
        found |= {(fact, id) for fact in ("tapped", "face_down", "bestowed") if getattr(thing, fact)}
        found |= {(fact, id, value) for fact in ("damage", "attached", "protector", "sector")
                  if (value := getattr(thing, fact))}  # fmt: skip
    for name, seat in table.seats.items():
        if seat.lost:
            found.add(("lost", name))
        elif seat.speed is not None:
            found.add(("speed", name, seat.speed))
    return frozenset(found)


@dataclass(frozen=True)
class Verdict:
    """Every outcome, and every choice somebody has (a single option is no choice)."""

    outcomes: frozenset[Outcome]
    choices: frozenset[tuple[str, tuple, frozenset]]


def adjudicate(table: Table, limit: int = 256) -> Verdict | None:
    """All outcomes of checking until nothing happens; ``None`` if there are more than ``limit``."""
    found: set[Outcome] = set()
    choices: set[tuple[str, tuple, frozenset]] = set()
    stack: list[tuple[Table, tuple[Round, ...]]] = [(table, ())]
    paths = 0
    while stack:
        now, rounds = stack.pop()
        result = result_of(now)
        check = None if result else Check(now)
        if check is not None:
            _replacements(check)
            choices |= {(who, what, frozenset(o)) for (who, what), o in check.ask.items() if len(o) >= 2}
            for combination in itertools.product(*check.ask.values()):
                answers = dict(zip(check.ask, combination, strict=True))
                events = frozenset(_answered(check, answers))
                after = _perform(check, events)
                real = frozenset((*question, a) for question, a in answers.items() if len(check.ask[question]) >= 2)
                longer = (*rounds, (real, events)) if real or events else rounds
                if events:
                    stack.append((after, longer))
                else:
                    found.add(Outcome(longer, (), final_of(after)))
                    paths += 1
        else:
            found.add(Outcome(rounds, result, frozenset()))
            paths += 1
        if paths + len(stack) > limit:
            return None
        assert len(rounds) < 50
    return Verdict(frozenset(found), frozenset(choices))
