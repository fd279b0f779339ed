"""Grounding only the rules a board can reach gives the same as grounding all of them: the others have no
instance there."""

from __future__ import annotations

import os
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.derivation.compiling import compile_rules
from headjudge.derivation.declaration import judge
from headjudge.derivation.derive import Derivation, derive, reach
from headjudge.derivation.ground import Grounding
from headjudge.derivation.reach import Program, Reach
from headjudge.derivation.rule import Rule
from headjudge.derivation.rulebook import Rulebook, load_pack
from headjudge.derivation.state import State
from headjudge.errors import HeadjudgeError
from headjudge.terms import Fn, show
from headjudge.terms import read as read_term
from hypothesis import given

from .independent.model import Table
from .independent.notation import board
from .independent.tables import tables
from .test_properties import examples

ROOT = Path(__file__).parents[1]
BOARDS = sorted(path for folder in ("examples", "tests") for path in (ROOT / folder).rglob("*.board"))


def sampled(path: Path) -> bool:
    """One board in 120, always the same ones."""
    return zlib.crc32(path.name.encode()) % 120 == 0


def looked_at(path: Path) -> bool:
    """One in sixteen of the other boards, or all of them where new ones are explored."""
    chosen = zlib.crc32(path.name.encode()) % 8 == 0
    return not sampled(path) and (chosen or "HEADJUDGE_EXPLORE" in os.environ)


def found(rulebook: Rulebook, state: State, moment: str, extra: tuple[str, ...], *, whole: bool) -> object:
    """All that a derivation tells the solver, or its refusal."""
    try:
        it: Derivation = derive(rulebook, state, moment, extra, whole=whole)
    except HeadjudgeError as error:
        return str(error)
    return (
        it.wanted,
        it.choices,
        it.changes,
        it.triggered,
        it.results,
        it.check_due,
        it.caveats,
        it.loop_policy,
    )


def slice_is_whole(described: Board) -> None:
    """At the first check with the script unread, and at the first instruction and the placing of triggers."""
    rulebook = Rulebook.load(described.game, described.edition or None)
    pack = load_pack(described.game)
    state = frozenset(described.facts())
    moments: list[tuple[str, tuple[str, ...]]] = [(moment, ("opening",)) for moment in pack.cycle]
    if described.script:
        events = tuple(f"instructed({event})" for event in described.script[0].events)
        moments.append((pack.instruction_moment, events))
    for moment, extra in moments:
        sliced, whole = (found(rulebook, state, moment, extra, whole=all_) for all_ in (False, True))
        assert sliced == whole, moment


def verdicts_are_whole(described: Board, most: int | None = None) -> None:
    """The verdict on declaring nothing, and on the declarations the board speaks of, or the first of them."""
    rulebook = Rulebook.load(described.game, described.edition or None)
    claims = [claim.term for expectation in described.expects for claim in expectation.claims]
    spoken_of = [term for term in dict.fromkeys(claims) if term.startswith("declare(")]
    for term in ["declare(attack,())", "declare(block,())", *spoken_of[:most]]:
        match read_term(term):
            case Fn("declare", (kind, Fn("", parts))):
                said = [
                    verdict(rulebook, described, show(kind), list(map(show, parts)), whole=whole)
                    for whole in (False, True)
                ]
                assert said[0] == said[1], term


def verdict(rulebook: Rulebook, described: Board, kind: str, parts: list[str], *, whole: bool) -> object:
    try:
        found = judge(rulebook, described.facts(), kind, parts, whole=whole)
    except HeadjudgeError as error:
        return str(error)
    return found.reasons, found.shares, found.costs, found.derivation.caveats


def out_of_reach(described: Board) -> None:
    """No rule out of reach has an instance at the first check."""
    rulebook = Rulebook.load(described.game, described.edition or None)
    moment = rulebook.pack.main_moment
    facts = [*described.facts(), f"moment({moment})", "opening"]
    reached = reach(rulebook, moment)
    assert instances(reached, facts).issubset(reached.reachable(reached.shapes(facts)))


def instances(reached: Reach, facts: Sequence[str]) -> set[Rule]:
    """The rules that have an instance."""
    rules = reached.reachable(None)
    grounding = Grounding(Program.of(rules).text, facts)
    bodies = ("; ".join(p.text for p in rule.body if not p.text.startswith("in_force(")) for rule in rules)
    grounding.extend("".join(f"fires({n}){body and ' :- '}{body}.\n" for n, body in enumerate(bodies)))
    return {rules[int(number)] for (number,) in grounding.arguments("fires", 1)}


