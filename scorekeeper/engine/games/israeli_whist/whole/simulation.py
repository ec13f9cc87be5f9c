"""Simulating any number of deals: in chunks, on this core, on several, or on other machines.

The deals are numbered, and deal i is the same wherever and with whatever else it is played; so the
summary and the rows of a run do not depend on the chunks, the processes or the machines.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, fields
from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.games.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.whole.bulk.simulate import Deals, simulate_deals
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.games.israeli_whist.whole.summary import Summary, summarise
from scorekeeper.engine.optional_numpy import np
from scorekeeper.engine.play.fast_play import play_out_fast
from scorekeeper.engine.play.players import players_named
from scorekeeper.engine.play.position import dealt
from scorekeeper.engine.play.random_streams import Draws

CHUNK = 1 << 16
SLOW_CHUNK = 16
AHEAD = 2


@dataclass(frozen=True, slots=True)
class Run:
    """What to simulate: how many deals, under which rules, who plays by seat, from which seed.

    samples    how many samples a sampling player looks at for a decision
    chunk      how many deals are played at once, None for what is fast; changes nothing else
    """

    deals: int
    rules: IsraeliWhistRules
    players: tuple[str, ...] = ("sensible",) * PLAYERS
    seed: int = 1
    samples: int = 100
    chunk: int | None = None

    def __post_init__(self) -> None:
        players_named(WHOLE.book, self.players)
        if self.deals < 0:
            raise ValueError("the number of hands cannot be negative")
        if self.chunk is not None and self.chunk < 1:
            raise ValueError("a chunk has at least one hand")

    @property
    def bulk(self) -> bool:
        """Whether every player can play in lockstep."""
        return set(self.players) <= {"random", "sensible"}

    def spans(self) -> Iterator[tuple[int, int]]:
        """The chunks: number of the first deal, and how many."""
        size = self.chunk or (CHUNK if self.bulk else SLOW_CHUNK)
        for first in range(0, self.deals, size):
            yield first, min(size, self.deals - first)


@dataclass(frozen=True, slots=True)
class Part:
    """A chunk that has been played; the deals themselves only where they were asked for."""

    summary: Summary
    deals: Deals | None


def simulate(
    run: Run,
    *,
    processes: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Summary:
    """Play a run and sum it up; `progress` is told how many deals have just been played.

    Work goes through an executor where one is given, else through so many processes.
    """
    total = nothing()
    for part in parts(run, keep=False, processes=processes, executor=executor):
        total = total + part.summary
        progress(part.summary.deals)
    return total


def parts(
    run: Run, *, keep: bool, processes: int = 1, executor: Executor | None = None
) -> Iterator[Part]:
    """The chunks of a run, in order; with their deals where they are to be kept."""
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


def play_part(run: Run, first: int, count: int, keep: bool) -> Part:
    """Play one chunk; this is what is sent to other processes and machines."""
    if run.bulk:
        random = [name == "random" for name in run.players]
        deals = simulate_deals(first, count, run.rules, random, run.seed)
    else:
        deals = joined([_one(run, number) for number in range(first, first + count)])
    return Part(summarise(deals), deals if keep else None)


def joined(many: list[Deals]) -> Deals:
    """Deals after deals, as one."""
    if not many:
        return empty()
    return Deals(*(np.concatenate([getattr(d, f.name) for d in many]) for f in fields(Deals)))


def empty() -> Deals:
    """No deals at all."""
    none, four = np.zeros(0, np.int8), np.zeros((0, PLAYERS), np.int8)
    points, flags = np.zeros((0, PLAYERS), np.int16), np.zeros(0, bool)
    return Deals(none, none, none, none, none, four, four, points, flags)


def nothing() -> Summary:
    """The summary of no deals."""
    return summarise(empty())


def rows(deals: Deals, first: int) -> Iterator[dict[str, Any]]:
    """The deals as plain values, one after another; the first one has the number `first`."""
    for place in range(len(deals)):
        row: dict[str, Any] = {"deal": first + place}
        for field in fields(Deals):
            row[field.name] = getattr(deals, field.name)[place].tolist()
        yield row


def _one(run: Run, number: int) -> Deals:
    """A deal that the scalar engine plays, as a row."""
    draws = Draws.of(run.seed, number)
    players = players_named(WHOLE.book, run.players, run.samples)
    start = dealt(WHOLE, run.rules, WHOLE.book.seating(PLAYERS, Seat(number % PLAYERS)), draws)
    end = play_out_fast(start, players, draws)
    scene, score = end.scene, end.score
    assert score is not None  # noqa: S101  (it has been played out)
    bid, said = scene.suit_bid, dict(scene.contracts)
    return Deals(
        np.array([number % PLAYERS], np.int8),
        np.array([len(end.exchanges)], np.int8),
        np.array([-1 if scene.declarer is None else scene.declarer], np.int8),
        np.array([bid.tricks if bid else 0], np.int8),
        np.array([bid.denomination if bid else -1], np.int8),
        np.array([[said.get(Seat(seat), 0) for seat in range(PLAYERS)]], np.int8),
        np.array([scene.tricks or (0,) * PLAYERS], np.int8),
        np.array([score.points], np.int16),
        np.array([score.thrown_in]),
    )
