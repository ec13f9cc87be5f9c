"""A short evening of anything at all; `make fuzz` is the long one."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.deep import DEEP
from tests.tools.fuzz.club import Club
from tests.tools.fuzz.machine import Evening
from tests.tools.fuzz.study import walk

SHORT = settings(
    max_examples=10 if DEEP else 4,
    stateful_step_count=40,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.slow
def test_no_input_makes_a_server_error_and_no_route_is_left_out() -> None:
    run_state_machine_as_test(Evening, settings=SHORT)
    club = Club(Evening.seen)
    walk(club)
    assert Evening.seen.missed(club.app) == []
    club.close()
