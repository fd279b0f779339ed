"""What a new card breaks: boards are ruled on with and without it, and every ruling that changes is told.

Where the card is put is the game's business: ``rules/<game>/design/placing.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain, count
from typing import Any

from ..board.model import Board
from ..checks.rulings import Told, told
from ..derivation.adjudication import adjudicate
from ..derivation.rulebook import Rulebook
from ..errors import HeadjudgeError, Malformed, NotCovered
from ..notation.names import show_side
from ..notation.texts import is_told
from ..report.answers import answer
from ..report.expectations import check_board
from ..report.phrases import Speaker, speaker
from ..tables import files, read_table
from ..terms import quote, slug
from .proving import described, filled
from .written import NAME, TYPE_LINE, WrittenCard

#: The new card is younger than anything a board can count.
_YOUNGEST = 99_999
#: So many events that come or go are explained.
_EXPLAINED = 3


@dataclass(frozen=True)
class Placed:
    """A board with the new card on it: whose it is, the line that describes it, its id."""

    player: str
    line: str
    ident: str
    board: Board


@dataclass(frozen=True)
class Broken:
    """A board that is ruled otherwise with the new card on it.

    ``before`` and ``after`` are the rulings; ``claims`` are the expectations of the board that held and hold
    no longer, each with what happens instead; ``why`` are the lines of the proofs of what is new or gone.
    """

    name: str
    player: str
    line: str
    before: Told
    after: Told
    claims: tuple[str, ...]
    why: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """The change as JSON data."""
        return {
            "board": self.name, "player": self.player, "put": self.line, "before": self.before.said,
            "after": self.after.said, "expectations": list(self.claims), "why": list(self.why),
        }  # fmt: skip


@cache
def _placings(game: str) -> tuple[Mapping[str, Any], ...]:
    table = files("headjudge.rules").joinpath(game, "design", "placing.toml")
    if not table.is_file():
        raise NotCovered("nobody has said where new cards of this game stand on a board", found=game)
    return tuple(read_table(table)["placing"])


def placed(card: WrittenCard, board: Board) -> Iterator[Placed]:
    """The board with the card on it, for each player and, if its kind asks for that, each thing it is put on.

    The first row of the table whose words all stand in the type line says where. The card comes last in its
    player's lines and is the youngest object. Raises NotCovered for a game without such a table, Malformed if
    a board cannot hold the card.
    """
    words = {slug(word) for word in re.findall(r"[^\W\d_]+", card[TYPE_LINE])}
    row = next((row for row in _placings(card.game) if words.issuperset(row.get("words", ()))), None)
    if row is None:
        return
    ident = _free(board)
    text = str(board).splitlines()
    hosts = [thing for thing in board.objects if thing.zone in row.get("on", ())]
    for player in board.players:
        start = text.index(next(line for line in text if _begins(line, f"player {show_side(player.name)}")))
        end = next((n for n in range(start + 1, len(text)) if not text[n].startswith(" ")), len(text))
        for host in hosts if "on" in row else [None]:
            blanks = {
                **card.printed,
                "card": described(card, f"#{ident}"),
                "host": f"#{host.id}" if host else "",
            }
            line = f"{filled(row['line'], blanks)} @{_YOUNGEST}"
            changed = Board.parse("\n".join((*text[:end], f"  {line}", *text[end:])) + "\n")
            yield Placed(player.name, line, ident, changed)


def _begins(line: str, start: str) -> bool:
    return line == start or line.startswith(f"{start} ")


def _free(board: Board) -> str:
    """An id that no object of the board has."""
    taken = {thing.id for thing in board.objects}
    names = chain(("new",), (f"new-{number}" for number in count(2)))
    return next(name for name in names if name not in taken)


def broken(
    card: WrittenCard,
    boards: Iterable[tuple[str, Board]],
    rulebook: Rulebook | None = None,
    language: str = "en",
    seen: Callable[[], None] = lambda: None,
    refused: Callable[[str, HeadjudgeError], None] | None = None,
) -> Iterator[Broken]:
    """Of some boards, by name, every way to put the card there that changes a ruling.

    ``rulebook`` stands in for the edition that a board names; ``seen`` is called after each board. Boards of
    other games are left out. A board that cannot hold the card goes to ``refused``, with the reason; without
    it the reason is raised.
    """
    for name, board in boards:
        if board.game == card.game:
            try:
                places = list(placed(card, board))
            except Malformed as error:
                if refused is None:
                    raise
                refused(name, error)
                places = []
            book = rulebook or Rulebook.load(board.game, board.edition or None)
            before, failed = told(board, book, language), {claim for claim, _ in _failures(board, book)}
            for each in places:
                after = told(each.board, book, language)
                voice = speaker(each.board, book, language)
                claims = tuple(
                    f"{claim} (but {_said(happened, voice)})"
                    for claim, happened in _failures(each.board, book)
                    if claim not in failed
                )
                if claims or _content(before, each, card) != _content(after, each, card):
                    why = tuple(_why(each, book, language, before, after))
                    yield Broken(name, each.player, each.line, before, after, claims, why)
        seen()


def _content(ruling: Told, place: Placed, card: WrittenCard) -> object:
    """What is decided, without what the states say of the new card itself."""
    match ruling.content:
        case (always, events, choices, outcomes):
            own = (quote(place.ident), quote(card[NAME]))
            assert isinstance(outcomes, frozenset)
            ends = (
                (result, policy, frozenset(fact for fact in state if not _about(fact, own, card.game)))
                for result, policy, state in outcomes
            )
            return always, events, choices, frozenset(ends)
    return ruling.content


def _about(fact: str, own: tuple[str, str], game: str) -> bool:
    return any(each in fact for each in own) or is_told(game, fact)


def _failures(board: Board, book: Rulebook) -> tuple[tuple[str, str], ...]:
    """The expectations of a board that do not hold, with what happens; a board that is refused has none."""
    try:
        found = check_board(board, book.edition)
    except HeadjudgeError:
        return ()
    return tuple((each.expected, each.happened) for each in found)


def _said(happened: str, voice: Speaker) -> str:
    """What happened instead; where that is a row of terms, as sentences."""
    parts = happened.split("; ")
    terms = all(re.fullmatch(r"[a-z_]+\(.*\)", part) for part in parts)
    return "; ".join(voice.say("illegal", part) for part in parts) if terms else happened


def _why(place: Placed, book: Rulebook, language: str, before: Told, after: Told) -> Iterator[str]:
    """The proofs of events that only the new ruling has, and what keeps those away that only the old one had;
    a refusal says its reasons itself."""
    if after.refused or before.refused:
        return
    was, now = dict(before.events), dict(after.events)
    ruling, voice = adjudicate(place.board, book), speaker(place.board, book, language)
    come = [f"why({event})" for event in now if event not in was]
    gone = [f"whynot({event})" for event in was if event not in now]
    for question in (*come, *gone)[:_EXPLAINED]:
        yield from answer(ruling, voice, question).text().splitlines()
    old, new = set(before.changes), set(after.changes)
    yield from (f"no longer: {line}" for line in before.changes if line not in new)
    yield from (f"instead: {line}" for line in after.changes if line not in old)
