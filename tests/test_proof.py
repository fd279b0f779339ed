"""Why and why not: the trace against a plain matcher, and what judges ask about."""

import itertools
import re
from dataclasses import replace

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.compiling import compile_rules
from headjudge.derivation.derive import derive, take_grounding
from headjudge.derivation.ground import Grounding
from headjudge.derivation.rule import Rule
from headjudge.derivation.rulebook import INSTRUCTION, Clause, Rulebook, Section, load_pack
from headjudge.explanation.proof import Proof, prove, reasons, why
from headjudge.explanation.whynot import Attempt, attempts, why_not
from headjudge.terms import functor, read
from hypothesis import given, settings
from hypothesis import strategies as st

# ---- a plain matcher: every substitution is tried, nothing is shared with the solver but the rules ----

STRATA = [
    """
    reaches(X,Y) :- link(X,Y).
    reaches(X,Z) :- reaches(X,Y), link(Y,Z).
    heavy(X) :- weight(X,N), N > 1.
    heavy(X) :- weight(X,N), weight(X,M), N < M.
    """,
    """
    lone(X) :- node(X), not reaches(X,_), not reaches(_,X).
    in_circle(X) :- reaches(X,X), node(X).
    fans(X,N) :- node(X), N = #count { Y : link(Y,X), node(Y) }.
    """,
    """
    popular(X) :- fans(X,N), N >= 2, not heavy(X).
    burden(X,S) :- node(X), S = #sum { W, Y : reaches(X,Y), weight(Y,W) }.
    total(Sum+1) :- burden(a,Sum), not lone(a).
    """,
]
RING = "would(ring(X),rings) :- in_force(rings), in_circle(X), not heavy(X), fans(X,N), N > 1."
HAPPENS = "happens(Event) :- would(Event,_), not ignored(Event,_), not replaced(Event,_)."
NODES = ("a", "b", "c")
VALUES = (*NODES, *map(str, range(8)))
FACTS = [
    *(f"node({x})" for x in NODES),
    *(f"link({x},{y})" for x in NODES for y in NODES),
    *(f"weight({x},{n})" for x in NODES for n in range(3)),
]


def filled(text: str, values: dict[str, str]) -> str:
    return re.sub(r"\b[A-Z]\w*", lambda name: values.get(name[0], name[0]), text)


def matches(model: set[str], atom: str) -> bool:
    return any(re.fullmatch(re.escape(atom).replace("_", r"\w+"), fact) for fact in model)


def holds(text: str, kind: str, model: set[str]) -> bool:
    if kind == "holds":
        return text in model
    if kind == "counts":
        return aggregate(text, model)
    if kind == "absent":
        return not matches(model, text.removeprefix("not "))
    left, sign, right = re.fullmatch(r"(.+?) (<=|>=|!=|<|>|=) (.+)", text).groups()
    if not (left + right).isdigit():
        return sign == "!=" if left != right else sign == "="
    return eval(f"{left} {'==' if sign == '=' else sign} {right}")


def aggregate(text: str, model: set[str]) -> bool:
    value, kind, elements = re.fullmatch(r"(\w+) = #(\w+) \{ (.+) \}", text).groups()
    head, condition = elements.split(": ")
    literals = re.findall(r"\w+\([^)]*\)", condition)
    names = sorted(set(re.findall(r"\b[A-Z]\w*", elements)))
    tuples = {
        filled(head, values)
        for row in itertools.product(VALUES, repeat=len(names))
        if all(filled(literal, values := dict(zip(names, row, strict=True))) in model for literal in literals)
    }
    return value == str(len(tuples) if kind == "count" else sum(int(one.split(",")[0]) for one in tuples))


