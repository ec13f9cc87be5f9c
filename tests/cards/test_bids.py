"""Bids: notation and parsing."""

from __future__ import annotations

import pytest

from scorekeeper.auction import split_bid


@pytest.mark.parametrize(
    ("written", "number", "denomination"),
    [
        ("7C", "7", "C"),
        ("13NT", "13", "NT"),
        ("7 clubs", "7", " clubs"),
        ("7", "7", ""),  # without a suit
        ("♥", "", "♥"),  # without a number
        ("", "", ""),
        ("no 7", "", "no 7"),  # a bid begins with its number
    ],
)
def test_a_bid_is_split_into_number_and_denomination(
    written: str, number: str, denomination: str
) -> None:
    assert split_bid(written) == (number, denomination)
