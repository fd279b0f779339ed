"""Phrases with slots: a game's notation lists them as data, here they are matched and printed.

A frame is a template such as ``{p:player} scores {n:number}`` with the facts it states. The frames
of a section form one trie of words and slots, so a phrase is read from left to right with backtracking,
and an error knows every continuation at the furthest point that was reached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product, repeat

from ..errors import Malformed, Place
from ..nearest import did_you_mean
from ..terms import Fn, Term, functor, read, show, unify
from .names import Names, Unclear
from .slots import SLOTS, Slot, Value

_WORD = re.compile(r'[^\s,;:|()\[\]{}"]+|:')
_PIECE = re.compile(r"\{(\w+):([\w-]+,?)\}|(\S+)")
_FOUND = re.compile(r"[#@]?[\w'’/+-]+|\S+")
_HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, eq=False)
class Frame:
    """One template: its pieces (words, and slots as (name, kind)) and the facts it states."""

    template: str
    pieces: tuple[str | tuple[str, str], ...]
    facts: tuple[str, ...]
    patterns: tuple[Term, ...]

    def slots(self) -> list[tuple[str, str]]:
        """The slots as (name, kind), in the order in which they stand."""
        return [piece for piece in self.pieces if isinstance(piece, tuple)]

    def say(self, texts: Mapping[str, str]) -> str:
        """The phrase with the texts of the slots put in."""
        said = " ".join(piece if isinstance(piece, str) else texts[piece[0]] for piece in self.pieces)
        return said.replace(" : ", ": ")


@dataclass(eq=False)
class _Node:
    words: dict[str, _Node] = field(default_factory=dict)
    slots: dict[str, _Node] = field(default_factory=dict)
    frame: Frame | None = None


@dataclass(frozen=True, eq=False)
class Match:
    """A phrase that was read: its frame, what stood in the slots, and the canonical text."""

    frame: Frame
    values: Mapping[str, Value]
    text: str
    start: int
    end: int

    def facts(self, /, **bound: str) -> tuple[str, ...]:
        """The facts the phrase states, each once. ``bound`` are terms for ``self`` and ``id``."""
        slots = list(self.values)
        facts = (
            fact.format_map(dict(zip(slots, terms, strict=True)) | bound)
            for fact in self.frame.facts
            for terms in product(*(self.values[slot].terms for slot in slots))
        )
        return tuple(dict.fromkeys(facts))


class Frames:
    """The phrases of a game, by section.

    ``sections`` maps a section to templates and their facts; ``slots`` are the kinds of slots the game adds
    (its vocabularies, its rules text). A slot may also name another section; with a comma after the name it
    takes a row of that section's phrases, divided by commas, as a tuple. ``rank`` orders predicates as the
    frames first state them. Raises :class:`Malformed` for a template that cannot be compiled.
    """

    def __init__(
        self, sections: Mapping[str, Mapping[str, str | Sequence[str]]], slots: Mapping[str, Slot]
    ) -> None:
        self._slots = {**slots, **SLOTS}
        self._roots: dict[str, _Node] = {name: _Node() for name in sections}
        self._by_functor: dict[str, dict[str, list[Frame]]] = {name: {} for name in sections}
        self._open: dict[str, list[Frame]] = {name: [] for name in sections}
        self.sections: dict[str, tuple[Frame, ...]] = {}
        self.rank: dict[str, int] = {}
        for section, templates in sections.items():
            frames = [self._compile(section, template, facts) for template, facts in templates.items()]
            self.sections[section] = tuple(frames)

    @cached_property
    def _first(self) -> Mapping[Frame, tuple[Frame, Mapping[str, str]]]:
        """For each frame the first of its section that states the same, and how their slots correspond."""
        found: dict[Frame, tuple[Frame, Mapping[str, str]]] = {}
        for frames in self.sections.values():
            first: dict[object, Frame] = {}
            for frame in frames:
                shape, order = _shape(frame)
                model = first.setdefault(shape, frame) if frame.facts else frame
                found[frame] = model, dict(zip(_shape(model)[1], order, strict=True))
        return found

    def _compile(self, section: str, template: str, facts: str | Sequence[str]) -> Frame:
        node = self._roots[section]
        pieces: list[str | tuple[str, str]] = []
        for name, kind, word in _PIECE.findall(template):
            if word and not _WORD.fullmatch(word):
                raise Malformed(f"a frame of {section} has an odd word", found=word, expected=("a word",))
            if kind and kind not in self._slots and kind.removesuffix(",") not in self._roots:
                what = f"the frame {template!r} has an unknown kind of slot"
                advice = did_you_mean(kind, (*self._slots, *self._roots))
                raise Malformed(what, found=kind, advice=advice)
            pieces.append(word or (name, kind))
            edges = node.words if word else node.slots
            node = edges.setdefault(word.lower() if word else kind, _Node())
        stated = (facts,) if isinstance(facts, str) else tuple(facts)
        patterns = tuple(map(read, stated))
        loose = set(_HOLE.findall(" ".join(stated))) - {p[0] for p in pieces if isinstance(p, tuple)}
        if loose - {"self", "id"}:
            raise Malformed(f"the frame {template!r} states a slot it does not have", found=", ".join(loose))
        if node.frame:
            raise Malformed(f"the frame {template!r} of {section} reads the same as {node.frame.template!r}")
        node.frame = Frame(template, tuple(pieces), stated, patterns)
        for fact in stated:
            self.rank.setdefault(functor(fact), len(self.rank))
        for pattern in patterns[:1] if len(patterns) == 1 else ():
            name = functor(show(pattern))
            same = self._by_functor[section].setdefault(name, []) if name[:1] != "{" else self._open[section]
            same.append(node.frame)
        return node.frame

    # ---- reading ----

    def match(self, section: str, text: str, names: Names, place: Place | None = None) -> Match:
        """The frame that a whole text is; raises :class:`Malformed` where reading stopped."""
        (match,) = self.match_all(section, text, names, place, most=1)
        return match

    def find(self, section: str, text: str, names: Names) -> Match | None:
        """The frame that a whole text is, or ``None``: :meth:`match` without saying where reading stopped."""
        return _Attempt(self, text, names).longest(section, _skip(text, 0), "", 1)

    def match_all(
        self,
        section: str,
        text: str,
        names: Names,
        place: Place | None = None,
        separator: str = "",
        most: int = 0,
    ) -> tuple[Match, ...]:
        """The row of frames that a text is, divided by ``separator`` (by nothing if it is empty).

        Every word of the text is read or :class:`Malformed` is raised with the column, the word found,
        what was expected and the nearest known word. (Section 4 of the design.)
        """
        attempt = _Attempt(self, text, names)
        matches: list[Match] = []
        position = _skip(text, 0)
        while not matches or position < len(text):
            match = (
                None if most and len(matches) == most else attempt.longest(section, position, separator, most)
            )
            if match is None:
                raise attempt.failure(place, separator)
            matches.append(match)
            position = _skip(text, match.end)
            if separator and position < len(text):
                position = _skip(text, position + len(separator))
                if position == len(text):
                    attempt.arrive(position, self._roots[section])
                    raise attempt.failure(place, separator)
        return tuple(matches)

    def coming(
        self, section: str, text: str, names: Names, separator: str = ""
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """How a row of phrases of a section may go on: words, and kinds of slots that could stand next.

        Both are empty for a text that is not the beginning of such a row.
        """
        attempt = _Attempt(self, text, names)
        position = _skip(text, 0)
        while match := attempt.longest(section, position, separator, 0):
            position = _skip(text, match.end)
            if separator:
                if not text.startswith(separator, position):
                    break
                position = _skip(text, position + len(separator))
            if position == len(text):
                attempt.arrive(position, self._roots[section])
                break
        nodes = attempt.nodes if attempt.furthest == len(text) else []
        words = dict.fromkeys(word for node in nodes for word in node.words)
        kinds = dict.fromkeys(kind for node in nodes for kind in node.slots)
        return tuple(words), tuple(kinds)

    # ---- printing ----

    def phrase(
        self, fact: str, section: str, names: Names | None = None
    ) -> tuple[str, dict[str, str]] | None:
        """The first phrase of a section that states exactly this fact, and the terms of ``self`` and ``id``.

        ``None`` if the section has no such phrase. It is the inverse of :meth:`match`.
        """
        frames = [*self._by_functor[section].get(functor(fact), ()), *self._open[section]]
        if not frames:
            return None
        term, names = read(fact), names if names is not None else Names()
        said = (self._said(frame, (term,), names) for frame in frames)
        return next(filter(None, said), None)

    def _said(self, frame: Frame, terms: Sequence[Term], names: Names) -> tuple[str, dict[str, str]] | None:
        bound: dict[str, Term] = {}
        if len(terms) != len(frame.patterns) or not all(map(unify, frame.patterns, terms, repeat(bound))):
            return None
        texts = {slot: self._show(kind, bound.pop(slot), names) for slot, kind in frame.slots()}
        if any(text is None for text in texts.values()):
            return None
        said = frame.say({slot: text or "" for slot, text in texts.items()})
        return said, {slot: show(value) for slot, value in bound.items()}

    def phrase_of(self, fact: str, section: str, names: Names | None = None) -> str | None:
        """The first phrase of a section that states exactly this fact, or ``None``."""
        found = self.phrase(fact, section, names)
        return found[0] if found else None

    def _show(self, kind: str, term: Term, names: Names) -> str | None:
        if slot := self._slots.get(kind):
            return slot.show(term, names)
        if not kind.endswith(","):
            return self.phrase_of(show(term), kind, names)
        parts = term.args if isinstance(term, Fn) and not term.name else ()
        texts = [*self._row(parts, kind[:-1], names)]
        return ", ".join(filter(None, texts)) if all(texts) and texts else None

    def _row(self, parts: Sequence[Term], section: str, names: Names) -> Iterator[str | None]:
        """The phrases of a row; one phrase for neighbours that a frame states together."""
        while parts:
            together = (
                (said[0], len(frame.patterns))
                for frame in self.sections[section]
                if len(frame.patterns) > 1
                and (said := self._said(frame, parts[: len(frame.patterns)], names))
            )
            text, taken = next(together, (self.phrase_of(show(parts[0]), section, names), 1))
            yield text
            parts = parts[taken:]

    def canonical(self, frame: Frame, values: Mapping[str, Value]) -> str:
        """The phrase as it is printed: by the first frame of the section that states the same."""
        model, renamed = self._first[frame]
        return model.say({slot: values[renamed[slot]].text for slot in renamed})


def _shape(frame: Frame) -> tuple[object, list[str]]:
    """The facts of a frame with slots numbered in order of mention, and the slots in that order."""
    kinds = dict(frame.slots())
    order: list[str] = []
    for slot in (*_HOLE.findall(" ".join(frame.facts)), *kinds):
        if slot in kinds and slot not in order:
            order.append(slot)
    numbered = {slot: f"{{{number}}}" for number, slot in enumerate(order)}
    facts = _HOLE.sub(lambda hole: numbered.get(hole[1], hole[0]), "\n".join(frame.facts))
    return (facts, tuple(kinds[slot] for slot in order)), order


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position].isspace():
        position += 1
    return position


class _Attempt:
    """One reading of one text: the furthest point it reached, and what could have stood there."""

    def __init__(self, frames: Frames, text: str, names: Names) -> None:
        self.frames, self.text, self.names = frames, text, names
        self.furthest = -1
        self.nodes: list[_Node] = []
        self.complaint: Unclear | None = None

    def arrive(self, position: int, node: _Node) -> None:
        if position > self.furthest:
            self.furthest, self.nodes, self.complaint = position, [], None
        if position == self.furthest:
            self.nodes.append(node)

    def longest(self, section: str, start: int, separator: str, most: int) -> Match | None:
        """The longest phrase from here that ends where a phrase may end."""
        best: tuple[int, Frame, tuple[Value, ...]] | None = None
        for end, frame, values in self.walk(self.frames._roots[section], start):
            after = _skip(self.text, end)
            divided = self.text.startswith(separator, after) and (separator or not most)
            ends = after == len(self.text) or divided
            if ends and (best is None or end > best[0]):
                best = end, frame, values
        return self._made(best[1], best[2], start, best[0]) if best else None

    def _made(self, frame: Frame, values: tuple[Value, ...], start: int, end: int) -> Match:
        by_slot = {name: value for (name, _), value in zip(frame.slots(), values, strict=True)}
        return Match(frame, by_slot, self.frames.canonical(frame, by_slot), start, end)

    def walk(self, node: _Node, start: int) -> Iterator[tuple[int, Frame, tuple[Value, ...]]]:
        """Every way to read a frame from here, by its end; words are tried before slots."""
        position = _skip(self.text, start)
        self.arrive(position, node)
        word = _WORD.match(self.text, position)
        if word and (next_node := node.words.get(word[0].lower())):
            yield from self.walk(next_node, word.end())
        for kind, next_node in node.slots.items():
            for end, value in self.fill(kind, position):
                for last, frame, values in self.walk(next_node, end):
                    yield last, frame, (value, *values)
        if node.frame:
            yield start, node.frame, ()

    def fill(self, kind: str, start: int) -> Iterator[tuple[int, Value]]:
        slot = self.frames._slots.get(kind)
        if slot is None:
            row = kind.endswith(",")
            for end, parts in self.row(kind.removesuffix(","), start, more=row):
                text = ", ".join(part.text for part in parts)
                facts = tuple(fact for part in parts for fact in part.facts())
                yield end, Value((show(Fn("", tuple(map(read, facts)))),) if row else facts, text)
            return
        try:
            yield from slot.read(self.text, start, self.names)
        except Unclear as error:
            self.arrive(start, _Node())
            if start == self.furthest:
                self.complaint = error

    def row(self, section: str, start: int, *, more: bool) -> Iterator[tuple[int, tuple[Match, ...]]]:
        """Every way to read a phrase of a section from here, or with ``more`` a row of them."""
        for end, frame, values in self.walk(self.frames._roots[section], start):
            part = self._made(frame, values, start, end)
            after = _skip(self.text, end)
            if more and self.text.startswith(",", after):
                for last, parts in self.row(section, after + 1, more=True):
                    yield last, (part, *parts)
            yield end, (part,)

    def failure(self, place: Place | None, separator: str) -> Malformed:
        """What went wrong at the furthest point."""
        at = max(self.furthest, 0)
        found = _FOUND.match(self.text, at)
        word = found[0] if found else ""
        slots, end = self.frames._slots, False
        expected: dict[str, None] = {}
        choices: list[str] = []
        for node in self.nodes:
            expected.update(dict.fromkeys(node.words))
            choices.extend(node.words)
            for kind in node.slots:
                if kind in slots:
                    expected.update(dict.fromkeys(slots[kind].expects(self.names)))
                    known = self.names.known(kind) or slots[kind].expects(self.names)
                    choices.extend(known)
            end = end or node.frame is not None
        if end:
            expected.update(dict.fromkeys(filter(None, (separator, "end of phrase"))))
        here = Place(place.file, place.line, place.column + at if place.line else 0) if place else None
        what = f"{word} cannot stand here" if word else "the phrase ends too early"
        advice = did_you_mean(word.strip('"#'), choices) if word else ""
        if self.complaint:
            what, advice = str(self.complaint), self.complaint.advice or advice
        found_text = word or "end of phrase"
        return Malformed(what, place=here, found=found_text, expected=tuple(expected), advice=advice)
