"""PDF documents: complete numbers, no cut text, and Hebrew from right to left."""

from __future__ import annotations

import itertools
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from scorekeeper.games.bid_whist import BID_WHIST, HighLowBid
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.registry import rulebooks
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import read_game
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.seating import SOUTH
from scorekeeper.sheets.blank_sheet import BlankPage, blank_sheet, usual_setup
from scorekeeper.sheets.document import A4, LETTER, PAPERS, SIDE, Document, Paper
from scorekeeper.sheets.language import Speech, Voice
from scorekeeper.sheets.pdf import NoTypst, pdf
from scorekeeper.sheets.rules_page import rules_page
from scorekeeper.sheets.score_sheet import ScorePart, score_sheet
from scorekeeper.wording import MINUS, say, typographic
from tests.deep import DEEP
from tests.sheets.kit import (
    HEBREW,
    HEBREW_NAMES,
    LONG_NAMES,
    NAMES,
    example_of,
    font_sizes,
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
    """Each value on one of the papers, in turn; `make deep` tries all on both."""
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
    """The pages as text, after checking the paper size and the empty margins."""
    made = pdf(document)
    page_texts = texts(made)
    assert sizes(made) == {MILLIMETRES[document.paper.key]}
    for page in range(len(page_texts)):
        for text, x, y in places(made, page):
            assert SIDE * POINT - 1 <= x <= (document.paper.width - SIDE) * POINT + 1, text
            assert 12 * POINT - 1 <= y <= (document.paper.height - 12) * POINT, text
    return page_texts


def numbers_of(document: Document) -> Counter[str]:
    """The points, totals and numbers that the sheets of a document must show."""
    shown = Counter[str]()
    for part in document.parts:
        assert isinstance(part, ScorePart)
        for row in part.rows:
            shown[str(row.number)] += 1
            for cell in row.cells:
                if cell.points is not None:
                    shown.update([typographic(str(cell.points)), typographic(str(cell.total))])
                if cell.brief:
                    shown.update([str(cell.brief.shown)])
        shown.update(typographic(str(total)) for total in part.end.totals)
    return shown


def forward(text: str, word: str) -> list[str]:
    """The totals that a page brings or carries forward."""
    return next((line[len(word) :].split() for line in text.splitlines() if word in line), [])


@on_paper("hands", (1, 25, 40, 90) if DEEP else (1, 25, 60))
def test_every_number_of_a_game_is_on_its_sheet_and_totals_are_carried(
    paper: Paper, hands: int
) -> None:
    document = sheet(ISRAELI_WHIST, hands, preset=2, ending=Ending(goal=Goal.OPEN), paper=paper)
    pages = whole(document)
    assert numbers_of(document) - words("\n".join(pages)) == Counter()
    (part,) = document.parts
    assert isinstance(part, ScorePart)
    totals = [[typographic(str(total)) for total in after] for after in part.totals]
    with_hands = [text for text in pages if "Place" in text or "Carried forward" in text]
    for text, following in itertools.pairwise(with_hands):
        assert forward(text, "Carried forward") == forward(following, "Brought forward")
        assert forward(text, "Carried forward") in totals
    last = with_hands[-1][with_hands[-1].index("Total") :].split()
    assert [figure for figure in last if figure in totals[-1]][: len(totals[-1])] == totals[-1]


def test_the_pages_are_numbered_and_headed() -> None:
    document = sheet(ISRAELI_WHIST, 90, preset=2, ending=Ending(goal=Goal.OPEN))
    pages = whole(document)
    assert len(pages) == 4
    for number, text in enumerate(pages, 1):
        assert f"{number} of 4" in text
        assert text.count("Israeli Whist") >= 1
        assert text.count("2026-11-20 20:15") == 1
        assert [text.count(name) > 0 for name in NAMES[:4]] == [True] * 4
        assert ("Brought forward" in text, "Carried forward" in text) == (number > 1, number < 4)


@on_paper("hands", range(25, 61, 7 if DEEP else 28))
def test_no_hand_is_split_between_pages(paper: Paper, hands: int) -> None:
    document = sheet(ISRAELI_WHIST, hands, preset=2, ending=Ending(goal=Goal.OPEN), paper=paper)
    lines = [line.split() for text in whole(document) for line in text.splitlines()]
    (part,) = document.parts
    assert isinstance(part, ScorePart)
    for row in part.rows:
        shown = [figure for cell in row.cells for figure in (cell.points, cell.total)]
        figures = Counter(typographic(str(figure)) for figure in shown if figure is not None)
        assert [line for line in lines if line[0] == str(row.number) and figures <= Counter(line)]


def lowest(made: bytes) -> float:
    """The height of the lowest text on the first page above the footer, in millimetres."""
    return min(y for _, _, y in places(made) if y > 19 * POINT) / POINT


@on_paper("hands", range(12, 31, 3 if DEEP else 9))
def test_the_first_page_is_full_before_there_is_a_second(paper: Paper, hands: int) -> None:
    """At most a quarter of the first page is empty; the last page has at least three hands."""
    document = sheet(ISRAELI_WHIST, hands, preset=2, ending=Ending(goal=Goal.OPEN), paper=paper)
    made = pdf(document)
    pages = texts(made)
    if len(pages) > 1:
        assert lowest(made) < paper.height / 4
        on_last = [line for line in pages[-1].splitlines() if line.split()[0].isdigit()]
        assert len([line for line in on_last if " of " not in line]) not in {1, 2}


@pytest.mark.parametrize(
    ("players", "name", "size"),
    [
        (4, "Konstantinopel", 9),
        (7, "Konstantinopel", 6),
        (7, "Anna Maria Theresa", 9),  # breaks at the blanks
        (4, "W" * 24, 6),  # breaks within the word: it has no blanks
    ],
)
def test_names_stand_in_the_largest_size_in_which_no_word_is_broken(
    players: int, name: str, size: int
) -> None:
    game = read_game(setup_of(rulebooks()["oh-hell"], players=players), [])
    made = pdf(score_sheet([played(game, (name, *["Jo"] * 6))], A4, ENGLISH))
    assert font_sizes(made, "Jo") == {size}
    assert all(word in texts(made)[0] for word in name.split()) == ("W" not in name)


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


@on_paper("players", range(2, 8) if DEEP else (2, 5, 7))
def test_a_game_of_another_package_with_two_to_seven_and_long_names(
    paper: Paper, players: int
) -> None:
    book = rulebooks()["oh-hell"]
    document = sheet(book, 99, LONG_NAMES, players=players, paper=paper)
    pages = whole(document)
    assert numbers_of(document) - words("\n".join(pages)) == Counter()
    joined = "".join(pages[0].split())
    assert all("".join(name.split()) in joined for name in LONG_NAMES[:players])
    assert "A made bid scores 10 plus 1" in pages[-1]


@on_paper()
def test_two_sides_of_partners(paper: Paper) -> None:
    document = sheet(BID_WHIST, 60, LONG_NAMES, paper=paper)
    pages = whole(document)
    assert numbers_of(document) - words("\n".join(pages)) == Counter()
    assert "Winners: " in pages[-1]


@on_paper()
def test_an_evening_of_many_games_with_long_names(paper: Paper) -> None:
    setup = setup_of(rulebooks()["oh-hell"], players=7)
    games = [game_of(setup, 1, seed) for seed in range(18)]
    document = score_sheet([played(game, LONG_NAMES) for game in games], paper, ENGLISH, "Friday")
    lists = [text for text in whole(document) if "Dealer" not in text]
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
    assert [str(row.cards) for row in page.rows] == [
        f"{total} card{'s' * (total > 1)}" for total in (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)
    ]
    assert text.count("7\u00a0cards") == 2


@BOTH
def test_the_rules_of_every_preset_are_one_page(paper: Paper) -> None:
    """The longest rules of each game, on one of the papers; `make deep` tries all on both."""
    presets = [
        (book, index)
        for book in rulebooks().values()
        for index in (range(len(book.presets)) if DEEP else [longest(book)])
    ]
    chosen = presets if DEEP else presets[list(PAPERS).index(paper.key) :: len(PAPERS)]
    for book, index in chosen:
        setup = setup_of(book, index)
        (text,) = whole(rules_page(setup, paper, ENGLISH, NAMES[:4]))
        printed = "".join(text.split()).replace("•", "")
        for section in book.describe(setup.rules):
            for sentence in section.sentences:
                wording = Voice(ENGLISH)(sentence)
                assert "".join(wording.split()) in printed.replace("-\n", ""), wording


def longest(book: Rulebook[Any]) -> int:
    """The number of the preset whose rules are the longest text."""
    lengths = [
        sum(
            len(str(sentence))
            for section in book.describe(preset.rules)
            for sentence in section.sentences
        )
        for preset in book.presets
    ]
    return lengths.index(max(lengths))


def test_hebrew_runs_from_the_right_and_numbers_stay_as_they_are() -> None:
    game = game_of(setup_of(ISRAELI_WHIST, 2, Ending(goal=Goal.DEALS, deals=12)), 40, 2)
    document = score_sheet([played(game, HEBREW_NAMES)], A4, HEBREW)
    pieces = places(pdf(document))
    assert numbers_of(document) - Counter(text for text, _, _ in pieces) == Counter()
    heads = {
        name: x for text, x, _ in reversed(pieces) for name in HEBREW_NAMES if _same(text, name)
    }
    assert sorted(heads, key=lambda name: -heads[name]) == list(HEBREW_NAMES)
    first_hand = next(x for text, x, _ in pieces if text == "1")
    assert first_hand > max(heads.values())
    assert [piece for piece in pieces if _same(piece[0], "מחלק")]


def _same(text: str, word: str) -> bool:
    """Whether a text is this word, in either direction."""
    bare = "".join(sign for sign in text if sign.isalpha())
    return bare in {word, word[::-1]}


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (NAMES, "Chaim won the auction with 7♣"),
        (HEBREW_NAMES, "\u2068נועה\u2069 won the auction with \u20687♣\u2069"),
    ],
)
def test_a_name_from_the_right_does_not_turn_an_english_line(
    names: tuple[str, ...], sentence: str
) -> None:
    answered = example_of(ISRAELI_WHIST).deals[0].reading.trail[0]
    assert Voice(ENGLISH, names)(answered.sentence) == sentence


def test_a_bid_in_words_runs_as_its_letters_do() -> None:
    """In Hebrew the number of “4 high” stands on the right."""
    speech = Speech("he", "rtl", lambda pattern, *_: pattern.replace("High", "גבוה"))
    assert Voice(speech)(HighLowBid.parse("4H")) == "\u20684 גבוה\u2069"


def test_a_seat_without_a_name_is_named_in_the_language_of_the_sheet() -> None:
    speech = Speech("de", "ltr", lambda pattern, *_: {"South": "Süd"}.get(pattern, pattern))
    assert Voice(speech)(say("{seat} deals", seat=SOUTH)) == "Süd deals"


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
