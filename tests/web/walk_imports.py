"""The walk through imports: our own files, and tables of results."""

from __future__ import annotations

import json
import re

from scorekeeper.games.hearts import HEARTS
from tests.web.phone import Page
from tests.web.walker import MARKED, Walker, whist


def documents(scorer: Walker) -> None:
    """Our JSON documents, refused, taken, removed and brought back."""
    whole = scorer.client.get("/data/everything.json").text
    scorer.upload(scorer.client.get("/data/everything.csv").text)
    scorer.upload(json.dumps(json.loads(whole) | {"games": [7]}, indent=1))
    number = whist(scorer)
    scorer.hand("0 2 3", "0 3 8 2", game=number)
    early = scorer.client.get(f"/games/{number}/game.json").text
    scorer.hand("0 2 3", "0 3 8 2", game=number)
    late = scorer.client.get(f"/games/{number}/game.json").text
    for text in (early, late):
        page = scorer.upload(text.replace('"key": "', '"key": "7'))
        scorer.send(page.forms[0])
    scorer.upload(strange_names_and_days())
    gone = scorer.open("/data").form("/imports/remove")
    back = scorer.send(gone, first=gone.buttons[0][1]).form("/imports/bring-back")
    scorer.send(back, moment=back.buttons[0][1])
    scorer.open("/links/journal")


def strange_names_and_days() -> str:
    """An export with names close to existing ones, and more future evenings than are listed."""
    at = "2026-03-06T18:00:00.000+00:00"
    return json.dumps(
        {
            **{"format": "scorekeeper", "version": 5, "games": []},
            "players": [{"name": name, "created": at} for name in ("\uff11\uff11", "11\u0301")],
            "sessions": [
                {"key": f"7{number}", "date": f"29{number // 2:02}-01-01", "created": at}
                | {"name": "", "notes": ""}
                for number in range(50)
            ],
        }
    )


HEAD = "date;11;22;33;44\n"
RIGHT = "1.3.2019;7;8;9;-7\n"


def first_results(scorer: Walker) -> None:
    """A table of results where nobody is known: its names are ticked."""
    form = scorer.open("/data/results/").form("/data/results/")
    scorer.fill(form, {"table": HEAD + RIGHT})


