"""Illegal actions of Magic: every reason is shown alone and beside another, and a verdict and a script agree.

The reasons are read from the rule files, so a new one without its boards fails here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.declaration import IllegalDeclaration, Verdict, declared, judge
from headjudge.derivation.rulebook import Rulebook, load_pack
from headjudge.errors import IllegalAction
from headjudge.terms import Fn, read, show
from hypothesis import given, settings
from hypothesis import strategies as st

ROOT = Path(__file__).parents[1]
BOARDS = ROOT / "tests" / "cases" / "casting"
#: The sections that say what may be cast, activated, played, targeted or turned face up.
SECTIONS = ("115_", "118_", "305_playing", "601_", "602_", "702_casting", "702_targeting")
#: Where the reason stands in the heads that give one.
PLACES = {"forbidden/3": 2, "broken/3": 2, "unfit/5": 4, "unpayable/3": 2, "lacking/4": 3, "out_of_time/2": 1}


def reasons() -> set[str]:
    """Every reason that the rules of these sections can give, by its name."""
    found = set()
    for rule in load_pack("magic").rules:
        if rule.signature in PLACES and rule.file.startswith(SECTIONS):
            reason = read_head(rule.head).args[PLACES[rule.signature]]
            if isinstance(reason, Fn):
                found.add(reason.name)
    return found


def read_head(head: str) -> Fn:
    """The head of a rule as a term, its variables as strings."""
    term = read(re.sub(r"\b[A-Z]\w*", lambda match: f'"{match[0]}"', head))
    assert isinstance(term, Fn)
    return term


def verdicts(path: Path) -> list[Verdict]:
    """The verdict on every action that a board claims something about, or that its script refuses."""
    board = Board.parse(path.read_text(encoding="utf-8"), file=str(path.relative_to(ROOT)))
    rulebook = Rulebook.load("magic", board.edition or None)
    try:
        (state, *_) = adjudicate(board, rulebook).states()
    except IllegalDeclaration as error:
        return [error.verdict]
    except IllegalAction:  # something else than a declaration
        return []
    asked = []
    for claim in (claim for expectation in board.expects for claim in expectation.claims):
        match read(claim.term):
            case Fn("illegal", (Fn("declare", (kind, Fn("", parts))), *_)):
                asked.append((show(kind), tuple(map(show, parts))))
            case _ if declaration := declared(claim.term):
                asked.append(declaration)
            case Fn("legal", (Fn("declare", (kind, Fn("", parts))),)):
                asked.append((show(kind), tuple(map(show, parts))))
    return [judge(rulebook, state, kind, parts) for kind, parts in dict.fromkeys(asked)]


@cache
def shown() -> tuple[frozenset[str], frozenset[str]]:
    """The reasons that some board shows alone, and those that some board shows beside another one."""
    alone, beside = set(), set()
    for path in sorted(BOARDS.glob("*reason*.board")):
        for verdict in verdicts(path):
            names = [name_of(reason.finding) for reason in verdict.reasons]
            if len(names) == 1:
                alone.add(names[0])
            elif len(set(names)) > 1:
                beside.update(names)
    return frozenset(alone), frozenset(beside)


def name_of(finding: str) -> str:
    """The name of a reason."""
    term = read(finding)
    return term.name if isinstance(term, Fn) else str(term)


@pytest.mark.parametrize("reason", sorted(reasons()))
def test_every_reason_is_shown_alone_and_beside_another(reason: str) -> None:
    alone, beside = shown()
    assert reason in alone, "no board shows it alone"
    assert reason in beside, "no board shows it beside another one"


@dataclass(frozen=True)
class Tax:
    """A commander of {1}{G}: how often it was cast, what others add, the least price, the mana there is."""

    before: int
    more: int
    least: bool
    mana: int
    untapped: bool

    def board(self) -> Board:
        gauge = (
            "  battlefield Gauge #gauge <Artifact> [as long as this artifact is untapped, each spell that"
            " would cost less than three mana to cast costs three mana to cast]"
            + ("" if self.untapped else " (tapped)")
            + "\n"
        )
        says = f"spells your opponents cast cost {{{self.more}}} more to cast"
        toll = f"  battlefield Toll #toll <Enchantment> [{says}]\n"
        return Board.parse(
            "magic 2026-08-07\nvariant commander\nturn A  step main1  priority A\n"
            f"player A  mana {{G}}{'{C}' * self.mana}\n"
            "  command Elf #elf {1}{G} 1/1 <Legendary Creature — Elf>"
            f" (commander, cast {self.before} times before)\n"
            f"player B\n{toll if self.more else ''}{gauge if self.least else ''}"
            "then cast #elf\nthen resolve\n"
        )

    def price(self) -> int:
        """Its cost in mana, reckoned by hand."""
        price = 2 + 2 * self.before + self.more
        return max(price, 3) if self.least and self.untapped else price


@settings(max_examples=20, deadline=None)
@given(
    st.builds(
        Tax,
        st.integers(0, 2),
        st.integers(0, 2),
        st.booleans(),
        mana=st.integers(0, 8),
        untapped=st.booleans(),
    )
)
def test_taxes_and_the_least_price_come_to_what_a_plain_sum_says(tax: Tax) -> None:
    board = tax.board()
    allowed = tax.price() <= tax.mana + 1
    verdict = judge(Rulebook.load("magic"), board.facts(), "cast", ['announce("elf")'])
    assert verdict.legal == allowed == (not verdict.reasons)
    if allowed:
        state = adjudicate(board).state()
        assert 'zone("elf",battlefield)' in state
        assert f'cast_from_command_zone("elf",{tax.before + 1})' in state
    else:
        with pytest.raises(IllegalDeclaration) as refused:
            adjudicate(board)
        assert refused.value.verdict.reasons
