"""An evening at the table, through a real browser in a phone's window."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.begun_games import phone_of, play
from tests.browser.conftest import NewContext, Server
from tests.browser.phones import hurried, recorded, saved, settled
from tests.browser.table import EAST, NAMES, NORTH, SOUTH, WEST, Table

GERMAN_EXAMPLE = [(EAST, 0), (SOUTH, 2), (WEST, 3)]
TAKEN = (0, 3, 8, 2)


def test_a_hand_takes_few_taps(page: Page, server: Server) -> None:
    """From one auction to the next, which is shown under the result."""
    table = Table(page, server.address)
    taps = []

    def counted() -> None:
        expect(page.locator("[name=bid]").first).to_be_attached()
        taps.append(table.taps)
        table.taps = 0

    table.new_game()
    table.play("6H", WEST, [(NORTH, 2), (EAST, 3), (SOUTH, 0)], (1, 6, 3, 3))  # two miss by a trick
    counted()
    table.new_game(game="bid-whist", target=None)
    table.win_auction("4H", NORTH)
    table.choose("S")
    table.side_tricks(11)
    counted()
    assert taps == [8, 4]


def test_an_auction_is_recorded_where_the_scripts_were_lost_on_the_way(
    new_context: NewContext, server: Server
) -> None:
    """The button that scripts make needless is hidden for a while, and then appears."""
    context = new_context(service_workers="block")
    page = context.new_page()
    Table(page, server.address).new_game()
    button = page.get_by_role("button", name="Record the auction")
    expect(button).to_be_hidden()
    context.route("**/js/main.js", lambda route: route.abort())
    page.reload(wait_until="commit")
    page.locator("label:has([name=bid][value='7C'])").click()
    page.locator("label:has([name=winner][value='2'])").click()
    button.click()
    expect(page.locator("[name=seat]")).to_have_value(str(EAST))


def test_modules_that_did_not_come_are_fetched_again(page: Page, server: Server) -> None:
    """Modules of the table, and modules that few pages need; no script error follows.

    The button for the sign works as soon as its module has loaded, and the page follows the game.
    """
    lost = ("game_behaviours", "entered_numbers")
    for module in lost:
        page.route(f"**/js/{module}.js", lambda route: route.abort(), times=1)
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url))
    Table(page, server.address).new_game(game="points", target=None)
    settled(page)
    assert all(any(module in address for address in failed) for module in lost)
    page.locator("#points-0").fill("15")
    page.get_by_role("button", name="plus or minus").click()
    expect(page.locator("#points-0")).to_have_value("-15")
    phone_of(server.path).answers(1, [{f"points-{seat}": "5" for seat in range(4)}])
    Table(page, server.address).shows_totals([5, 5, 5, 5])


def test_after_an_undo_only_what_was_wrong_is_entered_again(page: Page, server: Server) -> None:
    """The numbers stay; a tapped tile is marked, and a single tap does not send it."""
    play(server.path)
    page.goto(f"{server.address}/games/1/")
    table = Table(page, server.address)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("[data-left]")).to_be_empty()
    table.tricks((1, 3, 8, 1))
    table.shows_totals([-10, 19, -10, -50])
    assert table.taps == 3

    for question in ("tricks", "Walid said", "Sara said", "Eli said", "won the auction"):
        page.get_by_role("button", name="Undo").filter(has_text=question).click()
    marked = page.locator(".tile--chosen input")
    expect(marked).to_have_count(2)
    assert [tile.get_attribute("value") for tile in marked.all()] == ["7C", "2"]
    page.locator("label:has([name=winner][value='3'])").click()
    expect(page.locator("[data-pair]")).to_be_visible()
    page.locator("label:has([name=bid][value='7C'])").click()
    expect(page.locator(".question__title")).to_contain_text("Sara's contract?")


def test_no_tap_is_lost_because_its_page_came_before_the_answer(page: Page, server: Server) -> None:
    """The phone learns of the new revision before it learns that its own tap was recorded."""
    play(server.path, hands=0).hand("2", tricks="")
    page.goto(f"{server.address}/games/1/")
    settled(page)

    def late(route: Route) -> None:
        answer = route.fetch()
        with page.expect_response("**/revision"):
            pass
        route.fulfill(response=answer)

    page.route("**/undo", late, times=1)
    with page.expect_response("**/undo"):
        for question in ("Eli", "won the auction"):
            page.get_by_role("button", name="Undo").filter(has_text=question).click()
    expect(page.locator(".question__title").first).to_have_text("Who won the auction?")
    recorded(server, 4)  # the auction, the contract, both taken back


def test_a_double_tap_is_one_entry(page: Page, server: Server) -> None:
    play(server.path, hands=0).answer(bid="7C", winner=str(NORTH))
    page.goto(f"{server.address}/games/1/")
    settled(page)
    with hurried(page):
        page.locator("[name=number][value='2']").dblclick()
    expect(page.locator("[name=seat]")).to_have_value(str(SOUTH))
    expect(page.locator(".player__contract", has_text="2")).to_have_count(1)
    saved(page)
    recorded(server, 2)


def test_the_form_of_a_new_game_follows_what_is_chosen_in_it(page: Page, server: Server) -> None:
    """A changed number makes the scoring a custom one; a preset fills in its ending."""
    page.goto(f"{server.address}/games/new")
    page.locator("[name=change]").click()
    fold = page.locator("[data-own-of]")
    page.select_option("[name='rules.scheme']", "own")
    expect(fold).to_have_attribute("open", "")
    page.select_option("[name='rules.scheme']", "standard")
    page.fill("[name='rules.scheme.bonus']", "20")
    assert page.input_value("[name='rules.scheme']") == "own"

    page.goto(f"{server.address}/games/new?game=bid-whist")
    expect(page.get_by_text("Player 1 and Player 3 play against")).to_be_visible()
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=names-{seat}]", name)
    expect(page.get_by_text("Sara and Noa play against Walid and Eli.")).to_be_visible()
    expect(page.locator("[name='ending.deals']")).to_be_hidden()
    page.select_option("[name='ending.goal']", "deals")
    expect(page.locator("[name='ending.deals']")).to_be_visible()

    page.goto(f"{server.address}/games/new?game=yaniv")
    page.get_by_text("Starting points, for a game begun on paper").click()
    points = page.locator(".ask:has([name^='start-'])")
    expect(points.locator("label:visible")).to_have_text([f"Player {seat}" for seat in (1, 2, 3)])
    for seat, name in enumerate(NAMES):
        page.fill(f"[name=names-{seat}]", name)
    expect(points.locator("label:visible")).to_have_text([*NAMES, "Player 5"])

    page.goto(f"{server.address}/games/new?game=spades")
    target, floor = (page.locator(f"[name='ending.{name}']") for name in ("target", "floor"))
    limits = []
    for key in ("fast", "short", "pagat"):
        page.locator(f"label:has([name=rules][value='{key}'])").click()
        limits.append((target.input_value(), floor.input_value()))
    assert limits == [("60", "-60"), ("200", ""), ("500", "")]


def test_the_focus_stays_where_the_sheet_was_tapped(page: Page, server: Server) -> None:
    """The next remembered name replaces the last one; changed rules stay visible."""
    table = Table(page, server.address)
    table.new_game()
    page.goto(f"{server.address}/games/new")
    chips = page.locator(".chip:enabled")
    page.locator("#names-3").fill("eli ")
    expect(chips).to_have_text(["Sara", "Walid", "Noa"])
    page.locator("#names-3").fill("")
    chips.first.click()
    expect(chips).to_have_text(["Walid", "Noa", "Eli"])
    expect(chips.first).to_be_focused()
    chips.nth(2).click()
    expect(chips.nth(1)).to_be_focused()
    for _ in range(2):
        left = chips.count()
        chips.first.click()
        expect(chips).to_have_count(left - 1)
    expect(page.locator("[name=start][value='1']")).to_be_focused()
    swap = page.locator("[name=swap][value='1']")
    swap.click()
    expect(page.locator("[name=names-1]")).to_have_value("Walid")
    expect(page.locator("[name=names-2]")).to_have_value("Eli")
    expect(swap).to_be_focused()
    page.locator("[name=change]").click()
    expect(page.get_by_text("Changing: Thrown in when all pass")).to_be_in_viewport()
    expect(page.get_by_text("Changing: Thrown in when all pass")).to_be_focused()


def test_no_remembered_name_moves_when_another_is_tapped(page: Page, server: Server) -> None:
    Table(page, server.address).new_game()
    page.goto(f"{server.address}/games/new")
    chips = page.locator(".chip")
    expect(page.locator("[name=same]")).to_be_visible()
    places = [chip.bounding_box() for chip in chips.all()]
    assert len(places) == len(NAMES)
    for filled, chip in enumerate(chips.all()):
        chip.click()
        expect(page.locator(f"#names-{filled}")).not_to_have_value("")
        page.evaluate("scrollTo(0, 0)")
        assert [other.bounding_box() for other in chips.all()] == places


def test_a_tap_into_a_typed_number_selects_it(page: Page, server: Server) -> None:
    """Another number replaces it; a second tap sets the cursor."""
    table = Table(page, server.address)
    table.new_game(game="points")
    field = page.locator(".entered__number").first
    field.fill("150")
    page.locator(".entered__number").last.click()
    field.click()
    page.keyboard.type("50")
    expect(field).to_have_value("50")
    field.click()
    assert field.evaluate("field => field.selectionStart === field.selectionEnd")
