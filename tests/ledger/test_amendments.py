"""A game put right: starting points, house rules, the end, the order of seats, and its hands."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.games.points_sheet import Wins
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.game_log import Entry, Kind, Log, checked_entry, replay
from scorekeeper.rules import house_rules
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import EAST, NORTH, SOUTH, WEST, Seat
from tests.deep import DEEP
from tests.ledger.independent_totals import on_paper
from tests.ledger.random_amendments import ACTS, drawn, with_hand
from tests.ledger.short_logs import log_of, play, record, redo, undo
from tests.ledger.test_game_log import ALL_MADE, EXAMPLE, THROWN_IN

GAMES = ("israeli-whist", "bid-whist", "oh-hell")


def rule_sets(game: str) -> list[Any]:
    """House rules that the independent scoring knows."""
    book = rulebooks()[game]
    if game == "israeli-whist":
        return [preset.rules for preset in book.presets]
    return [book.presets[0].rules]


def document_of(log: Log, entries: Sequence[Entry]) -> dict[str, Any]:
    """What an export says of a game, as far as points go."""
    setup = log.begun
    game = {
        "rulebook": setup.book.key,
        "rules": house_rules.to_json(setup.rules),
        "ending": house_rules.to_json(setup.ending),
        "entries": [
            {"kind": entry.kind.value, "deal": entry.deal, "fact": entry.fact} for entry in entries
        ],
    }
    copied: dict[str, Any] = json.loads(json.dumps(game))
    return copied


def seen(log: Log) -> list[Any]:
    """What the table sees of a game."""
    game = log.game
    return [
        game.totals, game.winners, game.over, game.setup, game.current.dealer, game.step, log.notes,
        [(deal.dealer, deal.record, deal.score, deal.totals) for deal in game.deals],
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(40 if DEEP else 6))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_put_right_scores_as_on_paper(game: str, seed: int) -> None:
    """Acts at random between hands, undone and redone, give the totals of an independent count."""
    rng, book = Random(f"{game} {seed}"), rulebooks()[game]
    rules = rule_sets(game)
    agreed = book.agreed(book.endings.usual, rules[0], 4)
    log = Log.of(Setup(book, rules[0], agreed, 4, Seat(rng.randrange(4))))
    entries: list[Entry] = []
    used: set[Kind] = set()
    noted: list[str] = []  # the notes on the hands, the first one on the game
    for number in range(12):
        before, kind = log, ACTS[number % len(ACTS)]
        log = with_hand(log, rng)
        noted += [""] * (len(log.game.deals) + 1 - len(noted))
        noted[place := rng.randrange(len(noted))] = f"note {number}"
        log = record(log, Kind.NOTE, {"note": f"note {number}"}, place)
        entries += log.done[len(before.done) :]
        entry = drawn(log, kind, rng, rules)
        if entry is None:
            continue
        used.add(kind)
        if kind is Kind.HANDS:
            noted.insert(entry.deal, "")
        if kind is Kind.REMOVAL:
            del noted[entry.deal]
        after = log.after([entry])
        back = undo(after)
        assert seen(back) == seen(log), kind
        assert seen(redo(back)) == seen(after), kind
        assert str(after.undo_label) == str(back.redo_label)
        log, entries = after, [*entries, entry]
        begun = len(log.game.setup.first_sides)
        totals, winners = on_paper(document_of(log, entries), begun).result
        assert log.notes == {at: note for at, note in enumerate(noted) if note}
        assert list(log.game.totals) == totals, entry
        if not log.game.course.play_off:
            assert list(log.game.winners) == winners, entry
    assert len(used) > 2
    assert seen(replay(Log.of(log.begun), entries)) == seen(log)


def test_starting_points_are_in_the_totals_and_in_no_hand() -> None:
    log = record(log_of(), Kind.START, {f"start-{side}": str(points) for side, points in
                                        enumerate((46, "−10", "+11", 14))})  # fmt: skip
    assert log.game.totals == (46, -10, 11, 14)
    log = play(log, EXAMPLE)
    assert log.game.totals == (26, 9, 1, -26)
    assert log.game.deals[0].score is not None
    assert log.game.deals[0].score.points == (-20, 19, -10, -40)
    assert str(undo(undo(log)).undo_label) == "South said 2"


@pytest.mark.parametrize(
    ("kind", "given", "deal", "code", "field"),
    [
        (Kind.START, {"start-1": "1000000"}, None, "start-out-of-range", "start-1"),
        (Kind.START, {"start-1": "ten"}, None, "not-a-number", "start-1"),
        (Kind.START, {"start": [0, 0, 300, 0]}, None, "over-at-once", "start-0"),
        (Kind.START, {"start": [0, 0, 0, 0]}, None, "unchanged", None),
        (Kind.START, {"start": [1, 2]}, None, "no-start", None),
        (Kind.RULES, {"rules": {"bags": 10}}, 1, "unknown-rule", "bags"),  # of Spades
        (Kind.RULES, {}, 1, "incomplete", "rules"),
        (Kind.ORDER, {"order": [0, 1, 1, 3]}, 1, "order-incomplete", "order"),
        (Kind.ORDER, {"order": [0, 1, 2, 3]}, 1, "unchanged", None),
        (Kind.ORDER, {"order": [0, 2, 1, 3]}, 4, "no-such-hand", "hand"),
        (Kind.HANDS, {"new": [{"facts": list(EXAMPLE)}]}, 0, "no-such-hand", "hand"),
        (Kind.HANDS, {"new": [{"facts": list(EXAMPLE)}]}, 4, "no-such-hand", "hand"),
        (Kind.HANDS, {"new": [{"facts": list(EXAMPLE[:2])}]}, 1, "hand-incomplete", None),
        (Kind.HANDS, {"new": [{"facts": [{"bid": "1C", "winner": 0}]}]}, 1, "hand-unfit", None),
        (Kind.HANDS, {"new": []}, 1, "no-hands", None),
        (Kind.REMOVAL, {}, 3, "no-such-hand", None),
        (Kind.REMOVAL, {}, None, "no-such-hand", None),
        (Kind.DEALT, {"dealer": 1}, 3, "no-such-hand", None),
        (Kind.DEALT, {}, 1, "no-dealer", "dealer"),
        (Kind.DEALT, {"dealer": "4"}, 1, "no-such-seat", "dealer"),
        (Kind.DEALT, {"dealer": 0}, 1, "unchanged", None),
        (Kind.ENDING, {"ending": {"goal": "schedule"}}, None, "no-such-goal", "goal"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused_with_its_place(
    kind: Kind, given: dict[str, Any], deal: int | None, code: str, field: str | None
) -> None:
    log = play(log_of(ending=Ending(target=300)), EXAMPLE, ALL_MADE)
    with pytest.raises(EntryError) as refused:
        checked_entry(log, kind, deal, given)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_rules_noticed_at_the_first_all_pass_lead_back_into_that_hand() -> None:
    begun = log_of().game.setup
    begun = replace(begun, rules=replace(begun.rules, exchanges=0))
    log = play(Log.of(begun), EXAMPLE, THROWN_IN)
    other = replace(log.game.setup.rules, exchanges=2)
    log = record(log, Kind.RULES, {"rules": house_rules.to_json(other)}, 2)
    assert log.game.current.number == 2
    assert log.game.step is not None
    assert log.game.step.scene.exchange == 1
    assert log.game.setup.at(1).rules.exchanges == 0
    told = "The number of exchanges when all pass is at most 2, from hand 2 on"
    assert str(log.undo_label) == told


def test_a_switch_that_was_changed_is_named_without_yes_and_no() -> None:
    label = "The highest bidder may raise their own bid"
    log = play(log_of(), EXAMPLE)
    for number, raises, told in ((2, False, f"without “{label}”"), (3, True, label)):
        rules = replace(log.game.setup.rules, own_raise=raises)
        log = record(log, Kind.RULES, {"rules": house_rules.to_json(rules)}, number)
        assert str(log.undo_label) == f"{told}, from hand {number} on"
        log = play(log, EXAMPLE)


def test_hands_that_other_rules_forbid_are_named() -> None:
    low: Fact = {"bid": "5C", "winner": 0}
    log = play(log_of(), EXAMPLE, [low, *ALL_MADE[1:]], EXAMPLE)
    other = house_rules.to_json(replace(log.game.setup.rules, lowest_bid=6))
    with pytest.raises(EntryError) as refused:
        checked_entry(log, Kind.RULES, 1, {"rules": other})
    assert refused.value.code == "hands-unfit"
    assert getattr(refused.value, "numbers", ()) == (2,)
    assert record(log, Kind.RULES, {"rules": other}, 4).game.totals == log.game.totals


def test_who_wins_and_where_totals_begin_are_agreed_for_the_whole_game() -> None:
    book = rulebooks()["points"]
    down = book.preset("down-501").rules
    low = replace(down, wins=Wins.LOW)
    log = Log.of(Setup(book, down, book.agreed(Ending(), down, 3), 3, SOUTH))
    log = play(log, [{"points": [16, 19, 18]}], [{"points": [5, 6, 17]}])
    fact: Fact = {"rules": house_rules.to_json(low)}
    with pytest.raises(EntryError) as refused:
        checked_entry(log, Kind.RULES, 3, fact)
    assert refused.value.code == "agreed-for-the-game"
    whole = record(log, Kind.RULES, fact, 1).game
    assert (whole.totals, whole.setup.ending.start) == ((21, 25, 35), 0)


def test_a_shorter_schedule_keeps_the_hands_played_before_it() -> None:
    book = rulebooks()["wizard"]
    rules = book.presets[0].rules
    ending = book.agreed(book.endings.usual, rules, 4)
    log = Log.of(Setup(book, rules, ending, 4, SOUTH))
    for _ in range(4):
        log = with_hand(log, Random(1))
    before = log.game
    fact: Fact = {"rules": house_rules.to_json(replace(rules, hands=2))}
    log = record(log, Kind.RULES, fact, 5)
    assert log.game.over
    assert log.game.totals == before.totals
    assert [deal.score for deal in log.game.deals] == [deal.score for deal in before.deals]
    assert replay(Log.of(log.begun), log.done).game == log.game


def test_a_game_plays_on_to_another_end() -> None:
    log = play(log_of(ending=Ending(target=35)), EXAMPLE, ALL_MADE)
    assert log.game.winners == (WEST,)
    longer = house_rules.to_json(Ending(target=500))
    log = record(log, Kind.ENDING, {"ending": longer})
    assert (log.game.over, log.game.current.number) == (False, 3)
    log = play(log, ALL_MADE)
    shorter = {"ending": house_rules.to_json(Ending(target=50))}
    assert record(log, Kind.ENDING, shorter).game.winners == (WEST,)
    stopped = record(log, Kind.STOP, {})
    assert not record(stopped, Kind.ENDING, {"ending": longer}).game.over


def test_in_another_order_the_numbers_stay_and_the_dealers_follow() -> None:
    log = record(play(log_of(), EXAMPLE, ALL_MADE), Kind.ORDER, {"order": [0, 2, 1, 3]}, 1)
    assert [deal.dealer for deal in log.game.deals] == [SOUTH, NORTH]
    assert log.game.current.dealer == WEST
    assert log.game.totals == (-30, 38, 9, -21)
    assert dict(log.game.deals[0].score.scene.contracts) == {0: 2, 1: 3, 2: 7, 3: 0}  # type: ignore[union-attr]


def test_a_running_hand_that_the_order_forbids_goes_on_as_it_was_begun() -> None:
    """East has spoken after North; in the new order it would be South's turn."""
    log = record(play(log_of(), ALL_MADE, EXAMPLE[:2]), Kind.ORDER, {"order": [0, 1, 3, 2]}, 1)
    assert (log.game.deals[1].flaw, log.game.deals[1].record.order) == (None, ())
    assert log.game.step is not None
    assert (log.game.step.key, log.game.current.dealer) == ("contract-0", WEST)
    log = play(log, EXAMPLE[2:])
    assert (log.game.totals, log.game.current.dealer) == ((-30, 38, 9, -21), EAST)


