"""Clause numbers: which level they are of, what they stand under, which comes next."""

from __future__ import annotations

import functools
import re

from .style import Level, Style

_LAST = re.compile(r"\d+\Z|[^\W\d_]+\Z")
_ALPHABET = "abcdefghijklmnopqrstuvwxyz"
_LONGEST_RANGE = 100

Place = tuple[tuple[int, str], ...]


@functools.cache
def level_of(number: str, style: Style) -> Level | None:
    """The level that a number is written as; ``None`` for what is no number of the style."""
    return next((level for level in reversed(style.levels) if level.number.fullmatch(number)), None)


@functools.cache
def lineage(number: str, style: Style) -> tuple[str, ...]:
    """The numbers that a number stands under, outermost first, and itself."""
    found = []
    for level in style.levels:
        if level.number.fullmatch(number):
            break
        for end in range(len(number) - 1, 0, -1):
            if level.number.fullmatch(number[:end]):
                found.append(number[:end])
                break
    return (*found, number)


def parent(number: str, style: Style) -> str:
    """The number that a number stands under, whether or not the text has it; "" at the outermost level."""
    return ("", *lineage(number, style))[-2]


@functools.cache
def place(number: str, style: Style) -> Place:
    """Where a number belongs in the order of the rulebook: figures by value, z before aa."""
    return tuple(_value(_last(each)) for each in lineage(number, style))


def _last(number: str) -> str:
    found = _LAST.search(number)
    return found[0] if found else ""


def _value(last: str) -> tuple[int, str]:
    return (int(last), "") if last.isdigit() else (len(last), last)


def following(number: str, style: Style) -> str:
    """The number that comes next on the same level, letters that the style skips left out."""
    last = _last(number)
    stem = number[: len(number) - len(last)]
    if last.isdigit():
        return stem + str(int(last) + 1).zfill(len(last))
    letters = [letter for letter in _ALPHABET if letter not in style.skipped]
    tail = last[-1]
    later = [letter for letter in letters if letter > tail]
    if later:
        return stem + last[:-1] + later[0]
    if len(last) == 1:
        return stem + letters[0] * 2
    return stem + following(last[:-1], style) + letters[0]


def spanned(number: str, end: str, style: Style) -> tuple[str, ...]:
    """The numbers from one to another, which may be given by its last part only ("601.2f", "h").

    Empty if the second comes before the first, or on another level.
    """
    level = level_of(number, style)
    last = _last(number)
    whole = end if level and level.number.fullmatch(end) else number[: len(number) - len(last)] + end
    if level is None or not level.number.fullmatch(whole) or place(whole, style) <= place(number, style):
        return ()
    found = [number]
    while found[-1] != whole and len(found) < _LONGEST_RANGE:
        found.append(following(found[-1], style))
    return tuple(found) if found[-1] == whole else (number, whole)


def skips_a_letter(number: str, style: Style) -> str:
    """A letter of the number that the style never uses; "" if there is none."""
    last = _last(number)
    return next((letter for letter in last if letter in style.skipped), "") if not last.isdigit() else ""
