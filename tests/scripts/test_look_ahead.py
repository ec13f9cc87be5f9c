"""The look-ahead of the page equals the engine, over random games.

Some hands depend on earlier ones: by bags, streaks, multipliers, totals. There the phone gets the
description of that moment and taps the rest of the hand. As far as the description goes, each
question and the points at the end are the engine's; where it ends, nothing is shown.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from scorekeeper.games.estimation.estimation_rulebook import ESTIMATION
from scorekeeper.games.estimation.variants import AllPassed, EstimationRules
from scorekeeper.games.file_rulebook import FileGame, game_of
from scorekeeper.games.hearts import HEARTS, Exact, Floor, HeartsRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.oh_hell import OH_HELL, OhHellRules
from scorekeeper.games.registry import own_game, ready_files
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST, RomanianWhistRules, Schedule, Streak
from scorekeeper.games.spades.spades_rulebook import SPADES
from scorekeeper.games.spades.variants import SpadesRules
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SEATS
from scorekeeper.testing import random_answer
from tests.deep import DEEP
from tests.own_yaniv import YANIV
from tests.scripts.look_ahead_games import legal, random_game, shown
from tests.scripts.node import outcome
from tests.web.described_games import GAMES, OWN, describe, record_of, where

__all__ = ["describe"]  # the fixture that describes a game

Describe = Callable[[GameRecord], Mapping[str, Any]]

FINED = DealRecord(revokes=(1, 0, 2, 0))  # in the hand that the phone starts from
DEALERS = 4 if DEEP else 1
COUNT, HANDS = 10, 4  # games from each dealer


@pytest.mark.parametrize(("book", "rules", "players"), GAMES)
def test_random_games_are_told_as_the_engine_tells_them(
    describe: Describe, book: Rulebook[Any], rules: Any, players: int
) -> None:
    rng = random.Random(f"{book.key} {rules}")
    described = []
    for first in rng.sample(SEATS[:players], DEALERS):
        setup = Setup(book, rules, Ending(goal=Goal.OPEN), players, first)
        games = [random_game(setup, FINED, HANDS, rng) for _ in range(COUNT)]
        described.append(described_game(describe, record_of(setup, [FINED]), games))
    met = outcome("walk_look_ahead.js", described)
    assert met["wrong"] == []
    assert met["answers"] >= COUNT * DEALERS
    if rules == OWN["declarer speaks last"]:
        assert met["stopped"] > 0
    else:
        assert (met["stopped"], met["ends"]) == (0, COUNT * HANDS * DEALERS)
        assert met["barred"] > 0


def described_game(
    describe: Describe, start: GameRecord, games: Sequence[Sequence[Any]]
) -> Mapping[str, Any]:
    return {"all": describe(start), "position": where(start), "games": games}


MOST_HANDS, HANDS_A_GAME = 800, 40
NEAR = 2  # questions before the end of a hand
CARRIED: Sequence[tuple[Rulebook[Any], Any, int, str]] = (
    (SPADES, SpadesRules(bag_penalty=777), 4, "777"),
    (SPADES, SpadesRules(), 4, "nil"),
    (SPADES, SpadesRules(solo=True, bag_limit=5, bag_penalty=777), 3, "777"),
    (
        ROMANIAN_WHIST,
        RomanianWhistRules(schedule=Schedule.SHORT, streak=Streak.RESTART),
        3,
        "fifth in a row",
    ),
    (ESTIMATION, EstimationRules(all_passed=AllPassed.DOUBLE), 4, "counts double"),
    (OH_HELL, OhHellRules(blind=True, blind_deficit=5), 4, "bid blind"),
    (HEARTS, HeartsRules(exact=Exact.BOTH, jack_value=10, jack_floor=Floor.TOTAL), 3, "exactly"),
    *((OH_HELL, OH_HELL.presets[0].rules, players, "") for players in ((3, 5) if DEEP else (3,))),
    (ISRAELI_WHIST, OWN["declarer speaks last"], 4, ""),
)
READY = {book.key: book for book in ready_files()}
TOGETHER = """
name = "Together"
players = [2, 4]
points = "cards + (5 if me.first else 0)"

[[ask]]
key = "first"
choice = "player or nobody"
usual = "nobody"
ask = "Who was first?"

