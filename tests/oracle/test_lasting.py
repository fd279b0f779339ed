"""What is done to objects and players for a while."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    # numbers and keywords
    "Target creature gets +2/+2 until end of turn.": (
        "spell(lasting(target(type(creature)),gets(pt(2,2)),end_of_turn))"
    ),
    "Target creature gets +2/+2 and gains flying and trample until end of turn.": (
        "spell(lasting(target(type(creature)),together(gets(pt(2,2)),together(grants(flying),"
        "grants(trample))),end_of_turn))"
    ),
    "Creatures you control get +1/+0, gain haste, and can't be blocked this turn.": (
        "spell(lasting(plural(both(type(creature),controlled_by(you))),together(gets(pt(1,0)),"
        "together(grants(haste),cant_be(blocked))),this_turn))"
    ),
    "Until end of turn, target creature gets +1/+1, gains flying, and becomes blue.": (
        "spell(meanwhile(end_of_turn,lasting(target(type(creature)),together(gets(pt(1,1)),"
        "together(grants(flying),becomes(becomes_color(blue)))))))"
    ),
    "Ana gains your choice of flying, first strike, or trample until end of turn.": (
        "spell(lasting(self,grants_choice(or(flying,or(first_strike,trample))),end_of_turn))"
    ),
    "Up to two target creatures each get -1/-1 until your next turn.": (
        "spell(lasting(targets(up_to(2),type(creature)),gets(pt(-1,-1)),your_next_turn))"
    ),
    "Ana gets +X/+0 until end of turn, where X is the number of Goblins you control.": (
        "spell(where_x(lasting(self,gets(pt(x,0)),end_of_turn),number_of(both(subtype(goblin),"
        "controlled_by(you)))))"
    ),
    "It gets +1/+1 until end of turn for each Goblin you control.": (
        "spell(for_each(lasting(it,gets(pt(1,1)),end_of_turn),number_of(both(subtype(goblin),"
        "controlled_by(you)))))"
    ),
    "Target creature gets +1/-1 or -1/+1 until end of turn.": (
        "spell(lasting(target(type(creature)),gets_either(pt(1,-1),pt(-1,1)),end_of_turn))"
    ),
    "Target creature gains protection from red and from the color of your choice until end of turn.": (
        "spell(lasting(target(type(creature)),grants(protection(together(color(red),"
        "color_of_your_choice))),end_of_turn))"
    ),
    'Target creature gains trample and "{T}: Draw a card." until end of turn.': (
        "spell(lasting(target(type(creature)),together(grants(trample),grants(activated(tap,"
        "draw(1)))),end_of_turn))"
    ),
    "That creature loses flying until end of turn.": (
        "spell(lasting(that(type(creature)),loses(flying),end_of_turn))"
    ),
    "All creatures lose all abilities until end of turn.": (
        "spell(lasting(all(type(creature)),loses_all_abilities,end_of_turn))"
    ),
    "Target creature gains all creature types until end of turn.": (
        "spell(lasting(target(type(creature)),gains(every_creature_type),end_of_turn))"
    ),
    "Target creature gains haste.": "spell(lasting(target(type(creature)),grants(haste)))",
    "It perpetually gets +1/+1 and gains menace.": (
        "spell(lasting(it,together(gets(pt(1,1)),grants(menace)),perpetually))"
    ),
    # players
    "You gain hexproof until your next turn.": "spell(lasting(you,grants(hexproof),your_next_turn))",
    "Target player can't cast spells this turn.": (
        "spell(lasting(target(player),cant(cast_spells),this_turn))"
    ),
    "Players can't gain life this turn.": "spell(lasting(all(player),cant(gain_life),this_turn))",
    # looks
    "Until end of turn, it loses all abilities and becomes a blue Frog with base power and toughness 1/1.": (
        "spell(meanwhile(end_of_turn,lasting(it,together(loses_all_abilities,"
        "becomes(together(together(becomes_color(blue),is_subtype(frog)),base(pt(1,1))))))))"
    ),
    "Ana becomes a 3/3 blue and red Bird creature with flying until end of turn. It's still a land.": (
        "spell(list(lasting(self,becomes(together(together(base(pt(3,3)),"
        "together(becomes_colors(blue,red),together(is_subtype(bird),is_type(creature)))),"
        "grants(flying))),end_of_turn),still(it,land)))"
    ),
    "Target land becomes a 3/3 creature with haste that's still a land.": (
        "spell(lasting(target(type(land)),becomes_still(together(together(base(pt(3,3)),"
        "is_type(creature)),grants(haste)),land)))"
    ),
    "Artifacts you control become 2/2 Bird creatures in addition to their other types until end of turn.": (
        "spell(lasting(plural(both(type(artifact),controlled_by(you))),"
        "becomes_also(together(base(pt(2,2)),together(is_subtype(bird),is_type(creature))),types),"
        "end_of_turn))"
    ),
    "Target land becomes the basic land type of your choice until end of turn.": (
        "spell(lasting(target(type(land)),becomes(land_type_of_your_choice),end_of_turn))"
    ),
    "Ana becomes colorless until end of combat.": (
        "spell(lasting(self,becomes(becomes_colorless),end_of_combat))"
    ),
    "Target creature has base power and toughness 4/4 until end of turn.": (
        "spell(lasting(target(type(creature)),base(pt(4,4)),end_of_turn))"
    ),
    "Each other creature becomes a copy of that creature until end of turn, except it isn't legendary.": (
        "spell(except(lasting(each_other(type(creature)),becomes_copy(that(type(creature))),"
        "end_of_turn),isnt(legendary)))"
    ),
    "Ana becomes a copy of it, except it's 4/4, its name is Ana, and it has flying and this ability.": (
        "spell(except(lasting(self,becomes_copy(it)),together(base(pt(4,4)),together(name(self),"
        "together(grants(flying),grants(this_ability))))))"
    ),
    "You may have Ana become a copy of another target creature until your next turn.": (
        "spell(may(have(lasting(self,becomes_copy(target_other(type(creature))),your_next_turn))))"
    ),
    "Ana loses this ability and becomes an Aura enchantment with enchant creature.": (
        "spell(lasting(self,together(loses(this_ability),becomes(together(together(is_subtype(aura),"
        "is_type(enchantment)),grants(enchant(type(creature))))))))"
    ),
    # what they can and can't do
    "Target creature can't attack or block this turn.": (
        "spell(lasting(target(type(creature)),together(cant(attack),cant(block)),this_turn))"
    ),
    "Target creature can't block Ana this turn.": (
        "spell(lasting(target(type(creature)),cant_block(self),this_turn))"
    ),
    "Target creature can't be blocked by red creatures this turn.": (
        "spell(lasting(target(type(creature)),cant_be_blocked_by(both(color(red),type(creature))),this_turn))"
    ),
    "Target creature can't be blocked this turn except by creatures with flying.": (
        "spell(lasting(target(type(creature)),cant_be(blocked),this_turn,"
        "except_by(both(type(creature),with(flying)))))"
    ),
    "Target creature can block an additional creature this turn.": (
        "spell(lasting(target(type(creature)),blocks_more(1),this_turn))"
    ),
    # untapping
    "That creature doesn't untap during its controller's next untap step.": (
        "spell(lasting(that(type(creature)),stays_tapped,next_untap_step(controller(it))))"
    ),
    "Ana doesn't untap during your next untap step.": (
        "spell(lasting(self,stays_tapped,next_untap_step(you)))"
    ),
    "Those creatures don't untap during their controllers' next untap steps.": (
        "spell(lasting(those(type(creature)),stays_tapped,next_untap_steps(controllers(them))))"
    ),
    "It doesn't untap during its controller's untap step for as long as Ana remains tapped.": (
        "spell(lasting(it,stays_tapped(untap_step(controller(it))),while(tapped(self))))"
    ),
    "Until your next turn, it can't attack or block, and its activated abilities can't be activated.": (
        "spell(meanwhile(your_next_turn,and(lasting(it,together(cant(attack),cant(block))),"
        "lasting(activated_abilities(it),cant_be(activated)))))"
    ),
    "Until end of turn, you don't lose this mana as steps and phases end.": (
        "spell(meanwhile(end_of_turn,keep_this_mana))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
