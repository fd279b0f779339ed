"""One derivation: what the rules say about a board state at one moment."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..errors import IllegalAction, ImpossibleScenario, Malformed, NotCovered
from ..terms import functor
from .ground import Grounding
from .reach import READ, READ_OF_DECLARATION, READ_OF_INSPECTION, Reach, Shapes
from .rule import BrokenRules
from .rulebook import Rulebook, outline
from .state import Changes, State, changes_of
from .steps import grounded


@dataclass(frozen=True, slots=True)
class Wanted:
    """An event that clauses want: ``fate`` is "happens", "ignored" or "replaced"; ``by`` are the
    clauses, or the replacement effects, that keep it from happening."""

    event: str
    clauses: tuple[str, ...]
    fate: str
    by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice a player must make: the clause that asks, and every option."""

    player: str
    question: str
    clause: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Derivation:
    """What follows from a state: wanted events, choices, changes, triggers, results and findings.

    ``facts`` and ``shapes`` are what it was derived from, for explanations. ``winners`` have won,
    ``priority`` has who acts next if nothing is left to do.
    """

    facts: tuple[str, ...]
    shapes: Shapes
    moment: str
    wanted: tuple[Wanted, ...] = ()
    choices: tuple[Choice, ...] = ()
    changes: Changes = field(default_factory=Changes)
    triggered: tuple[tuple[str, str], ...] = ()
    results: tuple[str, ...] = ()
    check_due: bool = False
    caveats: tuple[tuple[str, str], ...] = ()
    loop_policy: str = ""
    winners: tuple[str, ...] = ()
    priority: tuple[str, ...] = ()

    @property
    def happening(self) -> tuple[Wanted, ...]:
        """The events that happen."""
        return tuple(wanted for wanted in self.wanted if wanted.fate == "happens")


#: What holds once the script has come to its end.
SCRIPT_OVER = "script_over"
#: The groundings of the last derivations that want an event: each costs memory, and explaining extends it.
_KEPT = 2
_groundings: dict[Derivation, Grounding] = {}


#: Who looks on: each is told of every derivation.
_watchers: list[list[Derivation]] = []


@contextmanager
def watched() -> Iterator[list[Derivation]]:
    """All derivations that are made meanwhile, in their order."""
    derivations: list[Derivation] = []
    _watchers.append(derivations)
    try:
        yield derivations
    finally:
        _watchers.pop()


def take_grounding(derivation: Derivation) -> Grounding | None:
    """What a derivation was read from, to be extended once; ``None`` if it was taken, or is too long ago.

    It holds all atoms of the rules that lead to a reading, ``in_force`` and facts that no rule reads left
    out."""
    return _groundings.pop(derivation, None)


def _keep(derivation: Derivation, grounding: Grounding) -> None:
    _groundings[derivation] = grounding
    for oldest in list(_groundings)[:-_KEPT]:
        _groundings.pop(oldest, None)


@functools.lru_cache(maxsize=96)  # of a rulebook with something left out there may be many
def reach(rulebook: Rulebook, moment: str) -> Reach:
    """The rules that apply at a moment, ready for slicing."""
    rules = rulebook.pack.rules
    reads = {
        rulebook.pack.declaration_moment: READ_OF_DECLARATION,
        rulebook.pack.inspection_moment: READ_OF_INSPECTION,
    }
    return Reach(rules, reads.get(moment, READ), outline(rules), rulebook.in_force(moment))


def brings_nothing(rulebook: Rulebook, state: State, moment: str) -> bool:
    """Whether every clause that is in force only at this moment asks for a predicate that stands neither
    on the board nor in the head of a rule."""
    return not any(map(_named(state).issuperset, _asked_of_boards(rulebook, moment)))


def speaks_at_the_end(rulebook: Rulebook, state: State) -> bool:
    """Whether a rule that looks at the end of the script may have something to say of a state: all that it
    asks of boards stands there."""
    return any(map(_named(state).issuperset, _asked_at_the_end(rulebook)))


@functools.cache
def _asked_at_the_end(rulebook: Rulebook) -> tuple[frozenset[str], ...]:
    rules = rulebook.pack.rules
    given = rulebook.pack.given | {"in_force", "moment", SCRIPT_OVER}
    asking = (rules[number] for number in outline(rules).waiting.get(f"{SCRIPT_OVER}/0", ()))
    return tuple(frozenset(need.partition("/")[0] for need in rule.needs) - given for rule in asking)


@functools.lru_cache(maxsize=16)
def _named(state: State) -> frozenset[str]:
    """The names of the predicates of a state."""
    return frozenset(map(functor, state))


@functools.cache
def _asked_of_boards(rulebook: Rulebook, moment: str) -> tuple[frozenset[str], ...]:
    """For each rule in force only at a moment the predicates that no rule gives, so that a board must."""
    given = rulebook.pack.given | {"in_force", "moment"}
    needs = ((need.partition("/")[0] for need in rule.needs) for rule in rulebook.rules_of(moment))
    return tuple(frozenset(names) - given for names in needs)


