"""A fair deal from random numbers: sort 52 random keys that carry their owners."""

from __future__ import annotations

from scorekeeper.engine.cards import Card, pack
from scorekeeper.engine.draws import Draws, Tagged
from scorekeeper.engine.israeli_whist.rules import PLAYERS
from scorekeeper.engine.israeli_whist.whole.talk import Hand

_OWNER_BITS = 2
_OWNER = (1 << _OWNER_BITS) - 1
_KEYS = Tagged.of([slot % PLAYERS for slot in range(len(pack()))], _OWNER_BITS)


def deal(draws: Draws) -> tuple[Hand, ...]:
    """Thirteen cards for each seat, low to high.

    Each of 52 keys is 30 random bits over 2 bits that name a seat, thirteen keys to a seat; sorted,
    they give the owners of the cards in the order of the pack.
    """
    hands: list[list[Card]] = [[] for _ in range(PLAYERS)]
    give = [hand.append for hand in hands]
    for card, key in zip(pack(), sorted(draws.tagged(_KEYS)), strict=True):
        give[key & _OWNER](card)
    return tuple([tuple(hand) for hand in hands])
