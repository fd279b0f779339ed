"""Answers to what an individual is: its traits, and layer by layer what made it so."""

from __future__ import annotations

from ..derivation.inspection import Inspection, Layered, inspect, inspected_facts
from ..derivation.ruling import Ruling
from ..terms import Fn, read, show
from .interchange import Data, rule_data
from .page import Answer, Page
from .phrases import Speaker, capitalised
from .render import add_caveats, caveats_said


def inspected(ruling: Ruling, speaker: Speaker, question: str) -> Answer:
    """Answer what_is(Individual): on the board as described, or after its script where it has one.

    Raises NotCovered if the script ends with several boards or the game is over by then, and what
    :func:`inspect` raises.
    """
    asked = read(question)
    assert isinstance(asked, Fn)
    (inspection,) = inspect(ruling.rulebook, inspected_facts(ruling), show(asked.args[0]))
    page = inspection_page(speaker, inspection)
    notes = dict.fromkeys([*caveats_said(ruling, speaker), *_notes(speaker, inspection)])
    add_caveats(page, speaker, list(notes))
    return Answer(page, _data(speaker, inspection), kind="inspection")


def inspection_page(speaker: Speaker, inspection: Inspection) -> Page:
    """The page about what an individual is, without caveats."""
    page = Page()
    page.add(capitalised(speaker.say("words", inspection.individual)), 0, "verdict")
    for label, values in _labelled(speaker, inspection).items():
        page.add(speaker.own("inspection.trait", label=label, values=", ".join(values)), 2)
    if inspection.layers:
        page.heading(speaker.own("inspection.layers"))
    for said in dict.fromkeys(_layer_said(speaker, layered) for layered in inspection.layers):
        page.add(said, 2)
    return page


def _notes(speaker: Speaker, inspection: Inspection) -> list[str]:
    return [speaker.caveat(kind, about) for kind, about in inspection.caveats]


def _labelled(speaker: Speaker, inspection: Inspection) -> dict[str, list[str]]:
    """The traits said, by the label of their kind, in the order of the labels in the phrases of the game."""
    return {
        label: [speaker.say("words", value) for kind, value in inspection.traits if kind == wanted]
        for wanted, label in speaker.labels("traits").items()
        if any(kind == wanted for kind, _ in inspection.traits)
    }


def _layer_said(speaker: Speaker, layered: Layered) -> str:
    return speaker.own(
        "inspection.layer",
        place=speaker.say("layers", layered.place),
        change=speaker.say("changes", layered.change),
        rule=speaker.rulebook.number(layered.clause),
        source=speaker.say("sources", layered.source),
    )


def _data(speaker: Speaker, inspection: Inspection) -> Data:
    return {
        "individual": inspection.individual,
        "traits": [
            {"kind": kind, "value": value, "text": speaker.say("words", value)}
            for kind, value in inspection.traits
        ],
        "layers": [
            {
                "place": layered.place,
                "rule": rule_data(speaker, layered.clause),
                "change": layered.change,
                "source": layered.source,
                "sentence": _layer_said(speaker, layered),
            }
            for layered in inspection.layers
        ],
    }
