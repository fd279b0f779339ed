"""Which rules a board can reach: only those are grounded (design section 3, "Speed").

A rule is reachable if every predicate of its positive body is on the board or in the head of a reachable
rule, if every symbol it asks for may stand at the place where it asks for it, and if for every variable
there is something that may stand at all its places. What may stand where comes from the shapes of the
facts and from the heads of reachable rules, so an unreachable rule has no instance. Of the reachable rules
only those are kept that lead to something the solver reads: the slice gives exactly the rulings of the
whole.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from .rule import ANY, Rule
from .shapes import ANYTHING, bit, blurred, contents, shape_of
from .slimming import Renamings, slimmed
from .unfolding import unfolded

_IN_FORCE = re.compile(r"in_force\(\w+\); |; in_force\(\w+\)| :- in_force\(\w+\)(?=\.$)", re.MULTILINE)

#: The shapes of a board's facts as far as they matter; ``None`` for any board.
Shapes = frozenset[str] | None

#: The predicates that the solver reads (rules/contract.lp).
READ = (
    "would/2", "ignored/2", "replaced/2", "instead/2", "happens/1", "choice/3", "option/3", "chosen/3",
    "turn_position/2", "set/2", "add/3", "begin/1", "end/1", "triggered/2", "illegal/3",
    "check_due/0", "receives_priority/1", "over/1", "wins/1", "loop_means/1", "contradiction/3", "excluded/2",
    "missing/2", "caveat/2",
)  # fmt: skip


#: The predicates that the solver reads when a declaration is judged.
READ_OF_DECLARATION = (
    "declares/1", "essential/1", "shorter_for/2", "checked_at/2",
    "considered/1", "declarer/2", "forbidden/3", "able/1", "broken/3", "required/3", "obeyed/1",
    "cost/3", "proposed/1", "brought_along/1", "illegal/3", "consequence/2",
    "contradiction/3", "excluded/2", "missing/2", "caveat/2",
)  # fmt: skip

#: The predicates that the solver reads when somebody asks what an individual is.
READ_OF_INSPECTION = ("trait/3", "layer/5", "contradiction/3", "excluded/2", "missing/2", "caveat/2")

#: Of how many kinds of boards is remembered what they reach; a program of one takes some 100 kB.
_REMEMBERED = 256

#: What is told with its reasons, for which the premises of its rules are needed.
TOLD = frozenset({"would/2", "instead/2", "ignored/2", "replaced/2"})

#: What an event or a choice begins with.
EVENTS = frozenset({"would/2", "asks/3"})


class Outline:
    """What reachability asks of many rules at once: their clauses, how many predicates each needs, which of
    them wait for a predicate, the predicates that some rule reads and the constants that some rule knows;
    and the shapes of the rules for which somebody has asked."""

    def __init__(
        self,
        clauses: Sequence[str],
        unmet: Sequence[int],
        waiting: Mapping[str, Sequence[int]],
        known: Sequence[str],
        constants: Sequence[str],
    ) -> None:
        self.clauses, self.unmet, self.waiting = clauses, unmet, waiting
        self.known, self.constants = known, constants
        self.shapes: dict[int, _Needed] = {}

    @property
    def plain(self) -> tuple[Any, ...]:
        """What makes the same outline again, in plain data."""
        return self.clauses, self.unmet, self.waiting, self.known, self.constants


def outline_of(rules: Sequence[Rule]) -> Outline:
    """The outline of rules."""
    needs = [frozenset(rule.needs) - {"in_force/1"} for rule in rules]
    waiting: dict[str, list[int]] = {}
    for number, predicates in enumerate(needs):
        for predicate in sorted(predicates):
            waiting.setdefault(predicate, []).append(number)
    symbols = {
        symbol for rule in rules for _, symbol in (*rule.asks, *rule.brings) if isinstance(symbol, str)
    }
    return Outline(
        clauses=[rule.clause for rule in rules],
        unmet=[*map(len, needs)],
        waiting=waiting,
        known=sorted({*waiting, *(predicate for rule in rules for predicate in rule.absent)}),
        constants=sorted(each[:-2] for each in symbols if isinstance(each, str) and each.endswith("/0")),
    )


class Reach:
    """The reachable rules of a fixed rule list, for any board.

    >>> from .compiling import compile_rules
    >>> reach = Reach(compile_rules("lit(X) :- lamp(X), is(X,on). heard(X) :- lamp(X), is(X,loud).", "x.lp"))
    >>> [rule.head for rule in reach.reachable(reach.shapes(["lamp(a)", "is(a,on)"]))]
    ['lit(X)']
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        read: Sequence[str] = READ,
        outline: Outline | None = None,
        standing: Collection[str] | None = None,
    ) -> None:
        """``outline`` is that of the rules, if it is known; ``standing`` are the clauses in force, else
        all."""
        self._rules = rules
        self._read = tuple(read)
        self._outline = outline or outline_of(rules)
        clauses = enumerate(self._outline.clauses)
        self._standing = [standing is None or not clause or clause in standing for _, clause in clauses]
        self._free = [n for n, unmet in enumerate(self._outline.unmet) if not unmet and self._standing[n]]
        self._known = frozenset(self._outline.known)
        self._constants = frozenset(self._outline.constants)
        self._shapes = self._outline.shapes
        self._common: tuple[frozenset[str], _Reached] = (frozenset(), self._nothing())
        self._last: frozenset[str] = frozenset()
        self._blurred: dict[str, str] = {}
        for slow in ("rules", "reachable", "in_force", "programs", "program", "_slim"):
            setattr(self, slow, functools.lru_cache(_REMEMBERED)(getattr(self, slow)))

    def shapes(self, facts: Iterable[str]) -> frozenset[str]:
        """The shapes of facts, as far as a rule can tell them apart."""
        shapes = set(map(shape_of, facts))
        for shape in shapes.difference(self._blurred):
            known = contents(shape)[0] in self._known
            self._blurred[shape] = blurred(shape, self._constants) if known else ""
        return frozenset({self._blurred[shape] for shape in shapes} - {""})

    def rules(self, shapes: Shapes) -> tuple[Rule, ...]:
        """The reachable rules that lead to a reading, in order."""
        return self._leading_to_a_reading(self.reachable(shapes))

    def reachable(self, shapes: Shapes) -> tuple[Rule, ...]:
        """All reachable rules, in order, those that nothing reads included (for why not and what if)."""
        if shapes is None:
            return tuple(self._rules[n] for n, stands in enumerate(self._standing) if stands)
        return tuple(self._rules[n] for n in sorted(self._reached(shapes)))

    def _reached(self, shapes: frozenset[str]) -> set[int]:
        """The numbers of the reachable rules.

        The boards of one ruling have most of their shapes in common: what those reach is kept, and carried on
        with the others.
        """
        common, reached = self._common
        if not common or not common <= shapes:
            common, reached = shapes & self._last, self._nothing()
            self._carry_on(reached, common, self._free)
            self._common = common, reached
        self._last = shapes
        found = reached.copy()
        self._carry_on(found, shapes - common)
        return found.rules

    def _nothing(self) -> _Reached:
        """What is reached before anything is carried on."""
        return _Reached(set(), [*self._outline.unmet], defaultdict(int), defaultdict(set), set())

    def _carry_on(self, found: _Reached, shapes: Iterable[str], free: Iterable[int] = ()) -> None:
        """Add what these shapes and the rules that need nothing, ``free``, lead to."""
        rules, there, readers = found.rules, found.there, found.readers
        open_ = {*free}
        for signature, places in map(contents, shapes):
            open_.update(self._met(found, signature))
            for place, symbol in places:
                if there[place] | symbol != there[place]:
                    there[place] |= symbol
                    open_ |= readers[place]
        while open_:
            number = open_.pop()
            needed = self._shapes.get(number) or self._shape(number)
            if number not in rules:
                if lacking := needed.lacking(there):
                    for place in lacking:
                        readers[place].add(number)
                    continue
                rules.add(number)
                for place in needed.sources:
                    readers[place].add(number)
                open_.update(self._met(found, self._rules[number].signature))
                for place, symbols in needed.fixed:
                    if there[place] | symbols != there[place]:
                        there[place] |= symbols
                        open_ |= readers[place]
            for place, sources in needed.moved:
                symbols = ANYTHING
                for source in sources:
                    symbols &= there[source]
                if there[place] | symbols != there[place]:
                    there[place] |= symbols
                    open_ |= readers[place]

    def _met(self, found: _Reached, predicate: str) -> Iterator[int]:
        """The rules for which nothing is lacking any more, now that there are atoms of this predicate."""
        if predicate in found.predicates:
            return
        found.predicates.add(predicate)
        for number in self._outline.waiting.get(predicate, ()):
            found.unmet[number] -= 1
            if not found.unmet[number] and self._standing[number]:
                yield number

    def _shape(self, number: int) -> _Needed:
        shape = self._shapes[number] = _needed(self._rules[number])
        return shape

    def _leading_to_a_reading(self, rules: Sequence[Rule]) -> tuple[Rule, ...]:
        by_head: dict[str, list[Rule]] = defaultdict(list)
        for rule in rules:
            by_head[rule.signature].append(rule)
        used = set(self._read)
        open_signatures = [signature for signature in self._read if signature in by_head]
        while open_signatures:
            for rule in by_head[open_signatures.pop()]:
                fresh = {*rule.needs, *rule.absent} - used
                used |= fresh
                open_signatures += [signature for signature in fresh if signature in by_head]
        return tuple(rule for rule in rules if rule.signature in used)

    def in_force(self, shapes: Shapes) -> tuple[str, ...]:
        """The facts that say of the reachable clauses that they are in force."""
        return tuple(f"in_force({c})" for c in sorted({r.clause for r in self.rules(shapes)} - {""}))

    def programs(self, shapes: Shapes) -> tuple[Program, Program]:
        """The reachable rules in two programs: the conditions, and the consequences of what is wanted.

        Where nothing is wanted or asked the second has no instance and need not be grounded. If that
        cannot be seen from the rules, all of them are conditions.
        """
        rules = self._slim(shapes).rules
        later = _consequences(rules)
        conditions = [rule for number, rule in enumerate(rules) if number not in later]
        return Program.of(conditions, self._read), Program.of(
            [rules[number] for number in sorted(later)], self._read
        )

    def program(self, shapes: Shapes) -> Program:
        """The reachable rules in one program. No predicate is renamed in it: what a search finds first among
        equals depends on what its program looks like."""
        return Program.of(self._slim(shapes, rename=False).rules, self._read)

    def renamings(self, shapes: Shapes) -> Renamings:
        """The predicates that the programs do without, because they only rename another."""
        return self._slim(shapes).renamings

    def unfolded(self, shapes: Shapes) -> frozenset[str]:
        """The predicates that the programs do without, because their only reader says what they rest on."""
        return self._slim(shapes).unfolded

    def _slim(self, shapes: Shapes, *, rename: bool = True) -> _Slim:
        """The reachable rules that lead to a reading, slimmed."""
        rules = self.rules(shapes)
        if shapes is None:
            return _Slim(rules)
        given = {contents(shape)[0] for shape in shapes}
        there = {signature.partition("/")[0] for signature in given}
        there |= {rule.signature.partition("/")[0] for rule in self.reachable(shapes)}
        slim, renamings = slimmed(rules, given, there, self._read, rename=rename)
        return _Slim(*unfolded(slim, {*given, *self._read}, TOLD), renamings) if rename else _Slim(slim)


