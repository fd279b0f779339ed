"""What a game knows about the design of cards: the folder ``rules/<game>/design``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from ..errors import Malformed
from ..language.word_lists import word_lists
from ..tables import files, read_table
from ..terms import show
from .findings import Code, codes


@dataclass(frozen=True)
class Design:
    """The codes of a game by name, the rules that find them, and how its cards are written (``written``).

    ``words`` are the patterns that take a field apart, ``like`` what words look like,
    ``known`` the known words of each list and their meaning.
    """

    game: str
    codes: Mapping[str, Code]
    program: str = field(repr=False)
    written: Mapping[str, Any] = field(repr=False)
    words: Mapping[str, re.Pattern[str]] = field(repr=False)
    like: Mapping[str, re.Pattern[str]] = field(repr=False)
    known: Mapping[str, Mapping[str, str]] = field(repr=False)

    @classmethod
    def load(cls, game: str) -> Design:
        """The design folder of a game, read once. Raises :class:`Malformed` for a game that has none."""
        return _load(game)

    @property
    def by_code(self) -> dict[str, Code]:
        """The codes by what users call them, in order."""
        return dict(sorted((code.code, code) for code in self.codes.values()))


def designed_games() -> tuple[str, ...]:
    """The games whose written cards can be checked, by name."""
    packs = files("headjudge.rules").iterdir()
    return tuple(sorted(pack.name for pack in packs if pack.joinpath("design", "findings.toml").is_file()))


@cache
def _load(game: str) -> Design:
    folder = files("headjudge.rules").joinpath(game, "design")
    if not folder.joinpath("findings.toml").is_file():
        raise Malformed("written cards of this game cannot be checked", found=game, expected=designed_games())
    written = read_table(folder.joinpath("written.toml"))
    lists = word_lists(game)
    known = {
        name: {word: show(meaning[0]) for terminal in terminals for word, meaning in lists[terminal].items()}
        for name, terminals in written.get("known", {}).items()
    }
    facts = sorted(
        {f"known({name},{meaning})." for name, words in known.items() for meaning in words.values()}
    )
    named = sorted(folder.iterdir())
    rules = [file for file in named if file.name.endswith(".lp")]
    shared = files("headjudge.rules").joinpath("findings.toml")
    tables = [read_table(file) for file in (shared, *named) if file.match("findings*.toml")]
    return Design(
        game=game,
        codes=codes({code: row for table in tables for code, row in table.items()}),
        program="\n".join([*(file.read_text(encoding="utf-8") for file in rules), *facts]),
        written=written,
        words={name: re.compile(pattern) for name, pattern in written.get("words", {}).items()},
        like={name: re.compile(pattern) for name, pattern in written.get("like", {}).items()},
        known=known,
    )
