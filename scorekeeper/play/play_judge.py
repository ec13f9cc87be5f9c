"""The judge of the cards played: who led, whose turn it was, who held what, who won."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations
from typing import Any, NamedTuple

from scorekeeper.cards import AnyCard
from scorekeeper.play.notation import Laid
from scorekeeper.play.position import Cards, Hands, Won
from scorekeeper.play.tricks import TrickOf
from scorekeeper.seating import SEATS, Names, Seat, seat_text
from scorekeeper.wording import Sentence, say

# Cards stand as they were played, by the player who played them. The turn goes around from the
# leader of the trick: a player who plays ahead is out of turn, and those who then play in their own
# place are not. A lead out of turn is accepted if the others play on from it. It is passed over if
# the player who should have led plays next as if nothing had happened, but not if that player does
# not play to the trick at all.
#
# A player who plays a card of somebody else must have lost another card instead; the judge assumes
# that it is one that the record never shows again. The same goes for a card missing from a trick.


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A breach of the rules: its stable code, the place, the reason, the seat and the fine.

    fine    the points that a revoke costs; 0 for everything else
    """

    code: str
    where: Sentence
    why: Sentence
    seat: Seat | None = None
    fine: int = 0

    def json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "where": str(self.where),
            "why": str(self.why),
            "seat": None if self.seat is None else seat_text(self.seat),
            "fine": self.fine,
        }

    def __str__(self) -> str:
        cost = f" Fine: {self.fine} points." if self.fine else ""
        return f"{self.where}: {self.why}{cost}"


class PlayedCard(NamedTuple):
    """A card on the table.

    turn     the seat whose turn it was
    extra    whether the player had already played to the trick, so that the card does not count
    """

    seat: Seat
    card: AnyCard
    turn: Seat
    extra: bool = False


class Heap(NamedTuple):
    """The cards of one trick as played, and the seats that had a card but did not play."""

    cards: tuple[PlayedCard, ...]
    absent: tuple[Seat, ...] = ()

    @property
    def counted(self) -> tuple[PlayedCard, ...]:
        """The cards that count for the trick."""
        return tuple(played for played in self.cards if not played.extra)

    @property
    def out_of_order(self) -> tuple[PlayedCard, ...]:
        """The cards that were played ahead of turn, or in addition."""
        return tuple(played for played in self.cards if played.extra or played.seat != played.turn)


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """The winner of each completed trick, its cards, and the irregularities in order."""

    winners: tuple[Seat, ...]
    irregularities: tuple[Irregularity, ...]
    tricks: tuple[Cards, ...] = ()

    def won(self, players: int) -> Won:
        """Return the tricks that each seat took, by seat."""
        tricks = [*zip(self.winners, self.tricks, strict=True)]
        return [[cards for winner, cards in tricks if winner == seat] for seat in SEATS[:players]]


def judge_play(
    play: Sequence[Sequence[Laid]],
    hands: Hands | None,
    first: TrickOf[AnyCard],
    *,
    tricks: int,
    fine: int,
    missing: Mapping[Seat, int],
    away: Cards = (),
) -> PlayVerdict:
    """Judge the play of a deal of `tricks` tricks; a revoke costs `fine` points.

    hands      by seat; None if unknown: then players are assumed to have held what they play
    first      the first trick before its lead
    missing    by seat, the number of cards that the player should have put away but still has
    away       cards that were put away, if the hands are unknown
    """
    heaps = _Reading(play, first, tricks).heaps()
    over = [heap for heap in heaps if heap is not heaps[-1] or not heap.absent][:tricks]
    irregularities = list(_order(heaps, tricks))
    irregularities += _Holdings(
        heaps[:tricks], hands, first, fine, missing=missing, away=away
    ).judged()
    irregularities.sort(key=lambda pair: pair[0])
    return PlayVerdict(
        tuple(_winner(heap, first) for heap in over),
        tuple(irregularity for _, irregularity in irregularities),
        tuple(tuple(played.card for played in heap.counted) for heap in over),
    )


