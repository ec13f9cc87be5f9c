"""Copies of the scores where they are kept in a browser: saving, restoring, and the advice."""

from __future__ import annotations

import datetime as dt
import errno
import json
import re
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.ledger import backups, database, own_games, tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.conftest import PLAYERS, setup_of
from tests.own_yaniv import YANIV
from tests.web import unusable_files
from tests.web.browser_phone import BASE, BrowserPhone, bring_season
from tests.web.phone import Page, Phone

NOON = dt.datetime(2026, 11, 20, 12, tzinfo=dt.UTC)
SCORES = "/copies/scores.db"
FOREIGN = "This is not a copy from Scorekeeper: choose a score file or a JSON file"


@pytest.fixture
def phone(tmp_path: Path) -> BrowserPhone:
    return BrowserPhone(tmp_path / "scores")


def facts(phone: Phone) -> list[object]:
    """All games of the score file with their entries, as an export has them."""
    text = "".join(as_json(phone.store.path, Scope(1), "now"))
    games: list[object] = json.loads(text)["games"]
    return games


def play(phone: Phone) -> None:
    """Begin a game and play a hand of it."""
    begun = phone.begin().address
    phone.hand(game=int(begun.split("/")[2]))


def restored(phone: Phone, preview: Page) -> Page:
    """Confirm a preview."""
    assert preview.status == 200, preview.problems
    (form,) = [form for form in preview.forms if "/copies/restore/" in form.action]
    return phone.send(form)


def test_a_saved_copy_brings_back_what_it_holds(phone: BrowserPhone) -> None:
    play(phone)
    before = facts(phone)
    copy, headers = phone.download(SCORES)
    assert re.search(r'filename="scorekeeper-\d{4}-\d\d-\d\d\.db"', headers["Content-Disposition"])
    phone.hand()
    phone.begin("Eva Fritz Gil Hanna")
    after = facts(phone)

    preview = phone.upload(copy)
    assert "Games 1 2" in preview.words
    assert "is not in the copy" in preview.notices[0]
    assert facts(phone) == after  # nothing is changed before it is confirmed
    assert "The copy is restored." in restored(phone, preview).words
    assert facts(phone) == before
    phone.hand()  # it goes on

    (replaced,) = [copy for copy in backups.copies_of(phone.store.path) if not copy.day]
    listed = phone.open("/copies/")
    assert "2 games" in listed.words
    phone.set_clock(dt.datetime.now(dt.UTC) + dt.timedelta(seconds=2))
    restored(phone, phone.send(listed.form("/choose"), copy=replaced.path.name))
    assert facts(phone) == after


def test_a_copy_restored_on_another_phone_is_equal(phone: BrowserPhone, tmp_path: Path) -> None:
    play(phone)
    before = facts(phone)
    copy, _ = phone.download(SCORES)
    other = BrowserPhone(tmp_path / "other")
    preview = other.upload(copy)
    assert "stay in this browser as a copy" not in preview.words
    done = restored(other, preview)
    assert facts(other) == before
    assert "The copy is restored." in done.words
    assert "list below" not in done.words
    assert f'href="{BASE}">My games</a>' in done.html
    assert "Continue hand 2" in other.open("/").words


def test_no_copy_is_kept_of_a_file_in_which_nothing_was_recorded(
    phone: BrowserPhone, tmp_path: Path
) -> None:
    play(phone)
    copy, _ = phone.download(SCORES)
    empty, used = BrowserPhone(tmp_path / "empty"), tmp_path / "used"
    assert "Copies in this browser" not in restored(empty, empty.upload(copy)).words
    assert backups.copies_of(empty.store.path) == []
    other = BrowserPhone(used)
    own_games.add(other.store, 1, YANIV)
    assert "Copies in this browser" in restored(other, other.upload(copy)).words


def test_a_copy_of_a_server_is_restored(phone: BrowserPhone, tmp_path: Path) -> None:
    server = Phone(create_app(Store.open(tmp_path / "server.db"), keyless=True).test_client())
    play(server)
    backups.back_up(server.store.path, tmp_path / "copy.db")
    preview = phone.upload((tmp_path / "copy.db").read_bytes())
    assert preview.notices == []
    restored(phone, preview)
    assert facts(phone) == facts(server)


def test_a_copy_with_several_tables_says_what_is_shown(phone: BrowserPhone, tmp_path: Path) -> None:
    store = Store.open(tmp_path / "server.db")
    for table in (tables.first(store), tables.add(store, "Theirs")):
        new_game(store, table.id, new_key(), setup_of(), PLAYERS)
    backups.back_up(store.path, tmp_path / "copy.db")
    preview = phone.upload((tmp_path / "copy.db").read_bytes())
    assert preview.notices == [
        "The games in the copy are of 2 tables. Only those of the first table are shown here."
    ]


