"""``headjudge card lint``: what it prints, writes and exits with."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from headjudge.cli import INTERRUPTED, cli, guarded
from headjudge.errors import Malformed
from headjudge.lint import Design
from sarif_pydantic import Sarif

from .interrupts import heed_interrupts

GOOD = "Test Ogre {2}{R}\nCreature — Ogre\nMenace\n3/3\n"
IMP = "Imp {R}\nCreature - Imp\nWhen Imp comes into play, zorble.\n1/1\n"
FAULTY = f"Test Ogre {{2}}{{R}}\nCreature — Ogre\nMenace\n\n{IMP}"


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(cli, ["card", "lint", *arguments], input=text, standalone_mode=False)


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "faulty.txt"
    file.write_text(FAULTY, encoding="utf-8")
    return file


def test_exit_codes(faulty: Path) -> None:
    Path("good.txt").write_text(GOOD, encoding="utf-8")
    assert run("good.txt").return_value == 0
    assert run("good.txt").stdout == "1 card: 0 errors, 0 warnings, 0 notes\n"
    assert run("faulty.txt").return_value == 1
    Path("empty.txt").write_text("\n\n", encoding="utf-8")
    empty = run("good.txt", "empty.txt")
    assert empty.return_value == 2
    assert "there is no card" in empty.stderr
    assert run("-", "--game", "magic", text=GOOD).return_value == 0


def test_the_table_says_place_code_number_and_fix(faulty: Path) -> None:
    said = run("faulty.txt").stdout
    assert "Test Ogre (faulty.txt:1:1)" in said
    rows = [line.split() for line in said.splitlines()]
    assert ["2:1", "CL240"] in [row[:2] for row in rows]
    assert ["208.1"] in rows
    assert ["→", "enters"] in rows


def test_json_and_sarif(faulty: Path) -> None:
    result = run("faulty.txt", "--json", "--sarif", "log.sarif")
    ogre, imp = json.loads(result.stdout)
    assert [each["code"] for each in ogre["findings"]] == ["CL240"]
    assert (ogre["line"], imp["line"]) == (1, 5)
    (dash, wording, unread) = imp["findings"]
    assert dash["fix"] == {"field": "type_line", "start": 9, "end": 10, "text": "—"}
    assert (wording["code"], wording["line"], wording["column"], wording["length"]) == ("CL104", 7, 10, 15)
    assert unread["code"] == "CL101"
    log = json.loads(Path("log.sarif").read_text(encoding="utf-8"))
    Sarif.model_validate(log)
    (running,) = log["runs"]
    assert {rule["id"] for rule in running["tool"]["driver"]["rules"]} == {*Design.load("magic").by_code}
    for each in running["results"]:
        assert running["tool"]["driver"]["rules"][each["ruleIndex"]]["id"] == each["ruleId"]
    region = running["results"][2]["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 7, "startColumn": 10, "endColumn": 25}
    assert json.loads(run("faulty.txt", "--sarif", "-").stdout) == log


def test_a_broken_file_among_others_is_an_entry_of_the_json(faulty: Path) -> None:
    Path("broken.jsonl").write_text('{"name": ', encoding="utf-8")
    result = run("faulty.txt", "broken.jsonl", "--json", "--game", "magic")
    assert result.return_value == 2
    assert "not JSON" in json.loads(result.stdout)[-1]["error"] or "too early" in result.stdout


def test_explain() -> None:
    said = run("--explain", "cl240").stdout
    assert said.startswith("CL240 creature_without_size (error)\n")
    assert "rests on 208.1" in said
    assert run("--explain", "creature-without-size").stdout == said
    assert "--fix puts it right" in run("--explain", "CL104").stdout
    every = run("--explain", "all").stdout
    assert all(code in every for game in ("magic", "berserk") for code in Design.load(game).by_code)
    failed = run("--explain", "CL24O")
    assert isinstance(failed.exception, Malformed)
    assert "did you mean CL240?" in str(failed.exception)


def test_fix_writes_the_file_anew_and_says_what_it_changed(faulty: Path) -> None:
    result = run("faulty.txt", "--fix")
    assert "faulty.txt:6:10: “-” is now “—”" in result.stdout
    assert "faulty.txt:7:10: “comes into play” is now “enters”" in result.stdout
    assert faulty.read_text(encoding="utf-8") == FAULTY.replace(" - ", " — ").replace(
        "comes into play", "enters"
    )
    again = run("faulty.txt", "--fix")
    assert "0 changes made" in again.stdout


@pytest.mark.parametrize("ascii_only", [False, True])
def test_fix_of_json_leaves_all_else(ascii_only: bool, tmp_path: Path) -> None:
    first = {
        "name": "Lamp",
        "type_line": "Artifact",
        "mana_cost": "{2}",
        "oracle_text": "{T}: Add {C}.",
        "odd": [1, "é"],
    }
    second = first | {
        "name": "Other",
        "type_line": "Artifact - Clue",
        "oracle_text": "“Élan”\n{T}: Add {C} to your mana pool.",
    }
    file = tmp_path / "set.jsonl"
    lines = [json.dumps(row, ensure_ascii=ascii_only) for row in (first, second)]
    file.write_text("\n".join([*lines, ""]), encoding="utf-8")
    run(str(file), "--fix", "--game", "magic")
    lines[1] = (
        lines[1]
        .replace(" to your mana pool", "")
        .replace(" - Clue", json.dumps(" — Clue", ensure_ascii=ascii_only)[1:-1])
    )
    changed = file.read_text(encoding="utf-8").splitlines()
    assert changed[0] == lines[0]
    assert json.loads(changed[1]) == json.loads(lines[1])


DATABASE = (
    "<cockatrice_carddatabase><sets><set><name>Île</name></set></sets><cards>"
    "<card><name>Odd &amp; Élan</name><text>When Odd &amp; Élan enters the battlefield, draw a card.\n"
    "{T}: Add {R} to your mana pool.</text><prop><type>Artifact</type><manacost>R2</manacost></prop></card>"
    "<card><name>Imp</name><related>enters the battlefield</related>"
    "<text>When Imp enters the battlefield, draw a card.</text>"
    "<prop><type>Artifact</type><manacost>2</manacost></prop></card>"
    "</cards></cockatrice_carddatabase>"
)
SET = (
    "mse version: 2.0.2\r\ngame: magic\r\ncard:\r\n\tnotes: enters the battlefield\r\n\tname: Odd Ogre\r\n"
    "\tcasting cost: R2\r\n\tsuper type: Artifact\r\n\trule text:\r\n"
    "\t\tWhen <atom-cardname>Odd Ogre</atom-cardname> enters the battlefield, draw a card.\r\n"
    "\t\tWhen Odd Ogre comes into <i>play</i>, draw a card.\r\n"
    "\tname 2: Frost\r\n\tcasting cost 2: U\r\n\tsuper type 2: Artifact\r\n"
    "\trule text 2: When Frost enters the battlefield, scry 2.\r\n"
)


def test_fix_of_a_card_database_leaves_all_else(tmp_path: Path) -> None:
    file = tmp_path / "set.xml"
    file.write_text(DATABASE, encoding="utf-8")
    result = run(str(file), "--fix")
    assert "4 changes made" in result.stdout
    assert file.read_text(encoding="utf-8") == DATABASE.replace(
        "Élan enters the battlefield", "Élan enters"
    ).replace(" to your mana pool", "").replace("R2", "2R").replace(
        "Imp enters the battlefield", "Imp enters"
    )
    assert "0 changes made" in run(str(file), "--fix").stdout


@pytest.mark.parametrize("packed", [False, True])
def test_fix_of_a_set_leaves_all_else_and_tells_what_stays(packed: bool, tmp_path: Path) -> None:
    file = tmp_path / "odd.mse-set"
    if packed:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("image1", b"\x89PNG")
            archive.writestr("set", SET.encode())
    else:
        file.write_bytes(SET.encode())
    result = run(str(file), "--fix")
    assert "3 changes made" in result.stdout
    assert "“comes into play” stays" in result.stderr
    wanted = SET.replace("R2", "2R").replace("> enters the battlefield", "> enters")
    wanted = wanted.replace("Frost enters the battlefield", "Frost enters")
    if packed:
        with zipfile.ZipFile(file) as archive:
            assert archive.namelist() == ["image1", "set"]
            assert archive.read("image1") == b"\x89PNG"
            assert archive.read("set").decode() == wanted
    else:
        assert file.read_bytes().decode() == wanted


def test_fix_refuses_what_it_cannot_write(tmp_path: Path) -> None:
    row = {"name": "Imp", "type_line": "Artifact", "oracle_text": "{T}: Add {R} to your mana pool."}
    file = tmp_path / "cards.json.gz"
    file.write_bytes(gzip.compress((json.dumps(row) + "\n").encode()))
    before = file.read_bytes()
    result = run(str(file), "--fix", "--game", "magic")
    assert result.return_value == 2
    assert "not to packed files" in result.stderr
    assert file.read_bytes() == before


def test_no_traceback_reaches_a_user(capsys: pytest.CaptureFixture[str]) -> None:
    assert guarded(lambda: cli(["card", "lint", "no-such-file.txt"], standalone_mode=False)) == 2
    assert "cannot read" in capsys.readouterr().err


@pytest.mark.long
def test_a_long_check_can_be_interrupted(tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    row = {"name": "Test Ogre", "type_line": "Creature — Ogre", "pt": "2/2"}
    rows = ({**row, "oracle_text": f"When this creature enters, you gain {n} life."} for n in range(3_000))
    file.write_text("".join(f"{json.dumps(each)}\n" for each in rows), encoding="utf-8")
    command = [sys.executable, "-m", "headjudge", "card", "lint", str(file), "--game", "magic"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=heed_interrupts,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Test Ogre")
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == INTERRUPTED
    assert said.strip() == "interrupted"


def test_json_on_standard_input_is_refused() -> None:
    result = run("-", "--game", "magic", text='{"name": "Test Ogre"}')
    assert result.return_value == 2
    assert "JSON is read from files only" in result.stderr
