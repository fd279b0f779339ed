"""The end of the game, turns, phases and steps."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "You win the game.": "spell(you(win_game))",
    "Target player loses the game.": "spell(does(target(player),lose_game))",
    "The game is a draw.": "spell(draw_game)",
    "Take an extra turn after this one.": "spell(extra_turn)",
    "Target player takes two extra turns after this one.": "spell(does(target(player),extra_turns(2)))",
    "After this phase, there is an additional combat phase.": "spell(additional(combat_phase))",
    "After this main phase, there is an additional combat phase followed by an additional main phase.": (
        "spell(additional_after_main(and_main(combat_phase)))"
    ),
    "Target player skips their next combat phase.": (
        "spell(does(target(player),skip_next(they,combat_phase)))"
    ),
    "Skip your draw step.": "skip(draw_step)",
    "You skip your next turn.": "spell(you(skip_next(you,turn)))",
    "End the turn.": "spell(end_turn)",
    "Each player with exactly 13 life loses the game.": ("spell(does(each_with_life(13),lose_game))"),
    "Each opponent who doesn't control a creature loses the game.": (
        "spell(does(each_opponent_without(type(creature)),lose_game))"
    ),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
