"""The verdict: what a judge says first, in one or two sentences, before any proof."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .derive import Choice, Wanted
from .phrases import Speaker, capitalised
from .rulebook import INSTRUCTION
from .ruling import Outcome, Round, Ruling

_EVENTS_SAID = 3
_CHOICES_SAID = 2


def verdict(ruling: Ruling, speaker: Speaker) -> str:
    """The verdict on a board (design section 1): events in order with their rule numbers, who must
    choose, and how the game stands; the script's own events go without saying."""
    trunk = ruling.trunk()
    said = _rounds(ruling, speaker, trunk)
    fork = fork_choices(ruling)
    if fork:
        said.append(_fork(ruling, speaker, fork))
        trunk_events = {wanted.event for round_ in trunk for wanted in round_.events}
        later = [event for event in ruling.events() if event in ruling.always() - trunk_events]
        if later:
            said.append(speaker.own("verdict.always", events=_listed(speaker, map(speaker.event, later))))
    results = list(dict.fromkeys(result_of(ruling, outcome, speaker) for outcome in ruling.outcomes))
    if any(results) and len(results) == 1:
        if said and not fork:
            said[-1] = f"{said[-1].removesuffix('.')}; {results[0]}."
        else:
            said.append(f"{capitalised(results[0])}.")
    elif any(results):
        goes_on = speaker.own("outcome.goes_on")
        said.append(speaker.own("verdict.results", results=" | ".join(result or goes_on for result in results)))
    if not said:
        said.append(speaker.own("verdict.nothing_more" if any(r.events for r in trunk) else "verdict.nothing"))
    return " ".join(said)


def fork_choices(ruling: Ruling) -> tuple[Choice, ...]:
    """The choices at which the paths part, in the order in which they are made; none if they never do."""
    depth = len(ruling.trunk())
    forked = [path[depth] for path in ruling.paths if len(path) > depth]
    return tuple(dict.fromkeys(choice for round_ in forked for choice, _ in round_.answers))


def result_of(ruling: Ruling, outcome: Outcome, speaker: Speaker) -> str:
    """How an outcome ends the game, with the rule that says so; "" if the game goes on."""
    result = outcome.result
    if not result:
        return ""
    if result == "loop":
        means = speaker.result(outcome.policy) if outcome.policy else ""
        clauses = ruling.ending(outcome, f"loop_means({outcome.policy})")
        said = speaker.own("outcome.loop_means", result=means) if means else speaker.own("outcome.loop")
    else:
        clauses = ruling.ending(outcome, f"over({result})")
        said = speaker.result(result)
    return cited(said, ruling.cites(clauses))


def cited(sentence: str, numbers: Sequence[str]) -> str:
    """A sentence with rule numbers after it.

    >>> cited("the lamp is lit", ("4.1", "4.2"))
    'the lamp is lit (4.1, 4.2)'
    """
    return f"{sentence} ({', '.join(numbers)})" if numbers else sentence


def barred_by(ruling: Ruling, speaker: Speaker, wanted: Wanted) -> str:
    """What keeps a wanted event from happening: rule numbers, or the effects that replace it."""
    if wanted.fate == "ignored":
        return ", ".join(ruling.cites(wanted.by))
    return ", ".join(speaker.option(effect) for effect in wanted.by)


def _rounds(ruling: Ruling, speaker: Speaker, rounds: Sequence[Round]) -> list[str]:
    said: list[str] = []
    for round_ in rounds:
        events = [
            capitalised(cited(speaker.event(wanted.event), ruling.cites(wanted.clauses)))
            for wanted in round_.events
            if wanted.clauses != (INSTRUCTION,)
        ]
        if round_.derivation.moment not in ruling.rulebook.pack.cycle:
            events += [
                speaker.own(
                    f"verdict.{wanted.fate}", event=speaker.event(wanted.event), by=barred_by(ruling, speaker, wanted)
                )
                for wanted in round_.barred
            ]
        if events:
            listed = _listed(speaker, events)
            said.append(f"{speaker.own('verdict.then', events=listed) if said else listed}.")
    return said


def _fork(ruling: Ruling, speaker: Speaker, choices: Sequence[Choice]) -> str:
    asked = [choice_said(ruling, speaker, choice) for choice in choices]
    return speaker.own("verdict.choice", choices=_listed(speaker, asked, _CHOICES_SAID), n=len(ruling.outcomes))


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
