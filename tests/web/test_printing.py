"""Printing: the page for the print dialogue, and the PDF file."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from flask import Flask
from flask.typing import ResponseReturnValue

from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.store import Store
from scorekeeper.sheets import document
from scorekeeper.sheets.document import A4, LETTER
from scorekeeper.web.printing import DocumentAddress, print_games
from tests.deep import DEEP
from tests.sheets.kit import sizes, texts
from tests.web.phone import Page, Phone, addresses
from tests.web.places import without_pdf

STYLE = Path(__file__).parents[2] / "static/print/paper.css"
INSTEAD = "For a PDF file, print, and choose “Save as PDF” instead of a printer."


@pytest.fixture
def game(scorer: Phone) -> Phone:
    """A game with one hand: the worked example of pagat.com's German page."""
    scorer.write_game()
    scorer.write_hand()
    return scorer


def file_of(phone: Phone, address: str) -> bytes:
    """The PDF at an address."""
    response = phone.client.get(address)
    assert (response.status_code, response.mimetype) == (200, "application/pdf")
    return bytes(response.data)


def leaves(page: Page) -> list[str]:
    return re.findall(r'<section class="leaf" aria-label="([^"]+)"', page.html)


def test_the_sheet_and_more_lead_to_print(game: Phone) -> None:
    for address in ("/games/1/sheet", "/games/1/more"):
        assert "/games/1/print" in list(addresses(game.open(address)))
    assert "/print" in list(addresses(game.open("/")))


def test_the_page_shows_the_sheet_as_it_is_printed(game: Phone) -> None:
    page = game.open("/games/1/print")
    assert leaves(page) == ["1 of 1"]
    for words in (
        "7♣ Chaim 1 under",
        "2/0 −20 −20 3/3 +19 19 7/8 −10 −10 0/2 −40 −40",
        "Total −20 19 −10 −40 Place 3rd 1st 2nd 4th",
        "The game is running.",
        "Scoring: Standard",
        "In each cell: contract / tricks, points, total.",
    ):
        assert "".join(words.split()) in "".join(page.words.split()), words


def test_without_scripts_the_page_says_how_to_print(game: Phone) -> None:
    page = game.open("/games/1/print")
    assert "Your browser's Print command prints only the pages below." in page.words
    assert re.search(r"<button[^>]* class=\"[^\"]*\bscripted\"[^>]* data-print>", page.html)


@pytest.mark.parametrize(
    ("what", "words"),
    [("sheet", "1 under"), ("blank", "Contract of 1 or more"), ("rules", "Cards and deal")],
)
@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (216, 279))])
def test_the_file_has_what_the_page_has(
    game: Phone, what: str, words: str, paper: str, size: tuple[int, int]
) -> None:
    wanted = f"what={what}&paper={paper}&names=yes"
    page = game.open(f"/games/1/print?{wanted}")
    assert f"paper paper--{paper}" in page.html
    assert words in page.words
    (address,) = (link for link in addresses(page) if ".pdf" in link)
    made = file_of(game, address.replace("&amp;", "&"))
    assert sizes(made) == {size}
    (text,) = texts(made)
    assert words in text
    assert "Anna" in text


def test_the_file_is_named_after_the_game(game: Phone) -> None:
    disposition = game.client.get("/games/1/print.pdf").headers["Content-Disposition"]
    assert re.fullmatch(r'inline; filename="israeli-whist-\d{4}-\d\d-\d\d-sheet\.pdf"', disposition)


def test_a_blank_sheet_goes_without_names_when_they_are_not_wanted(game: Phone) -> None:
    (text,) = texts(file_of(game, "/games/1/print.pdf?what=blank"))
    assert "Anna" not in text
    assert "Anna" not in game.open("/games/1/print?what=blank").words


@pytest.mark.parametrize(
    ("language", "paper"),
    [("en-US", LETTER), ("en-CA,fr;q=0.5", LETTER), ("en-GB", A4), ("de", A4), ("", A4)],
)
def test_the_paper_is_that_of_the_readers_country(
    game: Phone, language: str, paper: object
) -> None:
    answer = game.client.get("/games/1/print", headers={"Accept-Language": language})
    assert f"paper--{getattr(paper, 'key', '')}" in answer.text


