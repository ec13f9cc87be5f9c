"""Keepers who bring a table in: they say what each column is, as the page lets them.

The page shows every column with what it is taken for. A keeper changes what is wrong, ticks the
names of players, and answers what is asked once for all rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from scorekeeper.errors import EntryError, MalformedEntry
from scorekeeper.exchange.hand_entries import CheckedTable, judge
from scorekeeper.exchange.hand_rows import HandChoices
from scorekeeper.exchange.remarks import Level, Remark, is_ready
from scorekeeper.exchange.result_columns import (
    ResultChoices,
    ResultReading,
    Undated,
    people_in,
)
from scorekeeper.exchange.result_games import GameKind, kinds_of, prepare
from scorekeeper.exchange.result_rows import Results, read_results
from scorekeeper.exchange.table_checks import SumRows
from scorekeeper.exchange.table_columns import UNUSED, Meaning, Numbers, Use
from scorekeeper.exchange.table_text import text_of
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.ledger.game_log import Log
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.web.languages import months_named
from tests.exchange_tables.table_cases import Counts, Layout, TableCase

TODAY = date(2026, 11, 28)
NO_DAY = date(2026, 11, 27)  # of games without a date, as the keeper says
NUMBERS = {
    Counts.POINTS: Numbers.POINTS,
    Counts.RUNNING: Numbers.RUNNING,
    Counts.RUNNING_BY_YEAR: Numbers.YEARLY,
    Counts.PLACES: Numbers.PLACES,
}
ORDERS = {"day-first": DayOrder.DAY, "month-first": DayOrder.MONTH}
OF_RESULTS = {
    "@date": Meaning.DATE,
    "@game": Meaning.GAME,
    "@name": Meaning.NAME,
    "@points": Meaning.POINTS,
    "@winner": Meaning.WINNER,
    "@hand": Meaning.NUMBER,
    "@note": Meaning.UNUSED,
    "-": Meaning.UNUSED,
}
OF_HANDS = {
    "@hand": Meaning.NUMBER,
    "@dealer": Meaning.DEALER,
    "@bid": Meaning.BID,
    "@level": Meaning.BID,
    "@trumps": Meaning.TRUMPS,
    "@declarer": Meaning.DECLARER,
    "@taken": Meaning.TRICKS,
    "@answer passed-out": Meaning.EXCHANGES,
    "@note": Meaning.UNUSED,
    "-": Meaning.UNUSED,
}
OF_PLAYERS = {
    "@bid": Meaning.CONTRACT,
    "@taken": Meaning.TRICKS,
    "@both": Meaning.PLAIN,
    "@points": Meaning.POINTS,
    "@running": Meaning.RUNNING,
}


# Results


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of a table of results.

    games    each game as the date, the key of the game, and the number of each player or side
    told     what prevents the import, in words
    """

    games: tuple[tuple[date, str, tuple[tuple[str, int], ...]], ...] = ()
    told: tuple[str, ...] = ()

    @property
    def is_in(self) -> bool:
        return bool(self.games) and not self.told


def bring_results(store: Store, case: TableCase) -> Brought:
    """Bring a table of results in, as its keeper does it."""
    try:
        text, strange = text_of(case.content)
        if strange is not None:
            return Brought(told=(str(strange),))
        results = _answered(text, case)
    except EntryError as error:
        return Brought(told=(str(error),))
    named = {row.game: due.game for row, due in zip(results.games, case.games, strict=False)}

    def kind_of(cell: str) -> GameKind:
        return kinds_of(rulebooks()[named.get(cell, case.game)])[0]

    prepared = prepare(store, 1, results, kind_of)
    told: tuple[Remark, ...] = (*results.remarks, *prepared.remarks)
    games = []
    for row in results.games:
        kind = kind_of(row.game)
        shares = tuple(sorted((" & ".join(each.names), each.number) for each in row.shares))
        games.append((row.date, kind.book.key, shares))
    if is_ready(told, as_written=False):
        return Brought(tuple(games))
    return Brought(
        tuple(games), tuple(str(each.sentence) for each in told if each.level is not Level.LEFT_OUT)
    )


def due_games(case: TableCase) -> list[tuple[date, str, tuple[tuple[str, int], ...]]]:
    """Return what must have come in, as `Brought` has it."""
    due = []
    for game in case.games:
        shares = ((" & ".join(people_in(name)), each) for name, each in game.results.items())
        due.append((game.date or NO_DAY, game.game, tuple(sorted(shares))))
    return due


