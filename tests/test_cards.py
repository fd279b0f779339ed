"""Files of cards become a store, and a board that names a card of it rules as if it described the card."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from headjudge import Board, adjudicate
from headjudge.board.cards import describe, from_store, read_rules, unusable
from headjudge.board.reading import read_board
from headjudge.board.syntax import WrittenObject, read_written
from headjudge.cards.commands import cards as command
from headjudge.cards.importing import Taken, import_cards
from headjudge.cards.store import SCHEMA, Store, StoredCard, fold, writing
from headjudge.derivation.ruling import Ruling
from headjudge.errors import HeadjudgeError, Malformed
from headjudge.notation.pack import Notation
from headjudge.notation.texts import is_told
from headjudge.report.interchange import schema, to_json
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.interrupts import heed_interrupts

ROOT = Path(__file__).parents[1]
POOL = ROOT.parent / "shared" / "cards" / "oracle.jsonl"
GAME = "magic"
HEAD = "magic 2026-08-07\nplayer A\n"

# ---- the same invented cards in each format ----

OGRE_TEXT = (
    "Menace (No such thing as one blocker.)\nWhen this creature quaffs, everybody sings.\n"
    "Humming: everybody hums."
)


def scryfall() -> list[dict[str, Any]]:
    halves = [
        {"name": "Warm", "type_line": "Instant", "mana_cost": "{R}", "oracle_text": "Everybody sings."},
        {"name": "Cold", "type_line": "Sorcery", "mana_cost": "{1}{U}", "oracle_text": "Nobody sings."},
    ]
    faces = [
        {"name": "Tame Wolf", "type_line": "Creature — Wolf", "colors": ["G"], "power": "1",
         "toughness": "2", "oracle_text": ""},
        {"name": "Wild Wolf", "type_line": "Creature — Wolf", "colors": ["G", "R"], "power": "4",
         "toughness": "4", "oracle_text": "Trample"},
    ]  # fmt: skip
    return [
        {"name": "Tëst Ogre", "layout": "normal", "type_line": "Creature — Ogre", "colors": ["R"],
         "power": "3", "toughness": "3", "oracle_text": OGRE_TEXT, "cmc": 3.5},
        {"name": "Star Thing", "layout": "normal", "type_line": "Artifact Creature — Golem", "colors": [],
         "power": "*", "toughness": "1+*", "oracle_text": ""},
        {"name": "Sage Sam", "layout": "normal", "type_line": "Legendary Planeswalker — Sam",
         "colors": ["U"], "loyalty": "4", "oracle_text": "+1: Everybody sings."},
        {"name": "Warm // Cold", "layout": "split", "type_line": "Instant // Sorcery",
         "colors": ["R", "U"], "card_faces": halves},
        {"name": "Tame Wolf // Wild Wolf", "layout": "transform",
         "type_line": "Creature — Wolf // Creature — Wolf", "card_faces": faces},
        {"name": "Climber", "layout": "leveler", "type_line": "Creature — Human", "colors": ["W"],
         "power": "1", "toughness": "1", "oracle_text": "Vigilance\nLEVEL 2+\n3/3\nFlying"},
        {"name": "Singer", "layout": "token", "type_line": "Token Creature — Bard", "colors": []},
    ]  # fmt: skip


def mtgjson() -> dict[str, Any]:
    data: dict[str, list[dict[str, Any]]] = {}
    for card in scryfall():
        faces = card.pop("card_faces", None)
        rows = []
        for face in faces or [card]:
            row = {"name": card["name"], "layout": card["layout"], "type": face["type_line"]}
            row["text"] = face.get("oracle_text", "")
            row["colors"] = face.get("colors") or ([face["mana_cost"][-2]] if "mana_cost" in face else [])
            row |= {key: face[key] for key in ("power", "toughness", "loyalty") if key in face}
            row |= {"manaCost": face["mana_cost"]} if "mana_cost" in face else {}
            rows.append(row | ({"faceName": face["name"]} if faces else {}))
        data[card["name"]] = rows
    return {"meta": {"date": "2026-08-07"}, "data": data}


def lines() -> list[dict[str, Any]]:
    found = []
    for card in scryfall():
        faces = card.get("card_faces") or [card]
        for place, face in enumerate(faces[: 1 if card["layout"] == "split" else None]):
            cost = (
                face.get("mana_cost") or "".join(f"{{{color}}}" for color in face.get("colors", "")) or "{2}"
            )
            pt = f"{face['power']}/{face['toughness']}" if "power" in face else None
            found.append(
                {"name": face["name"] if place else card["name"], "type_line": face["type_line"], "pt": pt,
                 "oracle_text": face.get("oracle_text", ""), "loyalty": face.get("loyalty"),
                 "mana_cost": None if place else cost, "layout": card["layout"],
                 "face": "back" if place else None}
            )  # fmt: skip
    return found


def as_lines(rows: list[Any]) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


FORMATS = {
    "scryfall.json": json.dumps(scryfall(), indent=1),
    "AtomicCards.json": json.dumps(mtgjson()),
    "cards.jsonl": as_lines(lines()),
    "marked.jsonl": "\ufeff" + as_lines(lines()),
}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the store will be."""
    monkeypatch.setenv("HEADJUDGE_CARDS", str(tmp_path / "data" / "cards.sqlite"))
    return tmp_path / "data" / "cards.sqlite"


