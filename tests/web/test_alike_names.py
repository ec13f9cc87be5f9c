"""Similar names are shortened at the beginning, so that their different ends stay visible."""

from __future__ import annotations

import pytest

from scorekeeper.web.formatting import Teller, stems_and_ends


@pytest.mark.parametrize(
    ("names", "ends"),
    [
        (["Anna", "Ben", "Chaim", "Dana"], ["", "", "", ""]),
        (["Dana", "Dan"], ["", ""]),  # short enough to be shown whole
        (["Anna Katharina A", "Anna Katharina B", "Jo"], ["A", "B", ""]),
        (["Theodora the XIV", "Theodora the XVI"], ["XIV", "XVI"]),  # from the word on
        (["Wilhelmina", "Wilhelmine"], ["a", "e"]),  # within a long word
        (["Maximilian", "Maximilian Alexander"], ["n", " Alexander"]),
        (["Maximilia 👩‍👧", "Maximilia 👩‍👦"], ["👩‍👧", "👩‍👦"]),  # pictures stay whole
        (["Bartholome\u0301", "Bartholome\u0300"], ["e\u0301", "e\u0300"]),  # so do letters
    ],
)
def test_the_end_that_tells_a_name_from_the_others(names: list[str], ends: list[str]) -> None:
    parts = stems_and_ends(names)
    assert [end for _, end in parts] == ends
    assert [stem + end for stem, end in parts] == names


def test_a_page_shows_both_parts_and_escapes_them() -> None:
    tell = Teller(["Katharina <b>", "Katharina <i>"])
    assert tell.seat(0) == (
        '<bdi class="name name--alike"><span class="name__stem">Katharina </span>'
        '<span class="name__end">&lt;b&gt;</span></bdi>'
    )
