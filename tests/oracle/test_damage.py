"""Damage: dealt, divided, prevented."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Ana deals 2 damage to any target.": "spell(does(self,damage(2,any_target)))",
    "It deals X damage to each creature and each player.": (
        "spell(does(it,damage(x,and(each(type(creature)),each(player)))))"
    ),
    "Ana deals 3 damage to target creature you don't control and 1 damage to you.": (
        "spell(does(self,and(damage(3,target(both(type(creature),non(controlled_by(you))))),damage(1,you))))"
    ),
    "Target creature you control deals damage equal to its power to another target creature.": (
        "spell(does(target(both(type(creature),controlled_by(you))),damage(power(it),target_other(type(creature)))))"
    ),
    "Ana deals damage to that player equal to the number of cards in their hand.": (
        "spell(does(self,damage_to(number_of(both(card,in(hand,they))),that(player))))"
    ),
    "Ana deals 1 damage to any target for each Swamp you control.": (
        "spell(for_each(does(self,damage(1,any_target)),number_of(both(subtype(swamp),controlled_by(you)))))"
    ),
    "Ana deals X damage to each opponent, where X is the number of lands you control.": (
        "spell(where_x(does(self,damage(x,each(opponent))),number_of(both(type(land),controlled_by(you)))))"
    ),
    "Ana deals 4 damage divided as you choose among any number of targets.": (
        "spell(does(self,divided(4,any_targets(any_number),by_you)))"
    ),
    "Ana deals 3 damage divided as you choose among one or two target creatures.": (
        "spell(does(self,divided(3,targets(one_or_two,type(creature)),by_you)))"
    ),
    "Target creature deals damage to itself equal to its power.": (
        "spell(does(target(type(creature)),damage_to(power(it),itself)))"
    ),
    "Ana deals 1 damage to each of up to two targets.": ("spell(does(self,damage(1,any_targets(up_to(2)))))"),
    "You may have Ana deal 1 damage to target player.": "spell(may(have(self,damage(1,target(player)))))",
    "Ana deals that much damage to its controller.": "spell(does(self,damage(that_many,controller(it))))",
    "Ana deals twice that much damage to any target.": (
        "spell(does(self,damage(twice(that_many),any_target)))"
    ),
    "The damage can't be prevented.": "spell(damage_cant_be_prevented)",
    "Prevent the next 3 damage that would be dealt to any target this turn.": (
        "spell(prevent(next(3),to(any_target),this_turn))"
    ),
    "Prevent all combat damage that would be dealt this turn.": (
        "spell(prevent(all(combat_damage),this_turn))"
    ),
    "Prevent all damage that would be dealt to you this turn by attacking creatures.": (
        "spell(prevent(all(damage),to(you),this_turn,by(plural(both(attacking,type(creature))))))"
    ),
    "Prevent all combat damage that would be dealt to and dealt by target creature this turn.": (
        "spell(prevent(all(combat_damage),to_and_by(target(type(creature))),this_turn))"
    ),
    "Prevent all damage target creature would deal this turn.": (
        "spell(prevent(all(damage),from(target(type(creature))),this_turn))"
    ),
    "Prevent all combat damage that would be dealt to Ana.": "prevent(all(combat_damage),to(self))",
    "Whenever Ana attacks, it deals 1 damage to defending player and you gain 1 life.": (
        "triggered(attacks(self),and(does(it,damage(1,defending_player)),you(gain_life(1))))"
    ),
    "The next time a source of your choice would deal damage to you this turn, prevent that damage.": (
        "spell(next_time(would(a(both(source,of_choice(you))),deal(damage,you)),prevent(that_damage)))"
    ),
    "The next 2 damage that would be dealt to you this turn is dealt to any target instead.": (
        "spell(redirect_next(2,you,any_target))"
    ),
    "Ana deals 5 damage instead if you control a Swamp.": (
        "spell(in_place_if(does(self,damage(5)),controls(you,a(subtype(swamp)))))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
