"""Steps: the interface of all questions of a script, and parsers for parts of an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import comb
from random import Random
from typing import ClassVar, NamedTuple, Protocol

from scorekeeper.auction import AnyBid, Auction, Bid, BidInPart
from scorekeeper.cards import Denomination
from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.seating import Names, Seat, Side
from scorekeeper.wording import Formula, Given, Sentence, Total, say, say_count, with_hyphen

Json = None | bool | int | str | Sequence["Json"] | Mapping[str, "Json"]
Fact = Mapping[str, Json]
MOST_DIGITS = 6
TERM = re.compile(r"[+-]?[0-9]+")
SUM = re.compile(r"[+-]?[0-9]+(?:[+-][0-9]+)+")
TOO_LARGE = 1_000_000
MOST_EXAMPLES = 2
MOST_SHARES = 400  # ways to share the tricks, if each is listed


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
        """Return the contract of a seat; None before it is announced."""
        return dict(self.contracts).get(seat)

    def sum_of(self, side: Sequence[Seat]) -> int | None:
        """Return the sum of the contracts of a side.

        None if none of its players has announced one.
        """
        contracts = [number for seat, number in self.contracts if seat in side]
        return sum(contracts) if contracts else None

    def with_contract(self, seat: Seat, number: int) -> Scene:
        """Return this state after one more contract, which replaces an earlier one of the seat."""
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
        """Return this state with the tricks of each side and without a notice."""
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


class Content(StrEnum):
    """The content of a field of an answer."""

    BID = "bid"
    DECLARER = "declarer"
    CHOICE = "announced"
    CONTRACT = "contract"
    TRICKS = "tricks"
    POINTS = "points"


class Field(NamedTuple):
    """A field of the form in which a question is answered.

    seats    the seats that the value counts for; empty if it is about the whole table
    """

    name: str
    content: Content
    seats: Side = ()


class Step(Protocol):
    """The interface of the questions of a script."""

    @property
    def kind(self) -> str:
        """The kind of question, as in "auction" and "contract"."""

    @property
    def key(self) -> str:
        """The key that identifies the question among those of its deal."""

    @property
    def scene(self) -> Scene:
        """The public state of the deal when the question is asked."""

    @property
    def question(self) -> Sentence:
        """The question as the page shows it."""

    @property
    def hints(self) -> tuple[Sentence, ...]:
        """Sentences that help to answer."""

    @property
    def asked(self) -> Seat | None:
        """The seat that has to answer; None if anybody at the table may."""

    @property
    def turn(self) -> Seat | None:
        """The seat that has to answer if auctions are recorded call by call.

        None if the question is for the whole table, such as the one for the tricks.
        """

    @property
    def field(self) -> str:
        """The name of the field that holds the answer, or the call, in a stored answer."""

    @property
    def fields(self) -> tuple[Field, ...]:
        """The fields of the form, with the seats that each counts for."""

    @property
    def auction(self) -> Auction | None:
        """The auction, if the question is about one."""

    @property
    def legal(self) -> tuple[object, ...]:
        """The legal answers, or the calls of an auction; empty if they cannot be listed."""

    @property
    def answers(self) -> Iterable[Fact]:
        """Every answer, legal or not; none if they cannot be listed."""

    @property
    def examples(self) -> Iterable[str]:
        """Some legal answers as `typed` reads them, the simplest first."""

    @property
    def allowed(self) -> Sentence | None:
        """The legal answers in words; None if they cannot be listed."""

    @property
    def shape(self) -> str:
        """A key that is equal for questions with equal fields on the page."""

    def random_answer(self, rng: Random) -> Fact:
        """Return a random legal answer."""

    def typed(self, text: str) -> Fact:
        """Return the answer that somebody typed, as `parse` reads it; raises MalformedEntry."""

    def parse(self, fact: Fact) -> object:
        """Read an answer; raises MalformedEntry or IllegalEntry."""

    def fact(self, answer: object) -> Fact:
        """Return an answer in the form in which it is stored: a dict, such as `{"number": 3}`."""

    def describe(self, answer: object) -> Sentence:
        """Return an answer in words, for the list of answers and for the label of an undo."""

    def changed(self, answer: object, old: object) -> Iterable[Sentence]:
        """Return a corrected answer in words, with the old one."""


class TableStep:
    """Base class of the questions to the whole table."""

    __slots__ = ()
    asked: ClassVar[None] = None
    turn: ClassVar[None] = None
    auction: ClassVar[None] = None

    @property
    def examples(self) -> Iterable[str]:
        return ()

    @property
    def allowed(self: Step) -> Sentence | None:
        return allowed_by(self)

    @property
    def shape(self: Step) -> str:
        return shape_of(self)

    def typed(self: Step, text: str) -> Fact:
        return {self.field: text}

    def changed(self: Step, answer: object, old: object) -> Iterable[Sentence]:
        return changed_in(self, answer, old)


def allowed_by(step: Step) -> Sentence | None:
    """Return the legal answers that a step lists, in words."""
    legal = ", ".join(map(str, legal_values(step)))
    return say("Allowed: {answers}.", answers=Formula(legal)) if legal else None


def shape_of(step: Step, *parts: object) -> str:
    """Return the shape of a step: its kind, and the parts on which its fields depend."""
    scene = step.scene
    return "-".join(map(str, (step.kind, scene.total, bool(scene.contracts), *parts)))


def changed_in(step: Step, answer: object, old: object) -> tuple[Sentence, ...]:
    """Return a corrected answer in words, with the whole of the old one."""
    told, was = step.describe(answer), step.describe(old)
    return (say("{told} (was: {old})", told=told, old=was),)


def ends_of(answers: Sequence[str]) -> Sequence[str]:
    """Return the first and the last of the legal answers."""
    return answers if len(answers) < MOST_EXAMPLES else (answers[0], answers[-1])


def listed_text(numbers: Iterable[int]) -> str:
    """Return the numbers of all sides as they are typed."""
    return ",".join(map(str, numbers))


def legal_values(step: Step) -> tuple[Json, ...]:
    """Return the legal answers that a step lists, as values of its field."""
    return tuple(step.fact(answer)[step.field] for answer in step.legal)


def one_of(step: Step, rng: Random) -> Fact:
    """Return a random answer of those that a step lists as legal."""
    return {step.field: step.fact(rng.choice(step.legal))[step.field]}


def fields_by_side(name: str, content: Content, sides: Iterable[Side]) -> tuple[Field, ...]:
    """Return a field for each side: `tricks-0`, `tricks-1` and so on."""
    return tuple(Field(f"{name}-{index}", content, side) for index, side in enumerate(sides))


def random_shares(total: int, sides: int, rng: Random) -> list[int]:
    shares = [0] * sides
    for _ in range(total):
        shares[rng.randrange(sides)] += 1
    return shares


def all_shares(total: int, sides: int) -> Iterator[list[int]]:
    """Yield every way to share `total` among the sides; nothing if there are too many."""
    if sides == 1:
        yield [total]
    elif comb(total + sides - 1, sides - 1) <= MOST_SHARES:
        for first in range(total + 1):
            yield from ([first, *rest] for rest in all_shares(total - first, sides - 1))


def number_of(fact: Fact, name: str) -> int | None:
    """Return the whole number in a field; None if the field is empty or missing.

    Raises MalformedEntry for anything that is not a whole number.
    """
    return whole_number(fact.get(name), name)


def number_of_tricks(step: Step, fact: Fact, most: int) -> int:
    """Return the tricks of those whom a step asks about."""
    number = number_of(fact, "number")
    if number is None:
        raise MalformedEntry("no-number", step.question, "number")
    if not 0 <= number <= most:
        who = Names(step.fields[0].seats)
        why = say("{seat} took between 0 and {total} tricks.", seat=who, total=most)
        raise IllegalEntry("tricks-out-of-range", why, "number")
    return number


def whole_number(value: Json, name: str) -> int | None:
    """Return the whole number in the value of the field `name`; None if it is empty.

    A number of more than six digits counts as a million, which is out of every range.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = with_hyphen(value) if isinstance(value, str) else ""
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


