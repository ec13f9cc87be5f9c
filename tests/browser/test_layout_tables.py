"""Names and words in tables: nothing is broken, and cut texts can be read in full."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.ledger.store import Store
from tests.browser.begun_games import begin, phone_of
from tests.browser.conftest import NewContext, Server, served
from tests.browser.phones import NO_LOOK_AHEAD
from tests.browser.walk import LANGUAGES, in_turn
from tests.ledger.season import record_season

# the number of lines of each word, if it is more than one
BROKEN = """selector => [...document.querySelectorAll(selector)].flatMap(element => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode())
    for (const word of walker.currentNode.data.matchAll(/\\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, word.index);
      range.setEnd(walker.currentNode, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map(box => box.top)).size > 1) broken.push(word[0]);
    }
  return broken;
})"""


CUT = """selector => [...document.querySelectorAll(selector)]
  .filter(element => element.scrollWidth > element.clientWidth)
  .map(element => element.textContent)"""


TABLES = (
    ("/games/1/sheet", ".sheet__table tbody th"),
    ("/games/2/sheet", ".sheet__table tbody th"),
    ("/games/1/what-if?rules=scheme.elhanani", ".versus thead th"),
    ("/players/", ".figures :is(th, td)"),
    ("/players/1/", ".figures :is(th, td)"),
    ("/players/1/with/2/", ".figures :is(th, td)"),
)
HEADS = ".sheet__table thead bdi"


USUAL = ("Maximiliane", "Bartholomäus", "אברהם יצחק כהן", "Anna Katharina", "אלכסנדרה", "Jo", "Eli")


@pytest.mark.untraced
def test_no_name_is_broken_over_a_column_and_what_is_cut_is_said_when_touched(
    page: Page, server: Server
) -> None:
    """Four names fit at 390 pixels; the sheet of seven scrolls inside itself."""
    phone = phone_of(server.path)
    for game, players in enumerate((4, 5, 7), 1):
        begin(phone, "oh-hell", USUAL[:players], [{"number": "0"}])
        page.goto(f"{server.address}/games/{game}/sheet")
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            cut = page.evaluate(CUT, HEADS)
            assert page.evaluate(BROKEN, HEADS) == []
            assert width == 320 or players == 5 or cut == []
            for name in cut:
                page.locator("th", has_text=name).first.hover()  # the copy, where there is one
                assert page.evaluate(CUT, HEADS).count(name) == cut.count(name) - 1
                assert page.locator(".sheet").get_by_title(name).count() == 1
                page.mouse.move(0, 0)


GERMAN = ("Maximilian", "Annegret", "Friederike", "Wolfgang", "Annika")


EIGHT = (
    *("Maximilianus", "Bartholomäus", "Friederikens", "Wolfgangsohn"),
    *("Elisabethina", "Annaliesbeth", "Konstantinos", "Christiansen"),
)
SHARES = {f"shares-{seat}": number for seat, number in enumerate("2506")}
Window = tuple[int, int]


class Shown(NamedTuple):
    """Texts on the page of a new game after some answers, and what is looked for in windows."""

    game: str
    names: Sequence[str]
    texts: str
    windows: tuple[Window, ...] = ((390, 664),)
    faults: tuple[str, ...] = (CUT,)
    answers: tuple[dict[str, str], ...] = ()


NAMED = (
    Shown("oh-hell", GERMAN, ".player__called .name"),  # beside the mark of the dealer
    Shown("points", GERMAN[:4], ".entered__name"),  # beside the field for points
    Shown("points", EIGHT, ".entered__name", faults=(CUT, BROKEN)),
    Shown(
        "hearts",
        GERMAN[:4],
        ".result__standing",
        windows=((390, 664), (360, 640)),
        answers=({"choice": "1"}, SHARES),
    ),
    Shown(
        "israeli-whist",
        ("Sara", "Walid", "Elizabeth", "Noa"),
        ".who__name",
        windows=((320, 568),),
        faults=(BROKEN,),
    ),
)


@pytest.mark.untraced
def test_names_and_the_standing_have_room_where_they_stand(page: Page, server: Server) -> None:
    """A long name is smaller before it is cut."""
    page.add_init_script(NO_LOOK_AHEAD)
    phone = phone_of(server.path)
    for number, shown in enumerate(NAMED, 1):
        begin(phone, shown.game, shown.names, shown.answers)
        page.goto(f"{server.address}/games/{number}/?record=result")
        expect(page.locator(shown.texts).first).to_be_visible()
        for width, height in shown.windows:
            page.set_viewport_size({"width": width, "height": height})
            for fault in shown.faults:
                assert page.evaluate(fault, shown.texts) == [], (shown, width)


PASSING = ("Maximilian", "Bartholomäus", "Noa", "Eli")
HIGH = """[...document.querySelectorAll(".figures__few")]
  .filter(cell => cell.offsetHeight >= 24).map(cell => cell.textContent)"""
SCROLLED = """[...document.querySelectorAll(".wide, .sheet")]
  .filter(box => box.scrollWidth > box.clientWidth).map(box => box.className)"""


@pytest.mark.untraced
@pytest.mark.slow
def test_no_word_of_the_tables_is_broken_and_names_have_room(
    new_context: NewContext, server: Server
) -> None:
    """A hand that was thrown in and a bonus round have the longest words.

    Each page in one language, and in all by `make deep`. A note on too few cases takes one line, so
    that the row is as high as one with a figure.
    """
    phone = phone_of(server.path)
    names = {f"names-{seat}": name for seat, name in enumerate(PASSING)}
    for outcome in ("bonus", "redeal"):
        form = phone.send(phone.open("/games/new").form("/new"), change="1").form("/new")
        phone.fill(form, names | {"dealer": "0", "rules.passed_out": outcome, "start": "1"})
    phone.answer(bid="pass")
    phone.answer(tricks_0="3", tricks_1="3", tricks_2="3", tricks_3="4")
    phone.answer(2, bid="pass")
    faults = []
    few = 0
    for language in LANGUAGES:
        page = new_context(locale=language).new_page()
        for path, cells in in_turn(language, TABLES):
            page.goto(server.address + path)
            expect(page.locator(cells).first).to_be_visible()
            few += page.locator(".figures__few").count()
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 844})
                wide = page.evaluate("document.documentElement.scrollWidth") - width
                high = page.evaluate(HIGH)
                split = page.evaluate(BROKEN, cells) + page.evaluate(SCROLLED)
                if path.startswith("/players/1/"):  # its long words may be broken
                    split = []
                if wide or high or split:
                    faults.append((language, width, path, wide, high, split))
    assert (faults, few > 2) == ([], True)


# intervals on several lines, or outside of their cell
PARTED = """[...document.querySelectorAll(".figures__likely")].filter(likely => {
  const range = document.createRange();
  range.selectNodeContents(likely);
  const words = range.getBoundingClientRect(), cell = likely.closest("td").getBoundingClientRect();
  const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
  return lines.size > 1 || words.left < cell.left - 0.5 || words.right > cell.right + 0.5;
}).map(likely => likely.textContent)"""


@pytest.fixture
def season(tmp_path: Path) -> Iterator[Server]:
    """A server with a season in its score file."""
    store = Store.open(tmp_path / "season.db")
    record_season(store, 14, 5, hands=4)
    store.close()
    with served(store.path) as server:
        yield server


@pytest.mark.untraced
@pytest.mark.slow
def test_the_figures_of_a_season_fit_phones_and_wide_windows(
    season: Server, new_context: NewContext
) -> None:
    """An interval stays in one piece; a wide window has the parts in two columns.

    Each page in one language, and in all by `make deep`.
    """
    for language in LANGUAGES:
        page = new_context(locale=language).new_page()
        for path in in_turn(language, ("/players/1/", "/players/1/with/2/", "/players/1/")):
            page.goto(season.address + path)
            expect(page.locator(".figures").first).to_be_visible()  # it may be worked out first
            if path == "/players/1/":
                expect(page.locator(".figures__likely").nth(5)).to_be_visible()
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 664})
                assert (language, path, width, page.evaluate(PARTED)) == (language, path, width, [])
                assert page.evaluate("document.documentElement.scrollWidth") == width
            page.set_viewport_size({"width": 1280, "height": 800})
            parts = page.locator(".parts > section").all()
            boxes = [box for box in (part.bounding_box() for part in parts) if box]
            assert len(boxes) > 5
            assert len({round(box["x"]) for box in boxes}) == 2
            assert all(box["width"] > 500 for box in boxes)


def test_both_partners_stand_on_the_tile_that_counts_their_tricks(
    page: Page, server: Server
) -> None:
    names = ("Maximiliane", "Bartholomäus", "Anna Katharina", "אברהם יצחק כהן")
    answers = ({"bid": "4H", "winner": "2"}, {"choice": "S"})
    begin(phone_of(server.path), "bid-whist", names, answers)
    page.goto(f"{server.address}/games/1/")
    page.get_by_role("button", name="Count the tricks while you play").click()
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(CUT, ".tally__name") == []
        assert page.evaluate(BROKEN, ".tally__name") == []
        assert page.evaluate("document.documentElement.scrollWidth") == width
