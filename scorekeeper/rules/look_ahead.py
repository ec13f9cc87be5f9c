"""Look-ahead: the questions that may come next, their legal answers, and what follows each answer.

A page without a connection works from this description alone, so no rule has to be written again in
JavaScript. It is computed by replaying the script with every possible answer. Situations in
different deals that ask the same questions with the same results are merged into one `Place`; a
game identifies them by `LookAhead.state_key`. `LookAhead.worth` gives the points of tricks for each
side separately. In a game without these two methods the search stops when it grows too large. The
questions of the running deal after that are merged further, by `LookAhead.question_key`, without
points; where a game has no such key, a `Move` leads to no place.
"""

from __future__ import annotations

import hashlib
import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.rules import house_rules
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.extension_points import Worth
from scorekeeper.rules.game import Game, Setup
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.script import NOTHING_EARLIER, Bookmark, Earlier
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import SEATS, Seat, Seating
from scorekeeper.wording import Sentence

DEALS = 6  # the least number of deals that are explored, from the current one on
MOST_PLACES = 1_000  # places of all deals to come; explored once per set of rules
MOST_MORE = 240  # places of the current deal
# Answers that are followed, since one place may have hundreds of them:
MOST_MOVES = 6_000  # of all deals to come
MOST_MOVES_MORE = 1_500  # of the current deal
MOST_MERGED = 2_500  # of the current deal, of merged places


@dataclass(frozen=True, slots=True)
class Effect:
    """The change that an answer makes to the public state.

    badges    the words that the answer adds beside the players
    """

    sentence: Sentence
    declarer: Seat | None = None
    declared: Sentence | None = None
    contracts: tuple[tuple[Seat, int], ...] = ()
    badges: tuple[tuple[Seat, Sentence], ...] = ()


@dataclass(frozen=True, slots=True)
class Move:
    """One answer and what follows it.

    effect   what the page shows at once
    place    the key of the next question (`Place`); None if there is none
    score    the score of the deal if the answer completes it, otherwise None

    If both are None, the look-ahead ends here.
    """

    effect: Effect
    place: str | None = None
    score: DealScore | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A question that may be asked, with what follows each answer.

    moves     by answer, as its form sends it: the name of the first field, then the values of the
              fields except the seat, as in `bid:7C,2`
    barred    why an answer, or the part of it before the comma, is not allowed
    worth     the points of the tricks; the ways to share them are then not listed as moves
    sample    with `worth`, the score of the deal for one way to share the tricks; only its points
              differ from those of the other ways
    merged    whether it stands for all situations with one question key, without points
    followed  whether its answers were followed; there may be too many of them
    """

    step: Step
    moves: Mapping[str, Move]
    barred: Mapping[str, Sentence] = field(default_factory=dict)
    worth: Worth | None = None
    sample: DealScore | None = None
    merged: bool = False
    followed: bool = True


@dataclass(frozen=True, slots=True)
class Ahead:
    """The places ahead by name, and the first place of each deal, by dealer and number.

    A merged place has several names. The starts of later deals are unknown if they depend on
    earlier deals.
    """

    places: Mapping[str, Place]
    starts: Mapping[tuple[Seat, int], str | None]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A situation in one deal: its script, the answers, and the question or the end."""

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

    @property
    def merged_name(self) -> str | None:
        step = self.mark.step
        if step is None:
            return None
        return merged_name_of(self.setup, self.seating, self.facts, step, self.earlier)

    def after(self, fact: Fact) -> _Moment:
        assert self.mark.step is not None  # noqa: S101  (callers check this first)
        answer = self.mark.step.parse(fact)
        stored = self.mark.step.fact(answer)
        mark, facts = self.mark.answer(answer), (*self.facts, stored)
        return _Moment(self.setup, self.seating, mark, self.earlier, facts)


def name_of(
    setup: Setup,
    seating: Seating,
    facts: Iterable[Fact],
    step: Step,
    earlier: Earlier = NOTHING_EARLIER,
) -> str:
    """Return the name of a `Place`; situations with equal question and state key share it.

    The house rules and the order of the seats, which may change during a game, are part of the
    name; if a game's deals depend on earlier ones, so are the earlier results.
    """
    key = setup.book.look_ahead.state_key(seating, setup.rules, tuple(facts), step)
    return _name(setup, seating, step, earlier, key)


def merged_name_of(
    setup: Setup,
    seating: Seating,
    facts: Iterable[Fact],
    step: Step,
    earlier: Earlier = NOTHING_EARLIER,
) -> str | None:
    """Return the name of a merged `Place`, by the question key; None if there is no key."""
    key = setup.book.look_ahead.question_key(seating, setup.rules, tuple(facts), step)
    return None if key is None else _name(setup, seating, step, earlier, ["merged", key])


