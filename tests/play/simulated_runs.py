"""Helpers: runs of simulated deals."""

from __future__ import annotations

from typing import Any

from scorekeeper.games.bid_whist import BidWhistRules
from scorekeeper.games.registry import rulebooks
from scorekeeper.play.players import play_out, players_named
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.play.simulation import Run

MUST_BID = BidWhistRules(dealer_must_bid=True)


def whole(key: str = "bid-whist") -> WholeGame[Any]:
    game = WholeGame[Any].find(rulebooks()[key])
    assert game is not None
    return game


def run_of(
    deals: int = 15,
    players: tuple[str, ...] = ("sensible",) * 4,
    rules: Any = MUST_BID,
    key: str = "bid-whist",
) -> Run:
    return Run(whole(key), rules, deals, players, seed=3)


def played(run: Run) -> list[tuple[Position, Position]]:
    """The first and last position of each deal."""
    players = players_named(run.game.book, run.players)
    deals = []
    for number in range(run.deals):
        start, draws = run.start(number)
        deals.append((start, play_out(start, players, draws)))
    return deals
