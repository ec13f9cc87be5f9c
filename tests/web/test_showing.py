"""Games on other phones without a server, games to try, and the way to a server and back."""

from __future__ import annotations

import html
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.exchange.exporting import Scope
from scorekeeper.exchange.game_link import link_text
from scorekeeper.games.registry import own_game, rulebooks
from scorekeeper.ledger import own_games, renames_and_merges, tables
from scorekeeper.ledger.store import Store
from tests.exchange.exported_file import everything, exported
from tests.exchange.tapped_games import HEBREW, tapped
from tests.own_yaniv import YANIV
from tests.web.browser_phone import BASE, ORIGIN, BrowserPhone, bring_season
from tests.web.phone import Form, Page, Phone, addresses

SHOWN = "/shown/games/1/sheet"


@pytest.fixture
def anna(tmp_path: Path) -> BrowserPhone:
    """The phone of Anna, with a game and a hand."""
    phone = phone_of(tmp_path, "anna")
    phone.write_game()
    phone.write_hand()
    return phone


def phone_of(folder: Path, owner: str) -> BrowserPhone:
    """A phone with its own storage, which is the one that answers from now on."""
    (folder / owner).mkdir(exist_ok=True)
    return BrowserPhone(folder / owner / "scores")


def text_on(phone: Phone, game: int = 1) -> str:
    """The text of the link on the page that shows a game."""
    page = phone.open(f"/games/{game}/show")
    found = re.search(rf'id="link-game"[^>]*>{ORIGIN}{BASE}#show=([^<]+)<', page.html)
    assert found, page.words
    return html.unescape(found[1])


def open_link(phone: BrowserPhone, text: str) -> Page:
    """Open a link as the shell does, which follows redirects."""
    answer = phone.client.post("/shown/open", data=text, content_type="text/plain")
    assert answer.status_code == 303
    return phone.open(answer.headers["Location"])


def go_on(phone: BrowserPhone) -> Page:
    """Tap “Go on here”, then confirm what the import would add."""
    return phone.send(confirmation(phone))


def confirmation(phone: BrowserPhone, address: str = "/data/shown") -> Form:
    """The form below what the import of the shown game would add."""
    preview = phone.open(address)
    assert preview.status == 200, preview.words
    (form,) = [form for form in preview.forms if "/data/shown/" in form.action]
    return form


def send_file(phone: Phone, text: str) -> Page:
    """Import a file, and return the page after it; the preview if there is nothing new."""
    form = phone.open("/data").form("/data/import")
    fields = {**form.fields, "file": (io.BytesIO(text.encode()), "scores.json")}
    preview = phone._page(phone.client.post(form.action, data=fields), follow=True)
    sends = [form for form in preview.forms if "/data/import/" in form.action]
    return phone.send(sends[0]) if sends else preview


def test_a_phone_has_its_settings_in_every_room(anna: BrowserPhone, tmp_path: Path) -> None:
    """Its language and its colours; also on a page that says what is wrong."""
    text = text_on(anna)
    ben = phone_of(tmp_path, "ben")
    bring_season(tmp_path / "ben" / "scores")
    ben.send(ben.open("/").form("/language"), language="he")
    ben.send(ben.open("/settings/").form("/settings/"), theme="dark")
    for page in (ben.open("/"), ben.open("/try/"), open_link(ben, text), open_link(ben, "0Z")):
        assert ('lang="he"' in page.html, 'data-theme="dark"' in page.html) == (True, True)
    ben.send(ben.open("/try/settings/").form("/settings/"), theme="light")
    assert 'data-theme="light"' in ben.open("/").html


def test_the_other_phone_shows_the_game_and_keeps_nothing(
    anna: BrowserPhone, tmp_path: Path
) -> None:
    text = text_on(anna)
    ben = phone_of(tmp_path, "ben")
    page = open_link(ben, text)
    assert (page.status, page.address) == (200, SHOWN)
    assert all(name in page.words for name in ("Anna", "Ben", "Chaim", "Dana", "−40"))
    assert "As it was on" in page.words
    assert "Touch a hand's number for its reasons." in page.words  # nothing is corrected here
    assert ben.open("/shown/games/1/hands/1/").status == 200
    assert ben.open("/shown/open").address == SHOWN
    assert ben.post("/shown/games/1/undo").status == 403
    assert everything(ben.store)["games"] == []


def test_each_link_takes_the_place_of_the_one_before(anna: BrowserPhone, tmp_path: Path) -> None:
    first = text_on(anna)
    anna.write_hand(game=anna.write_game("Eva Fritz Gil Hanna"))
    second = text_on(anna, 2)
    ben = phone_of(tmp_path, "ben")
    open_link(ben, first)
    page = open_link(ben, second)
    assert page.address == SHOWN
    assert ("Eva" in page.words, "Anna" in page.words) == (True, False)
    assert open_link(ben, "0Z").status == 422
    gone = ben.open(SHOWN)
    assert (gone.status, gone.title) == (404, "This game is no longer shown")