def _name(setup: Setup, seating: Seating, step: Step, earlier: Earlier, key: Json) -> str:
    parts: list[Json] = [step.key, key, _code_of(setup.rules, seating.order)]
    if setup.book.carries(setup.rules):
        parts += [list(earlier.totals), repr(earlier.left), earlier.target]
    written = json.dumps(parts, separators=(",", ":"), default=str)
    return hashlib.sha256(written.encode()).hexdigest()[:8]


@lru_cache(maxsize=16)
def _code_of(rules: Any, order: tuple[Seat, ...]) -> str:
    """Return a short hash of the house rules and the order of the seats."""
    written = json.dumps([house_rules.to_json(rules), order], sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()[:8]


def look_ahead(game: Game) -> Ahead:
    """Return the questions in the rest of the current deal and in the next ones."""
    setup, current = game.setup, game.current
    number = current.seating.number
    others_next = setup.present != current.seating.seats  # somebody comes or leaves
    if others_next or setup.book.carries(setup.rules):
        known = Ahead({}, dict.fromkeys(_next_deals(setup, number)))
    else:
        # The key of the cache has only the agreements, so games with equal ones share the result.
        agreed = _Agreed(setup.book, setup.rules, setup.players, setup.order)
        known = _starts(agreed, number - number % DEALS)
    present = _Moment.at_start(setup.at(current.number), current.dealer, number, current.earlier)
    for fact in current.reading.facts:
        present = present.after(fact)
    places = dict(known.places)
    # If all deals start from one place, it is explored as far as it can be.
    if {present.name} != {*known.starts.values()} and not _is_whole(places, present.name):
        here: dict[str, Place] = {}
        left = _explore(here, [present], MOST_MORE, _most_moves(setup, MOST_MOVES_MORE))
        places |= here
        _merge(places, left)
    starts = {start: name for start, name in known.starts.items() if start[1] >= number}
    return Ahead(_reached(places, [present.name, *starts.values()]), starts)


@dataclass(frozen=True, slots=True)
class _Agreed:
    """The part of a game's setup that its scripts depend on; the key of the cache."""

    book: Any
    rules: Any
    players: int
    order: tuple[Seat, ...]


@lru_cache(maxsize=16)
def _starts(agreed: _Agreed, number: int) -> Ahead:
    """Return the places of the first deals and of those from `number` on, and where these start."""
    usual = agreed.book.endings.usual
    setup = Setup(agreed.book, agreed.rules, usual, agreed.players, SEATS[0], agreed.order)
    moments: dict[tuple[Seat, int], _Moment] = {}
    for dealer, later in _next_deals(setup, number):
        first = (setup.present[0] if setup.book.look_ahead.dealers_alike else dealer), later
        if first not in moments:
            moments[first] = _Moment.at_start(setup, *first)
        moments[dealer, later] = moments[first]
    places = dict(_starts(agreed, 0).places) if number else {}
    most_moves = _most_moves(setup, MOST_MOVES)
    _explore(places, moments.values(), len(places) + MOST_PLACES, most_moves)
    named = [(start, moment.name) for start, moment in moments.items()]
    return Ahead(places, {start: name for start, name in named if name in places and name})


def _most_moves(setup: Setup, usual: int) -> int:
    most = setup.book.look_ahead.most_moves
    return usual if most is None else min(usual, most)


def _next_deals(setup: Setup, number: int) -> Iterator[tuple[Seat, int]]:
    """Yield the dealer and number of every possible deal, for the next deals from `number` on."""
    for later in range(number, number + 2 * DEALS):
        for dealer in setup.present:
            yield dealer, later


def _reached(places: Mapping[str, Place], names: Iterable[str | None]) -> dict[str, Place]:
    """Return the places with these names and all that can be reached from them."""
    reached: dict[str, Place] = {}
    waiting = deque(names)
    while waiting:
        name = waiting.popleft()
        if name is not None and name in places and name not in reached:
            reached[name] = places[name]
            waiting.extend(move.place for move in places[name].moves.values())
    return reached


def _is_whole(places: Mapping[str, Place], name: str | None) -> bool:
    """Return whether every question after the one with this name is known."""
    return name in places and all(
        place.followed
        and all(move.place is None or move.place in places for move in place.moves.values())
        for place in _reached(places, [name]).values()
    )


def _explore(
    places: dict[str, Place], moments: Iterable[_Moment], most: int, most_moves: int
) -> Iterable[tuple[str | None, _Moment]]:
    """Add the places that these situations lead to, nearest first, until there are `most`.

    most_moves    the number of answers to follow; a place with more than are left has its question

    Returns the situations that are left, with their names.
    """
    waiting = deque((moment.name, moment) for moment in moments)
    moves = 0
    while waiting and len(places) < most and moves < most_moves:
        name, moment = waiting.popleft()
        if name is not None and name not in places:
            places[name], following = _place(moment, most_moves - moves)
            moves += len(places[name].moves)
            waiting.extend(pair for pair in following.items() if pair[0] not in places)
    return waiting


def _merge(places: dict[str, Place], left: Iterable[tuple[str | None, _Moment]]) -> None:
    """Add the merged places of these situations, and those that they lead to.

    Each situation gets its merged place under its own name, too.
    """
    names = {name: (moment.merged_name, moment) for name, moment in left if name not in places}
    waiting = deque(names.values())
    moves = 0
    while waiting and moves < MOST_MERGED:
        name, moment = waiting.popleft()
        if name is not None and name not in places:
            places[name], following = _merged_place(moment)
            moves += len(places[name].moves)
            waiting.extend(following.items())
    for name, (merged, _) in names.items():
        if name is not None and merged in places:
            places[name] = places[merged]


def _merged_place(moment: _Moment) -> tuple[Place, dict[str, _Moment]]:
    """Return the merged place of a situation, and a situation for each place that it leads to.

    If an answer does not lead to a merged place, none is listed: its points are not known.
    """
    step = moment.mark.step
    assert step is not None  # noqa: S101  (a place has a question)
    if not _leads_on(moment, step):
        return Place(step, {}, dict(_barred_parts(step)), merged=True, followed=False), {}
    place, following = _place(moment, MOST_MERGED, lambda after: after.merged_name)
    moves = {code: replace(move, score=None) for code, move in place.moves.items()}
    return replace(place, moves=moves, merged=True), following


def _leads_on(moment: _Moment, step: Step) -> bool:
    """Return whether the first legal answer that is listed leads to a merged place."""
    for fact in _answers(step):
        try:
            return moment.after(fact).merged_name is not None
        except EntryError:
            continue
    return False


def _place(
    moment: _Moment,
    most_moves: int,
    name_after: Callable[[_Moment], str | None] = lambda after: after.name,
) -> tuple[Place, dict[str, _Moment]]:
    """Return the place of a situation, and a situation for each place that it leads to.

    If it has more answers than `most_moves`, none is followed.
    """
    step = moment.mark.step
    assert step is not None  # noqa: S101  (a place has a question)
    worth = moment.setup.book.look_ahead.worth(moment.setup.rules, step)
    has_bonuses = moment.setup.book.bonuses.asked(moment.setup.rules)
    if worth is not None and isinstance(step, TricksStep) and not has_bonuses:
        end = moment.after(step.typed(step.examples[0])).mark.score
        return Place(step, {}, worth=worth, sample=end), {}
    moves: dict[str, Move] = {}
    barred = dict(_barred_parts(step))
    following: dict[str, _Moment] = {}
    facts = [*islice(_answers(step), most_moves + 1)]
    if len(facts) > most_moves:
        return Place(step, {}, barred, followed=False), {}
    for fact in facts:
        code = _code(fact)
        try:
            after = moment.after(fact)
        except EntryError as refusal:
            barred[code] = refusal.sentence
            continue
        name = name_after(after)
        score = after.mark.score
        known = None if score and score.bonus else score  # a bonus depends on the game's end
        moves[code] = Move(_effect(step, after), name, known)
        if name is not None:
            following.setdefault(name, after)
    return Place(step, moves, barred), following


def _effect(step: Step, after: _Moment) -> Effect:
    sentence = step.describe(after.mark.answers[-1])
    open_now: Scene = after.mark.step.scene if after.mark.step else _scored(after.mark).scene
    contracts = tuple(
        contract for contract in open_now.contracts if contract not in step.scene.contracts
    )
    badges = tuple(badge for badge in open_now.badges if badge not in step.scene.badges)
    if open_now.declared == step.scene.declared:
        return Effect(sentence, contracts=contracts, badges=badges)
    return Effect(sentence, open_now.declarer, open_now.declared, contracts, badges)


def _scored(mark: Bookmark) -> DealScore:
    assert mark.score is not None  # noqa: S101  (no question is left)
    return mark.score


def _answers(step: Step) -> Iterator[Fact]:
    """Yield every answer that a form can send, except single calls."""
    return (fact for fact in step.answers if "call" not in fact)


def _code(fact: Fact) -> str:
    """Return an answer as its form sends it; see `Place.moves`."""
    parts = [each for value in fact.values() for each in _as_list(value)]
    field = next(iter(fact))
    lead = f"{field}-0" if isinstance(fact[field], list) else field
    return f"{lead}:{','.join(map(str, parts))}"


def _as_list(value: Json) -> Sequence[Json]:
    return value if isinstance(value, list) else [value]


def _barred_parts(step: Step) -> Iterator[tuple[str, Sentence]]:
    """Yield the bids that nobody can have won, with the reasons."""
    if isinstance(step, AuctionStep):
        for bid in step.auction.ladder.bids:
            if reason := step.barred(bid):
                yield f"bid:{bid.code}", reason
