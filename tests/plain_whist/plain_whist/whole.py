"""Card play of plain whist, one deal after another and on the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from plain_whist import ROUND, TRICKS, PlainWhistRules, trump_of
from scorekeeper.cards import AnyCard, pack
from scorekeeper.play.players import SensiblePlayers, View
from scorekeeper.play.position import Action, Position, WholeGame
from scorekeeper.play.random_streams import Draws
from scorekeeper.play.sensible_player import sensible_card
from scorekeeper.play.simulation import NONE, Batch, Bulk, Run
from scorekeeper.play.tricks import TrickOf
from scorekeeper.rules.steps import Fact
from scorekeeper.seating import Seating


@dataclass(frozen=True, slots=True)
class SensiblePlayer:
    """Goes for every trick."""

    def decide(self, view: View, draws: Draws) -> Action:
        return sensible_card(view, greedy=True)


class PlainWhistBulk(Bulk):
    """All deals of a run at once."""

    bulk_players = frozenset(SensiblePlayers.names)

    def play(self, run: Run, first: int, count: int) -> Batch:
        """Play `count` deals from number `first` on."""
        from scorekeeper.play.kernel.arrays import keys_of, left_of  # noqa: PLC0415
        from scorekeeper.play.kernel.card_play import tricks_taken  # noqa: PLC0415
        from scorekeeper.play.kernel.columns import Columns  # noqa: PLC0415
        from scorekeeper.play.kernel.dealing import deal_lanes  # noqa: PLC0415
        from scorekeeper.play.optional_numpy import np  # noqa: PLC0415

        deals = np.arange(first, first + count, dtype=np.int64)
        keys, dealer = keys_of(run.seed, deals), (deals % 4).astype(np.int16)
        number = deals % (run.length or run.deals)
        trump = np.array([int(suit) for suit in ROUND], np.int16)[number % len(ROUND)]
        random = [name == "random" for name in run.players]
        taken = tricks_taken(deal_lanes(keys), left_of(dealer, 1, 4), trump, keys, random)
        tricks = np.stack([taken[0] + taken[2], taken[1] + taken[3]], axis=1)
        none = np.full(count, NONE, np.int8)
        return Columns(
            first,
            (),
            dealer,
            np.full(count, TRICKS, np.int8),
            np.zeros(count, np.int8),
            none,
            none,
            np.full((count, 4), NONE, np.int8),
            tricks,
            np.maximum(tricks - run.rules.book, 0),
            np.full((count, 2), NONE, np.int8),
            np.zeros(count, bool),
        )


class PlainWhistPlay(WholeGame[PlainWhistRules]):
    """Thirteen cards each; the eldest leads."""

    pack = pack()
    computer_players = SensiblePlayers(SensiblePlayer())
    bulk = PlainWhistBulk()

    def cards_each(self, seating: Seating, rules: PlainWhistRules) -> int:
        """The whole pack."""
        return TRICKS

    def opening(self, position: Position) -> TrickOf[AnyCard]:
        """Trumps go round."""
        seating = position.seating
        return TrickOf(seating.eldest, seating.players, trump_of(seating.number))

    def tricks(self, position: Position, taken: Sequence[int]) -> Fact:
        """The tricks of the dealer's side."""
        side = position.seating.sides[position.seating.side_of(position.seating.dealer)]
        return {"number": sum(taken[seat] for seat in side)}
