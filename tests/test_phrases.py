"""Everything that the rules can say is said in every language (design section 7)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.reach import READ, READ_OF_DECLARATION
from headjudge.derivation.rule import Rule
from headjudge.derivation.rulebook import INSTRUCTION, Rulebook, load_pack
from headjudge.derivation.ruling import Ruling
from headjudge.errors import HeadjudgeError
from headjudge.report.answers import explain, explain_not
from headjudge.report.page import Page
from headjudge.report.phrases import Speaker, speaker
from headjudge.report.render import render
from headjudge.terms import Fn, Term, functor, read, show, unify

#: The languages of each game, and those that have a paraphrase of every clause.
LANGUAGES = {"magic": ("en", "ru", "cs"), "berserk": ("en", "ru"), "berserk-heroes": ("en", "ru")}
SPOKEN = [(game, language) for game, languages in LANGUAGES.items() for language in languages]
spoken = pytest.mark.parametrize(("game", "language"), SPOKEN)

ROOT = Path(__file__).parents[1]
#: Every example and some of the other boards, of which the long run has two in three.
BOARDS = [
    *sorted(ROOT.glob("examples/**/*.board")),
    *(
        pytest.param(path, marks=[pytest.mark.long] if number % 3 else [])
        for number, path in enumerate(sorted(ROOT.glob("tests/c*/**/*.board"))[::20])
    ),
]

#: What the declarations of a game do not know: nobody has to declare anything, and nothing costs extra.
UNKNOWN = {(game, table) for game in ("berserk", "berserk-heroes") for table in ("requirements", "costs")}

_VARIABLE = re.compile(r'"(?:[^"\\]|\\.)*"|\b[A-Z]\w*')
_SLOT = re.compile(r"\{(\w+)(?::[+^])?\}")
_SUM = re.compile(r"\d+ *\+ *(\w+)")
_NEXT = re.compile(r"\((\w+)[+-]\d+\)")
#: The predicates whose last argument says what is wrong with a declaration.
_REASONS = (
    "forbidden/3", "broken/3", "illegal/3",
    "attack_restricted/3", "block_restricted/3", "unfit_attacker/3", "unfit_blocker/3", "fault/3",
)  # fmt: skip
#: The predicates of single games by which reasons get there: the table, the argument, and the predicate.
_INSIDE = (("illegal", 3, ("criterion_failed/4",)), ("illegal", 1, ("prohibited/2",)))
#: A term that no phrase has said, and a slot that nothing has filled (a symbol of a cost is none).
_RAW = re.compile(r"\w\(|\{(?![WUBRGCXS]\})[A-Z]\w*\}")


@cache
def phrases(game: str, language: str) -> Mapping[str, Mapping[str, str]]:
    """The tables of one language."""
    folder = files("headjudge.rules").joinpath(game, "phrases")
    return tomllib.loads(folder.joinpath(f"{language}.toml").read_text(encoding="utf-8"))


@cache
def pattern(key: str) -> Term:
    """A key as a term: its Capitalised arguments are slots; ``_`` is what is not known."""
    return read(_VARIABLE.sub(lambda m: f"{{{m[0]}}}" if m[0][0] != '"' else m[0], key))


@cache
def general(atom: str) -> Term:
    """An atom of a rule; its variables are individuals that no key names."""
    return read(_VARIABLE.sub(lambda m: f'"{m[0]}"' if m[0][0] != '"' else m[0], atom))


def unsaid(atoms: Iterable[str], keys: Iterable[str]) -> list[str]:
    """The atoms that no key fits, whatever their variables are."""
    patterns = [pattern(key) for key in keys]
    return sorted({atom for atom in atoms if not any(unify(p, general(atom), {}) for p in patterns)})


def heads(game: str, *predicates: str) -> list[Fn]:
    """The heads of the pack's rules for these predicates; of a sum only the variable."""
    rules = [rule for rule in load_pack(game).rules if rule.signature in predicates]
    found = [general(_SUM.sub(r"\1", rule.head)) for rule in rules]
    return [head for head in found if isinstance(head, Fn)]


