"""Random declarations of attackers and blockers: the solver against a checker that tries every declaration.

The checker (``tests/independent/combat.py``) was written from the rule text without looking at the rules of
the pack. Its own tests are the examples of the rulebook and boards on which other engines went wrong.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from math import prod

import pytest
from headjudge.board.model import Board as Described
from headjudge.derivation.declaration import COUNTED, Share, Verdict, judge, permit, survey
from headjudge.derivation.rulebook import Rulebook
from headjudge.terms import functor, read
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from .independent.combat import (
    NOTHING,
    Ability,
    Board,
    Declaration,
    Fault,
    Part,
    Permanent,
    Quality,
    all_declarations,
    breaks,
    costly,
    declaring,
    faults,
    legal,
    legal_declarations,
    most,
    obeyed,
    part_of,
    requirements,
    sides,
)
from .independent.combat_boards import random_board, random_proposals, smallest
from .independent.combat_notation import board_text, declaration_text

# ---- the checker itself: examples of the rulebook, and boards that other engines got wrong ----

SELF, ATTACHED = ("self",), ("attached",)
CREATURE: Quality = ("type", "creature")
ALL, THEIRS = ("each", CREATURE), ("each", ("both", CREATURE, ("controlled_by", "opponent")))
YOURS: Quality = ("both", CREATURE, ("controlled_by", "you"))
ATTACKS: Ability = ("attacks_each_combat", SELF)
BLOCKS: Ability = ("blocks_each_combat", SELF)
LURE: Ability = ("all_block", CREATURE, SELF)
MUST_BE_BLOCKED: Ability = ("must_be_blocked", SELF)
MENACE: Ability = ("menace",)
THREE_OR_MORE: Ability = ("least_blockers", SELF, 3)
ONE_BLOCKS: Ability = ("block_limit", 1)
ONE_ATTACKS: Ability = ("attack_limit", 1)
TWO_ATTACK_YOU: Ability = ("attack_limit", 2, "you")
NOT_YOU: Ability = ("cant_attack", ALL, "you")
PAY_FOR_YOU: Ability = ("attack_cost", ALL, "you", "{2}")


def one(name: str, controller: str, *abilities: Ability | str, **state) -> Permanent:
    """A 2/2 creature, or with ``types`` another permanent; a word is a keyword."""
    said = tuple((word,) if isinstance(word, str) else word for word in abilities)
    return Permanent(name, controller, abilities=said, **state)


def coming(name: str, *abilities: Ability | str, at: str = "B", **state) -> Permanent:
    """An attacking creature of A."""
    return one(name, "A", *abilities, attacking=at, **state)


def statement(name: str, controller: str, *abilities: Ability, **state) -> Permanent:
    """An enchantment that says something."""
    return one(name, controller, *abilities, types=frozenset({"enchantment"}), **state)


def land(name: str, controller: str, subtype: str) -> Permanent:
    """A land of a type."""
    return one(name, controller, types=frozenset({"land"}), subtypes=frozenset({subtype}))


def table(*permanents: Permanent, players: str = "AB", effects: tuple = ()) -> Board:
    """A board on A's turn."""
    return Board("A", tuple(players), permanents, effects)


def told(kind: str, text: str) -> Declaration:
    """``"x>p y>p"``: x attacks or blocks p, and so does y."""
    return frozenset((kind, *pair.split(">")) for pair in text.split())


def which(board: Board, kind: str, side: str = "") -> set[str]:
    """All legal declarations of a side, in the same short form."""
    declarations = legal_declarations(board, kind, side or sides(board, kind)[0])
    return {" ".join(f"{name}>{target}" for _, name, target in sorted(d)) for d in declarations}


def attacks(*permanents: Permanent, players: str = "AB", effects: tuple = ()) -> set[str]:
    """The legal attacks of A."""
    return which(table(*permanents, players=players, effects=effects), "attack")


def blocks(*permanents: Permanent, effects: tuple = ()) -> set[str]:
    """The legal blocks of B."""
    return which(table(*permanents, effects=effects), "block")


