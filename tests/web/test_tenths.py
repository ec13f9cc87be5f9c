"""Points with decimals: every page, sheet and file shows the tenths of Call Break as such."""

from __future__ import annotations

import csv
import io
import re

import pytest

from scorekeeper.wording import MINUS, Points, decimal_text, in_units
from tests.web.phone import Phone

GAME = "/games/1"
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
    fresh = scorer.open("/games/new?game=call-break").form("/games/new")
    opened = scorer.send(fresh, change="1", rules="nepal").form("/games/new")
    names = {f"names-{seat}": name for seat, name in enumerate(("Bo", "Cy", "Di", "Ed"))}
    scorer.fill(opened, names | {"dealer": "0", "rules.hands": "1", "start": "1"})
    for seat in (3, 2, 1, 0):
        scorer.answer(number={0: "3", 1: "7", 2: "2", 3: "1"}[seat])
    page = scorer.fill(scorer.question(), {f"tricks-{n}": t for n, t in enumerate("7321")})
    assert page.status == 200, page.problems
    scorer.send(scorer.open("/").form("/language"), language=language)
    for address in SHOWING:
        words = scorer.open(address).words
        assert f"3{point}4" in words, address
        raw = re.findall(rf"(?<![\d.,:/])(?:34|{MINUS}70)(?![\d.,:/%])", words)
        assert not raw, (address, raw)
    table = scorer.open(f"{GAME}/game.csv").html.removeprefix("\ufeff")
    rows = [*csv.DictReader(io.StringIO(table), delimiter=";" if point == "," else ",")]
    expected = [text.replace(".", point) for text in ("3.4", "-7.0", "2.0", "1.0")]
    assert [row["points"] for row in rows] == [row["total"] for row in rows] == expected


@pytest.mark.parametrize(
    ("typed", "shown"), [("2,1", "2.1"), ("-0.5", f"{MINUS}0.5"), ("+7", "7.0"), (" 3. ", None)]
)
def test_typed_starting_points_may_have_tenths(
    scorer: Phone, typed: str, shown: str | None
) -> None:
    form = scorer.open("/games/new?game=call-break").form("/games/new")
    names = {f"names-{seat}": name for seat, name in enumerate(("Bo", "Cy", "Di", "Ed"))}
    page = scorer.fill(form, names | {"start-0": typed, "start": "1"})
    if shown is None:
        assert (page.status, page.form("/games/new").fields["start-0"]) == (422, typed)
        return
    assert shown in page.words
    page = scorer.open(f"{GAME}/amend/start")
    assert f'name="start-0" value="{shown.replace(MINUS, "-")}"' in page.html


def test_more_decimals_than_a_game_has_are_refused(scorer: Phone) -> None:
    form = scorer.open("/games/new?game=call-break").form("/games/new")
    names = {f"names-{seat}": name for seat, name in enumerate(("Bo", "Cy", "Di", "Ed"))}
    page = scorer.fill(form, names | {"start-0": "2.15", "start": "1"})
    assert (page.status, page.form("/games/new").fields["start-0"]) == (422, "2.15")


def test_whole_points_of_a_pasted_table_are_whole_points(scorer: Phone) -> None:
    table = "Date;Bo;Cy;Di;Ed\n1.3.2019;12;-3;7;1"
    form = scorer.open("/data/results/").form("/data/results/")
    sent = {"table": table, "file": "", "kind": "call-break/nepal"}
    answers = {f"called-{number}": "+" for number in range(4)}
    page = scorer.fill(form, sent | answers)
    assert "12.0" in page.words
    page = scorer.fill(page.form("/data/results/"), sent | {"record": "1"})
    assert "12.0" in scorer.open("/sessions/1/").words
