"""Computer players: the view of one seat, and the decisions made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from scorekeeper.cards import AnyCard
from scorekeeper.play.position import Action, Cards, Exchange, Phase, Position, Said, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.rulebook import PlayExtra, Rulebook
from scorekeeper.rules.steps import Scene, Step
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.tricks import TrickOf

# The slots of each decision's random numbers (see `Draws`); the slots before them deal the cards.
FIRST_CARD_SLOT = 64
FIRST_CONTRACT_SLOT = 120
FIRST_EXCHANGE_SLOT = 128
FIRST_AWAY_SLOT = 240
FIRST_CALL_SLOT = 256
CALLS_AN_AUCTION = 512


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one player sees it.

    hand        their cards now
    legal       their legal actions
    asking      the script's question to them; None if a card is to be put away or played
    said        everything said so far, in order
    given       the cards that they gave in each exchange
    received    the cards that they received in each exchange
    exchange    the running exchange, or None
    away        the cards that they have put away
    shown       the cards of the stock that lie open
    trick       the running trick; None before the play
    tricks      the completed tricks
    slot        the slot of this decision's random numbers (see `Draws`)
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
        """Return the view of the player whose turn it is."""
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
        """The number of tricks that each seat has taken so far."""
        later = (*self.tricks[1:], self.trick) if self.tricks else ()
        leaders = [trick.leader for trick in later if trick is not None]  # a winner leads next
        return tuple([leaders.count(seat) for seat in SEATS[: self.seating.players]])


class Player(Protocol):
    """The interface of a computer player; it decides for one seat and has no memory."""

    def decide(self, view: View, draws: Draws) -> Action:
        """Return the player's decision: one of `view.legal`."""


class Players(PlayExtra):
    """An optional part of a game's card play: the computer players; the first is the default."""

    names: tuple[str, ...] = ("random",)

    def named(self, name: str, samples: int = 100) -> Player:
        """Return the player with this name; raises KeyError for an unknown one.

        samples    the number of samples per decision, for a player that samples
        """
        known: Mapping[str, Player] = {"random": RANDOM}
        return known[name]


class SensiblePlayers(Players):
    """A game's computer players if there are two: a sensible one, the default, and a random one."""

    names = ("sensible", "random")
    sensible: Player

    def named(self, name: str, samples: int = 100) -> Player:
        return self.sensible if name == "sensible" else super().named(name, samples)


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """A computer player that chooses uniformly among the legal actions."""

    def decide(self, view: View, draws: Draws) -> Action:
        """Return a random legal action; cards to pass on are drawn one after another."""
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
    """Return the players with these names, by seat.

    Raises ValueError for an unknown name, and for a number of players whose hands cannot be played.
    """
    offered = Players.of(book)
    known = ", ".join(offered.names)
    for name in names:
        if name not in offered.names:
            raise ValueError(f"“{name}” is no player of {book.name}: {known}.")
    if len(names) not in book.players:
        low, high = book.players[0], book.players[-1]
        many = str(low) if low == high else f"{low} to {high}"
        raise ValueError(f"{many} players are needed, each of them one of: {known}")
    if (whole := WholeGame[Any].find(book)) is not None:
        whole.check_players(len(names))
    return tuple(offered.named(name, samples) for name in names)


def play_out(position: Position, players: Sequence[Player], draws: Draws) -> Position:
    """Play a deal to its end and return its last position; `players` by seat."""
    while (turn := position.turn) is not None:
        position = position.apply(players[turn].decide(View.of(position, turn), draws))
    return position


def slot_of(position: Position, seat: Seat) -> int:
    """Return the slot of the random numbers for the decision that is due (see `Draws`)."""
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
        assert exchange is not None  # noqa: S101  (the exchange took place)
        received.append(given[(seat - exchange.steps) % len(given)])
    return tuple(received)
