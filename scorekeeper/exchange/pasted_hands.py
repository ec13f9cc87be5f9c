"""Hands of a pasted table: each row is checked by the rules and becomes the entries of a hand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.exchange.hands_table import (
    Cells,
    HandsTable,
    may_be_totals,
    read_hands,
    unusual_labels,
    with_dates,
    with_meaning,
    wrong_totals,
)
from scorekeeper.exchange.pasted_cells import (
    bid_in,
    bid_in_part,
    choice_in,
    no_choice,
    number_in,
    player_in,
    word_of,
)
from scorekeeper.exchange.pasted_table import (
    HANDS,
    MOST_HANDS,
    NOTHING_CHOSEN,
    Choices,
    Flaw,
    Meaning,
    Numbers,
    PastedTable,
    TableRow,
    Use,
    other_cells,
)
from scorekeeper.exchange.table_checks import (
    doubtful_rows,
    doubtful_sums,
    doubtful_thousands,
    wrong_row_sums,
)
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.game import Setup
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.result_steps import HIGHEST, SideTricksStep, TricksStep
from scorekeeper.rules.script import Earlier, begin
from scorekeeper.rules.steps import Content, Fact, Json, Step
from scorekeeper.seating import SEATS, Seat, Seating, Side
from scorekeeper.wording import Given, Listed, Sentence, Total, say

# The cells of a row answer the questions of the game's script, so that a row is wrong exactly if
# its answers would be refused at the table.

OF_AUCTION = ("bid", "declarer", "auction", "exchanges", "announced", "queen", "jack")


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row of the pasted table with the result of its check.

    line       its line number in the pasted text, from 1
    cells      the pasted cells, with single spaces
    sign       the separator between cells when they are shown
    score      its points; None if the row is wrong
    totals     the total of each side after it; None from the first wrong row on
    problem    the error, if the row is wrong
    column     the title of the column that is wrong, if it is only one
    doubtful   whether the game cannot give its points
    allowed    the answers that would be legal, if they can be listed
    """

    line: int
    cells: tuple[str, ...]
    sign: str
    dealer: Seat
    score: DealScore | None = None
    totals: tuple[int, ...] | None = None
    problem: Sentence | None = None
    allowed: Sentence | None = None
    doubtful: bool = False
    column: str = ""


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """The result of checking a pasted table of hands, and the entries to record.

    entries     the answers of all hands, to be recorded one by one
    hands       the same hands, each complete, to be recorded as one entry that inserts them
    problem     an error of the pasted table as a whole
    pasted      the pasted table; None if that failed
    left_out    lines without a hand, each with the reason
    doubts      lines that somebody must confirm, each with the reason
    unclear     whether somebody must say if the numbers are points or totals
    as_written  whether somebody has confirmed the doubts and the points the game cannot give
    """

    rows: tuple[CheckedRow, ...] = ()
    entries: tuple[Entry, ...] = ()
    hands: tuple[Fact, ...] = ()
    problem: Sentence | None = None
    pasted: PastedTable | None = None
    left_out: tuple[Flaw, ...] = ()
    doubts: tuple[Flaw, ...] = ()
    unclear: bool = False
    as_written: bool = False

    @property
    def in_order(self) -> tuple[CheckedRow, ...]:
        """The rows as the page lists them: wrong ones first, then doubtful ones."""
        return tuple(sorted(self.rows, key=lambda row: (row.problem is None, not row.doubtful)))

    @property
    def doubtful(self) -> int:
        """The number of rows with points that the game cannot give."""
        return sum(row.doubtful for row in self.rows)

    @property
    def wrong(self) -> int:
        """The number of wrong rows."""
        return sum(row.problem is not None for row in self.rows)

    @property
    def is_ready(self) -> bool:
        """Whether the hands can be recorded: there are rows, no errors and no open question."""
        return (
            self.problem is None
            and not self.wrong
            and not self.unclear
            and bool(self.rows)
            and (self.as_written or not (self.doubtful or self.doubts))
        )


