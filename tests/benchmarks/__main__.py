"""How fast a ruling is, beside a peer on the same boards: `python -m tests.benchmarks`; with names of parts
(`ours`, `cold`, `peer`, `combat`) only those.

Times are milliseconds of processor time, the least of several runs, so that other work on the machine
disturbs them little; they are never asserted. The ratios come from one run, side by side.
The peer (`pip install '.[bench]'`) is the Python binding of a full game engine; it takes a described
board, performs state-based actions when priority is passed, and judges a declaration of blockers. Without
it only our rows are printed. Of its answers to declarations `apply` is compared with `judge`: loading the
game and reading the board stand beside them.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.ruling import Ruling
from headjudge.explanation.proof import reasons

from .boards import common_board, mixed_board, notation
from .combat import Judge, blocks_of, combat_board, combat_notation

SIZES = (10, 40, 100, 200, 500, 1000)
COMBATS = (6, 8, 12, 20, 30)
SEEDS = (0, 1, 2)
FIRST = str(Path(__file__).parents[2] / "examples" / "magic" / "first.board")
#: How long the peer may think about one declaration.
PEER_SECONDS = 10.0


def cost(run: Callable[[], object], repeats: int, clock: Callable[[], float] = time.process_time) -> float:
    """The least processor time of a call in milliseconds, after one call that is not counted."""
    run()
    times = []
    for _ in range(repeats):
        start = clock()
        run()
        times.append((clock() - start) * 1000)
    return min(times)


def time_of_commands() -> float:
    """The processor time of all commands that have ended, in seconds."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return spent.ru_utime + spent.ru_stime


def explain(ruling: Ruling) -> int:
    """Every reason of every event of a ruling: what the default output shows."""
    return sum(
        len(reasons(ruling.rulebook, round_.derivation, wanted.event))
        for outcome in ruling.outcomes
        for round_ in outcome.rounds
        for wanted in round_.events
    )


def ours() -> None:
    print(
        f"{'permanents':>10} {'parse':>9} {'rule':>9} {'+explain':>9} {'rule+explain, us per permanent':>32}"
    )
    for size in SIZES:
        text = mixed_board(size)
        board = Board.parse(text)
        repeats = 15 if size <= 200 else 5
        parse = cost(lambda text=text: Board.parse(text), repeats)
        rule = cost(lambda board=board: adjudicate(board), repeats)
        full = cost(lambda board=board: explain(adjudicate(board)), repeats)
        print(f"{size:>10} {parse:>9.1f} {rule:>9.1f} {full:>9.1f} {1000 * full / size:>32.0f}")


def cold() -> None:
    """Whole commands, as an installed package runs them: Python may keep what it makes of the sources."""
    installed = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forty.board"
        path.write_text(mixed_board(40), encoding="utf-8")
        bare = [sys.executable, "-c", "pass"]
        for name, board in (("first.board", FIRST), ("40 permanents", str(path))):
            command = [str(Path(sys.executable).parent / "headjudge"), "rule", board]
            rule = cost(
                lambda c=command: subprocess.run(c, capture_output=True, check=True, env=installed),
                11,
                time_of_commands,
            )
            print(f"cold `headjudge rule` on {name}: {rule:.0f} ms")
        start = cost(lambda: subprocess.run(bare, capture_output=True, check=True), 11, time_of_commands)
    print(f"a bare Python start: {start:.0f} ms")


def peer() -> None:
    try:
        from .peer_phase import rule as peer_rule
    except ImportError as missing:
        print(f"no peer: {missing}; pip install '.[bench]'")
        return
    print(
        f"{'permanents':>10} {'ours':>9} {'peer':>9} {'peer/ours':>9}"
        "   (creatures and lands, parse or load included)"
    )
    for size in (10, 40, 100, 200):
        board = common_board(size)
        text = notation(board)
        repeats = 9
        mine = cost(lambda text=text: explain(adjudicate(Board.parse(text))), repeats)
        theirs = cost(lambda board=board: peer_rule(board), repeats)
        print(f"{size:>10} {mine:>9.1f} {theirs:>9.1f} {theirs / mine:>9.2f}")


def combat() -> None:
    """Declarations of blockers: nothing, one block less than a legal one, and a legal one."""
    try:
        from .peer_phase import answers
    except ImportError:
        answers = None
    head = ("read", "judge", "| peer: most", "load", "apply", "| apply/judge")
    print(f"{'blocks':<7} {'seed':>4} {'declaration':<11} {'most':>8} " + " ".join(f"{h:>8}" for h in head))
    for size, seed in ((size, seed) for size in COMBATS for seed in SEEDS):
        board = combat_board(size, size, seed)
        text = combat_notation(board)
        repeats = 5 if size < 20 else 3
        read = cost(lambda text=text: Board.parse(text).facts(), repeats)
        judge = Judge(board)
        survey = judge.survey()
        legal = blocks_of(survey.witness.parts)
        asked = {"nothing": [], "one short": legal[:-1], "legal": legal}
        theirs = (
            answers(board, tuple(asked.values()), repeats, PEER_SECONDS) if answers else [None] * len(asked)
        )
        for (name, blocks), answer in zip(asked.items(), theirs, strict=True):
            verdict = judge.judge(blocks)
            mine = cost(lambda judge=judge, blocks=blocks: judge.judge(blocks), repeats)
            duties = sum(len(share.duties) for share in verdict.shares)
            sure = "" if all(share.proven for share in verdict.shares) else ">="
            most = f"{sure}{sum(share.most for share in verdict.shares)}/{duties}"
            line = f"{size:>2}x{size:<4} {seed:>4} {name:<11} {most:>8} {read:>8.1f} {mine:>8.1f} | "
            if answer is None:
                line += f"no answer in {PEER_SECONDS:.0f} s" if answers else "no peer"
            else:
                counted = re.search(r"(\d+) are obtainable", answer.why)
                line += f"{counted[1] if counted else '':>10} {answer.load:>8.1f} {answer.apply:>8.1f}"
                line += f" | {answer.apply / mine:>6.2f} "
                line += "both " if verdict.legal is not bool(answer.why) else "NOT THE SAME: we say "
                line += "legal" if verdict.legal else "illegal"
            print(line, flush=True)
        whole = cost(judge.survey, repeats)
        number = f"{survey.number}{'' if survey.complete else ' or more'}"
        print(f"{size:>2}x{size:<4} {seed:>4} {'survey':<29} {whole:>8.1f} | {number} legal declarations")


if __name__ == "__main__":
    for part in (ours, cold, peer, combat):
        if not sys.argv[1:] or part.__name__ in sys.argv[1:]:
            part()
