"""What clauses speak of: their words without endings, weighted by how seldom they are."""

from __future__ import annotations

import functools
import math
import re
from collections import Counter
from collections.abc import Iterable

import snowballstemmer

from .document import Clause, Document, Entry, Reference
from .numbers import lineage
from .style import Style

_WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?")
_ANY_WORD = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?")
_VOWELS = "aeiouyаеёиоуыэюяьйáéěíóúůý"
_SHORTEST = 3
_ENOUGH = 3
_JUST_BEFORE = 5
_MOST_TELLING = 4


class Words:
    """The words of a style: stop words left out, endings and common prefixes taken off."""

    def __init__(self, style: Style) -> None:
        self.style = style
        self._stemmer = snowballstemmer.stemmer(style.stemmer)
        self._known: dict[str, str] = {}
        self._bared: dict[str, str] = {}
        rows = [[self._bare(word) for word in row.split()] for row in style.same]
        self._same = {stem: row[0] for row in rows for stem in row}

    def stems(self, text: str) -> list[str]:
        """The stems of a text's words, in their order; small words are left out."""
        return [
            stem for word in _WORD.findall(text.casefold()) if (stem := self._stem(word.replace("’", "'")))
        ]

    def spelled(self, text: str) -> dict[str, str]:
        """How a text spells each stem first."""
        found: dict[str, str] = {}
        for word in _WORD.findall(text.casefold()):
            found.setdefault(self._stem(word.replace("’", "'")), word)
        return found

    def all_stems(self, text: str) -> tuple[str, ...]:
        """The stems of all words of a text, small ones too, as names are looked up."""
        return tuple(self._bare(word.replace("’", "'")) for word in _ANY_WORD.findall(text.casefold()))

    def _stem(self, word: str) -> str:
        stem = self._known.get(word)
        if stem is None:
            stem = self._known[word] = self._meant(word)
        return stem

    def _meant(self, word: str) -> str:
        """A word's stem, that of another word if the two say the same; "" for a stop word."""
        if word in self.style.stop:
            return ""
        bare = self._bare(word)
        return self._same.get(bare, bare)

    def _bare(self, word: str) -> str:
        stem = self._bared.get(word)
        if stem is None:
            stem = self._bared[word] = self._stripped(word)
        return stem

    def _stripped(self, word: str) -> str:
        stem: str = self._stemmer.stemWord(word.removesuffix("'s"))
        for prefix in self.style.prefixes:
            rest = stem.removeprefix(prefix)
            if rest != stem and len(rest.rstrip(_VOWELS)) >= _SHORTEST:
                stem = rest
                break
        if self.style.prefixes:
            stem = stem.rstrip(_VOWELS) or stem
        return stem


class Subjects:
    """The subject of each clause of a document, and how much of a sentence it covers."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.words = Words(document.style)
        self.own = {
            number: frozenset(self._stems_of(clause)) for number, clause in document.by_number.items()
        }
        count = Counter(stem for stems in self.own.values() for stem in stems)
        for entry in document.entries:
            count.update(set(self.words.stems(f"{entry.name} {entry.text}")))
        self._all = len(self.own) + len(document.entries)
        self._weights = {stem: math.log((self._all + 1) / (times + 1)) for stem, times in count.items()}
        self._titles = {
            number: tuple(self.words.stems(clause.title))
            for number, clause in document.by_number.items()
            if clause.title
        }
        self.titles = Counter(
            title for number, title in self._titles.items() if document.by_number[number].heading
        )

    def _stems_of(self, clause: Clause) -> list[str]:
        return self.words.stems(" ".join((clause.text, *clause.examples)))

    def weight(self, stem: str) -> float:
        """How much a word tells: the logarithm of how seldom it is."""
        return self._weights.get(stem) or math.log(self._all + 1)

    def rarest(self, stems: Iterable[str], piece: Clause | Entry) -> str:
        """The most telling of some words, as a piece spells them, with commas between."""
        spelled = self.words.spelled(piece.source)
        best = sorted(stems, key=lambda stem: (-self.weight(stem), stem))[:_MOST_TELLING]
        return ", ".join(spelled.get(stem, stem) for stem in best)

    def title(self, number: str) -> tuple[str, ...]:
        """The words of a clause's title; empty if it has none."""
        return self._titles.get(number, ())

    @functools.cache  # noqa: B019  (lives as long as its document is checked)
    def covers(self, number: str) -> frozenset[str]:
        """What a reference to a clause speaks of: its words, those below it, and the titles above it."""
        found = set(self.own[number])
        for below in self.document.below(number):
            found |= self.own[below]
        for above in self._above(number):
            found.update(self.title(above))
        return frozenset(found)

    def _above(self, number: str) -> Iterable[str]:
        line = lineage(number, self.document.style)[:-1]
        return [each for each in line if each in self._titles and len(self._titles[each]) <= _ENOUGH + 1]

    def context(self, piece: Clause | Entry, reference: Reference) -> list[str]:
        """The words of the sentence that makes a reference; the one before it too, if it says little."""
        stems = self._words_around(piece, reference, None)
        if isinstance(piece, Entry):
            return self.words.stems(piece.name) + stems
        return stems

    def before(self, piece: Clause | Entry, reference: Reference) -> list[str]:
        """The last words before a reference."""
        return self._words_around(piece, reference, reference.start)[-_JUST_BEFORE:]

    def cites_several(self, piece: Clause | Entry, reference: Reference) -> bool:
        """Whether the sentence of a reference makes others too."""
        bounds = [start for start, _ in piece.sentences] + [len(piece.source)]
        at = max(place for place, start in enumerate(bounds) if start <= reference.start)
        same = [other for other in piece.references if bounds[at] <= other.start < bounds[at + 1]]
        return len(same) > 1

    def _words_around(self, piece: Clause | Entry, reference: Reference, end: int | None) -> list[str]:
        sentences = piece.sentences
        at = max(place for place, (start, _) in enumerate(sentences) if start <= reference.start)
        start, sentence = sentences[at]
        stop = start + len(sentence) if end is None else end
        stems = self._told(piece, start, stop)
        while at and len(set(stems)) < _ENOUGH:
            at -= 1
            stems = self._told(piece, sentences[at][0], start) + stems
            start = sentences[at][0]
        return stems

    def _told(self, piece: Clause | Entry, start: int, stop: int) -> list[str]:
        begin = max(start, piece.start) if isinstance(piece, Clause) else start
        return self.words.stems(self.document.style.reference.sub(" ", piece.source[begin:stop]))

    def share(self, words: Iterable[str], among: Iterable[str]) -> float:
        """The share of the weight of some words that is among others, from 0 to 1."""
        said = set(words)
        whole = sum(map(self.weight, said))
        return sum(map(self.weight, said & set(among))) / whole if whole else 0.0

    def overlap(self, context: Iterable[str], number: str, *, apart_from: str = "") -> float:
        """The share of a sentence's weight that a clause covers, from 0 to 1; one below it left out."""
        if not apart_from or apart_from not in self.document.below(number):
            return self.share(context, self.covers(number))
        covered: set[str] = set(self.title(number))
        for below in self.document.below(number):
            covered |= self.own[below] if below != apart_from else set()
        return self.share(context, covered)
