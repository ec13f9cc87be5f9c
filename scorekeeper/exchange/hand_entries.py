"""The hands of a table: each row is checked by the rules and becomes the entries of a hand.

The cells of a row answer the questions of the game's script, so that a row is wrong exactly if its
answers would be refused at the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.exchange.game_columns import columns_of
from scorekeeper.exchange.hand_answers import NOBODY, RefusedAnswer, RowAnswers
from scorekeeper.exchange.hand_rows import NOTHING_CHOSEN, HandChoices, HandRow, Hands, read_hands
from scorekeeper.exchange.remarks import Level, Remark, is_ready
from scorekeeper.exchange.table_cells import Translations, in_english
from scorekeeper.exchange.table_checks import (
    doubtful_labels,
    doubtful_rows,
    doubtful_thousands,
    wrong_row_sums,
    wrong_sums,
)
from scorekeeper.exchange.table_columns import Meaning, Numbers, Table
from scorekeeper.exchange.table_text import TableRow, other_cells
from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry
from scorekeeper.rules.game import Game, Setup
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seat, Seating
from scorekeeper.wording import Sentence, Total, say

MOST_HANDS = 300


@dataclass(frozen=True, slots=True)
class HandOfRow:
    """A hand as a row gives it.

    totals    the total of each side after it
    points_alone  whether nothing else of the hand is known
    """

    line: int
    dealer: Seat
    score: DealScore
    totals: tuple[int, ...]
    points_alone: bool = False


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """The result of checking a table of hands, and the entries to record.

    entries     the answers of all hands, to be recorded one by one
    hands       the same hands, each complete, to be recorded as one entry that inserts them
    rows        the hands with their points, up to the first wrong one
    remarks     everything that there is to say; an error or a question prevents the import
    problem     an error of the table as a whole
    table       the table; None if it could not be read
    numbers     the meaning of the numbers under the names; None if there are none, or it is open
    as_written  whether somebody has confirmed the doubts
    """

    rows: tuple[HandOfRow, ...] = ()
    entries: tuple[Entry, ...] = ()
    hands: tuple[Fact, ...] = ()
    remarks: tuple[Remark, ...] = ()
    problem: Sentence | None = None
    table: Table | None = None
    numbers: Numbers | None = None
    as_written: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether the hands can be recorded: there are rows, no errors and no open question."""
        is_open = self.problem is not None or not self.rows
        return not is_open and is_ready(self.remarks, as_written=self.as_written)


def judge(
    log: Log,
    players: Sequence[str],
    text: str,
    choices: HandChoices = NOTHING_CHOSEN,
    *,
    as_written: bool = False,
    point: str = "",
    translations: Translations = in_english,
) -> CheckedTable:
    """Check a table as the next hands of a game.

    as_written    whether what is doubtful is right all the same
    point         the decimal point of the reader's language; empty if it is not known
    translations  a sentence in every language
    """
    table = None
    try:
        _check_log(log)
        hands = read_hands(text, columns_of(log, players), log.game, choices, translations)
        table = hands.head.table
        _check_count(hands)
        return _Judge(log, hands, translations).checked(as_written=as_written, point=point)
    except EntryError as error:
        return CheckedTable(problem=error.sentence, table=table)


def _check_log(log: Log) -> None:
    if log.game.over:
        raise IllegalEntry("game-over", say("The game is over."))
    if log.game.current.record.facts:
        raise IllegalEntry(
            "deal-begun", say("A hand is running: finish it or undo its entries, then paste.")
        )


def _check_count(hands: Hands) -> None:
    if not hands.rows:
        raise MalformedEntry("no-rows", say("There is no hand under the header line."))
    if len(hands.rows) > MOST_HANDS:
        reason = say(
            "At most {most} hands at once, and these are {given}: paste them in parts.",
            most=MOST_HANDS, given=len(hands.rows),
        )  # fmt: skip
        raise IllegalEntry("too-many-rows", reason)


