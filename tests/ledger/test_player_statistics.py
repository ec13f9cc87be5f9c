"""Player statistics: counted again after every change, by evening, span and player."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Sequence

import pytest

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.registry import rulebooks
from scorekeeper.insight import player_records
from scorekeeper.insight.player_records import _student
from scorekeeper.ledger import backups, game_results, player_figures, sessions, tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.game_results import Span
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.player_figures import GAMES, LEFT, FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import players_at
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.figures import Count
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SEATS
from tests.ledger.season import record_season

Rows = Callable[[str], list[tuple[object, ...]]]


def counted(store: Store, span: Span | None = None) -> list[tuple[object, ...]]:
    """The program's figures for a page: player, key, cases, sum, lowest and highest value."""
    assert FigureCounter(store).refresh(1, 60) == 0
    shown = {figure.key for figure in player_figures.known_figures(ISRAELI_WHIST)}
    counts = player_figures.counts(store, 1, ISRAELI_WHIST.key, span or Span())
    return sorted(
        (player, key, count.cases, count.total, count.low, count.high)
        for player, keys in counts.items()
        for key, count in keys.items()
        if key in shown
    )


def test_the_counts_of_a_players_page_are_theirs_among_all(store: Store) -> None:
    record_season(store, 8, 3)
    FigureCounter(store).refresh(1, 60)
    people = [player.id for player in players_at(store, 1)]
    keys = player_figures.page_keys(ISRAELI_WHIST, people)
    every = player_figures.counts(store, 1, "israeli-whist", Span())
    awarded = {award.key for award in ISRAELI_WHIST.awards}
    for player in people:
        shown = {key: count for key, count in every[player].items() if key in keys}
        assert len(shown) > 20
        assert every[player].keys() - shown.keys() <= awarded
        assert player_figures.counts(
            store, 1, "israeli-whist", Span(), players=[player], keys=keys
        ) == {player: shown}


def test_the_points_of_each_evening_come_to_those_of_all(store: Store) -> None:
    record_season(store, 8, 3)
    FigureCounter(store).refresh(1, 60)
    player = players_at(store, 1)[0].id
    evenings = player_figures.by_evening(store, 1, "israeli-whist", Span(), player)
    assert [day for _, day, _ in evenings] == sorted(day for _, day, _ in evenings)
    every = player_figures.counts(store, 1, "israeli-whist", Span())[player]["points"]
    assert sum(count.cases for _, _, count in evenings) == every.cases
    assert sum(count.total for _, _, count in evenings) == every.total


def test_a_new_entry_a_correction_and_an_undo_are_counted_again(store: Store, rows: Rows) -> None:
    game = record_season(store, 2, 7)[0]
    before = counted(store)
    facts = [dict(fact) for fact in store.game(1, game).game.deals[0].reading.facts]
    tricks = facts[-1]["tricks"]
    assert isinstance(tricks, list)
    facts[-1] = {"tricks": tricks[1:] + tricks[:1]}
    revision = store.revision(1, game)
    given = {"facts": facts}
    store.record(
        1, game, key=new_key(), revision=revision, kind=Kind.CORRECTION, given=given, deal=1
    )
    corrected = counted(store)
    assert corrected != before
    undo = {"key": new_key(), "revision": revision + 1, "kind": Kind.UNDO, "given": {}}
    store.record(1, game, **undo)  # type: ignore[arg-type]  # spelled as a mapping
    assert counted(store) == before


def test_a_span_of_days_and_a_session_take_their_evenings_alone(store: Store) -> None:
    record_season(store, 6, 4, hands=4)
    evenings = sessions.newest(store, 1, 10)
    assert len(evenings) == 3
    apart = [counted(store, Span(session_id=evening.id)) for evening in evenings]
    points = [sum(row[2] for row in figures if row[1] == "points") for figures in apart]  # type: ignore[misc]
    assert points == [2 * 4 * 4] * 3
    first_two = Span(last=evenings[1].date)
    assert sum(row[2] for row in counted(store, first_two) if row[1] == "points") == 2 * 32  # type: ignore[misc]
    assert counted(store, Span(first=evenings[0].date + dt.timedelta(days=1))) == []


def test_a_session_that_is_gone_is_forgotten(store: Store, rows: Rows) -> None:
    games = record_season(store, 3, 4, hands=2)
    counted(store)
    old, new = rows("select id from sessions order by id")
    sessions.move(store, 1, [games[2]], int(str(new[0])), int(str(old[0])))
    counted(store)
    assert rows("select distinct session_id from counts") == [old]
    assert rows("select session_id from counted") == [old]


