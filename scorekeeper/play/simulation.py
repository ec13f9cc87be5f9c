"""Simulation: fair deals, any number of them played on one core or several, and their results."""

from __future__ import annotations

import csv
import io
import pickle
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from itertools import zip_longest
from typing import Any, NamedTuple, Protocol

from scorekeeper.cards import AnyCard
from scorekeeper.play import has_numpy
from scorekeeper.play.card_play_parts import CardPlayPart
from scorekeeper.play.players import (
    AnyPlayer,
    View,
    name_of,
    play_out,
    players_named,
)
from scorekeeper.play.position import Cards, Hands, Position, WholeGame
from scorekeeper.play.random_streams import Draws, Tagged
from scorekeeper.play.record import record_of
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier
from scorekeeper.seating import SEATS, Seat, Seating, Side, seat_text, side_text
from scorekeeper.wording import counted

# Results
#
# Nothing here needs NumPy. Deals played in bulk come as columns (see `kernel/columns.py`), which
# give the same rows and the same summary.

NONE = -1
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)


class Row(NamedTuple):
    """One deal: the result that a table would have recorded, and the points.

    deal         its number in the run, from 0
    dealer       the seat that dealt
    cards        the number of tricks
    exchanges    the number of exchanges of cards
    declarer     the seat that won the auction; -1 for none
    bid          the winning bid, as in `5H`; empty for none
    contracts    by seat; -1 for a seat without one
    tricks       by side
    points       by side
    made         by side: 1 made, 0 missed, -1 nothing to make, as in a deal without bids
    thrown_in    whether the deal does not count
    """

    deal: int
    dealer: int
    cards: int
    exchanges: int
    declarer: int
    bid: str
    contracts: tuple[int, ...]
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    made: tuple[int, ...]
    thrown_in: bool


def row_of(deal: int, end: Position) -> Row:
    """Return the row of a deal that has been played to its end."""
    scene, score, sides = end.scene, end.score, end.seating.sides
    assert score is not None  # noqa: S101  (the deal has been played out)
    contracts = dict(scene.contracts)
    judged = end.game.bids and (scene.contracts or scene.bid)
    verdicts = [
        [line.made for line in lines if line.made is not None] if judged else []
        for lines in score.lines
    ]
    taken = end.taken
    return Row(
        deal,
        int(end.seating.dealer),
        scene.total,
        len(end.exchanges),
        NONE if scene.declarer is None else int(scene.declarer),
        scene.bid.code if scene.bid else "",
        tuple(contracts.get(seat, NONE) for seat in SEATS[: end.seating.players]),
        scene.tricks or tuple(sum(taken[seat] for seat in side) for side in sides),
        score.points,
        tuple(int(any(made)) if made else NONE for made in verdicts),
        score.thrown_in,
    )


class SideSum(NamedTuple):
    """Totals of one side.

    deals      the deals that counted
    judged     of these, the deals in which the side had a bid or contract
    made       of these, the deals in which the side made it
    squares    the sum of the squared points
    """

    deals: int = 0
    judged: int = 0
    made: int = 0
    points: int = 0
    squares: int = 0

    @property
    def mean(self) -> tuple[float, float]:
        """The mean points per deal, and the half width of its 95 % interval."""
        if self.deals < 2:
            return float(self.points), 0.0
        mean = self.points / self.deals
        variance = max(self.squares / self.deals - mean * mean, 0.0)
        return mean, 1.96 * (variance / self.deals) ** 0.5