def take(folder: Path, content: str | bytes, name: str = "cards.json") -> Taken:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return import_cards(file, GAME)


@pytest.fixture
def stocked(place: Path, tmp_path: Path) -> Path:
    take(tmp_path, FORMATS["scryfall.json"])
    return place


def opened() -> Store:
    store = Store.open(GAME)
    assert store is not None
    return store


def named(name: str) -> StoredCard | None:
    store = opened()
    try:
        return store.card(name)
    finally:
        store.close()


# ---- costs ----


def test_a_card_of_the_store_has_its_cost_or_is_left_out(place: Path, tmp_path: Path) -> None:
    rows = [
        {"name": "Warm Rite", "type_line": "Instant", "mana_cost": "{X}{2/W}{R/P}", "oracle_text": ""},
        {"name": "Half Rite", "type_line": "Instant", "mana_cost": "{HW}", "oracle_text": ""},
        {"name": "Old Grove", "type_line": "Land", "mana_cost": "", "oracle_text": ""},
    ]
    file, notation = tmp_path / "cards.json", Notation.load(GAME)
    file.write_text(as_lines(rows), "utf-8")
    taken = import_cards(file, GAME, lambda card: unusable(card, notation))
    assert taken.left_out == {"its cost has an unknown symbol": 1}
    facts = Board.parse(HEAD + "  hand Warm Rite\n  hand Old Grove\n").facts()
    assert [fact for fact in facts if "mana_cost" in fact] == [
        'printed_mana_cost("Warm Rite","{X}{2/W}{R/P}")',
        'printed_without_mana_cost("Old Grove")',
    ]
    assert 'symbol("{X}{2/W}{R/P}",either(generic(2),white),1)' in facts
    changed = Board.parse(HEAD + "  hand Warm Rite {R}\n").facts()
    assert 'printed_mana_cost("Warm Rite #Warm Rite","{R}")' in changed


# ---- import ----


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_gives_the_same_cards(place: Path, tmp_path: Path, name: str) -> None:
    taken = take(tmp_path, FORMATS[name], name)
    ogre = named("test OGRE")
    assert ogre is not None
    assert ogre[:5] == ("Tëst Ogre", "Tëst Ogre", "3/3", "Red Creature — Ogre", OGRE_TEXT)
    assert [card.numbers for card in map(named, ("Star Thing", "Sage Sam")) if card] == ["*/1+*", ""]
    assert [card.start for card in [named("Sage Sam")] if card] == ["4"]
    warm, tame, wild = named("warm"), named("tame wolf // wild wolf"), named("Wild Wolf")
    assert warm is not None
    assert tame is not None
    assert wild is not None
    assert (warm.type_line, warm.whole, tame.name) == ("Red Instant", "Warm // Cold", "Tame Wolf")
    assert (tame, wild.numbers) == (named("Tame Wolf"), "4/4")
    assert (warm.cost, wild.cost) == ("{R}", "")
    with pytest.raises(Malformed, match="cannot be taken"):
        named("Warm//Cold")
    with pytest.raises(Malformed, match="cannot be taken") as refused:
        named("Singer")
    assert "describe a token on the board" in refused.value.found
    if "jsonl" in name:  # this form has neither the second half nor color indicators
        assert wild.unread == "its color, which the file of cards does not give"
        with pytest.raises(Malformed, match="cannot be taken"):
            named("Cold")
    else:
        assert wild.type_line == "Red Green Creature — Wolf"
        assert named("Cold") is not None
    assert taken.cards == (7 if "jsonl" in name else 8)
    assert sum(taken.left_out.values()) == (3 if "jsonl" in name else 2)


