"""What the checks of written cards find: each kind of finding in a card with one fault, and not in its neighbour.

`lint/*.toml` are the cards. The rules of CL3, which need a board, have tests of their own.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from headjudge.lint import Design, Finding, lint
from headjudge.lint.sources import read_text

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
    (card,) = read_text(text, game)
    return lint(card, Design.load(game))


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
    apart = {"CL102", "CL103", "CL202", "CL211", "CL220", "CL243"}
    known = {code for code in DESIGN.by_code if CARD_ALONE.fullmatch(code)}
    assert known - {code for code, _ in PLANTED} == apart
    assert len(PLANTED) >= 60
