"""Keyword actions, dice, coins, choices."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Proliferate.": "spell(proliferate)",
    "Proliferate twice.": "spell(times(proliferate,2))",
    "Investigate.": "spell(investigate)",
    "Populate.": "spell(populate)",
    "Bolster 2.": "spell(bolster(2))",
    "{2}{G}: Adapt 2.": 'activated(mana("{2}{G}"),adapt(2))',
    "{4}{R}: Monstrosity 3.": 'activated(mana("{4}{R}"),monstrosity(3))',
    "Amass Orcs 2.": "spell(amass(orc,2))",
    "Incubate 3.": "spell(incubate(3))",
    "Venture into the dungeon.": "spell(venture)",
    "The Ring tempts you.": "spell(ring_tempts_you)",
    "You take the initiative.": "spell(you(take_initiative))",
    "You become the monarch.": "spell(you(become_monarch))",
    "Goad target creature an opponent controls.": (
        "spell(goad(target(both(type(creature),controlled_by(opponent)))))"
    ),
    "Detain target nonland permanent.": "spell(detain(target(both(non(type(land)),permanent))))",
    "You may exert Ana as it attacks.": "spell(may(exert_as_it_attacks(self)))",
    "Clash with an opponent.": "spell(clash(a(opponent)))",
    "Time travel.": "spell(time_travel)",
    "Roll a d20.": "spell(roll(1,d(20)))",
    "Roll two six-sided dice.": "spell(roll(2,six_sided))",
    "Flip a coin.": "spell(flip_coin)",
    "Flip three coins.": "spell(flip_coins(3))",
    "Choose a color.": "spell(choose(color))",
    "Choose target creature.": "spell(choose(target(type(creature))))",
    "Target player chooses a creature type.": "spell(does(target(player),choose(creature_type)))",
    "Choose a creature you control at random.": (
        "spell(choose_at_random(a(both(type(creature),controlled_by(you)))))"
    ),
    "You choose a nonland card from it.": "spell(you(choose_from_it(a(both(non(type(land)),card)))))",
    "Investigate X times, where X is the number of creatures you control.": (
        "spell(where_x(times(investigate,x),number_of(both(type(creature),controlled_by(you)))))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
