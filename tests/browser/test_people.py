"""Changes of people, on a phone of 390 x 664: names corrected, seats taken."""

from __future__ import annotations

import os
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.begun_games import play
from tests.browser.conftest import NewContext, Server
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table
from tests.deep import DEEP

PICTURES = os.environ.get("PEOPLE_PICTURES")  # a folder, for those who look at them
ALL = [(language, theme) for language in ("en", "he", "de") for theme in ("light", "dark")]
LOOKS = ALL if PICTURES else [("he", "dark"), ("de", "light")]
TURNS = cycle(LOOKS)
Looks = dict[tuple[str, str], Page]
SAID = [(EAST, 0), (SOUTH, 2), (WEST, 3)]
TAKEN = (0, 3, 8, 2)

CHOOSE = """async ([language, theme]) => {
  const settings = await (await fetch("/settings/")).text();
  const token = settings.match(/name="csrf_token" value="([^"]+)"/)[1];
  const send = (to, fields) => fetch(to, {
    method: "POST", body: new URLSearchParams({ csrf_token: token, back: "/", ...fields }),
  });
  await send("/language", { language });
  await send("/settings/", { theme });
}"""
FITS = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth;
  const controls = "main button, main select, main input, main a.button";
  const small = [...document.querySelectorAll(controls)]
    .filter(control => control.checkVisibility() && control.type !== "hidden")
    .filter(control => control.getBoundingClientRect().height < 47.5)
    .map(control => control.outerHTML.slice(0, 90));
  return { wide, small };
}"""


@pytest.fixture
def looks(new_context: NewContext, server: Server) -> Looks:
    """Phones that have chosen a language and a theme."""
    phones = {}
    for language, theme in LOOKS:
        phones[language, theme] = phone = new_context().new_page()
        phone.goto(server.address)
        phone.evaluate(CHOOSE, [language, theme])
    return phones


@pytest.mark.slow
def test_people_change_at_the_table(page: Page, looks: Looks, server: Server) -> None:
    table = Table(page, server.address)
    play(server.path, ("Sara", "Wallid", "Noa", "Eli"))

    # A typing mistake is mended from the table.
    page.goto(f"{server.address}/games/1/more")
    page.click("text=Players: change a name or a seat")
    page.click("text=Change the name: Wallid")
    page.fill("#name", "Walid")
    page.click("text=Save the name")
    expect(page.locator("h2", has_text="Walid")).to_be_visible()

    # Somebody else takes the seat, in the middle of the second hand.
    page.goto(f"{server.address}/games/1/")
    table.win_auction("7C", NORTH)
    page.goto(f"{server.address}/games/1/players")
    seat = page.locator("section", has=page.locator("h2", has_text="Walid"))
    seat.locator("summary").click()
    look(page, looks, "take-a-seat", opened="section:has([name=seat][value='1']) summary")
    seat.get_by_label("Who?").fill("Dana")
    expect(seat.get_by_label("From hand")).to_have_value("2")
    seat.locator("button", has_text="Change the seat").click()
    expect(page.locator(".trail")).to_contain_text("Dana took Walid's seat in hand 2")
    look(page, looks, "changed")

    # The hand goes on where it was, with the new name.
    page.click("text=Back to the game")
    expect(page.locator("[data-seat='1']")).to_contain_text("Dana")
    expect(page.locator(".back")).to_contain_text("Undo: Dana for Walid from hand 2")
    look(page, looks, "table")
    table.say_contracts(SAID)
    table.tricks(TAKEN)

    # The sheet says so, at the head and at the hand.
    page.goto(f"{server.address}/games/1/sheet")
    expect(page.locator("thead")).to_contain_text("Walid / Dana")
    expect(page.locator(".sheet__note")).to_have_text("Dana plays for Walid from here on")
    look(page, looks, "sheet")
    page.goto(f"{server.address}/games/1/more")
    look(page, looks, "more")

    # Another spelling can be merged; `tests/web/test_people_changes.py` does it.
    table.new_game(names=("Sara", "Valid", "Noa", "Eli"))
    page.goto(f"{server.address}/players/6/merge?with=2")
    expect(page.get_by_role("button", name="Merge, and keep the name Walid")).to_be_visible()
    look(page, looks, "merge")


def look(page: Page, looks: Looks, name: str, opened: str = "") -> None:
    """Check the page by the rules for every page, in one look; `make deep` takes both.

    A part of the page may be opened first.
    """
    for language, theme in LOOKS if DEEP or PICTURES else [next(TURNS)]:
        phone = looks[language, theme]
        phone.goto(page.url)
        if opened:
            phone.locator(opened).click()
        assert phone.evaluate(FITS) == {"wide": False, "small": []}, (name, language, theme)
        if PICTURES:
            path = Path(PICTURES) / f"{name}-{language}-{theme}.png"
            phone.screenshot(path=path, full_page=True)
