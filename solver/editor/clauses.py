"""The clauses of a rulebook for an editor: by number, by the words they use, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from ..derivation.rulebook import Clause, Rulebook
from ..terms import Fn, Term

#: A word that more clauses use says nothing about any of them.
_COMMON = 12
_NAME = re.compile(r"\b[a-z]\w*\(?")
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
        for slug, number in ((slug, number) for slug, number in book.numbers.items() if number):
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

    def concerning(self, terms: Iterable[Term], most: int) -> list[str]:
        """The clauses that concern what some terms say, at most so many.

        They speak of what a term is (or, where none does, of what is in it), or of a word in it of which no
        other clause speaks.
        """
        found: dict[str, None] = {}
        alone: dict[str, None] = {}
        level = [term for term in terms if isinstance(term, Fn)]
        while level:
            if not found:
                found.update(dict.fromkeys(slug for term in level for slug in self._speaking(_name(term))))
            said = (self._uses.clauses.get(term.name, ()) for term in level if not term.args)
            alone.update(dict.fromkeys(slugs[0] for slugs in said if len(slugs) == 1))
            level = [arg for term in level for arg in term.args if isinstance(arg, Fn)]
        return list(found | alone)[:most]

    def _speaking(self, name: str) -> list[str]:
        """The clauses that speak of a name, or else of what other rules derive from it, if there are few."""
        if said := self._uses.clauses.get(name):
            return said if len(said) <= _COMMON else []
        derived = (self._uses.clauses.get(head, ()) for head in self._uses.heads.get(name, ()))
        return list(dict.fromkeys(slug for slugs in derived if len(slugs) <= _COMMON for slug in slugs))

    @cached_property
    def _uses(self) -> _Uses:
        """Which rules use each name."""
        clauses: dict[str, list[str]] = {}
        heads: dict[str, dict[str, None]] = {}
        order = {slug: place for place, slug in enumerate(self.book.numbers)}
        for rule in self.book.pack.rules:
            names = dict.fromkeys(_NAME.findall(rule.text))
            if rule.clause in order:
                for name in names:
                    clauses.setdefault(name, []).append(rule.clause)
            elif not rule.clause:
                for name in names:
                    heads.setdefault(name, {})[next(iter(names))] = None
        ordered = {name: sorted({*slugs}, key=order.__getitem__) for name, slugs in clauses.items()}
        return _Uses(ordered, heads)


class _Uses(NamedTuple):
    """The clauses that use each name, in their order, and what the rules of no clause derive from it."""

    clauses: Mapping[str, list[str]]
    heads: Mapping[str, Mapping[str, None]]


def _name(term: Fn) -> str:
    """The name of a term; one that has arguments is another name, with a bracket."""
    return f"{term.name}(" if term.args else term.name


@cache
def clauses_of(book: Rulebook) -> Clauses:
    """The clauses of a rulebook, looked through once."""
    return Clauses(book)
