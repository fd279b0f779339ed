"""Every fault of a board, not only the first, and what can be understood of it all the same.

A line that fits no form is read as far as it fits, so that the others still know whom it names; a piece
without a meaning is passed over. What only follows from a fault that is told is not told again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import NamedTuple

from ..errors import Malformed, Place
from .model import Board
from .reading import read_board
from .syntax import ODD, Written, line_of_kind, odd_character, read_written, typed, written_if_it_fits

_CLOSED = re.compile(r'"(?:\\.|[^"\\\n])*"|\[(?:\\.|[^\]\\\n])*\]|//.*')
_ID = re.compile(r'#(?:[\w-]+|"(?:\\.|[^"\\\n])+")')
_Key = tuple[Place | None, str]
#: The kinds of lines that name somebody or something.
_NAMING = ("team", "player", "card", "object")


class Examined(NamedTuple):
    """A board as far as it can be read, and its faults in the order of their places.

    ``written`` and ``board`` are ``None`` if not even the game can be told.
    """

    written: Written | None
    board: Board | None
    faults: tuple[Malformed, ...]


class _Taken:
    """A piece of a reading of which the fault is taken down, and the reading goes on."""

    def __init__(self, faults: dict[_Key, Malformed], going_on: Callable[[], object]) -> None:
        self._faults, self._going_on = faults, going_on

    def __enter__(self) -> None:
        self._going_on()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Malformed):
            return False
        self._faults.setdefault((error.place, error.what), error)
        return True


def examine(text: str, file: str = "<text>", going_on: Callable[[], object] = bool) -> Examined:
    """All faults of a board text, and the board as far as it can be read.

    Where there are no faults, the board is that of :meth:`headjudge.Board.parse`, which raises the first
    fault otherwise; only there it may be ruled on. ``going_on`` is called before each piece of the board: who
    no longer wants the answer ends the reading by what that raises.
    """
    faults: dict[_Key, Malformed] = {}
    taken = _Taken(faults, going_on)
    written = board = None
    odd: set[_Key] = set()
    with taken:
        plain = _plain(text, file, taken)
        odd = {*faults}
        written = written_if_it_fits(plain, file) or read_written(_mended(plain, file, taken), file)
    if written is not None:
        misfits = [key for key in faults if key not in odd]
        with taken:
            board = read_board(written, piece=taken)
        _drop_consequences(faults, misfits)
    return Examined(written, board, tuple(sorted(faults.values(), key=_order)))


def _order(fault: Malformed) -> tuple[int, int]:
    return (fault.place.line, fault.place.column) if fault.place else (0, 0)


def _drop_consequences(faults: dict[_Key, Malformed], misfits: Sequence[_Key]) -> None:
    """What follows from a line that was cut, or from a fault that keeps an object from having a card."""
    last: dict[int, int] = {}
    for fault in faults.values():
        if fault.place:
            last[fault.place.line] = max(last.get(fault.place.line, 0), fault.place.column)
    cut = {place.line: place.column for place, _ in misfits if place}
    for key, fault in [*faults.items()]:
        place = fault.place
        if place is None or key in misfits:
            continue
        unnamed = fault.what.startswith("unknown card ") and place.column < last[place.line]
        if unnamed or place.column >= cut.get(place.line, place.column + 1):
            del faults[key]


def _plain(text: str, file: str, taken: _Taken) -> str:
    """The text in one typography; control characters, each a fault, become blanks."""
    plain = typed(text)
    for odd in ODD.finditer(plain):
        with taken:
            raise odd_character(plain, odd, file)
    return ODD.sub(" ", plain)


def _mended(text: str, file: str, taken: _Taken) -> str:
    """The text with every line that fits no form cut down to what fits, or taken out."""
    lines = text.split("\n")
    first = next((number for number, line in enumerate(lines) if line.split("//")[0].strip()), len(lines))
    spans = _spans(lines, first + 1)
    if first == len(lines):
        return text
    read_written("\n" * first + lines[first], file)  # of what game is this?
    for start, end in _misfits(lines, lines[first], spans):
        with taken:
            try:
                _checked(lines[first], lines[start:end])
            except Malformed as fault:
                kept = _fitting(lines[first], lines[start:end], fault)
                lines[start:end] = [kept, *[""] * (end - start - 1)]
                if fault.place:
                    fault.place = Place(file, fault.place.line + start - 1, fault.place.column)
                raise
    return "\n".join(lines)


def _spans(lines: Sequence[str], first: int) -> list[tuple[int, int]]:
    """The lines that belong together, because a text in brackets goes on from one to the next."""
    spans: list[tuple[int, int]] = []
    start = first
    while start < len(lines):
        end = start + 1
        if "[" in _CLOSED.sub("", lines[start]):
            for number in range(end, len(lines)):
                bracket = re.search(r"(?<!\\)[\[\]]", lines[number])
                if bracket:
                    end = number + 1 if bracket[0] == "]" else end
                    break
        spans.append((start, end))
        start = end
    return spans


def _checked(header: str, lines: Sequence[str]) -> Written:
    """Some lines under the first one of a board; :class:`Malformed` where they fit no form."""
    return read_written("\n".join((header, *lines)))


def _misfits(lines: Sequence[str], header: str, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans of lines that fit no form, found by halves."""
    if not spans:
        return []
    if written_if_it_fits("\n".join((header, *lines[spans[0][0] : spans[-1][1]])), ""):
        return []
    if len(spans) == 1:
        return list(spans)
    half = len(spans) // 2
    return [*_misfits(lines, header, spans[:half]), *_misfits(lines, header, spans[half:])]


def _fitting(header: str, lines: Sequence[str], fault: Malformed) -> str:
    """What of a line that names something stands before its fault and fits, with its ``#id``."""
    text = "\n".join(lines)
    if line_of_kind(text) not in _NAMING or fault.place is None or fault.place.line != 2:
        return ""
    before = text[: fault.place.column - 1]
    after = _ID.search(text, len(before))
    with_id = f"{before} {after[0]}" if after and not _ID.search(before) else before
    fitting = (kept for kept in (with_id, before) if written_if_it_fits(f"{header}\n{kept}", ""))
    return next(fitting, "")