#: Ways in which a term comes to its place: each program's last rule has an instance on its board.
WAYS = (
    "seen(X) :- box(X,red).",
    "in(lid(red),X) :- box(X,_). open(X) :- in(Y,X). open(Y) :- in(lid(Y),_). seen(X) :- open(X), X = red.",
    "kind(X,Y) :- box(X,_), Y = tin(red). seen(Z) :- kind(_,tin(Z)). last :- seen(red).",
    "most(M) :- M = #max { lid(Y) : box(_,Y) }. seen(Y) :- most(lid(Y)). last :- seen(red).",
    "deep(f(f(f(Y)))) :- box(_,Y). less(X) :- deep(f(X)). less(X) :- less(f(X)). last :- less(red).",
    "pair((X,Y)) :- box(X,Y). seen(X,Y) :- pair((X,Y)). last :- seen(_,red).",
    "size(X,N+1) :- box(X,_), N = #count { Y : box(Y,_) }. last(X) :- size(X,2), box(X,red).",
    "same(X) :- box(X,Y), likes(X,Y). last :- same(_).",
    "either(X,(red;blue)) :- box(X,_). last :- either(_,blue), either(_,red).",
    "packed(in(tin(X))) :- box(_,X). last :- packed(P), Q = tin(red), P = in(Q).",
    "packed(in(tin(X))) :- box(_,X). open(Y) :- packed(P), P = Q, Q = in(tin(Y)). last :- open(red).",
    "of(X,N) :- box(X,_), N = #sum { 2,Y : box(Y,_) }. last :- of(X,N), N = 2, box(X,red).",
    "of(X,F) :- box(X,_), F = tin(X), not box(F,_). seen(Y) :- of(_,tin(Y)). last :- seen(a).",
)


@pytest.mark.parametrize("program", WAYS)
def test_what_may_stand_at_a_place_is_found_however_it_comes_there(program: str) -> None:
    reached = Reach(compile_rules(program, "x.lp"))
    facts = ["box(a,red)", "likes(a,red)"]
    assert reached.reachable(None)[-1] in instances(reached, facts)
    assert instances(reached, facts).issubset(reached.reachable(reached.shapes(facts)))


@pytest.mark.parametrize(
    "program",
    [
        "seen(X) :- box(X,blue).",
        "would(open(X)) :- box(X,red). happens(E) :- would(E). shut(X) :- happens(shut(X)).",
        "goes(put(X,red)) :- box(X,_). last(X) :- goes(put(X,blue)).",
        "kind(tin) :- box(_,red). seen(X) :- box(_,X), kind(X).",
        "in(tin(X)) :- box(_,X). known(P) :- in(P), P = lid(_). seen(X) :- in(lid(X)).",
        "in(tin(X)) :- box(_,X). known(P) :- in(P), P = tin(Q), Q = lid(_). seen(X) :- known(X).",
        "in(tin(X)) :- box(_,X). known(Q) :- in(P), Q = P, Q = lid(_). seen(X) :- known(X).",
        "dyed(X) :- box(X,red). size(N) :- N = #count { X : dyed(X) }. seen(X) :- size(N), box(X,N).",
    ],
)
def test_what_cannot_stand_at_a_place_is_out_of_reach(program: str) -> None:
    reached = Reach(compile_rules(program, "x.lp"))
    *_, last = reached.reachable(None)
    assert last not in reached.reachable(reached.shapes(["box(a,red)"]))


def read(path: Path) -> Board | None:
    """The board, ``None`` if it is one that the notation refuses."""
    try:
        return Board.parse(path.read_text(encoding="utf-8"), file=path.name)
    except HeadjudgeError:
        return None


@pytest.mark.parametrize("path", [path for path in BOARDS if sampled(path)], ids=lambda path: path.stem)
def test_slice_is_whole(path: Path) -> None:
    described = read(path)
    if described is not None:
        slice_is_whole(described)
        verdicts_are_whole(described, 2)
        out_of_reach(described)


@pytest.mark.long
@pytest.mark.parametrize("path", [path for path in BOARDS if looked_at(path)], ids=lambda path: path.stem)
def test_slice_is_whole_on_more_boards(path: Path) -> None:
    described = read(path)
    if described is not None:
        slice_is_whole(described)
        verdicts_are_whole(described)
        out_of_reach(described)


@examples(20)
@given(tables())
def test_slice_is_whole_on_random_boards(table: Table) -> None:
    slice_is_whole(board(table))


@pytest.mark.long
@examples(150)
@given(tables(most=9))
def test_slice_is_whole_on_many_random_boards(table: Table) -> None:
    slice_is_whole(board(table))
