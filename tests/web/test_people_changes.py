"""Changes of people: names, spellings and seats, from the table and from the players' pages."""

from __future__ import annotations

import pytest

from tests.web.phone import Form, Page, Phone

RACED = "Somebody has changed the seats since this page was loaded: look and enter it again."


@pytest.fixture
def running(scorer: Phone) -> Phone:
    """A phone at the second hand of a game."""
    scorer.write_game()
    scorer.write_hand()
    return scorer


def seat_form(phone: Phone, seat: str = "1") -> Form:
    forms = phone.open("/games/1/players").forms
    return next(
        form for form in forms if form.fields.get("seat") == seat and "was" not in form.fields
        and "take_back" not in form
    )  # fmt: skip


def take(phone: Phone, name: str = "Eva", hand: str = "2", seat: str = "1") -> Page:
    return phone.send(seat_form(phone, seat), name=name, hand=hand)


def test_more_leads_to_the_players_of_the_game(running: Phone) -> None:
    page = running.open("/games/1/more")
    assert 'href="/games/1/players"' in page.html
    assert 'href="/players/2/name?back=/games/1/players"' in running.open("/games/1/players").html


def test_a_name_is_mended_from_the_table(running: Phone) -> None:
    form = running.open("/players/2/name?back=/games/1/players").form("/name")
    page = running.send(form, name="Benjamin")
    assert (page.address, "Benjamin" in page.words) == ("/games/1/players", True)
    assert "Benjamin" in running.open("/games/1/").words
    page = running.open("/players/2/name")
    assert "Before: Ben " in page.words


def test_only_pages_of_ours_are_gone_back_to(running: Phone) -> None:
    form = running.open("/players/2/name?back=https://example.org/").form("/name")
    assert running.send(form, name="Benjamin").address == "/players/2/name"


def test_a_name_that_somebody_has_leads_to_the_merge(running: Phone) -> None:
    running.write_game("Anna Bne Chaim Dana")
    page = running.send(running.open("/players/5/name").form("/name"), name="Ben")
    assert 'href="/players/5/merge?with=2"' in page.html
    page = running.open("/players/5/merge?with=2")
    assert "Bne: 1 game Ben: 1 game Merged, they are one player with 2 games" in page.words
    assert "Both names were entered on the same evening once" in page.words
    page = running.send(page.form("/merge"), keep="2")
    assert (page.address, "Also entered as Bne" in page.words) == ("/players/2/name", True)
    assert "Ben" in running.open("/games/2/").words
    assert running.open("/players/5/name").address == "/players/2/name"
    assert "Undo makes Bne a player of their own again, with 1 game." in page.words
    page = running.send(page.form("/separate"))
    assert (page.address, "Also entered" in page.words) == ("/players/2/name", False)
    assert "Bne" in running.open("/games/2/").words


def test_a_merge_is_looked_at_again_if_it_would_concern_other_games(running: Phone) -> None:
    running.write_game("Anna Bne Chaim Dana")
    form = running.open("/players/5/merge?with=2").form("/merge")
    running.write_game("Eva Bne Chaim Dana")
    page = running.send(form, keep="2")
    assert (page.status, "what the preview showed" in page.notices[0]) == (409, True)
    assert "Bne: 2 games Ben: 1 game" in page.words
    for _ in range(2):  # also a repeated tap
        done = running.send(page.form("/merge"), keep="2")
        assert "Also entered as Bne" in running.open("/players/2/name").words, done.status


def test_a_merge_and_its_undo_lead_back_to_the_table(running: Phone) -> None:
    running.write_game("Anna Bne Chaim Dana")
    back = "/games/1/players"
    page = running.open(f"/players/5/name?back={back}")
    page = running.send(page.form("/name"), name="Ben")
    assert f'href="/players/5/merge?with=2&amp;back={back}"' in page.html
    page = running.open(f"/players/5/merge?with=2&back={back}")
    assert f'href="/players/5/name?back={back}"' in page.html  # left as it was
    page = running.send(page.form("/merge"), keep="2")
    assert f'href="{back}">Back' in page.html
    assert f'href="{back}">Back' in running.send(page.form("/separate")).html


def test_a_merge_from_the_page_of_a_player_leads_to_the_game_in_progress(running: Phone) -> None:
    running.write_game("Anna Bne Chaim Dana")
    page = running.send(running.open("/players/5/merge?with=2").form("/merge"), keep="2")
    assert 'href="/games/2/" aria-describedby="in-progress">Continue hand 1' in page.html
    assert "In progress: the game of Anna, Ben, Chaim, Dana." in page.words


def test_two_who_sat_in_one_game_are_not_offered_as_one(running: Phone) -> None:
    page = running.open("/players/2/merge?with=1")
    assert page.problems[0].startswith("Ben and Anna sat in one game, so they are two people.")
    assert [form.action for form in page.forms if form.action.endswith("/merge")] == []
    token = running.token()
    page = running.post("/players/2/merge", {"csrf_token": token, "with": "1", "keep": "1"})
    assert page.status == 409
    assert "Ben" in running.open("/games/1/").words


