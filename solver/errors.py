"""The three ways a question can fail, each with its place and what to do about it.

Malformed input, an illegal action and a question outside the encoded rules are
different answers to a judge, so they are different types with different exit codes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """Where something stands: file name (or "<text>"), line and column, both counted from 1."""

    file: str = "<text>"
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column}"


class HeadjudgeError(Exception):
    """Base of every error meant for a user: what, where, what was expected, what to do.

    Attributes: ``what`` (one sentence), ``place`` (:class:`Place` or ``None``), ``found``
    (the offending text), ``expected`` (what could have stood there), ``advice`` (what to do).
    """

    exit_code = 2

    def __init__(
        self,
        what: str,
        *,
        place: Place | None = None,
        found: str = "",
        expected: tuple[str, ...] = (),
        advice: str = "",
    ) -> None:
        super().__init__(what)
        self.what = what
        self.place = place
        self.found = found
        self.expected = expected
        self.advice = advice

    def __str__(self) -> str:
        lines = [f"{self.place}: {self.what}" if self.place else self.what]
        if self.found:
            lines.append(f"  found:    {self.found}")
        if self.expected:
            lines.append(f"  expected: {', '.join(self.expected)}")
        if self.advice:
            lines.append(f"  do:       {self.advice}")
        return "\n".join(lines)


class Malformed(HeadjudgeError):
    """The input cannot be read, or what it describes contradicts itself (exit code 2)."""

    exit_code = 2


class IllegalAction(HeadjudgeError):
    """A scripted action that the rules do not allow (exit code 1)."""

    exit_code = 1


class ImpossibleScenario(IllegalAction):
    """What a board describes cannot have come about under the rules (exit code 1).

    ``number`` is that of the first rule that excludes it.
    """

    def __init__(self, found: str, number: str) -> None:
        super().__init__("the rules exclude what the board describes", found=found)
        self.number = number


class NotCovered(HeadjudgeError):
    """The question needs rules or card text that headjudge has not encoded (exit code 3)."""

    exit_code = 3
