"""One spelling for card texts, and the way back: which place of the original each character stands for.

Reminder text is no rules text and is passed over; the object's own name, and what else it is called there,
become ``~``; wordings of earlier years become those of today (``grammar/<game>/cards/wordings.toml``).
A whole name inside a quotation becomes ``~~``: there it means the object that quotes, not the one that has
the ability.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ..tables import files, read_table

#: The object itself, and in a quotation the one whose text quotes.
SELF, QUOTING = "~", "~~"
#: The signs of a quotation in a quotation.
INNER = "“”"
_QUOTATION = re.compile(r'"[^"\n]*"')
_INNER = re.compile(r"(?<!\w)'(?=[~{\w])(?:[^'\n]|'(?=\w))+'(?!\w)")
_ONE_SPELLING = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "\u00a0": " "})
REMINDER = re.compile(r"""\((?=["'{A-Z0-9])[^()]*[.!]["']?\)""")
#: A sentence with its full stop; one in quotation marks is part of the sentence that quotes it.
SENTENCE = re.compile(r'(?:"[^"\n]*"|[^.]|\.(?!\s|$))+')
#: What stands in a text from one place to another, and what shall stand there.
_Change = tuple[int, int, str]


def card_table(game: str, name: str) -> dict[str, Any]:
    """A table that stands beside a game's grammars for whole cards."""
    return read_table(files("headjudge.grammar").joinpath(game, "cards", f"{name}.toml"))


def one_spelling(text: str) -> str:
    """A text with one sign for each kind of quotation mark, dash and blank, every sign in its place.

    >>> one_spelling("Ana’s lamp")
    "Ana's lamp"
    """
    return text.translate(_ONE_SPELLING)


class Normal(NamedTuple):
    """A text in one spelling; ``places`` are those of its characters, and of its end, in the original."""

    text: str
    places: tuple[int, ...]

    def original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original that a span of the text stands for."""
        return self.places[start], self.places[end]


def normal(game: str, text: str, names: tuple[str, ...] = ()) -> Normal:
    """A line of card text in the one spelling that the grammars read.

    ``names`` are what the text may call its own object, the longest first.
    """
    spelling, other = _spelling(game)
    found = Normal(one_spelling(text), tuple(range(len(text) + 1)))
    found = changed(found, ((*m.span(), spelling[m[0]]) for m in other.finditer(found.text)))
    found = changed(found, ((*m.span(), "") for m in REMINDER.finditer(found.text)))
    found = changed(found, _nested(found.text))
    for name in names:
        one = other.sub(lambda m: spelling[m[0]], one_spelling(name))
        in_quotations = QUOTING if name in (names[0], unmarked(game, names[0])) else ""
        found = changed(found, _mentions(_any_form(game, one), found.text, in_quotations))
    found = changed(found, _own_names(game, found.text))
    for pattern, today in (*_rows(game, "itself"), *_rows(game, "earlier")):
        found = changed(found, ((*m.span(), m.expand(today)) for m in pattern.finditer(found.text)))
    stripped = found.text.strip()
    start = found.text.find(stripped)
    return Normal(stripped, found.places[start : start + len(stripped) + 1])


def _nested(text: str) -> Iterator[_Change]:
    """The signs of quotations that stand in quotations, which from then on are told from apostrophes."""
    for outer in _QUOTATION.finditer(text):
        for inner in _INNER.finditer(text, outer.start() + 1, outer.end() - 1):
            yield inner.start(), inner.start() + 1, INNER[0]
            yield inner.end() - 1, inner.end(), INNER[1]


def _own_names(game: str, text: str) -> Iterator[_Change]:
    """Where quoted abilities call the object they belong to by the name that the text gives it.

    Such objects are found by ``[tokens]`` of the game's ``wordings.toml``.
    """
    naming = _naming(game)
    spans = {
        one.span()
        for new in (naming.finditer(text) if naming else ())
        for one in re.finditer(rf"(?<!\w){re.escape(new['name'])}(?!\w)", text)
        if one.start() >= new.end() and text.count('"', 0, one.start()) % 2
    }
    for start, end in sorted(spans):
        yield start, end, SELF


@cache
def _naming(game: str) -> re.Pattern[str] | None:
    """The words with which a text gives an object its name."""
    table = card_table(game, "wordings").get("tokens")
    return re.compile(table["named"], re.IGNORECASE) if table else None


def unmarked(game: str, name: str) -> str:
    """A card's name without what only lists of cards write before it.

    That are the ``marks`` of the game's ``wordings.toml``.
    """
    for mark in card_table(game, "wordings").get("marks", ()):
        name = name.removeprefix(mark)
    return name


def lines_of(game: str, text: str) -> Iterator[tuple[int, str]]:
    """Where each line of a card's text starts, and the line.

    Lines end as they are printed, and where ``[lines]`` of the game's ``wordings.toml`` says that one ends:
    what its pattern finds outside quotations is the end of a line.
    """
    start = 0
    for end in _line_end(game).finditer(text):
        before = text[start : end.start()]
        open_quotation = before.count('"') % 2 or before.count("«") > before.count("»")
        if end[0] == "\n" or not open_quotation:
            yield start, text[start : end.start()]
            start = end.end()
    yield start, text[start:]


@cache
def _line_end(game: str) -> re.Pattern[str]:
    return re.compile("|".join(("\n", *card_table(game, "wordings").get("lines", {}).values())))


@cache
def _spelling(game: str) -> tuple[dict[str, str], re.Pattern[str]]:
    """The signs that a text of this game may have for other signs, and what finds them."""
    signs: dict[str, str] = card_table(game, "wordings").get("spelling", {})
    return signs, re.compile("|".join(map(re.escape, signs)) or r"(?!)")


@lru_cache(maxsize=65536)
def _any_form(game: str, name: str) -> re.Pattern[str]:
    """What finds a name in a text: as it is, or its words inflected as the game's ``[names]`` say.

    ``cut`` finds what may be taken from a word, ``endings`` what may stand there instead.
    """
    table = card_table(game, "wordings").get("names")
    if not table:
        return re.compile(re.escape(name))
    cut, words = re.compile(table["cut"]), re.split(r"([ -])", name)
    forms = (
        rf"(?:{re.escape(word)}|{re.escape(cut.sub('', word))})(?:{table['endings']})?(?!\w)"
        if word[1:]
        else re.escape(word)
        for word in words
    )
    return re.compile("".join(forms), re.IGNORECASE if words[1:] else re.NOFLAG)


def _mentions(name: re.Pattern[str], text: str, in_quotations: str) -> Iterator[_Change]:
    """Where a name stands in a text as whole words, and what stands for it there.

    What is short for a name may mean something else in a quotation: there it stays.
    """
    for found in name.finditer(text):
        start, end = found.span()
        if not text[start - 1 : start].isalnum() and not text[end : end + 1].isalnum():
            one = in_quotations if text.count('"', 0, start) % 2 else SELF
            if one:
                yield start, end, one


def changed(found: Normal, changes: Iterable[tuple[int, int, str]]) -> Normal:
    """The text with changes made, one after the other: from where, to where, what stands there then."""
    text, places, done = [], list[int](), 0
    for start, end, new in changes:
        text += [found.text[done:start], new]
        places += [*found.places[done:start], *(found.places[min(start + n, end)] for n in range(len(new)))]
        done = end
    if not done:
        return found
    return Normal("".join([*text, found.text[done:]]), (*places, *found.places[done:]))


def alike(game: str, words: Iterable[str]) -> list[str]:
    """Words of which those that say the same (get and gets, each and all) are one and the same word, once.

    It serves only to compare what a text says with what its facts say.
    """
    table, endings = _alike(game)
    found: list[str] = []
    for word in words:
        one = table.get(word, word)
        if ending := next((each for each in endings if one.endswith(each) and len(one) > len(each) + 1), ""):
            one = one.removesuffix(ending)
        if one and found[-1:] != [one]:
            found.append(one)
    return found


@cache
def _alike(game: str) -> tuple[dict[str, str], tuple[str, ...]]:
    table = card_table(game, "wordings")["alike"]
    return {word: one for one, words in table["words"].items() for word in words}, tuple(table["endings"])


@cache
def _rows(game: str, table: str) -> list[tuple[re.Pattern[str], str]]:
    """The rows of a table of wordings in their order: a pattern of whole words, and what stands for it."""
    rows = card_table(game, "wordings")[table]
    return [(re.compile(rf"(?<![\w'-]){words}(?![\w'-])", re.IGNORECASE), one) for words, one in rows]
