"""Who changed what, and when: every entry of a game told in words, in the order of recording."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from scorekeeper.engine.game import Deal, Setup
from scorekeeper.engine.seating import Seat, Side
from scorekeeper.engine.wording import Sentence, say
from scorekeeper.ledger.log import Entry, Kind, Log
from scorekeeper.ledger.store import Store


@dataclass(frozen=True, slots=True)
class Act:
    """An entry as it was recorded: by which device, and when."""

    entry: Entry
    device: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Change:
    """The points of one side in the deal before an act and after it."""

    side: Side
    before: int
    after: int


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
    rows = store.db.execute(
        "select kind, deal, fact, device, at from entries where game_id = ? order by number",
        [game.id],
    ).fetchall()
    return [
        Act(Entry(Kind(kind), deal, json.loads(fact)), device, datetime.fromisoformat(at))
        for kind, deal, fact, device, at in rows
    ]


def told_since(store: Store, table_id: int, game_id: int, revision: int) -> list[Sentence]:
    """What was recorded after a revision, in words, oldest first; raises Unknown."""
    entries = [act.entry for act in acts_of(store, table_id, game_id)]
    log = log_at(store, table_id, game_id, revision)
    return log.telling(entries[log.revision :])


def log_at(store: Store, table_id: int, game_id: int, revision: int) -> Log:
    """The log of a game as it was at a revision; raises Unknown."""
    setup = store.game(table_id, game_id).game.setup
    acts = acts_of(store, table_id, game_id)
    return Log.of(setup).after([act.entry for act in acts[: max(revision, 0)]])


def revoked(counts: Sequence[int]) -> list[Sentence]:
    """Who revoked in a deal and how often, in words; nothing of those who did not."""
    return [
        say("revokes of {seat}: {count}", seat=Seat(seat), count=count)
        for seat, count in enumerate(counts)
        if count
    ]


def history(setup: Setup, acts: Iterable[Act]) -> Iterator[Told]:
    """Tell the acts of a game, one after another."""
    log = Log.of(setup)
    for act in acts:
        before, log = log, log.after([act.entry])
        number = act.entry.deal
        changes = _changes(before.game.deal(number), log.game.deal(number))
        yield Told(act, tuple(_told(act.entry, before, log)), changes)


def by_deal(told: Iterable[Told]) -> dict[int, list[Told]]:
    """The acts by the number of the deal that they concern."""
    found: dict[int, list[Told]] = {}
    for one in told:
        found.setdefault(one.deal, []).append(one)
    return dict(sorted(found.items()))


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
        case Kind.STOP:
            yield say("The table stopped the game.")
        case Kind.UNDO:
            yield say("taken back: {told}", told=before.undo)
        case Kind.REDO:
            yield say("brought back: {told}", told=before.redo)


def _differences(before: Deal | None, after: Deal | None) -> Iterator[Sentence]:
    """The answers that a correction changed, question by question."""
    old, new = (
        {answered.step.key: answered.told for answered in deal.reading.trail} if deal else {}
        for deal in (before, after)
    )
    for key in [*new, *(key for key in old if key not in new)]:
        if old.get(key) == new.get(key):
            continue
        if key not in old:
            yield say("{told} (new)", told=new[key])
        elif key not in new:
            yield say("{told} (no longer asked)", told=old[key])
        else:
            yield say("{told}, not {old}", told=new[key], old=old[key])


def _changes(before: Deal | None, after: Deal | None) -> tuple[Change, ...]:
    if before is None or after is None or not (before.score and after.score):
        return ()
    found = zip(after.seating.sides, before.score.points, after.score.points, strict=True)
    return tuple(Change(side, old, new) for side, old, new in found if old != new)
