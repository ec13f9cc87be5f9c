"""What is counted about players of Oh Hell: bids by size of hand, as the dealer, and blind ones."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards
from scorekeeper.engine.analysis.exact_bids import (
    AS_DEALER,
    BIGGEST_BID,
    MADE,
    ExactAwards,
    ExactDeeds,
    ExactStatistics,
    bids_in,
)
from scorekeeper.engine.analysis.statistics import Case, Figure
from scorekeeper.engine.cards.seating import Names, Seat
from scorekeeper.engine.games.oh_hell.deal import BLIND
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import Sentence, say, say_count

LARGE = 5
"""From so many cards on a hand is a large one."""


class OhHellStatistics(ExactStatistics):
    """Beside the bids of every such game: large hands and small ones, the dealer, blind bids."""

    figures = (
        *ExactStatistics.figures,
        Figure("made-large", say("Hands of five cards or more"), MADE),
        Figure("made-small", say("Hands of one to four cards"), MADE),
        AS_DEALER,
        Figure("blind", say("Blind bids"), MADE),
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """One bid of everybody, counted under each heading that it belongs to."""
        yield from super().cases(deal)
        assert deal.score is not None  # noqa: S101  (it counts)
        blind = blind_bidders(deal)
        size = "made-large" if deal.score.scene.total >= LARGE else "made-small"
        for bid in bids_in(deal):
            made = int(bid.made)
            yield Case(bid.seat, size, made)
            yield Case(bid.seat, BIGGEST_BID.key, bid.number * made)
            if bid.seat == deal.seating.dealer:
                yield Case(bid.seat, AS_DEALER.key, made)
            if bid.seat in blind:
                yield Case(bid.seat, "blind", made)


class OhHellAwards(Awards):
    """Blind bids and large ones, beside those of every such game."""

    awards = (
        Award(
            "blind",
            say("Eyes shut"),
            lambda number: say_count("{count} blind bid made", "{count} blind bids made", number),
            least=1,
        ),
        *ExactAwards.awards,
        BIGGEST_BID,
    )


class OhHellDeeds(ExactDeeds):
    """A bid that was made or missed, and whether it was blind."""

    def deed(self, deal: Deal, side: int) -> Sentence | None:
        """The bid of a player."""
        (seat, *_) = deal.seating.sides[side]
        if seat not in blind_bidders(deal) or deal.score is None:
            return super().deed(deal, side)
        number, names = deal.score.scene.contract_of(seat), Names((seat,))
        if deal.score.lines[side][0].made:
            return say("{side}'s made blind {number}", side=names, number=number)
        return say("{side}'s missed blind {number}", side=names, number=number)


def blind_bidders(deal: Deal) -> set[Seat]:
    """Who bid before looking."""
    return {
        answered.step.asked
        for answered in deal.reading.trail
        if answered.answer == BLIND and answered.step.asked is not None
    }
