"""Checks of references: to nothing, to itself, to another title, backwards, out of the text."""

from __future__ import annotations

from collections.abc import Iterator

from . import numbers
from .document import Clause, Document, Entry, Reference, plain
from .findings import Finding, found
from .subjects import Subjects

#: By how much a number is off at most, where a slip is likely.
SLIP = 2


def check_references(document: Document, subjects: Subjects) -> Iterator[Finding]:
    """All findings about single references, except whether they aim at the right clause."""
    titled = _titled(document)
    for piece, reference in document.cited():
        number = reference.number
        if reference.end_of_range:
            message = f"the range from {number} to {reference.end_of_range} does not run forwards"
            yield found("reversed-range", document.file, piece, message, offset=reference.start, cited=number)
        elif number not in document.by_number:
            yield from _missing(document, piece, reference, subjects)
        else:
            if number == piece.label:
                message = "refers to itself"
                yield found(
                    "self-reference", document.file, piece, message, offset=reference.start, cited=number
                )
            if reference.title:
                yield from _title(document, piece, reference, titled)


def _missing(
    document: Document, piece: Clause | Entry, reference: Reference, subjects: Subjects
) -> Iterator[Finding]:
    number = reference.number
    if not document.complete and number in document.children:
        return
    if not document.complete and not document.has_section_of(number):
        message = f"{number} is in a section that this text does not contain"
        yield found("reference-outside", document.file, piece, message, offset=reference.start, cited=number)
        return
    context = subjects.context(piece, reference)
    near = sorted(
        likely_meant(document, number),
        key=lambda other: (-subjects.overlap(context, other), _distance(number, other)),
    )
    suggestion = near[0] if near else ""
    evidence = (_shared(subjects, piece, context, suggestion),) if suggestion else ()
    message = f"{number} does not stand in the rulebook"
    yield found(
        "dangling-reference",
        document.file,
        piece,
        message,
        offset=reference.start,
        suggestion=suggestion,
        evidence=tuple(filter(None, evidence)),
        cited=number,
    )


def check_lone_numbers(document: Document, subjects: Subjects) -> Iterator[Finding]:
    """References out of the text that go beside where the others of their subject go.

    Several references go to numbers under one clause, and a single one, of the same subject, to a neighbour
    of that clause, with a last part that none of the others has.
    """
    style = document.style
    outside: dict[str, list[tuple[Clause | Entry, Reference]]] = {}
    for piece, reference in document.cited():
        if not document.complete and not document.has_section_of(reference.number):
            outside.setdefault(numbers.parent(reference.number, style), []).append((piece, reference))
    for above, cites in outside.items():
        if len({reference.number for _, reference in cites}) > 1 or len(numbers.place(above, style)) < 2:
            continue
        piece, reference = cites[0]
        context = set(subjects.context(piece, reference))
        for other, others in outside.items():
            known = {each.number for _, each in others}
            meant = other + reference.number[len(above) :]
            shared = context & {stem for one in others for stem in subjects.context(*one)}
            if len(known) > 1 and meant not in known and shared and _neighbours(above, other, document):
                goes = ", ".join(sorted(known))
                words = subjects.rarest(shared, piece)
                message = f"cites {reference.number}, alone under {above}; {goes} stand under {other}"
                yield found(
                    "lone-number",
                    document.file,
                    piece,
                    message,
                    offset=reference.start,
                    suggestion=meant,
                    evidence=(f"shares with the references to {goes}: {words}",),
                    confidence="moderate",
                    cited=reference.number,
                )


def _neighbours(one: str, other: str, document: Document) -> bool:
    """Whether two numbers stand under the same one and differ by little."""
    here, there = (numbers.place(each, document.style) for each in (one, other))
    return one != other and here[:-1] == there[:-1] and abs(here[-1][0] - there[-1][0]) <= SLIP


def _shared(subjects: Subjects, piece: Clause | Entry, context: list[str], number: str) -> str:
    words = subjects.rarest({*context} & subjects.covers(number), piece)
    return f"{number} shares with the sentence: {words}" if words else ""


def likely_meant(document: Document, number: str) -> set[str]:
    """The numbers that a slip, or a renumbering not followed, could have made of another.

    Those beside it, and those of which one of the outer parts differs by at most two; if there are none,
    those that it would stand under.
    """
    style = document.style
    place = numbers.place(number, style)
    found = set(document.children.get(numbers.parent(number, style), ()))
    for at in range(1, len(place) - 1):
        value, letters = place[at]
        for other in range(max(value - SLIP, 0), value + SLIP + 1):
            shifted = (*place[:at], (other, letters), *place[at + 1 :])
            if shifted in document.by_place:
                found.add(document.by_place[shifted])
    if not found:
        found.update(above for above in numbers.lineage(number, style)[:-1] if above in document.by_number)
    return found - {number}


def siblings_within(document: Document, number: str, distance: int) -> tuple[str, ...]:
    """The numbers beside one, at most so many places away."""
    beside = document.children.get(numbers.parent(number, document.style), ())
    at = beside.index(number)
    return beside[max(at - distance, 0) : at + distance + 1]


def _distance(number: str, other: str) -> int:
    from rapidfuzz.distance import Levenshtein

    return Levenshtein.distance(number, other)


def _titled(document: Document) -> dict[str, str]:
    """The number of each title, the outermost one if several have it."""
    found: dict[str, str] = {}
    for number, clause in document.by_number.items():
        if clause.title:
            found.setdefault(plain(clause.title), number)
    return found


def _title(
    document: Document, piece: Clause | Entry, reference: Reference, titled: dict[str, str]
) -> Iterator[Finding]:
    target = document.by_number[reference.number]
    quoted = plain(reference.title)
    if quoted == plain(target.title) or (not target.title and quoted in plain(target.text)):
        return
    suggestion = titled.get(quoted, "")
    is_called = f"is called “{target.title}”" if target.title else "has no title"
    message = f"{reference.number} {is_called}, not “{reference.title}”"
    if not suggestion and target.title:
        message += "; nothing is called so"
    yield found(
        "title-mismatch",
        document.file,
        piece,
        message,
        offset=reference.start,
        suggestion=suggestion or target.title,
        cited=reference.number,
    )
