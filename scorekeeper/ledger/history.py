"""History of a game: its entries in words, with the points that they changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.ledger.checksums import entry_rows, fact_of, naming_damage
from scorekeeper.ledger.game_log import KINDS, NOT_SHOWN, Entry, Kind, Log, taken_back
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.people import Person
from scorekeeper.ledger.store import Store
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.ending import Goal
from scorekeeper.rules.game import Game, Setup
from scorekeeper.rules.script import begin
from scorekeeper.seating import Names, Side
from scorekeeper.wording import Given, Listed, Points, Sentence, say


@dataclass(frozen=True, slots=True)
class Act:
    """An entry of a game, with the device that recorded it and the time."""

    entry: Entry
    device: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """The points of one side before and after an entry, in a deal or in total."""

    side: Side
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class LastChange:
    """The last entry in words, if it changed existing points, and the totals that it changed.

    misfits    the numbers of the deals that do not fit the rules any more
    """

    sentence: Sentence
    totals: tuple[Change, ...]
    misfits: tuple[int, ...] = ()

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """The gain or loss of each side, in words, and the deals that do not fit any more."""
        gains = tuple(
            say(
                "{side} {points}: {total} (was {old})",
                side=Names(change.side),
                points=Points(change.after - change.before),
                total=change.after,
                old=change.before,
            )
            for change in self.totals
        )
        misfits = tuple(map(_misfit, self.misfits))
        return (*gains, *misfits)


@dataclass(frozen=True, slots=True)
class DescribedAct:
    """An `Act` in words; `changes` are the points that it changed in a scored deal."""

    act: Act
    sentences: tuple[Sentence, ...]
    changes: tuple[Change, ...]

    @property
    def deal(self) -> int:
        """The number of the deal that the entry concerns."""
        return self.act.entry.deal

    @property
    def plain(self) -> bool:
        """Whether the entry is an answer, not a change of an earlier one."""
        return self.act.entry.kind is Kind.ANSWER


def acts_of(store: Store, table_id: int, game_id: int) -> list[Act]:
    """Return all entries of a game as `Act`s, in their order; raises Unknown."""
    game = store.game(table_id, game_id)
    with naming_damage(game.id):
        return [
            Act(Entry(Kind(kind), deal, fact_of(fact)), device, datetime.fromisoformat(at))
            for _, _, kind, deal, fact, device, at in entry_rows(store.db, game.id)
        ]


def seat_changes(log: Log) -> list[Sentence]:
    """Describe the changes of seats that are in force."""
    return [
        say(
            "{player} took {other}'s seat in hand {number}",
            player=Person(change.player),
            other=Person(log.sitting.before(change)),
            number=change.deal,
        )
        for change in log.sitting.changes
    ]


def sheet_notes(record: GameRecord) -> dict[int, list[Sentence]]:
    """Return what a score sheet notes about changes of seats and what people noted, by hand.

    The note on the game is that of hand 0.
    """
    notes: dict[int, list[Sentence]] = {}
    sitting, name = record.log.sitting, record.people.name
    for change in sitting.changes:
        note = say(
            "{player} plays for {other} from here on",
            player=Given(name(change.player)),
            other=Given(name(sitting.before(change))),
        )
        notes.setdefault(change.deal, []).append(note)
    for number, text in record.log.notes.items():
        notes.setdefault(number, []).append(quoted(text))
    return notes


def quoted(note: str) -> Sentence:
    """Return a note that somebody typed, in quotation marks."""
    return say("“{note}”", note=Given(note))


def history(
    setup: Setup, acts: Iterable[Act], players: Sequence[int] = ()
) -> Iterator[DescribedAct]:
    """Yield the entries of a game in words, one after another; `players` as in `Log.of`.

    An entry at which the program fails has one fixed sentence, and so has its undo.
    """
    acts = [*acts]
    read = Log.of(setup, players).through([act.entry for act in acts])
    for act, (before, after) in zip(acts, read, strict=True):
        if before is None or after is None:
            taken = after is not None and act.entry.kind is Kind.UNDO
            yield DescribedAct(act, (taken_back(NOT_SHOWN) if taken else NOT_SHOWN,), ())
            continue
        kind, number = KINDS[act.entry.kind], act.entry.deal
        changes = _changes(before.game.deal(number), after.game.deal(number))
        if kind.whole:
            changes = changed_totals(before.game, after.game)
        yield DescribedAct(act, tuple(kind.history(act.entry, before, after)), changes)


def last_change(log: Log) -> LastChange | None:
    """Return the effect of the last entry on the totals; None if it changed no recorded value."""
    entry, way, sentence = None, Kind.UNDO, log.undo_label
    if log.undone:
        entry, way = log.undone[-1], Kind.REDO
        sentence = say("undone: {told}", told=log.redo_label)
    else:
        entry = log.last
    if entry is None or sentence is None or not KINDS[entry.kind].moves:
        return None
    other = log.after([Entry(way, entry.deal, {})]).game
    fitted = {deal.number for deal in other.deals if deal.flaw is None}
    misfits = (deal.number for deal in log.game.deals if deal.flaw and deal.number in fitted)
    return LastChange(sentence, changed_totals(other, log.game), tuple(misfits))


def _misfit(number: int) -> Sentence:
    return say("Hand {number} does not fit any more: correct it, too.", number=number)


def changed_totals(before: Game, after: Game) -> tuple[Change, ...]:
    """Return the totals that differ between two states of a game.

    Rules agreed before the first hand may change the sides: each is then compared with the side
    that its first player had before.
    """
    known = {seat for side in before.sides for seat in side}
    totals = (
        Change(side, before.totals[before.side_of(side[0])], now)
        for side, now in zip(after.sides, after.totals, strict=True)
        if side[0] in known
    )
    return tuple(change for change in totals if change.before != change.after)


def describe_effects(before: Log, after: Log) -> Iterator[Sentence]:
    """Describe what an entry that is not recorded yet would change, apart from totals."""
    old, new = before.game, after.game
    if new.over and new.winners and (not old.over or old.winners != new.winners):
        winners = Names(seat for side in new.winners for seat in new.sides[side])
        yield say("Then the game is over. Winner: {names}.", names=winners)
        if new.tie_break:
            yield new.tie_break
    elif old.over and not new.over:
        yield say("Then the game goes on with hand {number}.", number=new.current.number)
    alike = len(new.complete) == len(old.complete)
    for deal in new.deals:
        was = next((each for each in old.deals if each.number == deal.number), None)
        if deal.surplus and (was is None or not was.surplus):
            yield say("Then hand {number} does not count: the game is over before it.",
                      number=deal.number)  # fmt: skip
        if deal.record.order is not None and (was is None or was.record.order is None):
            yield say("Hand {number} does not fit the order of the seats: it stays as it was "
                      "played.", number=deal.number)  # fmt: skip
        elif was and was.score and deal.flaw:
            yield _misfit(deal.number)
        elif was and was.score and not deal.score and not new.over:
            yield say("Hand {number} goes on: {question}", number=deal.number,
                      question=deal.reading.step.question if deal.reading.step else "")  # fmt: skip
        elif alike and was and was.score and was.dealer != deal.dealer:
            yield say("Hand {number}: {name} deals.", number=deal.number,
                      name=deal.dealer)  # fmt: skip
    yield from _changed_sizes(old, new)
    if not new.over and new.current.dealer != old.current.dealer:
        yield say("Hand {number}: {name} deals.", name=new.current.dealer,
                  number=new.current.number)  # fmt: skip


def _changed_sizes(old: Game, new: Game) -> Iterator[Sentence]:
    """Describe the sizes of the coming hands, if other players change them."""
    setup, current = new.setup, new.current
    if old.setup.present == setup.present or setup.ending.goal is not Goal.SCHEDULE:
        return
    running = bool(current.record.facts)
    numbers = range(current.seating.number + running, setup.ending.deals + 1)
    sizes = [_size(setup, number) for number in numbers]
    if len(set(sizes)) > 1 or sizes != [_size(old.setup, number) for number in numbers]:
        yield say("Cards of the hands from hand {number} on: {cards}.",
                  number=current.number + running, cards=Listed(sizes))  # fmt: skip


def _size(setup: Setup, number: int) -> int:
    """Return the number of tricks of a hand that counts as the game's `number`-th."""
    step, _ = begin(setup.script(setup.seating(setup.present[0], number)))
    return 0 if step is None else step.scene.total


def by_deal(acts: Iterable[DescribedAct]) -> dict[int, list[DescribedAct]]:
    """Return the entries by the number of their deal."""
    by_number: dict[int, list[DescribedAct]] = {}
    for act in acts:
        by_number.setdefault(act.deal, []).append(act)
    return dict(sorted(by_number.items()))


def _changes(before: Deal | None, after: Deal | None) -> tuple[Change, ...]:
    if before is None or after is None or not (before.score and after.score):
        return ()
    sides, old, new = after.seating.sides, before.of_its_sides.score, after.of_its_sides.score
    assert old is not None and new is not None  # noqa: S101, PT018  (as above)
    points = zip(sides, old.points, new.points, strict=True)
    return tuple(Change(side, old, new) for side, old, new in points if old != new)
