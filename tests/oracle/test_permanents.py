"""What is done to permanents at once: tapped, attached, turned over, fighting."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Tap target creature.": "spell(tap(target(type(creature))))",
    "Tap up to X target creatures, where X is the number of Islands you control.": (
        "spell(where_x(tap(targets(up_to(x),type(creature))),number_of(both(subtype(island),"
        "controlled_by(you)))))"
    ),
    "You may tap or untap target creature.": "spell(may(tap_or_untap(target(type(creature)))))",
    "Untap all creatures you control.": "spell(untap(all(both(type(creature),controlled_by(you)))))",
    "Target opponent taps all creatures they control.": (
        "spell(does(target(opponent),tap(all(both(type(creature),controlled_by(they))))))"
    ),
    "Tap target creature and it doesn't untap during its controller's next untap step.": (
        "spell(and(tap(target(type(creature))),lasting(it,stays_tapped,next_untap_step(controller(it)))))"
    ),
    "Attach Ana to target creature you control.": (
        "spell(attach(self,target(both(type(creature),controlled_by(you)))))"
    ),
    "Unattach it.": "spell(unattach(it))",
    "Transform Ana.": "spell(transform(self))",
    "Turn target creature face down.": "spell(turn_face_down(target(type(creature))))",
    "Target creature phases out.": "spell(does(target(type(creature)),phase_out))",
    "Creatures you control phase out.": (
        "spell(does(plural(both(type(creature),controlled_by(you))),phase_out))"
    ),
    "Remove target creature from combat.": "spell(remove_from_combat(target(type(creature))))",
    "Ana fights another target creature.": "spell(does(self,fight(target_other(type(creature)))))",
    "Target creature you control fights target creature you don't control.": (
        "spell(does(target(both(type(creature),controlled_by(you))),fight(target(both(type(creature),"
        "non(controlled_by(you)))))))"
    ),
    "You may have Ana fight target creature.": "spell(may(have(self,fight(target(type(creature))))))",
    "Two target creatures fight each other.": "spell(does(targets(2,type(creature)),fight_each_other))",
    "Target unblocked creature becomes blocked.": (
        "spell(does(target(both(unblocked,type(creature))),become(blocked)))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
