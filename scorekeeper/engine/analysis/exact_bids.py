"""Statistics, awards and turning points of games of exact bids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scorekeeper.engine.analysis.awards import Award, Awards, By
from scorekeeper.engine.analysis.statistics import Case, Figure, Measure, Statistics
from scorekeeper.engine.analysis.turning_points import Deeds, contract_deed
from scorekeeper.engine.cards.seating import Names, Seat
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import Sentence, say, say_count

MADE = say("Bids made")

AS_DEALER = Figure("made-dealer", say("As the dealer, the last to bid"), MADE)
"""An extra figure for games in which the dealer bids last with fewer choices."""

BIGGEST_BID = Award(
    "biggest",
    say("Big game hunter"),
    lambda number: say("a bid of {number} made", number=number),
    By.HIGH,
    least=4,
)


@dataclass(frozen=True, slots=True)
class Bid:
    """The bid and the tricks of a player in a deal."""

    seat: Seat
    number: int
    taken: int

    @property
    def made(self) -> bool:
        return self.number == self.taken


def bids_in(deal: Deal) -> Iterator[Bid]:
    """The bid of every player in a scored deal, by seat."""
    assert deal.score is not None  # noqa: S101  (only deals that count)
    scene = deal.score.scene
    for (seat, *_), taken in zip(deal.seating.sides, scene.tricks, strict=True):
        yield Bid(seat, scene.contract_of(seat) or 0, taken)


class ExactStatistics(Statistics):
    """The share of bids made, of zeros made, and the mean miss of the others."""

    figures: tuple[Figure, ...] = (
        Figure("made", say("All bids"), MADE),
        Figure("zero", say("Bids of zero"), MADE),
        Figure("off", say("Tricks over or under, a missed bid"), MADE, Measure.MEAN),
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """The cases of each player's bid."""
        for bid in bids_in(deal):
            yield Case(bid.seat, "made", int(bid.made))
            if not bid.number:
                yield Case(bid.seat, "zero", int(bid.made))
            if not bid.made:
                yield Case(bid.seat, "off", abs(bid.number - bid.taken))


class ExactAwards(Awards):
    """Awards for the most bids made and the most zeros made."""

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
    """Names a made or missed bid, even if its points have several parts."""

    def deed(self, deal: Deal, side: int) -> Sentence | None:
        assert deal.score is not None  # noqa: S101  (only deals that count)
        (seat, *_) = deal.seating.sides[side]
        number = deal.score.scene.contract_of(seat) or 0
        made = bool(deal.score.lines[side][0].made)
        return contract_deed(Names((seat,)), number, made=made)