def test_what_is_counted_in_steps_is_what_is_counted_at_once(store: Store, rows: Rows) -> None:
    record_season(store, 10, 2, hands=2)
    counter = FigureCounter(store)
    left = [counter.refresh(1, 0.0) for _ in range(2)]
    counter.finish(1).join(60)
    in_steps = rows("select * from counts order by 1, 2, 3, 4")
    with store.transaction() as db:
        db.execute("delete from counts")
        db.execute("delete from counted")
    assert left == [4, 3]
    assert FigureCounter(store).refresh(1, 60) == 0
    assert rows("select * from counts order by 1, 2, 3, 4") == in_steps


@pytest.mark.parametrize(
    ("values", "count"),
    [
        ([1], Count(1, 1, 1, 1, 1)),
        ([1, 1, 0, 1], Count(4, 3, 0, 1, 2)),
        ([0, 1, 1, 1], Count(4, 3, 0, 1, 3)),
        ([-50, 35, 110], Count(3, 95, -50, 110, 2)),
    ],
)
def test_cases_add_up(values: list[int], count: Count) -> None:
    assert Count.of(values) == count


def test_every_game_names_each_figure_once_and_finds_cases_of_known_figures_only(
    store: Store,
) -> None:
    kinds = ("israeli-whist", "bid-whist")
    record_season(store, 12, 5, kinds=kinds)
    FigureCounter(store).refresh(1, 60)
    for kind in kinds:
        book = rulebooks()[kind]
        keys = [figure.key for figure in player_figures.known_figures(book)]
        awarded = {award.key for award in book.awards}
        with_cases = {
            key
            for figures in player_figures.counts(store, 1, kind, Span()).values()
            for key in figures
        }
        assert len(keys) == len(set(keys))
        assert {key for key in with_cases if not key.startswith(LEFT)} <= set(keys) | awarded | set(
            GAMES
        )
        assert awarded <= with_cases


def margin_of_games(points: Sequence[int], hands: Sequence[int]) -> float:
    """Half the width of the interval of points a hand, from points and hands of games."""
    games, mean = len(points), sum(points) / sum(hands)
    squares = sum((total - mean * size) ** 2 for total, size in zip(points, hands, strict=True))
    return _student(games - 1) * math.sqrt(squares * games / (games - 1)) / sum(hands)


def test_points_at_the_start_are_no_part_of_how_far_points_a_hand_are_believed(
    store: Store,
) -> None:
    """Counts down from 501: 20 and 30 points a hand, in games of two hands and of one."""
    book = rulebooks()["points"]
    rules = book.preset("down-501").rules
    ending = book.agreed(Ending(goal=Goal.OPEN), rules, 2)
    setup = Setup(book, rules, ending, 2, SEATS[0])
    for hands in ([(20, 30), (20, 40)], [(10, 50)]):
        game = new_game(store, tables.first(store).id, new_key(), setup, ("Anna", "Ben"))
        for number, taken in enumerate(hands):
            given = {"points": list(taken)}
            store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=given)
        store.record(1, game, key=new_key(), revision=len(hands), kind=Kind.STOP, given={})
    FigureCounter(store).refresh(1, 60)
    counted = player_figures.counts(store, 1, "points", Span())
    first, second = (counted[player.id] for player in players_at(store, 1))
    assert player_figures.margin(first) == pytest.approx(margin_of_games([-40, -10], [2, 1]))
    assert player_figures.margin(second) == pytest.approx(margin_of_games([-70, -50], [2, 1]))
    records = player_records.records(game_results.played(store, 1, book, Span()))
    anna = records[players_at(store, 1)[0].id]
    assert (anna.best, anna.worst, anna.low) == (461, 491, True)


def test_with_whom_on_the_left_the_best_stands_first() -> None:
    counted = {f"{LEFT}{who}": Count(10, points, 0, 0) for who, points in ((1, 50), (2, 90))}
    assert [who for who, _ in player_figures.with_on_the_left(counted)] == [2, 1]
    assert [who for who, _ in player_figures.with_on_the_left(counted, low=True)] == [1, 2]


def test_counts_of_a_replaced_file_are_not_written_into_the_new_one(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The file is replaced while its games are counted; the stamps of both files are equal."""
    record_season(store, 1, seed=1, hands=2)
    copy = store.path.with_name("copy.db")
    backups.back_up(store.path, copy)

    def replaced(*_: object) -> dict[object, object]:
        copy.replace(store.path)
        return {}

    counter = FigureCounter(store)
    with monkeypatch.context() as patched:
        patched.setattr(player_figures, "count", replaced)
        assert counter.refresh(1, 60) == 1
    assert counter.refresh(1, 60) == 0
    assert player_figures.counts(store, 1, "israeli-whist", Span())
