"""The log of a game: its entries, their kinds, and the game that follows from them.

Undo takes back the last entry in force, and redo restores the last entry taken back. Any other
entry makes earlier undos final, except a note: undo and redo pass over notes (see `undone_next`).
Each kind of entry is a class (see `EntryKind`); those that change the agreements or the hands of a
game are in `amendments`.
"""

# ruff: noqa: ARG002  (each kind of entry uses some of the same arguments)

from __future__ import annotations

import json
import logging
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import groupby
from typing import Any, ClassVar, cast

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.ledger.people import Person, Sitting, clean_line
from scorekeeper.rules.deal import Deal, DealRecord
from scorekeeper.rules.game import FinalResult, Game, Setup, read_game
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.rules.script import read
from scorekeeper.rules.steps import Fact, Step, number_of, seat_of
from scorekeeper.seating import Seat
from scorekeeper.wording import Given, Sentence, say, say_count

# Entries

logger = logging.getLogger(__name__)
_ENCODER = json.JSONEncoder(separators=(",", ":"))


class Kind(Enum):
    """The kinds of entries, each with its code in the score file and in documents."""

    ANSWER = "answer"
    CORRECTION = "correction"
    REVOKES = "revokes"
    DEALER = "dealer"
    CHOICE = "choice"
    STOP = "stop"
    SEAT = "seat"
    UNDO = "undo"
    REDO = "redo"
    START = "start"
    RULES = "rules"
    ENDING = "ending"
    ORDER = "order"
    HANDS = "hands"
    REMOVAL = "removal"
    DEALT = "dealt"
    NOTE = "note"
    COMES = "comes"
    LEAVES = "leaves"


