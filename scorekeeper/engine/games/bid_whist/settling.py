"""Scoring a hand of Bid Whist at the terminal, from the bid and its side's tricks."""

from __future__ import annotations

from collections.abc import Mapping

from scorekeeper.engine.cards.bids import check_higher
from scorekeeper.engine.games.bid_whist.bids import LADDER, HighLowBid
from scorekeeper.engine.games.bid_whist.scoring import TRICKS, line, other_line
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.settling import Argument, Settled
from scorekeeper.engine.rules.steps.asking import number_of
from scorekeeper.engine.rules.wording import Points, say

ARGUMENTS = (
    Argument("bid", "The winning bid, as in “4 high”, 5L or 6NT."),
    Argument("tricks", "The tricks of the side that bid, the kitty among them."),
)


def settle(given: Mapping[str, str]) -> Settled:
    """The points of the side that bid, then of the other; raises EntryError."""
    bid = HighLowBid.parse(given["bid"])
    check_higher(bid, LADDER, None)
    tricks = number_of(given, "tricks")
    if tricks is None:
        raise MalformedEntry("no-number", say("How many tricks did the side take?"), "tricks")
    if not 1 <= tricks <= TRICKS:
        raise IllegalEntry(
            "tricks-out-of-range",
            say(
                "{tricks} tricks cannot be: from 1, the kitty, to {total}.",
                tricks=tricks,
                total=TRICKS,
            ),
            "tricks",
        )
    won, other = line(bid, tricks), other_line()
    label = "made" if won.made else "failed"
    return Settled(
        (
            f"{bid}, {bid.aim} tricks: {label}",
            f"  bid    {tricks:>3} took {Points(won.points)!s:>6}   {won.reason}",
            f"  other  {TRICKS - tricks:>3} took {Points(other.points)!s:>6}   {other.reason}",
        ),
        {
            "points": [won.points, other.points],
            "total": bid.aim,
            "label": label,
            "reasons": [[str(won.reason)], [str(other.reason)]],
        },
    )
