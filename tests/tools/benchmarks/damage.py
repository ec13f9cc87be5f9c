"""Damage to a score file: bytes changed at random, pages zeroed, one file after another.

For each damaged file it checks that the score keeper starts with it or says why not; that no page
shows other points without reporting damage; that no command ends in a traceback or advises to
delete anything; that `doctor --repair` leaves every fact as it is; and that `restore` brings back
the backup.

`make kills` runs all of it, `python -m tests.tools.benchmarks.damage --damages 20` less.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import logging
import random
import re
import shutil
import sqlite3
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from click.testing import CliRunner, Result

from scorekeeper.commands.main import main as command
from scorekeeper.ledger import backups, database
from scorekeeper.ledger.checksums import ENTRY, GAME
from scorekeeper.ledger.errors import UnusableFile
from scorekeeper.ledger.player_figures import FigureCounter
from scorekeeper.ledger.store import Store
from scorekeeper.web import addresses, create_app
from scorekeeper.web.addresses import ServerAddress
from scorekeeper.web.serving import announce
from tests.ledger.season import record_season
from tests.web.phone import Phone

PAGE = 4096  # bytes of SQLite
GAMES = 8
PAGES = (
    *("/", "/sessions/", "/players/", "/players/season", "/players/1/", "/players/2/"),
    *(f"/sessions/{evening}/" for evening in range(1, GAMES // 2 + 1)),
    *(f"/games/{game}/{page}" for game in range(1, GAMES + 1) for page in ("", "sheet")),
)
SAID = re.compile("damaged|cannot be read|still being counted")
ADVICE = re.compile(r"\b(delete|remove|discard) (it|this|that|the)\b", re.IGNORECASE)

DAY = date(2026, 3, 6)  # of the backup: today may turn before it is restored

Damage = Callable[[bytearray, random.Random], str]


def build(folder: Path) -> Path:
    """Make a season of several games with figures, and a backup of it."""
    path = folder / "scores.db"
    store = Store.open(path)
    kinds = ("israeli-whist", "bid-whist")
    record_season(store, GAMES, seed=27, hands=4, kinds=kinds)
    FigureCounter(store).refresh(1, 60)
    phone = Phone(create_app(store, keyless=True).test_client())
    for address in PAGES:  # this stores results and ratings
        assert phone.open(address).status == 200, address
    store.checkpoint()
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma wal_checkpoint(truncate)")
        db.execute("pragma journal_mode=delete")
    backups.make(path, 3, DAY)
    return path


@dataclass
class Seen:
    """The results of the damages: the number of each outcome, and failed checks."""

    ends: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


def every_page(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the file with each of its pages zeroed in turn."""
    for start in range(0, len(content), PAGE):
        yield (
            f"page {start // PAGE + 1} zeroed",
            (content[:start] + bytes(PAGE) + content[start + PAGE :]),
        )


