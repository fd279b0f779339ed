"""Checks of terms: used without a definition, defined without a use, defined by each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz import fuzz, process

from .document import Clause, Document, Entry, plain
from .findings import Finding, found
from .graph import circles
from .subjects import Words

_SIMILAR = 75
_NEARLY_ALL = 0.8
_FEW = 5

Stems = tuple[str, ...]


class _Definition(NamedTuple):
    """What a piece says a term is a kind of, or only points to."""

    piece: Clause | Entry
    offset: int
    term: Stems
    kind: Stems


def check_terms(document: Document, words: Words) -> Iterator[Finding]:
    """All findings about terms and the glossary."""
    yield from _entries(document)
    yield from _unused(document, words)
    yield from _undefined(document, words)
    yield from _circular(document, words)


def _entries(document: Document) -> Iterator[Finding]:
    """Entries that stand twice, out of order, or point nowhere."""
    file = document.file
    first: dict[str, Entry] = {}
    for entry in document.entries:
        name = plain(entry.name)
        if name in first:
            message = f"{entry.label} stands already in line {first[name].line}"
            yield found("duplicate-entry", file, entry, message)
        first.setdefault(name, entry)
    yield from _order(document)
    names = {name for entry in document.entries for name in entry.names}
    for entry in document.entries:
        for pointed, offset in entry.see:
            for missing in _missing(pointed, names):
                close = process.extractOne(
                    plain(missing), sorted(names), scorer=fuzz.ratio, score_cutoff=_SIMILAR
                )
                suggestion = next((e.name for e in document.entries if close and close[0] in e.names), "")
                message = f"points to “{missing}”, which is no entry"
                yield found(
                    "dead-entry", file, entry, message, offset=offset, suggestion=suggestion, cited=missing
                )


def _missing(pointed: str, names: set[str]) -> list[str]:
    """The names among those pointed to that are no entries."""
    if _is_entry(pointed, names):
        return []
    parts = pointed.replace(" and ", ", ").replace(" or ", ", ").replace("; ", ", ").split(", ")
    return [part.strip(' “”"«»') for part in parts if not _is_entry(part, names)]


def _is_entry(name: str, names: set[str]) -> bool:
    bare = plain(name)
    return any(one in names for one in (bare, bare.removesuffix("s"), bare.removesuffix("es"), bare + "s"))


def _order(document: Document) -> Iterator[Finding]:
    """Entries out of the alphabet, by words or by letters, whichever leaves fewer."""
    by_words = [(plain(entry.name.partition(",")[0]), entry) for entry in document.entries]
    by_letters = [("".join(filter(str.isalnum, name)), entry) for name, entry in by_words]
    broken = min((_broken(rows) for rows in (by_words, by_letters)), key=len)
    for before, entry in broken:
        message = f"{entry.label} stands after {before.label}"
        yield found("entry-order", document.file, entry, message)


def _broken(rows: list[tuple[str, Entry]]) -> list[tuple[Entry, Entry]]:
    return [(before[1], after[1]) for before, after in pairwise(rows) if after[0] < before[0]]


def _unused(document: Document, words: Words) -> Iterator[Finding]:
    """Entries of which nothing else says the name."""
    if not document.entries:
        return
    everything, spans = "", {}
    for piece in document.pieces:
        if isinstance(piece, (Clause, Entry)):
            chain = _chain(words.all_stems(piece.text if isinstance(piece, Entry) else piece.source))
            spans[id(piece)] = len(everything), len(everything) + len(chain)
            everything += f"{chain}|"
    for entry in document.entries:
        if document.style.retired.search(entry.name) or document.style.pointer.fullmatch(entry.text):
            continue
        start, end = spans[id(entry)]
        names = [name for name in map(_chain, map(words.all_stems, entry.names)) if name.strip()]
        if not any(everything.find(name, 0, start) >= 0 or everything.find(name, end) >= 0 for name in names):
            yield found("unused-entry", document.file, entry, f"nothing else says {entry.label}")


def _chain(stems: Stems) -> str:
    return f" {' '.join(stems)} "


def _undefined(document: Document, words: Words) -> Iterator[Finding]:
    style, file = document.style, document.file
    pieces = [piece for piece in document.pieces if isinstance(piece, (Clause, Entry))]
    defined = {words.all_stems(name) for entry in document.entries for name in entry.names}
    in_glossary = set(defined)
    for piece in pieces:
        if isinstance(piece, Clause) and piece.title:
            defined.add(words.all_stems(piece.title))
        for pattern in style.defined:
            defined |= {words.all_stems(match["term"]) for match in pattern.finditer(piece.source)}
    for piece in pieces:
        for pattern in style.used:
            for match in pattern.finditer(piece.source):
                if words.all_stems(match["term"]) not in defined:
                    message = f"“{match['term']}” is used as a term, but nothing defines it"
                    yield found("undefined-term", file, piece, message, offset=match.start("term"))
    if document.entries:
        yield from _unlisted(document, words, in_glossary)


def _unlisted(document: Document, words: Words, in_glossary: set[Stems]) -> Iterator[Finding]:
    """Titles that the glossary lacks, where it has nearly all others beside them."""
    for above in document.by_number:
        beside = [document.by_number[number] for number in document.children.get(above, ())]
        titled = [clause for clause in beside if clause.title and not clause.heading]
        missing = [clause for clause in titled if words.all_stems(clause.title) not in in_glossary]
        if len(titled) >= _FEW and len(titled) - len(missing) >= _NEARLY_ALL * len(titled):
            for clause in missing:
                message = f"the glossary has nearly all titles of {above}, but not “{clause.title}”"
                yield found("undefined-term", document.file, clause, message)


def _circular(document: Document, words: Words) -> Iterator[Finding]:
    """Definitions that lead to each other only: those of the glossary, and those of the clauses."""
    for definitions in (_in_glossary(document, words), _in_clauses(document, words)):
        by_term: dict[Stems, _Definition] = {}
        for definition in definitions:
            by_term.setdefault(definition.term, definition)
        edges = []
        for term, definition in by_term.items():
            leads = [definition.kind[:end] for end in range(len(definition.kind), 0, -1)]
            to = next((lead for lead in leads if lead in by_term), None)
            if to is not None and (to != term or definition.kind == term):
                edges.append((_chain(term), _chain(to)))
        terms = {_chain(term): definition for term, definition in by_term.items()}
        for circle in circles(edges):
            first = min((terms[term] for term in circle), key=lambda one: one.piece.line)
            others = [terms[term].piece.label for term in circle if terms[term] is not first]
            message = (
                f"is explained by {' and '.join(others)}, and that by it" if others else "explains itself"
            )
            yield found("circular-definition", document.file, first.piece, message, offset=first.offset)


def _in_glossary(document: Document, words: Words) -> Iterator[_Definition]:
    style = document.style
    for entry in document.entries:
        start = entry.source.find(entry.text[:20])
        pointer = style.pointer.fullmatch(entry.text) and entry.see
        kind = style.kind.match(entry.text)
        if pointer:
            said = words.all_stems(entry.see[0][0])
        elif kind:
            said = words.all_stems(entry.text[kind.end() :].partition(".")[0])
        else:
            continue
        for name in entry.names:
            yield _Definition(entry, start, words.all_stems(name), said)


def _in_clauses(document: Document, words: Words) -> Iterator[_Definition]:
    style = document.style
    for clause in document.clauses:
        for match in style.definition.finditer(clause.source, clause.start):
            said = match["kind"]
            kind = style.kind.match(said[:1].upper() + said[1:])
            said = said[kind.end() :] if kind else said
            yield _Definition(clause, match.start(), words.all_stems(match["term"]), words.all_stems(said))
