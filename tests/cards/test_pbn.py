"""PBN deal notation: written and read back."""

from __future__ import annotations

import pytest

from scorekeeper.cards import cards, pack
from scorekeeper.errors import MalformedEntry
from scorekeeper.play.notation import hand_text, parse_deal, parse_hand
from scorekeeper.seating import LETTERS


def test_a_hand_is_told_from_spades_to_clubs_and_from_high_to_low() -> None:
    assert hand_text(cards("C2 CA DT S3 SK")) == "K3..T.A2"
    assert parse_hand("k3..t.a2") == cards("C2 CA DT S3 SK")


def test_a_deal_starts_with_any_seat_and_goes_clockwise() -> None:
    assert parse_deal("N:A... K... Q... J...") == (
        cards("SQ"), cards("SJ"), cards("SA"), cards("SK"),
    )  # fmt: skip
    hands = tuple(tuple(pack()[seat::4]) for seat in range(4))
    for first, letter in enumerate(LETTERS):
        turned = [hand_text(hands[(first + step) % 4]) for step in range(4)]
        assert parse_deal(f"{letter}:{' '.join(turned)}") == hands


def test_a_hand_may_be_unknown() -> None:
    assert parse_deal("S:A... - K... -") == (cards("SA"), None, cards("SK"), None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("AK.QJ", "is no hand"),
        ("AA...", "SA is there twice."),
        ("1...", "“1” is no rank"),
    ],
)
def test_what_is_no_hand(text: str, reason: str) -> None:
    with pytest.raises(MalformedEntry) as refusal:
        parse_hand(text)
    assert reason in str(refusal.value)
