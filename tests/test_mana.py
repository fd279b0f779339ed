"""Whether a player can pay, what a mana cost makes of its card: the rules against a search through every way.

The second opinion (``tests/independent/mana.py``) was written from the rule text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import pytest
from headjudge.board.model import Board
from headjudge.derivation.adjudication import adjudicate
from headjudge.derivation.inspection import inspect
from headjudge.derivation.rulebook import Rulebook
from headjudge.errors import HeadjudgeError, IllegalAction, NotCovered
from headjudge.notation.pack import Notation
from headjudge.terms import quote
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st

from .independent.mana import COLORS, TYPES, Unit, colors, mana_value, payable

EDITION = "2026-08-07"
HEAD = f"magic {EDITION}\n"
BASICS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
WORDS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green", "C": "colorless"}

PLAIN = [*TYPES, "1", "2", "0", "3"]
HYBRID = ["W/U", "B/G", "R/W", "C/R", "C/G"]
PHYREXIAN = ["W/P", "U/P", "R/P", "G/U/P", "B/R/P"]
MONOCOLORED = ["2/W", "2/U", "2/G"]

properties = settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))


class Source(NamedTuple):
    """A line of a board, the facts about the texts on it, and the mana that it could add."""

    line: str
    facts: tuple[str, ...]
    units: tuple[Unit, ...]


def braced(cost: Iterable[str]) -> str:
    return "".join(f"{{{symbol}}}" for symbol in cost)


def text_facts(text: str, adds: str) -> tuple[str, ...]:
    """What the reading of a card's text says of an ability "{T}: Add ..."."""
    return (
        f"text_kind({quote(text)},activated)",
        f"text_cost({quote(text)},1,tap)",
        f"text_instruction({quote(text)},1,add({adds}))",
    )


def land(types: Sequence[str], snow: bool, tapped: bool) -> Source:
    words = f"<{'Snow ' if snow else ''}Land{' — ' if types else ''}{' '.join(types)}>"
    units = (Unit(frozenset(BASICS[each] for each in types), snow),) if types and not tapped else ()
    return Source(f"  battlefield Field {words}{' (tapped)' if tapped else ''}", (), units)


def symbols_source(row: Sequence[str]) -> Source:
    text = f"{{T}}: add {braced(row)}"
    line = f"  battlefield Rock <Artifact> [{text}]"
    return Source(line, text_facts(text, f'symbols("{braced(row)}")'), tuple(Unit(frozenset(e)) for e in row))


def either_source(letters: Sequence[str]) -> Source:
    text = f"{{T}}: add {' or '.join(f'{{{e}}}' for e in letters)}"
    terms = ",".join(f'symbols("{{{e}}}")' for e in letters)
    line = f"  battlefield Prism <Artifact> [{text}]"
    return Source(line, text_facts(text, f"either({terms})"), (Unit(frozenset(letters)),))


def any_source(sick: bool, haste: bool) -> Source:
    text = "{T}: add one mana of any color"
    line = f"  battlefield Druid 1/1 <Creature> [{text}{'; haste' if haste else ''}]"
    units = (Unit(frozenset(COLORS)),) if haste or not sick else ()
    return Source(line + " (summoning sick)" * sick, text_facts(text, "mana(1,any_color)"), units)


lands = st.builds(
    land, st.lists(st.sampled_from([*BASICS]), max_size=3, unique=True), st.booleans(), st.booleans()
)
sources = st.one_of(
    lands,
    lands,
    st.builds(symbols_source, st.lists(st.sampled_from(TYPES), min_size=1, max_size=3)),
    st.builds(either_source, st.lists(st.sampled_from(TYPES), min_size=2, max_size=5, unique=True)),
    st.builds(any_source, st.booleans(), st.booleans()),
)


def verdict(board: Board, facts: Iterable[str] = ()) -> str:
    """Whether the payment in the script can be made: "can", "cannot", or what the ruling wants to know."""
    facts = list(facts)
    symbols = Notation.load("magic").symbols
    assert symbols is not None
    try:
        ruling = adjudicate(board, facts=[*board.facts(), *facts, *symbols.facts(facts)])
    except IllegalAction as error:
        return "cannot" if "cost_needs_its_resources" in error.found else error.found
    except NotCovered as error:
        return error.found
    assert [kind for kind, _ in ruling.caveats if kind.startswith("payment_not_carried_out")]
    return "unclear" if any(kind == "mana_source_not_decided" for kind, _ in ruling.caveats) else "can"