class _Reached(NamedTuple):
    """What has been reached so far: the numbers of the rules, how many predicates each of the others lacks,
    what may stand at which place, the rules for which more at a place may lead to more, and the predicates of
    which there are atoms."""

    rules: set[int]
    unmet: list[int]
    there: defaultdict[str, int]
    readers: defaultdict[str, set[int]]
    predicates: set[str]

    def copy(self) -> _Reached:
        """The same, to be carried on by itself."""
        readers = defaultdict(set, {place: {*rules} for place, rules in self.readers.items()})
        return _Reached({*self.rules}, [*self.unmet], self.there.copy(), readers, {*self.predicates})


class _Slim(NamedTuple):
    """Rules with less in them, and the predicates that they do without."""

    rules: tuple[Rule, ...]
    unfolded: frozenset[str] = frozenset()
    renamings: Renamings = MappingProxyType({})


class _Needed(NamedTuple):
    """The shape of a rule in bits: what it asks for, the places of its variables, what it brings, and at
    which places more of the same may lead to more."""

    asks: tuple[tuple[str, int], ...]
    binds: tuple[tuple[str, ...], ...]
    fixed: tuple[tuple[str, int], ...]
    moved: tuple[tuple[str, tuple[str, ...]], ...]
    sources: frozenset[str]

    def lacking(self, there: Mapping[str, int]) -> tuple[str, ...]:
        """Places where more must stand before the rule can have an instance."""
        for place, symbols in self.asks:
            if there[place] & symbols != symbols:
                return (place,)
        for places in self.binds:
            common = ANYTHING
            for place in places:
                common &= there[place]
            if not common:
                return places
        return ()


