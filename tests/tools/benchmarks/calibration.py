"""Calibration: how far the win probabilities of a game can be trusted.

    python -m tests.tools.benchmarks.calibration --game hearts

The games are made of simulated deals that are not in the bank. Before each deal the chance of every
side is predicted and later compared with the result. Chances are well calibrated if three in ten
of all predictions of 30 % come true. Brier's score is the mean squared difference between
prediction and result. Lower is better; it has to beat the score of always predicting equal shares.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import count, cycle
from typing import Any

import click

from scorekeeper.commands.options import Number, players_of, refusals
from scorekeeper.commands.terminal import progress_bar
from scorekeeper.games.registry import rulebooks
from scorekeeper.play import simulated_games
from scorekeeper.play.deal_bank import Bank
from scorekeeper.play.players import AnyPlayer, play_out, players_named
from scorekeeper.play.position import WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulated_games import SimulatedDeals
from scorekeeper.play.simulation import Bulk, Run, dealt, rows_of
from scorekeeper.play.win_probability import Moment, chances_at, moments
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Course, Ending
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SEATS, Seat

SEED = 2_000  # the banks are made from seed 1
BINS = 10
FORETOLD_FROM = 2_000
ENDLESS_CHUNK = 4_096  # deals per chunk of the bulk simulator

PlayedDeal = tuple[int, tuple[int, ...]]
"""The side that dealt, and the points by side."""

Foretold = tuple[list[tuple[float, ...]], set[int]]
"""The chances by side before each deal of a game, and the sides that won it."""


@dataclass(frozen=True, slots=True)
class Bin:
    """The predictions from `low` to `high`: their number, mean, and share that came true."""

    low: float
    high: float
    forecasts: int
    foretold: float
    came_true: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """The quality of the predictions; `base` is the Brier score of equal shares for all sides."""

    games: int
    forecasts: int
    brier: float
    base: float
    bins: tuple[Bin, ...]

    @property
    def error(self) -> float:
        """The expected calibration error: the mean of |predicted - observed|, weighted by bin."""
        off = sum(bin_.forecasts * abs(bin_.foretold - bin_.came_true) for bin_ in self.bins)
        return off / max(self.forecasts, 1)

    def lines(self) -> Iterator[str]:
        yield f"{self.games} games, {self.forecasts} forecasts"
        yield f"Brier score {self.brier:.4f}; equal shares {self.base:.4f}"
        yield f"calibration error {self.error:.4f}"
        yield ""
        yield "foretold         forecasts    mean   came true"
        for bin_ in self.bins:
            span = f"{bin_.low:4.0%} to {bin_.high:4.0%}"
            yield f"{span}  {bin_.forecasts:12}  {bin_.foretold:6.1%}      {bin_.came_true:6.1%}"


def calibration(
    foretold: Iterable[Foretold],
    sides: int,
    *,
    most: int,
    progress: Callable[[int], None] = lambda _: None,
) -> Calibration:
    """Compare the predictions of `most` games with their results.

    A shared win counts in equal parts, as it is predicted. `progress` is called with 1 after each
    game.
    """
    pairs: list[tuple[float, float]] = []
    games = 0
    for forecasts, won in foretold:
        for chances in forecasts:
            pairs += [(chance, (side in won) / len(won)) for side, chance in enumerate(chances)]
        games += 1
        progress(1)
        if games == most:
            break
    share = 1 / sides
    return Calibration(
        games,
        len(pairs),
        _brier(pairs),
        _brier([(share, true) for _, true in pairs]),
        tuple(_bins(pairs)),
    )


def foretold(
    setup: Setup, bank: Bank, players: tuple[AnyPlayer, ...], *, seed: int
) -> Iterator[Foretold]:
    """Yield endless games between these players, with predictions before each deal."""
    book, rules = setup.book, setup.rules
    if book.carries(rules) or not set(players) <= Bulk.of(book).bulk_players:
        return foretold_games(played_games(setup, players, seed), bank)
    return foretold_deals(endless_deals(book, rules, players, seed), setup.ending, bank)


def endless_deals(
    book: Rulebook[Any], rules: Any, players: tuple[AnyPlayer, ...], seed: int
) -> Iterator[PlayedDeal]:
    """Yield simulated deals without end, except those that are thrown in.

    Yields nothing if the game cannot be played card by card.
    """
    whole = WholeGame[Any].find(book)
    if whole is None:
        return
    run = Run(whole, rules, sys.maxsize, players, seed)
    run = replace(run, chunk=ENDLESS_CHUNK) if run.bulk else run
    sides = len(run.sides)
    for row in rows_of(run):
        if not row.thrown_in:
            yield row.dealer % sides, row.points


def played_games(setup: Setup, players: tuple[AnyPlayer, ...], seed: int) -> Iterator[Game]:
    """Yield finished games without end; their deals carry over values such as bags.

    The players take turns at dealing first.
    """
    book = setup.book
    whole, seated = WholeGame[Any].of(book), players_named(book, players)
    facts, number = SimulatedDeals.of(book).facts, count()
    for first in cycle(SEATS[: len(players)]):
        records: list[DealRecord] = []
        game = read_game(replace(setup, first_dealer=first), records)
        while not game.over:
            draws = Draws.of(seed, next(number))
            start = dealt(whole, setup.rules, game.current.seating, draws)
            records.append(DealRecord(facts(play_out(start, seated, draws))))
            game = read_game(game.setup, records, known=game)
        yield game


def foretold_deals(deals: Iterable[PlayedDeal], ending: Ending, bank: Bank) -> Iterator[Foretold]:
    """Yield games made of consecutive independent deals, with predictions before each deal."""
    sides = len(bank.points)
    forecasts: list[tuple[float, ...]] = []
    totals, scored, course = [0] * sides, 0, Course()
    for dealer, points in deals:
        moment = Moment(tuple(totals), dealer, scored, course)
        forecasts.append(chances_at(moment, ending, bank, FORETOLD_FROM))
        totals = [total + more for total, more in zip(totals, points, strict=True)]
        scored += 1
        course = course.after(ending, totals, scored)
        if course.decided:
            best = ending.first(totals)
            yield forecasts, {side for side, total in enumerate(totals) if total == best}
            forecasts, totals, scored, course = [], [0] * sides, 0, Course()


def foretold_games(games: Iterable[Game], bank: Bank) -> Iterator[Foretold]:
    """Yield finished games with predictions before each deal."""
    for game in games:
        if game.result is not None:
            continue
        forecasts = [
            chances_at(moment, game.setup.ending, bank, FORETOLD_FROM)
            for moment in moments(game)
            if not moment.course.decided
        ]
        yield forecasts, {*game.winners}


def _brier(pairs: Sequence[tuple[float, float]]) -> float:
    return sum((chance - true) ** 2 for chance, true in pairs) / max(len(pairs), 1)


def _bins(pairs: Sequence[tuple[float, float]]) -> Iterator[Bin]:
    for number in range(BINS):
        inside = [pair for pair in pairs if min(int(pair[0] * BINS), BINS - 1) == number]
        if inside:
            yield Bin(
                number / BINS,
                (number + 1) / BINS,
                len(inside),
                sum(chance for chance, _ in inside) / len(inside),
                sum(true for _, true in inside) / len(inside),
            )


# The command


@click.command()
@click.option("--game", help="The key of the game; by default that of the first one.")
@click.option("--rules", metavar="PRESET", help="A preset of the game; the usual one by default.")
@click.option("--games", default=1000, show_default=True, type=Number(1))
@click.option("--players", default="sensible", show_default=True,
              help="One simulated player for all seats, or one for each, with commas.")  # fmt: skip
@click.option("--seats", type=Number(2), help="The number of players; by default the smallest.")
@click.option("--seed", default=SEED, show_default=True, help="Random seed.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def main(
    *,
    game: str | None,
    rules: str | None,
    games: int,
    players: str,
    seats: int | None,
    seed: int,
    as_json: bool,
) -> None:
    """Check predicted chances against fresh simulated games."""
    with refusals():
        books = rulebooks()
        book = books.get(game or next(iter(books)))
        if book is None:
            raise ValueError(f"There is no game “{game}”; there are: {', '.join(books)}.")
        chosen = book.presets[0] if rules is None else _preset(book, rules)
        seats = seats or book.players[0]
        if seats not in book.players:
            raise ValueError(f"{book.name} is not for {seats} players.")
        bank = simulated_games.bank(book, chosen.rules, seats)
        if bank is None:
            raise ValueError(f"The chances of {book.name} are not known.")
        seated = players_of(book, players, seats)
        ending = book.agreed(chosen.ending or book.endings.usual, chosen.rules, seats)
        setup = Setup(book, chosen.rules, ending, seats, Seat(0))
        forecasts = foretold(setup, bank, seated, seed=seed)
        with progress_bar("Playing", games) as further:
            result = calibration(forecasts, len(bank.points), most=games, progress=further)
    click.echo(
        json.dumps(asdict(result) | {"error": result.error})
        if as_json
        else "\n".join(result.lines())
    )


def _preset(book: Rulebook[Any], key: str) -> Any:
    known = ", ".join(preset.key for preset in book.presets)
    try:
        return book.preset(key)
    except KeyError:
        raise ValueError(f"“{key}” is no set of rules of {book.name}: {known}.") from None


if __name__ == "__main__":
    main()
