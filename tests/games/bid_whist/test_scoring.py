"""Bid Whist: the points of all bids with every number of tricks."""

from __future__ import annotations

import pytest

from scorekeeper.auction import check_higher
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.games.bid_whist import BIDS, HighLowBid, ladder, line

LADDER = ladder(3)

# bid: aim, made, each further trick, failed; the source prints 3 to 5 High and Low and 3 to 5 no
# trump, the others continue its pattern
TABLE = """
1H   7  1 1  -1
1L   7  1 1  -1
1NT  7  2 2  -2
2H   8  2 1  -2
2L   8  2 1  -2
2NT  8  4 2  -4
3H   9  3 1  -3
3L   9  3 1  -3
3NT  9  6 2  -6
4H  10  4 1  -4
4L  10  4 1  -4
4NT 10  8 2  -8
5H  11  5 1  -5
5L  11  5 1  -5
5NT 11 10 2 -10
6H  12  6 1  -6
6L  12  6 1  -6
6NT 12 12 2 -12
7H  13  7 1  -7
7L  13  7 1  -7
7NT 13 14 2 -14
"""
ROWS = {code: [int(n) for n in rest] for code, *rest in map(str.split, TABLE.split("\n")[1:-1])}


def test_there_are_fifteen_bids_or_more_if_the_lowest_is_below_three() -> None:
    assert [bid.code for bid in BIDS] == list(ROWS)
    assert [len(ladder(lowest).bids) for lowest in range(1, 6)] == [21, 18, 15, 12, 9]


@pytest.mark.parametrize("code", ROWS)
def test_points_by_tricks(code: str) -> None:
    aim, made, each, failed = ROWS[code]
    bid = HighLowBid.parse(code)
    expected = [failed if n < aim else made + (n - aim) * each for n in range(14)]
    assert [line(bid, tricks).points for tricks in range(14)] == expected
    assert [line(bid, tricks).made for tricks in range(14)] == [n >= aim for n in range(14)]


@pytest.mark.parametrize(
    ("code", "tricks", "reason"),
    [
        ("4H", 10, "4 high made: 4"),
        ("4L", 12, "4 low made: 4 + 2 x 1 = 6"),
        ("5NT", 11, "5 no trump made: 2 x 5 = 10"),
        ("5NT", 13, "5 no trump made: 2 x 5 + 2 x 2 = 14"),
        ("5NT", 10, "1 trick short of 11: -10"),
        ("3H", 7, "2 tricks short of 9: -3"),
    ],
)
def test_reasons(code: str, tricks: int, reason: str) -> None:
    assert str(line(HighLowBid.parse(code), tricks).reason) == reason


@pytest.mark.parametrize(
    ("code", "higher"),
    [
        ("3H", "3NT 4H"),  # 3 low is equal, not higher
        ("3L", "3NT 4H"),
        ("3NT", "4H 4L"),
        ("7H", "7NT"),
        ("7L", "7NT"),
        ("7NT", ""),
    ],
)
def test_high_and_low_are_equal_and_no_trump_outranks_both(code: str, higher: str) -> None:
    above = LADDER.higher_than(HighLowBid.parse(code))
    assert " ".join(bid.code for bid in above[:2]) == higher


def test_the_grid_has_five_rows_of_three() -> None:
    rows = [" ".join(bid.code for bid in row) for row in LADDER.rows]
    assert rows == [f"{number}H {number}L {number}NT" for number in (3, 4, 5, 6, 7)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4h", "4H"),
        ("4 high", "4H"),
        ("4 Uptown", "4H"),
        ("5-low", "5L"),
        ("5 downtown", "5L"),
        ("6n", "6NT"),
        ("6 no trump", "6NT"),
    ],
)
def test_a_bid_is_read_as_it_is_said(text: str, code: str) -> None:
    assert LADDER.parse(text).code == code


@pytest.mark.parametrize("text", ["", "high", "4", "4S", "4HH", "high 4", "4 H L", "٤H"])
def test_what_is_no_bid(text: str) -> None:
    with pytest.raises(MalformedEntry):
        HighLowBid.parse(text)


@pytest.mark.parametrize("text", ["2H", "8NT", "0L"])
def test_what_cannot_be_bid(text: str) -> None:
    with pytest.raises(IllegalEntry) as refusal:
        check_higher(LADDER.parse(text), LADDER, None)
    assert refusal.value.code == "bid-off-ladder"
