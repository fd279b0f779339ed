"""Mutants: rules spoilt a little, one at a time, to see whether some board notices.

A mutant lacks a condition or the whole rule, has a condition turned round, or a comparison off by one. It is
killed if an expectation of some board fails under it; where a mutant survives, boards are missing.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import product

from ..board.model import Board
from ..derivation import derive
from ..derivation.adjudication import adjudicate
from ..derivation.compiling import compile_rules
from ..derivation.ground import Grounding
from ..derivation.rule import BrokenRules, Rule
from ..derivation.rulebook import Rulebook, load_pack
from ..derivation.ruling import Ruling
from ..errors import HeadjudgeError
from ..report.expectations import check
from .noticing import Noticing

_SHIFTS = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "=": "!=", "!=": "="}
_COMPARISON = re.compile(r"(?<= )(<=|>=|!=|<|>|=)(?= )")


@dataclass(frozen=True)
class Mutant:
    """A spoilt rule: the rule, what was done to it, and its new text (empty if it is gone)."""

    rule: Rule
    change: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule.head}: {self.change}"


def shifted(literal: str) -> Iterator[str]:
    """A comparison or a count with its boundary moved by one; what stands in braces is left alone."""
    braces = [match.span() for match in re.finditer(r"\{.*?\}", literal)]
    for match in _COMPARISON.finditer(literal):
        if not any(start < match.start() < end for start, end in braces):
            yield literal[: match.start()] + _SHIFTS[match[1]] + literal[match.end() :]


def spoilt(literal: str, kind: str) -> Iterator[tuple[str, str]]:
    """The ways to spoil a literal, each with its new text."""
    yield f"without {literal}", ""
    if kind == "absent":
        yield f"{literal} turned round", literal.removeprefix("not ")
    elif kind == "holds":
        yield f"{literal} turned round", f"not {literal}"
    else:
        for text in shifted(literal):
            yield f"{literal} as {text}", text


def mutants_of(rule: Rule) -> Iterator[Mutant]:
    """All viable mutants of a rule: those that clingo can ground."""
    yield Mutant(rule, "gone", "")
    body = [literal.text for literal in rule.body]
    for index, literal in enumerate(rule.body):
        if literal.text.startswith("in_force("):
            continue
        for change, text in spoilt(literal.text, literal.kind):
            rest = [*body[:index], *([text] if text else []), *body[index + 1 :]]
            mutant = f"{rule.head} :- {'; '.join(rest)}." if rest else f"{rule.head}."
            try:
                Grounding(mutant, ())
            except BrokenRules:
                continue
            yield Mutant(rule, change, mutant)


def spoil(rulebook: Rulebook, mutant: Mutant) -> Rulebook:
    """The rulebook with the mutant in place of its rule."""
    pack = rulebook.pack
    changed = compile_rules(mutant.text, mutant.rule.file) if mutant.text else ()
    rules = [new for rule in pack.rules for new in (changed if rule == mutant.rule else (rule,))]
    return dataclasses.replace(
        rulebook, pack=dataclasses.replace(pack, rules=tuple(rules), hash=f"{pack.hash} with {mutant}")
    )


def acts(board: Board) -> bool:
    """Whether somebody casts, activates, plays or resolves on a board: that tells of other sections."""
    told = [event for step in board.script for event in step.events]
    told += [claim.term for expectation in board.expects for claim in expectation.claims]
    kinds = "|".join(load_pack(board.game).by_texts)
    return any(re.search(rf"\bdeclare\((?:{kinds}),|\A(?:{kinds})\b", term) for term in told)


def fails(board: Board, mutant: Mutant | None) -> bool:
    """Whether an expectation of the board fails under a mutant."""

    @cache
    def ruling_for(edition: str | None) -> Ruling:
        rulebook = Rulebook.load(board.game, edition or board.edition or None)
        return adjudicate(board, spoil(rulebook, mutant) if mutant else rulebook)

    try:
        return any(check(ruling_for, expectation) for expectation in board.expects)
    except (
        HeadjudgeError,
        LookupError,
        AssertionError,
    ):  # nothing to choose, or nothing that may be declared
        return True


NAME = re.compile(r'"(?:[^"\\]|\\.)*"|\b([a-z_]\w*)')


def names(texts: Iterable[str]) -> frozenset[str]:
    """The predicates, constants and functors that stand in texts."""
    return frozenset(name for text in texts for name in NAME.findall(text)) - {"", "not"}


@cache
def asked(rule: Rule) -> frozenset[str]:
    """The names that must be there before the rule can apply."""
    return names(part.text for part in rule.body if part.kind == "holds") - {"in_force", rule.clause}


@cache
def _asked_and_brought(
    rulebooks: tuple[Rulebook, ...], moments: tuple[str, ...]
) -> list[tuple[frozenset[str], frozenset[str]]]:
    """What each rule that applies at some of the moments asks for, and the names that it brings."""
    rules = dict.fromkeys(
        rule for one in product(rulebooks, moments) for rule in derive.reach(*one).reachable(None)
    )
    return [
        (asked(rule), frozenset(names([rule.head, *(part.text for part in rule.body)]))) for rule in rules
    ]


@dataclass
class Killers:
    """The boards of one game that may kill a mutant, by path, each with its text.

    ``about`` says of a file whether only boards that speak of declarations can notice what is wrong in it
    (True), or only the others (False). Of the mutants ``together`` it is found at once which of them a board
    could notice, when it is first asked for one; that costs as much as some of them.
    """

    game: str
    boards: Mapping[str, tuple[Board, str]]
    about: Mapping[str, bool] = field(default_factory=dict)
    together: Sequence[Mutant] = ()
    _reach: dict[str, frozenset[str]] = field(default_factory=dict)
    _sound: dict[str, bool] = field(default_factory=dict)
    _noticeable: dict[str, frozenset[Mutant]] = field(default_factory=dict)

    def told(self, path: str) -> tuple[str, ...]:
        """The events of a board's script, and what its expectations claim."""
        board, _ = self.boards[path]
        events = (event for step in board.script for event in step.events)
        return (*events, *(claim.term for expectation in board.expects for claim in expectation.claims))

    def declares(self, path: str) -> bool:
        """Whether a board speaks of declarations."""
        return any("declar" in text for text in self.told(path))

    def within_reach(self, path: str) -> frozenset[str]:
        """The names that a board or a rule it reaches brings, now or in a later round."""
        if path not in self._reach:
            self._reach[path] = self._names_within_reach(path)
        return self._reach[path]

    def _names_within_reach(self, path: str) -> frozenset[str]:
        board, _ = self.boards[path]
        rulebooks = [Rulebook.load(self.game, e.under or board.edition or None) for e in board.expects]
        pack = load_pack(self.game)
        moments = [*pack.cycle, pack.instruction_moment]
        given = [f"moment({pack.main_moment})", "opening", "instructed(x)", "chosen(x,x,x)"]
        if self.declares(path):
            moments.append(pack.declaration_moment)
            given += ["declaring(x)", "proposed(x)", "declared(x)", "attainable(x,x)"]
        rules = _asked_and_brought(tuple(dict.fromkeys(rulebooks)), tuple(moments))
        known = names([*board.facts(), *self.told(path), *given])
        while True:
            brought = known.union(*(brings for asks, brings in rules if known >= asks))
            if brought == known:
                return known
            known = brought

    def candidates(self, mutant: Mutant) -> list[str]:
        """The boards on which the rule or its mutant may apply, the likeliest to notice first."""
        clause = mutant.rule.clause
        numbers = {Rulebook.load(self.game).number(clause)} - {""}
        rules = [mutant.rule, *(compile_rules(mutant.text, mutant.rule.file) if mutant.text else ())]

        def distance(path: str) -> int:
            own = bool(clause) and f"-{clause}-" in path
            made_for_it = "/mutation/" in f"/{path}"
            cited = any(re.search(rf"{re.escape(number)}\b", self.boards[path][1]) for number in numbers)
            return 0 if own else 1 if made_for_it else 2 if cited else 3

        about = self.about.get(mutant.rule.file)
        there = [path for path in self.boards if about is None or self.declares(path) == about]
        near = [path for path in there if any(self.within_reach(path) >= asked(rule) for rule in rules)]
        return sorted(near, key=lambda path: (distance(path), path))

    def noticeable(self, path: str) -> frozenset[Mutant]:
        """Those of the mutants ``together`` that may change what a board expects. What it says of individuals
        rests on more than its ruling: there it may be any whose clause counts where somebody asks."""
        if path not in self._noticeable:
            board, _ = self.boards[path]
            books = {Rulebook.load(self.game, e.under or board.edition or None) for e in board.expects}
            found = {mutant for book in books for mutant in self._beside.by(board, book)}
            if any("trait(" in text for text in self.told(path)):
                asked_then = {"", *(c for b in books for c in b.in_force(b.pack.inspection_moment))}
                found |= {mutant for mutant in self.together if mutant.rule.clause in asked_then}
            self._noticeable[path] = frozenset(found)
        return self._noticeable[path]

    @cached_property
    def _beside(self) -> Noticing:
        return Noticing(self.together)

    def sound(self, path: str) -> bool:
        """Whether a board's expectations hold under the rules as they are."""
        if path not in self._sound:
            self._sound[path] = not fails(self.boards[path][0], None)
        return self._sound[path]

    def killer(self, mutant: Mutant) -> str:
        """The first board that notices, "" if none does."""
        paths = self.candidates(mutant)
        if mutant in self.together:
            paths = [path for path in paths if mutant in self.noticeable(path)]
        noticing = (path for path in paths if fails(self.boards[path][0], mutant))
        found = next((path for path in noticing if self.sound(path)), "")
        derive.reach.cache_clear()
        return found
