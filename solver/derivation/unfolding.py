"""A predicate that a single rule reads, written into that rule.

``parting(Lamp) :- leaving(Lamp), fact_of(Lamp).`` with two rules for ``fact_of`` becomes two rules for
``parting``, and no atom of ``fact_of`` is needed (Tamaki and Sato 1984, "unfolding").
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import count

from .rule import Literal, Rule
from .slimming import ANY_VARIABLE, rewritten, signature_of, split_arguments

_NAME = re.compile(r"[A-Z]\w*")
#: Terms that mean the same wherever they stand: nothing in them is reckoned or runs through several values.
_PLAIN = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[\w(,)])*')


def unfolded(
    rules: Sequence[Rule], kept: Collection[str], told: Collection[str] = ()
) -> tuple[tuple[Rule, ...], frozenset[str]]:
    """The rules without the predicates that can be written into their only reader, and those predicates.

    ``kept`` are the predicates of facts and those that somebody reads besides the rules. What the rules of
    ``told`` read stays too: it is told as their reason.
    """
    found = list(rules)
    gone: set[str] = set()
    fresh = count()
    for signature in _candidates(rules, kept, told):
        readers = [
            n
            for n, rule in enumerate(found)
            if signature in rule.needs
            for literal in rule.body
            if _reads(literal, signature)
        ]
        giving = [n for n, rule in enumerate(found) if rule.signature == signature]
        if len(readers) != 1 or readers[0] in giving:
            continue
        reader = readers[0]
        versions = [_written_into(found[reader], found[n], signature, next(fresh)) for n in giving]
        if None not in versions:
            gone.add(signature)
            found[reader : reader + 1] = [version for version in versions if version]
            found = [rule for rule in found if rule.signature != signature]
    return tuple(found), frozenset(gone)


def _candidates(rules: Sequence[Rule], kept: Collection[str], told: Collection[str]) -> list[str]:
    """The predicates that one rule reads, in the order of their rules."""
    readings: Counter[str] = Counter()
    fixed = {*kept}
    giving: defaultdict[str, int] = defaultdict(int)
    for rule in rules:
        giving[rule.signature] += 1
        readings.update(rule.needs)
        fixed.update(rule.absent)
        if rule.signature in told or rule.stepwise:
            fixed.update(rule.needs)
        if rule.stepwise:
            fixed.add(rule.signature)
    return [signature for signature in giving if readings[signature] == 1 and signature not in fixed]


def _written_into(reader: Rule, giver: Rule, signature: str, number: int) -> Rule | None:
    """The reader with the body of the giver in place of its premise; ``None`` if their arguments cannot be
    matched one by one."""
    place = next(n for n, each in enumerate(reader.body) if _reads(each, signature))
    apart = [literal._replace(text=_apart(literal.text, number)) for literal in giver.body]
    asked = split_arguments(reader.body[place].text)
    values = _matched(asked, split_arguments(_apart(giver.head, number)))
    if values is None:
        return None
    body = [*reader.body[:place], *apart, *reader.body[place + 1 :]]
    head = _put(reader.head, values)
    return rewritten(
        reader._replace(head=head), [literal._replace(text=_put(literal.text, values)) for literal in body]
    )


def _reads(literal: Literal, signature: str) -> bool:
    return literal.kind == "holds" and signature_of(literal.text) == signature


def _apart(text: str, number: int) -> str:
    """A text with variables that no other rule has."""
    names = {found[1] for found in ANY_VARIABLE.finditer(text)} - {None, "_"}
    return _put(text, {name: f"{name}In{number}" for name in names})


def _put(text: str, values: Mapping[str, str]) -> str:
    return ANY_VARIABLE.sub(lambda found: values.get(found[1], found[0]), text)


def _matched(asked: Sequence[str], given: Sequence[str]) -> Mapping[str, str] | None:
    """What to put for the variables on either side so that both are alike, argument by argument; ``None``
    where that takes more than one look at each."""
    values: dict[str, str] = {}
    for one, other in zip(asked, given, strict=True):
        if one == "_" or one == other:
            continue
        name, value = (one, other) if _NAME.fullmatch(one) and one not in values else (other, one)
        if not _NAME.fullmatch(name) or name in values or not _PLAIN.fullmatch(value):
            return None
        values[name] = value
    inside = (found[1] for value in values.values() for found in ANY_VARIABLE.finditer(value))
    return None if values.keys() & {*inside} else values