SEATING = frozenset({Kind.SEAT, Kind.COMES})  # the kinds whose facts name a player


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded entry.

    `deal` is the number of the deal that it concerns, from 1; 0 for a note on the whole game.
    """

    kind: Kind
    deal: int
    fact: Fact


def fact_json(fact: Fact) -> str:
    """Return the fact of an entry (the values that it records) as JSON, as the file stores it."""
    return _ENCODER.encode(fact)


@dataclass(slots=True)
class Draft:
    """A game in the making: entries change it one after another."""

    setup: Setup
    sitting: Sitting
    records: list[DealRecord]
    stopped: bool = False
    result: FinalResult | None = None
    notes: dict[int, str] = field(default_factory=dict)

    def record(self, number: int) -> DealRecord:
        """Return the record of a deal, which is added if it is missing."""
        while len(self.records) < number:
            self.records.append(DealRecord())
        return self.records[number - 1]

    def change(self, number: int, **values: Any) -> None:
        """Change fields of the record of a deal."""
        self.records[number - 1] = replace(self.record(number), **values)

    def pin_dealer(self, number: int, fact: Fact) -> None:
        """Record the dealer that a correction fixes for the next deal, unless one was named."""
        dealer = fact.get("next_dealer")
        if dealer is None or len(self.records) <= number:
            return
        if self.records[number].dealer is None:
            self.change(number + 1, dealer=Seat(cast("int", dealer)))

    def renumber(self, number: int, by: int) -> None:
        """Move seats, agreements and notes along with the deals from `number` on.

        `by` deals are put in there; if it is -1, the deal is taken out together with its note.
        """
        self.setup = self.setup.shifted(number, by)
        self.sitting = self.sitting.shifted(number, by)
        gone = number if by < 0 else None
        self.notes = {
            deal + by if deal >= number else deal: note
            for deal, note in self.notes.items()
            if deal != gone
        }


# The log


@dataclass(frozen=True, slots=True)
class Log:
    """The state of a game derived from its entries.

    begun        the agreements with which the game began
    records      what the entries in force say about each deal
    done         the entries in force
    undone       the entries that a redo can restore
    withdrawn    the answers that were undone and not redone, until the next deal
    sitting      which player sits in each seat, deal by deal
    notes        the notes by the number of their deal, 0 for the note on the game
    revision     the number of entries ever recorded; two logs with the same revision are equal
    """

    game: Game
    sitting: Sitting
    begun: Setup
    records: tuple[DealRecord, ...] = ()
    done: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()
    withdrawn: tuple[Entry, ...] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    revision: int = 0

    @classmethod
    def of(cls, setup: Setup, players: Sequence[int] = ()) -> Log:
        """Return the log of a game without entries.

        `players` are the numbers of the first players, in the order of the seats; by default 0, 1,
        2, …
        """
        sitting = Sitting(tuple(players or range(setup.players)))
        return cls(read_game(setup, ()), sitting, setup)

    @property
    def beginners(self) -> tuple[int, ...]:
        """The numbers of the players with whom the game began, in the order of the seats."""
        return self.sitting.first[: self.begun.players]

    def after(self, entries: Iterable[Entry]) -> Log:
        """Return the log with further entries."""
        done, undone, revision = list(self.done), list(self.undone), self.revision
        withdrawn = list(self.withdrawn)
        game = self.game
        draft = Draft(
            *(game.setup, self.sitting, list(self.records), game.stopped, game.result),
            dict(self.notes),
        )
        applied: list[Entry] | None = []
        for entry in entries:
            revision += 1
            if entry.kind is Kind.UNDO:
                undone.append(_take(done))
                withdrawn += _answers(undone[-1:])
                applied = None  # an entry does not store what it replaced: apply all of `done`
            elif entry.kind is Kind.REDO:
                done.append(undone.pop())
                del withdrawn[len(withdrawn) - len(_answers(done[-1:])) :]
                applied = None
            else:
                done.append(entry)
                if entry.kind is not Kind.NOTE:
                    undone.clear()
                withdrawn = KINDS[entry.kind].withdrawn_after(entry, withdrawn)
                if applied is not None:
                    applied.append(entry)
        if applied is None:
            draft = Draft(self.begun, Sitting(self.beginners), [])
        for entry in done if applied is None else applied:
            KINDS[entry.kind].apply(entry, draft)
        known = game if draft.setup == game.setup else None
        return Log(
            read_game(draft.setup, draft.records, draft.stopped, known, draft.result),
            draft.sitting,
            self.begun,
            tuple(draft.records),
            tuple(done),
            tuple(undone),
            tuple(withdrawn),
            draft.notes,
            revision,
        )

    def describe(self, entry: Entry) -> Sentence:
        """Describe an entry, which must be `last`, or the last of `done` or of `undone`."""
        return KINDS[entry.kind].describe(entry, self)

    @property
    def last(self) -> Entry | None:
        """The entry that an undo would take back; None if there is none."""
        at = undone_next(self.done)
        return None if at is None else self.done[at]

    def describe_all(self, entries: Iterable[Entry]) -> list[Sentence]:
        """Describe further entries, one after another."""
        sentences: list[Sentence] = []
        entries = [*entries]
        for entry, (before, after) in zip(entries, self.through(entries), strict=True):
            if entry.kind is Kind.UNDO and after is not None:
                told = before.undo_label if before is not None else NOT_SHOWN
                sentences.append(say("undone: {told}", told=told))
            elif before is None or after is None:
                sentences.append(NOT_SHOWN)
            elif entry.kind is Kind.REDO:
                sentences.append(say("brought back: {told}", told=before.redo_label))
            else:
                sentences.append(after.describe(entry))
        return sentences

    def through(self, entries: Iterable[Entry]) -> Iterator[tuple[Log | None, Log | None]]:
        """Yield the logs before and after each further entry; None for one that cannot be read.

        The program fails at such a log. It may go on with the next entry, which may be an undo.
        """
        read = self
        unread: list[Entry] = []
        for entry in entries:
            before = None if unread else read
            unread.append(entry)
            try:
                after = read.after(unread)
                _ = after.game.current
            except Exception:  # any fault of the program
                logger.exception("An entry cannot be read")
                yield before, None
                continue
            read, unread = after, []
            yield before, after

    @property
    def corrected(self) -> frozenset[int]:
        """The numbers of the deals with corrected answers."""
        return frozenset(
            number for number, record in enumerate(self.records, 1) if record.corrected
        )

    @property
    def undo_label(self) -> Sentence | None:
        """A description of the entry that an undo would take back; None if there is none."""
        return self.describe(self.last) if self.last else None

    @property
    def short_undo_label(self) -> Sentence | None:
        """The answer that an undo would take back, as in “tricks of hand 3”, without names.

        None for answers whose step has no such label, and for other entries.
        """
        return self._in_short(self.last) if self.last else None

    @property
    def short_redo_label(self) -> Sentence | None:
        """The short description of the entry that a redo would restore; None if there is none."""
        if not self.undone:
            return None
        entry = self.undone[-1]
        return self.after([Entry(Kind.REDO, entry.deal, {})]).short_undo_label

    def _in_short(self, entry: Entry) -> Sentence | None:
        deal = self.game.deal(entry.deal)
        if entry.kind is not Kind.ANSWER or deal is None or not deal.reading.trail:
            return None
        label = getattr(deal.reading.trail[-1].step, "label", None)
        return label and say("{label} of hand {number}", label=label, number=entry.deal)

    @property
    def redo_label(self) -> Sentence | None:
        """A description of the entry that a redo would restore; None if there is none."""
        if not self.undone:
            return None
        entry = self.undone[-1]
        ahead = self.after([Entry(Kind.REDO, entry.deal, {})])
        return ahead.describe(entry)

    @property
    def answered_before(self) -> Fact | None:
        """An answer to the next question that was undone and is still legal; None if there is none.

        It may be legal after a changed earlier answer too: correcting a contract does not change
        who took how many tricks.
        """
        step = self.game.step
        if step is None:
            return None
        number = self.game.current.number
        facts = (entry.fact for entry in reversed(self.withdrawn) if entry.deal == number)
        return next((fact for fact in facts if _fits(step, fact)), None)

    def with_hand_number(self, deal: Deal, sentence: Sentence) -> Sentence:
        """Return a sentence about a deal, with the deal's number unless it is the running deal."""
        if deal.number == self.game.current.number:
            return sentence
        return say("hand {number}, {told}", number=deal.number, told=sentence)