class _Judge:
    """The rows of a table while they are checked, one after the other."""

    def __init__(self, log: Log, hands: Hands, translations: Translations) -> None:
        self.before, self.log, self.hands, self.translations = log, log, hands, translations
        self.remarks: list[Remark] = list(hands.remarks)
        self.rows: list[HandOfRow] = []
        self.entries: list[Entry] = []
        self.setup = log.game.setup
        self.unasked: dict[str, Sentence] = {}

    def checked(self, *, as_written: bool, point: str) -> CheckedTable:
        hands, table = self.hands, self.hands.head.table
        if not any(remark.level is Level.QUESTION for remark in self.remarks):
            self._judge_rows()
        rows = [TableRow(row.line, row.cells) for row in hands.rows]
        self.remarks += doubtful_thousands(table, rows, point)
        for question in self.unasked.values():
            reason = say("No column answers “{question}”: nobody and nothing in every hand.",
                         question=question)  # fmt: skip
            self.remarks.append(Remark(Level.LEFT_OUT, reason))
        records = self.log.records[self.before.game.current.number - 1 :]
        complete = tuple(
            {"facts": list(record.facts)}
            | ({} if record.dealer is None else {"dealer": record.dealer})
            for record in records
        )
        return CheckedTable(
            tuple(self.rows), tuple(self.entries), complete, tuple(dict.fromkeys(self.remarks)),
            None, table, hands.numbers, as_written,
        )  # fmt: skip

    def _judge_rows(self) -> None:
        misnumbered = _numbering(self.log, self.hands.rows)
        seating, earlier = self.log.game.current.seating, self.log.game.current.earlier
        is_broken = False
        for row in self.hands.rows:
            if is_broken and self.setup.book.carries(self.setup.rules):
                reason = say("The rows from here on are checked when the ones above are right.")
                self.remarks.append(Remark(Level.ERROR, reason, row.line))
                return
            if (remark := misnumbered.get(row.line)) is not None:
                self.remarks.append(remark)
                is_broken = True
            dealer, score = seating.dealer, None
            try:
                _check_width(row)
                if row.has(Meaning.DEALER):
                    dealer = row.seat(Meaning.DEALER)
                turned = self.setup.seating(dealer, seating.number)
                answers = RowAnswers(self.setup, row, self.translations)
                facts, score = answers.hand(turned, earlier)
                self.unasked |= answers.unasked
                if not is_broken:
                    self._take(row, dealer, facts, score)
            except RefusedAnswer as refused:
                self._refuse(row, refused.sentence, refused.column, refused.allowed)
            except EntryError as error:
                column = row.title(Meaning.DEALER) if error.code == NOBODY else ""
                self._refuse(row, error.sentence, column)
            is_broken = is_broken or not self.rows or self.rows[-1].line != row.line
            if is_broken:
                seating = _likely_next(self.setup, dealer, seating.number, score)
            else:
                seating, earlier = self.log.game.current.seating, self.log.game.current.earlier
        if not is_broken:
            self.remarks += self._doubts()

    def _take(self, row: HandRow, dealer: Seat, facts: Sequence[Fact], score: DealScore) -> None:
        """Add a hand to the game; raises EntryError if it contradicts the game or the row."""
        entries = _entries(self.log, dealer, facts)
        after = self.log.after(entries)
        _check_totals(after, row)
        seating = self.setup.seating(dealer, self.log.game.current.number)
        if _is_impossible(self.setup, seating, facts):
            reason = say("The game cannot give these points.")
            self.remarks.append(Remark(Level.DOUBT, reason, row.line))
        self.log = after
        self.entries += entries
        known = facts[0].get(PARTIAL, facts[0])
        alone = len(facts) == 1 and isinstance(known, Mapping) and "points" in known
        self.rows.append(HandOfRow(row.line, dealer, score, after.game.totals, alone))

    def _refuse(
        self, row: HandRow, reason: Sentence, column: str = "", allowed: Sentence | None = None
    ) -> None:
        self.remarks.append(Remark(Level.ERROR, reason, row.line, column, allowed=allowed))

    def _doubts(self) -> Iterator[Remark]:
        """Yield likely errors in hands that the rules allow."""
        scores = {row.line: row.score for row in self.rows}
        table = self.hands.head.table
        whole = [TableRow(row.line, row.cells) for row in self.hands.rows]
        sums = [(row, sum(scores[row.line].points)) for row in whole]
        yield from wrong_row_sums(table, sums, self.setup.book.decimals)
        yield from doubtful_rows(table, [row for row in whole if not scores[row.line].thrown_in])
        labels = min(len(row.labels) for row in self.hands.rows)
        yield from doubtful_labels(table, whole, labels)
        yield from _wrong_totals(self.hands, self.before.game, self.log.game)


