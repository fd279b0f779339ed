"""What the checks of structure look at: the rules of a pack as compiled, and its files as written."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..derivation.rule import Rule
from ..derivation.rulebook import Pack, Rulebook, editions_in, read_edition, read_pack
from ..tables import files, read_table
from .finding import Finding

_DEFINED = re.compile(r"^#defined (\w+/\d+)\.$")


@dataclass(frozen=True)
class Encoding:
    """A pack with all its editions, and the texts of its files by name."""

    pack: Pack
    books: tuple[Rulebook, ...]
    texts: Mapping[str, str]

    @classmethod
    def load(cls, game: str, root: Path | None = None) -> Encoding:
        """The encoding of a game, among the packs of a folder (those of headjudge if none is named).

        Raises Malformed for an unknown game and BrokenRules for files that cannot be read at all.
        """
        room = root or files("headjudge.rules")
        pack = read_pack(game, room)
        books = tuple(read_edition(pack, edition) for edition in editions_in(pack.folder))
        names = [section.file for section in pack.sections]
        texts = {name: (room if name == "contract.lp" else pack.folder).joinpath(name) for name in names}
        return cls(pack, books, {name: file.read_text(encoding="utf-8") for name, file in texts.items()})

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.pack.game

    @functools.cached_property
    def declared(self) -> Mapping[str, tuple[str, int]]:
        """The predicates that a file declares with ``#defined``, and where the first does."""
        found: dict[str, tuple[str, int]] = {}
        for file, text in self.texts.items():
            for number, line in enumerate(text.splitlines(), 1):
                if match := _DEFINED.match(line):
                    found.setdefault(match[1], (file, number))
        return found

    @functools.cached_property
    def moments(self) -> Mapping[str, str]:
        """The moment of each file, "" for one that is always in force."""
        return {section.file: section.moment for section in self.pack.sections}

    def table(self, *path: str) -> dict[str, Any]:
        """A table of the pack, empty if there is no such file."""
        file = self.pack.folder.joinpath(*path)
        return read_table(file) if file.is_file() else {}

    @functools.cached_property
    def register(self) -> dict[str, Any]:
        """What the pack says about findings that may stay (checks.toml)."""
        return self.table("checks.toml")

    @functools.cached_property
    def reads(self) -> frozenset[str]:
        """The predicates that some rule asks for."""
        return frozenset(need for rule in self.pack.rules for need in (*rule.needs, *rule.absent))

    @functools.cached_property
    def heads(self) -> frozenset[str]:
        """The predicates that some rule gives."""
        return frozenset(rule.signature for rule in self.pack.rules)


def at(rule: Rule, code: str, severity: str, message: str, subject: str = "") -> Finding:
    """A finding about a rule: under its clause, else about its predicate."""
    return Finding(code, severity, subject or rule.clause or rule.signature, message, rule.file, rule.line)
