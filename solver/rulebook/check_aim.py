"""Whether a reference aims at a clause that shares the subject of the sentence that makes it.

Two numbers are weighed against each other: how much of the sentence the cited clause covers, and how much one
covers that a slip, or a renumbering that was not followed, would have made of it. Words are
weighted by how seldom they are (Spärck Jones 1972).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from . import numbers
from .check_references import SLIP, likely_meant, siblings_within
from .document import Clause, Document, Entry, Reference
from .findings import Finding, found
from .subjects import Subjects

STRONG, MODERATE, WEAK = "strong", "moderate", "weak"
#: Shares of the weight of a sentence, of a title: what counts as nothing, little, most of it.
_NOTHING, _LITTLE, _HALF, _MOST = 0.05, 0.4, 0.5, 0.6
#: By how much a neighbour must cover more of the sentence.
_MARGIN = 0.4


class _Aim(NamedTuple):
    """Another clause that is likelier meant: how sure, and why."""

    number: str
    confidence: str
    evidence: tuple[str, ...]


def check_aim(document: Document, subjects: Subjects) -> Iterator[Finding]:
    """All references that stand but are likelier meant for another clause; the surest first among equals."""
    for piece, reference in document.cited():
        if reference.title or reference.end_of_range or reference.number not in document.by_number:
            continue
        if isinstance(piece, Clause) and not piece.number:
            continue
        aim = _aim(document, piece, reference, subjects)
        if aim:
            target = document.by_number[reference.number]
            about = f" (“{target.title}”)" if target.title else ""
            message = f"cites {reference.number}{about}, but {aim.number} fits the subject better"
            yield found(
                "misaimed-reference",
                document.file,
                piece,
                message,
                offset=reference.start,
                suggestion=aim.number,
                evidence=aim.evidence,
                confidence=aim.confidence,
                cited=reference.number,
            )


def _aim(document: Document, piece: Clause | Entry, reference: Reference, subjects: Subjects) -> _Aim | None:
    if document.by_number[reference.number].heading:
        return _by_title(document, piece, reference, subjects)
    if reference.in_range:
        return None
    if isinstance(piece, Entry):
        return _by_name(document, piece, reference, subjects)
    return _by_text(document, piece, reference, subjects)


def _by_title(
    document: Document, piece: Clause | Entry, reference: Reference, subjects: Subjects
) -> _Aim | None:
    """A section of which the title stands just before the reference, though another one is cited."""
    label = (
        subjects.context(piece, reference) if isinstance(piece, Entry) else subjects.before(piece, reference)
    )
    level = numbers.level_of(reference.number, document.style)
    own = subjects.title(reference.number)
    ours = numbers.lineage(piece.number, document.style) if isinstance(piece, Clause) else ()
    near = label if reference.number in ours else subjects.context(piece, reference)
    if not own or subjects.share(own, near) >= _HALF:
        return None
    if subjects.overlap(label, reference.number, apart_from=piece.label) >= _HALF:
        return None
    fit = [
        number
        for number, clause in document.by_number.items()
        if number != reference.number
        and number not in ours
        and clause.heading
        and numbers.level_of(number, document.style) is level
        and (title := subjects.title(number))
        and subjects.titles[title] == 1
        and subjects.share(title, label) == 1
    ]
    if len(fit) != 1:
        return None
    words = f"“{document.by_number[fit[0]].title}”, the title of {fit[0]}, stands before the reference"
    cited = f"the title of {reference.number} does not"
    return _Aim(fit[0], STRONG, (words, cited))


def _by_name(document: Document, entry: Entry, reference: Reference, subjects: Subjects) -> _Aim | None:
    """A neighbour that says the whole name of the entry, of which the cited clause says no word."""
    name = frozenset(subjects.words.stems(entry.name))
    if not name or name & subjects.covers(reference.number):
        return None
    fit = [number for number in likely_meant(document, reference.number) if name <= subjects.covers(number)]
    best = max(fit, key=lambda number: _nearness(document, reference, number), default="")
    if not best:
        return None
    says = f"{best} says “{entry.name}”, {reference.number} does not"
    return _Aim(best, STRONG, (says,))


def _by_text(document: Document, clause: Clause, reference: Reference, subjects: Subjects) -> _Aim | None:
    """A neighbour that shares most of the sentence, of which the cited clause shares little or nothing."""
    ours = numbers.lineage(clause.number, document.style)
    theirs = numbers.lineage(reference.number, document.style)
    if clause.number in theirs or subjects.cites_several(clause, reference):
        return None
    context = subjects.context(clause, reference)
    own = subjects.overlap(context, reference.number, apart_from=clause.label)
    near = likely_meant(document, reference.number) - {*ours}
    best = max(
        near,
        key=lambda number: (subjects.overlap(context, number), _nearness(document, reference, number)),
        default="",
    )
    if not best:
        return None
    other = subjects.overlap(context, best)
    shared = {*context} & subjects.covers(best) - subjects.covers(reference.number)
    among_its_own = theirs[-2:-1] == ours[-2:-1]
    near_by = best in siblings_within(document, reference.number, SLIP)
    at_most = _LITTLE if near_by and not among_its_own else _NOTHING
    if len(shared) < 2 or own > at_most or other < _MOST or other - own < _MARGIN:
        return None
    words = subjects.rarest(shared, clause)
    confidence = MODERATE if own <= _NOTHING else WEAK
    evidence = (
        f"{best} covers {other:.0%} of the sentence, {reference.number} {own:.0%}",
        f"only {best} shares: {words}",
    )
    return _Aim(best, confidence, evidence)


def _nearness(document: Document, reference: Reference, number: str) -> tuple[int, int]:
    """Of numbers that fit equally, the one with the most parts in common, then the nearest."""
    one, other = (numbers.place(each, document.style) for each in (reference.number, number))
    common = next((at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b), len(one))
    beside = document.children.get(numbers.parent(reference.number, document.style), ())
    apart = abs(beside.index(number) - beside.index(reference.number)) if number in beside else len(beside)
    return common, -apart
