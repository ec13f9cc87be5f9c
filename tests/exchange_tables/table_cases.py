"""Tables as people keep their evenings of cards, each with the answer that is right for it.

    for case in table_cases():
        read(case.content, case.language, case.keeper) == case.games

The tables stand in files of this folder, written from what people keep, and not from what the
program can read: `results_en.toml`, `results_de.toml` and `results_he.toml` have results of games,
`hands.toml` has hands, `spreadsheets.toml` has both as XLSX and ODS, and `refused.toml` has what
should not come in, with the reason. A table in them is encoded here as the case says.

What a column means (`Keeper.columns`):

    Dana             the points of the player or team of that name, or the results of a row
    @running Dana    the running total of Dana
    @date            the date of the game or evening
    @game            the name of the game
    @name, @points   a player and the points of that player: see `Layout`
    @rank 2          the player who came second, perhaps with the points
    @result          the results of one game, of which the head is the date
    @winner          the winner, which the points tell as well
    @hand            the number of the hand
    @dealer          who dealt
    @bid             the winning bid, perhaps with trumps, or the call that was made in words
    @trumps          the denomination alone
    @level           the tricks of the winning bid alone
    @declarer        the player who won the auction
    @bid Dana        the bid or contract of Dana
    @taken Dana      the tricks of Dana
    @both Dana       bid and tricks of Dana in one cell
    @made Dana       a mark for a contract that was made or missed
    @points Dana     the points of Dana in that hand
    @answer belote   the answer to a question of the rulebook, by the key of the question; with a
                     name after it (“@answer weis Dana”) that of one player or side
    @note            a text that belongs to the game
    -                nothing that the program records: it is left out
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from tests.exchange_tables.spreadsheet_files import ods, xlsx

FOLDER = Path(__file__).parent
FILES = (
    "results_en.toml",
    "results_de.toml",
    "results_he.toml",
    "hands.toml",
    "spreadsheets.toml",
    "refused.toml",
)
NO_DATE = "-"
ABSENT = "."

Value = str | int
Answer = Value | tuple[Value, ...]


class Layout(StrEnum):
    """Where players and games stand in a table of results.

    GAMES     a row for each game, a column for each player
    PLAYERS   a row for each player, a column for each game
    RANKS     a row for each game, the players in the order in which they finished
    PAIRS     a row for each game, in which each player stands before the points
    ENTRIES   a row for each player and game
    """

    GAMES = "games"
    PLAYERS = "rows"
    RANKS = "ranks"
    PAIRS = "pairs"
    ENTRIES = "list"


class Counts(StrEnum):
    """What the numbers of a table of results are.

    A running total is the sum of all results so far, or of those of the year. A table of places
    has no numbers: the result of a player is the place.
    """

    POINTS = "points"
    RUNNING = "running"
    RUNNING_BY_YEAR = "running-by-year"
    PLACES = "places"


@dataclass(frozen=True, slots=True)
class Keeper:
    """What the person who brings a table answers about it.

    columns    the meaning of each column, from the first one of the file
    order      the order of day and month: “day-first”, “month-first” or “year-first”; None if
               the table has no dates
    year       the year, if no date of the table has one
    year_line  the line that tells this year; None if only the keeper knows it
    header     the line with the heads of the columns, or the last one of several
    decimals   the digits after the decimal point that points of the game have; a result is in
               units of these: 12.4 is 124
    players    the players of the hands by seat, the first dealer first; empty for results
    sides      the players of each side of the hands
    preset     the house rules of the hands by key; None for the usual ones
    """

    columns: tuple[str, ...]
    layout: Layout
    counts: Counts
    order: str | None
    year: int | None
    year_line: int | None
    header: int
    decimals: int
    players: tuple[str, ...]
    sides: tuple[tuple[str, ...], ...]
    preset: str | None


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game with the result of each player or team, in the order of the columns or ranks."""

    date: date | None
    game: str
    results: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand, as the answers to the questions of its game.

    answers    `bid` and `winner`, `contracts` and `tricks`, and the answers to other questions by
               the key of the question. A tuple has a value for each player, or for each side; ""
               is that of a player who is not asked.
    points     the points of each side, or of each player who plays alone
    """

    answers: Mapping[str, Answer]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TableCase:
    """A table with what is right for it.

    file             the name of the uploaded file; "" if the text was pasted
    content          the bytes of the file, or of the pasted text in UTF-8
    text             the text before it was encoded; "" for a file that is no text
    known_players    the names that the people of the table have already
    game             the key of the game that the keeper chooses
    come_in          whether the table can be taken once the keeper has answered
    why              the reason if it cannot
    left_out         the lines, or rows of a sheet, counted from 1, that hold neither games nor
                     hands, nor the heads of columns, nor the year of the rows below
    """

    name: str
    file: str
    content: bytes
    text: str
    language: str
    known_players: tuple[str, ...]
    game: str
    keeper: Keeper
    come_in: bool
    why: str
    games: tuple[PlayedGame, ...]
    hands: tuple[PlayedHand, ...]
    left_out: tuple[int, ...]

    def __str__(self) -> str:
        return self.name


@cache
def table_cases() -> tuple[TableCase, ...]:
    """Return all cases."""
    return tuple(case for file in FILES for case in _cases_in(FOLDER / file))


def _cases_in(path: Path) -> Iterator[TableCase]:
    for each in tomllib.loads(path.read_text("utf-8"))["case"]:
        yield _case(each)


def _case(each: dict[str, Any]) -> TableCase:
    file, text, why = each.get("file", ""), each.get("table", ""), each.get("why", "")
    sides = tuple(tuple(side) for side in each.get("sides", ()))
    keeper = Keeper(
        columns=tuple(each.get("columns", ())),
        layout=Layout(each.get("layout", "games")),
        counts=Counts(each.get("counts", "points")),
        order=each.get("order"),
        year=each.get("year"),
        year_line=each.get("year_line"),
        header=each.get("header", 1),
        decimals=each.get("decimals", 0),
        players=tuple(each.get("players", ())),
        sides=sides,
        preset=each.get("preset"),
    )
    return TableCase(
        name=each["name"],
        file=file,
        content=_content(each, file, text),
        text=text,
        language=each.get("language", "en"),
        known_players=tuple(each.get("known", ())),
        game=each["game"],
        keeper=keeper,
        come_in=not why,
        why=why,
        games=tuple(_game(line, each["game"]) for line in each.get("games", "").splitlines()),
        hands=tuple(map(_hand, each.get("hands", "").splitlines())),
        left_out=tuple(each.get("left_out", ())),
    )


def _content(each: dict[str, Any], file: str, text: str) -> bytes:
    """Return the bytes of a case: those that it names, a sheet, or its text as it is encoded."""
    if "hex" in each:
        return bytes.fromhex(each["hex"]) * int(each.get("times", 1))
    if file.endswith(".xlsx"):
        content = xlsx(text, since_1904=each.get("since_1904", False))
        return content[: each.get("cut_at", len(content))]
    if file.endswith(".ods"):
        return ods(text)
    lines = text.replace("\n", "\r\n") if each.get("crlf") else text
    return lines.encode(each.get("encoding", "utf-8"))


def _game(line: str, usual: str) -> PlayedGame:
    """Read a line such as “2024-03-15 hearts: Ann 47, Bob 101”."""
    head, _, tail = line.partition(": ")
    day, _, game = head.partition(" ")
    results = (each.rpartition(" ") for each in tail.split(", "))
    return PlayedGame(
        None if day == NO_DATE else date.fromisoformat(day),
        game or usual,
        {name: int(number) for name, _, number in results},
    )


def _hand(line: str) -> PlayedHand:
    """Read a line such as “bid 6S | winner Ann | tricks 6 3 2 2 | points 46 -10 14 14”."""
    fields = (field.split() for field in line.split("|"))
    answers = {name: tuple(map(_value, values)) for name, *values in fields}
    points = tuple(int(number) for number in answers.pop("points"))
    return PlayedHand(
        {name: values[0] if len(values) == 1 else values for name, values in answers.items()},
        points,
    )


def _value(word: str) -> Value:
    if word == ABSENT:
        return ""
    return int(word) if word.removeprefix("-").isdigit() else word
