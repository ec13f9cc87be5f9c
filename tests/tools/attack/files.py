"""Attacks on the score file and the clock, under a server that is killed and restarted."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from tests.tools.attack.target import Answer, Phone, Target

PAGE = 4096
READ = (
    "/",
    "/games/1/",
    "/sessions/",
    "/players/",
    "/data/everything.json",
    "/games/new",
    "/health",
)


def deleted_wal(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Delete the WAL between two entries, kill the server, and restore the copy it saved."""
    scorer = who["scorer"]
    game = scorer.begin()
    if scorer.bid(game, "before-the-wal").status != 303:
        yield "an entry is refused"
    target.path.with_name("scores.db-wal").unlink()
    after = scorer.bid(game, "after-the-wal", 1)
    if after.status != 503 or "-wal" not in after.text:
        yield f"an entry without a WAL is answered {after.status}"
    target.kill()
    for saved in target.folder.glob("scores.db.rescued-*"):
        target.command("restore", str(saved))
    target.again()
    if not target.recorded("before-the-wal"):
        yield "an answered entry is lost"


def killed(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Kill the server right after an answer."""
    for number in range(3):
        game = who["scorer"].begin()
        answer = who["scorer"].bid(game, f"killed-{number}")
        target.kill()
        target.again()
        if answer.status == 303 and not target.recorded(f"killed-{number}"):
            yield "an answered entry is lost"


def clocks(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Turn the clock back, or years ahead and back, over a restart."""
    for off in (-60.0, -86_400.0 * 3000, 86_400.0 * 3000, 0.0):
        target.kill()
        target.again(off)
        if who["scorer"].get("/").status != 200:
            yield f"a phone is logged out by a clock that is {off:.0f} s off"
        game = who["scorer"].begin()
        if who["scorer"].bid(game, f"clock{off:.0f}").status != 303:
            yield f"nothing is recorded by a clock that is {off:.0f} s off"


def damaged_pages(target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Try copies of the file, each with one page spoilt: flipped bits, zeros, noise.

    Every page that the scorer reaches is requested with every copy.
    """
    addresses = sorted({*READ, *who["scorer"].pages()})
    target.kill()
    with closing(sqlite3.connect(target.path)) as db:  # otherwise the WAL would repair it
        db.execute("pragma wal_checkpoint(truncate)").fetchall()
    count = target.path.stat().st_size // PAGE
    for number in range(count):
        with tempfile.TemporaryDirectory() as name:
            _spoil(target.path, Path(name) / "scores.db", number, luck)
            try:
                other = Target(Path(name))
            except AssertionError as error:
                if "Traceback" in str(error):
                    yield f"page {number} damaged: it ends with a traceback"
                continue
            phone = Phone(other, dict(who["scorer"].cookies))
            for address in addresses:
                answer = phone.get(address)
                if answer.status in {0, 500} or (answer.status > 500 and not _says_why(answer)):
                    yield f"page {number} damaged: {address} is answered {answer.status}"
            if "Traceback" in other.complaints():
                yield f"page {number} damaged: {other.complaints()[-2000:]}"
            other.stop()
    target.again()


def _spoil(sound: Path, copy: Path, number: int, luck: Random) -> None:
    """Copy a score file with the files beside it, with one page spoilt."""
    content = bytearray(sound.read_bytes())
    start = number * PAGE
    match luck.randrange(3):
        case 0:
            content[start + luck.randrange(PAGE)] ^= 1 << luck.randrange(8)
        case 1:
            content[start : start + PAGE] = bytes(PAGE)
        case _:
            content[start : start + PAGE] = luck.randbytes(PAGE)
    copy.write_bytes(content)
    shutil.copy(f"{sound}.secret", f"{copy}.secret")


def _says_why(answer: Answer) -> bool:
    """Return whether a page has a heading and a reason."""
    return "<h1" in answer.text and "data-reason" in answer.text