def test_what_is_not_there_is_said(running: Phone) -> None:
    statuses = {
        "/players/99/name": 404,
        "/players/99/merge?with=1": 404,
        "/players/1/merge?with=99": 404,
        "/players/1/merge?with=1": 422,
        "/players/1/merge?with=x": 200,  # back on the page of the name
        f"/players/{2**70}/name": 404,
        "/games/99/players": 404,
    }
    assert {address: running.open(address).status for address in statuses} == statuses


def test_somebody_takes_a_seat_in_the_middle_of_a_game(running: Phone) -> None:
    page = take(running)
    assert page.address == "/games/1/players"
    assert "Changes of seats Eva took Ben's seat in hand 2" in page.words
    running.write_hand()
    running.write_hand()
    assert "Eva 57" in running.open("/games/1/").words
    sheet = running.open("/games/1/sheet").words
    assert ("Ben / Eva" in sheet, "Eva plays for Ben from here on" in sheet) == (True, True)
    assert "Ben said 3" in running.open("/games/1/hands/1/").words
    assert "Eva said 3" in running.open("/games/1/hands/2/").words
    assert "Eva for Ben from hand 2" in running.open("/games/1/history").words
    assert "Ben dealt" not in running.open("/games/1/story").words
    page = running.send(running.open("/games/1/more").form("/stop"))
    assert "Ben / Eva wins" in page.words
    assert "Eva took Ben's seat in hand 2." in page.words
    text = running.open("/games/1/result.txt").html
    assert "1st Ben / Eva 57\n" in text
    assert text.endswith("Eva took Ben's seat in hand 2\nBen / Eva wins\n")


def test_it_can_be_undone_later_and_moved(running: Phone) -> None:
    take(running)
    running.write_hand()
    page = running.open("/games/1/players")
    move = next(form for form in page.forms if "was" in form)
    page = running.send(move, hand="1")
    assert "Eva took Ben's seat in hand 1" in page.words
    back = next(form for form in page.forms if "take_back" in form)
    page = running.send(back, take_back="1")
    assert ("Changes of seats" in page.words, "Ben" in page.words) == (False, True)


@pytest.mark.parametrize(
    ("name", "hand", "reason"),
    [
        ("Ben", "2", "Ben has this seat already."),
        ("Eva", "9" * 50, "The change begins in one of the hands from 1 to 2."),
        ("Eva", "x", "“x” is not a whole number."),
    ],
)
def test_a_change_that_cannot_be_is_refused_and_nothing_typed_is_lost(
    running: Phone, name: str, hand: str, reason: str
) -> None:
    page = take(running, name, hand)
    assert (page.status, page.problems) == (422, [reason])
    forms = [form for form in page.forms if form.fields.get("name") == name]
    assert "1" in [form.fields["seat"] for form in forms]


def test_two_phones_that_change_the_seats_at_once_are_told(running: Phone) -> None:
    late = seat_form(running)
    take(running)
    page = running.send(late, name="Fred", hand="2")
    assert (page.status, RACED in page.words) == (409, True)
    assert "Fred" not in running.open("/games/1/").words


def test_a_tap_in_between_does_not_matter(running: Phone) -> None:
    form = seat_form(running)
    running.write_hand()
    assert running.send(form, name="Eva", hand="2").address == "/games/1/players"
    assert "Eva said 3" in running.open("/games/1/hands/2/").words


def test_a_phone_belongs_to_the_person_not_to_the_seat(running: Phone) -> None:
    running.send(running.open("/games/1/more").form("/seat"), sits="1")
    assert "Ben (you)" in running.open("/games/1/").words
    running.send(running.open("/players/2/name").form("/name"), name="Benjamin")
    assert "Benjamin (you)" in running.open("/games/1/").words
    take(running)
    assert "(you)" not in running.open("/games/1/").words
    running.write_game("Benjamin Fred Gil Hana")
    assert "Benjamin (you)" in running.open("/games/2/").words


def test_a_claim_from_before_is_still_good(running: Phone) -> None:
    """An old cookie contains the player's name."""
    with running.client.session_transaction() as cookie:
        cookie["sits"] = {"1": "ben"}
    assert "Ben (you)" in running.open("/games/1/").words


def test_a_rematch_is_of_those_who_sit_there_now(running: Phone) -> None:
    take(running)
    running.send(running.open("/games/1/more").form("/stop"))
    page = running.send(running.open("/games/1/").form("/rematch"))
    assert ("Eva" in page.words, "Ben" in page.words) == (True, False)


def test_both_spellings_of_one_player_cannot_begin_a_game(running: Phone) -> None:
    running.write_game("Anna Bne Chaim Dana")
    running.send(running.open("/players/5/merge?with=2").form("/merge"), keep="2")
    page = running.begin("Ben Bne Chaim Dana")
    assert (page.status, page.problems[-1]) == (
        422,
        "Ben and Bne are one player here: take one of them.",
    )
    assert page.form("/games/new").fields["names-1"] == "Bne"


def test_the_sheet_on_paper_names_who_played(running: Phone) -> None:
    take(running)
    running.write_hand()
    words = running.open("/games/1/print").words
    assert "1 Anna 7♣ Chaim" in words
    assert "2 Eva 7♣ Chaim" in words
    assert "Eva plays for Ben from here on" in words
