"""The sampling player of a game, and advice and reviews by sampled deals."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scorekeeper.play.advice import Advice, Adviser, Review, Reviewer, Situation
from scorekeeper.play.players import Player, SensiblePlayers, View
from scorekeeper.play.position import Position, WholeGame
from scorekeeper.rules.rulebook import Rulebook

if TYPE_CHECKING:
    from scorekeeper.play.kernel.sampling import SamplingPlayer


class SamplingPlayers(SensiblePlayers):
    """A sensible player, a random one, and one that plays sampled deals (see `Bulk.sampled`)."""

    names = (*SensiblePlayers.names, "sampling")

    def __init__(self, sensible: Player, book: Rulebook[Any]) -> None:
        super().__init__(sensible)
        self.book = book

    def named(self, name: str, samples: int = 100) -> Player:
        return self.sampling(samples) if name == "sampling" else super().named(name, samples)

    def sampling(self, samples: int) -> SamplingPlayer:
        """Return the sampling player."""
        from scorekeeper.play.kernel.sampling import SamplingPlayer  # noqa: PLC0415  (NumPy)

        return SamplingPlayer(WholeGame[Any].of(self.book), samples)

    def advise(self, view: View, samples: int, seed: int) -> Advice | None:
        """Judge every card or number open to a player; None if the kernel cannot play on."""
        from scorekeeper.play.kernel.sampling import ADVICE_POOL, advise  # noqa: PLC0415  (NumPy)

        player = replace(self.sampling(1), pool=ADVICE_POOL)
        in_bulk: Advice | None = advise(player, view, samples, seed)
        return in_bulk


class SampledAdviser(Adviser):
    """Advice on bids and calls, on the kernel where it can play on."""

    def advise(self, situation: Situation, samples: int, seed: int) -> Advice:
        players = SamplingPlayers.of(situation.game.book)
        in_bulk = players.advise(situation.view, samples, seed)
        return super().advise(situation, samples, seed) if in_bulk is None else in_bulk


class SampledReviewer(Reviewer):
    """The review of a deal by the game's sampling player, on the kernel."""

    def review(self, end: Position, samples: int, seed: int) -> Review:
        from scorekeeper.play.kernel.sampling import REVIEW_POOL, review  # noqa: PLC0415  (NumPy)

        player = SamplingPlayers.of(end.game.book).sampling(samples)
        reviewed: Review = review(end, replace(player, pool=REVIEW_POOL), seed)
        return reviewed
