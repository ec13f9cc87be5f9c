"""Phones of a table: recorded, listed by link, and removed one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.ledger import access_keys, backups, phones, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.journal_events import COMMAND
from scorekeeper.ledger.phones import SeenPhones, Sighting
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.ledger.upkeep import Idle
from tests.ledger.set_clock import Clock

Rows = Callable[[str], list[tuple[object, ...]]]
BEGUN = datetime(2026, 3, 6, 20, tzinfo=UTC)


@pytest.fixture
def clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(BEGUN)
    monkeypatch.setattr(store, "clock", clock)
    return clock


@pytest.fixture
def table(store: Store) -> TableRecord:
    return tables.first(store)


@pytest.fixture
def seen(store: Store, clock: Clock) -> SeenPhones:
    return SeenPhones(store)


def phone(name: str, role: Role = Role.SCORE, renewal: int = 1, link: str = "a link") -> Sighting:
    return Sighting(1, name, role, renewal, link, None)


def names(store: Store) -> list[str]:
    return [row.device for row in phones.active(store, tables.first(store))]


def test_phones_are_listed_with_their_link_and_when_they_were_here(
    store: Store, table: TableRecord, seen: SeenPhones, clock: Clock
) -> None:
    seen.note(phone("one"))
    clock.now += timedelta(minutes=1)
    seen.note(phone("two", Role.WATCH, link="another"))
    clock.now += timedelta(minutes=1)
    seen.note(phone("one"))
    assert seen.flush()
    assert [
        (row.device, row.role, row.link, row.owner, row.came - BEGUN, row.seen - BEGUN)
        for row in phones.active(store, table)
    ] == [
        ("one", Role.SCORE, "a link", "", timedelta(0), timedelta(minutes=2)),
        ("two", Role.WATCH, "another", "", timedelta(minutes=1), timedelta(minutes=1)),
    ]


def test_nothing_is_written_until_it_is_flushed(
    store: Store, table: TableRecord, seen: SeenPhones, rows: Rows
) -> None:
    stamp = store.stamp()
    for _ in range(3):
        seen.note(phone("one"))
    assert (rows("select count(*) from phones"), len(seen), store.stamp()) == ([(0,)], 1, stamp)
    seen.flush()
    assert (rows("select count(*) from phones"), len(seen)) == ([(1,)], 0)


def test_what_cannot_be_written_now_is_written_later(
    store: Store, table: TableRecord, seen: SeenPhones, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen.note(phone("one"))
    with monkeypatch.context() as full:
        full.setattr(store, "keep", lambda _: False)
        assert not seen.flush()
    assert (names(store), seen.flush(), names(store)) == ([], True, ["one"])


def test_the_memory_and_the_list_have_an_end(
    store: Store, seen: SeenPhones, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Phones that watch push out no phone that scores."""
    monkeypatch.setattr(phones, "MOST_NOTED", 5)
    monkeypatch.setattr(phones, "MOST_KEPT", 3)
    seen.note(phone("scorer"))
    for number in range(20):
        clock.now += timedelta(minutes=1)
        seen.note(phone(f"watcher {number}", Role.WATCH))
    assert len(seen) == 6
    seen.flush()
    assert names(store) == ["scorer", "watcher 17", "watcher 18", "watcher 19"]