class _Reading:
    """The division of a record into tricks: as written, or the one with the fewest faults."""

    def __init__(
        self, play: Sequence[Sequence[Laid]], first: TrickOf[AnyCard], tricks: int
    ) -> None:
        self.laid = list(chain.from_iterable(play))
        self.first, self.tricks = first, tricks
        self.sizes = [len(lot) for lot in play] if len(play) > 1 else []
        self.named = all(seat is not None for seat, _ in self.laid)
        self.best = cache(self._best)

    def heaps(self) -> tuple[Heap, ...]:
        return self.best(0, self.first.leader, 0)[1]

    def _best(self, start: int, due: Seat, number: int) -> tuple[int, tuple[Heap, ...]]:
        """Return the fewest faults that a reading from index `start` can have, and the reading."""
        left = len(self.laid) - start
        if left <= 0:
            return 0, ()
        players = self.first.players
        sizes = [players, players + 1, players - 1]
        if self.sizes:
            sizes = [self.sizes[number]]
        elif len({seat for seat, _ in self.laid[start : start + players]} - {None}) == players:
            sizes = [players]  # one card of each player
        readings: list[tuple[int, tuple[Heap, ...]]] = []
        for size in sizes:
            heap = self._heap(start, min(size, left), due)
            last = size >= left
            faults = len(heap.out_of_order) + (bool(heap.absent) and not last)
            if number >= self.tricks:
                faults += size
            later, heaps = (
                (0, ()) if last else self.best(start + size, _winner(heap, self.first), number + 1)
            )
            readings.append((faults + later, (heap, *heaps)))
        return min(readings, key=lambda reading: reading[0])

    def _heap(self, start: int, size: int, due: Seat) -> Heap:
        """Return one trick as played.

        A lead out of turn is accepted or, for fewer faults, ignored.
        """
        laid = self.laid[start : start + size]
        gone = {*self.laid[:start]} - {*self.laid[start:]} if self.named else set()
        before = Counter(seat for seat, _ in gone)
        everyone = SEATS[: self.first.players]
        here = {seat for seat, _ in laid}
        able = [seat for seat in everyone if seat in here or before[seat] < self.tricks]
        order = [seat for seat in self.first.in_turn(due) if seat in able] or [due]
        leader = order[0] if laid[0][0] is None else laid[0][0]
        around = [seat for seat in self.first.in_turn(leader) if seat in able]
        unfinished = start + size == len(self.laid) or None in here
        passed_over = [order] if {order[0], None} & here else []
        readings = [
            self._in_turn(laid, order[0], [s for s in turns if unfinished or s in here], turns)
            for turns in (around, *passed_over)
        ]
        return min(readings, key=lambda heap: len(heap.out_of_order))

    def _in_turn(
        self, laid: Sequence[Laid], due: Seat, waiting: list[Seat], order: Sequence[Seat]
    ) -> Heap:
        """Return one trick, each card with the seat whose turn it was.

        Absent seats have no turn.
        """
        cards: list[PlayedCard] = []
        missing = [seat for seat in order if seat not in waiting]
        for named, card in laid:
            turn = due if not cards else waiting[0] if waiting else order[0]
            seat = turn if named is None else named
            extra = any(played.seat == seat for played in cards)
            cards.append(PlayedCard(seat, card, turn, extra))
            if seat in waiting:
                waiting.remove(seat)
        return Heap(tuple(cards), (*waiting, *missing))


def _winner(heap: Heap, first: TrickOf[AnyCard]) -> Seat:
    """Return the winner of a trick; `first` gives the trumps and the ranking of the cards."""
    cards = tuple(played.card for played in heap.counted)
    trick = first._replace(leader=SEATS[0], players=len(cards), cards=cards)
    return heap.counted[trick.best].seat


InTrick = tuple[int, Irregularity]
"""An irregularity and the number of its trick, from 1."""


def _order(heaps: Sequence[Heap], tricks: int) -> Iterator[InTrick]:
    """Yield the irregularities in the order of play."""
    for number, heap in enumerate(heaps, 1):
        if number > tricks:
            played = heap.cards[0]
            where = say("trick {trick}, {card}", trick=number, card=played.card)
            why = say("All {total} tricks had been played.", total=tricks)
            yield number, Irregularity("deal-complete", where, why, played.seat)
            return
        for played in heap.out_of_order:
            where = say("trick {trick}, {card}", trick=number, card=played.card)
            if played.extra:
                why = say("{seat} had already played to this trick.", seat=played.seat)
                yield number, Irregularity("played-twice", where, why, played.seat)
            else:
                why = say("It is {turn}'s turn, not {seat}'s.", turn=played.turn, seat=played.seat)
                yield number, Irregularity("out-of-turn", where, why, played.seat)
        if heap.absent and number < len(heaps):
            where = say("trick {trick}", trick=number)
            why = say("{seats} did not play to this trick.", seats=Names(heap.absent))
            seat = heap.absent[0] if len(heap.absent) == 1 else None
            yield number, Irregularity("short-trick", where, why, seat)


