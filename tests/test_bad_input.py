"""Bad input of every kind gets a ruling or a clear error with its place and exit code, never a traceback."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from headjudge import cli
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.errors import HeadjudgeError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.interrupts import heed_interrupts

HEAD = "magic 2026-08-07\nplayer A\n"
OGRE = "  battlefield Test Ogre #ogre 3/3 <Creature — Ogre>"
RULED, REFUSED, NOT_COVERED = 0, 2, 3

T = TypeVar("T")
Rule = Callable[..., tuple[int, str]]


@pytest.fixture
def rule(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rule:
    """Rule on a board and give the exit code and all that was printed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HEADJUDGE_DEBUG", raising=False)

    def rule(
        content: str | bytes, *options: str, file: str = "a.board", command: str = "rule"
    ) -> tuple[int, str]:
        Path(file).write_bytes(content.encode() if isinstance(content, str) else content)
        return run(command, file, *options)

    def run(*arguments: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
        code = cli.guarded(lambda: cli.cli.main(arguments, standalone_mode=False))
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        assert said.out or said.err
        return code, said.out + said.err

    return rule


# ---- what cannot be read ----

UNREADABLE = {
    "syntax": (HEAD + OGRE + " {\n", "3:54", "the line ends too early"),
    "bracket": (HEAD + OGRE + " (tapped\n", "3:53", "(tapped cannot stand here", "close it with )"),
    "card": (HEAD + "  battlefield Forst\n", "3:15", "unknown card Forst", "did you mean Forest?"),
    "zone": (HEAD + "  batlefield Forest\n", "3:3", "did you mean battlefield?"),
    "counter": (HEAD + OGRE + " {lor x2}\n", "3:54", "lor is no known kind of counter", "did you mean lore?"),
    "scripted counter": (HEAD + OGRE + "\nthen put 2 chrage on #ogre\n", "4:12", "did you mean charge?"),
    "id": (HEAD + OGRE + "\nthen destroy #ogr\n", "4:14", "there is no #ogr here", "did you mean #ogre?"),
    "player": (HEAD + "then C loses 1 life\n", "3:6", "C cannot stand here", "a player (A)"),
    "state": (HEAD + OGRE + " (taped)\n", "3:54", "did you mean tapped?"),
    "type": (HEAD + "  battlefield Odd <Lengedary Land>\n", "3:20", "did you mean legendary?"),
    "subtype": (HEAD + "  battlefield Odd <Artifact — Equipmnt>\n", "3:31", "mean Equipment?", '"Equipmnt"'),
    "plural": (HEAD + "  battlefield Odd 1/1 <Creature — Elves>\n", "3:35", "did you mean Elf?"),
    "side of the dash": (HEAD + "  battlefield Odd <Land — Legendary>\n", "3:27", "before the dash"),
    "range": ("magic\nplayer A life 2147483648\n", "2:15", "out of range"),
    "sum of large numbers": (HEAD + OGRE + " {+1/+1 x2147483647}\n", "3:60", "out of range"),
    "large timestamp": (HEAD + OGRE + f" @{10**400}\n", "3:53", "out of range"),
    "nothing": ("", "1:1", "the name of the game"),
    "blanks": ("\n \t\n\n", "1:1", "the name of the game"),
    "only a comment": ("// later\n", "1:1", "the name of the game"),
    "game": ("chess\nplayer A\n", "1:1", "there is no game chess"),
    "NUL": (HEAD + "  battlefield For\0est\n", "3:18", "U+0000"),
    "escape": (HEAD + "  battlefield \x1b[31mForest\n", "3:15", "U+001B"),
    "not UTF-8": (HEAD.encode() + b"  graveyard \xc9lan\n", "3:13", "not UTF-8"),
    "UTF-16": (HEAD.encode("utf-16"), "1:1", "not UTF-8"),
    "JSON": ('{"game": "magic", "players": [}', "1:31", "this is not JSON"),
    "repeated phrase": (
        HEAD + OGRE + "\nthen #ogre deals 3 damage to A; #ogre deals 3 damage to A\n", "4:33", "two lines",
    ),
    "repeated effect": (HEAD + OGRE + "\neffect @2 #ogre gets +1/+1\neffect @2 #ogre gets +1/+1\n", "5:11",
                        "a second time"),
    "repeated history": (HEAD + "happened A drew from an empty library\n" * 2, "4:10", "a second time"),
}  # fmt: skip


@pytest.mark.parametrize("case", UNREADABLE)
def test_what_cannot_be_read_is_refused_with_its_place(rule: Rule, case: str) -> None:
    content, place, *said = UNREADABLE[case]
    code, output = rule(content)
    assert code == REFUSED
    assert output.startswith(f"a.board:{place}: "), output
    assert all(each in output for each in said), output


@pytest.mark.parametrize("command", ["rule", "show", "test"])
def test_every_command_refuses_it_alike(rule: Rule, command: str) -> None:
    code, output = rule(HEAD + "  batlefield Forest\n", command=command)
    assert code == REFUSED
    assert "a.board:3:3: batlefield is neither a zone" in output


@pytest.mark.parametrize(("name", "said"), [("missing.board", "No such file"), (".", "Is a directory")])
def test_a_file_that_is_not_there(rule: Rule, name: str, said: str) -> None:
    code = subprocess.run([sys.executable, "-m", "headjudge", "rule", name], capture_output=True, text=True)
    assert (code.returncode, code.stdout) == (REFUSED, "")
    assert f"{name}: cannot read the file: {said}" in code.stderr


def test_an_edition_that_is_not_encoded(rule: Rule) -> None:
    for head, options in (("magic 1993-08-05", ()), ("magic", ("--edition", "1993-08-05"))):
        code, output = rule(f"{head}\nplayer A\n", *options)
        assert code == NOT_COVERED
        assert "the edition 1993-08-05 of magic is not encoded" in output


# ---- boards that contradict themselves, and those that only look so ----


def test_one_object_in_two_zones(rule: Rule) -> None:
    code, output = rule(HEAD + OGRE + "\n  graveyard Test Ogre #ogre\n")
    assert code == REFUSED
    assert output.startswith("a.board:4:23: there are two with the id ogre")
    assert "the other is at a.board:3:25" in output


def test_damage_on_a_card_in_the_graveyard(rule: Rule) -> None:
    code, output = rule(HEAD + OGRE.replace("battlefield", "graveyard") + " (damage 2)\n")
    assert code == REFUSED
    assert "Test Ogre #ogre has damage but is in the graveyard" in output


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("  battlefield Odd <Enchantment — Aura> [enchant enchantment] -> #Odd\n", "704.5m"),
        ("  battlefield Odd <Artifact — Equipment> -> #Odd\n", "704.5n"),
        ("  battlefield Odd #a <Artifact — Equipment> -> #b\n  battlefield Odd #b -> #a\n", "704.5n"),
        ("  battlefield Odd #a <Enchantment — Aura> [enchant Aura] -> #b\n  battlefield Odd #b -> #a\n",
         "Nothing happens"),
    ],
)  # fmt: skip
def test_attachments_to_themselves_and_in_a_circle_are_ruled_on(rule: Rule, lines: str, said: str) -> None:
    code, output = rule(HEAD + lines + "player B\n")
    assert code == RULED
    assert said in output


