"""Card play: legal cards, trick winners and revokes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cards import Card, Suit, cards, pack
from scorekeeper.errors import IllegalEntry
from scorekeeper.play.tricks import TrickOf
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat


def trick(text: str = "", trump: Suit | None = None, leader: Seat = SOUTH) -> TrickOf[Card]:
    return TrickOf(leader, 4, trump, cards(text))


@pytest.mark.parametrize(
    ("text", "trump", "winner"),
    [
        # WP's example: diamonds are trumps, player C cuts and takes the trick
        ("C9 CQ D7 C8", Suit.DIAMONDS, NORTH),
        ("C9 CQ D7 C8", None, WEST),  # WP: without trumps there is no cutting
        ("C9 CQ D7 C8", Suit.SPADES, WEST),  # a discard wins nothing
        ("C2 DA HA SA", None, SOUTH),  # the suit led, however low
        ("C2 CA D2 D3", Suit.DIAMONDS, EAST),  # the higher of two trumps
        ("D2 DA CA D3", Suit.DIAMONDS, WEST),  # trumps led
        ("CT CJ CQ CK", None, EAST),  # ten to ace in their order
        ("CA CK C2 C3", None, SOUTH),
    ],
)
def test_who_wins_a_trick(text: str, trump: Suit | None, winner: Seat) -> None:
    assert trick(text, trump).winner == winner


@given(
    st.lists(st.sampled_from(pack()), min_size=4, max_size=4, unique=True),
    st.none() | st.sampled_from(list(Suit)),
)
def test_the_winner_is_the_highest_trump_else_the_highest_of_the_suit_led(
    played: list[Card], trump: Suit | None
) -> None:
    trumps = [card for card in played if card.suit == trump]
    followed = [card for card in played if card.suit == played[0].suit]
    best = sorted(trumps or followed, key=lambda card: card.rank)[-1]
    assert played[TrickOf(SOUTH, 4, trump, tuple(played)).winner] == best


@pytest.mark.parametrize(
    ("led", "hand", "legal"),
    [
        ("", "C2 D3 HA", "C2 D3 HA"),  # the leader plays any card
        ("C9", "C2 D3 CA", "C2 CA"),  # follow suit if you can
        ("C9", "D3 HA S2", "D3 HA S2"),  # else any card
        ("C9 DA", "C2 D3", "C2"),  # the suit led counts, not the last card
    ],
)
def test_which_cards_are_legal(led: str, hand: str, legal: str) -> None:
    assert trick(led, Suit.DIAMONDS).legal(cards(hand)) == cards(legal)


@given(
    st.lists(st.sampled_from(pack()), min_size=2, max_size=14, unique=True),
    st.none() | st.sampled_from(list(Suit)),
)
def test_a_card_is_legal_unless_it_is_a_revoke(held: list[Card], trump: Suit | None) -> None:
    led, *hand = held
    started = TrickOf(SOUTH, 4, trump, (led,))
    legal = started.legal(hand)
    holds = any(card.suit is led.suit for card in hand)
    assert legal == tuple(card for card in hand if card.suit is led.suit or not holds)
    assert legal != ()


def test_a_trick_goes_around_and_is_complete_after_four_cards() -> None:
    so_far = trick(leader=NORTH)
    turns = []
    for card in cards("C9 CQ D7 C8"):
        assert not so_far.complete
        turns.append(so_far.turn)
        so_far = so_far.play(card, (card,))
    assert (turns, so_far.complete) == ([NORTH, EAST, SOUTH, WEST], True)


@pytest.mark.parametrize(
    ("led", "card", "hand", "code", "reason"),
    [
        ("C9", "D7", "C2 D7", "revoke", "West played D7 but still held clubs."),
        ("C9", "H7", "C2 D7", "card-not-held", "West does not hold H7."),
        ("C9 CQ D7 C8", "C2", "C2", "trick-complete", "This trick is complete."),
    ],
)
def test_which_cards_may_not_be_played(
    led: str, card: str, hand: str, code: str, reason: str
) -> None:
    with pytest.raises(IllegalEntry) as refusal:
        trick(led).play(Card.parse(card), cards(hand))
    assert (refusal.value.code, str(refusal.value)) == (code, reason)


def test_a_trick_may_go_round_to_the_right() -> None:
    """West leads, South plays next; North plays last and wins the trick."""
    trick: TrickOf[Card] = TrickOf(WEST, 4, None, (), step=-1)
    turns = []
    for card in cards("C9 C2 C3 CA"):
        turns.append(trick.turn)
        trick = trick.play(card, (card,))
    assert (turns, trick.winner, trick.next.turn) == ([1, 0, 3, 2], 2, 2)
    assert (trick.next.step, trick.in_turn(WEST)) == (-1, (1, 0, 3, 2))
    assert trick.best == 3
