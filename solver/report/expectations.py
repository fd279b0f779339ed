"""Boards as tests: whether a ruling is what the ``expect`` lines of its board say (design section 4).

A claim is about every path, that is about every combination of answers: ``EVENT`` happens on all of
them, ``sometimes EVENT`` on some but not all, ``no EVENT`` on none. A line ``round N: ...`` is about the
N-th check that brings events or asks for a choice; ``nothing else`` says that there are no further events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ..board.model import Board, Claim, Expectation
from ..derivation.adjudication import adjudicate
from ..derivation.declaration import IllegalDeclaration, declared, judge, permit, survey
from ..derivation.derive import Choice, Wanted
from ..derivation.inspection import inspect, inspected_facts
from ..derivation.rulebook import INSTRUCTION, Rulebook, load_pack
from ..derivation.ruling import Outcome, Round, Ruling
from ..derivation.state import State
from ..errors import HeadjudgeError, ImpossibleScenario, Malformed, Place
from ..terms import Fn, functor, read, show, slug, unquote
from .aftermath import lines_of
from .verdict import ended_by

RulingFor = Callable[[str | None], Ruling]
Path_ = tuple[Round, ...]

#: How many outcomes a failure tells of.
_SAID = 4
#: How a finding for which a board is refused begins.
_FINDINGS = ("contradiction(", "missing(", "illegal(", "impossible(")


@dataclass(frozen=True)
class Failure:
    """A claim that does not hold: where it stands, what it expected, and what happened instead."""

    place: Place
    expected: str
    happened: str

    def __str__(self) -> str:
        return f"{self.place}: expected {self.expected}\n  but {self.happened}"


def check_board(board: Board, edition: str | None = None) -> tuple[Failure, ...]:
    """Check every expectation of a board, under ``edition``, or else under its own and under those that
    the expectations name.

    Raises :class:`~headjudge.errors.HeadjudgeError` for a board that cannot be ruled and that does not
    expect to be refused.
    """

    @cache
    def ruling_for(under: str | None) -> Ruling:
        return adjudicate(board, Rulebook.load(board.game, under or edition or board.edition or None))

    if not board.expects:
        ruling_for(None)
    return tuple(failure for expectation in board.expects for failure in check(ruling_for, expectation))


def check(ruling_for: RulingFor, expectation: Expectation) -> list[Failure]:
    """The claims of one expect line that do not hold in the ruling under the edition it names."""
    refused = [claim for claim in expectation.claims if claim.kind == "refused"]
    if refused:
        return _refusals(ruling_for, expectation.under, refused)
    ruling = ruling_for(expectation.under)
    checked = _Check(ruling, expectation)
    return [failure for claim in expectation.claims if (failure := checked.failure(claim))]


def _refusals(ruling_for: RulingFor, under: str | None, claims: Iterable[Claim]) -> list[Failure]:
    """Claims that the board is refused: contradiction, missing, illegal or impossible, perhaps with its kind
    and, for what the rules do not allow, with a rule."""
    numbers: tuple[str, ...] = ()
    try:
        ruling_for(under)
        found = "it is ruled on"
    except IllegalDeclaration as error:
        found, numbers = error.found, error.verdict.numbers
    except ImpossibleScenario as error:
        found, numbers = error.found, (error.number,)
    except HeadjudgeError as error:
        found = error.found or error.what
    term = read(found) if found.startswith(_FINDINGS) else Fn("")
    failures = []
    for claim in claims:
        asked = read(claim.term)
        assert isinstance(asked, Fn)
        assert isinstance(term, Fn)
        kinds = {*term.args, *(Fn(arg.name) for arg in term.args if isinstance(arg, Fn))}
        wrong = term.name != asked.name or (asked.args and not set(asked.args) <= kinds)
        if wrong or (claim.rule and claim.rule not in numbers):
            failures.append(Failure(claim.place, claim.text, " ".join((found, *numbers))))
    return failures


def rounds_of(ruling: Ruling, path: Path_) -> tuple[Round, ...]:
    """The rounds of a path that an expectation counts."""
    return tuple(round_ for number, round_ in ruling.numbered(path) if number)


class _Check:
    """The claims of one line against one ruling."""

    def __init__(self, ruling: Ruling, expectation: Expectation) -> None:
        self.ruling, self.expectation = ruling, expectation
        self.paths: list[Sequence[Round]] = [self.scope(path) for path in ruling.paths]

    def scope(self, path: Path_) -> Sequence[Round]:
        number = self.expectation.round
        return path if number is None else rounds_of(self.ruling, path)[number - 1 : number]

    def failure(self, claim: Claim) -> Failure | None:
        """What is wrong with a claim, ``None`` if it holds."""
        happened = self.wrong(claim)
        return Failure(claim.place, claim.text, happened) if happened else None

    def wrong(self, claim: Claim) -> str:
        match claim.kind:
            case "event":
                return self.event(claim)
            case "fact":
                holds = [self.holds(outcome, claim.term) for outcome in self.ruling.outcomes]
                return self.finally_(claim.term) if self.wrong_often(claim, holds) else ""
            case "trait":
                return self.trait(claim)
            case "nothing":
                happened = [w for path in self.paths for w in _events(path)]
                return self.events_said() if happened else ""
            case "nothing else":
                return self.others()
            case "undecided" | "loop" | "result" as kind:
                return self.result("" if kind == "undecided" else claim.term, claim)
            case "outcomes":
                number = len(self.ruling.outcomes)
                return "" if claim.term == f"outcomes({number})" else f"there are {number}"
            case "choice":
                return self.choice(claim)
            case "legal" | "illegal" | "may" | "may not" | "declarations":
                return self.declaration(claim)
            case "trigger":
                holds = [any(_same_trigger(a, claim.term) for a in _triggered(path)) for path in self.paths]
                return self.triggers_said() if self.wrong_often(claim, holds) else ""
        raise Malformed(f"no ruling can be checked for {claim.kind}", place=claim.place, found=claim.text)

    def trait(self, claim: Claim) -> str:
        """What an individual is, on the board as described or after its script."""
        asked = read(claim.term)
        assert isinstance(asked, Fn)
        who, kind, value = map(show, asked.args)
        (inspection,) = inspect(self.ruling.rulebook, inspected_facts(self.ruling), who)
        if ((kind, value) in inspection.traits) == (claim.quantifier != "no"):
            return ""
        return ", ".join(other for this, other in inspection.traits if this == kind) or f"no {kind}"

    # ---- events ----

    def event(self, claim: Claim) -> str:
        found = [[w for w in _wanted(path) if w.event == claim.term] for path in self.paths]
        if claim.quantifier == "no" and claim.rule:
            found = [[w for w in each if claim.rule in self.ruling.cites(w.clauses)] for each in found]
        if self.wrong_often(claim, list(map(bool, found))):
            return self.events_said()
        clauses = [clause for each in found for wanted in each for clause in wanted.clauses]
        return self.cited(claim, clauses)

    def cited(self, claim: Claim, clauses: Iterable[str]) -> str:
        """ "" if the claim names no rule or one of these clauses, else which they are."""
        numbers = self.ruling.cites(clauses)
        unasked = not claim.rule or claim.quantifier == "no" or claim.rule in numbers
        return "" if unasked else f"it is cited from {', '.join(numbers) or 'no rule'}"

    def wrong_often(self, claim: Claim, holds: Sequence[bool]) -> bool:
        """Whether something holds in other outcomes than a claim says."""
        often = "" if all(holds) else "sometimes" if any(holds) else "no"
        return often != claim.quantifier

    def others(self) -> str:
        """The events that no claim of this line speaks of."""
        said = {claim.term for claim in self.expectation.claims if claim.kind == "event"}
        more = dict.fromkeys(w.event for path in self.paths for w in _events(path) if w.event not in said)
        return f"there are more: {', '.join(map(self.phrase, more))}" if more else ""

    def phrase(self, event: str) -> str:
        board = self.ruling.board
        return board.phrase_of(event, "event") or board.phrase_of(event, "then") or event

    def events_said(self) -> str:
        """What happened, in the phrases of the notation; round by round."""
        said = []
        for path in self.ruling.paths[:_SAID]:
            rounds = [
                (f"round {number}: " if number else "then: ")
                + "; ".join(
                    " ".join((self.phrase(w.event), *self.ruling.cites(w.clauses)[:1]))
                    for w in _events([round_])
                )
                for number, round_ in self.ruling.numbered(path)
                if any(_events([round_]))
            ]
            said.append(", ".join(rounds) or "nothing happens")
        return _or(said)

    # ---- declarations ----

    def declaration(self, claim: Claim) -> str:
        """What is wrong with a claim about a declaration, in one of the states the ruling ends in."""
        wrong = (self.declared(state, claim) for state in self.ruling.states())
        return next(filter(None, wrong), "") if self.ruling.states() else "the game is over"

    def declared(self, state: State, claim: Claim) -> str:
        book = self.ruling.rulebook
        match read(claim.term):
            case Fn("declarations", (kind, number)):
                found = survey(book, state, show(kind))
                return "" if found.complete and found.number == number else f"there are {found.number}"
        declaration = declared(claim.term)
        if declaration is None:
            raise Malformed("no declaration is asked for", place=claim.place, found=claim.text)
        kind, parts = declaration
        if claim.kind in ("may", "may not"):
            permission = permit(book, state, kind, parts[0])
            verdict, holds = permission.alone, permission.found is not None
        else:
            verdict = judge(book, state, kind, parts)
            holds = verdict.legal and verdict.proven
        if holds != (claim.kind in ("legal", "may")):
            return "; ".join(reason.finding for reason in verdict.reasons) or "it is legal"
        return "" if holds else self.cited(claim, verdict.clauses)

    # ---- the rest ----

    def holds(self, outcome: Outcome, fact: str) -> bool:
        if functor(fact) in load_pack(self.ruling.board.game).absent_at_zero and fact.endswith(",0)"):
            return not any(known.startswith(fact[: -len("0)")]) for known in outcome.state)
        if functor(fact) != "gone":
            return fact in outcome.state
        individual = fact[len("gone(") : -1]
        return not any(individual in known for known in outcome.state if known.startswith("object("))

    def finally_(self, fact: str) -> str:
        """How the board line of what a claim is about looks in the end."""
        board, individual = self.ruling.board, unquote(show(_first(read(fact))))
        said = []
        for outcome in self.ruling.outcomes[:_SAID]:
            lines = dict(lines_of(board.with_facts(outcome.state)))
            about = (("object", individual), ("line", f"player {individual}"), ("line", f"team {individual}"))
            said.append(next((lines[key] for key in about if key in lines), f"{individual} is gone"))
        return f"finally: {_or(said)}"

    def choice(self, claim: Claim) -> str:
        match read(claim.term):
            case Fn(_, (player, Fn("", options))):
                asked = (show(player), set(map(show, options)))
        made = [[c for round_ in path for c, _ in round_.answers] for path in self.paths]
        fitting = [[c for c in choices if (c.player, set(c.options)) == asked] for choices in made]
        happens = [any(fitting)] if claim.quantifier != "sometimes" else list(map(bool, fitting))
        if self.wrong_often(claim, happens):
            choices = dict.fromkeys(c for each in made for c in each)
            return "; ".join(map(_choice_said, choices)) or "nobody chooses anything"
        return self.cited(claim, [c.clause for each in fitting for c in each])

    def triggers_said(self) -> str:
        triggered = dict.fromkeys(ability for path in self.paths for ability in _triggered(path))
        return f"triggered: {', '.join(triggered) or 'nothing'}"

    def result(self, term: str, claim: Claim) -> str:
        """Whether the outcomes end so; a loop ends as a loop, and as the rules say that it does."""
        ends = [self.ends(outcome) for outcome in self.ruling.outcomes]
        if self.wrong_often(claim, [term in end for end in ends]):
            board = self.ruling.board
            said = (", ".join(board.phrase_of(t, "result") or t for t in end if t) for end in ends)
            return f"the result is {_or(each or 'undecided' for each in said)}"
        ending = (o for o, end in zip(self.ruling.outcomes, ends, strict=True) if term in end)
        return self.cited(claim, [clause for outcome in ending for clause in ended_by(self.ruling, outcome)])

    def ends(self, outcome: Outcome) -> tuple[str, ...]:
        """The result terms that are true of an outcome."""
        means = (outcome.policy,) if outcome.result == "loop" else ()
        won = (f"wins({player})" for player in outcome.last.winners)
        next_to_act = (f"priority({player})" for player in outcome.last.priority)
        return (outcome.result, *means, *won, *next_to_act)


def _or(texts: Iterable[str]) -> str:
    return " | or: ".join(dict.fromkeys(texts))


def _triggered(path: Sequence[Round]) -> list[str]:
    return [ability for round_ in path for ability, _ in round_.derivation.triggered]


def _wanted(path: Sequence[Round]) -> Iterator[Wanted]:
    return (wanted for round_ in path for wanted in round_.events)


def _events(path: Sequence[Round]) -> Iterator[Wanted]:
    """The events of a path that the script did not tell."""
    return (wanted for wanted in _wanted(path) if wanted.clauses != (INSTRUCTION,))


def _same_trigger(ability: str, claimed: str) -> bool:
    """Whether an ability that triggered is the claimed one: same source, and the same word or text."""
    match read(ability), read(claimed):
        case Fn(_, (source, what, *_)), Fn(_, (word, of)):
            called = what if isinstance(what, str) else functor(show(what))
            return source == of and slug(called) == show(word)
    return False


def _choice_said(choice: Choice) -> str:
    return f"{choice.player} chooses: {' | '.join(choice.options)}"


def _first(term: object) -> str | int | Fn:
    return term.args[0] if isinstance(term, Fn) and term.args else Fn("")


def boards_under(paths: Iterable[str]) -> list[str]:
    """The board files that paths name; directories are searched for ``*.board``.

    Raises Malformed for a path that is not there, and for a directory without boards.
    """
    found: list[str] = []
    for path in paths:
        if not Path(path).is_dir():
            found.append(path)
            continue
        boards = sorted(map(str, Path(path).rglob("*.board")))
        if not boards:
            raise Malformed("there are no boards here", place=Place(path), expected=("files named *.board",))
        found += boards
    return found
