"""Simulated hands as the score keeper would have recorded them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.engine.cards.cards import Denomination
from scorekeeper.engine.cards.seating import Seat, Seating
from scorekeeper.engine.games.israeli_whist.rules import PLAYERS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.script import deal_script
from scorekeeper.engine.games.israeli_whist.whole.simulation import Run, play_part, rows
from scorekeeper.engine.rules.steps import AuctionStep, ContractStep, Fact

BATCH = 256


def recorded(rules: IsraeliWhistRules, seed: int) -> Iterator[tuple[Fact, ...]]:
    """The answers of a batch of hands between sensible players; South deals the first one."""
    part = play_part(Run(BATCH, rules, seed=seed), 0, BATCH, keep=True)
    assert part.deals is not None  # noqa: S101  (they were to be kept)
    for row in rows(part.deals, 0):
        yield _answers(rules, row)


def _answers(rules: IsraeliWhistRules, row: Mapping[str, Any]) -> tuple[Fact, ...]:
    script = deal_script(Seating.alone(PLAYERS, Seat(row["dealer"])), rules)
    step, facts = next(script), []
    while True:
        match step:
            case AuctionStep(scene=scene) if scene.exchange < row["exchanges"] or not row["bid"]:
                fact: Fact = {"bid": "pass"}
            case AuctionStep():
                denomination = Denomination(row["denomination"])
                fact = {"bid": f"{row['bid']}{denomination.code}", "winner": row["declarer"]}
            case ContractStep(seat=seat):
                fact = {"number": row["contracts"][seat], "seat": int(seat)}
            case _:
                fact = {"tricks": row["tricks"]}
        facts.append(fact)
        try:
            step = script.send(step.parse(fact))
        except StopIteration:
            return tuple(facts)
