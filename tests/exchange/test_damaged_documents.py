"""Damaged documents: each fault is reported with its place, and nothing is written."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.exchange import importing
from scorekeeper.exchange.export_file import LARGEST, members
from scorekeeper.ledger import tables
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.game_document import VERSION
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.store import Store
from tests.conftest import PLAYERS, setup_of
from tests.exchange.exported_file import another, brought, everything, exported
from tests.ledger.example import play

Change = Callable[[dict[str, Any]], None]


def game_of(data: dict[str, Any]) -> dict[str, Any]:
    game: dict[str, Any] = data["games"][0]
    return game


def entry_of(data: dict[str, Any], number: int) -> dict[str, Any]:
    entry: dict[str, Any] = game_of(data)["entries"][number - 1]
    return entry


AT = "line 1, game 1"


DAMAGE: dict[str, tuple[Change, str]] = {
    "another program's": (
        lambda data: data.update(format="whist"),
        "line 1: this is not a Scorekeeper export in JSON.",
    ),
    "no version's": (
        lambda data: data.pop("version"),
        "line 1: this is not a Scorekeeper export in JSON.",
    ),
    "an older version's": (
        lambda data: data.update(version=VERSION - 1),
        "This file was exported by an older version of Scorekeeper than this one reads; export "
        "the scores again with revision 8196d5e6.",
    ),
    "a truth for a version": (
        lambda data: data.update(version=True),
        "line 1: this is not a Scorekeeper export in JSON.",
    ),
    "a newer version's": (
        lambda data: data.update(version=VERSION + 1),
        "This file was exported by a newer version of Scorekeeper; upgrade to use it.",
    ),
    "a barred contract": (
        lambda data: entry_of(data, 4)["fact"].update(number=4),
        f"{AT}: entry 4: West can't say 4: that would make 13.",
    ),
    "tricks that do not add up": (
        lambda data: entry_of(data, 5)["fact"].update(tricks=[1, 3, 8, 2]),
        f"{AT}: entry 5: 1 trick too many",
    ),
    "an answer as nobody records it": (
        lambda data: entry_of(data, 2)["fact"].update(number="0"),
        f"{AT}: entry 2: “fact” is not as it would have been recorded.",
    ),
    "more than was asked": (
        lambda data: entry_of(data, 1)["fact"].update(x="y"),
        f"{AT}: entry 1: “fact” is not as it would have been recorded.",
    ),
    "another hand": (
        lambda data: entry_of(data, 3).update(deal=2),
        f"{AT}: entry 3: It answers a question of hand 2, which is not the one running.",
    ),
    "an undo of nothing": (
        lambda data: entry_of(data, 1).update(kind="undo", fact={}),
        f"{AT}: entry 1: There is nothing to undo.",
    ),
    "a kind that there is not": (
        lambda data: entry_of(data, 1).update(kind="drop"),
        f"{AT}: entry 1: there is no kind of entry “drop”.",
    ),
    "a moment in another zone": (
        lambda data: entry_of(data, 1).update(at="2026-03-06T18:00:40.000+01:00"),
        f"{AT}: entry 1: “at” must be a time in UTC, as in 2026-03-06T18:00:40.000+00:00.",
    ),
    "a day that there is not": (
        lambda data: game_of(data).update(started="2026-02-30T18:00:40.000+00:00"),
        f"{AT}: “started” must be a time in UTC, as in 2026-03-06T18:00:40.000+00:00.",
    ),
    "a moment whose day before there is not": (
        lambda data: game_of(data).update(started="0001-01-01T00:00:00.000+00:00"),
        f"{AT}: “started” must be a time in UTC, as in 2026-03-06T18:00:40.000+00:00.",
    ),
    "a moment whose day after there is not": (
        lambda data: entry_of(data, 1).update(at="9999-12-31T23:59:59.999+00:00"),
        f"{AT}: entry 1: “at” must be a time in UTC, as in 2026-03-06T18:00:40.000+00:00.",
    ),
    "starting points that cannot be shown": (
        lambda data: game_of(data)["entries"].append(
            entry_of(data, 5) | {"key": "k", "kind": "start", "fact": {"start": ["", 5, 5, 5]}}
        ),
        f"{AT}: entry 6: this change does not fit the game.",
    ),
    "a key twice": (
        lambda data: entry_of(data, 2).update(key=entry_of(data, 1)["key"]),
        f"{AT}: two entries have the same key.",
    ),
    "a key with blanks": (
        lambda data: game_of(data).update(key="a b"),
        f"{AT}: “key” must be a key.",
    ),
    "a game twice": (
        lambda data: data["games"].append(data["games"][0]),
        "line 1, game 2: the file has this game twice.",
    ),
    "no session": (
        lambda data: data.update(sessions=[]),
        f"{AT}: its session is not in the file.",
    ),
    "an unknown player": (
        lambda data: data["players"].pop(),
        f"{AT}: Dana is not a player in the file.",
    ),
    "three players": (
        lambda data: game_of(data)["players"].pop(),
        f"{AT}: Israeli Whist is not played by 3.",
    ),
    "two of one name": (
        lambda data: game_of(data).update(players=["Anna", "Ben", "Chaim", "Anna"]),
        f"{AT}: Two players are called Anna: make the names different.",
    ),
    "a name that cannot be seen": (
        lambda data: data["players"].append({"name": "\u200b"}),
        "line 1: Every player needs a name.",
    ),
    "a rule that there is not": (
        lambda data: game_of(data)["rules"].update(cheating=True),
        f"{AT}: There is no house rule “cheating”.",
    ),
    "an ending of another game": (
        lambda data: game_of(data)["ending"].update(goal="schedule"),
        f"{AT}: This game does not end like that.",
    ),
    "a dealer from outside": (
        lambda data: game_of(data).update(first_dealer=4),
        f"{AT}: “first_dealer” must be a number from 0 to 3.",
    ),
    "true as a dealer": (
        lambda data: game_of(data).update(first_dealer=True),
        f"{AT}: “first_dealer” must be a number from 0 to 3.",
    ),
    "no list of games": (
        lambda data: data.update(games={}),
        "line 1: the file is damaged here, or is no JSON.",
    ),
    "a game that is none": (
        lambda data: data.update(games=[7]),
        f"{AT}: a game must be an object.",
    ),
    "a date that is none": (
        lambda data: data["sessions"][0].update(date="6.3.2026"),
        "line 1: A date is needed, as in 2026-03-06.",
    ),
    "a number for a name": (
        lambda data: data["sessions"][0].update(name=7),
        "line 1: “name” must be a text.",
    ),
}


@pytest.mark.parametrize(("change", "reason"), DAMAGE.values(), ids=DAMAGE)
def test_what_is_wrong_in_a_document_is_said_with_its_place(
    store: Store, change: Change, reason: str
) -> None:
    tables.first(store)
    play(store, new_game(store, 1, "one", setup_of(), PLAYERS), device="5e1f00d1")
    data = json.loads(exported(store))
    change(data)
    with another() as other:
        tables.first(other)
        before = everything(other)
        with pytest.raises(Unreadable) as refused:
            brought(other, json.dumps(data))
        assert str(refused.value) == reason
        assert everything(other) == before


def test_the_place_is_a_line_of_an_export_and_a_game_of_another_layout(store: Store) -> None:
    tables.first(store)
    play(store, new_game(store, 1, "one", setup_of(), PLAYERS))
    text = exported(store).replace('"number": 0', '"number": "0"')
    indented = json.dumps(json.loads(text), indent=1)
    for document, place in ((text, "line 13, game 1"), (indented, "game 1")):
        with another() as other, pytest.raises(Unreadable) as refused:
            brought(other, document)
        wrong = "entry 2: “fact” is not as it would have been recorded."
        assert str(refused.value) == f"{place}: {wrong}"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ('{"format": "scorekeeper",\n "version": 5,\n "games": [{"key": "a"', 3),
        ('{"format": "scorekeeper",\n "version": 5\n "games": []}', 3),
        ('{"format": "scorekeeper", "version": 5, "games": []} more', 1),
        ('{"format": "scorekeeper",\n"version": 5,\n"games": [\n{"key": "a"', 4),
        ('{"format": "scorekeeper",\n"version": 5,\n"players": [\n]\n', 4),
        ('{"format": "scorekeeper",\n"version": 5,\n"games": [\n]\n}\n\nmore', 7),
        ('{"format": "scorekeeper",\n"version": 5,\n"games": {}\n}\n', 3),
        ('{\n"format": "scorekeeper",\n"version": 5,\n"games": [7\n8]\n}\n', 5),
        ('{"format": NaN}', 1),
        ('{"version": ' + "9" * 5000 + "}", 1),
        ('{"players": [' + "[" * 200_000, 1),
    ],
)
def test_a_damaged_file_is_said_with_its_line(store: Store, text: str, line: int) -> None:
    with pytest.raises(Unreadable) as refused:
        brought(store, text)
    assert str(refused.value) == f"line {line}: the file is damaged here, or is no JSON."


def test_a_list_is_not_what_was_exported(store: Store) -> None:
    with pytest.raises(Unreadable) as refused:
        brought(store, "\n[]")
    assert str(refused.value) == "line 2: this is not a Scorekeeper export in JSON."


def test_a_file_that_is_no_text_is_said(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "picture.json"
    path.write_bytes(b"\x89PNG\r\n\xff\xfe")
    with pytest.raises(Unreadable) as refused:
        importing.survey_file(store, 1, path)
    assert str(refused.value) == "This is not text in UTF-8."


def test_an_endless_element_is_not_read_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "endless.json"
    path.write_text('{"games": ["' + "x" * (3 * LARGEST), encoding="utf-8")
    with path.open(encoding="utf-8") as stream, pytest.raises(Unreadable) as refused:
        list(members(stream))
    assert str(refused.value) == "line 1: this is too large."
