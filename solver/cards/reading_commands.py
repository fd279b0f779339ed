"""The commands ``headjudge card parse`` and ``headjudge card coverage``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ..errors import Malformed, Place
from ..terminal import Commands, print_json, progress_bar
from .commands import GAME, the_game

if TYPE_CHECKING:
    from ..language.card_reading import Line
    from ..language.coverage import Score
    from .importing import PrintedText, Progress

_FILES_OF_CARDS = (".json", ".jsonl", ".gz", ".xz", ".zip")
_PROCESSES = 2
_MOST_DECLINES = 20
NOT_READ = 3


@click.group(cls=Commands, later={"lint": "lint.commands", "what-breaks": "lint.what_breaks"})
def card() -> None:
    """The texts of cards, read as facts, and faults in new ones.

    \b
    headjudge card lint keeper.txt
    headjudge card parse keeper.txt --name "Keeper of Lamps"
    headjudge card coverage oracle-cards.json
    """


@card.command()
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--name", default="", metavar="NAME", help="What the text may call its own object.")
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--asp", "as_asp", is_flag=True, help="Print the facts as clingo reads them.")
def parse(file: str, name: str, game: str | None, as_json: bool, as_asp: bool) -> int:
    """Print the facts of the rules text in FILE (- is standard input), beside the words they stand for.

    FILE holds the text of one card as it is printed, or cards in any form that `headjudge cards import`
    takes. The exit code is 3 if a line could not be read.

    \b
    headjudge card parse keeper.txt --name "Keeper of Lamps"
    headjudge card parse - --asp < keeper.txt
    """
    from ..language.card_reading import asp, read_card
    from .importing import printed_texts

    several = file != "-" and file.endswith(_FILES_OF_CARDS)
    printed_text = "" if several else text_in(file)
    game = the_game(game, file if several else "", printed_text)
    texts = ((each.name, each.text) for each in printed_texts(file, game))
    read = True
    printed = []
    for called, text in texts if several else [(name, printed_text)]:
        lines = read_card(game, text, called)
        read &= all(line.read for line in lines)
        if as_json:
            printed.append({"name": called, "lines": [_as_json(line) for line in lines]})
        elif as_asp:
            click.echo("\n".join(fact for line in lines for fact in asp(called, line)))
        else:
            click.echo("\n".join(filter(None, (called, *(_beside(line, text) for line in lines)))))
    if as_json:
        print_json(printed)
    return 0 if read else NOT_READ


@card.command()
@click.argument("file", type=click.Path())
@GAME
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def coverage(file: str, game: str | None, as_json: bool) -> int:
    """Print how many of the cards in FILE are read whole, and what stops the reading most often.

    FILE is what `headjudge cards import` takes. A tenth of the cards, drawn by their names, is scored apart:
    the grammars were grown without them.

    \b
    headjudge card coverage oracle-cards.json
    headjudge card coverage oracle.jsonl --json
    """
    from ..language.coverage import score_all
    from .importing import printed_texts

    game = the_game(game, file)
    left_out: dict[str, int] = {}

    def counted(progress: Progress | None) -> Iterator[PrintedText]:
        for text in printed_texts(file, game, progress):
            if text.left_out:
                left_out[text.left_out] = left_out.get(text.left_out, 0) + 1
            else:
                yield text

    with progress_bar() as progress:
        grown_on, held_back = score_all(game, counted(progress), _PROCESSES)
    if as_json:
        print_json({**_numbers(grown_on, held_back), "left_out": left_out})
        return 0
    click.echo(f"{'':42}{'all but a tenth':>18}{'held back':>18}")
    subjects = sorted(grown_on.sentences)
    rows = zip(_rows(grown_on, subjects), _rows(held_back, subjects), strict=True)
    for (what, mine), (_, its) in rows:
        click.echo(f"{what:42}{mine:>18}{its:>18}")
    for reason, number in left_out.items():
        click.echo(f"left out: {number} {reason}")
    click.echo("\nWhere reading stopped most often (in brackets: the only line of its card that is not read)")
    for words, number in grown_on.declines.most_common(_MOST_DECLINES):
        click.echo(f"{number:6} ({grown_on.sole_declines[words]})  {words}")
    return 0


def _rows(score: Score, subjects: list[str]) -> Iterator[tuple[str, str]]:
    """What is scored, and the score."""
    yield "cards", f"{score.cards}"
    yield "cards read whole", _share(score.cards_whole, score.cards)
    yield "lines", f"{score.lines}"
    yield "lines read", _share(score.lines_read, score.lines)
    yield "lines read in several ways", f"{score.ambiguous}"
    yield "lines whose facts say something else", f"{score.roundtrip_failures}"
    yield "lines a second and processor", f"{score.lines_per_second:.0f}"
    for subject in subjects:
        yield f"sentences about {subject}", _share(score.sentences_read[subject], score.sentences[subject])


def _share(part: int, whole: int) -> str:
    return f"{part} {100 * part / whole:.1f}%" if whole else "-"


def _numbers(grown_on: Score, held_back: Score) -> dict[str, Any]:
    """The scores of all cards, and beside them those of the cards held back."""

    def numbers(score: Score) -> dict[str, Any]:
        names = ("cards", "cards_whole", "lines", "lines_read", "ambiguous", "roundtrip_failures")
        return {name: getattr(score, name) for name in names} | {
            "lines_per_second": round(score.lines_per_second),
            "sentences": {
                subject: {"sentences": number, "read": score.sentences_read[subject]}
                for subject, number in score.sentences.items()
            },
        }

    apart = numbers(held_back)
    declines = [
        {"words": words, "lines": number, "sole_lines": grown_on.sole_declines[words]}
        for words, number in grown_on.declines.most_common(_MOST_DECLINES)
    ]
    grown_on.add(held_back)
    return {**numbers(grown_on), "held_back": apart, "declines": declines}


def text_in(file: str) -> str:
    """The text of a card as it is printed, from a file or standard input."""
    try:
        with click.open_file(file, "r", encoding="utf-8") as stream:
            return str(stream.read())
    except UnicodeDecodeError:
        raise Malformed("the file is not UTF-8", place=Place(file), advice="save it as UTF-8") from None
    except OSError as error:
        raise Malformed(f"cannot read the file: {error.strerror}", place=Place(file)) from None


def _beside(line: Line, text: str) -> str:
    """A line of a card, and under it its facts with the words they stand for, or where reading stopped."""
    from ..language.card_reading import facts
    from ..language.composition import Declined
    from ..terms import show

    said = [f"{line.text}"]
    if line.read:
        said += [
            f"    {fact.role if fact.number else 'kind'} {show(fact.term)}"
            + (f"    <- {text[fact.start : fact.end]}" if fact.number else "")
            for fact in facts(line)
        ]
    elif isinstance(line.reading, Declined) and not line.reading.ambiguous:
        word, expected = line.reading.stopped_at, line.reading.expected
        said.append(
            f"    not read: stopped at {word}" + (f"; expected {', '.join(expected)}" if expected else "")
        )
    elif isinstance(line.reading, Declined):
        said.append("    not read: it can be read in several ways")
        said += [f"        {show(term)}" for term in line.reading.ambiguous]
    else:
        said.append(f"    not read: its facts say something else ({line.lost}): {line.said}")
    return "\n".join(said)


def _as_json(line: Line) -> dict[str, Any]:
    from ..language.card_reading import facts
    from ..language.composition import Declined
    from ..terms import show

    found: dict[str, Any] = {"line": line.number, "text": line.text, "kind": line.kind}
    if line.read:
        found["facts"] = [
            {
                "role": fact.role,
                "number": fact.number,
                "term": show(fact.term),
                "start": fact.start,
                "end": fact.end,
            }
            for fact in facts(line)
        ]
    elif isinstance(line.reading, Declined):
        found["stopped_at"] = line.reading.stopped_at
        found["position"] = line.start + line.normal.places[line.reading.position]
        found["expected"] = list(line.reading.expected)
        found["readings"] = [show(term) for term in line.reading.ambiguous]
    else:
        found["said_otherwise"] = line.said
    return found