def derive(
    rulebook: Rulebook, state: State, moment: str, extra: Iterable[str] = (), *, whole: bool = False
) -> Derivation:
    """Derive what a state brings at a moment. ``extra`` are instructions, answers and the like;
    ``whole`` grounds every rule instead of the reachable ones (they give the same).

    Raises Malformed for a board that contradicts itself, NotCovered for one that leaves out what
    the ruling needs, IllegalAction for an instruction that is not allowed.
    """
    reachable = reach(rulebook, moment)
    board = (*sorted(state), *extra, f"moment({moment})")
    shapes = None if whole else reachable.shapes(board)
    facts = (*board, *reachable.in_force(shapes))
    conditions, consequences = reachable.programs(shapes)
    read = [fact for fact in board if functor(fact) in conditions.reads]
    grounding = grounded(lambda text: Grounding(text, read), conditions)
    if consequences.text and (grounding.arguments("would", 2) or grounding.arguments("asks", 3)):
        fresh = consequences.reads - conditions.reads
        grounding.extend(consequences.text, [fact for fact in board if functor(fact) in fresh])
    refuse(grounding, rulebook)
    for event, clause, reason in grounding.arguments("illegal", 3):
        raise IllegalAction("this is not allowed", found=f"illegal({event},{clause},{reason})")
    derivation = Derivation(
        facts=facts,
        shapes=shapes,
        moment=moment,
        wanted=_wanted(grounding),
        choices=_choices(grounding),
        changes=changes_of(grounding),
        triggered=tuple((a, e) for a, e in grounding.arguments("triggered", 2)),
        results=tuple(result for (result,) in grounding.arguments("over", 1)),
        check_due=bool(grounding.atoms("check_due", 0)),
        caveats=caveats_of(grounding),
        loop_policy="".join(policy for (policy,) in grounding.arguments("loop_means", 1)[:1]),
        winners=tuple(player for (player,) in grounding.arguments("wins", 1)),
        priority=tuple(player for (player,) in grounding.arguments("receives_priority", 1)),
    )
    if derivation.wanted and not whole:
        _keep(derivation, grounding)
    for watcher in _watchers:
        watcher.append(derivation)
    return derivation


def caveats_of(grounding: Grounding) -> tuple[tuple[str, str], ...]:
    """What is on the board that no rule has taken into account: (kind, about)."""
    return tuple((kind, about) for kind, about in grounding.arguments("caveat", 2))


def refuse(grounding: Grounding, rulebook: Rulebook) -> None:
    """Refuse what cannot be ruled; the finding travels as a term, its wording is the phrases' business.

    Raises Malformed for a board that contradicts itself, ImpossibleScenario for one that the rules exclude
    (it names the first such rule in their order), NotCovered for one that leaves out what is needed.
    """
    for kind, one, other in grounding.arguments("contradiction", 3):
        raise Malformed("the board contradicts itself", found=f"contradiction({kind},{one},{other})")
    places = {slug: place for place, slug in enumerate(rulebook.numbers)}
    excluded = [each for each in grounding.arguments("excluded", 2) if each[0] in places]
    for clause, reason in sorted(excluded, key=lambda each: (places[each[0]], each[1])):
        raise ImpossibleScenario(f"impossible({clause},{reason})", rulebook.number(clause))
    for what, individual in grounding.arguments("missing", 2):
        raise NotCovered("the board leaves out what the ruling needs", found=f"missing({what},{individual})")


def _wanted(grounding: Grounding) -> tuple[Wanted, ...]:
    clauses: dict[str, list[str]] = {}
    for relation in ("would", "instead"):
        for event, clause in grounding.arguments(relation, 2):
            clauses.setdefault(event, []).append(clause)
    ignored: dict[str, list[str]] = {}
    for event, clause in grounding.arguments("ignored", 2):
        ignored.setdefault(event, []).append(clause)
    replaced: dict[str, list[str]] = {}
    for event, effect in grounding.arguments("replaced", 2):
        replaced.setdefault(event, []).append(effect)
    happening = {event for (event,) in grounding.arguments("happens", 1)}
    found = []
    for event, by in clauses.items():
        if event in happening:
            found.append(Wanted(event, tuple(by), "happens"))
        elif event in ignored:
            found.append(Wanted(event, tuple(by), "ignored", tuple(ignored[event])))
        else:
            found.append(Wanted(event, tuple(by), "replaced", tuple(replaced[event])))
    return tuple(found)


def _choices(grounding: Grounding) -> tuple[Choice, ...]:
    """The choices not yet answered, those of earlier players in turn order first."""
    answered = {(player, question) for question, player, _ in grounding.arguments("chosen", 3)}
    options: dict[tuple[str, str], list[str]] = {}
    for question, player, option in grounding.arguments("option", 3):
        options.setdefault((player, question), []).append(option)
    order = {player: int(position) for player, position in grounding.arguments("turn_position", 2)}
    open_choices = {
        (player, question): clause
        for player, question, clause in grounding.arguments("choice", 3)
        if (player, question) not in answered
    }
    for player, question in open_choices:
        if (player, question) not in options:
            raise BrokenRules(f"the rules ask {player} for {question} and offer nothing")
    return tuple(
        Choice(player, question, clause, tuple(options[player, question]))
        for (player, question), clause in sorted(
            open_choices.items(), key=lambda item: (order.get(item[0][0], 0), item[0])
        )
    )
