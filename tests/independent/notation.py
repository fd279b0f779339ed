"""A table in the board notation, and a ruling's answer in the checker's terms."""

from __future__ import annotations

from headjudge.board.model import Board
from headjudge.derivation.ruling import Round, Ruling
from headjudge.terms import Fn, read

from .model import Ability, Effect, Printed, Quality, Table, Thing
from .state_based import Outcome, Verdict

COLORS = ("white", "blue", "black", "red", "green")


def quality(words: Quality) -> str:
    """A description in the words of a card: ``red creature you control``."""
    kind, *rest = words
    if kind == "all":
        return " ".join(quality(part) for part in rest)
    if kind == "any":
        return " or ".join(quality(part) for part in rest)
    if kind == "not":
        return "non" + quality(rest[0])
    if kind == "yours":
        return "you control"
    return str(rest[0] if rest else kind)


def _from(words: Quality) -> str:
    return words[1] + "s" if words[0] == "type" else quality(words)


def a(word: str) -> str:
    """``an artifact``, ``a creature``."""
    return f"an {word}" if word[0] in "aeiou" else f"a {word}"


def signed(power: int, toughness: int) -> str:
    """``+1/-2``; a zero takes a plus."""
    return f"{power:+d}/{toughness:+d}"


def ability_text(ability: Ability, host: str = "creature") -> str:
    """An ability in the words of a card."""
    kind, *rest = ability
    match kind:
        case "enchant":
            return f"enchant {quality(rest[0])}"
        case "protection":
            return f"protection from {_from(rest[0])}"
        case "chapter":
            return "chapter " + ("I", "II", "III", "IV")[rest[0] - 1]
        case "max_counters":
            return f"this can't have more than {rest[0]} {rest[1]} counters on it"
        case "cant_be":
            return f"this can't be {rest[0]}"
        case "attached_gets":
            return f"enchanted permanent gets {signed(*rest)}"
        case "attached_is":
            return f"enchanted permanent is {a(rest[0])} in addition to its other types"
        case "attached_has":
            return f"enchanted permanent has {ability_text(rest[0])}"
        case "attached_loses_all":
            return "enchanted permanent loses all abilities"
        case "yours_get":
            return f"creatures you control get {signed(*rest)}"
        case "others_get":
            return f"other creatures you control get {signed(*rest)}"
        case "all_get":
            return f"all creatures get {signed(*rest)}"
        case "reconfigure":
            return "reconfigure {2}"
        case "engines":
            return "start your engines!"
        case "spares_self":
            return "this effect doesn't remove this Aura"
        case _:
            return str(kind).replace("_", " ")


def type_line(card: Printed) -> str:
    """``Red Legendary Creature — Ogre``."""
    words = [*sorted(card.colors, key=COLORS.index), *sorted(card.supertypes), *sorted(card.types)]
    dash = f" — {' '.join(sorted(card.subtypes))}" if card.subtypes else ""
    return f"{' '.join(words)}{dash}"


def description(card: Printed) -> str:
    """Numbers, type line and text of a card."""
    numbers = "" if card.power is None else f" {card.power}/{card.toughness}"
    text = f" [{'; '.join(map(ability_text, card.abilities))}]" if card.abilities else ""
    return f"{numbers} <{type_line(card)}>{text}"


def target(table: Table, id: str) -> str:
    """How another line names an object or a player."""
    return id if id in table.seats else f"#{id}"


def object_line(table: Table, thing: Thing) -> str:
    """One object in the notation."""
    if thing.source:
        return f"  stack {thing.printed.name} #{thing.id} (triggered ability of #{thing.source})"
    states = [
        word
        for word, on in {
            "token": thing.token,
            "copy of a spell": thing.spell_copy,
            "copy of a card": thing.card_copy,
            "commander": thing.commander,
            "tapped": thing.tapped,
            "phased out": thing.phased_out,
            "face down": thing.face_down,
            "dealt deathtouch damage": thing.deathtouched,
            "can't be regenerated": thing.unregenerable,
            "bestowed": thing.bestowed,
            "put there since the last check": thing.arrived,
            "ability has triggered": thing.triggered,
            "venture marker on the bottommost room": thing.on_last_room,
        }.items()
        if on
    ]
    if thing.damage:
        states.append(f"damage {thing.damage}")
    if thing.shields:
        states.append(f"{thing.shields} regeneration shields")
    if thing.attacking:
        states.append(f"attacking {target(table, thing.attacking)}")
    if thing.against:
        states.append(f"attacking nothing of {thing.against}")
    if thing.protector:
        states.append(f"protector {thing.protector}")
    if thing.sector:
        states.append(f"sector {thing.sector}")
    counters = ", ".join(f"{kind} x{number}" for kind, number in thing.counters.items())
    parts = [f"  {thing.zone} {thing.printed.name} #{thing.id}"]
    parts.append(f"={thing.copy.name}" if thing.copy else description(thing.printed).strip())
    parts += [f"{{{counters}}}"] if counters else []
    parts += [f"({', '.join(states)})"] if states else []
    parts += [f"-> {target(table, thing.attached)}"] if thing.attached else []
    parts += [f"owner {thing.owner}"] if thing.owner != thing.controller else []
    return " ".join([*parts, f"@{thing.stamp}"])


