"""Documents as PDF: every number is there, nothing is cut, and Hebrew runs from the right."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.engine.games.bid_whist import BID_WHIST
from scorekeeper.engine.games.israeli_whist import ISRAELI_WHIST
from scorekeeper.engine.games.registry import rulebooks
from scorekeeper.engine.rules.ending import Ending, Goal
from scorekeeper.engine.rules.rulebook import Rulebook
from scorekeeper.engine.rules.wording import MINUS, typographic
from scorekeeper.sheets.blank_sheet import BlankPage, blank_sheet, usual_setup
from scorekeeper.sheets.document import Document
from scorekeeper.sheets.paper_layout import A4, LETTER, PAPERS, SIDE, Paper
from scorekeeper.sheets.pdf import NoTypst, pdf
from scorekeeper.sheets.rules_page import rules_page
from scorekeeper.sheets.score_sheet import ScorePage, score_sheet
from scorekeeper.sheets.sheet_language import Speech, Voice
from tests.deep import DEEP
from tests.sheets.kit import (
    HEBREW,
    HEBREW_NAMES,
    LONG_NAMES,
    NAMES,
    example_of,
    game_of,
    places,
    played,
    setup_of,
    sizes,
    texts,
    words,
)

ENGLISH = Speech()
SIZES = tuple(PAPERS.values())


def on_paper(name: str = "", values: Sequence[int] = (0,)) -> pytest.MarkDecorator:
    """Each value on one of the papers, in turn; `make deep` has all on both."""
    turns = [
        pytest.param(*([paper, value] if name else [paper]), id=f"{paper.key}-{value}")
        for place, value in enumerate(values)
        for paper in (SIZES if DEEP else [SIZES[(place + len(values)) % len(SIZES)]])
    ]
    return pytest.mark.parametrize(("paper", name) if name else ("paper",), turns)


BOTH = pytest.mark.parametrize("paper", SIZES, ids=PAPERS)
MILLIMETRES = {"a4": (210, 297), "letter": (216, 279)}
POINT = 72 / 25.4


def sheet(book: Rulebook[Any], hands: int, names: tuple[str, ...] = NAMES, **how: Any) -> Document:
    preset, players = how.pop("preset", 0), how.pop("players", 4)
    setup = setup_of(book, preset, how.pop("ending", None), players)
    return score_sheet([played(game_of(setup, hands), names)], how.get("paper", A4), ENGLISH)


def whole(document: Document) -> list[str]:
    """The pages as text; as many as the document has, of its size, with nothing in the margins."""
    made = pdf(document)
    page_texts = texts(made)
    assert len(page_texts) == len(document.pages)
    assert sizes(made) == {MILLIMETRES[document.paper.key]}
    for page in range(len(page_texts)):
        for text, x, y in places(made, page):
            assert SIDE * POINT - 1 <= x <= (document.paper.width - SIDE) * POINT + 1, text
            assert 12 * POINT - 1 <= y <= (document.paper.height - 12) * POINT, text
    return page_texts


def numbers_of(page: ScorePage) -> Counter[str]:
    """The points, totals and numbers that a page must show."""
    shown = Counter(str(row.number) for row in page.rows)
    for row in page.rows:
        for cell in row.cells:
            if cell.points is not None:
                shown.update([typographic(str(cell.points)), typographic(str(cell.total))])
            if cell.brief:
                shown.update([str(cell.brief.shown)])
    ends = (page.brought, page.carried, page.end.totals if page.end else ())
    shown.update(typographic(str(total)) for totals in ends for total in totals)
    return shown


@on_paper("hands", (1, 25, 40, 90))
def test_every_number_of_a_game_is_on_its_page(paper: Paper, hands: int) -> None:
    document = sheet(ISRAELI_WHIST, hands, preset=2, ending=Ending(goal=Goal.OPEN), paper=paper)
    for page, text in zip(document.pages, whole(document), strict=True):
        assert isinstance(page, ScorePage)
        assert numbers_of(page) - words(text) == Counter()


def test_the_pages_are_numbered_headed_and_carried_forward() -> None:
    document = sheet(ISRAELI_WHIST, 90, preset=2, ending=Ending(goal=Goal.OPEN))
    pages = whole(document)
    assert len(pages) == 5
    for number, text in enumerate(pages, 1):
        assert f"{number} of 5" in text
        assert text.count("Israeli Whist") >= 1
        assert text.count("2026-11-20 20:15") == 1
        assert [text.count(name) > 0 for name in NAMES[:4]] == [True] * 4
        assert ("Brought forward" in text, "Carried forward" in text) == (number > 1, number < 5)


def test_the_worked_example_as_a_game_of_one_hand() -> None:
    document = score_sheet([played(example_of(ISRAELI_WHIST))], LETTER, ENGLISH)
    (text,) = whole(document)
    row = next(line for line in text.splitlines() if line.startswith("1 Anna"))
    assert "7♣ Chaim" in row
    shown = words(text)
    for number in (f"{MINUS}20", "+19", f"{MINUS}10", f"{MINUS}40", "2/0", "3/3", "7/8", "0/2"):
        assert shown[number] >= 1, number
    assert "1 under" in text
    assert "The game is running." in text
    assert "Scoring: Pagat, German page" in text


@on_paper("players", range(2, 8))
def test_a_game_of_another_package_with_two_to_seven_and_long_names(
    paper: Paper, players: int
) -> None:
    book = rulebooks()["oh-hell"]
    document = sheet(book, 99, LONG_NAMES, players=players, paper=paper)
    pages = whole(document)
    for page, text in zip(document.pages, pages, strict=True):
        assert isinstance(page, ScorePage)
        assert numbers_of(page) - words(text) == Counter()
        joined = "".join(text.split())
        assert all("".join(name.split()) in joined for name in LONG_NAMES[:players])
    assert "A made bid scores: 10" in pages[-1]


@on_paper()
def test_two_sides_of_partners(paper: Paper) -> None:
    document = sheet(BID_WHIST, 60, LONG_NAMES, paper=paper)
    page, text = document.pages[-1], whole(document)[-1]
    assert isinstance(page, ScorePage)
    assert numbers_of(page) - words(text) == Counter()
    assert "Winners: " in text


@on_paper()
def test_an_evening_of_many_games_with_long_names(paper: Paper) -> None:
    setup = setup_of(rulebooks()["oh-hell"], players=7)
    games = [game_of(setup, 1, seed) for seed in range(14)]
    document = score_sheet([played(game, LONG_NAMES) for game in games], paper, ENGLISH, "Friday")
    lists = [
        text
        for page, text in zip(document.pages, whole(document), strict=True)
        if page.kind == "evening"
    ]
    assert len(lists) == 2
    for number, game in enumerate(games, 1):
        (text,) = [text for text in lists if f"Game {number}: Oh Hell" in text]
        assert Counter(map(str, game.totals)) - words(text) == Counter()
    assert ["Notes" in text for text in lists] == [False, True]


@on_paper("preset", range(5))
def test_a_blank_sheet_has_the_points_in_its_margin(paper: Paper, preset: int) -> None:
    setup = setup_of(ISRAELI_WHIST, preset)
    document = blank_sheet(setup, NAMES[:4], paper, ENGLISH)
    (text,) = whole(document)
    (page,) = document.pages
    assert isinstance(page, BlankPage)
    tables = setup.book.points_tables(setup.rules)
    expected = Counter(
        typographic(str(value)) for table in tables for _, row in table.rows for value in row
    )
    expected.update(str(row.number) for row in page.rows)
    assert expected - words(text) == Counter()
    assert len(page.rows) >= 20
    assert all(name in text for name in NAMES[:4])


def test_a_blank_sheet_of_a_fixed_number_of_hands_says_how_many_tricks_each_has() -> None:
    setup = usual_setup(rulebooks()["oh-hell"], rulebooks()["oh-hell"].presets[0].rules, 7)
    (text,) = whole(blank_sheet(setup, (), A4, ENGLISH))
    (page,) = blank_sheet(setup, (), A4, ENGLISH).pages
    assert isinstance(page, BlankPage)
    assert [str(row.tricks) for row in page.rows] == [
        f"tricks: {total}" for total in (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)
    ]
    assert text.count("tricks: 7") == 2


@BOTH
def test_the_rules_of_every_preset_are_one_page(paper: Paper) -> None:
    """Each on one of the papers; `make deep` tries it on both."""
    presets = [(book, index) for book in rulebooks().values() for index in range(len(book.presets))]
    chosen = presets if DEEP else presets[list(PAPERS).index(paper.key) :: len(PAPERS)]
    for book, index in chosen:
        setup = setup_of(book, index)
        (text,) = whole(rules_page(setup, paper, ENGLISH, NAMES[:4]))
        printed = "".join(text.split()).replace("•", "")
        for section in book.describe(setup.rules):
            for sentence in section.sentences:
                wording = Voice(ENGLISH)(sentence)
                assert "".join(wording.split()) in printed.replace("-\n", ""), wording


def test_hebrew_runs_from_the_right_and_numbers_stay_as_they_are() -> None:
    game = game_of(setup_of(ISRAELI_WHIST, 2, Ending(goal=Goal.DEALS, deals=12)), 40, 2)
    document = score_sheet([played(game, HEBREW_NAMES)], A4, HEBREW)
    pieces = places(pdf(document))
    (page,) = document.pages
    assert isinstance(page, ScorePage)
    assert numbers_of(page) - Counter(text for text, _, _ in pieces) == Counter()
    heads = {
        name: x for text, x, _ in reversed(pieces) for name in HEBREW_NAMES if _same(text, name)
    }
    assert sorted(heads, key=lambda name: -heads[name]) == list(HEBREW_NAMES)
    first_hand = next(x for text, x, _ in pieces if text == "1")
    assert first_hand > max(heads.values())
    assert [piece for piece in pieces if _same(piece[0], "מחלק")]


def _same(text: str, word: str) -> bool:
    """Whether a text is this word, whichever way round the reader gives it."""
    bare = "".join(sign for sign in text if sign.isalpha())
    return bare in {word, word[::-1]}


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (NAMES, "Chaim won the auction with 7♣"),
        (HEBREW_NAMES, "\u2068נועה\u2069 won the auction with \u20667♣\u2069"),
    ],
)
def test_a_name_from_the_right_does_not_turn_an_english_line(
    names: tuple[str, ...], sentence: str
) -> None:
    answered = example_of(ISRAELI_WHIST).deals[0].reading.trail[0]
    assert Voice(ENGLISH, names)(answered.told) == sentence


def test_without_typst_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(NoTypst) as missing:
        pdf(blank_sheet(setup_of(BID_WHIST), (), A4, ENGLISH))
    assert str(missing.value) == (
        "This needs typst, an optional extra named “pdf”: pip install 'whist-scorekeeper[pdf]'"
    )


def test_a_name_that_the_bundled_fonts_lack_is_still_a_sheet() -> None:
    names = ("王小明", "أحمد", "😀 Joy", "Dana")
    document = score_sheet([played(example_of(ISRAELI_WHIST), names)], A4, ENGLISH)
    assert len(texts(pdf(document))) == 1
