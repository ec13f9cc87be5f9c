"""Pages of the links to a table, of its phones, and of its journal."""

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

from scorekeeper.ledger import access_codes, access_keys, journal, phones, tables
from scorekeeper.ledger.access_codes import AccessCode
from scorekeeper.ledger.access_keys import Origin, Role
from scorekeeper.ledger.identifiers import clamp_int
from scorekeeper.ledger.journal import JournalEntry
from scorekeeper.ledger.journal_events import Author, Event
from scorekeeper.ledger.phones import LinkMade, PhoneRecord, SeenPhones
from scorekeeper.web import access, languages, qr_codes
from scorekeeper.web.access import only_scorers, open_store
from scorekeeper.web.place import here
from scorekeeper.wording import Given, Listed, Sentence, say, say_count

THIS_PHONE = say("this phone")

# Words of the journal


def describe_line(line: JournalEntry) -> Sentence:
    """Return a sentence for a line of the journal."""
    if line.at is None:
        return _damaged()
    if line.event is None:
        return say("A newer version did something here that this one does not know.")
    try:
        return _WORDS[line.event](line.details)
    except (AttributeError, KeyError, TypeError, ValueError):
        return _damaged()


def _damaged() -> Sentence:
    return say("This line cannot be read: its part of the score file is damaged.")


def name_author(by: Author, known: Mapping[str, tuple[int, str]]) -> Sentence:
    """Name the author of an event: a known phone, a command, or the start of the server."""
    if by.origin == "start":
        return say("at the start")
    if by.origin == "command":
        return say("by a command")
    return phone_label(*known[by.device]) if by.device in known else say("unknown phone")


def phone_label(number: int, owner: str) -> Sentence:
    """Name a phone by its owner; by its number if it has none."""
    if owner:
        return say("{name}'s phone", name=Given(owner))
    return say("Phone {number}", number=number)


def known_phones() -> dict[str, tuple[int, str]]:
    """Return the number and the owner of every phone of this table by its device."""
    _note_seen_phones()
    return phones.owners(open_store(), g.table.id)


def name_phone(device: str, known: Mapping[str, tuple[int, str]]) -> Sentence:
    """Name the phone that recorded an entry; those of imported games are not known."""
    if device == session.get("device"):
        return THIS_PHONE
    return phone_label(*known[device]) if device in known else say("another phone")


def _links_renewed(details: Mapping[str, Any]) -> Sentence:
    if details["role"] == "watch":
        return say("The link for watching was renewed.")
    return say("Both links were renewed.")


def _code_made(details: Mapping[str, Any]) -> Sentence:
    if details["role"] == "watch":
        return say("A code for watching was made.")
    return say("A code for scoring was made.")


def _code_used(details: Mapping[str, Any]) -> Sentence:
    if details["role"] == "watch":
        return say("The code for watching was typed.")
    return say("The code for scoring was typed.")


