"""Practice: stable exercises, the cost of a choice, and the record of a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.insight import win_probability
from scorekeeper.insight.situations import Decision, exercise
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.play.advice import Advice
from scorekeeper.play.kernel.israeli_whist_advice import advise
from scorekeeper.play.position import WholeGame
from scorekeeper.web.advice import MOST, PracticeRecord
from scorekeeper.wording import half_up
from tests.doors import new_link
from tests.web.phone import Page, Phone

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

CONTRACT = "/practice/contract/11"


@pytest.fixture(scope="module")
def judged() -> Advice:
    """The engine's judgement of the contracts of exercise 11."""
    given = exercise(WHOLE, ISRAELI_WHIST.preset("pagat").rules, Decision.CONTRACT, 11)
    return advise(given.situation, 500, 1)


def heading(page: Page) -> str:
    match = re.search(r"<h1[^>]*>(.*?)</h1>", page.html, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", "", match[1] if match else "").split())


def test_a_reload_shows_the_same_exercise(scorer: Phone) -> None:
    assert scorer.open(CONTRACT).html == scorer.open(CONTRACT).html


def test_every_choice_is_told_what_it_cost(scorer: Phone, judged: Advice) -> None:
    """The best choice, one that is statistically equal, and one that cost points."""
    other = judged.next_best
    assert other is not None
    assert other.behind <= other.within
    worst = min(judged.options, key=lambda option: option.points)
    cost = f"{half_up(worst.behind, 1)} ± {half_up(worst.within, 1)}"
    for choice, verdict in (
        (judged.best.name, f"{judged.best.name}: the best choice"),
        (other.name, f"{other.name}: as good as any"),
        (worst.name, f"{worst.name} cost {cost} points"),
    ):
        assert heading(scorer.open(f"{CONTRACT}?choice={choice}")) == verdict


def test_the_record_adds_up_and_a_reload_counts_once(scorer: Phone, judged: Advice) -> None:
    worst = min(judged.options, key=lambda option: option.points)
    cost = half_up(worst.behind, 1)
    for choice in (worst.name, worst.name, judged.best.name):  # the first answer counts
        page = scorer.open(f"{CONTRACT}?choice={choice}")
        assert f"1 exercise, {cost} points lost; as good as any: 0%." in page.words
    assert "<svg" not in scorer.open("/practice/").html
    scorer.open("/practice/bid/2?choice=pass")
    page = scorer.open("/practice/")
    assert "2 exercises, " in page.words
    assert page.html.count('<svg class="chart"') == 1


def test_an_answer_that_is_fetched_again_brings_no_older_cookie(scorer: Phone) -> None:
    """A page is fetched again in the background, and its answer may come after the next page."""
    again = f"{CONTRACT}?choice=3"
    assert ["Set-Cookie" in scorer.open(again).headers for _ in range(2)] == [True, False]


def test_who_watches_has_a_record_of_their_own(app: Flask, store: Store, scorer: Phone) -> None:
    """A watching link writes nothing into the score file."""
    watcher = Phone(app.test_client())
    watcher.open(new_link(store, Role.WATCH))
    before = store.stamp()
    watcher.open("/practice/bid/2?choice=pass")
    assert store.stamp() == before
    assert "1 exercise, " in watcher.open("/practice/").words
    assert "exercise, " not in scorer.open("/practice/").words


def test_the_record_of_a_phone_is_cleared_and_no_other(
    app: Flask, store: Store, scorer: Phone
) -> None:
    """With a watching link, too: the record belongs to the phone."""
    watcher = Phone(app.test_client())
    watcher.open(new_link(store, Role.WATCH))
    for phone in (scorer, watcher):
        phone.open("/practice/bid/2?choice=pass")
    before = store.stamp()
    page = watcher.send(watcher.open("/practice/").form("/practice/record/"))
    assert (page.status, "1 exercise, " in page.words, page.forms) == (200, False, [])
    assert "1 exercise, " in scorer.open("/practice/").words
    assert store.stamp() == before
    watcher.open("/practice/bid/2?choice=pass")  # the same deal counts again
    assert "1 exercise, " in watcher.open("/practice/").words


@pytest.mark.parametrize("choice", ["nonsense", "14", "", "7C"])
def test_what_is_not_open_is_refused_and_not_counted(scorer: Phone, choice: str) -> None:
    page = scorer.open(f"{CONTRACT}?choice={choice}")
    assert (page.status, page.problems) == (422, ["This is not open to you: choose again."])
    assert "exercise, " not in scorer.open("/practice/").words


def test_it_goes_on_during_a_game_and_needs_numpy(
    scorer: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer.begin()
    assert scorer.open(CONTRACT).status == 200
    monkeypatch.setattr(win_probability, "is_possible", lambda: False)
    assert scorer.open(CONTRACT).status == 404
    assert "Advice needs NumPy" in scorer.open("/practice/").words


def test_a_record_keeps_the_sums_of_all_and_the_latest_answers() -> None:
    record = PracticeRecord()
    for number in range(MOST + 10):
        record = record.answer(f"b{number}", 2.0 if number % 2 else 0.0, number % 2 == 0)
    assert (record.answered, record.as_good, record.mean) == (MOST + 10, MOST // 2 + 5, 1.0)
    assert len(record.latest) == MOST
    assert record.course[:3] == (0.0, 1.0, 2 / 3)
    assert record.course[-1] == 1.0
    assert record.answer(f"b{MOST}", 99.0, False) == record
