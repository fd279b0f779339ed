"""Bounded search for boards: the rules of a pack and a scope in one program, and the smallest board wanted.

The rules are stratified and the scope guesses only what a board states, so each guessed board has exactly
one model, which holds what the rules say of it: what is asked of a board is a literal of that model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import clingo

from ..derivation.compiling import compile_rules
from ..derivation.derive import reach
from ..derivation.ground import Search
from ..derivation.reach import Program
from ..derivation.rule import Rule
from ..derivation.rulebook import Rulebook
from ..derivation.steps import written_out
from .scope import Scope

#: Strategies of a search, and the conflicts that each may cost.
_PLAN = (("usc", 4_000), ("bb", 40_000))
#: So many steps are written out of the rules that go step by step; boards that take more are left out.
STEPS = 3

IN_FORCE = re.compile(r"in_force\((\w+)\)")
#: A premise that cites a clause, wherever it stands in a body.
_CITATION = re.compile(r"in_force\(\w+\); |; in_force\(\w+\)| :- in_force\(\w+\)(?=\.$)", re.MULTILINE)

#: Boards that nobody could rule on are left out; those with something not taken into account count as larger.
SOUND = ":- contradiction(_,_,_). :- excluded(_,_). :- missing(_,_). noted(Kind,About) :- caveat(Kind,About)."
#: A declaration is judged as it is worded.
DECLARED = compile_rules("declared(Part) :- declaring(_), proposed(Part).", "search.py")
#: Every choice may be answered.
GIVEN = "{ chosen(Question,Player,Option) : option(Question,Player,Option) } 1 :- choice(Player,Question,_)."
_SMALLEST = """
#external stage(smallest).
#minimize { 1,Fact : described(Fact), stage(smallest); 1,odd(What) : unusual(What), stage(smallest);
            3,noted(Kind,About) : noted(Kind,About), stage(smallest) }.
"""


class Guess(NamedTuple):
    """What a search found: the facts of a smallest board, ``None`` if there is none.

    ``proven`` says that the search came to its end: no smaller board, or none at all, is in the scope.
    ``told`` are the arguments of what else was asked for.
    """

    facts: tuple[str, ...] | None
    proven: bool
    told: tuple[str, ...] = ()


class BoardSearch(Search):
    """A program of rules and a scope, searched for its smallest boards."""

    def __init__(self, program: str, scope: Scope) -> None:
        super().__init__("\n".join((program, scope.program, _SMALLEST)), ())
        self._left_out = 0

    def smallest(self, *wanted: str, telling: str = "fires") -> Guess:
        """The smallest board on which all of these atoms hold. ``telling`` is a predicate with one argument
        whose atoms on this board are told."""
        found: list[tuple[list[int], tuple[str, ...], tuple[str, ...]]] = []

        def take(model: clingo.Model) -> None:
            atoms: dict[str, list[str]] = {"described": [], telling: []}
            for symbol in model.symbols(atoms=True):
                if symbol.name in atoms and len(symbol.arguments) == 1:
                    atoms[symbol.name].append(str(symbol.arguments[0]))
            found.append((list(model.cost), tuple(sorted(atoms["described"])), tuple(sorted(atoms[telling]))))

        proven = False
        for strategy, conflicts in _PLAN:
            proven = proven or self._solve("smallest", ("opt", strategy, 0, conflicts), take, wanted)
        if not found:
            return Guess(None, proven)
        _, facts, told = min(found)
        return Guess(facts, proven, told)

    def exists(self, *wanted: str) -> bool | None:
        """Whether these atoms hold on some board; ``None`` if the search was stopped before its end."""
        found: list[None] = []

        def take(_: clingo.Model) -> None:
            found.append(None)

        ended = self._solve("smallest", ("ignore", "bb", 1, _PLAN[-1][1]), take, wanted)
        return True if found else False if ended else None

    def every(self, most: int) -> tuple[list[tuple[str, ...]], bool]:
        """The boards of the scope, the smallest first, and whether these are all; of more than so many it is
        not known which."""
        found: list[tuple[str, ...]] = []

        def take(model: clingo.Model) -> None:
            described = (s.arguments[0] for s in model.symbols(atoms=True) if s.name == "described")
            found.append(tuple(sorted(map(str, described))))

        ended = self._solve("smallest", ("ignore", "bb", most + 1, _PLAN[-1][1]), take)
        return sorted(found[:most], key=lambda facts: (len(facts), facts)), ended and len(found) <= most

    def boards(self, *wanted: str, most: int = 6) -> Iterator[Guess]:
        """The smallest board, then others that contain none of those before, as many as are asked for."""
        given = list(wanted)
        for _ in range(most):
            guess = self.smallest(*given)
            if guess.facts is None:
                return
            yield guess
            self._left_out += 1
            other = f"other_than({self._left_out})"
            same = ", ".join(f"described({fact})" for fact in guess.facts)
            self.extend(f"{{ {other} }}. :- {other}, {same}.")
            given.append(other)


def rules_in(rulebook: Rulebook, scope: Scope) -> tuple[Rule, ...]:
    """The rules that some board of a scope can reach at its moment, and that lead to a ruling."""
    reached = reach(rulebook, scope.moment)
    if scope.moment != rulebook.pack.declaration_moment:
        return reached.rules(reached.shapes(scope.possible))
    return (*reached.rules(reached.shapes((*scope.possible, "declared(_)"))), *DECLARED)


def text_of(rules: Iterable[Rule]) -> str:
    """The text of rules that are all in force, those that go step by step written out."""
    program = Program.of(tuple(rules))
    steps = written_out(program.steps, STEPS) if program.steps else ""
    return f"{program.text}\n{steps}\n"


def body_of(rule: Rule) -> Iterator[str]:
    """The premises of a rule without those that cite a clause."""
    return (part.text for part in rule.body if not part.text.startswith("in_force("))


#: So many steps are written out, and no board of a search may need another.
_NO_FURTHER_STEP = f":- another_step({STEPS})."


def fires(rules: Iterable[Rule], head: str = "fires({clause})") -> str:
    """What says that a clause fires: some rule that stands under it has an instance."""
    texts: list[str] = []
    steps: list[str] = []
    for rule in rules:
        if rule.clause:
            body = "; ".join(body_of(rule))
            said = f"{head.format(clause=rule.clause)}{' :- ' if body else ''}{body}."
            (steps if rule.stepwise else texts).append(said)
    return "\n".join((*texts, written_out("\n".join(steps), STEPS)))


def one_world(rulebook: Rulebook, scope: Scope, further: str = "") -> BoardSearch:
    """The search among the boards of a scope under one edition, with ``fires(Clause)`` and what is added."""
    rules = rules_in(rulebook, scope)
    return BoardSearch(
        "\n".join((text_of(rules), fires(rules), _NO_FURTHER_STEP, GIVEN, SOUND, further)), scope
    )
