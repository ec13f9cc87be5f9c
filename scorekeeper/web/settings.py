"""Settings of a phone, stored in its cookie; the Help page; the page to go back to."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from flask import Blueprint, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.errors import MalformedEntry
from scorekeeper.wording import say

# The page to go back to
#
# Browsers read `//host` and `/\host` as another site, and `/<tab>/host` too: they drop tabs and
# line ends. A proxy may decode `%2f` in a redirect. No path of ours contains any of these.

ENCODED = re.compile(
    r"%(?:2f|5c|[01][0-9a-f]|7f|25)", re.IGNORECASE
)  # slash, backslash, control, %
LONGEST = 2000


DOTS = re.compile(r"/(?:\.|%2e){2}(?:/|$)", re.IGNORECASE)  # a step up, perhaps out of the site


def path_here() -> str:
    """Return the path of this page, with that under which the whole site stands."""
    return request.script_root + request.path


def address_here() -> str:
    """Return the path of this page with its query."""
    return request.script_root + request.full_path.rstrip("?")


def own_path(address: str) -> str:
    """Return `address` if it is a path of this site, otherwise the path of the first page."""
    return address if is_own_path(address) else url_for("home.first_page")


def is_own_path(address: str) -> bool:
    """Return whether `address` is a path that no browser or proxy takes for another site."""
    path = re.split(r"[?#]", address, maxsplit=1)[0]
    return (
        path.startswith(f"{request.script_root}/")
        and "//" not in path
        and not DOTS.search(path)
        and "\\" not in address
        and address.isprintable()
        and len(address) <= LONGEST
        and not ENCODED.search(path)
    )


# Settings

COOKIE_KEY = "look"
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
    """How to keep the screen on during a game if the browser has no wake lock."""

    PHONE = "phone"
    VIDEO = "video"


@dataclass(frozen=True, slots=True)
class ColourScheme:
    """A colour for the browser's own bars, and the media query under which it applies."""

    colour: str
    media: str = ""


LIGHT, DARK, WHITE, BLACK = "#f7f2e8", "#0d2018", "#ffffff", "#000000"
AT_NIGHT = "(prefers-color-scheme: dark)"
MORE = "(prefers-contrast: more)"
# The first scheme whose query matches applies, so those with more conditions stand first.
SCHEMES = {
    Theme.PHONE: (
        ColourScheme(BLACK, f"{AT_NIGHT} and {MORE}"),
        ColourScheme(WHITE, MORE),
        ColourScheme(DARK, AT_NIGHT),
        ColourScheme(LIGHT),
    ),
    Theme.LIGHT: (ColourScheme(LIGHT),),
    Theme.DARK: (ColourScheme(DARK),),
    Theme.CONTRAST: (ColourScheme(BLACK, AT_NIGHT), ColourScheme(WHITE)),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings of a phone."""

    theme: Theme = Theme.PHONE
    suits: Suits = Suits.TWO
    screen: Screen = Screen.PHONE

    @classmethod
    def from_cookie(cls) -> Preferences:
        """Read the settings in this phone's cookie; the default ones if a value is unknown."""
        try:
            return cls().changed(session.get(COOKIE_KEY, {}))
        except MalformedEntry:
            return cls()

    def changed(self, form: Mapping[str, str]) -> Preferences:
        """Return the settings with the changes of a form; raises MalformedEntry if one is wrong."""
        try:
            return replace(
                self,
                theme=Theme(form.get("theme", self.theme.value)),
                suits=Suits(form.get("suits", self.suits.value)),
                screen=Screen(form.get("screen", self.screen.value)),
            )
        except ValueError as error:
            raise MalformedEntry("unknown", say("There is no such setting.")) from error

    def store(self) -> None:
        """Store the settings in this phone's cookie."""
        session[COOKIE_KEY] = {name: getattr(self, name).value for name in NAMES}
        session.permanent = True

    @property
    def silent_video(self) -> bool:
        """Whether a video may play to keep the screen on."""
        return self.screen is Screen.VIDEO

    @property
    def schemes(self) -> tuple[ColourScheme, ...]:
        """The colours of the browser's own bars, each with the condition under which it applies."""
        return SCHEMES[self.theme]

    @property
    def color_scheme(self) -> str:
        """Whether the browser draws its own controls light or dark."""
        fixed = self.theme in {Theme.LIGHT, Theme.DARK}
        return self.theme.value if fixed else "light dark"


@pages.get("/")
def page() -> ResponseReturnValue:
    """Show the settings of this phone."""
    return _page()


@pages.post("/")
def choose() -> ResponseReturnValue:
    """Store the chosen settings, and show the page with them."""
    try:
        Preferences.from_cookie().changed(request.form).store()
    except MalformedEntry as error:
        return _page(422, error=error)
    chosen = next((name for name in NAMES if name in request.form), None)
    return redirect(url_for("settings.page", back=_back(), _anchor=chosen), 303)


def context() -> dict[str, object]:
    """Return the template values that every page needs."""
    return {"preferences": Preferences.from_cookie()}


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
    """Return the page that the reader came from if it is one of ours, otherwise the first page."""
    return own_path(request.values.get("back", ""))


# Help

help_pages = Blueprint("help", __name__)


@help_pages.get("/help")
def help_page() -> ResponseReturnValue:
    """Show the help, with a link back to the page that it was opened from."""
    return render_template("help.html", back=own_path(request.args.get("back", "")))
