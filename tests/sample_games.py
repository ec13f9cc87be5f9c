"""Games of Israeli Whist and Bid Whist, written in a line per hand."""

from __future__ import annotations

from collections.abc import Sequence

from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import SOUTH

TO_300 = Ending(target=300)


def hand(
    bid: str, winner: int, contracts: Sequence[int], tricks: Sequence[int]
) -> tuple[Fact, ...]:
    """A hand; contracts in the order of speaking, tricks by seat."""
    return (
        {"bid": bid, "winner": winner},
        *({"number": number} for number in contracts),
        {"tricks": list(tricks)},
    )


def south_makes(number: int) -> tuple[Fact, ...]:
    """South declares and makes `number`, West a zero, East one; North is one short. One over."""
    rest = 13 - number
    return hand(f"{number}C", 0, (0, rest, 1), (number, 0, rest - 1, 1 if rest else 0))


PASSED: tuple[Fact, ...] = ({"bid": "pass"},)


def game(
    *hands: Sequence[Fact],
    rules: IsraeliWhistRules | None = None,
    ending: Ending = TO_300,
    stopped: bool = False,
) -> Game:
    """A game of Israeli Whist in which South deals first."""
    setup = Setup(ISRAELI_WHIST, rules or IsraeliWhistRules(), ending, 4, SOUTH)
    return read_game(setup, [DealRecord(tuple(facts)) for facts in hands], stopped)


def bid_whist(*hands: tuple[str, int, str, int], ending: Ending | None = None) -> Game:
    """A game of Bid Whist: the bid, who made it, what they announced, their side's tricks."""
    ending = ending or BID_WHIST.endings.usual
    setup = Setup(BID_WHIST, BID_WHIST.presets[0].rules, ending, 4, SOUTH)
    records = [
        DealRecord(({"bid": bid, "winner": winner}, {"choice": choice}, {"number": tricks}))
        for bid, winner, choice, tricks in hands
    ]
    return read_game(setup, records)
