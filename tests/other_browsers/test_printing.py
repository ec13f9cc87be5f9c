"""Score sheets as WebKit prints them: as many pages as shown, and every total on them."""

from __future__ import annotations

import os
import re
import subprocess
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from scorekeeper.games.israeli_whist.rulebook import ISRAELI_WHIST
from scorekeeper.rules.ending import Ending, Goal
from scorekeeper.rules.game import Game
from scorekeeper.wording import typographic
from tests.browser.conftest import Server
from tests.browser.test_printing import record
from tests.deep import DEEP
from tests.other_browsers.webkit import MISSING, SYSTEM_PYTHON, UNSPOILT, Display
from tests.sheets.kit import HEBREW_NAMES, NAMES, game_of, setup_of, sizes, texts

PROGRAM = Path(__file__).with_name("webkit_print.py")


PAPERS = {"a4": "iso_a4", "letter": "na_letter"}  # as GTK calls them

Sheet = Callable[[Game, Sequence[str], str, str], tuple[str, bytes]]


@pytest.fixture(scope="module")
def display() -> Iterator[Display]:
    shown = Display()
    yield shown
    shown.close()


@pytest.fixture
def sheet(server: Server, display: Display, tmp_path: Path) -> Sheet:
    """The address of a game's score sheet, and the file that WebKit's own Print makes of it."""

    def printed(game: Game, names: Sequence[str], language: str, paper: str) -> tuple[str, bytes]:
        number = record(server, game, names)
        address = f"{server.address}/games/{number}/print?paper={paper}"
        output = tmp_path / "sheet.pdf"
        done = subprocess.run(
            [SYSTEM_PYTHON, PROGRAM, address, output, language, PAPERS[paper]],
            env={**os.environ, **UNSPOILT, "DISPLAY": display.name},
            capture_output=True,
            check=False,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, f"{MISSING}: {done.stderr}"
        return address, output.read_bytes()

    return printed


@pytest.mark.parametrize(
    ("language", "paper", "size"),
    [
        ("he", "a4", (210, 297)),
        *([("en-GB", "a4", (210, 297)), ("de", "letter", (216, 279))] if DEEP else []),
    ],
)
@pytest.mark.slow
def test_forty_hands_are_printed_whole(
    sheet: Sheet, language: str, paper: str, size: tuple[int, int]
) -> None:
    names = HEBREW_NAMES if language == "he" else NAMES
    game = game_of(setup_of(ISRAELI_WHIST, 2, Ending(goal=Goal.DEALS, deals=40)), 99)
    address, made = sheet(game, names, language, paper)
    assert sizes(made) == {size}
    pages = texts(made)
    with urllib.request.urlopen(address) as answer:
        assert len(pages) == answer.read().decode().count('class="leaf"')
    everything = re.sub("[,.]", "", "".join(pages))
    for total in game.totals:
        assert typographic(str(total)) in everything
    assert [text for text in pages if len(text) < 200] == []
