"""How fast a ruling is, beside a peer on the same boards: `python -m tests.benchmarks`.

Times are medians in milliseconds and never asserted; the ratios come from one run, side by side.
The peer (`pip install '.[bench]'`) is the Python binding of a full game engine; it takes a described
board and performs state-based actions when priority is passed. Without it only our rows are printed.
"""

from __future__ import annotations

import statistics
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

SIZES = (10, 40, 100, 200, 500, 1000)


def median(run: Callable[[], object], repeats: int) -> float:
    """The median time of a call in milliseconds, after one call that is not counted."""
    run()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


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
        parse = median(lambda text=text: Board.parse(text), repeats)
        rule = median(lambda board=board: adjudicate(board), repeats)
        full = median(lambda board=board: explain(adjudicate(board)), repeats)
        print(f"{size:>10} {parse:>9.1f} {rule:>9.1f} {full:>9.1f} {1000 * full / size:>32.0f}")


def cold() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forty.board"
        path.write_text(mixed_board(40), encoding="utf-8")
        command = [str(Path(sys.executable).parent / "headjudge"), "rule", str(path)]
        bare = [sys.executable, "-c", "pass"]
        rule = median(lambda: subprocess.run(command, capture_output=True, check=True), 11)
        start = median(lambda: subprocess.run(bare, capture_output=True, check=True), 11)
    print(f"cold `headjudge rule` on 40 permanents: {rule:.0f} ms (a bare Python start: {start:.0f} ms)")


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
        mine = median(lambda text=text: explain(adjudicate(Board.parse(text))), repeats)
        theirs = median(lambda board=board: peer_rule(board), repeats)
        print(f"{size:>10} {mine:>9.1f} {theirs:>9.1f} {theirs / mine:>9.2f}")


if __name__ == "__main__":
    ours()
    cold()
    peer()
