"""What a check has found: where, how bad, and, where a board shows it, that board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

SEVERITIES = ("error", "warning", "note")


@dataclass(frozen=True)
class Finding:
    """One finding of a check.

    ``code`` is stable, ``subject`` names the clause or predicate that it is about, ``bound`` says which
    boards were looked at (empty where none are), ``board`` shows it in notation. ``explained`` is the reason
    why it may stay, from the register of the pack.
    """

    code: str
    severity: str
    subject: str
    message: str
    file: str = ""
    line: int = 0
    bound: str = ""
    board: str = ""
    explained: str = field(default="", compare=False)

    @property
    def place(self) -> str:
        """Where it stands, as ``file:line``; "" if it stands nowhere."""
        return f"{self.file}:{self.line}" if self.line else self.file

    def __str__(self) -> str:
        return f"{self.place or '-'}: {self.severity} {self.code} {self.subject}: {self.message}"

    def to_json(self) -> dict[str, Any]:
        """The finding as JSON data."""
        return {
            "code": self.code, "severity": self.severity, "subject": self.subject, "message": self.message,
            "file": self.file, "line": self.line, "bound": self.bound, "board": self.board,
            "explained": self.explained,
        }  # fmt: skip


def worst(findings: Iterable[Finding]) -> int:
    """The exit code for findings: 1 if one that nobody has explained is an error, else 0."""
    return int(any(f.severity == "error" and not f.explained for f in findings))
