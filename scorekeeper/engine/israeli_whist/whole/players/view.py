"""What a person in one seat sees, and what a player is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from scorekeeper.engine.auction import Auction
from scorekeeper.engine.bids import Call
from scorekeeper.engine.cards import Card
from scorekeeper.engine.draws import Draws
from scorekeeper.engine.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.israeli_whist.whole.position import Position
from scorekeeper.engine.israeli_whist.whole.talk import Action, Hand, Passed, Phase
from scorekeeper.engine.play import Trick
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import AuctionStep, ContractStep, Scene

T = TypeVar("T")

FIRST_CARD_SLOT = 64
FIRST_CONTRACT_SLOT = 120
FIRST_EXCHANGE_SLOT = 128
FIRST_CALL_SLOT = 256
CALLS_AN_AUCTION = 512


@dataclass(frozen=True, slots=True)
class View:
    """A deal as one player sees it.

    hand       his own cards now, low to high
    given      the cards that he gave in each exchange, his own choice
    received   the cards that he was given in each exchange
    scene      the bid, the declarer and the contracts, for all to see
    auction    the running auction; None outside of one
    contract   the running question for a contract; None outside of it
    trick      the running trick; None before the play and after it
    tricks     the tricks that are over
    """

    seat: Seat
    seating: Seating
    rules: IsraeliWhistRules
    phase: Phase
    hand: Hand
    given: tuple[Passed, ...]
    received: tuple[Passed, ...]
    scene: Scene
    auction: Auction | None
    contract: ContractStep | None
    trick: Trick | None
    tricks: tuple[Trick, ...]
    exchange: int

    @classmethod
    def of(cls, position: Position, seat: Seat) -> View:
        """What one seat sees of a position."""
        step, rules, given = position.bookmark.step, position.rules, position.talk.exchanged
        return cls(
            seat=seat,
            seating=position.seating,
            rules=rules,
            phase=position.phase,
            hand=position.hands[seat],
            given=tuple(cards[seat] for cards in given),
            received=tuple(
                cards[(seat - rules.exchange_steps(number)) % PLAYERS]
                for number, cards in enumerate(given, 1)
            ),
            scene=position.scene,
            auction=step.auction if isinstance(step, AuctionStep) else None,
            contract=step if isinstance(step, ContractStep) else None,
            trick=position.trick,
            tricks=position.tricks,
            exchange=len(given),
        )

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls open to him in the running auction."""
        return () if self.auction is None else self.auction.legal

    @property
    def numbers(self) -> tuple[int, ...]:
        """The contracts open to him."""
        return () if self.contract is None else self.contract.legal

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that he may play."""
        return () if self.trick is None else self.trick.legal(self.hand)

    @property
    def taken(self) -> tuple[int, ...]:
        """The tricks of each seat so far."""
        winners = [trick.winner for trick in self.tricks]
        return tuple(winners.count(Seat(seat)) for seat in range(PLAYERS))

    @property
    def slot(self) -> int:
        """Where the random numbers of this decision are found (see `Draws`)."""
        match self.phase:
            case Phase.CALL if self.auction is not None:
                return FIRST_CALL_SLOT + CALLS_AN_AUCTION * self.exchange + len(self.auction.calls)
            case Phase.EXCHANGE:
                return FIRST_EXCHANGE_SLOT + 16 * self.exchange + 4 * self.seat
            case Phase.CONTRACT:
                return FIRST_CONTRACT_SLOT + self.seat
        running = 0 if self.trick is None else len(self.trick.cards)
        return FIRST_CARD_SLOT + PLAYERS * len(self.tricks) + running


class Player(Protocol):
    """Decides for one seat: a method for each kind of decision, and nothing remembered."""

    @property
    def name(self) -> str:
        """What it is called in commands and tables."""

    def call(self, view: View, draws: Draws) -> Call:
        """A bid or a pass."""

    def exchange(self, view: View, draws: Draws) -> Passed:
        """The three cards to pass on."""

    def contract(self, view: View, draws: Draws) -> int:
        """How many tricks to contract for."""

    def card(self, view: View, draws: Draws) -> Card:
        """The card to play."""


def decide(player: Player, view: View, draws: Draws) -> Action:
    """Ask a player for the decision that is due."""
    match view.phase:
        case Phase.CALL:
            return player.call(view, draws)
        case Phase.EXCHANGE:
            return player.exchange(view, draws)
        case Phase.CONTRACT:
            return player.contract(view, draws)
    return player.card(view, draws)


def play_out(position: Position, players: Sequence[Player], draws: Draws) -> Position:
    """Play a deal to its end; `players` by seat."""
    while (turn := position.turn) is not None:
        position = position.apply(decide(players[turn], View.of(position, turn), draws))
    return position
