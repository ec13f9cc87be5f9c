"""Somebody else takes a seat: who plays which hand, what counts for whom, and every way back."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.engine.analysis.what_if import alternatives
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.ledger.entries.game_log import Kind
from scorekeeper.ledger.entries.history import acts_of, history, seat_changes
from scorekeeper.ledger.entries.outcome import Became, Outcome, Submission
from scorekeeper.ledger.entries.store import Store
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.evenings.games import new_game
from scorekeeper.ledger.exchange.document_import import bring_in, survey
from scorekeeper.ledger.exchange.export import Scope, as_json
from scorekeeper.ledger.exchange.hands_csv import as_csv
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.maintenance import doctor
from scorekeeper.ledger.people.seats import SeatChange, Sitting, Stint, credited
from scorekeeper.ledger.statistics.date_span import Span
from scorekeeper.ledger.statistics.evening_counts import Counter
from scorekeeper.ledger.statistics.game_results import results_of, tallies, there
from scorekeeper.ledger.statistics.played_games import finishes, played
from scorekeeper.ledger.statistics.player_statistics import counts
from scorekeeper.ledger.statistics.ratings import ratings
from scorekeeper.ledger.statistics.rescoring import what_if
from scorekeeper.ledger.tables import player_names
from scorekeeper.ledger.tables.player_list import players_at
from scorekeeper.ledger.tables.tables import first
from tests.conftest import PLAYERS, setup_of
from tests.ledger.example import POINTS, play

Rows = Callable[[str], list[tuple[object, ...]]]
ANNA, BEN, CHAIM, DANA, EVA = 1, 2, 3, 4, 5


@pytest.fixture
def game(store: Store) -> int:
    """A game with one hand."""
    begun = new_game(store, first(store).id, "game", setup_of(), PLAYERS)
    play(store, begun)
    return begun


def change(
    store: Store,
    hand: int,
    seat: int = 1,
    name: str | None = "Eva",
    *,
    game: int = 1,
    revision: int | None = None,
    key: str = "",
    was: int | None = None,
) -> Outcome:
    """Give a seat to somebody from a hand on; without a name, take a change back."""
    seen = store.game(1, game).log.revision if revision is None else revision
    given = {"seat": str(seat)} | ({} if name is None else {"name": name})
    given |= {} if was is None else {"was": str(was)}
    return store.submit(1, game, Submission(key or new_key(), seen, Kind.SEAT, given, hand))


def act(store: Store, kind: Kind) -> Outcome:
    seen = store.game(1, 1).log.revision
    return store.submit(1, 1, Submission(new_key(), seen, kind, {}))


def seated(store: Store, *hands: int) -> list[str]:
    """Who has Ben's seat in some hands."""
    record = store.game(1, 1)
    return [record.names(hand)[1] for hand in hands]


def export(store: Store, **scope: int) -> str:
    return "".join(as_json(store.path, Scope(1, **scope), "2026-03-06T18:00:00.000+00:00"))


def brought_in(text: str, folder: Path) -> Store:
    """Another score file into which a document was brought."""
    path = folder / "export.json"
    path.write_text(text, "utf-8")
    other = Store.open(folder / "other.db")
    first(other)
    bring_in(other, 1, survey(other, 1, path))
    return other


def test_a_hand_is_the_one_of_who_sat_there(store: Store, game: int) -> None:
    outcome = change(store, 2)
    assert (outcome.became, outcome.record.players) == (
        Became.RECORDED,
        ("Anna", "Eva", "Chaim", "Dana"),
    )
    play(store, game)
    assert seated(store, 1, 2, 3) == ["Ben", "Eva", "Eva"]
    assert store.game(1, 1).game.totals == tuple(2 * points for points in POINTS)
    assert store.game(1, 1).seat_names[1] == ("Ben", "Eva")


