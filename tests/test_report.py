"""The JSON of a ruling is what its published schema says, and says the same as the ruling."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.errors import HeadjudgeError, Malformed, Place
from headjudge.report.interchange import error_to_json, schema, to_json

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
