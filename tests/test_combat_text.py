"""What texts say about attacking and blocking: every form with its term, what is declined, printing back."""

from __future__ import annotations

import clingo
import pytest
from headjudge.language.card_text import print_ability, read_text

from .test_rules_text import with_nonsense

GAME = "magic"
CREATURES = "type(creature)"
YOURS = "both(type(creature),controlled_by(you))"
FLYERS = "both(type(creature),with(flying))"
ISLAND = "controls(defending_player,subtype(island))"

READINGS = {
    # ---- restrictions on attacking ----
    "~ can't attack": ("cant(self,attack)",),
    "~ can't attack or block": ("cant(self,attack)", "cant(self,block)"),
    "Enchanted creature can't attack or block": ("cant(attached,attack)", "cant(attached,block)"),
    "~ can't attack alone": ("cant(self,attack_alone)",),
    "~ can't attack or block alone": ("cant(self,attack_alone)", "cant(self,block_alone)"),
    "Creatures can't attack you": (f"cant_attack(each({CREATURES}),you)",),
    "~ can't attack planeswalkers you control": ("cant_attack(self,planeswalkers)",),
    "~ can't attack its owner": ("cant_attack(self,owner)",),
    "~ can't attack your opponents": ("cant_attack(self,opponents)",),
    "Enchanted creature gets +1/+1 and can't attack you or planeswalkers you control": (
        "gets(attached,pt(1,1))",
        "cant_attack(attached,you_or_planeswalkers)",
    ),
    "No more than one creature can attack each combat": ("attack_limit(1)",),
    "No more than two creatures can attack each combat": ("attack_limit(2)",),
    "No more than nine creatures can attack you each combat": ("attack_limit(9,you)",),
    # ---- restrictions on blocking ----
    "~ can't block": ("cant(self,block)",),
    "~ can't block alone": ("cant(self,block_alone)",),
    "~ can't block creatures with power 2 or less": (
        "cant_block(self,both(type(creature),with_power(le,2)))",
    ),
    "Cowards can't block Warriors": ("cant_block(each(subtype(coward)),subtype(warrior))",),
    "Creatures with horsemanship can't attack you or block creatures you control": (
        "cant_attack(each(both(type(creature),with(horsemanship))),you)",
        "cant_block(each(both(type(creature),with(horsemanship))),both(type(creature),controlled_by(you)))",
    ),
    "~ can block only creatures with flying": (f"can_block_only(self,{FLYERS})",),
    "No more than one creature can block each combat": ("block_limit(1)",),
    # ---- restrictions on being blocked ----
    "~ can't be blocked": ("cant_be(self,blocked)",),
    "~ can't block and can't be blocked": ("cant(self,block)", "cant_be(self,blocked)"),
    "~ can't be blocked by Walls": ("cant_be_blocked_by(self,subtype(wall))",),
    "~ can't be blocked by green or white creatures": (
        "cant_be_blocked_by(self,both(either(color(green),color(white)),type(creature)))",
    ),
    "~ can't be blocked by Vampires, Zombies, or artifact creatures": (
        "cant_be_blocked_by(self,either(subtype(vampire),either(subtype(zombie),"
        "both(type(artifact),type(creature)))))",
    ),
    "~ can't be blocked by creatures with greater power": (
        "cant_be_blocked_by(self,both(type(creature),with_power(gt,its)))",
    ),
    "~ can't be blocked by creatures with power 3": (
        "cant_be_blocked_by(self,both(type(creature),with_power(eq,3)))",
    ),
    "~ can't be blocked by creatures with toughness 9 or greater": (
        "cant_be_blocked_by(self,both(type(creature),with_toughness(ge,9)))",
    ),
    "Creatures with power less than ~'s power can't block it": (
        "cant_be_blocked_by(self,both(type(creature),with_power(lt,its)))",
    ),
    "Creatures with power less than the number of Gnomes you control can't block ~": (
        "cant_be_blocked_by(self,both(type(creature),with_power(lt,permanents(both(subtype(gnome),controlled_by(you))))))",
    ),
    "~ can't be blocked by creatures with power greater than the number of lands you control": (
        "cant_be_blocked_by(self,both(type(creature),"
        "with_power(gt,permanents(both(type(land),controlled_by(you))))))",
    ),
    "~ can't block or be blocked by artifact creatures": (
        "cant_block(self,both(type(artifact),type(creature)))",
        "cant_be_blocked_by(self,both(type(artifact),type(creature)))",
    ),
    "~ can't be blocked except by artifact creatures": (
        "cant_be_blocked_except_by(self,both(type(artifact),type(creature)))",
    ),
    "~ can't be blocked except by Walls and/or Gnomes with flying": (
        "cant_be_blocked_except_by(self,either(subtype(wall),both(subtype(gnome),with(flying))))",
    ),
    "~ can't be blocked except by Gnomes with flying or Walls": (
        "cant_be_blocked_except_by(self,either(both(subtype(gnome),with(flying)),subtype(wall)))",
    ),
    "~ can't be blocked except by Gnomes with flying or reach": (
        "cant_be_blocked_except_by(self,both(subtype(gnome),either(with(flying),with(reach))))",
    ),
    "~ can't be blocked except by nine or more creatures": ("least_blockers(self,9)",),
    "~ can't be blocked by more than one creature": ("most_blockers(self,1)",),
    "~ can't be blocked by more than two creatures": ("most_blockers(self,2)",),
    "Enchanted creature has horsemanship and can't be blocked by more than nine creatures": (
        "grants(attached,horsemanship)",
        "most_blockers(attached,9)",
    ),
    "~ can't be blocked unless all creatures defending player controls block it": (
        "blocked_by_all_or_none(self)",
    ),
    # ---- conditions ----
    "~ can't attack unless defending player controls an Island": (f"cant_attack_unless(self,{ISLAND})",),
    "~ can't attack if defending player controls an untapped Desert": (
        "cant_attack_unless(self,fails(controls(defending_player,both(untapped,subtype(desert)))))",
    ),
    "~ can't attack unless you control a Pest or a Yeti": (
        "cant_attack_unless(self,controls(you,either(subtype(pest),subtype(yeti))))",
    ),
    "~ can't attack unless an opponent controls four or more artifacts": (
        "cant_attack_unless(self,controls(opponent,4,type(artifact)))",
    ),
    "~ can't attack or block unless you control another Pest": (
        "cant_attack_unless(self,controls_another(subtype(pest)))",
        "cant_block_unless(self,controls_another(subtype(pest)))",
    ),
    "~ can't attack or block unless you control nine or more creatures": (
        "cant_attack_unless(self,controls(you,9,type(creature)))",
        "cant_block_unless(self,controls(you,9,type(creature)))",
    ),
    "~ can't attack unless you control more Gnomes than defending player": (
        "cant_attack_unless(self,controls_more(subtype(gnome)))",
    ),
    "~ can't block unless you control more Gnomes than attacking player": (
        "cant_block_unless(self,controls_more(subtype(gnome)))",
    ),
    "~ can't attack unless a Gnome with greater power also attacks": (
        "cant_attack_unless(self,attacking_with(both(subtype(gnome),with_power(gt,its))))",
    ),
    "~ can't block unless a black or green creature also blocks": (
        "cant_block_unless(self,blocking_with(both(either(color(black),color(green)),type(creature))))",
    ),
    "~ can't block unless attacking player controls a Swamp": (
        "cant_block_unless(self,controls(attacking_player,subtype(swamp)))",
    ),
    "~ can't block if you control an untapped land": (
        "cant_block_unless(self,fails(controls(you,both(untapped,type(land)))))",
    ),
    "~ can't be blocked as long as defending player controls an artifact": (
        "cant_be_blocked_while(self,controls(defending_player,type(artifact)))",
    ),
    "~ can't be blocked if you control no other creatures": (
        f"cant_be_blocked_while(self,fails(controls_another({CREATURES})))",
    ),
    "~ can't be blocked as long as an opponent controls no Walls": (
        "cant_be_blocked_while(self,fails(controls(opponent,subtype(wall))))",
    ),
    # ---- costs ----
    "Creatures can't attack you unless their controller pays {7} for each creature they control that's "
    "attacking you": (f'attack_cost(each({CREATURES}),you,"{{7}}")',),
    "Creatures can't attack you unless their controller pays {7} for each creature he or she controls that's "
    "attacking you": (f'attack_cost(each({CREATURES}),you,"{{7}}")',),
    "Creatures can't attack planeswalkers you control unless their controller pays {7} for each creature "
    "they control that's attacking a planeswalker you control": (
        f'attack_cost(each({CREATURES}),planeswalkers,"{{7}}")',
    ),
    "Black creatures can't attack you or planeswalkers you control unless their controller pays {C} for "
    "each of those creatures": (
        'attack_cost(each(both(color(black),type(creature))),you_or_planeswalkers,"{C}")',
    ),
    "~ can't attack you unless its controller pays {1}": ('attack_cost(self,you,"{1}")',),
    "Enchanted creature can't attack unless its controller pays {7}": ('attack_cost(attached,anyone,"{7}")',),
    "~ can't attack unless you sacrifice two Islands": (
        'attack_cost(self,anyone,"you sacrifice two Islands")',
    ),
    "~ can't attack or block unless its controller pays {7} for each card in your hand": (
        'attack_cost(self,anyone,"{7} for each card in your hand")',
        'block_cost(self,"{7} for each card in your hand")',
    ),
    "~ can't attack or block unless you pay {7} for each +1/+1 counter on it": (
        'attack_cost(self,anyone,"you pay {7} for each +1/+1 counter on it")',
        'block_cost(self,"you pay {7} for each +1/+1 counter on it")',
    ),
    "~ can't block unless its controller pays {3}": ('block_cost(self,"{3}")',),
    "Creatures can't block unless their controller pays {7} for each of those creatures": (
        f'block_cost(each({CREATURES}),"{{7}}")',
    ),
    # ---- requirements ----
    "~ attacks each combat if able": ("attacks_each_combat(self)",),
    "~ attacks each turn if able": ("attacks_each_combat(self)",),
    "Creatures you control attack each turn if able": (f"attacks_each_combat(each({YOURS}))",),
    "Enchanted creature gets +7/+7 and attacks each combat if able": (
        "gets(attached,pt(7,7))",
        "attacks_each_combat(attached)",
    ),
    "~ attacks you each combat if able": ("attacks_whom(self,you)",),
    "~ attacks you or a planeswalker you control each combat if able": (
        "attacks_whom(self,you_or_planeswalkers)",
    ),
    "~ blocks each combat if able": ("blocks_each_combat(self)",),
    "All creatures block each turn if able": (f"blocks_each_combat(each({CREATURES}))",),
    "~ attacks or blocks each combat if able": ("attacks_each_combat(self)", "blocks_each_combat(self)"),
    "~ blocks creatures with flying each combat if able": (f"blocks_it(self,{FLYERS})",),
    "Walls you control block legendary creatures each combat if able": (
        "blocks_it(each(both(subtype(wall),controlled_by(you))),both(supertype(legendary),type(creature)))",
    ),
    "~ must be blocked if able": ("must_be_blocked(self)",),
    "Creatures you control must be blocked if able": (f"must_be_blocked(each({YOURS}))",),
    "~ must be blocked by an Eldrazi if able": ("must_be_blocked_by(self,subtype(eldrazi))",),
    "~ must be blocked by exactly one creature if able": ("must_be_blocked_by_one(self)",),
    "All creatures able to block ~ do so": (f"all_block({CREATURES},self)",),
    "All Walls able to block enchanted creature do so": ("all_block(subtype(wall),attached)",),
    "All creatures able to block ~ or enchanted creature do so": (
        f"all_block({CREATURES},self)",
        f"all_block({CREATURES},attached)",
    ),
    # ---- what is allowed ----
    "~ can block an additional creature": ("blocks_more(self,1)",),
    "~ can block an additional creature each turn": ("blocks_more(self,1)",),
    "Equipped creature gets +0/+9 and can block an additional creature each combat": (
        "gets(attached,pt(0,9))",
        "blocks_more(attached,1)",
    ),
    "~ can block two additional creatures each combat": ("blocks_more(self,2)",),
    "~ can block any number of creatures": ("blocks_any_number(self)",),
    "~ can attack as though it didn't have defender": ("attacks_despite_defender(self)",),
    "Wall artifacts can attack as though they didn't have defender": (
        "attacks_despite_defender(each(both(subtype(wall),type(artifact))))",
    ),
    "~ can attack as though it had haste": ("attacks_as_though_haste(self)",),
    "~ can block as though it were untapped": ("blocks_tapped(self)",),
    "Tapped Gnomes you control can block as though they were untapped": (
        "blocks_tapped(each(both(tapped,both(subtype(gnome),controlled_by(you)))))",
    ),
    "~ can block creatures with shadow as though it had shadow": ("blocks_despite(self,shadow)",),
    "Enchanted creature can block creatures with shadow as though they didn't have shadow": (
        "blocks_despite(attached,shadow)",
    ),
    "Creatures with desertwalk can be blocked as though they didn't have desertwalk": (
        "landwalk_off(desertwalk)",
    ),
    # ---- combat damage ----
    "~ assigns combat damage equal to its toughness rather than its power": ("assigns_by_toughness(self)",),
    "Creatures you control assign combat damage equal to their toughness rather than their power": (
        f"assigns_by_toughness(each({YOURS}))",
    ),
    "You may have ~ assign its combat damage as though it weren't blocked": ("assigns_as_unblocked(self)",),
    "You may have ~ assign her combat damage as though she weren't blocked": ("assigns_as_unblocked(self)",),
    "You may have Gnomes you control assign their combat damage as though they weren't blocked": (
        "assigns_as_unblocked(each(both(subtype(gnome),controlled_by(you))))",
    ),
    # ---- triggers ----
    "Whenever ~ attacks, draw a card": ('when(attacks,self,"draw a card")',),
    "Whenever enchanted creature blocks, draw": ('when(blocks,attached,"draw")',),
    "When a creature you control becomes blocked, untap it": (
        f'when(becomes_blocked,each({YOURS}),"untap it")',
    ),
    "Whenever ~ attacks or blocks, draw": ('when(attacks,self,"draw")', 'when(blocks,self,"draw")'),
    "Whenever ~ blocks or becomes blocked, draw": (
        'when(blocks,self,"draw")',
        'when(becomes_blocked,self,"draw")',
    ),
    "Whenever ~ enters or attacks, draw": ('when(enters,self,"draw")', 'when(attacks,self,"draw")'),
    "Whenever ~ attacks or dies, draw": ('when(attacks,self,"draw")', 'when(dies,self,"draw")'),
    "Whenever another creature attacks alone, scry 1": (
        f'when(attacks_alone,each_other({CREATURES}),"scry 1")',
    ),
    "Whenever ~ or equipped creature attacks, scry 1": (
        'when(attacks,self,"scry 1")',
        'when(attacks,attached,"scry 1")',
    ),
    "Whenever one or more creatures you control attack, scry 1": (
        f'when(attacks,one_or_more({YOURS}),"scry 1")',
    ),
    "Pack tactics — Whenever ~ attacks, if you are ready, draw": (
        'when(attacks,self,"if you are ready, draw")',
    ),
    "Whenever you attack, draw": ('described("Whenever you attack, draw")',),
    "Whenever ~ attacks and isn't blocked, draw": (
        'described("Whenever ~ attacks and isn\'t blocked, draw")',
    ),
    "Whenever ~ becomes blocked by a creature, draw": (
        'described("Whenever ~ becomes blocked by a creature, draw")',
    ),
    "Max speed — Whenever ~ attacks, draw": ('described("Max speed — Whenever ~ attacks, draw")',),
    # ---- several of them, and what is beside them ----
    "Enchanted creature can't attack or block, and its activated abilities can't be activated": (
        "cant(attached,attack)",
        "cant(attached,block)",
        'described("its activated abilities can\'t be activated")',
    ),
    "Threshold — ~ can't be blocked": ("cant_be(self,blocked)",),
    "II — Creatures can't attack": ('chapter(2,"Creatures can\'t attack")',),
    "~ attacks each combat if able, can't be regenerated, and can't attack its owner": (
        "attacks_each_combat(self)",
        "cant_be(self,regenerated)",
        "cant_attack(self,owner)",
    ),
    "Equipped creature gets +1/+1, can't be blocked by Walls, and has vigilance": (
        "gets(attached,pt(1,1))",
        "cant_be_blocked_by(attached,subtype(wall))",
        "grants(attached,vigilance)",
    ),
}

