"""How things enter, and what happens instead of something else."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "~ enters tapped.": "enters_tapped(self)",
    "Artifacts and creatures your opponents control enter tapped.": (
        "enters_tapped(each(both(either(type(artifact),type(creature)),controlled_by(opponent))))"
    ),
    "~ enters tapped unless you control a Forest or a Plains.": (
        "unless(enters_tapped(self),controls(you,a_or_a(subtype(forest),subtype(plains))))"
    ),
    "~ enters with two +1/+1 counters on it.": "enters_with(self,counters(2,pt(1,1)))",
    "~ enters with X charge counters on it.": "enters_with(self,counters(x,charge))",
    "~ enters with a +1/+1 counter on it for each Elf you control.": (
        "enters_with_per(self,counter(pt(1,1)),number_of(both(subtype(elf),controlled_by(you))))"
    ),
    "~ enters with a number of +1/+1 counters on it equal to the number of lands you control.": (
        "enters_with_number(self,pt(1,1),number_of(both(type(land),controlled_by(you))))"
    ),
    "Each other creature you control enters with an additional +1/+1 counter on it.": (
        "enters_with(each_other(both(type(creature),controlled_by(you))),one_more(pt(1,1)))"
    ),
    "If ~ was kicked, it enters with three +1/+1 counters on it.": (
        "if(was(self,kicked),enters_with(it,counters(3,pt(1,1))))"
    ),
    "As ~ enters, choose a color.": "as_enters(choose(color))",
    "As ~ enters, you may pay 2 life. If you don't, it enters tapped.": (
        "list(as_enters(may(pay_life(2))),if(did_not(you),enters_tapped(it)))"
    ),
    "You may have ~ enter as a copy of any creature on the battlefield.": (
        "may_enter_as_copy(self,any_on_battlefield(type(creature)))"
    ),
    "You may have ~ enter as a copy of any creature on the battlefield, except it has flying.": (
        "except(may_enter_as_copy(self,any_on_battlefield(type(creature))),grants(it,flying))"
    ),
    "If a creature an opponent controls would die, exile it instead.": (
        "replaced(would(a(both(type(creature),controlled_by(opponent))),of(die)),in_place(exile(it)))"
    ),
    "If you would draw a card, draw two cards instead.": (
        "replaced(would(you,of(draw_a_card)),in_place(draw(2)))"
    ),
    "If you would gain life, you gain that much life plus 1 instead.": (
        "replaced_by(would(you,of(gain_life)),gain_more(1))"
    ),
    (
        "If one or more +1/+1 counters would be put on a creature you control, that many "
        "plus one +1/+1 counters are put on it instead."
    ): (
        "replaced_by(would_be_put(pt(1,1),a(both(type(creature),controlled_by(you)))),put_more(1,pt(1,1),it))"
    ),
    (
        "If one or more tokens would be created under your control, twice that many of "
        "those tokens are created instead."
    ): ("replaced_by(would(one_or_more(token),of(be_created_under_your_control)),twice_those_tokens)"),
    (
        "If a source you control would deal damage to a player, it deals double that "
        "damage to that player instead."
    ): (
        "replaced_by(would(a(both(source,controlled_by(you))),deal(damage,a(player))),"
        "deals(double,that(player)))"
    ),
    "If damage would be dealt to ~, prevent that damage. Remove a +1/+1 counter from ~.": (
        "list(replaced(would_be_dealt(damage,self),prevent(that_damage)),"
        "remove_counters(counter(pt(1,1)),self))"
    ),
    "Untap all creatures you control during each other player's untap step.": (
        "untaps_in_others_steps(all(both(type(creature),controlled_by(you))))"
    ),
    (
        "If a permanent entering causes a triggered ability of a permanent you control "
        "to trigger, that ability triggers an additional time."
    ): ("triggers_again(causes(a(permanent),entering),a(both(permanent,controlled_by(you))))"),
    "~ enters with +1/+1 counters on it equal to its power.": "enters_with_equal(self,pt(1,1),power(it))",
    "~ escapes with two +1/+1 counters on it.": "escapes_with(self,counters(2,pt(1,1)))",
    "If damage would be dealt to ~ while it has a +1/+1 counter on it, prevent that damage.": (
        "replaced_while(would_be_dealt(damage,self),has(it,counters_on(counter(pt(1,1)))),"
        "prevent(that_damage))"
    ),
    (
        "If a basic land you control is tapped for mana, it produces mana of a color of "
        "your choice instead of any other type."
    ): (
        "produces_instead(a(both(supertype(basic),both(type(land),controlled_by(you)))),color_of_your_choice)"
    ),
}


@pytest.mark.parametrize("text", READINGS)
def test_reading(text: str) -> None:
    reads(text, READINGS[text])
