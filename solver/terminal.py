"""What several commands show: a progress bar, and data as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from .cards.importing import Progress


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A progress bar for a file of cards, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TextColumn("{task.fields[taken]} cards"),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", taken=0)
        yield lambda read, size, taken: bar.update(task, completed=read, total=size, taken=taken)


def tracked(files: Sequence[str]) -> Iterable[str]:
    """Files one by one, with a progress bar on a terminal if there are several."""
    if len(files) < 2 or not sys.stderr.isatty():
        return files
    from rich.console import Console
    from rich.progress import track

    return track(files, "", console=Console(stderr=True), transient=True)


def print_json(data: object) -> None:
    """Print data as JSON, as people can read it too."""
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))
