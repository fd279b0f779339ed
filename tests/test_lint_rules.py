"""Findings against the numbered rules: each is shown by a board that the solver rules, or it is no finding.

`lint/proved.toml` are cards with one fault, and beside each a card that is nearly the same without it.
"""

from __future__ import annotations

import dataclasses
import re
import tomllib
from pathlib import Path

import pytest
from headjudge import Board
from headjudge.cli import cli, guarded
from headjudge.lint import Design, Finding, WrittenCard
from headjudge.lint.linting import candidates, lint_batch
from headjudge.lint.proving import boards_of, proved, save_boards
from headjudge.lint.sources import read_cards, read_text
from headjudge.report.expectations import check_board

TABLE = tomllib.loads(Path(__file__).with_name("lint").joinpath("proved.toml").read_text("utf-8"))
SHARED = Path(__file__).parents[2] / "shared"
PLANTED = [(code, row) for code, rows in TABLE.items() for row in rows]
DESIGN = Design.load("magic")
#: What a board has to show.
SHOWN = {code.code for code in DESIGN.codes.values() if code.proof}


def card_of(text: str) -> WrittenCard:
    (card,) = read_text(text, "magic")
    return card


@pytest.fixture(scope="module")
def found() -> list[tuple[list[Finding], list[Finding]]]:
    """What is found in each planted card and in the one beside it; those without a counterpart at once."""
    alone = [row for _, row in PLANTED if "beside" not in row]
    cards = [card_of(row[which]) for row in alone for which in ("card", "clean")]
    together = iter(lint_batch(cards, DESIGN))
    rows = []
    for _, row in PLANTED:
        if "beside" in row:
            pair = [card_of(row["card"]), card_of(row["clean"])]
            fault, clean = lint_batch(pair, DESIGN, [card_of(row["beside"])])
        else:
            fault, clean = next(together), next(together)
        rows.append((fault, clean))
    return rows


@pytest.mark.parametrize("number", range(len(PLANTED)), ids=lambda n: f"{PLANTED[n][0]}-{n}")
def test_a_fault_is_found_in_its_place_and_not_in_the_card_beside_it(
    number: int, found: list[tuple[list[Finding], list[Finding]]]
) -> None:
    code, row = PLANTED[number]
    fault, clean = found[number]
    mine = [finding for finding in fault if finding.code.code == code]
    assert [(each.field, each.line, each.column) for each in mine] == [tuple(row["at"])]
    assert {each.code.code for each in fault} - {code} == {*row.get("also", ())}
    assert code not in {each.code.code for each in clean}


def test_every_code_that_a_board_shows_has_a_card_with_its_fault() -> None:
    assert {code for code, _ in PLANTED} == SHOWN
    assert len(PLANTED) >= 30


def test_every_proof_is_a_board_that_passes_as_a_test(
    found: list[tuple[list[Finding], list[Finding]]], tmp_path: Path
) -> None:
    shown = [finding for fault, _ in found for finding in fault if finding.code.code in SHOWN]
    assert all(finding.proof for finding in shown)
    files = save_boards(tmp_path, shown[:5])
    assert len(files) == sum(len([*boards_of(finding)]) for finding in shown[:5])
    for file in files:
        board = Board.parse(file.read_text("utf-8"), str(file))
        assert board.expects
        assert check_board(board) == ()


def test_a_candidate_that_no_board_shows_is_no_finding() -> None:
    card = card_of("Frail Newt {1}{G}\nCreature — Lizard\nWhen Frail Newt enters, draw a card.\n1/0")
    ((finding,),) = candidates([card], DESIGN)
    assert proved(finding) is not None
    sound = dataclasses.replace(card, printed={**card.printed, "stats": "1/1"})
    assert proved(dataclasses.replace(finding, card=sound)) is None


def test_what_the_solver_refuses_shows_nothing() -> None:
    card = card_of("Frail Newt {1}{G}\nCreature — Lizard\nWhen Frail Newt enters, draw a card.\n1/0")
    ((finding,),) = candidates([card], DESIGN)
    broken = finding.code._replace(proof=("magic\nplayer A\n  nowhere  $card\nexpect nothing\n",))
    assert proved(dataclasses.replace(finding, code=broken)) is None
    silent = finding.code._replace(proof=("magic\nplayer A\n  battlefield  $card\n",))
    assert proved(dataclasses.replace(finding, code=silent)) is None


def test_the_numbers_stand_in_the_text_of_the_rules() -> None:
    text = SHARED / "rulebooks" / "magic" / "cr-20260807.txt"
    if not text.is_file():
        pytest.skip("the text of the rules is not at hand")
    known = set(re.findall(r"(?m)^(\d{3}\.\d+[a-z]*)", text.read_text("utf-8")))
    cited = {number for code in DESIGN.codes.values() if code.proof for number in code.numbers}
    assert cited - known == set()


def test_boards_are_printed_and_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, folder = tmp_path / "newt.txt", tmp_path / "boards"
    row = TABLE["CL371"][0]
    file.write_text(row["card"], "utf-8")
    counterpart = tmp_path / "counterpart.txt"
    counterpart.write_text(row["beside"], "utf-8")
    words = ["card", "lint", str(file), "--with", str(counterpart), "--save-boards", str(folder)]
    assert guarded(lambda: cli.main(words, standalone_mode=False)) == 0
    assert "Grim Choir #other" in capsys.readouterr().out
    assert [each.suffix for each in folder.iterdir()] == [".board"]


@pytest.mark.long
def test_cards_that_exist_have_no_error() -> None:
    cards = SHARED / "cards" / "oracle.jsonl"
    if not cards.is_file():
        pytest.skip("the cards are not at hand")
    sample = list(read_cards(str(cards), "magic"))[::13]
    errors, whole = [], 0
    for start in range(0, len(sample), 100):
        batch = sample[start : start + 100]
        for card, found in zip(batch, candidates(batch, DESIGN), strict=True):
            if any(each.code.name in ("unread", "several_readings", "read_otherwise") for each in found):
                continue
            whole += 1
            shown = [proved(each) for each in found if each.code.proof]
            errors += [(card.name, each.code.code) for each in shown if each and each.severity == "error"]
    assert whole >= 2000
    assert errors == []
