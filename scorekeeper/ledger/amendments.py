"""Amendments: entries that change the starting points, rules, ending, seats or hands of a game.

Under changed agreements, the answers of a hand may stand in another order, its dealer may have to
be named, and a hand that does not fit the new order of the seats keeps its own. An amendment stores
these changes of the records, so that a later version of the program reads the same game.
"""

# ruff: noqa: ARG002  (each kind of entry uses some of the same arguments)

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from scorekeeper.errors import IllegalEntry, MalformedEntry
from scorekeeper.ledger.game_log import (
    Draft,
    Entry,
    EntryKind,
    Kind,
    Log,
    deal_begun,
    dealer_in,
    facts_in,
    game_over,
)
from scorekeeper.ledger.people import Person, Sitting
from scorekeeper.ledger.refit import Refit, UnfitHands, fitting_answers, other_size
from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import Deal, DealRecord
from scorekeeper.rules.ending import Course, Ending
from scorekeeper.rules.game import Coming, Game, Level, Setup, earlier_than, read_deal
from scorekeeper.rules.rulebook import check_rules
from scorekeeper.rules.script import Reading, begin
from scorekeeper.rules.steps import Fact, number_of, seat_of, units_of
from scorekeeper.seating import SEATS, Seat, Side
from scorekeeper.wording import Listed, Points, Sentence, Total, say, say_count

MOST_POINTS = 10_000  # starting points of a side, above or below 0
MOST_HANDS = 200  # inserted by one entry
MOST_NAMED = 2  # rules named one by one in the description of an entry
STAY = {"1", "True"}  # values of “the later dealers stay”, in a form and in a stored fact


class Amendment(EntryKind):
    """An entry that changes the agreements of a game, or its hands after they were recorded."""

    moves = True
    whole = True

    def stored(self, log: Log, entry: Entry) -> Entry:
        """Return the entry unchanged.

        Raises MalformedEntry if the entry cannot be described or would make a hand unreadable, and
        IllegalEntry if only the result of the game is recorded.
        """
        _check_hands(log)
        try:
            changed = log.after([entry])
            for sentence in self.history(entry, log, changed):
                str(sentence)
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            raise _unreadable() from None
        if _flaws(changed.game) > _flaws(log.game):
            raise _unreadable()
        return entry

    def apply(self, entry: Entry, draft: Draft) -> None:
        for each in _listed(entry.fact.get("hands", [])):
            draft.change(_number(each["hand"]), **_values(each, draft.setup.seats))


class Start(Amendment):
    """Sets the points that each side begins with, as in a game continued from paper."""

    kind = Kind.START

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        _check_hands(log)
        game = log.game
        points = start_in(fact, len(game.setup.first_sides), game.setup.book.decimals)
        setup = replace(game.setup, start=_start(points, game.setup))
        if setup.start == game.setup.start:
            raise _unchanged()
        check_start(setup.ending, points)
        refit = Refit.of(game, setup)
        refit.check()
        return Entry(self.kind, 1, {"start": list(points), **refit.fact(log.records)})

    def apply(self, entry: Entry, draft: Draft) -> None:
        points = start_in(entry.fact, len(draft.setup.first_sides))
        draft.setup = replace(draft.setup, start=_start(points, draft.setup))
        super().apply(entry, draft)

    def describe(self, entry: Entry, log: Log) -> Sentence:
        points = cast("list[int]", entry.fact["start"])
        decimals = log.game.setup.book.decimals
        shown = Listed(Points(number, decimals) for number in points)
        return say("starting points {points}", points=shown)


