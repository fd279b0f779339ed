"""What an "if" asks."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Draw a card if it's your turn.": "spell(only_if(draw(1),turn(you)))",
    "Draw a card if you control three or more artifacts.": (
        "spell(only_if(draw(1),controls(you,at_least(3,type(artifact)))))"
    ),
    "Draw a card if you control no other creatures.": (
        "spell(only_if(draw(1),controls(you,no_other(type(creature)))))"
    ),
    "Draw a card if you control an artifact and an enchantment.": (
        "spell(only_if(draw(1),controls_both(you,a(type(artifact)),a(type(enchantment)))))"
    ),
    "Draw a card if an opponent controls more lands than you.": (
        "spell(only_if(draw(1),controls_more(a(opponent),type(land),you)))"
    ),
    "Draw a card if you have 5 or less life.": "spell(only_if(draw(1),has_life_at_most(you,5)))",
    "Draw a card if you have no cards in hand.": "spell(only_if(draw(1),has(you,no_cards_in_hand)))",
    "Draw a card if you attacked this turn.": "spell(only_if(draw(1),attacked_this_turn(you)))",
    "Draw a card if you've cast two or more spells this turn.": (
        "spell(only_if(draw(1),you_have(cast_this_turn(at_least(2,spell)))))"
    ),
    "Draw a card if you're the monarch.": "spell(only_if(draw(1),you_are(monarch)))",
    "Draw a card if a creature died this turn.": "spell(only_if(draw(1),died_this_turn(a(type(creature)))))",
    "Draw a card if two or more creatures died this turn.": (
        "spell(only_if(draw(1),died_this_turn(at_least(2,type(creature)))))"
    ),
    "Draw a card if ~ is tapped.": "spell(only_if(draw(1),is(self,tapped)))",
    "Draw a card if ~ isn't on the battlefield.": "spell(only_if(draw(1),is_not(self,on_the_battlefield)))",
    "Draw a card if it's a land card.": "spell(only_if(draw(1),it_is(a(both(type(land),card)))))",
    "Draw a card if ~ was kicked.": "spell(only_if(draw(1),was(self,kicked)))",
    "Draw a card if ~ was kicked with its {2} kicker.": 'spell(only_if(draw(1),kicked_with(self,"{2}")))',
    "Draw a card if it has a +1/+1 counter on it.": (
        "spell(only_if(draw(1),has(it,counters_on(counter(pt(1,1))))))"
    ),
    "Draw a card if ~ has three or more charge counters on it.": (
        "spell(only_if(draw(1),has(self,at_least_counters(3,charge))))"
    ),
    "Draw a card if it has flying.": "spell(only_if(draw(1),has(it,flying)))",
    "Draw a card if its power is 4 or greater.": "spell(only_if(draw(1),measures(it,power,4,ge)))",
    "Draw a card if its power is less than its toughness.": (
        "spell(only_if(draw(1),compare_measure(it,power,lt,toughness(it))))"
    ),
    "Draw a card if your life total is less than 7.": "spell(only_if(draw(1),life_below(you,7)))",
    "Draw a card if X is 5 or more.": "spell(only_if(draw(1),x_is(5,ge)))",
    "Draw a card if there are four or more card types among cards in your graveyard.": (
        "spell(only_if(draw(1),there_are(at_least_kinds(4,card_types_among,both(card,in(graveyard,you))))))"
    ),
    "Draw a card if there are no lands on the battlefield.": (
        "spell(only_if(draw(1),there_are_on_battlefield(no(type(land)))))"
    ),
    "Draw a card if {R} was spent to cast ~.": 'spell(only_if(draw(1),spent("{R}",self)))',
    "Draw a card if at least three blue mana was spent to cast it.": (
        "spell(only_if(draw(1),spent_at_least(3,blue,it)))"
    ),
    "Draw a card if a land card was milled this way.": (
        "spell(only_if(draw(1),was(a(both(type(land),card)),milled_this_way)))"
    ),
    "Draw a card if you discarded a card this way.": (
        "spell(only_if(draw(1),done_this_way(you,discarded,a(card))))"
    ),
    "Draw a card if you cast it from your hand.": "spell(only_if(draw(1),cast_it(you,from(hand,you))))",
    "Draw a card if you cast ~ during your main phase.": (
        "spell(only_if(draw(1),cast_during(you,self,main_phase(you))))"
    ),
    "Draw a card if creatures you control have total power 8 or greater.": (
        "spell(only_if(draw(1),have_total(plural(both(type(creature),controlled_by(you))),power,8,ge)))"
    ),
    "Draw a card if this is the second time this ability has resolved this turn.": (
        "spell(only_if(draw(1),time_it_resolves(2)))"
    ),
    "Draw a card if you control a Swamp and an opponent controls a Plains.": (
        "spell(only_if(draw(1),and(controls(you,a(subtype(swamp))),controls(a(opponent),a(subtype(plains))))))"
    ),
    "Draw a card if ~ entered this turn or if you control a basic land.": (
        "spell(only_if(draw(1),or_if(entered_this_turn(self),controls(you,a(both(supertype(basic),type(land)))))))"
    ),
    "Draw a card if you own a card in exile.": "spell(only_if(draw(1),owns(you,a(both(card,in(exile))))))",
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    reads(text, READINGS[text])
