"""Random boards: the solver against a checker in plain Python, and what a ruling must never depend on.

The checker (``tests/independent``) was written from the rule text without looking at the rules of the pack,
so an error would have to be made twice, in two languages, to go unseen here.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.ruling import Ruling
from headjudge.errors import HeadjudgeError, Malformed
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from .independent import state_based
from .independent.model import Printed, Table, Thing
from .independent.notation import board, board_text, target, verdict
from .independent.state_based import Verdict
from .independent.tables import tables

LIMIT = 48


def examples(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many examples, however long each takes."""
    return settings(
        max_examples=number,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def rule(table: Table) -> Ruling:
    return adjudicate(board(table), limit=LIMIT)


def ruled(table: Table) -> Verdict | None:
    """What the solver rules, ``None`` if there are too many outcomes to compare."""
    ruling = rule(table)
    return None if ruling.cut else verdict(ruling)


# ---- the same ruling as the independent checker ----


def agree(table: Table) -> None:
    expected = state_based.adjudicate(table, LIMIT)
    if expected is None:
        event("too many outcomes to compare")
        return
    event(f"{max(len(outcome.rounds) for outcome in expected.outcomes)} rounds")
    found = verdict(rule(table))
    text = board_text(table)
    assert found.choices == expected.choices, text
    assert {(o.rounds, o.result) for o in found.outcomes} == {
        (o.rounds, o.result) for o in expected.outcomes
    }, text
    assert found == expected, text


@examples(150)
@given(tables())
def test_the_ruling_is_that_of_the_independent_checker(table: Table) -> None:
    agree(table)


@pytest.mark.long
@examples(2500)
@given(tables(most=9))
def test_the_ruling_is_that_of_the_independent_checker_at_length(table: Table) -> None:
    agree(table)


# ---- nothing but loud errors ----

INSTRUCTIONS = (
    "destroy {o}",
    "sacrifice {o}",
    "exile {o}",
    "{o} moves to hand",
    "{o} moves to graveyard",
    "regenerate {o}",
    "put 2 +1/+1 on {o}",
    "put 1 -1/-1 on {o}",
    "remove 1 lore from {o}",
    "{p} gains control of {o}",
    "attach {o} to {t}",
    "unattach {o}",
    "{o} phases out",
    "tap {o}",
    "untap {o}",
    "{o} deals 3 damage to {t}",
    "{o} deals 2 combat damage to {t}",
    "{p} loses 3 life",
    "{p} gains 2 life",
    "{p} draws 1",
    "{p} loses the game",
    "{p} wins the game",
    "{p} concedes",
    "put 10 poison on {p}",
    "begin effect {o} gets -1/-1 until end of turn",
    "{o} becomes a copy of {c}",
)


@st.composite
def scripts(draw: Callable[..., int], table: Table) -> str:
    """A few instructions about what is on the table, some of them simultaneous."""
    pick = random.Random(draw(st.integers(0, 2**32))).choice
    objects = [thing for thing in table.things.values() if not thing.source]
    permanents = [thing for thing in objects if thing.zone == "battlefield"]
    lines = []
    for _ in range(draw(st.integers(1, 3)) if permanents else 0):
        phrases = [
            pick(INSTRUCTIONS).format(
                o=f"#{pick(objects).id}",
                p=pick(list(table.seats)),
                t=target(table, pick([*table.seats, *(thing.id for thing in objects)])),
                c=pick(permanents).printed.name,
            )
            for _ in range(draw(st.integers(1, 2)))
        ]
        lines.append(f"then {'; '.join(dict.fromkeys(phrases))}")
    return "\n".join(lines)


def refused_only_as_described(text: str) -> None:
    """An error is a :class:`HeadjudgeError`, and no round makes a board that contradicts itself; only a
    script that asks for two things at once may send an object to two zones."""
    try:
        described = Board.parse(text)
        adjudicate(dataclasses.replace(described, script=()), limit=LIMIT)
        adjudicate(described, limit=LIMIT)
    except Malformed as error:
        at_once = any(";" in line for line in text.splitlines() if line.startswith("then"))
        if not (at_once and "two_destinations" in error.found):
            raise AssertionError(f"{error}\n{text}") from error
    except HeadjudgeError as error:
        event(f"refused: {error.found.partition('(')[0]}")


@examples(50)
@given(st.data())
def test_scripts_bring_only_loud_errors(data: st.DataObject) -> None:
    table = data.draw(tables(most=5))
    refused_only_as_described(board_text(table) + data.draw(scripts(table)) + "\n")


@pytest.mark.long
@examples(1500)
@given(st.data())
def test_scripts_bring_only_loud_errors_at_length(data: st.DataObject) -> None:
    table = data.draw(tables())
    refused_only_as_described(board_text(table) + data.draw(scripts(table)) + "\n")


# ---- what a ruling does not depend on ----


@examples(20)
@given(tables())
def test_ruling_on_an_outcome_brings_nothing_more(table: Table) -> None:
    described = board(table)
    for outcome in adjudicate(described, limit=LIMIT).outcomes[:4]:
        if not outcome.result:
            assert adjudicate(described.with_facts(outcome.state)).events() == (), board_text(table)


def renamed(table: Table, new: dict[str, str]) -> Table:
    """The same table with other ids, players and teams."""

    def name(old: str) -> str:
        return new.get(old, old)

    copy = table.clone()
    copy.seats = {name(seat.name): seat for seat in copy.seats.values()}
    copy.things = {name(thing.id): thing for thing in copy.things.values()}
    for seat in copy.seats.values():
        seat.name, seat.team = name(seat.name), name(seat.team)
        seat.commander_damage = {name(id): n for id, n in seat.commander_damage.items()}
    for thing in copy.things.values():
        for field in ("id", "owner", "controller", "attached", "attacking", "against", "protector", "source"):
            setattr(thing, field, name(getattr(thing, field)))
    copy.effects = [(kind, name(who), *rest) for kind, who, *rest in copy.effects]
    copy.team_life = {name(team): life for team, life in copy.team_life.items()}
    copy.team_poison = {name(team): poison for team, poison in copy.team_poison.items()}
    copy.planar_controller = name(copy.planar_controller)
    return copy


def in_new_names(value: object, new: dict[str, str]) -> object:
    """A verdict, or any part of it, in the new names."""
    if isinstance(value, str):
        return new.get(value, value)
    if isinstance(value, frozenset):
        return frozenset(in_new_names(part, new) for part in value)
    if isinstance(value, tuple):
        return tuple(in_new_names(part, new) for part in value)
    if dataclasses.is_dataclass(value):
        return type(value)(*(in_new_names(getattr(value, f.name), new) for f in dataclasses.fields(value)))
    return value


@examples(20)
@given(tables(), st.randoms(use_true_random=False))
def test_names_do_not_matter(table: Table, order: random.Random) -> None:
    individuals = [*table.things, *table.seats, *table.team_life]
    numbers = order.sample(range(10, 99), len(individuals))
    new = {old: f"Z{number}" for old, number in zip(individuals, numbers, strict=True)}
    before = ruled(table)
    if before is not None:
        assert ruled(renamed(table, new)) == in_new_names(before, new), board_text(table)


@examples(20)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_lines_and_seats_does_not_matter(table: Table, order: random.Random) -> None:
    """Timestamps are written, and nothing here depends on whose turn it is; so only the sets count."""
    shuffled = table.clone()
    seats, things = list(shuffled.seats.items()), list(shuffled.things.items())
    order.shuffle(seats)
    order.shuffle(things)
    shuffled.seats, shuffled.things = dict(seats), dict(things)
    assert ruled(shuffled) == ruled(table), board_text(table)


@examples(15)
@given(tables())
def test_a_land_or_a_large_creature_more_changes_no_event(table: Table) -> None:
    player = next(iter(table.seats))
    more = table.clone()
    land = Printed("Odd Land", frozenset({"land"}))
    more.things["land"] = Thing("land", land, player, player, stamp=90)
    if not any(("space_sculptor",) in thing.printed.abilities for thing in table.things.values()):
        giant = Printed("Odd Giant", frozenset({"creature"}), power=2, toughness=20)
        more.things["giant"] = Thing("giant", giant, player, player, stamp=91)
    before = rule(table)
    if not before.cut:
        rounds = {outcome.rounds for outcome in verdict(before).outcomes}
        assert {outcome.rounds for outcome in verdict(rule(more)).outcomes} == rounds, board_text(table)


@examples(15)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_facts_does_not_matter(table: Table, order: random.Random) -> None:
    described = board(table)
    facts = list(described.facts())
    order.shuffle(facts)
    again = adjudicate(dataclasses.replace(described, initial=tuple(facts)), limit=LIMIT)
    first = adjudicate(described, limit=LIMIT)
    assert (again.events(), again.choices()) == (first.events(), first.choices())
    assert {(o.state, o.result) for o in again.outcomes} == {(o.state, o.result) for o in first.outcomes}
