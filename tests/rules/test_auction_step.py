"""Question for the auction: its result in one answer, or call by call."""

from __future__ import annotations

import pytest

from scorekeeper.auction import PASS, Auction, AuctionRules, Bid, calls, ladder
from scorekeeper.errors import MALFORMED, EntryError, IllegalEntry, MalformedEntry
from scorekeeper.rules.bidding_steps import AuctionStep, PassedOut, Won
from scorekeeper.rules.steps import Fact, Scene
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seating

FOUR = AuctionRules(passes=4)


def step(text: str = "", rules: AuctionRules = FOUR, lowest: int = 5) -> AuctionStep:
    """The question after some calls; South speaks first."""
    auction = Auction(tuple(Seating.alone(4, SOUTH).clockwise(SOUTH)), ladder(lowest, 13), rules)
    for call in calls(text):
        auction = auction.call(call)
    return AuctionStep(auction, Scene(13))


@pytest.mark.parametrize(
    ("fact", "answer", "kept", "sentence"),
    [
        (
            {"bid": "7C", "winner": 2},
            Won(NORTH, Bid.parse("7C")),
            {"bid": "7C", "winner": 2},
            "North won the auction with 7 clubs",
        ),
        (
            {"bid": " 6nt", "winner": " 3 "},  # from a form
            Won(EAST, Bid.parse("6NT")),
            {"bid": "6NT", "winner": 3},
            "East won the auction with 6 no trump",
        ),
        ({"bid": "Pass"}, PassedOut(), {"bid": "pass"}, "all passed"),
        ({"call": "5H"}, Bid.parse("5H"), {"call": "5H", "seat": 0}, "South bid 5 hearts"),
        ({"call": "pass", "seat": "0"}, PASS, {"call": "pass", "seat": 0}, "South passed"),
    ],
)
def test_an_answer_is_read_kept_and_told(
    fact: Fact, answer: object, kept: Fact, sentence: str
) -> None:
    asked = step()
    assert asked.parse(fact) == answer
    assert (asked.fact(answer), str(asked.describe(answer))) == (kept, sentence)


@pytest.mark.parametrize(
    ("text", "fact", "code", "field", "reason"),
    [
        ("", {}, "no-bid", "bid", "Which bid won the auction?"),
        ("", {"bid": ""}, "no-bid", "bid", "Which bid won the auction?"),
        ("", {"bid": "7C"}, "no-winner", "winner", "Who bid 7 clubs?"),
        (
            "",
            {"bid": "7C", "winner": 4},
            "no-such-seat",
            "winner",
            "A seat is a number from 0 to 3.",
        ),
        (
            "",
            {"bid": "7C", "winner": "West"},
            "not-a-number",
            "winner",
            "“West” is not a whole number.",
        ),
        (
            "",
            {"bid": "seven"},
            "not-a-bid",
            "bid",
            "“seven” is not a bid. A bid is a number and a suit, as in 7C or 6NT.",
        ),
        (
            "",
            {"bid": "4NT", "winner": 0},
            "bid-off-ladder",
            "bid",
            "4 no trump cannot be bid: the lowest bid is 5 clubs and the highest 13 no trump.",
        ),
        ("pass 6C", {"bid": "pass"}, "bid-made", "bid", "6 clubs was bid, so not everyone passed."),
        (
            "pass 6C",
            {"bid": "5NT", "winner": 2},
            "bid-not-higher",
            "bid",
            "5 no trump is not higher than 6 clubs.",
        ),
        (
            "pass 6C",
            {"bid": "6C", "winner": 2},
            "bid-of-another",
            "winner",
            "6 clubs was bid by West, not by North.",
        ),
        ("pass 6C", {"call": "6C"}, "bid-not-higher", "bid", "6 clubs is not higher than 6 clubs."),
        ("pass 6C", {"call": "7C", "seat": 1}, "out-of-turn", "seat", "It is North's turn."),
        (
            "",
            {"call": "pass", "seat": 99},  # not a seat: the message names only the next caller
            "out-of-turn",
            "seat",
            "It is South's turn.",
        ),
        ("", {"call": "pass", "seat": -1}, "out-of-turn", "seat", "It is South's turn."),
        (
            "",
            {"call": None},
            "not-a-bid",
            "bid",
            "“” is not a bid. A bid is a number and a suit, as in 7C or 6NT.",
        ),
    ],
)
def test_what_is_not_taken(text: str, fact: Fact, code: str, field: str, reason: str) -> None:
    with pytest.raises(EntryError) as refusal:
        step(text).parse(fact)
    error = refusal.value
    assert (error.code, error.field, str(error)) == (code, field, reason)
    assert isinstance(error, MalformedEntry) == (code in MALFORMED)


def test_who_can_no_longer_have_won_is_told() -> None:
    """After two passes East is the last who can speak before the bid of South stands."""
    asked = step("5H pass pass", AuctionRules(3))
    assert asked.parse({"bid": "5S", "winner": 3}) == Won(EAST, Bid.parse("5S"))
    with pytest.raises(IllegalEntry, match="After these calls West can no longer bid 5 spades"):
        asked.parse({"bid": "5S", "winner": 1})


def test_tiles_say_why_they_are_barred() -> None:
    asked = step("pass 6C")
    assert asked.barred(Bid.parse("6C")) is None  # can still win
    assert asked.barred(Bid.parse("6D")) is None
    assert str(asked.barred(Bid.parse("5NT"))) == "5 no trump is not higher than 6 clubs."
    assert str(asked.barred_call(Bid.parse("6C"))) == "6 clubs is not higher than 6 clubs."
    assert asked.barred_call(PASS) is None


def test_each_question_has_a_key_of_its_own() -> None:
    assert [step(text).key for text in ("", "pass", "pass 6C")] == [
        "auction-0-0",
        "auction-0-1",
        "auction-0-2",
    ]


def test_the_whole_table_is_asked_until_a_call_is_recorded() -> None:
    assert [step(text).asked for text in ("", "pass", "pass 6C")] == [None, WEST, NORTH]
    assert str(step().question) == "Who won the auction?"


def test_all_may_have_passed_until_somebody_bid() -> None:
    assert [step(text).can_pass_out for text in ("", "pass", "pass 6C")] == [True, True, False]


def test_what_is_no_answer_is_not_kept() -> None:
    with pytest.raises(TypeError):
        step().fact("7C")
