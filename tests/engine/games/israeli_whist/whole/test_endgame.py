"""The exact search of the last tricks, against a search that goes through positions one by one."""

from __future__ import annotations

import numpy as np
import pytest

from scorekeeper.engine.games.israeli_whist.house_rules import PRESETS, IsraeliWhistRules
from scorekeeper.engine.games.israeli_whist.scoring import AllMissed, Scheme
from scorekeeper.engine.games.israeli_whist.whole.game import WHOLE
from scorekeeper.engine.games.israeli_whist.whole.sampling import points_searched
from scorekeeper.engine.play.lanes import lanes_of
from scorekeeper.engine.play.players import View, players_named
from scorekeeper.engine.play.position import Position
from scorekeeper.engine.play.simulation import Run

VOID = IsraeliWhistRules(scheme=Scheme(name="Void", all_missed=AllMissed.VOID))


def value(position: Position) -> tuple[int, ...]:
    """The points of all seats where each plays for its own, then against the others'."""
    turn = position.turn
    if turn is None:
        assert position.score is not None
        return position.score.points
    after = [value(position.apply(card)) for card in position.legal]
    return max(after, key=lambda points: (points[turn], points[turn] - sum(points)))


def late(rules: IsraeliWhistRules, deal: int, tricks: int, cards: int) -> Position | None:
    """A deal between sensible players with so many tricks to play and cards on the table."""
    run = Run(WHOLE, rules, deal + 1, ("sensible",) * 4, seed=12)
    position, draws = run.start(deal)
    players = players_named(WHOLE.book, run.players)
    while (turn := position.turn) is not None:
        trick = position.trick
        if trick and (13 - len(position.tricks), len(trick.cards)) == (tricks, cards):
            return position
        position = position.apply(players[turn].decide(View.of(position, turn), draws))
    return None


@pytest.mark.parametrize("rules", [PRESETS[0].rules, PRESETS[2].rules, VOID])
@pytest.mark.parametrize(("tricks", "cards"), [(2, 0), (2, 3), (3, 0), (3, 1), (3, 2)])
def test_the_search_finds_what_positions_tell(
    rules: IsraeliWhistRules, tricks: int, cards: int
) -> None:
    seen = 0
    for deal in range(4 if tricks == 3 else 12):
        position = late(rules, deal, tricks, cards)
        if position is None or len(position.legal) == 1:
            continue
        seat = position.turn
        assert seat is not None
        assert position.trick is not None
        view = View.of(position, seat)
        hands = np.array([lanes_of(hand) for hand in position.hands], np.int16)
        for place, card in enumerate(position.trick.cards):
            hands[(position.trick.leader + place) % 4] |= np.array(lanes_of([card]), np.int16)
        values = points_searched(view, hands[:, :, None].repeat(2, axis=2))
        assert values == [value(position.apply(card))[seat] for card in position.legal]
        seen += 1
    assert seen