def test_a_seat_can_change_hands_again_and_go_back(store: Store, game: int) -> None:
    play(store, game)
    change(store, 2)
    change(store, 3, name="ben")  # as typed, the same player
    assert seated(store, 1, 2, 3) == ["ben", "Eva", "ben"]  # the latest spelling is kept
    assert [one.id for one in players_at(store, 1)] == [ANNA, BEN, CHAIM, DANA, EVA]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ((2, 1, "Ben"), "2 has this seat already."),
        ((2, 1, "Chaim"), "3 plays in another seat of this game."),
        ((2, 1, "chaim"), "3 plays in another seat of this game."),
        ((2, 1, "  "), "Every player needs a name."),
        ((2, 1, "x" * 25), "A name has at most 24 characters; this one has 25."),
        ((2, 9, "Eva"), "A seat is a number from 0 to 3."),
        ((0, 1, "Eva"), "The change begins in one of the hands from 1 to 2."),
        ((3, 1, "Eva"), "The change begins in one of the hands from 1 to 2."),
        ((1, 1, None), "This change was taken back meanwhile."),
    ],
)
def test_what_cannot_be_is_refused_and_leaves_nobody_behind(
    store: Store, game: int, given: tuple[int, int, str | None], reason: str
) -> None:
    before = store.db.execute("select * from players").fetchall()
    outcome = change(store, *given)
    assert (outcome.became, str(outcome.decision.reason)) == (Became.REFUSED, reason)
    assert store.db.execute("select * from players").fetchall() == before


def test_who_gave_up_a_seat_cannot_take_another_in_the_same_game(store: Store, game: int) -> None:
    """The game could not be counted for both of their seats."""
    change(store, 2)
    assert change(store, 2, seat=3, name="Ben").became is Became.REFUSED
    assert change(store, 2, seat=3, name="Fred").became is Became.RECORDED


def test_the_same_tap_twice_is_one_change(store: Store, game: int) -> None:
    one = change(store, 2, key="tap")
    two = change(store, 2, key="tap", revision=one.revision - 1)
    assert (one.became, two.became) == (Became.RECORDED, Became.REPEATED)
    assert store.game(1, 1).log.revision == one.revision


def test_a_tap_meanwhile_does_not_matter_a_change_of_seats_does(store: Store, game: int) -> None:
    seen = store.game(1, 1).log.revision
    play(store, game)
    assert change(store, 2, revision=seen).became is Became.RECORDED
    late = change(store, 2, name="Fred", revision=seen)
    assert (late.became, seated(store, 2)) == (Became.SUPERSEDED, ["Eva"])


def test_undo_and_redo_name_it_and_do_it(store: Store, game: int, rows: Rows) -> None:
    change(store, 2)
    index = "select player_id from seats where game_id = 1 order by 1"
    assert rows(index) == [(1,), (2,), (3,), (4,), (5,)]
    assert str(store.game(1, 1).log.undo) == "5 for 2 from hand 2"
    act(store, Kind.UNDO)
    assert (seated(store, 2), rows(index)) == (["Ben"], [(1,), (2,), (3,), (4,)])
    assert str(store.game(1, 1).log.redo) == "5 for 2 from hand 2"
    act(store, Kind.REDO)
    assert seated(store, 1, 2) == ["Ben", "Eva"]


