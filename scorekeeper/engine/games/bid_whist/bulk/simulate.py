"""The bulk simulation of whole deals of Bid Whist: deal, bids, kitty, play and score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from scorekeeper.engine.cards.cards import Joker
from scorekeeper.engine.games.bid_whist.bids import BIDS, Kind
from scorekeeper.engine.games.bid_whist.bulk.auction import announced, auctions
from scorekeeper.engine.games.bid_whist.bulk.card_words import PLAYERS, Terms, deal_words, shift_of
from scorekeeper.engine.games.bid_whist.bulk.kitty import put_away
from scorekeeper.engine.games.bid_whist.bulk.play import Deals, tricks_taken
from scorekeeper.engine.games.bid_whist.house_rules import BidWhistRules
from scorekeeper.engine.games.bid_whist.scoring import TRICKS, line
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Column, Keys, keys_of
from scorekeeper.engine.play.bulk.columns import Columns
from scorekeeper.engine.play.results import NONE

BLOCK = 1 << 13  # deals whose words fit the cache
SIDES = 2
_CODES = tuple(bid.code for bid in BIDS)
_KINDS = np.array([bid.kind for bid in BIDS], np.int16)
_AIMS = np.array([bid.aim for bid in BIDS], np.int16)
_LINES = [[line(bid, tricks) for tricks in range(TRICKS + 1)] for bid in BIDS]
_POINTS = np.array([[entry.points for entry in lines] for lines in _LINES], np.int16)
_MADE = np.array([[entry.made for entry in lines] for lines in _LINES], np.int8)


def simulate_deals(
    first: int, count: int, rules: BidWhistRules, random: Sequence[bool], seed: int
) -> Columns:
    """Play `count` deals from number `first` on; `random` says by seat who plays at random."""
    numbers = np.arange(first, first + count, dtype=np.int64)
    dealer = (numbers % PLAYERS).astype(np.int16)
    keys = keys_of(seed, numbers)
    hands, kitty = deal_words(keys)
    calls = auctions(hands, dealer, keys, random, dealer_must_bid=rules.dealer_must_bid)
    won = np.flatnonzero(calls.declarer >= 0)
    declarer, bid = calls.declarer[won], calls.bid[won]
    deals = _Deals(hands[:, won], kitty[won], declarer, _KINDS[bid], keys[won])
    took = _took(deals, random, rules)
    side, rows = declarer & 1, np.arange(len(won))
    tricks, points = np.zeros((2, count, SIDES), np.int16)
    made = np.full((count, SIDES), NONE, np.int8)
    contracts = np.full((count, PLAYERS), NONE, np.int8)
    tricks[won] = np.stack([took, TRICKS - took], axis=1)[rows[:, None], [[0, 1]] ^ side[:, None]]
    points[won, side], made[won, side] = _POINTS[bid, took], _MADE[bid, took]
    contracts[won, declarer] = _AIMS[bid]
    return Columns(
        first,
        _CODES,
        dealer.astype(np.int8),
        np.full(count, TRICKS, np.int8),
        np.zeros(count, np.int8),
        calls.declarer.astype(np.int8),
        calls.bid.astype(np.int8),
        contracts,
        tricks.astype(np.int8),
        points,
        made,
        calls.declarer < 0,
    )


@dataclass(frozen=True, slots=True)
class _Deals:
    """Deals with a bid, as dealt, with the bid winner and the kind of the bid."""

    hands: Keys
    kitty: Keys
    declarer: Column
    kind: Column
    keys: Keys


def _took(bid: _Deals, random: Sequence[bool], rules: BidWhistRules) -> Column:
    """The tricks of the bid winner's side, including the kitty."""
    trump, low = announced(bid.hands, bid.declarer, bid.kind, bid.keys, random)
    took = np.zeros(len(bid.keys), np.int16)
    places = (bid.declarer + np.arange(PLAYERS, dtype=np.int16)[:, None]) & np.int16(3)
    swapped = rules.higher_joker is Joker.BLACK
    for here, trumps, lower in _alike(bid.kind != Kind.NO_TRUMP, low):
        terms = Terms(trumps, lower, swapped, shift_of(trump[here]))
        declarer, keys = bid.declarer[here], bid.keys[here]
        dealt = np.ascontiguousarray(bid.hands[places[:, here], here])
        dealt[0] |= bid.kitty[here]
        hands = np.stack([terms.ranked(hand) for hand in dealt])
        away = put_away(hands[0], terms, keys, np.array(random)[declarer])
        hands[0] ^= away
        deals = Deals(hands, away, terms, declarer, keys, random, rules.jokers)
        took[here] = tricks_taken(deals) + 1
    return took


def _alike(
    trumps: npt.NDArray[np.bool_], low: npt.NDArray[np.bool_]
) -> Iterator[tuple[npt.NDArray[np.intp], bool, bool]]:
    """Blocks of deals whose cards rank equally: with or without trumps, high or low."""
    for has_trumps, is_low in product((True, False), repeat=2):
        here = np.flatnonzero((trumps == has_trumps) & (low == is_low))
        for start in range(0, len(here), BLOCK):
            yield here[start : start + BLOCK], has_trumps, is_low