def packed(content: bytes) -> dict[str, bytes]:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("inside.json", content)
    return {"gz": gzip.compress(content), "xz": lzma.compress(content), "zip": archive.getvalue()}


@pytest.mark.parametrize("kind", ["gz", "xz", "zip"])
@pytest.mark.parametrize("name", ["scryfall.json", "AtomicCards.json", "cards.jsonl"])
def test_a_packed_file_is_the_same(place: Path, tmp_path: Path, name: str, kind: str) -> None:
    plain = take(tmp_path, FORMATS[name], name)
    receipt = opened().receipt
    data = packed(FORMATS[name].encode())[kind]
    assert take(tmp_path, data, "any.name") == plain
    assert opened().receipt == receipt


def test_importing_twice_gives_the_same_store(place: Path, tmp_path: Path) -> None:
    take(tmp_path, FORMATS["cards.jsonl"])
    first = place.read_bytes()
    take(tmp_path, FORMATS["cards.jsonl"])
    assert place.read_bytes() == first
    assert [file.name for file in place.parent.iterdir()] == [place.name]


OGRE = json.dumps(lines()[0])
PACKED = packed(FORMATS["scryfall.json"].encode())
TWO = json.dumps(scryfall()[:2])
BROKEN: dict[str, tuple[str | bytes, str]] = {
    "empty": ("", ":1:1: the file is empty"),
    "prose": ("Once upon a time", ":1:1: this is no file of cards in JSON"),
    "another array": ('[{"a": 1}]', "record 1: this is no Scryfall"),
    "another object": ('{"a": 1}', ":1:1: this is no JSON lines"),
    "numbers": ("[1, 2]", "record 1: this is no record of a card"),
    "lines of numbers": (OGRE + "\n7\n", ":2:1: this is no record of a card"),
    "no cards": ("[]", "holds no card that can be used"),
    "no data": ('{"meta": {}}', "holds no card that can be used"),
    "cut off array": (TWO[:-40], "after record 1 (Tëst Ogre): the file ends too early"),
    "cut off line": (OGRE + "\n" + OGRE[:-9], ":2:"),
    "bad line": (OGRE + "\n" + OGRE + "}\n" + OGRE, ":2:"),
    "bad array": (TWO.replace('"power": "*"', '"power" "*"'), "after record 1 (Tëst Ogre): this is not JSON"),
    "deep line": ("{" + '"a":[' * 100_000 + "\n", "nested too deeply"),
    "deep array": ("[" * 100_000, "nested too deeply"),
    "wrong kind": (json.dumps([scryfall()[0] | {"oracle_text": ["x"]}]), "the field oracle_text"),
    "wrong color": (json.dumps([scryfall()[0] | {"colors": ["Q"]}]), "the field colors"),
    "control": (json.dumps([scryfall()[0] | {"name": "a\0b"}]), "the field name"),
    "surrogate": (json.dumps(lines()[0] | {"name": "a\ud800b"}) + "\n", "the field name"),
    "latin": (OGRE.encode() + b'\n{"name": "\xc9lan"}\n', ":2:11: the file is not UTF-8"),
    "cut off letter": (OGRE.encode() + b"\n\xc3", ":2:1: the file is not UTF-8"),
    "utf16": (TWO.encode("utf-16"), ":1:1: the file is not UTF-8"),
    "cut off gz": (PACKED["gz"][:-20], "the compressed file ends too early"),
    "cut off xz": (PACKED["xz"][:-20], "the compressed file ends too early"),
    "cut off zip": (PACKED["zip"][:-20], "cannot unpack the file"),
    "broken gz": (PACKED["gz"][:60] + b"\xff" * 30 + PACKED["gz"][90:], "the file"),
    "broken xz": (PACKED["xz"][:60] + b"\xff" * 30 + PACKED["xz"][90:], "cannot unpack the file"),
    "broken zip": (PACKED["zip"][:90] + b"\xff" * 30 + PACKED["zip"][120:], "cannot unpack the file"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_refused_and_the_store_stays(stocked: Path, tmp_path: Path, case: str) -> None:
    content, said = BROKEN[case]
    before = stocked.read_bytes()
    with pytest.raises(Malformed) as refused:
        take(tmp_path, content, "broken")
    assert f"{tmp_path / 'broken'}" in str(refused.value)
    assert said in str(refused.value)
    assert stocked.read_bytes() == before
    assert [file.name for file in stocked.parent.iterdir()] == [stocked.name]


def test_two_files_in_an_archive(place: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as zipped:
        zipped.writestr("a.json", "[]")
        zipped.writestr("b.json", "[]")
    with pytest.raises(Malformed, match="holds 2 files"):
        import_cards(tmp_path / "two.zip", GAME)


def run(*args: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-m", "headjudge", *args], capture_output=True, text=True)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def test_places_that_cannot_be_read_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text(OGRE + "\n")
    monkeypatch.setenv("HEADJUDGE_CARDS", str(tmp_path / "file" / "cards.sqlite"))
    code, _, said = run("cards", "import", str(tmp_path / "file"))
    assert (code, "cannot use the store" in said) == (2, True)
    monkeypatch.setenv("HEADJUDGE_CARDS", str(tmp_path / "cards.sqlite"))
    for missing in ("none", "."):
        code, _, said = run("cards", "import", str(tmp_path / missing))
        assert (code, "cannot read the file" in said) == (2, True)
    code, _, said = run("cards", "find", "ogre")
    assert (code, "no cards of magic have been imported" in said) == (2, True)


def test_an_interrupt_leaves_the_old_store(stocked: Path, tmp_path: Path) -> None:
    before = stocked.read_bytes()
    rows = [lines()[0] | {"name": f"Ogre {number}"} for number in range(200_000)]
    (tmp_path / "long.jsonl").write_text(as_lines(rows), encoding="utf-8")
    arguments = [sys.executable, "-m", "headjudge", "cards", "import", str(tmp_path / "long.jsonl")]
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, preexec_fn=heed_interrupts) as process:
        deadline = time.monotonic() + 60
        while not list(stocked.parent.glob("*.part")) and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, said.strip()) == (130, b"interrupted")
    assert stocked.read_bytes() == before
    assert [file.name for file in stocked.parent.iterdir()] == [stocked.name]


@pytest.mark.parametrize("content", [b"", b"no store" * 1000])
def test_a_file_that_is_no_store(place: Path, content: bytes) -> None:
    place.parent.mkdir()
    place.write_bytes(content)
    with pytest.raises(Malformed, match="cannot use the store"):
        Store.open(GAME)
    assert Board.parse(HEAD + "  battlefield Forest\n").store == "", (
        "it is not asked for what it need not know"
    )
    with pytest.raises(Malformed, match="cannot use the store"):
        Board.parse(HEAD + "  battlefield Tree\n")


@pytest.mark.parametrize(("game", "schema_"), [("chess", SCHEMA), (GAME, SCHEMA + 1)])
def test_a_store_of_another_game_or_version(
    place: Path, monkeypatch: pytest.MonkeyPatch, game: str, schema_: int
) -> None:
    monkeypatch.setattr("headjudge.cards.store.SCHEMA", schema_)
    with writing(game) as store:
        store.add(StoredCard("A", "A", type_line="Land"), {"A": 0})
        store.finish(game, "a test")
    monkeypatch.undo()
    monkeypatch.setenv("HEADJUDGE_CARDS", str(place))
    with pytest.raises(Malformed, match=f"cards of {game}" if game == "chess" else "another version"):
        Store.open(GAME)


# ---- find ----


def test_find(stocked: Path) -> None:
    def find(*args: str) -> tuple[int, str]:
        done = CliRunner().invoke(command, ["find", *args], standalone_mode=False)
        return done.return_value, done.output

    assert find("OGR") == (0, "Tëst Ogre  3/3  <Red Creature — Ogre>\n")
    assert find("cold warm")[1] == (
        "Cold  <Blue Sorcery>  (part of Warm // Cold)\nWarm  <Red Instant>  (part of Warm // Cold)\n"
    )
    assert find("sam") == (0, "Sage Sam  4  <Blue Legendary Planeswalker — Sam>\n")
    assert find("sings", "--limit", "1")[1].endswith("... and 3 more\n")
    data = json.loads(find("quaffs", "--json")[1])
    assert (data["count"], data["cards"][0]["text"]) == (1, OGRE_TEXT)
    code, said = find("Tst Ogre")
    assert (code, said) == (1, "no card has Tst Ogre. did you mean Tëst Ogre?\n")
    done = CliRunner().invoke(command, ["find", "?!"], standalone_mode=False)
    assert isinstance(done.exception, Malformed)


# ---- on a board ----


def facts_of(body: str) -> set[str]:
    return set(Board.parse(HEAD + body).facts())


@pytest.mark.parametrize("name", ["Tëst Ogre", "Test ogre", '"test  OGRE"'])
def test_a_board_names_a_card_of_the_store(stocked: Path, name: str) -> None:
    board = Board.parse(HEAD + f"  battlefield {name} #o (damage 3)\n")
    ruling = adjudicate(board)
    assert ruling.events() == ('destroy("o")',)
    assert any("everybody hums" in kind for kind, _ in ruling.caveats), ruling.caveats
    assert ruling.receipt.cards == board.store == opened().receipt
    assert str(Board.parse(str(board))) == str(board)
    after = Board.parse(to_json(ruling)["outcomes"][0]["board"])
    said = {fact for fact in ruling.outcomes[0].state if not is_told("magic", fact)}
    assert set(after.facts()) == said
    assert "card " not in str(after)


def test_the_receipt_names_the_store_only_if_it_was_used(stocked: Path) -> None:
    import jsonschema

    rulings = [adjudicate(Board.parse(HEAD + f"  graveyard {name}\n")) for name in ("Forest", "Test Ogre")]
    assert [bool(ruling.receipt.cards) for ruling in rulings] == [False, True]
    for ruling in rulings:
        jsonschema.Draft202012Validator(schema()).validate(to_json(ruling))


def test_a_description_on_the_board_wins(stocked: Path) -> None:
    described = "  battlefield Test Ogre #o 5/5 <Artifact>\n  graveyard Test Ogre #p\n"
    assert Board.parse(HEAD + described).store == ""
    own = facts_of("  battlefield Test Ogre #o 5/5\n")
    assert {'printed_power("Tëst Ogre #o",5)', 'printed_color("Tëst Ogre #o",red)'} <= own


def test_an_asterisk_gives_no_number(stocked: Path) -> None:
    assert not [fact for fact in facts_of("  battlefield Star Thing\n") if "printed_power" in fact]


def test_what_stands_below_a_level_holds_at_that_level(stocked: Path) -> None:
    facts = facts_of("  battlefield Climber\n")
    assert not [fact for fact in facts if fact.startswith("unread")]
    assert {fact for fact in facts if fact.startswith("printed_ability")} == {
        'printed_ability("Climber",vigilance)',
        'printed_ability("Climber",at_level(at_least(2),base_self(pt(3,3))))',
        'printed_ability("Climber",at_level(at_least(2),flying))',
    }


def test_parts(stocked: Path) -> None:
    assert 'card("Wild wolf","Wild Wolf")' in facts_of("  battlefield Wild wolf\n")
    whole = facts_of("  battlefield Tame Wolf // Wild Wolf #w\n")
    assert {'card("w","Tame Wolf")', 'printed_power("Tame Wolf",1)'} <= whole
    for name, said in (("Warm // Cold", "709.4"), ("Singer", "describe a token")):
        with pytest.raises(Malformed, match="cannot be taken") as refused:
            Board.parse(HEAD + f"  graveyard {name}\n")
        assert said in str(refused.value)
        assert str(refused.value).startswith("<text>:3:13: ")


def test_cards_in_phrases_and_copies(stocked: Path) -> None:
    start = "  battlefield Bear #b 2/2 <Creature — Bear>\n"
    for said in ("test ogre", '"Test Ogre"', "Tëst Ogre"):
        board = Board.parse(HEAD + start + f"then #b becomes a copy of {said}\n")
        assert 'printed_power("Tëst Ogre",3)' in board.facts()
        assert board.store
        assert str(Board.parse(str(board))) == str(board)
    assert 'copy_of("x","Tëst Ogre")' in facts_of('  battlefield Mirror #x ="test ogre"\n')
    with pytest.raises(Malformed, match=r"cannot be taken|709\.4"):
        Board.parse(HEAD + start + 'then #b becomes a copy of "Warm // Cold"\n')


def test_what_needs_no_card_is_not_taken_for_one(stocked: Path) -> None:
    body = (
        "  battlefield Rock #r <Artifact>\n  stack Singer #s (triggered ability of #r)\n"
        '  stack "Test Ogre" #t (triggered ability of #r)\neffect #r is named "Warm // Cold"\n'
    )
    board = Board.parse(HEAD + body)
    assert board.store == ""
    assert not [fact for fact in board.facts() if fact.startswith(('card("s"', 'card("t"'))]


@pytest.mark.parametrize("name", ["Tst Ogre", "Test Oger", "Star Thign", "Wild Wlf"])
def test_did_you_mean(stocked: Path, name: str) -> None:
    with pytest.raises(Malformed, match="unknown card") as refused:
        Board.parse(HEAD + f"  battlefield {name}\n")
    assert "did you mean" in refused.value.advice


def test_two_cards_of_one_name(place: Path, tmp_path: Path) -> None:
    ogre = lines()[0]
    take(tmp_path, as_lines([ogre, ogre | {"type_line": "Creature — Human"}, lines()[1], lines()[1]]))
    with pytest.raises(Malformed, match="2 different cards"):
        named("Tëst Ogre")
    assert named("Star Thing") is not None, "the same card twice is one card"


def test_without_a_store_nothing_changes() -> None:
    with pytest.raises(Malformed, match="unknown card Test Ogre"):
        Board.parse(HEAD + "  battlefield Test Ogre\n")


@given(st.text("Áéß ’'/æ", max_size=8))
def test_folding_is_final(name: str) -> None:
    assert fold(fold(name)) == fold(name)


TYPES = st.sampled_from(
    ["Creature — Ogre", "Artifact Creature — Golem", "Legendary Creature — Human", "Artifact"]
)
TEXTS = st.sampled_from(
    ["", "Menace", "Flying, indestructible", "Persist\nDefender", "This creature can't block."]
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(TYPES, st.integers(0, 4), st.integers(0, 4), TEXTS), min_size=1, max_size=4),
    st.lists(st.integers(0, 4), min_size=4, max_size=4),
)
def test_naming_a_card_rules_as_describing_it(
    place: Path, cards: list[tuple[str, int, int, str]], damage: list[int]
) -> None:
    with writing(GAME) as store:
        for number, (line, power, toughness, text) in enumerate(cards):
            name = f"Card {number}"
            store.add(StoredCard(name, name, f"{power}/{toughness}", line, text), {name: 0})
        store.finish(GAME, "a test")
    described = "".join(
        f"card Card {n} {p}/{t} <{line}>{' [' + text.replace(chr(10), '; ') + ']' if text else ''}\n"
        for n, (line, p, t, text) in enumerate(cards)
    )
    things = "".join(
        f"  battlefield Card {n} #c{n} ({f'damage {damage[n]}' if 'Creature' in card[0] else 'tapped'})\n"
        for n, card in enumerate(cards)
    )
    plain, full = (Board.parse(f"magic 2026-08-07\n{cards_}player A\n{things}") for cards_ in ("", described))
    assert set(plain.facts()) == set(full.facts())
    assert course(adjudicate(plain)) == course(adjudicate(full))


# ---- real cards, where they are at hand ----

#: The most memory that a process had is read from /proc: getrusage also counts what its parent had when it
#: was started.
needs_pool = pytest.mark.skipif(not POOL.is_file(), reason="../shared/cards/oracle.jsonl is not here")

_IMPORT = """
import sys, time
from pathlib import Path
from headjudge.board.cards import unusable
from headjudge.cards.importing import import_cards
from headjudge.notation.pack import Notation
notation, start = Notation.load("magic"), time.process_time()
taken = import_cards(sys.argv[1], "magic", lambda card: unusable(card, notation))
print(taken.cards, sum(taken.left_out.values()), time.process_time() - start,
      *[line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line])
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[float]]]:
    file = tmp_path_factory.mktemp("pool") / "cards.sqlite"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HEADJUDGE_CARDS", str(file))
        done = subprocess.run(
            [sys.executable, "-c", _IMPORT, str(POOL)], capture_output=True, text=True, check=True
        )
        yield file, list(map(float, done.stdout.split()))


@needs_pool
def test_the_pool_is_imported_fast_and_in_constant_memory(pool: tuple[Path, list[float]]) -> None:
    _, (cards, left_out, seconds, *kilobytes) = pool
    assert cards > 31_000
    assert left_out < 900
    assert seconds < 20
    assert max(kilobytes, default=0) < 200_000


#: The boards whose ruling is another one under the text of the store, with the reason.
OTHER = {
    "ENG-080": "the board calls the trigger by fewer words than the card",
    "mtg-045": "the board gives the card a protection that the printed one has not",
}
COLORS = {"white", "blue", "black", "red", "green"}


def course(ruling: Ruling) -> object:
    """What happens in every outcome, by which clauses, and what triggers."""
    return [
        (
            outcome.result,
            outcome.last.priority,
            [
                [(r.instruction, r.derivation.wanted, r.answers, r.derivation.triggered) for r in path]
                for path in outcome.paths
            ],
        )
        for outcome in ruling.outcomes
    ]


def ruled(board: Board) -> object:
    try:
        return course(adjudicate(board))
    except HeadjudgeError as error:
        return error.what, error.found


def is_stored(thing: WrittenObject, store: Store, notation: Notation) -> bool:
    """Whether the store has the card that is described here, with the same values and all its text read."""
    said = describe(thing, str(thing.name), notation)
    try:
        card = store.card(str(thing.name))
    except Malformed:
        return False
    if said is None or card is None:
        return False
    real = from_store(card, notation)
    words, colors = {*said.words} - {"colorless"}, COLORS & {*said.words}
    if words - COLORS != {*real.words} - COLORS or (colors and colors != COLORS & {*real.words}):
        return False
    if {*said.subtypes} != {*real.subtypes} or said.numbers != real.numbers or real.unread:
        return False
    reading = read_rules(notation, real.text, real.name, printed=True)
    return not reading.unread and not any(ability.duration for ability in reading.abilities)


@needs_pool
def test_boards_with_real_names_rule_the_same(pool: tuple[Path, list[float]]) -> None:
    notation, store = Notation.load(GAME), opened()
    same, other = [], []
    for path in sorted((ROOT / "tests" / "cases").rglob("*.board")):
        text = path.read_text(encoding="utf-8")
        written, names = read_written(text, str(path)), set()
        if written.game != GAME:
            continue
        for side in written.players:
            for thing in side.objects:
                described = "type_line" in thing.parts and "copy" not in thing.parts
                if described and is_stored(thing, store, notation):
                    names.add(str(thing.name))
                    for part in ("type_line", "numbers", "text"):
                        thing.parts.pop(part, None)
        for card in [card for card in written.cards if "id" not in card.parts]:
            if is_stored(card, store, notation):
                names.add(str(card.name))
                written.cards.remove(card)
        if names - notation.cards.keys():  # the cards of the pack are known without a store
            named_ = read_board(written)
            assert named_.store, path.stem
            (same if ruled(named_) == ruled(Board.parse(text)) else other).append(path.stem)
    store.close()
    assert {*other} == OTHER.keys()
    assert len(same) >= 100


@needs_pool
def test_a_store_changes_no_board_that_can_do_without(
    pool: tuple[Path, list[float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    boards = [path.read_text("utf-8") for path in sorted((ROOT / "tests" / "cases").rglob("*.board"))]
    stocked_ = [Board.parse(text) for text in boards]
    monkeypatch.setenv("HEADJUDGE_CARDS", str(pool[0].parent / "none"))
    assert [board.facts() for board in stocked_] == [Board.parse(text).facts() for text in boards]
