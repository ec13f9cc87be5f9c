"""Random games: every game with random house rules, players, endings and answers.

The tests draw a few tables of each game, `make deep` many. To draw more and print the failures:

    python -m tests.test_every_combination 2000 --sample 100 --game spades

This plays 2,000 games of each named game (by default of all). Slow checks cover 100 of them.
"""

from __future__ import annotations

import argparse
import csv
import io
import shutil
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from scorekeeper.exchange import importing
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.hands_csv import as_csv
from scorekeeper.games.file_rulebook import FileGame
from scorekeeper.games.registry import BUNDLED, ready_files, rulebooks
from scorekeeper.ledger import tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.database import prepare
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Entry, Kind, Log
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.people import ensure_player
from scorekeeper.ledger.store import Store
from scorekeeper.play.card_play_checks import check_advice, check_odds, check_whole_deals
from scorekeeper.play.environment import CardGame
from scorekeeper.play.position import WholeGame
from scorekeeper.rules.game import Game, Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.sheets.blank_sheet import blank_sheet
from scorekeeper.sheets.document import A4
from scorekeeper.sheets.language import Speech, english
from scorekeeper.sheets.rules_page import rules_page
from scorekeeper.sheets.score_sheet import PrintedGame, score_sheet
from scorekeeper.testing import (
    check_game,
    check_look_ahead,
    described,
    random_answer,
    random_game,
    random_rules,
    random_setup,
)
from scorekeeper.web import create_app
from scorekeeper.web.rate_limits import WRITES
from scorekeeper.wording import in_units
from tests.deep import DEEP
from tests.doors import UNLIMITED, new_link
from tests.ledger.example import record_all
from tests.ledger.random_amendments import ACTS, drawn, with_hand
from tests.web.phone import Phone
from tests.web.places import without_chances

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo")
HANDS = 4
TABLES, OFTEN = (60 if DEEP else 2), 6
PAGES = ("", "more", "sheet", "board", "story", "history", "what-if",
         "hands/1/", "print?what=sheet", "print?what=blank", "print?what=rules")  # fmt: skip
ENGLISH = Speech("en", "ltr", english)


@dataclass(frozen=True)
class Table:
    """One game with random house rules; the same number draws the same game."""

    book: Rulebook[Any]
    number: int
    hands: int = HANDS

    @cached_property
    def setup(self) -> Setup:
        return random_setup(self.book, Random(f"{self.book.key} {self.number}"))

    @cached_property
    def game(self) -> Game:
        return random_game(self.setup, self.rng, self.hands)

    @property
    def rng(self) -> Random:
        return Random(self.number)


@dataclass(frozen=True)
class Room:
    """A score file, a phone, and a file into which the games are imported."""

    store: Store
    other: Store
    phone: Phone

    @classmethod
    @contextmanager
    def open(cls) -> Iterator[Room]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "scores.db"
            prepare(path)
            store, other = (
                Store.open(Path(shutil.copy(path, path.with_name(f"{place}.db"))))
                for place in range(2)
            )
            app: Flask = create_app(store)
            app.config[WRITES] = UNLIMITED
            phone = Phone(app.test_client())
            phone.open(new_link(store, Role.SCORE))
            yield cls(store, other, phone)


def entries_of(game: Game) -> Iterator[Entry]:
    """The entries that a phone would have sent for a game."""
    for deal in game.deals:
        for fact in deal.record.facts:
            yield Entry(Kind.ANSWER, deal.number, fact)
        if any(deal.record.revokes):
            yield Entry(Kind.REVOKES, deal.number, {"revokes": [*deal.record.revokes]})
        yield Entry(Kind.NOTE, deal.number, {"note": f"hand {deal.number}"})
    yield Entry(Kind.NOTE, 0, {"note": "game"})


def put_right(table: Table) -> Log:
    """A table's game with a few acts at random that put it right, and then one more hand."""
    rng, log = table.rng, Log.of(table.setup).after(entries_of(table.game))
    rules = [*(preset.rules for preset in table.book.presets), random_rules(table.book, rng)]
    for kind in rng.sample(ACTS, 3):
        entry = drawn(log, kind, rng, rules)
        log = log if entry is None else log.after([entry])
    return with_hand(log, rng)


