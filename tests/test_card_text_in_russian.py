"""What a game may say of its card texts: where lines end, how names are inflected, whose text it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from headjudge.board.model import Board
from headjudge.cards.commands import the_game
from headjudge.cards.importing import Taken, games_of, import_cards
from headjudge.cards.reading_commands import card as command
from headjudge.cards.store import VARIABLE
from headjudge.derivation.adjudication import adjudicate
from headjudge.errors import Malformed, NotCovered
from headjudge.language.card_reading import read_card
from headjudge.language.card_text import print_ability, read_text
from headjudge.language.normal import normal
from headjudge.report.phrases import speaker
from headjudge.report.render import render

TEXT = "Рывок. {tap}: Выстрел на 1 (1 раз за ход) Строй: {ovz} 1.{zoz}"


def test_a_line_is_a_sentence() -> None:
    lines = read_card("berserk", TEXT)
    assert [line.text for line in lines] == [
        "Рывок",
        "{tap}: Выстрел на 1 (1 раз за ход)",
        "Строй: {ovz} 1",
        "{zoz}",
    ]
    assert [line.kind for line in lines] == ["permanent", "playable", "permanent", "permanent"]
    assert all(TEXT[line.start :].startswith(line.text) for line in lines)


def test_a_sentence_in_a_quotation_ends_no_line() -> None:
    text = "При {strike} — ваш эльф получает «Рывок. Прыжок» до конца хода."
    assert [line.text for line in read_card("berserk", text)] == [text.removesuffix(".")]


@pytest.mark.parametrize("said", ["Анвир", "Анвира", "Анвиру", "Анвиром", "Анвире"])
def test_a_name_is_found_in_every_case(said: str) -> None:
    assert normal("berserk", f"рядом с {said}, хозяином", ("Анвир",)).text == "рядом с ~, хозяином"


def test_a_longer_word_is_no_name() -> None:
    assert normal("berserk", "Анвироподобный", ("Анвир",)).text == "Анвироподобный"


def test_phrases_agree() -> None:
    """The printer says every word in the form that its place demands."""
    for text in ("Ваша нежить имеет {direct}", "Ваши эльфы имеют {direct}", "Ваше существо имеет {direct}"):
        (line,) = read_card("berserk", text)
        assert line.said == text[0].lower() + text[1:]


# ---- rules text on boards ----


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("безответный удар", "unanswered_strike"),
        ("{zov}", "protection(shots)"),
        ("+1 к {strike} по горным", "against(bonus(1,simple_strike),plural(element(mountain)))"),
        ("{tap} : выстрел на 1-2-2, дальность 4", "playable(tap,ranged(attack(shot,values(1,2,2)),4))"),
        ("не получает ран от атак", "no_wounds_from(every(attack))"),
        ('"оберег"', 'marker("оберег")'),
    ],
)
def test_rules_text_on_a_board(text: str, term: str) -> None:
    reading = read_text("berserk", text)
    assert [ability.term for ability in reading.abilities] == [term]
    assert not reading.unread
    assert print_ability("berserk", term) == text


def test_an_unknown_word_on_a_board_is_handed_back() -> None:
    (unread,) = read_text("berserk", "+1 к зурблику").unread
    assert unread.stopped_at == "зурблику"


# ---- the game that is meant ----


def test_the_game_is_told_by_the_text() -> None:
    assert the_game(None, text="Выстрел") == "berserk"
    assert the_game(None, text="Draw a card") == "magic"
    assert the_game("magic", text="Выстрел") == "magic"
    with pytest.raises(Malformed, match="there are no cards of chess"):
        the_game("chess")


def test_the_game_is_told_by_the_file(tmp_path: Path) -> None:
    card = {"id": "1", "name": "Анвир", "life": 5, "elite": False, "type": 0, "text": TEXT}
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([card]), "utf-8")
    assert games_of(str(file)) == ["berserk"]
    result = CliRunner().invoke(command, ["coverage", str(file), "--json"], standalone_mode=False)
    assert result.exception is None, result.exception
    found = json.loads(result.output)
    assert (found["cards"], found["lines"], found["lines_read"]) == (1, 4, 4)


def test_parse_takes_the_text_of_either_game() -> None:
    result = CliRunner().invoke(command, ["parse", "-"], input="{tap}: Разряд на 2.", standalone_mode=False)
    assert result.exception is None, result.exception
    assert "cost tap" in result.output
    assert "effect attack(discharge,2)" in result.output


# ---- a file of cards ----

ANVIR = {
    "name": "Анвир",
    "life": 5,
    "move": 2,
    "hit": [1, 2, 3],
    "elite": False,
    "type": 0,
    "class": ["Эльф", ""],
    "icons": {"zov": 0, "sht": 0},
    "text": "{tap}: Выстрел на 2. Зурблик.",
}


@pytest.fixture
def anvir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Taken:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "store.sqlite"))
    file = tmp_path / "cards.json"
    file.write_text(json.dumps([ANVIR, ANVIR | {"name": "Странный", "type": 9}]), "utf-8")
    with pytest.raises(Malformed, match="the field type of a card"):
        import_cards(file, "berserk")
    file.write_text(json.dumps([ANVIR]), "utf-8")
    return import_cards(file, "berserk")


def test_a_name_on_a_board_brings_what_is_printed_on_the_card(anvir: Taken) -> None:
    assert (anvir.cards, anvir.left_out) == (1, {})
    text = "berserk 2023\nход А\nигрок А\n  поле Анвир #один (на c3)\n  поле Анвир #два (на c4, жизни 9)\n"
    facts = Board.parse(text).facts()
    assert {'life("один",5)', 'life("два",9)', 'movement("один",2)', 'strike("два",scale(1,2,3))'} <= {*facts}
    assert 'life("два",5)' not in facts
    assert 'printed_ability("Анвир",playable(tap,attack(shot,2)))' in facts
    assert 'printed_ability("Анвир",protection(shots))' in facts
    assert 'unread("Анвир","Зурблик")' in facts
    ruling = adjudicate(Board.parse(f"{text}then #один declares shot 2 at #два\n"))
    assert ruling.board.store
    assert 'not_perform(act(1,"один"))' in ruling.events()  # protection from shots
    assert any(kind == 'unread_text("Зурблик")' for kind, _ in ruling.caveats)


def test_what_nobody_has_read_is_not_said_to_be_missing(anvir: Taken) -> None:
    text = "berserk 2023\nход А\nигрок А\n  поле Анвир #один (на c3)\n  поле Анвир #два (на c4)\n"
    with pytest.raises(NotCovered, match="leaves out") as refused:
        adjudicate(Board.parse(f"{text}then #один declares throw 2 at #два\n"))
    assert "an_ability_in_words_not_used" in refused.value.found


def test_a_board_with_card_texts_is_written_from_its_facts() -> None:
    text = "{tap}: Выстрел на 1-2-2, дальность 4. {zov}. При {strike} — открыться (1 раз за ход). Зурблик."
    board = Board.parse(f"berserk 2023\nход А\nигрок А\n  поле Анвир #один <Существо> [{text}] (на c3)\n")
    again = board.with_facts(board.facts())
    assert again.unexpressed == ()
    assert {*again.facts()} == {*board.facts()}


def test_a_sentence_that_no_rule_uses_is_quoted_in_a_caveat() -> None:
    board = Board.parse(
        "berserk 2023\nход А\nигрок А\n  поле Анвир #один <Существо> [{tap}: Вызвать дракона.] (жизни 5)\n"
        "then #один is wounded for 1\n"
    )
    ruling = adjudicate(board)
    lines = [text for text, *_ in render(ruling, speaker(board, ruling.rulebook, "ru")).lines]
    assert any("{tap}: вызвать дракона" in line for line in lines)
