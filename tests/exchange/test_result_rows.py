"""Tables of results as people keep them: how they are read, and what is said of what is wrong."""

from __future__ import annotations

import datetime as dt
import time

import pytest

from scorekeeper.errors import EntryError
from scorekeeper.exchange.remarks import Level
from scorekeeper.exchange.result_columns import ResultChoices, ResultReading, Undated
from scorekeeper.exchange.result_games import LEFT_OUT, NEW, Names
from scorekeeper.exchange.result_rows import Results, read_results
from scorekeeper.exchange.table_cells import may_have_decimals
from scorekeeper.exchange.table_columns import UNUSED, Numbers
from scorekeeper.ledger.dates import DayOrder
from scorekeeper.web.languages import months_named

TODAY = dt.date(2026, 3, 6)


def read(
    text: str, order: DayOrder | None = None, undated: Undated | None = Undated.SAME_DAY
) -> Results:
    """The table where every name is a player's."""
    return read_results(
        text, ResultReading(TODAY, months_named, str, ResultChoices(order=order, undated=undated))
    )


def told(results: Results, level: Level) -> list[str]:
    return [str(each.sentence) for each in results.remarks if each.level is level]


def games(text: str, order: DayOrder | None = None) -> list[tuple[str, dict[str, int]]]:
    table = read(text, order)
    assert told(table, Level.ERROR) == []
    return [
        (game.date.isoformat(), {" + ".join(share.names): share.number for share in game.shares})
        for game in table.games
    ]


@pytest.mark.parametrize(
    ("cell", "point", "is_doubtful"),
    [
        ("46,000", ",", True),  # 46 or 46000
        ("-1,250", ",", True),
        ("1.234,567", ",", True),
        ("46.000", ",", False),  # the other sign can only be that of thousands
        ("46.000", ".", True),
        ("1,234,567", ",", False),  # a number has one decimal point
        ("46'000", ".", False),
        ("46\u2009000", ",", False),
        ("46,00", ",", False),
        ("46,000", "", False),
    ],
)
def test_thousands_may_be_decimals_by_the_point_of_the_language(
    cell: str, point: str, is_doubtful: bool
) -> None:
    assert may_have_decimals(cell, point) is is_doubtful


TWO_GAMES = [
    ("2019-03-15", {"Anna": 310, "Ben": 46, "Carl": -20}),
    ("2019-03-22", {"Anna": 90, "Ben": 1250, "Carl": 0}),
]


@pytest.mark.parametrize(
    "text",
    [
        "Date\tAnna\tBen\tCarl\n2019-03-15\t310\t46\t-20\n2019-03-22\t90\t1250\t0",
        "Datum;Anna;Ben;Carl\n15.3.2019;310;46,0;\u221220\n22.3.19;90;1.250;0",
        "date,Anna,Ben,Carl\n3/15/2019,310,46,-20\n3/22/2019,90,1250,0",
        "תאריך\tAnna\tBen\tCarl\n15/3/2019\t310\t46\t-20\n22/3/2019\t90\t1,250\t0",
        "Whist mit Ben\n\nNr\tDatum\tAnna\tBen\tCarl\tSieger\n"
        "1\tFr, 15. März 2019\t310 🏆\t46\t-20\tAnna\n2\tFr, 22. März 2019\t90\t1250\t0\tBen\n"
        "\tSumme\t400\t1296\t-20\t",
        "| When | Anna | Ben | Carl |\n|---|---|---|---|\n"
        "| March 15, 2019 | 310 | 46 | -20 |\n| Mar 22, 2019 | 90 | 1250 | 0 |",
        "Datum;Tag;Anna;;Ben;;Carl;\n;;Punkte;Platz;Punkte;Platz;Punkte;Platz\n"
        "15.03.2019;Fr;310;1;46;2;-20;3\n22.03.2019;Fr;90;2;1250;1;0;3",
        "Date;Player;Points\n15.3.2019;Anna;310\n15.3.2019;Ben;46\n15.3.2019;Carl;-20\n"
        "22.3.2019;Anna;90\n;Ben;1250\n;Carl;0",
        "Spieler\tDatum\tPunkte\nAnna\t15.03.2019\t310\nAnna\t22.03.2019\t90\n"
        "Ben\t15.03.2019\t46\nBen\t22.03.2019\t1250\nCarl\t15.03.2019\t-20\nCarl\t22.03.2019\t0",
        "Date  Anna  Ben  Carl\n15 March 2019  310  46  -20\n22 March 2019  90  1250  0",
        "Datum;Anna;Ben;Carl\n15.3.2019;310;46;(20)\n22.3.2019;90;1.250;0",
        "Datum;Anna;Ben;Carl\n15.3.2019;310;46;\u201320\n22.3.2019;90;1.250;0",
        "Date  Anna points  Ben points  Carl points\n"
        "15.3.2019 20:15  310  46  (-20)\n22.3.2019 20:00  90 pts  1250  0",
    ],
)
def test_the_same_two_games_in_many_forms(text: str) -> None:
    assert games(text) == TWO_GAMES


