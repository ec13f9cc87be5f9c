"""The twelve tricks of many deals in lockstep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.games.bid_whist.bulk.card_words import (
    EACH,
    JOKERS,
    PLAYERS,
    TRUMP_LANE,
    TRUMP_SHIFT,
    Terms,
    flags_as_words,
)
from scorekeeper.engine.games.bid_whist.bulk.choose_card import TRUMPED, Turns, follows, leads
from scorekeeper.engine.games.bid_whist.house_rules import JokersInNoTrump
from scorekeeper.engine.optional_numpy import np
from scorekeeper.engine.play.bulk.arrays import Column, Keys, turned_rows, word
from scorekeeper.engine.play.bulk.card_words import HALF, LANE, SUITS, lane_of, picked
from scorekeeper.engine.play.players import FIRST_CARD_SLOT

_EVERY_CARD = SUITS | JOKERS
_LOWER = np.uint64(0xFFFF_FFFF)


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals about to be played, all with trumps or all without.

    hands       as ranked, by place clockwise from the bid winner, who leads
    away        the cards that the bid winner has put away, unseen by the others
    declarer    the bid winner's seat
    random      by seat, whether it plays at random
    """

    hands: Keys
    away: Keys
    terms: Terms
    declarer: Column
    keys: Keys
    random: Sequence[bool]
    jokers: JokersInNoTrump


def tricks_taken(deals: Deals) -> Column:
    """The number of the twelve tricks that the bid winner's side takes."""
    hands = list(deals.hands)
    leader = np.zeros(len(deals.keys), np.int16)
    taken, seen = np.zeros_like(leader), np.zeros_like(deals.keys)
    for number in range(EACH):
        trick = _Trick(deals, number, hands, leader, seen)
        for place in range(PLAYERS):
            trick.play(place)
        leader, seen = (leader + trick.winner) & np.int16(3), trick.seen
        taken += leader & 1 ^ 1
        hands = turned_rows(hands, trick.winner)
    return taken


class _Trick:
    """One trick of all deals; the hands are by place from its leader."""

    def __init__(
        self, deals: Deals, number: int, hands: list[Keys], leader: Column, seen: Keys
    ) -> None:
        empty = np.zeros_like(seen)
        self.deals, self.number, self.hands, self.leader = deals, number, hands, leader
        self.seen, self.led, self.shift, self.best = seen, empty, empty, empty
        self.winner = np.zeros_like(leader)

    def play(self, place: int) -> None:
        """Play the card of one place in every deal."""
        card, deals = self._card(place), self.deals
        self.hands[place] = self.hands[place] ^ card
        self.seen = self.seen | card
        if place == 0 or not deals.terms.trumps:
            self._follow_from_now(card)
        strength = (card & self.led) >> self.shift
        if deals.terms.trumps:
            trump = card >> TRUMP_SHIFT
            strength = np.where(trump != 0, trump | TRUMPED, strength)
        better = strength > self.best
        self.best = np.maximum(self.best, strength)
        self.winner = np.where(better, np.int16(place), self.winner)

    def _follow_from_now(self, card: Keys) -> None:
        """Set the suit to follow; the first card that has a suit determines it."""
        shift = lane_of(card)
        if self.deals.terms.trumps:
            lane = np.where(shift == TRUMP_SHIFT, TRUMP_LANE, LANE)
            self.shift, self.led = shift, lane << shift
            return
        first = (self.led == 0) & (card & JOKERS == 0)
        self.shift = np.where(first, shift, self.shift)
        self.led = np.where(first, LANE << shift, self.led)

    def _card(self, place: int) -> Keys:
        deals, own = self.deals, self.hands[place]
        legal = self._legal(own)
        seat = (deals.declarer + self.leader + np.int16(place)) & np.int16(3)
        if all(deals.random):
            return self._random_card(legal, place)
        card = self._sensible_card(own, legal, place)
        if any(deals.random):
            lucky = np.array(deals.random)[seat]
            card = np.where(lucky, self._random_card(legal, place), card)
        return card

    def _legal(self, own: Keys) -> Keys:
        """`JokerOrder.legal` for each deal."""
        following = own & self.led
        if self.deals.terms.trumps or self.deals.jokers is JokersInNoTrump.UNABLE:
            return np.where(following != 0, following, own)
        jokers = own & JOKERS
        if self.deals.jokers is JokersInNoTrump.ANY_TIME:
            return np.where(following != 0, following | jokers, own)
        must = (self.led != 0) & (jokers != 0)
        return np.where(following != 0, following, np.where(must, jokers, own))

    def _sensible_card(self, own: Keys, legal: Keys, place: int) -> Keys:
        deals = self.deals
        declares = (self.leader + np.int16(place)) & np.int16(3) == 0
        out = own | self.seen | (deals.away & flags_as_words(declares))
        unseen = ~out & _EVERY_CARD
        if place == 0:
            return leads(own, unseen, trumps=deals.terms.trumps)
        ours = (self.winner ^ np.int16(place)) & 1 == 0
        turns = Turns(
            own, legal, unseen, deals.terms.trumps, self.led, self.shift, self.best, ours,
            place == PLAYERS - 1,
        )  # fmt: skip
        return follows(turns)

    def _random_card(self, legal: Keys, place: int) -> Keys:
        slot = FIRST_CARD_SLOT + PLAYERS * self.number + place
        if slot % 2 == 0:
            self.word = word(self.deals.keys, slot // 2)
            halves = self.word & _LOWER
        else:
            halves = self.word >> HALF
        place_of_card = halves * np.bitwise_count(legal) >> HALF
        terms = self.deals.terms
        return terms.ranked(picked(terms.dealt(legal), place_of_card))
