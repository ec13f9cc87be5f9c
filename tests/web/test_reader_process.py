"""A real reader process: its pages equal those rendered here, and it leaves nothing behind."""

from __future__ import annotations

import json
import os
import pickle
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder

from scorekeeper.ledger import backups, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.player_figures import Counter
from scorekeeper.ledger.renames_and_merges import rename
from scorekeeper.ledger.score_file import Statement
from scorekeeper.ledger.store import ReadingStore, Store
from scorekeeper.ledger.tables import players_at
from scorekeeper.web import create_app, expensive_reads
from scorekeeper.web.expensive_reads import (
    PROGRAM,
    Asker,
    CannotRead,
    ExpensiveReads,
    Keep,
    ReaderLost,
    Readers,
    Urgency,
)
from scorekeeper.web.read_limits import TimeBudget
from tests.ledger.season import record_season
from tests.web.phone import Phone
from tests.web.test_session_cookie import as_before

SOON = 30.0
MUCH = TimeBudget(1000.0, 0.0)
PAGES = (  # those that are made elsewhere
    "/players/?game=israeli-whist",
    "/players/1/?game=israeli-whist",
    "/players/1/with/2/?game=israeli-whist",
    "/players/what-if?rules=wikipedia",
    "/sessions/?text=sara",
    "/sessions/1/print",
    "/sessions/1/print.pdf",
    "/print.pdf",
    "/games/1/board",
    "/games/1/story",
    "/games/1/history",
    "/games/1/print",
    "/games/1/result.svg",
    "/games/1/what-if?rules=wikipedia",
    "/games/99/story",
    "/games/1/what-if?rules=own&rules.scheme.base=x",
)


@pytest.fixture
def served(store: Store) -> Iterator[Flask]:
    """An application with reader processes, over a few evenings."""
    record_season(store, 4, seed=1)
    app = create_app(store, waiting=8)
    app.extensions["read_limits"].set_shares(MUCH, MUCH)  # a slow machine shows the same pages
    yield app
    expensive_reads.close(app)


def pids(app: Flask) -> list[int]:
    reads: ExpensiveReads = app.extensions["expensive_reads"]
    return reads.readers.pids


def is_gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + SOON
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    assert condition()


def phone_at(app: Flask, link: str) -> Phone:
    phone = Phone(app.test_client())
    phone.open(link)
    return phone


def test_a_form_on_the_first_page_of_a_phone_can_be_sent(store: Store) -> None:
    """The session of the rendered page is the one that the phone gets."""
    record_season(store, 4, seed=1)
    app = create_app(store, keyless=True, waiting=8)
    phone = Phone(app.test_client())
    form = phone.open("/games/1/board").form("/chances")
    assert phone.send(form, chances="hidden").address == "/games/1/board"
    expensive_reads.close(app)


def test_a_record_in_the_cookie_is_changed_by_each_answer_once(
    served: Flask, link: Callable[[Role], str]
) -> None:
    """No cached page brings back an older cookie, or forgets to count."""
    phone = phone_at(served, link(Role.SCORE))
    bid, contract = "/practice/bid/2?choice=pass", "/practice/contract/11?choice=5"
    sets_cookie = ["Set-Cookie" in phone.open(each).headers for each in (bid, contract, bid, bid)]
    assert sets_cookie == [True, True, False, False]
    assert "2 exercises, " in phone.open("/practice/").words
    phone.send(phone.open("/practice/").form("/practice/record/"))
    phone.open(bid)
    assert "1 exercise, " in phone.open("/practice/").words


def test_a_page_that_sets_a_cookie_is_for_one_phone_only(
    served: Flask, store: Store, link: Callable[[Role], str]
) -> None:
    """A watcher's cookie is renamed by a page that all watchers share."""
    Counter(store).refresh(tables.first(store).id, SOON)
    first, second = (phone_at(served, link(Role.WATCH)) for _ in range(2))
    clients = as_before(first.client), second.client
    pages = [client.get("/players/?game=israeli-whist") for client in clients]
    assert ["Set-Cookie" in page.headers for page in pages] == [True, False]


