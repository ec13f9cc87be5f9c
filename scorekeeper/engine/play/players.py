"""Players of whole deals: what a person in one seat sees, and how they decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.engine.cards.cards import AnyCard
from scorekeeper.engine.cards.seating import SEATS, Seat, Seating
from scorekeeper.engine.cards.tricks import TrickOf
from scorekeeper.engine.play.actions import Action, Exchange, Phase, Said
from scorekeeper.engine.play.held_cards import Cards
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import AuctionStep, Scene, Step

# Where the random numbers of a decision are found (see `Draws`); the first ones deal the cards.
FIRST_CARD_SLOT = 64
FIRST_CONTRACT_SLOT = 120
FIRST_EXCHANGE_SLOT = 128
FIRST_AWAY_SLOT = 240
FIRST_CALL_SLOT = 256
CALLS_AN_AUCTION = 512


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one player sees it.

    hand        their own cards now
    legal       what is open to them
    asking      the script's question to them; None where cards are asked for
    said        everything that was said so far, by whom, for all to hear
    given       the cards that they gave in each exchange
    received    the cards that they were given in each exchange
    exchange    the running exchange; None outside of one
    away        the cards that they have put away themselves
    shown       the cards of the stock that lie open
    trick       the running trick; None before the play
    tricks      the tricks that are over
    slot        where the random numbers of this decision are found (see `Draws`)
    """

    seat: Seat
    seating: Seating
    rules: Any
    phase: Phase
    scene: Scene
    hand: Cards
    legal: tuple[Action, ...]
    asking: Step | None
    said: tuple[Said, ...]
    given: tuple[Cards, ...]
    received: tuple[Cards, ...]
    exchange: Exchange | None
    away: Cards
    shown: Cards
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
            position.phase,
            position.scene,
            position.hands[seat],
            position.legal,
            position.asking,
            position.said,
            tuple([given[seat] for given in position.exchanges]),
            _received(position, seat),
            position.exchange,
            position.away if position.away and position.game.taker(position) == seat else (),
            position.shown,
            position.trick,
            position.tricks,
            slot_of(position, seat),
        )

    @property
    def taken(self) -> tuple[int, ...]:
        """How many tricks each seat has taken so far: who takes one leads to the next."""
        later = (*self.tricks[1:], self.trick) if self.tricks else ()
        leaders = [trick.leader for trick in later if trick is not None]
        return tuple([leaders.count(seat) for seat in SEATS[: self.seating.players]])


class Player(Protocol):
    """Decides for one seat, and remembers nothing."""

    def decide(self, view: View, draws: Draws) -> Action:
        """One of `view.legal`."""


class Players(Companion):
    """The companion that names who can play a game for the engine; the first is the usual one."""

    names: tuple[str, ...] = ("random",)

    def named(self, name: str, samples: int = 100) -> Player:  # noqa: ARG002  (some look at samples)
        """The player of one of the `names`; raises KeyError for another name.

        samples    how many samples a player that samples looks at for a decision
        """
        known: Mapping[str, Player] = {"random": RANDOM}
        return known[name]


class SensiblePlayers(Players):
    """A sensible player, who is the usual one, and the random one."""

    names = ("sensible", "random")

    def __init__(self, sensible: Player) -> None:
        self.sensible = sensible

    def named(self, name: str, samples: int = 100) -> Player:
        """The player of this name."""
        return self.sensible if name == "sensible" else super().named(name, samples)


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Every legal decision is as likely as any other."""

    def decide(self, view: View, draws: Draws) -> Action:
        """Any legal one; cards to give are drawn one after another."""
        if view.exchange is not None:
            left = list(view.hand)
            return tuple(
                left.pop(draws.below(len(left), view.slot + number))
                for number in range(view.exchange.cards)
            )
        return view.legal[draws.below(len(view.legal), view.slot)]


RANDOM = RandomPlayer()


def players_named(
    book: Rulebook[Any], names: Sequence[str], samples: int = 100
) -> tuple[Player, ...]:
    """The players of a game, by seat; raises ValueError for a name that is not known."""
    offered = Players.of(book)
    known = ", ".join(offered.names)
    for name in names:
        if name not in offered.names:
            raise ValueError(f"“{name}” is no player of {book.name}: {known}.")
    if len(names) not in book.players:
        low, high = book.players[0], book.players[-1]
        many = str(low) if low == high else f"{low} to {high}"
        raise ValueError(f"{many} players are needed, each of them one of: {known}")
    return tuple(offered.named(name, samples) for name in names)


def play_out(position: Position, players: Sequence[Player], draws: Draws) -> Position:
    """Play a deal to its end; `players` by seat."""
    while (turn := position.turn) is not None:
        position = position.apply(players[turn].decide(View.of(position, turn), draws))
    return position


def slot_of(position: Position, seat: Seat) -> int:
    """Where the random numbers of the decision that is due are found."""
    done, running = len(position.exchanges), position.trick
    if running is not None:
        players = position.seating.players
        return FIRST_CARD_SLOT + players * len(position.tricks) + len(running.cards)
    if position.giving is not None:
        return FIRST_EXCHANGE_SLOT + 16 * done + 4 * seat
    match position.asking:
        case AuctionStep(auction=auction):
            return FIRST_CALL_SLOT + CALLS_AN_AUCTION * done + len(auction.calls)
        case None:
            return FIRST_AWAY_SLOT + len(position.away)
    return FIRST_CONTRACT_SLOT + seat


def _received(position: Position, seat: Seat) -> tuple[Cards, ...]:
    received = []
    for number, given in enumerate(position.exchanges, 1):
        exchange = position.game.exchange(position.seating, position.rules, number)
        assert exchange is not None  # noqa: S101  (it was held)
        received.append(given[(seat - exchange.steps) % len(given)])
    return tuple(received)
