"""Listening: inferring hidden hands from what was said, by weighting sampled deals.

A sensible player says what the hand suggests. So a deal is more likely if sensible players would
have called and contracted in it as the players did. A call that does not fit makes a deal less
likely but never impossible, because people are not always sensible.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.bids import Bid, Call, Pass
from scorekeeper.engine.games.israeli_whist.house_rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS
from scorekeeper.engine.games.israeli_whist.whole.bulk.auction import bids_by_worth
from scorekeeper.engine.games.israeli_whist.whole.bulk.contracts import numbers_of
from scorekeeper.engine.games.israeli_whist.whole.bulk.payoff_table import (
    best_denomination,
    buckets,
    worth,
)
from scorekeeper.engine.games.israeli_whist.whole.players.bids_and_contracts import OPEN
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import DECLARER
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.actions import Said
from scorekeeper.engine.rules.steps import Scene

Lanes = npt.NDArray[np.int16]
Floats = npt.NDArray[np.float64]

OFF = np.array([1.0, 0.35, 0.08, 0.02])
"""[distance]: the likelihood of a number at this distance from the sensible one. The last entry is
for anything farther, for another denomination, and for a bid instead of a sensible pass."""

EFFECTIVE = 50
_POWERS = (1.0, 0.7, 0.5, 0.35, 0.25, 0.15)


@dataclass(frozen=True, slots=True)
class Talk:
    """What the other players said: the calls of the last auction, and the contracts.

    seat    the listener's seat, whose own calls are ignored
    """

    seat: int
    rules: IsraeliWhistRules
    calls: tuple[tuple[int, Call], ...]
    contracts: tuple[tuple[int, int], ...]
    scene: Scene

    @classmethod
    def of(cls, words: Sequence[Said], scene: Scene, seat: int, rules: IsraeliWhistRules) -> Talk:
        """The calls and contracts so far; before each exchange, all four passed."""
        calls = [(int(who), what) for who, what in words if isinstance(what, Bid | Pass)]
        contracts = [(int(who), what) for who, what in words if isinstance(what, int)]
        last = calls[PLAYERS * scene.exchange :]
        return cls(seat, rules, tuple(last), tuple(contracts), scene)

    @property
    def anything(self) -> bool:
        """Whether another player has said anything."""
        return any(who != self.seat for who, _ in (*self.calls, *self.contracts))

    def likelihood(self, hands: Lanes) -> Floats:
        """The likelihood of each deal; 1 for a perfect fit.

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
        """The calls of a seat with the highest bid before each, unless that bid was its own."""
        highest, bidder = None, -1
        for who, call in self.calls:
            if who == seat != bidder:
                yield call, highest
            if isinstance(call, Bid):
                highest, bidder = call, who

    def _least(self, denomination: int, highest: Bid | None) -> int:
        """The lowest number that can be bid in a denomination over the highest bid."""
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
        """The number that was barred to a seat as the last to speak; `OPEN` for none.

        `standing` has the bid, which counts as the declarer's contract until the declarer speaks.
        """
        heard = [who for who, _ in self.contracts]
        others = standing | dict(self.contracts[: heard.index(seat)])
        others.pop(seat, None)
        left = TRICKS - sum(others.values())
        return left if len(others) == PLAYERS - 1 and left >= least else OPEN


def tempered(likelihood: Floats) -> Floats:
    """The likelihoods, flattened as far as necessary to keep enough different deals.

    If hardly any deal fits, the calls say more about the speakers than about their cards.
    """
    for power in _POWERS:
        weights: Floats = likelihood**power
        if effective(weights) >= min(EFFECTIVE, len(weights)):
            return weights
    return np.ones_like(likelihood)


def effective(likelihood: Floats) -> float:
    """The effective sample size of deals with these likelihoods."""
    return float(likelihood.sum() ** 2 / (likelihood**2).sum())


def chosen(likelihood: Floats, count: int, rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """The indices of `count` deals, drawn by likelihood with systematic sampling."""
    up_to = np.cumsum(likelihood)
    steps = (np.arange(count) + rng.random()) * (up_to[-1] / count)
    places: npt.NDArray[np.intp] = np.searchsorted(up_to, steps, side="right")
    return places.clip(max=len(likelihood) - 1)
