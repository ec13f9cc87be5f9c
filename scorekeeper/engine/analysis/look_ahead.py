"""What comes next, as a value: the questions to come, their legal answers, and where they lead.

A page that cannot reach the score keeper goes on by this alone, so that no rule is written twice.
It is found by replaying the script with every answer that could be given. Moments of different
deals that ask the same and come to the same are one `Place`: a game says which these are by
`LookAhead.state_key`, and what the tricks are worth side by side by `LookAhead.worth`. A game that
says neither is looked into as far as it stays small; beyond that a `Move` leads nowhere.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from math import comb
from typing import Any

from scorekeeper.engine.cards.seating import SEATS, Seat, Seating
from scorekeeper.engine.rules.bookmark import Bookmark
from scorekeeper.engine.rules.companions import Companion
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.game import Game, Setup
from scorekeeper.engine.rules.points import DealScore, Line
from scorekeeper.engine.rules.steps import (
    AuctionStep,
    ChoiceStep,
    ContractStep,
    Fact,
    Json,
    PlayerTricksStep,
    Scene,
    SharesStep,
    SideTricksStep,
    Step,
    TricksStep,
)
from scorekeeper.engine.rules.wording import Sentence

DEALS = 6  # how many deals from the present one are looked into at least
MOST_PLACES = 1_000  # of all deals to come, which are looked into once for a set of rules
MOST_MORE = 160  # that the present deal may add
MOST_SHARES = 400  # ways to share the tricks, where each is looked at by itself


@dataclass(frozen=True, slots=True)
class Worth:
    """What the tricks of a deal come to, where that can be told of each side by itself.

    Of every side it counts what it said (0 for nothing) and what it took, in this order; besides,
    whether any side at all made what it said.

    lines    what the side scores where some side made it
    missed   the same where no side did; empty where that makes no difference
    """

    lines: tuple[tuple[tuple[Line, ...], ...], ...]
    missed: tuple[tuple[tuple[Line, ...], ...], ...] = ()


class LookAhead(Companion):
    """The companion that keeps it small: which moments are alike, and what tricks come to."""

    def state_key(
        self,
        seating: Seating,
        rules: Any,  # noqa: ARG002  (a game may ask)
        facts: Sequence[Fact],
        step: Step,  # noqa: ARG002
    ) -> Json:
        """The facts of a deal so far that bear on the rest of it, when a question is asked.

        Moments with equal keys, in any deals, ask the same in the same words, bar the same
        answers and come to the same points, apart from `worth`. All facts count, unless
        a game knows better.
        """
        return [seating.number, int(seating.dealer), list(facts)]

    def worth(self, rules: Any, step: Step) -> Worth | None:  # noqa: ARG002  (as above)
        """What the tricks that a question asks for come to; None where only the script tells."""
        return None


@dataclass(frozen=True, slots=True)
class Effect:
    """What an answer changes in what lies open: who declares what, and who said how many.

    badges    all words beside the players, where the answer changes them; else None
    """

    told: Sentence
    declarer: Seat | None = None
    declared: Sentence | None = None
    said: tuple[tuple[Seat, int], ...] = ()
    badges: tuple[tuple[Seat, Sentence], ...] | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """One answer: its effect, and the name of the place or the score that it leads to.

    Where it leads to neither, nobody has looked so far.
    """

    effect: Effect
    place: str | None = None
    score: DealScore | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """One question of deals to come.

    moves     by answer, as its form sends it: the name of the first field, then what the fields
              say, the seat left out, as in `bid:7C,2`
    barred    why an answer, or the part of it before the comma, may not be given
    worth     what the tricks come to, where all ways to share them are not among the moves
    sample    how the deal ends then, but for its points
    """

    step: Step
    moves: Mapping[str, Move]
    barred: Mapping[str, Sentence] = field(default_factory=dict)
    worth: Worth | None = None
    sample: DealScore | None = None


@dataclass(frozen=True, slots=True)
class Ahead:
    """The places ahead by name, and where deals start, by dealer and number of the deal.

    In a game whose deals depend on the earlier ones nobody can say where later deals start.
    """

    places: Mapping[str, Place]
    starts: Mapping[tuple[Seat, int], str | None]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A moment of one deal: how its script was begun, the answers, and the question or the end."""

    setup: Setup
    seating: Seating
    mark: Bookmark
    earlier: Earlier = NOTHING_EARLIER
    facts: tuple[Fact, ...] = ()

    @classmethod
    def at_start(
        cls, setup: Setup, dealer: Seat, number: int, earlier: Earlier = NOTHING_EARLIER
    ) -> _Moment:
        seating = setup.seating(dealer, number)
        mark = Bookmark.at_start(partial(setup.script, seating, earlier))
        return cls(setup, seating, mark, earlier)

    @property
    def name(self) -> str | None:
        step = self.mark.step
        if step is None:
            return None
        return name_of(self.setup, self.seating, self.facts, step, self.earlier)

    def after(self, fact: Fact) -> _Moment:
        assert self.mark.step is not None  # noqa: S101  (the caller looked at it)
        answer = self.mark.step.parse(fact)
        kept = self.mark.step.fact(answer)
        mark, facts = self.mark.answer(answer), (*self.facts, kept)
        return _Moment(self.setup, self.seating, mark, self.earlier, facts)