@pytest.mark.parametrize("text", ["", "Z", "0123Z", "not a link", "é", "A" * 20_000 + "Z"])
def test_a_link_without_a_game_gets_a_sentence(anna: BrowserPhone, text: str) -> None:
    """And one way on, to the games of this phone."""
    page = open_link(anna, text)
    assert (page.status, page.address, page.title) == (
        422,
        "/shown/open",
        "This game cannot be shown",
    )
    assert page.words.count("My games") == 1


def test_texts_of_a_link_are_shown_as_text(tmp_path: Path) -> None:
    anna = phone_of(tmp_path, "anna")
    anna.write_game("<i>Anna</i> Ben Chaim Dana")
    anna.write_hand()
    text = text_on(anna)
    page = open_link(phone_of(tmp_path, "ben"), text)
    assert "<i>Anna</i>" in page.words
    assert "<i>" not in page.html


def test_the_other_phone_goes_on_and_the_first_one_takes_it_back(
    anna: BrowserPhone, tmp_path: Path
) -> None:
    text = text_on(anna)
    ben = phone_of(tmp_path, "ben")
    shown = open_link(ben, text)
    assert f'href="{BASE}data/shown"' in shown.html
    assert "Go on with the game on one phone only" in ben.open("/data/shown").words
    taken = go_on(ben)
    assert (taken.status, taken.address) == (200, "/games/1/")
    assert "Taken over: the game goes on here." in taken.words
    assert ben.open("/games/1/").words.count("Taken over") == 0
    ben.hand()
    longer = exported(ben.store)
    anna = phone_of(tmp_path, "anna")
    assert f'href="{BASE}games/1/"' in send_file(anna, longer).html
    assert everything(anna.store)["entries"] == everything(ben.store)["entries"]


def test_a_game_that_is_here_already_is_continued_or_taken_as_another(
    anna: BrowserPhone, tmp_path: Path
) -> None:
    early = text_on(anna)
    anna.write_hand()
    late = text_on(anna)
    ben = phone_of(tmp_path, "ben")
    open_link(ben, early)
    go_on(ben)
    known = ben.open("/data/shown")
    assert "Nothing new" in known.words
    assert f'href="{BASE}games/1/"' in known.html
    open_link(ben, late)
    assert "It goes on as in the link" in ben.open("/data/shown").words
    go_on(ben)
    assert len(everything(ben.store)["entries"]) == 10
    ben.write_hand()
    anna = phone_of(tmp_path, "anna")
    anna.write_hand()
    other, (hers,) = text_on(anna), json.loads(exported(anna.store))["games"]
    ben = phone_of(tmp_path, "ben")
    before = everything(ben.store)
    open_link(ben, other)
    refused = ben.open("/data/shown")
    assert (refused.status, refused.title) == (409, "Both phones have gone on")
    apart = f"{BASE}data/shown?apart=1"
    assert [*addresses(refused)][-3:] == [apart, f"{BASE}shown/open", BASE]
    assert everything(ben.store) == before
    assert ben.send(confirmation(ben, apart)).address == "/games/2/"
    *_, taken = json.loads(exported(ben.store))["games"]
    assert taken | {"key": hers["key"]} == hers
    assert "Nothing new" in ben.open(apart).words


def test_a_game_that_is_not_taken_over_is_shown_again(anna: BrowserPhone, tmp_path: Path) -> None:
    text = text_on(anna)
    ben = phone_of(tmp_path, "ben")
    open_link(ben, text)
    assert [*addresses(ben.open("/data/shown"))][-1] == f"{BASE}shown/open"
    assert ben.open("/shown/open").address == SHOWN


def test_a_game_is_taken_over_once(anna: BrowserPhone, tmp_path: Path) -> None:
    text = text_on(anna)
    ben = phone_of(tmp_path, "ben")
    open_link(ben, text)
    first, second = confirmation(ben), confirmation(ben)
    assert ben.send(first).address == "/games/1/"
    for form in (first, second):
        again = ben.send(form)
        assert (again.address, "Nothing new" in again.words) == ("/data/shown", True)
        assert ben.open(form.action).address == "/data/shown"
    assert len(everything(ben.store)["games"]) == 1


def test_without_a_shown_game_there_is_nothing_to_take_over(anna: BrowserPhone) -> None:
    assert anna.open("/data/shown").address == "/data"


