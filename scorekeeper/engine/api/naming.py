"""Names in the public API: games, rules, seats and answers as plain text and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorekeeper.engine.cards.cards import AnyCard, any_cards
from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.play.position import WholeGame
from scorekeeper.engine.play.records.notation import field_of, parse_seat, seat_text
from scorekeeper.engine.rules.chosen_rules import check_rules, rules_given, rules_named
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.steps import (
    AuctionStep,
    Choice,
    ChoiceStep,
    ContractStep,
    Fact,
    PlayerTricksStep,
    PointsStep,
    SharesStep,
    SideTricksStep,
    Step,
    TricksStep,
)
from scorekeeper.engine.rules.steps.asking import no_such_seat

Answer = str | int | Sequence[int] | Mapping[str, Any]
"""An answer to a question: a call (`"5H"`, `"pass"`), the result of an auction (`"W:6H"`), a
number, a choice (`"high"`, or players, as in `"W,E"`), the tricks of all sides (`[6, 3, 2, 2]`),
or a stored fact."""
SeatName = str | int


def games() -> tuple[str, ...]:
    """The keys of all games, including those of other packages."""
    return tuple(rulebooks())


def rulebook(game: str) -> Rulebook[Any]:
    """The rulebook of a game: name, players, presets, endings, and its rules in words.

    Raises ValueError for an unknown game.
    """
    books = rulebooks()
    if game not in books:
        raise ValueError(f"there is no game “{game}”: {', '.join(books)}")
    return books[game]


def presets(game: str) -> tuple[str, ...]:
    """The keys of a game's sets of house rules, the usual one first."""
    return tuple(preset.key for preset in rulebook(game).presets)


def house_rules(game: str, name: str | None = None, **changed: Any) -> Any:
    """House rules from a preset (`"vax"`, `"pagat+elhanani"`), with changes by key.

    Without a name, the usual preset. Raises ValueError; the message names the key.
    """
    book = rulebook(game)
    rules = rules_named(book, name or book.presets[0].key)
    return rules_given(book, changed, rules)


def cards(text: str) -> tuple[AnyCard, ...]:
    """Parse cards: `cards("SA 10H JB")`; raises ValueError if a word is not a card."""
    return any_cards(text)


def seat_of(seat: SeatName, players: int) -> Seat:
    """A seat of the table, by its letter or its number from 0; raises MalformedEntry."""
    found = parse_seat(seat) if isinstance(seat, str) else Seat(seat)
    if not 0 <= found < players:
        raise no_such_seat(players)
    return found


def fact_of(step: Step, answer: Answer) -> Fact:
    """An answer as a fact; see `Answer`."""
    if isinstance(answer, Mapping):
        return answer
    if isinstance(step, ChoiceStep) and isinstance(answer, str):
        wanted = answer.strip().upper()
        named = [choice.code for choice in step.choices if _choice_text(choice) == wanted]
        return {"choice": named[0] if named else answer}
    if isinstance(answer, int) and not isinstance(step, TricksStep | SharesStep | PointsStep):
        return {"choice": str(answer)} if isinstance(step, ChoiceStep) else {"number": answer}
    if not isinstance(answer, str):
        return {_numbers_of(step): [answer] if isinstance(answer, int) else [*answer]}
    winner, colon, bid = answer.partition(":")
    if colon and isinstance(step, AuctionStep):
        return {"bid": bid, "winner": int(parse_seat(winner))}
    if isinstance(step, AuctionStep | ContractStep):
        return {field_of(step): answer}
    return {_numbers_of(step): answer}


def read_answer(step: Step, answer: Answer) -> object:
    """What a step makes of an answer; raises EntryError with a note that gives an example."""
    try:
        return step.parse(fact_of(step, answer))
    except EntryError as error:
        add_example(error, step)
        raise


def add_example(error: EntryError, step: Step) -> None:
    """Add a note to an error that says what an answer looks like."""
    if examples := _examples(step):
        error.add_note(f"For example: {', or '.join(dict.fromkeys(examples))}")


