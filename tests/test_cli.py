"""The command: what it is called with, and what keeps the pages from being served."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from waitress.server import create_server

from scorekeeper import __version__
from scorekeeper.ledger.database import opening
from scorekeeper.web import wsgi
from scorekeeper.web.app.serving import port_of
from scorekeeper.web.performance import read_limits
from tests.ports import reserved_port
from tests.terminal import run, told


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["score", "--tricks", "0,3,8,2"], "Error: Missing option '--contracts'."),
        (["score", "--contracts", "2,3,7,0"], "Error: Missing option '--tricks'."),
        (
            ["--port", "70000"],
            "Error: Invalid value for '--port': “70000” is no whole number from 0 to 65535.",
        ),
        (
            ["--port", "http"],
            "Error: Invalid value for '--port': “http” is no whole number from 0 to 65535.",
        ),
        (["shuffle"], "Error: No such command 'shuffle'."),
    ],
)
def test_a_command_that_is_none_is_refused(arguments: list[str], reason: str) -> None:
    assert told(run(*arguments)) == (2, "", reason)


def test_the_version_is_told() -> None:
    assert told(run("--version")) == (0, f"scorekeeper, version {__version__}\n", "")


def other_program(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("create table photos (name text)")


def newer(path: Path) -> None:
    opening.prepare(path)
    with sqlite3.connect(path) as connection:
        connection.execute(
            "insert into _sqlite_migrations (migration_set, name, applied_at) "
            "values ('scorekeeper', 'm999_from_the_future', '2099-01-01')"
        )


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: path.write_text("Dear Anna,"), "is not a database; choose another file."),
        (other_program, "belongs to another program; choose another file."),
        (
            newer,
            "was written by a newer version of Scorekeeper; upgrade Scorekeeper to use it.",
        ),
    ],
    ids=["no database", "another program's", "newer"],
)
@pytest.mark.parametrize("command", [(), ("serve",)], ids=["bare", "serve"])
def test_a_file_that_cannot_be_used_is_refused_and_untouched(
    tmp_path: Path, make: Callable[[Path], object], reason: str, command: tuple[str, ...]
) -> None:
    path = tmp_path / "scores.db"
    make(path)
    before = path.read_bytes()
    assert told(run(*command, "--db", str(path), "--no-key", "--port", "0")) == (
        2,
        "",
        f"scorekeeper: {path} {reason}",
    )
    assert path.read_bytes() == before


def test_a_folder_is_no_score_file(tmp_path: Path) -> None:
    assert told(run(SCOREKEEPER_DB=str(tmp_path), SCOREKEEPER_PORT="0")) == (
        2,
        "",
        f"scorekeeper: {tmp_path} is not a file.",
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.7", "::", "example.com"])  # noqa: S104
@pytest.mark.parametrize("said", ["options", "environment"])
def test_without_a_key_only_this_machine_is_served(tmp_path: Path, host: str, said: str) -> None:
    path = tmp_path / "scores.db"
    result = (
        run("--no-key", "--host", host, "--db", str(path))
        if said == "options"
        else run(SCOREKEEPER_NO_KEY="1", SCOREKEEPER_HOST=host, SCOREKEEPER_DB=str(path))
    )
    assert told(result) == (
        2,
        "",
        f"scorekeeper: --no-key serves this machine only; leave out --host {host}.",
    )
    assert not path.exists()


def test_the_usual_file_gets_its_folder_and_a_named_one_does_not(tmp_path: Path) -> None:
    with serving("--no-key", "--port", "0", XDG_CONFIG_HOME=str(tmp_path / "config")) as (lines, _):
        assert lines[1] == f"Score file: {tmp_path / 'config' / 'scorekeeper' / 'scorekeeper.db'}"
    path = tmp_path / "moutned" / "scores.db"
    assert told(run("--no-key", "--port", "0", "--db", str(path))) == (
        2,
        "",
        f"scorekeeper: {path} cannot be used: there is no folder {path.parent}; "
        "make it, or correct the name.",
    )
    assert not path.parent.exists()


def test_options_before_serve_hold_for_it() -> None:
    assert told(run("--no-key", "--host", "192.168.1.7", "serve")) == (
        2,
        "",
        "scorekeeper: --no-key serves this machine only; leave out --host 192.168.1.7.",
    )


def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = run("--no-key", "--port", str(port), "--db", str(tmp_path / "scores.db"))
    assert list(tmp_path.iterdir()) == []
    assert told(result) == (
        2,
        "",
        f"scorekeeper: Cannot listen on 127.0.0.1 port {port}: Address already in use. "
        "Choose another port with --port.",
    )


@contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[tuple[list[str], str]]:
    """The command in its own process: what it prints until it serves, and its address."""
    process = subprocess.Popen(
        [sys.executable, "-m", "scorekeeper", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | environment | {"PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout
    try:
        lines: list[str] = []
        for line in process.stdout:
            lines.append(line.rstrip("\n"))
            if "Stop with Ctrl-C" in line or "No key is asked for" in line:
                break
        found = re.search(r"https?://\S+", "\n".join(lines))
        assert found, lines
        yield lines, found[0]
    finally:
        process.send_signal(signal.SIGTERM)
        rest = process.stdout.read()
        assert (process.wait(20), rest) == (0, "")


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


def test_the_bare_command_prints_a_link_for_each_role_with_its_key(tmp_path: Path) -> None:
    options = ("--host", "127.0.0.1", "--port", "0", "--db", str(tmp_path / "scores.db"))
    with serving(*options) as (lines, _):
        links = [line.strip() for line in lines if line.strip().startswith("http://")]
        assert [
            bool(re.fullmatch(r"http://127\.0\.0\.1:\d+/join/[\w-]{24}", one)) for one in links
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
    """The flags of the cookie that a link is exchanged for, by what says that it came by https."""
    asked = urllib.request.Request(link, headers={"X-Forwarded-Proto": "https"})
    opener = urllib.request.build_opener(Stay())
    with pytest.raises(urllib.error.HTTPError) as answered:
        opener.open(asked)
    with answered.value:
        return sorted(answered.value.headers["Set-Cookie"].split("; ")[2:])


class Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect."""

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
def test_a_proxy_is_believed_where_it_was_told_of(
    tmp_path: Path, options: tuple[str, ...], origin: str, flags: list[str]
) -> None:
    """Through the whole of the server, which has a mind of its own about such headers."""
    path = tmp_path / "scores.db"
    with (
        reserved_port() as port,
        serving(*options, "--port", str(port), "--db", str(path)) as (lines, _),
    ):
        here = f"http://127.0.0.1:{port}"
        links = [word for line in lines for word in line.split() if "/join/" in word]
        assert [link.rpartition("/join/")[0] for link in links] == [origin.format(port)] * 2
        assert cookie_flags(f"{here}/join/{links[0].rpartition('/')[2]}") == flags