def test_the_examples_of_508_1d() -> None:
    alone: Ability = ("cant", SELF, "attack_alone")
    assert attacks(one("x", "A", alone), one("y", "A", alone)) == {"", "x>B y>B"}
    assert attacks(one("x", "A", ATTACKS), one("y", "A"), statement("e", "B", ONE_ATTACKS)) == {"x>B"}


def test_the_examples_of_509_1b_and_509_1c() -> None:
    assert blocks(coming("a", "flying", "shadow"), one("x", "B", "flying")) == {""}
    assert blocks(coming("a", "menace"), one("x", "B", BLOCKS), one("y", "B")) == {"x>a y>a"}  # ENG-041


def test_menace_and_requirements() -> None:
    assert blocks(coming("a", MENACE), one("k", "B", BLOCKS)) == {""}  # ENG-002
    ten = [one(f"m{n}", "B") for n in range(8)]
    numbers = {text.count(">") for text in blocks(coming("a", MENACE, MUST_BE_BLOCKED), *ten)}
    assert numbers == set(range(2, 9))  # ENG-005, ENG-006
    two = one("x", "B"), one("y", "B", tapped=True)
    assert blocks(coming("a", MENACE, MUST_BE_BLOCKED), *two) == {""}  # ENG-007
    assert blocks(coming("a", MENACE, LURE), one("x", "B")) == {""}  # ENG-009


def test_lures_and_three_blockers() -> None:
    howlbonder = coming("a", MENACE, THREE_OR_MORE)
    memnites = [one(name, "B") for name in "vwxyz"]
    lured = (("a", LURE),)
    assert blocks(howlbonder, *memnites[:1], effects=lured) == {""}  # ENG-010
    assert blocks(howlbonder, *memnites[:3], effects=lured) == {"v>a w>a x>a"}  # ENG-011
    assert blocks(howlbonder, *memnites, effects=lured) == {"v>a w>a x>a y>a z>a"}  # ENG-012
    found = blocks(coming("a", THREE_OR_MORE), *memnites[:3])  # ENG-020
    assert found == {"", "v>a w>a x>a"}


def test_lures_among_other_requirements() -> None:
    unicorn, two = coming("u", LURE), (one("x", "B"), one("y", "B"))
    assert blocks(unicorn, *two, statement("e", "B", ONE_BLOCKS)) == {"x>u", "y>u"}  # ENG-042
    fiend = coming("f", MUST_BE_BLOCKED)
    assert blocks(unicorn, fiend, *two) == {"x>u y>u", "x>u y>f", "x>f y>u"}  # ENG-043
    paid = one("x", "B", ("block_cost", SELF, "{3}"))
    assert blocks(unicorn, paid) == {"", "x>u"}  # mtg-165
    flyer = coming("v", LURE, "flying")
    assert blocks(unicorn, flyer, two[0], one("y", "B", "flying")) == {"x>u y>u", "x>u y>v"}  # mtg-170


def test_blocking_this_or_that() -> None:
    assert blocks(coming("a", MUST_BE_BLOCKED), coming("b", MUST_BE_BLOCKED), one("x", "B")) == {"x>a", "x>b"}
    provoked = (("x", ("blocks_it", SELF, ("is", "p"))),)
    assert blocks(coming("p"), coming("w"), one("x", "B"), effects=provoked) == {"x>p"}  # ENG-014
    assert blocks(one("p", "A"), coming("w"), one("x", "B"), effects=provoked) == {"", "x>w"}  # ENG-027
    tiger, two = coming("a", ("most_blockers", SELF, 1)), (one("x", "B"), one("y", "B"))
    assert blocks(tiger, *two) == {"", "x>a", "y>a"}  # ENG-015
    alone: Ability = ("cant", SELF, "block_alone")
    assert blocks(coming("a"), one("x", "B", alone), one("y", "B", alone)) == {"", "x>a y>a"}  # ENG-017
    cleaver = coming("m", ("must_be_blocked_by", SELF, ("subtype", "Eldrazi")))
    eldrazi, elves = one("x", "B", subtypes=frozenset({"Eldrazi"})), one("y", "B")
    assert blocks(cleaver, eldrazi, elves) == {"x>m", "x>m y>m"}  # ENG-025


