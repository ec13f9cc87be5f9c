"""Sentences: patterns with blanks, and their separate fillings."""

from __future__ import annotations

import pytest

from scorekeeper.seating import WEST
from scorekeeper.wording import Points, say, say_count


@pytest.mark.parametrize(("points", "text"), [(5, "+5"), (-5, "-5"), (0, "0"), (1000, "+1000")])
def test_points_show_their_sign(points: int, text: str) -> None:
    assert str(Points(points)) == text


def test_a_sentence_in_plain_english() -> None:
    assert str(say("{seat} deals", seat=WEST)) == "West deals"


@pytest.mark.parametrize(("count", "text"), [(1, "1 hand"), (0, "0 hands"), (2, "2 hands")])
def test_a_sentence_that_depends_on_a_number(count: int, text: str) -> None:
    assert str(say_count("{count} hand", "{count} hands", count)) == text


def test_a_sentence_in_another_language_with_names_in_the_blanks() -> None:
    german = {"{seat} deals": "{seat} gibt"}
    sentence = say("{seat} deals", seat=WEST).render(
        lambda pattern, _plural, _count: german[pattern],
        lambda value: "Dana" if value == WEST else str(value),
    )
    assert sentence == "Dana gibt"
