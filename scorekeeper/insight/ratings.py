"""Ratings: the strength of players, from the order in which they finished.

The model is Plackett-Luce as in OpenSkill (Weng and Lin 2011): it works for any number of players
and sides, and needs only the places. A rating is a mean and a deviation; everyone begins at 25 and
25/3. Games are taken in the order of their evenings.

The ratings are stored with a chain of digests over the games and a checksum of the ratings
themselves. If a game is corrected, or entered after the fact, the chain differs, and all ratings
are computed again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from scorekeeper.wording import half_up

SCALE = 40  # points on the page for 1 in the model
CENTRE = 1000  # points of a beginner on the page


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's strength in the model: the mean and the deviation of an estimate."""

    mu: float
    sigma: float

    @property
    def values(self) -> tuple[float, float]:
        """The mean and the deviation."""
        return self.mu, self.sigma

    @property
    def shown(self) -> int:
        """The rating as a page shows it; everybody begins at 1000."""
        return int(half_up(CENTRE + SCALE * (self.mu - 25)))

    @property
    def give_or_take(self) -> int:
        """Twice the deviation: the true strength is within this distance 19 times in 20."""
        return int(half_up(SCALE * 2 * self.sigma))


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of a game: the players of each side by number, and the place of each side."""

    game_id: int
    sides: tuple[tuple[int, ...], ...]
    places: tuple[int, ...]

    def link(self, chain: str) -> str:
        """Return the digest of the chain with this game added; `chain` is its digest so far."""
        text = f"{chain} {self.game_id} {self.sides} {self.places}"
        return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


def rate(finishes: Iterable[Finish], known: dict[int, Rating] | None = None) -> dict[int, Rating]:
    """Return the ratings after some games, beginning with the ratings in `known`."""
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
