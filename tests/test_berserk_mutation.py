"""Do the boards of Berserk notice when a rule is wrong? (As test_mutation asks for Magic.)

A mutant is tried first on the two boards of its clause, then on those on which much happens, on boards that
cite the clause's number, and on some others; it is killed if an expectation fails. Those of the sample that
survive stand in ``mutation/berserk_equivalent.toml`` with the reason.
``python -m tests.test_berserk_mutation 530_blocking.lp`` prints the score and the survivors of a section.
"""

from __future__ import annotations

import hashlib
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from headjudge.board.model import Board
from headjudge.checks.mutation import Mutant, mutants_of, spoil
from headjudge.derivation import derive
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.rulebook import Rulebook, editions, load_pack
from headjudge.derivation.ruling import Ruling
from headjudge.errors import HeadjudgeError
from headjudge.report.expectations import check

from .test_berserk import BOARDS, GAME, PAIRS, ROOT

SAMPLE = 20
#: So many boards are tried for one mutant.
TRIED = 16
#: Boards on which much happens.
RICH = (
    "530.7-independent-combined.board",
    "530.3.1-defender-combined.board",
    "508.4-withering.board",
    "508.3-graveyard.board",
    "113.7-twice-combined.board",
    "113.4-spell.board",
    "113.3-own-hit.board",
)

LISTED: dict[str, list[str]] = tomllib.loads(
    (ROOT / "tests/mutation/berserk_equivalent.toml").read_text(encoding="utf-8")
)
EQUIVALENT = {mutant for mutants in LISTED.values() for mutant in mutants}


@cache
def boards() -> dict[str, tuple[Board, str]]:
    """Every board of the game that can be read, with its text."""
    found = {}
    for path in BOARDS:
        text = path.read_text(encoding="utf-8")
        found[str(path.relative_to(ROOT))] = (Board.parse(text), text)
    return found


def fails(board: Board, mutant: Mutant | None) -> bool:
    """Whether an expectation of the board fails under a mutant."""

    @cache
    def ruling_for(edition: str | None) -> Ruling:
        rulebook = Rulebook.load(GAME, edition or board.edition or None)
        return adjudicate(board, spoil(rulebook, mutant) if mutant else rulebook)

    try:
        return any(check(ruling_for, expectation) for expectation in board.expects)
    except (HeadjudgeError, LookupError, AssertionError):
        return True


def candidates(mutant: Mutant) -> list[str]:
    """The boards that are tried, the likeliest first."""
    clause = mutant.rule.clause or ""
    numbers = (
        {Rulebook.load(GAME, edition).number(clause) for edition in editions(GAME)} - {""}
        if clause
        else set()
    )
    words = set(re.findall(r"[a-z_]{5,}", mutant.rule.head))

    def distance(path: str) -> tuple[int, int]:
        board, text = boards()[path]
        cited = any(re.search(rf"{re.escape(number)}\b", text) for number in numbers)
        told = " ".join((*board.facts(), *(event for step in board.script for event in step.events)))
        near = sum(word in told for word in words)
        own = path in PAIRS.get(clause, ())
        rich = path.rpartition("/")[2] in RICH
        return (0 if own else 1 if rich else 2 if cited else 3, -near)

    return sorted(boards(), key=distance)[:TRIED]


def killer(mutant: Mutant) -> str:
    """The first board that notices, "" if none of those tried does."""
    found = next((path for path in candidates(mutant) if fails(boards()[path][0], mutant)), "")
    derive.reach.cache_clear()
    return found


@cache
def sample() -> tuple[Mutant, ...]:
    """Some mutants of the rules that stand under clauses, chosen by their texts."""

    def place(mutant: Mutant) -> str:
        return hashlib.sha256(f"{mutant.rule.file} {mutant}".encode()).hexdigest()

    every = (mutant for rule in load_pack(GAME).rules if rule.clause in PAIRS for mutant in mutants_of(rule))
    return tuple(sorted(every, key=place)[:SAMPLE])


@pytest.mark.long
@pytest.mark.parametrize("mutant", sample(), ids=str)
def test_spoilt_rules_are_noticed_unless_listed(mutant: Mutant) -> None:
    """Those that are listed as not to be noticed are not, or the list is out of date."""
    assert bool(killer(mutant)) != (str(mutant) in EQUIVALENT), mutant.text


def survey(file: str) -> Iterator[str]:
    """The mutation score of a section, or of the sample, and the survivors: where boards are missing."""
    score: Counter[str] = Counter()
    rules = [rule for rule in load_pack(GAME).rules if rule.file == file]
    for mutant in sample() if file == "sample" else (each for rule in rules for each in mutants_of(rule)):
        noticed = killer(mutant)
        score["killed" if noticed else "survived"] += 1
        if not noticed:
            yield f"  line {mutant.rule.line}  {mutant}"
    yield f"{file}: {dict(score)}"


if __name__ == "__main__":
    for section in sys.argv[1:]:
        for said in survey(section):
            print(said, flush=True)
