"""Player statistics of Hearts: the queen, hearts, hands without points, the moon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.engine.analysis.awards import Award, Awards
from scorekeeper.engine.analysis.statistics import Case, Figure, Measure, Statistics
from scorekeeper.engine.analysis.turning_points import Deeds
from scorekeeper.engine.cards.seating import Names, Seat
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import Sentence, say, say_count

_PART = say("Points taken")


class HeartsStatistics(Statistics, Awards, Deeds):
    """Figures of the cards taken; the jack and hearts only if they are recorded."""

    figures = (
        Figure("queen", say("Took the queen of spades"), _PART),
        Figure("clean", say("Took no point"), _PART),
        Figure("moon", say("Shot the moon"), _PART),
        Figure("jack", say("Took the jack of diamonds"), _PART),
        Figure("hearts", say("Hearts per hand"), _PART, Measure.MEAN),
    )

    awards = (
        Award(
            "moon",
            say("Moonwalker"),
            lambda number: say_count("the moon, {count} time", "the moon, {count} times", number),
            least=1,
        ),
        Award(
            "clean",
            say("Clean hands"),
            lambda number: say_count(
                "no point in {count} hand", "no point in {count} hands", number
            ),
        ),
        Award(
            "queen",
            say("The queen's favourite"),
            lambda number: say_count("the queen, {count} time", "the queen, {count} times", number),
        ),
        Award(
            "jack",
            say("Jack of all trades"),
            lambda number: say_count("the jack, {count} time", "the jack, {count} times", number),
        ),
        Award(
            "hearts",
            say("A heart for everyone"),
            lambda number: say_count("{count} heart in all", "{count} hearts in all", number),
            least=10,
        ),
    )

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        answers = {answered.step.key: answered.answer for answered in deal.reading.trail}
        assert deal.score is not None  # noqa: S101  (only deals that count)
        hearts = answers.get("hearts")
        for (seat,), lines in zip(deal.seating.sides, deal.score.lines, strict=True):
            for card in ("queen", "jack"):
                if card in answers:
                    yield Case(seat, card, int(answers[card] == seat))
            if isinstance(hearts, tuple):
                yield Case(seat, "hearts", hearts[seat])
            clean = not any(line.points for line in lines) and lines[0].made is None
            yield Case(Seat(seat), "clean", int(clean))
            yield Case(seat, "moon", int(bool(lines[0].made)))

    def deed(self, deal: Deal, side: int) -> Sentence | None:
        """The moon, whoever shot it, or the player's queen; None for hearts alone."""
        assert deal.score is not None  # noqa: S101  (only deals that count)
        own = Names(deal.seating.sides[side])
        moon = next((index for index, lines in enumerate(deal.score.lines) if lines[0].made), None)
        if moon is not None and moon != side:
            shooter = Names(deal.seating.sides[moon])
            return say("{shooter}'s moon against {side}", shooter=shooter, side=own)
        if moon == side:
            return say("{side}'s moon", side=own)
        queen = deal.reading.answered("queen")
        if queen is not None and queen.answer == deal.seating.sides[side][0]:
            return say("{side}'s queen of spades", side=own)
        return None
