"""Situations: input about earlier calls, and the filled-in calls of others."""

from __future__ import annotations

from typing import Any

import pytest

from scorekeeper.auction import Bid
from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play import situations
from scorekeeper.play.notation import parse_hand
from scorekeeper.play.position import WholeGame
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

HAND = parse_hand("AKQ54.T98.765.32")
PAGAT = ISRAELI_WHIST.preset("pagat").rules
WIKIPEDIA = ISRAELI_WHIST.preset("wikipedia").rules
SEVEN, SIX = Bid.parse("7C"), Bid.parse("6S")


@pytest.mark.parametrize(
    ("rules", "dealer", "bidder", "calls"),
    [
        (PAGAT, SOUTH, None, ""),  # the dealer opens
        (PAGAT, EAST, None, "E:pass"),
        (PAGAT, NORTH, EAST, "N:pass E:7C"),
        (PAGAT, SOUTH, WEST, "S:pass W:7C N:pass E:pass"),  # the player has passed before
        (WIKIPEDIA, SOUTH, WEST, "W:7C N:pass E:pass"),  # the dealer's left opens
    ],
)
def test_whoever_is_not_named_has_passed(
    rules: IsraeliWhistRules, dealer: Seat, bidder: Seat | None, calls: str
) -> None:
    highest = SEVEN if bidder is not None else None
    situation = situations.before_a_bid(
        WHOLE, rules, HAND, dealer=dealer, highest=highest, bidder=bidder
    )
    assert _words(situation.said) == calls
    assert situation.hand == HAND


@pytest.mark.parametrize(
    ("rules", "declarer", "contracts", "heard"),
    [
        (PAGAT, EAST, {}, "E:6S S:pass W:pass N:pass E:pass"),  # speaks first, left of the declarer
        (PAGAT, WEST, {NORTH: 1, EAST: 4}, "W:6S N:pass E:pass S:pass W:pass N:1 E:4"),
        (
            PAGAT,
            EAST,
            {WEST: 9},
            "E:6S S:pass W:pass N:pass E:pass",
        ),  # later players have not spoken
        (WIKIPEDIA, SOUTH, {}, "S:6S W:pass N:pass E:pass"),  # may contract above the bid
    ],
)
def test_the_contracts_before_the_players_are_told(
    rules: IsraeliWhistRules, declarer: Seat, contracts: dict[Seat, int], heard: str
) -> None:
    situation = situations.before_a_contract(
        WHOLE, rules, HAND, declarer=declarer, bid=SIX, contracts=contracts
    )
    assert _words(situation.said) == heard


@pytest.mark.parametrize(
    ("rules", "declarer", "contracts", "why"),
    [
        (PAGAT, SOUTH, {}, "Your bid is your contract: nothing is left to say."),
        (PAGAT, WEST, {EAST: 4}, "North speaks before you: choose that contract, too."),
        (WIKIPEDIA, EAST, {EAST: 3}, "East bid 6 spades and may not name fewer than 6."),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(
    rules: IsraeliWhistRules, declarer: Seat, contracts: dict[Seat, int], why: str
) -> None:
    with pytest.raises(EntryError) as refused:
        situations.before_a_contract(
            WHOLE, rules, HAND, declarer=declarer, bid=SIX, contracts=contracts
        )
    assert str(refused.value) == why


def test_a_bid_has_a_bidder() -> None:
    with pytest.raises(EntryError, match="Who made the highest bid"):
        situations.before_a_bid(WHOLE, PAGAT, HAND, dealer=SOUTH, highest=SEVEN)


def test_who_has_passed_for_good_is_not_asked_again() -> None:
    rules = IsraeliWhistRules(reentry=False)
    with pytest.raises(IllegalEntry, match="After that you are not asked"):
        situations.before_a_bid(WHOLE, rules, HAND, dealer=SOUTH, highest=SEVEN, bidder=WEST)


def test_the_bids_are_those_of_the_house_rules() -> None:
    assert [bid.code for bid in situations.opening_bids(WHOLE, PAGAT)[:2]] == ["5C", "5D"]
    lower = situations.opening_bids(WHOLE, IsraeliWhistRules(lowest_bid=3))
    assert lower[0].code == "3C"


def _words(calls: tuple[tuple[Seat | None, str], ...]) -> str:
    return " ".join(f"{str(seat)[0]}:{word}" for seat, word in calls)
