"""The phones of a table by their links; a single one can be shut out."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

import pytest
from flask import Flask

from scorekeeper.ledger import tables
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from tests.doors import cookie_name, new_link, new_links
from tests.web.phone import Page, Phone

Link = Callable[[Role], str]
Rows = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture(autouse=True)
def seen(request: pytest.FixtureRequest) -> None:
    """The phones have opened a page: only then are they on the list."""
    for name in ("scorer", "second", "watcher"):
        if name in request.fixturenames:
            request.getfixturevalue(name).open("/")


def listed(page: Page) -> list[str]:
    """The phones on the page, under the role of their link."""
    rows = re.findall(
        r'phones__link">([\w ]+?)</h3>|phones__own">(.*?)</p>|'
        r'phones__phone">(.*?) <span class="notes phones__seen',
        page.html,
        re.DOTALL,
    )
    return [" ".join(re.sub("<.*?>", "", "".join(row)).split()) for row in rows]


def shut_out(phone: Phone, number: int) -> Page:
    form = next(
        form
        for form in phone.open("/links").forms
        if form.fields.get("phone") == str(number) and form.action == "/links/phones"
    )
    return phone.send(form)


def test_the_page_lists_the_phones_by_their_links(
    scorer: Phone, second: Phone, watcher: Phone
) -> None:
    page = scorer.open("/links")
    assert listed(page) == ["Keep score", "Phone 1 this phone", "Phone 2", "Watch", "Phone 3"]
    assert page.words.count("here last:") == 2
    assert page.words.count("with a link made at the terminal") == 2


def test_who_watches_sees_no_phones(watcher: Phone, scorer: Phone) -> None:
    scorer.open("/links")
    page = watcher.open("/links")
    assert ("Phone" in page.words, page.forms) == (False, [])


def test_a_phone_is_called_by_its_owner(scorer: Phone, second: Phone) -> None:
    scorer.begin()
    second.send(second.open("/games/1/more").form("/seat"), sits="2")
    second.open("/")
    assert "Chaim's phone" in scorer.open("/links").words


def test_a_phone_that_is_shut_out_is_out_and_the_others_go_on(
    scorer: Phone, second: Phone, watcher: Phone, app: Flask
) -> None:
    scorer.open("/links")
    second.open("/")
    page = shut_out(scorer, 2)
    assert "The phone is shut out. The others go on." in page.words
    assert listed(page) == ["Keep score", "Phone 1 this phone", "Watch", "Phone 3"]
    assert [phone.open("/").status for phone in (scorer, second, watcher)] == [200, 403, 200]
    assert [phone.begin().status for phone in (scorer,)] == [200]
    assert second.post("/games/1/answers", {"bid": "7C"}).status in {400, 403}


def test_its_cookie_is_void_in_every_process(
    scorer: Phone, second: Phone, store: Store, app: Flask
) -> None:
    scorer.open("/links")
    cookie = second.client.get_cookie(cookie_name(second.client))
    assert cookie
    shut_out(scorer, 2)
    other = Phone(create_app(Store(store.path)).test_client())
    other.client.set_cookie(cookie.key, cookie.value)
    assert other.open("/").status == 403


def test_a_page_that_follows_the_game_ends_too(scorer: Phone, watcher: Phone, app: Flask) -> None:
    """Requests that are answered before Flask are checked again as well."""
    scorer.begin()
    answers = [watcher.client.get("/games/1/revision").status_code for _ in range(2)]
    scorer.open("/links")
    shut_out(scorer, 2)
    answers += [watcher.client.get("/games/1/revision").status_code for _ in range(2)]
    assert answers == [200, 200, 403, 403]
    assert scorer.client.get("/games/1/revision").status_code == 200


def test_it_can_come_back_by_a_link_and_its_old_cookie_stays_void(
    scorer: Phone, second: Phone, link: Link, app: Flask
) -> None:
    scorer.open("/links")
    old = second.client.get_cookie(cookie_name(second.client))
    assert old
    address = link(Role.SCORE)
    shut_out(scorer, 2)
    assert second.open(address).status == 200
    assert listed(scorer.open("/links")) == ["Keep score", "Phone 1 this phone", "Phone 3"]
    thief = Phone(app.test_client())
    thief.client.set_cookie(old.key, old.value)
    assert thief.open("/").status == 403


def test_shut_out_of_two_tables_it_comes_back_to_one(
    app: Flask, store: Store, scorer: Phone
) -> None:
    """Its access to the other table does not come back."""
    other = tables.add(store, "Theirs")
    links = {table.id: new_links(store, table)[Role.SCORE] for table in tables.every(store)}
    phone, theirs = Phone(app.test_client()), Phone(app.test_client())
    for address in links.values():
        phone.open(address)
    theirs.open(links[other.id])
    phone.open(links[1])
    for owner in (scorer, theirs):
        page = owner.open("/links")
        (number,) = [form.fields["phone"] for form in page.forms if form.action == "/links/phones"]
        assert shut_out(owner, int(number)).status == 200
    assert phone.open(links[1]).status == 200
    with phone.client.session_transaction() as session:
        assert list(session["grants"]) == ["1"]


def test_scorers_who_follow_a_watching_link_after_it_only_watch(
    scorer: Phone, second: Phone, link: Link
) -> None:
    scorer.open("/links")
    shut_out(scorer, 2)
    second.open(link(Role.WATCH))
    assert second.open("/links/journal").status == 403
    assert second.open("/").status == 200


@pytest.mark.parametrize(
    ("number", "status"),
    [
        ("1", 400),  # this very phone: no page offers it
        ("99", 404),
        ("-1", 404),
        ("9" * 40, 404),
        ("x", 404),
        ("", 404),
    ],
)
def test_what_no_page_offers_is_refused(scorer: Phone, number: str, status: int) -> None:
    page = scorer.open("/links")
    token = page.form("/links").fields["csrf_token"]
    fields = {"csrf_token": token, "phone": number}
    assert scorer.post("/links/phones", fields).status == status
    assert scorer.open("/").status == 200


def test_taps_write_nothing_of_it(scorer: Phone, rows: Rows) -> None:
    scorer.begin()
    scorer.answer(bid="7C", winner="2")
    assert rows("select count(*) from phones") == [(0,)]


def test_a_cookie_from_before_goes_on(scorer: Phone, store: Store, rows: Rows) -> None:
    """A cookie without a device name gets one."""
    with scorer.client.session_transaction() as session:
        del session["device"]
    assert scorer.open("/links").status == 200
    assert rows("select count(*) from phones where device <> ''") == [(2,)]


def test_the_journal_tells_who_did_what(
    scorer: Phone, second: Phone, watcher: Phone, store: Store
) -> None:
    scorer.begin()
    scorer.open("/links")
    second.send(second.open("/games/1/more").form("/seat"), sits="0")
    second.open("/data/everything.json")
    second.send(second.open("/players/1/name").form("/name"), name="Hanna")
    scorer.send(scorer.open("/links").form("/links"), links="new")
    shut_out(scorer, 2)
    page = scorer.open("/links/journal")
    lines = re.findall(r'acts__what">(.*?)</li>', page.html, re.DOTALL)
    acts = [" ".join(unescape(re.sub("<.*?>", "", line)).split()) for line in lines]
    assert [re.sub(r" \d+:\d+\S* [AP]M ", " ", act) for act in acts] == [
        "Shut out: Hanna's phone · Phone 1",
        "A new link was made. · Phone 1",
        "Anna is called Hanna now. · Hanna's phone",
        "Everything was exported as JSON. · Hanna's phone",
        "A new link was made. · by a command",
    ]
    assert watcher.open("/links/journal").status == 403


@pytest.mark.parametrize(
    "damage",
    [
        "said = '{\"'",
        "said = '[1]'",
        "at = 'yesterday'",
        "at = 5",
        "what = 'renamed', said = '{\"old\": \"7\"}'",
        "what = 'evening-removed', said = '{\"date\": 7}'",
    ],
)
def test_a_damaged_line_of_the_journal_hides_no_other(
    scorer: Phone, store: Store, damage: str
) -> None:
    scorer.open("/data/everything.json")
    store.db.execute(f"update journal set {damage} where id = 1")  # noqa: S608
    page = scorer.open("/links/journal")
    assert page.status == 200
    assert "This line cannot be read: its part of the score file is damaged." in page.words
    assert "Everything was exported as JSON." in page.words


def test_without_keys_there_are_no_phones(store: Store) -> None:
    app = create_app(store, keyless=True)
    phone = Phone(app.test_client())
    statuses = [phone.open(address).status for address in ("/links/phones", "/links/journal")]
    assert (statuses, len(app.extensions["phones"])) == ([404, 404], 0)


def test_a_link_that_is_void_by_now_is_called_so(scorer: Phone, store: Store, app: Flask) -> None:
    phone = Phone(app.test_client())
    phone.open(new_link(store, Role.SCORE))
    store.db.execute("delete from keys")
    phone.open("/")
    assert "with a link that is no longer valid" in scorer.open("/links").words
