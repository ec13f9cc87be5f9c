"""Bulk simulator of Bid Whist: equal to the scalar engine in every deal, no tolerance."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from scorekeeper.cards import AnyCard, Joker, Suit
from scorekeeper.games.bid_whist import (
    BID_WHIST,
    PRESETS,
    BidWhistRules,
    JokersInNoTrump,
    Pack,
)
from scorekeeper.play.bid_whist_player import ACE_THEN_UP, PACK, JokerOrder
from scorekeeper.play.kernel.arrays import LOW, keys_of
from scorekeeper.play.kernel.bid_whist_deals import (
    BidWhistTables,
    deal_hands,
    left_over,
    simulate_deals,
)
from scorekeeper.play.kernel.card_play import pick_evenly
from scorekeeper.play.position import WholeGame
from scorekeeper.play.simulation import Run, played
from scorekeeper.tricks import ACE_HIGH
from tests.deep import DEEP

WHOLE = WholeGame[Any].of(BID_WHIST)

SEED = 216  # includes thrown-in deals
DEALS = 210 if DEEP else 25
RULES = [
    pytest.param(
        BidWhistRules(jokers=jokers, higher_joker=higher, dealer_must_bid=must),
        id=f"{jokers.value}, {higher.name.lower()}, {'must bid' if must else 'thrown in'}",
    )
    for jokers, higher, must in product(JokersInNoTrump, Joker, (False, True))
] + [
    pytest.param(
        BidWhistRules(pack=pack, lowest=lowest, dealer_must_bid=lowest == 1),
        id=f"{pack.value}, from {lowest}",
    )
    for pack, lowest in product(Pack, (1, 4))
]
SEATS = {
    "random": ("random",) * 4,
    "sensible": ("sensible",) * 4,
    "partners": ("sensible", "random") * 2,
    "mixed": ("random", "sensible", "sensible", "random"),
}


def lanes_of(cards: tuple[AnyCard, ...]) -> list[int]:
    lanes = [0] * 5
    for card in cards:
        lanes[PACK.index(card) // 13] |= 1 << PACK.index(card) % 13
    return lanes


@pytest.mark.parametrize(
    ("rules", "names"),
    [
        pytest.param(*rules.values, names, id=f"{rules.id}-{key}")
        for row, rules in enumerate(RULES)
        for seats, (key, names) in enumerate(SEATS.items())
        if DEEP or (row + row // 2 + seats) % 2 == 0
    ],
)
@pytest.mark.slow
def test_every_deal_comes_out_as_in_the_scalar_engine(
    rules: BidWhistRules, names: tuple[str, ...]
) -> None:
    """Each rule with two of the four tables; `make deep` compares all, with more deals."""
    run = Run(WHOLE, rules, DEALS + 11, names, seed=SEED, records=True)
    fast = simulate_deals(11, DEALS, rules, [name == "random" for name in names], seed=SEED)
    assert [*fast.rows()] == [*played(run, 11, DEALS).rows()]


def test_these_deals_hold_every_kind_of_bid_and_end_in_every_way() -> None:
    """Keeps the test above meaningful for all kinds."""
    rows = [
        row
        for names in SEATS.values()
        for row in simulate_deals(
            11, DEALS, BidWhistRules(), [name == "random" for name in names], seed=SEED
        ).rows()
    ]
    assert {row.bid[1:] for row in rows} == {"", "H", "L", "NT"}
    assert {max(row.made) for row in rows} == {-1, 0, 1}
    assert {row.declarer for row in rows} == {-1, 0, 1, 2, 3}


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
@pytest.mark.slow
def test_a_run_takes_the_fast_way_and_says_the_same(preset: object) -> None:
    rules = next(known_preset.rules for known_preset in PRESETS if known_preset is preset)
    run = Run(WHOLE, rules, 60, ("sensible",) * 4)
    assert run.bulk is not None
    slow = played(Run(WHOLE, rules, 60, ("sensible",) * 4, records=True), 0, 60)
    fast = played(run, 0, 60)
    assert (fast.summary(run.sides), fast.csv()) == (slow.summary(run.sides), slow.csv())


@pytest.mark.parametrize("size", [1, 7, 100])
def test_the_size_of_the_chunks_changes_nothing(size: int) -> None:
    random = [True, False, False, True]
    rows = [*simulate_deals(0, 100, BidWhistRules(), random, seed=3).rows()]
    for first in range(0, 100, size if size > 1 else 33):
        part = simulate_deals(first, min(size, 100 - first), BidWhistRules(), random, seed=3)
        assert [*part.rows()] == rows[first : first + len(part)]


@pytest.mark.parametrize("pack", Pack)
def test_the_cards_dealt_are_the_same(pack: Pack) -> None:
    run = Run(WHOLE, BidWhistRules(pack=pack), 200, ("random",) * 4, seed=4)
    hands = deal_hands(keys_of(4, np.arange(200, dtype=np.int64)), pack)
    kitty = left_over(hands, pack)
    for number in range(200):
        position, _ = run.start(number)
        assert hands[:, :, number].tolist() == [lanes_of(hand) for hand in position.hands]
        assert kitty[:, number].tolist() == lanes_of(position.stock)


@pytest.mark.parametrize(
    ("low", "higher", "trump"), [*product((False, True), Joker, [*Suit, None])]
)
def test_lanes_rank_as_the_order_of_the_cards_says(
    low: bool, higher: Joker, trump: Suit | None
) -> None:
    """The better of two cards of a suit has the higher bit, and jokers are above the trumps."""
    order = JokerOrder(ACE_THEN_UP if low else ACE_HIGH, higher)
    rows: dict[AnyCard, list[int]] = {}
    for card in PACK:
        lanes = np.array(lanes_of((card,)), np.int16)
        hands = np.zeros((4, 5, 1), np.int16)
        hands[0, :, 0] = LOW[lanes] if low else lanes
        tables = BidWhistTables.of(
            hands, np.zeros((4, 1), np.int16), np.zeros(1, np.int16),
            np.full(1, 4 if trump is None else trump, np.int16), random=[False] * 4,
            low=np.full(1, -low, np.int16), rules=BidWhistRules(higher_joker=higher),
        )  # fmt: skip
        own = tables.hands[0]
        plain = [int((lane & mask)[0]) for lane, mask in zip(own, tables.suits, strict=False)]
        rows[card] = [*plain, int(tables.row(own)[0])]
    assert len({*map(tuple, rows.values())}) == (54 if trump is not None else 53)
    for suit in Suit:
        place = 4 if suit is trump else suit
        own_cards = [card for card in PACK if order.suit(card, trump) is suit]
        heights = [rows[card][place] for card in sorted(own_cards, key=order.height)]
        assert heights[0] > 0
        assert heights == sorted({*heights})


@pytest.mark.parametrize("low", [False, True])
def test_random_cards_are_counted_as_in_the_pack(low: bool) -> None:
    """A hand whose lanes are turned round gives the same cards for the same random numbers."""
    rng = np.random.default_rng(1)
    hands = rng.integers(1, 1 << 13, (5, 500)).astype(np.int16)
    hands[4] &= 0b11
    halves = rng.integers(0, 1 << 32, 500, dtype=np.uint64)
    lanes = [*(LOW.take(hands) if low else hands)]
    chosen = np.stack(pick_evenly(lanes, halves.copy(), np.full(500, -low, np.int16)))
    for number, half in enumerate(halves.tolist()):
        pack = [
            (lane, bit) for lane in range(5) for bit in range(13) if hands[lane, number] >> bit & 1
        ]
        lane, bit = pack[half * len(pack) >> 32]
        card = np.int16(1 << bit)
        expected = [0] * 5
        expected[lane] = int(LOW[card] if low else card)
        assert chosen[:, number].tolist() == expected
