"""Irregularities in the record of a deal, such as a revoke: the judge, for any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain, combinations, takewhile
from typing import Any, NamedTuple

from scorekeeper.auction import PASS, Auction
from scorekeeper.cards import AnyCard
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.play.notation import Laid, Word, card_of
from scorekeeper.play.position import Cards, Hands, Phase, Position, Said, WholeGame, Won
from scorekeeper.play.record import Record, parse_record, records
from scorekeeper.rules.bidding_steps import Choice, ContractStep
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.steps import Content, Scene, Step
from scorekeeper.seating import SEATS, Names, Seat, seat_text
from scorekeeper.tricks import TrickOf
from scorekeeper.wording import Points, Sentence, say


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


# Before the cards: calls, exchanges, contracts


@dataclass
class BiddingJudge:
    """Reads the words of a record (calls, contracts, cards passed on) one after another.

    position   the deal so far
    waiting    the words said out of turn, by seat
    calls      the number of calls in the running auction
    numbers    the number of contracts
    """

    position: Position
    record: Record
    irregularities: list[Irregularity] = field(default_factory=list)
    waiting: dict[Seat, tuple[str, Sentence]] = field(default_factory=dict)
    calls: int = 0
    numbers: int = 0

    @property
    def playable(self) -> bool:
        """Whether the cards can be played: the leader and the trumps are known."""
        step = self.position.asking
        if self.position.phase in {Phase.OVER, Phase.GIVE}:
            return False
        if step is None:
            return True
        is_led = bool(self.record.play) or step.scene.declarer is not None
        return step.fields[0].content is Content.CONTRACT and is_led

    @property
    def missing(self) -> Sentence | None:
        """The reason why the play cannot begin, as a sentence; None if it can."""
        step = self.position.asking
        if self.position.auction is not None:
            return say("the auction is not over.")
        if step is not None and step.fields[0].content is Content.CONTRACT:
            return say("contracts are missing.")
        if step is not None:
            return say("something is still to be said.")
        if self.position.phase is Phase.GIVE:
            return say("cards are still to be passed on.")
        return None

    def read(self) -> None:
        """Read the words of the record up to the play."""
        words = list(self.record.said)
        while words:
            gifts = list(takewhile(_is_gift, words))
            if gifts:
                self._exchange(gifts)
                del words[: len(gifts)]
                continue
            seat, word = words.pop(0)
            self._read_word(seat, word)
            if not (words and words[0][0] in (None, self.position.turn) and not _is_gift(words[0])):
                self._apply_waiting()
        self._apply_waiting()
        if self.record.play and self._left_open:
            self._end_auction()
        if self.record.play and self.position.phase is Phase.GIVE:
            self._go_without_exchange()

    @property
    def _left_open(self) -> bool:
        """Whether an auction is unfinished that has calls, or that follows other words."""
        auction = self._auction
        return auction is not None and (bool(auction.calls) or bool(self.record.said))

    @property
    def _auction(self) -> Auction | None:
        """The auction that is not over, even if an exchange of cards comes before its next call."""
        step = self.position.bookmark.step
        return step.auction if step else None

    def _read_word(self, seat: Seat | None, word: str) -> None:
        if self._auction is not None and word.isdigit():
            self._end_auction()
        if self.position.phase is Phase.GIVE:
            self._go_without_exchange()
        step, turn = self.position.asking, self.position.turn
        where = self._where(step, word)
        if seat is not None and self._repeats(seat, word):
            return
        if isinstance(step, ContractStep) and not _is_contract(step, word):
            self._note("auction-over", where, say("The auction is over."), seat)
        elif (
            step is None or turn is None or (seat != turn and seat is not None and self._done(seat))
        ):
            self._note("not-asked", where, say("Nobody was asked for it."), seat)
        elif seat not in (None, turn):
            why = say("It is {turn}'s turn, not {seat}'s.", turn=turn, seat=seat)
            self._note("out-of-turn", where, why, seat)
            assert seat is not None  # noqa: S101  (the first test excludes None)
            self.waiting[seat] = word, where
        else:
            self.waiting.pop(turn, None)
            self._answer(step, turn, word, where)

    def _answer(self, step: Step, turn: Seat, word: str, where: Sentence) -> None:
        """Apply an answer; report an illegal one, and let it stand or count as a pass."""
        answer: object
        try:
            answer = step.parse({step.field: word})
        except MalformedEntry as refusal:  # text that is not an answer is ignored
            self._note(refusal.code, where, refusal.sentence, turn)
            return
        except IllegalEntry as refusal:
            self._note(refusal.code, where, refusal.sentence, turn)
            answer = _value_of_illegal(step, word)
        try:
            bookmark = self.position.bookmark.answer(answer)
        except IllegalEntry:  # even a pass is illegal
            return
        self.position = self.position.led_to(bookmark, Said(turn, answer))
        if (auction := self._auction) is not None and not auction.calls:
            self.calls = 0

    def _apply_waiting(self) -> None:
        """Apply the waiting words whose turn has come."""
        while (step := self.position.asking) is not None and (
            turn := self.position.turn
        ) is not None:
            if turn not in self.waiting or self.position.phase is not Phase.SAY:
                return
            self._answer(step, turn, *self.waiting.pop(turn))

    def _repeats(self, seat: Seat, word: str) -> bool:
        """Return whether a number repeats the seat's contract, as a declarer may repeat the bid."""
        return word.isdigit() and self.position.scene.contract_of(seat) == int(word)

    def _done(self, seat: Seat) -> bool:
        """Return whether a seat has nothing more to say while contracts are announced."""
        step = self.position.bookmark.step
        if not isinstance(step, ContractStep):
            return False
        bookmark = self.position.bookmark
        while isinstance(step := bookmark.step, ContractStep):
            if step.seat == seat:
                return seat in self.waiting
            bookmark = bookmark.answer(step.least)
        return True

    def _end_auction(self) -> None:
        """End an unfinished auction with passes."""
        number = self.position.scene.exchange
        where = say("auction {auction}", auction=number + 1)
        self._note("auction-unfinished", where, say("It was left before it was over."))
        self.waiting.clear()
        while (auction := self._auction) and self.position.scene.exchange == number:
            if PASS not in auction.legal:
                return
            bookmark = self.position.bookmark.answer(PASS)
            self.position = self.position.led_to(bookmark, Said(auction.turn, PASS))
        self.calls = 0

    def _exchange(self, gifts: list[Word]) -> None:
        if self.position.phase is not Phase.GIVE and self._auction is not None:
            self._end_auction()
        number, order = len(self.position.exchanges) + 1, list(self._order)
        if self.position.phase is not Phase.GIVE:
            self._note("exchange-not-due", _exchange(number), say("None is due here."))
            return
        by_seat: dict[Seat, Cards] = {}
        for seat, word in gifts:
            giver = seat if seat is not None else next((s for s in order if s not in by_seat), None)
            cards = tuple(card_of(self.position.game, card) for card in word.split(","))
            if giver is None or giver in by_seat:
                giver = giver if giver is not None else order[0]
                self._note("gave-twice", _exchange(number), say("{seat} gave twice.", seat=giver))
                continue
            by_seat[giver] = self._check_gift(giver, cards, number)
        for seat in order:
            if seat not in by_seat:
                why = say("{seat} gave nothing.", seat=seat)
                self._note("gave-nothing", _exchange(number), why, seat)
        known = bool(self.position.hands) and all(
            len(by_seat.get(seat, ())) == len(by_seat[order[0]]) for seat in order if by_seat
        )
        given = tuple(by_seat.get(seat, ()) for seat in SEATS[: len(order)])
        if known and len(by_seat) == len(order):
            self.position = self.position.exchanged(given)
        else:
            self._forget_hands(given)

    @property
    def _order(self) -> tuple[Seat, ...]:
        seating = self.position.seating
        return seating.clockwise(seating.eldest)

    def _check_gift(self, seat: Seat, given: Cards, number: int) -> Cards:
        """Return those of the cards passed on that the giver does hold.

        Irregularities are reported for the others.
        """
        exchange = self.position.exchange
        assert exchange is not None  # noqa: S101  (the phase says so)
        different = tuple(dict.fromkeys(given))
        if len(given) != exchange.cards or len(different) != len(given):
            why = say("{seat} must give {n} different cards.", seat=seat, n=exchange.cards)
            self._note("card-twice", _exchange(number), why, seat)
        held: list[AnyCard] = []
        for card in different:
            if not self.position.hands or card in self.position.hands[seat]:
                held.append(card)
                continue
            why = say("{seat} does not hold {card}.", seat=seat, card=card)
            self._note("card-not-held", _exchange(number), why, seat)
        return tuple(held)

    def _go_without_exchange(self) -> None:
        number = len(self.position.exchanges) + 1
        self._note("no-exchange", _exchange(number), say("it is not written down."))
        self._forget_hands()

    def _forget_hands(self, given: Hands = ()) -> None:
        """Continue with unknown hands after an unclear exchange; the play must show them."""
        seats = SEATS[: len(self._order)]
        gifts = tuple(self._complete_gift(seat, given[seat] if given else ()) for seat in seats)
        done = replace(self.position, exchanges=(*self.position.exchanges, gifts), giving=None)
        self.position = replace(done, hands=())

    def _complete_gift(self, giver: Seat, given: Cards) -> Cards:
        """Return the cards passed on, completed by cards that the receiver led later."""
        exchange, hands = self.position.exchange, self.position.hands
        assert exchange is not None  # noqa: S101  (the phase says so)
        receiver = self.position.seating.left_of(giver, exchange.steps)
        led = [lot[0][1] for lot in self.record.play if lot and lot[0][0] == receiver]
        others = [card for card in led if hands and card in hands[giver] and card not in given]
        return (*given, *others[: exchange.cards - len(given)])

    def _where(self, step: Step | None, word: str) -> Sentence:
        if word.isdigit():
            self.numbers += 1
            return say("contract {place}", place=self.numbers)
        if step is not None and step.fields[0].content is Content.CHOICE:
            return say("announcement")
        self.calls += 1
        auction = len(self.position.exchanges) + 1
        return say("auction {auction}, call {call}", auction=auction, call=self.calls)

    def _note(self, code: str, where: Sentence, why: Sentence, seat: Seat | None = None) -> None:
        self.irregularities.append(Irregularity(code, where, why, seat))


