"""Do the boards of the project notice when a rule is wrong? Every rule is spoilt a little, one at a time.

A mutant lacks a condition or the whole rule, has a condition turned round, or a comparison off by one. It is
killed if an expectation of some board fails under it. A mutant of section 704 must not survive, unless it
stands in ``EQUIVALENT`` with the reason why no board can tell it from the rule.
"""

from __future__ import annotations

import dataclasses
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from headjudge import derive
from headjudge.adjudicate import adjudicate
from headjudge.board import Board
from headjudge.errors import HeadjudgeError
from headjudge.expect import check
from headjudge.ground import BrokenRules, Grounding, Rule, compile_rules, words_of
from headjudge.rulebook import Rulebook, load_pack
from headjudge.ruling import Ruling

GAME = "magic"
ROOT = Path(__file__).parents[1]
SECTION = "704_state_based_actions.lp"
RESTS_ON = (
    "104_ending_the_game.lp", "111_tokens.lp", "122_counters.lp", "205_supertypes.lp", "301_equipment.lp",
    "303_auras.lp", "306_planeswalkers.lp", "310_battles.lp", "613_characteristics.lp", "702_keyword_abilities.lp",
    "714_sagas.lp", "800_variants.lp",
)  # fmt: skip
SAMPLE = 40

# Mutants that no expectation can tell from the rule, with the reason.
_REASONS: dict[str, tuple[str, ...]] = {
    "another condition implies the one that is missing": (
        "would(put(Creature,graveyard),zero_toughness): without creature(Creature)",
        "would(destroy(Creature),lethal_damage): without creature(Creature)",
        "would(destroy(Creature),deathtouch_damage_dealt): without creature(Creature)",
        "would(put(Planeswalker,graveyard),loyalty_zero): without permanent(Planeswalker)",
        "would(put(Planeswalker,graveyard),loyalty_zero): without type(Planeswalker,planeswalker)",
        "asks(Player,keep(Type),planeswalker_uniqueness_choose_one): without in_game(Player)",
        "asks(Player,keep(Type),planeswalker_uniqueness_choose_one): without controller(Planeswalker,Player)",
        "would(put(Aura,graveyard),aura_without_legal_host): without attached(Aura,Host)",
        "would(unattach(Equipment),equipment_on_illegal_permanent): without attached(Equipment,Host)",
        "would(unattach(Equipment),equipment_on_illegal_host): without attached(Equipment,Host)",
        "would(remove_counters(Permanent,Kind,Excess),too_many_counters): without permanent(Permanent)",
        "would(sacrifice(Saga),saga_finished): without saga(Saga)",
        "would(sacrifice(Saga),saga_finished_even_without_chapters): without saga(Saga)",
        "would(put(Battle,graveyard),battle_defense_zero_waits): without permanent(Battle)",
        "would(put(Battle,graveyard),battle_defense_zero_waits): without type(Battle,battle)",
        "would(put(Siege,graveyard),siege_defense_zero): without permanent(Siege)",
        "would(put(Siege,graveyard),siege_defense_zero): without type(Siege,battle)",
        "would(put(Battle,graveyard),battle_defense_zero): without permanent(Battle)",
        "would(put(Battle,graveyard),battle_defense_zero): without type(Battle,battle)",
        "asks(Player,protector(Battle),battle_without_protector): without permanent(Battle)",
        "asks(Player,protector(Battle),battle_without_protector): without type(Battle,battle)",
        "would(set_speed(Player,1),engines_started): without in_game(Player)",
        "would(lose_team(Team),team_poison): without variant(two_headed_giant)",
    ),
    "another rule of the same number brings the same event": (
        "would(put(Older,graveyard),world_rule): Later > Time as Later >= Time",
        "would(unattach(Permanent),attached_without_attachment_type): without not creature(Permanent)",
        "would(unattach(Permanent),attached_without_attachment_type): without not type(Permanent,battle)",
        "would(remove_pairs(Permanent,Plus),opposite_counters): Plus < Minus as Plus <= Minus",
        "would(put(Siege,graveyard),siege_defense_zero): without subtype(Siege,siege)",
        "would(put(Battle,graveyard),battle_without_protector): without not protected(Battle)",
    ),
    "only a question that is asked gets an answer": (
        "option(keep(Type),Player,Planeswalker): without asks(Player,keep(Type),planeswalker_uniqueness_choose_one)",
        "would(put(Planeswalker,graveyard),planeswalker_uniqueness_choose_one): without asks(Player,keep(Type),planeswalker_uniqueness_choose_one)",
        "option(keep(Name),Player,Legend): without asks(Player,keep(Name),legend_rule_choose_one)",
        "would(put(Legend,graveyard),legend_rule_choose_one): without asks(Player,keep(Name),legend_rule_choose_one)",
        "would(set_sector(Creature,Sector),sectors_chosen): without asks(Player,sector(Creature),sectors_chosen)",
        "would(set_protector(Battle,Protector),battle_without_protector): without asks(Player,protector(Battle),battle_without_protector)",
        "would(set_protector(Battle,Protector),battle_with_wrong_protector): without asks(Player,protector(Battle),battle_with_wrong_protector)",
        "would(set_protector(Siege,Protector),siege_protected_by_its_controller): without asks(Player,protector(Siege),siege_protected_by_its_controller)",
        "option(newest_role(Host),Player,Role): without asks(Player,newest_role(Host),role_superseded)",
        "would(put(Role,graveyard),role_superseded): without asks(Player,newest_role(Host),role_superseded)",
        "would(put(Commander,command),commander_may_return): without asks(Owner,return_commander(Commander),commander_may_return)",
    ),
    "only the order of choosing changes, and no expectation speaks of it": (
        "asks(Player,sector(Creature),sectors_chosen): without not controls_space_sculptor(Player)",
        "asks(Player,sector(Creature),sectors_chosen): without controls_space_sculptor(Player)",
        "asks(Player,sector(Creature),sectors_chosen): without not sector_choice_outstanding",
    ),
    "the answers change places; tests/test_properties.py sees that": (
        "would(put(Commander,command),commander_may_return): chosen(return_commander(Commander),Owner,command) turned round",
    ),
}
EQUIVALENT = {mutant: reason for reason, mutants in _REASONS.items() for mutant in mutants}

