"""A tie for first place that the bids made decide."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from scorekeeper.errors import MalformedEntry
from scorekeeper.games.oh_hell import OH_HELL, SCHEMES, OhHellRules
from scorekeeper.games.registry import BUNDLED, rulebooks
from scorekeeper.play.win_probability import Forecaster
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal, Tie
from scorekeeper.rules.game import FinalResult, Game, Setup, read_game
from scorekeeper.seating import SOUTH
from scorekeeper.testing import random_game
from tests.deep import DEEP

TENS = OhHellRules(sizes=(1, 1), hooked=False, scheme=SCHEMES["tens"])  # 10 a trick, 5 for a zero
ONE_MORE = (([0, 1], [0, 1]), ([0, 0], [0, 1]))  # South 5 and 5, West 10 and 0
EQUAL = (([0, 0], [0, 1]), ([0, 0], [1, 0]))  # each makes one zero
AHEAD = (([1, 0], [1, 0]), ([0, 0], [0, 1]))  # South 15, West 5


def _game(
    deals: Sequence[tuple[list[int], list[int]]], tie: Tie, rules: OhHellRules = TENS
) -> Game:
    """Return a game of two players, from the bids and the tricks by seat; South deals first."""
    ending = OH_HELL.agreed(Ending(goal=Goal.SCHEDULE, tie=tie), rules, 2)
    records = []
    for number, (bids, tricks) in enumerate(deals):
        eldest = (number + 1) % 2
        spoken = ({"number": bids[eldest]}, {"number": bids[1 - eldest]})
        records.append(DealRecord((*spoken, {"tricks": tricks})))
    return read_game(Setup(OH_HELL, rules, ending, 2, SOUTH), records)


@pytest.mark.parametrize(
    ("deals", "tie", "places", "reason"),
    [
        (ONE_MORE, Tie.BIDS, (1, 2), "Level on points: South made 2 bids, West made 1 bid."),
        (EQUAL, Tie.BIDS, (1, 1), "Level on points: South made 1 bid, West made 1 bid."),
        (AHEAD, Tie.BIDS, (1, 2), None),  # no tie
        (ONE_MORE, Tie.SHARE, (1, 1), None),
        (ONE_MORE, Tie.USUAL, (1, 1), None),
        (ONE_MORE[:1], Tie.BIDS, (2, 1), None),  # the game goes on: by points alone
    ],
)
def test_who_wins(
    deals: Sequence[tuple[list[int], list[int]]],
    tie: Tie,
    places: tuple[int, ...],
    reason: str | None,
) -> None:
    game = _game(deals, tie)
    assert game.over == (len(deals) == 2)
    assert game.places == places
    assert game.winners == tuple(s for s in range(2) if game.over and places[s] == 1)
    assert reason == (str(game.tie_break) if game.tie_break else None)


def test_the_chances_end_with_the_winner() -> None:
    assert Forecaster().course(_game(ONE_MORE, Tie.BIDS))[-1] == (1.0, 0.0)
    assert Forecaster().course(_game(EQUAL, Tie.BIDS))[-1] == (0.5, 0.5)


def test_a_play_off_is_played_in_spite_of_more_bids_made() -> None:
    assert (_game(ONE_MORE, Tie.PLAY_ON).over, _game(ONE_MORE, Tie.PLAY_ON).winners) == (False, ())


def test_the_lowest_total_may_be_level_too() -> None:
    """In golf two tricks over cost 3, as much as one too few in three hands."""
    few, enough = ([1, 2], [0, 2]), ([1, 0], [0, 2])
    rules = OhHellRules(sizes=(2, 2, 2), hooked=False, scheme=SCHEMES["golf"])
    golf = _game((enough, few, few), Tie.BIDS, rules)
    assert (golf.totals, golf.places) == ((3, 3), (2, 1))
    assert str(golf.tie_break) == "Level on points: South made 0 bids, West made 2 bids."


def test_a_result_without_hands_and_a_hand_without_bids_decide_nothing() -> None:
    game = _game(ONE_MORE, Tie.BIDS)
    result = FinalResult.parse({"totals": [10, 10]}, game.setup)
    alone = read_game(game.setup, (), stopped=True, result=result)
    assert (alone.winners, alone.tie_break) == ((0, 1), None)
    first = DealRecord(({"partial": {"points": [10, 10]}},))
    unknown = read_game(game.setup, [first], stopped=True)
    assert unknown.totals == (10, 10)
    assert (unknown.places, unknown.tie_break) == ((1, 1), None)


@pytest.mark.parametrize("key", ["oh-hell", "wizard", "romanian-whist", "estimation"])
def test_games_at_random_are_won_by_points_then_by_bids(key: str) -> None:
    """Counted again from the bids and tricks of each hand."""
    book, rng, decided = rulebooks()[key], Random(7), 0
    for seed in range(40 if DEEP or key == "oh-hell" else 8):
        players = book.players[0] if key != "estimation" else 4
        rules = TENS if key == "oh-hell" else book.presets[0].rules
        ending = book.agreed(Ending(goal=Goal.SCHEDULE, tie=Tie.BIDS), rules, players)
        setup = Setup(book, rules, ending, players, SOUTH)
        game = random_game(setup, rng, 2 if key == "oh-hell" else 3 + seed % 3)
        game = read_game(setup, [deal.record for deal in game.complete], stopped=True)
        counted = [deal for deal in game.deals if deal.counts and deal.score]
        if not counted:
            continue
        made = [
            sum(
                deal.score.scene.contract_of(seat) == deal.score.scene.tricks[side]
                for deal in counted
                if deal.score
            )
            for side, (seat,) in enumerate(game.sides)
        ]
        best = max(game.totals)
        first = [side for side, total in enumerate(game.totals) if total == best]
        most = max(made[side] for side in first)
        assert game.winners == tuple(side for side in first if made[side] == most)
        decided += len(first) > len(game.winners)
    assert decided or key != "oh-hell"


def test_games_without_bids_do_not_offer_it() -> None:
    """The rule is offered, and taken, where each hand says who made a bid."""
    offering = set()
    for book in BUNDLED:
        asked = [question for question, _ in book.endings.questions() if question.path == "tie"]
        if any(Tie.BIDS in dict(tie.options) for tie in asked):
            offering.add(book.key)
            continue
        with pytest.raises(MalformedEntry, match="Bids decide no tie"):
            book.endings.check(Ending(goal=book.endings.usual.goal, tie=Tie.BIDS))
    assert offering == {
        "oh-hell",
        "wizard",
        "romanian-whist",
        "estimation",
        "kachuful",
        "skull-king",
    }
