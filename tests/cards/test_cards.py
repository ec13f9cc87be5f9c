"""Cards and denominations: order and notation."""

from __future__ import annotations

import pytest

from scorekeeper.cards import Card, Denomination, Rank, Suit, cards, of_suit, pack


def test_the_pack_has_52_cards_thirteen_to_a_suit() -> None:
    assert len(set(pack())) == len(pack()) == 52
    assert [len(of_suit(pack(), suit)) for suit in Suit] == [13, 13, 13, 13]


def test_aces_are_high_and_twos_low() -> None:
    assert "".join(rank.letter for rank in sorted(Rank)) == "23456789TJQKA"


def test_denominations_rank_from_clubs_to_no_trump() -> None:
    assert " ".join(each.code for each in sorted(Denomination)) == "C D H S NT"
    assert [each.trump for each in Denomination] == [*Suit, None]


@pytest.mark.parametrize("card", pack(), ids=str)
def test_every_card_is_read_as_it_is_written(card: Card) -> None:
    assert Card.parse(str(card)) == Card.parse(f" {str(card).lower()} ") == card


@pytest.mark.parametrize(
    ("text", "card"), [("SA", "SA"), ("AS", "SA"), ("9C", "C9"), ("C10", "CT"), ("10c", "CT")]
)
def test_a_card_is_read_either_way_round(text: str, card: str) -> None:
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize("text", ["", "C", "C1", "1C", "CC", "99", "X9", "C99", "C010", "9CC"])
def test_what_is_no_card_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=f"not a card: '{text}'"):
        Card.parse(text)


def test_cards_are_read_in_their_order() -> None:
    assert [str(card) for card in cards("C9 CQ D7 C8")] == ["C9", "CQ", "D7", "C8"]


@pytest.mark.parametrize(
    ("rank", "words"), [(Rank.TWO, "2"), (Rank.TEN, "10"), (Rank.JACK, "jack"), (Rank.ACE, "ace")]
)
def test_ranks_in_words(rank: Rank, words: str) -> None:
    assert str(rank) == words
