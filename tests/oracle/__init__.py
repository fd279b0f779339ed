"""Short phrases of card text and the terms they become; what all tests of this folder share."""

from __future__ import annotations

from headjudge.language.card_reading import read_card
from headjudge.language.composition import Reading
from headjudge.terms import show

NONSENSE = "zorbled"


def terms(text: str) -> str:
    """The term of one line of card text that is read whole and said again; ``""`` if it is not read."""
    (line,) = read_card("magic", text, "Ana")
    return show(line.reading.term) if line.read and isinstance(line.reading, Reading) else ""


def passed_over(text: str) -> list[str]:
    """The text with a nonsense word put before each of its words, where that is read all the same."""
    words = text.split(" ")
    spoiled = (" ".join([*words[:place], NONSENSE, *words[place:]]) for place in range(len(words) + 1))
    return [each for each in spoiled if terms(each)]


def reads(text: str, term: str) -> None:
    """The text becomes the term, and no word more may stand in it."""
    assert terms(text) == term
    assert not passed_over(text)
