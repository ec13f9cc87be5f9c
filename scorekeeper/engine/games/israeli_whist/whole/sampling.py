"""The sampling player: deals the hidden cards many times and plays every choice out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.engine.cards.bids import PASS, Bid
from scorekeeper.engine.cards.cards import AnyCard, Card, Suit
from scorekeeper.engine.games.israeli_whist.house_rules import PLAYERS
from scorekeeper.engine.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.whole.advice_in_bulk import (
    SENSIBLE,
    call_outcomes,
    contract_outcomes,
    hidden_deals,
)
from scorekeeper.engine.games.israeli_whist.whole.bulk.simulate import points_of
from scorekeeper.engine.games.israeli_whist.whole.listening import (
    Floats,
    Talk,
    chosen,
    effective,
    tempered,
)
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import DECLARER, TRICK, estimate
from scorekeeper.engine.games.israeli_whist.whole.players.learnt_goals import LEARNT
from scorekeeper.engine.games.israeli_whist.whole.players.sensible import SensiblePlayer
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.advice import Situation
from scorekeeper.engine.play.bulk.hidden import deal_hidden
from scorekeeper.engine.play.bulk.play_tables import Tables
from scorekeeper.engine.play.lanes import lanes_of
from scorekeeper.engine.play.players import View
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep

NEAR = 2
SPOKEN = 1_000
POOL = 3_000
SENSIBLE_PLAYER = SensiblePlayer()
Lanes = npt.NDArray[np.int16]


class Judged(NamedTuple):
    """Choices, and the points of each on the same deals.

    points       shape (choices, deals)
    effective    the effective sample size; some deals occur more than once
    """

    choices: tuple[Action, ...]
    points: npt.NDArray[Any]
    effective: float


@dataclass(frozen=True, slots=True)
class SamplingPlayer:
    """Chooses the action with the highest mean of points over sampled deals.

    All players are assumed to be sensible, this one too after the choice. Cards are exchanged as
    the sensible player does.

    samples    the number of sampled deals for a card; for a call or a contract, at least `SPOKEN`
    listens    whether deals that fit what was said are preferred (see `listening`)
    pool       the number of deals from which the likely ones are chosen
    """

    samples: int = 100
    listens: bool = True
    pool: int = POOL

    def decide(self, view: View, draws: Draws) -> Action:
        """The best action; among equal cards, the sensible one."""
        judged = self.judge(view, draws)
        if judged is None:
            in_auction = isinstance(view.asking, AuctionStep) and view.exchange is None
            return PASS if in_auction else SENSIBLE_PLAYER.decide(view, draws)
        means = judged.points.mean(axis=1)
        if view.trick is None:
            return judged.choices[int(means.argmax())]
        sensible = SENSIBLE_PLAYER.decide(view, draws)
        pairs = zip(means.tolist(), judged.choices, strict=True)
        return max(pairs, key=lambda pair: (pair[0], pair[1] == sensible))[1]

    def judge(self, view: View, draws: Draws, also: Action = None) -> Judged | None:
        """Judge the plausible choices and `also`; None if there is only one."""
        rng = np.random.default_rng([draws.half(view.slot), view.slot])
        if view.trick is not None:
            return self._cards(view, rng) if len(view.legal) > 1 else None
        match view.asking:
            case AuctionStep() as step if view.exchange is None:
                return self._calls(view, step, rng, also)
            case ContractStep() as step:
                return self._contracts(view, step, rng, also)
        return None

    def _calls(
        self, view: View, step: AuctionStep, rng: np.random.Generator, also: Action
    ) -> Judged | None:
        """Judge a pass and the bids near the worth of the hand, except own raises."""
        auction = step.auction
        worth = [estimate(lanes_of(view.hand), d, DECLARER) / TRICK for d in range(5)]
        calls = [
            call
            for call in auction.legal
            if call in {PASS, also}
            or (
                auction.bidder != view.seat
                and isinstance(call, Bid)
                and abs(call.tricks - worth[call.denomination]) <= NEAR / 2
            )
        ]
        if len(calls) == 1:
            return None
        situation = Situation.seen(WholeGame[Any].of(ISRAELI_WHIST), view)
        hands, independent = self._hands_of(view, situation, rng)
        outcomes = call_outcomes(situation, auction, calls, hands)
        return Judged(tuple(calls), outcomes.points, independent)

    def _contracts(
        self, view: View, step: ContractStep, rng: np.random.Generator, also: Action
    ) -> Judged:
        """Judge the numbers near the sensible one, and zero."""
        near = SENSIBLE_PLAYER.contract(view, step)
        numbers = [n for n in step.legal if abs(n - near) <= NEAR or n in {0, also}]
        situation = Situation.seen(WholeGame[Any].of(ISRAELI_WHIST), view)
        hands, independent = self._hands_of(view, situation, rng)
        outcomes = contract_outcomes(situation, view.scene, numbers, hands)
        return Judged(tuple(numbers), outcomes.points, independent)

    def _cards(self, view: View, rng: np.random.Generator) -> Judged:
        """Judge every legal card."""
        hands, independent = self._hands_in_play(view, rng)
        cards = tuple(card for card in view.legal if isinstance(card, Card))
        return Judged(cards, _points_of_cards(view, cards, hands), independent)

    def _hands_of(
        self, view: View, situation: Situation, rng: np.random.Generator
    ) -> tuple[Lanes, float]:
        """Sampled deals before the play, and their effective sample size."""
        talk, samples = _talk(view), max(self.samples, SPOKEN)
        if not (self.listens and talk.anything):
            return hidden_deals(situation, samples, rng), samples
        hands = hidden_deals(situation, max(self.pool, samples), rng)
        return _sample_likely(hands, talk.likelihood(hands), samples, rng)

    def _hands_in_play(self, view: View, rng: np.random.Generator) -> tuple[Lanes, float]:
        """Sampled hands now, including the running trick, and their effective sample size."""
        talk = _talk(view)
        if not (self.listens and talk.anything):
            return _hidden(view, self.samples, rng), self.samples
        hands = _hidden(view, max(self.pool, self.samples), rng)
        before = hands | _played(view)[:, :, None]
        return _sample_likely(hands, talk.likelihood(before), self.samples, rng)


def _sample_likely(
    hands: Lanes, likelihood: Floats, samples: int, rng: np.random.Generator
) -> tuple[Lanes, float]:
    """`samples` of the deals by likelihood, and their effective sample size."""
    weights = tempered(likelihood)
    return hands[:, :, chosen(weights, samples, rng)], min(effective(weights), samples)


def _talk(view: View) -> Talk:
    return Talk.of(view.said, view.scene, view.seat, view.rules)


def _played(view: View) -> Lanes:
    """The cards that each seat has played in completed tricks, shape (seats, suits)."""
    cards: list[list[AnyCard]] = [[] for _ in range(PLAYERS)]
    for trick in view.tricks:
        for place, card in enumerate(trick.cards):
            cards[(trick.leader + place) % PLAYERS].append(card)
    return np.array([lanes_of(each) for each in cards], np.int16)


def _hidden(view: View, samples: int, rng: np.random.Generator) -> Lanes:
    """Sampled hands, with the cards of the running trick added back."""
    trick = view.trick
    assert trick is not None  # noqa: S101  (the phase says so)
    seen, voids = set(trick.cards), set()
    for old in (*view.tricks, trick):
        seen.update(old.cards)
        for place, card in enumerate(old.cards):
            if old.led is not None and old.order.suit(card, old.trump) is not old.led:
                voids.add(((old.leader + place) % PLAYERS, Suit(old.led)))
    left = TRICKS - len(view.tricks)
    laid = {(trick.leader + place) % PLAYERS: card for place, card in enumerate(trick.cards)}
    sizes = {seat: left - (seat in laid) for seat in range(PLAYERS) if seat != view.seat}
    hands = deal_hidden(
        view.hand, view.seat, seen=seen, sizes=sizes, voids=voids, samples=samples, rng=rng
    )
    for seat, card in laid.items():
        hands[seat] |= np.array(lanes_of([card]), np.int16)[:, None]
    return hands


def _points_of_cards(view: View, choices: tuple[Card, ...], hands: Lanes) -> Lanes:
    """The points of each card in each deal, all played out at once."""
    trick = view.trick
    assert trick is not None  # noqa: S101  (the phase says so)
    samples = hands.shape[2]
    wide = np.tile(hands, len(choices))
    deals = wide.shape[2]
    numbers = np.array(
        [
            view.scene.contract_of(s) or 0
            for s in view.seating.clockwise(view.seating.left_of(view.seat, -view.seat))
        ],
        np.int16,
    )
    want = numbers - np.array(view.taken, np.int16)
    places = [int(view.seating.left_of(trick.leader, place)) for place in range(PLAYERS)]
    tables = Tables(
        [list(wide[seat]) for seat in places],
        [np.full(deals, want[seat], np.int16) for seat in places],
        np.full(deals, trick.leader, np.int16),
        [np.full(deals, -(suit == trick.trump), np.int16) for suit in range(4)],
        SENSIBLE,
        trick=len(view.tricks),
        goals=LEARNT,
    )
    out = lanes_of(card for old in view.tricks for card in old.cards)
    tables.seen = [np.full(deals, lane, np.int16) for lane in out]
    for card in trick.cards:
        tables.lay([np.full(deals, lane, np.int16) for lane in lanes_of([card])])
    laid = np.array([lanes_of([card]) for card in choices], np.int16)
    tables.lay(list(laid.repeat(samples, axis=0).T.copy()))
    left = tables.finish()
    contracts = np.repeat(numbers[:, None], deals, axis=1)
    declared = np.full(deals, view.scene.declarer is not None)
    points = points_of(contracts, contracts - left, declared, view.rules)[view.seat]
    by_card: Lanes = points.reshape(len(choices), samples)
    return by_card