def at_random(content: bytes, damages: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """Yield the file with random damages, each of one of five kinds."""
    luck = random.Random(seed)
    for number in range(damages):
        spoilt = bytearray(content)
        at = luck.randrange(len(spoilt))
        match number % 5:
            case 0:
                spoilt[at] ^= 1 << luck.randrange(8)
            case 1:
                spoilt[at] = luck.randrange(256)
            case 2:
                spoilt[at : at + 16] = luck.randbytes(16)
            case 3:
                spoilt[at : at + 64] = bytes(64)
            case _:
                other = luck.randrange(len(spoilt) // 512) * 512
                at -= at % 512
                spoilt[at : at + 512] = content[other : other + 512]
        yield f"damage {number} at byte {at}", bytes(spoilt[: len(content)])


def try_damage(path: Path, name: str, content: bytes, sound: Sound, seen: Seen) -> None:
    """Try one damaged file in every way; record failed checks."""
    _lay(path, content)
    told = _served(path, name, sound, seen)
    _lay(path, content)
    doctor = _run(seen, name, "doctor", "--db", path)
    found = doctor.exit_code != 0
    _lay(path, content)
    before = _facts(path)
    repaired = _run(seen, name, "doctor", "--repair", "--db", path)
    if before is not None and _facts(path) != before:
        seen.wrong.append(f"{name}: --repair changed a fact: {repaired.output[-300:]}")
    if "put right" in repaired.output:
        _served(path, f"{name}, repaired", sound, seen)
    _lay(path, content)
    _run(seen, name, "backup", "--db", path, path.with_name("copy.db"))
    _run(seen, name, "export", "--db", path)
    _lay(path, content)
    listed = _run(seen, name, "restore", "--db", path)
    if DAY.isoformat() not in listed.output:
        seen.wrong.append(f"{name}: the backup is not listed")
    restored = _run(seen, name, "restore", "--db", path, DAY.isoformat())
    if restored.exit_code or _facts(path) != sound.facts:
        seen.wrong.append(f"{name}: not restored: {restored.output.strip()}")
    seen.ends[f"{told}, {'found' if found else 'not found'} by the doctor"] += 1


@dataclass(frozen=True)
class Sound:
    """The undamaged file: its facts, and the words of its pages."""

    facts: list[tuple[object, ...]] | None
    words: dict[str, str]

    @classmethod
    def of(cls, path: Path) -> Sound:
        phone = _phone(path)
        return cls(_facts(path), {address: phone.open(address).words for address in PAGES})


def _served(path: Path, name: str, sound: Sound, seen: Seen) -> str:
    """Start with the file and open every page; return the outcome."""
    try:
        phone = _phone(path)
    except UnusableFile as error:
        if ADVICE.search(str(error)):
            seen.wrong.append(f"{name}: the start advises: {error}")
        return "refused at the start"
    except Exception as error:
        seen.wrong.append(f"{name}: the start ends with {type(error).__name__}: {error}")
        return "refused at the start"
    told = False
    for address, words in sound.words.items():
        try:
            page = phone.open(address)
        except Exception as error:
            seen.wrong.append(f"{name}: {address} ends with {type(error).__name__}: {error}")
            continue
        if page.status == 500:
            seen.wrong.append(f"{name}: {address} answers 500")
        marked = page.status == 503 or SAID.search(page.words) is not None
        told = told or marked
        if not marked and page.status == 200 and _numbers(page.words) != _numbers(words):
            seen.wrong.append(
                f"{name}: {address} shows other numbers: {_differ(words, page.words)}"
            )
    for thread in threading.enumerate():  # as when the program that served the file ends
        if thread.name == "figures":
            thread.join()
    return "pages say so" if told else "pages as before"


def _phone(path: Path) -> Phone:
    """Return a phone at the score keeper, after its usual first requests."""
    store = Store.open(path)
    place = ServerAddress("127.0.0.1", 8013, False, ())
    try:
        app = create_app(store, keyless=True)
        app.config["PROPAGATE_EXCEPTIONS"] = False
        with contextlib.redirect_stdout(io.StringIO()):
            addresses.remember(store, place)
            announce(store, place, keyless=False, prints_links=True)
    except sqlite3.Error as error:  # as the command does
        raise UnusableFile(database.explain(path, error)) from error
    return Phone(app.test_client())


def _numbers(words: str) -> list[str]:
    return re.findall(r"[−+-]?\d+", words)


def _differ(before: str, after: str) -> str:
    """Return the first difference between two texts."""
    at = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    return f"{before[max(0, at - 30) : at + 30]!r} -> {after[max(0, at - 30) : at + 30]!r}"


def _run(seen: Seen, name: str, *given: object) -> Result:
    result = CliRunner().invoke(command, [str(argument) for argument in given])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        seen.wrong.append(f"{name}: {given[0]} ends with {result.exception!r}")
    if ADVICE.search(result.output):
        seen.wrong.append(f"{name}: {given[0]} advises: {result.output}")
    return result


def _facts(path: Path) -> list[tuple[object, ...]] | None:
    """Return every entry and game; None if the file cannot be read to its end."""
    try:
        with closing(sqlite3.connect(path)) as db:
            db.text_factory = bytes
            return [
                *db.execute(f"select {ENTRY} from entries order by game_id, number"),  # noqa: S608
                *db.execute(f"select {GAME} from games order by id"),  # noqa: S608
            ]
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _lay(path: Path, content: bytes) -> None:
    """Put a damaged file in place, with only its backup beside it."""
    for file in path.parent.iterdir():
        if ".backup-" not in file.name:
            file.unlink()
    path.write_bytes(content)
    path.chmod(0o600)


def main() -> None:
    """Try all damages and print the outcomes."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--damages", type=int, default=327)
    parser.add_argument("--seed", type=int, default=27)
    given = parser.parse_args()
    logging.disable(logging.CRITICAL)
    seen = Seen()
    with tempfile.TemporaryDirectory() as name:
        path = build(Path(name))
        content = path.read_bytes()
        shutil.copy(path, path.with_name("sound.db"))
        sound = Sound.of(path)
        damages = [*every_page(content), *at_random(content, given.damages, given.seed)]
        print(f"{GAMES} games, {len(content) // PAGE} pages, {len(damages)} damaged files")
        told = 0
        for what, spoilt in damages:
            try_damage(path, what, spoilt, sound, seen)
            for line in seen.wrong[told:]:
                print(line, flush=True)
            told = len(seen.wrong)
    for end, count in seen.ends.most_common():
        print(f"{count:5} {end}")
    print(f"{len(seen.wrong)} wrong")
    raise SystemExit(len(seen.wrong) > 0)


if __name__ == "__main__":
    main()
