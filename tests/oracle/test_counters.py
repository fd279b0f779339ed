"""Counters: put, distributed, moved, doubled, removed."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Put a +1/+1 counter on target creature.": (
        "spell(put_counters(counter(pt(1,1)),target(type(creature))))"
    ),
    "Put two +1/+1 counters on each of up to two target creatures you control.": (
        "spell(put_counters(counters(2,pt(1,1)),each_of(targets(up_to(2),both(type(creature),controlled_by(you))))))"
    ),
    "Put X charge counters on Ana, where X is the number of artifacts you control.": (
        "spell(where_x(put_counters(counters(x,charge),self),number_of(both(type(artifact),controlled_by(you)))))"
    ),
    "Put a -1/-1 counter on each creature.": ("spell(put_counters(counter(pt(-1,-1)),each(type(creature))))"),
    "Put a number of +1/+1 counters on Ana equal to its power.": (
        "spell(put_number_of_counters(pt(1,1),self,power(it)))"
    ),
    "Put a +1/+1 counter and a flying counter on target creature.": (
        "spell(put_counters(and(counter(pt(1,1)),counter(flying)),target(type(creature))))"
    ),
    "Put a stun counter on it.": "spell(put_counters(counter(stun),it))",
    "Put a +1/+1 counter on Ana for each creature you control.": (
        "spell(for_each(put_counters(counter(pt(1,1)),self),number_of(both(type(creature),controlled_by(you)))))"
    ),
    "Put that many +1/+1 counters on Ana.": "spell(put_counters(that_many_counters(pt(1,1)),self))",
    "Distribute three +1/+1 counters among one, two, or three target creatures you control.": (
        "spell(distribute_counters(counters(3,pt(1,1)),targets(one_two_or_three,both(type(creature),controlled_by(you)))))"
    ),
    "Move a +1/+1 counter from Ana onto target creature.": (
        "spell(move_counters(counter(pt(1,1)),self,target(type(creature))))"
    ),
    "Double the number of +1/+1 counters on Ana.": "spell(double_counters(pt(1,1),self))",
    "Remove all counters from target creature.": (
        "spell(remove_counters(all_counters,target(type(creature))))"
    ),
    "Remove a time counter from target permanent.": (
        "spell(remove_counters(counter(time),target(permanent)))"
    ),
    "Each player puts a +1/+1 counter on a creature they control.": (
        "spell(does(each(player),put_counters(counter(pt(1,1)),a(both(type(creature),controlled_by(they))))))"
    ),
    "Put those counters on target creature you control.": (
        "spell(put_counters(those,target(both(type(creature),controlled_by(you)))))"
    ),
    "Put a charge counter on Ana or remove one from it.": ("spell(put_or_remove_one(counter(charge),self))"),
    "Put a +1/+1 counter on Ana and a stun counter on target creature.": (
        "spell(put_counters_and(counter(pt(1,1)),self,counter(stun),target(type(creature))))"
    ),
    "Whenever Ana attacks, remove a +1/+1 counter from it.": (
        "triggered(attacks(self),remove_counters(counter(pt(1,1)),it))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
