"""The command: arguments settled at the terminal, and what keeps the pages from being served."""

from __future__ import annotations

import json
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
from click.testing import CliRunner, Result
from waitress.server import create_server

from scorekeeper import __version__
from scorekeeper.cli import main
from scorekeeper.engine.israeli_whist.scoring import SCHEMES
from scorekeeper.ledger import schema
from scorekeeper.web import wsgi
from scorekeeper.web.serving import port_of


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(main, arguments, env=environment, prog_name="scorekeeper")


def score(contracts: str, tricks: str, *more: str) -> Result:
    return run("score", "--contracts", contracts, "--tricks", tricks, *more)


def told(result: Result) -> tuple[int, str, str]:
    """The exit code, what was printed, and the last line of what went wrong."""
    return result.exit_code, result.stdout, (result.stderr.splitlines() or [""])[-1]


@pytest.mark.parametrize(
    ("scheme", "points"),
    [
        # DE's example: South 2, West 3, North 7, East 0; they took 0, 3, 8 and 2; 12, under
        ("standard", [-20, 19, -10, -40]),
        ("pagat-german", [-20, 19, -10, -40]),
        ("wikipedia", [-20, 19, -10, -40]),
        ("elhanani", [-10, 9, -5, -35]),
        ("elhanani-german", [-10, 9, -5, -20]),
    ],
)
def test_the_example_of_the_german_page_in_every_scheme(scheme: str, points: list[int]) -> None:
    result = score("2,3,7,0", "0,3,8,2", "--scheme", scheme, "--json")
    told = json.loads(result.stdout)
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert {name: told[name] for name in ("points", "total", "label")} == {
        "points": points,
        "total": 12,
        "label": "under",
    }


def test_every_scheme_is_tried() -> None:
    assert list(SCHEMES) == [
        "standard",
        "pagat-german",
        "wikipedia",
        "elhanani",
        "elhanani-german",
    ]


@pytest.mark.parametrize(
    ("contracts", "tricks", "points", "label"),
    [
        ("3,8,0,1", "3,8,0,2", [19, 74, 50, -10], "under"),  # EN: 3 made, 8 made; zero under
        ("2,8,0,1", "4,6,3,0", [-20, -20, -30, -10], "under"),  # EN: 2 took 4, 0 took 3
        ("5,8,0,1", "5,8,0,0", [35, 74, 30, -10], "over"),  # zero made, over
        ("0,0,0,0", "13,0,0,0", [70, 50, 50, 50], "under"),  # positive from the 7th trick on
        ("13,13,13,13", "0,0,0,13", [-130, -130, -130, 179], "over"),
    ],
)
def test_the_usual_scheme_is_the_standard_one(
    contracts: str, tricks: str, points: list[int], label: str
) -> None:
    told = json.loads(score(contracts, tricks, "--json").stdout)
    assert (told["points"], told["label"]) == (points, label)


def test_points_come_with_their_reasons() -> None:
    assert told(score("2,3,7,0", "0,3,8,2")) == (
        0,
        "Standard; contracts 12: 1 under\n"
        "  2 said   0 took    -20   2 under: -20\n"
        "  3 said   3 took    +19   3 made: 3 x 3 + 10 = 19\n"
        "  7 said   8 took    -10   1 over: -10\n"
        "  0 said   2 took    -40   zero failed, 2 tricks: -50 + 1 x 10 = -40\n",
        "",
    )


def test_all_missed_is_told_too() -> None:
    result = score("5,5,0,0", "4,4,3,2", "--scheme", "elhanani", "--json")
    told = json.loads(result.stdout)
    assert (told["points"], told["reasons"][2]) == (
        [0, 0, 0, 0],
        ["zero failed, 3 tricks: -30 - 2 x 5 = -40", "all four missed: nobody scores"],
    )


def test_blanks_between_numbers_do_not_matter() -> None:
    assert score(" 2, 3,7 ,0", "0,3, 8,2").stdout == score("2,3,7,0", "0,3,8,2").stdout


NO_NUMBERS = "takes four whole numbers, as in 2,3,7,0; not"


