"""Own phones: claims of seats, questions, and the page meanwhile."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from scorekeeper.ledger.access_keys import Role
from tests.web.phone import Page, Phone

Link = Callable[[Role], str]
OFFER = "Is this your own phone?"


@pytest.fixture
def own(app: Flask, link: Link, scorer: Phone) -> Phone:
    """Dana's own phone, at the auction of a first hand dealt by Anna."""
    scorer.begin()
    phone = Phone(app.test_client())
    phone.open(link(Role.SCORE))
    sit(phone, "3")
    return phone


def sit(phone: Phone, seat: str, game: int = 1) -> Page:
    return phone.send(phone.open(f"/games/{game}/more").form("/seat"), sits=seat)


def asks(page: Page) -> bool:
    """Whether a page has a question to answer."""
    return any(form.action.endswith("/answers") for form in page.forms)


def test_the_offer_stands_on_the_first_hand_until_it_is_taken(scorer: Phone) -> None:
    page = scorer.begin()
    assert OFFER in page.words
    page = scorer.send(page.form("/seat"), sits="1")
    assert (page.address, OFFER in page.words, "Ben (you)" in page.words) == (
        "/games/1/",
        False,
        True,
    )
    page = scorer.send(scorer.open("/games/1/more").form("/seat"), sits="")
    assert (OFFER in page.words, "(you)" in page.words) == (True, False)
    scorer.hand()
    assert OFFER not in scorer.open("/games/1/").words


def test_the_whole_table_is_asked_who_won_the_auction(own: Phone) -> None:
    page = own.open("/games/1/")
    assert asks(page)
    assert "Anyone can enter this; the first one counts." in page.words


def test_a_contract_is_asked_of_its_player(own: Phone, scorer: Phone) -> None:
    """Dana speaks first, then Anna."""
    scorer.answer(bid="7C", winner="2")
    page = own.open("/games/1/")
    assert (asks(page), "Your turn, Dana" in page.words) == (True, True)
    page = own.answer(number="0")
    assert (asks(page), "Waiting for Anna" in page.words) == (False, True)
    assert "Anna's contract?Contracts so far: 7 of 13." in page.words
    assert "Refresh" in page.words  # for a phone without scripts
    assert ('data-follow="/games/1/revision"' in page.html, "Undo: Dana said 0" in page.words) == (
        True,
        True,
    )
    assert asks(scorer.open("/games/1/"))  # the phone on the table is asked everything


def test_somebody_else_may_be_entered_for(own: Phone, scorer: Phone) -> None:
    scorer.answer(bid="7C", winner="2")
    scorer.answer(number="0")
    page = own.open("/games/1/?for=0")
    refused = own.send(page.form("/answers"), number="99")
    assert (refused.status, asks(refused)) == (422, True)
    page = own.send(refused.form("/answers"), number="2")
    assert (asks(page), "Waiting for Ben" in page.words) == (False, True)


@pytest.mark.parametrize("odd", ["", "3", "9", "x", "9" * 5000])
def test_only_for_whoever_is_asked(own: Phone, scorer: Phone, odd: str) -> None:
    scorer.answer(bid="7C", winner="2")
    scorer.answer(number="0")
    page = own.open(f"/games/1/?for={odd}")
    assert (page.status, asks(page), "Waiting for Anna" in page.words) == (200, False, True)


def test_an_answer_that_comes_too_late_leaves_the_phone_waiting(own: Phone, scorer: Phone) -> None:
    scorer.answer(bid="7C", winner="2")
    form = own.question()
    scorer.answer(number="0")
    page = own.send(form, number="1")
    assert (page.status, asks(page), "Waiting for Anna" in page.words) == (409, False, True)


def test_the_first_call_is_the_openers_where_calls_are_recorded(own: Phone) -> None:
    own.open("/games/1/?record=calls")
    page = own.open("/games/1/")
    assert (asks(page), "Waiting for Anna" in page.words) == (False, True)


def test_a_claim_holds_for_the_player_not_for_the_seat(own: Phone, scorer: Phone) -> None:
    scorer.begin("Dana Chaim Ben Anna")
    assert "Dana (you)" in own.open("/games/2/").words
    scorer.begin("Eva Chaim Ben Anna")
    page = own.open("/games/3/")
    assert ("(you)" in page.words, OFFER in page.words) == (False, True)
    assert "Dana (you)" in own.open("/games/1/").words


def test_a_claim_is_of_no_use_without_the_scoring_link(
    own: Phone, scorer: Phone, watcher: Phone
) -> None:
    """Watchers are not offered a seat and cannot claim one."""
    scorer.answer(bid="7C", winner="2")
    page = watcher.open("/games/1/")
    assert (OFFER in page.words, "Waiting for" in page.words) == (False, False)
    assert watcher.post("/games/1/seat", {"sits": "1"}).status == 403
