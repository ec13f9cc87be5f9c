"""The place in which the program runs: a server, or one of the rooms of a browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import cast

from flask import Flask, abort, current_app, request

from scorekeeper import play
from scorekeeper.sheets import pdf

# Endpoints and blueprints that only some places have
OF_A_SERVER = {"offline"}  # the manifest and the service worker: the shell has its own
NEEDING = {
    "phones": {"links", "access", "screen.newest", "screen.of_game", "table.sit"},
    "chances": {"advice", "practice", "practice_record"},
    "pdf": {"printing.game_pdf", "printing.any_pdf", "sessions.print_pdf"},
}


class Keeping(Enum):
    """How long a place keeps its score file."""

    KEPT = "kept"
    SHOWN = "shown"  # one game as it was at a moment, to watch only; gone with the browser's tab
    TRIED = "tried"  # gone with the browser's tab


@dataclass(frozen=True, slots=True)
class Place:
    """A place and what it offers; the pages leave out the rest.

    The defaults are those of a server.

    chances    it has the chances to win, advice and practice; all of them need NumPy
    phones     other phones can join by links
    pdf        it makes PDF files, which need typst
    threads    work may run in a thread; otherwise it is done in portions between two requests
    shell      the pages are in a frame of the site's own page, which has the service worker
    keeps      how long the score file is kept
    forgets    the browser deletes its storage after a while unless the page is on the home screen
    picture    the path of the score file of the game that a link shows, which exists once a link
               was opened; None on a server, and in the rooms beside the phone's own games
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
        """Whether the player has to save copies, because the scores are only in this browser."""
        return self.shell and self.keeps is Keeping.KEPT

    @property
    def is_picture(self) -> bool:
        """Whether this place only shows the game of a link."""
        return self.shell and self.keeps is Keeping.SHOWN

    def install(self, app: Flask) -> None:
        """Set this as the place of an application."""
        app.extensions["place"] = self
        app.before_request(_refuse_left_out)

    def leaves_out(self, endpoint: str) -> bool:
        """Return whether a page is left out here, so that it answers 404.

        On a server, such a page says why it is missing.
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
