"""The form of a new game: names, seats, dealer and ending; and the rematch."""

from __future__ import annotations

import html
import re

import pytest

from scorekeeper.games.israeli_whist.house_rules import IsraeliWhistRules
from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.ledger.store import Store
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Setup
from tests.web.new_game_sheet import AGAIN, NAMES, Rows, fresh, seats, setup_of, sheet, start
from tests.web.phone import Phone


def test_four_names_and_one_tap_begin_a_game(scorer: Phone, store: Store) -> None:
    page = start(scorer)
    record = store.game(1, 1)
    assert (page.address, "Who won the auction?" in page.words) == ("/games/1/", True)
    assert record.players == ("Anna", "Ben", "Chaim", "Dana")
    assert record.game.setup == Setup(
        ISRAELI_WHIST,
        IsraeliWhistRules(),
        Ending(),
        4,
        record.game.setup.first_dealer,  # by lot
    )


def test_the_lot_falls_on_everyone(scorer: Phone, store: Store) -> None:
    for game in range(1, 40):
        start(scorer)
        if len({setup_of(store, number).first_dealer for number in range(1, game + 1)}) == 4:
            return
    raise AssertionError("39 games, and somebody never dealt first")


@pytest.mark.parametrize("seat", range(4))
def test_the_first_dealer_is_chosen_with_a_tap(scorer: Phone, store: Store, seat: int) -> None:
    start(scorer, dealer=str(seat))
    assert setup_of(store).first_dealer == seat


def test_a_sheet_sent_twice_begins_one_game(scorer: Phone, rows: Rows) -> None:
    form = fresh(scorer)
    first = scorer.fill(form, NAMES)
    second = scorer.fill(form, NAMES)
    assert (first.address, second.address) == ("/games/1/", "/games/1/")
    assert rows("select count(*) from games") == [(1,)]


def test_going_back_and_starting_with_another_name_begins_another_game(
    scorer: Phone, store: Store
) -> None:
    form = fresh(scorer)
    scorer.fill(form, NAMES)
    page = scorer.fill(form, NAMES | {"names-3": "Eva"})
    assert (page.address, store.game(1, 2).players[3]) == ("/games/2/", "Eva")


TYPED = {
    "  Dana   Lea ": "Dana Lea",
    "דנה": "דנה",
    "\u202eanaD": "anaD",  # an override of direction is dropped
    "<b>Dana</b>": "<b>Dana</b>",
    "Da\u2066na\u2069": "Dana",
    "\U0001f3b4\U0001f469\u200d\U0001f467": "\U0001f3b4\U0001f469\u200d\U0001f467",
    "{{7*7}} %s {0}": "{{7*7}} %s {0}",
    '" onfocus="x': '" onfocus="x',
    "O'Dana\\": "O'Dana\\",
    "x" * 24: "x" * 24,
    " Zoë": "Zoë",
    "D&amp;na": "D&amp;na",
}
"""Names as they are typed and as they are shown; each fourth one deals and wins the auction."""


@pytest.mark.parametrize("first", range(0, len(TYPED), 4))
def test_any_name_is_trimmed_and_shown_safely_on_every_page(
    scorer: Phone, store: Store, first: int
) -> None:
    typed, names = [*TYPED][first : first + 4], [*TYPED.values()][first : first + 4]
    seated = {f"names-{seat}": name for seat, name in enumerate(typed)}
    scorer.fill(fresh(scorer), NAMES | seated | {"dealer": "3"})
    assert store.game(1, 1).players == (*names,)
    scorer.hand("3 3 3", "3 3 3 4", bid="5C 3")
    for address in ("", "sheet", "board", "more", "hands/1/", "hands/1/correct?question=tricks"):
        page = scorer.open(f"/games/1/{address}")
        for name in names:
            assert name in page.words, address
            assert (name in page.html) == (html.escape(name) == name), address
    buttons = scorer.open("/games/new").form("/games/new").buttons
    assert {("add", name) for name in names} <= {*buttons}


NAMES_REFUSED: list[tuple[dict[str, str], int, str]] = [
    ({"names-1": ""}, 1, "Every player needs a name."),
    ({"names-1": " \u200f "}, 1, "Every player needs a name."),
    ({"names-2": "x" * 500}, 2, "A name has at most 24 characters; this one has 500."),
    ({"names-3": "ANNA "}, 3, "Two players are called ANNA: make the names different."),
    (
        {"names-3": "<i>", "names-0": "<I>"},
        3,
        "Two players are called <i>: make the names different.",
    ),
    ({"names-3": "A\u202enna"}, 3, "Two players are called Anna: make the names different."),
    ({"names-3": "\uff21nna"}, 3, "Two players are called Ａnna: make the names different."),
]
"""Names, the number of the field that is wrong, and the reason."""


