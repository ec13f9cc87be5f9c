"""The public API, as `import scorekeeper` offers it: naming, scoring and playing."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from scorekeeper.arguments import (
    MOST_SHOWN,
    a_sequence,
    a_text,
    an_object,
    as_whole,
    shown,
    whole_number,
    whole_numbers,
)
from scorekeeper.cards import AnyCard, any_cards
from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.games.registry import rulebooks
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import TARGETS, Ending, Goal
from scorekeeper.rules.game import Game, Setup, is_partial, partial_script, read_game
from scorekeeper.rules.points import DealScore
from scorekeeper.rules.rulebook import Rulebook, check_rules, rules_given, rules_named
from scorekeeper.rules.script import NOTHING_EARLIER, Earlier, begin
from scorekeeper.rules.steps import Fact, Step, legal_values
from scorekeeper.seating import SEATS, Seat, Seating, parse_seat, seat_text
from scorekeeper.wording import say

if TYPE_CHECKING:
    pass


# Naming games, rules, seats and answers

Answer = str | int | Sequence[int] | Mapping[str, Any]
"""An answer to a question: a call (`"5H"`, `"pass"`), the result of an auction (`"W:6H"`), a
number, a choice (`"high"`, or players, as in `"W,E"`), the tricks of all sides (`[6, 3, 2, 2]`),
or a stored fact."""
SeatName = str | int


def game_keys() -> tuple[str, ...]:
    """Return the keys of all games, including those of other packages."""
    return tuple(rulebooks())


def rulebook(game: str | Rulebook[Any]) -> Rulebook[Any]:
    """Return the rulebook of a game: name, players, presets, endings, and its rules in words.

    A rulebook stands for itself. Raises ValueError for an unknown game.
    """
    if isinstance(game, Rulebook):
        return game
    books, key = rulebooks(), str(game)
    if key not in books:
        raise ValueError(f"there is no game “{key[:MOST_SHOWN]}”: {', '.join(books)}")
    return books[key]


def presets(game: str) -> tuple[str, ...]:
    """Return the keys of a game's presets (sets of house rules), the usual one first."""
    return tuple(preset.key for preset in rulebook(game).presets)


def house_rules(game: str, name: str | None = None, **changed: Any) -> Any:
    """Return house rules from a preset (`"vax"`, `"pagat+elhanani"`), with changes by key.

    Without a name, the usual preset is returned. Raises ValueError; the message names the key.
    """
    book = rulebook(game)
    return rules_given(book, changed, rules_from(book, name))


def parse_cards(text: str) -> tuple[AnyCard, ...]:
    """Parse cards: `parse_cards("SA 10H JB")`; raises ValueError if a word is not a card."""
    return any_cards(a_text(text, "text", "SA 10H JB"))


def seat_of(seat: SeatName, players: int) -> Seat:
    """Return a seat of the table from its letter, or its number from 0; raises MalformedEntry."""
    number = parse_seat(seat) if isinstance(seat, str) else as_whole(seat)
    if number is not None and 0 <= number < players:
        return Seat(number)
    seats, text = ", ".join(map(seat_text, SEATS[:players])), str(seat)[:20]
    raise MalformedEntry(
        "no-such-seat",
        say("“{text}” is not a seat at this table. Its seats are {seats}.", text=text, seats=seats),
    )


def fact_of(step: Step, answer: Answer) -> Fact:
    """Return an answer as a fact, the dict that is stored for it, such as `{"bid": "7C"}`."""
    if isinstance(answer, Mapping):
        return answer
    if isinstance(answer, Iterable) and not isinstance(answer, str | bytes):
        return {step.field: [*answer]}
    return step.typed(str(answer))


def read_answer(step: Step, answer: Answer) -> object:
    """Parse and check an answer to a step; raises EntryError with a note that gives an example."""
    try:
        return step.parse(fact_of(step, answer))
    except EntryError as error:
        add_example(error, step)
        raise


def add_example(error: EntryError, step: Step) -> None:
    """Add a note with an example of an answer to an error."""
    if examples := tuple(step.examples):
        error.add_note(f"For example: {', or '.join(examples)}")


def player_count(book: Rulebook[Any], players: int | None) -> int:
    """Return the number of players: by default 4, or the most that the game allows.

    Raises ValueError if the game is not for this number of players.
    """
    many = min(4, book.players[-1]) if players is None else as_whole(players)
    if many is None or many not in book.players:
        low, high = book.players[0], book.players[-1]
        table = f"{low} players" if low == high else f"{low} to {high} players"
        raise ValueError(f"{book.name} is for {table}, not {shown(players)}.")
    return many


def seating_named(
    book: Rulebook[Any], players: int | None, dealer: SeatName, number: int, rules: Any
) -> Seating:
    many = player_count(book, players)
    seating = book.seating(many, seat_of(dealer, many), rules)
    return seating.numbered(whole_number(number, "number", 1))