class Rules(Amendment):
    """Sets new house rules from a hand on."""

    kind = Kind.RULES

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        game, first = log.game, _first(log, deal)
        setup = game.setup
        rules = setup.book.rules_from_json(_mapping(fact.get("rules"), "rules"))
        check_rules(setup.book, rules)
        changed = setup.changed(first, rules=rules)
        if changed == setup:
            raise _unchanged()
        _check_aim(changed)
        _check_sides(game, changed)
        refit = Refit.of(game, changed, first)
        refit.check()
        stored = house_rules.to_json(rules)
        return Entry(self.kind, first, {"rules": stored, **refit.fact(log.records)})

    def apply(self, entry: Entry, draft: Draft) -> None:
        rules = draft.setup.book.rules_from_json(_mapping(entry.fact["rules"], "rules"))
        draft.setup = draft.setup.changed(entry.deal, rules=rules)
        super().apply(entry, draft)

    def describe(self, entry: Entry, log: Log) -> Sentence:
        """Name the rules that differ from those of the hand before, or the preset if many do."""
        setup = log.game.setup
        rules = setup.at(entry.deal).rules
        earlier = log.begun.rules if entry.deal == 1 else setup.at(entry.deal - 1).rules
        changed = house_rules.differences(rules, earlier)
        preset = setup.book.preset_of(rules)
        named: object = Listed(changed) if 0 < len(changed) <= MOST_NAMED else None
        if named is None and preset and rules != earlier:
            named = preset.name
        if entry.deal == 1:
            return (
                say("{rules}, in the whole game", rules=named)
                if named
                else say("house rules of the whole game")
            )
        return (
            say("{rules}, from hand {number} on", rules=named, number=entry.deal)
            if named
            else say("house rules from hand {number} on", number=entry.deal)
        )

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        named = self.describe(entry, after)
        yield named
        old, new = (log.game.setup.at(entry.deal).rules for log in (before, after))
        changed = house_rules.differences(new, old)
        if dict(named.blanks).get("rules") != Listed(changed):
            yield from changed


class EndingChange(Amendment):
    """Sets a new ending, even after the game is over; no earlier hand can end the game under it.

    Questions that depend on the target may then be asked no more, or be open in the last hand.
    """

    kind = Kind.ENDING

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        _check_hands(log)
        game = log.game
        ending = house_rules.from_json(Ending, _mapping(fact.get("ending"), "ending"))
        game.setup.book.endings.check(ending)
        ending = game.setup.agreed(ending)
        if ending == game.setup.ending and not game.stopped:
            raise _unchanged()
        after = game.complete[-1].number if game.complete else 0
        entry = self.entry(ending, after)
        if not game.setup.book.carries(game.setup.rules):  # no question depends on the target
            return entry
        refit = Refit.of(game, replace(game.setup, ending=ending, settled=after))
        refit.check()
        return replace(entry, fact={**entry.fact, **refit.fact(log.records)})

    @classmethod
    def entry(cls, ending: Ending, after: int) -> Entry:
        """Return the entry for an ending that is agreed after `after` hands."""
        stored: Fact = {"ending": house_rules.to_json(ending), "after": after}
        return Entry(cls.kind, max(after, 1), stored)

    def apply(self, entry: Entry, draft: Draft) -> None:
        ending = house_rules.from_json(Ending, _mapping(entry.fact["ending"], "ending"))
        ending = draft.setup.agreed(ending)
        draft.setup = replace(draft.setup, ending=ending, settled=_number(entry.fact["after"]))
        draft.stopped = False
        super().apply(entry, draft)

    def describe(self, entry: Entry, log: Log) -> Sentence:
        ending = house_rules.from_json(Ending, _mapping(entry.fact["ending"], "ending"))
        return say("end of the game: {end}", end=ending.brief(log.game.setup.until))


class Order(Amendment):
    """Sets a new order of the seats from a hand on; each player keeps their bids and tricks.

    A hand that does not fit the new order keeps the order in which it was played.
    """

    kind = Kind.ORDER

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        game, first = log.game, _first(log, deal)
        order = order_in(fact, game.setup.at(first).present)
        changed = game.setup.changed(first, order=order)
        if changed == game.setup:
            raise _unchanged()
        _check_sides(game, changed)
        refit = Refit.of(game, changed, first, stay=False)
        stored = {"order": list(map(int, order)), **refit.fact(log.records)}
        return Entry(self.kind, first, cast("Fact", stored))

    def apply(self, entry: Entry, draft: Draft) -> None:
        order = order_in(entry.fact, draft.setup.at(entry.deal).present)
        draft.setup = draft.setup.changed(entry.deal, order=order)
        super().apply(entry, draft)

    def describe(self, entry: Entry, log: Log) -> Sentence:
        order = Listed(order_in(entry.fact, log.game.setup.at(entry.deal).present))
        if entry.deal == 1:
            return say("order of the seats: {order}", order=order)
        return say(
            "order of the seats from hand {number} on: {order}", number=entry.deal, order=order
        )


