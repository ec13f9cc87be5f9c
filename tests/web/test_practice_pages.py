"""Practice: stable exercises, the cost of a choice, and the record of a phone."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, session

from scorekeeper.cards import AnyCard, Joker
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.play import decisions, practised_books
from scorekeeper.play.advice import Advice, Situation
from scorekeeper.play.position import WholeGame
from scorekeeper.play.sampling_players import SampledAdviser
from scorekeeper.play.situations import Decision, exercise
from scorekeeper.web.advice import MOST, PracticeRecord
from scorekeeper.wording import half_up
from tests.doors import new_link
from tests.web.phone import Page, Phone
from tests.web.places import without_chances

WHOLE = WholeGame[Any].of(ISRAELI_WHIST)

CONTRACT = "/practice/contract/11"


@pytest.fixture(scope="module")
def judged() -> Advice:
    """The engine's judgement of the contracts of exercise 11."""
    given = exercise(WHOLE, ISRAELI_WHIST.preset("pagat").rules, Decision.CONTRACT, 11)
    return SampledAdviser().advise(Situation.seen(WHOLE, given), 500, 1)


def heading(page: Page) -> str:
    match = re.search(r"<h1[^>]*>(.*?)</h1>", page.html, re.DOTALL)
    return " ".join(re.sub(r"<[^>]*>", "", match[1] if match else "").split())


def test_a_reload_shows_the_same_exercise(scorer: Phone) -> None:
    assert scorer.open(CONTRACT).html == scorer.open(CONTRACT).html


def test_every_choice_is_told_what_it_cost(scorer: Phone, judged: Advice) -> None:
    """The best choice, one that is statistically equal, and one that cost points."""
    other = judged.next_best
    assert other is not None
    assert other.behind <= other.within
    worst = min(judged.options, key=lambda option: option.points)
    cost = f"{half_up(worst.behind, 1)} ± {half_up(worst.within, 1)}"
    for choice, verdict in (
        (judged.best.name, f"{judged.best.name}: the best choice"),
        (other.name, f"{other.name}: as good as any"),
        (worst.name, f"{worst.name} cost {cost} points"),
    ):
        assert heading(scorer.open(f"{CONTRACT}?choice={choice}")) == verdict


PRACTISED = [(book.key, decision) for book in practised_books() for decision in decisions(book)]
FACE = re.compile(
    r'class="(?:figure|practice__card)">(10|[2-9JQKA]|<abbr[^>]*>[WN]</abbr>)'
    r'<span class="suit suit--(\w+)'
)
JOKER = re.compile(r'class="(?:figure|practice__card)"><abbr[^>]*>(J[BR])</abbr>')


@pytest.mark.parametrize(("key", "decision"), PRACTISED)
def test_every_game_is_practised(scorer: Phone, key: str, decision: Decision) -> None:
    """Each legal choice is judged, another one is refused, and no hidden card is on a page."""
    game = WholeGame[Any].of(rulebooks()[key])
    rules = game.book.presets[0].rules
    deal = 2  # with some tricks before a card
    view = exercise(game, rules, decision, deal, 4)
    address = f"/practice/{decision.value}/{deal}?game={key}"
    question = scorer.open(address)
    choices = [value for name, value in question.forms[0].buttons if name == "choice"]
    assert choices == [*dict.fromkeys(choices)] != []
    pages = [question, *(scorer.open(f"{address}&choice={choice}") for choice in choices[-2:])]
    assert [page.status for page in pages] == [200] * len(pages)
    assert scorer.open(f"{address}&choice=“{choices[0]}”").status == 422
    laid = [trick.cards for trick in (*view.tricks, view.trick) if trick]
    seen = {*view.hand, *view.shown, *sum((*view.given, *view.received, *laid), ())}
    shown = {each for page in pages for each in faces(page)}
    assert {*map(face, view.hand)} <= shown <= {*map(face, seen)}


def faces(page: Page) -> Iterator[str]:
    """The cards on a page, as `face` names them."""
    for rank, suit in FACE.findall(page.html):
        yield re.sub("<[^>]*>", "", rank) + suit
    yield from JOKER.findall(page.html)
    for line in re.findall(r'<p class="held row".*?</p>', page.html, re.DOTALL):
        for part in line.split('<span class="held__suit">')[1:]:
            suit = "".join(re.findall(r"suit--(\w+)", part))
            ranks = re.findall(r'<span class="held__card">(.*?)</span>', part)
            yield from (re.sub("<[^>]*>", "", rank) + suit for rank in ranks if rank != "–")


def face(card: AnyCard) -> str:
    if isinstance(card, Joker):
        return str(card)
    return f"{10 if card.rank == 10 else card.rank.letter}{card.suit.name.lower()}"


def test_jokers_are_in_the_hand_and_what_was_announced_is_told(scorer: Phone) -> None:
    """In exercise 23 of Bid Whist the hand has both; exercise 9 is in no trump, high."""
    page = scorer.open("/practice/card/23?game=bid-whist")
    assert {"JB", "JR"} <= {*faces(page)}
    assert "black joker" in page.html
    assert "3 NTYou passLeft passRight high" in scorer.open("/practice/card/9?game=bid-whist").words


