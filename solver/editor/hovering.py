"""What is said of the thing under the pointer: an object, a sentence of a text, the number of a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..board.cards import read_rules
from ..board.model import Board, Object
from ..board.printing import print_object
from ..board.syntax import WrittenObject, line_of_kind
from ..derivation.inspection import inspect
from ..derivation.rulebook import Rulebook
from ..errors import HeadjudgeError
from ..notation.pack import say_ability
from ..notation.statements import with_statements
from ..report.inspection import inspection_page
from ..report.phrases import Speaker, speaker
from ..terms import Term, quote, read
from .board_faults import name_on_line, one_line
from .clauses import NUMBER, clauses_of
from .document import Document

Hovered = tuple[int, int, str]
#: So many clauses are shown for a sentence.
_MOST = 8
_UNDER = re.compile(r"\bunder\s+([\w.-]+)", re.IGNORECASE)


def hover_board(document: Document, offset: int, language: str) -> Hovered | None:
    """What is said of a place of a board, in Markdown, and the span it is about."""
    if document.marks.in_comment(offset):
        return None
    return (
        _number(document, offset, language)
        or _text(document, offset, language)
        or _object(document, offset, language)
    )


def clause_said(teller: Speaker, slug: str) -> str:
    """A clause with its number."""
    return f"**{teller.rulebook.number(slug)}** {teller.clause(slug)}"


def concerning_said(book: Rulebook, language: str, terms: Iterable[Term]) -> list[str]:
    """The clauses that concern what some terms say."""
    teller = Speaker(book, language)
    return [clause_said(teller, slug) for slug in clauses_of(book).concerning(terms, _MOST)]


# ---- numbers of rules ----


def _number(document: Document, offset: int, language: str) -> Hovered | None:
    found = number_at(document, offset)
    if found is None:
        return None
    start, end, edition = found
    book = document.rulebook(edition)
    number = document.text[start:end]
    if book is None:
        return None
    teller = Speaker(book, language)
    said = [clause_said(teller, slug) for slug in clauses_of(book).numbered(number)]
    if not said and number in book.out_of_scope:
        said = [f"**{number}** is out of scope: {book.out_of_scope[number]}"]
    if not said:
        said = [f"**{number}** is no encoded rule of {book.game} {book.edition}"]
    return start, end, "\n\n".join(said)


def number_at(document: Document, offset: int) -> tuple[int, int, str] | None:
    """The number of a rule at a place of an expect line, and the edition that its line names."""
    start, end = document.places.line_at(offset)
    line = document.text[start:end]
    if line_of_kind(line) != "expect":
        return None
    under = _UNDER.search(line)
    for found in NUMBER.finditer(line):
        named = under and under.start(1) <= found.start() < under.end(1)
        if start + found.start() <= offset <= start + found.end() and not named:
            return start + found.start(), start + found.end(), under[1] if under else ""
    return None


# ---- texts ----


def _text(document: Document, offset: int, language: str) -> Hovered | None:
    """What a sentence in brackets is read as, and the rules that concern it."""
    span, notation = document.marks.text_at(offset), document.notation
    if span is None or notation is None:
        return None
    start, name = span[0] + 1, name_on_line(document, span[0])
    text = one_line(document.text[start : span[1] - 1])
    try:
        reading = with_statements(notation.game, text, name, read_rules(notation, text, name))
    except HeadjudgeError:
        return None
    here = [each for each in reading.abilities if start + each.start <= offset <= start + each.end]
    for unread in reading.unread:
        if start + unread.start <= offset <= start + unread.end:
            said = f"not read: reading stopped at “{unread.stopped_at}”"
            return start + unread.start, start + unread.end, said
    if not here:
        return None
    terms = [read(each.term) for each in here]
    said_again = (_said(notation.game, each.term) for each in here)
    facts = "\n".join(f"{each.term}" + (f"  ({each.duration})" if each.duration else "") for each in here)
    parts = [*filter(None, dict.fromkeys(said_again)), f"```prolog\n{facts}\n```"]
    if book := document.rulebook():
        parts += concerning_said(book, language, terms)
    first = min(each.start for each in here), max(each.end for each in here)
    return start + first[0], start + first[1], "\n\n".join(parts)


def _said(game: str, term: str) -> str:
    try:
        return say_ability(game, term)
    except HeadjudgeError:
        return ""


# ---- objects ----


def _object(document: Document, offset: int, language: str) -> Hovered | None:
    """What an object is: of an ``#id``, or of the line on which it stands."""
    board = document.examined.board
    if board is None:
        return None
    if mention := document.marks.mention_at(offset):
        thing = next((each for each in board.objects if each.id == mention.ident), None)
        span = mention.start, mention.end
    elif found := _named_at(document, offset):
        line, span = found
        ident = str(line.parts.get("id", ""))
        thing = next((each for each in board.objects if each.id == (ident or str(line.name))), None)
    else:
        return None
    if thing is None:
        return None
    return *span, "\n".join(_object_said(document, board, thing, language))


def _named_at(document: Document, offset: int) -> tuple[WrittenObject, tuple[int, int]] | None:
    """The object whose name is at a place."""
    thing = document.thing_at(offset)
    if thing is None:
        return None
    start = document.places.at(thing.name.place)
    quoted = document.text.startswith('"', start)
    end = start + len(thing.name) + 2 * quoted
    return (thing, (start, end)) if start <= offset <= end else None


def _object_said(document: Document, board: Board, thing: Object, language: str) -> Iterator[str]:
    yield f"**{thing.name}**" + (f" `#{thing.id}`" if thing.named else "")
    yield ""
    book = document.rulebook()
    if book and not document.examined.faults:
        teller = speaker(board, book, language)
        try:
            (inspection,) = inspect(book, board.facts(), quote(thing.id))
        except HeadjudgeError:
            pass  # nothing more than its line can be said
        else:
            for text, indent, tone, _ in inspection_page(teller, inspection).lines:
                if tone != "verdict" and text:
                    yield f"- {text}" if indent else f"\n{text}\n"
            return
    yield f"`{print_object(thing, board)}`"
