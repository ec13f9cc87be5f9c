"""Printing in Chromium, on both papers and in both directions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import LONGEST_NOTE, Kind
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game
from scorekeeper.wording import typographic
from tests.browser.conftest import NewContext, Server
from tests.browser.test_layout_tables import BROKEN, USUAL
from tests.browser.walk import LANGUAGES, in_turn
from tests.deep import DEEP
from tests.sheets.kit import HEBREW_NAMES, LONG_NAMES, NAMES, game_of, setup_of, sizes, texts, words

KINDS = ("sheet", "blank", "rules")
PAPERS = [("a4", (210, 297)), ("letter", (216, 279))]
OVERFULL = """() => [...document.querySelectorAll(".leaf")].filter((leaf) => {
  const floor = leaf.querySelector(".leaf__body").getBoundingClientRect().bottom + 1;
  const parts = [...leaf.querySelectorAll(".leaf__body > *, .beside > *, .table-rules")];
  return leaf.scrollWidth > leaf.clientWidth + 1
    || parts.some((part) => part.getBoundingClientRect().bottom > floor)
    || [...leaf.querySelectorAll("td, th")].some((cell) => cell.scrollWidth > cell.clientWidth + 1);
}).length"""


NOTES = (  # as long as they may be, and as wide
    "Anna was sure of five tricks, took four and said that the lights were bad, the cards old and "
    "the neighbour too loud",
    "W" * LONGEST_NOTE,
    "“Never”, said Ben.",
)


def record(
    server: Server, game: Game, names: Sequence[str] = NAMES, notes: Sequence[str] = ()
) -> int:
    """Put a game into the score file of a server, entry by entry; its hands have notes in turn."""
    store = Store.open(server.path)
    table = tables.first(store).id
    made = new_game(store, table, f"game-{id(game)}", game.setup, names[: game.setup.players])
    entries: list[tuple[Kind, Any, int | None]] = []
    for deal in game.deals:
        entries += [(Kind.ANSWER, fact, None) for fact in deal.record.facts]
        if any(deal.record.revokes):
            fined = {"revokes": list(deal.record.revokes)}
            entries.append((Kind.REVOKES, fined, deal.number))
        if notes:
            note = notes[deal.number % len(notes)]
            entries.append((Kind.NOTE, {"note": note}, deal.number))
    if notes:
        entries.append((Kind.NOTE, {"note": notes[0]}, 0))
    for revision, (kind, given, number) in enumerate(entries):
        key = f"{made}-{revision}"
        store.record(table, made, key=key, revision=revision, kind=kind, given=given, deal=number)
    return made


def printed(page: Page, address: str) -> bytes:
    """The pages that the print dialogue would send to the printer; none is overfull."""
    page.goto(address)
    page.emulate_media(media="print")
    assert page.evaluate(OVERFULL) == 0
    return page.pdf(prefer_css_page_size=True)


@pytest.mark.parametrize(("paper", "size"), PAPERS if DEEP else PAPERS[:1])
@pytest.mark.untraced
def test_forty_hands_are_printed_on_as_many_pages_as_the_page_shows(
    page: Page, server: Server, paper: str, size: tuple[int, int]
) -> None:
    """On A4; `make deep` prints on letter paper, too."""
    game = game_of(setup_of(ISRAELI_WHIST, 2, Ending(goal=Goal.DEALS, deals=40)), 99)
    number = record(server, game, notes=NOTES)
    made = printed(page, f"{server.address}/games/{number}/print?paper={paper}")
    pages = texts(made)
    assert sizes(made) == {size}
    assert len(pages) == page.locator(".leaf").count() >= 2
    for index, text in enumerate(pages, 1):
        assert f"{index} of {len(pages)}" in text
    assert "Carried forward" in pages[0]
    assert "Brought forward" in pages[1]
    assert sum(text.count(NOTES[2]) for text in pages) == 13
    everything = Counter[str]()
    for text in pages:
        everything += words(text)
    for deal in game.deals:
        assert everything[str(deal.number)] >= 1
    for total in game.totals:
        assert everything[typographic(f"{total:,}")] >= 1
    assert [text for text in pages if "New game" in text or "Your browser" in text] == []


@pytest.mark.untraced
@pytest.mark.slow
def test_long_names_and_everything_else_fit(page: Page, server: Server) -> None:
    """Each kind of sheet on one of the papers; `make deep` has all on both."""
    turn = 0
    for book in (ISRAELI_WHIST, BID_WHIST):
        number = record(server, game_of(setup_of(book), 25, stopped=True), LONG_NAMES)
        for what in KINDS:
            turn += 1
            for paper, size in PAPERS if DEEP else [PAPERS[turn % len(PAPERS)]]:
                path = f"/games/{number}/print?paper={paper}&what={what}&names=yes"
                made = printed(page, f"{server.address}{path}")
                pages = texts(made)
                assert sizes(made) == {size}
                assert len(pages) == page.locator(".leaf").count()
                joined = "".join("".join(pages).split())
                assert all("".join(name.split()) in joined for name in LONG_NAMES[:4])


@pytest.mark.parametrize(("paper", "size"), PAPERS)
@pytest.mark.untraced
def test_the_lowest_rows_of_a_blank_sheet_hold_what_stands_in_them(
    page: Page, server: Server, paper: str, size: tuple[int, int]
) -> None:
    """The 24 hands of Romanian Whist, with the number of tricks of each."""
    address = f"{server.address}/print?game=romanian-whist&what=blank&paper={paper}"
    made = printed(page, address)
    assert (sizes(made), len(texts(made))) == ({size}, 1)


@pytest.mark.untraced
def test_the_longest_rules_fit_their_page_in_every_language(
    new_context: NewContext, server: Server
) -> None:
    for language in LANGUAGES:
        page = new_context(locale=language).new_page()
        page.emulate_media(media="print")
        for rules in ("israeli-whist&rules=vax", "estimation&rules=pocket"):
            page.goto(f"{server.address}/print?what=rules&paper=letter&game={rules}")
            assert (language, rules, page.evaluate(OVERFULL)) == (language, rules, 0)


@pytest.mark.untraced
@pytest.mark.slow
def test_no_name_and_no_word_over_a_column_is_broken(
    new_context: NewContext, server: Server
) -> None:
    """Each sheet in one language, and in all by `make deep`."""
    number = record(server, game_of(setup_of(BID_WHIST), 3, stopped=True), USUAL)
    other = record(server, game_of(setup_of(ISRAELI_WHIST, 2), 3, stopped=True), USUAL)
    for language in LANGUAGES:
        page = new_context(locale=language).new_page()
        page.emulate_media(media="print")
        for game, what in in_turn(language, list(product((number, other), KINDS))):
            page.goto(f"{server.address}/games/{game}/print?paper=a4&what={what}&names=yes")
            assert (language, what, page.evaluate(BROKEN, ".leaf thead th")) == (language, what, [])


@pytest.mark.untraced
def test_from_right_to_left_the_columns_turn_and_nothing_is_cut(page: Page, server: Server) -> None:
    number = record(server, game_of(setup_of(ISRAELI_WHIST, 2), 12, stopped=True), HEBREW_NAMES)
    page.emulate_media(media="print")
    for what in KINDS:
        page.goto(f"{server.address}/games/{number}/print?paper=a4&what={what}&names=yes")
        page.evaluate("document.documentElement.dir = document.querySelector('.paper').dir = 'rtl'")
        assert page.evaluate(OVERFULL) == 0
        heads = page.locator(".hands__side, .ruled__side").all()
        lefts = [box["x"] for head in heads if (box := head.bounding_box())]
        assert lefts == sorted(lefts, reverse=True)
        assert len(lefts) == (0 if what == "rules" else 4)
        texts_of_figures = page.locator(".leaf .figure")
        assert (
            texts_of_figures.first.evaluate("figure => getComputedStyle(figure).direction") == "ltr"
        )


def test_the_dialogue_and_the_file_are_one_tap_away_and_the_pages_fit_a_phone(
    page: Page, server: Server
) -> None:
    page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1; }")
    page.goto(f"{server.address}/print?game=bid-whist")
    button = page.get_by_role("button", name="Print")
    expect(button).to_be_visible()
    expect(page.get_by_text("Your browser's own Print prints")).to_be_hidden()
    button.click()
    assert page.evaluate("window.printed") == 1
    file = page.get_by_role("link", name="PDF file").get_attribute("href")
    assert file
    answer = page.request.get(f"{server.address}{file}")
    assert answer.headers["content-type"] == "application/pdf"
    assert "Bid Whist" in texts(answer.body())[0]
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        leaf = page.locator(".leaf").first.bounding_box()
        assert leaf
        assert 0 <= leaf["x"] <= leaf["x"] + leaf["width"] <= width


def test_rules_are_read_on_a_phone_as_text(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    page.goto(f"{server.address}/print?game=schieber&what=rules")
    sentences = page.locator(".table-rules li")
    assert sentences.count() > 10
    assert sentences.last.evaluate("it => parseFloat(getComputedStyle(it).fontSize)") >= 16
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.emulate_media(media="print")
    assert page.locator(".leaf").first.evaluate("it => it.offsetHeight") > 1000


def test_no_heading_stands_alone_at_the_foot_of_a_printed_page(page: Page, server: Server) -> None:
    """Sections of every length, so that a heading would be the last line of a page."""
    page.goto(f"{server.address}/help")
    page.locator("main").evaluate(
        """main => main.replaceChildren(...[...Array(90).keys()].flatMap(number => {
          const heading = document.createElement(number % 2 ? "h2" : "h3");
          heading.textContent = `Heading ${number}`;
          const line = document.createElement("p");
          line.textContent = "A line.";
          const length = 1 + number * 7 % 11;
          return [heading, ...Array.from({length}, () => line.cloneNode(true))];
        }))"""
    )
    pages = texts(page.pdf(format="A4"))
    assert len(pages) > 5
    assert [text.splitlines()[-1] for text in pages] == ["A line."] * len(pages)
