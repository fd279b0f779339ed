"""What each form of claim means: when it holds, and what is said when it doesn't."""

from __future__ import annotations

from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.errors import HeadjudgeError, Malformed
from headjudge.report.expectations import boards_under, check_board

OGRE = """
magic 2026-08-07
player A
  battlefield  Test Ogre #ogre 3/3 <Creature — Ogre> (damage 3)
  battlefield  Test Aura #aura <Enchantment — Aura> [enchant creature] -> #ogre
  battlefield  Test Rock #rock 2/2 <Artifact Creature — Golem> [indestructible] (damage 2)
player B  life 3
"""

LEGENDS = """
magic 2026-08-07
player A
  battlefield  Test Legend #one <Legendary Creature — Human> 3/3
  battlefield  Test Legend #two
player B
"""

TEAMS = """
magic 2026-08-07
variant two-headed-giant
team North  life 0
team South
player A  team North
player B  team South
player C  team North
player D  team South
"""

DRAW = "magic 2026-08-07\nplayer A  life 0\nplayer B  life 0\n"
FAULTY = (
    "magic 2026-08-07\nplayer A\n  graveyard  Test Ogre #ogre 3/3 <Creature — Ogre> (damage 2)\nplayer B\n"
)
SHAPELESS = "magic 2026-08-07\nplayer A\n  battlefield  Test Ogre #ogre <Creature — Ogre>\nplayer B\n"


def failures(board: str, claim: str) -> list[str]:
    return [str(failure) for failure in check_board(Board.parse(f"{board}expect {claim}\n"))]


HOLDS = [
    (OGRE, "destroy #ogre"),
    (OGRE, "destroy #ogre 704.5g"),
    (OGRE, "round 1: destroy #ogre; nothing else"),
    (OGRE, "round 2: put #aura into graveyard 704.5m; nothing else"),
    (OGRE, "no destroy #rock; no A loses"),
    (OGRE, "round 1: no put #aura into graveyard"),
    (OGRE, "undecided; outcomes 1"),
    (OGRE, "finally #ogre in graveyard; finally #rock in battlefield; finally B life 3"),
    (OGRE, "no finally #ogre in battlefield; no finally #rock is (tapped)"),
    (OGRE + "then #rock deals 3 damage to B\n", "B loses 704.5a; A wins 104.2a"),
    (OGRE + "then #rock deals 3 damage to B\n", "round 3: B loses; nothing else"),
    (LEGENDS, "outcomes 2; choice A: #one | #two 704.5j; choice A: #two | #one"),
    (LEGENDS, "sometimes put #one into graveyard; sometimes finally #two in graveyard"),
    (LEGENDS, "no choice B: #one | #two; undecided"),
    (LEGENDS, "under 2011-02-04: put #one into graveyard 704.5k; put #two into graveyard 704.5k; outcomes 1"),
    (TEAMS, "team North loses 704.6a; B wins; D wins; team South wins; no A wins"),
    (DRAW, "draw 104.4a; no A wins"),
    (FAULTY, "contradiction; contradiction damage off the battlefield"),
    (SHAPELESS, "missing; missing power and toughness"),
    ("magic 2026-08-07\nplayer A\nplayer B\n", "nothing; undecided"),
]

FAILS = [
    (OGRE, "destroy #rock", "round 1: destroy #ogre 704.5g, round 2: put #aura into graveyard 704.5m"),
    (OGRE, "destroy #ogre 704.5h", "704.5g"),
    (OGRE, "no destroy #ogre", "destroy #ogre"),
    (OGRE, "sometimes destroy #ogre", "destroy #ogre"),
    (OGRE, "round 2: destroy #ogre", "round 1: destroy #ogre"),
    (OGRE, "destroy #ogre; nothing else", "put #aura into graveyard"),
    (OGRE, "nothing", "destroy #ogre"),
    (OGRE, "outcomes 2", "there are 1"),
    (OGRE, "A wins", "undecided"),
    (OGRE, "finally #ogre in battlefield", "finally: A: graveyard Test Ogre #ogre"),
    (OGRE, "finally #ogre is gone", "graveyard Test Ogre #ogre"),
    (OGRE, "finally B life 4", "player B life 3"),
    (OGRE, "choice A: #ogre | #rock", "nobody chooses"),
    (OGRE, "trigger persist of #ogre", "triggered: nothing"),
    (OGRE, "contradiction", "it is ruled on"),
    (LEGENDS, "put #one into graveyard", "put #two into graveyard"),
    (LEGENDS, "choice A: #one | #two 704.5g", "704.5j"),
    (LEGENDS, "choice B: #one | #two", "chooses"),
    (DRAW, "undecided", "draw"),
    (DRAW, "loop", "draw"),
    (FAULTY, "missing", "contradiction(damage_off_the_battlefield"),
    (FAULTY, "contradiction tapped off the battlefield", "damage_off_the_battlefield"),
]


@pytest.mark.parametrize(("board", "claim"), HOLDS)
def test_holds(board: str, claim: str) -> None:
    assert failures(board, claim) == []


@pytest.mark.parametrize(("board", "claim", "said"), FAILS)
def test_fails_and_says_what_happened(board: str, claim: str, said: str) -> None:
    (failure,) = failures(board, claim)
    assert said in failure.partition("\n")[2]
    assert failure.startswith(f"<text>:{board.count(chr(10)) + 1}:")


def test_a_board_that_is_refused_unexpectedly_raises() -> None:
    with pytest.raises(HeadjudgeError):
        failures(FAULTY, "nothing")
    with pytest.raises(HeadjudgeError):
        check_board(Board.parse(FAULTY))


def test_claims_are_read_to_the_last_word() -> None:
    for claim in ("nothing more", "loop twice", "no nothing else", "A wins a lot", "no contradiction"):
        with pytest.raises(Malformed):
            failures(OGRE, claim)


def test_boards_under(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "none").mkdir()
    for name in ("b.board", "deep/a.board", "notes.txt"):
        (tmp_path / name).write_text(OGRE, "utf-8")
    assert boards_under([str(tmp_path)]) == [str(tmp_path / "b.board"), str(tmp_path / "deep" / "a.board")]
    with pytest.raises(Malformed, match="no boards"):
        boards_under([str(tmp_path / "none")])
