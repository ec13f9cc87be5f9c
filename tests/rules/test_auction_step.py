"""Question for the auction: its result in one answer, or call by call."""

from __future__ import annotations

import pytest

from scorekeeper.auction import PASS, Auction, AuctionRules, Bid, calls, ladder
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
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
    ("text", "fact", "error", "reason"),
    [
        ("", {}, (MalformedEntry, "no-bid", "bid"), "Which bid won the auction?"),
        ("", {"bid": ""}, (MalformedEntry, "no-bid", "bid"), "Which bid won the auction?"),
        (
            "",
            {"bid": "7C"},
            (MalformedEntry, "no-winner", "winner"),
            "Who bid 7 clubs?",
        ),
        (
            "",
            {"bid": "7C", "winner": 4},
            (MalformedEntry, "no-such-seat", "winner"),
            "A seat is a number from 0 to 3.",
        ),
        (
            "",
            {"bid": "7C", "winner": "West"},
            (MalformedEntry, "not-a-number", "winner"),
            "“West” is not a whole number.",
        ),
        (
            "",
            {"bid": "seven"},
            (MalformedEntry, "not-a-bid", "bid"),
            "“seven” is not a bid. A bid is a number and a suit, as in 7C or 6NT.",
        ),
        (
            "",
            {"bid": "4NT", "winner": 0},
            (IllegalEntry, "bid-off-ladder", "bid"),
            "4 no trump cannot be bid: the lowest bid is 5 clubs and the highest 13 no trump.",
        ),
        (
            "pass 6C",
            {"bid": "pass"},
            (IllegalEntry, "bid-made", "bid"),
            "6 clubs was bid, so not everyone passed.",
        ),
        (
            "pass 6C",
            {"bid": "5NT", "winner": 2},
            (IllegalEntry, "bid-not-higher", "bid"),
            "5 no trump is not higher than 6 clubs.",
        ),
        (
            "pass 6C",
            {"bid": "6C", "winner": 2},
            (IllegalEntry, "bid-of-another", "winner"),
            "6 clubs was bid by West, not by North.",
        ),
        (
            "pass 6C",
            {"call": "6C"},
            (IllegalEntry, "bid-not-higher", "bid"),
            "6 clubs is not higher than 6 clubs.",
        ),
        (
            "pass 6C",
            {"call": "7C", "seat": 1},
            (IllegalEntry, "out-of-turn", "seat"),
            "It is North's turn.",
        ),
        (
            "",
            {"call": "pass", "seat": 99},  # not a seat: the message names only the next caller
            (IllegalEntry, "out-of-turn", "seat"),
            "It is South's turn.",
        ),
        (
            "",
            {"call": "pass", "seat": -1},
            (IllegalEntry, "out-of-turn", "seat"),
            "It is South's turn.",
        ),
        (
            "",
            {"call": None},
            (MalformedEntry, "not-a-bid", "bid"),
            "“” is not a bid. A bid is a number and a suit, as in 7C or 6NT.",
        ),
    ],
)
def test_what_is_not_taken(
    text: str, fact: Fact, error: tuple[type[EntryError], str, str], reason: str
) -> None:
    with pytest.raises(EntryError) as refusal:
        step(text).parse(fact)
    assert (type(refusal.value), refusal.value.code, refusal.value.field) == error
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("rules", "text", "winner", "bid", "taken"),
    [
        # before the first call every result is possible
        (FOUR, "", EAST, "5C", True),
        # the highest bid stays with its bidder
        (FOUR, "5H", SOUTH, "5H", True),
        # West, North and East still speak; South may raise their own bid
        (FOUR, "5H", SOUTH, "6H", True),
        # three passes end it: South cannot reach 5S, the next bid, without a bid in between
        (AuctionRules(3), "5H", SOUTH, "5S", False),
        # but South can reach 5NT, if somebody bids 5S
        (AuctionRules(3), "5H", SOUTH, "5NT", True),
        # after two passes East is the last who can speak before 5H stands
        (AuctionRules(3), "5H pass pass", EAST, "5S", True),
        (AuctionRules(3), "5H pass pass", WEST, "5S", False),
        # when the bidder may not raise their own bid and all others have passed, it is over
        (AuctionRules(4, own_raise=False), "5H pass pass pass", SOUTH, "6H", False),
        (AuctionRules(4, own_raise=False), "5H pass pass pass", WEST, "6H", False),
        # players who passed are out
        (AuctionRules(4, reentry=False), "pass 5H", SOUTH, "6H", False),
        (AuctionRules(4, reentry=True), "pass 5H", SOUTH, "6H", True),
    ],
)
def test_who_can_have_won_after_some_calls(
    rules: AuctionRules, text: str, winner: int, *, bid: str, taken: bool
) -> None:
    asked = step(text, rules)
    if taken:
        assert asked.parse({"bid": bid, "winner": winner}) == Won(
            asked.auction.callers[winner], Bid.parse(bid)
        )
    else:
        with pytest.raises(IllegalEntry) as refusal:
            asked.parse({"bid": bid, "winner": winner})
        assert (refusal.value.code, str(refusal.value)) == (
            "too-late-to-bid",
            f"After these calls {asked.auction.callers[winner]} can no longer bid "
            f"{Bid.parse(bid)}.",
        )


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
