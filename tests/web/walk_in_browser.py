"""The walk through the pages that only a browser has: help, copies, and faults of its file."""

from __future__ import annotations

import html
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.exchange.game_link import LONGEST_TEXT
from scorekeeper.ledger.errors import FaultyGame, Unreadable, UnreadableGame
from scorekeeper.web import in_browser
from scorekeeper.wording import say
from tests.exchange.bad_links import parts, text_of
from tests.web import unusable_files
from tests.web.browser_phone import BrowserPhone, bring_season
from tests.web.phone import Page
from tests.web.walker import NAMES, Walker, whist


def in_browser_alone(
    folder: Path, language: str, kept: list[Page], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game with its faults, and then each kind of file that cannot be opened."""
    phone = site_walker(folder, language, kept)
    phone.open("/")
    whist(phone)
    phone.open("/help")
    phone.open("/links")
    show_a_game(phone, monkeypatch)
    in_browser.idle()
    for error in (
        UnreadableGame(1, "damaged"),
        FaultyGame(1, "fault"),
        _fault(sqlite3.SQLITE_CORRUPT),
        _fault(sqlite3.SQLITE_FULL),
        _fault(sqlite3.SQLITE_IOERR),
    ):
        with monkeypatch.context() as broken:
            broken.setattr("scorekeeper.web.table.page", _raising(error))
            phone.open("/games/1/")
    with monkeypatch.context() as small:
        small.setitem(phone.client.application.config, "MAX_CONTENT_LENGTH", 7)
        small.setattr("scorekeeper.web.form_sizes.LARGEST_FILE", 7)
        phone.post("/data/import", {"file": "7" * 77})
    phone.store.close()
    path = folder / in_browser.FILE
    spoilt = path.read_bytes()
    for make in (
        *(unusable_files.later, unusable_files.older, unusable_files.foreign),
        _no_database,
    ):
        path.write_bytes(spoilt)
        make(path)
        phone = site_walker(folder, language, kept)
        phone.open("/")
    phone.press(phone.open("/").form("/aside"))


def show_a_game(phone: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Show a game on another phone, go on with it here, move it, and look at the games to try."""
    phone.open("/games/1/more")
    text = link_of(phone)
    wire = parts(text)
    foreign = wire | {"game": wire["game"] | {"rulebook": "7"}}
    phone.open("/shown/games/1/")  # before a link has shown it
    bad = ("7", "?Z", "7" * LONGEST_TEXT + "Z", text_of(wire | {"v": 7}), text_of(foreign))
    for sent in (*bad, text):
        phone.client.post("/shown/open", data=sent, content_type="text/plain")
        phone.open("/shown/open")
    phone.open("/shown/games/1/")
    phone.open("/data/shown")
    phone.open("/data")
    with monkeypatch.context() as broken:
        broken.setattr("scorekeeper.web.imports.preview", _raising(Unreadable(say("7"))))
        phone.open("/data/shown")
    take_over(phone, wire)
    phone.open("/try/")
    bring_season(phone.store.path.parent)
    phone.open("/try/")
    seats = {f"names-{seat}": name for seat, name in enumerate(NAMES.split())}
    phone.fill(phone.open("/try/games/new").form("/new"), seats | {"dealer": "0", "start": "1"})
    with monkeypatch.context() as small:
        small.setattr("scorekeeper.web.qr_codes.LARGEST_OF_GAME", 1)
        phone.open("/games/1/show")


def link_of(phone: Walker) -> str:
    """The text of the link on the page that shows the game."""
    page = phone.open("/games/1/show")
    return html.unescape(page.html.partition("#show=")[2].partition('"')[0])


def take_over(phone: Walker, wire: dict[str, Any]) -> None:
    """Go on with a game that is not here yet, then further, and with one that began differently."""
    phone.hand()
    later = parts(link_of(phone))
    new = {"key": "7" * 16}
    for of, change in (
        (wire, new),
        (later, new),
        (wire, {"started": "2017-07-07T07:07:07.000+00:00"}),
    ):
        shown = of | {"game": of["game"] | change}
        phone.client.post("/shown/open", data=text_of(shown), content_type="text/plain")
        for form in phone.open("/data/shown").forms:
            if "/data/shown/" in form.action:
                phone.send(form)


def site_walker(folder: Path, language: str, kept: list[Page]) -> Walker:
    """A phone that collects the pages of the program in a browser."""
    client = BrowserPhone(folder).client
    walker = Walker(client.application, language, kept)
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    walker.client = client
    return walker


def _fault(code: int) -> sqlite3.Error:
    error = sqlite3.DatabaseError("7")
    error.sqlite_errorcode = code
    return error


def _raising(error: Exception) -> object:
    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def _no_database(path: Path) -> None:
    path.write_bytes(b"7" * 7000)
