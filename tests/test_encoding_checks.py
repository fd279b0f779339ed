"""The checks of the encoding find what is planted into the real rule files, name it, and else are silent."""

# ruff: noqa: E501  (a fault is one row)

from __future__ import annotations

import dataclasses
import shutil
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import pytest
from headjudge.board.model import Board
from headjudge.checks.batch import check_encoding, structural
from headjudge.checks.conflicts import conflicts, program
from headjudge.checks.encoding import Encoding
from headjudge.checks.endless import endless_loops
from headjudge.checks.finding import Finding, worst
from headjudge.checks.firing import FIRES, SILENT, Firing, firing, firings
from headjudge.checks.redundancy import redundancy_search
from headjudge.checks.scope import SCRIPT, Scope
from headjudge.checks.scripts import TRIALS, scripts_of, walk
from headjudge.checks.search import BoardSearch, one_world
from headjudge.derivation.compiled import clauses_of
from headjudge.derivation.compiling import compile_rules
from headjudge.derivation.rulebook import Rulebook
from headjudge.notation.pack import games
from headjudge.report.expectations import check_board


@cache
def encoding(game: str) -> Encoding:
    return Encoding.load(game)


@cache
def known(game: str) -> frozenset[Finding]:
    """What is found without any fault planted."""
    return frozenset(structural(encoding(game)))


class Fault(NamedTuple):
    """A fault: in which file what is replaced (the file's end, if nothing), and what has to be found."""

    game: str
    file: str
    old: str
    new: str
    code: str
    subject: str


def planted(fault: Fault) -> Encoding:
    """The encoding with the fault in it: the real file is changed, compiled, and put in the place of the old."""
    base = encoding(fault.game)
    text = base.texts[fault.file]
    assert text.count(fault.old) >= 1, "the fault does not fit the file any more"
    changed = text.replace(fault.old, fault.new, 1) if fault.old else f"{text}\n{fault.new}\n"
    new = compile_rules(changed, fault.file)
    rules = []
    for file in base.texts:
        rules += new if file == fault.file else [rule for rule in base.pack.rules if rule.file == file]
    kept = {slug: clause for slug, clause in base.pack.clauses.items() if clause.file != fault.file}
    clauses = {**kept, **{clause.slug: clause for clause in clauses_of({fault.file: changed})}}
    pack = dataclasses.replace(
        base.pack, rules=tuple(rules), clauses=clauses, hash=f"{base.pack.hash} {fault}"
    )
    books = tuple(dataclasses.replace(book, pack=pack) for book in base.books)
    return Encoding(pack, books, {**base.texts, fault.file: changed})


DEATH, RULES = "509_death.lp", "503_priority.lp"
NEW_CLAUSE = "%! dead_end\n%! Of this clause nothing ever comes.\n{rule}"

