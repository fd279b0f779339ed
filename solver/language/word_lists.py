"""The word lists beside a game's grammars: the words of each class, and what they mean.

A line may name other classes: ``"in <WHOSE> drawer: in(drawer,<WHOSE>)"`` stands for a line for each word of
``WHOSE``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from ..errors import Malformed
from ..tables import files, read_table
from ..terms import Term, read, slug
from .words import fold, parts

_CLASS = re.compile(r"<([A-Z_]+)>")


class WordLists(Mapping[str, dict[str, tuple[Term, ...]]]):
    """The word classes of a game by their terminals: each word, in the order of its list, with its meanings.

    A game has many lists and a text needs few of them: a class is read when it is first asked for.
    """

    def __init__(self, lines: Mapping[str, Sequence[str]]) -> None:
        self._lines = lines
        self._words: dict[str, tuple[str, ...]] = {}
        self._parts: dict[str, tuple[tuple[str, ...], ...]] = {}
        self._read: dict[str, dict[str, tuple[Term, ...]]] = {}
        self._folded: dict[str, dict[str, tuple[Term, ...]]] = {}
        self._saying: dict[str, dict[Term, str]] = {}

    def __getitem__(self, terminal: str) -> dict[str, tuple[Term, ...]]:
        if terminal not in self._read:
            self._read[terminal] = dict(map(_entry, self._written(terminal)))
        return self._read[terminal]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)

    def _written(self, terminal: str) -> Iterator[str]:
        """The lines of a class, those that name other classes written out."""
        for line in self._lines[terminal]:
            yield from self._each(line)

    def _each(self, line: str) -> Iterator[str]:
        named = _CLASS.search(line)
        if not named:
            yield line
            return
        for entry in self._written(named[1]):
            word, colon, meaning = entry.rpartition(": ")
            before, _, after = line.rpartition(": ")
            one = before.replace(named[0], word if colon else entry)
            yield from self._each(f"{one}: {after.replace(named[0], meaning if colon else slug(entry))}")

    def words(self, terminal: str) -> tuple[str, ...]:
        """The words of a class, without a look at what they mean."""
        if terminal not in self._words:
            self._words[terminal] = tuple(dict.fromkeys(map(_word, self._written(terminal))))
        return self._words[terminal]

    def parts(self, terminal: str) -> tuple[tuple[str, ...], ...]:
        """The words of a class, each as the plain words it is made of."""
        if terminal not in self._parts:
            self._parts[terminal] = tuple(map(parts, self.words(terminal)))
        return self._parts[terminal]

    def meaning(self, terminal: str, word: str) -> tuple[Term, ...]:
        """What a word of a class means, however it is spaced and capitalised."""
        if terminal not in self._folded:
            self._folded[terminal] = {fold(known): meaning for known, meaning in self[terminal].items()}
        return self._folded[terminal][fold(word)]

    def saying(self, terminal: str, term: Term) -> str | None:
        """The first word of a class that means a term and nothing else."""
        if terminal not in self._saying:
            entries = reversed(self[terminal].items())
            self._saying[terminal] = {means[0]: word for word, means in entries if len(means) == 1}
        return self._saying[terminal].get(term)


@cache
def word_lists(game: str) -> WordLists:
    """The classes of ``grammar/<game>/*.toml``. Raises :class:`Malformed` for a game without word lists."""
    folder = files("headjudge.grammar").joinpath(game)
    lists = [file for file in folder.iterdir() if file.name.endswith(".toml")] if folder.is_dir() else []
    if not lists:
        raise Malformed(f"there are no word lists for {game}", advice=f"put them into grammar/{game}/*.toml")
    classes: dict[str, list[str]] = {}
    for file in sorted(lists, key=lambda file: file.name):
        for terminal, lines in read_table(file).items():
            if isinstance(lines, list):
                classes.setdefault(terminal, []).extend(lines)
                continue
            for column, inflected in _inflected(lines):
                classes.setdefault(f"{terminal}_{column}", []).extend(inflected)
    return WordLists(classes)


def _inflected(table: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    """The classes of a table of forms: for each of its ``columns`` the forms of all rows, "" being none.

    The key of a row is what all its forms mean.
    """
    rows = {meaning: forms for meaning, forms in table.items() if meaning != "columns"}
    for place, column in enumerate(table["columns"]):
        yield column, [f"{forms[place]}: {meaning}" for meaning, forms in rows.items() if forms[place]]


def _word(line: str) -> str:
    """The word of a line of a word list: ``lamp``, ``lamps: lamp`` or ``all lights: lamp sun``."""
    return line.rpartition(": ")[0] or line


def _entry(line: str) -> tuple[str, tuple[Term, ...]]:
    word, colon, meanings = line.rpartition(": ")
    return (word, tuple(map(read, meanings.split()))) if colon else (line, (read(slug(line.rstrip("!"))),))
