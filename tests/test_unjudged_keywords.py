"""A keyword that waits for what happens, and that no rule carries out, is a caveat where it comes up."""

from __future__ import annotations

import pytest
from headjudge import Board, adjudicate

BOARD = """magic 2026-08-07
turn A  step main1  priority A
player A
  hand Test Spark #spark {{R}} <Instant> [Test Spark deals 1 damage to any target.]
  battlefield Test Monk #monk 1/2 <Creature — Monk> [{keyword}]
  battlefield Mountain #mountain
player B
then {deed}
"""


def unjudged(keyword: str, deed: str) -> set[str]:
    """The keywords of which the ruling says that what they do was not judged."""
    ruling = adjudicate(Board.parse(BOARD.format(keyword=keyword, deed=deed), file="keywords"))
    return {kind for kind, _ in ruling.caveats if kind.startswith("keyword_not_judged")}


@pytest.mark.parametrize(
    ("keyword", "deed", "told"),
    [
        ("extort", "cast #spark -> B", {"keyword_not_judged(extort)"}),
        ("extort", "tap #monk", set()),
        ("modular 1", "destroy #monk", {"keyword_not_judged(modular(1))"}),
        ("modular 1", "tap #monk", set()),
    ],
)
def test_a_keyword_without_a_rule_is_told_when_it_comes_up(keyword: str, deed: str, told: set[str]) -> None:
    assert unjudged(keyword, deed) == told