def judge(
    log: Log,
    players: Sequence[str],
    text: str,
    choices: Choices = NOTHING_CHOSEN,
    *,
    as_written: bool = False,
    point: str = "",
) -> CheckedTable:
    """Check a pasted table as the next hands of a game.

    as_written    whether points that the game cannot give are right all the same
    point         the decimal point of the reader's language; empty if it is not known
    """
    hands = None
    try:
        hands = as_pasted = read_hands(text, players, choices, log.game)
        _check(log, hands)
        hands = with_meaning(log, hands, choices.numbers)
    except EntryError as error:
        return CheckedTable(problem=error.sentence, pasted=hands.head.pasted if hands else None)
    checked = _judged(log, hands)
    rows = [TableRow(row.line, row.cells) for row in hands.rows]
    thousands = doubtful_thousands(hands.head.pasted, rows, point)
    checked = replace(
        checked, as_written=as_written, doubts=tuple(dict.fromkeys((*checked.doubts, *thousands)))
    )
    if any(row.is_dated() for row in hands.rows):
        other = _judged(log, with_dates(hands, DayOrder.MONTH))
        ready = [each for each in (checked, other) if each.is_ready]
        if len(ready) > 1 and ready[0].entries != ready[1].entries:
            return replace(
                checked,
                problem=say(
                    "A spreadsheet made dates of some cells, and both ways to read them are "
                    "possible: format the cells as text, or write 2-3 for 2/3."
                ),
            )
        return ready[0] if ready else checked
    if choices.numbers is None and (is_likely := may_be_totals(hands)) is not None:
        totals = _judged(log, with_meaning(log, as_pasted, Numbers.RUNNING))
        fits, other_fits = (not each.wrong and not each.doubtful for each in (checked, totals))
        if _can_tell(log) and (fits or other_fits):
            is_likely = other_fits
        if is_likely and not totals.wrong:
            return CheckedTable(unclear=True, pasted=hands.head.pasted, left_out=hands.left_out)
    return checked


def _can_tell(log: Log) -> bool:
    """Return whether the game knows points that a hand cannot have."""
    setup, seating = log.game.setup, log.game.current.seating
    rules = setup.at(seating.number).rules
    return not setup.book.can_score(seating, rules, [HIGHEST] * len(seating.sides))


def _numbering(log: Log, rows: Sequence[Cells]) -> dict[int, Sentence]:
    """Return the errors in the numbers of the hands, by the line number."""
    numbers = [row.number() for row in rows]
    if all(number is None for number in numbers):
        return {}
    wrong = {}
    before: int | None = None
    for row, number in zip(rows, numbers, strict=True):
        due = log.game.current.number if before is None else before + 1
        if number is None:
            wrong[row.line] = say("The number of the hand is missing.")
            continue
        if number == before:
            wrong[row.line] = say("Hand {number} is here twice.", number=number)
        elif number != due and (before is not None or number != 1):
            wrong[row.line] = say(
                "Hand {due} is missing: this is hand {number}.", due=due, number=number
            )
        before = number
    return wrong


def _check_totals(log: Log, cells: Cells) -> None:
    """Raise IllegalEntry if a total in a row is not the total after the hand."""
    game, decimals = log.game, log.game.setup.book.decimals
    for seat in SEATS[: game.setup.players]:
        given, due = cells.total(seat), game.total(game.seating.side_of(seat))
        if given is not None and given != due:
            raise IllegalEntry(
                "another-total",
                say("The total of {seat} is {due} after this hand, not {given}.",
                    seat=seat, due=Total(due or 0, decimals), given=Total(given, decimals)),
            )  # fmt: skip


