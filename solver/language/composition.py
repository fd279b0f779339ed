"""Whole lines of card text: how sentences, costs and triggers are put together from parts.

Every part (one cost, one trigger, one thing done, one statement) has a small LALR grammar of its own;
``grammar/<game>/cards/lines.toml`` says which grammar files read which part and how parts make a line. A row
of it is a pattern of parts and words, ``activated = "<costs>: <effects>"``; its key is the functor of the
term it makes, of the terms of its parts in their order. Two keys stand for no functor: ``is`` (the term of
the one part) and ``list`` (the first part, and those of the list that follows).

A line is read only if every word of it is read, and in one way: two readings with one term are one reading.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import NamedTuple

from ..terms import Fn, Term
from .lexicon import Stop, are, lexicon, word_at
from .meaning import terms_of
from .normal import INNER, card_table
from .tree import Node, Token
from .wording import Wording
from .words import Word, split

#: What stands in a quotation is read without it: the signs of a quotation in it are then like any other's.
_OUTER = str.maketrans(dict.fromkeys(INNER, '"'))
#: Readings of one part that are told apart: one, or several.
_MOST = 2


class Reading(NamedTuple):
    """One reading of a part: what it is, what it means, where it stands, and the parts it is made of.

    ``role`` is the part's name in the row in which it stands, ``""`` for a whole text.
    """

    symbol: str
    term: Term
    start: int
    end: int
    parts: tuple[Reading, ...] = ()
    role: str = ""


class Declined(NamedTuple):
    """A text that is not read: the position and word where reading stopped and what could have followed.

    ``ambiguous`` are the terms of a text that can be read in several ways.
    """

    position: int
    stopped_at: str
    expected_here: Callable[[], tuple[str, ...]]
    ambiguous: tuple[Term, ...] = ()

    @property
    def expected(self) -> tuple[str, ...]:
        """What could have stood there, in words, the likeliest first."""
        return self.expected_here()


class _Row(NamedTuple):
    """A pattern: names of parts, and between them the words that must stand there."""

    functor: str
    items: tuple[str | tuple[str, ...], ...]
    surface: tuple[str, ...]
    anchors: frozenset[str]

    @property
    def slots(self) -> list[str]:
        return [item for item in self.items if isinstance(item, str)]


class _Inside(Exception):
    """A quotation inside a part that is not read: its place in the part, and why."""

    def __init__(self, text: str, why: Declined) -> None:
        self.text, self.why = text, why


class Composition:
    """The rows of one game. Raises :class:`headjudge.errors.Malformed` for a game without a grammar."""

    def __init__(self, game: str) -> None:
        self.game = game
        table = card_table(game, "lines")
        self.parts: dict[str, list[str]] = table.pop("parts")
        self.texts: dict[str, str] = table.pop("texts")
        self.kinds: dict[str, str] = table.pop("kinds")
        table.pop("instructions", None)
        self.rows = {symbol: [*_rows(rows)] for symbol, rows in table.items()}
        self._leaves: dict[tuple[str, str], tuple[Reading, ...] | Declined] = {}
        self._beginnings: dict[tuple[str, str], Sequence[str]] = {}
        self._said: dict[tuple[str, Term], str | None] = {}
        self._composed: dict[tuple[str, str], tuple[Reading, ...] | Declined] = {}

    def read(self, symbol: str, text: str) -> Reading | Declined:
        """The one reading of a whole text as a symbol of the rows, or why there is none."""
        key = symbol, text
        if key not in self._composed:
            self._composed[key] = _Attempt(self, text).whole(symbol)
        found = self._composed[key]
        if isinstance(found, Declined):
            return found
        if len(found) > 1:
            return Declined(0, word_at(text, 0), tuple, tuple(reading.term for reading in found))
        return found[0]

    @cached_property
    def known_words(self) -> frozenset[str]:
        """Every word, folded, that a grammar of the game reads as itself."""
        pairs = ((part, file) for part, files_ in self.parts.items() for file in files_)
        return frozenset().union(*(lexicon(self.game, part, file).known_words for part, file in pairs))

    def leaf(
        self, symbol: str, whole: str, words: Sequence[Word], first: int, last: int
    ) -> tuple[Reading, ...] | Declined:
        """The readings of some words of a text as a part that grammars read, or how far the best came.

        Places are counted from the first of those words.
        """
        key = symbol, whole[words[first].start : words[last - 1].end]
        if key not in self._leaves:
            self._leaves[key] = self._read_leaf(symbol, key[1], (whole, words, first, last))
        return self._leaves[key]

    def _read_leaf(
        self, symbol: str, text: str, place: tuple[str, Sequence[Word], int, int]
    ) -> tuple[Reading, ...] | Declined:
        found: dict[Term, Reading] = {}
        stops: list[Declined] = []
        _, all_words, first, _ = place
        for file in self._files(symbol, all_words[first]):
            words = lexicon(self.game, symbol, file)
            tree = words.parse_part(*place)
            if isinstance(tree, Stop):
                stops.append(_declined(text, tree, all_words[first].start))
                continue
            inside: list[Reading] = []
            try:
                for token in _tokens(tree):
                    if token.type in self.texts:
                        self._inside(str(token), self.texts[token.type], inside)
                terms = terms_of(words, tree, lambda quoted: self._inside(quoted, "line", []))
            except _Inside as stop:
                stops.append(stop.why._replace(position=text.find(stop.text) + stop.why.position))
                continue
            term = terms[0] if len(terms) == 1 else Fn("all", tuple(terms))
            found[term] = Reading(symbol, term, 0, len(text), tuple(inside))
        if found:
            return tuple(found.values())[:_MOST]
        if not stops:  # no grammar takes the first word: say so with what each would take
            return Declined(0, word_at(text, 0), partial(self._begun_by, symbol))
        return max(stops, key=lambda stop: stop.position)

    def _begun_by(self, symbol: str) -> tuple[str, ...]:
        """What a part can begin with, in words."""
        stops = (lexicon(self.game, symbol, file).parse("") for file in self.parts[symbol])
        return tuple(word for stop in stops if isinstance(stop, Stop) for word in stop.expected)

    def _files(self, symbol: str, word: Word) -> Sequence[str]:
        """The grammar files that read a part and of which something can begin with a word."""
        key = symbol, word.folded
        if key not in self._beginnings:
            self._beginnings[key] = [
                file for file in self.parts[symbol] if lexicon(self.game, symbol, file).may_begin(word)
            ]
        return self._beginnings[key]

    def _inside(self, text: str, symbol: str, inside: list[Reading]) -> Term:
        """The term of a text that stands inside a part; raises :class:`_Inside` where it cannot be read."""
        quoted = text.startswith('"')
        plain = text.strip('"').translate(_OUTER).removesuffix(".")
        found = self.read(symbol, plain)
        if isinstance(found, Declined):
            raise _Inside(text, found._replace(position=found.position + quoted))
        inside.append(found)
        return found.term

    def member(self, symbol: str) -> str:
        """What the members of a list are: ``cost`` for ``costs``; without a list, the symbol itself."""
        row = next((row for row in self.rows.get(symbol, ()) if row.functor == "list"), None)
        return str(row.items[0]) if row else symbol

    def say(self, symbol: str, term: Term) -> str | None:
        """The canonical text of a term as a symbol of the rows; ``None`` if it has none."""
        key = symbol, term
        if key not in self._said:
            self._said[key] = self._say(symbol, term)
        return self._said[key]

    def _say(self, symbol: str, term: Term) -> str | None:
        if symbol in self.parts:
            wordings = (_wording(self.game, symbol, file) for file in self.parts[symbol])
            return next((said for each in wordings if (said := each.say(symbol, term)) is not None), None)
        for row in self.rows[symbol]:
            if (said := self._say_row(row, term)) is not None:
                return said
        return None

    def _say_row(self, row: _Row, term: Term) -> str | None:
        slots = row.slots
        if row.functor == "is":
            args: Sequence[Term] = [term]
        elif not isinstance(term, Fn) or term.name != row.functor:
            return None
        elif row.functor == "list" and len(term.args) > 2:
            args = [term.args[0], Fn("list", term.args[1:])]
        else:
            args = term.args
        if len(args) != len(slots):
            return None
        said = [self.say(slot, arg) for slot, arg in zip(slots, args, strict=True)]
        if None in said:
            return None
        rest = iter(said)
        return "".join(next(rest) or "" if piece.startswith("<") else piece for piece in row.surface)


class _Attempt:
    """The reading of one text: what has been tried, and how far it came."""

    def __init__(self, composition: Composition, text: str) -> None:
        self.composition, self.text = composition, text
        self.words = split(text)
        self.places: dict[str, list[int]] = {}
        for place, word in enumerate(self.words):
            self.places.setdefault(word.folded, []).append(place)
        self.tried: dict[tuple[str, int, int], tuple[Reading, ...]] = {}
        self.farthest = Declined(-1, "", tuple)

    def whole(self, symbol: str) -> tuple[Reading, ...] | Declined:
        found = self.part(symbol, 0, len(self.words)) if self.words else ()
        if found:
            return found
        position, word = max(self.farthest.position, 0), self.farthest.stopped_at or "end of text"
        return self.farthest._replace(position=position, stopped_at=word)

    def part(self, symbol: str, first: int, last: int) -> tuple[Reading, ...]:
        """The readings of some of the words as a symbol, at most :data:`_MOST` of different meaning."""
        key = symbol, first, last
        if key not in self.tried:
            self.tried[key] = ()  # a part is never made of itself
            self.tried[key] = (
                self._leaf(symbol, first, last)
                if symbol in self.composition.parts
                else self._rows(symbol, first, last)
            )
        return self.tried[key]

    def _leaf(self, symbol: str, first: int, last: int) -> tuple[Reading, ...]:
        start = self.words[first].start
        found = self.composition.leaf(symbol, self.text, self.words, first, last)
        if isinstance(found, Declined):
            if start + found.position > self.farthest.position:
                self.farthest = found._replace(position=start + found.position)
            return ()
        return tuple(_moved(reading, start) for reading in found)

    def _rows(self, symbol: str, first: int, last: int) -> tuple[Reading, ...]:
        found: dict[Term, Reading] = {}
        start, end = self.words[first].start, self.words[last - 1].end
        for row in self.composition.rows[symbol]:
            if not row.anchors <= self.places.keys():
                continue
            for found_parts in self._match(row.items, first, last):
                parts = tuple(
                    part._replace(role=slot) for part, slot in zip(found_parts, row.slots, strict=True)
                )
                if row.functor == "is" and len(row.items) == 1:  # it stays what it is
                    reading = found_parts[0]
                    term = reading.term
                elif row.functor == "is":
                    term = parts[0].term
                    reading = Reading(symbol, term, start, end, parts)
                elif row.functor == "list":
                    rest = parts[1].term
                    more = rest.args if isinstance(rest, Fn) and rest.name == "list" else (rest,)
                    term = Fn("list", (parts[0].term, *more))
                    following = parts[1].parts if len(more) > 1 else (parts[1],)
                    reading = Reading(symbol, term, start, end, (parts[0], *following))
                else:
                    term = Fn(row.functor, tuple(part.term for part in parts))
                    reading = Reading(symbol, term, start, end, parts)
                found.setdefault(term, reading)
                if len(found) == _MOST:
                    return tuple(found.values())
        return tuple(found.values())

    def _match(
        self, items: Sequence[str | tuple[str, ...]], first: int, last: int
    ) -> Iterator[tuple[Reading, ...]]:
        """Every way in which the words are what the items of a row say."""
        if not items:
            if first == last:
                yield ()
            return
        head, *rest = items
        if isinstance(head, tuple):
            if first + len(head) <= last and are(self.words, first, head):
                yield from self._match(rest, first + len(head), last)
        elif not rest:
            if first < last:
                yield from ((reading,) for reading in self.part(head, first, last))
        elif isinstance(rest[0], str):
            for place in range(first + 1, last):
                for reading in self.part(head, first, place):
                    for others in self._match(rest, place, last):
                        yield (reading, *others)
        else:
            for place in self.places.get(rest[0][0], ()):
                end = place + len(rest[0])
                if not (first < place and end <= last and are(self.words, place, rest[0])):
                    continue
                for reading in self.part(head, first, place):
                    for others in self._match(rest[1:], end, last):
                        yield (reading, *others)


def _tokens(tree: Node) -> Iterator[Token]:
    if isinstance(tree, Token):
        yield tree
    else:
        for child in tree.children:
            yield from _tokens(child)


def _declined(text: str, stop: Stop, start: int) -> Declined:
    position = stop.position - start
    return Declined(position, word_at(text, position), lambda: stop.expected)


def _rows(rows: dict[str, str | list[str]]) -> Iterator[_Row]:
    for functor, patterns in rows.items():
        for pattern in [patterns] if isinstance(patterns, str) else patterns:
            yield _row(functor, pattern)


def _row(functor: str, pattern: str) -> _Row:
    pieces = [piece for part in pattern.split("<") for piece in _pieces(part)]
    items: list[str | tuple[str, ...]] = []
    for piece in pieces:
        if piece.startswith("<"):
            items.append(piece[1:-1])
        elif words := tuple(word.folded for word in split(piece)):
            items.append(words)
    anchors = frozenset(word for item in items if isinstance(item, tuple) for word in item)
    return _Row(functor, tuple(items), tuple(pieces), anchors)


def _pieces(part: str) -> Iterator[str]:
    """``costs>: `` as the part ``<costs>`` and the words after it."""
    name, closed, words = part.rpartition(">")
    if closed:
        yield f"<{name}>"
    if words:
        yield words


def _moved(reading: Reading, by: int) -> Reading:
    return reading._replace(start=reading.start + by, end=reading.end + by) if by else reading


@cache
def composition(game: str) -> Composition:
    """The :class:`Composition` of a game, loaded once."""
    return Composition(game)


@cache
def _wording(game: str, start: str, file: str) -> Wording:
    return Wording(game, start, file, lambda term: composition(game).say("line", term))
