"""Steps: the interface of all questions of a script, and parsers for parts of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from scorekeeper.auction import AnyBid, Bid, BidInPart
from scorekeeper.cards import Denomination
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.seating import Seat, Side
from scorekeeper.wording import Given, Sentence, say, say_count

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
Fact = Mapping[str, Json]
MOST_DIGITS = 6
TOO_LARGE = 1_000_000


class Scene(NamedTuple):
    """The public state of a deal: what everybody at the table can see.

    A named tuple because it is copied at every answer.

    total        the number of tricks in the deal
    exchange     the number of exchanges of cards so far
    declarer     the winner of the auction
    bid          the winning bid
    contracts    the contracts by seat, in the order in which they were announced
    tricks       the tricks of each side, once they are known
    notice       something that the table should know or do before it answers
    announced    what the declarer announced after winning the auction, as in “spades”
    badges       words beside a player, by seat, such as “nil”; a seat may have several
    carried      what each side carries over from earlier deals, such as bags; may be empty
    """

    total: int
    exchange: int = 0
    declarer: Seat | None = None
    bid: AnyBid | None = None
    contracts: tuple[tuple[Seat, int], ...] = ()
    tricks: tuple[int, ...] = ()
    notice: Sentence | None = None
    announced: Sentence | None = None
    badges: tuple[tuple[Seat, Sentence], ...] = ()
    carried: tuple[Sentence | None, ...] = ()

    @property
    def suit_bid(self) -> Bid | None:
        """The winning bid if it is a number of tricks and a denomination, otherwise None."""
        return self.bid if isinstance(self.bid, Bid) else None

    @property
    def trumps(self) -> Denomination | None:
        """The denomination of the winning bid, or None if it is unknown."""
        return self.bid.denomination if isinstance(self.bid, Bid | BidInPart) else None

    @property
    def declared(self) -> Sentence | None:
        """The winning bid with the declarer's announcement; None if there is no bid yet."""
        if self.bid is None:
            return None
        if self.announced is None:
            return say("{bid}", bid=self.bid)
        return say("{bid} {announced}", bid=self.bid, announced=self.announced)

    def contract_of(self, seat: Seat) -> int | None:
        """The contract of a seat; None before it is announced."""
        return dict(self.contracts).get(seat)

    def sum_of(self, side: Sequence[Seat]) -> int | None:
        """The sum of the contracts of a side; None if none of its players has announced one."""
        contracts = [number for seat, number in self.contracts if seat in side]
        return sum(contracts) if contracts else None

    def with_contract(self, seat: Seat, number: int) -> Scene:
        """The scene after one more contract, which replaces an earlier one of that seat."""
        total, exchange, declarer, bid, said, tricks, notice, announced, badges, carried = self
        said = (*[item for item in said if item[0] != seat], (seat, number))
        return Scene(
            total, exchange, declarer, bid, said, tricks, notice, announced, badges, carried
        )

    def with_badge(self, seat: Seat, badge: Sentence) -> Scene:
        return self._replace(badges=(*self.badges, (seat, badge)))

    def badges_of(self, seat: Seat) -> tuple[Sentence, ...]:
        return tuple(badge for owner, badge in self.badges if owner == seat)

    def with_tricks(self, tricks: tuple[int, ...]) -> Scene:
        """The scene with the tricks of each side and without a notice."""
        return self._replace(tricks=tricks, notice=None)

    @property
    def contract_sum(self) -> int:
        """The sum of the contracts so far."""
        return sum([number for _, number in self.contracts])


@dataclass(frozen=True, slots=True)
class Option:
    """A number offered as an answer; `barred` is the reason if it is not allowed.

    note    the meaning or effect of the number
    """

    value: int
    barred: Sentence | None = None
    note: Sentence | None = None