def test_hearts_counts_points_against_the_player(scorer: Phone) -> None:
    """The best card costs the fewest points, and nothing is bid that could be made."""
    page = scorer.open("/practice/card/3?game=hearts&choice=SA")
    rows = re.findall(r'<th scope="row">.*?<td>(.*?)</td>', page.html, re.DOTALL)
    points = [float(re.sub("<[^>]*>", "", row).replace("−", "-")) for row in rows]
    assert points == sorted(points)
    assert "Made" not in page.words


def test_each_game_has_a_record(scorer: Phone) -> None:
    with scorer.client.session_transaction() as cookie:
        cookie["practice"] = {"israeli-whist": [3, 1, 40, [["b1", 40], ["c2", 0], ["b3", 0]]]}
    scorer.open("/practice/card/3?game=hearts&choice=SA")
    assert "3 exercises, 1.3 points lost" in scorer.open("/practice/?game=israeli-whist").words
    assert "1 exercise, " in scorer.open("/practice/?game=hearts").words
    assert "exercise, " not in scorer.open("/practice/?game=spades").words


def test_a_cookie_holds_the_records_of_all_games(app: Flask, scorer: Phone) -> None:
    """A browser drops a cookie of more than 4 KB."""
    rng = random.Random(1)
    for book in practised_books():
        latest = tuple((f"co{rng.randrange(10**6)}", rng.randrange(999)) for _ in range(MOST))
        with scorer.client.session_transaction() as cookie, app.test_request_context():
            session.update(cookie)
            PracticeRecord(10_000, 5_000, 99_999, latest).store(book.key)
            cookie.update(session)
    page = scorer.open("/practice/card/3?game=hearts&choice=SA")
    assert 1_000 < len(page.headers["Set-Cookie"]) < 4_096


def test_the_record_adds_up_and_a_reload_counts_once(scorer: Phone, judged: Advice) -> None:
    worst = min(judged.options, key=lambda option: option.points)
    cost = half_up(worst.behind, 1)
    for choice in (worst.name, worst.name, judged.best.name):  # the first answer counts
        page = scorer.open(f"{CONTRACT}?choice={choice}")
        assert f"1 exercise, {cost} points lost; as good as any: 0%." in page.words
    assert "<svg" not in scorer.open("/practice/").html
    scorer.open("/practice/bid/2?choice=pass")
    page = scorer.open("/practice/")
    assert "2 exercises, " in page.words
    assert page.html.count('<svg class="chart"') == 1


def test_an_answer_that_is_fetched_again_brings_no_older_cookie(scorer: Phone) -> None:
    """A page is fetched again in the background, and its answer may come after the next page."""
    again = f"{CONTRACT}?choice=3"
    assert ["Set-Cookie" in scorer.open(again).headers for _ in range(2)] == [True, False]


def test_who_watches_has_a_record_of_their_own(app: Flask, store: Store, scorer: Phone) -> None:
    """A watching link writes nothing into the score file."""
    watcher = Phone(app.test_client())
    watcher.open(new_link(store, Role.WATCH))
    before = store.stamp()
    watcher.open("/practice/bid/2?choice=pass")
    assert store.stamp() == before
    assert "1 exercise, " in watcher.open("/practice/").words
    assert "exercise, " not in scorer.open("/practice/").words


def test_the_record_of_a_phone_is_cleared_and_no_other(
    app: Flask, store: Store, scorer: Phone
) -> None:
    """With a watching link, too: the record belongs to the phone."""
    watcher = Phone(app.test_client())
    watcher.open(new_link(store, Role.WATCH))
    for phone in (scorer, watcher):
        phone.open("/practice/bid/2?choice=pass")
    before = store.stamp()
    page = watcher.send(watcher.open("/practice/").form("/practice/record/"))
    assert (page.status, "1 exercise, " in page.words, page.forms) == (200, False, [])
    assert "1 exercise, " in scorer.open("/practice/").words
    assert store.stamp() == before
    watcher.open("/practice/bid/2?choice=pass")  # the same deal counts again
    assert "1 exercise, " in watcher.open("/practice/").words


@pytest.mark.parametrize("choice", ["nonsense", "14", "", "7C"])
def test_what_is_not_open_is_refused_and_not_counted(scorer: Phone, choice: str) -> None:
    page = scorer.open(f"{CONTRACT}?choice={choice}")
    assert (page.status, page.problems) == (422, ["This is not open to you: choose again."])
    assert "exercise, " not in scorer.open("/practice/").words


def test_it_goes_on_during_a_game_and_needs_numpy(
    scorer: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    scorer.write_game()
    assert scorer.open(CONTRACT).status == 200
    without_chances(scorer, monkeypatch)
    for address in (CONTRACT, "/practice/"):
        page = scorer.open(address)
        assert (page.status, "not offered here" in page.words) == (404, True)


def test_a_record_keeps_the_sums_of_all_and_the_latest_answers() -> None:
    record = PracticeRecord()
    for number in range(MOST + 10):
        record = record.answer(f"b{number}", 2.0 if number % 2 else 0.0, number % 2 == 0)
    assert (record.answered, record.as_good, record.mean) == (MOST + 10, MOST // 2 + 5, 1.0)
    assert len(record.latest) == MOST
    assert record.course[:3] == (0.0, 1.0, 2 / 3)
    assert record.course[-1] == 1.0
    assert record.answer(f"b{MOST}", 99.0, False) == record
