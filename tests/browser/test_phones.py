"""Several phones at one table: all follow, none overwrites, watchers only watch."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.begun_games import play
from tests.browser.conftest import Another, NewContext, Server
from tests.browser.phones import hurried, links, recorded, says, settled
from tests.browser.table import NORTH, SOUTH, Table

TRICKS = tuple(f"tricks-{seat}" for seat in range(4))
TOP = "element => element.getBoundingClientRect().top"


def loaded_once(page: Page) -> bool:
    """Whether the page is still the one that was marked."""
    return bool(page.evaluate("() => window.marked === true"))


def test_a_contract_just_said_is_on_every_phone_without_reloading(
    another: Another, server: Server
) -> None:
    """The hand and the scoreboard follow a contract that another phone enters."""
    table = play(server.path, hands=0)
    pages = ("", "board", "sheet", "more")
    phones = [another(f"{server.address}/games/1/{page}") for page in pages]
    hand, board, sheet, more = phones
    expect(more.get_by_text("Who deals hand 1?")).to_be_visible()
    for phone in (hand, board):
        expect(phone.locator(".top__title")).to_be_visible()
        phone.evaluate("() => { window.marked = true }")
    table.hand("2", tricks="")
    expect(hand.locator("[name=seat]")).to_have_value(str(SOUTH))
    expect(hand.locator(".player", has_text="Eli")).to_contain_text("2")
    expect(hand.locator("[data-state]")).to_have_text("Eli said 2")
    for answer in ({"number": "2"}, {"number": "3"}, dict(zip(TRICKS, "3370", strict=True))):
        table.answers(1, [answer])
    first = board.locator(".board__total").first
    expect(first).to_have_text("59")
    assert [loaded_once(phone) for phone in (hand, board)] == [True, True]
    expect(sheet.locator(".sheet__totals")).to_contain_text("59")
    expect(more.get_by_text("Who deals hand 2?")).to_be_visible()


def test_what_was_begun_stays_while_the_question_does_and_is_named_when_it_has_gone(
    page: Page, server: Server
) -> None:
    """Another hand is corrected while a person is choosing; then another phone answers."""
    other = play(server.path)
    page.goto(f"{server.address}/games/1/")
    settled(page)  # nothing scrolls the page again
    chosen = "label:has([name=bid][value='6H'])"
    page.locator(chosen).click()
    page.locator(".more-bids summary").click()
    page.evaluate("() => scrollTo(0, 120)")
    higher = page.locator("label:has([value='10H'])")
    before = higher.evaluate(TOP)
    correction = other.open("/games/1/hands/1/correct?question=tricks").form("/correct")
    other.fill(correction, dict(zip(TRICKS, "0283", strict=True)))
    notice = page.locator("[data-meanwhile]")
    expect(notice).to_contain_text("correction of hand 1")
    expect(page.locator(f"{chosen} input")).to_be_checked()
    expect(page.locator(".more-bids")).to_have_attribute("open", "")
    assert abs(higher.evaluate(TOP) - before) < 1
    other.answer(bid="7C", winner=str(NORTH))
    expect(notice).to_contain_text("Noa won the auction with 7♣")
    expect(notice).to_contain_text("Your unfinished entry was dropped: 6♥")


def test_a_watcher_goes_where_the_table_plays_and_a_scorer_stays(
    page: Page, another: Another, keyed_server: Server
) -> None:
    scoring, watching = links(keyed_server)
    first, second = (f"{keyed_server.address}/games/{number}/" for number in (1, 2))
    page.goto(scoring)
    table = Table(page, keyed_server.address)
    table.new_game()
    watcher, reader, scorer = another(watching), another(watching), another(scoring)
    reader.goto(f"{first}sheet")
    for phone in (watcher, scorer):
        expect(phone).to_have_url(first)
    table.new_game(names=("Fay", "Gil", "Hanna", "Ida"))  # by mistake
    expect(watcher).to_have_url(second)
    expect(reader).to_have_url(f"{second}sheet")
    page.goto(first)
    table.win_auction("7C", NORTH)
    expect(watcher).to_have_url(first)
    expect(watcher.locator("[data-hear]")).to_contain_text("Eli's contract?")
    expect(scorer).to_have_url(first)


def test_a_link_is_shared_or_copied(page: Page, keyed_server: Server) -> None:
    scoring, watching = links(keyed_server)
    page.add_init_script(
        "delete Navigator.prototype.share; delete Navigator.prototype.clipboard;"
        "document.addEventListener('copy', () => { window.copied = getSelection().toString() })"
    )
    page.goto(scoring)
    Table(page, keyed_server.address).new_game()
    page.get_by_role("link", name="Share this table").click()
    settled(page)
    expect(page.locator("[data-share]").first).to_be_hidden()
    page.get_by_role("button", name="Copy the link").first.click()  # that for scoring is in sight
    says(page, "Copied")
    assert page.evaluate("() => window.copied.trim()") == scoring

    page.add_init_script("navigator.share = async (what) => { window.shared = what }")
    page.reload()  # and it goes to the share sheet where there is one
    settled(page)
    page.get_by_text("Invite to watch").click()
    page.get_by_role("button", name="Share the link").last.click()
    assert page.evaluate("() => window.shared") == {"title": "Scorekeeper", "url": watching}


def test_a_phone_joins_by_the_code_that_another_shows(
    page: Page, new_context: NewContext, keyed_server: Server
) -> None:
    """Both without scripts; the digits are read from the one and typed on the other."""
    scoring, _ = links(keyed_server)
    page.goto(scoring)
    Table(page, keyed_server.address).new_game()
    shows, joins = (
        new_context(java_script_enabled=False, has_touch=True).new_page() for _ in range(2)
    )
    shows.goto(scoring)
    shows.get_by_role("link", name="Share this table").tap()
    shows.get_by_role("button", name="A code to say aloud").tap()
    digits = shows.locator(".spoken__digits")
    expect(digits).to_be_in_viewport(ratio=1)
    joins.goto(keyed_server.address)
    field = joins.get_by_label("The eight digits")
    field.fill(digits.inner_text()[:-1])
    field.press("Enter")
    expect(field).to_have_value(digits.inner_text()[:-1])
    expect(joins.get_by_role("alert")).to_contain_text("8 digits")
    field.press("End")
    field.type(digits.inner_text()[-1])
    joins.get_by_role("button", name="Join this table").tap()
    expect(joins).to_have_url(f"{keyed_server.address}/games/1/")
    expect(joins.get_by_role("heading", name="Who won the auction?")).to_be_visible()


def test_a_hurried_second_tap_is_no_answer_to_the_next_question(page: Page, server: Server) -> None:
    """Both taps on the tile of 3 in quick succession: the next player has said nothing."""
    play(server.path, hands=0).answer(bid="7C", winner=str(NORTH))
    page.goto(f"{server.address}/games/1/")
    asked = page.locator("[name=seat]").input_value()
    settled(page)
    box = page.locator("[name=number][value='3']").bounding_box()
    assert box
    spot = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    with hurried(page):
        page.mouse.click(*spot)
        expect(page.locator("[name=seat]")).not_to_have_value(asked)
        page.mouse.click(*spot)
    recorded(server, 2)
    settled(page)
    page.mouse.click(*spot)
    page.wait_for_function(
        "asked => document.querySelector('[name=seat]').value != asked",
        arg=str((int(asked) + 1) % 4),
    )
    recorded(server, 3)
