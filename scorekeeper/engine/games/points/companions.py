"""The companions of Points."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards, By
from scorekeeper.engine.analysis.statistics import Case, Figure, Measure, Statistics
from scorekeeper.engine.analysis.turning_points import Deeds
from scorekeeper.engine.cards.seating import Names
from scorekeeper.engine.games.points.house_rules import PointsRules, Wins
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import Sentence, say, say_count

_PART = say("Rounds")


class _Statistics(Statistics):
    """Statistics from points alone: best of the round, no points, points behind the best."""

    figures = (
        Figure("best", say("Best of the round, alone"), _PART),
        Figure("none", say("No points in a round"), _PART),
        Figure("behind", say("Points behind the best of the round"), _PART, Measure.MEAN),
    )

    def cases_by(self, rules: PointsRules, deal: Deal) -> Iterator[Case]:
        """The points of each side compared with the best, which is the lowest if points are bad."""
        assert deal.score is not None  # noqa: S101  (only deals that count)
        counted = deal.reading.answered("points")
        assert counted is not None  # noqa: S101  (it is the only question)
        numbers = counted.answer
        assert isinstance(numbers, tuple)  # noqa: S101  (the step returned it)
        best = (min if rules.wins is Wins.LOW else max)(numbers)
        for side, number in zip(deal.seating.sides, numbers, strict=True):
            alone = number == best and numbers.count(best) == 1
            for seat in side:
                yield Case(seat, "best", int(alone))
                yield Case(seat, "none", int(number == 0))
                yield Case(seat, "behind", abs(number - best))


class _Awards(Awards):
    awards = (
        Award(
            "best",
            say("Round after round"),
            lambda number: say_count("{count} round won", "{count} rounds won", number),
        ),
        Award(
            "best",
            say("On a run"),
            lambda number: say_count(
                "{count} round won in a row", "{count} rounds won in a row", number
            ),
            By.RUN,
            least=3,
        ),
    )


class _Deeds(Deeds):
    def deed(self, deal: Deal, side: int) -> Sentence | None:
        names = Names(deal.seating.sides[side])
        return say("{side}'s round {number}", side=names, number=deal.number)


COMPANIONS: tuple[Companion, ...] = (_Statistics(), _Awards(), _Deeds())
