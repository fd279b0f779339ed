"""The commands ``headjudge rulebook``: a rulebook's text, and how our encoding stands to it.

Exit codes of ``check`` and ``verify``: 0 nothing grave, 1 errors found or the table is out of date,
2 bad input.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..checks import commands as encoding
from ..errors import HeadjudgeError, Place
from ..terminal import explain_code, print_json, tracked, write_report

if TYPE_CHECKING:
    from .document import Document
    from .findings import Finding
    from .verifying import Verified

_FILE = click.argument("file", type=click.Path(allow_dash=True))
_FILES = click.argument("files", nargs=-1, required=True, type=click.Path(allow_dash=True), metavar="FILE...")
_STYLE = click.option("--style", metavar="STYLE", help="How the text is numbered, if that is not recognised.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")

FOUND = 1


@click.group()
def rulebook() -> None:
    """The rulebook itself: is its text consistent, is it the text that was encoded?

    \b
    headjudge rulebook check rules.txt
    headjudge rulebook verify --edition 2026-08-07 rules.txt
    """


@rulebook.command("import")
@_FILE
@_STYLE
@click.option(
    "--output", type=click.Path(), metavar="FILE", help="Write the clauses to FILE; - is the terminal."
)
def import_(file: str, style: str | None, output: str | None) -> int:
    """Take a rulebook's text apart into numbered clauses, each with the hash of its text.

    They are written as JSON into your data directory, or to the FILE named.

    \b
    headjudge rulebook import rules.txt
    headjudge rulebook import rules.txt --output clauses.json
    """
    from .exporting import default_place, save, to_json
    from .reading import read_rulebook

    document = read_rulebook(file, style)
    if output == "-":
        print_json(to_json(document))
        return 0
    place = Path(output) if output else default_place(document)
    save(document, place)
    click.echo(f"{_counted(document)} taken from {file} ({document.style.title}, {document.encoding})")
    click.echo(f"clauses: {place}")
    return 0


def _counted(document: Document) -> str:
    references = sum(1 for _ in document.cited())
    return (
        f"{len(document.clauses)} clauses, {len(document.entries)} glossary entries, {references} references"
    )


def _explain(context: click.Context, _: click.Parameter, code: str | None) -> None:
    """Print what a code means, and stop. Every code if it is "all"."""
    if not code or context.resilient_parsing:
        return
    from .findings import BY_CODE, CODES
    from .reporting import explanation

    texts = {each: explanation(meant) for each, meant in BY_CODE.items()}
    explain_code(code, texts, {each.name: each.code for each in CODES.values()}, "headjudge rulebook check")
    context.exit(0)


@rulebook.command()
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), metavar="FILE...")
@_STYLE
@_JSON
@click.option(
    "--sarif", type=click.Path(), metavar="FILE", help="Write the findings as SARIF 2.1.0; - prints it."
)
@click.option(
    "--html", type=click.Path(), metavar="FILE", help="Write the findings as a page with permalinks."
)
@click.option(
    "--explain",
    metavar="CODE",
    callback=_explain,
    is_eager=True,
    help="Say what a code means (all: every code).",
)
@encoding.game_options
def check(
    files: tuple[str, ...],
    style: str | None,
    as_json: bool,
    sarif: str | None,
    html: str | None,
    explain: None,
    game: str,
    edition: str,
    objects: int,
    tests: str | None,
) -> int:
    """Check rulebook texts: references, numbering, terms, sentences. With --game our encoding of a game.

    FILE is plain text; - is standard input. The exit code is 1 if a finding is an error, 2 if a FILE is no
    rulebook.

    \b
    headjudge rulebook check rules.txt
    headjudge rulebook check editions/*.txt --html report.html --sarif report.sarif
    headjudge rulebook check --explain RB104
    headjudge rulebook check --game GAME --html report.html
    """
    from .checking import check as check_document
    from .reading import read_rulebook
    from .reporting import print_table, summary, to_html, to_json, to_sarif

    if game:
        if files or sarif:
            raise click.UsageError("name a FILE or a --game, and SARIF is for files")
        return encoding.check_game(game, edition, objects, as_json, html, tests)
    if not files:
        raise click.UsageError("name a FILE, or a --game")
    quiet = as_json or sarif == "-"
    checked: list[tuple[Document, list[Finding]]] = []
    reports: list[dict[str, Any]] = []
    worst = 0
    for file in tracked(files):
        try:
            document = read_rulebook(file, style)
        except HeadjudgeError as error:
            worst = max(worst, _complain(error, file, reports if as_json else None))
            continue
        findings = check_document(document)
        checked.append((document, findings))
        reports.append(to_json(document, findings))
        worst = max(worst, FOUND if any(finding.severity == "error" for finding in findings) else 0)
        if not quiet:
            click.secho(f"{document.file}: {summary(findings)} ({_counted(document)})", bold=True)
            if findings:
                print_table(findings)
    if as_json:
        print_json(reports if len(files) > 1 else reports[0])
    if sarif:
        write_report(
            sarif,
            lambda: json.dumps(
                to_sarif([f for _, found in checked for f in found]), ensure_ascii=False, indent=2
            ),
        )
    if html:
        write_report(html, lambda: to_html(checked))
    return worst


def _complain(error: HeadjudgeError, file: str, reports: list[dict[str, Any]] | None) -> int:
    error.place = error.place or Place(file)
    if reports is None:
        click.echo(str(error), err=True)
    else:
        reports.append({"file": file, "error": str(error), "exit_code": error.exit_code})
    return error.exit_code


@rulebook.command()
@_FILES
@click.option("--edition", required=True, metavar="EDITION", help="The edition that the text is of.")
@click.option("--game", metavar="GAME", help="The game, if several have an edition of that name.")
@_STYLE
@click.option(
    "--boards",
    multiple=True,
    type=click.Path(),
    metavar="PATH",
    help="Boards that may rest on changed clauses (tests and examples, if they are here).",
)
@click.option("--record", is_flag=True, help="Write the hashes of the texts into the table of the edition.")
@_JSON
def verify(
    files: tuple[str, ...],
    edition: str,
    game: str | None,
    style: str | None,
    boards: tuple[str, ...],
    record: bool,
    as_json: bool,
) -> int:
    """Compare the table of an encoded edition with its text: does each number stand and say what was encoded?

    A text may be given in several FILEs; sections that none of them has are only counted. The exit code is
    1 if a number is missing, or its text is not the recorded one.

    \b
    headjudge rulebook verify --edition 2026-08-07 rules.txt
    headjudge rulebook verify --edition 2023 --game GAME part-1.txt part-2.txt
    """
    from ..derivation.rulebook import Rulebook
    from ..report.expectations import boards_under
    from .reading import read_rulebook
    from .verifying import CHANGED, MISSING, game_of
    from .verifying import record as record_texts
    from .verifying import verify as verify_edition

    book = Rulebook.load(game_of(edition, game), edition)
    documents = [read_rulebook(file, style) for file in files]
    if record:
        place, number = record_texts(book, documents)
        click.echo(f"{number} texts recorded in {place}")
        return 0
    paths = boards or [path for path in ("tests", "examples") if Path(path).is_dir()]
    found = verify_edition(book, documents, boards_under(paths))
    if as_json:
        print_json({"game": book.game, "edition": edition, "clauses": [_row(each) for each in found]})
    else:
        _print_verified(book.game, edition, found, book.paraphrase)
    return FOUND if any(each.status in (MISSING, CHANGED) for each in found) else 0


def _row(each: Verified) -> dict[str, Any]:
    return {name: getattr(each, name) for name in type(each).__dataclass_fields__}


def _print_verified(
    game: str, edition: str, found: Iterable[Verified], paraphrase: Callable[[str], str]
) -> None:
    from collections import Counter

    from .verifying import CHANGED, MISSING

    found = list(found)
    count = Counter(each.status for each in found)
    click.secho(
        f"{game} {edition}: {', '.join(f'{n} {status}' for status, n in count.most_common())}", bold=True
    )
    for each in found:
        if each.status not in (MISSING, CHANGED):
            continue
        where = f" (line {each.line})" if each.line else ""
        moved = f"; the recorded text stands at {each.moved_to}" if each.moved_to else ""
        click.secho(f"{each.number}{where}: {each.status}{moved}", fg="red")
        for slug in each.slugs:
            click.echo(f"  {slug}: {paraphrase(slug)}")
        for board in each.boards:
            click.echo(f"  stale: {board}")


rulebook.add_command(encoding.coverage)
rulebook.add_command(encoding.diff)
rulebook.add_command(encoding.mutants)