def _is_contract(step: ContractStep, word: str) -> bool:
    return word.isdigit() or _word_of(step, word) is not None


def _word_of(step: ContractStep, word: str) -> Choice | None:
    return next((choice for choice in step.words if choice.code.lower() == word.lower()), None)


def _value_of_illegal(step: Step, word: str) -> object:
    """Return the value of an illegal answer: a contract as announced, a bid as a pass."""
    if not isinstance(step, ContractStep):
        return PASS
    choice = _word_of(step, word)
    return int(word) if choice is None else choice.value


def _is_gift(word: Word) -> bool:
    return "," in word[1]


def _exchange(number: int) -> Sentence:
    return say("exchange {number}", number=number)


# The cards: who led, whose turn it was, who held what, who won
#
# Cards stand as they were played, by the player who played them. The turn goes around from the
# leader of the trick: a player who plays ahead is out of turn, and those who then play in their own
# place are not. A lead out of turn is accepted if the others play on from it. It is passed over if
# the player who should have led plays next as if nothing had happened, but not if that player does
# not play to the trick at all.
#
# A player who plays a card of somebody else must have lost another card instead; the judge assumes
# that it is one that the record never shows again. The same goes for a card missing from a trick.


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


# The whole record
#
# A record is read to its end even if it has errors. Each error is reported once, at the seat that
# made it; its consequences are not reported. The judge continues as follows:
#
# - an illegal bid counts as a pass; a contract stands as it was announced, even a barred one;
# - a call out of turn waits for its turn, unless the player then speaks again;
# - cards stand as they were played, by the player who played them (see `judge_play`).


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judgement of one deal.

    irregularities   those of the bidding, then those of the play
    end              the deal as far as the record goes
    winners          the winner of each trick that was played
    unfinished       what is missing for the points; None if nothing is
    """

    irregularities: tuple[Irregularity, ...]
    end: Position
    winners: tuple[Seat, ...] = ()
    unfinished: Sentence | None = None

    @property
    def scene(self) -> Scene:
        """The public state of the deal: the bid, the declarer and the contracts."""
        return self.end.scene

    @property
    def score(self) -> DealScore | None:
        """The points by the rules, without fines; None if the deal is not finished."""
        return self.end.score

    @property
    def taken(self) -> tuple[int, ...]:
        """The number of tricks that each seat took."""
        return tuple(self.winners.count(seat) for seat in SEATS[: self.end.seating.players])

    @property
    def fines(self) -> tuple[int, ...]:
        """The fine of each seat in points, as a positive number even if the lowest total wins."""
        return tuple(
            sum(
                irregularity.fine
                for irregularity in self.irregularities
                if irregularity.seat == seat
            )
            for seat in SEATS[: self.end.seating.players]
        )

    @property
    def points(self) -> tuple[int, ...] | None:
        """The points of each side, fines included; None if the deal is not finished."""
        if self.score is None:
            return None
        sign = 1 if self.end.game.book.low(self.end.rules) else -1
        return tuple(
            won + sign * sum(self.fines[seat] for seat in side)
            for won, side in zip(self.score.points, self.end.seating.sides, strict=True)
        )

    def lines(self) -> Iterator[str]:
        scene = self.scene
        if scene.declared is not None:
            yield f"{scene.declarer} plays {scene.declared}"
        if scene.contracts:
            contracts = ", ".join(f"{seat} {number}" for seat, number in scene.contracts)
            yield f"contracts: {contracts}; {scene.contract_sum} of {scene.total}"
        if self.winners:
            yield "tricks won by: " + " ".join(map(seat_text, self.winners))
        if self.score is not None and self.points is not None:
            sides = zip(self.end.seating.sides, self.points, strict=True)
            scores = ", ".join(f"{Names(side)} {Points(points)}" for side, points in sides)
            yield f"points ({self.score.label}): {scores}"
        if self.unfinished:
            yield f"no points: {self.unfinished}"
        for irregularity in self.irregularities:
            yield f"! {irregularity}"

    def json(self) -> dict[str, Any]:
        """Return the verdict as plain values; `points` has one number for each of `sides`.

        `sum` is the sum of the contracts and `over` the sum minus the number of tricks. Both are
        None unless everybody has a contract.
        """
        scene, sides = self.scene, self.end.seating.sides
        complete = len(scene.contracts) == self.end.seating.players
        return {
            "declarer": None if scene.declarer is None else seat_text(scene.declarer),
            "bid": scene.bid.code if scene.bid else None,
            "contracts": {seat_text(seat): number for seat, number in scene.contracts},
            "sum": scene.contract_sum if complete else None,
            "over": scene.contract_sum - scene.total if complete else None,
            "winners": [seat_text(winner) for winner in self.winners],
            "taken": list(self.taken),
            "sides": [[seat_text(seat) for seat in side] for side in sides],
            "points": None if self.points is None else list(self.points),
            "fines": list(self.fines),
            "unfinished": str(self.unfinished) if self.unfinished else None,
            "irregularities": [irregularity.json() for irregularity in self.irregularities],
        }


@dataclass(frozen=True, slots=True)
class Checked:
    """One record of a file: its line number, and its verdict or why it could not be read."""

    line: int
    verdict: Verdict | None
    flaw: Sentence | None = None

    @property
    def clean(self) -> bool:
        """Whether the record could be read and has no irregularity."""
        return self.verdict is not None and not self.verdict.irregularities


def check_text(game: WholeGame[Any], text: str) -> Iterator[Checked]:
    """Yield the judgement of every record of a file."""
    for number, written in records(text):
        try:
            yield Checked(number, check(game, parse_record(game, written)))
        except EntryError as error:
            yield Checked(number, None, error.sentence)


def check(game: WholeGame[Any], record: Record) -> Verdict:
    """Judge one record; raises MalformedEntry if it cannot be read."""
    bidding = BiddingJudge(record.start(game), record)
    bidding.read()
    position, irregularities = bidding.position, bidding.irregularities
    if not bidding.playable:
        if record.play or record.away:
            why = say("Cards were played although no auction was won.")
            irregularities.append(Irregularity("no-declarer", say("play"), why))
        missing = None if position.score else bidding.missing
        return Verdict(tuple(irregularities), position, (), missing)
    position, too_many = _put_away(position, record, irregularities)
    taker = game.taker(position)
    if taker is not None and len(position.away) < len(position.stock) and not record.play:
        missing = say("cards are still to be put away.")
        return Verdict(tuple(irregularities), position, (), missing)
    total = game.cards_each(position.seating, position.rules)
    play = judge_play(
        record.play,
        position.hands or None,
        game.opening(position),
        tricks=total,
        fine=game.book.fine(record.rules),
        missing=too_many,
        away=() if position.hands else record.away,
    )
    irregularities.extend(play.irregularities)
    verdict = Verdict(tuple(irregularities), position, play.winners)
    if bidding.missing is not None:
        return replace(verdict, unfinished=bidding.missing)
    if (played := len(play.winners)) < total:
        missing = say("{n} of {total} tricks were played.", n=played, total=total)
        return replace(verdict, unfinished=missing)
    try:
        done = game.finish_script(position, play.won(position.seating.players))
    except EntryError as error:  # the cards do not add up because one is recorded twice
        return replace(verdict, unfinished=error.sentence)
    return replace(verdict, end=replace(position, bookmark=done))


def _put_away(
    position: Position, record: Record, irregularities: list[Irregularity]
) -> tuple[Position, dict[Seat, int]]:
    """Return the position after the discard, and how many cards each seat then has too many."""
    taker, due = position.game.taker(position), len(position.stock)
    if taker is None or not position.hands:
        if record.away and taker is None:
            why = say("No card is to be put away here.")
            irregularities.append(Irregularity("not-due", say("put away"), why))
        return position, {}
    right: list[AnyCard] = []
    wrong: list[AnyCard] = []
    for card in record.away:
        where = say("put away, {card}", card=card)
        if len(right) == due:
            why = say("No card is to be put away here.")
            irregularities.append(Irregularity("not-due", where, why, taker))
            break
        if card in right or card not in position.hands[taker]:
            why = say("{seat} does not hold {card}.", seat=taker, card=card)
            irregularities.append(Irregularity("card-not-held", where, why, taker))
            wrong.append(card)
        else:
            right.append(card)
    away = (*right, *wrong)[:due]  # a wrong card counts as one of those required
    kept: Cards = tuple(card for card in position.hands[taker] if card not in right)
    hands = tuple(kept if seat == taker else hand for seat, hand in enumerate(position.hands))
    too_many = len(kept) - position.game.cards_each(position.seating, position.rules)
    if record.play and len(away) < due:
        why = say("{n} of {total} cards were put away.", n=len(away), total=due)
        irregularities.append(Irregularity("not-put-away", say("put away"), why, taker))
    done = replace(position, hands=hands, away=away)
    if len(away) < due and not record.play:
        return done, {}
    return done, {taker: too_many}
