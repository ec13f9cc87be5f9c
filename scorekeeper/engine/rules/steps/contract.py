"""The step that asks for one player's contract."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.steps.asking import Fact, Option, Scene, check_turn, number_of
from scorekeeper.engine.rules.steps.choice import Choice, among
from scorekeeper.engine.rules.wording import Sentence, say


class Announced(Enum):
    """The game's word for the number of tricks that a player announces."""

    CONTRACT = "contract"
    BID = "bid"
    CALL = "call"

    @property
    def word(self) -> Sentence:
        """What stands before a player's number."""
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
        """A sentence that states the possible numbers."""
        match self:
            case Announced.CONTRACT:
                return say("A contract is a number from 0 to {total}.", total=total)
            case Announced.BID:
                return say("A bid is a number from 0 to {total}.", total=total)
            case Announced.CALL:
                return say("A call is a number from 0 to {total}.", total=total)

    def so_far(self, said: int, total: int) -> Sentence:
        """A sentence that states the sum of the numbers so far."""
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
        """A player's number after a correction, with what it was."""
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
        """The number and tricks of one side, for screen readers."""
        match self:
            case Announced.CONTRACT:
                return say("contract {contract}, tricks {tricks}", contract=number, tricks=tricks)
            case Announced.BID:
                return say("bid {contract}, tricks {tricks}", contract=number, tricks=tricks)
            case Announced.CALL:
                return say("call {contract}, tricks {tricks}", contract=number, tricks=tricks)


class ContractStep(NamedTuple):
    """The number of tricks that one player contracts for.

    least     the lowest number allowed: the winning bid, for a declarer who may go above it
    barred    the number that would make the contracts add up to all tricks; None if none is barred
    others    the sum of the other contracts, for the last player to speak; otherwise None
    bars      further numbers that are not allowed, each with its reason
    words     answers other than numbers, such as a bid of none before looking
    meanings  names of numbers, such as “nil” for 0
    blind     whether it asks for the number after a player has announced a blind bid
    called    the game's word for the number

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
    called: Announced = Announced.CONTRACT

    @property
    def kind(self) -> str:
        return "contract"

    @property
    def key(self) -> str:
        """One key per seat: `contract-2`, and `blind-2` for the number of a blind bid."""
        return f"{'blind' if self.blind else 'contract'}-{int(self.seat)}"

    @property
    def question(self) -> Sentence:
        if self.blind:
            return say("{seat}'s blind bid?", seat=self.seat)
        return self.called.question(self.seat)

    @property
    def asked(self) -> Seat:
        return self.seat

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
    def legal(self) -> tuple[int, ...]:
        """The numbers that are not barred."""
        barred = {self.barred, *dict(self.bars)} if self.bars else {self.barred}
        return tuple([n for n in range(self.least, self.scene.total + 1) if n not in barred])

    def reason(self, number: int) -> Sentence | None:
        """Why a number is not allowed; None if it is."""
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

    def parse(self, fact: Fact) -> object:
        check_turn(fact, self.seat)
        stood = fact.get("stood") is True
        if self.words and (word := among(self.words, fact.get("number"), stood=stood)):
            return word.value
        number = number_of(fact, "number")
        if number is None:
            raise MalformedEntry("no-number", self.question, "number")
        if not 0 <= number <= self.scene.total:
            raise IllegalEntry(
                "number-out-of-range",
                self.called.range(self.scene.total),
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

    def told(self, answer: object) -> Sentence:
        word = self._word(answer)
        return word.told if word else say("{seat} said {number}", seat=self.seat, number=answer)

    def _word(self, answer: object) -> Choice | None:
        return next((word for word in self.words if word.value == answer), None)

    def _so_far(self) -> Sentence:
        so_far, total = self.scene.said, self.scene.total
        if (
            self.others is not None and self.others != so_far
        ):  # the declarer's bid counts as a contract
            so_far = self.others
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
        return self.called.so_far(so_far, total)

    def _distance(self, number: int) -> Sentence | None:
        if self.others is None:
            return None
        return over_or_under(self.others + number, self.scene.total)


def over_or_under(contracts: int, total: int) -> Sentence:
    """The difference between contracts and tricks in words: “2 under”, “1 over”."""
    distance = contracts - total
    if distance > 0:
        return say("{distance} over", distance=distance)
    if not distance:  # illegal, but it may have been recorded
        return say("neither over nor under")
    return say("{distance} under", distance=-distance)
