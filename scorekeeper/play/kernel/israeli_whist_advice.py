"""Israeli Whist over sampled deals: what calls tell, choices played out, and advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from scorekeeper.auction import PASS, Auction, Bid, Call, Pass
from scorekeeper.cards import Denomination
from scorekeeper.games.israeli_whist.house_rules import PLAYERS, IsraeliWhistRules
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS
from scorekeeper.play.advice import SAMPLES, Advice, Situation, advice, holding_of, name_of
from scorekeeper.play.israeli_whist_player import DECLARER, LEARNT, OPEN, estimate
from scorekeeper.play.kernel.auctions import best_denomination
from scorekeeper.play.kernel.bids import Bids
from scorekeeper.play.kernel.card_play import Tables
from scorekeeper.play.kernel.israeli_whist_deals import (
    Declared,
    auctions,
    bids_by_worth,
    buckets,
    contract_and_play,
    contracts,
    numbers_of,
    points_of,
    worth,
)
from scorekeeper.play.kernel.sampling import (
    ADVICE_POOL,
    NEAR,
    OFF,
    Floats,
    Outcomes,
    SampledDeals,
    SamplingPlayer,
    said_by_seat,
)
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import View
from scorekeeper.play.position import Action, Said
from scorekeeper.play.sensible_player import TRICK, lanes_of
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.rules.steps import Scene

# The likelihood of hidden hands after calls and contracts (see `sampling.OFF`)

Lanes = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Talk:
    """The calls of the last auction and the contracts, from which hands can be inferred.

    seat    the listener's seat, whose own calls are ignored
    """

    seat: int
    rules: IsraeliWhistRules
    calls: tuple[tuple[int, Call], ...]
    contracts: tuple[tuple[int, int], ...]
    scene: Scene

    @classmethod
    def of(cls, words: Sequence[Said], scene: Scene, seat: int, rules: IsraeliWhistRules) -> Talk:
        """Return the calls of the last auction and the contracts; before it, all passed."""
        calls = [(int(who), what) for who, what in words if isinstance(what, Bid | Pass)]
        contracts = [(int(who), what) for who, what in words if isinstance(what, int)]
        last = calls[PLAYERS * scene.exchange :]
        return cls(seat, rules, tuple(last), tuple(contracts), scene)

    @property
    def anything(self) -> bool:
        """Whether another player has made a call or a contract that can be interpreted."""
        return any(who != self.seat for who, _ in (*self.calls, *self.contracts))

    def likelihood(self, hands: Lanes) -> Floats:
        """Return the likelihood of each deal; 1 for a perfect fit.

        `hands` are those of the auction, before a card was played, shape (seats, suits, deals).
        """
        fit = np.ones(hands.shape[2])
        for seat in range(PLAYERS):
            if seat != self.seat:
                fit *= self._calls(seat, hands[seat]) * self._contract(seat, hands[seat])
        return fit

    def _calls(self, seat: int, hand: Lanes) -> Floats:
        fit = np.ones(hand.shape[1])
        heard = [*self._calls_of(seat)]
        if not heard:
            return fit
        denomination, most = best_denomination(worth(list(hand), DECLARER))
        row = buckets(most).astype(np.int64) << 4
        table = bids_by_worth(self.rules)
        for call, highest in heard:
            least = np.array([self._least(d, highest) for d in range(5)], np.int64)
            number = table.take(row | least.take(denomination))
            if isinstance(call, Pass):
                fit *= np.where(number > 0, OFF[1], 1.0)
            else:
                assert isinstance(call, Bid)  # noqa: S101  (the ladder has no others)
                off = np.minimum(np.abs(number - call.tricks), len(OFF) - 1)
                same = (denomination == call.denomination) & (number > 0)
                fit *= np.where(same, OFF.take(off), OFF[-1])
        return fit

    def _calls_of(self, seat: int) -> Iterator[tuple[Call, Bid | None]]:
        """Yield the calls of a seat, each with the highest bid before it, or None.

        Calls while the seat itself had the highest bid are left out.
        """
        highest, bidder = None, -1
        for who, call in self.calls:
            if who == seat != bidder:
                yield call, highest
            if isinstance(call, Bid):
                highest, bidder = call, who

    def _least(self, denomination: int, highest: Bid | None) -> int:
        """Return the lowest number that can be bid in a denomination over the highest bid."""
        if highest is None:
            return self.rules.lowest(self.scene.exchange)
        return highest.tricks + (denomination <= highest.denomination)

    def _contract(self, seat: int, hand: Lanes) -> Floats:
        contracts, bid, declarer = dict(self.contracts), self.scene.suit_bid, self.scene.declarer
        if seat not in contracts or bid is None or declarer is None:
            return np.ones(hand.shape[1])
        declares = seat == declarer
        least = bid.tricks if declares else 0
        barred = self._barred(seat, {int(declarer): bid.tricks}, least)
        every = (bid.denomination, least, barred)
        denomination, lowest, none = (np.full(hand.shape[1], each, np.int16) for each in every)
        number = numbers_of(
            list(hand), denomination, self.rules, declares=declares, least=lowest, barred=none
        )
        return OFF.take(np.minimum(np.abs(number - contracts[seat]), len(OFF) - 1))

    def _barred(self, seat: int, standing: dict[int, int], least: int) -> int:
        """Return the number that was barred to a seat as the last to speak; `OPEN` for none.

        `standing` has the bid, which counts as the declarer's contract until the declarer speaks.
        """
        heard = [who for who, _ in self.contracts]
        others = standing | dict(self.contracts[: heard.index(seat)])
        others.pop(seat, None)
        left = TRICKS - sum(others.values())
        return left if len(others) == PLAYERS - 1 and left >= least else OPEN


# Advice

SENSIBLE = (False,) * PLAYERS
BLOCK = 1 << 15  # deals played at once


def advise(situation: Situation, samples: int = SAMPLES, seed: int = 1) -> Advice:
    """Judge every legal call or contract on `samples` deals.

    Deals that fit what was said are sampled more often. A bid is judged as if it won the auction; a
    pass by the way the others then continue.
    """
    player, view = AuctionPlayer(situation.game, pool=ADVICE_POOL), situation.view
    sampled = player.hands(view, samples, np.random.default_rng(seed))
    assert sampled is not None  # noqa: S101  (the kernel knows every call)
    (hands, independent), step = sampled, situation.step
    if isinstance(step, AuctionStep):
        calls: Sequence[Action] = step.auction.legal
        every = [*step.auction.legal, *(Bid(TRICKS, denomination) for denomination in Denomination)]
        outcomes = player.outcomes(view, every, hands)
        declaring = TRICKS - outcomes.left[len(calls) :]
        tricks = tuple((d.code, _shares(declaring[d])) for d in Denomination)
    else:
        assert isinstance(step, ContractStep)  # noqa: S101  (nothing else is asked)
        calls = step.numbers
        outcomes = player.outcomes(view, calls, hands)
        bid = step.scene.suit_bid
        assert bid is not None  # noqa: S101  (contracts follow an auction)
        best = int(outcomes.points.mean(axis=1).argmax())
        tricks = ((bid.denomination.code, _shares(step.numbers[best] - outcomes.left[best])),)
    names = [name_of(step, call) for call in calls]
    made = outcomes.made.tolist()
    many = len(calls)
    points = outcomes.points.tolist()[:many]
    holding = holding_of(situation.hand)
    return advice(
        calls, names, points, made[:many], tricks=tricks, holding=holding, effective=independent
    )


def call_outcomes(view: View, auction: Auction, calls: Sequence[Call], hands: Lanes) -> Outcomes:
    """Play every deal out after each of these calls of the player, and return the outcomes."""

    def won_by(block: Lanes) -> Declared:
        every = [
            _won(block, view.seat, call.tricks, call.denomination)
            if isinstance(call, Bid)
            else _passing(view, auction, block)
            for call in calls
        ]
        return Declared(
            *(np.concatenate(column) for column in zip(*map(_columns, every), strict=True))
        )

    blocks = [
        _outcomes_played(view, won_by(block), np.tile(block, len(calls)))
        for block in _blocks(hands, len(calls))
    ]
    return _together(blocks, len(calls))


def _blocks(hands: Lanes, choices: int) -> Iterator[Lanes]:
    """Yield the deals in blocks small enough to be played at once for all choices."""
    size = max(BLOCK // choices, 1)
    for first in range(0, hands.shape[2], size):
        yield hands[:, :, first : first + size]


def _together(blocks: Sequence[Outcomes], choices: int) -> Outcomes:
    return Outcomes(*(
        np.concatenate([row.reshape(choices, -1) for row in rows], axis=1)
        for rows in zip(*blocks, strict=True)
    ))  # fmt: skip


def _passing(view: View, auction: Auction, hands: Lanes) -> Declared:
    """Return the results of the auctions if the player passes now and from then on."""
    after = auction.call(PASS)
    deals = hands.shape[2]
    if after.over:
        highest = after.highest
        if not isinstance(highest, Bid) or after.bidder is None:
            return _won(hands, -1, 0, 0)
        return _won(hands, after.bidder, highest.tricks, highest.denomination)
    return auctions(
        hands,
        np.full(deals, view.seating.dealer, np.int16),
        np.zeros(deals, np.uint64),
        view.rules,
        random=SENSIBLE,
        exchange=view.scene.exchange,
        so_far=after,
        silent=view.seat,
    )


def _outcomes_played(view: View, won: Declared, hands: Lanes) -> Outcomes:
    """Play out each deal, and return the player's outcomes; all are 0 if everyone passed."""
    deals = hands.shape[2]
    declared = np.flatnonzero(won.declarer >= 0)
    contracts, taken = np.zeros((2, PLAYERS, deals), np.int16)
    if len(declared):
        part = Declared(won.declarer[declared], won.tricks[declared], won.denomination[declared])
        contracts[:, declared], taken[:, declared] = contract_and_play(
            hands[:, :, declared],
            part,
            np.full(len(declared), view.seating.dealer, np.int16),
            np.zeros(len(declared), np.uint64),
            view.rules,
            random=SENSIBLE,
        )
    points = points_of(contracts, taken, won.declarer >= 0, view.rules)
    points[:, won.declarer < 0] = 0
    left = (contracts - taken)[view.seat]
    return Outcomes(points[view.seat], left, left == 0)


