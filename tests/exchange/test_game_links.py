"""Game links: a document comes back equal, junk is refused, and a game of 14 hands fits a code."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.exchange import game_link
from scorekeeper.exchange.exporting import Scope
from scorekeeper.exchange.game_link import (
    LARGEST_UNPACKED,
    LONGEST_TEXT,
    GameLinkError,
    document_in,
    link_text,
)
from scorekeeper.games.registry import own_game, rulebooks
from scorekeeper.ledger import own_games, tables
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind, Log
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH
from scorekeeper.web import qr_codes
from tests.conftest import PLAYERS, setup_of
from tests.deep import DEEP
from tests.exchange.exported_file import another, exported
from tests.ledger.entry_strategies import histories
from tests.ledger.example import HAND, play, record_all
from tests.own_yaniv import YANIV

HEAD = "https://cards.example.org/scorekeeper/#show="
HEBREW = ("דנה כהן", "אבשלום", "תמר", "יונתן", "נועה", "מיכל", "אורי", "שירה")
HANDS = 14


def link_of(store: Store, game: int) -> str:
    record = store.game(1, game)
    return link_text(exported(store, Scope(1, game_id=game)), record.game, record.players)


def parts(text: str) -> dict[str, Any]:
    """What stands in a link, read without the module's own reader of signs."""
    number = [game_link.SIGNS.index(sign) for sign in text.removesuffix("Z")]
    packed = bytearray()
    for at in range(0, len(number), 3):
        first, *rest = number[at : at + 3]
        value = first
        for sign in rest:
            value = value * 41 + sign
        packed += value.to_bytes(len(rest), "big")
    wire: dict[str, Any] = json.loads(zlib.decompress(packed))
    return wire


def text_of(wire: object) -> str:
    return game_link._in_signs(zlib.compress(json.dumps(wire).encode())) + "Z"


class Evening:
    """A clock on which some seconds pass with each look."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._now = datetime(2026, 3, 6, 19, 3, 17, 123_000, tzinfo=UTC)

    def __call__(self) -> datetime:
        self._now += timedelta(milliseconds=int(self._rng.lognormvariate(9, 0.8)))
        return self._now


def played(store: Store, book: Rulebook[Any], names: tuple[str, ...]) -> int:
    """A game of 14 hands, or of as many as it has, tapped on one phone."""
    rng = random.Random(book.key)
    store.clock = Evening(rng)
    preset = book.presets[0]
    ending = book.agreed(preset.ending or book.endings.usual, preset.rules, len(names))
    setup = Setup(book, preset.rules, ending, len(names), SOUTH)
    game = new_game(store, tables.first(store).id, "a-new-game-16-bt", setup, names)
    while True:
        record = store.game(1, game)
        step = record.game.step
        if step is None or len(record.game.complete) == HANDS:
            return game
        number = record.log.revision + 1
        store.record(
            *(1, game),
            key=f"tap-2w6p1z5k3n0q4m7r1c9x-{number}",
            revision=number - 1,
            kind=Kind.ANSWER,
            given=step.random_answer(rng),
            device="5e1f00d1",
        )


@pytest.mark.parametrize("book", rulebooks().values(), ids=lambda book: book.key)
def test_a_game_of_fourteen_hands_comes_back_equal_and_fits_a_code(book: Rulebook[Any]) -> None:
    count = 4 if 4 in book.players else max(book.players)
    with another() as store:
        game = played(store, book, HEBREW[:count])
        text = link_of(store, game)
        assert json.loads(document_in(text)) == json.loads(exported(store, Scope(1, game_id=game)))
        assert qr_codes.of_game(HEAD, text) is not None


def test_a_code_also_takes_the_longest_game_of_eight() -> None:
    with another() as store:
        text = link_of(store, played(store, rulebooks()["oh-hell"], HEBREW))
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
    game = new_game(store, table, "own", Setup(book, book.presets[0].rules, book.endings.usual, 4, SOUTH), PLAYERS)  # fmt: skip
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


@given(st.data())
def test_a_changed_or_cut_link_is_refused(good: str, data: st.DataObject) -> None:
    """The checksum of the packed text finds what the form does not."""
    at = data.draw(st.integers(0, len(good) - 1))
    sign = data.draw(st.sampled_from(game_link.SIGNS))
    changed = data.draw(st.sampled_from([good[:at], good[:at] + sign + good[at + 1 :], good[at + 1 :]]))  # fmt: skip
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
    ),  # fmt: skip
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


def bomb() -> str:
    return text_of({"v": 1, "shown": " " * LARGEST_UNPACKED})


def with_values(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def changed(good: str) -> str:
        wire = parts(good)
        change(wire)
        return text_of(wire)

    return changed


CUT = "This link is not complete, or was changed: ask for it once more."
FOREIGN = "There is no game in this link."
LONG = "This link is too long for a game."


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda good: good[:-1], CUT),
        (lambda good: good[:-9] + "Z", CUT),
        (lambda good: good.lower()[:-1] + "Z", FOREIGN),
        (lambda _: "", CUT),
        (lambda good: base64.b64encode(good.encode()).decode() + "Z", FOREIGN),
        (lambda good: good * (LONGEST_TEXT // len(good) + 1), LONG),
        (lambda _: bomb(), LONG),  # 300 characters that unpack to 256 KB
        (lambda _: text_of("[" * 100_000), FOREIGN),
        (lambda _: game_link._in_signs(zlib.compress(b"[" * 100_000)) + "Z", FOREIGN),
        (lambda _: game_link._in_signs(zlib.compress(b'{"v": NaN}')) + "Z", FOREIGN),
        (lambda _: text_of({"v": "1"}), FOREIGN),
        (
            with_values(lambda wire: wire.update(v=2)),
            "This link is from a newer version of Scorekeeper; load the page again to use it.",
        ),
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
