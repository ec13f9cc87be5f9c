"""Exact search of the last tricks, for many ways in which the hidden cards may lie at once.

Each player is taken to know all cards and to play for the most points of their own; where these are
the same, for the fewest of the others. The tree of all legal cards grows a card at a time, for all
deals together, and is then folded back from its end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scorekeeper.engine.games.israeli_whist.house_rules import PLAYERS
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Keys
from scorekeeper.engine.play.bulk.card_words import LANE, LANE_BITS, NOTHING, lane_of, picked

Lanes = npt.NDArray[np.int16]
Points = npt.NDArray[np.int32]
Taken = npt.NDArray[np.int16]
Score = Callable[[Taken], npt.NDArray[np.int16]]
TRUMPED = np.uint64(1 << 13)
_OTHERS = 1 << 12  # more than all the others' points can come to


@dataclass(frozen=True, slots=True)
class Places:
    """Deals at the same card of the same trick, one a column.

    hands     words, shape (seats, deals)
    place     how many cards lie on the table
    leader    who led to the running trick
    led       where the lane of the suit led begins
    best      the best card so far in its lane, and `TRUMPED` more for a trump
    winner    who has the trick so far
    taken     the tricks that each seat has taken, shape (seats, deals)
    """

    hands: Keys
    place: int
    leader: npt.NDArray[np.intp]
    led: Keys
    best: Keys
    winner: npt.NDArray[np.intp]
    taken: Taken

    @property
    def turn(self) -> npt.NDArray[np.intp]:
        """Who plays next."""
        return (self.leader + self.place) % PLAYERS

    def legal(self) -> Keys:
        """The cards that may be played."""
        own = self.hands[self.turn, np.arange(len(self.leader))]
        if self.place == 0:
            return own
        following = own & LANE << self.led
        return np.where(following != 0, following, own)

    def after(self, parents: npt.NDArray[np.intp], cards: Keys, trump: int) -> Places:
        """The deals after a card each; `parents` are the deals they come from."""
        turn, rows = self.turn[parents], np.arange(len(parents))
        hands = self.hands[:, parents]
        hands[turn, rows] ^= cards
        leader, led = self.leader[parents], self.led[parents]
        best, winner, taken = self.best[parents], self.winner[parents], self.taken[:, parents]
        if self.place == 0:
            led, best = lane_of(cards), np.zeros_like(cards)
        strength = cards >> led & LANE
        if trump >= 0:
            trumps = cards >> LANE_BITS * np.uint64(trump) & LANE
            strength = np.where(trumps != 0, trumps | TRUMPED, strength)
        better = strength > best
        best, winner = np.where(better, strength, best), np.where(better, turn, winner)
        if self.place < PLAYERS - 1:
            return Places(hands, self.place + 1, leader, led, best, winner, taken)
        taken[winner, rows] += 1
        return Places(hands, 0, winner, led, best, winner, taken)


def points_of_cards(places: Places, trump: int, seat: int, score: Score) -> npt.NDArray[np.float64]:
    """The mean points of a seat for each of its legal cards, in the order of the pack.

    It is its turn, and it holds the same cards in every deal; `trump` is -1 for none. `score` gives
    the points from the tricks taken, both of shape (seats, deals).
    """
    _, _, points = _after_each_card(places, trump, score)
    means: npt.NDArray[np.float64] = points[seat].reshape(len(places.leader), -1).mean(axis=0)
    return means


def _after_each_card(
    places: Places, trump: int, score: Score
) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp], Points]:
    """Where the cards of each deal begin, the deal of each card, and all seats' points after it."""
    legal = places.legal()
    count = np.bitwise_count(legal).astype(np.intp)
    starts, deals = np.cumsum(count) - count, np.repeat(np.arange(len(count)), count)
    number = (np.arange(len(deals)) - starts[deals]).astype(np.uint64)
    after = places.after(deals, picked(legal[deals], number), trump)
    return starts, deals, _played_out(after, trump, score)


def _played_out(places: Places, trump: int, score: Score) -> Points:
    """The points of all seats, shape (seats, deals)."""
    if not places.hands.any():
        return score(places.taken).astype(np.int32)
    starts, deals, points = _after_each_card(places, trump, score)
    cards = np.arange(len(deals))
    own = points[places.turn[deals], cards]
    liking = own * (2 * _OTHERS) - (points.sum(axis=0) - own)
    most = np.maximum.reduceat(liking, starts)
    best = np.where(liking == most[deals], cards, len(deals))
    return points[:, np.minimum.reduceat(best, starts)]


def words_of(hands: Lanes) -> Keys:
    """Hands of lanes, shape (seats, suits, deals), as words."""
    words = np.full((hands.shape[0], hands.shape[2]), NOTHING)
    for suit in range(hands.shape[1]):
        words |= hands[:, suit].astype(np.uint64) << LANE_BITS * np.uint64(suit)
    return words
