"""Time of a sheet as PDF, from the game to the file: processor time, medians of many runs.

Run with `python -m tests.tools.benchmarks.sheet`.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.sheets.blank_sheet import blank_sheet
from scorekeeper.sheets.document import A4, Document
from scorekeeper.sheets.language import Speech
from scorekeeper.sheets.pdf import pdf
from scorekeeper.sheets.rules_page import rules_page
from scorekeeper.sheets.score_sheet import score_sheet
from tests.sheets.kit import NAMES, game_of, played, setup_of

RUNS = 30
ENGLISH = Speech()


def main() -> None:
    """Print one line per kind of sheet."""
    for name, make in _sheets().items():
        pages = len(make().pages)
        times = [_time(make) for _ in range(RUNS)]
        size = len(pdf(make())) / 1000
        print(
            f"{name:<24}{pages:>3} page{'s' if pages > 1 else ' '}"
            f"{statistics.median(times):>8.1f} ms  ({min(times):.1f} to {max(times):.1f})"
            f"{size:>7.0f} KB"
        )


def _sheets() -> dict[str, Callable[[], Document]]:
    setup = setup_of(ISRAELI_WHIST, 2, Ending(goal=Goal.OPEN))
    short, long = (game_of(setup, hands, stopped=True) for hands in (12, 40))
    return {
        "a game of 12 hands": lambda: score_sheet([played(short)], A4, ENGLISH),
        "a game of 40 hands": lambda: score_sheet([played(long)], A4, ENGLISH),
        "a blank sheet": lambda: blank_sheet(setup, NAMES[:4], A4, ENGLISH),
        "the house rules": lambda: rules_page(setup, A4, ENGLISH),
    }


def _time(make: Callable[[], Document]) -> float:
    """Return the milliseconds of one document, all threads together."""
    begun = time.process_time()
    pdf(make())
    return (time.process_time() - begun) * 1000


if __name__ == "__main__":
    main()
