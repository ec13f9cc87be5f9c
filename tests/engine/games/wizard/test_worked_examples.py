"""The scoring of Wizard: the worked examples of its sources, as whole hands."""

from __future__ import annotations

import scorekeeper


def test_a_made_zero_a_made_three_and_two_off() -> None:
    score = scorekeeper.score("wizard", [0, 3, 3, [0, 3, 5]], players=3, dealer="N", number=8)
    assert score.points == (20, 50, -20)


def test_five_players_have_twelve_hands() -> None:
    assert scorekeeper.new_game("wizard", players=5).game.setup.ending.deals == 12


def test_the_last_hand_of_three_players() -> None:
    """Twenty cards each and no trumps."""
    end = scorekeeper.play(scorekeeper.deal("wizard", players=3, number=20))
    assert ([len(hand) for hand in end.dealt], end.stock) == ([20, 20, 20], ())
    assert end.trick is not None
    assert end.trick.trump is None
