"""Play compared with OpenSpiel's bridge: legal cards and trick winners."""

from __future__ import annotations

import random

import pyspiel
import pytest

from scorekeeper.auction import Bid
from scorekeeper.cards import Card, Denomination, Rank, Suit, pack
from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.play.position import Cards, Phase, Position
from scorekeeper.seating import Seat
from tests.deep import DEEP
from tests.play.israeli_whist.kit import start

DEALS = 400 if DEEP else 100
RULES = IsraeliWhistRules()
EAST = Seat(1)  # East's seat in OpenSpiel
ACTIONS_BEFORE_CALLS = 52


def action(card: Card) -> int:
    return (card.rank - Rank.TWO) * 4 + card.suit


def card(number: int) -> Card:
    return Card(Suit(number % 4), Rank(number // 4 + Rank.TWO))


def led_by_east(hands: tuple[Cards, ...], denomination: Denomination) -> Position:
    """The lead of a deal in which East dealt and won the auction with the first bid."""
    position = start(hands, EAST, RULES)
    position = position.apply(Bid(RULES.lowest_bid, denomination))
    while position.phase is not Phase.CARD:
        position = position.apply(position.legal[0])
    assert position.turn == EAST
    return position


@pytest.mark.parametrize("denomination", Denomination)
@pytest.mark.slow
def test_legal_cards_and_trick_winners_are_openspiels(denomination: Denomination) -> None:
    """North declares at the one level and East leads; OpenSpiel's dummy South is a hand here."""
    game = pyspiel.load_game("bridge(use_double_dummy_result=false)")
    rng = random.Random(int(denomination))
    for _ in range(DEALS):
        cards = list(pack())
        rng.shuffle(cards)
        state = game.new_initial_state()
        hands: list[list[Card]] = [[], [], [], []]
        for place, dealt in enumerate(cards):
            state.apply_action(action(dealt))
            hands[place % 4].append(dealt)
        for call in (ACTIONS_BEFORE_CALLS + 3 + denomination, *[ACTIONS_BEFORE_CALLS] * 3):
            state.apply_action(call)
        position = led_by_east(tuple(map(tuple, hands)), denomination)
        while position.turn is not None:
            legal = [option for option in position.legal if isinstance(option, Card)]
            assert sorted(state.legal_actions()) == sorted(map(action, legal))
            assert state.current_player() == (0 if position.turn == 2 else position.turn)
            played = rng.choice(legal)
            state.apply_action(action(played))
            position = position.apply(played)
        assert state.is_terminal()
        assert card(action(played)) == played
