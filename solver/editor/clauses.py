"""The clauses of a rulebook for an editor: by number, by the words they use, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from ..derivation.rulebook import Clause, Rulebook
from ..notation.pack import names_in
from ..terms import Term

#: A word that more clauses use says nothing about any of them.
_COMMON = 12
_NAME = re.compile(r"\b[a-z]\w*")
#: A number of a rule on an expect line.
NUMBER = re.compile(r"\b\d+(?:\.\d+)+(?:\.[a-z]|[a-z]{0,2})\b|\b\d+\.\d*[a-z]{1,2}\b")


class Block(NamedTuple):
    """Where a clause stands: its file, and its first line and the one after its last, from 0."""

    file: Path
    start: int
    end: int


class Clauses:
    """The clauses of one rulebook that are in force."""

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self._texts: dict[Path, list[str]] = {}
        self._by_number: dict[str, list[str]] = {}
        for slug, number in book.numbers.items():
            self._by_number.setdefault(number, []).append(slug)

    def numbered(self, number: str) -> list[str]:
        """The clauses under a number."""
        return self._by_number.get(number, [])

    @property
    def numbers(self) -> Mapping[str, list[str]]:
        """All numbers with their clauses."""
        return self._by_number

    def block(self, slug: str) -> Block | None:
        """Where a clause stands, in force or not; ``None`` for a word that is none."""
        clause = self.book.pack.clauses.get(slug)
        if clause is None:
            return None
        file, lines = self._file(clause)
        ends = (n for n in range(clause.line, len(lines)) if lines[n].startswith("%! "))
        past_head = next((n for n in range(clause.line, len(lines)) if not lines[n].startswith("%!")), 0)
        end = next((n for n in ends if n >= past_head), len(lines))
        while end > clause.line and not lines[end - 1].strip():
            end -= 1
        return Block(file, clause.line - 1, end)

    def _file(self, clause: Clause) -> tuple[Path, list[str]]:
        folder = self.book.pack.folder
        file = folder / clause.file if (folder / clause.file).is_file() else folder.parent / clause.file
        if file not in self._texts:
            self._texts[file] = file.read_text(encoding="utf-8").splitlines()
        return file, self._texts[file]

    def bearing(self, terms: Iterable[Term], most: int) -> list[str]:
        """The clauses that use a name of some terms, at most so many: those of rarer names before others."""
        using = self._using
        names = dict.fromkeys(name for term in terms for name in names_in(term) if name in using)
        rare = sorted((name for name in names if len(using[name]) <= _COMMON), key=lambda n: len(using[n]))
        return list(dict.fromkeys(slug for name in rare for slug in using[name]))[:most]

    @cached_property
    def _using(self) -> Mapping[str, list[str]]:
        """The clauses that use each name, in their order."""
        using: dict[str, list[str]] = {}
        for slug in self.book.numbers:
            block = self.block(slug)
            if block is None:
                continue
            rows = self._texts[block.file][block.start : block.end]
            rules = "\n".join(row.partition("%")[0] for row in rows)
            for name in dict.fromkeys(_NAME.findall(rules)):
                using.setdefault(name, []).append(slug)
        return using


@cache
def clauses_of(book: Rulebook) -> Clauses:
    """The clauses of a rulebook, looked through once."""
    return Clauses(book)
