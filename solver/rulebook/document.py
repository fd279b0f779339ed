"""A rulebook as it was read: clauses, glossary entries and what stands beside them.

The pieces joined give the text back, letter for letter.
"""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from . import numbers
from .style import Style

_SENTENCE = re.compile(r"(?<=[.!?;:])[)”\"»]*\s+(?=[(“\"«●•·–-]*\s?[^\W\d_a-zа-яё])|\n+")
_PLAIN = str.maketrans("“”„«»’‘–—−\u00a0", '"""""\'\'--- ')
_LONGEST_TITLE = 6


def plain(text: str) -> str:
    """A text as it is compared: one kind of quotes, dashes and blanks, no case, no marks around."""
    folded = unicodedata.normalize("NFKC", text).translate(_PLAIN).casefold().replace("_", "")
    return " ".join(folded.split()).strip(" .,;:\"'")


def digest(text: str) -> str:
    """The first 16 hex digits of a text's SHA-256, its blanks set to one."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Reference:
    """A number that a piece cites: where in its source, with which title in quotes.

    ``end_of_range`` is set where the range runs backwards, to what it should have run to.
    """

    number: str
    start: int
    end: int
    title: str = ""
    end_of_range: str = ""

    @property
    def in_range(self) -> bool:
        """Whether it is one number of a range."""
        return self.end - self.start > len(self.number)


@dataclass(frozen=True, kw_only=True)
class Piece:
    """A stretch of the text: exactly these characters, from this line on (from 1)."""

    source: str
    line: int
    references: tuple[Reference, ...] = ()

    label = ""

    def at(self, offset: int) -> tuple[int, int]:
        """The line and the column, both from 1, of a place in the source."""
        before = self.source[:offset]
        return self.line + before.count("\n"), offset - (before.rfind("\n") + 1) + 1

    @functools.cached_property
    def sentences(self) -> list[tuple[int, str]]:
        """The sentences of the source, each with the place where it begins."""
        marks = [mark.end() for mark in _SENTENCE.finditer(self.source)]
        bounds = [0, *marks, len(self.source)]
        return [(start, self.source[start:end]) for start, end in pairwise(bounds)]


@dataclass(frozen=True, kw_only=True)
class Apart(Piece):
    """What is neither a clause nor an entry: what comes before the rules, contents, closing."""

    kind: str


@dataclass(frozen=True, kw_only=True)
class Clause(Piece):
    """A numbered clause, or one that has only a name (``number`` is "" then).

    ``ends`` is what stands between number and text; ``text`` is all it says, examples apart.
    """

    number: str
    level: str
    heading: bool
    ends: str
    start: int
    text: str
    examples: tuple[str, ...] = ()
    name: str = ""

    @property
    def label(self) -> str:  # type: ignore[override]
        """How the clause is named in findings: by its number, or by its name in quotes."""
        return self.number or f"“{self.name}”"

    @functools.cached_property
    def title(self) -> str:
        """What the clause is called: its text, if that is a heading or too short to be a sentence."""
        text = self.name or self.text.strip()
        if self.heading:
            return text.rstrip(".")
        ended = text[-1:] in '.!?:;)”"'
        return "" if ended or len(text.split()) > _LONGEST_TITLE else text

    @property
    def hash(self) -> str:
        """The digest of what the clause says, without number and examples."""
        return digest(self.text)


@dataclass(frozen=True, kw_only=True)
class Entry(Piece):
    """A glossary entry: its name as written, the names it defines, what it says, and where it points."""

    name: str
    names: tuple[str, ...]
    text: str
    see: tuple[tuple[str, int], ...]

    @property
    def label(self) -> str:  # type: ignore[override]
        """How the entry is named in findings."""
        return f"“{self.name}”"

    @property
    def hash(self) -> str:
        """The digest of what the entry says."""
        return digest(self.text)


@dataclass(frozen=True)
class Listed:
    """A line of the contents: the number, the title, where it stands."""

    number: str
    title: str
    line: int


@dataclass(frozen=True)
class Document:
    """A rulebook's text. ``complete``: it has a list of contents, so that what is not there is missing."""

    file: str
    style: Style
    encoding: str
    pieces: tuple[Piece, ...]
    contents: tuple[Listed, ...] = ()
    complete: bool = False

    @property
    def text(self) -> str:
        """The whole text, letter for letter."""
        return "".join(piece.source for piece in self.pieces)

    @functools.cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses, in the order of the text."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Clause))

    @functools.cached_property
    def entries(self) -> tuple[Entry, ...]:
        """All glossary entries, in the order of the text."""
        return tuple(piece for piece in self.pieces if isinstance(piece, Entry))

    @functools.cached_property
    def by_number(self) -> Mapping[str, Clause]:
        """The clause of each number, the first if there are several."""
        found: dict[str, Clause] = {}
        for clause in self.clauses:
            if clause.number:
                found.setdefault(clause.number, clause)
        return found

    @functools.cached_property
    def children(self) -> Mapping[str, tuple[str, ...]]:
        """The numbers that stand right below each number, in the order of the text."""
        found: dict[str, list[str]] = {}
        for number in self.by_number:
            found.setdefault(numbers.parent(number, self.style), []).append(number)
        return {number: tuple(below) for number, below in found.items()}

    def below(self, number: str) -> Iterator[str]:
        """All numbers that stand below one."""
        for child in self.children.get(number, ()):
            yield child
            yield from self.below(child)

    @functools.cached_property
    def by_place(self) -> Mapping[numbers.Place, str]:
        """The number at each place in the order of the rulebook."""
        return {numbers.place(number, self.style): number for number in self.by_number}

    def has_section_of(self, number: str) -> bool:
        """Whether the text has anything of the section that a number would stand in."""
        line = numbers.lineage(number, self.style)
        headings = sum(level.heading for level in self.style.levels)
        section = line[min(max(headings, 1), len(line)) - 1]
        return section in self.by_number or section in self.children

    def has_heading(self, number: str) -> bool:
        """Whether a heading that the number stands under is in the text, or one of the same section."""
        above = numbers.lineage(number, self.style)[:-1]
        return any(each in self.by_number for each in above)

    def cited(self) -> Iterator[tuple[Clause | Entry, Reference]]:
        """Every reference of a clause or entry."""
        for piece in self.pieces:
            if isinstance(piece, (Clause, Entry)):
                for reference in piece.references:
                    yield piece, reference
