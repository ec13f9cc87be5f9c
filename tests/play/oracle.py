"""Oracle for the judge: records with planted irregularities, and the expected reports.

It shares no code with the judge. It plays its own tricks, with plain words for cards, and tracks
every planted card. It knows the irregularities because it made them; it searches only for revokes,
in the hands of that moment.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

SEATS = "SWNE"
ORDER = "23456789TJQKA"
Fault = tuple[str, str | None, int]
"""The code of an irregularity, the letter of the seat, and the number of the trick."""


@dataclass
class Deal:
    """A deal as words: hands, leader and trumps.

    suit      the suit that a card follows as, None for a card without one
    height    the rank of the card in that suit
    allowed   the cards that may be played from a hand, given the suit led
    """

    hands: dict[str, list[str]]
    leader: str
    suit: Callable[[str], str | None]
    height: Callable[[str], int]
    allowed: Callable[[list[str], str | None], list[str]]
    trump: str | None

    def led(self, cards: list[str]) -> str | None:
        return next((suit for card in cards if (suit := self.suit(card))), None)

    def winner(self, played: list[tuple[str, str]]) -> str:
        """The seat with the best card: trumps before the suit led, higher before lower."""
        led = self.led([card for _, card in played])

        def worth(card: str) -> tuple[int, int]:
            suit = self.suit(card)
            if suit is not None and suit == self.trump:
                return 2, self.height(card)
            return (1, self.height(card)) if suit is not None and suit == led else (0, 0)

        best = max(worth(card) for _, card in played)
        return next(seat for seat, card in played if worth(card) == best)


@dataclass
class Evening:
    """One deal played card by card, with planted irregularities.

    plan       the irregularities to plant, by the number of the trick
    words      the cards, played by their holders
    table      the tricks as written down
    unseen     the cards that a seat really parted with and the record never shows
    """

    deal: Deal
    rng: random.Random
    plan: dict[int, list[str]]
    words: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    unseen: dict[str, list[str]] = field(default_factory=dict)
    revokes: list[tuple[Fault, list[str], int]] = field(default_factory=list)

    def play(self, tricks: int) -> None:
        leader = self.deal.leader
        for number in range(1, tricks + 1):
            leader = self._trick(number, leader)
        for revoke in self.revokes:
            if not self._shown(*revoke):
                self.faults.remove(revoke[0])

    def _shown(self, revoke: Fault, due: list[str], before: int) -> bool:
        """Whether the record shows a revoke.

        It does not if none of the due cards is ever seen and the seat had parted unseen with as
        many before: these may have been the same cards.

        due       the cards that should have been played
        before    number of cards that the seat had parted with unseen by then
        """
        _, seat, _ = revoke
        return len(due) > before or not {*due} <= {*self.unseen.get(seat or "", ())}

    def _trick(self, number: int, leader: str) -> str:
        players = SEATS[: len(self.deal.hands)]
        plan, due = self.plan.get(number, []), leader
        if "wrong lead" in plan:
            leader = self.rng.choice([seat for seat in players if seat != due])
            self.faults.append(("out-of-turn", leader, number))
        at = players.index(leader)
        expected = list(players[at:] + players[:at])
        if "short" in plan:
            absent = self.rng.choice(expected[1:])
            expected.remove(absent)
            self.faults.append(("short-trick", absent, number))
        order = list(expected)
        if "ahead" in plan and (able := [seat for seat in order[2:] if seat != due]):
            ahead = self.rng.choice(able)
            order.remove(ahead)
            order.insert(self.rng.randrange(1, expected.index(ahead)), ahead)
            self.faults.append(("out-of-turn", ahead, number))
        played: list[tuple[str, str]] = []
        words: list[str] = []
        wicked = self.rng.choice(order) if {"revoke", "foreign", "again"} & {*plan} else ""
        for seat in order:
            card = self._card(seat, [card for _, card in played], plan if seat == wicked else [],
                              number)  # fmt: skip
            played.append((seat, card))
            words.append(f"{seat}:{card}")
        for seat in players:
            if seat not in order:
                self._drop(seat, [card for _, card in played])
        if "fifth" in plan:
            seat = self.rng.choice(order)
            if spare := self._spare(seat):
                words.append(f"{seat}:{spare}")
                self.faults.append(("played-twice", seat, number))
        self.table.append(" ".join(words))
        self.winners.append(self.deal.winner(played))
        return self.winners[-1]

    def _card(self, seat: str, before: list[str], plan: list[str], number: int) -> str:
        """A card of a seat, from the hand that it truly holds."""
        hand = self.deal.hands[seat]
        allowed = self.deal.allowed(hand, self.deal.led(before))
        if "foreign" in plan and (others := self._of_others(seat)):
            self.faults.append(("card-not-held", seat, number))
            self._drop(seat, before)
            return self.rng.choice(others)
        if "again" in plan and self.words:
            self.faults.append(("card-not-held", seat, number))
            self._drop(seat, before)
            return self.rng.choice(self.words)
        wrong = [card for card in hand if card not in allowed]
        if "revoke" in plan and wrong:
            self.faults.append(("revoke", seat, number))
            of_suit = [
                candidate
                for candidate in allowed
                if self.deal.suit(candidate) == self.deal.led(before)
            ]
            due = of_suit or allowed  # a joker that must be played
            self.revokes.append((self.faults[-1], due, len(self.unseen.get(seat, ()))))
            card = self.rng.choice(wrong)
        else:
            card = self.rng.choice(allowed)
        hand.remove(card)
        self.words.append(card)
        return card

    def _of_others(self, seat: str) -> list[str]:
        return [card for other, hand in self.deal.hands.items() if other != seat for card in hand]

    def _drop(self, seat: str, before: list[str]) -> None:
        """A card that the seat really parts with and the record never shows."""
        hand = self.deal.hands[seat]
        card = self.rng.choice(self.deal.allowed(hand, self.deal.led(before)))
        hand.remove(card)
        self.unseen.setdefault(seat, []).append(card)

    def _spare(self, seat: str) -> str | None:
        """A card of a hand that the record shows later in its own trick."""
        return self.rng.choice(self.deal.hands[seat]) if self.deal.hands[seat] else None


KINDS = ("wrong lead", "ahead", "short", "fifth", "revoke", "foreign", "again")


def planted(deal: Deal, tricks: int, rng: random.Random) -> Evening:
    """A deal with one to three irregularities, some in the same trick."""
    plan: dict[int, list[str]] = {}
    trick = rng.randrange(2, tricks)
    for _ in range(rng.randrange(1, 4)):
        plan.setdefault(trick, []).append(rng.choice(KINDS))
        if rng.random() < 0.6:
            trick = rng.randrange(2, tricks)
    evening = Evening(deal, rng, {n: [*dict.fromkeys(kinds)] for n, kinds in plan.items()})
    evening.play(tricks)
    return evening


def standard(
    trump: str | None,
) -> tuple[
    Callable[[str], str | None],
    Callable[[str], int],
    Callable[[list[str], str | None], list[str]],
]:
    """Following and ranking of cards in four suits, ace high."""

    def allowed(hand: list[str], led: str | None) -> list[str]:
        return [card for card in hand if card[0] == led] or list(hand)

    return (lambda card: card[0]), (lambda card: ORDER.index(card[1])), allowed
