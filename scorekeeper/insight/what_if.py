"""What if: a game scored again under other rules.

A deal whose answers the other rules forbid, or that would have gone on differently, is left out,
with the reason. All others are scored by the other rules, and the game ends where these points
would have ended it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from scorekeeper.errors import EntryError
from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.game import Game, deal_after, earlier_than, game_of
from scorekeeper.rules.rereading import reread
from scorekeeper.rules.rulebook import Rulebook
from scorekeeper.rules.script import Reading
from scorekeeper.seating import Names
from scorekeeper.wording import Sentence, say, say_count


@dataclass(frozen=True, slots=True)
class Alternative:
    """Other rules to score a game by; `path` names the part they replace, empty for all rules."""

    key: str
    name: Sentence
    rules: Any
    path: str = ""

    def instead_of(self, rules: Any) -> Any:
        """Return the rules of the game with this alternative."""
        return replace(rules, **{self.path: self.rules}) if self.path else self.rules


def alternatives(book: Rulebook[Any]) -> Iterator[Alternative]:
    """Yield the ready-made parts of a game's rules, such as scoring schemes, then its presets."""
    for part in house_rules.parts(book.rules):
        for ready in part.ready:
            name = say("{part}: {name}", part=part.label, name=ready.name)
            yield Alternative(f"{part.path}.{ready.key}", name, ready.value, part.path)
    for preset in (preset for preset in book.presets if not preset.like):
        yield Alternative(preset.key, preset.name, preset.rules)


def rescore(game: Game, rules: Any) -> Game:
    """Return a game with the complete deals of `game` under other rules of the same rulebook.

    A deal that cannot be read under them has a `flaw`; one after the end of the game is surplus.
    """
    old = game.setup
    ending = old.book.agreed(old.ending, rules, old.players)
    periods = tuple(replace(period, rules=rules) for period in old.periods)
    setup = replace(old, rules=rules, ending=ending, periods=periods)
    deals: list[Deal] = []
    for deal in game.complete:
        previous = deals[-1] if deals else None
        flaw = deal.flaw
        reading = Reading((), None, None)
        if deal.score:
            try:
                facts = deal.record.facts
                earlier = earlier_than(setup, previous).narrowed(deal.seating.columns)
                script = setup.script_for(facts, deal.seating, earlier)
                reading = reread(deal, deal.score, script)
            except EntryError as error:
                flaw = error.sentence
        deals.append(
            deal_after(setup, previous, deal.seating, deal.record, reading=reading, flaw=flaw)
        )
    return game_of(setup, deals, game.stopped)


def left_out(game: Game, other: Game) -> tuple[Deal, ...]:
    """Return the deals that counted as played but cannot be scored under the other rules."""
    return tuple(
        again
        for deal, again in zip(game.complete, other.deals, strict=True)
        if again.flaw and not deal.flaw
    )


def verdict(game: Game, other: Game) -> Iterator[Sentence]:
    """Yield sentences on how the game would have ended differently: when, and with which winner."""
    if not game.deals:
        return
    end, other_end = _end(game), _end(other)
    if other_end and end != other_end:
        yield (
            say("The game would already have ended after hand {number}.", number=other_end)
            if end is None or other_end < end
            else say("The game would not have ended until hand {number}.", number=other_end)
        )
    elif end and not other_end:
        yield say("The game would not be over yet.")
    if not game.over:
        return
    if not other.over:
        first = other.places.count(1)
        leaders = Names(seat for side in other.order[:first] for seat in other.sides[side])
        yield say_count(
            "{side} would be in the lead.", "{side} would share the lead.", first, side=leaders
        )
        return
    won, other_won = (
        Names(seat for side in version.winners for seat in version.sides[side])
        for version in (game, other)
    )
    if won and won == other_won:
        yield say("{side} would have won as well.", side=other_won)
    elif other_won:
        yield say("{side} would have won, not {others}.", side=other_won, others=won)


def _end(game: Game) -> int | None:
    """Return the number of the deal that decided the game, or None."""
    return next((deal.number for deal in game.deals if deal.course.decided), None)
