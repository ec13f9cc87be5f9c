"""A fair deal from random numbers: sort 52 random keys that carry their owners."""

from __future__ import annotations

from scorekeeper.engine.cardplay import Hand
from scorekeeper.engine.cards import pack
from scorekeeper.engine.draws import Draws
from scorekeeper.engine.israeli_whist.rules import PLAYERS

OWNER_BITS = PLAYERS - 1


def deal(draws: Draws) -> tuple[Hand, ...]:
    """Thirteen cards for each seat, low to high.

    Each of 52 keys is 30 random bits over 2 bits that name a seat, thirteen keys to a seat; sorted,
    they give the owners of the cards in the order of the pack.
    """
    keys = sorted(draws.half(slot) & ~OWNER_BITS | slot % PLAYERS for slot in range(len(pack())))
    owned = list(zip(pack(), (key & OWNER_BITS for key in keys), strict=True))
    return tuple(tuple(card for card, owner in owned if owner == seat) for seat in range(PLAYERS))