@dataclass(frozen=True, slots=True)
class Summary:
    """Counts over deals; summaries can be added in any order.

    exchanges    deals by the number of exchanges
    bids         deals by the winning bid and whether it was made
    contracts    hands by contract and tricks, if everybody plays alone
    sums         deals by the sum of the contracts minus the tricks, if all have a contract
    sides        a `SideSum` for each side, over the deals that counted
    points       hands by points, over the deals that counted
    """

    deals: int = 0
    thrown_in: int = 0
    exchanges: Counter[int] = field(default_factory=Counter)
    bids: Counter[tuple[str, bool]] = field(default_factory=Counter)
    contracts: Counter[tuple[int, int]] = field(default_factory=Counter)
    sums: Counter[int] = field(default_factory=Counter)
    sides: tuple[SideSum, ...] = ()
    points: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Summary) -> Summary:
        pairs = zip_longest(self.sides, other.sides, fillvalue=SideSum())
        sides = tuple(SideSum(*map(sum, zip(*pair, strict=True))) for pair in pairs)
        added = {
            each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)
        }
        return Summary(**added | {"sides": sides})

    @property
    def made(self) -> float:
        """The share of bids and contracts that were made."""
        return sum(side.made for side in self.sides) / max(self._judged, 1)

    @property
    def _judged(self) -> int:
        return sum(side.judged for side in self.sides)

    def quantile(self, share: float) -> int:
        """Return the smallest number of points that this share of hands does not exceed."""
        reached, total = 0, sum(self.points.values())
        for points in sorted(self.points):
            reached += self.points[points]
            if reached >= share * total:
                return points
        return 0

    def lines(self, sides: Sequence[Side], names: Sequence[str]) -> Iterator[str]:
        """Yield the summary as lines of text; `names` are the players' names, by seat."""
        yield f"{counted(self.deals, 'hand')}, {_share(self.thrown_in, self.deals)} thrown in"
        if set(self.exchanges) - {0}:
            exchanges = ", ".join(
                f"{n}: {_share(self.exchanges[n], self.deals)}" for n in self._exchange_counts()
            )
            yield f"exchanges of cards: {exchanges}"
        if played := sum(self.sums.values()):
            over = sum(deals for more, deals in self.sums.items() if more > 0)
            under = sum(deals for more, deals in self.sums.items() if more < 0)
            yield f"over {_share(over, played)}, under {_share(under, played)}"
        if self._judged:
            yield f"made: {_share(sum(side.made for side in self.sides), self._judged)}"
        yield from self._contract_lines() if self.contracts else self._bid_lines()
        yield ""
        yield "side    player                points a hand" + "      made" * bool(self._judged)
        for side, side_sum in zip(sides, self.sides, strict=False):
            mean, half = side_sum.mean
            players = ", ".join(names[seat] for seat in side)
            points = f"{mean:+7.2f} ± {half:.2f}"
            made = f" {_share(side_sum.made, side_sum.judged):>10}" if self._judged else ""
            yield f"{side_text(side):7} {players:20} {points}{made}"
        if self.points:
            yield ""
            shares = " ".join(f"{share:.0%}: {self.quantile(share):+d}" for share in QUANTILES)
            yield f"points of a hand: {shares}"

    def json(self, sides: Sequence[Side], names: Sequence[str]) -> dict[str, Any]:
        return {
            "deals": self.deals,
            "thrown_in": self.thrown_in,
            "exchanges": {
                str(number): self.exchanges[number] for number in self._exchange_counts()
            },
            "bids": {
                code: {"won": self.bids[code, True] + lost, "made": self.bids[code, True]}
                for code in self._codes()
                for lost in [self.bids[code, False]]
            },
            "contracts": [
                {"contract": contract, "tricks": taken, "hands": hands}
                for (contract, taken), hands in sorted(self.contracts.items())
            ],
            "sums": {str(more): self.sums[more] for more in sorted(self.sums)},
            "sides": [
                {"seats": [*map(seat_text, side)], "players": [names[seat] for seat in side]}
                | side_sum._asdict()
                | dict(zip(("mean", "half"), side_sum.mean, strict=True))
                for side, side_sum in zip(sides, self.sides, strict=False)
            ],
            "points": {str(points): self.points[points] for points in sorted(self.points)},
            "made": self.made if self._judged else None,
        }

    def _exchange_counts(self) -> list[int]:
        """Return the numbers of exchanges, from 0 to the highest that occurred."""
        return [*range(max(self.exchanges, default=-1) + 1)]

    def _codes(self) -> list[str]:
        """Return the winning bids, ordered by their number if they have one, then by code."""

        def order(code: str) -> tuple[int, int, str]:
            number = re.match(r"\d+", code)
            return int(number[0]) if number else 0, len(code), code

        return sorted({code for code, _ in self.bids}, key=order)

    def _contract_lines(self) -> Iterator[str]:
        yield ""
        yield "contract   hands    made   fewer    more"
        for number in sorted({contract for contract, _ in self.contracts}):
            row = {
                taken: n for (contract, taken), n in self.contracts.items() if contract == number
            }
            total, made = sum(row.values()), row.get(number, 0)
            fewer = sum(n for taken, n in row.items() if taken < number)
            yield (
                f"{number:8} {total:7} {_share(made, total):>7} {_share(fewer, total):>7} "
                f"{_share(total - made - fewer, total):>7}"
            )

    def _bid_lines(self) -> Iterator[str]:
        if not self.bids:
            return
        yield ""
        yield "bid       hands    made"
        for code in self._codes():
            won, made = self.bids[code, True] + self.bids[code, False], self.bids[code, True]
            yield f"{code:8} {won:6} {_share(made, won):>7}"


