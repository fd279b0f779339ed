"""Berserk. Heroes: each clause decides somewhere, each number of the seed is encoded, each case is a board,
and the game is another one than classic Berserk.

``tests/clauses/berserk-heroes.toml`` names for each clause a board on which it decides and one on which it is
one condition short of doing so (as in test_boards).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.declaration import declared, judge
from headjudge.derivation.rulebook import INSTRUCTION, Rulebook, editions, load_pack
from headjudge.errors import HeadjudgeError
from headjudge.notation.pack import Notation, games
from headjudge.report.phrases import speaker
from headjudge.report.render import render
from headjudge.terms import Fn, functor
from headjudge.terms import read as read_term
from hypothesis import given, settings

from .independent import heroes
from .independent.heroes import Result, Table
from .test_boards import course, derivations, one_clause_in, one_short, read, without

GAME = "berserk-heroes"
ROOT = Path(__file__).parents[1]
SEED = sorted((ROOT / "examples" / GAME / "seed").glob("*.board"))
BOARDS = sorted(
    path for folder in ("examples", "tests") for path in (ROOT / folder).glob(f"**/{GAME}/**/*.board")
)
PAIRS: dict[str, list[str]] = tomllib.loads((ROOT / f"tests/clauses/{GAME}.toml").read_text(encoding="utf-8"))
CASES = ROOT.parent / "shared" / "cases"


def named(name: str) -> Board:
    """A board of the table of clauses."""
    folder = f"examples/{GAME}" if "/" in name else f"tests/clauses/{GAME}"
    return read(ROOT / folder / f"{name}.board")


# ---- clauses ----


def test_every_clause_has_its_two_boards() -> None:
    assert PAIRS.keys() == load_pack(GAME).clauses.keys() - {INSTRUCTION}


each_clause = one_clause_in(11, PAIRS)


@each_clause
def test_the_clause_decides_on_its_board(slug: str) -> None:
    board, rulebook = named(PAIRS[slug][0]), Rulebook.load(GAME)
    assert course(board, rulebook) != course(board, without(rulebook, slug))


@each_clause
def test_the_clause_is_one_condition_short_on_its_other_board(slug: str) -> None:
    board, rulebook = named(PAIRS[slug][1]), Rulebook.load(GAME)
    assert course(board, rulebook) == course(board, without(rulebook, slug))
    assert any(one_short(slug, each, rulebook) for each in derivations(board, adjudicate(board, rulebook)))


# ---- numbers ----

#: The numbers of the seed; where it has lost one, x stands for it, with a letter for the paragraph.
NUMBERS = {
    *("512.x", "512.3", "512.3.1", "512.4", "512.4.1", "513.xa", "513.xb", "514.1", "514.2", "515.1"),
    *(f"515.x{paragraph}" for paragraph in "abcdefg"),
    *("516.1", "516.1.1", "516.1.2", "516.xa", "516.xb", "516.xc", "516.xd", "517.1"),
}


def test_every_number_of_the_seed_is_a_clause_or_out_of_scope() -> None:
    book = Rulebook.load(GAME)
    known = {*book.numbers.values(), *book.out_of_scope}
    assert NUMBERS - known == set()


def test_what_the_seed_states_is_not_called_inferred_and_everything_else_is() -> None:
    """Of what stands outside the seed, 117.1 and 119.5.1 are at hand in fragments; the rest is inferred."""
    book = Rulebook.load(GAME)
    stated = {slug for slug, number in book.numbers.items() if number in NUMBERS | {"117.1", "119.5.1"}}
    assert book.inferred.keys() == book.numbers.keys() - stated
    assert all(book.inferred.values())


def test_there_is_one_edition() -> None:
    assert editions(GAME) == ("2ed",)


# ---- both languages ----


def russian(board: Board) -> str:
    """The ruling in Russian, or the refusal."""
    voice = speaker(board, Rulebook.load(GAME), "ru")
    try:
        page = render(adjudicate(board), voice)
    except HeadjudgeError as error:
        return voice.explain(error).found
    return "\n".join(text for text, _, _, wrapped in page.lines if wrapped)


@pytest.mark.parametrize("path", SEED, ids=lambda path: path.stem)
def test_an_example_of_the_seed_is_the_same_in_both_languages(path: Path) -> None:
    """Its board is Russian; printed it is English and means the same; the Russian ruling is Russian."""
    board = read(path)
    assert re.search(r"^(?:ход|игрок)\s", path.read_text(encoding="utf-8"), re.MULTILINE)
    printed = Board.parse(str(board))
    assert str(printed) == str(board)
    assert [o.state for o in adjudicate(printed).outcomes] == [o.state for o in adjudicate(board).outcomes]
    rounds = [line for line in russian(board).splitlines() if not re.match(r"\s*[-+] |По сценарию", line)]
    assert not [line for line in rounds if re.search(r"\b(?!headjudge|berserk|heroes|ed\b)[a-z]{4,}", line)]


# ---- another game than classic Berserk ----
#
# The same situation under the three editions of classic Berserk and in Heroes.


def verdict_on(text: str, said: str) -> tuple[set[str], set[str]]:
    """What is wrong with a declaration on a board: the names of the reasons, the numbers of the rules."""
    board = Board.parse(text)
    term = Notation.load(board.game).frames.match("declaration", said, board.names).facts()[0]
    declaration = declared(term)
    assert declaration
    verdict = judge(Rulebook.load(board.game, board.edition), board.facts(), *declaration)
    return {functor(reason.finding) for reason in verdict.reasons}, set(verdict.numbers)


def classic(edition: str, *states: str) -> str:
    """A mage and a target of classic Berserk: the mage's ability, the target's."""
    mage, target = states
    return (
        f"berserk {edition}\nход А\nигрок А\n  поле Маг #маг <Существо> (на c3, жизни 9, {mage})\n"
        f"игрок Б\n  поле Цель #цель <Существо> (на c4, жизни 9, {target})\n"
    )


def ours(*states: str) -> str:
    """The same in Heroes."""
    mage, target = states
    return (
        f"{GAME} 2ed\nход А\nигрок А  монеты 9\n  игра Маг #маг <Существо> (жизни 9, {mage})\n"
        f"игрок Б\n  игра Цель #цель <Существо> (жизни 9, {target})\n"
    )


each_classic_edition = pytest.mark.parametrize("edition", editions("berserk"))


@each_classic_edition
def test_what_else_a_text_does_to_a_protected_card_happens_in_heroes_only(edition: str) -> None:
    """515.1 keeps off wounds alone; in classic Berserk a shielded card receives no effect at all."""
    script = "затем #маг объявляет заклинание закрыть по #цель\n"
    shielded = classic(edition, "закрытие: заклинание закрыть", "защита от заклинаний") + script
    script = "затем #маг объявляет выстрел 2 и закрыть по #цель\n"
    here = ours("закрытие: выстрел 2 и закрыть", "защита от выстрелов") + script
    assert 'close("цель")' not in adjudicate(Board.parse(shielded)).events()
    events = adjudicate(Board.parse(here)).events()
    assert 'close("цель")' in events
    assert not [event for event in events if event.startswith('wound("цель"')]


@each_classic_edition
def test_protection_from_spells_forbids_choosing_in_heroes_only(edition: str) -> None:
    """515.1: the player of a targeted spell cannot choose it; in classic Berserk he can."""
    board = classic(edition, "закрытие: заклинание ранить 2", "защита от заклинаний")
    assert verdict_on(board, "#маг объявляет заклинание ранить 2 по #цель") == (set(), set())
    board = ours("закрытие: заклинание ранить 2", "защита от заклинаний")
    assert verdict_on(board, "#маг объявляет заклинание ранить 2 по #цель") == (
        {"protected_from_spells"},
        {"514.1", "515.1"},
    )


#: 103.7 of the fourth edition excepts attacks; of what the later ones say nothing is at hand.
ZERO = {
    "4ed": ({"value_zero"}, {"103.7"}),
    "5ed": (set(), set()),
    "2023": (set(), set()),
    "2ed": ({"parameter_is_zero"}, {"512.x"}),
}


@pytest.mark.parametrize("edition", ZERO)
def test_an_ability_of_value_zero(edition: str) -> None:
    ability = "закрытие: заклинание ранить 0"
    board = ours(ability, "открыто") if edition == "2ed" else classic(edition, ability, "открыто")
    assert verdict_on(board, "#маг объявляет заклинание ранить 0 по #цель") == ZERO[edition]


#: By edition: whether a replacement effect keeps the wounds off.
ONLY_FROM = {"4ed": False, "5ed": False, "2023": False, "2ed": True}


@pytest.mark.parametrize("edition", ONLY_FROM)
def test_receiving_wounds_only_from_something_is_a_replacement_in_heroes(edition: str) -> None:
    """516.1.1; in classic Berserk the wounds are never imposed."""
    ability, script = "закрытие: заклинание ранить 2", "затем #маг объявляет заклинание ранить 2 по #цель\n"
    text = (
        ours(ability, "получает раны только от ударов")
        if edition == "2ed"
        else classic(edition, ability, "раны только от простого удара")
    )
    ruling = adjudicate(Board.parse(text + script))
    assert not [event for event in ruling.events() if event.startswith('wound("цель"')]
    assert ('replace("цель","цель",nothing)' in ruling.events()) == ONLY_FROM[edition]


def test_the_packs_share_no_section_and_no_number_but_that_of_the_script() -> None:
    ours_, theirs = load_pack(GAME), load_pack("berserk")
    shared = {slug for slug in ours_.clauses.keys() & theirs.clauses.keys() if slug != INSTRUCTION}
    assert {slug for slug in shared if ours_.clauses[slug] == theirs.clauses[slug]} == set()
    numbers = {*Rulebook.load(GAME).numbers.values()} - {""}
    for edition in editions("berserk"):
        assert not numbers & {*Rulebook.load("berserk", edition).numbers.values()}


# ---- against the independent implementation ----


def ends(board: str, table: Table) -> set[Result]:
    """The ends of a board, as the independent implementation says them."""
    return {_end(outcome.state, table) for outcome in adjudicate(Board.parse(board)).outcomes}


def _end(state: Iterable[str], table: Table) -> Result:
    facts = [term for fact in state if isinstance(term := read_term(fact), Fn)]
    wounds = {t.args[0]: t.args[2] for t in facts if t.name == "marker"}
    rests = [0] * len(table.shields)
    for term in facts:
        match term:
            case Fn(
                "effect",
                (
                    int(number),
                    Fn("upon", (_, Fn("gains", (Fn("prevents", (Fn(_, (int(rest),)), _, _)),)), _)),
                ),
            ):
                rests[number - 1] = rest
    closed = frozenset(str(t.args[0]) for t in facts if t.name == "closed")
    return Result(tuple((card, int(str(wounds.get(card, 0)))) for card in heroes.CARDS), closed, tuple(rests))


def agree(table: Table) -> None:
    text = heroes.board(table)
    assert ends(text, table) == heroes.outcomes(table), text


@settings(max_examples=10, deadline=None, derandomize=True)
@given(heroes.tables())
def test_wounds_are_those_of_the_independent_implementation(table: Table) -> None:
    agree(table)


@pytest.mark.long
@settings(max_examples=250, deadline=None, derandomize=True)
@given(heroes.tables())
def test_wounds_are_those_of_the_independent_implementation_on_many_boards(table: Table) -> None:
    agree(table)


def test_the_independent_implementation_would_notice_the_other_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """On some tables it matters who prevents first, and there the rules say: the Inactive player."""
    drawn = [heroes.random_table(Random(seed)) for seed in range(200)]
    right = [heroes.outcomes(table) for table in drawn]
    monkeypatch.setattr(heroes, "INACTIVE", heroes.ACTIVE)
    differing = [
        (table, ends_) for table, ends_ in zip(drawn, right, strict=True) if heroes.outcomes(table) != ends_
    ]
    assert len(differing) > 5
    for table, ends_ in differing[:2]:
        assert ends(heroes.board(table), table) == ends_


# ---- texts in brackets ----


@pytest.mark.parametrize("game", games())
def test_a_text_that_no_rule_reads_is_a_caveat_in_every_game(game: str) -> None:
    zone = next(iter(Notation.load(game).vocabulary["zone"]))
    kind = "Equipment" if game == GAME else "Artifact"
    board = Board.parse(f"{game}\nplayer A\n  {zone} Test #x <{kind}> [зурблит 3 раза]\nplayer B\n")
    assert any("зурблит 3 раза" in str(caveat) for caveat in adjudicate(board).caveats)


# ---- cases ----


def test_every_case_is_a_board_or_left_out_with_a_reason() -> None:
    if not CASES.is_dir():
        pytest.skip(f"{CASES} is not at hand")
    lines = [
        json.loads(line)
        for name in ("berserk.jsonl", "judge.jsonl")
        for line in (CASES / name).read_text(encoding="utf-8").splitlines()
    ]
    of_the_seed = {f"bz-{number}" for number in range(306, 315)}
    cases = {case["id"] for case in lines if case["game"] == GAME or case["id"] in of_the_seed}
    firsts = [path.read_text(encoding="utf-8").partition("\n")[0] for path in BOARDS]
    boards = {found for first in firsts for found in re.findall(r"\b(?:bh|bz)-\d{3}", first)}
    assert cases
    assert cases == boards
