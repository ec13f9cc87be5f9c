"""Illegal answers: refused with the reason, and shown as they were entered."""

from __future__ import annotations

import re

import pytest

from tests.web.first_hand import Rows, at_contracts, entries
from tests.web.phone import Phone

OFF_LADDER = "cannot be bid: the lowest bid is 5♣ and the highest 13NT."
NO_BID = "is not a bid. A bid is a number and a suit, as in 7C or 6NT."


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"bid": "4C", "winner": "1"}, f"4♣ {OFF_LADDER}"),
        ({"bid": "14C", "winner": "1"}, f"14♣ {OFF_LADDER}"),
        ({"bid": "7X", "winner": "1"}, f"“7X” {NO_BID}"),
        ({"bid": "7C"}, "Who bid 7♣?"),
        ({"winner": "1"}, "Which bid won the auction?"),
        ({"bid": "7C", "winner": "4"}, "A seat is a number from 0 to 3."),
        ({"bid": "7C", "winner": "Ben"}, "“Ben” is not a whole number."),
        ({"call": "4C"}, f"4♣ {OFF_LADDER}"),
        ({"call": "7C", "seat": "1"}, "It is Anna's turn."),
        ({"call": "7C", "seat": "99"}, "It is Anna's turn."),
        ({}, "Which bid won the auction?"),
    ],
)
def test_an_auction_that_cannot_be_is_refused(
    table: Phone, rows: Rows, answers: dict[str, str], reason: str
) -> None:
    page = table.fill(table.question(), answers)
    assert (page.status, page.problems, entries(rows)) == (422, [reason], 0)


def test_a_refused_auction_keeps_what_was_chosen(table: Phone) -> None:
    page = table.answer(bid="11H")
    kept = page.form("/answers").fields
    assert (page.status, kept.get("bid"), kept.get("winner")) == (422, "11H", None)
    page = table.fill(page.form("/answers"), {"bid": "", "winner": "3"})
    kept = page.form("/answers").fields
    assert (page.status, kept.get("bid"), kept.get("winner")) == (422, None, "3")


CALLS = ("pass", "5H", "6C", "pass", "6D")  # Anna, Ben, Chaim, Dana, Anna


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"call": "6D"}, "6♦ is not higher than 6♦."),
        ({"call": "5S"}, "5♠ is not higher than 6♦."),
        ({"call": "7C", "seat": "3"}, "It is Ben's turn."),
        ({"bid": "pass"}, "6♦ was bid, so not everyone passed."),
        ({"bid": "6C", "winner": "2"}, "6♣ is not higher than 6♦."),
        ({"bid": "6D", "winner": "2"}, "6♦ was bid by Anna, not by Chaim."),
        ({"call": "double"}, f"“double” {NO_BID}"),
    ],
)
def test_a_call_that_is_not_higher_or_out_of_turn_is_refused(
    table: Phone, rows: Rows, answers: dict[str, str], reason: str
) -> None:
    table.open("/games/1/?record=calls")
    for call in CALLS:
        table.answer(call=call)
    form = table.question()
    page = table.post(form.action, {**form.fields, "seat": "", **answers})
    assert (page.status, page.problems, entries(rows)) == (422, [reason], 5)
    assert "Ben calls" in page.words


def test_an_auction_call_by_call_comes_to_its_winner(table: Phone) -> None:
    """DE's example: Chaim, North, declares 7 clubs; Dana, East, speaks first."""
    table.open("/games/1/?record=calls")
    for call in (*CALLS, "6H", "7C", "pass", "pass", "pass"):
        page = table.answer(call=call)
    assert "Chaim calls" in page.words  # the bidder may raise the bid
    page = table.answer(call="pass")
    assert "Dana's contract?" in page.words
    assert "declarer with 7♣" in page.words


