"""Illegal answers over HTTP: refused with the reason, and shown as they were entered.

What each question refuses, and with which words, `tests/rules` tests; here are one or two refusals
of each question, and what only a form can send.
"""

from __future__ import annotations

import re

import pytest

from tests.web.first_hand import Rows, at_contracts, entries
from tests.web.phone import Phone

OFF_LADDER = "cannot be bid: the lowest bid is 5♣ and the highest 13NT."


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"bid": "4C", "winner": "1"}, f"4♣ {OFF_LADDER}"),
        ({"bid": "7C"}, "Who bid 7♣?"),
        ({"call": "7C", "seat": "1"}, "It is Anna's turn."),
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
        ({"bid": "6D", "winner": "2"}, "6♦ was bid by Anna, not by Chaim."),
    ],
)
def test_a_call_that_is_not_higher_or_a_bid_of_another_is_refused(
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


def test_a_bid_below_the_minimum_after_an_exchange_is_refused(scorer: Phone, rows: Rows) -> None:
    scorer.begin(rules="vax")
    page = scorer.answer(bid="pass")
    assert "All passed. Exchange 1: " in page.words
    page = scorer.answer(bid="5NT", winner="1")
    assert (page.status, page.problems, entries(rows)) == (
        422,
        ["5NT cannot be bid: the lowest bid is 6♣ and the highest 13NT."],
        1,
    )


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        ("4", "Ben can't say 4: that would make 13."),
        ("three", "“three” is not a whole number."),
        ("9" * 5000, "A contract is a number from 0 to 13."),
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


@pytest.mark.parametrize(
    ("tricks", "reason"),
    [
        ("0 3 8 1", "1 trick still to assign"),
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