def summarise(rows: Iterable[Row], sides: Sequence[Side]) -> Summary:
    """Return the summary of some rows, computed one by one."""
    total = Summary()
    exchanges, bids, contracts, sums, points = (Counter[Any]() for _ in range(5))
    of_sides = [[0] * len(SideSum._fields) for _ in sides]
    deals = thrown_in = 0
    for row in rows:
        deals, thrown_in = deals + 1, thrown_in + row.thrown_in
        exchanges[row.exchanges] += 1
        if row.declarer != NONE:
            won = next(n for n, side in enumerate(sides) if row.declarer in side)
            bids[row.bid, row.made[won] == 1] += 1
        if min(row.contracts) != NONE:
            sums[sum(row.contracts) - row.cards] += 1
            if len(sides) == len(row.contracts):
                contracts.update(zip(row.contracts, row.tricks, strict=True))
        if row.thrown_in:
            continue
        points.update(row.points)
        for of_side, made, won in zip(of_sides, row.made, row.points, strict=True):
            for place, more in enumerate((1, made != NONE, made == 1, won, won * won)):
                of_side[place] += more
    counted = tuple(SideSum(*of_side) for of_side in of_sides)
    return total + Summary(deals, thrown_in, exchanges, bids, contracts, sums, counted, points)


class Batch(Protocol):
    """Deals of a run that were played together."""

    def __len__(self) -> int: ...

    def summary(self, sides: Sequence[Side]) -> Summary: ...

    def rows(self) -> Iterator[Row]: ...

    def csv(self) -> bytes:
        """Return the deals as CSV lines, without the line of titles."""


@dataclass(frozen=True, slots=True)
class ListedDeals:
    """Deals that were played one after another, with their records if the run stores them."""

    kept: tuple[Row, ...]
    records: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.kept)

    def summary(self, sides: Sequence[Side]) -> Summary:
        return summarise(self.kept, sides)

    def rows(self) -> Iterator[Row]:
        return iter(self.kept)

    def csv(self) -> bytes:
        return csv_lines(map(_flat, self.kept))


def csv_lines(rows: Iterable[Iterable[object]]) -> bytes:
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def _flat(row: Row) -> Iterator[object]:
    for value in row:
        if isinstance(value, tuple):
            yield from value
        else:
            yield value


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


# Fair deals


def dealt(
    game: WholeGame[Any],
    rules: Any,
    seating: Seating,
    draws: Draws,
    earlier: Earlier = NOTHING_EARLIER,
) -> Position:
    """Return a random deal before its first question."""
    pack, each = game.cards(seating, rules), game.cards_each(seating, rules)
    fresh = Position.unseen(game, rules, seating, earlier)
    hands, stock = _fair_deal(pack, each, seating.players, draws)
    if stock:
        hands = tuple(map(fresh.sorted, hands))
    return replace(fresh, dealt=hands, stock=stock, hands=hands).at_first_decision()


