"""The lines of a card that cannot be read: the word at which reading stopped, what could stand there, and the
likest sentence that can be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ..language.card_reading import Line, read_card
from ..language.composition import Declined, composition
from ..language.normal import SENTENCE
from ..nearest import slip_of
from ..tables import files, read_table
from .card_facts import stopped_at
from .design import Design
from .findings import Finding, Fix
from .outdated import fixed_line
from .written import TEXT, WrittenCard

_MOST_EXPECTED = 6
#: How like (of 100) a known sentence must be to be shown.
_LIKE = 55
_SHORTEST_SLIP = 4


def unread_lines(
    card: WrittenCard, lines: Sequence[Line], design: Design, fixes: Sequence[Fix] = ()
) -> Iterator[tuple[Line, Finding]]:
    """Each line that is not read, and what is to be said about it; ``fixes`` may make it one that is read."""
    for line in lines:
        if line.read:
            continue
        start, end = stopped_at(line)
        if not isinstance(line.reading, Declined):
            code = design.codes["read_otherwise"]
            yield line, Finding(code, card, TEXT, start, end, code.message.format(line.lost))
        elif line.reading.ambiguous:
            code = design.codes["several_readings"]
            yield line, Finding(code, card, TEXT, start, end, code.message)
        else:
            code = design.codes["unread"]
            message = code.message.format(card.text[start:end] or line.reading.stopped_at)
            if read_when_fixed(card, line, fixes, design.game):
                said = "it is read with the wording of today"
            else:
                said = _advice(card, line, start, end, design.game)
            yield line, Finding(code, card, TEXT, start, end, message, said)


def read_when_fixed(card: WrittenCard, line: Line, fixes: Sequence[Fix], game: str) -> bool:
    """Whether a line that is not read is read once it is fixed."""
    text = fixed_line(card, fixes, line)
    return text != line.text and all(each.read for each in read_card(game, text, card.name))


def _advice(card: WrittenCard, line: Line, start: int, end: int, game: str) -> str:
    """What could stand where reading stopped, and the likest sentence that is known."""
    assert isinstance(line.reading, Declined)
    word, said = card.text[start:end], []
    if meant := _meant(word, line, start - line.start, card.name, game):
        said.append(f"did you mean {meant}?")
    elif expected := line.reading.expected[:_MOST_EXPECTED]:
        said.append(f"expected {', '.join(expected)}")
    position = line.reading.position
    spans = (found.span() for found in SENTENCE.finditer(line.normal.text))
    sentence = next((line.normal.text[a:b] for a, b in spans if a <= position <= b), line.normal.text)
    if like := nearest_sentence(sentence.strip(), game):
        said.append(f"the likest known sentence: {like}")
    return "; ".join(said)


def _meant(word: str, line: Line, at: int, name: str, game: str) -> str:
    """The known word of which a word is a slip, if the line can be read with it up to another word."""
    if len(word) < _SHORTEST_SLIP or not word.isalpha():
        return ""
    meant = slip_of(word, _words(game))
    if not meant:
        return ""
    changed = line.text[:at] + meant + line.text[at + len(word) :]
    again = read_card(game, changed, name)
    if not again:
        return ""
    further = again[0].read or stopped_at(again[0])[0] > at + len(meant)
    return meant if further else ""


@cache
def _words(game: str) -> tuple[str, ...]:
    return tuple(sorted(word for word in composition(game).known_words if word.isalpha()))


@cache
def _sentences(game: str) -> tuple[str, ...]:
    table = files("headjudge.rules").joinpath(game, "design", "sentences.toml")
    return tuple(read_table(table)["known"]) if table.is_file() else ()


def nearest_sentence(sentence: str, game: str) -> str:
    """The known sentence that is likest to one (rapidfuzz, the share of letters in common), or ``""``."""
    from rapidfuzz import fuzz, process

    found = process.extractOne(sentence, _sentences(game), scorer=fuzz.ratio, score_cutoff=_LIKE)
    return str(found[0]) if found else ""
