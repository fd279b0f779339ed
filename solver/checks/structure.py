"""The structure of an encoding: predicates, what rests on what, which rules run when. No search is needed.

Each check yields findings; :data:`CHECKS` are all of them.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..derivation.rule import STEP, Rule
from ..nearest import did_you_mean
from ..terms import functor
from .contract import EVENTFUL, GIVEN, OPEN, TAKEN
from .encoding import Encoding, at
from .finding import Finding

if TYPE_CHECKING:
    from networkx import DiGraph

#: What a stepwise predicate says after a step; without it, before or at that step.
NEXT = " after the step"
#: Files in which predicates are declared.
_DECLARING = ("contract.lp", "inputs.lp")


def dependencies(rules: Iterable[Rule]) -> DiGraph:
    """Which predicates rest on which, ``strict`` where through negation or counting.

    The named exception of the design: stepwise rules rest on what the step before has left, so for them what
    holds after a step is another node than what holds at it. Nothing leads back from the one to the other."""
    import networkx as nx

    graph = nx.DiGraph()
    for rule in rules:
        after = rule.stepwise and f"({STEP}+1)" in rule.head
        head = rule.signature + NEXT * after
        # another_step(Step+1) and the like, in a rule about what holds after the step
        ahead = {functor(literal.text) for literal in rule.body if f"({STEP}+1)" in literal.text}
        for need in rule.needs:
            need += NEXT * (need.partition("/")[0] in ahead)
            if not graph.has_edge(need, head):
                graph.add_edge(need, head, strict=False, rule=rule)
        for need in rule.absent:
            graph.add_edge(need, head, strict=True, rule=rule)
    return graph


def unstratified(encoding: Encoding) -> Iterator[Finding]:
    """A cycle through ``not`` or a count: then a board may have several models, or none."""
    import networkx as nx

    graph = dependencies(encoding.pack.rules)
    for circle in nx.strongly_connected_components(graph):
        inside = graph.subgraph(circle)
        strict = [(one, other) for one, other, on in inside.edges(data="strict") if on]
        if strict:
            rule = inside.edges[min(strict)]["rule"]
            cycle = ", ".join(sorted(circle))
            yield at(rule, "unstratified", "error", f"a cycle through not or a count, among {cycle}")


def steps_misplaced(encoding: Encoding) -> Iterator[Finding]:
    """A stepwise predicate that does not carry the step first, or rests on the step to come."""
    stepwise = {rule.signature for rule in encoding.pack.rules if rule.stepwise}
    for rule in encoding.pack.rules:
        if rule.stepwise:
            ahead = any(f"({STEP}+1)" in literal.text for literal in rule.body)
            if not re.match(rf"\w+\(({STEP}|\({STEP}\+1\))[,)]", rule.head):
                yield at(rule, "step-misplaced", "error", "a stepwise predicate carries the step first")
            elif ahead and f"({STEP}+1)" not in rule.head:
                yield at(rule, "step-misplaced", "error", "what holds at a step rests on the next one")
        elif rule.signature in stepwise and not re.match(r"\w+\(0[,)]", rule.head):
            yield at(rule, "step-misplaced", "error", "only step 0 may be given from outside")


def undefined(encoding: Encoding) -> Iterator[Finding]:
    """A predicate that no rule gives and no board states: the rule never holds, or its ``not`` always."""
    known = encoding.heads | encoding.declared.keys() | GIVEN | OPEN
    by_name: dict[str, list[str]] = defaultdict(list)
    for signature in known:
        by_name[signature.partition("/")[0]].append(signature)
    told: set[str] = set()
    for rule in encoding.pack.rules:
        for need in (*rule.needs, *rule.absent):
            if need in known or need in told:
                continue
            told.add(need)
            name = need.partition("/")[0]
            if name in by_name:
                others = ", ".join(sorted(by_name[name]))
                yield at(rule, "arity-clash", "error", f"{need} is given by nothing; there is {others}")
            else:
                advice = did_you_mean(name, tuple(by_name))
                said = f"{need} is given by no rule and by no board"
                yield at(rule, "undefined", "error", f"{said}; {advice}" if advice else said)


def unused(encoding: Encoding) -> Iterator[Finding]:
    """A predicate that is given and that nothing reads."""
    first: dict[str, Rule] = {}
    for rule in encoding.pack.rules:
        first.setdefault(rule.signature, rule)
    for signature, rule in first.items():
        if signature not in encoding.reads and signature not in TAKEN | OPEN:
            yield at(rule, "unused", "warning", f"nothing reads {signature}", signature)
    for signature, (file, line) in encoding.declared.items():
        if signature not in encoding.reads | GIVEN | OPEN | TAKEN:
            message = f"a board may state {signature}, and no rule reads it"
            yield Finding("unused-input", "warning", signature, message, file, line)


def declared_elsewhere(encoding: Encoding) -> Iterator[Finding]:
    """``#defined`` outside of the contract and the inputs hides a predicate that is written wrongly."""
    for signature, (file, line) in encoding.declared.items():
        if file not in _DECLARING:
            message = f"{signature} is declared here; inputs.lp is the place for what a board states"
            yield Finding("declared-elsewhere", "error", signature, message, file, line)
    for rule in encoding.pack.rules:
        if encoding.declared.get(rule.signature, ("",))[0] == "inputs.lp":
            message = f"a board states {rule.signature}, and this rule derives it too"
            yield at(rule, "stated-and-derived", "error", message, rule.signature)


