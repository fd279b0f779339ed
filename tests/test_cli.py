"""The command line: what is printed, the exit codes, and that nothing ever ends in a traceback."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import headjudge
import pytest
from headjudge import cli
from headjudge.report.phrases import phrases

from tests.interrupts import heed_interrupts

OGRE = """magic 2026-08-07
turn A
player A
  battlefield  Test Ogre #ogre 3/3 <Creature — Ogre> (damage 2)
  battlefield  Test Bear 2/2 <Creature — Bear> [persist] (damage 2)
player B  life 3
then #ogre deals 3 damage to B
"""
LEGENDS = """magic 2026-08-07
player A
  battlefield  Test Legend #one <Legendary Creature — Human> 3/3
  battlefield  Test Legend #two
player B
"""
CAST = """magic 2026-08-07
turn A  step main1  priority A
player A
  hand         Test Lull #lull <Blue Sorcery> [Tap target creature.]
player B
  battlefield  Test Frost #frost 1/2 <Creature — Elemental> [hexproof]
  battlefield  Test Ox #ox 2/2 <Creature — Ox>
"""
FAULTY = (
    "magic 2026-08-07\nplayer A\n  graveyard  Test Ogre #ogre 3/3 <Creature — Ogre> (damage 2)\nplayer B\n"
)
SHAPELESS = "magic 2026-08-07\nplayer A\n  battlefield  Test Ogre #ogre <Creature — Ogre>\nplayer B\n"


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in an empty directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HEADJUDGE_DEBUG", raising=False)

    def run(*arguments: str, stdin: bytes = b"", **files: str) -> Result:
        for name, text in files.items():
            Path(f"{name}.board").write_text(text, "utf-8")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        code = cli.guarded(lambda: cli.cli.main(arguments, standalone_mode=False))
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return Result(code, said.out, said.err)

    return run


def flat(text: str) -> str:
    return " ".join(text.split())


def test_the_verdict_comes_first(run: Run) -> None:
    result = run("rule", "ogre.board", ogre=OGRE)
    assert result.code == 0
    said = flat(result.out)
    assert said.startswith("Test Bear is destroyed (704.5g). Then A puts")
    assert "B loses the game (704.5a); A wins the game (104.2a)." in said.partition("Round 1")[0]
    assert "because Test Bear is a creature on the battlefield" in said
    assert "headjudge 0.1.0 · magic 2026-08-07 · rules" in said


def test_what_is_piped_is_plain_and_fits_80_columns(run: Run) -> None:
    result = run("rule", "legends.board", legends=LEGENDS)
    assert "\x1b" not in result.out
    assert max(map(len, result.out.splitlines())) <= 80


def test_nothing_happens(run: Run) -> None:
    assert run("rule", "a.board", a="magic 2026-08-07\nplayer A\nplayer B\n").out.startswith(
        "Nothing happens.\n"
    )


def test_choices_and_outcomes(run: Run) -> None:
    said = flat(run("rule", "legends.board", legends=LEGENDS).out)
    assert said.startswith("A chooses which Test Legend to keep (704.5j): 2 outcomes.")
    assert "options: Test Legend #one | Test Legend #two" in said
    assert "Outcome 2 of 2 if A chooses" in said


def test_the_edition_can_be_chosen(run: Run) -> None:
    said = flat(run("rule", "--edition", "2011-02-04", "legends.board", legends=LEGENDS).out)
    assert said.startswith("Test Legend #one is put into its owner's graveyard (704.5k); Test Legend #two")
    assert "magic 2011-02-04" in said


@pytest.mark.parametrize(("language", "word"), [("en", "Round 1"), ("cs", "1. kolo"), ("ru", "Шаг 1")])
def test_three_languages(run: Run, language: str, word: str) -> None:
    assert word in run("rule", "--lang", language, "legends.board", legends=LEGENDS).out


def test_the_final_board(run: Run) -> None:
    result = run("rule", "--board", "ogre.board", ogre=OGRE)
    assert "  graveyard Test Bear" in result.out
    assert "- B: player" not in result.out
    assert "+ A: graveyard Test Bear" in flat(result.out)


def test_json_of_one_file_and_of_several(run: Run) -> None:
    one = run("rule", "--json", "ogre.board", ogre=OGRE)
    assert json.loads(one.out)["outcomes"][0]["winners"] == ["A"]
    several = run("rule", "--json", "ogre.board", "faulty.board", "none.board", faulty=FAULTY)
    ogre, faulty, none = json.loads(several.out)
    assert (several.code, several.err) == (2, "")
    assert ogre["file"] == "ogre.board"
    assert faulty["error"]["found"].startswith("Test Ogre #ogre has damage but is in the graveyard")
    assert none["error"]["exit_code"] == 2


def test_an_illegal_cast_is_asked_about_and_refused_in_a_script(run: Run) -> None:
    asked = run("ask", "cast.board", "legal cast #lull -> #frost", cast=CAST)
    assert asked.code == 1
    assert asked.out.startswith(
        "Illegal: cast #lull -> #frost.\n  Test Frost #frost has hexproof (702.11b).\n"
    )
    assert "cast #lull -> #ox" in asked.out
    refused = run("rule", "cast.board", cast=f"{CAST}then cast #lull -> #frost\n")
    assert refused.code != 0
    assert "733.1: " in refused.out
    assert "Test Frost #frost has hexproof (702.11b)" in refused.err
    done = run("rule", "cast.board", cast=f"{CAST}then cast #lull -> #ox\nthen resolve #lull\n")
    assert done.code == 0
    assert "Test Ox #ox becomes tapped (608.2c)" in done.out


def test_a_board_from_standard_input_and_as_json(run: Run) -> None:
    assert run("rule", "-", stdin=OGRE.encode()).code == 0
    shown = run("show", "-", "--json", stdin=LEGENDS.encode())
    assert run("show", "-", stdin=shown.out.encode()).out == run("show", "legends.board", legends=LEGENDS).out
    broken = run("show", "-", stdin=b'{"game": }')
    assert (broken.code, "<stdin>:1:10" in broken.err) == (2, True)


def test_a_board_answers_its_own_questions(run: Run) -> None:
    asked = OGRE + "ask why B loses\nask whynot destroy #ogre\nask what happens\n"
    said = flat(run("rule", "a.board", a=asked).out)
    assert "Why B loses the game 704.5a:" in said
    assert "Why it does not happen that Test Ogre #ogre is destroyed" in said
    answers = json.loads(run("rule", "--json", "a.board").out)["answers"]
    assert [answer["question"] for answer in answers] == ["why B loses", "whynot destroy #ogre"]


def test_why(run: Run) -> None:
    said = flat(run("why", "ogre.board", "destroy Test Bear", ogre=OGRE).out)
    assert said.startswith("Why Test Bear is destroyed 704.5g:")
    assert "Test Bear has 2 damage marked on it" in said
    assert "Why it does not happen" in run("why", "ogre.board", "destroy #ogre").out
    sometimes = flat(run("why", "legends.board", "put #one into graveyard", legends=LEGENDS).out)
    assert "only in some outcomes" in sometimes


def test_whynot(run: Run) -> None:
    said = flat(run("whynot", "ogre.board", "destroy #ogre", ogre=OGRE).out)
    assert "704.5g:" in said
    assert "but damage 2 < lethal damage 3" in said
    assert "It does happen: Test Bear is destroyed." in run("whynot", "ogre.board", "destroy Test Bear").out


def test_whatif(run: Run) -> None:
    said = flat(run("whatif", "ogre.board", "destroy #ogre", ogre=OGRE).out)
    assert "It would happen that Test Ogre #ogre is destroyed if:" in said
    assert "- Test Ogre #ogre has 3 damage marked on it." in said


def test_expectations(run: Run) -> None:
    good = run("test", "a.board", a=OGRE + "expect B loses 704.5a\n")
    assert (good.code, good.out) == (0, "1 passed, 0 failed\n")
    bad = run("test", ".", b=OGRE + "expect A loses\n")
    assert bad.code == 1
    assert bad.out.startswith("b.board:8:8: expected A loses\n  but ")
    assert bad.out.endswith("1 passed, 1 failed\n")
    assert run("test", ".", "none.board", c=SHAPELESS + "expect nothing\n").code == 3


def test_clauses_and_editions(run: Run) -> None:
    said = run("clauses", "magic", "--edition", "2011-02-04").out
    assert "704.5k  legend_rule_all_die" in said
    assert "legend_rule_choose_one" not in said
    assert "Not encoded, and why" in said
    assert "magic  2011-02-04" in run("editions").out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("rule", "faulty.board"), 2, "move it to the battlefield or leave the damage out"),
        (
            ("rule", "shapeless.board"),
            3,
            "the power and toughness of the creature Test Ogre #ogre are needed",
        ),
        (("rule", "none.board"), 2, "none.board: cannot read the file"),
        (("rule", "."), 2, "cannot read the file"),
        (("rule", "ogre.board", "--lang", "xx"), 2, "does not speak"),
        (("rule", "ogre.board", "--edition", "1993-08-05"), 3, "is not encoded"),
        (("rule", "ogre.board", "--outcomes", "0"), 2, "Invalid value"),
        (("rule",), 2, "Missing argument"),
        (("why", "ogre.board", "destroy #ogr"), 2, "did you mean #ogre?"),
        (("why", "ogre.board", "destroys #ogre"), 2, "did you mean destroy?"),
        (("clauses", "nogame"), 2, "there are no rules for"),
        (("test", "empty"), 2, "there are no boards here"),
        (("rool", "ogre.board"), 2, "No such command"),
    ],
)
def test_errors(run: Run, arguments: tuple[str, ...], code: int, said: str) -> None:
    Path("empty").mkdir()
    result = run(*arguments, ogre=OGRE, faulty=FAULTY, shapeless=SHAPELESS)
    assert result.code == code
    assert said in result.err


def test_the_worst_of_several_files_is_the_exit_code(run: Run) -> None:
    result = run("rule", "a.board", "b.board", "c.board", a=OGRE, b=SHAPELESS, c=FAULTY)
    assert result.code == 3
    assert "=== a.board" in result.out
    assert "c.board: the board contradicts itself" in result.err


def test_a_file_that_is_not_utf8(run: Run) -> None:
    Path("latin.board").write_bytes(b"magic\nplayer A\n  graveyard  \xc9lan\n")
    result = run("rule", "latin.board")
    assert (result.code, "latin.board:3:14: the file is not UTF-8" in result.err) == (2, True)


def test_an_error_of_headjudge_itself(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr("headjudge.report.questions.render", fail)
    result = run("rule", "ogre.board", ogre=OGRE)
    assert result.code == cli.INTERNAL
    assert result.err == "internal error, please report it: ZeroDivisionError: by zero\n"
    monkeypatch.setenv("HEADJUDGE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.guarded(lambda: cli.cli.main(["rule", "ogre.board"], standalone_mode=False))


def test_nobody_reads_on(run: Run) -> None:
    run("rule", "ogre.board", ogre=OGRE)
    command = f"{sys.executable} -m headjudge clauses | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "0"


def test_an_interrupt_that_comes_while_something_is_thrown_away_is_not_lost() -> None:
    program = """
