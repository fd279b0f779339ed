"""What several commands show: a progress bar, data as JSON, and reports, which may go to a file."""

from __future__ import annotations

import importlib
import sys
from _thread import interrupt_main
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Any

import click

from .errors import Malformed, Place

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from .cards.importing import Progress


class Commands(click.Group):
    """A group of commands, some of which are loaded when they are asked for.

    ``later`` are those by name, with the module of this package in which each stands.
    """

    def __init__(self, *args: Any, later: Mapping[str, str], **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._later = later

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands by name."""
        return sorted({*super().list_commands(ctx), *self._later})

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of a name."""
        if name not in self._later:
            return super().get_command(ctx, name)
        module = importlib.import_module(f".{self._later[name]}", __package__)
        command: click.Command = getattr(module, name.replace("-", "_"))
        return command


@contextmanager
def _bar(beside: str) -> Iterator[tuple[RichProgress, TaskID] | None]:
    """A bar with one task and what stands beside it, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TextColumn(beside),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield bar, bar.add_task("", taken=0)


@contextmanager
def progress_bar() -> Iterator[Progress | None]:
    """A progress bar for a file of cards, on a terminal; nothing elsewhere."""
    with _bar("{task.fields[taken]} cards") as shown:
        if shown is None:
            yield None
            return
        bar, task = shown
        yield lambda read, size, taken: bar.update(task, completed=read, total=size, taken=taken)


@contextmanager
def share_bar() -> Iterator[Callable[[str, float], None]]:
    """A progress bar that is told what is being done, and which share (0 to 1) is done; it stands on a
    terminal only."""
    with _bar("{task.description}") as shown:
        if shown is None:
            yield lambda what, share: None
            return
        bar, task = shown
        yield lambda what, share: bar.update(task, completed=share, total=1.0, description=what)


def tracked(files: Sequence[str], few: int = 2) -> Iterator[str]:
    """Files one by one, with a progress bar on a terminal if there are not too few.

    What is printed on the way goes above the bar; into a file, if standard output is one.
    """
    if len(files) < few or not sys.stderr.isatty():
        yield from files
        return
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, redirect_stdout=sys.stdout.isatty()) as bar:
        yield from bar.track(files, description="")


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """A sign that something goes on, and what, on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def print_json(data: object) -> None:
    """Print data as JSON, as people can read it too."""
    import json

    click.echo(json.dumps(data, ensure_ascii=False, indent=2))


def write_report(file: str, text: Callable[[], str]) -> None:
    """Write a report to a file, or print it if the file is ``-``.

    Raises :class:`headjudge.errors.Malformed` for a file that cannot be written.
    """
    if file == "-":
        click.echo(text())
        return
    try:
        Path(file).write_text(text() + "\n", encoding="utf-8")
    except OSError as error:
        raise Malformed(f"the report cannot be written: {error.strerror}", place=Place(file)) from None


def explain_code(code: str, texts: Mapping[str, str], named: Mapping[str, str], command: str) -> None:
    """Print what a code of findings means, given as it is or by its name; every one if it is "all".

    ``texts`` say what each code means, ``named`` are the codes by name, ``command`` is whose they are.
    Raises :class:`Malformed` for a code that there is not.
    """
    from .nearest import did_you_mean

    if code == "all":
        click.echo("\n\n".join(texts.values()))
        return
    by_name = {name.replace("_", "-"): each for name, each in named.items()}
    meant = by_name.get(code.replace("_", "-"), code.upper())
    if meant not in texts:
        advice = did_you_mean(code, [*texts, *by_name]) or f"{command} --explain all"
        raise Malformed("there is no such code", found=code, advice=advice)
    click.echo(texts[meant])


def interrupted_later(lost: sys.UnraisableHookArgs) -> None:
    """Where nothing can be raised, as while a grounding is thrown away, an interrupt would be lost: it comes
    again a moment later. Anything else that is lost there is told as ever."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        Timer(0.01, interrupt_main).start()
    else:
        sys.__unraisablehook__(lost)
