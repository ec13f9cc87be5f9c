"""Simulation of any number of deals: in chunks, in this process, in several, or elsewhere.

Deals are numbered, and deal i is the same however the run is divided. So the summary and the rows
of a run do not depend on chunks, processes or machines. The bulk simulator (see `Bulk`) is used if
the game supports it and NumPy is installed; the results are the same.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from typing import Any

from scorekeeper.engine.cards.seating import Seat, Seating, Side
from scorekeeper.engine.play.fair_deal import dealt
from scorekeeper.engine.play.fast_play import play_out_fast
from scorekeeper.engine.play.players import players_named
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.play.records.record import record
from scorekeeper.engine.play.results import Batch, Row, Rows, Summary, row_of
from scorekeeper.engine.rules.extras import PlayExtra

CHUNK = 1 << 16
SLOW_CHUNK = 16
AHEAD = 2


class Bulk(PlayExtra):
    """The extra that plays many deals of a game at once, with NumPy.

    bulk_players    the players that it supports
    """

    bulk_players: frozenset[str] = frozenset()

    def plays(self, run: Run) -> bool:
        """Whether it supports this run; otherwise deals are played one after another."""
        return set(run.players) <= self.bulk_players

    def play(self, run: Run, first: int, count: int) -> Batch:
        """Play `count` deals of a run from number `first` on."""
        raise NotImplementedError


def has_numpy() -> bool:
    """Whether NumPy is installed; it is missing in the one-file build. Does not import it."""
    return find_spec("numpy") is not None


@dataclass(frozen=True)
class Run:
    """The parameters of a simulation.

    Deal i is dealt by seat i modulo the number of players. In a game of a fixed length, the deals
    repeat that game.

    players    by seat
    samples    the number of samples per decision, for sampling players
    chunk      the number of deals per chunk, None for a fast default; it does not change the
               results
    records    whether to store the record of each deal, with every call and card; not in bulk
    """

    game: WholeGame[Any]
    rules: Any
    deals: int
    players: tuple[str, ...]
    seed: int = 1
    samples: int = 100
    chunk: int | None = None
    records: bool = False

    def __post_init__(self) -> None:
        players_named(self.game.book, self.players)
        if self.deals < 0:
            raise ValueError("the number of hands cannot be negative")
        if self.chunk is not None and self.chunk < 1:
            raise ValueError("a chunk has at least one hand")

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.game.book.seating(len(self.players), Seat(0), self.rules).sides

    @cached_property
    def length(self) -> int | None:
        """The number of deals in a game; None if the rules do not fix it."""
        return self.game.book.length(self.rules, len(self.players))

    @cached_property
    def bulk(self) -> Bulk | None:
        """The bulk simulator to use; None if deals are played one after another."""
        bulk = Bulk.of(self.game.book)
        if self.records or not bulk.plays(self) or not has_numpy():
            return None
        return bulk

    def spans(self) -> Iterator[tuple[int, int]]:
        """The chunks: the number of the first deal, and the number of deals."""
        size = self.chunk or (CHUNK if self.bulk else SLOW_CHUNK)
        for first in range(0, self.deals, size):
            yield first, min(size, self.deals - first)

    def number(self, deal: int) -> int:
        """The number of a deal within its game, from 1; within the run if games have no length."""
        return deal % (self.length or self.deals) + 1

    def seating(self, deal: int) -> Seating:
        """The seats and dealer of a deal, counted from 0."""
        seats = len(self.players)
        seating = self.game.book.seating(seats, Seat(deal % seats), self.rules)
        return replace(seating, number=self.number(deal))

    def start(self, deal: int) -> tuple[Position, Draws]:
        """A deal, counted from 0, before its first question, and its random numbers."""
        draws = Draws.of(self.seed, deal)
        return dealt(self.game, self.rules, self.seating(deal), draws), draws

    def play(self, first: int = 0, count: int | None = None) -> Iterator[Position]:
        """Play `count` deals from number `first` on, or all the rest; yields each at its end."""
        players = players_named(self.game.book, self.players, self.samples)
        for deal in range(first, self.deals if count is None else first + count):
            position, draws = self.start(deal)
            yield play_out_fast(position, players, draws)


@dataclass(frozen=True, slots=True)
class Part:
    """A chunk that has been played; `batch` is None unless the deals were asked for."""

    summary: Summary
    batch: Batch | None


def simulate(
    run: Run,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Play a run and return its summary; `progress` gets the number of deals of each chunk.

    Uses the executor if there is one, otherwise `processes` processes.
    """
    total = Summary()
    for part in parts(run, keep=False, processes=processes, executor=executor):
        total = total + part.summary
        progress(part.summary.deals)
    return total


def parts(
    run: Run, *, keep: bool, processes: int = 1, executor: Executor | None = None
) -> Iterator[Part]:
    """The chunks of a run, in order; `keep` includes their deals."""
    if executor is None and processes <= 1:
        for first, count in run.spans():
            yield play_part(run, first, count, keep)
        return
    with nullcontext(executor) if executor else ProcessPoolExecutor(processes) as pool:
        waiting: deque[Future[Part]] = deque()
        for first, count in run.spans():
            waiting.append(pool.submit(play_part, run, first, count, keep))
            if len(waiting) > AHEAD * max(processes, 4):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def rows_of(run: Run) -> Iterator[Row]:
    """The rows of a run, one after another."""
    for first, count in run.spans():
        yield from played(run, first, count).rows()


def play_part(run: Run, first: int, count: int, keep: bool) -> Part:
    """Play one chunk; this function is sent to other processes and machines."""
    batch = played(run, first, count)
    return Part(batch.summary(run.sides), batch if keep else None)


def played(run: Run, first: int, count: int) -> Batch:
    """Play `count` deals from number `first` on."""
    if run.bulk is not None:
        return run.bulk.play(run, first, count)
    ends = [*run.play(first, count)]
    return Rows(
        tuple(row_of(first + place, end) for place, end in enumerate(ends)),
        tuple(record(end).line(run.game.book) for end in ends) if run.records else (),
    )
