"""`headjudge card what-breaks`: a new card is put on boards, and every ruling that changes is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from headjudge import Board, Malformed, NotCovered
from headjudge.cli import cli, guarded
from headjudge.lint.breaking import Broken, broken, placed
from headjudge.lint.sources import read_text
from headjudge.lint.written import WrittenCard

FIGHT = """magic 2026-08-07
turn A  step declare-blockers
player A
  battlefield  Test Ogre #ogre 3/3 <Red Creature — Ogre> (attacking B)
player B
  battlefield  Test Elk #elk 3/3 <Green Creature — Elk> (damage 3)
  battlefield  Test Elf #elf 1/1 <Green Creature — Elf>
expect  destroy #elk 704.5g; legal block #elf -> #ogre
"""
QUIET = "magic 2026-08-07\nplayer A\n  battlefield  Test Lamp #lamp <Artifact>\nplayer B\nexpect nothing\n"
HYMN = "Heavy Hymn {2}{W}\nEnchantment\nOther creatures you control get +1/+1."
STILL = "Still Air {2}{W}\nEnchantment\nCreatures can't block."
OATH = "Heavy Oath {1}{G}\nEnchantment — Aura\nEnchant creature\nEnchanted creature gets +2/+2."


def card_of(text: str) -> WrittenCard:
    (card,) = read_text(text, "magic")
    return card


def changes(text: str, *boards: str) -> list[Broken]:
    named = [(f"board {number}", Board.parse(board)) for number, board in enumerate(boards, 1)]
    return list(broken(card_of(text), named))


def test_what_changes_is_told_for_the_player_under_whom_it_changes() -> None:
    (change,) = changes(HYMN, FIGHT, QUIET)
    assert (change.name, change.player) == ("board 1", "B")
    assert "Heavy Hymn" in change.line
    assert "is destroyed" in change.before.said
    assert change.after.said == "Nothing happens."
    assert change.claims == ("destroy #elk 704.5g (but nothing happens)",)
    assert "but damage 3 < lethal damage 4" in " ".join(" ".join(change.why).split())


def test_an_expectation_about_a_declaration_counts_as_a_ruling() -> None:
    found = changes(STILL, FIGHT)
    assert [change.player for change in found] == ["A", "B"]
    assert all(change.claims[0].startswith("legal block #elf -> #ogre (but Still Air") for change in found)
    assert all(change.before.said == change.after.said for change in found)


def test_an_aura_is_put_on_each_permanent_in_turn() -> None:
    board = Board.parse(FIGHT)
    put = list(placed(card_of(OATH), board))
    assert [each.board.objects[-1 if each.player == "B" else 1].target for each in put] == [
        "ogre", "elk", "elf", "ogre", "elk", "elf"
    ]  # fmt: skip
    assert {change.line.split("-> ")[1].split()[0] for change in changes(OATH, FIGHT)} == {"#elk"}


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("Loud Bolt {R}\nInstant\nDraw a card.", "hand"),
        ("Test Cat {W}\nCreature — Cat\n2/2", "battlefield"),
        ("Cold Sage {W}\nLegendary Planeswalker — Jace\n+1: Draw a card.\nLoyalty: 3", "battlefield"),
    ],
)
def test_a_card_is_put_where_cards_of_its_type_stand(text: str, zone: str) -> None:
    board = Board.parse(QUIET)
    put = list(placed(card_of(text), board))
    assert [each.player for each in put] == ["A", "B"]
    for each in put:
        (new,) = (thing for thing in each.board.objects if thing.id == each.ident)
        assert new.zone == zone
    assert changes(text, QUIET) == []


def test_an_id_that_is_taken_is_not_used_again() -> None:
    board = Board.parse(QUIET.replace("#lamp", "#new"))
    assert {each.ident for each in placed(card_of(HYMN), board)} == {"new-2"}


def test_a_card_without_any_rule_changes_nothing() -> None:
    examples = Path(__file__).parents[1] / "examples" / "magic"
    boards = [(str(file), Board.parse(file.read_text("utf-8"))) for file in sorted(examples.glob("*.board"))]
    assert boards
    assert list(broken(card_of("Plain Stone {1}\nArtifact"), boards)) == []


def test_boards_of_another_game_are_left_out() -> None:
    other = Path(__file__).parents[1] / "examples" / "berserk" / "first.board"
    assert list(broken(card_of(HYMN), [("other", Board.parse(other.read_text("utf-8")))])) == []


def test_a_board_that_cannot_hold_the_card_is_named() -> None:
    card = card_of("Odd Cat {W}\nCreature — Cat\n2½/2")
    refused: list[str] = []
    named = [("quiet", Board.parse(QUIET))]
    assert list(broken(card, named, refused=lambda name, error: refused.append(name))) == []
    assert refused == ["quiet"]
    with pytest.raises(Malformed):
        list(broken(card, named))


def test_a_game_without_a_table_of_places_is_refused() -> None:
    card = WrittenCard("berserk-heroes", {"name": "Test Archer", "type_line": "Creature"})
    board = Board.parse("berserk-heroes 2ed\nplayer A\nplayer B\n")
    with pytest.raises(NotCovered):
        list(broken(card, [("board", board)]))


DEATH = """berserk 2023
turn A
player A
player B
  field  Test Elk #elk <Regular Creature> (at b5, life 8, wounds 8)
expect  finally #elk in graveyard
"""
LEECH = (
    "Тихий лекарь 4\n{} Creature\nПри гибели существа — получить {{counter}}.\nlife 8, movement 1, strike 1"
)


@pytest.mark.parametrize(
    ("kind", "zone"),
    [("Regular", "field"), pytest.param("Flying Regular", "additional", marks=pytest.mark.long)],
)
def test_a_card_of_berserk_stands_where_its_type_does(kind: str, zone: str) -> None:
    (card,) = read_text(LEECH.format(kind), "berserk")
    found = list(broken(card, [("death", Board.parse(DEATH))]))
    assert [each.player for each in found] == ["A", "B"]
    for each in found:
        assert each.line.startswith(f"{zone} Тихий лекарь #new")
        assert "gets a token" in each.after.said
        assert "gets a token" not in each.before.said
        assert each.claims == ()


def test_the_command_tells_what_changes_and_its_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card, boards = tmp_path / "hymn.txt", tmp_path / "boards"
    boards.mkdir()
    card.write_text(HYMN, "utf-8")
    (boards / "fight.board").write_text(FIGHT, "utf-8")
    (boards / "quiet.board").write_text(QUIET, "utf-8")

    def run(*words: str) -> tuple[int, str]:
        code = guarded(lambda: cli.main(["card", "what-breaks", *words], standalone_mode=False))
        return code, capsys.readouterr().out

    code, said = run(str(card), "--with", str(boards))
    assert code == 1
    assert "1 of 2 boards are ruled otherwise" in said
    code, said = run(str(card), "--with", str(boards), "--json")
    assert code == 1
    assert [(row["card"], row["player"]) for row in json.loads(said)] == [("Heavy Hymn", "B")]
    code, said = run(str(card), "--with", str(boards / "quiet.board"))
    assert (code, said) == (0, "0 of 1 boards are ruled otherwise\n")
    code, said = run(str(card), "--with", str(tmp_path / "nowhere.board"))
    assert code == 2