def test_all_or_none() -> None:
    tromokratis = coming("t", ("blocked_by_all_or_none", SELF))
    bears, memnite, giant = one("x", "B"), one("y", "B"), one("z", "B", tapped=True)
    assert blocks(tromokratis, bears, memnite, giant) == {""}  # ENG-018
    assert blocks(tromokratis, bears, memnite) == {"", "x>t y>t"}  # ENG-019


def test_who_may_block_whom() -> None:
    strong: Quality = ("both", YOURS, ("power", "ge", 4))
    troll = one("t", "A", ("most_blockers", ("each", strong), 1))
    big, two = coming("a", power=4), (one("x", "B"), one("y", "B"))
    assert blocks(troll, big, *two) == {"", "x>a", "y>a"}  # ENG-026
    ghoul = one("x", "B", ("cant_block", SELF, ("subtype", "Human")))
    assert blocks(coming("a", subtypes=frozenset({"Human"})), ghoul) == {""}  # ENG-028
    passage = statement("e", "A", ("cant_block", ("each", ("both", CREATURE, ("with", "flying"))), YOURS))
    flying, reaching = one("x", "B", "flying"), one("y", "B", "reach")
    assert blocks(passage, coming("a"), coming("f", "flying"), flying, reaching) == {
        "",
        "y>a",
        "y>f",
    }  # ENG-029
    champion = coming("c", ("cant_block", ("each", ("both", CREATURE, ("power", "lt", "its"))), YOURS))
    sizes = (one("x", "B", power=0), one("y", "B", power=4), one("z", "B", power=1))
    assert blocks(champion, *sizes) == {"", "y>c"}  # ENG-030
    islands: Quality = ("both", ("subtype", "Island"), ("controlled_by", "you"))
    kraken = coming("k", ("cant_be_blocked_by", SELF, ("power", "lt", ("count", islands))))
    four = [land(f"i{n}", "A", "Island") for n in range(4)]
    assert blocks(kraken, *four, one("x", "B", power=3), one("y", "B", power=4)) == {"", "y>k"}  # ENG-037


def test_who_blocks_for_whom() -> None:
    figment, knight = (
        coming("f", ("cant_be", SELF, "blocked")),
        coming("k", ("protection", ("color", "white"))),
    )
    new = one("x", "B", colors=frozenset({"white"}), sick=True)
    assert blocks(figment, knight, new) == {""}  # ENG-035
    assert blocks(coming("a"), new) == {"", "x>a"}
    partly = one("y", "B", colors=frozenset({"white", "red", "green"}))
    assert blocks(knight, new, partly) == {""}  # ENG-039
    two_at_once = one("x", "B", ("blocks_more", SELF, 1))
    bruiser, automaton = coming("a", MENACE), coming("b")
    assert blocks(bruiser, automaton, two_at_once) == {"", "x>b"}  # ENG-036
    walker = one("w", "B", types=frozenset({"planeswalker"}))
    assert blocks(walker, coming("a", at="w"), one("x", "B")) == {"", "x>a"}  # ENG-038
    siege = one("s", "A", types=frozenset({"battle"}), protector="C")
    board = table(siege, coming("a", at="s"), one("x", "B"), one("y", "C"), players="ABC")
    assert (which(board, "block", "B"), which(board, "block", "C")) == ({""}, {"", "y>a"})  # mtg-119


def test_each_defending_player_by_themselves() -> None:
    arbiter = one("e", "B", ONE_BLOCKS, tapped=True)
    fields = [coming("a"), coming("b", at="C"), one("x", "B"), one("y", "C"), one("z", "C")]
    board = table(arbiter, *fields, players="ABC")  # ENG-034
    assert legal(board, "block", told("block", "x>a y>b"))
    assert not legal(board, "block", told("block", "y>b z>b"))
    assert not legal(board, "block", told("block", "x>b"))


