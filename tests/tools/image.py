"""The image: built without a daemon, started, killed, stopped and upgraded.

Run with `make image`; the base is made of Debian's packages by mmdebstrap, and buildah builds and
runs the image with `--isolation chroot`, so that neither Docker nor a registry of images is needed.
A root file system that is read-only, as compose.yaml asks for, is beyond that isolation: what the
user of the image may write to is looked up instead.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from werkzeug.exceptions import NotFound
from werkzeug.middleware.http_proxy import ProxyMiddleware
from werkzeug.test import Client

from tests.ports import reserved_port
from tests.web.phone import Form, Page, Phone

ROOT = Path(__file__).resolve().parents[2]
BASE, IMAGE, CONTAINER = "scorekeeper-base", "scorekeeper-test", "scorekeeper-trial"
USER = 10001


def buildah(*arguments: str | Path) -> str:
    """What a command of buildah prints."""
    command = ("buildah", "--storage-driver", "vfs", *arguments)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    """An image of Debian with its own Python."""
    if BASE in buildah("images", "--format", "{{.Name}}"):
        return f"localhost/{BASE}"
    folder = tmp_path_factory.mktemp("base")
    packages = "python3,python3-venv,ca-certificates"
    command = ("mmdebstrap", "--variant=minbase", f"--include={packages}", "bookworm", "base.tar")
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (folder / "Containerfile").write_text("FROM scratch\nADD base.tar /\n")
    buildah("bud", "--isolation", "chroot", "--tag", BASE, folder)
    return f"localhost/{BASE}"


@pytest.fixture(scope="module")
def container(base: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A container of the image, built as the Containerfile says."""
    settings = tmp_path_factory.mktemp("pip") / "pip.conf"
    settings.write_text(_settings_of_pip())
    mounted = [(settings, "/etc/pip.conf"), (Path("/etc/ssl/certs"), "/etc/ssl/certs")]
    volumes = [f"--volume={source}:{target}:ro" for source, target in mounted]
    build = ("bud", "--isolation", "chroot", "--format", "docker", *volumes)
    ignored = ("--ignorefile", ROOT / ".dockerignore")
    buildah(*build, *ignored, "--build-arg", f"BASE={base}", "--tag", IMAGE, ROOT)
    subprocess.run(
        ["buildah", "--storage-driver", "vfs", "rm", CONTAINER], capture_output=True, check=False
    )
    name = buildah("from", "--pull-never", "--name", CONTAINER, f"localhost/{IMAGE}").strip()
    buildah("config", "--volume", "/data-", name)  # or buildah mounts a volume of its own there
    yield name
    buildah("rm", name)


def _settings_of_pip() -> str:
    """The settings of this machine's pip, for the build alone."""
    lines = subprocess.run(["pip", "config", "list"], capture_output=True, text=True, check=True)
    found = re.findall(r"^(?:global|:env:)\.([\w-]+)='(.*)'$", lines.stdout, re.MULTILINE)
    settings = dict(found)
    settings.pop("constraint", None)  # names a file that is not in the container
    return "[global]\n" + "".join(f"{name} = {value}\n" for name, value in settings.items())


class Guest(Phone):
    """A phone that asks a server in a container over HTTP."""

    def __init__(self, port: int) -> None:
        proxy = ProxyMiddleware(NotFound(), {"": {"target": f"http://127.0.0.1:{port}"}})
        proxy.targets = {"/": {**proxy.targets["//"], "host": None}}  # every path, the same host
        super().__init__(Client(proxy))  # type: ignore[arg-type]  # without Flask's additions

    def question(self, game: int = 1) -> Form:
        return self.open(f"/games/{game}/").form("/answers")

    def join(self, link: str) -> Page:
        """Follow a link of the log."""
        return self.open("/join/" + link.rpartition("/")[2])


