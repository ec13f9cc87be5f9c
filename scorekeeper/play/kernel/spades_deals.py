"""Many deals of Spades at once: bids, nils, and tricks in which spades must be broken."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from scorekeeper.cards import Suit
from scorekeeper.games.spades.bidding import BLIND
from scorekeeper.games.spades.scoring import Bidder, SideHand, lines
from scorekeeper.games.spades.variants import TRICKS, SpadesRules
from scorekeeper.play.kernel.arrays import (
    Column,
    Lanes,
    Rows,
    either,
    keys_of,
    left_of,
    mask_of,
    masked,
)
from scorekeeper.play.kernel.batch_tables import (
    BiddingTables,
    Bytes,
    Ints,
    TableNumbers,
)
from scorekeeper.play.kernel.bids import Bids, Masks, bids_in_turn, numbers, worths
from scorekeeper.play.kernel.card_play import Tables
from scorekeeper.play.kernel.columns import Columns
from scorekeeper.play.kernel.dealing import deal_lots
from scorekeeper.play.kernel.running_tricks import RunningTricks, suit_masks
from scorekeeper.play.kernel.sampling import SampledDeals
from scorekeeper.play.kernel.sensible_choice import Turns
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.players import View
from scorekeeper.play.simulation import NONE, Run
from scorekeeper.play.spades_player import (
    HOPE,
    LOW,
    NIL_SPADES,
    NIL_WORTH,
    NO_BID,
    LegalBids,
    legal_bids,
)
from scorekeeper.seating import Seat, Side

NIL, BELOW = np.int16(-64), np.int16(-32)
"""The tricks that a nil bidder still needs, before any is taken; others never need so few."""


def play(run: Run, legal: LegalBids, first: int, count: int) -> Columns:
    """Play `count` deals from deal `first` on, each scored as if there were no earlier ones."""
    players, total = len(run.players), TRICKS[len(run.players)]
    numbers = np.arange(first, first + count, dtype=np.int64)
    keys, dealer = keys_of(run.seed, numbers), (numbers % players).astype(np.int16)
    hands, _ = deal_lots(keys, players, total)
    nothing = np.full(players, NONE, np.int16)
    deals = SpadesDeals(hands, nothing, run.rules, keys, dealer, run.sides, legal)
    bids, left = deals.played(run.random)
    points, made, marks = deals.scores(bids, left)
    tricks = np.stack([deals.taken(bids, left)[[*side]].sum(axis=0) for side in run.sides])
    contracts = np.where(bids > total, 0, bids)
    return Columns.of(
        first, dealer, tricks, points, contracts=contracts, made=made, cards=total, marks=marks
    )


@dataclass(frozen=True, slots=True, eq=False)
class SpadesDeals(SampledDeals):
    """Deals of Spades before the first bid."""

    rules: SpadesRules
    sides: Sequence[Side]
    legal: LegalBids

    @classmethod
    def seen(cls, view: View, legal: LegalBids, hands: Rows) -> SpadesDeals:
        """Return deals with these hands that are otherwise as a player sees them."""
        deals = cls.seen_by(view, hands, view.seating.sides, legal)
        blind = {word.seat for word in view.said if word.what == BLIND}
        deals.said[[*blind]] = deals.total + 1
        return deals

    @property
    def total(self) -> int:
        """The tricks of a deal."""
        return TRICKS[len(self.hands)]

    def bids(self, random: Sequence[bool], known: Rows | None = None) -> Bids:
        """Return the bids; a blind nil is a number above all tricks."""
        players, blind, deals = len(random), self.total + 1, np.arange(len(self.keys))

        def heard(place: int, seat: Column, bids: Rows) -> Column:
            """Return the bid of the partner in each deal, or `NO_BID`."""
            if not any(self.legal.masks[place][:NO_BID]):
                return np.full(len(deals), NO_BID, np.int16)
            return bids[left_of(seat, 2, players), deals]

        def legal(place: int, seat: Column, bids: Rows) -> Masks:
            masks = np.array(self.legal.masks[place], np.int32)[heard(place, seat, bids)]
            if self.legal.hooked and place == players - 1:
                said = np.where(bids < blind, bids, 0).sum(axis=0, dtype=np.int16)
                masks &= ~fitting(self.total - said, blind)
            return masks

        def sensible(hand: Lanes, masks: Masks, place: int, bids: Rows) -> Column:
            said = heard(place, left_of(self.eldest, place, players), bids)
            partners = np.where((said > 0) & (said < blind), said, 0)
            return _sensible(hand, masks, players, blind, partners)

        return bids_in_turn(self.hands, self.eldest, self.keys, random, legal, sensible, known)

    def _wants(self, bids: Rows) -> Rows:
        return np.where((bids > 0) & (bids <= self.total), bids, NIL)

    def tables(self, bids: Rows, random: Sequence[bool]) -> SpadesTables:
        return SpadesTables.of(
            self.hands,
            self._wants(bids),
            self.eldest,
            SpadesTricks(suit_masks(np.full(len(self.keys), Suit.SPADES, np.int16))),
            random=random,
            keys=self.keys,
            partners=len(self.sides) < len(self.hands),
        )

    def taken(self, bids: Rows, left: Rows) -> Rows:
        """Return the tricks of each seat."""
        return self._wants(bids) - left

    def scores(self, bids: Rows, left: Rows) -> Rows:
        """Return what `scores_of` returns."""
        return scores_of(self.rules, self.sides, bids, self.taken(bids, left))

    def points(self, bids: Rows, left: Rows) -> Rows:
        points: Rows = self.scores(bids, left)[0]
        return points

    def made(self, bids: Rows, left: Rows) -> npt.NDArray[np.bool_]:
        made: npt.NDArray[np.bool_] = self.scores(bids, left)[1] > 0
        return made


# Bids


def fitting(left: npt.NDArray[np.integer[Any]], blind: int) -> Masks:
    """Return the masks of the bids that make all bids add up to the number of tricks."""
    masks = np.where(left < 0, 0, 1 << np.maximum(left, 0).astype(np.int32))
    masks |= np.where(left == 0, 1 << blind, 0)
    return masks.astype(np.int32)


def _sensible(
    hand: Lanes, legal: Masks, players: int, blind: int, partners: npt.NDArray[np.integer[Any]]
) -> Column:
    """Return the bid of `spades_player.bid` for each deal."""
    legal = legal & np.int32((1 << blind) - 1)
    left = legal & ((1 << (blind - partners).astype(np.int32)) - 1)
    legal = np.where(left > 0, left, legal & -legal).astype(np.int32)
    spades = hand[Suit.SPADES]
    worth = worths(hand, np.full_like(spades, Suit.SPADES), players, blind - 1)
    low = spades < 1 << LOW - 1
    poor = low & (np.bitwise_count(spades) <= NIL_SPADES) & (worth <= NIL_WORTH)
    nil = (legal == 1) | (legal & 1 > 0) & poor
    nearest = numbers(worth + np.int16(HOPE), np.where(legal > 1, legal & ~1, legal))
    return np.where(nil, 0, nearest).astype(np.int16)


# Tricks


class SpadesTricks(RunningTricks):
    """The running trick of Spades, which may not be led until they are broken."""

    breaking = int(Suit.SPADES)


@dataclass
class SpadesTables(Tables):
    """The play of many deals of Spades; sensible players want tricks as `spades_player.Table` says.

    partners    whether players across the table score together
    """

    partners: bool = False

    def goes(self, turns: Turns, want: Column) -> Column:
        place, left = self.place, np.int16(self.tricks - self.trick)
        need, tries = self._need(place), want != NIL
        if place == 0:
            return mask_of(tries & (need > 0))
        protects = self.holder == NIL
        if self.partners:
            ours, theirs = self.winner & 1 == place & 1, self._need(1 - place & 1)
        else:
            ours, theirs = np.zeros(len(want), bool), self._bid_part(self.holder)
        spoils = ~ours & (2 * theirs > left)
        wins = tries & np.where(protects, ours | (need >= left), (need > 0) | spoils)
        gives = wins & ours & (need > 0) & ~protects
        if not turns.last:
            gives &= self._holds(turns)
        leaves = mask_of(gives)
        turns.losing, turns.losing_trumps = turns.losing | leaves, turns.losing_trumps | leaves
        return mask_of(wins)

    def _need(self, place: int) -> Column:
        """Return the tricks that the side of a place still needs for its bid."""
        need = self._bid_part(self.wants[place])
        return need + self._bid_part(self.wants[place ^ 2]) if self.partners else need

    def _bid_part(self, want: Column) -> Column:
        """Return the tricks that a player still needs; 0 for a nil bidder."""
        return np.where(want > BELOW, want, np.int16(0)).astype(np.int16)

    def _holds(self, turns: Turns) -> npt.NDArray[np.bool_]:
        """Return whether no unseen card of its suit beats the best card of the trick."""
        beaten, trumped = self.running.beaten()
        unseen = either(trumped, turns.unseen[Suit.SPADES], masked(turns.unseen, turns.led))
        holds: npt.NDArray[np.bool_] = unseen & ~beaten == 0
        return holds


# Points


@dataclass(frozen=True, slots=True, eq=False)
class _Scores:
    """The points of a side, whether it made a bid (or -1), and its bags, by its bids and tricks.

    known     the bids and tricks for which `spades.lines` has been asked already
    values    shape (3, bids and tricks)
    """

    rules: SpadesRules
    total: int
    known: npt.NDArray[np.bool_]
    values: Rows

    def of_side(self, bids: Rows, taken: Rows) -> Rows:
        """Return the values of each deal, shape (3, deals)."""
        cells = np.ravel_multi_index((*bids, *taken), self.known.shape)
        for cell in np.unique(cells[~self.known.take(cells)]):
            place = [int(number) for number in np.unravel_index(cell, self.known.shape)]
            asked = self._asked(place[: len(bids)], place[len(bids) :])
            self.values.reshape(3, -1)[:, cell] = asked
            self.known.reshape(-1)[cell] = True
        values: Rows = self.values.reshape(3, -1).take(cells, axis=1)
        return values

    def _asked(self, bids: Sequence[int], taken: Sequence[int]) -> tuple[int, int, int]:
        numbers = [bid for bid in bids if 0 < bid <= self.total]
        nils = [
            Bidder(Seat(0), bid > self.total, tricks)
            for bid, tricks in zip(bids, taken, strict=True)
            if bid not in numbers
        ]
        hand = SideHand(sum(numbers), sum(taken), nils, bags=0)
        reasons, bags = lines(hand, self.rules, self.total)
        made = [line.made for line in reasons if line.made is not None]
        return sum(line.points for line in reasons), int(any(made)) if made else NONE, bags


def scores_of(rules: SpadesRules, sides: Sequence[Side], bids: Rows, taken: Rows) -> Rows:
    """Return the points, whether a bid was made (or -1), and the bags, shape (3, sides, deals).

    bids, taken    shape (seats, deals)
    """
    scorer = _scores(rules, TRICKS[len(bids)], len(sides[0]))
    return np.stack([scorer.of_side(bids[[*side]], taken[[*side]]) for side in sides], axis=1)


@lru_cache(maxsize=8)
def _scores(rules: SpadesRules, total: int, players: int) -> _Scores:
    """Return the scores of a side of this many players; none is known before the first hand."""
    shape = (total + 2,) * players + (total + 1,) * players
    return _Scores(rules, total, np.zeros(shape, bool), np.zeros((3, *shape), np.int16))


# Step by step


class SpadesBatch(BiddingTables):
    """Tables of Spades; the number above all tricks is a blind nil."""

    card_rules = SpadesTricks

    def prepare(self) -> None:
        settings, players = self.settings, self.settings.players
        self.each = TRICKS[players]
        self.deficit = settings.rules.blind_deficit if settings.ending else 0
        self.bids = []  # of a side that is too little behind to bid blind, then of any other
        for rules in (settings.rules, replace(settings.rules, blind_deficit=0)):
            legal = legal_bids(rules, players)
            if legal is not None:
                self.bids.append(np.array(legal.masks))
                self.hooked = legal.hooked
        blind = settings.actions.places.get(("contract", "blind"))
        cards = len(settings.game.pack)
        self.columns = [*range(self.each + 1), *([] if blind is None else [blind - cards])]

    def open(self, rows: TableNumbers) -> None:
        super().open(rows)
        self.trump[rows] = Suit.SPADES

    def number_of(self, words: Ints) -> Ints:
        return np.where(words > self.each, self.each + 1, words)

    def legal_words(self, rows: TableNumbers) -> Bytes:
        legal, players = super().legal_words(rows), self.settings.players
        place, seat = self.spoken[rows], self.turn[rows]
        partner = np.where(place > 1, self.contract[rows, (seat + 2) % players], NO_BID)
        if len(self.sides) == players:
            partner[:] = NO_BID
        masks = self.bids[0][place, partner]
        if self.deficit:
            totals = self.totals[rows]
            own = totals[np.arange(len(rows)), seat]
            ours = self.side_of == self.side_of[seat][:, None]
            others = np.where(ours, np.iinfo(np.int64).min, totals).max(axis=1)
            behind = own <= others - self.deficit
            masks = np.where(behind, self.bids[1][place, partner], masks)
        if self.hooked:
            numbers = np.where(self.contract[rows] > self.each, 0, self.contract[rows])
            left = self.each - np.maximum(numbers, 0).sum(axis=1)
            fits = fitting(left, self.each + 1)
            masks = np.where(place == players - 1, masks & ~fits, masks)
        legal[:, self.columns] = masks[:, None] >> np.arange(len(self.columns)) & 1
        return legal

    def points(self, rows: TableNumbers, said: Rows, taken: Rows) -> tuple[Rows, Rows]:
        points, _, bags = scores_of(self.settings.rules, self.sides, said, taken)
        return points, bags
