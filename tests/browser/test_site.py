"""The site: an evening kept by a browser alone, from files of a plain host."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserType, expect

from tests.browser.site_phone import SitePhone, SiteTab
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table
from tests.deep import in_deep
from tests.site.static_host import StaticHost

# A hand and its points: the first one, and one that can follow it.
FIRST = ("6H", WEST, [(NORTH, 2), (EAST, 3), (SOUTH, 0)], (1, 6, 3, 3))
SECOND = ("6H", NORTH, [(EAST, 3), (SOUTH, 0), (WEST, 2)], (1, 3, 6, 3))
AFTER_ONE, AFTER_TWO = (-50, 46, -10, 19), (-100, 36, 36, 38)
# A worker that does nothing for some seconds, as in a tab that the phone has frozen.
BUSY = """seconds => setTimeout(() => {
  const end = Date.now() + 1000 * seconds;
  while (Date.now() < end);
}, 0)"""
LONG_BUSY = 15  # seconds; the leader is replaced sooner
MUTE = "() => { BroadcastChannel.prototype.postMessage = () => {}; }"

Phones = Callable[..., SitePhone]


@pytest.fixture
def host(built_site: Path) -> Iterator[StaticHost]:
    served = StaticHost(built_site)
    yield served
    served.pause()


@pytest.fixture
def phones(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    host: StaticHost,
    tmp_path: Path,
) -> Iterator[Phones]:
    """Make phones; a script error, a refused action or a request elsewhere fails the test."""
    made: list[SitePhone] = []

    def phone() -> SitePhone:
        made.append(
            SitePhone(browser_type, browser_type_launch_args, tmp_path / f"phone-{len(made)}", host)
        )
        return made[-1]

    yield phone
    for phone_used in made:
        phone_used.close()
    assert [error for phone_used in made for error in phone_used.errors] == []


def test_an_evening_without_a_server(phones: Phones, host: StaticHost) -> None:
    """A hand, no network, a reload, a second hand, an empty battery, and all is there."""
    phone = phones()
    tab = phone.open()
    table = tab.new_game()
    table.play(*FIRST)
    table.shows_totals(AFTER_ONE)
    assert tab.page.url == f"{host.address}#/games/1/"
    host.pause()
    tab.page.reload()
    table = tab.arrived().table
    table.shows_totals(AFTER_ONE)
    table.play(*SECOND)
    table.shows_totals(AFTER_TWO)
    phone.kill()
    phone.start()
    phone.open("#/games/1/").table.shows_totals(AFTER_TWO)


def test_a_saved_copy_brings_the_scores_back(
    phones: Phones, host: StaticHost, tmp_path: Path
) -> None:
    phone = phones()
    tab = phone.open()
    tab.new_game().play(*FIRST)
    tab.frame.goto(f"{host.address}copies/")
    tab.running()
    with tab.page.expect_download() as saved:
        tab.frame.get_by_role("link", name="Save a copy").click()
    copy = tmp_path / saved.value.suggested_filename
    saved.value.save_as(copy)
    session = phone.context.new_cdp_session(tab.page)
    origin = host.address.removesuffix(host.prefix)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    tab.page.close()
    tab = phone.open("#/copies/")
    expect(tab.frame.get_by_role("main")).to_contain_text("No copy has been saved yet")
    tab.frame.set_input_files("[type=file]", copy)
    tab.frame.get_by_role("button", name="Preview").click()
    tab.frame.get_by_role("button", name="Restore").click()
    tab.frame.wait_for_url("**/copies/?restored*")
    tab.frame.get_by_role("link", name="My games").click()
    tab.frame.get_by_role("link", name="Continue hand 2").click()
    tab.frame.wait_for_url("**/games/1/")
    table = tab.running().table
    table.shows_totals(AFTER_ONE)
    table.play(*SECOND)
    table.shows_totals(AFTER_TWO)


def test_a_first_visit_goes_on_where_it_was_cut_off(phones: Phones, host: StaticHost) -> None:
    """No part comes twice, but those that were cut off."""
    cut = host.cuts = 5
    tab = phones().open()
    expect(tab.frame.get_by_role("link", name="New game")).to_be_visible()
    parts = [name for name in host.asked if name.startswith("parts/")]
    assert host.cuts == 0
    assert len(parts) - len(set(parts)) == cut


@pytest.mark.parametrize(
    ("gone", "words"),
    [
        ("self.DecompressionStream", "too old"),
        ("self.BroadcastChannel", "too old"),
        ("Navigator.prototype.locks", "too old"),
        ("Navigator.prototype.serviceWorker", "private"),
    ],
)
def test_a_browser_that_lacks_something_is_told(
    phones: Phones, host: StaticHost, gone: str, words: str
) -> None:
    page = phones().context.new_page()
    page.add_init_script(f"delete {gone}")
    page.goto(host.address)
    expect(page.get_by_role("alert")).to_contain_text(words)
    expect(page.locator("#unstarted")).to_have_count(0)


def test_a_browser_that_does_not_know_the_script_is_told_in_all_languages(
    phones: Phones, host: StaticHost
) -> None:
    page = phones().context.new_page()
    page.route("**/files/shell-*", lambda route: route.abort())
    page.goto(host.address)
    page.evaluate("() => document.querySelector('#unstarted').getAnimations()[0].finish()")
    for language in ("en", "he", "de"):
        expect(page.locator(f"#unstarted [lang={language}]")).to_be_visible()


@in_deep
def test_a_store_that_refuses_is_told_while_the_rest_still_comes(
    phones: Phones, host: StaticHost
) -> None:
    """Nothing more is brought, and what comes late does not hide the message."""
    page = phones().context.new_page()
    page.goto(host.address.removesuffix(host.prefix))
    page.evaluate(LATER_STORE, f"scorekeeper {host.prefix}")
    host.rate = 500_000
    page.goto(host.address)
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("lets this page keep nothing")
    host.rate, host.asked = None, []
    page.wait_for_timeout(1000)
    expect(alert).to_be_visible()
    assert [name for name in host.asked if name.startswith("parts/")] == []


# The store of a later version, which the browser opens for no earlier one.
LATER_STORE = """name => new Promise(done => {
  indexedDB.open(name, 99).onsuccess = ({ target }) => done(target.result.close());
})"""


@in_deep
def test_the_bar_says_how_much_has_come(phones: Phones, host: StaticHost) -> None:
    """A screen reader hears what is done when that changes, and reads it once."""
    host.rate = 1_000_000
    page = phones().context.new_page()
    page.add_init_script(HEARD)
    page.goto(host.address)
    bar = page.get_by_role("progressbar", name="Bringing the score keeper to this phone…")
    expect(bar).to_be_visible()
    before = bar.evaluate("bar => bar.value")
    page.wait_for_function("before => document.querySelector('#bar').value > before", arg=before)
    expect(page.locator("#much")).to_contain_text(" MB")
    texts = page.locator("#start").text_content() or ""
    assert texts.count("Bringing the score keeper to this phone…") == 1
    host.rate = None
    SiteTab(page, host).arrived()
    expect(page.locator("#app")).to_be_focused()
    heard = ["Starting…", "Bringing the score keeper to this phone…", "Starting…"]
    assert page.evaluate("heard") == heard


# Notes what a screen reader says of the page around the app.
HEARD = """
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes)
      if (target.closest?.("[role=status]"))
        for (const { data } of addedNodes) heard.push(data);
  }).observe(document, { subtree: true, childList: true });
