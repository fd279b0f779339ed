"""Boards with whole scripts: each is ruled on from its first step to its last, and every derivation that
decides something is looked into: which clauses fire, whether anything contradicts, whether it ends.

A scope can guess more scripts than can be ruled on. Then those are looked at that state each fact of the
scope, and some that state three facts taken by lot, always the same; the bound is always said.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from ..board.model import Board
from ..derivation.derive import Derivation, watched
from ..derivation.rulebook import Rulebook
from ..errors import NotCovered
from .boards import board_of
from .conflicts import OF_A_DERIVATION, program, shown
from .coverage import looked_into
from .finding import Finding
from .firing import FIRES, Firing
from .rulings import Told, told
from .scope import SCRIPT, Scope
from .search import BoardSearch

#: So many boards with whole scripts are ruled on.
TRIALS = 200
#: So often so many facts are taken by lot, to find boards that state them together.
_LOTS, _TOGETHER = 3_000, 3


def scripts_of(scope: Scope, most: int) -> tuple[list[tuple[str, ...]], str]:
    """Boards with whole scripts, as their facts, the smallest first, and which of the scope's these are: all
    of them, or smallest ones for each fact and for facts taken by lot."""
    search = BoardSearch("", scope)
    guessed, complete = search.every(most)
    if complete:
        return guessed, str(scope)
    found: list[tuple[str, ...]] = []
    for wanted in _wanted([fact for (fact,) in search.possible("described", 1)], found):
        if len(found) == most:
            break
        if not any(wanted.issubset(facts) for facts in found):
            guess = search.smallest(*(f"described({fact})" for fact in sorted(wanted)))
            if guess.facts is not None:
                found.append(guess.facts)
    return sorted(found, key=lambda facts: (len(facts), facts)), f"{len(found)} boards of those {scope}"


def _wanted(stated: list[str], found: list[tuple[str, ...]]) -> Iterator[frozenset[str]]:
    """What the next board is to state, ``found`` being those so far: each fact, then facts taken
    by lot together of those that not every board states."""
    yield from (frozenset((fact,)) for fact in stated)
    always = frozenset.intersection(*map(frozenset, found))
    varied = [fact for fact in stated if fact not in always]
    lot = random.Random(0)
    for _ in range(_LOTS):
        yield frozenset(lot.sample(varied, min(_TOGETHER, len(varied))))


@dataclass
class Walk:
    """What was met on the boards of a scope: for each clause the first board on which it fires, and what is
    wrong on the way."""

    firings: list[Firing] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    bound: str = ""


def walk(
    rulebook: Rulebook,
    scope: Scope,
    most: int,
    seen: Callable[[float], None] = lambda share: None,
) -> Walk:
    """Rule on at most so many boards with whole scripts of a scope; ``seen`` is called with the share that is
    done."""
    guessed, bound = scripts_of(scope, most)
    walked = Walk(bound=bound)
    known: set[tuple[str, str]] = set()
    looked: set[tuple[str, ...]] = set()
    fired: set[str] = set()
    for number, facts in enumerate(guessed):
        seen(number / len(guessed))
        try:
            board = board_of(rulebook.pack, rulebook.edition, facts)
        except NotCovered:
            continue
        with watched() as derivations:
            ruled = told(board, rulebook)
        once = {(each.moment, *each.facts): each for each in derivations if _decides(each)}
        new = [once[key] for key in once.keys() - looked]
        looked |= once.keys()
        met, wrong = _met(rulebook, new, board, ruled, bound)
        for slug in sorted(met - fired):
            walked.firings.append(_firing(slug, rulebook, board, ruled, bound))
        fired |= met
        if ruled.broken:
            text = str(board)
            wrong.append(Finding("broken-rules", "error", "", ruled.said, bound=bound, board=text))
        if ruled.looped:
            wrong.append(_firing(ruled.clauses[0], rulebook, board, ruled, bound).loop(rulebook))
        for finding in wrong:
            if (finding.code, finding.subject) not in known:
                known.add((finding.code, finding.subject))
                walked.findings.append(finding)
    return walked


def _decides(derivation: Derivation) -> bool:
    """Whether anything is wanted, asked or triggered: where nothing is, nothing can contradict."""
    return bool(derivation.wanted or derivation.choices or derivation.triggered)


def _met(
    rulebook: Rulebook, derivations: Iterable[Derivation], board: Board, ruled: Told, bound: str
) -> tuple[set[str], list[Finding]]:
    """The clauses that fire in some derivations, and what contradicts there."""
    fired: set[str] = set()
    wrong: list[Finding] = []
    for derivation in derivations:
        grounding = looked_into(rulebook, derivation, program(OF_A_DERIVATION))
        fired |= {slug for (slug,) in grounding.arguments("fires", 1)}
        for conflict in OF_A_DERIVATION:
            for (term,) in grounding.arguments(conflict.predicate, 1):
                wrong.append(shown(conflict, term, rulebook, bound=bound, board=str(board), ruled=ruled.said))
    return fired, wrong


def _firing(slug: str, rulebook: Rulebook, board: Board, ruled: Told, bound: str) -> Firing:
    """A clause on the first board on which it fires; of a script that is refused at a later step nothing but
    that can be expected."""
    if ruled.refused and len(board.script) > 1:
        expects: tuple[str, ...] = ("illegal",) if ruled.barred or ruled.illegal else ()
    else:
        expects = ruled.claims(board, slug, rulebook.number(slug))
    return Firing(
        slug, SCRIPT, FIRES, bound, bound.startswith("up to"), board, ruled.said, True, ruled.looped, expects
    )
