"""A text is read sign by sign as Lark's contextual lexer and parser read it, or not at all as they do not."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from headjudge.language.automaton import source
from headjudge.language.scanning import scanner
from lark import Lark
from lark.exceptions import UnexpectedInput

ROOT = Path(__file__).parents[1]
BOARDS = sorted(path for folder in ("examples", "tests") for path in (ROOT / folder).rglob("*.board"))
LARK = Lark(source("board"), parser="lalr", lexer="contextual", maybe_placeholders=False)


def looked_at(path: Path) -> bool:
    """One board in ten, always the same ones."""
    return zlib.crc32(path.name.encode()) % 10 == 0


def by_lark(text: str) -> object:
    try:
        return plain(LARK.parse(text))
    except UnexpectedInput:
        return None


def plain(node: object) -> object:
    """A tree, ours or Lark's, as nested tuples; a token with its terminal and where it begins and ends."""
    if isinstance(node, str):
        start = node.start if hasattr(node, "start") else node.start_pos
        return node.type, str(node), start, start + len(node)
    return node and (node.data, *map(plain, node.children))


@pytest.mark.parametrize("path", [path for path in BOARDS if looked_at(path)], ids=lambda path: path.stem)
def test_a_board_and_what_a_slip_makes_of_it_are_read_as_lark_reads_them(path: Path) -> None:
    ours, text = scanner("board", "start"), path.read_text("utf-8")
    assert plain(ours.tree(text)) == by_lark(text)
    seed = zlib.crc32(text.encode())
    for number in range(5):
        place = (seed * (number + 1) >> 3) % len(text)
        sign = '#"({[<>]})=-@x/?\n '[(seed >> number) % 17]
        for slip in (text[:place] + text[place + 1 :], text[:place] + sign + text[place:]):
            assert plain(ours.tree(slip)) == by_lark(slip), slip
