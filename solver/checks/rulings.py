"""What a board is ruled to under an edition, and whether two editions rule it differently."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..board.model import Board
from ..derivation.adjudication import adjudicate
from ..derivation.declaration import IllegalDeclaration
from ..derivation.rule import BrokenRules
from ..derivation.rulebook import Rulebook
from ..derivation.ruling import Ruling
from ..errors import HeadjudgeError, IllegalAction
from ..report.aftermath import aftermath
from ..report.phrases import speaker
from ..report.verdict import verdict

#: How many paths of a ruling are compared.
PATHS = 64


@dataclass(frozen=True)
class Told:
    """What a board is ruled to: in a sentence, and ``content`` to compare it with another edition's.

    ``changes`` are the lines of the board that end otherwise than they began, where a script leads there;
    ``clauses`` are those that want an event, ask for a choice, keep an event from happening or forbid the
    declaration; ``looped`` says that some outcome is an endless loop, ``broken`` that the rules contradict
    themselves, ``barred`` that a step of a script is not allowed;
    ``events`` are those of every outcome, each with a clause that wants it.
    """

    edition: str
    said: str
    content: object
    clauses: tuple[str, ...]
    refused: bool = False
    illegal: bool = False
    looped: bool = False
    broken: bool = False
    barred: bool = False
    changes: tuple[str, ...] = ()
    events: tuple[tuple[str, str], ...] = ()

    @property
    def unruled(self) -> bool:
        """Whether there is no ruling: the board is refused for another reason than that it is illegal."""
        return self.refused and not self.illegal and not self.barred

    def claims(self, board: Board, slug: str, number: str) -> tuple[str, ...]:
        """What a board can expect of a clause: the events that it forces, each with its number, or that what
        the script declares is illegal by it. The number of a whole section is not cited."""
        number = number if "." in number else ""
        if self.refused:
            cited = f" {number}" if slug in self.clauses else ""
            return tuple(f"illegal {step.text}{cited}" for step in board.script if self.illegal)
        phrases = (board.phrase_of(event, "event") for event, clause in self.events if clause == slug)
        return tuple(f"{phrase} {number}".strip() for phrase in dict.fromkeys(phrases) if phrase)


def told(board: Board, rulebook: Rulebook, language: str = "en", *, brief: bool = False) -> Told:
    """The ruling on a board, or why it is refused: also an answer, as one edition may allow what another
    forbids. ``brief`` leaves out all sentences."""
    voice = speaker(board, rulebook, language)
    try:
        ruling = adjudicate(board, rulebook, limit=PATHS)
    except IllegalDeclaration as error:
        illegal, findings = error.verdict, []
        for reason in illegal.reasons:
            said = voice.say("illegal", reason.finding)
            findings.append(f"{said} ({', '.join(map(rulebook.number, reason.clauses))})")
        sentence = voice.own("declaration.illegal", parts="; ".join(findings))
        content = ("illegal", frozenset(reason.finding for reason in illegal.reasons))
        return Told(rulebook.edition, sentence, content, illegal.clauses, refused=True, illegal=True)
    except HeadjudgeError as error:
        found = error.found or error.what
        said = f"{voice.explain(error).what}: {error.found}" if error.found else error.what
        broken, barred = isinstance(error, BrokenRules), isinstance(error, IllegalAction)
        refusal = ("refused", found)
        return Told(rulebook.edition, said, refusal, (), refused=True, broken=broken, barred=barred)
    if brief:
        return Told(rulebook.edition, "", _content(ruling), _clauses(ruling))
    looped = any(outcome.result == "loop" for outcome in ruling.outcomes)
    return Told(
        rulebook.edition,
        verdict(ruling, voice),
        _content(ruling),
        _clauses(ruling),
        looped=looped,
        changes=tuple(_changes(ruling)) if board.script else (),
        events=tuple(_events(ruling)),
    )


def _events(ruling: Ruling) -> Iterator[tuple[str, str]]:
    """The events of every outcome, each with the clauses that want it."""
    always = ruling.always()
    for path in ruling.paths:
        for round_ in path:
            for wanted in round_.events:
                yield from ((wanted.event, clause) for clause in wanted.clauses if wanted.event in always)


def _changes(ruling: Ruling) -> Iterator[str]:
    for number, outcome in enumerate(ruling.outcomes, 1):
        mark = f"{number}: " if len(ruling.outcomes) > 1 else ""
        for old, new in aftermath(ruling.board, outcome).changes:
            yield from (f"{mark}- {old}",) if old else ()
            yield from (f"{mark}+ {new}",) if new else ()


def _content(ruling: Ruling) -> object:
    """What is decided: what happens in every outcome and what in some, who chooses what, and how it ends."""
    return (
        ruling.always(),
        frozenset(ruling.events()),
        frozenset((choice.player, choice.question, choice.options) for choice in ruling.choices()),
        frozenset((outcome.result, outcome.policy, outcome.state) for outcome in ruling.outcomes),
    )


def _clauses(ruling: Ruling) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for path in ruling.paths:
        for round_ in path:
            for wanted in round_.derivation.wanted:
                found.update(dict.fromkeys((*wanted.clauses, *wanted.by)))
            found.update({choice.clause: None for choice, _ in round_.answers})
    return tuple(slug for slug in found if slug in ruling.rulebook.numbers)


@dataclass(frozen=True)
class Changed:
    """A board that two editions rule differently, with both rulings; ``one_sided`` says that one of them
    refuses the board, because of what it lacks."""

    name: str
    one: Told
    other: Told

    @property
    def one_sided(self) -> bool:
        """Whether only one edition rules on the board."""
        return self.one.unruled or self.other.unruled

    def to_json(self) -> dict[str, Any]:
        """The board and its rulings as JSON data."""
        rulings = {each.edition: each.said for each in (self.one, self.other)}
        return {"board": self.name, "rulings": rulings, "one_sided": self.one_sided}


def changed_boards(
    boards: Iterable[tuple[str, Board]],
    one: Rulebook,
    other: Rulebook,
    language: str = "en",
    seen: Callable[[], None] = lambda: None,
) -> Iterator[Changed]:
    """Of some boards, by name, those that two editions rule differently, or of which only one rules; ``seen``
    is called after each."""
    for name, board in boards:
        if board.game == one.game:
            rulings = told(board, one, language), told(board, other, language)
            unruled = all(ruling.unruled for ruling in rulings)
            if rulings[0].content != rulings[1].content and not unruled:
                yield Changed(name, *rulings)
        seen()
