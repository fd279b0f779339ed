"""State-based actions (704) of the rules of 2026-08-07 in plain Python, written from the rule text.

``conditions`` says what one check wants; here the choices are made, the events carried out, and the check
repeated until nothing happens, for every answer to every choice. No solver, no logic program, no pack.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from .characteristics import characteristics
from .conditions import HEADS, Check, Question, indestructible
from .model import MINUS, PLUS, Event, Table, Thing

Round = tuple[frozenset, frozenset[Event]]  # the answers to real choices, and all events


@dataclass(frozen=True)
class Outcome:
    """One way it can end: its rounds, the result, and where everything is then (nowhere once it is over)."""

    rounds: tuple[Round, ...]
    result: tuple
    final: frozenset


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


def _visible(check: Check, events: set[Event]) -> frozenset[Event]:
    """The events as a ruling tells them: an Aura with umbra armor that is spent is destroyed (702.89a)."""
    spent = {event for event in events if event[0] == "spend_umbra"}
    auras = {aura for _, _, aura in spent if not indestructible(check, aura)}
    return frozenset((events - spent) | {("destroy", aura) for aura in auras})


def _perform(check: Check, events: set[Event]) -> Table:
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
    regenerated: set[str] = set()
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
            thing.damage, thing.tapped = 0, True
            regenerated.add(who)
        elif kind == "spend_umbra":
            thing.damage = 0
            if not indestructible(check, rest[0]):
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
    table.effects = [e for e in table.effects if e[1] in table.things or e[1] in table.seats]
    _leave_combat(check.table, table, regenerated)
    return table


def _leave_combat(before: Table, now: Table, regenerated: set[str]) -> None:
    """506.4: what changed too much to stay in combat, or is not what fights or can be attacked.

    Who attacked a planeswalker or battle that is gone attacks nothing (506.4c), against its controller or
    protector of before (508.5).
    """
    fighting = {id: old for id, old in before.things.items() if old.attacking or old.against}
    attacked = {old.attacking for old in fighting.values()} & set(before.things)
    seen, gone = characteristics(now), set()
    for id in {*fighting, *attacked}:
        old, thing = before.things[id], now.things.get(id)
        types = seen[id].types if id in seen else set()  # nothing, if it is phased out
        if (
            thing is None
            or thing.zone != "battlefield"
            or thing.controller != old.controller
            or thing.protector != old.protector
            or (id in fighting and ("creature" not in types or "battle" in types or id in regenerated))
            or (id in attacked and not _can_be_attacked(thing, types))
        ):
            gone.add(id)
    for id in fighting:
        thing = now.things.get(id)
        if thing is None:
            continue
        if id in gone:
            thing.attacking = thing.against = ""
        elif thing.attacking in gone:
            old = before.things[thing.attacking]
            thing.attacking, thing.against = "", old.protector or old.controller


def _can_be_attacked(thing: Thing, types: set[str]) -> bool:
    """506.4, 506.4e: a planeswalker that was a battle goes on being attacked if its protector controls it."""
    return "battle" in types or ("planeswalker" in types and thing.protector in ("", thing.controller))


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
        found |= {
            (fact, id, value)
            for fact in ("damage", "attached", "attacking", "protector", "sector")
            if (value := getattr(thing, fact))
        }
        if thing.against:
            found.add(("attacking", id, ("nothing", thing.against)))
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
    table = table.clone()
    _leave_combat(table.clone(), table, set())
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
                wanted = _answered(check, answers)
                after, events = _perform(check, wanted), _visible(check, wanted)
                real = frozenset(
                    (*question, a) for question, a in answers.items() if len(check.ask[question]) >= 2
                )
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
