"""Spades compared with OpenSpiel: legal cards, trick winners, points."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from scorekeeper.cards import AnyCard, Card, Rank, Suit
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.seating import SEATS, Seat
from tests.deep import DEEP

WHOLE = WholeGame[Any].of(SPADES)

DEALS = 5_000 if DEEP else 200
RULES = SPADES.preset("openspiel").rules
FIRST_BID = 52
LARGEST = 13


def card(number: int) -> Card:
    return Card(Suit(number // 13), Rank(number % 13 + 2))


def action(decision: object) -> int:
    if isinstance(decision, Card):
        return decision.suit * 13 + decision.rank - 2
    assert isinstance(decision, int)
    return FIRST_BID + decision


def dealt(state: pyspiel.State, rng: random.Random) -> Position:
    """Deal in OpenSpiel, and the same cards here."""
    hands: list[list[AnyCard]] = [[], [], [], []]
    for place in range(52):
        number = rng.choice(state.legal_actions())
        state.apply_action(number)
        hands[place % 4].append(card(number))
    seating = SPADES.seating(4, SEATS[3], RULES)  # the first player bids and leads
    return Position.start(WHOLE, RULES, seating, [tuple(hand) for hand in hands])


def openspiels(position: Position) -> list[Card]:
    """The legal cards, without spades for a lead: OpenSpiel never breaks spades."""
    assert position.trick is not None
    legal = [option for option in position.legal if isinstance(option, Card)]
    plain = [legal_card for legal_card in legal if legal_card.suit is not Suit.SPADES]
    return legal if position.trick.cards else plain or legal


def test_cards_tricks_and_points_are_openspiels() -> None:
    """The bids are OpenSpiel's, which allows partners at most thirteen together."""
    game = pyspiel.load_game("spades(num_tricks=13,win_or_loss_bonus=0,use_mercy_rule=false)")
    rng, nils, sets = random.Random(1), 0, 0
    for deal in range(DEALS):
        state = game.new_initial_state()
        position = dealt(state, rng)
        start = position
        for _ in range(4):
            assert {*state.legal_actions()} <= {*map(action, position.legal)}
            most = min(max(state.legal_actions()) - FIRST_BID, 4 if deal % 2 else LARGEST)
            bid = rng.randint(0, most)
            state.apply_action(FIRST_BID + bid)
            position = position.apply(bid)
        while position.turn is not None:
            assert state.current_player() == position.turn
            theirs = sorted(state.legal_actions())
            assert theirs == sorted(map(action, openspiels(position)))
            number = rng.choice(theirs)
            state.apply_action(number)
            position = position.apply(card(number))
        assert state.is_terminal()
        assert position.score is not None
        points = [int(each) for each in state.returns()]
        assert points == [*position.score.points] * 2, (start, position)
        said_by = dict(position.scene.contracts)
        nils += any(not said_by[Seat(seat)] for seat in range(4))
        sets += min(points) < 0
    assert nils > DEALS / 8
    assert sets > DEALS / 8
