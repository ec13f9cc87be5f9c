"""Simulating whole deals of any game, one after another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.play.fast_play import play_out_fast
from scorekeeper.engine.play.players import players_named
from scorekeeper.engine.play.position import Position, WholeGame, dealt
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.rules.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Run:
    """What to simulate: how many deals, under which rules, who plays by seat, from which seed.

    Deal i is the same whatever else is played. In a game of a fixed length the deals go through
    it again and again.
    """

    game: WholeGame[Any]
    rules: Any
    deals: int
    players: tuple[str, ...]
    seed: int = 1

    def __post_init__(self) -> None:
        players_named(self.game.book, self.players)

    def start(self, number: int) -> tuple[Position, Draws]:
        """A deal, counted from 0, before its first question; and its random numbers."""
        book: Rulebook[Any] = self.game.book
        seats = len(self.players)
        length = book.length(self.rules, seats) or self.deals
        seating = replace(book.seating(seats, Seat(number % seats)), number=number % length + 1)
        draws = Draws.of(self.seed, number)
        return dealt(self.game, self.rules, seating, draws), draws

    def play(self) -> Iterator[Position]:
        """The deals, each at its end."""
        players = players_named(self.game.book, self.players)
        for number in range(self.deals):
            position, draws = self.start(number)
            yield play_out_fast(position, players, draws)


@dataclass(frozen=True, slots=True)
class Summary:
    """What simulated deals come to.

    points    for each side, the points of every deal that counted
    bids      how many deals each bid won, and how many of them were made
    """

    sides: tuple[tuple[str, ...], ...]
    deals: int
    thrown_in: int
    points: tuple[tuple[int, ...], ...]
    bids: Mapping[str, tuple[int, int]]
    made: tuple[int, int]

    def mean(self, side: int) -> tuple[float, float]:
        """The mean points of a side a deal, and the half width of its 95 % interval."""
        points = self.points[side]
        if len(points) < 2:
            return float(sum(points)), 0.0
        mean = sum(points) / len(points)
        spread = sum((one - mean) ** 2 for one in points) / len(points)
        return mean, 1.96 * (spread / len(points)) ** 0.5

    def lines(self) -> Iterator[str]:
        """The summary as text."""
        yield f"{self.deals} hands, {_share(self.thrown_in, self.deals)} thrown in"
        yield f"made: {_share(*self.made)}"
        if self.bids:
            yield ""
            yield "bid       hands    made"
            for code, (won, made) in self.bids.items():
                yield f"{code:8} {won:6} {_share(made, won):>7}"
        yield ""
        yield "side                      points a hand"
        for side, names in enumerate(self.sides):
            mean, half = self.mean(side)
            yield f"{' and '.join(names):24}  {mean:+7.2f} ± {half:.2f}"

    def json(self) -> dict[str, Any]:
        """The summary as plain values."""
        return {
            "deals": self.deals,
            "thrown_in": self.thrown_in,
            "sides": [list(names) for names in self.sides],
            "means": [
                dict(zip(("mean", "half"), self.mean(side), strict=True))
                for side in range(len(self.sides))
            ],
            "bids": {code: {"won": won, "made": made} for code, (won, made) in self.bids.items()},
            "made": self.made[0] / max(self.made[1], 1),
        }


def simulate(run: Run, progress: Callable[[int], None] = lambda _: None) -> Summary:
    """Play a run and sum it up; `progress` is told after every deal."""
    sides = run.game.book.seating(len(run.players), Seat(0)).sides
    points: list[list[int]] = [[] for _ in sides]
    won: Counter[str] = Counter()
    won_and_made: Counter[str] = Counter()
    thrown_in = judged = made = 0
    ranks: dict[str, tuple[int, ...]] = {}
    for end in run.play():
        progress(1)
        score, scene = end.score, end.scene
        assert score is not None  # noqa: S101  (it has been played out)
        if score.thrown_in:
            thrown_in += 1
            continue
        for side, gained in enumerate(score.points):
            points[side].append(gained)
        lines = [line for side in score.lines for line in side if line.made is not None]
        judged += len(lines)
        made += sum(bool(line.made) for line in lines)
        if scene.bid is not None and scene.declarer is not None:
            code = scene.bid.code
            ranks[code] = scene.bid.rank
            won[code] += 1
            own = score.lines[end.seating.side_of(scene.declarer)]
            won_and_made[code] += any(bool(line.made) for line in own)
    return Summary(
        tuple(tuple(f"{seat} ({run.players[seat]})" for seat in side) for side in sides),
        run.deals,
        thrown_in,
        tuple(map(tuple, points)),
        {
            code: (won[code], won_and_made[code])
            for code in sorted(won, key=lambda c: (ranks[c], c))
        },
        (made, judged),
    )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"
