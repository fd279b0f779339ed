"""What would make an action legal: for each reason a change that the solver confirms."""

from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.derivation.declaration import declared, judge
from headjudge.derivation.rulebook import Rulebook
from headjudge.errors import Place
from headjudge.explanation.whatif import ALWAYS, what_if
from headjudge.notation.pack import Notation

BOARDS = Path(__file__).parent / "cases" / "casting"

#: A board, an action that is illegal on it, and one of the smallest changes that make it legal.
CHANGES = [
    ("reason-no-x-announced", "cast #blaze -> B", "also(x(0))"),
    ("reasons-casting", "cast #hunch, x 2", "without(x(2))"),
    ("reasons-casting", "cast #hunch, kicked", "without(kicked)"),
    ("reasons-casting", "cast #hunch, overload", "without(for_cost(overload))"),
    ("reasons-casting", "cast #slice -> #elk", 'instead(target(1,"elk"),target(1,"cub"))'),
    ("reasons-casting", "cast #surge, without paying, x 2", "instead(x(2),x(0))"),
    ("reasons-casting", "cast #arc -> #cub, 1 to #cub", 'instead(share("cub",1),share("cub",2))'),
    ("reasons-enough", "cast #choice, mode 3", "instead(mode(3),mode(1))"),
    ("reasons-enough", "cast #zap -> #cub, -> B", 'without(target(1,"B"))'),
    ("reasons-enough", "activate #pact", 'add(life("A"),1)'),
    ("reason-too-little-mana", "cast #spark", 'add(pool("A",red),1)'),
    ("reasons-abilities", "activate #awake", 'begin(tapped("awake"))'),
    ("reasons-abilities", "activate #relic", 'set(zone("relic"),battlefield)'),
    ("reason-discards-itself-from-a-hand", "activate #odder", 'set(zone("odder"),hand)'),
]


@pytest.mark.parametrize(("name", "action", "edit"), CHANGES)
def test_an_action_becomes_legal_with_the_smallest_change(name: str, action: str, edit: str) -> None:
    path = BOARDS / f"{name}.board"
    board = Board.parse(path.read_text(encoding="utf-8"), file=path.name)
    event = Notation.load(board.game).frames.match("event", action, board.names, Place(name)).facts()[0]
    found = what_if(board, event, wanted=True)
    assert edit in [each for change in found for each in change.edits]
    rulebook = Rulebook.load(board.game, board.edition)
    for change in found:
        declaration = declared(change.event)
        assert declaration
        assert change.frequency == ALWAYS
        assert judge(rulebook, change.facts, *declaration).legal
