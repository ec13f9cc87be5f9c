"""An evening of four games on a phone: each with a correction that affects later hands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import NewContext, Server
from tests.browser.phones import settled
from tests.browser.test_more_games import LANGUAGES, Looked
from tests.deep import DEEP


class Evening(Looked):
    """The phone on the table; a correction is made on the page of its hand."""

    game = 0

    def begin(self, game: str, names: Sequence[str], **agreed: object) -> None:
        self.game += 1
        self.new_game(names=names, game=game, **agreed)  # type: ignore[arg-type]
        assert f"/games/{self.game}/" in self.page.url

    def correcting(self, question: str, hand: int = 1) -> None:
        """Open the page that corrects an answer of a hand."""
        address = f"{self.address}/games/{self.game}/hands/{hand}"
        self.page.goto(f"{address}/correct?question={question}")
        expect(self.page.locator("form.question")).to_be_visible()

    def corrected(self, hand: int = 1) -> None:
        """Return to the table, after the page of the hand has shown its new points."""
        expect(self.page).to_have_url(f"{self.address}/games/{self.game}/hands/{hand}/")
        self.page.goto(f"{self.address}/games/{self.game}/")


@pytest.fixture(params=LANGUAGES if DEEP else ["he"])
def evening(
    request: pytest.FixtureRequest, new_context: NewContext, server: Server
) -> tuple[Evening, Sequence[str]]:
    """In Hebrew, from right to left; `make deep` has it in English, too."""
    language, names = request.param, LANGUAGES[request.param]
    page = new_context(locale=language, reduced_motion="reduce").new_page()
    return Evening(page, server.address, language), names


@pytest.mark.slow
def test_an_evening_of_four_games(evening: tuple[Evening, Sequence[str]]) -> None:
    table, names = evening
    _points(table, names[:4])
    _oh_hell(table, names[:5])
    _spades(table, names[:4])
    _hearts(table, names[:4])
    assert table.misfits == [], "\n".join(table.misfits)
    table.page.goto(f"{table.address}/sessions/")
    for name in names[:4]:
        expect(table.page.locator("main")).to_contain_text(name)


def _points(table: Evening, names: Sequence[str]) -> None:
    """Three rounds; the first one had been written down wrong."""
    table.begin("points", names, target=100)
    for hand, numbers in enumerate(((20, -5, 0, 30), (10, 10, 10, 10), (0, 40, 5, 5)), 2):
        table.typed(*numbers)
        expect(table.page.locator(".top__title")).to_contain_text(str(hand))
        table.look("evening-points")
    table.shows_totals([30, 45, 15, 45])
    table.correcting("points")
    table.page.fill("[name=points-3]", "85")
    table.page.locator("form.question .button--main").click()
    table.corrected()
    table.shows_totals([30, 45, 15, 100])
    expect(table.page.locator(".winner__title")).to_contain_text(names[3])  # it ended there


def _oh_hell(table: Evening, names: Sequence[str]) -> None:
    """Five players, ten cards, then nine; the tricks of the first hand are corrected."""
    table.begin("oh-hell", names, target=None)
    table.look("evening-oh-hell")
    table.bids(3, 2, 1, 2, 1)  # from West on; South, the dealer, can't say 2
    table.look("evening-oh-hell-tricks")
    table.tricks((1, 3, 2, 2, 2))
    table.shows_totals([11, 13, 12, 0, 12])
    table.bids(2, 2, 1, 2, 1)
    table.tricks((2, 2, 2, 2, 1))
    table.shows_totals([23, 13, 24, 12, 23])
    table.look("evening-oh-hell-next")
    table.correcting("tricks")
    table.tap("li:has(#tricks-3) [data-by='-1']")
    table.tap("li:has(#tricks-1) [data-by='1']")
    table.tap("[data-when-right]")
    table.corrected()
    # West took four and missed the 3; East took one and made it: 11 more in the second hand, too
    table.shows_totals([23, 0, 24, 23, 23])


def _spades(table: Evening, names: Sequence[str]) -> None:
    """Four hands with three bags each cost a hundred; with none in the first they do not."""
    table.begin("spades", names, target=500)
    for _ in range(4):
        table.bids(2, 3, 3, 2)
        table.side_tricks(8)
        table.look("evening-spades")
    table.shows_totals([112, 200])
    table.correcting("tricks")
    table.page.locator("[name=number][value='5']").click()
    table.corrected()
    table.shows_totals([209, 203])


def _hearts(table: Evening, names: Sequence[str]) -> None:
    """A total of exactly 50 loses 50; with one heart less in the first hand it is 49."""
    table.begin("hearts", names, target=100, rules={"exact": "50-and-100"})
    for _ in range(2):
        table.choose("1")
        settled(table.page)  # the server's page is there
        table.look("evening-hearts")
        table.shares(12, 1, 0, 0)
    table.shows_totals([0, 2, 0, 0])
    table.correcting("hearts")
    for seat, hearts in enumerate((11, 2)):
        table.tap(f"#shares-{seat}")
        table.tap(f"[data-shares-pad] [data-to='{hearts}']")
    table.tap("[data-when-right]")
    table.corrected()
    table.shows_totals([49, 3, 0, 0])
