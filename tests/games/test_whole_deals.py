"""Whole deals of every game: recorded, judged, played on both paths."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.registry import rulebooks
from scorekeeper.play.irregularities import check
from scorekeeper.play.position import WholeGame
from scorekeeper.play.record import parse_record, record_of, replay
from scorekeeper.play.simulation import Run, simulate
from tests.deep import DEEP

DEALS = 12 if DEEP else 4
TABLES = [
    ("spades", "pagat", 4),
    ("spades", "suicide", 4),
    ("spades", "solo", 4),
    ("spades", "solo", 3),
    ("hearts", "classic", 3),
    ("hearts", "omnibus", 4),
    ("hearts", "new-moon", 5),
    ("hearts", "jack", 6),
    ("romanian-whist", "usual", 3),
    ("romanian-whist", "runs-of-five", 6),
    ("romanian-whist", "short", 4),
    ("kachuful", "usual", 10),
    ("wizard", "printed", 3),
    ("wizard", "hooked", 6),
    ("estimation", "jawaker", 4),
    ("estimation", "federation-2026", 4),
]


def run_of(key: str, preset: str, names: tuple[str, ...], deals: int = DEALS) -> Run:
    game: WholeGame[Any] | None = WholeGame[Any].find(rulebooks()[key])
    assert game is not None
    return Run(game, game.book.preset(preset).rules, deals, names, seed=3)


@pytest.mark.parametrize(("key", "preset", "players"), TABLES)
@pytest.mark.slow
def test_a_deal_is_written_judged_and_loaded(key: str, preset: str, players: int) -> None:
    for names in (("random",), ("sensible",), ("sensible", "random", "random")):
        run = run_of(key, preset, (names * players)[:players])
        for end in run.play():
            line = record_of(end).line(run.game.book)
            written = parse_record(run.game, line)
            verdict = check(run.game, written)
            assert [*map(str, verdict.irregularities)] == [], line
            assert end.score is not None
            assert (verdict.points, verdict.winners) == (end.score.points, end.winners), line
            assert replay(run.game, written) == end, line


@pytest.mark.parametrize(("key", "preset", "players"), TABLES)
@pytest.mark.slow
def test_the_sensible_player_is_clearly_better(key: str, preset: str, players: int) -> None:
    """A side plays sensibly; the intervals of its points and the others' do not overlap."""
    low = rulebooks()[key].low(rulebooks()[key].preset(preset).rules)
    run = run_of(key, preset, ("random",) * players, 600 if DEEP else 300)
    for side in run.sides[: 2 if DEEP else 1]:
        names = tuple("sensible" if seat in side else "random" for seat in range(players))
        means = [side_summary.mean for side_summary in simulate(replace(run, players=names)).sides]
        mean, half = means.pop(run.sides.index(side))
        for other, its_half in means:
            better = other - mean if low else mean - other
            assert better > half + its_half
