"""Evenings on a phone without JavaScript, which sends forms that the pages offer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from scorekeeper.ledger.game_list import game_ids
from scorekeeper.ledger.store import Store
from tests.web.phone import Form, Page, Phone

SOUTH, WEST, NORTH, EAST = range(4)
NAMES = "Sara Walid Noa Eli"

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
    page = scorer.begin(NAMES, rules="vax", ending__target="210")
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


def correct(phone: Phone, game: int, question: str, answers: dict[str, str]) -> None:
    """Correct an answer of the first hand; the other answers still fit."""
    page = phone.open(f"/games/{game}/hands/1/correct?question={question}")
    page = phone.fill(page.form("/correct"), answers)
    assert page.address == f"/games/{game}/hands/1/", page.problems


def shares(*numbers: int) -> dict[str, str]:
    """The fields of a question that asks for a number of each player."""
    return {f"shares-{seat}": str(number) for seat, number in enumerate(numbers)}


def test_the_english_example_call_by_call_with_a_scoring_of_ones_own(
    scorer: Phone, store: Store
) -> None:
    """South deals; West may not say 4; the total is 12, under."""
    scorer.begin(NAMES, rules__scheme="elhanani")
    calls = ("pass", "5H", "6C", "pass", "pass", "6H", "7C", "pass", "pass", "pass", "pass")
    for turn, call in enumerate(calls):
        form = scorer.open("/games/1/?record=calls").form("/answers")
        scorer.fill(form, {"call": call, "seat": str(turn % 4)})
    for number in ("2", "0"):
        scorer.answer(number=number)
    refused = scorer.answer(number="4")
    assert refused.problems == ["Walid can't say 4: that would make 13."]
    scorer.answer(number="3")
    page = scorer.answer(tricks_0="0", tricks_1="3", tricks_2="8", tricks_3="2")
    assert store.game(1, 1).game.totals == (50, 9, -5, 4)
    assert page.title.startswith("Hand 2")


def test_bid_whist_to_21(scorer: Phone, store: Store) -> None:
    """Sara and Noa against Walid and Eli; all pass once, and a hand is corrected."""

    def hand(bid: str, winner: int, announced: str, tricks: int) -> None:
        scorer.answer(bid=bid, winner=str(winner))
        scorer.answer(choice=announced)
        scorer.answer(number=str(tricks))

    def shows(*totals: int) -> None:
        assert store.game(1, 1).game.totals == totals

    scorer.begin(NAMES, game="bid-whist")
    page = scorer.answer(bid="4H", winner=str(WEST))
    assert "to ±21" in page.words
    assert "4 High" in page.words
    page = scorer.answer(choice="H")
    assert "Walid picks up the kitty" in page.words
    assert "needs 10" in page.words
    refused = scorer.answer(number="0")
    assert refused.problems == ["Walid and Eli have one trick at least: the kitty is theirs."]
    scorer.answer(number="11")
    shows(0, 5)
    assert "thrown in" in scorer.answer(bid="pass").words
    hand("5NT", SOUTH, "low", 10)
    shows(-10, 5)
    # it was 7 no trump: the announcement and the tricks still fit
    number = len(store.game(1, 1).game.complete)
    page = scorer.open(f"/games/1/hands/{number}/correct?question=auction-0-0")
    scorer.fill(page.form("/correct"), {"bid": "7NT", "winner": str(SOUTH)})
    shows(-14, 5)
    hand("7H", EAST, "S", 13)
    shows(-14, 12)
    page = scorer.open("/games/1/")
    assert "Undo: hand 4, Walid and Eli took 13 tricks" in page.words
    for tricks, total in ((12, -2), (13, 12)):
        scorer.send(scorer.open("/games/1/").form("/undo"))
        scorer.answer(number=str(tricks))
        shows(-14, total)
    hand("6L", WEST, "D", 13)
    shows(-14, 19)
    hand("3H", EAST, "C", 9)
    shows(-14, 22)
    page = scorer.open("/games/1/")
    assert "Walid and Eli win" in page.words
    assert scorer.send(page.form("/rematch")).title.startswith("Hand 1")


def test_the_sheet_of_bid_whist_says_what_does_not_divide(scorer: Phone) -> None:
    page = scorer.begin(NAMES, game="bid-whist", ending__goal="deals", ending__deals="10")
    assert "Sara and Noa play against Walid and Eli." in page.words
    assert any("10 cannot be divided by 4" in problem for problem in page.problems)


def test_an_evening_of_four_games(scorer: Phone, store: Store) -> None:
    """Each with a correction that affects later hands."""

    def shows(*totals: int) -> None:
        assert store.game(1, game_ids(store, 1)[0]).game.totals == totals

    scorer.begin(NAMES, game="points", ending__target="100")
    for points in ((20, -5, 0, 30), (10, 10, 10, 10), (0, 40, 5, 5)):
        scorer.answer(1, **{f"points-{seat}": str(one) for seat, one in enumerate(points)})
    shows(30, 45, 15, 45)
    correct(scorer, 1, "points", {"points-3": "85"})
    shows(30, 45, 15, 100)
    assert "Eli wins" in scorer.open("/games/1/").words  # it ended there

    scorer.begin(f"{NAMES} Dan", game="oh-hell", ending__goal="open")
    for bids, taken in (("32121", "13222"), ("22121", "22221")):
        for bid in bids:  # from West on; South, the dealer, can't say 2
            scorer.answer(2, number=bid)
        scorer.answer(2, **{f"tricks-{seat}": one for seat, one in enumerate(taken)})
    shows(23, 13, 24, 12, 23)
    correct(scorer, 2, "tricks", {"tricks-1": "4", "tricks-3": "1"})
    # West took four and missed the 3; East took one and made it: 11 more in the second hand, too
    shows(23, 0, 24, 23, 23)

    scorer.begin(NAMES, game="spades", ending__target="500")
    for _ in range(4):  # with three bags each: they cost a hundred
        for number in ("2", "3", "3", "2", "8"):
            scorer.answer(3, number=number)
    shows(112, 200)
    correct(scorer, 3, "tricks", {"number": "5"})
    shows(209, 203)

    scorer.begin(NAMES, game="hearts", rules__exact="50-and-100")
    for _ in range(2):
        scorer.answer(4, choice="1")
        scorer.answer(4, **shares(12, 1, 0, 0))
    shows(0, 2, 0, 0)  # a total of exactly 50 loses 50
    correct(scorer, 4, "hearts", shares(11, 2, 0, 0))
    shows(49, 3, 0, 0)
    evenings = scorer.open("/sessions/")
    assert all(name in evenings.words for name in NAMES.split())
