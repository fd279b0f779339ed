"""Clauses without which every board of a scope would be ruled the same: they only add a citation."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..derivation.rulebook import Rulebook
from .finding import Finding
from .scope import Scope
from .search import BoardSearch, rules_in
from .worlds import two_worlds


def redundancy_search(rulebook: Rulebook, scope: Scope) -> tuple[BoardSearch, tuple[str, ...]]:
    """The search for boards on which a clause, ``removed(Clause)``, makes a difference, and the clauses."""
    rules = rules_in(rulebook, scope)
    clauses = tuple(dict.fromkeys(rule.clause for rule in rules if rule.clause))
    switched = tuple(
        rule._replace(text=rule.text.replace(f"in_force({rule.clause})", f"standing({rule.clause})"))
        for rule in rules
    )
    program, _ = two_worlds(rules, switched, clauses)
    switches = "".join(f"switchable({slug}).\n" for slug in clauses)
    switches += "{ removed(Clause) : switchable(Clause) } 1.\n"
    switches += "standing(Clause) :- switchable(Clause), not removed(Clause)."
    return BoardSearch(f"{program}\n{switches}", scope), clauses


def redundant(
    rulebook: Rulebook, scope: Scope, seen: Callable[[], None] = lambda: None
) -> Iterator[tuple[str, bool]]:
    """The clauses whose removal changes no ruling in the scope, and whether that is proven; ``seen`` is
    called after each clause. A clause that never fires in the scope is among them."""
    search, clauses = redundancy_search(rulebook, scope)
    for slug in clauses:
        found = search.exists(f"removed({slug})", "differs")
        if not found:
            yield slug, found is False
        seen()


def redundancies(
    rulebook: Rulebook, scope: Scope, firing: frozenset[str], seen: Callable[[], None] = lambda: None
) -> Iterator[Finding]:
    """A finding for each clause that fires in the scope (``firing``) and changes no ruling there."""
    for slug, proven in redundant(rulebook, scope, seen):
        if slug in firing:
            clause = rulebook.pack.clauses[slug]
            message = (
                "without it no board is ruled otherwise" if proven else "no board was found that needs it"
            )
            yield Finding("redundant", "note", slug, message, clause.file, clause.line, str(scope))
