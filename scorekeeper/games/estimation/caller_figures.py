"""Figures and awards of the players of Estimation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.games.estimation.scoring import HIGH
from scorekeeper.games.exact_bids import AWARDS, MADE, ExactBidDeeds, ExactBidStatistics
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.figures import Award, Case, Figure
from scorekeeper.seating import Names
from scorekeeper.wording import Sentence, say, say_count

CALLER_AWARDS = (
    Award(
        "dash",
        say("Dasher"),
        lambda number: say_count("{count} dash call made", "{count} dash calls made", number),
        least=1,
    ),
    Award(
        "alone",
        say("Alone against all"),
        lambda number: say_count(
            "{count} time the only one to make it",
            "{count} times the only one to make it",
            number,
        ),
        least=1,
    ),
    *AWARDS,
)


class EstimationStatistics(ExactBidStatistics):
    """Statistics of exact bids, and of callers, equal calls, dash calls and last calls."""

    figures = (
        *ExactBidStatistics.figures,
        Figure("made-caller", say("As the caller"), MADE),
        Figure("made-with", say("Calling as many as the caller"), MADE),
        Figure("dash", say("Dash calls"), MADE),
        Figure("made-last", say("As the last to call"), MADE),
        Figure("made-high", say("Calls of eight or more"), MADE),
        Figure("caller", say("Won the auction"), MADE),
    )

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        """Yield the values that the calls of a deal add to the figures (see `Case`)."""
        yield from super().cases(deal, rules)
        assert deal.score is not None  # noqa: S101  (only deals that count)
        scene, dashes = deal.score.scene, dash_callers(deal)
        hits = [scene.contract_of(seat) == scene.tricks[seat] for (seat,) in deal.seating.sides]
        last = scene.contracts[-1][0]
        for seat, number in scene.contracts:
            made = int(hits[seat])
            if scene.declarer is not None:
                yield Case(seat, "caller", int(seat == scene.declarer))
            if seat == scene.declarer:
                yield Case(seat, "made-caller", made)
            elif scene.declarer is not None and number == scene.contract_of(scene.declarer):
                yield Case(seat, "made-with", made)
            if seat in dashes:
                yield Case(seat, "dash", made)
            elif seat == last:
                yield Case(seat, "made-last", made)
            if number >= HIGH:
                yield Case(seat, "made-high", made)
            yield Case(seat, "alone", int(made and sum(hits) == 1))


class EstimationDeeds(ExactBidDeeds):
    """Words for a call; a dash call has its own."""

    def describe(self, deal: Deal, side: int) -> Sentence | None:
        """Return what a player did, as in “Noa's made 5”; a dash call has its own name."""
        if deal.score is None or deal.seating.sides[side][0] not in dash_callers(deal):
            return super().describe(deal, side)
        names = Names(deal.seating.sides[side])
        if deal.score.lines[side][0].made:
            return say("{side}'s made dash call", side=names)
        return say("{side}'s missed dash call", side=names)


def dash_callers(deal: Deal) -> tuple[object, ...]:
    """Return the players who announced a dash call, as the answer to that question."""
    answered = deal.reading.answered("dash")
    return answered.answer if answered and isinstance(answered.answer, tuple) else ()
