"""The program in a browser: the same pages below a prefix, no threads, and faults of its file."""

from __future__ import annotations

import datetime as dt
import html
import re
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.ledger import backups
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app, in_browser
from scorekeeper.web.place import NEEDING, OF_A_SERVER, Place
from tests.doors import new_link
from tests.ledger.season import record_season
from tests.web import unusable_files
from tests.web.browser_phone import BASE, ORIGIN, BrowserPhone, bring_season
from tests.web.every_door import addresses_of
from tests.web.every_link import pages_behind_links
from tests.web.phone import Page, Phone

# Routes of a server that a site does not have
LEFT_OUT = {
    "/advice/": "it needs NumPy",
    "/games/<int:game_id>/print.pdf": "it needs typst",
    "/games/<int:game_id>/screen": "another phone or a television would show it",
    "/join": "no other phone joins",
    "/links": "no other phone joins",
    "/links/journal": "it says which phone did what",
    "/links/phones": "there is one phone",
    "/manifest.webmanifest": "the page around the app has one",
    "/practice/": "it needs NumPy",
    "/practice/<any(bid, contract, card):practice>/<int(max=999999):deal>": "it needs NumPy",
    "/practice/record/": "it needs NumPy",
    "/print.pdf": "it needs typst",
    "/screen": "another phone or a television would show it",
    "/sessions/<int:session_id>/print.pdf": "it needs typst",
    "/sw.js": "the page around the app has one",
}
ADDRESS = re.compile(
    r'\s(?:href|src|action|data-[a-z-]+)="((?:https?:)?/[^"]*)"'  # scripts ask for those in data-
)
IMPORTED_LATE = ("ifaddr", "waitress", "openskill", "tabulate", "typst", "scorekeeper.play.players")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the browser; it is empty."""
    return tmp_path / "scores"


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what a browser does not have: NumPy, typst and threads."""

    def start(thread: threading.Thread) -> None:
        raise RuntimeError(f"{thread.name}: can't start new thread")

    for package in ("numpy", "typst"):
        monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.setattr(threading.Thread, "start", start)


@pytest.fixture
def phone(folder: Path, alone: None) -> Phone:
    """The phone of the site, with its first hand recorded."""
    phone = BrowserPhone(folder)
    phone.begin()
    phone.hand()
    return phone


def test_a_hand_is_played_below_the_path_of_the_site(folder: Path) -> None:
    phone = BrowserPhone(folder)
    assert phone.begin().address == "/games/1/"
    assert phone.hand().status == 200
    record = phone.store.game(1, 1)
    assert list(record.game.totals) == [-20, 19, -10, -40]
    assert all(f"{abs(total)}" in phone.open("/games/1/sheet").words for total in (20, 19, 10, 40))
    assert phone.open("/nowhere").status == 404


def test_the_path_of_the_site_may_have_any_letters(folder: Path) -> None:
    origin, base = "http://localhost", "/K%C3%B6nig%20Dame/"
    bring_season(folder)
    in_browser.begin(base, origin, folder=folder)
    for room in ("", "try/"):
        status, _, body = in_browser.answer("GET", f"{origin}{base}{room}games/new", [], None)
        assert (status, f'href="/König Dame/{room}"' in body.decode()) == (200, True)


def test_work_meanwhile_that_fails_is_not_tried_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a fault of the program")

    monkeypatch.setattr(backups, "make", fail)
    BrowserPhone(folder)
    for _ in range(2):
        in_browser.idle()
    assert len([record for record in caplog.records if record.exc_info]) == 1


def test_its_cookies_are_kept_beside_the_file(folder: Path) -> None:
    form = BrowserPhone(folder).open("/settings/").form("/settings/")
    phone = BrowserPhone(folder)
    assert phone.send(form, theme="dark").status == 200
    assert 'data-theme="dark"' in BrowserPhone(folder).open("/").html
    (folder / "cookies.json").write_text('{"cut', "utf-8")
    assert 'data-theme="phone"' in BrowserPhone(folder).open("/").html


@pytest.mark.parametrize("cut", ["", "abc"])
def test_a_secret_that_is_cut_off_is_made_anew(folder: Path, cut: str) -> None:
    BrowserPhone(folder)
    (folder / "scores.db.secret").write_text(cut, "ascii")
    assert BrowserPhone(folder).begin().status == 200


