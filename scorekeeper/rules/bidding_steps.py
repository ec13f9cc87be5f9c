"""The questions before the cards are played: the auction, a choice, a contract."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import ClassVar, NamedTuple

from scorekeeper.auction import PASS, AnyBid, Auction, Call, Pass, check_higher, must_bid
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.rules.steps import (
    Content,
    Fact,
    Field,
    Option,
    Scene,
    allowed_by,
    changed_in,
    check_turn,
    ends_of,
    number_of,
    one_of,
    seat_of,
    shape_of,
)
from scorekeeper.seating import Seat, Side, parse_seat, seat_text
from scorekeeper.wording import Listed, Sentence, say

# The auction

USUAL_PLAYERS = 4


@dataclass(frozen=True, slots=True)
class Won:
    """The result of an auction that was not recorded call by call: the winner and the bid."""

    winner: Seat
    bid: AnyBid


@dataclass(frozen=True, slots=True)
class PassedOut:
    """The result of an auction in which everyone passed."""


AuctionAnswer = Call | Won | PassedOut


class AuctionStep(NamedTuple):
    """The auction: its result in one answer, or the next call.

    Facts: `{"bid": "7C", "winner": 2}`, `{"bid": "pass"}` if all passed, or, call by call,
    `{"call": "7C"}` and `{"call": "pass"}`, in which `"seat"` may name the caller.
    """

    auction: Auction
    scene: Scene

    @property
    def kind(self) -> str:
        return "auction"

    @property
    def key(self) -> str:
        """The key of the question, one per auction and call: `auction-0-3`."""
        return f"auction-{self.scene.exchange}-{len(self.auction.calls)}"

    @property
    def question(self) -> Sentence:
        return say("Who won the auction?")

    @property
    def hints(self) -> tuple[Sentence, ...]:
        return ()

    @property
    def asked(self) -> Seat | None:
        """The next caller if the auction is recorded call by call, otherwise None."""
        return self.auction.turn if self.auction.calls else None

    @property
    def turn(self) -> Seat:
        return self.auction.turn

    @property
    def field(self) -> str:
        return "call"

    @property
    def fields(self) -> tuple[Field, ...]:
        return Field("bid", Content.BID), Field("winner", Content.DECLARER)

    @property
    def legal(self) -> tuple[Call, ...]:
        return self.auction.legal

    @property
    def answers(self) -> Iterator[Fact]:
        """All calls, then all results of an auction, as stored answers."""
        bids = self.auction.ladder.bids
        yield from ({"call": code} for code in (PASS.code, *(bid.code for bid in bids)))
        yield {"bid": "pass"}
        for bid in bids:
            for seat in sorted(self.auction.callers):
                yield {"bid": bid.code, "winner": int(seat)}

    def results(self, level: int) -> Iterator[AuctionAnswer]:
        """Return the ways in which the auction can end; winning bids of `level` come first."""
        for bid in sorted(self.open_bids, key=lambda bid: bid.level != level):
            for seat in self.auction.callers:
                with suppress(IllegalEntry):
                    yield self.parse({"bid": bid.code, "winner": int(seat)})
        if self.can_pass_out:
            yield PassedOut()

    @property
    def open_bids(self) -> list[AnyBid]:
        """The bids that can have won."""
        return [bid for bid in self.auction.ladder.bids if self.barred(bid) is None]

    @property
    def examples(self) -> Iterator[str]:
        bids = self.open_bids
        if bids:
            yield f"{seat_text(self.auction.callers[0])}:{bids[0].code}"
        if self.can_pass_out:
            yield PASS.code

    @property
    def allowed(self) -> Sentence | None:
        """The lowest and the highest bid that can have won."""
        bids = self.open_bids
        return None if not bids else say(
            "Allowed: {lowest} to {highest}, or “pass” where all have passed.",
            lowest=bids[0], highest=bids[-1],
        )  # fmt: skip

    @property
    def shape(self) -> str:
        return shape_of(self, self.auction.ladder.lowest.code, self.can_pass_out)

    def random_answer(self, rng: Random) -> Fact:
        """Return a random result, or the next call once there are calls."""
        if self.auction.calls:
            return one_of(self, rng)
        if self.can_pass_out and rng.random() < 0.2:
            return {"bid": "pass"}
        bid, winner = rng.choice(self.open_bids), rng.choice(self.auction.callers)
        return {"bid": bid.code, "winner": int(winner)}

    @property
    def can_pass_out(self) -> bool:
        """Whether it is still possible that everyone passes."""
        return self.auction.may_pass_out

    @property
    def pass_barred(self) -> Sentence | None:
        """Why the next caller may not pass; None if they may."""
        return self.barred_call(PASS)

    def barred(self, bid: AnyBid) -> Sentence | None:
        """Return why a bid cannot have won, as a sentence; None if it can."""
        try:
            self._check_result(bid)
        except IllegalEntry as refusal:
            return refusal.sentence
        return None

    def barred_call(self, call: Call) -> Sentence | None:
        """Return why the next caller may not make this call, as a sentence; None if they may."""
        try:
            self.auction.check(call)
        except IllegalEntry as refusal:
            return refusal.sentence
        return None

    def typed(self, text: str) -> Fact:
        """Return a call, or a result such as `W:6H`, as `parse` reads it."""
        winner, colon, bid = text.partition(":")
        return {"bid": bid, "winner": int(parse_seat(winner))} if colon else {"call": text}

    def parse(self, fact: Fact) -> AuctionAnswer:
        if "call" in fact:
            return self._parse_call(fact)
        text = str(fact.get("bid") or "").strip()
        if text.lower() == "pass":
            if not self.can_pass_out and self.auction.highest is None:
                raise IllegalEntry("must-bid", must_bid(self.auction.callers[-1]), "bid")
            if not self.can_pass_out:
                raise IllegalEntry(
                    "bid-made",
                    say("{bid} was bid, so not everyone passed.", bid=self.auction.highest),
                    "bid",
                )
            return PassedOut()
        if not text:
            raise MalformedEntry("no-bid", say("Which bid won the auction?"), "bid")
        bid = self.auction.ladder.parse(text)
        self._check_result(bid)
        callers = self.auction.callers  # not always all players
        winner = seat_of(fact, "winner", max(max(callers) + 1, USUAL_PLAYERS))
        if winner is None:
            raise MalformedEntry("no-winner", say("Who bid {bid}?", bid=bid), "winner")
        if winner not in callers:
            why = say("{seat} takes no part in the auction.", seat=winner)
            raise IllegalEntry("not-in-the-auction", why, "winner")
        if bid == self.auction.highest and winner != self.auction.bidder:
            raise IllegalEntry(
                "bid-of-another",
                say(
                    "{bid} was bid by {bidder}, not by {winner}.",
                    bid=bid,
                    bidder=self.auction.bidder,
                    winner=winner,
                ),
                "winner",
            )
        if bid != self.auction.highest and not self.auction.could_bid(winner, bid):
            raise IllegalEntry(
                "too-late-to-bid",
                say("After these calls {winner} can no longer bid {bid}.", winner=winner, bid=bid),
                "winner",
            )
        return Won(winner, bid)

    def fact(self, answer: object) -> Fact:
        match answer:
            case Won(winner, bid):
                return {"bid": bid.code, "winner": int(winner)}
            case PassedOut():
                return {"bid": "pass"}
            case AnyBid() | Pass():
                return {"call": answer.code, "seat": int(self.auction.turn)}
        raise TypeError(answer)

    def describe(self, answer: object) -> Sentence:
        match answer:
            case Won(winner, bid):
                return say("{seat} won the auction with {bid}", seat=winner, bid=bid)
            case PassedOut():
                return say("all passed")
            case AnyBid():
                return say("{seat} bid {bid}", seat=self.auction.turn, bid=answer)
        return say("{seat} passed", seat=self.auction.turn)

    def changed(self, answer: object, old: object) -> tuple[Sentence, ...]:
        return changed_in(self, answer, old)

    def _parse_call(self, fact: Fact) -> Call:
        check_turn(fact, self.auction.turn)
        text = str(fact.get("call") or "").strip()
        call = PASS if text.lower() == "pass" else self.auction.ladder.parse(text)
        self.auction.check(call)
        return call

    def _check_result(self, bid: AnyBid) -> None:
        if bid != self.auction.highest:
            check_higher(bid, self.auction.ladder, self.auction.highest)


def hold(auction: Auction, scene: Scene) -> Generator[AuctionStep, AuctionAnswer, Won | None]:
    """Ask for calls until the auction is over; return winner and bid, or None if all passed."""
    while not auction.over:
        answer = yield AuctionStep(auction, scene)
        match answer:
            case Won():
                return answer
            case PassedOut():
                return None
        auction = auction.call(answer)
    highest, bidder = auction.highest, auction.bidder
    return None if highest is None or bidder is None else Won(bidder, highest)


# A choice among a few alternatives


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the alternatives of a question.

    code        its text in a form and in a stored answer
    value       the value sent to the script
    face        the text on its button
    sentence    the choice in words, once it has been made
    barred      the reason why it is not allowed, or None
    """

    code: str
    value: object
    face: Sentence
    sentence: Sentence
    barred: Sentence | None = None

    @property
    def seats(self) -> Side:
        """The players of whom it is a choice; empty if it is nobody or something else."""
        seats = self.value if isinstance(self.value, tuple) else (self.value,)
        return seats if all(isinstance(seat, Seat) for seat in seats) else ()

    @property
    def text(self) -> str:
        """The text that somebody types for it: its code, or the letters of players."""
        return ",".join(map(seat_text, self.seats)) or self.code


