"""Endless loops: whether events that happen by themselves can lead back to where they began.

In a loop whatever is changed is changed back, in rounds that change nothing but such things. So the facts
that some round makes and some round unmakes are gathered; then only rounds count that are confined to these,
and so on until nothing is left, or nothing more falls away. If nothing is left, there is no loop of any
length among the boards of the scope. A number that is added to counts as made when it rises and as unmade
when it falls.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..derivation.rulebook import Rulebook
from ..errors import NotCovered
from ..terms import functor
from .boards import board_of
from .finding import Finding
from .rulings import told
from .scope import Scope, atom, board_predicates
from .search import BoardSearch, one_world

_CHANGES = """
made(Fact) :- begin(Fact), not described(Fact).
unmade(Fact) :- end(Fact), described(Fact), not begin(Fact).
unmade(gone(Object)) :- vanish(Object).
unmade(playing(Whom)) :- over(Whom).
total(Fluent,Sum) :- add(Fluent,_,_), Sum = #sum { Number,By : add(Fluent,Number,By) }.
made(level(Fluent)) :- total(Fluent,Sum), Sum > 0.
unmade(level(Fluent)) :- total(Fluent,Sum), Sum < 0.
changes :- made(_).
changes :- unmade(_).
"""


def loop_search(rulebook: Rulebook, scope: Scope) -> BoardSearch:
    """The search for boards of which a round makes or unmakes a fact: ``made(Fact)``, ``unmade(Fact)``."""
    lines = [_CHANGES]
    summed = {functor(fluent) for fluent in _summed(rulebook)}
    for signature in board_predicates(rulebook.pack):
        name, _, arity = signature.partition("/")
        if arity == "0":
            continue
        fact, last = atom(signature), f"X{int(arity) - 1}"
        places = fact.removeprefix(f"{name}(").removesuffix(f"{last})").rstrip(",")
        fluent = f"{name}({places})" if places else name
        old = fact.removesuffix(f"{last})") + "Old)"
        made, unmade = (f"level({fluent})",) * 2 if name in summed else (fact, old)
        lines.append(f"made({made}) :- set({fluent},{last}), not {fact}.")
        lines.append(f"unmade({unmade}) :- set({fluent},{last}), {old}, Old != {last}.")
    return one_world(rulebook, scope, "\n".join(lines))


def _summed(rulebook: Rulebook) -> Iterator[str]:
    """The fluents that some rule adds to."""
    for rule in rulebook.pack.rules:
        if rule.signature == "add/3":
            yield rule.head.removeprefix("add(")


def changed_back(search: BoardSearch) -> tuple[frozenset[str], str]:
    """The facts that rounds confined to them make and unmake, with what says that a round is confined to
    them; none if no loop can be."""
    made, unmade = (search.possible(name, 1) for name in ("made", "unmade"))
    left, before = frozenset(fact for (fact,) in {*made} & {*unmade}), -1
    number = 0
    while True:
        number += 1
        confined = f"confined({number})"
        search.extend(
            "\n".join(f"in_play({number},{fact})." for fact in sorted(left))
            + f"\noutside({number}) :- made(Fact), not in_play({number},Fact)."
            f"\noutside({number}) :- unmade(Fact), not in_play({number},Fact)."
            f"\n{confined} :- changes, not outside({number})."
        )
        if len(left) == before or not left or search.exists(confined) is False:
            return left if len(left) == before else frozenset(), confined
        before = len(left)
        left = frozenset(
            fact
            for fact in left
            if search.exists(confined, f"made({fact})") is not False
            and search.exists(confined, f"unmade({fact})") is not False
        )


def endless_loops(rulebook: Rulebook, scope: Scope) -> Iterator[Finding]:
    """A finding if some loop of events that happen by themselves can't be ruled out in a scope: an error with
    a board that is ruled to loop, else a note that names the facts that are changed back and forth."""
    search = loop_search(rulebook, scope)
    left, confined = changed_back(search)
    if not left:
        return
    kinds = ", ".join(sorted({functor(fact.removeprefix("level(")) for fact in left}))
    for guess in search.boards(confined):
        assert guess.facts is not None
        try:
            board = board_of(rulebook.pack, rulebook.edition, guess.facts)
        except NotCovered:
            continue
        ruled = told(board, rulebook)
        if ruled.looped:
            slug = next(iter(ruled.clauses), kinds)
            clause = rulebook.pack.clauses.get(slug)
            place = (clause.file, clause.line) if clause else ("", 0)
            message = f"events that happen by themselves never end ({kinds}): {ruled.said}"
            yield Finding("endless-loop", "error", slug, message, *place, str(scope), str(board))
            return
    message = "changed back and forth; no board that loops was found, and none was ruled out"
    yield Finding("may-not-end", "note", kinds, message, bound=str(scope))
