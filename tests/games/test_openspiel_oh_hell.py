"""Oh Hell compared with OpenSpiel: legal bids, legal cards, points."""

from __future__ import annotations

import random

import pyspiel
import pytest

from scorekeeper.cards import AnyCard, Card, Rank, Suit
from scorekeeper.games.oh_hell import OH_HELL, SCHEMES, OhHellRules, Schedule
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.seating import SEATS
from tests.deep import DEEP

SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, Suit.HEARTS)  # in OpenSpiel's order
FIRST_BID = 52
WHOLE = WholeGame[OhHellRules].of(OH_HELL)
DEALS = 5_000 if DEEP else 120


def card(number: int) -> Card:
    return Card(SUITS[number % 4], Rank(number // 4 + Rank.TWO))


def action(decision: object) -> int:
    if isinstance(decision, Card):
        return (decision.rank - Rank.TWO) * 4 + SUITS.index(decision.suit)
    assert isinstance(decision, int)
    return FIRST_BID + decision


def dealt(state: pyspiel.State, players: int, rng: random.Random) -> Position:
    """Deal in OpenSpiel, and the same cards here."""
    cards = rng.choice(state.legal_actions())
    state.apply_action(cards)
    dealer = rng.choice(state.legal_actions())
    state.apply_action(dealer)
    hands: list[list[AnyCard]] = [[] for _ in range(players)]
    for place in range(players * cards):
        number = rng.choice(state.legal_actions())
        state.apply_action(number)
        hands[place % players].append(card(number))
    up = rng.choice(state.legal_actions())
    state.apply_action(up)
    held = {held_card for hand in hands for held_card in hand} | {card(up)}
    rest = [pack_card for pack_card in WHOLE.pack if pack_card not in held]
    rules = OhHellRules(schedule=Schedule.DOWN, largest=cards, scheme=SCHEMES["basic"])
    seating = OH_HELL.seating(players, SEATS[dealer], rules)
    lots = [tuple(hand) for hand in hands]
    return Position.start(WHOLE, rules, seating, lots, (card(up), *rest))


@pytest.mark.parametrize("players", [3, 4, 5, 7])
def test_bids_cards_and_points_are_openspiels(players: int) -> None:
    game = pyspiel.load_game(f"oh_hell(players={players})")
    rng = random.Random(players)
    for _ in range(DEALS):
        state = game.new_initial_state()
        position = dealt(state, players, rng)
        while position.turn is not None:
            assert sorted(state.legal_actions()) == sorted(map(action, position.legal))
            assert state.current_player() == position.turn
            decision = rng.choice(position.legal)
            state.apply_action(action(decision))
            position = position.apply(decision)
        assert state.is_terminal()
        assert position.score is not None
        assert [int(points) for points in state.returns()] == [*position.score.points]
