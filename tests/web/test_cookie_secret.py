"""The secret that signs cookies: beside the score file, made once, readable only by its owner."""

from __future__ import annotations

import sqlite3
import stat
import tempfile
from pathlib import Path
from threading import Thread

import pytest

from scorekeeper.ledger import backups, database
from scorekeeper.ledger.access_keys import Role
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.store import Store
from scorekeeper.web import create_app
from scorekeeper.web.cookies import secret_file, secret_of
from tests.doors import cookie_name, new_link
from tests.nobody import as_nobody

NONE: dict[str, str] = {}


def refusal(store: Store, environment: dict[str, str] = NONE) -> str:
    with pytest.raises(UnusableFile) as refused:
        secret_of(store, environment)
    return str(refused.value)


def refusal_beside(path: Path) -> str:
    return refusal(Store(path))


def test_it_is_made_beside_the_score_file_and_stays(store: Store) -> None:
    path = store.path.with_name("scores.db.secret")
    secret = secret_of(store, NONE)
    assert (path.read_text().strip(), secret_of(Store(store.path), NONE)) == (secret, secret)
    assert (len(secret), stat.S_IMODE(path.stat().st_mode)) == (43, 0o600)
    assert {file.name for file in path.parent.iterdir()} & {f"{path.name}.part"} == set()


def test_it_is_nowhere_in_the_score_file_nor_in_a_copy_of_it(store: Store, tmp_path: Path) -> None:
    secret = secret_of(store, NONE).encode()
    backups.back_up(store.path, tmp_path / "copy.db")
    files = [file for file in tmp_path.iterdir() if not file.name.endswith(".secret")]
    assert len(files) >= 2
    assert [secret in file.read_bytes() for file in files] == [False] * len(files)


def test_those_that_start_at_once_have_one_secret(store: Store) -> None:
    secrets: list[str] = []
    threads = [
        Thread(target=lambda: secrets.append(secret_of(Store(store.path), NONE))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(secrets), len(set(secrets))) == (8, 1)


def test_what_a_start_that_was_cut_short_left_is_no_secret(store: Store) -> None:
    part = secret_file(store.path).with_name("scores.db.secret.part")
    part.write_text("x" * 43)
    assert secret_of(store, NONE) != "x" * 43
    assert not part.exists()


def test_a_careless_copy_is_closed_to_others(store: Store) -> None:
    path = secret_file(store.path)
    secret = secret_of(store, NONE)
    path.chmod(0o644)
    assert secret_of(store, NONE) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_to_the_score_file_leads_to_the_same_secret(store: Store, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere"
    other.mkdir()
    (other / "linked.db").symlink_to(store.path)
    assert secret_of(Store(other / "linked.db"), NONE) == secret_of(store, NONE)


def test_the_environment_may_give_it(store: Store) -> None:
    assert secret_of(store, {"SCOREKEEPER_SECRET": "s" * 32}) == "s" * 32
    assert not secret_file(store.path).exists()
    assert refusal(store, {"SCOREKEEPER_SECRET": "short"}) == (
        "SCOREKEEPER_SECRET must have at least 32 characters."
    )


def test_a_locked_score_file_stops_the_start(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    other = sqlite3.connect(store.path, isolation_level=None)
    try:
        other.execute("begin immediate")
        assert refusal(store) == (
            f"{store.path} is locked by another program; close that program and try again."
        )
    finally:
        other.close()


@pytest.mark.parametrize("content", [b"", b"short\n", b"\xff" * 60])
def test_a_file_that_holds_none_stops_the_start(store: Store, content: bytes) -> None:
    path = secret_file(store.path)
    path.write_bytes(content)
    assert refusal(store) == (
        f"{path} does not hold a secret: delete it and start again; "
        "everyone then has to follow a link anew."
    )
    assert path.read_bytes() == content


def test_a_folder_in_its_place_stops_the_start(store: Store) -> None:
    path = secret_file(store.path)
    path.mkdir()
    assert refusal(store).startswith(f"{path}, which holds the secret that signs cookies, cannot")


def test_one_that_may_not_be_read_stops_the_start() -> None:
    with tempfile.TemporaryDirectory() as name:  # pytest's own folder is closed to others
        folder = Path(name)
        folder.chmod(0o777)
        store = Store.open(folder / "scores.db")
        store.close()
        (folder / "scores.db").chmod(0o666)
        path = secret_file(store.path)
        path.write_text("x" * 43)
        path.chmod(0)
        message = as_nobody(refusal_beside, folder / "scores.db")
    assert message == (
        f"{path}, which holds the secret that signs cookies, cannot be used: Permission denied. "
        "Check its permissions and those of its folder, or give a secret by SCOREKEEPER_SECRET."
    )


def test_who_has_a_copy_of_the_score_file_makes_no_cookie_for_it(
    store: Store, tmp_path: Path
) -> None:
    """A score keeper over the copy signs with another secret."""
    client = create_app(store).test_client()
    client.get(new_link(store, Role.SCORE))
    copy = tmp_path / "stolen" / "scores.db"
    copy.parent.mkdir()
    backups.back_up(store.path, copy)
    stolen = Store.open(copy)
    thief = create_app(stolen).test_client()
    thief.get(new_link(stolen, Role.SCORE))
    cookie = thief.get_cookie(cookie_name(thief))
    assert cookie
    assert thief.get("/").status_code == 200
    client.set_cookie(cookie_name(client), cookie.value)
    assert client.get("/").status_code == 403
