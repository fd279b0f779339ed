"""What the checks of written cards find: each fault in a card of its own, and not in the card beside it.

`lint/*.toml` are the cards. The rules of CL3, which need a board, have tests of their own.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import clingo
import pytest
from headjudge.language.card_reading import read_card
from headjudge.language.composition import Declined, Reading
from headjudge.lint import Design, Finding, Fix, WrittenCard, lint, lint_all, read_cards
from headjudge.lint.card_facts import read_written
from headjudge.lint.design import designed_games
from headjudge.lint.findings import codes as tables_codes
from headjudge.lint.fixing import fixed_card, fixed_file, fixes_of
from headjudge.lint.linting import lint_batch
from headjudge.lint.outdated import keeps_meaning, meanings
from headjudge.lint.sources import read_text
from headjudge.lint.unread import unread_lines
from headjudge.tables import files, read_table
from hypothesis import given, settings
from hypothesis import strategies as st

from .lint_report import SEED, whole

TABLES = Path(__file__).with_name("lint")
SHARED = Path(__file__).parents[2] / "shared"
DESIGN = Design.load("magic")
#: What is found by looking at a card alone.
CARD_ALONE = re.compile(r"CL[12]\d\d")


def planted(*names: str) -> list[tuple[str, dict[str, Any]]]:
    """The cards with a fault in some tables, each with the code of its fault."""
    tables = (tomllib.loads(TABLES.joinpath(name).read_text("utf-8")) for name in names)
    return [(code, row) for table in tables for code, rows in table.items() for row in rows]


PLANTED = planted("structure.toml", "reading.toml")


def found(text: str, game: str = "magic") -> list[Finding]:
    return [each for card in read_text(text, game) for each in lint(card, Design.load(game))]


def codes(findings: list[Finding]) -> set[str]:
    return {finding.code.code for finding in findings}


@pytest.mark.parametrize(("code", "row"), PLANTED, ids=lambda each: each if isinstance(each, str) else "")
def test_a_fault_is_found_in_its_place_and_not_in_the_card_beside_it(code: str, row: dict[str, Any]) -> None:
    findings = found(row["card"])
    mine = [finding for finding in findings if finding.code.code == code]
    assert [(each.field, each.line, each.column) for each in mine][:1] == [tuple(row["at"])]
    assert codes(findings) - {code} == {*row.get("also", ())}
    if "suggestion" in row:
        assert mine[0].suggestion == row["suggestion"]
    assert not found(row["clean"])


def test_every_code_has_a_card_with_its_fault() -> None:
    # What no plain text can show, or what no text is known for, is tested elsewhere in this file.
    apart = {"CL102", "CL103", "CL202", "CL211", "CL212", "CL220", "CL243"}
    known = {code for code in DESIGN.by_code if CARD_ALONE.fullmatch(code)}
    assert known - {code for code, _ in PLANTED} == apart
    assert len(PLANTED) >= 60


# ---- what a text of whole cards cannot show ----


def card(text: str = "", name: str = "Test Ogre", layout: str = "", **printed: str) -> WrittenCard:
    fields = {"name": name, "text": text, **printed}
    return WrittenCard("magic", {field: value for field, value in fields.items() if value}, layout=layout)


CREATURE = {"type_line": "Creature — Ogre", "stats": "2/2", "cost": "{R}"}


@pytest.mark.parametrize(
    ("code", "faulty", "clean"),
    [
        ("CL202", card(**CREATURE | {"cost": "2R"}), card(**CREATURE | {"cost": "{2}{R}"})),
        ("CL212", card(**CREATURE | {"cost": "{2}{{R}/{B}}"}), card(**CREATURE | {"cost": "{2}{B/R}"})),
        ("CL211", card(**CREATURE | {"cost": ""}, layout="transform"), card(**CREATURE, layout="transform")),
        ("CL220", card(**CREATURE | {"type_line": ""}), card(**CREATURE)),
        ("CL243", card(**CREATURE | {"stats": "2"}), card(**CREATURE | {"stats": "2/2"})),
    ],
)
def test_a_fault_of_fields(code: str, faulty: WrittenCard, clean: WrittenCard) -> None:
    assert codes(lint(faulty, DESIGN)) == {code}
    assert not lint(clean, DESIGN)


def test_a_line_that_is_read_in_two_ways_or_loses_a_word_is_reported() -> None:
    written = card("Draw a card.", **CREATURE)
    (line,) = read_card("magic", written.text, written.name)
    assert isinstance(line.reading, Reading)
    two = line._replace(reading=Declined(0, "Draw", tuple, (line.reading.term, line.reading.term)))
    lost = line._replace(lost="zorble")
    found_in = {each.code.code: each.message for _, each in unread_lines(written, (two, lost), DESIGN)}
    assert set(found_in) == {"CL102", "CL103"}
    assert "zorble" in found_in["CL103"]


def test_a_text_without_a_name_is_looked_at_as_rules_text_only() -> None:
    (written,) = read_text("Whenever Ana attacks, draw a card.\nFlyng", "magic", "Ana")
    (finding,) = lint(written, DESIGN)
    assert (finding.code.code, finding.line, finding.column) == ("CL282", 2, 1)


# ---- the table of codes ----


@pytest.mark.parametrize("game", designed_games())
def test_every_code_is_found_by_a_rule_and_no_rule_finds_what_has_no_code(game: str) -> None:
    design = Design.load(game)
    derived = set(re.findall(r"^finding\((\w+)", design.program, re.MULTILINE))
    shared = tables_codes(read_table(files("headjudge.rules").joinpath("findings.toml")))
    assert derived <= {*design.codes}
    own = read_table(files("headjudge.rules").joinpath(game, "design", "findings.toml"))
    assert {code.name for code in design.codes.values() if code.code in own} - {*shared} <= derived


def test_the_rules_leave_nothing_open() -> None:
    cards = [card for _, row in PLANTED for card in read_text(row["card"], "magic")]
    facts = [fact for n, each in enumerate(cards) for fact in read_written(each, DESIGN, str(n)).facts]
    control = clingo.Control(["--warn=none"])
    control.add("base", [], DESIGN.program + "".join(f"{fact}." for fact in facts))
    control.ground([("base", [])])
    open_atoms = [str(atom.symbol) for atom in control.symbolic_atoms if not atom.is_fact]
    assert not open_atoms
    assert len([*control.symbolic_atoms.by_signature("finding", 3)]) >= sum(
        code.startswith("CL2") for code, _ in PLANTED
    )


@pytest.mark.parametrize("game", designed_games())
def test_codes_are_of_one_form_and_sorted(game: str) -> None:
    table = read_table(files("headjudge.rules").joinpath(game, "design", "findings.toml"))
    assert all(re.fullmatch(r"[A-Z]{2}\d{3}", code) for code in table)
    names = [row["name"] for row in table.values()]
    assert len({*names}) == len(names)
    for code in Design.load(game).codes.values():
        assert code.severity in ("error", "warning", "note")
        assert code.summary.endswith(".")
        assert code.help.endswith((".", "..."))


@pytest.mark.skipif(not SHARED.is_dir(), reason="the rulebook is not at hand")
def test_the_numbers_of_the_codes_stand_in_the_rulebook() -> None:
    text = SHARED.joinpath("rulebooks", "magic", "cr-20260807.txt").read_text("utf-8")
    stands = {number.rstrip(".") for number in re.findall(r"^(\d{3}\.\d+[a-z]?\.?) ", text, re.MULTILINE)}
    # A number of a whole list of letters (205.3) is that of its first line.
    assert {n for code in DESIGN.codes.values() for n in code.numbers} <= stands


KNOWN = read_table(files("headjudge.rules").joinpath("magic", "design", "sentences.toml"))["known"]


def unread_sentences(sentences: list[str]) -> list[str]:
    return [text for text in sentences if not all(line.read for line in read_card("magic", text, "Ana"))]


def test_known_sentences_are_read() -> None:
    assert len(KNOWN) > 300
    assert not unread_sentences(KNOWN[::5])


@pytest.mark.long
def test_all_known_sentences_are_read() -> None:
    assert not unread_sentences(KNOWN)


# ---- fixes ----


@pytest.mark.parametrize("row", [row for code, row in PLANTED if DESIGN.by_code[code].fixable])
def test_a_fix_leaves_the_meaning_and_the_finding_is_gone(row: dict[str, Any]) -> None:
    (written,) = read_text(row["card"], "magic")
    findings = lint(written, DESIGN)
    fixes = fixes_of(written, findings)
    assert fixes
    (again,) = read_text(fixed_file(row["card"], [(written, fixes)], "<text>")[0], "magic")
    assert again.printed == fixed_card(written, fixes).printed
    assert not {each.code.code for each in lint(again, DESIGN) if each.code.fixable}
    before, after = (read_card("magic", each.text, each.name) for each in (written, again))
    for was, now in zip(meanings(before), meanings(after), strict=True):
        assert was is None or was == now


_PIECES = st.sampled_from(
    [
        "When Test Ogre enters the battlefield, draw a card.",
        "When CARDNAME comes into play, you gain 2 life.",
        "Whenever a player draws a card, he or she discards a card.",
        "{T}: Add {R} to your mana pool.",
        "Remove target creature from the game.",
        "Bury all creatures.",
        "At end of turn, sacrifice Test Ogre.",
        "Put a 1/1 white Soldier creature token onto the battlefield.",
        "Zorble his or her converted mana cost in play.",
        "Flying (It enters the battlefield zorbled.)",
        "Test Ogre is unblockable.",
    ]
)


@given(st.lists(_PIECES, min_size=1, max_size=5))
@settings(max_examples=12)
def test_fixes_of_any_text_leave_what_was_read(lines: list[str]) -> None:
    written = card("\n".join(lines), **CREATURE)
    again = fixed_card(written, fixes_of(written, lint(written, DESIGN)))
    before, after = (read_card("magic", each.text, each.name) for each in (written, again))
    assert len(before) == len(after)
    for was, now in zip(before, after, strict=True):
        assert not was.read or (now.read and meanings([was]) == meanings([now]))


def test_a_fix_that_would_change_the_meaning_is_not_made() -> None:
    written = card("When this creature enters, draw a card.", **CREATURE)
    (line,) = read_card("magic", written.text)
    assert keeps_meaning(written, [Fix("text", 19, 25, "enters the battlefield")], line, "magic")
    assert not keeps_meaning(written, [Fix("text", 19, 25, "dies")], line, "magic")
    assert not keeps_meaning(written, [Fix("text", 19, 25, "zorbles")], line, "magic")


def test_reminder_text_is_not_looked_at() -> None:
    assert not lint(card("Flying (It enters the battlefield in flight.)", **CREATURE), DESIGN)


# ---- Berserk ----


def test_a_card_of_berserk_is_read_and_its_printed_values_are_looked_at() -> None:
    fields = {
        "name": "Зурб",
        "cost": "4",
        "element": "1",
        "type_line": "Regular Creature",
        "states": "life 8, movement 2, strike 1-2-3",
        "text": "{tap}: Выстрел на 1-2-2.",
    }

    def codes_with(**changed: str) -> set[str]:
        filled = {field: value for field, value in (fields | changed).items() if value}
        return codes(lint(WrittenCard("berserk", filled), Design.load("berserk")))

    assert codes_with() == set()
    assert codes_with(text="{tap}: Зурблик на 1-2-2.") == {"CL101"}
    assert codes_with(cost="") == {"BL201"}
    assert codes_with(cost="many") == {"BL202"}
    assert codes_with(cost="X") == set()
    assert codes_with(element="") == {"BL203"}
    assert codes_with(element="64") == {"BL204"}
    assert codes_with(element="3") == set()
    assert codes_with(states="life 0, movement 2, strike 1-2-3") == {"BL210"}
    assert codes_with(states="life 8, movement 2") == {"BL211"}
    assert codes_with(states="life 8, strike 1-2-3") == {"BL212"}
    assert codes_with(states="life 8, strike 1-2-3", type_line="Regular Flying Creature") == set()
    assert codes_with(type_line="Regular Artifact") == {"BL213"}
    assert codes_with(type_line="Regular") == {"BL214"}


# ---- real cards and designers' cards ----

JUDGED = tomllib.loads(TABLES.joinpath("judged.toml").read_text("utf-8"))["finding"]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the cards are not at hand")
def test_the_findings_judged_by_hand_are_those_that_are_found() -> None:
    assert Counter(row["verdict"] for row in JUDGED) == {"right": 27, "gap": 3}
    names = {row["card"] for row in JUDGED}
    file = SHARED / "cards" / "custom.jsonl"
    cards = [card for card in read_cards(file, "magic") if card.name in names]
    places = {(each.card.name, each.code.code, each.field, each.line, each.column)
              for found in lint_batch(cards, DESIGN) for each in found}  # fmt: skip
    # A grammar that grows reads more lines: those are not found any more, whatever was judged of them.
    judged = {(row["card"], row["code"], *row["at"]) for row in JUDGED if row["code"] != "CL101"}
    assert len(judged) >= 20
    assert judged <= places


#: Kinds of errors that real cards have, and why. What else is found in one is a fault of ours.
EXPLAINED = {
    "CL221": "card types beside the rules: Hero, Stickers",
    "CL222": "card types and supertypes beside the rules: Host, Stickers",
    "CL223": "Hero stands before the dash on heroes of a challenge deck",
    "CL224": "a planeswalker called Dungeon Master, from a set of jokes",
    "CL236": "an instant creature, from a set of playtest cards",
    "CL273": "the file does not give the loyalty of second faces",
    "CL278": "the file does not give the defense of battles",
}


@pytest.mark.long
@pytest.mark.skipif(not SHARED.is_dir(), reason="the cards are not at hand")
def test_two_thousand_real_cards_that_are_read_whole_have_no_errors() -> None:
    everything = list(read_cards(SHARED / "cards" / "oracle.jsonl", "magic"))
    sample = random.Random(SEED).sample(everything, 2500)
    cards = [(card, found) for card, found in lint_all(sample, DESIGN, 2) if whole(found)][:2000]
    assert len(cards) == 2000
    alone = re.compile("CL[12]")
    errors = {
        card.name: {
            each.code.code for each in found if each.severity == "error" and alone.match(each.code.code)
        }
        for card, found in cards
    }
    faulty = {name: codes for name, codes in errors.items() if codes}
    assert not {name: codes for name, codes in faulty.items() if not codes <= {*EXPLAINED}}
    print(f"{len(faulty)} of 2,000 cards have an error: {faulty}")
    assert len(faulty) <= 20
