"""The solver's loop (design section 3): from a board to the graph of all that can follow.

Derive; where a player must choose, follow every answer; carry the events out; derive again, moment
after moment, until nothing happens. Equal states are one node, a path that returns to itself is an
endless loop.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from ..board.cards import predefined
from ..board.model import Board, Step
from ..errors import NotCovered
from ..notation.pack import Notation
from ..notation.texts import with_awaited, with_texts
from ..terms import functor
from .derive import SCRIPT_OVER, Choice, Derivation, brings_nothing, derive, speaks_at_the_end
from .rulebook import Rulebook
from .ruling import Outcome, Round, Ruling
from .state import State, apply

OUTCOME_LIMIT = 256
ROUND_LIMIT = 200
DONE = "something_done"


class _Node(NamedTuple):
    """Where the loop stands: the state, the script step, and the moment (-1: the script is next)."""

    state: State
    step: int
    moment: int


@dataclass(frozen=True)
class _End:
    derivation: Derivation
    result: str
    state: State


def adjudicate(
    board: Board,
    rulebook: Rulebook | None = None,
    *,
    limit: int = OUTCOME_LIMIT,
    facts: Iterable[str] | None = None,
    going_on: Callable[[], object] = bool,
) -> Ruling:
    """Rule on a board: every outcome with its rounds. ``facts`` stand in for those of the board.

    ``limit`` caps the number of paths followed; a cut is said in ``Ruling.cut``. ``going_on`` is called
    before each round: who no longer wants the ruling ends it by what that raises. Raises Malformed
    (the board contradicts itself), IllegalAction (its script does what is not allowed) or NotCovered
    (the ruling needs what is not encoded or not described, or its rounds never end nor repeat).
    """
    book = rulebook or Rulebook.load(board.game, board.edition)
    return _Search(board, book, limit, board.facts() if facts is None else facts, going_on).ruling()


class _Search:
    def __init__(
        self,
        board: Board,
        rulebook: Rulebook,
        limit: int,
        facts: Iterable[str],
        going_on: Callable[[], object],
    ) -> None:
        self._board = board
        self._going_on = going_on
        if rulebook.pack.by_texts.intersection(_kinds(board)):
            facts = with_texts(board.game, facts)
            if made := predefined(facts, Notation.load(board.game)):
                facts = with_texts(board.game, (*facts, *made))
        facts = with_awaited(board.game, facts, script=bool(board.script))
        self._book = rulebook
        self._limit = limit
        self._start = self._node(frozenset(facts), 0, 0)
        self._script = board.script
        self._caveats: dict[tuple[str, str], None] = {}
        self._ends: dict[tuple[State, str], tuple[_End, list[tuple[Round, ...]]]] = {}
        self._successors: dict[_Node, list[tuple[Round, _Node]] | _End] = {}
        self._quiet: dict[State, Derivation] = {}
        self._paths = 0
        self._cut = False

    def ruling(self) -> Ruling:
        for end, path in self._walk():
            key = (end.state, end.result)
            if key not in self._ends:
                self._ends[key] = (end, [])
            self._ends[key][1].append(path)
        outcomes = tuple(
            Outcome(end.state - {DONE}, end.result, end.derivation.loop_policy, tuple(paths), end.derivation)
            for end, paths in self._ends.values()
        )
        return Ruling(
            board=self._board,
            rulebook=self._book,
            outcomes=outcomes,
            caveats=tuple({**self._caveats, **self._inferred()}),
            cut=f"{self._limit}" if self._cut else "",
        )

    def _inferred(self) -> dict[tuple[str, str], None]:
        """A caveat for each clause that speaks in this ruling and that no text of the edition states."""
        paths = (path for _, paths in self._ends.values() for path in paths)
        wanted = {each for path in paths for round_ in path for each in round_.derivation.wanted}
        spoken = {clause for each in wanted for clause in (*each.clauses, *each.by)}
        return {("inferred", clause): None for clause in self._book.inferred if clause in spoken}

    def _walk(self) -> Iterator[tuple[_End, tuple[Round, ...]]]:
        """Every path from the start to an end, depth first."""
        stack: list[tuple[_Node, tuple[Round, ...], frozenset[_Node]]] = [(self._start, (), frozenset())]
        while stack:
            node, path, above = stack.pop()
            if self._paths >= self._limit:
                self._cut = True
                return
            if node in above:
                self._paths += 1
                yield _End(path[-1].derivation, "loop", node.state), path
                continue
            successors = self._successors.get(node)
            if successors is None:
                self._going_on()
                successors = self._successors[node] = self._follow(node)
            if isinstance(successors, _End):
                self._paths += 1
                yield successors, path
                continue
            if len(path) > ROUND_LIMIT + len(self._script):
                raise NotCovered(f"the events do not come to an end within {ROUND_LIMIT} rounds")
            for round_, successor in reversed(successors):
                longer = path if _says_nothing_new(round_, path) else (*path, round_)
                stack.append((successor, longer, above | {node}))

    def _follow(self, node: _Node) -> list[tuple[Round, _Node]] | _End:
        """What comes after a node: a round for every combination of answers, or an end."""
        if node.moment < 0:
            return self._instruct(node)
        rounds = list(self._rounds(node, self._book.pack.cycle[node.moment], ""))
        first = rounds[0].derivation
        if first.results:
            return _End(first, first.results[0], node.state)
        if not first.check_due:
            return self._instruct(node)
        self._quiet[node.state] = first
        return [(round_, self._after(node, round_)) for round_ in rounds]

    def _after(self, node: _Node, round_: Round) -> _Node:
        """After an event the cycle begins again; after a quiet round comes the next moment."""
        if round_.events:
            return self._node(round_.after | {DONE}, node.step, 0)
        return self._node(round_.after, node.step, node.moment + 1)

    def _node(self, state: State, step: int, earliest: int) -> _Node:
        """Where the loop stands on a state: at the first moment from a place in the cycle on at which
        something could happen, or before the script if there is none."""
        pack = self._book.pack
        for moment, name in enumerate(pack.cycle[earliest:], earliest):
            if name == pack.main_moment or not brings_nothing(self._book, state, name):
                return _Node(state, step, moment)
        return _Node(state, step, -1)

    def _instruct(self, node: _Node) -> list[tuple[Round, _Node]] | _End:
        if node.step == len(self._script):
            last = self._quiet.get(node.state)
            if last is None or speaks_at_the_end(self._book, node.state):
                last = derive(self._book, node.state, self._book.pack.main_moment, (SCRIPT_OVER,))
                self._caveats.update(dict.fromkeys(last.caveats))
            return _End(last, "", node.state)
        step = self._script[node.step]
        fresh = _Node(node.state - {DONE}, node.step, -1)
        instructed = tuple(f"instructed({event})" for event in self._instructions(fresh.state, step))
        rounds = self._rounds(fresh, self._book.pack.instruction_moment, step.text, instructed)
        return [(round_, self._node(round_.after, node.step + 1, 0)) for round_ in rounds]

    def _instructions(self, state: State, step: Step) -> Iterator[str]:
        """The events of a step of the script. A declaration is judged first, then its parts happen."""
        for event in step.events:
            from .declaration import IllegalDeclaration, declared, judge

            declaration = declared(event)
            if declaration is None:
                yield event
                continue
            verdict = judge(self._book, state, *declaration)
            self._caveats.update(dict.fromkeys(verdict.derivation.caveats))
            if not verdict.legal:
                raise IllegalDeclaration(verdict, step.place)
            if not verdict.proven:
                self._caveats[("not_proven_to_obey_the_most", verdict.kind)] = None
            yield f"declare({verdict.kind})"
            yield from verdict.parts
            yield from verdict.along

    def _rounds(
        self, node: _Node, moment: str, instruction: str, extra: tuple[str, ...] = ()
    ) -> Iterator[Round]:
        """One round for each combination of answers to the choices a derivation opens."""
        if node == self._start:
            extra = (*extra, "opening")
        if node.step + (node.moment < 0) < len(self._script):
            extra = (*extra, "script_continues")
        pending: list[tuple[tuple[tuple[Choice, str], ...], Derivation]] = []
        pending.append(((), derive(self._book, node.state, moment, extra)))
        while pending:
            answers, derivation = pending.pop()
            self._caveats.update(dict.fromkeys(derivation.caveats))
            if not derivation.choices or derivation.results:
                after = apply(node.state, derivation.changes, self._book.pack.absent_at_zero)
                yield Round(instruction, derivation, answers, node.state, after)
                continue
            combinations = itertools.product(*(choice.options for choice in derivation.choices))
            combined = list(itertools.islice(combinations, self._limit + 1))
            if len(combined) > self._limit:
                self._cut = True
            for options in reversed(combined[: self._limit]):
                answered = (*answers, *zip(derivation.choices, options, strict=True))
                chosen = tuple(f"chosen({c.question},{c.player},{option})" for c, option in answered)
                pending.append((answered, derive(self._book, node.state, moment, (*extra, *chosen))))


def _kinds(board: Board) -> Iterator[str]:
    """The events of a script by their functors, declarations by their kinds."""
    for step in board.script:
        from .declaration import declared

        for event in step.events:
            declaration = declared(event)
            yield declaration[0] if declaration else functor(event)


def _says_nothing_new(round_: Round, path: tuple[Round, ...]) -> bool:
    """Whether a round brings no event, no answer, and bars only what the round before barred."""
    if round_.instruction or round_.events or round_.answers:
        return False
    return not round_.barred or bool(path and round_.barred == path[-1].barred)
