"""Figures and awards for games in which everyone bids the exact number of tricks."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards
from scorekeeper.engine.analysis.statistics import Case, Figure, Measure, Statistics
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import say, say_count

_PART = say("Bids made")


class ExactStatistics(Statistics):
    """How often bids are made, zeros among them, and how far the others are off."""

    figures = (
        Figure("made", say("All bids"), _PART),
        Figure("zero", say("Bids of zero"), _PART),
        Figure("off", say("Tricks over or under, a missed bid"), _PART, Measure.MEAN),
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """One bid of everybody."""
        assert deal.score is not None  # noqa: S101  (it counts)
        scene = deal.score.scene
        for (seat, *_), taken in zip(deal.seating.sides, scene.tricks, strict=True):
            bid = scene.contract_of(seat) or 0
            yield Case(seat, "made", int(bid == taken))
            if not bid:
                yield Case(seat, "zero", int(not taken))
            if bid != taken:
                yield Case(seat, "off", abs(bid - taken))


class ExactAwards(Awards):
    """Who made most bids, and most in a row."""

    awards = (
        Award(
            "made",
            say("As good as their word"),
            lambda number: say_count("{count} bid made", "{count} bids made", number),
        ),
        Award(
            "zero",
            say("Nothing at all"),
            lambda number: say_count("{count} made zero", "{count} made zeros", number),
        ),
    )
