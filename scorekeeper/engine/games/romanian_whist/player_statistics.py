"""What is counted about players of Romanian Whist: short hands, long ones, runs of made bids."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards, By
from scorekeeper.engine.analysis.exact_bids import (
    AS_DEALER,
    MADE,
    ExactAwards,
    ExactDeeds,
    ExactStatistics,
    bids_in,
)
from scorekeeper.engine.analysis.statistics import Case, Figure
from scorekeeper.engine.cards.seating import Names
from scorekeeper.engine.games.romanian_whist.house_rules import MOST
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import Sentence, say, say_count


class RomanianWhistStatistics(ExactStatistics):
    """Beside the bids of every such game: the hands of one card, and those without trumps."""

    figures = (
        *ExactStatistics.figures,
        Figure("made-one", say("Hands of one card"), MADE),
        Figure("made-eight", say("Hands of eight cards, no trumps"), MADE),
        AS_DEALER,
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """One bid of everybody, counted under each heading that it belongs to."""
        yield from super().cases(deal)
        assert deal.score is not None  # noqa: S101  (it counts)
        size = {1: "made-one", MOST: "made-eight"}.get(deal.score.scene.total)
        for bid in bids_in(deal):
            made = int(bid.made)
            if size:
                yield Case(bid.seat, size, made)
            if bid.seat == deal.seating.dealer:
                yield Case(bid.seat, AS_DEALER.key, made)


class RomanianWhistAwards(Awards):
    """A run of made bids, beside the awards of every such game."""

    awards = (
        Award(
            "made",
            say("In full flow"),
            lambda number: say_count(
                "{count} bid made in a row", "{count} bids made in a row", number
            ),
            By.RUN,
            least=4,
        ),
        *ExactAwards.awards,
    )


class RomanianWhistDeeds(ExactDeeds):
    """A bid that was made or missed, and the fifth in a row."""

    def deed(self, deal: Deal, side: int) -> Sentence | None:
        """The bid of a player; more lines than one are a run that was paid for."""
        if deal.score is None or len(deal.score.lines[side]) < 2:
            return super().deed(deal, side)
        names = Names(deal.seating.sides[side])
        if deal.score.lines[side][0].made:
            return say("{side}'s fifth made bid in a row", side=names)
        return say("{side}'s fifth missed bid in a row", side=names)
