"""Games of a table's own on the pages: made, tried, played, shared and removed."""

from __future__ import annotations

import html
import io
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from scorekeeper.games.file_rulebook import game_of
from scorekeeper.games.registry import own_game, ready_files
from scorekeeper.ledger import tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.game_files import own_games
from scorekeeper.ledger.store import Store
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from scorekeeper.web import making_games
from scorekeeper.web.making_games import made_up_game
from tests.doors import new_link
from tests.own_yaniv import YANIV
from tests.web.phone import Page, Phone

LATER = YANIV.replace("limit if me.caller else 99", "99")
HOSTILE = YANIV.replace("My Yaniv", "<u>Yaniv</u>").replace("Asaf", "<script>alert(1)</script>")


def sent(phone: Phone, **fields: str) -> Page:
    """Send the form of a game file."""
    form = phone.open("/own-games/").form("/own-games/")
    return phone.fill(form, fields)


def problem(page: Page) -> str:
    return page.problems[0] if page.problems else ""


def text_in(page: Page) -> str:
    """The text that the page keeps in its field."""
    found = re.search("<textarea[^>]*>\\n(.*)</textarea>", page.html, re.DOTALL)
    assert found
    return html.unescape(found[1])


def play(phone: Phone, key: str) -> Page:
    return phone.begin("Anna Ben Chaim", game=key)


def test_a_pasted_game_is_tried_added_played_and_corrected(scorer: Phone, store: Store) -> None:
    tried = sent(scorer, text=YANIV.replace("\n", "\r\n"), **{"try": "1"})
    assert (tried.status, problem(tried), text_in(tried)) == (200, "", YANIV)
    for shown in ("Who said Yaniv?", "hand + 30", "Made-up hands", "me.caller and min"):
        assert shown in tried.html.replace("&lt;", "<")
    assert own_games(store.db, 1) == []
    sent(scorer, text=YANIV, add="1")
    key = own_game(YANIV).key
    assert "Who sits where" in scorer.open(f"/games/new?game={key}").html
    play(scorer, key)
    scorer.answer(1, choice="0")
    refused = scorer.answer(1, **{"points-0": "8", "points-1": "4", "points-2": "14"})
    assert refused.status == 422
    scorer.answer(1, **{"points-0": "5", "points-1": "4", "points-2": "14"})
    assert store.game(1, 1).game.totals == (35, 4, 14)
    assert "Hand 1 Annacaller" in scorer.open("/games/1/sheet").words
    sent(scorer, text=LATER.replace("hand + 30", "hand + 10").replace("[35,", "[15,"), replace="1")
    scorer.answer(1, choice="1")
    scorer.answer(1, **{"points-0": "40", "points-1": "3", "points-2": "30"})
    assert store.game(1, 1).game.totals == (75, 4, 44)
    scorer.post(f"/own-games/{own_games(store.db, 1)[0].key}", {"remove": "1"} | token(scorer))
    assert own_games(store.db, 1) == []
    for page in ("", "sheet", "board", "more", "print?what=rules", "story", "what-if"):
        assert scorer.open(f"/games/1/{page}").status == 200, page
    for page in ("/players/", "/players/1/", "/players/season", "/sessions/", "/players/year/2026"):
        assert scorer.open(page).status == 200, page


def test_a_correction_that_lets_a_player_play_again_tells_which_hand_lacks_an_answer(
    scorer: Phone, store: Store
) -> None:
    sent(scorer, text=YANIV.replace("range = [1, 20]", "range = [1, 99]"), add="1")
    play(scorer, own_games(store.db, 1)[0].key)
    for hand in ("0 90 5", "0 99 5", "0 50 5", "7 - 4"):
        scorer.answer(1, choice="0")
        scorer.answer(1, **{f"points-{side}": n for side, n in enumerate(hand.split())})
    assert store.game(1, 1).game.totals == (37, 239, 19)
    form = scorer.open("/games/1/hands/1/correct?question=hand").form("/correct")
    scorer.fill(form, {"points-0": "0", "points-1": "9", "points-2": "5"})
    assert "Hand 4 does not fit any more: correct it, too." in scorer.open("/games/1/").words
    game = store.game(1, 1).game
    assert (game.deals[3].flaw is not None, game.totals) == (True, (0, 158, 15))
    form = scorer.open("/games/1/hands/4/correct").form("/correct")  # who called is known
    assert [form.fields[f"points-{side}"] for side in range(3)] == ["7", "", "4"]
    scorer.fill(form, {"points-1": "8"})
    assert store.game(1, 1).game.totals == (37, 166, 19)


