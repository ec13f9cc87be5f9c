"""The log of a game: its entries, folded into the game as it stands, and its agreements."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum
from typing import cast

from sqlite_utils import Database

from scorekeeper.errors import EntryError
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.checksums import game_row
from scorekeeper.ledger.errors import Unknown
from scorekeeper.ledger.people import NOBODY, People, Person, Sitting, people_of
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Deal, DealRecord, Game, Setup, read_game
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import Seat
from scorekeeper.wording import Sentence, say

# Entries
#
# Undo takes back the last entry that is still in force, redo brings the last one taken back into
# force, anything else makes what was taken back final. A correction replaces the answers of one
# deal; everything after it is derived again. Where two phones have answered one question, a choice
# says which answer holds. A change of seats says who plays, and changes no points.

_ENCODER = json.JSONEncoder(separators=(",", ":"))


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
                    withdrawn = [answer for answer in withdrawn if answer.deal == entry.deal]
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
            case Kind.STOP | Kind.UNDO | Kind.REDO:
                return say("end of the game")

    def telling(self, entries: Iterable[Entry]) -> list[Sentence]:
        """What further entries do, one after another, in words."""
        sentences: list[Sentence] = []
        log = self
        for entry in entries:
            before, log = log, log.after([entry])
            if entry.kind is Kind.UNDO:
                sentences.append(say("undone: {told}", told=before.undo))
            elif entry.kind is Kind.REDO:
                sentences.append(say("brought back: {told}", told=before.redo))
            else:
                sentences.append(log.told(entry))
        return sentences

    @property
    def corrected(self) -> frozenset[int]:
        """The numbers of the deals whose answers were corrected."""
        return frozenset(entry.deal for entry in self.done if entry.kind is Kind.CORRECTION)

    @property
    def undo(self) -> Sentence | None:
        """What an undo would take back, in words."""
        return self.told(self.done[-1]) if self.done else None

    @property
    def undo_in_short(self) -> Sentence | None:
        """The same without names, for an answer that names every player; None for others."""
        return self._in_short(self.done[-1]) if self.done else None

    @property
    def redo_in_short(self) -> Sentence | None:
        """What a redo would bring back, likewise."""
        if not self.undone:
            return None
        entry = self.undone[-1]
        return self.after([Entry(Kind.REDO, entry.deal, {})]).undo_in_short

    def _in_short(self, entry: Entry) -> Sentence | None:
        deal = self.game.deal(entry.deal)
        if entry.kind is not Kind.ANSWER or deal is None or not deal.reading.trail:
            return None
        label = getattr(deal.reading.trail[-1].step, "label", None)
        return label and say("{label} of hand {number}", label=label, number=entry.deal)

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
        answer, instead = (answered.step.told(answered.step.parse(fact)) for fact in facts)
        if "facts" not in entry.fact:
            return self._in_its_hand(deal, say("kept: {told}, not {old}", told=answer, old=instead))
        return self._in_its_hand(deal, say("{told} (was: {old})", told=answer, old=instead))

    def _in_its_hand(self, deal: Deal, sentence: Sentence) -> Sentence:
        if deal.number == self.game.current.number:
            return sentence
        return say("hand {number}, {told}", number=deal.number, told=sentence)


def dumped(fact: Fact) -> str:
    """A fact as it is kept."""
    return _ENCODER.encode(fact)


def _seated(sitting: Sitting, entry: Entry) -> Sitting:
    """Who sits where after an entry."""
    if entry.kind is not Kind.SEAT:
        return sitting
    fact = cast("Mapping[str, int | None]", entry.fact)
    return sitting.with_change(entry.deal, fact["seat"] or 0, fact["player"], fact.get("was"))


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
    if entry.kind is Kind.STOP or entry.kind is Kind.SEAT:
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
        case Kind.DEALER:
            return replace(record, dealer=Seat(cast("int", entry.fact["dealer"])))
        case Kind.STOP | Kind.SEAT | Kind.UNDO | Kind.REDO:
            return record


# What was agreed


@dataclass(frozen=True, slots=True)
class Agreed:
    """A game without its entries.

    players    the numbers of those who began, in the order of the seats
    people     everybody of the table, as they are called at present
    """

    table_id: int
    key: str
    players: tuple[int, ...]
    people: People
    started: datetime
    setup: Setup


def agreed_of(db: Database, game_id: int) -> Agreed:
    """What a game was begun with; raises Unknown."""
    row = game_row(
        db, game_id, "table_id, key, rulebook, rules, ending, players, first_dealer, started"
    )
    if row is None:
        raise Unknown("game")
    table_id, key, rulebook, rules, ending, players, first_dealer, started = row
    book = rulebooks().get(rulebook)
    if book is None:
        raise Unknown("game")  # the package that brought its rules is gone
    seats: list[int] = json.loads(players)
    setup = Setup(
        book,
        book.rules_from_json(json.loads(rules)),
        house_rules.from_kept(Ending, json.loads(ending)),
        len(seats),
        Seat(first_dealer),
    )
    people = people_of(db, table_id)
    return Agreed(table_id, key, tuple(seats), people, datetime.fromisoformat(started), setup)


# A game with its players


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game with its log so far.

    players    the names of those who sit there now, in the order of the seats
    people     everybody of the table, for the names of those who sat there before
    """

    id: int
    table_id: int
    key: str
    players: tuple[str, ...]
    started: datetime
    log: Log
    people: People = NOBODY

    def names(self, deal: int) -> tuple[str, ...]:
        """The names of those who sat there in a deal, in the order of the seats."""
        if not self.log.sitting.noted:
            return self.players
        return tuple(map(self.people.name, self.log.sitting.at(deal)))

    @property
    def seat_names(self) -> tuple[tuple[str, ...], ...]:
        """Everybody who has had each seat, in the order of coming."""
        if not self.log.sitting.noted:
            return tuple((name,) for name in self.players)
        seats = range(len(self.players))
        return tuple(
            tuple(map(self.people.name, self.log.sitting.players_of(seat))) for seat in seats
        )

    @classmethod
    def of(cls, game_id: int, agreed: Agreed, log: Log) -> GameRecord:
        """The record of a game that was begun so and has this log."""
        sitting = log.sitting.at(log.game.current.number) if log.sitting.noted else agreed.players
        names = tuple(map(agreed.people.name, sitting))
        return cls(game_id, agreed.table_id, agreed.key, names, agreed.started, log, agreed.people)

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.log.game
