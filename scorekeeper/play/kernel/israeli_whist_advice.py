"""Advice for Israeli Whist in bulk: sampled hidden cards, choices played out, reviews."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from scorekeeper.auction import PASS, Auction, Bid, Call, Pass
from scorekeeper.cards import AnyCard, Card, Denomination, Suit
from scorekeeper.games.israeli_whist.house_rules import PLAYERS, IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS
from scorekeeper.optional_numpy import np, npt
from scorekeeper.play.advice import (
    SAMPLES,
    Advice,
    CostlyDecision,
    Review,
    Share,
    Situation,
    advice,
    holding_of,
    moves,
    name_of,
)
from scorekeeper.play.israeli_whist_player import (
    DECLARER,
    LEARNT,
    OPEN,
    SensiblePlayer,
    estimate,
)
from scorekeeper.play.kernel.auctions import best_denomination
from scorekeeper.play.kernel.card_play import Tables
from scorekeeper.play.kernel.dealing import deal_hidden
from scorekeeper.play.kernel.israeli_whist_deals import (
    Declared,
    auctions,
    bids_by_worth,
    buckets,
    contract_and_play,
    numbers_of,
    points_of,
    worth,
)
from scorekeeper.play.players import View
from scorekeeper.play.position import Action, Position, Said, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sensible_player import TRICK, lanes_of
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.rules.steps import Scene
from scorekeeper.seating import Seat

# The likelihood of hidden hands after calls and contracts
#
# A sensible player says what the hand suggests. So a deal is more likely if sensible players would
# have called and contracted in it as the players did. A call that does not fit makes a deal less
# likely but never impossible, because people are not always sensible.

Lanes = npt.NDArray[np.int16]
Floats = npt.NDArray[np.float64]

OFF = np.array([1.0, 0.35, 0.08, 0.02])
"""The likelihood of a number, indexed by its distance from the sensible number. The last entry is
for anything farther, for another denomination, and for a bid instead of a sensible pass."""

EFFECTIVE = 50
_POWERS = (1.0, 0.7, 0.5, 0.35, 0.25, 0.15)


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


def tempered(likelihood: Floats) -> Floats:
    """Return likelihoods that are evened out as far as needed to keep enough different deals.

    If hardly any deal fits, the calls say more about the speakers than about their cards.
    """
    for power in _POWERS:
        weights: Floats = likelihood**power
        if effective(weights) >= min(EFFECTIVE, len(weights)):
            return weights
    return np.ones_like(likelihood)


def effective(likelihood: Floats) -> float:
    """Return the effective sample size of deals with these likelihoods."""
    return float(likelihood.sum() ** 2 / (likelihood**2).sum())


def chosen(likelihood: Floats, count: int, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """Return the indices of `count` deals, drawn by likelihood with systematic sampling."""
    up_to = np.cumsum(likelihood)
    steps = (np.arange(count) + rng.random()) * (up_to[-1] / count)
    places: npt.NDArray[np.intp] = np.searchsorted(up_to, steps, side="right")
    return places.clip(max=len(likelihood) - 1)


# Advice

SENSIBLE = (False,) * PLAYERS
ADVICE_POOL = 12_000  # sampled deals, of which the likely ones are used
BLOCK = 1 << 15  # deals played at once


class Outcomes(NamedTuple):
    """The points, tricks and contract of the player, each of shape (choices, samples)."""

    points: Lanes
    taken: Lanes
    said: Lanes


def hidden_deals(situation: Situation, samples: int, rng: np.random.Generator) -> Lanes:
    """Return sampled deals: all four hands, shape (seats, suits, samples)."""
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

    Deals that fit what was said are sampled more often (see `likely_deals`). A bid is judged as if
    it won the auction; a pass by the way the others then continue.
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
        calls = step.numbers
        outcomes = contract_outcomes(situation, step.scene, step.numbers, hands)
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
    """Return sampled deals weighted by what was said, and their effective sample size."""
    step, seat = situation.step, situation.seat
    talk = Talk.of(situation.heard, step.scene, seat, situation.rules)
    if not talk.anything:
        return hidden_deals(situation, samples, rng), samples
    hands = hidden_deals(situation, max(ADVICE_POOL, samples), rng)
    weights = tempered(talk.likelihood(hands))
    likely = hands[:, :, chosen(weights, samples, rng)]
    return likely, min(effective(weights), samples)


def call_outcomes(
    situation: Situation, auction: Auction, calls: Sequence[Call], hands: Lanes
) -> Outcomes:
    """Play every deal out after each of these calls of the player, and return the outcomes."""

    def won_by(block: Lanes) -> Declared:
        every = [
            _won(block, situation.seat, call.tricks, call.denomination)
            if isinstance(call, Bid)
            else _passing(situation, auction, block)
            for call in calls
        ]
        return Declared(
            *(np.concatenate(column) for column in zip(*map(_columns, every), strict=True))
        )

    blocks = [
        _outcomes_played(situation, won_by(block), np.tile(block, len(calls)))
        for block in _blocks(hands, len(calls))
    ]
    return _together(blocks, len(calls))


def contract_outcomes(
    situation: Situation, scene: Scene, numbers: Sequence[int], hands: Lanes
) -> Outcomes:
    """Play every deal out with each of these contracts of the player, and return the outcomes.

    The contracts of the others that were announced so far stay fixed.
    """
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
        blocks.append(_outcomes_played(situation, won, wide, known))
    return _together(blocks, len(numbers))


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


def _passing(situation: Situation, auction: Auction, hands: Lanes) -> Declared:
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
        np.full(deals, situation.seating.dealer, np.int16),
        np.zeros(deals, np.uint64),
        situation.rules,
        random=SENSIBLE,
        exchange=situation.step.scene.exchange,
        so_far=after,
        silent=situation.seat,
    )


def _outcomes_played(
    situation: Situation,
    won: Declared,
    hands: Lanes,
    known: Mapping[int, int | Lanes] | None = None,
) -> Outcomes:
    """Play out each deal, and return the player's outcomes; all are 0 if everyone passed."""
    deals = hands.shape[2]
    declared = np.flatnonzero(won.declarer >= 0)
    contracts, taken = np.zeros((2, PLAYERS, deals), np.int16)
    if len(declared):
        part = Declared(won.declarer[declared], won.tricks[declared], won.denomination[declared])
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


