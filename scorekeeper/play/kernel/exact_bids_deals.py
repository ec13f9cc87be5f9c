"""Many deals of a game of exact bids at once: bids in turn, then the tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self

from scorekeeper.cards import Denomination
from scorekeeper.games.bid_scheme import BidScheme
from scorekeeper.games.exact_bids import ExactBids
from scorekeeper.play.kernel.arrays import Column, Keys, Rows, keys_of, left_of
from scorekeeper.play.kernel.bids import Bids, Masks, bids_in_turn, numbers, numbers_but, worths
from scorekeeper.play.kernel.card_play import Tables, are_random, lanes_of_places
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import RANKS, SUITS, deal_lots, pack_of
from scorekeeper.play.kernel.random_tricks import tricks_at_random
from scorekeeper.play.kernel.sampling import SampledDeals, said_by_seat
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import View
from scorekeeper.play.sensible_player import HEARD, LISTENING, MODESTY, TRUST
from scorekeeper.play.simulation import NONE, Run
from scorekeeper.seating import Seat

REPEATS = 20  # deals after which trumps that rotate through four or five begin again


@dataclass(frozen=True, slots=True, eq=False)
class ByNumber:
    """The rules that depend on the number of the deal; deal 1 is at index 0.

    trump    a suit, 4 for no trumps, -1 if a card is turned up
    times    the factor for all points, for each denomination of trumps
    """

    cards: Column
    trump: Column
    hooked: npt.NDArray[np.bool_]
    times: Rows

    @classmethod
    def of(cls, book: ExactBids[Any], rules: Any, players: int, last: int) -> ByNumber:
        """Return the rules of the deals from 1 to `last`."""
        deals = [
            book.seating(players, Seat(0), rules).numbered(number) for number in range(1, last + 1)
        ]
        fixed = [book.trump_of(rules, deal.number) for deal in deals]
        times = [
            [2 ** len(book.doublings(rules, deal, trump)) for trump in Denomination]
            for deal in deals
        ]
        return cls(
            np.array([book.cards_of(rules, deal.number, players) for deal in deals], np.int16),
            np.array([-1 if trump is None else int(trump) for trump in fixed], np.int16),
            np.array([book.hooked(rules, deal) for deal in deals]) & (not book.simultaneous(rules)),
            np.array(times, np.int16),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ExactBidsDeals(SampledDeals):
    """Deals of `each` cards a player, before the first bid; a game with other cards has a subclass.

    eldest    the seat that bids first and leads
    trump     the trump suit; 4 for no trumps
    hooked    whether the last bid may not make the bids add up to the tricks
    shown     the card that lies open, as its index in the pack; -1 for none
    each      the cards of each player
    pack      the size of the pack
    listens   whether the bids are announced one after another
    times     the factor for all points
    scheme    the points of bids

    kind      the play of the tricks
    again     the index in the pack from which on a card turned up is followed by another one
    """

    keys: Keys
    eldest: Column
    trump: Column
    hooked: npt.NDArray[np.bool_]
    shown: Column
    each: int
    pack: int
    listens: bool
    times: Column
    scheme: BidScheme

    kind: ClassVar[type[Tables]] = Tables
    again: ClassVar[int] = 64

    @classmethod
    def of(
        cls,
        book: ExactBids[Any],
        run: Run,
        deals: npt.NDArray[np.int64],
        by_number: ByNumber,
        place: npt.NDArray[np.int64],
    ) -> Self:
        """Deal the cards of deals in which all players have equally many."""
        players, each = len(run.players), int(by_number.cards[place[0]])
        keys, pack = keys_of(run.seed, deals), book.cards_in_play(run.rules, players)
        hands, up = deal_lots(keys, players, each, pack_of(pack), cls.again)
        fixed = by_number.trump[place]
        shown = np.where(fixed < 0, up, -1).astype(np.int16)
        of_card = np.where(up < 0, SUITS, np.minimum(up // np.int16(RANKS), SUITS))
        trump = np.where(fixed < 0, of_card, fixed).astype(np.int16)
        eldest = left_of((deals % players).astype(np.int16), 1, players)
        return cls(
            hands,
            np.full(players, NONE, np.int16),
            keys,
            eldest,
            trump,
            by_number.hooked[place],
            shown,
            each,
            pack,
            not book.simultaneous(run.rules),
            by_number.times[place, trump],
            book.scheme(run.rules),
        )

    @classmethod
    def seen(cls, book: ExactBids[Any], view: View, hands: Rows) -> Self:
        """Return deals with these hands that are otherwise as a player sees them."""
        seating, rules, many = view.seating, view.rules, hands.shape[2]
        trump = Denomination.NO_TRUMP if view.trump is None else Denomination(view.trump)
        shown = book.pack.index(view.shown[-1]) if view.shown else NONE
        eldest, suit, up, times = (
            np.full(many, number, np.int16)
            for number in (
                seating.eldest, trump, shown, 2 ** len(book.doublings(rules, seating, trump)),
            )
        )  # fmt: skip
        simultaneous = book.simultaneous(rules)
        hooked = np.full(many, book.hooked(rules, seating) and not simultaneous)
        return cls(
            hands,
            said_by_seat(view),
            np.zeros(many, np.uint64),
            eldest,
            suit,
            hooked,
            up,
            view.scene.total,
            book.cards_in_play(rules, seating.players),
            not simultaneous,
            times,
            book.scheme(rules),
        )

    def bids(self, random: Sequence[bool], known: Rows | None = None) -> Bids:
        """Return the bids; `random` says by seat who bids so."""
        players = len(random)

        def legal(place: int, _: Column, bids: Rows) -> Masks:
            barred = np.full(len(self.keys), NONE, np.int16)
            if place == players - 1:
                left = np.int16(self.each) - bids.sum(axis=0, dtype=np.int16)
                barred = np.where(self.hooked, left, barred).astype(np.int16)
            return numbers_but(self.each, barred)

        def sensible(hand: Sequence[Column], masks: Masks, place: int, bids: Rows) -> Column:
            return numbers(self.worth(hand, players) - self.off(place, bids), masks)

        return bids_in_turn(self.hands, self.eldest, self.keys, random, legal, sensible, known)

    def worth(self, hand: Sequence[Column], players: int) -> Column:
        """Return the worth of a hand, one column for each lane."""
        return worths(hand[:SUITS], self.trump, players, self.each, self.pack, TRUST)

    def off(self, place: int, bids: Rows) -> Column | np.int16:
        """Return what the player at a place takes off the worth, after the bids so far."""
        if not self.listens:
            return np.int16(MODESTY)
        players, said = len(bids), bids.sum(axis=0, dtype=np.int16)
        beyond = np.int16(players) * said - np.int16(self.each * place)
        beyond = np.int16(LISTENING) * beyond // np.int16(players)
        off: Column = np.int16(MODESTY) + np.clip(beyond, -HEARD, HEARD)
        return off

    def tables(self, bids: Rows, random: Sequence[bool]) -> Tables:
        """Return the tables at the first lead."""
        tables = self.kind.of(
            self.hands, bids, self.eldest, self.trump, random=random, keys=self.keys, counts=True
        )
        if not all(random):
            tables.seen[:SUITS] = lanes_of_places(self.shown)
        return tables

    def points(self, bids: Rows, left: Rows) -> Rows:
        """Return the points by seat."""
        points: Rows = points_of_bids(self.scheme, self.each)[self.each, bids, bids - left]
        return points * self.times


def play(
    book: ExactBids[Any],
    run: Run,
    first: int,
    count: int,
    kind: type[ExactBidsDeals] = ExactBidsDeals,
) -> Columns:
    """Play `count` deals from deal `first` on; those with equally many cards are played together.

    Each deal is scored as if there were no earlier ones.
    """
    players = len(run.players)
    by_number = ByNumber.of(book, run.rules, players, run.length or REPEATS)
    deals = np.arange(first, first + count, dtype=np.int64)
    place = deals % (run.length or run.deals) % len(by_number.cards)
    cards = by_number.cards[place]
    bids, tricks, points = np.zeros((3, players, count), np.int16)
    for each in np.unique(cards):
        here = np.flatnonzero(cards == each)
        dealt = kind.of(book, run, deals[here], by_number, place[here])
        said = dealt.bids(run.random).said
        if kind.kind is Tables and are_random(dealt.hands, run.random):
            taken = tricks_at_random(dealt.hands, dealt.eldest, dealt.trump, dealt.keys)
        else:
            taken = said - dealt.tables(said, run.random).finish()
        bids[:, here], tricks[:, here] = said, taken
        points[:, here] = dealt.points(said, said - taken)
    made = bids == tricks
    return Columns.of(
        first, deals % players, tricks, points, contracts=bids, made=made, cards=cards,
        marks=marks_of_bids(cards, made) if book.carries(run.rules) else None,
    )  # fmt: skip


def marks_of_bids(cards: npt.NDArray[Any], made: npt.NDArray[np.bool_]) -> npt.NDArray[Any]:
    """Return the cards of each deal for a bid that was made, and their negative for a missed one.

    Rules by which runs of bids pass on use them (see `Carry`).
    """
    return np.where(made, cards, -cards)


@lru_cache(maxsize=32)
def points_of_bids(scheme: BidScheme, most: int) -> Rows:
    """Return the points of one player, indexed by cards, bid and tricks."""
    each = range(most + 1)
    return np.array(
        [[[scheme.points(bid, taken, cards) for taken in each] for bid in each] for cards in each],
        np.int16,
    )