def test_a_hand_put_in_moves_the_dealers_or_leaves_them() -> None:
    log = play(log_of(), EXAMPLE, ALL_MADE)
    new = {"new": [{"facts": list(ALL_MADE)}]}
    moved = record(log, Kind.HANDS, new, 2).game
    stayed = record(log, Kind.HANDS, new | {"stay": "1"}, 2).game
    assert [deal.dealer for deal in moved.deals] == [SOUTH, WEST, NORTH]
    assert moved.current.dealer == EAST
    assert [deal.dealer for deal in stayed.deals] == [SOUTH, WEST, WEST]
    assert stayed.current.dealer == NORTH
    assert moved.totals == stayed.totals == (-40, 57, 28, -2)


def test_what_holds_from_a_hand_on_moves_with_it() -> None:
    log = play(log_of(), EXAMPLE, ALL_MADE)
    other = replace(log.game.setup.rules, lowest_bid=6)
    log = record(log, Kind.RULES, {"rules": house_rules.to_json(other)}, 3)
    longer = record(log, Kind.HANDS, {"new": [{"facts": list(ALL_MADE)}]}, 1)
    assert [longer.game.setup.at(number).rules.lowest_bid for number in (3, 4)] == [5, 6]
    shorter = record(log, Kind.REMOVAL, {}, 1)
    assert [shorter.game.setup.at(number).rules.lowest_bid for number in (1, 2)] == [5, 6]


