"""Advice in bulk: all legal calls or contracts in one batch over the same sampled deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scorekeeper.engine.cards.auction import Auction
from scorekeeper.engine.cards.bids import PASS, Bid, Call
from scorekeeper.engine.cards.cards import Denomination
from scorekeeper.engine.games.israeli_whist.house_rules import PLAYERS
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.whole.bulk.auction import Won, auctions
from scorekeeper.engine.games.israeli_whist.whole.bulk.simulate import contract_and_play, points_of
from scorekeeper.engine.games.israeli_whist.whole.listening import (
    Talk,
    chosen,
    effective,
    tempered,
)
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.advice import SAMPLES, Advice, Situation, advice, holding_of, name_of
from scorekeeper.engine.play.bulk.hidden import deal_hidden
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep, Scene

SENSIBLE = (False,) * PLAYERS
POOL = 12_000  # sampled deals, of which the likely ones are used
BLOCK = 1 << 15  # deals played at once
Lanes = npt.NDArray[np.int16]


class Outcomes(NamedTuple):
    """The points, tricks and contract of the player, each of shape (choices, samples)."""

    points: Lanes
    taken: Lanes
    said: Lanes


def hidden_deals(situation: Situation, samples: int, rng: np.random.Generator) -> Lanes:
    """Sampled deals: all four hands, shape (seats, suits, samples)."""
    others = {seat: TRICKS for seat in range(PLAYERS) if seat != situation.seat}
    return deal_hidden(
        situation.hand,
        situation.seat,
        seen=frozenset(),
        sizes=others,
        voids=frozenset(),
        samples=samples,
        rng=rng,
    )


def advise(situation: Situation, samples: int = SAMPLES, seed: int = 1) -> Advice:
    """Judge every legal call or contract on `samples` deals.

    Deals that fit what was said are sampled more often (see `listening`). A bid is judged as if it
    won the auction; a pass by the way the others then continue.
    """
    hands, independent = likely_deals(situation, samples, np.random.default_rng(seed))
    step = situation.step
    if isinstance(step, AuctionStep):
        calls: Sequence[Call | int] = step.auction.legal
        every = [*step.auction.legal, *(Bid(TRICKS, denomination) for denomination in Denomination)]
        outcomes = call_outcomes(situation, step.auction, every, hands)
        declaring = outcomes.taken[len(calls) :]
        tricks = tuple((d.code, _shares(declaring[d])) for d in Denomination)
    else:
        assert isinstance(step, ContractStep)  # noqa: S101  (nothing else is asked)
        calls = step.legal
        outcomes = contract_outcomes(situation, step.scene, step.legal, hands)
        bid = step.scene.suit_bid
        assert bid is not None  # noqa: S101  (contracts follow an auction)
        best = int(outcomes.points.mean(axis=1).argmax())
        tricks = ((bid.denomination.code, _shares(outcomes.taken[best])),)
    made = (outcomes.taken == outcomes.said).tolist()
    names = [name_of(step, call) for call in calls]
    many = len(calls)
    points = outcomes.points.tolist()[:many]
    holding = holding_of(situation.hand)
    return advice(
        calls, names, points, made[:many], tricks=tricks, holding=holding, effective=independent
    )


def likely_deals(
    situation: Situation, samples: int, rng: np.random.Generator
) -> tuple[Lanes, float]:
    """Sampled deals weighted by what was said, and their effective sample size."""
    step, seat = situation.step, situation.seat
    talk = Talk.of(situation.heard, step.scene, seat, situation.rules)
    if not talk.anything:
        return hidden_deals(situation, samples, rng), samples
    hands = hidden_deals(situation, max(POOL, samples), rng)
    weights = tempered(talk.likelihood(hands))
    likely = hands[:, :, chosen(weights, samples, rng)]
    return likely, min(effective(weights), samples)


def call_outcomes(
    situation: Situation, auction: Auction, calls: Sequence[Call], hands: Lanes
) -> Outcomes:
    """The outcomes of some calls."""

    def won_by(block: Lanes) -> Won:
        every = [
            _won(block, situation.seat, call.tricks, call.denomination)
            if isinstance(call, Bid)
            else _passing(situation, auction, block)
            for call in calls
        ]
        return Won(*(np.concatenate(column) for column in zip(*map(_columns, every), strict=True)))

    blocks = [
        _played(situation, won_by(block), np.tile(block, len(calls)))
        for block in _blocks(hands, len(calls))
    ]
    return _together(blocks, len(calls))


def contract_outcomes(
    situation: Situation, scene: Scene, numbers: Sequence[int], hands: Lanes
) -> Outcomes:
    """The outcomes of some contracts, with the others' contracts as announced."""
    declarer, bid = scene.declarer, scene.suit_bid
    assert declarer is not None  # noqa: S101  (contracts follow an auction)
    assert bid is not None  # noqa: S101
    blocks = []
    for block in _blocks(hands, len(numbers)):
        own = np.repeat(np.array(numbers, np.int16), block.shape[2])
        contracts: dict[int, int | Lanes] = {**dict(scene.contracts), situation.seat: own}
        known = {(seat - declarer) % PLAYERS: number for seat, number in contracts.items()}
        wide = np.tile(block, len(numbers))
        won = _won(wide, declarer, bid.tricks, bid.denomination)
        blocks.append(_played(situation, won, wide, known))
    return _together(blocks, len(numbers))


