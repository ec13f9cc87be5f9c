"""One damaged game: it is named on every list, and affects no other game."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands.main import main
from scorekeeper.games.hearts import HEARTS, Hearts
from scorekeeper.ledger import history
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_list import bring_back, new_game
from scorekeeper.ledger.game_log import Entry, Kind, Log
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.script import Script
from scorekeeper.seating import SOUTH
from scorekeeper.testing import random_game
from scorekeeper.web import create_app, table
from tests.doors import new_link
from tests.ledger.season import record_season
from tests.web.phone import Page, Phone

Rows = Callable[[str], list[tuple[object, ...]]]

HEARTS_SCRIPT = Hearts.script
SAID = "cannot be read. Its part of the score file is damaged."
# Possible effects of one flipped bit on an entry and on a game: an SQL statement for each.
ENTRIES = {
    "no JSON": "update entries set fact = '[' || substr(fact, 2)",
    "no object": "update entries set fact = '7'",
    "no text": "update entries set fact = cast(x'7bff7d' as text)",
    "a letter": "update entries set fact = replace(fact, ':\"', ':\"' || cast(x'c3' as text))",
    "no such kind": "update entries set kind = 'bnswer'",
    "gone": "delete from entries",
}
ROWS = {
    "rules": "update games set rules = '{'",
    "ending": "update games set ending = '[]'",
    "nobody": "update games set players = '[1,2,3,99]'",
    "no moment": "update games set started = '2026-1x'",
}
STATEMENTS = [
    *(f"{statement} where number = 1 and game_id" for statement in ENTRIES.values()),
    *(f"{statement} where id" for statement in ROWS.values()),
]
BAD = [*range(1, 2 * len(STATEMENTS), 2)]  # every other game, one an evening
SOUND = [game + 1 for game in BAD]
LISTS = ("/", "/sessions/", "/sessions/?page=2", "/sessions/1/")
PAGES = ("/games/new", "/players/", "/data", "/games/20/", "/sessions/1/print")


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Ten evenings of two games."""
    store = Store.open(tmp_path_factory.mktemp("season") / "scores.db")
    record_season(store, 2 * len(BAD), 1, hands=1)
    store.close()
    return store.path


@pytest.fixture
def copy(season: Path, tmp_path: Path) -> Path:
    path = tmp_path / "scores.db"
    path.write_bytes(season.read_bytes())
    return path


@pytest.fixture
def damaged(copy: Path) -> Store:
    """Ten evenings, with the first game of each damaged in a different way."""
    with closing(sqlite3.connect(copy)) as db, db:
        for game, statement in zip(BAD, STATEMENTS, strict=True):
            db.execute(f"{statement} = {game}")
    return Store.open(copy)


def phone_of(store: Store) -> Phone:
    app = create_app(store)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    phone = Phone(app.test_client())
    phone.open(new_link(store, Role.SCORE))
    return phone


def test_the_pages_go_on_and_name_the_games(damaged: Store) -> None:
    phone = phone_of(damaged)
    pages = {address: phone.open(address) for address in (*LISTS, *PAGES)}
    assert {address: page.status for address, page in pages.items() if page.status != 200} == {}
    assert {address: marked(pages[address]) for address in LISTS} == {
        "/": BAD[-3:],
        "/sessions/": BAD,
        "/sessions/?page=2": [],
        "/sessions/1/": BAD[:1],
    }
    begun = phone.begin()
    number = 2 * len(BAD) + 1
    assert (begun.status, phone.hand(game=number).status) == (200, 200), "a new game goes on"


def test_their_own_pages_say_what_to_do(damaged: Store) -> None:
    phone = phone_of(damaged)
    for game in BAD:
        page = phone.open(f"/games/{game}/")
        assert (page.status, page.title) == (503, "The score file cannot be read")
        assert f"Game {game} cannot be read: its part of the score file is damaged." in page.words


def test_one_is_marked_also_where_its_result_was_kept(copy: Path) -> None:
    assert marked(phone_of(Store.open(copy)).open("/sessions/")) == []  # which keeps every result
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute(f"{STATEMENTS[0]} = 3")
    phone = phone_of(Store.open(copy))  # another process, which has read nothing yet
    assert phone.open("/games/3/").status == 503
    assert marked(phone.open("/sessions/")) == [3]


