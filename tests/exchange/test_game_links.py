"""Game links: a document comes back equal, junk is refused, and a game of 14 hands fits a code."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange import game_link
from scorekeeper.exchange.exporting import Scope
from scorekeeper.exchange.game_link import (
    GameLinkError,
    document_in,
    link_text,
)
from scorekeeper.games.registry import own_game, rulebooks
from scorekeeper.ledger import own_games, tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Log
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH
from scorekeeper.web import qr_codes
from tests.conftest import PLAYERS, setup_of
from tests.deep import DEEP
from tests.exchange.bad_links import CUT, FAULTS, parts, text_of, with_values, with_white_space
from tests.exchange.exported_file import another, exported
from tests.exchange.tapped_games import HEBREW, tapped
from tests.ledger.entry_strategies import histories
from tests.ledger.example import HAND, play, record_all
from tests.own_yaniv import YANIV

HEAD = "https://cards.example.org/scorekeeper/#show="


def link_of(store: Store, game: int) -> str:
    record = store.game(1, game)
    return link_text(exported(store, Scope(1, game_id=game)), record.game, record.players)


@pytest.mark.parametrize("book", rulebooks().values(), ids=lambda book: book.key)
def test_a_game_of_fourteen_hands_comes_back_equal_and_fits_a_code(book: Rulebook[Any]) -> None:
    count = 4 if 4 in book.players else max(book.players)
    with another() as store:
        game = tapped(store, book, HEBREW[:count])
        text = link_of(store, game)
        assert json.loads(document_in(text)) == json.loads(exported(store, Scope(1, game_id=game)))
        assert qr_codes.of_game(HEAD, text) is not None


def test_a_code_also_takes_the_longest_game_of_eight() -> None:
    with another() as store:
        text = link_of(store, tapped(store, rulebooks()["oh-hell"], HEBREW))
        assert qr_codes.of_game(HEAD, text) is not None
        assert qr_codes.of_game(HEAD, text * 2) is None


@settings(max_examples=20 if DEEP else 8)
@given(st.data())
def test_any_history_comes_back(data: st.DataObject) -> None:
    setup = data.draw(st.sampled_from([setup_of(), setup_of("vax"), setup_of("wikipedia-web")]))
    _, entries = data.draw(histories(Log.of(setup)))
    with another() as store:
        game = new_game(store, tables.first(store).id, "game", setup, PLAYERS)
        record_all(store, game, entries, "e")
        document = json.loads(exported(store, Scope(1, game_id=game)))
        assert json.loads(document_in(link_of(store, game))) == document


def test_the_rules_of_an_own_game_travel_with_it(store: Store) -> None:
    table = tables.first(store).id
    own_games.add(store, table, YANIV)
    book = own_game(YANIV)
    setup = Setup(book, book.presets[0].rules, book.endings.usual, 4, SOUTH)
    game = new_game(store, table, "own", setup, PLAYERS)
    assert json.loads(document_in(link_of(store, game)))["games"][0]["file"] == YANIV


def test_names_points_and_totals_stand_in_front(store: Store) -> None:
    tables.first(store)
    play(store, new_game(store, 1, "one", setup_of(), PLAYERS))
    assert parts(link_of(store, 1))["shown"] == {
        "sides": [[name] for name in PLAYERS],
        "hands": [[-20, 19, -10, -40]],
        "totals": [-20, 19, -10, -40],
        "decimals": 0,
    }


def test_signs_are_of_the_alphanumeric_mode_and_of_a_link() -> None:
    assert len(set(game_link.SIGNS)) == 41
    assert set(game_link.SIGNS) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:") - set(" %")


@given(st.binary(max_size=200))
def test_bytes_come_back_from_signs(packed: bytes) -> None:
    assert game_link._from_signs(game_link._in_signs(packed)) == packed


# Junk


@pytest.fixture(scope="module")
def good() -> Iterator[str]:
    with another() as store:
        tables.first(store)
        play(store, new_game(store, 1, "one", setup_of(), PLAYERS), HAND * 3)
        yield link_of(store, 1)


def test_white_space_in_a_link_is_ignored(good: str) -> None:
    assert document_in(with_white_space(good)) == document_in(good)


@given(st.data())
def test_a_changed_or_cut_link_is_refused(good: str, data: st.DataObject) -> None:
    """The checksum of the packed text finds what the form does not."""
    at = data.draw(st.integers(0, len(good) - 1))
    sign = data.draw(st.sampled_from(game_link.SIGNS))
    before, after = good[:at], good[at + 1 :]
    changed = data.draw(st.sampled_from([before, before + sign + after, after]))
    if changed != good:
        with pytest.raises(GameLinkError):
            document_in(changed)


@given(st.one_of(st.text(), st.text(game_link.SIGNS).map(lambda text: text + "Z")))
def test_a_foreign_text_is_refused(text: str) -> None:
    with pytest.raises(GameLinkError):
        document_in(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4)
    ),
)


@given(st.data())
def test_any_other_values_in_it_are_refused_or_left_to_the_import(
    good: str, data: st.DataObject
) -> None:
    wire = parts(good)
    holder = data.draw(st.sampled_from([wire, wire["game"], wire["entries"]]))
    holder[data.draw(st.sampled_from(sorted(holder)))] = data.draw(JSON)
    try:
        document = document_in(text_of(wire))
    except GameLinkError:
        return
    assert isinstance(json.loads(document), dict)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        *FAULTS,
        (with_values(lambda wire: wire.pop("game")), CUT),
        (with_values(lambda wire: wire["entries"].update(times=[10**30] * 15)), CUT),
        (with_values(lambda wire: wire["entries"].update(keys=["tap-1", 10**9])), CUT),
        (with_values(lambda wire: wire["entries"].update(keys=["tap-1", -1, "e", 16])), CUT),
        (with_values(lambda wire: wire["entries"].update(by=[0, 10**12])), CUT),
    ],
)  # fmt: skip
def test_each_fault_has_its_sentence(
    good: str, change: Callable[[str], str], sentence: str
) -> None:
    with pytest.raises(GameLinkError) as refused:
        document_in(change(good))
    assert str(refused.value) == sentence
