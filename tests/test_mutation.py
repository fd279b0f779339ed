"""Do the boards of the project notice when a rule is wrong? Every rule is spoilt a little, one at a time.

A mutant lacks a condition or the whole rule, has a condition turned round, or a comparison off by one. It is
killed if an expectation of some board fails under it. A mutant of section 704 must not survive, unless it
stands in ``mutation/equivalent.toml`` with the reason why no board can tell it from the rule; nor must one
of the sample of mutants of the combat declarations, all of which would take too long.
``python -m tests.test_mutation 310_battles.lp`` prints the score and the survivors of any section.
"""

from __future__ import annotations

import dataclasses
import hashlib
import random
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.derivation import derive
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.compiling import compile_rules
from headjudge.derivation.ground import Grounding
from headjudge.derivation.rule import BrokenRules, Rule
from headjudge.derivation.rulebook import Rulebook, load_pack
from headjudge.derivation.ruling import Ruling
from headjudge.errors import HeadjudgeError
from headjudge.report.expectations import check

GAME = "magic"
ROOT = Path(__file__).parents[1]
SECTION = "704_state_based_actions.lp"
SAMPLE = 25
COMBAT = (
    "506_combat_phase.lp",
    "508_declare_attackers.lp",
    "509_declare_blockers.lp",
    "702_evasion.lp",
)
COMBAT_SAMPLE, COMBAT_QUICK = 90, 12

_LISTED = tomllib.loads((ROOT / "tests" / "mutation" / "equivalent.toml").read_text(encoding="utf-8"))
EQUIVALENT = {mutant for mutants in _LISTED.values() for mutant in mutants}

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

    @property
    def equivalent(self) -> bool:
        """Whether it is listed; where several rules have the head, with the body of this one after it."""
        body = "; ".join(literal.text for literal in self.rule.body)
        return not EQUIVALENT.isdisjoint((str(self), f"{self} [{body}]"))


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
    rules = [new for rule in pack.rules for new in (changed if rule == mutant.rule else (rule,))]
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
    return {path: each for path, each in found.items() if each[0].game == GAME and not _acts(each[0])}


def _acts(board: Board) -> bool:
    """Whether somebody casts, activates, plays or resolves on a board: that tells of other sections."""
    told_ = [event for step in board.script for event in step.events]
    told_ += [claim.term for expectation in board.expects for claim in expectation.claims]
    kinds = "|".join(load_pack(GAME).by_texts)
    return any(re.search(rf"\bdeclare\((?:{kinds}),|\A(?:{kinds})\b", term) for term in told_)


def fails(board: Board, mutant: Mutant | None) -> bool:
    """Whether an expectation of the board fails under a mutant."""

    @cache
    def ruling_for(edition: str | None) -> Ruling:
        rulebook = Rulebook.load(GAME, edition or board.edition or None)
        return adjudicate(board, spoil(rulebook, mutant) if mutant else rulebook)

    try:
        return any(check(ruling_for, expectation) for expectation in board.expects)
    except (
        HeadjudgeError,
        LookupError,
        AssertionError,
    ):  # nothing to choose, or nothing that may be declared
        return True


@cache
def sound(path: str) -> bool:
    """Whether the board's expectations hold under the rules as they are."""
    return not fails(boards()[path][0], None)


NAME = re.compile(r'"(?:[^"\\]|\\.)*"|\b([a-z_]\w*)')


def names(texts: Iterable[str]) -> frozenset[str]:
    """The predicates, constants and functors that stand in texts."""
    return frozenset(name for text in texts for name in NAME.findall(text)) - {"", "not"}


@cache
def asked(rule: Rule) -> frozenset[str]:
    """The names that must be there before the rule can apply."""
    return names(part.text for part in rule.body if part.kind == "holds") - {"in_force", rule.clause}


@cache
def told(path: str) -> tuple[str, ...]:
    """The events of the board's script, and what its expectations claim."""
    board, _ = boards()[path]
    events = (event for step in board.script for event in step.events)
    return (*events, *(claim.term for expectation in board.expects for claim in expectation.claims))


def declares(path: str) -> bool:
    """Whether the board speaks of declarations."""
    return any("declar" in text for text in told(path))


@cache
def within_reach(path: str) -> frozenset[str]:
    """The names that the board or a rule it reaches brings, now or in a later round."""
    board, _ = boards()[path]
    rulebooks = [Rulebook.load(GAME, e.under or board.edition or None) for e in board.expects]
    pack = load_pack(GAME)
    moments = [*pack.cycle, pack.instruction_moment]
    given = ["moment(check)", "opening", "instructed(x)", "chosen(x,x,x)"]
    if declares(path):
        moments.append(pack.declaration_moment)
        given += ["declaring(attack)", "declaring(block)", "proposed(x)", "declared(x)", "attainable(x,x)"]
    rules = _asked_and_brought(tuple(dict.fromkeys(rulebooks)), tuple(moments))
    known = names([*board.facts(), *told(path), *given])
    while True:
        brought = known.union(*(brings for asks, brings in rules if known >= asks))
        if brought == known:
            return known
        known = brought