"""


def two_tabs(phone: SitePhone) -> tuple[SiteTab, SiteTab]:
    """Return a tab in which a game was begun, which leads, and another one with that game."""
    first = phone.open()
    first.new_game()
    return first, phone.open("#/games/1/")


def test_two_tabs_keep_one_file(phones: Phones) -> None:
    """The second works through the first, and takes over when that is closed."""
    first, second = two_tabs(phones())
    assert [len(tab.page.workers) for tab in (first, second)] == [1, 0]
    second.table.play(*FIRST)
    first.table.shows_totals(AFTER_ONE)
    first.page.close()
    second.table.play(*SECOND)
    second.table.shows_totals(AFTER_TWO)
    assert len(second.page.workers) == 1


@in_deep
def test_a_page_that_nobody_touches_asks_nothing(phones: Phones, host: StaticHost) -> None:
    """A change is announced, so that a phone on the table saves its battery."""
    tab = phones().open()
    tab.page.evaluate(NOTE_QUESTIONS, f"scorekeeper {host.prefix}")
    tab.new_game()
    tab.page.wait_for_function(f"() => Date.now() - lastAsked > {QUIET}")
    tab.table.win_auction("6H", WEST)
    tab.page.wait_for_function(f"() => Date.now() - lastAsked > {QUIET}")


QUIET = 4000  # milliseconds; a page of a server asks several times meanwhile
NOTE_QUESTIONS = """name => {
  window.lastAsked = Date.now();
  new BroadcastChannel(name).onmessage = ({ data }) => data.ask && (lastAsked = Date.now());
}"""


@in_deep
def test_a_tab_that_does_not_answer_is_replaced(phones: Phones) -> None:
    """What was tapped meanwhile is recorded once, also when the silent tab wakes up."""
    silent, lively = two_tabs(phones())
    silent.page.evaluate(MUTE)
    silent.page.workers[0].evaluate(BUSY, LONG_BUSY)
    end = time.monotonic() + LONG_BUSY
    lively.page.bring_to_front()
    lively.table.play(*FIRST)
    lively.table.shows_totals(AFTER_ONE)
    assert len(lively.page.workers) == 1
    while time.monotonic() < end:
        lively.page.wait_for_timeout(200)
    lively.table.play(*SECOND)
    lively.table.shows_totals(AFTER_TWO)
    assert len(silent.page.workers) == 0


@in_deep
def test_a_frozen_tab_gives_the_file_away(phones: Phones) -> None:
    frozen, lively = two_tabs(phones())
    frozen.page.evaluate("() => document.dispatchEvent(new Event('freeze'))")
    lively.until(lambda: len(lively.page.workers) == 1)
    lively.table.play(*FIRST)
    frozen.page.evaluate("() => document.dispatchEvent(new Event('resume'))")
    frozen.table.shows_totals(AFTER_ONE)
    frozen.table.play(*SECOND)
    frozen.table.shows_totals(AFTER_TWO)


@in_deep
def test_an_address_leads_to_no_other_site(phones: Phones, host: StaticHost) -> None:
    phone = phones()
    for path in ("/elsewhere.example/", "../../", "https://elsewhere.example", "%2F%2Felsewhere"):
        tab = phone.open(f"#/{path}")
        assert tab.frame.url.startswith(host.address)
        tab.page.close()


@in_deep
def test_a_link_shows_a_game_on_another_phone(phones: Phones, host: StaticHost) -> None:
    """Names and totals at once, the sheet when the app is there; and the game goes on."""
    tab = phones().open()
    tab.new_game().play(*FIRST)
    tab.frame.goto(f"{host.address}games/1/show")
    link = tab.frame.locator("#link-game").text_content() or ""
    host.rate, host.asked = 300_000, []
    page = phones().context.new_page()
    page.goto(f"{link[:80]}%0A{link[80:90]}%20 {link[90:]} ")  # as chats break lines
    picture = page.locator("#picture")
    expect(picture).to_contain_text("Walid")
    expect(picture.locator("tr", has_text="Total")).to_contain_text("−50")
    assert page.url == host.address
    host.rate = None
    other = SiteTab(page, host).arrived()
    assert other.frame.url == f"{host.address}shown/games/1/sheet"
    page.reload()
    other.arrived()
    assert other.frame.url == f"{host.address}shown/games/1/sheet"
    assert [name for name in host.asked if "show" in name.removeprefix("files/shown-")] == []
    other.frame.get_by_role("link", name="Go on here").click()
    other.frame.get_by_role("link", name="Cancel").click()
    other.frame.wait_for_url(f"{host.address}shown/games/1/sheet")
    other.frame.get_by_role("link", name="Go on here").click()
    other.frame.get_by_role("button", name="Go on here").click()
    other.frame.wait_for_url(f"{host.address}games/1/?taken_over=1")
    expect(other.frame.get_by_text("Taken over")).to_be_visible()
    table = other.running().table
    table.shows_totals(AFTER_ONE)
    table.play(*SECOND)
    table.shows_totals(AFTER_TWO)


@in_deep
def test_a_link_without_a_game_says_so(phones: Phones, host: StaticHost) -> None:
    """Also one whose text was lost, and when it is opened in a tab that is at work."""
    phone = phones()
    for tab in (phone.open("#show="), phone.open()):
        tab.page.goto(f"{host.address}#show=")
        tab.frame.wait_for_url(f"{host.address}shown/open")
        expect(tab.frame.get_by_role("main")).to_contain_text("There is no game in this link.")
        tab.page.close()


@in_deep
def test_the_example_waits_for_a_connection(phones: Phones, host: StaticHost) -> None:
    """It is fetched when it is asked for; until then, a page says so and leads back."""
    tab = phones().open()
    host.pause()
    tab.frame.get_by_role("link", name="Try it first").click()
    expect(tab.frame.get_by_role("heading")).to_have_text("The example needs a connection")
    tab.frame.get_by_role("link", name="Try again").click()
    expect(tab.frame.get_by_role("heading")).to_have_text("The example needs a connection")
    tab.frame.get_by_role("link", name="My games").click()
    tab.frame.wait_for_url(host.address)
    tab.frame.get_by_role("link", name="Try it first").click()
    host.go_on()
    tab.frame.get_by_role("link", name="Try again").click()
    expect(tab.frame.get_by_role("note")).to_contain_text("For trying")
    tab.frame.get_by_role("link", name="Continue hand").click()
    undo = tab.running().frame.get_by_role("button", name="Undo")
    expect(undo).to_be_in_viewport(ratio=1)
    bar = tab.frame.get_by_role("navigation", name="This game").bounding_box()
    box = undo.bounding_box()
    assert bar
    assert box
    assert box["y"] + box["height"] <= bar["y"]


@in_deep
def test_an_update_is_used_at_the_next_start(
    phones: Phones, host: StaticHost, tmp_path: Path
) -> None:
    """It comes in the background, in the middle of a game, and only what has changed."""
    phone = phones()
    tab = phone.open()
    table = tab.new_game()
    table.play(*FIRST)
    host.folder = changed_build(host.folder, tmp_path / "update")
    host.asked.clear()
    tab.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
    tab.until(lambda: bool(tab.page.evaluate(WAITING)))
    assert [name for name in host.asked if name.startswith("parts/")] == []
    table.play(*SECOND)
    table.shows_totals(AFTER_TWO)
    tab.page.reload()
    tab.page.wait_for_function("() => document.documentElement?.outerHTML.includes('updated')")
    tab.arrived().table.shows_totals(AFTER_TWO)
    assert tab.page.evaluate(WAITING) is False


WAITING = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"


def changed_build(folder: Path, target: Path) -> Path:
    """Copy a site, with another build that has the same archives."""
    shutil.copytree(folder, target)
    for name in ("index.html", "sw.js"):
        page = (target / name).read_text("utf-8")
        assert page.count('"build":"') == 1 or page.count('"build": "') == 1
        (target / name).write_text(re.sub(r'"build": ?"', r"\g<0>updated", page), "utf-8")
    return target


@in_deep
def test_an_address_of_the_app_opens_in_the_page_around_it(
    phones: Phones, host: StaticHost
) -> None:
    phone = phones()
    phone.open().new_game()
    tab = phone.open("games/1/sheet")
    assert tab.page.url == f"{host.address}#/games/1/sheet"
    assert tab.frame.url == f"{host.address}games/1/sheet"


@in_deep
def test_a_reload_past_the_cache_starts_as_well(phones: Phones) -> None:
    tab = phones().open()
    session = tab.page.context.new_cdp_session(tab.page)
    with tab.page.expect_navigation():
        session.send("Page.reload", {"ignoreCache": True})
    tab.arrived()
    expect(tab.frame.get_by_role("link", name="New game")).to_be_visible()


@in_deep
def test_the_start_has_the_language_and_the_colours_of_the_app(
    phones: Phones, host: StaticHost
) -> None:
    phone = phones()
    tab = phone.open("#/settings/")
    tab.frame.locator("[value=dark]").click()
    tab.frame.locator("[value=dark][aria-pressed=true]").wait_for()
    tab.frame.locator("[name=language][value=he]").click()
    tab.page.wait_for_function("() => document.documentElement?.dir === 'rtl'")
    page = phone.context.new_page()
    page.add_init_script("delete self.BroadcastChannel")  # the app does not start
    page.goto(host.address)
    expect(page.get_by_role("alert")).to_be_visible()
    look = page.evaluate(
        "() => [document.documentElement.lang, getComputedStyle(document.body).colorScheme]"
    )
    assert look == ["he", "dark"]


@in_deep
def test_a_title_is_text(phones: Phones) -> None:
    tab = phones().open()
    table = tab.new_game(("<b>Sara", "Walid & co", "Noa", "Eli"))
    assert isinstance(table, Table)
    expect(tab.page).to_have_title("Hand 1 · <b>Sara deals · Scorekeeper")