def test_a_daily_copy_is_listed_and_restored(phone: BrowserPhone) -> None:
    play(phone)
    before = facts(phone)
    day = dt.date(2026, 11, 20)
    assert backups.make(phone.store.path, 3, day)
    phone.hand()
    listed = phone.open("/copies/")
    assert "Nov 20, 2026 1 game · 5 entries" in listed.words
    restored(phone, phone.send(listed.form("/choose"), copy="scores.db.backup-2026-11-20"))
    assert facts(phone) == before


def test_json_is_imported_after_a_preview(phone: BrowserPhone, tmp_path: Path) -> None:
    play(phone)
    before = facts(phone)
    exported, _ = phone.download("/data/everything.json")
    other = BrowserPhone(tmp_path / "other")
    preview = other.upload(exported, "scores.json")
    assert "New games 1" in preview.words
    other.send(next(form for form in preview.forms if "/data/import/" in form.action))
    assert facts(other) == before


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (unusable_files.foreign, FOREIGN),
        (unusable_files.later, "This file was written by a newer version"),
        (unusable_files.older, "This file was written by a much older version"),
        (unusable_files.damaged, "This file is damaged"),
        (unusable_files.cut_off, "This file is damaged"),
        (lambda path: path.write_bytes(b"SQLite format 3\0"), "This file is damaged"),
        (unusable_files.photo, FOREIGN),
        (lambda path: path.write_text("Dear Anna,"), FOREIGN),
        (lambda path: path.write_bytes(b""), FOREIGN),
        (lambda path: path.write_text("Anna", "utf-16"), FOREIGN),
        (lambda path: path.write_text('[{"points": 1}]'), FOREIGN),
        (lambda path: path.write_text('{"format": "chess", "version": 1}'), FOREIGN),
        (lambda path: path.write_text('{"points": '), FOREIGN),
        (unusable_files.cut_export, "This file is damaged"),
        (unusable_files.later_export, "Nothing was restored: This file was exported by a newer"),
    ],
)
def test_no_other_file_is_restored(
    phone: BrowserPhone, tmp_path: Path, make: Callable[[Path], object], reason: str
) -> None:
    play(phone)
    before = facts(phone)
    make(tmp_path / "file")
    answer = phone.upload((tmp_path / "file").read_bytes())
    assert answer.status == 422
    assert answer.problems[0].startswith(reason)
    for unknown_there in (
        *(str(tmp_path), "scorekeeper doctor", "scorekeeper restore"),
        *("line ", "UTF-8", "no JSON"),
    ):
        assert unknown_there not in answer.words
    assert facts(phone) == before


def test_nothing_chosen_is_asked_for_again(phone: BrowserPhone) -> None:
    answer = phone.send(phone.form_with("/copies/", "/restore"))
    assert (answer.status, answer.problems) == (422, ["Choose a file first."])
    answer = phone.send(phone.form_with("/copies/", "/restore"), copy="../../etc/passwd")
    assert answer.status == 422


def test_a_name_that_is_no_copy_is_not_opened(phone: BrowserPhone) -> None:
    play(phone)
    token = phone.token()
    for name in ("scores.db", "../scores/scores.db", "cookies.json", ""):
        answer = phone.post("/copies/choose", {"csrf_token": token, "copy": name})
        assert (answer.status, answer.problems) == (422, ["That copy is not here any more."])


def test_a_preview_is_confirmed_once(phone: BrowserPhone) -> None:
    copy, _ = phone.download(SCORES)
    preview = phone.upload(copy)
    restored(phone, preview)
    assert restored(phone, preview).problems == ["That file is not here any more: choose it again."]


