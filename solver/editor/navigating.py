"""From one place of a board to others: where an id or a rule stands, every mention, the outline."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol.types import DocumentSymbol, Location, Position, Range, SymbolKind, TextEdit

from ..board.syntax import Said, Written, WrittenObject, WrittenSide
from ..errors import Malformed
from ..terms import quote
from .clauses import Block, clauses_of
from .document import Document
from .hovering import number_at
from .marks import Mention

_SLUG = re.compile(r"[a-z]\w*")
_PLAIN = re.compile(r"[\w-]+\Z")


def definition(document: Document, offset: int) -> list[Location]:
    """Where the object of an ``#id`` stands on its board, or a clause (by number or name) in its file."""
    if mention := document.marks.mention_at(offset):
        home = document.marks.home(mention.ident)
        return [_location(document, home)] if home else []
    edition, slugs = "", []
    if number := number_at(document, offset):
        start, end, edition = number
        book = document.rulebook(edition)
        slugs = clauses_of(book).numbered(document.text[start:end]) if book else []
    else:
        book = document.rulebook()
        line, _ = document.places.line_at(offset)
        words = (w for w in _SLUG.finditer(document.text, line) if w.end() >= offset)
        word = next(words, None)
        slugs = [word[0]] if word and word.start() <= offset else []
    blocks = (clauses_of(book).block(slug) for slug in slugs) if book else ()
    return [_block(each) for each in blocks if each]


def _block(block: Block) -> Location:
    return Location(block.file.as_uri(), Range(Position(block.start, 0), Position(block.end, 0)))


def _location(document: Document, mention: Mention) -> Location:
    return Location(document.uri, document.places.range(mention.start, mention.end))


def references(document: Document, offset: int, declared: bool) -> list[Location]:
    """Every mention of the ``#id`` at a place; the one that declares it only if that is asked for."""
    mention = document.marks.mention_at(offset)
    every = document.marks.of(mention.ident) if mention else []
    return [_location(document, each) for each in every if declared or not each.declares]


def renamed(document: Document, offset: int, name: str) -> list[TextEdit]:
    """What to change so that the object of the ``#id`` at a place has another one.

    Raises :class:`Malformed` for a name that is none, or that somebody else on the board has.
    """
    mention = document.marks.mention_at(offset)
    if mention is None:
        raise Malformed("only an #id can be renamed", advice="put the cursor on an #id")
    new = name.strip().removeprefix("#").strip('"')
    if not new or re.search(r'["\\\x00-\x1f]', new):
        raise Malformed(f"{name} cannot be an #id", expected=("letters, digits and -",))
    others = {ident for ids in document.names.ids.values() for ident in ids if ident != mention.ident}
    others |= {each.ident for each in document.marks.mentions if each.ident != mention.ident}
    if new in others:
        raise Malformed(f"there is already a {new} on this board")
    text = f"#{new}" if _PLAIN.match(new) else f"#{quote(new)}"
    return [
        TextEdit(document.places.range(each.start, each.end), text)
        for each in document.marks.of(mention.ident)
    ]


# ---- the outline ----


def outline(document: Document) -> list[DocumentSymbol]:
    """Cards, players with their zones and objects, and what is told, asked and expected."""
    written = document.examined.written
    return [*_outlined(document, written)] if written else []


def _outlined(document: Document, written: Written) -> Iterator[DocumentSymbol]:
    for card in written.cards:
        yield _symbol(document, card.name, SymbolKind.Class, _line(document, card.name))
    for side in written.teams:
        yield _symbol(document, side.name, SymbolKind.Namespace, _line(document, side.name))
    for side in written.players:
        zones = [*_zones(document, side)]
        start, end = _line(document, side.name)
        last = max((document.places.offset(zone.range.end) for zone in zones), default=end)
        yield _symbol(document, side.name, SymbolKind.Namespace, (start, max(end, last)), zones)
    for _, said in written.effects:
        yield _symbol(document, said, SymbolKind.Event, _line(document, said))
    for said in (said for lines in written.phrases.values() for said in lines):
        yield _symbol(document, said, SymbolKind.Event, _line(document, said))


def _zones(document: Document, side: WrittenSide) -> Iterator[DocumentSymbol]:
    """The zones of a player with their objects, as they stand; after another, a zone begins anew."""
    group: list[WrittenObject] = []
    for thing in [*side.objects, None]:
        if group and (thing is None or thing.zone != group[0].zone):
            objects = [_object(document, each) for each in group]
            start, end = _line(document, group[0].zone)[0], _line(document, group[-1].zone)[1]
            yield _symbol(document, group[0].zone, SymbolKind.Package, (start, end), objects)
            group = []
        if thing is not None:
            group.append(thing)


def _object(document: Document, thing: WrittenObject) -> DocumentSymbol:
    ident = f" #{thing.parts['id']}" if "id" in thing.parts else ""
    symbol = _symbol(document, thing.name, SymbolKind.Object, _line(document, thing.zone))
    symbol.name += ident
    return symbol


def _line(document: Document, said: Said) -> tuple[int, int]:
    return document.places.line_at(document.places.at(said.place))


def _symbol(
    document: Document,
    said: Said,
    kind: SymbolKind,
    span: tuple[int, int],
    children: Iterable[DocumentSymbol] = (),
) -> DocumentSymbol:
    start, end = document.places.found(said.place, said)
    line_end = document.places.line_at(start)[1]
    return DocumentSymbol(
        name=str(said).strip() or "?",
        kind=kind,
        range=document.places.range(*span),
        selection_range=document.places.range(start, min(end, line_end, span[1])),
        children=[*children],
    )
