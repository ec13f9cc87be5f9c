"""Random hands of every game, written under the titles that its page suggests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from scorekeeper.exchange.pasted_hands import (
    CheckedTable,
    has_columns,
    judge,
    limits,
    usual_head,
)
from scorekeeper.exchange.pasted_table import Choices, Numbers
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.game_log import Log
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep, Won
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.result_steps import PlayerTricksStep, SideTricksStep
from scorekeeper.rules.script import Reading
from scorekeeper.seating import SEATS, Seat
from scorekeeper.testing import random_game, setups
from scorekeeper.wording import in_units
from tests.deep import DEEP

SETUPS = 20 if DEEP else 4  # of each game
HANDS = 3
NAMES = ("Anna", "Ben", "Carl", "Dana", "Eva", "Finn", "Gil", "Hanna", "Ida", "Jan")

Cells = dict[str, str]  # by the title


@pytest.mark.parametrize("key", sorted(rulebooks()))
def test_hands_under_the_suggested_titles_are_read_back_or_refused(key: str) -> None:
    rng = Random(f"titles {key}")
    for setup in rng.choices([*setups(rulebooks()[key])], k=SETUPS):
        game = played(setup, rng)
        lines = written(game, rng)
        read = pasted(setup, lines)
        if not read.is_ready:
            assert cannot_be_pasted(setup, read), lines
            continue
        after = Log.of(setup).after(read.entries).game
        assert after.totals == game.totals, lines
        if has_columns(setup):
            assert readings(after) == readings(game), lines
        spoilt = pasted(setup, [lines[0], lines[1].replace(";", ";?", 1), *lines[2:]])
        others = () if setup.book.carries(setup.rules) else read.rows[1:]
        assert spoilt.rows[0].problem is not None
        assert [row.score for row in spoilt.rows[1:]] == [row.score for row in others], lines


def pasted(setup: Setup, lines: Sequence[str]) -> CheckedTable:
    """Read a table, and say that its numbers are points if that is asked."""
    log, names, text = Log.of(setup), NAMES[: setup.players], "\n".join(lines)
    read = judge(log, names, text, as_written=True)
    points = Choices(numbers=Numbers.POINTS)
    return judge(log, names, text, points, as_written=True) if read.unclear else read


def cannot_be_pasted(setup: Setup, read: CheckedTable) -> bool:
    """Return whether a table is refused because it cannot have the answers of its hands."""
    if read.problem is not None:
        return setup.book.carries(setup.rules) and read.problem == limits(setup)
    reason = "No column answers" if has_columns(setup) else "is not between"
    return reason in str(next(row.problem for row in read.rows if row.problem))


def readings(game: Game) -> list[Reading]:
    return [deal.reading for deal in game.deals]


def played(setup: Setup, rng: Random) -> Game:
    """Return a game of some hands without fines, of whose auctions the results are recorded."""
    while True:
        game = random_game(setup, rng, HANDS)
        if not any("call" in fact for deal in game.deals for fact in deal.record.facts):
            return read_game(setup, [replace(deal.record, revokes=()) for deal in game.complete])


def written(game: Game, rng: Random) -> list[str]:
    """Return the hands of a game as somebody writes them under the suggested titles."""
    names = NAMES[: game.setup.players]
    titles = [str(title) for title in usual_head(game.setup, names)]
    lines = [titles]
    for deal in game.complete:
        cells = {"hand": str(deal.number), "dealer": names[deal.dealer]}
        if has_columns(game.setup):
            cells |= answers_of(deal, names, rng)
        else:
            cells |= points_of(deal, names, game.setup.book.decimals)
        lines.append([cells.get(title, "") for title in titles])
    return list(map(";".join, lines))


def points_of(deal: Deal, names: tuple[str, ...], decimals: int) -> Cells:
    assert deal.score is not None
    points = [str(in_units(each, decimals)) for each in deal.score.points]
    return {
        name: points[deal.seating.side_of(seat)] for seat, name in zip(SEATS, names, strict=False)
    }


def answers_of(deal: Deal, names: tuple[str, ...], rng: Random) -> Cells:
    assert deal.score is not None
    cells: Cells = {}
    said = {seat: str(number) for seat, number in deal.score.scene.contracts}
    counted: dict[Seat, str] = {}
    for answered in deal.reading.trail:
        step, answer, fact = answered.step, answered.answer, answered.fact
        match step:
            case AuctionStep(scene=scene) if isinstance(answer, Won):
                cells |= {"bid": answer.bid.code, "declarer": names[answer.winner]}
                cells["exchanges"] = str(scene.exchange)
            case AuctionStep():
                cells["bid"] = "pass"
            case ChoiceStep():
                choice = next(each for each in step.choices if each.value == answer)
                players = " & ".join(names[seat] for seat in choice.seats)
                title = step.key if step.key in {"queen", "jack"} else "announced"
                cells.setdefault(title, players or rng.choice((choice.code, str(choice.face))))
            case ContractStep(seat=seat):
                said[seat] = str(fact["number"])
            case SideTricksStep(scene=scene) if scene.declarer is not None:
                cells["tricks"] = str(fact["number"])
            case SideTricksStep():
                counted |= tricks_of_players(deal, rng)
            case PlayerTricksStep():
                pass
            case _:
                values = fact[step.field]
                assert isinstance(values, list)
                for field, value in zip(step.fields, values, strict=True):
                    counted |= dict.fromkeys(field.seats, str(value))
    for seat, name in zip(SEATS, names, strict=False):
        numbers = [each[seat] for each in (said, counted) if seat in each]
        cells[name] = "/".join(numbers)
    return cells


def tricks_of_players(deal: Deal, rng: Random) -> dict[Seat, str]:
    """Share the tricks of each side among its partners, or write them at both."""
    assert deal.score is not None
    of_players = {
        each.step.seat: each.step.parse(each.fact)
        for each in deal.reading.trail
        if isinstance(each.step, PlayerTricksStep)
    }
    tricks: dict[Seat, int] = {}
    at_both = rng.random() < 0.3
    for (one, other), taken in zip(deal.seating.sides, deal.score.scene.tricks, strict=True):
        own = of_players.get(one, rng.randint(0, taken))
        own = taken - of_players[other] if other in of_players else own
        tricks |= {one: taken, other: taken} if at_both else {one: own, other: taken - own}
    return {seat: str(each) for seat, each in tricks.items()}
