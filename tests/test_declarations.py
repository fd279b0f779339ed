"""Declarations: the search and the check agree, and every answer says what a judge needs."""

from __future__ import annotations

import json
from itertools import chain, combinations
from pathlib import Path

import jsonschema
import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.declaration import IllegalDeclaration, judge, permit, survey
from headjudge.derivation.ground import Search
from headjudge.derivation.rulebook import Rulebook
from headjudge.errors import Malformed, NotCovered
from headjudge.report.declarations import judged
from headjudge.report.interchange import schema
from headjudge.report.page import Answer
from headjudge.report.phrases import speaker

BOOK = Rulebook.load("magic")

MENACE = """magic 2026-08-07
turn A  step declare-blockers
player A
  battlefield  Test Ogre #ogre 3/3 <Creature — Ogre> [menace] (tapped, attacking B)
player B
  battlefield  Bear #x 2/2 <Creature — Bear> [blocks each combat if able]
  battlefield  Elf #y 1/1 <Creature — Elf>
"""
LURES = """magic 2026-08-07
turn A  step declare-blockers
player A
  battlefield  Ogre #a 3/3 <Creature — Ogre> [must be blocked if able; menace] (attacking B)
  battlefield  Drake #b 2/2 <Creature — Drake> [flying; must be blocked if able] (attacking B)
  battlefield  Siren #c 1/1 <Creature — Siren> [all creatures able to block ~ do so] (attacking B)
player B
  battlefield  Bear #x 2/2 <Creature — Bear> [blocks each combat if able]
  battlefield  Spider #y 1/3 <Creature — Spider> [reach]
  battlefield  Elf #z 1/1 <Creature — Elf> [can block an additional creature each combat]
"""
ATTACK = """magic 2026-08-07
turn A  step declare-attackers
player A
  battlefield  Goblin #g 1/1 <Creature — Goblin> [attacks each combat if able]
  battlefield  Bear #b 2/2 <Creature — Bear> (goaded by B)
  battlefield  Elf #e 1/1 <Creature — Elf> (summoning sick)
  battlefield  Ox #o 2/4 <Creature — Ox> [can't attack alone]
player B
  battlefield  Mage #mage <Planeswalker — Mage> {loyalty x3}
player C
"""


def question(text: str, term: str) -> Answer:
    board = Board.parse(text)
    ruling = adjudicate(board)
    return judged(ruling, speaker(board, ruling.rulebook), term)


def test_508_1d_the_creature_that_must_attack_uses_up_the_only_place():
    text = (
        ATTACK.replace("player C\n", "")
        + "effect B [no more than one creature can attack each combat] this turn\n"
    )
    facts = Board.parse(text.replace(" (goaded by B)", "")).facts()
    legal = [
        parts
        for parts in ([], ['attack("g","B")'], ['attack("b","B")'], ['attack("g","B")', 'attack("b","B")'])
        if judge(BOOK, facts, "attack", parts).legal
    ]
    assert legal == [['attack("g","B")']]


def test_509_1c_menace_and_must_block_make_both_block():
    facts = Board.parse(MENACE).facts()
    found = survey(BOOK, facts, "block")
    assert (found.number, found.complete, found.nothing.legal) == (1, True, False)
    assert found.witness.parts == ('block("x","ogre")', 'block("y","ogre")')
    one = judge(BOOK, facts, "block", ['block("y","ogre")'])
    assert {"509.1b", "509.1c", "702.111b"} == set(one.numbers)
    assert one.nearest is not None
    assert one.nearest.parts == found.witness.parts
    with_other = permit(BOOK, facts, "block", 'block("y","ogre")').found
    assert with_other is not None
    assert with_other.parts == found.witness.parts


