"""The references in a text: numbers that it cites, ranges spelled out, titles in quotes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .document import Reference
from .numbers import level_of, spanned
from .style import Style


def references(source: str, start: int, style: Style) -> tuple[Reference, ...]:
    """The references in a piece of text from ``start`` on, in their order."""
    return tuple(_references(source, start, style))


def _references(source: str, start: int, style: Style) -> Iterator[Reference]:
    found = style.reference.search(source, start)
    while found:
        group = "told" if found["told"] else "dotted"
        number, at, end = found[group], found.start(group), found.end(group)
        while True:
            read, end = _one(source, number, at, end, style)
            yield from read
            more = style.further.match(source, end)
            if not more or not _goes_on(number, more["number"], style):
                break
            number, at, end = more["number"], more.start("number"), more.end("number")
        found = style.reference.search(source, end)


def _one(source: str, number: str, at: int, end: int, style: Style) -> tuple[list[Reference], int]:
    """A number with the range and the title that may follow it, and where they end."""
    span = style.span.match(source, end)
    if span:
        across = spanned(number, span["end"], style)
        end = span.end()
        if not across:
            return [Reference(number, at, end, end_of_range=span["end"])], end
        return [Reference(each, at, end) for each in across], end
    title = style.quoted_title.match(source, end)
    if title:
        text = next(part for part in title.groups() if part)
        return [Reference(number, at, end, title=text.strip())], title.end()
    return [Reference(number, at, end)], end


def _goes_on(number: str, further: str, style: Style) -> bool:
    """Whether a number after "and" belongs to the list that another one began."""
    return "." in further or level_of(number, style) is level_of(further, style)


def pointers(text: str, style: Style) -> Iterator[tuple[str, int]]:
    """The names of other entries that an entry points to, and where the pointing begins."""
    for found in style.see.finditer(text):
        if not style.reference.search(found["entries"]):
            yield re.sub(r"\s+", " ", found["entries"]), found.start()