def test_names_that_will_not_do_are_refused_and_kept(scorer: Phone, rows: Rows) -> None:
    form = fresh(scorer)
    for names, field, reason in NAMES_REFUSED:
        page = scorer.fill(form, NAMES | names | {"dealer": "2", "ending.target": "77"})
        assert (page.status, page.problems) == (422, [AGAIN, reason])
        assert f'href="#names-{field}"' in page.html  # the summary leads to the field
        assert f'aria-describedby="problem-names-{field}"' in page.html
        assert f'class="problem" id="problem-names-{field}"' in page.html
        kept = sheet(page).fields
        assert {name: kept[name] for name in names} == names
        assert (kept["dealer"], kept["ending.target"]) == ("2", "77")
    assert (rows("select * from games"), rows("select * from players")) == ([], [])


def test_more_names_than_players_are_refused(scorer: Phone, rows: Rows) -> None:
    page = start(scorer, **{f"names-{seat}": f"n{seat}" for seat in range(4, 9)})
    assert (page.status, page.problems) == (422, [AGAIN, "At most 4 players can play."])
    assert rows("select * from games") == []


def test_seats_are_swapped_with_a_tap(scorer: Phone, rows: Rows) -> None:
    page = scorer.fill(fresh(scorer), NAMES | {"swap": "1"})
    assert (page.status, seats(sheet(page))) == (200, ["Anna", "Chaim", "Ben", "Dana"])
    page = scorer.send(sheet(page), swap="0")
    assert seats(sheet(page)) == ["Chaim", "Anna", "Ben", "Dana"]
    assert rows("select * from games") == []


def test_remembered_names_are_offered_and_added_with_a_tap(scorer: Phone) -> None:
    start(scorer)
    form = fresh(scorer)
    offered = [value for name, value in form.buttons if name == "add"]
    assert offered == ["Anna", "Ben", "Chaim", "Dana"]
    page = scorer.fill(form, {"names-0": "Eva", "names-2": " ben", "add": "Chaim"})
    assert seats(sheet(page)) == ["Eva", "Chaim", " ben", ""]
    assert [value for name, value in sheet(page).buttons if name == "add"] == ["Anna", "Dana"]
    chips = re.findall(r'class="chip" name="add" value="(\w+)"([^>]*)>', page.html)
    assert [(name, "disabled" in rest) for name, rest in chips] == [  # each in its place
        *(("Anna", False), ("Ben", True)),
        *(("Chaim", True), ("Dana", False)),
    ]


def test_the_players_of_last_time_start_with_one_tap(scorer: Phone) -> None:
    assert "same" not in fresh(scorer)
    start(scorer)
    page = scorer.open("/games/new")
    assert "Start with the players of last time Anna, Ben, Chaim, Dana" in page.words
    page = scorer.send(sheet(page), same="1")
    assert (page.address, "Anna" in page.words) == ("/games/2/", True)
    # begun names are somebody else's, and another game may be for another number of players
    assert "same" not in sheet(scorer.fill(fresh(scorer), {"names-0": "Eva", "swap": "0"}))
    scorer.begin("Anna Ben Chaim", game="oh-hell")
    assert "same" not in sheet(scorer.open("/games/new?game=israeli-whist"))


def test_the_players_of_last_time_are_those_who_played_last_in_whatever_evening(
    scorer: Phone,
) -> None:
    start(scorer)
    scorer.begin("Eva Fay Gil Hanna", game="spades")  # other people: another evening
    scorer.begin("Anna Ben Chaim Ida", game="hearts")  # in the first evening again
    page = scorer.open("/games/new")
    assert "Start with the players of last time Anna, Ben, Chaim, Ida" in page.words


def test_nobody_deals_from_an_empty_seat(scorer: Phone, rows: Rows) -> None:
    form = sheet(scorer.open("/games/new?game=hearts"))
    names = dict(list(NAMES.items())[:3])
    page = scorer.fill(form, names | {"dealer": "3", "start": "1"})
    assert (page.status, page.problems[1:]) == (422, ["There is no player 4. Who deals first?"])
    assert rows("select * from games") == []


