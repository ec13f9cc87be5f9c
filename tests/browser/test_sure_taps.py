"""Sure taps: nothing moves under the finger, and no tap is lost silently."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.begun_games import begin, play
from tests.browser.conftest import Another, NewContext, Server, served
from tests.browser.phones import NO_LOOK_AHEAD, entries, hurried, ready, says, settled
from tests.browser.table import NAMES, Table

# Counts what shields the whole page from taps, and the places where a tile was.
WATCH = """() => {
  window.seen = { shielded: 0, tops: new Set() };
  const look = () => {
    const tile = document.querySelector("[name=number][value='6']");
    if (document.querySelector(".shield:not(.shield--spot)")) window.seen.shielded += 1;
    if (tile) window.seen.tops.add(Math.round(tile.getBoundingClientRect().top));
    requestAnimationFrame(look);
  };
  look();
}"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
# The names of players as they lie around the table: from the top left, by rows.
ROWS = """places => [...document.querySelectorAll(places)]
  .map(place => [place.getBoundingClientRect(), place.textContent.match(/\\w+/)[0]])
  .sort(([a], [b]) => Math.round(a.top - b.top) || a.left - b.left).map(([, name]) => name)"""
PLAYERS = ("Anna", "Ben", "Chaim", "Dana")
AROUND = ["Anna", "Ben", "Dana", "Chaim"]
# Controls of these kinds outside of the window, which no finger can reach.
OUTSIDE = """controls => [...document.querySelectorAll(controls)].filter(control => {
  const { left, top, width, height } = control.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return !control.parentElement.contains(hit);
}).map(control => control.textContent.trim())"""


WON_BY = ".auction .bids:not(.more-bids *) .tile, .auction__who .tile"


def start_by_enter(page: Page, address: str) -> None:
    """Type four names on the sheet of a new game, with Enter after each."""
    page.goto(f"{address}/games/new?game=israeli-whist")
    for number, name in enumerate(PLAYERS):
        field = page.locator(f"#names-{number}")
        expect(field).to_be_focused()
        field.press_sequentially(name)
        field.press("Enter")
    expect(page.locator(".players")).to_be_visible()


@pytest.mark.slow
def test_one_table_goes_on_from_game_to_game(page: Page, server: Server, another: Another) -> None:
    """The first page and pages of finished or removed games move on by themselves.

    The standings go on to those of the next game, as the sheet does in `test_phones.py`.
    """
    first = another(server.address)
    start_by_enter(page, server.address)
    expect(first).to_have_url(f"{server.address}/games/1/")
    page.goto(f"{server.address}/games/1/more")
    page.locator("form[action$='/remove']").evaluate("form => form.submit()")
    page.wait_for_url("**/?removed=1")
    expect(first.locator(".notice")).to_contain_text("This game was removed from the list.")
    expect(first.locator("[data-state]")).to_have_text("")
    page.goto(f"{server.address}/games/new?game=israeli-whist")
    for name in ("Dana", "Anna", "Ben"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator(".chip:disabled", has_text=name)).to_be_visible()
    last = page.get_by_role("button", name="Chaim", exact=True)
    last.dblclick()  # nothing else comes under the finger
    expect(page.locator(".chip:disabled")).to_have_count(4)
    expect(page).to_have_url(re.compile("/games/new"))
    page.locator("[name='ending.target']").fill("10")
    page.locator("[name=start]").first.click()
    expect(first).to_have_url(f"{server.address}/games/2/")
    table = Table(page, server.address)
    page.goto(first.url)
    table.win_auction("7C", 2)
    for number in (0, 2, 3):
        seat = int(page.locator("[name=seat]").input_value())
        table.contract(seat, number)
    page.locator("[data-by='1']").nth(int(page.locator("#tricks-0").input_value() == "7")).click()
    page.locator("[data-when-right]").click()
    expect(first.locator(".winner")).to_be_visible()
    board = another(f"{server.address}/games/2/board")
    page.get_by_role("button", name="Rematch").click()
    expect(first).to_have_url(f"{server.address}/games/3/")
    expect(board).to_have_url(f"{server.address}/games/3/board")
    expect(first.locator("h1")).to_contain_text("Hand 1")


