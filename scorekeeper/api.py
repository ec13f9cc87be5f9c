"""The public API, as `import scorekeeper` offers it: naming, scoring and playing."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from scorekeeper.arguments import (
    MOST_SEED,
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
from scorekeeper.play import irregularities, simulation
from scorekeeper.play.advice import Advice, Adviser, Situation
from scorekeeper.play.irregularities import Verdict
from scorekeeper.play.notation import card_of, hand_of
from scorekeeper.play.players import (
    AnyPlayer,
    Engines,
    OwnPlayer,
    View,
    by_seat,
    play_out,
    players_named,
)
from scorekeeper.play.position import Action, Cards, Hands, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.record import parse_record, read_lots, record, replay
from scorekeeper.play.simulation import Row, Summary, dealt
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
    from scorekeeper.play.deal_bank import Odds


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


def card_play_of(book: Rulebook[Any]) -> WholeGame[Any]:
    """Return the card play of a game; raises ValueError with the games that have one."""
    whole = WholeGame[Any].find(book)
    if whole is None:
        others = rulebooks().items()
        played = ", ".join(key for key, other in others if WholeGame[Any].find(other))
        raise ValueError(f"{book.name} cannot be played card by card; these games can: {played}.")
    return whole


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
        script = partial_script(book, chosen, seating, script)
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


# Playing

MOST_GAMES = 10_000_000
MOST_PROCESSES = 60  # as many as every system can wait for


def deal(
    game: str,
    rules: Any = None,
    *,
    players: int | None = None,
    dealer: SeatName = "S",
    number: int = 1,
    seed: int = 1,
    hands: str | Sequence[str | Sequence[AnyCard]] | None = None,
    totals: Sequence[int] = (),
    left: Sequence[int] | None = None,
) -> Position:
    """Return a deal with its cards, before the first call; see its `turn`, `legal` and `apply`.

    The same seed deals the same cards.

    hands     the hands by seat, then the cards left over if there are any; a hand is text (`"AS
              10H"`, or `"AK.T9.8.765"` in PBN's notation) or a sequence of cards; a whole deal may
              be one text in PBN's notation. None to shuffle
    totals    the points of each side before the deal
    left      the value that the last deal passes on, as in `odds`

    Raises MalformedEntry unless the hands make up the pack, and ValueError for other bad values.
    """
    book, whole = rulebook(game), card_play_of(rulebook(game))
    chosen, lots = rules_from(book, rules), None
    seed, totals = whole_number(seed, "seed", 0, MOST_SEED), whole_numbers(totals, "totals")
    whole_number(number, "number", 1)
    if hands is not None:
        lots = _lots_of(whole, chosen, number, hands, players)
        players = len(lots[0]) if players is None else players
    seating = seating_named(book, players, dealer, number, chosen)
    if totals and len(totals) != len(seating.sides):
        raise ValueError(f"there are {len(seating.sides)} totals, one for each side")
    earlier = Earlier(totals, left_named(book, left, seating))
    if lots is not None:
        dealt_hands, stock = lots
        return Position.start(whole, chosen, seating, dealt_hands, stock, earlier=earlier)
    return dealt(whole, chosen, seating, Draws.of(seed, number - 1), earlier)


def _lots_of(
    whole: WholeGame[Any],
    rules: Any,
    number: int,
    hands: str | Sequence[str | Sequence[AnyCard]],
    players: int | None,
) -> tuple[Hands, Cards]:
    """Return the hands and the cards left over."""
    given: object = hands
    if not isinstance(hands, str):
        allowed = "a sequence of hands, or one text in PBN's notation"
        lots = [
            hand_of(whole, hand)
            if isinstance(hand, str)
            else a_sequence(hand, f"hands[{place}]", "a text or a sequence of cards")
            for place, hand in enumerate(a_sequence(hands, "hands", allowed))
        ]
        given = [[*map(str, lot)] for lot in lots]
    read, stock = read_lots(whole, rules, number, given, players)
    if read is None:
        raise MalformedEntry("no-deal", say("The record does not tell the hands."))
    return read, stock


def action(position: Position, text: str) -> Action:
    """Return an action from text: a call, a contract, a choice, or a card (`AS`, `SA`)."""
    text, step = a_text(text, "text", "AS"), a_position(position).asking
    if step is not None and position.giving is None:
        return read_answer(step, text)
    cards = tuple(card_of(position.game, word) for word in text.split())
    if position.giving is not None:
        return cards
    if len(cards) != 1:
        raise MalformedEntry("wrong-kind", say("A card is asked for."))
    return cards[0]


def a_position(position: object) -> Position:
    return an_object(position, Position, "position", "a position, as `deal` and `load` return it")


def why_not(position: Position, decision: Action | str) -> str | None:
    """Return why an action is refused, as a sentence; None if it is legal."""
    a_position(position)
    try:
        position.apply(action(position, decision) if isinstance(decision, str) else decision)
    except (EntryError, ValueError) as error:
        return str(error)
    return None


def play_deal(
    position: Position, players: AnyPlayer | Sequence[AnyPlayer] = "", *, seed: int = 1
) -> Position:
    """Play a deal to its end with computer players: one for all, or one per seat.

    A player is a name of the engine, or any object with `decide(view)`, which gets a `View` and
    returns one of its `legal` actions. Raises ValueError for anything else.
    """
    book, many = a_position(position).game.book, position.seating.players
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    seated = players_named(book, by_seat(book, players, many))
    if len(seated) != many:
        raise ValueError(f"there are {many} players at this table, not {len(seated)}")
    return play_out(position, seated, Draws.of(seed, 0))


def player(game: str, name: str = "", *, samples: int = 100, seed: int = 1) -> OwnPlayer:
    """Return a player of the engine, by default the usual one, as an object with `decide(view)`.

    Use it within a player of your own. The same seed gives the same decisions in the same order.
    """
    book, samples = card_play_of(rulebook(game)).book, whole_number(samples, "samples", 1)
    names = by_seat(book, name, player_count(book, None))
    return Engines(players_named(book, names, samples)[0], whole_number(seed, "seed", 0, MOST_SEED))


def write(position: Position) -> str:
    """Return the record of a deal as one line of text, which `check` and `load` read."""
    return record(a_position(position)).line(position.game.book)


def load(game: str, line: str) -> Position:
    """Return the deal of a record, fully checked; raises EntryError for the first error."""
    whole = card_play_of(rulebook(game))
    return replay(whole, parse_record(whole, a_line(line)))


def a_line(line: object) -> str:
    return an_object(line, str, "line", "a record, as `write` returns it")


def check(game: str, line: str) -> Verdict:
    """Judge a record: trick winners, points, irregularities; raises MalformedEntry."""
    whole = card_play_of(rulebook(game))
    return irregularities.check(whole, parse_record(whole, a_line(line)))


@overload
def simulate(
    game: str,
    deals: int = 1000,
    players: AnyPlayer | Sequence[AnyPlayer] = "",
    rules: Any = None,
    *,
    seats: int | None = None,
    seed: int = 1,
    processes: int = 1,
    rows: Literal[False] = False,
) -> Summary: ...
@overload
def simulate(
    game: str,
    deals: int = 1000,
    players: AnyPlayer | Sequence[AnyPlayer] = "",
    rules: Any = None,
    *,
    seats: int | None = None,
    seed: int = 1,
    processes: int = 1,
    rows: Literal[True],
) -> Iterator[Row]: ...
def simulate(
    game: str,
    deals: int = 1000,
    players: AnyPlayer | Sequence[AnyPlayer] = "",
    rules: Any = None,
    *,
    seats: int | None = None,
    seed: int = 1,
    processes: int = 1,
    rows: bool = False,
) -> Summary | Iterator[Row]:
    """Play deals between computer players and summarise them; in bulk if NumPy is installed.

    deals      how many, from 1
    players    as in `play_deal`; players of your own do not play in bulk
    rows       whether to return the deals instead, one `Row` after another
    """
    processes = whole_number(processes, "processes", 1, MOST_PROCESSES)
    run = _run(game, deals, players, rules, seats=seats, seed=seed)
    if an_object(rows, bool, "rows", "True or False"):
        return simulation.rows_of(run, processes=processes)
    return simulation.simulate(run, processes=processes)


def odds(
    game: str,
    totals: Sequence[int],
    rules: Any = None,
    *,
    target: int | None = None,
    deals: int | None = None,
    played: int = 0,
    dealer: SeatName = "S",
    left: Sequence[int] | None = None,
    players: AnyPlayer | Sequence[AnyPlayer] = "",
    bank: int | None = None,
    games: int = 10_000,
    seed: int = 1,
) -> Odds:
    """Return each side's chance to win a game from its totals; needs NumPy.

    totals    by side; their number says how many play: three totals in Spades are three players
    played    the number of deals that count so far
    players   who plays the deals, as in `play_deal`
    left      the value that the last deal passes to the next one: the bags of each side in Spades,
              the multiplier of the next deal in Estimation
    bank      the number of deals to simulate; None for as many as take a moment
    """
    from scorekeeper.play import deal_bank, simulated_games  # noqa: PLC0415  (NumPy)

    book, chosen = rulebook(game), rules_from(rulebook(game), rules)
    card_play_of(book)
    totals, played = whole_numbers(totals, "totals"), whole_number(played, "played")
    games, seed = whole_number(games, "games", 1, MOST_GAMES), whole_number(seed, "seed")
    bank = None if bank is None else whole_number(bank, "bank", 1, MOST_GAMES)
    seating = seating_of_totals(book, chosen, len(totals), dealer)
    return deal_bank.odds(
        totals,
        ending_named(book, rules, seating.players, target, deals),
        simulated_games.bank_for(book, chosen, by_seat(book, players, seating.players), seed, bank),
        dealer=seating.side_of(seating.dealer),
        scored=played,
        left=left_named(book, left, seating),
        games=games,
        seed=seed,
    )


def left_named(book: Rulebook[Any], left: object, seating: Seating) -> object:
    """Return what the last deal passes on; raises ValueError if it does not fit the game."""
    return None if left is None else book.left_from(whole_numbers(left, "left"), seating)


def seating_of_totals(
    book: Rulebook[Any], rules: Any, sides: int, dealer: SeatName = "S"
) -> Seating:
    """Return the seating of a game that has this many totals.

    Raises ValueError if there is none.
    """
    counts = set()
    for players in book.players:
        seating = book.seating(players, Seat(0), rules)
        if len(seating.sides) == sides:
            return seating_named(book, players, dealer, 1, rules)
        counts.add(len(seating.sides))
    takes = str(min(counts)) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"
    raise ValueError(f"{book.name} takes {takes} totals, one for each side.")


def advise(position: Position, samples: int = 100, seed: int = 1) -> Advice:
    """Return the value of each legal call, contract or announcement for the player in turn.

    The advice uses only what that player can see.
    """
    samples, turn = whole_number(samples, "samples", 1), a_position(position).turn
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    if turn is None or position.asking is None:
        raise IllegalEntry("nothing-to-say", say("Nothing is left to be said."))
    situation = Situation.seen(position.game, View.of(position, turn))
    return Adviser.of(position.game.book).advise(
        replace(situation, said=record(position).said), samples, seed
    )


def _run(
    game: str,
    deals: int,
    players: AnyPlayer | Sequence[AnyPlayer],
    rules: Any,
    *,
    seats: int | None,
    seed: int,
) -> simulation.Run:
    book, deals = rulebook(game), whole_number(deals, "deals", 1)
    seed = whole_number(seed, "seed", 0, MOST_SEED)
    seated = by_seat(book, players, player_count(book, seats))
    if seats is not None and len(seated) != seats:
        raise ValueError(f"there are {seats} seats, not {len(seated)}")
    return simulation.Run(card_play_of(book), rules_from(book, rules), deals, seated, seed)
