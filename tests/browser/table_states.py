"""The states of the page of a game: each in a separate game, reached by sending its forms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page, expect

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import WRITES
from tests.browser.kept_taps import too_late
from tests.browser.phones import ready
from tests.doors import UNLIMITED, new_link
from tests.web.phone import Page as Answered
from tests.web.phone import Phone

# Names of 24 letters, three of which begin alike, and others that begin alike to the last letter.
LONG_NAMES = (
    "Maximiliane-Theodora XIV",
    "Maximiliane-Theodora XVI",
    "Wolfgang Amadeus Wilhelm",
    "Bartholomäus von Schwarz",
)
ALIKE_NAMES = ("Anna Katharina 1", "Anna Katharina 2", "Bartholomew", "Jo")
HEBREW_NAMES = (
    "אברהם יצחק כהן מירושלים",
    "אברהם יצחק כהן מתל אביב",
    "אלכסנדרה בת־שבע רוזנברג",
    "דנה",
)

SUBMIT = """fields => {
  const form = document.querySelector("form.question");
  for (const [name, value] of Object.entries(fields)) {
    for (const old of form.querySelectorAll(`[name="${name}"]`)) old.disabled = true;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.submit();
}"""

# The points of two hands.
LONG_NUMBERS = {
    "four digits": (1250, 980, -1120, 40),
    "five digits": (19_250, -9_980, -9_999, 40, 12, 6),
}


class Seated(Phone):
    """A phone that begins games of the same four players and answers their questions."""

    names: Sequence[str] = ()
    game = 0
    asked: Answered  # the page that the last form led to

    def start(self, kind: str = "israeli-whist", preset: str = "pagat", target: str = "300") -> int:
        form = self.open(f"/games/new?game={kind}").form("/new")
        seats = {f"names-{seat}": name for seat, name in enumerate(self.names)}
        agreed = {"dealer": "0", "start": "1", "ending.goal": "target", "ending.target": target}
        if kind == "israeli-whist":
            agreed["rules"] = preset
        self.asked = self.fill(form, seats | agreed)
        self.game = int(self.asked.address.split("/")[2])
        return self.game

    def say(self, **answers: str) -> None:
        self.asked = self.fill(self.asked.form("/answers"), answers)

    def deal(self, bid: str = "7C 2", contracts: str = "0 2 3", tricks: str = "0 3 8 2") -> None:
        self.asked = self.hand(contracts, tricks, self.game, bid)

    def back(self) -> None:
        self.asked = self.send(self.asked.form("/undo"))


Reach = Callable[[Seated], object]
Prepare = Callable[[Page], object]


def _nothing(_: object) -> None:
    """Nothing more is to be done."""


@dataclass(frozen=True, slots=True)
class State:
    """A state of the page of a game.

    reach    sends the forms that lead a new game there
    shows    an element of the page in this state
    query    the query of the address
    prepare  taps on the page itself
    """

    name: str
    reach: Reach
    shows: str
    query: str = ""
    prepare: Prepare = _nothing


def states() -> Iterator[State]:
    """All states, in the order of a hand; a phone may go through them in this order."""
    yield from _auctions()
    yield from _contracts()
    yield from _tricks()
    yield from _results()
    yield from _troubles()
    yield from _bid_whist()
    yield from _last()


def _auctions() -> Iterator[State]:
    result = "?record=result"
    who = ".who input"
    yield State("auction", lambda phone: phone.start(), who, result)
    yield State("auction, a bid of 10 or more", lambda phone: phone.start(), who, result, _higher)
    yield State("auction, bid chosen", lambda phone: phone.start(), who, result, _choose_bid)
    for passes in (1, 2, 3):
        yield State(f"all passed, exchange {passes}", _passed_by(passes), ".notice", result)
    yield State("all passed, thrown in", _passed_by(4), ".result", result)
    for calls in (1, 3, 11):
        yield State(f"call by call, after {calls}", _called(calls), "[name=call]", "?record=calls")
    yield State("call by call, higher bids", _called(3), "[name=call]", "?record=calls", _higher)
    yield State("call by call, after a hand", _hands(1), "[name=call]", "?record=calls")
    yield State("auction taken back", _auction_back, ".tile--chosen", result)
    yield State("auction after a hand", _hands(1), ".result", result)
    yield State("bid of 10 or more after a hand", _hands(1), ".result", result, _higher)


def _contracts() -> Iterator[State]:
    for count in range(3):
        numbers = ["0", "2", "3"][:count]
        yield State(f"contract {count + 1}", _contracting(numbers), "[name=number]")
    yield State("contract 3, far over", _contracting(["9", "9"]), "[name=number]")
    yield State("contract taken back", _contract_back, ".tile--chosen")
    yield State("contract after a hand", _second_contract, "[name=number]")


def _tricks() -> Iterator[State]:
    yield State("tricks", _playing, "[data-tricks]")
    yield State("tricks, number pad open", _playing, "[data-tricks]", prepare=_open_pad)
    yield State("tricks, pad of the last row open", _playing, "[data-tricks]", prepare=_open_last)
    yield State("tricks, wrong sum", _playing, "[data-tricks]", prepare=_wrong_sum)
    yield State("tricks taken back", _tricks_back, "[data-entered-before]")


def _results() -> Iterator[State]:
    yield State("reasons of a result", _hands(1), ".result", "?record=result", _unfold)
    yield State("play-off", _tie, ".result", "?record=result")
    yield State("game over", _over, ".winner")
    for name, numbers in LONG_NUMBERS.items():
        yield State(name, _pointed(numbers), ".player__points")
        if len(numbers) > 4:
            yield State(f"sheet, {name}", _pointed(numbers), ".sheet__points", "sheet")
            yield State(f"standings, {name}", _pointed(numbers), ".board__total", "board")
            yield State(f"screen, {name}", _pointed(numbers), ".room__total", "screen")


def _troubles() -> Iterator[State]:
    yield State("contract refused", _contracting(["0"]), "form.question", prepare=_send("99"))
    yield State("conflict", _contracting(["0"]), "form.question", prepare=_send("3", "1"))


def _bid_whist() -> Iterator[State]:
    result = "?record=result"
    yield State("Bid Whist, auction", _bid_whist_at(), ".who input", result)
    yield State("Bid Whist, trumps", _bid_whist_at("4H"), "[name=choice]")
    yield State("Bid Whist, tricks", _bid_whist_at("4H", "S"), "[name=number]")
    yield State("Bid Whist, after a hand", _bid_whist_at("4H", "S", "11"), ".result", result)


def _last() -> Iterator[State]:
    """Last of all: a counting phone goes on counting, and one without a network stays offline."""
    yield State("tally", _playing, "[data-tricks]", prepare=_count)
    yield State("Bid Whist, tally", _bid_whist_at("4H", "S"), "[name=number]", prepare=_count)
    late = too_late({"number": "3"}, "[name=number][value='2']")
    yield State("two answers", _contracting(["0"]), "form.question", prepare=late)
    west = "label:has([name=winner][value='1'])"
    late = too_late({"bid": "6C", "winner": "2"}, "label:has([value='7C'])", west)
    yield State("two auctions", lambda phone: phone.start(), "form.question", prepare=late)
    yield State("entry not sent", _contracting(["0"]), "form.question", prepare=_offline)


def _passed_by(times: int) -> Reach:
    def reach(phone: Seated) -> None:
        phone.start(preset="vax")
        for _ in range(times):
            phone.say(bid="pass")

    return reach


def _called(count: int) -> Reach:
    calls = ["pass", "5H", "6C", "pass", "6D", "6H", "7C", "pass", "7D", "7H", "8C"]

    def reach(phone: Seated) -> None:
        phone.start()
        for number, call in enumerate(calls[:count]):
            phone.say(call=call, seat=str(number % 4))

    return reach


def _hands(count: int) -> Reach:
    def reach(phone: Seated) -> None:
        phone.start()
        for _ in range(count):
            phone.deal()

    return reach


def _auction_back(phone: Seated) -> None:
    phone.start()
    phone.say(bid="10NT", winner="2")
    phone.back()


def _contracting(numbers: Sequence[str]) -> Reach:
    def reach(phone: Seated) -> None:
        phone.start()
        phone.say(bid="7C", winner="2")
        for number in numbers:
            phone.say(number=number)

    return reach


def _contract_back(phone: Seated) -> None:
    _contracting(["0"])(phone)
    phone.back()


def _second_contract(phone: Seated) -> None:
    phone.start()
    phone.deal()
    phone.say(bid="7C", winner="2")


def _playing(phone: Seated) -> None:
    phone.start()
    phone.deal(tricks="")


def _tricks_back(phone: Seated) -> None:
    phone.start()
    phone.deal()
    phone.back()


def _pointed(numbers: Sequence[int]) -> Reach:
    def reach(phone: Seated) -> None:
        seats = {f"names-{seat}": name for seat, name in enumerate((*phone.names, "Eva", "Fred"))}
        form = phone.open("/games/new?game=points").form("/new")
        agreed = {"dealer": "0", "start": "1", "ending.goal": "open"}
        phone.asked = phone.fill(form, dict([*seats.items()][: len(numbers)]) | agreed)
        phone.game = int(phone.asked.address.split("/")[2])
        for points in (numbers, numbers[::-1]):
            phone.say(**{f"points-{side}": str(number) for side, number in enumerate(points)})

    return reach


def _tie(phone: Seated) -> None:
    phone.start(target="10")
    phone.deal("5C 0", "3 3 3", "4 3 3 3")


def _over(phone: Seated) -> None:
    phone.start(target="130")
    phone.deal("5C 0", "3 3 3", "4 3 3 3")
    phone.deal("7C 1", "3 3 1", "1 7 3 2")
    phone.deal("7C 1", "3 3 1", "1 7 3 2")


def _bid_whist_at(bid: str = "", choice: str = "", number: str = "") -> Reach:
    def reach(phone: Seated) -> None:
        phone.start("bid-whist", target="21")
        if bid:
            phone.say(bid=bid, winner="1")
        if choice:
            phone.say(choice=choice)
        if number:
            phone.say(number=number)

    return reach


def _higher(page: Page) -> None:
    page.locator(".more-bids summary").click()


def _choose_bid(page: Page) -> None:
    page.locator("label:has([name=bid][value='7C'])").click()


def _open_pad(page: Page) -> None:
    page.locator("#tricks-0").click()


def _open_last(page: Page) -> None:
    page.locator("#tricks-3").click()


def _wrong_sum(page: Page) -> None:
    page.locator("[data-when-right]").click()
    expect(page.locator(".problem")).to_be_visible()


def _count(page: Page) -> None:
    if page.locator("[data-tally-on]").is_visible():
        page.locator("[data-tally-on]").click()
    for _ in range(3):
        page.locator("[data-tally-side]").first.click()


def _unfold(page: Page) -> None:
    page.locator(".result summary").click()


def _send(number: str, revision: str = "") -> Prepare:
    """Send a contract, if need be as from a page of an earlier revision."""

    def prepare(page: Page) -> None:
        late = {"revision": revision} if revision else {}
        with page.expect_navigation():
            page.evaluate(SUBMIT, {"number": number, **late})

    return prepare


def _offline(page: Page) -> None:
    ready(page)
    page.context.set_offline(True)
    page.locator("[name=number][value='2']").click()
    expect(page.locator("[data-undo-unsent]")).to_be_visible()


def fill(path: Path, names: Sequence[str], kept: Sequence[State]) -> dict[str, str]:
    """Play every state into a score file; return the address of each by its name."""
    store = Store.open(path)
    app = create_app(store)
    app.config[WRITES] = UNLIMITED
    phone = Seated(app.test_client())
    phone.open(new_link(store, Role.SCORE))
    phone.names = names
    addresses = {}
    for state in kept:
        state.reach(phone)
        addresses[state.name] = f"/games/{phone.game}/{state.query}"
    return addresses
