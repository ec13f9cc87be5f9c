"""The play agrees with OpenSpiel's bridge, where that is installed (as for the benchmarks)."""

from __future__ import annotations

import random

import pytest

from scorekeeper.engine.cardplay import CardPlay
from scorekeeper.engine.cards import Card, Denomination, Rank, Suit, pack
from scorekeeper.engine.seating import Seat

pyspiel = pytest.importorskip("pyspiel")
DEALS = 400
ACTIONS_BEFORE_CALLS = 52


def action(card: Card) -> int:
    return (card.rank - Rank.TWO) * 4 + card.suit


def card(number: int) -> Card:
    return Card(Suit(number % 4), Rank(number // 4 + Rank.TWO))


@pytest.mark.parametrize("denomination", Denomination)
def test_legal_cards_and_trick_winners_are_openspiels(denomination: Denomination) -> None:
    """North declares at the one level and East leads; South is the dummy there, a hand here."""
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
        play = CardPlay.start(
            tuple(tuple(sorted(hand)) for hand in hands), Seat(1), denomination.trump
        )
        while not play.over:
            assert sorted(state.legal_actions()) == sorted(map(action, play.legal))
            assert state.current_player() == (0 if play.turn == 2 else play.turn)
            played = rng.choice(play.legal)
            state.apply_action(action(played))
            play = play.play(played)
        assert state.is_terminal()
        assert card(action(played)) == played
