"""Exports and imports on the pages, and shared results."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask import Flask

from scorekeeper.ledger import sessions, tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app, form_sizes, uploads
from tests.doors import new_link
from tests.web.phone import Page, Phone


@pytest.fixture
def elsewhere(tmp_path: Path) -> Phone:
    """A scorer at another score file."""
    return Phone(create_app(Store.open(tmp_path / "other.db"), keyless=True).test_client())


def upload(phone: Phone, content: bytes | str, name: str = "scores.json") -> Page:
    token = phone.open("/data").form("/data/import").fields["csrf_token"]
    data = content.encode() if isinstance(content, str) else content
    response = phone.client.post(
        "/data/import", data={"csrf_token": token, "file": (io.BytesIO(data), name)}
    )
    return Page(response.status_code, response.request.path, response.text, response.headers)


def test_everything_goes_out_and_comes_in_elsewhere(scorer: Phone, elsewhere: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    out = scorer.open("/data/everything.json")
    assert out.headers["Content-Type"] == "application/json"
    assert out.headers["Content-Disposition"].startswith('attachment; filename="scores-')
    seen = upload(elsewhere, out.html)
    assert "New games 1 " in seen.words
    assert "Players Anna, Ben, Chaim, Dana" in seen.words
    assert "No games" not in elsewhere.open("/").words
    done = elsewhere.send(seen.forms[0])
    assert (done.address, "Games 1 " in done.words) == ("/data/imported/1", True)
    assert "New players 4" in done.words
    assert "Israeli Whist · 1 hand" in elsewhere.open("/sessions/").words
    again = upload(elsewhere, out.html)
    assert "Nothing new: 1 game is here already." in again.words
    assert again.forms == []
    assert (
        json.loads(elsewhere.open("/data/everything.json").html)["games"]
        == (json.loads(out.html)["games"])
    )


def test_what_is_here_already_is_counted(scorer: Phone) -> None:
    for game, names in ((1, "Anna Ben Chaim Dana"), (2, "Eva Fred Gil Hana")):
        scorer.write_game(names)
        scorer.write_hand(game=game)
    page = upload(scorer, scorer.open("/data/everything.json").html)
    counted = "Nothing new: 2 games are here already. Evenings 2 · "
    assert counted in page.words, "evenings of games that are here count, too"
    assert "Anna, Ben, Chaim, Dana, Eva, Fred, Gil, Hana" in page.words
    assert [form.action for form in page.forms if "import" in form.action] == []


@pytest.mark.parametrize("address", ["/games/2/game", "/sessions/2/evening"])
def test_a_game_and_an_evening_go_out_alone(scorer: Phone, address: str) -> None:
    scorer.write_game()
    scorer.write_game("Eva Fred Gil Hana")
    scorer.write_hand(game=2)
    data = json.loads(scorer.open(f"{address}.json").html)
    assert [game["players"] for game in data["games"]] == [["Eva", "Fred", "Gil", "Hana"]]
    table = scorer.open(f"{address}.csv")
    assert table.headers["Content-Type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(table.html.removeprefix("\ufeff"), newline="")))
    assert [row["points"] for row in rows] == ["-20", "19", "-10", "-40"]


def test_a_game_that_went_on_differently_is_refused(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    text = scorer.open("/data/everything.json").html
    page = upload(scorer, text.replace('"tricks": [0, 3, 8, 2]', '"tricks": [0, 3, 7, 3]'))
    (problem,) = page.problems
    assert (page.status, problem.endswith("the two cannot be made one.")) == (409, True)


def test_no_file_at_all_is_said(scorer: Phone) -> None:
    page = scorer.send(scorer.open("/data").form("/data/import"))
    assert (page.status, page.problems) == (422, ["Choose a file first."])


def test_a_larger_file_than_a_form_is_taken_and_a_huge_one_is_not(
    scorer: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert upload(scorer, " " * 600_000 + "[]").status == 422  # read, but not a document
    monkeypatch.setattr(form_sizes, "LARGEST_FILE", 2**20)
    page = upload(scorer, " " * 1_200_000 + "[]")
    reason = "The file is too large: this page takes 1 MB."
    assert (page.status, reason in page.words) == (413, True)


def test_the_check_of_a_file_leaves_time_for_taps(
    scorer: Phone, elsewhere: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It pauses after each part for as long as that part took."""
    for _ in range(2):
        scorer.write_game()
    document = scorer.client.get("/data/everything.json").data
    pauses: list[float] = []
    monkeypatch.setattr("scorekeeper.web.imports.time.sleep", pauses.append)
    assert upload(elsewhere, document).status == 200
    assert len(pauses) >= 2
    assert all(pause >= 0 for pause in pauses)


def test_a_file_is_brought_in_once(scorer: Phone, elsewhere: Phone) -> None:
    scorer.write_game()
    seen = upload(elsewhere, scorer.open("/data/everything.json").html)
    assert elsewhere.send(seen.forms[0]).address == "/data/imported/1"
    late = elsewhere.send(seen.forms[0])
    assert (late.status, late.problems) == (
        422,
        ["That file is not here any more: choose it again."],
    )


def test_a_file_whose_games_have_come_in_meanwhile_is_looked_at_again(
    scorer: Phone, elsewhere: Phone
) -> None:
    scorer.write_game()
    scorer.write_hand()
    text = scorer.open("/data/everything.json").html
    seen, other = upload(elsewhere, text), upload(elsewhere, text)
    elsewhere.send(other.forms[0])
    page = elsewhere.send(seen.forms[0])
    assert (page.status, page.problems) == (
        409,
        [
            "Nothing was imported: games have come in since the file was looked at: look at it "
            "again."
        ],
    )


