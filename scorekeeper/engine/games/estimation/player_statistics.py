"""Player statistics of Estimation: callers, dash calls, and the last call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from scorekeeper.engine.analysis.awards import Award, Awards
from scorekeeper.engine.analysis.statistics import Case, Figure
from scorekeeper.engine.cards.seating import Names
from scorekeeper.engine.games.estimation.scoring import HIGH
from scorekeeper.engine.games.exact_bids import AWARDS, MADE, ExactBidStatistics
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import Sentence, say, say_count


class EstimationStatistics(ExactBidStatistics, Awards):
    """The figures of exact bids, plus callers, equal calls, dash calls and last calls."""

    figures = (
        *ExactBidStatistics.figures,
        Figure("made-caller", say("As the caller"), MADE),
        Figure("made-with", say("Calling as many as the caller"), MADE),
        Figure("dash", say("Dash calls"), MADE),
        Figure("made-last", say("As the last to call"), MADE),
        Figure("made-high", say("Calls of eight or more"), MADE),
        Figure("caller", say("Won the auction"), MADE),
    )
    awards = (
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

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        """Each call, under every heading that it belongs to."""
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

    def deed(self, deal: Deal, side: int) -> Sentence | None:
        """The call of a player, made or missed; a dash call by its name."""
        if deal.score is None or deal.seating.sides[side][0] not in dash_callers(deal):
            return super().deed(deal, side)
        names = Names(deal.seating.sides[side])
        if deal.score.lines[side][0].made:
            return say("{side}'s made dash call", side=names)
        return say("{side}'s missed dash call", side=names)


def dash_callers(deal: Deal) -> tuple[object, ...]:
    """The players who made a dash call."""
    answered = deal.reading.answered("dash")
    return answered.answer if answered and isinstance(answered.answer, tuple) else ()
