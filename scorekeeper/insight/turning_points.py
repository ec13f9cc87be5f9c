"""The turning points of a game, in words: “Noa's missed 6 cost 80 and the lead”."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import places
from scorekeeper.rules.extension_points import contract_deed
from scorekeeper.rules.game import Game
from scorekeeper.rules.points import DealScore
from scorekeeper.seating import Names, Side
from scorekeeper.wording import Sentence, say

MOST = 3
FEWEST_DEALS = 3
LEAST_CHANGE = 0.1

Chances = Sequence[float]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """A deal that turned the game, and the side that turned it.

    sentence         what the side did, in words
    weight           how much the deal turned the game, for comparison with other deals
    before, after    the side's chance to win before and after the deal; None if unknown
    """

    deal: Deal
    side: int
    sentence: Sentence
    weight: float
    before: float | None = None
    after: float | None = None


def turning_points(game: Game, chances: Sequence[Chances] = ()) -> tuple[TurningPoint, ...]:
    """Return the few deals that turned the game most, in their order.

    chances    each side's chance before the first deal and after each of `game.played`; turning
               points are then the greatest changes of a chance. Without chances they are changes
               of the lead and the deals with the most points
    """
    played = game.played
    if sum(deal.counts for deal in played) < FEWEST_DEALS:
        return ()
    turns = list(_by_chances(game, chances) if chances else _by_points(game))
    turns.sort(key=lambda turn: -turn.weight)
    return tuple(sorted(turns[:MOST], key=lambda turn: turn.deal.number))


def _by_chances(game: Game, chances: Sequence[Chances]) -> Iterator[TurningPoint]:
    for deal, before, after in _with_earlier(game, chances):
        changes = [then - now for now, then in zip(before, after, strict=True)]
        side = _mover(changes, deal)
        if side is not None and abs(changes[side]) >= LEAST_CHANGE:
            sentence = _describe(game, deal, side)
            yield TurningPoint(deal, side, sentence, abs(changes[side]), before[side], after[side])


def _by_points(game: Game) -> Iterator[TurningPoint]:
    """Yield a turn for each deal, by the side that won or lost the most points.

    If the lead changed, only sides that took or lost it are compared, and the difference between
    the highest and the lowest points of the deal is added to the weight. Taking the lead for the
    first time in the game is not a change.
    """
    for played in game.played:
        deal = played.of_its_sides
        if not deal.counts or deal.score is None:
            continue
        points, low = deal.score.points, game.setup.ending.low
        changed = {
            side
            for side in range(len(points))
            if _leaders(_before(deal), low)
            and (
                (_took_the_lead(deal, side, low) and (points[side] > 0) is not low)
                or (_lost_the_lead(deal, side, low) and (points[side] < 0) is not low)
            )
        }
        side = max(changed or range(len(points)), key=lambda side: abs(points[side]))
        if points[side]:
            weight = abs(points[side]) + bool(changed) * (max(points) - min(points))
            column = deal.seating.columns[side]
            yield TurningPoint(played, column, _describe(game, deal, side), weight)


def _with_earlier(
    game: Game, chances: Sequence[Chances]
) -> Iterator[tuple[Deal, Chances, Chances]]:
    for deal, before, after in zip(game.played, chances, chances[1:], strict=False):
        if deal.counts:
            yield deal, before, after


def _mover(changes: Sequence[float], deal: Deal) -> int | None:
    """Return the side with the greatest change that its own points explain, or None."""
    assert deal.score is not None  # noqa: S101  (only deals that count)
    own = [side for side, points in enumerate(deal.score.points) if points * changes[side] > 0]
    return max(own, key=lambda side: abs(changes[side]), default=None)


def _before(deal: Deal) -> tuple[int, ...]:
    assert deal.score is not None  # noqa: S101  (only deals that count)
    return tuple(now - gained for now, gained in zip(deal.totals, deal.score.points, strict=True))


def _leaders(totals: Sequence[int], low: bool) -> set[int]:
    """Return the indices of the sides in first place; empty if all are level."""
    first = {side for side, place in enumerate(places(totals, low=low)) if place == 1}
    return set() if len(first) == len(totals) else first


def _took_the_lead(deal: Deal, side: int, low: bool) -> bool:
    """Return whether a side became the sole leader in a deal."""
    return _leaders(_before(deal), low) != {side} == _leaders(deal.totals, low)


def _lost_the_lead(deal: Deal, side: int, low: bool) -> bool:
    """Return whether a side was the sole leader before a deal, and is not even level after it."""
    return _leaders(_before(deal), low) == {side} and side not in _leaders(deal.totals, low)


def _describe(game: Game, deal: Deal, side: int) -> Sentence:
    """Describe what a side of a deal did in it, its points, and a change of the lead."""
    assert deal.score is not None  # noqa: S101  (only deals that count)
    points = deal.score.points[side]
    low = game.setup.ending.low
    took, lost = _took_the_lead(deal, side, low), _lost_the_lead(deal, side, low)
    seats = deal.seating.sides[side]
    fined = any(deal.record.revokes[seat] for seat in seats if deal.record.revokes)
    own = None if fined else game.setup.book.deeds.describe(deal, side)
    what = own or _deed(deal.score, seats, side)
    blanks = {"deed": what, "points": abs(points)}
    if low:
        return _describe_low(blanks, points > 0, took=took, lost=lost)
    if points < 0:
        if lost:
            return say("{deed} cost {points} and the lead", **blanks)
        return say("{deed} cost {points}", **blanks)
    if deal.course.decided and _leaders(deal.totals, low) == {side}:
        return say("{deed} brought {points} and the game", **blanks)
    if took:
        return say("{deed} brought {points} and the lead", **blanks)
    return say("{deed} brought {points}", **blanks)


def _describe_low(blanks: dict[str, object], more: bool, *, took: bool, lost: bool) -> Sentence:
    """Return the sentence of `_describe` for a game that the lowest total wins.

    Points are a cost in such a game.
    """
    if more and lost:
        return say("{deed} cost {points} and the lead", **blanks)
    if more:
        return say("{deed} cost {points}", **blanks)
    if took:
        return say("{deed} took off {points} and brought the lead", **blanks)
    return say("{deed} took off {points}", **blanks)


def _deed(score: DealScore, side: Side, index: int) -> Sentence:
    """Return what a side did, in words: its contract, made or missed, or just “hand”.

    Fines count as points.
    """
    names, lines, scene = Names(side), score.lines[index], score.scene
    made = lines[0].made
    alone = len(side) == 1
    number = scene.contract_of(side[0]) if alone else None
    if made is None or len(lines) > 1 or (number is None and scene.declarer not in side):
        return say("{side}'s hand", side=names)
    if number is None:
        if made:
            return say("{side}'s made {bid}", side=names, bid=scene.declared)
        return say("{side}'s missed {bid}", side=names, bid=scene.declared)
    return contract_deed(names, number, made=made)
