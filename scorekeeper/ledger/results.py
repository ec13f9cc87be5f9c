"""What games came to, for lists: worked out once a revision, and kept.

What is kept is a cache. It holds for the revision and the version of the program with which it was
worked out; anything else is worked out again from the entries. Nothing else reads it as a fact.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from sqlite_utils import Database

from scorekeeper import __version__
from scorekeeper.engine.game import Game
from scorekeeper.engine.registry import rulebooks
from scorekeeper.engine.rulebook import Rulebook
from scorekeeper.engine.seating import Seat, Side
from scorekeeper.ledger.players import players_at
from scorekeeper.ledger.store import Store


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is kept of a game.

    totals     of each side
    winners    the sides that won; none while the game is running
    hands      how many hands have been recorded, the running one included
    """

    totals: tuple[int, ...]
    winners: tuple[int, ...]
    hands: int
    over: bool

    @classmethod
    def of(cls, game: Game) -> Outcome:
        """Work it out."""
        return cls(game.totals, game.winners, len(game.deals), game.over)


@dataclass(frozen=True, slots=True)
class Result:
    """A game in a list: what was agreed, and what it came to."""

    id: int
    session_id: int
    book: Rulebook[Any]
    players: tuple[str, ...]
    started: datetime
    outcome: Outcome

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who scored together."""
        return self.book.seating(len(self.players), Seat(0)).sides

    def names(self, side: int) -> tuple[str, ...]:
        """The names of those who play for a side."""
        return tuple(self.players[seat] for seat in self.sides[side])


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody's games of a kind come to: how many, how many won, the points together."""

    player: str
    games: int
    wins: int
    points: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What some games of one kind come to, a line a player; most points first."""

    book: Rulebook[Any]
    lines: tuple[Line, ...]


def tallies(results: Iterable[Result]) -> tuple[Tally, ...]:
    """Games summed up, each kind by itself: the points of different games do not compare."""
    found: dict[str, dict[str, Line]] = {}
    books: dict[str, Rulebook[Any]] = {}
    for result in results:
        books[result.book.key] = result.book
        lines = found.setdefault(result.book.key, {})
        for side, total in enumerate(result.outcome.totals):
            won = side in result.outcome.winners
            for name in result.names(side):
                old = lines.get(name, Line(name, 0, 0, 0))
                lines[name] = Line(name, old.games + 1, old.wins + won, old.points + total)
    return tuple(
        Tally(books[key], tuple(sorted(lines.values(), key=lambda line: -line.points)))
        for key, lines in found.items()
    )


def there(results: Iterable[Result]) -> tuple[str, ...]:
    """Who played, in the order of appearance."""
    return tuple(dict.fromkeys(name for result in results for name in result.players))


def results_of(store: Store, table_id: int, sessions: Sequence[int]) -> list[Result]:
    """The games of some sessions, in the order in which they were begun.

    Games that were removed, or whose rules are not there at the moment, are left out.
    """
    rows = store.db.execute(
        "select games.id, session_id, rulebook, players, started, "
        "  coalesce((select max(number) from entries where game_id = games.id), 0), "
        "  results.revision, program, result "
        "from json_each(?) as wanted cross join games on session_id = wanted.value "
        "left join results on game_id = games.id "
        "where +table_id = ? and removed is null order by started, games.id",
        [json.dumps(list(sessions)), table_id],
    ).fetchall()
    names = {player.id: player.name for player in players_at(store, table_id)}
    found: list[Result] = []
    anew: dict[int, tuple[int, Outcome]] = {}
    for game_id, session_id, key, players, started, revision, known, program, kept in rows:
        book = rulebooks().get(key)
        if book is None:
            continue
        if (known, program) == (revision, __version__):
            outcome = _read(kept)
        else:
            record = store.game(table_id, game_id)
            outcome = Outcome.of(record.game)
            anew[game_id] = (record.log.revision, outcome)
        people = tuple(names[player] for player in json.loads(players))
        begun = datetime.fromisoformat(started)
        found.append(Result(game_id, session_id, book, people, begun, outcome))
    if anew:
        store.keep(lambda db: keep(db, anew))
    return found


def keep(db: Database, outcomes: Mapping[int, tuple[int, Outcome]]) -> None:
    """Keep what games came to at a revision."""
    db.conn.executemany(
        "insert or replace into results (game_id, revision, program, result) values (?, ?, ?, ?)",
        [
            (game_id, revision, __version__, json.dumps(asdict(outcome)))
            for game_id, (revision, outcome) in outcomes.items()
        ],
    )


def _read(kept: str) -> Outcome:
    data = json.loads(kept)
    return Outcome(tuple(data["totals"]), tuple(data["winners"]), data["hands"], data["over"])
