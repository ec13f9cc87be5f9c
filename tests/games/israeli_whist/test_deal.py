"""One deal under every house rule: order of questions, and barred answers."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from scorekeeper.errors import IllegalEntry
from scorekeeper.games.israeli_whist.house_rules import (
    AfterAllPass,
    DeclarerContract,
    Direction,
    FirstSpeaker,
    IsraeliWhistRules,
    Opener,
    Redealer,
)
from scorekeeper.games.israeli_whist.script import speaking_order
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat, Seating
from tests import kit

FIXED = kit.EN
AT_LEAST = replace(kit.EN, declarer_contract=DeclarerContract.AT_LEAST)
DECLARER_FIRST = replace(AT_LEAST, first_speaker=FirstSpeaker.DECLARER)
GULASH = replace(kit.EN, exchanges=2)
VAX = replace(kit.EN, exchanges=3, exchange_raise=1)


def auction_step(rules: IsraeliWhistRules, *facts: Fact, dealer: Seat = SOUTH) -> AuctionStep:
    step = kit.reading(*facts, rules=rules, dealer=dealer).step
    assert isinstance(step, AuctionStep)
    return step


def contract_step(rules: IsraeliWhistRules, *facts: Fact) -> ContractStep:
    step = kit.reading(*facts, rules=rules).step
    assert isinstance(step, ContractStep)
    return step


@pytest.mark.parametrize(
    ("opener", "dealer", "first"),
    [
        (Opener.DEALER, SOUTH, SOUTH),  # EN, DE: as at Bridge, the dealer
        (Opener.DEALER, EAST, EAST),
        (Opener.ELDEST, SOUTH, WEST),  # WP, HT: the player on the dealer's left
        (Opener.ELDEST, EAST, SOUTH),
    ],
)
def test_who_opens_the_auction(opener: Opener, dealer: Seat, first: Seat) -> None:
    step = auction_step(replace(kit.EN, opener=opener), dealer=dealer)
    assert step.auction.turn == first


@pytest.mark.parametrize(
    ("rules", "lowest"),
    [
        (kit.EN, ["5C"]),  # no exchange: the cards are thrown in
        (GULASH, ["5C", "5C", "5C"]),  # EN, plain: the third auction is the last
        (VAX, ["5C", "6C", "7C", "8C"]),  # Vax, WP: 6, 7, 8
        (replace(VAX, exchange_raise=3, lowest_bid=6), ["6C", "9C", "12C", "13C"]),  # 13 at most
    ],
)
def test_the_lowest_bid_of_each_auction(rules: IsraeliWhistRules, lowest: list[str]) -> None:
    facts: tuple[Fact, ...] = ()
    for exchange, bid in enumerate(lowest):
        step = auction_step(rules, *facts)
        assert (step.scene.exchange, step.auction.ladder.lowest.code) == (exchange, bid)
        facts = (*facts, kit.ALL_PASSED)
    score = kit.reading(*facts, rules=rules).score
    assert score is not None
    assert (score.thrown_in, str(score.label), score.points) == (True, "thrown in", (0, 0, 0, 0))


def test_all_pass_call_by_call_leads_to_the_exchange_as_well() -> None:
    by_call = auction_step(VAX, *kit.heard("pass pass pass pass"))
    assert by_call == auction_step(VAX, kit.ALL_PASSED)


def test_a_bid_below_the_minimum_after_an_exchange_is_refused() -> None:
    with pytest.raises(IllegalEntry) as refusal:
        kit.reading(kit.ALL_PASSED, kit.won(WEST, "5NT"), rules=VAX)
    assert (refusal.value.code, refusal.value.field) == ("bid-off-ladder", "bid")
    assert str(refusal.value) == (
        "5 no trump cannot be bid: the lowest bid is 6 clubs and the highest 13 no trump."
    )


@pytest.mark.parametrize(
    ("direction", "ways"),
    [
        (Direction.LEFT, ["to the left"] * 4),
        # other tables; the fourth exchange begins the cycle again
        (Direction.ROUND, ["to the left", "across the table", "to the right", "to the left"]),
    ],
)
def test_what_the_table_is_told_to_do_before_each_auction(
    direction: Direction, ways: list[str]
) -> None:
    rules = replace(kit.EN, exchanges=4, exchange_raise=1, exchange_direction=direction)
    assert auction_step(rules).scene.notice is None
    for number, way in enumerate(ways, start=1):
        notice = auction_step(rules, *[kit.ALL_PASSED] * number).scene.notice
        assert str(notice) == (
            f"All passed. Exchange {number}: everyone passes three cards face down {way}. "
            f"Lowest bid now: {5 + number}."
        )


def test_the_exchange_is_no_longer_announced_once_somebody_bid() -> None:
    step = contract_step(VAX, kit.ALL_PASSED, kit.won(WEST, "6C"))
    assert (step.scene.exchange, step.scene.notice) == (1, None)


@pytest.mark.parametrize(("redealer", "stays"), [(Redealer.SAME, True), (Redealer.NEXT, False)])
def test_who_deals_after_a_thrown_in_deal(redealer: Redealer, stays: bool) -> None:
    score = kit.reading(kit.ALL_PASSED, rules=replace(kit.EN, redealer=redealer)).score
    assert score is not None
    assert score.dealer_stays == stays
    assert [str(line.reason) for (line,) in score.lines] == ["all passed: thrown in"] * 4


def test_a_bonus_round_is_played_without_contracts() -> None:
    rules = replace(kit.EN, passed_out=AfterAllPass.BONUS)
    step = kit.reading(kit.ALL_PASSED, rules=rules).step
    assert isinstance(step, TricksStep)
    assert str(step.scene.notice) == (
        "All passed: a bonus round without trumps or contracts is played."
    )
    assert step.expected == (0, 0, 0, 0)
    score = kit.reading(kit.ALL_PASSED, kit.took(0, 1, 5, 7), rules=rules).score
    assert score is not None
    assert (score.thrown_in, score.dealer_stays, str(score.label)) == (False, False, "bonus round")
    assert [(line.points, str(line.reason)) for (line,) in score.lines] == [
        (50, "bonus round, no trick: 50"),
        (-10, "bonus round: 1 x -10 = -10"),
        (-50, "bonus round: 5 x -10 = -50"),
        (-70, "bonus round: 7 x -10 = -70"),
    ]


@pytest.mark.parametrize(
    ("rules", "order"),
    [
        (FIXED, [EAST, SOUTH, WEST]),  # EN, DE: the bid is the declarer's contract
        # a declarer whose contract is the bid names no number first
        (replace(FIXED, first_speaker=FirstSpeaker.DECLARER), [EAST, SOUTH, WEST]),
        (DECLARER_FIRST, [NORTH, EAST, SOUTH, WEST]),  # WP, HT
        (AT_LEAST, [EAST, SOUTH, WEST, NORTH]),  # both rules mixed
    ],
)
def test_the_order_of_speaking(rules: IsraeliWhistRules, order: list[Seat]) -> None:
    assert list(speaking_order(Seating.alone(4, SOUTH), NORTH, rules)) == order


@pytest.mark.parametrize(
    ("contracts", "barred"),
    [
        # North bid 7; East and South have spoken, West is last
        ((2, 0), 4),
        ((0, 0), 6),
        ((6, 0), 0),  # exactly 13 already: zero is barred
        ((6, 1), None),  # above 13: no number is barred
        ((13, 13), None),
        ((3, 2), 1),
    ],
)
@pytest.mark.parametrize("rules", [FIXED, DECLARER_FIRST, AT_LEAST], ids=["fixed", "first", "last"])
def test_the_barred_number_is_what_the_others_leave_of_thirteen(
    rules: IsraeliWhistRules, contracts: tuple[int, int], barred: int | None
) -> None:
    own = (7,) if rules is DECLARER_FIRST else ()
    step = contract_step(rules, kit.won(NORTH, "7C"), *kit.said(*own, *contracts))
    assert (step.seat, step.barred, step.others) == (WEST, barred, 7 + sum(contracts))
    reasons = {option.value: str(option.barred) for option in step.options if option.barred}
    assert reasons == (
        {} if barred is None else {barred: f"West can't say {barred}: that would make 13."}
    )
    for number in set(range(14)) - {barred}:
        assert step.parse({"number": number}) == number


def test_nobody_but_the_last_is_barred_from_anything() -> None:
    for contracts in ((), (6,), (13,)):
        step = contract_step(FIXED, kit.won(NORTH, "7C"), *kit.said(*contracts))
        assert (step.barred, step.others) == (None, None)
        assert [option.barred for option in step.options] == [None] * 14


def test_each_option_of_the_last_says_how_far_over_or_under_it_goes() -> None:
    step = contract_step(FIXED, kit.won(NORTH, "7C"), *kit.said(2, 2))
    notes = {option.value: str(option.note) for option in step.options if not option.barred}
    assert notes == {0: "2 under", 1: "1 under"} | {n: f"{n - 2} over" for n in range(3, 14)}


@pytest.mark.parametrize("dealer", [SOUTH, WEST, NORTH, EAST])
def test_the_barred_seat_is_the_declarers_right_whoever_deals(dealer: Seat) -> None:
    for declarer in (SOUTH, WEST, NORTH, EAST):
        facts = (kit.won(declarer, "5C"), *kit.said(1, 1))
        step = kit.reading(*facts, dealer=dealer).step
        assert isinstance(step, ContractStep)
        assert (int(step.seat), step.barred) == ((declarer + 3) % 4, 6)


@pytest.mark.parametrize("rules", [AT_LEAST, DECLARER_FIRST], ids=["last", "first"])
def test_a_declarer_may_go_above_his_bid_but_not_below_it(rules: IsraeliWhistRules) -> None:
    others = kit.said(6, 6, 6) if rules is AT_LEAST else ()
    step = contract_step(rules, kit.won(NORTH, "7C"), *others)
    assert (step.seat, step.least) == (NORTH, 7)
    assert [option.value for option in step.options if not option.barred] == list(range(7, 14))
    assert step.legal == tuple(range(7, 14))
    with pytest.raises(IllegalEntry) as refusal:
        step.parse({"number": 6})
    assert (refusal.value.code, refusal.value.field) == ("contract-under-bid", "number")
    assert str(refusal.value) == "North bid 7 clubs and may not name fewer than 7."


def test_a_declarer_who_speaks_last_may_not_make_thirteen_either() -> None:
    """East 1, South 1, West 1: West was free, since 7 + 3 is 10; North may not contract for 10."""
    step = contract_step(AT_LEAST, kit.won(NORTH, "7C"), *kit.said(1, 1, 1))
    assert (step.seat, step.barred, step.others) == (NORTH, 10, 3)
    with pytest.raises(IllegalEntry) as refusal:
        step.parse({"number": 10})
    assert (refusal.value.code, str(refusal.value)) == (
        "contract-barred",
        "North can't say 10: that would make 13.",
    )
    assert step.parse({"number": 7}) == 7  # the declarer's own bid is always legal


@pytest.mark.parametrize(
    ("contracts", "hint"),
    [
        ((3, 0), "Contracts so far, with the bid of North: 10 of 13."),
        ((3, 5), "Contracts so far, with the bid of North: 15, already 2 over."),
        ((3, 0, 4), "Contracts so far: 7 of 13."),
    ],
)
def test_a_bid_that_counts_until_the_declarer_speaks_is_named(
    contracts: tuple[int, ...], hint: str
) -> None:
    step = contract_step(AT_LEAST, kit.won(NORTH, "7C"), *kit.said(*contracts))
    assert str(step.hints[0]) == hint


@pytest.mark.parametrize("rules", [FIXED, AT_LEAST], ids=["fixed", "declarer last"])
def test_nobody_is_ever_left_without_a_contract_to_name(rules: IsraeliWhistRules) -> None:
    """Every bid with every sum of the first two; West has 13 numbers, the declarer the bid."""
    for bid, first_two in product(range(5, 14), range(27)):
        east, south = min(first_two, 13), max(first_two - 13, 0)
        facts = (kit.won(NORTH, f"{bid}C"), *kit.said(east, south))
        west = contract_step(rules, *facts)
        free = [option.value for option in west.options if not option.barred]
        assert len(free) == (13 if bid + first_two <= 13 else 14)
        if rules is AT_LEAST:
            for number in free:
                north = contract_step(rules, *facts, kit.contract(number))
                assert (north.seat, north.parse({"number": bid})) == (NORTH, bid)


def test_after_the_points_nothing_more_is_taken() -> None:
    facts = (kit.won(NORTH, "7C"), *kit.said(2, 0, 3), kit.took(0, 3, 8, 2))
    with pytest.raises(IllegalEntry) as refusal:
        kit.reading(*facts, kit.took(0, 3, 8, 2))
    assert (refusal.value.code, str(refusal.value)) == (
        "deal-complete",
        "This hand is complete.",
    )


def test_what_was_said_is_told_in_words() -> None:
    facts = (
        kit.ALL_PASSED,
        *kit.heard("pass 6C"),
        kit.won(NORTH, "7NT"),
        *kit.said(2, 0, 3),
        kit.took(0, 3, 8, 2),
    )
    sentences = [str(answered.sentence) for answered in kit.reading(*facts, rules=VAX).trail]
    assert sentences == [
        "all passed",
        "South passed",
        "West bid 6 clubs",
        "North won the auction with 7 no trump",
        "East said 2",
        "South said 0",
        "West said 3",
        "tricks: South\u00a00, West\u00a03, North\u00a08, East\u00a02",
    ]
