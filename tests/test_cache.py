"""What is made from texts is kept on disk; a cache that is broken or cannot be written only costs time."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from headjudge import tables
from headjudge.board.model import Board
from headjudge.derivation import compiled
from headjudge.errors import Malformed
from headjudge.language import remembering
from headjudge.notation.pack import rules_text

BOARD = Path(__file__).parents[1] / "examples" / "magic" / "first.board"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(tables, "cache_folder", lambda: tmp_path / "cache")
    return tmp_path / "cache"


@pytest.mark.parametrize("spoil", [lambda data: b"", lambda data: data[:-1], lambda data: b"x" + data[1:]])
def test_what_is_not_whole_is_not_there(folder: Path, spoil) -> None:
    value = {"words": ["a", "ü"], "numbers": (1, -2.5, None)}
    assert tables.kept("it") is None
    tables.keep("it", value)
    assert tables.kept("it") == value
    (file,) = folder.iterdir()
    file.write_bytes(spoil(file.read_bytes()))
    assert tables.kept("it") is None


def test_a_table_reads_the_same_from_the_cache(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text('when = 2026-08-07\n[a]\nb = [1, "ü"]\n', encoding="utf-8")
    first, second = tables.read_table(file), tables.read_table(file)
    assert first == second == {"when": "2026-08-07", "a": {"b": [1, "ü"]}}
    first["a"]["b"].append("changed")
    assert tables.read_table(file) == second
    file.write_text("no toml", encoding="utf-8")
    with pytest.raises(Malformed):
        tables.read_table(file)


def test_a_cache_that_cannot_be_written_is_done_without(folder: Path) -> None:
    folder.write_text("in the way")
    tables.keep("it", [1])
    assert tables.kept("it") is None


def rule(cache: Path) -> tuple[int, bytes, bytes]:
    command = [sys.executable, "-m", "headjudge", "rule", str(BOARD)]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "XDG_CACHE_HOME": str(cache)})
    return done.returncode, done.stdout, done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="the variable that moves the cache is for Linux")
def test_a_command_rules_the_same_with_any_cache(tmp_path: Path) -> None:
    first = rule(tmp_path)
    assert first[0] == 0
    assert not first[2]
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert files
    for file in files:
        file.write_bytes(b"\0" * 100 + file.read_bytes()[:1000])
    assert rule(tmp_path) == first
    (tmp_path / "file").write_text("in the way")
    assert rule(tmp_path / "file") == first


@pytest.fixture
def remembered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    remembering.memory.cache_clear()
    yield folder
    remembering.memory.cache_clear()


def test_a_reading_is_made_once_and_remembered_in_the_next_run(remembered: Path) -> None:
    made: list[int] = []

    def find() -> tuple[str, int]:
        made.append(1)
        return "read", 1

    first, second = remembering.Memory("magic"), remembering.Memory("magic")
    assert first.recall(("text", "a"), find) == first.recall(("text", "a"), find) == ("read", 1)
    assert len(made) == 1
    second.recall(("text", "b"), find)
    first.write()
    second.write()
    later = remembering.Memory("magic")
    assert [later.recall(("text", text), find) for text in "ab"] == [("read", 1)] * 2
    assert len(made) == 2
    (file,) = remembered.iterdir()
    file.write_bytes(file.read_bytes()[:-1])
    assert remembering.Memory("magic").recall(("text", "a"), find) == ("read", 1)
    assert len(made) == 3


def test_what_is_remembered_is_what_would_be_read(remembered: Path) -> None:
    lines = '"Ogre" 3/3 <Creature — Ogre> [trample; other creatures you control get +1/+1]'
    text = f"magic\nplayer A\n  battlefield  {lines}\n"
    facts = Board.parse(text).facts()
    remembering.memory("magic").write()
    remembering.memory.cache_clear()
    rules_text.cache_clear()
    assert Board.parse(text).facts() == facts


def test_what_goes_on_around_a_compilation_comes_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    @contextmanager
    def around() -> Iterator[None]:
        begun.append("compiling")
        yield

    monkeypatch.setattr(compiled, "around_compiling", around)
    for _ in range(2):
        compiled.compiled("a lamp", {"lamp.lp": "lit(Lamp) :- lamp(Lamp)."})
    assert begun == ["compiling"]