def test_hundreds_of_new_phones_push_out_none_that_came_before(
    store: Store, seen: SeenPhones, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Following a link again and again hides no phone from those who may remove it."""
    monkeypatch.setattr(phones, "MOST_KEPT", 3)
    regular = [phone("one"), phone("two")]
    for days in (0, 7):
        clock.now = BEGUN + timedelta(days=days)
        for sighting in regular:
            seen.note(sighting)
        seen.flush()
    clock.now += timedelta(days=7)
    for number in range(20):
        clock.now += timedelta(minutes=1)
        seen.note(phone(f"new {number}"))
    seen.flush()
    assert names(store) == ["one", "two", "new 19"]
    clock.now += timedelta(days=phones.REGULAR)
    for number in range(3):
        seen.note(phone(f"later {number}"))
    seen.flush()
    assert names(store) == ["later 0", "later 1", "later 2"]


def test_a_removed_phone_is_out_and_the_others_are_not(
    store: Store, table: TableRecord, seen: SeenPhones, rows: Rows
) -> None:
    for name in ("one", "two"):
        seen.note(phone(name))
    seen.flush()
    number = next(row.id for row in phones.active(store, table) if row.device == "one")
    for _ in range(2):  # a repetition changes nothing
        phones.remove(store, table.id, number, COMMAND)
    now = tables.first(store)
    assert [phones.is_removed(store, now, name) for name in ("one", "two", "three")] == [
        True,
        False,
        False,
    ]
    assert (names(store), now.removals) == (["two"], 1)
    assert rows("select what from journal") == [("phone-removed",)]


def test_a_removed_phone_is_not_brought_back_by_what_was_noted(
    store: Store, table: TableRecord, seen: SeenPhones
) -> None:
    seen.note(phone("one"))
    seen.flush()
    seen.note(phone("one"))
    phones.remove(store, table.id, phones.active(store, table)[0].id, COMMAND)
    seen.flush()
    assert phones.is_removed(store, tables.first(store), "one")
    assert names(store) == []


def test_a_phone_of_another_table_is_not_removed(store: Store, table: TableRecord) -> None:
    other = tables.add(store, "Theirs")
    seen = SeenPhones(store)
    seen.note(Sighting(other.id, "theirs", Role.SCORE, 1, "", None))
    seen.flush()
    number = phones.active(store, other)[0].id
    for wrong in (number, 99, -1, 2**70):
        with pytest.raises(Unknown):
            phones.remove(store, table.id, wrong, COMMAND)
    assert [row.device for row in phones.active(store, other)] == ["theirs"]


def test_phones_of_renewed_links_are_not_listed(
    store: Store, table: TableRecord, seen: SeenPhones
) -> None:
    key = access_keys.mint(store, table, Origin.COMMAND)
    seen.note(phone("scorer"))
    seen.note(phone("watcher", Role.WATCH))
    seen.flush()
    access_keys.renew(store, table, Role.WATCH, key, Origin.COMMAND)
    assert names(store) == ["scorer"]
    access_keys.renew(store, tables.first(store), Role.SCORE, key, Origin.COMMAND)
    assert names(store) == []


@pytest.fixture
def idle(store: Store, table: TableRecord, seen: SeenPhones) -> Iterator[Idle]:
    idle = Idle(store, seen, every=0.01, noted=3600.0)
    idle.start()
    yield idle
    idle.stop()


def test_the_upkeep_brings_them_in_at_the_end(store: Store, seen: SeenPhones, idle: Idle) -> None:
    seen.note(phone("one"))
    idle.stop()
    assert names(store) == ["one"]


def files(folder: Path) -> tuple[Path, Path]:
    return folder / "scores.db", folder / "copy.db"


def removed_since(path: Path, copy: Path) -> None:
    """Back up a file with two phones, then remove one of them."""
    store = Store.open(path)
    table = tables.first(store)
    seen = SeenPhones(store)
    for name in ("out", "in"):
        seen.note(phone(name))
    seen.flush()
    backups.back_up(path, copy)
    number = next(row.id for row in phones.active(store, table) if row.device == "out")
    phones.remove(store, table.id, number, COMMAND)
    store.close()


def test_a_removed_phone_stays_out_when_a_copy_is_restored(tmp_path: Path) -> None:
    path, copy = files(tmp_path)
    removed_since(path, copy)
    backups.restore(copy, path, BEGUN)
    store = Store.open(path)
    table = tables.first(store)
    assert [phones.is_removed(store, table, name) for name in ("out", "in")] == [True, False]
    assert [row.device for row in phones.active(store, table)] == ["in"]
    lines = store.db.execute("select what, said from journal").fetchall()
    assert lines == [("restored", '{"file": "copy.db"}')]
