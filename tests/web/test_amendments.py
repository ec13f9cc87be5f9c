"""Putting a game right on its pages: looked at first, recorded from there, and undone by name."""

from __future__ import annotations

import json
import re
from random import Random
from urllib.parse import quote, urlencode

import pytest

from scorekeeper.ledger import tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.testing import random_answer
from scorekeeper.web.entry_forms import form_fields
from tests.doors import new_link
from tests.web.corrected_hand import table
from tests.web.phone import Form, Page, Phone, Reader, addresses

__all__ = ["table"]  # fixtures


HAND_BEFORE = json.dumps(
    [
        ["auction-0-0", {"bid": "5C", "winner": 0}],
        *([f"contract-{seat}", {"number": 3}] for seat in (1, 2, 3)),
        ["tricks", {"tricks": [4, 3, 3, 3]}],
    ]
)


def look(phone: Phone, act: str, game: int = 1, **fields: str) -> Page:
    """The page of an act with these fields filled in."""
    given = {name.replace("__", ".").replace("start_", "start-"): text
             for name, text in fields.items()}  # fmt: skip
    return phone.open(f"/games/{game}/amend/{act}?{urlencode(given)}")


def record(phone: Phone, page: Page) -> Page:
    """Tap the first button under what would change."""
    return phone.press(posted(page))


def posted(page: Page, number: int = 0) -> Form:
    """The form below a preview; a hand put in or taken out may have two."""
    return posted_forms(page)[number]


def asked(page: Page) -> Form:
    """The form of the change itself."""
    return next(form for form in page.forms if form.method == "get" and "/amend/" in form.action)


def totals(store: Store, game: int = 1) -> tuple[int, ...]:
    return store.game(tables.first(store).id, game).game.totals


def undone(phone: Phone, game: int = 1) -> Page:
    return phone.send(phone.open(f"/games/{game}/").form("/undo"))


MORE = "/games/1/more"
MOST_TAPS = 4


@pytest.mark.parametrize(
    ("links", "fields", "told"),
    [
        ((MORE, "/games/1/amend/start"), {"start-0": "46"}, "Undo: starting points"),
        ((MORE, "/games/1/amend/rules"), {"rules": "wikipedia"}, "With Frisch"),
        ((MORE, "/games/1/amend/ending"), {"ending.target": "500"}, "Undo: end of the game"),
        ((MORE, "/games/1/amend/order"), {"swap": "1"}, "Undo: order of the seats"),
        (
            ("/games/1/sheet", "/games/1/hands/1/", "/games/1/hands/1/take-out"),
            {},
            "Undo: hand 1 taken out",
        ),
        (
            (MORE, "/games/1/amend/hands", "/games/1/hands/1/insert"),
            None,
            "A forgotten hand is put in as hand 1.",
        ),
    ],
)
def test_each_act_takes_four_taps_from_the_table_page(
    table: Phone, links: tuple[str, ...], fields: dict[str, str] | None, told: str
) -> None:
    """Links that no fold hides, the preview if there is something to fill in, and the record."""
    page = table.open("/games/1/")
    for link in links:
        before = page.html.partition(f'href="{link}"')[0]
        assert link in {*addresses(page)}
        assert before.count("<details") == before.count("</details>")
        page = table.open(link)
    if fields:
        assert all(name in asked(page) for name in fields)
        page = table.open(f"{asked(page).action}?{urlencode(asked(page).fields | fields)}")
    if fields is not None:
        page = record(table, page)
    assert told in page.words
    assert len(links) + bool(fields) + (fields is not None) <= MOST_TAPS


def test_a_new_game_begins_with_points_from_paper(scorer: Phone, store: Store) -> None:
    form = scorer.open("/games/new").form("/games/new")
    names = {f"names-{seat}": name for seat, name in enumerate(["Anna", "Ben", "Chaim", "Dana"])}
    wrong = scorer.fill(form, names | {"start-0": "46", "start-2": "1000000"})
    assert (wrong.status, wrong.problems[-1]) == (
        422, "Starting points are a number from −10,000 to 10,000."
    )  # fmt: skip
    again = wrong.form("/games/new")
    assert (again.fields["start-0"], again.fields["names-1"]) == ("46", "Ben")
    page = scorer.fill(again, {"start-2": "11"})
    assert (page.status, totals(store)) == (200, (46, 0, 11, 0))
    scorer.fill(again, {"start-2": "11"})  # the same sheet sent twice
    assert store.db.execute("select count(*) from entries").fetchone() == (1,)


