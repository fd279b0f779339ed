"""Mana that is added."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "{T}: Add {G}.": 'activated(tap,add(symbols("{G}")))',
    "{T}: Add {C}{C}.": 'activated(tap,add(symbols("{C}{C}")))',
    "{T}: Add {W}, {U}, or {B}.": 'activated(tap,add(either(symbols("{W}"),symbols("{U}"),symbols("{B}"))))',
    "{T}: Add two mana of any one color.": "activated(tap,add(mana(2,any_one_color)))",
    "{T}: Add two mana in any combination of {R} and/or {G}.": (
        'activated(tap,add(mana(2,combination(symbols("{R}"),symbols("{G}")))))'
    ),
    "{T}: Add {G} for each creature you control.": (
        'activated(tap,add_for_each(symbols("{G}"),number_of(both(type(creature),controlled_by(you)))))'
    ),
    "{T}: Add X mana of any one color, where X is its power.": (
        "activated(tap,add_x(mana(x,any_one_color),where_x(power(it))))"
    ),
    "{T}: Add an amount of {B} equal to the greatest power among creatures you control.": (
        'activated(tap,add_amount(symbols("{B}"),greatest(power,both(type(creature),controlled_by(you)))))'
    ),
    "{T}: Add one mana of any color that a land an opponent controls could produce.": (
        "activated(tap,add(mana(1,could_produce(a(both(type(land),controlled_by(opponent)))))))"
    ),
    "Target player adds {R}.": 'spell(does(target(player),add(symbols("{R}"))))',
    "{T}: Add {R}. Spend this mana only to cast Dragon spells or activate abilities of Dragons.": (
        'activated(tap,list(add(symbols("{R}")),spend_only(also(cast(plural(both(subtype(dragon),spell))),activate_abilities_of(plural(subtype(dragon)))))))'
    ),
    "{T}: Add {R}. This mana can't be spent to cast creature spells.": (
        'activated(tap,list(add(symbols("{R}")),cant_be_spent_to_cast(plural(both(type(creature),spell)))))'
    ),
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    reads(text, READINGS[text])
