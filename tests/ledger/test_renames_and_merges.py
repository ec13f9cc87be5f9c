"""Corrected names: renamed players, merged spellings, and merges taken back."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.exchange.hands_csv import as_csv
from scorekeeper.exchange.importing import bring_in, survey_file
from scorekeeper.ledger import doctor
from scorekeeper.ledger.errors import Unknown, Unreadable
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_results import Span, player_names, results_of, tallies
from scorekeeper.ledger.journal_events import Author
from scorekeeper.ledger.player_figures import FigureCounter, counts
from scorekeeper.ledger.renames_and_merges import (
    NameTaken,
    former_names,
    merge,
    merged,
    preview,
    rename,
    withdraw,
)
from scorekeeper.ledger.sessions import Wanted, find_sessions
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import first, names_at, players_at
from tests.conftest import setup_of
from tests.ledger.example import play

Rows = Callable[[str], list[tuple[object, ...]]]
ANNA, BEN, CHAIM, DANA, BNE = 1, 2, 3, 4, 5


def begin(store: Store, names: str, key: str = "") -> int:
    """A game of some players, with one hand."""
    game = new_game(
        store, first(store).id, (key or names).replace(" ", "-"), setup_of(), names.split()
    )
    play(store, game)
    return game


@pytest.fixture
def games(store: Store) -> tuple[int, int]:
    """Two games of one evening; in the second Ben's name was mistyped."""
    return begin(store, "Anna Ben Chaim Dana"), begin(store, "Anna Bne Chaim Dana")


def names(store: Store) -> list[str]:
    return sorted(player.name for player in players_at(store, 1))


def hands(store: Store) -> dict[str, int]:
    """Number of counted hands by player."""
    FigureCounter(store).refresh(1, 60)
    called = {player.id: player.name for player in players_at(store, 1)}
    counted = counts(store, 1, "israeli-whist", Span())
    return {called[player]: figures["points"].cases for player, figures in counted.items()}


def facts(store: Store) -> list[object]:
    """The recorded facts of the games."""
    return [
        store.db.execute(f"select * from {table} order by 1, 2").fetchall()  # noqa: S608
        for table in ("players", "games", "entries", "seats")
    ]


def export(store: Store) -> str:
    return "".join(as_json(store.path, Scope(1), "2026-03-06T18:00:00.000+00:00"))


def test_a_renamed_player_is_so_called_everywhere(store: Store, games: tuple[int, int]) -> None:
    assert rename(store, 1, BNE, " Benny ") == "Benny"
    assert store.game(1, games[1]).players == ("Anna", "Benny", "Chaim", "Dana")
    assert names(store) == ["Anna", "Ben", "Benny", "Chaim", "Dana"]
    assert former_names(store, 1, BNE) == ["Bne"]
    rename(store, 1, BNE, "BENNY")
    rename(store, 1, BNE, "Bne")
    assert (store.game(1, games[1]).players[1], former_names(store, 1, BNE)) == (
        "Bne",
        ["BENNY", "Benny"],
    )


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("", MalformedEntry),
        ("x" * 25, IllegalEntry),
        ("Ben", NameTaken),
        ("BEN", NameTaken),
        ("b\u200den", NameTaken),
    ],
)
def test_a_name_that_will_not_do_is_refused(
    store: Store, games: tuple[int, int], typed: str, kind: type[EntryError]
) -> None:
    before = facts(store)
    with pytest.raises(kind) as refused:
        rename(store, 1, BNE, typed)
    assert facts(store) == before
    if isinstance(refused.value, NameTaken):
        assert refused.value.other == BEN


def test_a_merge_makes_two_spellings_one_player_and_changes_no_game(
    store: Store, games: tuple[int, int]
) -> None:
    assert hands(store) == {"Anna": 2, "Ben": 1, "Bne": 1, "Chaim": 2, "Dana": 2}
    before = facts(store)
    merge(store, 1, BNE, BEN, Author("phone", "phone"))
    assert facts(store) == before
    assert (names(store), names_at(store, 1)[-1]) == (["Anna", "Ben", "Chaim", "Dana"], "Dana")
    assert hands(store) == {"Anna": 2, "Ben": 2, "Chaim": 2, "Dana": 2}
    assert store.game(1, games[1]).players == ("Anna", "Ben", "Chaim", "Dana")
    results = results_of(store, 1, [1])
    assert player_names(results) == ("Anna", "Ben", "Chaim", "Dana")
    (tally,) = tallies(results)
    assert {line.player: line.games for line in tally.lines} == {
        "Anna": 2, "Ben": 2, "Chaim": 2, "Dana": 2,
    }  # fmt: skip
    findings = doctor.examine(store.path, datetime.now(UTC))
    assert [
        finding.message for finding in findings if finding.level and finding.topic != doctor.BACKUPS
    ] == []