def _answers(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind is Kind.ANSWER]


def _fits(step: Step, fact: Fact) -> bool:
    """Return whether a fact (a stored answer) answers this question, in its exact form."""
    try:
        return step.fact(step.parse(fact)) == fact
    except EntryError:
        return False


# The kinds of entries


class EntryKind(ABC):
    """The rules and the wording of one kind of entry.

    moves      whether it may change existing points
    whole      whether it concerns the whole game, so that any other entry supersedes it
    """

    kind: ClassVar[Kind]
    moves: ClassVar[bool] = False
    whole: ClassVar[bool] = False

    @abstractmethod
    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        """Return the entry if the game as it stands allows it.

        Raises MalformedEntry or IllegalEntry.
        """

    def stored(self, log: Log, entry: Entry) -> Entry:
        """Return a stored entry as it would be stored now; raises EntryError if it is illegal."""
        return self.check(log, entry.deal, entry.fact, None)

    def apply(self, entry: Entry, draft: Draft) -> None:
        """Change a game in the making (a `Draft`) as the entry says."""
        return

    def withdrawn_after(self, entry: Entry, withdrawn: list[Entry]) -> list[Entry]:
        """Return the undone answers (see `Log.withdrawn`) that are still kept after an entry."""
        return withdrawn

    @abstractmethod
    def describe(self, entry: Entry, log: Log) -> Sentence:
        """Describe an entry; it must be the last of `log`."""

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        """Describe what an entry changed, for the history."""
        yield self.describe(entry, after)


class Answer(EntryKind):
    """The entry that answers the next question."""

    kind = Kind.ANSWER

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        """Check an answer to the next question; refuse one that was meant for another."""
        step = partial_step(log) if PARTIAL in fact else log.game.step
        number = log.game.current.number
        if question is not None:
            _check_question(log, number if deal is None else deal, question)
        if step is None:
            raise game_over()
        if deal is not None and deal != number:
            raise IllegalEntry(
                "another-hand",
                say(
                    "It answers a question of hand {number}, which is not the one running.",
                    number=deal,
                ),
            )
        return Entry(Kind.ANSWER, number, step.fact(step.parse(fact)))

    def apply(self, entry: Entry, draft: Draft) -> None:
        draft.change(entry.deal, facts=(*draft.record(entry.deal).facts, entry.fact))

    def withdrawn_after(self, entry: Entry, withdrawn: list[Entry]) -> list[Entry]:
        return [answer for answer in withdrawn if answer.deal == entry.deal]

    def describe(self, entry: Entry, log: Log) -> Sentence:
        deal = log.game.deal(entry.deal)
        if deal is None or len(deal.reading.trail) != len(log.records[entry.deal - 1].facts):
            return say("an answer in hand {number}", number=entry.deal)
        return log.with_hand_number(deal, deal.reading.trail[-1].sentence)

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        deal = after.game.deal(entry.deal)
        if deal is not None and deal.reading.trail:
            yield deal.reading.trail[-1].sentence
        else:
            yield say("an answer in hand {number}", number=entry.deal)


