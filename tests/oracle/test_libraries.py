"""Cards picked out: discarded, looked at, revealed, searched for, shuffled."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Each opponent who controls an artifact discards a card.": (
        "spell(does(each_opponent_who_controls(a(type(artifact))),discard(a(card))))"
    ),
    "You may have target player discard a card.": ("spell(may(have(target(player),discard(a(card)))))"),
    "Any opponent may have you draw two cards.": ("spell(may_have_you(any(opponent),draw(2)))"),
    "You may discard a card or sacrifice a land.": (
        "spell(may(or(discard(a(card)),sacrifice(a(type(land))))))"
    ),
    "Shuffle your library, then reveal the top card.": (
        "spell(then(shuffle(library(you)),reveal(the_top_card)))"
    ),
    "Seek two nonland cards.": ("spell(seek(some(2,both(non(type(land)),card))))"),
    "Discard a card.": ("spell(discard(a(card)))"),
    "Discard two cards at random.": ("spell(discard(at_random(some(2,card))))"),
    "Target opponent discards a nonland card.": (
        "spell(does(target(opponent),discard(a(both(non(type(land)),card)))))"
    ),
    "Each player discards their hand.": ("spell(does(each(player),discard(hand(they))))"),
    "Discard all the cards in your hand.": ("spell(discard(all_cards_in(hand(you))))"),
    "Target player discards that many cards.": ("spell(does(target(player),discard(some(that_many,card))))"),
    "Target opponent discards half the cards in their hand, rounded up.": (
        "spell(does(target(opponent),discard(half_up(hand(they)))))"
    ),
    "Look at the top three cards of your library.": ("spell(look_at(top_cards(3,you)))"),
    "Look at that many cards from the top of your library.": ("spell(look_at(that_many_of(library(you))))"),
    "Look at target player's hand.": ("spell(look_at(hand(target(player))))"),
    "Each player reveals the top card of their library.": (
        "spell(does(each(player),reveal(top_card(they))))"
    ),
    "Target opponent reveals their hand.": ("spell(does(target(opponent),reveal(hand(they))))"),
    "Reveal a card at random from your hand.": ("spell(reveal(at_random(a(card),from(hand,you))))"),
    "Reveal cards from the top of your library until you reveal a land card.": (
        "spell(reveal_until(library(you),a(both(type(land),card))))"
    ),
    "Each opponent reveals cards from the top of their library until they reveal two creature cards.": (
        "spell(does(each(opponent),reveal_until(library(they),some(2,both(type(creature),card)))))"
    ),
    "Search your library for up to two basic land cards, reveal them, then shuffle.": (
        "spell(comma(search(library(you),some(up_to(2),both(supertype(basic),both(type(land),card)))),then(reveal(them),shuffle)))"
    ),
    "Search its controller's graveyard, hand, and library for any number of cards with that name.": (
        "spell(search(graveyard_hand_and_library(controller(it)),some(any_number,both(card,that_name))))"
    ),
    "Search your library and/or graveyard for a card named ~.": (
        "spell(search(library_or_graveyard(you),a(both(card,named(self)))))"
    ),
    "That player may search their library for a creature card.": (
        "spell(may(that(player),search(library(they),a(both(type(creature),card)))))"
    ),
    "Shuffle your library.": ("spell(shuffle(library(you)))"),
    "Manifest the top two cards of your library.": ("spell(manifest(top_cards(2,you)))"),
    "Cloak a card from your hand.": ("spell(cloak(a(both(card,from(hand,you)))))"),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