def _won(hands: Lanes, declarer: int, tricks: int, denomination: int) -> Declared:
    deals = hands.shape[2]
    return Declared(
        *(np.full(deals, value, np.int16) for value in (declarer, tricks, denomination))
    )


def _columns(won: Declared) -> tuple[Lanes, Lanes, Lanes]:
    return won.declarer, won.tricks, won.denomination


def _shares(taken: Lanes) -> tuple[float, ...]:
    """Return the probability of each number of tricks."""
    counts = np.bincount(taken.astype(np.int64), minlength=TRICKS + 1)
    return tuple(float(count) / len(taken) for count in counts)


# Contracts and cards


@dataclass(frozen=True, slots=True, eq=False)
class IsraeliWhistDeals(SampledDeals):
    """Deals after the auction, as a player sees them."""

    view: View

    @classmethod
    def seen(cls, view: View, hands: Lanes) -> IsraeliWhistDeals:
        """Return deals with these hands that are otherwise as a player sees them."""
        return cls(hands, said_by_seat(view), view)

    @property
    def won(self) -> Declared:
        """The result of the auction."""
        scene = self.view.scene
        bid, declarer = scene.suit_bid, scene.declarer
        if bid is None or declarer is None:
            return _won(self.hands, -1, 0, 0)
        return _won(self.hands, declarer, bid.tricks, bid.denomination)

    def bids(self, random: Sequence[bool], known: Lanes | None = None) -> Bids:
        """Return the contracts, without comparing them with sensible ones (see `likelihood`)."""
        said, declarer = (
            np.zeros((PLAYERS, self.hands.shape[2]), np.int16),
            self.view.scene.declarer,
        )
        if declarer is not None:
            seats = (declarer + np.arange(PLAYERS)) % PLAYERS
            fixed = {} if known is None else {
                place: known[seat] for place, seat in enumerate(seats) if known[seat][0] >= 0
            }  # fmt: skip
            keys = np.zeros(said.shape[1], np.uint64)
            said[seats] = contracts(
                [[*hand] for hand in self.hands[seats]], self.won, keys, self.view.rules,
                random=np.zeros(said.shape, bool), known=fixed,
            )  # fmt: skip
        return Bids(said, said)

    def tables(self, bids: Lanes, random: Sequence[bool]) -> Tables:
        """Return the tables at the first lead."""
        scene, many = self.view.scene, bids.shape[1]
        leader = self.view.seating.eldest if scene.declarer is None else scene.declarer
        trump = Denomination.NO_TRUMP if scene.suit_bid is None else scene.suit_bid.denomination
        columns = (np.full(many, number, np.int16) for number in (leader, trump))
        return Tables.of(self.hands, bids, *columns, random=random, goals=LEARNT)

    def points(self, bids: Lanes, left: Lanes) -> Lanes:
        """Return the points by seat."""
        return points_of(bids, bids - left, self.won.declarer >= 0, self.view.rules)

    def likelihood(self, listener: int) -> Floats | None:
        """Return how well each deal fits what the others said; None if they said nothing."""
        view = self.view
        talk = Talk.of(view.said, view.scene, listener, view.rules)
        return talk.likelihood(self.hands) if talk.anything else None


# The sampling player


@dataclass(frozen=True, slots=True)
class AuctionPlayer(SamplingPlayer):
    """The sampling player with calls: it judges a pass and the bids near the worth of the hand.

    Cards are exchanged as the sensible player does.
    """

    def choices(self, view: View, near: Action, also: Action = None) -> tuple[Action, ...]:
        if not isinstance(view.asking, AuctionStep) or view.exchange is not None:
            return SamplingPlayer.choices(self, view, near, also)
        auction = view.asking.auction
        worth = [estimate(lanes_of(view.hand), d, DECLARER) / TRICK for d in range(5)]
        return tuple(
            call
            for call in auction.legal
            if call in {PASS, also}
            or (
                auction.bidder != view.seat
                and isinstance(call, Bid)
                and abs(call.tricks - worth[call.denomination]) <= NEAR / 2
            )
        )

    def outcomes(self, view: View, choices: Sequence[Action], hands: Lanes) -> Outcomes:
        if not isinstance(view.asking, AuctionStep):
            return SamplingPlayer.outcomes(self, view, choices, hands)
        return call_outcomes(view, view.asking.auction, cast("Sequence[Call]", choices), hands)
