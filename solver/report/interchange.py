"""A ruling as JSON data, for programs: terms beside sentences; the schema is schema/ruling.schema.json."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from ..derivation.derive import Choice, Wanted
from ..derivation.ruling import Round, Ruling
from ..errors import HeadjudgeError, Place
from ..explanation.proof import Premise, reasons
from ..notation.texts import is_told
from ..tables import files
from ..terms import unquote
from .aftermath import aftermath
from .phrases import Speaker
from .phrases import speaker as speaker_for
from .verdict import end_of, ended_by, verdict

Data = dict[str, Any]


def to_json(ruling: Ruling, language: str = "en") -> Data:
    """The whole ruling. Rounds that several paths share are given once, in ``rounds``, and paths are
    lists of their places there.

    Raises Malformed for a language that headjudge does not speak.
    """
    return _Report(ruling, speaker_for(ruling.board, ruling.rulebook, language)).data()


def error_to_json(error: HeadjudgeError) -> Data:
    """An error in the form that the schema gives it."""
    place = error.place or Place()
    return {
        "kind": type(error).__name__,
        "what": error.what,
        "file": place.file,
        "line": place.line,
        "column": place.column,
        "found": error.found,
        "expected": list(error.expected),
        "advice": error.advice,
        "exit_code": error.exit_code,
    }


def schema() -> Data:
    """The JSON Schema (draft 2020-12) of what :func:`to_json` gives."""
    found: Data = json.loads(files("headjudge").joinpath("schema", "ruling.schema.json").read_text("utf-8"))
    return found


def rule_data(speaker: Speaker, clause: str) -> Data:
    """A clause: its name, its number in the edition (``None`` for the script's own words), what it says."""
    return {
        "clause": clause,
        "number": speaker.rulebook.number(clause) or None,
        "text": speaker.clause(clause),
    }


class _Report:
    def __init__(self, ruling: Ruling, speaker: Speaker) -> None:
        self.ruling, self.speaker = ruling, speaker
        rounds = {id(round_): round_ for path in ruling.paths for round_ in path}
        self.rounds = list(rounds.values())
        self.places: Mapping[int, int] = {identity: place for place, identity in enumerate(rounds)}
        self.numbers = {id(r): number for path in ruling.paths for number, r in ruling.numbered(path)}

    def data(self) -> Data:
        ruling = self.ruling
        always = ruling.always()
        receipt = ruling.receipt
        return {
            "language": self.speaker.language,
            "verdict": verdict(ruling, self.speaker),
            "rounds": [self.round(round_) for round_ in self.rounds],
            "outcomes": list(self.outcomes()),
            "always": [self.event(event) for event in ruling.events() if event in always],
            "sometimes": [self.event(event) for event in ruling.events() if event not in always],
            "choices": [self.choice(choice) for choice in ruling.choices()],
            "caveats": [
                {"kind": kind, "about": about, "sentence": self.speaker.caveat(kind, about)}
                for kind, about in ruling.caveats
            ],
            "cut": int(ruling.cut) if ruling.cut else None,
            "receipt": {
                "headjudge": receipt.headjudge,
                "game": receipt.game,
                "edition": receipt.edition,
                "rules": receipt.rules,
                "board": receipt.board,
                "cards": receipt.cards,
            },
        }

    def round(self, round_: Round) -> Data:
        derivation = round_.derivation
        return {
            "number": self.numbers[id(round_)] or None,
            "moment": derivation.moment,
            "instruction": round_.instruction or None,
            "answers": [self.answer(choice, option) for choice, option in round_.answers],
            "events": [self.wanted(round_, wanted) for wanted in round_.events],
            "barred": [
                {
                    **self.wanted(round_, wanted),
                    "fate": wanted.fate,
                    "by": [
                        rule_data(self.speaker, by) if wanted.fate == "ignored" else self.effect(by)
                        for by in wanted.by
                    ],
                }
                for wanted in round_.barred
            ],
            "triggered": [
                {
                    "ability": ability,
                    "event": event,
                    "sentence": self.speaker.trigger(ability),
                    "because": self.speaker.trigger(event),
                }
                for ability, event in derivation.triggered
            ],
        }

    def event(self, event: str) -> Data:
        board = self.ruling.board
        phrase = board.phrase_of(event, "event") or board.phrase_of(event, "then")
        return {"event": event, "phrase": phrase, "sentence": self.speaker.event(event)}

    def wanted(self, round_: Round, wanted: Wanted) -> Data:
        return {
            **self.event(wanted.event),
            "rules": [rule_data(self.speaker, clause) for clause in wanted.clauses],
            "reasons": [
                {
                    "relation": reason.relation,
                    "clause": reason.clause,
                    "number": reason.number or None,
                    "premises": [self.premise(premise) for premise in reason.premises],
                }
                for reason in reasons(self.ruling.rulebook, round_.derivation, wanted.event)
            ],
        }

    def premise(self, premise: Premise) -> Data:
        return {
            "kind": premise.kind,
            "term": premise.text,
            "sentence": self.speaker.premise(premise),
            "counted": list(premise.counted),
        }

    def effect(self, effect: str) -> Data:
        return {"effect": effect, "text": self.speaker.option(effect)}

    def choice(self, choice: Choice) -> Data:
        return {
            "player": choice.player,
            "question": choice.question,
            "sentence": self.speaker.question(choice.question),
            "rule": rule_data(self.speaker, choice.clause),
            "options": [self.option(option) for option in choice.options],
        }

    def option(self, option: str) -> Data:
        return {"option": option, "text": self.speaker.option(option)}

    def answer(self, choice: Choice, option: str) -> Data:
        return {"player": choice.player, "question": choice.question, **self.option(option)}

    def outcomes(self) -> Iterable[Data]:
        game, begun = self.ruling.board.game, set(self.ruling.board.facts())
        for outcome in self.ruling.outcomes:
            after = aftermath(self.ruling.board, outcome)
            yield {
                "result": outcome.result or None,
                "loop_means": outcome.policy if outcome.result == "loop" else None,
                "sentence": end_of(self.ruling, outcome, self.speaker),
                "priority": list(map(unquote, outcome.last.priority)),
                "winners": list(map(unquote, outcome.last.winners)),
                "rules": [rule_data(self.speaker, clause) for clause in ended_by(self.ruling, outcome)],
                "paths": [[self.places[id(round_)] for round_ in path] for path in outcome.paths],
                "board": str(self.ruling.board.with_facts(outcome.state)),
                "changes": [{"before": old or None, "after": new or None} for old, new in after.changes],
                "begun": sorted(fact for fact in outcome.state - begun if not is_told(game, fact)),
                "ended": sorted(begun - outcome.state),
            }