def _judged(log: Log, hands: HandsTable) -> CheckedTable:
    """Check the rows of pasted hands, and return the result."""
    rows: list[CheckedRow] = []
    entries: list[Entry] = []
    broken, before, pasted = False, log, hands.head.pasted
    seating, earlier = log.game.current.seating, log.game.current.earlier
    misnumbered = _numbering(log, hands.rows)
    for cells in hands.rows:
        if broken and log.game.setup.book.carries(log.game.setup.rules):
            break  # the hand before is needed to read it
        shown = tuple(" ".join(cell.split()) for cell in cells.cells)
        dealer = seating.dealer
        score = totals = problem = allowed = None
        doubtful, column = False, ""
        try:
            width = pasted.width
            if pasted.split.is_blank and len(cells.cells) < width:
                raise MalformedEntry("other-cells", other_cells(len(cells.cells), width))
            if any(cells.cells[width:]):
                raise MalformedEntry(
                    "too-many-cells", say("The row has more cells than there are titles.")
                )
            dealer = cells.seat("dealer") if cells.has("dealer") else dealer
            turned = log.game.setup.seating(dealer, seating.number)
            facts, score = answered_hand(log.game.setup, turned, cells, earlier)
            doubtful = _is_doubtful(log.game.setup, turned, facts)
            problem = misnumbered.get(cells.line)
            if problem is not None:
                allowed = say("Put the numbers of the hands right, or leave their column out.")
            elif not broken:
                more = _entries(log, dealer, facts)
                after = log.after(more)
                _check_totals(after, cells)
                log, totals = after, after.game.totals
                entries += more
        except RefusedAnswer as refused:
            problem, allowed, column = refused.sentence, refused.allowed, refused.column
        except EntryError as error:
            problem = error.sentence
            column = cells.title(Meaning.DEALER) if error.code == NOBODY else ""
        if problem is not None:
            broken, score, doubtful = True, None, False
        rows.append(
            CheckedRow(
                cells.line,
                shown,
                pasted.split.shown,
                dealer,
                score,
                totals,
                problem,
                allowed,
                doubtful,
                column,
            )
        )
        if broken:
            seating = _likely_next(log.game.setup, dealer, seating.number, score)
        else:
            seating, earlier = log.game.current.seating, log.game.current.earlier
    records = log.records[before.game.current.number - 1 :]
    complete = tuple(
        {"facts": list(record.facts)} | ({} if record.dealer is None else {"dealer": record.dealer})
        for record in records
    )
    doubts: tuple[Flaw, ...] = ()
    if not broken:
        doubts = (*_doubtful_rows(hands, rows), *wrong_totals(hands, before.game, log.game))
    return CheckedTable(tuple(rows), tuple(entries), complete, None, pasted, hands.left_out, doubts)


def _likely_next(setup: Setup, dealer: Seat, number: int, score: DealScore | None) -> Seating:
    """Return the seating after a hand that may be wrong, so that later rows can be checked."""
    stays = score is not None and score.dealer_stays
    counts = score is None or not score.thrown_in
    return setup.seating(dealer if stays else setup.seating(dealer).eldest, number + counts)


def _doubtful_rows(hands: HandsTable, rows: Sequence[CheckedRow]) -> Iterator[Flaw]:
    """Yield likely errors in hands that the rules allow."""
    scores = {row.line: row.score for row in rows if row.score}
    pasted, whole = hands.head.pasted, [TableRow(row.line, row.cells) for row in hands.rows]
    sums = [(row, sum(scores[row.line].points)) for row in whole]
    yield from wrong_row_sums(pasted, sums, hands.head.decimals)
    yield from doubtful_rows(pasted, [row for row in whole if not scores[row.line].thrown_in])
    yield from unusual_labels(hands)
    points = [(line, dict(enumerate(score.points))) for line, score in scores.items()]
    yield from doubtful_sums(points)


def _is_doubtful(setup: Setup, seating: Seating, facts: Sequence[Fact]) -> bool:
    """Return whether the game cannot give the points of a hand of which only these are known."""
    known = facts[0].get(PARTIAL)
    points = known.get("points") if isinstance(known, Mapping) else None
    if not isinstance(points, list):
        return False
    rules, numbers = setup.at(seating.number).rules, [int(str(number)) for number in points]
    unit = setup.book.unit(rules, setup.players)
    is_odd = any(number % unit for number in numbers)
    return is_odd or not setup.book.can_score(seating, rules, numbers)


USUAL_TITLES = {
    Meaning.NUMBER: say("hand"),
    Meaning.DEALER: say("dealer"),
    Meaning.EXCHANGES: say("exchanges"),
    Meaning.BID: say("bid"),
    Meaning.DECLARER: say("declarer"),
    Meaning.ANNOUNCED: say("announced"),
    Meaning.QUEEN: say("queen"),
    Meaning.JACK: say("jack"),
    Meaning.CONTRACT: say("contract"),
    Meaning.TRICKS: say("tricks"),
    Meaning.POINTS: say("points"),
    Meaning.RUNNING: say("total"),
}


AnswerColumn = tuple[Meaning, Side]
"""The meaning of a column, and the seats that it is about; without seats, the whole hand."""

NO_COLUMN: AnswerColumn = (Meaning.UNUSED, ())
WHOLE = (
    *(Meaning.EXCHANGES, Meaning.BID, Meaning.DECLARER),
    *(Meaning.QUEEN, Meaning.JACK, Meaning.ANNOUNCED),
)
OWN = (Meaning.CONTRACT, Meaning.TRICKS)


