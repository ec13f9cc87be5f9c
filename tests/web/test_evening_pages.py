"""Pages of evenings: the list, the search, changes by people, and hands from paper."""

from __future__ import annotations

import io
import re
from datetime import date, datetime

import pytest
from flask import Flask

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.ledger import game_list, game_results, sessions
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from tests.doors import new_link
from tests.web.phone import Page, Phone

HEAD = "hand, bid, declarer, Anna, Ben, Chaim, Dana"
EXAMPLE = "1, 7C, Chaim, 2/0, 3/3, 7/8, 0/2"


TODAY = datetime(2026, 3, 6, 20, 0).astimezone()  # the tests may run at midnight


@pytest.fixture(autouse=True)
def today(store: Store) -> None:
    store.clock = lambda: TODAY


def titles(page: Page) -> list[str]:
    """The headings of the evenings of a page."""
    headings = re.findall(r'<h[23] class="evening__title">(.*?)</h[23]>', page.html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", heading).split()) for heading in headings]


def past(phone: Phone, day: str = "2025-12-31", name: str = "") -> Page:
    form = phone.open("/sessions/new").form("/sessions/new")
    return phone.send(form, date=day, name=name)


def stop(phone: Phone, game: int = 1) -> Page:
    return phone.send(phone.open(f"/games/{game}/more").form("/stop"))


def test_a_finished_game_stands_under_its_evening(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    scorer.answer(bid="7C", winner="2")
    shared = scorer.open("/games/1/result.txt").html
    assert ("1 hand" in shared, "2 hands" in shared) == (True, False)
    assert "Israeli Whist · 1 hand · running" in scorer.open("/sessions/1/").words
    stop(scorer)
    home = scorer.open("/")
    assert titles(home) == ["Mar 6, 2026"]
    assert "Israeli Whist · 1 hand" in home.words
    assert "★winner Ben 19" in home.words


def test_the_page_of_an_evening(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    stop(scorer)
    scorer.write_game("Anna Eva Ben Fred")
    page = scorer.open("/sessions/1/")
    assert "Who was there: Anna, Ben, Chaim, Dana, Eva, Fred" in page.words
    rows = re.findall(r'<tr><th scope="row">(.*?)</tr>', page.html)
    assert [" ".join(re.sub(r"<[^>]*>", " ", row).split()) for row in rows] == [
        "Ben 2 1 19",
        "Eva 1 0 0",
        "Fred 1 0 0",
        "Chaim 1 0 −10",
        "Anna 2 0 −20",
        "Dana 1 0 −40",
    ]


def test_an_evening_gets_a_name_a_date_and_notes(scorer: Phone) -> None:
    scorer.write_game()
    form = scorer.open("/sessions/1/").form("/sessions/1/")
    page = scorer.send(form, date="2026-01-02", name="<b>Finals</b>", notes="One.\nTwo & three.")
    assert (page.status, page.title) == (
        200,
        "<b>Finals</b> · Scorekeeper".replace("<b>", "&lt;b&gt;").replace("</b>", "&lt;/b&gt;"),
    )
    assert "Jan 2, 2026 · <b>Finals</b> Who was there" in page.words
    assert '<p dir="auto">Two &amp; three.</p>' in page.html
    assert titles(scorer.open("/sessions/?text=finals")) == [
        "Jan 2, 2026 · &lt;b&gt;Finals&lt;/b&gt;"
    ]


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("date", "soon", "A date is needed, as in 2026-03-06."),
        ("name", "x" * 81, "At most 80 characters."),
        ("notes", "x" * 4001, "At most 4,000 characters."),
    ],
)
def test_what_will_not_do_is_said_and_nothing_is_lost(
    scorer: Phone, store: Store, field: str, value: str, problem: str
) -> None:
    scorer.write_game()
    before = sessions.session(store, 1, 1)
    form = scorer.open("/sessions/1/").form("/sessions/1/")
    words = {"date": "2026-01-02", "name": "Finals", "notes": "Two decks."} | {field: value}
    page = scorer.fill(form, words)
    assert (page.status, page.problems) == (422, [problem])
    for kept in words.values():
        assert kept in page.html
    assert sessions.session(store, 1, 1) == before


def test_games_are_split_off_and_joined_again(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_game()
    form = scorer.open("/sessions/1/").form("/move")
    assert scorer.fill(form, {"games": "2"}).address == "/sessions/2/"
    form = scorer.open("/sessions/2/").form("/move")
    page = scorer.fill(form, {"games": "2", "to": "1"})
    assert (page.address, scorer.open("/sessions/2/").status) == ("/sessions/1/", 404)
    assert "running" in page.words
    del form.fields["games"]
    refused = scorer.fill(scorer.open("/sessions/1/").form("/move"), {"games": "x"})
    assert (refused.status, refused.problems) == (422, ["Which games? Choose at least one."])


def test_a_past_evening_lies_in_the_past(scorer: Phone, store: Store) -> None:
    """An evening of a year ago is typed in during tonight's game."""
    scorer.write_game()
    past(scorer, "2025-03-14")
    sheet = scorer.open("/games/new?session=2").form("/games/new")
    names = {f"names-{seat}": name for seat, name in enumerate(("Anna", "Ben", "Chaim", "Dana"))}
    scorer.fill(sheet, {"dealer": "0"} | names)
    scorer.write_hand(game=2)
    printed = scorer.open("/games/2/print")
    assert "Mar 14, 2025" in printed.words
    assert "2026" not in printed.words
    assert "Mar 6, 2026, 8:00" in scorer.open("/games/1/print").words.replace("\u202f", " ")
    pdf = scorer.client.get("/games/2/print.pdf")
    assert "israeli-whist-2025-03-14-sheet.pdf" in pdf.headers["Content-Disposition"]
    assert titles(scorer.open("/sessions/")) == ["Mar 6, 2026", "Mar 14, 2025"]
    assert "PM" not in scorer.open("/sessions/2/").words  # when it was typed in is no time of then
    assert "PM" in scorer.open("/sessions/1/").words
    assert "Continue hand 1" in scorer.open("/").words  # tonight's
    assert game_list.current(store, 1) == 1  # which the screen shows


def test_a_moved_evening_takes_its_games_along(scorer: Phone, store: Store) -> None:
    """No address changes, and no entry is written."""
    for number in (1, 2):
        scorer.write_game()
        scorer.write_hand(game=number)
        stop(scorer, number)
    scorer.fill(scorer.open("/sessions/1/").form("/move"), {"games": "2"})
    before = store.revision(1, 2)
    form = scorer.open("/sessions/2/").form("/sessions/2/")
    scorer.send(form, date="2024-01-05")
    played = game_results.played(store, 1, ISRAELI_WHIST, game_results.Span())
    assert [game.finish.game_id for game in played] == [2, 1]
    assert [result.id for result in game_results.results_of(store, 1, [1, 2])] == [2, 1]
    assert game_list.game_ids(store, 1) == [1, 2]
    assert game_list.game_ids(store, 1, session_id=2) == [2, 1]
    assert store.revision(1, 2) == before
    assert scorer.open("/games/2/").status == 200


@pytest.mark.parametrize("path", ["/sessions/new", "/sessions/1/"])
def test_a_day_to_come_is_refused(scorer: Phone, path: str) -> None:
    scorer.write_game()
    form = scorer.open(path).form(path)
    page = scorer.fill(form, {"date": "2026-03-08"})
    assert (page.status, page.problems) == (422, ["That day is still to come."])
    assert scorer.fill(form, {"date": "2026-03-07"}).status == 200  # it has come in the east


def test_a_past_evening_is_entered_hand_by_hand(scorer: Phone, store: Store) -> None:
    page = past(scorer, name="New Year's Eve")
    assert (page.address, page.status) == ("/sessions/1/", 200)
    assert "No games yet." in page.words
    sheet = scorer.open("/games/new?session=1")
    assert "It belongs to the evening of Dec 31, 2025." in sheet.words
    names = {f"names-{seat}": name for seat, name in enumerate(("Anna", "Ben", "Chaim", "Dana"))}
    scorer.fill(sheet.form("/games/new"), {"dealer": "0"} | names)
    scorer.write_hand()
    assert sessions.session_of_game(store, 1, 1).date == date(2025, 12, 31)
    assert "Continue hand 2" in scorer.open("/").words
    stop(scorer)
    scorer.send(scorer.open("/games/1/").form("/rematch"))  # of that evening too
    assert sessions.session_of_game(store, 1, 2).date == date(2025, 12, 31)
    scorer.write_game()  # tonight
    assert [evening.date for evening in sessions.newest(store, 1, 9)] == [
        TODAY.date(),
        date(2025, 12, 31),
    ]
    assert "Ben 19" in scorer.open("/sessions/1/").words


def test_an_evening_entered_by_mistake_is_removed(scorer: Phone) -> None:
    page = past(scorer)
    gone = scorer.send(page.form("/remove"))
    assert (gone.address, titles(gone)) == ("/sessions/", [])
    scorer.write_game()
    token = scorer.token()
    refused = scorer.post("/sessions/1/remove", {"csrf_token": token})
    assert (refused.status, refused.problems) == (422, ["This evening has games: move them first."])


def test_evenings_come_a_page_at_a_time(scorer: Phone) -> None:
    for month in range(1, 13):
        past(scorer, f"2025-{month:02}-01", "Club")
    past(scorer, "2024-01-01", "Other")
    first = scorer.open("/sessions/?text=")
    assert (len(titles(first)), "Older" in first.words, "Newer" in first.words) == (12, True, False)
    older = scorer.open("/sessions/?page=2")
    assert (titles(older), "Newer" in older.words) == (["Jan 1, 2024 · Other"], True)
    assert "13 evenings" in scorer.open(f"/sessions/?page={'9' * 40}").words


def paste(phone: Phone, table: str, button: str = "look") -> Page:
    return phone.fill(phone.open("/games/1/pasted").form("/pasted"), {"table": table, button: "1"})


def test_a_pasted_table_is_looked_at_first_and_recorded_at_once(
    scorer: Phone, store: Store
) -> None:
    scorer.write_game()
    assert (
        "hand, dealer, bid, declarer, Anna, Ben, Chaim, Dana" in scorer.open("/games/1/pasted").html
    )
    table = f"{HEAD}\n{EXAMPLE}\n2{EXAMPLE[1:]}"
    seen = paste(scorer, table)
    assert (seen.status, "All rows are right" in seen.words) == (200, True)
    assert "Anna −20 −40 Ben +19 38" in seen.words
    assert store.revision(1, 1) == 0
    form = seen.form("/pasted")
    form.fields["table"] = table
    done = scorer.send(form, record="1")
    assert (done.address, store.game(1, 1).game.totals) == ("/games/1/sheet", (-40, 38, -20, -80))
    again = scorer.send(form, record="1")  # the same tap once more
    assert (again.address, store.revision(1, 1)) == ("/games/1/sheet", 1)
    third = f"{HEAD}\n3{EXAMPLE[1:]}"
    form = paste(scorer, third).form("/pasted")
    form.fields["table"] = third
    for _ in range(2):  # also where the number of the hand says what comes next
        assert scorer.send(form, record="1").address == "/games/1/sheet"
    assert (store.revision(1, 1), len(store.game(1, 1).game.complete)) == (2, 3)


def test_a_finished_game_says_at_once_that_it_takes_no_hands(scorer: Phone) -> None:
    scorer.begin(ending__goal="target", ending__target="10")
    scorer.write_hand()
    page = scorer.open("/games/1/pasted")
    assert "The game is over." in page.words
    assert "<textarea" not in page.html
    assert all(f'href="/games/1/{way_on}"' in page.html for way_on in ("", "amend/ending"))


def test_wrong_rows_are_named_and_the_text_stays(scorer: Phone, store: Store) -> None:
    scorer.write_game()
    text = f"{HEAD}\n{EXAMPLE}\n2, 7C, Chaim, 2/0, 4/3, 7/8, 0/2\n3, 7C, Eva, 2/0, 3/3, 7/8, 0/2"
    page = paste(scorer, text, "record")
    assert page.status == 422
    assert "2 rows are wrong; nothing has been recorded" in page.words
    for remark in (
        "line 3, column “Ben”: Ben can't say 4: that would make 13. "
        "Allowed: 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13.",
        "line 4, column “declarer”: “Eva” is not one of the players: Anna, Ben, Chaim, Dana.",
    ):
        assert remark in page.words
    assert text in page.html
    assert store.revision(1, 1) == 0


def test_a_table_pasted_on_an_old_view_is_not_recorded(scorer: Phone, store: Store) -> None:
    scorer.write_game()
    table = f"{HEAD}\n{EXAMPLE}"
    form = paste(scorer, table).form("/pasted")
    scorer.write_hand()
    page = scorer.send(form, table=table, record="1")
    assert (page.status, store.revision(1, 1)) == (409, 5)
    assert "The game has moved on" in page.words


def test_rows_changed_after_they_were_looked_at_are_looked_at_again(
    scorer: Phone, store: Store
) -> None:
    scorer.write_game()
    form = paste(scorer, f"{HEAD}\n{EXAMPLE}").form("/pasted")
    table = f"{HEAD}\n{EXAMPLE}\n2{EXAMPLE[1:]}"
    page = scorer.send(form, table=table, record="1")
    assert (page.status, store.revision(1, 1)) == (409, 0)
    assert "it would not be what the preview showed" in page.words
    scorer.send(page.form("/pasted"), table=table, record="1")
    assert store.game(1, 1).game.totals == (-40, 38, -20, -80)


def test_the_sheets_of_an_evening_are_printed_together(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    scorer.write_game("Anna Ben Chaim Eva")
    scorer.write_hand()
    page = scorer.open("/sessions/1/print")
    assert (page.status, "Dana" in page.words, "Eva" in page.words) == (200, True, True)
    assert "/sessions/1/print" in scorer.open("/sessions/1/").html
    file = scorer.client.get("/sessions/1/print.pdf")
    assert (file.status_code, file.mimetype, file.data[:5]) == (200, "application/pdf", b"%PDF-")
    assert scorer.open("/sessions/9/print").status == 404


def test_an_evening_without_a_key_is_refused_and_nothing_typed_is_lost(scorer: Phone) -> None:
    form = scorer.open("/sessions/new").form("/sessions/new")
    page = scorer.send(form, key="", date="2026-03-06", name="Birthday")
    assert (page.status, page.problems) == (
        422,
        ["The page is incomplete: load it again and enter it once more."],
    )
    again = page.form("/sessions/new")
    assert (again.fields["date"], again.fields["name"]) == ("2026-03-06", "Birthday")
    assert scorer.send(again).status == 200


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en-US", "Mar 6, 2026"),
        ("en-GB", "6 Mar 2026"),
        ("en", "Mar 6, 2026"),
        ("he", "6 במרץ 2026"),
        ("de", "06.03.2026"),
    ],
)
def test_a_date_is_found_as_the_page_shows_it(
    app: Flask, store: Store, language: str, shown: str
) -> None:
    phone = Phone(app.test_client())
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
    phone.open(new_link(store, Role.SCORE))
    for day in ("2026-03-06", "2026-03-07", "2025-03-06", "2026-04-06"):
        past(phone, day)
    everything = phone.open("/sessions/")
    assert everything.words.count(shown) == 1
    listing = phone.client.get("/sessions/", query_string={"text": shown}).text
    assert re.findall(r'datetime="(\d{4}-\d\d-\d\d)"', listing) == ["2026-03-06"]


def test_the_name_of_a_person_goes_before_a_month_unless_a_number_stands_beside_it(
    scorer: Phone,
) -> None:
    past(scorer, "2026-01-02")
    assert "2026-01-02" in scorer.open("/sessions/?text=Jan").html
    scorer.write_game("Jan Ben Chaim Dana")
    assert "2026-01-02" not in scorer.open("/sessions/?text=Jan").html
    assert "2026-01-02" in scorer.open("/sessions/?text=Jan 2026").html


FOUND = {
    "15/3/2019": ["2019-03-15"],
    "3/15/2019": ["2019-03-15"],
    "15.3.19": ["2019-03-15"],
    "2019-03-15": ["2019-03-15"],
    "15.3.": ["2024-03-15", "2019-03-15"],
    "15/3": ["2024-03-15", "2019-03-15"],
    "03/2019": ["2019-03-15", "2019-03-03"],
    "2019-03": ["2019-03-15", "2019-03-03"],
    "3/4/2019": ["2019-04-03"],
    "März": ["2024-03-15", "2019-03-15", "2019-03-03"],
    "march 2019": ["2019-03-15", "2019-03-03"],
    "במרץ": ["2024-03-15", "2019-03-15", "2019-03-03"],
    "Freitag": ["2024-03-15", "2019-03-15"],
    "fri 2024": ["2024-03-15"],
    "שישי": ["2024-03-15", "2019-03-15"],
    "Wednesday": ["2019-04-03"],
    "99/99/2019": [],
    "1/2/3/4": [],
}


def test_an_evening_is_found_by_its_date_however_it_is_written(scorer: Phone) -> None:
    for day in ("2019-03-03", "2019-03-15", "2019-04-03", "2024-03-15"):
        past(scorer, day)
    found = {}
    for text in FOUND:
        listing = scorer.client.get("/sessions/", query_string={"text": text}).text
        found[text] = re.findall(r'datetime="(\d{4}-\d\d-\d\d)"', listing)
    assert found == FOUND


def test_a_pasted_table_of_totals_is_asked_about_and_its_row_of_totals_named(
    scorer: Phone, store: Store
) -> None:
    scorer.write_game()
    table = "Anna,Ben,Chaim,Dana\n70,60,50,40\n75,68,54,43\n82,70,60,48"
    form = scorer.open("/games/1/pasted").form("/pasted")
    seen = scorer.send(form, table=table)
    assert (seen.status, "Are the numbers points of each hand" in seen.words) == (422, True)
    answer = {"table": table, "numbers": "running"}
    doubted = scorer.fill(seen.form("/pasted"), answer | {"record": "1"})
    assert (doubted.status, store.revision(1, 1)) == (422, 0)
    assert "line 4: The game cannot give these points." in doubted.words
    answer["as-written"] = "1"
    checked = scorer.fill(doubted.form("/pasted"), answer)
    done = scorer.fill(checked.form("/pasted"), answer | {"record": "1"})
    assert done.address == "/games/1/sheet"
    assert store.game(1, 1).game.totals == (82, 70, 60, 48)
    form = scorer.open("/games/1/pasted").form("/pasted")
    seen = scorer.send(form, table="#,Anna,Ben,Chaim,Dana\n4,-20,19,-10,-40\nTotal,-20,19,-10,-40")
    assert "line 3: a row of totals" in seen.words
    assert "Record 1 hand" in seen.words


@pytest.mark.parametrize(
    ("table", "before", "choices", "totals"),
    [
        # somebody's nickname
        (
            "Mum,Ben,Chaim,Dana\n-20,19,-10,-40",
            {"Mum": "left out", "Ben": "Ben", "Dana": "Dana"},
            {"Mum": "plain-0"},
            (-20, 19, -10, -40),
        ),
        # numbers of hands that do not count this game alone
        (
            "#,Anna,Ben,Chaim,Dana\n7,-20,19,-10,-40\n9,14,19,46,-10",
            {"#": "hand"},
            {"#": "unused"},
            (-6, 38, 36, -50),
        ),
        # an unknown word for the contract, and points that are not wanted
        (
            "Bid,By,Anna plan,Anna took,Anna points,Ben,Chaim,Dana\n7C,Chaim,2,0,7,3/3,7/8,0/2",
            {"Bid": "bid", "By": "declarer", "Anna took": "Anna: tricks"},
            {"Anna plan": "contract-0", "Anna points": "unused"},
            (-20, 19, -10, -40),
        ),
        # running totals beside points
        (
            "Anna,Ben,Chaim,Dana,A,B,C,D\n-20,19,-10,-40,-20,19,-10,-40\n14,19,46,-10,-6,38,36,-50",
            {"A": "left out"},
            {"A": "running-0", "D": "running-3"},
            (-6, 38, 36, -50),
        ),
    ],
)
def test_each_column_of_hands_shows_its_use_and_another_can_be_chosen(
    scorer: Phone,
    table: str,
    before: dict[str, str],
    choices: dict[str, str],
    totals: tuple[int, ...],
) -> None:
    scorer.write_game()
    seen = scorer.send(scorer.open("/games/1/pasted").form("/pasted"), table=table)
    for title, words in before.items():
        select = seen.html.partition(f'-{title}">')[2].partition("</select>")[0]
        assert re.search(rf'<option value="[^"]*" selected>{words}</option>', select)
    head = table.partition("\n")[0].split(",")
    chosen = {f"column-{head.index(title)}-{title}": use for title, use in choices.items()}
    checked = scorer.fill(seen.form("/pasted"), {"table": table} | chosen)
    scorer.fill(checked.form("/pasted"), {"table": table, "record": "1"})
    store = scorer.store
    assert store.game(1, 1).game.totals == totals


def test_hands_come_from_a_file_of_any_encoding_too(scorer: Phone, store: Store) -> None:
    scorer.write_game("אנה בני כרמל דנה")
    text = "יד;אנה;בני;כרמל;דנה\n1;-20;19;-10;-40"
    form = scorer.open("/games/1/pasted").form("/pasted")
    sent = form.fields | {"file": (io.BytesIO(text.encode("cp1255")), "hands.csv")}
    answer = scorer.client.post("/games/1/pasted", data=sent)
    page = Page(answer.status_code, "", answer.text, answer.headers)
    assert (page.status, "All rows are right" in page.words) == (200, True)
    scorer.fill(page.form("/pasted"), {"table": text, "file": "", "record": "1"})
    assert store.game(1, 1).game.totals == (-20, 19, -10, -40)