def argument(game: str, place: int, *predicates: str) -> list[str]:
    """One argument of these heads, left out where a rule leaves it open."""
    return [show(head.args[place]) for head in heads(game, *predicates) if isinstance(head.args[place], Fn)]


def instructions(game: str) -> list[str]:
    """The events that a script can tell, as the notation of the game states them."""
    text = files("headjudge.rules").joinpath(game, "notation.toml").read_text(encoding="utf-8")
    frames = tomllib.loads(text)["frames"]
    stated = [facts for name in ("then", "event") for facts in frames[name].values()]
    events = [event for facts in stated for event in ([facts] if isinstance(facts, str) else facts)]
    return [re.sub(r"\{\w+\}", '"slot"', event) for event in events if not re.fullmatch(r"\{\w+\}", event)]


def explained(game: str) -> list[Rule]:
    """The rules that a proof may unfold: those that lead to what the solver reads of a ruling, down to what
    holds step by step."""
    giving: dict[str, list[Rule]] = {}
    for rule in load_pack(game).rules:
        giving.setdefault(rule.signature, []).append(rule)
    open_, found = [*READ, *READ_OF_DECLARATION], {}
    while open_:
        signature = open_.pop()
        if signature not in found:
            found[signature] = [rule for rule in giving.get(signature, ()) if not rule.stepwise]
            open_ += [need for rule in found[signature] for need in (*rule.needs, *rule.absent)]
    return [rule for rules in found.values() for rule in rules]


def premises(game: str, kind: str) -> list[str]:
    """The literals of rule bodies that hold ("holds") or do not ("absent"), clauses in force left out; what
    holds step by step is shown as a premise and not unfolded. Of a sum only the variable."""
    literals = [literal for rule in explained(game) for literal in rule.body if literal.kind == kind]
    atoms = [_NEXT.sub(r"\1", re.sub(r"^not ", "", literal.text)) for literal in literals]
    return [atom for atom in atoms if not atom.startswith("in_force(")]


@spoken
def test_every_event_is_said(game: str, language: str) -> None:
    events = [*argument(game, 0, "would/2", "instead/2"), *instructions(game)]
    assert unsaid(events, phrases(game, language)["events"]) == []


@spoken
def test_every_question_and_option_is_said(game: str, language: str) -> None:
    assert unsaid(argument(game, 1, "asks/3", "choice/3"), phrases(game, language)["questions"]) == []
    options = [*argument(game, 2, "option/3"), *argument(game, 1, "applicable/3", "replaced/2")]
    assert unsaid(options, phrases(game, language)["options"]) == []


@spoken
def test_every_trigger_is_said(game: str, language: str) -> None:
    abilities = argument(game, 0, "triggered/2")
    waiting = [f"{ability[:-1]},event)" for ability in abilities]
    events = argument(game, 1, "triggered/2")
    assert unsaid([*abilities, *waiting, *events], phrases(game, language)["triggers"]) == []


@spoken
@pytest.mark.parametrize(
    ("table", "predicate"),
    [("contradictions", "contradiction/3"), ("missing", "missing/2"), ("caveats", "caveat/2")],
)
def test_every_finding_is_said(game: str, language: str, table: str, predicate: str) -> None:
    findings = list(map(show, heads(game, predicate)))
    assert findings
    assert unsaid(findings, phrases(game, language)[table]) == []


@spoken
@pytest.mark.parametrize(
    ("table", "place", "predicates"),
    [("illegal", 2, _REASONS), *_INSIDE, ("requirements", 1, ("required/3",)), ("costs", 1, ("cost/3",))],
)
def test_every_word_on_a_declaration_is_said(
    game: str, language: str, table: str, place: int, predicates: tuple[str, ...]
) -> None:
    words = argument(game, place, *predicates)
    assert words or (game, table) in UNKNOWN or predicates in [known for _, _, known in _INSIDE]
    assert unsaid(words, phrases(game, language)[table]) == []


@pytest.mark.parametrize(("game", "language"), [each for each in SPOKEN if each[1] != "en"])
def test_every_clause_is_said(game: str, language: str) -> None:
    assert phrases(game, language)["clauses"].keys() == load_pack(game).clauses.keys()


