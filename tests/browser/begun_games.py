"""Games for browser tests, written into the score file without a browser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import WRITES
from tests.browser.table import NAMES
from tests.doors import UNLIMITED
from tests.web.phone import Phone

# Too long for a column: of 24 letters, in Hebrew, as wide as can be, and what would be markup.
LONG_NAMES = (
    "Maximiliane-Theodora XIV",
    "אבי כהן הגדול מכולם כאן",
    "W" * 24,
    "👩‍👩‍👧‍👦 <b>&amp;</b>",
)


def play(path: Path, names: Sequence[str] = NAMES, hands: int = 1) -> Phone:
    """Play hands of a new game of Israeli Whist to 300 points; return the phone.

    Each hand is the worked example of pagat.com's German page, as `GERMAN_EXAMPLE` and `TAKEN`.
    """
    phone = phone_of(path)
    form = phone.open("/games/new?game=israeli-whist").form("/new")
    seats = {f"names-{seat}": name for seat, name in enumerate(names)}
    agreed = {"dealer": "0", "ending.goal": "target", "ending.target": "300"}
    phone.fill(form, {"start": "1"} | agreed | seats)
    for _ in range(hands):
        phone.hand()
    return phone


def begin(
    phone: Phone, game: str, names: Sequence[str] = NAMES, answers: Iterable[dict[str, str]] = ()
) -> None:
    """Begin a game in which the first player deals, and answer its first questions."""
    form = phone.open(f"/games/new?game={game}").form("/new")
    seats = {f"names-{seat}": name for seat, name in enumerate(names)}
    page = phone.fill(form, {"dealer": "0", "start": "1"} | seats)
    for answer in answers:
        page = phone.fill(page.form("/answers"), answer)
        assert page.status == 200, page.problems


def write(path: Path, setup: Setup, names: Sequence[str], facts: Iterable[Any]) -> int:
    """Write a game of any rules with its answers; return its number."""
    store = Store.open(path)
    table = tables.first(store).id
    game = new_game(store, table, new_key(), setup, names)
    for revision, fact in enumerate(facts):
        key = f"{game}-{revision}"
        store.record(table, game, key=key, revision=revision, kind=Kind.ANSWER, given=fact)
    store.close()
    return game


def phone_of(path: Path) -> Phone:
    """A phone with the games of a score file, without a browser."""
    app = create_app(Store.open(path), keyless=True)
    app.config[WRITES] = UNLIMITED
    return Phone(app.test_client())


def play_to_tricks(path: Path, names: Sequence[str] = NAMES) -> None:
    """Begin a game, up to the question for the tricks of its first hand."""
    play(path, names, hands=0).hand(tricks="")
