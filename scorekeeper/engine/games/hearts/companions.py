"""The companions of Hearts: what it adds to its rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards
from scorekeeper.engine.analysis.statistics import Case, Figure, Statistics
from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.games.hearts.player import SENSIBLE
from scorekeeper.engine.games.hearts.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import say, say_count

_PART = say("Points taken")


class _Statistics(Statistics):
    figures = (
        Figure("queen", say("Took the queen of spades"), _PART),
        Figure("clean", say("Took no point"), _PART),
        Figure("moon", say("Shot the moon"), _PART),
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """Who took the queen, nothing at all, or everything."""
        answers = {one.step.key: one.answer for one in deal.reading.trail}
        assert deal.score is not None  # noqa: S101  (it counts)
        for (seat,), lines in zip(deal.seating.sides, deal.score.lines, strict=True):
            if "queen" in answers:
                yield Case(seat, "queen", int(answers["queen"] == seat))
            clean = not any(line.points for line in lines) and lines[0].made is None
            yield Case(Seat(seat), "clean", int(clean))
            yield Case(seat, "moon", int(bool(lines[0].made)))


class _Awards(Awards):
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
    )


COMPANIONS: tuple[Companion, ...] = (WHOLE, SensiblePlayers(SENSIBLE), _Statistics(), _Awards())