def decide(cost: list[str], pool: list[str], life: int, things: list[Source]) -> None:
    units = [Unit(frozenset(e)) for e in pool] + [unit for thing in things for unit in thing.units]
    lines = "\n".join(thing.line for thing in things)
    text = f"{HEAD}player A life {life} mana {braced(pool) or 'none'}\n{lines}\nthen A pays {braced(cost)}\n"
    expected = "can" if payable(cost, units, life) else "cannot"
    event(expected)
    assert verdict(Board.parse(text), [fact for thing in things for fact in thing.facts]) == expected, text


pools = st.lists(st.sampled_from(TYPES), max_size=4)
things = st.lists(sources, max_size=4)
life_totals = st.integers(1, 7)


@properties
@given(st.lists(st.sampled_from(PLAIN + HYBRID), min_size=1, max_size=5), pools, life_totals, things)
def test_colored_generic_and_hybrid_symbols(
    cost: list[str], pool: list[str], life: int, things: list[Source]
) -> None:
    decide(cost, pool, life, things)


@properties
@given(st.lists(st.sampled_from(PLAIN + PHYREXIAN), min_size=1, max_size=5), pools, life_totals, things)
def test_phyrexian_symbols(cost: list[str], pool: list[str], life: int, things: list[Source]) -> None:
    decide(cost, pool, life, things)


@properties
@given(
    st.lists(st.sampled_from([*PLAIN, "W/U", *MONOCOLORED, *MONOCOLORED]), min_size=1, max_size=4),
    pools,
    things,
)
def test_monocolored_hybrid_symbols(cost: list[str], pool: list[str], things: list[Source]) -> None:
    decide(cost, pool, 20, things)


@properties
@given(st.lists(st.sampled_from([*PLAIN, "W/U", "S", "S"]), min_size=1, max_size=4), things)
def test_snow_symbols(cost: list[str], things: list[Source]) -> None:
    decide(cost, [], 20, things)


# ---- what is not told or not decided ----


def pays(cost: str, lines: str, head: str = "player A mana none", facts: Iterable[str] = ()) -> str:
    return verdict(Board.parse(f"{HEAD}{head}\n{lines}then A pays {cost}\n"), facts)


def test_nothing_is_said_where_nothing_is_told_of_mana() -> None:
    assert pays("{9}", "", "player A") == "can"
    assert pays("{9}", "  battlefield Test 1/1 <Creature>\n", "player A") == "can"
    assert pays("{9}", "  battlefield Test 1/1 <Creature> [xyz]\n", "player A") == "can"
    assert pays("{9}", "  battlefield Test 1/1 <Creature> [xyz]\n", "player A mana {R}") == "unclear"
    assert pays("{9}", "", "player A mana {R}") == "cannot"
    assert pays("{9}", "  battlefield Wastes (tapped)\n", "player A") == "cannot"
    assert pays("{9}", "player B\n  battlefield Forest\n", "player A") == "can"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{T}: add {C}", ()),  # nobody has read it
        ("{T}: add {C}", ("text_cost({},2,pay_life(1))", "text_instruction({},1,add(symbols(\"{{C}}\")))")),
        ("{T}: add {C}",
            ("text_instruction({},1,add(symbols(\"{{C}}\")))", "text_instruction({},2,spend_only(it))")),
        ("{T}: add {C}", ("text_instruction({},1,add(mana(2,any_one_color)))",)),
        ("{T}: add {C}", ("text_instruction({},1,add(symbols(\"{{1}}\")))",)),
        ("{T}: add {C}", ("text_instruction({},1,add(either(symbols(\"{{C}}{{C}}\"),symbols(\"{{R}}\"))))",)),
        ("{T}: add {C}", ("text_instruction({},1,add_for_each(symbols(\"{{C}}\"),it))",)),
    ],
)  # fmt: skip
def test_an_undecided_source_is_never_counted_in_silence(text: str, told: tuple[str, ...]) -> None:
    facts = [fact.format(quote(text)) for fact in told]
    if facts:
        facts += [f"text_kind({quote(text)},activated)", f"text_cost({quote(text)},1,tap)"]
    line = f"  battlefield Cave <Land> [{text}]\n"
    assert pays("{1}", line, facts=facts) == "unclear"
    assert pays("{G}", "  battlefield Forest\n" + line, facts=facts) == "can"
    if facts:
        assert pays("{1}", line.replace("]", "] (tapped)"), facts=facts) == "cannot"


