"""The gates of design section 5.

Over real cards: whole words, one reading, the facts say the text again, a nonsense word is refused.
Over any text: a reading, or a place where it stopped.
"""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from headjudge.cards.reading_commands import NOT_READ
from headjudge.cards.reading_commands import card as command
from headjudge.language.automaton import KEPT
from headjudge.language.card_reading import Line, asp, facts, read_card, sentences
from headjudge.language.composition import Composition, Declined, Reading, composition
from headjudge.language.coverage import Score, held_back, score, score_all
from headjudge.language.grammars import compiled
from headjudge.language.lexicon import lexicon, split
from headjudge.language.normal import alike, normal
from headjudge.terms import show
from hypothesis import given, settings
from hypothesis import strategies as st
from lark.exceptions import GrammarError

GAMES = ("magic", "berserk")
GAME = "magic"
POOL = Path(__file__).parents[2] / "shared" / "cards" / "oracle.jsonl"
CUSTOM = POOL.with_name("custom.jsonl")
POOLS = {"magic": POOL, "berserk": POOL.with_name("berserk.json")}
NONSENSE = {"magic": "zorbled", "berserk": "зурблик"}
#: How many cards of a pool are drawn, and of them how many lines must be there to be tried.
DRAWN = {"magic": (1500, 1000), "berserk": (500, 500)}
#: Of all places for a nonsense word, the share at which it may stay unnoticed.
PASSED_OVER = 0.005
#: The share of lines that may be declined because their facts say other words.
SAID_OTHERWISE = 0.002
#: The shares of cards and lines of the whole pool that were read when this was last raised.
FLOORS = {"magic": (0.85, 0.9), "berserk": (0.45, 0.7)}

#: Games whose word lists have older wordings; those are declined where their facts say today's.
WITH_OLDER_WORDINGS = ("magic",)
needs_pool = pytest.mark.skipif(not POOL.is_file(), reason="the pool of cards (../shared) is not here")


