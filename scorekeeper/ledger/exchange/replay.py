"""Whether a game of a document could have been recorded here, entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.entries.entry_checks import checked_entry
from scorekeeper.ledger.entries.game_log import Entry, Kind, Log
from scorekeeper.ledger.errors import Unreadable
from scorekeeper.ledger.exchange.export_document import GameDocument, dumped

Numbered = tuple[int, Entry]


def replayed(game: GameDocument) -> Log:
    """The log of a game all of whose entries its rules allow, each at its time.

    Raises Unreadable with the first that they do not.
    """
    log = Log.of(game.setup())
    numbered = enumerate(game.numbered(), 1)
    for answers, run in groupby(numbered, lambda pair: pair[1].kind is Kind.ANSWER):
        entries = list(run)
        if answers:
            log = _answered(log, entries)
        else:
            for number, entry in entries:
                log = log.after([_allowed(log, number, entry)])
    return log


def _answered(log: Log, numbered: Sequence[Numbered]) -> Log:
    """The log after several answers, which are read deal by deal and not one by one.

    Answers that go with the deals as they should, and that the deals read just as they are, are
    those that would have been taken one after another. Where they are not, they are taken so, to
    find the first that is wrong.
    """
    ahead = _read(log, [entry for _, entry in numbered])
    if ahead is not None:
        return ahead
    for number, entry in numbered:
        log = log.after([_allowed(log, number, entry)])
    return log


def _read(log: Log, entries: Sequence[Entry]) -> Log | None:
    """The log after the answers; None where something in them is not as it should be."""
    deals = [entry.deal for entry in entries]
    first = log.game.current.number
    if (
        log.game.over
        or deals != sorted(deals)
        or sorted(set(deals)) != [*range(first, first + len(set(deals)))]
    ):
        return None
    ahead = log.after(entries)
    touched = ahead.game.deals[first - 1 :]
    sound = all(
        deal.flaw is None and not deal.surplus and deal.reading.facts == deal.record.facts
        for deal in touched
    )
    return ahead if sound and all(deal.score for deal in touched[:-1]) else None


def _allowed(log: Log, number: int, given: Entry) -> Entry:
    """An entry, if the game as it stands takes it just as it is."""
    place = say("entry {number}", number=number)
    try:
        entry = checked_entry(log, given.kind, given.deal, given.fact)
    except EntryError as error:
        reason = error.sentence
        if given.kind is Kind.SEAT:
            reason = say("this change of seats does not fit the game.")
        raise Unreadable(reason).at(place) from None
    if entry.deal != given.deal or dumped(entry.fact) != dumped(given.fact):
        raise Unreadable(_differs(entry, given)).at(place)
    return entry


def _differs(entry: Entry, given: Entry) -> Sentence:
    if entry.deal != given.deal:
        return say("hand {number} is not the one that was running.", number=given.deal)
    return say("“fact” is not as it would have been recorded.")
