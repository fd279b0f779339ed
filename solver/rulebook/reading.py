"""Reading a rulebook's text into clauses, glossary entries and what stands beside them, nothing lost."""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from ..errors import Malformed, Place
from . import style as styles
from .citing import pointers, references
from .document import Apart, Clause, Document, Entry, Listed, Piece, plain
from .numbers import level_of
from .style import Style

_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_WORD = re.compile(r"[^\W\d_]+")
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ENOUGH = 60_000
_SENTENCE_ENDS = '.!?:;)”"’»'

Lines = list[tuple[int, str]]


def read_rulebook(file: str, style: str | None = None) -> Document:
    """Read the rulebook in a file, or on standard input ("-"); its style is recognised unless it is named.

    Raises :class:`Malformed` if the file cannot be read, is not text, or has no clause in any known style.
    """
    if file == "-":
        return read_bytes(sys.stdin.buffer.read(), "<stdin>", style)
    try:
        data = Path(file).read_bytes()
    except OSError as error:
        raise Malformed(f"the file cannot be read: {error.strerror}", place=Place(file)) from None
    return read_bytes(data, file, style)


def read_bytes(data: bytes, file: str = "<text>", style: str | None = None) -> Document:
    """Read a rulebook from the bytes of a file. Raises :class:`Malformed` as :func:`read_rulebook` does."""
    known = [styles.load(name) for name in ([style] if style else styles.styles())]
    best: tuple[float, Document] | None = None
    for encoding, text in _decoded(data, known, file):
        for one in known:
            if encoding.startswith("utf") or encoding in one.encodings:
                likely = _likeness(text, one)
                if likely and (best is None or likely > best[0]):
                    best = likely, read_text(text, one, file, encoding)
    if best is None or not any(clause.number for clause in best[1].clauses):
        what = "this is no rulebook with numbered clauses"
        expected = tuple(f"{one.name}: {one.title}" for one in known)
        raise Malformed(what, place=Place(file), expected=expected, advice="see grammar/rulebooks for styles")
    return best[1]


def _decoded(data: bytes, known: list[Style], file: str) -> Iterator[tuple[str, str]]:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            yield encoding, data.decode(encoding, errors="replace")
            return
    if b"\0" in data[:_ENOUGH]:
        raise Malformed("this is not text", place=Place(file), advice="save the rulebook as plain text")
    try:
        yield "utf-8", data.decode()
    except UnicodeDecodeError:
        for encoding in dict.fromkeys(each for one in known for each in one.encodings if each != "utf-8"):
            try:
                yield encoding, data.decode(encoding)
            except UnicodeDecodeError:
                continue


def _likeness(text: str, style: Style) -> float:
    """How much a text looks like one of a style: the share of its words that are the style's small words."""
    words = [word.lower() for word in _WORD.findall(text[:_ENOUGH])]
    return sum(word in style.stop for word in words) / max(len(words), 1)


def read_text(text: str, style: Style, file: str = "<text>", encoding: str = "utf-8") -> Document:
    """Read a rulebook's text that is written in a style."""
    lines = [(at, found[0]) for at, found in enumerate(_LINE.finditer(text), 1)]
    contents, body, glossary, closing = _parts(lines, style)
    pieces: list[Piece] = []
    pieces += _apart(lines[:contents], "introduction")
    pieces += _apart(lines[contents:body], "contents")
    clauses = _counted if style.counted else _numbered
    pieces += clauses(lines[body:glossary], style)
    pieces += _glossary(lines[glossary:closing], style)
    pieces += _apart(lines[closing:], "closing")
    listed = tuple(_listed(lines[contents:body], style))
    return Document(file, style, encoding, tuple(pieces), listed, bool(listed))


def _parts(lines: Lines, style: Style) -> tuple[int, int, int, int]:
    """Where the contents, the rules, the glossary and the closing begin: indices of lines."""
    bare = [line.strip() for _, line in lines]
    layout = style.layout
    contents = next((at for at, line in enumerate(bare) if line in layout["contents"]), 0)
    body = contents
    if contents or (bare[:1] and bare[0] in layout["contents"]):
        first = next((line for line in bare[contents + 1 :] if line), "")
        start = bare.index(first, contents + 1) if first else contents
        body = next((at for at in range(start + 1, len(bare)) if bare[at] == first), contents)
    last = len(lines)
    glossary = max((at for at in range(body, last) if bare[at] in layout["glossary"]), default=last)
    start = glossary if glossary < last else body
    closing = next((at for at in range(start, last) if bare[at] in layout["closing"]), last)
    return contents, body, min(glossary, closing), closing


def _apart(lines: Lines, kind: str) -> list[Piece]:
    if not lines:
        return []
    return [Apart(kind=kind, source="".join(line for _, line in lines), line=lines[0][0])]


def _listed(lines: Lines, style: Style) -> Iterator[Listed]:
    for at, line in lines:
        head = style.head.match(line)
        if head:
            yield Listed(_number(head)[0], line[head.end() :].strip(), at)


def _number(head: re.Match[str]) -> tuple[str, str]:
    """The number that a line begins with, and what stands between it and the text."""
    at = next(name for name, value in head.groupdict().items() if name.startswith("number") and value)
    return head[at], head[at.replace("number", "ends")]


# ---- clauses ----