def partial_step(log: Log) -> Step | None:
    """Return the step for a partly known hand that nobody recorded during play.

    None if the game is over; raises IllegalEntry while a hand is running.
    """
    game = log.game
    if game.over:
        return None
    deal = game.current
    if deal.record.facts:
        raise IllegalEntry(
            "deal-begun", say("A hand is running: finish it or undo its entries first.")
        )
    return next(game.setup.at(deal.number).script_for([{PARTIAL: {}}], deal.seating, deal.earlier))


def _check_question(log: Log, number: int, question: str) -> None:
    """Raise IllegalEntry, naming the recorded answer, if another question is asked by now."""
    step, current = log.game.step, log.game.current.number
    if step is not None and (number, question) == (current, step.key):
        return
    deal = log.game.deal(number)
    trail = deal.reading.trail if deal else ()
    answer = next((answered.sentence for answered in trail if answered.step.key == question), None)
    if answer is not None and number != current:
        answer = say("hand {number}, {told}", number=number, told=answer)
    if answer is None and (step is None or number != current):
        return  # `Answer.check` names the reason
    raise IllegalEntry("another-question", _asked_meanwhile(answer, step))


class Correction(EntryKind):
    """Gives a complete deal new answers; later deals are derived again."""

    kind = Kind.CORRECTION

    moves = True

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        """Check new answers for a complete deal, and fix the dealer of the next deal.

        The dealer of a later deal is a fact that a correction of an earlier one cannot change.
        """
        number = _recorded(log, deal)
        game, corrected = log.game, log.game.deals[number - 1]
        facts = fact.get("facts")
        if not isinstance(facts, Sequence) or not all(
            isinstance(answer, Mapping) for answer in facts
        ):
            raise MalformedEntry("no-answers", say("A correction needs the answers of the hand."))
        answers, setup = cast("list[Fact]", facts), game.setup.at(number)
        reading = read(setup.script_for(answers, corrected.seating, corrected.earlier), answers)
        if reading.score is None:
            raise IllegalEntry("hand-incomplete", say("The corrected hand is not complete."))
        after = game.deal(number + 1)
        pinned = {} if after is None else {"next_dealer": int(after.dealer)}
        return Entry(Kind.CORRECTION, number, {"facts": list(reading.facts), **pinned})

    def apply(self, entry: Entry, draft: Draft) -> None:
        facts = cast("Sequence[Fact]", entry.fact["facts"])
        draft.change(entry.deal, facts=tuple(facts), corrected=True)
        draft.pin_dealer(entry.deal, entry.fact)

    def describe(self, entry: Entry, log: Log) -> Sentence:
        return say("correction of hand {number}", number=entry.deal)

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        yield self.describe(entry, after)
        yield from _differences(before.game.deal(entry.deal), after.game.deal(entry.deal))


