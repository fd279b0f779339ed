"""The command ``headjudge card what-breaks``.

Exit codes: 0 no ruling changes, 1 some ruling changes, 2 bad input, 3 the game is not covered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import Malformed, Place
from ..terminal import print_json, share_bar

if TYPE_CHECKING:
    from ..errors import HeadjudgeError
    from .breaking import Broken
    from .written import WrittenCard

CHANGED = 1


@click.command("what-breaks")
@click.argument("file", type=click.Path(allow_dash=True), metavar="CARD")
@click.option(
    "--with",
    "boards",
    multiple=True,
    required=True,
    type=click.Path(),
    metavar="PATH",
    help="A board, or a folder of boards; may be given several times.",
)
@click.option("--game", metavar="GAME", help="The game, if that is not clear.")
@click.option("--name", default="", metavar="NAME", help="The card's name, if CARD is only its text.")
@click.option("--edition", metavar="DATE", help="Rule under this edition instead of each board's.")
@click.option("--lang", "language", default="en", metavar="LANG", help="Language: en, ru or cs.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def what_breaks(
    file: str,
    boards: tuple[str, ...],
    game: str | None,
    name: str,
    edition: str | None,
    language: str,
    as_json: bool,
) -> int:
    """Put a new card on boards and list every ruling that changes, with the reason.

    CARD is a file that `headjudge card lint` takes; each card in it is put on each board of its game, for
    each player in turn, as the youngest object there: where cards of its type stand, says the table
    placing.toml of the game. The exit code is 1 if a ruling changes.

    \b
    headjudge card what-breaks keeper.txt --with examples/
    headjudge card what-breaks keeper.txt --with duel.board --json
    """
    from ..board.model import Board
    from ..checks.commands import boards_named
    from ..derivation.rulebook import Rulebook
    from .breaking import broken

    cards = _cards(file, game or "", name)
    on: list[tuple[str, Board]] = list(boards_named(boards))
    found: list[tuple[WrittenCard, Broken]] = []
    refused: list[tuple[str, HeadjudgeError]] = []
    total, done = len(cards) * len(on), iter(range(1, len(cards) * len(on) + 1))
    with share_bar() as seen:
        for card in cards:
            book = Rulebook.load(card.game, edition) if edition else None
            tell = lambda: seen("boards", next(done) / total)  # noqa: E731
            for each in broken(
                card, on, book, language, tell, lambda name, error: refused.append((name, error))
            ):
                found.append((card, each))
                if not as_json:
                    _print(card, each)
    for board, error in refused:
        click.echo(f"{board} cannot hold the card: {error}", err=True)
    if as_json:
        print_json([{"card": card.name, **each.to_json()} for card, each in found])
    else:
        names = {(card.name, each.name) for card, each in found}
        looked_at = sum(board.game == card.game for card in cards for _, board in on)
        click.secho(f"{len(names)} of {looked_at} boards are ruled otherwise", bold=True)
    return max(CHANGED if found else 0, *(error.exit_code for _, error in refused), 0)


def _cards(file: str, game: str, name: str) -> list[WrittenCard]:
    from ..cards.reading_commands import text_in
    from .sources import read_cards, read_text

    if file == "-":
        cards = list(read_text(text_in(file), game, name, "<standard input>"))
    else:
        cards = list(read_cards(file, game, name))
    if not cards:
        raise Malformed("there is no card in this file", place=Place(file))
    return cards


def _print(card: WrittenCard, each: Broken) -> None:
    click.secho(f"{each.name}: {card.name} under {each.player}", bold=True)
    click.echo(f"  {each.line}")
    click.echo(f"  before: {each.before.said}\n  after:  {each.after.said}")
    for claim in each.claims:
        click.secho(f"  no longer so: {claim}", fg="red")
    for line in each.why:
        click.echo(f"    {line}")
    click.echo()