_SHIFTS = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "=": "!=", "!=": "="}
_COMPARISON = re.compile(r"(?<= )(<=|>=|!=|<|>|=)(?= )")


@dataclass(frozen=True)
class Mutant:
    """A spoilt rule: the rule, what was done to it, and its new text (empty if it is gone)."""

    rule: Rule
    change: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule.head}: {self.change}"


def shifted(literal: str) -> Iterator[str]:
    """A comparison or a count with its boundary moved by one; what stands in braces is left alone."""
    braces = [match.span() for match in re.finditer(r"\{.*?\}", literal)]
    for match in _COMPARISON.finditer(literal):
        if not any(start < match.start() < end for start, end in braces):
            yield literal[: match.start()] + _SHIFTS[match[1]] + literal[match.end() :]


def spoilt(literal: str, kind: str) -> Iterator[tuple[str, str]]:
    """The ways to spoil a literal, each with its new text."""
    yield f"without {literal}", ""
    if kind == "absent":
        yield f"{literal} turned round", literal.removeprefix("not ")
    elif kind == "holds":
        yield f"{literal} turned round", f"not {literal}"
    else:
        for text in shifted(literal):
            yield f"{literal} as {text}", text


def mutants_of(rule: Rule) -> Iterator[Mutant]:
    """All viable mutants of a rule: those that clingo can ground."""
    yield Mutant(rule, "gone", "")
    body = [literal.text for literal in rule.body]
    for index, literal in enumerate(rule.body):
        if literal.text.startswith("in_force("):
            continue
        for change, text in spoilt(literal.text, literal.kind):
            rest = [*body[:index], *([text] if text else []), *body[index + 1 :]]
            mutant = f"{rule.head} :- {'; '.join(rest)}." if rest else f"{rule.head}."
            try:
                Grounding(mutant, ())
            except BrokenRules:
                continue
            yield Mutant(rule, change, mutant)


def rules_of(files: Sequence[str]) -> list[Rule]:
    return [rule for rule in load_pack(GAME).rules if rule.file in files]


def spoil(rulebook: Rulebook, mutant: Mutant) -> Rulebook:
    """The rulebook with the mutant in place of its rule."""
    pack = rulebook.pack
    changed = compile_rules(mutant.text, mutant.rule.file) if mutant.text else ()
    rules = [new for rule in pack.rules for new in (changed if rule is mutant.rule else (rule,))]
    return dataclasses.replace(
        rulebook, pack=dataclasses.replace(pack, rules=tuple(rules), hash=f"{pack.hash} with {mutant}")
    )


# ---- the boards that may kill it ----


