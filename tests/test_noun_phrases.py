"""Noun phrases: what each rule that other grammars build on reads, and that it can be said again."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from headjudge.language.grammars import compiled
from headjudge.language.lexicon import SHARED, Stop, lexicon
from headjudge.language.meaning import terms_of
from headjudge.language.wording import Wording
from headjudge.terms import read, show

GAME = "magic"
CREATURE = "type(creature)"
YOURS = "controlled_by(you)"

#: By rule: phrases and their terms; the first phrase with a term is the one that is printed.
PHRASES = {
    "thing": {
        "~": "self",
        "this creature": "self",
        "enchanted creature": "attached",
        "it": "it",
        "target creature": f"target({CREATURE})",
        "target spell or ability": "target(either(spell,ability))",
        "another target permanent": "target_other(permanent)",
        "up to one target creature": f"targets(up_to(1),{CREATURE})",
        "up to one other target creature": f"targets_other(up_to(1),{CREATURE})",
        "a card": "a(card)",
        "an artifact": "a(type(artifact))",
        "a creature or an artifact": f"a_or_a({CREATURE},type(artifact))",
        "another creature you control": f"another(both({CREATURE},{YOURS}))",
        "each creature": f"each({CREATURE})",
        "each other creature": f"each_other({CREATURE})",
        "each of two target lands": "each_of(targets(2,type(land)))",
        "one of them": "one_of(them)",
        "that spell": "that(spell)",
        "that artifact creature": f"that(both(type(artifact),{CREATURE}))",
        "the token": "the(token)",
        "the exiled card": "the(exiled,card)",
        "the top card of your library": "top_card(you)",
        # what a thing is
        "target instant or sorcery card": "target(both(either(type(instant),type(sorcery)),card))",
        "a creature card or land card": f"a(either(both({CREATURE},card),both(type(land),card)))",
        "target artifact or tapped creature": f"target(either(type(artifact),both(tapped,{CREATURE})))",
        "target nonartifact, nonblack creature": (
            f"target(both(both(non(type(artifact)),non(color(black))),{CREATURE}))"
        ),
        "a nontoken Elf": "a(both(non(token),subtype(elf)))",
        "a historic permanent": "a(both(historic,permanent))",
        "a Merfolk card": "a(both(subtype(merfolk),card))",
        "target attacking or blocking creature": f"target(both(either(attacking,blocking),{CREATURE}))",
        # and what is said of it
        "target land defending player controls": "target(both(type(land),controlled_by(defending_player)))",
        "target land target player controls": "target(both(type(land),controlled_by(target(player))))",
        "target creature with flying": f"target(both({CREATURE},with(flying)))",
        "target creature with mana value x or less": f"target(both({CREATURE},with_mana_value(le,x)))",
        "target card from your graveyard": "target(both(card,from(graveyard,you)))",
        "a card in exile": "a(both(card,in(exile)))",
        "a creature with a charge counter on it": f"a(both({CREATURE},with_counter(charge)))",
        "a creature with three or more oil counters on it": f"a(both({CREATURE},with_counters(ge,3,oil)))",
        "a creature other than ~": f"a(both({CREATURE},other_than(self)))",
        "a card with the same name as that spell": "a(both(card,same_name(that(spell))))",
        "a card named ~": "a(both(card,named(self)))",
        "target creature that was dealt damage this turn": f"target(both({CREATURE},dealt_damage_this_turn))",
        "a permanent of the chosen color": "a(both(permanent,of(chosen_color)))",
        "a spell with mana value equal to its power": "a(both(spell,mana_value_equal(power(it))))",
        "target creature with the greatest power among creatures": (
            f"target(both({CREATURE},with_greatest(power,{CREATURE})))"
        ),
    },
    "things": {
        "all artifacts": "all(type(artifact))",
        "all other creatures": f"all_other({CREATURE})",
        "all artifacts or enchantments": "all(either(type(artifact),type(enchantment)))",
        "all artifacts and enchantments": "all(either(type(artifact),type(enchantment)))",
        "all instant or sorcery cards": "all(both(either(type(instant),type(sorcery)),card))",
        "Elves you control": f"plural(both(subtype(elf),{YOURS}))",
        "Merfolk or Goblins": "plural(either(subtype(merfolk),subtype(goblin)))",
        "other tapped creatures": f"plural_other(both(tapped,{CREATURE}))",
        "2 cards": "some(2,card)",
        "two cards": "some(2,card)",
        "3 or more lands": "some(ge(3),type(land))",
        "any number of lands": "some(any_number,type(land))",
        "one or more creatures": f"some(one_or_more,{CREATURE})",
        "2 target creatures": f"targets(2,{CREATURE})",
        "x target creatures": f"targets(x,{CREATURE})",
        "up to 2 target creatures": f"targets(up_to(2),{CREATURE})",
        "up to 2 other target creatures": f"targets_other(up_to(2),{CREATURE})",
        "them": "them",
        "the rest": "the_rest",
        "those creatures": f"those({CREATURE})",
        "the exiled cards": "all_the(exiled,card)",
        "2 of them": "some_of(2,them)",
        "the top 2 cards of your library": "top_cards(2,you)",
        "target creature and target land": f"and(target({CREATURE}),target(type(land)))",
    },
    "one_player": {
        "target player": "target(player)",
        "target opponent": "target(opponent)",
        "each opponent": "each(opponent)",
        "that player": "that(player)",
        "defending player": "defending_player",
        "its controller": "controller(it)",
        "that spell's controller": "controller(that(spell))",
        "target nonland permanent's owner": "owner(target(both(non(type(land)),permanent)))",
    },
    "many_players": {
        "they": "they",
        "your opponents": "opponents",
        "2 target players": "targets_players(2)",
    },
    "you": {"you": "you"},
    "whose": {
        "your": "you",
        "their": "they",
        "its owner's": "owner(it)",
        "that player's": "that(player)",
        "their owners'": "owners",
    },
    "recipient": {
        "any target": "any_target",
        "any other target": "any_other_target",
        "you": "you",
        "them": "them",
        "target player": "target(player)",
        "target creature": f"target({CREATURE})",
        "target creature or player": f"target(either({CREATURE},player))",
        "each creature without flying and each player": (
            f"and(each(both({CREATURE},without(flying))),each(player))"
        ),
        "each opponent and each creature they control": (
            f"and(each(opponent),each(both({CREATURE},controlled_by(they))))"
        ),
    },
    "number": {"2": "2", "two": "2", "x": "x"},
    "amount": {
        "3": "3",
        "that many": "that_many",
        "that much": "that_many",
        "twice that many": "twice(that_many)",
        "half that many, rounded up": "half_up(that_many)",
    },
    "equal_to": {
        "equal to its power": "power(it)",
        "equal to that creature's toughness": f"toughness(that({CREATURE}))",
        "equal to the sacrificed creature's mana value": f"mana_value(the(sacrificed,{CREATURE}))",
        "equal to the mana value of the exiled card": "mana_value(the(exiled,card))",
        "equal to the number of cards in your hand": "number_of(both(card,in(hand,you)))",
        "equal to 1 plus the number of lands": "plus(1,number_of(type(land)))",
        "equal to twice its power": "twice(power(it))",
        "equal to the greatest power among creatures": f"greatest(power,{CREATURE})",
        "equal to the number of charge counters on it": "counters_on(it,charge)",
        "equal to the damage dealt this way": "damage_dealt_this_way",
        "equal to your life total": "life(you)",
        "equal to the number of card types among cards": "card_types_among(card)",
    },
    "for_each": {
        "for each creature you control": f"number_of(both({CREATURE},{YOURS}))",
        "for each card in your hand": "number_of(both(card,in(hand,you)))",
        "for each +1/+1 counter on it": "counters_on(it,pt(1,1))",
        "for each opponent you have": "opponents(you)",
        "for each color among permanents": "colors_among(permanent)",
    },
    "where_x": {", where x is its power": "where_x(power(it))"},
    "counters": {
        "a +1/+1 counter": "counter(pt(1,1))",
        "2 charge counters": "counters(2,charge)",
        "x blood counters": "counters(x,blood)",
        "3 flying counters": "counters(3,flying)",
        "that many oil counters": "that_many_counters(oil)",
    },
    "basic_pt": {"2/2": "pt(2,2)", "x/x": "pt(x,x)"},
    "raise": {"+2/+2": "pt(2,2)", "-x/-x": "pt(minus_x,minus_x)", "+x/+0": "pt(x,0)"},
}
EACH = [(start, phrase, term) for start, phrases in PHRASES.items() for phrase, term in phrases.items()]
TERMS = sorted({(start, term) for start, _, term in EACH})
#: What may follow a noun phrase in a sentence, each word or phrase one literal.
AFTER = [
    "until end of turn", "to", "from", "and", "and gains", "with", "in", "for each", "equal to", "under",
    "instead", "where", "gets", "then", "if", "as", "of", "that", "onto", "tapped", ",",
]  # fmt: skip


def terms(start: str, phrase: str) -> list[str] | None:
    words = lexicon(GAME, start, SHARED)
    tree = words.parse(phrase)
    return None if isinstance(tree, Stop) else [show(term) for term in terms_of(words, tree, read)]


@pytest.mark.parametrize(("start", "phrase", "term"), EACH)
def test_reading(start: str, phrase: str, term: str) -> None:
    assert terms(start, phrase) == [term]


@pytest.mark.parametrize(("start", "term"), TERMS)
def test_the_way_back(start: str, term: str) -> None:
    said = Wording(GAME, start, SHARED).say(start, read(term))
    assert said is not None
    assert terms(start, said) == [term], said


@pytest.mark.parametrize(("start", "phrase", "term"), EACH)
def test_a_nonsense_word_is_never_passed_over(start: str, phrase: str, term: str) -> None:
    words = phrase.split()
    for place in range(len(words) + 1):
        assert terms(start, " ".join([*words[:place], "zorbled", *words[place:]])) is None


@pytest.mark.parametrize("rule", [*PHRASES, "phrase{noun, _or}", "phrase{nouns, _or}"])
def test_one_reading_before_any_word(rule: str) -> None:
    """Each rule is LALR(1) without a conflict after a verb and before the words that may follow it."""
    text = files("headjudge.grammar").joinpath(GAME, f"{SHARED}.lark").read_text("utf-8")
    followed = "".join(f'\n     | "zorble" {rule} "{word}" NUMBER' for word in AFTER)
    assert compiled(f'test: "zorble" {rule}{followed}\n{text}', "test")


def test_no_literal_is_the_name_of_a_class() -> None:
    """Lark would take a literal of one word for the declared class that is named like it."""
    folder = files("headjudge.grammar").joinpath(GAME)
    every = (*folder.iterdir(), *folder.joinpath("cards").iterdir())
    texts = {file.name: file.read_text("utf-8") for file in every if file.name.endswith(".lark")}
    for name, text in texts.items():
        both = text + texts[f"{SHARED}.lark"]
        classes = {word for line in re.findall(r"(?m)^%declare (.*)", both) for word in line.split()}
        rules = re.sub(r"(?m)//.*|^_?[A-Z_]+(\.\d+)?:.*", "", text)
        assert not {word for word in re.findall(r'"(\w+)"', rules) if word.upper() in classes}, name
