"""The verdict: what a judge says first, in one or two sentences, before any proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..derivation.derive import Choice, Wanted
from ..derivation.rulebook import INSTRUCTION
from ..derivation.ruling import Outcome, Ruling
from ..explanation.proof import prove
from .phrases import Speaker, capitalised

_EVENTS_SAID = 3
_CHOICES_SAID = 2


@dataclass(frozen=True)
class Fork:
    """Where the paths of a ruling part: the choices that part them, and what is the same in this round
    whatever is chosen."""

    choices: tuple[Choice, ...] = ()
    events: tuple[Wanted, ...] = ()
    barred: tuple[Wanted, ...] = ()


def fork(ruling: Ruling) -> Fork:
    """The fork of a ruling; an empty one if all its paths are the same."""
    depth = len(ruling.trunk())
    rounds = [path[depth] for path in ruling.paths if len(path) > depth]
    if not rounds:
        return Fork()
    common = set.intersection(*(set(round_.derivation.wanted) for round_ in rounds))
    return Fork(
        tuple(dict.fromkeys(choice for round_ in rounds for choice, _ in round_.answers)),
        tuple(wanted for wanted in rounds[0].events if wanted in common),
        tuple(wanted for wanted in rounds[0].barred if wanted in common),
    )


def verdict(ruling: Ruling, speaker: Speaker) -> str:
    """The verdict on a board (design section 1): events in order with their rule numbers, who must
    choose, and how the game stands; the script's own events go without saying."""
    trunk, forked = ruling.trunk(), fork(ruling)
    steps = [
        (r.events, r.barred if r.derivation.moment not in ruling.rulebook.pack.cycle else ()) for r in trunk
    ]
    said = _steps(ruling, speaker, [*steps, (forked.events, ())])
    if forked.choices:
        said.append(_choice(ruling, speaker, forked.choices))
        always = ruling.always() - {wanted.event for events, _ in steps for wanted in events}
        always -= {wanted.event for wanted in forked.events}
        kept = ruling.rulebook.pack.keeps_order
        later = [
            speaker.event(event)
            for event in ruling.events()
            if event in always and not kept(event) and not speaker.passes_over(event)
        ]
        if later:
            said.append(speaker.own("verdict.always", events=_listed(speaker, later)))
    results = list(dict.fromkeys(result_of(ruling, outcome, speaker) for outcome in ruling.outcomes))
    if any(results) and len(results) > 1:
        goes_on = speaker.own("outcome.goes_on")
        said.append(
            speaker.own("verdict.results", results=" | ".join(result or goes_on for result in results))
        )
    elif any(results) and said and not forked.choices:
        said[-1] = f"{said[-1].removesuffix('.')}; {results[0]}."
    elif any(results):
        said.append(f"{capitalised(results[0])}.")
    if not said:
        said.append(
            speaker.own("verdict.nothing_more" if any(r.events for r in trunk) else "verdict.nothing")
        )
    return " ".join(said)


def result_of(ruling: Ruling, outcome: Outcome, speaker: Speaker) -> str:
    """How an outcome ends the game, with the rule that says so; "" if the game goes on."""
    if outcome.result == "loop":
        means = speaker.result(outcome.policy) if outcome.policy else ""
        said = speaker.own("outcome.loop_means", result=means) if means else speaker.own("outcome.loop")
    else:
        said = speaker.result(outcome.result) if outcome.result else ""
    return cited(said, ruling.cites(ended_by(ruling, outcome)))


def end_of(ruling: Ruling, outcome: Outcome, speaker: Speaker) -> str:
    """How an outcome ends: its result, or else that the game goes on and who acts next."""
    if result := result_of(ruling, outcome, speaker):
        return result
    said = [speaker.own("outcome.goes_on")]
    for player in outcome.last.priority:
        fact = f"receives_priority({player})"
        said.append(cited(speaker.say("facts", fact), ruling.cites(_clauses_of(ruling, outcome, fact))))
    return "; ".join(said)


def ended_by(ruling: Ruling, outcome: Outcome) -> tuple[str, ...]:
    """The clauses that end the game in an outcome; none if it goes on."""
    if not outcome.result:
        return ()
    looped = outcome.result == "loop"
    return _clauses_of(
        ruling, outcome, f"loop_means({outcome.policy})" if looped else f"over({outcome.result})"
    )


def _clauses_of(ruling: Ruling, outcome: Outcome, atom: str) -> tuple[str, ...]:
    steps = prove(ruling.rulebook, outcome.last, (atom,), deep=False).steps.get(atom, ())
    return tuple(dict.fromkeys(step.clause for step in steps if step.clause))


def cited(sentence: str, numbers: Sequence[str]) -> str:
    """A sentence with rule numbers after it.

    >>> cited("the lamp is lit", ("4.1", "4.2"))
    'the lamp is lit (4.1, 4.2)'
    """
    return f"{sentence} ({', '.join(numbers)})" if numbers else sentence


def told(ruling: Ruling, events: Iterable[Wanted]) -> list[Wanted]:
    """The events without those that only keep the others in order."""
    return [wanted for wanted in events if not ruling.rulebook.pack.keeps_order(wanted.event)]


def barred_by(ruling: Ruling, speaker: Speaker, wanted: Wanted) -> str:
    """What keeps a wanted event from happening: rule numbers, or the effects that replace it."""
    if wanted.fate == "ignored":
        return ", ".join(ruling.cites(wanted.by))
    return ", ".join(speaker.option(effect) for effect in wanted.by)


def _steps(
    ruling: Ruling, speaker: Speaker, steps: Sequence[tuple[Sequence[Wanted], Sequence[Wanted]]]
) -> list[str]:
    said: list[str] = []
    for events, barred in steps:
        sentences = [
            cited(speaker.event(wanted.event), ruling.cites(wanted.clauses))
            for wanted in told(ruling, events)
            if wanted.clauses != (INSTRUCTION,) and not speaker.passes_over(wanted.event)
        ]
        for wanted in barred:
            event, by = speaker.event(wanted.event), barred_by(ruling, speaker, wanted)
            sentences.append(speaker.own(f"verdict.{wanted.fate}", event=event, by=by))
        if sentences:
            first, *others = sentences
            listed = _listed(speaker, [first if said else capitalised(first), *map(capitalised, others)])
            said.append(f"{speaker.own('verdict.then', events=listed) if said else listed}.")
    return said


def _choice(ruling: Ruling, speaker: Speaker, choices: Sequence[Choice]) -> str:
    asked = [choice_said(ruling, speaker, choice) for choice in choices]
    key = "verdict.choice" if len(ruling.outcomes) > 1 else "verdict.choice_without_consequence"
    return speaker.own(key, choices=_listed(speaker, asked, _CHOICES_SAID), n=len(ruling.outcomes))


def choice_said(ruling: Ruling, speaker: Speaker, choice: Choice) -> str:
    """Who chooses what, with the rule that asks for it."""
    player = speaker.say("words", choice.player)
    asks = speaker.own("verdict.chooses", player=player, question=speaker.question(choice.question))
    return cited(asks, ruling.cites((choice.clause,)))


def _listed(speaker: Speaker, sentences: Iterable[str], most: int = _EVENTS_SAID) -> str:
    every = list(sentences)
    if len(every) <= most + 1:
        return "; ".join(every)
    return "; ".join(every[:most]) + speaker.own("verdict.more", n=len(every) - most)
