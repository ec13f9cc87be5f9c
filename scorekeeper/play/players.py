"""Computer players: the view of one seat, and the decisions made from it."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, cast

from scorekeeper.cards import AnyCard, Suit
from scorekeeper.errors import EntryError
from scorekeeper.play.card_play_parts import CardPlayPart
from scorekeeper.play.position import (
    VERBS,
    Action,
    Cards,
    Exchange,
    Phase,
    Position,
    Said,
    WholeGame,
)
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import Earlier
from scorekeeper.rules.steps import Scene, Step
from scorekeeper.seating import SEATS, Seat, Seating

# The slots of each decision's random numbers (see `Draws`); the slots before them deal the cards.
FIRST_CARD_SLOT = 64
FIRST_CONTRACT_SLOT = 120
FIRST_EXCHANGE_SLOT = 128
FIRST_AWAY_SLOT = 240
FIRST_CALL_SLOT = 256
CALLS_AN_AUCTION = 512


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one player sees it, without anything that is hidden from the player.

    seat        the player's seat
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
    trump       the trump suit; None if there is none, or if it is not known yet
    earlier     the totals and carried values before the deal
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
    trump: Suit | None
    earlier: Earlier
    slot: int

    def __repr__(self) -> str:
        """Return one short line: the seat, what is due, and the hand."""
        return f"<View of {self.seat}, to {VERBS[self.phase]}: {' '.join(map(str, self.hand))}>"

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
            position.game.trump(position),
            position.earlier,
            slot_of(position, seat),
        )

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each side before the deal; empty for a deal outside a game."""
        return self.earlier.totals

    @property
    def left(self) -> object:
        """The value that the last deal passed on, such as the bags of each side; or None."""
        return self.earlier.left

    @property
    def contracts(self) -> Mapping[Seat, int]:
        """The contracts and bids announced so far, by seat."""
        return dict(self.scene.contracts)

    @property
    def taken(self) -> tuple[int, ...]:
        """The number of tricks that each seat has taken so far."""
        later = (*self.tricks[1:], self.trick) if self.tricks else ()
        leaders = [trick.leader for trick in later if trick is not None]  # a winner leads next
        return tuple([leaders.count(seat) for seat in SEATS[: self.seating.players]])


class Player(Protocol):
    """The interface of the engine's players; they decide for one seat and have no memory."""

    def decide(self, view: View, draws: Draws) -> Action:
        """Return the player's decision: one of `view.legal`."""


class Players(CardPlayPart, point="computer_players"):
    """The computer players of a game; the first is the default."""

    names: tuple[str, ...] = ("random",)

    def named(self, name: str, samples: int = 100) -> Player:
        """Return the player with this name; raises KeyError for an unknown one.

        samples    the number of samples per decision, for a player that samples
        """
        known: Mapping[str, Player] = {"random": RANDOM}
        return known[name]


class SensiblePlayers(Players):
    """A game's computer players if there are two: a sensible one, the default, and a random one."""

    names: tuple[str, ...] = ("sensible", "random")

    def __init__(self, sensible: Player) -> None:
        self.sensible = sensible

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


class OwnPlayer(Protocol):
    """The interface of a player of somebody else: the view is all that it is given.

    It may have a memory and random numbers of its own.
    """

    def decide(self, view: View) -> Action:
        """Return the player's decision: one of `view.legal`; cards to pass on in any order."""


AnyPlayer = str | OwnPlayer
"""The name of a player of the engine, or an object with `decide(view)`."""


