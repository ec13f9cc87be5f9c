"""Review of a deal of Israeli Whist, judged with the sampling player.

One half of the sampled deals finds the best choice, the other half measures the cost of the actual
one. With the same deals for both, the luck of the best of many choices would count against the
player.
"""

from __future__ import annotations

from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.games.israeli_whist.whole.sampling import Judged, SamplingPlayer
from scorekeeper.engine.optional_numpy import np, npt
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.advice import name_of
from scorekeeper.engine.play.deal_review import Decision, Review, Share, moves
from scorekeeper.engine.play.players import View
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.random_streams import Draws

POOL = 12_000


def review(end: Position, samples: int, seed: int) -> Review:
    """Judge every decision by what its player could see and had heard."""
    player, draws = SamplingPlayer(samples, pool=POOL), Draws.of(seed, 0)
    expected: dict[Seat, float] = {}
    decisions = []
    for position, action in moves(end):
        turn = position.turn
        assert turn is not None  # noqa: S101  (every action has a player)
        judged = player.judge(View.of(position, turn), draws, action)
        if judged is not None:
            expected.setdefault(turn, float(_fresh(judged)[_best(judged)].mean()))
            decisions.append(_decision(position, turn, action, judged))
    costly = tuple(decision for decision in decisions if decision.cost > decision.within)
    assert end.score is not None  # noqa: S101  (the deal has been played out)
    shares = tuple(
        Share(
            seat,
            end.score.points[seat],
            expected[seat],
            sum(decision.cost for decision in costly if decision.seat == seat),
        )
        for seat in sorted(expected)
    )
    return Review(samples, costly, shares)


def _decision(position: Position, seat: Seat, action: Action, judged: Judged) -> Decision:
    best, points = _best(judged), _fresh(judged)
    lost = points[best] - points[judged.choices.index(action)]
    half = 1.96 * float(lost.std()) / (judged.effective / 2) ** 0.5
    trick = 0 if position.trick is None else len(position.tricks) + 1
    chosen, better = (_named(position, choice) for choice in (action, judged.choices[best]))
    return Decision(seat, trick, chosen, better, float(np.mean(lost)), half)


def _best(judged: Judged) -> int:
    """The best choice in every second deal."""
    return int(judged.points[:, ::2].mean(axis=1).argmax())


def _fresh(judged: Judged) -> npt.NDArray[Any]:
    """The points in the other deals, which did not decide which choice is best."""
    fresh: npt.NDArray[Any] = judged.points[:, 1::2]
    return fresh


def _named(position: Position, action: Action) -> str:
    return str(action) if position.asking is None else name_of(position.asking, action)
