"""A new end of a game, in a game whose questions depend on it."""

from __future__ import annotations

from dataclasses import replace

import scorekeeper
from scorekeeper.ledger.game_log import Kind, Log, checked_entry, replay
from scorekeeper.rules import house_rules

BIG = ("rosen", "1/nobody/50,0/90,67")  # 140 and 87
LATE = ("rosen", "nobody/nobody/0,0/50,107")  # 190 and 194: both are over 150


def answered(log: Log, *answers: str) -> Log:
    for answer in answers:
        step = log.game.step
        assert step is not None
        log = log.after([checked_entry(log, Kind.ANSWER, None, step.typed(answer), None)])
    return log


def with_target(log: Log, target: int) -> Log:
    ending = house_rules.to_json(replace(log.game.setup.ending, target=target))
    return log.after([checked_entry(log, Kind.ENDING, None, {"ending": ending}, None)])


def asked(log: Log) -> str | None:
    return None if log.game.step is None else log.game.step.key


def test_a_new_target_drops_an_answer_or_opens_the_last_hand() -> None:
    begun = Log.of(scorekeeper.new_game("schieber", "to-1000", target=150).game.setup)
    over = answered(begun, *BIG, *LATE, "1")
    assert (over.game.totals, over.game.winners) == ((190, 194), (1,))
    on = with_target(over, 1000)  # nobody is there: who said so first is not asked
    assert (on.game.totals, asked(on)) == ((190, 194), "contract")
    back = with_target(on, 150)
    assert asked(back) == "claimed"
    assert answered(back, "0").game.winners == (0,)
    later = with_target(answered(on, *BIG), 170)  # hands before the agreement end nothing
    assert ([deal.flaw for deal in later.game.deals], asked(later)) == ([None] * 3, "claimed")
    assert replay(begun, later.done).game.totals == later.game.totals
