"""Cards as plain text: a name with its cost, a type line, lines of text, and what stands in the corners.

A blank line parts one card from the next, a line of two strokes the parts of a card. ``[plain]`` of
``rules/<game>/design/written.toml`` says how costs and corners are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from ..errors import Malformed, Place
from .design import Design
from .written import COST, NAME, TEXT, TYPE_LINE, WrittenCard

_Line = tuple[int, str]
_BETWEEN = "//"


def plain_cards(text: str, design: Design, name: str = "", file: str = "<text>") -> Iterator[WrittenCard]:
    """The cards in a text. With a ``name``, the text is that of one card's rules text and nothing else.

    Raises :class:`Malformed` for a card without a type line.
    """
    lines = [*enumerate(text.split("\n"), 1), (0, "")]
    if name:
        printed = {NAME: name, TEXT: text.strip("\n")}
        start = next((number for number, line in lines if line.strip()), 1)
        yield WrittenCard(design.game, printed, Place(file, start, 1), {TEXT: (start, 1)})
        return
    block: list[_Line] = []
    for number, line in lines:
        if line.strip():
            block.append((number, line.rstrip()))
        elif block:
            yield from _parts(block, design, file)
            block = []


def _parts(block: list[_Line], design: Design, file: str) -> Iterator[WrittenCard]:
    """The parts of a card, between which a line of two strokes stands; most have one part."""
    cuts = [place for place, (_, line) in enumerate(block) if line.strip() == _BETWEEN]
    pieces = zip([0, *(cut + 1 for cut in cuts)], [*cuts, len(block)], strict=True)
    parts = [_card(block[start:end], design, file) for start, end in pieces if start < end]
    whole = f" {_BETWEEN} ".join(part.name for part in parts)
    yield from (replace(part, whole=whole) for part in parts) if len(parts) > 1 else parts


def _card(block: list[_Line], design: Design, file: str) -> WrittenCard:
    table = design.written["plain"]
    (first, head), *rest = block
    printed: dict[str, str] = {}
    places: dict[str, tuple[int, int]] = {}

    def put(field: str, value: str, line: int, column: int) -> None:
        printed[field], places[field] = value, (line, column)

    cost = re.search(rf"(?:^|\s)({table['cost']})$", head)
    called = head[: cost.start()] if cost else head
    put(NAME, called.strip(), first, 1 + len(called) - len(called.lstrip()))
    if cost:
        put(COST, cost[1], first, cost.start(1) + 1)
    elif rest and re.fullmatch(table["cost"], rest[0][1].strip()):
        put(COST, rest[0][1].strip(), rest[0][0], 1 + rest[0][1].find("{"))
        rest = rest[1:]
    if not rest:
        raise Malformed(
            "this card has no type line",
            place=Place(file, first, 1),
            found=head,
            expected=("a type line below the name",),
            advice="put the type line on the line after the name; --name NAME if the file is rules text only",
        )
    (line, typed), *body = rest
    put(TYPE_LINE, typed.strip(), line, 1 + len(typed) - len(typed.lstrip()))
    for end in (0, -1):
        while body and (corner := _corner(table, body[end][1], typed, printed)):
            put(corner[0], corner[1], body[end][0], corner[2])
            del body[end]
    if body:
        put(TEXT, "\n".join(line for _, line in body), body[0][0], 1)
    return WrittenCard(design.game, printed, Place(file, first, 1), places)


def _corner(
    table: dict[str, Any], line: str, type_line: str, printed: dict[str, str]
) -> tuple[str, str, int] | None:
    """The field that a line of its own fills, its value and column."""
    for row in table["lines"]:
        found = re.fullmatch(rf"\s*(?:{row['pattern']})\s*", line)
        if found and row["field"] not in printed and re.search(row.get("where", ""), type_line):
            return row["field"], found[1], found.start(1) + 1
    return None
