"""Many tables of Bid Whist at once, step by step."""

from __future__ import annotations

from scorekeeper.auction import Auction
from scorekeeper.cards import Joker, Suit
from scorekeeper.games.bid_whist import BIDS, BidKind, JokersInNoTrump, ladder
from scorekeeper.play.kernel.batch_auctions import AuctionTables
from scorekeeper.play.kernel.batch_tables import (
    LOSES,
    NO_SUIT,
    NOBODY,
    ONE,
    RANKS,
    SUITS,
    Bytes,
    Flags,
    Ints,
    TableNumbers,
    Words,
)
from scorekeeper.play.kernel.bid_whist_deals import points_of_bids
from scorekeeper.play.observation import NO_TRUMPS
from scorekeeper.play.optional_numpy import np
from scorekeeper.seating import SEATS

ANNOUNCEMENT = 1  # the stage of the bidding after the auction
CARDS = RANKS * SUITS  # the number of the black joker
JOKERS = np.uint64(0b11 << CARDS)


class BidWhistBatch(AuctionTables):
    """Tables of Bid Whist: one round of calls, the announcement, the kitty, and jokers.

    joker_suit    the suit of the jokers: the trumps, or none without trumps
    card_order    the row of `card_orders` with the heights of the cards
    """

    def prepare(self) -> None:
        rules, many = self.settings.rules, len(self.all)
        auction = Auction(SEATS[: self.settings.players], ladder(rules.lowest), rules.auction)
        self.prepare_auction(auction, (self._allow_announcements, self._announce))
        bids = [bid for bid in BIDS if bid in auction.ladder]
        self.kind_of = np.array([bid.kind for bid in bids])
        self.points_of_bids = points_of_bids(bids)
        self.trumps = self.words_of("choice", [suit.letter for suit in Suit])
        self.directions = self.words_of("choice", ["high", "low"])
        self.joker_suit, self.card_order = np.zeros((2, many), np.int64)
        ranks = np.tile(np.arange(RANKS), SUITS)
        low = np.where(ranks < RANKS - 1, RANKS - 2 - ranks, ranks)  # the ace is best
        black = rules.higher_joker is Joker.BLACK
        jokers = [RANKS + black, RANKS + (not black)]
        self.card_orders = np.array(
            [[*each, *last] for last in (jokers, [LOSES // 2] * 2) for each in (ranks, low)]
        )
        self.whole_pack = np.bitwise_or.reduce(ONE << self.pack.astype(np.uint64))
        self.unplayed, self.moves_on = int(rules.pack.kitty > 0), not rules.same_dealer

    def open(self, rows: TableNumbers) -> None:
        self.kitty[rows] = self.whole_pack & ~np.bitwise_or.reduce(self.hands[rows], axis=1)
        self.joker_suit[rows] = NO_SUIT
        self.hold(rows, self.eldest(rows))

    def won(self, rows: TableNumbers) -> None:
        self.stage[rows], self.turn[rows] = ANNOUNCEMENT, self.declarer[rows]

    def _allow_announcements(self, legal: Bytes, here: TableNumbers, rows: TableNumbers) -> None:
        plain = (self.kind_of[self.rung[rows]] == BidKind.NO_TRUMP)[:, None]
        legal[here[:, None], self.trumps] = ~plain
        legal[here[:, None], self.directions] = plain

    def _announce(self, rows: TableNumbers, words: Ints) -> None:
        kind = self.kind_of[self.rung[rows]]
        plain = kind == BidKind.NO_TRUMP
        suit = (words[:, None] == self.trumps).argmax(axis=1)
        self.trump[rows] = np.where(plain, NO_TRUMPS, suit)
        self.joker_suit[rows] = np.where(plain, NO_SUIT, suit)
        self.card_order[rows] = ((kind == BidKind.LOW) | (words == self.directions[1])) + 2 * plain
        if self.unplayed:
            self.take_up(rows)
        else:
            self.lead(rows, self.declarer[rows])

    def suits(self, rows: TableNumbers, cards: Ints) -> Ints:
        return np.where(cards < CARDS, super().suits(rows, cards), self.joker_suit[rows])

    def heights(self, rows: TableNumbers, cards: Ints) -> Ints:
        return self.card_orders[self.card_order[rows], cards]

    def suit_led(self) -> Words:
        trumps = (self.led == self.joker_suit) & (self.led != NO_SUIT)
        return super().suit_led() | np.where(trumps, JOKERS, np.uint64(0))

    def follows(self, lane: Words, own: Words) -> Words:
        if self.settings.rules.jokers is not JokersInNoTrump.ANY_TIME:
            return lane
        return np.where(self.trump == NO_TRUMPS, lane | own & JOKERS, lane)

    def discards(self, own: Words) -> Words:
        if self.settings.rules.jokers is not JokersInNoTrump.MUST:
            return own
        must: Flags = (self.trump == NO_TRUMPS) & (self.led != NO_SUIT) & (own & JOKERS != 0)
        return np.where(must, own & JOKERS, own)

    def points(self, rows: TableNumbers) -> tuple[Ints, None]:
        declarer, bid = self.declarer[rows], self.rung[rows]
        sides = np.array(self.side_of)
        side = sides[declarer]
        taken = self.taken[rows] * (sides == side[:, None])
        points = np.zeros((len(rows), len(self.sides)), np.int64)
        won = self.points_of_bids[bid, taken.sum(axis=1) + self.unplayed]
        points[np.arange(len(rows)), side] = np.where(declarer == NOBODY, 0, won)
        return points, None
