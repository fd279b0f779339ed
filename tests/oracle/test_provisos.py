"""How often and when an ability may be used."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "{T}: Draw a card. Activate only as a sorcery.": (
        "activated(tap,list(draw(1),activate_only(as_a_sorcery)))"
    ),
    "{T}: Draw a card. Activate only during your turn and only once each turn.": (
        "activated(tap,list(draw(1),activate_only(and(during(turn(you)),once_each_turn))))"
    ),
    "{T}: Draw a card. Activate only if you control two or more Swamps.": (
        "activated(tap,list(draw(1),activate_only(if(controls(you,at_least(2,subtype(swamp)))))))"
    ),
    "{T}: Draw a card. Activate no more than twice each turn.": (
        "activated(tap,list(draw(1),activate_at_most(twice)))"
    ),
    "{T}: Draw a card. Any player may activate this ability.": (
        "activated(tap,list(draw(1),anyone_may_activate))"
    ),
    "Whenever a creature dies, draw a card. This ability triggers only once each turn.": (
        "triggered(dies(a(type(creature))),list(draw(1),triggers_only(once_each_turn)))"
    ),
    "Cast ~ only during combat. Draw a card.": "spell(list(cast_only(during(combat)),draw(1)))",
    "{X}: Draw a card. X can't be 0.": 'activated(mana("{X}"),list(draw(1),x_cant_be(0)))',
    "{5}: Draw a card. This ability costs {1} less to activate for each creature you control.": (
        'activated(mana("{5}"),list(draw(1),costs_less_for_each("{1}",number_of(both(type(creature),controlled_by(you))))))'
    ),
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    reads(text, READINGS[text])