def test_a_merge_counts_the_evenings_of_either_name_anew(store: Store) -> None:
    """Ben was mistyped for a whole evening; each evening was counted before the merge."""
    begin(store, "Anna Ben Chaim Dana")
    later = datetime.now(UTC) + timedelta(days=7)
    store.clock = lambda: later
    begin(store, "Anna Bne Chaim Dana")
    assert hands(store) == {"Anna": 2, "Ben": 1, "Bne": 1, "Chaim": 2, "Dana": 2}
    merge(store, 1, BNE, BEN)
    assert hands(store)["Ben"] == 2


def test_undone_each_has_what_was_entered_under_the_name_also_since(
    store: Store, games: tuple[int, int]
) -> None:
    merge(store, 1, BNE, BEN)
    begin(store, "Anna Bne Chaim Dana", "later-so")
    begin(store, "Anna Ben Chaim Dana", "later-right")
    assert hands(store)["Ben"] == 4
    (spelling,) = merged(store, 1, BEN)
    assert (spelling.name, spelling.into_name, spelling.games) == ("Bne", "Ben", (2, 2))
    assert withdraw(store, 1, BNE) == BEN
    assert withdraw(store, 1, BNE) == BNE  # a second time changes nothing
    assert hands(store) == {"Anna": 4, "Ben": 2, "Bne": 2, "Chaim": 4, "Dana": 4}
    assert store.game(1, games[1]).players[1] == "Bne"


def test_who_merged_what_and_when_stays_in_the_file(
    store: Store, games: tuple[int, int], rows: Rows
) -> None:
    store.clock = lambda: datetime(2026, 3, 6, 18, tzinfo=UTC)
    merge(store, 1, BNE, BEN, Author("phone", "phone"))
    merge(store, 1, BNE, BEN, Author("phone", "phone"))  # a second tap
    withdraw(store, 1, BNE)
    merge(store, 1, BNE, BEN)
    at = "2026-03-06T18:00:00.000+00:00"
    assert rows("select player_id, into_id, at, device, withdrawn from merges") == [
        (BNE, BEN, at, "phone", at),
        (BNE, BEN, at, "", None),
    ]


def test_merges_of_merges_are_taken_apart_one_by_one(store: Store, games: tuple[int, int]) -> None:
    begin(store, "Anna Benn Chaim Dana")
    merge(store, 1, BNE, BEN)
    merge(store, 1, BEN, 6)
    assert names(store) == ["Anna", "Benn", "Chaim", "Dana"]
    assert hands(store)["Benn"] == 3
    with pytest.raises(IllegalEntry):
        merge(store, 1, 6, BNE)  # would make a circle
    withdraw(store, 1, BEN)
    assert (names(store), hands(store)["Ben"]) == (["Anna", "Ben", "Benn", "Chaim", "Dana"], 2)


def test_two_in_one_game_are_two_people(store: Store, games: tuple[int, int]) -> None:
    previewed = preview(store, 1, BEN, ANNA)
    assert (previewed.games, len(previewed.together)) == ((1, 2), 1)
    with pytest.raises(IllegalEntry) as refused:
        merge(store, 1, BEN, ANNA)
    assert str(refused.value.sentence) == "Ben and Anna sat in one game, so they are two people."


def test_also_those_whose_other_spelling_sat_there(store: Store, games: tuple[int, int]) -> None:
    """Ben never met Fred, but Bne did, and Bne is Ben."""
    begin(store, "Fred Bne Gil Hana")
    merge(store, 1, BNE, BEN)
    fred = next(player.id for player in players_at(store, 1) if player.name == "Fred")
    assert preview(store, 1, fred, BEN).together != ()


def test_the_same_evening_in_different_games_is_told(store: Store, games: tuple[int, int]) -> None:
    previewed = preview(store, 1, BNE, BEN)
    assert (previewed.games, previewed.together, previewed.evenings) == ((1, 1), (), 1)


@pytest.mark.parametrize(("player", "into"), [(99, BEN), (BEN, 99), (2**70, BEN)])
def test_there_must_be_such_players(
    store: Store, games: tuple[int, int], player: int, into: int
) -> None:
    with pytest.raises(Unknown):
        preview(store, 1, player, into)
    with pytest.raises(Unknown):
        merge(store, 1, player, into)