class ChosenAnswer(EntryKind):
    """Chooses between two answers to one question."""

    kind = Kind.CHOICE

    moves = True

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        """Check a choice between two answers to one question; one of them is the recorded answer.

        If the other one is chosen, later answers of the deal stay if they fit; the rest are dropped
        and listed in the entry.
        """
        answer, instead = fact.get("answer"), fact.get("instead")
        number = _recorded(log, deal)
        chosen_in = log.game.deals[number - 1]
        recorded = chosen_in.reading.answered(fact.get("question"))
        if recorded is None or recorded.fact not in (answer, instead):
            raise IllegalEntry("answer-changed", say("This answer has been changed meanwhile."))
        if not (isinstance(answer, Mapping) and isinstance(instead, Mapping)) or answer == instead:
            raise MalformedEntry("no-choice", say("A choice needs two different answers."))
        step = recorded.step
        chosen = {"question": step.key} | {
            name: step.fact(step.parse(value))
            for name, value in (("answer", answer), ("instead", instead))
        }
        if recorded.fact == answer:
            return Entry(Kind.CHOICE, number, chosen)
        trail = [(answered.step.key, answered.fact) for answered in chosen_in.reading.trail]
        wanted = [(key, chosen["answer"] if key == step.key else old) for key, old in trail]
        reading = log.game.mended(chosen_in, cast("list[tuple[str, Fact]]", wanted))
        if chosen_in.score is not None and reading.score is None:
            raise IllegalEntry(
                "hand-incomplete",
                say("Later answers of hand {number} do not fit: correct the hand.", number=number),
            )
        kept = {answered.step.key for answered in reading.trail}
        dropped = [old for key, old in trail if key not in kept]
        after = log.game.deal(number + 1)
        pinned = {} if after is None else {"next_dealer": int(after.dealer)}
        unfit = {"dropped": dropped} if dropped else {}
        fact = {**chosen, "facts": list(reading.facts), **pinned, **unfit}
        return Entry(Kind.CHOICE, number, cast("Fact", fact))

    def apply(self, entry: Entry, draft: Draft) -> None:
        facts = cast("Sequence[Fact]", entry.fact.get("facts", draft.record(entry.deal).facts))
        draft.change(entry.deal, facts=tuple(facts))
        draft.pin_dealer(entry.deal, entry.fact)

    def withdrawn_after(self, entry: Entry, withdrawn: list[Entry]) -> list[Entry]:
        facts = cast("list[Fact]", entry.fact.get("dropped", []))
        return [*withdrawn, *(Entry(Kind.ANSWER, entry.deal, fact) for fact in facts)]

    def describe(self, entry: Entry, log: Log) -> Sentence:
        deal, answer, instead = self._answers(entry, log)
        if deal is None or answer is None or instead is None:
            return say("an answer in hand {number}", number=entry.deal)
        if "facts" not in entry.fact:
            return log.with_hand_number(deal, say("kept: {told}", told=answer))
        return log.with_hand_number(deal, say("{told} (was: {old})", told=answer, old=instead))

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        yield self.describe(entry, after)
        _, _, instead = self._answers(entry, after)
        if instead is not None and "facts" not in entry.fact:
            yield say("not recorded: {told}", told=instead)
        yield from _dropped(entry, before.game.deal(entry.deal))

    def _answers(
        self, entry: Entry, log: Log
    ) -> tuple[Deal | None, Sentence | None, Sentence | None]:
        """Return the deal, and the chosen and the rejected answer in words, each or None."""
        deal = log.game.deal(entry.deal)
        answered = None if deal is None else deal.reading.answered(entry.fact["question"])
        if answered is None:
            return deal, None, None
        facts = (cast("Fact", entry.fact[name]) for name in ("answer", "instead"))
        answer, instead = (answered.step.describe(answered.step.parse(fact)) for fact in facts)
        return deal, answer, instead


class Revokes(EntryKind):
    """Sets the number of revokes that each player is fined for in a deal."""

    kind = Kind.REVOKES

    moves = True

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        number = _recorded(log, deal)
        players, seated = len(log.game.setup.seats), log.game.deals[number - 1].seating.seats
        given = fact.get("revokes")
        listed = given if isinstance(given, list) else []
        if given is None:
            listed = [fact.get(f"revokes-{seat}") or 0 for seat in range(players)]
        if len(listed) != players:
            raise MalformedEntry("no-revokes", say("How many revokes, for each player?"))
        counts = [number_of({"revokes": value}, "revokes") or 0 for value in listed]
        if not all(0 <= count <= MOST_REVOKES for count in counts):
            raise IllegalEntry(
                "revokes-out-of-range",
                say("Revokes are a number from 0 to {most}.", most=MOST_REVOKES),
                "revokes",
            )
        if any(count and seat not in seated for seat, count in enumerate(counts)):
            raise IllegalEntry("not-seated", say("Only who played the hand can have revoked."))
        return Entry(Kind.REVOKES, number, {"revokes": counts})

    def apply(self, entry: Entry, draft: Draft) -> None:
        counts = tuple(cast("list[int]", entry.fact["revokes"]))
        draft.change(entry.deal, revokes=counts if any(counts) else ())

    def describe(self, entry: Entry, log: Log) -> Sentence:
        count = sum(cast("list[int]", entry.fact["revokes"]))
        return say_count(
            "revoke in hand {number}", "revokes in hand {number}", count, number=entry.deal
        )

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        yield from describe_revokes(cast("list[int]", entry.fact["revokes"])) or [say("no revokes")]


class Note(EntryKind):
    """Sets or removes the line that the table notes on a deal, or on the game (deal 0).

    It stays with its deal: while the answers of the deal are undone, it waits for the next ones.
    """

    kind = Kind.NOTE

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        text = fact.get("note")
        if not isinstance(text, str):
            raise MalformedEntry("no-note", say("A note is a line of text."), "note")
        note = clean_line(text, "note", LONGEST_NOTE)
        return Entry(Kind.NOTE, _recorded(log, deal) if deal else 0, {"note": note})

    def apply(self, entry: Entry, draft: Draft) -> None:
        draft.notes.pop(entry.deal, None)
        if note := cast("str", entry.fact["note"]):
            draft.notes[entry.deal] = note

    def describe(self, entry: Entry, log: Log) -> Sentence:
        if not entry.deal:
            return say("note on the game")
        return say("note on hand {number}", number=entry.deal)

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        note = cast("str", entry.fact["note"])
        yield say("Note: {note}", note=Given(note)) if note else say("note removed")