@pytest.mark.parametrize(
    ("game", "typed", "begun"),
    [
        *((game, "7 - 9 5", (7, 0, 9, 5)) for game in ("yaniv", "points", "oh-hell", "golf")),
        ("yaniv", "7 9", (7, 9)),
        ("bid-whist", "3 2 - -", (3, 2)),  # a field for each pair
        ("spades", "70 80 90", (70, 80, 90)),
        ("spades", "70 - - 80", (70, 80)),  # each pair at one of its players
        ("spades", "70 - 70 -", (70, 0)),
        ("hand-and-foot", "- 70 80 -", (80, 70)),
        ("hand-and-foot", "70 - - - 80 90", (70, 80, 90)),
    ],
)
def test_every_player_has_a_field_for_starting_points(
    scorer: Phone, store: Store, game: str, typed: str, begun: tuple[int, ...]
) -> None:
    form = scorer.open(f"/games/new?game={game}").form("/games/new")
    points = {f"start-{seat}": each for seat, each in enumerate(typed.split()) if each != "-"}
    assert points.keys() <= form.fields.keys()
    names = {f"names-{seat}": f"n{seat}" for seat, _ in enumerate(typed.split())}
    shown = scorer.fill(form, names | points | {"more": "1"})  # without scripts
    seats = re.findall(r'class="ask" data-seat="(\d)"(?! hidden)', shown.html)
    assert points.keys() <= {f"start-{seat}" for seat in seats}
    page = scorer.fill(shown.form("/games/new"), {"start": "1"})
    assert (page.status, totals(store)) == (200, begun)


def test_partners_do_not_begin_with_different_points(scorer: Phone) -> None:
    form = scorer.open("/games/new?game=spades").form("/games/new")
    names = {f"names-{seat}": f"n{seat}" for seat in range(4)}
    page = scorer.fill(form, names | {"start-0": "70", "start-2": "80", "start": "1"})
    assert page.status == 422
    assert page.problems[-1].startswith("Partners have the same points, but here 70, 80")


def test_house_rules_hold_from_a_hand_on(table: Phone, store: Store) -> None:
    page = look(table, "rules", rules="wikipedia", hand="2")
    assert "The number of exchanges when all pass is at most 3" in page.words
    page = record(table, page)
    game = store.game(tables.first(store).id, 1).game
    assert game.setup.book.preset_of(game.setup.rules).key == "wikipedia"  # type: ignore[union-attr]
    assert game.setup.at(1).rules != game.setup.rules
    assert "Undo: With Frisch when all pass, from hand 2 on" in page.words
    table.hand("5 1 1", "3 5 5 0", bid="5S 1")
    assert "house rules from here on" in table.open("/games/1/sheet").words
    assert "With Frisch when all pass, from hand 2 on" in table.open("/games/1/history").words
    assert ("rules", "game-1") in asked(look(table, "rules")).buttons  # for the whole game
    page = record(table, look(table, "rules", rules="game-1", hand="1"))
    assert "Undo: With Frisch when all pass, in the whole game" in page.words
    assert ("rules", "game-1") not in asked(look(table, "rules")).buttons
    page = look(table, "rules", rules="own", rules__scheme="elhanani", hand="3")
    assert "The scoring is called “Elhanani”, from hand 3 on" in page.words


def test_sides_change_before_the_first_hand(scorer: Phone, store: Store) -> None:
    scorer.begin(game="spades", rules="pagat")
    page = look(scorer, "rules", rules="solo")
    assert "Everyone alone, in the whole game" in page.words
    assert "No total changes." in page.words
    page = record(scorer, page)
    assert (page.status, page.address, len(totals(store))) == (200, "/games/1/", 4)
    for path in ("more", "sheet", "board", "story", "history", "what-if"):
        assert scorer.open(f"/games/1/{path}").status == 200, path
    page = undone(scorer)
    assert (page.status, len(totals(store))) == (200, 2)


