"""Checks of the numbering: gaps, doubles, order, letters, form; the contents; what stands under nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import networkx as nx

from . import numbers
from .document import Clause, Document, plain
from .findings import CODES, Finding, found
from .graph import unreachable

_MANY = 10
_SELDOM = 0.1


def check_numbers(document: Document, graph: nx.MultiDiGraph[str]) -> Iterator[Finding]:
    """All findings about numbers."""
    yield from _order(document)
    yield from _form(document)
    yield from _contents(document)
    for number in unreachable(graph):
        clause = document.by_number[number]
        above = numbers.parent(number, document.style)
        message = f"stands under {above}, which is not in the text"
        yield found("unreachable-clause", document.file, clause, message, suggestion=above)


def _order(document: Document) -> Iterator[Finding]:
    style, file = document.style, document.file
    seen: dict[str, Clause] = {}
    last: dict[str, Clause] = {}
    above = ""
    for clause in document.clauses:
        number = clause.number
        if not number:
            continue
        if letter := numbers.skips_a_letter(number, style):
            suggestion = (
                numbers.following(last[p].number, style)
                if (p := numbers.parent(number, style)) in last
                else ""
            )
            message = f"the letter {letter} is never used in numbers"
            yield found("skipped-letter", file, clause, message, suggestion=suggestion)
        if number in seen:
            message = f"{number} stands already in line {seen[number].line}"
            yield found("duplicate-number", file, clause, message)
            continue
        parent = numbers.parent(number, style)
        lineage = numbers.lineage(above, style) if above else ()
        if parent and above and parent not in lineage and parent in seen:
            message = f"stands under {_common(above, number, document)}, but its number belongs to {parent}"
            yield found("misplaced-clause", file, clause, message)
        elif parent in last:
            yield from _after(last[parent], clause, document)
        else:
            yield from _first(parent, clause, document)
        if parent not in last or numbers.place(number, style) > numbers.place(last[parent].number, style):
            last[parent] = clause
            above = number
        seen[number] = clause


def _common(above: str, number: str, document: Document) -> str:
    """The clause of the level of the number's parent under which it is printed."""
    depth = len(numbers.lineage(number, document.style)) - 1
    return numbers.lineage(above, document.style)[:depth][-1]


def _after(before: Clause, clause: Clause, document: Document) -> Iterator[Finding]:
    """A number and the one before it under the same parent."""
    style = document.style
    wanted = numbers.following(before.number, style)
    if clause.number == wanted or numbers.skips_a_letter(clause.number, style):
        return
    if numbers.place(clause.number, style) < numbers.place(before.number, style):
        message = f"comes after {before.number} (line {before.line})"
        yield found("wrong-order", document.file, clause, message)
    elif not (clause.heading and not document.complete):
        message = f"comes after {before.number}; {wanted} is left out"
        yield found("number-gap", document.file, clause, message, suggestion=wanted)


def _first(parent: str, clause: Clause, document: Document) -> Iterator[Finding]:
    """The first number under a parent: it should be the first there is, unless the text has no parent."""
    level = numbers.level_of(clause.number, document.style)
    if not level or not level.first or parent not in document.by_number:
        return
    stem = parent if parent and not level.heading else ""
    first = f"{parent}{level.first}" if level.heading else _joined(stem, clause.number, level.first)
    if clause.number != first and not numbers.skips_a_letter(clause.number, document.style):
        message = f"is the first under {parent}; {first} is left out"
        yield found("number-gap", document.file, clause, message, suggestion=first)


def _joined(parent: str, number: str, first: str) -> str:
    """The first number under a parent, written like the number of its child."""
    joint = number[len(parent) : len(parent) + 1]
    return f"{parent}{joint if joint in '.-' else ''}{first}"


def _form(document: Document) -> Iterator[Finding]:
    """Numbers written otherwise than nearly all of their level."""
    for level in document.style.levels:
        clauses = [clause for clause in document.clauses if clause.level == level.name and clause.number]
        forms = Counter(clause.ends for clause in clauses)
        if len(clauses) < _MANY:
            continue
        usual = forms.most_common(1)[0][0]
        for clause in clauses:
            if clause.ends != usual and forms[clause.ends] <= _SELDOM * len(clauses):
                message = f"written “{clause.number}{clause.ends}”, the others “{clause.number}{usual}”"
                suggestion = f"{clause.number}{usual}"
                yield found("number-form", document.file, clause, message, suggestion=suggestion)


def _contents(document: Document) -> Iterator[Finding]:
    """The list of contents against the headings."""
    if not document.contents:
        return
    listed = {line.number: line for line in document.contents}
    for line in document.contents:
        clause = document.by_number.get(line.number)
        if clause is None:
            message = f"the contents list {line.number}, “{line.title}”, which does not stand in the text"
            yield Finding(CODES["contents-mismatch"], document.file, line.number, line.line, 1, message)
        elif plain(line.title) != plain(clause.title):
            message = f"the contents call it “{line.title}”, the text “{clause.title}”"
            yield Finding(
                CODES["contents-mismatch"], document.file, line.number, line.line, 1, message, clause.title
            )
    for clause in document.clauses:
        if clause.heading and clause.number and clause.number not in listed:
            message = f"“{clause.title}” is not in the contents"
            yield found("contents-mismatch", document.file, clause, message)
