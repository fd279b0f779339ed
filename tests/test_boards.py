"""Every board is a test, and every clause has a board where it decides and one where it just doesn't.

A clause decides on a board if the ruling is another one without it. On the second board it is one condition
short: taking it out of the edition changes nothing, though with one condition less a rule of it would apply.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.declaration import IllegalDeclaration, Verdict, judge
from headjudge.derivation.derive import Derivation, reach
from headjudge.derivation.ground import Grounding
from headjudge.derivation.inspection import Inspection, inspect
from headjudge.derivation.reach import Program
from headjudge.derivation.rule import Literal, Rule
from headjudge.derivation.rulebook import INSTRUCTION, Rulebook, editions, load_pack
from headjudge.derivation.ruling import Round, Ruling
from headjudge.derivation.steps import grounded
from headjudge.errors import HeadjudgeError
from headjudge.report.expectations import check
from headjudge.terms import Fn, show
from headjudge.terms import read as read_term

ROOT = Path(__file__).parents[1]
BOARDS = sorted(path for folder in ("examples", "tests") for path in (ROOT / folder).rglob("*.board"))
CLAUSES = ROOT / "tests" / "clauses"
GAME = "magic"


def numbers() -> dict[str, str]:
    """Each clause with its number in the newest edition in which it stands."""
    return {
        slug: number
        for edition in editions(GAME)
        for slug, number in Rulebook.load(GAME, edition).numbers.items()
    }


def read(path: Path) -> Board:
    return Board.parse(path.read_text(encoding="utf-8"), file=str(path.relative_to(ROOT)))


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: str(path.relative_to(ROOT)))
def test_expectations(path: Path) -> None:
    board = read(path)

    @cache
    def ruling_for(edition: str | None) -> Ruling:
        return adjudicate(board, Rulebook.load(board.game, edition or board.edition or None))

    assert board.expects, "a board says what it expects"
    assert [str(failure) for claims in board.expects for failure in check(ruling_for, claims)] == []


def test_every_clause_has_its_two_boards() -> None:
    expected = {
        f"{number}-{slug}-{kind}.board" for slug, number in numbers().items() for kind in ("fires", "nearly")
    }
    assert {path.name for path in CLAUSES.glob("*.board")} == expected
    assert set(numbers()) == set(load_pack(GAME).clauses) - {INSTRUCTION}


def without(rulebook: Rulebook, slug: str) -> Rulebook:
    """The rulebook with one clause taken out."""
    rest = {other: number for other, number in rulebook.numbers.items() if other != slug}
    return dataclasses.replace(rulebook, edition=f"{rulebook.edition} without {slug}", numbers=rest)


def declarations(board: Board, ruling: Ruling) -> Iterator[Verdict]:
    """The verdict on every declaration that a board asks about or makes a claim about."""
    claims = [claim.term for expectation in board.expects for claim in expectation.claims]
    for text in [*claims, *(question.term for question in board.asks)]:
        match read_term(text):
            case Fn("declare", (kind, Fn("", parts))) | Fn(
                "legal" | "may", (Fn("declare", (kind, Fn("", parts))),)
            ):
                for state in ruling.states():
                    yield judge(ruling.rulebook, state, show(kind), list(map(show, parts)))


def inspections(board: Board, ruling: Ruling) -> list[Inspection]:
    """What a board asks about individuals, answered."""
    asked = [term for question in board.asks if (term := read_term(question.term)) and isinstance(term, Fn)]
    who = [show(term.args[0]) for term in asked if term.name == "what_is"]
    return list(inspect(ruling.rulebook, board.facts(), *who)) if who else []


def judged(verdict: Verdict) -> object:
    return (verdict.reasons, verdict.shares, verdict.costs, verdict.nearest and len(verdict.nearest.parts))


def course(board: Board, rulebook: Rulebook) -> object:
    """All that a ruling says: what happens and why, who chooses what in which order, and how it ends; and
    what may be declared."""
    try:
        ruling = adjudicate(board, rulebook)
        verdicts = [judged(verdict) for verdict in declarations(board, ruling)]
        outcomes = ruling.outcomes
    except IllegalDeclaration as error:
        return error.found, judged(error.verdict), error.verdict.consequences
    except HeadjudgeError as error:
        return error.found
    return [verdicts, inspections(board, ruling)], [
        (
            outcome.state,
            outcome.result,
            outcome.policy * (outcome.result == "loop"),
            outcome.last.priority,
            [[said(round_) for round_ in path] for path in outcome.paths],
        )
        for outcome in outcomes
    ]


def said(round_: Round) -> object:
    return (
        round_.instruction,
        round_.derivation.wanted,
        round_.answers,
        round_.derivation.triggered,
        round_.after,
    )


def derivations(board: Board, ruling: Ruling) -> Iterator[Derivation]:
    yield from (verdict.derivation for verdict in declarations(board, ruling))
    for outcome in ruling.outcomes:
        yield from (round_.derivation for path in outcome.paths for round_ in path)
        yield outcome.last
    for inspection in inspections(board, ruling):
        moment = ruling.rulebook.pack.inspection_moment
        given = (f"inspected({inspection.individual})", "opening", f"moment({moment})")
        yield Derivation((*board.facts(), *given), None, moment)


def relaxed(rule: Rule) -> Iterator[str]:
    """The rule's body with one condition less, each in turn; what can't be said without it goes too."""
    conditions = [literal for literal in rule.body if not literal.text.startswith("in_force(")]
    for dropped in conditions or [None]:
        kept = [literal for literal in conditions if literal is not dropped]
        bound = {name for literal in kept if literal.kind == "holds" for name in literal.variables}
        yield ", ".join(
            literal.text for literal in kept if literal.kind == "holds" or sayable(literal, bound)
        )


def sayable(literal: Literal, bound: set[str]) -> bool:
    """Whether a literal's variables have values; an assignment gives its own variable one."""
    given, equals, _ = literal.text.partition(" = ")
    if equals and given in literal.variables and {*literal.variables} - bound <= {given}:
        bound.add(given)
    return {*literal.variables} <= bound


