"""The pages of figures: values, numbers of cases, spans of evenings."""

from __future__ import annotations

import re

import pytest

from scorekeeper.games.hearts import HEARTS
from scorekeeper.insight import player_records
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from scorekeeper.wording import MINUS
from tests.ledger.season import PEOPLE, record_season
from tests.web.phone import Page, Phone


def cells(page: Page, row: str) -> list[str]:
    """The words of a row of a table, found by its head."""
    for content in re.findall(r"<tr[^>]*>(.*?)</tr>", page.html, re.DOTALL):
        words = [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", content, re.DOTALL)
        ]
        if words[0] == row:
            return words
    raise AssertionError(f"no row {row}: {page.words}")


def test_a_fresh_table_has_no_figures(scorer: Phone) -> None:
    page = scorer.open("/players/")
    assert (page.status, "No hands here yet." in page.words) == (200, True)


def test_figures_say_from_how_many_cases_they_are(scorer: Phone) -> None:
    """Three hands of the worked example: West makes 3 each time, North misses 7 by one."""
    scorer.begin(ending__goal="deals", ending__deals="3")
    for _ in range(3):
        scorer.write_hand()
    page = scorer.open("/players/2/")
    assert cells(page, "All contracts") == ["All contracts", "too few", "3 of 3"]
    assert cells(page, "Points per hand") == ["Points per hand", "+19.0", "3 cases"]
    assert cells(page, "Best hand") == ["Best hand", "+19", ""]
    assert cells(page, "Best game") == ["Best game", "57", ""]
    assert cells(page, "Won") == ["Won", "too few", "1 of 1"]
    assert cells(page, "Dana") == ["Dana", "1", "0", "1"]


def test_with_cases_enough_the_share_is_shown(scorer: Phone) -> None:
    scorer.begin(ending__goal="open")
    for _ in range(5):
        scorer.write_hand()
    assert cells(scorer.open("/players/2/"), "All contracts")[1:] == [
        "100%",
        "5 of 5 likely 57–100%",
    ]
    assert cells(scorer.open("/players/3/"), "All contracts")[1:] == [
        "0%",
        "0 of 5 likely 0–43%",
    ]
    assert cells(scorer.open("/players/3/"), "Tricks over or under, per hand")[1:] == [
        "1.0",
        "5 cases",
    ]


def test_a_half_is_rounded_up_as_at_the_table(scorer: Phone) -> None:
    """West: +19, twice -10 and once -20 are -5.25 a hand; then one made of eight."""
    scorer.begin(ending__goal="open")
    for tricks in ("0 3 8 2", "0 4 7 2", "0 4 7 2", "0 5 6 2"):
        scorer.write_hand(tricks=tricks)
    assert cells(scorer.open("/players/2/"), "Points per hand")[1] == "−5.3"
    for _ in range(4):
        scorer.write_hand(tricks="0 4 7 2")
    assert cells(scorer.open("/players/2/"), "All contracts")[1:] == [
        "13%",
        "1 of 8 likely 2–47%",
    ]


def test_two_players_side_by_side(scorer: Phone, store: Store) -> None:
    record_season(store, 10, 3, hands=3)
    page = scorer.open("/players/1/with/2/")
    both = [
        player.name for player in sorted(players_at(store, 1), key=lambda player: player.id)[:2]
    ]
    comparison = re.search(
        r"In (\d+) games, (\w+) finished ahead of (\w+) (\d+) times and behind (\d+) times",
        page.words,
    )
    assert comparison
    games, first, second, ahead, behind = comparison.groups()
    assert [first, second] == both
    assert int(ahead) + int(behind) <= int(games)
    back = scorer.open("/players/2/with/1/").words
    assert f"{second} finished ahead of {first} {behind} times and behind {ahead} times" in back


def test_the_list_has_everybody_and_the_strongest_first(scorer: Phone, store: Store) -> None:
    record_season(store, 20, 3, hands=3)
    page = scorer.open("/players/")
    names = re.findall(r'<th scope="row"[^>]*><a[^>]*><bdi>(\w+)</bdi>', page.html)
    means = [float(cells(page, name)[1].split()[0].replace(MINUS, "-")) for name in names]
    assert sorted(names) == sorted(PEOPLE)
    assert means == sorted(means, reverse=True)
    assert all(re.search(r" ± \d+\.\d$", cells(page, name)[1]) for name in names)


