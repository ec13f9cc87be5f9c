"""Games, derived from the record of each deal: points, totals, dealers, winners.

Nothing here is stored. `read_game` turns the records into points, totals, dealers and the next
question; it works for every game.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from typing import Any

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.deal import Deal, DealRecord
from scorekeeper.rules.ending import Course, Ending, places
from scorekeeper.rules.figures import Case, general_cases
from scorekeeper.rules.partial_hand import PARTIAL, Partial, PartialStep
from scorekeeper.rules.points import DealScore, Line
from scorekeeper.rules.rulebook import Preset, Rulebook
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Reading, Script, begin, mend, read
from scorekeeper.rules.steps import Fact, Scene, Step
from scorekeeper.seating import SEATS, Names, Seat, Seating, Side
from scorekeeper.wording import Listed, Points, Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class Period:
    """House rules and an order of seats that were in force up to deal `last`."""

    last: int
    rules: Any
    order: tuple[Seat, ...] = ()


class Level(Enum):
    """The total with which somebody who comes late begins, taken from those who play already."""

    MEAN = "mean"
    LOW = "low"
    HIGH = "high"

    def of(self, totals: Sequence[int]) -> int:
        """Return the total; the mean is rounded, a half upwards."""
        if self is Level.MEAN:
            return (2 * sum(totals) + len(totals)) // (2 * len(totals))
        return min(totals) if self is Level.LOW else max(totals)


@dataclass(frozen=True, slots=True)
class Coming:
    """Somebody who comes late: the number of the last deal before, and the total at the start."""

    last: int
    start: int | Level


@dataclass(frozen=True, slots=True)
class Setup:
    """The agreements of a game: those in force now, and in `periods` the earlier ones.

    players    the number of players with whom the game began
    order      every seat in which somebody plays, clockwise; empty if it is 0, 1, 2, …
    start      the points that each side begins with; empty if the house rules say so
    settled    the number of the last deal played before the present ending was agreed; no deal
               before that one ends the game
    periods    the rules and orders of seats that were in force earlier, the earliest first
    comings    who came late: in the first seat after those of `players`, and so on
    behind     the seats of those who, once they have left, rank after all others
    """

    book: Rulebook[Any]
    rules: Any
    ending: Ending
    players: int
    first_dealer: Seat
    order: tuple[Seat, ...] = ()
    start: tuple[int, ...] = ()
    settled: int = 0
    periods: tuple[Period, ...] = ()
    comings: tuple[Coming, ...] = ()
    behind: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in which anybody plays at any time."""
        return SEATS[: self.players + len(self.comings)]

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats in which somebody plays now, in the order of their numbers."""
        return tuple(sorted(self.order)) if self.order else SEATS[: self.players]

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """The seats in which somebody plays now, clockwise."""
        return self.order or self.present

    @property
    def opener(self) -> Seat:
        """Who deals first of those who play now: the agreed dealer, or the next one."""
        later = [seat for seat in self.present if seat >= self.first_dealer]
        return later[0] if later else self.present[0]

    @property
    def is_free(self) -> bool:
        """Whether players may come and leave: everybody plays alone, however many they are."""
        book = self.book
        return len(book.players) > 1 and all(
            len(book.seating(many, SEATS[0], self.rules).sides) == many for many in book.players
        )

    @property
    def sides(self) -> tuple[Side, ...]:
        """Every side that plays at any time."""
        first = self.at(1)
        if not self.comings and first.present == SEATS[: self.players]:
            return first.seating(self.first_dealer).sides
        return tuple((seat,) for seat in self.seats)

    @property
    def first_sides(self) -> tuple[Side, ...]:
        """The sides with which the game begins."""
        return self.sides[: len(self.sides) - len(self.comings)]

    @property
    def preset(self) -> Preset[Any] | None:
        """The preset with these rules and, if several have them, this ending."""
        return self.book.preset_of(self.rules, self.ending)

    @property
    def title(self) -> Sentence:
        """The name of the rules: that of their preset, or “House rules”."""
        return self.book.title(self.rules, self.ending)

    def at(self, number: int) -> Setup:
        """Return the agreements that are in force in deal `number`, as a setup."""
        for period in self.periods:
            if number <= period.last:
                return replace(self, rules=period.rules, order=period.order, periods=())
        return self

    def changed(self, first: int, **values: Any) -> Setup:
        """Return a setup with other `rules` or another `order` from deal `first` on.

        If the length of the game changes, no deal before `first` is surplus under the new one.
        """

        def new(agreed: Any) -> Any:
            changes = dict(values)
            if "order" in values:
                changes["order"] = self._arranged(values["order"], agreed.order)
            return replace(agreed, **changes)

        later = [new(each) for each in self.periods if each.last >= first]
        setup: Setup = new(replace(self, periods=(*self._until(first), *later)))
        setup = replace(setup, ending=setup.agreed(self.ending))
        if setup.ending.deals != self.ending.deals:
            setup = replace(setup, settled=max(self.settled, first - 1))
        return setup._tidied()

    def with_seats(self, first: int, order: Sequence[Seat], **values: Any) -> Setup:
        """Return a setup in which these seats play from deal `first` on, which nobody has begun."""
        own = self._from_least(order)
        return replace(self, order=own, periods=self._until(first), **values)._tidied()

    def _from_least(self, order: Sequence[Seat]) -> tuple[Seat, ...]:
        """Return an order of seats from the one with the least number; empty if it is the usual."""
        first = order.index(min(order))
        turned = (*order[first:], *order[:first])
        return () if turned == SEATS[: self.players] else turned

    def _until(self, first: int) -> tuple[Period, ...]:
        """Return the periods that end before deal `first`."""
        before = self.at(first - 1)
        periods = tuple(period for period in self.periods if period.last < first - 1)
        return (*periods, Period(first - 1, before.rules, before.order)) if first > 1 else periods

    def _arranged(self, wanted: tuple[Seat, ...], old: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the wanted order for the seats of an old one: who is not in it stays in place."""
        usual = SEATS[: self.players]
        seats = old or usual
        order = [seat for seat in wanted or usual if seat in seats]
        for place, seat in enumerate(seats):
            if seat not in order:
                order.insert(order.index(seats[place - 1]) + 1 if place else 0, seat)
        return self._from_least(order)

    @property
    def until(self) -> Sentence | None:
        """Until when a game with `Goal.RULES` goes on, in words."""
        return self.book.until(self.rules)

    def agreed(self, ending: Ending) -> Ending:
        """Return an ending completed by the rules.

        The length follows from the present rules; the first deal's rules decide which total wins,
        and where totals begin.
        """
        first = self.at(1).rules
        ending = self.book.agreed(ending, self.rules, self.players)
        return replace(ending, low=self.book.low(first), start=self.book.start(first))

    def shifted(self, number: int, by: int) -> Setup:
        """Return the setup after `by` deals were inserted before deal `number`.

        If `by` is -1, deal `number` was removed.
        """

        def moved(last: int) -> int:
            return last + by if last >= number else last

        periods = tuple(replace(each, last=moved(each.last)) for each in self.periods)
        comings = tuple(replace(each, last=moved(each.last)) for each in self.comings)
        setup = replace(self, periods=periods, comings=comings, settled=moved(self.settled))
        return setup._tidied()

    def _tidied(self) -> Setup:
        """Return the setup without periods that contain no deal or equal the one after them."""
        periods: list[Period] = []
        after: Period | Setup = self
        for period in reversed(self.periods):
            if (period.rules, period.order) != (after.rules, after.order):
                periods.append(period)
                after = period
        kept = [period for period in reversed(periods) if period.last > 0]
        lasts = [0, *(period.last for period in kept)]
        kept = [period for period, last in zip(kept, lasts, strict=False) if period.last > last]
        return replace(self, periods=tuple(kept))

    def seating(self, dealer: Seat, number: int = 1) -> Seating:
        """Return the seats and sides of a deal; see `Seating` for `number`."""
        if not self.order:
            return self.book.seating(self.players, dealer, self.rules).numbered(number)
        seating = self.book.seating(len(self.order), dealer, self.rules).numbered(number)
        seating = seating.in_order(self.order)
        same = self.present == SEATS[: self.players]
        return seating if same else replace(seating, begun=self.players)

    def script(self, seating: Seating, earlier: Earlier = NOTHING_EARLIER) -> Script:
        """Return the script (the questions) of one deal; `earlier` is the state before it."""
        return self.book.questions(seating, self.rules, earlier)

    def script_for(
        self, facts: Sequence[Fact], seating: Seating, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """Return the script that reads these answers: of a whole deal, or of a partly known one."""
        script = self.script(seating, earlier)
        if is_partial(facts):
            return partial_script(self.book, self.rules, seating, script, earlier)
        return script

    @property
    def fine(self) -> int:
        """The points that a revoke adds to a total: negative, or positive if the lowest wins."""
        fine = self.book.fine(self.rules)
        return fine if self.book.low(self.rules) else -fine

    def target_of(self, number: int) -> int:
        """Return the total that ends the game in deal `number`; 0 if none does."""
        high, _, _ = self.ending.limits
        return high or 0 if number >= self.settled else 0

    @property
    def beginning(self) -> Earlier:
        """The totals and carried values before the first deal.

        Who comes late has the usual start of the game until then.
        """
        usual = (self.book.start(self.at(1).rules),)
        start = self.start or usual * len(self.first_sides)
        return Earlier(start + usual * len(self.comings))


MOST_POINTS = 1_000_000  # limit of the totals of a game without recorded deals


@dataclass(frozen=True, slots=True)
class FinalResult:
    """The result of a game whose deals nobody recorded.

    totals    the total of each side; None if only the places are known
    places    the place of each side, 1 for the first; equal sides share a place

    Facts: `{"totals": [310, 250, 120, 90]}` or `{"places": [1, 2, 3, 4]}`.
    """

    totals: tuple[int, ...] | None
    places: tuple[int, ...]

    @classmethod
    def parse(cls, fact: Mapping[str, object], setup: Setup) -> FinalResult | None:
        """Read a result from an entry's fact; None if the fact has neither totals nor places.

        Raises MalformedEntry or IllegalEntry.
        """
        name = next((name for name in ("totals", "places") if name in fact), None)
        if name is None:
            return None
        sides = len(setup.sides)
        given = fact[name]
        if (
            not isinstance(given, Sequence)
            or len(given) != sides
            or not all(type(number) is int for number in given)
        ):
            raise MalformedEntry("no-result", say("A result is a number for each side."))
        if any(abs(number) > MOST_POINTS for number in given):
            raise IllegalEntry(
                "points-out-of-range",
                say("Points are a number from {low} to {high}.",
                    low=-MOST_POINTS, high=MOST_POINTS),
            )  # fmt: skip
        if name == "totals":
            return cls(tuple(given), places(given, low=setup.ending.low))
        return cls(None, places(given, low=True))

    @property
    def fact(self) -> Fact:
        if self.totals is None:
            return {"places": list(self.places)}
        return {"totals": list(self.totals)}

    def describe(self, sides: Sequence[Side]) -> Sentence:
        """Return the result in words."""
        numbers: Sequence[int] = self.places if self.totals is None else self.totals
        each = Listed(
            say("{side}\u00a0{number}", side=Names(side), number=number)
            for side, number in zip(sides, numbers, strict=True)
        )
        if self.totals is None:
            return say("places alone: {places}", places=each)
        return say("result alone: {totals}", totals=each)


@dataclass(frozen=True)
class Game:
    """A game as far as it has been recorded.

    deals      every deal with something recorded, the running one last
    stopped    whether the table ended the game before its goal
    result     the result of a game without deals, or None
    """

    setup: Setup
    deals: tuple[Deal, ...]
    stopped: bool = False
    result: FinalResult | None = None

    @cached_property
    def seating(self) -> Seating:
        """The seats and sides of the first deal."""
        first = self.setup.at(1)
        return first.seating(first.opener)

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        """Every side that plays at any time; totals and points stand in this order."""
        return self.setup.sides

    def side_of(self, seat: Seat) -> int:
        """Return the index of a seat's side."""
        return next(index for index, side in enumerate(self.sides) if seat in side)

    @property
    def gone(self) -> frozenset[int]:
        """The sides that do not play the current deal: who has left, or comes only later."""
        return frozenset(range(len(self.sides))) - {*self.current.seating.columns}

    @property
    def left(self) -> tuple[Seat, ...]:
        """The seats of those who played and do not any more."""
        return tuple(seat for seat in self.setup.seats if seat not in self.setup.present)

    @property
    def around(self) -> tuple[int, ...]:
        """The index of every side that plays now, clockwise; in the end of those who left as well.

        Who left may have won.
        """
        seats = (*self.current.seating.clockwise(), *(self.left if self.over else ()))
        return tuple(dict.fromkeys(map(self.side_of, seats)))

    @property
    def rivals(self) -> frozenset[int]:
        """The sides that may be first in the end: not who ranks last, or comes only later."""
        later = {seat for seat in self.gone if Seat(seat) in self.setup.present}
        return frozenset(range(len(self.sides))) - later - {*self._behind}

    def cases_in(self, deal: Deal) -> Iterator[Case]:
        """Yield the values of a deal that count for figures; none if the deal does not count."""
        if deal.counts:
            own, rules = deal.of_its_sides, self.setup.at(deal.number).rules
            yield from general_cases(own)
            yield from self.setup.book.statistics.cases(own, rules)

    @property
    def partners(self) -> bool:
        """Whether any side has more than one player."""
        return any(len(side) > 1 for side in self.sides)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The current total of each side; empty if only the places are known.

        Who comes with the next deal has the agreed start.
        """
        if self.result is not None:
            return self.result.totals or ()
        last = self.deals[-1] if self.deals else None
        if last and not last.score and not last.flaw:
            return last.totals
        return earlier_than(self.setup, last).totals

    def total(self, side: int) -> int | None:
        """Return the current total of a side; None if only its place is known."""
        return self.totals[side] if self.totals else None

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place of each side, 1 for the first; equal totals share a place.

        Once the game is over, the last deal may decide before the totals (`DealScore.first`), those
        who are out follow in the order in which they went, the last of them first, and the bids
        made may decide a tie for first place.
        """
        if self.result is not None:
            return self.result.places
        first = self._first if self.over else ()
        by_points = places(self.totals, low=self.setup.ending.low, first=first, behind=self._behind)
        bids = self.deciding_bids
        if not bids:
            return by_points
        return tuple(
            1 + sum(more > bids[side] for more in bids.values()) if side in bids else place
            for side, place in enumerate(by_points)
        )

    @property
    def _first(self) -> tuple[int, ...]:
        """A number of each side that decides before the totals; empty if they decide."""
        scores = [deal.score for deal in self.deals if deal.score and deal.counts]
        if not scores or not scores[-1].out:
            return scores[-1].first if scores else ()
        went = {seat: at for at, score in reversed([*enumerate(scores)]) for seat in score.out}
        many = len(scores)
        return tuple(
            number * (many + 1) + went.get(side[0], many)
            for side, number in zip(self.sides, scores[-1].first, strict=True)
        )

    @cached_property
    def deciding_bids(self) -> dict[int, int]:
        """The bids made by each side that is first on points, if they decide the tie.

        Empty if there is no tie, if the table has another rule for it, or if it is not known of
        every hand who made a bid.
        """
        if not self.over or self.result is not None or not self.setup.ending.bids_decide:
            return {}
        by_points = places(self.totals, low=self.setup.ending.low, behind=self._behind)
        level = [side for side, place in enumerate(by_points) if place == 1]
        made = [(deal, deal.score.made) for deal in self.deals if deal.score and deal.counts]
        unknown = any(
            each[side] is None and deal.plays(side) for deal, each in made for side in level
        )
        if len(level) < 2 or not made or unknown:
            return {}
        return {side: sum(each[side] is True for _, each in made) for side in level}

    @property
    def _behind(self) -> tuple[Seat, ...]:
        """The sides that rank after all others: who has left, if the table agreed on it."""
        return tuple(seat for seat in self.setup.behind if seat not in self.setup.present)

    @property
    def tie_break(self) -> Sentence | None:
        """Why one of the sides that are level on points won, or why they share the win."""
        if not self.deciding_bids:
            return None
        bids = Listed(
            say_count(
                "{side} made {count} bid",
                "{side} made {count} bids",
                count,
                side=Names(self.sides[side]),
            )
            for side, count in self.deciding_bids.items()
        )
        return say("Level on points: {bids}.", bids=bids)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The sides, from the first place to the last."""
        return tuple(sorted(range(len(self.sides)), key=lambda side: self.places[side]))

    @cached_property
    def course(self) -> Course:
        return self.deals[-1].course if self.deals else Course()

    @property
    def over(self) -> bool:
        """Whether the table stopped the game, it is decided, or its next deal asks nothing."""
        return self.stopped or self.course.decided or self.current.reading.step is None

    @property
    def removable(self) -> bool:
        """Whether no points are recorded, so that removing the game loses nothing."""
        return self.result is None and not any(
            deal.score and not deal.score.thrown_in for deal in self.deals
        )

    @cached_property
    def winners(self) -> tuple[int, ...]:
        """The sides in first place once the game is over.

        There are several only if the win is shared or the table stopped the game. Empty before the
        end, and if the game was stopped before any deal counted.
        """
        if not self.over or not (self.result or any(deal.counts for deal in self.deals)):
            return ()
        return tuple(side for side, place in enumerate(self.places) if place == 1)

    @property
    def complete(self) -> tuple[Deal, ...]:
        """The deals that have their points, were thrown in or cannot be read."""
        return tuple(deal for deal in self.deals if deal.score or deal.flaw)

    @property
    def played(self) -> tuple[Deal, ...]:
        """The complete deals, without those played after the game was decided."""
        return tuple(deal for deal in self.complete if not deal.surplus)

    @cached_property
    def current(self) -> Deal:
        """The deal whose question is next; a new one if the last one is complete."""
        last = self.deals[-1] if self.deals else None
        if last and not last.score and not last.flaw:
            return last
        return read_deal(self.setup, last, DealRecord())

    @property
    def step(self) -> Step | None:
        """The next question; None once the game is over."""
        return None if self.over else self.current.reading.step

    @property
    def fines(self) -> tuple[tuple[Line, ...], ...]:
        """The fines of each seat in the running deal, which has no points yet."""
        return self.fines_in(self.current)

    def fines_in(self, deal: Deal) -> tuple[tuple[Line, ...], ...]:
        """The fines of each seat in a deal; empty if nobody revoked."""
        fine, revokes = self.setup.at(deal.number).fine, deal.record.revokes
        known = tuple(_fines(each, fine) for each in revokes)
        return known and known + ((),) * (len(self.setup.seats) - len(known))

    def deal(self, number: int) -> Deal | None:
        """Return the recorded deal with this number, or None."""
        return self.deals[number - 1] if 0 < number <= len(self.deals) else None

    def blank(self, number: int) -> Deal:
        """Return deal `number` without answers, in place of a recorded one or after the last."""
        return read_deal(self.setup, self.deal(number - 1), DealRecord())

    def mended(self, deal: Deal, wanted: Sequence[tuple[str, Fact]]) -> Reading:
        """Read a deal with other answers; see `script.mend`."""
        facts = [fact for _, fact in wanted]
        setup = self.setup.at(deal.number)
        return mend(setup.script_for(facts, deal.seating, deal.earlier), wanted)


def read_game(
    setup: Setup,
    records: Sequence[DealRecord],
    stopped: bool = False,
    known: Game | None = None,
    result: FinalResult | None = None,
) -> Game:
    """Read a game from the records of its deals.

    known    an earlier reading of the same setup; its deals are reused as far as the records are
             equal
    """
    deals: list[Deal] = []
    same = known.deals if known and not known.stopped else ()
    for record, before in zip(records, same, strict=False):
        if record is not before.record and record != before.record:
            break
        deals.append(before)
    for record in records[len(deals) :]:
        deals.append(read_deal(setup, deals[-1] if deals else None, record))
    return game_of(setup, deals, stopped, result)


def game_of(
    setup: Setup, deals: Sequence[Deal], stopped: bool, result: FinalResult | None = None
) -> Game:
    """Return the game of these deals; where the table ends it, the last one gets its bonuses."""
    last = next((deal for deal in reversed(deals) if deal.counts), None)
    if stopped and setup.ending.by_table and last is not None and last.score is not None:
        ended = _at_end(last)
        gained = [after - before for after, before in zip(ended.totals, last.totals, strict=True)]
        later = (
            replace(deal, totals=tuple(map(sum, zip(deal.totals, gained, strict=True))))
            for deal in deals[last.number :]
        )
        deals = [*deals[: last.number - 1], ended, *later]
    return Game(setup, tuple(deals), stopped, result)


def read_deal(agreed: Setup, previous: Deal | None, record: DealRecord) -> Deal:
    """Read the deal that follows `previous`, or the first one, from its record."""
    setup = agreed.at(previous.number + 1 if previous else 1)
    if record.order is not None:
        setup = replace(setup, order=record.order)
    named = record.dealer
    dealer = named if named in setup.present else next_dealer(setup, previous)
    scored = previous.scored if previous else 0
    seating = setup.seating(dealer, scored + 1)
    earlier = earlier_than(agreed, previous).narrowed(seating.columns)
    flaw = None
    try:
        reading = read(setup.script_for(record.facts, seating, earlier), record.facts)
    except EntryError as error:
        reading, flaw = read(setup.script(seating, earlier), ()), error.sentence
    return deal_after(agreed, previous, seating, record, reading=reading, flaw=flaw)


def earlier_than(setup: Setup, previous: Deal | None) -> Earlier:
    """Return the state before the deal that follows `previous`, or before the first deal.

    It has all sides of the game. Who comes with that deal begins as the table agreed.
    """
    number = previous.number + 1 if previous else 1
    earlier = previous.after if previous else setup.beginning
    earlier = replace(earlier, target=setup.target_of(number))
    new = {
        seat: coming.start
        for seat, coming in zip(setup.seats[setup.players :], setup.comings, strict=True)
        if coming.last == number - 1
    }
    if not new:
        return earlier
    others = [earlier.totals[seat] for seat in setup.at(number).present if seat not in new]
    totals = list(earlier.totals)
    for seat, start in new.items():
        totals[seat] = start.of(others) if isinstance(start, Level) else start
    return replace(earlier, totals=tuple(totals))


def deal_after(
    setup: Setup,
    previous: Deal | None,
    seating: Seating,
    record: DealRecord,
    *,
    reading: Reading,
    flaw: Sentence | None,
) -> Deal:
    """Return the deal that follows `previous`, with its fines, totals and course."""
    scored = previous.scored if previous else 0
    number = previous.number + 1 if previous else 1
    score = reading.score
    if score and score.may_be_fined and any(record.revokes):
        fine = setup.at(number).fine
        score = score.with_lines(
            tuple(line for seat in side for line in _fines(record.revokes[seat], fine))
            for side in seating.sides
        )
    before, columns = earlier_than(setup, previous), seating.columns
    totals = list(before.totals)
    course = previous.course if previous else Course()
    surplus = course.decided
    if score and not surplus:
        for column, more in zip(columns, score.points, strict=True):
            totals[column] += more
        scored += not score.thrown_in
        course = _course_after(course, setup, [totals[each] for each in columns], scored, score)
    if number < setup.settled:
        course = Course()
    elif number == setup.settled and (score or flaw):
        course = _course_after(Course(), setup, [totals[each] for each in columns], scored, score)
    score = score and score.spread(columns, len(totals))
    deal = Deal(
        number, seating, record, reading, flaw, score, tuple(totals), scored, course, surplus,
        before,
    )  # fmt: skip
    return _at_end(deal) if course.decided and not surplus else deal


def _course_after(
    course: Course, setup: Setup, totals: Sequence[int], scored: int, score: DealScore | None
) -> Course:
    if score is None:
        return course.after(setup.ending, totals, scored)
    return course.after(
        setup.ending, totals, scored, ends=score.ends, final=score.final, first=score.first
    )


def _at_end(deal: Deal) -> Deal:
    """Return a deal with which the game is over, with the bonuses that it then adds."""
    if deal.score is None or not deal.score.bonus:
        return deal
    score = deal.score.at_end
    more = zip(deal.totals, score.points, deal.score.points, strict=True)
    totals = tuple(total + points - before for total, points, before in more)
    return replace(deal, score=score, totals=totals)


def next_dealer(setup: Setup, previous: Deal | None) -> Seat:
    """Return the seat that deals after `previous`, or first if it is None.

    The table may name another dealer. `setup` has the agreements for the deal that is to follow.
    If the last dealer has left, the next one of those who sat there then and still do deals.
    """
    present = setup.present
    if previous is None:
        return setup.opener
    dealer = previous.dealer
    if previous.score and previous.score.dealer_stays and dealer in present:
        return dealer
    seating = previous.seating
    if dealer in present and seating.order != setup.order:
        seating = setup.seating(dealer)
    out = previous.score.out if previous.score else ()
    turns = [seat for seat in seating.in_turn(seating.eldest) if seat in present]
    return next((seat for seat in turns if seat not in out), turns[0] if turns else present[0])


def _fines(revokes: int, fine: int) -> tuple[Line, ...]:
    if not revokes or not fine:
        return ()
    points = fine * revokes
    reason = say_count(
        "revoke: {points}", "{count} revokes: {points}", revokes, points=Points(points)
    )
    return (Line(points, reason),)


# Hands known in part
#
# The script of such a hand asks one question and scores the known parts as far as the game allows.


def is_partial(facts: Sequence[Fact]) -> bool:
    """Return whether these answers are those of a partly known hand."""
    return bool(facts) and PARTIAL in facts[0]


def partial_script(
    book: Rulebook[Any],
    rules: object,
    seating: Seating,
    ordinary: Script,
    earlier: Earlier = NOTHING_EARLIER,
) -> Generator[PartialStep, Partial, DealScore]:
    """Ask for the known parts and score them; `ordinary` is the script of a whole hand."""
    first, nothing = begin(ordinary)
    if first is None:
        assert nothing is not None  # noqa: S101  (a script has a question or the points)
        return nothing
    scene = Scene(first.scene.total)
    ladder = first.auction.ladder if isinstance(first, AuctionStep) else None
    ordinary.close()

    def score(known: Partial) -> DealScore:
        return _score(book, rules, seating, scene, known, earlier=earlier)

    ladder = ladder if book.contracts_score else None
    known = yield PartialStep(seating, scene, book.contracts_score, score, ladder, book.decimals)
    return score(known)


def _score(
    book: Rulebook[Any],
    rules: object,
    seating: Seating,
    scene: Scene,
    known: Partial,
    *,
    earlier: Earlier,
) -> DealScore:
    """Return the points of a partly known hand.

    Raises IllegalEntry if they do not follow from it.
    """
    if not book.points_suffice(rules):
        raise IllegalEntry(
            "hand-carries",
            say("In this game, a hand leaves more than points to the next: all of it is needed."),
        )
    if known.points is not None:
        lines = tuple((Line(points, say("points only")),) for points in known.points)
        scene = scene._replace(declarer=known.declarer, bid=known.bid)
        score = DealScore(lines, scene, say("points only"))
        return book.after_points(score, seating, rules, earlier)
    if not book.contracts_score or known.tricks is None:
        raise IllegalEntry(
            "tricks-alone", say("In this game, contracts and tricks alone do not give the points.")
        )
    return book.score_partial(seating, rules, known)
