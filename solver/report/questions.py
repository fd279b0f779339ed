"""All questions: what a board asks or somebody asks of it, each answered as a page and as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..derivation.ruling import Ruling
from ..terms import functor
from .page import Page
from .phrases import Speaker
from .render import add_receipt, render

#: The questions that are about declarations.
_ABOUT_DECLARATIONS = ("legal", "may", "survey")


@dataclass(frozen=True)
class Answered:
    """A question and its answer; ``data`` is given for questions about declarations only."""

    question: str
    page: Page
    data: dict[str, Any] | None = None
    exit_code: int = 0


def about_declarations(term: str) -> bool:
    """Whether a question term is about what may or must be declared."""
    return functor(term) in _ABOUT_DECLARATIONS


def answered(ruling: Ruling, speaker: Speaker, question: str, term: str, *, full: bool = False) -> Answered:
    """The answer to a question, given as text and term. Raises NotCovered where there is none."""
    if about_declarations(term):
        from .declarations import judged

        found = judged(ruling, speaker, term)
        return Answered(question, found.page, found.data, found.exit_code)
    if "(" not in term:
        return Answered(question, render(ruling, speaker))
    from .answers import answer

    return Answered(question, answer(ruling, speaker, term, full=full))


def pages(ruling: Ruling, speaker: Speaker, *, board: bool = False) -> Iterator[tuple[Page, int]]:
    """The pages about a board, each with its exit code: the ruling, then the answers to what it asks.

    Where nothing happens and only declarations are asked about, these answers are all there is to say.
    """
    terms = [question.term for question in ruling.board.asks]
    quiet = not (ruling.events() or ruling.choices() or ruling.board.script or board)
    only_answers = bool(terms) and quiet and all(map(about_declarations, terms))
    if not only_answers:
        yield render(ruling, speaker, board=board), 0
    answers = list(asked(ruling, speaker))
    if only_answers:
        add_receipt(answers[-1].page, ruling, speaker)
    yield from ((answer.page, answer.exit_code) for answer in answers)


def asked(ruling: Ruling, speaker: Speaker) -> Iterator[Answered]:
    """The answers to what a board asks beyond what happens."""
    for question in ruling.board.asks:
        if "(" in question.term:
            yield answered(ruling, speaker, question.text, question.term)
