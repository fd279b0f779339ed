"""What is wrong with a board: its faults, texts that nobody reads, and what does not come as it expects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from ..board.cards import read_rules
from ..board.model import Board
from ..derivation.adjudication import OUTCOME_LIMIT, adjudicate
from ..derivation.rulebook import Rulebook
from ..derivation.ruling import Ruling
from ..errors import HeadjudgeError, IllegalAction, Malformed, NotCovered
from ..nearest import suggested
from ..notation.pack import Notation
from ..notation.statements import with_statements
from ..report.expectations import check
from ..report.phrases import Speaker, speaker
from ..terms import Fn, Term, functor, read
from .document import Document
from .found import ERROR, INFORMATION, WARNING, Fix, Found

#: So many things are told of one document, and what more could stand at a place.
_MOST, _MOST_EXPECTED = 200, 8
_UNTIL = re.compile(r'(?:"(?:\\.|[^"\\\n])*"|/(?!/)|[^;"/\n])+')


def faults(document: Document, going_on: Callable[[], object] = bool) -> list[Found]:
    """Every fault of a board, in the order of their places, and every text that nobody reads.

    ``going_on`` is called now and then, and ends the search by what it raises.
    """
    document.examine(going_on)
    found = [_fault(document, each) for each in document.examined.faults[:_MOST]]
    more = len(document.examined.faults) - _MOST
    if more > 0:
        last = found[-1]
        found.append(Found(last.start, last.end, ERROR, "malformed", f"there are {more} more faults"))
    return [*found, *_unread(document, going_on)]


def _fault(document: Document, error: HeadjudgeError) -> Found:
    start, end = _span(document, error)
    fixes: tuple[Fix, ...] = ()
    meant = suggested(error.advice)
    if meant and error.place and ", before the dash" not in meant:  # that is no word to write there
        written = document.text[start:end]
        meant = meant.lower() if written.islower() and not meant.startswith("#") else meant
        meant = f'"{meant}"' if written.startswith('"') and not meant.startswith('"') else meant
        fixes = (Fix(f"Write {meant}", start, end, meant),)
    return Found(start, end, ERROR, "malformed", said(error), fixes)


def said(error: HeadjudgeError) -> str:
    """An error in one paragraph: what is wrong, what could stand there, what to do."""
    parts = [error.what]
    if error.found and error.found not in error.what and " " in error.found:
        parts[0] += f": {error.found}"
    if error.expected:
        some = ", ".join(error.expected[:_MOST_EXPECTED])
        parts.append(f"expected: {some}{', ...' if len(error.expected) > _MOST_EXPECTED else ''}")
    if error.advice:
        parts.append(error.advice)
    return "\n".join(parts)


def _span(document: Document, error: HeadjudgeError) -> tuple[int, int]:
    """Where an error is: at its place, at whom it is about, or at the game's name."""
    if error.place and error.place.line:
        return document.places.found(error.place, error.found)
    return _about(document, error.found) or _header(document)


def _header(document: Document) -> tuple[int, int]:
    start = document.text.find(document.header[0])
    if document.header[1]:
        return start, document.text.find(document.header[1], start) + len(document.header[1])
    return max(start, 0), max(start, 0) + len(document.header[0])


def _about(document: Document, finding: str) -> tuple[int, int] | None:
    """The object or player of a board that a finding is about."""
    try:
        term = read(finding)
    except Malformed:
        return None
    for name in _texts(term):
        if home := document.marks.home(name):
            return home.start, home.end
        written = document.examined.written
        for side in (*written.players, *written.teams) if written else ():
            if side.name == name:
                return document.places.found(side.name.place, name)
            for thing in side.objects:
                if thing.name == name:
                    return document.places.found(thing.name.place, name)
    return None


def _texts(term: Term) -> Iterator[str]:
    if isinstance(term, str):
        yield term
    elif isinstance(term, Fn):
        for arg in term.args:
            yield from _texts(arg)


def _unread(document: Document, going_on: Callable[[], object]) -> Iterator[Found]:
    """The sentences in brackets of which the facts of the board say that nobody has read them."""
    notation, board = document.notation, document.examined.board
    unread = _unread_texts(notation, board) if notation and board else set()
    for start, end in document.marks.texts if unread else ():
        going_on()
        if notation:
            yield from _unread_of(document, notation, start + 1, end - 1, unread)


def _unread_texts(notation: Notation, board: Board) -> set[str]:
    """The sentences that the facts of a board call unread."""
    names = {functor(fact) for fact in notation.card["unread"]}
    facts = (read(fact) for fact in board.facts() if functor(fact) in names)
    return {_plain(text) for fact in facts for text in _texts(fact)}


