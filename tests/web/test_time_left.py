"""A game that ends by the clock: agreed in minutes or as a time of day, and what is left of it."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from scorekeeper.ledger.store import Store
from tests.ledger.set_clock import Clock
from tests.web.phone import Page, Phone

NAMES = "Sara Walid Noa Eli"


@pytest.fixture
def clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the server, half a minute before half past ten in the evening."""
    clock = Clock(datetime(2026, 3, 6, 22, 29, 30).astimezone())
    monkeypatch.setattr(store, "clock", clock)
    return clock


def left(page: Page) -> tuple[str, int] | None:
    """What a page says is left, in words and in seconds."""
    shown = re.search(r'data-time-left="(\d+)"[^>]*>([^<]*)<', page.html)
    return shown and (shown[2].strip(), int(shown[1]))


def begin(scorer: Phone, **ending: str) -> Page:
    return scorer.begin(
        NAMES, game="bid-whist", **{f"ending__{name}": text for name, text in ending.items()}
    )


def test_what_is_left_of_a_game_in_minutes(scorer: Phone, watcher: Phone, clock: Clock) -> None:
    page = begin(scorer, goal="minutes", minutes="90")
    assert "until 11:59 PM" in page.words
    seen = [left(page)]
    for seconds in (1, 29 * 60 + 59, 59 * 60, 59, 1):  # over midnight
        clock.now += timedelta(seconds=seconds)
        seen.append(left(watcher.open("/games/1/screen?plain")))
    assert seen == [
        ("1:30 h left", 5400), ("1:30 h left", 5399), ("1:00 h left", 3600), ("1 min left", 60),
        ("1 min left", 1), ("Time is up", 0),
    ]  # fmt: skip
    scorer.answer(1, bid="3H", winner="2")
    assert left(scorer.open("/games/1/")) == ("Last hand", 0)
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    assert left(scorer.open("/games/1/")) is None


def test_an_end_is_agreed_as_a_time_to_come(scorer: Phone, clock: Clock) -> None:
    refused = begin(scorer, goal="time", time="22:15")
    assert refused.problems[1:] == ["It is past 10:15 PM: choose a later time."]
    begun = scorer.fill(refused.form("/games/new"), {"start": "1", "ending.time": "00:15"})
    assert ("until 12:15 AM" in begun.words, left(begun)) == (True, ("1:46 h left", 105 * 60 + 30))
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    again = scorer.send(scorer.open("/games/1/").form("/rematch"))
    assert left(again) == left(begun)
    form = scorer.open("/games/new?game=bid-whist").form("/games/new").fields
    assert (form["ending.goal"], form["ending.time"]) == ("time", "00:15")


def test_minutes_of_a_changed_end_count_from_its_preview(scorer: Phone, clock: Clock) -> None:
    begin(scorer, goal="minutes", minutes="5")
    clock.now += timedelta(minutes=9)
    assert left(scorer.open("/games/1/")) == ("Time is up", 0)
    asked = "ending.goal=minutes&ending.minutes=20"
    page = scorer.open(f"/games/1/amend/ending?{asked}")
    assert "until 10:58 PM" in page.words
    clock.now += timedelta(seconds=40)
    changed = scorer.press(next(form for form in page.forms if "key" in form.fields))
    assert (changed.status, left(changed)) == (200, ("20 min left", 20 * 60 - 40))
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    again = scorer.send(scorer.open("/games/1/").form("/rematch"))
    assert left(again) == ("20 min left", 1200)  # so many minutes begin again