def _blocks(hands: Lanes, choices: int) -> Iterator[Lanes]:
    """The deals in blocks small enough to be played at once for all choices."""
    size = max(BLOCK // choices, 1)
    for first in range(0, hands.shape[2], size):
        yield hands[:, :, first : first + size]


def _together(blocks: Sequence[Outcomes], choices: int) -> Outcomes:
    return Outcomes(*(
        np.concatenate([row.reshape(choices, -1) for row in rows], axis=1)
        for rows in zip(*blocks, strict=True)
    ))  # fmt: skip


def _passing(situation: Situation, auction: Auction, hands: Lanes) -> Won:
    """The end of the auction if the player passes now and from now on."""
    after = auction.call(PASS)
    deals = hands.shape[2]
    if after.over:
        highest = after.highest
        if not isinstance(highest, Bid) or after.bidder is None:
            return _won(hands, -1, 0, 0)
        return _won(hands, after.bidder, highest.tricks, highest.denomination)
    return auctions(
        hands,
        np.full(deals, situation.seating.dealer, np.int16),
        np.zeros(deals, np.uint64),
        situation.rules,
        random=SENSIBLE,
        exchange=situation.step.scene.exchange,
        so_far=after,
        silent=situation.seat,
    )


def _played(
    situation: Situation, won: Won, hands: Lanes, known: Mapping[int, int | Lanes] | None = None
) -> Outcomes:
    """The player's outcome in each deal; 0 if all have passed."""
    deals = hands.shape[2]
    declared = np.flatnonzero(won.declarer >= 0)
    contracts, taken = np.zeros((2, PLAYERS, deals), np.int16)
    if len(declared):
        part = Won(won.declarer[declared], won.tricks[declared], won.denomination[declared])
        contracts[:, declared], taken[:, declared] = contract_and_play(
            hands[:, :, declared],
            part,
            np.full(len(declared), situation.seating.dealer, np.int16),
            np.zeros(len(declared), np.uint64),
            situation.rules,
            random=SENSIBLE,
            known=known,
        )
    points = points_of(contracts, taken, won.declarer >= 0, situation.rules)
    points[:, won.declarer < 0] = 0
    return Outcomes(points[situation.seat], taken[situation.seat], contracts[situation.seat])


def _won(hands: Lanes, declarer: int, tricks: int, denomination: int) -> Won:
    deals = hands.shape[2]
    return Won(*(np.full(deals, value, np.int16) for value in (declarer, tricks, denomination)))


def _columns(won: Won) -> tuple[Lanes, Lanes, Lanes]:
    return won.declarer, won.tricks, won.denomination


def _shares(taken: Lanes) -> tuple[float, ...]:
    """The probability of each number of tricks."""
    counts = np.bincount(taken.astype(np.int64), minlength=TRICKS + 1)
    return tuple(float(count) / len(taken) for count in counts)
