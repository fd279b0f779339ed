"""Where clingo grounds and solves: rules and facts become atoms.

The rules are stratified, so grounding already is the answer: every derived atom is a fact and no search is
needed; only declarations are searched for. Terms travel as clingo prints them (``zone("lamp",shelf)``).
"""

from __future__ import annotations

import atexit
import functools
import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import clingo

from .rule import BrokenRules

CLINGO_VERSION: str = clingo.__version__


@functools.lru_cache(maxsize=1 << 16)
def _fact(text: str) -> tuple[tuple[str, int], clingo.Symbol]:
    """A fact as clingo holds it, with its name and number of arguments."""
    symbol = clingo.parse_term(text, logger=lambda code, message: None)
    return (symbol.name, len(symbol.arguments)), symbol


class _Facts:
    """Facts for a program: clingo asks for them by predicate, which is much faster than to parse them."""

    def __init__(self, facts: Iterable[str]) -> None:
        self._by_predicate: defaultdict[tuple[str, int], list[clingo.Symbol]] = defaultdict(list)
        for predicate, symbol in map(_fact, facts):
            self._by_predicate[predicate].append(symbol)

    def rules(self) -> Iterator[str]:
        """The rules that ask for them."""
        return itertools.starmap(_asking, self._by_predicate)

    def facts(self, name: clingo.Symbol, arity: clingo.Symbol) -> Sequence[clingo.Symbol]:
        """What the rules ask for."""
        return self._by_predicate[name.name, arity.number]


#: Atoms are read by their predicates; to list them all for a model takes a third of the time.
_UNSHOWN = "#show."


@functools.cache
def _asking(name: str, arity: int) -> str:
    arguments = ",".join(f"X{index}" for index in range(arity))
    atom = f"{name}({arguments})" if arity else name
    return f"{atom} :- {atom} = @facts({name},{arity})."


@functools.lru_cache(maxsize=1 << 10)
def _words(program: str) -> frozenset[str]:
    """The words of a program: what it does not name, has no atoms."""
    return frozenset(re.findall(r"[a-z_]\w*", program))


class _Uses:
    """How often a program has been used."""

    def __init__(self) -> None:
        self.count = 0


#: From how many uses of a program on it pays to keep what clingo's parser makes of it.
_OFTEN = 4


@functools.lru_cache(maxsize=1 << 10)
def _uses(program: str) -> _Uses:
    return _Uses()


@functools.lru_cache(maxsize=160)  # each takes as much memory as a board
def _parsed(program: str) -> tuple[Any, ...]:
    """What clingo's parser makes of a program; the first node only says that it is one."""
    from clingo import ast

    nodes: list[Any] = []
    ast.parse_string(program, nodes.append)
    return tuple(nodes[1:])


# Nodes that are left when Python ends cannot be given back to clingo any more.
atexit.register(_parsed.cache_clear)


class Grounding:
    """The atoms that follow from rules and facts; more program text can be grounded on top.

    >>> g = Grounding("big(X) :- size(X,N), N > 3.", ["size(a,5)", "size(b,1)"])
    >>> g.atoms("big", 1)
    ['big(a)']
    """

    def __init__(self, program: str, facts: Iterable[str]) -> None:
        messages: list[str] = []
        # Nothing here may refer back to the control: it would not be freed until the next garbage collection.
        self._control = clingo.Control(["--warn=none"], logger=lambda code, message: messages.append(message))
        self._messages = messages
        self._parts = 0
        self._words: set[str] = set()
        self._ground("base", f"{program}\n{_UNSHOWN}", facts)

    def _ground(self, part: str, program: str, facts: Iterable[str]) -> None:
        try:
            given = _Facts(facts)
            rules = tuple(given.rules())
            self._words.update(_words(program), *map(_words, rules))
            self._add(part, program, rules)
            self._control.ground([(part, [])], context=given)
        except RuntimeError as failure:
            raise BrokenRules(f"clingo: {'; '.join(self._messages) or failure}") from failure

    def _add(self, part: str, program: str, rules: Iterable[str]) -> None:
        uses = _uses(program)
        uses.count += 1
        if uses.count < _OFTEN:
            self._control.add(part, [], "\n".join((program, *rules)))
            return
        from clingo.ast import ProgramBuilder

        with ProgramBuilder(self._control) as builder:
            for text in (program, *rules):
                for node in _parsed(text):
                    builder.add(node)

    def extend(self, text: str, facts: Iterable[str] = ()) -> None:
        """Ground more text on top of what is there (a goal-directed trace, a why-not).

        Raises :class:`BrokenRules` if clingo cannot read it."""
        self._parts += 1
        self._ground(f"part{self._parts}", f"#program part{self._parts}.\n{text}", facts)

    def atoms(self, name: str, arity: int) -> list[str]:
        """All atoms of a predicate, sorted. Raises :class:`BrokenRules` if one is not certain, which
        only an unstratified rule can cause."""
        found: list[str] = []
        if name not in self._words:
            return found
        for atom in self._control.symbolic_atoms.by_signature(name, arity):
            if not atom.is_fact:
                raise BrokenRules(f"the rules leave {atom.symbol} open: they are not stratified")
            found.append(str(atom.symbol))
        found.sort()
        return found

    def arguments(self, name: str, arity: int) -> list[tuple[str, ...]]:
        """The argument tuples of a predicate's atoms, each argument as text, sorted."""
        if name not in self._words:
            return []
        return sorted(
            tuple(map(str, atom.symbol.arguments))
            for atom in self._control.symbolic_atoms.by_signature(name, arity)
            if atom.is_fact
        )

    def possible(self, name: str, arity: int) -> list[tuple[str, ...]]:
        """The argument tuples of a predicate's atoms, of those too that a search has yet to decide on."""
        atoms = self._control.symbolic_atoms.by_signature(name, arity)
        return sorted(tuple(map(str, atom.symbol.arguments)) for atom in atoms)

    def holds(self, atom: str) -> bool:
        """Whether this ground atom follows."""
        found = self._control.symbolic_atoms[clingo.parse_term(atom)]
        return found is not None and bool(found.is_fact)


