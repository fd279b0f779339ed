"""The reachable rules of a board, written with less: the same follows, from fewer rules and by fewer atoms.

A premise that nothing reachable could deny is left out. A predicate that one reachable rule only renames
(``lit(Lamp) :- state(Lamp,on)``) is replaced by what it renames, so that neither its rule nor its atoms are
needed. A predicate that a single rule reads is written into that rule, once for each rule that gives it, so
that its atoms are not needed either.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import count
from typing import NamedTuple, TypeVar

from ..terms import functor
from .rule import Literal, Rule

#: A variable in the text of a rule, named or not; also a string, which has none in it.
ANY_VARIABLE = re.compile(r'"(?:[^"\\]|\\.)*"|(\b[A-Z]\w*|(?<!\w)_(?!\w))')


class Renaming(NamedTuple):
    """What a predicate is another name of: the variables of its head, and the atom with them."""

    variables: tuple[str, ...]
    atom: str

    def of(self, atom: str, number: int) -> str:
        """The atom that an atom of the predicate stands for; ``number`` keeps its own variables apart."""
        values = dict(zip(self.variables, split_arguments(atom), strict=True))
        negated = atom.startswith("not ")

        def value(found: re.Match[str]) -> str:
            if not found[1]:
                return found[0]
            return values.get(found[1], "_" if negated else f"{found[1]}Of{number}")

        return ("not " if negated else "") + ANY_VARIABLE.sub(value, self.atom)


#: Renamings by predicate.
Renamings = Mapping[str, Renaming]


def split_arguments(atom: str) -> list[str]:
    """The arguments of an atom, as text.

    >>> split_arguments('not near(box(X,1),"a, b",(Y+1))')
    ['box(X,1)', '"a, b"', '(Y+1)']
    """
    start = atom.find("(") + 1
    if not start:
        return []
    found, depth, quoted, first = [], 0, False, start
    for place in range(start, len(atom)):
        sign = atom[place]
        if sign == '"' and atom[place - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif sign in "([{":
            depth += 1
        elif sign in ")]}" and depth:
            depth -= 1
        elif (sign == "," and not depth) or place == len(atom) - 1:
            found.append(atom[first:place])
            first = place + 1
    return found


@functools.lru_cache(maxsize=1 << 16)
def signature_of(atom: str) -> str:
    """The predicate of an atom with variables, negated or not."""
    return f"{functor(atom.removeprefix('not '))}/{len(split_arguments(atom))}"


def slimmed(
    rules: Sequence[Rule],
    given: Collection[str],
    there: Collection[str],
    read: Collection[str],
    *,
    rename: bool,
) -> tuple[tuple[Rule, ...], Renamings]:
    """Rules that are all in force, with their premises slimmed, and what has been renamed in them.

    ``given`` are the predicates of the facts, ``there`` the names of all predicates that may have an atom,
    ``read`` the predicates that somebody reads besides the rules. Predicates are replaced only if ``rename``.
    """
    bodies = [tuple(literal for literal in rule.body if _tells(literal, there)) for rule in rules]
    renamings = _renamings(rules, bodies, {*given, *read}) if rename else {}
    return (
        tuple(
            rewritten(rule, renamed(body, renamings))
            for rule, body in zip(rules, bodies, strict=True)
            if rule.signature not in renamings
        ),
        renamings,
    )


def _tells(literal: Literal, there: Collection[str]) -> bool:
    """Whether a premise could fail."""
    if literal.kind == "absent":
        return functor(literal.text.removeprefix("not ")) in there
    return not literal.text.startswith("in_force(")


def _renamings(
    rules: Sequence[Rule], bodies: Sequence[Sequence[Literal]], fixed: Collection[str]
) -> dict[str, Renaming]:
    giving = Counter(rule.signature for rule in rules)
    counted = {
        signature_of(part.text)
        for rule in rules
        for literal in rule.body
        for condition in literal.conditions
        for part in condition
        if part.kind in ("holds", "absent")
    }
    found: dict[str, Renaming] = {}
    for rule, body in zip(rules, bodies, strict=True):
        if len(body) != 1 or body[0].kind != "holds" or giving[rule.signature] > 1 or rule.stepwise:
            continue
        variables = tuple(split_arguments(rule.head))
        inside = [name for name in ANY_VARIABLE.findall(body[0].text) if name]
        plain = all(re.fullmatch(r"[A-Z]\w*", name) for name in variables)
        if not plain or len({*inside}) < len(inside) or len({*variables}) < len(variables):
            continue
        if {*variables} <= {*inside} and rule.signature not in fixed and rule.signature not in counted:
            found[rule.signature] = Renaming(variables, body[0].text)
    return _resolved(found)


def _resolved(renamings: dict[str, Renaming]) -> dict[str, Renaming]:
    """Renamings of renamed predicates, down to what is not renamed. None goes round in a circle, as rules are
    stratified by what they negate only: what renames itself has no atoms and stays as it is."""
    resolved: dict[str, Renaming] = {}
    for signature, renaming in renamings.items():
        atom, passed, number = renaming.atom, {signature}, count()
        while (inner := signature_of(atom)) in renamings and inner not in passed:
            passed.add(inner)
            atom = renamings[inner].of(atom, next(number))
        if inner not in passed:
            resolved[signature] = Renaming(renaming.variables, atom)
    return resolved


def renamed(body: Iterable[Literal], renamings: Renamings) -> list[Literal]:
    """Literals without the predicates that are renamed."""
    found, number = [], count()
    for literal in body:
        plain = literal.kind in ("holds", "absent")
        renaming = renamings.get(signature_of(literal.text)) if plain else None
        found.append(literal._replace(text=renaming.of(literal.text, next(number))) if renaming else literal)
    return found


_Key = TypeVar("_Key")
_Value = TypeVar("_Value")

#: How much of one kind is remembered; then all of it is forgotten.
_REMEMBERED = 1 << 16


def remembered(memory: dict[_Key, _Value], key: _Key, make: Callable[[], _Value]) -> _Value:
    """What is made of a key, made once: the same rules are slimmed on board after board."""
    if key not in memory:
        if len(memory) >= _REMEMBERED:
            memory.clear()
        memory[key] = make()
    return memory[key]


#: What the rules of these texts read: which predicates they need, and of which they ask that atoms be absent.
_reading: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {}


def rewritten(rule: Rule, body: Sequence[Literal]) -> Rule:
    """A rule with another body: its text, and what it needs."""
    joined = "; ".join([literal.text for literal in body])
    text = f"{rule.head} :- {joined}." if joined else f"{rule.head}."
    needs, absent = remembered(_reading, text, lambda: _read_by(body))
    return rule._replace(text=text, body=tuple(body), needs=needs, absent=absent)


def _read_by(body: Sequence[Literal]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    needs = (signature_of(literal.text) for literal in body if literal.kind == "holds")
    absent = [signature_of(literal.text) for literal in body if literal.kind == "absent"]
    for literal in body:
        inner = (part for condition in literal.conditions for part in condition)
        absent += [signature_of(part.text) for part in inner if part.kind in ("holds", "absent")]
    return tuple(dict.fromkeys(needs)), tuple(dict.fromkeys(absent))
