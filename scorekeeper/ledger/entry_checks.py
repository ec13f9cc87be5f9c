"""Checks of new entries: an answer becomes an entry if the game as it stands allows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import cast

from scorekeeper.errors import EntryError, IllegalEntry, MalformedEntry
from scorekeeper.ledger.game_log import Entry, Kind, Log, dumped
from scorekeeper.ledger.people import Person
from scorekeeper.rules.bidding_steps import AuctionStep
from scorekeeper.rules.partial_hand import PARTIAL
from scorekeeper.rules.script import read
from scorekeeper.rules.steps import Fact, Step, number_of, seat_of
from scorekeeper.wording import Sentence, say

MOST_REVOKES = 13
_NOTHING = {
    Kind.UNDO: say("There is nothing to undo."),
    Kind.REDO: say("There is nothing to redo."),
}


def checked_entry(
    log: Log,
    kind: Kind,
    deal: int | None,
    given: Mapping[str, object],
    question: str | None = None,
) -> Entry:
    """The entry that was given, if the game as it stands allows it.

    An answer that names its `question`, by the key of the step, is taken for no other one.
    Raises MalformedEntry or IllegalEntry.
    """
    fact = cast("Fact", given)
    match kind:
        case Kind.ANSWER:
            return _answer(log, fact, deal, question)
        case Kind.CORRECTION:
            return _correction(log, _recorded(log, deal), fact)
        case Kind.REVOKES:
            return _revokes(log, _recorded(log, deal), fact)
        case Kind.DEALER:
            return _dealer(log, fact)
        case Kind.CHOICE:
            return _choice(log, _recorded(log, deal), fact)
        case Kind.STOP:
            if log.game.over:
                raise _game_over()
            return Entry(kind, len(log.game.deals), {})
        case Kind.SEAT:
            return _seat(log, deal, fact)
        case Kind.UNDO | Kind.REDO:
            affected = log.done if kind is Kind.UNDO else log.undone
            if not affected:
                raise IllegalEntry(f"nothing-to-{kind.value}", _NOTHING[kind])
            return Entry(kind, affected[-1].deal, {})


def _answer(log: Log, fact: Fact, meant: int | None, question: str | None) -> Entry:
    """Take an answer to the next question; never one that was meant for another."""
    step = partial_step(log) if PARTIAL in fact else log.game.step
    number = log.game.current.number
    if question is not None:
        _check_question(log, number if meant is None else meant, question)
    if step is None:
        raise _game_over()
    if meant is not None and meant != number:
        raise IllegalEntry(
            "another-hand",
            say(
                "It answers a question of hand {number}, which is not the one running.",
                number=meant,
            ),
        )
    return Entry(Kind.ANSWER, number, step.fact(step.parse(fact)))


def partial_step(log: Log) -> Step | None:
    """The question what is known of a hand that nobody recorded as it was played.

    None once the game is over; raises IllegalEntry while a hand is running.
    """
    game = log.game
    if game.over:
        return None
    deal = game.current
    if deal.record.facts:
        raise IllegalEntry(
            "deal-begun", say("A hand is running: finish it or undo its entries first.")
        )
    return next(game.setup.script_for([{PARTIAL: {}}], deal.seating, deal.earlier))


def _check_question(log: Log, number: int, question: str) -> None:
    """Raise IllegalEntry where something else is asked by now, with what was answered."""
    step, current = log.game.step, log.game.current.number
    if step is not None and (number, question) == (current, step.key):
        return
    deal = log.game.deal(number)
    trail = deal.reading.trail if deal else ()
    answer = next((answered.told for answered in trail if answered.step.key == question), None)
    if answer is not None and number != current:
        answer = say("hand {number}, {told}", number=number, told=answer)
    if answer is None and (step is None or number != current):
        return  # which is a reason by itself
    raise IllegalEntry("another-question", _asked_meanwhile(answer, step))


def _correction(log: Log, number: int, fact: Fact) -> Entry:
    """Take the answers of a complete deal, and keep the dealer of the deal after it.

    Who dealt a later deal is a fact, which a correction of an earlier one cannot change.
    """
    game, deal = log.game, log.game.deals[number - 1]
    facts = fact.get("facts")
    if not isinstance(facts, Sequence) or not all(isinstance(answer, Mapping) for answer in facts):
        raise MalformedEntry("no-answers", say("A correction needs the answers of the hand."))
    answers = cast("list[Fact]", facts)
    reading = read(game.setup.script_for(answers, deal.seating, deal.earlier), answers)
    if reading.score is None:
        raise IllegalEntry("hand-incomplete", say("The corrected hand is not complete."))
    after = game.deal(number + 1)
    pinned = {} if after is None else {"next_dealer": int(after.dealer)}
    return Entry(Kind.CORRECTION, number, {"facts": list(reading.facts), **pinned})


def _choice(log: Log, number: int, fact: Fact) -> Entry:
    """Say which of two answers to one question of a deal holds; one of them is recorded.

    What was answered after it stays as far as it fits; the rest is dropped and named.
    """
    answer, instead = fact.get("answer"), fact.get("instead")
    deal = log.game.deals[number - 1]
    recorded = deal.reading.answered(fact.get("question"))
    if recorded is None or recorded.fact not in (answer, instead):
        raise IllegalEntry("answer-changed", say("This answer has been changed meanwhile."))
    if not (isinstance(answer, Mapping) and isinstance(instead, Mapping)) or answer == instead:
        raise MalformedEntry("no-choice", say("A choice needs two different answers."))
    step = recorded.step
    chosen = {"question": step.key} | {
        name: step.fact(step.parse(value))
        for name, value in (("answer", answer), ("instead", instead))
    }
    if recorded.fact == answer:
        return Entry(Kind.CHOICE, number, chosen)
    trail = [(answered.step.key, answered.fact) for answered in deal.reading.trail]
    wanted = [(key, chosen["answer"] if key == step.key else old) for key, old in trail]
    reading = log.game.mended(number, cast("list[tuple[str, Fact]]", wanted))
    if deal.score is not None and reading.score is None:
        raise IllegalEntry(
            "hand-incomplete",
            say("Later answers of hand {number} do not fit: correct the hand.", number=number),
        )
    kept = {answered.step.key for answered in reading.trail}
    dropped = [old for key, old in trail if key not in kept]
    after = log.game.deal(number + 1)
    pinned = {} if after is None else {"next_dealer": int(after.dealer)}
    unfit = {"dropped": dropped} if dropped else {}
    fact = {**chosen, "facts": list(reading.facts), **pinned, **unfit}
    return Entry(Kind.CHOICE, number, cast("Fact", fact))


def _revokes(log: Log, number: int, fact: Fact) -> Entry:
    players = log.game.setup.players
    given = fact.get("revokes")
    listed = given if isinstance(given, list) else []
    if given is None:
        listed = [fact.get(f"revokes-{seat}") or 0 for seat in range(players)]
    if len(listed) != players:
        raise MalformedEntry("no-revokes", say("How many revokes, for each player?"))
    counts = [number_of({"revokes": value}, "revokes") or 0 for value in listed]
    if not all(0 <= count <= MOST_REVOKES for count in counts):
        raise IllegalEntry(
            "revokes-out-of-range",
            say("Revokes are a number from 0 to {most}.", most=MOST_REVOKES),
            "revokes",
        )
    return Entry(Kind.REVOKES, number, {"revokes": counts})


def _dealer(log: Log, fact: Fact) -> Entry:
    if log.game.over:
        raise _game_over()
    current = log.game.current
    if current.record.facts:
        raise IllegalEntry(
            "deal-begun", say("The hand has begun; undo its entries to change the dealer.")
        )
    seat = seat_of(fact, "dealer", log.game.setup.players)
    if seat is None:
        raise MalformedEntry("no-dealer", say("Who deals?"), "dealer")
    return Entry(Kind.DEALER, current.number, {"dealer": int(seat)})


def _seat(log: Log, number: int | None, fact: Fact) -> Entry:
    """Take a change of seats from a deal on, in which nobody gets a second seat."""
    seat = seat_of(fact, "seat", log.game.setup.players)
    if seat is None:
        raise MalformedEntry("no-seat", say("Whose seat?"), "seat")
    last = len(log.game.deals) if log.game.over else log.game.current.number
    if number is None or not 1 <= number <= max(last, 1):
        raise IllegalEntry(
            "no-such-hand",
            say("The change begins in one of the hands from 1 to {last}.", last=max(last, 1)),
            "hand",
        )
    player, was = number_of(fact, "player"), number_of(fact, "was")
    gone = number if player is None else was
    if gone is not None and not log.sitting.is_noted(gone, seat):
        raise IllegalEntry("no-such-change", say("This change was taken back meanwhile."))
    sitting = log.sitting.with_change(number, seat, player, was)
    if player is not None and (
        sitting == log.sitting or (was is None and log.sitting.at(number)[seat] == player)
    ):
        raise IllegalEntry(
            "sits-there",
            say("{player} has this seat already.", player=Person(player)),
            "name",
        )
    sitting.check()
    moved = {} if was is None or was == number else {"was": was}
    return Entry(Kind.SEAT, number, {"seat": int(seat), "player": player, **moved})


def _recorded(log: Log, number: int | None) -> int:
    if number is None or log.game.deal(number) is None:
        raise IllegalEntry("no-such-hand", say("There is no such hand."))
    return number


def _game_over() -> IllegalEntry:
    return IllegalEntry("game-over", say("The game is over."))


def _asked_meanwhile(answer: Sentence | None, step: Step | None) -> Sentence:
    """What became of a question, and what is asked in its place."""
    if step is None:
        assert answer is not None  # noqa: S101  (else the game's being over is the reason)
        return say("Answered in the meantime: {told}. The game is over.", told=answer)
    asked = step.question
    if isinstance(step, AuctionStep) and step.asked is not None:
        asked = say("{seat} calls", seat=step.asked)
    if answer is None:
        return say("This is not asked at the moment. Now asked: {question}", question=asked)
    return say(
        "Answered in the meantime: {told}. Now asked: {question}", told=answer, question=asked
    )


# A whole log

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