@pytest.mark.parametrize(("text", "kind"), [(MENACE, "block"), (LURES, "block"), (ATTACK, "attack")])
def test_search_finds_what_checking_every_declaration_finds(text, kind):
    facts = Board.parse(text).facts()
    found = survey(BOOK, facts, kind)
    every = list(chain.from_iterable(combinations(found.able, n) for n in range(len(found.able) + 1)))
    legal = [set(parts) for parts in every if judge(BOOK, facts, kind, parts).legal]
    assert found.complete
    assert found.number == len(legal)
    assert len(found.witness.parts) == min(map(len, legal))
    for parts in every[:: max(1, len(every) // 12)]:
        verdict = judge(BOOK, facts, kind, parts)
        changes = min(len(set(parts) ^ other) for other in legal)
        nearest = set(verdict.nearest.parts) if verdict.nearest else set(parts)
        assert (len(set(parts) ^ nearest), verdict.legal) == (changes, not changes)
        assert judge(BOOK, facts, kind, sorted(nearest)).legal
    for part in found.able:
        assert (permit(BOOK, facts, kind, part).found is not None) == any(part in other for other in legal)


def test_nobody_has_to_pay():
    text = MENACE.replace("[menace]", "[all creatures able to block ~ do so]").replace(
        "[blocks each combat if able]", "[can't block unless its controller pays {3}]"
    )
    facts = Board.parse(text).facts()
    verdict = judge(BOOK, facts, "block", ['block("y","ogre")'])
    assert verdict.legal
    assert not verdict.costs
    paid = judge(BOOK, facts, "block", ['block("x","ogre")', 'block("y","ogre")'])
    assert paid.legal
    assert [(part, clause) for part, _, clause in paid.costs] == [('block("x","ogre")', "block_costs")]
    assert not judge(BOOK, facts, "block", ['block("x","ogre")']).legal


def test_a_target_that_goes_without_saying_may_be_left_out():
    alone = ATTACK.replace("player C\n", "").replace(
        "  battlefield  Mage #mage <Planeswalker — Mage> {loyalty x3}\n", ""
    )
    facts = Board.parse(alone).facts()
    assert judge(BOOK, facts, "attack", ['attack("g")']).parts == ('attack("g","B")',)
    for more in (ATTACK, ATTACK.replace("player C\n", ""), alone + "player C\n"):
        with pytest.raises(NotCovered) as refused:
            judge(BOOK, Board.parse(more).facts(), "attack", ['attack("g")'])
        assert refused.value.found == 'missing(whom_it_attacks,"g")'


def test_nobody_attacks_while_nobody_has_the_turn():
    with pytest.raises(NotCovered) as refused:
        judge(
            BOOK,
            Board.parse(ATTACK.replace("turn A  step declare-attackers\n", "")).facts(),
            "attack",
            ['attack("g","B")'],
        )
    assert "whose_turn_it_is" in refused.value.found


def test_an_illegal_declaration_in_the_script_is_refused_with_its_verdict():
    board = Board.parse(MENACE + "then block #x -> #ogre\nthen destroy #ogre\n")
    with pytest.raises(IllegalDeclaration) as refused:
        adjudicate(board)
    assert "702.111b" in refused.value.verdict.numbers
    assert refused.value.verdict.consequences == ("illegal_action_reversed",)
    assert refused.value.place is not None
    assert refused.value.place.line == 8


def test_several_boards_or_a_finished_game_are_no_board_to_declare_on():
    legends = MENACE + "  battlefield  Queen #q 2/2 <Legendary Creature — Elf>\n" * 1
    twice = legends + "  battlefield  Queen #r 2/2 <Legendary Creature — Elf>\n"
    with pytest.raises(NotCovered, match="2 different boards"):
        question(twice, "survey(block)")
    with pytest.raises(NotCovered, match="over"):
        question(MENACE.replace("player B", "player B  life 0"), "survey(block)")


def test_only_one_pair_can_be_asked_about():
    for asked in ("block #x -> #ogre, #y -> #ogre", "block none"):
        for line in (f"ask may {asked}", f"expect may {asked}", f"expect may not {asked}"):
            with pytest.raises(Malformed) as refused:
                Board.parse(MENACE + line + "\n")
            assert refused.value.place is not None
            assert refused.value.place.line == 8


@pytest.mark.parametrize(
    ("term", "code", "said"),
    [
        ('legal(declare(block,(block("x","ogre"),)))', 1, "Illegal: block #x -> #ogre."),
        ('legal(declare(block,(block("x","ogre"),block("y","ogre"))))', 0, "Legal:"),
        ('may(declare(block,(block("y","ogre"),)))', 0, "Yes, but not by itself"),
        ("survey(block)", 0, "Something has to be declared."),
    ],
)
def test_answers_are_said_and_valid_as_data(term, code, said):
    answer = question(MENACE, term)
    assert answer.page.text().startswith(said)
    assert answer.exit_code == code
    defs = schema()["$defs"]
    kind = {"legal": "verdict", "may": "permission", "survey": "survey"}[term.partition("(")[0]]
    jsonschema.validate(json.loads(json.dumps(answer.data)), {"$ref": f"#/$defs/{kind}", "$defs": defs})


def test_a_search_that_does_not_end_says_so():
    text = """{ sits(P,H) : hole(H) } :- pigeon(P).
    :- sits(P,H), sits(Q,H), P < Q.
    :- sits(P,H), sits(P,G), H < G.
    #external stage(most). #maximize { 1,P : sits(P,_), stage(most) }."""
    facts = [f"pigeon({n})" for n in range(24)] + [f"hole({n})" for n in range(23)]
    found = Search(text, facts).best("most", [], plan=(("bb", 50),))
    assert found is not None
    assert not found.proven


def test_unknown_words_of_a_declaration_are_refused():
    for line in (
        "ask legal block #x -> #orge",
        "ask legal block #x => #ogre",
        "ask legal attack #x ->",
        "ask may blok #x",
    ):
        with pytest.raises(Malformed) as refused:
            Board.parse(MENACE + line + "\n")
        assert refused.value.place is not None
        assert refused.value.place.line == 8


def test_the_questions_print_back():
    lines = [
        "ask legal attack #x, #y -> B",
        "ask legal block #x -> #ogre, #y -> #ogre",
        "ask legal block none",
        "ask may block #x -> #ogre",
        "ask what can be blocked",
        "expect legal block none; illegal block none 509.1c; may not attack #x -> B; declarations block 3",
    ]
    board = Board.parse(MENACE + "\n".join(lines) + "\n")
    assert str(board).splitlines()[-6:] == lines
    assert Board.parse(str(board)) == board
    assert Board.from_json(board.to_json()) == board


def test_examples_are_there():
    assert sorted(Path(__file__).parents[1].glob("examples/magic/combat/*.board"))