@pytest.mark.parametrize(("exchange", "lowest"), [(1, "6♣"), (2, "7♣"), (3, "8♣")])
def test_a_bid_below_the_minimum_after_an_exchange_is_refused(
    scorer: Phone, rows: Rows, exchange: int, lowest: str
) -> None:
    scorer.begin(rules="vax")
    for _ in range(exchange):
        page = scorer.answer(bid="pass")
    assert f"All passed. Exchange {exchange}: " in page.words
    page = scorer.answer(bid=f"{4 + exchange}NT", winner="1")
    assert (page.status, page.problems, entries(rows)) == (
        422,
        [f"{4 + exchange}NT cannot be bid: the lowest bid is {lowest} and the highest 13NT."],
        exchange,
    )


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("4", "Ben can't say 4: that would make 13."),
        ("14", "A contract is a number from 0 to 13."),
        ("-1", "A contract is a number from 0 to 13."),
        ("three", "“three” is not a whole number."),
        ("9" * 50, "A contract is a number from 0 to 13."),
        ("9" * 5000, "A contract is a number from 0 to 13."),
        ("-" + "9" * 50, "A contract is a number from 0 to 13."),
        ("", "Ben's contract?"),
    ],
)
def test_a_contract_that_cannot_be_is_refused(
    table: Phone, rows: Rows, number: str, reason: str
) -> None:
    """EN's example: Dana 2, Anna 0; with North's 7 Ben may not say 4."""
    form = at_contracts(table, 2, 0)
    page = table.send(form, number=number)
    assert (page.status, page.problems[-1], entries(rows)) == (422, reason, 3)
    assert "Ben's contract?" in page.words
    assert "Ben can't say 4: that would make 13." in page.words


def test_a_refused_contract_stays_marked_on_its_tile(table: Phone) -> None:
    form = at_contracts(table, 2, 0)
    page = table.send(form, number="4")
    chosen = re.findall(
        r'<button class="tile([^"]*--chosen)" name="number" value="(\d+)"', page.html
    )
    assert chosen == [(" tile--barred tile--chosen", "4")]


def test_a_contract_out_of_turn_is_refused(table: Phone, rows: Rows) -> None:
    page = table.send(at_contracts(table), number="2", seat="0")
    assert (page.status, page.problems, entries(rows)) == (
        422,
        ["It is Dana's turn."],
        1,
    )


def test_a_declarer_may_not_go_under_his_bid(scorer: Phone, rows: Rows) -> None:
    scorer.begin(rules="wikipedia")
    page = scorer.send(at_contracts(scorer), number="6")
    assert (page.status, page.problems, entries(rows)) == (
        422,
        ["Chaim bid 7♣ and may not name fewer than 7."],
        1,
    )
    assert "Ben may not" not in page.words


def test_none_is_barred_once_the_sum_is_above_13(table: Phone) -> None:
    page = table.send(at_contracts(table, 7, 0), number="0")
    assert (page.status, "How many tricks did each take?" in page.words) == (200, True)


def test_zero_is_barred_when_the_sum_is_13(table: Phone) -> None:
    page = table.send(at_contracts(table, 6, 0), number="0")
    assert page.problems == ["Ben can't say 0: that would make 13."]


@pytest.mark.parametrize(
    ("tricks", "reason"),
    [
        ("0 3 8 0", "2 tricks still to assign"),
        ("0 3 8 1", "1 trick still to assign"),
        ("0 3 8 3", "1 trick too many"),
        ("13 13 13 13", "39 tricks too many"),
        ("0 3 8 14", "Dana took between 0 and 13 tricks."),
        ("-1 4 8 2", "Anna took between 0 and 13 tricks."),
        ("x 3 8 2", "“x” is not a whole number."),
    ],
)
def test_tricks_that_do_not_come_to_13_say_by_how_many(
    table: Phone, rows: Rows, tricks: str, reason: str
) -> None:
    form = at_contracts(table, 0, 2, 3)
    assert [form.fields[f"tricks-{side}"] for side in range(4)] == ["2", "3", "7", "0"]
    given = {f"tricks-{side}": took for side, took in enumerate(tricks.split())}
    page = table.fill(form, given)
    assert (page.status, page.problems, entries(rows)) == (422, [reason], 4)
    kept = page.form("/answers").fields
    assert {side: kept[side] for side in given} == given


def test_a_missing_number_of_tricks_is_asked_for(table: Phone, rows: Rows) -> None:
    page = table.fill(at_contracts(table, 0, 2, 3), {"tricks-2": ""})
    assert (page.status, page.problems, entries(rows)) == (
        422,
        ["How many tricks did Chaim take?"],
        4,
    )
