"""How sentences and their parts are put together."""

from __future__ import annotations

import pytest

from . import reads, terms

READINGS = {
    "You may draw a card.": "spell(may(draw(1)))",
    "You may draw a card. If you do, discard a card.": (
        "spell(list(may(draw(1)),if(did(you),discard(a(card)))))"
    ),
    "Target player may draw a card.": "spell(may(target(player),draw(1)))",
    "If you control a Forest, draw a card, then discard a card.": (
        "spell(if(controls(you,a(subtype(forest))),then(draw(1),discard(a(card)))))"
    ),
    "Draw a card. Then if you control a Forest, discard a card.": (
        "spell(list(draw(1),then(if(controls(you,a(subtype(forest))),discard(a(card))))))"
    ),
    "Draw a card. Otherwise, discard a card.": "spell(list(draw(1),otherwise(discard(a(card)))))",
    "Draw two cards instead if you control a Forest.": (
        "spell(in_place_if(draw(2),controls(you,a(subtype(forest)))))"
    ),
    "If you control a Forest, instead draw two cards.": (
        "spell(if(controls(you,a(subtype(forest))),instead(draw(2))))"
    ),
    "You may discard a card. When you do, draw a card.": (
        "spell(list(may(discard(a(card))),when_done(draw(1))))"
    ),
    "For each opponent, draw a card.": "spell(for_each(each(opponent),draw(1)))",
    "For each opponent who does, draw a card.": "spell(for_each(opponents_who(did),draw(1)))",
    "Target player draws a card, then discards a card.": (
        "spell(then(does(target(player),draw(1)),same(discard(a(card)))))"
    ),
    "Draw a card and you gain 2 life.": "spell(and(draw(1),you(gain_life(2))))",
    "Until end of turn, target creature gains flying.": (
        "spell(meanwhile(end_of_turn,lasting(target(type(creature)),grants(flying))))"
    ),
    "Until end of turn, whenever a creature dies, draw a card.": (
        "spell(while_when(end_of_turn,dies(a(type(creature))),draw(1)))"
    ),
    "As long as you control a Swamp, ~ can't block.": (
        "while(controls(you,a(subtype(swamp))),cant(self,block))"
    ),
    "~ can't block as long as you control a Swamp.": (
        "as_long_as(cant(self,block),controls(you,a(subtype(swamp))))"
    ),
    "~ enters tapped unless you control two or more other lands.": (
        "unless(enters_tapped(self),controls(you,at_least_other(2,type(land))))"
    ),
    "During your turn, ~ has first strike.": "during(turn(you),grants(self,first_strike))",
    "As ~ enters, choose a color.": "as_enters(choose(color))",
    "Sacrifice ~ unless you discard a card.": "spell(unless(sacrifice(self),you(discard(a(card)))))",
    "~ has flying as long as it's your turn. The same is true for haste, reach, and trample.": (
        "list(as_long_as(grants(self,flying),turn(you)),same_is_true(comma(haste,and(reach,trample))))"
    ),
    "Draw a card. If that creature would die this turn, exile it instead.": (
        "spell(list(draw(1),replaced(would(that(type(creature)),of(die_this_turn)),in_place(exile(it)))))"
    ),
    "As an additional cost to cast ~, you may pay {1}. ~ costs {2} less to cast if you control a Swamp.": (
        'list(additional_may(pay("{1}")),holds_if(costs(self,"{2}",less_to_cast),controls(you,a(subtype(swamp)))))'
    ),
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    reads(text, READINGS[text])


DECLINED = [
    # whose order it is cannot be told
    "They draw two cards and lose 2 life.",
    # whether both are done only then cannot be told
    "Draw a card and discard a card if you control a Swamp.",
    "Draw a card and you gain 2 life instead.",
    "Draw a card, then.",
    "If you control a Swamp.",
    "Whenever a creature dies.",
]


@pytest.mark.parametrize("text", DECLINED)
def test_declines(text: str) -> None:
    assert not terms(text)
