"""What the checks of written cards find in cards of Berserk, and which boards show it.

`lint/berserk.toml` are texts with one fault, and beside each one that is nearly the same without it.
"""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from headjudge import Board
from headjudge.lint import Design, Finding, WrittenCard
from headjudge.lint.linting import candidates
from headjudge.lint.proving import boards_of, proved
from headjudge.lint.sources import read_cards, read_text
from headjudge.report.expectations import check_board

TABLE = tomllib.loads(Path(__file__).with_name("lint").joinpath("berserk.toml").read_text("utf-8"))
SHARED = Path(__file__).parents[2] / "shared"
PLANTED = [(code, row) for code, rows in TABLE.items() for row in rows]
DESIGN = Design.load("berserk")
FRAME = "Тихий стрелок 4\nRegular Creature\n{}\nlife 8, movement 1, strike 1-2-3\nElement: степи"
IDS = [f"{code}-{number}" for number, (code, _) in enumerate(PLANTED)]
#: Of these a board is ruled in every run, of the others in the long one.
SHORT = {"BL303-7", "BL305-10", "BL306-11"}


def card_of(text: str) -> WrittenCard:
    (card,) = read_text(FRAME.format(text), "berserk")
    return card


@pytest.fixture(scope="module")
def found() -> list[tuple[list[Finding], list[Finding]]]:
    """What the rules find in each text and in the one beside it, before a board is asked."""
    cards = [card_of(row[which]) for _, row in PLANTED for which in ("text", "clean")]
    each = iter(candidates(cards, DESIGN))
    return list(zip(each, each, strict=True))


@pytest.mark.parametrize("number", range(len(PLANTED)), ids=IDS)
def test_a_fault_is_found_in_its_place_and_not_in_the_text_beside_it(
    number: int, found: list[tuple[list[Finding], list[Finding]]]
) -> None:
    code, row = PLANTED[number]
    fault, clean = found[number]
    assert [(each.code.code, each.line, each.column) for each in fault] == [(code, *row["at"])]
    assert clean == []


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=() if name in SHORT else pytest.mark.long)
        for number, name in enumerate(IDS)
        if DESIGN.by_code[PLANTED[number][0]].proof
    ],
)
def test_a_board_shows_the_fault(number: int, found: list[tuple[list[Finding], list[Finding]]]) -> None:
    ((fault,), _) = found[number]
    shown = proved(fault)
    assert shown
    boards = list(boards_of(shown))
    assert boards
    assert all(not check_board(Board.parse(text)) for text in boards)


#: What these boards show is not the whole fault: that no line brings tokens, and which lines protect,
#: the text tells.
TOLD_BY_THE_TEXT = {"BL301", "BL306"}


@pytest.mark.long
def test_no_proof_holds_for_the_text_beside_the_fault(
    found: list[tuple[list[Finding], list[Finding]]],
) -> None:
    # The boards that show a fault are about the card: with the clean text in its place they show nothing.
    for (code, row), (faults, _) in zip(PLANTED, found, strict=True):
        if DESIGN.by_code[code].proof and code not in TOLD_BY_THE_TEXT:
            (fault,) = faults
            assert proved(replace(fault, card=card_of(row["clean"]))) is None, (code, row["clean"])


def test_every_code_that_a_text_can_show_is_planted() -> None:
    of_a_text = {code for code in DESIGN.by_code if code[:4] in ("BL22", "BL30", "BL31")}
    assert of_a_text == {code for code, _ in PLANTED}


@pytest.mark.long
def test_cards_that_exist_have_no_finding() -> None:
    file = SHARED / "cards" / "berserk.json"
    if not file.is_file():
        pytest.skip("the cards are not at hand")
    cards = list(read_cards(str(file), "berserk"))[::3]
    found = [
        (card.name, each.code.code)
        for start in range(0, len(cards), 100)
        for card, findings in zip(
            cards[start : start + 100], candidates(cards[start : start + 100], DESIGN), strict=True
        )
        for each in findings
        if each.code.code.startswith("BL") and (not each.code.proof or proved(each))
    ]
    assert len(cards) > 350
    assert found == []
