"""All questions: what a board asks or somebody asks of it, each answered as a page and as data."""

from __future__ import annotations

from collections.abc import Iterator

from ..derivation.ruling import Ruling
from ..terms import functor
from .page import Answer, Page
from .phrases import Speaker
from .render import add_receipt, render

#: The questions that are about declarations.
_ABOUT_DECLARATIONS = ("legal", "may", "survey")
#: The question that is about an individual.
_ABOUT_AN_INDIVIDUAL = "what_is"


def about_declarations(term: str) -> bool:
    """Whether a question term is about what may or must be declared."""
    return functor(term) in _ABOUT_DECLARATIONS


def answered(ruling: Ruling, speaker: Speaker, question: str) -> Answer:
    """The answer to a question, given as its term. Raises NotCovered where there is none."""
    if about_declarations(question):
        from .declarations import judged

        return judged(ruling, speaker, question)
    if functor(question) == _ABOUT_AN_INDIVIDUAL:
        from .inspection import inspected

        return inspected(ruling, speaker, question)
    if "(" not in question:
        return Answer(render(ruling, speaker))
    from .answers import answer

    return Answer(answer(ruling, speaker, question))


def pages(ruling: Ruling, speaker: Speaker, *, board: bool = False) -> Iterator[tuple[Page, int]]:
    """The pages about a board, each with its exit code: the ruling, then the answers to what it asks.

    Where nothing happens and only declarations or individuals are asked about, these answers are all there is
    to say.
    """
    terms = [question.term for question in ruling.board.asks]
    quiet = not (ruling.events() or ruling.choices() or ruling.board.script or board)
    only_answers = (
        bool(terms)
        and quiet
        and all(about_declarations(term) or functor(term) == _ABOUT_AN_INDIVIDUAL for term in terms)
    )
    if not only_answers:
        yield render(ruling, speaker, board=board), 0
    answers = [answer for _, answer in asked(ruling, speaker)]
    if only_answers:
        add_receipt(answers[-1].page, ruling, speaker)
    yield from ((answer.page, answer.exit_code) for answer in answers)


def asked(ruling: Ruling, speaker: Speaker) -> Iterator[tuple[str, Answer]]:
    """What a board asks beyond what happens, and the answers."""
    for question in ruling.board.asks:
        if "(" in question.term:
            yield question.text, answered(ruling, speaker, question.term)
