"""What came too late: somebody else has recorded something since the page was loaded.

Nothing of it goes without a word: it is named, with what was answered in its place, and offered
again where it still fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import request, url_for

from scorekeeper.engine.errors import EntryError
from scorekeeper.engine.wording import Sentence
from scorekeeper.ledger.log import Kind, Log
from scorekeeper.ledger.store import GameRecord
from scorekeeper.web.forms import Carried, answer_given, answer_shown


@dataclass(frozen=True, slots=True)
class Offered:
    """What one tap would record now: what came too late, or the undo of what stands in its place.

    told    what would be recorded, or taken back, in words
    """

    address: str
    fields: Mapping[str, str]
    told: Sentence
    undo: bool = False


def context(record: GameRecord, before: Log, kind: Kind) -> dict[str, Any]:
    """What the page shows of the posted entry; `before` is the log that its sender had seen.

    Fields that were filled in stand there again where the same question is asked.
    """
    offered = _offered(record, kind)
    again = offered is not None and not offered.undo
    shown = {
        "offered": offered,
        "tapped": None if again else _told(before, kind),
        "reason": another_question(record.log) if kind is Kind.ANSWER else None,
    }
    if kind is not Kind.ANSWER or _question(record) != _answered():
        return shown
    return shown | {"chosen": answer_shown(), "withdrawn": False}


def stands(record: GameRecord) -> bool:
    """Whether the posted answer is what has been recorded already, for the same question."""
    hand, question = _answered()
    deal = None if hand is None else record.game.deal(hand)
    for one in deal.reading.trail if deal else ():
        if one.step.key == question:
            try:
                return bool(one.step.parse(answer_given()) == one.answer)
            except EntryError:
                return False
    return False


def another_question(log: Log) -> Sentence | None:
    """What has become of the question that the posted form answers; None where it is asked."""
    hand, question = _answered()
    try:
        log.entry(Kind.ANSWER, hand, answer_given(), question)
    except EntryError as error:
        return error.sentence if error.code in {"another-question", "another-hand"} else None
    return None


def _offered(record: GameRecord, kind: Kind) -> Offered | None:
    """The entry again; of an undo or redo nothing, for it would not be the one that was meant."""
    if kind in {Kind.UNDO, Kind.REDO}:
        return None
    told = _told(record.log, kind)
    if told is not None:
        return Offered(request.path, answer_shown(), told)
    undo = record.log.undo
    if kind is not Kind.ANSWER or undo is None or _last(record) != _answered():
        return None
    return Offered(url_for("play.act", game_id=record.id, act="undo"), {}, undo, undo=True)


def _told(log: Log, kind: Kind) -> Sentence | None:
    """What the posted entry records in a log, in words; None where it does not fit there."""
    if kind in {Kind.UNDO, Kind.REDO}:
        return None
    hand, question = _answered()
    try:
        entry = log.entry(kind, hand, answer_given(), question)
    except EntryError:
        return None
    return log.after([entry]).told(entry)


def _answered() -> tuple[int | None, str | None]:
    """The number of the hand and the key of the question that the posted form answers."""
    carried = Carried.posted()
    return carried.hand, carried.question


def _question(record: GameRecord) -> tuple[int, str] | None:
    """The question that is asked now, in the same way."""
    step = record.game.step
    return (record.game.current.number, step.key) if step else None


def _last(record: GameRecord) -> tuple[int, str] | None:
    """The question that was answered last, where nothing else was recorded since."""
    last = record.log.done[-1]
    deal = record.game.deal(last.deal)
    if last.kind is not Kind.ANSWER or deal is None or not deal.reading.trail:
        return None
    return last.deal, deal.reading.trail[-1].step.key