class _Holdings:
    """The hands of the players, followed card by card through the play.

    spare    for each seat, the number of cards that it may have lost without the record showing
             which
    """

    def __init__(
        self,
        heaps: Sequence[Heap],
        hands: Hands | None,
        first: TrickOf[AnyCard],
        fine: int,
        *,
        missing: Mapping[Seat, int],
        away: Cards,
    ) -> None:
        self.heaps, self.first, self.fine, self.away = heaps, first, fine, away
        self.played = [
            (number, played) for number, heap in enumerate(heaps, 1) for played in heap.cards
        ]
        self.left = [list(hand) for hand in hands] if hands else self._gathered()
        self.spare = Counter(missing)

    def judged(self) -> Iterator[InTrick]:
        """Yield the irregularities in the cards that were played."""
        at, order = 0, self.first.order
        for number, heap in enumerate(self.heaps, 1):
            running = self.first._replace(cards=(), order=order)
            for played in heap.cards:
                at += 1
                where = say("trick {trick}, {seat}", trick=number, seat=played.seat)
                hand, again = self.left[played.seat], self._later(played.seat, at)
                if played.extra:
                    if played.card in hand and played.card not in again:
                        hand.remove(played.card)
                    continue
                if played.card not in hand:
                    why = self._not_held(played, at)
                    yield number, Irregularity("card-not-held", where, why, played.seat)
                    self.spare[played.seat] += 1
                else:
                    due = running.legal(hand)
                    if played.card not in due and not self._doubtful(played, running, again):
                        yield number, self._breach(played, where, running, due, again)
                    hand.remove(played.card)
                running = running._replace(cards=(*running.cards, played.card))
            order = order.after([played.card for played in heap.counted])
            self.spare.update(heap.absent)

    def _breach(
        self,
        played: PlayedCard,
        where: Sentence,
        running: TrickOf[AnyCard],
        due: Sequence[AnyCard],
        later: Mapping[AnyCard, int],
    ) -> Irregularity:
        """Return a revoke, which is fined, or a card that could not be played yet."""
        hand, order, led, trump = self.left[played.seat], running.order, running.led, running.trump
        code = order.code(played.card, hand, led, trump)
        barred = order.refusal(played.card, hand, led, trump, played.seat)
        if code != "revoke" and barred is not None:
            return Irregularity(code, where, barred, played.seat)
        shown = next((card for card in later if card in due), None)
        why = _revoke(played, due, shown, later)
        return Irregularity("revoke", where, why, played.seat, self.fine)

    def _doubtful(
        self,
        played: PlayedCard,
        running: TrickOf[AnyCard],
        later: Mapping[AnyCard, int],
    ) -> bool:
        """Return whether the card may have been legal: the player may have lost the cards due.

        Not only those of the suit led: where the player has none of them, a joker may be due.
        """
        hand = self.left[played.seat]
        unseen = [card for card in hand if card not in later and card != played.card]
        return any(
            played.card in running.legal([card for card in hand if card not in gone])
            for gone in combinations(unseen, min(self.spare[played.seat], len(unseen)))
        )

    def _later(self, seat: Seat, at: int) -> dict[AnyCard, int]:
        """Return the cards that a seat plays from index `at` on, in order, with their tricks."""
        later: dict[AnyCard, int] = {}
        for number, played in self.played[at:]:
            if played.seat == seat:
                later.setdefault(played.card, number)
        return later

    def _gathered(self) -> list[list[AnyCard]]:
        """Return the hands as the cards played show them, if the record has no hands."""
        hands: list[list[AnyCard]] = [[] for _ in range(self.first.players)]
        seen: set[AnyCard] = {*self.away}
        for _, played in self.played:
            if played.card not in seen:
                hands[played.seat].append(played.card)
                seen.add(played.card)
        return hands

    def _not_held(self, played: PlayedCard, at: int) -> Sentence:
        if played.card in self.away:
            return say("{card} was put away.", card=played.card)
        for number, before in self.played[: at - 1]:
            if before.card == played.card:
                return say(
                    "{card} was played by {seat} in trick {trick}.",
                    card=played.card,
                    seat=before.seat,
                    trick=number,
                )
        for seat, hand in zip(SEATS, self.left, strict=False):
            if played.card in hand:
                return say(
                    "{seat} does not hold {card}: {owner} does.",
                    seat=played.seat,
                    card=played.card,
                    owner=seat,
                )
        return say("{seat} does not hold {card}.", seat=played.seat, card=played.card)


def _revoke(
    played: PlayedCard, due: Sequence[AnyCard], shown: AnyCard | None, later: Mapping[AnyCard, int]
) -> Sentence:
    held = ", ".join(map(str, due))
    if shown is None:
        return say(
            "A revoke: {seat} played {card} but held {held}.",
            seat=played.seat,
            card=played.card,
            held=held,
        )
    return say(
        "A revoke: {seat} played {card} but held {held}; {shown} in trick {trick} gives it away.",
        seat=played.seat,
        card=played.card,
        held=held,
        shown=shown,
        trick=later[shown],
    )
