"""Conflicts between phones: what becomes of an entry that a phone sends.

An entry is recorded, or it repeats another, agrees with one, is superseded or is refused. A page
may be old by the time an entry sent from it arrives. `decide` compares the entry with the game as
it stands; every page and every JSON answer renders the `Outcome`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.ledger.game_log import KINDS, Entry, Kind, Log, checked_entry
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.game import Game
from scorekeeper.rules.script import Answered
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.wording import Sentence

MOST_TOLD = 8  # entries by others that are described, the latest ones

LogAt = Callable[[int], Log]  # the log as it was at a revision


class Became(Enum):
    """Outcome of an entry that a phone sent."""

    RECORDED = "recorded"
    REPEATED = "repeated"  # the same tap again: it was recorded before
    AGREED = "agreed"  # another phone has recorded the same answer to the same question
    SUPERSEDED = "superseded"  # another phone has recorded something since the sender looked
    REFUSED = "refused"  # not an answer, or one that the rules forbid


@dataclass(frozen=True, slots=True)
class Submission:
    """An entry as a phone sent it.

    key         identifies the tap on a phone; the same key twice is one entry
    revision    the revision of the game on the sender's page
    deal        the number of the deal that it concerns; for an answer, of the deal that asked
    question    the key of the question that it answers; None if unknown
    """

    key: str
    revision: int
    kind: Kind
    given: Mapping[str, Any]
    deal: int | None = None
    question: str | None = None
    device: str = ""

    def entry(self, log: Log) -> Entry:
        """Return this submission as an entry of a log; raises MalformedEntry or IllegalEntry."""
        return checked_entry(log, self.kind, self.deal, self.given, self.question)

    def describe(self, log: Log) -> Sentence | None:
        """Describe the entry that this submission would add to a log; None if it does not fit."""
        if self.kind in {Kind.UNDO, Kind.REDO}:
            return None  # it would take back or restore another entry than was meant
        try:
            entry = self.entry(log)
        except EntryError:
            return None
        return log.after([entry]).describe(entry)

    def answered(self, game: Game) -> Answered | None:
        """Return the recorded answer to the same question; None if there is none."""
        deal = None if self.deal is None else game.deal(self.deal)
        if self.kind is not Kind.ANSWER or deal is None:
            return None
        return next(
            (answered for answered in deal.reading.trail if answered.step.key == self.question),
            None,
        )

    def is_asked(self, game: Game) -> bool:
        """Return whether the question that this submission answers is the current one."""
        asked = game.step and (game.current.number, game.step.key)
        return asked == (self.deal, self.question)


@dataclass(frozen=True, slots=True)
class TwoAnswers:
    """Two different answers to one question; the table has to choose one.

    recorded, given    the two answers, in the form in which they are stored
    """

    step: Step
    deal: int
    recorded: Fact
    given: Fact

    def choice(self, *, use: bool) -> Fact:
        """Return an entry's fact that chooses the submitted answer if `use`, else the other."""
        answer, instead = (self.given, self.recorded) if use else (self.recorded, self.given)
        return {"question": self.step.key, "answer": answer, "instead": instead}

    def describe(self, fact: Fact) -> Sentence:
        """Return one of the two answers in words."""
        return self.step.describe(self.step.parse(fact))


