"""Phrases: matched whole, refused with the place, printed back."""

import pytest
from headjudge.errors import Malformed, Place
from headjudge.notation.frames import Frames
from headjudge.notation.names import Names
from headjudge.notation.pack import Notation, games
from headjudge.notation.slots import vocabulary_slot
from headjudge.terms import LARGEST, Fn, quote, read, show, slug, unquote
from hypothesis import given
from hypothesis import strategies as st

MAGIC = Notation.load("magic")


@pytest.fixture
def names() -> Names:
    names = Names()
    for player in ("A", "B", "Team Rocket"):
        names.add("player", player)
    names.add("team", "North")
    names.add("object", "ogre", "Test Ogre")
    names.add("object", "Mikaeus, the Lunarch", "Mikaeus, the Lunarch", "Mikaeus, the Lunarch")
    names.add("object", "Bear", "Bear", "Bear")
    names.add("object", "Bear 2", "Bear", "Bear")
    names.add("card", "Test Ogre")
    return names


def failure(names: Names, section: str, text: str, separator: str = "") -> Malformed:
    with pytest.raises(Malformed) as caught:
        MAGIC.frames.match_all(section, text, names, Place("x", 3, 11), separator)
    return caught.value


# ---- terms ----

terms = st.recursive(
    st.integers(-(2**31) + 1, LARGEST)
    | st.text(max_size=8)
    | st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True).map(Fn),
    lambda inner: st.builds(
        Fn, st.sampled_from(["f", "pt", ""]), st.lists(inner, min_size=1, max_size=3).map(tuple)
    ),
    max_leaves=6,
)


@given(terms)
def test_terms_are_read_as_they_are_printed(term: object) -> None:
    assert read(show(term)) == term  # type: ignore[arg-type]


@given(st.text())
def test_quote_and_unquote(text: str) -> None:
    assert unquote(quote(text)) == text


@pytest.mark.parametrize("text", ["", "f(", "f(1", "f(1,,2)", "f)", "1 2", 'f("a', "X", "f(1)x"])
def test_what_is_no_term_is_refused(text: str) -> None:
    with pytest.raises(Malformed):
        read(text)


def test_slugs() -> None:
    assert slug("Urza's Power-Plant") == "urzas_power_plant"
    assert slug("Эльф") == '"эльф"'
    assert slug("2nd") == '"2nd"'


# ---- matching ----


@pytest.mark.parametrize(
    ("section", "text", "fact", "printed"),
    [
        ("then", "TEST OGRE deals 3 damage to b", 'deal("ogre",3,"B")', "#ogre deals 3 damage to B"),
        ("then",
         "Mikaeus, the Lunarch deals 1 damage to #ogre", 'deal("Mikaeus, the Lunarch",1,"ogre")', None),
        ("then", "put 2 first strike counters on #ogre", 'put_counters("ogre",first_strike,2)',
         "put 2 first strike on #ogre"),
        ("then", "put 1 +1/+1 on #ogre", 'put_counters("ogre",pt(1,1),1)', None),
        ("then", 'put 1 "щит" on #ogre', 'put_counters("ogre","щит",1)', None),
        ("then", "begin effect #ogre gets +1/+1 until end of turn",
         'begin_effect(gets("ogre",pt(1,1)),end_of_turn)', None),
        ("then", "step declare blockers", "begin_step(declare_blockers)", "step declare-blockers"),
        ("then", '"team rocket" loses 1 life', 'lose_life("Team Rocket",1)', '"Team Rocket" loses 1 life'),
        ("state", "dmg 3", 'damage("me",3)', "damage 3"),
        ("state", 'blocking #"Bear 2"', 'blocking("me","Bear 2")', None),
        ("effect_line",
         "#ogre has base power and toughness 1/1", 'effect(7,base("ogre",pt(1,1)),lasting)', None),
        ("effect_line",
         "#ogre is named \"Nobody's\"", 'effect(7,becomes_named("ogre","Nobody\'s"),lasting)', None),
        ("ask", "why put #ogre into gy", 'why(put("ogre",graveyard))', "why put #ogre into graveyard"),
        ("happened", "A attempted a draw from an empty library", 'drew_from_empty("A")',
         "A drew from an empty library"),
    ],
)  # fmt: skip
def test_a_phrase_states_its_fact(
    names: Names, section: str, text: str, fact: str, printed: str | None
) -> None:
    match = MAGIC.frames.match(section, text, names)
    assert match.facts(self='"me"', id="7") == (fact,)
    assert match.text == (printed or text)
    assert MAGIC.frames.match(section, match.text, names).facts(self='"me"', id="7") == (fact,)


def test_states_are_divided_by_commas_even_where_names_have_commas(names: Names) -> None:
    states = MAGIC.frames.match_all("state", "blocking Mikaeus, the Lunarch, tapped", names, separator=",")
    assert [state.text for state in states] == ["blocking Mikaeus, the Lunarch", "tapped"]


