"""Player statistics of Bid Whist: bids made and missed, and their size."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scorekeeper.engine.analysis.awards import Award
from scorekeeper.engine.analysis.statistics import Case, Figure, Measure
from scorekeeper.engine.games.bid_whist.bids import LEVELS, HighLowBid, Kind
from scorekeeper.engine.rules.wording import say, say_count

if TYPE_CHECKING:
    from scorekeeper.engine.rules.game import Deal

_BIDS = say("Bids made")
_SIZES = say("Bids made, by size")
_KINDS = say("Bids made, by kind")

_KIND_NAMES = {Kind.HIGH: say("High"), Kind.LOW: say("Low"), Kind.NO_TRUMP: say("No trump")}

FIGURES: tuple[Figure, ...] = (
    Figure("made", say("As bid winner"), _BIDS),
    Figure("made-side", say("With the partner"), _BIDS),
    Figure("set", say("Bids of the other side defeated"), _BIDS),
    Figure("declared", say("Won the auction"), _BIDS),
    *(Figure(f"made-size-{size}", say("Bid of {number}", number=size), _SIZES) for size in LEVELS),
    *(Figure(f"made-{kind.code}", name, _KINDS) for kind, name in _KIND_NAMES.items()),
    Figure("extra", say("Tricks above the bid, a made bid"), _BIDS, Measure.MEAN),
)

AWARDS: tuple[Award, ...] = (
    Award(
        "made",
        say("Bid and done"),
        lambda number: say_count("{count} bid made", "{count} bids made", number),
    ),
    Award(
        "failed",
        say("Sky was the limit"),
        lambda number: say_count("{count} bid too high", "{count} bids too high", number),
    ),
)


def cases(deal: Deal) -> Iterator[Case]:
    """The cases of `FIGURES` and `AWARDS` in a deal that counts.

    The size and kind of a bid are counted only for the bid winner.
    """
    score = deal.score
    if score is None or not isinstance(score.scene.bid, HighLowBid):
        return
    bid, declarer = score.scene.bid, score.scene.declarer
    assert declarer is not None  # noqa: S101  (a bid was won)
    ours = deal.seating.side_of(declarer)
    more = score.scene.tricks[ours] - bid.aim
    made = int(more >= 0)
    yield Case(declarer, "made", made)
    yield Case(declarer, "failed", 1 - made)
    yield Case(declarer, f"made-size-{bid.number}", made)
    yield Case(declarer, f"made-{bid.kind.code}", made)
    for number, side in enumerate(deal.seating.sides):
        for seat in side:
            yield Case(seat, "declared", int(seat == declarer))
            yield Case(seat, *(("made-side", made) if number == ours else ("set", 1 - made)))
            if number == ours and made:
                yield Case(seat, "extra", more)
