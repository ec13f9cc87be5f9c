"""Counting tricks during a hand: a tap on the winner of each."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.browser.begun_games import begin as begin_game
from tests.browser.begun_games import phone_of, play_to_tricks
from tests.browser.conftest import Server
from tests.browser.phones import hurried
from tests.browser.table import NORTH, WEST, Table
from tests.browser.test_evening import GERMAN_EXAMPLE


@pytest.fixture
def table(page: Page, server: Server) -> Table:
    """A table at the tricks of a hand: Noa said 7, Eli 0, Sara 2, Walid 3."""
    play_to_tricks(server.path)
    page.goto(f"{server.address}/games/1/")
    return Table(page, server.address)


def win(table: Table, *sides: int) -> None:
    for side in sides:
        table.tap(table.page.locator("[data-tally-side]").nth(side))


def count(table: Table, *sides: int) -> None:
    """Count tricks by the keys of the sides."""
    for side in sides:
        table.page.keyboard.press(str(side + 1))


def sentences(table: Table) -> Sequence[str]:
    return table.page.locator("[data-tally-told]").all_inner_texts()


def numbers(table: Table) -> Sequence[int]:
    """The tricks in the fields of the players."""
    return [int(field.input_value()) for field in table.page.locator(".stepper input").all()]


def begin(table: Table) -> None:
    table.page.get_by_role("button", name="Count the tricks while you play").click()


def test_a_hand_counted_trick_by_trick(table: Table) -> None:
    page = table.page
    expect(page.locator("[data-tally]")).to_be_hidden()
    begin(table)
    progress = page.locator("[data-tally-progress]")
    expect(progress).to_have_text("Who wins trick 1 of 13?")
    expect(page.locator("#tricks-0")).to_be_hidden()
    assert sentences(table) == [
        "0 of 2: needs 2 more",
        "0 of 3: needs 3 more",
        "0 of 7: needs 7 more",
        "0 of 0: must take none",
    ]
    win(table, 1, 1, 1, 3, 2, 0)
    expect(progress).to_have_text("Who wins trick 7 of 13?")
    page.get_by_role("button", name="Take one back").click()
    assert sentences(table) == [
        "0 of 2: needs 2 more",
        "3 of 3: has them",
        "1 of 7: needs 6 more",
        "said 0, took 1",
    ]

    page.reload()  # the phone slept
    expect(progress).to_have_text("Who wins trick 6 of 13?")
    count(table, 2, 2, 2, 2, 2, 2, 2, 3)
    expect(progress).to_have_text("All tricks are counted.")
    assert [page.input_value(f"#tricks-{seat}") for seat in range(4)] == ["0", "3", "8", "2"]
    box = page.locator("[data-when-right]").bounding_box()
    undo = page.locator(".back").bounding_box()
    assert box
    assert undo
    assert box["y"] + box["height"] <= undo["y"]
    page.locator("[data-when-right]").click()
    expect(page.locator(".result")).to_be_visible()
    table.shows_points([-20, 19, -10, -40])


def test_counting_is_corrected_undone_stopped_and_begun_anew(table: Table) -> None:
    page = table.page
    begin(table)
    count(table, *[2] * 13)
    page.get_by_role("button", name="Stop counting").click()
    assert numbers(table) == [0, 0, 13, 0]
    begin(table)  # a count that has served begins anew
    expect(page.locator("[data-tally-progress]")).to_have_text("Who wins trick 1 of 13?")

    count(table, *[2] * 9, 1, 1, 3, 3)  # miscounted, and put right by hand
    page.locator("li:has(#tricks-2) [data-by='-1']").click()
    page.locator("li:has(#tricks-1) [data-by='1']").click()
    page.locator("[data-when-right]").click()
    expect(page.locator(".result")).to_be_visible()
    table.shows_points([-20, 19, -10, -40])
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-entered-before]")).to_be_visible()
    assert numbers(table) == [0, 3, 8, 2]  # as recorded, not as counted
    page.locator("[data-when-right]").click()

    table.win_auction("7C", NORTH)  # the next hand begins at none, until counting is stopped
    table.say_contracts(GERMAN_EXAMPLE)
    expect(page.locator("[data-tally-progress]")).to_have_text("Who wins trick 1 of 13?")
    count(table, 0, 1, 1, 1)
    page.keyboard.press("Backspace")
    assert sentences(table)[:2] == ["1 of 2: needs 1 more", "2 of 3: needs 1 more"]
    for _ in range(3):
        page.keyboard.press("Backspace")
    page.get_by_role("button", name="Stop counting").click()
    assert numbers(table) == [2, 3, 7, 0]
    page.reload()
    expect(page.locator("[data-tally]")).to_be_hidden()
    expect(page.locator("#tricks-0")).to_be_visible()


def test_two_sides_count_from_the_kitty_on(page: Page, server: Server) -> None:
    answers = ({"bid": "4H", "winner": str(WEST)}, {"choice": "S"})
    begin_game(phone_of(server.path), "bid-whist", answers=answers)
    page.goto(f"{server.address}/games/1/")
    table = Table(page, server.address)
    begin(table)
    expect(page.locator("[data-tally-progress]")).to_have_text("Who wins trick 2 of 13?")
    assert sentences(table) == ["0 tricks", "1 of 10: needs 9 more"]
    win(table, 0, 1)
    count(table, 0, *[1] * 9)
    assert sentences(table) == ["2 tricks", "11 of 10: 1 extra"]
    page.get_by_role("button", name="Record the tricks").click()
    expect(page.locator(".result")).to_be_visible()
    table.shows_totals([0, 5])


def test_a_hurried_second_tap_counts_for_nothing(table: Table) -> None:
    begin(table)
    tile = table.page.locator("[data-tally-side]").first
    before = sentences(table)
    with hurried(table.page):
        tile.dblclick()
        once = sentences(table)
    tile.click()
    assert before != once != sentences(table)
    table.page.locator("[data-tally-undo]").click()
    assert sentences(table) == once
    table.page.locator("[data-tally-undo]").click()
    assert sentences(table) == before

    # On the pad of numbers it changes nobody else's tricks.
    page = table.page
    page.locator("[data-tally-off]").click()
    fields = page.locator(".stepper input")
    prefilled = numbers(table)
    for number in (3, 13):
        fields.first.click()
        with hurried(page):
            page.locator(f"li:has(#tricks-0) [data-to='{number}']").dblclick()
        assert numbers(table) == [number, *prefilled[1:]]