def _imported(details: Mapping[str, Any]) -> Sentence:
    games, entries = details["games"], details["entries"]
    return say(
        "A file was imported. Games: {games}, entries: {entries}.", games=games, entries=entries
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
    Event.CODE_MADE: _code_made,
    Event.CODE_USED: _code_used,
    Event.PHONE_REMOVED: lambda details: say(
        "Shut out: {phone}", phone=phone_label(details["phone"], details["owner"])
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
    Event.IMPORT_REMOVED: lambda details: say_count(
        "An import was removed: {count} game",
        "An import was removed: {count} games",
        details["games"],
    ),
    Event.GAMES_BACK: lambda details: say_count(
        "{count} game was brought back", "{count} games were brought back", details["games"]
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
    Event.GAME_FILE_ADDED: lambda details: say(
        "A game of your own was added: {name}", name=Given(details["name"])
    ),
    Event.GAME_FILE_REMOVED: lambda details: say(
        "A game of your own was taken off the list: {name}", name=Given(details["name"])
    ),
    Event.ADVICE_ALLOWED: lambda _: say("Advice was allowed during games."),
    Event.ADVICE_HIDDEN: lambda _: say("Advice was hidden during games."),
}


# The page
#
# Everybody with a link may pass it on. Only scorers may make codes, renew links, remove phones and
# read the journal.

NEW, REMOVED = "new", "removed"
CODES = {f"code-{role.value}": role for role in Role}
PAGE = 50  # lines of the journal on a page

pages = Blueprint("links", __name__)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A link to this table, with its QR code.

    to_screen   the link to the screen for the room
    to_plain    the link to that screen without scripts
    """

    role: Role
    link: str
    to_screen: str
    to_plain: str
    code: Markup


@dataclass(frozen=True, slots=True)
class Group:
    """The phones that came by the same link.

    made    when and how the link was made; None if it is void
    """

    role: Role
    made: LinkMade | None
    phones: tuple[PhoneRecord, ...]


@dataclass(frozen=True, slots=True)
class JournalLine:
    """A line of the journal as sentences; `at` is None for a damaged line."""

    at: dt.datetime | None
    sentence: Sentence
    who: Sentence


def has_links() -> bool:
    """Return whether other phones reach this place, and by links."""
    return here().phones and not current_app.config["KEYLESS"]


def _invitations() -> list[Invitation]:
    """Return the links that this phone may pass on, the one to score first.

    A phone that watches may not pass on the link to score. The list is empty if the phone's own
    link is void.
    """
    links = []
    for role, key in access_keys.shareable_keys(open_store(), g.table, g.role, g.key).items():
        link = _reachable(url_for("access.join", key=key, _external=True))
        to_screen, to_plain = (f"{link}?to={place}" for place in access.SCREENS)
        links.append(Invitation(role, link, to_screen, to_plain, qr_codes.as_svg(link)))
    return links


def _reachable(address: str) -> str:
    """Return an address of ours with the host name that the phone itself uses.

    If that name is for this machine only, it is replaced.
    """
    reachable: str | None = current_app.config["REACHABLE"]
    if reachable and access.is_loopback(request.host.rsplit(":", 1)[0].strip("[]")):
        return address.replace(request.host_url, reachable, 1)
    return address


def _codes() -> dict[Role, AccessCode]:
    """Return the codes of the table, for scorers."""
    if g.role is not Role.SCORE:
        return {}
    return access_codes.shown(open_store(), access.code_secret(), g.table)


@pages.get("/links")
def page() -> ResponseReturnValue:
    """Show the links; scorers also see the phones and the buttons that renew links."""
    if not has_links():
        abort(404)
    done = request.args.get("done")
    groups = _phones() if g.role is Role.SCORE else []
    return render_template(
        "access/links.html",
        done=done,
        invitations=_invitations(),
        codes={f"code-{role.value}": code for role, code in _codes().items()},
        address=_reachable(url_for("home.first_page", _external=True)).rstrip("/"),
        back=access.url_of_game(open_store(), g.table),
        groups=groups,
        device=session.get("device"),
        label=phone_label,
    )


@pages.post("/links")
def change() -> ResponseReturnValue:
    """Make a code, or a new link for scoring, or renew links so that the old ones stop working.

    This phone then uses the new link.
    """
    done = request.form.get("links")
    if not has_links():
        abort(404)
    if done in CODES:
        secret = access.code_secret()
        access_codes.make(open_store(), secret, g.table, CODES[done], access.author())
        return redirect(url_for("links.page", _anchor=done), 303)
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
    """Shut out one phone."""
    number = request.form.get("phone", type=int)
    if not has_links() or number is None:
        abort(404)
    if number in {phone.id for group in _phones() for phone in group.phones if _is_this(phone)}:
        abort(400)  # no page offers to remove the phone in use
    phones.remove(open_store(), g.table.id, number, access.author())
    return redirect(url_for("links.page", done=REMOVED, _anchor="phones"), 303)


@pages.get("/links/phones")
def redirect_reload() -> ResponseReturnValue:
    """Redirect to the page of links if the URL of a refused form is reloaded."""
    return redirect(url_for("links.page"), 303)


@pages.get("/links/journal")
def read_journal() -> ResponseReturnValue:
    """Show a page of the journal, the newest events first."""
    _only_scorers()
    number = max(1, request.args.get("page", 1, type=int))
    skip = clamp_int((number - 1) * PAGE)
    lines = journal.lines(open_store(), g.table.id, skip, PAGE + 1)
    days: dict[dt.date | None, list[JournalLine]] = {}  # None: damaged lines
    known = known_phones()
    for line in lines[:PAGE]:
        sentence, who = describe_line(line), name_author(line.by, known)
        day = line.at.astimezone().date() if line.at else None
        days.setdefault(day, []).append(JournalLine(line.at, sentence, who))
    more = len(lines) > PAGE
    return render_template("access/journal.html", days=days, number=number, more=more)


def _phones() -> list[Group]:
    """Return the phones of this table, grouped by the link they came by; scorers come first."""
    _note_seen_phones()
    made = phones.links_made(open_store(), g.table.id)
    by_link: dict[tuple[Role, str], list[PhoneRecord]] = {}
    for phone in phones.active(open_store(), g.table):
        by_link.setdefault((phone.role, phone.link), []).append(phone)
    groups = [Group(role, made.get(link), tuple(some)) for (role, link), some in by_link.items()]
    return sorted(groups, key=lambda group: group.role is Role.WATCH)


def _note_seen_phones() -> None:
    """Write the phones seen since the last time to the file, where they get their numbers."""
    seen: SeenPhones = current_app.extensions[access.PHONES]
    with suppress(sqlite3.Error):  # a later flush writes them
        seen.flush()


def _is_this(phone: PhoneRecord) -> bool:
    return phone.device == session.get("device")


def _only_scorers() -> None:
    if not has_links():
        abort(404)
    only_scorers()
