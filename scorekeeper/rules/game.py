"""A game from its first deal to its winner, derived from the record of each deal.

Nothing here is stored. `read_game` turns the records into points, totals, dealers and the next
question; it works for every game.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.ending import Course, Ending, places
from scorekeeper.rules.partial_hand import PARTIAL, Partial, PartialStep
from scorekeeper.rules.points import DealScore, Line
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, Reading, Script, mend, read
from scorekeeper.rules.steps import Fact, Scene, Step
from scorekeeper.seating import Seat, Seating, Side
from scorekeeper.wording import Points, Sentence, say


@dataclass(frozen=True, slots=True)
class Setup:
    """The agreements made before the first deal, which hold for the whole game."""

    book: Rulebook[Any]
    rules: Any
    ending: Ending
    players: int
    first_dealer: Seat

    def seating(self, dealer: Seat, number: int = 1) -> Seating:
        """The seats and sides of a deal; `number` is the one of `Seating`."""
        return self.book.seating(self.players, dealer, self.rules).numbered(number)

    def script(self, seating: Seating, earlier: Earlier = NOTHING_EARLIER) -> Script:
        """The script of one deal after these earlier ones."""
        return self.book.script(seating, self.rules, earlier)

    def script_for(
        self, facts: Sequence[Fact], seating: Seating, earlier: Earlier = NOTHING_EARLIER
    ) -> Script:
        """The script that reads these answers: of a whole deal, or of a partly known one."""
        script = self.script(seating, earlier)
        if is_partial(facts):
            return partial_script(self.book, self.rules, seating, script)
        return script

    @property
    def fine(self) -> int:
        """The points that a revoke adds to a total: negative, or positive if the lowest wins."""
        fine = self.book.fine(self.rules)
        return fine if self.book.low(self.rules) else -fine

    @property
    def beginning(self) -> Earlier:
        """The state before the first deal."""
        sides = len(self.seating(self.first_dealer).sides)
        return Earlier((self.ending.start,) * sides)


@dataclass(frozen=True, slots=True)
class DealRecord:
    """The record of one deal.

    facts      the answers, in the order of the questions
    revokes    the number of revokes each seat is fined for; empty if there were none
    dealer     the dealer that the table named; None if the deal moved on as usual
    """

    facts: tuple[Fact, ...] = ()
    revokes: tuple[int, ...] = ()
    dealer: Seat | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal as read from its record.

    number     counts from 1
    reading    the answers, then the next question or the points
    flaw       why the record cannot be read under these rules; normally None
    score      the points, fines included; None until the deal is complete
    totals     the total of each side after this deal
    scored     the number of deals that count so far, this one included
    course     whether the game is decided after this deal
    surplus    whether the game was decided before this deal, so that it does not count
    earlier    the state that it took over from the deals before it
    """

    number: int
    seating: Seating
    record: DealRecord
    reading: Reading
    flaw: Sentence | None
    score: DealScore | None
    totals: tuple[int, ...]
    scored: int
    course: Course
    surplus: bool
    earlier: Earlier = NOTHING_EARLIER

    @property
    def dealer(self) -> Seat:
        return self.seating.dealer

    @property
    def after(self) -> Earlier:
        """The state that the next deal takes over."""
        return Earlier(self.totals, self.score.left if self.score else self.earlier.left)

    @property
    def counts(self) -> bool:
        """Whether its points are part of the totals."""
        return self.score is not None and not self.score.thrown_in and not self.surplus