@pytest.mark.parametrize("step", ["copy", "rename", "replace"])
def test_a_full_phone_loses_nothing(
    phone: BrowserPhone, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    play(phone)
    copy, _ = phone.download(SCORES)
    phone.hand()
    before = facts(phone)
    preview = phone.upload(copy)
    target = phone.store.path

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def sometimes(name: str) -> Callable[[Path, Path], Path]:
        unchanged: Callable[[Path, Path], Path] = getattr(Path, name)

        def rename(self: Path, new: Path) -> Path:
            is_last = step == "replace" and self.name.endswith(".restoring")
            if is_last or (step == "rename" and self == target):
                full()
            return unchanged(self, new)

        return rename

    with monkeypatch.context() as patch:
        if step == "copy":
            patch.setattr(backups, "_copy", full)
        patch.setattr(Path, "rename", sometimes("rename"))
        patch.setattr(Path, "replace", sometimes("replace"))
        answer = restored(phone, preview)
    assert answer.status == 422
    assert "There is no room" in answer.problems[0]
    assert facts(phone) == before
    phone.hand()
    assert not list(target.parent.glob("*.restoring"))


def test_a_copy_with_a_damaged_game_says_so(phone: BrowserPhone, tmp_path: Path) -> None:
    play(phone)
    copy = tmp_path / "copy.db"
    copy.write_bytes(phone.download(SCORES)[0])
    with sqlite3.connect(copy) as db:
        db.execute("update entries set at = '2020-01-01T00:00:00.000+00:00' where number = 2")
    db.close()
    preview = phone.upload(copy.read_bytes())
    assert preview.problems == [
        "1 game in the copy is damaged. Perhaps it is not damaged in another copy."
    ]


def test_a_server_has_no_page_of_copies(scorer: Phone) -> None:
    assert scorer.open("/copies/").status == 404
    assert "Copies of the scores" not in scorer.open("/").words


# The advice

ADVICE = "Save a copy of the scores?"
HOME_SCREEN = "Add Scorekeeper to the home screen"


class Evenings:
    """Plays an evening a day, and asks the first page for its advice."""

    def __init__(self, phone: BrowserPhone) -> None:
        self.phone = phone
        self.day = NOON
        phone.set_clock(NOON)

    def play(self) -> None:
        """Play one hand on the next day."""
        self.day += dt.timedelta(days=1)
        self.phone.set_clock(self.day)
        play(self.phone)

    def is_advised(self, after: dt.timedelta = dt.timedelta(hours=7)) -> bool:
        self.phone.set_clock(self.day + after)
        return ADVICE in self.phone.open("/").words

    def send(self, end: str) -> None:
        self.phone.send(self.phone.form_with("/", end))

    def save(self) -> None:
        """Save a copy, as the page does by script."""
        self.phone.download(SCORES)
        self.phone.send(self.phone.form_with("/copies/", "/saved"))


@pytest.fixture
def evenings(phone: BrowserPhone) -> Evenings:
    return Evenings(phone)


def test_the_advice_comes_after_the_first_evening(evenings: Evenings) -> None:
    assert not evenings.is_advised()
    evenings.play()
    assert not evenings.is_advised(dt.timedelta(hours=5))  # the evening is still on
    assert evenings.is_advised()
    assert evenings.is_advised()  # until it is followed or dismissed


@pytest.mark.parametrize("end", ["/saved", "/dismiss"])
def test_the_advice_comes_again_after_two_evenings(evenings: Evenings, end: str) -> None:
    evenings.play()
    assert evenings.is_advised()
    evenings.send(end)
    for _ in range(2):
        assert not evenings.is_advised()
        evenings.play()
        assert not evenings.is_advised()
        evenings.play()
        assert evenings.is_advised()
        evenings.save()
    assert not evenings.is_advised()
    assert "Last saved: " in evenings.phone.open("/copies/").words


def test_who_saved_before_is_not_advised_after_the_first_evening(evenings: Evenings) -> None:
    evenings.save()
    evenings.play()
    assert not evenings.is_advised()


def test_a_wrong_clock_does_not_silence_the_advice(evenings: Evenings) -> None:
    evenings.phone.set_clock(NOON + dt.timedelta(days=3000))
    evenings.save()
    evenings.play()
    assert evenings.is_advised()


def test_after_a_restored_copy_there_is_no_advice_to_save_one(evenings: Evenings) -> None:
    for _ in range(3):
        evenings.play()
    copy, _ = evenings.phone.download(SCORES)
    assert evenings.is_advised()
    restored(evenings.phone, evenings.phone.upload(copy))
    assert not evenings.is_advised()
    evenings.play()
    evenings.play()
    assert evenings.is_advised()


def test_games_that_were_removed_are_no_evening(evenings: Evenings) -> None:
    evenings.play()
    evenings.phone.send(evenings.phone.form_with("/games/1/more", "/games/1/remove"))
    assert not evenings.is_advised()


@pytest.mark.parametrize("forgets", [True, False])
def test_a_phone_that_forgets_is_told_of_its_home_screen(tmp_path: Path, forgets: bool) -> None:
    phone = BrowserPhone(tmp_path / "scores", forgets=forgets)
    for address in ("/", "/copies/"):
        assert (HOME_SCREEN in phone.open(address).words) == forgets
    if forgets:
        assert "without games" not in phone.open("/").words
        play(phone)
        first = phone.open("/")
        assert "It begins there without games" in first.words
        assert HOME_SCREEN not in phone.press(first.form("/dismiss")).words
        assert HOME_SCREEN in phone.open("/copies/").words


def test_the_other_rooms_have_no_copies(phone: BrowserPhone) -> None:
    bring_season(phone.store.path.parent)
    assert phone.open("/try/").status == 200
    assert phone.open("/try/copies/").status == 404
    assert ADVICE not in phone.open("/try/").words


def test_what_is_saved_is_a_sound_score_file(phone: BrowserPhone, tmp_path: Path) -> None:
    play(phone)
    copy = tmp_path / "copy.db"
    copy.write_bytes(phone.download(SCORES)[0])
    database.check(copy)
    (last,) = phone.store.db.execute("select max(at) from entries").fetchone()
    assert backups.contents(copy, checked=True) == backups.Contents(1, 5, last, tables=1)
    shutil.rmtree(phone.store.path.parent)  # the browser is cleared
    phone = BrowserPhone(phone.store.path.parent)
    restored(phone, phone.upload(copy.read_bytes()))
    phone.hand()
    assert "Continue hand 3" in phone.open("/").words
