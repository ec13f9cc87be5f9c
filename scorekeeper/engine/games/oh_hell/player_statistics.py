"""What is counted about players of Oh Hell: bids by size of hand, as the dealer, and blind ones."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards, By
from scorekeeper.engine.analysis.exact_bids import MADE, ExactAwards, ExactDeeds, ExactStatistics
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
        Figure("made-dealer", say("As the dealer, the last to bid"), MADE),
        Figure("blind", say("Blind bids"), MADE),
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """One bid of everybody, counted under each heading that it belongs to."""
        yield from super().cases(deal)
        assert deal.score is not None  # noqa: S101  (it counts)
        scene, blind = deal.score.scene, blind_bidders(deal)
        size = "made-large" if scene.total >= LARGE else "made-small"
        for (seat, *_), taken in zip(deal.seating.sides, scene.tricks, strict=True):
            bid = scene.contract_of(seat) or 0
            made = int(bid == taken)
            yield Case(seat, size, made)
            yield Case(seat, "biggest", bid * made)
            if seat == deal.seating.dealer:
                yield Case(seat, "made-dealer", made)
            if seat in blind:
                yield Case(seat, "blind", made)


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
        Award(
            "biggest",
            say("Big game hunter"),
            lambda number: say("a bid of {number} made", number=number),
            By.HIGH,
            least=4,
        ),
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
        one.step.asked
        for one in deal.reading.trail
        if one.answer == BLIND and one.step.asked is not None
    }