def test_goaded_creatures() -> None:
    assert attacks(one("g", "A", goaded_by=("B",))) == {"g>B"}  # ENG-044
    twice = one("g", "A", goaded_by=("B", "D"))
    assert attacks(twice, players="ABCD") == {"g>C"}  # ENG-045
    assert attacks(twice, statement("e", "C", NOT_YOU), players="ABCD") == {"g>B", "g>D"}  # ENG-046
    archons = statement("e", "C", NOT_YOU), statement("f", "D", NOT_YOU)
    assert attacks(one("g", "A", goaded_by=("B",)), *archons, players="ABCD") == {"g>B"}  # ENG-047
    extra = (("g", ATTACKS), ("g", ("cant_attack", SELF, "C")))
    assert attacks(one("g", "A", goaded_by=("B",)), players="ABC", effects=extra) == {"g>B"}  # ENG-050
    pair = one("g", "A", goaded_by=("B",)), one("h", "A", goaded_by=("C",))
    assert attacks(*pair, players="ABCD") == {"g>C h>B", "g>C h>D", "g>D h>B", "g>D h>D"}  # ENG-052
    walker = one("w", "C", types=frozenset({"planeswalker"}))
    assert attacks(pair[0], walker, players="ABC") == {"g>C"}, "a planeswalker is no player (701.15b)"
    planeswalker = attacks(pair[0], walker, statement("e", "C", NOT_YOU), players="ABC")
    assert planeswalker == {"g>B", "g>w"}


def test_attacking_this_or_that() -> None:
    siren = (("x", ("attacks_whom", SELF, "B")),)
    assert attacks(one("x", "A"), players="ABC", effects=siren) == {"x>B"}  # ENG-053
    falls = statement("k", "B", PAY_FOR_YOU), statement("t", "A", ("attacks_each_combat", ALL))
    assert attacks(one("x", "A"), *falls) == {"", "x>B"}  # ENG-054, mtg-183
    goblins = [one(name, "A", ATTACKS) for name in "xyz"]
    taxed = one("w", "A", ATTACKS, ("attack_cost", SELF, "anyone", "{2}"))
    assert attacks(taxed, *goblins[:2]) == {"x>B y>B", "w>B x>B y>B"}, "paying for one excuses no other"
    two = {"x>B y>B", "x>B z>B", "y>B z>B"}
    assert attacks(*goblins, statement("c", "B", TWO_ATTACK_YOU)) == two  # ENG-055
    fumiko = statement("f", "B", ("attacks_each_combat", THEIRS), ONE_ATTACKS)
    assert attacks(*(one(name, "A") for name in "xyz"), fumiko) == {"x>B", "y>B", "z>B"}  # ENG-056
    flunkies = one("x", "A", ATTACKS, ("cant", SELF, "attack_alone"))
    assert attacks(flunkies) == {""}  # ENG-057
    siege = one("s", "B", types=frozenset({"battle"}), protector="A")
    assert attacks(one("x", "A"), siege) == {"", "x>B"}  # mtg-118
    of_c = one("s", "A", types=frozenset({"battle"}), protector="B")
    assert attacks(one("x", "A"), of_c) == {"", "x>B", "x>s"}


