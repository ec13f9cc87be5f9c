"""Bulk simulator of Bid Whist: equal to the scalar engine in every deal, no tolerance."""

from __future__ import annotations

import os
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
from scorekeeper.play.kernel.arrays import keys_of
from scorekeeper.play.kernel.bid_whist_deals import (
    TRUMP_SHIFT,
    Terms,
    deal_words,
    highest,
    lowest,
    picked,
    shift_of,
    simulate_deals,
)
from scorekeeper.play.position import WholeGame
from scorekeeper.play.simulation import Run, played
from scorekeeper.tricks import ACE_HIGH

WHOLE = WholeGame[Any].of(BID_WHIST)

SEED = 216  # includes thrown-in deals
DEALS = int(os.environ.get("SCOREKEEPER_DEALS", "25"))
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
WORD_BITS = {card: place + 3 * (place // 13) for place, card in enumerate(PACK)} | {
    Joker.BLACK: 61,
    Joker.RED: 62,
}


def word_of(cards: tuple[AnyCard, ...]) -> int:
    return sum(1 << WORD_BITS[card] for card in cards)


@pytest.mark.parametrize("names", SEATS.values(), ids=SEATS)
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.slow
def test_every_deal_comes_out_as_in_the_scalar_engine(
    rules: BidWhistRules, names: tuple[str, ...]
) -> None:
    """`make oracle` compares more deals."""
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
    hands, kitty = deal_words(keys_of(4, np.arange(200, dtype=np.int64)), pack)
    for number in range(200):
        position, _ = run.start(number)
        assert hands[:, number].tolist() == [word_of(hand) for hand in position.hands]
        assert int(kitty[number]) == word_of(position.stock)


@pytest.mark.parametrize(
    ("low", "higher", "trump"), [*product((False, True), Joker, [*Suit, None])]
)
def test_words_rank_as_the_order_of_the_cards_says(
    low: bool, higher: Joker, trump: Suit | None
) -> None:
    """The better of two cards of a suit has the higher bit; every bit gives its card back."""
    order = JokerOrder(ACE_THEN_UP if low else ACE_HIGH, higher)
    shift = shift_of(np.array([0 if trump is None else trump], np.int16))
    terms = Terms(trump is not None, low, higher is Joker.BLACK, shift)
    ranked = {}
    for card in PACK:
        dealt = np.array([word_of((card,))], np.uint64)
        word = terms.ranked(dealt)
        assert terms.dealt(word).tolist() == dealt.tolist()
        ranked[card] = int(word[0])
    assert len(set(ranked.values())) == 54
    for suit in Suit:
        own = [card for card in PACK if order.suit(card, trump) is suit]
        by_height = sorted(own, key=order.height)
        assert sorted(own, key=ranked.__getitem__) == by_height
        assert all((ranked[card] >> int(TRUMP_SHIFT) > 0) == (suit is trump) for card in own) or (
            trump is None
        )


def test_bits_are_found_by_their_place() -> None:
    rng = np.random.default_rng(1)
    words = rng.integers(0, 1 << 63, 500, dtype=np.uint64)
    for word in words.tolist():
        bits = [1 << place for place in range(64) if word >> place & 1]
        column = np.full(len(bits), word, np.uint64)
        assert picked(column, np.arange(len(bits), dtype=np.uint64)).tolist() == bits
        assert lowest(column[:1]).tolist() == bits[:1]
    lanes = np.arange(1, 1 << 15, dtype=np.uint64)
    assert highest(lanes).tolist() == [1 << n.bit_length() - 1 for n in range(1, 1 << 15)]
