"""An evening of Oh Hell, and of a game from another package."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from scorekeeper.games.registry import BUNDLED, ready_files, rulebooks
from scorekeeper.ledger import game_results
from scorekeeper.ledger.game_list import game_ids
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.third_game import installed, plain_whist
from tests.web.phone import Phone
from tests.web.test_bg_stats import sent
from tests.web.test_export_import import upload

__all__ = ["installed", "plain_whist"]

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo")


def begin(phone: Phone, players: int, game: str = "oh-hell", **answers: str) -> None:
    page = phone.begin(" ".join(NAMES[:players]), game=game, **answers)
    assert page.status == 200, page.problems


def test_the_game_is_found(plain_whist: None) -> None:
    assert list(rulebooks()) == [*(book.key for book in (*BUNDLED, *ready_files())), "plain-whist"]


def test_a_hand_of_ten_players_is_on_every_page_and_in_every_file(
    scorer: Phone, store: Store
) -> None:
    """Nine bid one, Ann as the dealer none; Jo takes one trick too many."""
    begin(scorer, 10)
    for _ in range(9):
        scorer.answer(number="1")
    scorer.answer(number="0")
    scorer.fill(scorer.question(), {f"tricks-{seat}": str(int(seat > 0)) for seat in range(9)}
                | {"tricks-9": "2"})  # fmt: skip
    points = (10, *(11,) * 8, 0)
    assert store.game(1, 1).game.totals == points
    pages = (
        "",
        "sheet",
        "board",
        "more",
        "hands/1/",
        "print",
        "print?what=blank",
        "print?what=rules",
    )
    for page in (*(scorer.open(f"/games/1/{page}") for page in pages), scorer.open("/screen")):
        assert page.status == 200, page.address
    assert "104 cards" in scorer.open("/games/1/print?what=rules").words
    for wanted in ("sheet", "blank", "rules"):
        assert scorer.client.get(f"/games/1/print.pdf?what={wanted}").mimetype == "application/pdf"
    assert all(name in scorer.open("/games/1/sheet").words for name in NAMES)
    (game,) = json.loads(scorer.open("/data/everything.json").html)["games"]
    assert len(game["players"]) == 10
    rows = [*csv.DictReader(io.StringIO(scorer.open("/data/everything.csv").html))]
    assert [int(row["points"]) for row in rows] == [*points]


WIZARD_HANDS = (  # the bids from the dealer's left, and the tricks by seat
    ("1 0 0", "0 0 1"),  # Bo misses 1; Cy, who bids 0, takes the trick
    ("1 0 0", "0 1 1"),
    ("1 3 2", "0 3 0"),
)


def test_bids_made_decide_a_tie_on_every_page_and_in_every_file(
    scorer: Phone, store: Store, tmp_path: Path
) -> None:
    """Ann 20 + 20 - 10 and Bo -10 - 10 + 50 are level; Ann made two bids, Bo one."""
    begin(scorer, 3, "wizard", rules="printed", rules__hands="3", ending__tie="bids")
    for bids, tricks in WIZARD_HANDS:
        for bid in bids.split():
            scorer.answer(number=bid)
        taken = enumerate(tricks.split())
        scorer.fill(scorer.question(), {f"tricks-{seat}": number for seat, number in taken})
    game = store.game(1, 1).game
    assert (game.totals, game.places, game.winners) == ((30, 30, 0), (1, 2, 3), (0,))
    reason = "Level on points: Ann made 2 bids, Bo made 1 bid."
    pages = ("", "board", "sheet", "print", "result.txt")
    told = [reason in scorer.open(f"/games/1/{page}").words for page in pages]
    assert told == [True, True, False, True, True]  # the sheet names no winner
    assert reason in scorer.open("/screen").words
    assert "Ann wins" in scorer.open("/games/1/result.txt").words
    assert "★winner Ann 30Bo 30Cy 0" in scorer.open("/sessions/").words
    (played,) = game_results.played(store, 1, None, game_results.Span())
    assert (played.finish.places, played.winners) == ((1, 2, 3), (0,))
    ranks = [(player["name"], player["rank"], player["winner"])
             for player in sent(scorer.open("/games/1/more"))["players"]]  # fmt: skip
    assert ranks == [("Ann", 1, True), ("Bo", 2, False), ("Cy", 3, False)]
    other = Store.open(tmp_path / "other.db")
    elsewhere = Phone(create_app(other, keyless=True).test_client())
    elsewhere.send(upload(elsewhere, scorer.open("/data/everything.json").html).forms[0])
    assert other.game(1, 1).game.winners == (0,)


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ({"names-0": "Ann"}, "Every player needs a name."),  # two are needed
        ({"names-0": "Ann", "names-2": "Cy"}, "Every player needs a name."),  # and no gap
    ],
)
def test_too_few_names(scorer: Phone, names: dict[str, str], problem: str) -> None:
    form = scorer.open("/games/new?game=oh-hell").form("/games/new")
    page = scorer.fill(form, names)
    assert (page.status, problem in page.problems) == (422, True)


def test_the_next_sheet_offers_the_same_game(scorer: Phone) -> None:
    begin(scorer, 5, ending__goal="open")
    assert scorer.open("/games/new").form("/games/new").fields["game"] == "oh-hell"


def test_a_game_whose_package_is_gone_is_not_there(
    scorer: Phone, store: Store, request: pytest.FixtureRequest
) -> None:
    """It is back when the package is back; the other games are not affected."""
    request.getfixturevalue("plain_whist")
    begin(scorer, 4, game="plain-whist")
    assert "How many tricks did Ann and Cy take?" in scorer.open("/games/1/").words
    rulebooks().pop("plain-whist")
    gone = Store.open(store.path)
    assert game_ids(gone, 1) == []
    scorer.client.application.config["STORE"] = gone
    assert scorer.open("/games/1/").status == 404
    assert scorer.open("/").status == 200
    assert scorer.open("/games/new").status == 200
    rulebooks.cache_clear()
    assert Store.open(store.path).game(1, 1).players == NAMES[:4]


def test_a_sheet_changed_to_a_game_of_fewer_players_drops_the_empty_places(scorer: Phone) -> None:
    sheet = scorer.open("/games/new?game=oh-hell").form("/games/new")
    names = {f"names-{seat}": name for seat, name in enumerate(NAMES[:4])}
    other = scorer.fill(sheet, names | {"play": "israeli-whist"}).form("/games/new")
    assert {name: text for name, text in other.fields.items() if "names" in name} == names
