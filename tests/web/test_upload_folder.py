"""The folder for uploads: deleted with the server, also after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from scorekeeper.web.uploads import PREFIX, UploadFolder

SERVER = """
import sys, time
from scorekeeper.web.uploads import UploadFolder
folder = UploadFolder()
(folder.path / "scores").write_text("Anna")
print(folder.path, flush=True)
sys.stdin.read()
"""
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="locks are those of POSIX")


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for temporary files of this test alone."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


def test_what_a_killed_server_left_goes_at_the_next_start_and_no_other(place: Path) -> None:
    servers = [
        subprocess.Popen([sys.executable, "-c", SERVER], stdin=-1, stdout=-1, text=True)
        for _ in range(2)
    ]
    folders = []
    for server in servers:
        assert server.stdout
        folders.append(Path(server.stdout.readline().strip()))
    os.kill(servers[0].pid, signal.SIGKILL)
    servers[0].wait()
    (place / f"{PREFIX}link").symlink_to(place)
    fresh = UploadFolder()
    there = [folder.exists() for folder in (*folders, fresh.path)]
    fresh.close()
    servers[1].communicate("")
    assert (there, place.exists()) == ([False, True, True], True)
    assert [path.name for path in place.glob(f"{PREFIX}*")] == [f"{PREFIX}link"]