class Step(Protocol):
    """The interface of all questions; see the package's docstring."""

    @property
    def kind(self) -> str:
        """The kind of question, as in "auction" and "contract"."""

    @property
    def key(self) -> str:
        """Identifies the question among those of its deal."""

    @property
    def scene(self) -> Scene:
        """The public state of the deal when the question is asked."""

    @property
    def question(self) -> Sentence:
        """The question in words."""

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Sentences that help to answer."""

    @property
    def asked(self) -> Seat | None:
        """The seat that has to answer; None if anybody at the table may."""

    def parse(self, fact: Fact) -> object:
        """Read an answer; raises MalformedEntry or IllegalEntry."""

    def fact(self, answer: object) -> Fact:
        """The answer as it is stored."""

    def describe(self, answer: object) -> Sentence:
        """The answer in words, for the list of answers and for the label of an undo."""


def number_of(fact: Fact, name: str) -> int | None:
    """The whole number in a field; None if the field is empty or missing.

    Raises MalformedEntry for anything that is not a whole number.
    """
    return whole_number(fact.get(name), name)


def whole_number(value: Json, name: str) -> int | None:
    """The whole number that a field called `name` holds; see `number_of`.

    A number of more than six digits counts as a million, which is out of every range.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = str(value).strip() if isinstance(value, str) else ""
    if value is None or (isinstance(value, str) and not text):
        return None
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise MalformedEntry(
            "not-a-number",
            say("“{text}” is not a whole number.", text=Given(str(value)[:20])),
            name,
        )
    if len(digits) > MOST_DIGITS:
        return -TOO_LARGE if text.startswith("-") else TOO_LARGE
    return int(text)


def listed(fact: Fact, name: str, count: int) -> list[Json]:
    """The values of a field, one per side: a list, text with commas, or `name-0`, `name-1`, …

    Raises MalformedEntry if there are not `count` of them.
    """
    given = fact.get(name)
    if given is None:
        values: list[Json] = [fact.get(f"{name}-{index}") for index in range(count)]
    elif isinstance(given, str):
        values = [*given.split(",")]
    else:
        values = list(given) if isinstance(given, list | tuple) else []
    if len(values) != count:
        raise MalformedEntry(
            "wrong-number-of-values",
            say("{sides} numbers are needed, not {given}.", sides=count, given=len(values)),
            name,
        )
    return values


def seat_of(fact: Fact, name: str, players: int) -> Seat | None:
    """The seat in a field; None if the field is empty or missing.

    Raises MalformedEntry for anything that is not a seat of this game.
    """
    number = number_of(fact, name)
    if number is None:
        return None
    if not 0 <= number < players:
        raise no_such_seat(players, name)
    return Seat(number)


def no_such_seat(players: int, name: str | None = None) -> MalformedEntry:
    """The error for a seat number that a table of this size does not have."""
    why = say("A seat is a number from 0 to {last}.", last=players - 1)
    return MalformedEntry("no-such-seat", why, name)


def check_turn(fact: Fact, turn: Seat) -> None:
    """Raise IllegalEntry if a fact names another seat than the one whose turn it is."""
    number = number_of(fact, "seat")
    if number is not None and number != turn:
        raise IllegalEntry(
            "out-of-turn",
            say("It is {turn}'s turn.", turn=turn),
            "seat",
        )


# Counting trick by trick


@dataclass(frozen=True, slots=True)
class Tally:
    """The sentence for each side after each number of tricks.

    sides        in the order in which the deal lists them
    start        the tricks of each side before the first one is played, such as a kitty
    sentences    for each side, the sentence with 0 tricks, with 1, and so on to all of them
    """

    sides: tuple[Side, ...]
    start: tuple[int, ...]
    sentences: tuple[tuple[Sentence, ...], ...]

    @classmethod
    def of(cls, sides: tuple[Side, ...], scene: Scene, start: tuple[int, ...] = ()) -> Tally:
        """The tally of a deal whose contracts are known."""
        return cls(
            sides,
            start or (0,) * len(sides),
            tuple(
                tuple(
                    standing(scene.sum_of(side), taken, alone=len(side) == 1)
                    for taken in range(scene.total + 1)
                )
                for side in sides
            ),
        )


def standing(contract: int | None, taken: int, *, alone: bool = True) -> Sentence:
    """How far a side is from its contract; without a contract, only its tricks.

    “Over” and “under” describe the whole hand. So for a player with too many tricks the sentence
    gives both numbers, and for partners the tricks beyond their contract.
    """
    if contract is None:
        return say_count("{count} trick", "{count} tricks", taken)
    numbers = {"taken": taken, "contract": contract}
    if taken < contract:
        return say("{taken} of {contract}: needs {more} more", more=contract - taken, **numbers)
    if taken > contract and alone:
        return say("said {contract}, took {taken}", **numbers)
    if taken > contract:
        return say("{taken} of {contract}: {over} extra", over=taken - contract, **numbers)
    if not contract:
        return say("{taken} of {contract}: must take none", **numbers)
    return say("{taken} of {contract}: has them", **numbers)
