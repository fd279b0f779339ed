"""Work on many things in several processes, in their order and in constant memory."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import islice
from typing import TypeVar

_Thing = TypeVar("_Thing")
_Result = TypeVar("_Result")
#: How many chunks each process may have before it.
_AHEAD = 2


def in_chunks(
    work: Callable[[list[_Thing]], _Result], things: Iterable[_Thing], size: int, processes: int
) -> Iterator[tuple[list[_Thing], _Result]]:
    """Each chunk of so many things with what the work on it gives; with one process, here.

    Whoever stops listening stops the work.

    >>> [*in_chunks(sum, [1, 2, 3], 2, processes=1)]
    [([1, 2], 3), ([3], 3)]
    """
    source = iter(things)
    if processes == 1:
        while chunk := list(islice(source, size)):
            yield chunk, work(chunk)
        return
    waiting: deque[tuple[list[_Thing], Future[_Result]]] = deque()
    with ProcessPoolExecutor(processes, initializer=_heed_no_interrupt) as pool:
        try:
            while (chunk := list(islice(source, size))) or waiting:
                if chunk:
                    waiting.append((chunk, pool.submit(work, chunk)))
                if len(waiting) > _AHEAD * processes or not chunk:
                    done, future = waiting.popleft()
                    yield done, future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def _heed_no_interrupt() -> None:
    """A terminal interrupts all processes at once: the first ends the others when their chunk is done."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
