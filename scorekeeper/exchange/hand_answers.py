"""The answers of a row to the questions of a hand's script, and what contradicts them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.exchange.game_columns import NTH, GameColumns
from scorekeeper.exchange.hand_rows import HandRow
from scorekeeper.exchange.table_cells import (
    NO,
    Translations,
    bid_in,
    bid_in_part,
    number_in,
    option_in,
    place_in,
    player_in,
    points_in,
    word_of,
)
from scorekeeper.exchange.table_columns import Meaning, Use
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep
from scorekeeper.rules.game import Setup
from scorekeeper.rules.partial_hand import PARTIAL, PartialStep
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.questions_step import QuestionsStep
from scorekeeper.rules.result_steps import SideTricksStep, TricksStep, WordsStep
from scorekeeper.rules.script import Earlier, begin
from scorekeeper.rules.steps import Content, Fact, Field, Json, Step
from scorekeeper.seating import Seat, Seating, Side
from scorekeeper.wording import Given, Listed, Points, Sentence, decimal_text, say

OF_AUCTION = (Meaning.BID, Meaning.DECLARER, Meaning.AUCTION, Meaning.EXCHANGES, Meaning.TRUMPS)
NOBODY = "no-such-player"  # the code of the error of a name that is no player's
OF_SIDE = "tricks-of"  # the question for the tricks of one partner
SEVERAL = {*OF_AUCTION, Meaning.CONTRACT, Meaning.TRICKS, Meaning.POINTS, OF_SIDE}
"""Meanings of columns that are checked in their own way, or answer several questions."""
NEUTRAL = ("nobody", "none", "no")  # codes of choices that a table may leave out
NOBODY_WORDS = {"nobody", "none", "niemand", "keiner", "אףאחד", "-", "–", "0"}
NOTHING = {*NOBODY_WORDS, *NO, *NEUTRAL}
JOINED = re.compile(r"[,&+/]| (?:and|und) | ו", re.IGNORECASE)  # names of partners


class RefusedAnswer(Exception):
    """Raised for an answer that the rules forbid; it carries the legal answers and the column."""

    def __init__(self, error: EntryError, step: Step, row: HandRow) -> None:
        super().__init__(str(error))
        self.sentence = error.sentence
        self.allowed = None if error.code == NOBODY else _allowed(step)
        self.column = _column(error, step, row)


def _allowed(step: Step) -> Sentence | None:
    """Return the legal answers in words; choices are those on the buttons."""
    if not isinstance(step, ChoiceStep):
        return step.allowed
    faces = [choice.face for choice in step.choices if choice.barred is None]
    return say("Allowed: {answers}.", answers=Listed(faces))


def _column(error: EntryError, step: Step, row: HandRow) -> str:
    """Return the title of the column that a refused answer is from; empty if it is from several."""
    if isinstance(step, AuctionStep):
        is_name = error.code == NOBODY or error.field == "winner"
        return row.title(Meaning.DECLARER if is_name else Meaning.BID)
    columns = row.head.columns.of_step(step)
    if isinstance(step, PartialStep):
        columns = [(str(field.content), field.seats) for field in step.fields]
    names = [field.name for field in step.fields]
    at = names.index(error.field) if error.field in names else None
    if at is None and len(columns) > 1 and columns[0][0] != Meaning.BID:
        return ""
    meaning, seats = columns[at or 0]
    return row.title(meaning, seats[0] if seats else None)


class RowAnswers:
    """The answers of a row to the questions of a hand.

    unasked    questions without a column, by key, whose usual answer was taken
    used       the uses of columns about single questions that were asked
    """

    def __init__(self, setup: Setup, row: HandRow, translations: Translations) -> None:
        self.setup, self.row, self.translations = setup, row, translations
        self.columns: GameColumns = row.head.columns
        self.calls = [call for call in row.get(Meaning.AUCTION).replace(",", " ").split() if call]
        has_auction = any(each.meaning == Meaning.BID for each in self.columns.asked)
        self.of_auction = OF_AUCTION if has_auction else ()
        self.declared = None if any(map(row.has, self.of_auction)) else row.declared()
        self.unasked: dict[str, Sentence] = {}
        self.used: set[Use] = set()

    def hand(self, seating: Seating, earlier: Earlier) -> tuple[list[Fact], DealScore]:
        """Return the answers and the points.

        Raises EntryError if the row cannot be read, RefusedAnswer if the rules forbid an answer.
        """
        script = self.setup.script(seating, earlier)
        step, _ = begin(script)
        if step is None:
            raise IllegalEntry("game-over", say("The game is over."))
        known = self._known_in_part() if step.field != "points" else None
        if known is not None:
            facts, score = self._partial(seating, earlier, known)
            self._check_points(score, seating)
            return facts, score
        facts = []
        while True:
            if isinstance(step, QuestionsStep):
                facts.append(step.filled(self._fact))
            else:
                facts.append(self._fact(step))
            try:
                step = script.send(step.parse(facts[-1]))
            except StopIteration as end:
                score = end.value
                self._check_rest(score, seating)
                self._check_points(score, seating)
                return facts, score

    # A hand that is known in part

    def _known_in_part(self) -> Fact | None:
        """Return a partly known hand as a fact; None if the row is to be read as a whole hand."""
        row, book = self.row, self.setup.book
        noted = self._auction_in_part()
        if noted is None:
            return None
        seats = self.setup.present
        sides = self.setup.seating(self.setup.opener).sides
        contracts = [row.contract(seat, sole=True) for seat in seats]
        tricks = [self._tricks(side) for side in sides]
        if book.contracts_score and any(contracts) and any(tricks):
            return {PARTIAL: {"contracts": contracts, "tricks": tricks, **noted}}
        if self._has_answers():
            return None
        points = [same_points(map(row.points, side)) for side in sides]
        if any(points):
            return {PARTIAL: {f"points-{at}": own for at, own in enumerate(points)} | noted}
        if book.contracts_score and any(contracts):
            return {PARTIAL: {"contracts": contracts, "tricks": tricks, **noted}}
        return None

    def _has_answers(self) -> bool:
        """Return whether a cell answers a question of the game, other than about the auction."""
        row = self.row
        for each in self.columns.asked:
            if each.meaning in self.of_auction or each.meaning == Meaning.POINTS:
                continue
            if each.meaning in {Meaning.CONTRACT, Meaning.TRICKS}:
                if any(row.contract(seat) or row.tricks(seat) for seat in each.seats):
                    return True
            elif row.own(each.meaning, each.seats) if each.seats else row.get(each.meaning):
                return True
        return False

    def _auction_in_part(self) -> dict[str, Json] | None:
        """Return the known part of an auction that a row does not fully have, as fields of a fact.

        The dict is empty if the row has nothing of the auction. None means that the row is read as
        a whole hand: it has the whole auction, too little of it, or all passed.
        """
        row = self.row
        if self.declared is not None:
            return None
        if not any(map(row.has, self.of_auction)):
            return {}
        whole_only = row.has(Meaning.AUCTION) or row.has(Meaning.EXCHANGES)
        if not self.setup.book.contracts_score or whole_only:
            return None
        bid = bid_in_part(row.get(Meaning.BID) + row.get(Meaning.TRUMPS))
        if bid == "pass" or (not bid and not row.has(Meaning.DECLARER)):
            return None
        is_whole = bid[:1].isdecimal() and not bid.isdecimal() and row.has(Meaning.DECLARER)
        if is_whole and (self._has_answers() or not any(map(row.points, self.setup.present))):
            return None
        noted: dict[str, Json] = {"bid": bid} if bid else {}
        has_name = row.has(Meaning.DECLARER)
        return noted | ({"declarer": int(row.seat(Meaning.DECLARER))} if has_name else {})

    def _partial(
        self, seating: Seating, earlier: Earlier, known: Fact
    ) -> tuple[list[Fact], DealScore]:
        """Return the answers and points of a partly known hand; raises RefusedAnswer."""
        script = self.setup.script_for([known], seating, earlier)
        step = next(script)
        try:
            answer = step.parse(known)
            facts = [step.fact(answer)]
            script.send(answer)
        except EntryError as error:
            raise RefusedAnswer(error, step, self.row) from None
        except StopIteration as end:
            score: DealScore = end.value
            return facts, score
        raise AssertionError(step)

    # A whole hand, question by question

    def _fact(self, step: Step) -> Fact:
        """Return the answer of the row to a question, as it is stored; raises RefusedAnswer."""
        try:
            given = self._answer(step)
            fact = step.fact(step.parse(given))
            self._check_unasked_numbers(step, given, fact)
        except EntryError as error:
            raise RefusedAnswer(error, step, self.row) from None
        return fact

    def _answer(self, step: Step) -> Fact:
        """Return the answer of the row to a question; raises EntryError."""
        match step:
            case AuctionStep():
                return self._auction(step)
            case ChoiceStep():
                return {step.field: self._choice(step)}
            case SideTricksStep():
                return {step.field: self._side_tricks(step)}
            case WordsStep():
                return {step.field: [self._word(step, at) for at, _ in enumerate(step.fields)]}
        columns = self._used(step)
        pairs = zip(step.fields, columns, strict=True)
        values = [self._number(each, meaning, seats) for each, (meaning, seats) in pairs]
        if not any(values) and not any(self._has_column(*column) for column in columns):
            if getattr(step, "usual", None) is None:
                raise self._no_column(step)
            self.unasked[step.key] = step.question
        return {step.field: values[0] if step.fields[0].name == step.field else values}

    def _used(self, step: Step) -> list[tuple[str, Side]]:
        """Return the columns of a question, and note that they are used."""
        columns = self.columns.of_step(step)
        for (meaning, seats), each in zip(columns, step.fields, strict=True):
            if not isinstance(step, WordsStep) or step.fields.index(each) in step.asked_sides:
                self.used |= {Use(meaning, self.columns.players[seat]) for seat in seats}
                self.used |= set() if seats else {Use(meaning)}
        return columns

    def _number(self, field: Field, meaning: str, seats: Sequence[Seat]) -> str:
        """Return the number that a row has for a field of a question."""
        row = self.row
        if meaning == Meaning.CONTRACT:
            return row.contract(seats[0])
        if meaning == Meaning.TRICKS:
            return self._tricks(seats)
        own = [row.own(meaning, [seat]) for seat in seats]
        if meaning == OF_SIDE and not any(own):
            return self._tricks(seats)
        if field.content is Content.POINTS and not any(own) and self._is_only(meaning):
            own = [row.points(seat) or row.tricks(seat) for seat in seats]
        return same_points(map(self._as_typed, own))

    def _as_typed(self, cell: str) -> str:
        """Return the number in a cell as somebody types it; another text as it stands."""
        number = points_in(cell, self.setup.book.decimals)
        return cell if number is None else decimal_text(number, self.setup.book.decimals)

    def _is_only(self, meaning: str) -> bool:
        """Return whether a game asks for nothing else, so that names alone are titles enough."""
        return {each.meaning for each in self.columns.asked} == {meaning}

    def _has_column(self, meaning: str, seats: Sequence[Seat]) -> bool:
        head = self.row.head
        if meaning in {Meaning.CONTRACT, Meaning.TRICKS} or self._is_only(meaning):
            return True
        return any(head.place(meaning, seat) is not None for seat in seats or (None,))

    def _no_column(self, step: Step) -> IllegalEntry:
        """Return the error of a question whose answer has no column."""
        reason = say(
            "No column answers “{question}”: choose one, or keep only the points of each hand.",
            question=step.question,
        )
        return IllegalEntry("no-column", reason)

    def _word(self, step: WordsStep, at: int) -> str:
        """Return the code of the word of one side; the usual one for an empty cell."""
        if at not in step.asked_sides:
            return ""
        meaning, seats = self._used(step)[at]
        given = self.row.own(meaning, seats)
        usual = step.words[0][0]
        if not given:
            if usual not in {*NEUTRAL, "0"} and not self._has_column(meaning, seats):
                raise self._no_column(step)
            if not self._has_column(meaning, seats):
                self.unasked[step.key] = step.question
            return usual
        options = [(code, (code, *self.translations(face))) for code, _, face in step.words]
        code = option_in(given, options)
        if code is None:
            raise _no_choice(given)
        return code

    def _choice(self, step: ChoiceStep) -> str:
        """Return the code of a choice; players are given by name."""
        (meaning, seats), row = self._used(step)[0], self.row
        given = row.own(meaning, seats) if seats else row.get(meaning)
        if given and any(choice.seats for choice in step.choices):
            return self._of_players(step, self._players(given), given)
        if given:
            options = [
                (each.code, (each.code, str(each.value), *self.translations(each.face)))
                for each in step.choices
            ]
            code = option_in(given, options)
            if code is None:
                raise _no_choice(given)
            return code
        nth = NTH.fullmatch(meaning)
        if nth and (chosen := self._nth(nth[1], int(nth[2]))) is not None:
            return self._of_players(step, chosen, "")
        usual = next((each.code for each in step.choices if each.code in NEUTRAL), None)
        has_column = self._has_column(meaning, seats)
        if nth:
            has_column = has_column or any(use.meaning == nth[1] for use in row.head.table.places)
        if not has_column and usual is None:
            raise self._no_column(step)
        if usual is None:
            return ""
        if not has_column:
            self.unasked[nth[1] if nth else step.key] = step.question
        return usual

    def _nth(self, base: str, number: int) -> list[Seat] | None:
        """Return the players whom a row has for the nth of several like questions.

        A column of the whole hand has their names; one for each player has the number of the
        question, or, if the players are asked for a number of their own, that number.
        """
        row, seats = self.row, self.setup.present
        if row.has(base):
            names = self._players(row.get(base))
            return names[number - 1 : number]
        cells = {seat: cell for seat in seats if (cell := row.own(base, [seat]))}
        if any(each.meaning == f"{base}-of" for each in self.columns.asked):
            order = [seat for seat in seats if re.search(r"[1-9]", row.own(f"{base}-of", [seat]))]
            return order[number - 1 : number] if order else None
        return [seat for seat, cell in cells.items() if place_in(cell) == number] or None

    def _players(self, given: str) -> list[Seat]:
        """Return the players named in a cell; raises EntryError for another name."""
        if word_of(given) in NOBODY_WORDS:
            return []
        for side in self.setup.seating(self.setup.opener).sides:
            if word_of(given) == word_of("".join(self.columns.players[seat][0] for seat in side)):
                return list(side)
        names = JOINED.split(" ".join(given.split()))
        try:
            return [player_in(name, self.row.head.players) for name in names]
        except MalformedEntry:
            raise _no_choice(given) from None

    def _of_players(self, step: ChoiceStep, seats: Sequence[Seat], given: str) -> str:
        """Return the code of the choice of these players, or of the side of one of them."""
        codes = {choice.seats: choice.code for choice in step.choices}
        if tuple(sorted(seats)) in codes:
            return codes[tuple(sorted(seats))]
        sides = [code for side, code in codes.items() if seats and set(seats) <= set(side)]
        if len(sides) != 1:
            raise _no_choice(given or ", ".join(self.row.head.players[seat] for seat in seats))
        return sides[0]

    def _auction(self, step: AuctionStep) -> Fact:
        row = self.row
        if self.calls:
            return {"call": bid_in(self.calls.pop(0), step)}
        if self.declared is not None:
            bid, declarer = self.declared
            return {"bid": bid_in(bid, step), "winner": int(declarer)}
        exchanges = number_in(row.get(Meaning.EXCHANGES) or "0")
        bid = bid_in(row.get(Meaning.BID), step, row.get(Meaning.TRUMPS))
        if bid == "pass" or step.scene.exchange < exchanges:
            return {"bid": "pass"}
        if not row.has(Meaning.DECLARER):
            return {"bid": bid}
        return {"bid": bid, "winner": int(row.seat(Meaning.DECLARER))}

    def _tricks(self, side: Sequence[Seat]) -> str:
        """Return the tricks of a side: the sum of its players' tricks."""
        taken = [self.row.tricks(seat) for seat in side]
        if len(side) == 1 or not all(taken):
            return next((tricks for tricks in taken if tricks), "")
        return str(sum(map(number_in, taken)))

    def _side_tricks(self, step: SideTricksStep) -> str:
        """Return the tricks of a side; partners may both have the tricks of their side.

        Raises IllegalEntry if the tricks of both sides are in the row and are not all tricks.
        """
        if step.scene.declarer is not None and self.row.has(Meaning.TRICKS):
            return self.row.get(Meaning.TRICKS)
        if self._have_tricks_of_sides(step):
            return self.row.tricks(step.counted[0])
        each = [self._tricks(partners) for partners in step.seating.sides]
        if all(each):
            left = TricksStep(step.seating, step.scene).left(sum(map(number_in, each)))
            if left is not None:
                raise IllegalEntry("tricks-do-not-add-up", left, "tricks")
        return each[step.side]

    def _have_tricks_of_sides(self, step: SideTricksStep) -> bool:
        """Return whether the cells of both partners have the tricks of their side."""
        sides = step.seating.sides
        taken = [set(map(self.row.tricks, side)) for side in sides]
        numbers = [int(number) for each in taken for number in each if number.isdecimal()]
        return len(numbers) == len(sides) == len(taken) and sum(numbers) == step.scene.total

    # What is left of a row when the hand is over

    def _check_points(self, score: DealScore, seating: Seating) -> None:
        """Raise IllegalEntry if the row has other points than the hand gives."""
        if self._is_only(Meaning.POINTS):
            return
        decimals = self.setup.book.decimals
        for side, points in zip(seating.sides, score.points, strict=True):
            given = same_points(filter(None, map(self.row.points, side)))
            if given and given.removeprefix("+") != decimal_text(points, decimals):
                raise IllegalEntry(
                    "other-points",
                    say("{seat} has {points} points in this hand by the rules, not {given}.",
                        seat=side[0], points=Points(points, decimals), given=Given(given[:20])),
                )  # fmt: skip

    def _check_rest(self, score: DealScore, seating: Seating) -> None:
        """Raise IllegalEntry for a cell that no question used and that contradicts the hand."""
        row = self.row
        self._check_unused()
        if self.calls:
            raise IllegalEntry("auction-over", say("The auction was over before “{call}”.",
                                                   call=Given(self.calls[0][:20])))  # fmt: skip
        seats = seating.seats
        if score.thrown_in:
            for seat in seats:
                own = row.contract(seat) + row.tricks(seat) + row.points(seat)
                _check_no_number(own or row.get(Meaning.TRICKS), seat)
        if not score.scene.tricks:
            return
        for seat in seats:
            given, stands = row.contract(seat, sole=True), score.scene.contract_of(seat)
            if stands is None and score.scene.bid is None:
                taken = (row.tricks(seat), str(score.scene.tricks[seating.side_of(seat)]))
                _check_unasked(given, seat, taken)
            elif score.scene.bid and given and stands is not None and number_in(given) != stands:
                raise IllegalEntry(
                    "another-contract",
                    say("{seat} said {stands}, not {given}.", seat=seat, stands=stands,
                        given=Given(given[:20])),
                )  # fmt: skip

    def _check_unused(self) -> None:
        """Raise IllegalEntry for an answer to a question that the game did not ask."""
        asked = {each.meaning for each in self.columns.asked} - SEVERAL
        for column in self.row.head.table.columns:
            cell = self.row.at(column.place)
            is_open = column.use.meaning in asked and column.use not in self.used
            if not is_open or word_of(cell) in NOTHING or not word_of(cell):
                continue
            missing = next(iter(self.unasked.values()), None)
            reason = say("“{text}” answers a question that is not asked in this hand.",
                         text=Given(cell[:20]))  # fmt: skip
            if missing is not None:
                reason = say("“{text}” has no meaning without a column for “{question}”.",
                             text=Given(cell[:20]), question=missing)  # fmt: skip
            raise IllegalEntry("not-asked", reason)

    def _check_unasked_numbers(self, step: Step, given: Fact, fact: Fact) -> None:
        """Raise IllegalEntry for a number of a player who was not asked for one."""
        numbers, asked = given.get(step.field), fact.get(step.field)
        if isinstance(numbers, list) and isinstance(asked, list):
            for field, number, own in zip(step.fields, numbers, asked, strict=True):
                if own in {"", None}:
                    _check_no_number(str(number), field.seats[0])


def _no_choice(text: str) -> IllegalEntry:
    """Return the error of a text that is none of the choices."""
    reason = say("“{text}” is not one of the choices.", text=Given(text[:20]))
    return IllegalEntry("no-such-choice", reason, "choice")


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
