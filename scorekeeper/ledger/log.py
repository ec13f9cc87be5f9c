"""The entries of one game, folded into the game as it stands.

Undo takes back the last entry that is still in force, redo brings the last one taken back into
force, anything else makes what was taken back final. A correction replaces the answers of one
deal; everything after it is derived again. Where two phones have answered one question, a choice
says which answer holds. A change of seats says who plays, and changes no points.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import cast

from scorekeeper.engine.cards.seating import Seat
from scorekeeper.engine.rules.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.game import Deal, DealRecord, Game, Setup, read_game
from scorekeeper.engine.rules.script import read
from scorekeeper.engine.rules.steps import AuctionStep, Fact, Step
from scorekeeper.engine.rules.steps.asking import number_of, seat_of
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.sitting import Person, Sitting

MOST_REVOKES = 13


class Kind(Enum):
    """What an entry does."""

    ANSWER = "answer"
    CORRECTION = "correction"
    REVOKES = "revokes"
    DEALER = "dealer"
    CHOICE = "choice"
    STOP = "stop"
    SEAT = "seat"
    UNDO = "undo"
    REDO = "redo"


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded act; `deal` is the number of the deal that it concerns, from 1."""

    kind: Kind
    deal: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class Log:
    """A game with its entries: those in force, those taken back, and how many there are at all.

    `records` is what the entries in force say of each deal.
    `withdrawn` are the answers that were taken back and not brought back, until the next deal.
    `sitting` is who sits where, in each deal.
    `revision` is the number of entries ever recorded; two equal revisions of a game are equal.
    """

    game: Game
    sitting: Sitting
    records: tuple[DealRecord, ...] = ()
    done: tuple[Entry, ...] = ()
    undone: tuple[Entry, ...] = ()
    withdrawn: tuple[Entry, ...] = ()
    revision: int = 0

    @classmethod
    def of(cls, setup: Setup, players: Sequence[int] = ()) -> Log:
        """The log of a game in which nothing has been recorded.

        `players` are the numbers of those who begin, in the order of the seats; else 0, 1, 2, …
        """
        return cls(read_game(setup, ()), Sitting(tuple(players or range(setup.players))))

    def after(self, entries: Iterable[Entry]) -> Log:
        """The log with further entries."""
        done, undone, revision = list(self.done), list(self.undone), self.revision
        stopped = self.game.stopped
        withdrawn = list(self.withdrawn)
        records: list[DealRecord] | None = list(self.records)
        sitting = self.sitting
        for entry in entries:
            revision += 1
            if entry.kind is Kind.UNDO:
                undone.append(done.pop())
                withdrawn += _answers(undone[-1:])
                records = None  # what an entry replaced is known to the earlier entries alone
            elif entry.kind is Kind.REDO:
                done.append(undone.pop())
                del withdrawn[len(withdrawn) - len(_answers(done[-1:])) :]
                records = None
            else:
                done.append(entry)
                undone.clear()
                stopped = stopped or entry.kind is Kind.STOP
                if entry.kind is Kind.ANSWER:
                    withdrawn = [one for one in withdrawn if one.deal == entry.deal]
                elif entry.kind is Kind.CHOICE:
                    withdrawn += _dropped(entry)
                if records is not None:
                    _add(records, entry)
                    sitting = _seated(sitting, entry)
        if records is None:
            records, sitting = [], Sitting(self.sitting.first)
            for entry in done:
                _add(records, entry)
                sitting = _seated(sitting, entry)
            stopped = any(entry.kind is Kind.STOP for entry in done)
        game = read_game(self.game.setup, records, stopped, known=self.game)
        return Log(
            game, sitting, tuple(records), tuple(done), tuple(undone), tuple(withdrawn), revision
        )

    def entry(
        self,
        kind: Kind,
        deal: int | None,
        given: Mapping[str, object],
        question: str | None = None,
    ) -> Entry:
        """Make an entry of what was given, if the game as it stands allows it.

        An answer that names its `question`, by the key of the step, is taken for no other one.
        Raises MalformedEntry or IllegalEntry.
        """
        fact = cast("Fact", given)
        match kind:
            case Kind.ANSWER:
                return self._answer(fact, deal, question)
            case Kind.CORRECTION:
                return self._correction(self._recorded(deal), fact)
            case Kind.REVOKES:
                return self._revokes(self._recorded(deal), fact)
            case Kind.DEALER:
                return self._dealer(fact)
            case Kind.CHOICE:
                return self._choice(self._recorded(deal), fact)
            case Kind.STOP:
                if self.game.over:
                    raise _game_over()
                return Entry(kind, len(self.game.deals), {})
            case Kind.SEAT:
                return self._seat(deal, fact)
            case Kind.UNDO | Kind.REDO:
                affected = self.done if kind is Kind.UNDO else self.undone
                if not affected:
                    raise IllegalEntry(f"nothing-to-{kind.value}", _NOTHING[kind])
                return Entry(kind, affected[-1].deal, {})

    def told(self, entry: Entry) -> Sentence:
        """What an entry recorded, in words; for the last of `done` or of `undone`."""
        match entry.kind:
            case Kind.ANSWER:
                return self._told_answer(entry)
            case Kind.CORRECTION:
                return say("correction of hand {number}", number=entry.deal)
            case Kind.REVOKES:
                return say("revokes in hand {number}", number=entry.deal)
            case Kind.DEALER:
                return say("dealer of hand {number}", number=entry.deal)
            case Kind.CHOICE:
                return self._told_choice(entry)
            case Kind.SEAT:
                return self._told_seat(entry)
            case _:
                return say("end of the game")

    def telling(self, entries: Iterable[Entry]) -> list[Sentence]:
        """What further entries do, one after another, in words."""
        said: list[Sentence] = []
        log = self
        for entry in entries:
            before, log = log, log.after([entry])
            if entry.kind is Kind.UNDO:
                said.append(say("undone: {told}", told=before.undo))
            elif entry.kind is Kind.REDO:
                said.append(say("brought back: {told}", told=before.redo))
            else:
                said.append(log.told(entry))
        return said

    @property
    def corrected(self) -> frozenset[int]:
        """The numbers of the deals whose answers were corrected."""
        return frozenset(entry.deal for entry in self.done if entry.kind is Kind.CORRECTION)

    @property
    def undo(self) -> Sentence | None:
        """What an undo would take back, in words."""
        return self.told(self.done[-1]) if self.done else None

    @property
    def redo(self) -> Sentence | None:
        """What a redo would bring back, in words."""
        if not self.undone:
            return None
        entry = self.undone[-1]
        ahead = self.after([Entry(Kind.REDO, entry.deal, {})])
        return ahead.told(entry)

    @property
    def answered_before(self) -> Fact | None:
        """What was answered to the next question before it was taken back, where it still fits.

        It fits after another answer to an earlier question too: who took how many tricks does not
        change with a contract that was written down wrongly.
        """
        step = self.game.step
        if step is None:
            return None
        number = self.game.current.number
        facts = (entry.fact for entry in reversed(self.withdrawn) if entry.deal == number)
        return next((fact for fact in facts if _fits(step, fact)), None)

    def _answer(self, fact: Fact, meant: int | None, question: str | None) -> Entry:
        """Take an answer to the next question; never one that was meant for another."""
        step = self.game.step
        number = self.game.current.number
        if question is not None:
            self._check_question(number if meant is None else meant, question)
        if step is None:
            raise _game_over()
        if meant is not None and meant != number:
            raise IllegalEntry(
                "another-hand",
                say(
                    "It answers a question of hand {number}, which is not the one running.",
                    number=meant,
                ),
            )
        return Entry(Kind.ANSWER, number, step.fact(step.parse(fact)))

    def _check_question(self, number: int, question: str) -> None:
        """Raise IllegalEntry where something else is asked by now, with what was answered."""
        step, current = self.game.step, self.game.current.number
        if step is not None and (number, question) == (current, step.key):
            return
        deal = self.game.deal(number)
        trail = deal.reading.trail if deal else ()
        told = next((one.told for one in trail if one.step.key == question), None)
        if told is not None and number != current:
            told = say("hand {number}, {told}", number=number, told=told)
        if told is None and (step is None or number != current):
            return  # which is a reason by itself
        raise IllegalEntry("another-question", _asked_meanwhile(told, step))

    def _correction(self, number: int, fact: Fact) -> Entry:
        """Take the answers of a complete deal, and keep the dealer of the deal after it.

        Who dealt a later deal is a fact, which a correction of an earlier one cannot change.
        """
        game, deal = self.game, self.game.deals[number - 1]
        facts = fact.get("facts")
        if not isinstance(facts, Sequence) or not all(isinstance(one, Mapping) for one in facts):
            raise MalformedEntry("no-answers", say("A correction needs the answers of the hand."))
        reading = read(game.setup.script(deal.seating, deal.earlier), cast("list[Fact]", facts))
        if reading.score is None:
            raise IllegalEntry("hand-incomplete", say("The corrected hand is not complete."))
        after = game.deal(number + 1)
        pinned = {} if after is None else {"next_dealer": int(after.dealer)}
        return Entry(Kind.CORRECTION, number, {"facts": list(reading.facts), **pinned})

    def _choice(self, number: int, fact: Fact) -> Entry:
        """Say which of two answers to one question of a deal holds; one of them is recorded.

        What was answered after it stays as far as it fits; the rest is dropped and named.
        """
        answer, instead = fact.get("answer"), fact.get("instead")
        deal = self.game.deals[number - 1]
        answered = deal.reading.answered(fact.get("question"))
        if answered is None or answered.fact not in (answer, instead):
            raise IllegalEntry("answer-changed", say("This answer has been changed meanwhile."))
        if not (isinstance(answer, Mapping) and isinstance(instead, Mapping)) or answer == instead:
            raise MalformedEntry("no-choice", say("A choice needs two different answers."))
        step = answered.step
        chosen = {"question": step.key} | {
            name: step.fact(step.parse(one))
            for name, one in (("answer", answer), ("instead", instead))
        }
        if answered.fact == answer:
            return Entry(Kind.CHOICE, number, chosen)
        trail = [(one.step.key, one.fact) for one in deal.reading.trail]
        wanted = [(key, chosen["answer"] if key == step.key else one) for key, one in trail]
        reading = self.game.mended(number, cast("list[tuple[str, Fact]]", wanted))
        if deal.score is not None and reading.score is None:
            raise IllegalEntry(
                "hand-incomplete",
                say("Later answers of hand {number} do not fit: correct the hand.", number=number),
            )
        kept = {one.step.key for one in reading.trail}
        dropped = [one for key, one in trail if key not in kept]
        after = self.game.deal(number + 1)
        pinned = {} if after is None else {"next_dealer": int(after.dealer)}
        unfit = {"dropped": dropped} if dropped else {}
        fact = {**chosen, "facts": list(reading.facts), **pinned, **unfit}
        return Entry(Kind.CHOICE, number, cast("Fact", fact))

    def _revokes(self, number: int, fact: Fact) -> Entry:
        players = self.game.setup.players
        given = fact.get("revokes")
        listed = given if isinstance(given, list) else []
        if given is None:
            listed = [fact.get(f"revokes-{seat}") or 0 for seat in range(players)]
        if len(listed) != players:
            raise MalformedEntry("no-revokes", say("How many revokes, for each player?"))
        counts = [number_of({"revokes": one}, "revokes") or 0 for one in listed]
        if not all(0 <= count <= MOST_REVOKES for count in counts):
            raise IllegalEntry(
                "revokes-out-of-range",
                say("Revokes are a number from 0 to {most}.", most=MOST_REVOKES),
                "revokes",
            )
        return Entry(Kind.REVOKES, number, {"revokes": counts})

    def _dealer(self, fact: Fact) -> Entry:
        if self.game.over:
            raise _game_over()
        current = self.game.current
        if current.record.facts:
            raise IllegalEntry(
                "deal-begun", say("The hand has begun; undo its entries to change the dealer.")
            )
        seat = seat_of(fact, "dealer", self.game.setup.players)
        if seat is None:
            raise MalformedEntry("no-dealer", say("Who deals?"), "dealer")
        return Entry(Kind.DEALER, current.number, {"dealer": int(seat)})

    def _seat(self, number: int | None, fact: Fact) -> Entry:
        """Take a change of seats from a deal on, in which nobody gets a second seat."""
        seat = seat_of(fact, "seat", self.game.setup.players)
        if seat is None:
            raise MalformedEntry("no-seat", say("Whose seat?"), "seat")
        last = len(self.game.deals) if self.game.over else self.game.current.number
        if number is None or not 1 <= number <= max(last, 1):
            raise IllegalEntry(
                "no-such-hand",
                say("The change begins in one of the hands from 1 to {last}.", last=max(last, 1)),
                "hand",
            )
        player, was = number_of(fact, "player"), number_of(fact, "was")
        gone = number if player is None else was
        if gone is not None and not self.sitting.is_noted(gone, seat):
            raise IllegalEntry("no-such-change", say("This change was taken back meanwhile."))
        sitting = self.sitting.with_change(number, seat, player, was)
        if player is not None and (
            sitting == self.sitting or (was is None and self.sitting.at(number)[seat] == player)
        ):
            raise IllegalEntry(
                "sits-there",
                say("{player} has this seat already.", player=Person(player)),
                "name",
            )
        sitting.check()
        moved = {} if was is None or was == number else {"was": was}
        return Entry(Kind.SEAT, number, {"seat": int(seat), "player": player, **moved})

    def _recorded(self, number: int | None) -> int:
        if number is None or self.game.deal(number) is None:
            raise IllegalEntry("no-such-hand", say("There is no such hand."))
        return number

    def _told_seat(self, entry: Entry) -> Sentence:
        seat, player = cast("int", entry.fact["seat"]), cast("int | None", entry.fact["player"])
        other = self.sitting.at(entry.deal - 1)[seat]
        if player is None or player == other:
            return say("{player} stays on in hand {number}", player=Person(other),
                       number=entry.deal)  # fmt: skip
        return say("{player} for {other} from hand {number}", player=Person(player),
                   other=Person(other), number=entry.deal)  # fmt: skip

    def _told_answer(self, entry: Entry) -> Sentence:
        deal = self.game.deal(entry.deal)
        if deal is None or len(deal.reading.trail) != len(self.records[entry.deal - 1].facts):
            return say("an answer in hand {number}", number=entry.deal)
        return self._in_its_hand(deal, deal.reading.trail[-1].told)

    def _told_choice(self, entry: Entry) -> Sentence:
        deal = self.game.deal(entry.deal)
        answered = None if deal is None else deal.reading.answered(entry.fact["question"])
        if deal is None or answered is None:
            return say("an answer in hand {number}", number=entry.deal)
        facts = (cast("Fact", entry.fact[name]) for name in ("answer", "instead"))
        told, old = (answered.step.told(answered.step.parse(fact)) for fact in facts)
        if "facts" not in entry.fact:
            return self._in_its_hand(deal, say("kept: {told}, not {old}", told=told, old=old))
        return self._in_its_hand(deal, say("{told} (was: {old})", told=told, old=old))

    def _in_its_hand(self, deal: Deal, told: Sentence) -> Sentence:
        if deal.number == self.game.current.number:
            return told
        return say("hand {number}, {told}", number=deal.number, told=told)


