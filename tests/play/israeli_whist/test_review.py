"""Review of a deal: it finds blunders, passes good decisions, and its shares add up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scorekeeper.commands.main import main
from scorekeeper.games.israeli_whist.house_rules import PRESETS
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.play.advice import Review, moves
from scorekeeper.play.bid_whist import BidWhistPlay
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.play.record import record_of
from scorekeeper.play.sampling_players import SampledReviewer
from scorekeeper.play.simulation import Run
from tests.deep import DEEP

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)
review = SampledReviewer().review


@pytest.fixture(autouse=True, scope="module")
def small_pool() -> Iterator[None]:
    """A review takes its deals from a twentieth of the usual number."""
    with pytest.MonkeyPatch.context() as patch:
        if not DEEP:
            patch.setattr("scorekeeper.play.kernel.sampling.REVIEW_POOL", 600)
        yield


def ends(player: str, deals: int = 1, preset: int = 0, samples: int = 10) -> list[Position]:
    run = Run(WHOLE, PRESETS[preset].rules, deals, (player,) * 4, seed=9, samples=samples)
    return [*run.play()]


@pytest.mark.parametrize("preset", range(len(PRESETS)), ids=lambda n: PRESETS[n].key)
def test_the_moves_of_a_deal_lead_to_its_end(preset: int) -> None:
    """Includes exchanges: some of the deals are passed out at first."""
    for end in ends("sensible", 40 if DEEP else 12, preset):
        position = Position.start(end.game, end.rules, end.seating, end.dealt, end.stock)
        for before, action in moves(end):
            assert before == position
            position = position.apply(action)
        assert position == end


@pytest.mark.slow
def test_random_decisions_are_dear_and_those_of_a_sampling_player_cost_little() -> None:
    """The review samples other cards than the player did."""
    (worse,), (end,) = ends("random"), ends("sampling")
    dear = review(worse, 15, 1)
    calls = [decision for decision in dear.decisions if decision.trick == 0]
    assert len(calls) > 4
    assert max(decision.cost for decision in calls) > 50
    assert all(decision.cost > decision.within > 0 for decision in dear.decisions)
    cost = sum(decision.cost for decision in review(end, 15, 2).decisions)
    assert cost < 0.2 * sum(decision.cost for decision in dear.decisions)


@pytest.fixture(scope="module")
def sensible() -> Position:
    (end,) = ends("sensible")
    return end


@pytest.fixture(scope="module")
def reviewed(sensible: Position) -> Review:
    return review(sensible, 4, 1)


@pytest.mark.slow
def test_points_are_promise_less_what_was_given_away_and_luck(
    sensible: Position, reviewed: Review
) -> None:
    assert sensible.score is not None
    assert [share.points for share in reviewed.shares] == [*sensible.score.points]
    for share in reviewed.shares:
        own = sum(decision.cost for decision in reviewed.decisions if decision.seat == share.seat)
        assert share.given_away == pytest.approx(own)
        assert share.points == pytest.approx(share.expected - own + share.luck)


@pytest.mark.slow
def test_review_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sensible: Position, reviewed: Review
) -> None:
    """From the same seed it is the same review."""
    file = tmp_path / "hands.txt"
    file.write_text(record_of(sensible).line(WHOLE.book) + "\n", encoding="utf-8")
    asked = ["review", str(file), "--samples", "4", "--seed", "1"]
    plain = CliRunner().invoke(main, [*asked, "--json"])
    assert json.loads(plain.stdout) == json.loads(json.dumps([{"record": 1} | reviewed.json()]))
    monkeypatch.setattr(SampledReviewer, "review", lambda *_: reviewed)
    result = CliRunner().invoke(main, asked)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-5] == "  seat   points  promised  given away    luck"
    part = record_of(sensible).line(WHOLE.book).split("; play")[0]
    monkeypatch.delattr(BidWhistPlay, "reviewer")
    for text, game, reason in (
        (part, "israeli-whist", "record 1: the hand was not played to its end"),
        ("", "israeli-whist", "holds no recorded hand"),
        (part, "bid-whist", "nobody who could review a hand"),
    ):
        file.write_text(text, encoding="utf-8")
        refused = CliRunner().invoke(main, ["review", "--game", game, str(file)])
        assert (refused.exit_code, reason in refused.stderr) == (2, True)
