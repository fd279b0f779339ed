"""What must not be on any board of a scope: contradictions, gaps, and events that leave everything as it was.

Each kind is a few rules over the contract between pack and solver (rules/contract.lp); the search looks for
a smallest board on which it holds, and the solver rules on that board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..derivation.rulebook import Rulebook
from ..errors import NotCovered
from ..terms import Fn, read, show
from .boards import board_of
from .finding import Finding
from .rulings import told
from .scope import Scope
from .search import BoardSearch, Guess


class Conflict(NamedTuple):
    """A kind of conflict: ``body`` is when ``what`` is in conflict, ``one`` being against ``other``."""

    kind: str
    severity: str
    message: str
    body: str

    @property
    def predicate(self) -> str:
        """What it is called in the program."""
        return self.kind.replace("-", "_")


CONFLICTS = (
    Conflict(
        "two-results",
        "error",
        "{what} is set to {one} and to {other} at once",
        "set({what},{one}), set({what},{other}), {one} < {other}",
    ),
    Conflict(
        "begins-and-ends",
        "error",
        "{what} begins and ends at once",
        "begin({what}), end({what}), {one} = none, {other} = none",
    ),
    Conflict(
        "demanded-and-illegal",
        "error",
        "{what} is wanted by {one} and illegal by {other}",
        "would({what},{one}), {one} != instruction, illegal({what},{other},_)",
    ),
    Conflict(
        "required-and-impossible",
        "error",
        "{what} is wanted by {one}, can't happen by {other}, and happens",
        "would({what},{one}), ignored({what},{other}), happens({what})",
    ),
    Conflict(
        "declared-both-ways",
        "error",
        "{what} may be declared and is forbidden by {one}",
        "able({what}), forbidden({what},{one},_), {other} = none",
    ),
    Conflict(
        "nobody-decides",
        "error",
        "{one} is asked for {what} by {other}, and has no option",
        "choice({one},{what},{other}), not option({what},{one},_)",
    ),
    Conflict(
        "changes-nothing",
        "warning",
        "{what}, wanted by {one}, happens and changes nothing: it happens again and again",
        "would({what},{one}), {one} != instruction, happens({what}), not something_changes, {other} = none",
    ),
)

#: The kinds that a single derivation shows; that nothing changes is seen as an endless loop of the ruling.
OF_A_DERIVATION = tuple(conflict for conflict in CONFLICTS if conflict.kind != "changes-nothing")

#: What the kinds rest on.
_GROUND = """
something_changes :- begin(Fact), not described(Fact).
something_changes :- end(Fact), described(Fact).
something_changes :- set(_,_).
something_changes :- add(_,_,_).
something_changes :- vanish(_).
something_changes :- over(_).
something_changes :- triggered(_,_).
"""


def program(kinds: Iterable[Conflict] = CONFLICTS) -> str:
    """What tells the search of conflicts: ``conflicts(Kind)``, and for each kind what is in conflict."""
    lines = [_GROUND]
    for conflict in kinds:
        body = conflict.body.format(what="What", one="One", other="Other")
        lines.append(f"{conflict.predicate}((What,One,Other)) :- {body}.")
        lines.append(f"conflicts({conflict.predicate}) :- {conflict.predicate}(_).")
    return "\n".join(lines)


def conflicts(rulebook: Rulebook, scope: Scope, search: BoardSearch) -> Iterator[Finding]:
    """The conflicts that some board of the scope shows, each with a smallest one.

    ``search`` must know :func:`program`."""
    for conflict in CONFLICTS:
        guess = search.smallest(f"conflicts({conflict.predicate})", telling=conflict.predicate)
        if guess.facts is not None:
            yield _finding(conflict, guess, rulebook, scope)
        elif not guess.proven:
            message = f"the search for {conflict.kind} was stopped before its end"
            yield Finding("not-proven", "note", conflict.kind, message, bound=str(scope))


def _finding(conflict: Conflict, guess: Guess, rulebook: Rulebook, scope: Scope) -> Finding:
    assert guess.facts is not None
    try:
        board = board_of(rulebook.pack, rulebook.edition, guess.facts)
        text, ruled = str(board), told(board, rulebook).said
    except NotCovered as error:
        text, ruled = "", error.what
    return shown(conflict, guess.told[0], rulebook, bound=str(scope), board=text, ruled=ruled)


def shown(
    conflict: Conflict, term: str, rulebook: Rulebook, *, bound: str, board: str, ruled: str
) -> Finding:
    """The finding of a conflict that a board shows: ``term`` is what is in conflict, one and the other."""
    three = read(term)
    assert isinstance(three, Fn)
    what, one, other = map(show, three.args)
    message = conflict.message.format(what=what, one=one, other=other)
    clause = next(
        (rulebook.pack.clauses[slug] for slug in (one, other) if slug in rulebook.pack.clauses), None
    )
    subject = clause.slug if clause else what
    place = (clause.file, clause.line) if clause else ("", 0)
    return Finding(
        conflict.kind, conflict.severity, subject, f"{message}. Ruled: {ruled}", *place, bound, board
    )
