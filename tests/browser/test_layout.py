"""Layout: every page fits a phone and a laptop, and touch targets are large enough."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.begun_games import LONG_NAMES, begin, phone_of, play
from tests.browser.conftest import PHONE, NewContext, Server, served
from tests.browser.phones import NO_LOOK_AHEAD, settled
from tests.browser.table import NAMES, NORTH, Table
from tests.browser.test_evening import GERMAN_EXAMPLE, TAKEN
from tests.browser.walk import LANGUAGES, UNFOLD
from tests.deep import DEEP

PAGES = (
    "/games/1/?record=result",
    "/games/1/?record=calls",
    "/games/1/sheet",
    "/games/1/board",
    "/games/1/more",
    "/games/1/history",
    "/games/1/story",
    "/games/1/what-if?rules=wikipedia",
    "/games/1/hands/1/",
    "/games/1/hands/1/correct?question=tricks",
    "/games/1/hands/1/correct?question=contract-1",
    "/games/1/players",
    "/players/1/merge?with=2",
    "/games/2/",
    "/games/2/?record=calls",
    "/games/2/sheet",
    "/games/2/board",
    "/games/2/hands/1/",
    "/games/2/hands/1/correct?question=announcement",
    "/games/2/hands/1/correct?question=tricks",
)

TOO_SMALL = """() => [...document.querySelectorAll(
    "button, .button, .tile, input, select, summary")]
  .filter(target => !target.closest("[hidden], .unseen, details:not([open]) > :not(summary)"))
  .filter(target =>
    target.type != "hidden" && !target.matches(".unseen, .tile input, .offer input"))
  .filter(target => target.checkVisibility() && target.getBoundingClientRect().height < 47.5)
  .map(target => target.outerHTML.slice(0, 120))"""

# Names of players that are partly hidden.
CUT = """() => [...document.querySelectorAll(":is(.player__name, .tricks__name, .who__name) *")]
  .filter(part => part.checkVisibility() && getComputedStyle(part).overflowX !== "visible")
  .filter(part => part.scrollWidth > part.clientWidth + 1
    || part.scrollHeight > part.clientHeight + 4)
  .map(part => part.outerHTML)"""

# the next control must be in the window, above the undo at its foot
PLACE = """selector => {
  const box = [...document.querySelectorAll(selector)].find(element => element.checkVisibility())
    .getBoundingClientRect();
  const back = document.querySelector(".back")?.getBoundingClientRect();
  const below = back && back.right > box.left && back.left < box.right; // and not beside it
  const foot = below ? back : document.querySelector(".places").getBoundingClientRect();
  return {
    scrolled: scrollY,
    low: box.top + box.height / 2 > innerHeight * 0.4,
    inside: box.bottom <= foot.top + 0.5,
  };
}"""
AT_HAND = {"scrolled": 0, "low": True, "inside": True}


# every note in the head of the page: texts that are cut or move the page
NOTES = """() => {
  const note = document.querySelector("[data-state]");
  const height = () => document.querySelector(".top").getBoundingClientRect().height;
  const empty = height();
  const words = document.querySelector("[data-swap-target]").dataset;
  const kept = document.querySelector("[data-waiting]").dataset.kept.replace("{count}", 12);
  return [words.saved, words.failed, words.lost, kept].filter(text => {
    [note.textContent, note.dataset.state] = [text, text === words.saved ? "saved" : "failed"];
    return note.scrollWidth > note.clientWidth || note.getClientRects().length !== 1
      || height() !== empty || document.documentElement.scrollWidth > innerWidth;
  });
}"""


FOREIGN = ("he", "de")
# Words that are cut, but for names and the title, which are shown whole when they are touched.
WORDS_CUT = """() => [...document.querySelectorAll(
    "button, .button, h1, h2, th, .tile__note, .player__total")]
  .filter(element => element.checkVisibility() && !element.closest(".unseen, .tile--name, thead"))
  .filter(element => !element.matches(".top__title"))
  .filter(element => element.scrollWidth > element.clientWidth + 1 && element.clientWidth)
  .map(element => element.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a hand of Israeli Whist and one of Bid Whist; no test records any more."""
    path = tmp_path_factory.mktemp("long-names") / "scores.db"
    phone = play(path, LONG_NAMES)
    answers = ({"bid": "5NT", "winner": "2"}, {"choice": "low"}, {"number": "3"})
    begin(phone, "bid-whist", LONG_NAMES, answers)
    with served(path) as server:
        yield server


def test_a_wide_window_shows_whole_names(page: Page, server: Server) -> None:
    play(server.path, LONG_NAMES)
    table = Table(page, server.address)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{table.address}/games/1/?record=result")
    assert page.evaluate(CUT) == []
    table.win_auction("7C", NORTH)
    table.say_contracts(GERMAN_EXAMPLE)
    assert page.evaluate(CUT) == []


@pytest.mark.untraced
def test_the_fold_of_the_last_hand_is_one_line_on_a_small_phone(
    page: Page, long_names: Server
) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{long_names.address}/games/1/?record=result")
    above, below = page.locator(".result__head").evaluate(
        """head => {
          const fold = head.parentElement.getBoundingClientRect();
          const { top, bottom } = head.getBoundingClientRect();
          return [top - fold.top, fold.bottom - bottom];
        }"""
    )
    assert abs(above - below) <= 2
    undo, bar = (page.locator(place).bounding_box() for place in (".back .button", ".places"))
    assert undo
    assert bar
    assert undo["y"] + undo["height"] <= bar["y"]


@pytest.mark.untraced
@pytest.mark.slow
def test_every_page_fits_its_window_and_its_targets_the_finger(
    new_context: NewContext, long_names: Server
) -> None:
    """And what is cut is shown whole when it is touched.

    Each page in one language of long words; `make deep` has all in every language.
    """
    languages = (*FOREIGN, "en") if DEEP else FOREIGN
    for place, language in enumerate(languages):
        page = new_context(locale=language).new_page()
        page.add_init_script(NO_LOOK_AHEAD)
        for path in PAGES if DEEP else PAGES[place :: len(languages)]:
            page.goto(long_names.address + path)
            page.evaluate(UNFOLD)
            for width in (1280, 390, 320) if DEEP else (1280, 320):
                page.set_viewport_size({"width": width, "height": 800})
                wide = page.evaluate("document.documentElement.scrollWidth")
                wrong = page.evaluate(TOO_SMALL) + page.evaluate(WORDS_CUT)
                assert (path, wide, wrong) == (path, width, [])
        page.goto(f"{long_names.address}/games/1/")
        assert tuple(page.locator(".player__name").all_inner_texts()) == LONG_NAMES  # as typed
        title = page.locator(".top__title")
        cut = """title => [title, ...title.children].some(
            part => part.scrollWidth > part.clientWidth)"""
        assert title.evaluate(cut)
        if language == "he":  # the name is cut, at its own end
            assert title.locator(".name").evaluate("name => name.scrollWidth > name.clientWidth")
        title.hover()
        assert not title.evaluate(cut)


def test_the_thumb_never_travels(page: Page, server: Server) -> None:
    """After every step the next control is low in the window and the page has not moved."""
    table = Table(page, server.address)
    table.new_game()
    places = [page.evaluate(PLACE, ".who label")]
    table.win_auction("7C", NORTH)
    for seat, number in GERMAN_EXAMPLE:
        places.append(page.evaluate(PLACE, "[name=number][value='0']"))
        places.append(page.evaluate(PLACE, "[name=number][value='13']"))
        table.contract(seat, number)
    places += [page.evaluate(PLACE, "[data-by]"), page.evaluate(PLACE, "[data-when-right]")]
    page.get_by_role("button", name="Count the tricks while you play").click()
    places.append(page.evaluate(PLACE, "[data-tally-side]"))
    for _ in range(13):
        page.keyboard.press("1")
    places.append(page.evaluate(PLACE, "[data-when-right]"))
    page.locator("[data-when-right]").click()
    expect(page.locator(".result")).to_be_visible()
    places.append(page.evaluate(PLACE, ".who label"))
    assert places == [AT_HAND] * len(places)

    page.set_viewport_size({"width": 844, "height": 390})  # on its side, all is in the window
    table.win_auction("7C", NORTH)
    inside = [page.evaluate(PLACE, "[name=number][value='0']")["inside"]]
    for seat, number in GERMAN_EXAMPLE:
        inside.append(page.evaluate(PLACE, "[name=number][value='13']")["inside"])
        table.contract(seat, number)
    settled(page)  # the counting of the first hand goes on with the server's page
    page.get_by_role("button", name="Stop counting").click()
    inside += [
        page.evaluate(PLACE, place)["inside"] for place in ("#tricks-3", "[data-when-right]")
    ]
    assert inside == [True] * len(inside)
    assert page.evaluate(TOO_SMALL) == []


@pytest.mark.untraced
def test_what_became_of_a_tap_is_never_cut_and_moves_nothing(
    new_context: NewContext, long_names: Server
) -> None:
    for language in LANGUAGES:
        page = new_context(locale=language).new_page()
        page.goto(f"{long_names.address}/games/1/")
        for width in (320, 360, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert (language, width, page.evaluate(NOTES)) == (language, width, [])


def test_the_players_stand_in_one_order_everywhere(page: Page, server: Server) -> None:
    """The order of the seats; only contracts are asked in the order of speaking, from the left."""
    table = Table(page, server.address)
    table.new_game()
    expect(page.locator(".top__title")).to_have_text("Hand 1 · Sara deals")
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 664})
        head = page.locator(".top").bounding_box()
        assert head
        assert head["height"] == 48  # one line
    seen = {}

    def look(*places: str) -> None:
        for place in places:
            words = page.locator(place).all_inner_texts()
            seen[place] = tuple(text.split("\n")[0].strip() for text in words)

    look(".player__name", ".who .tile--name:has(input)")
    table.win_auction("7C", NORTH)
    table.say_contracts(GERMAN_EXAMPLE)
    look(".tricks__name")
    page.get_by_role("button", name="Count the tricks while you play").click()
    look(".tally__name")
    page.get_by_role("button", name="Stop counting").click()
    table.tricks(TAKEN)
    expect(page.locator(".sheet__table").first).to_be_visible()  # the server's page is there
    page.locator(".result summary").click()
    look(".result .line__name", ".sheet__table thead [scope=col]:not(.sheet__corner)")
    assert seen == dict.fromkeys(seen, NAMES)


@pytest.mark.untraced
def test_a_game_of_four_is_begun_without_a_scroll(new_context: NewContext, server: Server) -> None:
    for language in LANGUAGES:
        page = new_context(locale=language).new_page()
        for game in ("israeli-whist", "wizard"):
            page.goto(f"{server.address}/games/new?game={game}")
            start = page.locator(".button--main[name=start]").bounding_box()
            assert start
            assert (language, start["y"] + start["height"] <= PHONE["height"]) == (language, True)
            tabs = page.locator("[name=play][value]:visible").all()
            tops = {box["y"] for tab in tabs if (box := tab.bounding_box())}
            assert (language, game, len(tops)) == (language, game, 1)  # the games stand in one row


@pytest.mark.untraced
def test_long_names_of_the_games_of_last_time_fit_a_small_phone(
    new_context: NewContext, server: Server
) -> None:
    phone = phone_of(server.path)
    for game in ("romanian-whist", "wizard", "israeli-whist"):
        begin(phone, game)
    page = new_context(locale="de", viewport={"width": 320, "height": 568}).new_page()
    page.goto(f"{server.address}/games/new")
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    assert [tab.inner_text() for tab in page.locator("[name=play]:visible").all()] == [
        *("Israelisches Whist", "Wizard", "Rumänisches Whist")
    ]
