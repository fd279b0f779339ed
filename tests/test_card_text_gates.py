"""The gates of design section 5.

Over real cards: whole words, one reading, the facts say the text again, a nonsense word is refused.
Over any text: a reading, or a place where it stopped.
"""

from __future__ import annotations

import json
import random
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from click.testing import CliRunner
from headjudge.cards.reading_commands import NOT_READ
from headjudge.cards.reading_commands import card as command
from headjudge.language.automaton import KEPT
from headjudge.language.card_reading import Line, asp, facts, read_card, sentences
from headjudge.language.composition import Composition, Declined, Reading, composition
from headjudge.language.coverage import Score, held_back, score, score_all
from headjudge.language.lexicon import SHARED, lexicon
from headjudge.language.normal import normal
from hypothesis import given, settings
from hypothesis import strategies as st

from .conflicts import conflicts

GAME = "magic"
POOL = Path(__file__).parents[2] / "shared" / "cards" / "oracle.jsonl"
CUSTOM = POOL.with_name("custom.jsonl")
NONSENSE = "zorbled"
#: Of all places for a nonsense word, the share at which it may stay unnoticed.
PASSED_OVER = 0.005
#: The share of lines that may be declined because their facts say other words.
SAID_OTHERWISE = 0.002
#: The shares of cards and lines of the whole pool that were read when this was last raised.
FLOOR_CARDS = 0.8
FLOOR_LINES = 0.87

needs_pool = pytest.mark.skipif(not POOL.is_file(), reason="the pool of cards (../shared) is not here")


class Text:
    """A card as the pool has it."""

    def __init__(self, line: str) -> None:
        data = json.loads(line)
        self.name: str = data["name"]
        self.text: str = data["oracle_text"] or ""
        self.layout: str = data.get("layout", "normal")


@cache
def pool() -> list[Text]:
    return [Text(line) for line in POOL.read_text("utf-8").splitlines()]


@cache
def read_lines(number: int, seed: int) -> list[tuple[Text, Line]]:
    """The lines of some cards of the pool that are read."""
    cards = random.Random(seed).sample(pool(), number)
    return [(card, line) for card in cards for line in read_card(GAME, card.text, card.name) if line.read]


# ---- one reading ----


def starts() -> list[tuple[str, str]]:
    return [(part, file) for part, names in composition(GAME).parts.items() for file in names]


@pytest.mark.parametrize(("start", "file"), starts())
def test_no_grammar_has_a_conflict(start: str, file: str) -> None:
    folder = files("headjudge.grammar").joinpath(GAME)
    text = "".join(folder.joinpath(f"{name}.lark").read_text("utf-8") for name in (file, SHARED))
    assert not conflicts(text, start)


@pytest.mark.parametrize(("start", "file"), starts())
def test_aliases_take_children_that_are_there(start: str, file: str) -> None:
    for production in lexicon(GAME, start, file).automaton.productions:
        kept = sum(part == KEPT for part in production.parts)
        order = [int(place) for place in re.findall(r"_(\d)", production.name)]
        assert not order or sorted(order) == list(range(1, kept + 1)), production


def test_the_rows_name_parts_that_are_there() -> None:
    """A pattern's names are rows or parts, and words stand between two parts."""
    rows = composition(GAME)
    for symbol, patterns in rows.rows.items():
        for row in patterns:
            slots = [item for item in row.items if isinstance(item, str)]
            assert all(slot in rows.rows or slot in rows.parts for slot in slots), (symbol, row)
            assert not any(
                isinstance(left, str) and isinstance(right, str)
                for left, right in zip(row.items, row.items[1:], strict=False)
            ), (symbol, row)
            assert row.functor not in ("is", "list") or len(slots) == 1 + (row.functor == "list"), (
                symbol,
                row,
            )


def test_two_meanings_are_no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = Composition(GAME)
    word, other = rows.rows["line"][0], rows.rows["line"][0]._replace(functor="otherwise")
    monkeypatch.setitem(rows.rows, "line", [word, other])
    found = rows.read("line", "flying")
    assert isinstance(found, Declined)
    assert len(found.ambiguous) == 2


@needs_pool
def test_real_lines_have_one_reading_and_are_said_again() -> None:
    cards = random.Random(7).sample(pool(), 1500)
    lines = [line for card in cards for line in read_card(GAME, card.text, card.name)]
    for line in lines:
        assert isinstance(line.reading, Reading) or not line.reading.ambiguous, line.reading
        assert not (line.lost and line.read)
    lost = [(line.normal.text, line.said) for line in lines if line.lost]
    assert len(lost) <= SAID_OTHERWISE * len(lines), lost


# ---- no word is passed over ----


@needs_pool
def test_a_nonsense_word_is_refused() -> None:
    draw = random.Random(11)
    passed: list[str] = []
    lines = read_lines(1500, 3)
    for card, line in lines:
        words = line.text.split(" ")
        place = draw.randrange(len(words) + 1)
        text = " ".join([*words[:place], NONSENSE, *words[place:]])
        found = read_card(GAME, text, card.name)
        if all(each.read for each in found) and NONSENSE in normal(GAME, text, (card.name,)).text:
            passed.append(text)
    assert len(lines) > 1000
    assert len(passed) <= PASSED_OVER * len(lines), passed


@needs_pool
def test_every_fact_has_its_words() -> None:
    for card, line in read_lines(300, 5):
        whole = [fact for fact in facts(line) if fact.role != "target"]
        assert whole
        for fact in whole:
            assert card.text[fact.start : fact.end].strip(), fact
        assert all(clause.endswith(").") for clause in asp(card.name, line))


