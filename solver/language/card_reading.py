"""A whole card text, line by line, as facts with their places in the text (design section 5).

A line that is not read to its last word, that can be read in two ways, or whose facts do not say the same
words again, is declined. The facts of a line are its kind and, by their roles, its parts:

    ability(Card, Line, activated).   cost(Card, Line, 1, rest).   effect(Card, Line, 1, gain(2)).

``target(Card, Line, Number, Quality)`` says each target of the line again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ..terms import Fn, Term, quote, show
from .composition import Declined, Reading, composition
from .normal import INNER, SENTENCE, Normal, alike, lines_of, normal, one_spelling, unmarked
from .unquoted import with_quoted_names
from .words import split

#: The symbols of the rows that are lines, with and without what may stand before or behind them.
_LINES = ("printed_line", "line", "sentence")
_UNQUOTED = str.maketrans(dict.fromkeys(INNER, '"'))
#: Words that only join the several facts of one sentence.
_JOINING = frozenset(("or", ";"))


class Fact(NamedTuple):
    """One fact of a line: its role, its number among those of the role, the term, its place in the text."""

    role: str
    number: int
    term: Term
    start: int
    end: int


class Line(NamedTuple):
    """One line of a card's text: its number from 1, where it starts, and how it is read.

    ``said`` is what its facts say again, and ``lost`` the words that only the line or only its facts have:
    where there are any, the line is declined.
    """

    game: str
    number: int
    text: str
    start: int
    normal: Normal
    reading: Reading | Declined
    said: str = ""
    lost: str = ""

    @property
    def read(self) -> bool:
        return isinstance(self.reading, Reading) and not self.lost

    @property
    def kind(self) -> str:
        """What the line is: ``keywords``, ``static``, ``triggered``, ... ``declined``."""
        if not self.read or isinstance(self.reading, Declined):
            return "declined"
        return _kind(self.game, self.reading)


def read_card(game: str, text: str, name: str = "") -> tuple[Line, ...]:
    """The lines of a card's text, each read or declined; lines of reminder text only are no lines.

    Raises :class:`headjudge.errors.Malformed` for a game without a grammar for whole cards.
    """
    names = _names(game, name, text)
    lines: list[Line] = []
    for start, raw in lines_of(game, text):
        line = normal(game, raw, names)
        if line.text:
            found = _line(game, len(lines) + 1, raw, start, line)
            if not found.read:
                quoted = (_line(game, found.number, raw, start, one) for one in with_quoted_names(game, line))
                found = next((one for one in quoted if one.read), found)
            lines.append(found)
    return tuple(lines)


def _names(game: str, name: str, text: str) -> tuple[str, ...]:
    """What a text calls its object: its name, and what is short for it (Ana for Ana of the Odd Isles).

    Short for a name is what stands before its first comma; without a comma, what stands before a word that
    is not capitalised, and its first word, unless that word means something else in the game.
    """
    if not name:
        return ()
    plain_name = unmarked(game, name)
    if plain_name != name:  # some texts say the mark, some do not
        names = _names(game, plain_name, text)
        mark = name.removesuffix(plain_name)
        return *(mark + each for each in names), *names
    if "," in name:
        return name, name.partition(",")[0]
    words = name.split(" ")
    capitalised = next((n for n, word in enumerate(words) if not word[:1].isupper()), len(words))
    shorter = (" ".join(words[:number]) for number in (capitalised, 1) if 0 < number < len(words))
    plain = one_spelling(text)
    said = [short for short in dict.fromkeys(shorter) if one_spelling(short) in plain]
    known = composition(game).known_words if said else ()
    return name, *(short for short in said if split(short)[0].folded not in known)


def _line(game: str, number: int, raw: str, start: int, line: Normal) -> Line:
    rows = composition(game)
    plain = line.text.removesuffix(".")
    found = rows.read("printed_line", plain)
    if isinstance(found, Declined):
        return Line(game, number, raw, start, line, found)
    said = _said(game, found.symbol, found.term)
    lost = _difference(game, line.text, said, found.term)
    return Line(game, number, raw, start, line, found, said, lost)


def _said(game: str, symbol: str, term: Term) -> str:
    """What a term says: several terms say several sentences."""
    rows = composition(game)
    terms = term.args if isinstance(term, Fn) and term.name == "all" else (term,)
    return "; ".join(rows.say(symbol, each) or "?" for each in terms)


def sentences(line: Line) -> Iterator[tuple[str, bool]]:
    """The sentences of a line, and whether each can be read: in a declined line, each by itself."""
    for sentence in SENTENCE.findall(line.normal.text):
        text = sentence.strip()
        if text:
            yield text, line.read or _line(line.game, 1, text, 0, Normal(text, ())).read


def facts(line: Line) -> Iterator[Fact]:
    """The facts of a line that has been read, each with its place in the card's text."""
    if not line.read or isinstance(line.reading, Declined):
        return

    def fact(role: str, number: int, term: Term, start: int, end: int) -> Fact:
        first, last = line.normal.original(start, end)
        return Fact(role, number, term, line.start + first, line.start + last)

    reading = line.reading
    yield fact("ability", 0, Fn(line.kind), reading.start, reading.end)
    counted: dict[str, int] = {}
    for part in _parts(reading):
        terms = part.term.args if isinstance(part.term, Fn) and part.term.name == "all" else (part.term,)
        role = _role(line.game, part)
        for term in terms:
            counted[role] = counted.get(role, 0) + 1
            yield fact(role, counted[role], term, part.start, part.end)
            for quality in _targets(term):
                counted["target"] = counted.get("target", 0) + 1
                yield fact("target", counted["target"], quality, part.start, part.end)


