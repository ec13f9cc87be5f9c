"""The questions that a script asks: who won the auction, what each contracts, who took how many.

A step knows its options, each with the reason where it is barred; it reads an answer from a fact
(a form or a stored entry) or raises an `EntryError`; and it turns an answer back into a fact.
`kind` names the template that shows it, `key` tells it from the other steps of its deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Protocol

from scorekeeper.engine.auction import PASS, Auction, Bid, Call, Pass, check_higher
from scorekeeper.engine.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.seating import Seat, Seating
from scorekeeper.engine.wording import Formula, Sentence, say, say_count

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
Fact = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies open in a deal so far, for the table to see.

    contracts    what each has said, by seat, in the order of speaking
    tricks       how many each side took, once that is known
    total        how many tricks the deal has
    notice       what the table should know or do before it answers
    """

    total: int
    exchange: int = 0
    declarer: Seat | None = None
    bid: Bid | None = None
    contracts: tuple[tuple[Seat, int], ...] = ()
    tricks: tuple[int, ...] = ()
    notice: Sentence | None = None

    def contract_of(self, seat: Seat) -> int | None:
        """What a seat has contracted for; None before it spoke."""
        return dict(self.contracts).get(seat)

    def with_contract(self, seat: Seat, number: int) -> Scene:
        """The scene after one more contract; a seat that spoke before is heard again."""
        others = tuple(item for item in self.contracts if item[0] != seat)
        return replace(self, contracts=(*others, (seat, number)))

    @property
    def said(self) -> int:
        """The sum of the contracts so far."""
        return sum(number for _, number in self.contracts)


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer; `barred` is the reason why it may not be given."""

    value: int
    barred: Sentence | None = None
    note: Sentence | None = None


class Step(Protocol):
    """A question; see the module."""

    kind: ClassVar[str]

    @property
    def key(self) -> str:
        """What tells this question from the others of its deal."""

    @property
    def scene(self) -> Scene:
        """What lies open when the question is asked."""

    @property
    def question(self) -> Sentence:
        """The question in words."""

    def parse(self, fact: Fact) -> object:
        """Read an answer; raises MalformedEntry or IllegalEntry."""

    def fact(self, answer: object) -> Fact:
        """The form in which an answer is kept."""

    def told(self, answer: object) -> Sentence:
        """An answer in words, for the list of what was said and for naming an undo."""


@dataclass(frozen=True, slots=True)
class Won:
    """The end of an auction that was not recorded call by call: who won it, and with what."""

    winner: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class PassedOut:
    """The end of an auction in which everyone passed."""


AuctionAnswer = Call | Won | PassedOut


@dataclass(frozen=True, slots=True)
class AuctionStep:
    """The auction: its result in one answer, or the next call.

    Facts: `{"bid": "7C", "winner": 2}`, `{"bid": "pass"}` when all have passed, or, call by call,
    `{"call": "7C"}` and `{"call": "pass"}`, where `"seat"` may say whose call it is.
    """

    kind: ClassVar[str] = "auction"
    auction: Auction
    scene: Scene

    @property
    def key(self) -> str:
        """One question an auction and call: `auction-0-3`."""
        return f"auction-{self.scene.exchange}-{len(self.auction.calls)}"

    @property
    def question(self) -> Sentence:
        """The question in words."""
        return say("Who won the auction?")

    @property
    def can_pass_out(self) -> bool:
        """Whether everyone may still have passed."""
        return self.auction.highest is None

    def barred(self, bid: Bid) -> Sentence | None:
        """Why a bid cannot have won; None where it can."""
        try:
            self._check_result(bid)
        except IllegalEntry as refusal:
            return refusal.sentence
        return None

    def barred_call(self, call: Call) -> Sentence | None:
        """Why the player whose turn it is may not call this; None where he may."""
        try:
            self.auction.check(call)
        except IllegalEntry as refusal:
            return refusal.sentence
        return None

    def parse(self, fact: Fact) -> AuctionAnswer:
        """Read a call or the result of the auction."""
        if "call" in fact:
            return self._parse_call(fact)
        text = str(fact.get("bid") or "").strip()
        if text.lower() == "pass":
            if not self.can_pass_out:
                raise IllegalEntry(
                    "bid-made",
                    say("{bid} was bid, so not everyone passed.", bid=self.auction.highest),
                    "bid",
                )
            return PassedOut()
        if not text:
            raise MalformedEntry("no-bid", say("Which bid won the auction?"), "bid")
        bid = Bid.parse(text)
        self._check_result(bid)
        winner = seat_of(fact, "winner", len(self.auction.callers))
        if winner is None:
            raise MalformedEntry("no-winner", say("Who bid {bid}?", bid=bid), "winner")
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
        return Won(winner, bid)

    def fact(self, answer: object) -> Fact:
        """The form in which an answer is kept."""
        match answer:
            case Won(winner, bid):
                return {"bid": bid.code, "winner": int(winner)}
            case PassedOut():
                return {"bid": "pass"}
            case Bid() | Pass():
                return {"call": answer.code, "seat": int(self.auction.turn)}
        raise TypeError(answer)

    def told(self, answer: object) -> Sentence:
        """An answer in words."""
        match answer:
            case Won(winner, bid):
                return say("{seat} won the auction with {bid}", seat=winner, bid=bid)
            case PassedOut():
                return say("all passed")
            case Bid():
                return say("{seat} bid {bid}", seat=self.auction.turn, bid=answer)
        return say("{seat} passed", seat=self.auction.turn)

    def _parse_call(self, fact: Fact) -> Call:
        check_turn(fact, self.auction.turn)
        text = str(fact.get("call") or "").strip()
        call = PASS if text.lower() == "pass" else Bid.parse(text)
        self.auction.check(call)
        return call

    def _check_result(self, bid: Bid) -> None:
        if bid != self.auction.highest:
            check_higher(bid, self.auction.ladder, self.auction.highest)


@dataclass(frozen=True, slots=True)
class ContractStep:
    """How many tricks one player contracts for.

    least     the fewest that he may name: the winning bid, for a declarer who may go above it
    barred    the number that would make the contracts come to all tricks; None where none is
    others    the sum of what the others have said, where he is the last to be heard

    Fact: `{"number": 3}`, where `"seat"` may say whose contract it is.
    """

    kind: ClassVar[str] = "contract"
    seat: Seat
    scene: Scene
    least: int = 0
    barred: int | None = None
    others: int | None = None

    @property
    def key(self) -> str:
        """One question a seat: `contract-2`."""
        return f"contract-{int(self.seat)}"

    @property
    def question(self) -> Sentence:
        """The question in words."""
        return say("How many tricks does {seat} contract for?", seat=self.seat)

    @property
    def options(self) -> tuple[Option, ...]:
        """Every number from none to all tricks, with the reason where it is barred."""
        return tuple(
            Option(number, self.reason(number), self._distance(number))
            for number in range(self.scene.total + 1)
        )

    def reason(self, number: int) -> Sentence | None:
        """Why a number may not be named; None where it may."""
        if number < self.least:
            return say(
                "{seat} bid {bid} and may not name fewer than {least}.",
                seat=self.seat,
                bid=self.scene.bid,
                least=self.least,
            )
        if number == self.barred:
            return say(
                "{seat} may not say {number}: the contracts would come to {total}.",
                seat=self.seat,
                number=number,
                total=self.scene.total,
            )
        return None

    def parse(self, fact: Fact) -> int:
        """Read a number of tricks."""
        check_turn(fact, self.seat)
        number = number_of(fact, "number")
        if number is None:
            raise MalformedEntry("no-number", self.question, "number")
        if not 0 <= number <= self.scene.total:
            raise IllegalEntry(
                "number-out-of-range",
                say(
                    "{number} cannot be named: a contract is a number from 0 to {total}.",
                    number=number,
                    total=self.scene.total,
                ),
                "number",
            )
        if reason := self.reason(number):
            code = "contract-barred" if number == self.barred else "contract-under-bid"
            raise IllegalEntry(code, reason, "number")
        return number

    def fact(self, answer: object) -> Fact:
        """The form in which an answer is kept."""
        assert isinstance(answer, int)  # noqa: S101  (what `parse` gave)
        return {"number": answer, "seat": int(self.seat)}

    def told(self, answer: object) -> Sentence:
        """An answer in words."""
        return say("{seat} said {number}", seat=self.seat, number=answer)

    def _distance(self, number: int) -> Sentence | None:
        if self.others is None:
            return None
        return over_or_under(self.others + number, self.scene.total)


@dataclass(frozen=True, slots=True)
class TricksStep:
    """How many tricks each side took.

    Facts: `{"tricks": [0, 3, 8, 2]}` in the order of the sides, or the same as text with commas;
    or, as a form sends them, `{"tricks-0": "0", "tricks-1": "3", …}`.
    """

    kind: ClassVar[str] = "tricks"
    seating: Seating
    scene: Scene
    key: ClassVar[str] = "tricks"

    @property
    def question(self) -> Sentence:
        """The question in words."""
        return say("How many tricks did each take?")

    @property
    def expected(self) -> tuple[int, ...]:
        """What each side contracted for: where the counting starts."""
        said = dict(self.scene.contracts)
        return tuple(sum(said.get(seat, 0) for seat in side) for side in self.seating.sides)

    def parse(self, fact: Fact) -> tuple[int, ...]:
        """Read the tricks of every side, which must come to all the tricks of the deal."""
        tricks = self._numbers(fact)
        for side, taken in zip(self.seating.sides, tricks, strict=True):
            if not 0 <= taken <= self.scene.total:
                raise IllegalEntry(
                    "tricks-out-of-range",
                    say(
                        "{seat} cannot have taken {number} tricks: there are {total}.",
                        seat=side[0],
                        number=taken,
                        total=self.scene.total,
                    ),
                    f"tricks-{self.seating.sides.index(side)}",
                )
        if left := self.left(tricks):
            raise IllegalEntry("tricks-do-not-add-up", left, "tricks")
        return tricks

    def left(self, tricks: Sequence[int]) -> Sentence | None:
        """What is wrong with the sum of the tricks; None where it is right."""
        missing = self.scene.total - sum(tricks)
        if missing > 0:
            return say_count("{count} trick left to give", "{count} tricks left to give", missing)
        if missing < 0:
            return say_count("{count} trick too many", "{count} tricks too many", -missing)
        return None

    def fact(self, answer: object) -> Fact:
        """The form in which an answer is kept."""
        assert isinstance(answer, tuple)  # noqa: S101  (what `parse` gave)
        return {"tricks": list(answer)}

    def told(self, answer: object) -> Sentence:
        """An answer in words."""
        assert isinstance(answer, tuple)  # noqa: S101  (what `parse` gave)
        return say("tricks: {tricks}", tricks=Formula(", ".join(map(str, answer))))

    def _numbers(self, fact: Fact) -> tuple[int, ...]:
        given = fact.get("tricks")
        sides = len(self.seating.sides)
        if given is None:
            listed: list[Json] = [fact.get(f"tricks-{index}") for index in range(sides)]
        elif isinstance(given, str):
            listed = [*given.split(",")]
        else:
            listed = list(given) if isinstance(given, list | tuple) else []
        if len(listed) != sides:
            raise MalformedEntry(
                "wrong-number-of-tricks",
                say(
                    "Tricks are needed for {sides}, not for {given}.",
                    sides=sides,
                    given=len(listed),
                ),
                "tricks",
            )
        numbers = [
            number_of({name: value}, name)
            for name, value in ((f"tricks-{index}", value) for index, value in enumerate(listed))
        ]
        for index, number in enumerate(numbers):
            if number is None:
                raise MalformedEntry(
                    "no-tricks",
                    say("How many tricks did {seat} take?", seat=self.seating.sides[index][0]),
                    f"tricks-{index}",
                )
        return tuple(number for number in numbers if number is not None)


def over_or_under(contracts: int, total: int) -> Sentence:
    """How far the contracts are from the tricks there are: “2 under”, “1 over”."""
    distance = contracts - total
    if distance > 0:
        return say("{distance} over", distance=distance)
    return say("{distance} under", distance=-distance)


def number_of(fact: Fact, name: str) -> int | None:
    """The whole number in a field; None where the field is empty or missing.

    Raises MalformedEntry for anything that is not a whole number.
    """
    value = fact.get(name)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = str(value).strip() if isinstance(value, str) else ""
    if value is None or (isinstance(value, str) and not text):
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 6):
        raise MalformedEntry(
            "not-a-number",
            say("“{text}” is not a whole number.", text=str(value)[:20]),
            name,
        )
    return int(text)


def seat_of(fact: Fact, name: str, players: int) -> Seat | None:
    """The seat in a field; None where the field is empty or missing.

    Raises MalformedEntry for anything that is no seat of this game.
    """
    number = number_of(fact, name)
    if number is None:
        return None
    if not 0 <= number < players:
        raise MalformedEntry(
            "no-such-seat",
            say(
                "There is no seat {number}: seats run from 0 to {last}.",
                number=number,
                last=players - 1,
            ),
            name,
        )
    return Seat(number)


def check_turn(fact: Fact, turn: Seat) -> None:
    """Raise IllegalEntry where a fact names another seat than the one whose turn it is."""
    number = number_of(fact, "seat")
    if number is not None and number != turn:
        raise IllegalEntry(
            "out-of-turn",
            say("It is {turn}'s turn, not {seat}'s.", turn=turn, seat=Seat(abs(number))),
            "seat",
        )
