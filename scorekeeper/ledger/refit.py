"""The hands of a game, read again under changed agreements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

from scorekeeper.errors import EntryError, IllegalEntry
from scorekeeper.rules.deal import Deal, DealRecord
from scorekeeper.rules.game import Game, Setup, next_dealer, read_deal
from scorekeeper.rules.rereading import reread
from scorekeeper.rules.script import mend, read
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seat
from scorekeeper.wording import Listed, Sentence, say, say_count


@dataclass(slots=True)
class Refit:
    """The deals of a game, read again under changed agreements.

    unfit    the reason why a deal does not fit the agreements, by its number before the change
    next     the dealer to store for the next deal, so that it stays the same; None if not needed
    resized  whether the deal named last would be of another size, as all after it may be
    """

    deals: list[Deal] = field(default_factory=list)
    unfit: dict[int, Sentence] = field(default_factory=dict)
    next: Seat | None = None
    resized: bool = False

    @classmethod
    def of(
        cls,
        game: Game,
        setup: Setup,
        first: int = 1,
        deals: Iterable[Deal | DealRecord] | None = None,
        *,
        stay: bool = True,
    ) -> Refit:
        """Read the deals of a game from `first` on again, under changed agreements.

        setup    the changed agreements
        deals    the deals to read instead of those of the game from `first` on
        stay     whether each deal keeps its dealer; otherwise dealers follow from earlier deals
        """
        refit = cls()
        earlier = (deal.record for deal in game.deals[: first - 1])
        rest = game.deals[first - 1 :] if deals is None else deals
        for each in (*earlier, *rest):
            previous = refit.deals[-1] if refit.deals else None
            record = (
                each if isinstance(each, DealRecord) else refit._fitted(game, setup, each, stay)
            )
            refit.deals.append(read_deal(setup, previous, record))
        coming, last = game.current, refit.deals[-1] if refit.deals else None
        if stay and coming.number > len(game.deals) and last and (last.score or last.flaw):
            follows = next_dealer(setup.at(last.number + 1), last)
            refit.next = coming.dealer if follows != coming.dealer else None
        return refit

    def check(self) -> None:
        """Raise IllegalEntry if any hand does not fit."""
        if self.unfit:
            raise UnfitHands.of(self.unfit)

    def fact(self, old: Sequence[DealRecord]) -> Fact:
        """Return the differences from the `old` records, in the form that an entry stores.

        Empty if there are none.
        """
        changes = [
            {"hand": deal.number, **change}
            for deal, record in zip(self.deals, old, strict=False)
            if (change := _difference(deal.record, record))
        ]
        if self.next is not None:
            changes.append({"hand": len(self.deals) + 1, "dealer": int(self.next)})
        return cast("Fact", {"hands": changes} if changes else {})

    def _fitted(self, game: Game, setup: Setup, deal: Deal, stay: bool) -> DealRecord:
        """Return the record of a deal under the changed agreements.

        A deal that does not fit keeps its answers, its dealer and its order of seats; the reason is
        added to `unfit`.
        """
        previous = self.deals[-1] if self.deals else None
        agreed = setup.at(len(self.deals) + 1)
        follows = next_dealer(agreed, previous)
        dealer = deal.record.dealer
        if stay:
            dealer = deal.dealer if follows != deal.dealer else dealer
        elif dealer == next_dealer(game.setup.at(deal.number), game.deal(deal.number - 1)):
            dealer = None
        record = replace(deal.record, dealer=dealer, order=None)
        if deal.flaw:
            return replace(record, order=deal.record.order)
        blank = read_deal(setup, previous, replace(record, facts=()))
        last = deal is game.deals[-1]
        try:
            return replace(record, facts=fitting_answers(agreed, blank, deal, last))
        except EntryError as error:
            if not self.resized:
                size = other_size(deal, blank)
                self.unfit[deal.number] = size or error.sentence
                self.resized = size is not None
        dealer = deal.dealer if follows != deal.dealer else dealer
        return replace(deal.record, dealer=dealer, order=deal.seating.order)


class UnfitHands(IllegalEntry):
    """Raised if new agreements forbid some hands; `numbers` are the numbers of these hands."""

    def __init__(self, numbers: tuple[int, ...], reasons: Listed) -> None:
        super().__init__(
            "hands-unfit",
            say_count(
                "A hand does not fit: {reasons}",
                "{count} hands do not fit: {reasons}",
                len(numbers),
                reasons=reasons,
            ),
        )
        self.numbers = numbers

    @classmethod
    def of(cls, unfit: Mapping[int, Sentence]) -> UnfitHands:
        """Return the error for these hands, each with its reason."""
        reasons = [
            say("hand {number}: {reason}", number=number, reason=reason)
            for number, reason in unfit.items()
        ]
        return cls(tuple(unfit), Listed(reasons))


def other_size(deal: Deal, blank: Deal) -> Sentence | None:
    """Say that a deal and the `blank` one in its place differ in size; None if they do not.

    In some games the size of a deal, which is its number of tricks, follows from its number.
    """
    trail, step = deal.reading.trail, blank.reading.step
    if not trail or step is None or trail[0].step.scene.total == step.scene.total:
        return None
    return say(
        "it was of size {total}, but hand {number} is of size {other}",
        total=trail[0].step.scene.total,
        number=blank.number,
        other=step.scene.total,
    )


def fitting_answers(setup: Setup, blank: Deal, deal: Deal, last: bool) -> tuple[Fact, ...]:
    """Return the answers of a deal in the order in which `blank` asks for them.

    `last` is True if no deal follows; such a deal may be incomplete under the changed agreements.
    Raises EntryError if the answers do not fit.
    """
    facts, trail = deal.record.facts, deal.reading.trail
    told = [(answered.step.key, answered.sentence) for answered in trail]
    keyed = [(answered.step.key, answered.fact) for answered in trail]

    def script() -> Any:
        return setup.script_for(facts, blank.seating, blank.earlier)

    try:
        again = read(script(), facts)
    except EntryError:
        pass
    else:
        same = [(answered.step.key, answered.sentence) for answered in again.trail] == told
        if same and (deal.score is None or again.score is not None):
            return facts
    if deal.score is None:
        mended = mend(script(), keyed)
        if len(mended.trail) < len(trail):
            raise IllegalEntry("running-unfit", say("what was said so far does not fit"))
        return mended.facts
    try:
        return reread(deal, deal.score, script()).facts
    except EntryError as error:
        if last and error.code == "goes-on":
            return mend(script(), keyed).facts
        raise


def _difference(record: DealRecord, old: DealRecord) -> dict[str, Any]:
    """Return the differences between two records as an entry stores them."""
    change: dict[str, Any] = {}
    if record.facts != old.facts:
        change["facts"] = list(record.facts)
    if record.dealer != old.dealer:
        change["dealer"] = None if record.dealer is None else int(record.dealer)
    if record.order != old.order:
        change["order"] = None if record.order is None else [int(seat) for seat in record.order]
    return change
