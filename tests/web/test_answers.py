"""Illegal answers over HTTP: shown again as they were entered.

What each question refuses, and with which words, `tests/rules` tests; that the reason stands in the
question, `test_refused_answers.py`.
"""

from __future__ import annotations

import re

import pytest

from tests.web.first_hand import Rows, at_contracts, entries
from tests.web.phone import Phone


def test_a_refused_auction_marks_what_was_chosen(table: Phone) -> None:
    """It is not filled in: then a single tap on a tile would record it."""
    marked = r'<label class="tile[^"]*--chosen"[^>]*><input type="radio" name="(\w+)" value="(\w+)"'
    for fields in ({"bid": "11H"}, {"bid": "", "winner": "3"}):
        page = table.fill(table.question(1), fields)
        chosen = [(name, value) for name, value in fields.items() if value]
        assert (page.status, re.findall(marked, page.html)) == (422, chosen)
        assert {"bid", "winner"} & page.form("/answers").fields.keys() == set()


def test_an_auction_call_by_call_comes_to_its_winner(table: Phone) -> None:
    """DE's example: Chaim, North, declares 7 clubs; Dana, East, speaks first."""
    table.open("/games/1/?record=calls")
    for call in ("pass", "5H", "6C", "pass", "6D", "6H", "7C", "pass", "pass", "pass"):
        page = table.answer(call=call)
    assert "Chaim calls" in page.words  # the bidder may raise the bid
    page = table.answer(call="pass")
    assert "Dana's contract?" in page.words
    assert "declarer with 7♣" in page.words


def test_a_refused_contract_stays_marked_on_its_tile(table: Phone) -> None:
    form = at_contracts(table, 2, 0)
    page = table.send(form, number="4")
    chosen = re.findall(
        r'<button class="tile([^"]*--chosen)" name="number" value="(\d+)"', page.html
    )
    assert chosen == [(" tile--barred tile--chosen", "4")]


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
