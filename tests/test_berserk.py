"""Classic Berserk: each clause decides somewhere, each number of the seeds is encoded, each case is a board.

``tests/clauses/berserk.toml`` names for each clause a board on which it decides and one on which it is one
condition short of doing so (as in test_boards, of which this is the counterpart).
"""

from __future__ import annotations

import json
import re
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.derive import derive
from headjudge.derivation.rulebook import INSTRUCTION, Rulebook, editions, load_pack
from headjudge.errors import HeadjudgeError
from headjudge.report.phrases import speaker
from headjudge.report.render import render
from headjudge.terms import functor

from .test_boards import course, derivations, one_clause_in, one_short, read, without

GAME = "berserk"
ROOT = Path(__file__).parents[1]
PAIRS: dict[str, list[str]] = tomllib.loads((ROOT / "tests/clauses/berserk.toml").read_text(encoding="utf-8"))
CASES = ROOT.parent / "shared" / "cases"
_REFUSED = re.compile(r"^(?:expect|ожидается)\b.*\b(?:missing|contradiction|illegal)\b", re.MULTILINE)
BOARDS = sorted(
    path for folder in ("examples", "tests") for path in (ROOT / folder).glob("**/berserk/**/*.board")
)


@cache
def table(edition: str) -> dict[str, Any]:
    """The edition's table, as it stands."""
    folder = files("headjudge.rules").joinpath(GAME, "editions")
    return tomllib.loads(folder.joinpath(f"{edition}.toml").read_text(encoding="utf-8"))


# ---- clauses ----


def test_every_clause_has_its_two_boards() -> None:
    assert PAIRS.keys() == load_pack(GAME).clauses.keys() - {INSTRUCTION}


each_clause = one_clause_in(9, PAIRS)


@each_clause
def test_the_clause_decides_on_its_board(slug: str) -> None:
    board = read(ROOT / PAIRS[slug][0])
    rulebook = Rulebook.load(GAME, board.edition)
    assert slug in rulebook.numbers
    assert course(board, rulebook) != course(board, without(rulebook, slug))


@each_clause
def test_the_clause_is_one_condition_short_on_its_other_board(slug: str) -> None:
    board = read(ROOT / PAIRS[slug][1])
    rulebook = Rulebook.load(GAME, board.edition)
    assert slug in rulebook.numbers
    assert course(board, rulebook) == course(board, without(rulebook, slug))
    ruling = adjudicate(board, rulebook)
    assert any(one_short(slug, derivation, rulebook) for derivation in derivations(board, ruling))


# ---- numbers ----

#: The numbers of the seeds, by the edition that they are from.
SEEDS = {
    "5ed": [
        *(f"112.{n}" for n in range(1, 4)),
        *(f"113.{n}" for n in range(1, 8)),
        *(f"508.{n}" for n in range(1, 6)),
        *(f"509.{n}" for n in range(1, 5)),
        *(f"510.{n}" for n in range(1, 7)),
    ],
    "2023": [
        *(f"528.{n}" for n in range(1, 11)),
        "528.2.1",
        *(f"529.{n}" for n in range(1, 8)),
        *(f"530.{n}" for n in range(1, 10)),
        "530.3.1",
        "530.3.2",
        "530.6.1",
        "531",
        "512.6.3",
        "512.6.4",
        "512.7.4",
    ],
}


@pytest.mark.parametrize("edition", SEEDS)
def test_every_number_of_a_seed_is_a_clause_or_out_of_scope(edition: str) -> None:
    book = Rulebook.load(GAME, edition)
    known = {*book.numbers.values(), *book.out_of_scope}
    assert [number for number in SEEDS[edition] if number not in known] == []


@pytest.mark.parametrize("edition", SEEDS)
def test_what_a_seed_states_is_not_called_inferred(edition: str) -> None:
    book = Rulebook.load(GAME, edition)
    stated = {slug for slug, number in book.numbers.items() if number in set(SEEDS[edition]) - {"531"}}
    assert {slug: book.inferred[slug] for slug in stated if slug in book.inferred} == {}


@pytest.mark.parametrize("edition", editions(GAME))
def test_the_tables_name_clauses(edition: str) -> None:
    whole = table(edition)
    assert whole["clauses"].keys() <= load_pack(GAME).clauses.keys() - {INSTRUCTION}
    assert whole.get("inferred", {}).keys() <= whole["clauses"].keys()
    assert all(whole.get("inferred", {}).values())


def test_the_newest_edition_is_the_last_one_published() -> None:
    assert editions(GAME) == ("4ed", "5ed", "2023")
    assert Rulebook.load(GAME).edition == "2023"
    assert [table(edition)["date"] for edition in editions(GAME)] == sorted(
        table(edition)["date"] for edition in editions(GAME)
    )


def test_a_ruling_that_rests_on_an_inferred_clause_says_so() -> None:
    ruling = adjudicate(read(ROOT / "examples/berserk/seed/529-garrid.board"))
    assert ("inferred", "target_resolution_step") in ruling.caveats
    assert ("inferred", "legality_check_step") not in ruling.caveats
    page = render(ruling, speaker(ruling.board, ruling.rulebook, "ru"))
    assert any("512.6.5" in text and "ринято как правило" in text for text, *_ in page.lines)


_NEVER = """
ход А  фаза выбор
игрок А
  поле Лучник #лучник <Существо> (на c2, жизни 9, закрытие: выстрел 2)
игрок Б
  поле Цель #цель <Существо> (на c4, жизни 9)
then #лучник declares shot 2 at #цель
then before step legality of action 7 of #лучник: #цель leaves the battle zone
"""


