"""Irregularities in the record of a deal, such as a revoke: the judge, for any game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from scorekeeper.auction import PASS, Auction
from scorekeeper.cards import AnyCard
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.play.notation import Word, card_of
from scorekeeper.play.play_judge import Irregularity, judge_play
from scorekeeper.play.position import Cards, Hands, Phase, Position, Said, WholeGame
from scorekeeper.play.record import Record, numbered_records, parse_record
from scorekeeper.rules.bidding_steps import Choice, ContractStep
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.steps import Content, Scene, Step
from scorekeeper.seating import SEATS, Names, Seat, seat_text
from scorekeeper.wording import Points, Sentence, say

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
    for number, written in numbered_records(text):
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