def usual_uses(setup: Setup, players: Sequence[str]) -> list[Use]:
    """Return the uses of columns in this game: those about the whole hand, then each player's."""
    whole, own = [Meaning.NUMBER, Meaning.DEALER], [Meaning.PLAIN]
    if has_columns(setup):
        asked = {column for step in _questions(setup) for column in _columns(step)}
        meanings = {meaning for meaning, _ in asked}
        if any(step.scene.exchange for step in _questions(setup, -1)):  # all pass
            meanings.add(Meaning.EXCHANGES)
        of_a_side = any(meaning is Meaning.TRICKS and len(seats) > 1 for meaning, seats in asked)
        whole += [each for each in WHOLE if each in meanings]
        whole += [Meaning.TRICKS] if of_a_side and Meaning.DECLARER in meanings else []
        own += [each for each in OWN if each in meanings]
    own += [Meaning.POINTS, Meaning.RUNNING]
    return [*map(Use, whole), *(Use(each, player) for player in players for each in own)]


def usual_head(setup: Setup, players: Sequence[str]) -> tuple[Sentence | Given, ...]:
    """Return the titles of the columns that this game needs, in the usual order."""
    uses = usual_uses(setup, players)
    plain = () if Use(Meaning.TRICKS) in uses else players
    return (*(USUAL_TITLES[meaning] for meaning, player in uses if not player), *map(Given, plain))


def limits(setup: Setup) -> Sentence | None:
    """Return what cannot be pasted in this game; None if a usual hand can."""
    if has_columns(setup):
        return None
    if setup.book.carries(setup.rules):
        return say(
            "Hands of this game cannot be pasted: its questions have no columns, and the points "
            "alone do not show what the next hand needs. Enter them as usual."
        )
    return say(
        "A header line, then one row per hand with the points of each player. In this game, "
        "nothing else of a hand can be pasted."
    )


def has_columns(setup: Setup) -> bool:
    """Return whether each question of a usual hand has a column of its own for the answer."""
    columns = [column for step in _questions(setup) for column in _columns(step)]
    return NO_COLUMN not in columns and len(set(columns)) == len(columns)


def _columns(step: Step) -> tuple[AnswerColumn, ...]:
    """Return the columns with the answer to a question, except those of an auction."""
    columns: list[AnswerColumn] = []
    for content, seats in ((field.content, field.seats) for field in step.fields):
        if content is not Content.CHOICE:
            columns.append((Meaning(content), seats))
        elif seats:  # no column has a word of each player
            columns.append(NO_COLUMN)
        else:
            own = (each for each in (Meaning.QUEEN, Meaning.JACK) if each == step.key)
            columns.append((next(own, Meaning.ANNOUNCED), ()))
    return tuple(columns)


def _questions(setup: Setup, example: int = 0) -> list[Step]:
    """Return the questions of a hand in which each answer is the example with this index."""
    script = setup.script(setup.seating(setup.first_dealer))
    asked = [next(script)]
    try:
        while True:
            step = asked[-1]
            asked.append(script.send(step.parse(step.typed(list(step.examples)[example]))))
    except StopIteration:
        return asked


def _check(log: Log, hands: HandsTable) -> None:
    setup, limit = log.game.setup, limits(log.game.setup)
    if limit is not None and setup.book.carries(setup.rules):
        raise IllegalEntry("hand-carries", limit)
    if log.game.over:
        raise IllegalEntry("game-over", say("The game is over."))
    if log.game.current.record.facts:
        raise IllegalEntry(
            "deal-begun", say("A hand is running: finish it or undo its entries, then paste.")
        )
    if not hands.rows:
        raise MalformedEntry("no-rows", say("There is no hand under the header line."))
    if len(hands.rows) > MOST_HANDS:
        raise IllegalEntry("too-many-rows", HANDS.too_many(len(hands.rows)))


def _entries(log: Log, dealer: Seat, facts: Sequence[Fact]) -> list[Entry]:
    """Return the entries of a hand, as they would be recorded one by one."""
    entries: list[Entry] = []
    if dealer != log.game.current.dealer:
        entries.append(checked_entry(log, Kind.DEALER, None, {"dealer": int(dealer)}))
        log = log.after(entries)
    checked_entry(log, Kind.ANSWER, None, facts[0])  # refused once the game is over
    number = log.game.current.number
    return entries + [Entry(Kind.ANSWER, number, fact) for fact in facts]