def test_a_rating_has_its_uncertainty_and_says_that_it_is_of_all_time(
    scorer: Phone, store: Store
) -> None:
    record_season(store, 20, 3, hands=3)
    page = scorer.open("/players/")
    ratings = [cells(page, name)[4] for name in PEOPLE]
    assert all(re.fullmatch(r"\d+ ± \d+", rating) for rating in ratings)
    assert "Rating, all time" not in page.words
    span = scorer.open("/players/?first=2026-01-03&last=2026-01-20")
    assert [cells(span, name)[4] for name in PEOPLE] == ratings
    assert "Rating, all time" in span.words
    assert "Rating, all time" in scorer.open("/players/1/?first=2026-01-03").words


def test_a_player_sees_the_course_of_the_evenings_and_who_sits_on_the_left(
    scorer: Phone, store: Store
) -> None:
    record_season(store, 20, 3, hands=3)
    page = scorer.open("/players/1/")
    evenings = re.findall(r'<a class="chart__page" href="(/sessions/\d+/)"', page.html)
    assert len(evenings) == len(set(evenings)) > 5
    assert cells(page, "Evening")[1:] == ["Points per hand", "Hands"]
    left = page.html.partition("by who sits on the left")[2].partition("</table>")[0]
    means = [float(figure.replace(MINUS, "-")) for figure in re.findall(r"[+\u2212]?\d+\.\d", left)]
    assert means == sorted(means, reverse=True)
    assert len(means) == len(PEOPLE) - 1
    assert "Points per hand as declarer, by trump suit" in page.words
    assert "Points per hand, by size of contract" in page.words


def test_two_evenings_make_no_line(scorer: Phone, store: Store) -> None:
    record_season(store, 4, 3, hands=3)
    assert "evening by evening" not in scorer.open("/players/1/").words


def test_a_percentage_of_many_cases_stands_alone(
    scorer: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_records, "MANY_CASES", 10)
    record_season(store, 20, 3, hands=3)
    assert "likely" not in cells(scorer.open("/players/1/"), "All contracts")[2]


def test_a_span_of_days_leaves_the_other_evenings_out(scorer: Phone, store: Store) -> None:
    record_season(store, 6, 3, hands=2)
    everything = scorer.open("/players/1/")
    first = scorer.open("/players/1/?first=2026-01-03&last=2026-01-03")
    hands = [int(cells(page, "Points per hand")[2].split()[0]) for page in (everything, first)]
    assert hands[0] > hands[1] > 0
    assert "first=2026-01-03&amp;last=2026-01-03" in first.html  # kept in the links on the page


def test_an_evening_by_itself(scorer: Phone, store: Store) -> None:
    record_season(store, 6, 3, hands=2)
    page = scorer.open("/players/?session=2")
    assert (page.status, "One evening: Jan 10, 2026" in page.words) == (200, True)


def test_whatever_is_asked_for_there_is_an_answer(scorer: Phone, store: Store) -> None:
    record_season(store, 1, 3, hands=1)
    statuses = {
        "/players/99/": 404,
        "/players/1/with/1/": 404,
        "/players/1/with/99/": 404,
        "/players/?session=99": 404,
        "/players/?session=x&game=chess": 200,
        "/players/?first=yesterday": 200,
        f"/players/{2**70}/": 404,
    }
    assert {address: scorer.open(address).status for address in statuses} == statuses


def test_a_day_that_is_none_is_named(scorer: Phone) -> None:
    page = scorer.open("/players/?first=yesterday")
    assert page.problems == ["A date is needed, as in 2026-03-06."]


def test_names_are_shown_as_they_are_written(scorer: Phone) -> None:
    scorer.begin("<b>Anna</b> Ben Chaim Dana", ending__goal="open")
    scorer.write_hand()
    assert "<b>Anna" not in scorer.open("/players/").html
    assert "&lt;b&gt;Anna" in scorer.open("/players/1/").html