def _fair_deal(pack: Cards, each: int, players: int, draws: Draws) -> tuple[Hands, Cards]:
    """Return the hands by seat and the stock, from one random number per card.

    With a stock, the low bits of each number name a card; sorting the numbers shuffles the cards,
    which are dealt a hand at a time and left unsorted. Without one they name an owner; the sorted
    numbers give the owners of the cards in the order of the pack.
    """
    if players * each < len(pack):
        keys, bits = _card_keys(len(pack))
        places = [key & (1 << bits) - 1 for key in sorted(draws.tagged(keys)[: len(pack)])]
        shuffled = tuple([pack[place] for place in places])
        hands = tuple(shuffled[seat * each : (seat + 1) * each] for seat in range(players))
        return hands, shuffled[players * each :]
    keys, bits = _owner_keys(players, len(pack))
    owned: list[list[AnyCard]] = [[] for _ in range(players)]
    for card, key in zip(pack, sorted(draws.tagged(keys)[: len(pack)]), strict=True):
        owned[key & (1 << bits) - 1].append(card)
    return tuple(map(tuple, owned)), ()


@cache
def _card_keys(cards: int) -> tuple[Tagged, int]:
    bits = (cards - 1).bit_length()
    return Tagged.of(range(cards + cards % 2), bits), bits


@cache
def _owner_keys(players: int, cards: int) -> tuple[Tagged, int]:
    bits = (players - 1).bit_length()
    return Tagged.of([slot % players for slot in range(cards + cards % 2)], bits), bits


# Many deals
#
# Deals are numbered, and deal i is the same however the run is divided. So the summary and the rows
# of a run do not depend on chunks, processes or machines. The bulk simulator (see `Bulk`) is used
# if the game supports it and NumPy is installed; the results are the same.

CHUNK = 1 << 16
SLOW_CHUNK = 16
AHEAD = 2


class Bulk(CardPlayPart, point="bulk"):
    """Many deals played at once, with NumPy.

    bulk_players    the players that it supports
    """

    bulk_players: frozenset[str] = frozenset()

    def later(self, rules: Any) -> Any:
        """Return the rules of the later hands of a game, by which hands for chances are played."""
        return rules

    def kind(self, rules: Any, number: int) -> int:
        """Return the kind of deal `number` of a game; deals of a kind are interchangeable."""
        return number

    def step_tables(self, rules: Any, players: int, *, whole: bool) -> type[Any] | None:
        """Return the kernel's tables that are played step by step; None if it has none.

        whole    whether whole games are played, in which deals depend on earlier ones
        """
        return None

    def plays(self, run: Run) -> bool:
        """Return whether the kernel can play this run; otherwise deals are played one by one."""
        return all(isinstance(name, str) and name in self.bulk_players for name in run.players)

    def play(self, run: Run, first: int, count: int) -> Batch:
        """Play `count` deals of a run from number `first` on."""
        raise NotImplementedError

    def sampled(self, view: View, hands: Any) -> Any | None:
        """Return deals with these hands, shape (seats, lanes, deals), as a player sees them.

        It is a `SampledDeals`; None if the kernel does not know what was said.
        """
        return None


