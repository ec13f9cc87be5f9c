"""Game files of a table: a game keeps its file, and takes it along wherever it goes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from scorekeeper.errors import IllegalEntry
from scorekeeper.exchange import importing
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.games.game_file import GameFileError
from scorekeeper.games.registry import family_of, own_game
from scorekeeper.ledger import game_files, game_list, own_games, tables
from scorekeeper.ledger.errors import Unknown, Unreadable, UnreadableGame
from scorekeeper.ledger.game_files import MOST_FILES, books_of
from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry
from scorekeeper.ledger.game_results import Span, most_played, played, results_of
from scorekeeper.ledger.player_figures import FigureCounter, counts
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SOUTH
from tests.own_yaniv import YANIV

NAMES = ("Anna", "Ben", "Chaim")
HAND: tuple[Fact, ...] = ({"choice": "0"}, {"points": [5, 4, 14]})
LATER = YANIV.replace("hand + 30", "hand + 25")


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "scores.db")


def begin(store: Store, text: str, key: str, table: int = 1, over: bool = False) -> int:
    """Play a hand of the game of a file."""
    book = own_games.add(store, table, text, replace=True)
    rules = book.presets[0].rules
    setup = Setup(book, rules, book.usual_ending(rules), 3, SOUTH)
    entries = [Entry(Kind.ANSWER, 1, fact) for fact in HAND]
    if over:
        entries.append(checked_entry(Log.of(setup).after(entries), Kind.STOP, None, {}))
    return game_list.new_game(store, table, key, setup, NAMES, entries=entries)


def test_a_game_keeps_the_file_it_was_played_by(store: Store) -> None:
    tables.first(store)
    old, new = begin(store, YANIV, "old"), begin(store, LATER, "new")
    assert store.game(1, old).game.totals == (35, 4, 14)
    assert store.game(1, new).game.totals == (30, 4, 14)
    again = Store.open(store.path)
    own_games.remove(again, 1, own_game(LATER).key)
    assert [game_files.own_games(again.db, 1)] == [[]]
    assert [again.game(1, game).game.totals[0] for game in (old, new)] == [35, 30]
    with pytest.raises(Unknown):
        own_games.remove(again, 1, own_game(LATER).key)


def test_versions_of_a_game_count_as_one_game(store: Store) -> None:
    tables.first(store)
    begin(store, YANIV, "old", over=True)
    begin(store, LATER, "new", over=True)
    book = most_played(store, 1, Span())
    assert book.key == own_game(LATER).key
    assert list(books_of(store.db, 1).values())[-1] is book
    results_of(store, 1, [1])
    FigureCounter(store).refresh(1, 60)
    assert [game.totals for game in played(store, 1, book, Span())] == [(35, 4, 14), (30, 4, 14)]
    counted = counts(store, 1, book.key, Span())
    assert sorted(count["points"].total for count in counted.values()) == [8, 28, 65]


def test_two_files_with_one_name_are_refused_with_the_line(store: Store) -> None:
    tables.first(store)
    own_games.add(store, 1, YANIV)
    for text, reason in (
        (LATER, "line 1: this table has a game “My Yaniv” already"),
        ("# mine\n" + YANIV.replace("My Yaniv", "yaniv"), "line 2: there is a game “yaniv”"),
    ):
        with pytest.raises(GameFileError, match=reason):
            own_games.add(store, 1, text)
    assert [book.file.text for book in game_files.own_games(store.db, 1)] == [YANIV]
    assert own_games.add(store, 1, YANIV).key == own_game(YANIV).key  # the same file again


def test_a_table_takes_no_more_files_than_it_can_show(store: Store) -> None:
    tables.first(store)
    for number in range(MOST_FILES):
        with store.transaction() as db:
            game_files.bring(db, 1, f"{YANIV}# {number}\n", store.now())
    with pytest.raises(IllegalEntry, match="takes 100 game files"):
        own_games.add(store, 1, LATER, replace=True)
    assert len(game_files.own_games(store.db, 1)) == 1


def test_tables_have_games_of_their_own(store: Store) -> None:
    tables.first(store)
    other = tables.add(store, "Club").id
    own_games.add(store, 1, YANIV)
    assert not game_files.own_games(store.db, other)


def test_an_export_has_the_file_inside_and_brings_it_along(store: Store, tmp_path: Path) -> None:
    tables.first(store)
    begin(store, YANIV, "old")
    file = tmp_path / "out.json"
    file.write_text("".join(as_json(store.path, Scope(1), store.now())), "utf-8")
    other = Store.open(tmp_path / "other.db")
    tables.first(other)
    for new in (1, 0):
        survey = importing.survey_file(other, 1, file)
        assert (survey.new, survey.strange) == (new, {})
        importing.bring_in(other, 1, survey)
    assert other.game(1, 1).game.totals == (35, 4, 14)
    assert [book.key for book in game_files.own_games(other.db, 1)] == [own_game(YANIV).key]


def test_an_import_leaves_the_offered_version_alone(store: Store, tmp_path: Path) -> None:
    tables.first(store)
    begin(store, YANIV, "old")
    file = tmp_path / "out.json"
    file.write_text("".join(as_json(store.path, Scope(1), store.now())), "utf-8")
    other = Store.open(tmp_path / "other.db")
    tables.first(other)
    own_games.add(other, 1, LATER)
    importing.bring_in(other, 1, importing.survey_file(other, 1, file))
    assert [book.file.text for book in game_files.own_games(other.db, 1)] == [LATER]
    assert other.game(1, 1).game.totals == (35, 4, 14)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("hand + 30", "hand + 3", "another than the one it was played by"),
        ("hand + 30", "hand + hnd", "line 24: there is no “hnd” here"),
    ],
)
def test_an_export_with_another_file_inside_is_refused(
    old: str, new: str, reason: str, store: Store, tmp_path: Path
) -> None:
    tables.first(store)
    begin(store, YANIV, "old")
    file = tmp_path / "out.json"
    text = "".join(as_json(store.path, Scope(1), store.now()))
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    other = Store.open(tmp_path / "other.db")
    tables.first(other)
    with pytest.raises(Unreadable, match=reason):
        importing.survey_file(other, 1, file)
    assert not game_files.own_games(other.db, 1)


def test_a_program_without_the_file_leaves_the_game_out(store: Store, tmp_path: Path) -> None:
    tables.first(store)
    begin(store, YANIV, "old")
    lines = "".join(as_json(store.path, Scope(1), store.now())).splitlines()
    for number, line in enumerate(lines):
        if line.startswith('{"key": "old"'):
            lines[number] = json.dumps(json.loads(line) | {"file": None})
    file = tmp_path / "out.json"
    file.write_text("\n".join(lines), "utf-8")
    survey = importing.survey_file(store, 1, file)
    assert (survey.new, list(survey.strange.values())) == (0, [1])


def test_a_damaged_file_damages_its_games_only(store: Store, tmp_path: Path) -> None:
    tables.first(store)
    game = begin(store, YANIV, "old")
    other = begin(store, YANIV.replace("My Yaniv", "Other"), "other")
    path = tmp_path / "damaged.db"
    store.db.execute("pragma wal_checkpoint(truncate)")
    shutil.copy(store.path, path)
    damaged = Store.open(path)
    with damaged.transaction() as db:
        db.execute(
            "update game_files set text = replace(text, '30', '31') where family = ?",
            [family_of(own_game(YANIV).key)],
        )
    with pytest.raises(UnreadableGame):
        damaged.game(1, game)
    assert damaged.game(1, other).game.totals == (35, 4, 14)
    assert [str(book.name) for book in game_files.own_games(damaged.db, 1)] == ["Other"]
    assert [result.id for result in results_of(damaged, 1, [1])] == [other]