class InsertedHands(Amendment):
    """Inserts complete hands before a hand or after the last: a forgotten hand, or pasted ones."""

    kind = Kind.HANDS

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        game = log.game
        number = place_in(log, deal)
        new = [_new_record(each, game.setup.seats) for each in _new_hands(fact)]
        later = list(game.deals[number - 1 :])
        if later and _is_empty(later[0].record):  # at most its dealer was named
            if new[0].dealer is None:
                new[0] = replace(new[0], dealer=later[0].record.dealer)
            later = later[1:]
        setup = game.setup.shifted(number, len(new)) if later else game.setup
        stay = str(fact.get("stay", "")) in STAY
        refit = Refit.of(game, setup, number, [*new, *later], stay=stay)
        refit.check()
        last = number + len(new) - 1
        for each in refit.deals[number - 1 : last]:
            if each.flaw:
                raise IllegalEntry("hand-unfit", each.flaw)
            if each.score is None:
                raise IllegalEntry("hand-incomplete", say("The hand is not complete."))
        records = [
            {"facts": list(each.facts)}
            | ({} if each.dealer is None else {"dealer": int(each.dealer)})
            for each in new
        ]
        old = [*log.records[: number - 1], *new, *(each.record for each in later)]
        stored = {"new": records, "stay": stay, **refit.fact(old)}
        return Entry(self.kind, number, cast("Fact", stored))

    def apply(self, entry: Entry, draft: Draft) -> None:
        number = entry.deal
        if not 1 <= number <= len(draft.records) + 1:
            raise _unreadable()
        new = [_new_record(each, draft.setup.seats) for each in _new_hands(entry.fact)]
        later = draft.records[number - 1 :]
        if later and _is_empty(later[0]):
            later = later[1:]
        if later:
            draft.renumber(number, len(new))
        draft.records = [*draft.records[: number - 1], *new, *later]
        super().apply(entry, draft)

    def withdrawn_after(self, entry: Entry, withdrawn: list[Entry]) -> list[Entry]:
        return []

    def describe(self, entry: Entry, log: Log) -> Sentence:
        count = len(_listed(entry.fact["new"]))
        return say_count(
            "hand {number} put in",
            "{count} hands put in, from hand {number} on",
            count,
            number=entry.deal,
        )


class Removal(Amendment):
    """Removes a hand that was recorded twice or should not count."""

    kind = Kind.REMOVAL

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        game = log.game
        gone = game.deal(deal or 0)
        if gone is None:
            raise IllegalEntry("no-such-hand", say("There is no such hand."))
        if not gone.score and not gone.flaw:
            raise IllegalEntry(
                "hand-incomplete", say("This hand is running: undo its entries to take it back.")
            )
        number = gone.number
        later = game.deals[number:]
        stay = str(fact.get("stay", "")) in STAY
        refit = Refit.of(game, game.setup.shifted(number, -1), number, later, stay=stay)
        refit.check()
        old = [*log.records[: number - 1], *log.records[number:]]
        return Entry(self.kind, number, {"stay": stay, **refit.fact(old)})

    def apply(self, entry: Entry, draft: Draft) -> None:
        if not 1 <= entry.deal <= len(draft.records):
            raise _unreadable()
        del draft.records[entry.deal - 1]
        draft.renumber(entry.deal, -1)
        super().apply(entry, draft)

    def withdrawn_after(self, entry: Entry, withdrawn: list[Entry]) -> list[Entry]:
        return []

    def describe(self, entry: Entry, log: Log) -> Sentence:
        return say("hand {number} taken out", number=entry.deal)


