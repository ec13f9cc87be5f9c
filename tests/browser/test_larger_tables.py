"""Every step of the further games fits a phone, with any number of players."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import WRITES
from tests.browser.conftest import NewContext, Server
from tests.browser.phones import NO_LOOK_AHEAD, links
from tests.browser.table_states import Seated
from tests.browser.test_fits import fitted  # noqa: F401  (a fixture)
from tests.browser.walk import LANGUAGES
from tests.deep import DEEP
from tests.doors import UNLIMITED, new_link
from tests.web.phone import Page

WINDOWS = ((390, 664), (360, 640))
WIDE = (1280, 800)
LOOKED_AT_WIDE = ("oh-hell-10-next", "points-10-next", "estimation-4-auction")
MEASURE = Path(__file__).with_name("fits.js").read_text("utf-8")
# How far the players, who stand beside the question in a wide window, reach below its end.
BELOW = """() => {
  const bottom = (place) => document.querySelector(place).getBoundingClientRect().bottom;
  return Math.max(0, Math.ceil(bottom(".players") - bottom(".stage")));
}"""
SIDEWAYS = (664, 390)
# The words on name tiles that are broken into two lines.
BROKEN = """() => [
  ...document.querySelectorAll(".choices .tile--name, .who__name"),
].flatMap((tile) => {
  const texts = document.createTreeWalker(tile, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (texts.nextNode()) {
    for (const word of texts.currentNode.data.matchAll(/[^\\s\\u05be-]+/g)) {
      const range = document.createRange();
      range.setStart(texts.currentNode, word.index);
      range.setEnd(texts.currentNode, word.index + word[0].length);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (tops.size > 1) broken.push(word[0]);
    }
  }
  return broken;
})"""
# Whether two players stand in one order on their cards, and in the other on the tiles of answers.
SWAPPED = """() => {
  const places = (names) => new Map([...document.querySelectorAll(names)].map((name) =>
    [name.textContent.trim(), name.getBoundingClientRect().left]));
  const [cards, tiles] = [places(".player__called"), places(".choices .tile--name")];
  const [one, other] = [...cards.keys()].filter((name) => tiles.has(name));
  return Boolean(other) && cards.get(one) < cards.get(other) !== tiles.get(one) < tiles.get(other);
}"""
Begun = dict[tuple[str, int], tuple[tuple[dict[str, str], ...], Page]]
"""The last page of each game and number of players, with the answers that led to it."""
PICTURES = os.environ.get("GAME_PICTURES")  # a folder, for whoever wants to look at them
NAMES = {
    "en": ("Sara", "Walid", "Noa", "Elizabeth", "Dana", "Gal", "Christopher", "Ron", "Mia", "Adi"),
    "de": (
        *("Maximilian", "Annegret", "Friederike", "Wolfgang", "Annika", "Jo", "Bartholomäus"),
        *("Uwe", "Liselotte", "Emil"),
    ),
    "he": ("שרה", "וליד", "נועה", "אלישבע", "דנה", "גל", "טל", "רון", "מרגלית", "עדי"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shown:
    """A state of the page: the answers that lead to it, and the taps on the page itself."""

    game: str
    players: int
    state: str
    answers: tuple[dict[str, str], ...]
    tap: str = ""

    @property
    def name(self) -> str:
        return f"{self.game}-{self.players}-{self.state}"


def _tricks(*numbers: int, field: str = "tricks") -> dict[str, str]:
    return {f"{field}-{side}": str(number) for side, number in enumerate(numbers)}


def _bids(*numbers: int) -> list[dict[str, str]]:
    return [{"number": str(number)} for number in numbers]


def _exact(game: str, bids: Sequence[int], taken: Sequence[int]) -> Iterator[Shown]:
    """The states of a game in which everybody bids, and each player's tricks are asked."""
    answers, end = _bids(*bids), _tricks(*taken)
    many = len(bids)
    yield Shown(game, many, "last-bid", (*answers[:-1],))
    yield Shown(game, many, "tricks", (*answers,))
    yield Shown(game, many, "tricks-pad", (*answers,), "#tricks-0")
    yield Shown(game, many, "tricks-last-pad", (*answers,), f"#tricks-{many - 1}")
    yield Shown(game, many, "tricks-sum", (*answers,), "[data-when-right]")
    yield Shown(game, many, "next", (*answers, end))


def states() -> Iterator[Shown]:
    """Every state that `make deep` checks."""
    yield from _exact("oh-hell", (3, 2, 1, 2, 1), (4, 1, 3, 2, 0))
    yield from _exact("oh-hell", (1, 2, 0, 1, 1, 1, 0), (2, 1, 1, 1, 1, 1, 0))
    yield from _exact("oh-hell", (1, 2, 0, 1, 1, 1, 0, 2, 1, 3), (2, 1, 1, 1, 1, 1, 0, 1, 1, 1))
    for game, many in (("romanian-whist", 3), ("wizard", 4), ("wizard", 6)):
        yield from _exact(game, (0,) * many, (1, *(0,) * (many - 1)))
    for many, hearts in ((3, 13), (5, 13), (6, 12)):
        queen = {"choice": "1"}
        shares = _tricks(hearts - 2, 1, 1, *(0,) * (many - 3), field="shares")
        yield Shown("hearts", many, "queen", ())
        yield Shown("hearts", many, "shares", (queen,))
        yield Shown("hearts", many, "pad", (queen,), "#shares-0")
        yield Shown("hearts", many, "last-pad", (queen,), f"#shares-{many - 1}")
        yield Shown("hearts", many, "next", (queen, shares))
    spades = _bids(3, 0, 4, 4)
    for place, state in enumerate(("bid", "bid-2", "bid-3", "bid-4", "tricks")):
        yield Shown("spades", 4, state, (*spades[:place],))
    yield Shown("spades", 4, "nil", (*spades, {"number": "6"}))
    yield Shown("spades", 4, "next", (*spades, {"number": "6"}, {"number": "1"}))
    solo = _bids(3, 0, 4)
    for place, state in enumerate(("bid", "bid-2", "bid-3", "tricks")):
        yield Shown("spades", 3, state, (*solo[:place],))
    yield Shown("spades", 3, "pad", (*solo,), "#tricks-2")
    yield Shown("spades", 3, "next", (*solo, _tricks(8, 1, 8)))
    calls = [{"choice": "none"}, {"bid": "6S", "winner": "3"}, *_bids(4, 1, 3)]
    for place, state in enumerate(("dash", "auction", "call", "call-2", "call-3", "tricks")):
        yield Shown("estimation", 4, state, (*calls[:place],))
    yield Shown("estimation", 4, "next", (*calls, _tricks(3, 1, 3, 6)))
    for many in (5, 8, 10):
        points = _tricks(*range(-5, many - 5), field="points")
        yield Shown("points", many, "first", ())
        yield Shown("points", many, "next", (points,))


def largest() -> Iterator[Shown]:
    """Each state at the largest table only."""
    return iter({(shown.game, shown.state): shown for shown in states()}.values())


def in_turn(language: str) -> Iterator[Shown]:
    """The states of one language: every third, beginning with another one in each game.

    In Hebrew also those that are checked in a wide window.
    """
    shown = [*largest()]
    games = list(dict.fromkeys(state.game for state in shown))
    for number, state in enumerate(shown):
        turn = LANGUAGES[(number + games.index(state.game)) % len(LANGUAGES)]
        if language == turn or (language == "he" and state.name in LOOKED_AT_WIDE):
            yield state


def shares() -> Iterator[tuple[str, Sequence[Shown]]]:
    """Each language with the states to check in it; in `make deep` all, in two items."""
    everything = tuple(states())
    half = len(everything) // 2
    for language in LANGUAGES:
        parts = (everything[:half], everything[half:]) if DEEP else ([*in_turn(language)],)
        yield from ((language, part) for part in parts)


@pytest.mark.parametrize(("language", "states"), [*shares()])
@pytest.mark.untraced
@pytest.mark.slow
def test_every_step_of_the_further_games_fits(
    new_context: NewContext,
    fitted: Server,  # noqa: F811  (the fixture)
    language: str,
    states: Sequence[Shown],
) -> None:
    """At the largest tables, each state in one language and one upright window.

    `make deep` checks all in each.
    """
    store = Store.open(fitted.path)
    app = create_app(store)
    app.config[WRITES] = UNLIMITED
    phone = Seated(app.test_client())
    phone.open(new_link(store, Role.SCORE))
    page = new_context(locale=language, reduced_motion="reduce").new_page()
    page.add_init_script(NO_LOOK_AHEAD)
    page.goto(links(fitted)[0])
    problems: list[str] = []
    begun: Begun = {}
    for number, shown in enumerate(states):
        address = _reach(phone, shown, NAMES[language][: shown.players], begun)
        page.set_viewport_size({"width": 390, "height": 664})
        page.goto(fitted.address + address)
        expect(page.locator("form.question")).to_be_visible()
        if shown.tap:
            page.locator(shown.tap).click()
        if page.evaluate(SWAPPED):
            problems.append(f"{shown.name}: the players stand in another order")
        wide = (WIDE,) if shown.name in LOOKED_AT_WIDE else ()
        upright = WINDOWS if DEEP else (WINDOWS[number % len(WINDOWS)],)
        for window in (*upright, SIDEWAYS, *wide):
            width, height = window
            page.set_viewport_size({"width": width, "height": height})
            broken = page.evaluate(BROKEN) if window != WIDE else []
            if broken:
                problems.append(f"{shown.name}, {width}x{height}: broken: {', '.join(broken)}")
            if window == SIDEWAYS:
                continue
            misfits = page.evaluate(MEASURE, {"scrolls": False, "enlarged": False})
            problems += [f"{shown.name}, {width}x{height}: {misfit}" for misfit in misfits]
            if below := page.evaluate(BELOW):
                problems.append(
                    f"{shown.name}, {width}x{height}: the players reach {below} px too low"
                )
            if PICTURES:
                page.screenshot(path=f"{PICTURES}/{language}-{width}-{shown.name}.png")
    assert problems == [], "\n".join(problems)


def _reach(phone: Seated, shown: Shown, names: Sequence[str], begun: Begun) -> str:
    """Answer the questions of a game, which goes on from an earlier state; return its address."""
    answered, asked = begun.get((shown.game, shown.players), ((), None))
    if asked is None or shown.answers[: len(answered)] != answered:
        form = phone.open(f"/games/new?game={shown.game}").form("/new")
        seats = {f"names-{seat}": name for seat, name in enumerate(names)}
        agreed = {"dealer": str(len(names) - 1), "start": "1"}
        answered, asked = (), phone.fill(form, seats | agreed)
    for answer in shown.answers[len(answered) :]:
        asked = phone.fill(asked.form("/answers"), answer)
        assert asked.status == 200, f"{shown.name}: {asked.problems}"
    begun[shown.game, shown.players] = shown.answers, asked
    return asked.address
