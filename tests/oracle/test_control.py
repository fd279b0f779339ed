"""Control taken, given and exchanged; power and toughness switched and doubled."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Gain control of target creature.": "spell(gain_control(target(type(creature))))",
    "Untap target creature and gain control of it until end of turn.": (
        "spell(and(untap(target(type(creature))),gain_control(it,end_of_turn)))"
    ),
    "Gain control of target artifact for as long as you control Ana.": (
        "spell(gain_control(target(type(artifact)),while(controls(you,self))))"
    ),
    "Target opponent gains control of Ana.": "spell(does(target(opponent),gain_control(self)))",
    "You may have target opponent gain control of Ana.": (
        "spell(may(have_does(target(opponent),gain_control(self))))"
    ),
    "Exchange control of target artifact you control and target creature you don't control.": (
        "spell(exchange_control(and(target(both(type(artifact),controlled_by(you))),"
        "target(both(type(creature),non(controlled_by(you)))))))"
    ),
    "Switch target creature's power and toughness until end of turn.": (
        "spell(lasting(target(type(creature)),switches,end_of_turn))"
    ),
    "Double Ana's power until end of turn.": "spell(lasting(self,doubles(power),end_of_turn))",
    "Double the power of each creature you control until end of turn.": (
        "spell(lasting(each(both(type(creature),controlled_by(you))),doubles_the(power),end_of_turn))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
