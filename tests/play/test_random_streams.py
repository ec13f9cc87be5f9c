"""Random numbers by slot: repeatable, and equal to the published stream."""

from __future__ import annotations

from collections import Counter

import pytest

from scorekeeper.play.random_streams import STEP, Draws, Tagged, mix


def test_the_words_are_those_of_splitmix64() -> None:
    """The first three numbers from seed 1234567, as published with the generator."""
    assert [mix(1234567 + step * STEP) for step in (1, 2, 3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_numbers_below_are_spread_evenly() -> None:
    counted = Counter(
        Draws.of(9, deal).below(13, slot) for deal in range(400) for slot in range(65)
    )
    expected = 2000
    chi_square = sum((counted[number] - expected) ** 2 for number in range(13)) / expected
    assert set(counted) == set(range(13))
    assert chi_square < 33  # 12 degrees of freedom: once in a thousand seeds


def test_deals_and_seeds_have_numbers_of_their_own() -> None:
    halves = {Draws.of(seed, deal).half(slot) for seed in (0, 1, -1) for deal in range(50)
              for slot in range(50)}  # fmt: skip
    assert len(halves) > 7490  # 7500 numbers of 32 bits: a repeat or two would be chance


@pytest.mark.parametrize("count", [2, 52, 64])
@pytest.mark.parametrize("bits", [0, 2, 5])
def test_many_numbers_at_once_are_those_of_each_slot_but_for_their_tags(
    count: int, bits: int
) -> None:
    tags = [slot % 2**bits for slot in range(count)]
    slots = Tagged.of(tags, bits)
    for deal in range(50):
        draws = Draws.of(3, deal)
        assert draws.tagged(slots) == tuple(
            draws.half(slot) >> bits << bits | tag for slot, tag in enumerate(tags)
        )
