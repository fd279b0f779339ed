"""New objects: tokens, copies, emblems."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Create a Treasure token. It has flying.": (
        "spell(list(create(1,both(subtype(treasure),token)),has_abilities(it,flying)))"
    ),
    "Create a 1/1 white Soldier creature token.": (
        "spell(create(1,both(pt(1,1),both(color(white),both(subtype(soldier),both(type(creature),token))))))"
    ),
    "Create two tapped 2/2 black Zombie creature tokens.": (
        "spell(create(2,both(tapped,both(pt(2,2),both(color(black),both(subtype(zombie),both(type(creature),token)))))))"
    ),
    "Create X 1/1 green and white Elf creature tokens, where X is the number of lands you control.": (
        "spell(where_x(create(x,both(pt(1,1),both(and(color(green),color(white)),both(subtype(elf),both(type(creature),token))))),number_of(both(type(land),controlled_by(you)))))"
    ),
    "Create a 1/1 colorless Thopter artifact creature token with flying and haste.": (
        "spell(create(1,both(both(pt(1,1),both(colorless,both(subtype(thopter),both(type(artifact),both(type(creature),token))))),with(and(flying,haste)))))"
    ),
    "Create a Treasure token.": "spell(create(1,both(subtype(treasure),token)))",
    "Create a 3/3 red Ogre creature token that's tapped and attacking.": (
        "spell(create(1,both(both(pt(3,3),both(color(red),both(subtype(ogre),both(type(creature),token)))),tapped_and_attacking)))"
    ),
    "Create a Food token and a Treasure token.": (
        "spell(create_both(tokens(1,both(subtype(food),token)),tokens(1,both(subtype(treasure),token))))"
    ),
    "Create a token that's a copy of target creature you control.": (
        "spell(create(1,both(token,copy_of(target(both(type(creature),controlled_by(you)))))))"
    ),
    "Create a token that's a copy of it, except it isn't legendary.": (
        "spell(create(1,both(token,copy_of(it,not_legendary))))"
    ),
    "Create a token that's a copy of target artifact, except it has haste and it's a 1/1 Spirit.": (
        "spell(create(1,both(token,copy_of(target(type(artifact)),and(has(haste),is(both(pt(1,1),subtype(spirit))))))))"
    ),
    "Target opponent creates two 1/1 red Goblin creature tokens.": (
        "spell(does(target(opponent),create(2,both(pt(1,1),both(color(red),both(subtype(goblin),both(type(creature),token)))))))"
    ),
    "Create a number of Clue tokens equal to its power.": (
        "spell(create(power(it),both(subtype(clue),token)))"
    ),
    "Create a Royal Role token attached to target creature you control.": (
        "spell(create_attached(1,both(role(royal),token),target(both(type(creature),controlled_by(you)))))"
    ),
    "Create a 1/1 white Soldier creature token for each creature you control.": (
        "spell(for_each(create(1,both(pt(1,1),both(color(white),both(subtype(soldier),both(type(creature),token))))),number_of(both(type(creature),controlled_by(you)))))"
    ),
    "Create that many Treasure tokens.": "spell(create(that_many,both(subtype(treasure),token)))",
    'Create a 1/1 black Rat creature token with "This token can\'t block."': (
        "spell(create(1,both(both(pt(1,1),both(color(black),both(subtype(rat),both(type(creature),token)))),with(cant(self,block)))))"
    ),
    'You get an emblem with "Creatures you control get +1/+1."': (
        "spell(you(get_emblem(gets(each(both(type(creature),controlled_by(you))),pt(1,1)))))"
    ),
    "Create your choice of a Blood token, a Clue token, or a Food token.": (
        "spell(create_choice(tokens(1,both(subtype(blood),token)),tokens(1,both(subtype(clue),token)),tokens(1,both(subtype(food),token))))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