def _numbered(lines: Lines, style: Style) -> Iterator[Piece]:
    title_line = re.compile(style.layout["title_line"] or r"(?!)")
    kind, group = "before", Lines()
    head: re.Match[str] | None = None
    for at, line in lines:
        found = style.head.match(line)
        titled = not found and title_line.match(line.strip()) and _may_begin(group)
        if found or titled:
            yield from _piece(kind, group, head, style)
            kind, group, head = "clause" if found else "title", Lines(), found
        group.append((at, line))
    yield from _piece(kind, group, head, style)


def _may_begin(group: Lines) -> bool:
    """Whether a title may stand after these lines: not within a sentence that goes on."""
    before = next((line.strip() for _, line in reversed(group) if line.strip()), "")
    return not before or before[-1] in '.!?;|”"»)' or (len(group) > 1 and not group[-1][1].strip())


def _piece(kind: str, group: Lines, head: re.Match[str] | None, style: Style) -> Iterator[Piece]:
    if kind == "before":
        yield from _apart(group, "introduction")
        return
    source = "".join(line for _, line in group)
    if head is None:
        name = group[0][1].strip().rstrip(".")
        yield replace(_clause("", "", 0, source, group[0][0], style), heading=True, name=name)
        return
    number, ends = _number(head)
    yield _clause(number, ends, head.end(), source, group[0][0], style)


def _clause(number: str, ends: str, start: int, source: str, line: int, style: Style) -> Clause:
    level = level_of(number, style) or style.levels[-1]
    said, examples = _said(source[start:], style)
    return Clause(
        source=source,
        line=line,
        references=references(source, start, style),
        number=number,
        level=level.name,
        heading=level.heading,
        ends=ends,
        start=start,
        text=" ".join(said.split()),
        examples=examples,
    )


def _said(text: str, style: Style) -> tuple[str, tuple[str, ...]]:
    """What a clause says, and its examples, each in one line; lines of the page are left out."""
    apart = re.compile("|".join(style.layout["apart"]) or r"(?!)")
    example = re.compile(style.layout["example"])
    said: list[str] = []
    examples: list[str] = []
    for line in filter(None, map(str.strip, text.split("\n"))):
        if apart.match(line):
            continue
        if example.match(line):
            examples.append(line)
        else:
            said.append(line)
    return "\n".join(said), tuple(examples)


def _counted(lines: Lines, style: Style) -> Iterator[Piece]:
    """Clauses that are counted, not numbered: each ends with its line, unless the sentence goes on."""
    text = "".join(line for _, line in lines)
    first = lines[0][0] if lines else 1
    assert style.counted
    starts = [found.start() for found in style.counted.finditer(text)]
    end = 0
    for count, start in enumerate(starts, 1):
        if text[end:start]:
            yield Apart(kind="between", source=text[end:start], line=first + text.count("\n", 0, end))
        limit = starts[count] if count < len(starts) else len(text)
        stop = re.compile(r"\n(?=\s*[^\W\d_]|-|\Z)").search(text, start, limit)
        end = stop.end() if stop else limit
        line = first + text.count("\n", 0, start)
        yield _clause(str(count), "", 2, text[start:end], line, style)
    if text[end:]:
        yield Apart(kind="between", source=text[end:], line=first + text.count("\n", 0, end))


# ---- glossary ----


def _glossary(lines: Lines, style: Style) -> Iterator[Piece]:
    """The entries, each a paragraph: the name on its first line, then what it says.

    A name that follows the entry before without a blank line begins an entry all the same.
    """
    group = Lines()
    for place, (at, line) in enumerate(lines):
        said = [row.strip() for _, row in group if row.strip()]
        after_blank = bool(said) and bool(line.strip()) and not group[-1][1].strip()
        goes_on = place + 1 < len(lines) and bool(lines[place + 1][1].strip())
        if after_blank or (len(said) > 1 and goes_on and _is_name(line.strip(), said[-1])):
            yield from _entry(group, style)
            group = Lines()
        group.append((at, line))
    yield from _entry(group, style)


def _is_name(line: str, before: str) -> bool:
    """Whether a line within a paragraph is a name: no sentence, after a sentence that has ended."""
    return bool(line) and line[-1] not in _SENTENCE_ENDS and before[-1] in _SENTENCE_ENDS


def _entry(group: Lines, style: Style) -> Iterator[Piece]:
    rows = [(at, line.strip()) for at, line in group if line.strip()]
    source = "".join(line for _, line in group)
    if len(rows) < 2 or rows[0][1] in style.layout["glossary"]:
        if source:
            yield Apart(kind="glossary", source=source, line=group[0][0])
        return
    name, text = rows[0][1], " ".join(line for _, line in rows[1:])
    yield Entry(
        source=source,
        line=group[0][0],
        references=references(source, source.index(name) + len(name), style),
        name=name,
        names=_names(name, style),
        text=text,
        see=tuple(pointers(source, style)),
    )


def _names(name: str, style: Style) -> tuple[str, ...]:
    """The names that an entry defines: all of it, and its parts between commas."""
    bare = style.retired.sub("", name).strip()
    parts = [bare, *re.split(r",[”\"]? ", bare)] if "," in bare else [bare]
    return tuple(dict.fromkeys(filter(None, map(plain, parts))))
