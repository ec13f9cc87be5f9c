"""Checks of entries: new ones against the game as it stands, and a whole log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import cast

import scorekeeper.ledger.amendments  # noqa: F401  (makes its kinds of entries known)
from scorekeeper.errors import EntryError
from scorekeeper.ledger.game_log import KINDS, Entry, Kind, Log, fact_json
from scorekeeper.rules.steps import Fact
from scorekeeper.wording import Sentence, say


def checked_entry(
    log: Log,
    kind: Kind,
    deal: int | None,
    given: Mapping[str, object],
    question: str | None = None,
) -> Entry:
    """Return the entry if the game as it stands allows it.

    `question` is the key of the step that an answer is for; the answer is used for no other step.
    Raises MalformedEntry or IllegalEntry.
    """
    return KINDS[kind].check(log, deal, cast("Fact", given), question)


# A whole log

Numbered = tuple[int, Entry]


class ForbiddenEntry(Exception):
    """Raised for an entry that the rules did not allow when it was made: its number, the reason."""

    def __init__(self, number: int, sentence: Sentence) -> None:
        super().__init__(f"entry {number}: {sentence}")
        self.number = number
        self.sentence = sentence


def replay(log: Log, entries: Iterable[Entry]) -> Log:
    """Return the log with further entries; raises ForbiddenEntry for the first illegal one."""
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
    """Return the log after several answers, read deal by deal instead of one by one.

    If the answers are in the order of the deals and read back unchanged, the result is the same.
    Otherwise they are checked one by one, to find the first illegal one.
    """
    ahead = _read(log, [entry for _, entry in numbered])
    if ahead is not None:
        return ahead
    for number, entry in numbered:
        log = log.after([_allowed(log, number, entry)])
    return log


def _read(log: Log, entries: Sequence[Entry]) -> Log | None:
    """Return the log after the answers.

    None if the answers are not in the order of the deals or do not read back unchanged.
    """
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
    """Return an entry unchanged; raises ForbiddenEntry if the game would not record exactly it."""
    try:
        entry = KINDS[given.kind].stored(log, given)
    except EntryError as error:
        reason = error.sentence
        if given.kind is Kind.SEAT:
            reason = say("this change of seats does not fit the game.")
        raise ForbiddenEntry(number, reason) from None
    if entry.deal != given.deal or fact_json(entry.fact) != fact_json(given.fact):
        raise ForbiddenEntry(number, _differs(entry, given))
    return entry


def _differs(entry: Entry, given: Entry) -> Sentence:
    if entry.deal != given.deal:
        return say("hand {number} is not the one that was running.", number=given.deal)
    return say("“fact” is not as it would have been recorded.")
