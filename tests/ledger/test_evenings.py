"""Evenings: grouping of games, automatic or by people."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.ledger import database, sessions, tables
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.evening_rule import OpenEvening, evening_for
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.game_results import player_names, results_of, tallies
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.sessions import Wanted, find_sessions
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import play
from tests.ledger.sealed import write_checksums
from tests.ledger.set_clock import Clock

Rows = Callable[[str], list[tuple[object, ...]]]
FRIDAY = datetime(2026, 3, 6, 19, 0, tzinfo=UTC).astimezone()
OTHERS = ("Eva", "Fred", "Gil", "Hana")


@pytest.fixture
def clock() -> Clock:
    return Clock(FRIDAY)


@pytest.fixture
def store(tmp_path: Path, clock: Clock) -> Store:
    path = tmp_path / "scores.db"
    database.prepare(path)
    store = Store(path, clock)
    tables.first(store)
    return store


def begin(store: Store, players: Sequence[str] = PLAYERS, session: int | None = None) -> int:
    return new_game(store, 1, new_key(), setup_of(), players, session_id=session)


def where(store: Store, game: int) -> int:
    return sessions.session_of_game(store, 1, game).id


def evening(number: int, people: str, last: datetime, day: date | None = None) -> OpenEvening:
    return OpenEvening(number, day or FRIDAY.date(), frozenset(map(int, people)), FRIDAY, last)


@pytest.mark.parametrize(
    ("evenings", "joined"),
    [
        ([], None),
        ([evening(1, "1234", FRIDAY)], 1),
        ([evening(1, "1234", FRIDAY - timedelta(hours=6))], 1),  # six hours are the limit
        ([evening(1, "1234", FRIDAY - timedelta(hours=6, seconds=1))], None),
        ([evening(1, "4567", FRIDAY)], 1),  # one common player is enough
        ([evening(1, "5678", FRIDAY)], None),  # other people
        ([evening(1, "1567", FRIDAY), evening(2, "1256", FRIDAY)], 2),  # most players in common
        ([evening(1, "1234", FRIDAY), evening(2, "1234", FRIDAY - timedelta(hours=1))], 1),
        ([evening(1, "1234", FRIDAY, date(2026, 3, 5))], None),  # entered later for an earlier day
    ],
)
def test_a_game_joins_the_evening_that_is_still_on(
    evenings: list[OpenEvening], joined: int | None
) -> None:
    chosen = evening_for(FRIDAY, [1, 2, 3, 4], evenings)
    assert (chosen.id if chosen else None) == joined


def test_the_first_game_begins_an_evening_on_its_day(store: Store) -> None:
    session = sessions.session_of_game(store, 1, begin(store))
    assert (session.date, session.name, session.notes) == (FRIDAY.date(), "", "")


def test_an_evening_goes_on_after_midnight_and_ends_with_the_night(
    store: Store, clock: Clock
) -> None:
    first = begin(store)
    clock.now += timedelta(hours=4, minutes=30)
    play(store, first)  # its last entry extends the evening
    clock.now += timedelta(hours=3)
    late = begin(store, ("Dana", "Eva", "Fred", "Gil"))
    clock.now += timedelta(hours=12)
    next_day = begin(store)
    assert (where(store, late), where(store, next_day)) == (where(store, first), 2)
    assert sessions.session(store, 1, 2).date == FRIDAY.date() + timedelta(days=1)


def test_two_groups_side_by_side_have_an_evening_each(store: Store) -> None:
    ours, theirs = begin(store), begin(store, OTHERS)
    assert where(store, ours) != where(store, theirs)
    assert where(store, begin(store, OTHERS)) == where(store, theirs)


def test_a_game_that_names_its_session_belongs_there(store: Store, clock: Clock) -> None:
    past = sessions.begin(store, 1, "key", "2025-12-31", "  New  Year's Eve ")
    assert sessions.begin(store, 1, "key", "2025-12-31") == past
    game = begin(store, session=past)
    clock.now += timedelta(minutes=5)
    assert where(store, game) == past
    assert where(store, begin(store)) != past  # tonight is another evening
    assert sessions.session(store, 1, past).name == "New Year's Eve"


def test_games_move_split_and_join(store: Store) -> None:
    first, second, third = begin(store), begin(store), begin(store)
    tonight = where(store, first)
    apart = sessions.move(store, 1, [second, third], tonight, None)
    assert [where(store, game) for game in (first, second, third)] == [tonight, apart, apart]
    assert sessions.session(store, 1, apart).date == FRIDAY.date()
    sessions.change(store, 1, apart, date="2026-03-06", name="", notes="Two decks.")
    assert sessions.move(store, 1, [second], apart, tonight) == tonight
    assert sessions.session(store, 1, apart).notes == "Two decks."  # it still has a game
    sessions.move(store, 1, [third], apart, tonight)
    with pytest.raises(Unknown):
        sessions.session(store, 1, apart)
    assert sessions.session(store, 1, tonight).notes == "Two decks."


def test_a_session_with_a_name_outlives_its_games_and_can_be_removed(store: Store) -> None:
    game = begin(store)
    named = where(store, game)
    sessions.change(store, 1, named, date="2026-03-06", name="Finals", notes="")
    with pytest.raises(EntryError) as refused:
        sessions.remove(store, 1, named)
    assert refused.value.code == "not-empty"
    sessions.move(store, 1, [game], named, None)
    assert sessions.session(store, 1, named).name == "Finals"
    sessions.remove(store, 1, named)
    with pytest.raises(Unknown):
        sessions.session(store, 1, named)


def test_nothing_moves_that_is_not_there(store: Store) -> None:
    game = begin(store)
    here = where(store, game)
    for games, session, target in (
        ([game, 99], here, None),
        ([game], here, 99),
        ([game], 99, None),
        ([game], here, 10**30),
    ):
        with pytest.raises(Unknown):
            sessions.move(store, 1, games, session, target)
    with pytest.raises(EntryError) as refused:
        sessions.move(store, 1, [], here, None)
    assert refused.value.code == "no-games"
    assert (where(store, game), len(sessions.newest(store, 1, 9))) == (here, 1)


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("date", "", "no-date"),
        ("date", "yesterday", "no-date"),
        ("date", "2026-02-30", "no-date"),
        ("date", "0001-01-01", "no-date"),
        ("name", "x" * 81, "text-too-long"),
        ("notes", "x" * 4001, "text-too-long"),
        ("notes", "x\n" * 2001, "text-too-long"),
    ],
)
def test_what_will_not_do_changes_nothing(store: Store, field: str, value: str, code: str) -> None:
    before = sessions.session_of_game(store, 1, begin(store))
    words = {"date": "2026-03-06", "name": "n", "notes": "t"} | {field: value}
    date, name, notes = words.values()
    with pytest.raises(EntryError) as refused:
        sessions.change(store, 1, before.id, date=date, name=name, notes=notes)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert sessions.session(store, 1, before.id) == before


@pytest.fixture
def season(store: Store, clock: Clock) -> Store:
    """Three evenings: ours, a named one of others, ours in the year after."""
    begin(store)
    theirs = where(store, begin(store, OTHERS))
    sessions.change(store, 1, theirs, date="2026-03-06", name="Grüße", notes="100% of it_all")
    clock.now += timedelta(days=365)
    begin(store, ("Anna", "Eva", "Ben", "Fred"))
    return store


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (Wanted(), [3, 2, 1]),
        (Wanted(text="anna"), [3, 1]),
        (Wanted(text="  EVA  2026 "), [2]),
        (Wanted(text="grüsse"), [2]),  # case and sharp s are folded
        (Wanted(text="0% of"), [2]),
        (Wanted(text="it_all"), [2]),
        (Wanted(text="itxall"), []),  # an underscore is no wildcard
        (Wanted(text="%"), [2]),
        (Wanted(text="israeli"), [3, 2, 1]),
        (Wanted(text="bid whist"), []),
        (Wanted(text="2027-03"), [3]),
        (Wanted(text="of"), [2]),  # no date stands beside it
        (Wanted(player=1), [3, 1]),
        (Wanted(player=5, last=date(2026, 12, 31)), [2]),
        (Wanted(player=10**30), []),
        (Wanted(game="israeli-whist", first=date(2027, 1, 1)), [3]),
        (Wanted(game="bid-whist"), []),
        (Wanted(text="'; drop table sessions; --"), []),
    ],
)
def test_evenings_are_found(season: Store, wanted: Wanted, ids: list[int]) -> None:
    seen = find_sessions(season, 1, wanted, 10)
    assert ([session.id for session in seen.sessions], seen.count) == (ids, len(ids))


@pytest.mark.parametrize(
    "text",
    [
        *("Friday", "on Friday", "on the Friday", "every Friday evening", "Fridays"),
        *("Freitag", "am Freitag", "jeden Freitag", "Freitag Abend", "freitags"),
        *("שישי", "יום שישי", "ביום שישי", "בימי שישי", "בכל יום שישי בערב"),
        *("on 6.3.2026", "am 6.3.2026", "ביום 6.3.2026", "on Friday 6.3.2026"),
    ],
)
def test_the_day_of_an_evening_is_written_as_people_write_it(season: Store, text: str) -> None:
    seen = find_sessions(season, 1, Wanted(text=text), 10)
    assert 2 in [session.id for session in seen.sessions]
    assert 3 not in [session.id for session in seen.sessions]  # 365 days later, a Saturday


def test_they_are_found_a_page_at_a_time_and_at_their_own_table_alone(season: Store) -> None:
    page = find_sessions(season, 1, Wanted(), 1, 1)
    assert ([session.id for session in page.sessions], page.count) == ([2], 3)
    assert find_sessions(season, 2, Wanted(), 9).sessions == ()
    assert [session.id for session in sessions.near(season, 1, FRIDAY.date(), 1)] == [3, 2]


def test_the_sum_of_an_evening(store: Store) -> None:
    game, other = begin(store), begin(store)
    play(store, game)
    store.record(1, game, key="s", revision=5, kind=Kind.STOP, given={})
    play(store, other)
    results = results_of(store, 1, [where(store, game)])
    (tally,) = tallies(results)
    assert [(line.player, line.games, line.wins, line.points) for line in tally.lines] == [
        ("Ben", 2, 1, 38),
        ("Chaim", 2, 0, -20),
        ("Anna", 2, 0, -40),
        ("Dana", 2, 0, -80),
    ]
    assert player_names(results) == PLAYERS


def test_what_games_came_to_is_kept_for_a_revision_and_worked_out_again(
    store: Store, rows: Rows
) -> None:
    game = begin(store)
    play(store, game)
    session = where(store, game)
    assert results_of(store, 1, [session])[0].outcome.totals == (-20, 19, -10, -40)
    assert rows("select game_id, revision from results") == [(game, 5)]
    with sqlite3.connect(store.path) as db:  # a wrong cache shows whether it is read
        db.execute("""update results set result = replace(result, '19', '77')""")
        write_checksums(db)
    assert results_of(store, 1, [session])[0].outcome.totals == (-20, 77, -10, -40)
    store.record(1, game, key="u", revision=5, kind=Kind.UNDO, given={})
    assert results_of(store, 1, [session])[0].outcome.totals == (0, 0, 0, 0)
    with sqlite3.connect(store.path) as db:
        db.execute("update results set program = 'older', result = '{}'")
        write_checksums(db)
    assert results_of(store, 1, [session])[0].outcome.hands == 0  # its last hand is running again


def test_a_result_that_an_accident_changed_is_worked_out_again(store: Store) -> None:
    game = begin(store)
    play(store, game)
    before = results_of(store, 1, [where(store, game)])
    with sqlite3.connect(store.path) as db:
        db.execute("""update results set result = replace(result, '19', '77')""")
    assert results_of(store, 1, [where(store, game)]) == before