def test_a_toast_and_all_passed_do_nothing_by_accident(page: Page, server: Server) -> None:
    play(server.path, PLAYERS, hands=0)
    page.goto(f"{server.address}/games/1/?record=result")
    table = Table(page, server.address)
    toast = page.locator("[data-status]")
    title = page.locator(".question__title")
    page.locator("label:has([value='7H'])").click()
    expect(title).to_have_text("Now tap the name")
    page.get_by_role("button", name="All passed").click()
    expect(title).to_have_text("Who won the auction?")
    says(page, "The bid is not chosen any more: tap again if all passed.")
    expect(page.locator("[name=bid]:checked")).to_have_count(0)
    page.locator("label:has([value='7H'])").click()
    with hurried(page):
        page.get_by_role("button", name="All passed").dblclick()
        expect(toast).to_have_text("This tap came too soon and does not count.")
    expect(title).to_have_text("Who won the auction?")
    page.locator("label:has([name=winner][value='2'])").click()
    expect(title).to_have_text("Now tap the bid")
    page.locator("label:has([value='7C'])").click()
    expect(toast).to_have_text("")  # its matter is gone
    table.contract(3, 0)
    table.contract(0, 3)
    settled(page)
    with hurried(page):  # the message stays for a few seconds
        page.locator("[name=number][value='3']").click(force=True)
        expect(toast).to_have_text("Ben can't say 3: that would make 13.")
        expect(toast).to_be_visible()
        expect(page.locator(".back")).to_be_visible()
        box, undo = toast.bounding_box(), page.locator(".back").bounding_box()
        asked = title.bounding_box()
        assert box is not None
        assert asked is not None
        assert box["y"] + box["height"] < asked["y"]
        assert undo is not None
        assert box["y"] + box["height"] < undo["y"]
        page.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] / 2)
        expect(toast).to_have_text("")
    assert len(entries(server)) == 3
    assert page.evaluate(ROWS, ".player__name") == AROUND
    table.contract(1, 2)
    assert page.evaluate(ROWS, ".tricks__name") == AROUND
    page.locator("[data-tally-on]").click()
    assert page.evaluate(ROWS, ".tally__name") == AROUND


