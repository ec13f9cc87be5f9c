"""The sensible player of Spades, and the bids that are legal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from scorekeeper.cards import AnyCard, Card, Rank, Suit, of_suit
from scorekeeper.games.spades.bidding import BLIND, partners_of
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.spades.variants import TRICKS, SpadesRules
from scorekeeper.play.players import View
from scorekeeper.play.position import Action
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sensible_player import (
    Turn,
    card_of,
    choose_card,
    nearest_number,
    turn_of,
    worth_of,
)
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.bidding_steps import ContractStep
from scorekeeper.rules.script import Script
from scorekeeper.seating import Seat, Seating

HOPE = 28
"""Added to the worth of a hand, in 64ths of a trick; in trials 20 and 40 beat 0 and 60."""
NIL_WORTH = 96
"""The highest worth of a hand for a nil, in 64ths of a trick; three in four are then made."""
NIL_SPADES = 3
LOW = Rank.TEN


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Bids the estimated tricks, then plays for the side's bid and no further."""

    def decide(self, view: View, draws: Draws) -> Action:
        if isinstance(view.asking, ContractStep):
            return bid(view)
        assert view.trick is not None  # noqa: S101  (a card is due)
        table = Table.of(view)
        legal = [card for card in view.legal if isinstance(card, Card)]
        if table.gives(view.seat, view.trick):
            return cheapest(legal)
        turn = replace(turn_of(view, greedy=True), wins=table.wants(view.seat, view.trick))
        return _chosen(turn, legal)


def bid(view: View) -> int:
    """Return the number nearest to the worth of the hand.

    It is a nil for a poor hand without high spades. With the partner's bid it is no more than all
    tricks, if there is such a bid.
    """
    legal = [number for number in view.legal if isinstance(number, int)]
    said = dict(view.scene.contracts)
    partners = sum(said.get(seat, 0) for seat in partners_of(view.seat, view.seating))
    left = [number for number in legal if number <= view.scene.total - partners]
    numbers = left or [min(legal)]
    worth = worth_of(view.hand, Suit.SPADES, view.seating.players, len(view.hand))
    if 0 in numbers and (len(numbers) == 1 or _is_nil(view, worth)):
        return 0
    least = [number for number in numbers if number] or numbers
    return nearest_number(least, worth + HOPE)


def _is_nil(view: View, worth: int) -> bool:
    spades = of_suit([card for card in view.hand if isinstance(card, Card)], Suit.SPADES)
    low = all(card.rank <= LOW for card in spades) and len(spades) <= NIL_SPADES
    return low and worth <= NIL_WORTH


@dataclass(frozen=True, slots=True)
class Table:
    """How far each side is from its bid, as one player sees it.

    needs  the number of tricks that each side still needs; 0 or less once it has its bid, and all
           tricks in a hand that bids itself
    nils   the players who bid nil and have taken no trick
    left   the number of tricks to be played, the running one included
    view   the player's view
    """

    needs: tuple[int, ...]
    nils: frozenset[Seat]
    left: int
    view: View

    @classmethod
    def of(cls, view: View) -> Table:
        """Return the state as the player sees it."""
        contracts, taken = dict(view.scene.contracts), view.taken
        needs = tuple(
            sum(contracts.get(seat, 0) for seat in side)
            - sum(taken[seat] for seat in side if contracts.get(seat) != 0)
            if contracts
            else view.scene.total
            for side in view.seating.sides
        )
        nils = frozenset(seat for seat, bid in contracts.items() if not bid and not taken[seat])
        return cls(needs, nils, view.scene.total - len(view.tricks), view)

    def gives(self, seat: Seat, trick: TrickOf[AnyCard]) -> bool:
        """Return whether to leave the trick to the partner and play the cheapest card."""
        if not trick.cards or seat in self.nils or self._need(seat) <= 0:
            return False
        winner = trick.winner
        ours = self._side(winner) == self._side(seat)
        if not ours or winner in self.nils:
            return False
        turn = turn_of(self.view, greedy=True)
        return turn.last or _holds(trick, turn)

    def wants(self, seat: Seat, trick: TrickOf[AnyCard]) -> bool:
        """Return whether the player in `seat` goes for a trick."""
        if seat in self.nils:
            return False
        need = self._need(seat)
        if not trick.cards:
            return need > 0
        winner = trick.winner
        ours = self._side(winner) == self._side(seat)
        if winner in self.nils:  # protect the partner's nil, break an opponent's
            return ours or need >= self.left
        if need > 0:
            return True
        return not ours and 2 * self.needs[self._side(winner)] > self.left

    def _need(self, seat: Seat) -> int:
        return self.needs[self._side(seat)]

    def _side(self, seat: Seat) -> int:
        return self.view.seating.side_of(seat)