def recorded(table: Table, room: Room, log: Log | None = None) -> int:
    """The number of a table's game in the score file of a room."""
    setup, home = table.setup, tables.first(room.store).id
    key = new_key()  # one of its own, however fast the games follow each other
    game_id = new_game(room.store, home, key, setup, NAMES[: setup.players])
    entries = [*entries_of(table.game)] if log is None else log.done
    record_all(room.store, game_id, [_known(room.store, game_id, each) for each in entries], key)
    return game_id


def _known(store: Store, game_id: int, entry: Entry) -> Entry:
    """An entry with the number that a player who comes late has in a score file."""
    number = entry.fact.get("player")
    if not isinstance(number, int):
        return entry
    first = store.game(tables.first(store).id, game_id).log.beginners
    if number < len(first):
        known = first[number]
    else:
        with store.db.conn:
            known = ensure_player(store.db, 1, f"Late {number}", store.now())
        store.forget_names()
    return replace(entry, fact={**entry.fact, "player": known})


def check_the_files(table: Table, room: Room) -> None:
    """Score file and JSON give a corrected game back, and CSV has its totals."""
    log = put_right(table)
    game_id, home = recorded(table, room, log), tables.first(room.store).id
    kept = Store(room.store.path).game(home, game_id).game
    assert kept.deals == log.game.deals, "the score file keeps another game"
    scope = Scope(home, game_id=game_id)
    text = "".join(as_json(room.store.path, scope, "2026-03-06T18:00:00.000+00:00"))
    other = room.other
    there, file = tables.first(other).id, other.path.with_name("games.json")
    file.write_text(text, "utf-8", newline="")
    importing.bring_in(other, there, importing.survey_file(other, there, file))
    (brought,) = other.db.execute("select max(id) from games").fetchone()
    again = other.game(there, brought).game
    assert again.totals == log.game.totals, f"JSON: {again.totals}, not {log.game.totals}"
    assert again.winners == log.game.winners, "JSON: other winners"
    assert again.complete == log.game.complete, "JSON: other hands"
    assert again.setup == log.game.setup, f"JSON: {described(again.setup)}"
    rows = csv.DictReader(io.StringIO("".join(as_csv(room.store.path, scope, bom=False))))
    shown = [(row["hand"], row["total"]) for row in rows]
    due = [
        (str(deal.number), str(in_units(deal.totals[side], table.setup.book.decimals)))
        for deal in log.game.complete
        for side in map(log.game.side_of, deal.seating.seats)
        if deal.plays(side)
    ]
    assert shown == due, "CSV: other totals"


def check_the_sheets(table: Table, room: Room) -> None:
    """The score sheet, a blank sheet and the rules can be printed."""
    setup, names = table.setup, NAMES[: table.setup.players]
    for document in (
        score_sheet([PrintedGame(put_right(table).game, names, "2026-03-06")], A4, ENGLISH),
        blank_sheet(setup, names, A4, ENGLISH),
        rules_page(setup, A4, ENGLISH, names),
    ):
        assert document.pages, "a document without pages"


def check_the_pages(table: Table, room: Room) -> None:
    """Every page of a game opens, and the table page accepts an answer."""
    log = put_right(table)
    game_id = recorded(table, room, log)
    chances = ["chances"] if room.phone.client.application.extensions["place"].chances else []
    for path in (*PAGES, *chances):
        if path == "hands/1/" and log.game.deal(1) is None:
            continue  # the only hand was taken out
        page = room.phone.open(f"/games/{game_id}/{path}")
        wanted = {200, 404} if path == "chances" else {200}  # no chances for an open end
        assert page.status in wanted, f"/{path}: {page.status}"
    step = room.store.game(tables.first(room.store).id, game_id).game.step
    if step is not None:
        fact = random_answer(step, table.rng)
        fields = {
            f"{name}-{place}" if isinstance(value, list) else name: str(each)
            for name, value in fact.items()
            for place, each in enumerate(value if isinstance(value, list) else [value])
        }
        form = room.phone.open(f"/games/{game_id}/").form("/answers")
        answered = room.phone.fill(form, fields)
        assert answered.status == 200, f"{fact}: {answered.status} {answered.problems}"


