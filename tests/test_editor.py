"""`headjudge language-server` as an editor sees it: a real process, spoken to over stdio."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from headjudge import Board
from headjudge.editor.document import Document
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from .editor_client import PATIENCE, Editor, editor, place, words
from .test_board_faults import BROKEN, marked

FIRST = Path("examples/magic/first.board").read_text(encoding="utf-8")
SHOT = Path("examples/berserk/first.board").read_text(encoding="utf-8")
BOARD, CARDS = "file:///work/duel.board", "file:///work/новые.cards"

CARD_TEXT = """Lamp Keeper {1}{W}
Creature — Human Cleric
Vigilance
When Lamp Keeper enters, you gain 2 life.
{T}: Draw a crad.

Odd Thing {2}
Artifact Creature — Golem
2/2
Flying
"""


@pytest.fixture(scope="module")
def english():
    with editor() as opened:
        yield opened


@pytest.fixture(scope="module")
def russian():
    with editor("--lang", "ru") as opened:
        yield opened


def shown(found: list[lsp.Diagnostic], text: str) -> list[tuple[str, str, str]]:
    """Severity, code and words of what is told."""
    return [(each.severity.name, str(each.code), words(text, each.range)) for each in found]


def hovered(opened: Editor, text: str, mark: str, uri: str = BOARD, **at: object) -> tuple[str, str]:
    """The words under the pointer, and what is said of them."""
    opened.write(uri, text)
    hover = opened.ask("text_document_hover_async", lsp.HoverParams(**place(uri, text, mark, **at)))
    return (words(text, hover.range), hover.contents.value) if hover else ("", "")


def completed(opened: Editor, text: str, uri: str = BOARD) -> tuple[list[str], str]:
    """What is offered at the end of a text, and the words that it takes the place of."""
    opened.write(uri, text)
    last = text.rpartition("\n")[2]
    where = (
        place(uri, text, last, after=True, turn=text.count(last))
        if last
        else place(uri, text, text, after=True)
    )
    found = opened.ask("text_document_completion_async", lsp.CompletionParams(**where))
    if found is None:
        return [], ""
    spans = {words(text, item.text_edit.range) for item in found.items}
    assert len(spans) <= 1
    return [item.label for item in found.items], next(iter(spans), "")


# ---- what is wrong ----


@pytest.mark.parametrize("game", BROKEN)
def test_every_fault_of_a_board_is_shown_at_its_words(english, game):
    text, places = marked(BROKEN[game])
    english.write(BOARD, text)
    found = english.diagnostics(BOARD, lambda found: len(found) >= len(places))
    starts = [(each.range.start.line + 1, each.range.start.character + 1) for each in found]
    assert starts == places
    for line in BROKEN[game].split("\n"):
        number = BROKEN[game].split("\n").index(line)
        marks = [part.partition("›")[0] for part in line.split("‹")[1:]]
        assert [words(text, each.range) for each in found if each.range.start.line == number] == marks
    assert {each.severity for each in found} == {lsp.DiagnosticSeverity.Error}


def test_what_is_probably_meant_is_offered_until_no_fault_is_left(english):
    text = FIRST.replace("battlefield  Test", "battlefeld  Test").replace("damage 4", "damge 4")
    text = text.replace("destroy #ogre", "destory #ogr").replace("Legendary", "Legendry")
    for _ in range(8):
        english.write(BOARD, text)
        found = english.diagnostics(BOARD, lambda found: True)
        if not found:
            break
        request = lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(BOARD), found[0].range, lsp.CodeActionContext(found)
        )
        action = english.ask("text_document_code_action_async", request)[0]
        assert action.kind == lsp.CodeActionKind.QuickFix
        assert action.is_preferred
        (edit,) = action.edit.changes[BOARD]
        document = Document(BOARD, text)
        start, end = map(document.places.offset, (edit.range.start, edit.range.end))
        text = text[:start] + edit.new_text + text[end:]
    assert str(Board.parse(text)) == str(Board.parse(FIRST))


def test_an_expectation_that_does_not_hold_is_a_warning_with_the_ruling(english):
    text = FIRST.replace("destroy #ogre 704.5g", "destroy #ogre 704.5f; destroy #bears")
    english.write(BOARD, text)
    found = english.diagnostics(BOARD, len)
    assert shown(found, text) == [
        ("Warning", "expectation", "destroy #ogre 704.5f"),
        ("Warning", "expectation", "destroy #bears"),
    ]
    assert "it is cited from 704.5g" in found[0].message
    assert "round 1: destroy #bears 704.5g" in found[1].message


def test_a_board_that_keeps_what_it_expects_has_nothing_to_show(english):
    english.write(BOARD, FIRST)
    assert english.last_diagnostics(BOARD) == []


ATTACK = """magic 2026-08-07
turn A  step declare-blockers
player A
  battlefield  Test Ogre #ogre 3/3 <Creature> (tapped, attacking{whom})
