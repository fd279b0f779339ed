"""The examples of the seeds that cast real cards, from the real texts; skipped without ../shared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from headjudge import Board, adjudicate
from headjudge.board.cards import unusable
from headjudge.cards.importing import import_cards
from headjudge.notation.pack import Notation

POOL = Path(__file__).parents[2] / "shared" / "cards" / "oracle.jsonl"
NAMES = ("Night's Whisper", "Lich's Mirror", "Emerge Unscathed", "Pacifism")

pytestmark = pytest.mark.skipif(not POOL.is_file(), reason="../shared/cards/oracle.jsonl is not here")


@pytest.fixture(scope="module", autouse=True)
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A store of the four cards."""
    place = tmp_path_factory.mktemp("cards")
    lines = POOL.read_text(encoding="utf-8").splitlines()
    named = [line for line in lines if json.loads(line)["name"] in NAMES]
    assert len(named) == len(NAMES)
    file = place / "four.jsonl"
    file.write_text("\n".join(named), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEADJUDGE_CARDS", str(place / "cards.sqlite"))
        notation = Notation.load("magic")
        import_cards(str(file), "magic", lambda card: unusable(card, notation))
        yield


def test_the_last_life_is_lost_to_a_spell_and_the_mirror_replaces_the_loss() -> None:
    """704.5a, 614: at 2 life the spell leaves 0, which the next check would punish."""
    board = Board.parse(
        "magic 2026-08-07\nturn A  step main1\nplayer A  life 2  library 30\n"
        "  hand Night's Whisper #whisper\n  battlefield Lich's Mirror #mirror\nplayer B\n"
        "then cast #whisper\nthen resolve\n"
    )
    ruling = adjudicate(board)
    assert {'draw("A",2)', 'lose_life("A",2)'} <= ruling.always()
    assert 'life("A",20)' in ruling.state()
    assert 'lose("A")' not in ruling.always()


def test_protection_from_white_sheds_pacifism_and_from_another_color_does_not() -> None:
    """608.2d: the color is chosen as the spell resolves; 704.5m: what may not be attached goes."""
    board = Board.parse(
        "magic 2026-08-07\nturn A  step main1\nplayer A\n  hand Emerge Unscathed #emerge\n"
        "  battlefield Bear #bear 2/2 <Green Creature — Bear>\nplayer B\n"
        "  battlefield Pacifism #pacifism -> #bear\nthen cast #emerge -> #bear\nthen resolve\n"
    )
    ruling = adjudicate(board)
    gone = [
        'zone("pacifism",graveyard)' in outcome.state for outcome in ruling.outcomes for _ in outcome.paths
    ]
    assert gone.count(True) == 1
    assert len(gone) == 5
    assert ("way_not_followed(rebound)", '"emerge"') in ruling.caveats