class Running:
    """The image, running on a volume."""

    def __init__(self, container: str, data: Path, port: int) -> None:
        self.data, self.port = data, port
        options = ("--isolation", "chroot", f"--volume={data}:/data")
        env = ("--env", f"SCOREKEEPER_PORT={port}", "--env", "SCOREKEEPER_TRUSTED_HOSTS=pi.local")
        command = ("buildah", "--storage-driver", "vfs", "run", *options, *env, container)
        self.process = subprocess.Popen(
            [*command, "--", "scorekeeper"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.log: list[str] = []
        assert self.process.stdout
        for line in self.process.stdout:
            self.log.append(line.rstrip("\n"))
            if "Stop with Ctrl-C" in line:
                return
        raise AssertionError("\n".join(self.log))

    @property
    def links(self) -> list[str]:
        return re.findall(rf"http://pi\.local:{self.port}/join/\S+", "\n".join(self.log))

    def pids(self) -> list[int]:
        """The processes of the image's user, the program itself first, without buildah's own."""
        own = [path for path in Path("/proc").glob("[0-9]*") if _owner(path) == USER]
        return sorted(int(path.name) for path in own if b"buildah" not in _command(path))

    def end(self, how: signal.Signals) -> int:
        """End the program as a container's end does; return the exit status."""
        os.kill(self.pids()[0], how)
        status = self.process.wait(20)
        for _ in range(100):
            if not self.pids():
                return status
            time.sleep(0.1)
        raise AssertionError("a process of the image is still there")


def _owner(path: Path) -> int | None:
    try:
        return path.stat().st_uid
    except FileNotFoundError:
        return None


def _command(path: Path) -> bytes:
    try:
        return (path / "cmdline").read_bytes()
    except FileNotFoundError:
        return b""


@contextmanager
def running(container: str, data: Path) -> Iterator[Running]:
    """The image on a port of its own; killed at the end if it still runs."""
    with reserved_port() as port:
        pass
    served = Running(container, data, port)
    try:
        yield served
    finally:
        if served.process.poll() is None:
            served.end(signal.SIGKILL)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """An empty volume, as the image has made it."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    os.chown(folder, USER, USER)
    tmp_path.chmod(0o711)
    return folder


def points(phone: Phone) -> Sequence[str]:
    """The totals of the first game, in the order of the seats."""
    exported = json.loads(phone.client.get("/games/1/export.json").text)
    return [side["total"] for side in exported["games"][0]["sides"]]


def test_a_hand_outlives_a_kill_and_a_stop(container: str, data: Path) -> None:
    with running(container, data) as first:
        assert len(first.links) == 2, first.log
        guest = Guest(first.port)
        assert guest.open("/health").status == 200
        assert guest.join(first.links[0]).status == 200
        guest.begin()
        guest.hand()
        before = guest.open("/games/1/").words
        first.end(signal.SIGKILL)
    with running(container, data) as second:
        again = Guest(second.port)
        again.join(second.links[0])
        assert again.open("/games/1/").words == before
        again.answer(bid="6H", winner="1")
        assert second.end(signal.SIGTERM) == 0
    assert not list(data.glob("*-wal")), "a graceful stop leaves one file"
    with running(container, data) as third:
        last = Guest(third.port)
        last.join(third.links[0])
        assert "6♥" in last.open("/games/1/").words


def test_a_backup_replaces_a_damaged_file(container: str, data: Path) -> None:
    with running(container, data) as served:
        guest = Guest(served.port)
        guest.join(served.links[0])
        guest.begin()
        guest.hand()
        before = guest.open("/games/1/").words
        served.end(signal.SIGTERM)
    volume = ("run", "--isolation", "chroot", f"--volume={data}:/data", container, "--")
    buildah(*volume, "scorekeeper", "backup", "/data/copy.db")
    path = data / "scorekeeper.db"
    path.write_bytes(bytes(4096) + path.read_bytes()[4096:])
    buildah(*volume, "scorekeeper", "restore", "/data/copy.db")
    with running(container, data) as again:
        guest = Guest(again.port)
        guest.join(again.links[0])
        assert guest.open("/games/1/").words == before


def test_the_image_runs_without_rights(container: str) -> None:
    settings = json.loads(buildah("inspect", "--type", "image", f"localhost/{IMAGE}"))
    config = settings["Docker"]["config"]
    assert (config["User"], [*config["Volumes"]]) == (f"{USER}:{USER}", ["/data"])
    assert config["StopSignal"] == "SIGTERM"
    search = "find / -xdev -writable -not -type l -not -path '/proc/*' -not -path '/dev/*'"
    command = ("--", "sh", "-c", f"{search} 2>/dev/null || true")
    writable = buildah("run", "--isolation", "chroot", container, *command).split()
    allowed = ("/data", "/tmp", "/var/tmp", "/run/lock", "/sys", "/proc")  # noqa: S108
    assert [path for path in writable if not path.startswith(allowed)] == []
    health = config["Healthcheck"]["Test"]
    assert health[0] == "CMD"
    env = ("--env", "SCOREKEEPER_PORT=9")  # where nothing listens
    with pytest.raises(AssertionError, match="Connection refused"):
        buildah("run", "--isolation", "chroot", *env, container, "--", *health[1:])


def test_nothing_that_only_builds_is_in_the_image(container: str) -> None:
    listed = buildah(
        "run", "--isolation", "chroot", container, "--", "ls", "/opt/scorekeeper/bin"
    ).split()
    assert "scorekeeper" in listed
    assert not {"pip", "hatchling"} & set(listed)
