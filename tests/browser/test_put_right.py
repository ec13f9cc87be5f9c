"""A game is put right on a phone with scripts: as previewed, and nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.ledger.store import Store
from tests.browser.begun_games import play
from tests.browser.conftest import Server
from tests.browser.phones import settled
from tests.browser.table import Table


@pytest.mark.slow
def test_without_a_connection_nothing_typed_is_lost(page: Page, server: Server) -> None:
    table = Table(page, server.address)
    table.new_game(names=("Sara", "Walid", "Noa", "Eli"))
    page.goto(f"{server.address}/games/1/amend/start?start-0=46")
    page.context.set_offline(True)
    page.get_by_role("button", name="Record it").click()
    expect(page.locator("[data-state=failed]")).to_be_visible()
    expect(page.get_by_label("Sara", exact=True)).to_have_value("46")
    page.context.set_offline(False)
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_role("button", name=re.compile("Undo: starting points"))).to_be_visible()


def scheme_and_fine(page: Page) -> None:
    page.get_by_text("Change single rules").click()
    page.get_by_label("From hand").select_option("2")
    page.locator("[id='rules.scheme']").select_option("elhanani")
    page.locator("[id='rules.revoke_fine']").fill("50")


def start(page: Page) -> None:
    page.get_by_label("Sara", exact=True).fill("46")


def seats(page: Page) -> None:
    page.get_by_label("From hand").select_option("3")
    page.get_by_role("button", name="Swap players 2 and 3").click()


Fill = Callable[[Page], None]


@pytest.mark.slow
def test_what_is_recorded_is_what_was_previewed(page: Page, server: Server) -> None:
    """On a phone with scripts, which restore drafts and choose “own” while numbers are typed.

    Hands that are taken out or put in have nothing to fill in: see `tests/web/test_amendments.py`.
    """
    play(server.path, hands=4)
    fills: list[tuple[str, Fill]] = [
        ("rules", scheme_and_fine),
        ("start", start),
        ("order", seats),
    ]
    for act, fill in fills:
        page.goto(f"{server.address}/games/1/amend/{act}")
        fill(page)
        page.get_by_role("button", name="Preview").click()
        for _ in range(2):  # a reloaded page restores the draft
            shown = previewed(page)
            page.reload()
        record(page)
        assert recorded(page, server, shown), act
        assert bool(shown[1]) == (act != "order")


def previewed(page: Page) -> tuple[str, list[str]]:
    """The act in words, and the totals that its preview shows, in order of seats."""
    section = page.locator("section", has=page.get_by_role("button", name="Record it")).first
    expect(section).to_be_visible()
    settled(page)
    told = section.locator("p").first.inner_text()
    totals = section.locator(".line .line__points").all_inner_texts()
    names = section.locator(".line .line__name").all_inner_texts()
    return told, sorted(
        f"{name.strip()} {total.split()[-1]}" for name, total in zip(names, totals, strict=True)
    )


def record(page: Page) -> None:
    page.get_by_role("button", name="Record it").click()


def recorded(page: Page, server: Server, shown: tuple[str, list[str]]) -> bool:
    """Whether the last entry and the totals are those that the preview showed."""
    told, totals = shown
    undo = page.get_by_role("button", name=f"Undo: {told}")
    expect(undo).to_be_visible()
    settled(page)
    store = Store(server.path)
    game = store.game(1, 1)
    each = zip(game.players, game.game.totals, strict=True)
    now = {f"{name} {total}".replace("-", "−") for name, total in each}
    store.close()
    return {*totals} <= now


@pytest.mark.slow
def test_pastes_merges_and_files_are_brought_in_as_previewed(
    page: Page, server: Server, tmp_path: Path
) -> None:
    table = Table(page, server.address)
    table.new_game(names=("Sara", "Walid", "Noa", "Eli"))
    page.goto(f"{server.address}/games/1/paper")
    rows = "bid,declarer,Sara,Walid,Noa,Eli\n7C,Noa,2/0,3/3,7/8,0/2"
    page.get_by_role("textbox").fill(rows)
    page.get_by_role("button", name="Check the table").click()
    page.get_by_role("textbox").fill(f"{rows}\n7C,Noa,2/0,3/3,7/8,0/2")  # not looked at
    page.get_by_role("button", name="Record 1 hand").click()
    expect(page.get_by_text("it would not be what the preview showed")).to_be_visible()
    page.get_by_role("button", name="Record 2 hands").click()
    expect(page).to_have_url(f"{server.address}/games/1/sheet")
    table.new_game(names=("Sarah", "Walid", "Noa", "Eli"))
    page.goto(f"{server.address}/players/5/merge?with=1")
    expect(page.get_by_text("Sarah: 1 game")).to_be_visible()
    page.get_by_role("button", name="keep the name Sarah").click()
    expect(page.get_by_text("Also entered as Sara")).to_be_visible()
    file = tmp_path / "scores.json"
    file.write_bytes(page.request.get(f"{server.address}/data/everything.json").body())
    page.goto(f"{server.address}/data")
    page.locator("[type=file]").first.set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Nothing new")).to_be_visible()
