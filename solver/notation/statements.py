"""Lines of a rules text that only the grammars of whole cards read.

What is written on a board is read by the grammar of boards (:mod:`.pack`). A line of which that leaves a
sentence unread is read once more as a line of a whole card. If every part of it is a statement (the kinds of
lines that are listed in ``rules/<game>/vocabulary.toml``) and the rules know its words, each part becomes an
ability ``stated(Statement, Text)``: what follows from it say the rules, and what they cannot use is theirs
to report. The line itself goes along as ``Text``.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ..language.reading import ReadAbility, Reading
from ..language.remembering import memory
from ..tables import files, read_table
from ..terms import Fn, Term, show
from .pack import knows, names_in


def with_statements(game: str, text: str, name: str, reading: Reading) -> Reading:
    """A reading in which lines with unread sentences are replaced by the statements that they are.

    A line that is no statement, or has a word that no rule knows, stays as it was; so does every line where
    the rules know no kind of statement. What is below a heading (``headings`` in the vocabulary) is put into
    the term that the heading makes of it.
    Raises :class:`headjudge.errors.Malformed` for a game without a grammar for whole cards.
    """
    if not _table(game)["lines"]:
        return reading
    text, name = str(text), str(name)
    if not reading.unread and not any(mark in text.lower() for mark in _table(game)["marks"]):
        return reading
    question = ("statements", text, name, reading.plain())
    found = memory(game).recall(question, lambda: _with_statements(game, text, name, reading).plain())
    return Reading.of(found)


def _with_statements(game: str, text: str, name: str, reading: Reading) -> Reading:
    from ..language.card_text import paragraphs

    abilities, unread = list(reading.abilities), list(reading.unread)
    for start, end in paragraphs(text) if unread else ():
        if any(start <= sentence.start < end for sentence in unread) and (
            stated := [*_stated(game, text[start:end], name)]
        ):
            abilities = [each for each in abilities if not start <= each.start < end]
            unread = [each for each in unread if not start <= each.start < end]
            abilities += [ReadAbility(term, None, start, end) for term in stated]
    found = Reading(tuple(sorted(abilities, key=lambda each: each.start)), tuple(unread))
    marks = _table(game)["marks"]
    return _under_headings(game, text, name, found) if any(mark in text.lower() for mark in marks) else found


def _under_headings(game: str, text: str, name: str, reading: Reading) -> Reading:
    """A reading with every ability under a heading put into the term that the heading makes of it."""
    from ..language.card_reading import facts, read_card

    table = _table(game)
    abilities, unread = list(reading.abilities), list(reading.unread)
    heading, done = "", []
    for line in read_card(game, text, name):
        start, end = line.start, line.start + len(line.text)
        parts = [fact for fact in facts(line) if fact.role not in table["beside"]]
        begun = [
            part.term for part in parts if isinstance(part.term, Fn) and part.term.name in table["headings"]
        ]
        below = [part for part in parts if part.role in table["below"]]
        inside = [each for each in abilities if start <= each.start < end]
        if begun:
            heading = table["headings"][begun[0].name].format(*map(show, begun[0].args), ability="{ability}")
        elif heading:
            inside = [each._replace(term=heading.format(ability=each.term)) for each in inside]
            inside += [
                ReadAbility(
                    heading.format(ability=table["below"][each.role].format(show(each.term))),
                    None,
                    start,
                    end,
                )
                for each in below
            ]
        if below or (begun and not inside):
            unread = [each for each in unread if not start <= each.start < end]
        done += inside
    return Reading(tuple(done), tuple(unread)) if heading else reading


def _stated(game: str, line: str, name: str) -> Iterator[str]:
    """The statements of one line, or nothing if a part of it is none that the rules know."""
    from ..language.card_reading import facts, read_card

    table = _table(game)
    kinds, known = table["lines"], frozenset(table["names"])
    shown = " ".join(line.split())
    terms: list[Term] = []
    for each in read_card(game, line, name):
        parts = [fact for fact in facts(each) if fact.role not in table["beside"]]
        if each.kind not in kinds or any(part.role not in kinds for part in parts):
            return
        terms += [part.term for part in parts]
    if all(word in known or knows(game, word) for term in terms for word in names_in(term)):
        yield from (show(Fn("stated", (term, shown))) for term in terms)


@cache
def _table(game: str) -> dict[str, Any]:
    """What the rules of a game know of whole cards; see ``whole_cards`` in their ``vocabulary.toml``."""
    table: dict[str, Any] = read_table(files("headjudge.rules").joinpath(game, "vocabulary.toml"))[
        "whole_cards"
    ]
    return table
