"""Shared results, exports and imports."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.begun_games import play
from tests.browser.conftest import Server
from tests.browser.phones import says, settled

RESULTS = "Date\tAnna\tBen\tEva\tDana\n15.3.2019\t310\t46\t-20\t12\n22.3.2019\t90\t120\t6\t88"
SHARE = "() => Object.defineProperty(navigator, 'share', { value: GIVEN, configurable: true })"


def test_the_result_is_shared_or_copied(server: Server, page: Page, tmp_path: Path) -> None:
    play(server.path)
    page.goto(f"{server.address}/games/1/more")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    settled(page)
    page.evaluate(SHARE.replace("GIVEN", "undefined"))
    page.click("[data-result]")
    says(page, "Copied: paste it into the chat.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[1:] == ["1st Walid 19", "2nd Noa −10", "3rd Sara −20", "4th Eli −40",
                                     "1 hand"]  # fmt: skip
    page.get_by_text("Other ways to share").click()
    with page.expect_download() as saved:
        page.locator("[data-picture]").first.click()
    picture = tmp_path / "result.png"
    saved.value.save_as(picture)
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"

    page.reload()  # the picture is drawn once, for a phone that can share it or not
    page.evaluate(SHARE.replace("GIVEN", "async (data) => { window.got = data; }"))
    page.evaluate("() => Object.defineProperty(navigator, 'canShare', { value: () => true })")
    settled(page)
    page.click("[data-result]")
    page.wait_for_function("() => window.got")
    assert page.evaluate("window.got.text").startswith("Israeli Whist, ")
    assert page.evaluate("window.got.files.map((file) => file.type)") == ["image/png"]


def test_back_from_results_that_came_in_leads_to_an_empty_form(server: Server, page: Page) -> None:
    """Tabs keep the columns of dates apart meanwhile."""
    page.goto(f"{server.address}/data/results/")
    table = page.locator("#table")
    width = table.evaluate("field => Number(getComputedStyle(field).tabSize)")
    assert width > len("15.03.2019")
    table.fill(RESULTS)
    settled(page)
    preview = page.get_by_role("button", name="Preview").last
    preview.click()
    ticks = page.locator(".ticks [type=checkbox]")
    expect(ticks.first).to_be_visible()
    settled(page)
    for tick in ticks.all():
        tick.check()
    preview.click()
    bring_in = page.get_by_role("button", name="Bring in 2 games")
    expect(bring_in).to_be_visible()
    settled(page)
    bring_in.click()
    page.wait_for_url("**/data/imported/*")
    page.go_back()
    expect(table).to_have_value("")
