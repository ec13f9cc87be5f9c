"""Partial hands: scores, gaps in the statistics, export and import."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.exchange import importing
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.hand_entries import judge
from scorekeeper.games.israeli_whist.house_rules import AfterAllPass, DeclarerContract
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES
from scorekeeper.games.israeli_whist.statistics import ContractStatistics
from scorekeeper.games.registry import rulebooks
from scorekeeper.insight.what_if import left_out, rescore
from scorekeeper.ledger import player_figures, tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind, Log, checked_entry
from scorekeeper.ledger.game_results import Span
from scorekeeper.ledger.history import acts_of, history
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.rules.steps import Fact, Json
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import HAND

KNOWN: dict[str, Json] = {"contracts": [2, 3, 7, 0], "tricks": [0, 3, 8, 2]}
POINTS: dict[str, Json] = {"points": [-20, 19, -10, -40]}


def after(log: Log, known: Json) -> Log:
    return log.after([checked_entry(log, Kind.ANSWER, None, {"partial": known})])


def record(store: Store, game: int, *facts: Fact) -> None:
    for fact in facts:
        store.record(
            1, game, key=new_key(), revision=store.revision(1, game), kind=Kind.ANSWER, given=fact
        )


@pytest.mark.parametrize(
    ("known", "points", "label"),
    [
        (KNOWN, (-20, 19, -10, -40), "1 under, auction not recorded"),
        (POINTS, (-20, 19, -10, -40), "points only"),
        ({"points": [5, 0, 0, 0]}, (5, 0, 0, 0), "points only"),
    ],
)
def test_what_is_known_is_scored_and_marked(
    known: Json, points: tuple[int, ...], label: str
) -> None:
    deal = after(Log.of(setup_of()), known).game.deals[0]
    assert deal.score is not None
    assert (deal.score.points, str(deal.score.label), deal.counts) == (points, label, True)
    assert (deal.score.scene.bid, deal.score.scene.declarer) == (None, None)


def test_tricks_alone_are_a_bonus_round_where_the_rules_have_one() -> None:
    tricks: Json = {"tricks": [0, 3, 8, 2]}
    usual = setup_of()
    bonus = replace(usual, rules=replace(usual.rules, passed_out=AfterAllPass.BONUS))
    played = after(Log.of(bonus), tricks).game
    assert played.totals == (50, -30, -80, -20)
    with pytest.raises(EntryError, match="tricks score in a bonus round only"):
        after(Log.of(setup_of()), tricks)


@pytest.mark.parametrize(
    ("known", "code"),
    [
        ({}, "nothing-known"),
        ("7", "nothing-known"),
        ([7], "nothing-known"),
        ({"contracts": [2, 3, 8, 0], "tricks": [0, 3, 8, 2]}, "contract-barred"),
        ({"contracts": [2, 3, 7, 0], "tricks": [0, 3, 8, 1]}, "tricks-do-not-add-up"),
        ({"contracts": [2, 3, 7], "tricks": [0, 3, 8, 2]}, "wrong-number-of-values"),
        ({"contracts": [2, 3, None, 0], "tricks": [0, 3, 8, 2]}, "number-missing"),
        ({"contracts": [2, 3, 14, 0], "tricks": [0, 3, 8, 2]}, "number-out-of-range"),
        ({"points": [1, 2, 3, "x"]}, "not-a-number"),
        (KNOWN | {"contracts": [2, 3, 4, 0], "bid": "C"}, "no-declarer"),  # nobody bid 5
        (KNOWN | {"declarer": 0}, "no-declarer"),
        (KNOWN | {"bid": "8C"}, "no-declarer"),
        (KNOWN | {"bid": "14"}, "bid-off-ladder"),
        (KNOWN | {"bid": "7X"}, "not-a-bid"),
        (KNOWN | {"declarer": 4}, "no-such-seat"),
        (KNOWN | {"bid": "7C", "declarer": 2}, "nothing-missing"),
        (KNOWN | POINTS, "known-twice"),
    ],
)
def test_what_cannot_be_is_refused(known: Json, code: str) -> None:
    with pytest.raises(EntryError) as refused:
        after(Log.of(setup_of()), known)
    assert refused.value.code == code


def test_while_a_hand_is_running_nothing_is_known_in_part() -> None:
    log = Log.of(setup_of())
    log = log.after([checked_entry(log, Kind.ANSWER, None, HAND[0])])
    with pytest.raises(EntryError) as refused:
        after(log, KNOWN)
    assert refused.value.code == "deal-begun"


@pytest.mark.parametrize(
    ("game", "players", "known", "code"),
    [
        ("bid-whist", 4, {"points": [3, -4]}, None),
        ("bid-whist", 4, {"contracts": [1, 1, 1, 1], "tricks": [6, 7]}, "tricks-alone"),
        ("hearts", 4, {"points": [0, 0, 0, 26]}, None),
        ("spades", 4, {"points": [50, -30]}, "hand-carries"),  # bags carry over to the next hand
    ],
)
def test_other_games_take_the_points_alone_where_a_hand_leaves_nothing_else(
    game: str, players: int, known: dict[str, Json], code: str | None
) -> None:
    book = rulebooks()[game]
    ending = book.agreed(Ending(goal=Goal.OPEN), book.presets[0].rules, players)
    setup = Setup(book, book.presets[0].rules, ending, players, setup_of().first_dealer)
    if code is None:
        totals = after(Log.of(setup), known).game.totals
        assert list(totals) == known["points"]
        return
    with pytest.raises(EntryError) as refused:
        after(Log.of(setup), known)
    assert refused.value.code == code


def test_it_can_be_undone_corrected_and_made_whole() -> None:
    log = after(Log.of(setup_of()), KNOWN)
    undo = log.after([checked_entry(log, Kind.UNDO, None, {})])
    assert undo.game.totals == (0, 0, 0, 0)
    facts = [{"partial": {"points": [1, 2, 3, 4]}}]
    points = log.after([checked_entry(log, Kind.CORRECTION, 1, {"facts": facts})])
    assert points.game.totals == (1, 2, 3, 4)
    whole = points.after([checked_entry(points, Kind.CORRECTION, 1, {"facts": list(HAND)})])
    assert whole.game.totals == (-20, 19, -10, -40)
    assert whole.game.deals[0].score is not None
    assert whole.game.deals[0].score.scene.declarer is not None


def test_figures_that_need_what_is_missing_leave_it_out(store: Store) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    record(store, game, *HAND, {"partial": KNOWN}, {"partial": POINTS})
    FigureCounter(store).refresh(1, 60)
    (west,) = (
        counts
        for player, counts in player_figures.counts(store, 1, "israeli-whist", Span()).items()
        if store.game(1, game).people.name(player) == "Ben"
    )
    cases = {key: count.cases for key, count in west.items() if not key.startswith("left-")}
    assert cases == {
        "points": 3,
        **dict.fromkeys(("made", "made-size-3", "points-size-3"), 2),
        **dict.fromkeys(("too-many", "too-few", "off", "biggest", "zero"), 2),
        **dict.fromkeys(("made-other", "declared", "made-C", "made-last-barred"), 1),
        **dict.fromkeys(("points-squares", "points-products", "points-sizes"), 1),  # one a game
    }


@pytest.mark.parametrize(
    ("noted", "counted"),
    [
        ({"bid": "7C"}, {"made-C"}),
        ({"bid": "C"}, {"made-C"}),
        ({"bid": "7"}, set()),
        ({"declarer": 2}, {"made-declarer", "declared"}),
        ({"bid": "C", "declarer": 2}, {"made-C", "made-declarer", "declared", "declarer-C"}),
    ],
)
def test_what_was_noted_of_the_auction_counts_where_it_is_enough(
    noted: dict[str, Json], counted: set[str]
) -> None:
    deal = after(Log.of(setup_of()), KNOWN | noted).game.deals[0]
    of_auction = {"made-C", "made-declarer", "made-other", "declared", "declarer-C"}
    of_auction |= {"made-last-barred", "made-last-free", "made-not-last"}
    assert {
        case.key for case in ContractStatistics().cases(deal, deal) if case.seat == 2
    } & of_auction == counted


def test_a_declarer_who_may_go_above_the_bid_contracts_for_as_many_at_least() -> None:
    usual = setup_of()
    rules = replace(usual.rules, declarer_contract=DeclarerContract.AT_LEAST)
    log = Log.of(replace(usual, rules=rules))
    assert after(log, KNOWN | {"bid": "6C"}).game.totals == (-20, 19, -10, -40)
    with pytest.raises(EntryError, match="contracts for 8 at least"):
        after(log, KNOWN | {"bid": "8C"})


def test_under_other_rules_points_alone_are_left_out_and_contracts_are_scored() -> None:
    log = after(after(Log.of(setup_of()), KNOWN), POINTS)
    rules = replace(log.game.setup.rules, scheme=SCHEMES["elhanani"])
    other = rescore(log.game, rules)
    assert [deal.number for deal in left_out(log.game, other)] == [2]
    assert other.totals == (-10, 9, -5, -35)


def test_it_is_told_in_the_history(store: Store) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    record(store, game, {"partial": KNOWN}, {"partial": POINTS})
    acts = history(setup_of(), acts_of(store, 1, game))
    assert [str(act.sentences[0]) for act in acts] == [
        "no auction recorded; contracts: South\u00a02, West\u00a03, North\u00a07, East\u00a00; "
        "tricks: South\u00a00, West\u00a03, North\u00a08, East\u00a02",
        "points only: South\u00a0-20, West\u00a0+19, North\u00a0-10, East\u00a0-40",
    ]


def test_an_export_with_it_comes_back(store: Store, tmp_path: Path) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    record(store, game, *HAND, {"partial": KNOWN}, {"partial": POINTS})
    text = "".join(as_json(store.path, Scope(1), store.now()))
    path = tmp_path / "scores.json"
    path.write_text(text, "utf-8")
    other = Store.open(tmp_path / "other.db")
    table = tables.first(other).id
    importing.bring_in(other, table, importing.survey_file(other, table, path))
    assert other.game(table, 1).game.totals == store.game(1, game).game.totals
    assert importing.survey_file(other, table, path).known == 1


@pytest.mark.parametrize(
    ("text", "totals", "labels"),
    [
        ("South,West,North,East\n2/0,3/3,7/8,0/2", (-20, 19, -10, -40),
         "1 under, auction not recorded"),
        ("bid,declarer,South,West,North,East\n,,2-0,3-3,7-8,0-2\n7C,North,2/0,3/3,7/8,0/2",
         (-40, 38, -20, -80), "1 under, auction not recorded/1 under"),
        ("contracts;tricks\n2 3 7 0;0 3 8 2", (-20, 19, -10, -40), "1 under, auction not recorded"),
        ("hand,South points,West points,North points,East points\n1,-20,19,\u221210,-40",
         (-20, 19, -10, -40), "points only"),
        ("hand;points\n1;-20 19 -10 -40", (-20, 19, -10, -40), "points only"),
        ("bid,declarer,South,West,North,East\n7C,,2-0,3-3,7-8,0-2\n,North,2-0,3-3,7-8,0-2",
         (-40, 38, -20, -80), "1 under, declarer not recorded/1 under, trumps not recorded"),
        ("trumps,South,West,North,East\n♣,2/0,3/3,7/8,0/2\nKreuz,2/0,3/3,7/8,0/2",
         (-40, 38, -20, -80), "1 under, declarer not recorded/1 under, declarer not recorded"),
        ("bid,declarer,South,West,North,East\n7,North,2-0,3-3,7-8,0-2\nC,North,2-0,3-3,7-8,0-2",
         (-40, 38, -20, -80),
         "1 under, trumps not recorded/1 under, number of the bid not recorded"),
        ("bid,trumps,South,West,North,East\n7,♥,2-0,3-3,7-8,0-2\n7,,2-0,3-3,7-8,0-2",
         (-40, 38, -20, -80), "1 under, declarer not recorded/1 under, auction not recorded"),
        ("bid,points\n7C,-20 19 -10 -40", (-20, 19, -10, -40), "points only"),
    ],
)  # fmt: skip
def test_rows_without_all_of_an_auction_are_taken(
    text: str, totals: tuple[int, ...], labels: str
) -> None:
    log = Log.of(setup_of())
    paper = judge(log, ("South", "West", "North", "East"), text)
    assert [str(each.sentence) for each in paper.remarks] == []
    game = log.after(paper.entries).game
    assert game.totals == totals
    assert "/".join(str(deal.score.label) for deal in game.deals if deal.score) == labels


def test_wrong_rows_are_told_with_their_lines() -> None:
    text = "South,West,North,East\n2/0,3/3,7/8,0/2\n2/0,3/3,8/8,0/2\n2/0,3/3,7/8,0/2\n2/0,,7/8,0/2"
    paper = judge(Log.of(setup_of()), ("South", "West", "North", "East"), text)
    assert [(each.line, str(each.reason)) for each in paper.remarks] == [
        (3, "The four contracts add up to 13, which is not allowed."),
        (5, "A number is missing in this row."),
    ]
    assert [row.line for row in paper.rows] == [2]