def test_a_change_is_taken_back_later_and_the_game_goes_on(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    assert change(store, 2, name=None).became is Became.RECORDED
    assert (seated(store, 2), len(store.game(1, 1).game.complete)) == (["Ben"], 2)


def test_a_change_is_moved_to_the_hand_in_which_it_was(store: Store, game: int) -> None:
    play(store, game)
    change(store, 3)
    change(store, 2, was=3)
    assert seated(store, 1, 2, 3) == ["Ben", "Eva", "Eva"]
    assert len(store.game(1, 1).log.sitting.noted) == 1
    act(store, Kind.UNDO)
    assert seated(store, 1, 2, 3) == ["Ben", "Ben", "Eva"]


def test_from_the_first_hand_on_it_was_somebody_else_all_the_time(
    store: Store, game: int, rows: Rows
) -> None:
    change(store, 1)
    record = store.game(1, 1)
    assert (record.players[1], record.seat_names[1]) == ("Eva", ("Eva",))
    assert rows("select player_id from seats where game_id = 1 order by 1") == [
        (1,), (3,), (4,), (5,)
    ]  # fmt: skip


def test_history_and_list_of_changes_say_it(store: Store, game: int) -> None:
    change(store, 2)
    act(store, Kind.UNDO)
    change(store, 2)
    record = store.game(1, 1)
    told = history(record.game.setup, acts_of(store, 1, 1), record.log.sitting.first)
    assert [str(one.sentences[0]) for one in told][-3:] == [
        "5 for 2 from hand 2",
        "taken back: 5 for 2 from hand 2",
        "5 for 2 from hand 2",
    ]
    assert [str(one) for one in seat_changes(record.log)] == ["5 took 2's seat in hand 2"]


def test_figures_are_those_of_who_played_the_hand(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    play(store, game)
    Counter(store).refresh(1, 60)
    points = {
        player: (one["points"].cases, one["points"].total)
        for player, one in counts(store, 1, "israeli-whist", Span()).items()
    }
    assert points == {
        ANNA: (3, -60), BEN: (1, 19), CHAIM: (3, -30), DANA: (3, -120), EVA: (2, 38),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "whose"),
    [
        (2, EVA),  # she played two hands of three
        (3, BEN),  # Ben did
        (1, EVA),  # she played all
    ],
)
def test_the_game_is_credited_to_who_played_most_of_it(store: Store, hand: int, whose: int) -> None:
    ending = Ending(goal=Goal.DEALS, deals=3)
    begun = new_game(store, first(store).id, "game", setup_of(ending=ending), PLAYERS)
    for _ in range(2):
        play(store, begun)
    change(store, hand)
    play(store, begun)
    Counter(store).refresh(1, 60)
    setup = store.game(1, begun).game.setup
    found = played(store, 1, setup.book, Span())
    assert [one.finish.sides for one in found] == [((ANNA,), (whose,), (CHAIM,), (DANA,))]
    rated = ratings(store, 1, setup.book.key, finishes(found))
    assert set(rated) == {ANNA, whose, CHAIM, DANA}
    (result,) = results_of(store, 1, [1])
    (tally,) = tallies([result])
    lines = {line.player: (line.games, line.wins) for line in tally.lines}
    name = store.game(1, begun).people.name(whose)
    assert lines[name] == (1, 1)
    assert sum(wins for _, wins in lines.values()) == 1


def test_equal_shares_are_the_last_players() -> None:
    stints = (Stint(1, BEN, 2, 40), Stint(1, EVA, 2, -10), Stint(3, DANA, 3, 0), Stint(3, 6, 1, 9))
    assert credited(stints) == {1: EVA, 3: DANA}


def test_lists_name_everybody_and_part_the_points(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    (result,) = results_of(store, 1, [1])
    assert result.players == ("Anna", "Ben / Eva", "Chaim", "Dana")
    assert there([result]) == ("Anna", "Ben", "Eva", "Chaim", "Dana")
    (tally,) = tallies([result])
    assert {line.player: line.points for line in tally.lines} == {
        "Anna": -40, "Ben": 19, "Eva": 19, "Chaim": -20, "Dana": -80,
    }  # fmt: skip


def test_other_rules_part_the_points_too(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    record = store.game(1, 1)
    other = next(iter(alternatives(record.game.setup.book)))
    found = {one.name: one.played.points for one in what_if([record], other).players}
    assert found == {"Anna": -40, "Ben": 19, "Eva": 19, "Chaim": -20, "Dana": -80}


def test_the_csv_names_who_played(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    lines = "".join(as_csv(store.path, Scope(1), bom=False)).splitlines()
    assert [line.split(",")[10] for line in lines[1:]] == [
        "Anna", "Ben", "Chaim", "Dana", "Anna", "Eva", "Chaim", "Dana",
    ]  # fmt: skip
    assert lines[5].split(",")[6] == "Eva"  # who dealt


def test_an_export_carries_the_changes_and_comes_back_equal(
    store: Store, game: int, tmp_path: Path
) -> None:
    change(store, 2)
    play(store, game)
    change(store, 2, seat=0, name="Fred")
    change(store, 2, seat=0, name=None)
    text = export(store)
    assert json.loads(text)["version"] == 2
    facts = [
        one["fact"] for one in json.loads(text)["games"][0]["entries"] if one["kind"] == "seat"
    ]
    assert facts == [
        {"seat": 1, "player": "Eva"},
        {"seat": 0, "player": "Fred"},
        {"seat": 0, "player": None},
    ]
    other = brought_in(text, tmp_path)
    assert export(other) == text
    assert other.game(1, 1).names(2) == ("Anna", "Eva", "Chaim", "Dana")
    index = "select player_id from seats where game_id = 1 order by 1"
    assert other.db.execute(index).fetchall() == store.db.execute(index).fetchall()
    assert results_of(other, 1, [1])[0].outcome == results_of(store, 1, [1])[0].outcome
    assert survey(other, 1, tmp_path / "export.json").known == 1  # again changes nothing
    found = doctor.examine(other.path, datetime.now(UTC))
    assert [one.told for one in found if one.level and one.topic != doctor.BACKUPS] == []


def test_a_game_went_on_elsewhere_with_a_newcomer(store: Store, game: int, tmp_path: Path) -> None:
    other = brought_in(export(store), tmp_path)
    change(store, 2)
    play(store, game)
    path = tmp_path / "longer.json"
    path.write_text(export(store, game_id=game), "utf-8")
    found = survey(other, 1, path)
    assert (found.longer, found.entries) == (1, 6)
    bring_in(other, 1, found)
    assert other.game(1, 1).names(2)[1] == "Eva"


def test_without_a_change_an_export_is_of_the_first_version(store: Store, game: int) -> None:
    assert json.loads(export(store))["version"] == 1
    change(store, 2)
    other = new_game(store, 1, "another", setup_of(), ("Anna", "Ben", "Chaim", "Dana"))
    assert json.loads(export(store, game_id=other))["version"] == 1


@pytest.mark.parametrize(
    ("fact", "reason"),
    [
        ({"seat": 1, "player": "Chaim"}, "this change of seats does not fit the game."),
        ({"seat": 7, "player": "Eva"}, "this change of seats does not fit the game."),
        ({"seat": 1, "player": 5}, "“5” is not a player's name."),
        ({"seat": 1, "player": "Nobody"}, "Nobody is not a player in the file."),
        ({"player": "Eva"}, "this change of seats does not fit the game."),
        ({"seat": 1, "player": "Eva", "more": 1}, "“fact” is not as it would have been recorded."),
    ],
)
def test_a_change_that_cannot_be_is_not_brought_in(
    store: Store, game: int, tmp_path: Path, fact: dict[str, object], reason: str
) -> None:
    change(store, 2)
    data = json.loads(export(store))
    data["games"][0]["entries"][-1]["fact"] = fact
    path = tmp_path / "spoilt.json"
    path.write_text(json.dumps(data), "utf-8")
    other = Store.open(tmp_path / "other.db")
    with pytest.raises(Unreadable) as refused:
        survey(other, first(other).id, path)
    assert str(refused.value).endswith(reason)


def test_the_doctor_finds_lists_that_do_not_know_the_newcomer(store: Store, game: int) -> None:
    change(store, 2)
    store.db.execute("delete from seats where player_id = 5")
    found = [one for one in doctor.examine(store.path, datetime.now(UTC)) if one.repair]
    assert [one.told for one in found] == [
        "Game 1: lists of players' games have it wrong who played."
    ]
    assert list(doctor.repair(store.path, iter(found)))
    assert store.db.execute("select count(*) from seats where player_id = 5").fetchone() == (1,)


def test_a_merge_since_keeps_a_redo_from_seating_somebody_twice(store: Store, game: int) -> None:
    """Eva's change was undone, then she turned out to be Anna, who sits there."""
    change(store, 2)
    act(store, Kind.UNDO)
    player_names.merge(store, 1, EVA, ANNA)
    outcome = act(store, Kind.REDO)
    assert (outcome.became, seated(store, 2)) == (Became.REFUSED, ["Ben"])


def test_seats_are_read_deal_by_deal() -> None:
    sitting = Sitting((1, 2, 3, 4)).with_change(5, 1, 9).with_change(8, 1, 2)
    assert [sitting.at(deal)[1] for deal in (1, 4, 5, 7, 8)] == [2, 2, 9, 9, 2]
    assert sitting.changes == (SeatChange(5, 1, 9), SeatChange(8, 1, 2))
    assert sitting.with_change(5, 1, None).changes == ()  # the way back says nothing any more