def test_hands_that_the_rules_forbid_are_named_with_a_way_on(table: Phone, store: Store) -> None:
    table.write_hand("3 3 3", "4 3 3 3", bid="5C 0")
    own = {f"rules.{name}": text for name, text in rules_of(table).items()}
    page = table.open(f"/games/1/amend/rules?{urlencode(own | LOW6)}")
    assert page.problems[0].startswith("A hand does not fit: hand 2: ")
    assert page.problems[0].endswith("the highest 13NT.")
    form = next(form for form in page.forms if ("hand", "3") in form.buttons)
    page = table.open(f"{form.action}?{urlencode(form.fields | {'hand': '3'})}")
    record(table, page)
    assert [deal.flaw for deal in store.game(tables.first(store).id, 1).game.deals] == [None, None]


LOW6 = {"rules": "own", "rules.lowest_bid": "6", "hand": "1"}


def rules_of(phone: Phone) -> dict[str, str]:
    """The fields of the single rules, as the page offers them."""
    form = asked(phone.open("/games/1/amend/rules"))
    return {name.removeprefix("rules."): text for name, text in form.fields.items() if "." in name}


def test_a_game_that_is_over_plays_on_to_another_end(scorer: Phone, store: Store) -> None:
    scorer.begin(ending__target="15")
    scorer.write_hand()
    over = scorer.open("/games/1/")
    assert "/games/1/amend/ending" in [*addresses(over)]
    page = look(scorer, "ending", ending__goal="target", ending__target="500")
    assert "Then the game goes on with hand 2." in page.words
    assert "Hand 2" in record(scorer, page).title
    page = look(scorer, "ending", ending__goal="target", ending__target="12")
    assert "Then the game is over. Winner: Ben." in page.words
    page = look(scorer, "ending", ending__goal="deals", ending__deals="9999")
    assert (page.status, len(page.problems)) == (422, 1)
    assert page.form("/ending").fields["ending.deals"] == "9999"


def test_the_order_of_the_seats_changes_with_a_tap_a_pair(table: Phone, store: Store) -> None:
    page = look(table, "order", hand="1", order="0,1,2,3", swap="1")
    assert "Order of the seats: Anna, Chaim, Ben, Dana" in page.words
    assert "Hand 2: Chaim deals." in page.words
    page = record(table, page)
    game = store.game(tables.first(store).id, 1).game
    assert (game.totals, game.current.dealer) == ((-20, 19, -10, -40), 2)
    shown = re.findall(r'<li class="player[^"]*" data-seat="(\d)"', page.html)
    assert shown == ["0", "2", "1", "3"]


def test_a_forgotten_hand_is_asked_for_and_put_in(table: Phone, store: Store) -> None:
    table.write_hand("3 3 3", "4 3 3 3", bid="5C 0")
    page = table.open("/games/1/amend/hands")
    assert "Hand 2 · 5♣, Anna · " in page.words  # the number alone would not say which hand it was
    page = table.open(next(a for a in addresses(page) if "/2/insert" in a))
    for answer in ({"bid": "7C", "winner": "2"}, {"number": "0"}, {"number": "2"}, {"number": "3"}):
        page = table.fill(page.form("/insert"), answer)
    tricks = {f"tricks-{seat}": taken for seat, taken in enumerate("0382")}
    page = table.fill(page.form("/insert"), tricks)
    assert totals(store) == (-30, 38, 9, -21)
    page = table.press(posted(page, 1))  # later dealers stay
    game = store.game(tables.first(store).id, 1).game
    assert game.totals == (-50, 57, -1, -61)
    assert [int(deal.dealer) for deal in game.deals] == [0, 1, 1]
    assert "Undo: hand 2 put in" in page.words
    for number in (0, 9):
        page = table.open(f"/games/1/hands/{number}/insert")
        problem = "A hand can be put in at one of the places from 1 to 4."
        assert (page.status, page.problems) == (422, [problem])


