"""Lines of whole cards on boards: what they say counts, and what of them no rule can use is a caveat."""

from __future__ import annotations

from pathlib import Path

import pytest
from headjudge import Board, adjudicate
from headjudge.board.from_facts import board_from_facts
from headjudge.cards.store import StoredCard, writing
from headjudge.derivation.inspection import Inspection, inspect
from headjudge.derivation.rulebook import Rulebook
from headjudge.notation.pack import rules_text
from headjudge.notation.statements import with_statements
from headjudge.terms import Fn, quote, read

GAME = "magic"


def what_is(board: Board, individual: str) -> Inspection:
    return inspect(Rulebook.load(GAME), board.facts(), quote(individual))[0]


def traits(board: Board, individual: str, kind: str) -> set[str]:
    return {value for each, value in what_is(board, individual).traits if each == kind}


def one(text: str, more: str = "") -> Board:
    return Board.parse(f"{GAME}\nplayer A\n  battlefield Odd Imp #imp 1/1 <Creature — Imp> [{text}]\n{more}")


def caveats(board: Board) -> set[str]:
    """The kinds of the caveats, and the lines that were not taken into account."""
    kinds = [read(kind) for kind, _ in adjudicate(board).caveats]
    return {
        str(kind.args[0]).rstrip(".") if kind.args else kind.name for kind in kinds if isinstance(kind, Fn)
    }


@pytest.mark.parametrize(
    "text",
    [
        "~ gets +1/+1 and has flying as long as you've cast a spell this turn.",  # a condition
        "As long as you control a Swamp, ~ gets +1/+1 and is suspected.",  # a part that no rule has
        "As long as you control a historic permanent, ~ gets +1/+1.",  # a description
        "~ gets +1/+1 for each card you've drawn this turn.",  # a count
        "As long as you control a Swamp, creature cards in your graveyard have flying.",  # those it speaks of
        'As long as you control a Swamp, creatures you control have "~ gets +1/+1 for each Elf you control."',
        "As long as you control a Swamp, ~ isn't a creature.",
        "As long as you control a Swamp, ~ loses flying.",  # whether it does, the layers would have to decide
    ],
)
def test_what_is_not_known_is_a_caveat_and_nothing_of_it_counts(text: str) -> None:
    board = one(text, "  battlefield Swamp\n")
    assert text.rstrip(".") in caveats(board)
    assert traits(board, "imp", "size") == {"pt(1,1)"}
    assert not traits(board, "imp", "ability") & {"flying", "goaded"}


def test_what_is_given_under_a_condition_where_the_order_matters_is_a_caveat() -> None:
    hush = "  battlefield Odd Hush <Enchantment> [Artifacts lose all abilities]\n"
    text = "As long as you control a Swamp, ~ has flying."
    board = one(text, f"{hush}  battlefield Swamp\n")
    assert text.rstrip(".") in caveats(board)
    assert "flying" not in traits(board, "imp", "ability")


def test_a_turn_that_the_board_does_not_tell_is_a_caveat() -> None:
    board = one("During your turn, ~ has flying.")
    assert "turn_not_said" in caveats(board)
    assert "flying" not in traits(board, "imp", "ability")


def test_a_line_is_read_once_by_the_grammar_of_boards_or_else_as_one_of_a_whole_card() -> None:
    text = "flying; As long as you control a Swamp, ~ gets +1/+1 and has menace; it sings"
    reading = with_statements(GAME, text, "Odd Imp", rules_text(GAME, text, "Odd Imp"))
    first, second = (ability.term for ability in reading.abilities)
    assert first == "flying"
    assert second.startswith("stated(while(controls(you,a(subtype(swamp)))")
    assert [unread.text for unread in reading.unread] == ["it sings"]


def test_a_statement_outlives_its_facts() -> None:
    """A board made anew from facts says the line again, and it means the same."""
    board = one("~ gets +1/+1 and has flying as long as you control a Swamp.", "  battlefield Swamp\n")
    again = board_from_facts(board, board.facts())
    assert again.facts() == board.facts()
    assert traits(again, "imp", "size") == {"pt(2,2)"}


def test_the_default_controller_is_unsure_where_the_board_lists_what_is_taken() -> None:
    text = "enchant creature; You control enchanted creature."
    leash = f"  battlefield Odd Leash <Enchantment — Aura> [{text}] -> #elf\n"
    elf = "  battlefield Odd Elf #elf 1/1 <Creature — Elf> owner B\nplayer B\n"
    assert "default_controller_unsure" in caveats(one("flying", leash + elf))


