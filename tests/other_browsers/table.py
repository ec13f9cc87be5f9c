"""Actions at the table, as touches on a page in any browser."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from typing import Any

from tests.browser.conftest import Server
from tests.other_browsers.window import PATIENCE, PLAIN, Window

SOUTH, WEST, NORTH, EAST = range(4)
NAMES = ("Sara", "Walid", "Noa", "Eli")

TOTALS = ".players [data-total]"
# The next question may read like the one before, and one drawn without the server has no key.
QUESTION = """[document.querySelector('[data-question]')?.dataset.question,
  document.querySelector('.question__title')?.textContent].join(' ')"""


class Table:
    """A phone on the table, in some browser, with the page of a game."""

    def __init__(self, window: Window, server: Server | None = None) -> None:
        self.window, self._server = window, server

    @property
    def server(self) -> Server:
        assert self._server, "this phone has no server"
        return self._server

    def new_game(self, *, dealer: int = SOUTH, target: int | None = None) -> None:
        self.window.open(f"{self.server.address}/games/new?game=israeli-whist")
        self.begin(dealer=dealer, target=target)

    def begin(self, *, dealer: int = SOUTH, target: int | None = None) -> None:
        """Fill in the page of a new game, and begin it."""
        window = self.window
        for seat, name in enumerate(NAMES):
            window.write(f"[name=names-{seat}]", name)
        window.tap(f"label:has([name=dealer][value='{dealer}'])")
        if target is not None:
            window.write("[name='ending.target']", str(target))
        self.window.tap("[name=start]")
        self.window.wait_for_page("[data-question]")
        self.wait_for_scripts()

    def open_game(self) -> None:
        """Show the game that was written into the score file."""
        self.window.open(f"{self.server.address}/games/1/")
        self.wait_for_scripts()

    def wait_for_scripts(self) -> None:
        """Wait until all scripts of the page run, so that it works without a network."""
        self.window.until("() => document.documentElement.dataset.running !== undefined")
        self.window.until("() => Object.keys(localStorage).some((key) => key.includes('ahead'))")

    def answer(self, *touched: str, times: int = 1) -> None:
        """Touch the answer, until the next question is shown."""
        before = self.window.evaluate(QUESTION)
        for selector in touched:
            self.window.tap(selector, times=times)
        self.window.until(f"(before) => ({QUESTION}) !== before", before)

    def win_auction(self, bid: str, winner: int) -> None:
        self.answer(_choice("bid", bid), _choice("winner", winner))

    def all_pass(self) -> None:
        self.answer("[name=bid][value=pass]")

    def asks(self, seat: int) -> None:
        """Wait until a player is asked for a contract."""
        self.window.until(
            "(selector) => Boolean(document.querySelector(selector))",
            f".question [name=seat][value='{seat}']",
        )

    def contract(self, seat: int, number: int, times: int = 1) -> None:
        self.asks(seat)
        self.answer(_choice("number", number), times=times)

    def tricks(self, taken: Sequence[int]) -> None:
        """Touch the misses, and record."""
        self.set_tricks(taken)
        self.answer("[data-when-right]")

    def set_tricks(self, taken: Sequence[int]) -> None:
        """Touch plus and minus until the tricks are these."""
        self.window.until("() => Boolean(document.querySelector('#tricks-0'))")
        for seat, number in enumerate(taken):
            row = f"li:has(#tricks-{seat})"
            now = int(
                self.window.run("(id) => document.getElementById(id).value", f"tricks-{seat}")
            )
            for _ in range(abs(number - now)):
                self.window.tap(f"{row} [data-by='{1 if number > now else -1}']")

    def play(
        self, bid: str, declarer: int, contracts: Sequence[tuple[int, int]], taken: Sequence[int]
    ) -> None:
        """A whole hand; contracts are pairs of seat and number in the order of speaking."""
        self.win_auction(bid, declarer)
        for seat, number in contracts:
            self.contract(seat, number)
        self.tricks(taken)

    def undo(self, times: int = 1) -> None:
        for _ in range(times):
            self.answer("form[action$='/undo'] button")

    def totals(self) -> list[int]:
        return [int(text) for text in self.window.texts(TOTALS)]

    def shows_totals(self, *totals: int) -> None:
        """Wait until the players have these totals."""
        self.window.until(
            f"(selector, wanted) =>"
            f" `${{[...document.querySelectorAll(selector)].map({PLAIN})}}` === wanted",
            TOTALS,
            ",".join(map(str, totals)),
        )

    def saved(self, entries: int) -> None:
        """Wait until `count` entries are in the score file, and the page says so."""
        end = time.monotonic() + PATIENCE
        while len(self.entries()) < entries and time.monotonic() < end:
            time.sleep(0.05)
        assert len(self.entries()) == entries
        self.answered()

    def answered(self) -> None:
        """Wait until all taps were answered."""
        self.window.until(
            "() => document.documentElement.matches('[data-running]:not([data-busy])')"
        )

    def entries(self) -> list[Mapping[str, Any]]:
        """The entries recorded by the server, oldest first."""
        with closing(sqlite3.connect(self.server.path)) as db:
            rows = db.execute("select fact from entries order by number").fetchall()
        return [json.loads(fact) for (fact,) in rows]


def _choice(name: str, value: object) -> str:
    """A control that is a button, or inside a label."""
    field = f"[name={name}][value='{value}']"
    return f"button{field}, label:has({field})"
