"""Results of many past games from one pasted table: looked at, brought in, removed, taken along."""

from __future__ import annotations

import html
import io
import json
import re
from pathlib import Path

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.game_log import Kind, checked_entry
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.exchange.result_tables import TABLES, Kept
from tests.web.phone import Form, Page, Phone
from tests.web.test_export_import import upload

NAMES = ("Anna", "Ben", "Chaim", "Dana")
REFUSED = re.compile(r"line \d+[,:]|The first line")
PLACES = "Datum;Anna;Ben;Chaim;Dana\n1.3.2019;1;2;3;4\n8.3.2019;2;2;4;1\n15.3.2019;4;3;2;1"
PAIRS = "Date;Anna & Ben;Chaim & Dana\n1.3.2019;500;320\n2.3.2019;-40;510"


def totals(games: int, names: tuple[str, ...] = NAMES) -> str:
    """A table of games, four on each evening; the players win by turns."""
    rows = ["\t".join(["Datum", *names])]
    for game in range(games):
        month, day = divmod(game // 4 % 300, 28)
        cells = [str(300 if game % 4 == seat else 10 * seat - 20) for seat in range(len(names))]
        rows.append("\t".join([f"{day + 1}.{month + 1}.2019", *cells]))
    return "\n".join(rows)


def look(phone: Phone, text: str, *, nobody: str = "", **answers: str) -> Page:
    """The page that shows a table once every name but one was ticked as a player."""
    form = phone.open("/data/results/").form("/data/results/")
    seen = phone.fill(form, {"table": text, "file": "", **answers})
    if 'name="player-' not in seen.html:
        return seen
    form = seen.form("/data/results/")
    form.fields.pop("as-written", None)  # an empty box is not sent
    _untick(form, nobody)
    new = {field: "+" for field, who in form.fields.items() if who == "-" and "player" in field}
    return phone.fill(form, {"table": text, "file": "", **new, **answers})


def _untick(form: Form, nobody: str) -> None:
    for field, name in list(form.fields.items()):
        if field.startswith("called-player-") and name == nobody:
            form.fields.pop(field.removeprefix("called-"), None)


def bring_in(phone: Phone, text: str, **answers: str) -> Page:
    return record(phone, look(phone, text, **answers), text)


def record(phone: Phone, seen: Page, text: str, nobody: str = "") -> Page:
    """Bring in the games of a table from the page that shows them."""
    assert seen.status == 200, seen.words
    form = seen.form("/data/results/")
    _untick(form, nobody)
    return phone.fill(form, {"table": text, "file": "", "record": "1"})


def exported(phone: Phone) -> list[dict[str, object]]:
    games: list[dict[str, object]] = json.loads(phone.open("/data/everything.json").html)["games"]
    return games


def brought_in(phone: Phone) -> list[str]:
    """The games of a table, each as a line with its day, players and numbers."""
    document = json.loads(phone.open("/data/everything.json").html)
    days = {session["key"]: session["date"] for session in document["sessions"]}
    games = []
    for game in document["games"]:
        (numbers,) = game["entries"][0]["fact"].values()
        pairs = zip(game["players"], numbers, strict=True)
        each = " ".join(f"{name} {number}" for name, number in pairs)
        games.append(f"{days[game['session']]} {each}")
    return sorted(games)


def test_a_wrong_sum_is_recorded_only_when_it_was_confirmed(scorer: Phone) -> None:
    text = "Date;Anna;Ben;Carl;Eva\n1.3.2019;10;20;5;5\n2.3.2019;5;-6;9;30\nTotal;15;13;14;35"
    seen = look(scorer, text)
    assert (seen.status, "Bring in" in seen.words) == (422, False)
    assert "line 4, column “Ben”: The rows give 14 here, not 13." in seen.words
    form = seen.form("/data/results/")
    del form.fields["as-written"]  # an empty box is not sent
    refused = scorer.fill(form, {"table": text, "file": "", "record": "1"})
    assert (refused.status, len(exported(scorer))) == (422, 0)
    confirmed = scorer.fill(form, {"table": text, "file": "", "as-written": "1"})
    form = confirmed.form("/data/results/")
    scorer.fill(form, {"table": text, "file": "", "as-written": "1", "record": "1"})
    assert len(exported(scorer)) == 2


def test_the_order_of_day_and_month_is_asked_with_a_date_of_the_table(scorer: Phone) -> None:
    seen = look(scorer, "Date;Anna;Ben\n1.3.2019;10;20\n1/4/2020 <b>;5;-6\n")
    assert "Dates such as 1/4/2020 &lt;b&gt;" in seen.html
    assert "day, month, year: 1/4/2020 <b> is Apr 1, 2020" in html.unescape(seen.words)


@pytest.mark.parametrize(
    ("game", "numbers", "doubted"),
    [
        ("skull-king", (84, 85, -20), (84,)),  # 85 by Rascal scoring
        ("wizard", (80, 75, -20), (75,)),
        ("oh-hell", (84, 85, 21), ()),
    ],
)
def test_totals_that_the_game_cannot_give_must_be_confirmed(
    scorer: Phone, game: str, numbers: tuple[int, ...], doubted: tuple[int, ...]
) -> None:
    cells, kind = ";".join(map(str, numbers)), f"{game}/{rulebooks()[game].presets[0].key}"
    seen = look(scorer, f"Date;Anna;Ben;Chaim\n1.3.2019;{cells}", kind=kind)
    found = re.findall(r"(\d+) is no multiple of", seen.words)
    assert (seen.status, found) == (422 if doubted else 200, list(map(str, doubted)))


def test_rows_are_counted_and_no_remark_stands_twice(scorer: Phone) -> None:
    rows = [f"{day}.3.2019;1st!;2nd!;70" for day in range(1, 7)]
    seen = look(scorer, "\n".join(["Date;Anna;Ben;Chaim", *rows]))
    assert "6 rows are wrong; nothing has been recorded" in seen.words
    remarks = re.findall(r"<li>(.*?)</li>", seen.html)
    assert len(set(remarks)) == len(remarks) == 2 * len(rows)


@pytest.mark.parametrize("kept", TABLES, ids=lambda kept: kept.name)
def test_tables_as_people_keep_them(scorer: Phone, kept: Kept) -> None:
    """Each comes in as it was meant, or after one question, or is refused with line and column."""
    book = rulebooks()[kept.game]
    answers = {"kind": f"{kept.game}/{book.presets[0].key}"}
    seen = look(scorer, kept.text, nobody=kept.nobody, **answers)
    if REFUSED.match(kept.meant):
        assert (seen.status, kept.meant in seen.words) == (422, True), seen.words[:600]
        return
    is_asked = "Answer what is asked here once" in seen.words
    assert is_asked == bool(kept.asked) or "numbers=" in kept.asked, seen.words[:600]
    right = dict(each.split("=") for each in kept.asked.split())
    assert all(f'name="{field}"' in seen.html for field in list(right)[:1])
    if kept.asked:
        seen = look(scorer, kept.text, nobody=kept.nobody, **answers | right)
    record(scorer, seen, kept.text, kept.nobody)
    assert brought_in(scorer) == sorted(kept.meant.strip().split("\n"))


@pytest.mark.parametrize(
    ("encoding", "text", "words"),
    [
        *((encoding, "תאריך;אנה;בני;כרמל;דנה", "אנה, בני, כרמל, דנה")
          for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1255", "iso8859-8")),
        *((encoding, "Datum;Jörg;Zoë;François;JÜRGEN", "Jörg, Zoë, François, JÜRGEN")
          for encoding in ("utf-8", "utf-16-be", "cp1252", "iso8859-15")),
        ("mac-roman", "Datum;Jörg;Ben;Carl;Zoë", "letters of this file are uncertain: Jšrg"),
        ("cp850", "Datum;Jörg;Ben;Carl;Dana", "letters of this file are uncertain: J”rg"),
        ("cp1250", "Datum;Łukasz;Ben;Carl;Dana", "letters of this file are uncertain: £ukasz"),
        ("cp1251", "Datum;Анна;Ben;Carl;Dana", "letters of this file are uncertain: Àííà"),
    ],
)  # fmt: skip
def test_names_in_a_file_of_any_encoding(
    scorer: Phone, encoding: str, text: str, words: str
) -> None:
    """They are read right, or the page asks for its letters once."""
    content = f"{text}\n15.3.2019;60;46;-20;14".encode(encoding)
    token = scorer.open("/data/results/").form("/data/results/").fields["csrf_token"]
    sent = {"csrf_token": token, "file": (io.BytesIO(content), "results.csv")}
    answer = scorer.client.post("/data/results/", data=sent)
    page = Page(answer.status_code, "", answer.text, answer.headers)
    assert page.status == 422  # nobody of them is known here
    if "uncertain" not in words:
        assert [name for name in words.split(", ") if name not in page.words] == []
    else:  # as it stands in the field, it is taken
        assert words in page.words
        seen = look(scorer, f"{text}\n15.3.2019;60;46;-20;14")
        assert "1 game can be brought in" in seen.words


def test_200_games_come_in_and_go_again_in_one_act_each(scorer: Phone) -> None:
    seen = look(scorer, totals(200))
    assert "200 games can be brought in" in seen.words
    assert exported(scorer) == []
    done = bring_in(scorer, totals(200))
    assert "Games 200 Entries 200 Evenings 50" in done.words
    assert "New players 4" in done.words
    assert "50 evenings" in scorer.open("/sessions/").words
    season = scorer.open("/players/season").words
    assert "50 evenings, 200 games, 0 hands" in season
    player = scorer.open("/players/1/").words
    assert ("50 of 200" in player, "Best game300" in player) == (True, True)
    assert "No hands here yet." in player
    assert "Rating" in player
    again = look(scorer, totals(204))
    assert "4 games can be brought in" in again.words
    assert "Games that are here already 200" in again.words
    remove = scorer.open("/data").form("/imports/remove")
    gone = scorer.send(remove, first=remove.buttons[0][1])
    assert "200 games, removed" in gone.words
    assert exported(scorer) == []
    assert "No game was finished here yet." in scorer.open("/players/season").words
    assert "200 of them were removed here" in look(scorer, totals(200)).words
    restore = gone.form("/imports/bring-back")
    scorer.send(restore, moment=restore.buttons[0][1])
    assert len(exported(scorer)) == 200
    journal = scorer.open("/links/journal").words
    assert "An import was removed: 200 games" in journal
    assert "200 games were brought back" in journal


@pytest.mark.parametrize(
    ("text", "answers", "shown"),
    [
        (totals(4), {}, "Dana 300"),
        (PLACES, {"numbers": "places"}, "Dana 4th"),
        (PAIRS, {"kind": "bid-whist/house"}, "Anna · Ben 500"),
        (totals(4), {"kind": "golf/nine"}, "Dana 300"),
    ],
)
def test_a_game_without_hands_has_its_pages_and_no_figures_of_hands(
    scorer: Phone, text: str, answers: dict[str, str], shown: str
) -> None:
    bring_in(scorer, text, **answers)
    evening = scorer.open("/sessions/1/").words
    assert ("results only" in evening, shown in evening or "Anna 1st" in evening) == (True, True)
    for page in ("", "board", "sheet", "story", "history", "more", "print", "what-if", "screen"):
        assert scorer.open(f"/games/1/{page}").status == 200, page
    for page in ("print.pdf", "result.txt", "result.svg", "game.csv", "game.json"):
        assert scorer.open(f"/games/1/{page}").status == 200, page
    for page in ("print", "print.pdf", "evening.csv"):
        assert scorer.open(f"/sessions/1/{page}").status == 200, page
    for page in ("", "season", "season?by=totals", "season?by=wins", "1/", "1/with/2/", "what-if"):
        assert scorer.open(f"/players/{page}").status == 200, page
    assert "No hands here yet." in scorer.open("/players/1/").words
    store = scorer.store
    assert store.db.execute("select count(*) from counts").fetchone() == (0,)
    assert "Put something right" not in scorer.open("/games/1/more").words
    for page in ("start?start-0=7", "ending?ending.goal=open", "order?order=0,2,1,3", "hands"):
        assert "Record it" not in scorer.open(f"/games/1/amend/{page}").words
    asked = scorer.open("/games/1/amend/start?start-0=7")
    assert asked.problems == ["Only the result of this game is recorded: undo it first."]
    undone = scorer.send(scorer.open("/games/1/").form("/undo"))
    assert "Redo:" in undone.words
    assert "running" in scorer.send(undone.form("/redo")).words or exported(scorer)


@pytest.mark.parametrize(
    ("text", "answers"),
    [(totals(9), {}), (PLACES, {"numbers": "places"}), (PAIRS, {"kind": "bid-whist/house"})],
)
def test_files_hold_these_games(
    scorer: Phone, tmp_path: Path, text: str, answers: dict[str, str]
) -> None:
    bring_in(scorer, text, **answers)
    out = scorer.open("/data/everything.json").html
    elsewhere = Phone(create_app(Store.open(tmp_path / "other.db"), keyless=True).test_client())
    done = elsewhere.send(upload(elsewhere, out).forms[0])
    assert f"Games {text.count(chr(10))}" in done.words
    assert (
        elsewhere.open("/data/everything.json").html.partition("\n")[2:]
        == (out.partition("\n")[2:])
    )
    seen = upload(elsewhere, out)
    assert "Nothing new" in seen.words, seen.words


def test_a_name_that_is_nearly_known_is_asked_about_once(scorer: Phone) -> None:
    bring_in(scorer, totals(4))
    text = totals(8, ("anna", "Bén", "Chaim", "Zoe"))
    seen = look(scorer, text)
    assert seen.status == 422
    assert "Answer what is asked here once; it holds for every row." in seen.words
    form = seen.form("/data/results/")
    assert ("Bén: who is it?" in seen.words, "anna" in form.fields.values()) == (True, False)
    field = next(key for key, name in form.fields.items() if name == "Bén")
    zoe = next(key for key, name in form.fields.items() if name == "Zoe").removeprefix("called-")
    answers = {field.removeprefix("called-"): "Ben", zoe: "+", "table": text}
    known = scorer.fill(form, answers)
    assert "8 games can be brought in" in known.words
    scorer.fill(known.form("/data/results/"), {"record": "1", "table": text})
    players = {str(name) for game in exported(scorer) for name in game["players"]}  # type: ignore[attr-defined]
    assert players == {*NAMES, "Zoe"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Paste a table: a header line, then one row per game."),
        (totals(1, ("Anna", "Ben", "Carl", "X" * 25)), "line 2: A name has at most 24 characters"),
        (
            "Date;A;B;C;D\n1.3.2019;9;8;7;many\n2.3.2019;9;8;7;6",
            "line 2, column “D”: “many” is no number.",
        ),
        (totals(2001), "At most 2,000 games at once, and these are 2,001: paste them in parts."),
        ("Date" + ";A" * 121 + "\n1.3.2019;1", "line 1: At most 120 columns."),
    ],
)
def test_a_table_is_refused_with_its_reason_and_stays(
    scorer: Phone, text: str, reason: str
) -> None:
    seen = look(scorer, text)
    assert (seen.status, reason in seen.words) == (422, True), seen.words[:600]
    assert text[:60] in seen.html
    assert exported(scorer) == []


def test_a_workbook_is_refused(scorer: Phone) -> None:
    token = scorer.open("/data/results/").form("/data/results/").fields["csrf_token"]
    book = (io.BytesIO(b"PK\x03\x04"), "results.xlsx")
    answer = scorer.client.post("/data/results/", data={"csrf_token": token, "file": book})
    assert (answer.status_code, "save it as CSV" in answer.text) == (422, True)


def test_a_result_cannot_be_added_to_a_game_with_hands(scorer: Phone) -> None:
    scorer.write_game()
    scorer.write_hand()
    store = scorer.store
    log = store.game(1, 1).log
    for fact in ({"totals": [1, 2, 3, 4]}, {"places": [1, 2, 3, 4]}):
        with pytest.raises(EntryError, match="its result follows from its hands"):
            checked_entry(log, Kind.STOP, None, fact)


def test_an_evening_of_the_same_people_takes_the_results_of_its_day(scorer: Phone) -> None:
    bring_in(scorer, totals(4))
    bring_in(scorer, totals(4, ("Anna", "Eva", "Fred", "Gil")), **{})
    bring_in(scorer, totals(4, ("Hal", "Ida", "Jo", "Kim")))
    assert "2 evenings" in scorer.open("/sessions/").words


def test_results_without_rules_do_not_become_those_of_the_next_game(scorer: Phone) -> None:
    def offered() -> tuple[str | None, str | None, bool]:
        sheet = scorer.open("/games/new?game=israeli-whist")
        fields = sheet.form("/new").fields
        return fields.get("ending.goal"), fields.get("ending.target"), "As in" in sheet.words

    fresh = offered()
    bring_in(scorer, totals(8))
    assert offered() == fresh
    assert "Anna" in scorer.open("/games/new?game=israeli-whist").words  # they play again
    scorer.write_game()
    scorer.write_hand(game=9)
    bring_in(scorer, totals(12))
    assert offered() == (*fresh[:2], True)
