"""Lines of keywords."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Flying": "flying",
    "Flying, first strike, haste": "all(flying,first_strike,haste)",
    "Ward {2}": 'ward("{2}")',
    "Ward—Pay 2 life.": 'ward("Pay 2 life")',
    "Kicker {1}{W} and/or {2}": 'kicker("{1}{W} and/or {2}")',
    "Suspend 4—{U}": 'suspend(4,"{U}")',
    "Equip {2}": 'equip("{2}")',
    "Equip Soldier {W}": 'equip(subtype(soldier),"{W}")',
    "Equip legendary creature {3}": 'equip(both(supertype(legendary),type(creature)),"{3}")',
    "Protection from red": "protection(color(red))",
    "Protection from black and from white": "protection(and(color(black),color(white)))",
    "Protection from everything": "protection(everything)",
    "Protection from the chosen color": "protection(chosen_color)",
    "Hexproof from monocolored": "hexproof_from(monocolored)",
    "Enchant creature you control": "enchant(both(type(creature),controlled_by(you)))",
    "Enchant artifact or creature": "enchant(either(type(artifact),type(creature)))",
    "Affinity for artifacts": "affinity(type(artifact))",
    "Champion a Faerie": "champion(subtype(faerie))",
    "Splice onto Arcane {1}{R}": 'splice(subtype(arcane),"{1}{R}")',
    "Partner with Otto, the Rope of Dawn": 'partner_with("Otto, the Rope of Dawn")',
    "Gift a tapped Fish": "gift(tapped_fish)",
    "Craft with artifact {3}{R}": 'craft(type(artifact),"{3}{R}")',
    "Prototype {2}{R} — 3/3": 'prototype("{2}{R}",pt(3,3))',
    "Firebending X, where X is ~'s power.": "where(firebending(x),where_x(power(self)))",
    "Landcycling {2}, plainscycling {1}": 'all(landcycling("{2}"),plainscycling("{1}"))',
    "Crew 3": "crew(3)",
    "Toxic 1": "toxic(1)",
}


@pytest.mark.parametrize("text", READINGS)
def test_reading(text: str) -> None:
    reads(text, READINGS[text])
