"""The commands ``headjudge rulebook``: a rulebook's text, and how our encoding stands to it."""

from __future__ import annotations

import click


@click.group()
def rulebook() -> None:
    """The rulebook itself: is its text consistent, is it the text that was encoded?

    \b
    headjudge rulebook check rules.txt
    """


@rulebook.command()
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), metavar="FILE...")
def check(files: tuple[str, ...]) -> int:
    """Check rulebook texts for faults."""
    raise click.UsageError("name a FILE")
