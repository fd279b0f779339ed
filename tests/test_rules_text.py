"""Rules text in brackets: what each form becomes, that nothing is dropped, and that it can be said again."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from headjudge.errors import Malformed
from headjudge.language.card_text import ReadAbility, Reading, print_ability, read_text
from headjudge.language.lexicon import lexicon
from hypothesis import given, settings
from hypothesis import strategies as st

GAME = "magic"
WOULD_GO = "would be put"
ALL_GRAVEYARDS = "cards in all graveyards"
POWER_EQUAL = "~'s power is equal to"
EACH_EQUAL = "~'s power and toughness are each equal to"
WOULD_LOSE = "If you would lose the game, instead"

READINGS = {
    # keywords
    "Flying, first strike and umbra armor": ("flying", "first_strike", "umbra_armor"),
    "totem armor; start your engines!; start your engines": (
        "umbra_armor",
        "start_your_engines",
        "start_your_engines",
    ),
    "toxic 2, annihilator three": ("toxic(2)", "annihilator(3)"),
    "bestow {3}{W}": ('bestow("{3}{W}")',),
    "bestow; reconfigure; equip": ('bestow("")', 'reconfigure("")', 'equip("")'),
    "equip {2}. Equip legendary creature {1}": (
        'equip("{2}")',
        'equip(both(supertype(legendary),type(creature)),"{1}")',
    ),
    "ward—Pay 2 life.": ('ward("Pay 2 life")',),
    "Suspend 4—{U}": ('suspend(4,"{U}")',),
    # protection
    "protection from red and from blue, hexproof from black": (
        "protection(color(red))",
        "protection(color(blue))",
        "hexproof_from(color(black))",
    ),
    "protection from all colors": tuple(
        f"protection(color({color}))" for color in ("white", "blue", "black", "red", "green")
    ),
    "protection from Elves, from artifacts, and from everything": (
        "protection(subtype(elf))",
        "protection(type(artifact))",
        "protection(everything)",
    ),
    "protection from artifacts, flying, and haste": ("protection(type(artifact))", "flying", "haste"),
    'protection from "Odd Name" until end of turn': ('protection(named("Odd Name"))',),
    "protection from legendary creatures with power 2 or less": (
        "protection(both(supertype(legendary),both(type(creature),with_power(le,2))))",
    ),
    # enchant
    "Enchant artifact you control": ("enchant(both(type(artifact),controlled_by(you)))",),
    "enchant creature or planeswalker": ("enchant(either(type(creature),type(planeswalker)))",),
    "enchant artifact, creature, or land": (
        "enchant(either(type(artifact),either(type(creature),type(land))))",
    ),
    "enchant creature, flash": ("enchant(type(creature))", "flash"),
    "enchant nonland permanent": ("enchant(both(non(type(land)),permanent))",),
    "enchant non-Wall creature": ("enchant(both(non(subtype(wall)),type(creature)))",),
    "enchant red or green creature": ("enchant(both(either(color(red),color(green)),type(creature)))",),
    "enchant creature without flying an opponent controls": (
        "enchant(both(type(creature),both(without(flying),controlled_by(opponent))))",
    ),
    "enchant creature you don't control": ("enchant(both(type(creature),non(controlled_by(you))))",),
    "enchant Plains": ("enchant(subtype(plains))",),
    "enchant player; enchant opponent": ("enchant(player)", "enchant(opponent)"),
    "enchant creature card in a graveyard": ("enchant(card_in_graveyard(type(creature)))",),
    # what is said of objects
    "this gets +2/+2": ("gets(self,pt(2,2))",),
    "Enchanted creature gets +1/-0 and has trample and haste": (
        "gets(attached,pt(1,0))",
        "grants(attached,trample)",
        "grants(attached,haste)",
    ),
    "Creatures you control get -1/−1": ("gets(each(both(type(creature),controlled_by(you))),pt(-1,-1))",),
    "Other Merfolk creatures have shroud": (
        "grants(each_other(both(subtype(merfolk),type(creature))),shroud)",
    ),
    "All creatures lose all abilities and have deathtouch and have base power and toughness 1/1": (
        "loses_all_abilities(each(type(creature)))",
        "grants(each(type(creature)),deathtouch)",
        "base(each(type(creature)),pt(1,1))",
    ),
    "Equipped creature can't be enchanted or equipped": (
        "cant_be(attached,enchanted)",
        "cant_be(attached,equipped)",
    ),
    "Enchanted creature is an artifact in addition to its other types": ("adds_type(attached,artifact)",),
    "Lands you control are 1/1 creatures that are still lands": (
        "base(each(both(type(land),controlled_by(you))),pt(1,1))",
        "adds_type(each(both(type(land),controlled_by(you))),creature)",
    ),
    "~ is a blue Wall artifact with base power and toughness 7/8": (
        "becomes_color(self,blue)",
        "is_subtype(self,wall)",
        "is_type(self,artifact)",
        "base(self,pt(7,8))",
    ),
    "~ gets +1/+1 for each Goblin you control": (
        "gets_per(self,pt(1,1),permanents(both(subtype(goblin),controlled_by(you))))",
    ),
    'Enchanted creature has "When this creature dies, draw a card."': (
        'grants(attached,when(dies,self,"draw a card"))',
    ),
    "enchanted player has hexproof; you have shroud": (
        "grants(attached_player,hexproof)",
        "grants(you,shroud)",
    ),
    # numbers
    f"{EACH_EQUAL} the number of snow lands you control": (
        "equal_pt(permanents(both(supertype(snow),both(type(land),controlled_by(you)))))",
    ),
    f"{EACH_EQUAL} your life total": ("equal_pt(life(you))",),
    f"{EACH_EQUAL} 1 plus the number of cards in all graveyards": (
        "equal_pt(plus(cards_in(graveyard,all),1))",
    ),
    f"{POWER_EQUAL} the number of card types among {ALL_GRAVEYARDS}": (
        "equal_power(card_types_in(graveyard,all))",
    ),
    "~'s power is equal to the number of Elves you control "
    "and its toughness is equal to that number plus 2": (
        "equal_power(permanents(both(subtype(elf),controlled_by(you))))",
        "equal_toughness(plus(permanents(both(subtype(elf),controlled_by(you))),2))",
    ),
    "~'s toughness is equal to the number of dream counters on ~": (
        "equal_toughness(counters_on(self,dream))",
    ),
    # counters
    "~ can't have more than nine oil counters on it": ("max_counters(oil,9)",),
    "~ enters with three +1/+1 counters on it": ("enters_with(pt(1,1),3)",),
    "~ enters with a shield counter on it": ("enters_with(shield,1)",),
    "~ can't have counters put on it": ("cant_have_counters(self,any)",),
    # losing and winning
    "You can't lose the game and players can't win the game": ("cant_lose(you)", "cant_win(all)"),
    "You don't lose the game for having ten or more poison counters": ("doesnt_lose_for(you,poison)",),
    f"{WOULD_LOSE} exile this creature and your life total becomes 5": (
        "instead_of_losing(then(exile(self),life_becomes(5)))",
    ),
    f"{WOULD_LOSE} shuffle everything into your library, then draw seven cards": (
        "instead_of_losing(then(shuffle_all_into_library,draw(7)))",
    ),
    # dying
    "If ~ would die, exile it instead": ("instead_of_dying(self,exile)",),
    "If another nontoken creature would die, exile it instead": (
        "instead_of_dying(each_other(both(non(token),type(creature))),exile)",
    ),
    f"If a card or token {WOULD_GO} into a graveyard, exile it instead": (
        "instead_of_graveyard(each(everything),exile)",
    ),
    "When ~ dies, draw a card. You lose 1 life.": ('when(dies,self,"draw a card. You lose 1 life")',),
    "When enchanted land is put into a graveyard from the battlefield, draw": ('when(dies,attached,"draw")',),
    "Whenever ~ or another creature dies, scry 1": (
        'when(dies,self,"scry 1")',
        'when(dies,each_other(type(creature)),"scry 1")',
    ),
    "Whenever one or more tokens you control die, scry 1": (
        'when(dies,one_or_more(both(token,controlled_by(you))),"scry 1")',
    ),
    # single rules
    'The "legend rule" doesn\'t apply.': ("legend_rule_off(all)",),
    "legend rule doesn't apply to permanents you control": ("legend_rule_off(you)",),
    "Lethal damage dealt to ~ is determined by its power rather than its toughness": (
        "lethal_by_power(self)",
    ),
    "Equipped creature has protection from Elves. This effect doesn't remove Auras.": (
        "grants(attached,protection(subtype(elf)))",
        "spares(attached_auras)",
    ),
    "I, II — Draw a card.": ('chapter(1,"Draw a card")', 'chapter(2,"Draw a card")'),
    "chapter III": ('chapter(3,"")',),
    # what cannot matter, word for word
    "{T}: Add {G}. Spend it wisely.": ('described("{T}: Add {G}. Spend it wisely")',),
    "−3: Draw a card": ('described("-3: Draw a card")',),
    "Whenever you attack, draw a card": ('described("Whenever you attack, draw a card")',),
    # where one ability ends
    "When ~ enters, draw a card. Flying. Enchanted creature has reach": (
        'when(enters,self,"draw a card")',
        "flying",
        "grants(attached,reach)",
    ),
    "Flying (It soars.)\nreach": ("flying", "reach"),
    "": (),
}


def terms(text: str) -> tuple[str, ...] | None:
    reading = read_text(GAME, text)
    return None if reading.unread else tuple(ability.term for ability in reading.abilities)


@pytest.mark.parametrize("text", READINGS)
def test_reading(text: str) -> None:
    assert terms(text) == READINGS[text]


def test_duration_and_places() -> None:
    text = "Flying; enchanted creature gets +2/+0 and has haste until end of turn. (It hurries.)"
    abilities = read_text(GAME, text).abilities
    assert [ability.duration for ability in abilities] == [None, "end_of_turn", "end_of_turn"]
    assert [text[ability.start : ability.end] for ability in abilities] == ["Flying", *[text[8:69]] * 2]


def test_its_own_name() -> None:
    reading = read_text(
        GAME, "Ana, the Odd gets +1/+1. Ana's toughness is equal to your life total", "Ana, the Odd"
    )
    assert [ability.term for ability in reading.abilities] == [
        "gets(self,pt(1,1))",
        "equal_toughness(life(you))",
    ]


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("flyng", "flyng", "flying"),
        ("enchanted creature gets +1/+1 and has flyng", "flyng", "flying"),
        ("enchant creeture", "creeture", "creature"),
        ("enchant creature or", "end of text", "type (creature)"),
        ("protection from zorbles", "zorbles", "subtypes (Oxen)"),
        ("Destroy target creature.", "Destroy", "keyword (deathtouch)"),
        ("~ gets +1/+1 as long as it snows", "as", "for each"),
        ("When zorble dies, draw a card", "zorble", "another"),
        ("When ~ and zorble dies, draw a card", "and", "event (dies)"),
        ('~ has "zorble"', "zorble", "one ability in quotes"),
        ("flying (creature)", "(", "duration (until end of turn)"),
        ("enchant creature (you control)", "(", "controlled (you control)"),
    ],
)
def test_unread(text: str, word: str, expected: str) -> None:
    [unread] = read_text(GAME, text).unread
    assert terms(text) is None
    assert text.startswith(unread.text)
    assert unread.stopped_at == word
    assert expected in unread.expected


def test_an_unread_sentence_begins_with_the_name_that_stands_first() -> None:
    [unread] = read_text(GAME, "Flying. Old Lamp zorbles Old Lamp.", "Old Lamp").unread
    assert unread.text.startswith("Old Lamp zorbles Old Lamp")


def test_unread_sentence_leaves_the_others() -> None:
    text = "Flying. Zorble two cards; haste"
    reading = read_text(GAME, text)
    assert [ability.term for ability in reading.abilities] == ["flying", "haste"]
    assert [text[unread.start : unread.end] for unread in reading.unread] == ["Zorble two cards"]


# ---- properties ----

COLORS = st.sampled_from(["white", "blue", "black", "red", "green"]).map("color({})".format)
NOUNS = st.sampled_from(
    ["type(creature)", "type(land)", "subtype(goblin)", "subtype(plains)", "permanent", "token"]
)
QUALIFIERS = st.sampled_from(
    [
        "controlled_by(you)",
        "controlled_by(opponent)",
        "non(controlled_by(you))",
        "owned_by(you)",
        "with(flying)",
        "without(first_strike)",
        "with_power(le,2)",
        "with_toughness(ge,4)",
        'named("Odd Name")',
    ]
)
ADJECTIVES = COLORS | st.sampled_from(
    [
        "multicolored",
        "tapped",
        "supertype(legendary)",
        "non(type(land))",
        "non(color(red))",
        "non(token)",
        "non(subtype(elf))",
        "either(color(red),color(green))",
    ]
)


def both(first: st.SearchStrategy[str], second: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.tuples(first, second).map(lambda parts: f"both({parts[0]},{parts[1]})")


CHOICES = NOUNS | st.tuples(NOUNS, NOUNS).map(lambda parts: f"either({parts[0]},{parts[1]})")
QUALIFIED = CHOICES | both(CHOICES, QUALIFIERS | both(QUALIFIERS, QUALIFIERS))
COMPOUNDS = both(NOUNS, NOUNS)
QUALITIES = QUALIFIED | both(ADJECTIVES, QUALIFIED) | COMPOUNDS | both(COMPOUNDS, QUALIFIERS)
SETS = (
    st.sampled_from(["self", "attached"])
    | QUALITIES.map("each({})".format)
    | QUALITIES.map("each_other({})".format)
)
NUMBERS = st.integers(0, 99)
CHANGES = st.tuples(st.integers(-9, 9), st.integers(-9, 9)).map(lambda pair: f"pt({pair[0]},{pair[1]})")
KEYWORDS = (
    st.sampled_from(
        ["flying", "first_strike", "umbra_armor", "start_your_engines", 'bestow("")', 'ward("{2}")']
    )
    | NUMBERS.map("toxic({})".format)
    | QUALITIES.map("protection({})".format)
    | COLORS.map("hexproof_from({})".format)
    | QUALITIES.map("enchant({})".format)
)
COUNTS = QUALITIES.map("permanents({})".format) | st.sampled_from(
    ["life(you)", "cards_in(hand,you)", "cards_in(graveyard,all)", "counters_on(self,dream)"]
)
ABILITIES = (
    KEYWORDS
    | st.builds("gets({},{})".format, SETS, CHANGES)
    | st.builds("grants({},{})".format, SETS, KEYWORDS)
    | st.builds("loses_all_abilities({})".format, SETS)
    | st.builds("cant_be({},{})".format, SETS, st.sampled_from(["enchanted", "equipped", "regenerated"]))
    | st.builds("adds_type({},{})".format, SETS, st.sampled_from(["artifact", "creature"]))
    | st.builds("lethal_by_power({})".format, SETS)
    | st.builds("instead_of_dying({},exile)".format, SETS)
    | st.builds('when(dies,{},"{}")'.format, SETS, st.sampled_from(["draw a card", "a , b. c"]))
    | st.builds("equal_pt(plus({},{}))".format, COUNTS, NUMBERS)
    | st.builds("equal_toughness({})".format, COUNTS)
    | st.builds("max_counters(pt(1,1),{})".format, NUMBERS)
    | st.builds("enters_with(dream,{})".format, NUMBERS)
    | st.builds("instead_of_losing(then(exile(self),life_becomes({})))".format, NUMBERS)
)


@settings(max_examples=300, deadline=None)
@given(ABILITIES, st.sampled_from([None, "end_of_turn"]))
def test_round_trip(term: str, duration: str | None) -> None:
    duration = None if term.startswith("when(") else duration
    said = print_ability(GAME, term, duration)
    reading = read_text(GAME, said)
    assert [(ability.term, ability.duration) for ability in reading.abilities] == [(term, duration)], said
    assert not reading.unread


def with_nonsense(text: str, place: int) -> tuple[Reading, list[ReadAbility]]:
    """What is read of a text with a nonsense word at a place, and the abilities that keep that word; where it
    is kept it stands in a text that is quoted, never in a term that means something."""
    words = text.split(" ")
    reading = read_text(GAME, " ".join([*words[:place], "zorbled", *words[place:]]))
    kept = [ability for ability in reading.abilities if "zorbled" in ability.term]
    assert all("zorbled" not in "".join(ability.term.split('"')[::2]) for ability in kept), place
    return reading, kept


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(READINGS)) | ABILITIES.map(lambda term: print_ability(GAME, term)), st.data())
def test_a_nonsense_word_is_never_passed_over(text: str, data: st.DataObject) -> None:
    reading, kept = with_nonsense(text, data.draw(st.integers(0, len(text.split(" ")))))
    assert reading.unread or kept or "(It" in text


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_read_or_unread(text: str) -> None:
    reading = read_text(GAME, text)
    for part in (*reading.abilities, *reading.unread):
        assert text[part.start : part.end].strip()


# ---- the grammar and its word lists ----


def test_no_wording() -> None:
    with pytest.raises(Malformed, match="no wording"):
        print_ability(GAME, "zorbled(2)")
    with pytest.raises(Malformed, match="no word lists"):
        read_text("zorble", "flying")


def test_word_lists() -> None:
    """Every declared class has a list and every list is declared; no word stands twice in a list."""
    folder = files("headjudge.grammar").joinpath(GAME)
    declared = {
        name
        for file in (*folder.iterdir(), *folder.joinpath("cards").iterdir())
        if file.name.endswith(".lark")
        for line in file.read_text("utf-8").splitlines()
        if line.startswith("%declare")
        for name in line.split()[1:]
    }
    listed: set[str] = set()
    for file in folder.iterdir():
        if file.name.endswith(".toml"):
            for name, lines in tomllib.loads(file.read_text("utf-8")).items():
                words = [line.rpartition(": ")[0].lower() or line.lower() for line in lines]
                assert len(words) == len(set(words)), name
                assert name not in listed
                listed.add(name)
    assert listed == declared
    assert set(lexicon(GAME, "sentence").words) == listed