class Dealer(EntryKind):
    """Names the dealer of the next deal."""

    kind = Kind.DEALER

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        if log.game.over:
            raise game_over()
        current = log.game.current
        if current.record.facts:
            raise deal_begun()
        seat = dealer_in(fact, current.seating.seats)
        return Entry(Kind.DEALER, current.number, {"dealer": int(seat)})

    def apply(self, entry: Entry, draft: Draft) -> None:
        draft.change(entry.deal, dealer=Seat(cast("int", entry.fact["dealer"])))

    def describe(self, entry: Entry, log: Log) -> Sentence:
        return say("dealer of hand {number}", number=entry.deal)

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        yield say("{seat} deals", seat=Seat(cast("int", entry.fact["dealer"])))


def deal_begun() -> IllegalEntry:
    return IllegalEntry(
        "deal-begun", say("The hand has begun; undo its entries to change the dealer.")
    )


def dealer_in(fact: Fact, seats: Sequence[Seat]) -> Seat:
    """Return the one of the seats that is named as the dealer; raises MalformedEntry."""
    seat = seat_of(fact, "dealer", max(seats) + 1)
    if seat is None or seat not in seats:
        raise MalformedEntry("no-dealer", say("Who deals?"), "dealer")
    return seat


class Stop(EntryKind):
    """Ends the game before its goal, or records the final result of a game without hands."""

    kind = Kind.STOP

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        if log.game.over:
            raise game_over()
        result = FinalResult.parse(fact, log.game.setup)
        if result is not None and log.done:
            raise IllegalEntry(
                "deal-begun", say("This game has entries: its result follows from its hands.")
            )
        return Entry(self.kind, len(log.game.deals), result.fact if result else {})

    def apply(self, entry: Entry, draft: Draft) -> None:
        draft.stopped = True
        draft.result = FinalResult.parse(entry.fact, draft.setup)

    def describe(self, entry: Entry, log: Log) -> Sentence:
        result = FinalResult.parse(entry.fact, log.game.setup)
        return result.describe(log.game.sides) if result else say("end of the game")

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        if after.game.result is None:
            yield say("The game was stopped.")
        else:
            yield self.describe(entry, after)


class SeatTaken(EntryKind):
    """Seats another player from a deal on, which changes no points."""

    kind = Kind.SEAT

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        if log.game.result is not None:
            raise no_such_hand()
        seat = seat_of(fact, "seat", len(log.game.setup.seats))
        if seat is None:
            raise MalformedEntry("no-seat", say("Whose seat?"), "seat")
        last = len(log.game.deals) if log.game.over else log.game.current.number
        if deal is None or not 1 <= deal <= max(last, 1):
            raise IllegalEntry(
                "no-such-hand",
                say("The change begins in one of the hands from 1 to {last}.", last=max(last, 1)),
                "hand",
            )
        player, was = number_of(fact, "player"), number_of(fact, "was")
        gone = deal if player is None else was
        if gone is not None and not log.sitting.has_change(gone, seat):
            raise IllegalEntry("no-such-change", say("This change was taken back meanwhile."))
        sitting = log.sitting.with_change(deal, seat, player, was)
        if player is not None and (
            sitting == log.sitting or (was is None and log.sitting.at(deal)[seat] == player)
        ):
            raise IllegalEntry(
                "sits-there",
                say("{player} has this seat already.", player=Person(player)),
                "name",
            )
        sitting.check()
        moved = {} if was is None or was == deal else {"was": was}
        return Entry(Kind.SEAT, deal, {"seat": int(seat), "player": player, **moved})

    def apply(self, entry: Entry, draft: Draft) -> None:
        fact = cast("Mapping[str, int | None]", entry.fact)
        draft.sitting = draft.sitting.with_change(
            entry.deal, fact["seat"] or 0, fact["player"], fact.get("was")
        )

    def describe(self, entry: Entry, log: Log) -> Sentence:
        seat, player = cast("int", entry.fact["seat"]), cast("int | None", entry.fact["player"])
        other = log.sitting.at(entry.deal - 1)[seat]
        if player is None or player == other:
            return say("{player} stays on in hand {number}", player=Person(other),
                       number=entry.deal)  # fmt: skip
        return say("{player} for {other} from hand {number}", player=Person(player),
                   other=Person(other), number=entry.deal)  # fmt: skip


