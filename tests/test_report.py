"""The JSON of a ruling is what its published schema says, and says the same as the ruling."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.errors import HeadjudgeError, Malformed, Place
from headjudge.report.declarations import judged
from headjudge.report.interchange import error_to_json, schema, to_json
from headjudge.report.page import Answer
from headjudge.report.phrases import speaker
from headjudge.report.render import render

BOARDS = sorted((Path(__file__).parent / "clauses").glob("*.board"))[::12]

LEGENDS = """
magic 2026-08-07
turn A
player A
  battlefield  Test Legend #one <Legendary Creature — Human> 3/3
  battlefield  Test Legend #two
  battlefield  Test Rock #rock 2/2 <Artifact Creature — Golem> [indestructible] (damage 2)
player B  life 3
then #one deals 3 damage to B
"""


def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


def test_a_ruling_with_choices_fits_the_schema() -> None:
    data = to_json(adjudicate(Board.parse(LEGENDS)))
    validator().validate(json.loads(json.dumps(data)))
    assert len(data["outcomes"]) == 2
    assert "B loses the game" in data["verdict"]
    assert [choice["rule"]["number"] for choice in data["choices"]] == ["704.5j"]
    assert {outcome["result"] for outcome in data["outcomes"]} == {'win(alone("A"))'}
    assert [outcome["winners"] for outcome in data["outcomes"]] == [["A"], ["A"]]
    barred = [event for round_ in data["rounds"] for event in round_["barred"]]
    assert {event["event"] for event in barred} == {'destroy("rock")'}
    assert {by["number"] for event in barred for by in event["by"]} == {"702.12b"}
    assert all(
        0 <= place < len(data["rounds"]) for o in data["outcomes"] for path in o["paths"] for place in path
    )


@pytest.mark.parametrize("language", ["en", "ru", "cs"])
@pytest.mark.parametrize("path", BOARDS, ids=lambda path: path.stem)
def test_every_language_fits_the_schema(path: Path, language: str) -> None:
    board = Board.parse(path.read_text("utf-8"), str(path))
    try:
        data = to_json(adjudicate(board), language)
    except HeadjudgeError as error:
        assert any(claim.kind == "refused" for expectation in board.expects for claim in expectation.claims)
        validator().validate({"file": path.name, "error": error_to_json(error)})
        return
    validator().validate(data)
    assert data["language"] == language
    assert data["verdict"]


def test_events_carry_their_phrase_in_the_notation() -> None:
    board = Board.parse(LEGENDS)
    events = {event["event"]: event for event in to_json(adjudicate(board))["always"]}
    assert events['lose("B")']["phrase"] == "B loses"
    assert events['lose("B")']["sentence"] == "B loses the game"


def test_the_final_board_is_notation() -> None:
    for outcome in to_json(adjudicate(Board.parse(LEGENDS)))["outcomes"]:
        assert Board.parse(outcome["board"]).game == "magic"


def test_an_error_fits_the_schema() -> None:
    error = Malformed("a word is wrong", place=Place("x.board", 2, 3), found="xyz", expected=("abc",))
    validator().validate({"file": "x.board", "error": error_to_json(error)})


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(Malformed, match="does not speak"):
        to_json(adjudicate(Board.parse(LEGENDS)), "xx")


FROST = """
magic 2026-08-07
turn A  step declare-blockers  priority A
player A
  hand         Test Spark #spark <Red Instant> [~ deals 2 damage to target creature. You gain 1 life.]
  hand         Test Lull #lull <Blue Sorcery> [Tap target creature.]
player B
  battlefield  Test Frost #frost 1/2 <Creature — Elemental> [hexproof]
  battlefield  Test Ox #ox 2/2 <Creature — Ox>
"""


def judged_cast(question: str) -> Answer:
    board = Board.parse(f"{FROST}ask {question}\n")
    ruling = adjudicate(board)
    return judged(ruling, speaker(board, ruling.rulebook), board.asks[0].term)


def test_reasons_against_a_cast_stand_in_the_order_of_its_steps() -> None:
    data = judged_cast("legal cast #lull -> #frost").data
    numbers = [[rule["number"] for rule in reason["rules"]] for reason in data["reasons"]]
    assert numbers == [["117.1a"], ["702.11b"]]
    assert [reason["sentence"] for reason in data["reasons"]] == [
        "it is not a main phase",
        "Test Frost #frost has hexproof",
    ]
    assert data["nearest"] is None


def test_a_cast_is_told_as_it_was_asked_with_the_nearest_legal_one() -> None:
    answer = judged_cast("legal cast #spark -> #frost")
    assert answer.data["declaration"] == "cast #spark -> #frost"
    assert answer.data["nearest"] == {"declaration": "cast #spark -> #ox", "proven": True}
    assert answer.exit_code == 1
    lines = [text for text, _, _, _ in answer.page.lines]
    assert lines[0] == "Illegal: cast #spark -> #frost."
    assert lines[-1] == "cast #spark -> #ox"


def test_a_target_that_no_word_asks_for_is_told_and_left_out_of_the_nearest() -> None:
    board = Board.parse(FROST.replace("Tap target creature", "Draw a card").replace("blockers", "attackers"))
    board = Board.parse(str(board).replace("declare-attackers", "main1") + "ask legal cast #lull -> #ox\n")
    ruling = adjudicate(board)
    data = judged(ruling, speaker(board, ruling.rulebook), board.asks[0].term).data
    assert data["declaration"] == "cast #lull -> #ox"
    assert [reason["finding"] for reason in data["reasons"]] == ['asks_for_no_target("ox")']
    assert data["nearest"]["declaration"] == "cast #lull"


def test_what_resolves_is_told_under_one_heading_without_bookkeeping() -> None:
    board = Board.parse(
        f"{FROST.replace('hand         Test Spark', 'stack Test Spark')}then resolve #spark\n"
    )
    board = Board.parse(str(board).replace("Test Spark #spark", "Test Spark #spark (targets #ox)"))
    ruling = adjudicate(board)
    page = render(ruling, speaker(board, ruling.rulebook))
    assert [text for text, _, style, _ in page.lines if style == "heading"] == [
        "Script: resolve #spark",
        "Resolution",
        "Round 1",
        "Outcome",
    ]
    said = "\n".join(text for text, _, _, _ in page.lines)
    assert "instruction 1 of" not in said
    assert "Also new" not in said
    (outcome,) = to_json(ruling)["outcomes"]
    assert outcome["begun"] == ['life("A",21)', 'zone("ox",graveyard)', 'zone("spark",graveyard)']