@pytest.mark.parametrize(
    ("stay", "dealers"), [("", [NORTH, EAST, SOUTH]), ("1", [NORTH, WEST, NORTH])]
)
def test_another_dealer_moves_the_later_ones_along_or_leaves_them(
    stay: str, dealers: list[Seat]
) -> None:
    log = play(log_of(), EXAMPLE, ALL_MADE)
    changed = record(log, Kind.DEALT, {"dealer": "2", "stay": stay}, 1)
    now = [*changed.game.deals, changed.game.current]
    assert [deal.dealer for deal in now] == dealers
    assert changed.game.totals == log.game.totals
    assert str(changed.undo_label) == "dealer of hand 1"
    running = record(log, Kind.ANSWER, EXAMPLE[0], None)
    with pytest.raises(EntryError) as refused:
        checked_entry(running, Kind.DEALT, 3, {"dealer": 0})
    assert refused.value.code == "deal-begun"


def test_a_paste_of_hands_is_one_undo() -> None:
    hands = [{"facts": list(EXAMPLE)}, {"facts": list(ALL_MADE), "dealer": 3}]
    log = record(play(log_of(), ALL_MADE), Kind.HANDS, {"new": hands}, 2)
    assert [deal.dealer for deal in log.game.deals] == [SOUTH, WEST, EAST]
    assert str(log.undo_label) == "2 hands put in, from hand 2 on"
    assert len(undo(log).game.deals) == 1


def test_a_stored_act_that_cannot_be_read_is_refused() -> None:
    log = play(log_of(), EXAMPLE, ALL_MADE)
    for kind, deal, fact in (
        (Kind.ORDER, 1, {"order": [0, 2, 1, 3]}),  # the answers stay in the old order
        (Kind.HANDS, 9, {"new": [{"facts": list(EXAMPLE)}]}),
        (Kind.REMOVAL, 9, {}),
        (Kind.START, 1, {"start": "much"}),
        (Kind.RULES, 1, {"rules": 7}),
        (Kind.REMOVAL, 1, {"hands": [{"hand": 1, "dealer": 9}]}),
        (Kind.ENDING, 1, {"ending": {}, "after": -1}),
    ):
        with pytest.raises(Exception, match="entry") as refused:
            replay(log, [Entry(kind, deal, fact)])  # type: ignore[arg-type]
        assert type(refused.value).__name__ == "ForbiddenEntry", (kind, refused.value)
