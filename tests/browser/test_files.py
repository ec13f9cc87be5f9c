"""A past evening from paper, its result handed on, and everything taken out and brought in."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import Table

TABLE = """hand,dealer,bid,declarer,Sara,Walid,Noa,Eli
1,Sara,7♣,Noa,2/0,4/3,7/8,0/2
2,,6 hearts,Walid,1/1,6/6,3/3,2/3"""


def test_a_past_evening_comes_from_paper(server: Server, page: Page) -> None:
    page.goto(f"{server.address}/")
    page.click("text=Enter a past evening")
    page.fill("#date", "2025-12-31")
    page.fill("#name", "New Year's Eve")
    page.click("text=Go on to its games")
    page.click("text=Add a game")
    for seat, name in enumerate(("Sara", "Walid", "Noa", "Eli")):
        page.fill(f"[name=names-{seat}]", name)
    page.locator("label:has([name=dealer][value='0'])").click()
    page.locator("[name=start]").first.click()
    page.click(".places__place:has-text('More')")
    page.click("text=Import hands as text")
    page.fill("#table", TABLE)
    page.click("text=Look at it")
    expect(page.locator(".problem")).to_contain_text("Walid can't say 4")
    expect(page.locator("#table")).to_have_value(TABLE)
    page.fill("#table", TABLE.replace("4/3", "3/3"))
    page.click("text=Look at it")
    page.click("text=Record 2 hands")
    expect(page.locator(".sheet__totals")).to_contain_text("65")
    page.goto(f"{server.address}/sessions/?text=new+year")
    expect(page.locator(".evening")).to_have_count(1)


def test_the_result_is_copied_where_it_cannot_be_shared(
    server: Server, page: Page, tmp_path: Path
) -> None:
    table = Table(page, server.address)
    table.new_game()
    table.play("7C", 2, [(3, 0), (0, 2), (1, 3)], (0, 3, 8, 2))
    page.goto(f"{server.address}/games/1/more")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("Object.defineProperty(navigator, 'share', {value: undefined})")
    page.click("[data-result]")
    expect(page.locator("[data-status]")).to_have_text("Copied: paste it into the chat.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[1:] == ["1st Walid 19", "2nd Noa −10", "3rd Sara −20", "4th Eli −40",
                                     "1 hand"]  # fmt: skip
    page.get_by_text("Other ways to share").click()
    with page.expect_download() as saved:
        page.locator("[data-picture]").first.click()
    picture = tmp_path / "result.png"
    saved.value.save_as(picture)
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_the_share_sheet_gets_the_result(server: Server, page: Page) -> None:
    table = Table(page, server.address)
    table.new_game()
    table.play("7C", 2, [(3, 0), (0, 2), (1, 3)], (0, 3, 8, 2))
    page.goto(f"{server.address}/games/1/more")
    page.evaluate(
        """() => {
          const offered = { share: async (data) => { window.got = data; }, canShare: () => true };
          for (const [name, value] of Object.entries(offered))
            Object.defineProperty(navigator, name, { value });
        }"""
    )
    page.click("[data-result]")
    page.wait_for_function("() => window.got")
    assert page.evaluate("window.got.text").startswith("Israeli Whist, ")
    assert page.evaluate("window.got.files.map((file) => file.type)") == ["image/png"]


def test_everything_goes_out_and_is_looked_into(server: Server, page: Page, tmp_path: Path) -> None:
    table = Table(page, server.address)
    table.new_game()
    table.play("7C", 2, [(3, 0), (0, 2), (1, 3)], (0, 3, 8, 2))
    page.goto(f"{server.address}/data")
    with page.expect_download() as saved:
        page.click("a:text-is('JSON')")
    out = tmp_path / "scores.json"
    saved.value.save_as(out)
    data = json.loads(out.read_text(encoding="utf-8"))
    assert [len(game["entries"]) for game in data["games"]] == [5]
    page.set_input_files("#file", out)
    page.click("text=Preview")
    expect(page.locator("main")).to_contain_text("Nothing new: 1 game is here already.")
    data["games"][0]["key"] = "another"
    out.write_text(json.dumps(data), encoding="utf-8")
    page.goto(f"{server.address}/data")
    page.set_input_files("#file", out)
    page.click("text=Preview")
    page.click("button:has-text('Import')")
    expect(page.locator(".games__game")).to_have_count(2)