def test_evasion() -> None:
    def can(attacker: Permanent, blocker: Permanent, *others: Permanent) -> bool:
        return "x>a" in blocks(attacker, blocker, *others)

    def attacker(*said: Ability | str, **state) -> Permanent:
        return coming("a", *said, **state)

    def blocker(*said: Ability | str, **state) -> Permanent:
        return one("x", "B", *said, **state)

    artifact, black = frozenset({"artifact", "creature"}), frozenset({"black"})
    assert [can(attacker("flying"), blocker(*word)) for word in ([], ["flying"], ["reach"])] == [
        False,
        True,
        True,
    ]
    assert can(attacker("fear"), blocker(types=artifact))
    assert can(attacker("fear"), blocker(colors=black))
    assert not can(attacker("fear"), blocker(colors=frozenset({"red"})))
    assert can(attacker("intimidate", colors=black), blocker(types=artifact))  # mtg-179
    assert not can(attacker("intimidate", colors=black), blocker(colors=frozenset({"white"})))
    assert not can(attacker("intimidate"), blocker())
    assert [can(attacker("shadow"), blocker(*word)) for word in ([], ["shadow"])] == [False, True]
    assert not can(attacker(), blocker("shadow"))
    assert can(attacker("shadow"), blocker(("blocks_despite", SELF, "shadow")))
    assert [can(attacker("horsemanship"), blocker(*word)) for word in ([], ["horsemanship"])] == [False, True]
    assert not can(attacker("skulk"), blocker(power=3))  # mtg-178
    assert can(attacker("skulk"), blocker(power=2))
    assert not can(attacker(), blocker("decayed"))
    assert not can(attacker(("protection", ("color", "green"))), blocker(colors=frozenset({"green"})))
    swamp = land("l", "B", "Swamp")
    assert not can(attacker("swampwalk"), blocker(), swamp)  # mtg-180
    assert not can(attacker("nonbasic landwalk"), blocker(), swamp)
    off = statement("e", "A", ("landwalk_off", "swampwalk"))
    assert can(attacker("swampwalk"), blocker(), swamp, off)
    assert can(attacker("swampwalk"), blocker(), land("l", "A", "Swamp"))


def test_what_makes_no_sense_is_illegal() -> None:
    board = table(one("x", "A"), one("y", "B"), statement("e", "A"), players="ABC")
    for wrong in ("y>A", "e>B", "x>A", "x>y", "x>B x>C"):
        assert not legal(board, "attack", told("attack", wrong))
    fight = table(coming("a"), coming("b"), one("c", "A"), one("x", "B"))
    for wrong in ("c>a", "x>c", "x>x", "x>a x>b"):
        assert not legal(fight, "block", told("block", wrong))


# ---- the same on random boards ----


