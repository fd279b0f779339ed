"""Readings of texts that are remembered from one run to the next: whoever rules on a board again, or on
another one with the same cards, need not load the grammars.

What is remembered holds for the files that were there when it was read: grammars, words and the code that
reads. It is written down when the program ends, as far as a cache can be written; runs that end at the same
time may forget what the other has read.
"""

from __future__ import annotations

import atexit
import hashlib
import os
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from ..tables import files, keep, kept

#: So many readings of a game are remembered, the last ones that were made.
MOST = 1000


class Memory:
    """What is remembered of the texts of one game, in plain data."""

    def __init__(self, game: str) -> None:
        self._name = f"readings-{_signature(game)}"
        self._known: dict[Any, Any] = dict(kept(self._name) or ())
        self._fresh: dict[Any, Any] = {}

    def recall(self, question: tuple[Any, ...], find: Callable[[], Any]) -> Any:
        """The answer to a question, both in plain data: remembered, or found now."""
        if question in self._known:
            return self._known[question]
        answer = find()
        if len(self._fresh) < MOST:
            if not self._fresh:
                atexit.register(self.write)
            self._known[question] = self._fresh[question] = answer
        return answer

    def write(self) -> None:
        """Write down what is new, beside what others have written meanwhile."""
        every = {**dict(kept(self._name) or ()), **self._fresh}
        keep(self._name, [*every.items()][-MOST:])


@cache
def memory(game: str) -> Memory:
    """The memory of a game."""
    return Memory(game)


def _signature(game: str) -> str:
    """What a reading depends on: names, sizes and times of all files that have a part in it."""
    rooms = [files("headjudge.grammar") / game, files("headjudge.rules") / game]
    rooms += [files(f"headjudge.{room}") for room in ("language", "notation")]
    stats = sorted(each for room in rooms if room.is_dir() for each in _files(room))
    return hashlib.sha256("\n".join(stats).encode()).hexdigest()[:24]


def _files(folder: Path) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir():
                yield from _files(Path(entry.path)) if entry.name == "cards" else ()
            elif entry.name.endswith((".lark", ".toml", ".py")):
                stat = entry.stat()
                yield f"{entry.path} {stat.st_size} {stat.st_mtime_ns}"
