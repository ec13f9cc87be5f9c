"""Israeli Whist over sampled deals: what calls tell, choices played out, and advice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scorekeeper.auction import PASS, Auction, Bid, Call, Pass
from scorekeeper.cards import Denomination
from scorekeeper.games.israeli_whist.house_rules import PLAYERS, IsraeliWhistRules
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS
from scorekeeper.play.israeli_whist_player import DECLARER, OPEN, estimate
from scorekeeper.play.kernel.arrays import Column, Rows
from scorekeeper.play.kernel.auctions import best_denomination
from scorekeeper.play.kernel.israeli_whist_deals import (
    Declared,
    IsraeliWhistDeals,
    auctions,
    bids_by_worth,
    buckets,
    numbers_of,
    worth,
)
from scorekeeper.play.kernel.sampling import (
    NEAR,
    OFF,
    Floats,
    Outcomes,
    SampledDeals,
    SamplingPlayer,
    Shares,
)
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import View
from scorekeeper.play.position import Action, Said
from scorekeeper.play.sensible_player import TRICK, lanes_of
from scorekeeper.play.simulation import NONE
from scorekeeper.rules.bidding_steps import AuctionStep
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


def _shares(taken: Lanes) -> tuple[float, ...]:
    """Return the probability of each number of tricks."""
    counts = np.bincount(taken.astype(np.int64), minlength=TRICKS + 1)
    return tuple(float(count) / len(taken) for count in counts)


# The deals

SENSIBLE = (False,) * PLAYERS


@dataclass(frozen=True, slots=True, eq=False)
class SeenDeals(IsraeliWhistDeals):
    """Deals as a player sees them.

    view       what the player sees
    over       a mask of the deals that end because all would pass, which score nothing
    """

    view: View
    over: Column

    @classmethod
    def seen(cls, view: View, hands: Rows) -> SeenDeals:
        """Return deals with these hands that are otherwise as a player sees them."""
        bid, declarer = view.scene.suit_bid, view.scene.declarer
        result = (NONE, 0, 0)
        if bid is not None and declarer is not None:
            result = (declarer, bid.tricks, bid.denomination)
        *won, over = (np.full(hands.shape[2], number, np.int16) for number in (*result, 0))
        return cls.seen_by(view, hands, Declared(*won), view, over)

    def after(self, seat: int, numbers: Column) -> tuple[SampledDeals, Rows]:
        """Return the deals after these contracts or calls of a player.

        Calls are numbers of `AuctionPlayer.number_of`. A bid is taken to win the auction. After a
        pass the others continue, and the player passes from then on.
        """
        if not isinstance(self.view.asking, AuctionStep):
            return SampledDeals.after(self, seat, numbers)
        tricks, denomination = np.divmod(numbers, np.int16(len(Denomination)))
        won = Declared(np.full_like(numbers, seat), tricks, denomination)
        passes = np.flatnonzero(numbers == 0)
        if len(passes):
            again = self._passing(self.view.asking.auction.call(PASS), passes)
            for column, other in zip(won, again, strict=True):
                column[passes] = other
        known = np.full((PLAYERS, len(numbers)), NONE, np.int16)
        return replace(self, won=won, over=won.declarer >> 15), known

    def _passing(self, after: Auction, deals: npt.NDArray[np.intp]) -> Declared:
        """Return the results of auctions that go on with `after`."""
        highest = after.highest
        if after.over:
            result = (NONE, 0, 0)
            if isinstance(highest, Bid) and after.bidder is not None:
                result = (after.bidder, highest.tricks, highest.denomination)
            return Declared(*np.array(result, np.int16)[:, None])
        return auctions(
            self.hands[:, :, deals],
            self.dealer[deals],
            self.keys[deals],
            self.rules,
            random=SENSIBLE,
            exchange=self.view.scene.exchange,
            so_far=after,
            silent=self.view.seat,
        )

    def points(self, bids: Rows, left: Rows) -> Rows:
        return IsraeliWhistDeals.points(self, bids, left) & ~self.over

    def made(self, bids: Rows, left: Rows) -> npt.NDArray[np.bool_]:
        """Return whether each player has made the contract; where all would pass, they have."""
        made: npt.NDArray[np.bool_] = (left == 0) | (self.over < 0)
        return made

    def likelihood(self, listener: int) -> Floats | None:
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

    def tricks(
        self, view: View, hands: Rows, choices: Sequence[Action], outcomes: Outcomes
    ) -> Shares:
        """Return the chances of each number of tricks, by denomination.

        In an auction they are those of a declarer, otherwise those after the best contract; there
        are none before a card.
        """
        if isinstance(view.asking, AuctionStep):
            highest = [Bid(TRICKS, denomination) for denomination in Denomination]
            taken = TRICKS - self.outcomes(view, highest, hands).left
            return tuple((d.code, _shares(taken[d])) for d in Denomination)
        bid, best = view.scene.suit_bid, int(outcomes.points.mean(axis=1).argmax())
        number = choices[best]
        if bid is None or not isinstance(number, int):
            return ()
        return ((bid.denomination.code, _shares(number - outcomes.left[best])),)

    def number_of(self, choice: Action) -> int | None:
        """Return the number of a contract or a call: 0 for a pass, the rung of a bid from 5 on."""
        if isinstance(choice, Bid):
            return choice.tricks * len(Denomination) + choice.denomination
        return 0 if choice == PASS else SamplingPlayer.number_of(self, choice)