def _answered(text: str, case: TableCase) -> Results:
    """Return a table as it is read once everything that is asked was answered."""
    keeper, nobody = case.keeper, lambda _: None
    reading = ResultReading(
        TODAY, months_named, nobody, known=case.known_players, decimals=keeper.decimals,
        point="," if case.language == "de" else ".",
    )  # fmt: skip
    first = read_results(text, reading)
    chosen = {
        column.field: use
        for column in first.table.columns[: len(keeper.columns)]
        if keeper.layout is not Layout.PLAYERS
        and column.use.meaning != Meaning.PLACE
        and (use := _result_use(keeper.columns[column.place])) is not None
    }
    players = _players(case)
    reading = replace(
        reading,
        who=lambda name: name if folded(name) in players else None,
        choices=ResultChoices(
            columns=chosen,
            numbers=NUMBERS[keeper.counts] if case.come_in else None,
            order=ORDERS.get(keeper.order or ""),
            day=None if "@date" in keeper.columns or keeper.layout is Layout.PLAYERS else NO_DAY,
            year=keeper.year if keeper.year_line is None else None,
        ),
    )
    results = read_results(first.table.text, reading)
    if any(remark.field == "undated" for remark in results.remarks):
        asked = next(remark.line for remark in results.remarks if remark.field == "undated")
        undated = Undated.LEFT_OUT if asked in case.left_out else Undated.SAME_DAY
        choices = replace(reading.choices, undated=undated)
        results = read_results(first.table.text, replace(reading, choices=choices))
    return results


def _result_use(word: str) -> Use | None:
    if word.startswith("@rank"):
        return Use(Meaning.NAME)
    if word in OF_RESULTS:
        return Use(OF_RESULTS[word])
    return None if word.startswith("@") and not word.startswith("@running") else Use(Meaning.PLAIN)


def _players(case: TableCase) -> set[str]:
    """Return the folded names that the keeper ticks."""
    columns = [word.removeprefix("@running ") for word in case.keeper.columns]
    names = {
        *case.known_players,
        *(name for game in case.games for name in game.results),
        *(word for word in columns if not word.startswith("@") and word != "-"),
    }
    return {folded(each) for name in names for each in (name, *people_in(name))}


# Hands


def bring_hands(
    setup: Setup,
    players: Sequence[str],
    columns: Sequence[str],
    content: bytes,
    counts: Counts = Counts.POINTS,
    *,
    sums: SumRows | None = None,
) -> CheckedTable:
    """Bring a table of hands in, as its keeper does it.

    columns    the meaning of each column, as in `table_cases`
    sums       what the keeper says of rows that add up others; None for nothing
    """
    try:
        text, strange = text_of(content)
    except MalformedEntry as error:
        return CheckedTable(problem=error.sentence)
    if strange is not None:
        return CheckedTable(problem=strange)
    log = Log.of(setup)
    first = judge(log, players, text)
    if first.table is None:
        return first
    chosen = {
        column.field: _hand_use(columns[column.place], players)
        for column in first.table.columns[: len(columns)]
    }
    is_bare = any(use.meaning == Meaning.PLAIN for use in chosen.values())
    is_pair = any(word.startswith("@both") for word in columns)
    meaning = Numbers.PAIR if is_pair else NUMBERS[counts] if is_bare else None
    return judge(log, players, text, HandChoices(chosen, meaning, DayOrder.DAY, sums))


def _hand_use(word: str, players: Sequence[str]) -> Use:
    """Return the use of a column."""
    if word in OF_HANDS:
        return Use(OF_HANDS[word])
    if not word.startswith("@"):
        return Use(Meaning.PLAIN, _first(word, players))
    head, _, rest = word.partition(" ")
    if head == "@answer":
        key, _, name = rest.partition(" ")
        return Use(key, _first(name, players)) if name else Use(key)
    if head not in OF_PLAYERS or rest == "nobody":
        return UNUSED  # a mark of what was made, or the tricks of nobody
    return Use(OF_PLAYERS[head], _first(rest, players))


def _first(name: str, players: Sequence[str]) -> str:
    """Return the player of a name, or the first one of a side."""
    return next(player for player in (name, *people_in(name)) if player in players)
