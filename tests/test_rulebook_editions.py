"""How many of the references that the editors later corrected the checks find, and how often they cry wolf.

The truth is tests/independent/corrected_references.py: what changed between the editions, found without the
project's own code. The thresholds of the checks were set while looking at these editions, so the numbers
describe what the checks find there; they do not foretell what they find elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from headjudge.rulebook.check_aim import check_aim
from headjudge.rulebook.check_references import check_references
from headjudge.rulebook.document import Document
from headjudge.rulebook.findings import Finding
from headjudge.rulebook.reading import read_rulebook
from headjudge.rulebook.subjects import Subjects

from .independent.corrected_references import Corrected, all_corrected

FOLDER = Path(__file__).parents[2] / "shared" / "rulebooks" / "magic"
CODES = {"dangling-reference", "misaimed-reference", "title-mismatch"}

Cited = tuple[str, str, str]

#: What is found though no later edition corrects it in the same sentence, each looked up in the text; by the
#: numbers that the clause has had.
RIGHT = {
    "119.7 120.7": "609.7 has no title, and nothing is called as quoted",
    "“Supervillain_Rumble”": "the title of 806 is quoted without its last word",
    "722.5 724.5 725.5": "the title quoted is that of 611, the number that of 613",
    "“Endure”": "702.62 is Suspend; 701.63 is Endure",
    "702.123d": "903.11a does not stand; it is 903.10a (corrected when the sentence was rewritten)",
    "607.2m “Anchor_Word”": "anchor words were 614.12b and are 614.12c since 2025-11-14",
    "“Hybrid_Card”": "hybrid symbols are 202.2d; 202.2f is about effects that change colors",
    "“Last_Known_Information”": "it is in the clause after the one cited",
}
WRONG = {
    "109.4": "108.4 is about cards outside of the zones named, as the sentence says",
    "114.1d 115.1d": "603.3c and 603.3d both tell of it, and d is meant",
    "306.7": "616 is about several replacement effects, which the sentence says in other words",
}


class Score(NamedTuple):
    """Which of the corrected references were found, which not, what else was found, which
    corrections were suggested."""

    found: list[Corrected]
    missed: list[Corrected]
    further: list[tuple[str, Finding]]
    suggested: dict[Cited, bool]

    @property
    def recall(self) -> float:
        return len(self.found) / (len(self.found) + len(self.missed))


def cited_as(row: Corrected) -> Cited:
    name = row.clause.removeprefix("glossary ")
    return row.edition, name if name == row.clause else f"“{name}”", row.cited


@cache
def score() -> Score:
    if not FOLDER.is_dir():
        pytest.skip(f"the editions are not at hand: {FOLDER} is absent")
    truth = {cited_as(row): row for row in all_corrected(FOLDER)}
    hit: set[Cited] = set()
    further = []
    suggested: dict[Cited, bool] = {}
    for file in sorted(FOLDER.glob("cr-*.txt")):
        document = read_rulebook(str(file))
        for finding in aimed(document):
            key = (file.stem, finding.clause, finding.cited)
            if key in truth:
                hit.add(key)
                suggested[key] = finding.suggestion == truth[key].meant
            else:
                further.append((file.stem, finding))
    found = [row for key, row in truth.items() if key in hit]
    return Score(found, [row for key, row in truth.items() if key not in hit], further, suggested)


def aimed(document: Document) -> Iterator[Finding]:
    subjects = Subjects(document)
    for finding in (*check_references(document, subjects), *check_aim(document, subjects)):
        if finding.code.name in CODES:
            yield finding


@pytest.mark.long
def test_most_corrected_references_are_found() -> None:
    result = score()
    every = [row for row in (*result.found, *result.missed) if row.kind == "dangling"]
    assert every
    assert [row for row in result.missed if row.kind == "dangling"] == []
    print(f"\ncorrected later: {len(result.found) + len(result.missed)}, found {len(result.found)}")
    for row in result.missed:
        print("  missed", *row)
    assert result.recall >= 0.7


def judged(table: dict[str, str], finding: Finding) -> bool:
    return any(finding.clause.replace(" ", "_") in clauses.split() for clauses in table)


@pytest.mark.long
def test_what_is_found_besides_has_been_judged_and_is_mostly_right() -> None:
    result = score()
    assert [row for row in result.further if not judged({**RIGHT, **WRONG}, row[1])] == []
    grave = [one for _, one in result.further if one.severity == "error"]
    assert [one for one in grave if judged(WRONG, one)] == []
    wrong = sum(judged(WRONG, one) for _, one in result.further)
    found = len(result.found) + len(result.further)
    guesses = [one for _, one in result.further if one.code.name == "misaimed-reference"]
    print(f"\nfound besides: {len(result.further)}, {len(guesses)} of them guesses, {wrong} of them wrong")
    print(f"precision {(found - wrong) / found:.2f}, recall {result.recall:.2f}")
    assert (found - wrong) / found >= 0.75


@pytest.mark.long
def test_the_number_meant_is_mostly_the_one_suggested() -> None:
    result = score()
    assert sum(result.suggested.values()) / len(result.suggested) >= 0.6