def find_choice(choices: Iterable[Choice], text: object, *, stood: bool = False) -> Choice | None:
    """Return the choice with this code, ignoring case; None if there is none.

    Raises IllegalEntry if the choice is barred. With `stood` it does not: the choice was allowed
    when it was recorded.
    """
    wanted = str(text or "").strip().lower()
    choice = next((choice for choice in choices if choice.code.lower() == wanted), None)
    if choice and choice.barred and not stood:
        raise IllegalEntry("choice-barred", choice.barred, "choice")
    return choice


@dataclass(frozen=True, slots=True)
class ChoiceStep:
    """A choice by one player or the whole table.

    key      identifies it among the questions of the deal
    seat     the player who chooses; None for the whole table
    hints    sentences that help to answer
    label    a few words for the question; None if it has none
    usual    the code of the choice that is mostly made; None if there is none

    Fact: `{"choice": "S"}`, in which `"seat"` may name the player.
    """

    kind: ClassVar[str] = "choice"
    field: ClassVar[str] = "choice"
    auction: ClassVar[None] = None
    key: str
    seat: Seat | None
    question: Sentence
    choices: tuple[Choice, ...]
    scene: Scene
    hints: tuple[Sentence, ...] = ()
    label: Sentence | None = None
    usual: str | None = None

    @property
    def asked(self) -> Seat | None:
        return self.seat

    @property
    def turn(self) -> Seat | None:
        return self.seat

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("choice", Content.CHOICE),)

    @property
    def legal(self) -> tuple[object, ...]:
        return tuple(choice.value for choice in self.choices if choice.barred is None)

    @property
    def answers(self) -> Iterator[Fact]:
        return ({"choice": choice.code} for choice in self.choices)

    @property
    def examples(self) -> Sequence[str]:
        return ends_of([choice.text for choice in self.choices if choice.barred is None])

    @property
    def allowed(self) -> Sentence | None:
        """The legal choices: those of players by name, others by code."""
        faces = [choice.face for choice in self.choices if choice.barred is None]
        if all(choice.text == choice.code for choice in self.choices):
            return allowed_by(self)
        return say("Allowed: {answers}.", answers=Listed(faces)) if faces else None

    @property
    def shape(self) -> str:
        tiles = (f"{each.code} {each.face} {each.barred or ''}" for each in self.choices)
        return shape_of(self, self.seat is None, *tiles)

    def random_answer(self, rng: Random) -> Fact:
        return one_of(self, rng)

    @property
    def of_players(self) -> bool:
        """Whether every choice is a player."""
        return all(isinstance(choice.value, Seat) for choice in self.choices)

    def typed(self, text: str) -> Fact:
        """Return a choice by its code, or by the letters of its players."""
        wanted = text.strip().upper()
        named = [choice.code for choice in self.choices if choice.text == wanted]
        return {"choice": named[0] if named else text}

    def parse(self, fact: Fact) -> object:
        if self.seat is not None:
            check_turn(fact, self.seat)
        choice = find_choice(self.choices, fact.get("choice"))
        if choice is None:
            raise MalformedEntry("no-choice", self.question, "choice")
        return choice.value

    def fact(self, answer: object) -> Fact:
        code = self._choice(answer).code
        return {"choice": code} if self.seat is None else {"choice": code, "seat": int(self.seat)}

    def describe(self, answer: object) -> Sentence:
        return self._choice(answer).sentence

    def changed(self, answer: object, old: object) -> tuple[Sentence, ...]:
        return changed_in(self, answer, old)

    def _choice(self, answer: object) -> Choice:
        return next(choice for choice in self.choices if choice.value == answer)


