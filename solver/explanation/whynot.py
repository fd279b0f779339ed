"""Why not: for every clause that could have wanted an event, the first thing that was missing.

Of each rule whose head fits the event, the beginnings of its body are grounded on top of the whole
derivation. The longest beginning that holds names the premise that failed, with the values known
there. If that premise is derived by rules itself, they are asked the same question in turn; if it is
something that must not hold and does, it is proved.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ..derivation.derive import Derivation, brings_nothing, derive, reach
from ..derivation.rule import VARIABLE, Literal, Rule, with_slots
from ..derivation.rulebook import INSTRUCTION, Rulebook
from ..derivation.ruling import Ruling
from ..derivation.state import State
from ..terms import Fn, Term, functor, read, show
from .proof import (
    Premise,
    Proof,
    cites,
    clause_of,
    consequences,
    instantiate,
    premise_of,
    prove,
    unknown,
    why,
)

#: How many times the question is asked again of what failed.
DEPTH = 3
_UNKNOWN = Fn("_")
_COMPUTED = re.compile(r"(?<!\w)\([^(),]*\)|-[A-Z]\w*")


@dataclass(frozen=True)
class Attempt:
    """How far a rule came: the premises that were ``satisfied``, of ``total``, and the first that failed.

    ``clause`` is "" for a rule that only defines a word; ``number`` is its number in the edition. If
    what ``failed`` is derived by rules, ``below`` says how far they came. If it is something that must
    not hold, ``against`` are the atoms that hold and ``proof`` proves them. ``failed`` is ``None`` for an
    event that was wanted: then ``against`` says what ignored or replaced it.
    """

    rule: Rule
    clause: str
    number: str
    satisfied: tuple[Premise, ...]
    total: int
    failed: Premise | None
    below: tuple[Attempt, ...] = ()
    against: tuple[str, ...] = ()
    proof: Proof | None = field(default=None, repr=False)

    @property
    def closeness(self) -> float:
        """The share of the premises that were satisfied."""
        return len(self.satisfied) / self.total if self.total else 1.0


def why_not(ruling: Ruling, event: str) -> tuple[Attempt, ...]:
    """Why an event does not happen in a ruling, the clause that came closest first.

    Looks at the round where it came closest, among those of every outcome in which it does not
    happen. Nothing if it happens in every outcome, or if no clause could bring it.
    """
    found: tuple[Attempt, ...] = ()
    for derivation in dict.fromkeys(_without(ruling, event)):
        candidates = attempts(ruling.rulebook, derivation, event)
        if candidates and (not found or candidates[0].closeness > found[0].closeness):
            found = candidates
    return found


def _without(ruling: Ruling, event: str) -> Iterator[Derivation]:
    """The derivations on all paths without the event, the quiet ones at their ends included."""
    for outcome in ruling.outcomes:
        paths = [
            path
            for path in outcome.paths
            if not any(wanted.event == event for round_ in path for wanted in round_.events)
        ]
        yield from (round_.derivation for path in paths for round_ in path)
        if paths:
            yield from (derive(ruling.rulebook, outcome.state, m) for m in _moments(ruling, outcome.state))


def _moments(ruling: Ruling, state: State) -> Iterator[str]:
    """The moments at which something could have happened on a board, the main one first."""
    pack = ruling.rulebook.pack
    yield pack.main_moment
    for moment in pack.cycle:
        if moment != pack.main_moment and not brings_nothing(ruling.rulebook, state, moment):
            yield moment


def attempts(rulebook: Rulebook, derivation: Derivation, event: str) -> tuple[Attempt, ...]:
    """Why an event does not happen in one derivation, the clause that came closest first; nothing if it
    does, or if no clause in force at this moment could bring it."""
    for wanted in derivation.wanted:
        if wanted.event == event:
            return () if wanted.fate == "happens" else _barred(rulebook, derivation, event, wanted.fate)
    goals = [Fn(relation, (read(event), _UNKNOWN)) for relation in ("would", "instead")]
    return _Search(rulebook, derivation).ask([goals], DEPTH)[0]


def _barred(rulebook: Rulebook, derivation: Derivation, event: str, fate: str) -> tuple[Attempt, ...]:
    proof = why(rulebook, derivation, event)
    against = tuple(goal for goal in proof.goals if functor(goal) == fate)
    steps = [step for goal in proof.goals if goal not in against for step in proof.steps.get(goal, ())]
    return tuple(
        Attempt(
            step.rule,
            step.clause,
            rulebook.number(step.clause),
            satisfied=step.premises,
            total=len(step.premises),
            failed=None,
            against=against,
            proof=proof,
        )
        for step in steps
    )


# ---- which rules could give a goal ----


#: A head that says of no event in particular that it would happen: it leads no further than the event itself.
_ANY_EVENT = re.compile(r"(?:would|instead)\([A-Z]")
_Standing = Mapping[str, Sequence[tuple[Rule, Term, Mapping[str, str]]]]


@functools.cache
def _standing(rulebook: Rulebook, moment: str) -> _Standing:
    """The rules in force at a moment by what they give, whether a board reaches them or not: each with its
    head as a pattern, and the expressions that its head computes."""
    found: dict[str, list[tuple[Rule, Term, Mapping[str, str]]]] = defaultdict(list)
    for rule in reach(rulebook, moment).reachable(None):
        others = [part.text for part in rule.body if functor(part.text) == "moment"]
        if (
            rule.clause != INSTRUCTION
            and not rule.stepwise
            and not _ANY_EVENT.match(rule.head)
            and all(other == f"moment({moment})" for other in others)
        ):
            found[rule.signature].append((rule, *_head(rule.head)))
    return found


def _head(text: str) -> tuple[Term, dict[str, str]]:
    """A head as a pattern with a slot for every variable, and for every expression it computes.

    >>> _head("size(Box,(Side+2))")[1]
    {'computed1': '(Side+2)'}
    """
    computed: dict[str, str] = {}

    def take(found: re.Match[str]) -> str:
        name = f"computed{len(computed) + 1}"
        computed[name] = re.sub(r"\{(\w+)\}", lambda slot: computed.pop(slot[1]), found[0])
        return f"{{{name}}}"

    while (shorter := _COMPUTED.sub(take, text)) != text:
        text = shorter
    return read(with_slots(text)), computed


def _fits(head: Term, goal: Term, values: dict[str, str]) -> bool:
    """Whether a head fits a goal of which parts may be unknown; ``values`` takes those of its slots."""
    if goal == _UNKNOWN:
        return True
    if isinstance(head, Fn) and head.name[:1] == "{":
        return _vague(goal) or values.setdefault(head.name[1:-1], show(goal)) == show(goal)
    if isinstance(head, Fn) and isinstance(goal, Fn):
        parts = zip(head.args, goal.args, strict=False)
        return (head.name, len(head.args)) == (goal.name, len(goal.args)) and all(
            _fits(one, other, values) for one, other in parts
        )
    return type(head) is type(goal) and head == goal


def _vague(term: Term) -> bool:
    return isinstance(term, Fn) and (term == _UNKNOWN or any(map(_vague, term.args)))


# ---- how far each of them came ----


def _variables(text: str) -> set[str]:
    return {name for name in VARIABLE.findall(text) if name}


def _in_order(body: Iterable[Literal], known: Iterable[str]) -> list[Literal]:
    """The premises in an order in which each can be looked at: as they are written, but a comparison or an
    absence waits until its variables have values."""
    bound = set(known)
    ordered: list[Literal] = []
    waiting = list(body)
    while waiting:
        literal = next((one for one in waiting if _ready(one, bound, waiting[0])), waiting[0])
        waiting.remove(literal)
        ordered.append(literal)
        bound.update(literal.variables)
    return ordered


def _ready(literal: Literal, bound: set[str], first: Literal) -> bool:
    if literal.kind == "counts":  # what it counts may depend on everything that is written before it
        return literal is first
    if literal.kind == "holds" or bound.issuperset(literal.variables):
        return True
    sides = literal.text.split(" = ")
    return len(sides) == 2 and any(_variables(side) <= bound for side in sides)


class _Try:
    """A rule under test for a goal: its premises in order, how many of them hold, and their values."""

    def __init__(self, rule: Rule, known: dict[str, str], computed: Mapping[str, str]) -> None:
        results = [
            Literal(f"{known.pop(slot)} = {expression}", "compares", tuple(_variables(expression)))
            for slot, expression in computed.items()
            if slot in known
        ]
        self.rule = rule
        self.known = known
        self.literals = _in_order([*(part for part in rule.body if not cites(part)), *results], known)
        self.reached = 0
        self.values: Mapping[str, str] = known
        self.counted: list[str] = []

    def names(self, place: int) -> list[str]:
        """The variables whose values are found by the premises up to a place."""
        found = dict.fromkeys(name for part in self.literals[:place] for name in part.variables)
        return [name for name in found if name not in self.known]

    def reach(self, place: int, values: Iterable[str]) -> None:
        """The body holds up to a place, with these values."""
        if place > self.reached:
            self.reached = place
            self.values = self.known | dict(zip(self.names(place), values, strict=True))

    def text(self, number: str) -> str:
        """The rules that say how far the body holds, and what its counting premises count."""
        lines: list[str] = []
        before = ""
        for place, literal in enumerate(self.literals, 1):
            for condition in literal.conditions:
                where = before + instantiate("; ".join(part.text for part in condition), self.known)
                atoms = (instantiate(part.text, self.known) for part in condition if part.kind == "holds")
                lines += [f"_met({number},{place},{atom}) :- {where}." for atom in atoms]
            reached = ",".join((f"_reached({number},{place}", *self.names(place))) + ")"
            lines.append(f"{reached} :- {before}{instantiate(literal.text, self.known)}.")
            before = reached + "; "
        return "\n".join(lines)

    def attempt(self, rulebook: Rulebook) -> Attempt:
        """What came of it."""
        premises = [premise_of(literal, self.values) for literal in self.literals[: self.reached + 1]]
        failed = premises.pop() if self.reached < len(self.literals) else None
        if failed and failed.kind == "counts":
            failed = replace(failed, counted=tuple(self.counted))
        elif failed:
            failed = replace(failed, text=unknown(failed.text))
        clause = clause_of(self.rule)
        total = len(self.literals)
        return Attempt(self.rule, clause, rulebook.number(clause), tuple(premises), total, failed)


class _Search:
    """The questions about one derivation, all asked of one grounding."""

    def __init__(self, rulebook: Rulebook, derivation: Derivation) -> None:
        self._rulebook = rulebook
        self._derivation = derivation
        self._standing = _standing(rulebook, derivation.moment)
        self._grounding = consequences(rulebook, derivation)
        self._numbers = count()

    def ask(self, questions: Sequence[Sequence[Term]], depth: int) -> list[tuple[Attempt, ...]]:
        """For each question, a choice of goals: how far the rules for them came, the closest first."""
        tries = [[test for goal in goals for test in self._tries(goal)] for goals in questions]
        self._run([test for answers in tries for test in answers])
        found = [[test.attempt(self._rulebook) for test in answers] for answers in tries]
        for answers in found:
            answers.sort(key=lambda attempt: -attempt.closeness)
        if depth:
            self._unfold(found, depth - 1)
        return list(map(tuple, found))

    def _tries(self, goal: Term) -> Iterator[_Try]:
        if isinstance(goal, Fn):
            for rule, head, computed in self._standing.get(f"{goal.name}/{len(goal.args)}", ()):
                known: dict[str, str] = {}
                if _fits(head, goal, known):
                    yield _Try(rule, known, computed)

    def _run(self, tries: Iterable[_Try]) -> None:
        """Ground the beginnings of all bodies, and see how far each holds."""
        numbered = {str(next(self._numbers)): test for test in tries}
        self._grounding.extend("\n".join(test.text(number) for number, test in numbered.items()))
        widths = {len(t.names(place + 1)) for t in numbered.values() for place in range(len(t.literals))}
        for width in sorted(widths):
            for number, place, *values in self._grounding.arguments("_reached", width + 2):
                if number in numbered:
                    numbered[number].reach(int(place), values)
        for number, place, atom in self._grounding.arguments("_met", 3):
            if number in numbered and int(place) == numbered[number].reached + 1:
                numbered[number].counted.append(atom)

    def _unfold(self, found: Sequence[list[Attempt]], depth: int) -> None:
        """Say of each premise that failed how far the rules for it came, or prove what must not hold."""
        failed = dict.fromkeys(attempt.failed for answers in found for attempt in answers if attempt.failed)
        missing = [premise for premise in failed if premise.kind == "holds"]
        below = dict(zip(missing, self.ask([[read(p.text)] for p in missing], depth), strict=True))
        against = {premise: self._matching(premise.text) for premise in failed if premise.kind == "absent"}
        held = [atom for atoms in against.values() for atom in atoms]
        proof = prove(self._rulebook, self._derivation, held)
        for answers in found:
            for place, attempt in enumerate(answers):
                if attempt.failed in below:
                    answers[place] = replace(attempt, below=below[attempt.failed])
                elif attempt.failed in against:
                    answers[place] = replace(attempt, against=against[attempt.failed], proof=proof)

    def _matching(self, text: str) -> tuple[str, ...]:
        """The atoms that an absent premise with unknown parts excludes."""
        goal = read(text)
        atoms = self._grounding.atoms(functor(text), len(goal.args) if isinstance(goal, Fn) else 0)
        return tuple(atom for atom in atoms if _fits(read(atom), goal, {}))
