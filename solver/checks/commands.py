"""The commands ``headjudge rulebook`` that check an encoding: check --game, coverage, diff, mutants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..errors import HeadjudgeError, Malformed
from ..terminal import print_json, share_bar, write_report

if TYPE_CHECKING:
    from ..board.model import Board
    from .batch import Report, Seen
    from .finding import Finding

_LANGUAGE = click.option("--lang", "language", default="en", metavar="LANG", help="Language: en, ru or cs.")
_JSON = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
_HTML = click.option(
    "--html",
    "html",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write a page with pictures of the boards.",
)
_OBJECTS = click.option(
    "--objects",
    default=3,
    show_default=True,
    type=click.IntRange(1, 4),
    metavar="N",
    help="Search boards with at most N objects.",
)
_TONES = {"error": "red", "warning": "yellow", "note": None}


def _steps(seen: Seen, what: str, total: int) -> Callable[[], None]:
    """What tells the bar of so many steps."""
    done = iter(range(1, 100 * total + 100))
    return lambda: seen(what, min(next(done) / max(total, 1), 1.0))


def game_options(command: Any) -> Any:
    """Add to a command the options of :func:`check_game` that are not those of every check."""
    options = (
        click.option("--game", default="", metavar="GAME", help="Check the encoding of this game."),
        click.option("--edition", default="", metavar="DATE", help="With --game: the edition (the newest)."),
        _OBJECTS,
        click.option(
            "--tests",
            type=click.Path(file_okay=False),
            metavar="DIR",
            help="With --game: write the smallest firing boards there, as tests.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def check_game(
    game: str, edition: str, objects: int, as_json: bool, html: str | None, tests: str | None
) -> int:
    """Check the encoding of a game and print what was found; 1 if an error is not explained.

    ``html`` is a file for a page, ``tests`` a folder for the smallest firing boards as tests.
    """
    from .batch import check_encoding
    from .encoding import Encoding
    from .finding import worst

    encoding = Encoding.load(game)
    with share_bar() as seen:
        report = check_encoding(encoding, edition, objects, seen)
    if html:
        write_report(html, lambda: _check_page(report, encoding.books[-1].numbers if not edition else {}))
    if tests:
        _write_tests(
            Path(tests), report, next(b for b in encoding.books if b.edition == report.edition).numbers
        )
    if as_json:
        print_json(report.to_json())
    else:
        _print_report(report)
    return worst(report.findings)


def _print_report(report: Report) -> None:
    from .finding import SEVERITIES

    open_ = [finding for finding in report.findings if not finding.explained]
    for finding in sorted(open_, key=lambda f: (SEVERITIES.index(f.severity), f.code, f.file, f.line)):
        _print_finding(finding)
    known = len(report.findings) - len(open_)
    fired = {firing.clause for firing in report.firings if firing.board}
    click.echo(f"{report.game} {report.edition}: {len(open_)} findings, {known} explained in checks.toml")
    click.echo(
        f"a smallest board for {len(fired)} clauses; {len(report.unreached)} are out of the search's reach"
    )
    for bound in report.bounds:
        click.echo(f"  {bound}")


def _print_finding(finding: Finding) -> None:
    click.secho(str(finding), fg=_TONES[finding.severity])
    if finding.bound:
        click.echo(f"  {finding.bound}")
    for line in finding.board.splitlines():
        click.echo(f"    {line}")


def _check_page(report: Report, numbers: Any) -> str:
    from .finding import SEVERITIES
    from .picture import page

    groups = [
        (
            severity.capitalize() + "s",
            [f for f in report.findings if f.severity == severity and not f.explained],
        )
        for severity in SEVERITIES
    ]
    groups.append(("Explained", [f for f in report.findings if f.explained]))
    fired = [firing for firing in report.firings if firing.board]
    return page("check.html", report=report, groups=groups, fired=fired, numbers=dict(numbers))


def _write_tests(folder: Path, report: Report, numbers: Any) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for firing in report.firings:
        if firing.board:
            number = numbers.get(firing.clause, "")
            name = f"{number}-{firing.clause}-{firing.moment}.board"
            (folder / name).write_text(firing.as_test(number), encoding="utf-8")


@click.command()
@click.argument("game")
@click.argument("old")
@click.argument("new")
@_OBJECTS
@click.option(
    "--boards",
    multiple=True,
    type=click.Path(),
    metavar="PATH",
    help="Boards, or folders of them, to rule on under both editions.",
)
@_LANGUAGE
@_JSON
@_HTML
def diff(
    game: str,
    old: str,
    new: str,
    objects: int,
    boards: tuple[str, ...],
    language: str,
    as_json: bool,
    html: str | None,
) -> int:
    """What an edition rules differently: smallest boards, both rulings side by side, and new numbers.

    \b
    headjudge rulebook diff GAME OLD NEW
    headjudge rulebook diff GAME OLD NEW --boards my/boards --html changes.html
    """
    from ..derivation.rulebook import Rulebook
    from .editions import apart, differences, renumbered
    from .rulings import changed_boards

    one, other = Rulebook.load(game, old), Rulebook.load(game, new)
    with share_bar() as seen:
        tell = _steps(seen, "clauses", len(apart(one, other)))
        found = list(differences(one, other, objects, language, tell))
        changed = None
        looked_at = list(boards_named(boards))
        if boards:
            tell = _steps(seen, "boards", len(looked_at))
            changed = list(changed_boards(looked_at, one, other, language, tell))
    moved = renumbered(one, other)
    witness = {
        slug: f"seen on {each.name}"
        for each in reversed(changed or [])
        for slug in (*each.one.clauses, *each.other.clauses)
    }
    if html:
        from .picture import page

        said = {slug: (one if slug in one.numbers else other).paraphrase(slug) for slug in apart(one, other)}
        text = page(
            "diff.html", game=game, old=old, new=new, objects=objects, language=language, paraphrases=said,
            shown=[d for d in found if d.board], hidden=[d for d in found if not d.board],
            renumbered=moved, changed=changed, witness=witness, looked_at=len(looked_at),
        )  # fmt: skip
        write_report(html, lambda: text)
    if as_json:
        print_json({
            "game": game, "old": old, "new": new, "objects": objects,
            "differences": [difference.to_json() for difference in found],
            "renumbered": [{"clause": r.clause, old: r.old, new: r.new} for r in moved],
            "boards": None if changed is None else [each.to_json() for each in changed],
        })  # fmt: skip
        return 0
    for difference in found:
        if difference.board and difference.rulings:
            click.secho(
                f"{difference.number} {difference.clause} (only in {difference.edition}): {difference.found}",
                bold=True,
            )
            click.echo("".join(f"    {line}\n" for line in str(difference.board).splitlines()), nl=False)
            for ruling in difference.rulings:
                click.echo(f"  {ruling.edition}: {ruling.said}")
                for line in ruling.changes:
                    click.echo(f"      {line}")
            click.echo(
                f"  {difference.bound}{'' if difference.proven else '; there may be a smaller board'}\n"
            )
    click.secho("No board found:", bold=True)
    for difference in found:
        if not difference.board:
            click.echo(
                f"  {difference.number} {difference.clause} (only in {difference.edition}): "
                f"{witness.get(difference.clause) or f'{difference.found}; {difference.bound}'}"
            )
    if changed is not None:
        for title, one_sided in (("whose ruling changes", False), ("that only one edition rules on", True)):
            rows = [each for each in changed if each.one_sided == one_sided]
            click.secho(f"Boards {title}: {len(rows)} of {len(looked_at)}", bold=True)
            for each in rows:
                click.echo(
                    f"  {each.name}\n    {each.one.edition}: {each.one.said}\n"
                    f"    {each.other.edition}: {each.other.said}"
                )
    click.secho(f"Only another number: {len(moved)}", bold=True)
    none = "(no number)"
    for row in moved:
        click.echo(f"  {row.old or none} -> {row.new or none}  {row.clause}")
    return 0


def boards_named(paths: Iterable[str]) -> Iterator[tuple[str, Board]]:
    """The boards in files and folders, by their paths; of those in folders the ones that the notation refuses
    are left out, as tests of refusals are."""
    from ..board.model import read_board
    from ..report.expectations import boards_under

    named = tuple(paths)
    for file in boards_under(named) if named else ():
        try:
            yield file, read_board(file)
        except HeadjudgeError:
            if file in named:
                raise


@click.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@click.option("--game", required=True, metavar="GAME", help="Whose clauses.")
@click.option("--tests", is_flag=True, help="Name the boards that fire each clause.")
@_JSON
def coverage(paths: tuple[str, ...], game: str, tests: bool, as_json: bool) -> int:
    """Which clauses the boards in PATH fire, nearly fire, and never touch.

    \b
    headjudge rulebook coverage --game GAME my/boards
    """
    from ..derivation.rulebook import Rulebook, editions
    from .coverage import FIRED, NEARLY, NEVER, table
    from .coverage import coverage as covered

    books = [Rulebook.load(game, edition) for edition in editions(game)]
    boards = [each for each in boards_named(paths) if each[1].game == game]
    with share_bar() as seen:
        found = covered(boards, books[-1], _steps(seen, "boards", len(boards)))
    rows = table(found, books)
    if as_json:
        print_json({"game": game, "boards": found.boards, "refused": found.refused, "clauses": rows})
        return 0
    for row in rows:
        numbers = row["numbers"]
        assert isinstance(numbers, dict)
        spans = ", ".join(_spans(numbers, [book.edition for book in books]))
        tone = {FIRED: None, NEARLY: "yellow", NEVER: "red"}[str(row["status"])]
        click.secho(
            f"{row['status']:7} {row['fired']:5} {row['nearly']:5}  {row['clause']}  ({spans})", fg=tone
        )
        if tests and (named := row["tests"]):
            assert isinstance(named, list)
            click.echo("".join(f"{'':21}{name}\n" for name in named), nl=False)
    counts = {status: sum(row["status"] == status for row in rows) for status in (FIRED, NEARLY, NEVER)}
    click.echo(
        f"{len(rows)} clauses, {found.boards} boards: "
        f"{counts[FIRED]} fired, {counts[NEARLY]} only nearly, {counts[NEVER]} never"
    )
    return 0


def _spans(numbers: dict[str, str], editions: list[str]) -> Iterator[str]:
    """The numbers of a clause, each with the editions in which it has it, from the first to the last."""
    standing = [(number, list(group)) for number, group in groupby(editions, lambda e: numbers.get(e))]
    for number, group in standing:
        if number is not None:
            span = group[0] if len(group) == 1 else f"{group[0]} to {group[-1]}"
            yield f"{number or 'no number'} in {span}"


@click.command()
@click.argument("game")
@click.argument("section")
@click.argument("paths", nargs=-1, required=True, type=click.Path(), metavar="PATH...")
@_JSON
def mutants(game: str, section: str, paths: tuple[str, ...], as_json: bool) -> int:
    """Spoil each rule of the file SECTION a little, and list what no board in PATH notices.

    \b
    headjudge rulebook mutants GAME 704_section.lp my/boards
    """
    from ..derivation.rulebook import load_pack
    from ..nearest import did_you_mean
    from .mutation import Killers, mutants_of

    pack = load_pack(game)
    files = tuple(each.file for each in pack.sections)
    if section not in files:
        raise Malformed(
            f"{game} has no section file {section}", advice=did_you_mean(section, files), expected=files
        )
    boards = {
        path: (board, Path(path).read_text(encoding="utf-8"))
        for path, board in boards_named(paths)
        if board.game == game
    }
    killers = Killers(game, boards)
    every = [mutant for rule in pack.rules if rule.file == section for mutant in mutants_of(rule)]
    unnoticed = []
    with share_bar() as seen:
        tell = _steps(seen, "mutants", len(every))
        for mutant in every:
            if not killers.killer(mutant):
                unnoticed.append(mutant)
            tell()
    score = {"mutants": len(every), "killed": len(every) - len(unnoticed), "survived": len(unnoticed)}
    if as_json:
        rows = [{"line": m.rule.line, "clause": m.rule.clause, "mutant": str(m)} for m in unnoticed]
        print_json({"game": game, "section": section, **score, "unnoticed": rows})
        return 0
    for mutant in unnoticed:
        click.echo(f"  {section}:{mutant.rule.line}  {mutant}")
    click.echo(f"{section}: {score['killed']} of {len(every)} mutants are noticed by {len(boards)} boards")
    return 0
