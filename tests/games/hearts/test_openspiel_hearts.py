"""Hearts compared with OpenSpiel: passed cards, played cards, trick winners, points."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pyspiel
import pytest

from scorekeeper.cards import AnyCard, Card, Rank, Suit
from scorekeeper.games.hearts import HEARTS, HeartsRules
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.seating import SEATS
from tests.deep import DEEP

WHOLE = WholeGame[Any].of(HEARTS)

DEALS = 5_000 if DEEP else 120
SUITS = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
FIRST_RANK = 2
POINTS = 26
NUMBERS = {0: 4, 1: 1, 2: 3, 3: 2}
"""The number of a hand here that passes as OpenSpiel does: not, left, across, right."""


def card(number: int) -> Card:
    return Card(SUITS[number % 4], Rank(number // 4 + FIRST_RANK))


def action(decision: AnyCard) -> int:
    assert isinstance(decision, Card)
    return (decision.rank - FIRST_RANK) * 4 + SUITS.index(decision.suit)


def dealt(state: pyspiel.State, rules: HeartsRules, rng: random.Random) -> Position:
    """Deal in OpenSpiel, and the same cards here."""
    direction = rng.choice(state.legal_actions())
    state.apply_action(direction)
    hands: list[list[AnyCard]] = [[], [], [], []]
    for place in range(52):
        number = rng.choice(state.legal_actions())
        state.apply_action(number)
        hands[place % 4].append(card(number))
    seating = replace(HEARTS.seating(4, SEATS[3], rules), number=NUMBERS[direction])
    return Position.start(WHOLE, rules, seating, [tuple(hand) for hand in hands])


@pytest.mark.parametrize(
    ("options", "rules"),
    [("", HeartsRules()), (",jd_bonus=true", HEARTS.preset("jack").rules)],
)
def test_cards_tricks_and_points_are_openspiels(options: str, rules: HeartsRules) -> None:
    game = pyspiel.load_game(f"hearts(qs_breaks_hearts=false{options})")
    rng, moons, passed = random.Random(2), 0, 0
    for _ in range(DEALS):
        state = game.new_initial_state()
        position = dealt(state, rules, rng)
        while position.turn is not None:
            assert state.current_player() == position.turn
            if position.exchange is not None:
                gift = tuple(rng.sample(position.hands[position.turn], 3))
                for given in gift:
                    state.apply_action(action(given))
                position = position.apply(gift)
                passed += 1
                continue
            legal = [option for option in position.legal if isinstance(option, Card)]
            assert sorted(state.legal_actions()) == sorted(map(action, legal))
            decision = rng.choice(legal)
            state.apply_action(action(decision))
            position = position.apply(decision)
        assert state.is_terminal()
        assert position.score is not None
        points = [POINTS - int(each) for each in state.returns()]
        assert points == [*position.score.points], str(state)
        moons += sum(position.score.points) > POINTS
    assert passed > DEALS
    assert moons > 0
