"""Somebody comes late or leaves: looked at first, recorded on the pages, shown everywhere."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from fractions import Fraction
from math import floor
from random import Random
from urllib.parse import urlencode

import pytest

from scorekeeper.games.registry import rulebooks
from scorekeeper.ledger.game_list import new_game
from scorekeeper.ledger.game_log import Kind
from scorekeeper.ledger.identifiers import new_key
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from scorekeeper.seating import SOUTH
from tests.deep import DEEP
from tests.web.phone import Page, Phone

NAMES = ("Anna", "Ben", "Chaim", "Dana")
FREE = [
    key
    for key, book in rulebooks().items()
    if Setup(book, book.presets[0].rules, Ending(), 4, SOUTH).is_free and {3, 5} <= {*book.players}
]
CALLED = r"player__called[^>]*>(?:<[^>]*>)*(\w+)"
IN_THE_ROOM = r"room__name[^>]*>(?:<[^>]*>)*(\w+)"
ASIDE = r"(?s)<(h2|h3|p)\b.*?</\1>"
ACTS = ("order", "start", "comes", "leaves", "rules", "ending")


def pages(phone: Phone, game: int, hands: int) -> Iterator[str]:
    """The addresses of all pages of a game, of its hands, and of the lists it stands in."""
    rules = phone.client.application.url_map.iter_rules()
    for rule in rules:
        if not {"GET"} <= (rule.methods or set()) or "/games/<int:game_id>" not in rule.rule:
            continue
        path = rule.rule.replace("<int:game_id>", str(game))
        path = re.sub(r"<any\((.*?)\):form>", lambda found: found[1].split(",")[0], path)
        if "act>" in path:
            path = re.sub(r"<any\(.*?\):act>", "{act}", path)
            yield from (path.format(act=act) for act in ACTS)
        elif "<int:number>" in path:
            yield from (path.replace("<int:number>", str(number)) for number in range(1, hands))
        elif "<" not in path:
            yield path
    yield from ("/", "/sessions/1/", "/players/", "/data/")


def check_pages(phone: Phone, game: int, hands: int) -> None:
    """Open all pages of a game."""
    for address in pages(phone, game, hands):
        shown = phone.client.get(address)
        assert shown.status_code in {200, 302, 303, 400, 404, 409, 422}, address


def begun(store: Store, key: str, goal: Goal | None = None) -> int:
    """A game of four that nobody ends but the table, if the game allows it."""
    book = rulebooks()[key]
    rules = book.presets[0].rules
    goals = book.endings.goals
    wanted = goal or (Goal.OPEN if Goal.OPEN in goals else goals[0])
    ending = book.agreed(Ending(goal=wanted, target=10_000, deals=200), rules, len(NAMES))
    return new_game(store, 1, new_key(), Setup(book, rules, ending, 4, SOUTH), NAMES)


def play(store: Store, game: int, rng: Random, hands: int = 1) -> None:
    """Record hands with random answers."""
    for _ in range(hands):
        number = store.game(1, game).game.current.number
        while (step := store.game(1, game).game.step) is not None:
            record = store.game(1, game)
            if record.game.current.number != number:
                break
            here = record.game.current.seating.seats
            assert step.asked is None or step.asked in here
            assert record.game.current.dealer in here
            answer(store, game, rng)


def answer(store: Store, game: int, rng: Random) -> None:
    """Record a random answer to the question that the game asks."""
    record = store.game(1, game)
    revision, step = record.log.revision, record.game.step
    assert step is not None
    store.record(
        *(1, game), key=f"{new_key()}-{revision}", revision=revision, kind=Kind.ANSWER,
        given=step.random_answer(rng), device="5e1f00d1",
    )  # fmt: skip


def amend(phone: Phone, game: int, act: str, **fields: str) -> Page:
    """Look at what somebody's coming or leaving changes, and record it."""
    seen = phone.open(f"/games/{game}/amend/{act}?{urlencode(fields)}")
    assert seen.status == 200, seen.problems
    form = next(form for form in seen.forms if form.method == "post" and "/amend/" in form.action)
    page = phone.press(form)
    assert page.status == 200, page.problems
    assert page.address == f"/games/{game}/"
    return seen


def on_paper(text: str) -> dict[str, int]:
    """The totals that somebody with a pencil has; who comes late begins with the mean."""
    hands: dict[str, dict[str, Fraction]] = {}
    for row in csv.DictReader(io.StringIO(text)):
        hands.setdefault(row["hand"], {})[row["player"]] = Fraction(row["points"])
    totals = dict.fromkeys(NAMES, Fraction(0))
    for points in hands.values():
        new = points.keys() - totals.keys()
        before = [totals[name] for name in points if name not in new]
        for name in new:
            totals[name] = Fraction(floor(sum(before) / len(before) + Fraction(1, 2)))
        for name, more in points.items():
            totals[name] += more
    return {name: int(total) for name, total in totals.items()}


