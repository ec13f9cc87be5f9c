"""Matches of the players of a game: one of a kind against others of another kind.

    python tests/tools/benchmarks/strength.py [--within POINTS] [--most DEALS] [--minutes M]
        [--samples N] [--seed N] [--game KEY] [--rules KEY] [--only NAME] [--against NAME]

The one sits in each seat in turn. The result is the lead: their points minus the mean of the
others', or the other way round if the lowest total wins. Partners have the lead of their side.
Every deal is also played by the other kind alone, whose lead is luck, because its mean is 0; the
correlated part is subtracted (a control variate). Deals are played until the half width of the 95 %
interval of the lead is `--within`, or until there are `--most` of them.

`--only bots:Careful` or `--against bots:Careful` takes a player of your own: an object with
`decide(view)`, or a class of such objects, in a Python file of this folder.

Matches of a sampling player come last. They take turns for `--minutes`, so that all of them have
about the same precision; a star marks a lead with less precision than requested.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import numpy as np
import numpy.typing as npt

from scorekeeper.commands.options import player_from
from scorekeeper.games.registry import rulebooks
from scorekeeper.play.kernel.columns import as_columns
from scorekeeper.play.players import AnyPlayer, Players, name_of
from scorekeeper.play.position import WholeGame
from scorekeeper.play.simulation import Bulk, Run, played

Floats = npt.NDArray[np.float64]
SEATS = 4
CHUNK, SCALAR_CHUNK, SLOW_CHUNK = 5_000, 250, 12  # deals for one seat, before the next one
SLOW = "sampling"
OWN = ":"  # in the name of a player of somebody else
STRONGER_FIRST = ("sampling", "sensible", "random")
RULES = {
    "israeli-whist": ("pagat", "wikipedia", "vax"),
    "oh-hell": ("pagat",),
    "bid-whist": ("house",),
    "spades": ("pagat", "solo", "suicide"),
    "hearts": ("classic", "jack", "omnibus"),
    "romanian-whist": ("usual",),
    "wizard": ("printed", "hooked"),
    "estimation": ("jawaker", "pocket", "federation-2026"),
    "kachuful": ("usual",),
}


class Meeting:
    """One player against others of another kind, as far as it has been played.

    found    of each deal that counts: made, points and lead of the one, each with the other kind's
             value in that seat; shape (6, deals)
    """

    def __init__(self, preset: str, run: Run, player: AnyPlayer) -> None:
        self.game, self.one = run.game.book.key, name_of(player)
        self.preset = preset
        self.others = run.names[0]
        self.slow = SLOW in {self.one, self.others}
        self.found: Floats = np.zeros((6, 0))
        bulk_players = Bulk.of(run.game.book).bulk_players
        in_bulk = player in bulk_players and run.players[0] in bulk_players
        size = CHUNK if in_bulk else SLOW_CHUNK if self.slow else SCALAR_CHUNK
        self._more = _differences(run, player, size)

    def play_on(self) -> bool:
        """Play some more deals in each seat; return False if all of them have been played."""
        fresh = [next(self._more, None) for _ in range(SEATS)]
        self.found = np.concatenate([self.found, *(f for f in fresh if f is not None)], axis=1)
        return fresh[-1] is not None

    def is_within(self, points: float) -> bool:
        """Whether the lead is precise enough."""
        return _half(_lead(self.found)) < points

    def row(self, within: float) -> str:
        """A row of the table."""
        rows, lead = self.found, _lead(self.found)
        points = rows[2]
        return (
            f"{f'{self.game}, {self.preset}':32}{self.one:12}{self.others:12}{rows.shape[1]:8}"
            f"{_made(rows):>16}{points.mean():+9.2f} ± {_half(points):4.2f}"
            f"{lead.mean():+9.2f} ± {_half(lead):4.2f}{'' if self.is_within(within) else ' *'}"
        )


def main() -> None:
    """Print a row for each match."""
    parser = argparse.ArgumentParser(description="How strong each player is.")
    parser.add_argument("--within", type=float, default=1.0)
    parser.add_argument("--most", type=int, default=200_000, help="deals for each meeting")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for the slow meetings")
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--seed", type=int, default=11)
    parser.add_argument("--game", default="", help="the key of the only game")
    parser.add_argument("--rules", default="", help="the key of the only preset")
    parser.add_argument("--only", default="", help="the one of a kind")
    parser.add_argument("--against", default="", help="the kind of the others")
    options = parser.parse_args()
    meetings = [
        meeting
        for meeting in _meetings(options)
        if options.game in {"", meeting.game} and options.rules in {"", meeting.preset}
    ]
    print(f"{'rules':32}{'one':12}{'others':12}{'deals':>8}{'made':>16}{'points':>16}{'lead':>16}")
    for meeting in meetings:
        if not meeting.slow:
            while meeting.play_on() and not meeting.is_within(options.within):
                pass
            print(meeting.row(options.within), flush=True)
    slow = [meeting for meeting in meetings if meeting.slow]
    _in_turns(slow, options.within, time.monotonic() + options.minutes * 60)
    for meeting in slow:
        print(meeting.row(options.within), flush=True)


def _meetings(options: argparse.Namespace) -> Iterator[Meeting]:
    """Return every pair of players of every game, the presumably stronger one first."""
    for game, presets in RULES.items():
        whole = WholeGame[Any].of(rulebooks()[game])
        names = sorted(Players.of(whole.book).names, key=STRONGER_FIRST.index)
        for preset in presets:
            rules = whole.book.preset(preset).rules
            for player, others in _pairs(names, options.only, options.against):
                run = Run(
                    whole, rules, options.most, (others,) * SEATS, options.seed, options.samples
                )
                yield Meeting(preset, run, player)


def _pairs(names: Sequence[str], only: str, against: str) -> Iterator[tuple[AnyPlayer, AnyPlayer]]:
    """Yield pairs of players: of the engine those wanted, and each with a player of somebody."""
    if OWN not in only + against:
        for one, others in combinations(names, 2):
            if only in {"", one} and against in {"", others}:
                yield one, others
        return
    ones, opponents = ([player_from(name)] if name else names for name in (only, against))
    yield from product(ones, opponents)


def _in_turns(meetings: Sequence[Meeting], within: float, until: float) -> None:
    """Play all of them until they are precise enough or the time is over; each at least once."""
    left = list(meetings)
    while left:
        left = [meeting for meeting in left if meeting.play_on() and not meeting.is_within(within)]
        if time.monotonic() > until:
            break


def _differences(run: Run, player: AnyPlayer, size: int) -> Iterator[Floats]:
    """Return the deals that count, seat after seat; see `Meeting.found`."""
    for number, first in enumerate(range(0, run.deals, size)):
        seat = number % SEATS
        names = (*run.players[:seat], player, *run.players[seat + 1 :])
        with_one = Run(run.game, run.rules, run.deals, names, run.seed, run.samples)
        rows = [_of_seat(each, seat, first, size) for each in (with_one, run)]
        counted = ~np.isnan(rows[0][1]) & ~np.isnan(rows[1][1])
        yield np.stack([column[counted] for pair in zip(*rows, strict=True) for column in pair])


def _of_seat(run: Run, seat: int, first: int, size: int) -> Floats:
    """Return made, points and lead of the side of a seat, by deal; NaN if there is none."""
    deals = as_columns(played(run, first, min(size, run.deals - first)))
    side = next(number for number, seats in enumerate(run.sides) if seat in seats)
    points = deals.points.astype(float)
    others = (points.sum(axis=1) - points[:, side]) / (points.shape[1] - 1)
    made = np.where(deals.made[:, side] < 0, np.nan, deals.made[:, side])
    lead = points[:, side] - others
    rows = np.stack([made, points[:, side], -lead if run.game.book.low(run.rules) else lead])
    rows[:, deals.thrown_in] = np.nan
    return rows


def _lead(rows: Floats) -> Floats:
    """Return the lead in each deal, without the luck in it."""
    lead, luck = rows[4], rows[5]
    share: Floats = lead - np.cov(lead, luck)[0, 1] / max(luck.var(), 1e-9) * luck
    return share


def _made(rows: Floats) -> str:
    """Return the share of contracts made by the other kind, then by the one; empty without bids."""
    if np.isnan(rows[:2]).all():
        return ""
    return f"{np.nanmean(rows[1]):.1%} ->{np.nanmean(rows[0]):6.1%}"


def _half(values: Floats) -> float:
    return float(1.96 * values.std() / len(values) ** 0.5)


if __name__ == "__main__":
    main()
