"""A long evening of anything at all: `python -m tests.tools.fuzz`, or `make fuzz`.

It ends with how many requests went to which address and what the answers were. A server error, an
exception, or a score file that is not sound afterwards ends it at once, with the requests that led
there, made as few as Hypothesis can.
"""

from __future__ import annotations

import argparse

from hypothesis import settings

from tests import compiled_templates
from tests.tools.fuzz.machine import Evening, missed_routes

EVENINGS = settings(max_examples=50, stateful_step_count=60, print_blob=True)


def main() -> None:
    """Send requests until there were enough, and print which routes they asked."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--requests", type=int, default=100_000)
    given = options.parse_args()
    compiled_templates.share()
    missed = missed_routes(EVENINGS, given.requests)
    print(Evening.seen.table())
    if missed:
        raise SystemExit("\n".join(missed))
    print("No server error; every route was asked by every method; every score file is sound.")


if __name__ == "__main__":
    main()
