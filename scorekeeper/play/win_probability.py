"""Win probability: each side's chance before the first deal of a game and after each.

The chances are sampled from simulated deals (see `play/deal_bank.py`), which needs NumPy. There are
none without NumPy, for games without simulated deals (see `play/simulated_games.py`), and for games
that only the table ends.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from scorekeeper.play import has_numpy, simulated_games
from scorekeeper.rules.ending import Course, Ending, Goal
from scorekeeper.rules.game import Game, Setup
from scorekeeper.seating import Seat, Seating

if TYPE_CHECKING:
    from scorekeeper.play.deal_bank import Bank

GAMES = 4_000  # the half width of a 95 % interval is at most 1.6 percentage points
REMEMBERED = 4_096
BANKS = 16

Chances = tuple[float, ...]


class Forecaster:
    """Computes the chances of games; caches the banks of deals and the chances."""

    def __init__(self) -> None:
        self._making = threading.Lock()
        self._remembering = threading.Lock()
        self._banks: OrderedDict[Any, Bank | None] = OrderedDict()
        self._drawn: OrderedDict[Any, Chances] = OrderedDict()

    def course(self, game: Game) -> tuple[Chances, ...]:
        """Return each side's chances before the first deal and after each complete one.

        Deals after the game was decided are left out. Empty if there are no chances for this game.
        """
        setup = game.setup
        if setup.ending.goal in {Goal.TIME, Goal.OPEN} or not has_numpy():
            return ()
        if any(deal.seating.begun for deal in (*game.played, game.current)):
            return ()  # somebody has come or left
        chances: list[Chances] = []
        numbers = (0, *(deal.number for deal in game.played))
        for number, moment in zip(numbers, moments(game), strict=True):
            agreed = setup.at(number + 1)
            bank = self._bank(agreed)
            if bank is None:
                return ()
            if moment.course.decided:
                winners = game.places.count(1)
                chances.append(tuple((place == 1) / winners for place in game.places))
                continue
            drawn = self._chances(agreed, bank, moment)
            chances.append(tuple(drawn[moment.turn.index(side)] for side in range(len(drawn))))
        return tuple(chances)

    def _bank(self, setup: Setup) -> Bank | None:
        key = (setup.book.key, setup.rules, setup.players)
        with self._making:
            if key not in self._banks:
                try:
                    bank = simulated_games.bank(setup.book, setup.rules, setup.players)
                except (ImportError, ValueError):  # NumPy is broken, or no deal of some kind counts
                    bank = None
                if bank is not None and not bank.points.shape[1]:  # all deals are thrown in
                    bank = None
                self._banks[key] = bank
                while len(self._banks) > BANKS:
                    self._banks.popitem(last=False)
            return self._banks[key]

    def _chances(self, setup: Setup, bank: Bank, moment: Moment) -> Chances:
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
    """The state of a game between two deals.

    totals    the total of each side, in the order of `turn`
    dealer    the side that deals next, as an index of `turn`
    scored    the number of deals that count so far
    left      the value that the last deal passes to the next (see `Earlier`)
    turn      the sides of the game, clockwise
    """

    totals: tuple[int, ...]
    dealer: int
    scored: int
    course: Course
    left: object = None
    turn: tuple[int, ...] = ()


def chances_at(moment: Moment, ending: Ending, bank: Bank, games: int) -> Chances:
    """Return each side's chance at a moment of an undecided game, from `games` sampled games."""
    from scorekeeper.play.deal_bank import odds  # noqa: PLC0415  (NumPy)

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
    """Yield the states of a game before its first deal and after each complete one."""
    first = game.deals[0] if game.deals else game.current
    start = game.setup.beginning
    yield _moment(first.seating, start.totals, 0, Course(), start.left)
    for deal in game.played:
        after = game.deal(deal.number + 1) or game.current
        yield _moment(after.seating, deal.totals, deal.scored, deal.course, deal.after.left)


def _moment(
    seating: Seating, totals: Sequence[int], scored: int, course: Course, left: object
) -> Moment:
    """Return the state of a game before the deal with this seating."""
    seats = seating.clockwise(Seat(0))
    turn = tuple(dict.fromkeys(seating.side_of(seat) for seat in seats))
    if isinstance(left, tuple) and len(left) == len(turn):  # one number a side
        left = tuple(left[side] for side in turn)
    dealer = turn.index(seating.side_of(seating.dealer))
    return Moment(tuple(totals[side] for side in turn), dealer, scored, course, left, turn)