class Text:
    """A card as the pool has it."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.name: str = data["name"]
        self.text: str = data.get("oracle_text") or data.get("text") or ""
        self.layout: str = data.get("layout", "normal")


@cache
def pool(game: str = GAME) -> list[Text]:
    text = POOLS[game].read_text("utf-8")
    lines = text.splitlines() if POOLS[game].suffix == ".jsonl" else json.loads(text)
    return [Text(json.loads(line) if isinstance(line, str) else line) for line in lines]


@cache
def read_lines(game: str, number: int, seed: int) -> list[tuple[Text, Line]]:
    """The lines of some cards of the pool that are read."""
    cards = random.Random(seed).sample(pool(game), number)
    return [(card, line) for card in cards for line in read_card(game, card.text, card.name) if line.read]


# ---- one reading ----


def starts() -> list[tuple[str, str, str]]:
    return [
        (game, part, file)
        for game in GAMES
        for part, names in composition(game).parts.items()
        for file in names
    ]


@pytest.mark.parametrize(("game", "start", "file"), starts())
def test_no_grammar_has_a_conflict_and_aliases_take_what_is_there(game: str, start: str, file: str) -> None:
    """One with a conflict is not made at all (:func:`test_a_grammar_with_a_conflict_is_not_made`)."""
    for production in lexicon(game, start, file).automaton.productions:
        kept = sum(part == KEPT for part in production.parts)
        order = [int(place) for place in re.findall(r"_(\d)", production.name)]
        assert not order or sorted(order) == list(range(1, kept + 1)), production


@pytest.mark.parametrize(
    "grammar",
    ['start: a "x" | a\na: "y" | "y" "x"', 'start: a | b\na: "y"\nb: "y"'],
    ids=["going on or ending", "ending as one or as another"],
)
def test_a_grammar_with_a_conflict_is_not_made(grammar: str) -> None:
    with pytest.raises(GrammarError, match=r"(?i)conflict|collision"):
        compiled(grammar, "start")


@pytest.mark.parametrize("game", GAMES)
def test_the_rows_name_parts_that_are_there(game: str) -> None:
    rows = composition(game)
    for symbol, patterns in rows.rows.items():
        for row in patterns:
            slots = [item for item in row.items if isinstance(item, str)]
            assert all(slot in rows.rows or slot in rows.parts for slot in slots), (symbol, row)
            assert row.functor not in ("is", "list") or len(slots) == 1 + (row.functor == "list"), (
                symbol,
                row,
            )


@pytest.mark.parametrize("game", [game for game in GAMES if game not in WITH_OLDER_WORDINGS])
def test_words_with_one_meaning_are_said_alike(game: str) -> None:
    """Otherwise the facts could not say which of the words stood there."""
    for name, words in lexicon(game, *starts_of(game)).words.items():
        said: dict[object, list[str]] = {}
        for phrase, meaning in words.items():
            one = alike(game, [word.folded for word in split(phrase)])
            assert said.setdefault(meaning, one) == one, (name, phrase)


def starts_of(game: str) -> tuple[str, str]:
    return next((part, file) for each, part, file in starts() if each == game)


def test_two_meanings_are_no_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = Composition(GAME)
    word, other = rows.rows["line"][0], rows.rows["line"][0]._replace(functor="otherwise")
    monkeypatch.setitem(rows.rows, "line", [word, other])
    found = rows.read("line", "flying")
    assert isinstance(found, Declined)
    assert len(found.ambiguous) == 2


@needs_pool
@pytest.mark.parametrize("game", GAMES)
def test_real_lines_have_one_reading_and_are_said_again(game: str) -> None:
    cards = random.Random(7).sample(pool(game), DRAWN[game][0])
    lines = [line for card in cards for line in read_card(game, card.text, card.name)]
    for line in lines:
        assert isinstance(line.reading, Reading) or not line.reading.ambiguous, line.reading
        assert not (line.lost and line.read)
    lost = [(line.normal.text, line.said) for line in lines if line.lost]
    assert len(lost) <= SAID_OTHERWISE * len(lines), lost


# ---- no word is passed over ----


def noticed(game: str, card: Text, text: str) -> bool:
    """Whether a nonsense word in a text is refused, or is kept in the facts as a word of a name.

    It is noticed too where it stands in reminder text, which is passed over.
    """
    found = read_card(game, text, card.name)
    if not all(line.read for line in found) or NONSENSE[game] not in normal(game, text, (card.name,)).text:
        return True
    if game == "magic":
        return False
    terms = [show(line.reading.term) for line in found if isinstance(line.reading, Reading)]
    return any(re.search(f'"[^"]*{NONSENSE[game]}[^"]*"', term) for term in terms)


@needs_pool
@pytest.mark.parametrize("game", GAMES)
def test_a_nonsense_word_is_refused(game: str) -> None:
    draw = random.Random(11)
    number, least = DRAWN[game]
    passed: list[str] = []
    lines = read_lines(game, number, 3)
    for card, line in lines:
        words = line.text.split(" ")
        place = draw.randrange(len(words) + 1)
        text = " ".join([*words[:place], NONSENSE[game], *words[place:]])
        if not noticed(game, card, text):
            passed.append(text)
    assert len(lines) > least
    assert len(passed) <= PASSED_OVER * len(lines), passed


@needs_pool
@pytest.mark.parametrize("game", GAMES)
def test_every_fact_has_its_words(game: str) -> None:
    for card, line in read_lines(game, 300, 5):
        whole = [fact for fact in facts(line) if fact.role != "target"]
        assert whole
        for fact in whole:
            assert card.text[fact.start : fact.end].strip(), fact
        assert all(clause.endswith(").") for clause in asp(card.name, line))


@settings(max_examples=200, deadline=None)
@given(st.text(), st.sampled_from(["", "Ana", "Ana, the Odd", "Анвир"]), st.sampled_from(GAMES))
def test_any_text_is_read_or_declined(text: str, name: str, game: str) -> None:
    for line in read_card(game, text, name):
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
        moved = sign == "," and text[start] in "'\""  # from before the end of a quotation to behind it
        assert sign in "~'\"“”" or text[start] == sign or moved, (at, sign)
        assert start <= end <= len(text)


def test_a_name_in_a_quotation_is_that_of_who_quotes() -> None:
    assert normal(GAME, 'Ana has "Tap Ana" and Ana’s.', ("Ana",)).text == '~ has "Tap ~~" and ~\'s.'


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
@pytest.mark.parametrize("game", GAMES)
def test_the_scores_of_the_whole_pool(game: str) -> None:
    """What has been reached is not lost again."""
    left_out = ("planar", "scheme", "vanguard", "host", "augment")
    cards = [card for card in pool(game) if card.layout not in left_out]
    total = Score()
    for part in score_all(game, cards, 2):
        total.add(part)
    assert total.ambiguous == 0
    assert total.roundtrip_failures <= SAID_OTHERWISE * total.lines
    floor_cards, floor_lines = FLOORS[game]
    assert total.cards_whole >= floor_cards * total.cards
    assert total.lines_read >= floor_lines * total.lines


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
