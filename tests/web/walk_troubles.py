"""The walk through faults: damaged files, failing machines, closed doors."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from scorekeeper.ledger import access_codes, access_keys, game_list, journal, sessions, tables
from scorekeeper.ledger import store as ledger_store
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.errors import FileGone, Held, JournalGone, UnusableFile
from scorekeeper.ledger.game_log import Log
from scorekeeper.ledger.journal_events import COMMAND, Event
from scorekeeper.ledger.store import Store
from scorekeeper.web import form_sizes, links, read_limits
from scorekeeper.web import table as table_pages
from scorekeeper.web.rate_limits import KEYS, WRITES, Limit
from scorekeeper.web.read_limits import ReadLimits, TimeBudget
from tests.doors import new_link, new_links
from tests.web.phone import Phone
from tests.web.walker import Walker, name_fields, own_game, whist

# The events of the journal; the last one stands for an event of a newer
# version.
TOLD: tuple[tuple[Event, dict[str, Any]], ...] = (
    (Event.IMPORTED, {"games": 7, "entries": 7}),
    *((Event.EXPORTED, {"form": "csv", "game": game, "evening": evening})
      for game, evening in ((None, None), (7, None), (None, 7))),
    (Event.RESTORED, {"file": "7"}),
    (Event.GAME_REMOVED, {"game": 7, "players": ["7", "8"]}),
    (Event.GAME_BACK, {"game": 7, "players": ["7", "8"]}),
    (Event.EVENING_REMOVED, {"date": "2026-07-07", "name": "7"}),
    (Event.EVENING_RENAMED, {"date": "2026-07-07", "old": "", "new": "7"}),
    (Event.EVENING_RENAMED, {"date": "2026-07-07", "old": "7", "new": ""}),
    (Event.RENAMED, {"old": "7", "new": "8"}),
    (Event.MERGED, {"name": "7", "into": "8"}),
    (Event.SEPARATED, {"name": "7", "into": "8"}),
    *((event, {"role": role}) for role in ("score", "watch")
      for event in (Event.LINKS_RENEWED, Event.CODE_MADE, Event.CODE_USED)),
    (Event.PHONE_REMOVED, {"phone": 7, "owner": "7"}),
    (Event.ADVICE_ALLOWED, {}),
    (Event.ADVICE_HIDDEN, {}),
    (Event.GAME_FILE_ADDED, {"name": "7"}),
    (Event.GAME_FILE_REMOVED, {"name": "7"}),
    (Event.LINK_MADE, {}),
)  # fmt: skip


def files(scorer: Walker) -> None:
    """A file imported, and all errors in one."""
    scorer.send(scorer.open("/data").form("/data/import"))
    text = scorer.client.get("/data/everything.json").text
    for content in (
        *("", "\udcff", "{}", '{"format": "scorekeeper", "players": ["' + "7" * 9_000_000),
        text.replace('"players": ["11"', '"players": ["12"').replace(
            '"name": "11"', '"name": "12"'
        ),
        text.replace("[2, 3, 8, 0]", "[3, 2, 8, 0]"),
        text,
    ):
        scorer.upload(content)
    store = scorer.store
    with store.transaction() as db:  # a game that went on elsewhere
        db.execute("delete from entries where rowid = (select max(rowid) from entries)")
    scorer.send(scorer.upload(text).forms[0])
    document = json.loads(text)
    for spoilt in _spoilt(document):
        scorer.upload(json.dumps(spoilt))
    for key, count in (("77", 1), ("88", 2)):
        for game in document["games"][:count]:
            game["rulebook"] = key
        document["games"] = document["games"][-1:] + document["games"][:-1]
    for game in document["games"][-5:]:
        game["key"] += "7"
        for number, entry in enumerate(game["entries"]):
            entry |= {"device": "", "key": f"7-{number}"}
    text = json.dumps(document)
    page, other = scorer.upload(text), scorer.upload(text)
    scorer.send(page.forms[0])
    scorer.send(page.forms[0])
    scorer.send(other.forms[0])
    newest = whist(scorer)
    for game in range(newest - 5, newest):
        scorer.open(f"/games/{game}/history")


def _spoilt(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A document with one error at a time."""
    text = json.dumps(document | {"games": document["games"][:1]})

    def changed(*path: str | int, to: Any) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(text)
        place: Any = copy
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = to
        return copy

    game = ("games", 0)
    entry = (*game, "entries", 0)
    for place in (game, entry, ("players", 0), ("sessions", 0), ("table",)):
        yield changed(*place, to=7)
    for part in ("entries", "players", "rules", "ending"):
        yield changed(*game, part, to=7)
    yield changed("version", to=777)
    yield changed("version", to=0)
    yield changed("format", to="7")
    yield changed("table", "name", to=7)
    for part in ("date", "name"):
        yield changed("sessions", 0, part, to=7)
    yield changed("sessions", 0, "date", to="7")
    yield changed("sessions", 0, "name", to=" 7 ")
    yield changed(*game, "key", to="7 7")
    yield changed(*game, "session", to="7")
    yield changed(*game, "players", to=["11", "22", "33", "77"])
    yield changed(*game, "players", to=["11", "22", "33", " "])
    yield changed(*game, "players", to=["11", "22", "33", 7])
    yield changed(*game, "players", to=["11", "11", "22", "33"])
    yield changed(*game, "players", to=["11", "22", "33"])
    yield changed(*game, "started", to="7")
    yield changed(*game, "first_dealer", to=7)
    yield changed(*game, "ending", "goal", to="schedule")
    for part, value in (("kind", "7"), ("device", "7 7"), ("fact", 7), ("deal", -1), ("deal", 7)):
        yield changed(*entry, part, to=value)
    yield changed(*entry, "fact", to={"bid": "4C", "winner": 1})
    yield changed(*entry, "fact", "more", to=7)
    for number, fact in enumerate(
        recorded["fact"] for recorded in document["games"][0]["entries"][:9]
    ):
        if "seat" in fact:
            yield changed(*game, "entries", number, "fact", "seat", to=(fact["seat"] + 1) % 4)
    undone = json.loads(text)
    last = undone["games"][0]["entries"][-1]
    undone["games"][0]["entries"].append(last | {"key": "7", "kind": "undo", "deal": 7, "fact": {}})
    yield undone
    first = json.loads(text)
    first["games"][0]["entries"][1]["key"] = first["games"][0]["entries"][0]["key"]
    yield first
    twice = json.loads(text)
    twice["games"] *= 2
    yield twice


