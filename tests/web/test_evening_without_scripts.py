"""An evening on a phone without JavaScript, which sends only forms that the pages offer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from tests.web.phone import Form, Page, Phone

SOUTH, WEST, NORTH, EAST = range(4)

BOTH = ((1, 5, 5, 1), (1, 5, 5, 2))  # West and North make 5: 35 each; South 11, East -10
ZERO = ((0, 5, 5, 1), (0, 5, 5, 3))  # South makes a zero, under: 50; East -20
FAILED = ((0, 5, 5, 1), (2, 5, 5, 1))  # South takes two with a zero: -40; East 11
DECIDES = ((1, 5, 5, 1), (1, 6, 5, 1))  # West takes one too many: -10; South and East 11


class Reader:
    """A person who fills in the form on the page, as in a browser without scripts."""

    def __init__(self, phone: Phone, page: Page) -> None:
        self.phone, self.page = phone, page

    def answer(self, end: str = "/answers", **answers: str) -> None:
        """Send the form whose address ends so; the page must offer every answer."""
        form = self._offering(end, answers)
        self.page = self.phone.fill(form, answers)
        assert self.page.status == 200, self.page.problems

    def press(self, end: str) -> None:
        """Press the button of a form without fields."""
        self.answer(end)

    def follow(self, address: str) -> None:
        """Touch a link of the page."""
        assert address in (unescape(link) for link in re.findall(r'href="([^"]+)"', self.page.html))
        self.page = self.phone.open(address)

    def hand(self, played: tuple[Sequence[int], Sequence[int]], declarer: int = WEST) -> None:
        """Record a hand from the auction to the tricks."""
        contracts, taken = played
        self.answer(bid="5S", winner=str(declarer))
        while (asked := self.asked()) is not None:
            self.answer(number=str(contracts[asked]))
        self.answer(**{f"tricks-{seat}": str(number) for seat, number in enumerate(taken)})

    def asked(self) -> int | None:
        """The seat whose contract is asked for; None for another question."""
        form = self._offering("/answers", {})
        return int(form.fields["seat"]) if "number" in form else None

    @property
    def totals(self) -> dict[str, int]:
        """Each player's total, as shown large on their card."""
        names = re.findall(
            r'class="player__name[^>]*>.*?<bdi[^>]*>(.*?)</bdi>', self.page.html, re.S
        )
        shown = re.findall(r'class="player__total[^>]*>(.*?)</span>', self.page.html, re.S)
        numbers = (int(re.sub(r"<[^>]*>|\s", "", text).replace("−", "-")) for text in shown)
        return dict(zip(names, numbers, strict=True))

    def _offering(self, end: str, answers: dict[str, str]) -> Form:
        for form in self.page.forms:
            offered = {name for name, _ in form.buttons} | set(form.fields) | self._choices()
            if form.action.endswith(end) and set(answers) <= offered:
                return form
        raise AssertionError(f"no form for {answers} at …{end}")

    def _choices(self) -> set[str]:
        """The names of the fields with several choices."""
        return set(re.findall(r'<input type="radio" name="([^"]+)"', self.page.html))


def of(south: int, west: int, north: int, east: int) -> dict[str, int]:
    """The totals of the four."""
    return {"Sara": south, "Walid": west, "Noa": north, "Eli": east}


def test_a_whole_evening(scorer: Phone) -> None:
    """Exchanges, zeros, undo, a revoke, a correction, a tie, a play-off and a rematch."""
    page = scorer.begin("Sara Walid Noa Eli", rules="vax", ending__target="210")
    table = Reader(scorer, page)
    table.hand(BOTH)
    for _ in range(4):  # three exchanges, and then the cards are thrown in
        table.answer(bid="pass")
    assert "thrown in" in table.page.words
    assert table.page.title.startswith("Hand 3")
    table.hand(ZERO, NORTH)
    table.hand(FAILED)
    table.hand(BOTH)
    table.hand(BOTH, NORTH)
    before = of(3 * 11 + 50 - 40, 5 * 35, 5 * 35, 3 * -10 - 20 + 11)
    assert table.totals == before

    table.press("/undo")
    assert "How many tricks did each take?" in table.page.words
    table.press("/redo")
    assert table.totals == before

    table.follow("/games/1/sheet")
    table.follow("/games/1/hands/1/")
    table.answer("/revokes", **{"revokes-0": "1"})  # 100 points
    table.page = scorer.open("/games/1/hands/1/")
    table.follow("/games/1/hands/1/correct?question=tricks")
    table.answer("/correct", **{"tricks-0": "2", "tricks-3": "1"})  # South -10, East 11
    table.page = scorer.open("/games/1/")
    assert table.totals == of(43 - 100 - 21, 175, 175, -39 + 21)

    table.hand(BOTH)
    assert "Play-off" in table.page.words
    table.hand(DECIDES, NORTH)
    assert "Noa wins" in table.page.words
    table.press("/rematch")
    assert table.totals == of(0, 0, 0, 0)
    table.hand(BOTH)
    assert table.totals == of(11, 35, 35, -10)
