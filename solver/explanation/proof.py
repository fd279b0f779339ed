"""Why: every derivation of an atom, from the rules that gave it down to the facts of the board.

For each rule a trace rule is generated that fires with the rule and keeps the values of its
variables; it fires only for atoms that are wanted, and makes the premises of what fired wanted in
turn. The trace is grounded on top of what the derivation has grounded, or if that is gone, of the rules
that the goals depend on; all goals in one call.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..derivation.derive import Derivation, Wanted, reach, take_grounding
from ..derivation.ground import Grounding
from ..derivation.reach import Program, Shapes
from ..derivation.rule import VARIABLE, Literal, Rule, with_slots
from ..derivation.rulebook import Rulebook
from ..derivation.slimming import Renamings, renamed, signature_of
from ..derivation.steps import grounded
from ..errors import Malformed
from ..terms import Fn, Term, functor, read, show, unify

_GIVEN = ("in_force", "moment")
#: A variable in the text of a rule (group 1), or a string, which holds none.


@dataclass(frozen=True, slots=True)
class Premise:
    """A literal with the values it held for: ``kind`` is "holds", "absent", "compares" or "counts".

    ``text`` is the term that holds, the term that is absent (``_`` where it stands for anything), or
    the comparison. ``counted`` are the atoms that a counting premise has counted; ``pattern`` is a
    comparison as the rule writes it, ``counts`` the term it counts.
    """

    text: str
    kind: str
    counted: tuple[str, ...] = ()
    pattern: str = ""
    counts: str = ""

    @property
    def atoms(self) -> tuple[str, ...]:
        """The atoms that the premise rests on, which may be derived themselves."""
        return (self.text,) if self.kind == "holds" else self.counted


@dataclass(frozen=True, slots=True)
class Step:
    """One way in which a rule gives an atom. ``clause`` is "" for a rule that only defines a word."""

    rule: Rule
    clause: str
    premises: tuple[Premise, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an unfolded proof: a premise, the step that gives it (``None`` for a fact of the
    board and for what is no atom), and whether it was unfolded further up."""

    depth: int
    premise: Premise
    step: Step | None
    repeated: bool = False


@dataclass(frozen=True)
class Proof:
    """All derivations of the ``goals`` that hold, and of everything they rest on.

    An atom that is not in ``steps`` is a fact of the board.
    """

    goals: tuple[str, ...]
    steps: Mapping[str, tuple[Step, ...]]

    def tree(self, atom: str, *, full: bool = True) -> Iterator[Line]:
        """The proof of an atom, line by line, deeper lines below what they give. Each derivation of an
        atom is a line of its own; what has been unfolded already is not unfolded again. Unless it is
        ``full``, what is :meth:`plain` stays folded."""
        return self._lines(Premise(atom, "holds"), 0, set(), full)

    def plain(self, atom: str) -> bool:
        """Whether an atom follows by definitions alone: from no numbered clause, with nothing counted."""
        return self._plain(atom, set())

    def _plain(self, atom: str, above: set[str]) -> bool:
        if atom in above:
            return True
        above.add(atom)
        return all(
            not step.clause
            and all(p.kind != "counts" and all(self._plain(a, above) for a in p.atoms) for p in step.premises)
            for step in self.steps.get(atom, ())
        )

    def _lines(self, premise: Premise, depth: int, shown: set[str], full: bool) -> Iterator[Line]:
        steps = self.steps.get(premise.text, ()) if premise.kind == "holds" else ()
        if steps and not full and self.plain(premise.text):
            yield Line(depth, premise, None)
            return
        if premise.text in shown and steps:
            yield Line(depth, premise, steps[0], repeated=True)
            return
        shown.add(premise.text)
        for step in steps:
            yield Line(depth, premise, step)
            for below in step.premises:
                yield from self._lines(below, depth + 1, shown, full)
        if not steps:
            yield Line(depth, premise, None)
            for atom in premise.counted:
                yield from self._lines(Premise(atom, "holds"), depth + 1, shown, full)

    def facts(self, atom: str) -> tuple[str, ...]:
        """The facts of the board that an atom rests on, each once."""
        leaves = (line for line in self.tree(atom) if line.step is None and line.premise.kind == "holds")
        return tuple(dict.fromkeys(line.premise.text for line in leaves))


