"""Card texts and the terms they become: a row for each in `card_text/<game>/*.toml`, a file for each grammar.

A text is read whole and said again, its object being called by its name or ~; no word more may stand in it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from headjudge.language.card_reading import read_card
from headjudge.language.composition import Reading
from headjudge.terms import show

TABLES = Path(__file__).with_name("card_text")


class Game(NamedTuple):
    """The tables of a game, what an object is called in them, and a word that is none of its words."""

    name: str
    tables: Path
    object: str
    nonsense: str

    def files(self) -> list[Path]:
        return sorted(self.tables.glob("*.toml"))


MAGIC = Game("magic", TABLES, "Ana", "zorbled")
BERSERK = Game("berserk", TABLES / "berserk", "Анвир", "зурблик")
GAMES = (MAGIC, BERSERK)


def rows(table: str) -> list[tuple[Game, str, str]]:
    """The rows of a table in all files."""
    tables = [(game, tomllib.loads(file.read_text("utf-8"))) for game in GAMES for file in game.files()]
    return [(game, text, meaning) for game, each in tables for text, meaning in each.get(table, {}).items()]


def term(game: Game, text: str) -> str:
    """The term of one line of card text that is read whole and said again; ``""`` if it is not read."""
    lines = read_card(game.name, text, game.object)
    if len(lines) != 1 or not lines[0].read or not isinstance(lines[0].reading, Reading):
        return ""
    return show(lines[0].reading.term)


@pytest.mark.parametrize(("game", "text", "meaning"), rows("reads"))
def test_a_text_and_its_term(game: Game, text: str, meaning: str) -> None:
    assert term(game, text) == meaning
    words = text.split(" ")
    spoiled = (" ".join([*words[:at], game.nonsense, *words[at:]]) for at in range(len(words) + 1))
    assert not [each for each in spoiled if term(game, each)]


@pytest.mark.parametrize(("game", "text", "_why"), rows("declined"))
def test_a_text_that_may_mean_two_things_is_declined(game: Game, text: str, _why: str) -> None:
    assert not term(game, text)


@pytest.mark.parametrize("game", GAMES)
def test_every_grammar_has_its_table(game: Game) -> None:
    grammars = TABLES.parents[1] / "grammar" / game.name / "cards"
    named = {file.stem for file in grammars.glob("*.lark")}
    assert named <= {file.stem for file in game.files()}