@pytest.mark.parametrize("key", FREE)
def test_an_evening_with_somebody_coming_and_leaving(scorer: Phone, key: str) -> None:
    """Every page can be opened, and every total is the sum of the points of who played."""
    store, rng = scorer.store, Random(key)
    game = begun(store, key)
    play(store, game, rng, 2)
    amend(scorer, game, "comes", name="Emil", after="3", start="mean")
    play(store, game, rng, 2)
    amend(scorer, game, "leaves", seat="1", behind="1")
    play(store, game, rng, 2)
    if DEEP or key in {"oh-hell", "yaniv"}:
        check_pages(scorer, game, 7)
    amend(scorer, game, "comes", name="Ben", after="0")
    play(store, game, rng, 1)
    now = store.game(1, game)
    assert now.game.current.seating.seats == now.game.setup.seats
    text = scorer.client.get(f"/games/{game}/game.csv").get_data(as_text=True)
    assert dict(zip(now.players, now.game.totals, strict=True)) == on_paper(text.lstrip("\ufeff"))


def test_the_preview_names_the_newcomer_the_total_and_the_sizes(scorer: Phone) -> None:
    game = begun(scorer.store, "wizard", Goal.SCHEDULE)
    play(scorer.store, game, Random(1), 11)
    seen = amend(scorer, game, "comes", name="Emil", after="1", number="-20")
    assert "Emil plays from hand 12 on, beginning with −20" in seen.words
    assert "Cards of the hands from hand 12 on: 12, 12, 12, 12." in seen.words
    assert scorer.store.game(1, game).game.total(4) == -20


@pytest.mark.parametrize(
    ("act", "fields", "problem"),
    [
        ("comes", {"name": "", "after": "1", "start": "mean"}, "Every player needs a name."),
        ("comes", {"name": "Anna", "after": "1", "start": "mean"}, "Anna plays already."),
        ("comes", {"name": "Emil", "after": "7", "start": "mean"}, "A seat is a number"),
        ("comes", {"name": "Emil", "after": "1"}, "With how many points"),
        ("comes", {"name": "Emil", "after": "1", "number": "ten"}, "ten"),
        ("comes", {"name": "Emil", "after": "1", "number": "10000"}, "over at once"),
        ("leaves", {"seat": "9"}, "A seat is a number"),
        ("leaves", {"seat": ""}, "Who leaves?"),
    ],
)
def test_what_does_not_fit_is_named(
    scorer: Phone, act: str, fields: dict[str, str], problem: str
) -> None:
    game = begun(scorer.store, "points", Goal.TARGET)
    page = scorer.open(f"/games/{game}/amend/{act}?{urlencode(fields)}")
    assert any(problem in each for each in page.problems), page.problems


def test_a_rematch_is_played_by_those_who_are_still_there(scorer: Phone) -> None:
    game = begun(scorer.store, "oh-hell")
    play(scorer.store, game, Random(1), 1)
    amend(scorer, game, "leaves", seat="0")  # who dealt first
    check_pages(scorer, game, 2)
    assert scorer.open(f"/games/{game}/print?what=blank").status == 200
    scorer.send(scorer.open(f"/games/{game}/more").form("/stop"))
    page = scorer.open(f"/games/{game}/")
    assert re.findall(CALLED, page.html) == ["Ben", "Chaim", "Dana", "Anna"]
    room = scorer.open(f"/games/{game}/screen")
    assert re.findall(IN_THE_ROOM, room.html) == ["Ben", "Chaim", "Dana", "Anna"]
    assert page.words.count("left early") == room.words.count("left early") == 1
    assert "open end" not in page.words
    scorer.send(page.form("/rematch"))
    record = scorer.store.game(1, game + 1)
    assert record.players == ("Ben", "Chaim", "Dana")
    assert record.game.current.seating.seats == (0, 1, 2)


@pytest.mark.parametrize("key", FREE)
def test_answers_stand_in_the_order_of_the_players(scorer: Phone, key: str) -> None:
    """Who came late sits between two others, on the tiles and among the answers."""
    store, rng = scorer.store, Random(key)
    game = begun(store, key)
    play(store, game, rng, 1)
    amend(scorer, game, "comes", name="Emil", after="1", start="mean")
    room = scorer.open(f"/games/{game}/screen").html
    assert re.findall(IN_THE_ROOM, room) == ["Anna", "Ben", "Emil", "Chaim", "Dana"]
    several = 0
    while (now := store.game(1, game)).game.current.number < 4 and now.game.step is not None:
        text = scorer.client.get(f"/games/{game}/").get_data(as_text=True)
        tiles, _, asked = text.partition('id="asked"')
        seated, form = re.findall(CALLED, tiles), re.sub(ASIDE, "", asked.partition("</form>")[0])
        answers = [*dict.fromkeys(re.findall(r"<bdi class=\"name\">(\w+)", form))]
        assert seated == ["Anna", "Ben", "Emil", "Chaim", "Dana"]
        assert answers == [name for name in seated if name in answers]
        several += len(answers) > 1
        answer(store, game, rng)
    assert several
