"""Printed addresses: those at which phones find the pages, and no others."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path
from types import SimpleNamespace

import ifaddr
import pytest
from click.testing import CliRunner, Result

from scorekeeper.commands.main import main
from scorekeeper.ledger.store import Store
from scorekeeper.ledger.tables import set_preference
from scorekeeper.web import addresses, serving
from scorekeeper.web.addresses import ServerAddress
from scorekeeper.web.serving import BLOCKS
from tests import served
from tests.commands.test_careless import run as careless


def run(path: Path, *line: str, **environment: str) -> Result:
    return CliRunner().invoke(main, line, env={"SCOREKEEPER_DB": str(path), **environment})


def at(path: Path) -> tuple[str, ...]:
    """The options of a server of this file, on a free port."""
    return ("--db", str(path), "--port", "0")


def origins(result: Result) -> list[str]:
    """The targets of the printed links, without repetition."""
    assert result.exit_code == 0, result.output
    return list(dict.fromkeys(re.findall(r"(\S+)/join/", result.stdout)))


def test_a_link_that_a_command_makes_leads_where_the_file_is_served(tmp_path: Path) -> None:
    """Works for any port, and also while nothing is served: it may be again."""
    path = tmp_path / "scores.db"
    with served.serving(*at(path), "--host", "127.0.0.1", "--no-links") as (_, address):
        here = address.rstrip("/")
        made = run(path, "tables", "add", "Tuesday club")
        assert (origins(made), made.stderr) == ([here], "")
        link = re.findall(r"http\S+", made.stdout)[0]
        phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with phone.open(link) as page:
            assert page.status == 200
    assert origins(run(path, "tables", "link", "Tuesday club")) == [here]


def test_a_start_for_this_machine_alone_says_nothing_of_links(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    addresses.remember(Store.open(path), ServerAddress("192.0.2.7", 8020))
    with served.serving(*at(path), "--no-key"):
        assert origins(run(path, "tables", "link")) == ["http://192.0.2.7:8020"]


def test_what_is_said_goes_before_where_it_was_served(store: Store) -> None:
    addresses.remember(store, ServerAddress("192.0.2.7", 8020))
    assert origins(run(store.path, "--port", "8030", "tables", "link")) == ["http://192.0.2.7:8030"]
    assert origins(run(store.path, "--host", "192.0.2.9", "tables", "link")) == [
        "http://192.0.2.9:8020"
    ]
    proxy = {"SCOREKEEPER_BEHIND_PROXY": "1", "SCOREKEEPER_TRUSTED_HOSTS": "scores.example.org"}
    assert origins(run(store.path, "tables", "link", **proxy)) == ["https://scores.example.org"]


def test_behind_a_proxy_the_name_is_known_afterwards(store: Store) -> None:
    addresses.remember(
        store, ServerAddress("127.0.0.1", 8013, True, ("scores.example.org", ".club.example"))
    )
    assert origins(run(store.path, "tables", "link")) == ["https://scores.example.org"]


def test_a_port_that_nobody_knows_is_said_to_be_a_guess(tmp_path: Path) -> None:
    path = tmp_path / "scores.db"
    made = run(path, "--host", "192.0.2.7", "tables", "add", "Tuesday club")
    assert origins(made) == ["http://192.0.2.7:8013"]
    assert made.stderr == (
        "On which port this file is served with keys is not known: if it is not 8013, put it "
        "into the links, or say it: scorekeeper --port N tables link\n"
    )
    assert run(path, "--port", "8013", "tables", "link", "1").stderr == ""


@pytest.mark.parametrize("kept", ["", "[]", "{}", '{"host": "x", "trusted_hosts": [], "more": 1}'])
def test_what_another_version_noted_is_passed_over(store: Store, kept: str) -> None:
    set_preference(store, addresses.SETTING, kept)
    assert origins(run(store.path, "--port", "8020", "--host", "192.0.2.7", "tables", "link")) == [
        "http://192.0.2.7:8020"
    ]


@pytest.mark.parametrize(
    ("host", "printed"),
    [
        ("::", ["http://[fd00::2]:8013", "http://[2a01:4f8::7]:8013"]),
        ("[::]", ["http://[fd00::2]:8013", "http://[2a01:4f8::7]:8013"]),
        ("0:0:0:0:0:0:0:0", ["http://[fd00::2]:8013", "http://[2a01:4f8::7]:8013"]),
        ("*", ["http://192.168.1.7:8013"]),
        ("[2a01:4f8::7]", ["http://[2a01:4f8::7]:8013"]),
        ("localhost", ["http://localhost:8013"]),
    ],
)
def test_an_address_that_stands_for_all_is_printed_as_those_there_are(
    monkeypatch: pytest.MonkeyPatch, host: str, printed: list[str]
) -> None:
    ips = ["192.168.1.7", ("2a01:4f8::7", 0, 0), ("fd00::2", 0, 0), ("fe80::1", 0, 4)]
    adapters = [("lo", ["127.0.0.1", ("::1", 0, 0)]), ("wlan0", ips)]
    monkeypatch.setattr(
        ifaddr,
        "get_adapters",
        lambda: [
            SimpleNamespace(nice_name=name, ips=[SimpleNamespace(ip=ip) for ip in addresses])
            for name, addresses in adapters
        ],
    )
    monkeypatch.setattr(addresses, "_outgoing", lambda: iter(()))
    assert addresses.origins(ServerAddress(host, 8013)) == printed


@pytest.mark.parametrize("host", ["nosuch.example", "192.0.2.99", "300.1.1.1", "a b"])
def test_an_address_of_another_machine_is_told_with_those_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setattr(serving, "addresses", lambda _: ["192.168.1.7"])
    result = careless("--db", tmp_path / "scores.db", "--host", host, "--port", "0")
    assert (result.exit_code, result.stdout, result.stderr) == (
        2,
        "",
        f"scorekeeper: Cannot listen on {host} port 0: this machine has no address “{host}”. "
        "Leave out --host, or choose one of these: 192.168.1.7, 127.0.0.1.\n",
    )


def test_a_server_for_this_machine_alone_offers_no_code_for_a_camera(
    store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    serving.announce(store, ServerAddress("127.0.0.1", 8013), keyless=False, prints_links=True)
    printed = capsys.readouterr().out
    assert "on this machine; “--host 0.0.0.0” lets phones in" in printed
    assert not set(BLOCKS) & set(printed)
    assert "same network" not in printed
    serving.announce(store, ServerAddress("192.0.2.7", 8013), keyless=False, prints_links=True)
    printed = capsys.readouterr().out
    assert "on a phone in the same network" in printed
    assert set(BLOCKS) & set(printed)
