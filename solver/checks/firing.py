"""Which clauses can fire at all: for each a smallest board of the scope on which it does, ready to be a test.

The solver rules on every board that is found: the clause must have an instance there too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..board.model import Board
from ..derivation.derive import reach
from ..derivation.ground import Grounding
from ..derivation.reach import Program
from ..derivation.rulebook import Rulebook
from ..derivation.steps import grounded
from ..errors import NotCovered
from .boards import board_of, expecting
from .finding import Finding
from .rulings import told
from .scope import Scope
from .search import DECLARED, BoardSearch, fires, rules_in

FIRES, SILENT, UNSAID = "fires", "never fires", "fires, and the board cannot be written"


@dataclass(frozen=True)
class Firing:
    """What was found of a clause at one moment: ``board`` is a smallest one on which it fires, ``said`` what
    that is ruled to; ``proven`` says that no smaller one is in the scope, or none at all."""

    clause: str
    moment: str
    found: str
    bound: str
    proven: bool = True
    board: Board | None = None
    said: str = ""
    verified: bool = False
    looped: bool = False
    expects: tuple[str, ...] = ()

    def as_test(self, number: str) -> str:
        """The board as a test that expects the clause to be cited, where its ruling cites it."""
        assert self.board is not None
        heading = f"// {number} {self.clause}: a smallest board on which it fires ({self.bound})\n"
        judged = any(line.startswith("illegal ") for line in self.expects)
        return heading + expecting(replace(self.board, script=()) if judged else self.board, self.expects)

    def loop(self, rulebook: Rulebook) -> Finding:
        """The finding that the ruling on the board is an endless loop."""
        clause = rulebook.pack.clauses[self.clause]
        place, message = (clause.file, clause.line), f"the ruling loops: {self.said}"
        return Finding("endless-loop", "note", self.clause, message, *place, self.bound, str(self.board))


def firings(
    rulebook: Rulebook,
    scope: Scope,
    search: BoardSearch,
    seen: Callable[[], None] = lambda: None,
) -> Iterator[Firing]:
    """What the search finds of every clause that a board of the scope could reach; ``seen`` is called after
    each."""
    reachable = dict.fromkeys(rule.clause for rule in rules_in(rulebook, scope) if rule.clause)
    for slug in reachable:
        yield firing(slug, rulebook, scope, search)
        seen()


def firing(slug: str, rulebook: Rulebook, scope: Scope, search: BoardSearch) -> Firing:
    """What the search finds of one clause."""
    moment, bound = scope.moment, str(scope)
    guess = search.smallest(f"fires({slug})")
    if guess.facts is None:
        return Firing(slug, moment, SILENT, bound, guess.proven)
    try:
        board = board_of(rulebook.pack, rulebook.edition, guess.facts)
    except NotCovered:
        return Firing(slug, moment, UNSAID, bound, guess.proven)
    fired = slug in fired_on(rulebook, moment, (*board.facts(), *_steps(guess.facts, rulebook, moment)))
    ruled = told(board, rulebook)
    expects = ruled.claims(board, slug, rulebook.number(slug))
    return Firing(slug, moment, FIRES, bound, guess.proven, board, ruled.said, fired, ruled.looped, expects)


def _steps(facts: tuple[str, ...], rulebook: Rulebook, moment: str) -> Iterator[str]:
    """What the solver adds to a board at a moment."""
    yield "opening"
    yield f"moment({moment})"
    told_ = ("instructed(", "declaring(", "worded(")
    yield from (fact for fact in facts if fact.startswith(told_))


def fired_on(rulebook: Rulebook, moment: str, facts: tuple[str, ...]) -> frozenset[str]:
    """The clauses of which a rule has an instance where the rules are grounded on facts, as the solver does;
    answers to choices are not given."""
    reached = reach(rulebook, moment)
    declares = moment == rulebook.pack.declaration_moment
    rules = reached.reachable(reached.shapes((*facts, "declared(_)") if declares else facts))
    rules = (*rules, *DECLARED) if declares else rules
    grounding = grounded(lambda text: Grounding(text, facts), Program.of(rules))
    grounding.extend(fires(rules))
    return frozenset(slug for (slug,) in grounding.arguments("fires", 1))
