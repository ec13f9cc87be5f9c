"""The command that serves: its links, its environment, behind a proxy, under other servers."""

from __future__ import annotations

import re
import socket
import sqlite3
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask

from scorekeeper import __version__
from scorekeeper.commands.serve import ports_to_try
from scorekeeper.web import read_limits, wsgi
from scorekeeper.web.serving import CannotServe, first_free_port, on_a_desktop
from tests.ports import reserved_port
from tests.served import serving
from tests.terminal import refusal, run


@pytest.mark.slow
def test_the_environment_stands_for_the_options(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    with serving(SCOREKEEPER_DB=str(path), SCOREKEEPER_NO_KEY="1", SCOREKEEPER_PORT="0") as (
        lines,
        address,
    ):
        assert lines == [
            f"Scorekeeper {__version__}",
            f"Score file: {path}",
            f"Open {address} on this machine. No key is asked for.",
        ]
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        with urllib.request.urlopen(address) as page:
            assert (page.status, "Deal the cards" in page.read().decode()) == (200, True)
    assert path.is_file()


def test_the_next_free_port_is_taken_unless_one_was_asked_for() -> None:
    with reserved_port() as free, socket.create_server(("127.0.0.1", 0)) as taken:
        busy = taken.getsockname()[1]
        assert first_free_port("127.0.0.1", [busy, free]) == free
        with pytest.raises(CannotServe, match="--port"):
            first_free_port("127.0.0.1", [busy])
    assert [*ports_to_try(None)][:2] == [8013, 8014]
    assert [*ports_to_try(8020)] == [8020]
    assert [*ports_to_try(None, behind_proxy=True)] == [8013]


@pytest.mark.slow
def test_the_browser_is_opened_with_a_link_that_lets_it_in(tmp_path: Path) -> None:
    opened, browser = tmp_path / "opened", tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o700)
    options = ("--host", "127.0.0.1", "--port", "0", "--db", str(tmp_path / "scores.db"))
    with serving(*options, "--browser", BROWSER=f"{browser} %s"):
        for _ in range(1200):
            if opened.exists():
                break
            time.sleep(0.05)
        assert joined(opened.read_text().strip()) == (200, True)


@pytest.mark.parametrize(
    ("system", "environment", "terminal", "expected"),
    [
        ("win32", {}, True, True),
        ("darwin", {}, True, True),
        ("linux", {"DISPLAY": ":0"}, True, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True, True),
        ("linux", {}, True, False),  # a server
        ("linux", {"DISPLAY": ":0", "SSH_CONNECTION": "1"}, True, False),
        ("linux", {"DISPLAY": ":0"}, False, False),  # a service
    ],
)
def test_only_a_desktop_has_its_browser_opened(
    monkeypatch: pytest.MonkeyPatch,
    system: str,
    environment: dict[str, str],
    terminal: bool,
    expected: bool,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("sys.platform", system)
    monkeypatch.setattr("sys.stdout.isatty", lambda: terminal, raising=False)
    monkeypatch.setattr("sys.argv", ["scorekeeper"])
    assert on_a_desktop() is expected
    if not terminal:  # the one file is started by a double click
        monkeypatch.setattr("sys.argv", ["/home/ann/Downloads/scorekeeper.pyz"])
        assert on_a_desktop()


@pytest.mark.slow
def test_links_name_the_machine_as_phones_call_it(tmp_path: Path) -> None:
    options = ("--host", "127.0.0.1", "--port", "0", "--db", str(tmp_path / "scores.db"))
    with serving(*options, "--trusted-host", "scores.home") as (lines, _):
        links = [line.strip() for line in lines if "/join/" in line]
    hosts = [re.sub(r":\d+/join/.*", "", link) for link in links]
    assert hosts == ["http://scores.home", "http://127.0.0.1"] * 2


@pytest.mark.slow
def test_the_bare_command_prints_a_link_for_each_role_with_its_key(tmp_path: Path) -> None:
    options = ("--host", "127.0.0.1", "--port", "0", "--db", str(tmp_path / "scores.db"))
    with serving(*options) as (lines, _):
        links = [line.strip() for line in lines if line.strip().startswith("http://")]
        assert [
            bool(re.fullmatch(r"http://127\.0\.0\.1:\d+/join/[\w-]{24}", link)) for link in links
        ] == [
            True,
            True,
        ]
        assert len(set(links)) == 2
        assert joined(links[0]) == (200, True)
    with serving(*options) as (lines, _):
        fresh = [line.strip() for line in lines if line.strip().startswith("http://")]
        origin = fresh[0].partition("/join/")[0]
        earlier = [f"{origin}/join/{link.rpartition('/')[2]}" for link in links]
        assert set(earlier).isdisjoint(fresh)
        assert [joined(link) for link in (*fresh, *earlier)] == [(200, True)] * 4


def cookie_flags(link: str) -> list[str]:
    """The flags of the cookie that a link sets, by the header that reports https."""
    asked = urllib.request.Request(link, headers={"X-Forwarded-Proto": "https"})
    opener = urllib.request.build_opener(Stay())
    with pytest.raises(urllib.error.HTTPError) as answered:
        opener.open(asked)
    with answered.value:
        return sorted(answered.value.headers["Set-Cookie"].split("; ")[2:])


class Stay(urllib.request.HTTPRedirectHandler):
    """An HTTP handler that follows no redirect."""

    def redirect_request(self, *_: object) -> None:
        return None


@pytest.mark.parametrize(
    ("options", "origin", "flags"),
    [
        (("--host", "127.0.0.1"), "http://127.0.0.1:{}", ["HttpOnly", "Path=/", "SameSite=Lax"]),
        (
            ("--behind-proxy", "--trusted-host", "scores.example.org"),
            "https://scores.example.org",
            ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"],
        ),
    ],
)
@pytest.mark.slow
def test_a_proxy_is_believed_where_it_was_told_of(
    tmp_path: Path, options: tuple[str, ...], origin: str, flags: list[str]
) -> None:
    """Through the whole server, which handles such headers itself."""
    path = tmp_path / "scores.db"
    with (
        reserved_port() as port,
        serving(*options, "--port", str(port), "--db", str(path)) as (lines, _),
    ):
        here = f"http://127.0.0.1:{port}"
        links = [word for line in lines for word in line.split() if "/join/" in word]
        assert [link.rpartition("/join/")[0] for link in links] == [origin.format(port)] * 2
        assert cookie_flags(f"{here}/join/{links[0].rpartition('/')[2]}") == flags


@pytest.fixture
def of_other_servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Flask]]:
    """The application that other servers run; its threads end with the test."""
    at_exit: list[Callable[[], None]] = []
    monkeypatch.setattr(wsgi, "atexit", SimpleNamespace(register=at_exit.append))
    monkeypatch.setattr(wsgi, "tune_interpreter", lambda: None)
    yield wsgi.app
    for end in reversed(at_exit):
        end()


