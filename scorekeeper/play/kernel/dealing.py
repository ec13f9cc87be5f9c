"""Dealing for many deals at once: fair deals, and samples of the cards that a player cannot see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from scorekeeper.cards import AnyCard, Suit, pack
from scorekeeper.play.kernel.arrays import LANE, Column, Keys, mix
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.position import Cards
from scorekeeper.play.random_streams import STEP, WORD

# Fair deals

CARDS, PLAYERS, SUITS, RANKS = 52, 4, 4, 13
BLOCK = 1 << 12  # deals whose random numbers fit the cache
_LANES = np.arange(0, CARDS + RANKS, RANKS, dtype=np.uint64)[:, None]


Places = npt.NDArray[np.intp]
WHOLE_PACK: Places = np.arange(CARDS)


def deal_lots(
    keys: Keys, players: int, each: int, cards: Places = WHOLE_PACK, again: int = 64
) -> tuple[npt.NDArray[np.int16], Column]:
    """Return the lanes of every hand, shape (seats, lanes, deals), and the card turned up.

    The card turned up is the first one left over, as its index in the whole pack; -1 if none is
    left.

    cards    the cards in play, as their indices; those from 52 on are of no suit and fill a lane
             after the suits
    again    the index from which on a card turned up is followed by another one
    """
    lanes = np.empty((players, SUITS + (len(cards) > CARDS), len(keys)), np.int16)
    up = np.full(len(keys), -1, np.int16)
    for start in range(0, len(keys), BLOCK):
        part = slice(start, start + BLOCK)
        lanes[:, :, part], up[part] = _lots(keys[part], players, each, cards, again)
    return lanes, up


def _lots(
    keys: Keys, players: int, each: int, places: Places, again: int
) -> tuple[npt.NDArray[np.int16], Column]:
    rows, dealt = _halves(keys, len(places)), players * each
    if dealt == len(places):
        hands, up = _dealt_out(rows, players, places), np.full(len(keys), -1, np.int16)
    else:
        order = places.take(_sorted(rows).T)
        cards = np.uint64(1) << order[:dealt].astype(np.uint64)
        hands = np.bitwise_or.reduce(cards.reshape(players, each, -1), axis=1)
        up, *stock = order[dealt:].astype(np.int16)
        for card in stock:
            if not (up >= again).any():
                break
            up[up >= again] = card[up >= again]
    lanes = _LANES[: SUITS + (len(places) > CARDS)]
    return (hands[:, None, :] >> lanes & np.uint64(LANE)).astype(np.int16), up


def pack_of(cards: int) -> Places:
    """Return the cards of a pack, as their indices in the whole one.

    A smaller pack lacks low ranks; a larger one has cards of no suit at its end.
    """
    if cards >= CARDS:
        return np.arange(cards)
    ranks, own = cards // SUITS, np.arange(cards)
    return own // ranks * RANKS + RANKS - ranks + own % ranks


def shuffled(keys: Keys, cards: int) -> Iterator[tuple[slice, npt.NDArray[np.uint32]]]:
    """Yield the pack of each deal in dealing order, one row per deal, as indices into the pack.

    Each item is a block of deals with its slice. For games in which cards are left over.
    """
    for start in range(0, len(keys), BLOCK):
        part = slice(start, start + BLOCK)
        yield part, _sorted(_halves(keys[part], cards))


def _sorted(rows: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint32]:
    """Return the order that sorts the random numbers of each row."""
    cards = rows.shape[1]
    tag = np.uint32((1 << (cards - 1).bit_length()) - 1)
    return np.sort((rows & ~tag) | np.arange(cards, dtype=np.uint32), axis=1) & tag


def deal_lanes(keys: Keys) -> npt.NDArray[np.int16]:
    """Return the lanes of four hands that make up the pack, shape (seats, suits, deals)."""
    return deal_lots(keys, PLAYERS, RANKS)[0]


def _dealt_out(rows: npt.NDArray[np.uint32], players: int, places: Places) -> Keys:
    """Deal all cards, card by card in the order of their random numbers; return the hands.

    A hand is a word with a bit for each card. The bits of its owner's number are gathered first.
    """
    bits = (players - 1).bit_length()
    rows &= np.uint32((1 << 32) - (1 << bits))
    rows |= _owners_in_turn(players, len(places))[: len(rows)]
    rows.sort(axis=1)
    owners = np.zeros((len(rows), 64), np.uint8)
    owners[:, places if len(places) < CARDS else slice(len(places))] = rows
    planes = [_packed(owners & np.uint8(1 << bit)) for bit in range(bits)]
    others, every = [~plane for plane in planes], np.bitwise_or.reduce(1 << places)
    hands = np.full((players, len(rows)), every, np.uint64)
    for seat in range(players):
        for bit in range(bits):
            hands[seat] &= (planes if seat >> bit & 1 else others)[bit]
    return hands


def _halves(keys: Keys, cards: int = CARDS) -> npt.NDArray[np.uint32]:
    """Return 32 random bits for each card, one row of `cards` numbers per deal.

    They are the halves of 64-bit words.
    """
    each = (cards + 1) // 2
    words = np.repeat(keys, each)
    words += _steps(each)[: len(words)]
    halves: npt.NDArray[np.uint32] = mix(words).astype("<u8", copy=False).view("<u4")
    return halves.reshape(len(keys), 2 * each)[:, :cards]


@lru_cache(maxsize=4)
def _owners_in_turn(players: int, cards: int) -> npt.NDArray[np.uint32]:
    """Return the owner of each card of a pack that is dealt card by card, for a block of deals."""
    return np.tile(np.arange(cards, dtype=np.uint32) % np.uint32(players), (BLOCK, 1))


@lru_cache(maxsize=2)
def _steps(words: int) -> Keys:
    """Return the distance of each word from its deal's key, for a block of deals."""
    steps = [(number + 1) * STEP & WORD for number in range(words)]
    return np.tile(np.array(steps, np.uint64), BLOCK)