@pytest.mark.parametrize("column", ["table_id", "session_id"])
def test_a_game_that_no_evening_lists_any_more_is_named(copy: Path, column: str) -> None:
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute(f"update games set {column} = 99 where id = 3")  # noqa: S608
    phone = phone_of(Store.open(copy))
    newest = phone.open("/sessions/")
    assert [marked(page) for page in (newest, phone.open("/sessions/2/"))] == [[3], [3]]
    assert SAID in phone.open("/players/season").words


def test_a_damaged_date_of_an_evening_is_no_fault_of_the_program(copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("update sessions set date = '2026-1x' where id = 1")
    phone = phone_of(Store.open(copy))
    page = phone.open("/sessions/1/")
    assert (page.status, "The score file is damaged." in page.words) == (503, True)


def test_the_rest_is_exported_with_a_note(damaged: Store, tmp_path: Path) -> None:
    out, table, other = (tmp_path / name for name in ("out.json", "out.csv", "other.db"))
    whole = run("export", "--db", damaged.path, "-o", out)
    assert (whole.exit_code, whole.stderr.count("Left out: game ")) == (1, len(BAD))
    taken = json.loads(out.read_text("utf-8"))
    assert [note["game"] for note in taken["left_out"]] == sorted(BAD)
    assert len(taken["games"]) == len(SOUND)
    rows = run("export", "--db", damaged.path, "--format", "csv", "-o", table)
    assert (rows.exit_code, table.read_text("utf-8").count("left out: game ")) == (1, len(BAD))
    assert run("import", "--db", other, out).exit_code == 0, "what is left comes in elsewhere"


def test_a_sound_file_is_exported_as_ever(season: Path) -> None:
    done = run("export", "--db", season)
    assert (done.exit_code, list(json.loads(done.stdout))) == (
        0,
        ["format", "version", "program", "exported", "table", "players", "sessions", "games"],
    )


def run(*given: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in given])


def marked(page: Page) -> list[int]:
    """The games that a page reports as unreadable."""
    return sorted(
        int(number) for number in re.findall(rf"Game (\d+)(?: \([^)]*\))? {SAID}", page.words)
    )


@pytest.mark.parametrize("address", ["/games/1/game", "/data/everything", "/sessions/1/evening"])
@pytest.mark.parametrize("form", ["json", "csv"])
def test_an_export_that_cannot_be_made_at_all_says_why(
    store: Store, scorer: Phone, rows: Rows, address: str, form: str
) -> None:
    """The page of the file that holds the players is damaged."""
    scorer.write_game()
    ((number,),) = rows("select rootpage from sqlite_master where name = 'players'")
    store.checkpoint()
    store.close()
    content, end = bytearray(store.path.read_bytes()), int(str(number)) * 4096
    content[end - 4096 : end] = bytes(4096)
    store.path.write_bytes(content)
    page = scorer.open(f"{address}.{form}")
    assert (page.status, "doctor" in page.words) == (503, True)


@pytest.mark.parametrize("words", [True, False], ids=["in words", "without words"])
def test_a_game_that_cannot_be_shown_can_be_undone(
    store: Store, scorer: Phone, watcher: Phone, monkeypatch: pytest.MonkeyPatch, words: bool
) -> None:
    """Whatever entry the pages fail at, the page of the fault takes it back."""
    scorer.write_game()
    scorer.write_hand()

    number = len(store.game(1, 1).log.done)

    def failing(right: Callable[..., object]) -> Callable[..., object]:
        def fails(log: Log, *given: object) -> object:
            if number in {len(log.done), len(log.done) + len(log.undone)}:
                raise RuntimeError("a fault in the last entry")
            return right(log, *given)

        return fails

    monkeypatch.setattr(table, "last_change", failing(history.last_change))
    if not words:
        monkeypatch.setattr(Log, "describe", failing(Log.describe))
    for path in ("", "more", "sheet", "amend/rules"):
        page = scorer.open(f"/games/1/{path}")
        label = "Undo: " if words else "Undo the last entry"
        assert (page.status, label in page.words) == (500, True), path
    failed = watcher.open("/games/1/")
    assert (failed.status, failed.forms) == (500, [])
    back = scorer.send(scorer.open("/games/1/").form("/undo"))
    assert (back.status, back.address) == (200, "/games/1/")
    assert store.game(1, 1).game.complete == ()