@pytest.mark.slow
def test_its_pages_are_those_made_here(
    served: Flask, store: Store, link: Callable[[Role], str]
) -> None:
    Counter(store).refresh(tables.first(store).id, SOON)  # else a page may say "still counting"
    here = create_app(store)
    for role in Role:
        ours, theirs = phone_at(here, link(role)), phone_at(served, link(role))
        for address in PAGES:
            first, second = (phone.open(address) for phone in (ours, theirs))
            assert (second.status, second.words, second.headers["Content-Type"]) == (
                first.status,
                first.words,
                first.headers["Content-Type"],
            ), address
        exports = [phone.client.get("/data/everything.csv").data for phone in (ours, theirs)]
        assert exports[0] == exports[1] or role is Role.WATCH


def test_it_begins_when_it_is_needed_and_a_killed_one_is_replaced(
    served: Flask, link: Callable[[Role], str]
) -> None:
    phone = phone_at(served, link(Role.SCORE))
    assert pids(served) == []
    statuses = [phone.open("/print.pdf").status]
    (first,) = pids(served)
    os.kill(first, signal.SIGKILL)
    until(lambda: is_gone(first))
    statuses.append(phone.open("/games/1/print.pdf").status)
    (second,) = pids(served)
    assert (statuses, first == second) == ([200, 200], False)


