"""Written cards in every form of file, and what is said of a file that holds none."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from headjudge.errors import Malformed
from headjudge.lint import Design, WrittenCard, lint, read_cards
from headjudge.lint.sources import read_text

PLAIN = """Test Ogre {2}{R}
Legendary Creature — Ogre
Menace
{1}: Draw a card.
3/3

Test Glade
Land
Color indicator: Green

Test Sage
{2}{U}
Legendary Planeswalker — Jace
+1: Draw a card.
[3]
"""

SET = """mse version: 2.0.2
game: magic
set info:
\ttitle: Odd Isles
card:
\thas styling: false
\tname: Test Ogre
\tcasting cost: 2R
\tsuper type: <word-list-type>Legendary</word-list-type> <word-list-type>Creature</word-list-type>
\tsub type: <word-list-race>Ogre</word-list-race>
\trule text:
\t\t<kw-0><key>Menace</key></kw-0>
\t\t<sym-auto>1W/U</sym-auto>, <sym>T</sym>: Draw a card. <i-auto>(You do.)</i-auto>
\tpower: 3
\ttoughness: 4
card:
\tname: Test Sage
\tcasting_cost: {2}{U}
\tsuper_type: <word-list-type-en>Legendary Planeswalker</word-list-type-en>
\tsub_type: <word-list-planeswalker-en>Jace</word-list-planeswalker-en>
\tloyalty_cost_1: +1
\tlevel_1_text: Draw a card.
\tloyalty: 3
card:
\tname: Ember
\tcasting_cost: R
\tsuper_type: Instant
\trule_text: Draw a card.
\tname_2: Frost
\tcasting_cost_2: U
\tsuper_type_2: Sorcery
\trule_text_2: Scry 2.
version control:
\ttype: none
"""

DATABASE = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_carddatabase version="4">
  <sets><set><name>ODD</name></set></sets>
  <cards>
    <card>
      <name>Test Ogre</name>
      <text>Menace
{T}: Draw a card.</text>
      <prop><type>Creature - Ogre</type><manacost>2RR</manacost><colors>R</colors><pt>3/4</pt></prop>
      <set>ODD</set>
    </card>
    <card><name>Test Raid</name>
      <prop><type>Battle — Siege</type><manacost>{1}{R/G}</manacost><loyalty>4</loyalty></prop></card>
    <card><name>Imp</name><token>1</token>
      <prop><type>Creature — Imp</type><colors>BR</colors><pt>1/1</pt></prop></card>
  </cards>
</cockatrice_carddatabase>
"""


def printed(card: WrittenCard) -> dict[str, str]:
    return dict(card.printed)


def test_plain_text_tells_the_fields_and_their_places() -> None:
    ogre, glade, sage = read_text(PLAIN, "magic")
    assert printed(ogre) == {
        "name": "Test Ogre",
        "cost": "{2}{R}",
        "type_line": "Legendary Creature — Ogre",
        "text": "Menace\n{1}: Draw a card.",
        "stats": "3/3",
    }
    assert ogre.places == {
        "name": (1, 1),
        "cost": (1, 11),
        "type_line": (2, 1),
        "text": (3, 1),
        "stats": (5, 1),
    }
    assert ogre.at("text", 12) == (4, 6)
    assert printed(glade) == {"name": "Test Glade", "type_line": "Land", "indicator": "Green"}
    assert glade.at("indicator", 0) == (9, 18)
    assert printed(sage)["cost"] == "{2}{U}"
    assert sage.at("cost", 0) == (12, 1)
    assert sage["loyalty"] == "3"
    assert sage.at("loyalty", 0) == (15, 2)


def test_the_numbers_of_a_leveler_are_those_below_its_type_line() -> None:
    (card,) = read_text("Imp {R}\nCreature — Imp\n1/1\nLevel up {R}\nLEVEL 2+\n3/3\nFlying\n", "magic")
    assert card["stats"] == "1/1"
    assert card["text"] == "Level up {R}\nLEVEL 2+\n3/3\nFlying"
    (card,) = read_text("Imp {R}\nCreature — Imp\nFlying\n1/1\n2/2\n", "magic")
    assert (card["text"], card["stats"]) == ("Flying\n1/1", "2/2")


def test_json_and_json_lines(tmp_path: Path) -> None:
    row = {"name": "Test Ogre", "mana_cost": "{R}", "type_line": "Creature — Ogre", "oracle_text": "Menace"}
    lines = tmp_path / "cards.jsonl"
    lines.write_text(json.dumps(row) + "\n" + json.dumps(row | {"name": "Other", "pt": "2/3"}) + "\n")
    first, second = read_cards(lines, "magic")
    assert printed(first) == {
        "name": "Test Ogre", "cost": "{R}", "type_line": "Creature — Ogre", "text": "Menace"
    }  # fmt: skip
    assert (second["stats"], second.place.line, second.places) == ("2/3", 2, {})
    several = tmp_path / "cards.json"
    faces = [
        {"name": "Day", "mana_cost": "{R}", "type_line": "Creature — Ogre", "power": "2", "toughness": "2"},
        {"name": "Night", "mana_cost": "", "type_line": "Creature — Ogre", "color_indicator": ["R"]},
    ]
    several.write_text(json.dumps([{"name": "Day // Night", "layout": "transform", "card_faces": faces}]))
    day, night = read_cards(several, "magic")
    assert (day["stats"], day.whole, day.layout) == ("2/2", "Day // Night", "transform")
    assert (night.name, night["indicator"]) == ("Night", "Red")