class Undo(EntryKind):
    """Undoes the last entry in force; see `Log.after`."""

    kind = Kind.UNDO

    nothing: ClassVar[Sentence] = say("There is nothing to undo.")

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        affected = self.affected(log)
        if affected is None:
            raise IllegalEntry(f"nothing-to-{self.kind.value}", self.nothing)
        return Entry(self.kind, affected.deal, {})

    def affected(self, log: Log) -> Entry | None:
        """Return the entry that is undone; None if there is none."""
        return log.last

    def describe(self, entry: Entry, log: Log) -> Sentence:
        return say("end of the game")

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        yield taken_back(before.undo_label)


class Redo(Undo):
    """Restores the last entry that was undone."""

    kind = Kind.REDO

    nothing = say("There is nothing to redo.")

    def affected(self, log: Log) -> Entry | None:
        return log.undone[-1] if log.undone else None

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        yield say("brought back: {told}", told=before.redo_label)


# Shared parts

MOST_REVOKES = 13
LONGEST_NOTE = 120  # characters
RENUMBERING = {Kind.HANDS, Kind.REMOVAL}  # entries that give later deals other numbers
NOT_SHOWN = say("an entry that cannot be shown")


def taken_back(entry: Sentence | None) -> Sentence:
    """Return the undo of an entry, in words."""
    return say("taken back: {told}", told=entry)


def facts_in(given: object) -> list[Fact]:
    """Return the answers of a hand; raises MalformedEntry for anything else."""
    if not isinstance(given, Sequence) or not all(isinstance(answer, Mapping) for answer in given):
        raise MalformedEntry("no-answers", say("A correction needs the answers of the hand."))
    return list(given)


def describe_revokes(counts: Sequence[int]) -> list[Sentence]:
    """Describe who revoked in a deal and how often; players without revokes are left out."""
    return [
        say_count("a revoke of {seat}", "{count} revokes of {seat}", count, seat=Seat(seat))
        for seat, count in enumerate(counts)
        if count
    ]


def _recorded(log: Log, number: int | None) -> int:
    if number is None or log.game.deal(number) is None:
        raise no_such_hand()
    return number


def no_such_hand() -> IllegalEntry:
    return IllegalEntry("no-such-hand", say("There is no such hand."))


def game_over() -> IllegalEntry:
    return IllegalEntry("game-over", say("The game is over."))


def _asked_meanwhile(answer: Sentence | None, step: Step | None) -> Sentence:
    """Return a sentence with the answer recorded meanwhile, if any, and the question asked now."""
    if step is None:
        assert answer is not None  # noqa: S101  (otherwise the reason is that the game is over)
        return say("Answered in the meantime: {told}. The game is over.", told=answer)
    asked = step.question
    if step.auction is not None and step.asked is not None:
        asked = say("{seat} calls", seat=step.asked)
    if answer is None:
        return say("This is not asked at the moment. Now asked: {question}", question=asked)
    return say(
        "Answered in the meantime: {told}. Now asked: {question}", told=answer, question=asked
    )


def _dropped(entry: Entry, before: Deal | None) -> list[Sentence]:
    """Describe the answers that a choice between two earlier answers dropped."""
    dropped = cast("list[object]", entry.fact.get("dropped", []))
    trail = before.reading.trail if before else ()
    return [
        say("dropped: {told}", told=answered.sentence)
        for answered in trail
        if answered.fact in dropped
    ]


def _differences(before: Deal | None, after: Deal | None) -> Iterator[Sentence]:
    """Describe the answers that a correction changed, question by question."""
    old, new = (
        {answered.step.key: answered for answered in deal.reading.trail} if deal else {}
        for deal in (before, after)
    )
    for key in [*new, *(key for key in old if key not in new)]:
        if key not in old:
            yield say("{told} (new)", told=new[key].sentence)
        elif key not in new:
            yield say("{told} (no longer asked)", told=old[key].sentence)
        elif old[key].sentence != new[key].sentence:
            yield from new[key].step.changed(new[key].answer, old[key].answer)


# All kinds: those of `amendments`, which are built on these, are added in `game_record`.
KINDS: dict[Kind, EntryKind] = {
    each.kind: each
    for each in (
        Answer(),
        Correction(),
        ChosenAnswer(),
        Revokes(),
        Note(),
        Dealer(),
        Stop(),
        SeatTaken(),
        Undo(),
        Redo(),
    )
}


# Checks of entries


