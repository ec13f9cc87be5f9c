"""Random season at a table, recorded entry by entry through the real store."""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Sequence

from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger import tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.rules.result_steps import SideTricksStep, TricksStep
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.seating import SEATS

PEOPLE = ("Sara", "Walid", "Noa", "Eli", "Dana")
FIRST_EVENING = dt.datetime(2026, 1, 3, 19, tzinfo=dt.UTC)


def record_season(
    store: Store,
    games: int,
    seed: int,
    *,
    hands: int = 6,
    kinds: Sequence[str] = ("israeli-whist",),
) -> list[int]:
    """Record games of some hands, two an evening and one evening a week; return their numbers."""
    rng = random.Random(seed)
    clock = [FIRST_EVENING]
    store.clock = lambda: clock[0]
    numbers = []
    for number in range(games):
        clock[0] = FIRST_EVENING + dt.timedelta(days=7 * (number // 2), hours=3 * (number % 2))
        numbers.append(_game(store, rng, rng.choice(kinds), hands, clock))
    return numbers


def _game(store: Store, rng: random.Random, kind: str, hands: int, clock: list[dt.datetime]) -> int:
    book = rulebooks()[kind]
    ending = Ending(goal=Goal.DEALS, deals=hands)
    setup = Setup(book, book.presets[0].rules, ending, 4, SEATS[rng.randrange(4)])
    table = tables.first(store).id
    game = new_game(store, table, new_key(), setup, rng.sample(PEOPLE, 4))
    while (step := store.game(table, game).game.step) is not None:
        clock[0] += dt.timedelta(seconds=40)
        revision = store.game(table, game).log.revision
        given = answer_of(step, rng)
        store.record(table, game, key=new_key(), revision=revision, kind=Kind.ANSWER, given=given)
    return game


def answer_of(step: Step, rng: random.Random) -> Fact:
    """A plausible answer: contracts are often made, and rarely missed by far."""
    match step:
        case AuctionStep():
            rows = step.auction.ladder.rows[:4]
            return {"bid": rng.choice(rng.choice(rows)).code, "winner": rng.randrange(4)}
        case ContractStep():
            return {"number": rng.choice([number for number in step.numbers if number < 6])}
        case TricksStep():
            return {"tricks": _tricks(step, rng)}
        case ChoiceStep():
            return {"choice": rng.choice(step.choices).code}
        case SideTricksStep():
            allowed = [option.value for option in step.options if not option.barred]
            return {"number": rng.choice(allowed)}
    raise AssertionError(step)


def _tricks(step: TricksStep, rng: random.Random) -> list[int]:
    taken = [
        max(0, expected + (0 if rng.random() < 0.6 else rng.choice((-1, 1))))
        for expected in step.expected
    ]
    while sum(taken) != step.scene.total:
        side = rng.randrange(len(taken))
        more = 1 if sum(taken) < step.scene.total else -1
        taken[side] = max(0, taken[side] + more)
    return taken
