"""Replay: the log of a game from its entries, each of which the rules must allow at its time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from scorekeeper.engine.rules.errors import EntryError
from scorekeeper.engine.rules.wording import Sentence, say
from scorekeeper.ledger.entries.entry_checks import checked_entry
from scorekeeper.ledger.entries.game_log import Entry, Kind, Log, dumped

Numbered = tuple[int, Entry]


class ForbiddenEntry(Exception):
    """An entry that the rules did not allow when it was made: its number, and why."""

    def __init__(self, number: int, sentence: Sentence) -> None:
        super().__init__(f"entry {number}: {sentence}")
        self.number = number
        self.sentence = sentence


def replay(log: Log, entries: Iterable[Entry]) -> Log:
    """The log with further entries; raises ForbiddenEntry for the first that is not allowed."""
    numbered = enumerate(entries, log.revision + 1)
    for answers, run in groupby(numbered, lambda pair: pair[1].kind is Kind.ANSWER):
        following = list(run)
        if answers:
            log = _answered(log, following)
        else:
            for number, entry in following:
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
    try:
        entry = checked_entry(log, given.kind, given.deal, given.fact)
    except EntryError as error:
        reason = error.sentence
        if given.kind is Kind.SEAT:
            reason = say("this change of seats does not fit the game.")
        raise ForbiddenEntry(number, reason) from None
    if entry.deal != given.deal or dumped(entry.fact) != dumped(given.fact):
        raise ForbiddenEntry(number, _differs(entry, given))
    return entry


def _differs(entry: Entry, given: Entry) -> Sentence:
    if entry.deal != given.deal:
        return say("hand {number} is not the one that was running.", number=given.deal)
    return say("“fact” is not as it would have been recorded.")