def test_enter_asks_for_the_names_that_are_missing_and_then_starts(scorer: Phone) -> None:
    page = scorer.fill(fresh(scorer), {"names-0": "Anna", "names-2": "Chaim", "next": "1"})
    assert (page.status, page.problems) == (200, [])
    assert re.findall(r'id="names-(\d)"[^>]* data-focus', page.html) == ["1"]
    page = scorer.fill(sheet(page), {"names-1": "Ben", "names-3": "Dana", "next": "1"})
    assert page.address == "/games/1/"


def test_the_next_sheet_starts_from_the_last_games_habits(scorer: Phone) -> None:
    start(scorer, rules="vax", **{"ending.goal": "deals", "ending.deals": "7"})
    fields = fresh(scorer).fields
    assert [fields[name] for name in ("rules", "ending.goal", "ending.deals")] == [
        "game-1",
        "deals",
        "7",
    ]


@pytest.mark.parametrize(
    ("fields", "ending", "brief"),
    [
        ({"ending.target": "500"}, Ending(target=500), "to 500"),
        ({"ending.goal": "deals", "ending.deals": "1"}, Ending(goal=Goal.DEALS, deals=1), "1 hand"),
        ({"ending.goal": "open"}, Ending(goal=Goal.OPEN), "open end"),
    ],
)
def test_a_game_ends_as_the_table_agreed(
    scorer: Phone, store: Store, fields: dict[str, str], ending: Ending, brief: str
) -> None:
    page = start(scorer, **fields)
    assert (setup_of(store).ending, f"deals {brief}" in page.words) == (ending, True)


def test_a_game_of_one_hand_is_over_after_it_and_the_deal_moves_on_in_the_rematch(
    scorer: Phone, store: Store
) -> None:
    start(scorer, rules="vax", dealer="3", **{"ending.goal": "deals", "ending.deals": "1"})
    page = scorer.hand("0 2 3", "0 3 8 2")
    assert (page.title, "Ben wins" in page.words) == ("Game over · Scorekeeper", True)
    assert "Rematch: same players, same rules; Anna deals." in page.words
    page = scorer.send(page.form("/rematch"))
    assert (page.address, "Anna 0 dealer" in page.words) == ("/games/2/", True)
    old, new = store.game(1, 1), store.game(1, 2)
    assert (new.players, new.game.setup.rules, new.game.setup.ending) == (
        old.players,
        old.game.setup.rules,
        old.game.setup.ending,
    )
    assert (old.game.setup.first_dealer, new.game.setup.first_dealer) == (3, 0)


def test_a_rematch_tapped_twice_is_one_game(scorer: Phone, rows: Rows) -> None:
    start(scorer, **{"ending.goal": "deals", "ending.deals": "1"})
    form = scorer.hand().form("/rematch")
    assert [scorer.send(form).address for _ in range(2)] == ["/games/2/", "/games/2/"]
    assert rows("select count(*) from games") == [(2,)]


def test_there_is_no_rematch_of_a_game_that_goes_on(scorer: Phone, rows: Rows) -> None:
    start(scorer, **{"ending.goal": "deals", "ending.deals": "1"})
    over = scorer.hand()
    scorer.send(over.form("/undo"))
    page = scorer.send(over.form("/rematch"))
    assert (page.status, page.notices) == (
        409,
        ["This game is not over: a rematch comes after its last hand."],
    )
    assert rows("select count(*) from games") == [(1,)]


@pytest.mark.parametrize("key", ["k" * 65, "<b>", "a b"])
def test_a_sheet_with_a_key_of_no_page_begins_nothing(scorer: Phone, rows: Rows, key: str) -> None:
    page = start(scorer, key=key)
    assert (page.status, page.problems) == (422, ["The page is incomplete: load it again.", AGAIN])
    assert rows("select * from games") == []


def test_the_names_stay_when_the_game_is_changed(scorer: Phone) -> None:
    sheet = scorer.open("/games/new?game=israeli-whist")
    names = {f"names-{seat}": name for seat, name in enumerate(("Anna", "Ben", "חיים", "Dana"))}
    rules = {"rules": "vax", "ending.target": "77"}
    answers = names | rules | {"play": "bid-whist"}
    other = scorer.fill(sheet.form("/games/new"), answers)
    assert [f'value="{name}"' in other.html for name in names.values()] == [True] * 4
    assert ("to reach" in other.words, 'value="77"' in other.html) == (True, False)
    assert 'name="game" value="bid-whist"' in other.html
    back = scorer.send(other.form("/games/new"), play="israeli-whist")
    assert [f'value="{name}"' in back.html for name in names.values()] == [True] * 4


