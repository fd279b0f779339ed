"""What a new edition rules differently comes out by itself: smallest boards, both rulings side by side."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from headjudge.board.model import Board, read_board
from headjudge.checks.editions import (
    ALONE,
    FACING,
    Difference,
    apart,
    difference_of,
    differences,
    renumbered,
    searches_of,
)
from headjudge.checks.rulings import changed_boards, told
from headjudge.cli import cli
from headjudge.derivation.rulebook import Rulebook
from headjudge.errors import NotCovered

ROOT = Path(__file__).parents[1]
OLD, NEW = "2011-02-04", "2026-08-07"


@cache
def books() -> tuple[Rulebook, Rulebook]:
    return Rulebook.load("magic", OLD), Rulebook.load("magic", NEW)


@cache
def found(slug: str) -> dict[str, Difference]:
    """What the search finds of a clause, by how it differs."""
    differences = difference_of(slug, *books(), searches(), "en")
    return {difference.found: difference for difference in differences}


@cache
def searches():
    return searches_of(*books(), 2)


def ruled(board: Board) -> list[list[str]]:
    """The events of a board under both editions."""
    from headjudge.derivation.adjudication import adjudicate

    return [sorted(adjudicate(board, book).events()) for book in books()]


def test_the_two_planeswalkers_of_one_type_come_out_by_themselves() -> None:
    difference = found("planeswalker_uniqueness_all_die")[ALONE]
    assert difference.board is not None
    one, two = difference.board.objects
    assert "Planeswalker" in (one.type_line or difference.board.cards[0].type_line)
    assert one.player == two.player
    assert ruled(difference.board) == [['put("one",graveyard)', 'put("two",graveyard)'], []]
    assert difference.proven
    assert "up to 2 objects" in difference.bound


def test_the_two_legends_of_different_controllers_come_out_by_themselves() -> None:
    difference = found("legend_rule_all_die")[ALONE]
    assert difference.board is not None
    one, two = difference.board.objects
    assert {one.player, two.player} == {"A", "B"}
    assert ruled(difference.board) == [['put("one",graveyard)', 'put("two",graveyard)'], []]
    both = found("legend_rule_all_die")[FACING]
    assert both.board is not None
    one, two = both.board.objects
    assert one.player == two.player
    assert set(both.fired) >= {"legend_rule_all_die", "legend_rule_choose_one"}


def test_the_phased_out_token_comes_out_by_itself() -> None:
    difference = found("token_phased_out")[ALONE]
    assert difference.board is not None
    (token,) = difference.board.objects
    assert set(token.states) == {"token", "phased out"}
    assert ruled(difference.board) == [['cease("one")'], []]


@pytest.mark.parametrize("slug", ["menace_evasion", "shield_counter_against_damage", "legendary_sorcery"])
def test_declarations_and_scripts_are_searched_too(slug: str) -> None:
    difference = found(slug)[ALONE]
    assert difference.board is not None
    assert difference.rulings is not None
    old, new = difference.rulings
    assert difference.board.script
    assert old.content != new.content
    assert slug in difference.fired


def test_what_is_found_says_what_the_solver_rules() -> None:
    difference = found("token_phased_out")[ALONE]
    assert difference.board is not None
    assert difference.rulings == tuple(told(difference.board, book) for book in books())
    assert Board.parse(str(difference.board)) == difference.board


def test_renumbered_clauses_are_those_of_both_editions_whose_numbers_differ() -> None:
    rows = {row.clause: (row.old, row.new) for row in renumbered(*books())}
    assert rows["world_rule"] == ("704.5m", "704.5k")
    assert rows.keys().isdisjoint(apart(*books()))
    assert "life_zero" not in rows


def test_boards_whose_ruling_changes_are_told() -> None:
    folder = ROOT / "examples" / "magic" / "seed"
    paths = sorted(folder.glob("m0-0[4-9]*.board"))
    changed = {each.name: each for each in changed_boards(((p.name, read_board(p)) for p in paths), *books())}
    assert set(changed) >= {"m0-04-phased-out-token.board", "m0-09-legends-of-two-players.board"}
    assert len(changed) < len(paths)
    assert not any(each.one_sided for each in changed.values())


def test_a_board_that_only_one_edition_rules_on_is_told_apart_and_one_that_none_does_is_not_told() -> None:
    folder = ROOT / "tests" / "cases" / "casting"
    names = ("an-arrow-on-the-stack-is-a-target.board", "a-target-that-nobody-told.board")
    changed = list(changed_boards(((name, read_board(folder / name)) for name in names), *books()))
    assert [(each.name, each.one_sided) for each in changed] == [(names[0], True)]


def test_editions_of_two_games_are_not_compared() -> None:
    with pytest.raises(NotCovered, match="two games"):
        searches_of(books()[0], Rulebook.load("berserk"), 2)


def test_two_editions_that_are_one_differ_in_nothing() -> None:
    new = books()[1]
    assert apart(new, new) == ()
    assert renumbered(new, new) == ()


@pytest.mark.long
def test_the_whole_comparison_as_text_data_and_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    seed = str(ROOT / "examples" / "magic" / "seed")
    run = CliRunner().invoke(
        cli, ["rulebook", "diff", "magic", OLD, NEW, "--json", "--html", str(page), "--boards", seed]
    )
    data = json.loads(run.output)
    shown = [row for row in data["differences"] if row["board"]]
    assert {row["clause"] for row in data["differences"]} == set(apart(*books()))
    assert len(shown) >= 40
    for row in shown:
        assert len(set(row["rulings"])) == 2
    text = page.read_text("utf-8")
    assert text.count('class="board"') == len(shown)
    assert len(data["boards"]) >= 4


@pytest.mark.long
def test_whole_scripts_show_what_an_edition_says_that_the_one_before_did_not() -> None:
    one, other = Rulebook.load("berserk", "5ed"), Rulebook.load("berserk", "2023")
    shown = {each.clause: each for each in differences(one, other) if each.board}
    assert {"interruption_is_checked_all_the_time", "blocked_action_is_paid"} <= shown.keys()
    assert len(shown) >= 10
    for each in shown.values():
        assert each.rulings is not None
        old, new = each.rulings
        assert old.content != new.content


def run(*arguments: str) -> tuple[int, str]:
    """The exit code and the output of a command, as `headjudge` gives them."""
    from headjudge.cli import guarded

    codes = []
    result = CliRunner().invoke(
        _within(lambda: guarded(lambda: cli.main(arguments, standalone_mode=False)), codes)
    )
    return codes[0], result.output


def _within(command, codes):
    import click

    @click.command()
    def main() -> None:
        codes.append(command())

    return main


def test_the_commands_have_exit_codes_and_say_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headjudge.checks.batch.TRIALS", 3)
    page = tmp_path / "page.html"
    code, said = run(
        "rulebook", "check", "--game", "berserk", "--objects", "1", "--json", "--html", str(page)
    )
    assert code == 0
    assert json.loads(said)["game"] == "berserk"
    assert "Explained" in page.read_text("utf-8")
    code, said = run("rulebook", "check", "--game", "bersek")
    assert (code, "bersek" in said) == (2, True)
    code, said = run("rulebook", "check", "--game", "berserk", "--edition", "1999")
    assert (code, "1999" in said) == (2, True)
    code, said = run("rulebook", "diff", "magic", OLD, "2026-08-08")
    assert (code, NEW in said) == (3, True)
    code, said = run("rulebook", "mutants", "magic", "704.lp", str(ROOT / "examples"))
    assert (code, "704_state_based_actions.lp" in said) == (2, True)


def test_coverage_tells_what_fires_and_what_nearly_does() -> None:
    fires, nearly = (
        str(ROOT / "tests" / "clauses" / f"704.5f-zero_toughness-{which}.board")
        for which in ("fires", "nearly")
    )
    status = {}
    for which, path in (("fires", fires), ("nearly", nearly)):
        _, said = run("rulebook", "coverage", "--game", "magic", "--json", path)
        rows = {row["clause"]: row for row in json.loads(said)["clauses"]}
        status[which] = rows["zero_toughness"]["status"]
        assert rows["role_superseded"]["status"] == "never"
        assert rows["zero_toughness"]["numbers"][NEW] == "704.5f"
    assert status == {"fires": "fired", "nearly": "nearly"}
    _, said = run("rulebook", "coverage", "--game", "magic", "--tests", fires)
    lines = said.splitlines()
    at = next(number for number, line in enumerate(lines) if " zero_toughness " in line)
    assert lines[at].endswith(f"(704.5f in {OLD} to {NEW})")
    assert lines[at + 1].strip() == fires
    assert any(
        line.endswith("(704.5m in 2011-02-04 to 2015-01-23, 704.5k in 2017-09-25 to 2026-08-07)")
        for line in lines
    )
