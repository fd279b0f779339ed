"""What the language server works with, without the server: places, marks, and that no document is too odd."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from headjudge import Board
from headjudge.derivation.rulebook import Rulebook
from headjudge.editor import board_faults, card_faults, cards
from headjudge.editor.clauses import clauses_of
from headjudge.editor.completing import complete_board
from headjudge.editor.document import Document
from headjudge.editor.hovering import hover_board
from headjudge.editor.marks import marks_of
from headjudge.editor.navigating import definition, outline, references, renamed
from headjudge.editor.places import Places
from headjudge.errors import Malformed, Place
from headjudge.notation.pack import games
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lsprotocol.types import Position

from .test_board_faults import EXAMPLES, spoiled
from .test_editor import CARD_TEXT


def utf16(text: str, offset: int) -> tuple[int, int]:
    """Line and column as editors count them, by encoding the text."""
    before = re.split("\r\n|\n|\r", text[:offset])
    if text[offset - 1 : offset + 1] == "\r\n":  # between the two signs of one end of line
        before = before[:-1]
        return len(before) - 1, len(before[-1].encode("utf-16-le")) // 2 + 1
    return len(before) - 1, len(before[-1].encode("utf-16-le")) // 2


@given(st.text(alphabet="aй😀\n\r#", max_size=24), st.integers(0, 24))
@example("a\r\nb", 3)
@settings(deadline=None)
def test_positions_are_those_of_utf16(text, offset):
    offset = min(offset, len(text))
    places = Places(text)
    position = places.position(offset)
    assert (position.line, position.character) == utf16(text, offset)
    if text[offset - 1 : offset + 1] != "\r\n":
        assert places.offset(position) == offset


@given(st.text(alphabet="aй😀\n\r#", max_size=24), st.integers(0, 9), st.integers(0, 30))
def test_a_position_that_is_nowhere_is_one_before_it(text, line, character):
    places = Places(text)
    offset = places.offset(Position(line, character))
    assert 0 <= offset <= len(text)
    there = places.position(offset)
    assert (there.line, there.character) <= (line, character)


@given(st.text(alphabet="aйи\u0306 \n", max_size=24).map(lambda text: "\ufeff" + text))
def test_the_place_of_a_word_is_where_it_stands(text):
    """Errors count the characters of the normal form, line by line, without the byte order mark."""
    import unicodedata

    for number, line in enumerate(text[1:].split("\n"), 1):
        normal = unicodedata.normalize("NFC", line)
        for column, letter in enumerate(normal, 1):
            offset = Places(text).at(Place("x", number, column))
            assert unicodedata.normalize("NFC", text[offset : offset + 2]).startswith(letter)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.stem)
def test_the_marks_of_a_board_are_its_objects(file):
    """Told by its signs alone, a text declares the ids that the parser finds."""
    text = file.read_text(encoding="utf-8")
    declared = [each.ident for each in marks_of(text).mentions if each.declares]
    board = Board.parse(text)
    assert declared == [
        each.id for each in (*board.cards, *board.objects) if each.id and getattr(each, "named", True)
    ]


def test_a_name_may_have_strokes_and_a_comment_may_follow():
    marks = marks_of(
        'magic\n  hand  Fire // Ice #both  // #old\n  hand  "A // #b" #c\n// by #d\nthen #both dies //#e\n'
    )
    assert [(each.ident, each.declares) for each in marks.mentions] == [
        ("both", True),
        ("c", True),
        ("both", False),
    ]


@pytest.mark.parametrize(
    "file", [each for each in EXAMPLES if "seed" not in each.parts], ids=lambda it: it.stem
)
def test_nothing_is_found_in_an_example(file):
    """The examples expect what is ruled, and nothing that is written on them is left out."""
    document = Document("file:///example.board", file.read_text(encoding="utf-8"))
    assert board_faults.faults(document) == []
    assert list(board_faults.rulings(document, "en", bool)) == []


@given(spoiled(), st.floats(0, 1))
@settings(max_examples=30, deadline=None)
def test_no_board_is_too_odd(text, where):
    document = Document("file:///odd.board", text)
    offset = int(where * len(text))
    for found in board_faults.faults(document):
        assert 0 <= found.start <= found.end <= len(text)
        assert len(found.actions(document)) == len(found.fixes)
    hover_board(document, offset, "ru")
    complete_board(document, offset, document.names)
    definition(document, offset)
    references(document, offset, True)
    with contextlib.suppress(Malformed):
        renamed(document, offset, "other")
    for symbol in outline(document):
        inside = [
            document.places.offset(each)
            for each in (symbol.selection_range.start, symbol.selection_range.end)
        ]
        around = [document.places.offset(each) for each in (symbol.range.start, symbol.range.end)]
        assert around[0] <= inside[0] <= inside[1] <= around[1]
    if not document.examined.faults:
        list(board_faults.rulings(document, "en", bool))


@given(
    st.integers(0, len(CARD_TEXT)), st.integers(0, 30), st.sampled_from(["", "\n\n", "{", "—", "😀", "X\n"])
)
@settings(max_examples=40, deadline=None)
def test_no_card_is_too_odd(start, length, instead):
    text = CARD_TEXT[:start] + instead + CARD_TEXT[start + length :]
    document = Document("file:///odd.card", text)
    for found in card_faults.faults(document, bool):
        assert 0 <= found.start <= found.end <= len(text)
    cards.hover(document, start, "en")
    cards.complete(document, start)
    cards.outline(document)


@pytest.mark.parametrize("game", games())
def test_every_clause_leads_to_its_block(game):
    clauses = clauses_of(Rulebook.load(game))
    for slug in clauses.book.pack.clauses:
        block = clauses.block(slug)
        lines = Path(block.file).read_text(encoding="utf-8").splitlines()[block.start : block.end]
        assert lines[0] == f"%! {slug}"
        assert f"in_force({slug})" in "\n".join(lines)
        assert sum(bool(re.match(r"%! [a-z]\w*$", line)) for line in lines) == 1


def test_a_search_that_nobody_waits_for_ends():
    class Unwanted(Exception):
        pass

    def twice() -> None:
        calls.append(None)
        if len(calls) > 2:
            raise Unwanted

    document = Document("file:///a.board", EXAMPLES[0].read_text(encoding="utf-8"))
    for search in (
        lambda: board_faults.faults(Document("file:///b.board", document.text), twice),
        lambda: list(board_faults.rulings(document, "en", twice)),
        lambda: card_faults.faults(
            Document("file:///a.card", "".join(f"Odd {n} {{W}}\nCreature\n\n" for n in range(80))), twice
        ),
    ):
        calls: list[None] = []
        with pytest.raises(Unwanted):
            search()