@dataclass(frozen=True)
class Run:
    """The parameters of a simulation.

    Deal i is dealt by seat i modulo the number of players. In a game of a fixed length, the deals
    repeat that game.

    players    by seat, names or objects with `decide(view)`; the latter do not play in bulk
    samples    the number of samples per decision, for sampling players
    chunk      the number of deals per chunk, None for a fast default; it does not change the
               results
    records    whether to store the record of each deal, with every call and card; not in bulk
    """

    game: WholeGame[Any]
    rules: Any
    deals: int
    players: tuple[AnyPlayer, ...]
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

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, by seat."""
        return tuple(map(name_of, self.players))

    @property
    def random(self) -> list[bool]:
        """By seat, whether the random player sits there."""
        return [player == "random" for player in self.players]

    @cached_property
    def length(self) -> int | None:
        """The number of deals in a game; None if the rules do not fix it."""
        return self.game.book.length(self.rules, len(self.players))

    @cached_property
    def bulk(self) -> Bulk | None:
        """The bulk simulator to use; None if deals are played one after another."""
        bulk = Bulk.of(self.game.book)
        if self.records or self.game.book.bonuses.asked(self.rules):
            return None
        return bulk if bulk.plays(self) and has_numpy() else None

    def spans(self) -> Iterator[tuple[int, int]]:
        """Yield the chunks of the run: the number of the first deal, and how many deals follow."""
        size = self.chunk or (CHUNK if self.bulk else SLOW_CHUNK)
        for first in range(0, self.deals, size):
            yield first, min(size, self.deals - first)

    def number(self, deal: int) -> int:
        """Return the number of a deal within its game, from 1; within the run without a length."""
        return deal % (self.length or self.deals) + 1

    def seating(self, deal: int) -> Seating:
        """Return the seats and the dealer of deal `deal`, from 0."""
        seats = len(self.players)
        seating = self.game.book.seating(seats, Seat(deal % seats), self.rules)
        return replace(seating, number=self.number(deal))

    def start(self, deal: int) -> tuple[Position, Draws]:
        """Return deal `deal`, from 0, before its first question, and its random numbers."""
        draws = Draws.of(self.seed, deal)
        return dealt(self.game, self.rules, self.seating(deal), draws), draws

    def play(self, first: int = 0, count: int | None = None) -> Iterator[Position]:
        """Play `count` deals from number `first` on, or all the rest; yield each at its end."""
        players = players_named(self.game.book, self.players, self.samples)
        for deal in range(first, self.deals if count is None else first + count):
            position, draws = self.start(deal)
            try:
                end = play_out(position, players, draws)
            except Exception as error:  # of a player from elsewhere
                error.add_note(f"It happened in deal {deal + 1} with seed {self.seed}.")
                raise
            yield end


@dataclass(frozen=True, slots=True)
class PlayedChunk:
    """A chunk that has been played; `batch` has its deals, or is None if only sums are needed."""

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
) -> Iterator[PlayedChunk]:
    """Yield the chunks of a run, in order; `keep` includes their deals."""
    if executor is None and processes <= 1:
        for first, count in run.spans():
            yield play_part(run, first, count, keep)
        return
    check_can_be_sent(run.players)
    with nullcontext(executor) if executor else ProcessPoolExecutor(processes) as pool:
        waiting: deque[Future[PlayedChunk]] = deque()
        for first, count in run.spans():
            waiting.append(pool.submit(play_part, run, first, count, keep))
            if len(waiting) > AHEAD * max(processes, 4):
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def check_can_be_sent(players: Sequence[AnyPlayer]) -> None:
    """Raise ValueError unless the players can be copied to another process."""
    for player in players:
        try:
            pickle.dumps(player)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise ValueError(
                f"{name_of(player)} cannot be sent to another process ({error}): define its class "
                "in a module, or play in one process."
            ) from None


def rows_of(run: Run, *, processes: int = 1) -> Iterator[Row]:
    """Yield the rows of a run, one after another."""
    for part in parts(run, keep=True, processes=processes):
        if part.batch is not None:
            yield from part.batch.rows()


def play_part(run: Run, first: int, count: int, keep: bool) -> PlayedChunk:
    """Play one chunk and return it; this function is sent to other processes and machines."""
    batch = played(run, first, count)
    return PlayedChunk(batch.summary(run.sides), batch if keep else None)


def played(run: Run, first: int, count: int) -> Batch:
    """Play `count` deals from number `first` on, and return them."""
    if run.bulk is not None:
        return run.bulk.play(run, first, count)
    ends = [*run.play(first, count)]
    return ListedDeals(
        tuple(row_of(first + place, end) for place, end in enumerate(ends)),
        tuple(record_of(end).line(run.game.book) for end in ends) if run.records else (),
    )
