"""All attacks on a fresh score keeper: `make attack`.

`python -m tests.tools.attack [--short]` is the same.

Exits with 1 and lists successful attacks, if any. `--seed` repeats a run.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

from tests.tools.attack import browser, contents, doors, files, stalls
from tests.tools.attack.target import Phone, Target, phones

Attack = Callable[[Target, dict[str, Phone], Random], Iterator[str]]
QUICK: tuple[Attack, ...] = (
    *(doors.cookies, doors.tokens, doors.hosts, doors.ways_back, doors.wrong_keys),
    *(contents.broken_http, contents.replays_and_races),
    partial(browser.texts_in_a_browser, most=5),
)
SLOW: tuple[Attack, ...] = (
    files.damaged_pages,  # while the file is small
    files.deleted_wal,
    *(browser.texts_in_a_browser, contents.hostile_texts, contents.hostile_files),
    *(stalls.stalls, doors.routes_and_methods, files.killed, files.clocks),
)


def run(attacks: tuple[Attack, ...], seed: int, report: Callable[[str], object]) -> list[str]:
    """Attack a fresh score keeper, and return the successful attacks."""
    breaches: list[str] = []
    with tempfile.TemporaryDirectory(prefix="attack-") as name:
        target = Target(Path(name))
        try:
            first = phones(target)["scorer"]
            first.bid(first.begin(), "first")
            for attack in attacks:
                who = phones(target)  # without cookies of earlier attacks
                begun = time.monotonic()
                called = getattr(attack, "func", attack).__name__
                some = [
                    f"{called}: {breach}" for breach in _attempt(attack, target, who, Random(seed))
                ]
                report(f"{called:24}{len(some):>4} found {time.monotonic() - begun:>8.1f} s")
                breaches += some
            if "Traceback" in target.complaints():
                breaches.append(f"a traceback in the log:\n{target.complaints()[-3000:]}")
        finally:
            target.stop()
        if target.path.with_name(f"{target.path.name}-wal").exists():
            breaches.append("a stop leaves more than one file")
    return breaches


def _attempt(attack: Attack, target: Target, who: dict[str, Phone], luck: Random) -> Iterator[str]:
    """Return the findings of an attack; also if it could not be completed."""
    try:
        yield from attack(target, who, luck)
    except AssertionError as error:
        yield f"it could not be tried: {error}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--short", action="store_true")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    breaches = run(
        QUICK if given.short else (*QUICK, *SLOW), given.seed, partial(print, flush=True)
    )
    print("\n".join(breaches) or "Nothing got through.")
    sys.exit(bool(breaches))


if __name__ == "__main__":
    main()
