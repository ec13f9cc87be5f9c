"""What a person in one seat sees of a whole deal, and what a player is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.engine.cards import AnyCard
from scorekeeper.engine.draws import Draws
from scorekeeper.engine.play import TrickOf
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import Scene, Step
from scorekeeper.engine.whole.position import Action, Cards, Position


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one player sees it.

    hand      his own cards now
    legal     what is open to him
    asking    the script's question to him; None where a card is asked for
    said      the answers to the script's questions so far, for all to hear
    away      the cards that he has put away himself
    trick     the running trick; None before the play
    tricks    the tricks that are over
    slot      where the random numbers of this decision are found (see `Draws`)
    """

    seat: Seat
    seating: Seating
    rules: Any
    scene: Scene
    hand: Cards
    legal: tuple[Action, ...]
    asking: Step | None
    said: tuple[object, ...]
    away: Cards
    trick: TrickOf[AnyCard] | None
    tricks: tuple[TrickOf[AnyCard], ...]
    slot: int

    @classmethod
    def of(cls, position: Position, seat: Seat) -> View:
        """What the player whose turn it is sees."""
        return cls(
            seat,
            position.seating,
            position.rules,
            position.scene,
            position.hands[seat],
            position.legal,
            position.asking,
            position.bookmark.answers,
            position.away if position.game.taker(position) == seat else (),
            position.trick,
            position.tricks,
            len(position.game.pack) + position.made,
        )


class Player(Protocol):
    """Decides for one seat, and remembers nothing."""

    def decide(self, view: View, draws: Draws) -> Action:
        """One of `view.legal`."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Every legal decision is as likely as any other."""

    def decide(self, view: View, draws: Draws) -> Action:
        """Any legal one."""
        return view.legal[draws.below(len(view.legal), view.slot)]


RANDOM = RandomPlayer()


def play_out(position: Position, players: Sequence[Player], draws: Draws) -> Position:
    """Play a deal to its end; `players` by seat."""
    while (turn := position.turn) is not None:
        position = position.apply(players[turn].decide(View.of(position, turn), draws))
    return position
