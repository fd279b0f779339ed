"""The command line: ``headjudge rule``, ``why``, ``whynot``, ``whatif``, ``test``, ``cards`` and more.

Exit codes: 0 ruled or legal, 1 illegal or an expectation failed, 2 bad input, 3 cannot rule; with several
files the worst of them. 130 after an interrupt, 70 after an error of headjudge itself.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

import click

from .errors import HeadjudgeError, IllegalAction, Malformed, Place
from .terminal import Commands, interrupted_later, print_json, tracked, waiting

if TYPE_CHECKING:
    from .board.model import Board
    from .derivation.rulebook import Rulebook
    from .derivation.ruling import Ruling
    from .report.phrases import Speaker

INTERNAL = 70
INTERRUPTED = 130
#: So few boards are tested too quickly for a progress bar.
_FEW = 20
#: So many more objects must have been made than freed before garbage is collected.
_COLLECT_AFTER = 200_000

_EDITION = click.option("--edition", metavar="DATE", help="Rule under this edition instead of the board's.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_LANGUAGE = click.option("--lang", "language", default="en", metavar="LANG", help="Language: en, ru or cs.")
_FILE = click.argument("file", type=click.Path(allow_dash=True))


_EPILOG = """\b
help on a command:  headjudge COMMAND --help
shell completion:   eval "$(_HEADJUDGE_COMPLETE=bash_source headjudge)"
"""


#: Commands that are loaded when one of them is asked for, and their modules.
_LATER = {
    "card": "cards.reading_commands",
    "cards": "cards.commands",
    "language-server": "editor.commands",
    "rulebook": "rulebook.commands",
}


@click.group(
    cls=Commands,
    later=_LATER,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=_EPILOG,
)
@click.version_option(package_name="headjudge")
def cli() -> None:
    """Rulings for trading-card games from a described board: every outcome, with rule numbers and reasons.

    \b
    headjudge rule board.txt              what happens on this board?
    headjudge why board.txt "A loses"     and why?
    headjudge test boards/                do the boards still give what they expect?
    """


@cli.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="FILE...")
@_EDITION
@_JSON
@_LANGUAGE
@click.option(
    "--outcomes",
    "limit",
    type=click.IntRange(1),
    default=256,
    metavar="N",
    help="Follow at most N ways to choose (256).",
)
@click.option("--board", "board", is_flag=True, help="Print the final board of every outcome in notation.")
def rule(
    files: tuple[str, ...], edition: str | None, as_json: bool, language: str, limit: int, board: bool
) -> int:
    """Rule on boards: the verdict first, then rounds, reasons, outcomes and caveats.

    FILE is a board in notation or JSON (*.json); - is standard input. Questions that the board asks
    (why, whynot, whatif) are answered too.

    \b
    headjudge rule duel.board
    headjudge rule duel.board --edition 2011-02-04 --lang cs
    headjudge rule *.board --json | jq '.[].verdict'
    """
    from .derivation.adjudication import adjudicate

    worst = 0
    reports: list[dict[str, Any]] = []
    try:
        for file in files:
            case = _Case(file, edition, language)
            try:
                ruling = adjudicate(case.board, case.rulebook, limit=limit)
                if as_json:
                    data, code = _report(ruling, case.speaker)
                    reports.append({"file": file, **data})
                    worst = max(worst, code)
                    continue
                if len(files) > 1:
                    click.secho(f"=== {file}", fg="cyan")
                worst = max(worst, _print_ruling(ruling, case.speaker, board))
            except HeadjudgeError as error:
                worst = max(worst, case.complain(error, reports if as_json else None))
    finally:
        if as_json:
            print_json(reports if len(files) > 1 else reports[0] if reports else None)
    return worst


def _report(ruling: Ruling, speaker: Speaker) -> tuple[dict[str, Any], int]:
    from .report.interchange import to_json
    from .report.questions import asked

    answers = list(asked(ruling, speaker))
    data = [
        {"question": text, "text": a.page.text(), "declaration": None, a.kind: a.data} for text, a in answers
    ]
    code = max((answer.exit_code for _, answer in answers), default=0)
    return {**to_json(ruling, speaker.language), "answers": data}, code


def _print_ruling(ruling: Ruling, speaker: Speaker, board: bool) -> int:
    """Print a ruling and the answers to what its board asks; the exit code."""
    from .report.questions import pages

    worst = 0
    for place, (page, code) in enumerate(pages(ruling, speaker, board=board)):
        if place:
            click.echo()
        page.show()
        worst = max(worst, code)
    return worst


@cli.command()
@_FILE
@click.argument("question")
@_EDITION
@_LANGUAGE
def ask(file: str, question: str, edition: str | None, language: str) -> int:
    """Answer QUESTION about a board, as it could stand there after "ask".

    \b
    headjudge ask duel.board "what is #guard"
    headjudge ask duel.board "what happens"
    """
    from .derivation.adjudication import adjudicate
    from .report.questions import answered

    case = _Case(file, edition, language)
    try:
        term = _term(case.board, "ask", question, "QUESTION")
        found = answered(adjudicate(case.board, case.rulebook), case.speaker, term)
        found.page.show()
    except HeadjudgeError as error:
        return case.complain(error)
    return found.exit_code


def _question(name: str, help_text: str) -> None:
    """Add one of the commands that ask about an event."""

    @cli.command(name, help=help_text)
    @_FILE
    @click.argument("event")
    @_EDITION
    @_LANGUAGE
    @click.option("--full", is_flag=True, help="Unfold every definition and every attempt.")
    def about(file: str, event: str, edition: str | None, language: str, full: bool) -> int:
        from .derivation.adjudication import adjudicate
        from .report.answers import answer

        case = _Case(file, edition, language)
        try:
            term = _term(case.board, "event", event, "EVENT")
            ruling = adjudicate(case.board, case.rulebook)
            answer(ruling, case.speaker, f"{name}({term})", full=full).show()
        except HeadjudgeError as error:
            return case.complain(error)
        return 0


_question("why", 'Why EVENT happens: the proof, rule by rule.\n\n\b\nheadjudge why duel.board "A loses"')
_question("whynot", 'Why EVENT does not happen.\n\n\b\nheadjudge whynot duel.board "A loses"')
_question(
    "whatif",
    "The smallest change of the board that brings EVENT about, or averts it if it happens.\n\n"
    '\b\nheadjudge whatif duel.board "B loses"',
)


@cli.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="PATH...")
@_LANGUAGE
def test(paths: tuple[str, ...], language: str) -> int:
    """Check the expect lines of boards; directories are searched for *.board.

    \b
    headjudge test examples/ my.board
    """
    from .report.expectations import boards_under, check_board
    from .report.phrases import phrases

    own = phrases(language).words["test"]
    files = boards_under(paths)
    worst = passed = failed = 0
    try:
        for file in tracked(files, _FEW):
            try:
                failures = check_board(_read(file))
                problems, code = list(map(str, failures)), int(bool(failures))
            except HeadjudgeError as error:
                error.place = error.place or Place(file)
                problems, code = [str(error)], error.exit_code
            for problem in problems:
                click.secho(problem, fg="red")
            worst, passed, failed = max(worst, code), passed + (not code), failed + bool(code)
    finally:
        click.echo(own["summary"].format(passed=passed, failed=failed))
    return worst


@cli.command()
@click.argument("game", required=False)
@_EDITION
@_LANGUAGE
def clauses(game: str | None, edition: str | None, language: str) -> int:
    """List a game's encoded clauses: number, name, what it says; and the rules left out, with reasons."""
    from .derivation.rulebook import Rulebook
    from .notation.pack import games
    from .report.page import Page
    from .report.phrases import Speaker

    for name in [game] if game else games():
        book = Rulebook.load(name, edition)
        speaker = Speaker(book, language)
        page = Page()
        page.heading(f"{book.game} {book.edition}: {book.title}")
        for slug, number in book.numbers.items():
            page.add(f"{number}  {slug}", 2, "verdict")
            page.add(speaker.clause(slug), 4)
        if book.out_of_scope:
            page.heading(speaker.own("clauses.out_of_scope"))
        for number, reason in book.out_of_scope.items():
            page.add(f"{number}  {reason}", 2)
        page.show()
    return 0


