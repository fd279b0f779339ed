"""Checks of the sentences themselves: repeated, unfinished, with a bracket open or a word twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .document import Clause, Document, Entry, plain
from .findings import Finding, found

_TWICE = re.compile(r"(?<![\w'’-])([^\W\d_]+)[ \t\u00a0]+(\1)(?![\w'’-])", re.IGNORECASE)
_LONG = 25
_PAIRS = (("(", ")"), ("[", "]"), ("“", "”"), ("«", "»"), ("„", "“"))
_ENDS = ".!?:;…)”\"’'»]"
_ITEM = re.compile(r"(?:^|[\s;:,])\w{1,2}\)\Z")
_PARAGRAPH = re.compile(r"[^\n]+")


def check_sentences(document: Document) -> Iterator[Finding]:
    """All findings about the wording of single sentences."""
    yield from _repeated(document)
    for piece in document.pieces:
        if isinstance(piece, Clause):
            yield from _whole(document, piece)
        if isinstance(piece, (Clause, Entry)):
            yield from _balance(document, piece)
            yield from _words(document, piece)


def _repeated(document: Document) -> Iterator[Finding]:
    first: dict[str, Clause] = {}
    for clause in document.clauses:
        for start, sentence in clause.sentences:
            begin = max(start, clause.start)
            said = plain(clause.source[begin : start + len(sentence)])
            if len(said.split()) < _LONG:
                continue
            before = first.setdefault(said, clause)
            if before is not clause:
                message = f"the sentence stands in {before.label} too (line {before.line})"
                yield found(
                    "duplicate-sentence", document.file, clause, message, offset=begin, cited=before.label
                )


def _whole(document: Document, clause: Clause) -> Iterator[Finding]:
    if not clause.text:
        yield found("empty-clause", document.file, clause, "has a number, but no text")
    elif not clause.title and clause.text[-1] not in _ENDS:
        offset = clause.source.find(clause.text[-20:])
        message = f"ends with “{clause.text[-20:].split(' ', 1)[-1]}”, without a full stop"
        yield found("unfinished-sentence", document.file, clause, message, offset=max(offset, 0))
    marker = re.compile(document.style.layout["example"])
    for match in _PARAGRAPH.finditer(clause.source):
        one = marker.match(match[0].strip())
        if one and marker.match(match[0].strip()[one.end() :]):
            message = f"“{one[0].strip()}” stands twice"
            yield found("doubled-marker", document.file, clause, message, offset=match.start())


def _balance(document: Document, piece: Clause | Entry) -> Iterator[Finding]:
    text = piece.source
    for opening, closing in _PAIRS:
        if (opening == "„" and "„" not in text) or (opening == "“" and "„" in text):
            continue
        if at := _unmatched(text, opening, closing):
            mark = text[at - 1]
            kind = "opened, but not closed" if mark == opening else "closed, but not opened"
            message = f"{mark} is {kind}: {' '.join(text[max(at - 25, 0) : at + 15].split())}"
            yield found("unbalanced", document.file, piece, message, offset=at - 1)
    if text.count('"') % 2:
        at = text.rindex('"')
        message = f'an odd number of ": {" ".join(text[max(at - 25, 0) : at + 15].split())}'
        yield found("unbalanced", document.file, piece, message, offset=at)


def _unmatched(text: str, opening: str, closing: str) -> int:
    """The place, from 1, of a mark that is alone; 0 if all have."""
    open_at: list[int] = []
    for at, letter in enumerate(text, 1):
        if letter == opening:
            open_at.append(at)
        elif letter == closing and open_at:
            open_at.pop()
        elif letter == closing and not _is_item(text, at):
            return at
    return open_at[-1] if open_at else 0


def _is_item(text: str, at: int) -> bool:
    """Whether a closing bracket ends the mark of an item, as in "a)"."""
    return bool(_ITEM.search(text[:at]))


def _words(document: Document, piece: Clause | Entry) -> Iterator[Finding]:
    for match in _TWICE.finditer(piece.source):
        word, again = match[1], match[2]
        meant = word.lower() in document.style.doubled or (len(word) == 1 and not word.islower())
        if not meant and word.islower() == again.islower():
            message = f"“{word} {again}”"
            yield found("doubled-word", document.file, piece, message, offset=match.start(), suggestion=word)
