"""Every route by every method: admission, writing, and information for strangers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.every_door import KINDS, WHO, Answer, Club

# How many answers must say something, or the walk would pass over an app that answers nobody.
TELLING = {"nobody": 0, "watcher": 16, "other": 0, "scorer": 40}


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path / "scores.db")


def test_it_is_said_of_every_route_what_it_is(club: Club) -> None:
    """A new route must be added to the list of the walk first."""
    assert {rule.rule for rule in club.app.url_map.iter_rules()} == set(KINDS)


@pytest.mark.parametrize("who", WHO)
@pytest.mark.slow
def test_nobody_is_answered_more_than_he_may_be(club: Club, who: str) -> None:
    before = club.facts()
    answers = list(club.walk(who))
    assert [_told(answer) for answer in answers if not answer.right] == []
    assert {answer.rule for answer in answers} == set(KINDS)
    assert (club.facts() != before) == (who == "scorer")
    assert sum(answer.tells for answer in answers) >= TELLING[who]


def test_no_form_is_taken_without_the_token_of_its_page(club: Club) -> None:
    before = club.facts()
    answers = dict(club.forge())
    assert len(answers) > 20
    assert set(answers.values()) == {400}
    assert club.facts() == before


def _told(answer: Answer) -> tuple[str, str, int, bool]:
    return answer.method, answer.address, answer.status, answer.tells