STRUCTURE = (
    Fault("berserk", DEATH, "current_life(Card", "curent_life(Card", "undefined", "death_at_no_life"),
    Fault("berserk", DEATH, "taken(Card, Keeper)", "taken(Card, Keeper, _)", "arity-clash", "control_ends_with_its_source"),
    Fault("berserk", DEATH, "", "left_over(Card) :- object(Card), in_force(death_at_no_life).", "unused", "left_over/1"),
    Fault("berserk", DEATH, "", "current_life(Card, 0) :- object(Card), not dead(Card).", "unstratified", "*"),
    Fault("berserk", DEATH, "", "#defined shiny/1.", "declared-elsewhere", "shiny/1"),
    Fault("berserk", DEATH, "", "closed(Card) :- dead(Card).", "stated-and-derived", "closed/1"),
    Fault("berserk", DEATH, "", NEW_CLAUSE.format(rule="echo(Card) :- in_force(dead_end), dead(Card)."), "feeds-nothing", "dead_end"),
    Fault("berserk", DEATH, "", NEW_CLAUSE.format(rule="echo(Card) :- in_force(dead_end), dead(Card)."), "in-no-edition", "dead_end"),
    Fault("berserk", DEATH, "", NEW_CLAUSE.format(rule="echo(Card) :- in_force(dead_end), dead(Card)."), "no-phrase", "dead_end"),
    Fault("berserk", DEATH, "", NEW_CLAUSE.format(rule=""), "no-rule", "dead_end"),
    Fault("berserk", RULES, "", "dead(Card) :- closed(Card).", "two-meanings", "dead/1"),
    Fault("berserk", DEATH, "", "begin(closed(Card)) :- face_down(Card).", "always-running", "begin/1"),
    Fault("berserk", DEATH, "not in_game(Keeper)", "not in_game(Card)", "singleton", "control_ends_with_its_source"),
    Fault("berserk", DEATH, "%! death_at_no_life\n%! A card whose current life is 0 or less is destroyed at once; this does not use the stack.\n", "%! death_at_no_life\n%! It dies.\n", "no-paraphrase", "death_at_no_life"),
    Fault("berserk", DEATH, "", "%! Dead End\n", "block", "Dead End"),
    Fault("berserk", DEATH, "in_force(death_at_no_life)", "in_force(death_at_no_live)", "unknown-clause", "death_at_no_live"),
    Fault("berserk", DEATH, "would(die(Card), death_at_no_life)", "would(die(Card), control_ends_with_its_source)", "cites-another", "death_at_no_life"),
    Fault("berserk", DEATH, "    in_force(death_at_no_life),\n", "", "not-switched", "death_at_no_life"),
    Fault("berserk", RULES, "", "begin(closed(Card)) :- in_force(death_at_no_life), dead(Card).", "cited-elsewhere", "death_at_no_life"),
    Fault("berserk", DEATH, "moment(game_rules),\n    current_life", "moment(game_rulse),\n    current_life", "unknown-word", "death_at_no_life"),
    Fault("berserk", "509_destruction.lp", "", "gone(Card) :- dead(Card).", "duplicate", "gone/1"),
    Fault("berserk", "509_destruction.lp", "", "gone(Any) :- dead(Any), closed(Any).", "subsumed", "gone/1"),
    Fault("berserk", RULES, "", "late(Card, Step) :- dead(Card), position(Card, Step).", "step-misplaced", "late/2"),
    Fault("magic", "613_layers.lp", "", "owed(1, Object, Feature, none) :- inspected(Object), trait(Object, Feature, _).", "step-misplaced", "owed/4"),
    Fault("magic", "704_state_based_actions.lp", "zone(Token, Zone), Zone != battlefield.", "zone(Token, Zone), Zone != batlefield.", "unknown-word", "token_outside_battlefield"),
    Fault("magic", "704_state_based_actions.lp", "    in_force(zero_toughness),\n    creature(Creature),", "    in_force(zero_toughness),\n    creeture(Creature),", "undefined", "zero_toughness"),
)  # fmt: skip


def rows() -> list[object]:
    """The faults; of those in the largest pack one is enough for every run."""
    large = [fault for fault in STRUCTURE if fault.game == "magic"][1:]
    return [pytest.param(f, marks=pytest.mark.long) if f in large else f for f in STRUCTURE]


@pytest.mark.parametrize("fault", rows(), ids=lambda fault: f"{fault.game}-{fault.code}-{fault.subject}")
def test_a_planted_fault_of_structure_is_found(fault: Fault) -> None:
    new = [finding for finding in structural(planted(fault)) if finding not in known(fault.game)]
    found = [f for f in new if f.code == fault.code and fault.subject in (f.subject, "*")]
    assert found, list(map(str, new))
    assert found[0].file == fault.file
    assert found[0].line > 0
    assert not found[0].explained
    assert worst(found) == (found[0].severity == "error")


@pytest.mark.parametrize("game", games())
def test_the_register_explains_nothing_that_is_not_found(game: str) -> None:
    """Of the checks without a search; those of the search are looked at in the long run."""
    codes = {code for code in encoding(game).register.get("explained", {}) if code not in SEARCHED}
    found = {(finding.code, finding.subject) for finding in known(game)}
    told = {(code, subject) for code in codes for subject in encoding(game).register["explained"][code]}
    assert told - found == set()
    derived = {(rule.signature, rule.file) for rule in encoding(game).pack.rules}
    shared = {
        (name, file) for name, places in encoding(game).register.get("shared", {}).items() for file in places
    }
    assert shared - derived == set()


