"""The screen for the room in real windows: from a phone to a television, in three languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Request, ViewportSize, expect

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from tests.browser.begun_games import LONG_NAMES, write
from tests.browser.conftest import NewContext, Server
from tests.browser.phones import hurried
from tests.browser.table import Table
from tests.browser.walk import LANGUAGES, in_turn
from tests.conftest import setup_of
from tests.sample_games import hand, south_makes

PHONES: tuple[ViewportSize, ...] = ({"width": 320, "height": 568}, {"width": 390, "height": 664})
SCREENS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
)
PAIRS = Setup(BID_WHIST, BID_WHIST.presets[0].rules, BID_WHIST.endings.usual, 4, SOUTH)
USUAL = ("Anna", "Ben", "Chaim", "Dana")

# Words that are cut or covered; how far the page scrolls; sizes of print.
LOOK = """() => {
  const unseen = [];
  const words = document.createTreeWalker(document.querySelector(".room"), NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const [text, holder] = [words.currentNode.data.trim(), words.currentNode.parentElement];
    if (!text || holder.closest(".unseen, svg")) continue;
    const range = document.createRange();
    range.selectNodeContents(words.currentNode);
    const card = holder.closest(".room__side")?.getBoundingClientRect();
    for (const box of range.getClientRects()) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const within = !card
        || (box.left >= card.left && box.right <= card.right && box.bottom <= card.bottom);
      scrollTo(0, y - innerHeight / 2);
      const top = document.elementFromPoint(x, y - scrollY);
      scrollTo(0, 0);
      const hidden = !(top?.contains(holder) || holder.contains(top));
      if (hidden || !within || box.left < 0 || box.right > innerWidth) unseen.push(text);
    }
  }
  const size = selector => Math.min(...[...document.querySelectorAll(selector)]
    .map(element => parseFloat(getComputedStyle(element).fontSize)));
  const foot = document.querySelector(".room__sides").getBoundingClientRect().bottom;
  return {
    unseen: [...new Set(unseen)],
    across: document.documentElement.scrollWidth - innerWidth,
    down: document.documentElement.scrollHeight > innerHeight,
    sides: foot <= innerHeight,
    sizes: [".room__name bdi", ".room__total", ".room__contract"].map(size),
  };
}"""


@pytest.fixture
def games(server: Server) -> list[int]:
    """A played hand, with usual and with long names; and one of pairs."""
    setup = setup_of(ending=Ending(target=1000))
    hands = (
        south_makes(7),
        hand("9C", 1, (2, 0, 3), (2, 9, 0, 2)),
        hand("12N", 2, (0, 1, 3), (0, 1, 3, 9)),
    )
    facts = [fact for deal in hands for fact in deal]
    facts += [{"bid": "8S", "winner": 2}, {"number": 3}, {"number": 1}, {"number": 2}]
    whist = [
        {"bid": "4H", "winner": 0},
        {"choice": "H"},
        {"number": 10},
        {"bid": "5L", "winner": 1},
    ]
    games = [write(server.path, setup, names, facts) for names in (USUAL, LONG_NAMES)]
    return [*games, write(server.path, PAIRS, USUAL, [*whist, {"choice": "D"}])]


@pytest.mark.untraced
@pytest.mark.slow
def test_everything_is_in_sight_and_large(
    new_context: NewContext, server: Server, games: list[int]
) -> None:
    """On a television nothing scrolls; on a phone the players are in the window.

    Each game in one language, and in all by `make deep`.
    """
    for language in LANGUAGES:
        page = new_context(locale=language, has_touch=False).new_page()
        for game in in_turn(language, games):
            page.goto(f"{server.address}/games/{game}/screen")
            for window in (*PHONES, *SCREENS):
                page.set_viewport_size(window)
                small = window in PHONES
                seen = page.evaluate(LOOK)
                sizes = seen.pop("sizes")
                where = (language, window["width"], game)
                due: dict[str, object] = {
                    "unseen": [],
                    "across": 0,
                    "down": seen["down"] and small,
                    "sides": True,
                }
                assert (where, seen) == (where, due)
                least = (16, 24, 24) if small else (16 if game == games[1] else 30, 56, 56)
                large = [size >= floor for size, floor in zip(sizes, least, strict=True)]
                assert (where, large) == (where, [True] * 3)


def test_a_name_of_ten_letters_stays_whole_on_a_phone(page: Page, server: Server) -> None:
    """The mark of a player stands beside the name, and takes its room."""
    names = ("Maximilian", "Jo", "Friederike", "Uwe")
    game = write(server.path, PAIRS, names, [{"bid": "4H", "winner": 0}])
    page.goto(f"{server.address}/games/{game}/screen")
    page.set_viewport_size(PHONES[1])
    lines = "names => names.map((name) => [name.textContent, name.getClientRects().length])"
    assert page.locator(".room__name bdi").evaluate_all(lines) == [
        [names[seat], 1] for seat in (0, 2, 1, 3)
    ]
    page.goto(f"{server.address}/games/{game}/board")
    tops = "totals => new Set(totals.map((total) => total.getBoundingClientRect().top)).size"
    assert page.locator(".board__total").evaluate_all(tops) == 1


def test_it_follows_the_table_from_game_to_game_and_says_when_it_cannot(
    page: Page, new_context: NewContext, server: Server
) -> None:
    screen = new_context(viewport=SCREENS[0]).new_page()
    screen.goto(f"{server.address}/screen")
    expect(screen.locator("h1")).to_have_text("Nobody has begun a game yet.")
    table = Table(page, server.address)
    table.new_game()
    expect(screen.locator(".room__turn")).to_have_text("Auction")
    _one_late_answer(screen, server)
    server.stop()
    expect(screen.locator("[data-state]")).to_have_text("Connection lost")
    expect(screen.locator(".room__total").first).to_have_text("total 0")
    server.start()
    expect(screen.locator("[data-state]")).to_have_text("")
    table.win_auction("7C", 2)
    expect(screen.locator(".mark--declarer")).to_contain_text("7")
    table.new_game(names=("Eli", "Fay", "Gil", "Hanna"))
    expect(screen.locator(".room__name").first).to_have_text("Eli")


def _one_late_answer(screen: Page, server: Server) -> None:
    """An answer that takes too long, or of which a slowed timer says so, is no lost connection."""
    asked: list[Request] = []
    with hurried(screen):
        with screen.expect_response("**/screen/revision"):
            screen.clock.run_for(1_500)
        screen.on("request", lambda request: asked.append(request))  # noqa: PLW0108  (a method of C)
        with server.holding("/screen/revision"):
            while not asked:
                screen.clock.run_for(500)
                screen.wait_for_timeout(10)
            with screen.expect_event("requestfailed"):
                screen.clock.run_for(4_000)
        expect(screen.locator("[data-state]")).to_have_text("")
    with screen.expect_response("**/screen/revision"):
        pass
    expect(screen.locator("[data-state]")).to_have_text("")


def test_the_code_is_as_wide_as_the_phone_and_the_screen_two_taps_away(
    page: Page, keyed_server: Server
) -> None:
    address = next(word for word in keyed_server.output.split() if "/join/" in word)
    page.goto(address)
    Table(page, keyed_server.address).new_game()
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 664})
        page.goto(f"{keyed_server.address}/links")
        code = page.locator(".invitation__code").first.bounding_box()
        assert code
        assert code["width"] >= width - 48
        assert code["width"] == code["height"]
    page.get_by_text("Screen for the room").first.click()
    page.get_by_role("link", name="Screen for the room").click()
    expect(page.locator(".room__turn")).to_have_text("Auction")