# With a duration of their own, as effects say them.
LASTING = {
    "~ can't be blocked this turn": ("cant_be(self,blocked)", "end_of_turn"),
    "Creatures without flying can't block this turn": (
        "cant(each(both(type(creature),without(flying))),block)",
        "end_of_turn",
    ),
    "~ can block an additional creature this turn": ("blocks_more(self,1)", "end_of_turn"),
    "~ attacks this turn if able": ("attacks_each_combat(self)", "end_of_turn"),
    "Creatures you control attack this combat if able": (
        f"attacks_each_combat(each({YOURS}))",
        "end_of_combat",
    ),
    "~ can't block until end of combat": ("cant(self,block)", "end_of_combat"),
    "~ blocks this turn if able": ("blocks_each_combat(self)", "end_of_turn"),
    "~ must be blocked this turn if able": ("must_be_blocked(self)", "end_of_turn"),
    "~ must be blocked this combat if able": ("must_be_blocked(self)", "end_of_combat"),
    "All creatures able to block ~ this turn do so": (f"all_block({CREATURES},self)", "end_of_turn"),
    "All creatures able to block ~ do so this turn": (f"all_block({CREATURES},self)", "end_of_turn"),
}

# What means something else, or something that no term can say.
DECLINED = [
    "~ can't attack you or creatures you control",
    "~ can't attack a player unless that player controls an Island",
    "~ can't attack unless you control more creatures than attacking player",
    "~ can't attack unless you have seven cards in hand",
    "~ can't be blocked as long as it's blocking alone",
    "As long as you control a Wall, ~ can't be blocked",
    "~ can't be blocked except by two creatures",
    "~ can't be blocked by more than one Wall",
    "~ must be blocked",
    "~ attacks if able",
    "~ attacks a player each combat if able",
    "~ can block up to two creatures",
    "All creatures block ~",
    "No more than one creature can attack each turn",
    "No more than one creatures can attack each combat",
    "Nonblack Gnomes can't attack you unless their controller pays {7} for each creature they control that's "
    "attacking you",
    "Creatures can't attack you unless their controller pays {7}",
    "Creatures can't attack you unless their controller pays {7} for each creature they control that's "
    "attacking a planeswalker you control",
    "Creatures with desertwalk can be blocked as though they didn't have swampwalk",
    "~ assigns combat damage equal to its power rather than its toughness",
    "You may have ~ assign its combat damage as though they weren't blocked",
    "Enchanted creature can't attack or block, and its triggered abilities can't trigger",
    "Max speed — ~ can't be blocked",
    "Strange gift — ~ can't be blocked",
    "Solved — Creatures can't attack you",
    "Enchanted creature is goaded",
]