def test_values_need_no_separator(names: Names) -> None:
    values = MAGIC.frames.match_all("player", "life 3 commander-damage 2 from #ogre poison 4", names)
    assert [value.text for value in values] == ["life 3", "commander-damage 2 from #ogre", "poison 4"]


@pytest.mark.parametrize(
    ("section", "text", "column", "found", "advice"),
    [
        ("state", "tapped, atacking B", 19, "atacking", "attacking"),
        ("then", "#ogre deals 3 damage too B", 32, "too", "to"),
        ("then", "#ogr deals 3 damage to B", 11, "#ogr", "#ogre"),
        ("then", "step declare-blokers", 16, "declare-blokers", "declare-blockers"),
        ("then", "B loses 3 lives", 21, "lives", "life"),
        ("effect_line", "#ogre gets +1/+1 until end of time", 28, "until", "until end of turn"),
        ("player", "life 3 poisn 4", 18, "poisn", "poison"),
    ],
)
def test_a_wrong_word_is_named_with_its_column(
    names: Names, section: str, text: str, column: int, found: str, advice: str
) -> None:
    error = failure(names, section, text, {"state": ",", "then": ";"}.get(section, ""))
    assert (error.place, error.found) == (Place("x", 3, column), found)
    assert advice in error.advice
    assert error.expected


def test_an_ambiguous_name_lists_the_ids(names: Names) -> None:
    error = failure(names, "then", "destroy Bear")
    assert '#Bear, #"Bear 2"' in error.what
    assert "#id" in error.what


@pytest.mark.parametrize("text", ["tapped,", ",tapped", "tapped,,tapped", "tapped tapped", ""])
def test_a_separator_stands_between_two_phrases(names: Names, text: str) -> None:
    failure(names, "state", text, ",")


@pytest.mark.parametrize("number", ["2147483648", "-2147483648", "9" * 5000])
def test_numbers_have_32_bits(names: Names, number: str) -> None:
    assert "out of range" in failure(names, "player", f"life {number}").what


def test_an_ability_that_cannot_be_read_is_refused_where_it_stands(names: Names) -> None:
    error = failure(names, "effect_line", "#ogre gains [flyign]")
    assert error.place == Place("x", 3, 23)
    assert "flyign" in error.what


# ---- every frame ----

EXAMPLES = {
    "number": "3", "player": "A", "team": "North", "object": "#ogre", "target": "#ogre", "card": "Test Ogre",
    "name": "Test Ogre", "counter": "shield", "pt": "+3/-1", "size": "2/2", "scale": "1-2-3",
    "ability": "[flying]", "id": "#new", "units": "{G}{R}{G}", "cost": "{1}{G/W}{R/P}",
}  # fmt: skip
#: What a game writes otherwise.
OF_A_GAME = {("berserk", "ability"): "[{tap}: Выстрел на 1-2-2]"}


def example(notation: Notation, kind: str) -> str:
    if kind in EXAMPLES:
        return OF_A_GAME.get((notation.game, kind), EXAMPLES[kind])
    if kind == "subtype":
        return next(iter(notation.subtypes.values()))
    if kind in notation.vocabulary:
        return next(iter(notation.vocabulary[kind]))
    if kind.endswith(","):
        rows = notation.frames.sections[kind[:-1]]
        return ", ".join(frame.say({s: example(notation, k) for s, k in frame.slots()}) for frame in rows)
    frame = notation.frames.sections[kind][0]
    return frame.say({slot: example(notation, inner) for slot, inner in frame.slots()})


@pytest.mark.parametrize("game", games())
def test_every_frame_reads_what_it_prints(names: Names, game: str) -> None:
    """Its phrase is read; the fact is said by some phrase; that phrase states the fact again."""
    notation = Notation.load(game)
    for section, frames in notation.frames.sections.items():
        for frame in frames:
            text = frame.say({slot: example(notation, kind) for slot, kind in frame.slots()})
            match = notation.frames.match(section, text, names)
            facts = match.facts(self='"me"', id="7")
            assert notation.frames.match(section, match.text, names).facts(self='"me"', id="7") == facts
            if len(facts) == 1:
                said = notation.frames.phrase(facts[0], section, names)
                assert said is not None, frame.template
                assert notation.frames.match(section, said[0], names).facts(self='"me"', id="7") == facts


@pytest.mark.parametrize(
    ("templates", "what"),
    [
        ({"{x:nothing}": "f({x})"}, "unknown kind"),
        ({"a": "f({y})"}, "does not have"),
        ({"go {x:number}": "f({x})", "GO {y:number}": "g({y})"}, "reads the same"),
        ({"a,b": "f"}, "odd word"),
    ],
)
def test_a_broken_frame_is_refused_when_it_is_compiled(templates: dict[str, str], what: str) -> None:
    with pytest.raises(Malformed, match=what):
        Frames({"s": templates}, {"word": vocabulary_slot({"up": "up"})})