#: Plans of a search: a quick proof, else good models and then a longer proof; or a proof and better models.
FIND_AND_PROVE = (("usc", 1_000), ("bb", 2_000), ("usc", 20_000))
PROVE_AND_IMPROVE = (("usc", 1_000), ("bb", 1_000))
_COUNTING = 20_000


class Best(NamedTuple):
    """The best model found: for each predicate asked for the arguments of its atoms, sorted; and whether
    no better one is possible."""

    atoms: Mapping[str, tuple[str, ...]]
    proven: bool


class Search(Grounding):
    """A program with a choice of atoms of one predicate; what does not depend on it is a fact.

    The program declares ``#external stage(Name)`` for each purpose for which it is searched. Searches are
    bounded by conflicts, not by time, so that every machine gives the same answer.

    >>> s = Search("{ on(X) : lamp(X) }. #external stage(light). #maximize { 1,X : on(X), stage(light) }.",
    ...            ["lamp(a)", "lamp(b)"])
    >>> s.best("light", ["on"])
    Best(atoms={'on': ('a', 'b')}, proven=True)
    >>> s.count("light", limit=9)
    (4, True)
    """

    def best(
        self,
        stage: str,
        predicates: Sequence[str],
        given: Sequence[str] = (),
        plan: Sequence[tuple[str, int]] = FIND_AND_PROVE,
    ) -> Best | None:
        """The best model found, by its atoms of some predicates with one argument; ``None`` if there is none.

        Atoms of ``given`` must be true. ``plan`` are strategies and the conflicts that each may cost.
        """
        found: list[tuple[list[int], int, dict[str, tuple[str, ...]]]] = []

        def take(model: clingo.Model) -> None:
            atoms: dict[str, list[str]] = {name: [] for name in predicates}
            for symbol in model.symbols(atoms=True):
                if symbol.name in atoms:
                    atoms[symbol.name].append(str(symbol.arguments[0]))
            sorted_atoms = {name: tuple(sorted(arguments)) for name, arguments in atoms.items()}
            found.append((list(model.cost), len(found), sorted_atoms))

        proven = False
        for strategy, conflicts in plan:
            proven = proven or self._solve(stage, ("opt", strategy, 0, conflicts), take, given)
        return Best(min(found)[2], proven) if found else None

    def count(self, stage: str, limit: int) -> tuple[int, bool]:
        """How many models there are, counted up to ``limit``, and whether these are all."""
        found: list[None] = []

        def take(_: clingo.Model) -> None:
            found.append(None)

        ended = self._solve(stage, ("ignore", "bb", limit + 1, _COUNTING), take)
        return min(len(found), limit), ended and len(found) <= limit

    def _solve(
        self,
        stage: str,
        how: tuple[str, str, int, int],
        take: Callable[[clingo.Model], None],
        given: Sequence[str] = (),
    ) -> bool:
        """Solve for one stage; whether the search came to its end."""
        configuration: Any = self._control.configuration
        configuration.solve.opt_mode, configuration.solver.opt_strategy = how[:2]
        configuration.solve.models = how[2]
        configuration.solve.solve_limit = f"{how[3]},umax"
        external = clingo.parse_term(f"stage({stage})")
        self._control.assign_external(external, True)
        wanted = [(clingo.parse_term(atom), True) for atom in given]
        try:
            with self._control.solve(wanted, on_model=take, async_=True) as handle:
                while not handle.wait(0.1):  # so that an interrupt is heard
                    pass
                return bool(handle.get().exhausted)
        finally:
            self._control.assign_external(external, False)
