"""The settings of one phone: open to everybody, stored in its cookie, shown at once."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from scorekeeper.web.settings import COOKIE_KEY
from tests.web.own_paths import ELSEWHERE, OURS, query
from tests.web.phone import Page, Phone, addresses

AT_NIGHT = "(prefers-color-scheme: dark)"
MORE = "(prefers-contrast: more)"


def look(page: Page) -> dict[str, str]:
    """The attributes of the page's first element."""
    root = re.search(r"<html ([^>]*)>", page.html)
    assert root
    given: dict[str, str] = dict(re.findall(r'data-(\w+)="(\w*)"', root[1]))
    return given


def pressed(page: Page) -> list[str]:
    buttons = re.findall(r'value="(\w+)" aria-pressed="(\w+)"', page.html)
    return [value for value, state in buttons if state == "true"]


def choose(phone: Phone, back: str = "/", **chosen: str) -> Page:
    return phone.fill(phone.open(f"/settings/?back={back}").form("/settings/"), chosen)


@pytest.fixture(params=["scorer", "watcher", "stranger"])
def phone(request: pytest.FixtureRequest) -> Phone:
    requested: Phone = request.getfixturevalue(request.param)
    return requested


def test_whoever_reaches_the_door_chooses_and_sees_it_at_once(phone: Phone) -> None:
    assert look(phone.open("/")) == {"theme": "phone", "suits": "two"}
    page = choose(phone, theme="dark")
    assert (page.status, page.title) == (200, "Settings · Scorekeeper")
    assert look(page) == {"theme": "dark", "suits": "two"}
    assert pressed(page) == ["dark", "two", "phone"]
    assert look(choose(phone, suits="four")) == {"theme": "dark", "suits": "four"}
    for address in ("/", "/nothing", "/games/new", "/join/no-such-key"):
        assert look(phone.open(address)) == {"theme": "dark", "suits": "four"}


def test_the_choice_is_this_phones_alone_and_lasts(scorer: Phone, watcher: Phone) -> None:
    answer = scorer.client.post(
        "/settings/", data={"csrf_token": scorer.token(), "theme": "contrast"}
    )
    assert re.search(r"Expires=.*HttpOnly", answer.headers["Set-Cookie"])
    assert look(scorer.open("/"))["theme"] == "contrast"
    assert look(watcher.open("/"))["theme"] == "phone"


@pytest.mark.parametrize(
    ("theme", "scheme", "colours"),
    [
        (
            "phone",
            "light dark",
            [
                (f"{AT_NIGHT} and {MORE}", "#000000"),
                (MORE, "#ffffff"),
                (AT_NIGHT, "#0d2018"),
                ("", "#f7f2e8"),
            ],
        ),
        ("light", "light", [("", "#f7f2e8")]),
        ("dark", "dark", [("", "#0d2018")]),
        ("contrast", "light dark", [(AT_NIGHT, "#000000"), ("", "#ffffff")]),
    ],
)
def test_the_browsers_own_bars_go_with_the_page(
    scorer: Phone, theme: str, scheme: str, colours: list[tuple[str, str]]
) -> None:
    html = choose(scorer, theme=theme).html
    assert re.findall(r'"color-scheme" content="(.*?)"', html) == [scheme]
    declared = re.findall(r'"theme-color"(?: media="(.*?)")? content="(.*?)"', html)
    assert declared == colours


@pytest.mark.parametrize("chosen", [{"theme": "sepia"}, {"suits": ""}, {"theme": "dark\0"}])
def test_a_setting_that_there_is_not_is_refused(scorer: Phone, chosen: dict[str, str]) -> None:
    page = choose(scorer, **chosen)
    assert (page.status, page.problems) == (422, ["There is no such setting."])
    assert look(page) == {"theme": "phone", "suits": "two"}


def test_a_setting_from_another_version_counts_as_not_chosen(app: Flask, scorer: Phone) -> None:
    with scorer.client.session_transaction() as cookie:
        cookie[COOKIE_KEY] = {"theme": "sepia", "suits": "four"}
    assert look(scorer.open("/")) == {"theme": "phone", "suits": "two"}


def test_the_way_back_leads_to_a_page_of_ours(scorer: Phone) -> None:
    led = {}
    for asked in (*OURS, *ELSEWHERE):
        page = scorer.open(f"/settings/?{query(back=asked)}")
        led[asked] = {*list(addresses(page))[-1:], page.form("/settings/").fields["back"]}
    assert led == {address: {address} for address in OURS} | {
        address: {"/"} for address in ELSEWHERE
    }


def test_the_settings_are_a_tap_away_from_home_and_from_a_game(scorer: Phone) -> None:
    assert "/settings/?back=/" in list(addresses(scorer.open("/")))
    scorer.write_game()
    assert "/settings/?back=/games/1/more" in list(addresses(scorer.open("/games/1/more")))


def test_a_silent_video_is_offered_for_a_running_game_and_only_if_chosen(scorer: Phone) -> None:
    scorer.write_game()
    offered = {"off": silent_video(scorer.open("/games/1/"))}
    assert pressed(choose(scorer, screen="video"))[-1] == "video"
    offered["on"] = silent_video(scorer.open("/games/1/"))
    offered["sheet"] = silent_video(scorer.open("/games/1/sheet"))
    scorer.send(scorer.open("/games/1/more").form("/stop"))
    offered["over"] = silent_video(scorer.open("/games/1/"))
    both = ["silent.mp4", "silent.webm"]
    assert offered == {"off": [], "on": both, "sheet": both, "over": []}


def silent_video(page: Page) -> list[str]:
    """The video files that a page offers to the phone."""
    attribute = re.search(r'data-silent-video="(.*?)"', page.html)
    return [address.rpartition("/")[2] for address in attribute[1].split()] if attribute else []


@pytest.mark.parametrize(
    ("asked", "status", "part"),
    [
        ("", 200, slice(None)),
        ("bytes=0-1", 206, slice(0, 2)),  # how Safari begins; else it plays nothing
        ("bytes=100-", 206, slice(100, None)),
        ("bytes=99999-", 416, None),
    ],
)
def test_a_browser_may_ask_for_a_part_of_a_video(
    stranger: Phone, asked: str, status: int, part: slice | None
) -> None:
    address = "/static/version/video/silent.mp4"
    whole = stranger.client.get(address).data
    answer = stranger.client.get(address, headers={"Range": asked} if asked else {})
    assert answer.status_code == status
    assert part is None or answer.data == whole[part]
