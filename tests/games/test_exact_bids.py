"""Exact-bids family: shared behaviour, and a member that is no bundled game."""

from __future__ import annotations

from typing import Any

import pytest

import scorekeeper
from scorekeeper.games.exact_bids import ExactBids
from scorekeeper.games.oh_hell import OH_HELL, OhHellRules
from scorekeeper.games.oh_hell import Schedule as OhHellSchedule
from scorekeeper.games.registry import BUNDLED
from scorekeeper.games.romanian_whist import ROMANIAN_WHIST, RomanianWhistRules, Schedule
from scorekeeper.games.wizard import WIZARD, WizardRules
from scorekeeper.seating import SOUTH, Seat
from scorekeeper.testing import check_rulebook
from tests.nines import NINES

FAMILY = [book for book in BUNDLED if isinstance(book, ExactBids) and book.play]


@pytest.mark.parametrize(
    ("book", "rules", "players", "number", "words"),
    [
        (WIZARD, WizardRules(sizes=(15, 17)), 4, 1, "15 cards. No trumps."),
        (WIZARD, WizardRules(sizes=(15, 17)), 4, 2,
         "15 cards. There are too few for 17. No trumps."),
        (WIZARD, WizardRules(sizes=(15, 17)), 3, 2, "17 cards."),
        (OH_HELL, OhHellRules(sizes=(9,)), 6, 1, "8 cards. There are too few for 9."),
        (OH_HELL, OhHellRules(largest=13), 5, 1, "10 cards. There are too few for 13."),
        (OH_HELL, OhHellRules(largest=13), 5, 2, "9 cards."),
        (OH_HELL, OhHellRules(largest=13), 8, 1, "13 cards. No trumps."),  # two packs
        (OH_HELL, OhHellRules(largest=13, schedule=OhHellSchedule.SAME), 9, 7,
         "11 cards. There are too few for 13."),
        (OH_HELL, OhHellRules(), 6, 1, "8 cards."),  # nobody asked for ten
        (OH_HELL, OhHellRules(largest=10, schedule=OhHellSchedule.CAPPED_DOWN), 6, 1, "8 cards."),
    ],
)  # fmt: skip
def test_a_hand_says_that_the_pack_is_too_small_for_the_cards_that_were_chosen(
    book: ExactBids[Any], rules: Any, players: int, number: int, words: str
) -> None:
    seating = book.seating(players, SOUTH, rules).numbered(number)
    notice = next(book.script(seating, rules)).scene.notice
    assert str(notice) == f"Everyone gets {words}"


@pytest.mark.parametrize(
    ("game", "bid", "taken", "points", "why"),
    [
        ("wizard", 0, 0, 20, "0 made: 20"),
        ("wizard", 3, 3, 50, "3 made: 20 + 10 x 3 = 50"),
        ("wizard", 20, 20, 220, "20 made: 20 + 10 x 20 = 220"),
        ("wizard", 3, 5, -20, "said 3, took 5: -20"),
        ("wizard", 0, 2, -20, "said 0, took 2: -20"),
        ("romanian-whist", 0, 0, 5, "0 made: 5"),
        ("romanian-whist", 3, 3, 8, "3 made: 5 + 3 = 8"),
        ("romanian-whist", 3, 1, -2, "said 3, took 1: -2"),
        ("oh-hell", 0, 0, 10, "0 made: 10"),
        ("oh-hell", 2, 2, 12, "2 made: 10 + 2 = 12"),
        ("oh-hell", 4, 3, 0, "said 4, took 3: 0"),
        ("kachuful", 3, 3, 13, "3 made: 10 + 3 = 13"),
        ("kachuful", 0, 0, 10, "0 made: 10"),
        ("kachuful", 4, 3, 0, "said 4, took 3: 0"),
    ],
)
def test_points(game: str, bid: int, taken: int, points: int, why: str) -> None:
    book = scorekeeper.rulebook(game)
    assert isinstance(book, ExactBids)
    line = book.scheme(book.presets[0].rules).line(bid, taken, 20)
    assert (line.points, str(line.reason), line.made) == (points, why, bid == taken)


@pytest.mark.parametrize(
    ("game", "rules", "others", "barred"),
    [
        ("wizard", "printed", (1, 0), None),
        ("wizard", "hooked", (1, 0), 0),
        ("wizard", "hooked", (1, 1), None),
        ("romanian-whist", "usual", (0, 0), 1),
        ("romanian-whist", "usual", (1, 0), 0),
        ("romanian-whist", "usual", (1, 1), None),
        ("oh-hell", "pagat", (4, 5), 1),
        ("oh-hell", "pagat", (4, 7), None),
        ("oh-hell", "fists", (4, 5), None),
        ("kachuful", "usual", (0, 0), 1),
        ("kachuful", "fingers", (0, 0), None),
    ],
)
def test_the_hook(game: str, rules: str, others: tuple[int, ...], barred: int | None) -> None:
    """The dealer may not bring the bids to the number of tricks, if the house rules say so."""
    asked = scorekeeper.new_game(game, rules, players=3)
    for bid in others:
        asked = asked.answer(bid)
    assert asked.question is not None
    total = asked.question.scene.total
    refused = {number: asked.why_not(number) for number in range(total + 1)}
    why = {} if barred is None else {barred: f"South can't say {barred}: that would make {total}."}
    assert {number: reason for number, reason in refused.items() if reason} == why


@pytest.mark.parametrize("players", [3, 4, 6])
@pytest.mark.parametrize("book", FAMILY, ids=lambda book: book.key)
def test_the_points_of_whole_deals(book: ExactBids[Any], players: int) -> None:
    """The cards follow the schedule, the points the scheme."""
    rules = book.presets[0].rules
    scheme, schedule = book.scheme(rules), book.schedule(rules, players)
    for number in (1, 2, len(schedule) // 2, len(schedule)):
        start = scorekeeper.deal(book.key, players=players, number=number)
        cards = [*start.stock, *(card for hand in start.hands for card in hand)]
        assert len({*cards}) == len(cards) == book.cards_in_play(rules, players)
        assert {len(hand) for hand in start.hands} == {schedule[number - 1]}
        end = scorekeeper.play_deal(start, "random")
        bid_of = dict(end.scene.contracts)
        assert end.score is not None
        for seat, points in enumerate(end.score.points):
            bid, taken = bid_of[Seat(seat)], end.taken[seat]
            assert points == scheme.points(bid, taken, schedule[number - 1])
        assert scorekeeper.load(book.key, scorekeeper.write(end)) == end


@pytest.mark.usefixtures("near_look_ahead")
def test_a_member_with_a_normal_pack_declares_little() -> None:
    """The family provides its questions, points, statistics, card play and bulk deals."""
    check_rulebook(NINES, hands=2, tables=1)


@pytest.mark.parametrize(
    ("book", "told"),
    [
        (OH_HELL, [OhHellRules(sizes=(2, 4), schedule=each) for each in OhHellSchedule]),
        (ROMANIAN_WHIST, [RomanianWhistRules(sizes=(2, 4), schedule=each) for each in Schedule]),
    ],
)
def test_the_rules_of_listed_hands_do_not_describe_a_schedule(
    book: ExactBids[Any], told: list[Any]
) -> None:
    first, *others = ([str(line) for line in book.describe_cards(rules)] for rules in told)
    assert "The hands have these numbers of cards: 2, 4." in first
    assert others == [first] * len(others)
