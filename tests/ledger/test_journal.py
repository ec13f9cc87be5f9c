"""Journal: one line for each act besides scoring, written with the act or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from scorekeeper.errors import IllegalEntry
from scorekeeper.exchange import importing
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.ledger import access_keys, game_list, journal, renames_and_merges, sessions, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.journal_events import COMMAND, Author, Event
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import play

PHONE = Author("phone", "a phone", "a link")


@pytest.fixture
def game(store: Store) -> int:
    return game_list.new_game(store, tables.first(store).id, "key", setup_of(), PLAYERS)


def lines(store: Store) -> list[tuple[Event | None, Author, dict[str, object]]]:
    """The lines, the oldest first."""
    lines = journal.lines(store, tables.first(store).id)
    return [(line.event, line.by, dict(line.details)) for line in reversed(lines)]


def test_links_are_noted_by_who_made_them(store: Store) -> None:
    table = tables.first(store)
    access_keys.mint(store, table, Origin.START)
    key = access_keys.mint(store, table, Origin.PHONE, PHONE)
    access_keys.renew(store, table, Role.WATCH, key, Origin.PHONE, by=PHONE)
    access_keys.renew(store, tables.first(store), Role.SCORE, key, Origin.COMMAND)
    assert lines(store) == [
        (Event.LINK_MADE, Author("start"), {}),
        (Event.LINK_MADE, PHONE, {}),
        (Event.LINKS_RENEWED, PHONE, {"role": "watch"}),
        (Event.LINKS_RENEWED, COMMAND, {"role": "score"}),
    ]


def test_a_game_that_is_removed_twice_is_noted_once(store: Store, game: int) -> None:
    for act in (game_list.remove, game_list.remove, game_list.bring_back, game_list.bring_back):
        act(store, 1, game, PHONE)
    details = {"game": game, "players": list(PLAYERS)}
    assert lines(store) == [(Event.GAME_REMOVED, PHONE, details), (Event.GAME_BACK, PHONE, details)]


def test_advice_during_games_is_noted_where_it_changes(store: Store) -> None:
    table = tables.first(store)
    assert not tables.is_allowed(store, table.id)
    for allowed in (False, True, True, False):
        tables.allow(store, table.id, allowed=allowed, by=PHONE)
        assert tables.is_allowed(store, table.id) == allowed
    assert lines(store) == [(Event.ADVICE_ALLOWED, PHONE, {}), (Event.ADVICE_HIDDEN, PHONE, {})]


def test_what_is_refused_is_not_noted(store: Store, game: int) -> None:
    play(store, game)
    with pytest.raises(IllegalEntry):
        renames_and_merges.merge(store, 1, 1, 2, PHONE)
    assert lines(store) == []


def test_names_are_noted_as_they_were_and_are(store: Store, game: int) -> None:
    game_list.new_game(store, 1, "other", setup_of(), ("Ana", *PLAYERS[1:]))
    numbers = {player.name: player.id for player in players_at(store, 1)}
    anna, ana = numbers[PLAYERS[0]], numbers["Ana"]
    renames_and_merges.merge(store, 1, ana, anna, PHONE)
    renames_and_merges.merge(store, 1, ana, anna, PHONE)
    renames_and_merges.withdraw(store, 1, ana, PHONE)
    renames_and_merges.rename(store, 1, ana, "Hanna", PHONE)
    renames_and_merges.rename(store, 1, ana, "Hanna", PHONE)
    assert lines(store) == [
        (Event.MERGED, PHONE, {"name": "Ana", "into": PLAYERS[0]}),
        (Event.SEPARATED, PHONE, {"name": "Ana", "into": PLAYERS[0]}),
        (Event.RENAMED, PHONE, {"old": "Ana", "new": "Hanna"}),
    ]


def test_evenings_are_noted_by_their_names(store: Store) -> None:
    number = sessions.begin(store, tables.first(store).id, "key", "2026-03-06")
    for name in ("Cup", "Cup", ""):
        sessions.change(store, 1, number, date="2026-03-07", name=name, notes="x", by=PHONE)
    sessions.remove(store, 1, number, PHONE)
    date = {"date": "2026-03-07"}
    assert lines(store) == [
        (Event.EVENING_RENAMED, PHONE, date | {"old": "", "new": "Cup"}),
        (Event.EVENING_RENAMED, PHONE, date | {"old": "Cup", "new": ""}),
        (Event.EVENING_REMOVED, PHONE, date | {"name": ""}),
    ]


def test_files_are_noted(store: Store, game: int, tmp_path: Path) -> None:
    play(store, game)
    file = tmp_path / "file.json"
    file.write_text("".join(as_json(store.path, Scope(1), store.now())), "utf-8")
    journal.note_export(store, 1, PHONE, "csv", game_id=game)
    other = Store.open(tmp_path / "other.db")
    place = tables.first(other).id
    importing.bring_in(other, place, importing.survey_file(other, place, file), PHONE)
    assert lines(store) == [(Event.EXPORTED, PHONE, {"form": "csv", "evening": None, "game": game})]
    day = sessions.newest(store, 1, 1)[0].date.isoformat()
    summary = {"games": 1, "entries": 5, "sessions": 1, "days": [day], "new_players": 4}
    summary |= {"first": 1, "last": 1}
    assert lines(other) == [(Event.IMPORTED, PHONE, summary)]


def test_an_export_goes_out_where_the_journal_cannot_be_written(
    store: Store, game: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.path.rename(store.path.with_name("away.db"))
    assert not journal.note_export(store, 1, PHONE, "json")


def test_no_table_reads_what_another_does(store: Store) -> None:
    tables.first(store)
    other = tables.add(store, "Theirs")
    access_keys.mint(store, other, Origin.COMMAND)
    assert (lines(store), len(journal.lines(store, other.id))) == ([], 1)


def test_the_newest_comes_first_and_a_page_at_a_time(
    store: Store, rows: Callable[[str], list[tuple[object, ...]]]
) -> None:
    table = tables.first(store)
    for _ in range(5):
        access_keys.mint(store, table, Origin.COMMAND)
    store.db.execute("update journal set what = 'unheard-of' where id = 5")
    pages = [journal.lines(store, table.id, skip, 2) for skip in (0, 2, 4, 6)]
    assert [[line.event for line in page] for page in pages] == [
        [None, Event.LINK_MADE],
        [Event.LINK_MADE] * 2,
        [Event.LINK_MADE],
        [],
    ]
