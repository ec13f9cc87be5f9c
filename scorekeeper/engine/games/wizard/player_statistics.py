"""What is counted about players of Wizard: bids by size of hand, and how far they are off."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards
from scorekeeper.engine.analysis.exact_bids import (
    BIGGEST_BID,
    MADE,
    ExactAwards,
    ExactStatistics,
    bids_in,
)
from scorekeeper.engine.analysis.statistics import Case, Figure
from scorekeeper.engine.games.wizard.order import PACK
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import say, say_count

SMALL = 5
"""Up to so many cards a hand is a small one."""


class WizardStatistics(ExactStatistics):
    """Beside the bids of every such game: small hands and large ones, and too many or too few."""

    figures = (
        *ExactStatistics.figures,
        Figure("made-small", say("Hands of one to five cards"), MADE),
        Figure("made-large", say("Hands of six cards or more"), MADE),
        Figure("made-no-trumps", say("The last hand, without trumps"), MADE, least=3),
        Figure("too-many", say("Took more than they bid"), MADE),
        Figure("too-few", say("Took fewer than they bid"), MADE),
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """One bid of everybody, counted under each heading that it belongs to."""
        yield from super().cases(deal)
        assert deal.score is not None  # noqa: S101  (it counts)
        total = deal.score.scene.total
        size = "made-small" if total <= SMALL else "made-large"
        last = total == len(PACK) // deal.seating.players
        for bid in bids_in(deal):
            made = int(bid.made)
            yield Case(bid.seat, size, made)
            yield Case(bid.seat, "too-many", int(bid.taken > bid.number))
            yield Case(bid.seat, "too-few", int(bid.taken < bid.number))
            yield Case(bid.seat, BIGGEST_BID.key, bid.number * made)
            if last:
                yield Case(bid.seat, "made-no-trumps", made)


class WizardAwards(Awards):
    """Large bids, and too many tricks, beside those of every such game."""

    awards = (
        *ExactAwards.awards,
        BIGGEST_BID,
        Award(
            "too-many",
            say("Trick magnet"),
            lambda number: say_count(
                "{count} hand with too many", "{count} hands with too many", number
            ),
            least=3,
        ),
    )
