"""From the text of rules to compiled rules; clingo's parser is used here and nowhere else."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import clingo
from clingo import ast
from clingo.ast import AST, ASTType, Sign

from .rule import ANY, VARIABLE, BrokenRules, Literal, Rule
from .shapes import VALUE

#: An unnamed variable, or what looks like one in a string.
_ANONYMOUS = re.compile(r"(?<!\w)_(?!\w)")
#: Aggregates whose value is a number.
_NUMBERING = (ast.AggregateFunction.Count, ast.AggregateFunction.Sum, ast.AggregateFunction.SumPlus)
_COMPUTED = (ASTType.UnaryOperation, ASTType.BinaryOperation, ASTType.Interval)


def _signature(name: str, arity: int) -> str:
    return f"{name}/{arity}"


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
    head: AST,
    positive: Iterable[AST],
    matched: Iterable[tuple[str, AST]],
    assigned: Mapping[str, str],
    others: Iterable[AST],
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...], tuple[tuple[str, str | int], ...]]:
    """What a rule asks, binds and brings (:class:`Rule`). ``matched`` are variables with the terms that
    their values must match: such a term makes nothing, what stands in it stands there already.
    ``assigned`` are the symbols of what variables are set to that no atom binds."""
    asks: dict[tuple[str, str], None] = {}
    stands: defaultdict[str, dict[str, None]] = defaultdict(dict)

    def stand(place: str, term: AST) -> None:
        if term.ast_type is ASTType.Variable:
            if term.name != "_":  # each is another one
                stands[term.name][place] = None
        elif (symbol := _symbol(term)) not in ("", VALUE):
            asks[place, symbol] = None

    for atom in positive:
        for place, term in _places(atom):
            stand(place, term)
    for name, pattern in matched:
        for place in tuple(stands[name]):
            stand(place, pattern)
        for place, term in _places(pattern):
            stand(place, term)
    made = [filled for term in (head, *others) for filled in _places(term)]
    moved = {term.name for _, term in made if term.ast_type is ASTType.Variable}
    binds = {name: tuple(places) for name, places in stands.items() if name in moved or len(places) > 1}
    index = {name: number for number, name in enumerate(binds)}
    brings: dict[tuple[str, str | int], None] = {}
    for place, term in made:
        if term.ast_type is ASTType.Variable:
            brings[place, index.get(term.name, assigned.get(term.name, ANY))] = None
        else:
            brings[place, _symbol(term) or ANY] = None
    return tuple(asks), tuple(binds.values()), tuple(brings)


def _equation(literal: AST) -> tuple[tuple[AST, AST], ...]:
    """The two terms that a literal says to be equal, each beside the other; none if it says no such thing."""
    atom = literal.atom
    if literal.sign == Sign.NoSign and atom.ast_type is ASTType.Comparison and len(atom.guards) == 1:
        (guard,) = atom.guards
        if guard.comparison == ast.ComparisonOperator.Equal:
            return (atom.term, guard.term), (guard.term, atom.term)
    return ()


def _assigned(literal: AST) -> Iterator[tuple[str, str]]:
    """The variables that a literal sets if no atom binds them, each with the symbol of its value."""
    if literal.sign == Sign.NoSign and getattr(literal.atom, "function", None) in _NUMBERING:
        for guard in (literal.atom.left_guard, literal.atom.right_guard):
            if guard is not None and guard.comparison == ast.ComparisonOperator.Equal:
                yield str(guard.term), VALUE
    for variable, term in _equation(literal):
        if variable.ast_type is ASTType.Variable and (symbol := _symbol(term)):
            yield variable.name, symbol


def _matches(body: Sequence[AST], bound: set[str]) -> dict[int, tuple[str, AST]]:
    """The numbers of the comparisons that only look into what atoms bind, each with its variable and the
    term that the value must match, in the order in which the variables become known; ``bound`` are those
    that atoms bind."""
    known = set(bound)
    found: dict[int, tuple[str, AST]] = {}
    for _ in body:
        for number, literal in enumerate(body):
            for variable, term in _equation(literal):
                seen = variable.ast_type is ASTType.Variable and variable.name in known
                if seen and number not in found and _is_pattern(term):
                    found[number] = variable.name, term
                    known.update(_variables(term))
    return found


def _is_pattern(term: AST) -> bool:
    return term.ast_type is ASTType.Variable or (term.ast_type is ASTType.Function and not term.external)


def _computed_terms(literal: AST) -> Iterator[AST]:
    """The terms of a literal that no atom holds and that may come out of it: of those that it counts or
    sums only the number does."""
    if _is_aggregate(literal):
        if getattr(literal.atom, "function", None) in _NUMBERING:
            return
        for element in literal.atom.elements:
            yield from getattr(element, "terms", ())
            for condition in element.condition:
                yield from _computed_terms(condition)
    elif literal.atom.ast_type is ASTType.Comparison:
        yield literal.atom.term
        yield from (guard.term for guard in literal.atom.guards)


def _variables(node: AST) -> list[str]:
    return list(dict.fromkeys(name for name in VARIABLE.findall(str(node)) if name))


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
        return tuple(dict.fromkeys(name for guard in guards if guard for name in _variables(guard.term)))
    return tuple(_variables(literal))


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
    return [
        namer.visit(item)
        if _is_atom(item) and item.sign == Sign.NoSign and _ANONYMOUS.search(str(item))
        else item
        for item in body
    ]


def _compile(rule: AST, file: str) -> Rule:
    body = list(rule.body)
    head_term = rule.head.atom.symbol
    positive = [item for item in body if _is_atom(item) and item.sign == Sign.NoSign]
    negative = [item for item in body if _is_atom(item) and item.sign != Sign.NoSign]
    inner = [item for literal in body for item in _conditions(literal)]
    variables = _variables(rule.head)
    for literal in body:
        variables += [name for name in _global_variables(literal) if name not in variables]
    conditions = [item.atom.symbol for item in positive if item.atom.symbol.name != "in_force"]
    bound = {name for atom in conditions for name in _variables(atom)}
    matches = _matches(body, bound)
    computed = [term for n, item in enumerate(body) if n not in matches for term in _computed_terms(item)]
    assigned = dict(found for item in body for found in _assigned(item))
    asks, binds, brings = _shape(head_term, conditions, matches.values(), assigned, computed)
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


class _Rename(ast.Transformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_SymbolicAtom(self, node: AST) -> AST:
        term = node.symbol
        new = self._names.get(_signature(term.name, len(term.arguments)))
        return node if new is None else node.update(symbol=term.update(name=new))


def renamed(text: str, names: Mapping[str, str]) -> str:
    """The rules of a text with other names for some predicates, given by signature; terms keep theirs.

    Raises :class:`BrokenRules` if clingo cannot read the text.

    >>> renamed("lit(X) :- lamp(X), not put(lamp(X)).", {"lamp/1": "torch"})
    'lit(X) :- torch(X); not put(lamp(X)).'
    """
    rename, found, troubles = _Rename(names), list[str](), list[str]()

    def take(node: AST) -> None:
        if node.ast_type is ASTType.Rule:
            found.append(str(rename.visit(node)))

    try:
        ast.parse_string(text, take, logger=lambda code, message: troubles.append(message))
    except RuntimeError as failure:
        raise BrokenRules(f"clingo: {'; '.join(troubles) or failure}") from failure
    return "\n".join(found)