def test_a_play_off_and_the_end_of_the_look_ahead_keep_the_tiles_in_their_place(
    page: Page, server: Server
) -> None:
    phone = play(server.path, PLAYERS, hands=0)
    form = phone.open("/games/new?game=israeli-whist").form("/new")
    seats = {f"names-{seat}": name for seat, name in enumerate(NAMES)}
    ends = {"dealer": "0", "start": "1", "ending.goal": "target", "ending.target": "10"}
    phone.fill(form, seats | ends)
    phone.hand("3 3 3", "4 3 3 3", game=2, bid="5C 0")  # three lead together
    page.goto(f"{server.address}/games/2/?record=result")
    ready(page)
    table = Table(page, server.address)
    page.evaluate(WATCH)
    table.win_auction("7C", 2)
    expect(page.locator(".news .golden")).to_contain_text("Play-off")
    settled(page)  # the page of the server has come
    page.evaluate(PAINTED)
    assert page.evaluate("[seen.shielded, seen.tops.size]") == [0, 1]
    for seat, number in ((3, 3), (0, 3), (1, 2)):
        table.contract(seat, number)
    settled(page)  # with the numbers of tricks, and a hidden tally that was not drawn
    page.evaluate(PAINTED)
    assert page.evaluate("seen.shielded") == 0

    table.new_game(game="spades", target=None)
    ready(page)
    page.route("**/answers", lambda _: None)  # no answer comes
    waits = page.locator(".notice", has_text="It goes on here")
    with hurried(page):
        while not page.locator("form[inert]").count():
            page.locator("form:not([inert]) > .numbers [value='3']").click()
            page.clock.run_for(400)  # the next tap does not come too soon
        expect(page.locator("form.question[inert] .numbers")).to_be_visible()
        expect(page.locator("[data-hear]")).to_have_text(re.compile("tricks.*3|3.*tricks|took 3"))
        expect(waits).to_have_count(0)
        box = page.locator("form[inert] .numbers [value='4']").bounding_box()
        assert box
        page.clock.run_for(400)
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        says(page, "This tap came too soon and does not count.")
        page.clock.run_for(3_000)
        expect(waits).to_be_visible()
        expect(page.locator("form.question")).to_have_count(0)


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with games at several questions, none of which is answered."""
    path = tmp_path_factory.mktemp("asked") / "scores.db"
    phone = play(path, PLAYERS)
    for game, players, answers in (
        ("oh-hell", 5, [*({"number": number} for number in "21123"), fields("tricks", "22123")]),
        ("oh-hell", 5, [{"number": number} for number in "21123"]),
        ("hearts", 4, [{"choice": "1"}]),
        ("hearts", 4, []),
    ):
        begin(phone, game, (*PLAYERS, "Eva")[:players], answers)
    with served(path) as server:
        yield server


def fields(name: str, values: Iterable[str]) -> dict[str, str]:
    return {f"{name}-{side}": value for side, value in enumerate(values)}


@pytest.mark.untraced
def test_the_whole_question_is_in_the_window(page: Page, asked: Server) -> None:
    for size, address, controls in (
        ((320, 568), "1/?record=result", WON_BY),
        ((664, 390), "1/?record=result", f"{WON_BY}, .back button"),
        ((390, 664), "2/hands/1/correct?question=tricks", ".stepper"),
        ((664, 390), "4/", ".question button"),  # the cards of Hearts
    ):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(f"{asked.address}/games/{address}")
        assert page.locator(controls).count(), address
        assert (address, page.evaluate(OUTSIDE, controls)) == (address, [])


@pytest.mark.untraced
def test_the_text_of_the_undo_is_above_the_bar_on_a_small_phone(page: Page, asked: Server) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"{asked.address}/games/1/?record=result")
    text = page.locator(".back button > :last-child").bounding_box()
    bar = page.locator(".places").bounding_box()
    assert text
    assert bar
    assert text["y"] + text["height"] <= bar["y"]


def test_the_numbers_that_open_are_in_the_window(page: Page, asked: Server) -> None:
    page.add_init_script(NO_LOOK_AHEAD)
    page.set_viewport_size({"width": 664, "height": 390})
    page.goto(f"{asked.address}/games/3/")
    page.locator("#tricks-2").click()
    assert page.evaluate(OUTSIDE, ".pad:not([hidden]) [data-to]") == []


@pytest.mark.untraced
def test_the_places_of_the_players_in_other_questions(page: Page, asked: Server) -> None:
    page.goto(f"{asked.address}/games/5/")
    assert page.evaluate(ROWS, ".choices .tile") == AROUND
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{asked.address}/games/1/?record=result")
    assert page.evaluate(ROWS, ".who .tile__face") == AROUND


def test_with_large_letters_the_next_question_comes_into_the_window(
    page: Page, server: Server
) -> None:
    play(server.path)
    page.goto(f"{server.address}/games/1/?record=result")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    Table(page, server.address).win_auction("7C", 2)
    expect(page.locator(".question__title")).to_be_in_viewport()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_page_that_comes_begins_at_the_question(
    new_context: NewContext, server: Server, scripts: bool
) -> None:
    """In a window as low as with large letters: the first page, and without scripts each."""
    play(server.path)
    page = new_context(
        java_script_enabled=scripts, viewport={"width": 390, "height": 300}
    ).new_page()
    page.goto(f"{server.address}/games/1/?record=result")
    if not scripts:
        page.locator("[name=bid][value='7C']").check(force=True)
        page.locator("[name=winner][value='2']").check(force=True)
        page.locator("form.question button").last.click()
    expect(page.locator(".question__title")).to_be_in_viewport()