def test_who_did_not_play_has_an_empty_cell_or_a_dash() -> None:
    text = "Date;Anna;Ben;Carl;Dana\n1.3.2019;1;2;;4\n;-;2;3;x\n2.3.2019;1;2;3;4"
    assert [(date, [*who]) for date, who in games(text)] == [
        ("2019-03-01", ["Anna", "Ben", "Dana"]),
        ("2019-03-01", ["Ben", "Carl"]),
        ("2019-03-02", ["Anna", "Ben", "Carl", "Dana"]),
    ]


def test_the_games_of_a_day_are_told_apart_by_their_number_or_by_their_order() -> None:
    rows = "1.3.2019;{};Anna;5\n1.3.2019;{};Ben;6\n1.3.2019;{};Ben;7\n1.3.2019;{};Anna;8"
    by_order = "Date;Notes;Player;Points\n" + rows.format("", "", "", "")
    by_number = "Date;Game;Player;Points\n" + rows.format(1, 1, 2, 2)
    wanted = [{"Anna": 5, "Ben": 6}, {"Ben": 7, "Anna": 8}]
    assert [who for _, who in games(by_order)] == wanted
    assert [who for _, who in games(by_number)] == wanted


def test_partners_share_a_column() -> None:
    text = "Date;Anna & Ben;Carl und Dana\n1.3.2019;500;300"
    assert games(text) == [("2019-03-01", {"Anna + Ben": 500, "Carl + Dana": 300})]


@pytest.mark.parametrize(
    ("rows", "order", "ordered", "days"),
    [
        ("3/4/2019;1;2\n13/4/2019;1;2", None, False, ["2019-04-03", "2019-04-13"]),
        ("3/4/2019;1;2\n3/14/2019;1;2", None, False, ["2019-03-04", "2019-03-14"]),
        ("3/4/2019;1;2\n3/5/2019;1;2", None, True, ["2019-04-03", "2019-05-03"]),
        ("3/4/2019;1;2\n3/5/2019;1;2", DayOrder.MONTH, False, ["2019-03-04", "2019-03-05"]),
        ("3.4.2019;1;2\n3/3/2019;1;2", None, False, ["2019-04-03", "2019-03-03"]),
        ("43539;1;2\n43546,8;1;2", None, False, ["2019-03-15", "2019-03-22"]),
    ],
)
def test_the_order_of_dates_follows_from_the_table_or_is_asked_once(
    rows: str, order: DayOrder | None, ordered: bool, days: list[str]
) -> None:
    table = read(f"Date;Anna;Ben\n{rows}", order)
    is_asked = any(remark.field == "order" for remark in table.remarks)
    assert (is_asked, [game.date.isoformat() for game in table.games]) == (ordered, days)


@pytest.mark.parametrize(
    ("dates", "example", "days"),
    [
        (("15.3.2019", "1/4/2019", "2/4/2019"), "1/4/2019", ["2019-04-01", "2019-01-04"]),
        (("1/12/2026", "1/4/2025"), "1/4/2025", ["2025-04-01", "2025-01-04"]),
        (("1/12/2026",), "1/12/2026", ["2026-01-12"]),  # 1 December is still to come
        (("4/4/2019", "15/3/2019"), "", []),
    ],
)
def test_the_example_is_a_date_of_the_table_that_is_in_doubt(
    dates: tuple[str, ...], example: str, days: list[str]
) -> None:
    table = read("Date;Anna;Ben\n" + "\n".join(f"{date};1;20" for date in dates))
    shown = [day.isoformat() for day in table.days.values()]
    is_asked = any(remark.field == "order" for remark in table.remarks)
    assert (table.example, shown, is_asked) == (example, days, bool(example))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Date;Anna;Ben;Carl\n1.3.2019;1;3;2\n2.3.2019;2;1;3", None),  # it may be either
        ("Date;Anna;Ben;Carl\n1.3.2019;20;3;2\n2.3.2019;2;1;3", Numbers.POINTS),
        ("Date;Player;Place\n1.3.2019;Anna;1.\n1.3.2019;Ben;2.", Numbers.PLACES),
        ("Datum;Anna;Ben\n;Platz;Platz\n1.3.2019;1;2", Numbers.PLACES),
    ],
)
def test_places_are_known_by_a_title_or_asked(text: str, numbers: Numbers | None) -> None:
    assert read(text).numbers is numbers


