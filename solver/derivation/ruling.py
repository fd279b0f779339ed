"""What a ruling is made of: rounds of simultaneous events, outcomes, and a receipt."""

from __future__ import annotations

import functools
import hashlib
import itertools
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import __version__
from ..errors import NotCovered
from .derive import Choice, Derivation, Wanted
from .rulebook import Rulebook
from .state import State

if TYPE_CHECKING:
    from ..board.model import Board
    from ..explanation.proof import Proof
    from ..explanation.whynot import Attempt


@dataclass(frozen=True)
class Round:
    """One step of a ruling: everything that happens at once, and the answers it rests on.

    ``instruction`` is the script's phrase, "" for what the rules do by themselves. ``derivation`` is
    the board before the events, which is also the last known information (design section 3).
    """

    instruction: str
    derivation: Derivation
    answers: tuple[tuple[Choice, str], ...]
    before: State
    after: State

    @property
    def events(self) -> tuple[Wanted, ...]:
        """The events that happen in this round."""
        return self.derivation.happening

    @property
    def barred(self) -> tuple[Wanted, ...]:
        """The events that rules wanted and that were ignored or replaced."""
        return tuple(wanted for wanted in self.derivation.wanted if wanted.fate != "happens")


@dataclass(frozen=True)
class Outcome:
    """One way the ruling can end.

    ``result`` is "" (the game goes on), a result term of the rules such as ``win(...)``, or ``loop``;
    ``policy`` says what a loop means. ``paths`` are the rounds that lead here, one tuple for each
    combination of answers.
    """

    state: State
    result: str
    policy: str
    paths: tuple[tuple[Round, ...], ...]
    last: Derivation

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The rounds of the first path."""
        return self.paths[0]


@dataclass(frozen=True)
class Receipt:
    """What a ruling was made from: versions, edition, and SHA-256 hashes of rules and board.

    ``cards`` is the number of cards in the store and the hash of its content, "" if the board used none.
    """

    headjudge: str
    game: str
    edition: str
    rules: str
    board: str
    cards: str = ""


@dataclass(frozen=True)
class Ruling:
    """A complete ruling: every outcome, what holds in all of them, caveats and the receipt.

    ``cut`` says where the enumeration of outcomes stopped, "" if it is complete.
    """

    board: Board
    rulebook: Rulebook
    outcomes: tuple[Outcome, ...]
    caveats: tuple[tuple[str, str], ...]
    cut: str

    @functools.cached_property
    def receipt(self) -> Receipt:
        """What this ruling was made from."""
        return Receipt(
            headjudge=__version__,
            game=self.rulebook.game,
            edition=self.rulebook.edition,
            rules=self.rulebook.pack.hash,
            board=hashlib.sha256(str(self.board).encode()).hexdigest(),
            cards=self.board.store,
        )

    @property
    def paths(self) -> tuple[tuple[Round, ...], ...]:
        """Every path of every outcome."""
        return tuple(path for outcome in self.outcomes for path in outcome.paths)

    def states(self) -> tuple[State, ...]:
        """The states in which the game goes on, each once."""
        return tuple(dict.fromkeys(outcome.state for outcome in self.outcomes if not outcome.result))

    def state(self) -> State:
        """The one state in which the game goes on; raises NotCovered if there are several or none."""
        states = self.states()
        if len(states) == 1:
            return states[0]
        what = f"the game can go on with {len(states)} different boards" if states else "the game is over"
        raise NotCovered(what, advice="describe the board that is meant")

    def trunk(self) -> tuple[Round, ...]:
        """The rounds with which every path begins, up to where the first answer makes a difference."""
        columns = zip(*self.paths, strict=False)
        return tuple(
            rounds[0] for rounds in itertools.takewhile(lambda each: len(set(map(id, each))) == 1, columns)
        )

    def numbered(self, path: tuple[Round, ...]) -> tuple[tuple[int, Round], ...]:
        """The rounds of a path with their numbers: from 1 for the checks that bring an event or ask
        for a choice, 0 for the script, for what follows a check, and for checks that bring nothing."""
        counted = itertools.count(1)
        first = self.rulebook.pack.main_moment
        return tuple(
            (next(counted) if r.derivation.moment == first and (r.events or r.answers) else 0, r)
            for r in path
        )

    def cites(self, clauses: Iterable[str]) -> tuple[str, ...]:
        """The rule numbers of clauses in this edition, each once; those without a number are left out."""
        return tuple(dict.fromkeys(filter(None, map(self.rulebook.number, clauses))))

    def events(self) -> tuple[str, ...]:
        """Every event of any outcome, in the order in which they first happen."""
        return tuple(dict.fromkeys(w.event for path in self.paths for round_ in path for w in round_.events))

    def always(self) -> frozenset[str]:
        """The events that happen in every outcome, whatever is chosen."""
        sets = [{wanted.event for round_ in path for wanted in round_.events} for path in self.paths]
        return frozenset(set.intersection(*sets)) if sets else frozenset()

    def choices(self) -> tuple[Choice, ...]:
        """Every choice that somebody must make on some path."""
        return tuple(
            dict.fromkeys(choice for path in self.paths for round_ in path for choice, _ in round_.answers)
        )

    def why(self, event: str) -> Proof | None:
        """The proof of an event in the first round in which it happens; ``None`` if it never does."""
        from ..explanation.proof import why

        round_ = next((r for path in self.paths for r in path if event in {w.event for w in r.events}), None)
        return why(self.rulebook, round_.derivation, event) if round_ else None

    def why_not(self, event: str) -> tuple[Attempt, ...]:
        """How far each clause came that could have brought an event, the closest first."""
        from ..explanation.whynot import why_not

        return why_not(self, event)