@pytest.mark.parametrize("packed", [False, True])
def test_a_set_of_a_set_editor(packed: bool, tmp_path: Path) -> None:
    file = tmp_path / "odd.mse-set"
    if packed:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("set", "\ufeff" + SET)
            archive.writestr("image1", b"\x89PNG")
    else:
        file.write_text(SET, encoding="utf-8")
    ogre, sage, ember, frost = read_cards(file, "magic")
    assert printed(ogre) == {
        "name": "Test Ogre",
        "cost": "{2}{R}",
        "type_line": "Legendary Creature — Ogre",
        "text": "Menace\n{1}{W/U}, {T}: Draw a card. (You do.)",
        "stats": "3/4",
    }
    assert (ogre.place.file, ogre.place.line) == (str(file), 5)
    assert (sage["text"], sage["loyalty"]) == ("+1: Draw a card.", "3")
    assert (ember.name, frost.name, frost["type_line"]) == ("Ember", "Frost", "Sorcery")
    assert ember.whole == frost.whole == "Ember // Frost"
    assert not [
        finding for card in (ogre, sage, ember, frost) for finding in lint(card, Design.load("magic"))
    ]


def test_a_card_database(tmp_path: Path) -> None:
    file = tmp_path / "odd.xml"
    file.write_text(DATABASE, encoding="utf-8")
    ogre, raid, imp = read_cards(file, "magic")
    assert printed(ogre) == {
        "name": "Test Ogre",
        "cost": "{2}{R}{R}",
        "type_line": "Creature — Ogre",
        "text": "Menace\n{T}: Draw a card.",
        "stats": "3/4",
    }
    assert (ogre.place.line, ogre.place.column) == (5, 5)
    assert (raid["cost"], raid["defense"], raid["loyalty"]) == ("{1}{R/G}", "4", "")
    assert (imp.layout, imp["indicator"]) == ("token", "Black Red")
    assert not [finding for card in (ogre, raid, imp) for finding in lint(card, Design.load("magic"))]


@pytest.mark.parametrize(
    ("data", "said", "line", "column"),
    [
        (b"Test Ogre {R}\n\nImp {R}\nCreature", "no type line", 1, 1),
        (b"Test Ogre {R}\nCreature \xff", "not UTF-8", 2, 10),
        (b'{"name": "A", "type_line": "Land"}\n{"name": }\n', "not JSON", 2, 10),
        (b"<cockatrice_carddatabase><cards>\n <card></cards>", "not XML", 2, 10),
        (b"<html>\n</html>", "no card database", 1, 1),
        (b'<!DOCTYPE x [<!ENTITY a "b">]>\n<cockatrice_carddatabase/>', "a document type", 1, 13),
        (b"<cockatrice_carddatabase>\n<card/></cockatrice_carddatabase>", "without a name", 2, 1),
        (b"mse version: 2.0.2\nzorble\n", "no line of a set", 2, 1),
    ],
)  # fmt: skip
def test_a_file_that_is_broken_is_refused_with_the_place(
    data: bytes, said: str, line: int, column: int, tmp_path: Path
) -> None:
    file = tmp_path / "broken"
    file.write_bytes(data)
    with pytest.raises(Malformed, match=said) as caught:
        list(read_cards(file, "magic"))
    assert caught.value.place is not None
    assert (caught.value.place.file, caught.value.place.line, caught.value.place.column) == (
        str(file), line, column
    )  # fmt: skip


def test_a_file_that_is_not_there_and_a_broken_archive_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Malformed, match="cannot read"):
        list(read_cards(tmp_path / "nowhere", "magic"))
    broken = tmp_path / "broken.mse-set"
    broken.write_bytes(b"PK\x03\x04 and no more")
    with pytest.raises(Malformed):
        list(read_cards(broken, "magic"))


def test_the_game_is_told_by_the_text_or_asked_for() -> None:
    (card,) = read_text(
        "Зурб 4\nRegular Creature\n{tap}: Выстрел на 1-2-2.\nlife 8, movement 2, strike 1-2-3\n"
    )
    assert (card.game, card["cost"], card["states"]) == ("berserk", "4", "life 8, movement 2, strike 1-2-3")
    assert next(iter(read_text(PLAIN))).game == "magic"
    with pytest.raises(Malformed, match="cannot be checked"):
        list(read_text(PLAIN, "chess"))