def test_a_job_over_its_limit_ends_its_process_and_no_other(
    served: Flask, store: Store, link: Callable[[Role], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reads: ExpensiveReads = served.extensions["expensive_reads"]
    phone = phone_at(served, link(Role.SCORE))
    with reads.readers.turn(Asker(Urgency.SCORER)) as other:
        with monkeypatch.context() as patched:
            patched.setattr("scorekeeper.web.expensive_reads.LONGEST", 0.01)
            counting = reads.messages(Asker(Urgency.SCORER), tables.first(store).id)
            with pytest.raises(ReaderLost):
                next(counting)  # a process takes longer to start
        assert (pids(served), is_gone(other.pid)) == ([other.pid], False)
        assert phone.open("/print.pdf").status == 200


def test_it_ends_without_a_word_when_the_server_is_killed(store: Store) -> None:
    """Also in the middle of a page, when it has asked the server to store something."""
    record_season(store, 4, seed=1)
    config = {"SECRET_KEY": "x" * 32, "SESSION_COOKIE_NAME": "x", "KEYLESS": True}
    environ = EnvironBuilder("/players/").get_environ()
    plain = {name: value for name, value in environ.items() if isinstance(value, str)}
    with subprocess.Popen(
        [sys.executable, "-P", "-c", PROGRAM, json.dumps(sys.path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for message in ((store.path, config), plain):
            pickle.dump(message, process.stdin)
        process.stdin.flush()
        assert isinstance(pickle.load(process.stdout), Keep)  # noqa: S301
        process.stdin.close()
        process.stdout.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_what_it_works_out_is_kept_by_the_server(
    served: Flask, link: Callable[[Role], str], rows: Callable[[str], list[tuple[object, ...]]]
) -> None:
    phone_at(served, link(Role.WATCH)).open("/players/")
    query = "select (select count(*) from sessions) = (select count(*) from counted)"
    until(lambda: rows(query) == [(1,)])


def test_an_export_that_nobody_takes_any_more_ends_its_process(
    served: Flask, link: Callable[[Role], str]
) -> None:
    phone = phone_at(served, link(Role.SCORE))
    for asked in (phone.client.get, phone.client.head):
        answer = asked("/data/everything.json", buffered=False)
        processes = pids(served)
        answer.close()
        until(lambda processes=processes: all(map(is_gone, processes)))  # type: ignore[misc]
    assert (phone.open("/print.pdf").status, len(pids(served))) == (200, 1)


def test_a_head_of_an_export_is_no_export(
    served: Flask, store: Store, link: Callable[[Role], str]
) -> None:
    """It writes no line into the journal."""
    phone = phone_at(served, link(Role.SCORE))
    count = "select count(*) from journal where what = 'exported'"
    seen = []
    for method in ("HEAD", "GET"):
        answer = phone.client.open("/data/everything.json", method=method)
        lines = store.db.execute(count).fetchone()[0]
        seen.append((answer.status_code, len(answer.data) > 0, lines))
    assert seen == [(200, False, 0), (200, True, 1)]


def test_it_knows_at_once_how_a_name_is_spelled(
    served: Flask, store: Store, link: Callable[[Role], str]
) -> None:
    phone = phone_at(served, link(Role.SCORE))
    before = phone.open("/games/1/print?what=sheet").words
    person = next(player for player in players_at(store, 1) if player.name in before)
    rename(store, 1, person.id, "Zwetschge")
    after = phone.open("/games/1/print?what=sheet").words
    assert (person.name in before, person.name in after, "Zwetschge" in after) == (
        True,
        False,
        True,
    )


def test_it_cannot_write(store: Store) -> None:
    handed: list[Statement] = []

    def keep(changes: Sequence[Statement]) -> bool:
        handed.extend(changes)
        return True

    reading = ReadingStore(store.path, keep)
    change = Statement("insert into settings values (?, ?)", [("a", "b")])
    assert (reading.keep([change]), handed) == (True, [change])
    with pytest.raises(sqlite3.OperationalError), reading.transaction():
        pass
    with pytest.raises(sqlite3.OperationalError):
        reading.db.execute("insert into settings values ('a', 'b')")
    with store.transaction() as db:  # and keeps nobody from writing
        db.execute("insert into settings values ('c', 'd')")


def test_it_reads_the_file_that_bears_the_name(store: Store, tmp_path: Path) -> None:
    reading = ReadingStore(store.path, lambda _: False)
    other = Store.open(tmp_path / "other.db")
    with other.transaction() as db:
        db.execute("insert into settings values ('which', 'the other')")
    other.close()
    query = "select value from settings where name = 'which'"
    before = reading.db.execute(query).fetchall()
    (tmp_path / "other.db").rename(store.path)
    for end in ("-wal", "-shm"):
        store.path.with_name(store.path.name + end).unlink(missing_ok=True)
    assert (before, reading.db.execute(query).fetchall()) == ([], [("the other",)])


def test_it_goes_on_if_a_file_was_put_in_its_place_while_it_began(
    served: Flask, store: Store, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The server has not taken the copy into use yet."""
    copy, reads = tmp_path / "copy.db", served.extensions["expensive_reads"]
    backups.back_up(store.path, copy)
    copy.replace(store.path)
    environ = EnvironBuilder(path="/players/").get_environ()
    job = {name: value for name, value in environ.items() if isinstance(value, str)}
    processes = set()
    for _ in range(2):
        with pytest.raises(CannotRead):
            list(reads.messages(Asker(Urgency.SCORER), job))
        processes |= {*pids(served)}
    assert tables.first(store).name == "Our table"
    assert len(list(reads.messages(Asker(Urgency.SCORER), job))) > 1
    assert (len(processes), processes) == (1, {*pids(served)})
    assert "Traceback" not in capfd.readouterr().err


SERVER = """
import sys
from pathlib import Path
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
app = create_app(Store.open(Path(sys.argv[1])), keyless=True, waiting=8)
assert app.test_client().get("/players/", base_url="http://localhost").status_code == 200
print(*app.extensions["expensive_reads"].readers.pids, flush=True)
sys.stdin.read()
"""


def test_it_ends_with_a_server_that_is_killed(store: Store) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(store.path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout
    pid = int(server.stdout.readline())
    assert not is_gone(pid)
    server.kill()
    server.communicate()
    until(lambda: is_gone(pid))


def test_the_processes_have_an_end(works_idle: Readers) -> None:
    """Idle processes end after a while, and a fresh one waits for the next page."""
    with works_idle.turn(Asker(Urgency.SCORER)) as reader:
        pass
    until(lambda: is_gone(reader.pid))
    until(lambda: works_idle.pids not in ([], [reader.pid]))


def test_a_process_is_loaded_before_it_is_asked(
    served: Flask, link: Callable[[Role], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.web.expensive_reads.FIRST", 0.01)
    expensive_reads.start(served)
    until(lambda: pids(served) != [])
    loaded = pids(served)
    phone_at(served, link(Role.SCORE)).open("/players/")
    assert pids(served) == loaded


@pytest.fixture
def works_idle(served: Flask, monkeypatch: pytest.MonkeyPatch) -> Readers:
    monkeypatch.setattr("scorekeeper.web.expensive_reads.IDLE", 0.01)
    reads: ExpensiveReads = served.extensions["expensive_reads"]
    return reads.readers
