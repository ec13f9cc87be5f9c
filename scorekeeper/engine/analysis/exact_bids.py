"""Figures, awards and turning points for games in which everyone bids exactly their tricks."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards
from scorekeeper.engine.analysis.statistics import Case, Figure, Measure, Statistics
from scorekeeper.engine.analysis.turning_points import Deeds, contract_deed
from scorekeeper.engine.cards.seating import Names
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import Sentence, say, say_count

MADE = say("Bids made")


class ExactStatistics(Statistics):
    """How often bids are made, zeros among them, and how far the others are off."""

    figures: tuple[Figure, ...] = (
        Figure("made", say("All bids"), MADE),
        Figure("zero", say("Bids of zero"), MADE),
        Figure("off", say("Tricks over or under, a missed bid"), MADE, Measure.MEAN),
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


class ExactDeeds(Deeds):
    """A bid that was made or missed, however many parts its points have."""

    def deed(self, deal: Deal, side: int) -> Sentence | None:
        """The bid of a player."""
        assert deal.score is not None  # noqa: S101  (it counts)
        (seat, *_) = deal.seating.sides[side]
        number = deal.score.scene.contract_of(seat) or 0
        made = bool(deal.score.lines[side][0].made)
        return contract_deed(Names((seat,)), number, made=made)
