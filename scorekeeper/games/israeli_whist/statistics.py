"""Statistics and awards of Israeli Whist: contracts made and missed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from scorekeeper.cards import Denomination
from scorekeeper.games.israeli_whist.scoring_schemes import TRICKS
from scorekeeper.rules.bidding_steps import ContractStep
from scorekeeper.rules.extension_points import Statistics
from scorekeeper.rules.figures import Award, By, Case, Figure, Measure
from scorekeeper.seating import Seat
from scorekeeper.wording import Sentence, say, say_count

if TYPE_CHECKING:
    from scorekeeper.rules.deal import Deal

_CONTRACTS = say("Contracts made")
_SIZES = say("Contracts made, by size")
_TRUMPS = say("Contracts made, by trump suit")
_DECLARED = say("Points per hand as declarer, by trump suit")
_WORTH = say("Points per hand, by size of contract")
_LAST = say("Contracts made, by turn to speak")
_AIM = say("Too much, too little")

_TRUMP_NAMES: dict[Denomination, Sentence] = {
    denomination: say("{denomination}", denomination=denomination) for denomination in Denomination
}

FIGURES: tuple[Figure, ...] = (
    Figure("made", say("All contracts"), _CONTRACTS),
    Figure("made-declarer", say("As declarer"), _CONTRACTS),
    Figure("made-other", say("Not as declarer"), _CONTRACTS),
    Figure("declared", say("Won the auction"), _CONTRACTS),
    *(
        Figure(f"made-size-{size}", say("Contract of {number}", number=size), _SIZES)
        for size in range(1, TRICKS + 1)
    ),
    Figure("made-zero-under", say("Zero, under"), _SIZES),
    Figure("made-zero-over", say("Zero, over"), _SIZES),
    *(
        Figure(f"made-{denomination.code}", name, _TRUMPS)
        for denomination, name in _TRUMP_NAMES.items()
    ),
    *(
        Figure(f"declarer-{denomination.code}", name, _DECLARED, Measure.MEAN, signed=True)
        for denomination, name in _TRUMP_NAMES.items()
    ),
    *(
        Figure(
            f"points-size-{size}",
            say("Contract of {number}", number=size),
            _WORTH,
            Measure.MEAN,
            signed=True,
        )
        for size in range(TRICKS + 1)
    ),
    Figure("made-last-barred", say("Last to speak, with a number barred"), _LAST),
    Figure("made-last-free", say("Last to speak, with every number open"), _LAST),
    Figure("made-not-last", say("Not the last to speak"), _LAST),
    Figure("too-many", say("Took more than contracted"), _AIM),
    Figure("too-few", say("Took fewer than contracted"), _AIM),
    Figure("off", say("Tricks over or under, per hand"), _AIM, Measure.MEAN),
)

AWARDS: tuple[Award, ...] = (
    Award(
        "made",
        say("Swiss watch"),
        lambda number: say_count("{count} contract made", "{count} contracts made", number),
        least=3,
    ),
    Award(
        "zero",
        say("Master of nothing"),
        lambda number: say_count("{count} zero made", "{count} zeros made", number),
    ),
    Award(
        "made-last-barred",
        say("Backed into a corner – and out again"),
        lambda number: say_count(
            "{count} contract made as the last to speak, with a number barred",
            "{count} contracts made as the last to speak, with a number barred",
            number,
        ),
    ),
    Award(
        "biggest",
        say("Big game hunter"),
        lambda number: say("a contract of {number} made", number=number),
        By.HIGH,
        least=6,
    ),
    Award(
        "too-many",
        say("Trick magnet"),
        lambda number: say_count(
            "{count} hand with too many", "{count} hands with too many", number
        ),
        least=3,
    ),
    Award(
        "too-few",
        say("The optimist"),
        lambda number: say_count("{count} hand with too few", "{count} hands with too few", number),
        least=3,
    ),
)


class ContractStatistics(Statistics):
    """Statistics of contracts made and missed."""

    figures = FIGURES

    def cases(self, deal: Deal, rules: Any) -> Iterator[Case]:
        """Yield the values that a deal adds to the figures and awards; none in a bonus round."""
        score = deal.score
        if score is None or not score.scene.contracts:
            return
        scene, points_of = score.scene, score.points
        trumps = scene.trumps
        last = _last_speaker(deal)
        over = scene.contract_sum > TRICKS
        for seat, contract in scene.contracts:
            taken, points = scene.tricks[seat], points_of[seat]
            yield Case(seat, f"points-size-{contract}", points)
            made = int(taken == contract)
            yield Case(seat, "made", made)
            yield Case(seat, _size(contract, over), made)
            if scene.declarer is not None:
                yield Case(seat, "made-declarer" if seat == scene.declarer else "made-other", made)
                yield Case(seat, "declared", int(seat == scene.declarer))
            if trumps is not None:
                if seat == scene.declarer:
                    yield Case(seat, f"declarer-{trumps.code}", points)
                yield Case(seat, f"made-{trumps.code}", made)
            if last:  # empty if the order of the contracts is unknown
                yield Case(seat, last.get(seat, "made-not-last"), made)
            yield Case(seat, "too-many", int(taken > contract))
            yield Case(seat, "too-few", int(taken < contract))
            yield Case(seat, "off", abs(taken - contract))
            yield Case(seat, "biggest", contract * made)
            yield Case(seat, "zero", int(made and not contract))


def _size(contract: int, over: bool) -> str:
    if contract:
        return f"made-size-{contract}"
    return "made-zero-over" if over else "made-zero-under"


def _last_speaker(deal: Deal) -> dict[Seat, str]:
    """Return the key of the figure that counts for the last player to speak, by seat.

    The dict is empty if the seat is unknown.
    """
    return {
        step.seat: "made-last-free" if step.barred is None else "made-last-barred"
        for step in (answered.step for answered in deal.reading.trail)
        if isinstance(step, ContractStep) and step.others is not None
    }
