"""Pages of a document for a browser: page breaks and totals carried over."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scorekeeper
from scorekeeper.games.bid_whist import BID_WHIST
from scorekeeper.games.file_rulebook import game_of as game_of_file
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.israeli_whist.scoring_schemes import SCHEMES
from scorekeeper.games.registry import rulebooks
from scorekeeper.rules.deal import DealRecord
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import read_game
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Names, Seat
from scorekeeper.sheets.blank_sheet import BlankPage, blank_sheet, usual_setup
from scorekeeper.sheets.document import A4, LETTER, PAPERS, Paper, page_number, slices
from scorekeeper.sheets.language import Speech
from scorekeeper.sheets.score_sheet import Cell, EveningPage, ScorePage, score_sheet
from scorekeeper.wording import Sentence
from tests.sheets.kit import EXAMPLE, NAMES, example_of, game_of, played, setup_of

ENGLISH = Speech()
OPEN = Ending(goal=Goal.OPEN)


def score_pages(hands: int, seed: int = 1, stopped: bool = True) -> list[ScorePage]:
    game = game_of(setup_of(ISRAELI_WHIST, 2, OPEN), hands, seed, stopped)
    pages = score_sheet([played(game)], A4, ENGLISH).pages
    return [page for page in pages if isinstance(page, ScorePage)]


@given(st.lists(st.floats(5, 40), max_size=120), st.floats(100, 250), st.floats(100, 250))
def test_every_row_stands_once_in_order_and_every_page_holds_what_it_has(
    heights: list[float], first: float, others: float
) -> None:
    pages = slices(heights, first, others)
    assert [row for some in pages for row in range(len(heights))[some]] == [*range(len(heights))]
    for index, some in enumerate(pages):
        room = others if index else first
        assert sum(heights[some]) <= room + 1e-6 or len(heights[some]) <= 1


def test_the_last_page_is_not_left_with_a_hand_or_two() -> None:
    assert slices([10.0] * 22, 210, 210) == [slice(0, 19), slice(19, 22)]


@pytest.mark.parametrize("hands", range(16, 23))
def test_the_first_page_is_full_before_there_is_a_second(hands: int) -> None:
    """The parts below the hands move to the second page if necessary; no hand does."""
    first, *others = score_pages(hands, seed=4)
    assert len(first.rows) == hands
    assert first.totals is not None
    assert [(page.rows, page.end is not None) for page in others] == [((), True)] * len(others)


@pytest.mark.parametrize(
    ("paper", "players", "rows"),
    [
        (A4, 4, [24]),
        (LETTER, 4, [24]),  # lower rows instead of a second sheet for three hands
        (A4, 6, [15, 15]),  # higher rows instead of a second sheet for five hands
        (LETTER, 6, [15, 15]),
    ],
)
@pytest.mark.parametrize("names", [(), NAMES])
def test_the_hands_of_romanian_whist_on_as_few_blank_pages_as_can_be(
    paper: Paper, players: int, rows: list[int], names: tuple[str, ...]
) -> None:
    book = rulebooks()["romanian-whist"]
    setup = usual_setup(book, book.presets[0].rules, players)
    pages = blank_sheet(setup, names[:players], paper, ENGLISH).pages
    assert [len(page.rows) for page in pages if isinstance(page, BlankPage)] == rows


def test_forty_hands_are_carried_forward_to_a_second_page() -> None:
    first, second, *further = score_pages(40)
    assert [row.number for row in (*first.rows, *second.rows)] == [*range(1, 41)]
    assert first.brought == ()
    assert first.carried == second.brought == tuple(c.total for c in _last_scored(first))
    assert (first.totals, first.end) == (None, None)
    assert second.totals is not None
    assert second.carried == ()
    assert [page.end is not None for page in (second, *further)].count(True) == 1


def _last_scored(page: ScorePage) -> tuple[Cell, ...]:
    return next(row.cells for row in reversed(page.rows) if row.cells[0].points is not None)


def test_a_game_of_one_hand_has_the_points_of_the_worked_example() -> None:
    (page,) = score_sheet([played(example_of(ISRAELI_WHIST))], A4, ENGLISH).pages
    assert isinstance(page, ScorePage)
    (row,) = page.rows
    assert [cell.points for cell in row.cells] == [-20, 19, -10, -40]
    assert [str(cell.brief.shown) for cell in row.cells if cell.brief] == [
        "2/0",
        "3/3",
        "7/8",
        "0/2",
    ]
    assert (str(row.declared), row.declarer, row.dealer) == ("7 clubs", 2, 0)
    assert str(row.label) == "1 under"
    assert page.end
    assert page.end.totals == (-20, 19, -10, -40)
    assert tuple(map(str, page.end.places)) == ("3rd", "1st", "2nd", "4th")
    assert str(page.end.verdict) == "The game is running."


@pytest.mark.parametrize(
    ("choice", "answer", "named"),
    [
        ("player", "1", Seat(1)),
        ("side", "1", Names((Seat(1), Seat(3)))),
        ("player or nobody", "nobody", None),
    ],
)
def test_a_hand_of_a_file_names_who_called(choice: str, answer: str, named: object) -> None:
    asked = f'[{{ key = "who", choice = "{choice}", ask = "?" }}]'
    text = f'name = "7"\nplayers = [4, 4]\nsides = "pairs"\nask = {asked}\npoints = "1"\n'
    game = read_game(
        setup_of(game_of_file(text, "seven"), 0, OPEN), [DealRecord(({"choice": answer},))]
    )
    (page,) = score_sheet([played(game)], A4, ENGLISH).pages
    assert isinstance(page, ScorePage)
    assert page.rows[0].declarer == named


def test_a_hand_of_schieber_has_its_trumps_and_all_its_points() -> None:
    """Nobody is the declarer, and the Weis is among the reasons, though it is the first."""
    table = scorekeeper.new_game("schieber")
    for answer in ("rosen", "1/nobody/50,0/100,57"):
        table = table.answer(answer)
    (page,) = score_sheet([played(table.game)], A4, ENGLISH).pages
    assert isinstance(page, ScorePage)
    (row,) = page.rows
    assert (row.declarer, str(row.label)) == (None, "Rosen")
    assert [str(note) for note in row.notes] == [
        "South and North: Weis: 50 x 1 = 50",
        "South and North: tricks: 100 x 1 = 100",
        "West and East: Stöck: 20 x 1 = 20",
        "West and East: tricks: 57 x 1 = 57",
    ]


def notes_of(records: list[DealRecord], preset: int = 0, ending: Ending = OPEN) -> list[list[str]]:
    game = read_game(setup_of(ISRAELI_WHIST, preset, ending), records)
    (page,) = score_sheet([played(game)], A4, ENGLISH).pages
    assert isinstance(page, ScorePage)
    return [list(map(str, row.notes)) for row in page.rows]


def test_fines_exchanges_and_deals_that_do_not_count_are_told() -> None:
    passed: Fact = {"bid": "pass"}
    spoken: tuple[Fact, ...] = ({"number": 7}, {"number": 0}, {"number": 0}, {"number": 3})
    frisch: tuple[Fact, ...] = (
        passed,
        passed,
        {"bid": "7C", "winner": 2},
        *spoken,
        {"tricks": [0, 3, 8, 2]},
    )
    assert notes_of([DealRecord((passed,)), DealRecord(EXAMPLE, (0, 2, 0, 0))]) == [
        [],
        ["West: 2 revokes: -200"],
    ]
    assert notes_of([DealRecord(frisch)], 2) == [["after 2 exchanges"]]
    assert notes_of([DealRecord(EXAMPLE)] * 2, ending=Ending(goal=Goal.DEALS, deals=1)) == [
        [],
        ["played after the game was decided: does not count"],
    ]


def test_a_play_off_is_told() -> None:
    level: tuple[Fact, ...] = (
        {"bid": "5C", "winner": 0},
        *({"number": number} for number in (5, 2, 2)),
        {"tricks": [5, 5, 2, 1]},
    )
    notes = notes_of([DealRecord(level), DealRecord(EXAMPLE)], ending=Ending(target=35))
    assert notes == [[], ["play-off"]]


def test_what_goes_for_all_four_is_told_once() -> None:
    missed = (*EXAMPLE[:4], {"tricks": [3, 4, 5, 1]})
    setup = setup_of(ISRAELI_WHIST, ending=OPEN)
    elhanani = replace(setup.rules, scheme=SCHEMES["elhanani"])
    game = read_game(replace(setup, rules=elhanani), [DealRecord(missed)])
    (page,) = score_sheet([played(game)], A4, ENGLISH).pages
    assert isinstance(page, ScorePage)
    assert [str(note) for note in page.rows[0].notes] == ["all four missed: nobody scores"]


def test_an_evening_lists_its_games_before_their_sheets() -> None:
    games = [example_of(ISRAELI_WHIST), game_of(setup_of(BID_WHIST), 40)]
    title = "Friday at the Levys'"
    document = score_sheet([played(game) for game in games], A4, ENGLISH, title, "2026-11-20")
    evening, *sheets = document.pages
    assert isinstance(evening, EveningPage)
    assert [str(result.about) for result in evening.results] == [
        "Game 1: Israeli Whist, Thrown in when all pass, German page, to 300",
        "Game 2: Bid Whist, Printed rules, to ±21",
    ]
    assert evening.results[0].sides[0] == ("Ben", 19, False)  # running: no winner
    assert {total for _, total, won in evening.results[1].sides if won} == {max(games[1].totals)}
    assert (document.title, document.date, str(document.about)) == (title, "2026-11-20", "2 games")
    assert [type(page) for page in sheets] == [ScorePage] * len(sheets)


def test_a_game_that_has_not_begun_is_a_sheet_without_hands() -> None:
    game = read_game(setup_of(ISRAELI_WHIST), [])
    for paper in PAPERS.values():
        (page,) = score_sheet([played(game)], paper, ENGLISH).pages
        assert isinstance(page, ScorePage)
        assert (page.rows, page.end and page.end.totals) == ((), (0, 0, 0, 0))


def test_a_running_hand_is_there_with_what_is_known_of_it() -> None:
    game = read_game(setup_of(ISRAELI_WHIST), [DealRecord(EXAMPLE[:2])])
    (page,) = score_sheet([played(game)], A4, ENGLISH).pages
    assert isinstance(page, ScorePage)
    (row,) = page.rows
    assert (str(row.declared), str(row.label)) == ("7 clubs", "running")
    assert {cell.points for cell in row.cells} == {None}


def test_letter_takes_fewer_hands_than_a4() -> None:
    game = game_of(setup_of(ISRAELI_WHIST, 2, OPEN), 60)
    a4, letter = (score_sheet([played(game)], paper, ENGLISH).pages[0] for paper in (A4, LETTER))
    assert isinstance(a4, ScorePage)
    assert isinstance(letter, ScorePage)
    assert len(letter.rows) < len(a4.rows)


def test_the_number_of_a_page() -> None:
    assert page_number(1, 3) == Sentence("{page} of {pages}", (("page", 1), ("pages", 3)))