@pytest.mark.parametrize(
    ("row", "flaw"),
    [
        ("31.2.2019;1;2", "line 2, column “Date”: “31.2.2019” is no date."),
        ("15.3.2091;1;2", "line 2, column “Date”: “15.3.2091”: That day is still to come."),
        ("1.3.2019;46,5;2", "line 2, column “Anna”: “46,5” is not a whole number."),
        ("1.3.2019;1;many", "line 2, column “Ben”: “many” is no number."),
        ("1.3.2019;310;2=", "line 2, column “Ben”: “2=” is no number."),
        ("12345;1;2", "line 2, column “Date”: “12345” is no date."),
        ("1.3.2019;1;12345678", "line 2, column “Ben”: “12345678” is no number."),
    ],
)
def test_what_is_wrong_is_named_by_line_and_column(row: str, flaw: str) -> None:
    table = read(f"Date;Anna;Ben\n{row}\n2.3.2019;5;6")
    assert told(table, Level.ERROR) == [flaw]


def test_rows_without_a_game_and_columns_without_a_player_are_named() -> None:
    table = read("Liga\nDate;Anna;Ben;Ort;Sieger\n1.3.2019;1;20;bei Ben;Ben\nnett!;;;;\nTotal;1;20")
    assert told(table, Level.LEFT_OUT) == [
        "line 1: no game",
        "line 4: no game",
        "line 5: a row of totals",
    ]
    assert unused(table) == ["Ort"]
    twice = read("Date;Player;Points;Points;\n1.3.2019;Anna;10;7;x\n1.3.2019;Ben;20;7;")
    assert unused(twice) == ["Points", ""]


def unused(results: Results) -> list[str]:
    return [column.title for column in results.table.shown if column.use == UNUSED]


def test_a_table_without_dates_asks_for_their_column() -> None:
    text = "When it was;Anna;Ben\nlong ago;1;20"
    table = read(text)
    reason = "Which column has the dates? If none has, of which day are these games?"
    assert (told(table, Level.QUESTION), table.games) == ([reason], ())
    reading = ResultReading(TODAY, months_named, str, ResultChoices(day=dt.date(2019, 3, 15)))
    assert [game.date.isoformat() for game in read_results(text, reading).games] == ["2019-03-15"]


@pytest.mark.parametrize(
    "day",
    [
        *("Fr", "Fr.", "Freitag", "freitags", "Freitagabend", "Fri", "Friday", "Fridays", "So"),
        *("שישי", "ביום שישי", "יום שישי", "יום ו", "יום ו׳", "ו'", "ערב שבת", "ליל שבת"),
    ],
)
def test_a_day_of_the_week_that_contradicts_the_date_must_be_confirmed(day: str) -> None:
    reason = "names another day of the week than that of 2019-03-23. Is the date right?"
    text = f"Date;Anna;Ben\n{day} 23.3.2019;10;20"
    assert doubts(text) == [f"line 2, column “Date”: “{day} 23.3.2019” {reason}"]
    text = f"Date;Tag;Anna;Ben\n23.3.2019;{day};10;20"
    assert doubts(text) == [f"line 2, column “Tag”: “{day}” {reason}"]


@pytest.mark.parametrize(
    "date",
    [
        *("Sa 23.3.2019", "Sonnabend, 23. März 2019", "Sat March 23 2019", "23.3.2019 mit Ben"),
        *("שבת 23.3.2019", "יום ש׳ 23.3.2019", "ב-23 במרץ 2019", "4th March 2019", "So 24.3.2019"),
        *("ערב שבת 22.3.2019", "יום א 24.3.2019"),
    ],
)
def test_the_right_day_of_the_week_and_other_words_are_not_asked_about(date: str) -> None:
    assert doubts(f"Date;Anna;Ben\n{date};10;20") == []


def doubts(text: str) -> list[str]:
    reading = ResultReading(TODAY, months_named, str, ResultChoices(numbers=Numbers.POINTS))
    return told(read_results(text, reading), Level.DOUBT)


