"""Names that stand in a text without quotation marks, and where they end.

A name may be any words of the language: only a dictionary of the language lists them. What a game's
``wordings.toml`` says under ``[unquoted]`` may be followed by a name, and so may be a word that begins with
a capital letter inside a sentence. A line that is not read as it stands is tried with the first words of such
a place in quotation marks, the fewest first. A word that no dictionary knows is part of a name only if it is
written with a capital letter, so that nonsense is still refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import islice, product
from typing import Any

from .composition import composition
from .normal import SELF, Normal, card_table, changed

#: A word of a name.
_WORD = re.compile(rf" ?([^\W\d_]+(?:-[^\W\d_]+)*|{SELF})(?!\w)")
#: Where a capital letter stands inside a sentence: there another object is named.
_OTHER_NAME = r"(?<=[a-zа-яё,] )(?=[A-ZА-ЯЁ][a-zа-яё])"
#: Of how many places in one line names are tried.
_PLACES = 2
#: Parts of speech that end no name: prepositions, conjunctions, particles, pronouns, adjectives, verbs.
_ENDS_NO_NAME = frozenset(("PREP", "CONJ", "PRCL", "NPRO", "ADJF", "PRTF", "NUMR", "VERB", "GRND"))


def with_quoted_names(game: str, line: Normal) -> Iterator[Normal]:
    """A line with names put in quotation marks where there may be some, those with the fewest words first."""
    table = card_table(game, "wordings").get("unquoted")
    if not table:
        return
    places = [
        [None, *ends]
        for place in _places(game).finditer(line.text)
        if line.text.count('"', 0, place.end()) % 2 == 0
        and (ends := list(_ends(game, table["language"], line.text, place.end(), table["most"])))
    ]
    for spans in islice(sorted(product(*places[:_PLACES]), key=_length), 1, None):
        marks = sorted(place for span in spans for place in span or ())
        yield changed(line, ((place, place, '"') for place in marks))


def _length(spans: tuple[tuple[int, int] | None, ...]) -> int:
    return sum(end - start for start, end in filter(None, spans))


@cache
def _places(game: str) -> re.Pattern[str]:
    after = card_table(game, "wordings")["unquoted"]["after"]
    return re.compile(rf"(?<!\w)(?i:{after}) (?!\")|{_OTHER_NAME}")


def _ends(game: str, language: str, text: str, start: int, most: int) -> Iterator[tuple[int, int]]:
    """Where a name that starts there may end: behind words of which the grammars do not know all."""
    known = composition(game).known_words
    end, unknown = start, False
    for _ in range(most):
        word = _WORD.match(text, end)
        if word is None:
            return
        parts = _parts_of_speech(language, word[1].casefold())
        if not parts and word[1] != SELF and not word[1][0].isupper():
            return
        end = word.end()
        unknown = unknown or word[1].casefold() not in known
        if unknown and (word[1] == SELF or word[1][0].isupper() or parts - _ENDS_NO_NAME):
            yield start, end


@lru_cache(maxsize=4096)
def _parts_of_speech(language: str, word: str) -> frozenset[str]:
    """The parts of speech of a word in a dictionary of the language: none if it is not listed there."""
    analyzer = _dictionary(language)
    if not analyzer.word_is_known(word):
        return frozenset()
    return frozenset(str(parse.tag.POS or "") for parse in analyzer.parse(word) if parse.is_known)


@cache
def _dictionary(language: str) -> Any:
    # half a second and 20 MB: only texts with such names pay for it
    import pymorphy3  # type: ignore[import-untyped]

    return pymorphy3.MorphAnalyzer(lang=language)
