"""What a bid of Romanian Whist scores, made or missed, and what five hands in a row bring."""

from __future__ import annotations

from scorekeeper.engine.games.romanian_whist.house_rules import RomanianWhistRules, Streak
from scorekeeper.engine.rules.points import Line
from scorekeeper.engine.rules.wording import Formula, Points, say

MADE = 5
RUN = 5


def scored(
    bid: int, taken: int, run: int, rules: RomanianWhistRules, *, counts: bool
) -> tuple[tuple[Line, ...], int]:
    """The points of one player, and the run of made or missed hands after it.

    run       how many hands in a row were made; below zero, how many were missed
    counts    whether the hand counts for runs: hands of one card do not
    """
    made = bid == taken
    line = _made(bid) if made else _missed(bid, taken)
    if rules.streak is Streak.NONE or not counts:
        return (line,), run
    run = max(run, 0) + 1 if made else min(run, 0) - 1
    if abs(run) != RUN:
        return (line,), run
    points = rules.bonus if made else -rules.bonus
    sentence = say("fifth in a row: {points}", points=Points(points))
    return (line, Line(points, sentence)), 0 if rules.streak is Streak.RESTART else run


def _made(bid: int) -> Line:
    points = MADE + bid
    formula = Formula(f"{MADE} + {bid} = {points}" if bid else str(points))
    return Line(points, say("{contract} made: {formula}", contract=bid, formula=formula), True)


def _missed(bid: int, taken: int) -> Line:
    points = -abs(bid - taken)
    why = say(
        "said {contract}, took {tricks}: {points}",
        contract=bid,
        tricks=taken,
        points=Points(points),
    )
    return Line(points, why, False)
