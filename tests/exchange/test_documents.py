"""Export and import: documents come back equal, once, and completely or not at all."""

from __future__ import annotations

import io
import json
import sqlite3

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange.export_file import members
from scorekeeper.exchange.exporting import Scope
from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.ledger import access_keys, sessions, tables
from scorekeeper.ledger.access_keys import Origin
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_document import VERSION
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind, Log
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from tests.conftest import PLAYERS, setup_of
from tests.deep import DEEP
from tests.exchange.exported_file import another, brought, everything, exported
from tests.ledger.entry_strategies import histories
from tests.ledger.example import HAND, play, record_all
from tests.tools.benchmarks.large import facts


@pytest.fixture
def full(store: Store) -> Store:
    """Two evenings: one with a game and a half and names of every kind, one without games."""
    tables.first(store)
    play(store, new_game(store, 1, "one", setup_of(), PLAYERS), device="5e1f00d1")
    bid_whist = Setup(BID_WHIST, BID_WHIST.presets[0].rules, BID_WHIST.endings.usual, 4, SOUTH)
    other = new_game(store, 1, "two", bid_whist, ('=1+1"', "דנה", "Ö, -", "𝄞"))
    store.record(
        1, other, key="bid", revision=0, kind=Kind.ANSWER, given={"bid": "4H", "winner": 2}
    )
    sessions.change(store, 1, 2, date="2020-02-29", name="“Finals”", notes="one\n\ttwo, ü")
    sessions.begin(store, 1, "empty", "1999-12-31", "Y2K")
    return store


def test_what_comes_in_is_equal_in_every_fact(full: Store) -> None:
    text = exported(full)
    with another() as store:
        survey = brought(store, text)
        assert (survey.new, survey.entries, survey.sessions, survey.first) == (
            2,
            6,
            3,
            "1999-12-31",
        )
        assert everything(store) == everything(full)
        assert exported(store) == text
        assert store.game(1, 1).game.totals in {(-20, 19, -10, -40), (0, 0)}


def test_no_secret_and_no_points_are_in_a_document(full: Store) -> None:
    key = access_keys.mint(full, tables.first(full), Origin.COMMAND)
    text = exported(full)
    hashes = [row[0] for row in full.db.execute("select hash from keys").fetchall()]
    assert [secret in text for secret in (key, *hashes)] == [False] * 3
    assert set(json.loads(text)) == {
        *("format", "version", "program", "exported", "table", "players", "sessions", "games")
    }
    assert set(json.loads(text)["table"]) == {"name", "created"}


def test_bringing_in_twice_changes_nothing(full: Store) -> None:
    text, before = exported(full), everything(full)
    survey = brought(full, text)
    assert (survey.new, survey.longer, survey.known, survey.entries) == (0, 0, 2, 0)
    assert everything(full) == before


def test_a_game_or_an_evening_is_taken_out_alone(full: Store) -> None:
    for scope in (Scope(1, game_id=1), Scope(1, session_id=1)):
        data = json.loads(exported(full, scope))
        assert [game["key"] for game in data["games"]] == ["one"]
        assert [session["key"] for session in data["sessions"]] == ["of-one"]
        assert [player["name"] for player in data["players"]] == list(PLAYERS)
        with another() as store:
            assert brought(store, json.dumps(data, indent=1)).new == 1


@settings(max_examples=20 if DEEP else 8)  # each example makes two files
@given(st.data())
def test_any_history_comes_through(data: st.DataObject) -> None:
    setup = data.draw(st.sampled_from([setup_of(), setup_of("vax"), setup_of("wikipedia-web")]))
    _, entries = data.draw(histories(Log.of(setup)))
    with another() as store, another() as other:
        game = new_game(store, tables.first(store).id, "game", setup, PLAYERS)
        record_all(store, game, entries, "e")
        brought(other, exported(store))
        assert everything(other) == everything(store)
        assert other.game(1, 1).log == store.game(1, game).log