@settings(max_examples=200, deadline=None)
@given(st.text(), st.sampled_from(["", "Ana", "Ana, the Odd"]))
def test_any_text_is_read_or_declined(text: str, name: str) -> None:
    for line in read_card(GAME, text, name):
        assert line.text in text
        if isinstance(line.reading, Declined):
            assert 0 <= line.reading.position <= len(line.normal.text)
            assert line.reading.stopped_at


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="Ana ,.\"'’()zT—", max_size=40))
def test_places_lead_back_to_the_text(text: str) -> None:
    found = normal(GAME, text, ("Ana",))
    assert len(found.places) == len(found.text) + 1
    assert list(found.places) == sorted(found.places)
    for at, sign in enumerate(found.text):
        start, end = found.original(at, at + 1)
        assert sign == "~" or sign in "'\"" or text[start] == sign, (at, sign)
        assert start <= end <= len(text)


def test_a_name_in_a_quotation_is_left() -> None:
    assert normal(GAME, 'Ana has "Tap Ana" and Ana’s.', ("Ana",)).text == '~ has "Tap Ana" and ~\'s.'


# ---- where it stops ----


def test_a_declined_line_tells_the_word_and_what_could_follow() -> None:
    line = read_card(GAME, "Flying\nWhen Ana enters, draw two zorbles.", "Ana")[1]
    assert isinstance(line.reading, Declined)
    assert line.reading.stopped_at == "zorbles"
    assert "cards" in line.reading.expected
    assert line.normal.places[line.reading.position] == line.text.index("zorbles")


def test_sentences_are_read_each_by_itself() -> None:
    [line] = read_card(GAME, "Draw a card. Zorble two cards. Draw two cards.")
    assert [read for _, read in sentences(line)] == [True, False, True]


# ---- the scores ----


def texts(number: int) -> list[Text]:
    return random.Random(2).sample(pool(), number)


@needs_pool
def test_scores_count_every_card_once() -> None:
    cards = texts(600)
    grown_on, apart = score_all(GAME, cards, 2)
    assert apart.cards == sum(held_back(card.name) for card in cards)
    assert grown_on.cards + apart.cards == len(cards)
    alone = score(GAME, cards)[0]
    assert (grown_on.lines, grown_on.lines_read, grown_on.cards_whole) == (
        alone.lines,
        alone.lines_read,
        alone.cards_whole,
    )
    assert grown_on.declines == alone.declines


@needs_pool
@pytest.mark.long
def test_the_scores_of_the_whole_pool() -> None:
    """What has been reached is not lost again."""
    left_out = ("planar", "scheme", "vanguard", "host", "augment")
    cards = [card for card in pool() if card.layout not in left_out]
    total = Score()
    for part in score_all(GAME, cards, 2):
        total.add(part)
    assert total.ambiguous == 0
    assert total.roundtrip_failures <= SAID_OTHERWISE * total.lines
    assert total.cards_whole >= FLOOR_CARDS * total.cards
    assert total.lines_read >= FLOOR_LINES * total.lines


# ---- the commands ----


def run(*args: str, given: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(command, list(args), input=given, standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.output


def test_parse_shows_facts_beside_their_words() -> None:
    code, output = run("parse", "-", given="Flying\n{T}: Draw a card. (Just one.)\n")
    assert code == 0
    assert re.search(r"cost tap +<- \{T\}\n", output)
    assert re.search(r"effect draw\(1\) +<- Draw a card\n", output)


def test_parse_says_where_reading_stopped() -> None:
    code, output = run("parse", "-", "--name", "Ana", given="Draw zorble cards.")
    assert code == NOT_READ
    assert "stopped at zorble" in output


def test_parse_as_json_and_asp() -> None:
    code, output = run("parse", "-", "--json", "--name", "Ana", given="{T}: Draw a card.\nZorble.")
    [card] = json.loads(output)
    assert (code, card["name"]) == (NOT_READ, "Ana")
    first, second = card["lines"]
    assert first["kind"] == "activated"
    assert {"role": "cost", "number": 1, "term": "tap", "start": 0, "end": 3} in first["facts"]
    assert (second["kind"], second["stopped_at"]) == ("declined", "Zorble")
    code, output = run("parse", "-", "--asp", "--name", "Ana", given="{T}: Draw a card.")
    assert 'cost("Ana",1,1,tap).\nspan("Ana",1,cost,1,0,3).' in output


@needs_pool
def test_coverage_prints_the_scores(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text("\n".join(POOL.read_text("utf-8").splitlines()[:300]), "utf-8")
    code, output = run("coverage", str(file))
    assert code == 0
    assert "cards read whole" in output
    found = json.loads(run("coverage", str(file), "--json")[1])
    assert {"cards", "cards_whole", "lines", "lines_read", "ambiguous", "roundtrip_failures"} <= found.keys()
    assert found["cards"] == 300 - sum(found["left_out"].values())
    assert found["lines_per_second"] > 0


@needs_pool
def test_coverage_reads_cards_without_layouts(tmp_path: Path) -> None:
    file = tmp_path / "custom.jsonl"
    file.write_text("\n".join(CUSTOM.read_text("utf-8").splitlines()[:50]), "utf-8")
    assert json.loads(run("coverage", str(file), "--json")[1])["cards"] == 50