def leading_nowhere(encoding: Encoding) -> Iterator[Finding]:
    """A clause from which nothing leads to what the solver reads."""
    import networkx as nx

    graph = nx.DiGraph()
    for rule in encoding.pack.rules:
        graph.add_edges_from((need, rule.signature) for need in (*rule.needs, *rule.absent))
    read = TAKEN | {"edit/2"}
    leading = read.union(*(nx.ancestors(graph, signature) for signature in read if signature in graph))
    for slug, clause in encoding.pack.clauses.items():
        heads = {rule.signature for rule in encoding.pack.rules if rule.clause == slug}
        if heads and not heads & leading:
            message = f"nothing that the solver reads rests on {', '.join(sorted(heads))}"
            yield Finding("feeds-nothing", "error", slug, message, clause.file, clause.line)


def two_meanings(encoding: Encoding) -> Iterator[Finding]:
    """A predicate derived in several sections that the pack does not list as shared: two meanings of one name
    would be added up in silence."""
    shared = encoding.register.get("shared", {})
    places: dict[str, dict[str, Rule]] = defaultdict(dict)
    for rule in encoding.pack.rules:
        places[rule.signature].setdefault(rule.file, rule)
    for signature, by_file in places.items():
        if signature in TAKEN | OPEN or len(by_file) == 1:
            continue
        strangers = [rule for file, rule in by_file.items() if file not in shared.get(signature, ())]
        for rule in strangers:
            others = ", ".join(sorted(by_file.keys() - {rule.file}))
            row = ", ".join(f'"{file}"' for file in sorted(by_file))
            message = f'derived in {others} too; if it means the same: [shared] "{signature}" = [{row}]'
            yield at(rule, "two-meanings", "error", message, signature)


def always_running(encoding: Encoding) -> Iterator[Finding]:
    """A rule of a section with a moment that speaks to the solver and runs at every moment: neither it nor
    anything it rests on asks whether a clause is in force, which moment it is, or what happens."""
    by_head: dict[str, list[Rule]] = defaultdict(list)
    for rule in encoding.pack.rules:
        by_head[rule.signature].append(rule)
    guarded = {"moment/1", "declaring/1", "declared/1", "inspected/1", "worded/1", "chosen/3", "happens/1"}

    def is_guarded(rule: Rule) -> bool:
        if rule.clause:
            return bool(encoding.moments[rule.file])
        return not guarded.isdisjoint(rule.needs)

    while more := {s for s, rules in by_head.items() if s not in guarded and all(map(is_guarded, rules))}:
        guarded |= more
    for rule in encoding.pack.rules:
        if encoding.moments[rule.file] and rule.signature in EVENTFUL and not is_guarded(rule):
            moment = encoding.moments[rule.file]
            message = f"{rule.head} is said at every moment, although this section is about {moment}"
            yield at(rule, "always-running", "error", message)


def singletons(encoding: Encoding) -> Iterator[Finding]:
    """A variable that stands once in a rule, in each of its alternatives: a slip, or it should be ``_``."""
    counts: dict[tuple[str, int], dict[str, int]] = defaultdict(dict)
    first: dict[tuple[str, int], Rule] = {}
    for rule in encoding.pack.rules:
        found = re.findall(r"\b[A-Z]\w*", re.sub(r'"(?:[^"\\]|\\.)*"', "", rule.text))
        place = rule.file, rule.line
        first.setdefault(place, rule)
        for name in found:
            counts[place][name] = max(counts[place].get(name, 0), found.count(name))
    for place, of_names in counts.items():
        once = [v for v, n in of_names.items() if n == 1 and not re.match(r"(Any|Each)\d", v)]
        if once:
            yield at(first[place], "singleton", "warning", f"{', '.join(once)} stands only once; write _")


def never_asked(encoding: Encoding) -> Iterator[Finding]:
    """A moment of the cycle at which no clause is in force."""
    moments = set(encoding.moments.values())
    for moment in encoding.pack.cycle:
        if moment not in moments and moment != encoding.pack.main_moment:
            yield Finding(
                "idle-moment", "warning", moment, "no section is in force at this moment", "pack.toml"
            )


CHECKS = (
    unstratified,
    steps_misplaced,
    undefined,
    unused,
    declared_elsewhere,
    leading_nowhere,
    two_meanings,
    always_running,
    singletons,
    never_asked,
)
