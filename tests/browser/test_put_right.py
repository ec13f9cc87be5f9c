"""A game is put right in four taps from the table page, on a phone of 390 x 664."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.table import EAST, NORTH, SOUTH, WEST, Table

SAID = [(EAST, 0), (SOUTH, 2), (WEST, 3)]
TAKEN = (0, 3, 8, 2)
MOST = 4


def tap(page: Page, names: Sequence[str]) -> None:
    """Tap links and buttons one after another, from the table page; typing is no tap."""
    assert len(names) <= MOST
    for words in names:
        fill, _, name = words.rpartition("; ")
        if fill:
            label, _, text = fill.partition(": ")
            page.get_by_label(label, exact=True).fill(text)
        control = page.get_by_role("link", name=re.compile(f"^{name}")).or_(
            page.get_by_role("button", name=re.compile(f"^{name}"))
        )
        control.first.click()


@pytest.mark.slow
def test_each_act_takes_four_taps(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    table = Table(page, server.address)
    table.new_game(names=("Sara", "Walid", "Noa", "Eli"))
    for _ in range(2):
        table.play("7C", NORTH, SAID, TAKEN)
    acts = {
        "starting points": ("More", "Starting points", "Sara: 46; Preview", "Record it"),
        "house rules": ("More", "House rules", "With Frisch", "Record it"),
        "end of the game": (
            "More",
            "The end of",
            "Points to reach: 500; Preview",
            "Record it",
        ),
        "order of the seats": ("More", "Order of", "Swap players 2 and 3", "Record it"),
        "hand 2 taken out": ("Sheet", "Hand 2", "Take this hand out", "Record it"),
    }
    for undone, taps in acts.items():
        page.goto(f"{server.address}/games/1/")
        tap(page, taps)
        expect(page.get_by_role("button", name=re.compile(f"Undo: {undone}"))).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, undone
    page.goto(f"{server.address}/games/1/")
    tap(page, ("More", "A hand is missing", "Hand 1"))
    expect(page.get_by_text("A forgotten hand is put in as hand 1.")).to_be_visible()


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