@dataclass(frozen=True, slots=True)
class Reason:
    """What one clause says about an event, and why.

    ``relation`` is "would", "instead", "ignored" or "replaced"; ``by`` is the clause, or for "replaced"
    the effect; ``number`` is the number of ``clause`` in the edition.
    """

    relation: str
    by: str
    clause: str
    number: str
    premises: tuple[Premise, ...]


# ---- what is generated from a rule, once ----


@functools.lru_cache(maxsize=65536)
def pattern(text: str) -> Term | None:
    """A head or literal as a pattern whose slots are its variables; ``None`` if it computes.

    >>> pattern("hit(Target,3)")
    Fn(name='hit', args=(Fn(name='{Target}', args=()), 3))
    """
    try:
        return read(with_slots(text))
    except Malformed:
        return None


def instantiate(text: str, values: Mapping[str, str]) -> str:
    """A text with the values of its variables; variables without a value stay.

    >>> instantiate('hit(Target,N), N > 2', {"N": "3"})
    'hit(Target,3), 3 > 2'
    """
    return VARIABLE.sub(lambda found: values.get(found[1], found[0]) if found[1] else found[0], text)


def premise_of(literal: Literal, values: Mapping[str, str], counted: Sequence[str] = ()) -> Premise:
    """A literal with the values of its variables."""
    text = instantiate(literal.text.removeprefix("not "), values)
    if literal.kind in ("holds", "absent"):
        return Premise(text, literal.kind, tuple(counted))
    first = next((part.text for condition in literal.conditions for part in condition), "")
    return Premise(text, literal.kind, tuple(counted), literal.text, unknown(instantiate(first, values)))


def unknown(text: str) -> str:
    """A text with ``_`` for its variables.

    >>> unknown("hit(Target,3)")
    'hit(_,3)'
    """
    return VARIABLE.sub(lambda found: "_" if found[1] else found[0], text)


def cites(literal: Literal) -> bool:
    """Whether a literal only says that its clause is in force now: the citation says it already."""
    return functor(literal.text) in _GIVEN


def clause_of(rule: Rule) -> str:
    """The clause a rule belongs to: the one it waits for, or the one its head names; else ""."""
    match None if rule.clause else pattern(rule.head):
        case Fn("would" | "instead" | "ignored", (_, clause)):
            return show(clause)
    return rule.clause


def _trace(rule: Rule, number: int, deep: bool, renamings: Renamings) -> str:
    """The trace rules of a rule, which goes by a number, for a program without renamed predicates."""
    values = "".join(f",{name}" for name in rule.variables)
    fired = f"_fired({number},_{values})"
    premises = [literal for literal in rule.body if functor(literal.text) != "in_force"]
    body = "; ".join(("", *(literal.text for literal in renamed(premises, renamings))))
    lines = [f"_fired({number},{rule.head}{values}) :- _wanted({rule.head}){body}."]
    wanted: dict[str, None] = {}
    for place, literal in enumerate(rule.body):
        if literal.kind == "holds" and not cites(literal):
            wanted[f"_wanted({literal.text}) :- {fired}."] = None
        for condition in literal.conditions:
            where = "; ".join((fired, *(part.text for part in condition)))
            for atom in (part.text for part in condition if part.kind == "holds"):
                lines.append(f"_counted({number},{place},{atom}{values}) :- {where}.")
                wanted[f"_wanted({atom}) :- {where}."] = None
    return "\n".join([*lines, *(wanted if deep else ())])


