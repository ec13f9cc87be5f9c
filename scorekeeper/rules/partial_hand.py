"""A hand known in part: the auction was not all recorded, or only the points were."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from scorekeeper.auction import AnyBid, Bid, BidInPart, Ladder, check_higher, split_bid
from scorekeeper.cards import Denomination
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.rules.result_steps import HIGHEST, LOWEST, PointsStep, TricksStep
from scorekeeper.rules.steps import (
    Content,
    Fact,
    Field,
    Json,
    Scene,
    TableStep,
    fields_by_side,
    listed,
    seat_of,
    units_of,
    whole_number,
)
from scorekeeper.seating import Names, Seat, Seating
from scorekeeper.wording import Listed, Points, Sentence, Total, say

PARTIAL = "partial"
FIELDS = ("contracts", "tricks", "points")


@dataclass(frozen=True, slots=True)
class Partial:
    """The known parts of a hand.

    contracts    by seat; None if the hand has none or they are unknown
    tricks       by side; None if only the points are known
    points       by side; None if they follow from contracts and tricks
    bid          the winning bid as far as it is known
    declarer     the winner of the auction, if known
    """

    contracts: tuple[int, ...] | None = None
    tricks: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    bid: AnyBid | None = None
    declarer: Seat | None = None


@dataclass(frozen=True, slots=True)
class PartialStep(TableStep):
    """The known parts of a hand, asked in one form; the answer is a `Partial`.

    with_contracts    whether contracts and tricks determine the points in this game
    check             raises EntryError for what the rules of the game forbid
    ladder            the possible bids; None if the game has no auction to record in part
    decimals          those of the points, which a form has as “2.1” and a fact as 21 tenths

    Facts: `{"partial": {"contracts": [2, 3, 7, 0], "tricks": [0, 3, 8, 2]}}`, `{"partial":
    {"tricks": […]}}` or `{"partial": {"points": […]}}`, each with `"bid": "7C"`, `"7"` or `"C"` or
    with `"declarer": 2` if these are known. A form sends `contracts-0`, `tricks-0`, `points-0` and
    so on, in which an empty value means unknown, and `bid-number` and `bid-trumps` for the bid.
    """

    kind: ClassVar[str] = PARTIAL
    key: ClassVar[str] = PARTIAL
    field: ClassVar[str] = PARTIAL
    legal: ClassVar[tuple[Partial, ...]] = ()
    answers: ClassVar[tuple[Fact, ...]] = ()
    lowest: ClassVar[int] = LOWEST
    highest: ClassVar[int] = HIGHEST
    seating: Seating
    scene: Scene
    with_contracts: bool
    check: Callable[[Partial], object]
    ladder: Ladder | None = None
    decimals: int = 0

    @property
    def question(self) -> Sentence:
        return say("What is known of this hand?")

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Sentences that say which parts have to be filled in."""
        if self.with_contracts:
            return (
                say("Contracts and tricks are enough, or only the points."),
                say("Of the auction, fill in what is known."),
            )
        return (say("In this game, only the points can be entered."),)

    @property
    def fields(self) -> tuple[Field, ...]:
        sides = self.seating.sides
        seats = [(seat,) for seat in self.seating.seats]
        auction = Field("bid", Content.BID), Field("declarer", Content.DECLARER)
        return (
            *(auction if self.ladder else ()),
            *(fields_by_side("contracts", Content.CONTRACT, seats) if self.with_contracts else ()),
            *(fields_by_side("tricks", Content.TRICKS, sides) if self.with_contracts else ()),
            *fields_by_side("points", Content.POINTS, sides),
        )

    @property
    def bid_numbers(self) -> tuple[int, ...]:
        """The numbers that a winning bid may have."""
        bids = self.ladder.bids if self.ladder else ()
        return tuple(dict.fromkeys(bid.level for bid in bids))

    @property
    def bid_trumps(self) -> tuple[Denomination, ...]:
        """The denominations that a winning bid may have."""
        bids = self.ladder.bids if self.ladder else ()
        return tuple(dict.fromkeys(bid.denomination for bid in bids if isinstance(bid, Bid)))

    @staticmethod
    def bid_parts(given: Fact) -> tuple[str, str]:
        """Return the number and the denomination of the bid in a form or a stored answer."""
        if "bid" in given:
            return split_bid(str(given["bid"]).strip())
        number, trumps = (given.get(f"bid-{part}") for part in ("number", "trumps"))
        return str(number or ""), str(trumps or "")

    def random_answer(self, rng: Random) -> Fact:
        """Return random points, which are enough in every game."""
        return {PARTIAL: PointsStep(self.seating, self.scene).random_answer(rng)}

    def parse(self, fact: Fact) -> Partial:
        given = fact.get(PARTIAL, fact)
        if not isinstance(given, Mapping):
            raise _nothing_known()
        numbers = {name: self._numbers(given, name) for name in FIELDS}
        known = Partial(
            **numbers,
            bid=self._bid(given),
            declarer=seat_of(given, "declarer", self.seating.players) if self.ladder else None,
        )
        if known.points is None and known.tricks is None:
            raise _nothing_known()
        if known.points is not None and (known.tricks or known.contracts):
            raise IllegalEntry(
                "known-twice",
                say("Enter only the points, or contracts and tricks, which give the points."),
                "points-0",
            )
        self._check_missing(known)
        if known.tricks is not None:
            TricksStep(self.seating, self.scene).parse({"tricks": list(known.tricks)})
        self.check(known)
        return known

    def fact(self, answer: object) -> Fact:
        assert isinstance(answer, Partial)  # noqa: S101  (`parse` returned it)
        known = {name: getattr(answer, name) for name in FIELDS}
        kept: dict[str, Json] = {
            name: list(numbers) for name, numbers in known.items() if numbers is not None
        }
        if answer.bid is not None:
            kept["bid"] = answer.bid.code
        if answer.declarer is not None:
            kept["declarer"] = int(answer.declarer)
        return {PARTIAL: kept}

    def describe(self, answer: object) -> Sentence:
        assert isinstance(answer, Partial)  # noqa: S101  (`parse` returned it)
        sides = self.seating.sides
        auction = _describe_auction(answer)
        if answer.points is not None:
            shown = [Points(number, self.decimals) for number in answer.points]
            points = say("points only: {points}", points=_each(sides, shown))
            noted = answer.bid is not None or answer.declarer is not None
            return say("{auction}; {points}", auction=auction, points=points) if noted else points
        tricks = _each(sides, answer.tricks or ())
        if answer.contracts is None:
            return say("tricks only: {tricks}", tricks=tricks)
        seats = [(seat,) for seat in self.seating.seats]
        contracts = _each(seats, answer.contracts)
        return say(
            "{auction}; contracts: {contracts}; tricks: {tricks}",
            auction=auction,
            contracts=contracts,
            tricks=tricks,
        )

    def _bid(self, given: Fact) -> AnyBid | None:
        """Read the winning bid as far as it is known; None if it is unknown.

        Raises MalformedEntry or IllegalEntry.
        """
        text = "".join(self.bid_parts(given)).strip()
        if not text or self.ladder is None:
            return None
        try:
            bid = self.ladder.parse(text)
        except MalformedEntry:
            part = BidInPart.parse(text)
            if any(map(part.fits, self.ladder.bids)):
                return part
            bid = part
        check_higher(bid, self.ladder, None)
        return bid

    def _check_missing(self, known: Partial) -> None:
        """Raise IllegalEntry if nothing is missing: a complete hand is recorded as usual."""
        if known.bid is None or isinstance(known.bid, BidInPart):
            return
        if known.declarer is not None and known.contracts is not None:
            raise IllegalEntry(
                "nothing-missing",
                say("Nothing is missing: answer the questions of this hand as of any other."),
                "declarer",
            )

    def _numbers(self, given: Fact, name: str) -> tuple[int, ...] | None:
        """Return the numbers in a field; None if all of them are empty."""
        count = self.seating.players if name == "contracts" else len(self.seating.sides)
        values = listed(given, name, count)
        decimals = self.decimals if name == "points" else 0
        if name not in given:  # of a form
            values = [units_of(value, f"{name}-{at}", decimals) for at, value in enumerate(values)]
        numbers = [whole_number(value, f"{name}-{index}") for index, value in enumerate(values)]
        if all(number is None for number in numbers):
            return None
        low, high = (LOWEST, HIGHEST) if name == "points" else (0, self.scene.total)
        for index, number in enumerate(numbers):
            if number is None:
                raise MalformedEntry(
                    "number-missing", say("A number is missing in this row."), f"{name}-{index}"
                )
            if not low <= number <= high:
                raise IllegalEntry(
                    "number-out-of-range",
                    say("{number} is not between {low} and {high}.",
                        number=Total(number, decimals), low=Total(low, decimals),
                        high=Total(high, decimals)),
                    f"{name}-{index}",
                )  # fmt: skip
        return tuple(number for number in numbers if number is not None)


def _each(sides: Sequence[Sequence[Seat]], numbers: Sequence[int]) -> Listed:
    """Return each side with its number, in words."""
    return Listed(
        say("{side}\u00a0{number}", side=Names(side), number=number)
        for side, number in zip(sides, numbers, strict=True)
    )


def _describe_auction(known: Partial) -> Sentence:
    """Describe the known part of the auction."""
    match known:
        case Partial(bid=None, declarer=None):
            return say("no auction recorded")
        case Partial(bid=None):
            return say("{declarer} won the auction, bid not recorded", declarer=known.declarer)
        case Partial(declarer=None):
            return say("{bid}, declarer not recorded", bid=known.bid)
    return say("{declarer} won the auction: {bid}", declarer=known.declarer, bid=known.bid)


def _nothing_known() -> MalformedEntry:
    return MalformedEntry("nothing-known", say("Fill in contracts and tricks, or only the points."))
