"""A short rules text to ability terms, by the grammar of its game (design section 5).

Nothing is guessed and nothing is dropped: a sentence is read to its last word or handed back as unread,
with the word where reading stopped. What words mean is written in ``grammar/<game>``; here is only how a
tree becomes terms, as the head of ``rules_text.lark`` lays down. The way back is :mod:`.wording`.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from ..terms import Term, read, show
from .lexicon import Stop, lexicon, word_at
from .meaning import terms_of
from .normal import REMINDER, SENTENCE, one_spelling
from .reading import ReadAbility, Reading, Unread
from .tree import Token, Tree
from .wording import print_ability

__all__ = ["ReadAbility", "Reading", "Unread", "paragraphs", "print_ability", "read_text"]

#: What is read by itself: a line, or what ``;`` ends; modes belong to the line before them.
_PARAGRAPH = re.compile(r'(?:"[^"\n]*"|[^;\n]|\n(?=\s*•))+')


class _Unreadable(Exception):
    """A quoted text inside a sentence that is not an ability."""


@lru_cache(maxsize=65536)
def read_text(game: str, text: str, name: str = "", elliptic: bool = False) -> Reading:
    """The abilities in a rules text, every word of it accounted for.

    Abilities end at the end of a line, at ``;`` or ``. ``; sentences after one that quotes its effect
    belong to that effect, unless they only list keywords. Reminder text (a whole sentence in
    parentheses) is no rules text and is passed over. ``name`` is what the text may call its own object;
    where the text is ``elliptic``, a sentence that begins with its verb is about that object too.
    Raises :class:`Malformed` for a game without a grammar.
    """
    clean = _plain(text)
    named: dict[int, int] = {}  # by the place of each ~ that of the name for which it stands
    for called in dict.fromkeys((name, name.partition(",")[0])) if name else ():
        pattern = re.compile(rf"\b{re.escape(called)}(?!\w)")
        named.update((m.end() - 1, m.start()) for m in pattern.finditer(clean))
        clean = pattern.sub(lambda m: "~".rjust(len(m[0])), clean)
    abilities: list[ReadAbility] = []
    unread: list[Unread] = []
    for paragraph in paragraphs(clean):
        sentences = SENTENCE.finditer(clean, *paragraph)
        spans = [_trimmed(clean, *sentence.span()) for sentence in sentences if sentence[0].strip()]
        while spans:
            start = spans[0][0]
            stops: list[Stop] = []
            for count in dict.fromkeys((_effect_length(game, clean, spans), 1)):
                end = spans[count - 1][1]
                found = _sentence(game, clean[start:end])
                if elliptic and isinstance(found, Stop) and not found.position:
                    found = _without_subject(game, clean[start:end], found)
                if not isinstance(found, Stop):
                    first = named.get(start, start)
                    abilities += [ReadAbility(term, duration, first, end) for term, duration in found]
                    break
                stops.append(found)
            else:
                stop = stops[-1]
                word = word_at(clean[:end], start + stop.position) or "end of text"
                first = named.get(start, start)
                unread.append(Unread(text[first:end], first, end, word, stop.expected))
            spans = spans[count:]
    return Reading(tuple(abilities), tuple(unread))


def paragraphs(text: str) -> list[tuple[int, int]]:
    """Where the paragraphs of a rules text stand: its lines, and what ``;`` parts.

    >>> paragraphs("bright; warm")
    [(0, 6), (7, 12)]
    """
    return [paragraph.span() for paragraph in _PARAGRAPH.finditer(_plain(text))]


def _plain(text: str) -> str:
    """A text of the same length in one spelling, with blanks for its reminder text."""
    return REMINDER.sub(lambda m: " " * len(m[0]), one_spelling(text))


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without blanks around it."""
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _effect_length(game: str, text: str, spans: list[tuple[int, int]]) -> int:
    """How many of the sentences could be one ability: all before the next list of keywords."""
    for count, (start, end) in enumerate(spans[1:], 1):
        tree = lexicon(game, "sentence").parse(text[start:end])
        if isinstance(tree, Tree) and getattr(tree.children[0], "data", "") == "keywords":
            return count
    return len(spans)


def _without_subject(game: str, text: str, stop: Stop) -> list[tuple[str, str | None]] | Stop:
    """The terms of a sentence that leaves out the object it is about, or where it could not be read on."""
    found = _sentence(game, f"~ {text}")
    if not isinstance(found, Stop):
        return found
    return Stop(found.position - 2, found.expected_here) if found.position > 2 else stop


def _sentence(game: str, text: str) -> list[tuple[str, str | None]] | Stop:
    """The terms of one sentence with their duration, or where it could not be read on."""
    words, quoted = lexicon(game, "sentence"), partial(_quoted, game)
    tree = words.parse(text)
    if isinstance(tree, Stop):
        described = lexicon(game, "described").parse(text)
        if isinstance(described, Stop):
            return tree
        return [(show(term), None) for term in terms_of(words, described, quoted)]
    assert isinstance(tree, Tree)  # a sentence is what it says and for how long
    said, *lasting = tree.children
    duration = show(words.meaning(Token("DURATION", str(lasting[0])))[0]) if lasting else None
    try:
        return [(show(term), duration) for term in terms_of(words, said, quoted)]
    except _Unreadable as unread:
        place = text.find(str(unread))
        return Stop(place, lambda: ("one ability in quotes",))


def _quoted(game: str, text: str) -> Term:
    """The one ability a quoted text is; a quotation that is anything else makes its sentence unread."""
    reading = read_text(game, text.strip('"'))
    if reading.unread or len(reading.abilities) != 1 or reading.abilities[0].duration:
        raise _Unreadable(text)
    return read(reading.abilities[0].term)