def failures(scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Faults of the machine."""
    scorer.post("/games/1/more")
    scorer.fill(scorer.open("/").form("/language"), {"language": "77"})
    scorer.send(scorer.open("/games/new").form("/new"), rules="7" * 300_000)
    with monkeypatch.context() as small:
        small.setattr(form_sizes, "LARGEST_FILE", 7)
        scorer.upload("7" * 77)
    form = scorer.open("/games/new").form("/new")
    for error in (*_troubles(), RuntimeError("7")):
        with monkeypatch.context() as broken:
            broken.setattr(sessions, "newest", _raising(error))
            scorer.open("/")
            broken.setattr(game_list, "new_game", _raising(error))
            scorer.fill(form, name_fields() | {"start": "1"})
    game = whist(scorer)
    scorer.hand(game=game)
    with monkeypatch.context() as broken:  # first the page of the game, then the entry's words too
        for of, name in ((table_pages, "last_change"), (Log, "describe")):
            broken.setattr(of, name, _raising(RuntimeError("7")))
            scorer.open(f"/games/{game}/")
    with monkeypatch.context() as broken:  # the game itself, read anew
        broken.setattr(ledger_store, "replay", _raising(RuntimeError("7")))
        scorer.store._games.clear()
        for path in (f"/games/{game}/", "/", "/players/season"):
            scorer.open(path)


def _troubles() -> Iterator[Exception]:
    """Faults of the score file."""
    yield from (FileGone("7"), Held("7"), UnusableFile("7"))
    yield from (JournalGone("7", saved=saved) for saved in (True, False))
    for code in ("FULL", "READONLY", "CANTOPEN", "IOERR", "CORRUPT", "ERROR"):
        error = sqlite3.OperationalError("7")
        error.sqlite_errorcode = getattr(sqlite3, f"SQLITE_{code}")
        yield error


def _phones(app: Flask, store: Store, scorer: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """The phones of each kind of link, one of which is shut out; and the journal."""
    table = tables.first(store)
    for origin in (*Origin, Origin.COMMAND):
        guest = Phone(app.test_client())
        guest.open(f"/join/{access_keys.mint(store, table, origin)}")
    with sqlite3.connect(store.path) as file:  # the link of the last guest
        file.execute(
            "delete from keys where role = 'score' and made = (select max(made) from keys)"
        )
    file.close()
    owner = Phone(app.test_client())
    owner.open(new_link(store, Role.SCORE))
    with owner.client.session_transaction() as session:
        session["sits"] = {str(table.id): 1}
    owner.open("/")
    page = scorer.open("/links")
    scorer.send(next(form for form in page.forms if form.action == "/links/phones"))
    for event, details in TOLD:
        with store.transaction() as db:
            journal.note(db, store.now(), table.id, event, COMMAND, **details)
    store.db.execute("update journal set what = '77' where id = (select max(id) from journal)")
    with store.transaction() as db:
        journal.note(db, store.now(), table.id, Event.LINK_MADE, COMMAND)
    store.db.execute("update journal set said = '{\"' where id = (select max(id) from journal)")
    with monkeypatch.context() as short:
        short.setattr(links, "PAGE", len(TOLD) + 2)
        scorer.open("/links/journal")
        scorer.open("/links/journal?page=2")


def doors(app: Flask, store: Store, phones: list[Walker], monkeypatch: pytest.MonkeyPatch) -> None:
    """Links shared, renewed and void, and refused clients."""
    scorer, watcher, stranger = phones
    handed = new_links(store)
    for phone, role in ((watcher, Role.WATCH), (scorer, Role.SCORE)):
        phone.open(handed[role])
        phone.open("/links")
    _phones(app, store, scorer, monkeypatch)
    for code in ("7", "7" * 8):
        stranger.send(stranger.open("/join").form("/join"), code=code)
    scorer.send(scorer.open("/links").form("/links"), links="code-score")
    with monkeypatch.context() as few:
        few.setattr(access_codes, "MOST_WRONG", 0)
        scorer.open("/links")
    for done in ("new", "watch", "score"):
        scorer.send(scorer.open("/links").form("/links"), links=done)
    watching = new_links(store)[Role.WATCH]
    watcher.open(watching)
    with sqlite3.connect(store.path) as file:
        file.execute("delete from keys")
    file.close()
    for phone in (scorer, watcher):
        phone.open("/links")
    stranger.open_as("7.example")
    monkeypatch.setitem(app.config, KEYS, Limit(1, 77))
    for _ in range(2):
        stranger.open(watching)
    monkeypatch.setitem(app.config, WRITES, Limit(1, 77))
    for _ in range(2):
        stranger.post("/language")


def flawed(scorer: Walker, fresh: Walker, store: Store) -> None:
    """A hand that does not fit after another was corrected, and unreadable games."""
    number = own_game(scorer, "israeli-whist", {"passes": "4"})
    damaged = [whist(scorer), whist(scorer)]
    for game in (number, *damaged):
        scorer.hand(game=game)
    with sqlite3.connect(store.path) as file:
        file.execute("update entries set fact = '7' where game_id = ?", damaged[:1])
        file.execute("update games set players = '[]' where id = ?", damaged[1:])
    file.close()
    fresh.open(new_link(store, Role.SCORE))
    known = fresh.store
    log = known.game(1, number).log
    low = replace(log.done[0], fact={"bid": "4C", "winner": 2})
    unfit = Log.of(log.game.setup, log.sitting.first).after([low, *log.done[1:]])
    known._games.remember(number, unfit)
    for path in ("", "sheet", "hands/1/"):
        fresh.open(f"/games/{number}/{path}")
    for path in ("/", f"/games/{damaged[0]}/"):
        fresh.open(path)


def crowded(watcher: Walker, store: Store) -> None:
    """The page for a watcher whose link has used up its time."""
    limits: ReadLimits = watcher.client.application.extensions[read_limits.NAME]
    watcher.open(new_link(store, Role.WATCH))
    limits.set_shares(TimeBudget(0.0, 0.0), TimeBudget(0.0, 0.0))
    watcher.open("/players/what-if")


def _raising(error: Exception) -> object:
    def fails(*_: object, **__: object) -> None:
        raise error

    return fails
