"""Many deals of a game of exact bids at once: bids in turn, then the tricks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Self, cast

from scorekeeper.cards import Denomination
from scorekeeper.games.bid_scheme import BidScheme
from scorekeeper.games.exact_bids import ExactBids
from scorekeeper.play.kernel.arrays import Column, Rows, keys_of
from scorekeeper.play.kernel.batch_tables import (
    NOBODY,
    ONE,
    UNKNOWN,
    BiddingTables,
    Bytes,
    Ints,
    TableNumbers,
    allow_numbers,
)
from scorekeeper.play.kernel.bids import Bids, Masks, bids_in_turn, numbers, numbers_but, worths
from scorekeeper.play.kernel.card_play import Tables, lanes_of_places
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import RANKS, SUITS, deal_lots, pack_of
from scorekeeper.play.kernel.running_tricks import RunningTricks, suit_masks
from scorekeeper.play.kernel.sampling import SampledDeals
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import View
from scorekeeper.play.sensible_player import HEARD, LISTENING, MODESTY, TRUST
from scorekeeper.play.simulation import NONE, Run
from scorekeeper.seating import Seat

ROTATION = 20  # deals after which trumps that rotate through four or five begin again


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

    trump     the trump suit; 4 for no trumps
    hooked    whether the last bid may not make the bids add up to the tricks
    shown     the card that lies open, as its index in the pack; -1 for none
    each      the cards of each player
    times     the factor for all points

    kind          the play of the tricks
    card_rules    the rules for the cards
    again         the index in the pack from which on a card turned up is followed by another one
    """

    book: ExactBids[Any]
    trump: Column
    hooked: npt.NDArray[np.bool_]
    shown: Column
    each: int
    times: Column

    kind: ClassVar[type[Tables]] = Tables
    card_rules: ClassVar[type[RunningTricks]] = RunningTricks
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
        dealer, nothing = (deals % players).astype(np.int16), np.full(players, NONE, np.int16)
        hooked, times = by_number.hooked[place], by_number.times[place, trump]
        more = (book, trump, hooked, shown, each, times)
        return cls(hands, nothing, run.rules, keys, dealer, *more)

    @classmethod
    def seen(cls, book: ExactBids[Any], view: View, hands: Rows) -> Self:
        """Return deals with these hands that are otherwise as a player sees them."""
        seating, rules, many = view.seating, view.rules, hands.shape[2]
        suit = Denomination.NO_TRUMP if view.trump is None else Denomination(view.trump)
        up = book.pack.index(view.shown[-1]) if view.shown else NONE
        factor = 2 ** len(book.doublings(rules, seating, suit))
        trump, shown, times = (np.full(many, number, np.int16) for number in (suit, up, factor))
        hooked = np.full(many, book.hooked(rules, seating) and not book.simultaneous(rules))
        return cls.seen_by(view, hands, book, trump, hooked, shown, view.scene.total, times)

    def bids(self, random: Sequence[bool], known: Rows | None = None) -> Bids:
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
        pack = self.book.cards_in_play(self.rules, players)
        return worths(hand[:SUITS], self.trump, players, self.each, pack, TRUST)

    def off(self, place: int, bids: Rows) -> Column | np.int16:
        """Return what the player at a place takes off the worth, after the bids so far."""
        if self.book.simultaneous(self.rules):
            return np.int16(MODESTY)
        players, said = len(bids), bids.sum(axis=0, dtype=np.int16)
        beyond = np.int16(players) * said - np.int16(self.each * place)
        beyond = np.int16(LISTENING) * beyond // np.int16(players)
        off: Column = np.int16(MODESTY) + np.clip(beyond, -HEARD, HEARD)
        return off

    def tables(self, bids: Rows, random: Sequence[bool]) -> Tables:
        running = self.card_rules(suit_masks(self.trump))
        tables = self.kind.of(
            self.hands, bids, self.eldest, running, random=random, keys=self.keys, counts=True
        )
        if not all(random):
            tables.seen[:SUITS] = lanes_of_places(self.shown)
        return tables

    def points(self, bids: Rows, left: Rows) -> Rows:
        table = points_of_bids(self.book.scheme(self.rules), self.each)
        points: Rows = table[self.each, bids, bids - left]
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
    by_number = ByNumber.of(book, run.rules, players, run.length or ROTATION)
    deals = np.arange(first, first + count, dtype=np.int64)
    place = deals % (run.length or run.deals) % len(by_number.cards)
    cards = by_number.cards[place]
    bids, tricks, points = np.zeros((3, players, count), np.int16)
    for each in np.unique(cards):
        here = np.flatnonzero(cards == each)
        dealt = kind.of(book, run, deals[here], by_number, place[here])
        said, left = dealt.played(run.random)
        bids[:, here], tricks[:, here] = said, said - left
        points[:, here] = dealt.points(said, left)
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


# Step by step


class ExactBidsBatch(BiddingTables):
    """Tables of a game with exact bids."""

    def prepare(self) -> None:
        settings, book = self.settings, cast("ExactBids[Any]", self.settings.game.book)
        self.by_number = ByNumber.of(book, settings.rules, settings.players, len(self.sizes))
        most = int(self.by_number.cards.max())
        self.points_of_bids = points_of_bids(book.scheme(settings.rules), most)

    def open(self, rows: TableNumbers) -> None:
        super().open(rows)
        fixed, up = self.by_number.trump[self.index(rows)], self.up[rows]
        # The last card turned up; without one, bit 64 stands for no trumps.
        suit = np.bitwise_count((up & ~self.turned_again) - ONE).astype(np.int64) // RANKS
        self.trump[rows] = np.where(fixed == UNKNOWN, suit, fixed)
        self.up[rows] = np.where(fixed == UNKNOWN, up, np.uint64(0))

    def legal_words(self, rows: TableNumbers) -> Bytes:
        legal = super().legal_words(rows)
        each, hooked = self.cards[rows], self.by_number.hooked[self.index(rows)]
        last = (self.spoken[rows] == self.settings.players - 1) & hooked
        said = np.maximum(self.contract[rows], 0).sum(axis=1)
        barred = np.where(last, each - said, NOBODY)
        allow_numbers(legal, np.arange(len(rows)), numbers_but(each, barred))
        return legal

    def points(self, rows: TableNumbers, said: Rows, taken: Rows) -> tuple[Rows, Ints]:
        cards, times = self.cards[rows], self.by_number.times[self.index(rows), self.trump[rows]]
        points: Rows = self.points_of_bids[cards, said, taken] * times
        return points, marks_of_bids(cards, said == taken)