def read(text: str) -> tuple[str, ...] | None:
    reading = read_text(GAME, text)
    return None if reading.unread else tuple(ability.term for ability in reading.abilities)


@pytest.mark.parametrize("text", READINGS)
def test_reading(text: str) -> None:
    assert read(text) == READINGS[text]
    assert all(ability.duration is None for ability in read_text(GAME, text).abilities)


@pytest.mark.parametrize("text", LASTING)
def test_lasting(text: str) -> None:
    [ability] = read_text(GAME, text).abilities
    assert (ability.term, ability.duration) == LASTING[text]


@pytest.mark.parametrize("text", DECLINED)
def test_declined(text: str) -> None:
    assert read(text) is None


TERMS = sorted({term for terms in READINGS.values() for term in terms})
# Of these the end of the sentence is quoted, and what quotes cannot be quoted again.
QUOTING = [term for term in TERMS if term.startswith(("when(", "chapter(", "described("))]
PRICED = [term for term in TERMS if '"you ' in term or "for each" in term]
PLAIN = [term for term in TERMS if term not in (*QUOTING, *PRICED)]
WITH_DURATION = [*((term, None) for term in TERMS)]
WITH_DURATION += [(term, duration) for term in PLAIN for duration in ("end_of_turn", "end_of_combat")]


