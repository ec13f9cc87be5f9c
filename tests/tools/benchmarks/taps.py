"""Screens and taps of a hand, game by game, counted on the pages.

    python -m tests.tools.benchmarks.taps [--hands N] [--seed N] [GAME ...]

Hands with random legal answers are entered over HTTP; a question with the same key has the same
answer on any revision. A tap is a press on a control, or on the phone's key for a digit or a sign,
counted from the markup for a quick player: plus and minus or the numbers under them, whichever is
shorter; an optional field stays empty; cards are shared out in the order of the seats until one
side has the rest. Random hands have more calls and bonuses than those at a table.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from statistics import mean

from scorekeeper.errors import EntryError
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.steps import Step
from scorekeeper.seating import SOUTH
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import WRITES
from tests.doors import UNLIMITED
from tests.web.markup import Attributes, Markup
from tests.web.phone import Phone

NAMES = ("Anna", "Ben", "Chaim", "Dana")  # the first of them in a game for fewer


class Asked(Markup):
    """The controls of a page that record an answer."""

    def __init__(self, html: str) -> None:
        self.tiles: dict[tuple[str, str], int] = {}  # taps for a value; none if it is chosen
        self.sends: set[tuple[str, str]] = set()  # the tiles that send their form
        self.fields: dict[str, tuple[str, bool]] = {}  # the text, and whether it has plus and minus
        self.shares = self.pad = self.pair = self.inside = self.folded = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        given = {name: value or "" for name, value in attrs}
        name, value, kind = given.get("name", ""), given.get("value", ""), given.get("type")
        if tag == "details":
            self.folded = "open" not in given
        elif tag == "form" and given["action"].endswith("/answers"):
            self.inside = True
            self.pair |= "data-pair" in given
            self.shares |= "data-shares" in given
        self.pad |= "data-shares-pad" in given
        if not self.inside and "form" not in given:
            return
        if kind in {"radio", "checkbox"} or (tag == "button" and kind is None):
            self.tiles[name, value] = 0 if "checked" in given else 1 + self.folded
            if tag == "button":
                self.sends.add((name, value))
        elif tag == "input" and kind != "hidden":
            self.fields[name] = value, "data-min" in given

    def handle_endtag(self, tag: str) -> None:
        self.inside &= tag != "form"
        self.folded &= tag != "details"

    def taps(self, answer: dict[str, str]) -> int:
        """Return the taps for an answer, with the one that sends it."""
        if sent := self.sends & answer.items():
            return self.tiles[sent.pop()]
        record, taps = int(not self.pair), 0
        for at, (name, value) in enumerate(answer.items()):
            rest = [*answer.values()][at:]
            if self.shares and (len(rest) == 1 or len(rest) - rest.count("0") < 2):
                return taps + (len(rest) > 1 and any(map(int, rest))) + record
            before, stepper = self.fields.get(name, ("", False))
            if name not in self.fields or value == before:
                taps += self.tiles.get((name, value), 0)
            elif stepper:
                taps += min(abs(int(value) - int(before)), 2)
            else:
                taps += 1 + len(value) * (not self.pad)
        return taps + record

    def drawn(self, step: Step, rng: random.Random) -> dict[str, str]:
        """Return a random answer as fields of the page, of which none is needlessly filled in."""
        names = self.fields.keys() | {name for name, _ in self.tiles}
        while True:  # the rules may refuse what was drawn
            answer: dict[str, str] = {}
            for name, value in step.random_answer(rng).items():
                each = enumerate(value) if isinstance(value, list | tuple) else ()
                answer |= {f"{name}-{at}": str(number) for at, number in each} or {name: str(value)}
            answer = {name: text for name, text in answer.items() if name in names}
            with suppress(EntryError):
                parsed = step.parse(answer)
                break
        for name in sorted(answer, key=lambda name: -len(answer[name])):
            with suppress(EntryError):
                if not self.shares and step.parse(answer | {name: ""}) == parsed:
                    answer[name] = ""
        return answer


def hands(phone: Phone, setup: Setup, seed: int) -> Iterator[list[int]]:
    """Yield the taps on each page of a hand, hand after hand; a game that ends has a rematch."""
    for rematch in count():
        game = new_game(phone.store, 1, new_key(), setup, NAMES[: setup.players])
        page, taps = phone.open(f"/games/{game}/"), list[int]()
        while step := (before := phone.store.game(1, game).game).step:
            place = f"{seed} {setup.book.key} {rematch} {before.current.number} {step.key}"
            asked = Asked(page.html)
            taps.append(asked.taps(answer := asked.drawn(step, random.Random(place))))
            page = phone.fill(page.form("/answers"), answer)
            assert page.status == 200, (place, answer, page.problems)
            if len(phone.store.game(1, game).game.complete) > len(before.complete):
                yield taps
                taps = []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", help="keys of games", default=rulebooks())
    parser.add_argument("--hands", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'':16}{'players':>8}{'screens':>9}{'taps a hand':>13}{'least':>7}{'most':>6}")
    for key in options.games:
        book, preset = rulebooks()[key], rulebooks()[key].presets[0]
        players = len(NAMES) if len(NAMES) in book.players else min(book.players)
        ending = book.agreed(preset.ending or book.endings.usual, preset.rules, players)
        setup = Setup(book, preset.rules, ending, players, SOUTH)
        with tempfile.TemporaryDirectory() as folder:
            app = create_app(Store.open(Path(folder) / "scores.db"), keyless=True)
            app.config[WRITES] = UNLIMITED
            game = hands(Phone(app.test_client()), setup, options.seed)
            played = [*islice(game, options.hands)]
        taps = [*map(sum, played)]
        row = f"{mean(map(len, played)):9.1f}{mean(taps):13.1f}{min(taps):7}{max(taps):6}"
        print(f"{key:16}{players:8}{row}", flush=True)


if __name__ == "__main__":
    main()
