"""The commands ``headjudge cards import`` and ``headjudge cards find``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..errors import Malformed
from ..terminal import print_json, progress_bar

if TYPE_CHECKING:
    from .store import StoredCard

GAME = click.option("--game", metavar="GAME", help="The game, if cards of several can be imported.")
NOTHING_FOUND = 1


@click.group()
def cards() -> None:
    """The store of real cards, which boards may name without describing them.

    \b
    headjudge cards import oracle-cards.json.gz
    headjudge cards find "keeper of lamps"
    """


@cards.command("import")
@click.argument("file", type=click.Path())
@GAME
def import_(file: str, game: str | None) -> int:
    """Make the store from FILE, in place of the one before.

    FILE is Scryfall's bulk file "Oracle Cards", MTGJSON's AtomicCards, or JSON lines; plain, .gz, .xz or
    .zip. The old store stays until the new one is whole.

    \b
    headjudge cards import oracle-cards-20260807.json
    headjudge cards import AtomicCards.json.xz
    """
    from ..board.cards import unusable
    from ..notation.pack import Notation
    from .importing import import_cards

    game = the_game(game, file)
    notation = Notation.load(game)
    with progress_bar() as progress:
        taken = import_cards(file, game, lambda card: unusable(card, notation), progress)
    click.echo(f"{taken.cards} cards and parts of cards taken from {file} ({taken.source})")
    if taken.left_out:
        click.echo(f"{sum(taken.left_out.values())} names left out:")
    for reason, number in taken.left_out.items():
        click.echo(f"  {number:6}  {reason}")
    click.echo(f"store: {taken.path}")
    return 0


@cards.command()
@click.argument("query")
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--limit", type=click.IntRange(1), default=20, metavar="N", help="Print at most N cards (20).")
def find(query: str, game: str | None, as_json: bool, limit: int) -> int:
    """Print the cards whose name, type line or text has all words of QUERY; the exit code is 1 if none has.

    \b
    headjudge cards find "keeper of lamps"
    headjudge cards find "keeper you may" --json
    """
    from ..nearest import did_you_mean
    from .store import Store, store_file

    game = the_game(game, text=query)
    store = Store.open(game)
    if store is None:
        what, advice = f"no cards of {game} have been imported", "headjudge cards import FILE"
        raise Malformed(what, found=str(store_file(game)), advice=advice)
    try:
        found, count = store.find(query, limit)
        known = store.near(query) if not found else []
    finally:
        store.close()
    if as_json:
        print_json({"count": count, "cards": [card._asdict() for card in found]})
    else:
        for card in found:
            click.echo(_line(card))
        if count > len(found):
            click.echo(f"... and {count - len(found)} more")
        if not found:
            click.echo(f"no card has {query}. {did_you_mean(query, known, cutoff=75)}".rstrip(), err=True)
    return 0 if found else NOTHING_FOUND


def _line(card: StoredCard) -> str:
    """A card in one line, as a board may describe it."""
    states = f"({card.states})" if card.states else ""
    part = f"  (part of {card.whole})" if card.whole != card.name else ""
    return (
        "  ".join(filter(None, (card.name, card.numbers or card.start, f"<{card.type_line}>", states))) + part
    )


def the_game(given: str | None, file: str = "", text: str = "") -> str:
    """The game that is meant: the one given, or the only one that a file of cards or a text can be of.

    Raises :class:`Malformed` if no game or several are left.
    """
    from .importing import games, games_of

    known = games()
    meant = [given] if given else games_of(file, text)
    if len(meant) != 1 or meant[0] not in known:
        what = f"there are no cards of {given}" if given else "cards of which game?"
        raise Malformed(what, found=given or "", expected=known, advice="say --game GAME")
    return meant[0]
