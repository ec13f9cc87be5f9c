"""The judge of what was said: auctions, exchanges of cards and contracts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial

from scorekeeper.engine.bids import PASS, Call
from scorekeeper.engine.bookmark import Bookmark
from scorekeeper.engine.cards import Card
from scorekeeper.engine.errors import IllegalEntry
from scorekeeper.engine.israeli_whist.rules import EXCHANGED, PLAYERS
from scorekeeper.engine.israeli_whist.script import deal_script
from scorekeeper.engine.israeli_whist.whole.record import Record, Said
from scorekeeper.engine.israeli_whist.whole.talk import Hand, Passed
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.steps import AuctionStep, ContractStep
from scorekeeper.engine.whole.irregularity import Irregularity
from scorekeeper.engine.wording import Sentence, say


@dataclass
class BiddingJudge:
    """Reads what was said through the script, which never stops for an irregularity.

    bookmark    where the script stands; at the tricks, once all has been said
    hands       as they are for the play; None where the record does not tell
    found       the irregularities, in order
    """

    record: Record
    bookmark: Bookmark = field(init=False)
    hands: tuple[Hand, ...] | None = field(init=False)
    found: list[Irregularity] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        seating = Seating.alone(PLAYERS, self.record.dealer)
        self.bookmark = Bookmark.at_start(partial(deal_script, seating, self.record.rules))
        self.hands = self.record.hands

    def read(self) -> None:
        """Read everything up to the play."""
        for number in range(max(len(self.record.auctions), len(self.record.exchanges))):
            if number < len(self.record.auctions):
                self._auction(number)
            if number < len(self.record.exchanges):
                self._exchange(number + 1, self.record.exchanges[number])
            elif number + 1 < len(self.record.auctions) and self._asks_auction(number + 1):
                self._note("no-exchange", _exchange(number + 1), say("it is not written down."))
        self._contracts()

    def _auction(self, number: int) -> None:
        for place, said in enumerate(self.record.auctions[number]):
            where = say("auction {auction}, call {call}", auction=number + 1, call=place + 1)
            step = self.bookmark.step
            if not isinstance(step, AuctionStep) or step.scene.exchange != number:
                self._note("auction-over", where, say("The auction is over."), said.seat)
            elif said.seat not in (None, step.auction.turn):
                self._note(
                    "out-of-turn",
                    where,
                    say("It is {turn}'s turn, not {seat}'s.", turn=step.auction.turn,
                        seat=said.seat),
                    said.seat,
                )  # fmt: skip
            else:
                self._call(said, where, step.auction.turn)
        if self._asks_auction(number) and self._goes_on(number):
            where = say("auction {auction}", auction=number + 1)
            self._note("auction-unfinished", where, say("It was left before it was over."))
            while self._asks_auction(number):
                self.bookmark = self.bookmark.answer(PASS)

    def _call(self, said: Said[Call], where: Sentence, turn: Seat) -> None:
        try:
            self.bookmark = self.bookmark.answer(said.what)
        except IllegalEntry as refusal:
            self._note(refusal.code, where, refusal.sentence, turn)
            self.bookmark = self.bookmark.answer(PASS)

    def _asks_auction(self, number: int) -> bool:
        step = self.bookmark.step
        return isinstance(step, AuctionStep) and step.scene.exchange == number

    def _goes_on(self, number: int) -> bool:
        later = len(self.record.auctions) > number + 1 or len(self.record.exchanges) > number
        return later or bool(self.record.contracts or self.record.plays)

    def _exchange(self, number: int, given: tuple[Said[Passed], ...]) -> None:
        if not self._asks_auction(number):
            self._note("exchange-not-due", _exchange(number), say("None is due here."))
            return
        seating = Seating.alone(PLAYERS, self.record.dealer)
        order = seating.clockwise(seating.eldest)
        by_seat: dict[Seat, Passed] = {}
        for place, said in enumerate(given):
            seat = said.seat if said.seat is not None else order[place % PLAYERS]
            if seat in by_seat:
                self._note("gave-twice", _exchange(number), say("{seat} gave twice.", seat=seat))
                continue
            by_seat[seat] = tuple(self._held(seat, said.what, number))
        for seat in order:
            if seat not in by_seat:
                why = say("{seat} gave nothing.", seat=seat)
                self._note("gave-nothing", _exchange(number), why, seat)
        self._move(by_seat, self.record.rules.exchange_steps(number))

    def _held(self, seat: Seat, given: Passed, number: int) -> Iterator[Card]:
        if len(set(given)) != EXCHANGED:
            why = say("{seat} must give three different cards.", seat=seat)
            self._note("card-twice", _exchange(number), why, seat)
        for card in dict.fromkeys(given):
            if self.hands is None or card in self.hands[seat]:
                yield card
                continue
            why = say("{seat} does not hold {card}.", seat=seat, card=card)
            self._note("card-not-held", _exchange(number), why, seat)

    def _move(self, given: dict[Seat, Passed], steps: int) -> None:
        if self.hands is None:
            return
        hands = [set(hand) - set(given.get(Seat(seat), ())) for seat, hand in enumerate(self.hands)]
        for seat, cards in given.items():
            hands[(seat + steps) % PLAYERS] |= set(cards)
        self.hands = tuple(tuple(sorted(hand)) for hand in hands)

    def _contracts(self) -> None:
        said = self._by_seat()
        while isinstance(step := self.bookmark.step, ContractStep):
            if step.seat not in said:
                return
            number, where = said.pop(step.seat)
            try:
                step.parse({"number": number})
            except IllegalEntry as refusal:
                self._note(refusal.code, where, refusal.sentence, step.seat)
            self.bookmark = self.bookmark.answer(number)

    def _by_seat(self) -> dict[Seat, tuple[int, Sentence]]:
        """Each seat's number, and where it was said; what nobody was asked for is left out."""
        waiting = list(self._speakers())
        by_seat: dict[Seat, tuple[int, Sentence]] = {}
        for place, said in enumerate(self.record.contracts):
            where = say("contract {place}", place=place + 1)
            seat = said.seat if said.seat is not None else next(iter(waiting), None)
            if seat is None or seat not in waiting:
                self._note("not-asked", where, say("Nobody was asked for it."), seat)
                continue
            if seat != waiting[0]:
                why = say("It is {turn}'s turn, not {seat}'s.", turn=waiting[0], seat=seat)
                self._note("out-of-turn", where, why, seat)
            waiting.remove(seat)
            by_seat[seat] = said.what, where
        return by_seat

    def _speakers(self) -> Iterator[Seat]:
        """Who is asked for a contract from here on, in order, whatever they say."""
        bookmark = self.bookmark
        while isinstance(step := bookmark.step, ContractStep):
            yield step.seat
            bookmark = bookmark.answer(step.least)

    def _note(self, code: str, where: Sentence, why: Sentence, seat: Seat | None = None) -> None:
        self.found.append(Irregularity(code, where, why, seat))


def _exchange(number: int) -> Sentence:
    return say("exchange {number}", number=number)