class _Slice:
    """The reachable rules of a board by number, and which of them the goals depend on."""

    def __init__(
        self, rules: Iterable[Rule], derived: Iterable[Rule], renamings: Renamings, unfolded: frozenset[str]
    ) -> None:
        self.rules = dict(enumerate(rules))
        self._renamings = renamings
        self._derived = frozenset(rule.signature for rule in derived).difference(unfolded)
        self._unfolded = unfolded
        self._gives: dict[str, list[int]] = defaultdict(list)
        for number, rule in self.rules.items():
            self._gives[rule.signature].append(number)

    def giving(self, goal: str) -> Iterator[int]:
        """The rules whose head can be the goal."""
        term = read(goal)
        signature = f"{term.name}/{len(term.args)}" if isinstance(term, Fn) else ""
        for number in self._gives.get(signature, ()):
            head = pattern(self.rules[number].head)
            if head is None or unify(head, term, {}):
                yield number

    @functools.cache  # noqa: B019  (lives as long as its rulebook)
    def derived(self, start: frozenset[int], deep: bool) -> bool:
        """Whether all that a trace of some rules reads is among what a derivation grounds."""
        return all(
            self.rules[number].signature in self._derived and self._unfolded.isdisjoint(self._read_by(number))
            for number in self._traced(start, deep)
        )

    def _read_by(self, number: int) -> Iterator[str]:
        return (signature_of(literal.text) for literal in renamed(self.rules[number].body, self._renamings))

    @functools.cache  # noqa: B019  (lives as long as its rulebook)
    def program(self, start: frozenset[int]) -> Program:
        """Some rules with those that they depend on."""
        return Program.of([self.rules[n] for n in sorted(self._closure(start, inner=True))])

    @functools.cache  # noqa: B019
    def trace(self, start: frozenset[int], deep: bool, slim: bool) -> str:
        """The trace rules of some rules; with ``deep`` also of those that their premises depend on;
        with ``slim`` for a program of slimmed rules."""
        renamings = self._renamings if slim else {}
        told = (n for n in sorted(self._traced(start, deep)) if not self.rules[n].stepwise)
        return "\n".join(_trace(self.rules[n], n, deep, renamings) for n in told)

    def _traced(self, start: frozenset[int], deep: bool) -> Collection[int]:
        return self._closure(start, inner=False) if deep else start

    def _closure(self, start: frozenset[int], *, inner: bool) -> set[int]:
        """All rules below some rules; ``inner`` follows negated literals too."""
        found = set(start)
        open_ = list(start)
        while open_:
            rule = self.rules[open_.pop()]
            if rule.stepwise and not inner:
                continue  # what a step has left is not unfolded
            needs = (*rule.needs, *rule.absent) if inner else (*rule.needs, *_counted_predicates(rule))
            for number in (n for need in needs for n in self._gives.get(need, ())):
                if number not in found:
                    found.add(number)
                    open_.append(number)
        return found


def _counted_predicates(rule: Rule) -> tuple[str, ...]:
    return rule.absent if any(literal.conditions for literal in rule.body) else ()


@functools.lru_cache(maxsize=64)
def _slice(rulebook: Rulebook, moment: str, shapes: Shapes) -> _Slice:
    reachable = reach(rulebook, moment)
    return _Slice(
        reachable.reachable(shapes),
        reachable.rules(shapes),
        reachable.renamings(shapes),
        reachable.unfolded(shapes),
    )


@functools.lru_cache(maxsize=16)
def _everything(rulebook: Rulebook, moment: str, shapes: Shapes) -> Program:
    return Program.of(reach(rulebook, moment).reachable(shapes))


def consequences(rulebook: Rulebook, derivation: Derivation) -> Grounding:
    """All that follows from the facts of a derivation, what no ruling reads included."""
    program = _everything(rulebook, derivation.moment, derivation.shapes)
    facts = [fact for fact in derivation.facts if functor(fact) != "in_force"]
    return grounded(lambda text: Grounding(text, facts), program)


# ---- proofs ----


