"""How long a rulebook's text takes: `python -m tests.benchmarks.rulebooks FILE...`.

Times are seconds of one run each; the ratios tell what share of the whole each part has.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

from headjudge.rulebook.check_aim import check_aim
from headjudge.rulebook.check_numbers import check_numbers
from headjudge.rulebook.check_references import check_lone_numbers, check_references
from headjudge.rulebook.check_sentences import check_sentences
from headjudge.rulebook.check_terms import check_terms
from headjudge.rulebook.graph import build
from headjudge.rulebook.reading import read_rulebook
from headjudge.rulebook.subjects import Subjects

T = TypeVar("T")


def timed(times: dict[str, float], name: str, run: Callable[[], T]) -> T:
    """What a step gives; the seconds it takes are added to its name."""
    start = time.perf_counter()
    given = run()
    times[name] = times.get(name, 0.0) + time.perf_counter() - start
    return given


def main(files: list[str]) -> None:
    times: dict[str, float] = {}
    clauses = found = 0
    for file in files:
        book = timed(times, "reading", lambda file=file: read_rulebook(file))
        clauses += len(book.clauses)
        subjects = timed(times, "subjects", lambda book=book: Subjects(book))
        steps: dict[str, Callable[[], list[object]]] = {
            "numbers": lambda book=book: list(check_numbers(book, build(book))),
            "references": lambda book=book, known=subjects: [
                *check_references(book, known),
                *check_lone_numbers(book, known),
            ],
            "aim": lambda book=book, known=subjects: list(check_aim(book, known)),
            "terms": lambda book=book, known=subjects: list(check_terms(book, known.words)),
            "sentences": lambda book=book: list(check_sentences(book)),
        }
        for name, step in steps.items():
            found += len(timed(times, name, step))
    whole = sum(times.values())
    print(f"{len(files)} rulebooks, {clauses} clauses, {found} findings")
    for name, took in times.items():
        print(f"{name:12} {took:7.2f} s  {100 * took / whole:4.0f} %")
    print(f"{'the whole':12} {whole:7.2f} s  {1e6 * whole / clauses:4.0f} microseconds a clause")


if __name__ == "__main__":
    main(sys.argv[1:] or ["examples/rulebooks/harbour.txt"])