class Dealt(Amendment):
    """Names another dealer of a complete hand; each player keeps their bids and tricks."""

    kind = Kind.DEALT

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        game = log.game
        changed = game.deal(deal or 0)
        if changed is None:
            raise IllegalEntry("no-such-hand", say("There is no such hand."))
        if changed.flaw:
            raise IllegalEntry("hand-unfit", changed.flaw)
        if changed.score is None:
            raise deal_begun()
        seat = dealer_in(fact, changed.seating.seats)
        if seat == changed.dealer:
            raise _unchanged()
        number = changed.number
        record = replace(changed.record, facts=(), dealer=seat)
        blank = read_deal(game.setup, game.deal(number - 1), record)
        facts = fitting_answers(game.setup.at(number), blank, changed, last=False)
        dealt: list[Deal | DealRecord] = [replace(record, facts=facts), *game.deals[number:]]
        stay = str(fact.get("stay", "")) in STAY
        refit = Refit.of(game, game.setup, number, dealt, stay=stay)
        refit.check()
        stored = {"dealer": int(seat), "stay": stay, **refit.fact(log.records)}
        return Entry(self.kind, number, cast("Fact", stored))

    def describe(self, entry: Entry, log: Log) -> Sentence:
        return say("dealer of hand {number}", number=entry.deal)


class Comes(Amendment):
    """Somebody comes late, or comes back: one more plays from the next hand on.

    Facts: `{"player": 7, "after": 2, "start": "mean"}` (a `Level` or a number of points; without a
    start for a player who comes back and keeps their points). `after` is the seat on whose left
    the player sits down.
    """

    kind = Kind.COMES
    moves = False

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        """Check who comes, where the player sits, and the total at the start."""
        setup, first = _next_hand(log)
        _check_number(setup, len(setup.present) + 1)
        player = number_of(fact, "player")
        if player is None:
            raise MalformedEntry("no-name", say("Who comes?"), "name")
        after = seat_of(fact, "after", len(setup.seats))
        if after is None or after not in setup.present:
            raise MalformedEntry("no-seat", say("On whose left does the player sit?"), "after")
        entry = Entry(self.kind, first, {"player": player, "after": int(after)})
        seat = self._seat(log.sitting, setup, player, first)
        if seat is None:
            start = self._start(fact, setup.book.decimals)
            entry = replace(entry, fact={**entry.fact, "start": start})
        elif seat in setup.present:
            raise IllegalEntry(
                "sits-there", say("{player} plays already.", player=Person(player)), "name"
            )
        changed = log.after([entry])
        ahead = earlier_than(changed.game.setup, changed.game.deal(first - 1))
        totals = [ahead.totals[seat] for seat in changed.game.setup.present]
        scored = log.game.deals[-1].scored if log.game.deals else 0
        if changed.game.over or Course().after(setup.ending, totals, scored).met:
            raise IllegalEntry(
                "over-at-once",
                say("With these points the game would be over at once."),
                "number",
            )
        return entry

    def apply(self, entry: Entry, draft: Draft) -> None:
        player, after = cast("int", entry.fact["player"]), _number(entry.fact["after"])
        setup = draft.setup
        _check_number(setup, len(setup.present) + 1)
        seat = self._seat(draft.sitting, setup, player, entry.deal)
        comings = setup.comings
        if seat is None:
            seat = SEATS[len(setup.seats)]
            start = self._start({"start": entry.fact["start"]}, 0)
            level = Level(start) if isinstance(start, str) else start
            comings = (*comings, Coming(entry.deal - 1, level))
            draft.sitting = draft.sitting.with_newcomer(player)
        order = [*setup.clockwise]
        order.insert(order.index(Seat(after)) + 1, seat)
        draft.setup = setup.with_seats(entry.deal, order, comings=comings)

    def describe(self, entry: Entry, log: Log) -> Sentence:
        player, start = Person(cast("int", entry.fact["player"])), entry.fact.get("start")
        if start is None:
            return say("{player} plays again from hand {number} on", player=player,
                       number=entry.deal)  # fmt: skip
        level = Level(start) if isinstance(start, str) else None
        points = Total(cast("int", start), log.game.setup.book.decimals) if level is None else None
        return say(
            "{player} plays from hand {number} on, beginning with {points}",
            player=player,
            number=entry.deal,
            points=points if level is None else LEVELS[level],
        )

    def history(self, entry: Entry, before: Log, after: Log) -> Iterator[Sentence]:
        yield self.describe(entry, after)
        game, first = after.game, entry.deal
        if isinstance(entry.fact.get("start"), str) and game.current.number == first:
            seat = game.setup.seats[-1]
            yield say("{player} begins with {points}", player=seat,
                      points=Total(game.totals[seat], game.setup.book.decimals))  # fmt: skip

    @staticmethod
    def _seat(sitting: Sitting, setup: Setup, player: int, deal: int) -> Seat | None:
        """Return the seat that a player had last; None for somebody who has not played yet."""
        return next((seat for seat in setup.seats if sitting.at(deal)[seat] == player), None)

    @staticmethod
    def _start(fact: Fact, decimals: int) -> str | int:
        """Return the name of a level, or a number of points; `decimals` as in `start_in`."""
        given = fact.get("start")
        if given in {level.value for level in Level}:
            return str(given)
        if given == "number":  # of a form
            typed = str(fact.get("number") or "")
            given = units_of(typed, "number", decimals) if typed else None
        if given is None or isinstance(given, bool):
            raise MalformedEntry(
                "no-start", say("With how many points does the player begin?"), "number"
            )
        return start_in({"start": [given]}, 1)[0]


