"""Auctions: every difference between the house rules, call by call."""

from __future__ import annotations

import pytest

from scorekeeper.auction import PASS, Auction, AuctionRules, Bid, Ladder, calls, ladder, split_bid
from scorekeeper.cards import Denomination
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat, Seating

FOUR = AuctionRules(passes=4)
THREE = AuctionRules(passes=3)
NO_OWN_RAISE = AuctionRules(passes=4, own_raise=False)
PASSED_IS_OUT = AuctionRules(passes=3, reentry=False)
PASSED_IS_OUT_FOUR = AuctionRules(passes=4, reentry=False)


def auction(rules: AuctionRules, text: str = "", opener: Seat = SOUTH, lowest: int = 5) -> Auction:
    seating = Seating.alone(4, opener)
    so_far = Auction(tuple(seating.clockwise(opener)), ladder(lowest, 13), rules)
    for call in calls(text):
        so_far = so_far.call(call)
    return so_far


def outcome(so_far: Auction) -> tuple[bool, str | None, str | None]:
    """Whether the auction is over, its highest bidder, and the bid."""
    bid, bidder = so_far.highest, so_far.bidder
    return so_far.over, str(bidder) if bidder is not None else None, bid.code if bid else None


@pytest.mark.parametrize(
    ("rules", "text", "expected"),
    [
        # EN: four passes end it; three of the others do not
        (FOUR, "5H pass pass pass", (False, "South", "5H")),
        # EN: ... the bidder's own pass does
        (FOUR, "5H pass pass pass pass", (True, "South", "5H")),
        # EN: the bidder may increase their own bid, and the others have another chance to speak
        (FOUR, "5H pass pass pass 6C", (False, "South", "6C")),
        (FOUR, "5H pass pass pass 6C pass 6D", (False, "North", "6D")),
        # WP: the bid that determines the trump is the one after which three pass in a row
        (THREE, "5H pass pass pass", (True, "South", "5H")),
        (THREE, "pass pass pass 5H pass pass pass", (True, "East", "5H")),
        # three passes end nothing before the first bid: the fourth player may still open
        (THREE, "pass pass pass", (False, None, None)),
        # all pass
        (FOUR, "pass pass pass pass", (True, None, None)),
        (THREE, "pass pass pass pass", (True, None, None)),
        # DE: a player who passed may bid later
        (FOUR, "pass 5H 6C pass 6D", (False, "South", "6D")),
        # passes count from the last bid, not from the start
        (THREE, "pass pass 5C pass pass", (False, "North", "5C")),
        # players who passed are out: after three of them nobody is left to ask
        (PASSED_IS_OUT, "pass pass pass 5C", (True, "East", "5C")),
        (PASSED_IS_OUT, "pass 5C pass 5D pass", (True, "East", "5D")),
        # if four passes end it, the bidder is asked too
        (PASSED_IS_OUT_FOUR, "pass pass pass 5C", (False, "East", "5C")),
        (PASSED_IS_OUT_FOUR, "pass pass pass 5C pass", (True, "East", "5C")),
        # over the highest bid one can only pass
        (FOUR, "13NT", (False, "South", "13NT")),
    ],
)
def test_when_a_bid_stands(
    rules: AuctionRules, text: str, expected: tuple[bool, str | None, str | None]
) -> None:
    assert outcome(auction(rules, text)) == expected


@pytest.mark.parametrize(
    ("rules", "text", "turn"),
    [
        (FOUR, "", SOUTH),  # the opener
        (FOUR, "pass 5H 6C pass", SOUTH),  # passed, and asked again
        (PASSED_IS_OUT, "pass 5H 6C pass", WEST),  # South passed and is out: West is next
        (PASSED_IS_OUT, "5C pass 5D", EAST),  # nobody is skipped yet
        (PASSED_IS_OUT, "5C pass 5D pass 6C", NORTH),  # West is skipped
    ],
)
def test_whose_turn_it_is(rules: AuctionRules, text: str, turn: Seat) -> None:
    assert auction(rules, text).turn == turn


