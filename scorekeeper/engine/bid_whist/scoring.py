"""The points of Bid Whist, each with its reason.

Source: the table of the printed house rules: a bid of n is for n + 6 tricks and wins n points and
one for each further trick, or loses n; in no trump all of it counts twice. The other side scores
nothing.
"""

from __future__ import annotations

from scorekeeper.engine.bid_whist.bids import BIDS, HighLowBid, Kind
from scorekeeper.engine.points import Line, Prize
from scorekeeper.engine.wording import Formula, Points, say, say_count

TRICKS = 13  # twelve are played; the kitty is the first


def line(bid: HighLowBid, tricks: int) -> Line:
    """The points of the side that bid, with their reason."""
    if tricks < bid.aim:
        return Line(
            -bid.worth,
            say_count(
                "{count} trick short of {aim}: {points}",
                "{count} tricks short of {aim}: {points}",
                bid.aim - tricks,
                aim=bid.aim,
                points=Points(-bid.worth),
            ),
            False,
        )
    more = tricks - bid.aim
    points = bid.worth + more * bid.each
    worth = str(bid.worth) if bid.kind.has_trump else f"2 x {bid.number}"
    formula = Formula(
        f"{worth} + {more} x {bid.each} = {points}" if more else f"{worth} = {points}"
    )
    if not more and bid.kind.has_trump:
        formula = Formula(worth)
    return Line(points, say("{bid} made: {formula}", bid=bid, formula=formula), True)


def other_line() -> Line:
    """The other side scores nothing."""
    return Line(0, say("nothing: the bid was the other side's"))


def prizes() -> tuple[tuple[Prize, ...], ...]:
    """What a side can win in one deal: a bid that is just made, with trumps or without."""
    none = other_line().points
    trump, plain = (
        [bid for bid in BIDS if bid.kind is kind] for kind in (Kind.HIGH, Kind.NO_TRUMP)
    )
    return (
        tuple(
            Prize(say("a made {number}", number=bid.number), line(bid, bid.aim).points, none)
            for bid in trump  # high or low, which is the same
        ),
        tuple(
            Prize(say("a made {bid}", bid=bid), line(bid, bid.aim).points, none) for bid in plain
        ),
    )
