"""Games drawn from a bank of simulated deals, for each side's chance to win."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.engine.analysis.carry import Carry
from scorekeeper.engine.analysis.stored_deals import StoredDeals, read_deals
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.bulk.columns import as_columns
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.simulation import Run, parts
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.points import DealScore
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.script import read

GAMES = 10_000
MOST_DEALS = 2_000
TIDY = 4
FORETOLD = frozenset({Goal.TARGET, Goal.DEALS, Goal.SCHEDULE})
"""The goals that say when a game ends; of the others only the table knows."""


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """The points of many deals, by place clockwise from the dealer's side, shape (sides, deals).

    starts    where the deals of each kind begin, in a game of a fixed length whose deals differ
              from one another; None where any deal is as good as another
    kinds     which kind the deals of a game are, by number; each of its own if there are none
    carry     what deals leave to later ones besides points; None where they leave nothing
    marks     what counts for that of each deal, shape (sides, deals) as the points
    step      how many sides the deal moves on each time, clockwise
    """

    points: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64] | None = None
    kinds: tuple[int, ...] = ()
    carry: Carry | None = None
    marks: npt.NDArray[np.int32] | None = None
    step: int = 1

    def drawn(self, number: int, games: int, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """A deal for each of so many games, for the deal of this number in the game, from 1."""
        if self.starts is None:
            return rng.integers(0, self.points.shape[1], games)
        kinds = self.kinds or range(len(self.starts) - 1)
        kind = kinds[(number - 1) % len(kinds)]
        return rng.integers(self.starts[kind], self.starts[kind + 1], games)


def bank_of_parts(run: Run) -> Bank:
    """The deals of a run; those that are thrown in do not count and are left out.

    Raises ValueError where deals depend on earlier ones in a way that is not followed.
    """
    book = run.game.book
    if book.carries(run.rules):
        stored = StoredDeals.of(book)
        if stored.carry(run.rules) is None:
            raise ValueError(f"These hands of {book.name} depend on earlier ones: no chances.")
        return _bank_of_scores(run, stored, [_score(end) for end in run.play()])
    points, dealers, deals = [], [], []
    sides = len(run.sides)
    for part in parts(run, keep=True):
        assert part.batch is not None  # noqa: S101  (it was asked for)
        columns = as_columns(part.batch)
        counted = np.flatnonzero(~columns.thrown_in)
        points.append(columns.points[counted].astype(np.int32))
        dealers.append(columns.dealer[counted].astype(np.int64) % sides)
        deals.append(counted + columns.first)
    if not points:
        return Bank(np.zeros((sides, 0), np.int32))
    from_dealer = _from_the_dealer(np.concatenate(points), np.concatenate(dealers))
    if run.length is None:
        return Bank(from_dealer)
    starts, order = _by_kind(np.concatenate(deals) % run.length, run.length)
    return Bank(np.ascontiguousarray(from_dealer[:, order]), starts)


def stored_bank(book: Rulebook[Any], rules: Any, players: int) -> Bank | None:
    """Deals that players like these played, with the points that these rules give them.

    None where no deals are there, where what deals leave to later ones is not followed, and where
    the rules ask something that the deals do not answer.
    """
    stored = StoredDeals.of(book)
    path_and_run = stored.find_run(book, rules, players)
    if path_and_run is None or (book.carries(rules) and stored.carry(rules) is None):
        return None
    path, run = path_and_run
    if not path.is_file():
        return None
    scores = []
    for deal, facts in enumerate(read_deals(path)):
        try:
            score = read(book.script(run.seating(deal), rules), facts).score
        except EntryError:
            return None
        if score is None:
            return None
        scores.append(score)
    return _bank_of_scores(run, stored, scores)


def _bank_of_scores(run: Run, stored: StoredDeals, scores: Iterable[DealScore]) -> Bank:
    """The deals of a run, each scored by itself."""
    carry = stored.carry(run.rules)
    counted = [(deal, score) for deal, score in enumerate(scores) if not score.thrown_in]
    seatings = [run.seating(deal) for deal, _ in counted]
    dealers = np.array([seating.side_of(seating.dealer) for seating in seatings])
    starts, order = None, np.arange(len(counted))
    kinds: tuple[int, ...] = ()
    if run.length is not None:
        alike = [stored.kind(run.rules, number + 1) for number in range(run.length)]
        names = [*dict.fromkeys(alike)]
        kinds = tuple(map(names.index, alike))
        here = np.array([kinds[deal % run.length] for deal, _ in counted])
        starts, order = _by_kind(here, len(names))
    points, marks = (
        _from_the_dealer(np.array(rows, np.int32), dealers)[:, order]
        for rows in (
            [score.points for _, score in counted],
            [carry.marks(score) if carry else score.points for _, score in counted],
        )
    )
    first = run.seating(0)
    step = (first.side_of(first.eldest) - first.side_of(first.dealer)) % len(first.sides)
    return Bank(points, starts, kinds, carry, marks, step)


def _score(end: Position) -> DealScore:
    assert end.score is not None  # noqa: S101  (it has been played out)
    return end.score


def _from_the_dealer(
    rows: npt.NDArray[np.int32], dealers: npt.NDArray[np.int64]
) -> npt.NDArray[np.int32]:
    """Rows of deals by side, shape (deals, sides), by place from the dealer's: (sides, deals)."""
    sides = rows.shape[1]
    order = (dealers[:, None] + np.arange(sides)[None, :]) % sides
    return np.ascontiguousarray(np.take_along_axis(rows, order, axis=1).T)