def test_a_text_that_does_something_else_is_no_source() -> None:
    text = "{T}: draw a card"
    facts = [f"text_kind({quote(text)},activated)", f"text_instruction({quote(text)},1,draw(1))"]
    assert pays("{1}", f"  battlefield Cave <Land> [{text}]\n", facts=facts) == "cannot"


def test_two_abilities_of_one_source() -> None:
    one, two = "{T}: add {C}", "{T}: add {G}"
    facts = [*text_facts(one, 'symbols("{C}")'), *text_facts(two, 'symbols("{G}")')]
    line = f"  battlefield Cave <Land> [{one}; {two}]\n"
    assert pays("{G}", line, facts=facts) == pays("{C}", line, facts=facts) == "can"
    assert pays("{1}{G}", line, facts=facts) == pays("{R}", line, facts=facts) == "cannot"
    more = [*text_facts(one, 'symbols("{C}{C}")'), *text_facts(two, 'symbols("{G}")')]
    assert pays("{G}", line, facts=more) == "unclear"


def test_what_cannot_be_worked_out_is_refused() -> None:
    assert pays("{X}{R}", "") == 'missing(way_to_pay(variable),"A")'
    assert pays("{2/W}{R/P}", "").startswith("missing(way_to_pay_both(")
    assert pays("{S}", "", "player A mana {G}") == 'missing(origin_of_mana(green),"A")'
    board = Board.parse("magic 2015-01-23\nplayer A mana {C}\nthen A pays {C}\n")
    assert verdict(board) == 'missing(way_to_pay(colorless),"A")'


# ---- colors and mana value ----


costs = st.lists(
    st.sampled_from([*PLAIN, *HYBRID, *PHYREXIAN, *MONOCOLORED, "S", "X"]), min_size=1, max_size=5
)


def traits(text: str, edition: str = EDITION) -> dict[str, set[str]]:
    board = Board.parse(text)
    (found,) = inspect(Rulebook.load("magic", edition), board.facts(), '"o"')
    return {kind: {value for each, value in found.traits if each == kind} for kind, _ in found.traits}


@properties
@given(costs, st.integers(0, 5), st.sampled_from(["stack", "hand"]))
def test_the_colors_and_the_mana_value_of_a_cost(cost: list[str], x: int, zone: str) -> None:
    found = traits(f"{HEAD}player A\n  {zone} Test #o {braced(cost)} <Instant> (x {x})\n")
    assert found["color"] == ({WORDS[each] for each in colors(cost)} or {"colorless"})
    assert found["mana_value"] == {str(mana_value(cost, x if zone == "stack" else 0))}


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("stack Test #o {X}{R} <Instant>", None),  # the X of a spell is not told
        ("hand Test #o <Instant>", None),  # its cost is not told
        ("hand Test #o {} <Blue Instant>", "0"),
        ("battlefield Test #o <Land>", "0"),
        ("battlefield Test #o <Land> (transformed)", None),
        ("battlefield Test #o <Land> (mana value 3)", "3"),
        ("battlefield Test #o {2} 1/1 <Creature> (mana value 3)", "3"),
        ("battlefield Test #o {2} 1/1 <Creature> (face down)", "0"),
        ("battlefield Test #o 1/1 <Token Creature>", "0"),
        ("battlefield Test #o {2}{G} 1/1 <Token Creature>", "3"),
        ("battlefield Other {2}{G} 1/1 <Creature>\n  battlefield Test #o <Land> =Other", "3"),
    ],
)
def test_the_mana_value_is_what_is_told_or_follows_from_the_cost(line: str, value: str | None) -> None:
    assert traits(f"{HEAD}player A\n  {line}\n").get("mana_value") == ({value} if value else None)


@pytest.mark.parametrize(
    ("line", "color"),
    [
        ("<Colorless Instant>", "colorless"),
        ("<Instant> [devoid]", "colorless"),
        ("<Red Instant>", "red"),
    ],
)
def test_the_type_line_and_devoid_win(line: str, color: str) -> None:
    assert traits(f"{HEAD}player A\n  hand Test #o {{1}}{{R}} {line}\n")["color"] == {color}


def test_a_cost_and_a_type_line_that_contradict_each_other() -> None:
    with pytest.raises(HeadjudgeError, match="contradict") as caught:
        adjudicate(Board.parse(f"{HEAD}player A\n  hand Test {{W/U}} <White Instant>\n"))
    assert caught.value.found == 'contradiction(color_of_cost_not_in_type_line,"Test",blue)'
    adjudicate(Board.parse(f"{HEAD}player A\n  hand Test {{0}} <Red Creature>\n"))
