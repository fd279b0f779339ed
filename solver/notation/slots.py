"""The slots of frames: how each kind of slot is read from a phrase and printed into one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from ..errors import Malformed
from ..nearest import slip_of
from ..terms import LARGEST, Fn, Term, quote, read, show, slug, unquote
from .names import KINDS, STRING, Names, Unclear, show_name

_NUMBER = re.compile(r"-?\d+(?![\w/]|\.\d)")
_PAIR = re.compile(r"([+-]?\d+)/([+-]?\d+)(?![\w/])")
_SCALE = re.compile(r"(\d+)-(\d+)-(\d+)(?![\w/-])")
_ID = re.compile(r'#(?:([\w-]+)|("(?:\\.|[^"\\])+"))')
_KIND = re.compile(r"[^\W\d][\w'’-]*(?:[^\S\n]+[\w'’-]+)*?(?=[^\S\n]+counters?\b)|[^\W\d][\w'’-]*")
_AFTER_KIND = re.compile(r"[^\S\n]+counters?\b")
_TEXT = re.compile(r"\[((?:\\.|[^\]\\])*)\]")


class Value(NamedTuple):
    """What stood in a slot: the term (several, if a text gave several) and its canonical text."""

    terms: tuple[str, ...]
    text: str


Reader = Callable[[str, int, Names], Iterator[tuple[int, Value]]]
Printer = Callable[[Term, Names], str | None]


class Slot(NamedTuple):
    """A kind of slot: its reader, its printer, and what an error says that it expects."""

    read: Reader
    show: Printer
    expects: Callable[[Names], tuple[str, ...]]


def check_number(text: str) -> int:
    """The integer a text stands for; :class:`Unclear` if it is larger than :data:`LARGEST`."""
    if len(text) > 11 or abs(int(text)) > LARGEST:
        raise Unclear(f"the number {text[:24]} is out of range (at most {LARGEST})")
    return int(text)


def escape(text: str) -> str:
    """A rules text as it stands between brackets; :func:`unescape` is the inverse."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def unescape(text: str) -> str:
    """The rules text that stood between brackets."""
    return re.sub(r"\\(.)", r"\1", text)


def counter_kind(text: str, known: Collection[str]) -> str:
    """The term of a counter kind: ``+1/+1`` is ``pt(1,1)``, any other kind the slug of its words.

    Raises :class:`Unclear` for a kind that is neither ``known`` nor in quotes.

    >>> counter_kind('"zeal"', ["glow"]), counter_kind("Glow", ["glow"]), counter_kind("-1/-1", [])
    ('zeal', 'glow', 'pt(-1,-1)')
    """
    if pair := _PAIR.fullmatch(text):
        return f"pt({check_number(pair[1])},{check_number(pair[2])})"
    kind = slug(unquote(text))
    if kind not in known and (not text.startswith('"') or kind == '""'):
        near = slip_of(text, sorted(each.replace("_", " ") for each in known))
        meant = f"did you mean {near}? " if near else ""
        advice = f"{meant}an invented kind stands in quotes: {quote(unquote(text))}"
        raise Unclear(f"{text} is no known kind of counter", advice)
    return kind


def show_counter_kind(term: Term, known: Collection[str]) -> str:
    """The inverse of :func:`counter_kind`; ``""`` for a term that it never gives."""
    if shown := _signed(term, Names()):
        return shown
    kind = show(term)
    words = unquote(kind) if isinstance(term, str) else kind.replace("_", " ")
    if slug(words) != kind or isinstance(term, int):
        return ""
    return words if kind in known else quote(words)


def _show_number(term: Term, names: Names) -> str | None:
    return str(term) if isinstance(term, int) and abs(term) <= LARGEST else None


