"""The page “What if”: games scored again under other rules, with the points of each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from scorekeeper.errors import MalformedEntry
from scorekeeper.insight.what_if import Alternative, alternatives, left_out, rescore, verdict
from scorekeeper.ledger.game_record import GameRecord
from scorekeeper.ledger.people import credited_players
from scorekeeper.rules import house_rules
from scorekeeper.rules.deal import Deal
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulebook import Rulebook, check_rules
from scorekeeper.seating import SEATS, Seat
from scorekeeper.web import table
from scorekeeper.web.entry_forms import fields_under
from scorekeeper.web.page_cache import cached
from scorekeeper.wording import Sentence, say

# Games scored again


@dataclass(slots=True)
class PointsAndWins:
    """A player's points in all games, and the number of games won, alone or shared."""

    points: int = 0
    wins: int = 0


@dataclass(slots=True)
class RescoredPlayer:
    """A player with two tallies: as the games were played, and under the other rules."""

    name: str
    played: PointsAndWins = field(default_factory=PointsAndWins)
    other: PointsAndWins = field(default_factory=PointsAndWins)

    @property
    def difference(self) -> int:
        """The points under the other rules minus the points as played."""
        return self.other.points - self.played.points


@dataclass(frozen=True, slots=True)
class Rescored:
    """A game beside the same game under other rules."""

    record: GameRecord
    other: Game

    @property
    def game(self) -> Game:
        """The game under the rules that it was played by."""
        return self.record.game

    @property
    def left_out(self) -> tuple[Deal, ...]:
        """The deals that cannot be scored under the other rules, each with its `flaw`."""
        return left_out(self.game, self.other)

    @property
    def is_open(self) -> bool:
        """Whether the game is over, but would not be over under the other rules."""
        return self.game.over and not self.other.over

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides that are first under the other rules."""
        return tuple(side for side, place in enumerate(self.other.places) if place == 1)

    @property
    def has_another_winner(self) -> bool:
        """Whether the game would be over under the other rules, with another winner."""
        return self.other.over and self.game.winners != self.other.winners


@dataclass(frozen=True, slots=True)
class WhatIf:
    """Games with their results under other rules, and their players, most points first."""

    games: tuple[Rescored, ...]
    players: tuple[RescoredPlayer, ...]

    @property
    def left_out(self) -> int:
        """The number of deals, in all games, that cannot be scored under the other rules."""
        return sum(len(again.left_out) for again in self.games)

    @property
    def open(self) -> int:
        """The number of finished games that would not be over under the other rules."""
        return sum(again.is_open for again in self.games)

    @property
    def other_winners(self) -> int:
        """The number of games that would have another winner under the other rules."""
        return sum(again.has_another_winner for again in self.games)

    @property
    def percent(self) -> int | None:
        """The change of the sum of all points, in percent; None if a sum is not positive."""
        played = sum(player.played.points for player in self.players)
        other = sum(player.other.points for player in self.players)
        return round(100 * (other - played) / played) if played > 0 and other > 0 else None


def what_if(records: Iterable[GameRecord], alternative: Alternative) -> WhatIf:
    """Score games of one rulebook again; what was recorded stays unchanged.

    Games without hands are left out. A player of several games is one player, by name.
    """
    games = tuple(
        Rescored(record, rescore(record.game, alternative.instead_of(record.game.setup.rules)))
        for record in records
        if record.game.result is None
    )
    players: dict[str, RescoredPlayer] = {}
    for again in games:
        for other, game in ((False, again.game), (True, again.other)):
            for seat, name, points, whole in _shares(again.record, game):
                player = players.setdefault(name, RescoredPlayer(name))
                tally = player.other if other else player.played
                tally.points += points
                tally.wins += whole and game.side_of(seat) in game.winners
    ordered = sorted(players.values(), key=lambda player: -player.other.points)
    return WhatIf(games, tuple(ordered))


def _shares(record: GameRecord, game: Game) -> Iterator[tuple[Seat, str, int, bool]]:
    """Yield each player: seat, name, points, and whether the game counts as theirs."""
    stints = record.log.sitting.stints(game)
    credited = credited_players(stints)
    for seat, name in zip(SEATS, record.players, strict=False):
        if seat not in credited:
            yield seat, name, game.totals[game.side_of(seat)], True
    for stint in stints:
        name = record.people.name(stint.player)
        yield Seat(stint.seat), name, stint.points, stint.player == credited[stint.seat]


# The page

OWN = "own"

pages = Blueprint("what_if", __name__, url_prefix="/games/<int:game_id>")


@pages.get("/what-if")
@cached
def page(game_id: int) -> ResponseReturnValue:
    """Ask for the other rules, and show the game under them."""
    record = table.load(game_id)
    setup = record.game.setup
    offered = [*alternatives(setup.book)]
    fields = house_rules.to_form(setup.rules) | fields_under("rules", request.args)
    chosen, problems = _chosen(setup.book, offered, fields)
    again = next(iter(what_if([record], chosen).games), None) if chosen else None
    return (
        render_template(
            "review/what_if.html",
            offered=offered,
            chosen=chosen,
            again=again,
            scoring=_scoring(offered, chosen, setup.rules) if again and again.left_out else None,
            verdict=[*verdict(again.game, again.other)] if again else [],
            beyond=_hands_beyond_end(again.game, again.other) if again else [],
            questions=[*house_rules.questions(setup.book.rules)],
            fields=fields,
            problems=problems,
            code=house_rules.code,
            own=OWN,
            **table.game_context(record),
        ),
        422 if problems else 200,
    )


def _chosen(
    book: Rulebook[Any], offered: list[Alternative], fields: Mapping[str, str]
) -> tuple[Alternative | None, dict[str, Sentence]]:
    """Return the rules in the URL, and the problems of the reader's own rules by field.

    The rules are None if none are chosen, or if they have problems.
    """
    key = request.args.get("rules")
    if key != OWN:
        chosen = next((alternative for alternative in offered if alternative.key == key), None)
        strange = {"": say("These rules belong to another game.")} if key and not chosen else {}
        return chosen, strange
    try:
        rules = house_rules.from_form(book.rules, fields)
        check_rules(book, rules)
    except MalformedEntry as error:
        problems = house_rules.problems(book.rules, fields)
        known = error.field in fields and error.code != "unknown-rule"
        return None, problems or {error.field if known and error.field else "": error.sentence}
    return Alternative(OWN, say("Your own rules"), rules), {}


def _scoring(
    offered: list[Alternative], chosen: Alternative | None, played: Any
) -> Alternative | None:
    """Return the alternative with only the scoring of the chosen rules, which leaves out no hand.

    None if the game was played by this scoring, or if only a scoring was chosen.
    """
    if chosen is None or chosen.path:
        return None
    return next(
        (
            alternative
            for alternative in offered
            if alternative.path
            and house_rules.value_at(played, alternative.path)
            != house_rules.value_at(chosen.rules, alternative.path)
            == alternative.rules
        ),
        None,
    )


def _hands_beyond_end(game: Game, other: Game) -> list[int]:
    """Return the numbers of the hands that come after the end of the game under the other rules."""
    return [
        again.number
        for deal, again in zip(game.complete, other.deals, strict=True)
        if again.surplus and not deal.surplus
    ]