def boards(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many boards, however long each takes; a board is made smaller here, not by hypothesis."""
    return settings(
        max_examples=number,
        deadline=None,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )


@cache
def rulebook() -> Rulebook:
    """The newest rules."""
    return Rulebook.load("magic", "2026-08-07")


@lru_cache(maxsize=8)
def facts(board: Board, kind: str) -> tuple[str, ...]:
    """The board as the solver reads it: every line of it has to be understood."""
    found = tuple(Described.parse(board_text(board, kind)).facts())
    unread = [fact for fact in found if functor(fact) == "unread"]
    assert not unread, unread
    return found


def term(part: Part) -> str:
    """A part as the solver names it."""
    return f'{part[0]}("{part[1]}","{part[2]}")'


def parts(terms: Iterable[str]) -> Declaration:
    """The declaration that the solver names."""
    found = map(read, terms)
    return frozenset((part.name, *map(str, part.args)) for part in found)


def able(board: Board, kind: str) -> set[Part]:
    """Every part that breaks nothing by itself."""
    every = {p for side in sides(board, kind) for d in all_declarations(board, kind, side) for p in d}
    return {part for part in every if not faults(board, part)}


def free(board: Board, kind: str, side: str, paid: Declaration = NOTHING) -> list[Declaration]:
    """The legal declarations of a side for which nothing is to be paid, but for parts that are ``paid``."""
    return [
        d for d in legal_declarations(board, kind, side) if not any(costly(board, part) for part in d - paid)
    ]


def wrong_verdict(board: Board, kind: str, declaration: Declaration) -> str:
    """Where the solver and the checker part on a proposal; nothing if they agree."""
    verdict = judge(rulebook(), facts(board, kind), kind, [term(part) for part in sorted(declaration)])
    broken = breaks(board, kind, declaration)
    if verdict.legal != legal(board, kind, declaration):
        return f"the solver says that it is {'legal' if verdict.legal else 'illegal'}: {verdict.reasons}"
    return (
        wrong_shares(board, kind, declaration, verdict)
        or (wrong_reasons(broken, verdict) if conceivable(board, kind, declaration) else "")
        or wrong_costs(board, declaration, verdict)
        or wrong_nearest(board, kind, declaration, verdict)
    )


def conceivable(board: Board, kind: str, declaration: Declaration) -> bool:
    """Whether it is one of those the checker tries."""
    own = [part_of(board, side, declaration) for side in sides(board, kind)]
    return frozenset().union(*own) == declaration and all(
        any(part == d for d in all_declarations(board, kind, side))
        for side, part in zip(sides(board, kind), own, strict=True)
    )


def wrong_shares(board: Board, kind: str, declaration: Declaration, verdict: Verdict) -> str:
    """Each side's requirements, the most of them that can be obeyed, and those that are."""
    shares = {share.side: share for share in verdict.shares}  # of those who can declare anything
    nobody = Share("", (), 0, True)
    possible = able(board, kind)
    for side in declaring(board, kind, declaration):
        asked = [r for r in requirements(board, kind) if r.side == side and not r.parts.isdisjoint(possible)]
        share = shares.get(f'alone("{side}")', nobody)
        if not share.proven or share.most != most(board, kind, side, declaration):
            return f"the solver says that {side} can obey {share.most} of {share.duties}"
        if len(share.duties) != len(asked):
            return f"the solver says that {side} has to obey {share.duties}, the checker {asked}"
        if declaration <= possible and share.obeyed != obeyed(board, kind, side, declaration):
            return f"the solver says that {side} obeys {share.obeyed} of {share.duties}"
    return ""


def wrong_reasons(broken: list[Fault], verdict: Verdict) -> str:
    """Every fault is among the reasons by its number and by whom it is about; every reason is a fault."""
    reasons = [
        (
            {rulebook().number(clause) for clause in reason.clauses},
            set(re.findall(r'"(\w+)"', reason.finding)),
        )
        for reason in verdict.reasons
        if functor(reason.finding) != "too_few_obeyed"
    ]
    for fault in broken:
        if not any(fault.rules[0] in numbers and fault.names[0] in names for numbers, names in reasons):
            return f"the solver does not give the reason {fault}: {verdict.reasons}"
    for numbers, names in reasons:
        if not any(numbers & set(fault.rules) and names & set(fault.names) for fault in broken):
            return f"the solver gives a reason {numbers} about {names}, the checker only {broken}"
    return ""


def wrong_costs(board: Board, declaration: Declaration, verdict: Verdict) -> str:
    """The parts that must be paid for."""
    paid = parts(part for part, _, _ in verdict.costs)
    mine = {part for part in declaration if part[1] in board.named and costly(board, part)}
    return "" if verdict.reasons or paid == mine else f"the solver lets {set(paid)} be paid for, not {mine}"


def wrong_nearest(board: Board, kind: str, declaration: Declaration, verdict: Verdict) -> str:
    """The nearest legal declaration is legal, asks for no new payment, and obeys all that is owed if what is
    proposed is paid for; and no such declaration is nearer."""
    if verdict.legal:
        return ""
    assert verdict.nearest is not None
    assert verdict.nearest.proven
    nearest = parts(verdict.nearest.parts)
    for side in declaring(board, kind, declaration):
        found, proposed = part_of(board, side, nearest), part_of(board, side, declaration)
        owed = most(board, kind, side, declaration)
        known = [d for d in free(board, kind, side, declaration) if obeyed(board, kind, side, d) >= owed]
        if found not in known:
            return f"the solver proposes {set(nearest)}, which is not legal for {side}"
        if len(found ^ proposed) > min(len(other ^ proposed) for other in known):
            return f"the solver proposes {set(nearest)}, which is not the nearest for {side}"
    return ""


def wrong_survey(board: Board, kind: str, _: Declaration = NOTHING) -> str:
    """Where they part on what can be declared at all, what must be, and in how many ways."""
    found = survey(rulebook(), facts(board, kind), kind)
    known = {side: free(board, kind, side) for side in sides(board, kind)}
    number, witness = prod(map(len, known.values())), parts(found.witness.parts)
    if parts(found.able) != able(board, kind):
        return f"the solver says that these parts are possible: {found.able}"
    if found.nothing.legal != legal(board, kind, NOTHING):
        return f"the solver says of no declaration: {found.nothing.reasons}"
    if any(part_of(board, side, witness) not in ways for side, ways in known.items()):
        return f"the solver says that this is legal: {set(witness)}"
    if len(witness) > sum(min(map(len, ways)) for ways in known.values()):
        return f"the solver says that this is the smallest: {set(witness)}"
    if (found.number, found.complete) != (min(number, COUNTED), number <= COUNTED):
        return (
            f"the solver counts {found.number} legal declarations, complete: {found.complete}; not {number}"
        )
    return ""


def agree(board: Board, kind: str, declaration: Declaration, wrong: Callable[..., str]) -> None:
    """Fails with a smallest board on which they part."""
    if not wrong(board, kind, declaration):
        return
    names = {name for part in declaration for name in part[1:]}

    def still(other: Board) -> bool:
        return names <= {*other.named, *other.players} and bool(wrong(other, kind, declaration))

    least = smallest(board, still)
    said = declaration_text(least, kind, declaration) if declaration else ""
    raise AssertionError(
        f"{wrong(least, kind, declaration)}\n{board_text(least, kind)}{said}\n"
        f"{breaks(least, kind, declaration)}\n{requirements(least, kind)}"
    )


def wrong_permission(board: Board, kind: str, declaration: Declaration) -> str:
    """Where they part on whether some legal declaration has this one part, and which is the smallest."""
    (part,) = declaration
    found = permit(rulebook(), facts(board, kind), kind, term(part)).found
    ways = [d for side in declaring(board, kind, declaration) for d in free(board, kind, side, declaration)]
    with_it = [d for d in ways if part in d]
    if not with_it:
        return f"the solver says that {set(parts(found.parts))} is legal" if found else ""
    if found is None:
        return "the solver says that no legal declaration has this part"
    mine = parts(found.parts)
    if mine not in with_it:
        return f"the solver proposes {set(mine)}, which is not legal or has not this part"
    return f"the solver proposes {set(mine)}, not the smallest" if len(mine) > min(map(len, with_it)) else ""


KINDS, SEEDS = pytest.mark.parametrize("kind", ["attack", "block"]), st.integers(0, 2**32 - 1)


@KINDS
@boards(75)
@given(seed=SEEDS)
def test_declarations_are_judged_as_by_the_independent_checker(kind: str, seed: int) -> None:
    board = random_board(seed, kind)
    event(f"{min(2, sum(most(board, kind, side) for side in sides(board, kind)))} requirements")
    for declaration in random_proposals(board, kind, seed, number=2):
        event("legal" if legal(board, kind, declaration) else "illegal")
        agree(board, kind, declaration, wrong_verdict)


@KINDS
@boards(25)
@given(seed=SEEDS)
def test_surveys_find_what_the_independent_checker_finds(kind: str, seed: int) -> None:
    board = random_board(seed, kind)
    agree(board, kind, NOTHING, wrong_survey)
    for part in sorted(able(board, kind))[:1]:
        agree(board, kind, frozenset({part}), wrong_permission)


@pytest.mark.long
@KINDS
@boards(1250)
@given(seed=SEEDS)
def test_declarations_are_judged_as_by_the_independent_checker_at_length(kind: str, seed: int) -> None:
    board = random_board(seed, kind)
    agree(board, kind, NOTHING, wrong_survey)
    for declaration in random_proposals(board, kind, seed, number=3):
        agree(board, kind, declaration, wrong_verdict)
        for part in sorted(declaration)[:1]:
            agree(board, kind, frozenset({part}), wrong_permission)
