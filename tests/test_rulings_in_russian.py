"""A ruling in Russian says everything in Russian words: the script, declarations, the board as it is left."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from headjudge.board.letters import in_letters
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.errors import HeadjudgeError
from headjudge.notation.pack import Notation
from headjudge.report.phrases import speaker
from headjudge.report.render import render

ROOT = Path(__file__).parents[1]
BOARDS = sorted(
    board
    for folder in ("examples/berserk/seed", "examples/berserk-heroes/seed")
    for board in ROOT.joinpath(folder).glob("*.board")
)
LETTERS = "[а-яё]"


def latin_words(text: str) -> list[str]:
    """Words in Latin letters, but for ids, numbers of clauses (515.xa), icons and the word for an owner."""
    plain = re.sub(r"\{[^}]*\}|#\S+|\d+\.x[a-g]|\bowner\b", "", text)
    return re.findall(r"(?<!\w)[a-z]{2,}", plain, re.IGNORECASE)


@pytest.mark.parametrize("board", BOARDS, ids=lambda path: path.stem)
def test_a_ruling_in_russian_has_no_english_words(board: Path) -> None:
    described = Board.parse(board.read_text("utf-8"))
    try:
        ruling = adjudicate(described)
    except HeadjudgeError:
        pytest.skip("what is refused is no ruling")
    lines = [text for text, *_ in render(ruling, speaker(described, ruling.rulebook, "ru")).lines]
    said = [line for line in lines if "headjudge" not in line]
    assert any("По сценарию" in line for line in said)
    assert not [line for line in said if latin_words(line)]


def test_a_board_is_said_in_russian_words_and_means_the_same() -> None:
    text = (
        "berserk 2023\nturn А  phase choice\nplayer А  prophecy 3\n"
        "  field Лучник #а <Существо> (at c2, life 9, closed, tap: shot 2 within 3, protection from spells)\n"
        "player Б\n  field Цель #ц <Существо> (at c4, life 9)\neffect #ц gains cannot act\n"
    )
    board = Board.parse(text)
    said = str(in_letters(board, LETTERS))
    assert (
        "поле Лучник #а <Существо> "
        "(на c2, жизни 9, закрыто, закрытие: выстрел 2 дальность 3, защита от заклинаний)"
    ) in said
    assert "#ц получает не может действовать" in said
    assert {*Board.parse(said).facts()} == {*board.facts()}


def test_the_first_phrase_is_the_one_in_the_letters_asked_for() -> None:
    frames = Notation.load("berserk", LETTERS).frames
    assert frames.phrase_of("pass", "then") == "оба пасуют"
    assert Notation.load("berserk").frames.phrase_of("pass", "then") == "both pass"
    assert (
        Notation.load("magic", LETTERS).frames.sections.keys()
        == Notation.load("magic").frames.sections.keys()
    )