@cli.command()
def editions() -> int:
    """List the games, and the editions of their rulebooks that are encoded."""
    from .derivation import rulebook
    from .notation.pack import games

    for game in games():
        for edition in rulebook.editions(game):
            book = rulebook.Rulebook.load(game, edition)
            click.echo(f"{game}  {edition}  {book.title}  {len(book.numbers)} clauses")
    return 0


@cli.command()
@_FILE
@_JSON
def show(file: str, as_json: bool) -> int:
    """Print a board as it was understood: in canonical notation, or as JSON.

    \b
    headjudge show duel.board --json > duel.json
    headjudge show duel.json
    """
    board = _read(file)
    if as_json:
        print_json(board.to_json())
    else:
        click.echo(str(board), nl=False)
    return 0


# ---- reading, and saying what went wrong ----


class _Case:
    """One file: its board, rulebook and speaker, each made when it is first needed."""

    def __init__(self, file: str, edition: str | None, language: str) -> None:
        self.file, self.edition, self.language = file, edition, language
        self._board: Board | None = None
        self._speaker: Speaker | None = None

    @property
    def board(self) -> Board:
        if self._board is None:
            self._board = _read(self.file)
        return self._board

    @property
    def rulebook(self) -> Rulebook:
        return self.speaker.rulebook

    @property
    def speaker(self) -> Speaker:
        if self._speaker is None:
            from .derivation import compiled
            from .derivation.rulebook import Rulebook
            from .report.phrases import speaker

            compiled.around_compiling = partial(waiting, "The rules are made ready, once for each version.")
            book = Rulebook.load(self.board.game, self.edition or self.board.edition or None)
            self._speaker = speaker(self.board, book, self.language)
        return self._speaker

    def complain(self, error: HeadjudgeError, reports: list[dict[str, Any]] | None = None) -> int:
        """Say what went wrong with this file, or add it to ``reports``; gives the exit code for it."""
        if self._speaker is not None:
            self._speaker.explain(error)
        error.place = error.place or Place(self.file)
        if reports is None:
            click.echo(str(error), err=True)
            if isinstance(error, IllegalAction):
                from .derivation.declaration import IllegalDeclaration
                from .report.declarations import refusal_said

                if isinstance(error, IllegalDeclaration):
                    refusal_said(self.board, self.speaker, error.verdict).page.show()
        else:
            from .report.interchange import error_to_json

            reports.append({"file": self.file, "error": error_to_json(error)})
        return error.exit_code