def one_short(slug: str, derivation: Derivation, rulebook: Rulebook) -> bool:
    """Whether a rule of the clause would apply here if one of its conditions were waived."""
    whole = reach(rulebook, derivation.moment)
    standing = (f"in_force({other})" for other in rulebook.in_force(derivation.moment))
    parts = whole.programs(None)
    program = Program("\n".join(part.text for part in parts), frozenset(), "\n".join(p.steps for p in parts))
    facts = [*derivation.facts, *standing]
    grounding = grounded(lambda text: Grounding(text, facts), program)
    rules = [rule for rule in rulebook.pack.rules if rule.clause == slug]
    bodies = dict.fromkeys(body for rule in rules for body in relaxed(rule))
    grounding.extend("".join(f"short :- {body}.\n" if body else "short.\n" for body in bodies))
    return grounding.holds("short")


def one_clause_in(number: int, slugs: Iterable[str]) -> pytest.MarkDecorator:
    """Every clause in the long run, one in so many by default: without its clause each board is ruled once
    more, and to see what a clause is short of all rules are grounded."""
    return pytest.mark.parametrize(
        "slug", [pytest.param(s, marks=[pytest.mark.long] if n % number else []) for n, s in enumerate(slugs)]
    )


each_clause = one_clause_in(36, numbers())


@each_clause
def test_the_clause_decides_on_its_board(slug: str) -> None:
    board = read(CLAUSES / f"{numbers()[slug]}-{slug}-fires.board")
    rulebook = Rulebook.load(GAME, board.edition)
    assert course(board, rulebook) != course(board, without(rulebook, slug))


@each_clause
def test_the_clause_is_one_condition_short_on_its_other_board(slug: str) -> None:
    board = read(CLAUSES / f"{numbers()[slug]}-{slug}-nearly.board")
    rulebook = Rulebook.load(GAME, board.edition)
    assert course(board, rulebook) == course(board, without(rulebook, slug))
    assert any(
        one_short(slug, derivation, rulebook)
        for derivation in derivations(board, adjudicate(board, rulebook))
    )
