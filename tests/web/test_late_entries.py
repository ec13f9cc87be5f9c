"""Late entries: from an old page, or after another phone has answered."""

from __future__ import annotations

import pytest

from tests.web.first_hand import Rows, at_contracts, entries
from tests.web.phone import Phone
from tests.web.taps_and_tiles import STALE, marked


def test_an_entry_on_an_old_view_is_offered_again_and_can_be_taken(
    table: Phone, rows: Rows
) -> None:
    """The other phone undoes and redoes; the answer on this one still fits."""
    at_contracts(table, 2)
    form = table.question()
    page = table.send(table.open("/games/1/").form("/undo"))
    table.send(page.form("/redo"))
    page = table.send(form, number="3")
    assert (page.status, page.notices, entries(rows)) == (
        409,
        [f"{STALE} Record it now: Anna said 3"],
        4,
    )
    assert "Anna's contract?" in page.words
    offer = page.forms[0]
    assert (offer.action, offer.fields["revision"], offer.fields["number"]) == (
        "/games/1/answers",
        "4",
        "3",
    )
    page = table.send(offer)
    assert (page.status, "Ben's contract?" in page.words) == (200, True)
    assert rows("select number, fact from entries where number > 4") == [
        (5, '{"number":3,"seat":0}')
    ]


def test_an_entry_on_an_old_view_that_fits_no_more_is_not_offered(table: Phone, rows: Rows) -> None:
    form = at_contracts(table)
    table.send(form, number="2")
    page = table.send(form, number="3")
    assert (page.status, len(page.notices), entries(rows)) == (409, 1, 2)
    assert "Record it now" not in page.words
    assert "Anna's contract?" in page.words
    assert page.form("/answers").fields["revision"] == "2"


def test_a_question_that_another_phone_has_answered_is_named_with_both_answers(
    table: Phone, rows: Rows
) -> None:
    """The page shows the own answer, the recorded one, and a button for each."""
    form = at_contracts(table)
    table.send(form, number="2")
    page = table.send(form, number="3")
    assert page.notices == [
        f"{STALE} You entered: Dana said 3 Answered in the meantime: Dana said 2. "
        "Now asked: Anna's contract? Keep: 2 (this phone) Use: 3 (this phone)"
    ]
    keep, use = (form for form in page.forms if form.action.endswith("/choice"))
    assert keep.fields["answer"] == use.fields["instead"]
    page = table.send(use)
    assert "Anna's contract?" in page.words
    assert rows("select kind from entries where number > 2") == [("choice",)]
    assert "Undo: Dana said 3 (was: Dana said 2)" in page.words


def test_an_auction_recorded_twice_is_no_contract_without_its_number(table: Phone) -> None:
    """The present question does not report errors of an answer to another one."""
    form = table.question()
    at_contracts(table, 2)
    page = table.send(form, bid="8C", winner="1")
    assert page.notices == [
        f"{STALE} You entered: Ben won the auction with 8♣ Answered in the meantime: "
        "Chaim won the auction with 7♣. Now asked: Anna's contract? "
        "Keep: Chaim won the auction with 7♣ (this phone) "
        "Use: Ben won the auction with 8♣ (this phone)"
    ]


def test_a_tap_for_the_hand_before_is_not_offered_for_this_one(table: Phone) -> None:
    form = at_contracts(table)
    taken = {f"tricks-{side}": took for side, took in enumerate("0382")}
    table.answers(1, [*({"number": number} for number in "023"), taken])
    at_contracts(table, bid="6H")
    page = table.send(form, number="4")
    assert page.notices == [
        f"{STALE} You entered: Dana said 4 Answered in the meantime: hand 1, Dana said 0. "
        "Now asked: Dana's contract? Keep: 0 (this phone) Use: 4 (this phone)"
    ]


def test_what_was_filled_in_stands_there_again_while_its_question_is_asked(table: Phone) -> None:
    """The other phone undoes and redoes; the sum of the tricks on this one is not 13."""
    form = at_contracts(table, 0, 2, 3)
    page = table.send(table.open("/games/1/").form("/undo"))
    table.send(page.form("/redo"))
    page = table.fill(form, {f"tricks-{side}": took for side, took in enumerate("1382")})
    assert (page.status, page.notices) == (409, [STALE])
    again = page.form("/answers").fields
    assert [again[f"tricks-{side}"] for side in range(4)] == [*"1382"]


def test_an_answer_that_names_no_question_is_taken_as_it_comes(table: Phone, rows: Rows) -> None:
    """As scripts send it, and pages loaded before an update."""
    form = at_contracts(table)
    del form.fields["question"], form.fields["hand"]
    page = table.send(form, number="2")
    assert (page.status, entries(rows)) == (200, 2)
    page = table.send(form, number="3")
    assert (page.status, page.notices) == (409, [f"{STALE} You entered: Dana said 3"])


def test_an_answer_to_another_question_marks_nothing_in_this_one(table: Phone, rows: Rows) -> None:
    form = at_contracts(table, 2)
    page = table.send(form, question="contract-3", number="3")
    assert (page.status, page.problems, marked(page), entries(rows)) == (
        422,
        ["Answered in the meantime: Dana said 2. Now asked: Anna's contract?"],
        [],
        2,
    )


@pytest.mark.parametrize(
    ("act", "entry", "after"),
    [
        ("stop", "end of the game", "Ben wins"),
        ("dealer", "dealer of hand 2", "Dana −40 dealerD"),
    ],
)
def test_the_end_and_the_dealer_are_offered_again_too(
    table: Phone, act: str, entry: str, after: str
) -> None:
    table.write_hand()
    form = table.open("/games/1/more").form(f"/{act}")
    page = table.send(table.open("/games/1/").form("/undo"))
    table.send(page.form("/redo"))
    page = table.fill(form, {"dealer": "3"} if act == "dealer" else {})
    assert (page.status, page.notices) == (409, [f"{STALE} Record it now: {entry}"])
    page = table.send(page.form(f"/{act}"))
    assert (page.status, after in page.words) == (200, True)


def test_an_undo_on_an_old_view_is_not_offered(table: Phone, rows: Rows) -> None:
    """It would undo another entry than the page said."""
    at_contracts(table, 2)
    form = table.open("/games/1/").form("/undo")
    table.answer(number="0")
    page = table.send(form)
    assert (page.status, page.notices, entries(rows)) == (409, [STALE], 3)
    assert "Undo: Anna said 0" in page.words


def test_a_view_from_the_future_is_told_so(table: Phone, rows: Rows) -> None:
    page = table.send(table.question(), revision="7", bid="7C", winner="2")
    assert (page.status, page.notices, entries(rows)) == (
        409,
        [
            "This page is out of date; your tap was not recorded. "
            "Record it now: Chaim won the auction with 7♣"
        ],
        0,
    )
