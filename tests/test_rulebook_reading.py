"""Rulebook texts are read into clauses and entries, and nothing of them is lost."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from headjudge.errors import Malformed
from headjudge.rulebook import numbers
from headjudge.rulebook.document import Document
from headjudge.rulebook.exporting import FORMAT, save
from headjudge.rulebook.reading import read_bytes, read_rulebook, read_text
from headjudge.rulebook.style import load, styles
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
EXAMPLES = sorted((ROOT / "examples" / "rulebooks").glob("*.txt"))
LETTERED, FIGURES, LIST = load("lettered.en"), load("numbered.ru"), load("listed.cs")

OLDEST, NEWEST = "cr-20110204", "cr-20260807"


PIECES = (
    *("1. A\n", "100. B.\n", "100.1. C (see rules 100.1a–c).\n", "100.1a D\n", "1.", "528.2.1. Ё\n"),
    *("Contents\n", "Glossary\n", "Credits\n", "Example: E\n", "ПРИМЕР. Я\n", "Name\n", "See Name.\n"),
    *("- Pokud ano,\n", ") ne. - Pokud ne.\n", "\n", "\r\n", "  ", "|\n", "\x0b\u2028"),
)


def texts() -> list[Path]:
    return sorted((SHARED / "rulebooks" / "magic").glob("cr-*.txt")) + sorted(
        (SHARED / "seeds").glob("*.??.txt")
    )


def shared(name: str) -> Document:
    file = next((file for file in texts() if name in file.name), None)
    if file is None:
        pytest.skip(f"{name} is not at hand: {SHARED} is absent")
    return read_rulebook(str(file))


@pytest.mark.parametrize("file", [*texts(), *EXAMPLES], ids=lambda file: file.stem)
def test_the_clauses_joined_give_the_text_back(file: Path) -> None:
    document = read_rulebook(str(file))
    assert document.text.encode(document.encoding) == file.read_bytes()
    assert document.clauses
    lines = document.text.split("\n")
    assert all(piece.source.split("\n")[0] in lines[piece.line - 1] for piece in document.pieces)


@pytest.mark.parametrize("name", [OLDEST, NEWEST])
def test_every_numbered_line_is_a_clause(name: str) -> None:
    """An independent count: lines between contents and glossary that begin with a number."""
    document = shared(name)
    lines = Path(document.file).read_text(encoding="utf-8").split("\n")
    start = max(at for at, line in enumerate(lines) if line == "1. Game Concepts")
    end = max(at for at, line in enumerate(lines) if line == "Glossary")
    counted = [line.split()[0].rstrip(".") for line in lines[start:end] if line[:1].isdigit()]
    assert [clause.number for clause in document.clauses] == counted


def test_a_clause_has_its_level_parent_title_examples_and_references() -> None:
    document = shared(NEWEST)
    clause = document.by_number["702.11b"]
    assert (clause.level, clause.title, clause.heading) == ("subrule", "", False)
    assert numbers.lineage(clause.number, document.style) == ("7", "702", "702.11", "702.11b")
    assert document.by_number["702.11"].title == "Hexproof"
    assert document.by_number["702"].title == "Keyword Abilities"
    assert len(document.by_number["101.2"].examples) == 1
    cited = [(reference.number, reference.title) for reference in document.by_number["100.1b"].references]
    assert cited == [("8", "Multiplayer Rules")]
    assert len(document.entries) == 739
    assert len(document.contents) == 156


def test_an_entry_begins_even_without_a_blank_line_before() -> None:
    text = "100.1. A.\n\nGlossary\n\nShip\nIt sails.\nSail\n1. Cloth.\n2. To go.\nSee Ship.\n\nSea\nWet.\n"
    entries = read_text(text, LETTERED).entries
    assert [(entry.name, entry.line) for entry in entries] == [("Ship", 5), ("Sail", 7), ("Sea", 12)]
    assert entries[1].text == "1. Cloth. 2. To go. See Ship."
    assert [name for name, _ in entries[1].see] == ["Ship"]


def test_the_russian_seeds() -> None:
    document = shared("berserk-2023-528-531")
    assert document.style.name == "numbered.ru"
    assert [clause.number for clause in document.clauses][:6] == [
        "528",
        "528.1",
        "528.2",
        "528.2.1",
        "528.3",
        "528.4",
    ]
    assert document.by_number["530"].title == "Блокирование"
    assert len(document.by_number["528.8"].examples) == 2
    assert [reference.number for reference in document.by_number["528.6"].references] == [
        "528.4", "502.3.1", "502.3.2",
    ]  # fmt: skip
    heroes = shared("berserk-heroes")
    assert [clause.label for clause in heroes.clauses if not clause.number][:2] == [
        "“Правила консервативности”", "“Нелегальность”",
    ]  # fmt: skip
    assert "Дата" not in shared("berserk-5ed-112").by_number["113.7"].text


def test_the_czech_list_is_counted() -> None:
    document = shared("magic-state-based-actions-2010")
    assert document.style.name == "listed.cs"
    assert [clause.number for clause in document.clauses] == [str(number) for number in range(1, 21)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1251"])
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_encodings_and_line_ends(encoding: str, ends: str) -> None:
    text = "528. Запреты\n528.1. Нельзя и это, и то, и не только.\n528.2. См. п. 528.1.\n".replace("\n", ends)
    document = read_bytes(text.encode(encoding))
    assert document.text == text
    assert [clause.number for clause in document.clauses] == ["528", "528.1", "528.2"]
    assert document.clauses[2].references[0].number == "528.1"
    assert document.clauses[1].text == "Нельзя и это, и то, и не только."


@pytest.mark.parametrize("name", styles())
@given(st.lists(st.sampled_from(PIECES), max_size=25))
def test_no_text_loses_a_letter(name: str, lines: list[str]) -> None:
    text = "".join(lines)
    assert read_text(text, load(name)).text == text


@pytest.mark.parametrize(
    ("number", "following"),
    [
        ("7", "8"), ("702", "703"), ("702.9", "702.10"), ("704.5k", "704.5m"), ("704.5n", "704.5p"),
        ("704.5z", "704.5aa"), ("704.5ak", "704.5am"), ("704.5az", "704.5ba"),
    ],
)  # fmt: skip
def test_the_number_that_comes_next(number: str, following: str) -> None:
    assert numbers.following(number, LETTERED) == following
    assert numbers.place(number, LETTERED) < numbers.place(following, LETTERED)


@given(st.integers(100, 999), st.integers(1, 300), st.integers(0, 200), st.integers(1, 30))
def test_a_range_is_walked_step_by_step(section: int, rule: int, start: int, length: int) -> None:
    number = f"{section}.{rule}a"
    for _ in range(start):
        number = numbers.following(number, LETTERED)
    walk = [number]
    for _ in range(length):
        walk.append(numbers.following(walk[-1], LETTERED))
    assert numbers.spanned(walk[0], walk[-1], LETTERED) == tuple(walk)
    assert numbers.spanned(walk[-1], walk[0], LETTERED) == ()
    assert sorted(walk, key=lambda each: numbers.place(each, LETTERED)) == walk


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("see rule 100.2a", ["100.2a"]),
        ("(See rules 601.2f–h.)", ["601.2f", "601.2g", "601.2h"]),
        ("rules 712.9–11 apply", ["712.9", "712.10", "712.11"]),
        ("rules 113.7a, 608.2b, and 800.4h", ["113.7a", "608.2b", "800.4h"]),
        ("rules 509, 510 and 3 others", ["509", "510"]),
        ("see section 7, “Additional Rules,” and rule 702", ["7", "702"]),
        ("it costs 702 coins or {702}", []),
        ("except as specified in 101.4a", ["101.4a"]),
        ("version 12.702.1 and $702.1", []),
    ],
)
def test_references_in_english(text: str, cited: list[str]) -> None:
    clause = read_text(f"100.1. {text}\n", LETTERED).clauses[0]
    assert [reference.number for reference in clause.references] == cited


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("(см. также п. 528.9)", ["528.9"]),
        ("в соответствии с п.п. 502.3.1, 502.3.2", ["502.3.1", "502.3.2"]),
        ("срабатывающие (п.113), играемые (п.114)", ["113", "114"]),
        ("не более 113 карт", []),
    ],
)
def test_references_in_russian(text: str, cited: list[str]) -> None:
    clause = read_text(f"100.1. {text}\n", FIGURES).clauses[0]
    assert [reference.number for reference in clause.references] == cited


@pytest.mark.parametrize(
    "data", [b"", b"no rules here\n", b"\0\1\2", "просто и только текст, но без правил".encode("cp1251")]
)
def test_what_is_no_rulebook_is_refused(data: bytes) -> None:
    with pytest.raises(Malformed):
        read_bytes(data)


def test_the_export_holds_every_clause_with_its_hash(tmp_path: Path) -> None:
    document = read_rulebook(str(ROOT / "examples/rulebooks/harbour.txt"))
    save(document, tmp_path / "deep" / "clauses.json")
    data = json.loads((tmp_path / "deep" / "clauses.json").read_text(encoding="utf-8"))
    assert data["format"] == FORMAT
    assert [row["number"] for row in data["clauses"]] == [clause.number for clause in document.clauses]
    assert len({row["hash"] for row in data["clauses"]}) > len(data["clauses"]) * 0.9
    assert data["clauses"][-1]["parent"] == "301.6"
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["clauses.json"]