@cache
def boards() -> dict[str, tuple[Board, str]]:
    """Every board of the project, with its text."""
    found = {}
    for folder in ("tests", "examples"):
        for path in sorted((ROOT / folder).rglob("*.board")):
            text = path.read_text(encoding="utf-8")
            try:
                found[str(path.relative_to(ROOT))] = (Board.parse(text), text)
            except HeadjudgeError:
                continue
    return {path: (board, text) for path, (board, text) in found.items() if board.game == GAME}


def fails(board: Board, mutant: Mutant | None) -> bool:
    """Whether an expectation of the board fails under a mutant."""

    @cache
    def ruling_for(edition: str | None) -> Ruling:
        rulebook = Rulebook.load(GAME, edition or board.edition or None)
        return adjudicate(board, spoil(rulebook, mutant) if mutant else rulebook)

    try:
        return any(check(ruling_for, expectation) for expectation in board.expects)
    except (HeadjudgeError, LookupError):  # a choice without options is found by looking it up
        return True


@cache
def sound(path: str) -> bool:
    """Whether the board's expectations hold under the rules as they are."""
    return not fails(boards()[path][0], None)


@cache
def within_reach(path: str) -> frozenset[str]:
    """The words and ``/predicates`` that the board or a rule it reaches brings, now or in a later round."""
    board, _ = boards()[path]
    rulebooks = [Rulebook.load(GAME, e.under or board.edition or None) for e in board.expects]
    pack = load_pack(GAME)
    events = [event for step in board.script for event in step.events]
    known: frozenset[str] = frozenset()
    words = words_of([*board.facts(), *events, "moment(check)", "opening", "instructed(x)", "chosen(x,x,x)"])
    while words - known:
        known |= words
        for rulebook, moment in product(dict.fromkeys(rulebooks), (*pack.cycle, pack.instruction_moment)):
            reach = derive.reach(rulebook, moment)
            brought = {word for rule in reach.reachable(known & reach.words) for word in rule.brings}
            words = words | {word.removeprefix("/") for word in brought}
    return known | {f"/{word}" for word in known}


def candidates(mutant: Mutant) -> list[str]:
    """The boards on which the rule or its mutant may apply, those first that are most likely to notice."""
    clause = mutant.rule.clause
    numbers = {Rulebook.load(GAME).number(clause)} - {""}
    rules = [mutant.rule, *(compile_rules(mutant.text, mutant.rule.file) if mutant.text else ())]

    def distance(path: str) -> int:
        own = bool(clause) and f"-{clause}-" in path
        cited = any(re.search(rf"{re.escape(number)}\b", boards()[path][1]) for number in numbers)
        return 0 if own else 1 if cited else 2

    near = [path for path in boards() if any(within_reach(path).issuperset(rule.asks) for rule in rules)]
    return sorted(near, key=lambda path: (distance(path), path))


def killer(mutant: Mutant) -> str:
    """The first board that notices, "" if none does."""
    found = next((path for path in candidates(mutant) if fails(boards()[path][0], mutant) and sound(path)), "")
    derive.reach.cache_clear()
    return found


def sample() -> list[Mutant]:
    """Some mutants of section 704, the same in every run."""
    choice = random.Random(704)
    return [choice.choice(list(mutants_of(rule))) for rule in choice.sample(rules_of([SECTION]), SAMPLE)]


@pytest.mark.parametrize("mutant", sample(), ids=str)
def test_a_spoilt_rule_is_noticed(mutant: Mutant) -> None:
    if str(mutant) not in EQUIVALENT:
        assert killer(mutant), f"{mutant.rule.file}:{mutant.rule.line}: no board notices\n{mutant.text}"


@pytest.mark.long
@pytest.mark.parametrize("file", [SECTION, *RESTS_ON])
def test_spoilt_rules_are_noticed(file: str) -> None:
    """Every mutant of a section; the score is told, and only section 704 must not have survivors."""
    survivors: list[Mutant] = []
    score: Counter[str] = Counter()
    for mutant in (mutant for rule in rules_of([file]) for mutant in mutants_of(rule)):
        if str(mutant) in EQUIVALENT:
            score["equivalent"] += 1
        elif killer(mutant):
            score["killed"] += 1
        else:
            score["survived"] += 1
            survivors.append(mutant)
    report = [f"{file}: {dict(score)}", *(f"  line {m.rule.line}  {m}\n    {m.text}" for m in survivors)]
    print("\n".join(report))
    assert file != SECTION or not survivors, "\n".join(report)