@pytest.mark.slow
def test_every_route_answers_as_on_a_server_but_for_these(
    tmp_path: Path, folder: Path, request: pytest.FixtureRequest
) -> None:
    folder.mkdir()
    store = Store.open(tmp_path / "server.db")
    app = create_app(store, place=Place(pdf=True))
    server = Phone(app.test_client())
    server.open(new_link(store, Role.SCORE))
    server.write_game()
    server.write_hand()
    backups.back_up(store.path, folder / "scores.db")
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    addresses = {rule.rule: min(addresses_of(app, rule)) for rule in rules}
    expected = {rule: status(server, path) for rule, path in addresses.items()}
    request.getfixturevalue("alone")
    phone = BrowserPhone(folder)
    answers = {rule: status(phone, path) for rule, path in addresses.items()}
    different = {rule for rule, code in expected.items() if answers[rule] != code}
    assert different == LEFT_OUT.keys()
    assert {answers[rule] for rule in different} == {404}
    assert status(phone, new_link(phone.store, Role.SCORE)) == 404


def status(phone: Phone, address: str) -> int:
    return phone.client.get(address).status_code


def test_forms_of_pages_that_are_left_out_are_refused(phone: Phone) -> None:
    token = {"csrf_token": phone.token()}
    for path in (
        "/games/1/seat",
        "/join",
        "/links",
        "/links/phones",
        "/practice/record/",
        "/advice/",
    ):
        assert phone.post(path, token).status == 404


@pytest.mark.slow
def test_no_link_leads_out_of_the_site_or_to_what_is_left_out(phone: Phone) -> None:
    assert phone.open("/games/new").html.count(BASE) > 10
    pages = dict(pages_behind_links(phone))
    assert len(pages) > 100
    failed = {address: page.status for address, page in pages.items() if page.status != 200}
    assert failed == {f"{BASE}try/": 503}  # the season has not come
    for address, page in pages.items():
        assert address.startswith(BASE) or address == "/", address
        inside = (BASE, f"{ORIGIN}{BASE}#show=")
        assert [link for link in links(page) if not link.startswith(inside)] == [], address
    in_browser.idle()


def links(page: Page) -> list[str]:
    return [html.unescape(link) for link in ADDRESS.findall(page.html)]


@pytest.mark.parametrize(
    "back", ["/", "/elsewhere/", "/scorekeeper", f"{BASE}../elsewhere", f"{BASE}%2E./elsewhere"]
)
def test_no_way_back_leads_out_of_the_site(phone: Phone, back: str) -> None:
    page = phone.open(f"/help?back={back.replace('%', '%25')}")
    assert f'href="{BASE}">' in page.html
    assert f'href="{back}' not in page.html.replace(f'href="{BASE}', "")
    assert f'href="{BASE}games/1/more"' in phone.open(f"/help?back={BASE}games/1/more").html


def test_every_name_of_a_page_that_may_be_left_out_exists(app: Flask) -> None:
    known = {*app.blueprints, *app.view_functions}
    assert OF_A_SERVER.union(*NEEDING.values()) - known == set()


@pytest.mark.parametrize(
    ("headers", "expected"),
    [("Content-Security-Policy", "frame-ancestors 'self'"), ("X-Content-Type-Options", "nosniff")],
)
def test_its_pages_may_stand_in_the_frame_of_the_site_only(
    folder: Path, headers: str, expected: str
) -> None:
    page = BrowserPhone(folder).open("/")
    assert expected in page.headers[headers]
    assert "manifest" not in page.html.partition("<body")[0]


def test_the_rooms_do_not_meet(folder: Path) -> None:
    """The season to try and a shown game have files and addresses of their own."""
    bring_season(folder)
    phone = BrowserPhone(folder)
    phone.begin()
    for room, scores in (("try", True), ("shown", False)):
        first = phone.open(f"/{room}/")
        assert (first.status, "Dana" in first.words) == (200 if scores else 404, False)
        elsewhere = {link for link in links(first) if not link.startswith(f"{BASE}{room}/")}
        assert elsewhere == {BASE}  # back to the own games
        assert ("New game" in first.words) == scores
        assert (folder.parent / room / "scores.db").exists()
        assert not (folder.parent / room / "cookies.json").exists()
    assert phone.post("/shown/games/new").status in {400, 403}


def test_a_room_opens_before_the_games_of_the_phone(folder: Path) -> None:
    """As in another tab, when a file that could not be opened has just been put aside."""
    bring_season(folder)
    phone = BrowserPhone(folder)
    in_browser.current_site().rooms.clear()
    assert phone.open("/try/").status == 200


def test_the_evening_of_the_season_to_try_goes_on(folder: Path) -> None:
    """A new game belongs to its last evening, whenever that was."""
    season = folder.parent / "try" / "scores.db"
    season.parent.mkdir()
    with closing(Store.open(season)) as store:
        record_season(store, 3, seed=1)
    phone = BrowserPhone(folder)
    seats = {f"names-{seat}": name for seat, name in enumerate(("Sara", "Walid", "Noa", "Eli"))}
    form = phone.open("/try/games/new").form("/games/new")
    assert phone.fill(form, seats | {"dealer": "0", "start": "1"}).status == 200
    with closing(sqlite3.connect(season)) as file:
        evenings = [row[0] for row in file.execute("select session_id from games order by id")]
    assert evenings == [1, 1, 2, 2]


