"""A predicate that a single rule reads, written into that rule.

``parting(Lamp) :- leaving(Lamp), fact_of(Lamp).`` with two rules for ``fact_of`` becomes two rules for
``parting``, and no atom of ``fact_of`` is needed (Tamaki and Sato 1984, "unfolding").
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from .rule import Literal, Rule
from .slimming import ANY_VARIABLE, remembered, rewritten, signature_of, split_arguments

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
    versions = [[rule] for rule in rules]
    giving: defaultdict[str, list[int]] = defaultdict(list)
    readers: defaultdict[str, set[int]] = defaultdict(set)
    fixed = {*kept}
    for number, rule in enumerate(rules):
        giving[rule.signature].append(number)
        for signature in rule.needs:
            readers[signature].add(number)
        fixed.update(rule.absent)
        if rule.signature in told or rule.stepwise:
            fixed.update(rule.needs)
        if rule.stepwise:
            fixed.add(rule.signature)
    gone: set[str] = set()
    for signature, givers in giving.items():
        if signature in fixed or len(readers[signature]) != 1:
            continue
        (reader,) = readers[signature]
        bodies = [version for giver in givers for version in versions[giver]]
        written: list[Rule | None] = []
        for into in versions[reader]:
            if signature in into.needs:
                written += [_written_once(into, body, signature) for body in bodies]
            else:
                written.append(into)
        if reader in givers or None in written:
            continue
        gone.add(signature)
        versions[reader] = [rule for rule in written if rule]
        for giver in givers:
            for need in {need for version in versions[giver] for need in version.needs}:
                readers[need].discard(giver)
                readers[need].add(reader)
            versions[giver] = []
    return tuple(rule for number in versions for rule in number), frozenset(gone)


#: What comes of writing one rule into another: the same pairs come again on board after board.
_written: dict[tuple[str, str, str, str], Rule | None] = {}


def _written_once(reader: Rule, giver: Rule, signature: str) -> Rule | None:
    pair = (reader.text, reader.clause, giver.text, signature)
    return remembered(_written, pair, lambda: _written_into(reader, giver, signature))


def _written_into(reader: Rule, giver: Rule, signature: str) -> Rule | None:
    """The reader with the body of the giver in place of its premise; ``None`` if there are several, or if
    their arguments cannot be matched one by one."""
    places = [n for n, each in enumerate(reader.body) if _reads(each, signature)]
    asked = split_arguments(reader.body[places[0]].text)
    apart = f"In{signature.replace('/', '')}"  # a predicate is written into one rule, and once
    values = _matched(asked, [_put(argument, {}, apart) for argument in split_arguments(giver.head)])
    if values is None or len(places) > 1:
        return None
    body = [literal._replace(text=_put(literal.text, values)) for literal in reader.body]
    instead = [literal._replace(text=_put(literal.text, values, apart)) for literal in giver.body]
    body[places[0] : places[0] + 1] = instead
    return rewritten(reader._replace(head=_put(reader.head, values)), body)


def _reads(literal: Literal, signature: str) -> bool:
    return literal.kind == "holds" and signature_of(literal.text) == signature


def _put(text: str, values: Mapping[str, str], apart: str = "") -> str:
    """A text with what stands for its variables; an ending tells them apart from those of other rules."""

    def value(found: re.Match[str]) -> str:
        if found[1] in (None, "_"):
            return found[0]
        name = found[1] + apart
        return values.get(name, name)

    return ANY_VARIABLE.sub(value, text)


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
