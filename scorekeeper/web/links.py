"""The page of links: invitations to a table, its phones, and its journal."""

from __future__ import annotations

import datetime as dt
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import (
    Blueprint,
    abort,
    current_app,
    g,
    redirect,
    render_template,
    request,
    session,
    url_for,
)
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.ledger import access_keys, journal, phones, tables
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.identifiers import held
from scorekeeper.ledger.journal import Line
from scorekeeper.ledger.journal_events import Author, Event
from scorekeeper.ledger.phones import LinkMade, PhoneRecord, SeenPhones
from scorekeeper.web import access, addresses, languages
from scorekeeper.web.access import open_store
from scorekeeper.wording import Given, Listed, Sentence, say

# Words of the journal


def describe_line(line: Line) -> Sentence:
    """What a line of the journal tells."""
    if line.at is None:
        return _damaged()
    if line.event is None:
        return say("A newer version did something here that this one does not know.")
    try:
        return _WORDS[line.event](line.said)
    except (AttributeError, KeyError, TypeError, ValueError):
        return _damaged()


def _damaged() -> Sentence:
    return say("This line cannot be read: its part of the score file is damaged.")


def name_author(by: Author, known: Mapping[str, tuple[int, str]]) -> Sentence:
    """Who did it: a phone among those that are known, a command, or the start."""
    if by.origin == "start":
        return say("at the start")
    if by.origin == "command":
        return say("by a command")
    return label(*known[by.device]) if by.device in known else say("unknown phone")


def label(number: int, owner: str) -> Sentence:
    """What a phone is called: by its owner, or else by its number."""
    if owner:
        return say("{name}'s phone", name=Given(owner))
    return say("Phone {number}", number=number)


def _links_renewed(details: Mapping[str, Any]) -> Sentence:
    if details["role"] == "watch":
        return say("The link for watching was renewed.")
    return say("Both links were renewed.")


def _imported(details: Mapping[str, Any]) -> Sentence:
    games, entries = details["games"], details["entries"]
    return say(
        "A file was brought in. Games: {games}, entries: {entries}.", games=games, entries=entries
    )


def _exported(details: Mapping[str, Any]) -> Sentence:
    form = details["form"].upper()
    if details["game"] is not None:
        return say("A game was exported as {form}.", form=form)
    if details["evening"] is not None:
        return say("An evening was exported as {form}.", form=form)
    return say("Everything was exported as {form}.", form=form)


def _evening_renamed(details: Mapping[str, Any]) -> Sentence:
    date = _day(details["date"])
    if details["new"]:
        return say(
            "The evening of {date} is called {name} now.", date=date, name=Given(details["new"])
        )
    return say("The evening of {date} has no name any more.", date=date)


def _names(names: list[str]) -> Listed:
    return Listed(map(Given, names))


def _day(date: str) -> str:
    return languages.day(dt.date.fromisoformat(date))


_WORDS: Mapping[Event, Callable[[Mapping[str, Any]], Sentence]] = {
    Event.LINK_MADE: lambda _: say("A new link was made."),
    Event.LINKS_RENEWED: _links_renewed,
    Event.PHONE_REMOVED: lambda details: say(
        "Shut out: {phone}", phone=label(details["phone"], details["owner"])
    ),
    Event.IMPORTED: _imported,
    Event.EXPORTED: _exported,
    Event.RESTORED: lambda details: say("A copy was put back: {file}", file=Given(details["file"])),
    Event.GAME_REMOVED: lambda details: say(
        "A game was removed: {names}", names=_names(details["players"])
    ),
    Event.GAME_BACK: lambda details: say(
        "A game was brought back: {names}", names=_names(details["players"])
    ),
    Event.EVENING_REMOVED: lambda details: say(
        "The evening of {date} was removed.", date=_day(details["date"])
    ),
    Event.EVENING_RENAMED: _evening_renamed,
    Event.RENAMED: lambda details: say(
        "{old} is called {new} now.", old=Given(details["old"]), new=Given(details["new"])
    ),
    Event.MERGED: lambda details: say(
        "{name} and {other} are one player now.",
        name=Given(details["name"]),
        other=Given(details["into"]),
    ),
    Event.SEPARATED: lambda details: say(
        "{name} is a player of their own again.", name=Given(details["name"])
    ),
    Event.ADVICE_ALLOWED: lambda _: say("Advice was allowed during games."),
    Event.ADVICE_HIDDEN: lambda _: say("Advice was hidden during games."),
}


# The page
#
# Links are handed on by those who have one. Those who score renew them, remove a phone and read the
# journal.

NEW, REMOVED = "new", "removed"
PAGE = 50  # lines of the journal

