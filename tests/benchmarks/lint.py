"""How long the checks of written cards take beside only reading the same cards.

`python -m tests.benchmarks.lint [FILE]` prints the processor time of each for 1,000 cards of a file of cards;
without one for the clean cards of `tests/lint`, over and over.
"""

from __future__ import annotations

import itertools
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path

from headjudge.language.card_reading import read_card
from headjudge.lint import Design, WrittenCard, read_cards
from headjudge.lint.linting import lint_batch
from headjudge.lint.sources import read_text

CARDS = 1000
BATCH = 100
PLANTED = Path(__file__).parents[1] / "lint" / "structure.toml"


def cards_of(file: str) -> list[WrittenCard]:
    """1,000 cards, from the whole of a file."""
    if file:
        cards = list(read_cards(file, "magic"))
        return cards[:: max(len(cards) // CARDS, 1)][:CARDS]
    rows = tomllib.loads(PLANTED.read_text("utf-8"))
    written = [card for each in rows.values() for row in each for card in read_text(row["clean"], "magic")]
    return list(itertools.islice(itertools.cycle(written), CARDS))


def seconds(run: Callable[[], object]) -> float:
    """The processor time of a call."""
    start = time.process_time()
    run()
    return time.process_time() - start


def lint(file: str = "") -> None:
    """Print the times of reading and of linting, and their ratio. What both have to load is loaded before."""
    cards = cards_of(file)
    design = Design.load("magic")
    lint_batch(cards[:1], design)

    def read_all() -> None:
        for card in cards:
            read_card("magic", card.text, card.name)

    def lint_all() -> None:
        for start in range(0, len(cards), BATCH):
            lint_batch(cards[start : start + BATCH], design)

    # What is read once is remembered: reading is measured first, and what linting adds comes on top.
    reading = seconds(read_all)
    again = seconds(read_all)
    adding = seconds(lint_all) - again
    print(f"{'cards':>6} {'read, s':>9} {'read and lint, s':>17} {'ratio':>6}")
    print(f"{len(cards):>6} {reading:>9.2f} {reading + adding:>17.2f} {(reading + adding) / reading:>6.2f}")


if __name__ == "__main__":
    lint(*sys.argv[1:2])
