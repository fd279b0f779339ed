"""A slimmed program gives what the rules give as they are written, by fewer rules and atoms."""

from __future__ import annotations

import pytest
from headjudge.derivation.compiling import compile_rules
from headjudge.derivation.ground import Grounding
from headjudge.derivation.reach import Program, Reach
from hypothesis import given, settings
from hypothesis import strategies as st

FACTS = ["box(a,red)", "box(b,blue)", "box(c,red)", "near(a,b)", "near(b,b)", "size(a,2)", "size(b,5)"]
READ = ("seen/1", "would/2", "happens/1", "told/2")

#: Programs, each with the names of the predicates that its slim form does without.
PROGRAMS = {
    "lit(X) :- box(X,red). seen(X) :- lit(X).": {"lit"},
    "lit(X) :- box(X,red). seen(X) :- box(X,_), not lit(X).": {"lit"},
    "kept(X) :- near(X,Y). seen(X) :- box(X,_), not kept(X).": {"kept"},
    "kept(X) :- near(X,Y). seen(X) :- box(X,_), kept(X), kept(b).": {"kept"},
    "turned(Y,X) :- near(X,Y). again(X,Y) :- turned(X,Y). seen(X) :- again(X,_).": {"turned", "again"},
    "turned(Y,X) :- near(X,Y). seen(X) :- turned(X,X).": {"turned"},
    "big(N,X) :- size(X,N). told(X,N+1) :- big(N,X), N > 2.": {"big"},
    "is(X,f(C)) :- box(X,C). one(X) :- is(X,f(red)). seen(X) :- one(X).": {"one"},
    "lit(X) :- box(X,red). told(n,N) :- N = #count { X : lit(X) }.": set(),
    "same(X) :- near(X,X). seen(X) :- same(X).": set(),
    "lit(X) :- box(X,red). lit(X) :- near(X,_). seen(X) :- lit(X).": set(),
    "box(X,green) :- near(X,_). seen(X) :- box(X,green).": set(),
    "seen(X) :- box(X,_), not gone(X).": set(),
    "to(X,Y) :- from(X,Y). from(X,Y) :- to(X,Y). seen(X) :- box(X,_), not to(X,X).": set(),
}


def slimmed(program: str) -> tuple[set[str], set[str], list[str]]:
    """The names of the predicates that a slim program has renamed and of those that it has written into their
    readers, and the atoms that are read of it: those of the program as it stands."""
    rules = compile_rules(program, "x.lp")
    reach = Reach(rules, READ)
    shapes = reach.shapes(FACTS)
    slim = Grounding("\n".join(part.text for part in reach.programs(shapes)), FACTS)
    whole = Grounding(Program.of(rules).text, FACTS)
    found = [[each.atoms(*predicate) for predicate in map(parts, READ)] for each in (slim, whole)]
    assert found[0] == found[1]
    renamed, unfolded = reach.renamings(shapes), reach.unfolded(shapes)
    assert not any(slim.atoms(*predicate) for predicate in map(parts, (*renamed, *unfolded)))
    return (
        {parts(each)[0] for each in renamed},
        {parts(each)[0] for each in unfolded},
        [atom for atoms in found[0] for atom in atoms],
    )


def parts(signature: str) -> tuple[str, int]:
    name, _, arity = signature.partition("/")
    return name, int(arity)


@pytest.mark.parametrize(("program", "renamed"), PROGRAMS.items(), ids=[*PROGRAMS])
def test_a_slim_program_gives_the_same(program: str, renamed: set[str]) -> None:
    assert slimmed(program)[0] == renamed