[[ask]]
key = "cards"
each = "player"
number = [0, 3]
ask = "How many cards?"
"""
# Games of files: the number of players, whether the phone knows the points of a hand, and the hands
# of the short form.
FILES: dict[str, tuple[FileGame, int, bool | None, int]] = {
    "of a table": (own_game(YANIV), 3, False, 2),
    "phase-10": (READY["phase-10"], 2, False, 2),
    "euchre": (READY["euchre"], 4, True, 2),
    "belote": (READY["belote"], 4, False, 2),
    "few answers together": (own_game(TOGETHER), 3, True, 2),
    **({key: (book, book.players[0], None, 2) for key, book in READY.items()} if DEEP else {}),
}


@pytest.mark.parametrize(("book", "rules", "players", "reason"), CARRIED)
def test_hands_that_the_phone_does_not_know_from_the_start(
    describe: Describe, book: Rulebook[Any], rules: Any, players: int, reason: str
) -> None:
    assert book.carries(rules) is bool(reason)
    rng = random.Random(f"{book.key} {players}")
    setup = Setup(book, rules, Ending(goal=Goal.OPEN), players, SEATS[0])
    hands = [hand_with(reason, setup, rng) for _ in range(2 if DEEP else 1)]
    met = outcome("walk_look_ahead.js", [one for hand in hands for one in moments(hand, describe)])
    assert met["wrong"] == []
    assert met["answers"] >= len(hands)
    if book is ISRAELI_WHIST:
        assert met["stopped"] > 0  # no description instead of a wrong one
    elif book is ESTIMATION:  # too many ways to share the tricks: these points follow later
        assert met["ends"] == 0
    else:  # nobody can know what comes after the end if it depends on the points
        assert met["ends"] >= len(hands)
        assert met["beyond"] == 0 or not reason


@pytest.mark.parametrize("key", FILES)
def test_hands_of_files_are_told_as_far_as_they_are_known(describe: Describe, key: str) -> None:
    """Numbers of each player have too many answers: the phone waits for what follows them."""
    book, players, knows_points, few = FILES[key]
    rules, rng = book.presets[0].rules, random.Random(key)
    setup = Setup(book, rules, Ending(goal=Goal.OPEN), players, SEATS[0])
    setup = replace(setup, ending=setup.agreed(setup.ending))
    hands = [hand_with("", setup, rng) for _ in range(20 if DEEP else few)]
    met = outcome("walk_look_ahead.js", [one for hand in hands for one in moments(hand, describe)])
    assert met["wrong"] == []
    assert met["answers"] + met["stopped"] >= len(hands)
    assert knows_points is None or (met["ends"] > 0) is knows_points


def test_a_player_who_is_out_deals_no_more_on_the_phone(describe: Describe) -> None:
    """Few cards, on tiles: every answer of the hand is known to the phone."""
    text = READY["yaniv"].file.text.partition("# Worked examples")[0]
    book = game_of(text.replace('[0, "limit if me.caller else 99"]', "[0, 3]"), "few")
    rules = replace(book.presets[0].rules, out_above=99)
    ending = book.agreed(Ending(goal=Goal.RULES), rules, 3)
    setup = Setup(book, rules, ending, 3, SEATS[0], start=(97, 98, 0))
    hand = record_of(setup, [DealRecord(({"choice": "2"}, {"words": ["0", "3", "0"]}))])
    assert hand.game.current.dealer == SEATS[2]
    met = outcome("walk_look_ahead.js", [*moments(hand, describe)])
    assert (met["wrong"], met["ends"]) == ([], 2)


def hand_with(reason: str, setup: Setup, rng: random.Random) -> GameRecord:
    """A random game up to a hand whose points have this reason."""
    deals: list[DealRecord] = []
    for hand in range(MOST_HANDS):
        if hand % HANDS_A_GAME == 0:
            deals = []
        deals.append(DealRecord())
        record = record_of(setup, deals)
        while record.game.deals[-1].score is None:
            step = record.game.step
            assert step
            fact = step.fact(step.parse(random_answer(step, rng)))
            deals[-1] = replace(deals[-1], facts=(*deals[-1].facts, fact))
            record = record_of(setup, deals)
        if len(deals) > 1 and reason in str(shown(record)["lines"]):
            return record
    raise AssertionError(f"no hand in {MOST_HANDS} has “{reason}”")


def moments(over: GameRecord, describe: Describe) -> Iterator[Mapping[str, Any]]:
    """The first question of the last hand and those near its end, with the taps that follow."""
    setup, *before = over.game.setup, *(deal.record for deal in over.game.deals)
    facts = before.pop().facts
    begun = [
        *(record_of(setup, [*before, DealRecord(facts[:place])]) for place in range(len(facts))),
        over,
    ]
    steps = []
    for record, fact, after in zip(begun, facts, begun[1:], strict=False):
        assert record.game.step
        steps.append(legal(record, record.game.step, fact, after))
    for place in sorted({0, *range(len(facts))[-NEAR:]}):
        yield described_game(describe, begun[place], [steps[place:]])
