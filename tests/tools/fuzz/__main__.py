"""A long evening of random requests: `python -m tests.tools.fuzz`, or `make fuzz`.

It prints the number of requests and answers of each address. A server error, an exception, or a
damaged score file stops it at once, with the requests that led there, reduced by Hypothesis.
"""

from __future__ import annotations

import argparse

from hypothesis import settings

from tests import compiled_templates
from tests.tools.fuzz.machine import Evening, missed_routes

EVENINGS = settings(max_examples=50, stateful_step_count=60, print_blob=True)


def main() -> None:
    """Send requests until there are enough, and print the routes that were asked."""
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