def derivations(rule: Rule, model: set[str]):
    """Every way in which a rule fires: its head, and its premises as they read then."""
    for row in itertools.product(VALUES, repeat=len(rule.variables)):
        values = dict(zip(rule.variables, row, strict=True))
        body = [(filled(literal.text, values), literal.kind) for literal in rule.body]
        if all(holds(text, kind, model) for text, kind in body):
            head = filled(rule.head, values)
            head = re.sub(r"\((\d+)\+(\d+)\)", lambda found: str(int(found[1]) + int(found[2])), head)
            yield head, tuple(text.removeprefix("not ") for text, _ in body)


def fixpoint(facts: list[str]) -> tuple[set[str], set[tuple[str, str, tuple[str, ...]]]]:
    model = set(facts)
    for stratum in STRATA:
        rules = compile_rules(stratum, "x.lp")
        while True:
            new = {head for rule in rules for head, _ in derivations(rule, model)} - model
            if not new:
                break
            model |= new
    fired = {
        (rule.text, head, premises)
        for rule in compile_rules("".join(STRATA), "x.lp")
        for head, premises in derivations(rule, model)
    }
    return model, fired


def small_book(text: str) -> Rulebook:
    clauses = {slug: Clause(slug, "", "x.lp", 1) for slug in (INSTRUCTION, "rings")}
    sections, rules = (Section("x.lp", ""),), compile_rules(text, "x.lp")
    pack = replace(load_pack("magic"), sections=sections, clauses=clauses, rules=rules, hash=text)
    return Rulebook(pack, "1", "Small", {"rings": "1"})


@settings(max_examples=15, deadline=None)
@given(st.sets(st.sampled_from(FACTS), max_size=9))
def test_the_trace_finds_every_derivation_and_no_other(facts):
    model, fired = fixpoint(sorted(facts))
    book = small_book("".join(STRATA))
    derivation = derive(book, frozenset(facts), "check")
    proof = prove(book, derivation, sorted(model))
    assert set(proof.goals) == model
    found = {
        (step.rule.text, atom, tuple(premise.text for premise in step.premises))
        for atom, steps in proof.steps.items()
        for step in steps
    }
    assert found == fired


@settings(max_examples=15, deadline=None)
@given(st.sets(st.sampled_from(FACTS), max_size=9), st.sampled_from(NODES))
def test_why_not_names_a_premise_that_fails(facts, node):
    text = "".join((*STRATA, RING, HAPPENS))
    book = small_book(text)
    derivation = derive(book, frozenset(facts), "check")
    grounding = Grounding(text, [*facts, "in_force(rings)"])
    found = attempts(book, derivation, f"ring({node})")
    assert bool(found) is not grounding.holds(f"would(ring({node}),rings)")
    stack = list(found)
    while stack:
        attempt = stack.pop()
        stack += attempt.below
        assert all(grounding.holds(p.text) for p in attempt.satisfied if p.kind == "holds")
        assert len(attempt.satisfied) < attempt.total
        if attempt.failed.kind == "absent":
            assert attempt.against
            assert all(grounding.holds(atom) and atom in attempt.proof.goals for atom in attempt.against)
        elif attempt.failed.kind == "holds":
            atoms = grounding.atoms(functor(attempt.failed.text), len(read(attempt.failed.text).args))
            assert not any(matches({atom}, attempt.failed.text) for atom in atoms)


def test_reasons_are_the_same_whether_the_grounding_is_still_there_or_not():
    ruling = adjudicate(ogre("damage 6, dealt deathtouch damage", "[indestructible]"))
    derivation = ruling.outcomes[0].last
    event = derivation.wanted[0].event
    first, *others = [why(ruling.rulebook, derivation, event).steps for _ in range(2)]
    assert first
    assert all(first == other for other in others)


def test_only_the_last_groundings_are_kept():
    board = ogre("damage 6")
    derivations = [adjudicate(board).outcomes[0].rounds[0].derivation for _ in range(20)]
    taken = [take_grounding(derivation) is not None for derivation in derivations]
    assert taken[-1]
    assert sum(taken) < 10


# ---- what a proof shows ----


