"""Every edition table against the rulebook it numbers (design sections 2 and 7).

The rulebooks are other people's texts and stand outside the project; without them these tests skip.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from headjudge.derivation.rulebook import INSTRUCTION, Rulebook, editions, load_pack

GAME = "magic"
EDITIONS = editions(GAME)
#: The sections that are encoded whole: each of their numbers is a clause's, or out of scope for a reason.
ENCODED = ("506.", "507.", "508.", "509.", "511.", "704.")
TEXTS = Path(__file__).parents[2] / "shared" / "rulebooks" / GAME

_NUMBERED = re.compile(r"^(\d{3}\.\d+[a-z]*)\.? (.*(?:\n(?!Example|\d).+)*)$", re.MULTILINE)
_NUMBER = re.compile(r"(\d{3})\.(\d+)([a-z]*)\Z")


@cache
def table(edition: str) -> dict[str, Any]:
    """The edition's table, as it stands."""
    folder = files("headjudge.rules").joinpath(GAME, "editions")
    return tomllib.loads(folder.joinpath(f"{edition}.toml").read_text(encoding="utf-8"))


@cache
def rules(edition: str) -> list[tuple[str, str]]:
    """The numbered rules of an edition's text; each is the text after its number, without examples."""
    text = TEXTS / f"cr-{edition.replace('-', '')}.txt"
    if not text.is_file():
        pytest.skip(f"{text} is not at hand")
    found = _NUMBERED.findall(text.read_text(encoding="utf-8"))
    return [(number, " ".join(line.split())) for number, line in found]


def place(number: str) -> tuple[int, int, int, str]:
    """Where a number stands in the rulebook: 704.5z comes before 704.5aa."""
    parts = _NUMBER.match(number)
    assert parts, f"{number} is not a rule number"
    return int(parts[1]), int(parts[2]), len(parts[3]), parts[3]