OTHER_YEAR = (
    "line {}, column “Date”: Only this date breaks the order of the rows: is its year right?"
)


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("Date;Anna;Ben\n1.3.2019;10;20\n2.3.2019;5;-6\nTotal;15;13",
         ["line 4, column “Ben”: The rows give 14 here, not 13."]),
        ("Date;Anna;Ben;Carl\n1.3.2019;1;20;3\n8.3.2019;5;6;7\nSum;6;26;10\n1.4.2019;4;4;4\n"
         "8.4.2019;2;1;1\nSum;6;5;6\nTotal;13;31;15",
         ["line 7, column “Carl”: The rows give 5 here, not 6.",
          "line 8, column “Anna”: The rows give 12 here, not 13."]),
        ("Date;Anna;Ben;Sum\n1.3.2019;10;20;30\n2.3.2019;5;-6;-1\n3.3.2019;7;9;15",
         ["line 4, column “Sum”: The row adds up to 16, not 15."]),
        ("Date;Anna;Ben;\n1.3.2019;10;20;30\n2.3.2019;5;-6;-1\n3.3.2019;7;9;15",
         ["line 4: The row adds up to 16, not 15."]),
        ("Date;Anna;Ben;Stake\n1.3.2019;10;20;5\n2.3.2019;20;10;5\n3.3.2019;20;5",
         ["line 4: The row ends early: does each cell stand in its column?"]),
        ("Date;Anna;Ben\n1.3.2019;10;20\n1.3.2019;20;10\n1.3.2019;10;20",
         ["line 4: Line 2 has the same date and numbers."]),
        ("Date;Anna;Ben;Sum\n1.3.2019;10;20;10\n2.3.2019;5;-6;9\n3.3.2019;7;9;16", []),
        ("Date;Anna;Ben\n5.1.2024;10;20\n12.1.2023;5;6\n19.1.2024;7;9",
         [OTHER_YEAR.format(3)]),
        ("Date;Anna;Ben\n13.12.2023;10;20\n20.12.2023;5;6\n3.1.2023;7;9",
         [OTHER_YEAR.format(4)]),
        ("Date;Anna;Ben\n19.1.2022;10;20\n12.1.2023;5;6\n5.1.2022;7;9",
         [OTHER_YEAR.format(3)]),
        ("Date;Anna;Ben\n29.2.2024;10;20\n1.3.2023;5;6\n2.3.2024;7;9",
         [OTHER_YEAR.format(3)]),
        ("Date;Anna;Ben\n19.1.2024;10;20\n12.1.2024;5;6\n5.1.2024;7;9", []),
        ("Date;Anna;Ben\n19.1.2024;10;20\n12.1.2023;5;6", []),
        ("Date;Anna;Ben\n19.1.2024;1;20\n5.1.2024;5;6\n12.1.2024;7;9\n3.1.2024;7;9", []),
    ],
)  # fmt: skip
def test_what_may_be_a_slip_must_be_confirmed(text: str, doubted: list[str]) -> None:
    assert doubts(text) == doubted


@pytest.mark.parametrize(
    "text",
    ["", "hello", "1.3.2019;1;2", "a" * 20_000,
     "Date;" + "x;" * 200 + "\n1.3.2019" + ";1" * 200],
)  # fmt: skip
def test_what_is_no_table_is_refused(text: str) -> None:
    with pytest.raises(EntryError):
        read(text)


@pytest.mark.parametrize(
    "cell",
    ["1" * 100_000, "(" * 50_000, "1.000" * 9_000, "🏆" * 9_000, "st" * 20_000, "\u0301" * 90_000],
)
def test_hostile_cells_take_little_time(cell: str) -> None:
    begun = time.thread_time()
    for text in (f"Date;Anna;Ben\n1.3.2019;{cell};2", f"Date;Anna;Ben\n{cell};1;2", cell):
        reason(text)
    assert time.thread_time() - begun < 10


def reason(text: str) -> str:
    """Why a table is refused, or what is said of it first."""
    try:
        return next(iter(told(read(text), Level.ERROR)), "")
    except EntryError as error:
        return str(error)


def test_each_unknown_name_is_asked_about_once() -> None:
    answers = {"Jose": "José", "Zoe": NEW, "Spread": LEFT_OUT, "Dina": "nobody here"}
    names = Names(
        ["Anna", "Bernhard", "José", "Dana"], {"anna", "bernhard", "josé", "dana"}, answers
    )
    asked = ["anna", "Bern", "Jose", "Ana", "Dina", "Zoe", "Spread"]
    assert [(each.name, each.near, each.chosen) for each in names.questions(asked)] == [
        ("Bern", ("Bernhard",), None),
        ("Jose", ("José",), "José"),
        ("Ana", ("Anna",), None),
        ("Dina", (), None),
        ("Zoe", (), NEW),
        ("Spread", (), LEFT_OUT),
    ]
    assert [names.who(name) for name in asked] == [
        *("anna", None, "José", None, None, "Zoe", None),
    ]