LEVELS = {
    Level.MEAN: say("the mean"),
    Level.LOW: say("the lowest total"),
    Level.HIGH: say("the highest total"),
}


class Leaves(Amendment):
    """Somebody leaves: one fewer plays from the next hand on; the points stay.

    Facts: `{"seat": 2, "behind": true}`; `behind` is whether the player ranks after all others.
    """

    kind = Kind.LEAVES
    moves = False

    def check(self, log: Log, deal: int | None, fact: Fact, question: str | None) -> Entry:
        setup, first = _next_hand(log)
        seat = seat_of(fact, "seat", len(setup.seats))
        if seat is None or seat not in setup.present:
            raise MalformedEntry("no-seat", say("Who leaves?"), "seat")
        _check_number(setup, len(setup.present) - 1)
        behind = str(fact.get("behind", "")) in STAY
        entry = Entry(self.kind, first, {"seat": int(seat), "behind": behind})
        if log.after([entry]).game.over:
            raise IllegalEntry("over-at-once", say("Then the game would be over: stop it instead."))
        return entry

    def apply(self, entry: Entry, draft: Draft) -> None:
        seat, setup = Seat(_number(entry.fact["seat"])), draft.setup
        _check_number(setup, len(setup.present) - 1)
        order = tuple(each for each in setup.clockwise if each != seat)
        if len(order) == len(setup.present):
            raise _unreadable()
        behind = tuple(each for each in setup.behind if each != seat)
        if entry.fact["behind"]:
            behind = (*behind, seat)
        draft.setup = setup.with_seats(entry.deal, order, behind=behind)
        if entry.deal <= len(draft.records) and draft.records[entry.deal - 1].dealer == seat:
            draft.change(entry.deal, dealer=None)

    def describe(self, entry: Entry, log: Log) -> Sentence:
        player = Person(log.sitting.at(entry.deal)[cast("int", entry.fact["seat"])])
        if entry.fact["behind"]:
            return say("{player} does not play from hand {number} on, and ranks last",
                       player=player, number=entry.deal)  # fmt: skip
        return say("{player} does not play from hand {number} on", player=player,
                   number=entry.deal)  # fmt: skip


AMENDMENTS = (
    Start(),
    Rules(),
    EndingChange(),
    Order(),
    InsertedHands(),
    Removal(),
    Dealt(),
    Comes(),
    Leaves(),
)


def _next_hand(log: Log) -> tuple[Setup, int]:
    """Return the agreements, and the number of the first hand that nobody has begun.

    Raises IllegalEntry if the game is over.
    """
    first = _first(log, None)
    if log.game.over:
        raise game_over()
    return log.game.setup, first