def test_a_text_that_is_not_searched_for_words_is_a_caveat() -> None:
    change = "effect #imp has the word black changed to red\n"
    assert not caveats(one("~ gets +1/+1 for each black creature you control.", change))
    assert "text_not_searched" in caveats(one("{B}: ~ gets +1/+1 until end of turn.", change))


def test_three_changes_of_one_another_s_words_are_a_caveat() -> None:
    chain = ("black", "red"), ("red", "blue"), ("blue", "green")
    lines = [f"effect #imp has the word {old} changed to {new}\n" for old, new in chain]
    assert not caveats(one("protection from black", "".join(lines[:2])))
    assert "words_change_in_a_chain" in caveats(one("protection from black", "".join(lines)))


# ---- levels, as cards print them ----

PUPIL = (
    "Level up {1}\nLEVEL 2-3\n3/3\nFlying\nLEVEL 4+\n5/5\nFlying, trample\nOther Elves you control get +1/+1."
)
GUILD = (
    "Creatures you control get +0/+1.\n{1}{G}: Level 2\nCreatures you control have vigilance.\n"
    "{3}{G}: Level 3\nWhenever you attack, draw a card."
)


@pytest.fixture
def stocked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADJUDGE_CARDS", str(tmp_path / "cards.sqlite"))
    with writing(GAME) as store:
        store.add(StoredCard("Odd Pupil", "Odd Pupil", "1/1", "Creature — Elf", PUPIL), {"Odd Pupil": 0})
        store.add(StoredCard("Odd Guild", "Odd Guild", "", "Enchantment — Class", GUILD), {"Odd Guild": 0})
        store.finish(GAME, "a test")


@pytest.mark.usefixtures("stocked")
@pytest.mark.parametrize(
    ("counters", "size", "keywords", "other"),
    [
        ("", "pt(1,1)", set(), "pt(2,2)"),
        (" {level x2}", "pt(3,3)", {"flying"}, "pt(2,2)"),
        (" {level x5}", "pt(5,5)", {"flying", "trample"}, "pt(3,3)"),
    ],
)
def test_a_printed_leveler_has_what_stands_below_its_level(
    counters: str, size: str, keywords: set[str], other: str
) -> None:
    board = Board.parse(
        f"{GAME}\nplayer A\n  battlefield Odd Pupil #pupil{counters}\n"
        "  battlefield Odd Elf #elf 2/2 <Creature — Elf>\n"
    )
    assert traits(board, "pupil", "size") == {size}
    assert traits(board, "pupil", "ability") & {"flying", "trample"} == keywords
    assert traits(board, "elf", "size") == {other}
    assert not adjudicate(board).caveats


@pytest.mark.usefixtures("stocked")
@pytest.mark.parametrize(("level", "keywords"), [("", set()), (" (class level 2)", {"vigilance"})])
def test_a_printed_class_has_what_stands_below_its_level(level: str, keywords: set[str]) -> None:
    board = Board.parse(
        f"{GAME}\nplayer A\n  battlefield Odd Guild{level}\n  battlefield Odd Elf #elf 2/2 <Creature — Elf>\n"
    )
    assert traits(board, "elf", "size") == {"pt(2,3)"}
    assert traits(board, "elf", "ability") == keywords


@pytest.mark.parametrize(
    ("text", "script", "noticed"),
    [
        ("Whenever you gain life for the first time each turn, draw a card.", "then A gains 1 life", True),
        # 603.2: this one is looked for, and goes on the stack
        ("Whenever you gain life, draw a card.", "then A gains 1 life", False),
        ("Whenever you gain life, draw a card.", "then A loses 1 life", False),
        ("Whenever you gain life, draw a card.", "", False),
        ("Whenever you draw your second card each turn, you lose 1 life.", "then A draws a card", True),
        ("Whenever one or more creatures deal damage to you, draw a card.", "then A is dealt 2 damage", True),
        ("{T}: Draw a card.", "then A gains 1 life", False),
    ],
)
def test_603_a_trigger_that_nobody_looks_for_is_told_where_its_event_happens(
    text: str, script: str, noticed: bool
) -> None:
    board = f"magic 2026-08-07\nplayer A  library 9\n  battlefield Lamp #l <Artifact> [{text}]\n{script}\n"
    caveats = adjudicate(Board.parse(board)).caveats
    assert any(kind.startswith("trigger_not_noticed(") for kind, _ in caveats) == noticed
