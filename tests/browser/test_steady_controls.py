"""Steady controls: a tap moves no other control, and no message covers one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.begun_games import play
from tests.browser.conftest import PHONE, Server, served
from tests.browser.phones import settled
from tests.browser.table import NORTH

# The places of the controls in the window, by what they are called.
PLACES = """() => Object.fromEntries(
  [...document.querySelectorAll("main :is(button, summary, a, .tile)")]
    .filter((it) => it.checkVisibility({ visibilityProperty: true }))
    .filter((it) => it.getBoundingClientRect().top < innerHeight)
    .map((it) => {
      const { left, top, width, height } = it.getBoundingClientRect();
      return [it.innerText.trim(), [left, top, width, height].map(Math.round)];
    }))"""
UNMOVED = 8  # pixels: less than a finger notices
# What the bar at the foot of the window covers.
COVERED = """places => [...document.querySelectorAll(places)].filter(
  (it) => it.getBoundingClientRect().bottom > document.querySelector(".places").offsetTop
).length"""

SAY = """async () => {
  const address = document.querySelector("script[src$='main.js']").src.replace("main.js", "");
  const { say } = await import(`${address}status_line.js`);
  say(document.querySelector("[data-early]").dataset.early, 0);
}"""
# The controls under the message.
UNDER = """() => {
  const line = document.querySelector("[data-status]").getBoundingClientRect();
  const over = ({ left, right, top, bottom }) =>
    left < line.right && right > line.left && top < line.bottom - 1 && bottom > line.top + 1;
  return [...document.querySelectorAll("main :is(button, summary, a, .tile)")]
    .filter((it) => it.checkVisibility() && over(it.getBoundingClientRect()))
    .map((it) => it.innerText.trim());
}"""
# Something of this height above all else, or nothing any more.
ABOVE = """height => {
  document.querySelector("[data-above]")?.remove();
  if (!height) return;
  const notice = document.createElement("p");
  notice.dataset.above = "";
  notice.style.height = `${height}px`;
  document.querySelector("main").prepend(notice);
}"""

Places = Mapping[str, list[float]]


def moved(before: Places, after: Places) -> dict[str, tuple[list[float], list[float]]]:
    """The controls that are there before and after, but in other places."""
    return {
        name: (place, after[name])
        for name, place in before.items()
        if name in after
        and any(abs(one - two) > UNMOVED for one, two in zip(place, after[name], strict=True))
    }


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with games at several questions, none of which is answered.

    An auction, one after a hand, and the tricks of a hand.
    """
    path = tmp_path_factory.mktemp("begun") / "scores.db"
    play(path, hands=0)
    play(path, hands=0).hand(game=2)
    play(path, hands=0).hand(game=3, tricks="")
    with served(path) as server:
        yield server


@pytest.mark.parametrize(("width", "height"), [(390, 664), (320, 568), (412, 732)])
def test_what_opens_moves_no_other_control(
    page: Page, begun: Server, width: int, height: int
) -> None:
    """Higher bids, the pad of numbers, and the sum of the tricks beside its button."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{begun.address}/games/3/")
    settled(page)
    before = page.evaluate(PLACES)
    for side in range(4):
        page.locator(f"#tricks-{side}").click()
        expect(page.locator(".pad").nth(side)).to_be_visible()
        assert moved(before, page.evaluate(PLACES)) == {}, f"pad {side}"
    page.locator(".pad").nth(3).locator("[data-to='2']").click()
    assert moved(before, page.evaluate(PLACES)) == {}
    page.locator(".tricks [data-by='-1']").nth(3).click()
    expect(page.locator("[data-left]")).to_have_text("")
    after = moved(before, page.evaluate(PLACES))
    assert after == {} or width > 320, "the tricks add up"
    for game in (1, 2):
        for way in ("result", "calls"):
            page.goto(f"{begun.address}/games/{game}/?record={way}")
            settled(page)
            before = page.evaluate(PLACES)
            page.locator(".more-bids summary").click()
            expect(page.locator(".more-bids .tile").last).to_be_visible()
            assert moved(before, page.evaluate(PLACES)) == {}, f"game {game}, {way}"


@pytest.mark.parametrize("looks_ahead", [True, False])
def test_an_undone_auction_leaves_room_and_its_tiles_look_chosen_no_more_after_a_tap(
    page: Page, server: Server, looks_ahead: bool
) -> None:
    play(server.path)
    page.set_viewport_size(PHONE)
    if not looks_ahead:
        page.route("**/ahead*", lambda route: route.abort())
    with server.holding("$^" if looks_ahead else "game_behaviours"):  # the taps come before it
        page.goto(f"{server.address}/games/1/?record=result", wait_until="commit")
        expect(page.locator("html[data-running]")).to_be_attached()
        page.locator("label:has([name=bid][value='7C'])").click()
        page.locator(f"label:has([name=winner][value='{int(NORTH)}'])").click()
    expect(page.locator("[name=number]").first).to_be_visible()
    settled(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tile--chosen")).to_have_count(2)
    settled(page)
    assert page.evaluate(COVERED, ".back button") == 0
    page.locator("label:has([name=bid][value='6H'])").click()
    expect(page.locator(".tile--chosen")).to_have_count(0)
    expect(page.locator(".question__title")).to_have_text("Now tap the name")
    if looks_ahead:
        return
    page.context.set_offline(True)
    page.get_by_role("button", name="Undo").click()
    heard = page.locator("[data-hear]")
    expect(heard).to_contain_text("It goes on here")
    expect(page.locator(".player__place:not(:empty)")).to_have_count(0)  # nor is any total known
    page.get_by_role("button", name="Redo").click()
    expect(heard).to_contain_text("Next hand: Walid deals")


def test_an_entry_of_another_phone_is_told_where_it_covers_nothing(
    page: Page, server: Server
) -> None:
    phone = play(server.path)
    page.set_viewport_size(PHONE)
    page.goto(f"{server.address}/games/1/?record=result")
    settled(page)
    phone.hand("0", tricks="")
    expect(page.locator("[data-state]")).to_have_text("Eli said 0")
    head = page.locator(".top").bounding_box()
    assert head
    assert head["height"] == 48  # one line
    assert page.evaluate("window.said") == []
    page.evaluate(ABOVE, 120)
    page.evaluate(SAY)
    assert page.evaluate(UNDER) == []
    page.evaluate(ABOVE, 0)  # the page below the message changes
    assert page.evaluate(UNDER) == []


def test_what_is_typed_and_tapped_while_a_page_is_coming_counts(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/games/new?game=israeli-whist")
    page.locator("#names-0").fill("Anna")
    page.get_by_text("Another game").click()
    with server.holding("/games/new"):
        page.get_by_role("button", name="Oh Hell").click()
        page.locator("#names-0").fill("Ann")
        page.get_by_role("button", name="Hearts").click()
        page.locator("#names-1").press_sequentially("Ben")
        expect(page.locator("[data-status]")).to_have_text("Loading…")  # nothing is saved
    expect(page.locator("[name=game]")).to_have_value("hearts")
    expect(page.locator("#names-0")).to_have_value("Ann")
    expect(page.locator("#names-1")).to_have_value("Ben")
    expect(page.locator("#names-1")).to_be_focused()