def test_an_encoding_is_read_from_any_folder_of_packs(tmp_path: Path) -> None:
    """As a rulebook editor has one: the faults of the files there are found."""
    shutil.copytree(str(files("headjudge.rules")), tmp_path / "rules")
    path = tmp_path / "rules" / "berserk" / DEATH
    path.write_text(path.read_text("utf-8").replace("current_life(Card", "curent_life(Card", 1), "utf-8")
    there = Encoding.load("berserk", tmp_path / "rules")
    assert [f.code for f in structural(there) if f not in known("berserk")] == ["undefined"]
    edition = tmp_path / "rules" / "berserk" / "editions" / "2023.toml"
    lines = edition.read_text("utf-8").splitlines()
    one, other = (
        next(n for n, line in enumerate(lines) if f'"{number}"' in line) for number in ("529.2", "529.5")
    )
    lines[one], lines[other] = lines[other], lines[one]
    edition.write_text("\n".join(lines), "utf-8")
    there = Encoding.load("berserk", tmp_path / "rules")
    assert "numbers-unsorted" in {f.code for f in structural(there) if f not in known("berserk")}


# ---- by search ----

SBA = "704_state_based_actions.lp"
SEARCHED = {"never-fires", "redundant", "unsaid-board", "endless-loop", "not-confirmed"}
CONFLICTS = (
    Fault("magic", SBA, "", "set(zone(Object), exile) :- happens(put(Object, graveyard)), creature(Object).", "two-results", "zone(\"one\")"),
    Fault("magic", SBA, "", "begin(tapped(Object)) :- happens(put(Object, graveyard)). end(tapped(Object)) :- happens(put(Object, graveyard)).", "begins-and-ends", "tapped(\"one\")"),
    Fault("magic", SBA, "", "illegal(put(Object, graveyard), zero_toughness, why) :- would(put(Object, graveyard), zero_toughness).", "demanded-and-illegal", "zero_toughness"),
    Fault("magic", SBA, "", "happens(Event) :- would(Event, lethal_damage), ignored(Event, _).", "required-and-impossible", "lethal_damage"),
    Fault("magic", SBA, "option(keep(Name), Player, Legend) :-", "option(keep(Name), Player, Legend) :- drew_from_empty(Player),", "nobody-decides", "legend_rule_choose_one"),
    Fault("magic", SBA, "would(put(Creature, graveyard), zero_toughness)", "would(shimmer(Creature), zero_toughness)", "changes-nothing", "zero_toughness"),
)  # fmt: skip


def scope(there: Encoding, objects: int = 2) -> tuple[Rulebook, Scope]:
    return there.books[-1], Scope(there.pack, "check", objects)


@pytest.mark.parametrize("fault", CONFLICTS, ids=lambda fault: fault.code)
def test_a_planted_contradiction_is_found_with_a_smallest_board(fault: Fault) -> None:
    book, there = scope(planted(fault))
    found = {finding.code: finding for finding in conflicts(book, there, one_world(book, there, program()))}
    finding = found[fault.code]
    assert finding.subject == fault.subject
    assert "up to 2 objects" in finding.bound
    board = Board.parse(finding.board)
    assert 1 <= len(board.objects) <= (2 if fault.code == "nobody-decides" else 1)


def test_the_real_encoding_has_no_contradiction_up_to_two_objects() -> None:
    book, there = scope(encoding("magic"))
    assert list(conflicts(book, there, one_world(book, there, program()))) == []


# Each happens by itself: one turns a card over and over, the other sends it round through three zones.
TURNING = (
    "would(turn(Object), zero_toughness) :- zone(Object, command).\n"
    "begin(face_down(Object)) :- happens(turn(Object)), not face_down(Object).\n"
    "end(face_down(Object)) :- happens(turn(Object)), face_down(Object).\n"
)
ROUND = (
    "would(go(Object), zero_toughness) :- zone(Object, (command; exile; graveyard)).\n"
    "set(zone(Object), exile) :- happens(go(Object)), zone(Object, command).\n"
    "set(zone(Object), graveyard) :- happens(go(Object)), zone(Object, exile).\n"
    "set(zone(Object), command) :- happens(go(Object)), zone(Object, graveyard).\n"
)
#: The same without the way back.
ONE_WAY = "\n".join(line for line in ROUND.splitlines() if ", command) :-" not in line)


