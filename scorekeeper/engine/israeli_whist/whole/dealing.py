"""A fair deal from random numbers: sort 52 random keys that carry their owners."""

from __future__ import annotations

from scorekeeper.engine.cardplay import Hand
from scorekeeper.engine.cards import Card, pack
from scorekeeper.engine.draws import Draws
from scorekeeper.engine.israeli_whist.rules import PLAYERS

OWNER_BITS = PLAYERS - 1
RANDOM_BITS = ~OWNER_BITS
_OWNERS = tuple(slot % PLAYERS for slot in range(len(pack())))


def deal(draws: Draws) -> tuple[Hand, ...]:
    """Thirteen cards for each seat, low to high.

    Each of 52 keys is 30 random bits over 2 bits that name a seat, thirteen keys to a seat; sorted,
    they give the owners of the cards in the order of the pack.
    """
    halves = draws.halves(len(pack()))
    keys = sorted([half & RANDOM_BITS | owner for half, owner in zip(halves, _OWNERS, strict=True)])
    hands: list[list[Card]] = [[] for _ in range(PLAYERS)]
    for card, key in zip(pack(), keys, strict=True):
        hands[key & OWNER_BITS].append(card)
    return tuple([tuple(hand) for hand in hands])
