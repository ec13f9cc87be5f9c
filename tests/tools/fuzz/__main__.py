"""A long evening of anything at all: `python -m tests.tools.fuzz`, or `make fuzz`.

It ends with how many requests went to which address and what the answers were. A server error, an
exception, or a score file that is not sound afterwards ends it at once, with the requests that led
there, made as few as Hypothesis can.
"""

from __future__ import annotations

import argparse
import time

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests import compiled_templates
from tests.tools.fuzz.club import Club
from tests.tools.fuzz.machine import Evening
from tests.tools.fuzz.study import walk

EVENINGS = settings(
    max_examples=50,
    stateful_step_count=60,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)


def main() -> None:
    """Tease until there were enough requests, and tell what came of them."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--requests", type=int, default=100_000)
    given = options.parse_args()
    compiled_templates.share()
    begun = time.monotonic()
    while Evening.seen.requests < given.requests:
        run_state_machine_as_test(Evening, settings=EVENINGS)
        print(f"{Evening.seen.requests:,} requests, {time.monotonic() - begun:.0f} s", flush=True)
    club = Club(Evening.seen)
    walk(club)
    print(Evening.seen.table())
    missed = Evening.seen.missed(club.app)
    club.close()
    if missed:
        raise SystemExit("\n".join(missed))
    print("No server error; every route was asked by every method; every score file is sound.")


if __name__ == "__main__":
    main()
