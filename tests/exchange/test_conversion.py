"""Our own CSV, imported."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.exchange.exporting import Scope
from scorekeeper.exchange.hands_csv import as_csv, csv_text
from scorekeeper.ledger import tables
from scorekeeper.ledger.conflicts import Submission
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.exchange.foreign_files import files, surveyed, taken
from tests.ledger.example import HAND
from tests.ledger.season import record_season

__all__ = ["files"]  # fixtures


def table_of(store: Store, **changes: str) -> str:
    """The table of hands of all games, with some cells of its second row changed."""
    text = "".join(as_csv(store.path, Scope(tables.first(store).id), bom=False))
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    if rows:
        rows[1] |= {name.replace("_", " "): cell for name, cell in changes.items()}
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def test_a_table_of_hands_comes_back_as_equal_games(
    store: Store, files: Any, tmp_path: Path
) -> None:
    record_season(store, 6, 3, hands=4, kinds=("israeli-whist", "bid-whist"))
    known = new_game(store, tables.first(store).id, "=known", setup_of(), ("=Avi", *PLAYERS[1:]))
    for fact in (*HAND, {"partial": {"points": [1, 2, 3, 4]}}):
        store.record(
            1, known, key=new_key(), revision=store.revision(1, known), kind=Kind.ANSWER, given=fact
        )
    given = {"revokes": [0, 1, 0, 0]}
    store.record(
        1, known, key=new_key(), revision=store.revision(1, known), kind=Kind.REVOKES, given=given,
        deal=1,
    )  # fmt: skip
    later: list[tuple[Kind, dict[str, Any], int | None]] = [
        (Kind.SEAT, {"seat": 1, "name": "Zoe"}, 3),
        (Kind.DEALER, {"dealer": 3}, None),
        (Kind.ANSWER, {"partial": {"points": [5, 6, 7, 8]}}, None),
        (Kind.STOP, {}, None),
    ]
    for kind, fact, deal in later:
        seen = store.revision(1, known)
        assert store.submit(1, known, Submission(new_key(), seen, kind, fact, deal)).stands
    text = "".join(as_csv(store.path, Scope(1)))
    other = Store.open(tmp_path / "other.db")
    assert taken(other, files(text)).new == 7
    back = "".join(as_csv(other.path, Scope(1)))
    assert back == text
    again = surveyed(other, files(text))
    assert (again.new, again.known, again.nothing_new) == (0, 7, True)
    first = surveyed(Store.open(tmp_path / "second.db"), files(text))
    assert [again.sessions, again.first, again.last, again.players] == (
        [first.sessions, first.first, first.last, first.players]
    )
    semicolons = "\n".join(
        ";".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row)
        for row in csv.reader(io.StringIO(text[1:], newline=""))
    )
    third = Store.open(tmp_path / "third.db")
    assert taken(third, files(semicolons)).new == 7


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"points": "77"}, "line 3: “points” says 77, and the answers come to 19; wrong cells in "
                           "all: 1."),
        ({"player": "Anne"}, "line 3: “player” says Anne, and the answers come to Ben; wrong cells "
                             "in all: 1."),
        ({"evening": "Finals"}, "line 3, column “evening”: other rows of this game have –."),
        ({"answers": "{"}, None),  # not the first row of the hand: never read
    ],
)  # fmt: skip
def test_a_table_that_was_changed_says_where(
    store: Store, files: Any, changes: dict[str, str], reason: str | None
) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    other = Store.open(store.path.with_name("other.db"))
    text = table_of(store, **changes)
    if reason is None:
        assert surveyed(other, files(text)).new == 1
        return
    with pytest.raises(Unreadable) as refused:
        surveyed(other, files(text))
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (",agreement,answers", "", "line 1: this table lacks columns that newer exports have"),
        ('""tricks"": [0, 3, 8, 2]', '""tricks"": [0, 3, 8, 1]', "line 2: 1 trick still to assign"),
        (
            '""rulebook"": ""israeli-whist""',
            '""rulebook"": ""x""',
            "line 2: its rules are not here.",
        ),
        ('""dealer"": 0', '""dealer"": 9', "line 2: Who deals?"),
        ('"{""dealer""', '"7{""dealer""', "line 2: “answers” cannot be read."),
    ],
)
def test_a_damaged_table_names_its_line(
    store: Store, files: Any, old: str, new: str, reason: str
) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    text = table_of(store)
    assert old in text
    with pytest.raises(Unreadable) as refused:
        surveyed(Store.open(store.path.with_name("other.db")), files(text.replace(old, new, 1)))
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    ("row", "date", "reason"),
    [
        (3, "31.02.2026", "line 5, column “date”: “31.02.2026” is no date."),
        (3, "2026-03-07", "line 5, column “date”: a row above has 2026-03-06 for this evening."),
        (6, "7/3/2026", "line 8, column “date”: a row above has 2026-03-06 for this evening."),
        (6, "soon", "line 8, column “date”: “soon” is no date."),
        (6, "6.3.2026", None),
        (6, "3/6/2026", None),
    ],
)
def test_every_row_of_an_evening_has_its_date(
    store: Store, files: Any, row: int, date: str, reason: str | None
) -> None:
    for key in ("one", "two"):
        game = new_game(store, tables.first(store).id, key, setup_of(), PLAYERS)
        for number, fact in enumerate(HAND):
            store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    store.db.execute("update sessions set key = 'same', date = '2026-03-06'")
    rows = list(csv.reader(io.StringIO(table_of(store), newline="")))
    rows[row + 1][0] = date
    text = csv_text(rows)
    other = Store.open(store.path.with_name("other.db"))
    if reason is None:
        assert surveyed(other, files(text)).first == "2026-03-06"
        return
    with pytest.raises(Unreadable) as refused:
        surveyed(other, files(text))
    assert str(refused.value) == reason


def test_a_date_that_was_changed_in_every_row_is_reported(store: Store, files: Any) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    store.db.execute("update sessions set date = '2026-03-06'")
    head, *rows = table_of(store).splitlines(keepends=True)
    other = Store.open(store.path.with_name("other.db"))
    for written in ("6.3.2026", "3/6/2026", "2026-03-06"):
        text = "".join([head, *(written + row[10:] for row in rows)])
        assert surveyed(other, files(text)).first == "2026-03-06"
    with pytest.raises(Unreadable) as refused:
        surveyed(other, files("".join([head, *("7.3.2026" + row[10:] for row in rows)])))
    assert str(refused.value) == (
        "line 2: “date” says 7.3.2026, and the answers come to 2026-03-06; wrong cells in all: 4."
    )


def test_a_game_that_went_on_differently_here_is_refused(store: Store, files: Any) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    text = table_of(store)
    assert surveyed(store, files(text)).nothing_new
    store.record(1, game, key=new_key(), revision=5, kind=Kind.UNDO, given={})
    given = {"tricks": [1, 2, 8, 2]}
    store.record(1, game, key=new_key(), revision=6, kind=Kind.ANSWER, given=given)
    assert surveyed(store, files(text)).nothing_new  # as it once was here
    other = Store.open(store.path.with_name("other.db"))
    taken(other, files(text))
    with pytest.raises(Unreadable) as refused:
        surveyed(other, files(table_of(store)))
    assert refused.value.clash
