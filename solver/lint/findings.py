"""What can be found in a written card: codes that stay the same (a table of the game), and findings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..rulebook.findings import ERROR, NOTE, WARNING
from .written import WrittenCard

__all__ = ["ERROR", "NOTE", "WARNING", "Code", "Finding", "Fix", "codes"]


class Code(NamedTuple):
    """A kind of finding, as ``rules/<game>/design/findings.toml`` tells it.

    ``numbers`` are those of the rules it rests on. ``message`` and ``suggestion`` are said with the arguments
    of the finding; ``near`` names the list of known words among which the likest is suggested. ``proof`` are
    the boards one of which has to show it; none for what the card alone shows. ``fixable`` is what ``--fix``
    can put right.
    """

    code: str
    name: str
    severity: str
    numbers: tuple[str, ...]
    summary: str
    help: str
    message: str
    suggestion: str = ""
    near: str = ""
    proof: tuple[str, ...] = ()
    fixable: bool = False


class Fix(NamedTuple):
    """What to write instead of a span of a field, so that the finding is gone and the facts stay."""

    field: str
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Finding:
    """One fault or doubt in a card: what kind, where, what is meant instead.

    ``start`` and ``end`` are counted in the field, from 0; :attr:`line` and :attr:`column` are for people.
    ``arguments`` are those of its name in the rules, ``counterpart`` is the card with which it is found.
    ``proof`` is the text of the boards whose rulings show it, if the code asks for any.
    """

    code: Code
    card: WrittenCard
    field: str
    start: int
    end: int
    message: str
    suggestion: str = ""
    fix: Fix | None = None
    arguments: tuple[str, ...] = ()
    counterpart: WrittenCard | None = None
    proof: str | None = None

    @property
    def severity(self) -> str:
        """error, warning or note."""
        return self.code.severity

    @property
    def line(self) -> int:
        """The line, from 1: in the file, or in the field if the file is not plain text."""
        return self.card.at(self.field, self.start)[0]

    @property
    def column(self) -> int:
        """The column, from 1."""
        return self.card.at(self.field, self.start)[1]

    @property
    def length(self) -> int:
        """How many characters it is about."""
        return self.end - self.start


def codes(table: Mapping[str, Mapping[str, Any]]) -> dict[str, Code]:
    """The codes of a table, by name. Raises ``TypeError`` for one that lacks a column or has one too many."""
    found = (
        Code(**{"code": code, **row, "numbers": tuple(row["numbers"]), "proof": tuple(row.get("proof", ()))})
        for code, row in table.items()
    )
    return {code.name: code for code in found}
