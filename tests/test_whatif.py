"""What if: the smallest change of a board, confirmed by ruling on the changed board."""

import re
from importlib.resources import files

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.compiling import compile_rules
from headjudge.derivation.rulebook import load_pack
from headjudge.explanation.whatif import ALWAYS, NEVER, SOMETIMES, WhatIf, frequency, what_if
from headjudge.notation.pack import games

HEAD = "magic 2026-08-07\nplayer A life 2\n"


def board(*lines: str, other: tuple[str, ...] = ()) -> Board:
    rows = [f"  battlefield  {line}" for line in lines] + ["player B"]
    return Board.parse(HEAD + "\n".join([*rows, *(f"  battlefield  {line}" for line in other), ""]))


def edits(found: WhatIf) -> list[tuple[str, ...]]:
    return [change.edits for change in found]


def test_the_missing_point_of_damage_is_found():
    found = what_if(board("Test Ogre #ogre 3/3 <Creature — Ogre> (damage 2)"), 'destroy("ogre")', wanted=True)
    assert found.before == NEVER
    assert ('add(damage("ogre"),1)',) in edits(found)
    smallest = found.changes[0]
    assert (smallest.cost, smallest.frequency) == (1, ALWAYS)


def test_of_one_kind_of_change_only_the_smallest_is_given():
    found = what_if(board("Test Ogre #ogre 3/4 <Creature — Ogre>"), 'destroy("ogre")', wanted=True)
    assert [change for change in edits(found) if "damage(" in change[0] and "add" in change[0]] == [
        ('add(damage("ogre"),4)',)
    ]


def test_a_destruction_is_averted():
    table = board("Test Ogre #ogre 3/3 <Creature — Ogre> (damage 5)")
    found = what_if(table, 'destroy("ogre")', wanted=False)
    assert found.before == ALWAYS
    assert {change.frequency for change in found} == {NEVER}
    assert {('add(damage("ogre"),-3)',), ('add(counters("ogre",pt(1,1)),3)',)} <= set(edits(found))
    assert ('begin(effect(1,gains("ogre",indestructible),lasting))',) in edits(found)
    assert [change.cost for change in found] == sorted(change.cost for change in found)


def test_two_changes_are_tried_where_one_is_not_enough():
    lines = ["Test Ogre #ogre 3/3 <Creature — Ogre> [indestructible] (damage 2)"]
    found = what_if(board(*lines), 'destroy("ogre")', wanted=True)
    assert set(found.changes[0].edits) == {
        'add(counters("ogre",pt(-1,-1)),1)',
        'begin(effect(1,loses("ogre",indestructible),lasting))',
    }
    assert not found.cut


def test_the_permanent_that_saves_another_is_taken_away():
    lines = [
        "Test Lord #lord 2/2 <Creature — Ogre> [Other creatures you control get +1/+1]",
        "Test Ogre #ogre 2/2 <Creature — Ogre> (damage 2)",
    ]
    assert ('vanish("lord")',) in edits(what_if(board(*lines), 'destroy("ogre")', wanted=True))


def test_a_legend_may_be_kept_or_have_another_name():
    lines = (f"Test Lord #{id} 2/2 <Legendary Creature — Ogre>" for id in ("one", "two"))
    found = what_if(board(*lines), 'put("one",graveyard)', wanted=False)
    assert found.before == SOMETIMES
    assert {('vanish("two")',), ('set(default_controller("two"),"B")',)} <= set(edits(found))


@pytest.mark.parametrize(("life", "needed"), [(7, 0), (-2, 1)])
def test_a_life_total_is_changed_as_far_as_needed(life, needed):
    table = Board.parse(f"magic 2026-08-07\nplayer A life {life}\nplayer B\n")
    found = what_if(table, 'lose("A")', wanted=life > 0)
    assert (f'set(life("A"),{needed})',) in edits(found)


def test_every_change_is_confirmed_by_ruling_on_the_changed_board():
    table = board("Test Ogre #ogre 3/3 <Creature — Ogre> (damage 2)", other=("Test Stone #stone <Artifact>",))
    found = what_if(table, 'destroy("ogre")', wanted=True)
    for change in found:
        again = adjudicate(table, facts=change.facts)
        assert frequency(again, found.event) == change.frequency


@pytest.mark.parametrize("game", games())
def test_what_the_rules_propose_is_said_in_the_words_of_the_pack(game):
    folder = files("headjudge.rules").joinpath(game)
    if not folder.joinpath("whatif.lp").is_file():
        pytest.skip(f"{game} proposes no changes")
    proposals = compile_rules(folder.joinpath("whatif.lp").read_text("utf-8"), "whatif.lp")
    known = {"asked_event/1", "named/1", "asked_to/1"} | {rule.signature for rule in proposals}
    known |= {rule.signature for rule in load_pack(game).rules}
    known |= set(re.findall(r"^#defined (\w+/\d+)\.$", folder.joinpath("inputs.lp").read_text("utf-8"), re.M))
    assert {need for rule in proposals for need in (*rule.needs, *rule.absent)} <= known
    used = {need for rule in proposals for need in (*rule.needs, *rule.absent)}
    assert {rule.signature for rule in proposals} - used == {"edit/2"}
    edits = [rule.head for rule in proposals if rule.signature == "edit/2"]
    assert all(re.match(r"edit\((add|set|begin|end|vanish|also|without|instead)\(", head) for head in edits)


def test_nothing_is_proposed_for_what_is_so_already_or_can_never_be():
    table = board("Test Ogre #ogre 3/3 <Creature — Ogre> (damage 3)")
    assert not what_if(table, 'destroy("ogre")', wanted=True)
    assert not what_if(table, 'destroy("nobody")', wanted=True)
    assert not what_if(table, 'destroy("nobody")', wanted=False)