def effect_line(effect: Effect) -> str:
    """One effect in the notation."""
    kind, who, *rest = effect
    said = {
        "gets": lambda: f"#{who} gets {signed(*rest)} until end of turn",
        "gains": lambda: f"#{who} gains [{ability_text(rest[0])}]",
        "loses": lambda: f"#{who} loses [{ability_text(rest[0])}]",
        "loses_all": lambda: f"#{who} loses all abilities",
        "base": lambda: f"#{who} has base power and toughness {rest[0]}/{rest[1]}",
        "adds_type": lambda: f"#{who} is also {a(rest[0])}",
        "removes_type": lambda: f"#{who} isn't {a(rest[0])}",
        "color": lambda: f"#{who} is {rest[0]}",
        "colorless": lambda: f"#{who} is colorless",
        "not_legendary": lambda: f"#{who} isn't legendary",
        "named": lambda: f'#{who} is named "{rest[0]}"',
        "cant_lose": lambda: f"{who} can't lose the game",
        "not_regenerated": lambda: f"#{who} can't be regenerated",
        "not_destroyed": lambda: f"#{who} can't be destroyed",
    }
    return f"effect {said[kind]()}"


def board_text(table: Table, edition: str = "2026-08-07") -> str:
    """The whole table in the notation."""
    lines = [f"magic {edition}"]
    lines += [f"variant {table.variant.replace('_', '-')}"] if table.variant else []
    for team, life in table.team_life.items():
        lines.append(f"team {team} life {life} poison {table.team_poison[team]}")
    copied = {thing.copy.name: thing.copy for thing in table.things.values() if thing.copy}
    lines += [f"card {name} {description(card).strip()}" for name, card in copied.items()]
    for name, seat in table.seats.items():
        parts = [f"player {name}"]
        parts += [f"life {seat.life}"] if table.variant != "two_headed_giant" else []
        parts += [f"team {seat.team}"] if seat.team else []
        parts += [f"poison {seat.poison}"] if seat.poison else []
        parts += [f"speed {seat.speed}"] if seat.speed is not None else []
        parts += [f"commander-damage {n} from #{id}" for id, n in seat.commander_damage.items()]
        parts += ["planar-controller"] if table.planar_controller == name else []
        parts += ["lost"] if seat.lost else []
        parts += [f"[{'; '.join(map(ability_text, seat.abilities))}]"] if seat.abilities else []
        lines.append("  ".join(parts))
        lines += [object_line(table, thing) for thing in table.things.values() if thing.controller == name]
    lines += map(effect_line, table.effects)
    lines += [
        f"happened {seat.name} drew from an empty library"
        for seat in table.seats.values()
        if seat.drew_from_empty
    ]
    return "\n".join(lines) + "\n"


def board(table: Table, edition: str = "2026-08-07") -> Board:
    """The same table as a board of the solver."""
    return Board.parse(board_text(table, edition))


# ---- the way back: a ruling in tuples ----

_STATED = {
    "zone",
    "default_controller",
    "tapped",
    "face_down",
    "bestowed",
    "damage",
    "attached",
    "attacking",
    "protector",
    "sector",
    "lost",
    "speed",
}


def _plain(term: object) -> object:
    if isinstance(term, Fn):
        if term.name == "pt":
            return signed(*term.args)
        return (term.name, *map(_plain, term.args)) if term.args else term.name
    return term


def term(text: str) -> tuple:
    """A ground term as a tuple: ``put("x",graveyard)`` is ``("put", "x", "graveyard")``."""
    found = _plain(read(text))
    return found if isinstance(found, tuple) else (found,)


def _round(round_: Round) -> tuple[frozenset, frozenset]:
    answers = frozenset(
        (str(read(choice.player)), term(choice.question), _plain(read(option)))
        for choice, option in round_.answers
        if len(choice.options) >= 2
    )
    return answers, frozenset(term(wanted.event) for wanted in round_.events)


def verdict(ruling: Ruling) -> Verdict:
    """What the solver ruled, in the terms of the checker."""
    outcomes = set()
    for outcome in ruling.outcomes:
        result = term(outcome.result) if outcome.result else ()
        if result and result[0] == "win":
            result = ("win", result[1][1])
        facts = [term(fact) for fact in outcome.state]
        objects = {fact[1] for fact in facts if fact[0] == "object"}
        final = frozenset(
            ("controller", *fact[1:]) if fact[0] == "default_controller" else fact
            for fact in facts
            if fact[0] in _STATED or (fact[0] == "counters" and fact[1] in objects)
            if fact[0] != "damage" or fact[2]
        )
        final -= {fact for fact in final if fact[0] == "speed" and ("lost", fact[1]) in final}
        for path in outcome.paths:
            rounds = tuple(rounded for round_ in path if any(rounded := _round(round_)))
            outcomes.add(Outcome(rounds, result, frozenset() if result else final))
    choices = {
        (str(read(c.player)), term(c.question), frozenset(_plain(read(option)) for option in c.options))
        for c in ruling.choices()
        if len(c.options) >= 2
    }
    return Verdict(frozenset(outcomes), frozenset(choices))
