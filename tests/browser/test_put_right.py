"""A game is put right on a phone with scripts: as previewed, and nothing typed is lost."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.ledger.store import Store
from tests.browser.begun_games import play
from tests.browser.conftest import Server
from tests.browser.phones import settled


@pytest.mark.slow
def test_without_a_connection_nothing_typed_is_lost(page: Page, server: Server) -> None:
    play(server.path, hands=0)
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
    fills: list[tuple[str, Fill]] = [("rules", scheme_and_fine), ("order", seats)]
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
