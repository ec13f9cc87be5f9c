"""Simulated Hearts: without bids no summary of made contracts; tricks are counted."""

from __future__ import annotations

import scorekeeper
from scorekeeper.play.simulation import row_of, summarise
from scorekeeper.seating import SOUTH, Seating


def test_a_summary_of_a_game_without_bids_has_no_column_for_made_ones() -> None:
    rows = [
        row_of(deal, scorekeeper.play_deal(scorekeeper.deal("hearts", seed=deal)))
        for deal in range(6)
    ]
    assert {row.made for row in rows} == {(-1, -1, -1, -1)}
    assert {sum(row.tricks) for row in rows} == {13}
    sides = Seating.alone(4, SOUTH).sides
    lines = [*summarise(rows, sides).lines(sides, ["sensible"] * 4)]
    assert "side    player                points a hand" in lines
    assert not [line for line in lines if "made" in line]
    assert summarise(rows, sides).json(sides, ["sensible"] * 4)["made"] is None


def test_a_game_with_bids_keeps_it() -> None:
    end = scorekeeper.play_deal(scorekeeper.deal("spades"))
    sides = end.seating.sides
    lines = [*summarise([row_of(0, end)], sides).lines(sides, ["sensible"] * 4)]
    assert "side    player                points a hand      made" in lines
