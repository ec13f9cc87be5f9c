"""Pasted tables as large as a form may be: read or refused soon, because taps wait meanwhile."""

from __future__ import annotations

import contextlib
import datetime as dt
import sys
from collections.abc import Callable
from types import FrameType

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.exchange.hand_entries import judge
from scorekeeper.exchange.result_columns import ResultChoices, ResultReading, Undated
from scorekeeper.exchange.result_games import Names
from scorekeeper.exchange.result_rows import read_results
from scorekeeper.ledger.game_log import Log
from scorekeeper.web.form_sizes import LARGEST_PASTE
from scorekeeper.web.languages import months_named
from tests.conftest import setup_of
from tests.deep import DEEP

SIZE = LARGEST_PASTE // (4 if DEEP else 8)  # characters
MOST_CALLS = 60 * SIZE  # of functions: twice as many as the slowest table needs
PLAYERS = ("Anna", "Ben", "Carl", "Dana")
RESULTS = "Date\tAnna\tBen\tCarl\tDana\n"
HANDS = "hand,bid,declarer,Anna,Ben,Carl,Dana\n"
LONG = "Date\tPlayer\tPoints\tGame\n"


def filled(head: str, row: Callable[[int], str]) -> str:
    """As many rows as there is room for."""
    rows = (SIZE - len(head)) // (len(row(99_999)) + 1)
    return head + "\n".join(map(row, range(rows)))


def results(text: str) -> None:
    day, known = dt.date(2026, 3, 6), [f"Bertram {number:04}" for number in range(2_000)]
    reading = ResultReading(day, months_named, str, ResultChoices(undated=Undated.SAME_DAY))
    Names(known).questions(read_results(text, reading).names)


def hands(text: str) -> None:
    judge(Log.of(setup_of("pagat")), PLAYERS, text)


@pytest.mark.parametrize(
    ("read", "text"),
    [
        (results, filled(RESULTS, lambda _: "1.3.2019\t1\t2\t3\t4")),
        (results, filled(RESULTS, lambda _: "1.3.2019\tx1\t1p.p.p.p.p. x\t(\t- 3")),
        (results, filled(RESULTS, lambda _: "1.3.2019\t" + "1p.p" * 24 + "x\t1\t2\t3")),
        (results, filled(LONG, lambda n: f"1.3.2019\tAbraham{n:05}\t5\t{n // 4}")),
        (results, filled(LONG, lambda n: f"1.3.2019\tBertrom {n % 300:04}\t{n}\t{n // 300}")),
        (results, filled(RESULTS, lambda _: "1" + " " * 9_000 + ")x\t2")),
        (results, filled("Date\t" + "\t".join(map(str, range(9, 126))), lambda _: "\t1" * 117)),
        (results, f"{RESULTS}1.3.2019\t" + "1" * 100_000),
        (results, "\n" * 100_000),
        (hands, f"{HANDS}1,7C,Carl,1/2{' ' * 100_000}x,3,7/8,0"),
        (hands, filled(HANDS, lambda _: f"1,7C,Carl,1/2{' ' * 9_000}x,({' ' * 900}),7/8,0")),
        (hands, filled(HANDS, lambda n: f"{n},7C,Carl,2/0,3/3,7/8,0/2")),
        (hands, HANDS + "\n".join(f"{n},7C,Carl,2/0,3/3,7/8,0/2" for n in range(1, 301))),
        (hands, HANDS + ",".join("1" * 50_000)),
        (hands, "x" * 100_000),
    ],
)
@pytest.mark.slow
def test_no_paste_takes_long(read: Callable[[str], None], text: str) -> None:
    assert len(text) <= LARGEST_PASTE
    assert calls_of(lambda: read(text)) < MOST_CALLS


def calls_of(work: Callable[[], None]) -> int:
    """Return how many functions are called by something that a wrong entry may end."""
    calls = 0

    def count(frame: FrameType, event: str, function: object) -> None:
        nonlocal calls
        calls += event.endswith("call")

    sys.setprofile(count)
    try:
        with contextlib.suppress(EntryError):
            work()
    finally:
        sys.setprofile(None)
    return calls


def test_at_most_300_names_at_once() -> None:
    rows = (f"1.3.2019\tAbraham {number}\t5" for number in range(301))
    with pytest.raises(EntryError, match="At most 300 names at once, and these are 301"):
        results("\n".join(("Date\tPlayer\tPoints", *rows)))
