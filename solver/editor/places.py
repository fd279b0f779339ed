"""Where something stands in a document: offsets of its text, places of errors, positions of editors.

Editors count lines from 0 and columns in UTF-16 units; errors count both from 1, columns in characters of the
text in its normal form (NFC), without a byte order mark.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from functools import cached_property

from lsprotocol.types import Position, Range

from ..errors import Place

_LINE_END = re.compile(r"\r\n|\n|\r")
_WORD = re.compile(r'#(?:[\w-]+|"[^"\n]*")|"[^"\n]*"|[@<({\[]?[\w\'’/+-]+|\S')


class Places:
    """The places of one text.

    >>> position = Places("a\\n😀b").position(3)
    >>> position.line, position.character
    (1, 2)
    """

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _starts(self) -> list[int]:
        """Where lines start as editors count them."""
        return [0, *(found.end() for found in _LINE_END.finditer(self.text))]

    @cached_property
    def _own_starts(self) -> list[int]:
        """Where lines start as errors count them."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def position(self, offset: int) -> Position:
        """The position of an editor for an offset."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._starts, offset) - 1
        return Position(line, _units(self.text[self._starts[line] : offset]))

    def range(self, start: int, end: int) -> Range:
        """The range of an editor for a span of the text."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """The offset for a position of an editor; for one that does not exist, the next one before it."""
        if position.line >= len(self._starts):
            return len(self.text)
        start = self._starts[position.line]
        line = _LINE_END.split(self.text[start : self._end(position.line)], maxsplit=1)[0]
        if line.isascii():
            return start + min(position.character, len(line))
        units = 0
        for number, letter in enumerate(line):
            units += _units(letter)
            if units > position.character:
                return start + number
        return start + len(line)

    def _end(self, line: int) -> int:
        return self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)

    def at(self, place: Place) -> int:
        """The offset of a place that an error or a piece of a board names."""
        number = min(max(place.line, 1), len(self._own_starts)) - 1
        start = self._own_starts[number]
        if not number and self.text.startswith("\ufeff"):
            start += 1
        last = number + 1 == len(self._own_starts)
        line = self.text[start : None if last else self._own_starts[number + 1]].rstrip("\r\n")
        column = max(place.column - 1, 0)
        if not unicodedata.is_normalized("NFC", line):
            ends = range(len(line), -1, -1)
            column = next(end for end in ends if len(unicodedata.normalize("NFC", line[:end])) <= column)
        return start + min(column, len(line))

    def line_number(self, offset: int) -> int:
        """The number of the line of an offset, as errors count them."""
        return bisect_right(self._own_starts, offset)

    def line_at(self, offset: int) -> tuple[int, int]:
        """Where the line around an offset starts and ends, without the end of line."""
        number = bisect_right(self._starts, offset) - 1
        start = self._starts[number]
        return start, start + len(self.text[start : self._end(number)].rstrip("\r\n"))

    def word(self, offset: int) -> tuple[int, int]:
        """The span of the word at an offset; of one character at least, as far as the line has any."""
        start, end = self.line_at(offset)
        if found := _WORD.match(self.text, offset, end):
            return found.span()
        return (offset, end) if offset < end else (max(start, offset - 1), max(offset, start))

    def found(self, place: Place, text: str) -> tuple[int, int]:
        """The span of what an error says that it has found at a place: these words, or the word there."""
        offset = self.at(place)
        if text and self.text.startswith(text, offset):
            return offset, offset + len(text)
        return self.word(offset)


def _units(text: str) -> int:
    """How many UTF-16 units a text has."""
    return len(text) if text.isascii() else len(text) + sum(letter > "\uffff" for letter in text)
