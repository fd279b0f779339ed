"""What if: the smallest changes of a board that bring an event, or avert it; of a declaration, also what to
declare otherwise.

What may be changed, and how large a change it is, the game's own rules say (whatif.lp beside its
pack). Each candidate is tried by ruling on the changed board, single changes first and the smallest
first; if none suffices, pairs. How many were tried is said, and whether some were not.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

from ..board.model import Board
from ..derivation.adjudication import adjudicate
from ..derivation.declaration import Verdict, declared, judge
from ..derivation.derive import derive
from ..derivation.rulebook import Rulebook
from ..derivation.ruling import Ruling
from ..derivation.state import Changes, State, apply
from ..errors import HeadjudgeError
from ..tables import files
from ..terms import Fn, Term, read, show
from .proof import consequences

#: How many edits are made at once, and how many changed boards are ruled on before the search gives up.
BOUND = 2
TRIALS = 300

NEVER, SOMETIMES, ALWAYS = range(3)

#: The edits that change what is declared, not the board.
OF_DECLARATION = frozenset({"also", "without", "instead"})


@dataclass(frozen=True)
class Change:
    """A change that does what was asked: ``edits`` are terms such as ``add(score("A"),1)``.

    ``frequency`` says where the event happens after it (0 in no outcome, 1 in some, 2 in every); ``facts``
    are those of the changed board, ``event`` is what was asked about, with what is then declared.
    """

    edits: tuple[str, ...]
    cost: int
    frequency: int
    event: str
    facts: State = field(repr=False)


@dataclass(frozen=True)
class WhatIf:
    """The changes that bring an event (``wanted``) or avert it, the smallest first.

    ``before`` is the frequency of the event on the board as it is. Of changes to the same fluent in the
    same direction only the smallest is given. ``tried`` boards were ruled on; ``cut`` says that more
    could have been.
    """

    event: str
    wanted: bool
    before: int
    changes: tuple[Change, ...]
    tried: int
    cut: bool

    def __iter__(self) -> Iterator[Change]:
        return iter(self.changes)

    def __len__(self) -> int:
        return len(self.changes)


@dataclass(frozen=True, slots=True)
class _Trial:
    edits: tuple[str, ...]
    cost: int
    aims: frozenset[str]


def frequency(ruling: Ruling, event: str) -> int:
    """Where an event happens: 0 in no outcome, 1 in some, 2 in every."""
    if event in ruling.always():
        return ALWAYS
    return SOMETIMES if event in ruling.events() else NEVER


def what_if(board: Board, event: str, *, wanted: bool, rulebook: Rulebook | None = None) -> WhatIf:
    """The smallest changes after which an event happens in more outcomes (``wanted``), or in fewer; of a
    declaration, declare(Kind, Parts), the smallest after which it is legal, or illegal.

    Raises what :func:`.adjudicate` raises for the board as it is. A change that makes a board nobody
    could rule on is no answer.
    """
    book = rulebook or Rulebook.load(board.game, board.edition)
    search = _Search(board, book, event, wanted)
    changes = search.changes()
    return WhatIf(event, wanted, search.before, tuple(changes), search.tried, search.cut)


class _Search:
    def __init__(self, board: Board, rulebook: Rulebook, event: str, wanted: bool) -> None:
        self._board = board
        self._book = rulebook
        self._event = event
        self._wanted = wanted
        self._verdict: Verdict | None = None
        if declaration := declared(event):
            self._facts = adjudicate(board, rulebook).state()
            self._verdict = judge(rulebook, self._facts, *declaration)
            self.before = _of_verdict(self._verdict)
        else:
            self._facts = frozenset(board.facts())
            self.before = frequency(adjudicate(board, rulebook), event)
        self.tried = 0
        self.cut = False
        self._concerning: dict[str, list[str]] = {}

    def changes(self) -> list[Change]:
        """The changes that do what is asked, the smallest first."""
        if self.before == (ALWAYS if self._wanted else NEVER):
            return []
        edits = list(self._edits())
        found: list[Change] = []
        for size in range(1, BOUND + 1):
            if not found:
                found = list(self._successes(_together(edits, size)))
        return found

    def _successes(self, trials: Iterable[_Trial]) -> Iterator[Change]:
        reached: set[frozenset[str]] = set()
        for trial in trials:
            if trial.aims in reached:
                continue
            if self.tried == TRIALS:
                self.cut = True
                return
            change = self._try(trial)
            if change:
                reached.add(trial.aims)
                yield change

    def _try(self, trial: _Trial) -> Change | None:
        self.tried += 1
        changes = self._as_changes(trial.edits)
        facts = apply(self._facts, changes, self._book.pack.absent_at_zero)
        try:
            after, event = self._after(facts, trial.edits)
        except HeadjudgeError:
            return None
        if (after > self.before) if self._wanted else (after < self.before):
            return Change(trial.edits, trial.cost, after, event, facts)
        return None

    def _after(self, facts: State, edits: Iterable[str]) -> tuple[int, str]:
        """How often the event happens on a board, and the event, with the parts that are then declared."""
        if self._verdict is None:
            return frequency(adjudicate(self._board, self._book, facts=facts), self._event), self._event
        verdict = judge(self._book, facts, self._verdict.kind, _changed(self._verdict.parts, edits))
        worded = (read(verdict.wording.get(part, part)) for part in verdict.parts)
        return _of_verdict(verdict), show(Fn("declare", (read(verdict.kind), Fn("", tuple(worded)))))

    def _as_changes(self, edits: Iterable[str]) -> Changes:
        sets: list[tuple[str, str]] = []
        sums: list[tuple[str, int]] = []
        begins: list[str] = []
        ends: list[str] = []
        for edit in edits:
            match read(edit):
                case Fn("set", (fluent, value)):
                    sets.append((show(fluent), show(value)))
                case Fn("add", (fluent, int(number))):
                    sums.append((show(fluent), number))
                case Fn("begin", (fact,)):
                    begins.append(show(fact))
                case Fn("end", (fact,)):
                    ends.append(show(fact))
                case Fn("vanish", (individual,)):
                    ends += self._concerning.get(show(individual), ())
        return Changes(tuple(sets), tuple(sums), tuple(begins), tuple(ends))

    def _edits(self) -> Iterator[_Trial]:
        """What the game's rules propose to change."""
        if self._verdict:
            derivation = self._verdict.derivation
        else:
            derivation = derive(self._book, self._facts, self._book.pack.main_moment, ("opening",))
        grounding = consequences(self._book, derivation)
        asked = [f"asked_event({self._event})", f"asked_to({'bring' if self._wanted else 'avert'})"]
        asked += [f"named({name})" for name in dict.fromkeys(_individuals(read(self._event)))]
        grounding.extend("\n".join([_proposals(self._book.game), *(f"{fact}." for fact in asked)]))
        for fact, individual in grounding.arguments("concerns", 2):
            self._concerning.setdefault(individual, []).append(fact)
        costs: dict[str, int] = {}
        for edit, cost in grounding.arguments("edit", 2):
            costs[edit] = min(int(cost), costs.get(edit, int(cost)))
        for edit, least in costs.items():
            yield _Trial((edit,), least, frozenset({_aim(edit)}))


