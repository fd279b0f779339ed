"""What is paid, before a colon and elsewhere."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "{2}{R}, {T}, Sacrifice a creature: Draw a card.": (
        'activated(list(mana("{2}{R}"),tap,sacrifice(a(type(creature)))),draw(1))'
    ),
    "{Q}: Draw a card.": "activated(untap,draw(1))",
    "Pay 3 life: Draw a card.": "activated(pay_life(3),draw(1))",
    "Pay {E}{E}: Draw a card.": "activated(pay_energy(2),draw(1))",
    "Pay half your life, rounded up: Draw a card.": "activated(pay_half_life_up,draw(1))",
    "Forage: Draw a card.": "activated(forage,draw(1))",
    "Waterbend {3}: Draw a card.": 'activated(waterbend("{3}"),draw(1))',
    "{1} or sacrifice a land: Draw a card.": 'activated(or(mana("{1}"),sacrifice(a(type(land)))),draw(1))',
    "Remove two charge counters from ~ and sacrifice it: Draw a card.": (
        "activated(and(remove_counters(counters(2,charge),self),sacrifice(it)),draw(1))"
    ),
    "You may pay {X}. If you do, draw a card.": 'spell(list(may(pay("{X}")),if(did(you),draw(1))))',
    "Counter target spell unless its controller pays {1} for each card in your hand.": (
        'spell(unless(counter(target(spell)),does(controller(it),pay_for_each("{1}",number_of(both(card,in(hand,you)))))))'
    ),
    "Each opponent pays 1 life.": "spell(does(each(opponent),pay_life(1)))",
    "As an additional cost to cast ~, discard a card.": "additional(discard(a(card)))",
    "As an additional cost to cast ~, you may pay {2}. If you do, draw a card.": (
        'list(additional_may(pay("{2}")),if(did(you),draw(1)))'
    ),
    "You may pay {0} rather than pay ~'s mana cost.": 'alternative(pay("{0}"))',
    "If an opponent controls a Forest, you may pay 2 life rather than pay ~'s mana cost.": (
        "alternative_if(controls(a(opponent),a(subtype(forest))),pay_life(2))"
    ),
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    reads(text, READINGS[text])
