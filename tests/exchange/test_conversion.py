"""Foreign files: our own CSV, and the session files of another program."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.exchange import other_formats
from scorekeeper.exchange.exporting import Scope
from scorekeeper.exchange.hands_csv import as_csv, csv_text
from scorekeeper.exchange.importing import Survey
from scorekeeper.ledger import tables
from scorekeeper.ledger.conflicts import Submission
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Game
from tests.conftest import PLAYERS, setup_of
from tests.exchange.foreign_files import WHIST, files, surveyed, taken
from tests.ledger.example import HAND
from tests.ledger.israeli_whist_sessions import (
    BONUS,
    FIRST,
    NEWER,
    OLDER,
    SECOND,
    hand,
    session,
    swapped,
)
from tests.ledger.season import record_season

__all__ = ["files"]  # fixtures


def points(game: Game) -> list[tuple[int, ...]]:
    return [deal.score.points for deal in game.deals if deal.score]


def notes_of(survey: Survey) -> list[str]:
    return list(map(str, survey.notes))


def test_hands_with_and_without_an_auction_and_a_bonus_round(store: Store, files: Any) -> None:
    survey = taken(store, files(session(FIRST, SECOND, BONUS)))
    assert (survey.new, notes_of(survey)) == (1, [])
    record = store.game(1, 1)
    assert record.players == ("Avi", "Batya", "Gil", "Dorit")
    assert points(record.game) == [(-20, 19, -10, -40), (19, -10, 14, -20), (50, -30, -80, -20)]
    labels = [str(deal.score.label) for deal in record.game.deals if deal.score]
    assert labels == ["1 under, auction not recorded", "1 over", "bonus round"]
    declared = [deal.score.scene.declared for deal in record.game.deals if deal.score]
    assert [str(bid) if bid else None for bid in declared] == [None, "5 hearts", None]
    assert record.game.over
    assert record.game.setup.rules.scheme.name == "Standard"  # the numbers are those of the source


def test_taken_again_nothing_is_new_and_a_longer_file_goes_on(store: Store, files: Any) -> None:
    taken(store, files(session(FIRST, status="IN_PROGRESS")))
    assert not store.game(1, 1).game.over
    assert taken(store, files(session(FIRST, status="IN_PROGRESS"))).known == 1
    assert taken(store, files(session(FIRST, SECOND))).longer == 1
    assert len(store.game(1, 1).game.deals) == 2


def test_the_same_game_in_several_files_is_taken_once(store: Store, files: Any) -> None:
    survey = taken(store, files(session(FIRST, SECOND), session(FIRST, status="IN_PROGRESS")))
    assert (survey.new, survey.games) == (1, 1)
    assert notes_of(survey) == ["W-2.json: the same game as in another file."]
    assert len(store.game(1, 1).game.deals) == 2


def test_two_games_of_one_name_are_refused_with_their_files(store: Store, files: Any) -> None:
    other = hand((4, 4, 3, 1), (4, 4, 3, 2), (26, 26, 19, -10))
    with pytest.raises(Unreadable) as refused:
        surveyed(store, files(session(FIRST), session(other)))
    assert str(refused.value) == (
        "W-2.json: the same game is in W-1.json with other hands: leave one of the two out."
    )


def test_seats_that_were_swapped_change_nobody_s_points(store: Store, files: Any) -> None:
    before = session(FIRST, SECOND, status="IN_PROGRESS")
    after = swapped((1, 3, 2, 0), FIRST, SECOND)
    later = hand((3, 3, 2, 6), (3, 3, 2, 5), (19, 19, 14, -10))
    after["completedRounds"].append(later)  # by the new seats: Batya, Dorit, Gil, Avi
    survey = taken(store, files(before, after))
    record = store.game(1, 1)
    assert record.players == ("Avi", "Batya", "Gil", "Dorit")
    assert points(record.game) == [(-20, 19, -10, -40), (19, -10, 14, -20), (-10, 19, 14, 19)]
    assert notes_of(survey) == [
        "W-2.json: the same game as in another file.",
        "W-2.json: Seats were changed in the middle, so that its totals there mix the players; "
        "here the points go by the players.",
    ]


def test_scores_in_the_order_of_their_day_are_no_difference(store: Store, files: Any) -> None:
    """These rounds lack results and follow a change of seats; only numbers can be compared."""
    file = swapped((2, 0, 3, 1), FIRST, SECOND)
    for played in file["completedRounds"]:
        del played["results"]
    survey = taken(store, files(file))
    assert notes_of(survey) == []
    assert points(store.game(1, 1).game) == [(-20, 19, -10, -40), (19, -10, 14, -20)]


@pytest.mark.parametrize(
    ("suit", "declared", "notes"),
    [
        ("H", "5 hearts", []),
        ("hearts", "5 hearts", []),
        ("HEARTS", "5 hearts", []),
        ("NT", "5 no trump", []),
        ("ROSES", None, ["“5ROSES” is not a bid."]),  # reported, not skipped silently
    ],
)
def test_trumps_may_be_a_letter_and_unknown_ones_are_said(
    store: Store, files: Any, suit: str, declared: str | None, notes: list[str]
) -> None:
    survey = taken(store, files(session(SECOND | {"trump": SECOND["trump"] | {"suitId": suit}})))
    (deal,) = store.game(1, 1).game.deals
    assert deal.score
    bid = deal.score.scene.bid
    assert (str(bid) if bid else None) == declared
    assert len(notes_of(survey)) == len(notes)
    assert all(note in whole for note, whole in zip(notes, notes_of(survey), strict=True))


@pytest.mark.parametrize(
    ("rules", "zero", "others"),
    [
        (NEWER, -40, []),
        (OLDER, -40, []),  # an old file, continued with the newer version
        (OLDER, -50, []),
        (NEWER, -50, ["W-1.json: hand 1: the file has -20, +19, -10, -50, "
                      "the rules give -20, +19, -10, -40"]),
    ],
)  # fmt: skip
def test_points_are_computed_again_and_differences_listed(
    store: Store, files: Any, rules: dict[str, Any], zero: int, others: list[str]
) -> None:
    their_hand = hand((2, 3, 7, 0), (0, 3, 8, 2), (-20, 19, -10, zero))
    survey = taken(store, files(session(their_hand, rules=rules)))
    assert notes_of(survey) == others
    due = -40 if others else zero
    assert points(store.game(1, 1).game) == [(-20, 19, -10, due)]


@pytest.mark.parametrize(
    ("their_hand", "rules", "reason"),
    [
        (hand((2, 3, 8, 0), (0, 3, 8, 2), (-20, 19, 74, -40)), NEWER,
         "The four contracts add up to 13, which is not allowed."),
        (FIRST, NEWER | {"useProgressivePenalty": True}, "its rules are not supported here"),
        (FIRST | {"bets": [None, 3, 7, 0], "results": None}, NEWER,
         "4 numbers are needed, not 0."),
    ],
)  # fmt: skip
def test_of_what_our_rules_do_not_have_the_points_alone_are_taken(
    store: Store, files: Any, their_hand: dict[str, Any], rules: dict[str, Any], reason: str
) -> None:
    survey = taken(store, files(session(their_hand, rules=rules)))
    assert notes_of(survey) == [f"W-1.json: hand 1: only its points are taken: {reason}"]
    (deal,) = store.game(1, 1).game.deals
    assert deal.score is not None
    assert (str(deal.score.label), list(deal.score.points)) == (
        "points only",
        their_hand["scores"],
    )


def test_what_is_left_out_is_said(store: Store, files: Any) -> None:
    running = {"bets": [5, 4, None, None]}
    unfinished = session(FIRST, activeRound=running, initialScores=[10, 0, -5, 0])
    survey = surveyed(store, files(unfinished, session(id="game_2")))
    assert notes_of(survey) == [
        "W-1.json: The unfinished hand was skipped.",
        "W-1.json: The points that it began with are left out: +10, 0, -5, 0.",
        "W-2.json: no hand was finished; nothing is taken.",
    ]


@pytest.mark.parametrize(
    ("content", "form", "reason"),
    [
        (session(FIRST, createdAt="once"), None, "it does not say when it was played."),
        (session(FIRST, players=[]), None, "It does not have four players."),
        (session(7), None, "hand 1: this is not a JSON object."),
        (session(FIRST | {"tricks": [3, 0, 8, 2]}), None,
         "hand 1: the file contradicts itself about bids and tricks."),
        (session(FIRST | {"tricks": None, "results": None, "scores": None}), None,
         "hand 1: 4 numbers are needed, not 0."),
        (session(FIRST, players=[{"id": f"p{at}", "name": "Avi"} for at in range(4)]), None,
         "Two players are called Avi: make the names different."),
        (session(FIRST, createdAt="0001-01-01T00:00:00Z"), None,
         "it does not say when it was played."),
        ("{", WHIST, "line 1: the file is damaged here, or is no JSON."),
        ("{}", WHIST, "this is no session file of the program that was named."),
        ("{}", None, "line 1: this is not a Scorekeeper export."),
        ("hello", None, "line 1: this is not a Scorekeeper export."),
    ],
)  # fmt: skip
def test_a_file_that_cannot_be_read_says_why(
    store: Store, files: Any, content: Any, form: str | None, reason: str
) -> None:
    with pytest.raises(Unreadable) as refused:
        surveyed(store, files(content), form)
    assert str(refused.value).endswith(reason)
    assert not (files("")[0].path.with_name("room")).exists()


def test_an_exported_session_and_a_list_of_them_are_read_too(store: Store, files: Any) -> None:
    wrapped = {"app": "x", "session": session(FIRST)}
    assert surveyed(store, files(wrapped)).new == 1
    assert surveyed(store, files([session(FIRST), session(FIRST, id="game_2")])).new == 2


def table_of(store: Store, **changes: str) -> str:
    """The table of hands of all games, with some cells of its second row changed."""
    text = "".join(as_csv(store.path, Scope(tables.first(store).id), bom=False))
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    if rows:
        rows[1] |= {name.replace("_", " "): cell for name, cell in changes.items()}
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys())
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def test_a_table_of_hands_comes_back_as_equal_games(
    store: Store, files: Any, tmp_path: Path
) -> None:
    record_season(store, 6, 3, hands=4, kinds=("israeli-whist", "bid-whist"))
    known = new_game(store, tables.first(store).id, "=known", setup_of(), ("=Avi", *PLAYERS[1:]))
    for fact in (*HAND, {"partial": {"points": [1, 2, 3, 4]}}):
        store.record(
            1, known, key=new_key(), revision=store.revision(1, known), kind=Kind.ANSWER, given=fact
        )
    given = {"revokes": [0, 1, 0, 0]}
    store.record(
        1, known, key=new_key(), revision=store.revision(1, known), kind=Kind.REVOKES, given=given,
        deal=1,
    )  # fmt: skip
    later: list[tuple[Kind, dict[str, Any], int | None]] = [
        (Kind.SEAT, {"seat": 1, "name": "Zoe"}, 3),
        (Kind.DEALER, {"dealer": 3}, None),
        (Kind.ANSWER, {"partial": {"points": [5, 6, 7, 8]}}, None),
        (Kind.STOP, {}, None),
    ]
    for kind, fact, deal in later:
        seen = store.revision(1, known)
        assert store.submit(1, known, Submission(new_key(), seen, kind, fact, deal)).stands
    text = "".join(as_csv(store.path, Scope(1)))
    other = Store.open(tmp_path / "other.db")
    assert taken(other, files(text)).new == 7
    back = "".join(as_csv(other.path, Scope(1)))
    assert back == text
    again = surveyed(other, files(text))
    assert (again.new, again.known, again.nothing_new) == (0, 7, True)
    first = surveyed(Store.open(tmp_path / "second.db"), files(text))
    assert [again.sessions, again.first, again.last, again.players] == (
        [first.sessions, first.first, first.last, first.players]
    )
    semicolons = "\n".join(
        ";".join(f'"{cell.replace(chr(34), chr(34) * 2)}"' for cell in row)
        for row in csv.reader(io.StringIO(text[1:], newline=""))
    )
    third = Store.open(tmp_path / "third.db")
    assert taken(third, files(semicolons)).new == 7


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"points": "77"}, "line 3: “points” says 77, and the answers come to 19; wrong cells in "
                           "all: 1."),
        ({"player": "Anne"}, "line 3: “player” says Anne, and the answers come to Ben; wrong cells "
                             "in all: 1."),
        ({"evening": "Finals"}, "line 3, column “evening”: other rows of this game have –."),
        ({"answers": "{"}, None),  # not the first row of the hand: never read
    ],
)  # fmt: skip
def test_a_table_that_was_changed_says_where(
    store: Store, files: Any, changes: dict[str, str], reason: str | None
) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    other = Store.open(store.path.with_name("other.db"))
    text = table_of(store, **changes)
    if reason is None:
        assert surveyed(other, files(text)).new == 1
        return
    with pytest.raises(Unreadable) as refused:
        surveyed(other, files(text))
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (",agreement,answers", "", "line 1: this table lacks columns that newer exports have"),
        ('""tricks"": [0, 3, 8, 2]', '""tricks"": [0, 3, 8, 1]', "line 2: 1 trick still to assign"),
        (
            '""rulebook"": ""israeli-whist""',
            '""rulebook"": ""x""',
            "line 2: its rules are not here.",
        ),
        ('""dealer"": 0', '""dealer"": 9', "line 2: Who deals?"),
        ('"{""dealer""', '"7{""dealer""', "line 2: “answers” cannot be read."),
    ],
)
def test_a_damaged_table_names_its_line(
    store: Store, files: Any, old: str, new: str, reason: str
) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    text = table_of(store)
    assert old in text
    with pytest.raises(Unreadable) as refused:
        surveyed(Store.open(store.path.with_name("other.db")), files(text.replace(old, new, 1)))
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    ("row", "date", "reason"),
    [
        (3, "31.02.2026", "line 5, column “date”: “31.02.2026” is no date."),
        (3, "2026-03-07", "line 5, column “date”: a row above has 2026-03-06 for this evening."),
        (6, "7/3/2026", "line 8, column “date”: a row above has 2026-03-06 for this evening."),
        (6, "soon", "line 8, column “date”: “soon” is no date."),
        (6, "6.3.2026", None),
        (6, "3/6/2026", None),
    ],
)
def test_every_row_of_an_evening_has_its_date(
    store: Store, files: Any, row: int, date: str, reason: str | None
) -> None:
    for key in ("one", "two"):
        game = new_game(store, tables.first(store).id, key, setup_of(), PLAYERS)
        for number, fact in enumerate(HAND):
            store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    store.db.execute("update sessions set key = 'same', date = '2026-03-06'")
    rows = list(csv.reader(io.StringIO(table_of(store), newline="")))
    rows[row + 1][0] = date
    text = csv_text(rows)
    other = Store.open(store.path.with_name("other.db"))
    if reason is None:
        assert surveyed(other, files(text)).first == "2026-03-06"
        return
    with pytest.raises(Unreadable) as refused:
        surveyed(other, files(text))
    assert str(refused.value) == reason


def test_a_date_that_was_changed_in_every_row_is_reported(store: Store, files: Any) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    store.db.execute("update sessions set date = '2026-03-06'")
    head, *rows = table_of(store).splitlines(keepends=True)
    other = Store.open(store.path.with_name("other.db"))
    for written in ("6.3.2026", "3/6/2026", "2026-03-06"):
        text = "".join([head, *(written + row[10:] for row in rows)])
        assert surveyed(other, files(text)).first == "2026-03-06"
    with pytest.raises(Unreadable) as refused:
        surveyed(other, files("".join([head, *("7.3.2026" + row[10:] for row in rows)])))
    assert str(refused.value) == (
        "line 2: “date” says 7.3.2026, and the answers come to 2026-03-06; wrong cells in all: 4."
    )


def test_a_game_that_went_on_differently_here_is_refused(store: Store, files: Any) -> None:
    game = new_game(store, tables.first(store).id, "g", setup_of(), PLAYERS)
    for number, fact in enumerate(HAND):
        store.record(1, game, key=new_key(), revision=number, kind=Kind.ANSWER, given=fact)
    text = table_of(store)
    assert surveyed(store, files(text)).nothing_new
    store.record(1, game, key=new_key(), revision=5, kind=Kind.UNDO, given={})
    given = {"tricks": [1, 2, 8, 2]}
    store.record(1, game, key=new_key(), revision=6, kind=Kind.ANSWER, given=given)
    assert surveyed(store, files(text)).nothing_new  # as it once was here
    other = Store.open(store.path.with_name("other.db"))
    taken(other, files(text))
    with pytest.raises(Unreadable) as refused:
        surveyed(other, files(table_of(store)))
    assert refused.value.clash


def test_every_kind_of_file_has_a_name() -> None:
    assert other_formats.forms() == ("scorekeeper-json", "scorekeeper-csv", WHIST)
    assert other_formats.programs() == ("IsraeliWhist-Scorekeeper",)