def test_a_step_of_the_script_that_is_never_reached_is_said() -> None:
    never = adjudicate(Board.parse(f"berserk 2023{_NEVER}"))
    assert [kind for kind, _ in never.caveats if kind.startswith("step_not_reached")] == [
        "step_not_reached(legality)"
    ]
    reached = adjudicate(Board.parse(f"berserk 2023{_NEVER.replace('action 7', 'action 1')}"))
    assert [kind for kind, _ in reached.caveats if kind.startswith("step_not_reached")] == []


# ---- editions ----

_SICK = """
ход А
игрок А
  поле Первый #первый <Существо> (жизни 3, раны 3)
"""
_TWO_DEATHS = """
ход А
игрок А
  поле Ловец #ловец <Существо> (жизни 8, при гибели существа: получить фишку)
  поле Первый #первый <Существо> (жизни 1, раны 1)
  поле Второй #второй <Существо> (жизни 1, раны 1)
"""
_LATE = """
ход А
игрок А
  поле Маг #маг <Существо> (жизни 9, фишки 1, фишки 1 закрытие: заклинание ранить 2)
игрок Б
  поле Первый #первый <Существо> (жизни 9)
then #маг declares spell wound 2 at #первый
then at step calculation: #маг loses 1 tokens
"""
_GONE = """
ход А
игрок А
  поле Маг #маг <Существо> (жизни 9, закрытие: заклинание ранить 2)
игрок Б
  поле Первый #первый <Существо> (жизни 9)
then #маг declares spell wound 2 at #первый
then destroy #первый
"""
#: A board, and for each edition what its ruling must and must not have among its events, or the refusal.
DIFFERENCES = {
    "death on the stack, or at once": (
        _SICK,
        {"4ed": ("put_destruction_on_stack(", ""), "5ed": ("die(", "put_"), "2023": ("die(", "put_")},
    ),
    "a trigger for each death, or one": (
        _TWO_DEATHS,
        {
            "4ed": ("reaction(2,", ""),
            "5ed": ("reaction(1,", "reaction(2,"),
            "2023": ("reaction(1,", "reaction(2,"),
        },
    ),
    "resources are checked to the end, or at first only": (
        _LATE,
        {"4ed": ("cancel(", "pay("), "5ed": ("pay(", "cancel("), "2023": ("pay(", "cancel(")},
    ),
    "cancelled by the chain, unknown, or interrupted": (
        _GONE,
        {
            "4ed": ("cancel(", "interrupt("),
            "5ed": "illegality_in_this_edition",
            "2023": ("interrupt(", "pay("),
        },
    ),
}


@pytest.mark.parametrize("name", DIFFERENCES)
def test_editions_differ(name: str) -> None:
    text, expected = DIFFERENCES[name]
    for edition, found in expected.items():
        board = Board.parse(f"berserk {edition}{text}")
        if isinstance(found, str):
            with pytest.raises(HeadjudgeError, match=r".") as refused:
                adjudicate(board)
            assert found in refused.value.found
            continue
        events = adjudicate(board).events()
        there, absent = found
        assert any(there in event for event in events), (edition, events)
        assert not absent or not any(absent in event for event in events), (edition, events)


# ---- the solver ----


#: The boards that do not expect to be refused.
RULED = [path for path in BOARDS if not _REFUSED.search(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("most", [12, pytest.param(None, marks=pytest.mark.long)])
@pytest.mark.parametrize("path", RULED[::11], ids=lambda path: path.stem)
def test_slice_is_whole_with_actions_on_the_stack(path: Path, most: int | None) -> None:
    """Grounding only the reachable rules gives the same as grounding all of them, at every round in the long
    run, else at twelve of a long ruling."""
    ruling = adjudicate(read(path))
    rounds = [*{id(round_): round_ for path in ruling.paths for round_ in path}.values()]
    for round_ in rounds[:: -(-len(rounds) // most) or 1 if most else 1]:
        given = [
            fact
            for fact in round_.derivation.facts
            if fact not in round_.before and functor(fact) not in ("in_force", "moment")
        ]
        whole = derive(ruling.rulebook, round_.before, round_.derivation.moment, given, whole=True)
        sliced = round_.derivation
        assert (whole.wanted, whole.changes, whole.triggered) == (
            sliced.wanted,
            sliced.changes,
            sliced.triggered,
        )


# ---- cases ----


def test_every_case_is_a_board_or_left_out_with_a_reason() -> None:
    if not CASES.is_dir():
        pytest.skip(f"{CASES} is not at hand")
    lines = [
        json.loads(line)
        for name in ("berserk.jsonl", "judge.jsonl")
        for line in (CASES / name).read_text(encoding="utf-8").splitlines()
    ]
    heroes = [f"bz-{number}" for number in range(306, 315)]
    cases = {case["id"] for case in lines if case["game"] == GAME} - set(heroes)
    firsts = [path.read_text(encoding="utf-8").partition("\n")[0] for path in BOARDS]
    boards = {found for first in firsts for found in re.findall(r"\b(?:bk|b4|bd|bz)-\d{3}", first)}
    reasons = (ROOT / "tests/cases/berserk/LEFT_OUT.md").read_text(encoding="utf-8")
    left_out = set(re.findall(r"^\| (\S+-\d+) \| \S", reasons, re.MULTILINE))
    assert cases == boards | left_out
    assert not boards & left_out