def _by_kind(
    kinds: npt.NDArray[np.int64], many: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where the deals of each of so many kinds begin, and the order that puts them so."""
    starts = np.concatenate([[0], np.cumsum(np.bincount(kinds, minlength=many))])
    if (np.diff(starts) == 0).any():
        raise ValueError(f"the bank needs some deals of each of the {many} kinds of a game")
    return starts, np.argsort(kinds, kind="stable")


@dataclass(frozen=True, slots=True)
class Odds:
    """How many of so many games each side wins; a win that is shared is split.

    A game that has not ended after 2,000 deals counts for nobody, and one that is open never ends.
    """

    games: int
    wins: tuple[float, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """The share of games that each side wins."""
        return tuple(wins / self.games for wins in self.wins)

    @property
    def halves(self) -> tuple[float, ...]:
        """The half width of each chance's 95 % interval (normal approximation)."""
        return tuple(1.96 * (p * (1 - p) / self.games) ** 0.5 for p in self.chances)


def odds(
    totals: Sequence[int],
    ending: Ending,
    bank: Bank,
    *,
    dealer: int = 0,
    scored: int = 0,
    met: bool = False,
    left: object = None,
    games: int = GAMES,
    seed: int = 1,
) -> Odds:
    """Play many games to their end from these totals, by side.

    dealer    the side that deals next, or any seat of it: sides sit in turn
    scored    how many deals have counted so far, for a game of so many deals
    met       the goal has been met before, and a play-off is on
    left      what the last deal left to the next one (see `Earlier`)

    The end is `Course`'s: once the goal is met, the game is decided as soon as one side alone is
    first, or at once where equal totals share the win. Raises ValueError where the totals are
    not those of the bank's sides, or the bank is empty.
    """
    sides = len(bank.points)
    if len(totals) != sides:
        raise ValueError(f"{'four' if sides == 4 else sides} totals are needed")
    if not bank.points.shape[1]:
        raise ValueError("no deal of the bank counts")
    if ending.goal not in FORETOLD:
        return Odds(games, (0,) * sides)
    rng = np.random.Generator(np.random.SFC64(seed))
    state = bank.carry.state(left, sides) if bank.carry else ()
    running = _Games(totals, games, state, met=met, ending=ending)
    for number in range(MOST_DEALS):
        running.decide(scored)
        if number % TIDY == 0 or running.decided.all():
            running.tidy()
        if not len(running.met):
            break
        drawn = bank.drawn(scored + 1, len(running.met), rng)
        running.score(bank, [(side - dealer) % sides for side in range(sides)], drawn)
        scored, dealer = scored + 1, dealer + bank.step
    return Odds(games, tuple(running.wins.tolist()))


class _Games:
    """Games in lockstep; those that are decided are left out now and then."""

    def __init__(
        self,
        totals: Sequence[int],
        games: int,
        state: Sequence[int],
        *,
        met: bool,
        ending: Ending,
    ) -> None:
        self.totals = np.repeat(np.array(totals, np.int32)[:, None], games, axis=1)
        self.state = np.repeat(np.array(state, np.int32)[:, None], games, axis=1)
        self.met = np.full(games, met)
        self.decided = np.zeros(games, bool)
        self.wins = np.zeros(len(totals), np.float64)
        self.ending = ending

    def decide(self, scored: int) -> None:
        """Give the games to their winners that have met the goal, with one side in front."""
        highest, lowest = np.maximum.reduce(self.totals), np.minimum.reduce(self.totals)
        best = lowest if self.ending.low else highest
        self.met |= self._reached(highest, lowest, scored)
        here = np.flatnonzero(self.met & ~self.decided)
        first = self.totals[:, here] == best[here]
        many = first.sum(axis=0)
        over = np.full(len(here), True) if self.ending.shares else many == 1
        self.wins += (first[:, over] / many[over]).sum(axis=1)
        self.decided[here[over]] = True

    def _reached(
        self, highest: npt.NDArray[np.int32], lowest: npt.NDArray[np.int32], scored: int
    ) -> npt.NDArray[np.bool_]:
        """Which games have met the goal, as `Ending.reached` says of one."""
        high, low, most = self.ending.limits
        reached = np.full(len(highest), most is not None and scored >= most)
        if high is not None:
            reached |= highest >= high
        if low is not None:
            reached |= lowest <= low
        return reached

    def score(self, bank: Bank, places: Sequence[int], drawn: npt.NDArray[np.int64]) -> None:
        """Score the drawn deal in every game; `places` are those of the sides in the bank."""
        if bank.carry is None or bank.marks is None:
            for side, place in enumerate(places):
                self.totals[side] += bank.points[place].take(drawn)
            return
        points = np.stack([bank.points[place].take(drawn) for place in places])
        marks = np.stack([bank.marks[place].take(drawn) for place in places])
        points, self.state = bank.carry.after(self.state, points, marks)
        self.totals += points

    def tidy(self) -> None:
        """Leave out the games that are decided."""
        going = ~self.decided
        if not going.all():
            self.totals = self.totals.compress(going, axis=1)
            self.state = self.state.compress(going, axis=1)
            self.met, self.decided = self.met[going], self.decided[going]
