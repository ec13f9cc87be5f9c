"""Points with decimals: every page, sheet and file shows the tenths of Call Break as such."""

from __future__ import annotations

import csv
import io
import re

import pytest

from scorekeeper.insight.league import LeagueOrder
from scorekeeper.wording import MINUS, Points, decimal_text, in_units
from tests.deep import DEEP
from tests.web.every_door import KINDS, PAGE, SCORING, addresses_of
from tests.web.phone import Page, Phone

GAME = "/games/1"
RAW = rf"(?<![\w.,:/\-])[{MINUS}+-]?(?:34|70|104|54|170|350)(?![\w.,:/%\-])"
"""Numbers of tenths, with their sums and spans, which no page may show.

A number stands by itself: the letters around another are those of a link's secret.
"""
DOCUMENTS = ("game.json", "evening.json", "everything.json")  # in which points are whole tenths
SHOWING = (
    *(f"{GAME}/", f"{GAME}/sheet", f"{GAME}/board", f"{GAME}/story", f"{GAME}/hands/1/"),
    *(f"{GAME}/print", f"{GAME}/result.txt", f"{GAME}/result.svg", "/", "/sessions/1/"),
    *(
        "/players/1/?game=call-break",
        "/players/?game=call-break",
        "/players/season?game=call-break",
    ),
)


@pytest.mark.parametrize(
    ("number", "decimals", "text"),
    [(0, 1, "0.0"), (7, 1, "+0.7"), (-5, 1, "-0.5"), (-50, 1, "-5.0"), (1234, 2, "+12.34")],
)
def test_decimals_are_written_from_whole_numbers(number: int, decimals: int, text: str) -> None:
    assert str(Points(number, decimals)) == text
    assert decimal_text(number, decimals) == text.removeprefix("+")
    assert str(in_units(number, decimals)) == text.removeprefix("+")


@pytest.mark.parametrize(("language", "point"), [("en", "."), ("de", ","), ("he", ".")])
def test_tenths_are_shown_as_tenths(scorer: Phone, language: str, point: str) -> None:
    """South called 3 and took 7, which is 34 tenths; West called 7 and took 3, -70 tenths."""
    begin(scorer, rules="nepal", rules__hands="1")
    for seat in (3, 2, 1, 0):
        scorer.answer(number={0: "3", 1: "7", 2: "2", 3: "1"}[seat])
    page = scorer.fill(scorer.question(), {f"tricks-{n}": t for n, t in enumerate("7321")})
    assert page.status == 200, page.problems
    earlier = "".join(f"\n{day}.3.2026;3,4;-7;2;1" for day in range(1, 5))
    table = f"Date;Bo;Cy;Di;Ed{earlier}"
    results(scorer, table, results(scorer, table), record="1")
    scorer.send(scorer.open("/").form("/language"), language=language)
    for address in SHOWING:
        words = scorer.open(address).words
        assert f"3{point}4" in words, address
        raw = re.findall(rf"(?<![\w.,:/])(?:34|{MINUS}70)(?![\w.,:/%])", words)
        assert not raw, (address, raw)
    raw_on = {
        address: raw
        for address in (every_page(scorer) if DEEP or language == "de" else ())
        if (raw := re.findall(RAW, shown_at(scorer, address, point)))
    }
    assert raw_on == {}
    assert f"1{point}4" in scorer.open("/players/year/2026").words  # the closest win
    table = scorer.open(f"{GAME}/game.csv").html.removeprefix("\ufeff")
    rows = [*csv.DictReader(io.StringIO(table), delimiter=";" if point == "," else ",")]
    expected = [text.replace(".", point) for text in ("3.4", "-7.0", "2.0", "1.0")]
    assert [row["points"] for row in rows] == [row["total"] for row in rows] == expected


def shown_at(phone: Phone, address: str, point: str) -> str:
    """Return the words of a page or the cells of a file, with blanks between them.

    Cells with a part of a document are left out.
    """
    page = phone.open(address)
    if ".csv" in address:
        rows = csv.reader(io.StringIO(page.html), delimiter=";" if point == "," else ",")
        return " ".join(cell for row in rows for cell in row if not cell.startswith("{"))
    return page.html.replace(",", " ") if ".json" in address else page.words


def every_page(phone: Phone) -> list[str]:
    """Return every address that the table of this phone reads, with each choice of a season."""
    app = phone.client.application
    pages = [
        address
        for rule in app.url_map.iter_rules()
        if KINDS.get(rule.rule) in {PAGE, SCORING} and "GET" in (rule.methods or ())
        for address in addresses_of(app, rule)
    ]
    choices = [f"?game=call-break&by={order.value}" for order in LeagueOrder]
    return [
        *(address for address in pages if not address.endswith((*DOCUMENTS, "/print"))
          and phone.client.get(address).status_code == 200),
        *(f"/players/season{form}{choice}" for form in ("", ".csv", ".json") for choice in choices),
        "/print?game=call-break",
        "/players/what-if?game=call-break&rules=a23",
        f"{GAME}/what-if?rules=a23",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "shown"), [("2,1", "2.1"), ("-0.5", f"{MINUS}0.5"), ("+7", "7.0"), (" 3. ", None)]
)
def test_typed_starting_points_may_have_tenths(
    scorer: Phone, typed: str, shown: str | None
) -> None:
    page = begin(scorer, **{"start-0": typed})
    if shown is None:
        assert (page.status, page.form("/games/new").fields["start-0"]) == (422, typed)
        return
    assert shown in page.words
    page = scorer.open(f"{GAME}/amend/start")
    assert f'name="start-0" value="{shown.replace(MINUS, "-")}"' in page.html


