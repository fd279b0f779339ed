"""Which mutants a board could notice at all, found for many mutants in one grounding of each derivation.

The rules are stratified: if a mutant has the same instances as its rule in what follows from a state, then
the same follows under the mutant. So a ruling can change only if they differ in one of its derivations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..board.model import Board
from ..derivation.adjudication import adjudicate
from ..derivation.compiling import compile_rules
from ..derivation.derive import Derivation, watched
from ..derivation.ground import Grounding
from ..derivation.reach import Program, Reach
from ..derivation.rule import Rule
from ..derivation.rulebook import Rulebook
from ..derivation.steps import grounded
from ..errors import HeadjudgeError

if TYPE_CHECKING:
    from .mutation import Mutant

_WAS, _IS = "was/2", "is_now/2"


@dataclass
class Noticing:
    """Mutants beside the rules that they spoil."""

    mutants: Sequence[Mutant]
    _reach: dict[tuple[Rulebook, str], Reach] = field(default_factory=dict)

    def by(self, board: Board, rulebook: Rulebook) -> frozenset[Mutant]:
        """The mutants that have other instances than their rules somewhere in the ruling of a board; all of
        them if the board is refused."""
        with watched() as derivations:
            try:
                adjudicate(board, rulebook)
            except HeadjudgeError:
                return frozenset(self.mutants)
        found = {number for each in derivations for number in self._differing(each, rulebook)}
        return frozenset(self.mutants[int(number)] for number in found)

    def _differing(self, derivation: Derivation, rulebook: Rulebook) -> set[str]:
        reach = self._of(rulebook, derivation.moment)
        facts = [fact for fact in derivation.facts if not fact.startswith("in_force(")]
        shapes = reach.shapes(facts)
        parts = reach.programs(shapes)
        program = Program(
            "\n".join(part.text for part in parts), frozenset(), "\n".join(part.steps for part in parts)
        )
        given = [*facts, *reach.in_force(shapes)]
        grounding = grounded(lambda text: Grounding(text, given), program)
        was, now = (set(grounding.arguments(name, 2)) for name in ("was", "is_now"))
        return {number for number, _ in was ^ now}

    def _of(self, rulebook: Rulebook, moment: str) -> Reach:
        if (rulebook, moment) not in self._reach:
            rules = (*rulebook.pack.rules, *self._beside())
            self._reach[rulebook, moment] = Reach(rules, (_WAS, _IS), None, rulebook.in_force(moment))
        return self._reach[rulebook, moment]

    def _beside(self) -> tuple[Rule, ...]:
        """Each rule and its mutant once more, under heads of their own."""
        text = []
        for number, mutant in enumerate(self.mutants):
            body = "; ".join(literal.text for literal in mutant.rule.body)
            text.append(f"was({number},{mutant.rule.head}){' :- ' if body else ''}{body}.")
            if mutant.text:
                spoilt = mutant.text.removeprefix(mutant.rule.head)
                text.append(f"is_now({number},{mutant.rule.head}){spoilt}")
        return tuple(compile_rules("\n".join(text), "noticing.py"))
