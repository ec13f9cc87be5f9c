"""CSV of hands for spreadsheets: numbers stay numbers, and no text becomes a formula."""

from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.exchange.exporting import Scope
from scorekeeper.exchange.hands_csv import BOM, COLUMNS, FORMULA, as_csv, csv_text, safe
from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from tests.conftest import setup_of
from tests.ledger.example import HAND


def test_a_row_a_hand_and_player(store: Store) -> None:
    names = ('=cmd|"/c"!A1', "Ben, Jr", '"Q"', "-5")
    game = new_game(store, tables.first(store).id, "-key", setup_of(), names)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    store.record(1, game, key="next", revision=5, kind=Kind.ANSWER, given=HAND[0])
    text = "".join(as_csv(store.path, Scope(1)))
    assert text.startswith(BOM + "date,evening,game,")
    rows = list(csv.DictReader(io.StringIO(text[1:], newline="")))
    shown = ("hand", "dealer", "bid", "declarer", "result", "player", "contract", "tricks",
             "points", "total", "counts", "game key")  # fmt: skip
    assert [tuple(row[name] for name in shown) for row in rows] == [
        ("1", f"'{names[0]}", "7 clubs", '"Q"', "1 under", *rest, "'-key")
        for rest in (
            (f"'{names[0]}", "2", "0", "-20", "-20", "1"),
            ("Ben, Jr", "3", "3", "19", "19", "1"),
            ('"Q"', "7", "8", "-10", "-10", "1"),
            ("'-5", "0", "2", "-40", "-40", "1"),
        )
    ]
    assert not "".join(as_csv(store.path, Scope(1), bom=False)).startswith(BOM)


def test_an_empty_table_is_a_head(store: Store) -> None:
    tables.first(store)
    assert "".join(as_csv(store.path, Scope(1), bom=False)) == ",".join(COLUMNS) + "\r\n"


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"])) | st.integers(), min_size=1))
def test_any_cells_come_back_and_no_text_is_a_formula(cells: list[str | int]) -> None:
    (row,) = csv.reader(io.StringIO(csv_text([["first", *cells]]), newline=""))
    for cell, back in zip(cells, row[1:], strict=True):
        if isinstance(cell, int):
            assert back == str(cell)
        else:
            assert back.removeprefix("'") == cell.removeprefix("'")
            assert not back.lstrip().startswith(FORMULA)


def test_numbers_stay_numbers() -> None:
    evil = ("=1", "+1", "-1", "@a", "|cmd", "＝1", "＋1", "－1", "＠a", " ＝1", "\t=1")
    assert [safe(cell) for cell in evil] == [f"'{cell}" for cell in evil]
    assert [safe(cell) for cell in (-5, 0, None, "-5", "a-5", " =1", "\t1")] == [
        *(-5, 0, "", "'-5", "a-5", "' =1", "'\t1")
    ]