def checked_entry(
    log: Log,
    kind: Kind,
    deal: int | None,
    given: Mapping[str, object],
    question: str | None = None,
) -> Entry:
    """Return a new entry if the game as it stands allows it.

    `question` is the key of the step that an answer is for; the answer is used for no other step.
    Raises MalformedEntry or IllegalEntry.
    """
    return KINDS[kind].check(log, deal, cast("Fact", given), question)


# A whole log

NumberedEntry = tuple[int, Entry]


class ForbiddenEntry(Exception):
    """Raised for an entry that the rules did not allow when it was made: its number, the reason."""

    def __init__(self, number: int, sentence: Sentence) -> None:
        super().__init__(f"entry {number}: {sentence}")
        self.number = number
        self.sentence = sentence


def replay(log: Log, entries: Iterable[Entry]) -> Log:
    """Return the log with further entries; raises ForbiddenEntry for the first illegal one."""
    numbered = enumerate(entries, log.revision + 1)
    for answers, run in groupby(numbered, lambda pair: pair[1].kind is Kind.ANSWER):
        following = list(run)
        if answers:
            log = _answered(log, following)
        else:
            for number, entry in following:
                log = log.after([_allowed(log, number, entry)])
    return log


def entries_in_force(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries that are not undone, without reading the game."""
    done: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        if entry.kind is Kind.UNDO:
            undone.append(_take(done))
        elif entry.kind is Kind.REDO:
            done.append(undone.pop())
        else:
            done.append(entry)
            if entry.kind is not Kind.NOTE:
                undone.clear()
    return done


def undone_next(done: Sequence[Entry]) -> int | None:
    """Return the place of the entry that an undo takes back, among the entries in force.

    It is the last one that is not a note; None if there is none. But a note that was written after
    hands were put in or taken out has a number that is right only after that, so an undo takes it
    back first.
    """
    last = len(done) - 1
    place = next((at for at in range(last, -1, -1) if done[at].kind is not Kind.NOTE), None)
    return last if place is not None and done[place].kind in RENUMBERING else place


def _take(done: list[Entry]) -> Entry:
    """Remove the entry that an undo takes back from those in force, and return it."""
    at = undone_next(done)
    if at is None:
        raise IndexError("nothing to undo")
    return done.pop(at)


def replay_undone(begun: Log, entries: Sequence[Entry]) -> Log:
    """Return the log with these entries; unlike `replay`, it does not read what was undone.

    An undone entry may be one at which the program fails. `begun` is the log without entries.
    """
    log = begun.after(entries)
    replay(begun, log.done)
    return log


def _answered(log: Log, numbered: Sequence[NumberedEntry]) -> Log:
    """Return the log after several answers, read deal by deal instead of one by one.

    If the answers are in the order of the deals and read back unchanged, the result is the same.
    Otherwise they are checked one by one, to find the first illegal one.
    """
    ahead = _read(log, [entry for _, entry in numbered])
    if ahead is not None:
        return ahead
    for number, entry in numbered:
        log = log.after([_allowed(log, number, entry)])
    return log


def _read(log: Log, entries: Sequence[Entry]) -> Log | None:
    """Return the log after the answers.

    None if the answers are not in the order of the deals or do not read back unchanged.
    """
    deals = [entry.deal for entry in entries]
    first = log.game.current.number
    if (
        log.game.over
        or deals != sorted(deals)
        or sorted(set(deals)) != [*range(first, first + len(set(deals)))]
    ):
        return None
    ahead = log.after(entries)
    touched = ahead.game.deals[first - 1 :]
    sound = all(
        deal.flaw is None and not deal.surplus and deal.reading.facts == deal.record.facts
        for deal in touched
    )
    return ahead if sound and all(deal.score for deal in touched[:-1]) else None


def _allowed(log: Log, number: int, given: Entry) -> Entry:
    """Return an entry unchanged; raises ForbiddenEntry if the game would not record exactly it."""
    try:
        entry = KINDS[given.kind].stored(log, given)
    except EntryError as error:
        reason = error.sentence
        if given.kind in SEATING:
            reason = say("this change of seats does not fit the game.")
        raise ForbiddenEntry(number, reason) from None
    if entry.deal != given.deal or fact_json(entry.fact) != fact_json(given.fact):
        raise ForbiddenEntry(number, _differs(entry, given))
    return entry


def _differs(entry: Entry, given: Entry) -> Sentence:
    if entry.deal != given.deal:
        return say("hand {number} is not the one that was running.", number=given.deal)
    return say("“fact” is not as it would have been recorded.")