def past_results(scorer: Walker) -> None:
    """Tables of results: refused, asked about, taken, removed, brought back."""
    for text in (
        *("", "7", "date;11\n1.3.2019;7", "date" + ";7" * 121, HEAD + RIGHT * 2001),
        HEAD + ";7;7;7;7\n31.2.2019;7;7;7;7\n1.3.;7;7;7;7\n1.3.2999;7;7;7;7\n",
        HEAD + "1.3.2019;7,5;7;7;7\n1.3.2019;7;7 8;7;7\n1.3.2019;7;7;7\n7\n" + RIGHT,
        HEAD + "7.77;7;7;7;7\n" * 25,
        "date;player;points\n1.3.2019;;7\n1.3.2019;11;7",
        "date;player;points\n" + "".join(f"1.3.2019;7{name};7\n" for name in range(301)),
        "date;11;22;33;11\n1.3.2019;7;8;9;10",
    ):
        _look(scorer, text)
    _look(scorer, HEAD + "1.3.2019;2;2;3;4", numbers="places")
    _look(scorer, HEAD + "1.3.2019;7;8;9;10", kind="bid-whist/house")
    _look(scorer, HEAD + "1.3.2019;7,7;7,77;7;7", kind="call-break/nepal")
    _look(scorer, HEAD + "1.3.2019;77;80;90;-70", kind="skull-king/classic")
    _look(scorer, HEAD + "1.3.2019;7;8;9;10", kind=f"hearts/{HEARTS.presets[0].key}")
    unclear = "date;111;22;33;44;55\n3/4/2019;1;2;3;;4\n3/5/2019;1;2;;3;4"
    form = _look(scorer, unclear).form("/data/results/")
    scorer.fill(form, {"order": "day", "numbers": "points", "table": unclear})
    scorer.upload("PK", address="/data/results/")
    kitty = "date;11;22;33;44;77\n1.3.2019;7;88;9;-7;7\n2.3.2019;77;8;9;-77;7"
    form = _look(scorer, kitty).form("/data/results/")
    scorer.fill(form, {"column-5-77": "unused", "table": kitty})
    for text, answers in (
        (f"{HEAD}1.3.2019;7;8;9;-7\n;7;8;9;-8", {"undated": "same-day"}),
        (f"{HEAD}15.3.;7;8;9;-7\n10.1.;7;8;9;-8", {"year": "2019"}),
        (f"{HEAD}2019\n15.3.;7;8;9;-7\n15.10.;7;8;9;-7\n10.1.;7;8;9;-8", {}),
        (f"{HEAD}1.3.2019;1;2;3;4\n2.3.2019;2;1;3;4\n3.3.2019;1;2;3;4", {}),
        (f"{HEAD}1.3.2019;7;8;9;7\n2.3.2019;17;18;19;7\n3.3.2019;71;82;93;74", {}),
        ("§§;¶¶;••;°°\n7;8;9;-7", {"day": "2019-03-01"}),
        ("date;game;11;22;33;44\n1.3.2019;?7;7;8;9;-7\n2.3.2019;+;7;8;9;-7", {"game-1": "-"}),
        ("date;player 1;player 2;points\n1.3.2019;11;22;7", {}),
        ("date;777;888\n1.3.2019;7;8", {"kind": "bid-whist/house"}),
        ("7" * 10_001, {}),
        ("7\n" * 20_001, {}),
        ("date;player 1;points 1;player 2;player 3;points 3\n1.3.2019;11;7;22;33;8", {}),
        (f"{HEAD}1.3.2019;1.777;8;9;-7\n2.3.2019;7;8;9;-7\n3.3.2019;1784;16;18;-14", {}),
        (
            f"{HEAD}1.3.2019;70;80;90;-70\n2.3.2019;71;82;93;-74\n3.3.2020;7;8;9;-7",
            {"numbers": "running"},
        ),
        (f"{HEAD}1.3.2019;7 (ª);8;9;-7", {}),
        (f"{HEAD}31.2.2019;7;8;9;-7", {}),
        (f"{HEAD}1.3.2019;1.777;8;9;-7", {}),
        (
            f"{HEAD}1.3.2019;7;8;9;-7\n2.3.2019;7;8;9;-7\n2.3.2019;14;16;18;-14",
            {"sums": "left-out"},
        ),
        (f"{HEAD}1.3.2019;7;8;9;-7\n;§§;¶¶;••;°°\n2.3.2019;7;8;9;-7", {}),
    ):
        _look(scorer, text)
        _look(scorer, text, **answers)
    scorer.upload("7" * 600_000, address="/data/results/")
    for start in ("%PDF", "GIF8", "{\\rtf", "<html>", "SQLite format 3"):
        scorer.upload(start, address="/data/results/")
    for text in (
        f"{HEAD}43546;7;8;9;-7",  # the number of a day
        f"{HEAD}Fr 23.3.2019;7;8;9;-7",
        "date 11 22 33 44\n1.3.2019 7 8 9",
        f"{HEAD}1.3.2019;7;88;9;-7\n2.3.2019;77;8;9;-77\n;84;96;17;-84",
        f"{HEAD}1.3.2019;7;88;9;-7\n2.3.2019;77;8;9;-77\ntotal;84;96;17;-84",
        f"{HEAD}{RIGHT}date;11;55;33;44\n{RIGHT}",
        "date;player;points" + "".join(f"\n1.3.2019;{name};7" for name in (11, 22, 11, 33)),
        "date;player;points"
        + "".join(  # three decimals or thousands, and sums
            f"\n{date};{name};{points}"
            for date, numbers in (
                ("1.3.2019", ("1.777", "8", "9", "-7")),
                ("2.3.2019", ("7", "1,777", "9", "-7")),
                ("", ("1784", "1785", "18", "-14")),
            )
            for name, points in zip((11, 22, 33, 44), numbers, strict=True)
        ),
        "date;11;22;33;44;winner\n1.3.2019;7;8;9;-7;11",
        "date;11;22;33;44;∑\n1.3.2019;7;88;9;-7;97\n8.3.2018;7;8;9;-7;17\n"  # a wrong year,
        "15.3.2019;7;8;9;10;35\n15.3.2019;7;8;9;10;34",  # a wrong sum, and the same again
        "date;11;;22;;33;;44;\n;points;place;points;place;points;place;points;place\n"
        "1.3.2019;7;1;8;2;9;3;-7;4",
    ):
        _look(scorer, text)
    scorer.upload("date;\udc81;22\n1.3.2019;7;8", address="/data/results/")  # no UTF-8
    unused = HEAD.replace("44", "44;77") + "1.3.2019;7;8;9;-7;.\ntotal;7;8;9;-7\n"
    for text, answers in (
        (unused, {}),
        (HEAD + "2.3.2019;1;2;4;3", {"numbers": "places"}),
        (HEAD + "2.3.2019;1;2;4;3\n3.3.2019;1;2;4;3", {"numbers": "places"}),
    ):
        form = _look(scorer, text, **answers).form("/data/results/")
        scorer.fill(form, {"record": "1", "table": text} | answers)
    listing = scorer.open("/sessions/?text=2019").html
    for game in dict.fromkeys(re.findall(r"/games/(\d+)/", listing)):
        for page in ("", "history", "board", "more"):
            scorer.open(f"/games/{game}/{page}")
    for name in ("111", f"{MARKED}90909"):  # nearly known, and new
        _look(scorer, HEAD.replace("11", name) + RIGHT)
    _look(scorer, HEAD + RIGHT)
    remove = scorer.open("/data").form("/imports/remove")
    gone = scorer.send(remove, first=remove.buttons[0][1]).form("/imports/bring-back")
    _look(scorer, HEAD + "2.3.2019;1;2;4;3\n3.3.2019;1;2;4;3", numbers="places")
    scorer.open("/links/journal")
    scorer.send(gone, moment=gone.buttons[0][1])
    scorer.open("/links/journal")
    stopped = scorer.open("/sessions/?text=2019").html
    number = re.findall(r"/games/(\d+)/", stopped)[0]
    scorer.open(f"/games/{number}/amend/start?start-0=7")


def _look(scorer: Walker, text: str, **answers: str) -> Page:
    """The page of a table, where every name was ticked."""
    given = {"kind": "israeli-whist/pagat", "table": text, **answers}
    seen = scorer.fill(scorer.open("/data/results/").form("/data/results/"), given)
    form = seen.form("/data/results/")
    new = {field: "+" for field, who in form.fields.items() if who == "-" and "player" in field}
    return scorer.fill(form, given | new)
