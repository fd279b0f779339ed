"""How long the checks of an encoding take: `python -m tests.benchmarks.checks [GAME]`.

Times are seconds of one run each; the ratios tell what share of a whole batch each part has.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

from headjudge.checks.batch import check_encoding, structural
from headjudge.checks.conflicts import conflicts, program
from headjudge.checks.editions import apart, differences
from headjudge.checks.encoding import Encoding
from headjudge.checks.redundancy import redundant
from headjudge.checks.scope import SCRIPT, Scope, scopes_of
from headjudge.checks.search import one_world
from headjudge.derivation.rulebook import Rulebook, editions


def seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def main(game: str, objects: int = 3) -> None:
    encoding = Encoding.load(game)
    book = encoding.books[-1]
    whole = seconds(lambda: check_encoding(encoding, objects=objects))
    print(
        f"{game}: {len(encoding.pack.rules)} rules, {len(encoding.pack.clauses)} clauses, {objects} objects"
    )
    rows = [("structure", seconds(lambda: list(structural(encoding))))]
    for scope in scopes_of(encoding.pack, objects):
        if scope.moment == SCRIPT:
            continue
        smaller = Scope(scope.pack, scope.moment, objects - 1)
        rows += [
            (f"{scope.moment}: ground", seconds(lambda scope=scope: one_world(book, scope, program()))),
            (
                f"{scope.moment}: contradictions",
                seconds(lambda scope=scope: list(conflicts(book, scope, one_world(book, scope, program())))),
            ),
            (f"{scope.moment}: redundancy", seconds(lambda scope=smaller: list(redundant(book, scope)))),
        ]
    for name, took in rows:
        print(f"{name:32} {took:7.1f} s  {100 * took / whole:4.0f} %")
    print(f"{'the whole batch':32} {whole:7.1f} s   100 %")
    old, new = (Rulebook.load(game, edition) for edition in (editions(game)[-2], editions(game)[-1]))
    took = seconds(lambda: list(differences(old, new, objects)))
    print(f"{'the last two editions':32} {took:7.1f} s  {len(apart(old, new))} clauses")


if __name__ == "__main__":
    for name in sys.argv[1:] or ["magic"]:
        main(name)
