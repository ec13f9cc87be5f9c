"""Command `tables`: lists and creates tables; it creates links and never lists them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands.main import main
from scorekeeper.ledger import access_keys, tables
from scorekeeper.ledger.access_keys import Opened, Origin, Role
from scorekeeper.ledger.store import Store

BOTH = "1 (Our table), 2 (Tuesday club)"


def run(path: Path, *arguments: str, options: tuple[str, ...] = ("--host", "192.0.2.7")) -> Result:
    command = [*options, "tables", *arguments]
    return CliRunner().invoke(main, command, env={"SCOREKEEPER_DB": str(path)})


def opened(store: Store, result: Result) -> list[Opened | None]:
    """The result of opening each printed link, in order."""
    assert result.exit_code == 0, result.output
    return [access_keys.look_up(store, key) for key in re.findall(r"/join/(\S+)", result.stdout)]


def test_tables_are_listed_without_their_links(store: Store) -> None:
    tables.first(store)
    run(store.path, "add", "Tuesday club")
    result = run(store.path, "list")
    assert result.stdout == (
        "  1  Our table: games 0, scoring links 0\n  2  Tuesday club: games 0, scoring links 1\n"
    )


def test_a_table_is_laid_with_its_links(tmp_path: Path) -> None:
    """Also works for a new file; without a named table one scores at the first."""
    path = tmp_path / "new.db"
    result = run(path, "add", "Tuesday club")
    store = Store.open(path)
    assert [table.name for table in tables.every(store)] == ["Our table", "Tuesday club"]
    table = tables.every(store)[1]
    assert opened(store, result) == [Opened(table, Role.SCORE), Opened(table, Role.WATCH)]
    assert re.fullmatch(
        r"Tuesday club, to score:\n  http://192\.0\.2\.7:8013/join/\S{24}\n"
        r"Tuesday club, to watch only:\n  http://192\.0\.2\.7:8013/join/\S{24}\n",
        result.stdout,
    )


def test_links_name_the_host_that_the_proxy_serves(store: Store) -> None:
    tables.first(store)
    options = ("--behind-proxy", "--trusted-host", "Scores.example.org,.club.example")
    result = run(store.path, "link", options=options)
    assert re.findall(r"(\S+)/join/", result.stdout) == ["https://scores.example.org"] * 2


def test_new_links_leave_the_others_good(store: Store) -> None:
    first = access_keys.mint(store, tables.first(store), Origin.PHONE)
    assert None not in opened(store, run(store.path, "link"))
    assert access_keys.look_up(store, first)


@pytest.mark.parametrize(
    ("options", "scoring", "watching"), [((), False, False), (("--watching",), True, False)]
)
def test_renewed_links_make_the_others_void(
    store: Store, options: tuple[str, ...], scoring: bool, watching: bool
) -> None:
    table = tables.first(store)
    first = access_keys.mint(store, table, Origin.PHONE)
    result = run(store.path, "renew", "our table", *options)
    assert None not in opened(store, result)
    good = [
        access_keys.look_up(store, key) is not None
        for key in (first, access_keys.watching_key(first, table))
    ]
    assert good == [scoring, watching]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ("link", "nowhere"),
            f"Error: There is no table “nowhere”; there is: {BOTH}.",
        ),
        (
            ("renew", "9"),
            f"Error: There is no table “9”; there is: {BOTH}.",
        ),
        (
            ("link",),
            f"Error: The file has several tables; name one: {BOTH}.",
        ),
        (("add", "tuesday CLUB"), "Error: There is a table “tuesday CLUB” already."),
        (("add", ""), "Error: The name of a table has 1 to 60 characters."),
    ],
)
def test_what_cannot_be_is_told(store: Store, arguments: tuple[str, ...], reason: str) -> None:
    run(store.path, "add", "Tuesday club")
    result = run(store.path, *arguments)
    assert (result.exit_code, result.stdout, result.stderr.strip()) == (2, "", reason)
    assert len(tables.every(store)) == 2


@pytest.mark.parametrize("command", ["list", "link", "renew"])
def test_no_file_is_made_by_asking(tmp_path: Path, command: str) -> None:
    path = tmp_path / "scores.db"
    result = run(path, command)
    assert (result.exit_code, result.stderr) == (2, f"Error: There is no score file {path}.\n")
    assert not path.exists()


@pytest.mark.parametrize("name", ["https://scores.example.org", "a b", "*"])
def test_a_host_that_is_none_is_refused(store: Store, name: str) -> None:
    result = run(store.path, "list", options=("--trusted-host", name))
    assert result.exit_code == 2
    assert "is not the name of a host, as in scores.example.org." in result.stderr