_NOTHING = {
    Kind.UNDO: say("There is nothing to undo."),
    Kind.REDO: say("There is nothing to redo."),
}


def _game_over() -> IllegalEntry:
    return IllegalEntry("game-over", say("The game is over."))


def _seated(sitting: Sitting, entry: Entry) -> Sitting:
    """Who sits where after an entry."""
    if entry.kind is not Kind.SEAT:
        return sitting
    fact = cast("Mapping[str, int | None]", entry.fact)
    return sitting.with_change(entry.deal, fact["seat"] or 0, fact["player"], fact.get("was"))


def _asked_meanwhile(told: Sentence | None, step: Step | None) -> Sentence:
    """What became of a question, and what is asked in its place."""
    if step is None:
        assert told is not None  # noqa: S101  (else the game's being over is the reason)
        return say("Answered in the meantime: {told}. The game is over.", told=told)
    asked = step.question
    if isinstance(step, AuctionStep) and step.asked is not None:
        asked = say("{seat} calls", seat=step.asked)
    if told is None:
        return say("This is not asked at the moment. Now asked: {question}", question=asked)
    return say("Answered in the meantime: {told}. Now asked: {question}", told=told, question=asked)


def _answers(entries: Iterable[Entry]) -> list[Entry]:
    return [entry for entry in entries if entry.kind is Kind.ANSWER]


