"""Choices among modes."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Choose one —": "spell(choose_modes(1))",
    "When ~ enters, choose one or both —": "triggered(enters(self),choose_modes(one_or_both))",
    "Choose up to two —": "spell(choose_modes(up_to(2)))",
    "Choose one. If ~ was kicked, choose both instead.": (
        "spell(list(choose_some_modes(1),if(was(self,kicked),in_place(choose(the_two)))))"
    ),
    "Choose three. You may choose the same mode more than once.": (
        "spell(list(choose_some_modes(3),may_repeat_modes))"
    ),
    "An opponent chooses one —": "spell(does(a(opponent),choose_modes(1)))",
    "{2}{U}: Level 2": 'activated(mana("{2}{U}"),level(2))',
}


@pytest.mark.parametrize("text", READINGS)
def test_reads(text: str) -> None:
    reads(text, READINGS[text])