OTHERS = (
    "/", "/games/new", "/games/1/", "/games/1/sheet", "/sessions/", "/sessions/1/",
    "/sessions/1/print", "/screen", "/players/", "/players/season", "/data",
    "/data/everything.json", "/data/everything.csv",
)  # fmt: skip


def fails_after_a_hand(book: Hearts, *given: Any) -> Script:
    """Fail at the first question of the second hand."""
    if any(given[-1].totals):
        raise RuntimeError("a fault in the second hand")
    return (yield from HEARTS_SCRIPT(book, *given))


def fails_at_points(book: Hearts, *given: Any) -> Script:
    """Fail at the points of a hand."""
    yield from HEARTS_SCRIPT(book, *given)
    raise RuntimeError("a fault in the points")


def test_an_undone_entry_at_which_the_program_fails_takes_no_page_down(
    store: Store, scorer: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every page of the game is shown, and the history goes on after the entry."""
    hearts = Setup(HEARTS, HEARTS.presets[0].rules, HEARTS.endings.usual, 4, SOUTH)
    facts = random_game(hearts, Random(1), 1).deals[0].record.facts
    answers = [Entry(Kind.ANSWER, 1, fact) for fact in facts]
    entries = [*answers, Entry(Kind.UNDO, 1, {}), *answers[-1:], Entry(Kind.UNDO, 1, {})]
    names = ("Ada", "Ben", "Cleo", "Dan")
    game = new_game(store, 1, "game-with-a-fault", hearts, names, entries=entries)
    monkeypatch.setattr(Hearts, "script", fails_after_a_hand)
    app = create_app(Store.open(store.path))
    rules = (rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ()))
    addresses = {
        re.sub("<int:game[^>]*>", str(game), rule.rule).replace("<int:number>", "1")
        for rule in rules
        if rule.rule.startswith("/games/<int:game")
    }
    phone = phone_of(Store.open(store.path))
    pages = {address: phone.open(address) for address in (*addresses, *OTHERS)}
    assert {address: page.status for address, page in pages.items() if page.status >= 500} == {}
    past = pages[f"/games/{game}/history"]
    assert past.words.lower().count("taken back: an entry that cannot be shown") == 2
    since = phone.open(f"/games/{game}/?since={len(answers) - 1}")
    assert (since.status, since.words.count("an entry that cannot be shown")) == (200, 4)


@pytest.mark.parametrize("script", [fails_after_a_hand, fails_at_points])
def test_a_game_at_which_the_program_fails_takes_no_other_page_down(
    store: Store, scorer: Phone, monkeypatch: pytest.MonkeyPatch, script: Callable[..., Script]
) -> None:
    scorer.write_game()
    hearts = Setup(HEARTS, HEARTS.presets[0].rules, HEARTS.endings.usual, 4, SOUTH)
    names = ("Ada", "Ben", "Cleo", "Dan")
    played = random_game(hearts, Random(1), 1)
    facts = played.deals[0].record.facts
    entries = [Entry(Kind.ANSWER, 1, fact) for fact in facts]
    game = new_game(store, 1, "game-with-a-fault", hearts, names, entries=entries)
    monkeypatch.setattr(Hearts, "script", script)
    phone = phone_of(Store.open(store.path))  # another process, which has read nothing yet
    own = f"/games/{game}/"
    for path in ("", "sheet", "more", "board"):
        page = phone.open(own + path)
        assert (page.status, page.title) == (500, "This game cannot be shown"), path
    pages = {address: phone.open(address) for address in OTHERS}
    assert {address: page.status for address, page in pages.items() if page.status != 200} == {}
    assert own in pages["/sessions/1/"].html
    removed = phone.send(phone.open(own).form("/remove"))
    assert (removed.status, own in phone.open("/sessions/1/").html) == (200, False)
    bring_back(store, 1, game)
    assert phone.send(phone.open(own).form("/undo")).status == 200, "what is left is shown"
    assert phone_of(Store.open(store.path)).open(own).form("/answers").fields
