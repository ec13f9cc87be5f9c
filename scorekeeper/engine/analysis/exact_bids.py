"""Figures, awards and turning points for games in which everyone bids exactly their tricks."""

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
"""For the cases of `ExactStatistics` in games in which the last to bid has fewer choices."""

BIGGEST_BID = Award(
    "biggest",
    say("Big game hunter"),
    lambda number: say("a bid of {number} made", number=number),
    By.HIGH,
    least=4,
)


@dataclass(frozen=True, slots=True)
class Bid:
    """How many tricks a player bid and took in a deal."""

    seat: Seat
    number: int
    taken: int

    @property
    def made(self) -> bool:
        """Whether it was met exactly."""
        return self.number == self.taken


def bids_in(deal: Deal) -> Iterator[Bid]:
    """The bid of every player of a deal that was scored, by seat."""
    assert deal.score is not None  # noqa: S101  (it counts)
    scene = deal.score.scene
    for (seat, *_), taken in zip(deal.seating.sides, scene.tricks, strict=True):
        yield Bid(seat, scene.contract_of(seat) or 0, taken)


class ExactStatistics(Statistics):
    """How often bids are made, zeros among them, and how far the others are off."""

    figures: tuple[Figure, ...] = (
        Figure("made", say("All bids"), MADE),
        Figure("zero", say("Bids of zero"), MADE),
        Figure("off", say("Tricks over or under, a missed bid"), MADE, Measure.MEAN),
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """One bid of everybody."""
        for bid in bids_in(deal):
            yield Case(bid.seat, "made", int(bid.made))
            if not bid.number:
                yield Case(bid.seat, "zero", int(bid.made))
            if not bid.made:
                yield Case(bid.seat, "off", abs(bid.number - bid.taken))


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
