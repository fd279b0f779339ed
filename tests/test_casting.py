"""Casting (601): a verdict and a script say the same, and a plain checker of times and targets agrees.

Boards are drawn; the checker below knows four keywords and the times of spells, and nothing of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from headjudge import Board, Rulebook, adjudicate
from headjudge.derivation.declaration import IllegalDeclaration, judge
from hypothesis import given, settings
from hypothesis import strategies as st

SHIELDS = ("", "hexproof", "shroud", "protection from red", "hexproof from black")
STEPS = ("upkeep", "main1", "declare-attackers", "main2")


@dataclass(frozen=True)
class Scene:
    """Who is to move in which step, one spell of A, and a creature of A or B with a shield."""

    turn: str
    step: str
    color: str
    kind: str
    other_spell: bool
    side: str
    shield: str
    creature: bool

    def board(self, script: str = "") -> Board:
        line = f"  battlefield Lamp Guard #guard {'2/2 <Creature>' if self.creature else '<Artifact>'}"
        if self.shield:
            line += f" [{self.shield}]"
        sides = {"A": "", "B": ""}
        sides[self.side] = line + "\n"
        stack = "  stack Long Thought #thought <Blue Sorcery> [draw a card]\n" if self.other_spell else ""
        return Board.parse(
            f"magic 2026-08-07\nturn {self.turn}  step {self.step}\nplayer A  life 20\n"
            f"  hand Dim #dim <{self.color} {self.kind}> [destroy target creature]\n{sides['A']}"
            f"player B  life 20\n{stack}{sides['B']}{script}"
        )

    def allowed(self) -> bool:
        """What a judge would say, without any rule file."""
        in_time = self.kind == "Instant" or (
            self.turn == "A" and self.step in ("main1", "main2") and not self.other_spell
        )
        kept_away = {
            "": False,
            "hexproof": self.side == "B",
            "shroud": True,
            "protection from red": self.color == "Red",
            "hexproof from black": self.side == "B" and self.color == "Black",
        }
        return in_time and self.creature and not kept_away[self.shield]


SCENES = st.builds(
    Scene,
    turn=st.sampled_from("AB"),
    step=st.sampled_from(STEPS),
    color=st.sampled_from(("Red", "Black", "Green")),
    kind=st.sampled_from(("Instant", "Sorcery")),
    other_spell=st.booleans(),
    side=st.sampled_from("AB"),
    shield=st.sampled_from(SHIELDS),
    creature=st.booleans(),
)


@settings(max_examples=40, deadline=None)
@given(SCENES)
def test_a_verdict_is_what_the_plain_checker_says(scene: Scene) -> None:
    verdict = judge(
        Rulebook.load("magic"), scene.board().facts(), "cast", ['announce("dim")', 'target("guard")']
    )
    assert verdict.legal == scene.allowed(), [reason.finding for reason in verdict.reasons]
    assert verdict.legal == (not verdict.reasons)


@settings(max_examples=25, deadline=None)
@given(SCENES)
def test_what_is_legal_can_be_done_and_what_is_not_is_refused_with_a_reason(scene: Scene) -> None:
    board = scene.board("then cast #dim -> #guard\nthen resolve #dim\n")
    if scene.allowed():
        assert 'destroy("guard")' in adjudicate(board).always()
        return
    with pytest.raises(IllegalDeclaration) as refused:
        adjudicate(board)
    assert refused.value.verdict.reasons


@dataclass(frozen=True)
class Price:
    """A spell with several ways to pay, and so many mana of its color in the pool."""

    red: int
    way: str
    kicks: int
    number: int
    mode: int

    def declared(self) -> str:
        """How A casts it."""
        parts = ["cast #spell"]
        parts += {"": [], "overload": ["overload"], "without paying": ["without paying"]}[self.way]
        parts += [f"kicked {self.kicks} times"] * (self.kicks > 0)
        parts += [f"x {self.number}"] * (self.number >= 0)
        return ", ".join([*parts, f"mode {self.mode}"])

    def board(self) -> Board:
        """The board on which it is cast and resolves."""
        mana = "{R}" * self.red or "none"
        return Board.parse(
            f"magic 2026-08-07\nturn A  step main1\nplayer A  life 20  mana {mana}\n"
            "  hand Twin Wish #spell {X}{R} <Sorcery> [overload {3}{R}; multikicker {2}; "
            "choose one — • you gain 2 life. • you lose 1 life.]\nplayer B\n"
            f"then {self.declared()}\nthen resolve\n"
        )

    def price(self) -> int:
        """Its cost in mana, reckoned by hand."""
        base = {"": 1 + self.number, "overload": 4, "without paying": 0}[self.way]
        return base + 2 * self.kicks

    def allowed(self) -> bool:
        """Whether it may be cast so: X is said, or 0 or unsaid where its mana cost is not paid."""
        right_x = self.number >= 0 if not self.way else self.number <= 0
        return right_x and self.mode in (1, 2) and self.price() <= self.red


PRICES = st.builds(
    Price,
    red=st.integers(0, 6),
    way=st.sampled_from(("", "overload", "without paying")),
    kicks=st.integers(0, 2),
    number=st.integers(-1, 3),
    mode=st.integers(1, 3),
)


@settings(max_examples=20, deadline=None)
@given(PRICES)
def test_what_another_cost_x_modes_and_kicker_come_to_is_what_a_plain_sum_says(price: Price) -> None:
    board = price.board()
    if not price.allowed():
        with pytest.raises(IllegalDeclaration) as refused:
            adjudicate(board)
        assert refused.value.verdict.reasons
        return
    ruling = adjudicate(board)
    life = 22 if price.mode == 1 else 19
    assert f'life("A",{life})' in ruling.state()
    left = price.red - price.price()
    pool = [fact for fact in ruling.state() if fact.startswith('pool("A"')]
    assert pool == ([f'pool("A",red,{left})'] if left else [])
