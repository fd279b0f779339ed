"""Two worlds: one guessed board under two sets of rules, to find where they rule differently.

What does not depend on a clause in which the two differ is derived once; the rest is derived twice,
under other names.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterable, Mapping, Sequence

from ..derivation.compiling import renamed
from ..derivation.rule import Rule
from ..derivation.rulebook import Pack, Rulebook
from .scope import Scope, atom
from .search import BoardSearch, fires, rules_in, text_of

#: What a ruling consists of, with the places of each predicate that count: not which clause says so.
COMPARED: Mapping[str, tuple[int, ...]] = {
    "happens/1": (0,),
    "choice/3": (0, 1),
    "option/3": (0, 1, 2),
    "set/2": (0, 1),
    "add/3": (0, 1),
    "begin/1": (0,),
    "end/1": (0,),
    "over/1": (0,),
    "wins/1": (0,),
    "triggered/2": (0, 1),
    "loop_means/1": (0,),
    "receives_priority/1": (0,),
    "check_due/0": (),
    "illegal/3": (0,),
}

WORLDS = ("one", "other")

#: Which boards are left out, or are larger, in each of the worlds.
_JUDGED = {
    "contradiction": "contradiction/3",
    "excluded": "excluded/2",
    "missing": "missing/2",
    "caveat": "caveat/2",
}
_SOUND = """
:- {contradiction}(_,_,_).
:- {excluded}(_,_).
:- {missing}(_,_).
noted(Kind,About) :- {caveat}(Kind,About).
"""


def affected(rules: Iterable[Rule], clauses: Collection[str]) -> frozenset[str]:
    """The predicates that depend on a clause, directly or through others."""
    rules = tuple(rules)
    found = {rule.signature for rule in rules if rule.clause in clauses}
    while True:
        more = {r.signature for r in rules if not found.isdisjoint((*r.needs, *r.absent))} - found
        if not more:
            return frozenset(found)
        found |= more


class Names:
    """What the predicates that depend on a difference are called in each world."""

    def __init__(self, signatures: Collection[str]) -> None:
        self.signatures = frozenset(signatures)

    def of(self, world: str, *further: str) -> dict[str, str]:
        """The names in a world, by signature; ``further`` are other predicates to be renamed."""
        both = (*self.signatures, *further)
        return {signature: f"{signature.partition('/')[0]}__{world}" for signature in both}

    def atom(self, signature: str, world: str) -> str:
        """An atom of a predicate in a world, with a variable at every place."""
        plain = atom(signature)
        if signature not in self.signatures:
            return plain
        name = signature.partition("/")[0]
        return plain.replace(name, f"{name}__{world}", 1)


def two_worlds(one: Sequence[Rule], other: Sequence[Rule], clauses: Collection[str]) -> tuple[str, Names]:
    """The program of two sets of rules that differ in some clauses only, and the names it uses.

    It tells ``fires(World,Clause)`` for those clauses, and ``differs`` if anything the solver reads does.
    """
    every = tuple(dict.fromkeys((*one, *other)))
    names = Names(affected(every, clauses))
    parts = [text_of(rule for rule in every if rule.signature not in names.signatures)]
    for world, rules in zip(WORLDS, (one, other), strict=True):
        own = tuple(rule for rule in rules if rule.signature in names.signatures)
        told = fires((rule for rule in own if rule.clause in clauses), f"fires({world},{{clause}})")
        parts.append(renamed(f"{text_of(own)}\n{told}", names.of(world)))
        parts.append(_SOUND.format_map({n: names.of(world).get(s, n) for n, s in _JUDGED.items()}))
    parts += differences(names)
    return "\n".join(parts), names


def differences(names: Names) -> Iterable[str]:
    """What says that the two worlds rule differently."""
    for signature, kept in COMPARED.items():
        if signature in names.signatures:
            name, places = signature.partition("/")[0], ",".join(f"X{place}" for place in kept)
            kept_in = {world: f"{name}__kept__{world}(({places}))" for world in WORLDS}
            for world, against in (WORLDS, WORLDS[::-1]):
                yield f"{kept_in[world]} :- {names.atom(signature, world)}."
                yield f"differs :- {kept_in[world]}, not {kept_in[against]}."


def differing(one: Rulebook, other: Rulebook, scope: Scope) -> tuple[str, ...]:
    """The clauses in force in only one of two editions at the moment of a scope, in its rules."""
    apart = one.in_force(scope.moment) ^ other.in_force(scope.moment)
    both = {rule.clause for book in (one, other) for rule in rules_in(book, scope)}
    return tuple(slug for slug in (*one.numbers, *other.numbers) if slug in apart and slug in both)


#: Two clauses are about the same if they share so much of the predicates that they ask for.
_KINSHIP = 0.4


@functools.cache
def _asked(pack: Pack, slug: str) -> frozenset[str]:
    """The predicates that a clause asks for, those of the contract that every clause asks for left out."""
    rules = (rule for rule in pack.rules if rule.clause == slug)
    return frozenset(need for rule in rules for need in (*rule.needs, *rule.absent)) - {"in_force/1"}


@functools.cache
def counterparts(slug: str, one: Rulebook, other: Rulebook) -> tuple[str, ...]:
    """The clauses that only the other edition has and that are about the same as this one: they ask for
    much the same predicates. The nearest comes first."""
    own, foreign = (one, other) if slug in one.numbers else (other, one)
    asked = _asked(own.pack, slug)
    near = []
    for candidate in foreign.numbers:
        if candidate not in own.numbers:
            both = _asked(own.pack, candidate)
            likeness = len(asked & both) / max(len(asked | both), 1)
            if likeness >= _KINSHIP:
                near.append((-likeness, candidate))
    return tuple(candidate for _, candidate in sorted(near))


def edition_search(one: Rulebook, other: Rulebook, scope: Scope) -> BoardSearch:
    """The search for boards on which two editions rule differently."""
    clauses = differing(one, other, scope)
    rules = rules_in(one, scope), rules_in(other, scope)
    program, names = two_worlds(*rules, clauses)
    lines = [program]
    for slug in clauses:
        own, foreign = WORLDS if slug in one.numbers else WORLDS[::-1]
        lines.append(f"fires({slug}) :- fires({own},{slug}).\nhas_fired({own}) :- fires({slug}).")
        lines += [
            f"facing({slug}) :- fires({slug}), fires({near})." for near in counterparts(slug, one, other)
        ]
        if concludes(slug, one if slug in one.numbers else other):
            lines += _decides(slug, own, foreign, names)
        else:
            lines.append(f"decides({slug}) :- fires({slug}), differs.")
    lines += [f"alone({own}) :- not has_fired({foreign})." for own, foreign in (WORLDS, WORLDS[::-1])]
    lines.append("unusual(fires(Clause)) :- fires(Clause).")  # so that a board shows one difference
    return BoardSearch("\n".join(lines), scope)


#: What a clause can conclude that a ruling tells with the clause: with when the other world rules otherwise.
_CONCLUSIONS: Mapping[str, str] = {
    "would/2": "{would}(Event,{slug}), {happens}(Event), not {foreign_happens}(Event)",
    "asks/3": "{asks}(Player,Question,{slug}), not {foreign_asks}(Player,Question,_)",
    "ignored/2": "{ignored}(Event,{slug}), not {happens}(Event), {foreign_happens}(Event)",
    "illegal/3": "{illegal}(Event,{slug},_), not {foreign_illegal}(Event,_,_)",
}
#: What a declaration is illegal for.
_AGAINST = ("forbidden/3", "broken/3")


@functools.cache
def concludes(slug: str, rulebook: Rulebook) -> bool:
    """Whether a ruling tells what follows from a clause together with the clause; else it only defines."""
    return any(
        rule.clause == slug and rule.signature in {*_CONCLUSIONS, *_AGAINST} for rule in rulebook.pack.rules
    )


def _decides(slug: str, own: str, foreign: str, names: Names) -> Iterable[str]:
    """``decides(Clause)``: the rulings differ in something that this clause concludes."""
    mine, theirs = names.of(own), names.of(foreign)

    def called(signature: str, named: Mapping[str, str]) -> str:
        return named.get(signature, signature.partition("/")[0])

    words = {"slug": slug}
    for signature in (*_CONCLUSIONS, "happens/1"):
        words[signature.partition("/")[0]] = called(signature, mine)
        words[f"foreign_{signature.partition('/')[0]}"] = called(signature, theirs)
    return [f"decides({slug}) :- {body.format_map(words)}." for body in _CONCLUSIONS.values()]
