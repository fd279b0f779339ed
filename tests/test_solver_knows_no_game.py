"""No word of a game stands in solver/ (design section 1): not in code, not in docstrings, not in comments.

The words are those that each game's pack gives a board: its name, zones, steps, types, subtypes, counters,
keywords, and the cards that every board may name.
"""

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from headjudge.notation.pack import games

SOLVER = Path(__file__).parents[1] / "solver"
WORD = re.compile(r"[^\W_]+")

#: Words that are also a game's, by what else they mean where the solver says them.
ALLOWED = {
    "of programs": "basic case child children class collection command dash echo end escape field initial "
    "isolation map memory page processor reconfigure shell sleep stack start task token",
    "of grammars and logic": "completion effect keyword point slug world",
    "of testing": "mutant",
    "of graphs": "component",
    "of this project: boards, rulebooks, clauses, rulings": "abilities ability book choice declaration event "
    "fate level reach role room target time",
    "plain English": "aftermath aim anything control duty everything fire hit itself knowledge mine plan",
    "a stroke between words": "the dash",
    "counting": "first second third fourth fifth sixth",
    "to spell a cost out in its symbols": "spell",
    "colors of a terminal": "green red",
    "the English article and the one thing that all these games are played with": "a card",
    "a column of the table for files of cards, rules/<game>/card_sources.toml": "colorless",
}


def table(folder: str, *path: str) -> dict[str, Any]:
    file: Traversable = files(f"headjudge.{folder}").joinpath(*path)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def lists(game: str, *names: str) -> Iterator[str]:
    """The words of lists beside a game's grammars; a list may be a table of rows of forms."""
    for name in names:
        for entries in table("grammar", game, name).values():
            for row in [entries] if isinstance(entries, list) else entries.values():
                yield from (entry.partition(": ")[0] for entry in row)


def words_of(game: str) -> set[tuple[str, ...]]:
    """The words of a game, each as the plain words it is made of."""
    notation = table("rules", game, "notation.toml")
    found = {game, *notation.get("type_line", {}).get("words", ()), *table("rules", game, "cards.toml")}
    for known in notation["vocabulary"].values():
        found.update(known)
    for part, which in ((notation.get("counters", {}), "kinds"), (notation.get("type_line", {}), "subtypes")):
        found.update(part.get("further", ()), lists(game, *filter(None, [part.get(which)])))
    found.update(lists(game, *table("rules", game, "vocabulary.toml").get("lists", ())))
    return {tuple(WORD.findall(word.lower())) for word in found}


def singular(word: tuple[str, ...]) -> set[tuple[str, ...]]:
    """A word, and what it is the plural of if it is one."""
    *rest, last = word
    return {word, (*rest, last.removesuffix("s")), (*rest, last.removesuffix("es"))}


def said(text: str, line: int, words: set[tuple[str, ...]]) -> Iterator[str]:
    """The words of a game in a line, in the singular or plural, and where."""
    spoken = WORD.findall(text.lower())
    for place, length in product(range(len(spoken)), sorted({*map(len, words)})):
        phrase = tuple(spoken[place : place + length])
        if len(phrase) == length and words & singular(phrase):
            yield f"{line}: {' '.join(phrase)}"


@pytest.mark.parametrize("game", games())
def test_solver_says_no_word_of_a_game(game: str) -> None:
    allowed = {tuple(phrase.split()) for words in ALLOWED.values() for phrase in (words, *words.split())}
    words = {word for word in words_of(game) if not singular(word) & allowed}
    assert words
    strays = [
        f"{file.relative_to(SOLVER.parent)}:{stray}"
        for file in sorted(SOLVER.rglob("*"))
        if file.suffix in {".py", ".json"}
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        for stray in said(line, number, words)
    ]
    assert not strays, f"words of {game} in the solver: say it in neutral words, or give a reason in ALLOWED"


def test_a_stray_word_is_found() -> None:
    words = {("first", "strike"), ("elf",), ("plains",)}
    assert [*said('x = Fn("first_strike")  # the Elf, and plains', 7, words)] == [
        "7: first strike", "7: elf", "7: plains"
    ]  # fmt: skip
    assert not [*said("strike first, self", 7, words)]