def test_a_forgotten_hand_that_would_resize_later_ones_is_refused_at_once(
    scorer: Phone, store: Store
) -> None:
    """In Oh Hell a hand has as many cards as its number says."""
    scorer.begin(game="oh-hell", ending__goal="schedule")
    home = tables.first(store).id
    rng = Random(4)
    for _ in range(3):
        while (step := store.game(home, 1).game.step) is not None:
            fact = random_answer(step, rng)
            scorer.answer(1, **form_fields(fact))
            if not store.game(home, 1).game.current.record.facts:
                break
    size, less, least = (deal.reading.trail[0].step.scene.total
                         for deal in store.game(home, 1).game.deals)  # fmt: skip
    page = scorer.open("/games/1/hands/2/insert")
    reason = f"hand 2: it was of size {less}, but hand 3 is of size {least}"
    assert (page.status, page.problems) == (422, [f"A hand does not fit: {reason}"])
    page = scorer.open("/games/1/hands/1/take-out")
    reason = f"hand 2: it was of size {less}, but hand 1 is of size {size}"
    assert (page.problems, posted_forms(page)) == ([f"A hand does not fit: {reason}"], [])
    assert scorer.open("/games/1/hands/4/insert").status == 200


def posted_forms(page: Page) -> list[Form]:
    return [form for form in page.forms if form.method == "post" and "key" in form.fields]


@pytest.mark.parametrize(
    ("address", "act", "changed"),
    [
        ("hands/2/take-out", "Hand 2 taken out", (20, -19, 10, 40)),
        (f"hands/2/insert?answers={quote(HAND_BEFORE)}", "Hand 2 put in", (-10, 19, 19, 19)),
    ],
)
def test_each_of_two_buttons_records_what_stands_above_it(
    table: Phone, store: Store, address: str, act: str, changed: tuple[int, ...]
) -> None:
    """Later dealers move along, or stay."""
    for _ in range(3):
        table.write_hand()
    before = totals(store)
    after = tuple(total + more for total, more in zip(before, changed, strict=True))
    dealers = []
    for number in range(2):
        page = table.open(f"/games/1/{address}")
        shown = [part for part in re.findall("<section.*?</section>", page.html, re.S)
                 if "</form>" in part]  # fmt: skip
        words = " ".join("".join(Reader(shown[number]).words).split())
        for seat, name in enumerate(("Anna", "Ben", "Chaim", "Dana")):
            change = f"{name} before {before[seat]} → now {after[seat]}".replace("-", "−")
            assert (act in words, change in words) == (True, True), words
        page = table.press(posted(page, number))
        assert f"Undo: {act[0].lower()}{act[1:]}" in page.words
        assert totals(store) == after
        dealers.append(store.game(1, 1).game.current.dealer)
        undone(table)
        assert totals(store) == before
    assert dealers[0] != dealers[1]


def test_the_dealer_of_a_hand_is_changed_on_its_page(table: Phone, store: Store) -> None:
    """Named before anything is recorded: later dealers move along, or stay."""
    address = "/games/1/hands/1/dealer"
    previews = table.open(f"{address}?dealer=2").words
    assert previews.count("Hand 1: Chaim deals") == 2  # also where the next hand is not begun
    table.write_hand()
    home = tables.first(store).id
    page = table.open("/games/1/hands/1/")
    assert address in [*addresses(page)]
    assert "Change: Anna dealt" in page.words
    page = table.open(address)
    assert ("Who dealt hand 1?" in page.words, posted_forms(page)) == (True, [])
    assert table.open(f"{address}?dealer=0").problems == ["That is what is agreed already."]
    assert table.open(f"{address}?dealer=9").problems == ["A seat is a number from 0 to 3."]
    for button, dealers in enumerate(([2, 3, 0], [2, 1, 2])):
        page = table.open(f"{address}?dealer=2")
        assert "Dealer of hand 1" in page.words
        forms = posted_forms(page)
        ways = [(form, way) for form in forms for way in range(len(form.buttons))]
        table.press(*ways[button])
        game = store.game(home, 1).game
        assert [deal.dealer for deal in (*game.deals, game.current)] == dealers
        assert game.totals == (-40, 38, -20, -80)
        undone(table)
    table.fill(table.open("/games/1/more").form("/dealer"), {"dealer": "1"})
    page = table.open("/games/1/hands/3/")  # it is not begun
    assert "/games/1/more#dealer" in [*addresses(page)]
    table.answer(bid="7C", winner="2")
    assert table.open("/games/1/hands/3/dealer").address == "/games/1/hands/3/"


