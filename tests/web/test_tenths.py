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