def _needed(rule: Rule) -> _Needed:
    moved = tuple((place, rule.binds[i]) for place, i in rule.brings if isinstance(i, int) and i != ANY)
    fixed = ((place, what) for place, what in rule.brings if what == ANY or isinstance(what, str))
    return _Needed(
        asks=tuple((place, bit(symbol)) for place, symbol in rule.asks),
        binds=tuple(places for places in rule.binds if len(places) > 1),
        fixed=tuple((place, bit(what) if isinstance(what, str) else ANYTHING) for place, what in fixed),
        moved=moved,
        sources=frozenset(source for _, sources in moved for source in sources),
    )


class Program(NamedTuple):
    """The text of some rules, and the names of the predicates that they read or that the solver reads;
    ``steps`` is the text of those that say what follows from one step to the next (:mod:`.steps`)."""

    text: str
    reads: frozenset[str]
    steps: str = ""

    @classmethod
    def of(cls, rules: Sequence[Rule], read: Sequence[str] = READ) -> Program:
        """The program of rules that are all in force, so that this premise is left out."""
        names = {*read, *(name for rule in rules for name in (*rule.needs, *rule.absent))}
        text = _text(rule for rule in rules if not rule.stepwise)
        steps = _text(rule for rule in rules if rule.stepwise)
        return cls(text, frozenset(signature.partition("/")[0] for signature in names), steps)