def _plain(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def name_on_line(document: Document, offset: int) -> str:
    """The name of the object or card on the line of an offset; ``""`` if there is none."""
    thing = document.thing_at(offset)
    return str(thing.name) if thing else ""


def one_line(text: str) -> str:
    """A text in brackets with blanks for the ends of lines that end no paragraph, each sign in its place."""
    return re.sub(r"\n(?=\s*[^\W\d_A-ZА-ЯЁ])", " ", text)


def _unread_of(
    document: Document, notation: Notation, start: int, end: int, known: set[str]
) -> Iterator[Found]:
    """The sentences of a text that are known to be unread, at the word where reading stopped."""
    text, name = one_line(document.text[start:end]), name_on_line(document, start)
    try:
        reading = with_statements(notation.game, text, name, read_rules(notation, text, name))
    except HeadjudgeError:  # told as a fault of the board
        return
    for each in reading.unread:
        if _plain(each.text) not in known:
            continue
        first, last = start + each.start, start + each.end
        word = document.text.find(each.stopped_at, first, last) if each.stopped_at else -1
        if word >= 0:
            first, last = word, word + len(each.stopped_at)
        message = f"not read, so that a ruling may leave it out: reading stopped at “{each.stopped_at}”"
        if each.expected:
            message += f"\nexpected: {', '.join(each.expected[:_MOST_EXPECTED])}"
        yield Found(first, last, WARNING, "not-read", message)


# ---- rulings ----


def rulings(document: Document, language: str, going_on: Callable[[], object]) -> Iterator[Found]:
    """What a board without faults expects and does not come, and why it is not ruled on if it is not.

    ``going_on`` is called before each round of a ruling, and ends it by what it raises.
    """
    board = document.examined.board
    if board is None or document.examined.faults:
        return
    refused: dict[str | None, Found] = {}
    made: dict[str | None, Ruling | HeadjudgeError] = {}

    def ruling_for(under: str | None) -> Ruling:
        if under not in made:
            try:
                book = Rulebook.load(board.game, under or board.edition or None)
                made[under] = adjudicate(board, book, limit=OUTCOME_LIMIT, going_on=going_on)
            except HeadjudgeError as error:
                made[under] = error
        ruling = made[under]
        if isinstance(ruling, HeadjudgeError):
            raise ruling
        return ruling

    if not board.expects:
        try:
            ruling_for(None)
        except HeadjudgeError as error:
            yield _refused(document, board, error, None, language)
    for expectation in board.expects:
        going_on()
        try:
            for failure in check(ruling_for, expectation):
                start = document.places.at(failure.place)
                end = start + len(_claim(document, start))
                message = f"expected: {failure.expected}\nbut {failure.happened}"
                yield Found(start, end, WARNING, "expectation", message)
        except HeadjudgeError as error:
            if expectation.under not in refused:
                refused[expectation.under] = _refused(document, board, error, expectation.under, language)
                yield refused[expectation.under]


def _claim(document: Document, start: int) -> str:
    """A claim as it is written."""
    found = _UNTIL.match(document.text, start)
    return found[0].rstrip() if found else ""


def _refused(
    document: Document, board: Board, error: HeadjudgeError, under: str | None, language: str
) -> Found:
    """Why a board is not ruled on: it contradicts itself, does what is not allowed, or is not covered."""
    start, end = _span(document, error)
    if error.place and error.place.line:  # a whole line of the script
        end = start + len(_UNTIL.match(document.text, start)[0].rstrip())  # type: ignore[index]
    severity, code = ERROR, "contradiction"
    if isinstance(error, NotCovered):
        severity, code = INFORMATION, "not-covered"
    elif isinstance(error, IllegalAction):
        severity, code = WARNING, "illegal"
    told = [*_reasons(error, board, under, language)]
    what = f"under {under}: {error.what}" if under else error.what
    if told:
        return Found(start, end, severity, code, "\n".join((what, *told)))
    return Found(start, end, severity, code, said(error))


def _reasons(error: HeadjudgeError, board: Board, under: str | None, language: str) -> Iterable[str]:
    """What an error has found, as sentences."""
    try:
        teller = speaker(board, Rulebook.load(board.game, under or board.edition or None), language)
    except HeadjudgeError:
        return
    from ..derivation.declaration import IllegalDeclaration

    if isinstance(error, IllegalDeclaration):
        from ..report.declarations import refusal_said

        yield refusal_said(board, teller, error.verdict).page.text()
        return
    yield from _found_said(error, teller)


def _found_said(error: HeadjudgeError, teller: Speaker) -> Iterable[str]:
    if error.found.startswith(("contradiction(", "missing(", "illegal(", "impossible(")):
        yield teller.finding(error.found)
