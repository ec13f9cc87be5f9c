"""The page of a season: table, records, milestones; with and without names."""

from __future__ import annotations

import re

import pytest

from scorekeeper.ledger.store import Store
from tests.ledger.season import PEOPLE, record_season
from tests.web.phone import Phone
from tests.web.test_statistics_pages import cells


@pytest.fixture(autouse=True)
def everything_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page waits for the counting, however slow the machine."""
    monkeypatch.setattr("scorekeeper.web.statistics.AT_ONCE", 60.0)


def test_a_fresh_table_has_no_season(scorer: Phone) -> None:
    page = scorer.open("/players/season")
    assert (page.status, "No game was finished here yet." in page.words) == (200, True)


def test_a_game_counts_by_wins_places_and_totals(scorer: Phone) -> None:
    scorer.begin(ending__goal="deals", ending__deals="1")
    scorer.hand()
    for by, points in (("wins", "1"), ("places", "3"), ("totals", "19")):
        page = scorer.open(f"/players/season?by={by}")
        assert cells(page, "1st Ben") == ["1st Ben", points, "1", "1", "1"]
    assert cells(page, "Best hand")[1] == "+19"
    assert cells(page, "Best game")[1] == "19"
    assert "1 evening, 1 game, 1 hand" in page.words


def test_names_can_be_left_out(scorer: Phone, store: Store) -> None:
    record_season(store, 6, 3)
    page = scorer.open("/players/season")
    assert any(name in page.words for name in PEOPLE)
    form = next(link for link in _links(page.html) if "names=no" in link)
    other = scorer.open(form)
    assert not any(name in other.words for name in PEOPLE)
    assert "Player 1" in other.words


def test_a_year_is_a_review_of_its_games(scorer: Phone, store: Store) -> None:
    record_season(store, 6, 3)
    page = scorer.open("/players/season?first=2026-01-01&last=2026-12-31")
    assert "The year 2026" in page.words
    assert "6 games" in page.words
    none = scorer.open("/players/season?first=2025-01-01&last=2025-12-31")
    assert "No game was finished here yet." in none.words


@pytest.mark.parametrize("query", ["by=x", "best=x", "best=0", "best=-1", "best=100", "first=x"])
def test_whatever_is_asked_for_there_is_an_answer(scorer: Phone, query: str) -> None:
    assert scorer.open(f"/players/season?{query}").status == 200


def test_of_the_best_evenings_the_page_says_how_many_count(scorer: Phone, store: Store) -> None:
    record_season(store, 8, 3)
    page = scorer.open("/players/season?best=2")
    assert "The best 2 evenings of each player count" in page.words
    assert "2 of " in page.words


def _links(html: str) -> list[str]:
    return [address.replace("&amp;", "&") for address in re.findall(r'href="([^"]+)"', html)]
