"""Simulated deals and games: for the chances to win and for a demo season."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.play.card_play_parts import CardPlayPart
from scorekeeper.play.carried_values import CarriedValues
from scorekeeper.play.players import AnyPlayer, Players, play_out, players_named
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.simulation import Bulk, Run, dealt
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seating

if TYPE_CHECKING:
    from scorekeeper.play.deal_bank import Bank

BATCH = 32  # deals played one after another
BANKED, SLOWLY_BANKED = 20_000, 1_000


class SimulatedDeals(CardPlayPart, point="recorded_facts"):
    """Simulated deals as the answers that a table records."""

    def facts(self, end: Position) -> tuple[Fact, ...]:
        """Return the answers that a table would have recorded for this deal."""
        return end.bookmark.facts()


def bank(book: Rulebook[Any], rules: Any, players: int) -> Bank | None:
    """Return simulated deals for the chances of a game, played in bulk.

    None if they are not played in bulk under these rules (see `Bulk`), or if deals depend on
    earlier ones in a way that `Carry` does not model, such as points for reaching certain totals.
    Raises ImportError without NumPy.
    """
    whole, usual = WholeGame[Any].find(book), Players.of(book).names[0]
    if whole is None:
        return None
    run = Run(whole, Bulk.of(book).later(rules), BANKED, (usual,) * players)
    modelled = not book.carries(rules) or CarriedValues.of(book).carry(rules) is not None
    return bank_of(run) if run.bulk is not None and modelled else None


def bank_for(
    book: Rulebook[Any],
    rules: Any,
    players: tuple[AnyPlayer, ...],
    seed: int,
    deals: int | None = None,
) -> Bank:
    """Return simulated deals of these players.

    deals    the number of deals to simulate; None for as many as take seconds

    Raises ImportError without NumPy, and ValueError for a game whose deals depend on earlier ones
    in a way that `Carry` does not model.
    """
    whole = WholeGame[Any].of(book)
    run = Run(whole, Bulk.of(book).later(rules) if deals is None else rules, 0, players, seed)
    return bank_of(replace(run, deals=deals or (BANKED if run.bulk else SLOWLY_BANKED)))


def bank_of(run: Run) -> Bank:
    """Return the deals of a run as a bank, without those that were thrown in."""
    from scorekeeper.play.deal_bank import bank_of_parts  # noqa: PLC0415  (NumPy)

    return bank_of_parts(run)


def recorded_deals(book: Rulebook[Any], rules: Any, seed: int) -> Iterator[tuple[Fact, ...]] | None:
    """Return, deal by deal, the answers that a table would record of four simulated players.

    The first player deals first. None if the game cannot be played card by card.
    """
    whole = WholeGame[Any].find(book)
    if whole is None:
        return None
    players = Players.of(book).names[:1] * 4
    return map(SimulatedDeals.of(book).facts, Run(whole, rules, BATCH, players, seed).play())


def recorded_deal(book: Rulebook[Any], rules: Any, seating: Seating, seed: int) -> tuple[Fact, ...]:
    """Return the answers that a table would record of one simulated deal, one deal per seed.

    Raises LookupError if the game cannot be played card by card.
    """
    whole = WholeGame[Any].find(book)
    if whole is None:
        raise LookupError(book.key)
    draws = Draws.of(seed, seating.number)
    players = players_named(book, Players.of(book).names[:1] * seating.players)
    end = play_out(dealt(whole, rules, seating, draws), players, draws)
    return SimulatedDeals.of(book).facts(end)