def _check_number(setup: Setup, many: int) -> None:
    """Raise IllegalEntry if not so many can play."""
    if not setup.is_free:
        raise IllegalEntry(
            "players-fixed",
            say("In this game the number of players stays: somebody may take another's seat."),
        )
    if many not in setup.book.players:
        least, most = setup.book.players[0], setup.book.players[-1]
        raise IllegalEntry(
            "number-of-players",
            say("{game} is for {least} to {most} players.", game=setup.book.name, least=least,
                most=most),
        )  # fmt: skip


# Reading the values of a fact


def start_in(fact: Fact, sides: int, decimals: int = 0) -> tuple[int, ...]:
    """Return the starting points in a posted form or a stored entry; an empty field is 0.

    decimals    the digits after the decimal point that a form may have; an entry has whole tenths
    """
    given = fact.get("start")
    listed = given if isinstance(given, list) else None
    if given is None:
        listed = [fact.get(f"start-{side}") for side in range(sides)]
    if listed is None or len(listed) != sides:
        raise MalformedEntry("no-start", say("With how many points does each side begin?"))
    points = []
    for side, value in enumerate(listed):
        text = "" if value is None else str(value).strip()
        name = f"start-{side}"
        typed = text if listed is given else units_of(text, name, decimals)
        number = number_of({name: typed}, name) if typed else 0
        if number is None or not -MOST_POINTS <= number <= MOST_POINTS:
            raise IllegalEntry(
                "start-out-of-range",
                say(
                    "Starting points are a number from {low} to {high}.",
                    low=Total(-MOST_POINTS, decimals),
                    high=Total(MOST_POINTS, decimals),
                ),
                name,
            )
        points.append(number)
    return tuple(points)


def check_start(ending: Ending, points: Sequence[int]) -> None:
    """Raise IllegalEntry if a game that begins with these points would be over at once."""
    if Course().after(ending, points, 0).met:
        raise IllegalEntry(
            "over-at-once",
            say("With these points the game would be over before its first hand."),
            "start-0",
        )