def _read(file: str) -> Board:
    """The board in a file or on standard input, in notation or in JSON."""
    from .board.model import Board
    from .board.syntax import decode, read_file

    name = "<stdin>" if file == "-" else file
    text = decode(sys.stdin.buffer.read(), name) if file == "-" else read_file(file)
    if not file.endswith(".json") and not text.lstrip().startswith("{"):
        return Board.parse(text, name)
    import json

    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        place = Place(name, error.lineno, error.colno)
        raise Malformed(f"this is not JSON: {error.msg}", place=place) from None
    return Board.from_json(data, name)


def _term(board: Board, section: str, text: str, called: str) -> str:
    """What a phrase of a section of the notation means on a board."""
    from .notation.pack import Notation

    return Notation.load(board.game).frames.match(section, text, board.names, Place(called, 1, 1)).facts()[0]


def main() -> None:
    """Run the command line and exit.

    What a short command loads stays until its end, so that there is nothing to collect: the first garbage
    collection comes late, and the last one, at the exit, finds nothing to look at.
    """
    gc.set_threshold(_COLLECT_AFTER)
    atexit.register(gc.freeze)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.unraisablehook = interrupted_later
    sys.exit(guarded(lambda: cli.main(standalone_mode=False)))


def guarded(command: Callable[[], Any]) -> int:
    """The exit code of a command; whatever goes wrong is said in one line, never as a traceback."""
    try:
        code = command()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except HeadjudgeError as error:
        click.echo(str(error), err=True)
        return error.exit_code
    except click.ClickException as error:
        error.show()
        return 2
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click exits so when nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except Exception as error:
        if os.environ.get("HEADJUDGE_DEBUG"):
            raise
        click.echo(f"internal error, please report it: {type(error).__name__}: {error}", err=True)
        return INTERNAL