@pytest.mark.parametrize("trusted", ["", " scores.example.org, .club.example"])
def test_the_application_for_other_servers_takes_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: str
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DB", str(tmp_path / "scores.db"))
    monkeypatch.setenv("SCOREKEEPER_TRUSTED_HOSTS", trusted)
    monkeypatch.setenv("SCOREKEEPER_BEHIND_PROXY", "1" if trusted else "0")
    monkeypatch.setenv("SCOREKEEPER_SECRET", "s" * 40)
    client = wsgi.app().test_client()
    come = {"X-Forwarded-Host": "scores.example.org", "X-Forwarded-Proto": "https"}
    answer = client.get("/", headers=come)
    assert answer.status_code == 403, "the door, not the refusal of a name"
    assert ("Cross-Origin-Opener-Policy" in answer.headers) == bool(trusted)
    refused = client.get("/", headers={"Host": "scores.example.org"}).status_code
    assert refused == (403 if trusted else 400)
    assert not (tmp_path / "scores.db.secret").exists()


def test_the_workers_of_another_server_share_what_watchers_may_cost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCOREKEEPER_DB", str(tmp_path / "scores.db"))
    alone = wsgi.app().extensions[read_limits.NAME].shares
    monkeypatch.setenv("WEB_CONCURRENCY", "2")
    one_of_two = wsgi.app().extensions[read_limits.NAME].shares
    assert [one.each_second / 2 for one in alone] == [one.each_second for one in one_of_two]
    assert [one.at_once / 2 for one in alone] == [one.at_once for one in one_of_two]


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
    assert told(run("--no-key", "--behind-proxy", "--db", str(path))) == (
        2,
        "",
        "scorekeeper: --no-key serves this machine only; leave out --behind-proxy.",
    )
    assert not path.exists()


def test_a_secret_that_is_none_stops_the_start(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    said = told(run("--port", "0", "--db", str(path), SCOREKEEPER_SECRET="short"))  # noqa: S106
    assert said == (2, "", "scorekeeper: SCOREKEEPER_SECRET must have at least 32 characters.")


def joined(link: str) -> tuple[int, bool]:
    """What a new phone is shown that follows a link."""
    phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with phone.open(link) as page:
        read = page.read().decode()
    return page.status, "Deal the cards" in read or "Nobody has begun" in read


def test_a_name_with_two_addresses_has_a_port_to_print() -> None:
    server = create_server(lambda *_: [], listen="127.0.0.1:0 127.0.0.1:0")
    try:
        assert str(port_of(server)) == server.effective_listen[0][1]
    finally:
        server.close()


@pytest.mark.parametrize(
    ("before", "command"),
    [("--port", "doctor"), ("--backups", "demo"), ("--backups", "tables"), ("--host", "score")],
)
def test_no_option_before_a_command_is_passed_over(before: str, command: str) -> None:
    wrong = f"Error: “scorekeeper {command}” does not take {before}."
    assert told(run(before, "1", command)) == (2, "", wrong)


@pytest.mark.parametrize("command", [[], ["score"], ["tables", "add"], ["demo"]])
def test_every_command_has_a_short_form_for_help(command: list[str]) -> None:
    assert run(*command, "-h").stdout == run(*command, "--help").stdout


def test_the_score_file_of_a_command_is_named_behind_it(tmp_path: Path) -> None:
    """Before it, it was passed over, and the usual file was written."""
    result = run("--db", str(tmp_path / "one.db"), "tables", "list")
    wrong = "Error: Write --db behind the command: scorekeeper tables … --db FILE"
    assert told(result) == (2, "", wrong)
    assert list(tmp_path.iterdir()) == []