@pytest.mark.slow
def test_before_any_game_there_are_blank_sheets_and_rules_of_every_game(scorer: Phone) -> None:
    """Those of the first preset of each game; `make deep` makes all, and rules as files."""
    for book in rulebooks().values():
        for preset in book.presets if DEEP else book.presets[:1]:
            for what in ("blank", "rules"):
                wanted = f"game={book.key}&rules={preset.key}&what={what}"
                page = scorer.open(f"/print?{wanted}")
                assert leaves(page) == ["1 of 1"]
                assert str(book.title(preset.rules)) in page.words
                if DEEP or what == "blank":
                    assert len(texts(file_of(scorer, f"/print.pdf?{wanted}"))) == 1
    seven = scorer.open("/print?game=oh-hell&players=7")
    assert seven.html.count('class="ruled__side"') == 7


@pytest.mark.parametrize(
    "query",
    [
        "what=nothing&paper=napkin&names=perhaps",
        "game=chess&rules=none&players=99",
        "players=-1&endpoint=x&_external=1&_anchor=%0d%0a&key=y",
        "game=bid-whist&rules=pagat&players=many",
    ],
)
def test_an_odd_address_is_answered_with_the_usual(game: Phone, query: str) -> None:
    for address in (f"/games/1/print?{query}", f"/print?{query}"):
        assert game.open(address).status == 200
    assert game.open("/games/9/print").status == 404


def test_names_are_no_markup(scorer: Phone) -> None:
    form = scorer.open("/games/new").form("/games/new")
    names = ("<b>Anna", "#let x = 1", "$x^2$ *B*", '"]; panic')
    scorer.fill(form, {"dealer": "0"} | {f"names-{seat}": name for seat, name in enumerate(names)})
    scorer.write_hand()
    assert "<b>Anna" not in scorer.open("/games/1/print").html
    (text,) = texts(file_of(scorer, "/games/1/print.pdf"))
    for name in names:
        assert "".join(name.split()) in "".join(text.split())


def test_without_the_extra_the_page_says_how_the_browser_makes_a_pdf_file(
    game: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    without_pdf(game, monkeypatch)
    page = game.open("/games/1/print")
    assert (page.status, leaves(page)) == (200, ["1 of 1"])
    assert INSTEAD in page.words
    assert not [address for address in addresses(page) if ".pdf" in address]
    refused = game.open("/games/1/print.pdf")
    assert (refused.status, leaves(refused)) == (501, ["1 of 1"])
    assert INSTEAD in refused.words


@pytest.fixture
def evening(app: Flask, store: Store) -> None:
    """A page for the games of an evening."""

    def answer() -> ResponseReturnValue:
        records = [store.game(1, number) for number in (1, 2)]
        return print_games(records, "Friday, at Ed's", "2026-11-20", DocumentAddress("evening"))

    app.add_url_rule("/evening/print", "evening", answer)
    app.add_url_rule("/evening/print.pdf", "evening_pdf", answer)


def test_several_games_are_one_document(evening: None, game: Phone) -> None:
    game.write_game("Ed Flo Gus Hal")
    page = game.open("/evening/print?paper=a4")
    assert leaves(page) == ["1 of 3", "2 of 3", "3 of 3"]
    assert "/evening/print.pdf?paper=a4" in list(addresses(page))
    for words in (
        "Friday, at Ed's",
        "2 games",
        "Game 1: Israeli Whist, Thrown in when all pass, to 300",
    ):
        assert words in page.words
    first, *others = texts(file_of(game, "/evening/print.pdf"))
    assert "Game 2: Israeli Whist, Thrown in when all pass, to 300" in first
    assert ["Ed" in text.split() for text in others] == [False, True]
    disposition = game.client.get("/evening/print.pdf").headers["Content-Disposition"]
    assert disposition == 'inline; filename="Friday_at_Eds_2026-11-20-sheet.pdf"'


def test_the_style_sheet_has_the_measures_by_which_pages_are_broken() -> None:
    css = STYLE.read_text("utf-8")
    declared = {
        name.replace("-", "_").upper(): float(value)
        for name, value in re.findall(r"^    --([a-z-]+): ([\d.]+)mm;", css, re.MULTILINE)
        if name not in {"dealer", "played", "paper-inline", "paper-block"}
    }
    assert {name: getattr(document, name) for name in declared} == declared
    assert {"MARGIN", "RUNNING", "HEADING", "ROW", "TOTALS", "NOTE"} <= set(declared)
    for sides in range(1, 8):
        columns = document.DEALER_WIDTHS[sides - 1], document.PLAYED_WIDTHS[sides - 1]
        block = re.search(rf"\.hands--{sides} {{\s+--dealer: (\d+)mm;\s+--played: (\d+)mm;", css)
        assert block
        assert tuple(map(float, block.groups())) == columns
    for paper in (A4, LETTER):
        assert f"size: {paper.width}mm {paper.height}mm;" in css