class RefusedAnswer(Exception):
    """Raised for an answer that the rules forbid; it carries the legal answers and the column."""

    def __init__(self, error: EntryError, step: Step, cells: Cells) -> None:
        super().__init__(str(error))
        self.sentence = error.sentence
        self.allowed = None if error.code == NOBODY else step.allowed
        self.column = _column(error, step, cells)


def _column(error: EntryError, step: Step, cells: Cells) -> str:
    """Return the title of the column that a refused answer is from; empty if it is from several."""
    name = "winner" if step.auction and error.code == NOBODY else error.field or step.field
    named = next((field for field in step.fields if field.name == name), None)
    if named is not None and named.content is Content.CHOICE:
        return cells.title(step.key) or cells.title(Meaning.ANNOUNCED)
    if named is not None and named.seats:
        return cells.title(Meaning(named.content), named.seats[0])
    alike = [field for field in step.fields if field.name.split("-")[0] == name.split("-")[0]]
    return cells.title(Meaning((named or (*alike, *step.fields)[0]).content))


NOBODY = "no-such-player"
NOBODY_WORDS = {"nobody", "none", "niemand", "keiner", "אףאחד"}
JOINED = re.compile(r"[,&+/]| (?:and|und) | ו", re.IGNORECASE)  # names of partners


def answered_hand(
    setup: Setup, seating: Seating, cells: Cells, earlier: Earlier
) -> tuple[list[Fact], DealScore]:
    """Return the answers of a row to the questions of a hand, and the points.

    Raises EntryError if the row cannot be read, RefusedAnswer if the rules forbid an answer.
    """
    script = setup.script(seating, earlier)
    step, _ = begin(script)
    if step is None:
        raise IllegalEntry("game-over", say("The game is over."))
    if step.field != "points" and (known := _known_in_part(setup, cells)):
        return _partial_hand(setup, seating, earlier, known, cells)
    facts: list[Fact] = []
    used: set[AnswerColumn] = set()
    calls = [call for call in cells.get("auction").replace(",", " ").split() if call]
    while True:
        columns = _columns_in(cells, step)
        if NO_COLUMN in columns or not used.isdisjoint(columns):
            raise _no_column(setup, step)
        used.update(columns)
        try:
            given = _answer(step, cells, calls)
            answer = step.parse(given)
            fact = step.fact(answer)
            _check_unasked_numbers(step, given, fact)
        except EntryError as error:
            raise RefusedAnswer(error, step, cells) from None
        facts.append(fact)
        try:
            step = script.send(answer)
        except StopIteration as end:
            score: DealScore = end.value
            _check_rest(cells, score, seating, calls)
            return facts, score


def _columns_in(cells: Cells, step: Step) -> Sequence[AnswerColumn]:
    """Return the columns of a row with the answer to a question, except those of an auction."""
    match step:
        case AuctionStep():
            return ()
        case ChoiceStep():
            own = [column for column in _columns(step) if cells.has(column[0])]
            return own or [(Meaning.ANNOUNCED, ())]
        case SideTricksStep() if not _tricks_of_declarer(cells, step):
            sides = step.seating.sides
            if not _have_tricks_of_sides(cells, step):  # partners may have their own tricks
                sides = tuple(side for side in sides if not all(map(cells.tricks, side)))
            return [(Meaning.TRICKS, (seat,)) for side in sides for seat in side]
    return _columns(step)


def _no_column(setup: Setup, step: Step) -> IllegalEntry:
    """Return the error of a question whose answer has no column of its own."""
    reason = say(
        "No column answers “{question}”: put only the points of this hand under the names, or "
        "enter it as usual.",
        question=step.question,
    )
    if setup.book.carries(setup.rules):
        reason = say(
            "No column answers “{question}”: enter this hand as usual.", question=step.question
        )
    return IllegalEntry("no-column", reason)