def _wrong_totals(hands: Hands, before: Game, after: Game) -> list[Remark]:
    """Return the columns in which the row of sums has other numbers than the hands give."""
    row = hands.summed
    if row is None:
        return []
    places = hands.head.plain.items()
    due = {at: after.total(after.side_of(seat)) or 0 for seat, at in places}
    start = {at: before.total(after.side_of(seat)) or 0 for seat, at in places}
    alone = {at: total - start[at] for at, total in due.items()}
    table, decimals = hands.head.table, hands.head.decimals
    return wrong_sums(table, TableRow(row.line, row.cells), row.numbers(), (due, alone), decimals)


def _check_width(row: HandRow) -> None:
    """Raise MalformedEntry for a row whose cells do not fit the titles."""
    table = row.head.table
    if table.split.is_blank and len(row.cells) < table.width:
        raise MalformedEntry("other-cells", other_cells(len(row.cells), table.width))
    if any(row.cells[table.width :]):
        raise MalformedEntry("too-many-cells", say("The row has more cells than there are titles."))


def _numbering(log: Log, rows: Sequence[HandRow]) -> dict[int, Remark]:
    """Return the errors in the numbers of the hands, by the line number."""
    numbers = [row.number() for row in rows]
    if all(number is None for number in numbers):
        return {}
    allowed = say("Put the numbers of the hands right, or leave their column out.")
    wrong = {}
    before: int | None = None
    for row, number in zip(rows, numbers, strict=True):
        due = log.game.current.number if before is None else before + 1
        reason = None
        if number is None:
            reason = say("The number of the hand is missing.")
        elif number == before:
            reason = say("Hand {number} is here twice.", number=number)
        elif number != due and (before is not None or number != 1):
            reason = say("Hand {due} is missing: this is hand {number}.", due=due, number=number)
        if reason is not None:
            wrong[row.line] = Remark(Level.ERROR, reason, row.line, allowed=allowed)
        before = before if number is None else number
    return wrong


def _check_totals(log: Log, row: HandRow) -> None:
    """Raise IllegalEntry if a total in a row is not the total after the hand."""
    game, decimals = log.game, log.game.setup.book.decimals
    for seat in game.setup.present:
        given, due = row.total(seat), game.total(game.side_of(seat))
        if given is not None and given != due:
            raise IllegalEntry(
                "another-total",
                say("The total of {seat} is {due} after this hand, not {given}.",
                    seat=seat, due=Total(due or 0, decimals), given=Total(given, decimals)),
            )  # fmt: skip


def _likely_next(setup: Setup, dealer: Seat, number: int, score: DealScore | None) -> Seating:
    """Return the seating after a hand that may be wrong, so that later rows can be checked."""
    stays = score is not None and score.dealer_stays
    counts = score is None or not score.thrown_in
    return setup.seating(dealer if stays else setup.seating(dealer).eldest, number + counts)


def _is_impossible(setup: Setup, seating: Seating, facts: Sequence[Fact]) -> bool:
    """Return whether the game cannot give the points of a hand of which only these are known."""
    known = facts[0].get(PARTIAL)
    points = known.get("points") if isinstance(known, Mapping) else None
    if not isinstance(points, list):
        return False
    rules, numbers = setup.at(seating.number).rules, [int(str(number)) for number in points]
    unit = setup.book.unit(rules, setup.players)
    is_odd = any(number % unit for number in numbers)
    return is_odd or not setup.book.can_score(seating, rules, numbers)


def _entries(log: Log, dealer: Seat, facts: Sequence[Fact]) -> list[Entry]:
    """Return the entries of a hand, as they would be recorded one by one."""
    entries: list[Entry] = []
    if dealer != log.game.current.dealer:
        entries.append(checked_entry(log, Kind.DEALER, None, {"dealer": int(dealer)}))
        log = log.after(entries)
    checked_entry(log, Kind.ANSWER, None, facts[0])  # refused once the game is over
    number = log.game.current.number
    return entries + [Entry(Kind.ANSWER, number, fact) for fact in facts]
