"""The history of a game: who changed what, and when, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from scorekeeper.ledger.checksums import entry_rows, fact_of, naming_damage
from scorekeeper.ledger.game_log import Entry, GameRecord, Kind, Log
from scorekeeper.ledger.people import Person
from scorekeeper.ledger.store import Store
from scorekeeper.rules.bidding_steps import ContractStep
from scorekeeper.rules.game import Deal, Setup
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.script import Answered
from scorekeeper.seating import Names, Seat, Side
from scorekeeper.wording import Given, Points, Sentence, say


@dataclass(frozen=True, slots=True)
class Act:
    """An entry as it was recorded: by which device, and when."""

    entry: Entry
    device: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """The points of one side, in a deal or in all, before an act and after it."""

    side: Side
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The last act, if it changed points that the table had: in words, and the totals it moved."""

    told: Sentence
    totals: tuple[Change, ...]

    @property
    def sentences(self) -> tuple[Sentence, ...]:
        """Who gained or lost how many points."""
        return tuple(
            say(
                "{side} {points}: {total} (was {old})",
                side=Names(change.side),
                points=Points(change.after - change.before),
                total=change.after,
                old=change.before,
            )
            for change in self.totals
        ) or (say("no total changes"),)


@dataclass(frozen=True, slots=True)
class Told:
    """An act in words; `changes` are the points that it changed in a deal that had its points."""

    act: Act
    sentences: tuple[Sentence, ...]
    changes: tuple[Change, ...]

    @property
    def deal(self) -> int:
        """The number of the deal that it concerns."""
        return self.act.entry.deal

    @property
    def plain(self) -> bool:
        """Whether it is an answer, and not a change of what had been recorded."""
        return self.act.entry.kind is Kind.ANSWER


def acts_of(store: Store, table_id: int, game_id: int) -> list[Act]:
    """Every entry of a game with its device and time, in order; raises Unknown."""
    game = store.game(table_id, game_id)
    with naming_damage(game.id):
        return [
            Act(Entry(Kind(kind), deal, fact_of(fact)), device, datetime.fromisoformat(at))
            for _, _, kind, deal, fact, device, at in entry_rows(store.db, game.id)
        ]


def seat_changes(log: Log) -> list[Sentence]:
    """Who took whose seat and when, in words, as it stands."""
    return [
        say(
            "{player} took {other}'s seat in hand {number}",
            player=Person(change.player),
            other=Person(log.sitting.before(change)),
            number=change.deal,
        )
        for change in log.sitting.changes
    ]


def seat_notes(record: GameRecord) -> dict[int, list[Sentence]]:
    """The same for a score sheet: at the number of the hand, with the names as they are."""
    notes: dict[int, list[Sentence]] = {}
    sitting, name = record.log.sitting, record.people.name
    for change in sitting.changes:
        note = say(
            "{player} plays for {other} from here on",
            player=Given(name(change.player)),
            other=Given(name(sitting.before(change))),
        )
        notes.setdefault(change.deal, []).append(note)
    return notes


def revoked(counts: Sequence[int]) -> list[Sentence]:
    """Who revoked in a deal and how often, in words; nothing of those who did not."""
    return [
        say("revokes of {seat}: {count}", seat=Seat(seat), count=count)
        for seat, count in enumerate(counts)
        if count
    ]


def history(setup: Setup, acts: Iterable[Act], players: Sequence[int] = ()) -> Iterator[Told]:
    """Tell the acts of a game, one after another; `players` as in `Log.of`."""
    log = Log.of(setup, players)
    for act in acts:
        before, log = log, log.after([act.entry])
        number = act.entry.deal
        changes = _changes(before.game.deal(number), log.game.deal(number))
        yield Told(act, tuple(_told(act.entry, before, log)), changes)


_MOVING = {Kind.CORRECTION, Kind.REVOKES, Kind.CHOICE}


