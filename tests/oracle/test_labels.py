"""What stands at the head of a line."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Landfall — Whenever a land you control enters, draw a card.": (
        "labelled(landfall,triggered(enters(a(both(type(land),controlled_by(you)))),draw(1)))"
    ),
    "Exhaust — {4}: Draw a card.": 'labelled(exhaust,activated(mana("{4}"),draw(1)))',
    "+1: Draw a card.": "loyalty(plus(1),draw(1))",
    "−2: Draw a card.": "loyalty(minus(2),draw(1))",
    "−X: Draw a card.": "loyalty(minus(x),draw(1))",
    "0: Draw a card.": "loyalty(zero,draw(1))",
    "I, II — Draw a card.": "chapter(chapters(1,2),draw(1))",
    "LEVEL 1-4": "level(levels(1,4))",
    "LEVEL 5+": "level(levels_from(5))",
    "4/4": "size(pt(4,4))",
    "1—9 | Draw a card.": "roll(from(1,9),spell(draw(1)))",
    "20 | Draw two cards.": "roll(20,spell(draw(2)))",
    "8+ | Draw a card.": "roll(from(8),spell(draw(1)))",
    "+ {1} — Draw a card.": 'spree(mana("{1}"),draw(1))',
    "• Draw a card.": "mode(spell(draw(1)))",
    "• Tail Sweep — Draw a card.": 'named_mode("Tail Sweep",spell(draw(1)))',
    "8+ | Flying, deathtouch": "roll(from(8),keywords(flying,deathtouch))",
    "• Aim for the Moon — Draw a card.": 'named_mode("Aim for the Moon",spell(draw(1)))',
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    reads(text, READINGS[text])
