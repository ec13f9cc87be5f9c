"""The companions of Spades: what it adds to its rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.engine.analysis.awards import Award, Awards
from scorekeeper.engine.analysis.statistics import Case, Figure, Measure, Statistics
from scorekeeper.engine.games.spades.player import SENSIBLE
from scorekeeper.engine.games.spades.whole import WHOLE
from scorekeeper.engine.play.players import SensiblePlayers
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.game import Deal
from scorekeeper.engine.rules.wording import say, say_count

_PART = say("Bids made")


class _Statistics(Statistics):
    figures = (
        Figure("made", say("The side's bid"), _PART),
        Figure("nil", say("Own nil bids"), _PART),
        Figure("over", say("Tricks above the bid, a made bid"), _PART, Measure.MEAN),
    )

    def cases(self, deal: Deal) -> Iterator[Case]:
        """Bids and bags of the side, nils of the player alone."""
        score = deal.score
        assert score is not None  # noqa: S101  (it counts)
        for index, side in enumerate(deal.seating.sides):
            said = [score.scene.contract_of(seat) or 0 for seat in side]
            lines = iter(score.lines[index])
            if sum(said):
                made = bool(next(lines).made)
                for seat in side:
                    yield Case(seat, "made", int(made))
                    if made:
                        yield Case(seat, "over", score.scene.tricks[index] - sum(said))
            for seat, number in zip(side, said, strict=True):
                if not number:
                    yield Case(seat, "nil", int(bool(next(lines).made)))


class _Awards(Awards):
    awards = (
        Award(
            "nil",
            say("Nothing at all"),
            lambda number: say_count("{count} nil made", "{count} nils made", number),
            least=1,
        ),
    )


COMPANIONS: tuple[Companion, ...] = (WHOLE, SensiblePlayers(SENSIBLE), _Statistics(), _Awards())
