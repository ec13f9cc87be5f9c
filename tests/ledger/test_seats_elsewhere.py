"""Changed seats in statistics, lists, CSV, exports and the doctor."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.hands_csv import as_csv
from scorekeeper.exchange.importing import bring_in, survey_file
from scorekeeper.insight.player_records import finishes
from scorekeeper.insight.what_if import alternatives
from scorekeeper.ledger import doctor
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_results import Span, played, player_names, results_of, tallies
from scorekeeper.ledger.people import Stint, credited_players
from scorekeeper.ledger.player_figures import FigureCounter, counts, ratings
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import first
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.web.what_if import what_if
from tests.conftest import PLAYERS, setup_of
from tests.ledger.changed_seats import ANNA, BEN, CHAIM, DANA, EVA, change, game
from tests.ledger.example import play

__all__ = ["game"]  # fixtures


def export(store: Store, **scope: int) -> str:
    return "".join(as_json(store.path, Scope(1, **scope), "2026-03-06T18:00:00.000+00:00"))


def brought_in(text: str, folder: Path) -> Store:
    """Another score file with an imported document."""
    path = folder / "export.json"
    path.write_text(text, "utf-8")
    other = Store.open(folder / "other.db")
    first(other)
    bring_in(other, 1, survey_file(other, 1, path))
    return other


def test_figures_are_those_of_who_played_the_hand(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    play(store, game)
    FigureCounter(store).refresh(1, 60)
    points = {
        player: (figures["points"].cases, figures["points"].total)
        for player, figures in counts(store, 1, "israeli-whist", Span()).items()
    }
    assert points == {
        ANNA: (3, -60), BEN: (1, 19), CHAIM: (3, -30), DANA: (3, -120), EVA: (2, 38),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "whose"),
    [
        (2, EVA),  # she played two hands of three
        (3, BEN),  # Ben played all
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
    FigureCounter(store).refresh(1, 60)
    setup = store.game(1, begun).game.setup
    games = played(store, 1, setup.book, Span())
    assert [played_game.finish.sides for played_game in games] == [
        ((ANNA,), (whose,), (CHAIM,), (DANA,))
    ]
    rated = ratings(store, 1, setup.book.key, finishes(games))
    assert set(rated) == {ANNA, whose, CHAIM, DANA}
    (result,) = results_of(store, 1, [1])
    (tally,) = tallies([result])
    lines = {line.player: (line.games, line.wins) for line in tally.lines}
    name = store.game(1, begun).people.name(whose)
    assert lines[name] == (1, 1)
    assert sum(wins for _, wins in lines.values()) == 1


def test_equal_shares_are_the_last_players() -> None:
    stints = (Stint(1, BEN, 2, 40), Stint(1, EVA, 2, -10), Stint(3, DANA, 3, 0), Stint(3, 6, 1, 9))
    assert credited_players(stints) == {1: EVA, 3: DANA}


def test_lists_name_everybody_and_part_the_points(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    (result,) = results_of(store, 1, [1])
    assert result.players == ("Anna", "Ben / Eva", "Chaim", "Dana")
    assert player_names([result]) == ("Anna", "Ben", "Eva", "Chaim", "Dana")
    (tally,) = tallies([result])
    assert {line.player: line.points for line in tally.lines} == {
        "Anna": -40, "Ben": 19, "Eva": 19, "Chaim": -20, "Dana": -80,
    }  # fmt: skip


def test_other_rules_part_the_points_too(store: Store, game: int) -> None:
    change(store, 2)
    play(store, game)
    record = store.game(1, 1)
    other = next(iter(alternatives(record.game.setup.book)))
    points = {player.name: player.played.points for player in what_if([record], other).players}
    assert points == {"Anna": -40, "Ben": 19, "Eva": 19, "Chaim": -20, "Dana": -80}


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
    facts = [
        entry["fact"]
        for entry in json.loads(text)["games"][0]["entries"]
        if entry["kind"] == "seat"
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
    assert survey_file(other, 1, tmp_path / "export.json").known == 1  # repeating changes nothing
    findings = doctor.examine(other.path, datetime.now(UTC))
    assert [
        finding.message for finding in findings if finding.level and finding.topic != doctor.BACKUPS
    ] == []


def test_a_game_went_on_elsewhere_with_a_newcomer(store: Store, game: int, tmp_path: Path) -> None:
    other = brought_in(export(store), tmp_path)
    change(store, 2)
    play(store, game)
    path = tmp_path / "longer.json"
    path.write_text(export(store, game_id=game), "utf-8")
    surveyed = survey_file(other, 1, path)
    assert (surveyed.longer, surveyed.entries) == (1, 6)
    bring_in(other, 1, surveyed)
    assert other.game(1, 1).names(2)[1] == "Eva"


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
        survey_file(other, first(other).id, path)
    assert str(refused.value).endswith(reason)


def test_the_doctor_finds_lists_that_do_not_know_the_newcomer(store: Store, game: int) -> None:
    change(store, 2)
    store.db.execute("delete from seats where player_id = 5")
    findings = [
        finding for finding in doctor.examine(store.path, datetime.now(UTC)) if finding.repair
    ]
    assert [finding.message for finding in findings] == [
        "Game 1: lists of players' games have it wrong who played."
    ]
    assert list(doctor.repair(store.path, iter(findings)))
    assert store.db.execute("select count(*) from seats where player_id = 5").fetchone() == (1,)