def _known_in_part(setup: Setup, cells: Cells) -> Fact | None:
    """Return a partly known hand as a fact; None if the row is to be read as a whole hand."""
    noted = _auction_in_part(setup, cells)
    if noted is None:
        return None
    seats = SEATS[: setup.players]
    sides = setup.seating(setup.first_dealer).sides
    points = [same_points(map(cells.points, side)) for side in sides]
    if any(points):
        return {PARTIAL: {f"points-{at}": own for at, own in enumerate(points)} | noted}
    contracts = [cells.contract(seat, sole=True) for seat in seats]
    if not setup.book.contracts_score or not any(contracts):
        return None
    tricks = [_tricks(cells, side) for side in sides]
    return {PARTIAL: {"contracts": contracts, "tricks": tricks, **noted}}


def _auction_in_part(setup: Setup, cells: Cells) -> dict[str, Json] | None:
    """Return the known part of an auction that a row does not fully have, as fields of a fact.

    The dict is empty if the row has nothing of the auction. None means that the row is read as a
    whole hand: it has the whole auction, too little of it, or all passed.
    """
    if not any(map(cells.has, OF_AUCTION)):
        return {}
    if not setup.book.contracts_score or any(map(cells.has, ("auction", "exchanges"))):
        return None
    bid = bid_in_part(cells.get("bid") + cells.get("announced"))
    if bid == "pass" or (not bid and not cells.has("declarer")):
        return None
    whole = bid[:1].isdecimal() and not bid.isdecimal()
    if whole and cells.has("declarer") and not any(map(cells.points, SEATS[: setup.players])):
        return None
    noted: dict[str, Json] = {"bid": bid} if bid else {}
    return noted | ({"declarer": int(cells.seat("declarer"))} if cells.has("declarer") else {})


def _partial_hand(
    setup: Setup, seating: Seating, earlier: Earlier, known: Fact, cells: Cells
) -> tuple[list[Fact], DealScore]:
    """Return the answers and points of a partly known hand; raises RefusedAnswer."""
    script = setup.script_for([known], seating, earlier)
    step = next(script)
    try:
        answer = step.parse(known)
        facts = [step.fact(answer)]
        script.send(answer)
    except EntryError as error:
        raise RefusedAnswer(error, step, cells) from None
    except StopIteration as end:
        score: DealScore = end.value
        return facts, score
    raise AssertionError(step)


def _answer(step: Step, cells: Cells, calls: list[str]) -> Fact:
    match step:
        case AuctionStep():
            return _auction(step, cells, calls)
        case ChoiceStep():
            given = cells.get(_columns(step)[0][0]) or cells.get(Meaning.ANNOUNCED)
            return {step.field: _choice(step, given, cells) if given else ""}
        case SideTricksStep():
            return {step.field: _tricks_of_declarer(cells, step) or _side_tricks(cells, step)}
    read = {Content.CONTRACT: _contract, Content.TRICKS: _tricks, Content.POINTS: _points}
    values = [read[field.content](cells, field.seats) for field in step.fields]
    return {step.field: values[0] if step.fields[0].name == step.field else values}


def _contract(cells: Cells, side: Sequence[Seat]) -> str:
    return cells.contract(side[0])


def _choice(step: ChoiceStep, given: str, cells: Cells) -> str:
    """Return the code of a choice; players are given by name."""
    codes = {choice.seats: choice.code for choice in step.choices}
    if not any(codes):
        return choice_in(given, step)
    names = () if word_of(given) in NOBODY_WORDS else JOINED.split(" ".join(given.split()))
    try:
        return codes[tuple(sorted(player_in(name, cells.head.players) for name in names))]
    except (MalformedEntry, KeyError):
        raise no_choice(given) from None


def _auction(step: AuctionStep, cells: Cells, calls: list[str]) -> Fact:
    if calls:
        return {"call": bid_in(calls.pop(0), step)}
    exchanges = number_in(cells.get("exchanges") or "0")
    bid = bid_in(cells.get("bid"), step, cells.get("announced"))
    if bid == "pass" or step.scene.exchange < exchanges:
        return {"bid": "pass"}
    if not cells.has("declarer"):
        return {"bid": bid}
    return {"bid": bid, "winner": int(cells.seat("declarer"))}


def _tricks(cells: Cells, side: Sequence[Seat]) -> str:
    """Return the tricks of a side: the sum of its players' tricks."""
    taken = [cells.tricks(seat) for seat in side]
    if len(side) == 1 or not all(taken):
        return next((tricks for tricks in taken if tricks), "")
    return str(sum(map(number_in, taken)))