def units_of(typed: Json, name: str, decimals: int) -> Json:
    """Return typed points in the units of the game: “2,1” as “21” tenths, and “2” as “20”.

    decimals    the digits after the decimal point that points have; without any, nothing changes

    Raises MalformedEntry for more digits than these.
    """
    text = with_hyphen(typed).removeprefix("+") if isinstance(typed, str) else ""
    if not decimals or not text:
        return text or typed
    match = re.fullmatch(r"(-?[0-9]{1,9})(?:[.,]([0-9]{1,9}))?", text)
    if match is None or len(match[2] or "") > decimals:
        raise MalformedEntry("not-a-number", no_points(text, decimals), name)
    return match[1] + (match[2] or "").ljust(decimals, "0")


def no_points(text: str, decimals: int) -> Sentence:
    """Return why a text is no number of points in a game with decimals."""
    shown, example = Given(text[:20]), Total(21, decimals)
    return say("“{text}” is no number of points such as {example}.", text=shown, example=example)


def whole_sum(value: Json, name: str) -> int | None:
    """Return the number in a value like `whole_number`, or the sum in one such as “10+15-8”."""
    text = "".join(value.split()) if isinstance(value, str) else ""
    if not SUM.fullmatch(text):
        return whole_number(value, name)
    terms = TERM.findall(text)
    return sum(whole_number(term.removeprefix("+"), name) or 0 for term in terms)


