"""The points of Bid Whist, with their reasons.

Source: the table of the printed house rules: a bid of n is for n + 6 tricks. It wins n points and
one for each further trick, or loses n; in no trump everything counts double. The other side scores
nothing.
"""

from __future__ import annotations

from scorekeeper.engine.games.bid_whist.bids import BIDS, BOOK, LEVELS, HighLowBid, Kind
from scorekeeper.engine.rules.points import Line, PointsTable, Prize
from scorekeeper.engine.rules.wording import Formula, Points, Sentence, say, say_count

TRICKS = 13  # twelve are played; the kitty is the first


def line(bid: HighLowBid, tricks: int) -> Line:
    """The points of the side that bid, with the reason."""
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
    """The line of the other side, which scores nothing."""
    return Line(0, say("no score: the other side's bid"))


def points_tables() -> tuple[PointsTable, ...]:
    """The points of each bid, made and failed: with trumps, and in no trump."""
    return (
        _table(say("High or low"), Kind.HIGH),
        _table(
            say("No trump"),
            Kind.NO_TRUMP,
            say("A bid is for {count} tricks more than its number.", count=BOOK),
            say("The other side scores nothing."),
        ),
    )


def _table(title: Sentence, kind: Kind, *notes: Sentence) -> PointsTable:
    return PointsTable(
        title,
        (say("bid"), say("made"), say("each more"), say("failed")),
        tuple(
            (say("{number}", number=number), _worth(HighLowBid(number, kind))) for number in LEVELS
        ),
        notes,
    )


def _worth(bid: HighLowBid) -> tuple[Points | None, ...]:
    """The points of a bid just made, for each further trick, and of a failed one."""
    made = line(bid, bid.aim).points
    more = Points(line(bid, bid.aim + 1).points - made) if bid.aim < TRICKS else None
    return Points(made), more, Points(line(bid, bid.aim - 1).points)


def prizes() -> tuple[tuple[Prize, ...], ...]:
    """The bids that a side can just make in one deal, with trumps or in no trump."""
    none = other_line().points
    trump, plain = (
        [bid for bid in BIDS if bid.kind is kind] for kind in (Kind.HIGH, Kind.NO_TRUMP)
    )
    return (
        tuple(
            Prize(say("a made {number}", number=bid.number), line(bid, bid.aim).points, none)
            for bid in trump  # the same for high and low
        ),
        tuple(
            Prize(say("a made {bid}", bid=bid), line(bid, bid.aim).points, none) for bid in plain
        ),
    )
