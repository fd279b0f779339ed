"""Combat damage: every division against the rulebook, written out anew here, and what is only cautioned."""

from __future__ import annotations

import itertools
import random

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.rulebook import Rulebook
from headjudge.derivation.ruling import Ruling
from headjudge.terms import Fn, Term, read

#: As many divisions of one creature are all listed; of more only the kinds that matter.
FEW = 12

Division = dict[str, int]


class Fight:
    """One attacker and its blockers: toughness and marked damage of each, in the order of the board."""

    def __init__(
        self, edition: str, power: int, abilities: list[str], blockers: list[tuple[int, int]]
    ) -> None:
        self.edition, self.power, self.abilities = edition, power, abilities
        self.blockers = {f"wall{place}": blocker for place, blocker in enumerate(blockers)}

    @property
    def board(self) -> str:
        text = f" [{', '.join(self.abilities)}]" if self.abilities else ""
        walls = "\n".join(
            f"  battlefield  Wall #{name} 0/{toughness} <Creature — Wall> (blocking #beast, damage {damage})"
            for name, (toughness, damage) in self.blockers.items()
        )
        return f"""magic {self.edition}
turn A  step declare-blockers
player A
  battlefield  Beast #beast {self.power}/9 <Creature — Beast>{text} (attacking B)
player B
{walls}
then    combat damage
"""

    def lethal(self, blocker: str) -> int:
        """How much more damage from the attacker is lethal (702.19b, 702.2c)."""
        toughness, damage = self.blockers[blocker]
        return min(1, toughness - damage) if "deathtouch" in self.abilities else toughness - damage

    def raw(self) -> list[Division]:
        """Every way to share the power out, whether it is allowed or not."""
        recipients = [*self.blockers, *(["B"] if "trample" in self.abilities else [])]
        amounts = itertools.product(range(self.power + 1), repeat=len(recipients))
        return [dict(zip(recipients, each, strict=True)) for each in amounts if sum(each) == self.power]

    def allowed(self, division: Division) -> bool:
        """510.1c as it stood and as it stands, and 702.19b."""
        short = [name for name in self.blockers if division[name] < self.lethal(name)]
        if division.get("B", 0) and short:
            return False
        if self.edition > "2023-04-14":
            return True
        return any(
            all(
                division[later] == 0 or division[earlier] >= self.lethal(earlier)
                for earlier, later in itertools.combinations(order, 2)
            )
            for order in itertools.permutations(self.blockers)
        )

    def kind(self, division: Division) -> bool:
        """Whether all but one get nothing or just what is lethal."""
        odd = [n for name, n in division.items() if n and (name == "B" or n != self.lethal(name))]
        return len(odd) <= 1


def shares(term: Term) -> Division:
    """A division as the rules write it."""
    match term:
        case Fn("share", (int(amount), str(recipient))):
            return {recipient: amount}
        case Fn("shares", (int(amount), str(recipient), rest)):
            return {recipient: amount} | shares(rest)
    raise AssertionError(term)


def ruled(text: str, edition: str) -> Ruling:
    """The ruling on a board."""
    return adjudicate(Board.parse(text), Rulebook.load("magic", edition), limit=4096)


def fights() -> list[Fight]:
    """Random fights, the same in every run."""
    chance = random.Random(510)
    found = []
    for _ in range(60):
        blockers = []
        for _ in range(chance.randint(1, 3)):
            toughness = chance.randint(1, 4)
            blockers.append((toughness, chance.randint(0, toughness - 1)))
        abilities = [word for word in ("trample", "deathtouch") if chance.random() < 0.5]
        edition = chance.choice(["2011-02-04", "2023-04-14", "2026-01-16", "2026-08-07"])
        found.append(Fight(edition, chance.randint(1, 7), abilities, blockers))
    return found


@pytest.mark.parametrize("fight", fights(), ids=lambda fight: f"{fight.power} to {len(fight.blockers)}")
def test_the_divisions_are_those_of_the_rulebook(fight: Fight) -> None:
    raw = fight.raw()
    ruling = ruled(fight.board, fight.edition)
    legal = [division for division in raw if fight.allowed(division)]
    few = len(raw) <= FEW
    expected = [division for division in legal if few or fight.kind(division)]
    options = [shares(read(option)) for choice in ruling.choices() for option in choice.options]
    if len(raw[0]) == 1:
        assert options == []
        return
    assert sorted(map(str, map(whole(fight), options))) == sorted(map(str, map(whole(fight), expected)))
    kinds = {kind.partition("(")[0] for kind, _ in ruling.caveats}
    assert ("only_the_divisions_that_matter" in kinds) == (not few)


def whole(fight: Fight):
    """A division with those who get nothing."""
    names = [*fight.blockers, "B"]
    return lambda division: {name: division.get(name, 0) for name in names}


TWO = """magic 2026-08-07
turn A  step declare-blockers
player A
  battlefield  Beast #one 3/3 <Creature — Beast> [trample] (attacking B)
  battlefield  Beast #two 3/3 <Creature — Beast> [trample] (attacking B)
player B
  battlefield  Wall #wall 1/4 <Creature — Wall> (blocking #one, blocking #two)
then    combat damage
"""

CAUTIONS = {
    "damage_of_others_not_counted": (TWO, "2026-08-07"),
    "any_order_may_have_been_announced": (TWO.replace("3/3", "0/3"), "2023-04-14"),
    "taken_as_unblocked": (
        TWO.replace("declare-blockers", "declare-attackers").replace(" (blocking #one, blocking #two)", ""),
        "2026-08-07",
    ),
    "taken_not_to_have_struck_first": (
        TWO.replace("[trample]", "[first strike]").replace(
            "then ", "happened the first combat damage step is over\nthen "
        ),
        "2026-08-07",
    ),
}


@pytest.mark.parametrize("kind", CAUTIONS)
def test_what_is_not_worked_out_is_cautioned(kind: str) -> None:
    text, edition = CAUTIONS[kind]
    assert kind in {caveat for caveat, _ in ruled(text, edition).caveats}


@pytest.mark.parametrize("edition", ["2026-08-07", "2023-04-14"])
def test_plain_combat_needs_no_caution(edition: str) -> None:
    plain = TWO.replace("[trample]", "").replace(", blocking #two", "")
    assert ruled(plain, edition).caveats == ()