def _packed(flags: npt.NDArray[Any]) -> Keys:
    """Return a 64-bit word for each row of 64 flags."""
    return (
        np.packbits(flags.reshape(-1), bitorder="little").view("<u8").astype(np.uint64, copy=False)
    )


# Hidden cards

ROUNDS = 30
NOBODY = -1
PLACES: Mapping[AnyCard, int] = MappingProxyType({card: n for n, card in enumerate(pack())})
SUIT_OF: Mapping[AnyCard, Suit | None] = MappingProxyType({card: card.suit for card in pack()})
NOTHING_KNOWN: Mapping[int, Cards] = MappingProxyType({})


def deal_hidden(
    own: Cards,
    seat: int,
    *,
    seen: Set[AnyCard],
    sizes: Mapping[int, int],
    voids: Set[tuple[int, Suit]],
    samples: int,
    rng: np.random.Generator,
    places: Mapping[AnyCard, int] = PLACES,
    known: Mapping[int, Cards] = NOTHING_KNOWN,
    suits: Mapping[AnyCard, Suit | None] = SUIT_OF,
) -> npt.NDArray[np.int16]:
    """Return uniformly sampled hands, shape (seats, lanes, samples).

    own, seat   the player's hand and seat
    seen        the cards that have been played or lie open
    sizes       the number of cards that each other seat holds
    voids       pairs of a seat and a suit that it has shown not to hold; if 30 rounds of dealing
                find too few samples that fit, they are dealt suit by suit, not quite uniformly
    places      the cards in play, with their indices in the whole pack
    known       by seat, cards that it is known to hold
    suits       the suit of each card in play; None for a card of no suit
    """
    held = {card for cards in known.values() for card in cards}
    hidden = [card for card in places if not (card in seen or card in own or card in held)]
    left = {other: size - len(known.get(other, ())) for other, size in sizes.items()}
    slots = np.full(len(hidden), NOBODY, np.int8)
    dealt = [other for other, size in left.items() for _ in range(size)]
    slots[: len(dealt)] = dealt
    own_suits = [suits[card] for card in hidden]
    suit_numbers = np.array([NOBODY if suit is None else int(suit) for suit in own_suits])
    owners = _owners(suit_numbers, slots, voids, samples, rng)
    lanes = np.zeros((len(sizes) + 1, max(places.values()) // RANKS + 1, samples), np.int16)
    for number, card in enumerate(hidden):
        lane, bit = divmod(places[card], RANKS)
        for other in sizes:
            lanes[other, lane] |= np.where(owners[:, number] == other, np.int16(1 << bit), 0)
    for other, cards in {**known, seat: own}.items():
        for card in cards:
            lane, bit = divmod(places[card], RANKS)
            lanes[other, lane] |= np.int16(1 << bit)
    return lanes


def _owners(
    suits: Places,
    slots: npt.NDArray[np.int8],
    voids: Set[tuple[int, Suit]],
    samples: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int8]:
    """Return the owner of each hidden card, shape (samples, cards)."""
    fitting = np.zeros((0, len(suits)), np.int8)
    for _ in range(ROUNDS):
        owners = slots[rng.random((samples, len(suits))).argsort(axis=1)]
        fits = np.ones(samples, bool)
        for seat, suit in voids:
            fits &= ~(owners[:, suits == suit] == seat).any(axis=1)
        fitting = np.concatenate([fitting, owners[fits]])
        if len(fitting) >= samples:
            return fitting[:samples]
    more = _by_suit(suits, slots, voids, samples, rng)
    every = np.concatenate([fitting, more])
    return (every if len(every) else owners)[np.arange(samples) % max(len(every), 1)]


def _by_suit(
    suits: Places,
    slots: npt.NDArray[np.int8],
    voids: Set[tuple[int, Suit]],
    samples: int,
    rng: np.random.Generator,
) -> npt.NDArray[np.int8]:
    """Return owners that fit the voids, of up to `samples` deals.

    Cards that fewer seats may hold are dealt first, each to a seat with a chance by its free
    places.
    """
    seats, counts = np.unique(slots, return_counts=True)
    free = np.tile(counts, (samples, 1))
    may = np.array([[(int(seat), suit) not in voids for seat in seats] for suit in suits])
    owners, rows = np.zeros((samples, len(suits)), np.int8), np.arange(samples)
    fits = np.ones(samples, bool)
    for card in np.argsort(may.sum(axis=1), kind="stable"):
        up_to = (free * may[card]).cumsum(axis=1)
        fits &= up_to[:, -1] > 0
        place = (rng.random(samples)[:, None] * up_to[:, -1:] >= up_to).sum(axis=1)
        place = np.minimum(place, len(seats) - 1)
        owners[:, card] = seats[place]
        free[rows, place] -= 1
        free = np.maximum(free, 0)
    return owners[fits]