def test_figures_are_counted_meanwhile(
    folder: Path, alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.statistics.AT_ONCE", 0.0)
    phone = BrowserPhone(folder)
    record_season(phone.store, 6, 4, hands=2)
    page = phone.open("/players/")
    assert "still being counted" in page.words
    assert "Refresh" in page.headers
    for _ in range(7):
        in_browser.idle()
    assert FigureCounter(phone.store).stale(1) == []
    assert "still being counted" not in phone.open("/players/").words


def test_a_copy_is_made_each_day(phone: Phone, folder: Path, alone: None) -> None:
    earliest = dt.datetime.now().astimezone().date()
    in_browser.idle()
    (copy,) = backups.copies_of(folder / "scores.db")
    assert copy.day is not None
    assert earliest <= copy.day <= dt.datetime.now().astimezone().date()
    held = backups.contents(copy.path)
    assert held is not None
    assert (held.games, held.entries) == (1, len(phone.store.game(1, 1).log.done))


def test_an_error_is_a_page(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one outside of Flask, in a layer before it."""

    def fail(*_: object) -> None:
        raise RuntimeError("a fault of the program")

    app = phone.client.application
    app.config["PROPAGATE_EXCEPTIONS"] = False
    for target in ("scorekeeper.web.table.page", "scorekeeper.web.cookies.only_own"):
        with monkeypatch.context() as broken:
            broken.setattr(target, fail)
            page = phone.open("/games/1/")
            assert (page.status, "Something went wrong here" in page.words) == (500, True)
        assert phone.open("/games/1/").status == 200


# A file that cannot be opened


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:3000])


def no_database(path: Path) -> None:
    path.write_bytes(b"no database " * 100)


@pytest.mark.parametrize(
    ("spoil", "words", "replaceable"),
    [
        (cut, "is damaged", True),
        (no_database, "is damaged", True),
        (unusable_files.foreign, "is not from Scorekeeper", True),
        (unusable_files.later, "newer version", False),  # the next version opens it
    ],
)
def test_a_file_that_cannot_be_opened_is_told_saved_and_put_aside(
    phone: Phone,
    folder: Path,
    spoil: Callable[[Path], None],
    words: str,
    replaceable: bool,
) -> None:
    in_browser.idle()  # makes a copy
    path = folder / "scores.db"
    phone.store.close()
    spoil(path)
    spoilt = path.read_bytes()
    phone = BrowserPhone(folder)
    page = phone.open("/games/1/")
    assert (page.status, words in page.words) == (503, True)
    assert "scorekeeper restore" not in page.words
    assert "Stop the score" not in page.words
    saved = phone.client.get("/unopened/scores.db").data
    assert saved == spoilt if words == "is damaged" else saved.startswith(b"SQLite")
    ways = [form for form in page.forms if form.action.endswith("/aside")]
    assert bool(ways) == replaceable
    answer = phone.client.get("/games/1/revision", headers={"Accept": "application/json"})
    assert answer.status_code == 503
    assert path.read_bytes() == spoilt
    for way in ways[:1]:
        after = phone.press(way)
        assert (after.status, after.address) == (200, "/copies/")
        assert "1 game" in after.words
        (aside,) = folder.glob("scores.db.replaced-*[0-9]")
        assert aside.read_bytes() == spoilt
        assert phone.begin("E F G H").status == 200


def test_a_full_store_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(Store):
        @classmethod
        def open(cls, path: Path) -> Store:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise UnusableFile(str(path)) from error

    with monkeypatch.context() as full:
        full.setattr("scorekeeper.web.in_browser.Store", Full)
        in_browser.begin(BASE, "http://localhost", folder=folder)
    status, _, body = in_browser.answer("GET", f"http://localhost{BASE}", [], None)
    assert (status, b"no room left in this browser" in body) == (503, True)


def test_a_fault_while_it_is_used_is_told(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error

    monkeypatch.setattr("scorekeeper.web.table.page", fail)
    page = phone.open("/games/1/")
    assert (page.status, f'href="{BASE}copies/"' in page.html) == (503, True)
    assert "doctor" not in page.words


def test_what_only_a_server_needs_is_not_imported() -> None:
    """NumPy is hidden: sqlite-utils would import it."""
    script = (
        "import sys; sys.modules['numpy'] = None; from scorekeeper.web import app, in_browser; "
        f"print([name for name in {IMPORTED_LATE} if name in sys.modules])"
    )
    command = [sys.executable, "-c", script]
    told = subprocess.run(command, capture_output=True, check=True, text=True)
    assert told.stdout.strip() == "[]"
