"""Notes on a hand and on a game: written on their pages, seen where the game is shown."""

from __future__ import annotations

import pytest

from tests.web.corrected_hand import HAND, Rows, points, table
from tests.web.phone import Phone

__all__ = ["table"]  # fixtures

EVIL = "=1 <b>\u202eאבג</b>"
SHOWN = '“<bdi class="given" translate="no">=1 &lt;b&gt;אבג&lt;/b&gt;</bdi>”'


@pytest.fixture
def noted(table: Phone) -> Phone:
    """A stopped game with a note on it, and another on its hand."""
    page = table.send(table.open(HAND).form("/note"), note="A  first")
    assert (page.address, points(page)) == (HAND, ["−20", "+19", "−10", "−40"])
    over = table.send(table.open("/games/1/more").form("/stop"))
    table.send(over.form("/note"), note=EVIL)
    return table


def test_notes_stand_where_the_game_is_shown(noted: Phone, watcher: Phone) -> None:
    pages = {path: noted.open(f"/games/1/{path}") for path in ("", "sheet", "print", "history")}
    assert [(path, SHOWN in page.html) for path, page in pages.items()] == [
        ("", True), ("sheet", True), ("print", True), ("history", False),
    ]  # fmt: skip
    assert ["“A first”" in page.words for page in pages.values()] == [True, True, True, False]
    assert "Note: A first" in pages["history"].words
    assert SHOWN in noted.open("/").html  # in the list of games
    assert "Undo: end of the game" in pages[""].words  # no undo takes a note back
    seen = watcher.open(HAND)
    assert "“A first”" in seen.words
    assert all("/note" not in page.html for page in (seen, watcher.open("/games/1/")))
    csv = noted.open("/games/1/game.csv").html
    assert csv.count(",A first,'=1 <b>אבג</b>") == 4


def test_a_watcher_writes_no_note(noted: Phone, watcher: Phone, rows: Rows) -> None:
    before = rows("select * from entries")
    for address in ("/games/1/result/note", f"{HAND}note"):
        assert watcher.post(address, {"note": "x", "key": "k", "revision": "8"}).status == 403
    assert rows("select * from entries") == before


@pytest.mark.parametrize("address", ["/games/1/", HAND])
def test_a_note_is_refused_without_losing_a_letter(noted: Phone, address: str, rows: Rows) -> None:
    before = rows("select * from entries")
    long = "long " * 100
    form = noted.open(address).form("/note")
    page = noted.send(form, note=long)
    assert (page.status, "At most 120 characters." in page.words) == (422, True)
    assert page.form("/note").fields["note"] == long
    assert rows("select * from entries") == before
    noted.send(noted.open(address).form("/note"), note="by another phone")
    late = noted.send(form, note="mine")
    assert (late.status, late.form("/note").fields["note"]) == (409, "mine")
    again = noted.send(late.form("/note"), note="")
    assert (again.status, again.form("/note").fields["note"]) == (200, "")