def _together(edits: Iterable[_Trial], size: int) -> list[_Trial]:
    """So many edits at once, each with another aim, the smallest first."""
    found = []
    for group in combinations(edits, size):
        aims = frozenset[str]().union(*(edit.aims for edit in group))
        if len(aims) == size:
            changed = tuple(edit for one in group for edit in one.edits)
            found.append(_Trial(changed, sum(edit.cost for edit in group), aims))
    return sorted(found, key=lambda trial: (trial.cost, trial.edits))


def _of_verdict(verdict: Verdict) -> int:
    """An illegal declaration never happens, a legal one always."""
    return ALWAYS if verdict.legal and verdict.proven else NEVER


def _changed(parts: Iterable[str], edits: Iterable[str]) -> tuple[str, ...]:
    """The parts of a declaration after the edits that change it."""
    changed = dict.fromkeys(parts)
    for edit in edits:
        match read(edit):
            case Fn("also", (part,)):
                changed[show(part)] = None
            case Fn("without", (part,)):
                changed.pop(show(part), None)
            case Fn("instead", (part, other)):
                changed.pop(show(part), None)
                changed[show(other)] = None
    return tuple(sorted(changed))


@functools.cache
def _proposals(game: str) -> str:
    file = files("headjudge.rules").joinpath(game, "whatif.lp")
    return file.read_text(encoding="utf-8") if file.is_file() else "#defined edit/2."


def _individuals(term: Term) -> Iterator[str]:
    if isinstance(term, Fn):
        for argument in term.args:
            yield from _individuals(argument)
    elif isinstance(term, str):
        yield show(term)


def _aim(edit: str) -> str:
    """What an edit is aimed at: edits of one fluent in one direction differ only in size."""
    match read(edit):
        case Fn("add", (fluent, int(number))):
            return f"{show(fluent)}{'+' if number > 0 else '-'}"
        case Fn("set", (fluent, _)):
            return show(fluent)
    return edit