def prove(rulebook: Rulebook, derivation: Derivation, goals: Sequence[str], *, deep: bool = True) -> Proof:
    """All derivations of the goals that hold; with ``deep`` also of everything they rest on.

    Goals are ground atoms; those that do not hold are left out. Design section 3, "Why".
    """
    slice_ = _slice(rulebook, derivation.moment, derivation.shapes)
    start = frozenset(number for goal in goals for number in slice_.giving(goal))
    grounding = take_grounding(derivation) if slice_.derived(start, deep) else None
    slim = grounding is not None
    if grounding is None:
        program = slice_.program(start)
        read_facts = [f for f in derivation.facts if functor(f) in program.reads]
        grounding = grounded(lambda text: Grounding(text, read_facts), program)
    grounding.extend(slice_.trace(start, deep, slim), [f"_wanted({goal})" for goal in dict.fromkeys(goals)])
    steps: dict[str, list[Step]] = {}
    for number, head, values, counted in _firings(slice_.rules, grounding):
        rule = slice_.rules[number]
        bound = dict(zip(rule.variables, values, strict=True))
        premises = tuple(
            premise_of(literal, bound, counted.get(place, ()))
            for place, literal in enumerate(rule.body)
            if not cites(literal)
        )
        steps.setdefault(head, []).append(Step(rule, clause_of(rule), premises))
    given = frozenset(derivation.facts)
    held = tuple(goal for goal in dict.fromkeys(goals) if goal in steps or goal in given)
    return Proof(held, {atom: tuple(found) for atom, found in steps.items()})


def _firings(
    rules: Mapping[int, Rule], grounding: Grounding
) -> Iterator[tuple[int, str, tuple[str, ...], Mapping[int, list[str]]]]:
    counted: dict[tuple[str, ...], dict[int, list[str]]] = defaultdict(dict)
    arities = sorted({len(rule.variables) for rule in rules.values()})
    for arity in arities:
        for number, place, atom, *values in grounding.arguments("_counted", arity + 3):
            counted[number, *values].setdefault(int(place), []).append(atom)
    firings = [firing for arity in arities for firing in grounding.arguments("_fired", arity + 2)]
    for number, head, *values in sorted(firings, key=lambda firing: int(firing[0])):
        yield int(number), head, tuple(values), counted.get((number, *values), {})


def why(rulebook: Rulebook, derivation: Derivation, event: str) -> Proof:
    """The proof of everything the rules say about an event: that it is wanted, ignored or replaced."""
    about = (wanted for wanted in derivation.wanted if wanted.event == event)
    return prove(rulebook, derivation, [goal for wanted in about for goal in _said(wanted)])


def _said(wanted: Wanted) -> list[str]:
    """What the rules may have said about an event."""
    for_it = [f"{how}({wanted.event},{by})" for how in ("would", "instead") for by in wanted.clauses]
    return for_it + [f"{how}({wanted.event},{by})" for how in ("ignored", "replaced") for by in wanted.by]


def reasons(rulebook: Rulebook, derivation: Derivation, event: str) -> tuple[Reason, ...]:
    """Why an event happens, or does not: what each clause says about it, with its immediate premises.

    The events of one derivation are explained together, so asking for each of them costs no more.
    """
    return _all_reasons(rulebook, derivation).get(event, ())


@functools.lru_cache(maxsize=64)
def _all_reasons(rulebook: Rulebook, derivation: Derivation) -> Mapping[str, tuple[Reason, ...]]:
    goals = [goal for wanted in derivation.wanted for goal in _said(wanted)]
    found: dict[str, list[Reason]] = {}
    for atom, steps in prove(rulebook, derivation, goals, deep=False).steps.items():
        match read(atom):
            case Fn(relation, (event, by)):
                found.setdefault(show(event), []).extend(
                    Reason(relation, show(by), step.clause, rulebook.number(step.clause), step.premises)
                    for step in steps
                )
    return {event: tuple(reasons) for event, reasons in found.items()}