def test_what_is_shown_once_is_not_unfolded_again():
    book = small_book("r(X,Y) :- l(X,Y). r(X,Z) :- r(X,Y), r(Y,Z).")
    facts = frozenset({"l(a,b)", "l(b,a)"})
    proof = why_atom(book, facts, "r(a,a)")
    lines = list(proof.tree("r(a,a)"))
    assert any(line.repeated for line in lines)
    assert proof.facts("r(a,a)") == ("l(a,b)", "l(b,a)")


def why_atom(book: Rulebook, facts: frozenset[str], atom: str) -> Proof:
    return prove(book, derive(book, facts, "check"), [atom])


def test_what_was_counted_is_shown_with_where_it_comes_from():
    book = small_book("big(N) :- N = #count { X, Y : pair(X,Y) }, N > 1. pair(X,Y) :- left(X,_), right(Y).")
    proof = why_atom(book, frozenset({"left(a,1)", "right(b)", "right(c)"}), "big(2)")
    (step,) = proof.steps["big(2)"]
    assert step.premises[0].counted == ("pair(a,b)", "pair(a,c)")
    assert proof.facts("big(2)") == ("left(a,1)", "right(b)", "right(c)")


# ---- what judges ask ----

OGRE = """magic 2026-08-07
player A
  battlefield  Test Ogre #ogre 3/5 <Creature — Ogre> {text} ({state})
player B
"""


LORD = """magic 2026-08-07
player A
  battlefield  Test Lord #lord 2/2 <Creature — Ogre> [Other creatures you control get +1/+1] {lord}
  battlefield  Test Ogre #ogre 1/2 <Creature — Ogre> {ogre}
  battlefield  Test Wrap #wrap <Enchantment — Aura> [Enchant creature] -> #ogre
player B
"""


def ogre(state: str, text: str = "") -> Board:
    return Board.parse(OGRE.format(text=text, state=state))


def closest(board: Board, event: str) -> Attempt:
    return why_not(adjudicate(board), event)[0]


def test_704_5g_and_704_5h_both_destroy_and_both_are_shown():
    ruling = adjudicate(ogre("damage 6, dealt deathtouch damage"))
    (first, *_) = ruling.outcomes[0].rounds
    found = reasons(ruling.rulebook, first.derivation, 'destroy("ogre")')
    assert [(one.relation, one.number) for one in found] == [("would", "704.5g"), ("would", "704.5h")]
    assert [p.text for p in found[0].premises if p.kind == "compares"] == ["5 > 0", "6 > 0", "6 >= 5"]
    proof = why(ruling.rulebook, first.derivation, 'destroy("ogre")')
    assert len(proof.goals) == 2
    assert 'damage("ogre",6)' in proof.facts('would(destroy("ogre"),lethal_damage)')
    assert 'damage("ogre",6)' not in proof.facts('would(destroy("ogre"),deathtouch_damage_dealt)')


def test_every_leaf_of_a_proof_stands_on_the_board():
    board = Board.parse(LORD.format(lord="", ogre="{-1/-1 x2}"))
    ruling = adjudicate(board)
    for round_ in ruling.outcomes[0].rounds:
        for wanted in round_.derivation.wanted:
            proof = why(ruling.rulebook, round_.derivation, wanted.event)
            assert proof.goals
            for goal in proof.goals:
                assert set(proof.facts(goal)) <= set(round_.derivation.facts)


def test_an_indestructible_creature_is_not_destroyed_although_it_should_be():
    attempt = closest(ogre("damage 6", "[indestructible]"), 'destroy("ogre")')
    assert (attempt.clause, attempt.number, attempt.failed) == ("lethal_damage", "704.5g", None)
    assert attempt.closeness == 1
    assert attempt.against == ('ignored(destroy("ogre"),indestructible)',)
    assert 'printed_ability("Test Ogre",indestructible)' in attempt.proof.facts(attempt.against[0])


def test_a_regeneration_shield_replaces_the_destruction():
    attempt = closest(ogre("damage 6, regeneration shield"), 'destroy("ogre")')
    assert attempt.failed is None
    assert attempt.against == ('replaced(destroy("ogre"),regeneration("ogre"))',)