def check_the_environment(table: Table, room: Room) -> None:
    """Random agents can play any hand to its end; their rewards are its points."""
    setup, rng = table.setup, table.rng
    whole = WholeGame[Any].find(table.book)
    if whole is None or setup.players not in whole.players:
        return
    card_game = CardGame(table.book.key, setup.rules, setup.players)
    number = rng.randrange(1, 1 + (table.book.length(setup.rules, setup.players) or 40))
    card_game.reset(seed=rng.randrange(1_000), options={"number": number})
    for step in range(1_000):
        agent = card_game.agent_selection
        if card_game.terminations[agent]:
            break
        legal = card_game.observe(agent)["action_mask"].nonzero()[0]
        assert len(legal), f"hand {number}: nothing is legal after {step} steps"
        card_game.step(int(rng.choice(legal)))
    score = card_game.position.score
    assert score is not None, f"hand {number}: no end"
    assert {*card_game.rewards.values()} == {*map(float, score.points)}, "rewards are no points"


Check = Callable[[Table, Room], None]
ALWAYS: dict[str, Check] = {
    "game": lambda table, _: check_game(table.game),
    "whole deals": lambda table, _: check_whole_deals(table.setup, table.rng),
    "files": check_the_files,
    "sheets": check_the_sheets,
}
ON_A_SAMPLE: dict[str, Check] = {
    "advice": lambda table, _: check_advice(table.setup, table.rng),
    "odds": lambda table, _: check_odds(table.game, table.rng),
    "environment": check_the_environment,
    "pages": check_the_pages,
    "look-ahead": lambda table, _: check_look_ahead(put_right(table).game, table.rng),
}


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    with Room.open() as room:
        yield room


@pytest.mark.parametrize(
    ("book", "number"),
    [
        pytest.param(book, number, id=f"{book.key}-{number}")
        for book in (*BUNDLED, *ready_files())
        # all files are read by the same rulebook
        for number in range(1 if isinstance(book, FileGame) and not DEEP else TABLES)
    ],
)
@pytest.mark.slow
def test_every_combination_holds(
    book: Rulebook[Any], number: int, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow checks run in `make deep`, and for one table of each game in the test of the kit.

    `make test` lets a second table of each game through the files only.
    """
    table, checks = Table(book, number), dict(ALWAYS)
    if DEEP and number % OFTEN == 0:
        checks |= ON_A_SAMPLE
    elif number == 0:
        without_chances(room.phone, monkeypatch)
        checks |= {"environment": check_the_environment, "pages": check_the_pages}
    elif not DEEP:
        checks = {"files": check_the_files}
    for check in checks.values():
        check(table, room)


def main() -> None:
    """Play many games of each game and print the failures, each fault twice at most."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("games", type=int, nargs="?", default=2_000)
    options.add_argument("--sample", type=int, default=100)
    options.add_argument("--first", type=int, default=0, help="the number of the first game")
    options.add_argument("--game", action="append", choices=[*rulebooks()])
    options.add_argument("--check", action="append", choices=[*(ALWAYS | ON_A_SAMPLE)])
    given = options.parse_args()
    wanted = given.check or [*(ALWAYS | ON_A_SAMPLE)]
    for key in given.game or rulebooks():
        with Room.open() as room:
            numbers = range(given.first, given.first + given.games)
            often = max(given.games // max(given.sample, 1), 1)
            print(tried(rulebooks()[key], numbers, often, wanted, room), flush=True)


def tried(
    book: Rulebook[Any], numbers: range, often: int, wanted: Sequence[str], room: Room
) -> str:
    """Check these games; return the number of checks, their seconds and the faults as text."""
    done: Counter[str] = Counter()
    seconds: dict[str, float] = defaultdict(float)
    faults: Counter[str] = Counter()
    for number in numbers:
        table = Table(book, number)
        sampled = ON_A_SAMPLE if (number - numbers[0]) % often == 0 else {}
        for name, check in (ALWAYS | sampled).items():
            if name not in wanted:
                continue
            begun = time.process_time()
            try:
                check(table, room)
            except Exception as error:
                last = traceback.extract_tb(error.__traceback__)[-1]
                fault = f"{name}, {Path(last.filename).name}:{last.lineno}"
                faults[fault] += 1
                if faults[fault] <= 2:
                    print(f"{book.key} {number} {fault}: {error!r:.300}")
                    print(f"    {described(table.setup)}", flush=True)
            done[name] += 1
            seconds[name] += time.process_time() - begun
    counts = ", ".join(f"{name} {done[name]} ({seconds[name]:.0f} s)" for name in done)
    found = ", ".join(f"{count} x {fault}" for fault, count in faults.items()) or "no fault"
    return f"{book.key}: {counts}; {found}"


if __name__ == "__main__":
    main()