@pytest.mark.parametrize("game", LANGUAGES)
def test_english_clauses_stand_in_the_rules_alone(game: str) -> None:
    assert "clauses" not in phrases(game, "en")
    assert INSTRUCTION in load_pack(game).clauses


@spoken
@pytest.mark.parametrize(("kind", "table"), [("holds", "facts"), ("absent", "absent"), ("absent", "facts")])
def test_every_premise_is_said(game: str, language: str, kind: str, table: str) -> None:
    assert unsaid(premises(game, kind), phrases(game, language)[table]) == []


@spoken
def test_a_phrase_fills_only_the_slots_of_its_key(game: str, language: str) -> None:
    for table in phrases(game, language).values():
        for key, phrase in table.items():
            assert set(_SLOT.findall(phrase)) <= set(_VARIABLE.findall(key)), f"{key} = {phrase}"


@spoken
def test_no_phrase_is_hidden_behind_an_earlier_one(game: str, language: str) -> None:
    for name, table in phrases(game, language).items():
        keys = [] if name in ("words", "variables", "clauses") else list(table)
        hidden = [
            f"{later} behind {earlier}"
            for place, later in enumerate(keys)
            for earlier in keys[:place]
            if unify(pattern(earlier), general(later), {})
        ]
        assert hidden == []


@spoken
def test_no_phrase_is_left_without_a_rule(game: str, language: str) -> None:
    rules = load_pack(game).rules
    known = {name for rule in rules for name in (*rule.needs, *rule.absent, rule.signature)}
    for table in ("facts", "absent", "counts"):
        for key in phrases(game, language)[table]:
            term = pattern(key)
            assert isinstance(term, Fn)
            assert f"{term.name}/{len(term.args)}" in known, f"{key} in [{table}]"
    compared = {name for rule in rules for part in rule.body for name in part.variables}
    assert phrases(game, language)["variables"].keys() <= compared


@pytest.mark.parametrize("game", LANGUAGES)
def test_languages_deny_the_same(game: str) -> None:
    """What fails is said as what is so instead; none of the languages lacks a sentence that another has."""
    for table in ("facts", "absent", "counts", "variables"):
        english = {functor(key) for key in phrases(game, "en")[table]}
        for language in LANGUAGES[game][1:]:
            assert {functor(key) for key in phrases(game, language)[table]} == english, table


@pytest.mark.parametrize("path", BOARDS, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_ruling_shows_no_raw_term(path: Path) -> None:
    board = Board.parse(path.read_text(encoding="utf-8"))
    rulebook = Rulebook.load(board.game, board.edition or None)
    voices = [speaker(board, rulebook, language) for language in LANGUAGES[board.game]]
    try:
        ruling = adjudicate(board, rulebook)
    except HeadjudgeError as error:
        pages = [Page([(voice.explain(error).found, 0, "", True)]) for voice in voices]
    else:
        pages = [page for voice in voices for page in ruled(ruling, voice)]
    assert [line for page in pages for line in said(page) if _RAW.search(line)] == []


def ruled(ruling: Ruling, voice: Speaker) -> list[Page]:
    """A ruling, why its last event happens, and why its first object is not destroyed."""
    pages = [render(ruling, voice)]
    pages += [explain(ruling, voice, event, full=True) for event in list(ruling.events())[-1:]]
    pages += [explain_not(ruling, voice, f"destroy({show(t.id)})") for t in ruling.board.objects[:1]]
    return pages


def said(page: Page) -> list[str]:
    """The lines of a page but for those in the notation of boards."""
    return [text for text, _, _, wrapped in page.lines if wrapped]


@pytest.mark.parametrize("game", LANGUAGES)
def test_all_languages_have_the_same_tables_and_words(game: str) -> None:
    english = phrases(game, "en")
    for language in LANGUAGES[game][1:]:
        other = phrases(game, language)
        assert other.keys() - {"clauses"} == english.keys()
        assert other["words"].keys() >= english["words"].keys()
