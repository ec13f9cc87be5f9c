"""Playing: whole deals with their cards, records, simulation, odds and advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.engine.api.naming import (
    SeatName,
    fact_of,
    players_many,
    rulebook,
    rules_from,
    seat_of,
    seating_named,
    whole_named,
)
from scorekeeper.engine.play import simulation
from scorekeeper.engine.play.actions import Action
from scorekeeper.engine.play.advice import Advice, Adviser, Situation
from scorekeeper.engine.play.fair_deal import dealt
from scorekeeper.engine.play.judging import judge
from scorekeeper.engine.play.judging.judge import Verdict
from scorekeeper.engine.play.players import Players, View, play_out, players_named
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.random_streams import Draws
from scorekeeper.engine.play.records.notation import card_of
from scorekeeper.engine.play.records.read_record import parse_record
from scorekeeper.engine.play.records.record import record, replay
from scorekeeper.engine.play.results import Summary
from scorekeeper.engine.rules.ending import Goal
from scorekeeper.engine.rules.errors import EntryError, IllegalEntry
from scorekeeper.engine.rules.wording import say

if TYPE_CHECKING:
    from scorekeeper.engine.analysis.drawn_games import Odds


def deal(
    game: str,
    rules: Any = None,
    *,
    players: int | None = None,
    dealer: SeatName = "S",
    number: int = 1,
    seed: int = 1,
) -> Position:
    """A whole deal with its cards, before the first call: `turn`, `legal`, `apply`.

    The same seed deals the same cards.
    """
    book = rulebook(game)
    chosen = rules_from(book, rules)
    seating = seating_named(book, players, dealer, number, chosen)
    return dealt(whole_named(book), chosen, seating, Draws.of(seed, number - 1))


def action(position: Position, text: str) -> Action:
    """A decision from text: a call, a contract, a choice, or a card (`AS`, `SA`)."""
    step = position.asking
    if step is not None and position.giving is None:
        return step.parse(fact_of(step, int(text) if text.isdigit() else text))
    cards = tuple(card_of(position.game, word) for word in text.split())
    return cards if position.giving is not None else cards[0]


def why_not(position: Position, decision: Action | str) -> str | None:
    """Why a decision is refused, in words; None where it is not."""
    try:
        position.apply(action(position, decision) if isinstance(decision, str) else decision)
    except (EntryError, ValueError) as error:
        return str(error)
    return None


def play(position: Position, players: str | Sequence[str] = "", *, seed: int = 1) -> Position:
    """A deal played to its end by players of the engine: one name for all, or one a seat."""
    book, many = position.game.book, position.seating.players
    names = (players or Players.of(book).names[0],) * many if isinstance(players, str) else players
    return play_out(position, players_named(book, names), Draws.of(seed, 0))


def write(position: Position) -> str:
    """The record of a deal as one line of text, which `check` and `load` read."""
    return record(position).line(position.game.book)


def load(game: str, line: str) -> Position:
    """The deal of a record, every call and card checked; raises EntryError for the first fault."""
    whole = whole_named(rulebook(game))
    return replay(whole, parse_record(whole, line))


def check(game: str, line: str) -> Verdict:
    """Judge a record: trick winners, points, irregularities; raises MalformedEntry."""
    whole = whole_named(rulebook(game))
    return judge.check(whole, parse_record(whole, line))


def simulate(
    game: str,
    deals: int = 1000,
    players: str | Sequence[str] = "",
    rules: Any = None,
    *,
    seats: int | None = None,
    seed: int = 1,
    processes: int = 1,
) -> Summary:
    """Play deals between players of the engine and sum them up; in bulk where NumPy is there."""
    return simulation.simulate(
        _run(game, deals, players, rules, seats=seats, seed=seed), processes=processes
    )


def odds(
    game: str,
    totals: Sequence[int],
    rules: Any = None,
    *,
    target: int | None = None,
    played: int = 0,
    dealer: SeatName = "S",
    bank: int = 20_000,
    games: int = 10_000,
    seed: int = 1,
) -> Odds:
    """Each side's chance to win a game from its totals; needs NumPy.

    played    deals that have counted so far
    bank      how many simulated deals to draw from
    """
    from scorekeeper.engine.analysis import drawn_games  # noqa: PLC0415  (NumPy)

    book = rulebook(game)
    seats = book.players_with(len(totals), rules_from(book, rules))
    run = _run(game, bank, "", rules, seats=seats, seed=seed)
    ending = book.agreed(book.usual_ending(run.rules), run.rules, seats)
    if target is not None:
        ending = replace(ending, goal=Goal.TARGET, target=target)
    return drawn_games.odds(
        totals, ending, drawn_games.bank_of_parts(run),
        dealer=seat_of(dealer, seats), scored=played, games=games, seed=seed,
    )  # fmt: skip


def advise(position: Position, samples: int = 100, seed: int = 1) -> Advice:
    """What each open call, contract or announcement is worth to the player whose turn it is.

    Only what that player can see is looked at.
    """
    turn = position.turn
    if turn is None or position.asking is None:
        raise IllegalEntry("nothing-to-say", say("Nothing is left to be said."))
    situation = Situation.seen(position.game, View.of(position, turn))
    return Adviser.of(position.game.book).advise(
        replace(situation, said=record(position).said), samples, seed
    )


def _run(
    game: str,
    deals: int,
    players: str | Sequence[str],
    rules: Any,
    *,
    seats: int | None,
    seed: int,
) -> simulation.Run:
    book = rulebook(game)
    if isinstance(players, str):
        players = (players or Players.of(book).names[0],) * players_many(book, seats)
    return simulation.Run(whole_named(book), rules_from(book, rules), deals, tuple(players), seed)
