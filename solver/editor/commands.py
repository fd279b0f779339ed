"""The command ``headjudge language-server``."""

from __future__ import annotations

import click


@click.command("language-server")
@click.option("--lang", "language", default="en", metavar="LANG", help="Language: en, ru or cs.")
def language_server(language: str) -> int:
    """Help an editor with boards (*.board) and cards (*.card): faults as you type, hovers, completion.

    The editor starts this command itself and talks to it over standard input and output in the Language
    Server Protocol; solver/editor/README.md says how to set up VS Code, Neovim, Helix and Emacs.

    \b
    headjudge language-server --lang ru
    """
    from ..report.phrases import phrases
    from .server import serve

    phrases(language)  # a language that nobody speaks is refused before the editor begins
    return serve(language)
