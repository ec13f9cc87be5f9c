"""Simulated deals of a game: for the chances to win, for calibration, for an example season."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.engine.cards.seating import Seating
from scorekeeper.engine.play.fair_deal import dealt
from scorekeeper.engine.play.fast_play import play_out_fast
from scorekeeper.engine.play.players import Players, players_named
from scorekeeper.engine.play.position import Position, WholeGame
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.play.simulation import Bulk, Run, rows_of
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import Fact

if TYPE_CHECKING:
    from scorekeeper.engine.analysis.win_probability import Bank

PlayedDeal = tuple[int, tuple[int, ...]]
"""What matters of a deal that was played: the side that dealt, and the points by side."""

BATCH = 32  # deals that are played one after another
REHEARSED = 4_096  # deals that are played in bulk
BANKED = 20_000


class SimulatedDeals(Companion):
    """The companion that tells simulated deals as a table would; a game may have its own way."""

    def facts(self, end: Position) -> tuple[Fact, ...]:
        """The answers of a deal as a table would have given them."""
        return end.bookmark.facts()


def bank(book: Rulebook[Any], rules: Any, players: int) -> Bank | None:
    """Deals to draw the chances of a game from; None for a game that is not played in bulk.

    None, too, where deals depend on earlier ones, as with runs of hands: they are drawn one by one.

    Raises ImportError without NumPy.
    """
    whole, usual = WholeGame[Any].find(book), Players.of(book).names[0]
    if whole is None or usual not in Bulk.of(book).names or book.carries(rules):
        return None
    return bank_of(Run(whole, rules, BANKED, (usual,) * players))


def bank_of(run: Run) -> Bank:
    """The deals of a run as a bank; those that are thrown in do not count and are left out."""
    from scorekeeper.engine.analysis.win_probability import bank_of_parts  # noqa: PLC0415  (NumPy)

    return bank_of_parts(run)


def rehearsal(
    book: Rulebook[Any], rules: Any, players: tuple[str, ...], seed: int
) -> Iterator[PlayedDeal]:
    """Deals without end, those that are thrown in left out; for `calibration`."""
    whole = WholeGame[Any].find(book)
    if whole is None:
        return
    run = Run(whole, rules, sys.maxsize, players, seed)
    run = replace(run, chunk=REHEARSED) if run.bulk else run
    sides = len(run.sides)
    for row in rows_of(run):
        if not row.thrown_in:
            yield row.dealer % sides, row.points


def recorded(book: Rulebook[Any], rules: Any, seed: int) -> Iterator[tuple[Fact, ...]] | None:
    """The answers of a batch of deals between four simulated players, the deal going around.

    The first player deals the first one. None where the engine cannot play whole deals of the game.
    """
    whole = WholeGame[Any].find(book)
    if whole is None:
        return None
    players = Players.of(book).names[:1] * 4
    return map(SimulatedDeals.of(book).facts, Run(whole, rules, BATCH, players, seed).play())


def recorded_deal(book: Rulebook[Any], rules: Any, seating: Seating, seed: int) -> tuple[Fact, ...]:
    """The answers of one deal between simulated players; each seed gives another one.

    Raises LookupError where the engine cannot play whole deals of the game.
    """
    whole = WholeGame[Any].find(book)
    if whole is None:
        raise LookupError(book.key)
    draws = Draws.of(seed, seating.number)
    players = players_named(book, Players.of(book).names[:1] * seating.players)
    end = play_out_fast(dealt(whole, rules, seating, draws), players, draws)
    return SimulatedDeals.of(book).facts(end)
