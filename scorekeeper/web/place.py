"""The place in which the program runs, with its offers beyond keeping score."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import cast

from flask import Flask, abort, current_app, request

from scorekeeper import play
from scorekeeper.sheets import pdf

# Pages, and blueprints of pages, that only some places have
OF_A_SERVER = {"offline"}  # the manifest and the service worker: the shell has its own
NEEDING = {
    "phones": {"links", "access.join", "screen.newest", "screen.of_game", "table.sit"},
    "chances": {"advice", "practice", "practice_record"},
    "pdf": {"printing.game_pdf", "printing.any_pdf", "sessions.print_pdf"},
}


class Keeping(Enum):
    """How long a place keeps its score file."""

    KEPT = "kept"
    SHOWN = "shown"  # the picture of a moment, to watch only
    TRIED = "tried"  # forgotten when the browser's tab is closed


@dataclass(frozen=True, slots=True)
class Place:
    """The offers of a place beyond keeping score. A page leaves out the others.

    The defaults are those of a server.

    chances    the chances to win, advice and practice; all of them need NumPy
    phones     other phones reach this place, by links that let them join
    pdf        sheets as PDF files, which need typst
    threads    work may go on in a thread; otherwise it is done in portions between two requests
    shell      the pages stand in a frame of the site's own page, which has the service worker
    keeps      how long the score file is kept
    forgets    this browser deletes what a page keeps, unless the page is put on the home screen
    picture    where the score file of the game that a link shows is, once it is opened; or None
    """

    chances: bool = field(default_factory=play.has_numpy)
    phones: bool = True
    pdf: bool = field(default_factory=pdf.available)
    threads: bool = True
    shell: bool = False
    keeps: Keeping = Keeping.KEPT
    forgets: bool = False
    picture: Path | None = None

    @property
    def copies(self) -> bool:
        """Whether whoever holds the phone has to save copies: the scores are nowhere else."""
        return self.shell and self.keeps is Keeping.KEPT

    @property
    def is_picture(self) -> bool:
        """Whether the only game here is one that a link shows."""
        return self.shell and self.keeps is Keeping.SHOWN

    def install(self, app: Flask) -> None:
        """Make this the place of an application."""
        app.extensions["place"] = self
        app.before_request(_refuse_left_out)

    def leaves_out(self, endpoint: str) -> bool:
        """Return whether no page here leads to this one.

        Outside of a shell, these pages say why they are missing.
        """
        if not self.shell:
            return False
        missing = [pages for offer, pages in NEEDING.items() if not getattr(self, offer)]
        return bool({endpoint, endpoint.partition(".")[0]} & OF_A_SERVER.union(*missing))


def here() -> Place:
    """Return the place of the application that answers this request."""
    return cast("Place", current_app.extensions["place"])


def _refuse_left_out() -> None:
    if request.endpoint is not None and here().leaves_out(request.endpoint):
        abort(404)