def test_a_correction_that_leaves_an_answer_too_many_asks_the_last_question(
    scorer: Phone, store: Store
) -> None:
    text = (
        'name = "Extra"\nplayers = [2, 3]\npoints = "hand + extra"\n'
        'ask = [{ key = "hand", each = "player", number = [0, 99], ask = "How many?" },\n'
        '{ key = "extra", number = [0, 5], when = "max(all.total) > 9", ask = "And more?" }]\n'
    )
    sent(scorer, text=text, add="1")
    play(scorer, own_games(store.db, 1)[0].key)
    for numbers in ("0 10 5", "1 2 3"):
        scorer.answer(1, **{f"points-{side}": n for side, n in enumerate(numbers.split())})
    scorer.answer(1, choice="4")
    assert store.game(1, 1).game.totals == (5, 16, 12)
    form = scorer.open("/games/1/hands/1/correct?question=hand").form("/correct")
    scorer.fill(form, {"points-0": "0", "points-1": "9", "points-2": "5"})
    assert store.game(1, 1).game.deals[1].flaw is not None
    form = scorer.open("/games/1/hands/2/correct").form("/correct")
    scorer.fill(form, {"points-0": "1", "points-1": "2", "points-2": "3"})
    assert store.game(1, 1).game.totals == (1, 11, 8)


def token(phone: Phone) -> dict[str, str]:
    return {"csrf_token": phone.token()}


BAD = [
    (YANIV.replace("hand + 30", "hand // 0"), 24, "divided by zero"),
    (YANIV.replace("hand + 30", "9" * 1_000), 24, "characters"),
    (YANIV + "# " + "x" * 70_000, 1, "more than 64 KB"),
    (YANIV.replace("My Yaniv", "Yaniv"), 1, "there is a game “Yaniv” already"),
    (YANIV.replace("[35, 4, 14]", "[36, 4, 14]"), 41, "the example gives 35, 4, 14"),
    ("", 1, "the field “name” is missing"),
    (YANIV.replace("Asaf", "{{ 7 * 7 }}"), 22, "no blanks in curly brackets"),
]


@pytest.mark.parametrize(("text", "line", "says"), BAD, ids=[says for *_, says in BAD])
def test_a_wrong_file_is_refused_with_its_line_and_stays(
    text: str, line: int, says: str, scorer: Phone, store: Store
) -> None:
    for button in ("try", "add", "replace"):
        page = sent(scorer, text=text, **{button: "1"})
        assert page.status == 422
        assert problem(page).startswith(f"Line {line}:")
        assert says in problem(page)
        assert text_in(page) == text
    assert own_games(store.db, 1) == []


@pytest.mark.parametrize(
    "name",
    [
        '"Oh-Hell"',
        '{ en = "X1", de = "Yaniv" }',
        '{ en = "X1", he = "יניב" }',
        '{ en = "X1", he = "ויזארד" }',  # the Hebrew name of another game
        '{ en = "X1", de = "Wäh\u034fler" }',  # of the other game of this table
    ],
)
def test_a_name_that_looks_like_that_of_another_game_is_refused(
    name: str, scorer: Phone, store: Store
) -> None:
    other = YANIV.replace('"My Yaniv"', '{ en = "Voters", de = "Wähler" }')
    sent(scorer, text=other, add="1")
    for button in ("try", "add", "replace"):
        page = sent(scorer, text=YANIV.replace('"My Yaniv"', name), **{button: "1"})
        assert page.status == 422
        assert "give yours another name" in problem(page)
    assert [book.file.text for book in own_games(store.db, 1)] == [other]


def test_one_file_is_tried_at_a_time_and_the_next_keeps_its_text(scorer: Phone) -> None:
    with making_games.BEING_TRIED:
        page = sent(scorer, text=YANIV, **{"try": "1"})
        assert (page.status, text_in(page)) == (503, YANIV)
        assert "Another game is being tried" in problem(page)
        assert scorer.open("/games/new").status == 200
    assert sent(scorer, text=YANIV, **{"try": "1"}).status == 200


