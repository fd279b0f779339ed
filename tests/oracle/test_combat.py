"""What must attack or block for a while, and who decides it."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Target creature blocks Ana this turn if able.": (
        "spell(lasting(target(type(creature)),blocks_it(self),this_turn))"
    ),
    "Target creature attacks you or a planeswalker you control this turn if able.": (
        "spell(lasting(target(type(creature)),attacks_whom(you_or_a_planeswalker),this_turn))"
    ),
    "Target creature attacks or blocks this combat if able.": (
        "spell(lasting(target(type(creature)),attacks_or_blocks_each_combat,this_combat))"
    ),
    "Ana gets +1/+1 until end of turn and can attack this turn as though it didn't have defender.": (
        "spell(and(lasting(self,gets(pt(1,1)),end_of_turn),same(lasting(attacks_despite(defender),"
        "this_turn))))"
    ),
    "Target creature gains haste until end of turn and attacks this turn if able.": (
        "spell(and(lasting(target(type(creature)),grants(haste),end_of_turn),"
        "same(lasting(attacks_each_combat,this_turn))))"
    ),
    "Creatures your opponents control attack this turn if able.": (
        "spell(lasting(plural(both(type(creature),controlled_by(opponent))),attacks_each_combat,this_turn))"
    ),
    "Until your next turn, target creature attacks a player other than you each combat if able.": (
        "spell(meanwhile(your_next_turn,lasting(target(type(creature)),attacks_whom(other_than(you)))))"
    ),
    "During target player's next turn, each creature that player controls attacks if able.": (
        "spell(meanwhile(in_next_turn(target(player)),lasting(each(both(type(creature),"
        "controlled_by(that(player)))),if_able(attacks_each_combat))))"
    ),
    "It must be blocked this turn if able.": "spell(lasting(it,must_be_blocked,this_turn))",
    "All creatures able to block Ana this turn do so.": "spell(all_block(type(creature),self,this_turn))",
    "Ana assigns no combat damage this turn.": "spell(lasting(self,assigns_no_combat_damage,this_turn))",
    "You may have it assign its combat damage this turn as though it weren't blocked.": (
        "spell(may(have(lasting(it,assigns_as_unblocked,this_turn))))"
    ),
    "You choose which creatures block this turn and how those creatures block.": (
        "spell(you(choose_combat(blocks(this_turn))))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