def digest(text: str) -> str:
    """The first 16 hex digits of a rule text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_is_named_after_its_date(edition: str) -> None:
    assert table(edition)["date"].isoformat() == edition
    assert table(edition)["title"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_clauses_stand_in_the_order_of_the_rulebook(edition: str) -> None:
    places = [place(number) for number in table(edition)["clauses"].values()]
    assert places == sorted(places)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_slug_is_a_clause_of_the_rules(edition: str) -> None:
    assert table(edition)["clauses"].keys() <= load_pack(GAME).clauses.keys() - {INSTRUCTION}


def test_every_clause_stands_in_some_edition() -> None:
    standing = {slug for edition in EDITIONS for slug in table(edition)["clauses"]}
    assert load_pack(GAME).clauses.keys() - standing == {INSTRUCTION}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cited_number_exists_exactly_once(edition: str) -> None:
    count = Counter(number for number, _ in rules(edition))
    cited = {*table(edition)["clauses"].values(), *table(edition)["out_of_scope"]}
    assert {number: count[number] for number in cited} == dict.fromkeys(cited, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_cited_text_is_the_one_that_was_read(edition: str) -> None:
    texts = dict(rules(edition))
    cited = dict.fromkeys(table(edition)["clauses"].values())
    assert table(edition)["texts"] == {number: digest(texts[number]) for number in cited}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_number_of_the_encoded_sections_is_accounted_for(edition: str) -> None:
    section = {number for number, _ in rules(edition) if number.startswith(ENCODED)}
    cited = set(table(edition)["clauses"].values())
    out_of_scope = table(edition)["out_of_scope"]
    assert section == section & cited | out_of_scope.keys()
    assert not cited & out_of_scope.keys()
    assert all(out_of_scope.values()), "each number out of scope has its reason"


# What moved, and what changed, spelled out by hand: one row a clause, one column an edition, - where
# the edition does not have it.
ANCHORS = {
    # slug                                   2011    2015    2017    2020    2023    2026-01 2026-04 2026-08
    "ten_poison_in_every_game": "704.5c  -       -       -       -       -       -       -",
    "ten_poison": "-       704.5c  704.5c  704.5c  704.5c  704.5c  704.5c  704.5c",
    "token_phased_out": "704.5d  704.5d  -       -       -       -       -       -",
    "planeswalker_uniqueness_all_die": "704.5j  -       -       -       -       -       -       -",
    "planeswalker_uniqueness_choose_one": "-       704.5j  -       -       -       -       -       -",
    "legend_rule_all_die": "704.5k  -       -       -       -       -       -       -",
    "legend_rule_choose_one": "-       704.5k  704.5j  704.5j  704.5j  704.5j  704.5j  704.5j",
    "world_rule": "704.5m  704.5m  704.5k  704.5k  704.5k  704.5k  704.5k  704.5k",
    "aura_without_legal_host": "704.5n  704.5n  704.5m  704.5m  704.5m  704.5m  704.5m  704.5m",
    "equipment_on_illegal_permanent": "704.5p  704.5p  704.5n  -       -       -       -       -",
    "equipment_on_illegal_host": "-       -       -       704.5n  704.5n  704.5n  704.5n  704.5n",
    "attached_battle": "-       -       -       -       704.5p  704.5p  704.5p  704.5p",
    "saga_finished_even_without_chapters": "-       -       -       704.5s  704.5s  -       -       -",
    "saga_finished": "-       -       -       -       -       704.5s  704.5s  704.5s",
    "battle_defense_zero_waits": "-       -       -       -       704.5v  704.5v  704.5v  -",
    "siege_defense_zero": "-       -       -       -       -       -       -       704.5v",
    "battle_defense_zero": "-       -       -       -       -       -       -       704.5w",
    "battle_without_protector": "-       -       -       -       704.5w  704.5w  704.5w  704.5x",
    "siege_protected_by_its_controller": "-       -       -       -       704.5x  704.5x  704.5x  -",
    "battle_with_wrong_protector": "-       -       -       -       -       -       -       704.5y",
    "role_superseded": "-       -       -       -       -       704.5y  704.5y  704.5z",
    "engines_started": "-       -       -       -       -       704.5z  704.5z  704.5aa",
    "team_life_zero": "704.5t  704.5t  704.5s  704.6a  704.6a  704.6a  704.6a  704.6a",
    "team_poison": "-       704.5u  704.5t  704.6b  704.6b  704.6b  704.6b  704.6b",
    "commander_damage_lethal": "704.5u  704.5v  704.5u  704.6c  704.6c  704.6c  704.6c  704.6c",
    "commander_to_graveyard_may_return": "903.11  903.11  903.9   -       -       -       -       -",
    "commander_to_exile_may_return": "903.12  903.12  903.9   -       -       -       -       -",
    "commander_may_return": "-       -       -       704.6d  704.6d  704.6d  704.6d  704.6d",
    "scheme_finished_by_itself": "704.5v  704.5w  -       -       -       -       -       -",
    "scheme_finished": "-       -       704.5v  704.6e  704.6e  704.6e  704.6e  704.6e",
    "phenomenon_finished": "-       704.5x  704.5w  704.6f  704.6f  704.6f  704.6f  704.6f",
    "one_replacement_applies": "704.6   704.6   704.6   704.7   704.7   704.7   704.7   704.7",
    "token_stays_where_it_went": "-       110.5g  110.5g  111.8   111.8   111.8   111.8   111.8",
    "more_keyword_counters": "-       -       -       -       -       122.1b  122.1b  122.1b",
    "team_shares_poison": "-       810.10  810.10  810.10  810.10  810.10  810.10  810.10",
    "indestructible": "700.4   702.12b 702.12b 702.12b 702.12b 702.12b 702.12b 702.12b",
    "umbra_armor_saves": "702.86a 702.88a 702.88a 702.88a 702.89a 702.89a 702.89a 702.89a",
    # casting, activating, targets and resolution
    "prohibited_spell": "601.5   601.5   101.2   601.3   601.3   601.3   601.3   601.3",
    "cast_only_what_is_allowed": "601.2   601.2   601.3   601.3   601.3   601.3   601.3   601.3",
    "spell_with_target_is_targeted": "114.1a  114.1a  114.1a  115.1a  115.1a  115.1a  115.1a  115.1a",
    "any_target_can_be_damaged": "-       -       -       115.4   115.4   115.4   115.4   115.4",
    "never_its_own_target": "114.4   114.4   114.4   115.5   115.5   115.5   115.5   115.5",
    "sorcery_timing": "116.1a  116.1a  116.1a  117.1a  117.1a  117.1a  117.1a  117.1a",
    "cost_is_paid_in_full": "117.3   117.3   117.3   118.3   118.3   118.3   118.3   118.3",
    "legendary_sorcery": "-       -       -       205.4e  205.4e  205.4e  205.4e  205.4e",
    "one_land_each_turn": "305.3   305.2b  305.2b  305.2b  305.2b  305.2b  305.2b  305.2b",
    "total_cost": "601.2e  601.2e  601.2f  601.2f  601.2f  601.2f  601.2f  601.2f",
    "mana_is_paid": "601.2g  601.2g  601.2h  601.2h  601.2h  601.2h  601.2h  601.2h",
    "mana_abilities": "605.1a  605.1a  605.1a  605.1a  605.1a  605.1a  605.1a  -",
    "mana_abilities_keep_off_libraries": "-       -       -       -       -       -       -       605.1a",
    "enough_loyalty": "606.5   606.5   606.5   606.5   606.6   606.6   606.6   606.6",
    "countered_without_targets": "608.2b  608.2b  608.2b  -       -       -       -       -",
    "resolves_not_without_targets": "-       -       -       608.2b  608.2b  608.2b  608.2b  608.2b",
    "illegal_targets_are_spared_but_known": "608.2b  608.2b  -       -       -       -       -       -",
    "illegal_targets_are_spared": "-       -       608.2b  608.2b  608.2b  608.2b  608.2b  608.2b",
    "last_known_information": "608.2g  608.2g  608.2g  608.2g  608.2h  608.2h  608.2h  608.2h",
    "permanent_spell_enters": "608.3   608.3   608.3   608.3   608.3a  608.3a  608.3a  608.3a",
    "aura_spell_enters_attached": "608.3a  608.3a  608.3a  608.3a  608.3c  608.3c  608.3c  608.3c",
    "hexproof": "-       702.11b 702.11b 702.11b 702.11b 702.11b 702.11b 702.11b",
    "hexproof_from": "-       -       -       702.11d 702.11d 702.11d 702.11d 702.11d",
    "protection_from_targeting": "702.14b 702.16b 702.16b 702.16b 702.16b 702.16b 702.16b 702.16b",
    "ward_triggers": "-       -       -       -       702.21a 702.21a 702.21a 702.21a",
    "split_second": "702.58a 702.60a 702.60a 702.60a 702.61a 702.61a 702.61a 702.61a",
    "bestowed_spell_becomes_a_creature": "- 702.102d 702.102d 702.102d 702.103e 702.103e 702.103e 702.103e",
    "commander_from_command_zone": "903.10  903.10  903.8   903.8   903.8   903.8   903.8   903.8",
}


@pytest.mark.parametrize("slug", ANCHORS)
def test_a_clause_stands_where_it_was_read(slug: str) -> None:
    expected = [number.replace("-", "") for number in ANCHORS[slug].split()]
    assert [Rulebook.load(GAME, edition).number(slug) for edition in EDITIONS] == expected
