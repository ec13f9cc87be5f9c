"""Sampling the cards that a player cannot see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from scorekeeper.engine.cards.cards import AnyCard, Card, Rank, Suit, pack
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.held_cards import Cards
from scorekeeper.engine.play.lanes import lanes_of

SUITS = 4
ROUNDS = 30


def deal_hidden(
    own: Cards,
    seat: int,
    *,
    seen: Set[AnyCard],
    sizes: Mapping[int, int],
    voids: Set[tuple[int, Suit]],
    samples: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int16]:
    """Uniformly sampled hands, shape (seats, suits, samples).

    own, seat   the player's hand and seat
    seen        the cards that have been played
    sizes       the number of cards that each other seat holds
    voids       the suits that a seat has shown not to hold; ignored if 30 rounds of dealing find no
                sample that fits
    """
    hidden = [card for card in pack() if card not in seen and card not in own]
    slots = np.array([other for other, size in sizes.items() for _ in range(size)], np.int8)
    owners = _owners(hidden, slots, voids, samples, rng)
    lanes = np.zeros((len(sizes) + 1, SUITS, samples), np.int16)
    for place, card in enumerate(hidden):
        bit = np.int16(1 << card.rank - Rank.TWO)
        for other in sizes:
            lanes[other, card.suit] |= np.where(owners[:, place] == other, bit, np.int16(0))
    lanes[seat] = np.array(lanes_of(own), np.int16)[:, None]
    return lanes


def _owners(
    hidden: Sequence[Card],
    slots: npt.NDArray[np.int8],
    voids: Set[tuple[int, Suit]],
    samples: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int8]:
    """The owner of each hidden card, shape (samples, cards)."""
    suits = np.array([card.suit for card in hidden])
    fitting = np.zeros((0, len(hidden)), np.int8)
    owners = fitting
    for _ in range(ROUNDS):
        owners = slots[rng.random((samples, len(hidden))).argsort(axis=1)]
        fits = np.ones(samples, bool)
        for seat, suit in voids:
            fits &= ~(owners[:, suits == suit] == seat).any(axis=1)
        fitting = np.concatenate([fitting, owners[fits]])
        if len(fitting) >= samples:
            return fitting[:samples]
    fallback = fitting if len(fitting) else owners
    return fallback[np.arange(samples) % len(fallback)]