# The sampling player

NEAR = 2
SPOKEN = 1_000
SAMPLING_POOL = 3_000
SENSIBLE_PLAYER = SensiblePlayer()


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
    listens    whether deals that fit what was said are preferred (see `likely_deals`)
    pool       the number of deals from which the likely ones are chosen
    """

    samples: int = 100
    listens: bool = True
    pool: int = SAMPLING_POOL

    def decide(self, view: View, draws: Draws) -> Action:
        """Return the best action; among equal cards, the sensible one."""
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
        """Judge a pass and the bids near the worth of the hand; None if only one call is left."""
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
        numbers = [n for n in step.numbers if abs(n - near) <= NEAR or n in {0, also}]
        situation = Situation.seen(WholeGame[Any].of(ISRAELI_WHIST), view)
        hands, independent = self._hands_of(view, situation, rng)
        outcomes = contract_outcomes(situation, view.scene, numbers, hands)
        return Judged(tuple(numbers), outcomes.points, independent)

    def _cards(self, view: View, rng: np.random.Generator) -> Judged:
        """Judge every card that may be played."""
        hands, independent = self._hands_in_play(view, rng)
        cards = tuple(card for card in view.legal if isinstance(card, Card))
        return Judged(cards, _points_of_cards(view, cards, hands), independent)

    def _hands_of(
        self, view: View, situation: Situation, rng: np.random.Generator
    ) -> tuple[Lanes, float]:
        """Return sampled deals before the play, and their effective sample size."""
        talk, samples = _talk(view), max(self.samples, SPOKEN)
        if not (self.listens and talk.anything):
            return hidden_deals(situation, samples, rng), samples
        hands = hidden_deals(situation, max(self.pool, samples), rng)
        return _sample_likely(hands, talk.likelihood(hands), samples, rng)

    def _hands_in_play(self, view: View, rng: np.random.Generator) -> tuple[Lanes, float]:
        """Return sampled hands at this point of the play, and their effective sample size.

        They include the cards of the running trick.
        """
        talk = _talk(view)
        if not (self.listens and talk.anything):
            return _hidden(view, self.samples, rng), self.samples
        hands = _hidden(view, max(self.pool, self.samples), rng)
        before = hands | _cards_played(view)[:, :, None]
        return _sample_likely(hands, talk.likelihood(before), self.samples, rng)


def _sample_likely(
    hands: Lanes, likelihood: Floats, samples: int, rng: np.random.Generator
) -> tuple[Lanes, float]:
    """Return `samples` deals drawn from `hands` by likelihood, and their effective sample size."""
    weights = tempered(likelihood)
    return hands[:, :, chosen(weights, samples, rng)], min(effective(weights), samples)


def _talk(view: View) -> Talk:
    return Talk.of(view.said, view.scene, view.seat, view.rules)


def _cards_played(view: View) -> Lanes:
    """Return the cards that each seat has played in completed tricks, shape (seats, suits)."""
    cards: list[list[AnyCard]] = [[] for _ in range(PLAYERS)]
    for trick in view.tricks:
        for place, card in enumerate(trick.cards):
            cards[(trick.leader + place) % PLAYERS].append(card)
    return np.array([lanes_of(each) for each in cards], np.int16)


def _hidden(view: View, samples: int, rng: np.random.Generator) -> Lanes:
    """Return sampled hands.

    They include the cards that the players have laid to the running trick.
    """
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
    """Return the points of each card in each deal, all played out at once."""
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


# Review of a deal
#
# One half of the sampled deals finds the best choice, the other half measures the cost of the
# actual one. With the same deals for both, the luck of the best of many choices would count against
# the player.

REVIEW_POOL = 12_000


def review(end: Position, samples: int, seed: int) -> Review:
    """Judge every decision by what its player could see and had heard."""
    player, draws = SamplingPlayer(samples, pool=REVIEW_POOL), Draws.of(seed, 0)
    expected: dict[Seat, float] = {}
    decisions = []
    for position, action in moves(end):
        turn = position.turn
        assert turn is not None  # noqa: S101  (every action has a player)
        judged = player.judge(View.of(position, turn), draws, action)
        if judged is not None:
            expected.setdefault(turn, float(_fresh(judged)[_best(judged)].mean()))
            decisions.append(_decision(position, turn, action, judged))
    costly = tuple(decision for decision in decisions if decision.cost > decision.within)
    assert end.score is not None  # noqa: S101  (the deal has been played out)
    shares = tuple(
        Share(
            seat,
            end.score.points[seat],
            expected[seat],
            sum(decision.cost for decision in costly if decision.seat == seat),
        )
        for seat in sorted(expected)
    )
    return Review(samples, costly, shares)


def _decision(position: Position, seat: Seat, action: Action, judged: Judged) -> CostlyDecision:
    best, points = _best(judged), _fresh(judged)
    lost = points[best] - points[judged.choices.index(action)]
    half = 1.96 * float(lost.std()) / (judged.effective / 2) ** 0.5
    trick = 0 if position.trick is None else len(position.tricks) + 1
    chosen, better = (_named(position, choice) for choice in (action, judged.choices[best]))
    return CostlyDecision(seat, trick, chosen, better, float(np.mean(lost)), half)


def _best(judged: Judged) -> int:
    """Return the index of the choice with the highest mean in every second deal, from the first."""
    return int(judged.points[:, ::2].mean(axis=1).argmax())


def _fresh(judged: Judged) -> npt.NDArray[Any]:
    """Return the points in the other deals, which `_best` does not use."""
    fresh: npt.NDArray[Any] = judged.points[:, 1::2]
    return fresh


def _named(position: Position, action: Action) -> str:
    return str(action) if position.asking is None else name_of(position.asking, action)