def _tricks_of_declarer(cells: Cells, step: SideTricksStep) -> str:
    """Return the tricks of the declarer's side, which may have a column of their own."""
    return cells.get(Meaning.TRICKS) if step.scene.declarer is not None else ""


def _side_tricks(cells: Cells, step: SideTricksStep) -> str:
    """Return the tricks of a side; partners may both have the tricks of their side.

    Raises IllegalEntry if the tricks of both sides are in the row and are not all tricks.
    """
    if _have_tricks_of_sides(cells, step):
        return cells.tricks(step.counted[0])
    each = [_tricks(cells, partners) for partners in step.seating.sides]
    if all(each):
        left = TricksStep(step.seating, step.scene).left(sum(map(number_in, each)))
        if left is not None:
            raise IllegalEntry("tricks-do-not-add-up", left, "tricks")
    return each[step.side]


def _have_tricks_of_sides(cells: Cells, step: SideTricksStep) -> bool:
    """Return whether the cells of both partners have the tricks of their side."""
    sides = step.seating.sides
    taken = [set(map(cells.tricks, side)) for side in sides]
    numbers = [int(number) for each in taken for number in each if number.isdecimal()]
    return len(numbers) == len(sides) == len(taken) and sum(numbers) == step.scene.total


def _points(cells: Cells, side: Sequence[Seat]) -> str:
    """Return the points of a side, from the column of any of its players."""
    return same_points(cells.points(seat) or cells.tricks(seat) for seat in side)


def same_points(points: Iterable[str]) -> str:
    """Return the points of a side; raises IllegalEntry if the columns of partners differ."""
    given = list(dict.fromkeys(filter(None, points)))
    if len(given) > 1:
        raise IllegalEntry(
            "partners-differ",
            say(
                "Partners have the same points, but here {points}: write their points together "
                "at both, or at one of them.",
                points=Listed(Given(each[:20]) for each in given),
            ),
        )
    return next(iter(given), "")


def _check_rest(cells: Cells, score: DealScore, seating: Seating, calls: Sequence[str]) -> None:
    """Raise IllegalEntry for a cell that no question used and that contradicts the hand."""
    if calls:
        raise IllegalEntry("auction-over", say("The auction was over before “{call}”.",
                                               call=Given(calls[0][:20])))  # fmt: skip
    seats = SEATS[: seating.players]
    if score.thrown_in:
        for seat in seats:
            own = cells.contract(seat) + cells.tricks(seat) + cells.points(seat)
            _check_no_number(own or cells.get(Meaning.TRICKS), seat)
    if not score.scene.tricks:
        return
    for seat in seats:
        given, stands = cells.contract(seat, sole=True), score.scene.contract_of(seat)
        if stands is None and score.scene.bid is None:
            taken = (cells.tricks(seat), str(score.scene.tricks[seating.side_of(seat)]))
            _check_unasked(given, seat, taken)
        elif score.scene.bid and given and stands is not None and number_in(given) != stands:
            raise IllegalEntry(
                "another-contract",
                say("{seat} said {stands}, not {given}.", seat=seat, stands=stands,
                    given=Given(given[:20])),
            )  # fmt: skip


def _check_unasked_numbers(step: Step, given: Fact, fact: Fact) -> None:
    """Raise IllegalEntry for a number of a player who was not asked for one."""
    numbers, asked = given.get(step.field), fact.get(step.field)
    if isinstance(numbers, list) and isinstance(asked, list):
        for field, number, own in zip(step.fields, numbers, asked, strict=True):
            if own in {"", None}:
                _check_no_number(str(number), field.seats[0])


def _check_no_number(given: str, seat: Seat) -> None:
    """Raise IllegalEntry if a cell that has no meaning in a hand has a number other than 0."""
    if re.search(r"[1-9]", given):
        raise IllegalEntry(
            "another-number",
            say("{seat} needs no number in this hand, but here {given}.", seat=seat,
                given=Given(given[:20])),
        )  # fmt: skip


def _check_unasked(given: str, seat: Seat, taken: Sequence[str]) -> None:
    """Raise IllegalEntry for a bid of a player who was not asked for one.

    It may be empty or 0, or the tricks taken, which are the bid of a hand that bids itself.
    """
    if given and given not in ("0", *taken):
        raise IllegalEntry(
            "another-contract",
            say("{seat} has no bid in this hand, but here {given}.", seat=seat,
                given=Given(given[:20])),
        )  # fmt: skip