def test_the_result_as_a_text(scorer: Phone, store: Store) -> None:
    scorer.write_game("Anna Ben <i>C</i> Dana")
    scorer.write_hand()
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    day = sessions.session_of_game(store, 1, 1).date
    page = scorer.open("/games/1/result.txt")
    assert page.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert page.html == (
        f"Israeli Whist, {day:%b} {day.day}, {day.year}\n"
        "1st Ben 19\n2nd <i>C</i> −10\n3rd Anna −20\n4th Dana −40\n1 hand\nBen wins\n"
    )
    over = scorer.open("/games/1/")
    assert "2nd &lt;i&gt;C&lt;/i&gt; −10" in over.html
    assert "<i>C" not in over.html


def test_the_result_as_a_picture(scorer: Phone) -> None:
    scorer.write_game("Anna B&B <i>C</i> Dana")
    scorer.write_hand()
    page = scorer.open("/games/1/result.svg")
    assert page.headers["Content-Type"].startswith("image/svg+xml")
    texts = [element.text for element in ElementTree.fromstring(page.html).iter() if element.text]  # noqa: S314
    assert [text for text in texts if text.strip()][2:14] == [
        *("1st", "B&B", "19", "2nd", "<i>C</i>", "−10", "3rd", "Anna", "−20", "4th", "Dana", "−40")
    ]


@pytest.mark.parametrize(
    ("language", "end"),
    [
        ("en", ("600", "end")),
        ("he", ("100", "start")),  # from right to left, a text starts at its right edge
    ],
)
def test_the_numbers_of_the_picture_end_at_one_place(
    language: str, end: tuple[str, str], scorer: Phone
) -> None:
    scorer.write_game()
    scorer.write_hand()
    page = scorer.client.get("/games/1/result.svg", headers={"Accept-Language": language})
    drawn = ElementTree.fromstring(page.text)  # noqa: S314
    numbers = [element for element in drawn.iter() if element.get("font-size") == "32"]
    assert len(numbers) == 4
    assert {(element.get("x"), element.get("text-anchor")) for element in numbers} == {end}


def test_the_picture_has_the_chart_and_the_best_award(scorer: Phone) -> None:
    scorer.begin(ending__goal="deals", ending__deals="3")
    for _ in range(3):
        scorer.write_hand()
    texts = [
        element.text
        for element in ElementTree.fromstring(scorer.open("/games/1/result.svg").html).iter()  # noqa: S314
        if element.text and element.text.strip()
    ]
    assert "Swiss watch: Ben, 3 contracts made" in texts
    assert texts[-4:] == ["Anna", "Ben", "Chaim", "Dana"]  # at the ends of the lines


def test_what_leaves_the_house_can_leave_the_names_out(scorer: Phone) -> None:
    scorer.begin(ending__goal="deals", ending__deals="3")
    for _ in range(3):
        scorer.write_hand()
    for form in ("txt", "svg"):
        text = scorer.open(f"/games/1/result.{form}?names=no").html
        assert not [name for name in ("Anna", "Ben", "Chaim", "Dana") if name in text]
        assert "Player 2" in text
    assert "1st Player 2 57" in scorer.open("/games/1/result.txt?names=no").html
    links = scorer.open("/games/1/").html
    assert "/games/1/result.svg?names=no" in links
    assert links.count('download="result.svg"') == 2  # the name of the file without scripts


def test_half_a_letter_in_a_file_is_refused_in_words(scorer: Phone) -> None:
    """JSON can contain half of a surrogate pair, which a page cannot."""
    scorer.write_game()
    whole = scorer.open("/data/everything.json").html
    for place in ('"Anna"', '"israeli-whist"', '"pagat"'):
        page = upload(scorer, whole.replace(place, place[:-1] + ' \\ud83c"'))
        assert page.status in {200, 422}
        assert "\ud83c" not in page.html


def test_uploads_at_one_table_leave_those_of_another(
    scorer: Phone, app: Flask, store: Store
) -> None:
    scorer.write_game()
    out = scorer.open("/data/everything.json").html
    neighbour = Phone(app.test_client())
    neighbour.open(new_link(store, Role.SCORE, tables.add(store, "The other")))
    pending = [upload(neighbour, out) for _ in range(uploads.KEPT_UPLOADS + 1)]
    for _ in pending:
        upload(scorer, out)
    sent = [neighbour.send(page.forms[0]) for page in (pending[0], pending[1])]
    assert [page.status for page in sent] == [422, 200]
    assert "That file is not here any more" in sent[0].words
    assert sent[1].address.startswith("/data/imported/")


def test_reading_an_export_again_writes_nothing(scorer: Phone, store: Store) -> None:
    """HEAD never writes, and GET writes at most one line an hour per export."""
    scorer.write_game()
    paths = ["/games/1/game.json", "/data/everything.csv", "/sessions/1/evening.json"]
    counts = []
    for method in ("HEAD", "GET", "GET"):
        for path in paths:
            assert scorer.client.open(path, method=method).status_code == 200
        query = "select count(*) from journal where what = 'exported'"
        counts.append(store.db.execute(query).fetchone()[0])
    assert counts == [0, 3, 3]


def test_csv_of_german_pages_has_semicolons_and_is_not_imported(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    scorer.send(scorer.open("/").form("/language"), language="de")
    for address in ("/data/everything.csv", "/sessions/1/evening.csv", "/games/1/game.csv"):
        text = scorer.open(address).html
        assert text.startswith("\ufeffdate;evening;game;rules;"), address
    assert scorer.open("/players/season.csv").html.startswith("\ufeffplace;player;points;")
    scorer.send(scorer.open("/").form("/language"), language="en")
    assert upload(scorer, text).problems == [
        "Nothing was imported: line 1: this is not a Scorekeeper export in JSON."
    ]
