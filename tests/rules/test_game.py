"""Whole games: dealers, totals, play-offs, corrections."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.games.israeli_whist.house_rules import Redealer
from scorekeeper.rules.bidding_steps import AuctionStep, ContractStep
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game, Setup, read_game
from scorekeeper.rules.script import read
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat
from tests import kit, strategies

MOVES_ON = replace(kit.EN, redealer=Redealer.NEXT)
THROWN_IN = kit.played(kit.ALL_PASSED)


def hand(south: int, west: int, north: int, east: int) -> DealRecord:
    """North wins with 5 clubs; East contracts for 3, South 2, West 1; then these tricks."""
    return kit.played(kit.won(NORTH, "5C"), *kit.said(3, 2, 1), kit.took(south, west, north, east))


# the points of these hands for South, West, North, East by EN's table
NORTH_ALONE = hand(1, 0, 5, 7)  # -10 -10 +35 -40
SOUTH_AND_WEST = hand(2, 1, 4, 6)  # +14 +11 -10 -30
NOBODY = hand(3, 2, 4, 4)  # -10 -10 -10 -10


def totals_after(game: Game) -> list[tuple[int, ...]]:
    return [deal.totals for deal in game.deals]


def dealers_of(game: Game) -> list[Seat]:
    return [deal.dealer for deal in game.deals]


def test_a_new_game_asks_for_the_first_auction() -> None:
    game = read_game(kit.setup(first_dealer=WEST), ())
    assert (game.totals, game.places, game.over) == ((0, 0, 0, 0), (1, 1, 1, 1), False)
    assert (game.current.number, game.current.dealer, game.winners) == (1, WEST, ())
    assert isinstance(game.step, AuctionStep)


def test_the_points_of_every_deal_are_added_up() -> None:
    game = read_game(kit.setup(), (NORTH_ALONE, SOUTH_AND_WEST, NOBODY))
    assert totals_after(game) == [(-10, -10, 35, -40), (4, 1, 25, -70), (-6, -9, 15, -80)]
    assert game.places == (2, 3, 1, 4)
    assert game.order == (2, 0, 1, 3)


def test_a_running_deal_changes_no_total() -> None:
    game = read_game(kit.setup(), (NORTH_ALONE, kit.played(kit.won(WEST, "7C"))))
    assert totals_after(game) == [(-10, -10, 35, -40)] * 2
    assert isinstance(game.step, ContractStep)
    assert (game.current.number, game.complete) == (2, game.deals[:1])


@pytest.mark.parametrize(
    ("rules", "records", "dealers"),
    [
        # the deal passes to the left
        (kit.EN, [NOBODY] * 4, [WEST, NORTH, EAST, SOUTH]),
        # EN: after cards are thrown in the same dealer deals again
        (kit.EN, [NOBODY, THROWN_IN, NOBODY], [WEST, NORTH, NORTH]),
        (kit.EN, [THROWN_IN, THROWN_IN, NOBODY], [WEST, WEST, WEST]),
        # or, by a house rule, the deal moves on
        (MOVES_ON, [NOBODY, THROWN_IN, NOBODY], [WEST, NORTH, EAST]),
        # the table may set the dealer; the deal moves on from there
        (kit.EN, [NOBODY, replace(NOBODY, dealer=SOUTH), NOBODY], [WEST, SOUTH, WEST]),
    ],
)
def test_who_deals(rules: object, records: list[DealRecord], dealers: list[Seat]) -> None:
    game = read_game(replace(kit.setup(first_dealer=WEST), rules=rules), records)
    assert dealers_of(game) == dealers


def test_the_dealer_opens_the_auction_of_his_deal() -> None:
    step = read_game(kit.setup(), (NOBODY, NOBODY)).step
    assert isinstance(step, AuctionStep)
    assert step.auction.turn == NORTH


def test_a_deal_that_is_thrown_in_counts_neither_as_points_nor_as_a_hand() -> None:
    ending = Ending(goal=Goal.DEALS, deals=2)
    game = read_game(kit.setup(ending=ending), (THROWN_IN, NORTH_ALONE, THROWN_IN))
    assert [(deal.scored, deal.counts) for deal in game.deals] == [
        (0, False),
        (1, True),
        (1, False),
    ]
    assert not game.over
    assert [deal.number for deal in game.complete] == [1, 2, 3]


def test_a_tie_at_the_target_is_played_off_even_below_it() -> None:
    """South and West share the target, both lose, and South alone leads below it."""
    rules = replace(kit.EN, scheme=replace(kit.EN.scheme, bonus=0, missed=3))
    tie = kit.played(kit.won(NORTH, "5C"), *kit.said(1, 4, 4), kit.took(4, 4, 3, 2))
    still_tied = kit.played(kit.won(NORTH, "5C"), *kit.said(1, 2, 3), kit.took(3, 4, 3, 3))
    decided = kit.played(kit.won(NORTH, "5C"), *kit.said(1, 2, 3), kit.took(3, 5, 3, 2))
    setup = kit.setup(rules, Ending(target=16))
    game = read_game(setup, (tie, still_tied, decided))
    assert totals_after(game) == [(16, 16, -6, -3), (13, 13, -12, -9), (10, 7, -18, -12)]
    assert [(deal.course.met, deal.course.decided) for deal in game.deals] == [
        (True, False),
        (True, False),
        (True, True),
    ]
    assert [read_game(setup, (tie, still_tied, decided)[:n]).over for n in (1, 2, 3)] == [
        False,
        False,
        True,
    ]
    assert game.winners == (SOUTH,)


def test_the_table_stops_and_the_first_share_the_win() -> None:
    setup = kit.setup()
    assert read_game(setup, (NORTH_ALONE,), stopped=True).winners == (NORTH,)
    assert read_game(setup, (NOBODY,), stopped=True).winners == (SOUTH, WEST, NORTH, EAST)
    stopped = read_game(setup, (NOBODY, kit.played(kit.won(NORTH, "5C"))), stopped=True)
    assert (stopped.over, stopped.step, stopped.totals) == (True, None, (-10,) * 4)


def test_a_revoke_is_fined_with_its_reason() -> None:
    game = read_game(kit.setup(), (replace(NORTH_ALONE, revokes=(0, 1, 0, 2)),))
    (deal,) = game.deals
    assert deal.score is not None
    assert deal.totals == (-10, -110, 35, -240)
    assert [[str(line.reason) for line in lines] for lines in deal.score.lines] == [
        ["said 2, took 1: -10"],
        ["said 1, took 0: -10", "revoke: -100"],
        ["5 made: 5 x 5 + 10 = 35"],
        ["said 3, took 7: -40", "2 revokes: -200"],
    ]


def test_a_table_may_do_without_fines_or_set_its_own() -> None:
    record = replace(NORTH_ALONE, revokes=(1, 0, 0, 0))
    without = read_game(kit.setup(replace(kit.EN, revoke_fine=0)), (record,))
    assert without.totals == (-10, -10, 35, -40)
    own = read_game(kit.setup(replace(kit.EN, revoke_fine=50)), (record,))
    assert own.totals == (-60, -10, 35, -40)


def test_nobody_is_fined_in_a_deal_that_was_thrown_in() -> None:
    game = read_game(kit.setup(), (replace(THROWN_IN, revokes=(1, 0, 0, 0)),))
    assert (game.totals, game.deals[0].counts) == ((0, 0, 0, 0), False)


def test_a_record_that_cannot_be_read_says_why_and_does_not_stop_the_game() -> None:
    barred = kit.played(kit.won(NORTH, "7C"), *kit.said(2, 0, 4))
    game = read_game(kit.setup(), (NORTH_ALONE, barred, SOUTH_AND_WEST))
    flawed = game.deals[1]
    assert str(flawed.flaw) == "West can't say 4: that would make 13."
    assert (flawed.score, flawed.counts, flawed.reading.trail) == (None, False, ())
    assert totals_after(game) == [(-10, -10, 35, -40), (-10, -10, 35, -40), (4, 1, 25, -70)]
    assert dealers_of(game) == [SOUTH, WEST, NORTH]
    assert [deal.number for deal in game.complete] == [1, 2, 3]
    assert [deal.scored for deal in game.deals] == [1, 1, 2]


def test_a_deal_is_found_by_its_number() -> None:
    game = read_game(kit.setup(), (NORTH_ALONE, NOBODY))
    assert [game.deal(number) for number in (0, 1, 2, 3)] == [None, *game.deals, None]


def test_a_deal_as_it_would_read_with_other_answers() -> None:
    game = read_game(kit.setup(), (NOBODY, NORTH_ALONE))
    wanted = [(answered.step.key, answered.fact) for answered in game.deals[1].reading.trail]
    assert game.mended(game.deals[1], wanted) == game.deals[1].reading
    other = [*wanted[:-1], ("tricks", kit.took(2, 1, 4, 6))]
    score = game.mended(game.deals[1], other).score
    assert score is not None
    assert score.points == (14, 11, -10, -30)


@st.composite
def records(draw: st.DrawFn) -> DealRecord:
    """A deal that was played, thrown in, only begun, or cannot be read."""
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return THROWN_IN
    bid = draw(st.integers(5, 9))
    first, second, third = draw(st.tuples(*[st.integers(0, 4)] * 3))
    left = max(13 - bid - first - second, 0)
    if kind == 1:
        third = left
    elif third == left:
        third += 1
    facts = (
        kit.won(draw(strategies.SEATS), f"{bid}C"),
        *kit.said(first, second, third),
        kit.took(*draw(strategies.tricks())),
    )
    revokes = draw(st.sampled_from([(), (), (), (0, 1, 0, 0)]))
    dealer = draw(st.sampled_from([None, None, None, SOUTH, EAST]))
    return DealRecord(facts, revokes, dealer)


GAMES = st.lists(records(), min_size=1, max_size=12)
ENDINGS = st.sampled_from(
    [Ending(target=20), Ending(target=100), Ending(goal=Goal.DEALS, deals=4), kit.OPEN_END]
)
SETUPS = st.builds(kit.setup, st.sampled_from([kit.EN, MOVES_ON]), ENDINGS, strategies.SEATS)


@given(SETUPS, GAMES)
def test_any_game_is_the_sum_of_its_deals(setup: Setup, played: list[DealRecord]) -> None:
    """Dealers, totals and the end, computed deal by deal with plain numbers."""
    dealer, totals, hands, met, decided = int(setup.first_dealer), [0] * 4, 0, False, False
    game = read_game(setup, played)
    for deal, record in zip(game.deals, played, strict=True):
        dealer = int(record.dealer) if record.dealer is not None else dealer
        assert (int(deal.dealer), deal.surplus) == (dealer, decided)
        script = kit.script(setup.rules, Seat(dealer))
        thrown_in = False
        if deal.flaw is None:
            score = read(script, record.facts).score
            assert score is not None
            thrown_in = score.thrown_in
            if not decided and not thrown_in:
                hands += 1
                totals = [old + new for old, new in zip(totals, score.points, strict=True)]
                totals[1] -= 100 * (record.revokes[1] if record.revokes else 0)
                reached = {
                    Goal.TARGET: max(totals) >= setup.ending.target,
                    Goal.DEALS: hands >= setup.ending.deals,
                    Goal.OPEN: False,
                }[setup.ending.goal]
                met = met or reached
                decided = met and sorted(totals)[-1] > sorted(totals)[-2]
        assert (deal.totals, deal.scored) == (tuple(totals), hands)
        assert (deal.course.met, deal.course.decided) == (met, decided)
        if not (thrown_in and setup.rules.redealer is Redealer.SAME):
            dealer = (dealer + 1) % 4
    assert (game.totals, game.over) == (tuple(totals), decided)
    assert len(game.winners) == int(decided)


@given(SETUPS, GAMES, st.data())
def test_a_correction_equals_a_fresh_reading_of_the_corrected_records(
    setup: Setup, before: list[DealRecord], data: st.DataObject
) -> None:
    """Parts reused from the known reading never show; earlier deals stay the same."""
    known = read_game(setup, before)
    place = data.draw(st.integers(0, len(before) - 1))
    how = data.draw(st.sampled_from(["correct", "undo", "add"]))
    after = {
        "correct": [*before[:place], data.draw(records()), *before[place + 1 :]],
        "undo": before[:place],
        "add": [*before, data.draw(records())],
    }[how]
    corrected = read_game(setup, after, known=known)
    assert corrected == read_game(setup, after)
    untouched = min(place, len(corrected.deals))
    assert all(
        new is old
        for new, old in zip(corrected.deals[:untouched], known.deals[:untouched], strict=True)
    )
    assert read_game(setup, before, known=corrected) == known
