"""Pages that answer why, why not and what if: proofs that unfold, what failed, the smallest change."""

from __future__ import annotations

from collections.abc import Sequence, Set

from ..derivation.declaration import Verdict, declared, judge
from ..derivation.ruling import Round, Ruling
from ..explanation.proof import Line, Proof, prove, why
from ..explanation.whynot import Attempt, why_not
from ..terms import Fn, functor, read, show
from .declarations import verdict_said
from .page import Page
from .phrases import Speaker, capitalised
from .render import caveats_said, idle, worth_saying
from .verdict import cited

_ATTEMPTS_SAID = 4
_BELOW_SAID = 2
#: The headings of a what-if: of a declaration or an event, whether it is wanted, whether a change was found.
_HEADS = {
    (False, True, True): "whatif.brings",
    (False, True, False): "whatif.no_bring",
    (False, False, True): "whatif.averts",
    (False, False, False): "whatif.no_avert",
    (True, True, True): "whatif_legal.brings",
    (True, True, False): "whatif_legal.no_bring",
    (True, False, True): "whatif_legal.averts",
    (True, False, False): "whatif_legal.no_avert",
}
#: What the contract lets a clause say of an event.
_SPOKEN = ("would", "instead", "ignored", "replaced")


def answer(ruling: Ruling, speaker: Speaker, question: str, *, full: bool = False) -> Page:
    """The answer to a question term: why(Event), whynot(Event) or whatif(Event).

    A ``full`` proof goes down to every fact of the board; otherwise what follows from the board by
    definitions alone stays folded, and only the closest attempts are shown.
    """
    term = read(question)
    event = show(term.args[0]) if hasattr(term, "args") and term.args else ""
    if functor(event) == "declare" and functor(question) != "whatif":
        return explain_declaration(ruling, speaker, event, full=full)
    match functor(question):
        case "why":
            return explain(ruling, speaker, event, full=full)
        case "whynot":
            return explain_not(ruling, speaker, event, full=full)
    return explain_if(ruling, speaker, event)


def explain(ruling: Ruling, speaker: Speaker, event: str, *, full: bool = False) -> Page:
    """Why an event happens: its proof, rule by rule. If it does not happen, why not."""
    round_ = round_of(ruling, event)
    if round_ is None:
        return explain_not(ruling, speaker, event, full=full)
    page = Page()
    page.heading(speaker.own("proof.heading", event=speaker.event(event)))
    if event not in ruling.always():
        page.add(speaker.own("proof.only_sometimes"), 2, "loud")
    proof = why(ruling.rulebook, round_.derivation, event)
    for goal in proof.goals:
        unfold(page, speaker, proof, goal, 2, full)
    return page


def round_of(ruling: Ruling, event: str) -> Round | None:
    """The first round in which an event happens, ``None`` if it never does."""
    happening = (r for path in ruling.paths for r in path if any(w.event == event for w in r.events))
    return next(happening, None)


def unfold(page: Page, speaker: Speaker, proof: Proof, goal: str, indent: int, full: bool) -> None:
    """The proof of an atom; one that a clause says of an event is said by the clause itself."""
    spoken = functor(goal) in _SPOKEN
    for line in proof.tree(goal, full=full):
        if spoken and not line.depth and line.step:
            clause_said(page, speaker, line.step.clause, indent)
        else:
            premise_said(page, speaker, line, indent, loud=spoken)


def premise_said(page: Page, speaker: Speaker, line: Line, indent: int, *, loud: bool = True) -> None:
    """A line of a proof, with the rule that gives it; what goes without saying is left out."""
    if idle(line.premise):
        return
    number = speaker.rulebook.number(line.step.clause) if line.step else ""
    marks = [*filter(None, (number,)), *([speaker.own("proof.repeated")] if line.repeated else ())]
    if not (premise := speaker.premise(line.premise)):
        return  # the phrases of the game leave it unsaid
    said = cited(premise, marks)
    page.add(said, indent + 2 * line.depth, "" if line.depth <= loud else "quiet")


def clause_said(page: Page, speaker: Speaker, slug: str, indent: int) -> None:
    number = speaker.rulebook.number(slug)
    page.add(f"{number}: {speaker.clause(slug)}" if number else speaker.clause(slug), indent, "verdict")


def explain_not(ruling: Ruling, speaker: Speaker, event: str, *, full: bool = False) -> Page:
    """Why an event does not happen: how far each clause came that could have brought it."""
    page = Page()
    said = speaker.event(event)
    attempts = why_not(ruling, event)
    if event in ruling.always():
        page.heading(speaker.own("whynot.happens", event=said))
        return page
    page.heading(speaker.own("whynot.heading", event=said))
    if round_of(ruling, event):
        page.add(speaker.own("whynot.only_sometimes"), 2, "loud")
    if not attempts:
        page.add(speaker.own("whynot.no_clause"), 2)
    begun = [attempt for attempt in attempts if attempt.satisfied or attempt.failed is None]
    barred = [attempt for attempt in attempts if attempt.failed is None]
    if barred and not full:
        _bars(page, speaker, barred)
        return page
    for attempt in attempts if full else (begun or attempts)[:_ATTEMPTS_SAID]:
        _attempt(page, speaker, attempt, 2, full)
    return page


def _bars(page: Page, speaker: Speaker, barred: Sequence[Attempt]) -> None:
    """Rules want the event; once for all of them what keeps it from happening, one level deep."""
    for attempt in barred:
        clause_said(page, speaker, attempt.clause, 2)
    rules = ", ".join(attempt.number for attempt in barred)
    for goal in barred[0].against:
        page.add(speaker.own("whynot.barred", rules=rules, by=_bar(speaker, goal)), 4, "bad")
        assert barred[0].proof is not None
        said: dict[str, list[str]] = {}
        for step in barred[0].proof.steps.get(goal, ()):
            said.setdefault(step.clause, []).extend(map(speaker.premise, filter(worth_saying, step.premises)))
        for clause, premises in said.items():
            clause_said(page, speaker, clause, 4)
            for premise in filter(None, dict.fromkeys(premises)):
                page.add(premise, 6)