@dataclass(frozen=True, slots=True)
class Ruling:
    """The decision about an entry, made before anything is written.

    entry       the entry to write; None if nothing is written
    error       why the entry is refused; None if it is not
    reason      why the question of the entry is no longer asked, and what is asked now
    tapped      a description of what the sender meant to record
    fits        whether the entry can be recorded now, as it is
    answers     the recorded and the submitted answer, if both answer the same question
    """

    became: Became
    entry: Entry | None = None
    error: EntryError | None = None
    reason: Sentence | None = None
    tapped: Sentence | None = None
    fits: bool = False
    answers: TwoAnswers | None = None

    @classmethod
    def refused(cls, error: EntryError) -> Ruling:
        """Return the decision to refuse an entry because of an error."""
        return cls(Became.REFUSED, error=error, reason=error.sentence)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an entry, for pages and JSON answers.

    given       the submitted entry; None if it was incomplete
    record      the game as it stands now
    revision    the revision that the entry made; the present one if it was not recorded
    meanwhile   descriptions of entries recorded since the sender of a superseded entry looked
    """

    decision: Ruling
    given: Submission | None
    record: GameRecord
    revision: int
    meanwhile: tuple[Sentence, ...] = ()

    @classmethod
    def refused(cls, error: EntryError, record: GameRecord) -> Outcome:
        """Return the outcome of a form that holds no valid entry."""
        return cls(Ruling.refused(error), None, record, record.log.revision)

    @property
    def became(self) -> Became:
        return self.decision.became

    @property
    def error(self) -> EntryError | None:
        """Why the entry was refused; None if it was not."""
        return self.decision.error

    @property
    def stands(self) -> bool:
        """Whether the game now contains what the entry says, whichever phone recorded it."""
        return self.became in {Became.RECORDED, Became.REPEATED, Became.AGREED}


def decide(log: Log, given: Submission, log_at: LogAt) -> Ruling:
    """Compare an entry with the game as it stands and decide whether to record it.

    If something other than notes has been recorded since its sender looked, an entry is superseded,
    unless the same answer is recorded already. There are three exceptions. An entry that corrects a
    past deal is superseded only if that deal has changed, and a change of seats or a note only if
    the seats or the note have changed. A choice between two answers is never superseded, because it
    names both answers.
    """
    current = given.revision == log.revision or _only_notes_since(log, given, log_at)
    moved = given.kind is not Kind.CHOICE and not current
    if moved and not _concerns_unchanged(log, given, log_at):
        if _is_agreed(log.game, given):
            return Ruling(Became.AGREED)
        return _superseded(log, given, log_at)
    try:
        return Ruling(Became.RECORDED, given.entry(log))
    except EntryError as error:
        if error.code == "another-question" and _is_agreed(log.game, given):
            return Ruling(Became.AGREED)
        return replace(Ruling.refused(error), answers=_two_answers(log, given))


def _is_agreed(game: Game, given: Submission) -> bool:
    """Return whether the same answer to the same question is recorded already."""
    answered = given.answered(game)
    if answered is None:
        return False
    try:
        return bool(answered.step.parse(given.given) == answered.answer)
    except EntryError:
        return False


def _concerns_unchanged(log: Log, given: Submission, log_at: LogAt) -> bool:
    """Return whether an entry concerns a past deal, or seats, unchanged since its sender looked."""
    if given.kind is Kind.ANSWER or KINDS[given.kind].whole:
        return False
    if given.deal is None or given.revision > log.revision:
        return False
    seen = log_at(given.revision)
    if given.kind is Kind.SEAT:
        return seen.sitting == log.sitting
    if given.kind is Kind.NOTE and seen.notes.get(given.deal) != log.notes.get(given.deal):
        return False
    if given.kind is Kind.NOTE and given.deal == 0:
        return True
    now, then = log.game.deal(given.deal), seen.game.deal(given.deal)
    return now is not None and then is not None and now.record == then.record


def _only_notes_since(log: Log, given: Submission, log_at: LogAt) -> bool:
    """Return whether only notes were recorded since the sender of some other entry looked."""
    since = log.revision - given.revision
    notes = log.done[-since:]
    if given.kind is Kind.NOTE or since < 0 or any(note.kind is not Kind.NOTE for note in notes):
        return False
    seen = log_at(given.revision)
    unmoved = (seen.last, seen.undone) == (log.last, log.undone)
    return unmoved and (*seen.done, *notes) == log.done


def _superseded(log: Log, given: Submission, log_at: LogAt) -> Ruling:
    sentence = given.describe(log)
    return Ruling(
        Became.SUPERSEDED,
        reason=_question_became(log, given),
        tapped=sentence or given.describe(log_at(given.revision)),
        fits=sentence is not None,
        answers=_two_answers(log, given),
    )


def _question_became(log: Log, given: Submission) -> Sentence | None:
    """Return why an answer's question is no longer asked; None if it is the current one."""
    if given.kind is not Kind.ANSWER:
        return None
    try:
        given.entry(log)
    except EntryError as error:
        return error.sentence if error.code in {"another-question", "another-hand"} else None
    return None


def _two_answers(log: Log, given: Submission) -> TwoAnswers | None:
    """Return the recorded and the submitted answer if the table can choose; None otherwise."""
    answered = given.answered(log.game)
    if answered is None or given.deal is None:
        return None
    try:
        fact = answered.step.fact(answered.step.parse(given.given))
        two = TwoAnswers(answered.step, given.deal, answered.fact, fact)
        checked_entry(log, Kind.CHOICE, given.deal, two.choice(use=True))
    except EntryError:
        return None
    return two
