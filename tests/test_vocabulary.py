"""What the rules know of the terms of card texts: what they do not know is never taken for a ruling."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files

import pytest
from headjudge import Board, adjudicate
from headjudge.language.composition import composition
from headjudge.language.lexicon import lexicon
from headjudge.notation.pack import rules_text
from headjudge.terms import Fn, Term

GAME = "magic"
RULES = files("headjudge.rules").joinpath(GAME)


def listed() -> dict[str, list[str]]:
    table = tomllib.loads(RULES.joinpath("vocabulary.toml").read_text("utf-8"))
    del table["lists"], table["whole_cards"]
    return table


def test_no_name_stands_twice() -> None:
    names = [name for names in listed().values() for name in names]
    assert len(names) == len(set(names))


def names(term: Term) -> set[str]:
    return {term.name}.union(*map(names, term.args)) if isinstance(term, Fn) else set()


def test_every_name_can_be_said() -> None:
    """Each name is made by the grammar: by a rule or an alias of it, or as the meaning of a word."""
    words = lexicon(GAME, "sentence")
    said = {re.sub(r"(_\d)+\Z", "", production.name) for production in words.automaton.productions}
    for meanings in words.words.values():
        said |= {name for terms in meanings.values() for term in terms for name in names(term)}
    assert {name for names in listed().values() for name in names} <= said


def test_every_name_of_whole_cards_can_be_said() -> None:
    """Each is made by a grammar of whole cards, as a functor, a word's meaning, or the key of a row."""
    rows = composition(GAME)
    said = {row.functor for each in rows.rows.values() for row in each}
    for part in rows.parts:
        for file in rows.parts[part]:
            words = lexicon(GAME, part, file)
            said |= {re.sub(r"(_\d)+\Z", "", production.name) for production in words.automaton.productions}
            for meanings in words.words.values():
                said |= {name for terms in meanings.values() for term in terms for name in names(term)}
    table = tomllib.loads(RULES.joinpath("vocabulary.toml").read_text("utf-8"))["whole_cards"]
    assert {*table["names"]} <= said
    assert not {*table["names"]} & {name for known in listed().values() for name in known}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("creatures you control with a counter on it have trample", "with_a_counter"),
        ("creatures you control of the chosen type get +1/+1", "of"),
        ("historic permanents can't be sacrificed", "historic"),
    ],
)
def test_what_no_rule_knows_is_unread(text: str, word: str) -> None:
    reading = rules_text(GAME, text)
    assert not reading.abilities
    assert [unread.stopped_at for unread in reading.unread] == [word]


def test_it_is_a_caveat_of_the_ruling() -> None:
    text = "creatures you control of the chosen type get +1/+1"
    board = Board.parse(
        f"{GAME} 2026-08-07\nplayer A\n  battlefield  Odd Drum <Artifact> [{text}]\n"
        "  battlefield  Test Bear 2/2 <Creature — Bear> (damage 2)\nplayer B\n"
    )
    assert any(text in str(caveat) for caveat in adjudicate(board).caveats)