def name_of(
    setup: Setup,
    seating: Seating,
    facts: Iterable[Fact],
    step: Step,
    earlier: Earlier = NOTHING_EARLIER,
) -> str:
    """The name of a place: equal for moments with the same question and the same state key.

    Where a game's deals depend on the earlier ones, what these have come to is part of it.
    """
    key = LookAhead.of(setup.book).state_key(seating, setup.rules, tuple(facts), step)
    parts: list[Json] = [step.key, key]
    if setup.book.carries(setup.rules):
        parts += [list(earlier.totals), repr(earlier.left)]
    written = json.dumps(parts, separators=(",", ":"), default=str)
    return hashlib.sha256(written.encode()).hexdigest()[:8]


def look_ahead(game: Game) -> Ahead:
    """What may be asked in the rest of the present deal and in the next ones."""
    setup, current = game.setup, game.current
    number = current.seating.number
    if setup.book.carries(setup.rules):
        known = Ahead({}, dict.fromkeys(_next_deals(setup, number)))
    else:
        # Only what is agreed counts, so that one look serves all games that are played by it.
        agreed = _Agreed(setup.book, setup.rules, setup.players)
        known = _starts(agreed, number - number % DEALS)
    present = _Moment.at_start(setup, current.dealer, number, current.earlier)
    for fact in current.reading.facts:
        present = present.after(fact)
    places = dict(known.places)
    _explore(places, [present], len(places) + MOST_MORE)
    starts = {start: name for start, name in known.starts.items() if start[1] >= number}
    return Ahead(_reached(places, [present.name, *starts.values()]), starts)


@dataclass(frozen=True, slots=True)
class _Agreed:
    """What of a game's setup bears on its scripts; a key to what has been looked into."""

    book: Any
    rules: Any
    players: int


@lru_cache(maxsize=16)
def _starts(agreed: _Agreed, number: int) -> Ahead:
    """The deals from this number on, beside what the first deals have come to."""
    setup = Setup(agreed.book, agreed.rules, agreed.book.endings.usual, agreed.players, SEATS[0])
    moments = {
        (dealer, later): _Moment.at_start(setup, dealer, later)
        for dealer, later in _next_deals(setup, number)
    }
    places = dict(_starts(agreed, 0).places) if number else {}
    _explore(places, moments.values(), len(places) + MOST_PLACES)
    named = [(start, moment.name) for start, moment in moments.items()]
    return Ahead(places, {start: name for start, name in named if name in places and name})


def _next_deals(setup: Setup, number: int) -> Iterator[tuple[Seat, int]]:
    """Dealer and number of every deal that may come, from a number on."""
    for later in range(number, number + 2 * DEALS):
        for dealer in SEATS[: setup.players]:
            yield dealer, later


def _reached(places: Mapping[str, Place], names: Iterable[str | None]) -> dict[str, Place]:
    """The places that can be reached from those named."""
    reached: dict[str, Place] = {}
    waiting = deque(names)
    while waiting:
        name = waiting.popleft()
        if name is not None and name in places and name not in reached:
            reached[name] = places[name]
            waiting.extend(move.place for move in places[name].moves.values())
    return reached