@pytest.mark.parametrize(
    ("contracts", "tricks", "reason"),
    [
        ("2,4,7,0", "0,3,8,2", "The four contracts may not come to 13."),
        ("2,3,7,0", "0,3,8,1", "The tricks come to 12, not 13: 1 missing."),
        ("2,3,7,0", "0,3,8,4", "The tricks come to 15, not 13: 2 too many."),
        ("2,3,7", "0,3,8,2", "--contracts takes four numbers, one a player; not 3."),
        ("2,3,7,0", "0,3,8,2,0", "--tricks takes four numbers, one a player; not 5."),
        ("2,3,7,14", "0,3,8,2", "--contracts: 14 is more than the 13 tricks there are."),
        ("2,3,7,0", "0,0,0,99", "--tricks: 99 is more than the 13 tricks there are."),
        ("2,3,7,-1", "0,3,8,2", f"--contracts {NO_NUMBERS} '2,3,7,-1'."),
        ("2,3,7,x", "0,3,8,2", f"--contracts {NO_NUMBERS} '2,3,7,x'."),
        ("2,3,7,²", "0,3,8,2", f"--contracts {NO_NUMBERS} '2,3,7,²'."),
        ("2,3,7,1.0", "0,3,8,2", f"--contracts {NO_NUMBERS} '2,3,7,1.0'."),
        ("", "0,3,8,2", f"--contracts {NO_NUMBERS} ''."),
        ("2 3 7 0", "0,3,8,2", f"--contracts {NO_NUMBERS} '2 3 7 0'."),
        ("9" * 5000, "0,3,8,2", f"--contracts {NO_NUMBERS} '{'9' * 40}…'."),
    ],
)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_numbers_that_cannot_be_are_refused_with_the_reason(
    contracts: str, tricks: str, reason: str, more: tuple[str, ...]
) -> None:
    assert told(score(contracts, tricks, *more)) == (2, "", f"Error: {reason}")


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


def test_an_unknown_scheme_is_refused_with_those_there_are() -> None:
    code, printed, reason = told(score("2,3,7,0", "0,3,8,2", "--scheme", "bridge"))
    assert (code, printed) == (2, "")
    assert [key for key in SCHEMES if f"'{key}'" not in reason] == []


def test_the_version_is_told() -> None:
    assert told(run("--version")) == (0, f"scorekeeper, version {__version__}\n", "")


def other_program(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("create table photos (name text)")


def newer(path: Path) -> None:
    schema.prepare(path)
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
    path = tmp_path / "folder" / "scores.db"
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


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


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
    port = free_port()
    here = f"http://127.0.0.1:{port}"
    db = ("--port", str(port), "--db", str(tmp_path / "scores.db"))
    with serving(*options, *db) as (lines, _):
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
    ("bid", "tricks", "points", "line"),
    [
        ("4 high", "11", [5, 0], "  bid     11 took     +5   4 high made: 4 + 1 x 1 = 5"),
        ("5NT", "9", [-10, 0], "  bid      9 took    -10   2 tricks short of 11: -10"),
    ],
)
def test_score_takes_the_options_of_the_game_that_is_named(
    bid: str, tricks: str, points: list[int], line: str
) -> None:
    given = ("score", "--game", "bid-whist", "--bid", bid, "--tricks", tricks)
    assert run(*given).stdout.splitlines()[1] == line
    assert json.loads(run(*given, "--json").stdout)["points"] == points


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--game", "bid-whist"], "Missing option '--bid'."),
        (
            ["--game=bid-whist", "--bid", "8H", "--tricks", "9"],
            "8 high cannot be bid: the lowest bid is 3 high and the highest 7 no trump.",
        ),
        (
            ["--game=bid-whist", "--bid", "high", "--tricks", "9"],
            "“high” is not a bid. A bid is a "
            "number and high, low or no trump, as in 4 high or 5 NT.",
        ),
        (
            ["--game=bid-whist", "--bid", "4H", "--tricks", "0"],
            "0 tricks cannot be: from 1, the kitty, to 13.",
        ),
        (["--bid", "4H"], "No such option"),
    ],
)
def test_score_of_the_second_game_refuses(arguments: list[str], reason: str) -> None:
    code, out, error = told(run("score", *arguments))
    assert (code, out) == (2, "")
    assert error.startswith(f"Error: {reason}")


def test_the_score_file_of_a_command_is_named_behind_it(tmp_path: Path) -> None:
    """Before it, it was passed over, and the usual file was written."""
    result = run("--db", str(tmp_path / "one.db"), "tables", "list")
    wrong = "Error: Write --db behind the command: scorekeeper tables … --db FILE"
    assert told(result) == (2, "", wrong)
    assert list(tmp_path.iterdir()) == []
