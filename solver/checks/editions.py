"""What a new edition changes: for each clause that only one of two editions has a smallest board on which
they rule differently, and the clauses that only got another number.

The search compares one derivation at each moment (:mod:`.worlds`); what it finds is ruled on by the solver
under both editions, and counts only if those rulings differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..board.model import Board
from ..derivation.rulebook import Rulebook
from ..errors import NotCovered
from .boards import board_of
from .coverage import of_board
from .rulings import Told, told
from .scope import SCRIPT, Scope, scopes_of
from .scripts import scripts_of
from .search import BoardSearch, Guess
from .worlds import WORLDS, concludes, differing, edition_search

#: How far a difference was followed, from the most to the least that is known.
ALONE = "differs alone"
FACING = "differs where its counterpart speaks too"
TOGETHER = "differs together with others"
SCRIPTED = "differs in a whole script"
UNSEEN = "decides nothing in the scripts that were guessed"
SAME = "fires, and the rulings are the same"
SILENT = "does not fire"
OUTSIDE = "not searched"


@dataclass(frozen=True)
class Difference:
    """A clause that only ``edition`` has, and what the search found of it.

    ``board`` is a smallest one, if there is any, with the rulings under the old and the new edition;
    ``fired`` are the clauses of only one edition that fire on it; ``bound`` says which boards were looked at.
    """

    clause: str
    edition: str
    number: str
    found: str
    bound: str
    board: Board | None = None
    rulings: tuple[Told, Told] | None = None
    fired: tuple[str, ...] = ()
    proven: bool = True

    def to_json(self) -> dict[str, Any]:
        """The difference as JSON data."""
        rulings = {each.edition: each.said for each in self.rulings or ()}
        return {
            "clause": self.clause, "edition": self.edition, "number": self.number, "found": self.found,
            "bound": self.bound, "smallest_is_proven": self.proven, "fired": list(self.fired),
            "board": str(self.board) if self.board else None, "rulings": rulings,
        }  # fmt: skip


@dataclass(frozen=True)
class Renumbered:
    """A clause that both editions have, under two numbers."""

    clause: str
    old: str
    new: str


def renumbered(one: Rulebook, other: Rulebook) -> tuple[Renumbered, ...]:
    """The clauses that stand in both editions under different numbers."""
    return tuple(
        Renumbered(slug, number, other.numbers[slug])
        for slug, number in one.numbers.items()
        if other.numbers.get(slug, number) != number
    )


def apart(one: Rulebook, other: Rulebook) -> tuple[str, ...]:
    """The clauses that only one of two editions has, those of the old one first."""
    both = (one, other), (other, one)
    return tuple(slug for own, foreign in both for slug in own.numbers if slug not in foreign.numbers)


#: For each moment the scope, the search in it, and the clauses that it knows.
Searches = dict[str, tuple[Scope, BoardSearch, frozenset[str]]]


def searches_of(one: Rulebook, other: Rulebook, objects: int) -> Searches:
    """The searches for boards on which two editions rule differently, one for each moment of the scope.

    Raises NotCovered for a pack without a scope, and for editions of two games.
    """
    if one.game != other.game:
        raise NotCovered(f"{one.game} and {other.game} are two games; editions of one game are compared")
    searches: Searches = {}
    for scope in scopes_of(one.pack, objects):
        if scope.moment != SCRIPT and (clauses := differing(one, other, scope)):
            searches[scope.moment] = scope, edition_search(one, other, scope), frozenset(clauses)
    return searches


def differences(
    one: Rulebook,
    other: Rulebook,
    objects: int = 3,
    language: str = "en",
    seen: Callable[[], None] = lambda: None,
) -> Iterator[Difference]:
    """What every clause that only one of two editions has changes in rulings, in the scope of the pack.

    A clause that speaks on a smallest board alone comes before one that speaks together with clauses of the
    other edition; both are given if both are found. ``seen`` is called after each clause. Raises NotCovered
    for a pack without a scope, and for editions of two games.
    """
    searches = searches_of(one, other, objects)
    tried = _trials(one, other, objects, language)
    for slug in apart(one, other):
        if slug in tried:
            yield tried[slug]
        elif not searches:
            own = one if slug in one.numbers else other
            bound = "; ".join(map(str, scopes_of(one.pack, objects)))
            yield Difference(slug, own.edition, own.number(slug), UNSEEN, bound)
        else:
            yield from difference_of(slug, one, other, searches, language)
        seen()


#: So many boards with whole scripts are ruled on under both editions.
TRIALS = 100
#: On so many of them a clause that is not cited is left out, to see whether it matters.
_TRIES = 3


def _trials(one: Rulebook, other: Rulebook, objects: int, language: str) -> dict[str, Difference]:
    """Of the boards with whole scripts that the scope guesses, for each clause that only the new edition has
    the smallest that the old edition rules differently, or not at all, and on which the clause decides."""
    found: dict[str, Difference] = {}
    wanted = set(other.numbers) - set(one.numbers)
    tries = Counter(dict.fromkeys(wanted, _TRIES))
    for scope in scopes_of(one.pack, objects):
        if scope.moment != SCRIPT:
            continue
        guessed, bound = scripts_of(scope, TRIALS)
        for facts in guessed:
            try:
                board = board_of(one.pack, other.edition, facts)
            except NotCovered:
                continue
            old, new = told(board, one, brief=True), told(board, other, brief=True)
            if old.content == new.content or not wanted - found.keys():
                continue
            fired, _, _ = of_board(replace(board, expects=()))
            deciding = [
                slug
                for slug in sorted((fired | set(new.clauses)) & wanted - found.keys())
                if slug in new.clauses or (tries[slug] and _matters(slug, board, other))
            ]
            tries.subtract(slug for slug in fired & wanted if slug not in deciding and tries[slug])
            if deciding:
                rulings = told(board, one, language), told(board, other, language)
                for slug in deciding:
                    place = slug, other.edition, other.number(slug)
                    told_of = tuple(sorted(fired & wanted))
                    found[slug] = Difference(*place, SCRIPTED, bound, board, rulings, told_of)
    return found


def difference_of(
    slug: str,
    one: Rulebook,
    other: Rulebook,
    searches: Searches,
    language: str,
) -> Iterator[Difference]:
    """What is found of one clause, moment after moment; at least one difference."""
    own = one if slug in one.numbers else other
    world = WORLDS[own is other]
    place = slug, own.edition, own.number(slug)
    boards: dict[str, Difference] = {}
    silent = True
    bounds: list[str] = []
    for scope, search, clauses in searches.values():
        if slug not in clauses:
            continue
        bounds.append(str(scope))
        for found, wanted in ((ALONE, (f"alone({world})",)), (FACING, (f"facing({slug})",)), (TOGETHER, ())):
            if found in boards or (found == TOGETHER and boards):
                continue
            for guess in search.boards(f"decides({slug})", *wanted):
                difference = _ruled(guess, (*place, found, str(scope)), one, other, language)
                if difference and (concludes(slug, own) or _matters(slug, difference.board, own)):
                    boards[found] = difference
                    break
        silent = silent and search.smallest(f"fires({slug})").facts is None
    if boards:
        yield from boards.values()
    elif bounds:
        yield Difference(*place, SILENT if silent else SAME, "; ".join(bounds))
    else:
        yield Difference(*place, OUTSIDE, "no board of the scope reaches it at any moment")


def _ruled(
    guess: Guess, place: tuple[str, str, str, str, str], one: Rulebook, other: Rulebook, language: str
) -> Difference | None:
    """A guessed board with its rulings; nothing if they are the same or it cannot be written."""
    assert guess.facts is not None
    try:
        board = board_of(one.pack, other.edition, guess.facts)
    except NotCovered:
        return None
    rulings = told(board, one, language), told(board, other, language)
    if rulings[0].content == rulings[1].content:
        return None
    return Difference(*place, board, rulings, guess.told, guess.proven)


def _matters(slug: str, board: Board | None, own: Rulebook) -> bool:
    """Whether a clause makes a difference on a board: its own edition rules otherwise without it."""
    assert board is not None
    numbers = {clause: number for clause, number in own.numbers.items() if clause != slug}
    pack = replace(own.pack, hash=f"{own.pack.hash} without {slug}")
    without = told(board, replace(own, numbers=numbers, pack=pack), brief=True)
    return without.content != told(board, own, brief=True).content