# A player's contract


class Announced(Enum):
    """The game's word for the number of tricks that a player announces."""

    CONTRACT = "contract"
    BID = "bid"
    CALL = "call"

    @property
    def word(self) -> Sentence:
        """The word that stands before a player's number."""
        match self:
            case Announced.CONTRACT:
                return say("contract")
            case Announced.BID:
                return say("bids")
            case Announced.CALL:
                return say("call")

    def question(self, seat: Seat) -> Sentence:
        match self:
            case Announced.CONTRACT:
                return say("{seat}'s contract?", seat=seat)
            case Announced.BID:
                return say("{seat}'s bid?", seat=seat)
            case Announced.CALL:
                return say("{seat}'s call?", seat=seat)

    def range(self, total: int) -> Sentence:
        """Return a sentence with the least and the most possible number of tricks."""
        match self:
            case Announced.CONTRACT:
                return say("A contract is a number from 0 to {total}.", total=total)
            case Announced.BID:
                return say("A bid is a number from 0 to {total}.", total=total)
            case Announced.CALL:
                return say("A call is a number from 0 to {total}.", total=total)

    def so_far(self, said: int, total: int) -> Sentence:
        """Return a sentence that states the sum of the numbers so far."""
        over = said - total
        match self, over > 0:
            case Announced.CONTRACT, True:
                return say("Contracts so far: {said}, already {over} over.", said=said, over=over)
            case Announced.BID, True:
                return say("Bids so far: {said}, already {over} over.", said=said, over=over)
            case Announced.CALL, True:
                return say("Calls so far: {said}, already {over} over.", said=said, over=over)
            case Announced.CONTRACT, _:
                return say("Contracts so far: {said} of {total}.", said=said, total=total)
            case Announced.BID, _:
                return say("Bids so far: {said} of {total}.", said=said, total=total)
            case _:
                return say("Calls so far: {said} of {total}.", said=said, total=total)

    def changed(self, seat: Seat, number: int, old: int) -> Sentence:
        """Describe a corrected number with the old one."""
        match self:
            case Announced.CONTRACT:
                return say(
                    "contract of {seat}: {number} (was {old})", seat=seat, number=number, old=old
                )
            case Announced.BID:
                return say("bid of {seat}: {number} (was {old})", seat=seat, number=number, old=old)
            case Announced.CALL:
                return say(
                    "call of {seat}: {number} (was {old})", seat=seat, number=number, old=old
                )

    def and_tricks(self, number: int, tricks: int) -> Sentence:
        """Return the number and the tricks of one side in words, for screen readers."""
        match self:
            case Announced.CONTRACT:
                return say("contract {contract}, tricks {tricks}", contract=number, tricks=tricks)
            case Announced.BID:
                return say("bid {contract}, tricks {tricks}", contract=number, tricks=tricks)
            case Announced.CALL:
                return say("call {contract}, tricks {tricks}", contract=number, tricks=tricks)