@cache
def _asked_and_brought(
    rulebooks: tuple[Rulebook, ...], moments: tuple[str, ...]
) -> list[tuple[frozenset[str], frozenset[str]]]:
    """What each rule that applies at some of the moments asks for, and the names that it brings."""
    rules = dict.fromkeys(
        rule for one in product(rulebooks, moments) for rule in derive.reach(*one).reachable(None)
    )
    return [
        (asked(rule), frozenset(names([rule.head, *(part.text for part in rule.body)]))) for rule in rules
    ]


def candidates(mutant: Mutant) -> list[str]:
    """The boards on which the rule or its mutant may apply, those first that are most likely to notice.

    What is wrong with a declaration only boards that speak of declarations can notice; the others are
    enough for section 704.
    """
    clause = mutant.rule.clause
    numbers = {Rulebook.load(GAME).number(clause)} - {""}
    rules = [mutant.rule, *(compile_rules(mutant.text, mutant.rule.file) if mutant.text else ())]

    def distance(path: str) -> int:
        own = bool(clause) and f"-{clause}-" in path
        made_for_it = path.startswith("tests/mutation/")
        cited = any(re.search(rf"{re.escape(number)}\b", boards()[path][1]) for number in numbers)
        return 0 if own else 1 if made_for_it else 2 if cited else 3

    about = {SECTION: False, **dict.fromkeys(COMBAT, True)}.get(mutant.rule.file)
    there = [path for path in boards() if about is None or declares(path) == about]
    near = [path for path in there if any(within_reach(path) >= asked(rule) for rule in rules)]
    return sorted(near, key=lambda path: (distance(path), path))


def killer(mutant: Mutant) -> str:
    """The first board that notices, "" if none does."""
    found = next(
        (path for path in candidates(mutant) if fails(boards()[path][0], mutant) and sound(path)), ""
    )
    derive.reach.cache_clear()
    return found


def sample() -> list[Mutant]:
    """Some mutants of section 704, the same in every run."""
    choice = random.Random(704)
    return [choice.choice(list(mutants_of(rule))) for rule in choice.sample(rules_of([SECTION]), SAMPLE)]


@pytest.mark.parametrize("mutant", sample(), ids=str)
def test_a_spoilt_rule_is_noticed(mutant: Mutant) -> None:
    if not mutant.equivalent:
        assert killer(mutant), f"{mutant.rule.file}:{mutant.rule.line}: no board notices\n{mutant.text}"


@pytest.mark.long
@pytest.mark.parametrize("mutant", [m for rule in rules_of([SECTION]) for m in mutants_of(rule)], ids=str)
def test_every_spoilt_rule_of_704_is_noticed(mutant: Mutant) -> None:
    """Those that are listed as equivalent are not, or the list is out of date."""
    assert bool(killer(mutant)) != mutant.equivalent, mutant.text


@cache
def combat_sample() -> tuple[Mutant, ...]:
    """Some mutants of the combat declarations, chosen by their texts, so that few change with the rules."""

    def place(mutant: Mutant) -> str:
        return hashlib.sha256(f"{mutant.rule.file} {mutant}".encode()).hexdigest()

    every = (mutant for rule in rules_of(COMBAT) for mutant in mutants_of(rule))
    return tuple(sorted(every, key=place)[:COMBAT_SAMPLE])


def combat_quick() -> list[Mutant]:
    """Those of them that stand under a clause, for its own boards come first."""
    return [m for m in combat_sample() if m.rule.clause and not m.equivalent][:COMBAT_QUICK]


@pytest.mark.parametrize("mutant", combat_quick(), ids=str)
def test_a_spoilt_rule_of_combat_is_noticed(mutant: Mutant) -> None:
    assert killer(mutant), f"{mutant.rule.file}:{mutant.rule.line}: no board notices\n{mutant.text}"


@pytest.mark.long
@pytest.mark.parametrize("mutant", combat_sample(), ids=str)
def test_spoilt_rules_of_combat_are_noticed_unless_listed(mutant: Mutant) -> None:
    """Those of the sample that are listed as equivalent are not noticed, or the list is out of date."""
    assert bool(killer(mutant)) != mutant.equivalent, mutant.text


def survey(file: str) -> Iterator[str]:
    """The mutation score of a section, and its survivors: where boards are missing."""
    score: Counter[str] = Counter()
    for mutant in (mutant for rule in rules_of([file]) for mutant in mutants_of(rule)):
        noticed = bool(killer(mutant))
        score["killed" if noticed else "survived"] += 1
        if not noticed:
            yield f"  line {mutant.rule.line}  {mutant}"
    yield f"{file}: {dict(score)}"


if __name__ == "__main__":
    for section in sys.argv[1:]:
        print(*survey(section), sep="\n")
