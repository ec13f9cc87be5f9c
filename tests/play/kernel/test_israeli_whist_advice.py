"""Listening: calls and contracts inform about hidden hands; missing ones inform about nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from scorekeeper.auction import Bid
from scorekeeper.cards import AnyCard, Suit
from scorekeeper.games.israeli_whist.house_rules import PRESETS, DeclarerContract, IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play.advice import SAMPLES
from scorekeeper.play.kernel.israeli_whist_advice import AuctionPlayer, Talk
from scorekeeper.play.kernel.sampling import (
    ADVICE_POOL,
    EFFECTIVE,
    OFF,
    chosen,
    effective,
    tempered,
)
from scorekeeper.play.notation import parse_hand
from scorekeeper.play.players import View
from scorekeeper.play.position import Cards, Phase, Position, WholeGame
from scorekeeper.play.sampling_players import SampledAdviser
from scorekeeper.play.sensible_player import lanes_of
from scorekeeper.play.simulation import Run
from scorekeeper.play.situations import before_a_contract
from scorekeeper.seating import EAST, NORTH, WEST

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

AT_LEAST = IsraeliWhistRules(declarer_contract=DeclarerContract.AT_LEAST, reentry=False)


def ends(rules: IsraeliWhistRules, deals: int = 30, player: str = "sensible") -> list[Position]:
    played = Run(WHOLE, rules, deals, (player,) * 4, seed=5).play()
    return [end for end in played if end.scene.declarer is not None]


def hands_of(end: Position) -> list[Cards]:
    """The hand of each seat at the start of the play."""
    cards: list[list[AnyCard]] = [[] for _ in range(4)]
    for trick in end.tricks:
        for place, card in enumerate(trick.cards):
            cards[(trick.leader + place) % 4].append(card)
    return [tuple(each) for each in cards]


def layout(hands: list[Cards]) -> npt.NDArray[np.int16]:
    return np.array([lanes_of(hand) for hand in hands], np.int16)[:, :, None]


@pytest.mark.parametrize(
    "rules", [*(preset.rules for preset in PRESETS), AT_LEAST], ids=lambda rules: rules.scheme.name
)
def test_the_hands_of_sensible_players_fit_what_they_said(rules: IsraeliWhistRules) -> None:
    """The fit is perfect for every auction, exchange and barred number."""
    for end in ends(rules):
        for seat in range(4):
            talk = Talk.of(end.said, end.scene, seat, rules)
            assert talk.likelihood(layout(hands_of(end))).tolist() == [1.0]


def test_hands_that_would_have_said_something_else_fit_less() -> None:
    """The other players' hands change places; with most, somebody would have spoken differently."""
    fits = []
    for end in ends(PRESETS[0].rules):
        south, west, north, east = hands_of(end)
        talk = Talk.of(end.said, end.scene, 0, PRESETS[0].rules)
        fits += talk.likelihood(layout([south, north, east, west])).tolist()
    assert sum(fits) / len(fits) < 0.2
    assert min(fits) > 0  # and yet nothing is impossible


def test_nobody_listens_to_himself() -> None:
    end = ends(PRESETS[0].rules, 5)[0]
    hands = hands_of(end)
    for seat in range(4):
        talk = Talk.of(end.said, end.scene, seat, PRESETS[0].rules)
        other = [*hands]
        other[seat] = hands[seat - 1]
        assert talk.likelihood(layout(other)).tolist() == [1.0]


def test_nothing_said_tells_nothing() -> None:
    position, _ = Run(WHOLE, PRESETS[0].rules, 1, ("sensible",) * 4).start(0)
    assert position.turn is not None
    assert position.phase is Phase.SAY
    view = View.of(position, position.turn)
    talk = Talk.of(view.said, view.scene, view.seat, view.rules)
    assert not talk.anything
    assert talk.likelihood(layout([*position.hands])).tolist() == [1.0]


def test_deals_are_chosen_as_often_as_they_are_likely() -> None:
    rng = np.random.default_rng(1)
    likelihood = np.array([1.0, 0.0, OFF[1], OFF[2], 2.0])
    counts = np.bincount(chosen(likelihood, 3430, rng), minlength=5)
    assert counts.tolist() == [1000, 0, 350, 80, 2000]
    assert set(chosen(np.array([0.0, 1e-9, 0.0]), 7, rng).tolist()) == {1}


def test_where_hardly_any_deal_fits_the_words_weigh_less() -> None:
    fitting = np.array([1.0] * 60 + [0.01] * 900)
    assert tempered(fitting).tolist() == fitting.tolist()
    assert effective(np.full(70, 0.3)) == pytest.approx(70)
    alone = np.array([1.0, 0.2] + [0.001] * 900)
    assert effective(alone) < 5
    assert effective(tempered(alone)) >= EFFECTIVE
    assert (np.diff(tempered(alone)[:3]) < 0).all()  # a better fit is still likelier


def test_advice_deals_the_hidden_cards_as_they_fit_what_was_said() -> None:
    """West bid seven spades and North contracted for zero; passes fill the rest."""
    rules, hand = PRESETS[0].rules, parse_hand("2.T98.76543.8765")
    situation = before_a_contract(
        WHOLE, rules, hand, declarer=WEST, bid=Bid.parse("7S"), contracts={NORTH: 0, EAST: 3}
    )
    assert [call.what for call in situation.heard] == [Bid.parse("7S"), 0, 3]
    spades = {}
    for listens, asked in ((True, situation), (False, replace(situation, heard=()))):
        player = AuctionPlayer(WHOLE, pool=ADVICE_POOL)
        sampled = player.hands(asked.view, 500, np.random.default_rng(1))
        assert sampled is not None
        hands, independent = sampled
        assert (independent < 500) == listens
        assert hands.shape == (4, 4, 500)
        spades[listens] = np.bitwise_count(hands[:, Suit.SPADES]).mean(axis=1)
    assert spades[False][WEST] == pytest.approx(4.0, abs=0.2)  # a third of twelve
    assert spades[True][WEST] > 5
    assert spades[True][NORTH] < 4
    heard, deaf = (
        SampledAdviser().advise(each, SAMPLES, 1)
        for each in (situation, replace(situation, heard=()))
    )
    assert heard.best.half > deaf.best.half  # fewer different deals tell less