# ---- much of everything ----


def test_large_numbers_are_ruled_on(rule: Rule) -> None:
    code, output = rule("magic\nplayer A life 1000000\nplayer B\nthen A loses 999999 life\n")
    assert (code, "Nothing more happens" in output) == (RULED, True)
    code, output = rule(HEAD + OGRE + " {+1/+1 x10000, -1/-1 x10001, oil x100000000}\nplayer B\n")
    assert (code, "10000 +1/+1 and 10000 -1/-1 counters" in output) == (RULED, True)


def test_a_value_grows_past_what_can_be_said(rule: Rule) -> None:
    board = Board.parse("magic\nplayer A life 100000000\n")
    facts = [fact.replace("100000000", "100000001") for fact in board.facts()]
    assert 'life("A",100000001)' in board.with_facts(facts).unexpressed


def test_a_sum_that_grows_without_end_is_not_ruled_on(rule: Rule) -> None:
    code, output = rule("magic\nplayer A\nplayer B\n" + "then A gains 100000000 life\n" * 22)
    assert code == NOT_COVERED
    assert "loses" not in output


@pytest.mark.parametrize(
    "text",
    [
        "protection from " + " and from ".join(["red"] * 3000),
        "enchant " + " or ".join(["creature"] * 150),
        "enchant " + "red " * 3000 + "creature",
        "flying, " * 3000 + "flying",
    ],
)
def test_rules_texts_that_go_on_and_on(rule: Rule, text: str) -> None:
    code, output = rule(HEAD + OGRE + f" [{text}]\n")
    assert code == REFUSED
    assert output.startswith("a.board:3:54: this rules text is nested too deeply")


@pytest.mark.parametrize("text", ["(" * 5000, "{" * 5000, '"' * 5001, "enchanted creature has " * 1000])
def test_rules_texts_that_make_no_sense_are_a_caveat(rule: Rule, text: str) -> None:
    code, output = rule(HEAD + OGRE + f" [{text}]\nplayer B\n")
    assert code == RULED
    assert "was not read and not taken into account" in output


def test_long_names_and_lines(rule: Rule) -> None:
    for name in ("O" * 100_000, "Ogre " * 20_000, '"' + '\\"' * 20_000 + '"'):
        assert rule(HEAD + f"  battlefield {name} 3/3 <Creature — Ogre>\nplayer B\n")[0] == RULED
    assert rule(HEAD + OGRE + " (tapped)" * 10_000 + "\n")[0] == REFUSED
    assert rule(HEAD + "then A loses 1 life" + "; A loses 1 life" * 5000 + "\n")[0] == REFUSED


def many(lines: int) -> str:
    """A board of so many lines, with about 50 bytes on each."""
    return HEAD + "".join(f"  hand Test Ogre {i} 3/3 <Creature — Ogre> [flying]\n" for i in range(lines - 2))


