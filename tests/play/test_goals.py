"""Goals: notation of the table, and equal answers one by one and in columns."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from scorekeeper.play.israeli_whist_player import LEARNT
from scorekeeper.play.kernel.sensible_choice import Aims, goes
from scorekeeper.play.sensible_player import Aim, Goals, wants_trick

ROWS = 3 * 2 * 7 * 3 * 13


def test_all_aims_are_answered_alike_in_columns() -> None:
    """Includes aims beyond the table, which use its last row."""
    for place, left in product(range(3), (1, 2, 7, 13)):
        every = [*product((0, 1), range(-4, 9), range(-3, 4), range(9))]
        plain, want, holder, sure = np.array(every, np.int16).T
        answers = goes(LEARNT, Aims(place, plain, want, holder, left, sure))
        assert (answers != 0).tolist() == [
            LEARNT.goes(Aim(place, bool(no_trump), short, theirs, left, cards))
            for no_trump, short, theirs, cards in every
        ]


def test_the_letters_tell_by_how_many_sure_cards_there_are_to_spare() -> None:
    """The first letter is for a lead with trumps, one trick left and one sure card too many."""
    goals = Goals.parse("K" + "0" * (ROWS - 1))  # K is 20: 16 for two to spare and 4 for none
    aims = [Aim(0, False, -1, -1, 1, sure) for sure in range(-3, 3)]
    assert [aim.sure + 1 for aim in aims if goals.goes(aim)] == [0, 2, 3]


def test_a_table_has_all_its_rows() -> None:
    with pytest.raises(ValueError, match="12 rows"):
        Goals.parse("0" * 12)


def test_what_was_learnt_differs_from_the_rule_where_it_was_worth_it() -> None:
    """Players with more sure cards than they want pass up tricks that the rule would take."""
    spare = Aim(1, False, 2, 1, 5, 3)
    assert wants_trick(spare.want, spare.left, spare.holder)
    assert not LEARNT.goes(spare)
    assert LEARNT.goes(spare._replace(want=3, sure=3))
    assert not LEARNT.goes(spare._replace(want=0, sure=0))
