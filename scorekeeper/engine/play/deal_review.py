"""Review of a played deal: the cost of each decision, separated from luck."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.play.actions import Action, Phase
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.records.notation import seat_text
from scorekeeper.engine.rules.extras import PlayExtra


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that was not the best one, judged by what its player could know.

    trick          the number of the trick, from 1; 0 before the play
    chosen, best   as written in a record
    cost, within   the mean loss in points, and the half width of its 95 % interval
    """

    seat: Seat
    trick: int
    chosen: str
    best: str
    cost: float
    within: float


@dataclass(frozen=True, slots=True)
class Share:
    """The sources of a player's points.

    points        the player's score
    expected      the expected score at the player's first choice, played as well as possible
    given_away    the total cost of the player's decisions in the list
    """

    seat: Seat
    points: int
    expected: float
    given_away: float

    @property
    def luck(self) -> float:
        """The remainder: the cards of the others, and what they did with them."""
        return self.points - self.expected + self.given_away


@dataclass(frozen=True, slots=True)
class Review:
    """The decisions of a deal that cost significantly, and the players' shares.

    samples    the number of deals on which each card was judged
    """

    samples: int
    decisions: tuple[Decision, ...]
    shares: tuple[Share, ...]

    def lines(self) -> Iterator[str]:
        for decision in self.decisions:
            where = (
                f"trick {decision.trick}, {decision.seat}" if decision.trick else str(decision.seat)
            )
            cost = f"{decision.cost:.1f} ± {decision.within:.1f} points"
            yield f"{where}: {decision.chosen}, {cost} worse than {decision.best}"
        if not self.decisions:
            yield "no decision cost anything beyond chance"
        yield "seat   points  promised  given away    luck"
        for share in self.shares:
            yield (
                f"{seat_text(share.seat):5}{share.points:+8}{share.expected:+10.1f}"
                f"{-share.given_away:+12.1f}{share.luck:+8.1f}"
            )

    def json(self) -> dict[str, Any]:
        return {
            "samples": self.samples,
            "decisions": [
                asdict(decision) | {"seat": seat_text(decision.seat)} for decision in self.decisions
            ],
            "shares": [
                asdict(share) | {"seat": seat_text(share.seat), "luck": share.luck}
                for share in self.shares
            ],
        }


class Reviewer(PlayExtra):
    """The extra that reviews deals of a game."""

    def review(self, end: Position, samples: int, seed: int) -> Review:
        """Judge every decision of a deal that has been played to its end."""
        raise NotImplementedError


def moves(end: Position) -> Iterator[tuple[Position, Action]]:
    """Every position of a deal that has been played to its end, with the action taken in it."""
    position = Position.start(end.game, end.rules, end.seating, end.dealt, end.stock)
    words, away = (word.what for word in end.said), iter(end.away)
    cards = (card for trick in end.tricks for card in trick.cards)
    while (turn := position.turn) is not None:
        match position.phase:
            case Phase.SAY:
                action: Action = next(words)
            case Phase.GIVE:
                action = end.exchanges[len(position.exchanges)][turn]
            case Phase.PUT_AWAY:
                action = next(away)
            case _:
                action = next(cards)
        yield position, action
        position = position.apply(action)
