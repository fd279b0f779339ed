"""Spells cast and played, copied, aimed at others."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "You may cast that card without paying its mana cost.": ("spell(may(cast(that(card),without_paying)))"),
    "You may play it this turn.": ("spell(may(play(it,this_turn)))"),
    "You may cast it from your graveyard.": ("spell(may(cast(taken(it,from(graveyard,you)))))"),
    "You may cast one of the copies without paying its mana cost.": (
        "spell(may(cast(one_of(all_the(copy)),without_paying)))"
    ),
    "You may play those cards until the end of your next turn.": (
        "spell(may(play(those(card),end_of_your_next_turn)))"
    ),
    "You may cast that card for as long as it remains exiled.": (
        "spell(may(cast(that(card),while(exiled(it)))))"
    ),
    "Until end of turn, you may play that card without paying its mana cost.": (
        "spell(meanwhile(end_of_turn,may(play(that(card),without_paying))))"
    ),
    "Until your next turn, you may cast sorcery spells as though they had flash.": (
        "spell(meanwhile(your_next_turn,may(cast(plural(both(type(sorcery),spell)),as_though_flash))))"
    ),
    "You may cast any number of spells from among them without paying their mana costs.": (
        "spell(may(cast(some(any_number,both(spell,from_among(them))),without_paying_costs)))"
    ),
    "You may play an additional land this turn.": ("spell(may(play_lands_this_turn(1)))"),
    "You may play up to two additional lands this turn.": ("spell(may(play_lands_this_turn(up_to(2))))"),
    "You may spend mana as though it were mana of any color to cast it.": (
        "spell(may(spend_as_any_color(it)))"
    ),
    "Mana of any type can be spent to cast that spell.": ("spell(any_type_spent(that(spell)))"),
    "Copy target instant or sorcery spell.": (
        "spell(copy(target(both(either(type(instant),type(sorcery)),spell))))"
    ),
    "Copy that spell twice.": ("spell(copy(that(spell),2))"),
    "Copy it for each Wizard you control.": (
        "spell(for_each(copy(it),number_of(both(subtype(wizard),controlled_by(you)))))"
    ),
    "You may choose new targets for the copy.": ("spell(may(choose_new_targets(the(copy))))"),
    "Choose new targets for target spell.": ("spell(choose_new_targets(target(spell)))"),
    "That player may cast that card.": ("spell(may(that(player),cast(that(card))))"),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