#: Programs, each with the names of the predicates that are written into their only reader.
UNFOLDED = {
    "lit(X) :- box(X,red). lit(X) :- near(X,_). seen(X) :- lit(X).": {"lit"},
    "lit(X) :- box(X,red), near(X,Y). seen(Y) :- near(X,Y), lit(X).": {"lit"},
    "of(box(X,C),X) :- box(X,C). of(near(X,Y),X) :- near(X,Y). seen(F) :- size(X,2), of(F,X).": {"of"},
    "is(X,f(C)) :- box(X,C), near(X,_). seen(X) :- is(X,f(red)).": set(),
    "is(X,W) :- box(X,W), near(X,_). seen(X) :- is(X,red).": {"is"},
    "twice(X,X) :- near(X,b), size(X,_). seen(Y) :- near(X,Y), twice(X,Y).": {"twice"},
    "big(X,N+1) :- size(X,N), N > 2. told(X,N) :- big(X,N), near(X,_).": set(),
    "big(X) :- size(X,N), N > 2. told(X,N) :- size(X,N), big(X).": {"big"},
    "one(X) :- box(X,red), near(X,Y). two(X) :- one(X), size(X,_). seen(X) :- two(X), near(X,_).": {
        "one",
        "two",
    },
    "lit(X) :- box(X,red). lit(X) :- near(X,_). dim(X) :- near(X,b), box(X,C). seen(X) :- lit(X), dim(X).": {
        "lit",
        "dim",
    },
    "in(X) :- low(X), box(X,_). in(X) :- near(X,b). low(X) :- size(X,2), box(X,_). seen(X) :- in(X).": {
        "low",
        "in",
    },
    "a(X) :- box(X,_), c(X). b(X) :- a(X), near(X,_). c(X) :- near(X,b). c(a). seen(X) :- b(X).": {
        "a",
        "b",
        "c",
    },
    "a(X,Y) :- near(X,Y), size(X,_). b(X,Y) :- near(X,Y), size(Y,_). told(Q,R) :- a(Q,P), b(P,R).": {
        "a",
        "b",
    },
    "all(N) :- N = #count { X : box(X,_) }. told(X,N) :- box(X,_), all(N).": {"all"},
    "lit(X) :- box(X,red), near(X,_). seen(X) :- lit(X). told(X,n) :- lit(X).": set(),
    "lit(X) :- box(X,red), near(X,_). seen(X) :- box(X,_), not lit(X).": set(),
    "lit(X) :- box(X,red), near(X,_). told(n,N) :- N = #count { X : lit(X) }.": set(),
    "far(X,Y) :- near(X,Y). far(X,Z) :- far(X,Y), near(Y,Z). seen(X) :- size(X,_).": set(),
    "lit(X) :- box(X,red), near(X,_). would(X,why) :- lit(X).": set(),
}


@pytest.mark.parametrize(("program", "gone"), UNFOLDED.items(), ids=[*UNFOLDED])
def test_what_a_single_rule_reads_is_written_into_it(program: str, gone: set[str]) -> None:
    _, unfolded, atoms = slimmed(program)
    assert unfolded == gone
    assert atoms


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Programs of a few layers: a predicate asks for facts and for those before it, or denies them."""
    rules = []
    for number in range(draw(st.integers(2, 6))):
        for _ in range(draw(st.integers(1, 2))):
            facts = st.sampled_from(["near({},{})", "box({},red)", "size({},{})", "near({},b)"])
            body = draw(st.lists(facts, min_size=1, max_size=2))
            if number and draw(st.booleans()):
                body.append(f"p{draw(st.integers(0, number - 1))}({{}},{{}})")
            body = [each.format(*(draw(st.sampled_from("XYZ")) for _ in range(2))) for each in body]
            there = sorted({sign for literal in body for sign in literal if sign in "XYZ"})
            if number and draw(st.booleans()):
                denied = draw(st.integers(0, number - 1))
                body.append(f"not p{denied}({draw(st.sampled_from(there))},_)")
            head = (draw(st.sampled_from([*there, "b"])) for _ in range(2))
            rules.append(f"p{number}({','.join(head)}) :- {', '.join(body)}.")
    return " ".join(
        [*draw(st.permutations(rules)), f"seen(X) :- p{number}(X,_). told(X,Y) :- p{number - 1}(X,Y)."]
    )


@given(programs())
@settings(max_examples=150, deadline=None)
def test_any_slim_program_gives_the_same(program: str) -> None:
    slimmed(program)


def test_a_program_that_is_used_often_gives_the_same_as_at_first() -> None:
    found = [Grounding("lit(X) :- box(X,red). big(X) :- size(X,N), N > 2.", FACTS) for _ in range(9)]
    assert {tuple(each.atoms("lit", 1) + each.atoms("big", 1)) for each in found} == {
        ("lit(a)", "lit(c)", "big(b)")
    }