@pytest.mark.parametrize(
    ("act", "fields", "problem"),
    [
        ("start", {"start-1": "1000000"}, "Starting points are a number from −10,000 to 10,000."),
        ("order", {"order": "0,1,1,3", "hand": "1"}, "Every player sits in one seat."),
        ("order", {"order": "0,2,1,3", "hand": "9"},
         "The change begins in one of the hands from 1 to 2."),
        ("rules", {"rules": "jawaker"}, "These rules belong to another game."),
        ("ending", {"ending.goal": "schedule"}, "This game does not end like that."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_told_and_stays_typed(
    table: Phone, act: str, fields: dict[str, str], problem: str
) -> None:
    page = table.open(f"/games/1/amend/{act}?{urlencode(fields)}")
    assert problem in page.words
    sent = table.post(f"/games/1/amend/{act}", fields | carried(table))
    assert (sent.status, problem in sent.words) == (409, True)
    for name in fields.keys() & {"start-1"}:
        assert fields[name] in sent.form(f"/{act}").fields.values()
    assert totals(table.store) == (-20, 19, -10, -40)


@pytest.mark.parametrize(
    ("address", "other"),
    [
        ("amend/start?start-0=10", ('"10"', '"99"')),
        ("amend/rules?rules=wikipedia&hand=2", ("wikipedia", "vax")),
        ("amend/rules?rules=wikipedia&hand=2", ('"hand": "2"', '"hand": "1"')),
        ("amend/ending?ending.goal=target&ending.target=500", ("500", "900")),
        ("amend/order?order=0,2,1,3&hand=1", ("0,2,1,3", "0,3,1,2")),
        ("hands/1/take-out", ('""', '"1"')),
        ("hands/1/dealer?dealer=2", ('"2"', '"3"')),
        (f"hands/1/insert?answers={quote(HAND_BEFORE)}", ("5C", "6C")),
    ],
)
def test_only_what_was_previewed_is_recorded(
    table: Phone, store: Store, address: str, other: tuple[str, str]
) -> None:
    """Whatever a script or another program makes of the form, and once however often it is sent."""
    table.write_hand("3 3 3", "4 3 3 3", bid="5C 0")
    known = store.revision(1, 1)
    form = posted(table.open(f"/games/1/{address}"))
    ((name, value),) = form.buttons[:1]
    assert other[0] in value
    for changed in ("", "x", "x {}", value.replace(*other), value.replace(" ", "0 ", 1)):
        page = table.fill(form, {name: changed})
        assert (page.status, len(page.notices), store.revision(1, 1)) == (409, 1, known), changed
    for _ in range(2):
        more = {"rules": "own", "rules.scheme": "own", "start-0": "7", "order": "1", "stay": "1"}
        page = table.fill(form, more | {name: value})
        assert (page.status, store.revision(1, 1)) == (200, known + 1)


def carried(phone: Phone) -> dict[str, str]:
    form = phone.open("/games/1/").form("/undo")
    return {name: form.fields[name] for name in ("csrf_token", "key", "revision")}


def test_of_two_phones_the_second_looks_again(table: Phone, store: Store) -> None:
    other = Phone(table.client.application.test_client())
    other.open(new_link(store, Role.SCORE))
    mine = look(table, "start", start_0="10", start_1="20")
    theirs = look(other, "order", hand="1", order="0,2,1,3")
    record(other, theirs)
    late = record(table, mine)
    assert (late.status, totals(store)) == (409, (-20, 19, -10, -40))
    assert "The game has moved on" in late.words
    assert asked(late).fields["start-1"] == "20"
    record(table, late)
    assert totals(store) == (-10, 39, -10, -40)
    undone(other)
    undone(other)
    again = record(table, mine)  # a tap on an old page, after the act was undone elsewhere
    assert (again.status, totals(store)) == (409, (-20, 19, -10, -40))
