"""All faults of a board in one reading: `headjudge.board.faults`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from headjudge import Board
from headjudge.board.faults import examine
from headjudge.errors import Malformed
from hypothesis import given, settings
from hypothesis import strategies as st

EXAMPLES = sorted(Path("examples").rglob("*.board"))

#: Every fault stands between angle quotes.
BROKEN = {
    "magic": """magic 2026-08-07
‹tunr› A
variant ‹comander›
turn A  step ‹mian1›
card Test Ogre {2}{R} 3/3 <‹Creture› — Ogre> [menace]
card Odd One ‹{Q}›{2} 1/1 <Creature>
card ‹Bare Name›
player A  ‹lfie› 12 library 2
  ‹battlefeld›  Test Ogre #ogre {+1/+1 x2} (tapped, ‹damge› 3, ‹sumoning› sick)
  battlefield  Clone #c =‹Tst Ogre›
  battlefield  Old Thing #thing 3/3 ‹<Creature›
  battlefield  ‹Nobody› #no
  battlefield  Twice #two <Creature> {‹glwo› x2, time} ‹x0›
  graveyard    ? x3
  ‹graveyard›    ? x4
player B
  battlefield  Old Oath #oath <White Enchantment — Aura> [enchant creature] -> ‹#ogr›
  battlefield  Old Oath ‹#oath› owner ‹Zed›
player ‹B›
effect   #ogre ‹gts› -1/-1 until end of turn
happened A drew from an ‹emty› library; ‹Z› lost
then     #thing deals 3 ‹dmage› to B; #c ‹dies›; B ‹lses›
ask      what ‹hapens›
expect   round 1: put #oath into ‹graveyrd› 704.5m; ‹destory› #c
expect   #thing ‹dies›
""",
    "berserk": """berserk 2023
ход А  фаза ‹выбр›
игрок А
  поле Гаррид-лучник #гаррид <‹Рядовоe› Существо> (на b2, ‹жызни› 9, закрытие: выстрел 1-2-2)
  ‹полe› Путник #путник <Рядовое Существо> (на b5, жизни 8)
затем ‹#гарид› объявляет выстрел на 1-2-2 по #путник; #гаррид ‹объявлет› выстрел на 1-2-2 по #путник
ожидается #путник ‹умрёт› 509.1
""",
}


def marked(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text without marks, and line and column of each mark."""
    places = []
    lines = []
    for number, line in enumerate(text.split("\n"), 1):
        while "‹" in line:
            places.append((number, line.index("‹") + 1))
            line = line.replace("‹", "", 1).replace("›", "", 1)
        lines.append(line)
    return "\n".join(lines), places


@pytest.mark.parametrize("game", BROKEN)
def test_every_planted_fault_is_found_at_its_place(game):
    text, places = marked(BROKEN[game])
    faults = examine(text).faults
    assert [(each.place.line, each.place.column) for each in faults] == places


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_a_board_that_parses_has_no_faults(file):
    text = file.read_text(encoding="utf-8")
    examined = examine(text)
    assert not examined.faults
    assert str(examined.board) == str(Board.parse(text))
    assert examined.board.facts() == Board.parse(text).facts()


TEXTS = [file.read_text(encoding="utf-8") for file in EXAMPLES]


@st.composite
def spoiled(draw: st.DrawFn) -> str:
    """An example in which a few words are cut, doubled, swapped or written wrong."""
    text = draw(st.sampled_from(TEXTS))
    for _ in range(draw(st.integers(1, 4))):
        words = [*re.finditer(r"\S+|\n", text)]
        word = draw(st.sampled_from(words))
        other = draw(st.sampled_from(words))[0]
        instead = draw(
            st.sampled_from(["", word[0] * 2, other, word[0][1:], word[0] + "x", "[", "#", '"', "\x0c"])
        )
        text = text[: word.start()] + instead + text[word.end() :]
    return text


@given(spoiled())
@settings(max_examples=60, deadline=None)
def test_there_are_faults_where_parsing_fails_and_only_there(text):
    """The fault that parsing raises is among them, or stands on a line with a fault that explains it."""
    examined, fault = examine(text), None
    try:
        board = Board.parse(text)
    except Malformed as error:
        fault = error
    assert bool(examined.faults) == bool(fault)
    if fault is None:
        assert str(examined.board) == str(board)
    elif fault.place is not None:
        assert fault.place.line in {each.place.line for each in examined.faults if each.place}


def test_a_text_of_no_game_has_one_fault():
    assert [each.place.line for each in examine("// a note\n\nchess\nplayer A\n").faults] == [3]
    assert examine("").faults
    assert examine("magic [\nplayer A\n").faults[0].place.line == 1


def test_control_characters_are_faults_and_the_rest_is_read_on():
    faults = examine("magic\nplayer A\x0c lfie 3\nplayer B\u2028\n").faults
    assert [(each.place.line, each.place.column) for each in faults] == [(2, 9), (2, 11), (3, 9)]


def test_a_reading_can_be_given_up():
    class Unwanted(Exception):
        pass

    def no_more() -> None:
        raise Unwanted

    with pytest.raises(Unwanted):
        examine(TEXTS[0], going_on=no_more)