def test_more_decimals_than_a_game_has_are_refused(scorer: Phone) -> None:
    page = begin(scorer, **{"start-0": "2.15"})
    assert (page.status, page.form("/games/new").fields["start-0"]) == (422, "2.15")


def results(phone: Phone, table: str, page: Page | None = None, **fields: str) -> Page:
    """Paste a table of results of Call Break; on a page that has read it, the second time."""
    given = {"table": table, "kind": "call-break/nepal", "undated": "same-day"} | fields
    if page is None:
        page = phone.fill(phone.open("/data/results/").form("/data/results/"), given)
    return phone.fill(page.form("/data/results/"), given)  # every name is ticked


@pytest.mark.parametrize(
    ("table", "points"),
    [
        ("Date;Bo;Cy;Di;Ed\n1.3.2019;12;-3;7;1", ("12.0", f"{MINUS}3.0")),
        ("Date;Bo;Cy;Di;Ed;Sum\n1.3.2019;2,1;-3;7;0,5;6,6\nTotal;2,1;-3;7;0,5;", ("2.1", "0.5")),
        ("Date\tBo\tCy\tDi\tEd\n1.3.2019\t2.1\t-3,5\t7 pts\t1", ("2.1", f"{MINUS}3.5")),
        ('Date,Bo,Cy,Di,Ed\n2019-03-01,"2,1",-3.0,7,1', ("2.1", f"{MINUS}3.0")),
        ("Date;Player;Points\n1.3.2019;Bo;2,1\n;Cy;-3\n;Di;7\n;Ed;1", ("2.1", f"{MINUS}3.0")),
    ],
)
def test_tenths_of_a_pasted_table_of_results_come_in(
    scorer: Phone, table: str, points: tuple[str, ...]
) -> None:
    page = results(scorer, table)
    assert (page.status, page.problems) == (200, [])
    results(scorer, table, page, record="1")
    words = scorer.open("/sessions/1/").words
    assert [each for each in points if each not in words] == []


def test_places_are_whole_in_a_game_with_tenths(scorer: Phone) -> None:
    page = results(scorer, "Date;Bo;Cy;Di;Ed\n1.3.2019;1;2;3;4", numbers="places")
    assert (page.status, page.problems) == (200, [])
    page = results(scorer, "Date;Bo;Cy;Di;Ed\n1.3.2019;1;2,5;2,5;4", numbers="places")
    assert (page.status, "“2,5” is not a whole number" in page.words) == (422, True)


@pytest.mark.parametrize(
    ("cell", "reason"),
    [("2,15", "“2,15” is no number of points such as 2.1."), ("2,x", "“2,x” is no number.")],
)
def test_points_that_are_no_tenths_are_refused_with_their_cell(
    scorer: Phone, cell: str, reason: str
) -> None:
    page = results(scorer, f"Date;Bo;Cy;Di;Ed\n1.3.2019;12;{cell};7;1")
    assert page.status == 422
    assert f"line 2, column “Cy”: {reason}" in page.words
    begin(scorer)
    page = pasted_hands(scorer, f"hand;Bo;Cy;Di;Ed\n1;1;{cell};3;4")
    assert page.status == 422
    assert "Cy" in page.words


def begin(phone: Phone, **answers: str) -> Page:
    return phone.begin("Bo Cy Di Ed", game="call-break", **answers)


def pasted_hands(phone: Phone, table: str, page: Page | None = None, **fields: str) -> Page:
    form = (page or phone.open(f"{GAME}/pasted")).form("/pasted")
    return phone.fill(form, {"table": table} | fields)


@pytest.mark.parametrize(
    ("table", "numbers", "total"),
    [
        ("hand;Bo;Cy;Di;Ed\n1;3,4;-7;2;1,1\n2;1;2,1;3;-4\nTotal;4,4;-4,9;5;-2,9", "", "4.4"),
        ("hand\tBo\tCy\tDi\tEd\n1\t3.4\t-7\t2\t1.1\n2\t4.4\t-4.9\t5\t-2.9", "running", "4.4"),
        ("hand,points\n1,3.4 -7 2 1.1", "", "3.4"),
        ("Bo;Cy;Di;Ed;Bo total\n3/4;7/6;2/2;1/1;3,1", "", "3.1"),
    ],
)
def test_tenths_of_pasted_hands_come_in(
    scorer: Phone, table: str, numbers: str, total: str
) -> None:
    begin(scorer)
    page = pasted_hands(scorer, table, numbers=numbers)
    assert (page.status, page.problems) == (200, [])
    pasted_hands(scorer, table, page, numbers=numbers, record="1")
    assert total in scorer.open(f"{GAME}/").words


def test_points_of_a_hand_known_in_part_may_have_tenths(scorer: Phone) -> None:
    begin(scorer)
    form = scorer.open(f"{GAME}/partial").form("/partial")
    typed = {f"points-{seat}": text for seat, text in enumerate(("2,1", "-0.5", "+7", "1"))}
    wrong = scorer.fill(form, typed | {"points-1": "0.55"})
    assert (wrong.status, wrong.form("/partial").fields["points-1"]) == (422, "0.55")
    scorer.fill(form, typed)
    words = scorer.open(f"{GAME}/hands/1/").words
    assert [text for text in ("+2.1", f"{MINUS}0.5", "+7.0") if text not in words] == []
