"""Extension points: everything that a game can supply beyond its rules, with a line for each.

A game names a part as an attribute of its rulebook, as in `statistics = HeartsStatistics()`. The
classes here are the interfaces. Each has defaults, so a game that names no part is complete. Code
that uses a part reads the attribute: `book.statistics.figures`.

Card play stands in a higher package, which this one never imports. A rulebook names its class as
text in `play`; the class is imported and made when it is first needed. It names its own parts as
attributes, too: those of `CARD_PLAY_PARTS`. Their interfaces are in `scorekeeper.play`, and are
subclasses of `CardPlayPart`, as in `Bulk.of(book)`.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from scorekeeper.rules.deal import Deal
from scorekeeper.rules.figures import Award, Case, Figure
from scorekeeper.rules.points import Line, Prize
from scorekeeper.rules.steps import Fact, Json, Scene, Step
from scorekeeper.seating import Names, Seating
from scorekeeper.wording import Sentence, say

# Questions and points


class Bonuses:
    """Points beyond those of the script, for which the table is asked after the tricks."""

    def asked(self, rules: Any) -> bool:  # noqa: ARG002  (subclasses use it)
        """Return whether anything is asked under these rules."""
        return False

    def questions(
        self,
        seating: Seating,
        rules: Any,
        scene: Scene,
    ) -> Generator[Step, Any, Sequence[tuple[Line, ...]]]:
        """Ask about the bonuses of a deal, and return the lines that they add to each side.

        It is called only if `asked`, and if the deal was not thrown in.

        scene    the public state at the end of the deal, with its contracts and tricks
        """
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Worth:
    """A table of points for games in which a side's points depend on its own contract and tricks.

    They may also depend on whether any side made its contract. The indices are the contract of a
    side (0 if it has none) and its tricks.

    lines    the points of the side, with reasons, if some side made its contract
    missed   the points of the side if none did; empty if that makes no difference
    """

    lines: tuple[tuple[tuple[Line, ...], ...], ...]
    missed: tuple[tuple[tuple[Line, ...], ...], ...] = ()


class LookAhead:
    """The states of deals that are alike, for a smaller look-ahead, and a limit of its size.

    most_moves       the number of answers that are followed; None for the usual one
    dealers_alike    whether deals of one number begin alike, whoever deals
    """

    most_moves: int | None = None
    dealers_alike = False

    def state_key(
        self,
        seating: Seating,
        rules: Any,  # noqa: ARG002  (subclasses use it)
        facts: Sequence[Fact],
        step: Step,  # noqa: ARG002
    ) -> Json:
        """Return the part of a deal's answers (`facts`) that affects the rest of the deal.

        Situations with equal keys, in any deals, ask the same questions in the same words, bar the
        same answers and lead to the same points, apart from `worth`. By default all answers are
        in the key.
        """
        return [seating.number, int(seating.dealer), list(facts)]

    def question_key(
        self,
        seating: Seating,  # noqa: ARG002  (subclasses use them)
        rules: Any,  # noqa: ARG002
        facts: Sequence[Fact],  # noqa: ARG002
        step: Step,  # noqa: ARG002
    ) -> Json:
        """Return the part of a deal's answers that affects its later questions, but not its points.

        Of the situations that are too many to look into, those with equal keys are merged: they ask
        the same questions in the same words and bar the same answers, and their points are unknown.
        None if what follows is not known from less than all answers.
        """
        return None

    def worth(self, rules: Any, step: Step) -> Worth | None:  # noqa: ARG002  (as above)
        """Return a table of points for the tricks that a question asks for.

        None if the points depend on more than contracts and tricks; the script scores them then.
        """
        return None


def sum_of_bids(seating: Seating, step: Step) -> Json:
    """Return a key for `LookAhead` that is equal in a deal if the bids so far have the same sum."""
    return [seating.number, int(seating.dealer), step.scene.contract_sum]


# After a hand


class Statistics:
    """Figures about players, and the values that count for them."""

    figures: tuple[Figure, ...] = ()

    def cases(self, deal: Deal, rules: Any) -> Iterable[Case]:  # noqa: ARG002  (a game may look)
        """Return the values of a deal that count for the game's figures.

        It is called only for deals that count.
        """
        return ()


class Deeds:
    """Words for what a side did in a deal, beyond its contract."""

    def describe(
        self,
        deal: Deal,  # noqa: ARG002  (subclasses use them)
        side: int,  # noqa: ARG002
    ) -> Sentence | None:
        """Describe what a side did, for example “Noa's moon”; None for the default wording.

        It is called only for a side that was not fined in the deal.
        """
        return None


def contract_deed(names: Names, number: int, *, made: bool) -> Sentence:
    """Return a phrase for a made or missed contract of a number of tricks, as in “Noa's made 3”."""
    if number == 0 and made:
        return say("{side}'s made zero", side=names)
    if number == 0:
        return say("{side}'s missed zero", side=names)
    if made:
        return say("{side}'s made {number}", side=names, number=number)
    return say("{side}'s missed {number}", side=names, number=number)


class Prizes:
    """The results with which a side can score in one deal."""

    def all_of(
        self,
        rules: Any,  # noqa: ARG002  (a game may ask)
        seating: Seating | None = None,  # noqa: ARG002
    ) -> tuple[tuple[Prize, ...], ...]:
        """Return the results that score (see `Prize`), by kind, each from the easiest on.

        seating    the deal; None for the results that every deal has
        """
        return ()

    def fits(self, prize: Prize, side: int, seating: Seating, scene: Scene) -> bool | None:
        """Return whether the bids of a deal lead to a result; None while they are not known.

        By default a side is one player, whose contract fixes the result. All contracts together fix
        whether they total more than the tricks.
        """
        contract = scene.sum_of(seating.sides[side])
        if contract is not None and contract != prize.number:
            return False
        complete = len(scene.contracts) == seating.players
        if contract is None or (prize.over is not None and not complete):
            return None
        return prize.over in {None, scene.contract_sum > scene.total}


# The list


class ExtensionPoints:
    """The parts that a game can supply; every one has a default.

    bonuses          questions after the tricks, and the points that they add
    statistics       figures about players, and their cases in a deal
    awards           awards at the end of a game
    deeds            a side's deal in a few words, for the turning points
    prizes           results of a deal with their points, for the line that says what a side needs
    look_ahead       which states of deals are alike, so that a phone without a connection sees more
                     of the next questions
    play             the class of its card play, as "module:Class", called with the rulebook; empty
                     if the game is only scored
    """

    bonuses: Bonuses = Bonuses()
    statistics: Statistics = Statistics()
    awards: tuple[Award, ...] = ()
    deeds: Deeds = Deeds()
    prizes: Prizes = Prizes()
    look_ahead: LookAhead = LookAhead()
    play: str = ""
