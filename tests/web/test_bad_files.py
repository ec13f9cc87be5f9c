"""Files and tables with errors: the answer names the place, and nothing is imported.

Every file goes through the page, like a person's upload.
"""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.deep import DEEP
from tests.web.phone import Phone
from tests.web.test_export_import import upload

HEAD = "hand\tdealer\tbid\tdeclarer\tAnna\tBen\tChaim\tDana"
RIGHT = "1\tAnna\t7C\tChaim\t2/0\t3/3\t7/8\t0/2"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))


@pytest.fixture
def source(tmp_path: Path) -> Phone:
    """A scorer elsewhere, with one hand, whose files are damaged here."""
    phone = Phone(create_app(Store.open(tmp_path / "source.db"), keyless=True).test_client())
    phone.write_game()
    phone.write_hand()
    return phone


def everything(phone: Phone) -> dict[str, Any]:
    """All facts of a table, without the time of the export."""
    whole: dict[str, Any] = json.loads(phone.open("/data/everything.json").html)
    del whole["exported"]
    return whole


def refused(phone: Phone, content: bytes | str) -> str:
    """The reason for refusing a file; checks that nothing of it was imported."""
    before = everything(phone)
    page = upload(phone, content)
    assert page.status == 422
    assert everything(phone) == before
    (problem,) = page.problems
    return problem.removeprefix("Nothing was imported: ")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (PNG, "This is not text in UTF-8."),
        ("", "line 1: the file is damaged here, or is no JSON."),
        ("<!doctype html><p>7", "line 1: this is not a Scorekeeper export in JSON."),
        ("name,points\nAnna,7\n", "line 1: this is not a Scorekeeper export in JSON."),
        ('{"players": [], "plays": []}', "line 1: this is not a Scorekeeper export in JSON."),
        ("[1, 2]", "line 1: this is not a Scorekeeper export in JSON."),
    ],
)
def test_a_file_of_another_form(scorer: Phone, content: bytes | str, problem: str) -> None:
    assert refused(scorer, content) == problem


def test_a_hand_that_no_rules_allow(scorer: Phone, source: Phone) -> None:
    out = source.open("/data/everything.json").html
    one_more = out.replace('"tricks": [0, 3, 8, 2]', '"tricks": [0, 3, 8, 3]')
    assert refused(scorer, one_more).endswith("game 1: entry 5: 1 trick too many")


@pytest.mark.slow
def test_many_games_come_in(scorer: Phone, source: Phone) -> None:
    """250 games; `make deep` imports 2,500."""
    games = 2_500 if DEEP else 250
    out = source.open("/data/everything.json").html
    (line,) = (line for line in out.splitlines() if '"entries"' in line)
    copies = (json.dumps(json.loads(line) | {"key": f"game-{game}"}) for game in range(games))
    seen = upload(scorer, out.replace(line, ",\n".join(copies)))
    assert f"New games {games} " in seen.words
    assert scorer.send(seen.forms[0]).address.startswith("/data/imported/")
    assert len(everything(scorer)["games"]) == games


def test_a_pasted_table_that_is_too_long_or_cut(scorer: Phone) -> None:
    scorer.write_game()
    before = everything(scorer)
    for rows in (
        [RIGHT] * 301,
        [RIGHT] * 10_000,
        [f"{RIGHT}{' ' * 300}"] * 301,
    ):
        pasted = "\n".join([HEAD, *rows])
        page = scorer.send(scorer.open("/games/1/pasted").form("/pasted"), table=pasted)
        problem = f"At most 300 hands at once, and these are {len(rows):,}: paste them in parts."
        assert (page.status, page.problems) == (422, [problem])
        assert page.html.count(RIGHT) == len(rows)  # nothing of it is lost
    cut = scorer.send(
        scorer.open("/games/1/pasted").form("/pasted"), table="\n".join([HEAD, RIGHT, RIGHT[:-8]])
    )
    assert cut.status == 422
    assert "1 row is wrong; nothing has been recorded" in cut.words
    assert "line 3, column “Dana”: Dana's contract? Allowed: 0, 1, 2" in cut.words
    huge = scorer.send(
        scorer.open("/games/1/pasted").form("/pasted"), table="\n".join([HEAD, *[RIGHT] * 80_000])
    )
    reason = "The text is too long: this page takes 300 hands at once. Go back and paste them in "
    assert (huge.status, reason + "parts; nothing was recorded." in huge.words) == (413, True)
    assert everything(scorer) == before


def test_names_that_differ_in_capitals_or_accents(scorer: Phone, tmp_path: Path) -> None:
    scorer.write_game("Zoe Anna Chaim Dana")
    other = Phone(create_app(Store.open(tmp_path / "more.db"), keyless=True).test_client())
    other.write_game("Zoé ANNA Chaim Jürgen")
    other.write_game("Jurgen Ben Eva Fred")
    seen = upload(scorer, other.open("/data/everything.json").html)
    assert "“ANNA” is the player “Anna” here." in seen.words
    for new, known in (("Zoé", "Zoe"), ("Jurgen", "Jürgen")):
        assert (
            f"“{new}” and “{known}” count as two players: if they are one, merge them on the page "
            "of the player." in seen.words
        )
    assert "Chaim” " not in seen.words
    scorer.send(seen.forms[0])
    names = {player["name"] for player in everything(scorer)["players"]}
    assert {"Zoe", "Zoé", "Anna", "Jürgen", "Jurgen"} <= names
    assert "ANNA" not in names
    alike = json.dumps(everything(other)).replace('"Chaim"', '"anna"')
    assert "anna" in refused(scorer, alike)


def test_two_evenings_on_one_date(scorer: Phone, source: Phone) -> None:
    out = source.open("/data/everything.json").html
    date = json.loads(out)["sessions"][0]["date"]
    evening = dt.datetime.fromisoformat(f"{date}T20:00").astimezone()
    scorer.store.clock = lambda: evening  # it may be past midnight by now
    scorer.write_game()
    seen = upload(scorer, out)
    day = evening.date()
    assert (
        f"There will be 2 separate evenings on {day:%b} {day.day}, {day.year}. To join them, "
        "choose “Move games to another evening”" in seen.words
    )
    scorer.send(seen.forms[0])
    assert [evening["date"] for evening in everything(scorer)["sessions"]] == [date, date]
    assert "separate evenings" not in upload(scorer, out).words  # all of it is here


def test_a_date_in_the_future(scorer: Phone, source: Phone) -> None:
    whole = json.loads(source.open("/data/everything.json").html)
    whole["sessions"][0]["date"] = "2999-01-01"
    seen = upload(scorer, json.dumps(whole))
    assert (
        "The evening of Jan 1, 2999 is still to come: give it its right date on its page."
        in seen.words
    )
    whole["sessions"][0]["date"] = "2999-02-30"
    assert refused(scorer, json.dumps(whole)) == "line 1: A date is needed, as in 2026-03-06."
    later = scorer.send(scorer.open("/sessions/new").form("/new"), date="2999-01-01")
    assert (later.status, later.problems) == (422, ["That day is still to come."])
