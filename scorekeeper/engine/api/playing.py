"""Playing in the public API: whole deals, records, simulation, odds and advice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.engine.api.naming import (
    SeatName,
    ending_named,
    fact_of,
    players_many,
    rulebook,
    rules_from,
    seating_named,
    whole_named,
)
from scorekeeper.engine.cards.seating import Seat, Seating
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
from scorekeeper.engine.rules.errors import EntryError, IllegalEntry
from scorekeeper.engine.rules.rulebook import Rulebook
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
    """An action from text: a call, a contract, a choice, or a card (`AS`, `SA`)."""
    step = position.asking
    if step is not None and position.giving is None:
        return step.parse(fact_of(step, int(text) if text.isdigit() else text))
    cards = tuple(card_of(position.game, word) for word in text.split())
    return cards if position.giving is not None else cards[0]


def why_not(position: Position, decision: Action | str) -> str | None:
    """Why an action is refused, in words; None if it is legal."""
    try:
        position.apply(action(position, decision) if isinstance(decision, str) else decision)
    except (EntryError, ValueError) as error:
        return str(error)
    return None


def play(position: Position, players: str | Sequence[str] = "", *, seed: int = 1) -> Position:
    """A deal played to its end by computer players: one name for all, or one per seat."""
    book, many = position.game.book, position.seating.players
    names = (players or Players.of(book).names[0],) * many if isinstance(players, str) else players
    return play_out(position, players_named(book, names), Draws.of(seed, 0))


def write(position: Position) -> str:
    """The record of a deal as one line of text, which `check` and `load` read."""
    return record(position).line(position.game.book)


def load(game: str, line: str) -> Position:
    """The deal of a record, fully checked; raises EntryError for the first error."""
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
    """Play deals between computer players and summarise them; in bulk if NumPy is installed."""
    return simulation.simulate(
        _run(game, deals, players, rules, seats=seats, seed=seed), processes=processes
    )


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
    players: str | Sequence[str] = "",
    bank: int | None = None,
    games: int = 10_000,
    seed: int = 1,
) -> Odds:
    """Each side's chance to win a game from its totals; needs NumPy.

    played    the number of deals that count so far
    left      the value that the last deal passes to the next one: the bags of each side in Spades,
              the multiplier of the next deal in Estimation
    bank      the number of deals to simulate; None for those that come with the program, if they
              fit
    """
    from scorekeeper.engine.analysis import drawn_games, simulated_deals  # noqa: PLC0415  (NumPy)

    book = rulebook(game)
    chosen = rules_from(book, rules)
    seating = seating_of_totals(book, chosen, len(totals), dealer)
    if isinstance(players, str):
        players = (players or Players.of(book).names[0],) * seating.players
    return drawn_games.odds(
        totals,
        ending_named(book, rules, seating.players, target, deals),
        simulated_deals.bank_for(book, chosen, tuple(players), seed, bank),
        dealer=seating.side_of(seating.dealer),
        scored=played,
        left=None if left is None else book.left_from(left, seating),
        games=games,
        seed=seed,
    )


def seating_of_totals(
    book: Rulebook[Any], rules: Any, sides: int, dealer: SeatName = "S"
) -> Seating:
    """The seating of a game that has this many totals; raises ValueError if there is none."""
    counts = set()
    for players in book.players:
        seating = book.seating(players, Seat(0), rules)
        if len(seating.sides) == sides:
            return seating_named(book, players, dealer, 1, rules)
        counts.add(len(seating.sides))
    takes = str(min(counts)) if len(counts) == 1 else f"{min(counts)} to {max(counts)}"
    raise ValueError(f"{book.name} takes {takes} totals, one for each side.")


def advise(position: Position, samples: int = 100, seed: int = 1) -> Advice:
    """The value of each open call, contract or announcement for the player whose turn it is.

    It uses only what that player can see.
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
