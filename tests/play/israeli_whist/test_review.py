"""Review of a deal: it finds blunders, passes good decisions, and its shares add up."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.commands.main import main
from scorekeeper.games.israeli_whist.house_rules import PRESETS
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play.advice import moves
from scorekeeper.play.bid_whist import BidWhistPlay
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.play.record import record
from scorekeeper.play.sampling_players import SampledReviewer
from scorekeeper.play.simulation import Run

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)
review = SampledReviewer().review


def ends(player: str, deals: int = 1, preset: int = 0, samples: int = 40) -> list[Position]:
    run = Run(WHOLE, PRESETS[preset].rules, deals, (player,) * 4, seed=9, samples=samples)
    return [*run.play()]


@pytest.mark.parametrize("preset", range(len(PRESETS)), ids=lambda n: PRESETS[n].key)
def test_the_moves_of_a_deal_lead_to_its_end(preset: int) -> None:
    """Includes exchanges: some of the 40 deals are passed out at first."""
    for end in ends("sensible", 40, preset):
        position = Position.start(end.game, end.rules, end.seating, end.dealt, end.stock)
        for before, action in moves(end):
            assert before == position
            position = position.apply(action)
        assert position == end


@pytest.mark.slow
def test_what_random_players_say_is_found_to_be_dear() -> None:
    (end,) = ends("random")
    reviewed = review(end, 15, 1)
    calls = [decision for decision in reviewed.decisions if decision.trick == 0]
    assert len(calls) > 4
    assert max(decision.cost for decision in calls) > 50
    assert all(decision.cost > decision.within > 0 for decision in reviewed.decisions)


@pytest.mark.slow
def test_the_decisions_of_a_sampling_player_cost_little() -> None:
    """The review samples other cards than the player did."""
    (end,), (worse,) = ends("sampling"), ends("random")
    cost = sum(decision.cost for decision in review(end, 40, 2).decisions)
    assert cost < 0.2 * sum(decision.cost for decision in review(worse, 40, 2).decisions)


@pytest.mark.slow
def test_points_are_promise_less_what_was_given_away_and_luck() -> None:
    (end,) = ends("sensible")
    reviewed = review(end, 10, 1)
    assert end.score is not None
    assert [share.points for share in reviewed.shares] == [*end.score.points]
    for share in reviewed.shares:
        own = sum(decision.cost for decision in reviewed.decisions if decision.seat == share.seat)
        assert share.given_away == pytest.approx(own)
        assert share.points == pytest.approx(share.expected - own + share.luck)
    assert review(end, 10, 1) == reviewed


@pytest.mark.slow
def test_review_at_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "hands.txt"
    (end,) = ends("sensible")
    file.write_text(record(end).line(WHOLE.book) + "\n", encoding="utf-8")
    result = CliRunner().invoke(main, ["review", str(file), "--samples", "5"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-5] == "  seat   points  promised  given away    luck"
    plain = CliRunner().invoke(main, ["review", str(file), "--samples", "5", "--json"])
    (reviewed,) = json.loads(plain.stdout)
    assert (reviewed["record"], reviewed["samples"], len(reviewed["shares"])) == (1, 5, 4)
    part = record(end).line(WHOLE.book).split("; play")[0]
    monkeypatch.delattr(BidWhistPlay, "reviewer")
    for text, game, reason in (
        (part, "israeli-whist", "record 1: the hand was not played to its end"),
        ("", "israeli-whist", "holds no recorded hand"),
        (part, "bid-whist", "nobody who could review a hand"),
    ):
        file.write_text(text, encoding="utf-8")
        refused = CliRunner().invoke(main, ["review", "--game", game, str(file)])
        assert (refused.exit_code, reason in refused.stderr) == (2, True)
