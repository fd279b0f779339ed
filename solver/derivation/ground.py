"""The only room clingo lives in: rules become compiled rules, rules and facts become atoms.

The rules are stratified, so grounding already is the answer: every derived atom is a fact and no
search is needed. Terms travel as clingo prints them (``zone("ogre",grave)``).
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, Sign

from ..errors import HeadjudgeError
from .shapes import VALUE

CLINGO_VERSION: str = clingo.__version__
#: In place of a variable's index in ``Rule.brings``: nothing is known of what stands there.
ANY = -1
_COMPUTED = (ASTType.UnaryOperation, ASTType.BinaryOperation, ASTType.Interval)


class BrokenRules(HeadjudgeError):
    """A rule file that clingo cannot read, or that breaks the form every rule must have."""


class Literal(NamedTuple):
    """One literal of a rule's body: ``text`` with its variables; ``kind`` is "holds", "absent",
    "compares" or "counts"; ``variables`` are the global variables in it. What counts has
    ``conditions``: for each of its elements the literals that an element must satisfy."""

    text: str
    kind: str
    variables: tuple[str, ...]
    conditions: tuple[tuple[Literal, ...], ...] = ()


class Rule(NamedTuple):
    """One rule, compiled: its text and what slicing, tracing and the checks need to know of it.

    ``needs`` are the predicates of its positive body, ``absent`` those it negates or counts.

    Its shape (see :mod:`.shapes`): ``asks`` are the symbols that must stand at places before the rule
    can have an instance; ``binds`` are for some of its variables the places where each stands in the
    positive body; ``brings`` are the places that its head fills: with a symbol, with what stands at the
    places of a variable (its index in ``binds``), or with anything (:data:`ANY`).
    """

    text: str
    head: str
    signature: str
    clause: str
    file: str
    line: int
    variables: tuple[str, ...]
    body: tuple[Literal, ...]
    needs: tuple[str, ...]
    absent: tuple[str, ...]
    asks: tuple[tuple[str, str], ...]
    binds: tuple[tuple[str, ...], ...]
    brings: tuple[tuple[str, str | int], ...]


def _signature(name: str, arity: int) -> str:
    return f"{name}/{arity}"


class _Variables(ast.Transformer):
    def __init__(self) -> None:
        self.found: list[str] = []

    def visit_Variable(self, node: AST) -> AST:
        if node.name != "_" and node.name not in self.found:
            self.found.append(node.name)
        return node


class _NameAnonymous(ast.Transformer):
    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def visit_Variable(self, node: AST) -> AST:
        if node.name != "_":
            return node
        self.count += 1
        return node.update(name=f"{self.name}{self.count}")


def _places(term: AST) -> Iterator[tuple[str, AST]]:
    """The places inside a term, each with what stands there, outermost first."""
    if term.ast_type is ASTType.Function and not term.external:
        for index, argument in enumerate(term.arguments):
            yield f"{_signature(term.name, len(term.arguments))}.{index}", argument
            yield from _places(argument)


def _symbol(term: AST) -> str:
    """The symbol a term begins with; "" if that cannot be seen."""
    if term.ast_type is ASTType.Function and not term.external:
        return _signature(term.name, len(term.arguments))
    if term.ast_type is ASTType.SymbolicTerm:
        symbol = term.symbol
        return _signature(symbol.name, 0) if symbol.type is clingo.SymbolType.Function else VALUE
    return VALUE if term.ast_type in _COMPUTED else ""


def _shape(
    head: AST, positive: Iterable[AST], others: Iterable[AST]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...], tuple[tuple[str, str | int], ...]]:
    """What a rule asks, binds and brings (:class:`Rule`)."""
    asks: dict[tuple[str, str], None] = {}
    stands: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for atom in positive:
        for place, term in _places(atom):
            if term.ast_type is ASTType.Variable:
                stands[term.name][place] = None
            elif (symbol := _symbol(term)) not in ("", VALUE):
                asks[place, symbol] = None
    made = [filled for term in (head, *others) for filled in _places(term)]
    moved = {term.name for _, term in made if term.ast_type is ASTType.Variable}
    binds = {name: tuple(places) for name, places in stands.items() if name in moved or len(places) > 1}
    index = {name: number for number, name in enumerate(binds)}
    brings: dict[tuple[str, str | int], None] = {}
    for place, term in made:
        if term.ast_type is ASTType.Variable:
            brings[place, index.get(term.name, ANY)] = None
        else:
            brings[place, _symbol(term) or ANY] = None
    return tuple(asks), tuple(binds.values()), tuple(brings)


def _computed_terms(literal: AST) -> Iterator[AST]:
    """The terms of a literal that no atom holds: those it compares or counts."""
    if _is_aggregate(literal):
        for guard in (literal.atom.left_guard, literal.atom.right_guard):
            yield from () if guard is None else (guard.term,)
        for element in literal.atom.elements:
            yield from getattr(element, "terms", ())
            for condition in element.condition:
                yield from _computed_terms(condition)
    elif literal.atom.ast_type is ASTType.Comparison:
        yield literal.atom.term
        yield from (guard.term for guard in literal.atom.guards)


def _variables(nodes: Iterable[AST]) -> tuple[str, ...]:
    collector = _Variables()
    for node in nodes:
        collector.visit(node)
    return tuple(collector.found)


def _is_aggregate(literal: AST) -> bool:
    return literal.atom.ast_type in (ASTType.BodyAggregate, ASTType.Aggregate)


def _is_atom(literal: AST) -> bool:
    return bool(literal.atom.ast_type is ASTType.SymbolicAtom)


def _predicate(literal: AST) -> str:
    term = literal.atom.symbol
    return _signature(term.name, len(term.arguments))


def _global_variables(literal: AST) -> tuple[str, ...]:
    if _is_aggregate(literal):
        guards = (literal.atom.left_guard, literal.atom.right_guard)
        return _variables(guard for guard in guards if guard is not None)
    return _variables([literal])


def _literal(literal: AST) -> Literal:
    if _is_aggregate(literal):
        kind = "counts"
    elif not _is_atom(literal):
        kind = "compares"
    else:
        kind = "holds" if literal.sign == Sign.NoSign else "absent"
    conditions = tuple(
        tuple(map(_literal, _without_anonymous(element.condition, "Each")))
        for element in (literal.atom.elements if kind == "counts" else ())
    )
    return Literal(str(literal), kind, _global_variables(literal), conditions)


def _conditions(literal: AST) -> list[AST]:
    found: list[AST] = []
    if _is_aggregate(literal):
        for element in literal.atom.elements:
            found.extend(element.condition)
    return found


def _clause(body: Sequence[AST]) -> str:
    for literal in body:
        if _is_atom(literal) and literal.atom.symbol.name == "in_force":
            return str(literal.atom.symbol.arguments[0])
    return ""


def _without_anonymous(body: Iterable[AST], name: str) -> list[AST]:
    """Anonymous variables of positive atoms get names, so that a trace can show their values."""
    namer = _NameAnonymous(name)
    return [namer.visit(item) if _is_atom(item) and item.sign == Sign.NoSign else item for item in body]


def _compile(rule: AST, file: str) -> Rule:
    body = list(rule.body)
    head_term = rule.head.atom.symbol
    positive = [item for item in body if _is_atom(item) and item.sign == Sign.NoSign]
    negative = [item for item in body if _is_atom(item) and item.sign != Sign.NoSign]
    inner = [item for literal in body for item in _conditions(literal)]
    variables = list(_variables([rule.head]))
    for literal in body:
        variables += [name for name in _global_variables(literal) if name not in variables]
    conditions = [item.atom.symbol for item in positive if item.atom.symbol.name != "in_force"]
    computed = [term for item in body for term in _computed_terms(item)]
    asks, binds, brings = _shape(head_term, conditions, computed)
    return Rule(
        text=str(rule),
        head=str(head_term),
        signature=_signature(head_term.name, len(head_term.arguments)),
        clause=_clause(body),
        file=file,
        line=rule.location.begin.line,
        variables=tuple(variables),
        body=tuple(_literal(item) for item in body),
        needs=tuple(dict.fromkeys(_predicate(item) for item in positive)),
        absent=tuple(
            dict.fromkeys(_predicate(item) for item in [*negative, *(i for i in inner if _is_atom(i))])
        ),
        asks=asks,
        binds=binds,
        brings=brings,
    )


def compile_rules(text: str, file: str) -> tuple[Rule, ...]:
    """Compile the rules of one file, pools unfolded, in their order.

    Raises :class:`BrokenRules` for a syntax error or a form the contract forbids (choice heads,
    disjunctions, constraints; design section 2). ``#defined`` and comments are passed over.

    >>> compile_rules("lit(Lamp) :- in_force(power), wired(Lamp), not broken(Lamp).", "x.lp")[0].clause
    'power'
    """
    rules: list[Rule] = []
    troubles: list[str] = []

    def take(node: AST) -> None:
        if node.ast_type is not ASTType.Rule:
            return
        if node.head.ast_type is not ASTType.Literal or node.head.atom.ast_type is not ASTType.SymbolicAtom:
            troubles.append(f"{file}:{node.location.begin.line}: only plain heads are allowed: {node}")
            return
        rules.extend(
            _compile(single.update(body=_without_anonymous(single.body, "Any")), file)
            for single in node.unpool()
        )

    try:
        ast.parse_string(text, take, logger=lambda code, message: troubles.append(message))
    except RuntimeError as failure:
        raise BrokenRules(f"{file}: {'; '.join(troubles) or failure}") from failure
    if troubles:
        raise BrokenRules("; ".join(troubles))
    return tuple(rules)


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
        for name, arity in self._by_predicate:
            arguments = ",".join(f"X{index}" for index in range(arity))
            atom = f"{name}({arguments})" if arity else name
            yield f"{atom} :- {atom} = @facts({name},{arity})."

    def facts(self, name: clingo.Symbol, arity: clingo.Symbol) -> Sequence[clingo.Symbol]:
        """What the rules ask for."""
        return self._by_predicate[name.name, arity.number]


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
        self._ground("base", program, facts)

    def _ground(self, part: str, program: str, facts: Iterable[str]) -> None:
        try:
            given = _Facts(facts)
            self._control.add(part, [], "\n".join((program, *given.rules())))
            self._control.ground([(part, [])], context=given)
        except RuntimeError as failure:
            raise BrokenRules(f"clingo: {'; '.join(self._messages) or failure}") from failure

    def extend(self, text: str, facts: Iterable[str] = ()) -> None:
        """Ground more text on top of what is there (a goal-directed trace, a why-not).

        Raises :class:`BrokenRules` if clingo cannot read it."""
        self._parts += 1
        self._ground(f"part{self._parts}", f"#program part{self._parts}.\n{text}", facts)

    def atoms(self, name: str, arity: int) -> list[str]:
        """All atoms of a predicate, sorted. Raises :class:`BrokenRules` if one is not certain, which
        only an unstratified rule can cause."""
        found = []
        for atom in self._control.symbolic_atoms.by_signature(name, arity):
            if not atom.is_fact:
                raise BrokenRules(f"the rules leave {atom.symbol} open: they are not stratified")
            found.append(str(atom.symbol))
        found.sort()
        return found

    def arguments(self, name: str, arity: int) -> list[tuple[str, ...]]:
        """The argument tuples of a predicate's atoms, each argument as text, sorted."""
        return sorted(
            tuple(map(str, atom.symbol.arguments))
            for atom in self._control.symbolic_atoms.by_signature(name, arity)
            if atom.is_fact
        )

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