@pytest.mark.parametrize("trusted", ["", " scores.example.org, .club.example"])
def test_the_application_for_other_servers_takes_the_environment(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    of_other_servers: Callable[[], Flask],
    trusted: str,
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DB", str(tmp_path / "scores.db"))
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_HOSTS", trusted)
    monkeypatch.setenv("SCOREKEEPER_BEHIND_PROXY", "1" if trusted else "0")
    monkeypatch.setenv("SCOREKEEPER_SECRET", "s" * 40)
    client = of_other_servers().test_client()
    come = {"X-Forwarded-Host": "scores.example.org", "X-Forwarded-Proto": "https"}
    answer = client.get("/", headers=come)
    assert answer.status_code == 403, "the door, not the refusal of a name"
    assert ("Cross-Origin-Opener-Policy" in answer.headers) == bool(trusted)
    refused = client.get("/", headers={"Host": "scores.example.org"}).status_code
    assert refused == (403 if trusted else 400)
    assert not (tmp_path / "scores.db.secret").exists()


def test_the_workers_of_another_server_share_what_watchers_may_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, of_other_servers: Callable[[], Flask]
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DB", str(tmp_path / "scores.db"))
    alone = of_other_servers().extensions[read_limits.NAME].shares
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    one_of_two = of_other_servers().extensions[read_limits.NAME].shares
    assert [share.each_second / 2 for share in alone] == [share.each_second for share in one_of_two]
    assert [share.at_once / 2 for share in alone] == [share.at_once for share in one_of_two]


@pytest.mark.slow
def test_a_start_without_links_makes_none(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    with serving("--no-links", "--host", "127.0.0.1", "--port", "0", "--db", str(path)) as (
        lines,
        address,
    ):
        assert lines[2:] == [
            f"Open {address}",
            "“scorekeeper tables link” makes links to score and to watch. Stop with Ctrl-C.",
        ]
    with sqlite3.connect(path) as db:
        assert db.execute("select count(*) from keys").fetchone() == (0,)
    db.close()


def test_nobody_is_let_in_without_a_key_from_behind_a_proxy(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    assert (
        refusal(run("--no-key", "--behind-proxy", "--db", str(path)))
        == "--no-key serves this machine only; leave out --behind-proxy."
    )
    assert not path.exists()


def joined(link: str) -> tuple[int, bool]:
    """The page for a new phone that follows a link."""
    phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with phone.open(link) as page:
        read = page.read().decode()
    return page.status, "Deal the cards" in read or "Nobody has begun" in read
