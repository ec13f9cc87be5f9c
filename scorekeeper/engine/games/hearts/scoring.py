"""The points of a hand of Hearts: hearts, queen, jack, moon, and totals hit exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.games.hearts.house_rules import QUEEN, Floor, HeartsRules
from scorekeeper.engine.rules.earlier import Earlier
from scorekeeper.engine.rules.points import Line
from scorekeeper.engine.rules.wording import Points, Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class Taken:
    """The scoring cards of a hand, or its points if only these were recorded.

    cards      by seat, the number of hearts, or all points
    queen      the player who took the queen of spades; None if points were recorded
    jack       the player who took the jack of diamonds; None if it does not count
    all        the number of points in a hand
    """

    cards: tuple[int, ...]
    queen: Seat | None
    jack: Seat | None
    all: int

    def points(self, seat: int) -> int:
        """The points that a player took, without the jack."""
        return self.cards[seat] + (QUEEN if self.queen == seat else 0)

    def shooter(self, rules: HeartsRules) -> Seat | None:
        """The player who took everything, or None."""
        for seat in range(len(self.cards)):
            if self.points(seat) == self.all and (not rules.jack_in_moon or self.jack == seat):
                return Seat(seat)
        return None


def lines(
    taken: Taken, rules: HeartsRules, earlier: Earlier, moon: Seat | None, *, off: bool
) -> tuple[tuple[Line, ...], ...]:
    """The lines of every player.

    moon    the player who shot the moon, or None
    off     whether the moon is taken off that player's total

    Source: Wikipedia; the jack as at bicyclecards.com.
    """
    rows: list[list[Line]] = []
    for seat in range(len(taken.cards)):
        if moon is None:
            rows.append([_counted(taken, seat)])
        elif moon == seat:
            rows.append([_shot(-taken.all if off else 0)])
        else:
            rows.append([_by_another(0 if off else taken.all, moon)])
    if taken.jack is not None and not (rules.jack_in_moon and moon is not None):
        own = rows[taken.jack]
        own.append(_jack(own[0].points, rules, earlier.total(taken.jack)))
    return tuple(map(tuple, rows))


def no_trick(rules: HeartsRules) -> Line:
    """The points taken off for a player without a trick."""
    return Line(-rules.no_trick, say("no trick: {points}", points=Points(-rules.no_trick)))


def hit_exactly(lines: Sequence[Line], rules: HeartsRules, total: int) -> tuple[Line, ...]:
    """The lines of a player who had `total` before; hitting a limit exactly adds one."""
    total += sum(line.points for line in lines)
    if total not in rules.exact.totals:
        return tuple(lines)
    why = say("exactly {total}: {points}", total=total, points=Points(-50))
    return (*lines, Line(-50, why))


def _counted(taken: Taken, seat: int) -> Line:
    points, cards = taken.points(seat), taken.cards[seat]
    return Line(points, _why(points, cards, taken.queen is None, taken.queen == seat))


def _why(points: int, cards: int, summed: bool, queen: bool) -> Sentence:
    if summed:
        return say_count("{count} point taken", "{count} points taken", points)
    if queen:
        return say_count(
            "the queen and {count} heart: {points}",
            "the queen and {count} hearts: {points}",
            cards,
            points=Points(points),
        )
    return say_count("{count} heart", "{count} hearts", cards)


def _shot(points: int) -> Line:
    return Line(points, say("shot the moon: {points}", points=Points(points)), True)


def _by_another(points: int, moon: Seat) -> Line:
    return Line(points, say("{seat} shot the moon: {points}", seat=moon, points=Points(points)))


def _jack(points: int, rules: HeartsRules, total: int) -> Line:
    """The points that the jack takes off, within its limit."""
    most = rules.jack_value
    if rules.jack_floor is Floor.HAND:
        most = min(most, max(points, 0))
    elif rules.jack_floor is Floor.TOTAL:
        most = min(most, max(total + points, 0))
    return Line(-most, say("jack of diamonds: {points}", points=Points(-most)))
