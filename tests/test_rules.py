"""The form every rule must have (design section 2): the checks of structure, each on each game.

What they find may stay only with a reason in rules/<game>/checks.toml. That they find what is wrong is shown
in test_encoding_checks.py.
"""

from functools import cache
from pathlib import Path

import pytest
from headjudge.board.model import read_board
from headjudge.checks.batch import STRUCTURE, explained
from headjudge.checks.encoding import Encoding
from headjudge.derivation.derive import brings_nothing
from headjudge.derivation.rulebook import Rulebook
from headjudge.notation.pack import games


@cache
def encoding(game: str) -> Encoding:
    return Encoding.load(game)


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("check", STRUCTURE, ids=lambda check: check.__name__)
def test_nothing_is_found_that_nobody_explains(check, game: str) -> None:
    found = (explained(finding, encoding(game)) for finding in check(encoding(game)))
    assert [str(finding) for finding in found if not finding.explained] == []


def test_a_board_on_which_nothing_waits_is_derived_at_one_moment_only():
    """The clauses of the cycle's other moments ask for something that only other boards state."""
    board = read_board(Path(__file__).parents[1] / "examples" / "magic" / "first.board")
    book = Rulebook.load(board.game)
    state = frozenset(board.facts())
    others = [moment for moment in book.pack.cycle if moment != book.pack.main_moment]
    assert others
    assert [moment for moment in others if not brings_nothing(book, state, moment)] == []