def test_a_name_that_nobody_ticked_is_no_player() -> None:
    text = "Date;Anna;Ben;Spread\n1.3.2019;10;20;10\n2.3.2019;5;oops;x"
    reading = ResultReading(TODAY, months_named, lambda name: None if name == "Spread" else name)
    table = read_results(text, reading)
    assert told(table, Level.ERROR) == ["line 3, column “Ben”: “oops” is no number."]
    assert table.names == ("Anna", "Ben", "Spread")
    nobody = read_results(text, ResultReading(TODAY, months_named, lambda _: None))
    assert told(nobody, Level.QUESTION) == ["Which of these names are players?"]
    assert nobody.games == ()


@pytest.mark.parametrize(
    "text",
    [
        "Season 2019\nDate;Anna;Ben\n15.3.;1;2\n22.3.;3;4",
        "Date;Anna;Ben\n2019;;\n15.3.;1;2\n22.3.;3;4",
        "Date;Anna;Ben\n15 March;1;2\n2019;;\n22.3.;3;4".replace("15 March", "15 March 2019"),
    ],
)
def test_a_year_stands_in_the_title_or_above_its_rows(text: str) -> None:
    assert [date for date, _ in games(text)] == ["2019-03-15", "2019-03-22"]


def test_dates_without_a_year_that_turn_back_are_refused() -> None:
    table = read("Season 2019\nDate;Anna;Ben\n15.10.;1;2\n22.11.;3;4\n10.1.;5;6")
    assert told(table, Level.ERROR) == [
        "line 5, column “Date”: The dates do not follow each other here: write the year into them."
    ]


def test_rows_without_a_date_are_asked_about_once() -> None:
    text = "Date;Anna;Ben\n1.3.2019;10;20\n;5;6\n;7;8"
    asked = read(text, undated=None)
    assert [(remark.line, remark.field) for remark in asked.remarks if remark.field] == [
        (3, "undated")
    ]
    assert [len(read(text, undated=each).games) for each in Undated] == [3, 1]


@pytest.mark.parametrize(
    ("numbers", "points"),
    [(Numbers.RUNNING, [10, 5, -11]), (Numbers.YEARLY, [10, 5, 4]), (Numbers.POINTS, [10, 15, 4])],
)
def test_running_totals_may_begin_anew_each_january(numbers: Numbers, points: list[int]) -> None:
    text = "Date;Anna;Ben\n8.12.2019;10;20\n15.12.2019;15;26\n5.1.2020;4;8"
    table = read_results(
        text, ResultReading(TODAY, months_named, str, ResultChoices(numbers=numbers))
    )
    assert [game.shares[0].number for game in table.games] == points


@pytest.mark.parametrize(
    "text",
    [
        "Date,Player,Total\n1.3.2019,Anna,10\n1.3.2019,Ben,20\n8.3.2019,Anna,15\n8.3.2019,Ben,26",
        "Date,1st,points,2nd,points\n1.3.2019,Ben,20,Anna,10\n8.3.2019,Ben,26,Anna,15",
        "Date,Anna,Ben\n1.3.2019,10,20\n,Ben,Anna\n8.3.2019,26,15",
    ],
)
def test_running_totals_are_those_of_a_player_not_of_a_column(text: str) -> None:
    reading = ResultReading(TODAY, months_named, str, ResultChoices(numbers=Numbers.RUNNING))
    last = read_results(text, reading).games[-1]
    assert {share.names: share.number for share in last.shares} == {("Anna",): 5, ("Ben",): 6}


def test_numbers_that_only_grow_are_asked_about_in_every_layout() -> None:
    totals = [(1, 10, 20), (8, 15, 26), (15, 31, 40), (22, 50, 41)]
    wide = ["Date,Anna,Ben", *(f"{day}.3.2019,{anna},{ben}" for day, anna, ben in totals)]
    long = ["Date,Player,Points"]
    for day, anna, ben in totals:
        long += [f"{day}.3.2019,Anna,{anna}", f"{day}.3.2019,Ben,{ben}"]
    places = ["Date,1st,points,2nd,points"]
    places += [f"{day}.3.2019,Anna,{anna},Ben,{ben}" for day, anna, ben in totals]
    for lines in (wide, long, places):
        for rows in (lines[1:], lines[:0:-1]):
            asked = read("\n".join([lines[0], *rows]))
            assert [remark.field for remark in asked.remarks] == ["numbers"]
