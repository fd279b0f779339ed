"""Do the boards of the project notice when a rule is wrong? Every rule is spoilt a little, one at a time.

A mutant lacks a condition or the whole rule, has a condition turned round, or a comparison off by one. It is
killed if an expectation of some board fails under it. A mutant of section 704 must not survive, unless it
stands in ``mutation/equivalent.toml`` with the reason why no board can tell it from the rule; nor must one
of the sample of mutants of the combat declarations, all of which would take too long.
``headjudge rulebook mutants GAME FILE BOARDS...`` prints the score and the survivors of any section.
"""

from __future__ import annotations

import hashlib
import random
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.checks.mutation import Killers, Mutant, acts, mutants_of
from headjudge.derivation.rule import Rule
from headjudge.derivation.rulebook import load_pack
from headjudge.errors import HeadjudgeError

GAME = "magic"
ROOT = Path(__file__).parents[1]
SECTION = "704_state_based_actions.lp"
SAMPLE = 12
COMBAT = (
    "506_combat_phase.lp",
    "508_declare_attackers.lp",
    "509_declare_blockers.lp",
    "702_evasion.lp",
)
COMBAT_SAMPLE, COMBAT_QUICK = 90, 6

_LISTED = tomllib.loads((ROOT / "tests" / "mutation" / "equivalent.toml").read_text(encoding="utf-8"))
EQUIVALENT = {mutant for mutants in _LISTED.values() for mutant in mutants}


def equivalent(mutant: Mutant) -> bool:
    """Whether it is listed; where several rules have the head, with the body of this one after it."""
    body = "; ".join(literal.text for literal in mutant.rule.body)
    return not EQUIVALENT.isdisjoint((str(mutant), f"{mutant} [{body}]"))


def rules_of(files: Sequence[str]) -> list[Rule]:
    return [rule for rule in load_pack(GAME).rules if rule.file in files]


@cache
def every(*files: str) -> tuple[Mutant, ...]:
    """All mutants of some sections."""
    return tuple(mutant for rule in rules_of(files) for mutant in mutants_of(rule))


@cache
def boards() -> dict[str, tuple[Board, str]]:
    """Every board of the project but those on which somebody acts: they tell of other sections."""
    found = {}
    for folder in ("tests", "examples"):
        for path in sorted((ROOT / folder).rglob("*.board")):
            text = path.read_text(encoding="utf-8")
            try:
                found[str(path.relative_to(ROOT))] = (Board.parse(text), text)
            except HeadjudgeError:
                continue
    return {path: each for path, each in found.items() if each[0].game == GAME and not acts(each[0])}


@cache
def killers(together: tuple[Mutant, ...] = ()) -> Killers:
    """What is wrong with a declaration only boards that speak of declarations can notice; the others are
    enough for 704. To look at many mutants together pays for all of a section, not for a few."""
    return Killers(GAME, boards(), {SECTION: False, **dict.fromkeys(COMBAT, True)}, together)


def sample() -> list[Mutant]:
    """Some mutants of section 704, the same in every run."""
    choice = random.Random(704)
    return [choice.choice(list(mutants_of(rule))) for rule in choice.sample(rules_of([SECTION]), SAMPLE)]


@pytest.mark.parametrize("mutant", sample(), ids=str)
def test_a_spoilt_rule_is_noticed(mutant: Mutant) -> None:
    if not equivalent(mutant):
        assert killers().killer(mutant), (
            f"{mutant.rule.file}:{mutant.rule.line}: no board notices\n{mutant.text}"
        )


@pytest.mark.long
@pytest.mark.parametrize("mutant", every(SECTION), ids=str)
def test_every_spoilt_rule_of_704_is_noticed(mutant: Mutant) -> None:
    """Those that are listed as equivalent are not, or the list is out of date."""
    assert bool(killers(every(SECTION)).killer(mutant)) != equivalent(mutant), mutant.text


@cache
def combat_sample() -> tuple[Mutant, ...]:
    """Some mutants of the combat declarations, chosen by their texts, so that few change with the rules."""

    def place(mutant: Mutant) -> str:
        return hashlib.sha256(f"{mutant.rule.file} {mutant}".encode()).hexdigest()

    return tuple(sorted(every(*COMBAT), key=place)[:COMBAT_SAMPLE])


def combat_quick() -> list[Mutant]:
    """Those of them that stand under a clause, for its own boards come first."""
    return [m for m in combat_sample() if m.rule.clause and not equivalent(m)][:COMBAT_QUICK]


@pytest.mark.parametrize("mutant", combat_quick(), ids=str)
def test_a_spoilt_rule_of_combat_is_noticed(mutant: Mutant) -> None:
    assert killers().killer(mutant), f"{mutant.rule.file}:{mutant.rule.line}: no board notices\n{mutant.text}"


@pytest.mark.long
@pytest.mark.parametrize("mutant", combat_sample(), ids=str)
def test_spoilt_rules_of_combat_are_noticed_unless_listed(mutant: Mutant) -> None:
    """Those of the sample that are listed as equivalent are not noticed, or the list is out of date."""
    assert bool(killers().killer(mutant)) != equivalent(mutant), mutant.text
