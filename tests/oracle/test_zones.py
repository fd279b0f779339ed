"""What goes from one zone to another."""

from __future__ import annotations

import pytest

from . import reads

READINGS = {
    "Destroy target creature.": ("spell(destroy(target(type(creature))))"),
    "Destroy all artifacts and enchantments.": (
        "spell(destroy(all(either(type(artifact),type(enchantment)))))"
    ),
    "Destroy target nonblack creature. It can't be regenerated.": (
        "spell(list(destroy(target(both(non(color(black)),type(creature)))),cant_be(it,regenerated)))"
    ),
    "Destroy each creature with power 4 or greater.": (
        "spell(destroy(each(both(type(creature),with_power(ge,4)))))"
    ),
    "Regenerate target Troll.": ("spell(regenerate(target(subtype(troll))))"),
    "That player sacrifices a creature of their choice.": (
        "spell(does(that(player),sacrifice(a(both(type(creature),of_choice(they))))))"
    ),
    "Sacrifice two lands.": ("spell(sacrifice(some(2,type(land))))"),
    "Target opponent sacrifices half the creatures they control, rounded up.": (
        "spell(does(target(opponent),sacrifice_half_up(both(type(creature),controlled_by(they)))))"
    ),
    "Exile target creature an opponent controls until ~ leaves the battlefield.": (
        "spell(exile(target(both(type(creature),controlled_by(opponent))),until_self_leaves))"
    ),
    "Exile it face down.": ("spell(exile(it,face_down))"),
    "Exile ~ with three time counters on it.": ("spell(exile(self,with(counters(3,time))))"),
    "Exile target player's graveyard.": ("spell(exile(graveyard(target(player))))"),
    "Exile all graveyards.": ("spell(exile(all_graveyards))"),
    "Exile the top X cards of your library, where X is its mana value.": (
        "spell(where_x(exile(top_cards(x,you)),mana_value(it)))"
    ),
    "Exile cards from the top of your library until you exile a nonland card.": (
        "spell(exile_until(library(you),a(both(non(type(land)),card))))"
    ),
    "Exile a card at random from your graveyard.": ("spell(exile(at_random(a(card),from(graveyard,you))))"),
    "Exile it instead of putting it into its owner's graveyard.": (
        "spell(instead_of_into(exile(it),graveyard(owner(it))))"
    ),
    "Counter target noncreature spell.": ("spell(counter(target(both(non(type(creature)),spell))))"),
    "Counter that spell unless its controller pays {2}.": (
        'spell(unless(counter(that(spell)),does(controller(it),pay("{2}"))))'
    ),
    "Return target creature to its owner's hand.": ("spell(return(target(type(creature)),hand(owner(it))))"),
    "Return all Goblins to their owners' hands.": ("spell(return(all(subtype(goblin)),hands(owners)))"),
    "Return ~ from your graveyard to your hand.": (
        "spell(return(taken(self,from(graveyard,you)),hand(you)))"
    ),
    "Return it to the battlefield tapped under its owner's control.": (
        "spell(return(it,battlefield(both(tapped,under(owner(it))))))"
    ),
    "Return that card to the battlefield under your control with two +1/+1 counters on it.": (
        "spell(return(that(card),battlefield(both(under(you),with(counters(2,pt(1,1)))))))"
    ),
    "Return target Aura card from your graveyard to the battlefield attached to ~.": (
        "spell(return(target(both(both(subtype(aura),card),from(graveyard,you))),battlefield(attached_to(self))))"
    ),
    "Return ~ to the battlefield transformed under your control.": (
        "spell(return(self,battlefield(both(transformed,under(you)))))"
    ),
    "Return to your hand all enchantment cards in your graveyard.": (
        "spell(return_to(hand(you),all(both(both(type(enchantment),card),in(graveyard,you)))))"
    ),
    "Put target creature card from a graveyard onto the battlefield under your control.": (
        "spell(put(target(both(both(type(creature),card),from(graveyard,a(player)))),battlefield(under(you))))"
    ),
    "Put it onto the battlefield tapped and attacking.": ("spell(put(it,battlefield(tapped_and_attacking)))"),
    "Put one of them into your hand and the rest on the bottom of your library in a random order.": (
        "spell(put_and_put(placed(one_of(them),hand(you)),placed(the_rest,in_random_order(bottom(you)))))"
    ),
    "Put any number of them on the bottom of your library and the rest on top in any order.": (
        "spell(put_and_put(placed(any_of(them),bottom(you)),placed(the_rest,in_any_order(top))))"
    ),
    "Put one onto the battlefield tapped and the other into your hand.": (
        "spell(put_and_put(placed(one,battlefield(tapped)),placed(the_other,hand(you))))"
    ),
    "Put target permanent on top of its owner's library.": ("spell(put(target(permanent),top(owner(it))))"),
    "Put that card into its owner's library third from the top.": (
        "spell(put(that(card),nth_from_top(owner(it),third)))"
    ),
    "Its owner puts it on their choice of the top or bottom of their library.": (
        "spell(does(owner(it),put(it,top_or_bottom_chosen(they))))"
    ),
    "The owner of target nonland permanent shuffles it into their library.": (
        "spell(does(the_owner(target(both(non(type(land)),permanent))),shuffle_into(it,library(they))))"
    ),
    "Shuffle your hand and graveyard into your library.": (
        "spell(shuffle_into(hand_and_graveyard(you),library(you)))"
    ),
    "Shuffle any number of target cards from your graveyard into your library.": (
        "spell(shuffle_into(targets(any_number,both(card,from(graveyard,you))),library(you)))"
    ),
    "Each player shuffles the cards from their hand into their library.": (
        "spell(does(each(player),shuffle_into(cards_from(hand(they)),library(they))))"
    ),
    "The owner of target artifact an opponent controls exiles it.": (
        "spell(does(the_owner(target(both(type(artifact),controlled_by(opponent)))),exile(it)))"
    ),
    "Exile a card with mana value less than or equal to ~'s power from your graveyard.": (
        "spell(exile(a(both(card,both(mana_value_at_most(power(self)),from(graveyard,you))))))"
    ),
    "Return the top creature card of your graveyard to your hand.": (
        "spell(return(top_of_graveyard(both(type(creature),card),you),hand(you)))"
    ),
    "Exile target nonland permanent and the top card of your library.": (
        "spell(exile(and(target(both(non(type(land)),permanent)),top_card(you))))"
    ),
    "Put one of those cards back on top of your library.": ("spell(put(one_of(those(card)),back(top(you))))"),
    "Destroy the other creature.": ("spell(destroy(the_other(type(creature))))"),
    "Conjure a duplicate of that card into your hand.": ("spell(conjure(duplicate(that(card)),hand(you)))"),
}


@pytest.mark.parametrize(("text", "term"), READINGS.items())
def test_readings(text: str, term: str) -> None:
    reads(text, term)