def test_a_page_does_not_wait_for_a_long_count_but_says_so(
    scorer: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_season(store, 8, 4, hands=2)
    monkeypatch.setattr("scorekeeper.web.statistics.AT_ONCE", 0.0)
    monkeypatch.setattr("scorekeeper.ledger.player_figures.FigureCounter.finish", lambda *_: None)
    for path, counting, status in (
        ("/players/", "3 evenings are still being counted", 200),
        ("/players/season.csv", "2 evenings are still being counted", 503),  # no such file is saved
        ("/players/season", "1 evening is still being counted", 200),
    ):
        page = scorer.open(path)
        assert (page.status, counting in page.words, "<table" in page.html) == (status, True, False)
        assert page.headers["Refresh"] == "1"
    assert "still being counted" not in scorer.open("/players/").words


def test_an_evening_scored_again_by_other_rules(scorer: Phone) -> None:
    """Elhanani: a made 3 is 9, and each trick off costs 5; the zero with two tricks is -35."""
    scorer.begin(ending__goal="deals", ending__deals="1")
    scorer.write_hand()
    page = scorer.open("/players/what-if?session=1&rules=scheme.elhanani")
    assert cells(page, "Ben") == ["Ben", "19 1 win", "9 1 win", "\u221210"]
    assert cells(page, "Chaim") == ["Chaim", "\u221210 0 wins", "\u22125 0 wins", "+5"]
    assert cells(page, "Dana") == ["Dana", "\u221240 0 wins", "\u221235 0 wins", "+5"]


def test_a_game_that_would_go_on_has_no_other_winner(scorer: Phone) -> None:
    """Ben's made 3 reaches 15 by Pagat's scoring; by Elhanani's it is 9."""
    scorer.begin(ending__target="15")
    scorer.write_hand()
    page = scorer.open("/players/what-if?rules=scheme.elhanani")
    assert cells(page, "Ben") == ["Ben", "19 1 win", "9 0 wins", "\u221210"]
    assert "1 game not over yet: nobody has won it" in page.words
    assert "not over yet; Ben leads" in page.words
    assert "another winner" not in page.words


def test_what_all_points_come_to_is_told_in_percent(scorer: Phone) -> None:
    """-10, 26, 19 and -10 are 25 as played; -5, 16, 9 and -5 by Elhanani's scoring are 15."""
    scorer.begin(ending__goal="deals", ending__deals="1")
    scorer.write_hand("4 3 3", "4 4 3 2", bid="5C 0")
    page = scorer.open("/players/what-if?rules=scheme.elhanani")
    assert "40% fewer points" in page.words


def test_of_many_games_the_last_are_scored_again(
    scorer: Phone, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    record_season(store, 6, 3, hands=1)
    monkeypatch.setattr("scorekeeper.web.statistics.MOST_AGAIN", 2)
    page = scorer.open("/players/what-if?rules=scheme.elhanani")
    assert "Only the last 2 games are used." in page.words
    assert len(re.findall('class="games__game"', page.html)) == 2


def test_rules_that_there_are_not_score_nothing(scorer: Phone, store: Store) -> None:
    record_season(store, 1, 3, hands=1)
    page = scorer.open("/players/what-if?rules=nonsense")
    assert (page.status, "as played" in page.words) == (200, False)


def test_where_the_lowest_total_wins_few_points_are_best(scorer: Phone) -> None:
    own = {"rules__entry": "points", "rules__passing": "never", "ending__target": "30"}
    assert scorer.begin(game="hearts", rules=HEARTS.presets[0].key, **own).status == 200
    for taken in ((25, 1, 0, 0), (10, 16, 0, 0)):
        shares = {f"shares-{seat}": str(number) for seat, number in enumerate(taken)}
        scorer.fill(scorer.question(), shares)
    page = scorer.open("/players/1/?game=hearts")
    assert cells(page, "Best hand") == ["Best hand", "+10", ""]
    assert cells(page, "Worst hand") == ["Worst hand", "+25", ""]
    words = scorer.open("/players/?game=hearts").words
    assert "Fewest points per hand first" in words
    assert "Most points per hand first" not in words