def _text(rules: Iterable[Rule]) -> str:
    return _IN_FORCE.sub("", "\n".join(rule.text for rule in rules))


def _consequences(rules: Sequence[Rule]) -> set[int]:
    """The numbers of the rules that have no instance unless an event is wanted or a choice is asked for,
    and of those that read what these give. None if one of them could speak to the solver without an event."""
    giving: dict[str, list[int]] = defaultdict(list)
    reading: dict[str, list[int]] = defaultdict(list)
    for number, rule in enumerate(rules):
        giving[rule.signature].append(number)
        for signature in {*rule.needs, *(set(rule.absent) - EVENTS)}:
            reading[signature].append(number)
    later: set[int] = set()
    open_ = [number for event in EVENTS for number in reading[event]]
    while open_:
        number = open_.pop()
        if number not in later:
            later.add(number)
            open_ += reading[rules[number].signature]
    eventful = set(later)
    while idle := [n for n in eventful if not _needs_event(rules[n], giving, eventful)]:
        eventful.difference_update(idle)
    if any(rules[n].signature in {*READ, *EVENTS} for n in later - eventful):
        return set()
    while fresh := {n for n in range(len(rules)) if n not in later and _serves(rules[n], reading, later)}:
        later |= fresh
    return later


def _serves(rule: Rule, reading: Mapping[str, Sequence[int]], later: set[int]) -> bool:
    """Whether nothing but consequences reads what a rule gives."""
    readers = reading[rule.signature]
    return bool(readers) and rule.signature not in {*READ, *EVENTS} and later.issuperset(readers)


def _needs_event(rule: Rule, giving: Mapping[str, Sequence[int]], eventful: set[int]) -> bool:
    """Whether some positive premise holds only if an event does."""
    if not EVENTS.isdisjoint(rule.needs):
        return True
    return any(need in giving and eventful.issuperset(giving[need]) for need in rule.needs)
