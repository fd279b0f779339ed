"""A page for a terminal: lines with an indent and a tone, wrapped to its width, coloured on a terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field
from os import environ
from typing import Any

WIDTH = 80
_WIDEST = 100

#: How each tone of a line is coloured.
_TONES: dict[str, dict[str, bool | str]] = {
    "": {},
    "verdict": {"bold": True},
    "heading": {"bold": True, "fg": "cyan"},
    "good": {"fg": "green"},
    "bad": {"fg": "red"},
    "loud": {"bold": True, "fg": "yellow"},
    "quiet": {"dim": True},
}


@dataclass
class Page:
    """Lines as (text, indent, tone, whether it may be wrapped)."""

    lines: list[tuple[str, int, str, bool]] = field(default_factory=list)

    def add(self, text: str = "", indent: int = 0, tone: str = "") -> None:
        """Put a line on the page."""
        self.lines.append((text, indent, tone, True))

    def verbatim(self, text: str, indent: int = 0, tone: str = "") -> None:
        """Put a line on the page that is never wrapped, so that it can be copied."""
        self.lines.append((text, indent, tone, False))

    def heading(self, text: str) -> None:
        """Put a heading on the page, after a blank line."""
        if self.lines:
            self.add()
        self.add(text, 0, "heading")

    def text(self, width: int = WIDTH, colour: bool = False) -> str:
        """The page as text; long lines are wrapped and hang by two blanks."""
        return "\n".join(row for line in self.lines for row in _rows(*line, width, colour))

    def show(self) -> None:
        """Print the page: to a terminal in its width and in colour, else as plain text of 80 columns."""
        terminal = sys.stdout.isatty()
        width = min(shutil.get_terminal_size().columns, _WIDEST) if terminal else WIDTH
        print(self.text(width, terminal and "NO_COLOR" not in environ))


@dataclass(frozen=True)
class Answer:
    """The answer to a question: its page, its data for programs (``None`` if it has none) with what they are
    called there, its exit code."""

    page: Page
    data: dict[str, Any] | None = None
    exit_code: int = 0
    kind: str = "declaration"


def _rows(text: str, indent: int, tone: str, wrap: bool, width: int, colour: bool) -> Iterable[str]:
    margin = " " * indent
    room = max(width - indent, 24)
    if wrap and len(text) > room:
        rows = textwrap.wrap(
            text,
            room,
            subsequent_indent="  " if indent else "",
            break_long_words=False,
            break_on_hyphens=False,
        )
    else:
        rows = [text]
    for row in rows:
        if not colour or not row or not _TONES[tone]:
            yield f"{margin}{row}".rstrip()
        else:
            from click import style

            yield margin + style(row, **_TONES[tone])  # type: ignore[arg-type]
