"""``headjudge rulebook``: what it prints, writes and exits with; edition tables against their texts."""

from __future__ import annotations

import json
import os
import pty
import re
import shutil
import signal
import sys
from collections import Counter
from pathlib import Path
from subprocess import PIPE, Popen, call

import pytest
from click.testing import CliRunner, Result
from headjudge.cli import cli, guarded
from headjudge.derivation.rulebook import Rulebook, editions
from headjudge.errors import Malformed
from headjudge.rulebook.findings import BY_CODE, CODES
from headjudge.rulebook.reading import read_bytes, read_rulebook
from headjudge.rulebook.verifying import game_of, verify
from sarif_pydantic import Sarif

from .interrupts import heed_interrupts

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"
HARBOUR = "examples/rulebooks/harbour.txt"
GAVAN = "examples/rulebooks/gavan.ru.txt"
#: The texts that each edition of a game was encoded from, as far as they are at hand.
TEXTS = {
    ("magic", date): [f"rulebooks/magic/cr-{date.replace('-', '')}.txt"] for date in editions("magic")
} | {
    ("berserk", "5ed"): ["seeds/berserk-5ed-112-113.ru.txt", "seeds/berserk-5ed-508-510.ru.txt"],
    ("berserk", "2023"): ["seeds/berserk-2023-528-531.ru.txt"],
    ("berserk-heroes", "2ed"): ["seeds/berserk-heroes-2ed-512-517.ru.txt"],
}  # fmt: skip


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["rulebook", *arguments], standalone_mode=False)


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The example rulebook with one error and one guess, in a folder of its own."""
    text = (ROOT / HARBOUR).read_text(encoding="utf-8")
    text = text.replace("(See rule 202.3.)", "(See rule 202.8.)")
    text = text.replace("is gone. See rule 102.2.", "is gone. See rule 102.1.")
    (tmp_path / "faulty.txt").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "faulty.txt"


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


FINDINGS = [
    {
        "code": "RB101",
        "name": "dangling-reference",
        "severity": "error",
        "clause": "102.2",
        "line": 48,
        "column": 98,
        "message": "202.8 does not stand in the rulebook",
        "cited": "202.8",
        "suggestion": "202.3",
        "confidence": "",
        "evidence": ["202.3 shares with the sentence: stranded, captain"],
    },
    {
        "code": "RB104",
        "name": "misaimed-reference",
        "severity": "warning",
        "clause": "“Stranded”",
        "line": 173,
        "column": 60,
        "message": "cites 102.1, but 102.2 fits the subject better",
        "cited": "102.1",
        "suggestion": "102.2",
        "confidence": "strong",
        "evidence": ["102.2 says “Stranded”, 102.1 does not"],
    },
]


def test_findings_as_json(faulty: str) -> None:
    result = run("check", "--json", faulty)
    data = json.loads(result.output)
    assert result.return_value == 1
    assert {key: data[key] for key in ("file", "style", "clauses", "entries")} == {
        "file": faulty, "style": "lettered.en", "clauses": 48, "entries": 17,
    }  # fmt: skip
    marks = [finding.pop("fingerprint") for finding in data["findings"]]
    assert data["findings"] == FINDINGS
    assert all(re.fullmatch(r"[0-9a-f]{16}", mark) for mark in marks)


def test_findings_as_sarif(faulty: str) -> None:
    result = run("check", "--sarif", "-", faulty)
    log = json.loads(result.output)
    Sarif.model_validate(log)
    (one,) = log["runs"]
    rules = one["tool"]["driver"]["rules"]
    assert (log["version"], [rule["id"] for rule in rules]) == ("2.1.0", list(BY_CODE))
    for row, finding in zip(one["results"], FINDINGS, strict=True):
        (location,) = row["locations"]
        place = location["physicalLocation"]
        assert row["ruleId"] == finding["code"] == rules[row["ruleIndex"]]["id"]
        assert row["level"] == finding["severity"]
        assert place["artifactLocation"]["uri"] == faulty
        assert place["region"] == {"startLine": finding["line"], "startColumn": finding["column"]}
        assert row["message"]["text"].startswith(str(finding["message"]))
    assert one["results"][1]["rank"] > 50


def test_a_fingerprint_outlives_lines_put_in_above(faulty: str) -> None:
    def marks() -> list[str]:
        return [row["fingerprint"] for row in json.loads(run("check", "--json", faulty).output)["findings"]]

    before = marks()
    text = Path(faulty).read_text(encoding="utf-8")
    Path(faulty).write_text(text.replace("\n\n", "\n\n\n"), encoding="utf-8")
    assert marks() == before


def test_findings_as_a_page_with_permalinks(faulty: str) -> None:
    assert run("check", "--html", "report.html", faulty, faulty).return_value == 1
    page = Path("report.html").read_text(encoding="utf-8")
    anchors = re.findall(r'id="([^"]+)"', page)
    links = re.findall(r'href="#([^"]+)"', page)
    assert max(Counter(anchors).values()) == 1
    assert set(links) <= set(anchors)
    assert {"b1-102.2", "b1-202.3", "b2-102.2"} <= set(anchors)
    assert "202.8 does not stand in the rulebook" in page
    assert "http" not in page, "the page needs nothing from elsewhere"


def test_what_a_rulebook_says_is_no_markup(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "100.1. Of <b>bold</b> & bolder (see rule 100.9).\n100.3. And so on.\n", "utf-8"
    )
    assert run("check", "--html", str(tmp_path / "a.html"), str(tmp_path / "a.txt")).return_value == 1
    assert "&lt;b&gt;bold&lt;/b&gt; &amp; bolder" in (tmp_path / "a.html").read_text("utf-8")


def test_findings_as_a_table(faulty: str) -> None:
    result = run("check", faulty)
    assert result.output.startswith(
        "faulty.txt: 1 error, 1 warning, 0 notes (48 clauses, 17 glossary entries, "
    )
    assert re.search(
        r"48 +102\.2 +RB101 +dangling-reference: 202\.8 does not stand in the rulebook", result.output
    )
    assert "→ 202.3" in result.output


@pytest.mark.usefixtures("here")
def test_clean_rulebooks_exit_with_0_and_the_worst_of_several_counts(tmp_path: Path) -> None:
    assert run("check", HARBOUR, GAVAN).return_value == 0
    bad = tmp_path / "bad.txt"
    bad.write_text("no rules\n", encoding="utf-8")
    result = run("check", "--json", HARBOUR, str(bad))
    assert result.return_value == 2
    assert [sorted(report)[0] for report in json.loads(result.output)] == ["clauses", "error"]
    assert guarded(lambda: cli.main(["rulebook", "check", "no-such-file.txt"], standalone_mode=False)) == 2
    assert guarded(lambda: cli.main(["rulebook", "check"], standalone_mode=False)) == 2


def test_standard_input_is_read() -> None:
    text = (ROOT / HARBOUR).read_bytes()
    result = CliRunner().invoke(cli, ["rulebook", "check", "-"], input=text, standalone_mode=False)
    assert result.return_value == 0
    assert result.output.startswith("<stdin>: 0 errors, 0 warnings, 0 notes (48 clauses, ")


def test_a_check_can_be_interrupted(tmp_path: Path) -> None:
    """It hangs on a pipe that nobody writes to, as on a slow disk."""
    os.mkfifo(pipe := tmp_path / "pipe.txt")
    command = [sys.executable, "-m", "headjudge", "rulebook", "check", str(ROOT / HARBOUR), str(pipe)]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with Popen(command, stdout=PIPE, stderr=PIPE, env=environment, preexec_fn=heed_interrupts) as process:
        assert process.stdout
        assert b"harbour.txt: 0 errors" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said.strip()) == (130, b"interrupted")


def test_findings_go_into_a_file_while_the_bar_is_on_the_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "headjudge", "rulebook", "check", HARBOUR, GAVAN]
    with (tmp_path / "found.txt").open("wb") as file:
        assert call(command, stdout=file, stderr=theirs, cwd=ROOT) == 0
    os.close(theirs)
    os.close(ours)
    said = (tmp_path / "found.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split(":")[0] for line in said] == [HARBOUR, GAVAN]


@pytest.mark.parametrize("code", [*CODES, "all", *BY_CODE])
def test_every_code_is_explained(code: str) -> None:
    result = run("check", "--explain", code)
    said = result.output
    for meant in CODES.values() if code == "all" else [CODES.get(code) or BY_CODE[code]]:
        assert f"{meant.code} {meant.name} ({meant.severity})\n{meant.summary}\n" in said


def test_an_unknown_code_is_refused() -> None:
    with pytest.raises(Malformed, match="there is no such code"):
        CliRunner().invoke(cli, ["rulebook", "check", "--explain", "RB999"], catch_exceptions=False)


def test_every_code_stands_in_the_documentation() -> None:
    page = (ROOT / "grammar/rulebooks/README.md").read_text(encoding="utf-8")
    for code in CODES.values():
        assert f"| {code.code} | {code.name} | {code.severity} |" in page


@pytest.mark.usefixtures("here")
def test_import_writes_the_clauses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = run("import", HARBOUR)
    assert result.return_value == 0
    assert result.output.startswith("48 clauses, 17 glossary entries, ")
    data = json.loads((tmp_path / "headjudge/rulebooks/harbour.json").read_text(encoding="utf-8"))
    clause = next(row for row in data["clauses"] if row["number"] == "202.3b")
    assert (clause["parent"], clause["line"]) == ("202.3", 86)
    assert [row["number"] for row in clause["references"]] == ["202.2", "202.3"]
    printed = json.loads(run("import", GAVAN, "--output", "-").output)
    assert printed["style"] == "numbered.ru"


# ---- edition tables ----


def texts(game: str, edition: str) -> list[str]:
    found = [SHARED / name for name in TEXTS[game, edition]]
    if not all(file.is_file() for file in found):
        pytest.skip(f"the text of {game} {edition} is not at hand: {SHARED} is absent")
    return [str(file) for file in found]


@pytest.mark.parametrize(("game", "edition"), TEXTS)
def test_every_recorded_text_is_that_of_the_edition(game: str, edition: str) -> None:
    documents = [read_rulebook(file) for file in texts(game, edition)]
    count = Counter(each.status for each in verify(Rulebook.load(game, edition), documents))
    assert count["same"] >= 10
    assert set(count) <= ({"same"} if game == "magic" else {"same", "elsewhere"})


def test_a_changed_text_is_listed_with_its_clauses_and_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (file,) = texts("magic", "2026-08-07")
    lines = Path(file).read_text(encoding="utf-8").split("\n")
    kept = [
        f"{line} More." if line.startswith("704.5m ") else line for line in lines if line[:7] != "704.5n "
    ]
    changed = tmp_path / "changed.txt"
    changed.write_text("\n".join(kept), encoding="utf-8")
    monkeypatch.chdir(ROOT)
    result = run("verify", "--edition", "2026-08-07", "--json", str(changed))
    assert result.return_value == 1
    rows = {row["number"]: row for row in json.loads(result.output)["clauses"] if row["status"] != "same"}
    assert {number: row["status"] for number, row in rows.items()} == {
        "704.5m": "changed",
        "704.5n": "missing",
    }
    assert rows["704.5m"]["slugs"] == ["aura_without_legal_host"]
    boards = rows["704.5m"]["boards"]
    assert "tests/clauses/704.5m-aura_without_legal_host-fires.board" in boards
    assert not any("704.5n-" in board for board in boards)
    said = run("verify", "--edition", "2026-08-07", str(changed)).output
    assert "704.5m (line " in said
    assert "  aura_without_legal_host: " in said


def test_a_text_that_moved_is_found_where_it_stands_now() -> None:
    (file,) = texts("magic", "2026-08-07")
    found = verify(Rulebook.load("magic", "2026-04-17"), [read_rulebook(file)])
    moved = {each.number: each.moved_to for each in found if each.moved_to}
    assert moved["310.11a"] == "310.12a"


def test_a_number_missing_within_a_part_of_a_rulebook_is_missing_and_one_beyond_it_is_not() -> None:
    (file,) = texts("berserk", "2023")
    lines = Path(file).read_text(encoding="utf-8").split("\n")
    kept = "\n".join(line for line in lines if not line.startswith(("528", "529.3", "529.7", "529. ")))
    found = verify(Rulebook.load("berserk", "2023"), [read_bytes(kept.encode())])
    status = {each.number: each.status for each in found}
    assert status["529.3"] == "missing"
    assert {status["529.7"], status["528.1"]} == {"elsewhere"}


def test_recording_makes_the_table_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken out and recorded again, the table is the one that stands in the project."""
    from headjudge.rulebook import verifying

    source = ROOT / "rules/berserk/editions/2023.toml"
    table = source.read_text(encoding="utf-8")
    copy = tmp_path / "2023.toml"
    monkeypatch.setattr(verifying, "_file", lambda _: copy)
    documents = [read_rulebook(file) for file in texts("berserk", "2023")]
    for start in (
        table,
        verifying._TEXTS.sub("", table).replace("\n\n\n", "\n\n"),
        table.replace('"528.1" = "', '"528.1" = "0'),
    ):
        copy.write_text(start, encoding="utf-8")
        assert verifying.record(Rulebook.load("berserk", "2023"), documents) == (copy, 30)
        assert copy.read_text(encoding="utf-8") == table
    shutil.rmtree(tmp_path)
    with pytest.raises(Malformed, match="cannot be"):
        verifying.record(Rulebook.load("berserk", "2023"), documents)


def test_the_game_of_an_edition() -> None:
    assert game_of("2026-08-07", None) == "magic"
    assert game_of("5ed", "berserk") == "berserk"
    with pytest.raises(Malformed, match="no game has an edition"):
        game_of("1999", None)