@pytest.mark.parametrize("rules", [TURNING, ROUND], ids=["of two rounds", "of three rounds"])
def test_a_planted_endless_loop_is_found_with_a_board_that_is_ruled_to_loop(rules: str) -> None:
    book, there = scope(planted(Fault("magic", SBA, "", rules, "", "")), 1)
    (loop,) = endless_loops(book, there)
    assert (loop.code, loop.severity, loop.subject) == ("endless-loop", "error", "zero_toughness")
    assert "up to 1 objects" in loop.bound
    assert len(Board.parse(loop.board).objects) == 1


def test_what_only_goes_one_way_is_no_loop() -> None:
    book, there = scope(planted(Fault("magic", SBA, "", ONE_WAY, "", "")), 1)
    assert list(endless_loops(book, there)) == []


def test_the_real_encoding_has_no_endless_loop_up_to_three_objects() -> None:
    book, there = scope(encoding("magic"), 3)
    assert list(endless_loops(book, there)) == []


def test_a_clause_that_cannot_fire_is_found() -> None:
    old = "damage(Creature, Damage), Damage > 0,\n    lethal_amount"
    fault = Fault("magic", SBA, old, old.replace("Damage > 0", "Damage > 2, Damage < 2"), "", "")
    book, there = scope(planted(fault), 1)
    search = one_world(book, there)
    lethal = firing("lethal_damage", book, there, search)
    assert (lethal.found, lethal.proven) == (SILENT, True)
    assert firing("zero_toughness", book, there, search).found == FIRES


def test_a_clause_that_adds_nothing_is_found() -> None:
    block = "%! no_toughness_either\n%! A creature without toughness goes to the graveyard, once more.\n"
    rule = "would(put(Creature, graveyard), no_toughness_either) :- in_force(no_toughness_either), creature(Creature), toughness(Creature, Toughness), Toughness < 1."
    there = planted(Fault("magic", SBA, "", block + rule, "", ""))
    book = dataclasses.replace(
        there.books[-1], numbers={**there.books[-1].numbers, "no_toughness_either": "0.1"}
    )
    search, clauses = redundancy_search(book, Scope(there.pack, "check", 1))
    assert {"no_toughness_either", "lethal_damage"} <= set(clauses)
    assert search.exists("removed(no_toughness_either)", "differs") is False
    assert search.exists("removed(lethal_damage)", "differs") is True


SHOWN = (
    "zero_toughness",
    "lethal_damage",
    "ten_poison",
    "saga_finished",
    "equipment_on_illegal_host",
    "opposite_counters",
)


def holds_as_a_test(found: Firing, number: str) -> None:
    """The board is ruled on by the solver, the clause fires there too, and what is expected of it holds."""
    assert found.verified, found.clause
    text = found.as_test(number)
    assert check_board(Board.parse(text)) == (), text


@pytest.mark.parametrize("slug", SHOWN)
def test_a_smallest_firing_board_is_a_test_that_holds(slug: str) -> None:
    book, there = scope(encoding("magic"), 1)
    found = firing(slug, book, there, real_search())
    assert found.expects
    assert found.expects[0].endswith(book.number(slug))
    holds_as_a_test(found, book.number(slug))


@cache
def real_search() -> BoardSearch:
    book, there = scope(encoding("magic"), 1)
    return one_world(book, there)


@pytest.mark.long
def test_every_smallest_firing_board_is_a_test_that_holds() -> None:
    book, there = scope(encoding("magic"), 1)
    fired = [found for found in firings(book, there, real_search()) if found.board]
    assert len(fired) > 50
    for found in fired:
        holds_as_a_test(found, book.number(found.clause))
    assert sum(bool(found.expects) for found in fired) > 30


@pytest.mark.long
def test_the_whole_batch_is_silent_or_explained() -> None:
    report = check_encoding(encoding("magic"))
    assert [str(finding) for finding in report.findings if not finding.explained] == []
    assert len({firing.clause for firing in report.firings if firing.board}) > 100
    told = {(c, s) for c in SEARCHED for s in encoding("magic").register["explained"].get(c, {})}
    found = {(finding.code, finding.subject) for finding in report.findings}
    assert told - found == set()


# ---- by search, in the games whose declarations are guessed ----

