"""How much of a file of cards is read, and which words stop the reading most often.

A tenth of the cards, drawn by the hash of their names, is held back: the grammars are grown without looking
at them, and their scores stand beside the others.
"""

from __future__ import annotations

import hashlib
import re
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Protocol

from ..processes import in_chunks
from .card_reading import Line, read_card, sentences
from .composition import Declined
from .normal import card_table

_HELD_BACK = 10
_CHUNK = 500
#: How many words of a declined line say where it stopped.
_TAIL = 3


class CardText(Protocol):
    """What is read of a card."""

    @property
    def name(self) -> str: ...

    @property
    def text(self) -> str: ...


@dataclass
class Score:
    """How many cards and lines were read, and sentences by what they are about.

    ``seconds`` are those of the processor; ``declines`` are counted by the words at which reading stopped,
    ``sole_declines`` where that was the only line of its card.
    """

    cards: int = 0
    cards_whole: int = 0
    lines: int = 0
    lines_read: int = 0
    ambiguous: int = 0
    roundtrip_failures: int = 0
    seconds: float = 0.0
    sentences: Counter[str] = field(default_factory=Counter)
    sentences_read: Counter[str] = field(default_factory=Counter)
    declines: Counter[str] = field(default_factory=Counter)
    sole_declines: Counter[str] = field(default_factory=Counter)

    @property
    def lines_per_second(self) -> float:
        return self.lines / self.seconds if self.seconds else 0.0

    def add(self, other: Score) -> None:
        """Count the cards of another score too."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(value)
            else:
                setattr(self, name, mine + value)


def held_back(name: str) -> bool:
    """Whether a card is one of the tenth that the grammars were grown without."""
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % _HELD_BACK == 0


def score(game: str, cards: Iterable[CardText]) -> tuple[Score, Score]:
    """The scores of some cards: of those the grammars may be grown on, and of those held back.

    Raises :class:`headjudge.errors.Malformed` for a game without a grammar for whole cards.
    """
    scores = Score(), Score()
    for card in cards:
        start = time.process_time()
        lines = read_card(game, card.text, card.name)
        _count(game, scores[held_back(card.name)], lines, time.process_time() - start)
    return scores


def score_all(game: str, cards: Iterable[CardText], processes: int) -> tuple[Score, Score]:
    """The scores of many cards, as of :func:`score`, read in several processes and in constant memory."""
    total = Score(), Score()
    for _, scores in in_chunks(partial(score, game), cards, _CHUNK, processes):
        for mine, its in zip(total, scores, strict=True):
            mine.add(its)
    return total


def _count(game: str, total: Score, lines: tuple[Line, ...], seconds: float) -> None:
    declined = [line for line in lines if not line.read]
    total.cards += 1
    total.cards_whole += not declined
    total.lines += len(lines)
    total.lines_read += len(lines) - len(declined)
    total.seconds += seconds
    for line in declined:
        total.ambiguous += isinstance(line.reading, Declined) and bool(line.reading.ambiguous)
        total.roundtrip_failures += bool(line.lost)
        total.declines[tail(line)] += 1
    for line in lines:
        for text, read in sentences(line):
            about = [subject for subject, pattern in _subjects(game).items() if pattern.search(text)]
            total.sentences.update(about)
            total.sentences_read.update(about if read else ())
    if len(declined) == 1:
        total.sole_declines[tail(declined[0])] += 1


@cache
def _subjects(game: str) -> dict[str, re.Pattern[str]]:
    patterns = card_table(game, "subjects")["subjects"]
    return {name: re.compile(pattern, re.IGNORECASE) for name, pattern in patterns.items()}


def tail(line: Line) -> str:
    """The words of a declined line from the one where reading stopped."""
    if not isinstance(line.reading, Declined):
        return f"said otherwise: {line.lost}"
    if line.reading.ambiguous:
        return "several readings"
    rest = line.normal.text[line.reading.position :].split()
    return " ".join(rest[:_TAIL]) or "end of line"
