"""Outcomes: what became of a submitted entry, decided once and returned as one value.

An entry is given on a view of the game, which may be old by the time it arrives. `decide` holds it
against the game as it stands; every page and every JSON answer renders the `Outcome`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.ledger.entry_checks import checked_entry
from scorekeeper.ledger.game_log import Entry, GameRecord, Kind, Log
from scorekeeper.rules.game import Game
from scorekeeper.rules.script import Answered
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.wording import Sentence

MOST_TOLD = 8  # entries of others that are named, the latest ones

LogAt = Callable[[int], Log]  # the log as it was at a revision


class Became(Enum):
    """What became of an entry."""

    RECORDED = "recorded"
    REPEATED = "repeated"  # the same tap again: it was recorded before
    AGREED = "agreed"  # somebody else has recorded the same answer to the same question
    SUPERSEDED = "superseded"  # somebody else has recorded something since the sender looked
    REFUSED = "refused"  # no answer at all, or one that the rules forbid


@dataclass(frozen=True, slots=True)
class Submission:
    """An entry as somebody gives it.

    key         tells this tap from any other; the same key twice is one entry
    revision    the revision of the game that its sender had seen
    deal        the number of the deal that it concerns; for an answer, of the deal that asked
    question    the key of the question that an answer answers; None where that is not said
    """

    key: str
    revision: int
    kind: Kind
    given: Mapping[str, Any]
    deal: int | None = None
    question: str | None = None
    device: str = ""

    def entry(self, log: Log) -> Entry:
        """The entry that it makes in a log; raises MalformedEntry or IllegalEntry."""
        return checked_entry(log, self.kind, self.deal, self.given, self.question)

    def told(self, log: Log) -> Sentence | None:
        """What it records in a log, in words; None where it does not fit there."""
        if self.kind in {Kind.UNDO, Kind.REDO}:
            return None  # it would not be the one that was meant
        try:
            entry = self.entry(log)
        except EntryError:
            return None
        return log.after([entry]).told(entry)

    def answered(self, game: Game) -> Answered | None:
        """What is recorded already for the question that it answers."""
        deal = None if self.deal is None else game.deal(self.deal)
        if self.kind is not Kind.ANSWER or deal is None:
            return None
        return next(
            (answered for answered in deal.reading.trail if answered.step.key == self.question),
            None,
        )

    def is_asked(self, game: Game) -> bool:
        """Whether the question that it answers is the one that stands."""
        asked = game.step and (game.current.number, game.step.key)
        return asked == (self.deal, self.question)


@dataclass(frozen=True, slots=True)
class TwoAnswers:
    """Two different answers to one question, of which somebody has to choose one.

    recorded, given    the answers as they are kept
    """

    step: Step
    deal: int
    recorded: Fact
    given: Fact

    def choice(self, *, use: bool) -> Fact:
        """The choice that keeps what is recorded, or that uses what was given instead."""
        answer, instead = (self.given, self.recorded) if use else (self.recorded, self.given)
        return {"question": self.step.key, "answer": answer, "instead": instead}

    def told(self, fact: Fact) -> Sentence:
        """One of the two in words."""
        return self.step.told(self.step.parse(fact))


@dataclass(frozen=True, slots=True)
class Decision:
    """What is to become of an entry, before anything is written.

    entry       what is to be written; None where nothing is
    error       why it is refused
    reason      what became of the question that it answers, and what is asked now
    tapped      what its sender meant to record, in words
    fits        whether it can be recorded now, as it is
    answers     what is recorded and what was given, where both answer the same question
    """

    became: Became
    entry: Entry | None = None
    error: EntryError | None = None
    reason: Sentence | None = None
    tapped: Sentence | None = None
    fits: bool = False
    answers: TwoAnswers | None = None

    @classmethod
    def refused(cls, error: EntryError) -> Decision:
        """Nothing is written, for this reason."""
        return cls(Became.REFUSED, error=error, reason=error.sentence)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an entry, for every page and answer that tells it.

    given       the entry; None where it was not even complete
    record      the game as it stands now
    revision    the one that the entry made; where it was not recorded, the present one
    meanwhile   what was recorded since the sender of a superseded entry looked, in words
    """

    decision: Decision
    given: Submission | None
    record: GameRecord
    revision: int
    meanwhile: tuple[Sentence, ...] = ()

    @classmethod
    def refused(cls, error: EntryError, record: GameRecord) -> Outcome:
        """The outcome for what is no entry at all."""
        return cls(Decision.refused(error), None, record, record.log.revision)

    @property
    def became(self) -> Became:
        """What became of the entry."""
        return self.decision.became

    @property
    def error(self) -> EntryError | None:
        """Why it was refused."""
        return self.decision.error

    @property
    def stands(self) -> bool:
        """Whether the game says now what the entry says."""
        return self.became in {Became.RECORDED, Became.REPEATED, Became.AGREED}


def decide(log: Log, given: Submission, log_at: LogAt) -> Decision:
    """Hold an entry against the game as it stands.

    What puts a past deal right is no worse for what has been recorded in others meanwhile: it is
    superseded only where that very deal has changed; a change of seats, only where the seats have.
    A choice between two answers names both, so that nothing else need be as its sender saw it.
    """
    moved = given.kind is not Kind.CHOICE and given.revision != log.revision
    if moved and not _concerns_unchanged(log, given, log_at):
        if _is_agreed(log.game, given):
            return Decision(Became.AGREED)
        return _superseded(log, given, log_at)
    try:
        return Decision(Became.RECORDED, given.entry(log))
    except EntryError as error:
        if error.code == "another-question" and _is_agreed(log.game, given):
            return Decision(Became.AGREED)
        return replace(Decision.refused(error), answers=_two_answers(log, given))


def _is_agreed(game: Game, given: Submission) -> bool:
    """Whether the answer is what has been recorded already, for the same question."""
    answered = given.answered(game)
    if answered is None:
        return False
    try:
        return bool(answered.step.parse(given.given) == answered.answer)
    except EntryError:
        return False


def _concerns_unchanged(log: Log, given: Submission, log_at: LogAt) -> bool:
    """Whether an entry concerns a past deal that is still as its sender has seen it."""
    if given.kind is Kind.ANSWER or given.deal is None or given.revision > log.revision:
        return False
    if given.kind is Kind.SEAT:
        return log_at(given.revision).sitting == log.sitting
    present, seen = log.game.deal(given.deal), log_at(given.revision).game.deal(given.deal)
    return present is not None and seen is not None and present.record == seen.record


def _superseded(log: Log, given: Submission, log_at: LogAt) -> Decision:
    sentence = given.told(log)
    return Decision(
        Became.SUPERSEDED,
        reason=_question_became(log, given),
        tapped=sentence or given.told(log_at(given.revision)),
        fits=sentence is not None,
        answers=_two_answers(log, given),
    )


def _question_became(log: Log, given: Submission) -> Sentence | None:
    """What became of the question that an answer answers; None where it is asked."""
    if given.kind is not Kind.ANSWER:
        return None
    try:
        given.entry(log)
    except EntryError as error:
        return error.sentence if error.code in {"another-question", "another-hand"} else None
    return None


def _two_answers(log: Log, given: Submission) -> TwoAnswers | None:
    """What is recorded and what was given, where one of them can be chosen."""
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
