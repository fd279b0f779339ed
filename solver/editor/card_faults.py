"""What is wrong with written cards: the findings of ``headjudge card lint`` at their places."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from ..derivation.rulebook import Rulebook
from ..errors import HeadjudgeError
from ..lint import Design, Finding, WrittenCard
from ..lint import findings as severities
from ..lint.linting import lint_batch
from .board_faults import said
from .clauses import clauses_of
from .document import Document
from .found import ERROR, INFORMATION, WARNING, Fix, Found

_SEVERITY = {severities.ERROR: ERROR, severities.WARNING: WARNING, severities.NOTE: INFORMATION}
#: So many cards are looked at at once, and so many are remembered with what was found in them.
_AT_ONCE, _REMEMBERED = 20, 2000
_Known = tuple[str, tuple[tuple[str, str], ...]]
_known: OrderedDict[_Known, list[Finding]] = OrderedDict()


def faults(document: Document, going_on: Callable[[], object]) -> list[Found]:
    """What is found in the cards of a document. ``going_on`` is called now and then, and may end the search.

    A card that has not changed since it was looked at is not looked at again.
    """
    cards, malformed = document.cards
    found = []
    for error in malformed:
        place = error.place
        span = document.places.found(place, error.found) if place and place.line else (0, 0)
        found.append(Found(*span, ERROR, "malformed", said(error)))
    fresh = [card for card in cards if _key(card) not in _known]
    for start in range(0, len(fresh), _AT_ONCE):
        going_on()
        some = fresh[start : start + _AT_ONCE]
        for card, findings in zip(some, lint_batch(some, Design.load(some[0].game)), strict=True):
            _known[_key(card)] = findings
    for card in cards:
        _known.move_to_end(_key(card))
        found += [_found(document, replace(each, card=card)) for each in _known[_key(card)]]
    while len(_known) > max(_REMEMBERED, len(cards)):
        _known.popitem(last=False)
    return sorted(found, key=lambda each: each.start)


def _key(card: WrittenCard) -> _Known:
    return card.game, tuple(card.printed.items())


def _found(document: Document, finding: Finding) -> Found:
    start, end = document.span(finding.card, finding.field, finding.start, finding.end)
    if start == end:
        start, end = document.places.word(start)
    parts = [finding.message]
    if finding.suggestion:
        parts.append(finding.suggestion)
    if finding.code.numbers:
        parts.append(f"rests on {', '.join(finding.code.numbers)}")
    if finding.proof:
        parts.append(f"a board that shows it:\n{finding.proof}")
    fixes: tuple[Fix, ...] = ()
    if fix := finding.fix:
        span = document.span(finding.card, fix.field, fix.start, fix.end)
        fixes = (Fix(f"Write {fix.text}" if fix.text else "Leave it out", *span, fix.text),)
    severity = _SEVERITY[finding.severity]
    return Found(start, end, severity, finding.code.code, "\n".join(parts), fixes, _link(finding))


def _link(finding: Finding) -> str:
    """Where the first encoded rule stands on which a finding rests; ``""`` if none is encoded."""
    try:
        clauses = clauses_of(Rulebook.load(finding.card.game))
    except HeadjudgeError:
        return ""
    blocks = (clauses.block(slug) for number in finding.code.numbers for slug in clauses.numbered(number))
    return next((f"{block.file.as_uri()}#L{block.start + 1}" for block in blocks if block), "")
