"""Many deals of Wizard at once: the tricks, with Wizards and Jesters as the cards of no suit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.cards import Suit
from scorekeeper.games.wizard import PACK
from scorekeeper.play.kernel.arrays import (
    Column,
    Lanes,
    any_of,
    count_of,
    either,
    first_of,
    highest,
    is_some,
    lowest,
    masked,
)
from scorekeeper.play.kernel.card_play import Tables
from scorekeeper.play.kernel.dealing import SUITS
from scorekeeper.play.kernel.exact_bids_deals import ExactBidsBatch, ExactBidsDeals
from scorekeeper.play.kernel.running_tricks import RunningTricks
from scorekeeper.play.kernel.sensible_choice import wants_trick
from scorekeeper.play.optional_numpy import np
from scorekeeper.play.sensible_player import TRICK

JESTERS, WIZARDS = np.int16(0x0F), np.int16(0xF0)
_WIZARD = np.int16(2**14)  # the strength of a Wizard, more than that of any trump


@dataclass
class WizardTricks(RunningTricks):
    """The running trick of Wizard: the first card that is no Jester sets the suit led.

    After a Wizard no suit is led. The first Wizard wins, and Jesters never do unless alone.
    """

    def without_suit(self, cards: Lanes) -> Column:
        return is_some(cards[SUITS] & JESTERS)

    def strength(self, cards: Lanes) -> Column:
        return super().strength(cards) | is_some(cards[SUITS] & WIZARDS) & _WIZARD

    def losing(self) -> tuple[Column, Column]:
        wizard, (led, trumps) = -(self.best >> 14), super().losing()
        return led | wizard, trumps | wizard


@dataclass
class WizardTables(Tables):
    """The play of many deals of Wizard; sensible players choose as `wizard.SensiblePlayer` does."""

    def _choose_sensibly(self) -> Lanes:
        own, want = self.hands[self.place], self.wants[self.place]
        holder = self.holder if self.place else np.zeros_like(want)
        wins = wants_trick(want, self.tricks - self.trick, holder)
        return self._follow(own, wins) if self.place else self._lead(own, wins)

    def _lead(self, own: Lanes, wins: Column) -> Lanes:
        """Return the highest or the lowest card of a suit; without one, a Wizard, then a Jester."""
        *suits, special = own
        alone = ~any_of(suits)
        return self._by_height([*suits, first_of(special & WIZARDS, special) & alone], wins)

    def _follow(self, own: Lanes, wins: Column) -> Lanes:
        """Return the card of `wizard._to_win` or `wizard._to_lose`."""
        *suits, special = own
        wizards, beaten = special & WIZARDS, -(self.running.best >> 14)
        follows = is_some(self.running.following(own))
        legal = [lane & (led | ~follows) for lane, led in zip(suits, self.running.led, strict=True)]
        winning = self._winning(legal)
        losing = [lane ^ card for lane, card in zip(legal, winning, strict=True)]
        losing.append(special & ~(WIZARDS & ~beaten))
        takes = wins & any_of(winning)
        ducks = ~wins & any_of(losing)
        wizard = wins & ~takes & is_some(wizards) & ~beaten
        keeps = ~wizard
        chosen = [
            either(takes, card, lane ^ (card & ducks)) & keeps
            for lane, card in zip(legal, winning, strict=True)
        ]
        special = either(ducks, losing[-1], either(wizard, wizards, special & ~takes))
        last = self.place == self.players - 1
        return self._by_height([*chosen, special], ~wins if last else ducks | takes)

    def _winning(self, legal: Sequence[Column]) -> Lanes:
        """Return the cards of each suit that would win the trick so far."""
        running, (losing, losing_trumps) = self.running, self.running.losing()
        free = np.zeros_like(losing) if running.open is None else running.open
        return [
            lane & (free | led & ~losing | trump & ~losing_trumps)
            for lane, led, trump in zip(legal, running.led, running.trump, strict=True)
        ]

    def _by_height(self, lanes: Lanes, high: Column) -> Lanes:
        """Return the highest of these cards where `high` is set, and the lowest elsewhere.

        The order is that of `wizard._height`; of equal cards the first in the pack is taken.
        """
        *suits, special = lanes
        trumps = masked(suits, self.running.trump)
        plain = [lane & ~trump for lane, trump in zip(suits, self.running.trump, strict=True)]
        others = plain[0] | plain[1] | plain[2] | plain[3]
        is_trump = either(high, is_some(trumps), ~is_some(others))
        lane = either(is_trump, trumps, others)
        bit = either(high, highest(lane), lowest(lane))
        wizards, jesters = special & WIZARDS, special & JESTERS
        before, after = either(high, wizards, jesters), either(high, jesters, wizards)
        chosen = lowest(first_of(before, after & ~is_some(lane)))
        bit &= ~is_some(chosen)
        cards = []
        for own, trump in zip(suits, self.running.trump, strict=True):
            card = bit & own & ~(trump ^ is_trump)
            bit ^= card
            cards.append(card)
        return [*cards, chosen]


class WizardDeals(ExactBidsDeals):
    """Deals of Wizard: after a Wizard another card is turned up, and a Wizard is worth a trick."""

    kind = WizardTables
    card_rules = WizardTricks
    again = len(PACK) - len(Suit)

    def worth(self, hand: Sequence[Column], players: int) -> Column:
        wizards = count_of(hand[-1] & WIZARDS)
        worth: Column = super().worth(hand, players) + np.int16(TRICK) * wizards
        return worth


# Step by step


class WizardBatch(ExactBidsBatch):
    """Tables of Wizard; after a Wizard another card is turned up."""

    card_rules = WizardTricks
    turned_again = np.uint64((1 << len(PACK)) - (1 << len(PACK) - len(Suit)))
