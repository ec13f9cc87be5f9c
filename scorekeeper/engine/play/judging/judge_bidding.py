"""The judge of everything before the play: calls, exchanges, contracts, announcements."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import takewhile

from scorekeeper.engine.cards.bids import PASS
from scorekeeper.engine.cards.cards import AnyCard
from scorekeeper.engine.cards.seating import SEATS, Seat
from scorekeeper.engine.play.actions import Phase, Said
from scorekeeper.engine.play.held_cards import Cards, Hands
from scorekeeper.engine.play.judging.irregularity import Irregularity
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.records.notation import Word, card_of, field_of
from scorekeeper.engine.play.records.record import Record
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps import AuctionStep, Choice, ChoiceStep, ContractStep, Step
from scorekeeper.engine.rules.wording import Sentence, say


@dataclass
class BiddingJudge:
    """Reads the words of a record one after another; `position` is the deal so far.

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
        """Whether the leader and the trumps are known."""
        step, score = self.position.asking, self.position.score
        if score is not None or isinstance(step, ChoiceStep | AuctionStep):
            return False
        if self.position.phase is Phase.GIVE:
            return False
        return not isinstance(step, ContractStep) or bool(
            self.record.play or step.scene.declarer is not None
        )

    @property
    def missing(self) -> Sentence | None:
        """What is still to be said; None if nothing is."""
        match self.position.asking:
            case AuctionStep():
                return say("the auction is not over.")
            case ContractStep():
                return say("contracts are missing.")
            case ChoiceStep():
                return say("something is still to be said.")
        if self.position.phase is Phase.GIVE:
            return say("cards are still to be passed on.")
        return None

    def read(self) -> None:
        """Read everything up to the play."""
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
        """Whether an auction was begun, or is a later one, and not finished."""
        step = self.position.bookmark.step
        return isinstance(step, AuctionStep) and (
            bool(step.auction.calls) or bool(self.record.said)
        )

    def _read_word(self, seat: Seat | None, word: str) -> None:
        if isinstance(self.position.bookmark.step, AuctionStep) and word.isdigit():
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
        """Apply an answer; an illegal one is noted, and stands or counts as a pass."""
        answer: object
        try:
            answer = step.parse({field_of(step): word})
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
        if isinstance(bookmark.step, AuctionStep) and not bookmark.step.auction.calls:
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
        """Whether a number repeats the seat's contract, as a declarer may repeat the bid."""
        return word.isdigit() and self.position.scene.contract_of(seat) == int(word)

    def _done(self, seat: Seat) -> bool:
        """Whether a seat has nothing more to say while contracts are announced."""
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
        step = self.position.bookmark.step
        assert isinstance(step, AuctionStep)  # noqa: S101  (callers check this)
        number = step.scene.exchange
        where = say("auction {auction}", auction=number + 1)
        self._note("auction-unfinished", where, say("It was left before it was over."))
        self.waiting.clear()
        while isinstance(step, AuctionStep) and step.scene.exchange == number:
            turn = step.auction.turn
            if PASS not in step.auction.legal:
                return
            bookmark = self.position.bookmark.answer(PASS)
            self.position = self.position.led_to(bookmark, Said(turn, PASS))
            step = bookmark.step
        self.calls = 0

    def _exchange(self, gifts: list[Word]) -> None:
        step = self.position.bookmark.step
        if self.position.phase is not Phase.GIVE and isinstance(step, AuctionStep):
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
        """The cards of a gift that the giver holds."""
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
        """Continue without hands after an unclear exchange; the play must show them."""
        seats = SEATS[: len(self._order)]
        gifts = tuple(self._complete_gift(seat, given[seat] if given else ()) for seat in seats)
        done = replace(self.position, exchanges=(*self.position.exchanges, gifts), giving=None)
        self.position = replace(done, hands=())

    def _complete_gift(self, giver: Seat, given: Cards) -> Cards:
        """The cards of a gift, completed by cards that the receiver led later."""
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
        if isinstance(step, ChoiceStep):
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
    """The value of an illegal answer: a contract as announced, a bid as a pass."""
    if not isinstance(step, ContractStep):
        return PASS
    choice = _word_of(step, word)
    return int(word) if choice is None else choice.value


def _is_gift(word: Word) -> bool:
    return "," in word[1]


def _exchange(number: int) -> Sentence:
    return say("exchange {number}", number=number)
