"""What an individual is: its traits, and what made it so, layer by layer.

The rules of the pack say both (``trait``, ``layer``; rules/contract.lp); they are in force at a moment of
their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..errors import NotCovered
from ..terms import Fn, Term, functor, read, show
from .derive import caveats_of, reach, refuse
from .ground import Grounding
from .rulebook import Rulebook
from .ruling import Ruling
from .steps import grounded


@dataclass(frozen=True, slots=True)
class Layered:
    """One thing that happened to an individual: ``place`` is the term at(Layer, Order)."""

    place: str
    clause: str
    change: str
    source: str


@dataclass(frozen=True)
class Inspection:
    """What an individual is: its traits as (kind, value), and what made it so, in order.

    ``caveats`` are about the whole of what was described.
    """

    individual: str
    traits: tuple[tuple[str, str], ...]
    layers: tuple[Layered, ...]
    caveats: tuple[tuple[str, str], ...]


def inspected_facts(ruling: Ruling) -> Iterable[str]:
    """The facts that individuals are looked at in: those described, or those that a script leaves.

    Raises NotCovered if the script leaves several boards, or if it ends the game.
    """
    return ruling.state() if ruling.board.script else ruling.board.facts()


def inspect(
    rulebook: Rulebook, facts: Iterable[str], *individuals: str, whole: bool = False
) -> tuple[Inspection, ...]:
    """What individuals, given as terms, are on a board.

    ``whole`` grounds every rule instead of the reachable ones (they give the same). Raises NotCovered for a
    game that tells no traits, and Malformed or NotCovered for a board that contradicts itself or leaves out
    what is needed.
    """
    moment = rulebook.pack.inspection_moment
    if not moment:
        raise NotCovered(f"the rules of {rulebook.game} do not say what anything is")
    reachable = reach(rulebook, moment)
    asked = (f"inspected({individual})" for individual in individuals)
    board = (*sorted(facts), *asked, "opening", f"moment({moment})")
    program = reachable.program(None if whole else reachable.shapes(board))
    read_facts = [fact for fact in board if functor(fact) in program.reads]
    grounding = grounded(lambda text: Grounding(text, read_facts), program)
    refuse(grounding, rulebook)
    traits, layers = grounding.arguments("trait", 3), grounding.arguments("layer", 5)
    caveats = caveats_of(grounding)
    return tuple(
        Inspection(
            individual,
            tuple(sorted(((kind, value) for who, kind, value in traits if who == individual), key=_order)),
            tuple(sorted((Layered(*rest) for who, *rest in layers if who == individual), key=_place)),
            caveats,
        )
        for individual in individuals
    )


def _order(trait: tuple[str, str]) -> tuple[object, ...]:
    return trait[0], _key(read(trait[1])), trait[1]


def _place(layered: Layered) -> tuple[object, ...]:
    return _key(read(layered.place)), layered.source, layered.change


def _key(term: Term) -> tuple[tuple[int, int, str], ...]:
    """Terms in an order in which numbers count as numbers."""
    return tuple(_leaves(term))


def _leaves(term: Term) -> Iterator[tuple[int, int, str]]:
    if isinstance(term, int):
        yield 0, term, ""
    elif isinstance(term, Fn) and term.args:
        for argument in term.args:
            yield from _leaves(argument)
    else:
        yield 1, 0, show(term)
