"""The exchanges of cards in many deals at once."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.engine.games.israeli_whist.house_rules import EXCHANGED, PLAYERS
from scorekeeper.engine.games.israeli_whist.whole.bulk.payoff_table import best_denomination, worth
from scorekeeper.engine.games.israeli_whist.whole.players.estimate import DECLARER
from scorekeeper.engine.games.israeli_whist.whole.players.sensible import TOP_TWO
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.arrays import (
    Column,
    Keys,
    Lanes,
    either,
    equals,
    highest,
    is_some,
    lowest,
)
from scorekeeper.engine.play.bulk.play_tables import choose_evenly
from scorekeeper.engine.play.players import FIRST_EXCHANGE_SLOT

SUITS = 4


def exchanged(
    hands: npt.NDArray[np.int16], keys: Keys, steps: int, random: Sequence[bool], exchange: int
) -> npt.NDArray[np.int16]:
    """The hands after exchange number `exchange`, from 0, `steps` places clockwise."""
    after = hands.copy()
    for seat in range(PLAYERS):
        if random[seat]:
            slot = FIRST_EXCHANGE_SLOT + 16 * exchange + 4 * seat
            given = _given_at_random(list(hands[seat]), keys, slot)
        else:
            given = _thrown(list(hands[seat]))
        for suit in range(SUITS):
            after[seat, suit] ^= given[suit]
            after[(seat + steps) % PLAYERS, suit] |= given[suit]
    return after


def _given_at_random(lanes: Lanes, keys: Keys, slot: int) -> Lanes:
    given = [np.zeros_like(lane) for lane in lanes]
    for number in range(EXCHANGED):
        left = [lane ^ gone for lane, gone in zip(lanes, given, strict=True)]
        card = choose_evenly(left, keys, slot + number)
        given = [gone | bit for gone, bit in zip(given, card, strict=True)]
    return given


def _thrown(lanes: Lanes) -> Lanes:
    """`sensible.thrown` for each deal."""
    best, _ = best_denomination(worth(lanes, DECLARER))
    given = [np.zeros_like(lane) for lane in lanes]
    for _ in range(EXCHANGED):
        left = [lane ^ gone for lane, gone in zip(lanes, given, strict=True)]
        keys = np.stack([_reluctance(suit, lane, best) for suit, lane in enumerate(left)])
        chosen = keys.argmin(axis=0).astype(np.int16)
        for suit, lane in enumerate(left):
            low = lane & np.int16(~TOP_TWO)
            bit = either(is_some(low), lowest(low), highest(lane))
            given[suit] = given[suit] | (bit & equals(chosen, suit))
    return given


def _reluctance(suit: int, lane: Column, best: Column) -> npt.NDArray[np.int16]:
    only_top = (lane & np.int16(~TOP_TWO)) == 0
    key = np.bitwise_count(lane) + 16 * only_top.astype(np.int16) + 64 * (best == suit)
    return np.where(lane == 0, 2**12, (key << 2) | suit).astype(np.int16)