def cheapest(legal: Sequence[Card]) -> Card:
    """Return the lowest card, spades last."""
    return min(legal, key=lambda card: (card.suit is Suit.SPADES, card.rank, card.suit))


def _holds(trick: TrickOf[AnyCard], turn: Turn) -> bool:
    """Return whether no unseen card beats the best one of a trick in its suit."""
    best = trick.cards[(trick.winner - trick.leader) % trick.players]
    assert isinstance(best, Card)  # noqa: S101  (there are no jokers)
    higher = turn.unseen[best.suit] >> best.rank - Rank.TWO + 1
    return not higher


def _chosen(turn: Turn, legal: Sequence[Card]) -> Card:
    """Return the card of `choose_card`; if spades may not be led yet, its choice without spades."""
    card = card_of(*choose_card(turn))
    if card in legal:
        return card
    lanes = [lane if suit != Suit.SPADES else 0 for suit, lane in enumerate(turn.own)]
    clubs, diamonds, hearts, spades = lanes
    return card_of(*choose_card(replace(turn, own=(clubs, diamonds, hearts, spades))))


SENSIBLE = SensiblePlayer()


# Legal bids, for the kernel

NO_BID = -1


@dataclass(frozen=True, slots=True)
class LegalBids:
    """The legal bids of each player, from the eldest on, as masks.

    Bit n is a bid of n tricks; the bit above all tricks is a blind nil.

    masks     by place and the partner's bid (the number of its bit), or `NO_BID` for players whose
              partner has not bid, or who have none
    hooked    whether the last bidder may not make the bids add up to the number of tricks
    """

    masks: tuple[tuple[int, ...], ...]
    hooked: bool


@lru_cache(maxsize=64)
def legal_bids(rules: SpadesRules, players: int) -> LegalBids | None:
    """Return the legal bids in a hand without earlier ones, as the script of the game has them.

    None if the script asks for anything but a bid of each player, or if there are other bids.
    """
    seating = SPADES.seating(players, Seat(0), rules)
    bids: tuple[object, ...] = (*range(TRICKS[players] + 1), BLIND)
    partners = len(seating.sides) < players
    masks: list[tuple[int, ...]] = []
    hooked = False
    for place in range(players):
        row = [0] * (len(bids) + 1)
        partner = place - 2 if partners and place > 1 else None
        heard = [NO_BID] if partner is None else _bits(masks[partner][NO_BID])
        for bid in heard:
            for other in (0, -1):  # the others bid the lowest number, then the highest
                known = {partner: bids[bid]}
                step = _bid_asked(SPADES.script(seating, rules), seating, place, known, other)
                if step is None or not {*step.legal} <= {*bids}:
                    return None
                row[bid] |= sum(1 << bids.index(each) for each in step.legal)
                hooked |= step.barred is not None
        masks.append(tuple(row))
    return LegalBids(tuple(masks), hooked)


def _bid_asked(
    script: Script, seating: Seating, place: int, known: Mapping[int | None, object], other: int
) -> ContractStep | None:
    """Return the question for the bid at a place; None if the script asks for something else.

    known    the bids at some places before
    other    the index of the bids at the other places among the legal numbers
    """
    step = next(script)
    for number, seat in enumerate(seating.clockwise(seating.eldest)):
        if not isinstance(step, ContractStep) or step.seat != seat or not step.numbers:
            return None
        if number == place:
            return step
        step = script.send(known.get(number, step.numbers[other]))
    return None


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