@settings(max_examples=10 if DEEP else 4)
@given(st.data())
def test_of_two_histories_the_longer_wins_and_others_clash(data: st.DataObject) -> None:
    _, entries = data.draw(histories(Log.of(setup_of()), most=12))
    here = data.draw(st.integers(0, len(entries)))
    with another() as store, another() as other:
        game = new_game(store, tables.first(store).id, "game", setup_of(), PLAYERS)
        record_all(store, game, entries[:here], "e")
        brought(other, exported(store))
        for number, entry in enumerate(entries[here:], here):
            key = f"more-{number}"
            kind, deal = entry.kind, entry.deal
            store.record(1, game, key=key, revision=number, kind=kind, given=entry.fact, deal=deal)
        longer, shorter = exported(store), exported(other)
        assert brought(store, shorter).entries == 0
        assert brought(other, longer).entries == len(entries) - here
        assert everything(other) == everything(store)


def test_a_game_that_went_on_differently_is_refused_and_nothing_written(store: Store) -> None:
    with another() as other:
        play(store, new_game(store, tables.first(store).id, "one", setup_of(), PLAYERS), HAND[:2])
        brought(other, exported(store))
        play(other, new_game(other, 1, "two", setup_of(), PLAYERS))
        text = exported(store)
        changed = exported(other).replace('"number": 0', '"number": 1')
        before = everything(store)
        with pytest.raises(Unreadable) as refused:
            brought(store, changed)
        assert refused.value.clash
        assert str(refused.value) == (
            "line 13, game 1: this game went on differently here and in the file, "
            "from entry 2 on; the two cannot be made one."
        )
        assert everything(store) == before
        assert brought(store, text).known == 1


@pytest.mark.parametrize("indent", [None, 0, 2])
def test_a_file_in_another_layout_comes_in_too(full: Store, indent: int | None) -> None:
    with another() as store:
        brought(store, json.dumps(json.loads(exported(full)), indent=indent))
        assert everything(store) == everything(full)


def test_a_file_saved_by_an_editor_comes_in_too(full: Store) -> None:
    with another() as store:
        brought(store, "\ufeff" + exported(full).replace("\n", "\r\n") + "\r\n")
        assert everything(store) == everything(full)


def test_a_file_is_read_one_game_at_a_time() -> None:
    """Each game is passed on before the next one is read: memory does not grow with the file."""
    game = json.dumps({"key": "x" * 10_000})
    head = '{"format": "scorekeeper",\n"games": [\n'
    stream = io.StringIO(head + ",\n".join([game] * 1000) + "\n]\n}\n")
    read = [stream.tell() - len(head) for name, *_ in members(stream) if name == "games"]
    line = len(game) + len(",\n")
    assert read == [line * number for number in range(1, 1000)] + [line * 1000 - 1]


def test_a_game_whose_package_is_missing_is_left_out_and_said(full: Store) -> None:
    text = exported(full).replace('"israeli-whist"', '"tarot"')
    with another() as store:
        survey = brought(store, text)
        assert (survey.strange, survey.new) == ({"tarot": 1}, 1)
        assert [key for key, *_ in facts(store.path, "games")] == ["two"]
        assert [key for key, *_ in facts(store.path, "sessions")] == ["empty", "of-two"]


def test_names_here_keep_their_spelling_and_sessions_what_people_said(full: Store) -> None:
    text = exported(full)
    with another() as store:
        brought(store, text)
        new_game(store, 1, "three", setup_of(), ("ANNA", "Ben", "Chaim", "Dana"))
        sessions.change(store, 1, 1, date="2001-01-01", name="Mine", notes="")
        assert brought(store, text).known == 2
        assert players_at(store, 1)[0].name == "ANNA"
        assert sessions.session(store, 1, 1).name == "Mine"


def test_what_games_came_to_is_kept_at_once(full: Store) -> None:
    with another() as store:
        brought(store, exported(full))
        with sqlite3.connect(store.path) as db:
            assert db.execute("select game_id, revision from results order by 1").fetchall() == [
                (1, 1),
                (2, 5),
            ]


def test_the_version_of_the_format_knows_every_kind_of_entry() -> None:
    """A new kind, which older programs cannot read, needs a new version and a row here."""
    kinds = {
        5: "answer correction revokes dealer choice stop seat undo redo start rules ending order "
        "hands removal dealt note comes leaves"
    }
    assert [kind.value for kind in Kind] == kinds[VERSION].split()