def test_a_megabyte_is_read_to_its_last_line(rule: Rule) -> None:
    board = many(20_000)
    assert len(board) > 950_000
    code, output = rule(board + "then A looses 1 life\n")
    assert code == REFUSED
    assert output.startswith("a.board:20001:8: looses cannot stand here")


@pytest.mark.long
def test_a_megabyte_is_ruled_on(rule: Rule) -> None:
    code, output = rule(many(20_000) + "player B\n")
    assert (code, output.startswith("Nothing happens.")) == (RULED, True)


def test_an_interrupt_ends_a_ruling(tmp_path: Path) -> None:
    board = tmp_path / "long.board"
    board.write_text(many(20_000) + "player B\n", "utf-8")
    process = subprocess.Popen(
        [sys.executable, "-m", "headjudge", "rule", str(board)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_interrupts,
    )
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (cli.INTERRUPTED, "", "interrupted")


# ---- boards that went wrong somewhere ----

GOOD = (
    """magic 2026-08-07
turn A  step declare-blockers
player A  life 2  hand 4
  battlefield  Test Chief #old 2/2 <White Legendary Creature — Human> {+1/+1 x2, -1/-1}
  battlefield  Test Chief #new
  battlefield  Test Ogre #ogre 3/3 <Creature — Ogre> [persist] (damage 2, attacking B)
player B  life 20  poison 9
  battlefield  Test Calm <White Enchantment — Aura> [enchant creature] -> #ogre
effect #ogre gets -1/-1 until end of turn
""",
    """magic
variant two-headed-giant
team North  poison 15
player A  team North
player B  team North
player C  team South  [hexproof]
  battlefield  Forest x2 (tapped)
  battlefield  Test Blade #b <Artifact — Equipment> [equip {2}] -> #x @9
  battlefield  Test Golem #x 0/1 <Artifact Creature — Golem> {oil x3, "zeal"} owner D
player D  team South
""",
    """magic 2011-02-04
player A  life 1
  graveyard  ? x3
  battlefield  Test Walker #w <Planeswalker — Jace> {loyalty x2}
  stack  Trigger #t (triggered ability of #w)
player B
happened B drew from an empty library
then A loses 1 life; put 2 oil on #w
then destroy #w
expect B loses; A loses 704.5a
ask why A loses
""",
)
PIECES = [
    *"#(){}<>[]\"\\/;,:|=@-→*0123456789 \n\tBя?.!'x",
    " // ",
    "until end of turn",
    " -1/-1",
    '"a',
    "é",
    "\0",
]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A good board with a few characters or lines deleted, inserted, doubled or swapped."""
    text = draw(st.sampled_from(GOOD))
    for _ in range(draw(st.integers(1, 2))):
        by_line = draw(st.booleans())
        parts = text.splitlines(keepends=True) if by_line else list(text)
        if not parts:
            break
        at, other = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
        match draw(st.sampled_from(("delete", "insert", "double", "swap"))):
            case "delete":
                del parts[at : at + draw(st.integers(1, 1 if by_line else 8))]
            case "insert":
                parts.insert(at, draw(st.sampled_from(PIECES)))
            case "double":
                parts.insert(other, parts[at])
            case "swap":
                parts[at], parts[other] = parts[other], parts[at]
        text = "".join(parts)
    return text


def told(question: Callable[[], T]) -> T | HeadjudgeError:
    """An answer, or the error that a user sees."""
    try:
        return question()
    except HeadjudgeError as error:
        return error


def check_mutated(text: str) -> None:
    """A ruling, whose outcomes can be shown and whose board can be printed; or an error meant for users."""
    board = told(lambda: Board.parse(text, "a.board"))
    if isinstance(board, HeadjudgeError):
        assert re.match(r"a\.board:\d+:\d+: ", str(board))
        return
    assert Board.parse(str(board)) == board
    assert Board.from_json(json.loads(json.dumps(board.to_json()))) == board
    ruling = told(lambda: adjudicate(board, limit=16))
    if isinstance(ruling, HeadjudgeError):
        assert str(ruling)
        return
    for outcome in ruling.outcomes:
        after = board.with_facts(outcome.state)
        assert set(after.facts()) | set(after.unexpressed) >= outcome.state


def test_the_boards_to_begin_with_are_good() -> None:
    for text in GOOD:
        assert adjudicate(Board.parse(text)).outcomes


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_a_board_that_went_wrong_is_ruled_on_or_refused(text: str) -> None:
    check_mutated(text)


@pytest.mark.long
@settings(max_examples=3000, deadline=None, suppress_health_check=list(HealthCheck))
@given(mutated())
def test_many_boards_that_went_wrong(text: str) -> None:
    check_mutated(text)


def test_rounds_that_never_end_nor_repeat_are_refused(rule: Rule) -> None:
    text = "[if you would lose the game, instead draw two cards]"
    code, output = rule(f"magic\nplayer A poison 10\n  battlefield Fount <Artifact> {text}\nplayer B\n")
    assert (code, "come to an end" in output) == (NOT_COVERED, True)