def order_in(fact: Fact, seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the order of these seats in a stored entry, from the one with the least number.

    Raises IllegalEntry if a seat is missing or named twice.
    """
    given = fact.get("order")
    listed = given if isinstance(given, list) else []
    numbers = [number_of({"order": value}, "order") for value in listed]
    order = [Seat(number) for number in numbers if number is not None]
    if sorted(order) != sorted(seats) or len(order) != len(numbers):
        raise IllegalEntry("order-incomplete", say("Every player sits in one seat."), "order")
    first = order.index(min(order))
    return (*order[first:], *order[:first])


def _flaws(game: Game) -> int:
    """Return the number of a game's hands that cannot be read."""
    return sum(deal.flaw is not None for deal in game.deals)


def _start(points: tuple[int, ...], setup: Setup) -> tuple[int, ...]:
    """Return the points to store in a setup: empty if they equal those of the house rules."""
    return () if points == replace(setup, start=()).beginning.totals else points


def _check_sides(game: Game, changed: Setup) -> None:
    """Raise IllegalEntry if the game has points and the sides would change."""
    if not game.setup.start and all(_is_empty(deal.record) for deal in game.deals):
        return
    partners = {_partners(game.sides)}
    for number in (*(period.last for period in changed.periods), len(game.deals) + 1):
        agreed = changed.at(number)
        partners.add(_partners(agreed.seating(agreed.present[0]).sides))
    if len(partners) > 1:
        raise IllegalEntry(
            "other-sides",
            say("Who plays with whom cannot change once there are points: begin a new game."),
            "order",
        )


def _partners(sides: Sequence[Side]) -> frozenset[Side]:
    return frozenset(side for side in sides if len(side) > 1)


def _check_aim(changed: Setup) -> None:
    """Raise IllegalEntry if a later hand's rules turn round who wins or where totals begin."""
    aims = {
        (changed.book.low(setup.rules), changed.book.start(setup.rules))
        for setup in (changed, changed.at(1))
    }
    if len(aims) > 1:
        raise IllegalEntry(
            "agreed-for-the-game",
            say(
                "Which total wins, and the points that everyone begins with, are agreed for the "
                "whole game: change them from hand 1 on."
            ),
        )


def _check_hands(log: Log) -> None:
    """Raise IllegalEntry if only the result of the game is recorded."""
    if log.game.result is not None:
        raise IllegalEntry(
            "result-only", say("Only the result of this game is recorded: undo it first.")
        )


def _first(log: Log, deal: int | None) -> int:
    """Return the number of the hand from which a change holds: `deal`, or by default the next hand.

    Raises IllegalEntry if there is no such hand, or if only the result of the game is recorded.
    """
    _check_hands(log)
    last = log.game.current.number + (1 if log.game.current.record.facts else 0)
    first = last if deal is None else deal
    if not 1 <= first <= last:
        raise IllegalEntry(
            "no-such-hand",
            say("The change begins in one of the hands from 1 to {last}.", last=last),
            "hand",
        )
    return first


def place_in(log: Log, deal: int | None) -> int:
    """Return the number that an inserted hand gets; raises IllegalEntry if it is impossible."""
    _check_hands(log)
    game = log.game
    last = game.current.number
    if deal is None or not 1 <= deal <= last:
        raise IllegalEntry(
            "no-such-hand",
            say("A hand can be put in at one of the places from 1 to {last}.", last=last),
            "hand",
        )
    return deal


def check_room(log: Log, number: int) -> None:
    """Raise UnfitHands if a hand inserted at a place would give later hands another size."""
    game = log.game
    setup = game.setup.shifted(number, 1)
    for deal in game.deals[number - 1 :]:
        moved = setup.at(deal.number + 1)
        seating = moved.seating(deal.dealer, deal.seating.number + 1)
        step, _ = begin(moved.script(seating, deal.earlier))
        blank = replace(deal, number=deal.number + 1, reading=Reading((), step, None))
        if size := other_size(deal, blank):
            raise UnfitHands.of({deal.number: size})


def _new_hands(fact: Fact) -> list[Mapping[str, Any]]:
    hands = _listed(fact.get("new"))
    if not 1 <= len(hands) <= MOST_HANDS:
        raise MalformedEntry("no-hands", say("There is no hand to put in."))
    return hands


def _new_record(given: Mapping[str, Any], seats: Sequence[Seat]) -> DealRecord:
    return DealRecord(tuple(facts_in(given.get("facts"))), dealer=_seat(given.get("dealer"), seats))


def _is_empty(record: DealRecord) -> bool:
    """Return whether a deal has no entries except its dealer."""
    return record.content == DealRecord()


def _values(given: Mapping[str, Any], seats: Sequence[Seat]) -> dict[str, Any]:
    """Return the changed fields of one record from a stored entry."""
    values: dict[str, Any] = {}
    if "facts" in given:
        values["facts"] = tuple(facts_in(given["facts"]))
    if "dealer" in given:
        values["dealer"] = _seat(given["dealer"], seats)
    if "order" in given:
        order = given["order"]
        if order is not None and order != []:
            named = {number_of({"order": value}, "order") for value in order}
            order_in({"order": order}, [seat for seat in seats if seat in named])
        values["order"] = None if order is None else tuple(map(Seat, order))
    return values


def _seat(given: object, seats: Sequence[Seat]) -> Seat | None:
    if given is None:
        return None
    if not isinstance(given, int) or given not in seats:
        raise _unreadable()
    return Seat(given)


def _number(given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool) or not 0 <= given <= 10_000:
        raise _unreadable()
    return given


def _listed(given: object) -> list[Mapping[str, Any]]:
    if not isinstance(given, list) or not all(isinstance(each, Mapping) for each in given):
        raise _unreadable()
    return given


def _mapping(given: object, name: str) -> dict[str, Any]:
    if not isinstance(given, Mapping):
        raise MalformedEntry("incomplete", say("Choose first."), name)
    return dict(given)


def _unchanged() -> IllegalEntry:
    return IllegalEntry("unchanged", say("That is what is agreed already."))


def _unreadable() -> MalformedEntry:
    return MalformedEntry("unreadable-amendment", say("this change does not fit the game."))