DECLARED = (
    Fault("berserk", "528_illegality.lp", "in_force(loses_only_what_it_has),", "in_force(loses_only_what_it_has), moment(check),", "", "loses_only_what_it_has"),
    Fault("berserk-heroes", "512_x_and_zero.lp", "Does, 0, _), uses_x(Does), not played_for_x(Claim).", "Does, 0, _), uses_x(Does), played_for_x(Claim), not played_for_x(Claim).", "", "ability_is_not_declared_for_x_zero"),
    Fault("berserk-heroes", "515_protection_from_spells.lp", "in_force(protection_from_spells_forbids_choosing),", "in_force(protection_from_spells_forbids_choosing), moment(check),", "", "protection_from_spells_forbids_choosing"),
)  # fmt: skip


def declarations(there: Encoding) -> tuple[Rulebook, Scope]:
    return there.books[-1], Scope(there.pack, "declaration", 2)


@pytest.mark.parametrize("fault", DECLARED, ids=lambda fault: f"{fault.game}-{fault.subject}")
def test_a_clause_that_forbids_nothing_any_more_is_found(fault: Fault) -> None:
    for there, expected in ((encoding(fault.game), FIRES), (planted(fault), SILENT)):
        book, guessed = declarations(there)
        assert firing(fault.subject, book, guessed, one_world(book, guessed)).found == expected


BOTH_WAYS = (
    Fault("berserk", "510_actions.lp", "", "able(Claim) :- considered(Claim).", "declared-both-ways", ""),
    Fault("berserk-heroes", "514_illegality.lp", "", "able(Claim) :- considered(Claim).", "declared-both-ways", ""),
)  # fmt: skip


@pytest.mark.parametrize("fault", BOTH_WAYS, ids=lambda fault: fault.game)
def test_a_declaration_that_is_allowed_and_forbidden_is_found_with_a_board(fault: Fault) -> None:
    book, there = declarations(encoding(fault.game))
    assert list(conflicts(book, there, one_world(book, there, program()))) == []
    book, there = declarations(planted(fault))
    found = {finding.code: finding for finding in conflicts(book, there, one_world(book, there, program()))}
    assert "up to 2 objects" in found[fault.code].bound
    assert Board.parse(found[fault.code].board).objects


# ---- on whole scripts ----

#: Seen only when an action is performed, long after it was declared.
LATE = (
    Fault("berserk", "508_life_and_wounds.lp", "", "begin(flying(Card)) :- happens(close(Card)). end(flying(Card)) :- happens(close(Card)).", "begins-and-ends", "flying("),
    Fault("berserk-heroes", "119_effects.lp", "", "set(zone(Card), hand) :- happens(wound(Card, _, _)). set(zone(Card), graveyard) :- happens(wound(Card, _, _)).", "broken-rules", "zone"),
)  # fmt: skip


@pytest.mark.parametrize("fault", LATE, ids=lambda fault: fault.game)
def test_a_contradiction_on_the_way_through_a_script_is_found_with_its_board(fault: Fault) -> None:
    there = planted(fault)
    wrong = walk(there.books[-1], Scope(there.pack, SCRIPT, 2), 4).findings
    assert (finding := next((f for f in wrong if f.code == fault.code), None))
    assert fault.subject in (finding.subject or finding.message)
    assert Board.parse(finding.board).script


def test_of_more_scripts_than_can_be_ruled_on_those_are_taken_that_state_each_fact() -> None:
    few, bound = scripts_of(Scope(encoding("berserk-heroes").pack, SCRIPT, 2), 60)
    assert (len(few), bound) == (60, "60 boards of those up to 2 objects, at the moment script")
    assert few == sorted(few, key=lambda facts: (len(facts), facts))
    assert {'feature("Target",protection(spell))', 'feature("Actor",cannot(attack))'} <= {
        f for facts in few for f in facts
    }


@pytest.mark.long
@pytest.mark.parametrize("game", ["berserk", "berserk-heroes"])
def test_whole_scripts_are_free_of_contradictions_and_their_boards_are_tests_that_hold(game: str) -> None:
    there = encoding(game)
    walked = walk(there.books[-1], Scope(there.pack, SCRIPT, 3), TRIALS)
    assert [str(finding) for finding in walked.findings] == []
    assert len(walked.firings) > 25
    for found in walked.firings:
        holds_as_a_test(found, there.books[-1].number(found.clause))
