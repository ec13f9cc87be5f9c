"""Codes: made for a quarter of an hour, unlike any other, void after too many wrong ones."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.errors import MalformedEntry
from scorekeeper.ledger import access_codes, access_keys, backups, phones, tables
from scorekeeper.ledger.access_codes import DIGITS, LASTS, MOST_WRONG
from scorekeeper.ledger.access_keys import Opened, Origin, Role
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.journal_events import COMMAND
from scorekeeper.ledger.phones import SeenPhones, Sighting
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import TableRecord
from scorekeeper.web.rate_limits import Limit
from tests.ledger.set_clock import Clock

Rows = Callable[[str], list[tuple[object, ...]]]
LATE = datetime(2026, 12, 31, 23, 55, tzinfo=UTC)  # a code of that time lives on after midnight
SECRET = "the secret that signs the cookies of this file"  # noqa: S105


@pytest.fixture
def clock(store: Store, monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(LATE)
    monkeypatch.setattr(store, "clock", clock)
    return clock


@pytest.fixture
def table(store: Store, clock: Clock) -> TableRecord:
    return tables.first(store)


def make(store: Store, table: TableRecord, role: Role = Role.SCORE) -> str:
    access_codes.make(store, SECRET, table, role, COMMAND)
    return access_codes.shown(store, SECRET, table)[role].digits


def opens(store: Store, digits: str, secret: str = SECRET) -> Opened | None:
    return access_codes.look_up(store, secret, digits)


def wrong(*codes: str) -> Iterator[str]:
    """Codes that are none of these."""
    numbers = (f"{number:08}" for number in range(10**DIGITS))
    return (number for number in numbers if number not in codes)


def test_a_code_opens_its_table_for_its_role_and_for_several_phones(
    store: Store, table: TableRecord
) -> None:
    other = tables.add(store, "Theirs")
    codes = [make(store, *which) for which in ((table, Role.SCORE), (table, Role.WATCH), (other,))]
    assert ({len(code) for code in codes}, "".join(codes).isdecimal()) == ({DIGITS}, True)
    opened = [Opened(table, Role.SCORE), Opened(table, Role.WATCH), Opened(other, Role.SCORE)]
    assert [opens(store, code) for code in codes * 2] == opened * 2


def test_a_code_is_unlike_any_other_of_the_file(
    store: Store, table: TableRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also unlike the one that it replaces, which somebody may have heard."""
    seeds = iter("112213")
    monkeypatch.setattr(secrets, "token_hex", lambda: next(seeds))
    ours = make(store, table)
    theirs = make(store, tables.add(store, "Theirs"))
    anew = make(store, table)
    assert (len({ours, theirs, anew}), [*seeds]) == (3, [])
    assert opens(store, ours) is None


@pytest.mark.parametrize(
    ("later", "is_valid"),
    [
        (timedelta(0), True),
        (LASTS, True),  # on the next day
        (LASTS + timedelta(milliseconds=1), False),
        (timedelta(days=-1), False),  # the clock was wrong when it was made
    ],
)
def test_a_code_ends_after_a_quarter_of_an_hour(
    store: Store, table: TableRecord, clock: Clock, later: timedelta, is_valid: bool
) -> None:
    code = make(store, table)
    assert access_codes.shown(store, SECRET, table)[Role.SCORE].until == LATE + LASTS
    clock.now += later
    assert (opens(store, code) is not None) == is_valid
    assert (Role.SCORE in access_codes.shown(store, SECRET, table)) == is_valid


