"""Exact bids in bulk: all players bid a number of tricks in turn, then play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import Column, Keys
from scorekeeper.engine.play.bulk.plain import (
    NOTHING_BARRED,
    left_of,
    numbers,
    random_numbers,
    tricks_taken,
    worths,
)
from scorekeeper.engine.play.plain_play import PACK

Rows = npt.NDArray[np.int16]


@dataclass(frozen=True, slots=True, eq=False)
class Dealt:
    """Many deals with the same number of cards, before the first bid.

    hands     lanes, shape (seats, suits, deals)
    eldest    the seat that bids first and leads
    trump     a suit per deal; 4 for no trumps
    hooked    whether the last bid may not make the bids add up to the number of tricks
    shown     the card that lies open, as its index in the pack; -1 for none
    each      the number of cards in a hand
    pack      the number of cards in the pack
    """

    keys: Keys
    hands: Rows
    eldest: Column
    trump: Column
    hooked: npt.NDArray[np.bool_]
    shown: Column | None
    each: int
    pack: int = PACK


def bids_and_tricks(dealt: Dealt, players: Sequence[str]) -> tuple[Rows, Rows]:
    """The bids and the tricks by seat, shape (seats, deals).

    players    the name of the player in each seat
    """
    many, each = len(players), dealt.each
    random = [name == "random" for name in players]
    bids = np.zeros((many, len(dealt.keys)), np.int16)
    seats: npt.NDArray[Any] = np.arange(len(dealt.keys))
    for place in range(many):
        seat = left_of(dealt.eldest, place, many)
        barred = np.full(len(dealt.keys), NOTHING_BARRED, np.int16)
        if place == many - 1:
            left = np.int16(each) - bids.sum(axis=0, dtype=np.int16)
            barred = np.where(dealt.hooked & (left >= 0), left, barred).astype(np.int16)
        own = random_numbers(dealt.keys, seat, each, barred)
        if not all(random):
            hand = [dealt.hands[seat, suit, seats] for suit in range(4)]
            lucky = np.array(random)[seat]
            worth = worths(hand, dealt.trump, many, each, dealt.pack)
            own = np.where(lucky, own, numbers(worth, each, barred))
        bids[seat, seats] = own
    taken = tricks_taken(
        dealt.hands, dealt.eldest, dealt.trump, dealt.keys, random, wants=bids, shown=dealt.shown
    )
    return bids, taken
