"""The words of the journal: what each line tells, and who did it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from typing import Any

from scorekeeper.engine.rules.wording import Given, Listed, Sentence, say
from scorekeeper.ledger.journal_events import Author, Event
from scorekeeper.ledger.tables.journal import Line
from scorekeeper.web.rendering import languages


def sentence(line: Line) -> Sentence:
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


def who(by: Author, known: Mapping[str, tuple[int, str]]) -> Sentence:
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
