"""Random input: the answer is a page with the reason, never a server error."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.exchange import importing
from scorekeeper.exchange.exporting import Scope, as_json
from scorekeeper.ledger import tables
from scorekeeper.ledger.store import Store
from scorekeeper.web.rate_limits import KEYS as KEY_ATTEMPTS
from tests.doors import UNLIMITED
from tests.web.phone import Phone

NUMBERS = ["", "0", "1", "2", "3", "5", "7", "13", "14", "99", "-1", "--1", "1.5", "²", "9" * 5000]
ODD = ["null", "[]", "{}", "{x}", "%s", "\x00", "\u202e", "x" * 3000, " "]
BIDS = ["7C", "13NT", "14C", "pass", "7c ", "C7"]
KEYS = ["auction-0-0", "auction-0-1", "contract-0", "contract-2", "contract-3", "tricks"]
DEEP = ["[" * 5000, '[["tricks",{"tricks-0":"\\ud800"}]]', "[" + "9" * 5000 + "]", '"\\ud800"']

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 15) | st.floats() | st.sampled_from(BIDS + ODD),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(BIDS), inner),
    max_leaves=6,
)
FACTS = st.dictionaries(
    st.sampled_from(["bid", "winner", "call", "seat", "number", "tricks", "tricks-0"]), JSON
)
ANSWERED = st.lists(st.tuples(st.sampled_from(KEYS), FACTS), max_size=6).map(json.dumps)
WORDS = st.sampled_from(NUMBERS) | st.sampled_from(ODD + BIDS + KEYS) | st.text(max_size=12)


def fields(*names: str) -> st.SearchStrategy[dict[str, str]]:
    """Some of the fields that an address knows, with random values."""
    return st.dictionaries(st.sampled_from(names) | st.text(max_size=8), WORDS, max_size=6)


SEATED = ("dealer", "seat", "number", "bid", "winner", "call", "tricks", "tricks-0", "tricks-3")
REVOKED = ("revokes", "revokes-0", "revokes-1", "revokes-3")
SHEET = (
    *("names-0", "names-3", "names-4", "names-99999", "names-x", "dealer", "rules", "rules."),
    *("rules.scheme", "rules.scheme.name", "rules.scheme.each", "rules.passes", "ending."),
    *("ending.goal", "ending.target", "add", "swap", "change", "keep", "game", "start", "key"),
)
CORRECTION = st.builds(
    lambda answer, key, answers: answer | {"question": key, "answers": answers},
    fields(*SEATED, "previewed"),
    st.sampled_from(KEYS) | WORDS,
    ANSWERED | st.sampled_from(DEEP) | WORDS,
)
POSTS = st.one_of(
    st.tuples(st.just("/games/new"), fields(*SHEET)),
    st.tuples(st.just("/games/1/answers"), fields(*SEATED)),
    st.tuples(st.just("/games/1/dealer"), fields(*SEATED)),
    st.tuples(
        st.sampled_from([f"/games/1/{act}" for act in ("undo", "redo", "stop")]), fields("key")
    ),
    st.tuples(st.just("/games/1/rematch"), fields("key")),
    st.tuples(st.just("/games/1/seat"), fields("sits")),
    st.tuples(st.sampled_from(["/games/1/remove", "/games/1/bring-back"]), fields("key")),
    st.tuples(st.just("/games/1/pasted"), fields("table", "record")),
    st.tuples(st.just("/sessions/new"), fields("date", "name", "key")),
    st.tuples(st.just("/sessions/1/"), fields("date", "name", "notes")),
    st.tuples(st.just("/sessions/1/move"), fields("games", "to")),
    st.tuples(st.just("/games/1/hands/1/correct"), CORRECTION),
    st.tuples(st.just("/games/1/hands/2/correct"), CORRECTION),
    st.tuples(st.just("/games/1/hands/1/revokes"), fields(*REVOKED)),
)
QUERIES = (
    "/?removed=",
    "/sessions/?text=",
    "/sessions/?player=",
    "/sessions/?game=",
    "/sessions/?from=",
    "/sessions/?to=",
    "/sessions/?page=",
    "/sessions/",
    "/games/new?session=",
    "/games/new?game=",
    "/games/1/?hand=",
    "/games/1/?record=",
    "/games/1/?for=",
    "/games/1/hands/1/correct?question=",
    "/games/1/hands/1/correct?answers=",
    "/games/1/hands/2/correct?answers=",
    "/join/",
    "/games/",
    "/static/x/",
)
ANSWERS = {200, 303, 308, 400, 404, 405, 409, 422}


@pytest.fixture
def table(scorer: Phone) -> Iterator[Phone]:
    """A phone in the second hand of a game, on which faults are raised."""
    scorer.write_game()
    scorer.write_hand()
    scorer.answer(bid="7C", winner="2")
    scorer.client.application.config["PROPAGATE_EXCEPTIONS"] = True
    scorer.client.application.config[KEY_ATTEMPTS] = (
        UNLIMITED  # some of the addresses try wrong keys
    )
    yield scorer
    page = scorer.open("/games/1/sheet")
    assert (page.status, page.title) == (200, "Score sheet · Scorekeeper")


@pytest.fixture
def token(table: Phone) -> str:
    return table.token()


JUNK = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@JUNK
@given(post=POSTS, current=st.integers(0, 5))
@pytest.mark.slow
def test_no_form_that_anyone_could_send_fails(
    table: Phone, token: str, store: Store, post: tuple[str, dict[str, str]], current: int
) -> None:
    address, given_fields = post
    seen = {"revision": str(store.revision(1, 1))} if current else {}
    page = table.post(address, {**given_fields, **seen, "csrf_token": token}, follow=False)
    assert page.status in ANSWERS
    assert page.status == 303 or page.words


@JUNK
@given(address=st.sampled_from(QUERIES), word=WORDS | ANSWERED | st.sampled_from(DEEP))
@pytest.mark.slow
def test_no_address_that_anyone_could_open_fails(table: Phone, address: str, word: str) -> None:
    page = table.open(address + quote(word), follow=False)
    assert page.status in ANSWERS


LONG = "9" * 5000  # more digits than Python reads at once


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"games": LONG}, 422),  # nothing is chosen
        ({"games": "1", "to": LONG}, 303),  # no evening, so one of its own
    ],
)
def test_a_number_too_long_to_be_read_is_none(
    table: Phone, token: str, fields: dict[str, str], status: int
) -> None:
    page = table.post("/sessions/1/move", fields | {"csrf_token": token}, follow=False)
    assert page.status == status
    assert table.open(f"/sessions/?player={LONG}").status == 200


def test_a_part_of_a_form_without_a_name_is_refused(table: Phone, token: str) -> None:
    response = table.client.post(
        "/settings/",
        data=f'--b\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
        "--b\r\nContent-Disposition: form-data\r\n\r\ndark\r\n--b--\r\n",
        content_type="multipart/form-data; boundary=b",
    )
    assert response.status_code == 400
    assert "What was sent could not be read; nothing was recorded." in response.text


@pytest.mark.parametrize("key", ["a b", "ключ", "a\n", ""])
def test_a_key_that_no_page_makes_is_refused_and_nothing_is_recorded(
    table: Phone, store: Store, tmp_path: Path, token: str, key: str
) -> None:
    evening = {"csrf_token": token, "key": key, "date": "2026-01-02"}
    assert table.post("/sessions/new", evening, follow=False).status == 422
    assert table.begin(key=key).status == 422
    out = tmp_path / "out.json"
    out.write_text("".join(as_json(store.path, Scope(1), store.now())), "utf-8")
    elsewhere = Store.open(tmp_path / "elsewhere.db")
    there = tables.first(elsewhere).id
    survey = importing.survey_file(elsewhere, there, out)
    assert (survey.sessions, survey.games) == (1, 1)
