"""Languages: detection, choice, and the frame of a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

import pytest
from flask import Flask

from scorekeeper.auction import Bid
from scorekeeper.cards import Joker, Suit
from scorekeeper.exchange.game_columns import GameColumns
from scorekeeper.exchange.hand_rows import read_hands
from scorekeeper.games.bid_whist import HighLowBid
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.dates import weekdays_named
from scorekeeper.ledger.game_log import Log
from scorekeeper.ledger.people import folded
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending
from scorekeeper.rules.game import Setup
from scorekeeper.seating import NORTH, SOUTH, Names, Seat
from scorekeeper.web import create_app
from scorekeeper.web.formatting import Teller
from scorekeeper.web.languages import in_every_language, months_named
from scorekeeper.wording import Formula, Given, Points, Sentence, Written, say, say_count
from tests.web.own_paths import ELSEWHERE, FORM, OURS, query
from tests.web.phone import Page, Phone

Rows = Callable[[str], list[tuple[object, ...]]]

DOOR = {"en": "This table is private", "he": "השולחן הזה פרטי", "de": "Dieser Tisch ist privat"}


def spoken(page: Page) -> tuple[str, str]:
    """The language and the direction of a page."""
    root = re.search(r'<html lang="(.*?)" dir="(.*?)"', page.html)
    assert root
    assert page.headers["Content-Language"] == root[1]
    return root[1], root[2]


def ask(phone: Phone, accepted: str) -> Page:
    """Open the first page with a browser that asks for these languages."""
    phone.client.environ_base["HTTP_ACCEPT_LANGUAGE"] = accepted
    return phone.open("/")


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", ("en", "ltr")),
        ("de", ("de", "ltr")),
        ("de-AT,en;q=0.5", ("de", "ltr")),
        ("he-IL,he;q=0.9,en;q=0.8", ("he", "rtl")),
        ("iw", ("he", "rtl")),  # its code until 1989, which some phones still send
        ("fr, de;q=0.4, en;q=0.3", ("de", "ltr")),  # the first available one
        ("de;q=0, he;q=0.1", ("he", "rtl")),
        ("fr", ("en", "ltr")),
        ("*", ("en", "ltr")),
        ("\xff;q=x", ("en", "ltr")),
    ],
)
def test_a_page_speaks_the_language_that_the_browser_asks_for(
    stranger: Phone, accepted: str, language: tuple[str, str]
) -> None:
    page = ask(stranger, accepted)
    assert spoken(page) == language
    assert DOOR[language[0]] in page.words


def test_a_chosen_language_stays_on_the_phone(scorer: Phone) -> None:
    ask(scorer, "de")
    page = scorer.send(scorer.open("/").form("/language"), language="he")
    assert (page.address, spoken(page)) == ("/", ("he", "rtl"))
    assert spoken(scorer.open("/games/new")) == ("he", "rtl")


def test_watchers_choose_their_language_too_and_write_nothing_else(
    scorer: Phone, watcher: Phone, rows: Rows
) -> None:
    scorer.write_game()
    entries = rows("select * from entries"), rows("select * from games")
    page = watcher.send(watcher.open("/games/1/more").form("/language"), language="de")
    assert (page.status, page.address, spoken(page)) == (200, "/games/1/more", ("de", "ltr"))
    assert (rows("select * from entries"), rows("select * from games")) == entries
    assert watcher.post("/games/1/stop").status == 403


def test_those_at_the_door_choose_their_language_and_keep_it_inside(
    stranger: Phone, link: Callable[[Role], str]
) -> None:
    page = stranger.send(stranger.open("/games/1/").form("/language"), language="he")
    assert (page.status, page.address, spoken(page)) == (403, "/games/1/", ("he", "rtl"))
    assert DOOR["he"] in page.words
    assert spoken(stranger.open(link(Role.SCORE))) == ("he", "rtl")


def test_every_language_is_offered_in_its_own_name(stranger: Phone) -> None:
    offered = re.findall(
        r'value="(\w\w)" lang="\1" dir="(\w+)"( aria-current=true)?>(\w+)<',
        ask(stranger, "de").html,
    )
    assert offered == [
        ("en", "ltr", "", "English"),
        ("he", "rtl", "", "עברית"),
        ("de", "ltr", " aria-current=true", "Deutsch"),
    ]


def test_the_choice_leads_back_to_a_page_of_ours(scorer: Phone) -> None:
    form = scorer.open("/").form("/language")
    led = {}
    for asked in (*OURS, *ELSEWHERE):
        sent = query(**form.fields | {"language": "he", "back": asked})
        answer = scorer.client.post("/language", data=sent, content_type=FORM)
        led[asked] = answer.headers["Location"]
    assert led == {address: address for address in OURS} | dict.fromkeys(ELSEWHERE, "/")


def test_a_language_that_there_is_not_is_refused(scorer: Phone) -> None:
    page = scorer.send(scorer.open("/").form("/language"), language="xx")
    assert (page.status, page.title) == (400, "That did not work")
    assert spoken(scorer.open("/")) == ("en", "ltr")


def test_caches_are_told_what_the_language_hangs_on(scorer: Phone) -> None:
    scorer.write_game()
    assert scorer.open("/").headers["Vary"] == "Accept-Encoding, Accept-Language, Cookie"
    revision = scorer.open("/games/1/revision")
    assert (revision.headers.get("Content-Language"), revision.html) == (None, "0")


def test_a_refused_answer_says_why_in_the_reader_s_language(scorer: Phone) -> None:
    scorer.write_game()
    ask(scorer, "de")
    page = scorer.answer(bid="4C", winner="1")
    assert page.problems == ["4♣ geht nicht: Das niedrigste Gebot ist 5♣, das höchste 13OT."]


def tell(store: Store, language: str, value: object, *, plain: bool = False) -> str:
    """A value as a page in this language shows it."""
    teller = Teller(("Anna", "חיים"))
    with create_app(store).test_request_context(headers={"Accept-Language": language}):
        return teller.plain(value) if plain else str(teller(value))


@pytest.mark.parametrize(
    ("value", "english", "german", "hebrew"),
    [
        (Suit.HEARTS, "hearts", "Herz", "לב"),
        (Joker.RED, "red joker", "roter Joker", "ג׳וקר אדום"),
        (Bid.parse("7C"), "7 clubs", "7 Kreuz", "7 תלתן"),
        (Bid.parse("6NT"), "6 no trump", "6 Ohne Trumpf", "6 ללא שליט"),
        (HighLowBid.parse("4L"), "4 low", "4 tief", "4 נמוך"),
        (Points(-20), "−20", "−20", "\u2066−20\u2069"),
        (Points(1250), "+1,250", "+1.250", "\u2066+1,250\u2069"),
        (Formula("3 x 3 - 1"), "3 × 3 − 1", "3 × 3 − 1", "\u20663 × 3 − 1\u2069"),
        (SOUTH, "Anna", "Anna", "\u2068Anna\u2069"),
        (Seat(1), "\u2068חיים\u2069", "\u2068חיים\u2069", "\u2068חיים\u2069"),
        (Given("x"), "x", "x", "\u2068x\u2069"),
        (Ending().brief(), "to 300", "bis 300", "עד 300"),
    ],
)
def test_titles_and_labels_say_it_in_words_and_keep_directions_apart(
    store: Store, value: object, english: str, german: str, hebrew: str
) -> None:
    texts = [tell(store, language, value, plain=True) for language in ("en", "de", "he")]
    assert texts == [english, german, hebrew]


def test_what_people_typed_stands_apart_and_is_escaped(store: Store) -> None:
    html = tell(store, "he", say("{rule}: “{text}”", rule=NORTH, text=Given("<b>x")))
    assert html == 'צפון: “<bdi class="given" translate="no">&lt;b&gt;x</bdi>”'


def test_partners_are_named_together(store: Store) -> None:
    both = Names((Seat(0), Seat(1)))
    assert tell(store, "de", both, plain=True) == "Anna und \u2068חיים\u2069"


@pytest.mark.parametrize(
    ("count", "hebrew"), [(0, "0 לקיחות"), (1, "לקיחה אחת"), (2, "שתי לקיחות"), (11, "11 לקיחות")]
)
def test_hebrew_counts_one_two_and_many(store: Store, count: int, hebrew: str) -> None:
    assert tell(store, "he", say_count("{count} trick", "{count} tricks", count)) == hebrew


@pytest.mark.parametrize(
    ("language", "pattern"),
    [
        ("en", r"[A-Z][a-z]{2} \d+, \d{4} \d+:\d\d\s[AP]M"),
        ("de", r"\d\d\.\d\d\.\d{4} \d\d:\d\d"),
        ("he", r"\d+ ב[א-ת]+׳? \d{4} \d+:\d\d"),
    ],
)
def test_dates_are_written_as_the_language_has_them(
    scorer: Phone, language: str, pattern: str
) -> None:
    scorer.write_game()
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    page = ask(scorer, language)
    times = re.findall(r"<time[^>]*>(.*?)</time>", page.html)  # of the evening, and of its game
    assert re.fullmatch(pattern, " ".join(times))


@pytest.mark.parametrize("language", ["en", "de", "he"])
def test_the_head_of_a_table_from_paper_is_understood_in_every_language(
    store: Store, language: str
) -> None:
    names = ("Anna", "Ben", "Chaim", "Dana")
    for book in rulebooks().values():
        players = min(4, book.players[-1])
        setup = Setup(book, book.presets[-1].rules, book.endings.usual, players, SOUTH)
        columns = GameColumns.of(setup, names[:players])
        told = partial(tell, store, language, plain=True)
        head = "; ".join(map(told, columns.usual_head()))
        game = Log.of(setup).game
        table = read_hands(head, columns, game, translations=in_every_language).head.table
        read = [column.use for column in table.columns]
        assert len(set(read) & set(columns.uses)) == len(read), head


@pytest.mark.parametrize(
    ("word", "days", "months"),
    [
        ("freitags", (4,), ()),
        ("Fridays", (4,), ()),
        ("Dienstagabend", (1,), ()),
        ("Sonnabend", (5,), ()),  # an ending of its own
        ("בשישי", (4,), ()),
        ("לשבת", (5,), ()),
        ("Mrz.", (), (3,)),
        ("Jänner", (), (1,)),
        ("Sept", (), (9,)),
        ("mars", (), (3,)),
        ("במרץ", (), (3,)),
        ("למרס", (), (3,)),
        ("שבמארס", (), (3,)),
        ("gestern", (), ()),
        ("am", (), ()),
    ],
)
def test_days_and_months_may_have_a_preposition_or_an_ending(
    word: str, days: tuple[int, ...], months: tuple[int, ...]
) -> None:
    assert (weekdays_named(folded(word)), months_named(word)) == (days, months)


@pytest.mark.parametrize(
    ("texts", "shown"),
    [
        ({"en": "Hand {b0}", "de": "Runde {b0}"}, "Runde 3"),
        ({"en": "Hand {b0}"}, '<bdi lang="en">Hand 3</bdi>'),
        ({"fr": "Main {b0} <i>", "he": "יד {b0}"}, '<bdi lang="fr">Main 3 &lt;i&gt;</bdi>'),
        ({}, '<bdi lang="und">Main 3</bdi>'),  # the word of a file that says no language
    ],
)
def test_a_text_of_a_file_that_is_not_translated_is_marked_with_its_language(
    app: Flask, texts: dict[str, str], shown: str
) -> None:
    pattern = Written(texts.get("en") or next(iter(texts.values()), "Main {b0}"), texts)
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert str(Teller()(Sentence(pattern, (("b0", 3),)))) == shown
