"""Faults planted in rulebooks are found, named and placed; without them the checks are silent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from headjudge.rulebook.checking import check
from headjudge.rulebook.findings import CODES, Finding
from headjudge.rulebook.reading import read_bytes, read_rulebook, read_text
from headjudge.rulebook.reporting import fingerprint
from headjudge.rulebook.style import load, styles
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
HARBOUR = (ROOT / "examples/rulebooks/harbour.txt").read_text(encoding="utf-8")
GAVAN = (ROOT / "examples/rulebooks/gavan.ru.txt").read_text(encoding="utf-8")


class Plant(NamedTuple):
    """A fault: its name, what is replaced by what, how the line of the finding begins, what is meant."""

    name: str
    old: str
    new: str
    at: str
    meant: str = ""
    which: int = 1


def line_of(text: str, start: str, which: int) -> int:
    return [at for at, line in enumerate(text.split("\n"), 1) if line.startswith(start)][which - 1]


LONG = (
    "Whoever lets the lantern fall into the water while the others are still busy with their crates gives "
    "away the next watch, and has to help every other captain at the quay until it is found."
)
SIGNAL = "Signal\nA deed word. See rule 301.5, “Signal.”\n\n"
STORM = "Storm\nBad weather that closes a harbour. See rule 202, “Storms.”\n\n"
FIRST_CUTTER = "200.1a A cutter sails two stretches of water in one watch.\n\n"
FLAG = "200.2. Every ship flies the flag of its captain. A captured ship changes its flag at once.\n"
CARGO = "201.2. Each crate takes up one place in the hold of a ship.\n\n"

IN_HARBOUR = [
    Plant("dangling-reference", "(See rule 202.3.)", "(See rule 202.8.)", "102.2.", "202.3"),
    Plant("dangling-reference", "rules 202.2–3", "rules 202.2–4", "202.3b"),
    Plant("self-reference", "(See rule 202.3.)", "(See rule 102.2.)", "102.2."),
    Plant("title-mismatch", "rule 201, “Cargo.”\n\n200.1c", "rule 202, “Cargo.”\n\n200.1c", "200.1b", "201"),
    Plant("misaimed-reference", " permit it.", " permit it. Storms too (see rule 201).", "101.2.", "202"),
    Plant("misaimed-reference", "gone. See rule 102.2.", "gone. See rule 102.1.", "A captain is", "102.2"),
    Plant(
        "misaimed-reference",
        "closed harbour.\n\n202.3",
        "closed harbour. A gilded crate in a hold is worth coins at the end (see rule 201.2).\n\n202.3",
        "202.2.",
        "201.4",
    ),
    Plant("reversed-range", "rules 202.2–3", "rules 202.3–2", "202.3b"),
    Plant("number-gap", CARGO, "", "201.3.", "201.2"),
    Plant("number-gap", FIRST_CUTTER, "", "200.1b", "200.1a"),
    Plant("duplicate-number", "201.3. Spoiled", "201.2. Spoiled", "201.2.", which=2),
    Plant("wrong-order", "201.1. Cargo", "201.5. Cargo", "201.2."),
    Plant("skipped-letter", "202.3b A galleon", "202.3l A galleon", "202.3l", "202.3b"),
    Plant("number-form", "201.2. Each", "201.2 Each", "201.2", "201.2. "),
    Plant("unreachable-clause", "202.3. A ship", "202.4. A ship", "202.3a", "202.3"),
    Plant("contents-mismatch", "201. Cargo\n202", "201. Freight\n202", "201. Freight", "Cargo"),
    Plant("contents-mismatch", "202. Storms\n\n3.", "\n3.", "202. Storms"),
    Plant("contents-mismatch", "202. Storms\n\n3.", "202. Storms\n203. Calms\n\n3.", "203. Calms"),
    Plant("misplaced-clause", "202.3. A ship", CARGO.replace("201.2", "201.5") + "202.3. A ship", "201.5."),
    Plant("undefined-term", "any order.", "any order. The “idle hand rule” applies.", "300.1."),
    Plant("undefined-term", SIGNAL, "", "301.5."),
    Plant("unused-entry", "Credits\n\nW", "Yawl\nA small ship. See rule 200.1.\n\nCredits\n\nW", "Yawl"),
    Plant("dead-entry", "See Ship.", "See Shipp.", "See Shipp.", "Ship"),
    Plant("circular-definition", "What a captain sails. See rule 200, “Kinds of Ships.”", "See Boat.", "See"),
    Plant(
        "circular-definition",
        "A kind of ship. See rule 200.1a.",
        "A kind of lugger. See rule 200.1a.\n\nLugger\nA kind of cutter. See rule 200.1a.",
        "A kind of lugger",
    ),
    Plant("duplicate-entry", "Moor\nA", "Load\nA word. See rule 301.1, “Load.”\n\nMoor\nA", "Load", which=2),
    Plant("entry-order", SIGNAL + STORM, STORM + SIGNAL, "Signal"),
    Plant("duplicate-sentence", "201.2. Each", f"201.2. {LONG}\n\n202.1. {LONG}\n\n201.3. Each", "202.1."),
    Plant("empty-clause", FLAG, "200.2.\n", "200.2."),
    Plant("unbalanced", "further watches. (See rule 202.3.)", "further watches. (See rule 202.3.", "102.2."),
    Plant("unbalanced", "reads “This ship", "reads This ship", "Example"),
    Plant("doubled-word", "in the hold of a ship.\n\n201.3", "in the the hold of a ship.\n\n201.3", "201.2."),
    Plant("doubled-marker", "Example: A ship", "Example: Example: A ship", "Example"),
    Plant("unfinished-sentence", "unloaded at another one.", "unloaded at another one", "201.1."),
]  # fmt: skip

IN_GAVAN = [
    Plant("dangling-reference", "выбывает (п. 102.3)", "выбывает (п. 102.7)", "100.3."),
    Plant("self-reference", "выбывает (п. 102.3)", "выбывает (п. 100.3)", "100.3."),
    Plant("misaimed-reference", "(см. также п. 101.3)", "(см. также п. 101.4)", "● починить", "101.3"),
    Plant("number-gap", "101.4. В", "101.5. В", "101.5.", "101.4"),
    Plant("duplicate-number", "102.2. Причал", "102.1. Причал", "102.1.", which=2),
    Plant(
        "contents-mismatch",
        "102. Штормы\n103. Запреты\n\n",
        "102. Бури\n103. Запреты\n\n",
        "102. Бури",
        "Штормы",
    ),
    Plant("undefined-term", "его допускает.", "его допускает. Действует правило «Якоря».", "103.1."),
    Plant(
        "circular-definition",
        "Груз – это все ящики в трюме одного корабля.",
        "Груз – это кладь.\n101.2. Кладь – это груз.",
        "101.1.",
    ),
    Plant("doubled-word", "закрыт для новых", "закрыт для для новых", "101.3."),
    Plant("unbalanced", "выбывает (п. 102.3).", "выбывает (п. 102.3.", "100.3."),
    Plant("unfinished-sentence", "без потерь.", "без потерь", "103.2."),
    Plant("number-form", "101.2. Один", "101.2 Один", "101.2"),
]


@pytest.mark.parametrize("text", [HARBOUR, GAVAN], ids=["harbour", "gavan"])
def test_a_clean_rulebook_is_clean(text: str) -> None:
    assert check(read_bytes(text.encode())) == []


def test_the_draft_has_the_faults_it_was_given() -> None:
    document = read_rulebook(str(ROOT / "examples/rulebooks/harbour-draft.txt"))
    assert [(one.code.name, one.line, one.suggestion) for one in check(document)] == [
        ("dangling-reference", 48, "202.3"),
        ("number-gap", 72, "201.3"),
        ("doubled-word", 70, "a"),
        ("misaimed-reference", 171, "102.2"),
    ]


@pytest.mark.parametrize(
    ("base", "plant"),
    [pytest.param(base, plant, id=f"{plant.name}-{plant.at}") for base, plants in
     ((HARBOUR, IN_HARBOUR), (GAVAN, IN_GAVAN)) for plant in plants],
)  # fmt: skip
def test_a_planted_fault_is_found(base: str, plant: Plant) -> None:
    assert base.count(plant.old) == 1, "the place of the fault is not unique"
    text = base.replace(plant.old, plant.new)
    found = [one for one in check(read_bytes(text.encode())) if one.code.name == plant.name]
    start = line_of(text, plant.at, plant.which)
    assert start in {one.line for one in found}, f"{plant.name} not found in line {start}: {found}"
    if plant.meant:
        assert plant.meant in {one.suggestion for one in found if one.line == start}


FRAGMENT = """530. Маяк
530.1. Смотритель зажигает огонь на первом шаге вечернего этапа (п. 512.6.3).
530.2. Капитан отвечает флагом на втором шаге вечернего этапа (п. 512.6.4).
530.3. Пушка молчит до конца третьего шага вечернего этапа (п. 512.5.5).
530.4. Утром огонь гасят (п. 600.1).
"""


def test_a_part_of_a_rulebook_is_not_blamed_for_what_it_leaves_out() -> None:
    found = [(one.code.name, one.line, one.suggestion) for one in check(read_bytes(FRAGMENT.encode()))]
    assert found == [
        ("lone-number", 4, "512.6.5"),
        *(("reference-outside", line, "") for line in (2, 3, 4, 5)),
    ]
    straight = FRAGMENT.replace("512.5.5", "512.6.5")
    assert {one.code.name for one in check(read_bytes(straight.encode()))} == {"reference-outside"}


#: Lines of which odd rulebooks can be made: numbers out of place, references to anything, entries in circles.
ODD = (
    *(
        "Contents\n",
        "1. One\n",
        "100. Two\n",
        "1. One\n",
        "100. Two\n",
        "100.1. See rule 100.1.\n",
        "100.1a\n",
    ),
    *("100.3l Of two (see rules 100.9–7, 1, and 100.1a–z).\n", "999.1. “Ship” means a ship\n", "100.\n"),
    *(
        "Glossary\n",
        "Name\nSee Name.\n",
        "\nShip\nA kind of name. See rule 100, “Ten.”\n\n",
        "Credits\n",
        "(\n",
    ),
    *("Example: Example: See section 7.\n", "\n", "100.10. The the “idle rule” applies\n", "”\n"),
)


@pytest.mark.parametrize("name", styles())
@given(st.lists(st.sampled_from(ODD), max_size=30))
def test_no_text_is_too_odd_to_be_checked(name: str, lines: list[str]) -> None:
    document = read_text("".join(lines), load(name))
    count = document.text.count("\n") + 1
    for finding in check(document):
        assert 1 <= finding.line <= count
        assert finding.column >= 1


def test_every_code_has_a_fault_that_shows_it() -> None:
    planted = {plant.name for plant in (*IN_HARBOUR, *IN_GAVAN)} | {"lone-number", "reference-outside"}
    assert planted == CODES.keys()
    assert len(planted) >= 20


# ---- the texts that people play by ----


def at_hand(name: str) -> Path:
    file = next(SHARED.rglob(name), None)
    if file is None:
        pytest.skip(f"{name} is not at hand: {SHARED} is absent")
    return file


@cache
def newest() -> tuple[str, list[Finding]]:
    file = at_hand("cr-20260807.txt")
    return file.read_text(encoding="utf-8"), check(read_rulebook(str(file)))


def test_the_two_faults_of_the_russian_seed_are_found() -> None:
    """528.2.1 means 528.10, 528.4 means a step among 512.6.x (shared/seeds/digest.en.md)."""
    document = read_rulebook(str(at_hand("berserk-2023-528-531.ru.txt")))
    grave = [
        (one.code.name, one.clause, one.cited, one.suggestion)
        for one in check(document)
        if one.severity != "note"
    ]
    assert grave == [
        ("unfinished-sentence", "528.5", "", ""),  # it does end without a full stop
        ("lone-number", "528.4", "512.5.5", "512.6.5"),
        ("misaimed-reference", "528.2.1", "528.9", "528.10"),
    ]


#: Every error and every warning about a reference in the edition of 2026-08-07, each looked up in the text.
JUDGED = {
    ("title-mismatch", "120.7", "609.7"): "right: 609.7 has no title, nothing is called as quoted",
    ("title-mismatch", "725.5", "613"): "right: the title quoted is that of 611; 613 has a longer one",
    ("title-mismatch", "“Endure”", "702.62"): "right: 702.62 is Suspend, 701.63 is Endure",
    ("title-mismatch", "“Supervillain Rumble”", "806"): "right: the title is quoted without its last word",
    ("misaimed-reference", "115.1d", "603.3d"): "wrong: both 603.3c and 603.3d tell of it, and d is meant",
    (
        "misaimed-reference",
        "607.2m",
        "614.12b",
    ): "right: anchor words were 614.12b and are 614.12c since 2025-11-14",
    ("misaimed-reference", "“Anchor Word”", "614.12b"): "right: the same",
    ("misaimed-reference", "“Hybrid Card”", "202.2f"): "right: hybrid symbols are 202.2d",
    ("misaimed-reference", "“Last Known Information”", "800.4h"): "right: it is in 800.4i",
}


def test_every_grave_finding_in_the_newest_edition_has_been_judged() -> None:
    _, found = newest()
    grave = {(one.code.name, one.clause, one.cited) for one in found if one.severity == "error"}
    aims = {(one.code.name, one.clause, one.cited) for one in found if one.code.name == "misaimed-reference"}
    assert grave | aims == JUDGED.keys()
    assert sum(verdict.startswith("wrong") for verdict in JUDGED.values()) == 1
    count = {
        severity: sum(one.severity == severity for one in found) for severity in ("error", "warning", "note")
    }
    assert count == {"error": 4, "warning": 16, "note": 47}


Lines = list[str]


def place(lines: Lines, number: str) -> int:
    """Where a clause begins in the rules, not in the contents."""
    return max(at for at, line in enumerate(lines) if line.split(" ")[0].rstrip(".") == number)


def say(number: str, more: str) -> Callable[[Lines], int]:
    def plant(lines: Lines) -> int:
        at = place(lines, number)
        lines[at : at + 1] = f"{lines[at]}{more}".split("\n")
        return at + more.count("\n")

    return plant


def renumber(number: str, other: str, noticed: str = "") -> Callable[[Lines], int]:
    def plant(lines: Lines) -> int:
        at = place(lines, number)
        lines[at] = lines[at].replace(number, other, 1)
        return place(lines, noticed) if noticed else at

    return plant


def remove(number: str, noticed: str) -> Callable[[Lines], int]:
    def plant(lines: Lines) -> int:
        lines[place(lines, number)] = ""
        return place(lines, noticed)

    return plant


def entry(name: str, more: str) -> Callable[[Lines], int]:
    def plant(lines: Lines) -> int:
        at = max(at for at, line in enumerate(lines) if line == name)
        lines[at + 1] += more
        return at + 1

    return plant


def add_entry(before: str, name: str, text: str, noticed: int = 0) -> Callable[[Lines], int]:
    def plant(lines: Lines) -> int:
        at = max(at for at, line in enumerate(lines) if line == before)
        lines[at:at] = [name, *text.split("\n"), ""]
        return at + noticed

    return plant


#: Planted from the end of the text to its beginning, so that no plant moves the line of another.
IN_THE_REAL_TEXT: list[tuple[str, Callable[[Lines], int], str]] = [
    ("unused-entry", add_entry("Y", "Xylograph", "A picture. See rule 100.1."), ""),
    ("duplicate-entry", add_entry("Vigilance", "Vehicle", "A second one. See rule 301.7."), ""),
    ("dead-entry", entry("Trample", " See also Tramplle."), "Trample"),
    (
        "circular-definition",
        add_entry("Toxic", "Toxeme", "A kind of toxifer.\n\nToxifer\nA kind of toxeme.", 1),
        "",
    ),
    ("misaimed-reference", add_entry("Timestamp Order", "Timestamp", "Of effects. See rule 613.6.", 1), ""),
    ("title-mismatch", entry("Reach", " See also rule 702.19, “Lifelink.”"), "702.15"),
    ("skipped-letter", renumber("903.3a", "903.3o"), ""),
    ("misaimed-reference", say("800.4a", " Effects may end the game (see rule 105)."), "104"),
    ("unreachable-clause", renumber("702.11", "702.999", "702.11a"), "702.11"),
    ("doubled-marker", say("613.1", "\nExample: Example: Nothing happens."), ""),
    ("reversed-range", say("605.2", " (See rules 601.2h–f.)"), ""),
    ("wrong-order", lambda lines: _swapped(lines, "405.3", "405.4"), ""),
    ("number-gap", remove("508.2", "508.3"), "508.2"),
    ("unbalanced", say("404.2", " (This is left open."), ""),
    ("doubled-word", say("403.2", " This stands stands twice."), ""),
    ("duplicate-number", renumber("401.4", "401.3"), ""),
    ("undefined-term", say("400.2", " Here the “sleeping card rule” applies."), ""),
    ("number-form", lambda lines: _undotted(lines, "307.2"), "307.2. "),
    ("empty-clause", lambda lines: _emptied(lines, "306.3"), ""),
    ("unfinished-sentence", say("305.5", " And so on and on it goes without an end"), ""),
    ("self-reference", say("115.3", " (See rule 115.3.)"), ""),
    ("dangling-reference", say("113.4", " (See rule 605.99.)"), ""),
    ("contents-mismatch", lambda lines: _retitled(lines, "106", "Manna"), "Mana"),
]


def _emptied(lines: Lines, number: str) -> int:
    lines[at := place(lines, number)] = f"{number}."
    return at


def _undotted(lines: Lines, number: str) -> int:
    at = place(lines, number)
    lines[at] = lines[at].replace(f"{number}. ", f"{number} ")
    return at


def _swapped(lines: Lines, first: str, second: str) -> int:
    one, other = place(lines, first), place(lines, second)
    lines[one], lines[other] = lines[other], lines[one]
    return other


def _retitled(lines: Lines, number: str, title: str) -> int:
    at = min(at for at, line in enumerate(lines) if line.startswith(f"{number}. "))
    lines[at] = f"{number}. {title}"
    return at


def test_faults_planted_in_the_newest_edition_are_found() -> None:
    text, before = newest()
    lines = text.split("\n")
    wanted = []
    for name, plant, meant in IN_THE_REAL_TEXT:
        size = len(lines)
        at = plant(lines)
        grown = len(lines) - size
        wanted = [(other, line + grown if line > at else line, m) for other, line, m in wanted]
        wanted.append((name, at, meant))
    document = read_bytes("\n".join(lines).encode())
    known = {fingerprint(one) for one in before}
    new = [one for one in check(document) if fingerprint(one) not in known]
    placed = {(one.code.name, one.line) for one in new}
    for name, at, meant in wanted:
        assert (name, at + 1) in placed, f"{name} is not found in line {at + 1}: {lines[at][:60]}"
        assert not meant or meant in {o.suggestion for o in new if o.code.name == name}
    assert len(wanted) >= 20