def test_turns_of_players_who_are_out_are_kept_as_passes() -> None:
    so_far = auction(PASSED_IS_OUT, "5C pass 5D pass 6C")
    assert [f"{seat} {call}" for seat, call in so_far.by_seat()] == [
        "South 5 clubs",
        "West pass",
        "North 5 diamonds",
        "East pass",
        "South 6 clubs",
        "West pass",  # out of turn
    ]


@pytest.mark.parametrize(
    ("rules", "text", "call", "code", "reason"),
    [
        (FOUR, "5H", "5D", "bid-not-higher", "5 diamonds is not higher than 5 hearts."),
        (FOUR, "5H", "5H", "bid-not-higher", "5 hearts is not higher than 5 hearts."),
        (FOUR, "6C", "5NT", "bid-not-higher", "5 no trump is not higher than 6 clubs."),
        (
            FOUR,
            "",
            "4NT",  # EN: the lowest bid is 5
            "bid-off-ladder",
            "4 no trump cannot be bid: the lowest bid is 5 clubs and the highest 13 no trump.",
        ),
        (
            FOUR,
            "5C",
            "14C",  # there are 13 tricks
            "bid-off-ladder",
            "14 clubs cannot be bid: the lowest bid is 5 clubs and the highest 13 no trump.",
        ),
        (
            NO_OWN_RAISE,
            "5H pass pass pass",
            "6C",
            "own-raise",
            "At this table nobody raises their own bid.",
        ),
        (FOUR, "5H pass pass pass pass", "6C", "auction-over", "The auction is over."),
        (FOUR, "pass pass pass pass", "pass", "auction-over", "The auction is over."),
        (THREE, "5H pass pass pass", "6C", "auction-over", "The auction is over."),
    ],
)
def test_what_may_not_be_called(
    rules: AuctionRules, text: str, call: str, code: str, reason: str
) -> None:
    with pytest.raises(IllegalEntry) as refusal:
        auction(rules, f"{text} {call}")
    assert (refusal.value.code, str(refusal.value)) == (code, reason)


def test_bids_rank_by_tricks_then_clubs_diamonds_hearts_spades_no_trump() -> None:
    bids = ladder(5, 6).bids
    assert " ".join(bid.code for bid in bids) == "5C 5D 5H 5S 5NT 6C 6D 6H 6S 6NT"
    assert sorted(bids, key=lambda bid: bid.rank) == list(bids)


def test_a_ladder_stands_in_rows_of_a_level() -> None:
    short = Ladder((Bid(5, Denomination.CLUBS), Bid(7, Denomination.HEARTS)))
    assert short.lowest == Bid(5, Denomination.CLUBS)
    assert short.rows == ((Bid(5, Denomination.CLUBS),), (Bid(7, Denomination.HEARTS),))


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("7C", "7C", "7 clubs"),
        (" 6nt ", "6NT", "6 no trump"),  # spaces and case do not matter
        ("6N", "6NT", "6 no trump"),  # the short form
        ("13s", "13S", "13 spades"),
    ],
)
def test_a_bid_is_read(text: str, code: str, words: str) -> None:
    bid = Bid.parse(text)
    assert (bid.code, str(bid)) == (code, words)


@pytest.mark.parametrize("text", ["", "7", "C", "C7", "7X", "-5C", "5 clubs", "123C", "٧C", "5C6C"])
def test_what_is_no_bid_is_malformed(text: str) -> None:
    with pytest.raises(MalformedEntry) as refusal:
        Bid.parse(text)
    assert refusal.value.code == "not-a-bid"
    assert str(refusal.value) == (
        f"“{text}” is not a bid. A bid is a number and a suit, as in 7C or 6NT."
    )


def test_a_long_text_is_quoted_only_in_part() -> None:
    with pytest.raises(EntryError) as refusal:
        Bid.parse("x" * 500)
    assert str(refusal.value) == (
        f"“{'x' * 20}” is not a bid. A bid is a number and a suit, as in 7C or 6NT."
    )


def test_the_calls_of_an_auction_are_read() -> None:
    assert tuple(calls("pass 5H PASS")) == (PASS, Bid(5, Denomination.HEARTS), PASS)


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
