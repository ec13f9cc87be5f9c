"""Revokes: their fines on the page of a hand and while the hand runs."""

from __future__ import annotations

import re

import pytest

from tests.web.corrected_hand import HAND, Rows, change, entries, points, table
from tests.web.phone import Phone

__all__ = ["table"]  # fixtures

FINE = r"(?:2 revokes|revoke): \S+"


def test_a_revoke_is_fined_and_told(table: Phone, rows: Rows) -> None:
    form = table.open(HAND).form("/revokes")
    page = table.fill(form, {"revokes-1": "2"})
    assert (page.address, points(page)) == (HAND, ["−20", "−181", "−10", "−40"])
    assert "2 revokes: −200" in page.words
    assert rows("select kind, fact from entries where number > 5") == [
        ("revokes", '{"revokes":[0,2,0,0]}')
    ]
    kept = page.form("/revokes").fields
    assert [kept[f"revokes-{seat}"] for seat in range(4)] == ["0", "2", "0", "0"]
    assert "Undo: revokes in hand 1" in table.open("/games/1/").words


def test_revokes_stand_among_what_was_recorded_once_with_the_way_to_change_them(
    table: Phone, watcher: Phone
) -> None:
    """In a finished hand, and in the running one; players without revokes are left out."""
    table.answer(bid="6H", winner="1")
    for number in (1, 2):
        form = table.open(f"/games/1/hands/{number}/").form("/revokes")
        table.fill(form, {"revokes-1": "2", "revokes-3": "1"})
        page = table.fill(form, {"revokes-1": "2"})
        page = table.open(f"/games/1/hands/{number}/")
        trail = page.html.partition('<ul class="trail">')[2].partition("</ul>")[0]
        revokes = re.findall(r"<span>(a|\d) revokes? of <bdi[^>]*>(\w+)</bdi></span>", trail)
        assert revokes == [("2", "Ben"), ("a", "Dana")]
        assert (trail.count('href="#revokes"'), page.html.count('id="revokes"')) == (2, 1)
        seen = watcher.open(f"/games/1/hands/{number}/")
        assert ("2 revokes of Ben" in seen.words, "#revokes" in seen.html) == (True, False)


def test_a_revoke_shows_beside_its_player_while_the_hand_runs(table: Phone) -> None:
    """It can be recorded as soon as it is discovered; the points come at the end of the hand."""
    table.answer(bid="7C", winner="2")
    form = table.open("/games/1/hands/2/").form("/revokes")
    table.fill(form, {"revokes-1": "2", "revokes-3": "1"})
    page = table.open("/games/1/")
    fined = ["2 revokes: −200", "revoke: −100"]
    assert re.findall(FINE, page.words) == fined
    assert "player__fined" not in table.open(f"{HAND}correct?question=tricks").html
    for contract in ("0", "2", "3"):
        table.answer(number=contract)
    page = table.answer(tricks_0="0", tricks_1="3", tricks_2="8", tricks_3="2")
    # In the tiles, which would not add up otherwise; twice with the points, and on the sheet.
    assert re.findall(FINE, page.words) == fined * 4
    assert page.html.count("player__fined") == len(fined)
    for number, notice in (("0", "Revoke in hand 2 ·"), ("3", "Revokes in hand 2 ·")):
        form = table.open("/games/1/hands/2/").form("/revokes")
        table.fill(form, {"revokes-1": "0", "revokes-2": number})
        assert notice in table.open("/games/1/").words


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("14", "Revokes are a number from 0 to 13."),
        ("-1", "Revokes are a number from 0 to 13."),
        ("many", "“many” is not a whole number."),
    ],
)
def test_revokes_that_cannot_be_are_refused_and_kept(
    table: Phone, rows: Rows, given: str, reason: str
) -> None:
    page = table.fill(table.open(HAND).form("/revokes"), {"revokes-1": given})
    assert (page.status, page.problems, entries(rows)) == (422, [reason], 5)
    assert page.form("/revokes").fields["revokes-1"] == given


def test_revokes_on_an_old_view_are_offered_again(table: Phone, rows: Rows) -> None:
    form = table.open(HAND).form("/revokes")
    change(table, "contract-3", number="2")
    page = table.fill(form, {"revokes-1": "1"})
    assert (page.status, page.notices, entries(rows)) == (
        409,
        ["The game has moved on since this page was loaded: check and enter it again."],
        6,
    )
    again = page.form("/revokes")
    assert (again.fields["revokes-1"], again.fields["revision"]) == ("1", "6")
    assert points(table.send(again)) == ["−20", "−81", "−10", "+14"]


def test_a_table_without_a_fine_is_asked_for_no_revokes(scorer: Phone) -> None:
    scorer.begin(rules__revoke_fine="0")
    scorer.write_hand()
    page = scorer.open(HAND)
    asked = [form for form in page.forms if form.action.endswith("/revokes")]
    assert (asked, "revoke" in page.words) == ([], False)
