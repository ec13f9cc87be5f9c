"""Games for the look-ahead, with the engine's questions and results after each answer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.bidding_steps import AuctionStep, ChoiceStep, ContractStep
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.game import Setup
from scorekeeper.rules.points import made_of
from scorekeeper.rules.result_steps import TricksStep
from scorekeeper.rules.steps import Fact, Step
from scorekeeper.web.formatting import Teller
from scorekeeper.web.so_far import answers_so_far, contracts_so_far
from tests.web.described_games import record_of


def random_answer(step: Step, rng: random.Random) -> Fact:
    """An answer, legal or not."""
    match step:
        case AuctionStep():
            if rng.random() < 0.25:
                return {"bid": "pass"}
            bid, seat = rng.choice(step.auction.ladder.bids), rng.choice(step.auction.callers)
            return {"bid": bid.code, "winner": int(seat)}
        case ChoiceStep():
            return {"choice": rng.choice(step.choices).code}
        case TricksStep():
            tricks = list(step.expected)
            if rng.random() < 0.7:
                tricks = [0] * len(tricks)
            while sum(tricks) < step.scene.total:
                tricks[rng.randrange(len(tricks))] += 1
            while sum(tricks) > step.scene.total:
                tricks[rng.choice([n for n, taken in enumerate(tricks) if taken])] -= 1
            return {"tricks": tricks}
    return {"number": rng.randrange(min(rng.choice((3, 99)), step.scene.total + 1))}


def random_game(setup: Setup, first: DealRecord, hands: int, rng: random.Random) -> list[Any]:
    """The answers of some hands, legal or not, with the engine's result for each."""
    deals = [first]
    record = record_of(setup, deals)
    steps: list[Any] = []
    while len(deals) <= hands:
        step = record.game.step
        assert step
        given = random_answer(step, rng)
        try:
            fact = step.fact(step.parse(given))
        except EntryError as error:
            barred = Teller.of(record).plain(error.sentence)
            steps.append({"code": code_of(step, given), "barred": barred})
            continue
        deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, fact))
        after = record_of(setup, deals)
        if after.game.deals[-1].score is not None:
            deals.append(DealRecord())
            after = record_of(setup, deals)
        steps.append(legal(record, step, given, after))
        record = after
    return steps


def legal(record: GameRecord, step: Step, given: Fact, after: GameRecord) -> Mapping[str, Any]:
    """An answer as a form sends it, its sentence, and what follows."""
    sentence = str(Teller.of(record)(step.describe(step.parse(given))))
    score = after.game.complete[-1].score if after.game.complete else None
    return {
        "code": code_of(step, given),
        "barred": None,
        "told": sentence,
        "after": shown(after),
        "bonus": bool(score and score.bonus),
    }


def code_of(step: Step, fact: Fact) -> str:
    """The answer as a form names it: the first field, then the values."""
    if isinstance(step, AuctionStep):
        bid, winner = fact["bid"], fact.get("winner")
        return f"bid:{bid}" if bid == "pass" else f"bid:{bid},{winner}"
    fact = {name: value for name, value in fact.items() if name != "seat"}
    name, first = next(iter(fact.items()))
    values = [each if isinstance(each, list) else [each] for each in fact.values()]
    lead = f"{name}-0" if isinstance(first, list) else name
    return f"{lead}:{','.join(map(str, chain.from_iterable(values)))}"


def shown(record: GameRecord) -> dict[str, Any]:
    """The state of a game on the page, in the order of `walk_look_ahead.js`."""
    tell, game = Teller.of(record), record.game
    current = game.current
    fresh = not current.record.facts and game.complete
    last = game.complete[-1].score if fresh else None
    assert game.step
    return {
        "asked": {
            **asked(tell, game.step),
            "answers": [str(tell(told)) for told in answers_so_far(current.reading)],
        },
        "totals": list(game.totals),
        "dealer": int(current.dealer),
        "number": current.number,
        "label": last and str(tell(last.label)),
        "lines": last
        and [
            [points, made_of(lines), *(str(tell(line.reason)) for line in lines)]
            for points, lines in zip(last.points, last.lines, strict=True)
        ],
    }


def asked(tell: Teller, step: Step) -> dict[str, Any]:
    """A question with its hints, its tiles, and the notes and reasons on its tiles."""
    options = getattr(step, "options", ())
    numbers = [str(one.value) for one in options if isinstance(one.value, int)]
    choices = [
        [choice.code, str(tell(choice.face)), choice.barred is not None]
        for choice in (step.choices if isinstance(step, ChoiceStep) else ())
    ]
    words = [word.code for word in step.words] if isinstance(step, ContractStep) else []
    so_far = contracts_so_far(step)
    return {
        "key": step.key,
        "question": str(tell(step.question)),
        "hints": [str(tell(hint)) for hint in step.hints],
        "tiles": [*numbers, *words, *choices],
        "seat": step.asked,
        "notice": step.scene.notice and str(tell(step.scene.notice)),
        "said": {str(int(seat)): number for seat, number in sorted(step.scene.contracts)},
        "notes": {str(one.value): str(tell(one.note)) for one in options if one.note},
        "barred": {f"number:{one.value}": tell.plain(one.barred) for one in options if one.barred},
        "contracts": so_far and [so_far.said, so_far.total, str(tell(so_far.distance))],
    }
