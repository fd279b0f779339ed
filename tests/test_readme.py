"""The README shows real boards and real output, and its Python runs."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner
from headjudge.cli import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
FENCES = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SESSIONS = [
    (command, output.strip("\n"))
    for _, block in FENCES
    for command, output in re.findall(r"^\$ (headjudge .*)\n((?:(?!\$ ).*\n?)*)", block, re.MULTILINE)
]


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(ROOT)
    return CliRunner().invoke(cli, shlex.split(command)[1:]).output


@pytest.mark.parametrize(("command", "shown"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_output_is_what_the_readme_shows(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A shown output may stop early with a line "..."; what is shown is exact."""
    real = run(command, monkeypatch)
    if shown.endswith("..."):
        assert real.startswith(shown.removesuffix("..."))
    else:
        assert real.strip("\n") == shown


def test_the_first_board_is_shown_as_it_is() -> None:
    board = (ROOT / "examples/magic/first.board").read_text(encoding="utf-8").strip()
    assert any(board == block.strip() for _, block in FENCES)


def test_python_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (program,) = [block for language, block in FENCES if language == "python"]
    names: dict[str, object] = {}
    exec(program, names)
    assert names["proof"] is not None


def test_the_notation_shown_can_be_read() -> None:
    from headjudge import Board

    (board,) = [block for _, block in FENCES if block.startswith("magic 2026-08-07                ")]
    assert len(Board.parse(board).objects) == 3
