"""Pages without forms, and headers of every answer."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.every_link import pages_behind_links
from tests.web.phone import Page, Phone


def row(page: Page, mark: str) -> list[str]:
    """The words of every list item whose class has a mark."""
    items = re.findall(rf'<li class="{mark}[^"]*"[^>]*>(.*?)</li>', page.html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", item).split()) for item in items]


def test_every_link_of_every_page_leads_somewhere(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    answers = [(address, page.status) for address, page in pages_behind_links(scorer)]
    assert [answer for answer in answers if answer[1] != 200] == []
    assert len(answers) > 12


@pytest.mark.slow
def test_without_numpy_every_page_and_every_link_works() -> None:
    """As in the one-file build; chances, advice and practice are then not offered."""
    program = "import sys; sys.modules['numpy'] = None; from tests.web import every_link as program"
    ran = subprocess.run(
        [sys.executable, "-c", f"{program}; program.main()"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, ""), ran.stderr


def test_the_table_has_totals_places_dealer_declarer_and_contract_in_sight(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    scorer.answer(bid="9D", winner="0")
    page = scorer.answer(number="1")
    assert row(page, "player") == [
        "Anna −20 declarer with 9 ♦ place 3rd contract 9",
        "Ben 19 dealer D place 1st contract 1",
        "Chaim −10 place 2nd ? to speak",
        "Dana −40 place 4th ·",
    ]


def test_barred_tiles_stay_and_say_why(scorer: Phone) -> None:
    scorer.write_game()
    scorer.answer(bid="7C", winner="2")
    scorer.answer(number="2")
    page = scorer.answer(number="0")
    barred = re.findall(
        r'name="number" value="(\d+)" aria-disabled="true" data-barred="([^"]*)"', page.html
    )
    assert barred == [("4", "Ben can&#39;t say 4: that would make 13.")]
    assert "Contracts so far: 9 of 13.Ben can't say 4" in page.words
    assert [value for name, value in page.form("/answers").buttons if name == "number"] == [
        str(number)
        for number in (*range(7, 14), *range(7))  # the small ones nearest to the thumb
    ]


def test_the_scoreboard_can_be_read_across_a_table(scorer: Phone) -> None:
    scorer.write_game()
    page = scorer.open("/games/1/board")
    assert "Hand 1 · Anna deals" in page.words
    scorer.write_hand()
    page = scorer.open("/games/1/board")
    assert "Hand 2 · Ben deals" in page.words
    assert row(page, "board__side") == [
        "1st Ben 19 last hand +19",
        "2nd Chaim −10 last hand −10",
        "3rd Anna −20 last hand −20",
        "4th Dana −40 last hand −40",
    ]


def test_the_sheet_is_like_the_paper_one(scorer: Phone) -> None:
    scorer.write_game()
    assert "The sheet fills up as hands are played." in scorer.open("/games/1/sheet").words
    scorer.write_hand()
    scorer.answer(bid="pass")
    scorer.answer(bid="8S", winner="1")
    scorer.answer(number="4")
    page = scorer.open("/games/1/sheet")
    tagged = re.findall(r"<t([hd])[^>]*>(.*?)</t\1>", page.html, re.DOTALL)
    cells = [" ".join(re.sub(r"<[^>]*>", " ", content).split()) for _, content in tagged]
    assert cells == [
        *("Hand", "Anna", "Ben", "Chaim", "Dana"),
        *("Total", "−20", "19", "−10", "−40"),
        *("Hand 3 8 ♠ Ben running", "–", "contract 8 8/…", "contract 4 4/…", "–"),
        *("Hand 2 thrown in", "–", "–", "–", "–"),
        "Hand 1 7 ♣ Chaim 1 under",
        "2/0 contract 2, tricks 0 −20 total −20",
        "3/3 contract 3, tricks 3 +19 total 19",
        "7/8 contract 7, tricks 8 −10 total −10",
        "0/2 contract 0, tricks 2 −40 total −40",
    ]


def test_those_who_watch_see_the_course_of_the_game_below_the_question(
    scorer: Phone, watcher: Phone
) -> None:
    """The page of a scorer has no room for it, and the tiles there must not move."""
    scorer.write_game()
    scorer.write_hand()
    pages = [phone.open("/games/1/") for phone in (watcher, scorer)]
    assert ['<svg class="chart' in page.html for page in pages] == [True, False]


def test_the_sheet_marks_exchanges_revokes_and_corrections(scorer: Phone) -> None:
    scorer.begin(rules="vax")
    scorer.answer(bid="pass")
    scorer.write_hand(bid="8C 2", contracts="0 3 1", tricks="0 3 8 2")
    scorer.write_hand()
    scorer.fill(scorer.open("/games/1/hands/1/").form("/revokes"), {"revokes-1": "1"})
    asked = scorer.open("/games/1/hands/2/correct?question=tricks").form("/correct")
    scorer.fill(asked, {f"tricks-{side}": took for side, took in enumerate("1372")})
    notes = re.findall(r'class="sheet__note">(.*?)</span></td>', scorer.open("/games/1/sheet").html)
    assert [" ".join(re.sub(r"<[^>]*>", "", note).split()) for note in notes] == [
        "corrected",
        "after 1 exchange · Ben: revoke: −100",
    ]


def test_a_past_evening_is_not_among_the_first_buttons_of_an_empty_page(scorer: Phone) -> None:
    main = scorer.open("/").words.partition("Deal the cards")[2]
    places = [main.index(label) for label in ("New game", "Export and import", "a past evening")]
    assert places == sorted(places)


def test_a_page_that_leads_to_another_game_names_its_players(scorer: Phone, watcher: Phone) -> None:
    over = scorer.write_game()
    scorer.write_hand()
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    scorer.write_game("Eva Fritz Gil Hanna")
    for phone, label in ((scorer, "Continue"), (watcher, "Watch")):
        page = phone.open(f"/games/{over}/")
        assert f"{label} hand 1" in page.words
        assert page.words.count("In progress: the game of Eva, Fritz, Gil, Hanna.") == 1
    scorer.send(scorer.open(f"/games/{over}/more").form("/remove"))
    page = scorer.open(f"/games/{over}/")
    assert page.words.count("In progress: the game of Eva, Fritz, Gil, Hanna.") == 1


def test_home_goes_on_with_the_running_game(scorer: Phone, watcher: Phone) -> None:
    assert "Deal the cards" in scorer.open("/").words
    assert "Nobody has begun a game yet." in watcher.open("/").words
    scorer.write_game()
    scorer.write_hand()
    page = scorer.open("/")
    assert "Continue hand 2" in page.words
    assert row(page, "games__game") == []  # it stands above, once
    stopped = scorer.send(scorer.open("/games/1/more").form("/stop"))
    assert "Ben wins" in stopped.words
    page = scorer.open("/")
    assert "Go on" not in page.words
    assert "★winner Ben 19" in page.words
    assert re.search(r"\d+:\d\d [AP]M · Israeli Whist · 1 hand", page.words)


@pytest.mark.parametrize(
    "name",
    ["nothing.js", "css/00-layers.css", "../pyproject.toml", "..%2fpyproject.toml", "js/", ""],
)
def test_only_files_that_are_there_are_served(scorer: Phone, name: str) -> None:
    page = scorer.open(f"/static/x/{name}")
    assert (page.status, page.html) == (404, "No such file\n")


def test_an_address_that_only_takes_forms_says_so(scorer: Phone) -> None:
    page = scorer.open("/games/1/rematch")
    assert (page.status, "This address does not do that." in page.words) == (405, True)


def test_a_made_contract_has_the_colour_of_a_made_one_even_with_a_revoke(scorer: Phone) -> None:
    """Ben made the contract, and the revoke costs more than it brought."""
    scorer.write_game()
    scorer.write_hand()
    scorer.fill(scorer.open("/games/1/hands/1/").form("/revokes"), {"revokes-1": "1"})
    page = scorer.open("/games/1/hands/1/")
    signs = re.findall(
        r'line__points (\w+)">\s*<span class="sign (\w+)" aria-hidden="true">(.)<', page.html
    )
    assert signs == [
        ("lost", "lost", "✗"),
        ("lost", "won", "✓"),
        ("lost", "lost", "✗"),
        ("lost", "lost", "✗"),
    ]
