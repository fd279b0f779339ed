"""Cards by number: drawn, milled, arranged; what creatures find."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Draw a card.": ("spell(draw(1))"),
    "Draw two cards.": ("spell(draw(2))"),
    "You draw X cards, where X is the number of Elves you control.": (
        "spell(you(where_x(draw(x),number_of(both(subtype(elf),controlled_by(you))))))"
    ),
    "Draw a card for each creature you control.": (
        "spell(for_each(draw(1),number_of(both(type(creature),controlled_by(you)))))"
    ),
    "Draw cards equal to its power.": ("spell(draw(power(it)))"),
    "Draw that many cards plus one.": ("spell(draw(that_many_plus(1)))"),
    "Draw twice that many cards.": ("spell(draw(twice_that_many))"),
    "Each opponent draws up to two cards.": ("spell(does(each(opponent),draw(up_to(2))))"),
    "You and target opponent each draw a card.": ("spell(each_does(and(you,target(opponent)),draw(1)))"),
    "That player draws an additional card.": ("spell(does(that(player),draw(additional(1))))"),
    "Mill three cards.": ("spell(mill(3))"),
    "Each player mills half their library, rounded down.": (
        "spell(does(each(player),mill_half_down(library(they))))"
    ),
    "Its controller mills a card.": ("spell(does(controller(it),mill(1)))"),
    "Scry 2.": ("spell(scry(2))"),
    "Each player scries 1.": ("spell(does(each(player),scry(1)))"),
    "Surveil X, where X is ~'s power.": ("spell(where_x(surveil(x),power(self)))"),
    "Discover 4.": ("spell(discover(4))"),
    "Learn.": ("spell(learn)"),
    "Manifest dread.": ("spell(manifest_dread)"),
    "Target creature you control explores.": (
        "spell(does(target(both(type(creature),controlled_by(you))),explore))"
    ),
    "It explores, then it explores again.": ("spell(then(does(it,explore),does(it,explore_again)))"),
    "~ connives.": ("spell(does(self,connive))"),
    "Target creature connives 2.": ("spell(does(target(type(creature)),connive(2)))"),
    "They connive.": ("spell(does(they,connive))"),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