def test_the_games_played_last_are_on_top_and_all_by_kind(scorer: Phone) -> None:
    scorer.begin("Ann Bo Cy", game="hearts")
    page = scorer.open("/games/new")
    offered = [value for name, value in page.form("/games/new").buttons if name == "play"]
    assert (offered[:3], page.form("/games/new").fields["game"]) == (
        ["hearts", "israeli-whist", "bid-whist"],
        "hearts",
    )
    assert offered[3:] == [
        "call-break", "estimation", "israeli-whist", "kachuful", "oh-hell", "romanian-whist",
        "skull-king", "wizard",
        "belote", "bid-whist", "euchre", "hearts", "schieber", "spades", "tichu",
        "canasta", "gin-rummy", "hand-and-foot", "phase-10", "rummikub", "rummy-500",
        "golf", "president", "yaniv",
        "points",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("game", "names", "asked", "shown"),
    [
        ("points", (), None, 3),  # one more than the least, so that all see that more can play
        ("points", ("Ann", "Bo"), None, 3),
        ("points", ("Ann", "", "Cy"), None, 4),
        ("points", (), "4", 4),  # a phone without scripts asks for one more
        ("points", tuple("ABCDEFGHIJ"), None, 10),
        ("oh-hell", ("Ann", "Bo"), None, 3),
        ("hearts", (), None, 4),
        ("israeli-whist", (), None, 4),
    ],
)
def test_one_field_more_than_are_filled_in_is_shown(
    scorer: Phone, game: str, names: tuple[str, ...], asked: str | None, shown: int
) -> None:
    form = scorer.open(f"/games/new?game={game}").form("/games/new")
    fields = {f"names-{seat}": name for seat, name in enumerate(names)}
    act = {"more": asked} if asked else {"keep": "1"}
    page = scorer.fill(form, fields | act)
    seats = re.findall(r'<li class="seats__seat"( hidden)?', page.html)
    tiles = re.findall(r'<label class="tile tile--name"( hidden)? data-seat', page.html)
    assert (seats.count(""), tiles.count("")) == (shown, shown)


def test_two_presets_that_come_to_the_same_are_offered_as_one(scorer: Phone) -> None:
    page = scorer.open("/games/new?game=israeli-whist")
    assert re.findall(r'name="rules" value="([^"]+)"', page.html) == [
        "pagat", "wikipedia", "wikipedia-web", "vax"
    ]  # fmt: skip
    kept = scorer.fill(page.form("/games/new"), {"rules": "pagat-german", "keep": "1"})
    assert 'value="pagat-german" checked' in kept.html


def test_the_draw_for_the_first_dealer_is_shown_until_the_hand_begins(scorer: Phone) -> None:
    chosen = start(scorer, dealer="2")
    assert "The draw" not in chosen.words
    drawn = start(scorer, dealer="lot", key="another-sheet-of-a-phone")
    assert re.search(r"The draw: \w+ deals first\.", drawn.words)
    scorer.answer(2, bid="7C", winner="2")
    assert "The draw" not in scorer.open(f"{drawn.address}?drawn=1").words


@pytest.mark.parametrize(
    ("key", "more", "ending"),
    [
        ("pagat", {}, (500, None)),
        ("short", {}, (200, None)),
        ("fast", {}, (60, -60)),
        ("fast", {"ending.target": "90"}, (90, None)),  # what somebody wrote stands
        ("short", {"ending-of": "short"}, (500, None)),  # filled in on the page, and put back
    ],
)
def test_a_preset_brings_its_ending_along(
    scorer: Phone, store: Store, key: str, more: dict[str, str], ending: tuple[int, int | None]
) -> None:
    form = sheet(scorer.open("/games/new?game=spades"))
    scorer.fill(form, NAMES | {"start": "1", "rules": key} | more)
    recorded = setup_of(store).ending
    assert (recorded.target, recorded.floor) == ending


def test_the_next_sheet_offers_a_preset_with_the_same_rules_and_another_ending(
    scorer: Phone,
) -> None:
    first = sheet(scorer.open("/games/new?game=spades"))
    scorer.fill(first, NAMES | {"start": "1", "rules": "short"})
    form = sheet(scorer.open("/games/new?game=spades"))
    assert form.fields["ending.target"] == "200"
    offers = scorer.open("/games/new?game=spades")
    assert "To 200 As in a long game, but to 200 points." in offers.words
