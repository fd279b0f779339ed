"""Which clauses the boards of a project fire, which they nearly fire, and which they never touch.

A clause fires in a derivation if one of its rules has an instance there, and nearly fires if all premises of
a rule but one hold. All derivations of a board's rulings are looked at, under its own edition and those that
its expectations name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ..board.model import Board
from ..derivation.adjudication import adjudicate
from ..derivation.declaration import IllegalDeclaration, judge
from ..derivation.derive import Derivation, reach
from ..derivation.ground import Grounding
from ..derivation.reach import Program
from ..derivation.rule import Rule
from ..derivation.rulebook import Rulebook
from ..derivation.steps import grounded
from ..errors import HeadjudgeError
from ..terms import Fn, read, show
from .rulings import PATHS
from .search import fires

FIRED, NEARLY, NEVER = "fired", "nearly", "never"


@dataclass
class Coverage:
    """For each clause on which boards it fires, and on how many it only nearly fires; ``refused`` boards
    could not be ruled on."""

    tests: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    nearly: Counter[str] = field(default_factory=Counter)
    boards: int = 0
    refused: int = 0

    def status(self, slug: str) -> str:
        """Whether some board fires a clause, some only nearly, or none at all."""
        return FIRED if self.tests.get(slug) else NEARLY if self.nearly[slug] else NEVER


def coverage(
    boards: Iterable[tuple[str, Board]], rulebook: Rulebook, seen: Callable[[], None] = lambda: None
) -> Coverage:
    """The coverage of the clauses of a game by boards; ``rulebook`` is the newest edition. ``seen`` is called
    after each board."""
    found = Coverage()
    for name, board in boards:
        if board.game == rulebook.game:
            fired, nearly, refused = of_board(board)
            for slug in fired:
                found.tests[slug].append(name)
            found.nearly.update(nearly - fired)
            found.boards += 1
            found.refused += refused
        seen()
    return found


def of_board(board: Board) -> tuple[set[str], set[str], bool]:
    """The clauses that a board fires, those it nearly fires, and whether some ruling on it was refused."""
    fired: set[str] = set()
    nearly: set[str] = set()
    refused = False
    editions = {expectation.under for expectation in board.expects} | {None}
    for edition in editions:
        rulebook = Rulebook.load(board.game, edition or board.edition or None)
        derivations: dict[tuple[str, ...], Derivation] = {}
        try:
            for derivation in _derivations(board, rulebook):
                derivations.setdefault((derivation.moment, *derivation.facts), derivation)
        except IllegalDeclaration as error:
            derivations[error.verdict.derivation.facts] = error.verdict.derivation
        except HeadjudgeError:
            refused = True
        for derivation in derivations.values():
            missed = "\n".join(dict.fromkeys(_all_but_one(_applied(rulebook, derivation))))
            grounding = looked_into(rulebook, derivation, missed)
            fired |= {slug for (slug,) in grounding.arguments("fires", 1)}
            nearly |= {slug for (slug,) in grounding.arguments("nearly", 1)}
    return fired, nearly, refused


def _derivations(board: Board, rulebook: Rulebook) -> Iterator[Derivation]:
    """Every derivation of the ruling on a board, and of the declarations that it speaks of."""
    for expectation in board.expects:
        for claim in expectation.claims:
            match read(claim.term):
                case Fn("declare", (kind, Fn("", parts))):
                    yield judge(rulebook, board.facts(), show(kind), list(map(show, parts))).derivation
    ruling = adjudicate(board, rulebook, limit=PATHS)
    for path in ruling.paths:
        yield from (round_.derivation for round_ in path)
    yield from (outcome.last for outcome in ruling.outcomes)


def looked_into(rulebook: Rulebook, derivation: Derivation, asked: str = "") -> Grounding:
    """A derivation once more, with ``fires(Clause)`` where a rule of a clause has an instance; ``asked`` are
    further rules that ask something of it."""
    rules = _applied(rulebook, derivation)
    firing = fires(rule for rule in rules if not rule.stepwise)
    facts = [fact for fact in derivation.facts if not fact.startswith("in_force(")]
    grounding = grounded(lambda text: Grounding(text, facts), Program.of(rules))
    grounding.extend(f"{firing}\n{asked}")
    return grounding


def _applied(rulebook: Rulebook, derivation: Derivation) -> tuple[Rule, ...]:
    """The rules of a derivation."""
    return reach(rulebook, derivation.moment).reachable(derivation.shapes)


def _all_but_one(rules: Iterable[Rule]) -> Iterator[str]:
    """What says that all premises of a rule of a clause but one hold."""
    for rule in rules:
        if not rule.clause or rule.stepwise:
            continue
        premises = [part for part in rule.body if not part.text.startswith("in_force(")]
        for left_out, premise in enumerate(premises):
            rest = [part for number, part in enumerate(premises) if number != left_out]
            bound = {name for part in rest if part.kind == "holds" for name in part.variables}
            if rest and all(bound.issuperset(part.variables) for part in rest) and premise.kind != "counts":
                yield f"nearly({rule.clause}) :- {'; '.join(part.text for part in rest)}."


def table(found: Coverage, books: Iterable[Rulebook]) -> list[dict[str, object]]:
    """The coverage as rows, in the order of the rulebook: clause, number in each edition, status, tests."""
    every = tuple(books)
    slugs = dict.fromkeys(slug for book in reversed(every) for slug in book.numbers)
    return [
        {
            "clause": slug,
            "numbers": {book.edition: book.numbers[slug] for book in every if slug in book.numbers},
            "status": found.status(slug),
            "fired": len(found.tests.get(slug, ())),
            "nearly": found.nearly[slug],
            "tests": found.tests.get(slug, []),
        }
        for slug in slugs
    ]
