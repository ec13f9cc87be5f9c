"""Deal bank: the points of simulated deals, from which games are sampled for chances to win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.play.carried_values import CarriedValues, Carry
from scorekeeper.play.kernel.columns import as_columns
from scorekeeper.play.optional_numpy import np, npt
from scorekeeper.play.position import Position
from scorekeeper.play.simulation import Bulk, Run, parts
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.points import DealScore

GAMES = 10_000
MOST_DEALS = 2_000
TIDY = 4
PREDICTABLE_GOALS = frozenset({Goal.TARGET, Goal.DEALS, Goal.SCHEDULE})
"""The goals that end a game by its totals or deals; with other goals the table ends it."""


@dataclass(frozen=True, slots=True, eq=False)
class Bank:
    """The points of many deals.

    points    by place, clockwise from the dealer's side, shape (sides, deals)
    starts    the index of the first deal of each kind and, within it, of each dealer;
              None if all deals are of one kind
    kinds     the kind of each deal, by its number, in a game of a fixed length; (0,) in others
    dealers   the number of sides if they are to be told apart, because their players differ; else 1
    carry     how values other than points pass from deal to deal; None if none do
    marks     the input of `carry` from each deal, shape (sides, deals)
    step      the number of sides by which the deal moves on clockwise
    """

    points: npt.NDArray[np.int32]
    starts: npt.NDArray[np.int64] | None = None
    kinds: tuple[int, ...] = (0,)
    dealers: int = 1
    carry: Carry | None = None
    marks: npt.NDArray[np.int32] | None = None
    step: int = 1

    def drawn(
        self, number: int, dealer: int, games: int, rng: np.random.Generator
    ) -> npt.NDArray[np.int64]:
        """Return the index of a random deal for each of `games` games.

        number    the number of the deal in its game, from 1; `dealer` is the side that deals it
        """
        if self.starts is None:
            return rng.integers(0, self.points.shape[1], games)
        kind = self.kinds[(number - 1) % len(self.kinds)] * self.dealers + dealer % self.dealers
        return rng.integers(self.starts[kind], self.starts[kind + 1], games)


def bank_of_parts(run: Run) -> Bank:
    """Return the deals of a run as a bank, without those that were thrown in.

    If its players differ, they move around the table, so that each of them deals every kind of
    deal. Raises ValueError if deals depend on earlier ones in a way that `Carry` does not model.
    """
    book = run.game.book
    carry = CarriedValues.of(book).carry(run.rules)
    if carry is None and book.carries(run.rules):
        raise ValueError(f"These hands of {book.name} depend on earlier ones: no chances.")
    differ = any(player != run.players[0] for player in run.players)
    turns = len(run.players) if differ else 1
    moved = [
        replace(run, players=run.players[turn:] + run.players[:turn], deals=-(-run.deals // turns))
        for turn in range(turns)
    ]
    played = [_counted(each, carry) for each in moved]
    deals, points, marks = (np.concatenate(columns) for columns in zip(*played, strict=True))
    turn = np.repeat(np.arange(turns), [len(each) for each, *_ in played])
    return _bank(run, deals, points, None if carry is None else marks, turn if turns > 1 else None)


def _counted(
    run: Run, carry: Carry | None
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32], npt.NDArray[np.int32]]:
    """Return the numbers of the deals that count, and their points and marks by side."""
    none = np.zeros((0, len(run.sides)), np.int32)
    deals, points, marks = [np.zeros(0, np.int64)], [none], [none]
    if carry is not None and run.bulk is None:
        for deal, end in enumerate(run.play()):
            score = _score(end)
            if not score.thrown_in:
                deals.append(np.array([deal]))
                points.append(np.array([score.points], np.int32))
                marks.append(np.array([carry.marks(score)], np.int32))
        return np.concatenate(deals), np.concatenate(points), np.concatenate(marks)
    for part in parts(run, keep=True):
        assert part.batch is not None  # noqa: S101  (`keep` asks for it)
        columns = as_columns(part.batch)
        counted = np.flatnonzero(~columns.thrown_in)
        deals.append(counted + columns.first)
        points.append(columns.points[counted].astype(np.int32))
        if columns.marks is not None:
            marks.append(columns.marks[counted].astype(np.int32))
    return np.concatenate(deals), np.concatenate(points), np.concatenate(marks)


def _bank(
    run: Run,
    deals: npt.NDArray[np.int64],
    points: npt.NDArray[np.int32],
    marks: npt.NDArray[np.int32] | None,
    turn: npt.NDArray[np.int64] | None,
) -> Bank:
    """Return a bank of deals by their numbers in the run; rows are by side.

    turn    by how many seats the players had moved in each deal; None if they are all alike

    Raises ValueError if there is no deal of some kind.
    """
    first, turns = run.seating(0), [run.seating(deal) for deal in range(len(run.players))]
    sides = len(first.sides)
    dealers = np.array([seating.side_of(seating.dealer) for seating in turns])[deals % len(turns)]
    alike = [0]
    if run.length is not None:
        kind = Bulk.of(run.game.book).kind
        alike = [kind(run.rules, number + 1) for number in range(run.length)]
    kinds = np.unique(alike, return_inverse=True)[1]
    here = kinds[deals % len(kinds)]
    several = 1 if turn is None else sides
    if turn is not None:
        here = here * sides + (dealers + turn) % sides
    many = (int(kinds.max()) + 1) * several
    starts = np.concatenate([[0], np.cumsum(np.bincount(here, minlength=many))])
    order = np.argsort(here, kind="stable")
    if many > 1 and (np.diff(starts) == 0).any():
        raise ValueError(
            f"“bank” is too small: some deals of each of the {many} kinds of a game are needed."
        )
    return Bank(
        _from_the_dealer(points, dealers).take(order, axis=1),
        starts,
        tuple(kinds.tolist()),
        several,
        None if marks is None else CarriedValues.of(run.game.book).carry(run.rules),
        None if marks is None else _from_the_dealer(marks, dealers).take(order, axis=1),
        (first.side_of(first.eldest) - first.side_of(first.dealer)) % sides,
    )


def _score(end: Position) -> DealScore:
    assert end.score is not None  # noqa: S101  (the deal has been played out)
    return end.score


def _from_the_dealer(
    rows: npt.NDArray[np.int32], dealers: npt.NDArray[np.int64]
) -> npt.NDArray[np.int32]:
    """Turn rows by side, shape (deals, sides), into rows by place, shape (sides, deals).

    Place 0 is the dealer's side; the others follow clockwise.
    """
    sides = rows.shape[1]
    order = (dealers[:, None] + np.arange(sides)[None, :]) % sides
    return np.ascontiguousarray(np.take_along_axis(rows, order, axis=1).T)


@dataclass(frozen=True, slots=True)
class Odds:
    """The number of games that each side wins out of `games`; a shared win is split.

    A game that has no end after 2,000 deals counts as won by no side. Games that only the table
    ends have no end.
    """

    games: int
    wins: tuple[float, ...]

    @property
    def chances(self) -> tuple[float, ...]:
        """The share of games that each side wins."""
        return tuple(wins / self.games for wins in self.wins)

    @property
    def unfinished(self) -> float:
        """The share of games without an end, which no side wins."""
        return round(self.games - sum(self.wins)) / self.games

    @property
    def halves(self) -> tuple[float, ...]:
        """The half width of the 95 % interval of each chance (normal approximation)."""
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
    """Play many sampled games to their end from these totals, by side.

    dealer    the index of the side that deals next, or a seat of it, as sides sit in turn
    scored    the number of deals that count so far, for a game of a fixed number of deals
    met       whether the goal has been met, so that a play-off is running
    left      the value that the last deal passes to the next (see `Earlier`)

    The games end as `Course` says: once the goal is met, a game is decided as soon as one side is
    first alone, or at once if ties share the win. Raises ValueError if there is not one total per
    side of the bank, or if the bank is empty.
    """
    sides = len(bank.points)
    if len(totals) != sides:
        raise ValueError(f"{'four' if sides == 4 else sides} totals are needed")
    if not bank.points.shape[1]:
        raise ValueError("no deal of the bank counts")
    if ending.goal not in PREDICTABLE_GOALS:
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
        drawn = bank.drawn(scored + 1, dealer, len(running.met), rng)
        running.score(bank, [(side - dealer) % sides for side in range(sides)], drawn)
        scored, dealer = scored + 1, dealer + bank.step
    return Odds(games, tuple(running.wins.tolist()))


class _Games:
    """Sampled games, played deal by deal side by side; decided ones are removed now and then."""

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
        """Find the games that are decided now and count them for their winners."""
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
        """Return a mask of the games that have met the goal; `Ending.reached` for many games."""
        high, low, most = self.ending.limits
        reached = np.full(len(highest), most is not None and scored >= most)
        if high is not None:
            reached |= highest >= high
        if low is not None:
            reached |= lowest <= low
        return reached

    def score(self, bank: Bank, places: Sequence[int], drawn: npt.NDArray[np.int64]) -> None:
        """Add the drawn deal to every game; `places` are the places of the sides in the bank."""
        if bank.carry is None or bank.marks is None:
            for side, place in enumerate(places):
                self.totals[side] += bank.points[place].take(drawn)
            return
        points = np.stack([bank.points[place].take(drawn) for place in places])
        marks = np.stack([bank.marks[place].take(drawn) for place in places])
        points, self.state = bank.carry.after(self.state, points, marks)
        self.totals += points

    def tidy(self) -> None:
        """Remove the games that are decided."""
        going = ~self.decided
        if not going.all():
            self.totals = self.totals.compress(going, axis=1)
            self.state = self.state.compress(going, axis=1)
            self.met, self.decided = self.met[going], self.decided[going]
