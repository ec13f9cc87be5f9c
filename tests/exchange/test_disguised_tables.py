"""True tables in the disguises of people and spreadsheets: read rightly, asked about or refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.exchange.hand_entries import judge
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.game_log import Log
from scorekeeper.rules.game import Game, read_game
from scorekeeper.seating import SEATS
from scorekeeper.testing import random_game, setups
from scorekeeper.wording import in_units
from tests.deep import DEEP

TABLES = 6 if DEEP else 1  # of each game
DISGUISES = 40 if DEEP else 9  # of each pasted table
HANDS = 4
NAMES = ("Anna", "Ben", "Carl", "Ruth", "Eva", "Finn", "Gil", "Hanna", "Ida", "Jan")
MINUS = ("\u2212{}", "\u2013{}", "({})", "({}-)", "{}-", "- {}", "\u200e-\u200f{}")
PLUS = ("+{}", "(+{})", "\u00a0{}\u00a0", "\u2009{}", "\u200f{}", "{} ✓", "{},00", "{}.")
WORDS = ("Total", "Totale", "Итого", "Razem", "סה״כ", "Σ", "Classement")

Rows = list[list[str]]


def played(key: str, rng: Random) -> Game:
    """Return a game of some hands, without fines, which a table of points does not have."""
    setup = rng.choice([setup for setup in setups(rulebooks()[key]) if setup.players <= 6])
    game = random_game(setup, rng, rng.randint(2, HANDS))
    return read_game(setup, [replace(deal.record, revokes=()) for deal in game.complete])


def points_of(game: Game) -> list[tuple[int, ...]]:
    return [deal.score.points for deal in game.complete if deal.score]


def of_points(game: Game) -> Rows:
    decimals, seats = game.setup.book.decimals, SEATS[: game.setup.players]
    rows = [["Hand", *NAMES[: len(seats)]]]
    for deal in game.complete:
        assert deal.score is not None
        points = (deal.score.points[deal.seating.side_of(seat)] for seat in seats)
        rows.append([str(deal.number), *(str(in_units(each, decimals)) for each in points)])
    return rows


def of_bids(game: Game) -> Rows | None:
    """Return a table of bids and tricks; None if they are not all of a hand."""
    seats = SEATS[: game.setup.players]
    rows = [["Hand", *NAMES[: len(seats)]]]
    for deal in game.complete:
        assert deal.score is not None
        scene = deal.score.scene
        bids = [scene.contract_of(seat) for seat in seats]
        if not scene.tricks or None in bids:
            return None
        tricks = (scene.tricks[deal.seating.side_of(seat)] for seat in seats)
        pairs = zip(bids, tricks, strict=True)
        rows.append([str(deal.number), *(f"{bid}/{taken}" for bid, taken in pairs)])
    return rows


def with_signs(rows: Rows, rng: Random) -> Rows:
    """Write the numbers of the players in another way."""
    minus, plus = rng.choice(MINUS), rng.choice(PLUS)

    def written(cell: str) -> str:
        return minus.format(cell[1:]) if cell.startswith("-") else plus.format(cell)

    return [rows[0], *([row[0], *map(written, row[1:])] for row in rows[1:])]


def with_cells(rows: Rows, rng: Random) -> Rows:
    """Change, empty, remove or repeat a cell of the last row."""
    at = rng.randrange(1, len(rows[-1]))
    row, cell = rows[-1], rows[-1][at]
    cells = rng.choice(([], [""], ["-"], ["~~9~~ " + cell], ["9\u0336 " + cell], [cell, cell]))
    return [*rows[:-1], [*row[:at], *cells, *row[at + 1 :]]]


def with_column(rows: Rows, rng: Random) -> Rows:
    """Put in a column, which may have the beginning of a name, or a whole one, as title."""
    titles = (*"RCNDS#", "", "Karten", "Einsatz", "Geber", "Trumpf", "Stand", "Sum", *rows[0][1:])
    title, at = rng.choice(titles), rng.choice((0, 1, len(rows[0])))
    value = rng.choice(("{}", "7", "x", "-{}"))
    return [
        [*row[:at], value.format(number) if number else title, *row[at:]]
        for number, row in enumerate(rows)
    ]


def with_row(rows: Rows, rng: Random) -> Rows:
    """Put in a row that is no hand: sums, right or wrong, places, or the titles again."""
    try:
        sums = [sum(map(int, column)) for column in list(zip(*rows[1:], strict=True))[1:]]
    except ValueError:
        sums = [7] * (len(rows[0]) - 1)
    off = [sums[0] + 1, *sums[1:]]
    places = [*range(1, len(rows[0]))]
    row = [rng.choice(WORDS), *map(str, rng.choice((sums, off, places)))]
    if rng.random() < 0.5:  # the hands have no numbers
        rows = [["", *each[1:]] for each in rows]
    at = rng.choice((1, len(rows)))
    return [*rows[:at], rng.choice((row, row, rows[0])), *rows[at:]]


def with_hands(rows: Rows, rng: Random) -> Rows:
    """Remove, repeat or move a numbered hand, or turn the table."""
    at = rng.randrange(1, len(rows))
    return rng.choice(
        (
            [*rows[:at], *rows[at + 1 :]] if at < len(rows) - 1 else rows,
            [*rows[:at], rows[at], *rows[at:]],
            [rows[0], *rows[:0:-1]],
            [rows[0], rows[at], *rows[1:at], *rows[at + 1 :]],
            [list(column) for column in zip(*rows, strict=True)],
            [*rows, *rows],
        )
    )


def with_titles(rows: Rows, rng: Random) -> Rows:
    """Write other lines above the table, or the names in another way."""
    head = [rng.choice((str.upper, str.lower, " {} ".format))(title) for title in rows[0]]
    lines: tuple[Rows, ...] = ([["Freitag, bei Carl"], []], [[]], [rows[0][1:]], [["", ""]])
    return [*rng.choice(lines), head, *rows[1:]]


def with_breaks(rows: Rows, rng: Random) -> Rows:
    """Break a line in a quoted cell."""
    line, at = rng.randrange(len(rows)), rng.randrange(len(rows[0]))
    broken = [*rows[line][:at], f'"{rows[line][at]}\n(x)"', *rows[line][at + 1 :]]
    return [*rows[:line], broken, *rows[line + 1 :]]


Disguise = Callable[[Rows, Random], Rows]
PASTED: tuple[Disguise, ...] = (
    *(with_signs, with_cells, with_column, with_row, with_hands, with_titles, with_breaks),
)


@pytest.mark.parametrize("key", sorted(rulebooks()))
def test_no_disguise_of_a_pasted_table_comes_in_wrong_without_a_word(key: str) -> None:
    rng = Random(f"pasted {key}")
    for _ in range(TABLES):
        game = played(key, rng)
        log, players = Log.of(game.setup), NAMES[: game.setup.players]
        true = points_of(game)
        for rows in filter(None, (of_points(game), of_bids(game))):
            if points_in(text_of(rows, "\t"), log, players) != true:
                continue  # the game needs more than these columns, or asks about totals
            for _ in range(DISGUISES):
                disguise, sign = rng.choice(PASTED), rng.choice("\t;|")
                text = text_of(disguise(rows, rng), sign)
                assert points_in(text, log, players) in (None, true), text


def points_in(text: str, log: Log, players: Sequence[str]) -> list[tuple[int, ...]] | None:
    """Return the points of pasted hands; None if they are refused or something is asked."""
    read = judge(log, players, text)
    return points_of(log.after(read.entries).game) if read.is_ready else None


def text_of(rows: Rows, sign: str) -> str:
    return "\n".join(map(sign.join, rows))