pages = Blueprint("links", __name__)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to this table with its code for a camera, and the same to the room's screen.

    `to_plain` leads to the screen without scripts.
    """

    role: Role
    link: str
    to_screen: str
    to_plain: str
    code: Markup


@dataclass(frozen=True, slots=True)
class Group:
    """Phones that came by one link; `made` is None of a link that is void by now."""

    role: Role
    made: LinkMade | None
    phones: tuple[PhoneRecord, ...]


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of the journal in words; a damaged line has no time."""

    at: dt.datetime | None
    sentence: Sentence
    who: Sentence


def context() -> dict[str, object]:
    """What a page shows that hands on the links."""
    return {"invitations": invitations(), "hands_on": not current_app.config["KEYLESS"]}


def invitations() -> list[Invitation]:
    """The links that the holder of this phone may hand on: never more than they were given.

    That for watching comes first. They name the address that the phone itself uses, unless that is
    of use on this machine alone. None where the key is void by which the phone came.
    """
    if current_app.config["KEYLESS"]:
        return []
    links = []
    for role, key in access_keys.handed_on(open_store(), g.table, g.role, g.key).items():
        link = url_for("access.join", key=key, _external=True)
        reachable: str | None = current_app.config["REACHABLE"]
        if reachable and access.is_loopback(request.host.rsplit(":", 1)[0].strip("[]")):
            link = link.replace(request.host_url, reachable, 1)
        to_screen, to_plain = (f"{link}?to={place}" for place in access.SCREENS)
        links.append(Invitation(role, link, to_screen, to_plain, addresses.as_svg(link)))
    return links[::-1]


@pages.get("/links")
def page() -> ResponseReturnValue:
    """The links, and for those who score the way to renew them."""
    if current_app.config["KEYLESS"]:
        abort(404)
    done = request.args.get("done")
    groups = _phones() if g.role is Role.SCORE else []
    shown = {"groups": groups, "device": session.get("device"), "label": label}
    return render_template("access/links.html", done=done, **shown, **context())


@pages.post("/links")
def change() -> ResponseReturnValue:
    """Make a new link beside the others, or make the others void; this phone gets the new ones."""
    done = request.form.get("links")
    if current_app.config["KEYLESS"]:
        abort(404)
    if done == NEW:
        key = access_keys.mint(open_store(), g.table, Origin.PHONE, access.author())
    elif done in {role.value for role in Role}:
        by = access.author()
        key = access_keys.renew(open_store(), g.table, Role(done), g.key, Origin.PHONE, by=by)
    else:
        abort(400)
    access.grant(tables.table(open_store(), g.table.id), Role.SCORE, key)
    return redirect(url_for("links.page", done=done), 303)


@pages.post("/links/phones")
def remove_phone() -> ResponseReturnValue:
    """Shut out a single phone; the others go on."""
    number = request.form.get("phone", type=int)
    if current_app.config["KEYLESS"] or number is None:
        abort(404)
    if number in {phone.id for group in _phones() for phone in group.phones if _is_this(phone)}:
        abort(400)  # no page offers it
    phones.remove(open_store(), g.table.id, number, access.author())
    return redirect(url_for("links.page", done=REMOVED, _anchor="phones"), 303)


@pages.get("/links/phones")
def back() -> ResponseReturnValue:
    """The page of links, for an address that a refused form has left behind."""
    return redirect(url_for("links.page"), 303)


@pages.get("/links/journal")
def read_journal() -> ResponseReturnValue:
    """What was done at this table besides scoring, the newest first."""
    _only_scorers()
    number = max(1, request.args.get("page", 1, type=int))
    skip = held((number - 1) * PAGE)
    lines = journal.lines(open_store(), g.table.id, skip, PAGE + 1)
    days: dict[dt.date | None, list[JournalLine]] = {}  # None: damaged lines
    known = phones.known_as(open_store(), g.table.id)
    for line in lines[:PAGE]:
        sentence, who = describe_line(line), name_author(line.by, known)
        day = line.at.astimezone().date() if line.at else None
        days.setdefault(day, []).append(JournalLine(line.at, sentence, who))
    more = len(lines) > PAGE
    return render_template("access/journal.html", days=days, number=number, more=more)


def _phones() -> list[Group]:
    """The phones of this table by the links by which they came; first those that score."""
    seen: SeenPhones = current_app.extensions[access.PHONES]
    with suppress(sqlite3.Error):  # else it is noted later
        seen.flush()
    made = phones.links_made(open_store(), g.table.id)
    by_link: dict[tuple[Role, str], list[PhoneRecord]] = {}
    for phone in phones.listed(open_store(), g.table):
        by_link.setdefault((phone.role, phone.link), []).append(phone)
    groups = [Group(role, made.get(link), tuple(some)) for (role, link), some in by_link.items()]
    return sorted(groups, key=lambda group: group.role is Role.WATCH)


def _is_this(phone: PhoneRecord) -> bool:
    return phone.device == session.get("device")


def _only_scorers() -> None:
    if current_app.config["KEYLESS"]:
        abort(404)
    if g.role is not Role.SCORE:
        abort(403)