@dataclass(frozen=True)
class Game:
    """A game as far as it has been recorded.

    deals      every deal with something recorded, the running one last
    stopped    whether the table ended the game before its goal
    """

    setup: Setup
    deals: tuple[Deal, ...]
    stopped: bool = False

    @cached_property
    def seating(self) -> Seating:
        """The seats and sides of the first deal."""
        return self.setup.seating(self.setup.first_dealer)

    @property
    def sides(self) -> tuple[Side, ...]:
        return self.seating.sides

    @property
    def partners(self) -> bool:
        """Whether any side has more than one player."""
        return any(len(side) > 1 for side in self.sides)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        """The current total of each side."""
        return self.deals[-1].totals if self.deals else self.setup.beginning.totals

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place of each side, 1 for the first; equal totals share a place."""
        return places(self.totals, low=self.setup.ending.low)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The sides, from the first place to the last."""
        return tuple(sorted(range(len(self.sides)), key=lambda side: self.places[side]))

    @cached_property
    def course(self) -> Course:
        return self.deals[-1].course if self.deals else Course()

    @property
    def over(self) -> bool:
        return self.stopped or self.course.decided

    @property
    def removable(self) -> bool:
        """Whether no deal has been scored, so that removing the game loses nothing."""
        return not any(deal.score and not deal.score.thrown_in for deal in self.deals)

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides in first place once the game is over.

        There are several only if the win is shared or the table stopped the game. Empty before the
        end, and if the game was stopped before any deal counted.
        """
        if not self.over or not any(deal.counts for deal in self.deals):
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
        return _read_deal(self.setup, last, DealRecord())

    @property
    def step(self) -> Step | None:
        """The next question; None once the game is over."""
        return None if self.over else self.current.reading.step

    @property
    def fines(self) -> tuple[tuple[Line, ...], ...]:
        """The fines of each seat in the running deal, which has no points yet."""
        fine = self.setup.fine
        return tuple(_fines(revokes, fine) for revokes in self.current.record.revokes)

    def deal(self, number: int) -> Deal | None:
        """The recorded deal with this number, or None."""
        return self.deals[number - 1] if 0 < number <= len(self.deals) else None

    def mended(self, number: int, wanted: Sequence[tuple[str, Fact]]) -> Reading:
        """The reading of a deal with other answers; see `script.mend`."""
        deal = self.deals[number - 1]
        facts = [fact for _, fact in wanted]
        return mend(self.setup.script_for(facts, deal.seating, deal.earlier), wanted)


def read_game(
    setup: Setup,
    records: Sequence[DealRecord],
    stopped: bool = False,
    known: Game | None = None,
) -> Game:
    """Read a game from the records of its deals.

    known    an earlier reading of the same setup; its deals are reused as far as the records are
             equal
    """
    deals: list[Deal] = []
    same = known.deals if known else ()
    for record, before in zip(records, same, strict=False):
        if record is not before.record and record != before.record:
            break
        deals.append(before)
    for record in records[len(deals) :]:
        deals.append(_read_deal(setup, deals[-1] if deals else None, record))
    return Game(setup, tuple(deals), stopped)


def _read_deal(setup: Setup, previous: Deal | None, record: DealRecord) -> Deal:
    dealer = record.dealer if record.dealer is not None else _next_dealer(setup, previous)
    scored = previous.scored if previous else 0
    seating = setup.seating(dealer, scored + 1)
    earlier = earlier_than(setup, previous)
    flaw = None
    try:
        reading = read(setup.script_for(record.facts, seating, earlier), record.facts)
    except EntryError as error:
        reading, flaw = read(setup.script(seating, earlier), ()), error.sentence
    return deal_after(setup, previous, seating, record, reading=reading, flaw=flaw)


def earlier_than(setup: Setup, previous: Deal | None) -> Earlier:
    """The state before the deal that follows `previous`, or before the first deal."""
    return previous.after if previous else setup.beginning


def deal_after(
    setup: Setup,
    previous: Deal | None,
    seating: Seating,
    record: DealRecord,
    *,
    reading: Reading,
    flaw: Sentence | None,
) -> Deal:
    """The deal that follows `previous`, with its fines, totals and course."""
    scored = previous.scored if previous else 0
    score = reading.score
    if score and score.may_be_fined and any(record.revokes):
        fine = setup.fine
        score = score.with_lines(
            tuple(line for seat in side for line in _fines(record.revokes[seat], fine))
            for side in seating.sides
        )
    earlier = earlier_than(setup, previous)
    totals = earlier.totals
    course = previous.course if previous else Course()
    surplus = course.decided
    if score and not surplus:
        totals = tuple(total + more for total, more in zip(totals, score.points, strict=True))
        scored += not score.thrown_in
        course = course.after(setup.ending, totals, scored)
    number = previous.number + 1 if previous else 1
    return Deal(
        number, seating, record, reading, flaw, score, totals, scored, course, surplus, earlier
    )


def _next_dealer(setup: Setup, previous: Deal | None) -> Seat:
    if previous is None:
        return setup.first_dealer
    if previous.score and previous.score.dealer_stays:
        return previous.dealer
    return previous.seating.eldest


def _fines(revokes: int, fine: int) -> tuple[Line, ...]:
    if not revokes or not fine:
        return ()
    points = fine * revokes
    return (Line(points, say("revoke: {points}", points=Points(points))),)


# Hands known in part
#
# It asks one question and scores what is known as far as the game allows.


def is_partial(facts: Sequence[Fact]) -> bool:
    """Whether these answers are those of a partly known hand."""
    return bool(facts) and PARTIAL in facts[0]


def partial_script(
    book: Rulebook[Any], rules: object, seating: Seating, ordinary: Script
) -> Generator[PartialStep, Partial, DealScore]:
    """Ask for the known parts and score them; `ordinary` is the script of a whole hand."""
    first = next(ordinary)
    scene = Scene(first.scene.total)
    ladder = first.auction.ladder if isinstance(first, AuctionStep) else None
    ordinary.close()

    def score(known: Partial) -> DealScore:
        return _score(book, rules, seating, scene, known)

    known = yield PartialStep(
        seating, scene, book.contracts_score, score, ladder if book.contracts_score else None
    )
    return score(known)


def _score(
    book: Rulebook[Any], rules: object, seating: Seating, scene: Scene, known: Partial
) -> DealScore:
    """The points of a partly known hand; raises IllegalEntry if they do not follow from it."""
    if book.carries(rules):
        raise IllegalEntry(
            "hand-carries",
            say("In this game, a hand leaves more than points to the next: all of it is needed."),
        )
    if known.points is not None:
        lines = tuple((Line(points, say("points alone")),) for points in known.points)
        scene = scene._replace(declarer=known.declarer, bid=known.bid)
        return DealScore(lines, scene, say("points alone"))
    if not book.contracts_score or known.tricks is None:
        raise IllegalEntry(
            "tricks-alone", say("In this game, contracts and tricks alone do not give the points.")
        )
    return book.score_partial(seating, rules, known)
