"""What is taken out comes in again: equal, once, checked, and all of it or nothing."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine.cards.seating import SOUTH
from scorekeeper.engine.games.bid_whist import BID_WHIST
from scorekeeper.engine.rules.game import Setup
from scorekeeper.ledger.entries.game_log import Kind, Log
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.evenings import sessions
from scorekeeper.ledger.evenings.games import new_game
from scorekeeper.ledger.exchange import document_import
from scorekeeper.ledger.exchange.document_import import Survey
from scorekeeper.ledger.exchange.export import Scope, as_json
from scorekeeper.ledger.exchange.json_stream import CHUNK, LARGEST, members
from scorekeeper.ledger.tables import access_keys, tables
from scorekeeper.ledger.tables.access_keys import Origin
from scorekeeper.ledger.tables.player_list import players_at
from tests.benchmarks.large import TABLES, facts
from tests.conftest import PLAYERS, setup_of
from tests.ledger.entry_strategies import histories
from tests.ledger.example import HAND, play

Change = Callable[[dict[str, Any]], None]


EVERYTHING = Scope(1)


def exported(store: Store, scope: Scope = EVERYTHING) -> str:
    return "".join(as_json(store.path, scope, "2026-03-06T18:00:00.000+00:00"))


def brought(store: Store, text: str) -> Survey:
    """Look through a document and bring it in."""
    path = store.path.with_suffix(".json")
    path.write_text(text, encoding="utf-8")
    survey = document_import.survey(store, tables.first(store).id, path)
    document_import.bring_in(store, 1, survey)
    return survey


def everything(store: Store) -> dict[str, list[Any]]:
    return {table: facts(store.path, table) for table in TABLES}


@contextmanager
def another() -> Iterator[Store]:
    with tempfile.TemporaryDirectory() as folder:
        yield Store.open(Path(folder) / "other.db")


@pytest.fixture
def full(store: Store) -> Store:
    """Two evenings: a game and a half with names of every kind; an evening without games."""
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
    assert [one in text for one in (key, *hashes)] == [False] * 3
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


@settings(max_examples=20)  # each makes two files
@given(st.data())
def test_any_history_comes_through(data: st.DataObject) -> None:
    setup = data.draw(st.sampled_from([setup_of(), setup_of("vax"), setup_of("wikipedia-web")]))
    _, entries = data.draw(histories(Log.of(setup)))
    with another() as store, another() as other:
        game = new_game(store, tables.first(store).id, "game", setup, PLAYERS)
        store.record_all(1, game, entries, key="e", revision=0)
        brought(other, exported(store))
        assert everything(other) == everything(store)
        assert other.game(1, 1).log == store.game(1, game).log


@settings(max_examples=10)
@given(st.data())
def test_of_two_histories_the_longer_wins_and_others_clash(data: st.DataObject) -> None:
    _, entries = data.draw(histories(Log.of(setup_of()), most=12))
    here = data.draw(st.integers(0, len(entries)))
    with another() as store, another() as other:
        game = new_game(store, tables.first(store).id, "game", setup_of(), PLAYERS)
        store.record_all(1, game, entries[:here], key="e", revision=0)
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


def game_of(data: dict[str, Any]) -> dict[str, Any]:
    game: dict[str, Any] = data["games"][0]
    return game


def entry_of(data: dict[str, Any], number: int) -> dict[str, Any]:
    entry: dict[str, Any] = game_of(data)["entries"][number - 1]
    return entry


AT = "line 1, game 1"
DAMAGE: dict[str, tuple[Change, str]] = {
    "another program's": (
        lambda data: data.update(format="whist"),
        "line 1: this is not a Scorekeeper export.",
    ),
    "no version's": (
        lambda data: data.update(version=0),
        "line 1: this is not a Scorekeeper export.",
    ),
    "a truth for a version": (
        lambda data: data.update(version=True),
        "line 1: this is not a Scorekeeper export.",
    ),
    "a newer version's": (
        lambda data: data.update(version=4),
        "This file was exported by a newer version of Scorekeeper; upgrade to use it.",
    ),
    "a barred contract": (
        lambda data: entry_of(data, 4)["fact"].update(number=4),
        f"{AT}: entry 4: West can't say 4: that would make 13.",
    ),
    "tricks that do not add up": (
        lambda data: entry_of(data, 5)["fact"].update(tricks=[1, 3, 8, 2]),
        f"{AT}: entry 5: 1 trick too many",
    ),
    "an answer as nobody records it": (
        lambda data: entry_of(data, 2)["fact"].update(number="0"),
        f"{AT}: entry 2: “fact” is not as it would have been recorded.",
    ),
    "more than was asked": (
        lambda data: entry_of(data, 1)["fact"].update(x="y"),
        f"{AT}: entry 1: “fact” is not as it would have been recorded.",
    ),
    "another hand": (
        lambda data: entry_of(data, 3).update(deal=2),
        f"{AT}: entry 3: It answers a question of hand 2, which is not the one running.",
    ),
    "an undo of nothing": (
        lambda data: entry_of(data, 1).update(kind="undo", fact={}),
        f"{AT}: entry 1: There is nothing to undo.",
    ),
    "a kind that there is not": (
        lambda data: entry_of(data, 1).update(kind="drop"),
        f"{AT}: entry 1: there is no kind of entry “drop”.",
    ),
    "a moment in another zone": (
        lambda data: entry_of(data, 1).update(at="2026-03-06T18:00:40.000+01:00"),
        f"{AT}: entry 1: “at” must be a time in UTC, as in 2026-03-06T18:00:40.000+00:00.",
    ),
    "a day that there is not": (
        lambda data: game_of(data).update(started="2026-02-30T18:00:40.000+00:00"),
        f"{AT}: “started” must be a time in UTC, as in 2026-03-06T18:00:40.000+00:00.",
    ),
    "a key twice": (
        lambda data: entry_of(data, 2).update(key=entry_of(data, 1)["key"]),
        f"{AT}: two entries have the same key.",
    ),
    "a key with blanks": (
        lambda data: game_of(data).update(key="a b"),
        f"{AT}: “key” must be a key.",
    ),
    "a game twice": (
        lambda data: data["games"].append(data["games"][0]),
        "line 1, game 2: this game stands in the file twice.",
    ),
    "no session": (
        lambda data: data.update(sessions=[]),
        f"{AT}: its session is not in the file.",
    ),
    "an unknown player": (
        lambda data: data["players"].pop(),
        f"{AT}: Dana is not a player in the file.",
    ),
    "three players": (
        lambda data: game_of(data)["players"].pop(),
        f"{AT}: Israeli Whist is not played by 3.",
    ),
    "two of one name": (
        lambda data: game_of(data).update(players=["Anna", "Ben", "Chaim", "Anna"]),
        f"{AT}: Two players are called Anna: make the names different.",
    ),
    "a name that cannot be seen": (
        lambda data: data["players"].append({"name": "\u200b"}),
        "line 1: Every player needs a name.",
    ),
    "a rule that there is not": (
        lambda data: game_of(data)["rules"].update(cheating=True),
        f"{AT}: There is no house rule “cheating”.",
    ),
    "an ending of another game": (
        lambda data: game_of(data)["ending"].update(goal="time"),
        f"{AT}: This game does not end like that.",
    ),
    "a dealer from outside": (
        lambda data: game_of(data).update(first_dealer=4),
        f"{AT}: “first_dealer” must be a number from 0 to 3.",
    ),
    "true as a dealer": (
        lambda data: game_of(data).update(first_dealer=True),
        f"{AT}: “first_dealer” must be a number from 0 to 3.",
    ),
    "no list of games": (
        lambda data: data.update(games={}),
        "line 1: the file is damaged here, or is no JSON.",
    ),
    "a game that is none": (
        lambda data: data.update(games=[7]),
        f"{AT}: a game must be an object.",
    ),
    "a date that is none": (
        lambda data: data["sessions"][0].update(date="6.3.2026"),
        "line 1: A date is needed, as in 2026-03-06.",
    ),
    "a number for a name": (
        lambda data: data["sessions"][0].update(name=7),
        "line 1: “name” must be a text.",
    ),
}


@pytest.mark.parametrize(("change", "reason"), DAMAGE.values(), ids=DAMAGE)
def test_what_is_wrong_in_a_document_is_said_with_its_place(
    store: Store, change: Change, reason: str
) -> None:
    tables.first(store)
    play(store, new_game(store, 1, "one", setup_of(), PLAYERS), device="5e1f00d1")
    data = json.loads(exported(store))
    change(data)
    with another() as other:
        tables.first(other)
        before = everything(other)
        with pytest.raises(Unreadable) as refused:
            brought(other, json.dumps(data))
        assert str(refused.value) == reason
        assert everything(other) == before


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("nonsense", 1),
        ('{"format": "scorekeeper",\n "version": 1,\n "games": [{"key": "a"', 3),
        ('{"format": "scorekeeper",\n "version": 1\n "games": []}', 3),
        ('{"format": "scorekeeper", "version": 1, "games": []} more', 1),
        ('{"format": NaN}', 1),
        ('{"version": ' + "9" * 5000 + "}", 1),
        ('{"players": [' + "[" * 200_000, 1),
    ],
)
def test_a_damaged_file_is_said_with_its_line(store: Store, text: str, line: int) -> None:
    with pytest.raises(Unreadable) as refused:
        brought(store, text)
    assert str(refused.value) == f"line {line}: the file is damaged here, or is no JSON."


def test_a_list_is_not_what_was_exported(store: Store) -> None:
    with pytest.raises(Unreadable) as refused:
        brought(store, "\n[]")
    assert str(refused.value) == "line 2: this is not a Scorekeeper export."


def test_a_file_that_is_no_text_is_said(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "picture.json"
    path.write_bytes(b"\x89PNG\r\n\xff\xfe")
    with pytest.raises(Unreadable) as refused:
        document_import.survey(store, 1, path)
    assert str(refused.value) == "This is not text in UTF-8."


def test_an_endless_element_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "endless.json"
    path.write_text('{"games": ["' + "x" * (3 * LARGEST), encoding="utf-8")
    with path.open(encoding="utf-8") as stream, pytest.raises(Unreadable) as refused:
        list(members(stream, {"games"}))
    assert str(refused.value) == "line 1: this is too large."


@given(
    st.dictionaries(st.sampled_from(["a", "b", "games"]), st.lists(st.integers() | st.text())),
    st.sampled_from([None, 0, 2]),
)
def test_pieces_are_what_the_whole_would_be(data: dict[str, Any], indent: int | None) -> None:
    """Numbers and texts that a piece ends in are read to their ends."""
    data = {"pad": "x" * (CHUNK - 40), **data}  # so that the first piece ends among the rest
    with tempfile.TemporaryFile("w+", encoding="utf-8") as stream:
        stream.write(json.dumps(data, indent=indent))
        stream.seek(0)
        read: dict[str, Any] = {}
        for name, value, _ in members(stream, {"games"}):
            if name == "games":
                read.setdefault(name, []).append(value)
            else:
                read[name] = value
    assert {"games": [], **read} == {"games": [], **data}


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
