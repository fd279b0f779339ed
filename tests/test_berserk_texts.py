"""Boards and card texts speak one language: an ability in the words of boards and the Russian text of a card
that means the same give the same ruling.

``tests/card_text/berserk_boards.toml`` has the words of boards and, for each, a text that means the same.
On every board all of whose abilities stand there they are replaced by texts in brackets; the ruling must
not change.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.declaration import IllegalDeclaration
from headjudge.derivation.derive import reach
from headjudge.derivation.ground import Grounding
from headjudge.derivation.rulebook import Rulebook
from headjudge.errors import HeadjudgeError
from headjudge.report.expectations import check
from headjudge.terms import functor

from .test_berserk import BOARDS, GAME, ROOT
from .test_boards import declarations

TEXTS: dict[str, str] = tomllib.loads((ROOT / "tests/card_text/berserk_boards.toml").read_text("utf-8"))[
    "texts"
]
#: What boards say of a card besides its abilities: the first words of a state.
STATES = re.compile(
    r"(?:на|at) [a-e]\d|жизни|life|раны \d|wounds|удар|strikes?|движение|movement|двигалось|moved"
    r"|закрыто|closed|открыто|open$|фишки \d+$|tokens|бросок|rolls|кубик|dice|скрыто|hidden"
    r"|действовало|acted|к удару"
    r"|дополнительные|additional|максимум|may act|действует|симбиот|symbiote|взято|taken|used|использовано"
    r"|стоимость|cost"
)
OBJECT = re.compile(r"^(?P<head>  \w+ +.*?<[^<>]*>) *\((?P<states>.*)\)(?P<tail>[^()]*)$")
#: What only says how an ability came to the rules.
ABILITIES = {"feature", "printed_ability", "unread", "without_own_abilities", "taken_away"}


def states(text: str) -> list[str]:
    return [state.strip() for state in text.split(",")]


def in_words_of_cards(text: str) -> str:
    """The board with card texts for all abilities of its cards; ``""`` if it has none, or one without."""
    lines, replaced = [], 0
    several = max((said.count("#") for said in re.findall(r" (?:at|по) (#.*)", text)), default=1)
    for line in text.splitlines():
        if not (found := OBJECT.match(line)):
            lines.append(line)
            continue
        kept, sentences = [], []
        for state in states(found["states"]):
            if (plain := re.sub(r"\s*:\s*", ": ", state)) in TEXTS:
                sentences.append(
                    TEXTS[plain].replace("карту на", f"{several} карты на" if several > 1 else "карту на")
                )
            elif STATES.match(state):
                kept.append(state)
            else:
                return ""
        replaced += len(sentences)
        says = f" [{' '.join(sentences)}]" if sentences else ""
        stands = f" ({', '.join(kept)})" if kept else ""
        lines.append(f"{found['head']}{says}{stands}{found['tail']}")
    whole = "\n".join(lines) + "\n"
    one = several > 1 and ("карту" in whole or "стоящую" in whole)  # a sentence about one card
    return "" if not replaced or one else whole


WRITTEN = {
    path: written for path in BOARDS if (written := in_words_of_cards(path.read_text(encoding="utf-8")))
}
#: All in the long run, one in eighteen by default.
each_board = pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.long] if n % 18 else []) for n, path in enumerate(WRITTEN)],
    ids=lambda path: str(path.relative_to(ROOT)),
)


def said(board: Board) -> object:
    """What a ruling says: what happens by which clauses, who chooses, how it ends, what may be declared."""
    try:
        ruling = adjudicate(board)
        verdicts = [verdict.reasons for verdict in declarations(board, ruling)]
    except IllegalDeclaration as error:
        return error.found, error.verdict.reasons
    except HeadjudgeError as error:
        return type(error), error.found
    return verdicts, [
        (
            sorted(fact for fact in outcome.state if functor(fact) not in ABILITIES),
            outcome.result,
            [[(round_.derivation.wanted, round_.answers) for round_ in path] for path in outcome.paths],
        )
        for outcome in ruling.outcomes
    ]


def test_many_boards_can_be_written_so() -> None:
    seeds = [path for path in WRITTEN if path.parent.name == "seed"]
    assert len(WRITTEN) >= 25
    assert len(seeds) >= 3


@each_board
def test_the_texts_give_the_ruling_of_the_described_abilities(path: Path) -> None:
    described = Board.parse(path.read_text(encoding="utf-8"))
    written = Board.parse(WRITTEN[path])
    assert any(functor(fact) == "printed_ability" for fact in written.facts())
    assert not any(functor(fact) in ("feature", "unread") for fact in written.facts())
    assert said(written) == said(described)
    failures = [
        str(failure)
        for claims in written.expects
        for failure in check(
            lambda edition: adjudicate(written, Rulebook.load(GAME, edition or written.edition or None)),
            claims,
        )
    ]
    assert failures == []


def test_the_texts_give_the_facts_of_the_described_abilities() -> None:
    """What a card has is the same, whichever way it is written."""
    head = "berserk 2023\nход А\nигрок А\n"
    names = {f"Анвир{number}": words for number, words in enumerate(TEXTS)}
    described = "".join(f"  поле {name} #{name} <Существо> ({words})\n" for name, words in names.items())
    written = "".join(f"  поле {name} #{name} <Существо> [{TEXTS[words]}]\n" for name, words in names.items())
    has = [abilities(Board.parse(head + cards)) for cards in (described, written)]
    assert {name: has[1].get(name) for name in names} == {name: has[0][name] for name in names}


def abilities(board: Board) -> dict[str, list[str]]:
    """What each card has, as the rules derive it."""
    rulebook = Rulebook.load(GAME, "2023")
    facts = [*board.facts(), *(f"in_force({slug})" for slug in rulebook.in_force("declaring"))]
    program = "\n".join(part.text for part in reach(rulebook, "declaring").programs(None))
    found: dict[str, list[str]] = {}
    for card, ability in sorted(Grounding(program, facts).arguments("has", 2)):
        found.setdefault(card.strip('"'), []).append(ability)
    return found