def _number(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
    if found := _NUMBER.match(text, start):
        number = str(check_number(found[0]))
        yield found.end(), Value((number,), number)


def _pair(printer: Printer) -> Reader:
    def read_pair(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
        if found := _PAIR.match(text, start):
            term = Fn("pt", (check_number(found[1]), check_number(found[2])))
            yield found.end(), Value((show(term),), printer(term, names) or found[0])

    return read_pair


def _signed(term: Term, names: Names) -> str | None:
    match term:
        case Fn("pt", (int(first), int(second))) if abs(first) <= LARGEST >= abs(second):
            return f"{first:+}/{second:+}"
    return None


def _unsigned(term: Term, names: Names) -> str | None:
    match term:
        case Fn("pt", (int(first), int(second))) if abs(first) <= LARGEST >= abs(second):
            return f"{first}/{second}"
    return None


def _scale(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
    if found := _SCALE.match(text, start):
        term = Fn("scale", tuple(map(check_number, found.groups())))
        yield found.end(), Value((show(term),), "-".join(map(show, term.args)))


def _show_scale(term: Term, names: Names) -> str | None:
    match term:
        case Fn("scale", (int(low), int(middle), int(high))) if min(low, middle, high) >= 0:
            return f"{low}-{middle}-{high}"
    return None


def _new_id(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
    if found := _ID.match(text, start):
        ident = found[1] or unquote(found[2])
        if ident in names.ids["object"]:
            raise Unclear(f"there is already an object {found[0]}")
        yield found.end(), Value((quote(ident),), found[0])


def _individual(kind: str) -> Slot:
    def read_name(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
        for end, ident in names.find(KINDS[kind], text, start):
            yield end, Value((quote(ident),), names.show(kind, ident))

    def expects(names: Names) -> tuple[str, ...]:
        known = names.known(kind)
        called = {"object": "an object", "target": "an object or player"}.get(kind, f"a {kind}")
        return (f"{called} ({', '.join(known[:8])}{', ...' if known[8:] else ''})" if known else called,)

    def printer(term: Term, names: Names) -> str | None:
        return names.show(kind, term) if isinstance(term, str) else None

    return Slot(read_name, printer, expects)


def _name(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
    if found := STRING.match(text, start):
        name = unquote(found[0])
        yield found.end(), Value((quote(name),), show_name(name) if name in names.ids["card"] else found[0])
    else:
        yield from SLOTS["card"].read(text, start, names)


def _show_any_name(term: Term, names: Names) -> str | None:
    if not isinstance(term, str):
        return None
    return show_name(term) if term in names.ids["card"] else quote(term)


def _literal(*expected: str) -> Callable[[Names], tuple[str, ...]]:
    return lambda names: expected


#: The kinds of slots that every game has.
SLOTS: dict[str, Slot] = {
    "number": Slot(_number, _show_number, _literal("a number")),
    "pt": Slot(_pair(_signed), _signed, _literal("a change such as +1/-1")),
    "size": Slot(_pair(_unsigned), _unsigned, _literal("a size such as 3/3")),
    "scale": Slot(_scale, _show_scale, _literal("a scale such as 1-2-3")),
    "id": Slot(_new_id, lambda t, n: f"#{t}" if isinstance(t, str) else None, _literal("a new #id")),
    **{kind: _individual(kind) for kind in KINDS},
    "name": Slot(_name, _show_any_name, _literal("a card", '"a name"')),
}


def counter_slot(known: Collection[str]) -> Slot:
    """The slot for kinds of counters, with or without the word ``counter`` after them."""

    @cache
    def readers() -> tuple[re.Pattern[str], ...]:
        words = sorted((re.escape(each).replace("_", r"[\s-]") for each in known), key=len, reverse=True)
        listed = re.compile(rf"(?:{'|'.join(words)})(?![\w'’-])", re.IGNORECASE)
        return _PAIR, STRING, listed, _KIND

    def read_kind(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
        if found := next(filter(None, (reader.match(text, start) for reader in readers())), None):
            term = counter_kind(found[0], known)
            after = _AFTER_KIND.match(text, found.end())
            yield after.end() if after else found.end(), Value((term,), show_counter_kind(read(term), known))

    def show_kind(term: Term, names: Names) -> str | None:
        return show_counter_kind(term, known) or None

    return Slot(read_kind, show_kind, _literal("a kind of counter"))


def vocabulary_slot(words: Mapping[str, str], called: str = "") -> Slot:
    """A slot that takes the words of a closed list; a hyphen may be typed as a space.

    An error names all the words, or what a long list of them is ``called``.
    """
    by_length = sorted(words, key=len, reverse=True)
    first: dict[str, str] = {}
    for word, constant in words.items():
        first.setdefault(constant, word)

    @cache
    def pattern() -> re.Pattern[str]:
        choices = "|".join("(" + re.escape(word).replace(r"\-", "[- ]") + ")" for word in by_length)
        return re.compile(rf"(?:{choices})(?![\w'’-])", re.IGNORECASE)

    def read_word(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
        if found := pattern().match(text, start):
            constant = words[by_length[(found.lastindex or 1) - 1]]
            yield found.end(), Value((constant,), first[constant])

    def show_word(term: Term, names: Names) -> str | None:
        return first.get(show(term))

    return Slot(read_word, show_word, _literal(*((called,) if called else words)))


def ability_slot(reader: Callable[[str], tuple[str, ...]], printer: Callable[[str], str]) -> Slot:
    """A slot for a rules text in brackets, read and printed by the game's grammar of rules texts."""

    def read_text(text: str, start: int, names: Names) -> Iterator[tuple[int, Value]]:
        if found := _TEXT.match(text, start):
            inside = " ".join(unescape(found[1]).split())
            yield found.end(), Value(reader(inside), f"[{escape(inside)}]")

    def show_text(term: Term, names: Names) -> str | None:
        try:
            return f"[{escape(printer(show(term)))}]"
        except Malformed:  # the ability has no words
            return None

    return Slot(read_text, show_text, _literal("[rules text]"))
