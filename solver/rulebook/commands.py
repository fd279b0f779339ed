"""The commands ``headjudge rulebook``: a rulebook's text, and how our encoding stands to it."""

from __future__ import annotations

from typing import Any

import click

from ..checks import commands as encoding


@click.group()
def rulebook() -> None:
    """The rulebook itself: is its text consistent, is it the text that was encoded?

    \b
    headjudge rulebook check rules.txt
    """


@rulebook.command()
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), metavar="FILE...")
@encoding.game_options
def check(files: tuple[str, ...], **options: Any) -> int:
    """Check rulebook texts for faults."""
    if options["game"]:
        return encoding.check_game(**options)
    raise click.UsageError("name a FILE")


rulebook.add_command(encoding.coverage)
rulebook.add_command(encoding.diff)
rulebook.add_command(encoding.mutants)
