"""The form every rule must have (design section 2)."""

import re
from importlib.resources import files
from pathlib import Path

import networkx as nx
import pytest
from headjudge.board.model import read_board
from headjudge.derivation.derive import brings_nothing
from headjudge.derivation.rule import STEP, Rule
from headjudge.derivation.rulebook import INSTRUCTION, Rulebook, editions, load_pack
from headjudge.notation.pack import games
from headjudge.terms import functor

# What the solver gives or takes (rules/contract.lp): never in a head, or never in a body.
GIVEN = {
    "instructed/1",
    "in_force/1",
    "moment/1",
    "opening/0",
    "script_over/0",
    "chosen/3",
    "ignored/2",
    "replaced/2",
    "instead/2",
    "asks/3",
    "vanish/1",
    "concerns/2",
}
CITING = {"would/2", "ignored/2", "instead/2", "asks/3", "choice/3"}
TAKEN = {
    "happens/1", "set/2", "add/3", "begin/1", "end/1", "triggered/2", "asks/3", "over/1", "wins/1",
    "check_due/0", "essential/1", "shorter_for/2", "checked_at/2",
    "loop_means/1", "contradiction/3", "missing/2", "caveat/2", "illegal/3", "choice/3", "option/3",
    "turn_position/2", "receives_priority/1", "cost/3", "consequence/2", "trait/3", "layer/5",
    "declares/1", "able/1", "brought_along/1", "excluded/2",
}  # fmt: skip


#: What a stepwise predicate says after a step; without it, before or at that step.
NEXT = " after the step"


def dependencies(rules: tuple[Rule, ...]) -> nx.DiGraph:
    """Which predicates rest on which, ``strict`` where through negation or counting.

    The named exception of the design: stepwise rules rest on what the step before has left, so for them what
    holds after a step is another node than what holds at it. Nothing leads back from the one to the other."""
    graph = nx.DiGraph()
    for rule in rules:
        after = rule.stepwise and f"({STEP}+1)" in rule.head
        head = rule.signature + NEXT * after
        # another_step(Step+1) and the like, in a rule about what holds after the step
        ahead = {functor(literal.text) for literal in rule.body if f"({STEP}+1)" in literal.text}
        assert after or not ahead, rule.text
        for need in rule.needs:
            need += NEXT * (need.partition("/")[0] in ahead)
            if not graph.has_edge(need, head):
                graph.add_edge(need, head, strict=False)
        for need in rule.absent:
            graph.add_edge(need, head, strict=True)
    return graph


@pytest.fixture(params=games())
def pack(request: pytest.FixtureRequest):
    return load_pack(request.param)


def test_rules_are_stratified(pack):
    graph = dependencies(pack.rules)
    for component in nx.strongly_connected_components(graph):
        inside = graph.subgraph(component)
        strict = [(a, b) for a, b, on in inside.edges(data="strict") if on]
        assert not strict, f"a cycle through negation or counting: {strict} in {sorted(component)}"


def test_every_predicate_is_defined_or_declared(pack):
    declared = set(GIVEN)
    for section in pack.sections:
        folder = files("headjudge.rules")
        path = folder.joinpath("" if section.file == "contract.lp" else pack.game, section.file)
        found = set(re.findall(r"^#defined (\w+/\d+)\.$", path.read_text(encoding="utf-8"), re.MULTILINE))
        assert not found or section.file in {"contract.lp", "inputs.lp"}, f"{section.file} declares {found}"
        declared |= found
    heads = {rule.signature for rule in pack.rules}
    bodies = {need for rule in pack.rules for need in (*rule.needs, *rule.absent)}
    assert bodies - heads - declared == set()


def test_stepwise_predicates_carry_the_step_first(pack):
    """So that what holds at one step is told from what holds at another, by clingo and by the test above."""
    stepwise = {rule.signature for rule in pack.rules if rule.stepwise}
    for rule in pack.rules:
        if rule.stepwise:
            assert re.match(rf"\w+\(({STEP}|\({STEP}\+1\))[,)]", rule.head), rule.text
        elif rule.signature in stepwise:
            assert re.match(r"\w+\(0[,)]", rule.head), f"only step 0 may be given from outside: {rule.text}"


def test_every_derived_predicate_is_used(pack):
    bodies = {need for rule in pack.rules for need in (*rule.needs, *rule.absent)}
    heads = {rule.signature for rule in pack.rules}
    assert heads - bodies - TAKEN - {"edit/2"} == set()


def test_every_block_has_rules_that_cite_it_and_no_rule_cites_anything_else(pack):
    cited = {rule.clause for rule in pack.rules if rule.clause}
    assert cited == set(pack.clauses)


def test_a_clause_is_cited_only_in_the_file_that_states_it(pack):
    strays = {
        (rule.clause, rule.file)
        for rule in pack.rules
        if rule.clause and rule.file != pack.clauses[rule.clause].file
    }
    assert strays == set()


def test_every_conclusion_names_a_clause_of_its_own_body_or_a_citing_choice(pack):
    """would, ignored and unlawful carry the slug that forces them, so that a ruling can cite it."""
    for rule in pack.rules:
        if rule.signature in CITING and rule.file != "contract.lp":
            slug = rule.head.rpartition(",")[2].removesuffix(")")
            assert slug in pack.clauses, rule.text
            through_choice = any(f",{slug})" in literal.text for literal in rule.body)
            assert rule.clause in (slug, "") or through_choice, rule.text


def test_every_clause_stands_in_some_edition(pack):
    from headjudge.derivation.rulebook import Rulebook

    standing = {slug for edition in editions(pack.game) for slug in Rulebook.load(pack.game, edition).numbers}
    assert set(pack.clauses) - standing - {INSTRUCTION} == set()


def test_a_board_on_which_nothing_waits_is_derived_at_one_moment_only():
    """The clauses of the cycle's other moments ask for something that only other boards state."""
    board = read_board(Path(__file__).parents[1] / "examples" / "magic" / "first.board")
    book = Rulebook.load(board.game)
    state = frozenset(board.facts())
    others = [moment for moment in book.pack.cycle if moment != book.pack.main_moment]
    assert others
    assert [moment for moment in others if not brings_nothing(book, state, moment)] == []
