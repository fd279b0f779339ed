"""Answers about declarations: may this be declared, what else could be, and what must be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..board.model import Board
from ..derivation.declaration import (
    Found,
    Permission,
    Share,
    Survey,
    Verdict,
    declared,
    judge,
    permit,
    survey,
)
from ..derivation.ruling import Ruling
from ..errors import NotCovered
from ..terms import Fn, read, show
from .interchange import Data, rule_data
from .page import Answer, Page
from .phrases import Speaker, capitalised
from .render import add_caveats, caveats_said
from .verdict import cited

#: How many of the parts that are possible at all a page tells.
_PARTS_SAID = 24


def judged(ruling: Ruling, speaker: Speaker, question: str) -> Answer:
    """Answer legal(declare(Kind, Parts)), may(declare(Kind, Parts)) or survey(Kind) on the board that a
    ruling ends with; the exit code is 0 for what may be declared, 1 for what may not, 3 if the search could
    not decide.

    Raises NotCovered if it ends with several boards or the game is over, and what :func:`judge` raises.
    """
    state, book, board = ruling.state(), ruling.rulebook, ruling.board
    notes = caveats_said(ruling, speaker)
    asked = read(question)
    assert isinstance(asked, Fn)
    about = show(asked.args[0])
    if asked.name == "survey":
        return survey_said(board, speaker, survey(book, state, about), notes)
    declaration = declared(about)
    assert declaration is not None
    kind, parts = declaration
    if asked.name == "legal":
        return verdict_said(board, speaker, judge(book, state, kind, parts), notes)
    return permission_said(board, speaker, permit(book, state, kind, parts[0]), notes)


def verdict_said(board: Board, speaker: Speaker, verdict: Verdict, notes: Sequence[str] = ()) -> Answer:
    """Whether a declaration is legal: every reason, what it ought to do, and the nearest legal one.

    ``notes`` are the caveats of the ruling before it.
    """
    say = _Sayer(board, speaker, verdict, notes)
    if not verdict.legal:
        how, code = "declaration.illegal", 1
    elif not verdict.proven:
        how, code = "declaration.undecided", NotCovered.exit_code
    else:
        how, code = "declaration.legal_so_far" if say.notes else "declaration.legal", 0
    say.heading(how, verdict.kind, verdict.parts)
    say.reasons(verdict)
    say.costs(verdict)
    say.duties(verdict.shares)
    if verdict.nearest:
        near = "declaration.nearest" if verdict.nearest.proven else "declaration.near"
        say.found(near, verdict.kind, verdict.nearest)
    say.caveats()
    return Answer(say.page, say.verdict_data(verdict), code)


def refusal_said(board: Board, speaker: Speaker, verdict: Verdict) -> Answer:
    """What a judge says of an illegal declaration that was made: the verdict, and what is done about it."""
    said = verdict_said(board, speaker, verdict)
    for clause in verdict.consequences:
        said.page.add(f"{speaker.rulebook.number(clause)}: {speaker.clause(clause)}", 2, "loud")
    return said


def permission_said(
    board: Board, speaker: Speaker, permission: Permission, notes: Sequence[str] = ()
) -> Answer:
    """Whether a part may be declared: by itself, only with others, or never."""
    alone, found = permission.alone, permission.found
    say = _Sayer(board, speaker, alone, notes)
    how = "declaration.may_with" if found else "declaration.may_not"
    say.heading("declaration.may" if alone.legal else how, alone.kind, alone.parts)
    if found and not alone.legal:
        say.found("declaration.together", alone.kind, found)
        say.page.heading(say.own("declaration.alone"))
    say.reasons(alone)
    say.costs(alone)
    say.duties(alone.shares)
    say.caveats()
    data = {"may": bool(found), "with": say.found_data(alone.kind, found), "alone": say.verdict_data(alone)}
    return Answer(say.page, data, int(found is None))


def survey_said(board: Board, speaker: Speaker, found: Survey, notes: Sequence[str] = ()) -> Answer:
    """What may and what must be declared."""
    nothing = found.nothing
    say = _Sayer(board, speaker, nothing, notes)
    say.heading("declaration.need_not" if nothing.legal else "declaration.must", found.kind, ())
    say.duties(nothing.shares)
    if not nothing.legal:
        most = "declaration.most" if found.witness.proven else "declaration.much"
        say.found(most, found.kind, found.witness)
    number = "declaration.number" if found.complete else "declaration.number_at_least"
    say.page.add(say.own(number, n=found.number), 2)
    say.able(found)
    say.caveats()
    data = {
        "able": [say.part_data(found.kind, part) for part in found.able],
        "nothing": say.verdict_data(nothing),
        "witness": say.found_data(found.kind, found.witness),
        "number": found.number,
        "complete": found.complete,
    }
    return Answer(say.page, data, 0)


class _Sayer:
    def __init__(self, board: Board, speaker: Speaker, verdict: Verdict, notes: Sequence[str]) -> None:
        self.board, self.speaker, self.own, self.page = board, speaker, speaker.own, Page()
        self.wording = verdict.wording
        own_notes = (speaker.caveat(kind, about) for kind, about in verdict.derivation.caveats)
        self.notes = list(dict.fromkeys([*notes, *own_notes]))

    # ---- on a page ----

    def heading(self, how: str, kind: str, parts: Sequence[str]) -> None:
        self.page.add(self.own(how, parts=self.phrase(kind, parts)), 0, "verdict")
        if self.notes:
            self.page.add(self.own("caveats.warning", n=len(self.notes)), 0, "loud")

    def phrase(self, kind: str, parts: Iterable[str]) -> str:
        """A declaration in the notation of the board, as short as it can be understood."""
        shorter = (tuple(read(self.wording.get(part, part)) for part in parts), tuple(map(read, parts)))
        terms = [show(Fn("declare", (Fn(kind), Fn("", each)))) for each in shorter]
        phrases = (self.board.phrase_of(term, "declaration", self.speaker.letters) for term in terms)
        return next(filter(None, phrases), terms[0])

    def reasons(self, verdict: Verdict) -> None:
        said: set[str] = set()
        for reason in verdict.reasons:
            numbers = tuple(filter(None, map(self.speaker.rulebook.number, reason.clauses)))
            sentence = capitalised(self.speaker.say("illegal", reason.finding))
            self.page.add(cited(sentence, numbers) + ".", 2, "bad")
            for clause in reason.clauses:
                if clause not in said:
                    self.page.add(f"{self.speaker.rulebook.number(clause)}: {self.speaker.clause(clause)}", 4)
                said.add(clause)

    def costs(self, verdict: Verdict) -> None:
        for part, cost, clause in verdict.costs:
            sentence = self.own(
                "declaration.cost",
                cost=self.speaker.say("costs", cost),
                part=self.speaker.say("events", part),
            )
            self.page.add(cited(sentence, (self.speaker.rulebook.number(clause),)) + ".", 2, "loud")

    def duties(self, shares: Sequence[Share]) -> None:
        for share in shares:
            if not share.duties:
                continue
            sentence = self.own(
                "declaration.duties" if share.proven else "declaration.duties_at_least",
                side=self.speaker.say("words", share.side),
                obeyed=share.obeyed,
                most=share.most,
                of=len(share.duties),
            )
            self.page.add(sentence, 2)
            for duty in sorted(share.duties, key=lambda duty: duty.obeyed):
                said = capitalised(self.speaker.say("requirements", duty.requirement))
                mark = self.own("declaration.obeyed" if duty.obeyed else "declaration.missed")
                number = self.speaker.rulebook.number(duty.clause)
                self.page.add(cited(f"{mark} {said}", (number,)), 4, "good" if duty.obeyed else "bad")

    def found(self, how: str, kind: str, found: Found) -> None:
        self.page.add(self.own(how), 2)
        self.page.verbatim(self.phrase(kind, found.parts), 4, "good")

    def able(self, found: Survey) -> None:
        if not found.able:
            self.page.add(self.own("declaration.nothing_able"), 2)
            return
        self.page.add(self.own("declaration.able"), 2)
        for part in found.able[:_PARTS_SAID]:
            self.page.verbatim(self.phrase(found.kind, [part]), 4)
        if len(found.able) > _PARTS_SAID:
            self.page.add(self.own("declaration.more_able", n=len(found.able) - _PARTS_SAID), 4)

    def caveats(self) -> None:
        add_caveats(self.page, self.speaker, self.notes)

    # ---- as data ----

    def verdict_data(self, verdict: Verdict) -> Data:
        return {
            "declaration": self.phrase(verdict.kind, verdict.parts),
            "parts": [self.part_data(verdict.kind, part) for part in verdict.parts],
            "legal": verdict.legal,
            "proven": verdict.proven,
            "reasons": [
                {
                    "finding": reason.finding,
                    "sentence": self.speaker.say("illegal", reason.finding),
                    "rules": [rule_data(self.speaker, clause) for clause in reason.clauses],
                }
                for reason in verdict.reasons
            ],
            "costs": [
                {
                    "part": part,
                    "cost": cost,
                    "sentence": self.speaker.say("costs", cost),
                    "rule": rule_data(self.speaker, clause),
                }
                for part, cost, clause in verdict.costs
            ],
            "requirements": [
                {
                    "side": share.side,
                    "obeyed": share.obeyed,
                    "most": share.most,
                    "proven": share.proven,
                    "each": [
                        {
                            "requirement": duty.requirement,
                            "sentence": self.speaker.say("requirements", duty.requirement),
                            "rule": rule_data(self.speaker, duty.clause),
                            "obeyed": duty.obeyed,
                        }
                        for duty in share.duties
                    ],
                }
                for share in verdict.shares
            ],
            "nearest": self.found_data(verdict.kind, verdict.nearest),
            "caveats": self.notes,
        }

    def part_data(self, kind: str, part: str) -> Data:
        return {"part": part, "phrase": self.phrase(kind, [part])}

    def found_data(self, kind: str, found: Found | None) -> Data | None:
        if found is None:
            return None
        return {"declaration": self.phrase(kind, found.parts), "proven": found.proven}