def moved(log: Log) -> Moved | None:
    """What the last act did to the totals; None if it is not a change of what was recorded."""
    entry, way, told = None, Kind.UNDO, log.undo
    if log.undone:
        entry, way = log.undone[-1], Kind.REDO
        told = say("undone: {told}", told=log.redo)
    elif log.done:
        entry = log.done[-1]
    if entry is None or told is None or entry.kind not in _MOVING:
        return None
    other = log.after([Entry(way, entry.deal, {})]).game
    totals = zip(log.game.sides, other.totals, log.game.totals, strict=True)
    return Moved(told, tuple(Change(side, old, new) for side, old, new in totals if old != new))


def by_deal(acts: Iterable[Told]) -> dict[int, list[Told]]:
    """The acts by the number of the deal that they concern."""
    by_number: dict[int, list[Told]] = {}
    for act in acts:
        by_number.setdefault(act.deal, []).append(act)
    return dict(sorted(by_number.items()))


def _told(entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
    match entry.kind:
        case Kind.ANSWER:
            deal = after.game.deal(entry.deal)
            if deal is not None and deal.reading.trail:
                yield deal.reading.trail[-1].told
            else:
                yield say("an answer in hand {number}", number=entry.deal)
        case Kind.CORRECTION:
            yield say("correction of hand {number}", number=entry.deal)
            yield from _differences(before.game.deal(entry.deal), after.game.deal(entry.deal))
        case Kind.REVOKES:
            yield from revoked(cast("list[int]", entry.fact["revokes"])) or [say("no revokes")]
        case Kind.DEALER:
            yield say("{seat} deals", seat=Seat(cast("int", entry.fact["dealer"])))
        case Kind.SEAT | Kind.CHOICE:
            yield after.told(entry)
            yield from _dropped(entry, before.game.deal(entry.deal))
        case Kind.STOP:
            yield say("The table stopped the game.")
        case Kind.UNDO:
            yield say("taken back: {told}", told=before.undo)
        case Kind.REDO:
            yield say("brought back: {told}", told=before.redo)


def _dropped(entry: Entry, before: Deal | None) -> list[Sentence]:
    """The answers that did not fit any more after a choice between two earlier ones."""
    dropped = cast("list[object]", entry.fact.get("dropped", []))
    trail = before.reading.trail if before else ()
    return [
        say("dropped: {told}", told=answered.told) for answered in trail if answered.fact in dropped
    ]


def _differences(before: Deal | None, after: Deal | None) -> Iterator[Sentence]:
    """The answers that a correction changed, question by question."""
    old, new = (
        {answered.step.key: answered for answered in deal.reading.trail} if deal else {}
        for deal in (before, after)
    )
    for key in [*new, *(key for key in old if key not in new)]:
        if key not in old:
            yield say("{told} (new)", told=new[key].told)
        elif key not in new:
            yield say("{told} (no longer asked)", told=old[key].told)
        elif old[key].told != new[key].told:
            yield from _another_answer(new[key], old[key])


def _another_answer(new: Answered, old: Answered) -> Iterator[Sentence]:
    """What an answer is now, with what it was."""
    match new.step, new.answer, old.answer:
        case ContractStep(seat=seat), int(number), int(was):
            yield new.step.called.changed(seat, number, was)
        case TricksStep(seating=seating), tuple(taken), tuple(were):
            for side, tricks, was in zip(seating.sides, taken, were, strict=True):
                if tricks != was:
                    yield say("tricks of {side}: {number} (was {old})", side=Names(side),
                              number=tricks, old=was)  # fmt: skip
        case _:
            yield say("{told} (was: {old})", told=new.told, old=old.told)


def _changes(before: Deal | None, after: Deal | None) -> tuple[Change, ...]:
    if before is None or after is None or not (before.score and after.score):
        return ()
    points = zip(after.seating.sides, before.score.points, after.score.points, strict=True)
    return tuple(Change(side, old, new) for side, old, new in points if old != new)
