"""Card texts and the terms they become: a row for each in `card_text/*.toml`, a file for each grammar.

A text is read whole and said again, its object being called Ana or ~; and no word more may stand in it.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from headjudge.language.card_reading import read_card
from headjudge.language.composition import Reading
from headjudge.terms import show

TABLES = Path(__file__).with_name("card_text")
NONSENSE = "zorbled"


def rows(table: str) -> list[tuple[str, str]]:
    """The rows of a table in all files."""
    tables = (tomllib.loads(file.read_text("utf-8")) for file in sorted(TABLES.glob("*.toml")))
    return [row for each in tables for row in each.get(table, {}).items()]


def term(text: str) -> str:
    """The term of one line of card text that is read whole and said again; ``""`` if it is not read."""
    (line,) = read_card("magic", text, "Ana")
    return show(line.reading.term) if line.read and isinstance(line.reading, Reading) else ""


@pytest.mark.parametrize(("text", "meaning"), rows("reads"))
def test_a_text_and_its_term(text: str, meaning: str) -> None:
    assert term(text) == meaning
    words = text.split(" ")
    spoiled = (" ".join([*words[:place], NONSENSE, *words[place:]]) for place in range(len(words) + 1))
    assert not [each for each in spoiled if term(each)]


@pytest.mark.parametrize(("text", "_why"), rows("declined"))
def test_a_text_that_may_mean_two_things_is_declined(text: str, _why: str) -> None:
    assert not term(text)


def test_every_grammar_has_its_table() -> None:
    grammars = TABLES.parents[1] / "grammar" / "magic" / "cards"
    named = {file.stem for file in grammars.glob("*.lark")}
    assert named <= {file.stem for file in TABLES.glob("*.toml")}