@dataclass(frozen=True, slots=True)
class Adapted:
    """A player of somebody else at a table of the engine."""

    own: OwnPlayer

    def decide(self, view: View, draws: Draws) -> Action:
        """Return the player's decision; raises ValueError if it is not legal."""
        decided = self.own.decide(view)
        if view.exchange is not None:
            given = cast("tuple[AnyCard, ...]", decided)
            try:
                view.exchange.check_gift(view.seat, view.hand, given)
            except (EntryError, TypeError):
                wanted = f"{view.exchange.cards} different cards of the hand"
                raise self._refused(view, decided, wanted) from None
            return tuple(given)
        try:
            return view.legal[view.legal.index(decided)]
        except ValueError:
            legal = ", ".join(map(str, view.legal[:MOST_NAMED]))
            raise self._refused(view, decided, legal) from None

    def _refused(self, view: View, decided: object, legal: str) -> ValueError:
        more = ", and so on" if len(view.legal) > MOST_NAMED and view.exchange is None else ""
        if isinstance(decided, tuple | list):
            decided = " ".join(map(str, decided))
        return ValueError(
            f"“{decided}” is no legal decision of {name_of(self.own)} ({view.seat}): {legal}{more}."
        )


MOST_NAMED = 20


@dataclass
class Engines:
    """A player of the engine as an object with `decide(view)`, for use in one's own players."""

    player: Player
    seed: int
    decisions: int = 0

    def decide(self, view: View) -> Action:
        """Return the player's decision, with fresh random numbers for each."""
        self.decisions += 1
        return self.player.decide(view, Draws.of(self.seed, self.decisions))


def name_of(player: AnyPlayer) -> str:
    """Return the name of a player; that of its class if it has none."""
    return str(
        player if isinstance(player, str) else getattr(player, "name", type(player).__name__)
    )


def by_seat(book: Rulebook[Any], players: object, many: int) -> tuple[AnyPlayer, ...]:
    """Return `many` players by seat: those of a sequence, or one for all; "" is the default one."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        one = Players.of(book).names[0] if players == "" else players
        return (cast("AnyPlayer", one),) * many
    return tuple(players)


def players_named(
    book: Rulebook[Any], players: Sequence[AnyPlayer], samples: int = 100
) -> tuple[Player, ...]:
    """Return the players by seat, given by their names or as objects with `decide(view)`.

    Raises ValueError for anything that is no player, and for a number of players whose hands
    cannot be played.
    """
    offered = Players.of(book)
    known = ", ".join(offered.names)
    for player in players:
        if isinstance(player, str) and player not in offered.names:
            raise ValueError(f"“{player}” is no player of {book.name}: {known}.")
        if not isinstance(player, str) and (reason := _why_no_player(player)) is not None:
            raise ValueError(f"{reason} Or name one of {book.name}: {known}.")
    if len(players) not in book.players:
        low, high = book.players[0], book.players[-1]
        many = str(low) if low == high else f"{low} to {high}"
        raise ValueError(f"{many} players are needed, each of them one of: {known}")
    if (whole := WholeGame[Any].find(book)) is not None:
        whole.check_players(len(players))
    return tuple(
        offered.named(player, samples) if isinstance(player, str) else Adapted(player)
        for player in players
    )


def _why_no_player(player: object) -> str | None:
    """Return why an object is no player, as a sentence; None if it is one."""
    decide = getattr(player, "decide", None)
    if isinstance(player, type):
        return f"“{player.__name__}” is a class; a player is an object of it."
    if not callable(decide):
        return f"“{player}” is no player: a player is an object with decide(view)."
    try:
        inspect.signature(decide).bind(None)
    except TypeError:
        return f"“{type(player).__name__}” is no player: its decide must take the view alone."
    return None


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
    if position.auction is not None:
        return FIRST_CALL_SLOT + CALLS_AN_AUCTION * done + len(position.auction.calls)
    if position.asking is None:
        return FIRST_AWAY_SLOT + len(position.away)
    return FIRST_CONTRACT_SLOT + seat


def _received(position: Position, seat: Seat) -> tuple[Cards, ...]:
    received = []
    for number, given in enumerate(position.exchanges, 1):
        exchange = position.game.exchange(position.seating, position.rules, number)
        assert exchange is not None  # noqa: S101  (the exchange took place)
        received.append(given[(seat - exchange.steps) % len(given)])
    return tuple(received)