def test_a_game_that_is_too_long_is_sent_as_a_file(anna: BrowserPhone) -> None:
    for _ in range(40):
        anna.write_hand(tricks="0 8 2 3")
    page = anna.open("/games/1/show")
    assert "too long for a code" in page.words
    assert f'href="{BASE}games/1/game.json"' in page.html
    assert "#show=" not in page.html


def test_a_game_file_in_a_link_passes_what_any_game_file_passes(tmp_path: Path) -> None:
    anna = phone_of(tmp_path, "anna")
    own_games.add(anna.store, tables.first(anna.store).id, YANIV)
    game = tapped(anna.store, own_game(YANIV), HEBREW[:3], hands=2)
    record = anna.store.game(1, game)
    document = exported(anna.store, Scope(1, game_id=game))
    deep = json.loads(document)
    deep["games"][0]["file"] = YANIV.replace('"hand + 30"', f'"{"(" * 5000}hand{")" * 5000}"')
    ben = phone_of(tmp_path, "ben")
    right, wrong = (
        open_link(ben, link_text(text, record.game, record.players))
        for text in (document, json.dumps(deep))
    )
    assert (right.status, HEBREW[2] in right.words) == (200, True)
    assert (wrong.status, "the game file in it" in wrong.words) == (422, True)


def test_a_server_has_none_of_it(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    paths = ("/games/1/show", "/open", "/data/shown")
    assert {scorer.open(path).status for path in paths} == {404}
    assert "another phone" not in scorer.open("/games/1/more").words
    assert "Move to a score keeper" not in scorer.open("/data").words


def test_a_season_that_has_not_come_is_asked_for_again(anna: BrowserPhone, tmp_path: Path) -> None:
    """The page is no room of its own, so the season is opened as soon as it is there."""
    for path in ("/try/", "/try/games/1/sheet"):
        page = anna.open(path)
        assert (page.status, page.title) == (503, "The example needs a connection"), path
        assert [*addresses(page)][-2:] == [f"{BASE}try/", BASE]
    assert not (tmp_path / "anna" / "try").exists()
    bring_season(tmp_path / "anna" / "scores")
    assert (anna.open("/try/").status, anna.open("/try/nowhere").status) == (200, 404)


def test_the_games_to_try_are_apart_and_say_so(anna: BrowserPhone, tmp_path: Path) -> None:
    season, copy = exported(anna.store), tmp_path / "season.db"
    anna.store.db.execute("vacuum into ?", [str(copy)])
    ben = phone_of(tmp_path, "ben")
    assert "Try it first" in ben.open("/").words
    (tmp_path / "ben" / "try").mkdir()
    shutil.copy(copy, tmp_path / "ben" / "try" / "scores.db")
    first = ben.open("/try/")
    assert ("For trying" in first.words, f'href="{BASE}"' in first.html) == (True, True)
    for page in ("games/1/", "games/1/sheet", "games/new", "sessions/", "players/", "nothing"):
        assert "For trying" in ben.open(f"/try/{page}").words, page
    question = ben.open("/try/games/1/").form("/answers")
    assert ben.fill(question, {"bid": "7C", "winner": "2"}).status == 200
    assert everything(ben.store)["games"] == []
    anna = phone_of(tmp_path, "anna")
    assert exported(anna.store) == season
    assert "Try it first" not in anna.open("/").words


# A server and back


def fill(store: Store) -> None:
    """A game of every kind, one of the table's own, and a player who is merged into another."""
    for book in rulebooks().values():
        count = 4 if 4 in book.players else max(book.players)
        tapped(store, book, HEBREW[:count], hands=2, key=f"game-{book.key}")
    own_games.add(store, 1, YANIV)
    tapped(store, own_game(YANIV), ("Anna", HEBREW[0]), hands=2, key="own")
    tapped(store, own_game(YANIV), ("Ana", HEBREW[1]), hands=2, key="own-2")
    players = {player.name: player.id for player in tables.players_at(store, 1)}
    renames_and_merges.merge(store, 1, players["Ana"], players["Anna"])


def test_everything_goes_to_a_server_and_back(tmp_path: Path, scorer: Phone) -> None:
    anna = phone_of(tmp_path, "anna")
    fill(anna.store)
    there = anna.client.get("/data/everything.json").text
    assert send_file(scorer, there).title.startswith("Import")
    assert parts_of(exported(scorer.store)) == parts_of(there)
    assert everything(scorer.store) == everything(anna.store)
    back = scorer.client.get("/data/everything.json").text
    ben = phone_of(tmp_path, "ben")
    send_file(ben, back)
    assert everything(ben.store) == everything(scorer.store)
    assert parts_of(ben.client.get("/data/everything.json").text) == parts_of(there)


def parts_of(text: str) -> Any:
    """A document without the moment at which it was made."""
    document = json.loads(text)
    del document["exported"]
    return document