def _kind(game: str, reading: Reading) -> str:
    if reading.symbol not in _LINES:
        return composition(game).kinds.get(reading.symbol, reading.symbol)
    if inner := next((part for part in reading.parts if part.role in _LINES), None):
        return _kind(game, inner)
    return reading.term.name if isinstance(reading.term, Fn) else reading.symbol


def _role(game: str, part: Reading) -> str:
    """What a part is in its line: what the members of its list are, or what a line of it would be called."""
    rows = composition(game)
    role = rows.member(part.role if part.role not in ("", *_LINES) else part.symbol)
    return rows.kinds.get(role, role)


def _parts(reading: Reading) -> Iterator[Reading]:
    """The parts of a line: the members of a list each for itself."""
    for part in reading.parts if reading.symbol in _LINES else (reading,):
        if isinstance(part.term, Fn) and part.term.name == "list":
            yield from part.parts
        elif part.role in _LINES and part.symbol in _LINES:
            yield from _parts(part)
        else:
            yield part


def _targets(term: Term) -> Iterator[Term]:
    if isinstance(term, Fn):
        if term.name.startswith("target") and term.args:
            yield term.args[-1]
        for arg in term.args:
            yield from _targets(arg)


def asp(card: str, line: Line) -> Iterator[str]:
    """The facts of a line as clingo reads them, with their places: ``cost("Card",1,1,rest).``"""
    name = quote(card)
    for fact in facts(line):
        if fact.role == "ability":
            yield f"ability({name},{line.number},{show(fact.term)})."
        else:
            yield f"{fact.role}({name},{line.number},{fact.number},{show(fact.term)})."
        yield f"span({name},{line.number},{fact.role},{fact.number},{fact.start},{fact.end})."


# ---- Whether the facts say the same words ----


def _difference(game: str, text: str, said: str, term: Term) -> str:
    """The words that only the text or only its facts have, apart from what is said alike."""
    if "?" in said:
        return "a term without wording"
    written, spoken = _words(game, text), _words(game, said)
    if isinstance(term, Fn) and term.name == "all":  # one sentence about several things is said several times
        return " ".join(sorted(({*written} ^ {*spoken}) - _JOINING))
    if written == spoken:
        return ""
    return " ".join(sorted({*written} ^ {*spoken})) or "the order of words"


def _words(game: str, text: str) -> list[str]:
    plain = text.translate(_UNQUOTED).removesuffix(".").replace('."', '"').replace('"', " ")
    return alike(game, (word.folded for word in split(plain)))