def test_nobody_is_merged_into_himself(store: Store, games: tuple[int, int]) -> None:
    with pytest.raises(IllegalEntry):
        merge(store, 1, BEN, BEN)


def test_both_spellings_cannot_begin_one_game(store: Store, games: tuple[int, int]) -> None:
    merge(store, 1, BNE, BEN)
    with pytest.raises(IllegalEntry) as refused:
        begin(store, "Ben Bne Chaim Dana")
    assert (str(refused.value.sentence), refused.value.field) == (
        "Ben and Bne are one player here: take one of them.",
        "names-1",
    )


def test_evenings_are_found_by_either_spelling_and_joined_as_one_person(
    store: Store, games: tuple[int, int]
) -> None:
    merge(store, 1, BNE, BEN)
    for wanted in (Wanted(player=BEN), Wanted(text="ben"), Wanted(text="bne")):
        assert find_sessions(store, 1, wanted, 10).count == 1
    later = datetime.now(UTC) + timedelta(hours=1)
    store.clock = lambda: later
    begin(store, "Ben Fred Gil Hana")
    begin(store, "Bne Ivo Jan Kim")
    assert store.db.execute("select count(*) from sessions").fetchone() == (1,)


def test_the_csv_names_the_person(store: Store, games: tuple[int, int]) -> None:
    merge(store, 1, BNE, BEN)
    text = "".join(as_csv(store.path, Scope(1)))
    assert [line.split(",")[10] for line in text.splitlines()[6:7]] == ["Ben"]
    assert ",Bne," not in text


def test_an_export_carries_a_merge_and_comes_back_equal(
    store: Store, games: tuple[int, int], tmp_path: Path
) -> None:
    merge(store, 1, BNE, BEN)
    text = export(store)
    assert [player.get("same_as") for player in json.loads(text)["players"]] == [
        None, None, None, None, "Ben",
    ]  # fmt: skip
    path = tmp_path / "export.json"
    path.write_text(text, "utf-8")
    other = Store.open(tmp_path / "other.db")
    bring_in(other, first(other).id, survey_file(other, 1, path))
    assert export(other) == text
    assert names(other) == ["Anna", "Ben", "Chaim", "Dana"]
    withdraw(other, 1, BNE)
    bring_in(other, 1, survey_file(other, 1, path))  # decisions made here stay
    assert names(other) == ["Anna", "Ben", "Bne", "Chaim", "Dana"]


def test_a_file_from_before_a_rename_is_known_again(
    store: Store, games: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "export.json"
    path.write_text(export(store), "utf-8")
    rename(store, 1, BNE, "Benjamin")
    surveyed = survey_file(store, 1, path)
    assert (surveyed.known, surveyed.new, surveyed.longer) == (2, 0, 0)
    bring_in(store, 1, surveyed)
    assert names(store) == ["Anna", "Ben", "Benjamin", "Chaim", "Dana"]


def test_a_game_of_both_spellings_is_not_brought_in_while_they_are_one(
    store: Store, games: tuple[int, int], tmp_path: Path
) -> None:
    other = Store.open(tmp_path / "other.db")
    begin(other, "Ben Bne Chaim Dana", "elsewhere")
    path = tmp_path / "export.json"
    path.write_text(export(other), "utf-8")
    merge(store, 1, BNE, BEN)
    with pytest.raises(Unreadable) as refused:
        survey_file(store, 1, path)
    assert str(refused.value).endswith(
        "Ben and Bne both play in it, but are one player here: "
        "separate them on the page of the player first."
    )
    withdraw(store, 1, BNE)
    assert survey_file(store, 1, path).new == 1


def test_a_file_whose_merges_go_in_a_circle_does_no_harm(
    store: Store, games: tuple[int, int], tmp_path: Path
) -> None:
    data = json.loads(export(store))
    data["players"][1]["same_as"], data["players"][4]["same_as"] = "Bne", "Ben"
    path = tmp_path / "export.json"
    path.write_text(json.dumps(data), "utf-8")
    other = Store.open(tmp_path / "other.db")
    bring_in(other, first(other).id, survey_file(other, 1, path))
    assert names(other) == ["Anna", "Bne", "Chaim", "Dana"]


def test_another_process_sees_a_merge(store: Store, games: tuple[int, int]) -> None:
    other = Store(store.path)
    assert other.game(1, games[1]).players[1] == "Bne"
    merge(store, 1, BNE, BEN)
    other.forget_names()  # what it does by itself once a second
    assert other.game(1, games[1]).players[1] == "Ben"
