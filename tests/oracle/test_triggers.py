"""When abilities trigger, and when what is delayed happens."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "When ~ enters, draw a card.": "triggered(enters(self),draw(1))",
    "Whenever a creature you control dies, draw a card.": (
        "triggered(dies(a(both(type(creature),controlled_by(you)))),draw(1))"
    ),
    "Whenever ~ or another Elf you control enters, draw a card.": (
        "triggered(enters(self_or_another(self,both(subtype(elf),controlled_by(you)))),draw(1))"
    ),
    "Whenever one or more creatures you control attack, draw a card.": (
        "triggered(attacks(some(one_or_more,both(type(creature),controlled_by(you)))),draw(1))"
    ),
    "Whenever ~ enters or attacks, draw a card.": "triggered(either(self,enters,attacks),draw(1))",
    "Whenever ~ attacks or blocks, draw a card.": "triggered(attacks_or_blocks(self),draw(1))",
    "Whenever ~ and at least two other creatures attack, draw a card.": (
        "triggered(attacks(self_and_at_least(self,2,type(creature))),draw(1))"
    ),
    "Whenever ~ deals combat damage to a player or planeswalker, draw a card.": (
        "triggered(deals(self,combat_damage,a(either(player,type(planeswalker)))),draw(1))"
    ),
    "Whenever a source an opponent controls deals 3 or more damage to you, draw a card.": (
        "triggered(deals_at_least(a(both(source,controlled_by(opponent))),3,damage,you),draw(1))"
    ),
    "Whenever ~ becomes blocked by a creature, draw a card.": (
        "triggered(becomes_blocked_by(self,a(type(creature))),draw(1))"
    ),
    "Whenever ~ becomes the target of a spell you control for the first time each turn, scry 1.": (
        "triggered(first_time(becomes_target(self,a(both(spell,controlled_by(you))))),scry(1))"
    ),
    "Whenever a creature attacks you or a planeswalker you control, draw a card.": (
        "triggered(attacks(a(type(creature)),or(you,a(both(type(planeswalker),controlled_by(you))))),draw(1))"
    ),
    "Whenever you attack with two or more creatures, draw a card.": (
        "triggered(attacks_with(you,at_least(2,type(creature))),draw(1))"
    ),
    "Whenever you cast a noncreature spell, draw a card.": (
        "triggered(casts(you,a(both(non(type(creature)),spell))),draw(1))"
    ),
    "Whenever you cast your second spell each turn, draw a card.": (
        "triggered(casts(you,nth(you,2,spell,each_turn)),draw(1))"
    ),
    "Whenever an opponent draws a card, draw a card.": "triggered(draws(a(opponent),a(card)),draw(1))",
    "Whenever you gain life during your turn, draw a card.": (
        "triggered(during(gains_life(you),turn(you)),draw(1))"
    ),
    "Whenever you discard a creature card, draw a card.": (
        "triggered(discards(you,a(both(type(creature),card))),draw(1))"
    ),
    "Whenever you sacrifice another permanent, draw a card.": (
        "triggered(sacrifices(you,another(permanent)),draw(1))"
    ),
    "Whenever a player taps a land for mana, draw a card.": (
        "triggered(taps_for_mana(a(player),a(type(land))),draw(1))"
    ),
    "Whenever one or more +1/+1 counters are put on ~, draw a card.": (
        "triggered(counters_put(one_or_more(pt(1,1)),self),draw(1))"
    ),
    "Whenever you expend 4, draw a card.": "triggered(expends(you,4),draw(1))",
    "When you control no Islands, sacrifice ~.": (
        "triggered(state(controls(you,no(subtype(island)))),sacrifice(self))"
    ),
    "Whenever you cast a white spell or a Plains you control enters, draw a card.": (
        "triggered(or(casts(you,a(both(color(white),spell))),enters(a(both(subtype(plains),controlled_by(you))))),draw(1))"
    ),
    "When ~ enters and at the beginning of your upkeep, draw a card.": (
        "triggered(either(enters(self),beginning(step(upkeep,you))),draw(1))"
    ),
    "Whenever ~ attacks while you control an artifact, draw a card.": (
        "triggered(while(attacks(self),controls(you,a(type(artifact)))),draw(1))"
    ),
    "At the beginning of your upkeep, draw a card.": "triggered(beginning(step(upkeep,you)),draw(1))",
    "At the beginning of each end step, draw a card.": "triggered(beginning(each(end_step)),draw(1))",
    "At the beginning of combat on your turn, draw a card.": "triggered(beginning(combat(you)),draw(1))",
    "At the beginning of each opponent's draw step, draw a card.": (
        "triggered(beginning(step(draw_step,each(opponent))),draw(1))"
    ),
    "Draw a card at the beginning of the next end step.": "spell(later(draw(1),beginning(next(end_step))))",
    "Draw a card. At the beginning of your next upkeep, discard a card.": (
        "spell(list(draw(1),at(beginning(next(upkeep,you)),discard(a(card)))))"
    ),
    "Draw a card. At end of combat, discard a card.": (
        "spell(list(draw(1),at(end_of_combat,discard(a(card)))))"
    ),
    "When that creature dies this turn, draw a card.": (
        "spell(later_when(dies(that(type(creature))),draw(1)))"
    ),
    "When you next cast a creature spell this turn, draw a card.": (
        "spell(later_when(next_time(you,casts(a(both(type(creature),spell)))),draw(1)))"
    ),
    "Whenever ~ blocks or becomes blocked by a creature, draw a card.": (
        "triggered(blocks_or_becomes_blocked_by(self,a(type(creature))),draw(1))"
    ),
    "When you discard a card this way, draw a card.": "spell(when_this_way(discards(you,a(card)),draw(1)))",
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    reads(text, READINGS[text])
