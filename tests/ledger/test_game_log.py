"""Log: undo, redo, correction, revokes, dealer and end, with their consequences."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.ledger.game_log import Kind, Log, checked_entry
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat
from tests.ledger.short_logs import correct, log_of, play, record, redo, undo

# DE: South deals, North declares 7 clubs, East 0, South 2, West 3; tricks S 0, W 3, N 8, E 2
EXAMPLE: tuple[Fact, ...] = (
    {"bid": "7C", "winner": 2},
    {"number": 0},
    {"number": 2},
    {"number": 3},
    {"tricks": [0, 3, 8, 2]},
)
POINTS = (-20, 19, -10, -40)
ALL_MADE: tuple[Fact, ...] = (
    {"bid": "5C", "winner": 0},
    {"number": 3},
    {"number": 3},
    {"number": 3},
    {"tricks": [4, 3, 3, 3]},
)  # contracts of 14: one over; South is one short
THROWN_IN: tuple[Fact, ...] = ({"bid": "pass"},)


def said_before(log: Log) -> list[Fact | None]:
    """The earlier answer that each question shows, from the present one back to the first."""
    shown: list[Fact | None] = [log.answered_before]
    while log.done:
        log = undo(log)
        shown.append(log.answered_before)
    return shown


def dealers(log: Log) -> list[Seat]:
    return [*(deal.dealer for deal in log.game.deals), log.game.current.dealer]


def refusal(log: Log, kind: Kind, given: Mapping[str, object], deal: int | None = None) -> str:
    with pytest.raises(EntryError) as refused:
        checked_entry(log, kind, deal, given)
    return refused.value.code


def test_a_fresh_log_asks_for_the_auction_and_has_nothing_to_undo() -> None:
    log = log_of()
    assert (log.revision, log.undo_label, log.redo_label, log.game.totals) == (
        0,
        None,
        None,
        (0, 0, 0, 0),
    )
    assert (refusal(log, Kind.UNDO, {}), refusal(log, Kind.REDO, {})) == (
        "nothing-to-undo",
        "nothing-to-redo",
    )


@pytest.mark.parametrize(
    ("deal", "question", "code"),
    [
        (1, "contract-0", None),  # the present question
        (None, "contract-0", None),  # no hand given: the running one
        (1, "contract-3", "another-question"),  # already answered
        (1, "auction-0-0", "another-question"),
        (1, "tricks", "another-question"),  # not asked yet
        (1, "", "another-question"),
        (2, "contract-0", "another-hand"),  # a future hand
        (0, "contract-0", "another-hand"),
    ],
)
def test_an_answer_that_names_its_question_is_taken_for_no_other(
    deal: int | None, question: str, code: str | None
) -> None:
    log = play(log_of(), EXAMPLE[:2])
    assert log.game.step
    assert log.game.step.key == "contract-0"
    given = {"number": 2}
    if code is None:
        assert checked_entry(log, Kind.ANSWER, deal, given, question).fact == {
            "number": 2,
            "seat": 0,
        }
        return
    with pytest.raises(EntryError) as refused:
        checked_entry(log, Kind.ANSWER, deal, given, question)
    assert refused.value.code == code


def test_undo_and_redo_name_what_they_take_back_and_bring_back() -> None:
    log = play(log_of(), EXAMPLE)
    undone = []
    while log.undo_label:
        undone.append(str(log.undo_label))
        log = undo(log)
        assert str(log.redo_label) == undone[-1]
    assert undone == [
        "hand 1, tricks: South\u00a00, West\u00a03, North\u00a08, East\u00a02",
        "West said 3",
        "South said 2",
        "East said 0",
        "North won the auction with 7 clubs",
    ]
    assert log.revision == 10


def test_after_a_new_answer_nothing_can_be_redone() -> None:
    log = undo(play(log_of(), EXAMPLE))
    assert record(log, Kind.ANSWER, {"tricks": [1, 3, 7, 2]}).redo_label is None


@pytest.mark.parametrize(
    ("kind", "given", "deal", "name"),
    [
        (Kind.CORRECTION, {"facts": list(ALL_MADE)}, 1, "correction of hand 1"),
        (Kind.REVOKES, {"revokes": [0, 1, 0, 0]}, 1, "revoke in hand 1"),
        (Kind.DEALER, {"dealer": 3}, None, "dealer of hand 2"),
        (Kind.STOP, {}, None, "end of the game"),
    ],
)
def test_whatever_was_recorded_can_be_undone_by_its_name(
    kind: Kind, given: Mapping[str, object], deal: int | None, name: str
) -> None:
    before = play(log_of(), EXAMPLE)
    after = record(before, kind, given, deal)
    assert str(after.undo_label) == name
    assert undo(after).game == before.game
    assert str(undo(after).redo_label) == name
    assert redo(undo(after)).game == after.game


def test_a_correction_changes_the_points_and_every_total_after_it() -> None:
    log = correct(play(log_of(), EXAMPLE, EXAMPLE[:1]), 1, [*EXAMPLE[:4], {"tricks": [2, 3, 8, 0]}])
    first = log.game.deals[0]
    assert first.score is not None
    assert (first.score.points, log.game.totals) == ((14, 19, -10, 50), (14, 19, -10, 50))


def test_a_correction_keeps_who_dealt_later() -> None:
    """All passed, so South deals again; a correction to a played hand moves no later dealer."""
    log = play(log_of(), THROWN_IN, THROWN_IN, ALL_MADE, ALL_MADE[:1])
    assert dealers(log) == [SOUTH, SOUTH, SOUTH, WEST, WEST]
    corrected = correct(log, 1, EXAMPLE)
    assert dealers(corrected) == [SOUTH, SOUTH, SOUTH, WEST, WEST]
    assert corrected.game.totals == tuple(
        points + total for points, total in zip(POINTS, log.game.totals, strict=True)
    )


def test_a_correction_of_the_last_hand_moves_the_deal_that_nobody_has_dealt_yet() -> None:
    log = play(log_of(), THROWN_IN)
    assert (dealers(log), dealers(correct(log, 1, EXAMPLE))) == ([SOUTH, SOUTH], [SOUTH, WEST])


def test_a_correction_may_end_the_game_and_later_hands_then_do_not_count() -> None:
    log = play(log_of(ending=Ending(target=50)), EXAMPLE, EXAMPLE)
    assert not log.game.over
    corrected = correct(log, 1, [*EXAMPLE[:4], {"tricks": [2, 3, 8, 0]}])
    assert [deal.surplus for deal in corrected.game.deals] == [False, True]
    assert (corrected.game.winners, corrected.game.totals) == ((3,), (14, 19, -10, 50))


def test_a_correction_may_take_the_end_of_the_game_back() -> None:
    log = play(log_of(ending=Ending(target=50)), [*EXAMPLE[:4], {"tricks": [2, 3, 8, 0]}])
    assert (log.game.over, log.game.winners) == (True, (3,))
    corrected = correct(log, 1, EXAMPLE)
    assert (corrected.game.over, corrected.game.winners, dealers(corrected)[-1]) == (
        False,
        (),
        WEST,
    )


@pytest.mark.parametrize(
    ("given", "deal", "code"),
    [
        ({"facts": list(EXAMPLE)}, 2, "no-such-hand"),
        ({"facts": list(EXAMPLE)}, 0, "no-such-hand"),
        ({"facts": list(EXAMPLE)}, None, "no-such-hand"),
        ({"facts": list(EXAMPLE[:3])}, 1, "hand-incomplete"),
        ({"facts": [*EXAMPLE, {"number": 1}]}, 1, "deal-complete"),  # one answer too many
        ({"facts": [*EXAMPLE[:3], {"number": 4}]}, 1, "contract-barred"),
        ({"facts": [*EXAMPLE[:4], {"tricks": [0, 3, 8, 1]}]}, 1, "tricks-do-not-add-up"),
        ({"facts": "7C"}, 1, "no-answers"),
        ({"facts": [1, 2]}, 1, "no-answers"),
        ({}, 1, "no-answers"),
    ],
)
def test_a_correction_that_is_no_whole_hand_is_refused(
    given: Mapping[str, object], deal: int | None, code: str
) -> None:
    assert refusal(play(log_of(), EXAMPLE), Kind.CORRECTION, given, deal) == code


def test_revokes_are_fined_in_their_hand() -> None:
    log = record(
        play(log_of("wikipedia-web"), EXAMPLE[:1], [{"number": 7}, *EXAMPLE[1:]]),
        Kind.REVOKES,
        {"revokes": [0, 0, 2, 1]},
        1,
    )
    score = log.game.deals[0].score
    assert score is not None
    assert (score.points, log.game.totals) == ((-20, 19, -210, -140), (-20, 19, -210, -140))
    assert [str(line.reason) for line in score.lines[2]] == [
        "said 7, took 8: -10",
        "2 revokes: -200",
    ]


def test_revokes_recorded_again_replace_those_before() -> None:
    log = play(log_of(), EXAMPLE)
    twice = record(
        record(log, Kind.REVOKES, {"revokes": [1, 0, 0, 0]}, 1),
        Kind.REVOKES,
        {"revokes-1": "1", "revokes-2": ""},
        1,
    )
    assert twice.game.totals == (-20, 19 - 100, -10, -40)


@pytest.mark.parametrize(
    ("given", "deal", "code"),
    [
        ({"revokes": [0, 0, 0, 14]}, 1, "revokes-out-of-range"),
        ({"revokes": [0, 0, 0, -1]}, 1, "revokes-out-of-range"),
        ({"revokes-0": "many"}, 1, "not-a-number"),
        ({"revokes": [0, 0, 0]}, 1, "no-revokes"),
        ({"revokes": "0,0,0,0"}, 1, "no-revokes"),
        ({"revokes": [0, 0, 0, 0]}, 2, "no-such-hand"),
    ],
)
def test_revokes_that_cannot_be_are_refused(
    given: Mapping[str, object], deal: int, code: str
) -> None:
    assert refusal(play(log_of(), EXAMPLE), Kind.REVOKES, given, deal) == code


def test_the_table_says_who_deals_and_the_deal_moves_on_from_there() -> None:
    log = record(log_of(), Kind.DEALER, {"dealer": "2"})
    assert dealers(play(log, EXAMPLE, EXAMPLE)) == [NORTH, EAST, SOUTH]


def test_the_dealer_of_a_begun_hand_stands() -> None:
    log = play(log_of(), EXAMPLE[:1])
    assert refusal(log, Kind.DEALER, {"dealer": 1}) == "deal-begun"
    assert dealers(record(undo(log), Kind.DEALER, {"dealer": 1}))[-1] == WEST


@pytest.mark.parametrize(
    ("given", "code"),
    [({}, "no-dealer"), ({"dealer": 4}, "no-such-seat"), ({"dealer": "Anna"}, "not-a-number")],
)
def test_a_dealer_who_is_nobody_is_refused(given: Mapping[str, object], code: str) -> None:
    assert refusal(log_of(), Kind.DEALER, given) == code


def test_the_table_may_stop_and_go_on() -> None:
    log = play(log_of(), EXAMPLE, EXAMPLE[:2])
    stopped = record(log, Kind.STOP, {})
    assert (stopped.game.over, stopped.game.winners, stopped.game.step) == (True, (1,), None)
    assert [
        refusal(stopped, kind, {"dealer": 1, "bid": "pass"})
        for kind in (Kind.ANSWER, Kind.DEALER, Kind.STOP)
    ] == ["game-over"] * 3
    assert undo(stopped).game == log.game


def test_a_stopped_game_can_still_be_corrected() -> None:
    stopped = record(play(log_of(), EXAMPLE), Kind.STOP, {})
    assert correct(stopped, 1, ALL_MADE).game.winners == (1, 2, 3)


def test_an_answer_after_the_end_is_refused_in_words() -> None:
    log = play(log_of(ending=Ending(goal=Goal.DEALS, deals=1)), EXAMPLE)
    with pytest.raises(IllegalEntry) as refused:
        checked_entry(log, Kind.ANSWER, None, {"bid": "7C", "winner": 2})
    assert str(refused.value) == "The game is over."


def test_a_question_that_is_asked_again_knows_what_was_answered() -> None:
    played = play(log_of(), EXAMPLE)
    contracts = [{"number": 0, "seat": 3}, {"number": 2, "seat": 0}, {"number": 3, "seat": 1}]
    assert said_before(played) == [None, EXAMPLE[4], *reversed(contracts), EXAMPLE[0]]
    assert redo(undo(played)).answered_before is None


def test_what_was_answered_later_stands_when_an_earlier_answer_is_another() -> None:
    """East's 0 becomes 1. The tricks stay; West's 3 is barred now."""
    again = undo(undo(undo(undo(play(log_of(), EXAMPLE)))))
    shown = [again.answered_before]
    for number in (1, 2, 2):
        again = record(again, Kind.ANSWER, {"number": number})
        shown.append(again.answered_before)
    assert shown == [{"number": 0, "seat": 3}, {"number": 2, "seat": 0}, None, EXAMPLE[4]]


def test_an_answer_is_not_shown_again_in_another_hand() -> None:
    after = undo(play(log_of(), EXAMPLE, EXAMPLE))
    assert after.answered_before == EXAMPLE[-1]
    assert play(after, EXAMPLE[-1:]).answered_before is None