class ContractStep(NamedTuple):
    """The number of tricks that one player contracts for.

    least     the lowest number allowed: the winning bid for the declarer, 0 for the others
    barred    the number that would make the contracts add up to all tricks; None if none is barred
    others    the sum of the other contracts, for the last player to speak; otherwise None
    bars      further numbers that are not allowed, each with its reason
    words     answers other than numbers, such as “blind”, a bid made before looking at the cards
    meanings  names of numbers, such as “nil” for 0
    blind     whether the player has announced a blind bid and is now asked for its number
    announced  the game's word for the number

    Fact: `{"number": 3}`, or `{"number": "blind"}` for a word; `"seat"` may name the player. The
    answer is the number, or the word's value. A stored word has `"stood": true`: it remains valid
    even if a correction of an earlier deal would bar it now.
    """

    seat: Seat
    scene: Scene
    least: int = 0
    barred: int | None = None
    others: int | None = None
    bars: tuple[tuple[int, Sentence], ...] = ()
    words: tuple[Choice, ...] = ()
    meanings: tuple[tuple[int, Sentence], ...] = ()
    blind: bool = False
    announced: Announced = Announced.CONTRACT

    @property
    def kind(self) -> str:
        return "contract"

    @property
    def key(self) -> str:
        """The key of the question: `contract-2` for seat 2, or `blind-2` after a blind bid."""
        return f"{'blind' if self.blind else 'contract'}-{int(self.seat)}"

    @property
    def question(self) -> Sentence:
        if self.blind:
            return say("{seat}'s blind bid?", seat=self.seat)
        return self.announced.question(self.seat)

    @property
    def asked(self) -> Seat:
        return self.seat

    @property
    def turn(self) -> Seat:
        return self.seat

    @property
    def field(self) -> str:
        return "number"

    @property
    def fields(self) -> tuple[Field, ...]:
        return (Field("number", Content.CONTRACT, (self.seat,)),)

    @property
    def auction(self) -> None:
        return None

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """The sum of the contracts so far, and the barred number."""
        hints: tuple[Sentence, ...] = ()
        if self.scene.contracts:
            hints = (self._so_far(),)
        barred = self.reason(self.barred) if self.barred is not None else None
        return hints if barred is None else (*hints, barred)

    @property
    def options(self) -> tuple[Option, ...]:
        """Every number from 0 to all tricks, with the reason if it is barred."""
        meanings = dict(self.meanings)
        return tuple(
            Option(number, self.reason(number), meanings.get(number) or self._distance(number))
            for number in range(self.scene.total + 1)
        )

    @property
    def answers(self) -> Iterator[Fact]:
        yield from ({"number": number} for number in range(self.scene.total + 1))
        yield from ({"number": word.code} for word in self.words)

    @property
    def examples(self) -> tuple[str, ...]:
        words = [word.code for word in self.words if word.barred is None]
        return (*ends_of([*map(str, self.numbers)]), *words[:1])

    @property
    def allowed(self) -> Sentence | None:
        return allowed_by(self)

    @property
    def shape(self) -> str:
        return shape_of(self, *(word.code for word in self.words))

    def random_answer(self, rng: Random) -> Fact:
        return one_of(self, rng)

    @property
    def legal(self) -> tuple[object, ...]:
        words = [word.value for word in self.words if word.barred is None]
        return (*self.numbers, *words) if words else self.numbers

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers that the player may announce."""
        barred = {self.barred, *dict(self.bars)} if self.bars else {self.barred}
        return tuple([n for n in range(self.least, self.scene.total + 1) if n not in barred])

    def reason(self, number: int) -> Sentence | None:
        """Return why a number is not allowed, as a sentence; None if it is."""
        if number < self.least:
            return say(
                "{seat} bid {bid} and may not name fewer than {least}.",
                seat=self.seat,
                bid=self.scene.bid,
                least=self.least,
            )
        if number == self.barred:
            return say(
                "{seat} can't say {number}: that would make {total}.",
                seat=self.seat,
                number=number,
                total=self.scene.total,
            )
        return dict(self.bars).get(number) if self.bars else None

    def typed(self, text: str) -> Fact:
        return {"number": text}

    def parse(self, fact: Fact) -> object:
        check_turn(fact, self.seat)
        stood = fact.get("stood") is True
        if self.words and (word := find_choice(self.words, fact.get("number"), stood=stood)):
            return word.value
        number = number_of(fact, "number")
        if number is None:
            raise MalformedEntry("no-number", self.question, "number")
        if not 0 <= number <= self.scene.total:
            raise IllegalEntry(
                "number-out-of-range",
                self.announced.range(self.scene.total),
                "number",
            )
        if reason := self.reason(number):
            code = "contract-barred" if number == self.barred else "number-not-open"
            raise IllegalEntry(
                "contract-under-bid" if number < self.least else code, reason, "number"
            )
        return number

    def fact(self, answer: object) -> Fact:
        word = self._word(answer)
        if word:
            return {"number": word.code, "seat": int(self.seat), "stood": True}
        assert isinstance(answer, int)  # noqa: S101  (`parse` returned it)
        return {"number": answer, "seat": int(self.seat)}

    def describe(self, answer: object) -> Sentence:
        word = self._word(answer)
        return word.sentence if word else say("{seat} said {number}", seat=self.seat, number=answer)

    def changed(self, answer: object, old: object) -> tuple[Sentence, ...]:
        if isinstance(answer, int) and isinstance(old, int):
            return (self.announced.changed(self.seat, answer, old),)
        return changed_in(self, answer, old)

    def _word(self, answer: object) -> Choice | None:
        return next((word for word in self.words if word.value == answer), None)

    @property
    def said(self) -> int:
        """The sum of the contracts so far, with the declarer's bid where it counts as one."""
        return self.scene.contract_sum if self.others is None else self.others

    def _so_far(self) -> Sentence:
        so_far, total = self.said, self.scene.total
        if so_far != self.scene.contract_sum:
            if so_far > total:
                return say(
                    "Contracts so far, with the bid of {seat}: {said}, already {over} over.",
                    seat=self.scene.declarer,
                    said=so_far,
                    over=so_far - total,
                )
            return say(
                "Contracts so far, with the bid of {seat}: {said} of {total}.",
                seat=self.scene.declarer,
                said=so_far,
                total=total,
            )
        return self.announced.so_far(so_far, total)

    def _distance(self, number: int) -> Sentence | None:
        if self.others is None:
            return None
        return over_or_under(self.others + number, self.scene.total)


def over_or_under(contracts: int, total: int) -> Sentence:
    """Return the difference between contracts and tricks in words: “2 under”, “even”, “1 over”."""
    distance = contracts - total
    if distance > 0:
        return say("{distance} over", distance=distance)
    if not distance:  # illegal, but it may have been recorded
        return say("even")
    return say("{distance} under", distance=-distance)