def _explore(places: dict[str, Place], moments: Iterable[_Moment], most: int) -> None:
    """Add the places that these moments lead to, the nearest first, until there are so many."""
    waiting = deque((moment.name, moment) for moment in moments)
    while waiting and len(places) < most:
        name, moment = waiting.popleft()
        if name is not None and name not in places:
            places[name], following = _place(moment)
            waiting.extend(pair for pair in following.items() if pair[0] not in places)


def _place(moment: _Moment) -> tuple[Place, dict[str, _Moment]]:
    """The place of a moment, and a moment at each place that it leads to."""
    step = moment.mark.step
    assert step is not None  # noqa: S101  (a place has a question)
    worth = LookAhead.of(moment.setup.book).worth(moment.setup.rules, step)
    if worth is not None and isinstance(step, TricksStep):
        end = moment.after(_some_share(step)).mark.score
        return Place(step, {}, worth=worth, sample=end), {}
    moves: dict[str, Move] = {}
    barred = dict(_barred_parts(step))
    following: dict[str, _Moment] = {}
    for code, fact in _answers(step):
        try:
            after = moment.after(fact)
        except EntryError as refusal:
            barred[code] = refusal.sentence
            continue
        name = after.name
        moves[code] = Move(_effect(step, after), name, after.mark.score)
        if name is not None:
            following.setdefault(name, after)
    return Place(step, moves, barred), following


def _effect(step: Step, after: _Moment) -> Effect:
    sentence = step.told(step.parse(after.facts[-1]))
    open_now: Scene = after.mark.step.scene if after.mark.step else _scored(after.mark).scene
    contracts = tuple(
        contract for contract in open_now.contracts if contract not in step.scene.contracts
    )
    badges = None if open_now.badges == step.scene.badges else open_now.badges
    if open_now.declared == step.scene.declared:
        return Effect(sentence, said=contracts, badges=badges)
    return Effect(sentence, open_now.declarer, open_now.declared, contracts, badges)


def _scored(mark: Bookmark) -> DealScore:
    assert mark.score is not None  # noqa: S101  (no question is left)
    return mark.score


def _answers(step: Step) -> Iterator[tuple[str, Fact]]:
    """Every answer that a form could send, as in `Place.moves`; calls one by one are left out."""
    match step:
        case AuctionStep():
            yield "bid:pass", {"bid": "pass"}
            for bid in step.auction.ladder.bids:
                for seat in sorted(step.auction.callers):
                    yield f"bid:{bid.code},{int(seat)}", {"bid": bid.code, "winner": int(seat)}
        case ContractStep() | SideTricksStep() | PlayerTricksStep():
            for option in step.options:
                yield f"number:{option.value}", {"number": option.value}
            words = step.words if isinstance(step, ContractStep) else ()
            yield from ((f"number:{word.code}", {"number": word.code}) for word in words)
        case ChoiceStep():
            for choice in step.choices:
                yield f"choice:{choice.code}", {"choice": choice.code}
        case TricksStep(unclaimed=most):
            sides = len(step.seating.sides)
            for code, share in _shared("tricks", step.scene.total, sides + bool(most)):
                if sum(share[sides:]) <= most:
                    yield code, {"tricks": share[:sides]}
        case SharesStep():
            for code, share in _shared(step.field, step.total, len(step.seating.sides)):
                yield code, {step.field: share}


def _barred_parts(step: Step) -> Iterator[tuple[str, Sentence]]:
    """The bids that nobody can have won."""
    if isinstance(step, AuctionStep):
        for bid in step.auction.ladder.bids:
            if reason := step.barred(bid):
                yield f"bid:{bid.code}", reason


def _shared(field: str, total: int, sides: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The answers to a question for the share of each side, unless they are too many."""
    if comb(total + sides - 1, sides - 1) <= MOST_SHARES:
        for share in _shares(total, sides):
            yield f"{field}-0:{','.join(map(str, share))}", share


def _shares(total: int, sides: int) -> Iterator[tuple[int, ...]]:
    """Every way to share so many tricks among so many sides."""
    if sides == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _shares(total - first, sides - 1):
            yield (first, *rest)


def _some_share(step: TricksStep) -> Fact:
    return {"tricks": [step.scene.total] + [0] * (len(step.seating.sides) - 1)}
