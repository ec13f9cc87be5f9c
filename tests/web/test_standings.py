"""Standings with charts, the history of a game, and scoring by other rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from urllib.parse import urlencode

import pytest

from scorekeeper.ledger.store import Store
from scorekeeper.play import deal_bank
from scorekeeper.play.win_probability import Forecaster
from scorekeeper.web import standings
from tests.web.phone import Page, Phone
from tests.web.places import without_chances
from tests.web.test_third_game import begin

MINUS = "\u2212"


def text(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def rows(page: Page, caption: str) -> list[str]:
    """The rows of the table in the region with this name, as words."""
    for table in re.findall(r'role="region"[^>]*>(.*?)</table>', page.html, re.DOTALL):
        before = page.html[: page.html.index(table)]
        if caption in before[before.rfind("</table>") + 1 :]:
            return [text(row) for row in re.findall(r"<tr[^>]*>(.*?)</tr>", table, re.DOTALL)]
    raise AssertionError(f"no table {caption}")


def items(page: Page, mark: str) -> list[str]:
    listing = re.search(rf'<(ul|ol) class="stack {mark}">(.*?)</\1>', page.html, re.DOTALL)
    assert listing
    return [text(item) for item in re.findall(r"<li[^>]*>(.*?)</li>", listing[2], re.DOTALL)]


def charts(page: Page) -> Iterator[str]:
    return iter(re.findall(r"<svg class=\"chart\".*?</svg>", page.html, re.DOTALL))


def hand_of_seven(phone: Phone) -> None:
    """Chaim bids seven and takes eight: -20, 19, -10, -40."""
    phone.hand()


def test_before_the_first_hand_there_is_nothing_to_draw(scorer: Phone) -> None:
    scorer.write_game()
    page = scorer.open("/games/1/board")
    assert list(charts(page)) == []
    takes = items(page, "takes")
    assert [re.sub(r"\d\d%", "…", item) for item in takes] == [
        f"{name} … chance to win 300 to go: at least 2 hands"
        for name in ("Anna", "Ben", "Chaim", "Dana")
    ]
    assert "What if we'd used other rules?" not in page.words


def test_the_totals_are_drawn_and_stand_in_a_table(scorer: Phone) -> None:
    scorer.write_game()
    hand_of_seven(scorer)
    scorer.answer(bid="pass")
    hand_of_seven(scorer)
    page = scorer.open("/games/1/board")
    totals, chances = charts(page)
    assert re.findall(r"<title[^>]*>(.*?)</title>", totals) == [
        *("Running totals", "Anna", "Ben", "Chaim", "Dana"),
    ]
    assert f"Anna {MINUS}40, Ben 38, Chaim {MINUS}20, Dana {MINUS}80" in text(totals)
    assert [path.count("L") for path in re.findall(r'chart__stroke" d="([^"]*)"', totals)] == [
        3
    ] * 4
    assert rows(page, "The totals as a table") == [
        "Hand Anna Ben Chaim Dana",
        "start 0 0 0 0",
        f"1 {MINUS}20 19 {MINUS}10 {MINUS}40",
        f"2 {MINUS}20 19 {MINUS}10 {MINUS}40",
        f"3 {MINUS}40 38 {MINUS}20 {MINUS}80",
    ]
    assert "Chances to win" in text(chances)
    assert len(rows(page, "The chances as a table")) == 5
    assert not re.search(r"\bstyle=", page.html)


def test_corrections_fines_and_undo_move_the_chart(scorer: Phone) -> None:
    scorer.write_game()
    hand_of_seven(scorer)
    form = scorer.open("/games/1/hands/1/correct?question=tricks").form("/correct")
    scorer.fill(form, {"tricks-0": "0", "tricks-1": "3", "tricks-2": "7", "tricks-3": "3"})
    assert rows(scorer.open("/games/1/board"), "The totals as a table")[2] == (
        f"1 {MINUS}20 19 59 {MINUS}30"
    )
    form = scorer.open("/games/1/hands/1/").form("/revokes")
    scorer.fill(form, {"revokes-1": "1"})
    page = scorer.open("/games/1/board")
    assert rows(page, "The totals as a table")[2] == f"1 {MINUS}20 {MINUS}81 59 {MINUS}30"
    scorer.fill(scorer.open("/games/1/").form("/undo"), {})
    assert rows(scorer.open("/games/1/board"), "The totals as a table")[2] == (
        f"1 {MINUS}20 19 59 {MINUS}30"
    )


def test_a_game_that_is_over_needs_nothing_and_has_turning_points(scorer: Phone) -> None:
    scorer.begin(ending__target="50")
    for _ in range(3):
        hand_of_seven(scorer)
    page = scorer.open("/games/1/board")
    assert "What it takes to win" not in page.words
    turns = items(page, "turns")
    turn = r"Hand 3 : Ben 's made 3 brought 19 and the game\. Chance to win: \d+% , then 100% \."
    assert re.fullmatch(turn, turns[-1])
    assert rows(page, "The chances as a table")[-1] == "3 0% 100% 0% 0%"


def test_a_stopped_game_keeps_its_chart(scorer: Phone) -> None:
    scorer.write_game()
    hand_of_seven(scorer)
    scorer.fill(scorer.open("/games/1/more").form("/stop"), {})
    page = scorer.open("/games/1/board")
    assert len(list(charts(page))) == 2
    assert "What it takes to win" not in page.words
    assert "100%" not in rows(page, "The chances as a table")[-1]


def test_simulated_games_without_an_end_are_counted(
    scorer: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer.write_game()
    assert "had no end" not in scorer.open("/games/1/board").words
    monkeypatch.setattr(standings, "forecaster", cache(Forecaster))
    monkeypatch.setattr(deal_bank, "MOST_DEALS", 1)  # where others play 2,000
    page = scorer.open("/games/1/board")
    assert "100% of the simulated games had no end, so nobody won them." in page.words


def test_all_who_are_level_at_the_top_are_named_with_what_they_need(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand("5 4 0", "5 5 2 1", bid="5C 0")  # 35, 35, -20, -50
    assert "Anna, Ben: 265 to go: at least 2 hands" in scorer.open("/games/1/").words


def test_what_all_players_need_is_said_without_names(scorer: Phone) -> None:
    scorer.write_game(preset="vax")
    for _ in range(4):  # nobody bids: the hand is thrown in
        scorer.answer(1, bid="pass")
    page = scorer.open("/games/1/")
    assert '<span class="result__standing notes">300 to go: at least 2 hands</span>' in page.html


def test_without_odds_the_needs_and_the_chart_are_there(scorer: Phone) -> None:
    scorer.begin(ending__goal="open")
    hand_of_seven(scorer)
    page = scorer.open("/games/1/board")
    assert len(list(charts(page))) == 1
    assert "Chances to win" not in page.words
    assert "at this table" not in page.words  # nothing to switch


def test_a_table_may_hide_the_chances(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    hand_of_seven(scorer)
    page = scorer.open("/games/1/board")
    assert "Chances to win, hand by hand" in page.words
    hidden = scorer.send(page.form("/chances"), chances="hidden")
    assert (hidden.status, hidden.address) == (200, "/games/1/board")
    for phone in (scorer, watcher):
        words = phone.open("/games/1/board").words
        assert "Chances to win" not in words
        assert "chance to win" not in words
        assert "281 to go: at least 2 hands" in words
    assert "Show the chances to win" not in watcher.open("/games/1/board").words
    shown = scorer.send(scorer.open("/games/1/board").form("/chances"), chances="shown")
    assert "Chances to win, hand by hand" in shown.words


def test_only_who_scores_may_hide_them_and_only_so(scorer: Phone, watcher: Phone) -> None:
    scorer.write_game()
    token = scorer.token()
    for answer in ("perhaps", ""):
        sent = scorer.post("/games/1/chances", {"csrf_token": token, "chances": answer})
        assert sent.status == 400
    assert watcher.post("/games/1/chances", {"chances": "hidden"}).status in {400, 403}
    assert scorer.open("/games/1/chances").address == "/games/1/board"
    assert scorer.post("/games/9/chances", {"csrf_token": token, "chances": "hidden"}).status == 404


def test_without_numpy_there_are_no_chances(scorer: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer.write_game()
    hand_of_seven(scorer)
    without_chances(scorer, monkeypatch)
    page = scorer.open("/games/1/board")
    assert (page.status, len(list(charts(page)))) == (200, 1)
    assert "Chances" not in page.words
    assert "Chances" not in scorer.open("/games/1/more").words


def test_a_game_of_seven_is_drawn_with_its_chances(scorer: Phone, store: Store) -> None:
    begin(scorer, 7)
    for number in ("1", "1", "1", "1", "1", "1", "0"):
        scorer.answer(number=number)
    scorer.fill(scorer.question(), {f"tricks-{seat}": "1" for seat in range(7)})
    page = scorer.open("/games/1/board")
    chart, *_ = charts(page)
    assert "Chances" in page.words
    assert len(re.findall(r'class="chart__label"', chart)) == 7
    assert rows(page, "The totals as a table")[-1] == "1 0 11 11 11 11 11 11"
    assert "level at the top" in items(page, "takes")[0]
    assert scorer.open("/games/1/history").status == 200
    again = scorer.open("/games/1/what-if?rules=pagat")
    assert (again.status, "left out" in again.words) == (200, False)


def test_the_history_says_who_changed_what_and_when(watcher: Phone, scorer: Phone) -> None:
    scorer.write_game()
    watcher.open("/games/1/")  # this phone comes first
    assert "Nothing has been recorded yet." in scorer.open("/games/1/history").words
    hand_of_seven(scorer)
    form = scorer.open("/games/1/hands/1/correct?question=contract-1").form("/correct")
    scorer.fill(form, {"number": "2"})
    acts = items(scorer.open("/games/1/history"), "acts")
    lines = [re.sub(r" \d+:\d\d:\d\d [AP]M ·", " ·", act) for act in acts]
    assert lines == [
        "Chaim won the auction with 7 ♣ · this phone",
        "Dana said 0 · this phone",
        "Anna said 2 · this phone",
        "Ben said 3 · this phone",
        "tricks: Anna 0, Ben 3, Chaim 8, Dana 2 · this phone",
        f"correction of hand 1 contract of Ben : 2 (was 3) Ben : {MINUS}10 (was +19 ) · this phone",
    ]
    alone = items(scorer.open("/games/1/history?show=changes"), "acts")
    assert [re.sub(r" \d+:\d\d:\d\d [AP]M ·", " ·", act) for act in alone] == lines[-1:]
    seen = items(watcher.open("/games/1/history"), "acts")
    assert {act.rpartition("· ")[2] for act in seen} == {"Phone 2"}
    assert "Phone 2 this phone" in scorer.open("/links").words


def test_every_hand_is_told_with_its_reasons_and_where_the_game_turned(scorer: Phone) -> None:
    scorer.begin(ending__target="50")
    assert "Nothing has been recorded yet." in scorer.open("/games/1/story").words
    hand_of_seven(scorer)
    scorer.answer(bid="pass")
    hand_of_seven(scorer)
    hand_of_seven(scorer)
    page = scorer.open("/games/1/story")
    hands = page.html.split('<section class="past">')[1:]
    assert len(hands) == 4
    first, thrown_in, _, last = map(text, hands)
    assert "Ben ✓ +19 3 made: 3 × 3 + 10 = 19 total 19" in first
    assert re.search(r"Chances to win after it: Anna \d+% , Ben \d+% , Chaim", first)
    assert "all passed: thrown in" in thrown_in
    assert "A turning point: Ben 's made 3 brought 19 and the game." in last
    assert "Chances to win after it: Anna 0% , Ben 100% , Chaim 0% , Dana 0%" in last


def test_another_scheme_stands_beside_the_game_as_played(scorer: Phone) -> None:
    scorer.write_game()
    hand_of_seven(scorer)
    page = scorer.open("/games/1/what-if?rules=scheme.elhanani")
    # 2 said, none taken: 2 x -5; a failed zero with two tricks: -30 - 5
    assert rows(page, "Scoring: Elhanani") == [
        "Name as played then change",
        "Ben 1st 19 1st 9 " + f"{MINUS}10",
        f"Chaim 2nd {MINUS}10 2nd {MINUS}5 +5",
        f"Anna 3rd {MINUS}20 3rd {MINUS}10 +10",
        f"Dana 4th {MINUS}40 4th {MINUS}35 +5",
    ]
    assert rows(page, "Hand by hand")[1:] == [
        f"1 {MINUS}20 {MINUS}10 +19 +9 {MINUS}10 {MINUS}5 {MINUS}40 {MINUS}35"
    ]
    assert "left out" not in page.words


def test_hands_that_the_other_rules_forbid_are_named(scorer: Phone) -> None:
    scorer.write_game()
    scorer.answer(bid="pass")
    hand_of_seven(scorer)
    page = scorer.open("/games/1/what-if?rules=vax")
    assert "1 hand is left out" in page.words
    assert "Hand 1: the hand would have gone on: Who won the auction?" in page.words
    assert "change the scoring alone" not in page.words  # it is the same
    page = scorer.open("/games/1/what-if?rules=wikipedia")
    assert "To score every hand, change only the scoring" in page.words
    assert 'href="/games/1/what-if?rules=scheme.wikipedia"' in page.html


def test_rules_of_ones_own(scorer: Phone, store: Store) -> None:
    scorer.write_game()
    hand_of_seven(scorer)
    form = scorer.open("/games/1/what-if").forms[-1]
    asked = form.fields | {"rules.scheme.missed": "20", "rules": "own"}
    page = scorer.open("/games/1/what-if?" + urlencode(asked))
    assert "Your own rules" in page.words
    assert f"Chaim 2nd {MINUS}10 2nd {MINUS}20 {MINUS}10" in rows(page, "Your own rules")
    bad = scorer.open("/games/1/what-if?" + urlencode(asked | {"rules.scheme.missed": "many"}))
    assert bad.status == 422
    assert bad.problems == [
        "Lost for each trick over or under: “many” is not a number from 0 to 100."
    ]
    unknown = scorer.open("/games/1/what-if?rules=own&rules.nothing=1")
    assert unknown.status == 422
    assert store.game(1, 1).game.totals == (-20, 19, -10, -40)


@pytest.mark.parametrize("rules", ["", "nothing", "scheme.", "own", "\ud83d"])
def test_odd_rules_are_no_rules(scorer: Phone, rules: str) -> None:
    scorer.write_game()
    hand_of_seven(scorer)
    page = scorer.open("/games/1/what-if?" + urlencode({"rules": rules}, errors="replace"))
    strange = rules not in {"", "own"}
    assert (page.status, len(page.problems)) == ((422, 1) if strange else (200, 0))
    assert ("as played" in page.words) == (rules == "own")  # unchanged ones are as the game's
