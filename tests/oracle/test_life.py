"""Life, energy, and the counters of players."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "You gain 3 life.": "spell(you(gain_life(3)))",
    "Each opponent loses 2 life.": "spell(does(each(opponent),lose_life(2)))",
    "Target player loses X life, where X is the number of Zombies you control.": (
        "spell(where_x(does(target(player),lose_life(x)),number_of(both(subtype(zombie),controlled_by(you)))))"
    ),
    "You gain life equal to the sacrificed creature's toughness.": (
        "spell(you(gain_life(toughness(the(sacrificed,type(creature))))))"
    ),
    "You gain 1 life for each creature you control.": (
        "spell(you(for_each(gain_life(1),number_of(both(type(creature),controlled_by(you))))))"
    ),
    "That player loses half their life, rounded up.": "spell(does(that(player),lose_half_life_up(they)))",
    "Each opponent loses 1 life and you gain 1 life.": (
        "spell(and(does(each(opponent),lose_life(1)),you(gain_life(1))))"
    ),
    "Your life total becomes 10.": "spell(life_becomes(you,10))",
    "You get {E}{E}.": "spell(you(get_energy(2)))",
    "You get {E} for each artifact you control.": (
        "spell(you(for_each(get_energy(1),number_of(both(type(artifact),controlled_by(you))))))"
    ),
    "Target player gets two poison counters.": "spell(does(target(player),get_counters(2,poison)))",
    "You get an experience counter.": "spell(you(get_counters(1,experience)))",
    "You gain that much life.": "spell(you(gain_life(that_many)))",
    "You may have each opponent lose 1 life.": ("spell(may(have(does(each(opponent),lose_life(1)))))"),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