def rules_from(book: Rulebook[Any], given: Any) -> Any:
    """Return house rules from a name, a dict or a value; raises ValueError if two contradict."""
    if given is None or isinstance(given, str):
        return rules_named(book, given or book.presets[0].key)
    if isinstance(given, Mapping):
        return rules_given(book, given)
    names = ", ".join(preset.key for preset in book.presets)
    allowed = f"one of {names}, a mapping by key, or what `house_rules` returns for {book.name}"
    check_rules(book, an_object(given, book.rules, "rules", allowed))
    return given


def ending_named(
    book: Rulebook[Any],
    given: Any,
    players: int,
    target: int | None = None,
    deals: int | None = None,
) -> Ending:
    """Return the ending of a game by these rules: a target, a number of deals, or the usual one.

    given    the rules as `rules_from` takes them; a preset may have an ending of its own

    Raises MalformedEntry if the game does not have this ending, and ValueError for both a target
    and a number of deals, or if one of them is less than 1.
    """
    rules = rules_from(book, given)
    named = next((preset for preset in book.presets if preset.key == given), None)
    ending = named.ending if named and named.ending else book.usual_ending(rules)
    if target is not None and deals is not None:
        raise ValueError("a game ends by “target” or by “deals”: give one of them, not both.")
    if target is not None:
        target = whole_number(target, "target", *TARGETS)
        ending = replace(ending, goal=Goal.TARGET, target=target)
    elif deals is not None:
        ending = replace(ending, goal=Goal.DEALS, deals=whole_number(deals, "deals", 1))
    try:
        book.endings.check(ending)
    except MalformedEntry as error:
        error.add_note(
            f"{book.name} ends by: {', '.join(goal.value for goal in book.endings.goals)}."
        )
        raise
    return book.agreed(ending, rules, players)


def left_named(book: Rulebook[Any], left: object, seating: Seating) -> object:
    """Return what the last deal passes on; raises ValueError if it does not fit the game."""
    return None if left is None else book.left_from(whole_numbers(left, "left"), seating)


# Scoring

MOST_REVOKES = 13  # of a player in a deal


@dataclass(frozen=True, slots=True)
class ScoredGame:
    """A game being scored: `question` is the next question, `answer` returns the game after it.

    game       the game as read: deals with their points, totals, places, winners
    records    the answers, by deal
    """

    game: Game
    records: tuple[DealRecord, ...] = (DealRecord(),)

    def __repr__(self) -> str:
        step = self.question
        asked = "the game is over" if step is None else str(step.question)
        number = self.game.current.number
        return f"<{self.game.setup.book.name}, hand {number}, totals {self.totals}: {asked}>"

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
        """The legal answers, if they can be listed.

        Empty if the answer is a number for each side.
        """
        step = self.question
        if step is None:
            return ()
        return cast("tuple[Answer, ...]", legal_values(step))

    def answer(self, answer: Answer) -> ScoredGame:
        """Return the game after an answer; raises MalformedEntry or IllegalEntry."""
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
        """Return why an answer is refused, as a sentence; None if it is legal."""
        try:
            self.answer(answer)
        except EntryError as error:
            return str(error)
        return None

    def fined(self, seat: SeatName, revokes: int = 1) -> ScoredGame:
        """Return the game with a seat fined for `revokes` revokes in the last deal.

        Raises MalformedEntry for a seat that is not at the table, ValueError for no number.
        """
        last, players = self.records[-1], self.game.setup.players
        own = [*(last.revokes or (0,) * players)]
        own[seat_of(seat, players)] = whole_number(revokes, "revokes", 0, MOST_REVOKES)
        return self._with((*self.records[:-1], replace(last, revokes=tuple(own))))

    def undo(self) -> ScoredGame:
        """Return the game before its last answer; unchanged if there is none."""
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
    """Return a game before its first question.

    It has the usual ending, a target or a number of deals. Raises ValueError or MalformedEntry for
    impossible values, such as a dealer who is not at the table or a target of 0.
    """
    book = rulebook(game)
    many = player_count(book, players)
    chosen = rules_from(book, rules)
    ending = ending_named(book, rules, many, target, deals)
    setup = Setup(book, chosen, ending, many, seat_of(dealer, many))
    return ScoredGame(read_game(setup, ()))


def score(
    game: str | Rulebook[Any],
    answers: Iterable[Answer],
    rules: Any = None,
    *,
    players: int | None = None,
    dealer: SeatName = "S",
    number: int = 1,
    earlier: Earlier = NOTHING_EARLIER,
) -> DealScore:
    """Return the points of one deal from its answers; raises EntryError for an illegal answer.

    number    the number of the deal in its game, if deals differ
    earlier   the state that the deal takes over from earlier ones, if it matters
    """
    book, chosen = rulebook(game), rules_from(rulebook(game), rules)
    answers = a_sequence(answers, "answers", "a sequence of answers, in order")
    an_object(earlier, Earlier, "earlier", "an `Earlier`, the state after the deals before")
    seating = seating_named(book, players, dealer, number, chosen)
    script: Generator[Any, Any, DealScore] = book.questions(seating, chosen, earlier)
    if is_partial([answer for answer in answers[:1] if isinstance(answer, Mapping)]):
        script = partial_script(book, chosen, seating, script, earlier)
    step, result = begin(script)
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
    assert result is not None  # noqa: S101  (no question is left)
    return result
