"""Ratings: how strong players are, from who finished before whom.

The model is Plackett-Luce as OpenSkill has it (Weng and Lin 2011): it takes games of any number of
players and of sides, and needs the places alone. A rating is a mean and a deviation; everyone
begins at 25 and 25/3. Games are taken in the order of their evenings.

How far the ratings are worked out is kept as a cache with a chain of digests over the games, so
that a corrected game, or one entered after the fact, is noticed and all is worked out again. Behind
the chain stands the checksum of the ratings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.wording import half_up

SCALE = 40  # points on the page for one of the model
CENTRE = 1000  # what a beginner has on the page


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength as the model sees it."""

    mu: float
    sigma: float

    @property
    def values(self) -> tuple[float, float]:
        """Mean and deviation."""
        return self.mu, self.sigma

    @property
    def shown(self) -> int:
        """On the page, where everybody begins at 1000."""
        return int(half_up(CENTRE + SCALE * (self.mu - 25)))

    @property
    def give_or_take(self) -> int:
        """Twice the deviation: they are that strong, give or take so much, 19 times in 20."""
        return int(half_up(SCALE * 2 * self.sigma))


@dataclass(frozen=True, slots=True)
class Finish:
    """How a game ended: the players of each side by number, and the place of each side."""

    game_id: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]

    def link(self, chain: str) -> str:
        """The chain with this game at its end."""
        text = f"{chain} {self.game_id} {self.sides} {self.places}"
        return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def rated(finishes: Iterable[Finish], known: dict[int, Rating] | None = None) -> dict[int, Rating]:
    """The ratings after some games, beginning with those that are known."""
    from openskill.models import PlackettLuce  # noqa: PLC0415  (slow to import, seldom needed)

    model = PlackettLuce()
    ratings = dict(known or {})
    for finish in finishes:
        teams = [
            # Each player is a value of its own: the model changes its copies in place.
            [
                model.rating(*ratings[player].values) if player in ratings else model.rating()
                for player in side
            ]
            for side in finish.sides
        ]
        after = model.rate(teams, ranks=[float(place) for place in finish.places])
        for side, team in zip(finish.sides, after, strict=True):
            for player, rating in zip(side, team, strict=True):
                ratings[player] = Rating(rating.mu, rating.sigma)
    return ratings
