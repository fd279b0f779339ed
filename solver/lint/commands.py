"""The command ``headjudge card lint``.

Exit codes: 0 no error found, 1 errors found, 2 bad input.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import HeadjudgeError, Malformed, Place
from ..terminal import explain_code, print_json, progress_bar, write_report

if TYPE_CHECKING:
    from .design import Design
    from .findings import Finding
    from .written import WrittenCard

    Checked = tuple[WrittenCard, list[Finding]]

FOUND = 1
#: From so many cards on, a second process reads too.
_MANY = 200
_PROCESSES = 2


def _explain(context: click.Context, _: click.Parameter, code: str | None) -> None:
    """Print what a code means, and stop. Every code if it is "all"."""
    if not code or context.resilient_parsing:
        return
    from .design import Design, designed_games
    from .reporting import explanation

    codes = sorted({each for game in designed_games() for each in Design.load(game).codes.values()})
    texts = {each.code: explanation(each) for each in codes}
    explain_code(code, texts, {each.name: each.code for each in codes}, "headjudge card lint")
    context.exit(0)


@click.command()
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), metavar="FILE...")
@click.option("--game", metavar="GAME", help="The game, if that is not clear.")
@click.option("--name", default="", metavar="NAME", help="The card's name, if FILE is only its text.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--sarif", type=click.Path(), metavar="FILE", help="Write the findings as SARIF 2.1.0; - prints it."
)
@click.option(
    "--explain",
    metavar="CODE",
    callback=_explain,
    is_eager=True,
    help="Say what a code means (all: every code).",
)
@click.option(
    "--with",
    "beside",
    type=click.Path(),
    metavar="FILE",
    help="Look at each card together with the cards in FILE, too.",
)
@click.option(
    "--save-boards",
    "folder",
    type=click.Path(file_okay=False),
    metavar="DIR",
    help="Write the boards that show findings there, as tests.",
)
@click.option("--fix", is_flag=True, help="Put right in FILE what can be without a change of meaning.")
def lint(
    files: tuple[str, ...],
    game: str | None,
    name: str,
    as_json: bool,
    sarif: str | None,
    explain: None,
    beside: str | None,
    folder: str | None,
    fix: bool,
) -> int:
    """Look for faults in new cards: what cannot be read, what the type line forbids, what the rules rule out.

    FILE holds cards as plain text (a name and cost, a type line, rules text, and the numbers in the corner;
    a blank line between two cards), or in any form that `headjudge cards import` takes; - is standard input.
    The exit code is 1 if a finding is an error, 2 if a FILE holds no cards.

    \b
    headjudge card lint keeper.txt
    headjudge card lint my-set.jsonl --sarif findings.sarif
    headjudge card lint keeper.txt --fix
    headjudge card lint keeper.txt --with rival.txt --save-boards boards/
    headjudge card lint --explain CL101
    """
    from .reporting import print_findings, summary, to_json, to_sarif

    if not files:
        raise click.UsageError("name a FILE")
    if fix and ("-" in files or name):
        raise click.UsageError("--fix changes a FILE of whole cards")
    checked: list[Checked] = []
    errors: list[dict[str, Any]] = []
    worst = 0
    for file in files:
        mine: list[Checked] = []
        try:
            for card, found in _checked(file, game or "", name, beside):
                mine.append((card, found))
                if found and not as_json and sarif != "-":
                    print_findings([(card, found)])
                worst = max(worst, FOUND if any(each.severity == "error" for each in found) else 0)
            if fix:
                _fix(file, mine, quiet=as_json or sarif == "-")
        except HeadjudgeError as error:
            error.place = error.place or Place(file)
            worst = max(worst, error.exit_code)
            if as_json:
                errors.append({"file": file, "error": str(error), "exit_code": error.exit_code})
            else:
                click.echo(str(error), err=True)
        checked += mine
    if folder:
        from .proving import save_boards

        save_boards(Path(folder), (finding for _, found in checked for finding in found))
    if as_json:
        print_json([*to_json(checked), *errors])
    elif sarif != "-":
        click.secho(summary(checked), bold=True)
    if sarif:
        codes = {code: each for card, _ in checked for code, each in _design(card.game).by_code.items()}
        write_report(
            sarif, lambda: json.dumps(to_sarif(checked, [*codes.values()]), ensure_ascii=False, indent=2)
        )
    return worst


def _fix(file: str, checked: list[Checked], quiet: bool) -> None:
    """Write a file anew with what can be fixed, and say what was changed."""
    from .fixing import fixes_of, write_fixed

    made, left = write_fixed(file, [(card, fixes_of(card, found)) for card, found in checked])
    for card, change in () if quiet else made:
        line, column = card.at(change.field, change.start)
        place = f"{file}:{line}:{column}" if card.places else f"{card.place} {change.field} {line}:{column}"
        was = card[change.field][change.start : change.end]
        click.echo(f"{place}: “{was}” is now “{change.text}”")
    for card, change in () if quiet else left:
        line, column = card.at(change.field, change.start)
        was = card[change.field][change.start : change.end]
        apart = "the file holds these words not together: put them right yourself"
        click.echo(f"{card.place} {change.field} {line}:{column}: “{was}” stays ({apart})", err=True)
    if not quiet:
        click.secho(f"{len(made)} change{'s' if len(made) != 1 else ''} made in {file}", bold=True)


def _design(game: str) -> Design:
    from .design import Design

    return Design.load(game)


def _checked(
    file: str, game: str, name: str, beside: str | None
) -> Iterator[tuple[WrittenCard, list[Finding]]]:
    """The cards of a file with what is found in each, alone and together with the cards in the file
    ``beside``; with a progress bar on a terminal."""
    from itertools import chain, islice

    from ..cards.reading_commands import text_in
    from .linting import lint_all
    from .sources import read_cards, read_text

    with progress_bar() as progress:
        if file == "-":
            cards = read_text(text_in(file), game, name, "<standard input>")
        else:
            cards = read_cards(file, game, name, progress)
        first = list(islice(cards, _MANY))
        if not first:
            raise Malformed("there is no card in this file", place=Place(file))
        processes = _PROCESSES if len(first) == _MANY else 1
        counterparts = list(read_cards(beside, first[0].game)) if beside else []
        yield from lint_all(chain(first, cards), _design(first[0].game), processes, counterparts)