@pytest.mark.parametrize("button", ["try", "add", "replace"])
def test_nothing_of_a_file_is_computed_beside_another_one(
    button: str, scorer: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither the check nor the made-up hands on the page."""
    held: list[bool] = []

    def counted(compute: Callable[..., Any]) -> Callable[..., Any]:
        def run(*values: Any) -> Any:
            held.append(making_games.BEING_TRIED.locked())
            return compute(*values)

        return run

    for name in ("check_game", "made_up_game"):
        monkeypatch.setattr(making_games, name, counted(getattr(making_games, name)))
    sent(scorer, text=YANIV, **{button: "1"})
    assert held == [True] * (2 if button == "try" else 1)
    assert not making_games.BEING_TRIED.locked()


@pytest.mark.parametrize("text", ['name = " "', "name = 7", "", "a" + ".a" * 9 + " = 1"])
def test_a_stored_file_that_cannot_be_read_takes_no_page_down(
    text: str, scorer: Phone, store: Store
) -> None:
    sent(scorer, text=YANIV, add="1")
    key = own_game(YANIV).key
    store.db.execute("update game_files set text = ? where key = ?", [text, key])
    for address in (
        "/games/new",
        "/games/new?game=hearts",
        f"/games/new?game={key}",
        "/own-games/",
    ):
        assert scorer.open(address).status == 200, address


def test_a_file_of_two_megabytes_is_too_much(scorer: Phone, store: Store) -> None:
    page = sent(scorer, text="x" * 2_000_000, add="1")
    assert page.status == 413
    assert "at most 64 KB" in page.html
    assert own_games(store.db, 1) == []


def test_an_uploaded_file_takes_the_place_of_the_text(scorer: Phone) -> None:
    form = scorer.open("/own-games/").form("/own-games/")
    for content, status in ((YANIV.encode("utf-8-sig"), 200), (b"name = \xff", 422)):
        fields = {**form.fields, "try": "1", "text": "7", "file": (io.BytesIO(content), "g.toml")}
        answer = scorer.client.post(form.action, data=fields)
        assert answer.status_code == status


def test_two_files_with_one_name_ask_whether_to_replace(scorer: Phone, store: Store) -> None:
    sent(scorer, text=YANIV, add="1")
    later = YANIV.replace("200", "300")
    page = sent(scorer, text=later, add="1")
    assert problem(page) == "Line 1: this table has a game “My Yaniv” already"
    assert [book.file.text for book in own_games(store.db, 1)] == [YANIV]
    assert "replace" in page.form("/own-games/")
    sent(scorer, text=later, replace="1")
    assert [book.file.text for book in own_games(store.db, 1)] == [later]


def test_a_form_makes_a_simple_game(scorer: Phone, store: Store) -> None:
    forms = [form for form in scorer.open("/own-games/").forms if "simple" in form]
    typed = {"name": 'Oma\'s "Spiel" \\', "sum": "26", "target": "100", "wins": "low"}
    page = scorer.fill(forms[0], typed | {"simple": "1"})
    assert (page.status, problem(page)) == (200, "")
    sent(scorer, text=text_in(page), add="1")
    book = own_games(store.db, 1)[0]
    assert str(book.name) == 'Oma\'s "Spiel" \\'
    assert (book.low(None), book.endings.usual.target, book.players) == (True, 100, range(2, 9))
    wrong = scorer.fill(forms[0], {"name": "Oma", "least": "two", "simple": "1"})
    assert (wrong.status, "Line 2" in problem(wrong)) == (422, True)
    assert 'value="two"' in wrong.html


def test_a_ready_file_is_a_beginning(scorer: Phone) -> None:
    for book in ready_files():
        assert text_in(scorer.open(f"/own-games/?from={book.key}")) == book.file.text


def test_a_value_that_is_worked_out_is_no_question(scorer: Phone) -> None:
    counted = '[[ask]]\nkey = "low"\nvalue = "count(all.hand < 5)"\n\n[[points]]'
    page = sent(scorer, text=YANIV.replace("[[points]]", counted, 1), **{"try": "1"})
    questions, _, rules = page.words.partition("How many points are in each hand?")
    assert page.status == 200
    assert "low" not in questions.partition("Asked after each hand")[2]
    assert "each hand? a number from 0 on for each" in page.words  # the most depends on the caller
    assert rules.partition("Scoring")[0].count("a number from") == 1
    assert "low: count(all.hand < 5)" in rules


def test_made_up_hands_stop_where_no_answer_is_found() -> None:
    """Random answers may miss the few that a file allows: the page is shown without the hand."""
    never = '[[refuse]]\nwhen = "caller"\nsay = "No."\n\n[[points]]'
    text = YANIV.partition("[[example]]")[0].replace("[[points]]", never, 1)
    book = game_of(text, "own")
    rules = book.presets[0].rules
    setup = Setup(book, rules, book.usual_ending(rules), 3, SOUTH)
    assert made_up_game(setup, Random(1), 3).complete == ()


def test_made_up_hands_end_with_the_game_although_a_tie_is_played_off() -> None:
    text = (
        'name = "Tied"\nplayers = [3, 3]\nwins = "low"\n'
        + """
[[ask]]
key = "lost"
choice = "player"
ask = "Who lost?"

[[points]]
value = "90 if me.lost else 0"

[end]
target = 50
"""
    )
    book = game_of(text, "own")
    rules = book.presets[0].rules
    ending = book.agreed(book.usual_ending(rules), rules, 3)
    game = made_up_game(Setup(book, rules, ending, 3, SOUTH), Random(1), 3)
    assert (len(game.complete), game.course.play_off) == (1, True)


def test_a_link_shows_a_game_before_another_table_takes_it(
    scorer: Phone, watcher: Phone, other_scorer: Phone, store: Store
) -> None:
    sent(scorer, text=YANIV, add="1")
    address = f"/own-games/{own_game(YANIV).key}"
    assert "Who said Yaniv?" in watcher.open(address).html
    assert watcher.post(address, token(scorer) | {"add": "1"}).status == 403
    shared = other_scorer.open(address)
    assert "Add to our games" in shared.html
    assert other_scorer.client.get(f"{address}.toml").text == YANIV
    assert own_games(store.db, 2) == []
    other_scorer.send(shared.form(address), add="1")
    assert [book.file.text for book in own_games(store.db, 2)] == [YANIV]


@pytest.fixture
def other_scorer(scorer: Phone, store: Store) -> Phone:
    """A phone that scores at another table of this score keeper."""
    phone = Phone(scorer.client.application.test_client())
    phone.open(new_link(store, Role.SCORE, tables.add(store, "Club")))
    return phone


@pytest.mark.parametrize("code", ["en", "he", "de"])
def test_texts_of_a_file_are_escaped_and_have_their_language(
    code: str, scorer: Phone, store: Store
) -> None:
    scorer.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = code
    name = 'name = { de = "<u>Spiel</u>", fr = "<u>Jeu</u>" }'
    text = HOSTILE.replace('name = "<u>Yaniv</u>"', name)
    pages = [sent(scorer, text=text, **{"try": "1"})]
    sent(scorer, text=text, add="1")
    play(scorer, own_games(store.db, 1)[0].key)
    scorer.answer(1, choice="0")
    scorer.answer(1, **{"points-0": "5", "points-1": "4", "points-2": "14"})
    paths = ("games/1/", "games/1/sheet", "games/1/more", "games/1/print?what=rules", "games/new")
    pages += [scorer.open(f"/{path}") for path in (*paths, "players/", "links/journal")]
    for page in pages:
        assert page.status == 200
        assert "<u>" not in page.html
        assert "<script>alert" not in page.html
    marked = '<bdi lang="de">&lt;u&gt;Spiel' in pages[0].html
    assert marked is (code != "de")
    assert '<bdi lang="und">' in pages[0].html  # “Who said Yaniv?” has no language


def test_the_look_ahead_of_an_own_game_has_its_questions(scorer: Phone) -> None:
    sent(scorer, text=YANIV, add="1")
    play(scorer, own_game(YANIV).key)
    ahead = json.loads(scorer.client.get("/games/1/ahead").text)
    assert any("How many points are in each hand?" in str(text) for text in ahead["texts"])
