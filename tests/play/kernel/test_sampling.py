"""The sampling player: what it plays out is what happens, and it knows what the table shows."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from scorekeeper.games.hearts import HEARTS
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.registry import BUNDLED
from scorekeeper.play.advice import Adviser, Situation
from scorekeeper.play.kernel.sampling import Knowledge
from scorekeeper.play.players import Players, View, play_out
from scorekeeper.play.position import Phase, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sampling_players import SampledAdviser, SampledReviewer, SamplingPlayers
from scorekeeper.play.simulation import Run, dealt
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.seating import SEATS, Seat
from tests.deep import DEEP

GAMES = [
    pytest.param(game, id=book.key)
    for book in BUNDLED
    if (game := WholeGame[Any].find(book)) is not None
    and isinstance(Players.of(book), SamplingPlayers)
]
ADVISED = [
    pytest.param(game, id=book.key)
    for book in BUNDLED
    if (game := WholeGame[Any].find(book)) is not None
    and isinstance(Adviser.of(book), SampledAdviser)
    and book is not ISRAELI_WHIST  # a call there is judged as if the auction were over
]
DEALS = 10 if DEEP else 1  # for every set of rules
LOOKED_AT = 0.3 if DEEP else 0.1  # share of the decisions
SAMPLES = 20 if DEEP else 8  # of the plain engine, which takes its time
ODD = 0.15  # share of random decisions, for unusual positions


@cache
def positions(game: WholeGame[Any]) -> list[tuple[Position, View, Draws]]:
    """Positions in which a number or a card is due, by every set of rules and number of players."""
    rng, met = random.Random(3), []
    sensible = Players.of(game.book).named("sensible")
    for number, preset in enumerate(game.book.presets * DEALS):
        many = game.players[number % len(game.players)]
        seating = game.book.seating(many, Seat(rng.randrange(many)), preset.rules)
        length = game.book.length(preset.rules, many) or 4
        draws = Draws.of(5, number)
        at = replace(seating, number=rng.randrange(length) + 1)
        position = dealt(game, preset.rules, at, draws)
        while (turn := position.turn) is not None:
            view = View.of(position, turn)
            if _is_judged(view):
                met.append((position, view, draws))
            odd = rng.random() < ODD and not view.exchange
            action = rng.choice(view.legal) if odd else sensible.decide(view, draws)
            position = position.apply(action)
    return met


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_played_out_is_what_happens(game: WholeGame[Any]) -> None:
    """Over the true cards, each choice gives the points that the plain engine gives after it."""
    offered = Players.of(game.book)
    assert isinstance(offered, SamplingPlayers)
    player = offered.sampling(1)
    sensible, rng, compared = Players.of(game.book).named("sensible"), random.Random(1), 0
    for position, view, draws in positions(game):
        near = sensible.decide(view, draws)
        choices = player.choices(view, near)
        hands = _true_hands(game, position, view)
        if rng.random() > LOOKED_AT or player.deals(view, hands) is None:
            continue
        points = player.outcomes(view, choices, hands).points
        for choice, judged in zip(choices, points[:, 0].tolist(), strict=True):
            end = play_out(position.apply(choice), (sensible,) * view.seating.players, draws)
            assert end.score is not None
            score = end.score.points[view.seating.side_of(view.seat)]
            assert judged == (-score if game.book.low(view.rules) else score), (view, choice)
            compared += 1
    assert compared > 20


@pytest.mark.parametrize("game", ADVISED)
def test_advice_in_bulk_judges_every_number(game: WholeGame[Any]) -> None:
    """It is that of the plain engine, within three times the margins of both."""
    adviser, rng = Adviser.of(game.book), random.Random(2)
    asked = [view for _, view, _ in positions(game) if view.trick is None]
    view = rng.choice([view for view in asked if not view.said])
    situation = Situation.seen(game, view)
    advice, plain = adviser.advise(situation, 300, 1), Adviser().advise(situation, SAMPLES, 1)
    assert advice.samples == 300
    offered = Players.of(game.book)
    assert isinstance(offered, SamplingPlayers)
    number_of = offered.sampling(1).number_of
    choices = [option.choice for option in advice.options]
    assert choices == [choice for choice in view.legal if number_of(choice) is not None]
    for option, other in zip(advice.options, plain.options, strict=False):
        assert option.choice == other.choice
        assert abs(option.points - other.points) <= 3 * (option.half + other.half) + 1


@pytest.mark.slow
def test_a_review_of_hearts_counts_points_as_the_table_does() -> None:
    """Costs are points more than with the best card, and the shares add up to the points."""
    game, rules = WholeGame[Any].of(HEARTS), HEARTS.presets[0].rules
    (end,) = Run(game, rules, 1, ("random",) * 4, seed=9).play()
    reviewed = SampledReviewer().review(end, 4, 1)
    assert reviewed.decisions
    assert end.score is not None
    for share in reviewed.shares:
        own = sum(decision.cost for decision in reviewed.decisions if decision.seat == share.seat)
        assert share.points == end.score.points[share.seat]
        assert share.points == pytest.approx(share.expected + own + share.luck)
        assert 0 <= share.expected <= 26


@pytest.mark.parametrize("game", GAMES)
def test_sampled_hands_hold_what_the_player_knows(game: WholeGame[Any]) -> None:
    """Own cards, cards played and passed on, sizes, and no suit that was not followed."""
    rng, noticed = np.random.default_rng(1), 0
    for position, view, _ in positions(game):
        knowledge = Knowledge.of(game, view)
        hands = knowledge.hands(20, rng)
        counts = np.bitwise_count(hands).sum(axis=1)
        assert (counts == len(view.hand) + len(view.tricks)).all()
        known = {view.seat: view.hand, **knowledge.passed}
        for seat in range(view.seating.players):
            sure = knowledge.lanes([*knowledge.played[seat], *known.get(seat, ())])
            assert ((hands[seat] & sure[:, None]) == sure[:, None]).all()
            assert {*known.get(seat, ())} <= {*position.hands[seat]}
        noticed += len(knowledge.voids)
        for seat, suit in knowledge.voids:
            assert not [card for card in position.hands[seat] if _suit(position, card) is suit]
            played = knowledge.lanes(knowledge.played[seat])[suit]
            assert (hands[seat, suit] == played).all()
    assert noticed > 5


def _is_judged(view: View) -> bool:
    """Whether a number, a card, a call of an auction of one round or what follows it is due."""
    match view.asking:
        case AuctionStep(auction=auction):
            return auction.rules.once
        case ChoiceStep():
            return view.scene.bid is not None
    return view.phase is Phase.CARD or isinstance(view.asking, ContractStep)


def _suit(position: Position, card: Any) -> Any:
    assert position.trick is not None
    return position.trick.order.suit(card, position.trick.trump)


def _true_hands(game: WholeGame[Any], position: Position, view: View) -> Any:
    """The hands before the first trick, as one deal of the kernel."""
    knowledge = Knowledge.of(game, view)
    seats = SEATS[: view.seating.players]
    return np.stack([knowledge.lanes([*knowledge.played[s], *position.hands[s]]) for s in seats])[
        :, :, None
    ]
