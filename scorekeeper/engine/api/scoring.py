"""Scoring in the public API: a game that asks for answers, and the points of one deal."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.engine.api.naming import (
    Answer,
    SeatName,
    add_example,
    ending_named,
    players_many,
    read_answer,
    rulebook,
    rules_from,
    seat_of,
    seating_named,
)
from scorekeeper.engine.play.records.notation import seat_text
from scorekeeper.engine.rules.earlier import NOTHING_EARLIER, Earlier
from scorekeeper.engine.rules.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.engine.rules.game import DealRecord, Game, Setup, read_game
from scorekeeper.engine.rules.partial_hand import is_partial, partial_script
from scorekeeper.engine.rules.points import DealScore
from scorekeeper.engine.rules.steps import (
    AuctionStep,
    ChoiceStep,
    ContractStep,
    PlayerTricksStep,
    Step,
)
from scorekeeper.engine.rules.wording import say


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game being scored: `question` is the next question, `answer` returns the game after it.

    game       the game as read: deals with their points, totals, places, winners
    records    the answers, by deal
    """

    game: Game
    records: tuple[DealRecord, ...] = (DealRecord(),)

    @property
    def question(self) -> Step | None:
        """The next question, with its `kind`, its text and who is `asked`; None at the end."""
        return self.game.step

    @property
    def totals(self) -> tuple[int, ...]:
        """The current total of each side."""
        return self.game.totals

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides in first place once the game is over."""
        return self.game.winners

    @property
    def dealer(self) -> str:
        """The dealer of the running hand, as a letter."""
        return seat_text(self.game.current.dealer)

    @property
    def scores(self) -> tuple[DealScore, ...]:
        """The points of every complete deal, with their reasons."""
        return tuple(deal.score for deal in self.game.complete if deal.score is not None)

    @property
    def legal(self) -> tuple[Answer, ...]:
        """The legal answers, if they can be listed; empty for the tricks of a deal."""
        match self.question:
            case AuctionStep(auction=auction):
                return tuple(call.code for call in auction.legal)
            case ContractStep() as step:
                words = tuple(word.code for word in step.words if word.barred is None)
                return (*step.legal, *words)
            case ChoiceStep(choices=choices):
                return tuple(choice.code for choice in choices if choice.barred is None)
            case PlayerTricksStep() as step:
                return tuple(option.value for option in step.options)
        return ()

    def answer(self, answer: Answer) -> ScoredGame:
        """The game after an answer; raises MalformedEntry or IllegalEntry."""
        step = self.question
        if step is None:
            raise IllegalEntry("deal-complete", say("This hand is complete."))
        fact = step.fact(read_answer(step, answer))
        records = self.records
        if self.game.complete and len(self.game.complete) == len(records):
            records = (*records, DealRecord())
        last = replace(records[-1], facts=(*records[-1].facts, fact))
        return self._with((*records[:-1], last))

    def why_not(self, answer: Answer) -> str | None:
        """Why an answer is refused, in words; None if it is legal."""
        try:
            self.answer(answer)
        except EntryError as error:
            return str(error)
        return None

    def fined(self, seat: SeatName, revokes: int = 1) -> ScoredGame:
        """The game with `revokes` revokes of a seat in its last deal."""
        last, players = self.records[-1], self.game.setup.players
        own = [*(last.revokes or (0,) * players)]
        own[seat_of(seat, players)] = revokes
        return self._with((*self.records[:-1], replace(last, revokes=tuple(own))))

    def undo(self) -> ScoredGame:
        """The game before its last answer; unchanged if there is none."""
        records = [*self.records]
        if not records[-1].facts and len(records) > 1:
            records.pop()
        last = replace(records[-1], facts=records[-1].facts[:-1])
        return self._with((*records[:-1], last))

    def _with(self, records: tuple[DealRecord, ...]) -> ScoredGame:
        answered = records if records[-1].facts else records[:-1]
        return ScoredGame(read_game(self.game.setup, answered, known=self.game), records)


def new_game(
    game: str,
    rules: Any = None,
    *,
    players: int | None = None,
    dealer: SeatName = "S",
    target: int | None = None,
    deals: int | None = None,
) -> ScoredGame:
    """A game before its first question, with its usual ending, a target or a number of deals.

    Raises ValueError or MalformedEntry for impossible values, such as a dealer who is not at the
    table or a target of 0.
    """
    book = rulebook(game)
    many = players_many(book, players)
    chosen = rules_from(book, rules)
    for number, name in ((target, "target"), (deals, "number of hands")):
        if number is not None and number < 1:
            raise ValueError(f"the {name} is 1 at least, not {number}")
    ending = ending_named(book, rules, many, target, deals)
    setup = Setup(book, chosen, ending, many, seat_of(dealer, many))
    return ScoredGame(read_game(setup, ()))


def score(
    game: str,
    answers: Iterable[Answer],
    rules: Any = None,
    *,
    players: int | None = None,
    dealer: SeatName = "S",
    number: int = 1,
    earlier: Earlier = NOTHING_EARLIER,
) -> DealScore:
    """The points of one deal from its answers; raises EntryError for one that does not fit.

    number    the number of the deal in its game, if deals differ
    earlier   the state that the deal takes over from earlier ones, if it matters
    """
    book, answers = rulebook(game), list(answers)
    chosen = rules_from(book, rules)
    seating = seating_named(book, players, dealer, number, chosen)
    script: Generator[Any, Any, DealScore] = book.script(seating, chosen, earlier)
    if is_partial([answer for answer in answers[:1] if isinstance(answer, Mapping)]):
        script = partial_script(book, chosen, seating, script)
    step: Step | None = next(script)
    for answer in answers:
        if step is None:
            raise IllegalEntry("deal-complete", say("This hand is complete."))
        try:
            step = script.send(read_answer(step, answer))
        except StopIteration as end:
            step, result = None, end.value
    if step is not None:
        missing = MalformedEntry("not-asked", step.question)
        add_example(missing, step)
        raise missing
    done: DealScore = result
    return done