def listed(fact: Fact, name: str, count: int) -> list[Json]:
    """Return the values of a field, one per side.

    They may be a list, text with commas, or fields `name-0`, `name-1` and so on. Raises
    MalformedEntry if there are not `count` of them.
    """
    values = values_by_side(fact, name, count)
    if len(values) != count:
        raise MalformedEntry(
            "wrong-number-of-values",
            say("{sides} numbers are needed, not {given}.", sides=count, given=len(values)),
            name,
        )
    return values


def values_by_side(fact: Fact, name: str, count: int) -> list[Json]:
    """Return the values of a field like `listed`, but any number of them."""
    given = fact.get(name)
    if given is None:
        return [fact.get(f"{name}-{index}") for index in range(count)]
    if isinstance(given, str):
        return [*given.split(",")]
    return list(given) if isinstance(given, list | tuple) else []


def seat_of(fact: Fact, name: str, players: int) -> Seat | None:
    """Return the seat in a field; None if the field is empty or missing.

    Raises MalformedEntry for anything that is not a seat of this game.
    """
    number = number_of(fact, name)
    if number is None:
        return None
    if not 0 <= number < players:
        raise no_such_seat(players, name)
    return Seat(number)


def no_such_seat(players: int, name: str | None = None) -> MalformedEntry:
    """Return the error for a seat number that a table of this size does not have."""
    why = say("A seat is a number from 0 to {last}.", last=players - 1)
    return MalformedEntry("no-such-seat", why, name)


def check_turn(fact: Fact, turn: Seat) -> None:
    """Raise IllegalEntry if an answer names another seat than the one whose turn it is."""
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
    """Sentences that say how far each side is from its contract, for each number of tricks.

    sides        the sides of the deal, in its order
    start        the tricks that each side has before the first is played, such as a kitty
    sentences    for each side, the sentence with 0 tricks, with 1, and so on to all of them
    """

    sides: tuple[Side, ...]
    start: tuple[int, ...]
    sentences: tuple[tuple[Sentence, ...], ...]

    @classmethod
    def of(cls, sides: tuple[Side, ...], scene: Scene, start: tuple[int, ...] = ()) -> Tally:
        """Return the tally of a deal whose contracts are known."""
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
    """Return how far a side is from its contract, in words; without a contract, only its tricks.

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
