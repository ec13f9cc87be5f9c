"""The hands of a case, played by the rules of its game."""

from __future__ import annotations

from scorekeeper.games.registry import rulebooks
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.questions_step import QuestionsStep
from scorekeeper.rules.result_steps import SideTricksStep, TricksStep
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import SOUTH, Seat
from tests.exchange_tables.table_cases import PlayedHand, TableCase

NOBODY = "nobody"


def setup_of(case: TableCase) -> Setup:
    """Return the agreement under which the hands of a case were played; its first player dealt.

    The game has an open end if the rulebook knows one.
    """
    book, keeper = rulebooks()[case.game], case.keeper
    rules = book.preset(keeper.preset or book.presets[0].key).rules
    goal = Goal.OPEN if Goal.OPEN in book.endings.goals else book.endings.goals[0]
    ending = book.agreed(Ending(goal=goal), rules, len(keeper.players))
    return Setup(book, rules, ending, len(keeper.players), SOUTH)


def play(case: TableCase) -> Game:
    """Return the game of the hands of a case.

    Raises EntryError for an answer that the rules forbid.
    """
    setup = setup_of(case)
    records: list[DealRecord] = []
    game = read_game(setup, records)
    for hand in case.hands:
        facts: list[Fact] = []
        running = len(game.complete)
        while len(game.complete) == running:
            step = game.current.reading.step
            assert step is not None, f"{case}: the game is over before hand {len(records) + 1}"
            facts.append(step.fact(step.parse(fact_of(step, hand, case.keeper.players))))
            game = read_game(setup, [*records, DealRecord(tuple(facts))], known=game)
        records.append(DealRecord(tuple(facts)))
        game = read_game(setup, records, known=game)
    return game


def fact_of(step: Step, hand: PlayedHand, players: tuple[str, ...]) -> Fact:
    """Return the answer of a hand to a question, as the rulebook takes it.

    A question about a player or side for which the hand has no answer is answered by “nobody”.
    """
    answers = hand.answers
    match step:
        case QuestionsStep():
            return step.filled(lambda part: fact_of(part, hand, players))
        case AuctionStep() if answers["bid"] == "pass":
            return {"bid": "pass"}
        case AuctionStep():
            return {"bid": answers["bid"], "winner": players.index(str(answers["winner"]))}
        case ContractStep():
            return {"number": _values(answers["contracts"])[step.seat]}
        case TricksStep():
            return {"tricks": list(_values(answers["tricks"]))}
        case SideTricksStep():
            return {"number": _values(answers["tricks"])[step.side]}
        case ChoiceStep():
            return {"choice": _code(step, str(answers.get(step.key, NOBODY)), players)}
    return {step.field: list(_values(answers[step.key]))}


def _values(answer: str | int | tuple[str | int, ...]) -> tuple[str | int, ...]:
    return answer if isinstance(answer, tuple) else (answer,)


def _code(step: ChoiceStep, word: str, players: tuple[str, ...]) -> str:
    """Return the code of a choice: of the player or side that the word names, or the word."""
    if word not in players:
        return word
    seat = Seat(players.index(word))
    return next(choice.code for choice in step.choices if seat in choice.seats)
