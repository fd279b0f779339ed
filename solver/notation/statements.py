"""Lines of a rules text that only the grammars of whole cards read.

What is written on a board is read by the grammar of boards (:mod:`.pack`). A line of which that leaves a
sentence unread is read once more as a line of a whole card. If every part of it is a statement (the kinds of
lines that ``rules/<game>/vocabulary.toml`` lists under ``whole_cards``) and the rules know its words, each part
becomes an ability ``stated(Statement, Text)``: what follows from it say the rules, and what they cannot use
is theirs to report. The line itself goes along as ``Text``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from ..language.card_text import ReadAbility, Reading, paragraphs
from ..tables import read_table
from ..terms import Fn, Term, show
from .pack import known_names, names_in


def with_statements(game: str, text: str, name: str, reading: Reading) -> Reading:
    """A reading in which lines with unread sentences are replaced by the statements that they are.

    A line that is no statement, or has a word that no rule knows, stays as it was.
    Raises :class:`headjudge.errors.Malformed` for a game without a grammar for whole cards.
    """
    if not reading.unread:
        return reading
    abilities, unread = list(reading.abilities), list(reading.unread)
    for start, end in paragraphs(text):
        if any(start <= sentence.start < end for sentence in unread) and (
            stated := [*_stated(game, text[start:end], name)]
        ):
            abilities = [each for each in abilities if not start <= each.start < end]
            unread = [each for each in unread if not start <= each.start < end]
            abilities += [ReadAbility(term, None, start, end) for term in stated]
    return Reading(tuple(sorted(abilities, key=lambda each: each.start)), tuple(unread))


def _stated(game: str, line: str, name: str) -> Iterator[str]:
    """The statements of one line, or nothing if a part of it is none that the rules know."""
    from ..language.card_reading import facts, read_card

    words = _words(game)
    kinds, known = words["lines"], known_names(game) | words["names"]
    shown = " ".join(line.split())
    terms: list[Term] = []
    for each in read_card(game, line, name):
        parts = [fact for fact in facts(each) if fact.role not in words["beside"]]
        if each.kind not in kinds or any(part.role not in kinds for part in parts):
            return
        terms += [part.term for part in parts]
    if all(word in known for term in terms for word in names_in(term)):
        yield from (show(Fn("stated", (term, shown))) for term in terms)


@cache
def _words(game: str) -> dict[str, frozenset[str]]:
    """What the rules of a game know of whole cards: ``lines``, what stands ``beside`` them, and ``names``."""
    table = read_table(files("headjudge.rules").joinpath(game, "vocabulary.toml"))["whole_cards"]
    return {which: frozenset(words) for which, words in table.items()}
