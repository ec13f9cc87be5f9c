"""Each side's chance to win a game, before its first deal and after each, as far as it went.

The chances are drawn from simulated deals (see `odds`), which needs NumPy; without it, and for a
game of which there are no such deals (see `simulated_deals.bank`) or whose end only the table
knows, there are none.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.engine.analysis import simulated_deals
from scorekeeper.engine.play.simulation import has_numpy
from scorekeeper.engine.rules.ending import Course, Ending, Goal
from scorekeeper.engine.rules.game import Game, Setup

if TYPE_CHECKING:
    from scorekeeper.engine.analysis.drawn_games import Bank

GAMES = 4_000  # the half width of a 95 % interval is 1.6 points in a hundred at most
REMEMBERED = 4_096
BANKS = 16

Chances = tuple[float, ...]


def is_possible() -> bool:
    """Whether win probabilities can be computed, which takes NumPy."""
    return has_numpy()


class Forecaster:
    """Knows the chances of games; remembers the banks it has made and the chances it has drawn."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._remembering = threading.Lock()
        self._banks: OrderedDict[Any, Bank | None] = OrderedDict()
        self._drawn: OrderedDict[Any, Chances] = OrderedDict()

    def course(self, game: Game) -> tuple[Chances, ...]:
        """The chances by side: before the first deal, then after each that is complete.

        Deals after the game was decided are left out. Empty where there are no chances to know.
        """
        setup = game.setup
        if setup.ending.goal in {Goal.TIME, Goal.OPEN} or not is_possible():
            return ()
        bank = self._bank(game.setup)
        if bank is None:
            return ()
        return tuple(self._chances(game.setup, bank, moment) for moment in moments(game))

    def _bank(self, setup: Setup) -> Bank | None:
        key = (setup.book.key, setup.rules, setup.players)
        with self._making:
            if key not in self._banks:
                try:
                    bank = simulated_deals.bank(setup.book, setup.rules, setup.players)
                except (ImportError, ValueError):  # NumPy is broken, or deals of a kind never count
                    bank = None
                if bank is not None and not bank.points.shape[1]:  # all deals are thrown in
                    bank = None
                self._banks[key] = bank
                while len(self._banks) > BANKS:
                    self._banks.popitem(last=False)
            return self._banks[key]

    def _chances(self, setup: Setup, bank: Bank, moment: Moment) -> Chances:
        if moment.course.decided:
            first = [total == setup.ending.first(moment.totals) for total in moment.totals]
            return tuple(is_first / sum(first) for is_first in first)
        key = (setup.book.key, setup.rules, setup.ending, moment)
        chances = self._drawn.get(key)
        if chances is None:
            chances = chances_at(moment, setup.ending, bank, GAMES)
            with self._remembering:
                self._drawn[key] = chances
                while len(self._drawn) > REMEMBERED:
                    self._drawn.popitem(last=False)
        return chances


class Moment(NamedTuple):
    """Where a game stands between two deals.

    dealer    the side that deals next
    scored    how many deals have counted
    left      what the last deal left to the next one (see `Earlier`)
    """

    totals: tuple[int, ...]
    dealer: int
    scored: int
    course: Course
    left: object = None


def chances_at(moment: Moment, ending: Ending, bank: Bank, games: int) -> Chances:
    """Each side's chance at a moment of a game that is not decided, from so many drawn games."""
    from scorekeeper.engine.analysis.drawn_games import odds  # noqa: PLC0415  (NumPy)

    return odds(
        moment.totals,
        ending,
        bank,
        dealer=moment.dealer,
        scored=moment.scored,
        met=moment.course.met,
        left=moment.left,
        games=games,
    ).chances


def moments(game: Game) -> Iterator[Moment]:
    """Where a game stood before its first deal and after each that is complete."""
    side_of = game.seating.side_of
    first = game.deals[0].dealer if game.deals else game.current.dealer
    yield Moment(game.setup.beginning.totals, side_of(first), 0, Course())
    for deal in game.played:
        after = game.deal(deal.number + 1)
        dealer = after.dealer if after else game.current.dealer
        yield Moment(deal.totals, side_of(dealer), deal.scored, deal.course, deal.after.left)