def _dropped(choice: Entry) -> list[Entry]:
    """The answers that a choice has left without their question."""
    facts = cast("list[Fact]", choice.fact.get("dropped", []))
    return [Entry(Kind.ANSWER, choice.deal, fact) for fact in facts]


def _fits(step: Step, fact: Fact) -> bool:
    """Whether a fact is an answer to this question, and of no other kind of question."""
    try:
        return step.fact(step.parse(fact)) == fact
    except EntryError:
        return False


def _add(records: list[DealRecord], entry: Entry) -> None:
    """Enter what an entry says into the records of the deals."""
    if entry.kind in {Kind.STOP, Kind.SEAT}:
        return
    while len(records) < entry.deal:
        records.append(DealRecord())
    records[entry.deal - 1] = _recorded(records[entry.deal - 1], entry)
    following = entry.fact.get("next_dealer")
    if following is not None and len(records) > entry.deal:
        after = records[entry.deal]
        if after.dealer is None:
            records[entry.deal] = replace(after, dealer=Seat(cast("int", following)))


def _recorded(record: DealRecord, entry: Entry) -> DealRecord:
    match entry.kind:
        case Kind.ANSWER:
            return replace(record, facts=(*record.facts, entry.fact))
        case Kind.CORRECTION | Kind.CHOICE:
            facts = cast("Sequence[Fact]", entry.fact.get("facts", record.facts))
            return replace(record, facts=tuple(facts))
        case Kind.REVOKES:
            return replace(record, revokes=tuple(cast("list[int]", entry.fact["revokes"])))
        case _:
            return replace(record, dealer=Seat(cast("int", entry.fact["dealer"])))