player B
  battlefield  Test Bear #bear 2/2 <Creature>
{more}
"""


@pytest.mark.parametrize(
    ("whom", "more", "expected"),
    [
        (" B", "then first combat damage", ("Error", "contradiction", "magic 2026-08-07")),
        (
            " B",
            "then block #bear -> #ogre\nthen block #ogre -> #bear",
            ("Warning", "illegal", "block #ogre -> #bear"),
        ),
        ("", "player C", ("Information", "not-covered", "#ogre")),
    ],
    ids=["contradiction", "illegal", "not covered"],
)
def test_a_board_that_is_not_ruled_on_says_why_at_its_place(english, whom, more, expected):
    text = ATTACK.format(whom=whom, more=more)
    english.write(BOARD, text)
    found = english.diagnostics(BOARD, len)
    assert shown(found, text) == [expected]


def test_a_text_that_nobody_reads_is_a_warning_at_the_word(english):
    text = FIRST.replace("(damage 4)", "[other creatures you control glow; flying]")
    english.write(BOARD, text)
    found = english.diagnostics(BOARD, len)
    assert shown(found, text)[0] == ("Warning", "not-read", "glow")
    spell = FIRST.replace(
        "player B", "  hand  Odd Rite #rite <Sorcery> [draw a card; destroy target creature]\nplayer B"
    )
    english.write(BOARD, spell)  # a spell's text is no ability; where it is followed it is read or refused
    assert english.last_diagnostics(BOARD) == []


def test_the_faults_of_the_last_version_are_shown_and_no_others(english):
    english.told.pop(BOARD, None)
    for number in range(12):
        english.write(BOARD, FIRST.replace("life 12", f"lif{number} 12"))
    english.write(BOARD, FIRST.replace("life 12", "lfie 12"))
    found = english.diagnostics(BOARD, len)
    assert [words(FIRST.replace("life 12", "lfie 12"), each.range) for each in found] == ["lfie"]
    assert len({each.version for each in english.told[BOARD]}) == 1


def test_typing_does_not_wait_for_a_long_search(english):
    """A board of 5,000 objects is searched for seconds; questions about another are answered meanwhile, and a
    new version is searched at once."""
    uri = "file:///work/long.board"
    objects = "".join(f"  battlefield  Ogre {number} 3/3 <Creature>\n" for number in range(5000))
    english.write(uri, f"magic\nplayer A\n{objects}")
    time.sleep(0.5)
    assert hovered(english, FIRST, "704.5j")[0] == "704.5j"
    english.write(uri, "magic\nplayer A  lfie 3\n")
    assert len(english.diagnostics(uri, len)) == 1
    assert len({each.version for each in english.told[uri]}) == 1
    english.tell("text_document_did_close", lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))


def test_russian_and_wide_characters_are_counted_as_editors_count_them(russian):
    text = SHOT.replace("ожидается #путник dies 509.1", "ожидается #путник dies 509.2", 1)
    text = text.replace("поле Путник", 'поле "😀 Путник"').replace("затем #гаррид", "затем \t#гаррид")
    russian.write(BOARD, text)
    found = russian.diagnostics(BOARD, len)
    assert shown(found, text) == [("Warning", "expectation", "#путник dies 509.2")]
    assert hovered(russian, text, "#путник")[0] == "#путник"
    wide = text.replace('"😀 Путник"', '"😀 Путник" {жезл}')
    russian.write(BOARD, wide)
    assert words(wide, russian.diagnostics(BOARD, len)[0].range) == "жезл"


def test_decomposed_letters_keep_their_columns(russian):
    text = "berserk 2023\nигрок А\n  поле Рыцарь и\u0306 #рыцарь <Рядовое Существо> (на b2, жызни 9)\n"
    russian.write(BOARD, text)
    assert [words(text, each.range) for each in russian.diagnostics(BOARD, len)] == ["жызни"]


# ---- hovers ----


def test_an_object_shows_what_it_is(english):
    for mark in ("#ogre", "Test Ogre"):
        said = hovered(english, FIRST, mark)[1]
        assert "**Test Ogre** `#ogre`" in said
        assert "- Toughness: 5" in said
        assert "613.4c, Captain Vale #old" in said


def test_a_sentence_shows_its_facts_and_the_rules_that_bear_on_it(english):
    span, said = hovered(english, FIRST, "creatures you control")
    assert span == "other creatures you control get +0/+1"
    assert "gets(each_other(both(type(creature),controlled_by(you))),pt(0,1))" in said
    assert "**613.4c** Layer 7c" in said


def test_a_number_shows_its_rule_in_the_edition_of_the_board_or_of_the_line(english):
    assert hovered(english, FIRST, "704.5j")[1].startswith("**704.5j** A player with several legendary")
    text = FIRST.replace("magic 2026-08-07", "magic 2011-02-04") + "expect under 2026-08-07: nothing 704.5j\n"
    assert "several legendary" not in hovered(english, text, "704.5j")[1]
    assert "several legendary" in hovered(english, text, "704.5j", turn=2)[1]
    assert hovered(english, text, "2026-08-07") == ("", "")
    assert "no encoded rule" in hovered(english, FIRST.replace("704.5j", "999.9z"), "999.9z")[1]


def test_a_keyword_shows_its_clause(english):
    assert (
        "**702.111b** A creature with menace"
        in hovered(english, FIRST.replace("(damage 4)", "[menace]"), "menace")[1]
    )


def test_objects_and_rules_are_said_in_russian(russian):
    assert "**529.3** Это проверяется" in hovered(russian, SHOT, "529.3")[1]
    assert "**Путник** `#путник`" in hovered(russian, SHOT, "#путник")[1]


# ---- completion ----

BEGUN = FIRST.partition("expect")[0]


@pytest.mark.parametrize(
    ("line", "among", "not_among", "instead"),
    [
        ("tu", ["turn", "battlefield", "expect"], ["ход", "destroy"], "tu"),
        ("turn A  step ma", ["main1", "upkeep"], ["turn"], "ma"),
        ("then     #", ["#old", "#ogre"], ["A"], "#"),
        ("then     #ogre deals 3 damage to ", ["#bears", "A", "B"], ["battlefield"], ""),
        ("  battlefield  Foo #foo (tapped, da", ["damage", "summoning"], ["graveyard"], "da"),
        ("  battlefield  Foo <Cre", ["Creature", "Legendary"], ["Goblin"], "Cre"),
        ("  battlefield  Foo <Creature — Gob", ["Goblin"], ["Creature"], "Gob"),
        ("  battlefield  Foo {", ["+1/+1", "time"], ["Creature"], ""),
        ("  battlefield  Foo [fly", ["flying", "menace"], ["+1/+1"], "fly"),
        ("  battlefield  Foo [flying, ", ["menace"], [], ""),
        ("  battlefield  Foo =", ["Captain Vale"], [], ""),
        ("player C  life 3  ", ["poison", "library"], ["tapped"], ""),
        ("expect   ", ["destroy", "nothing", "outcomes"], ["704.5g"], ""),
        ("expect   destroy ", ["#ogre"], ["704.5g"], ""),
        ("expect   destroy #ogre ", ["704.5g", "704.5aa"], ["#ogre"], ""),
        ("expect   destroy #ogre 704.5", ["704.5g"], ["509.1b"], "704.5"),
        ("expect   under ", ["2011-02-04"], ["destroy"], ""),
        ("ask      what ", ["happens", "is"], ["destroy"], ""),
        ("// then #", [], ["#ogre"], ""),
    ],
)  # fmt: skip
def test_what_may_come_next_is_offered(english, line, among, not_among, instead):
    labels, span = completed(english, BEGUN + line)
    assert set(among) <= {*labels}
    assert not {*not_among} & {*labels}
    assert span == instead


def test_the_first_line_is_offered_games_and_editions(english):
    assert completed(english, "ma") == (["berserk", "berserk-heroes", "magic"], "ma")
    assert completed(english, "magic ")[0][0] == "2026-08-07"


def test_words_are_offered_in_russian_too(english):
    begun = SHOT.partition("затем")[0]
    assert {"затем", "поле", "игрок"} <= {*completed(english, begun + "за")[0]}
    assert {"#гаррид", "#путник"} <= {*completed(english, begun + "затем #")[0]}
    assert "выстрел" in completed(english, begun + "затем #гаррид объявляет выс")[0]


def test_cards_of_the_store_are_offered_by_their_first_letters(tmp_path, monkeypatch):
    from headjudge.cards.store import StoredCard, writing

    monkeypatch.setenv("HEADJUDGE_CARDS", str(tmp_path / "cards.sqlite"))
    with writing("magic") as store:
        for name in ("Lamplit Ogre", "Lamplight Phoenix", "Other Lamp"):
            store.add(StoredCard(name, name, type_line="Creature"), {name: 0})
        store.finish("magic", "test")
    with editor() as opened:
        labels, span = completed(opened, "magic\nplayer A\n  battlefield  Lampl")
    assert ({*labels}, span) == ({"Lamplit Ogre", "Lamplight Phoenix"}, "Lampl")


# ---- from place to place ----


def test_an_id_leads_to_its_object_and_a_number_to_its_clause(english):
    english.write(BOARD, FIRST)
    where = place(BOARD, FIRST, "#ogre", turn=2)
    (home,) = english.ask("text_document_definition_async", lsp.DefinitionParams(**where))
    assert (home.uri, home.range.start.line, words(FIRST, home.range)) == (BOARD, 5, "#ogre")
    where = place(BOARD, FIRST, "704.5j")
    (clause,) = english.ask("text_document_definition_async", lsp.DefinitionParams(**where))
    lines = Path(unquote(urlsplit(clause.uri).path)).read_text(encoding="utf-8").splitlines()
    assert lines[clause.range.start.line] == "%! legend_rule_choose_one"
    assert not any(
        line.startswith("%! ") and number > 2
        for number, line in enumerate(lines[clause.range.start.line : clause.range.end.line])
    )


def test_the_name_of_a_clause_leads_to_it_even_from_a_comment(english):
    text = "// fires legend_rule_choose_one\n" + FIRST
    english.write(BOARD, text)
    where = place(BOARD, text, "rule_choose")
    (clause,) = english.ask("text_document_definition_async", lsp.DefinitionParams(**where))
    assert clause.uri.endswith("704_state_based_actions.lp")
    where = place(BOARD, text, "fires")
    assert not english.ask("text_document_definition_async", lsp.DefinitionParams(**where))


def test_references_and_renaming_take_every_mention_and_no_comment(english):
    text = FIRST + "// #ogre is a note\nexpect no finally #ogre in hand\n"
    english.write(BOARD, text)
    where = place(BOARD, text, "#ogre")
    asked = lsp.ReferenceParams(**where, context=lsp.ReferenceContext(include_declaration=True))
    lines = [each.range.start.line for each in english.ask("text_document_references_async", asked)]
    assert lines == [5, 10, 12]
    for name, written in (("troll", "#troll"), ("#big-one", "#big-one"), ("two words", '#"two words"')):
        edit = english.ask("text_document_rename_async", lsp.RenameParams(**where, new_name=name))
        new = text
        for change in reversed(edit.changes[BOARD]):
            start, end = map(Document(BOARD, text).places.offset, (change.range.start, change.range.end))
            new = new[:start] + change.new_text + new[end:]
        assert new == text.replace("#ogre", written).replace(f"// {written}", "// #ogre")
        assert [each.id for each in Board.parse(new).objects][2] == written.removeprefix("#").strip('"')
    for taken in ("bears", "B", "", 'a"b'):
        with pytest.raises(JsonRpcException, match=r"already|cannot be"):
            english.ask("text_document_rename_async", lsp.RenameParams(**where, new_name=taken))


def test_the_outline_has_players_zones_and_objects(english):
    text = FIRST.replace("player A", "card Odd One 1/1 <Creature>\nplayer A") + "then B loses 3 life\n"
    english.write(BOARD, text)
    asked = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(BOARD))
    outline = english.ask("text_document_document_symbol_async", asked)
    tree = [
        (each.name, [(zone.name, [it.name for it in zone.children]) for zone in each.children])
        for each in outline
    ]
    assert tree[:3] == [
        ("Odd One", []),
        ("A", [("battlefield", ["Captain Vale #old", "Captain Vale #new", "Test Ogre #ogre"])]),
        ("B", [("battlefield", ["Grizzly Bears #bears"])]),
    ]
    assert "B loses 3 life" in [name for name, _ in tree]


# ---- cards ----


def test_findings_in_cards_are_shown_at_their_words_with_their_rules(english):
    english.write(CARDS, CARD_TEXT)
    found = english.diagnostics(CARDS, len)
    assert [(severity, at) for severity, _, at in shown(found, CARD_TEXT)] == [
        ("Error", "Creature"),
        ("Warning", "crad"),
    ]
    assert "rests on 208.1" in found[0].message
    assert [each.code[:3] for each in found] == ["CL2", "CL1"]


def test_a_sentence_of_a_card_shows_its_facts_and_rules(english):
    span, said = hovered(english, CARD_TEXT, "gain 2", CARDS)
    assert span == "When Lamp Keeper enters, you gain 2 life."
    assert "trigger enters(self)\neffect you(gain_life(2))" in said
    assert "**702.9b**" in hovered(english, CARD_TEXT, "Flying", CARDS)[1]
    assert "stopped at “crad”" in hovered(english, CARD_TEXT, "Draw", CARDS)[1]


def test_words_of_cards_are_offered(english):
    begun = CARD_TEXT.partition("{T}")[0]
    assert {"Draw", "Draws"} <= {*completed(english, begun + "Dra", CARDS)[0]}
    assert "Creature" in completed(english, "Lamp {W}\nCre", CARDS)[0]
    assert "Goblin" in completed(english, "Lamp {W}\nCreature — Gob", CARDS)[0]


def test_the_outline_of_cards_has_their_lines(english):
    english.write(CARDS, CARD_TEXT)
    asked = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(CARDS))
    outline = english.ask("text_document_document_symbol_async", asked)
    assert [(each.name, [line.detail for line in each.children]) for each in outline] == [
        ("Lamp Keeper", ["keywords", "triggered", "declined"]),
        ("Odd Thing", ["keywords"]),
    ]


def test_fixes_of_findings_are_offered(english):
    text = "Lamp Keeper {W}\nCreature — Cleric\nWhen Lamp Keeper enters the battlefield, draw a card.\n1/1\n"
    english.write(CARDS, text)
    found = english.diagnostics(CARDS, len)
    actions = english.ask(
        "text_document_code_action_async",
        lsp.CodeActionParams(lsp.TextDocumentIdentifier(CARDS), found[0].range, lsp.CodeActionContext(found)),
    )
    edits = [edit for action in actions for edit in action.edit.changes[CARDS]]
    assert edits
    for edit in edits:
        start, end = map(Document(CARDS, text).places.offset, (edit.range.start, edit.range.end))
        assert "enters the battlefield" not in text[:start] + edit.new_text + text[end:]


# ---- whatever comes ----


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "\ufeffmagic\nplayer A\n", "chess\nplayer A\n", "magic 1999-01-01\nplayer A\n", "\x00\x01",
     "[" * 300, "magic\rplayer A\rbattlefield X", "magic\nplayer A\n  battlefield X <" + "Y" * 5000,
     '"' * 99 + "#" * 99],
    ids=["empty", "blank", "mark", "game", "edition", "control", "brackets", "returns", "wide", "quotes"],
)  # fmt: skip
@pytest.mark.parametrize("uri", [BOARD, CARDS])
def test_odd_documents_are_answered(english, text, uri):
    english.write(uri, text)
    far = lsp.Position(3, 7000)
    for position in (lsp.Position(0, 0), far):
        where = {"text_document": lsp.TextDocumentIdentifier(uri), "position": position}
        english.ask("text_document_hover_async", lsp.HoverParams(**where))
        english.ask("text_document_completion_async", lsp.CompletionParams(**where))
        english.ask("text_document_definition_async", lsp.DefinitionParams(**where))
        english.ask("text_document_prepare_rename_async", lsp.PrepareRenameParams(**where))
    english.ask(
        "text_document_document_symbol_async", lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(uri))
    )
    english.diagnostics(uri, lambda found: True)


def test_other_documents_are_left_alone(english):
    uri = "file:///work/notes.txt"
    english.write(uri, "magic is when\nplayer A lfie 3\n")
    english.write(BOARD, FIRST)
    english.last_diagnostics(BOARD)
    assert uri not in english.told
    where = {"text_document": lsp.TextDocumentIdentifier(uri), "position": lsp.Position(1, 0)}
    assert english.ask("text_document_completion_async", lsp.CompletionParams(**where)) is None


def test_an_unknown_edition_is_said_at_its_name(english):
    text = "magic 1999-01-01\nplayer A\n"
    english.write(BOARD, text)
    found = english.diagnostics(BOARD, len)
    assert shown(found, text) == [("Information", "not-covered", "magic 1999-01-01")]


def sent(**message: object) -> bytes:
    """A message as it goes over the line."""
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def test_broken_messages_are_passed_over_and_an_editor_that_falls_silent_ends_the_server():
    board = {"uri": BOARD, "languageId": "", "version": 1, "text": FIRST}
    messages = [
        sent(id=1, method="initialize", params={"capabilities": {}, "processId": None, "rootUri": None}),
        sent(method="textDocument/didOpen", params={"textDocument": board}),
        b"Content-Length: 5\r\n\r\n{bad}",
        sent(id=2, method="textDocument/hover", params={"textDocument": {"uri": BOARD}, "position": "here"}),
        sent(id=3, method="nobody/knows", params={}),
        sent(id=4, method="textDocument/documentSymbol", params={"textDocument": {"uri": BOARD}}),
    ]
    command = [sys.executable, "-m", "headjudge", "language-server"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as server:
        server.stdin.write(b"".join(messages))
        server.stdin.flush()
        told = b""
        while b"Captain Vale #new" not in told:
            told += (line := server.stdout.readline())
            assert line
        said, errors = server.communicate(timeout=PATIENCE)
    assert server.returncode == 1
    assert b"Traceback" not in told + said + errors
    assert b"traceback" not in told + said
