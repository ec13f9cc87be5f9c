"""The games of the form for a new game: found by their names, and laid out."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.begun_games import phone_of
from tests.browser.conftest import NewContext, Server
from tests.own_yaniv import YANIV

FOUND = {
    "tichu": "Tichu",
    "RUMANISCHES w": "Romanian Whist",  # German, without the points
    "hand und fuss": "Hand and Foot",
    "וויסט רומני": "Romanian Whist",  # with two vavs
    "יָנִיב": "Yaniv",
    "whist israeli": "Israeli Whist",
    "nomination": "Oh Hell",
    "daifugo": "President",
    "grosse": "Große Straße",
}
# The names that do not find their game, though they are typed in full and in capitals.
LOST = """search => [...document.querySelectorAll("[data-names]")].flatMap((tile) =>
  tile.dataset.names.split("|").filter((name) => {
    search.value = name.toUpperCase();
    search.dispatchEvent(new Event("input"));
    return tile.hidden || !tile.checkVisibility();
  }))"""


def test_a_game_is_found_by_each_of_its_names(new_context: NewContext, server: Server) -> None:
    phone = phone_of(server.path)
    form = phone.open("/own-games/").form("/own-games/")
    phone.fill(form, {"text": YANIV.replace("My Yaniv", "Große Straße"), "add": "1"})
    page = new_context().new_page()
    page.goto(f"{server.address}/games/new?game=points")
    page.get_by_text("Another game").click()
    search = page.get_by_role("searchbox")
    usual = shown(page)
    assert "Points" not in usual  # it stands in the line above
    assert search.evaluate(LOST) == []
    for typed, name in FOUND.items():
        search.fill(typed)
        assert shown(page) == [name], typed
    search.fill("points")
    assert shown(page) == ["Points"]
    search.fill("Nominations")
    expect(page.get_by_text("No game here has this name.")).to_be_visible()
    assert shown(page) == ["Große Straße", "Points"]
    expect(page.get_by_role("link", name="Your own game")).to_be_visible()
    search.press("Enter")
    search.fill("")
    assert shown(page) == usual
    search.fill("river")
    expect(page.get_by_text("Up and Down the River")).to_be_visible()  # why it was found
    search.press("Enter")
    expect(page.locator("[name=game]")).to_have_value("oh-hell")
    expect(page.locator("[name=play][aria-current]")).to_have_text("Oh Hell")


def shown(page: Page) -> list[str]:
    return page.locator("[data-names]:visible strong").all_inner_texts()


def test_the_games_stand_in_as_many_columns_as_fit(new_context: NewContext, server: Server) -> None:
    for language in ("en-GB", "he", "de"):
        page = new_context(locale=language).new_page()
        page.goto(f"{server.address}/games/new")
        page.locator("summary").first.click()
        for width, columns in ((320, 1), (390, 1), (664, 2), (1280, 4)):
            page.set_viewport_size({"width": width, "height": 664})
            lefts = {box["x"] for tile in page.locator("[data-names]:visible").all()
                     if (box := tile.bounding_box())}  # fmt: skip
            overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert (language, width, len(lefts), overflow) == (language, width, columns, 0)
