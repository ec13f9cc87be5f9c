"""Settings of one phone, kept in its cookie; the Help page; the address to come back to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import MalformedEntry
from scorekeeper.wording import say

# The address to come back to
#
# A browser reads `//host`, `/\host` and, once it has dropped a tab or a line end, `/<tab>/host` as
# another site. A proxy may decode `%2f` before it sends somebody on. None of these is a path of
# ours.

ENCODED = re.compile(
    r"%(?:2f|5c|[01][0-9a-f]|7f|25)", re.IGNORECASE
)  # slash, backslash, control, %
LONGEST = 2000


def own_path(given: str) -> str:
    """The path as it was given if it leads to a page of ours, else that of the first page."""
    return given if is_own_path(given) else url_for("home.first_page")


def is_own_path(given: str) -> bool:
    """Whether an address is a path with a single leading slash and nothing that hides another."""
    path = re.split(r"[?#]", given, maxsplit=1)[0]
    return (
        path.startswith("/")
        and "//" not in path
        and "\\" not in given
        and given.isprintable()
        and len(given) <= LONGEST
        and not ENCODED.search(path)
    )


# Settings

KEPT_AS = "look"
NAMES = ("theme", "suits", "screen")

pages = Blueprint("settings", __name__, url_prefix="/settings")


class Theme(Enum):
    """The colours of the pages."""

    PHONE = "phone"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"


class Suits(Enum):
    """The colours of the four suits."""

    TWO = "two"
    FOUR = "four"


class Screen(Enum):
    """How the screen is kept on during a game where the browser has no wake lock."""

    PHONE = "phone"
    VIDEO = "video"


@dataclass(frozen=True, slots=True)
class Scheme:
    """The colour of a browser's own bars, and when it holds."""

    colour: str
    media: str = ""


LIGHT, DARK, WHITE, BLACK = "#f7f2e8", "#0d2018", "#ffffff", "#000000"
AT_NIGHT = "(prefers-color-scheme: dark)"
MORE = "(prefers-contrast: more)"
# The first that holds counts, so that the ones with more conditions stand first.
SCHEMES = {
    Theme.PHONE: (
        Scheme(BLACK, f"{AT_NIGHT} and {MORE}"),
        Scheme(WHITE, MORE),
        Scheme(DARK, AT_NIGHT),
        Scheme(LIGHT),
    ),
    Theme.LIGHT: (Scheme(LIGHT),),
    Theme.DARK: (Scheme(DARK),),
    Theme.CONTRAST: (Scheme(BLACK, AT_NIGHT), Scheme(WHITE)),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What the holder of a phone has chosen for it."""

    theme: Theme = Theme.PHONE
    suits: Suits = Suits.TWO
    screen: Screen = Screen.PHONE

    @classmethod
    def kept(cls) -> Preferences:
        """What this phone's cookie says; what it does not know counts as not chosen."""
        try:
            return cls().changed(session.get(KEPT_AS, {}))
        except MalformedEntry:
            return cls()

    def changed(self, given: Mapping[str, str]) -> Preferences:
        """These, with what a form gives.

        Raises MalformedEntry for a setting that there is not.
        """
        try:
            return replace(
                self,
                theme=Theme(given.get("theme", self.theme.value)),
                suits=Suits(given.get("suits", self.suits.value)),
                screen=Screen(given.get("screen", self.screen.value)),
            )
        except ValueError as error:
            raise MalformedEntry("unknown", say("There is no such setting.")) from error

    def keep(self) -> None:
        """Put them into this phone's cookie, for good."""
        session[KEPT_AS] = {name: getattr(self, name).value for name in NAMES}
        session.permanent = True

    @property
    def silent_video(self) -> bool:
        """Whether a video may play to keep the screen on."""
        return self.screen is Screen.VIDEO

    @property
    def schemes(self) -> tuple[Scheme, ...]:
        """The colours for the browser's own bars."""
        return SCHEMES[self.theme]

    @property
    def color_scheme(self) -> str:
        """Whether the browser draws its own controls light or dark."""
        fixed = self.theme in {Theme.LIGHT, Theme.DARK}
        return self.theme.value if fixed else "light dark"


@pages.get("/")
def page() -> ResponseReturnValue:
    """The settings, with the way back to where one came from."""
    return _page()


@pages.post("/")
def choose() -> ResponseReturnValue:
    """Keep what was chosen; the page shows itself in it at once."""
    try:
        Preferences.kept().changed(request.form).keep()
    except MalformedEntry as error:
        return _page(422, error=error)
    chosen = next((name for name in NAMES if name in request.form), None)
    return redirect(url_for("settings.page", back=_back(), _anchor=chosen), 303)


def context() -> dict[str, object]:
    """What every page needs to look as it was chosen."""
    return {"preferences": Preferences.kept()}


def _page(status: int = 200, **more: object) -> ResponseReturnValue:
    shown = render_template(
        "settings.html",
        themes=list(Theme),
        suits=list(Suits),
        screens=list(Screen),
        back=_back(),
        **more,
    )
    return shown, status


def _back() -> str:
    """The page that one came from, if it is one of ours; else the first one."""
    return own_path(request.values.get("back", ""))


# Help

help_pages = Blueprint("help", __name__)


@help_pages.get("/help")
def help_page() -> ResponseReturnValue:
    """The guide, with the way back to the page it was opened from."""
    return render_template("help.html", back=own_path(request.args.get("back", "")))