def test_every_wrong_code_counts_against_every_valid_one(
    store: Store, table: TableRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A code that was made later lives on, and so do the keys."""
    monkeypatch.setattr(access_codes, "MOST_WRONG", 5)
    key = access_keys.mint(store, table, Origin.START)
    old = make(store, table), make(store, tables.add(store, "Theirs"))
    guesses = wrong(*old)
    for _ in range(4):
        assert opens(store, next(guesses)) is None
    young = make(store, table, Role.WATCH)
    assert None not in {opens(store, code) for code in (*old, young)}, "right ones do not count"
    assert opens(store, next(code for code in guesses if code != young)) is None
    assert [opens(store, code) for code in old] == [None, None]
    assert opens(store, young) == Opened(table, Role.WATCH)
    assert access_keys.look_up(store, key) == Opened(table, Role.SCORE)
    shown = access_codes.shown(store, SECRET, table)
    assert (shown[Role.SCORE].digits, shown[Role.WATCH].digits) == ("", young)


def test_no_guess_of_many_at_once_goes_uncounted(
    store: Store, table: TableRecord, clock: Clock, rows: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Several processes serve one file, each with several threads."""
    monkeypatch.setattr(access_codes, "MOST_WRONG", 20)
    processes = [store, Store(store.path)]
    processes[1].clock = clock
    code = make(store, table)
    assert opens(processes[1], code) == Opened(table, Role.SCORE)
    guesses = [guess for guess, _ in zip(wrong(code), range(60), strict=False)]
    with ThreadPoolExecutor(8) as threads:
        found = threads.map(lambda at: opens(processes[at % 2], guesses[at]), range(len(guesses)))
        assert set(found) == {None}
    assert rows("select wrong from codes") == [(20,)]
    assert [opens(process, code) for process in processes] == [None, None]


def test_a_guesser_has_a_small_chance(store: Store) -> None:
    """The numbers of docs/security.md; one household cannot make a code void."""
    limit = Limit(10, 6.0)
    assert MOST_WRONG * 500_000 == 10**DIGITS
    assert limit.burst + LASTS.total_seconds() / limit.every == 160 < MOST_WRONG


def test_renewed_links_make_codes_void_at_this_table_alone(
    store: Store, table: TableRecord
) -> None:
    theirs = make(store, tables.add(store, "Theirs"))
    scoring, watching = (make(store, table, role) for role in Role)
    access_keys.renew(store, table, Role.WATCH, "", Origin.COMMAND)
    assert [opens(store, code) is None for code in (scoring, watching)] == [False, True]
    now = tables.table(store, table.id)
    access_keys.renew(store, now, Role.SCORE, "", Origin.COMMAND)
    assert [opens(store, code) is None for code in (scoring, theirs)] == [True, False]
    with pytest.raises(Unknown):
        make(store, now)  # by a view of the table from before


def test_a_phone_that_is_shut_out_has_heard_no_valid_code(store: Store, table: TableRecord) -> None:
    seen = SeenPhones(store)
    seen.note(Sighting(table.id, "out", Role.SCORE, 1, "", None))
    seen.flush()
    theirs, codes = make(store, tables.add(store, "Theirs")), [make(store, table, r) for r in Role]
    phones.remove(store, table.id, phones.active(store, table)[0].id, COMMAND)
    assert [opens(store, code) is None for code in (*codes, theirs)] == [True, True, False]


def test_a_code_does_not_come_back_with_a_copy(tmp_path: Path) -> None:
    path, copy = tmp_path / "scores.db", tmp_path / "copy.db"
    store = Store.open(path)
    code = make(store, tables.first(store))
    backups.back_up(path, copy)
    store.close()
    backups.restore(copy, path, datetime.now(UTC))
    assert opens(Store.open(path), code) is None


def test_the_file_tells_nobody_a_code(store: Store, table: TableRecord, rows: Rows) -> None:
    """Neither the digits nor a hash that could be tried out: another secret gives other digits."""
    code = make(store, table)
    digest = hashlib.sha256(code.encode()).hexdigest()
    told = repr(rows("select * from codes") + rows("select * from journal"))
    assert [text in told for text in (code, digest)] == [False, False]
    assert rows("select what, said from journal") == [("code-made", '{"role": "score"}')]
    assert access_codes.shown(store, "another", table)[Role.SCORE].digits != code
    assert opens(store, code, "another") is None


@pytest.mark.parametrize(
    "typed",
    [
        "12345678",
        "1234 5678",
        " 1234\u00a05678 ",
        "12-34-56-78",
        "\u200e1234 5678\u200e",
        "١٢٣٤ ٥٦٧٨",
        "۱۲۳۴۵۶۷۸",
        "１２３４５６７８",
    ],
)
def test_digits_of_any_script_are_read_in_any_groups(typed: str) -> None:
    assert access_codes.digits_in(typed) == "12345678"


@pytest.mark.parametrize(
    "typed", ["", "1234567", "123456789", "1234567a", "12345,678", "1234567²", "1" * 8 + " " * 99]
)
def test_what_is_no_code_is_refused(typed: str) -> None:
    with pytest.raises(MalformedEntry, match="A code has 8 digits"):
        access_codes.digits_in(typed)