def test_damage_4_on_toughness_5_names_the_comparison_with_its_values():
    attempt = closest(ogre("damage 4"), 'destroy("ogre")')
    assert (attempt.clause, len(attempt.satisfied), attempt.total) == ("lethal_damage", 6, 7)
    assert (attempt.failed.kind, attempt.failed.text) == ("compares", "4 >= 5")


def test_missing_damage_is_named_with_what_is_not_known():
    found = why_not(adjudicate(ogre("tapped")), 'destroy("ogre")')
    failed = {attempt.clause: attempt.failed.text for attempt in found}
    assert failed["lethal_damage"] == 'damage("ogre",_)'
    assert failed["deathtouch_damage_dealt"] == 'deathtouch_damage("ogre")'


def test_what_is_no_creature_is_asked_down_to_what_its_card_says():
    board = Board.parse(
        "magic 2026-08-07\nplayer A\n  battlefield  Test Stone #stone <Artifact> (damage 4)\nplayer B\n"
    )
    attempt = closest(board, 'destroy("stone")')
    assert attempt.failed.text == 'creature("stone")'
    (below,) = attempt.below
    assert below.failed.text == 'type("stone",creature)'
    assert below.below[0].failed.text == 'printed_type("Test Stone",creature)'


def test_what_must_not_hold_and_does_is_proved():
    board = Board.parse(
        "magic 2026-08-07\nplayer A life 0\n"
        "  battlefield  Test Angel #angel 4/4 <Creature — Angel> "
        "[You don't lose the game for lack of life.]\nplayer B\n"
    )
    attempt = closest(board, 'lose("A")')
    assert attempt.failed.kind == "absent"
    assert attempt.against == ('exempt_from_losing("A",life)',)
    assert attempt.against[0] in attempt.proof.steps


def test_the_round_is_taken_in_which_the_event_came_closest():
    """Only the first check sees the damage with deathtouch; the second comes after the lord has died."""
    board = Board.parse(LORD.format(lord="(damage 2)", ogre="[indestructible] (dealt deathtouch damage)"))
    ruling = adjudicate(board)
    assert ruling.events() == ('destroy("lord")',)
    attempt = why_not(ruling, 'destroy("ogre")')[0]
    assert (attempt.number, attempt.failed) == ("704.5h", None)
    assert attempt.against == ('ignored(destroy("ogre"),indestructible)',)


def test_an_event_that_always_happens_has_no_why_not():
    assert why_not(adjudicate(ogre("damage 5")), 'destroy("ogre")') == ()


def test_an_event_that_no_clause_brings_has_no_why_not():
    assert why_not(adjudicate(ogre("damage 5")), 'paint("ogre",red)') == ()


@pytest.mark.parametrize("goal", ['would(destroy("x"),lethal_damage)', "nothing", 'zone("ogre",battlefield)'])
def test_what_is_not_derived_has_no_steps(goal):
    ruling = adjudicate(ogre("damage 5"))
    proof = prove(ruling.rulebook, ruling.outcomes[0].rounds[0].derivation, [goal])
    assert not proof.steps
    assert proof.goals == ((goal,) if goal.startswith("zone") else ())
    assert [line.step for line in proof.tree(goal)] == [None]


def test_a_step_cites_its_clause_even_where_only_the_head_names_it():
    board = Board.parse(
        "magic 2026-08-07\nplayer A\n"
        "  battlefield  Test Lord #one 2/2 <Legendary Creature — Ogre>\n"
        "  battlefield  Test Lord #two 2/2 <Legendary Creature — Ogre>\nplayer B\n"
    )
    ruling = adjudicate(board)
    derivation = ruling.outcomes[0].rounds[0].derivation
    (event,) = (wanted.event for wanted in derivation.wanted)
    (reason,) = reasons(ruling.rulebook, derivation, event)
    assert (reason.clause, reason.number) == ("legend_rule_choose_one", "704.5j")
