"""Keys: random, stored as hashes, shared by their holders, void after renewal."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from scorekeeper.ledger import access_keys, tables
from scorekeeper.ledger.access_keys import Opened, Origin, Role
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import Refused, TableRecord, add, find

Rows = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture
def table(store: Store) -> TableRecord:
    return tables.first(store)


def test_a_key_opens_its_table_for_its_role_and_no_other(store: Store, table: TableRecord) -> None:
    other = add(store, "Theirs")
    ours, theirs = (access_keys.mint(store, which, Origin.PHONE) for which in (table, other))
    assert [
        access_keys.look_up(store, key)
        for key in (ours, theirs, access_keys.watching_key(ours, table))
    ] == [
        Opened(table, Role.SCORE),
        Opened(other, Role.SCORE),
        Opened(table, Role.WATCH),
    ]
    assert [
        access_keys.look_up(store, key) for key in ("", "x" * 24, ours[:-1], f"{ours} ", "\ud800")
    ] == [None] * 5


def test_keys_have_144_bits_and_no_two_are_alike(store: Store, table: TableRecord) -> None:
    made = [access_keys.mint(store, table, Origin.PHONE) for _ in range(20)]
    both = made + [access_keys.watching_key(key, table) for key in made]
    assert ({len(key) for key in both}, len(set(both))) == ({24}, 40)


def test_the_file_holds_hashes_alone(store: Store, table: TableRecord, rows: Rows) -> None:
    key = access_keys.mint(store, table, Origin.START)
    watching = access_keys.watching_key(key, table)
    hashes = [hashlib.sha256(secret.encode()).hexdigest() for secret in (key, watching)]
    assert rows("select hash, role, origin, parent from keys order by role") == [
        (hashes[0], "score", "start", None),
        (hashes[1], "watch", "start", hashes[0]),
    ]
    store.db.close()
    files = b"".join(file.read_bytes() for file in store.path.parent.glob("scores.db*"))
    assert [text.encode() in files for text in (key, watching, *hashes)] == [
        False,
        False,
        True,
        True,
    ]


def test_no_hash_opens_anything(store: Store, table: TableRecord, rows: Rows) -> None:
    access_keys.mint(store, table, Origin.START)
    for (value,) in rows("select hash from keys"):
        assert access_keys.look_up(store, str(value)) is None


def test_whoever_scores_hands_on_both_and_whoever_watches_his_own(
    store: Store, table: TableRecord
) -> None:
    key = access_keys.mint(store, table, Origin.PHONE)
    watching = access_keys.watching_key(key, table)
    assert access_keys.shareable_keys(store, table, Role.SCORE, key) == {
        Role.SCORE: key,
        Role.WATCH: watching,
    }
    assert access_keys.shareable_keys(store, table, Role.WATCH, watching) == {Role.WATCH: watching}
    assert access_keys.shareable_keys(store, table, Role.SCORE, watching) == {}
    assert access_keys.shareable_keys(store, add(store, "Theirs"), Role.SCORE, key) == {}
    assert access_keys.shareable_keys(store, table, Role.SCORE, "") == {}


def test_renewed_scoring_makes_everything_void_at_this_table_alone(
    store: Store, table: TableRecord
) -> None:
    other = add(store, "Theirs")
    theirs = access_keys.mint(store, other, Origin.PHONE)
    mine, second = (access_keys.mint(store, table, Origin.PHONE) for _ in range(2))
    fresh = access_keys.renew(store, table, Role.SCORE, mine, Origin.PHONE)
    now = tables.table(store, table.id)
    assert now == TableRecord(table.id, table.name, 2, 2)
    void = (mine, second, *(access_keys.watching_key(key, table) for key in (mine, second)))
    assert [access_keys.look_up(store, key) for key in void] == [None] * 4
    assert access_keys.look_up(store, fresh) == Opened(now, Role.SCORE)
    assert access_keys.look_up(store, access_keys.watching_key(fresh, now)) == Opened(
        now, Role.WATCH
    )
    assert access_keys.look_up(store, theirs) == Opened(other, Role.SCORE)


def test_renewed_watching_leaves_those_who_score_alone(store: Store, table: TableRecord) -> None:
    mine, second = (access_keys.mint(store, table, Origin.PHONE) for _ in range(2))
    assert access_keys.renew(store, table, Role.WATCH, mine, Origin.PHONE) == mine
    now = tables.table(store, table.id)
    assert now == TableRecord(table.id, table.name, 1, 2)
    void = [access_keys.watching_key(key, table) for key in (mine, second)]
    assert [access_keys.look_up(store, key) for key in void] == [None] * 2
    assert [access_keys.look_up(store, key) for key in (mine, second)] == [
        Opened(now, Role.SCORE)
    ] * 2
    handed = access_keys.shareable_keys(store, now, Role.SCORE, second)
    assert access_keys.look_up(store, handed[Role.WATCH]) == Opened(now, Role.WATCH)


def test_watching_is_renewed_without_a_key_by_a_new_one(store: Store, table: TableRecord) -> None:
    fresh = access_keys.renew(store, table, Role.WATCH, "", Origin.COMMAND)
    assert access_keys.look_up(store, fresh) == Opened(tables.table(store, table.id), Role.SCORE)


def test_whoever_is_slower_renews_and_mints_nothing(store: Store, table: TableRecord) -> None:
    """Its view of the table dates from before somebody else renewed the keys."""
    key = access_keys.mint(store, table, Origin.PHONE)
    fresh = access_keys.renew(Store(store.path), table, Role.SCORE, key, Origin.PHONE)
    for role in Role:
        with pytest.raises(Unknown):
            access_keys.renew(store, table, role, key, Origin.PHONE)
    with pytest.raises(Unknown):
        access_keys.mint(store, table, Origin.PHONE)
    assert access_keys.look_up(store, fresh) == Opened(tables.table(store, table.id), Role.SCORE)


def test_of_each_origin_the_newest_are_kept(
    store: Store, table: TableRecord, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access_keys, "KEPT", 3)
    printed = access_keys.mint(store, table, Origin.COMMAND)
    theirs = access_keys.mint(store, add(store, "Theirs"), Origin.START)
    made = [access_keys.mint(store, table, Origin.START) for _ in range(5)]
    good = [access_keys.look_up(store, key) is not None for key in (printed, theirs, *made)]
    assert good == [True, True, False, False, True, True, True]
    assert rows("select role, count(*) from keys group by role") == [("score", 5), ("watch", 5)]


def test_another_process_knows_a_key_at_once(store: Store, table: TableRecord) -> None:
    key = access_keys.mint(store, table, Origin.START)
    other = Store.open(store.path)
    assert access_keys.look_up(other, key) == Opened(table, Role.SCORE)
    access_keys.renew(other, table, Role.SCORE, "", Origin.COMMAND)
    assert access_keys.look_up(store, key) is None


@pytest.mark.parametrize("name", ["", "  ", "x" * 61, "a\x00b", "Our table", "our  TABLE"])
def test_a_name_that_is_none_or_taken_is_refused(
    store: Store, table: TableRecord, name: str
) -> None:
    with pytest.raises(Refused):
        add(store, name)
    assert tables.every(store) == [table]


def test_a_table_is_found_by_its_name_or_its_number(store: Store, table: TableRecord) -> None:
    second, third = add(store, " The  second "), add(store, "2")
    assert (second.name, third.id) == ("The second", 3)
    assert [find(store, name) for name in ("the SECOND", "2", "3", "1")] == [
        second,
        third,
        third,
        table,
    ]
    with pytest.raises(Unknown):
        find(store, "third")