import sys, time
from headjudge.terminal import interrupted_later

class Grounding:
    def __del__(self):
        raise KeyboardInterrupt

sys.unraisablehook = interrupted_later
Grounding()
try:
    time.sleep(60)
except KeyboardInterrupt:
    print("heeded")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, preexec_fn=heed_interrupts
    )
    assert (done.stdout, done.stderr) == ("heeded\n", "")


def test_an_interrupt_says_what_was_finished(tmp_path: Path) -> None:
    for number in range(400):
        (tmp_path / f"{number}.board").write_text(OGRE + "expect A loses\n", "utf-8")
    command = [sys.executable, "-u", "-m", "headjudge", "test", str(tmp_path)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_interrupts
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert "expected A loses" in first
    assert process.returncode == cli.INTERRUPTED
    assert re.fullmatch(r"0 passed, \d+ failed", out.splitlines()[-1])
    assert "Traceback" not in err


def test_the_version_is_that_of_the_distribution() -> None:
    assert headjudge.__version__ == version("headjudge")


def test_importing_is_cheap() -> None:
    heavy = ("clingo", "lark", "click", "headjudge.board.model")
    code = f"import sys, headjudge; print(any(m in sys.modules for m in {heavy}))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout.strip() == "False"
    assert headjudge.Board.__name__ == "Board"
    with pytest.raises(AttributeError):
        _ = headjudge.Bored


def test_the_solvers_words_are_the_same_in_every_language() -> None:
    """Every word that the solver uses is there, none is idle, and its slots are the same everywhere."""
    tables = {language: phrases(language).words for language in ("en", "cs", "ru")}
    slots = {
        language: {
            (s, k): set(re.findall(r"{(\w+)}", text))
            for s, table in words.items()
            for k, text in table.items()
            # The notation is English: only a language of other letters says its words, and which letters.
            if s != "notation" and (s, k) != ("language", "letters")
        }
        for language, words in tables.items()
    }
    assert slots["en"].keys() == slots["cs"].keys() == slots["ru"].keys()
    source = "\n".join(path.read_text("utf-8") for path in Path(headjudge.__file__).parent.rglob("*.py"))
    used = set(re.findall(r"[\"'](\w+\.\w+)[\"']|f\"((?:verdict|round|proof)\.)\{", source))
    prefixes = tuple(prefix for _, prefix in used if prefix)
    for section, key in slots["en"]:
        if section not in ("language", "results", "test"):
            assert (f"{section}.{key}", "") in used or f"{section}.{key}".startswith(prefixes), (section, key)
        for language in ("cs", "ru"):
            assert slots[language][section, key] == slots["en"][section, key]
