"""The tables of points in Israeli Whist, computed by the scheme."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.games.israeli_whist.house_rules import IsraeliWhistRules, PassedOut
from scorekeeper.engine.games.israeli_whist.scoring import TRICKS, Scheme
from scorekeeper.engine.games.israeli_whist.script import bonus_line
from scorekeeper.engine.rules.points import PointsTable
from scorekeeper.engine.rules.wording import Points, Sentence, say


def points_tables(rules: IsraeliWhistRules) -> tuple[PointsTable, ...]:
    """Contracts of one trick or more, zeros, and the bonus round if it is played."""
    bonus = (_bonus_round(),) if rules.passed_out is PassedOut.BONUS else ()
    return _contracts(rules.scheme, tuple(_notes(rules))), _zeros(rules.scheme), *bonus


def _contracts(scheme: Scheme, notes: tuple[Sentence, ...]) -> PointsTable:
    rows = tuple(
        (
            say("{tricks}", tricks=tricks),
            (
                Points(scheme.line(tricks, tricks, over=False).points),
                Points(scheme.line(TRICKS, TRICKS - tricks, over=False).points),
            ),
        )
        for tricks in range(1, TRICKS + 1)
    )
    return PointsTable(
        say("Contract of 1 or more"), (say("tricks"), say("made"), say("missed by")), rows, notes
    )


def _zeros(scheme: Scheme) -> PointsTable:
    rows = tuple(
        (
            say("{tricks}", tricks=tricks),
            tuple(Points(scheme.line(0, tricks, over).points) for over in (False, True)),
        )
        for tricks in range(TRICKS + 1)
    )
    return PointsTable(
        say("Zero, and tricks taken"), (say("tricks"), say("under"), say("over")), rows
    )


def _bonus_round() -> PointsTable:
    rows = tuple(
        (say("{tricks}", tricks=tricks), (Points(bonus_line(tricks).points),))
        for tricks in range(TRICKS + 1)
    )
    return PointsTable(say("Bonus round"), (say("tricks"), say("points")), rows)


def _notes(rules: IsraeliWhistRules) -> Iterator[Sentence]:
    yield rules.scheme.when_all_miss
    if rules.revoke_fine:
        yield say("A revoke is fined {points} points.", points=rules.revoke_fine)
