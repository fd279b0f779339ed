"""What holds as long as it is said."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Enchanted creature gets +1/+1.": "gets(attached,pt(1,1))",
    "Equipped creature gets +2/+0 and has trample.": (
        "holds(attached,together(gets(pt(2,0)),grants(trample)))"
    ),
    "Enchanted creature gets +1/+1, has flying, and can't block.": (
        "holds(attached,together(gets(pt(1,1)),together(grants(flying),cant(block))))"
    ),
    "Other Elves you control get +1/+1 and have vigilance and haste.": (
        "holds(each_other(both(subtype(elf),controlled_by(you))),together(gets(pt(1,1)),"
        "together(grants(vigilance),grants(haste))))"
    ),
    "All creatures lose all abilities.": "loses_all_abilities(each(type(creature)))",
    "~ gets +1/+0 for each artifact you control.": (
        "gets_per(self,pt(1,0),number_of(both(type(artifact),controlled_by(you))))"
    ),
    "~ gets +X/+X, where X is your devotion to red.": "gets(self,pt(x,x),where_x(devotion(you,red)))",
    "Creatures you control have base power and toughness 4/4.": (
        "base(each(both(type(creature),controlled_by(you))),pt(4,4))"
    ),
    "Enchanted creature is a Zombie in addition to its other types.": "adds_subtype(attached,zombie,types)",
    "Enchanted land is a 4/4 green Elemental creature in addition to its other types.": (
        "adds(attached(type(land)),both(base(pt(4,4)),both(color(green),both(subtype(elemental),"
        "type(creature)))),types)"
    ),
    "Nonland permanents you control are artifacts in addition to their other types.": (
        "adds_type(each(both(non(type(land)),both(permanent,controlled_by(you)))),artifact,types)"
    ),
    "All lands are Plains.": "is_subtype(each(type(land)),plains)",
    "Enchanted permanent is legendary.": "is(attached(permanent),legendary)",
    "Each creature you control with a +1/+1 counter on it has reach.": (
        "grants(each(both(type(creature),both(controlled_by(you),with_counter(pt(1,1))))),reach)"
    ),
    'Enchanted creature has "{T}: Draw a card."': "grants(attached,activated(tap,draw(1)))",
    "~ has all activated abilities of all creature cards exiled with it.": (
        "has_abilities_of(self,activated,all(both(both(type(creature),card),exiled_with(it))))"
    ),
    "As long as it's your turn, ~ has first strike.": "while(turn(you),grants(self,first_strike))",
    "~ has first strike as long as you control another Knight.": (
        "as_long_as(grants(self,first_strike),controls(you,another(subtype(knight))))"
    ),
    "During your turn, ~ gets +2/+0.": "during(turn(you),gets(self,pt(2,0)))",
    "As long as you control an artifact, it's a 3/3 Golem artifact creature.": (
        "while(controls(you,a(type(artifact))),becomes(it,both(base(pt(3,3)),both(subtype(golem),"
        "both(type(artifact),type(creature))))))"
    ),
    "~ can't attack or block.": "holds(self,together(cant(attack),cant(block)))",
    "Enchanted creature can't attack, block, or crew Vehicles.": (
        "holds(attached,together(cant(attack),together(cant(block),cant(crew_vehicles))))"
    ),
    "~ can't be blocked by creatures with power 3 or greater.": (
        "cant_be_blocked_by(self,both(type(creature),with_power(ge,3)))"
    ),
    "~ can't be blocked except by Walls.": "cant_be_blocked_except_by(self,subtype(wall))",
    "~ can't be blocked except by two or more creatures.": "least_blockers(self,2)",
    "~ can't be blocked by more than one creature.": "most_blockers(self,1)",
    "Creatures with power less than ~'s power can't block it.": (
        "cant_block_it(each(both(type(creature),with_power(lt,its))),it)"
    ),
    "~ can block only creatures with flying.": "can_block_only(self,both(type(creature),with(flying)))",
    "~ can block an additional creature each combat.": "blocks_more(self,1)",
    "~ attacks each combat if able.": "attacks_each_combat(self)",
    "~ must be blocked if able.": "must_be_blocked(self)",
    "All creatures able to block ~ do so.": "all_block(type(creature),self)",
    "~ can't attack unless defending player controls an Island.": (
        "unless(cant(self,attack),controls(defending_player,a(subtype(island))))"
    ),
    "Creatures can't attack you unless their controller pays {2} for each of those creatures.": (
        'unless(cant_attack(each(type(creature)),you),does(controller(they),pay_for_each("{2}",'
        "those(type(creature)))))"
    ),
    "No more than two creatures can attack each combat.": "attack_limit(2)",
    "You may have ~ assign its combat damage as though it weren't blocked.": "assigns_as_unblocked(self)",
    "Enchanted creature can't attack or block, and its activated abilities can't be activated.": (
        "also(holds(attached,together(cant(attack),cant(block))),cant_be(abilities(it,activated),activated))"
    ),
    "Activated abilities of artifacts can't be activated unless they're mana abilities.": (
        "cant_be(abilities_of(activated,type(artifact)),activated_unless_mana)"
    ),
    "~ can't be countered.": "cant_be(self,countered)",
    "~ can't be the target of spells or abilities your opponents control.": (
        "cant_be_target(self,both(either(spell,ability),controlled_by(opponent)))"
    ),
    "Enchanted creature doesn't untap during its controller's untap step.": (
        "stays_tapped(attached,controller(it))"
    ),
    "Creature spells you cast cost {1} less to cast.": (
        'costs(each(both(both(type(creature),spell),cast_by(you))),"{1}",less_to_cast)'
    ),
    "Spells your opponents cast cost {1} more to cast.": (
        'costs(each(both(spell,cast_by(opponents))),"{1}",more_to_cast)'
    ),
    "~ costs {1} less to cast for each creature card in your graveyard.": (
        'costs_per(self,"{1}",less_to_cast,number_of(both(both(type(creature),card),in(graveyard,you))))'
    ),
    "~ costs {3} less to cast if it targets a Dragon.": (
        'holds_if(costs(self,"{3}",less_to_cast),targets(it,a(subtype(dragon))))'
    ),
    "The first creature spell you cast each turn costs {2} less to cast.": (
        'costs(first_each_turn(both(both(type(creature),spell),cast_by(you))),"{2}",less_to_cast)'
    ),
    "Equip abilities you activate cost {1} less to activate.": (
        'costs(abilities_activated(equip),"{1}",less_to_activate)'
    ),
    "Players can't gain life.": "cant(all(player),gain_life)",
    "Your opponents can't cast spells during your turn.": (
        "holds_during(cant_cast(opponents,spell),turn(you))"
    ),
    "Each player can't cast more than one spell each turn.": "cast_limit(each(player),1,spell)",
    "Your opponents can't cast creature spells.": "cant_cast(opponents,both(type(creature),spell))",
    "You can't lose the game and your opponents can't win the game.": (
        "also(cant_lose(you),cant_win(opponents))"
    ),
    "You have hexproof.": "grants(you,hexproof)",
    "You have no maximum hand size.": "has(you,no_maximum_hand_size)",
    "Your maximum hand size is seven.": "hand_size(you,7)",
    "You may play an additional land on each of your turns.": "another_land(you,you)",
    "You may cast sorcery spells as though they had flash.": (
        "may_cast_as_though(you,both(type(sorcery),spell),flash)"
    ),
    "You may play lands from your graveyard.": "may_play(you,both(type(land),from(graveyard,you)))",
    "You may look at the top card of your library any time.": "look_at_top_any_time",
    "You control enchanted creature.": "controls(attached)",
    "~'s power and toughness are each equal to the number of cards in your hand.": (
        "equal_pt(number_of(both(card,in(hand,you))))"
    ),
    "~'s toughness is equal to 1 plus the number of lands you control.": (
        "equal_toughness(plus(1,number_of(both(type(land),controlled_by(you)))))"
    ),
    "Skip your draw step.": "skip(draw_step)",
    "~ and other Knights you control have flying.": (
        "grants(and_other(self,both(subtype(knight),controlled_by(you))),flying)"
    ),
    "Krakens, Leviathans, and Serpents you control can't be blocked.": (
        "cant_be(each(both(either(subtype(kraken),either(subtype(leviathan),subtype(serpent))),"
        "controlled_by(you))),blocked)"
    ),
    "~ gets +1/+0 for each other Elf you control and each Elf card in your graveyard.": (
        "gets_per(self,pt(1,0),sum(number_of_other(both(subtype(elf),controlled_by(you))),"
        "number_of(both(both(subtype(elf),card),in(graveyard,you)))))"
    ),
    (
        "As long as ~ is tapped, it's a Human Citizen with base power and toughness 1/1 and can't be blocked."
    ): (
        "while(is(self,tapped),holds(it,together(becomes(with_base(both(subtype(human),"
        "subtype(citizen)),pt(1,1))),cant_be(blocked))))"
    ),
    "Creatures with bribery counters on them can't attack or block.": (
        "holds(each(both(type(creature),with_counters(bribery))),together(cant(attack),cant(block)))"
    ),
    "Enchanted creature can't be blocked by creatures with power 2 or less unless you pay {1}.": (
        'unless(cant_be_blocked_by(attached,both(type(creature),with_power(le,2))),you(pay("{1}")))'
    ),
    "During your turn, as long as ~ is equipped, it has double strike.": (
        "during_while(turn(you),is(self,equipped),grants(it,double_strike))"
    ),
}


@pytest.mark.parametrize("text", READINGS)
def test_reading(text: str) -> None:
    reads(text, READINGS[text])