def _bar(speaker: Speaker, goal: str) -> str:
    """What ignores or replaces an event: a rule number, or the effect."""
    term = read(goal)
    by = show(term.args[1]) if isinstance(term, Fn) else ""
    return speaker.rulebook.number(by) if functor(goal) == "ignored" else speaker.option(by)


def _attempt(page: Page, speaker: Speaker, attempt: Attempt, indent: int, full: bool) -> None:
    if attempt.clause:
        clause_said(page, speaker, attempt.clause, indent)
    if attempt.failed is None:
        _barred(page, speaker, attempt, indent + 2, full)
        return
    if denial := speaker.denial(attempt.failed):
        page.add(speaker.own("whynot.failed", premise=denial), indent + 2, "bad")
    for atom in attempt.against:
        if attempt.proof is not None and attempt.failed.kind != "counts":
            unfold(page, speaker, attempt.proof, atom, indent + 4, full)
    for below in [below for below in attempt.below if below.satisfied or not below.below][:_BELOW_SAID]:
        _attempt(page, speaker, below, indent + 2, full)
    held = list(filter(None, map(speaker.premise, filter(worth_saying, attempt.satisfied))))
    if held:
        page.add(speaker.own("whynot.holds", premise="; ".join(held)), indent + 2, "good")


def _barred(page: Page, speaker: Speaker, attempt: Attempt, indent: int, full: bool) -> None:
    """A rule wanted the event; what ignored or replaced it, and the proof of that."""
    assert attempt.proof is not None
    for goal in attempt.against:
        page.add(speaker.own("whynot.barred", rules=attempt.number, by=_bar(speaker, goal)), indent, "bad")
        unfold(page, speaker, attempt.proof, goal, indent, full)


def explain_declaration(ruling: Ruling, speaker: Speaker, event: str, *, full: bool = False) -> Page:
    """Why a declaration is legal or illegal: the verdict, and the proof of every reason against it."""
    verdict = _verdict(ruling, event)
    page = verdict_said(ruling.board, speaker, verdict, caveats_said(ruling, speaker)).page
    goals = [goal for reason in verdict.reasons for goal in reason.goals]
    proof = prove(ruling.rulebook, verdict.derivation, goals)
    for reason in verdict.reasons:
        page.heading(capitalised(speaker.say("illegal", reason.finding)))
        for clause in reason.clauses:
            clause_said(page, speaker, clause, 2)
        for line in list(proof.tree(reason.goals[0], full=full))[1:]:
            premise_said(page, speaker, line, 2)
    return page


def _verdict(ruling: Ruling, event: str) -> Verdict:
    """The verdict on a declaration that is made after a ruling."""
    declaration = declared(event)
    assert declaration is not None
    return judge(ruling.rulebook, ruling.state(), *declaration)


def explain_if(ruling: Ruling, speaker: Speaker, event: str) -> Page:
    """The smallest changes of the board that bring an event about, or avert one that always happens."""
    from ..explanation.whatif import ALWAYS, NEVER, OF_DECLARATION, what_if

    declaration = functor(event) == "declare"
    said, wanted = speaker.event(event), event not in ruling.always()
    if declaration:
        said = _phrase(ruling, speaker, event)
        verdict = _verdict(ruling, event)
        wanted = not (verdict.legal and verdict.proven)
    found = what_if(ruling.board, event, wanted=wanted, rulebook=ruling.rulebook)
    page = Page()
    page.heading(speaker.own(_HEADS[declaration, wanted, bool(found.changes)], event=said))
    for change in found.changes:
        others = [edit for edit in change.edits if functor(edit) not in OF_DECLARATION]
        edits = [edit_said(ruling, speaker, edit, change.facts) for edit in others]
        if len(others) < len(change.edits):
            edits.insert(0, speaker.own("whatif.declared", event=_phrase(ruling, speaker, change.event)))
        partly = change.frequency != (ALWAYS if wanted else NEVER)
        ending = f" {speaker.own('whatif.partly')}" if partly else ""
        page.add(f"- {capitalised('; '.join(edits))}.{ending}", 2)
    page.add(
        speaker.own("whatif.cut" if found.cut else "whatif.tried", n=found.tried),
        2,
        "loud" if found.cut else "quiet",
    )
    return page


def _phrase(ruling: Ruling, speaker: Speaker, event: str) -> str:
    """A declaration as the notation writes it, else as the phrases say it."""
    return ruling.board.phrase_of(event, "event") or speaker.event(event)


def edit_said(ruling: Ruling, speaker: Speaker, edit: str, facts: Set[str]) -> str:
    """An edit of the board, said as what is then so: ``facts`` are those of the changed board."""
    match read(edit):
        case Fn("set" | "add", (fluent, _)):
            beginning = show(fluent).removesuffix(")") + (
                "," if isinstance(fluent, Fn) and fluent.args else "("
            )
            now, before = (
                next((f for f in each if f.startswith(beginning)), "")
                for each in (facts, ruling.board.facts())
            )
            return speaker.say("facts", now) if now else speaker.absent(before)
        case Fn("begin", (fact,)):
            return speaker.say("facts", show(fact))
        case Fn("end", (fact,)):
            return speaker.absent(show(fact))
        case Fn("vanish", (individual,)):
            return speaker.own("whatif.vanish", individual=speaker.say("words", show(individual)))
    return edit
