"""Judge questions about casting, activating and targeting with real cards; skipped without ../shared.

tests/cases/real/questions.txt names the cards only; their texts come from the store. What the questions
expect was settled from the rule text and the cards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from headjudge import Board, Rulebook, adjudicate
from headjudge.board.cards import unusable
from headjudge.cards.importing import import_cards
from headjudge.derivation.ruling import Ruling
from headjudge.notation.pack import Notation
from headjudge.report.expectations import check

POOL = Path(__file__).parents[2] / "shared" / "cards" / "oracle.jsonl"
TEXT = (Path(__file__).parent / "cases" / "real" / "questions.txt").read_text(encoding="utf-8")
QUESTIONS = dict(block.split("\n", 1) for block in re.split(r"(?m)^== ", TEXT)[1:])

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not POOL.is_file(), reason="../shared/cards/oracle.jsonl is not here"),
]


@pytest.fixture(scope="module", autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A store of the cards that the questions name."""
    place = tmp_path_factory.mktemp("cards")
    lines = POOL.read_text(encoding="utf-8").splitlines()
    file = place / "named.jsonl"
    file.write_text("\n".join(line for line in lines if json.loads(line)["name"] in TEXT), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEADJUDGE_CARDS", str(place / "cards.sqlite"))
        notation = Notation.load("magic")
        import_cards(str(file), "magic", lambda card: unusable(card, notation))
        yield


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_question_with_real_cards_is_answered_as_the_rules_say(name: str) -> None:
    board = Board.parse(f"magic 2026-08-07\n{QUESTIONS[name]}", file=name)
    assert board.expects

    def ruling(edition: str | None) -> Ruling:
        return adjudicate(board, Rulebook.load("magic", edition or board.edition))

    assert [str(failure) for claims in board.expects for failure in check(ruling, claims)] == []