def _examples(step: Step) -> list[str]:
    """One or two answers that a step takes, as text."""
    match step:
        case AuctionStep(auction=auction):
            seat, bids = seat_text(auction.callers[0]), auction.ladder.bids
            possible = [f"{seat}:{bid.code}" for bid in bids if step.barred(bid) is None]
            return [*possible[:1], *(["pass"] if step.can_pass_out else [])]
        case ContractStep(legal=legal, words=words):
            open_words = [word.code for word in words if word.barred is None]
            return [*map(str, legal[:1] + legal[-1:]), *open_words[:1]]
        case ChoiceStep(choices=choices):
            codes = [_choice_text(choice) for choice in choices if choice.barred is None]
            return codes[:1] + codes[-1:]
        case PlayerTricksStep(options=options) | SideTricksStep(options=options):
            numbers = [str(option.value) for option in options if option.barred is None]
            return numbers[:1] + numbers[-1:]
        case TricksStep(seating=seating, scene=scene):
            each, more = divmod(scene.total, len(seating.sides))
            return [_listed(each + (side < more) for side in range(len(seating.sides)))]
        case SharesStep(seating=seating, total=total):
            return [_listed([total] + [0] * (len(seating.sides) - 1))]
        case PointsStep(seating=seating, sum=None, multiple=multiple):
            return [_listed(side * multiple for side in range(len(seating.sides)))]
        case PointsStep(seating=seating, sum=int(total)):
            return [_listed([total] + [0] * (len(seating.sides) - 1))]
    return []


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


def _choice_text(choice: Choice) -> str:
    """How a choice is typed: players by the letters of their seats, anything else by its code."""
    seats = choice.value if isinstance(choice.value, tuple) else (choice.value,)
    if seats and all(isinstance(seat, Seat) for seat in seats):
        return ",".join(map(seat_text, seats))
    return choice.code


def _numbers_of(step: Step) -> str:
    """The field that holds one number per side."""
    return step.field if isinstance(step, PointsStep | SharesStep) else "tricks"


def whole_named(book: Rulebook[Any]) -> WholeGame[Any]:
    """The card play of a game; raises ValueError if it has none."""
    whole = WholeGame[Any].find(book)
    if whole is None:
        raise ValueError(f"{book.name} cannot be played card by card")
    return whole


def players_many(book: Rulebook[Any], players: int | None) -> int:
    """Number of players; 4 if the game allows it and none is given."""
    many = min(4, book.players[-1]) if players is None else players
    if many not in book.players:
        raise ValueError(
            f"{book.name} is for {book.players[0]} to {book.players[-1]} players, not {many}"
        )
    return many


def seating_named(
    book: Rulebook[Any], players: int | None, dealer: SeatName, number: int, rules: Any
) -> Seating:
    many = players_many(book, players)
    return replace(book.seating(many, seat_of(dealer, many), rules), number=number)


def rules_from(book: Rulebook[Any], given: Any) -> Any:
    """House rules by name, by key or as a value; raises ValueError if two contradict each other."""
    if given is None or isinstance(given, str):
        return rules_named(book, given or book.presets[0].key)
    if isinstance(given, Mapping):
        return rules_given(book, given)
    check_rules(book, given)
    return given


def ending_named(
    book: Rulebook[Any],
    given: Any,
    players: int,
    target: int | None = None,
    deals: int | None = None,
) -> Ending:
    """The ending of a game by these rules: a target, a number of deals, or the usual one.

    given    the rules as `rules_from` takes them; a preset may have an ending of its own

    Raises MalformedEntry if the game does not have this ending.
    """
    rules = rules_from(book, given)
    named = next((preset for preset in book.presets if preset.key == given), None)
    ending = named.ending if named and named.ending else book.usual_ending(rules)
    if target is not None:
        ending = replace(ending, goal=Goal.TARGET, target=target)
    elif deals is not None:
        ending = replace(ending, goal=Goal.DEALS, deals=deals)
    book.endings.check(ending)
    return book.agreed(ending, rules, players)