@pytest.mark.parametrize(("term", "duration"), WITH_DURATION)
def test_printed_text_is_read_back(term: str, duration: str | None) -> None:
    reading = read_text(GAME, print_ability(GAME, term, duration))
    assert [(ability.term, ability.duration) for ability in reading.abilities] == [(term, duration)]
    assert not reading.unread


@pytest.mark.parametrize("term", TERMS)
def test_terms_can_be_facts(term: str) -> None:
    assert str(clingo.parse_term(term)) == term


@pytest.mark.parametrize("term", PLAIN + PRICED)
def test_quoted_on_another_object(term: str) -> None:
    assert read(f'Enchanted creature has "{print_ability(GAME, term)}"') == (f"grants(attached,{term})",)


@pytest.mark.parametrize("text", [*READINGS, *LASTING])
def test_a_nonsense_word_is_never_passed_over(text: str) -> None:
    """Wherever it stands, it is declined, or kept in a text that is quoted."""
    for place in range(len(text.split(" ")) + 1):
        reading, kept = with_nonsense(text, place)
        assert reading.unread or kept, place


@pytest.mark.parametrize(
    ("text", "word", "expected"),
    [
        ("~ can't be blocked except by zorbles", "zorbles", "subtypes (Oxen)"),
        ("~ can't attack unless you zorble a Wall", "you", "controls (you control)"),
        ("~ must be blocked this turn", "end of text", "if able"),
        ("All creatures able to block ~", "end of text", "do so"),
    ],
)
def test_where_reading_stopped(text: str, word: str, expected: str) -> None:
    [unread] = read_text(GAME, text).unread
    assert unread.stopped_at == word
    assert expected in unread.expected
